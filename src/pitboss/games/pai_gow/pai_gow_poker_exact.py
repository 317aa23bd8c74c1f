"""The pai gow poker wager exactly, both sides set in the house way: all 8 * 10^15 deals of two hands.

Pairs of hands without a common card are counted by inclusion and exclusion: for every set of up to seven cards, all
ordered pairs of hands that both contain it, added if the set is even and subtracted if it is odd. The hands around
a set are sorted by their high hands and swept, with a count of the low hands met so far, of which there are 91. Sets,
and the hands around one, that differ only in the names of suits are taken once. It takes minutes, once for a house
way: `python -m pitboss.games.pai_gow.pai_gow_poker_exact`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from math import comb
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.book import game, rule
from pitboss.compiler import figure, kept, kernel
from pitboss.games.pai_gow.pai_gow_poker import PaiGowPoker, queens_dragon
from pitboss.games.pai_gow.pai_gow_poker_ways import Way, house_way
from pitboss.games.pai_gow.up_to_suits import Pack, alike_suits, sets_of
from pitboss.ranking.pai_gow import JOKER, high_value, rank_of, with_joker

Ints = NDArray[np.int64]
Cards: TypeAlias = Any
LOWS: Final = 91
MOST: Final = 8_000_000
"""More hands, up to the names of the suits, are around no set."""
WINS, WINS_DRAGON, LOSES, LOSES_DRAGON = range(4)


class Terms(NamedTuple):
    """What the loops read: the suits of each rank, how suits come to differ, the house way, and where A-2-3-4-5
    stands."""

    suits: Ints
    stand: Ints
    then: Ints
    way: Any
    wheel: int


@rule("11.3(b)10", "11.3(e)")
def low_place(a: int, b: int) -> int:
    """The place of a low hand among the 91, the lowest first."""
    first, second = max(rank_of(a), rank_of(b)), min(rank_of(a), rank_of(b))
    high = low = 0
    while first >> high + 1:
        high += 1
    while second >> low + 1:
        low += 1
    return 78 + high if high == low else high * (high - 1) // 2 + low


@rule("11.9(c)", "11.9(d)")
def key_of(cards: Cards, way: Any, wheel: int) -> int:
    """A hand as it is set: high hand above all, low hand, and whether it is a queen's dragon."""
    place = house_way(cards, way, wheel)
    i = 0
    while place >= 6 - i:
        place -= 6 - i
        i += 1
    j = i + 1 + place
    hand, joker = with_joker(cards)
    two, apart = with_joker((cards[i], cards[j]))
    high = high_value(hand ^ two, joker ^ apart, wheel)
    return high << 8 | low_place(cards[i], cards[j]) << 1 | queens_dragon(hand, joker)


@kernel
def around(hand: int, state: int, jokers: int, terms: Terms, keys: Ints) -> int:
    """The hands of seven with so many jokers that contain a set, after which these suits are alike: their keys, and in
    the last five bits for how many each stands. Returns how many there are."""
    cards: Cards = np.empty(7, np.int64)
    at = 0
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
        keys[0] = key_of(cards, terms.way, terms.wheel) << 5 | 1
        return 1
    while rank >= 0:
        chosen[rank] += 1
        held = chosen[rank]
        if held == 16:
            chosen[rank] = -1
            rank -= 1
            continue
        more = ways[rank] * terms.stand[states[rank], held]
        rest = left[rank] - (held & 1) - (held >> 1 & 1) - (held >> 2 & 1) - (held >> 3)
        if more == 0 or held & ~terms.suits[rank] or rest < 0:
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
            keys[number] = key_of(cards, terms.way, terms.wheel) << 5 | more
            number += 1
        elif rank < 12:
            states[rank + 1], left[rank + 1], ways[rank + 1] = terms.then[states[rank], held], rest, more
            rank += 1
    return number


@kernel
def pairs(keys: Ints, total: Ints) -> None:
    """All ordered pairs of these hands, sorted: in how many the first wins, and in how many it loses, against any hand
    and against a queen's dragon. A tree of sums holds the low hands met so far."""
    met, dragons = np.zeros(LOWS + 1, np.int64), np.zeros(LOWS + 1, np.int64)
    first = 0
    while first < len(keys):
        last = first
        while last < len(keys) and keys[last] >> 13 == keys[first] >> 13:
            last += 1
        for place in range(first, last):
            low, weight = keys[place] >> 6 & 127, keys[place] & 31
            while low > 0:
                total[WINS] += weight * met[low]
                total[WINS_DRAGON] += weight * dragons[low]
                low &= low - 1
        for place in range(first, last):
            low, weight, dragon = (keys[place] >> 6 & 127) + 1, keys[place] & 31, keys[place] >> 5 & 1
            while low <= LOWS:
                met[low] += weight
                dragons[low] += dragon * weight
                low += low & -low
        for place in range(first, last):
            low, weight, dragon = (keys[place] >> 6 & 127) + 1, keys[place] & 31, keys[place] >> 5 & 1
            while low > 0:
                total[LOSES] += weight * met[low]
                total[LOSES_DRAGON] += dragon * weight * met[low]
                low &= low - 1
        first = last


@kernel
def swept(some: Ints, jokers: int, spare: int, terms: Terms, keys: Ints, total: Ints) -> None:
    """The pairs around each of these sets of so many jokers, times the sets for which it stands; ``spare``: the jokers
    that are not in it."""
    here = np.zeros(4, np.int64)
    for row in range(len(some)):
        number = 0
        for more in range(spare + 1):
            number += around(some[row, 0], some[row, 1], jokers + more, terms, keys[number:])
        keys[:number].sort()
        here[:] = 0
        pairs(keys[:number], here)
        total += some[row, 2] * here


def counted(way: Sequence[Sequence[int]], wheel: int, pack: Pack, size: int) -> Ints:
    """What sets of so many cards contribute: pairs that win, win against a dragon, lose and lose to a dragon."""
    suits, (stand, then) = np.array(pack.suits, np.int64), alike_suits()
    terms = Terms(suits, stand, then, np.array(way, np.int64), wheel)
    total = np.zeros(4, np.int64)
    for jokers in range(min(pack.jokers, size) + 1):
        some = sets_of(pack, size - jokers)

        def sweep(part: Ints, jokers: int = jokers) -> Ints:
            found, keys = (
                np.zeros(4, np.int64),
                np.empty(min(comb(pack.cards - size, 7 - size), MOST), np.int64),
            )
            swept(part, jokers, pack.jokers - jokers, terms, keys, found)
            return found

        with ThreadPoolExecutor(os.cpu_count()) as workers:
            total += sum(workers.map(sweep, np.array_split(some, min(len(some), 64))), np.zeros(4, np.int64))
    return total if size % 2 == 0 else -total


class Deals(NamedTuple):
    """Of all deals of two hands: how many win, and lose, and how many of these against a queen's dragon."""

    wins: int
    wins_dragon: int
    loses: int
    loses_dragon: int


def deals(way: Way, wheel: int, progress: Callable[[], object] | None = None) -> Deals | None:
    """All deals under a house way; without somebody who waits, only what has been worked out before."""
    work = [_sized(way, wheel, size) for size in range(7, -1, -1)]
    if progress is None and not all(figure(NAME, each, alone=True).is_file() for each in work):
        return None
    total = np.zeros(4, np.int64)
    for each in work:
        if progress:
            progress()
        total += kept(NAME, each, alone=True)
    return Deals(*map(int, total))


NAME: Final = "pai-gow-poker-exact"


def _sized(way: Way, wheel: int, size: int) -> Callable[[], Ints]:
    return lambda: counted(way, wheel, Pack(), size)


def main(names: Sequence[str]) -> None:
    """Work out these house ways, or all of them, with A-2-3-4-5 high and lowest."""
    from rich.console import Console
    from rich.progress import track

    screen, pai_gow = Console(), game("pai-gow-poker")
    assert isinstance(pai_gow, PaiGowPoker)
    every = [way.id for way in pai_gow.data.house_ways]
    for name, wheel in product(names or every, (1, 0)):
        told = f"{name}, A-2-3-4-5 {'high' if wheel else 'lowest'}"
        steps = iter(track(range(8), told, console=screen))
        screen.print(told, deals(pai_gow.rules(house_way=name).way, wheel, steps.__next__))


if __name__ == "__main__":
    main(sys.argv[1:])
