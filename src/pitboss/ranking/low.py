"""The order of low hands, 14.3(e) and (f): that of high hands turned over, the ace the best card, straights and flushes
not counted; in deuce to seven they count, and the ace is the worst card.

A value is an integer: the higher wins, equal values tie, 0 does not qualify. Hands are compared from their worst card
down, and the made part (a pair) before the rest, because 14.3(d), read literally, would put 8-4-3-2-A above 7-6-5-4-3.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.law import rule
from pitboss.ranking import high
from pitboss.ranking.high import (
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    ONE_PAIR,
    THREE_OF_A_KIND,
    TWO_PAIRS,
    hand_of,
    held,
    high_value,
)
from pitboss.ranking.value import ACE, RANKS, category, count, kickers, leading, value_of

TURNED: Final = 1 << 30
"""Above every high value: a low value is this minus the high value."""

# Ranks with the ace below the two, as masks.
EIGHT_OR_BETTER: Final = 0b1111_1111
SIX_OR_BETTER: Final = 0b11_1111

WHEEL: Final = ACE | 0b1111
SIGNS: Final = "A23456789TJQK"


@rule("14.3(e)")
def low_ranks(ranks: int) -> int:
    """Ranks with the ace below the two."""
    return (ranks << 1 | ranks >> 12) & RANKS


@rule("14.3(e)")
def lowest(ranks: int, wanted: int) -> int:
    """The lowest ``wanted`` of the ranks."""
    found = 0
    for _ in range(wanted):
        found |= ranks & -ranks
        ranks &= ranks - 1
    return found


@rule("14.3(e)", "14.3(f)")
def low_value(hand: int) -> int:
    """The value of the best five cards of a hand, or of all its cards if it has fewer. Without five different ranks one
    pair is better than two pairs, and so on down; and always the lowest ranks."""
    once, twice, thrice, all_four = held(hand)
    once, twice, thrice = low_ranks(once), low_ranks(twice), low_ranks(thrice)
    all_four = low_ranks(all_four)
    ranks = count(once)
    size = min(5, ranks + count(twice) + count(thrice) + count(all_four))
    double = size - ranks
    if double <= 0:
        return TURNED - value_of(HIGH_CARD, lowest(once, size), 0)
    pair = lowest(twice, 1)
    if double == 1:
        return TURNED - value_of(ONE_PAIR, pair, once ^ pair)
    pairs = lowest(twice, 2)
    if double == 2 and pairs != pair:
        return TURNED - value_of(TWO_PAIRS, pairs, once ^ pairs)
    if double == 2:
        return TURNED - value_of(THREE_OF_A_KIND, thrice, once ^ thrice)
    if ranks == 2 and twice == once:
        threes = lowest(thrice, 1)
        return TURNED - value_of(FULL_HOUSE, threes, once ^ threes)
    return TURNED - value_of(FOUR_OF_A_KIND, all_four, once ^ all_four)


@rule("14.3(e)", "14.3(f)")
def ace_to_five(cards: Sequence[int]) -> int:
    """The value of the best low hand of five to seven cards.

    >>> from pitboss.equipment.cards import cards
    >>> describe(ace_to_five(cards("As Ad 9c 8h 6d 3c 2s")))
    '8-6-3-2-A low'
    """
    return low_value(hand_of(cards))


@rule("14.3(e)", "14.3(f)")
def low_of(cards: Sequence[int], allowed: int, wanted: int) -> int:
    """The value of this many lowest cards, different in rank and all of the ranks allowed; 0 if there are too few."""
    ranks = 0
    for card in cards:
        ranks |= 1 << (card >> 2)
    ranks = low_ranks(ranks) & allowed
    return TURNED - value_of(HIGH_CARD, lowest(ranks, wanted), 0) if count(ranks) >= wanted else 0


@rule("14.9(j)", "14.11(g)")
def eight_or_better(cards: Sequence[int]) -> int:
    """The value of the best low hand without a pair and without a card above the eight; 0 if there is none."""
    return low_of(cards, EIGHT_OR_BETTER, 5)


@rule("14.13A(l)")
def six_or_better(cards: Sequence[int]) -> int:
    """The value of the best low hand of three cards, different in rank and none above the six; 0 if there is none."""
    return low_of(cards, SIX_OR_BETTER, 3)


@rule("14.3(e)", "14.3(f)", "14.12A(l)")
def deuce_to_seven(cards: Sequence[int]) -> int:
    """The value of five cards where straights and flushes count against their holder and the ace is high only:
    A-5-4-3-2 is not a straight.

    >>> from pitboss.equipment.cards import cards
    >>> describe_deuce_to_seven(deuce_to_seven(cards("7s 5d 4c 3h 2s")))
    '7-5-4-3-2 low'
    """
    hand = hand_of(cards)
    once, _, _, _ = held(hand)
    value = high_value(hand)
    if once == WHEEL:
        value = value_of(FLUSH if category(value) > FLUSH else HIGH_CARD, once, 0)
    return TURNED - value


def signs(ranks: int, order: str) -> str:
    """Ranks from the worst down: ``8-6-3-2-A``."""
    return "-".join(order[rank] for rank in range(12, -1, -1) if ranks >> rank & 1)


def describe(value: int) -> str:
    """A value as people say it."""
    turned = TURNED - value
    if category(turned) == HIGH_CARD:
        return f"{signs(leading(turned), SIGNS)} low"
    back = value_of(category(turned), _ace_high(leading(turned)), _ace_high(kickers(turned)))
    return f"{high.describe(back)}, low"


def _ace_high(ranks: int) -> int:
    return ranks >> 1 | (ranks & 1) << 12


def describe_deuce_to_seven(value: int) -> str:
    """A value of deuce to seven as people say it."""
    turned = TURNED - value
    if category(turned) == HIGH_CARD:
        return f"{signs(leading(turned), SIGNS[1:] + 'A')} low"
    return high.describe(turned)
