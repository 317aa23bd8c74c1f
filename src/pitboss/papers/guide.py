"""The gaming guide of 8.5(b): what a patron should know of a game, on one page that stands by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from pitboss.book import Game, PayTable, Refused, Rules, game, games
from pitboss.book.data import Option, PayGrid, Wager
from pitboss.money import money
from pitboss.odds import Strategy, WagerOdds
from pitboss.papers.drawing import tag, text, title
from pitboss.papers.html import templates, words
from pitboss.papers.layout import layout_svg
from pitboss.papers.trace import Paragraph, paragraphs_of, registers

if TYPE_CHECKING:
    from jinja2 import Template

_HERE = Path(__file__).parent
_CELLS = ("#cfe8d5", "#f4c9c4", "#f8e3ae", "#c8dcf0", "#e0d0ec", "#d7ecec", "#f0d8c0", "#e3e3d3")


def guide(name: str | None, settings: list[str]) -> str:
    """The guide of a game under the options chosen, or of the whole book."""
    if name is None and settings:
        raise Refused("options are chosen for one game; name it")
    found = [game(heading.id) for heading in games()] if name is None else [game(name)]
    heading = found[0].title if name is not None else "The games of the house"
    return _template().render(
        title=heading, chapters=[Chapter(Rules.with_settings(each, settings)) for each in found]
    )


def _template() -> Template:
    filters = {"percent": _percent, "fraction": _fraction, "one_in": _one_in}
    return templates(_HERE / "templates", **filters).get_template("guide.html")


class Row(Struct, frozen=True):
    """A row of a pay table: the outcome, what it pays, and how often it comes where that is known."""

    outcome: str
    odds: str
    chance: Fraction | None


class Chapter:
    """All that the page says of one game."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.game: Game = rules.game
        self.data = rules.game.data
        self.odds = self._odds()
        self.strategy = self._strategy()

    def _odds(self) -> list[WagerOdds]:
        try:
            return list(self.game.odds(self.rules))
        except (Refused, NotImplementedError):  # a game between players has no house edge
            return []

    def _strategy(self) -> Strategy | None:
        try:
            return self.game.strategy(self.rules)
        except (Refused, NotImplementedError):
            return None

    @property
    def layout(self) -> str:
        return layout_svg(self.rules)

    @property
    def edges(self) -> str:
        return bars([(self.name(row.wager), row.house_edge) for row in self.odds])

    @property
    def chosen(self) -> str:
        """The options that are not as by default."""
        return ", ".join(f"{name} {self.rules[name]}" for name in self.rules.chosen)

    @property
    def unit(self) -> str:
        """What wagers are made in (8.2(f))."""
        return money(self.rules.unit)

    def limits(self, wager: Wager) -> str:
        """What may be staked (8.2), and in which steps."""
        if wager.bonus:
            return f"paid on the {wager.follows or 'wager'}"
        if wager.follows:
            return f"goes with the {wager.follows}"
        limits = self.rules.limits(wager.id)
        steps = f", in steps of {money(limits.step)}" if limits.step > self.rules.unit else ""
        return f"{money(limits.least)} to {money(limits.most)}{steps}"

    def name(self, wager: str) -> str:
        """A wager as the layout calls it, with its parameter: ``Place 6``."""
        id_, _, param = wager.partition(":")
        names = {each.id: each.name for each in self.data.wagers}
        return f"{names.get(id_, words(id_))} {param}".strip()

    def rows(self, table: PayTable) -> list[Row]:
        """A pay table, with the chance of each row if these rows are all the ways in which the wager wins."""
        known = self.edge_of(table.wager)
        outcomes = known[0].outcomes if len(known) == 1 else ()
        chances = {
            each.outcome: each.probability for each in outcomes if each.net > 0 or each.outcome in table.rows
        }
        told = chances if chances.keys() == table.rows.keys() else {}
        return [Row(outcome, str(odds), told.get(outcome)) for outcome, odds in table.rows.items()]

    def edge_of(self, wager: str) -> list[WagerOdds]:
        return [row for row in self.odds if row.wager.partition(":")[0] == wager]

    @property
    def in_one_way(self) -> list[PayTable]:
        """The wagers in play that are paid in one way only."""
        return [table for table in self._paid() if len(table.rows) == 1]

    @property
    def in_many_ways(self) -> list[PayTable]:
        return [table for table in self._paid() if len(table.rows) > 1]

    def _paid(self) -> list[PayTable]:
        return [table for table in self.rules.pay_tables.values() if table.wager in self.rules.wagers]

    @property
    def grids(self) -> Iterator[PayGrid]:
        """Every authorised pay table, the readings not adopted aside."""
        readings = {
            each.id: self.rules[each.id] for each in self.data.options if each.id.startswith("reading-")
        }
        for grid in self.data.pay_grids:
            if all(value in grid.when.get(option, [value]) for option, value in readings.items()):
                yield grid

    def in_force(self, grid: PayGrid, column: str) -> bool:
        table = self.rules.pay_tables.get(grid.wager)
        return table is not None and (table.cite, table.table) == (grid.full_cite, column)

    def choices(self, option: Option) -> list[tuple[str, str, bool]]:
        """The choices of an option: value, what it means, whether it is in force."""
        chosen = self.rules[option.id]
        if option.range or option.amount:
            least, most = option.range or option.amount or ("", "")
            return [(str(chosen), f"from {least} to {most}", True)]
        return [(str(value), option.texts.get(str(value), ""), value == chosen) for value in option.values]

    @property
    def sections(self) -> Iterator[tuple[str, str, list[Paragraph]]]:
        """The subchapter in our words, a section at a time: number, title, paragraphs."""
        try:
            paragraphs = list(paragraphs_of(self.game.id))
        except Refused:  # a game of one's own has no register
            return
        titles = _titles()
        grouped: dict[str, list[Paragraph]] = {}
        for paragraph in paragraphs:
            if paragraph.status != "outside" and paragraph.note:
                grouped.setdefault(_section(paragraph.cite), []).append(paragraph)
        for number, within in grouped.items():
            yield number, titles.get(number, ""), within

    def cell(self, value: str) -> str:
        """The colour of a cell of a strategy chart."""
        assert self.strategy is not None
        cells = [cell for chart in self.strategy.charts for row in chart.rows for cell in row[1:]]
        order = list(dict.fromkeys([*self.strategy.legend, *cells]))
        return _CELLS[order.index(value) % len(_CELLS)]


@cache
def _titles() -> dict[str, str]:
    """The titles of sections, by number."""
    every = (paragraph for register in registers().values() for paragraph in register.paragraphs)
    return {_section(each.cite): each.heading for each in every if each.heading}


def _section(paragraph: str) -> str:
    return re.split(r"[ (]", paragraph)[0]


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
                title(f"{name}: {_percent(edge)}"),
                text(name, 190.0, y, 13.0, fill="#222", text_anchor="end"),
                tag("rect", x=200, y=y - 8, width=width, height=16, rx=2, fill=color),
                text(_percent(edge), 208 + width, y, 12.0, fill="#444", text_anchor="start"),
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


def _percent(value: Fraction | float, digits: int = 3) -> str:
    return f"{float(value) * 100:.{digits}f}%"


def _fraction(value: Fraction) -> str:
    return str(value) if len(str(value)) <= 17 else ""


def _one_in(chance: Fraction | None) -> str:
    if not chance:
        return ""
    times = 1 / chance
    return f"1 in {float(times):,.1f}" if times < 100 else f"1 in {round(times):,}"


__all__ = ["bars", "guide"]
