"""Which process runs which table: a lease on each, and a fair share of them for every process that is alive."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pitboss.law import Refused
from pitboss.web.questions import Busy
from pitboss.web.transaction import Statement, Unmet
from pitboss.web.watermark import MARKS

if TYPE_CHECKING:
    from pitboss.web.house import House
    from pitboss.web.live import LiveTable

log = logging.getLogger("pitboss.leases")

_TAKE = "UPDATE tables SET owner = ?, address = ?, epoch = ?, lease = ? WHERE id = ? AND epoch = ?"
_KEEP = "UPDATE tables SET lease = ? WHERE id = ? AND owner = ? AND epoch = ?"
_GIVE = (
    "UPDATE tables SET owner = ?, address = ?, epoch = epoch + 1, lease = ? "
    "WHERE id = ? AND owner = ? AND epoch = ?"
)
_ALIVE = (
    "INSERT INTO servers (name, address, lease) VALUES (?, ?, ?) "
    "ON CONFLICT (name) DO UPDATE SET address = excluded.address, lease = excluded.lease"
)
_SHARES = (
    "SELECT servers.name, servers.address, (SELECT count(*) FROM tables WHERE owner = servers.name AND closed IS NULL) "
    "FROM servers WHERE servers.lease >= ? ORDER BY 3, 1"
)
_FORGOTTEN = 86_400_000
"""Milliseconds after which a server that is gone is not listed."""
_AT_ONCE = 10
"""The most tables handed over at a time: their players reconnect."""


class Leases:
    """Those of one process."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.epochs: dict[str, int] = {}
        self.until: dict[str, int] = {}
        """The time until which this process holds each table."""
        self.opening: set[str] = set()
        """Tables that are not in the database yet."""
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._tasks = [asyncio.create_task(each) for each in (self._keep_forever(), self._look_forever())]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []

    @property
    def later(self) -> int:
        """When a lease that is taken now runs out."""
        return self.house.clock() + int(self.house.settings.lease * 1000)

    def ran_out(self, live: LiveTable) -> bool:
        return self.house.clock() >= self.until[live.id]

    def begin(self, identity: str) -> int:
        """The lease of a new table."""
        self.epochs[identity], self.until[identity] = 1, self.later
        return self.until[identity]

    async def take(self, identity: str, epoch: int) -> None:
        house, until = self.house, self.later
        taken = (house.name, house.settings.reached_at, epoch + 1, until, identity, epoch)
        try:
            await house.write([Statement(_TAKE, [taken], expect=1)])
        except Refused:
            raise
        except Unmet:
            raise Busy("another server has just taken this table; try again") from None
        except Exception:
            log.exception("could not write", extra={"tables": [identity]})
            raise Busy("it could not be saved; try again") from None
        self.epochs[identity], self.until[identity] = epoch + 1, until

    async def let_go(self, what: str) -> None:
        """Others then need not wait until our leases expire; if this cannot be written, they wait."""
        name = [(self.house.name,)]
        try:
            await self.house.database.write(
                [
                    Statement(f"UPDATE {what} SET lease = 0 WHERE owner = ?", name),
                    Statement("DELETE FROM servers WHERE name = ?", name),
                ]
            )
        except Exception:
            log.exception("leases could not be released")

    # ---- again and again -------------------------------------------------------------------------------

    async def _keep_forever(self) -> None:
        while True:
            self.house.tidy()
            if not self.house.lost_commits:
                try:
                    await self.renew(self.later)
                    await self._share()
                except Exception:
                    log.exception("leases could not be renewed")
            await asyncio.sleep(self.house.settings.lease / 3)

    async def renew(self, until: int) -> None:
        house = self.house
        running = [live for live in house.tables.values() if live.id not in self.opening]
        coming = [
            identity for identity in house.resuming if identity in self.epochs
        ]  # resuming may take long
        names = {*(live.id for live in running), *coming, *house.out_of_order}
        ours = [(until, identity, house.name, self.epochs[identity]) for identity in sorted(names)]
        alive = Statement(_ALIVE, [(house.name, house.settings.reached_at, until)])
        gone = Statement("DELETE FROM servers WHERE lease < ?", [(house.clock() - _FORGOTTEN,)])
        await house.write([Statement(_KEEP, ours), alive, gone])
        if house.watermark is not None and house.watermark.falls(dict(await house.database.read(MARKS))):
            await house.stop_dealing()
        epochs: dict[str, int] = dict(
            await house.database.read("SELECT id, epoch FROM tables WHERE owner = ?", house.name)
        )
        for live in running:
            if house.tables.get(live.id) is not live:
                continue
            if epochs.get(live.id) == self.epochs[live.id]:
                self.until[live.id] = until
            else:
                house.drop(live)

    async def _look_forever(self) -> None:
        """Take over tables that others have released or given to us. That may take longer than a lease lasts, so ours
        are renewed separately. The first look is at once: what players ask for meanwhile is resumed first."""
        while True:
            try:
                await self.take_over(await self._free())
            except Exception:
                log.exception("tables could not be searched")
            self.house.looked.set()
            await asyncio.sleep(self.house.settings.lease / 3)

    async def _free(self) -> list[str]:
        rows = await self.house.database.read(
            "SELECT id FROM tables WHERE closed IS NULL AND (owner = ? OR lease < ?)",
            self.house.name,
            self.house.clock(),
        )
        known = self.house.tables.keys() | self.house.out_of_order.keys() | self.opening
        return [identity for (identity,) in rows if identity not in known]

    async def take_over(self, identities: Sequence[str]) -> None:
        """Resume tables; one that cannot be resumed now does not delay the others."""
        for identity in identities:
            try:
                await self.house.find(identity)
            except Exception as problem:
                if not isinstance(problem, self.house.expected):
                    log.exception("a table could not be resumed", extra={"table": identity})

    # ---- a fair share ----------------------------------------------------------------------------------

    async def _share(self) -> None:
        """Hand tables over to the process that runs the fewest, if this one runs more than its share: after an upgrade
        one would be left with all of them."""
        house = self.house
        shares = await house.database.read(_SHARES, house.clock())
        mine = next((count for name, _, count in shares if name == house.name), 0)
        fair, odd = divmod(sum(count for *_, count in shares), len(shares) or 1)
        if len(shares) < 2 or mine <= fair + bool(odd) or shares[0][2] >= fair:
            return
        name, address, has = shares[0]
        idle = [
            live for live in house.tables.values() if not (live.table.playing or live.tournament or live.lost)
        ]
        idle.sort(key=lambda live: (len(live.guests), live.id))
        for live in idle[: min(mine - fair, fair - has, _AT_ONCE)]:
            await self._give(live, name, address)

    async def _give(self, live: LiveTable, name: str, address: str) -> None:
        """Between rounds. The other process has it as soon as this one has forgotten it."""
        house = self.house
        await house.safe(live)
        if live.table.playing or live.lost or live.table.closed:
            return
        house.drop(live)
        given = (name, address, self.later, live.id, house.name, self.epochs[live.id])
        await house.write([Statement(_GIVE, [given], expect=1)])
        log.info("table handed over", extra={"table": live.id, "to": address})
