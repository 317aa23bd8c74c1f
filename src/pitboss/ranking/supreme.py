"""The order of supreme pai gow's hands of two cards, 34.3, and the bonus hands of four cards."""

from __future__ import annotations

from typing import Final

from pitboss.law import rule
from pitboss.ranking.value import ACE, NAMES, plural

# 34.3(a), from below
POINTS: Final = 0
FACE_CARDS: Final = 1
PAIR: Final = 2

JOKER: Final = 52
THREE: Final = 1
SIX: Final = 4
TEN: Final = 8
JACK: Final = 9
JOKERS: Final = 13
"""The rank of a pair of jokers, above the aces'."""


@rule("34.3(a)3i", "34.3(a)3ii", "34.3(a)3iii")
def points(rank: int) -> int:
    """The point value of a rank, two = 0: an ace is one, tens and face cards are nothing."""
    if rank == 12:
        return 1
    return 0 if rank >= TEN else rank + 2


@rule("34.3(a)3iv", "34.3(a)3v")
def joker_beside(rank: int) -> int:
    """The joker beside a card is a three or a six, whichever yields the greater total."""
    return THREE if (3 + points(rank)) % 10 > (6 + points(rank)) % 10 else SIX


@rule("34.3(b)")
def place(rank: int) -> int:
    """The rank of a card in equal hands: king is the highest, the ace is below the two."""
    return 0 if rank == 12 else rank + 1


# A value is the category, what decides within it, and the highest card, so that all but the last four bits are the
# rank of 34.3(a), and the last four the tie-break of 34.3(b).
@rule("34.3(a)", "34.3(a)1", "34.3(a)1i", "34.3(a)1ii", "34.3(a)2", "34.3(a)3", "34.3(b)")
def two_value(a: int, b: int) -> int:
    """The value of two cards: the higher wins; equal ones are the dealer's or the bank's.

    >>> from pitboss.equipment.cards import cards
    >>> [describe(two_value(*cards(hand))) for hand in ("Jo 6c", "Kh Qc", "Jo jo", "Td Kd")]
    ['nine, six high', 'king and queen', 'pair of jokers', 'zero, king high']
    """
    if a >= JOKER and b >= JOKER:
        return PAIR << 12 | JOKERS << 4
    first, second = a >> 2, b >> 2
    if a >= JOKER:
        first = joker_beside(second)
    elif b >= JOKER:
        second = joker_beside(first)
    elif first == second:
        return PAIR << 12 | first << 4
    high, low = max(first, second), min(first, second)
    if a < JOKER and b < JOKER and low >= JACK and high < 12:  # K-Q, K-J, Q-J
        return FACE_CARDS << 12 | high + low - 2 * JACK << 4
    total = (points(first) + points(second)) % 10
    return total << 4 | max(place(first), place(second))


@rule("34.3(d)")
def is_zero(value: int, printed: int) -> bool:
    """Does the hand have the point value zero? Points are read as those of hands that are ranked by them; as printed,
    a pair and face cards whose points add up to zero also have it."""
    kind, rank = value >> 12, value >> 4 & 0xFF
    if kind == POINTS:
        return rank == 0
    return printed != 0 and (kind == FACE_CARDS or rank == 3 or TEN <= rank <= 11)


def describe(value: int) -> str:
    """A value as people say it."""
    kind, rank = value >> 12, value >> 4 & 0xFF
    if kind == PAIR:
        return "pair of jokers" if rank == JOKERS else f"pair of {plural(rank)}"
    if kind == FACE_CARDS:
        return ("queen and jack", "king and jack", "king and queen")[rank - 1]
    high = value & 0xF
    count = ("zero", "one", *NAMES[:8])[rank]
    return f"{count}, {NAMES[high - 1] if high else 'ace'} high"


# ---- the bonus, 34.3(c) --------------------------------------------------------------------------------

BONUS_HANDS: Final = (
    "any-other-pair",
    "two-jokers",
    "straight",
    "two-pair",
    "flush",
    "three-of-a-kind",
    "straight-flush",
    "four-of-a-kind",
    "two-jokers-and-two-aces",
    "royal-flush",
    "four-aces",
)
"""From the lowest."""
ROYAL: Final = 9
BROADWAY: Final = 0b1_1110_0000_0000


@rule("34.3(c)9")
def in_line(ranks: int) -> bool:
    """Four ranks in sequence; the ace goes below the two and above the king, but not around."""
    line = ranks << 1 | ranks >> 12
    return line & line << 1 & line << 2 & line << 3 != 0


@rule(
    "34.3(c)", "34.3(c)1", "34.3(c)2", "34.3(c)3", "34.3(c)4", "34.3(c)5", "34.3(c)6", "34.3(c)7", "34.3(c)8",
    "34.3(c)9", "34.3(c)10", "34.3(c)11",
)  # fmt: skip
def bonus_kinds(a: int, b: int, c: int, d: int) -> int:
    """All bonus hands of four cards, as bits of BONUS_HANDS. A joker is a joker, or a three or a six in a
    straight or a straight flush."""
    ones = twos = threes = fours = suits = jokers = 0
    for card in (a, b, c, d):
        if card >= JOKER:
            jokers += 1
        else:
            rank = 1 << (card >> 2)
            suits |= 1 << (card & 3)
            fours |= threes & rank
            threes |= twos & rank
            twos |= ones & rank
            ones |= rank
    suited = suits & suits - 1 == 0
    found = 0
    if twos:
        found |= 1
    if jokers == 2:
        found |= 1 << 1
    if twos & twos - 1 or (twos and jokers == 2):
        found |= 1 << 3
    if suited and jokers == 0:
        found |= 1 << 4
    if threes:
        found |= 1 << 5
    if fours:
        found |= 1 << (10 if fours == ACE else 7)
    if jokers == 2 and twos == ACE:
        found |= 1 << 8
    three, six = 1 << THREE, 1 << SIX
    if twos == 0 and (
        (jokers == 0 and in_line(ones))
        or (
            jokers == 1
            and ((not ones & three and in_line(ones | three)) or (not ones & six and in_line(ones | six)))
        )
        or (jokers == 2 and not ones & (three | six) and in_line(ones | three | six))
    ):
        found |= 1 << 2
        if suited and ones == BROADWAY:
            found |= 1 << 9
        elif suited:
            found |= 1 << 6
    return found
