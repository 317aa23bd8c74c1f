"""The order of pai gow poker, 11.3: five cards and two, with a joker that is an ace or completes a straight or flush.

A hand is the set of its cards without the joker (``hand_of``) and whether the joker is with them. ``wheel`` is
the rank of A-2-3-4-5: 1 above every straight except the ace-high one (11.3(b)3, 11.3(b)7), 0 below all (11.3(d)).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.law import rule
from pitboss.ranking.high import (
    FLUSH,
    HIGH_CARD,
    ONE_PAIR,
    PHRASES,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    held,
    rank_value,
)
from pitboss.ranking.value import ACE, RANKS, best, category, count, kickers, leading, say, value_of

FIVE_ACES: Final = 10
JOKER: Final = 52
KING: Final = 1 << 11

_TOPS: Final = 0b11_1111_1111_0000
"""The possible tops of a straight, with the ace also below the two."""
_WHEEL: Final = 1 << 4
_ACE_HIGH: Final = 1 << 13


@rule("11.3(a)", "11.3(b)7", "11.3(c)")
def straight_tops(ranks: int, joker: int) -> int:
    """The tops of five in sequence, completed by the joker if there is one: bit 13 the ace, bit 4 the five of A-5."""
    a = ranks << 1 | ranks >> 12
    b, c, d, e = a << 1, a << 2, a << 3, a << 4
    if joker:
        return (a & b & (c & d | c & e | d & e) | c & d & e & (a | b)) & _TOPS
    return a & b & c & d & e & _TOPS


@rule("11.3(b)2", "11.3(b)3", "11.3(b)7", "11.3(d)")
def straight_value(kind: int, tops: int, wheel: int) -> int:
    """The value of the best of these straights, or straight flushes."""
    if tops & _ACE_HIGH:
        return value_of(ROYAL_FLUSH if kind == STRAIGHT_FLUSH else kind, ACE, KING)
    if wheel and tops & _WHEEL:
        return value_of(kind, ACE, 0)
    return value_of(kind, best(tops, 1) >> 1, 0)


@rule("11.3(b)6", "11.3(c)", "11.3(e)")
def suited_value(suited: int, joker: int, wheel: int) -> int:
    """The value of the cards of one suit, with the joker as the best missing card of it; 0: no flush."""
    if count(suited) + joker < 5:
        return 0
    tops = straight_tops(suited, joker)
    if tops:
        return straight_value(STRAIGHT_FLUSH, tops, wheel)
    return value_of(FLUSH, best(suited | joker * best(RANKS ^ suited, 1), 5), 0)


@rule("11.3(a)", "11.3(b)", "11.3(c)", "11.3(e)", "11.3(b)1", "11.3(b)4", "11.3(b)5", "11.3(b)8", "11.3(b)9")
def high_value(hand: int, joker: int, wheel: int) -> int:
    """The value of a high hand, or the best five of up to seven cards."""
    once, twice, thrice, all_four = held(hand)
    if joker:  # an ace, if it completes nothing
        if all_four & ACE:
            return value_of(FIVE_ACES, ACE, 0)
        all_four |= thrice & ACE
        thrice |= twice & ACE
        twice |= once & ACE
    value = rank_value(once | joker * ACE, twice, thrice, all_four)
    tops = straight_tops(once, joker)
    if tops:
        value = max(value, straight_value(STRAIGHT, tops, wheel))
    for suit in range(4):
        value = max(value, suited_value(hand >> 13 * suit & RANKS, joker, wheel))
    return value


@rule("11.3(a)")
def rank_of(card: int) -> int:
    """The rank of a card as a mask. The joker is an ace."""
    return ACE if card >= JOKER else 1 << (card >> 2)


@rule("11.3(a)", "11.3(b)10", "11.3(e)")
def low_value(a: int, b: int) -> int:
    """The value of a low hand: a pair, or two cards."""
    first, second = rank_of(a), rank_of(b)
    if first == second:
        return value_of(ONE_PAIR, first, 0)
    return value_of(HIGH_CARD, first | second, 0)


@rule("11.9(a)", "11.9(g)3")
def fouls(high: int, low: int) -> bool:
    """Is the high hand lower than the low hand? Kind first, then card by card from the top; equal is allowed."""
    if category(high) != category(low):
        return category(high) < category(low)
    if category(low) == ONE_PAIR:
        return leading(high) < leading(low)
    return best(leading(high), 2) < leading(low)


@rule("11.3(h)", '11.1 "Pai gow insurance wager"', "11.15(d)2", "11.22(d)2")
def no_hand(hand: int, joker: int) -> int:
    """The highest rank (ace = 12) of cards that form no pair, straight or flush, or -1: a pai gow. The joker is only an
    ace, of no suit."""
    once, twice, _, _ = held(hand)
    if twice or (joker and once & ACE):
        return -1
    for suit in range(4):
        if count(hand >> 13 * suit & RANKS) >= 5:
            return -1
    once |= joker * ACE
    if straight_tops(once, 0):
        return -1
    top = 12
    while not once >> top & 1:
        top -= 1
    return top


@rule("11.2(a)", "11.3(a)")
def with_joker(cards: Sequence[int]) -> tuple[int, int]:
    """Cards as a set, thirteen bits a suit, and whether it includes the joker."""
    hand = joker = 0
    for card in cards:
        if card >= JOKER:
            joker = 1
        else:
            hand |= 1 << 13 * (card & 3) + (card >> 2)
    return hand, joker


def describe(value: int) -> str:
    """A value as people say it.

    >>> describe(straight_value(STRAIGHT, _WHEEL, 1)), describe(value_of(FIVE_ACES, ACE, 0))
    ('straight, five high', 'five aces')
    """
    if category(value) == FIVE_ACES:
        return "five aces"
    if category(value) in (STRAIGHT, STRAIGHT_FLUSH) and leading(value) == ACE and not kickers(value):
        return PHRASES[category(value)].format(first="five")
    return say(PHRASES, value)
