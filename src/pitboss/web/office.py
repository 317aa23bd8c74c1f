"""The back office of a live house: its journals and books, as figures of a gaming day."""

from __future__ import annotations

import re
import tempfile
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, get_args

from pitboss.dataset import sheet
from pitboss.law import Refused, one_line
from pitboss.money import Cents, cents
from pitboss.office import BY, Count, Counted, Days, Figures, History, Odds, counted, figures, history
from pitboss.office.counts import KINDS
from pitboss.office.figures import Who
from pitboss.web.people import Person
from pitboss.web.service import Service
from pitboss.web.transaction import Statement

_KEPT: Final = 512
"""The most volumes whose rounds stay in memory."""
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_AMOUNTS: Final = ("handle", "win", "fees", "assessed", "assessed_handle")


class Office:
    """What the pages of the back office show. Everything is derived from journals, or was entered by people."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.days = Days()
        self._histories: OrderedDict[tuple[str, int, int], History] = OrderedDict()
        self._odds = Odds()

    def day(self, given: str = "") -> str:
        """A gaming day; by default today's."""
        if given and not _DAY.fullmatch(given):
            raise Refused("a gaming day is written as 2026-11-18")
        try:
            self.days.bounds(day := given or self.days.day(self.service.clock()))
        except ValueError:
            raise Refused(f"there is no {given}") from None
        return day

    async def histories(self, first: str, last: str) -> list[History]:
        """The journals of every volume with rounds from one gaming day to another, cut to those days."""
        begins, ends = self.days.bounds(first)[0], self.days.bounds(last)[1]
        if ends <= begins:
            raise Refused(f"{last} is before {first}")
        database = self.service.database
        rows = await database.read(
            "SELECT DISTINCT rounds.table_id, rounds.volume, tables.name, pits.pit FROM rounds "
            "JOIN tables ON tables.id = rounds.table_id LEFT JOIN pits ON pits.table_id = rounds.table_id "
            "WHERE rounds.at >= ? AND rounds.at < ? ORDER BY rounds.table_id, rounds.volume",
            begins,
            ends,
        )
        found = []
        for identity, volume, name, pit in rows:
            whole = await self._history(identity, volume)
            for round_ in whole.rounds:
                round_.name, round_.pit = name, pit or ""
            found.append(
                History(
                    [each for each in whole.rounds if begins <= each.ended < ends],
                    [each for each in whole.chips if begins <= each.at < ends],
                )
            )
        return found

    async def _history(self, identity: str, volume: int) -> History:
        lines = await self.service.lines(identity, volume)
        key = identity, volume, len(lines)
        if (known := self._histories.get(key)) is None:
            try:
                known = await self.service.house.work(lambda: history(lines))
            except Refused:  # a table out of order has no figures, and hides no other's
                known = History([], [])
            assert known is not None
            self._histories[key] = known
            if len(self._histories) > _KEPT:
                self._histories.popitem(last=False)
        return known

    async def figures(
        self, by: Sequence[str], first: str = "", last: str = "", who: Who = "people"
    ) -> list[Figures]:
        if who not in get_args(Who):
            raise Refused(f"figures are for {', '.join(get_args(Who))}, not {one_line(who)!r}")
        first = self.day(first)
        found = await self.histories(first, self.day(last) if last else first)
        rounds = [each for one in found for each in one.rounds]
        rows: list[Figures] = await self.service.house.work(
            lambda: figures(rounds, by, who=who, days=self.days, odds=self._odds)
        )
        return rows

    async def drop(self, day: str) -> dict[str, tuple[Cents, Cents]]:
        """By table, the chips that people bought on a gaming day and those that they took away, from the journals."""
        names: dict[str, str] = dict(await self.service.database.read("SELECT id, name FROM tables"))
        found: dict[str, tuple[Cents, Cents]] = {}
        for one in await self.histories(day, day):
            for each in one.chips:
                if not each.bot:
                    bought, taken = found.get(each.table, (0, 0))
                    moved = (max(each.amount, 0), max(-each.amount, 0))
                    found[each.table] = bought + moved[0], taken + moved[1]
        return {names.get(table, table): moved for table, moved in found.items()}

    # ---- counts ----------------------------------------------------------------------------------------

    async def count(
        self, person: Person, table: str, kind: str, amount: str, slip: str = "", shift: str = ""
    ) -> None:
        """Enter an opener, fill, credit, drop or closer of the present shift, or of another one today."""
        if kind not in KINDS:
            raise Refused(f"a count is {', '.join(KINDS)}, not {one_line(kind)!r}")
        value = cents(amount)
        if value < 0 or (not value and kind in ("fill", "credit")):
            raise Refused(f"{kind} cannot be {one_line(amount)}")
        rows = await self.service.database.read("SELECT name FROM tables WHERE id = ?", table)
        if not rows:
            raise Refused(f"there is no table {one_line(table)!r}")
        at = self.service.clock()
        shift = shift or self.days.shift(at)
        if shift not in self.days.shifts:
            raise Refused(f"a shift is {', '.join(self.days.shifts)}, not {one_line(shift)!r}")
        row = (at, table, self.days.day(at), shift, kind, value, person.name, one_line(slip)[:40])
        await self.service.database.write(
            [
                Statement(
                    "INSERT INTO counts (at, table_id, day, shift, kind, amount, name, slip) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    [row],
                )
            ]
        )
        await self.service.note("count", person.name, table, f"{kind} {amount} {slip}".strip())

    async def counts(self, day: str) -> tuple[list[Counted], list[Count]]:
        """The counts of a gaming day by table and shift, and the entries they consist of."""
        rows = await self.service.database.read(
            "SELECT tables.name, day, shift, kind, amount, counts.name, at, slip FROM counts "
            "JOIN tables ON tables.id = counts.table_id WHERE day = ? ORDER BY at, tables.name",
            day,
        )
        entries = [Count(*row) for row in rows]
        return counted(entries), entries

    async def assign(self, person: Person, table: str, pit: str) -> None:
        """Put a table in a pit."""
        pit = one_line(pit).strip()[:40]
        if not await self.service.database.read("SELECT id FROM tables WHERE id = ?", table):
            raise Refused(f"there is no table {one_line(table)!r}")
        await self.service.database.write(
            [
                Statement(
                    "INSERT INTO pits (table_id, pit) VALUES (?, ?) "
                    "ON CONFLICT (table_id) DO UPDATE SET pit = excluded.pit",
                    [(table, pit)],
                )
            ]
        )
        await self.service.note("pit", person.name, table, pit)

    async def tables(self) -> list[dict[str, Any]]:
        """Every table, open ones first, with its pit."""
        rows = await self.service.database.read(
            "SELECT id, name, game, closed, coalesce(pit, '') FROM tables LEFT JOIN pits ON table_id = id "
            "ORDER BY closed IS NOT NULL, name"
        )
        fields = ("id", "name", "game", "closed", "pit")
        return [dict(zip(fields, row, strict=True)) for row in rows]

    # ---- people ----------------------------------------------------------------------------------------

    async def statement(self, name: str, limit: int = 500) -> dict[str, Any]:
        """A player's account: every posting of the wallet, the newest first, with the balance after it."""
        database = self.service.database
        if not await database.read("SELECT name FROM people WHERE name = ?", name):
            raise Refused(f"there is no account {one_line(name)!r}")
        wallet = f"wallet:{name}"
        rows = await database.read(
            "SELECT at, amount, coalesce(tables.name, ''), why FROM postings LEFT JOIN tables ON tables.id = table_id "
            "WHERE account = ? ORDER BY at DESC LIMIT ?",
            wallet,
            limit,
        )
        held = await database.read("SELECT balance FROM accounts WHERE name = ?", wallet)
        balance = now = int(held[0][0]) if held else 0
        entries = []
        for at, amount, table, why in rows:
            entries.append({"at": at, "amount": int(amount), "table": table, "why": why, "balance": balance})
            balance -= int(amount)
        return {"name": name, "balance": now, "before": balance, "entries": entries}


def by_of(given: str) -> tuple[str, ...]:
    """What figures are taken together by, as people write it: ``table,shift``."""
    by = tuple(filter(None, given.split(",")))
    if not by or len(set(by)) < len(by) or not set(by) <= set(BY):
        raise Refused(f"figures are by one or several of: {', '.join(BY)}")
    return by


def columns_of(by: Sequence[str]) -> dict[str, str]:
    """The columns of figures as a data set."""
    row = Figures(key=tuple(by)).row(by)
    kinds = dict.fromkeys((*_AMOUNTS, "rounds"), "int64") | dict.fromkeys(by, "string") | {"alert": "bool_"}
    return {name: kinds.get(name, "double") for name in row}


def as_parquet(found: Iterable[Figures], by: Sequence[str]) -> bytes:
    """Figures as Parquet."""
    columns = {
        name: {"double": "float64", "bool_": "bool"}.get(kind, kind) for name, kind in columns_of(by).items()
    }
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "figures.parquet"
        with sheet(file, columns) as rows:
            for each in found:
                rows.add(each.row(by))
        return file.read_bytes()


def bars(found: Sequence[Figures], wide: int = 640) -> list[dict[str, Any]]:
    """A chart of wins: for each group a bar from nothing to its win, and the band of what is usual."""
    amounts = [0.0]
    for each in found:
        amounts += [each.win, *(each.usual or ())]
    low, high = min(amounts), max(amounts)
    scale = wide / (high - low) if high > low else 0.0

    def place(amount: float) -> float:
        return round((amount - low) * scale, 1)

    return [
        {
            "label": ", ".join(each.key),
            "zero": place(0),
            "from": place(min(0, each.win)),
            "width": round(abs(each.win) * scale, 1),
            "band": (place(each.usual[0]), round((each.usual[1] - each.usual[0]) * scale, 1))
            if each.usual
            else None,
            "theoretical": place(each.theoretical_win) if each.usual else None,
            "win": each.win,
            "alert": each.alert,
        }
        for each in found
    ]
