"""The hands in a player's seven cards for the wagers on the cards alone: 11.3(f), (g) and (i), 11.14(d), 11.18, 11.23.

Seven cards can be set in twenty-one ways. ``made`` gives all hands they make in any of them, a bit for each of ``MADE``
and a bit for each of these with a pair next to it; a wager is then paid by the one that pays most.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.law import rule
from pitboss.ranking import three
from pitboss.ranking.high import ONE_PAIR, ROYAL_FLUSH, STRAIGHT_FLUSH, THREE_OF_A_KIND
from pitboss.ranking.pai_gow import FIVE_ACES, JOKER, high_value, low_value, with_joker
from pitboss.ranking.three import three_card_value
from pitboss.ranking.value import ACE, RANKS, category, count, leading

# ---- hands of five cards, from below, and of seven ---------------------------------------------------------

NOTHING, THREE, LINE, SUITED, FULL, FOUR, WILD_LINE, LINE_SUITED, WHEEL, WILD_ROYAL, ROYAL, ACES = range(12)
WILD_ROYAL_AQ, ROYAL_AQ, WHEEL_AQ, ROYAL_KQ, ROYAL_AK, WILD_SEVEN, SEVEN = range(12, 19)
PAIRED: Final = 20
"""Added if the two other cards are a pair."""
MADE: Final = (
    "nothing",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush-with-joker",
    "straight-flush-without-joker",
    "natural-ace-to-five-straight-flush",
    "royal-flush-with-joker",
    "natural-royal-flush",
    "five-aces",
    "royal-flush-with-joker-with-ace-queen",
    "natural-royal-flush-with-ace-queen",
    "natural-ace-to-five-straight-flush-with-ace-queen",
    "royal-flush-plus-king-queen",
    "royal-flush-plus-ace-king",
    "seven-card-straight-flush-with-joker",
    "seven-card-straight-flush-no-joker",
)
_QUEEN: Final = 1 << 10
_KING: Final = 1 << 11


@rule("11.3(b)2", "11.3(g)", "11.3(i)1")
def kind_of(five: int, joker: int) -> int:
    """The hand that these five cards make; two pairs and less are nothing."""
    value = high_value(five, joker, 1)
    kind = category(value)
    if kind < THREE_OF_A_KIND:
        return NOTHING
    if kind == FIVE_ACES:
        return ACES
    if kind == ROYAL_FLUSH:
        return WILD_ROYAL if joker else ROYAL
    if kind == STRAIGHT_FLUSH:
        if joker:
            return WILD_LINE
        return WHEEL if leading(value) == ACE else LINE_SUITED
    return kind - THREE_OF_A_KIND + THREE


@rule("11.3(f)2i-ii", "11.3(i)1", "11.3(i)3")
def matched(kind: int, a: int, b: int) -> int:
    """Which hand of seven cards a hand of five makes with the two others, natural cards of one suit; none: the hand
    itself."""
    if a >= JOKER or b >= JOKER or a & 3 != b & 3:
        return kind
    two = 1 << (a >> 2) | 1 << (b >> 2)
    if kind == WHEEL and two == ACE | _QUEEN:
        return WHEEL_AQ
    if kind == ROYAL or kind == WILD_ROYAL:
        if two == ACE | _QUEEN:
            return ROYAL_AQ if kind == ROYAL else WILD_ROYAL_AQ
        if two == _KING | _QUEEN:
            return ROYAL_KQ
        if two == ACE | _KING:
            return ROYAL_AK
    return kind


@rule("11.3(f)1", "11.3(f)3", "11.3(i)2", "11.3(i)4")
def seven_in_line(hand: int, joker: int) -> bool:
    """Are all seven of one suit and in sequence, the joker anywhere in it? The ace also goes below the two."""
    for suit in range(4):
        ranks = hand >> 13 * suit & RANKS
        if count(ranks) + joker == 7:
            line = ranks << 1 | ranks >> 12
            for lowest in range(8):
                if count(line >> lowest & 0b111_1111) + joker == 7:
                    return True
    return False


@rule("11.9(j)", "11.14(d)", "11.15(d)2", "11.19(c)1", "11.22(d)2", lean=True)
def made(cards: Sequence[int]) -> int:
    """Every hand that seven cards make in any arrangement, a bit each."""
    hand, joker = with_joker(cards)
    found = 0
    if category(high_value(hand, joker, 1)) >= THREE_OF_A_KIND:
        for i in range(6):
            for j in range(i + 1, 7):
                a, b = cards[i], cards[j]
                two, apart = with_joker((a, b))
                kind = kind_of(hand ^ two, joker ^ apart)
                if kind:
                    found |= 1 << kind | 1 << matched(kind, a, b)
                    if category(low_value(a, b)) == ONE_PAIR:
                        found |= 1 << PAIRED + kind
    if seven_in_line(hand, joker):
        found |= 1 << (WILD_SEVEN if joker else SEVEN)
    return found


@rule("11.15(d)2", "11.22(d)2", '11.1 "Qualifying poker hand"')
def best_possible(found: int, by_rank: int) -> int:
    """The hands of which the one that pays most pays the bonus. Read literally, the best possible hand of three of
    a kind and a straight is the straight, which pays less."""
    return found & ~(1 << THREE) if by_rank and found & 1 << LINE else found


# ---- three cards, 11.18(b) -----------------------------------------------------------------------------------

THREE_CARDS: Final = (
    "high-card",
    "one-pair",
    "three-card-flush",
    "three-card-straight",
    "three-card-straight-flush",
    "three-of-a-kind",
    "three-card-straight-flush-no-joker",
)
_OF_THREE: Final = (0, 1, 2, 3, 5, 6)
"""The row of each category of `pitboss.ranking.three`."""


@rule('11.1 "Three-card bonus wager"', "11.3(c)", "11.17(f)", "11.18(b)")
def three_card_row(a: int, b: int, c: int) -> int:
    """The row of the first three cards, as an index into THREE_CARDS. The joker is an ace, or whatever card completes
    a straight, a flush or both."""
    if a >= JOKER:
        a, c = c, a
    if b >= JOKER:
        b, c = c, b
    if c < JOKER:
        return _OF_THREE[category(three_card_value(a, b, c))]
    best = 0
    for card in range(52):
        kind = category(three_card_value(a, b, card))
        if kind == three.STRAIGHT_FLUSH:
            best = max(best, 4)
        elif card >> 2 == 12 or kind == three.STRAIGHT or kind == three.FLUSH:
            best = max(best, _OF_THREE[kind])
    return best


# ---- red and black, 11.23(d) ---------------------------------------------------------------------------------

COLORS: Final = (0, 1, 1, 0)
"""Clubs, diamonds, hearts, spades: 1 is red. The joker is neither."""


@rule("11.23(d)", '11.1 "Red/black wager"', lean=True)
def of_color(cards: Sequence[int], red: int) -> int:
    """How many of the cards have the chosen color."""
    found = 0
    for card in cards:
        if card < JOKER and COLORS[card & 3] == red:
            found += 1
    return found
