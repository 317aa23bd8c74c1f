"""The order of three-card hands, 20.3 and 14.3(c): three of a kind above a straight above a flush."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.law import rule
from pitboss.ranking.value import ACE, say, value_of
from pitboss.ranking.value import category as category
from pitboss.ranking.value import least as least

# 20.3(b), from below
HIGH_CARD: Final = 0
PAIR: Final = 1
FLUSH: Final = 2
STRAIGHT: Final = 3
THREE_OF_A_KIND: Final = 4
STRAIGHT_FLUSH: Final = 5

QUEEN_HIGH: Final = (1 << 10 | 0b11) << 13
"""The value of the lowest queen high, queen, three and two: the minimum of a qualifying dealer's hand."""

PHRASES: Final = (
    "{first} high",
    "pair of {firsts}",
    "flush, {first} high",
    "straight, {first} high",
    "three of a kind, {firsts}",
    "straight flush, {first} high",
)


# 20.3(c) lets the highest card that the other hand lacks decide. Read literally it would put 9-9-K above 10-10-2
# and 3-2-A above K-Q-J; it is read as applying after the order that 20.3(b) gives inside each kind of hand.
@rule("20.3(a)", "20.3(b)1-5", "20.3(c)", "14.3(c)1-6", '37.1 "Suit"', '37.1 "Rank"')
def three_card_value(a: int, b: int, c: int) -> int:
    """The value of three cards: the higher wins, equal values draw.

    >>> from pitboss.equipment.cards import cards
    >>> describe(three_card_value(*cards("3d Ac 2s")))
    'straight, three high'
    """
    first, second, third = 1 << (a >> 2), 1 << (b >> 2), 1 << (c >> 2)
    ranks = first | second | third
    line = ranks << 1 | ranks >> 12  # the ace is also below the two
    top = (line & line << 1 & line << 2) >> 1
    suited = (a & 3) == (b & 3) == (c & 3)
    if top:
        return value_of(STRAIGHT_FLUSH if suited else STRAIGHT, top, 0)
    if first == second == third:
        return value_of(THREE_OF_A_KIND, first, 0)
    pair = first & second | first & third | second & third
    if pair:
        return value_of(PAIR, pair, ranks ^ pair)
    return value_of(FLUSH if suited else HIGH_CARD, ranks, 0)


@rule("14.13A(k)")
def best_three(cards: Sequence[int]) -> int:
    """The value of the best three of three or four cards."""
    a, b, c = cards[0], cards[1], cards[2]
    best = three_card_value(a, b, c)
    if len(cards) == 4:
        d = cards[3]
        best = max(best, three_card_value(a, b, d), three_card_value(a, c, d), three_card_value(b, c, d))
    return best


@rule("20.11(a)2", "14.3(c)1")
def mini_royal(a: int, b: int, c: int) -> bool:
    """Ace, king and queen of one suit. A row of pay tables, not a rank: by 20.3(b)1 the best straight flush."""
    return three_card_value(a, b, c) == value_of(STRAIGHT_FLUSH, ACE, 0)


def describe(value: int) -> str:
    """A value as people say it."""
    return say(PHRASES, value)
