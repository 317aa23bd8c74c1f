"""The order of Asia poker's hands of four, two and one cards, 31.3, which also compare with each other."""

from __future__ import annotations

from typing import Final

from pitboss.law import rule
from pitboss.ranking.value import ACE, RANKS, best, count, kickers, leading, say, value_of
from pitboss.ranking.value import category as category

# 31.3(b), from below
HIGH_CARD: Final = 0
PAIR: Final = 1
TWO_PAIRS: Final = 2
THREE_OF_A_KIND: Final = 3
STRAIGHT: Final = 4
FLUSH: Final = 5
FOUR_OF_A_KIND: Final = 6
STRAIGHT_FLUSH: Final = 7
ROYAL_FLUSH: Final = 8
FOUR_ACES: Final = 9

KINDS: Final = (
    "high-card",
    "pair",
    "two-pairs",
    "three-of-a-kind",
    "straight",
    "flush",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
    "four-aces",
)
PHRASES: Final = (
    "{first} high",
    "pair of {firsts}",
    "two pairs, {firsts} and {seconds}",
    "three of a kind, {firsts}",
    "straight, {first} high",
    "flush, {first} high",
    "four of a kind, {firsts}",
    "straight flush, {first} high",
    "royal flush",
    "four aces",
)

JOKER: Final = 52
KING: Final = 1 << 11
TOP: Final = 10
"""The jack, at which A-K-Q-J begins when ranks are counted from an ace below the two."""


@rule("31.3(a)", "31.3(b)3", "31.3(b)6", "31.3(c)", "31.3(d)")
def straight(ranks: int, joker: int, wheel_lowest: int) -> int:
    """The height of the straight that these ranks of different natural cards make, with a joker for a missing one,
    as the deciding ranks; 0: none. A-2-3-4 is second only to A-K-Q-J, or the lowest."""
    line = ranks << 1 | ranks >> 12
    a, b, c, d = line, line >> 1, line >> 2, line >> 3
    bottoms = a & b & c & d
    if joker:
        bottoms |= a & b & (c | d) | c & d & (a | b)
    bottoms &= (1 << TOP + 1) - 1
    if bottoms == 0:
        return 0
    if bottoms >> TOP:
        return ACE << 13 | KING
    if bottoms & 1 and not wheel_lowest:
        return ACE << 13
    return best(bottoms, 1) << 2 + 13


# 31.3(e) lets the highest card that the other hand lacks decide. It is read as applying after the order that 31.3(b)
# gives inside each kind of hand; read literally it would put 5-5-A-K above 9-9-3-2.
@rule(
    "31.3(a)",
    "31.3(b)",
    "31.3(b)1",
    "31.3(b)2",
    "31.3(b)4",
    "31.3(b)5",
    "31.3(b)7",
    "31.3(b)8",
    "31.3(c)",
    "31.3(e)",
)
def high_value(a: int, b: int, c: int, d: int, wheel_lowest: int = 0) -> int:
    """The value of a high hand: the higher wins, equal values are copies. The joker is an ace, or completes a straight
    or a flush, as the highest missing card of the suit.

    >>> from pitboss.equipment.cards import cards
    >>> describe(high_value(*cards("Jo Kd Qd 9d"))), describe(high_value(*cards("Jo 2c 3d 4h")))
    ('flush, ace high', 'straight, ace to four')
    """
    ones = twos = threes = fours = natural = suits = cards = 0
    for card in (a, b, c, d):
        rank = ACE
        if card < JOKER:
            rank = 1 << (card >> 2)
            natural |= rank
            suits |= 1 << (card & 3)
            cards += 1
        fours |= threes & rank
        threes |= twos & rank
        twos |= ones & rank
        ones |= rank
    if fours:
        return value_of(FOUR_ACES if fours == ACE else FOUR_OF_A_KIND, fours, 0)
    if count(natural) == cards:  # no two of a rank: the joker may complete something
        joker = 4 - cards
        top = straight(natural, joker, wheel_lowest)
        if suits & suits - 1 == 0:
            if top == ACE << 13 | KING:
                return value_of(ROYAL_FLUSH, ACE, 0)
            if top:
                return value_of(STRAIGHT_FLUSH, leading(top), 0)
            return value_of(FLUSH, natural | (best(~natural & RANKS, 1) if joker else 0), 0)
        if top:
            return STRAIGHT << 26 | top
    if threes:
        return value_of(THREE_OF_A_KIND, threes, ones ^ threes)
    if twos & twos - 1:
        return value_of(TWO_PAIRS, twos, 0)
    if twos:
        return value_of(PAIR, twos, ones ^ twos)
    return value_of(HIGH_CARD, ones, 0)


@rule("31.3(a)", "31.3(e)")
def low_value(card: int) -> int:
    """The value of a low hand; the joker is an ace."""
    return value_of(HIGH_CARD, ACE if card >= JOKER else 1 << (card >> 2), 0)


@rule("31.3(a)", "31.3(b)9", "31.3(e)")
def medium_value(a: int, b: int) -> int:
    """The value of a medium hand: a pair, or two cards; the joker is an ace."""
    first, second = leading(low_value(a)), leading(low_value(b))
    return value_of(PAIR, first, 0) if first == second else value_of(HIGH_CARD, first | second, 0)


def describe(value: int) -> str:
    """A value as people say it."""
    kind = category(value)
    if kind in (STRAIGHT, STRAIGHT_FLUSH) and leading(value) == ACE and not kickers(value):
        return f"{KINDS[kind].replace('-', ' ')}, ace to four"
    return say(PHRASES, value)
