"""The Asia poker wager exactly: the settings of a hand, and how many others a setting beats, for `every_deal`. Two of
three means high and medium hand, high and low, and medium and low, less twice those in all three."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any, Final, NamedTuple

import numpy as np

from pitboss.arrays import Ints
from pitboss.book import Rules, rule
from pitboss.games.pai_gow.asia_poker_mathematics import (
    HIGHS,
    AsiaTerms,
    by_rank,
    score_of,
    set_by_house,
    suited,
    terms_of,
    values_of,
    wild_of,
)
from pitboss.games.pai_gow.classes import WILD
from pitboss.games.pai_gow.every_deal import Counting

MEDIUMS: Final = 91
LOWS: Final = 13


class Places(NamedTuple):
    """The rules, and the index of each value among medium and among low hands."""

    terms: AsiaTerms
    medium: Ints
    low: Ints


@rule("31.12(d)", lean=True)
def key_of(values: int, terms: Places) -> int:
    """A setting by its values: the high hand, then the medium and the low hand."""
    medium, low = terms.medium[values >> 12 & 0xFFF], terms.low[values & 0xFFF]
    return int(values >> 24 << 11 | medium * (LOWS + 1) + low)


@rule("31.12(c)", "31.12(d)")
def lawful(cards: Any, terms: Places, keys: Ints) -> int:
    """The settings of a hand, the house way's first."""
    (ranks, suits), known = by_rank(cards, 0), terms.terms
    wild = wild_of(ranks)
    keys[0], ways = key_of(set_by_house(cards, 0, known), terms), 1
    for way in range(3 * HIGHS):
        score = score_of(ranks, way, suited(known.masks[way // 3], suits, wild), known)
        if score >= 0:
            keys[ways] = key_of(values_of(score, known), terms)
            ways += 1
    return ways


@rule(lean=True)
def beaten(key: int, other: int) -> bool:
    mine, theirs, parts = key & 2047, other & 2047, LOWS + 1
    return key <= other | 2047 and mine // parts <= theirs // parts and mine % parts <= theirs % parts


@rule("31.12(f)", "31.12(g)1", "31.12(h)")
def answer(table: Any) -> None:
    """How many hands are lower in two of the three parts."""
    rows, parts = len(table), LOWS + 1
    for row in range(1, rows):
        for cell in range(parts, len(table[row])):
            if cell % parts:
                table[row, cell] += table[row, cell - 1]
        for cell in range(parts, len(table[row])):
            table[row, cell] += table[row, cell - parts]
        for cell in range(len(table[row])):
            table[row, cell] += table[row - 1, cell]
    every = table[rows - 1].copy()
    lows = np.empty(parts, table.dtype)
    for row in range(rows):
        lows[:] = table[row, MEDIUMS * parts :]
        for medium in range(MEDIUMS + 1):
            first = medium * parts
            two = table[row, first + LOWS]
            for low in range(parts):
                cell = first + low
                table[row, cell] = two + lows[low] + every[cell] - 2 * table[row, cell]


@rule("31.12(i)", lean=True)
def worth(found: int, terms: Places) -> int:  # noqa: ARG001
    return found


def counting(rules: Rules) -> Counting:
    terms = terms_of(rules)
    ranks = range(WILD)  # a joker is an ace
    mediums = sorted({int(terms.medium[a, b]) for a, b in combinations_with_replacement(ranks, 2)})
    places = Places(terms, np.zeros(len(terms.known), np.int64), np.zeros(len(terms.known), np.int64))
    places.medium[mediums] = range(MEDIUMS)
    places.low[sorted({int(terms.low[rank]) for rank in ranks})] = range(LOWS)
    return Counting(
        name="asia-poker-exact",
        lawful=lawful,
        beaten=beaten,
        answer=answer,
        worth=worth,
        bits=11,
        cells=(MEDIUMS + 1) * (LOWS + 1),
        step=LOWS + 2,
        kind=np.uint32,
        terms=places,
    )
