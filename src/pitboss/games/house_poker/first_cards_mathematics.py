"""A wager on the player's first three cards, and what a few cards may still become."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from pitboss.book.endings import Paid
from pitboss.book.rules import Rules
from pitboss.games.house_poker.family import low_ace, three_cards
from pitboss.odds import WagerOdds
from pitboss.odds.endings import on_cards
from pitboss.solve.sets import distinct


def three_card_wager(rules: Rules, paid: Paid) -> WagerOdds:
    """A wager on the player's first three cards."""
    low, sets = low_ace(rules), distinct(3, tuple(range(52)))
    counts: Counter[str] = Counter()
    for (a, b, c), times in zip(sets.places.tolist(), sets.times.tolist(), strict=True):
        counts[paid.hands[three_cards(a, b, c, low)]] += times
    return on_cards(rules, paid, counts, nothing="losing-hand", stake=rules.limits(paid.wager).least)


STRAIGHTS: Final = (0b1_0000_0000_1111, *(0b1_1111 << low for low in range(9)))
"""The ten straights, as masks of ranks, five high to ace high."""


def straights_open(held: Iterable[int]) -> int:
    """How many straights the cards may still become, all of different ranks."""
    mask = sum(1 << rank for rank in {card >> 2 for card in held})
    return sum(straight & mask == mask for straight in STRAIGHTS)


def draws_to(held: Sequence[int]) -> str:
    """What cards of different ranks may still become."""
    suits = "one suit" if len({card & 3 for card in held}) == 1 else "mixed suits"
    straights = straights_open(held)
    return f"{suits}, {straights} straight{'s' * (straights != 1)} open"
