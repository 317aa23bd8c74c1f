"""Sets of cards and their numbers.

The cards of a pack have places, from 0 on. A set of them, lowest place first, has the number that its places'
binomials add up to: the sets of one size are then numbered without a gap, in the order of their highest places, then
of the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from math import comb
from typing import Final, NamedTuple

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
    """Every set of this many cards of the pack, by its number: a row of places in rising order."""
    out = np.empty((comb(pack, size), size), np.int64)
    _every_set(size, out)
    return out


def numbers_of(sets: Ints) -> Ints:
    """The numbers of sets: of rows of places in rising order."""
    found: Ints = CHOOSE[np.arange(1, sets.shape[1] + 1), sets].sum(axis=1)
    return found


@lean_kernel
def number_of_two(a: int, b: int) -> int:
    """The number of two places, in either order."""
    top, low = max(a, b), min(a, b)
    return top * (top - 1) // 2 + low


@lean_kernel
def number_of_three(a: int, b: int, c: int) -> int:
    """The number of three places, in any order."""
    top, low = max(a, b, c), min(a, b, c)
    return top * (top - 1) * (top - 2) // 6 + number_of_two(a + b + c - top - low, low)


@lean_kernel
def number_of_four(a: int, b: int, c: int, d: int) -> int:
    """The number of four places, in any order."""
    top, low = max(a, b, c, d), min(a, b, c, d)
    one, other = min(max(a, b), max(c, d)), max(min(a, b), min(c, d))
    return top * (top - 1) * (top - 2) * (top - 3) // 24 + number_of_three(one, other, low)


# ---- up to the names of the suits ------------------------------------------------------------------------


@kernel
def _distinct(cards: Ints, size: int, before: Ints, places: Bytes, times: Ints) -> int:
    at, masks, run, members = (
        np.arange(size),
        np.zeros(4, np.int64),
        np.ones(4, np.int64),
        np.ones(4, np.int64),
    )
    for suit in range(4):
        if before[suit] >= 0:
            members[suit] = members[before[suit]] + 1
    found = 0
    for _ in range(CHOOSE[size, len(cards)]):
        masks[:] = 0
        for place in at:
            if cards[place] < 52:
                masks[cards[place] & 3] |= 1 << (cards[place] >> 2)
        first, ways = True, 1
        for suit in range(4):
            other = before[suit]
            if other >= 0:
                first &= masks[other] >= masks[suit]
                run[suit] = run[other] + 1 if masks[other] == masks[suit] else 1
                ways = ways * members[suit] // run[suit]
        if first:
            for n in range(size):
                places[found, n] = at[n]
            times[found] = ways
            found += 1
        step(at)
    return found


class Distinct(NamedTuple):
    """Sets of cards that differ in more than the names of the suits, by their numbers."""

    places: Ints
    """In the pack: one set of each kind, in rising order."""
    times: Ints
    """How many it stands for."""


@cache
def distinct(size: int, pack: tuple[int, ...]) -> Distinct:
    """Of sets of this size that differ only by a change of suits, the one whose suits are in falling order, by their
    ranks as masks. Suits of which the pack has the same ranks are alike."""
    cards, every = np.array(pack, np.int64), comb(len(pack), size)
    ranks = ranks_by_suit(pack)
    before = [max((n for n in range(suit) if ranks[n] == ranks[suit]), default=-1) for suit in range(4)]
    places, times = np.empty((every, size), np.uint8), np.empty(every, np.int64)
    found = _distinct(cards, size, np.array(before), places, times)
    assert times[:found].sum() == every, "every set is counted"
    return Distinct(places[:found].astype(np.int64), times[:found].copy())


def ranks_by_suit(pack: Iterable[int]) -> list[frozenset[int]]:
    """The ranks of each suit in a pack."""
    return [frozenset(card >> 2 for card in pack if card < 52 and card & 3 == suit) for suit in range(4)]


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
    """The values of each set of ``size`` cards (a row), summed over all sets of ``to`` cards that contain it, card by
    card."""
    for each in range(size, to, -1):
        out = np.zeros((comb(pack, each - 1), values.shape[1]), np.int64)
        _dropped(values, each, out)
        values = out
    return values


def raised(values: Ints, size: int, to: int, pack: int) -> Ints:
    """For each set of ``to`` cards, the sum over the sets of ``size`` cards (a row) that it contains, card by card."""
    for each in range(size + 1, to + 1):
        out = np.zeros((comb(pack, each), values.shape[1]), np.int64)
        _raised(values, each, out)
        values = out
    return values


# ---- what sets of cards make -----------------------------------------------------------------------------

Hand = Rule[[Sequence[int]], int]
"""The result of a set of cards: a value, or a row of a pay table."""


@rule()
def hand(cards: Ints) -> int:
    """Stands for a game's own function."""
    return int(cards[0])


@kernel
def _each(known: Ints, pack: Ints, size: int, made: Bytes | Ints) -> None:
    """The result of each set of ``size`` cards of the pack together with the known cards."""
    cards, at = np.empty(len(known) + size, np.int64), np.arange(size)
    cards[: len(known)] = known
    for n in range(len(made)):
        for place in range(size):
            cards[len(known) + place] = pack[at[place]]
        made[n] = hand(cards)
        step(at)


@cache
def by_each(of: Hand) -> Callable[..., None]:
    """The same by a game's own rule."""
    return specialized(_each, hand=of)


@kernel
def _count_rows(rows: Bytes, size: int, counts: Bytes) -> None:
    """For each set with one card less, how many sets that contain it fall into each row."""
    at, without = np.arange(size), np.empty(size, np.int64)
    for n in range(len(rows)):
        less_one(at, without)
        for less in without:
            counts[less, rows[n]] += 1
        step(at)


def count_rows(of: Hand, rows: int, known: Ints, pack: Ints, to: int, size: int) -> Bytes | Ints:
    """For each set of ``to`` cards of the pack, how many ways of adding cards up to ``size`` lead to each row, with the
    ``known`` cards."""
    made = np.empty(comb(len(pack), size), np.uint8)
    by_each(of)(known, pack, size, made)
    if size == to:
        return np.eye(rows, dtype=np.uint8)[made]
    counts = np.zeros((comb(len(pack), size - 1), rows), np.uint8)
    _count_rows(made, size, counts)
    return counts if to == size - 1 else dropped(counts.astype(np.int64), size - 1, to, len(pack))


def rows_made(of: Hand, rows: int, size: int, pack: Sequence[int] = range(52)) -> Ints:
    """How many sets of ``size`` cards of the pack fall into each row."""
    made = np.empty(comb(len(pack), size), np.uint8)
    by_each(of)(np.empty(0, np.int64), np.array(pack, np.int64), size, made)
    return np.bincount(made, minlength=rows)


# ---- samples ---------------------------------------------------------------------------------------------


def estimated(found: Floats, beside: Sequence[tuple[Floats, float]]) -> tuple[float, float]:
    """The mean of a sample and its standard error, improved by other figures of the same sample whose means are
    known."""
    rest, mean = found, 0.0
    if beside:
        columns = np.stack([figures - known for figures, known in beside], axis=1)
        weights = np.linalg.lstsq(columns - columns.mean(axis=0), found - found.mean(), rcond=None)[0]
        rest = found - columns @ weights
    mean = float(rest.mean())
    return mean, float(rest.std(ddof=1 + len(beside)) / len(rest) ** 0.5)
