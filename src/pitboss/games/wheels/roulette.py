"""Roulette, 13:69F-5.1 to 5.4."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from pitboss.book import Area, Choice, Finding, Marker, Refused, Round, Rules, Say, Spin, Value, carries, cite
from pitboss.games.wheels.family import (
    Box,
    ChipState,
    Spot,
    WheelGame,
    adjoining,
    chip_choice,
    chip_markers,
    corners,
    wheel_chips,
)
from pitboss.table import Bet, Table

# ---- equipment ---------------------------------------------------------------------------------------

DOUBLE, SINGLE, AS_SINGLE = "double-zero", "single-zero", "double-zero-as-single-zero"
# The usual wheels, clockwise; the equipment chapter (13:69E-1.7) is not part of the text. Each starts so that
# 00, which may be no spin, is last.
AMERICAN = (
    "27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2 0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00"
)
EUROPEAN = (
    "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
)
WHEELS = {DOUBLE: AMERICAN, SINGLE: EUROPEAN, AS_SINGLE: AMERICAN}
ZEROS = ("0", "00")
RED = frozenset((1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36))
COLORS = ("black", "blue", "gold", "red", "purple", "green")
"""The colored sections, in the order of 5.1(e)6ii."""


def rim(wheel: str) -> tuple[str, ...]:
    """The numbers of a wheel, clockwise."""
    return tuple(WHEELS[wheel].split())


def color_of(number: str) -> str:
    """The background of a number on the wheel."""
    return "green" if number in ZEROS else "red" if int(number) in RED else "black"


# ---- the layout --------------------------------------------------------------------------------------

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


def split_numbers(wheel: str) -> Iterator[tuple[str, ...]]:
    """Every two numbers with a line between their boxes, 5.1(e)2."""
    return adjoining(boxes(wheel))


def corner_numbers(wheel: str) -> set[frozenset[str]]:
    """The numbers around every corner that three or four boxes share."""
    return corners(boxes(wheel))


# ---- the wagers, 5.1(e) and (f) ----------------------------------------------------------------------

ROWS = [tuple(map(str, range(n, n + 3))) for n in range(1, 36, 3)]
TRIOS = ("0-1-2", "0-2-00", "00-2-3")  # 5.1(e)3i, and no others: a single-zero layout has no 0-2-3
SEVEN_NUMBERS = ("10", "11", "12", "13", "14", "15", "33")
HALVES: dict[str, Callable[[int], bool]] = {
    "red": lambda n: n in RED,
    "black": lambda n: n not in RED,
    "odd": lambda n: n % 2 == 1,
    "even": lambda n: n % 2 == 0,
    "low": lambda n: n <= 18,
    "high": lambda n: n > 18,
}
"""The wagers on half the numbers. No zero belongs to any of them (5.2(b), (c) and (d)3)."""


def sections(wheel: str, first: str) -> dict[str, list[str]]:
    """The colored sections: six arcs of six numbers, clockwise from 0."""
    order = rim(wheel)
    order = order[order.index("0") :] + order[: order.index("0")]
    arc = [number for number in order if number not in ZEROS]
    start = COLORS.index(first)
    colors = COLORS[start:] + COLORS[:start]
    return {color: arc[6 * n : 6 * n + 6] for n, color in enumerate(colors)}


def five_adjacent(wheel: str, center: str) -> list[str]:
    """A number and the two on each side of it on the wheel; a 00 that is no spin is skipped."""
    order = [number for number in rim(wheel) if number in boxes(wheel)]
    at = order.index(center)
    return [order[(at + step) % len(order)] for step in (-2, -1, 0, 1, 2)]


@carries("5.1(e)3i")
def wagers(wheel: str, first: str) -> Iterator[tuple[str, Iterable[str]]]:
    """Every place of every wager, with the numbers it covers, in the order of the text."""
    zeros, corners = [zero for zero in ZEROS if zero in boxes(wheel)], corner_numbers(wheel)
    for number in boxes(wheel):
        yield f"straight:{number}", [number]
        yield f"neighbors:{number}", five_adjacent(wheel, number)
    for pair in split_numbers(wheel):
        yield "split:" + "-".join(pair), pair
    for row in ROWS:
        yield "three:" + "-".join(row), row
    for trio in TRIOS:
        if frozenset(trio.split("-")) in corners:
            yield f"three:{trio}", trio.split("-")
    for corner in sorted(sorted(map(int, corner)) for corner in corners if len(corner) == 4):
        yield "four:" + "-".join(map(str, corner)), map(str, corner)
    yield "first-five", [*zeros, *ROWS[0]]
    for row, following in pairwise(ROWS):
        yield f"six:{row[0]}-{following[-1]}", row + following
    for color, section in sections(wheel, first).items():
        yield f"six-color:{color}", section
        yield f"seven-color:{color}", [*zeros, *section]
        yield f"eight-color:{color}", [*zeros, *section]
    for n in range(3):
        yield f"column:{n + 1}", [row[n] for row in ROWS]
        yield f"dozen:{n + 1}", map(str, range(12 * n + 1, 12 * n + 13))
    for name, belongs in HALVES.items():
        yield name, [str(n) for n in range(1, 37) if belongs(n)]
    yield "seven-numbers", SEVEN_NUMBERS


@cache
def places(wheel: str, first: str, zero: str, offered: frozenset[str]) -> dict[str, Spot]:
    """The open places of a layout. On a double-zero wheel, even-money wagers may lose only half to a zero (5.2(b))."""
    bit = {number: 1 << n for n, number in enumerate(rim(wheel))}
    half = bit["0"] + bit["00"] if wheel == DOUBLE and zero == "half" else 0
    return {
        wager: Spot(
            wager,
            covered=sum(bit[number] for number in covered),
            half=half if wager in HALVES else 0,
            parts=5 if wager.startswith("neighbors:") else 1,
        )
        for wager, covered in wagers(wheel, first)
        if wager.partition(":")[0] in offered
    }


@cache
def written(wheel: str) -> dict[tuple[str, tuple[str, ...]], str]:
    """How a place may be written: its numbers in any order, a six by all of them or by first and last."""
    inside = ("straight", "split", "three", "four", "six")
    ways: dict[tuple[str, tuple[str, ...]], str] = {}
    for wager, covered in wagers(wheel, COLORS[0]):
        name, _, param = wager.partition(":")
        if name in inside:
            ways[name, tuple(sorted(covered))] = ways[name, tuple(sorted(param.split("-")))] = wager
    return ways


# ---- the game ----------------------------------------------------------------------------------------


class Roulette(WheelGame):
    """One ball, one wheel, and wagers on any of its numbers."""

    State = ChipState

    def stops(self, rules: Rules) -> tuple[str, ...]:
        return rim(str(rules["wheel"]))

    def no_spin(self, rules: Rules) -> str:
        return "00" if rules["wheel"] == AS_SINGLE else ""

    def numbered(self, rules: Rules, wager: str | None = None) -> Mapping[str, Spot]:
        return places(
            str(rules["wheel"]),
            str(rules["first-section"]),
            str(rules["zero-option"]),
            frozenset(rules.asked(wager)),
        )

    # -- wagers, 5.1

    def spot(self, rules: Rules, wager: str) -> str:
        name, _, param = wager.partition(":")
        switch = {"red": "red-and-black", "black": "red-and-black", "dozen": "dozen"}.get(name)
        if switch and not rules.offers(name) and rules[switch] != "no":
            raise Refused(f"{name} is not offered together with the color wagers of this table", "5.1(g)")
        numbers = tuple(sorted(param.split("-")))
        return super().spot(rules, written(str(rules["wheel"])).get((name, numbers), wager))

    def accept(self, table: Table, bet: Bet) -> None:
        if self.numbered(table.rules)[bet.wager].half and (table.stake(bet.seat, bet.wager) + bet.stake) % 2:
            raise Refused(
                f"half of {bet} must be a whole number of cents, because a zero may take half", "8.2(f)"
            )

    def choices(self, table: Table, seat: int) -> Sequence[Choice]:
        return (chip_choice(table, seat),)

    def between(self, table: Table, seat: int, decision: str, wager: str) -> Round:
        return wheel_chips(table, seat, wager, "5.1(b)")

    # -- the spin, 5.3

    def round(self, table: Table) -> Round:
        stops, no_spin = self.stops(table.rules), self.no_spin(table.rules)
        yield Say("No more bets", cite=cite("5.3(b)"))
        while (stop := (yield Spin(stops))) == no_spin:
            yield Say("No spin", cite=cite("5.2(d)2"))
        yield Say(stop if stop in ZEROS else f"{stop} {color_of(stop)}", cite=cite("5.3(c)"))
        for bet in table.bets.values():
            if bet.id == "neighbors" and stop in five_adjacent(str(table.rules["wheel"]), bet.param):
                yield Say(f"one fifth of seat {bet.seat}'s {bet.wager} to {stop}", cite=cite("5.3(d)"))
        yield from self.settle(table, stop)

    def paragraph(self, rules: Rules, spot: Spot, stop: str, *, won: bool) -> str:
        if won:
            return "5.3(d)" if spot.parts > 1 else "5.2(a)"
        if stop in ZEROS and spot.wager in HALVES:
            return {DOUBLE: "5.2(b)", SINGLE: "5.2(c)", AS_SINGLE: "5.2(d)3"}[str(rules["wheel"])]
        return super().paragraph(rules, spot, stop, won=won)

    # -- the house's table

    def check(self, rules: Rules) -> list[Finding]:
        if rules["wheel"] == DOUBLE or rules.chosen.get("zero-option") != "half":
            return []
        paragraph = "5.2(c)" if rules["wheel"] == SINGLE else "5.2(d)3"
        says = "half of a wager is returned only on a double-zero wheel; with a single zero it is lost"
        return [Finding("options.zero-option", says, cite(paragraph))]

    def variations(self, rules: Rules) -> Iterable[tuple[dict[str, Value], list[str]]]:
        """Each wheel with either zero option, then with each wager that the house may add."""
        yield {}, []
        added = [wager.id for wager in self.data.wagers if wager.option == wager.id and wager.id != "dozen"]
        for wheel in WHEELS:
            for zero in ("half", "entire"):
                yield {"wheel": wheel, "zero-option": zero}, []
            for wager in added:
                yield {"wheel": wheel, wager: "yes"}, [wager]

    # -- the layout

    def markers(self, table: Table) -> list[Marker]:
        return chip_markers(table)

    def layout(self, rules: Rules) -> Sequence[Area]:
        from pitboss.games.wheels.roulette_layout import drawn

        return [area for area in drawn(rules) if area.wager in self.numbered(rules)]
