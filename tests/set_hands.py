"""What the tests of the pai gow family share: cards dealt to places whatever the procedure, and hands set slowly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from pitboss.book import Ask
from pitboss.equipment.cards import RANKS
from pitboss.games.pai_gow.family import HOUSE, PaiGow
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


def every_setting(
    hands: Sequence[Sequence[int]], sizes: Sequence[int], values: Mapping[int, Callable[..., int]]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Hands as masks of their cards' places among all; and what each part of each setting of each hand is worth, by
    what hands of a size are."""
    deck = sorted({card for hand in hands for card in hand})
    worth = np.zeros(1 << len(deck), np.int64)
    for size, value in values.items():
        for places in combinations(range(len(deck)), size):
            worth[sum(1 << place for place in places)] = value(*(deck[place] for place in places))
    bits = np.array([[1 << deck.index(card) for card in hand] for hand in hands])
    every = settings(range(7), sizes)
    return bits.sum(axis=1), np.array(
        [[worth[bits[:, list(part)].sum(axis=1)] for part in way] for way in every]
    )


def expose(_: Table, ask: Ask) -> tuple[str, int]:
    """A player who has his hand set the house way, and shows it."""
    return ask.usual, 0
