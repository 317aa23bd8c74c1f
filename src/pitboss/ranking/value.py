"""What all orders of high hands share: ranks as bit masks, and a single comparable value.

A mask has one bit a rank, two lowest. A value is ``category | leading ranks | kickers``, the ranks as masks,
so that integers compare exactly as the regulation compares cards: kind of hand first, then the highest card
that the other hand lacks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from pitboss.law import rule

RANKS: Final = 0b1_1111_1111_1111
"""All thirteen ranks."""
ACE: Final = 1 << 12

NAMES: Final = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip


@rule("14.3(b)", "14.3(d)")
def value_of(category: int, leading: int, kickers: int) -> int:
    """The value of a hand: its category, the ranks that decide first, then the others."""
    return category << 26 | leading << 13 | kickers


@rule("14.3(b)")
def least(category: int, rank: int) -> int:
    """The minimum value of a hand of this category with this leading rank (two = 0) or better: "pair of tens or
    better"."""
    return category << 26 | 1 << 13 + rank


@rule("14.3(b)")
def category(value: int) -> int:
    """Which of the permissible hands it is."""
    return value >> 26


@rule("14.3(b)")
def leading(value: int) -> int:
    """The ranks that decide first: the pair of one pair, the threes of a full house, the top of a straight,
    every card of a flush or of none of the permissible hands."""
    return value >> 13 & RANKS


@rule("14.3(d)")
def kickers(value: int) -> int:
    """The ranks that decide next: the cards next to a pair, the pair of a full house."""
    return value & RANKS


@rule("14.3(a)")
def count(ranks: int) -> int:
    """The number of ranks."""
    ranks -= ranks >> 1 & 0x5555
    ranks = (ranks & 0x3333) + (ranks >> 2 & 0x3333)
    ranks = (ranks & 0x0F0F) + (ranks >> 4 & 0x0F0F)
    return (ranks + (ranks >> 8)) & 0xF


@rule("14.3(a)")
def best(ranks: int, wanted: int) -> int:
    """The highest ``wanted`` of the ranks."""
    spare = ranks
    for _ in range(wanted):
        spare &= spare - 1
    while spare:  # for each surplus rank, the lowest is removed
        spare &= spare - 1
        ranks &= ranks - 1
    return ranks


@lru_cache(8192)
def say(phrases: tuple[str, ...], value: int) -> str:
    """A value in words, by the phrase for its category.

    >>> say(("{first} high", "pair of {firsts}"), value_of(1, ACE, 0b111))
    'pair of aces'
    """
    masks = leading(value), kickers(value)
    first, *rest = (rank for mask in masks for rank in range(12, -1, -1) if mask >> rank & 1)
    second = rest[0] if rest else first
    return phrases[category(value)].format(first=NAMES[first], firsts=plural(first), seconds=plural(second))


def spelled(ranks: int) -> str:
    """Every rank, from above.

    >>> spelled(0b100_0001_0100)
    'queen-six-four'
    """
    return "-".join(NAMES[rank] for rank in range(12, -1, -1) if ranks >> rank & 1)


def named(value: int, describe: Callable[[int], str]) -> str:
    """A hand as its ranking describes it, or by its ranks where nothing else distinguishes it."""
    return describe(value) if category(value) else spelled(leading(value))


def plural(rank: int) -> str:
    """Several cards of a rank: aces, sixes."""
    return NAMES[rank] + ("es" if NAMES[rank] == "six" else "s")
