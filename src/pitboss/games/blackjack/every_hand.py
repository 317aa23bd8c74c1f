"""Every possible hand, as a numbered multiset of ranks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from pitboss.arrays import Ints
from pitboss.games.blackjack.hands import is_soft, total

ACE: Final = 0
TEN: Final = 9
RANKS: Final = "A23456789T"
"""Cards by value, ace to ten: rank ``r`` here is worth ``r + 1`` points, ten-value cards are one rank."""


class Hands(NamedTuple):
    """All hands that have not busted, as multisets; a hand follows every hand that it can grow from."""

    counts: Ints  # [hand, rank]
    size: Ints
    score: Ints
    soft: Ints
    child: Ints  # [hand, rank]: the hand with one card more, -1 if that busts
    parent: Ints  # the hand without one card of its highest rank
    last: Ints  # that highest rank
    repeat: Ints  # how many of that rank the parent holds


def _multisets(points: int, highest: int) -> Iterator[tuple[int, ...]]:
    """Counts of ranks up to ``highest`` worth at most this many points."""
    if highest < 0:
        yield ()
        return
    for count in range(points // (highest + 1) + 1):
        for lower in _multisets(points - count * (highest + 1), highest - 1):
            yield (*lower, count)


@cache
def all_hands(most: int = 21) -> Hands:
    """Hands of up to this many points: 22 is included where a dealer's 22 is not a bust. A hand has the same number in
    both."""
    rows = sorted(_multisets(most, TEN), key=lambda row: sum(n * (rank + 1) for rank, n in enumerate(row)))
    index = {row: hand for hand, row in enumerate(rows)}
    child = [[index.get((*row[:r], row[r] + 1, *row[r + 1 :]), -1) for r in range(10)] for row in rows]
    counts = np.array(rows, np.int64)
    hard = [sum(n * (rank + 1) for rank, n in enumerate(row)) for row in rows]
    last = [max((rank for rank in range(10) if row[rank]), default=0) for row in rows]
    parent = [index.get((*row[:r], row[r] - 1, *row[r + 1 :]), 0) for row, r in zip(rows, last, strict=True)]
    return Hands(
        counts=counts,
        size=counts.sum(1),
        score=np.array([total(points, row[ACE] > 0) for points, row in zip(hard, rows, strict=True)]),
        soft=np.array([int(is_soft(points, row[ACE] > 0)) for points, row in zip(hard, rows, strict=True)]),
        child=np.array(child, np.int64),
        parent=np.array(parent, np.int64),
        last=np.array(last, np.int64),
        repeat=np.array([row[r] - 1 for row, r in zip(rows, last, strict=True)], np.int64),
    )


def hand_of(*ranks: int) -> int:
    """The number of the hand with these cards."""
    hand = 0
    for rank in ranks:
        hand = int(all_hands().child[hand, rank])
    return hand


def ranks_of(counts: Ints) -> tuple[int, ...]:
    """The cards with these counts, one by one."""
    return tuple(np.repeat(np.arange(10), counts).tolist())


def third_of(hand: int) -> int:
    """The rank of the card that makes two cards a 21, or -1."""
    hands = all_hands()
    found = [rank for rank in range(10) if (at := hands.child[hand, rank]) >= 0 and hands.score[at] == 21]
    return found[0] if found else -1
