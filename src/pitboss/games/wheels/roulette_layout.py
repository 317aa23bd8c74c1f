"""The layout of a roulette table: where each wager is placed (5.1(e) and (f))."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.book import Area, Rules
from pitboss.games.wheels.roulette import (
    BOTTOM,
    COLORS,
    LEFT,
    SIDE,
    TRIOS,
    boxes,
    color_of,
    meet,
    rim,
    sections,
    wagers,
)


def drawn(rules: Rules) -> Iterator[Area]:
    """Boxes with their inscription; then, without one, the lines and corners where the inside wagers lie."""
    wheel = str(rules["wheel"])
    box = boxes(wheel)
    for number, at in box.items():
        yield Area(f"straight:{number}", number, at, color=color_of(number))
    right = LEFT + 12 * SIDE
    for n in range(3):
        yield Area(f"column:{n + 1}", "2 to 1", (right, (2 - n) * SIDE, 80, SIDE))
        yield Area(f"dozen:{n + 1}", ("1st 12", "2nd 12", "3rd 12")[n], (LEFT + 240 * n, BOTTOM, 240, 50))
    outside = {
        "low": "1 to 18",
        "even": "Even",
        "red": "Red",
        "black": "Black",
        "odd": "Odd",
        "high": "19 to 36",
    }
    for n, (wager, label) in enumerate(outside.items()):
        color = wager if wager in ("red", "black") else ""
        yield Area(wager, label, (LEFT + 120 * n, BOTTOM + 50, 120, 50), color=color)
    yield Area("seven-numbers", "10 to 15, 33", (right, BOTTOM, 80, 100))
    for row, wager in enumerate(("six-color", "seven-color", "eight-color")):
        for n, color in enumerate(sections(wheel, str(rules["first-section"]))):
            place = (LEFT + 120 * n, BOTTOM + 105 + 45 * min(row, 1), 120, 45)
            yield Area(f"{wager}:{color}", color.capitalize(), place, color=color)
    # The replica of the wheel (5.1(e)1i(1)): its rim, unrolled into two rows that run against each other.
    replica = [number for number in rim(wheel) if number in box]
    upper = (len(replica) + 1) // 2
    for n, number in enumerate(replica):
        column = n if n < upper else len(replica) - 1 - n
        place = (SIDE + column * 46, BOTTOM + (205 if n < upper else 245), 46, 40)
        yield Area(f"neighbors:{number}", number, place, color=color_of(number))
    for wager, covered in wagers(wheel, COLORS[0]):
        name = wager.partition(":")[0]
        if name in ("split", "four") or wager.removeprefix("three:") in TRIOS:
            x, y, w, h = meet(box[number] for number in covered)
            yield spot_at(wager, x + w / 2, y + h / 2)
        elif name in ("three", "six", "first-five"):  # on the outside line, in the middle of what it covers
            sides = [box[number] for number in covered]
            ends = min(x for x, *_ in sides), max(x + w for x, _, w, _ in sides)
            yield spot_at(wager, sum(ends) / 2, BOTTOM)
    yield spot_at("split:0-00", LEFT + 480, BOTTOM + 25)  # also between the second and third dozen, 5.1(e)2


def spot_at(wager: str, x: float, y: float) -> Area:
    return Area(wager, "", (x - 7, y - 7, 14, 14), color="transparent")
