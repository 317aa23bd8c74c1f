"""What the games with dice share: throws, and the rows of a pay table that they take."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

THROWS: Final = tuple((first, second) for first in range(1, 7) for second in range(1, 7))
"""The throws of two dice, each equally likely; the place of a throw is its byte on a tape."""


@cache
def row_of(rows: tuple[str, ...], first: int, second: int) -> str | None:
    """The row of a pay table that a throw takes: the one with this pair of faces, else the one with this total.

    >>> row_of(("6, 7, 8", "3-3, 4-4"), 3, 3), row_of(("6, 7, 8", "3-3, 4-4"), 5, 1), row_of(("7",), 1, 1)
    ('3-3, 4-4', '6, 7, 8', None)
    """
    pair = f"{min(first, second)}-{max(first, second)}"
    return row_with(rows, pair) or row_with(rows, str(first + second))


@cache
def row_with(rows: tuple[str, ...], name: str) -> str | None:
    """The row that lists a total, a pair of faces or a point."""
    return next((row for row in rows if name in row.split(", ")), None)


def clockwise(seats: Iterable[int], after: int) -> list[int]:
    """The seats in turn, from the left of one to that one itself. Seats are numbered clockwise from the left of
    the bank or the dealer, so with nobody before them (0) the order is theirs."""
    return sorted(seats, key=lambda seat: (seat <= after, seat))
