"""Limits that players set for themselves: what they bring to tables and take as play money in a gaming day, and times
in which they do not play at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, get_args

from msgspec import Struct

from pitboss.law import Refused, one_line
from pitboss.money import Cents, money
from pitboss.office.days import Days
from pitboss.web.database import Database
from pitboss.web.times import moment
from pitboss.web.transaction import Statement

Kind = Literal["loss", "deposit"]
KINDS: Final[dict[Kind, str]] = {
    "loss": "chips brought to tables in a gaming day, less those taken away",
    "deposit": "play money added in a gaming day",
}
NONE: Final = -1
_DAY: Final = 86_400_000
EXCLUSIONS: Final = {"3 days": 3, "30 days": 30, "1 year": 365, "5 years": 5 * 365}
"""How long a player may choose not to play, in days."""


class Limit(Struct):
    """A limit in force, and the one that follows it."""

    amount: Cents = NONE
    next: Cents = NONE
    next_at: int = 0
    """When the next one holds; 0 if there is none."""


class OwnLimits:
    """What players have set for themselves. A stricter limit holds at once, a looser one after a day."""

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        self._database, self._clock = database, clock
        self._days = Days()

    async def of(self, name: str) -> dict[Kind, Limit]:
        rows = await self._database.read(
            "SELECT kind, amount, at FROM own_limits WHERE name = ? ORDER BY at", name
        )
        found: dict[Kind, Limit] = {kind: Limit() for kind in KINDS}
        for kind, amount, at in rows:
            limit = found[kind]
            if at <= self._clock():
                limit.amount = int(amount)
            else:
                limit.next, limit.next_at = int(amount), at
        return found

    async def set(self, name: str, kind: str, amount: Cents) -> None:
        """Set a limit, or withdraw it (``NONE``)."""
        if kind not in get_args(Kind):
            raise Refused(f"a limit is for {' or '.join(KINDS)}, not {one_line(kind)!r}")
        if amount < NONE:
            raise Refused("a limit is an amount of money")
        now, old = self._clock(), (await self.of(name))[kind].amount  # type: ignore[index]
        if amount == old == NONE:
            raise Refused("there is no limit to remove")
        looser = old != NONE and (amount == NONE or amount > old)
        waiting = Statement(
            "DELETE FROM own_limits WHERE name = ? AND kind = ? AND at > ?", [(name, kind, now)]
        )
        at = now + _DAY * looser
        row = Statement(
            "INSERT INTO own_limits (name, kind, amount, at) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (name, kind, at) DO UPDATE SET amount = excluded.amount",
            [(name, kind, amount, at)],
        )
        await self._database.write([waiting, row])

    async def exclude(self, name: str, how_long: str) -> int:
        """No play for a time that cannot be shortened; returns its end."""
        if how_long not in EXCLUSIONS:
            raise Refused(f"choose one of: {', '.join(EXCLUSIONS)}")
        until = self._clock() + EXCLUSIONS[how_long] * _DAY
        await self._database.write(
            [
                Statement(
                    "UPDATE people SET excluded = ? WHERE name = ? AND excluded < ?", [(until, name, until)]
                )
            ]
        )
        return until

    async def excluded(self, name: str) -> int:
        """Until when this person does not play; 0 if they may."""
        rows = await self._database.read("SELECT excluded FROM people WHERE name = ?", name)
        return int(rows[0][0]) if rows and rows[0][0] > self._clock() else 0

    async def check_play(self, name: str, brought: Cents) -> None:
        """May this person bring that much to a table now?"""
        if until := await self.excluded(name):
            raise Refused(f"you have excluded yourself from play until {moment(until)}")
        most = (await self.of(name))["loss"].amount
        if most == NONE:
            return
        rows = await self._database.read(
            "SELECT coalesce(sum(amount), 0) FROM postings WHERE account = ? AND at >= ? AND table_id <> ''",
            f"wallet:{name}",
            self._begun(),
        )
        left = most + int(rows[0][0])
        if brought > left:
            raise Refused(
                f"your limit is {money(most)} a gaming day, of which {money(max(0, left))} is left; "
                "you set it on the Settings page"
            )

    async def check_deposit(self, name: str, more: Cents) -> None:
        """May this person add that much play money now?"""
        most = (await self.of(name))["deposit"].amount
        if most == NONE:
            return
        rows = await self._database.read(
            "SELECT coalesce(sum(amount), 0) FROM postings JOIN people ON people.name = ? "
            "WHERE account = ? AND at >= ? AND at > since AND why = 'play money'",
            name,
            f"wallet:{name}",
            self._begun(),
        )
        if more + int(rows[0][0]) > most:
            raise Refused(f"your limit is {money(most)} of play money a gaming day")

    def _begun(self) -> int:
        """When the gaming day began."""
        return self._days.bounds(self._days.day(self._clock()))[0]
