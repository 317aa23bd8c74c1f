"""The ordinary order of high hands: the best five of five, six or seven cards, 14.3(a), (b) and (d).

A hand is a set of cards in one integer, thirteen bits a suit (``hand_of``). Its value is an integer too: the
higher wins, equal values tie. Inside, a value is ``category | leading ranks | kickers``, and ranks are bit
masks, so that integers compare exactly as 14.3(d) compares cards: highest first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.law import rule

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

SUIT: Final = 0b1_1111_1111_1111
"""The thirteen ranks of one suit, two lowest."""
ACE: Final = 1 << 12

NAMES: Final = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip


@rule("14.3(b)")
def value_of(category: int, leading: int, kickers: int) -> int:
    """The value of a hand: its category, the ranks that decide first, then the others."""
    return category << 26 | leading << 13 | kickers


@rule("14.3(b)")
def least(category: int, rank: int) -> int:
    """The bound that hands of a category reach with this rank (two = 0) leading: "a pair of tens or better"."""
    return category << 26 | 1 << 13 + rank


@rule("14.3(b)")
def category(value: int) -> int:
    """Which of the permissible hands a value is."""
    return value >> 26


@rule("14.3(b)")
def leading(value: int) -> int:
    """The ranks that decide first, as a mask: the pair of one pair, the threes of a full house, the top of a
    straight, all five of a flush or of no hand at all."""
    return value >> 13 & SUIT


@rule("14.3(b)")
def kickers(value: int) -> int:
    """The ranks that decide next, as a mask: the cards beside a pair, the pair of a full house."""
    return value & SUIT


@rule("14.3(a)")
def count(ranks: int) -> int:
    """How many ranks are in the mask."""
    ranks -= ranks >> 1 & 0x1555
    ranks = (ranks & 0x1333) + (ranks >> 2 & 0x1333)
    ranks = (ranks & 0x0F0F) + (ranks >> 4 & 0x0F0F)
    return (ranks + (ranks >> 8)) & 0xF


@rule("14.3(a)")
def best(ranks: int, wanted: int) -> int:
    """The highest ``wanted`` ranks of the mask."""
    for _ in range(count(ranks) - wanted):
        ranks &= ranks - 1
    return ranks


@rule("14.3(a)", "14.3(b)6")
def straight(ranks: int) -> int:
    """The top rank of the best five in sequence, as a mask, or 0; the ace is also below the two."""
    line = ranks << 1 | ranks >> 12
    return best(line & line << 1 & line << 2 & line << 3 & line << 4, 1) >> 1


@rule("14.3(b)")
def flush_value(suited: int) -> int:
    """The value of five or more cards of one suit."""
    top = straight(suited)
    if top == ACE:
        return value_of(ROYAL_FLUSH, top, 0)
    if top:
        return value_of(STRAIGHT_FLUSH, top, 0)
    return value_of(FLUSH, best(suited, 5), 0)


@rule("14.3(b)", "14.3(d)")
def rank_value(once: int, twice: int, thrice: int, all_four: int) -> int:
    """The value of cards without a flush, by the ranks they hold at least once, twice, thrice, four times."""
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


@rule("14.3(b)", "14.3(d)")
def high_value(hand: int) -> int:
    """The value of the best five cards in a hand of five to seven.

    Seven cards with a flush hold neither a full house nor four of a kind, so the flush may be looked for first.
    """
    c, d, h, s = hand & SUIT, hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39
    for suited in (c, d, h, s):
        if count(suited) >= 5:
            return flush_value(suited)
    return rank_value(
        c | d | h | s,
        c & d | h & s | (c | d) & (h | s),
        c & d & (h | s) | h & s & (c | d),
        c & d & h & s,
    )


@rule("14.3(a)")
def hand_of(cards: Sequence[int]) -> int:
    """The cards as a set: bit 13 × suit + rank of one integer."""
    hand = 0
    for card in cards:
        hand |= 1 << 13 * (card & 3) + (card >> 2)
    return hand


@rule("14.3(b)", "14.3(d)")
def best_five(cards: Sequence[int]) -> int:
    """The value of the best five of five to seven cards.

    >>> from pitboss.equipment.cards import cards
    >>> describe(best_five(cards("As Ad 9c 9h Kd 3c 2s")))
    'two pairs, aces and nines, king kicker'
    """
    return high_value(hand_of(cards))


def describe(value: int) -> str:
    """A value in words."""
    first, rest = ranks_of(leading(value)), ranks_of(kickers(value))
    top = NAMES[first[0]]
    match category(value):
        case 9:
            return "royal flush"
        case 8:
            return f"straight flush, {top} high"
        case 7:
            return f"four of a kind, {plural(first[0])}, {NAMES[rest[0]]} kicker"
        case 6:
            return f"full house, {plural(first[0])} over {plural(rest[0])}"
        case 5:
            return f"flush, {words(first)}"
        case 4:
            return f"straight, {top} high"
        case 3:
            return f"three of a kind, {plural(first[0])}, {words(rest)} kickers"
        case 2:
            return f"two pairs, {plural(first[0])} and {plural(first[1])}, {NAMES[rest[0]]} kicker"
        case 1:
            return f"pair of {plural(first[0])}, {words(rest)} kickers"
    return f"{top} high, {words(first[1:])}"
