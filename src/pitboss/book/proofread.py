"""A game's TOML file checked against itself: every name it uses must be one it defines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations
from typing import TYPE_CHECKING

from pitboss.book.events import CHANCE, POINTS
from pitboss.equipment.cards import RANKS
from pitboss.law import Refused
from pitboss.money import Odds, cents

if TYPE_CHECKING:
    from pitboss.book.data import GameData, IrregularityData, Option, Wager, When


def mistakes(data: GameData) -> Iterator[str]:
    """What is wrong with the file, one sentence for each point."""
    wagers = {wager.id for wager in data.wagers}
    options = {option.id: option for option in data.options}

    def wager(name: str | None, where: str) -> Iterator[str]:
        if name is not None and name.partition(":")[0] not in wagers:
            yield f"{where} names the wager {name!r}, which is not defined"

    def option(name: str | None, where: str) -> Iterator[str]:
        if name is not None and name not in options:
            yield f"{where} names the option {name!r}, which is not defined"

    def when(condition: When, where: str) -> Iterator[str]:
        for name, values in condition.items():
            yield from option(name, where)
            for value in values:
                if name in options and value not in options[name].values:
                    yield f"{where} asks whether {name} is {value!r}, which it cannot be"

    kinds = (data.wagers, data.options, data.pay_grids, data.constraints, data.decisions)
    for entry in chain(
        *kinds, data.house_ways, data.irregularities, data.errata, data.shown, filter(None, [data.deck])
    ):
        if not any(
            map(str.isdigit, entry.cite)
        ):  # a name, with which a family leaves the paragraph to its games
            yield f"`cites` gives no paragraph for {entry.cite!r}"
    yield from _twice("option", options and [each.id for each in data.options])
    yield from _twice("decision", [each.id for each in data.decisions])
    for each in data.wagers:
        place = f"wager {each.id}"
        yield from option(each.option, place)
        yield from option(each.fixed, place)
        yield from wager(each.follows, place)
        yield from wager(each.pays, place)
        for name in each.needs.wagers:
            yield from wager(name, place)
        if each.lies and not any(id_.startswith(each.lies.partition("{}")[0]) for id_ in wagers):
            yield f"{place} lies on {each.lies!r}, which is not a wager"
        yield from when(each.when, place)
        yield from when(each.in_kind, place)
        yield from _times(place, each)
        for part in each.parts:
            yield from wager(part, place)
        yield from _amounts(place, each.minimum, each.maximum, each.coin)
    for decision in data.decisions:
        yield from wager(decision.makes, f"decision {decision.id}")
        yield from wager(decision.stakes, f"decision {decision.id}")
        yield from when(decision.when, f"decision {decision.id}")
        yield from when(decision.unless, f"decision {decision.id}")
    for choice in data.options:
        place = f"option {choice.id}"
        yield from when(choice.when, place)
        yield from when(choice.unless, place)
        for name in choice.affects:
            yield from wager(name, place)
        for value in (*choice.texts, *choice.under):
            if value not in map(str, choice.values):
                yield f"{place} explains {value!r}, which is not one of its choices"
        yield from _statements(place, choice)
        try:
            choice.read(choice.default)
        except Refused as refused:
            yield f"the default of {refused}"
    for grid in data.pay_grids:
        place = f"pay table {grid.wager}"
        yield from wager(grid.wager, place)
        yield from option(grid.option, place)
        yield from when(grid.when, place)
        yield from _amounts(place, *grid.stakes)
        for outcome in grid.names:
            if all(row[:1] != [outcome] for row in grid.rows):
                yield f"{place} names {outcome!r}, which is none of its rows"
        if grid.stakes and len(grid.stakes) != len(grid.tables):
            yield f"{place} has {len(grid.stakes)} stakes for {len(grid.tables)} tables"
        for outcome in grid.unpaid:
            if any(
                row[:1] == [outcome]
                for each in data.pay_grids
                if each.wager == grid.wager
                for row in each.rows
            ):
                yield f"{place}: {outcome!r} is listed as unpaid but has a row"
        for row in grid.rows:
            if len(row) != 1 + len(grid.tables):
                yield f"{place}: row {row[:1]} has {len(row) - 1} cells for {len(grid.tables)} tables"
            for cell in filter(None, row[1:]):
                try:
                    Odds.parse(cell)
                except Refused:
                    yield f'{place}: {cell!r} is not a payout; write "7 to 6", "$5,000" or "100% of meter"'
    for each_ in data.together:
        for name in each_.wagers:
            yield from wager(name, f"together {each_.cite}")
        yield from when(each_.when, f"together {each_.cite}")
    if data.ticket:
        yield from wager(data.ticket.board, "ticket")
        yield from option(data.ticket.rate, "ticket")
    yield from _twice("figure", [each.id for each in data.figures])
    for figure in data.figures:
        yield from when({figure.option: list(figure.values)} if figure.option else {}, f"figure {figure.id}")
    for rule in data.constraints:
        for condition in (rule.when, rule.requires, rule.forbids):
            yield from when(condition, f"constraint {rule.cite}")
    for irregularity in data.irregularities:
        yield from when(irregularity.when, f"irregularity {irregularity.id}")
        for name in irregularity.spares:
            yield from wager(name, f"irregularity {irregularity.id}")
    yield from _irregularities(data.irregularities)
    if data.house_ways and [way.id for way in data.house_ways] != list(
        options["house-way"].values if "house-way" in options else ()
    ):
        yield "the choices of the option house-way must be the ids of the house ways"
    for erratum in data.errata:
        yield from option(erratum.option, f"erratum {erratum.cite}")
    if data.deck and isinstance(data.deck.decks, str):
        yield from option(data.deck.decks, "deck")
    for rank in data.deck.without if data.deck else ():
        if len(rank) != 1 or rank not in RANKS:
            yield f"deck removes {rank!r}, which is not a rank; the ranks are {RANKS}"
    for shown in data.shown:
        place = f"layout {shown.cite}"
        for name in (*shown.areas, *shown.odds):
            yield from wager(name, place)
        yield from when(shown.when, place)
    for name in chain(*data.spots):
        yield from wager(name, "spots")
    for area in data.areas:
        yield from wager(area.wager, f"area {area.label!r}")
    for name, limits in data.house.limits.items():
        yield from wager(name, "house limits")
        yield from _amounts(f"house limits of {name}", *limits)
    yield from _amounts("house", data.house.chip, data.house.minimum, data.house.maximum)


def _statements(place: str, option: Option) -> Iterator[str]:
    """What a sign says must belong to an existing choice."""
    for value, says in option.says.items():
        if value == "any" and value not in option.choices:
            if says.count("{}") != 1:
                yield f"{place} says {says!r} for any choice, but lacks the braces for the choice"
            continue
        try:
            option.read(value)
        except Refused:
            yield f"{place} says {says!r} for {value!r}, which is not one of its choices"


def _irregularities(entries: Sequence[IrregularityData]) -> Iterator[str]:
    for one, other in combinations(entries, 2):
        apart = (
            option for option in one.when if set(one.when[option]).isdisjoint(other.when.get(option, ()))
        )
        if one.id == other.id and not any(option in other.when for option in apart):
            yield f"irregularity {one.id} has two entries that can apply at the same table"
    for each in entries:
        place = f"irregularity {each.id}"
        for point in each.points:
            if point not in POINTS:
                yield f"{place} names {point!r}, which is not a point of a round"
        if each.effect == "again" and not set(each.happens) <= set(CHANCE):
            yield f"{place}: only a roll, a spin or a draw can be repeated"
        if each.effect == "forfeit" and each.of == "table":
            yield f"{place} does not say whose wagers are forfeited"
        given = [detail.id for detail in each.detail]
        yield from _twice(f"{place}: detail", given)
        for detail in each.detail:
            if (detail.kind == "number") != (detail.range is not None):
                yield f"{place}: detail {detail.id} must have either a range or a kind"
            if detail.unless is not None and detail.unless not in given:
                yield f"{place}: detail {detail.id} names {detail.unless!r}, which is not defined"


def _twice(kind: str, names: Iterable[str]) -> Iterator[str]:
    for name, times in Counter(names).items():
        if times > 1:
            yield f"{kind} {name} is defined {times} times"


def _times(place: str, wager: Wager) -> Iterator[str]:
    if wager.times is None:
        return
    if not (wager.follows and wager.during):
        yield f"{place} has `times`, but is not made during the round or does not say which wager it follows"
    try:
        least, most = map(Fraction, wager.times)
        if not 0 <= least <= most:
            yield f"{place} cannot be from {least} to {most} times another wager"
    except (ValueError, ZeroDivisionError):
        yield f'{place}: times are whole numbers or fractions, as in [1, 4] or [0, "1/2"]'


def _amounts(place: str, *amounts: str | None) -> Iterator[str]:
    for amount in filter(None, amounts):
        try:
            cents(amount)
        except Refused as refused:
            yield f"{place}: {refused}"
