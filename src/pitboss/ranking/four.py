"""The order of four-card hands, 27.3: four of a kind above a straight flush, three of a kind above a flush."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.law import rule
from pitboss.ranking.high import hand_of
from pitboss.ranking.value import RANKS, best, count, say, value_of
from pitboss.ranking.value import category as category
from pitboss.ranking.value import least as least

# 27.3(b), from below
HIGH_CARD: Final = 0
PAIR: Final = 1
TWO_PAIR: Final = 2
STRAIGHT: Final = 3
FLUSH: Final = 4
THREE_OF_A_KIND: Final = 5
STRAIGHT_FLUSH: Final = 6
FOUR_OF_A_KIND: Final = 7

PHRASES: Final = (
    "{first} high",
    "pair of {firsts}",
    "two pair, {firsts} and {seconds}",
    "straight, {first} high",
    "flush, {first} high",
    "three of a kind, {firsts}",
    "straight flush, {first} high",
    "four of a kind, {firsts}",
)


@rule("27.3(a)", "27.3(b)5")
def straight(ranks: int) -> int:
    """The top of the best four ranks in sequence, as a mask, or 0; the ace is also below the two."""
    line = ranks << 1 | ranks >> 12
    tops = line & line << 1 & line << 2 & line << 3
    return best(tops, 1) >> 1 if tops else 0


# 27.3(c) lets the highest card that the other hand lacks decide. Read literally it would put 9-9-K-2 above 10-10-4-3
# and 4-3-2-A above K-Q-J-10; it is read as applying after the order inside each kind of hand, which for two pair
# and for a flush the text leaves out: the higher pair first, then the lower; a flush card by card.
@rule("27.3(a)", "27.3(b)", "27.3(b)1", "27.3(b)2", "27.3(b)3", "27.3(b)4", "27.3(b)6", "27.3(b)7", "27.3(c)")
def four_value(hand: int) -> int:
    """The value of the best four cards of a hand of four to six: the higher wins, equal values tie."""
    c, d, h, s = hand & RANKS, hand >> 13 & RANKS, hand >> 26 & RANKS, hand >> 39
    fours = c & d & h & s
    if fours:
        return value_of(FOUR_OF_A_KIND, fours, 0)
    suited = 0
    for each in (c, d, h, s):  # of six cards, no second suit has four
        if count(each) >= 4:
            suited = each
    if suited and straight(suited):
        return value_of(STRAIGHT_FLUSH, straight(suited), 0)
    ranks = c | d | h | s
    threes = best(c & d & (h | s) | h & s & (c | d), 1)
    if threes:
        return value_of(THREE_OF_A_KIND, threes, best(ranks ^ threes, 1))
    if suited:
        return value_of(FLUSH, best(suited, 4), 0)
    top = straight(ranks)
    if top:
        return value_of(STRAIGHT, top, 0)
    pairs = best(c & d | h & s | (c | d) & (h | s), 2)
    if pairs & pairs - 1:
        return value_of(TWO_PAIR, pairs, 0)
    if pairs:
        return value_of(PAIR, pairs, best(ranks ^ pairs, 2))
    return value_of(HIGH_CARD, best(ranks, 4), 0)


@rule("27.10(d)", '27.1 "Hand"')
def best_four(cards: Sequence[int]) -> int:
    """The value of the best four of four to six cards.

    >>> from pitboss.equipment.cards import cards
    >>> describe(best_four(cards("As Ad 9c 9h Kd")))
    'two pair, aces and nines'
    """
    return four_value(hand_of(cards))


def describe(value: int) -> str:
    """A value as people say it."""
    return say(PHRASES, value)
