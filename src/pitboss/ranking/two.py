"""The order of two-card hands with two jokers, 30.5: a straight above a pair above a flush."""

from __future__ import annotations

from typing import Final

from pitboss.law import rule
from pitboss.ranking.value import ACE, least, say, value_of
from pitboss.ranking.value import category as category

# 30.5(b), from below
HIGH_CARD: Final = 0
FLUSH: Final = 1
PAIR: Final = 2
STRAIGHT: Final = 3
STRAIGHT_FLUSH: Final = 4
ROYAL_FLUSH: Final = 5
TWO_JOKERS: Final = 6

PHRASES: Final = (
    "{first} high",
    "flush, {first} high",
    "pair of {firsts}",
    "straight, {first} high",
    "straight flush, {first} high",
    "royal flush",
)

JOKER: Final = 52
"""The first of the jokers; cards below it have rank and suit."""
THREE: Final = 1 << 1

QUEEN_HIGH: Final = least(HIGH_CARD, 10)
"""The lowest queen high: the minimum of a qualifying dealer's hand."""


# 30.5(c) lets the highest card that the other hand lacks decide. Read literally it would make A-2 the best straight;
# it is read as applying after the order that 30.5(b) gives inside each kind of hand.
# 30.1 "Rank", 30.1 "Suit": no suit is above another, so a value contains none.
@rule("30.5(a)", "30.5(b)1-7", "30.5(c)", '30.1 "Suit"', '30.1 "Rank"')
def two_card_value(a: int, b: int, ace_three_lowest: int = 0) -> int:
    """The value of two cards: the higher wins, equal values tie. 30.5(b)6 prints ace-three as the lowest
    flush, which the order of the cards contradicts; the last argument reads it literally.

    >>> from pitboss.equipment.cards import cards
    >>> two_card_value(*cards("Jo Kd")) == two_card_value(*cards("Kh Ks"))
    True
    """
    if a >= JOKER and b >= JOKER:
        return value_of(TWO_JOKERS, 0, 0)
    first = 1 << ((b if a >= JOKER else a) >> 2)  # a joker pairs with the other card and does nothing else
    second = 1 << ((a if b >= JOKER else b) >> 2)
    ranks = first | second
    line = ranks << 1 | ranks >> 12  # the ace is also below the two
    top = (line & line << 1) >> 1
    suited = (a & 3) == (b & 3)
    if first == second:
        return value_of(PAIR, first, 0)
    if top:
        kind = STRAIGHT
        if suited:
            kind = ROYAL_FLUSH if top == ACE else STRAIGHT_FLUSH
        return value_of(kind, top, 0)
    if suited and ace_three_lowest and ranks == ACE | THREE:
        return value_of(FLUSH, THREE, 0)
    return value_of(FLUSH if suited else HIGH_CARD, ranks, 0)


def describe(value: int) -> str:
    """A value as people say it.

    >>> from pitboss.equipment.cards import cards
    >>> describe(two_card_value(*cards("Jo Kd"))), describe(two_card_value(*cards("Jo jo")))
    ('pair of kings', 'two jokers')
    """
    return "two jokers" if category(value) == TWO_JOKERS else say(PHRASES, value)
