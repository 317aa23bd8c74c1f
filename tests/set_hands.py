"""What the tests of the pai gow family share: cards dealt to places whatever the procedure, and hands set slowly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from pitboss.book import Ask
from pitboss.equipment.cards import RANKS
from pitboss.games.pai_gow.bones import HOUSE, PaiGow
from pitboss.games.pai_gow.up_to_suits import Pack
from pitboss.table import Table
from tests.tape import Tape


def load(
    tape: Tape, table: Table, hands: Mapping[int, Sequence[int]], rest: Sequence[int], start: int
) -> None:
    """Lay the tape so that the places of a round that begins there get these cards, and the other places the rest. The
    throw that says so is put before them."""
    game = table.game
    assert isinstance(game, PaiGow)
    left = {place: list(cards) for place, cards in hands.items()}
    others = list(rest)
    order = game.order(table, HOUSE, start)
    total = start + 1 if start else 1 + game.places
    total += game.places * (total < 3)
    throw = (min(6, total - 2), 0, 0)
    throw = (throw[0], min(6, total - throw[0] - 1), 0)
    tape.load(
        cards=[left[place].pop(0) if left.get(place) else others.pop() for place in order],
        throws=[(*throw[:2], total - throw[0] - throw[1])],
    )


def settings(cards: Sequence[int], sizes: Sequence[int]) -> list[list[tuple[int, ...]]]:
    """Every way to lay cards apart: what is left first, then hands of these sizes."""
    if not sizes:
        return [[tuple(cards)]]
    return [
        [rest, *others, part]
        for part in combinations(cards, sizes[-1])
        for rest, *others in settings([card for card in cards if card not in part], sizes[:-1])
    ]


def short_pack(ranks: str) -> tuple[Pack, list[tuple[int, ...]]]:
    """Two suits of seven ranks and the joker, and every hand of seven: just enough to deal two."""
    held = [RANKS.index(rank) for rank in ranks.split()]
    hands = combinations([4 * rank + suit for rank in held for suit in (0, 1)] + [52], 7)
    return Pack(tuple(3 * (rank in held) for rank in range(13)), 0b101, 1), list(hands)


def one_by_one(
    hands: Sequence[Sequence[int]], found: Callable[[int, NDArray[np.bool_]], Sequence[NDArray[np.bool_]]]
) -> list[int]:
    """Each hand against every other that has no card of it: how often what is found of it comes about."""
    masks = np.array([sum(1 << card for card in hand) for hand in hands])
    each = [[int(here.sum()) for here in found(mine, masks & mask == 0)] for mine, mask in enumerate(masks)]
    return [sum(figures) for figures in zip(*each, strict=True)]


def expose(_: Table, ask: Ask) -> tuple[str, int]:
    """A player who has his hand set the house way, and shows it."""
    return ask.usual, 0
