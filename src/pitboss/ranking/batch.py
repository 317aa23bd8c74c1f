"""High hands by the hundred million: the order of ``high.py``, looked up instead of worked out.

A hand's strength is its place among the 7,462 values that five cards can have, 1 lowest: strengths compare as
values do, index a histogram, and ``tables().ladder`` has the value of each. Every card has a key, and keys add
up, so an inner loop carries two running sums for its hand and looks up only at the end:

    key += tables.keys[card]          which ranks are held how often, and how many cards of each suit
    hand += tables.bits[card]         the cards as ``high.hand_of`` has them, read for a flush alone
    strength = strength_of(key, hand, tables)
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.law import Refused, kernel
from pitboss.ranking.high import flush_value, rank_value
from pitboss.ranking.value import RANKS, count

# A key, from below: four bits to count each suit, then a number that is different for every five to seven
# ranks. How often each rank is held would do, as digits in base five; times the golden ratio, modulo 2**48, its
# top bits alone are different, and so spread out that the table needs little room.
SCRAMBLE: Final = 0x9E3779B97F4B
ROW: Final = 13  # the top bits choose a row of the table,
PLACE: Final = 17  # the next bits a place, which the row's own number turns into one that no other row takes
SIZE: Final = 1 << PLACE


class Tables(NamedTuple):
    """What ``strength_of`` looks up; kernels take it as an argument. The largest, 256 KB, stays in cache."""

    keys: NDArray[np.int64]
    """By card: its key."""
    bits: NDArray[np.int64]
    """By card: its bit in a hand."""
    turns: NDArray[np.uint16]
    """By row: the number that turns its places."""
    strengths: NDArray[np.uint16]
    """By place: the strength without a flush."""
    flushes: NDArray[np.uint16]
    """By the ranks of a suit that holds five or more: the strength of that flush."""
    ladder: NDArray[np.uint32]
    """By strength: the value, as ``high.high_value`` has it."""


@kernel
def strength_of(key: int, hand: int, tables: Tables) -> int:
    """The strength of the best five of five to seven cards, by the sums of their keys and of their bits."""
    if flushed(key):
        return flush_strength(key, hand, tables)
    turn = tables.turns[key >> 64 - ROW & (1 << ROW) - 1]
    return int(tables.strengths[key >> 64 - ROW - PLACE & SIZE - 1 ^ turn])


@kernel
def flushed(key: int) -> int:
    """The suits that hold five cards or more, each as the top bit of its four: three more makes eight."""
    return key + 0x3333 & 0x8888


@kernel
def flush_strength(key: int, hand: int, tables: Tables) -> int:
    suit = 0
    while not flushed(key) >> 4 * suit & 8:
        suit += 1
    return int(tables.flushes[hand >> 13 * suit & RANKS])


def strengths(hands: NDArray[np.integer]) -> NDArray[np.uint16]:
    """The strength of each row of five to seven cards.

    >>> strengths(np.array([[51, 47, 43, 39, 35], [0, 5, 8, 12, 20]]))
    array([7462,    1], dtype=uint16)
    """
    if hands.ndim != 2 or not 5 <= hands.shape[1] <= 7:
        raise Refused(f"hands are rows of five to seven cards, not an array of shape {hands.shape}")
    if hands.size and not 0 <= hands.min() <= hands.max() < 52:
        raise Refused("hands hold the 52 cards of a deck, numbered from 0 to 51")
    found = np.empty(len(hands), np.uint16)
    _strengths(np.ascontiguousarray(hands, np.uint8), tables(), found)
    return found


def values(hands: NDArray[np.integer]) -> NDArray[np.uint32]:
    """The value of each row of five to seven cards, equal to that of ``high.best_five``."""
    return tables().ladder.take(strengths(hands))


@kernel
def _strengths(hands: NDArray[np.uint8], tables: Tables, found: NDArray[np.uint16]) -> None:
    keys, size = tables.keys, hands.shape[1]
    for n in range(
        len(hands)
    ):  # hands[n, 0], not a view of the row, whose reference count takes half the time
        key = (
            keys[hands[n, 0]] + keys[hands[n, 1]] + keys[hands[n, 2]] + keys[hands[n, 3]] + keys[hands[n, 4]]
        )
        if size > 5:
            key += keys[hands[n, 5]]
        if size > 6:
            key += keys[hands[n, 6]]
        hand = 0
        if flushed(key):
            for card in range(size):
                hand += tables.bits[hands[n, card]]
        found[n] = strength_of(key, hand, tables)


@cache
def tables() -> Tables:
    """The tables, built on first use in about a tenth of a second."""
    rank_keys = [(SCRAMBLE * 5**rank << 16) % 2**64 for rank in range(13)]
    sums, held = _rank_sums(rank_keys)
    rank_values = _rank_values(held)
    flush_values = _flush_values()
    ladder = np.unique(np.concatenate((flush_values, rank_values)))

    row = (sums >> np.uint64(64 - ROW)).astype(np.int64)
    place = (sums >> np.uint64(64 - ROW - PLACE)).astype(np.int64) & SIZE - 1
    order = np.lexsort((row, -np.bincount(row)[row]))  # full rows first, while there is room
    turns = _turns(row[order], place[order])
    table = np.zeros(SIZE, np.uint16)
    table[place ^ turns[row]] = np.searchsorted(ladder, rank_values)
    card = np.arange(52)
    return Tables(
        keys=np.array(rank_keys, np.uint64).view(np.int64)[card >> 2] + (1 << 4 * (card & 3)),
        bits=1 << 13 * (card & 3) + (card >> 2),
        turns=turns,
        strengths=table,
        flushes=np.searchsorted(ladder, flush_values).astype(np.uint16),
        ladder=ladder,
    )


def _rank_sums(rank_keys: list[int]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """For any five, six or seven ranks: the sum of their keys, and which are held at least once … four times."""
    sums, size, held = np.zeros(1, np.uint64), np.zeros(1, np.int64), np.zeros((1, 4), np.int64)
    for rank, key in enumerate(rank_keys):
        again = [size + times <= 7 for times in range(5)]
        sums = np.concatenate([sums[few] + np.uint64(times * key % 2**64) for times, few in enumerate(again)])
        held = np.concatenate([held[few] | (np.arange(4) < times) << rank for times, few in enumerate(again)])
        size = np.concatenate([size[few] + times for times, few in enumerate(again)])
    return sums[size >= 5], held[size >= 5]


@kernel
def _rank_values(held: NDArray[np.int64]) -> NDArray[np.uint32]:
    found = np.empty(len(held), np.uint32)
    for n in range(len(held)):
        found[n] = rank_value(held[n, 0], held[n, 1], held[n, 2], held[n, 3])
    return found


@kernel
def _flush_values() -> NDArray[np.uint32]:
    found = np.zeros(RANKS + 1, np.uint32)
    for suited in range(RANKS + 1):
        if count(suited) >= 5:
            found[suited] = flush_value(suited)
    return found


@kernel
def _turns(row: NDArray[np.int64], place: NDArray[np.int64]) -> NDArray[np.uint16]:
    """For each row the first number that turns (exclusive or) its places into places not yet taken."""
    turns = np.zeros(1 << ROW, np.uint16)
    taken = np.zeros(SIZE, np.bool_)
    start = 0
    while start < len(row):
        end = start
        while end < len(row) and row[end] == row[start]:
            end += 1
        turn = 0
        while taken[place[start:end] ^ turn].any():
            turn += 1
        taken[place[start:end] ^ turn] = True
        turns[row[start]] = turn
        start = end
    return turns
