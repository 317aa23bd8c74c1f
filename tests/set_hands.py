"""What the tests of the pai gow family share: cards dealt to places whatever the procedure, and hands set slowly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from pitboss.book import Ask
from pitboss.games.pai_gow.bones import HOUSE, PaiGow
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


def expose(_: Table, ask: Ask) -> tuple[str, int]:
    """A player who has his hand set the house way, and shows it."""
    return ask.usual, 0
