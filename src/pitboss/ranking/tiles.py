"""The order of pai gow tiles, 10.2: twenty pairs above all, then the points of two tiles and the higher of them."""

from __future__ import annotations

from typing import Final

from pitboss.equipment.cards import NAMES, TILE
from pitboss.law import Refused, clipped, rule

SIX, THREE = (NAMES.index(name) - TILE for name in ("2-4", "1-2"))
"""The two tiles of the supreme pair, either of which may count as the other."""
RANKS: Final = (17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 6, 5, 5, 4, 4, 3, 2, 2, 1)
"""Tiles in the order of their numbers by rank, the highest 17 (10.2(g)); those of a mixed pair share one."""
SPOTS: Final = tuple(int(name[0]) + int(name[2]) for name in NAMES[TILE:])
TWELVE, TWO, HIGH_EIGHT = 0, 1, 2
NINE, EIGHT = 6, 5
"""The ranks of the mixed nines and eights."""

PAIR: Final = 320
"""Above the points of any two tiles; PAIR + 1 is the lowest gong, PAIR + 20 the supreme pair."""
MIXED: Final = (5, 0, 6, 7, 8)
"""The pairs of two unlike tiles that share a rank, by that rank from 2."""


@rule(
    *("10.2(b)", '10.1 "Gongs"', '10.1 "Wongs"', '10.1 "Matched pairs"', '10.1 "Mixed or unmatched pairs"'),
    *('10.1 "Supreme pair"',),
)
def pair_of(a: int, b: int) -> int:
    """Which of the twenty pairs two tiles are, from 20 for the supreme pair down to 1; 0 if none."""
    low, high = max(a, b), min(a, b)  # the higher tile has the lower number
    if high == SIX and low == THREE:
        return 20
    if a == b:
        return 19 - a
    if RANKS[a] == RANKS[b]:
        return MIXED[RANKS[a] - 2]
    if high <= TWO and RANKS[low] == NINE:
        return 4 - high
    if high <= TWO and (RANKS[low] == EIGHT or low == HIGH_EIGHT):
        return 2 - high
    return 0


@rule("10.2(d)1-2", "10.2(f)", "10.2(g)", '10.1 "Value"')
def points_of(spots: int, rank: int, other_spots: int, other_rank: int) -> int:
    """Two tiles that are not a pair: the last digit of their spots, then the higher tile."""
    return (spots + other_spots) % 10 * 32 + max(rank, other_rank)


@rule("10.2(e)", '10.1 "Rank or ranking"')
def tile_value(one: int, other: int) -> int:
    """The value of two tiles. The 2-4 may count as three and the 1-2 as six, with the other's rank: whichever is more.

    >>> from pitboss.equipment.cards import cards
    >>> [describe(tile_value(*cards(two))) for two in ("5-5 1-2", "1-4 2-4", "6-6 4-5", "5-6 4-5")]
    ['6, 5-5 high', '8, five high', 'wong of 6-6', '0, 5-6 high']
    """
    a, b = one - TILE, other - TILE
    pair = pair_of(a, b)
    if pair:
        return PAIR + pair
    value = points_of(SPOTS[a], RANKS[a], SPOTS[b], RANKS[b])
    if b in (SIX, THREE):
        a, b = b, a
    if a in (SIX, THREE):
        turned = THREE + SIX - a
        value = max(value, points_of(SPOTS[turned], RANKS[turned], SPOTS[b], RANKS[b]))
    return value


@rule("10.7(h)")
def is_zero(value: int) -> bool:
    """Does it have the value zero? Only tiles that are not a pair have a value."""
    return value < 32


@rule("10.2(g)")
def rank_of(tile: int) -> int:
    return RANKS[tile - TILE]


_PAIRS: Final = (
    "", "gong of 1-1", "gong of 6-6", "wong of 1-1", "wong of 6-6", "mixed fives", "mixed sevens", "mixed eights",
    "mixed nines", *(f"pair of {name}" for name in reversed(NAMES[TILE : TILE + 11])), "supreme pair",
)  # fmt: skip
_MIXED: Final = ("", "1-2", "five", "2-4", "seven", "eight", "nine")
_TILES: Final = (*_MIXED, *reversed(NAMES[TILE : TILE + 11]))


def describe(value: int) -> str:
    """A value as people say it."""
    if value > PAIR:
        return _PAIRS[value - PAIR]
    return f"{value // 32}, {_TILES[value % 32]} high"


def least(words: str) -> int:
    """The lowest value for the words of a house way: ``gong``, ``pair``, ``7``, ``9 of 1-1``."""
    kinds = {"gong": 1, "gong of 6-6": 2, "wong": 3, "pair": 5, "matched pair": 9, "supreme pair": 20}
    if words in kinds:
        return PAIR + kinds[words]
    points, of, tile = words.partition(" of ")
    if points not in tuple("0123456789") or (of and tile not in NAMES[TILE:]):
        known = f"0 to 9, as in 7 or 9 of 1-1, {', '.join(kinds)}"
        raise Refused(f"a house way has {clipped(words)}; it may have {known}", "10.7(e)")
    return int(points) * 32 + (RANKS[NAMES.index(tile) - TILE] if tile else 0)


def most(words: str) -> int:
    """The highest value of that kind: for points all with that many, for wongs and gongs the higher."""
    kinds = {"gong": 2, "gong of 6-6": 2, "wong": 4, "pair": 8, "matched pair": 19, "supreme pair": 20}
    return PAIR + kinds[words] if words in kinds else least(words.partition(" of ")[0]) + 31
