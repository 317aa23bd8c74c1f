"""What the floor orders at its tables beside the game: pauses, a last round, people removed and barred; and the players
who call the floor."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Final, Literal

from pitboss.law import Refused, one_line
from pitboss.web.database import Database
from pitboss.web.transaction import Statement, Unmet

Kind = Literal["pause", "closing", "bar"]
EVERYWHERE: Final = ""
"""The table of an order that holds at all tables."""


class Orders:
    """The orders of a house, which outlive the process that runs a table."""

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        self._database, self._clock = database, clock

    async def of(self, table: str) -> set[str]:
        """The orders in force at a table that concern nobody in particular."""
        rows = await self._database.read("SELECT kind FROM orders WHERE table_id = ? AND name = ''", table)
        return {kind for (kind,) in rows}

    async def barred(self, name: str, table: str) -> bool:
        rows = await self._database.read(
            "SELECT 1 FROM orders WHERE kind = 'bar' AND lower(name) = ? AND table_id IN (?, '')",
            name.lower(),
            table,
        )
        return bool(rows)

    async def give(self, table: str, kind: Kind, on: bool, by: str, name: str = "") -> None:
        """Put an order in force, or withdraw it."""
        withdrawn = Statement(
            "DELETE FROM orders WHERE table_id = ? AND kind = ? AND name = ?", [(table, kind, name)]
        )
        given = Statement(
            "INSERT INTO orders (table_id, kind, name, at, given_by) VALUES (?, ?, ?, ?, ?)",
            [(table, kind, name, self._clock(), by)],
        )
        await self._database.write([withdrawn, *([given] if on else [])])

    async def bars(self) -> list[dict[str, Any]]:
        """Everybody who is barred, and from where."""
        rows = await self._database.read(
            "SELECT orders.name, table_id, coalesce(tables.name, ''), at, given_by FROM orders "
            "LEFT JOIN tables ON tables.id = table_id WHERE kind = 'bar' ORDER BY at DESC"
        )
        fields = ("name", "table", "at_table", "at", "by")
        return [dict(zip(fields, row, strict=True)) for row in rows]

    # ---- calls -----------------------------------------------------------------------------------------

    async def call(self, table: str, name: str, why: str) -> None:
        """A player calls the floor; one call at a time."""
        waiting = await self._database.read(
            "SELECT 1 FROM calls WHERE table_id = ? AND name = ? AND taken_by = ''", table, name
        )
        if waiting:
            raise Refused("the floor has been called; somebody is on the way")
        row = (secrets.token_hex(4), self._clock(), table, name, one_line(why)[:120])
        insert = "INSERT INTO calls (id, at, table_id, name, why) VALUES (?, ?, ?, ?, ?)"
        await self._database.write([Statement(insert, [row])])

    async def calls(self) -> list[dict[str, Any]]:
        """The calls that nobody has taken, the oldest first."""
        rows = await self._database.read(
            "SELECT calls.id, at, table_id, tables.name, calls.name, why FROM calls "
            "JOIN tables ON tables.id = table_id WHERE taken_by = '' ORDER BY at"
        )
        fields = ("id", "at", "table", "at_table", "name", "why")
        return [dict(zip(fields, row, strict=True)) for row in rows]

    async def take(self, call: str, by: str) -> str:
        """Answer a call; returns its table."""
        rows = await self._database.read("SELECT table_id FROM calls WHERE id = ?", call)
        update = "UPDATE calls SET taken_by = ?, taken = ? WHERE id = ? AND taken_by = ''"
        try:
            await self._database.write([Statement(update, [(by, self._clock(), call)], expect=1)])
        except Unmet:
            raise Refused("somebody else has taken this call") from None
        return str(rows[0][0])
