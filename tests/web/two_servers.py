"""Two servers of one house, simulated from a seed. Their database stalls and, in a failover, loses its last commits;
either server is cut off from it, stops and is replaced as in an upgrade, while people play at both."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import sqlite3
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from pitboss.book.events import Commit, Shuffle
from pitboss.law import Refused
from pitboss.table import Entry
from pitboss.web.house import Elsewhere, House
from pitboss.web.keeping import make_void
from pitboss.web.live import LiveTable
from pitboss.web.messages import AnyCommand
from pitboss.web.people import Person
from pitboss.web.transaction import Row, Statement
from pitboss.web.watermark import Watermark
from tests.web.simulated import SETTINGS, Disk, Simulation
from tests.web.waiting import World

_BEHIND = 3
"""The most commits that a standby lacks."""


class Standby(Disk):
    """A database with a standby that is a few commits behind."""

    def __init__(self, connection: sqlite3.Connection, chance: Any) -> None:
        super().__init__(connection, chance)
        self.behind: list[bytes] = []
        self.stalled = 0.0

    async def write(self, statements: Sequence[Statement]) -> None:
        await asyncio.sleep(self.stalled)
        before = self.connection.serialize()
        await super().write(statements)
        self.behind = [*self.behind, before][-_BEHIND:]

    def fails_over(self) -> None:
        self.connection.rollback()
        self.connection.deserialize(self.chance.choice(self.behind))
        self.behind = []


class Line:
    """A server's connection to the database, which may be cut."""

    def __init__(self, disk: Standby) -> None:
        self.disk, self.cut = disk, False

    async def write(self, statements: Sequence[Statement]) -> None:
        self._check()
        await self.disk.write(statements)
        self._check()  # written, but the answer does not arrive

    async def read(self, sql: str, *values: object) -> list[Row]:
        self._check()
        return await self.disk.read(sql, *values)

    async def close(self) -> None: ...

    def _check(self) -> None:
        if self.cut:
            raise OSError("the network is down")


class _Open:
    """The connection of the simulation, which nobody closes."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.cursor, self.commit, self.rollback = connection.cursor, connection.commit, connection.rollback

    def close(self) -> None: ...


class TwoServers(Simulation):
    """The house and its two servers; for whoever plays there it looks like one."""

    def __init__(self, seed: int, games: Sequence[str], folder: Path) -> None:
        super().__init__(seed, games)
        self.disk: Standby = Standby(self.connection, self.chance)
        self.disk.failing = 0.0
        self.folder = folder
        self.servers: list[tuple[House, Line]] = []
        self.happened: list[str] = []
        self.seen: set[bytes] = set()
        """The chance of rounds that were dealt, and then lost."""

    def run(self, times: int) -> None:
        """So many events, with people at the tables all the time."""
        world = World(self.now)
        world.set_exception_handler(lambda *_: None)
        asyncio.set_event_loop(world)
        try:
            world.run_until_complete(self._run(times))
        finally:
            asyncio.set_event_loop(None)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                gc.collect()

    async def _run(self, times: int) -> None:
        for n in range(2):
            await self._start(n)
        playing = [asyncio.create_task(self._plays(self, person, 1e18)) for person in self.people]  # type: ignore[arg-type]
        for _ in range(times):
            await asyncio.sleep(10 + 20 * self.chance.random())
            what = self.chance.choice([self._stalls, self._is_cut_off, self._is_upgraded, self._fails_over])
            self.happened.append(what.__name__.strip("_"))
            await what()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for house, _ in self.servers:
            await house.stop()

    async def _start(self, n: int) -> None:
        loop, key, line = asyncio.get_running_loop(), self.folder / f"{n}.key", Line(self.disk)
        watermark = Watermark.at(key)
        watermark.check(key, _Open(self.connection), "?")
        house = House(
            SETTINGS.model_copy(update={"port": 8000 + n}),
            line,
            clock=lambda: int(loop.time() * 1000),
            secret=lambda: self.chance.randbytes(32),
            name=self.chance.randbytes(4).hex(),
            inline=True,
            watermark=watermark,
        )
        await house.start()
        self.servers.insert(n, (house, line))

    async def _stop(self, n: int) -> None:
        house, _ = self.servers.pop(n)
        await house.stop()
        assert house.watermark is not None
        house.watermark.close()

    # ---- for those who play ----------------------------------------------------------------------------

    async def find(self, identity: str) -> LiveTable:
        """At either server, as through a proxy."""
        for house, _ in self.chance.sample(self.servers, len(self.servers)):
            with contextlib.suppress(Elsewhere):
                return await house.find(identity)
        raise Refused("nobody has it yet")

    async def obey(self, live: LiveTable, person: Person, command: AnyCommand) -> None:
        await live.house.obey(live, person, command)
        await live.house.safe(live)

    async def safe(self) -> None: ...

    # ---- what happens ----------------------------------------------------------------------------------

    async def _stalls(self) -> None:
        self.disk.stalled = 3.0
        await asyncio.sleep(9)
        self.disk.stalled = 0.0

    async def _is_cut_off(self) -> None:
        _, line = self.chance.choice(self.servers)
        line.cut = True
        await asyncio.sleep(self.chance.choice([2, 25]))  # less than a lease, or more
        line.cut = False

    async def _is_upgraded(self) -> None:
        n = self.chance.randrange(2)
        await self._stop(n)
        await asyncio.sleep(2)
        await self._start(n)

    async def _fails_over(self) -> None:
        """No server deals until the operator has restored the house, and then nothing that was seen."""
        if not self.disk.behind:
            return
        lost = {identity: self.lines(identity) for identity in self._tables()}
        self.disk.fails_over()
        kept = {identity: self.lines(identity) for identity in self._tables()}
        self.seen |= {
            each for identity in lost for each in _chance(lost[identity][len(kept.get(identity, [])) :])
        }
        await asyncio.sleep(SETTINGS.lease)
        assert all(house.lost_commits for house, _ in self.servers), "a server deals what was seen"
        assert all(not house.tables for house, _ in self.servers)
        for identity in self._tables():
            if lost[identity] != kept[identity]:
                assert self.lines(identity) == kept[identity], "dealt on from before what was seen"
        assert not self.wrong
        for n in (1, 0):
            await self._stop(n)
        make_void(_Open(self.connection), "?")
        self.told.clear()
        self.disk.behind = []
        for n in (0, 1):
            await self._start(n)

    def check(self) -> None:
        super().check()
        for identity in self._tables():
            assert not self.seen & _chance(self.lines(identity)), "what was seen is dealt again"


def _chance(lines: list[bytes]) -> set[bytes]:
    """What was promised and shuffled in these lines."""
    events = (event for line in lines for event in msgspec.json.decode(line, type=Entry).events)
    return {
        each.secret if isinstance(each, Commit) else each.order
        for each in events
        if isinstance(each, Commit | Shuffle)
    }
