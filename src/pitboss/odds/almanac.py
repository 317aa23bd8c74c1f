"""The almanac: every wager under every authorized table and option as a data set, one row each."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import asdict

import pitboss
from pitboss import files
from pitboss.book import Game, PayTable, Refused, Rules, game, games, in_the_book
from pitboss.book.data import Value
from pitboss.book.key import Key
from pitboss.compiler import MATHEMATICS, sources
from pitboss.extras import require
from pitboss.law import Slip, one_line
from pitboss.odds import WagerOdds
from pitboss.odds.book import analyze

LARGEST: Final = 256_000_000
"""The largest almanac in bytes: far more than the whole book needs."""


class Origin(NamedTuple):
    """The inputs to the figures of a game."""

    version: str
    rules: str
    """SHA-256 of the game's data."""
    code: str
    """SHA-256 of the programs that count."""


class Row(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wager under one set of rules; or a game without figures, and why."""

    game: str
    wager: str = ""
    table: str = ""
    options: str = "{}"
    """As JSON, because a data set has no nested columns."""
    cite: str = ""
    """The paragraph of its pay table, or of the wager if it has none."""
    kind: Literal["exact", "simulated", ""] = ""
    house_edge: float | None = None
    house_edge_fraction: Annotated[str, Meta(pattern=r"^(-?[0-9]+(/[1-9][0-9]*)?)?$", max_length=4_000)] = ""
    """The house edge exactly; empty if it was computed in floating point."""
    house_edge_low: float | None = None
    house_edge_high: float | None = None
    """The 95 percent interval of a simulated house edge."""
    element_of_risk: float | None = None
    hit_rate: float | None = None
    standard_deviation: float | None = None
    rounds_per_decision: float | None = None
    simulated: str = ""
    """The figures that are simulated although the house edge is exact."""
    per: str = ""
    pays: str = "{}"
    """The pay table as JSON."""
    why: str = ""
    """Why there are no figures."""
    version: str
    rules: str
    code: str

    @property
    def origin(self) -> Origin:
        return Origin(self.version, self.rules, self.code)

    @property
    def chosen(self) -> dict[str, Value]:
        return msgspec.json.decode(self.options, type=dict[str, Value])

    @property
    def paid(self) -> dict[str, str]:
        return msgspec.json.decode(self.pays, type=dict[str, str])


class Written(Struct, frozen=True):
    """The result of writing an almanac."""

    file: str
    rows: int
    computed: tuple[str, ...]
    kept: tuple[str, ...]
    """Games whose figures were already in the file."""
    without: Mapping[str, str]
    """Games that have no figures, each with the sentence why."""


def almanac(names: Sequence[str], file: Path, progress: Callable[[int, int], None] | None = None) -> Written:
    """Write the rows of these games (none named: of the whole book) to the file, which is complete after every game. A
    game whose figures in it are from the same rules, code and version is not computed again, and other games in it
    stay. Games that could not be computed are tried again."""
    _form(file)
    if not file.parent.is_dir():
        raise Refused(f"there is no folder {file.parent}")
    asked = {found.id: found for found in map(game, names or [heading.id for heading in games()])}
    have = {
        id_: list(rows) for id_, rows in groupby(read(file) if file.exists() else (), lambda row: row.game)
    }
    computed = []
    for done, (id_, found) in enumerate(asked.items()):
        if progress:
            progress(done, len(asked))
        origin = origin_of(found)
        if id_ not in have or any(row.why or row.origin != origin for row in have[id_]):
            have[id_] = _rows(found, origin)
            computed.append(id_)
            write(file, [row for _, rows in sorted(have.items()) for row in rows])
    if progress:
        progress(len(asked), len(asked))
    return Written(
        str(file),
        sum(map(len, have.values())),
        tuple(computed),
        tuple(id_ for id_ in asked if id_ not in computed),
        {id_: have[id_][0].why for id_ in asked if have[id_][0].why},
    )


def origin_of(found: Game) -> Origin:
    code = hashlib.sha256(sources(*MATHEMATICS, "sim").encode())
    for module in sorted(found.path.parent.glob("*.py")):  # it may be outside the package
        code.update(module.read_bytes())
    data = msgspec.json.encode(found.data, order="deterministic")
    return Origin(pitboss.__version__, hashlib.sha256(data).hexdigest(), code.hexdigest())


def _rows(found: Game, origin: Origin) -> list[Row]:
    try:
        name = found.id if in_the_book(found) else str(found.path)
        rows = [_row(found, row, origin) for row in analyze(name, every=True) if row.equity is None]
        why = f"{found.id} has no wager against the house"
    except (Refused, Slip) as refused:
        rows, why = [], str(refused)
    except Exception as problem:  # an error in one game must not cost the others hours of work
        rows, why = [], one_line(f"{type(problem).__name__}: {problem}")
    return rows or [Row(game=found.id, why=why, **origin._asdict())]


def _row(found: Game, row: WagerOdds, origin: Origin) -> Row:
    low, high = row.interval or (None, None)
    id_ = Key.read(row.wager).id
    pay = pay_table(found, row, id_)
    cites = {wager.id: wager.full_cite for wager in found.data.wagers}
    return Row(
        game=found.id,
        wager=row.wager,
        table=row.table,
        options=_json(row.options),
        cite=pay.cite if pay else cites.get(id_, found.data.subchapter),
        kind=row.method,
        house_edge=float(row.house_edge),
        house_edge_fraction="" if row.exactly is None else str(row.exactly),
        house_edge_low=low,
        house_edge_high=high,
        element_of_risk=float(row.element_of_risk),
        hit_rate=float(row.hit_rate) if row.outcomes else None,
        standard_deviation=row.standard_deviation if row.outcomes else None,
        rounds_per_decision=float(row.rounds),
        simulated=" ".join(row.simulated),
        per=row.per,
        pays=_json({outcome: str(odds) for outcome, odds in pay.rows.items()} if pay else {}),
        **origin._asdict(),
    )


def pay_table(found: Game, row: WagerOdds, wager: str) -> PayTable | None:
    """The pay table of a row."""
    tables = Rules(found, row.options, lawful=False).pay_tables
    shared = next((each.pays for each in found.data.wagers if each.id == wager), None)
    return tables.get(found.mathematics.priced(wager)) or tables.get(shared or "")


def _json(value: Mapping[str, object]) -> str:
    return msgspec.json.encode(value).decode()


# ---- files -----------------------------------------------------------------------------------------------


EARLIER: Final[Mapping[str, str]] = {
    "edge": "house_edge_fraction",
    "edge_decimal": "house_edge",
    "edge_low": "house_edge_low",
    "edge_high": "house_edge_high",
    "hit_frequency": "hit_rate",
    "deviation": "standard_deviation",
}
"""Columns by the names of version 0.1, which are still read."""


def _rows_of(given: Iterable[Mapping[str, Any]], *, strict: bool = True) -> list[Row]:
    named = [{EARLIER.get(name, name): value for name, value in row.items()} for row in given]
    return msgspec.convert(named, list[Row], strict=strict)


def read(file: Path) -> list[Row]:
    """The rows of an almanac; any other file is refused."""
    decode, _ = _form(file)
    try:
        rows = decode(files.read(file, LARGEST))
        for row in rows:
            row.chosen, row.paid  # noqa: B018 - text within text is read now, not when somebody needs it
    except (msgspec.MsgspecError, ValueError, TypeError, csv.Error, RecursionError) as problem:
        raise Refused(f"{file} is not an almanac: {problem}") from None
    return sorted(rows, key=lambda row: row.game)


def write(file: Path, rows: Sequence[Row]) -> None:
    _, encode = _form(file)
    files.write(file, encode(rows))


def _from_csv(text: bytes) -> list[Row]:
    lines = csv.DictReader(io.StringIO(text.decode(), newline=""))
    if not {*(lines.fieldnames or ("",))} <= {
        *Row.__struct_fields__,
        *EARLIER,
    }:  # an earlier one may have fewer
        raise ValueError("its columns are not those of an almanac")
    return _rows_of(({name: value for name, value in line.items() if value} for line in lines), strict=False)


def as_csv(rows: Sequence[Row]) -> bytes:
    text = io.StringIO(newline="")
    lines = csv.DictWriter(text, Row.__struct_fields__, lineterminator="\n")
    lines.writeheader()
    lines.writerows(map(asdict, rows))
    return text.getvalue().encode()


def _from_json(text: bytes) -> list[Row]:
    return _rows_of(msgspec.json.decode(text, type=list[dict[str, Any]]))


def as_json(rows: Sequence[Row]) -> bytes:
    return b"[\n" + b",\n".join(map(msgspec.json.encode, rows)) + b"\n]\n"


def _from_parquet(data: bytes) -> list[Row]:
    # Without its threads, which may still run when the process ends and abort it.
    table = _parquet().ParquetFile(io.BytesIO(data), pre_buffer=False).read(use_threads=False)
    return _rows_of(table.to_pylist())


def _to_parquet(rows: Sequence[Row]) -> bytes:
    arrow, data = import_module("pyarrow"), io.BytesIO()
    numbers = {each.name for each in msgspec.structs.fields(Row) if each.type == float | None}
    kinds = [(name, arrow.float64() if name in numbers else arrow.string()) for name in Row.__struct_fields__]
    _parquet().write_table(arrow.Table.from_pylist([*map(asdict, rows)], arrow.schema(kinds)), data)
    return data.getvalue()


def _parquet() -> Any:
    require("pyarrow")
    return import_module("pyarrow.parquet")


FORMS: Final[Mapping[str, tuple[Callable[[bytes], list[Row]], Callable[[Sequence[Row]], bytes]]]] = {
    ".csv": (_from_csv, as_csv),
    ".json": (_from_json, as_json),
    ".parquet": (_from_parquet, _to_parquet),
}


def _form(file: Path) -> tuple[Callable[[bytes], list[Row]], Callable[[Sequence[Row]], bytes]]:
    """How a file with this name is read and written."""
    if file.suffix not in FORMS:
        raise Refused(f"an almanac's name must end in {', '.join(FORMS)}, not {file.name!r}")
    if file.suffix == ".parquet":
        _parquet()
    return FORMS[file.suffix]
