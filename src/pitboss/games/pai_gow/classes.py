"""Every possible other hand of seven, by class, and the number of hands in a class, from the cards that are left.

How a house way sets a hand depends only on its ranks, unless it holds a flush. There are therefore 67,600 multisets of
ranks, and several hundred thousand classes with a flush: the ranks of its suit, and those of the other cards in any
suits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

import numpy as np

from pitboss.arrays import Bytes, Ints
from pitboss.compiler import kernel
from pitboss.law import rule
from pitboss.ranking.pai_gow import JOKER
from pitboss.ranking.value import count

Hands = Bytes

WILD: Final = 13
"""The joker's rank, above the ace's, so that in sorted cards it is the last."""
NONE: Final = -1
MOST: Final = 700_000
"""There are fewer classes with a flush."""


def four_at_most(ranks: Sequence[int]) -> bool:
    """Are no five of these sorted ranks the same?"""
    return all(ranks[n] < ranks[n + 4] for n in range(len(ranks) - 4))


def _multisets() -> Iterator[tuple[int, ...]]:
    for ranks in combinations_with_replacement(range(WILD + 1), 7):
        if ranks[-2] != WILD and four_at_most(ranks):
            yield ranks


@cache
def multisets() -> Ints:
    """The ranks of seven cards of the deck, sorted."""
    return np.array(list(_multisets()))


def without_flush(ranks: Ints) -> Hands:
    """A hand for each row of sorted ranks, with as many suits as possible."""
    found: Ints = np.minimum(4 * ranks + np.arange(7) % 4, JOKER)
    return found.astype(np.uint8)


@kernel
def all_flushes(least: int, found: Ints, hands: Hands) -> int:
    """Every class of hands with a flush of this many cards: the ranks of its suit as a mask, those of the others (-1:
    none), and whether it has the joker; and a hand of each class. Returns their number."""
    size = 0
    for mask in range(1 << 13):
        for wild in range(2):
            left = 7 - wild - count(mask)
            if not 0 <= left <= 7 - least:
                continue
            for a in range(13 if left > 0 else 1):
                for b in range(a, 13) if left > 1 else range(1):
                    for c in range(b, 13) if left > 2 else range(1):
                        each, hand, at = found[size], hands[size], 0
                        each[0], each[4] = mask, wild
                        each[1] = a if left > 0 else NONE
                        each[2] = b if left > 1 else NONE
                        each[3] = c if left > 2 else NONE
                        for rank in range(13):
                            if mask >> rank & 1:
                                hand[at] = 4 * rank
                                at += 1
                        for suit in range(1, left + 1):
                            hand[at] = 4 * each[suit] + suit
                            at += 1
                        if wild:
                            hand[6] = JOKER
                        size += 1
    return size


def flushes(least: int) -> tuple[Ints, Hands]:
    """Such classes, and a hand of each."""
    found, hands = np.empty((MOST, 5), np.int64), np.empty((MOST, 7), np.uint8)
    size = all_flushes(least, found, hands)
    return found[:size], hands[:size]


def set_otherwise(classes: Ints, hands: Hands, values: Callable[[Hands], Ints]) -> Ints:
    """Classes with a flush, and the values of these hands of theirs by the ranks alone and as they are, where that
    differs."""
    plain, flush = values(without_flush(np.sort(hands, axis=1).astype(np.int64) >> 2)), values(hands)
    found: Ints = np.column_stack((classes, plain, flush))
    differ: Ints = (plain != flush).reshape(len(found), -1).any(axis=1).nonzero()[0]
    return found[differ]


# ---- numbers of hands ------------------------------------------------------------------------------------


class Left(NamedTuple):
    """The rest of a deck: how many cards of each rank, and the ranks of each suit as a mask."""

    ranks: Ints
    suits: Ints


def left_of(cards: Iterable[int]) -> Left:
    left = Left(np.zeros(WILD + 1, np.int64), np.zeros(4, np.int64))
    for card in cards:
        left.ranks[min(card >> 2, WILD)] += 1
        if card < JOKER:
            left.suits[card & 3] |= 1 << (card >> 2)
    return left


@rule(lean=True)
def chosen_from(ranks: Ints, left: Ints) -> int:
    """The number of ways to draw these sorted ranks, given how many cards of each are left; -1 is no rank."""
    found = run = 1
    for n in range(len(ranks)):
        if ranks[n] != NONE:
            run = run + 1 if n and ranks[n] == ranks[n - 1] else 1
            found = found * (left[ranks[n]] - run + 1) // run
    return found


@kernel
def _hands(ranks: Ints, flushes: Ints, left: Left, plain: Ints, flush: Ints) -> None:
    for n in range(len(ranks)):
        plain[n] = chosen_from(ranks[n], left.ranks)
    beside = np.empty(WILD + 1, np.int64)
    for suit in range(4):
        for rank in range(WILD + 1):
            beside[rank] = left.ranks[rank] - (left.suits[suit] >> rank & 1)
        for n in range(len(flushes)):
            each = flushes[n]
            if each[0] & ~left.suits[suit] or each[4] > left.ranks[WILD]:
                continue
            flush[n] += chosen_from(each[1:4], beside)
            if each[4] and count(each[0]) == 3:  # three of another suit are a second flush
                three = 1 << each[1] | 1 << each[2] | 1 << each[3]
                for other in range(4):
                    flush[n] -= other != suit and count(three) == 3 and three & ~left.suits[other] == 0


def hands_of(ranks: Ints, flushes: Ints, left: Left) -> tuple[Ints, Ints]:
    """How many hands have these ranks, with a flush or without, and how many are in each class with a flush; hands with
    two flushes are in none."""
    plain, flush = np.empty(len(ranks), np.int64), np.zeros(len(flushes), np.int64)
    _hands(ranks, flushes, left, plain, flush)
    return plain, flush
