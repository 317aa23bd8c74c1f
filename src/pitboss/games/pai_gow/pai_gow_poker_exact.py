"""The pai gow poker wager exactly: the settings of a hand, and a setting's result against all others, for
`every_deal`."""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any, Final, NamedTuple

import numpy as np

from pitboss.arrays import Ints
from pitboss.book import Rules, rule
from pitboss.games.pai_gow.every_deal import PUSHES, Counting
from pitboss.games.pai_gow.pai_gow_poker import queens_dragon, wheel
from pitboss.games.pai_gow.pai_gow_poker_ways import house_way, low_of, values_of
from pitboss.ranking.pai_gow import JOKER, fouls, high_value, rank_of, with_joker

LOWS: Final = 91


class Setting(NamedTuple):
    """The house way, the rank of A-2-3-4-5, whether a queen's dragon pushes, the percent of vigorish, and the values
    of all high hands from the lowest."""

    way: Any
    wheel: int
    ez: int
    vigorish: int
    highs: Ints


@rule("11.3(b)10", "11.3(e)")
def low_place(a: int, b: int) -> int:
    """The index of a low hand among the 91, the lowest first."""
    first, second = max(rank_of(a), rank_of(b)), min(rank_of(a), rank_of(b))
    high = low = 0
    while first >> high + 1:
        high += 1
    while second >> low + 1:
        low += 1
    return 78 + high if high == low else high * (high - 1) // 2 + low


@rule("11.9(a)")
def key_of(cards: Any, place: int, terms: Setting) -> int:
    """A setting: the index of the high hand and, in the lower bits, that of the low hand; -1: it fouls."""
    high, low = values_of(cards, place, terms.wheel)
    i, j = low_of(place)
    return (
        -1
        if fouls(high, low)
        else int(np.searchsorted(terms.highs, high)) << 7 | low_place(cards[i], cards[j])
    )


@rule("11.9(a)", "11.9(c)", "11.9(d)", "11.9(h)3")
def lawful(cards: Any, terms: Setting, keys: Ints) -> int:
    """The settings of a hand, the house way's first."""
    hand, joker = with_joker(cards)
    keys[0], ways = key_of(cards, house_way(cards, terms.way, terms.wheel), terms), 1
    if terms.ez and queens_dragon(hand, joker):
        keys[0] |= PUSHES
    for place in range(21):
        keys[ways] = key_of(cards, place, terms)
        ways += keys[ways] >= 0
    return ways


@rule(lean=True)
def beaten(key: int, other: int) -> bool:
    return key >> 7 <= other >> 7 and key & 127 <= other & 127


@rule("11.9(g)1", "11.9(g)2", "11.9(i)")
def answer(table: Any) -> None:
    """How many hands are lower in both parts, and how many in neither: the lower and the upper half of an answer."""
    rows = len(table)
    for row in range(1, rows):
        here = 0
        for low in range(1, LOWS + 1):
            here += table[row, low]
            table[row, low] = table[row - 1, low] + here
    last = table[rows - 1].copy()
    for row in range(rows):
        not_lower = last[LOWS] - table[row, LOWS]
        for low in range(LOWS + 1):
            both = table[row, low]
            table[row, low] = not_lower - last[low] + both << 32 | both


@rule("11.9(j)", lean=True)
def worth(found: int, terms: Setting) -> int:
    """The result of wins, after vigorish, less losses."""
    return (found & 0xFFFF_FFFF) * (100 - terms.vigorish) - 100 * (found >> 32)


def counting(rules: Rules, vigorish: int, bank: int = 0) -> Counting:
    at = wheel(rules)
    return Counting(
        name="pai-gow-poker-exact",
        lawful=lawful,
        beaten=beaten,
        answer=answer,
        worth=worth,
        bits=7,
        cells=LOWS + 1,
        step=1,
        kind=np.int64,
        terms=Setting(np.array(rules.way, np.int64), at, int(rules.on("ez")), vigorish, highs(at)),
        bank=bank,
    )


@cache
def highs(wheel: int) -> Ints:
    """The values of all hands of five: with as many suits as possible, or one; and five aces, which include the
    joker."""
    ranks = combinations_with_replacement(range(13), 5)
    mixed = [[4 * rank + place % 4 for place, rank in enumerate(each)] for each in ranks if each[0] < each[4]]
    suited = [[4 * rank for rank in each] for each in combinations(range(13), 5)]
    fives = (*mixed, *suited, [48, 49, 50, 51, JOKER])
    return np.array(sorted({high_value(*with_joker(each), wheel) for each in fives}), np.int64)
