"""All 8 * 10^15 deals of two hands of seven counted exactly: the other side set by the house way, the player's hand set
by it too, and set for the best result.

Deals are pairs of hands without a common card, counted by inclusion and exclusion: for every set of up to seven cards,
each hand that contains it against all that do, added if the set is even and subtracted if it is odd. All these are
arranged by value in a table, so that any setting finds at once how many of them it beats. That is summed for every
setting of a hand except those that another beats in each part; the best is known at the end. Sets, and the hands around
one, that differ only in the names of suits are counted once.

It takes minutes and up to two gigabytes of memory, once for each house way: `pitboss odds GAME --exact`. The sums are
saved after each part, so that an interrupted count resumes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache
from itertools import groupby, product
from math import comb
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Int32s, Ints
from pitboss.compiler import figure, kernel, put_down, specialized
from pitboss.games.pai_gow.up_to_suits import Pack, alike_suits, sets, sets_of
from pitboss.law import Rule, rule
from pitboss.ranking.pai_gow import JOKER
from pitboss.ranking.value import RANKS

HANDS: Final = comb(53, 7)
DEALS: Final = HANDS * comb(46, 7)
SHARES: Final = (1, 1, 1, 3, 4, 3, 1, 1)
"""The number of parts in which the sets of each size are taken."""
WORKERS: Final = 4
"""The most workers, each of which has its own sums."""
MOST: Final = 8_000_000
"""No set has more hands around it, up to the names of the suits."""
WAYS: Final = 106
"""No hand has more settings: 105, and the house's."""
PLACES: Final = 1 << 13
"""Nor are there more high hands."""
PUSHES: Final = 1 << 30
"""In a key: all wagers push against the hand."""


class Counting(NamedTuple):
    """A game's part in counting its deals."""

    name: str
    lawful: Rule[[Any, Any, Ints], int]
    """The lawful settings of a hand, the house way's first: keys of the high hand's index and, in ``bits`` lower
    bits, the other hands'. Returns their number."""
    beaten: Rule[[int, int], bool]
    """Is one key no higher than another in any hand?"""
    answer: Rule[[Any], None]
    """Turns the hands in a table, by the high hands present and the others, into the result of a setting against all of
    them."""
    worth: Rule[[int, Any], int]
    """The value of these results for the player."""
    bits: int
    cells: int
    step: int
    """From the cell of a setting to the cell of one that is higher in all but the high hand."""
    kind: type
    terms: Any
    bank: int = 0
    """1: the player is the bank, which wins copies."""


# ---- hands up to the names of the suits, numbered ----------------------------------------------------------------


class Numbers(NamedTuple):
    """The numbering of hands: a suit's ranks by count and index among those; by how many cards the suits have,
    three bits each and the fewest first, the number of the first such hand; and for each suit how many suits like it,
    itself the last, and by how much one place more raises the number."""

    suit: Ints
    first: Ints
    run: Ints
    times: Ints


@cache
def numbers() -> tuple[Numbers, int]:
    """And the number of hands."""
    suit, seen = np.zeros(1 << 13, np.int64), [0] * 14
    for ranks in range(1 << 13):
        size = ranks.bit_count()
        suit[ranks] = size << 11 | seen[size]
        seen[size] += 1
    first, run, times = (
        np.zeros(1 << 12, np.int64),
        np.zeros((1 << 12, 4), np.int64),
        np.zeros((1 << 12, 4), np.int64),
    )
    total = 0
    for sizes in product(range(8), repeat=4):
        if sum(sizes) not in (6, 7) or list(sizes) != sorted(sizes):
            continue
        at = sum(size << 3 * place for place, size in enumerate(sizes))
        first[at], ways, place = total, 1, 0
        for size, alike in groupby(sizes):
            suits = len(list(alike))
            for nth in range(suits):
                run[at, place + nth], times[at, place + nth] = nth + 1, ways
            ways *= comb(seen[size] + suits - 1, suits)
            place += suits
        total += ways
    return Numbers(suit, first, run, times), total


@rule(lean=True)
def number_of(hand: int, known: Numbers) -> int:
    """The number of a hand, thirteen bits a suit; of six cards and the joker, without it."""
    a, b = known.suit[hand & RANKS], known.suit[hand >> 13 & RANKS]
    c, d = known.suit[hand >> 26 & RANKS], known.suit[hand >> 39]
    if a > b:
        a, b = b, a
    if c > d:
        c, d = d, c
    if a > c:
        a, c = c, a
    if b > d:
        b, d = d, b
    if b > c:
        b, c = c, b
    sizes = a >> 11 | b >> 11 << 3 | c >> 11 << 6 | d >> 11 << 9
    number = known.first[sizes]
    for place, suit in enumerate((a, b, c, d)):
        ways = suit & 2047
        if known.run[sizes, place] == 2:
            ways = ways * (ways + 1) // 2
        elif known.run[sizes, place] == 3:
            ways = ways * (ways + 1) * (ways + 2) // 6
        number += known.times[sizes, place] * ways
    return int(number)


# ---- their settings ------------------------------------------------------------------------------------------------


class Settings(NamedTuple):
    """The keys of all hands, one hand's after the other's; by a hand's number, where its own begin and (seven bits) how
    many there are."""

    keys: Int32s
    where: Ints


@rule()
def lawful(cards: Any, terms: Any, keys: Ints) -> int:  # noqa: ARG001
    """A game has its own version of this and of the next three."""
    return 0


@rule()
def beaten(key: int, other: int) -> bool:  # noqa: ARG001
    return False


@rule()
def answer(table: Any) -> None:
    pass


@rule()
def worth(found: int, terms: Any) -> int:  # noqa: ARG001
    return 0


@kernel
def listed(some: Ints, known: Numbers, terms: Any, keys: Int32s, of: Ints) -> int:
    """The settings of these hands that no other setting of the hand beats, the house way first; for each hand its
    number and how many there are. Returns the total."""
    cards, mine, size = np.empty(7, np.int64), np.empty(WAYS, np.int64), 0
    cards[6] = JOKER  # of six cards and the joker
    for row in range(len(some)):
        hand, at = some[row, 0], 0
        for card in range(52):
            if hand >> 13 * (card & 3) + (card >> 2) & 1:
                cards[at] = card
                at += 1
        ways, first = lawful(cards, terms, mine), size
        keys[size] = mine[0]
        size += 1
        for way in range(1, ways):
            best = True
            for other in range(ways):
                same = mine[way] == mine[other] & ~PUSHES
                if other < way if same else beaten(mine[way], mine[other] & ~PUSHES):
                    best = False
                    break
            if best:
                keys[size] = mine[way]
                size += 1
        of[row, 0], of[row, 1] = number_of(hand, known), size - first
    return size


def settings_of(counting: Counting, pack: Pack) -> Settings:
    known, hands = numbers()
    work = specialized(listed, lawful=counting.lawful, beaten=counting.beaten)

    def part(some: Ints) -> tuple[Int32s, Ints]:
        keys, of = np.empty(WAYS * len(some), np.int32), np.empty((len(some), 2), np.int64)
        return keys[: work(some, known, counting.terms, keys, of)].copy(), of

    every = (sets_of(pack, 7 - joker) for joker in range(pack.jokers + 1))
    parts = [some for each in every for some in np.array_split(each, 1 + len(each) // 100_000)]
    with ThreadPoolExecutor(_workers()) as workers:
        keys, of = zip(*workers.map(part, parts), strict=True)
    number, size = np.concatenate(of).T
    where = np.zeros(hands, np.int64)
    where[number] = size.cumsum() - size << 7 | size
    return Settings(np.concatenate(keys), where)


# ---- every set of cards, and the hands around it -------------------------------------------------------------------


class Deck(NamedTuple):
    """The suits of each rank, and how suits come to differ."""

    suits: Ints
    stand: Ints
    then: Ints


class Layout(NamedTuple):
    """The layout of keys, and the owner of each."""

    bits: int
    step: int
    bank: int


class Room(NamedTuple):
    """Where a worker arranges the hands around a set, and their values."""

    hands: Ints
    table: Any


@rule(lean=True)
def row_of(high: int, there: Ints, before: Ints) -> int:
    """How many of the high hands present are lower."""
    return int(before[high >> 5]) + ones(int(there[high >> 5]) & (1 << (high & 31)) - 1)


@rule(lean=True)
def ones(word: int) -> int:
    """How many of 32 bits are set."""
    word -= word >> 1 & 0x5555_5555
    word = (word & 0x3333_3333) + (word >> 2 & 0x3333_3333)
    return (word + (word >> 4) & 0x0F0F_0F0F) * 0x0101_0101 >> 24 & 0x3F


@kernel
def swept(
    some: Ints,
    sizes: tuple[int, int],
    deck: Deck,
    known: Numbers,
    settings: Settings,
    layout: Layout,
    room: Room,
    found: Any,
) -> None:
    """Around each of these sets, for all hands and each of their settings: its result against the others, times the
    number of sets it represents. Hands are completed by this many cards at most and at least: the difference is
    jokers."""
    hands, table = room
    left = np.empty(13, np.int64)
    there, before = np.empty(PLACES // 32, np.int64), np.empty(PLACES // 32 + 1, np.int64)
    low, bank = (1 << layout.bits) - 1, layout.bank
    for row in range(len(some)):
        held, state, stands = some[row]
        for rank in range(13):
            left[rank] = deck.suits[rank]
            for suit in range(4):
                left[rank] &= ~((held >> 13 * suit + rank & 1) << suit)
        number = 0
        for size in range(sizes[0], sizes[1] - 1, -1):
            number += sets(left, state, size, deck.stand, deck.then, hands[number:])
        there[:] = 0
        for n in range(number):
            where = settings.where[number_of(held | hands[n, 0], known)]
            key = int(settings.keys[where >> 7])
            hands[n, 0], hands[n, 1] = where, key
            if bank or key < PUSHES:
                high = (key & ~PUSHES) >> layout.bits
                there[high >> 5] |= 1 << (high & 31)
        before[0] = 0
        for place in range(PLACES // 32):
            before[place + 1] = before[place] + ones(int(there[place]))
        rows = before[PLACES // 32] + 1
        table[:rows] = 0
        for n in range(number):
            key = int(hands[n, 1])
            if bank or key < PUSHES:
                key &= ~PUSHES
                high = row_of(key >> layout.bits, there, before)
                table[high + 1, (key & low) + layout.step] += hands[n, 2]
        answer(table[:rows])
        for n in range(number):
            if bank and hands[n, 1] >= PUSHES:
                continue
            first, ways = hands[n, 0] >> 7, hands[n, 0] & 127
            times = stands * hands[n, 2]
            for place in range(first, first + ways):
                key = int(settings.keys[place]) & ~PUSHES
                high = row_of((key >> layout.bits) + bank, there, before)
                found[place] += times * table[high, (key & low) + bank * layout.step]


@kernel
def summed(found: Any, where: Ints, terms: Any, total: Ints) -> None:
    """Over all hands, set by the house way and for the best result: the lower and the upper half of the sums."""
    for number in range(len(where)):
        first, ways = where[number] >> 7, where[number] & 127
        if ways == 0:
            continue
        best = first
        for place in range(first + 1, first + ways):
            if worth(int(np.int64(found[place])), terms) > worth(int(np.int64(found[best])), terms):
                best = place
        for half, place in enumerate((first, best)):
            total[2 * half] += np.int64(found[place]) & 0xFFFF_FFFF
            total[2 * half + 1] += np.int64(found[place]) >> 32


def sweep(
    counting: Counting,
    pack: Pack,
    settings: Settings,
    found: NDArray[Any],
    size: int,
    share: int = 0,
    shares: int = 1,
) -> None:
    """A share of the sets of this many cards. Each worker has its own row for the results of settings."""
    work = specialized(swept, answer=counting.answer)
    deck, (known, _) = Deck(np.array(pack.suits, np.int64), *alike_suits()), numbers()
    layout = Layout(counting.bits, counting.step, counting.bank)
    most = min(comb(pack.cards - size, 7 - size), MOST)
    for jokers in range(min(pack.jokers, size) + 1):
        mine = _sets(pack, size - jokers)[share::shares] * (1, 1, (-1) ** size)
        parts = iter(np.array_split(mine, min(len(mine), 64) or 1))
        sizes = 7 - size, max(0, 7 - size - pack.jokers + jokers)

        def part(mine: NDArray[Any], parts: Iterator[Ints] = parts, sizes: tuple[int, int] = sizes) -> None:
            hands = np.empty((most, 3), np.int64)
            room = Room(hands, np.empty((PLACES + 1, counting.cells), counting.kind))
            for some in parts:
                work(some, sizes, deck, known, settings, layout, room, mine)

        with ThreadPoolExecutor(len(found)) as workers:
            try:
                list(workers.map(part, found))
            finally:
                list(parts)  # interrupted: no worker begins another part


_sets = lru_cache(2)(sets_of)


def _workers() -> int:
    return min(WORKERS, os.cpu_count() or 1)


# ---- all of them, in parts -----------------------------------------------------------------------------------------


class Counted(NamedTuple):
    """The number of deals in which hands win and lose, set by the house way and for the best result. Where nothing
    pushes, a game counts only wins."""

    wins: int
    loses: int
    best_wins: int
    best_loses: int


def counted(
    counting: Counting,
    pack: Pack,
    progress: Callable[[int, int], None] | None = None,
    so_far: Path | None = None,
) -> Ints:
    """The result of all deals of a pack. The sums so far are saved, and resumed if present."""
    parts = [(size, share, shares) for size, shares in enumerate(SHARES) for share in range(shares)]
    progress = progress or (lambda *_: None)
    progress(0, len(parts))
    settings, done = settings_of(counting, pack), 0
    found: NDArray[Any] = np.zeros((_workers(), len(settings.keys)), counting.kind)
    if so_far and so_far.is_file():
        before = np.load(so_far)
        found[0], done = before[:-1], int(before[-1])
    for part in parts[done:]:
        progress(done, len(parts))
        sweep(counting, pack, settings, found, *part)
        done += 1
        if so_far:
            put_down(so_far, np.append(found.sum(axis=0, dtype=found.dtype), counting.kind(done)))
    progress(done, len(parts))
    total, work = np.zeros(len(Counted._fields), np.int64), specialized(summed, worth=counting.worth)
    work(found.sum(axis=0, dtype=found.dtype), settings.where, counting.terms, total)
    return total


def deals(counting: Counting) -> Counted | None:
    """The result of all deals, if it has been counted before."""
    place = _place(counting)
    return Counted(*np.load(place).tolist()) if place.is_file() else None


def count_deals(counting: Counting, progress: Callable[[int, int], None] | None = None) -> None:
    """Count them, in minutes, unless that has been done before."""
    if (place := _place(counting)).is_file():
        return
    so_far = place.with_suffix(".so-far.npy")
    put_down(place, counted(counting, Pack(), progress, so_far))
    so_far.unlink(missing_ok=True)


def _place(counting: Counting) -> Path:
    return figure(counting.name, lambda: counted(counting, Pack()), alone=True)
