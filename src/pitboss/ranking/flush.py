"""The order of high card flush, 38.5: the longest suit, then its ranks; and straight flushes by their length."""

from __future__ import annotations

from typing import Final

from pitboss.law import rule
from pitboss.ranking.value import NAMES, RANKS, count

NINE_HIGH: Final = 3 << 13 | 1 << 7
"""The minimum value of a flush of three cards with a nine on top, or any better one."""

NINE_TO_ACE: Final = 0b1_1111_1000_0000

LENGTHS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven")


@rule("38.5(b)(1)", "38.5(b)(2)")
def suit_value(ranks: int) -> int:
    """The value of the cards of one suit: their number decides, then the highest card that the other lacks. The
    ace is always high here."""
    return count(ranks) << 13 | ranks


@rule("38.5(b)", '38.1 "Suit"')
def flush_value(hand: int) -> int:
    """The value of a hand (thirteen bits a suit): of its best suit. No other card counts, no suit is higher.

    >>> from pitboss.equipment.cards import cards
    >>> from pitboss.ranking.high import hand_of
    >>> describe(flush_value(hand_of(cards("9d 3d 2d Kc Qh 7s 4c"))))
    'three-card flush, nine high'
    """
    return max(
        suit_value(hand & RANKS),
        suit_value(hand >> 13 & RANKS),
        suit_value(hand >> 26 & RANKS),
        suit_value(hand >> 39 & RANKS),
    )


@rule("38.5(b)(1)")
def length(value: int) -> int:
    """The number of cards in the flush."""
    return value >> 13


@rule("38.5(a)")
def run(ranks: int) -> int:
    """The most ranks in sequence; an ace goes above the king or below the two, not between them.

    >>> run(0b1_1000_0000_0001), run(0b1_0000_0000_0011)
    (2, 3)
    """
    line = ranks << 1 | ranks >> 12
    longest = 0
    while line:
        line &= line << 1
        longest += 1
    return longest


def describe(value: int) -> str:
    """A value as people say it."""
    return f"{LENGTHS[length(value)]}-card flush, {NAMES[(value & RANKS).bit_length() - 1]} high"
