"""Recorded and simulated rounds as data sets: a row a wager, a row a decision. docs/data.md describes the columns."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from msgspec.structs import replace

from pitboss.book import Ask, Event
from pitboss.book.key import Key
from pitboss.extras import require
from pitboss.files import replacing
from pitboss.law import Refused
from pitboss.table import Table, read
from pitboss.table.journal import Entry

if TYPE_CHECKING:
    from pitboss.arrays import Ints

Row = dict[str, Any]
Columns = Mapping[str, str]
"""The kind of each column, as Arrow calls it."""

ROUND: Final = {
    "journal": "string",
    "game": "string",
    "table": "string",
    "round": "int64",
    "at": "timestamp",
    "seat": "int64",
    "player": "string",
}
WAGERS: Final = ROUND | {
    "wager": "string",
    "position": "int64",
    "stake": "int64",
    "result": "string",
    "pays": "int64",
    "lost": "int64",
    "net": "int64",
    "outcome": "string",
    "cite": "string",
}
DECISIONS: Final = ROUND | {
    "number": "int64",
    "hand": "string",
    "seen": "seen",
    "legal": "legal",
    "chosen": "string",
    "amount": "int64",
    "worth": "doubles",
    "best": "string",
}
SIMULATED: Final = {"round": "int64", "wager": "string", "staked": "int64", "net": "int64"}

BATCH: Final = 10_000
ENDINGS: Final = (".parquet", ".csv")


class Sheet(Protocol):
    """Where rows go."""

    def add(self, row: Row) -> None: ...

    def add_columns(self, columns: Mapping[str, Sequence[Any]]) -> None:
        """Many rows at once, column by column."""


def export(
    name: str, lines: Iterable[bytes], wagers: Sheet, decisions: Sheet | None = None, *, worth: bool = False
) -> None:
    """Add the wagers of a journal to a sheet, and what its players decided to another. ``worth`` asks for the value of
    each choice, which takes its time."""
    recorded = _Recorded(name, wagers, decisions, worth)
    Table.resume(read(lines), step=recorded.step)


class _Recorded:
    """One journal, played again."""

    def __init__(self, name: str, wagers: Sheet, decisions: Sheet | None, worth: bool) -> None:
        self.name, self.wagers, self.decisions, self.worth = name, wagers, decisions, worth
        self.rounds = -1

    def step(self, table: Table, entry: Entry) -> None:
        """After each line."""
        if self.rounds < 0:
            self.rounds = table.rounds
            table.watch = lambda event: self._heard(table, event)
        if table.rounds > self.rounds:
            self.rounds = table.rounds
            for row in settled(table, self._of(table)):
                self.wagers.add(row)

    def _of(self, table: Table) -> Row:
        return {"journal": self.name, "game": table.game.id, "table": table.identity, "at": table.now}

    def _heard(self, table: Table, event: Event) -> None:
        if self.decisions is None or not isinstance(event, Ask) or table.settlement is None:
            return
        ask = replace(event, decision="", amount=0)
        advice = _advised(table, ask) if self.worth else None
        self.decisions.add(
            self._of(table)
            | {
                "round": table.settlement.round,
                "seat": event.seat,
                "player": table.seats[event.seat].name,
                "number": len(table.answers),
                "hand": event.hand or str(event.seat),
                "seen": [{"owner": owner, "cards": cards} for owner, cards in table.view(event.seat).items()],
                "legal": [
                    {"decision": each.id, "least": each.least, "most": each.most} for each in event.choices
                ],
                "chosen": event.decision,
                "amount": event.amount,
                "worth": [advice[0].get(each.id) for each in event.choices] if advice else None,
                "best": advice[1] if advice else None,
            }
        )


def _advised(table: Table, ask: Ask) -> tuple[Mapping[str, float], str] | None:
    """What each choice is worth, in cents, and the best; nothing where the game does not say."""
    try:
        advice = table.game.mathematics.advise(table, ask)
    except (NotImplementedError, Refused):
        return None
    return advice.values, advice.decision


def settled(table: Table, of: Row) -> Iterator[Row]:
    """The wagers of the last round, and what was paid beside them: the net of a seat is the sum of its rows."""
    settlement = table.settlement
    assert settlement is not None
    for seat in settlement.net:
        player = table.seats[seat].name if seat in table.seats else table.left.get(seat, "")
        here = of | {"round": settlement.round, "seat": seat, "player": player}
        for wager, each in settlement.wagers.get(seat, {}).items():
            yield here | {
                "wager": wager,
                "position": Key.read(wager).position or seat,
                "stake": each.stake,
                "result": each.result,
                "pays": each.pays,
                "lost": each.lost,
                "net": each.pays - each.lost,
                "outcome": each.outcome,
                "cite": each.cite,
            }
        for beside in settlement.other.get(seat, ()):
            yield here | {
                "wager": "",
                "position": seat,
                "stake": 0,
                "result": "",
                "pays": max(beside.amount, 0),
                "lost": max(-beside.amount, 0),
                "net": beside.amount,
                "outcome": beside.why,
                "cite": beside.cite,
            }


class Rounds:
    """Simulated rounds, as they come from `pitboss.sim.run.simulate`, added to a sheet: a row for each wager that was
    made or decided in a round."""

    def __init__(self, wagers: Sheet) -> None:
        self._sheet, self._rounds = wagers, 0

    def __call__(self, wagers: list[str], brought: Ints, put: Ints) -> None:
        rounds, columns = ((brought != 0) | (put != 0)).nonzero()
        self._sheet.add_columns(
            {
                "round": (rounds + 1 + self._rounds).tolist(),
                "wager": [wagers[column] for column in columns],
                "staked": put[rounds, columns].tolist(),
                "net": brought[rounds, columns].tolist(),
            }
        )
        self._rounds += len(brought)


# ---- files -----------------------------------------------------------------------------------------------


@contextmanager
def sheet(file: Path, columns: Columns) -> Iterator[Sheet]:
    """A file that is written row by row and stands there whole or not at all."""
    check(file)
    with (
        replacing(file) as part,
        _Parquet(part, columns) if file.suffix == ".parquet" else _Csv(part, columns) as rows,
    ):
        yield rows


def check(file: Path) -> None:
    """Refuse what cannot be written, before any work."""
    if file.suffix not in ENDINGS:
        raise Refused(f"{file} is no data set; its name ends with {' or '.join(ENDINGS)}")
    if file.suffix == ".parquet":
        require("pyarrow")


class _Parquet:
    def __init__(self, file: Path, columns: Columns) -> None:
        arrow: Any = import_module("pyarrow")
        kinds = {
            "timestamp": arrow.timestamp("ms"),
            "doubles": arrow.list_(arrow.float64()),
            "seen": arrow.list_(
                arrow.struct({"owner": arrow.string(), "cards": arrow.list_(arrow.string())})
            ),
            "legal": arrow.list_(
                arrow.struct({"decision": arrow.string(), "least": arrow.int64(), "most": arrow.int64()})
            ),
        }
        self._table = arrow.Table
        self._schema = arrow.schema([(name, kinds.get(kind, kind)) for name, kind in columns.items()])
        self._writer = import_module("pyarrow.parquet").ParquetWriter(file, self._schema)
        self._rows: list[Row] = []

    def add(self, row: Row) -> None:
        self._rows.append(row)
        if len(self._rows) >= BATCH:
            self._flush()

    def add_columns(self, columns: Mapping[str, Sequence[Any]]) -> None:
        self._writer.write_table(self._table.from_pydict(dict(columns), schema=self._schema))

    def _flush(self) -> None:
        self._writer.write_table(self._table.from_pylist(self._rows, schema=self._schema))
        self._rows = []

    def __enter__(self) -> Sheet:
        return self

    def __exit__(self, *problem: object) -> None:
        self._flush()
        self._writer.close()


class _Csv:
    """Lists as JSON, times as milliseconds since 1970."""

    def __init__(self, file: Path, columns: Columns) -> None:
        self._file = file.open("w", encoding="utf-8", newline="")
        self._writer = csv.DictWriter(self._file, list(columns), lineterminator="\n")
        self._writer.writeheader()

    def add(self, row: Row) -> None:
        self._writer.writerow({name: _plain(value) for name, value in row.items()})

    def add_columns(self, columns: Mapping[str, Sequence[Any]]) -> None:
        for values in zip(*columns.values(), strict=True):
            self.add(dict(zip(columns, values, strict=True)))

    def __enter__(self) -> Sheet:
        return self

    def __exit__(self, *problem: object) -> None:
        self._file.close()


def _plain(value: object) -> object:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list) else value
