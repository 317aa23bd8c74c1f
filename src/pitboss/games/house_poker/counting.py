"""Counting hands, most of all the dealer's: how many of them beat, tie or lose to each hand a player may hold, exactly.

The 2,598,960 hands of five cards are taken in the order of their strength. At every strength it is known, for
each set of up to four cards, how many of the hands so far contain it; from that, by inclusion and exclusion, how
many contain the dealer's upcard and none of the player's cards. Hands that differ only in the names of the
suits are counted once: 134,459 instead of 2,598,960.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Int32s, Ints
from pitboss.compiler import kernel
from pitboss.ranking.batch import strength_of, strengths, tables

FIVE_CARDS: Final = 2_598_960  # C(52, 5)
OF_A_DEALER: Final = 1_533_939  # C(47, 5), the player's five cards gone
WITH_UPCARD: Final = 163_185  # C(46, 4), the upcard gone too


class Hands(NamedTuple):
    """Five-card hands up to the names of the suits, weakest first."""

    cards: NDArray[np.uint8]
    """Five cards a row, in rising order."""
    times: Ints
    """How many hands each stands for."""
    strengths: NDArray[np.uint16]


class Dealers(NamedTuple):
    """The dealer's hands, for each of ``Hands`` a row and for each upcard a column; a column of a card that the
    player holds is empty. What is in none of the three is higher."""

    unqualified: NDArray[np.int32]
    lower: NDArray[np.int32]
    """Qualified and lower than the player's."""
    equal: NDArray[np.int32]


# Sets of cards are numbered by the binomials of their cards in rising order.
_CARDS = np.arange(52)
_TWO = _CARDS * (_CARDS - 1) // 2
_THREE = _TWO * (_CARDS - 2) // 3
_FOUR = _THREE * (_CARDS - 3) // 4


def _containing(size: int) -> NDArray[np.int64]:
    """For each place among six, the sets of this many places that contain it."""
    return np.array([[each for each in combinations(range(6), size) if place in each] for place in range(6)])


@cache
def all_hands() -> tuple[NDArray[np.uint8], NDArray[np.uint16]]:
    """Every hand of five cards, in rising order, and its strength; weakest first."""
    hands = np.empty((FIVE_CARDS, 5), np.uint8)
    _enumerate(hands)
    found = strengths(hands)
    order = np.argsort(found, kind="stable")
    return hands[order], found[order]


@kernel
def _enumerate(hands: NDArray[np.uint8]) -> None:
    n = 0
    for e in range(52):
        for d in range(e):
            for c in range(d):
                for b in range(c):
                    for a in range(b):
                        hands[n, 0], hands[n, 1], hands[n, 2], hands[n, 3], hands[n, 4] = a, b, c, d, e
                        n += 1


@cache
def player_hands() -> Hands:
    """One hand of each kind: that whose suits, as sets of ranks, are in falling order."""
    hands, found = all_hands()
    suits = np.zeros((4, len(hands)), np.int64)
    for column in hands.T:
        for suit in range(4):
            suits[suit] |= np.where(column & 3 == suit, 1 << (column >> 2).astype(np.int64), 0)
    first = np.flatnonzero((suits[0] >= suits[1]) & (suits[1] >= suits[2]) & (suits[2] >= suits[3]))
    same = suits[:3, first] == suits[1:, first]
    alike = np.ones(len(first), np.int64)  # orders of the suits that give the same hand
    run = np.ones(len(first), np.int64)
    for each in same:
        run = np.where(each, run + 1, 1)
        alike *= run
    return Hands(hands[first], 24 // alike, found[first])


@cache
def dealers_hands(qualifies: int) -> Dealers:
    """Every player's hand against all of the dealer's, which qualify from this strength on."""
    hands, found = all_hands()
    mine = player_hands()
    dealers = Dealers(*(np.zeros((len(mine.cards), 52), np.int32) for _ in range(3)))
    kept, strengths = tables(), np.arange(found[-1] + 2)
    _sweep(
        ByStrength(hands, np.searchsorted(found, strengths)),
        ByStrength(mine.cards, np.searchsorted(mine.strengths, strengths)),
        qualifies,
        Sets(
            (_TWO, _THREE, _FOUR),
            (_containing(2), _containing(3), _containing(4)),
            (kept.keys, kept.bits, kept.table),
        ),
        dealers,
    )
    return dealers


Three = tuple[Ints, Ints, Ints]
Evaluator = tuple[Ints, Ints, NDArray[np.uint16]]


class ByStrength(NamedTuple):
    """Hands, weakest first, and where those of each strength begin."""

    cards: NDArray[np.uint8]
    starts: Ints


class Sets(NamedTuple):
    """How sets of cards are numbered, which places of six make sets with a certain one, and the evaluator."""

    binomials: Three
    places: Three
    evaluator: Evaluator


@kernel
def _sweep(all_: ByStrength, mine: ByStrength, qualifies: int, sets: Sets, dealers: Dealers) -> None:
    """Strength by strength: the player's hands of it are counted against what is below; its hands are added."""
    unqualified, lower, equal = dealers
    held = (
        np.zeros(52, np.int32),
        np.zeros(1326, np.int32),
        np.zeros(22_100, np.int32),
        np.zeros(270_725, np.int32),
    )
    for strength in range(1, len(all_.starts) - 1):
        if strength == qualifies:
            _count(mine.cards, 0, len(mine.cards), strength, held, sets, unqualified)
        first, last = mine.starts[strength], mine.starts[strength + 1]
        if strength >= qualifies:
            _count(mine.cards, first, last, strength, held, sets, lower)
        for n in range(all_.starts[strength], all_.starts[strength + 1]):
            _add(all_.cards[n], held, sets.binomials)
        if strength >= qualifies:
            _count(mine.cards, first, last, strength + 1, held, sets, equal)
            for n in range(first, last):
                for card in range(52):
                    equal[n, card] -= lower[n, card]
                    lower[n, card] -= unqualified[n, card]


@kernel
def _add(hand: NDArray[np.uint8], held: tuple[Int32s, Int32s, Int32s, Int32s], binomials: Three) -> None:
    """Enter a hand under every set of up to four of its cards."""
    one, two, three, four = held
    seconds, thirds, fourths = binomials
    for i in range(5):
        a = np.int64(hand[i])
        one[a] += 1
        for j in range(i + 1, 5):
            b = a + seconds[hand[j]]
            two[b] += 1
            for k in range(j + 1, 5):
                c = b + thirds[hand[k]]
                three[c] += 1
                for m in range(k + 1, 5):
                    four[c + fourths[hand[m]]] += 1


@kernel
def _count(
    mine: NDArray[np.uint8],
    first: int,
    last: int,
    strength: int,
    held: tuple[Int32s, Int32s, Int32s, Int32s],
    sets: Sets,
    found: Int32s,
) -> None:
    """For each of these hands of the player and each upcard: the hands so far, all below ``strength``, that
    contain the upcard and none of the player's cards."""
    one, two, three, four = held
    seconds, thirds, fourths = sets.binomials
    pairs, triples, fours = sets.places
    keys, bits, table = sets.evaluator
    cards = np.empty(6, np.int64)
    for n in range(first, last):
        key = hand = 0
        for i in range(5):
            key += keys[mine[n, i]]
            hand += bits[mine[n, i]]
        place = 0
        for i in range(5):
            cards[i + 1] = mine[n, i]
        for up in range(52):
            if place < 5 and cards[place + 1] == up:  # the player's own; from here on the upcard is above it
                cards[place] = up
                place += 1
                continue
            cards[place] = up
            total = one[up]
            for i in range(5):
                total -= two[cards[pairs[place, i, 0]] + seconds[cards[pairs[place, i, 1]]]]
            for i in range(10):
                total += three[
                    cards[triples[place, i, 0]]
                    + seconds[cards[triples[place, i, 1]]]
                    + thirds[cards[triples[place, i, 2]]]
                ]
                total -= four[
                    cards[fours[place, i, 0]]
                    + seconds[cards[fours[place, i, 1]]]
                    + thirds[cards[fours[place, i, 2]]]
                    + fourths[cards[fours[place, i, 3]]]
                ]
            for i in range(5):  # the one hand of the upcard and four of the player's
                own = mine[n, i]
                total += (
                    strength_of(key + keys[up] - keys[own], hand + bits[up] - bits[own], table) < strength
                )
            found[n, up] = total


# ---- one hand at the table -------------------------------------------------------------------------------


def against_hand(mine: list[int], up: int, unseen: Ints, qualifies: int) -> Ints:
    """How many of the dealer's hands, of the upcard and four of the cards unseen, do not qualify (their value is
    lower than this), and of the others how many are lower than the player's five cards, equal and higher."""
    kept, found = tables(), np.zeros(4, np.int64)
    least, strength = int(np.searchsorted(kept.ladder, qualifies)), int(strengths(np.array([mine]))[0])
    _count_one(up, unseen, least, strength, (kept.keys, kept.bits, kept.table), found)
    return found


@kernel
def _count_one(
    up: int, unseen: Ints, qualifies: int, strength: int, evaluator: Evaluator, found: Ints
) -> None:
    keys, bits, table = evaluator
    for i in range(len(unseen)):
        for j in range(i):
            for k in range(j):
                a, b, c = unseen[i], unseen[j], unseen[k]
                key, hand = keys[up] + keys[a] + keys[b] + keys[c], bits[up] + bits[a] + bits[b] + bits[c]
                for d in unseen[:k]:
                    theirs = strength_of(key + keys[d], hand + bits[d], table)
                    if theirs < qualifies:
                        found[0] += 1
                    elif theirs < strength:
                        found[1] += 1
                    elif theirs == strength:
                        found[2] += 1
                    else:
                        found[3] += 1
