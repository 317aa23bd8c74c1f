"""The layout of a roulette table: where each wager is placed (5.1(e) and (f))."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.book import Area, Rules
from pitboss.games.wheels.family import meet
from pitboss.games.wheels.roulette import (
    BOTTOM,
    COLORS,
    LEFT,
    SIDE,
    TRIOS,
    boxes,
    color_of,
    rim,
    sections,
    wagers,
)


def drawn(rules: Rules) -> Iterator[Area]:
    """Boxes with labels; then, without labels, the lines and corners for the inside wagers."""
    wheel = str(rules["wheel"])
    box = boxes(wheel)
    for number, at in box.items():
        yield Area(f"straight:{number}", number, at, color=color_of(number))
    right, low = LEFT + 12 * SIDE, float(BOTTOM)
    for n in range(3):
        yield Area(f"column:{n + 1}", "2 to 1", (right, (2 - n) * SIDE, 80, SIDE))
        yield Area(f"dozen:{n + 1}", ("1st 12", "2nd 12", "3rd 12")[n], (LEFT + 240 * n, low, 240, 50))
    yield Area("seven-numbers", "10 to 15, 33", (right, low, 80, 50))
    low += 50 if rules.offers("dozen") or rules.offers("seven-numbers") else 0
    for n, wager in enumerate(("low", "even", "red", "black", "odd", "high")):
        label = {"low": "1 to 18", "high": "19 to 36"}.get(wager, wager.capitalize())
        color = wager if wager in ("red", "black") else ""
        yield Area(wager, label, (LEFT + 120 * n, low, 120, 50), color=color)
    low += 55
    for wager, also in (("six-color", ""), ("seven-color", " and 0"), ("eight-color", ", 0, 00")):
        for n, color in enumerate(sections(wheel, str(rules["first-section"]))):
            place = LEFT + 120.0 * n, low, 120.0, 45.0
            yield Area(f"{wager}:{color}", color.capitalize() + also, place, color=color)
        low += 45 if rules.offers(wager) else 0
    low += 15
    # The replica of the wheel, 5.1(e)1i(1): its rim, unrolled into two rows in opposite directions.
    replica = [number for number in rim(wheel) if number in box]
    upper = (len(replica) + 1) // 2
    for n, number in enumerate(replica):
        column = n if n < upper else len(replica) - 1 - n
        place = SIDE + 46.0 * column, low if n < upper else low + 40, 46.0, 40.0
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
