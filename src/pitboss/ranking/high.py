"""The ordinary order of high hands: the best five of five, six or seven cards, 14.3(a), (b) and (d).

A hand is a set of cards in one integer, thirteen bits a suit (``hand_of``). Its value is an integer too: the
higher wins, equal values tie.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.law import rule
from pitboss.ranking.value import ACE, RANKS, best, count, say, value_of
from pitboss.ranking.value import category as category
from pitboss.ranking.value import least as least

# 14.3(b), from below
HIGH_CARD: Final = 0
ONE_PAIR: Final = 1
TWO_PAIRS: Final = 2
THREE_OF_A_KIND: Final = 3
STRAIGHT: Final = 4
FLUSH: Final = 5
FULL_HOUSE: Final = 6
FOUR_OF_A_KIND: Final = 7
STRAIGHT_FLUSH: Final = 8
ROYAL_FLUSH: Final = 9

PHRASES: Final = (
    "{first} high",
    "pair of {firsts}",
    "two pairs, {firsts} and {seconds}",
    "three of a kind, {firsts}",
    "straight, {first} high",
    "flush, {first} high",
    "full house, {firsts} over {seconds}",
    "four of a kind, {firsts}",
    "straight flush, {first} high",
    "royal flush",
)


@rule("14.3(a)", "14.3(b)6")
def straight(ranks: int) -> int:
    """The top of the best five ranks in sequence, as a mask, or 0; the ace is also below the two."""
    line = ranks << 1 | ranks >> 12
    tops = line & line << 1 & line << 2 & line << 3 & line << 4
    return best(tops, 1) >> 1 if tops else 0


@rule("14.3(b)1", "14.3(b)2", "14.3(b)5")
def flush_value(suited: int) -> int:
    """The value of five or more ranks of one suit."""
    top = straight(suited)
    if top == ACE:
        return value_of(ROYAL_FLUSH, top, 0)
    if top:
        return value_of(STRAIGHT_FLUSH, top, 0)
    return value_of(FLUSH, best(suited, 5), 0)


@rule("14.3(b)3", "14.3(b)4", "14.3(b)6", "14.3(b)7", "14.3(b)8", "14.3(b)9", "14.3(d)")
def rank_value(once: int, twice: int, thrice: int, all_four: int) -> int:
    """The value of cards without a flush, by the ranks held at least once, twice, thrice and four times."""
    if all_four:
        return value_of(FOUR_OF_A_KIND, all_four, best(once ^ all_four, 1))
    threes = best(thrice, 1)
    if threes and twice != threes:
        return value_of(FULL_HOUSE, threes, best(twice ^ threes, 1))
    top = straight(once)
    if top:
        return value_of(STRAIGHT, top, 0)
    if threes:
        return value_of(THREE_OF_A_KIND, threes, best(once ^ threes, 2))
    pairs = best(twice, 2)
    if pairs & pairs - 1:
        return value_of(TWO_PAIRS, pairs, best(once ^ pairs, 1))
    if pairs:
        return value_of(ONE_PAIR, pairs, best(once ^ pairs, 3))
    return value_of(HIGH_CARD, best(once, 5), 0)


@rule("14.3(b)")
def held(hand: int) -> tuple[int, int, int, int]:
    """The ranks held at least once, twice, thrice and four times."""
    c, d, h, s = hand & RANKS, hand >> 13 & RANKS, hand >> 26 & RANKS, hand >> 39
    return (
        c | d | h | s,
        c & d | h & s | (c | d) & (h | s),
        c & d & (h | s) | h & s & (c | d),
        c & d & h & s,
    )


@rule("14.3(b)", "14.3(d)")
def high_value(hand: int) -> int:
    """The value of the best five cards of a hand of five to seven.

    Seven cards with a flush hold no full house and no four of a kind, so the flush may be checked first.
    """
    c, d, h, s = hand & RANKS, hand >> 13 & RANKS, hand >> 26 & RANKS, hand >> 39
    for suited in (c, d, h, s):
        if count(suited) >= 5:
            return flush_value(suited)
    once, twice, thrice, all_four = held(hand)
    return rank_value(once, twice, thrice, all_four)


@rule("14.3(a)")
def hand_of(cards: Sequence[int]) -> int:
    """The cards as a set: bit 13 × suit + rank of one integer."""
    hand = 0
    for card in cards:
        hand |= 1 << 13 * (card & 3) + (card >> 2)
    return hand


# The poker games against the house have the same order, each in its own section.
@rule(
    *("14.3(b)", "14.3(d)", "16.5(a)", "16.5(b)1-9", "16.5(c)", "24.5(a)", "24.5(b)1-9", "25.5(a)"),
    *("25.5(b)1-10", "29.5(a)", "29.5(b)1-9", "29.5(c)", "32.5(a)", "32.5(b)1-9", "32.5(c)", "33.5(a)"),
    *("33.5(b)1-9", "33.5(c)", "40.5(a)", "40.5(b)1-10", "40.5(c)", '16.1 "Suit"', '17.1 "Suit"'),
    *('18.1 "Suit"', '23.1 "Suit"', '25.1 "Suit"', '28.1 "Suit"', '32.1 "Suit"', '33.1 "Suit"'),
    *('35.1 "Suit"', '40.1 "Suit"', '43.1 "Suit"', '16.1 "Rank"', '17.1 "Rank"', '25.1 "Rank"'),
    *('28.1 "Rank"', '32.1 "Rank"', '33.1 "Rank"', '40.1 "Rank"', '43.1 "Rank"'),
)
def best_five(cards: Sequence[int]) -> int:
    """The value of the best five of five to seven cards.

    >>> from pitboss.equipment.cards import cards
    >>> describe(best_five(cards("As Ad 9c 9h Kd 3c 2s")))
    'two pairs, aces and nines'
    """
    return high_value(hand_of(cards))


def describe(value: int) -> str:
    """A value as people say it."""
    return say(PHRASES, value)
