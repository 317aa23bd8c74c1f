"""The pai gow poker wager exactly: what becomes of a hand and of all pairs of hands, for `every_deal`."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.book import Rules, rule
from pitboss.games.pai_gow.every_deal import Counting
from pitboss.games.pai_gow.pai_gow_poker import queens_dragon, wheel
from pitboss.games.pai_gow.pai_gow_poker_ways import house_way, low_of, values_of
from pitboss.ranking.pai_gow import rank_of, with_joker

Ints = NDArray[np.int64]
LOWS: Final = 91
WINS, WINS_DRAGON, LOSES, LOSES_DRAGON = range(4)


class Setting(NamedTuple):
    """The house way, and where A-2-3-4-5 stands."""

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
def key_of(cards: Any, terms: Setting) -> int:
    """A hand as it is set: high hand above all, low hand, and whether it is a queen's dragon."""
    place = house_way(cards, terms.way, terms.wheel)
    high, _ = values_of(cards, place, terms.wheel)
    i, j = low_of(place)
    hand, joker = with_joker(cards)
    return high << 8 | low_place(cards[i], cards[j]) << 1 | queens_dragon(hand, joker)


@rule("11.9(g)1", "11.9(g)2", "11.9(i)")
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


class Deals(NamedTuple):
    """Of all deals of two hands: how many win, and lose, and how many of these against a queen's dragon."""

    wins: int
    wins_dragon: int
    loses: int
    loses_dragon: int


def counting(rules: Rules) -> Counting:
    terms = Setting(np.array(rules.way, np.int64), wheel(rules))
    return Counting("pai-gow-poker-exact", key_of, pairs, len(Deals._fields), terms)
