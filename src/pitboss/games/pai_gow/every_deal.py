"""All 8 * 10^15 deals of two hands of seven, both set in the house way, counted exactly.

Pairs of hands without a common card are counted by inclusion and exclusion: for every set of up to seven cards, all
ordered pairs of hands that both contain it, added if the set is even and subtracted if it is odd. Each hand becomes a
key by what is made of it, the keys around a set are sorted, and the game says what all pairs of them come to. Sets, and
the hands around one, that differ only in the names of suits are taken once. That takes minutes, once for a house way:
`pitboss odds GAME --exact`. Each part is kept as soon as it is done, so that what is broken off is gone on with.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import lru_cache
from math import comb, hypot, sqrt
from typing import Any, Final, NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pitboss.compiler import figure, kept, kernel, specialised
from pitboss.games.pai_gow.up_to_suits import Pack, alike_suits, sets_of
from pitboss.law import Rule, rule
from pitboss.odds import WagerOdds
from pitboss.ranking.pai_gow import JOKER

Ints = NDArray[np.int64]
MOST: Final = 8_000_000
"""More hands, up to the names of the suits, are around no set."""
SHARES: Final = (1, 1, 2, 8, 8, 6, 2, 1)
"""In how many parts the sets of each size are taken."""
DEALS: Final = comb(53, 7) * comb(46, 7)


class Deck(NamedTuple):
    """The suits of each rank, and how suits come to differ."""

    suits: Ints
    stand: Ints
    then: Ints


class Counting(NamedTuple):
    """What a game counts of its deals: under which name that is kept, what becomes of a hand (from its cards and the
    terms, a key that leaves five bits free), and what all ordered pairs of sorted keys come to, in so many figures."""

    name: str
    key_of: Rule[[Any, Any], int]
    pairs: Rule[[Ints, Ints], None]
    figures: int
    terms: Any


@kernel
def around(hand: int, state: int, jokers: int, deck: Deck, hands: NDArray[np.uint8], weights: Ints) -> int:
    """The hands of seven with so many jokers that contain a set, after which these suits are alike, and for how many
    each stands. Returns how many there are."""
    at = 0
    cards = np.empty(7, np.uint8)
    for card in range(52):
        if hand >> 13 * (card & 3) + (card >> 2) & 1:
            cards[at] = card
            at += 1
    for _ in range(jokers):
        cards[at] = JOKER
        at += 1
    size = 7 - at
    chosen = np.full(13, -1, np.int64)
    states, left, ways = np.zeros(14, np.int64), np.zeros(14, np.int64), np.zeros(14, np.int64)
    states[0], left[0], ways[0] = state, size, 1
    number = rank = 0
    if size == 0:
        hands[0], weights[0] = cards, 1
        return 1
    while rank >= 0:
        chosen[rank] += 1
        held = chosen[rank]
        if held == 16:
            chosen[rank] = -1
            rank -= 1
            continue
        more = ways[rank] * deck.stand[states[rank], held]
        rest = left[rank] - (held & 1) - (held >> 1 & 1) - (held >> 2 & 1) - (held >> 3)
        if more == 0 or held & ~deck.suits[rank] or rest < 0:
            continue
        place, taken = 7 - left[rank], False
        for suit in range(4):
            if held >> suit & 1:
                taken = taken or hand >> 13 * suit + rank & 1 == 1
                cards[place] = 4 * rank + suit
                place += 1
        if taken:
            continue
        if rest == 0:
            hands[number], weights[number] = cards, more
            number += 1
        elif rank < 12:
            states[rank + 1], left[rank + 1], ways[rank + 1] = deck.then[states[rank], held], rest, more
            rank += 1
    return number


@rule()
def key_of(cards: Any, terms: Any) -> int:  # noqa: ARG001
    """A game has its own."""
    return 0


@rule()
def pairs(keys: Ints, total: Ints) -> None:
    """A game has its own."""


@kernel
def swept(
    some: Ints,
    jokers: int,
    spare: int,
    deck: Deck,
    terms: Any,
    hands: NDArray[np.uint8],
    keys: Ints,
    total: Ints,
) -> None:
    """The pairs around each of these sets of so many jokers, times the sets for which it stands; ``spare``: the jokers
    that are not in it."""
    here, cards = np.zeros(len(total), np.int64), np.empty(7, np.int64)
    for row in range(len(some)):
        number = 0
        for more in range(spare + 1):
            number += around(some[row, 0], some[row, 1], jokers + more, deck, hands[number:], keys[number:])
        for n in range(number):
            cards[:] = hands[n]
            keys[n] |= key_of(cards, terms) << 5
        keys[:number].sort()
        here[:] = 0
        pairs(keys[:number], here)
        total += some[row, 2] * here


def counted(counting: Counting, pack: Pack, size: int, share: int = 0, shares: int = 1) -> Ints:
    """What a share of the sets of so many cards contributes."""
    deck = Deck(np.array(pack.suits, np.int64), *alike_suits())
    sweep = specialised(swept, key_of=counting.key_of, pairs=counting.pairs)
    most = min(comb(pack.cards - size, 7 - size), MOST)
    total = np.zeros(counting.figures, np.int64)

    def part(some: Ints) -> Ints:
        found, hands, keys = np.zeros_like(total), np.empty((most, 7), np.uint8), np.empty(most, np.int64)
        sweep(some, jokers, pack.jokers - jokers, deck, counting.terms, hands, keys, found)
        return found

    for jokers in range(min(pack.jokers, size) + 1):
        mine = _sets(pack, size - jokers)[share::shares]
        with ThreadPoolExecutor(os.cpu_count()) as workers:
            total += sum(
                workers.map(part, np.array_split(mine, min(len(mine), 16) or 1)), np.zeros_like(total)
            )
    return total if size % 2 == 0 else -total


_sets = lru_cache(2)(sets_of)


def bettered(house: WagerOdds, changes: NDArray[np.float64]) -> WagerOdds:
    """The wager where every hand is set as is best for it: by how much more often some hands then win, and lose, than
    by the house way. The average of that is far better known than how often either wins."""
    won, lost = (Fraction(float(each)).limit_denominator(10**12) for each in changes.mean(axis=0))
    shift = {1: won, 0: -won - lost, -1: lost}
    outcomes = tuple(
        each._replace(probability=each.probability + shift[(each.net > 0) - (each.net < 0)])
        for each in house.outcomes
    )
    gain = next(each.net for each in house.outcomes if each.net > 0)
    per_hand = float(gain) * changes[:, 0] - changes[:, 1]
    error = 1.96 * float(per_hand.std()) / sqrt(len(changes))
    if house.interval:
        error = hypot(error, (house.interval[1] - house.interval[0]) / 2)
    best = replace(house, outcomes=outcomes, per=BEST, method="simulated")
    edge = float(best.house_edge)
    return replace(best, interval=(edge - error, edge + error))


BEST: Final = "unit of the wager, every hand set as is best for it"


def _parts(counting: Counting) -> Iterator[Callable[[], Ints]]:
    for size, shares in enumerate(SHARES):
        for share in range(shares):
            yield lambda size=size, share=share, shares=shares: counted(  # type: ignore[misc]
                counting, Pack(), size, share, shares
            )


def deals(counting: Counting) -> list[int] | None:
    """What all deals come to, if that has been counted before."""
    parts = list(_parts(counting))
    done = all(figure(counting.name, part, alone=True).is_file() for part in parts)
    return count(counting) if done else None


def count(counting: Counting, progress: Callable[[int, int], None] | None = None) -> list[int]:
    """What all deals come to, in minutes unless it has been counted before."""
    parts, total = list(_parts(counting)), np.zeros(counting.figures, np.int64)
    for done, part in enumerate(parts):
        if progress:
            progress(done, len(parts))
        total += kept(counting.name, part, alone=True)
    if progress:
        progress(len(parts), len(parts))
    return [int(each) for each in total]
