"""High hands by the hundred million: the order of ``high.py``, looked up instead of computed.

A hand's strength is its index among the 7,462 values that five cards can have, from 1 for the lowest. Strengths compare
as values do and index a histogram; ``tables().ladder`` has the value of each. Every card has a key, and keys add up: an
inner loop carries two running sums for its hand and looks up only at the end.

key += keys[card] # which ranks are held how often, and how many cards of each suit hand += bits[card] # the cards as
high.hand_of has them, for a flush strength = strength_of(key, hand, table)
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiler import kernel
from pitboss.law import Refused
from pitboss.ranking.high import flush_value, rank_value
from pitboss.ranking.value import RANKS, count

# A key, from the lowest bits: four bits to count each suit, then a number with a different sum for any five to seven
# ranks. Five to the power of the rank would do. Multiplied by the golden ratio, modulo 2**48, the sums already differ
# in their top bits: the first of them choose a row, the next a place, and the row's own shift (exclusive or) leads
# from there to a place in the table that no other row uses.
GOLDEN: Final = 0x9E3779B97F4B
ROW: Final = 13
PLACE: Final = 17
PLACES: Final = 1 << PLACE
ROWS: Final = 1 << ROW
# The offsets in the table of the shifts of the rows and the strengths of flushes.
TURNS: Final = PLACES
FLUSHES: Final = PLACES + ROWS


class Tables(NamedTuple):
    """The arguments of kernels, passed separately: Numba counts references to the parts of a tuple."""

    keys: NDArray[np.int64]
    """The key of each card."""
    bits: NDArray[np.int64]
    """The bit of each card in a hand."""
    table: NDArray[np.uint16]
    """The lookup table of ``strength_of``: 288 KB, so that it fits into the processor's second-level cache."""
    ladder: NDArray[np.uint32]
    """The value of each strength, as in ``high.best_five``."""


@kernel
def strength_of(key: int, hand: int, table: NDArray[np.uint16]) -> int:
    """The strength of five to seven cards, by the sum of their keys and the sum of their bits."""
    flushes = key + 0x3333 & 0x8888  # from five cards of a suit on, three more reach the top bit of its four
    if flushes:
        suit = 0
        while not flushes >> 4 * suit & 8:
            suit += 1
        return int(table[FLUSHES + (hand >> 13 * suit & RANKS)])
    turn = table[TURNS + (key >> 64 - ROW & ROWS - 1)]
    return int(table[key >> 64 - ROW - PLACE & PLACES - 1 ^ turn])


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
    _strengths(np.ascontiguousarray(hands, np.uint8), tables().keys, tables().bits, tables().table, found)
    return found


def values(hands: NDArray[np.integer]) -> NDArray[np.uint32]:
    """The value of each row of five to seven cards, equal to that of ``high.best_five``."""
    return tables().ladder.take(strengths(hands))


@kernel
def _strengths(
    hands: NDArray[np.uint8],
    keys: NDArray[np.int64],
    bits: NDArray[np.int64],
    table: NDArray[np.uint16],
    found: NDArray[np.uint16],
) -> None:
    size = hands.shape[1]
    for n in range(len(hands)):  # written out, 50 percent faster than a loop over the cards
        a, b, c, d, e = hands[n, 0], hands[n, 1], hands[n, 2], hands[n, 3], hands[n, 4]
        key = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
        hand = bits[a] + bits[b] + bits[c] + bits[d] + bits[e]
        if size > 5:
            key += keys[hands[n, 5]]
            hand += bits[hands[n, 5]]
        if size > 6:
            key += keys[hands[n, 6]]
            hand += bits[hands[n, 6]]
        found[n] = strength_of(key, hand, table)


@cache
def tables() -> Tables:
    """The tables, built on first use within a tenth of a second."""
    rank_keys = [(GOLDEN * 5**rank << 16) % 2**64 for rank in range(13)]
    sums, held = _rank_sums(rank_keys)
    rank_values, flush_values = _rank_values(held), _flush_values()
    ladder = np.unique(np.concatenate((flush_values, rank_values)))  # with 0, where there is no flush

    row = (sums >> np.uint64(64 - ROW)).astype(np.int64)
    place = (sums >> np.uint64(64 - ROW - PLACE)).astype(np.int64) & PLACES - 1
    order = np.lexsort((row, -np.bincount(row)[row]))  # full rows first, while there is room
    turns = _turns(row[order], place[order])
    ranks = np.zeros(PLACES, np.uint16)
    ranks[place ^ turns[row]] = np.searchsorted(ladder, rank_values)
    flushes = np.searchsorted(ladder, flush_values).astype(np.uint16)

    rank, suit = np.divmod(np.arange(52), 4)
    return Tables(
        keys=np.array(rank_keys, np.uint64).view(np.int64)[rank] + (1 << 4 * suit),
        bits=1 << 13 * suit + rank,
        table=np.concatenate((ranks, turns, flushes)),
        ladder=ladder,
    )


def _rank_sums(rank_keys: list[int]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """For any five to seven ranks: the sum of their keys, and those held once, twice, thrice, four times."""
    sums, size, held = np.zeros(1, np.uint64), np.zeros(1, np.int64), np.zeros((1, 4), np.int64)
    for rank, key in enumerate(rank_keys):
        room = [(times, size + times <= 7) for times in range(5)]
        sums = np.concatenate([sums[fits] + np.uint64(times * key % 2**64) for times, fits in room])
        held = np.concatenate([held[fits] | (np.arange(4) < times) << rank for times, fits in room])
        size = np.concatenate([size[fits] + times for times, fits in room])
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
    """For each row the first shift that leads to free places."""
    turns = np.zeros(ROWS, np.uint16)
    taken = np.zeros(PLACES, np.bool_)
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
