"""The order of fast action hold 'em, 21.3: seventeen kinds of five cards from several decks, where a card may occur
more than once. Below the flushes with identical cards it is the ordinary order of high hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.law import rule
from pitboss.ranking.high import (
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    ONE_PAIR,
    PHRASES,
    THREE_OF_A_KIND,
    TWO_PAIRS,
    rank_value,
)
from pitboss.ranking.value import ACE, best, category, kickers, leading, say, value_of

# 21.3(b), from the lowest; the first eight are those of any deck
FLUSH_PAIR: Final = FOUR_OF_A_KIND + 1
FLUSH_TWO_PAIRS: Final = 9
FLUSH_THREE: Final = 10
FIVE_OF_A_KIND: Final = 11
FLUSH_FULL_HOUSE: Final = 12
STRAIGHT_FLUSH: Final = 13
FLUSH_FOUR: Final = 14
ROYAL_FLUSH: Final = 15
FLUSH_FIVE: Final = 16

ANY_SUIT: Final = -1


@rule("21.3(b)")
def held(cards: Sequence[int], suit: int) -> tuple[int, int, int, int, int]:
    """The ranks held at least once, twice, three, four and five times: of one suit, or of any."""
    once = twice = thrice = four = five = 0
    for card in cards:
        if suit in (ANY_SUIT, card & 3):
            rank = 1 << (card >> 2)
            five |= four & rank
            four |= thrice & rank
            thrice |= twice & rank
            twice |= once & rank
            once |= rank
    return once, twice, thrice, four, five


@rule(
    *("21.3(b)1", "21.3(b)2", "21.3(b)3", "21.3(b)4", "21.3(b)5", "21.3(b)7", "21.3(b)8", "21.3(b)9"),
    "21.3(b)12",
)
def flush_value(cards: Sequence[int], suit: int) -> int:
    """The value of five or more cards of that suit: the hand of their ranks, as a flush."""
    once, twice, thrice, four, five = held(cards, suit)
    if five:
        return value_of(FLUSH_FIVE, five, 0)
    value = rank_value(once, twice, thrice, four)
    kind = category(value)
    if kind == HIGH_CARD:
        flush = FLUSH
    elif kind == ONE_PAIR:
        flush = FLUSH_PAIR
    elif kind == TWO_PAIRS:
        flush = FLUSH_TWO_PAIRS
    elif kind == THREE_OF_A_KIND:
        flush = FLUSH_THREE
    elif kind == FULL_HOUSE:
        flush = FLUSH_FULL_HOUSE
    elif kind == FOUR_OF_A_KIND:
        flush = FLUSH_FOUR
    else:
        flush = ROYAL_FLUSH if leading(value) == ACE else STRAIGHT_FLUSH
    return value_of(flush, leading(value), kickers(value))


@rule(
    *("21.3(a)", "21.3(b)6", "21.3(b)10", "21.3(b)11", "21.3(b)13", "21.3(b)14", "21.3(b)15", "21.3(b)16"),
    *("21.3(b)17", "21.3(c)"),
)
def multideck_value(cards: Sequence[int]) -> int:
    """The value of the best five of five to seven cards. Equal values are a copy: suits do not count.

    >>> from pitboss.equipment.cards import cards
    >>> describe(multideck_value(cards("8d 8d Qd Qd 8d 5c Qs")))
    'flush with full house, eights over queens'
    """
    once, twice, thrice, four, five = held(cards, ANY_SUIT)
    if five:
        value = value_of(FIVE_OF_A_KIND, best(five, 1), 0)
    else:
        value = rank_value(once, twice, thrice, four)
    suits = 0
    for card in cards:
        suits += 1 << 8 * (card & 3)
    for suit in range(4):
        if suits >> 8 * suit & 255 >= 5:
            return max(value, flush_value(cards, suit))
    return value


_PHRASES: Final = (
    *PHRASES[: FOUR_OF_A_KIND + 1],
    "flush with a pair of {firsts}",
    "flush with two pairs, {firsts} and {seconds}",
    "flush with three of a kind, {firsts}",
    "five of a kind, {firsts}",
    "flush with full house, {firsts} over {seconds}",
    "straight flush, {first} high",
    "flush with four of a kind, {firsts}",
    "royal flush",
    "flush with five of a kind, {firsts}",
)


def describe(value: int) -> str:
    """A value as people say it."""
    return say(_PHRASES, value)
