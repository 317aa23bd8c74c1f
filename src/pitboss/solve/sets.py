"""Sets of cards and their numbers.

The cards of a pack have places, from 0 on. A set of them, lowest place first, has the number that its places'
binomials add up to: the sets of one size are then numbered without a gap, in the order of their highest places, then
of the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from math import comb
from typing import Final

import numpy as np

from pitboss.arrays import Bytes, Floats, Ints
from pitboss.compiler import kernel, lean_kernel, specialized
from pitboss.law import Rule, rule

LARGEST: Final = 54
CHOOSE = np.array([[comb(place, size) for place in range(LARGEST + 1)] for size in range(8)])
"""``CHOOSE[k, p]``: the sets of k places below p."""


@lean_kernel
def step(at: Ints) -> None:
    """The places of the next set."""
    last = 0
    while last + 1 < len(at) and at[last] + 1 == at[last + 1]:
        at[last] = last
        last += 1
    if len(at):
        at[last] += 1


def number_of(places: Iterable[int]) -> int:
    """The number of a set, from its places in any order.

    >>> [number_of(each) for each in ((0, 1), (2, 0), (1, 2), (0, 3))]
    [0, 1, 2, 3]
    """
    return sum(comb(place, size) for size, place in enumerate(sorted(places), 1))


@lean_kernel
def less_one(at: Ints, out: Ints) -> None:
    """For each place of a set, the number of the set without it."""
    above = 0
    for last in range(len(at) - 1, -1, -1):
        out[last] = above
        above += CHOOSE[last, at[last]]
    below = 0
    for last in range(len(at)):
        out[last] += below
        below += CHOOSE[last + 1, at[last]]


@kernel
def _every_set(size: int, out: Ints) -> None:
    at = np.arange(size)
    for n in range(len(out)):
        out[n] = at
        step(at)


def every_set(size: int, pack: int) -> Ints:
    """Every set of so many cards of the pack, by its number: a row of places in rising order."""
    out = np.empty((comb(pack, size), size), np.int64)
    _every_set(size, out)
    return out


# ---- one card more, one card less ------------------------------------------------------------------------


@kernel
def _dropped(values: Ints, size: int, out: Ints) -> None:
    at, without = np.arange(size), np.empty(size, np.int64)
    for n in range(len(values)):
        less_one(at, without)
        for less in without:
            for column in range(values.shape[1]):
                out[less, column] += values[n, column]
        step(at)


@kernel
def _raised(values: Ints, size: int, out: Ints) -> None:
    at, without = np.arange(size), np.empty(size, np.int64)
    for n in range(len(out)):
        less_one(at, without)
        for less in without:
            for column in range(values.shape[1]):
                out[n, column] += values[less, column]
        step(at)


def dropped(values: Ints, size: int, to: int, pack: int) -> Ints:
    """What is known of each set of ``size`` cards (a row), summed over all that a set of ``to`` cards may grow into,
    card by card."""
    for each in range(size, to, -1):
        out = np.zeros((comb(pack, each - 1), values.shape[1]), np.int64)
        _dropped(values, each, out)
        values = out
    return values


def raised(values: Ints, size: int, to: int, pack: int) -> Ints:
    """What comes to each set of ``to`` cards from the sets of ``size`` cards (a row) that grow into it, card by
    card."""
    for each in range(size + 1, to + 1):
        out = np.zeros((comb(pack, each), values.shape[1]), np.int64)
        _raised(values, each, out)
        values = out
    return values


# ---- what sets of cards make -----------------------------------------------------------------------------

Hand = Rule[[Sequence[int]], int]
"""What cards make: a value, or a row of a pay table."""


@rule()
def hand(cards: Ints) -> int:
    """Stands for a game's own."""
    return int(cards[0])


@kernel
def _each(known: Ints, pack: Ints, size: int, made: Bytes | Ints) -> None:
    """What each set of ``size`` cards of the pack makes, the known cards beside them."""
    cards, at = np.empty(len(known) + size, np.int64), np.arange(size)
    cards[: len(known)] = known
    for n in range(len(made)):
        for place in range(size):
            cards[len(known) + place] = pack[at[place]]
        made[n] = hand(cards)
        step(at)


@cache
def by_each(of: Hand) -> Callable[..., None]:
    """That by a game's own rule."""
    return specialized(_each, hand=of)


@kernel
def _count_rows(rows: Bytes, size: int, counts: Bytes) -> None:
    """For each set of one card less, how many sets that contain it take each row."""
    at, without = np.arange(size), np.empty(size, np.int64)
    for n in range(len(rows)):
        less_one(at, without)
        for less in without:
            counts[less, rows[n]] += 1
        step(at)


def count_rows(of: Hand, rows: int, known: Ints, pack: Ints, to: int, size: int) -> Bytes | Ints:
    """For each set of ``to`` cards of the pack, what it may grow into, card by card: how many ways lead to each row of
    ``known`` and ``size`` cards."""
    made = np.empty(comb(len(pack), size), np.uint8)
    by_each(of)(known, pack, size, made)
    if size == to:
        return np.eye(rows, dtype=np.uint8)[made]
    counts = np.zeros((comb(len(pack), size - 1), rows), np.uint8)
    _count_rows(made, size, counts)
    return counts if to == size - 1 else dropped(counts.astype(np.int64), size - 1, to, len(pack))


# ---- samples ---------------------------------------------------------------------------------------------


def estimated(found: Floats, beside: Sequence[tuple[Floats, float]]) -> tuple[float, float]:
    """The mean of a sample and its standard error, from the same sample of other figures whose means are known."""
    rest, mean = found, 0.0
    if beside:
        columns = np.stack([figures - known for figures, known in beside], axis=1)
        weights = np.linalg.lstsq(columns - columns.mean(axis=0), found - found.mean(), rcond=None)[0]
        rest = found - columns @ weights
    mean = float(rest.mean())
    return mean, float(rest.std(ddof=1 + len(beside)) / len(rest) ** 0.5)
