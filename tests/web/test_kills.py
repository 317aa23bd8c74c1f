"""The server is killed without warning, again and again, while people play. Nothing that anybody was told is taken
back: no chip is lost or made, no round is lost, and what was interrupted goes on where it stood."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import resource
import signal
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from pitboss.web.database import connect
from pitboss.web.people import Posting, posted
from pitboss.web.transaction import Statement
from tests.properties import often
from tests.web.ledgers import Books
from tests.web.lives import Lives
from tests.web.players import Floorperson, Player
from tests.web.processes import gone, new_database, prepare, rows, started_by
from tests.web.waiting import PATIENCE, eventually_so

GAMES = ["three-card-poker", "roulette", "blackjack", "craps", "hold-em", "keno"]
TABLES = [*GAMES, "three-card-poker", "roulette", "blackjack", "hold-em"][: often(6, 10)]


class Killings:
    """Ten tables, some people, and a server that dies a lot."""

    def __init__(self, folder: Path, database: str, seed: int) -> None:
        self.chance = random.Random(seed)
        seats = {f"p{n}-{seat}": (n, seat) for n in range(len(TABLES)) for seat in (1, 2)}
        seats |= {f"p{n}-3": (n, 3) for n, name in enumerate(TABLES) if name == "hold-em"}
        names = [*seats, "floor-1", "floor-2"]
        self.tables, tokens = prepare(
            database, TABLES, {name: "floor" if name.startswith("floor") else "player" for name in names}
        )
        self.database = database
        self.lives = Lives(
            folder,
            database,
            open_tables=False,
            actions=1000,
            betting=1,
            decision=PATIENCE,
            volume=15,
        )
        address = f"http://127.0.0.1:{self.lives.port}"
        self.players = [
            Player(name, address, self.tables[n], tokens[name], seat, TABLES[n], self._luck())
            for name, (n, seat) in seats.items()
        ]
        floor = [n for n in range(len(TABLES)) if n % 4 != 3]
        self.floor = [
            Floorperson(who, address, self.tables[n], tokens[who], 0, TABLES[n], self._luck())
            for n, who in zip(floor, ["floor-1", "floor-2"] * len(floor), strict=False)
        ]
        self.books = Books(database, self.tables, list(seats))
        self.told = self.resumed = 0

    def _luck(self) -> random.Random:
        return random.Random(self.chance.random())

    @property
    def everybody(self) -> list[Player]:
        return [*self.players, *self.floor]

    def enough(self, times: int) -> bool:
        """Has so much happened that so many kills have proved something? It counts what happened, not in what time."""
        given = sum((table.given for table in self.books.tables.values()), Counter[tuple[str, str]]())
        return (
            self.resumed > times // 5  # rounds that were interrupted and went on at the same question
            and self.told > times * 20
            and sum(sum(player.confirmed.values()) for player in self.players) > times * 10
            and {kind for kind, _ in given} >= {"sit", "leave", "bet", "remove", "act", "call", "void"}
            and sum(len(table.volumes) > 1 for table in self.books.tables.values()) > 3
        )

    async def killed(self, times: int) -> None:
        """So many times, and on until enough has happened."""
        playing = [asyncio.create_task(each.play()) for each in self.everybody]
        try:
            for n in range(10 * times):
                if n >= times and self.enough(times):
                    break
                await self._live()
                if self.chance.random() < 0.8:  # else it dies as it starts
                    await self._news()
                    await self._news(self.chance.randrange(150), again=False)
                for player in self.everybody:
                    player.server.clear()
                await asyncio.to_thread(self.lives.die)
                await self._connections_gone()
                accounts = await asyncio.to_thread(self.check)
                if n == times // 2:
                    await self._leave_chips_on_the_way(accounts)
            await self._live()
            rounds = {identity: table.table.rounds for identity, table in self.books.tables.items()}
            await self._every_table_goes_on({table: played + 3 for table, played in rounds.items()})
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        assert await asyncio.to_thread(self.lives.stop) == 0
        accounts = self.check()
        assert not any(amount for name, amount in accounts.items() if name.startswith("transit:"))
        self.books.verify()

    async def harmed(self, times: int, harm: Callable[[int], Awaitable[None]]) -> None:
        """The server lives, but something happens to the process that writes for it."""
        playing = [asyncio.create_task(each.play()) for each in self.everybody]
        try:
            await self._live()
            await self._news()
            for _ in range(times):
                # a batch may never meet the writer that is gone
                await self._news(self.chance.randrange(1, 60), again=False)
                for writer in started_by(self.lives.server):
                    with contextlib.suppress(ProcessLookupError):
                        await harm(writer)
            await self._every_table_goes_on(
                {table: max(self._shown(table)) + 3 for table in self.tables if self._shown(table)}
            )
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        assert await asyncio.to_thread(self.lives.stop) == 0
        self.check()
        self.books.verify()

    async def killed_off(self, writer: int) -> None:
        os.kill(writer, signal.SIGKILL)

    async def on_a_full_disk(self, writer: int) -> None:
        """No file may grow, until something could not be written."""
        failed = self._failed()
        resource.prlimit(writer, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        await eventually_so(lambda: self._failed() > failed)
        resource.prlimit(writer, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    def _failed(self) -> int:
        return self.lives.log.read_text(encoding="utf-8").count("could not write")

    def _shown(self, table: str) -> list[int]:
        """The rounds that anybody saw finished there."""
        return [view["round"] for player in self.everybody if player.table == table for view in player.told]

    async def _live(self) -> None:
        await asyncio.to_thread(self.lives.live)
        for player in self.everybody:
            player.server.set()

    async def _news(self, messages: int = 1, again: bool = True) -> None:
        """Wait until so much has been heard from the server, over a new connection or any. It ends only when killed."""
        before = sum(player.connections for player in self.everybody)
        heard = sum(len(player.told) for player in self.everybody)

        def come() -> bool:
            assert not gone(self.lives.server), self.lives.log.read_text(encoding="utf-8")
            return (not again or sum(player.connections for player in self.everybody) > before) and (
                sum(len(player.told) for player in self.everybody) >= heard + messages
            )

        await eventually_so(come)

    async def _connections_gone(self) -> None:
        """Let everybody read what the dead server had still sent."""
        await eventually_so(lambda: not any(player.connected for player in self.everybody))

    async def _every_table_goes_on(self, goal: dict[str, int]) -> None:
        """Each table finishes the round that was interrupted, and two more."""
        await eventually_so(
            lambda: (
                {
                    player.table
                    for player in self.players
                    if player.told and player.told[-1]["round"] >= goal.get(player.table, 0)
                }
                >= goal.keys()
            )
        )

    def check(self) -> dict[str, int]:
        for player in self.everybody:
            for view in player.told:
                self.books.told(view)
            self.told += len(player.told)
            player.told.clear()
            for first in player.firsts:
                table = self.books.tables[first["id"]]
                self.resumed += first["line"] == len(table.lines) and first.get("playing", False)
            player.firsts.clear()
        accounts = self.books.balance()
        self._check_commands()
        return accounts

    def _check_commands(self) -> None:
        """What was confirmed is on record, and nothing is on record twice. Wagers of somebody whose line was cut
        may be taken down by the house, beside those that they took down themselves."""
        given: Counter[tuple[str, str]] = sum((t.given for t in self.books.tables.values()), Counter())
        for player in self.players:
            for kind in ("sit", "leave", "bet", "remove", "act"):
                most = player.confirmed[kind] + player.unknown[kind]
                by_the_house = player.wagers_left if kind == "remove" else 0
                recorded = given[kind, player.name]
                assert player.confirmed[kind] <= recorded, (player.name, kind)
                assert recorded <= most + by_the_house, (player.name, kind)
        for kind in ("call", "void", "correct"):
            confirmed = sum(player.confirmed[kind] for player in self.floor)
            unknown = sum(player.unknown[kind] for player in self.floor)
            assert confirmed <= given[kind, ""] <= confirmed + unknown, kind

    async def _leave_chips_on_the_way(self, accounts: dict[str, int]) -> None:
        """As if the server had died between a wallet and a table."""
        player = self.players[0]
        transit = f"transit:{player.table}:{player.name}"
        kept = connect(self.database)
        await kept.write(
            [
                Statement("UPDATE tables SET lease = 0", [()]),
                *posted(
                    Posting(0, player.table, 0, "chips bought", {f"wallet:{player.name}": -700, transit: 700})
                ),
            ]
        )
        await kept.close()
        assert rows(self.database, "SELECT balance FROM accounts WHERE name = ?", transit) == [
            (accounts.get(transit, 0) + 700,)
        ]


@pytest.mark.parametrize(("kind", "times"), [("sqlite", often(8, 60)), ("postgresql", often(4, 30))])
def test_nothing_told_is_taken_back_by_a_kill(tmp_path: Path, kind: str, times: int) -> None:
    killings = Killings(tmp_path, new_database(kind, tmp_path), seed=times)
    try:
        asyncio.run(killings.killed(times))
    finally:
        killings.lives.end()
    log = killings.lives.log.read_text(encoding="utf-8")
    assert '"level": "error"' not in log, log
    assert killings.enough(times)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_nothing_told_is_taken_back_when_the_writer_is_killed(tmp_path: Path, kind: str) -> None:
    killings = Killings(tmp_path, new_database(kind, tmp_path), seed=11)
    try:
        asyncio.run(killings.harmed(often(2, 20), killings.killed_off))
    finally:
        killings.lives.end()
    assert killings.told > 100
    assert "the writer process has ended" in killings.lives.log.read_text(encoding="utf-8")


def test_nothing_told_is_taken_back_when_the_disk_is_full(tmp_path: Path) -> None:
    killings = Killings(tmp_path, new_database("sqlite", tmp_path), seed=12)
    try:
        asyncio.run(killings.harmed(often(2, 10), killings.on_a_full_disk))
    finally:
        killings.lives.end()
    assert killings.told > 50
