"""The Asia poker wager exactly: what becomes of a hand and of all pairs of hands, for `every_deal`. Two of three are
those of high and medium hand, of high and low and of medium and low, less twice those of all three."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.book import Rules, rule
from pitboss.games.pai_gow.asia_poker_mathematics import WILD, Terms, set_by_house, terms_of
from pitboss.games.pai_gow.every_deal import Counting

Ints = NDArray[np.int64]
MEDIUMS: Final = 91
LOWS: Final = 13


class Places(NamedTuple):
    """The rules, and the place of each value among medium and among low hands."""

    terms: Terms
    medium: Ints
    low: Ints


@rule("31.12(c)", "31.12(d)")
def key_of(cards: Any, terms: Places) -> int:
    """A hand as it is set: high hand above all, medium hand, low hand."""
    values = set_by_house(cards, 0, terms.terms)
    return (values >> 24) << 11 | int(terms.medium[values >> 12 & 0xFFF] << 4 | terms.low[values & 0xFFF])


@rule(lean=True)
def below(met: Ints, medium: int, low: int) -> int:
    """How many hands with a lower medium and a lower low hand are in a tree of sums."""
    found = 0
    while medium > 0:
        part = low
        while part > 0:
            found += met[medium, part]
            part &= part - 1
        medium &= medium - 1
    return found


@rule("31.12(f)", "31.12(g)1", "31.12(h)")
def pairs(keys: Ints, total: Ints) -> None:
    """All ordered pairs of these hands, sorted: in how many the first has two hands higher. A tree of sums holds the
    medium and low hands of all that have a lower high hand, a table those of all."""
    met = np.zeros((MEDIUMS + 1, LOWS + 1), np.int64)
    every = np.zeros((MEDIUMS + 1, LOWS + 1), np.int64)
    for key in keys:
        every[(key >> 9 & 127) + 1, (key >> 5 & 15) + 1] += key & 31
    for medium in range(1, MEDIUMS + 1):
        row = 0
        for low in range(1, LOWS + 1):
            row += every[medium, low]
            every[medium, low] = every[medium - 1, low] + row
    first = 0
    while first < len(keys):
        last = first
        while last < len(keys) and keys[last] >> 16 == keys[first] >> 16:
            last += 1
        for place in range(first, last):
            medium, low, weight = keys[place] >> 9 & 127, keys[place] >> 5 & 15, keys[place] & 31
            two = below(met, medium, LOWS) + below(met, MEDIUMS, low) + every[medium, low]
            total[0] += weight * (two - 2 * below(met, medium, low))
        for place in range(first, last):
            medium, weight = (keys[place] >> 9 & 127) + 1, keys[place] & 31
            while medium <= MEDIUMS:
                low = (keys[place] >> 5 & 15) + 1
                while low <= LOWS:
                    met[medium, low] += weight
                    low += low & -low
                medium += medium & -medium
        first = last


def counting(rules: Rules) -> Counting:
    terms = terms_of(rules)
    ranks = range(WILD)  # a joker is an ace
    mediums = sorted({int(terms.medium[a, b]) for a, b in combinations_with_replacement(ranks, 2)})
    places = Places(terms, np.zeros(len(terms.known), np.int64), np.zeros(len(terms.known), np.int64))
    places.medium[mediums] = range(MEDIUMS)
    places.low[sorted({int(terms.low[rank]) for rank in ranks})] = range(LOWS)
    return Counting("asia-poker-exact", key_of, pairs, 1, places)
