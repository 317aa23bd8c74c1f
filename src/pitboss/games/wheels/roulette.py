"""Roulette, 13:69F-5.1 to 5.4."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from pitboss.book import Area, Choice, Refused, Round, Rules, Say, Spin, State, Value, cite
from pitboss.games.wheels.bones import Spot, WheelGame
from pitboss.table import Bet, Table

if TYPE_CHECKING:
    from pitboss.table.check import Finding

# ---- equipment ---------------------------------------------------------------------------------------

DOUBLE, SINGLE, AS_SINGLE = "double-zero", "single-zero", "double-zero-as-single-zero"
# The usual wheels, clockwise; the equipment chapter (13:69E-1.7) is not part of the text. Each starts so that
# 00, which may be no spin, comes last.
AMERICAN = (
    "27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2 0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00"
)
EUROPEAN = (
    "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
)
WHEELS = {DOUBLE: AMERICAN, SINGLE: EUROPEAN, AS_SINGLE: AMERICAN}
ZEROS = ("0", "00")
RED = frozenset("1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36".split())
COLORS = ("black", "blue", "gold", "red", "purple", "green")
"""The coloured sections, in the order of 5.1(e)6ii."""
WHEEL_CHIPS = ("aqua", "beige", "brown", "coral", "lavender", "lime", "navy", "rose")
"""Colours of non-value chips: one a seat, none that value chips usually have (5.1(b))."""

# ---- the layout --------------------------------------------------------------------------------------

Box = tuple[float, float, float, float]
SIDE = 60
LEFT, BOTTOM = 2 * SIDE, 3 * SIDE  # where the box of 1 begins, and the outside line


@cache
def boxes(wheel: str) -> dict[str, Box]:
    """The box of each number: x, y, width, height. The layout has 00 only where 00 is in play."""
    if wheel == DOUBLE:
        half = 1.5 * SIDE
        drawn: dict[str, Box] = {"0": (SIDE, half, SIDE, half), "00": (SIDE, 0, SIDE, half)}
    else:
        drawn = {"0": (SIDE, 0, SIDE, 3 * SIDE)}
    for n in range(36):
        drawn[str(n + 1)] = (LEFT + n // 3 * SIDE, (2 - n % 3) * SIDE, SIDE, SIDE)
    return drawn


def meet(group: Iterable[Box]) -> Box:
    """What boxes have in common: a line has no width or no height, a corner neither."""
    edges = [(x, y, x + w, y + h) for x, y, w, h in group]
    x, y = max(edge[0] for edge in edges), max(edge[1] for edge in edges)
    return x, y, min(edge[2] for edge in edges) - x, min(edge[3] for edge in edges) - y


def split_numbers(wheel: str) -> Iterator[tuple[str, ...]]:
    """Every two numbers with a line between their boxes, 5.1(e)2."""
    for pair in combinations(boxes(wheel), 2):
        *_, width, height = meet(boxes(wheel)[number] for number in pair)
        if min(width, height) == 0 < max(width, height):
            yield pair


def corner_numbers(wheel: str) -> set[tuple[str, ...]]:
    """The numbers around every corner inside the layout."""
    points = {(x + dx, y + dy) for x, y, w, h in boxes(wheel).values() for dx in (0, w) for dy in (0, h)}
    around = (
        tuple(n for n, (x, y, w, h) in boxes(wheel).items() if x <= px <= x + w and y <= py <= y + h)
        for px, py in points
    )
    return {numbers for numbers in around if len(numbers) > 2}


# ---- the wagers, 5.1(e) and (f) ----------------------------------------------------------------------

ROWS = [tuple(map(str, range(n, n + 3))) for n in range(1, 36, 3)]
TRIOS = ("0-1-2", "0-2-00", "00-2-3")  # 5.1(e)3i, and no others: a single-zero layout has no 0-2-3
SEVEN_NUMBERS = "10 11 12 13 14 15 33".split()
HALVES = {
    "red": lambda n: str(n) in RED,
    "black": lambda n: str(n) not in RED,
    "odd": lambda n: n % 2 == 1,
    "even": lambda n: n % 2 == 0,
    "low": lambda n: n <= 18,
    "high": lambda n: n >= 19,
}
"""The wagers on half the numbers. The zeros belong to none of them (5.2(b), (c) and (d)3)."""


def sections(wheel: str, first: str) -> dict[str, list[str]]:
    """The coloured sections: six arcs of six numbers, clockwise from 0."""
    order = WHEELS[wheel].split()
    order = order[order.index("0") :] + order[: order.index("0")]
    arc = [number for number in order if number not in ZEROS]
    start = COLORS.index(first)
    colors = COLORS[start:] + COLORS[:start]
    return {color: arc[6 * n : 6 * n + 6] for n, color in enumerate(colors)}


def five_adjacent(wheel: str, center: str) -> list[str]:
    """A number and the two on each side of it on the wheel; a 00 that is no spin is passed over."""
    order = [number for number in WHEELS[wheel].split() if number in boxes(wheel)]
    at = order.index(center)
    return [order[(at + step) % len(order)] for step in (-2, -1, 0, 1, 2)]


def wagers(wheel: str, first: str) -> Iterator[tuple[str, Iterable[str]]]:
    """Every place of every wager, with the numbers it covers."""
    numbers, corners = boxes(wheel), corner_numbers(wheel)
    zeros = [zero for zero in ZEROS if zero in numbers]
    for number in numbers:
        yield f"straight:{number}", [number]
    for pair in split_numbers(wheel):
        yield "split:" + "-".join(pair), pair
    for row in ROWS:
        yield "three:" + "-".join(row), row
    for trio in TRIOS:
        if tuple(sorted(trio.split("-"), key=list(numbers).index)) in corners if wheel == DOUBLE else trio == TRIOS[0]:
            yield f"three:{trio}", trio.split("-")
    for corner in sorted(corners, key=lambda corner: int(corner[-1])):
        if len(corner) == 4:
            yield "four:" + "-".join(corner), corner
    yield "first-five", [*ZEROS, *ROWS[0]]
    for row, following in zip(ROWS, ROWS[1:], strict=False):
        yield f"six:{row[0]}-{following[-1]}", row + following
    for color, section in sections(wheel, first).items():
        yield f"six-color:{color}", section
        yield f"seven-color:{color}", ["0", *section]
        yield f"eight-color:{color}", [*ZEROS, *section]
