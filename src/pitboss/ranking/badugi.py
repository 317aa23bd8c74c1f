"""The order of badugi hands, 14.12B(l): the most cards that differ in suit and rank, then the lowest of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.law import rule
from pitboss.ranking.low import SIGNS, low_ranks, signs
from pitboss.ranking.value import RANKS

NAMES: Final = ("", "one card", "two cards", "three cards", "badugi")


@rule("14.12B(l)1", "14.12B(l)2", "14.12B(l)3", "14.12B(l)4")
def badugi_value(cards: Sequence[int]) -> int:
    """The value of four cards: the higher wins, equal values tie.

    >>> from pitboss.equipment.cards import cards
    >>> describe(badugi_value(cards("As 2d 3h 3c")))
    'three cards, 3-2-A'
    """
    best = 0
    for chosen in range(1, 1 << len(cards)):
        ranks = suits = size = 0
        fits = True
        for place in range(len(cards)):
            if chosen >> place & 1:
                rank, suit = 1 << (cards[place] >> 2), 1 << (cards[place] & 3)
                fits = fits and not ranks & rank and not suits & suit
                ranks |= rank
                suits |= suit
                size += 1
        if fits:
            best = max(best, size << 13 | RANKS ^ low_ranks(ranks))
    return best


def describe(value: int) -> str:
    """A value as people say it."""
    return f"{NAMES[value >> 13]}, {signs(RANKS ^ value & RANKS, SIGNS)}"
