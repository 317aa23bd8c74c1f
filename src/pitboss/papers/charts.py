"""The charts of the papers, as SVG."""

from __future__ import annotations

from fractions import Fraction
from math import log10, sqrt

from pitboss.drawing import SANS, tag, text, title
from pitboss.papers.figures import LEVELS, ROUNDS, Figures, normal, percent
from pitboss.papers.html import words
from pitboss.papers.sheet import Bars

_INK = {"fill": "currentColor", "font_family": f"{SANS}, 'Libertinus Serif'"}
_GREEN, _RED = "#2f8f5b", "#b3382f"
DRAWN = 12
"""Bars of a chart at most."""
WIDE = 400
"""A chart is half as wide as a page."""


def _svg(name: str, height: float, *drawn: str) -> str:
    return tag(
        "svg",
        title(name),
        text(name, 0, 10, 11.0, **{**_INK, "text_anchor": "start", "font_weight": "bold"}),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDE} {height:.0f}",
        role="img",
    )


def contributions(each: Figures) -> list[str]:
    """The contribution of each outcome to the return: the largest, if several contribute."""
    lines = [
        (each.names.get(line.outcome) or words(line.outcome), line.contribution)
        for line in each.outcomes
        if line.contribution
    ]
    if len(lines) < 2:
        return []
    largest = sorted(lines, key=lambda line: abs(line[1]), reverse=True)[:DRAWN]
    parts = [part for _, part in largest]
    left = -min(0.0, *parts)
    scale = 160 / (left + max(0.0, *parts))
    zero = 180 + left * scale
    drawn = []
    for n, (name, part) in enumerate(largest):
        y, width = 36.0 + 17 * n, max(0.5, abs(part) * scale)
        start, color = (zero - width, _RED) if part < 0 else (zero, _GREEN)
        drawn += [
            text(clipped(name), 174, y, 10.5, **{**_INK, "text_anchor": "end"}),
            tag("rect", x=start, y=y - 6, width=width, height=12, rx=2, fill=color),
            text(percent(part, 3), max(zero, start + width) + 5, y, 10.5, **{**_INK, "text_anchor": "start"}),
        ]
    heading = "Contribution to the return"
    if len(lines) > DRAWN:
        heading += f", the {DRAWN} largest"
    return [_svg(heading, 32 + 17 * len(largest), *drawn)]


def barred(bars: Bars) -> str:
    """A bar for each row, to the left where it is negative."""
    lengths = [length for _, length, _ in bars.rows]
    left = -min(0.0, *lengths)
    scale = 230 / ((left + max(0.0, *lengths)) or 1.0)
    zero, drawn = 90 + left * scale, []
    for n, (label, length, figure) in enumerate(bars.rows):
        y, width = 36.0 + 17 * n, max(0.5, abs(length) * scale)
        start, color = (zero - width, _RED) if length < 0 else (zero, _GREEN)
        drawn += [
            text(label, 84, y, 10.5, **{**_INK, "text_anchor": "end"}),
            tag("rect", x=start, y=y - 6, width=width, height=12, rx=2, fill=color),
            text(figure, max(zero, start + width) + 5, y, 10.5, **{**_INK, "text_anchor": "start"}),
        ]
    return _svg(bars.title, 32 + 17 * len(bars.rows), *drawn)


def clipped(name: str, most: int = 30) -> str:
    """A name as wide as there is room; the middle is left out, because names differ at their ends."""
    half = most // 2
    return name if len(name) <= most else f"{name[: half - 1]}…{name[-half:]}"


def funnel(each: Figures) -> list[str]:
    """How the hold converges to the house edge: the intervals, one inside another."""
    if not each.standard_deviation:
        return []
    first, last = log10(ROUNDS[0]), log10(ROUNDS[-1])
    widest = normal(LEVELS[-1]) * each.standard_deviation / sqrt(ROUNDS[0])

    def x(power: float) -> float:
        return 60 + 310 * (power - first) / (last - first)

    def y(away: float) -> float:
        return 100 - 72 * away / widest

    drawn = []
    powers = [first + (last - first) * n / 80 for n in range(81)]
    for level in reversed(LEVELS):
        half = [(power, normal(level) * each.standard_deviation / 10 ** (power / 2)) for power in powers]
        edges = [*half, *((power, -away) for power, away in reversed(half))]
        points = " ".join(f"{x(power):.1f},{y(away):.1f}" for power, away in edges)
        drawn.append(tag("polygon", title(f"{level}%"), points=points, fill=_GREEN, fill_opacity=0.28))
    drawn.append(tag("line", x1=60, x2=370, y1=100, y2=100, stroke="currentColor", stroke_width=1))
    for away in (widest, 0.0, -widest):
        given = percent(each.house_edge + away, 2)
        drawn.append(text(given, 54, y(away), 10.5, **{**_INK, "text_anchor": "end"}))
    for rounds in ROUNDS:
        drawn.append(text(f"{rounds:,}", x(log10(rounds)), 186, 10.5, **_INK))
    return [_svg("Hold by number of rounds, at 90, 95 and 99%", 196, *drawn)]


def bars(edges: list[tuple[str, Fraction]]) -> str:
    """House edges side by side, the best wager first."""
    most = float(max((edge for _, edge in edges), default=Fraction(0))) or 1.0
    drawn = []
    for n, (name, edge) in enumerate(sorted(edges, key=lambda each: each[1])):
        y = 14.0 + 24 * n
        share = float(edge)
        color = "#2f8f5b" if share < 0.02 else "#c9962b" if share < 0.08 else "#b3382f"
        width = max(1.0, 400 * max(0.0, share) / most)
        drawn.append(
            tag(
                "g",
                title(f"{name}: {percent(edge, 3)}"),
                text(name, 190.0, y, 13.0, fill="currentColor", text_anchor="end"),
                tag("rect", x=200, y=y - 8, width=width, height=16, rx=2, fill=color),
                text(percent(edge, 3), 208 + width, y, 12.0, fill="currentColor", text_anchor="start"),
            )
        )
    return tag(
        "svg",
        title("House edge of each wager"),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 700 {24 * len(edges) + 6}",
        role="img",
        class_="bars",
    )
