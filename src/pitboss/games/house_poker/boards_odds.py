"""Counting in games of two cards each and a board of five: every board, every hand, every hand of the dealer.

The names of the suits do not matter, so of 2,598,960 boards 134,459 remain. On each, the 1,081 hands of the other
cards are ranked once. Sorted, they tell how many of the dealer's 990 hands are lower, equal and higher: those
that hold one of the player's own cards are taken off again, by a count for each card.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import permutations
from typing import Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from pitboss.law import kernel
from pitboss.ranking.batch import strength_of, tables
from pitboss.ranking.value import category, least

Bytes = NDArray[np.uint8]
Shorts = NDArray[np.int16]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Table = NDArray[np.uint16]
T = TypeVar("T")

HANDS: Final = 1326
"""Two cards of 52. A hand's place is a(a - 1)/2 + b, the higher card first."""
DEALER_HANDS: Final = 990
"""What the dealer may hold when board and player are known: C(45, 2)."""
BOARDS: Final = 2_598_960
STRENGTHS: Final = 7463

# ---- suits ---------------------------------------------------------------------------------------------

TURNS: Final = tuple(permutations(range(4)))
"""The ways to rename the suits: suit s becomes turn[s]."""


@cache
def hand_cards() -> Bytes:
    """The two cards of each hand, by its place."""
    return np.array([(a, b) for a in range(52) for b in range(a)], np.uint8)


@cache
def turned_hands() -> Shorts:
    """For each turn of the suits and each hand, the hand it becomes."""
    hands = hand_cards().astype(np.int64)
    turned = np.empty((len(TURNS), HANDS), np.int16)
    for n, turn in enumerate(TURNS):
        cards = hands & ~3 | np.array(turn)[hands & 3]
        high, low = cards.max(axis=1), cards.min(axis=1)
        turned[n] = high * (high - 1) // 2 + low
    return turned


@cache
def hand_classes() -> tuple[tuple[str, ...], Longs]:
    """The 169 hands that differ before the flop, as people write them (AKs), and the class of each of the 1,326."""
    ranks = "23456789TJQKA"
    names: dict[str, int] = {}
    places = np.empty(HANDS, np.int64)
    for n, (a, b) in enumerate(hand_cards()):
        suited = "" if a >> 2 == b >> 2 else "s" if a & 3 == b & 3 else "o"
        places[n] = names.setdefault(f"{ranks[a >> 2]}{ranks[b >> 2]}{suited}", len(names))
    return tuple(names), places


class Flops(NamedTuple):
    """Flops up to the names of the suits."""

    place: Shorts
    """Of each of the 22,100 flops (a > b > c, at C(a,3) + C(b,2) + c): the flop it stands for, 0 to 1,754."""
    turn: Bytes
    """The turn of the suits that makes it so."""
    fixed: tuple[tuple[int, ...], ...]
    """For each distinct flop the turns that leave it as it is."""
    first: Bytes
    """Its cards."""


@cache
def flops() -> Flops:
    places: dict[tuple[int, ...], int] = {}
    place, turn = np.empty(22_100, np.int16), np.empty(22_100, np.uint8)
    fixed: list[tuple[int, ...]] = []
    first: list[list[int]] = []
    at = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                masks = [0] * 4
                for card in (a, b, c):
                    masks[card & 3] |= 1 << (card >> 2)
                order = sorted(range(4), key=lambda suit: -masks[suit])  # the suit that comes first becomes 0
                key = tuple(masks[suit] for suit in order)
                renamed = tuple(order.index(suit) for suit in range(4))
                if key not in places:
                    places[key] = len(places)
                    kept = [n for n, each in enumerate(TURNS) if all(key[s] == key[each[s]] for s in range(4))]
                    fixed.append(tuple(kept))
                    first.append([card & ~3 | renamed[card & 3] for card in (a, b, c)])
                place[at], turn[at] = places[key], TURNS.index(renamed)
                at += 1
    return Flops(place, turn, tuple(fixed), np.array(first, np.uint8))


@cache
def distinct_boards() -> tuple[Bytes, Longs]:
    """The boards up to the names of the suits, cards from above, and how many boards each stands for."""
    boards, times = np.empty((134_459, 5), np.uint8), np.empty(134_459, np.int64)
    assert _distinct_boards(boards, times) == len(boards)
    return boards, times


@kernel
def _distinct_boards(boards: Bytes, times: Longs) -> int:
    """Of boards that differ by a turn of the suits the one whose suits come in falling order, by their ranks as
    masks. Suits with the same ranks are not told apart."""
    found = 0
    masks = np.zeros(4, np.int64)
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        masks[:] = 0
                        for card in (a, b, c, d, e):
                            masks[card & 3] |= 1 << (card >> 2)
                        if masks[0] < masks[1] or masks[1] < masks[2] or masks[2] < masks[3]:
                            continue
                        same, ways = 1, 24
                        for suit in range(1, 4):
                            same = same + 1 if masks[suit] == masks[suit - 1] else 1
                            ways //= same
                        for n, card in enumerate((a, b, c, d, e)):
                            boards[found, n] = card
                        times[found] = ways
                        found += 1
    return found


# ---- one board -----------------------------------------------------------------------------------------


class Look(NamedTuple):
    """The evaluator's tables, the way kernels take them."""

    keys: Longs
    bits: Longs
    table: Table


@cache
def look() -> Look:
    found = tables()
    return Look(found.keys, found.bits, found.table)


@cache
def categories() -> Bytes:
    """The kind of hand of each strength."""
    return np.array([category(int(value)) for value in tables().ladder], np.uint8)


def strength_at_least(kind: int, rank: int = 0) -> int:
    """The lowest strength of a kind of hand led by this rank or better."""
    return int(np.searchsorted(tables().ladder, least(kind, rank)))


@kernel
def count_showdowns(
    board: Bytes,
    qualifies: int,
    keys: Longs,
    bits: Longs,
    table: Table,
    strength: Shorts,
    lower: Shorts,
    equal: Shorts,
    short: Shorts,
    room: Ints,
) -> None:
    """For each hand of two cards that the board leaves: its strength, and of the 990 hands the dealer may then
    hold how many are lower, how many equal, and how many short of the strength with which he qualifies.
    A hand that holds a card of the board has strength 0 and no such hands.

    ``room`` is for scratch, 2 × STRENGTHS + HANDS long; it is zero before and after.
    """
    cards = np.empty(47, np.int64)
    dealt = np.zeros(52, np.bool_)
    key, hand = 0, 0
    for card in board:
        dealt[card] = True
        key += keys[card]
        hand += bits[card]
    left = 0
    for card in range(52):
        if not dealt[card]:
            cards[left] = card
            left += 1
    strength[:] = 0
    lower[:] = 0
    equal[:] = 0
    short[:] = 0

    # How many hands there are of each strength, and of those short of qualifying how many hold each card.
    weak = np.zeros(52, np.int64)
    all_weak = 0
    lowest, highest = STRENGTHS, 0
    for i in range(47):
        a = cards[i]
        key_a, hand_a = key + keys[a], hand + bits[a]
        at = a * (a - 1) // 2
        for j in range(i):
            b = cards[j]
            found = strength_of(key_a + keys[b], hand_a + bits[b], table)
            strength[at + b] = found
            room[found] += 1
            if found < qualifies:
                weak[a] += 1
                weak[b] += 1
                all_weak += 1
            lowest = min(lowest, found)
            highest = max(highest, found)

    # Sorted by strength: each strength's hands stand from its start on.
    start = STRENGTHS
    order = 2 * STRENGTHS
    place = 0
    for each in range(lowest, highest + 1):
        room[start + each] = place
        place += room[each]
    for i in range(47):
        a = cards[i]
        at = a * (a - 1) // 2
        for j in range(i):
            each = strength[at + cards[j]]
            room[order + room[start + each]] = a << 8 | cards[j]
            room[start + each] += 1

    # From below: how many hands are lower, in all and with each card.
    below = np.zeros(52, np.int64)
    level = np.zeros(52, np.int64)
    passed = 0
    for each in range(lowest, highest + 1):
        size = room[each]
        if size == 0:
            continue
        for n in range(passed, passed + size):
            pair = room[order + n]
            level[pair >> 8] += 1
            level[pair & 255] += 1
        own = 1 if each < qualifies else 0
        for n in range(passed, passed + size):
            pair = room[order + n]
            a, b = pair >> 8, pair & 255
            at = a * (a - 1) // 2 + b
            lower[at] = passed - below[a] - below[b]
            equal[at] = size - level[a] - level[b] + 1
            short[at] = all_weak - weak[a] - weak[b] + own
        for n in range(passed, passed + size):
            pair = room[order + n]
            a, b = pair >> 8, pair & 255
            below[a] += level[a]
            level[a] = 0
            below[b] += level[b]
            level[b] = 0
        passed += size
        room[each] = 0


# ---- all of them ---------------------------------------------------------------------------------------


def shared(count: int, work: Callable[[int, int], T]) -> list[T]:
    """The work from 0 to ``count`` in equal parts, a thread each: kernels run without the interpreter's lock."""
    threads = min(os.cpu_count() or 1, 8)
    ends = [count * n // threads for n in range(threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, ends[:-1], ends[1:]))
