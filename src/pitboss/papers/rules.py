"""The rules of a game as data: the output of `pitboss rules` and `pitboss errata`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import to_builtins
from msgspec.structs import replace

from pitboss import edition
from pitboss.book import Game, PayTable, Rules, game, games
from pitboss.book.events import OWNERS
from pitboss.papers.html import words
from pitboss.papers.sheet import Columns
from pitboss.papers.statements import statement

CLASSES: Final = {
    "drafting": "Drafting defects of the text",
    "copy": "Damage in the copy used",
    "proposal": "Proposals that do not fit the text",
    "reading": "Where the text is silent: our readings",
}
"""The classes of errata, as papers head them."""


def as_json(found: Game) -> dict[str, object]:
    """A game's wagers, options, pay tables, decisions and irregularities."""
    data = found.data
    return {
        "game": found.id,
        "title": found.title,
        "subchapter": data.subchapter,
        "source": edition.source(found),
        "status": "proposal" if edition.proposal(data.subchapter) else "adopted",
        "family": data.family,
        "summary": data.summary,
        "wagers": [
            {
                "id": each.id,
                "name": each.name,
                "cite": each.full_cite,
                "required": each.required,
                "text": each.text,
                **({"status": "proposal"} if edition.proposal(each.full_cite) else {}),
                **({"pays": each.pays} if each.pays else {}),  # whose pay table it shares
                **({"parts": each.parts} if each.parts else {}),
            }
            for each in data.wagers
        ],
        "house": {
            "chip": data.house.chip,
            "increment": data.house.increment,
            "positions": data.house.positions,
        },
        "options": [
            {
                "id": each.id,
                "choices": [str(value) for value in each.values],
                "default": str(each.default),
                "several": each.several,
                "cite": each.full_cite,
                "text": each.text,
                "says": {
                    str(value): statement(data, each, value)
                    for value in ([each.default] if each.bounds else each.values)
                },
            }
            for each in data.options
        ],
        "pay_tables": [
            {
                "cite": table.cite,
                "wager": table.wager,
                "table": table.table,
                "rows": [{"outcome": outcome, "odds": str(odds)} for outcome, odds in table.rows.items()],
                "floor": table.floor,
            }
            for table in pay_tables(found)
        ],
        "decisions": [
            {"id": each.id, "name": each.name, "cite": each.full_cite, "text": each.text}
            for each in data.decisions
        ],
        "irregularities": [
            {
                "id": each.id,
                "cite": each.full_cite,
                "ruling": each.ruling,
                "of": each.of,
                "before": list(each.happens),
                "detail": [to_builtins(detail) for detail in each.detail],
            }
            for each in data.irregularities
        ],
        "owners": card_owners(found),
        "state": state_fields(found),
    }


def card_owners(found: Game) -> dict[str, str]:
    """The owners of cards that a case may give, with a sentence each."""
    return {owner: OWNERS[owner] for owner in found.owners}


def state_fields(found: Game) -> dict[str, str]:
    """The state that outlives a round, as a case may give it, with a sentence each."""
    from pitboss.schema import said

    sentences = said(found.State)
    return {name: sentences.get(name, "") for name in found.State.__struct_fields__}


def in_force(rules: Rules) -> dict[str, PayTable]:
    """The pay tables of the wagers offered, with the rows that they pay."""
    offered = {id_: table for id_, table in rules.pay_tables.items() if table.wager in rules.wagers}
    return {id_: replace(table, rows=rules.paid(table)) for id_, table in offered.items()}


def house_way(rules: Rules) -> Columns | None:
    """How the dealer sets hands, row by row: the first row that fits the hand decides. Most games leave nothing to
    set."""
    if not rules.game.data.house_ways:
        return None
    way = rules.house_way
    parts = tuple(dict.fromkeys(part for aim in way.aims for part in aim)) or ("hand",)
    rows = [(f"{n}.", *(aim.get(part, "") for part in parts)) for n, aim in enumerate(way.aims, 1)]
    if way.then:
        rows.append(("else", f"the highest {', then '.join(way.then)}", *[""] * (len(parts) - 1)))
    title = f"The house way, {words(way.id)}: {way.text or 'as below.'}"
    return Columns(title=title, columns=("", *parts), rows=tuple(rows), words=len(parts) + 1)


def house_way_by_row(rules: Rules) -> dict[str, str]:
    """The same, one sentence for each row."""
    way = house_way(rules)
    if way is None:
        return {}
    _, *parts = way.columns
    return {
        row: ", ".join(f"{part} {aim}" for part, aim in zip(parts, aims, strict=True) if aim)
        for row, *aims in way.rows
    }


def pay_tables(found: Game) -> Iterator[PayTable]:
    """Every authorized pay table, without readings that were not adopted."""
    readings = {
        option.id: option.default for option in found.data.options if option.id.startswith("reading-")
    }
    for grid in found.data.pay_grids:
        if all(default in grid.when.get(option, [default]) for option, default in readings.items()):
            yield from grid.columns()


def errata(name: str | None) -> list[dict[str, object]]:
    """The defects of the text that touch a game, or any game."""
    rows: list[dict[str, object]] = []
    for each in [name] if name else [heading.id for heading in games()]:
        for erratum in game(each).data.errata:
            rows.append(
                {
                    "game": each,
                    "cite": erratum.full_cite,
                    "class": erratum.kind,
                    "printed": erratum.printed,
                    "read": erratum.read,
                    "why": erratum.why,
                    "option": erratum.option,
                }
            )
    return rows
