"""The whole house in one process, from a seed: time, chance, network and storage are simulated, and the process
dies at any await. The same seed gives the same bytes."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import sqlite3
import warnings
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from random import Random
from typing import Any

import msgspec

from pitboss.book import game
from pitboss.book.rules import Rules
from pitboss.law import Refused
from pitboss.money import written
from pitboss.table import Entry, Table, read
from pitboss.table.replay import replayed
from pitboss.web import database, messages
from pitboss.web.house import House
from pitboss.web.live import Guest, LiveTable
from pitboss.web.people import Person, issued
from pitboss.web.settings import settings
from pitboss.web.transaction import Row, Statement, run
from tests.web.waiting import Died, World

MONEY = 1_000_000
SETTINGS = settings(
    environment={}, open_tables=False, betting=5, decision=8, bot_seconds=0.3, away=60, lease=10
)


class Disk:
    """A database that is slow, and fails now and then before or after it has done what it was asked."""

    def __init__(self, connection: sqlite3.Connection, chance: Random) -> None:
        self.connection, self.chance = connection, chance
        self.failing = 0.01

    async def write(self, statements: Sequence[Statement]) -> None:
        await asyncio.sleep(self.chance.random() * 0.01)
        if self.chance.random() < self.failing:
            raise OSError("the disk is full")
        run(self.connection, statements)
        await asyncio.sleep(self.chance.random() * 0.01)
        if self.chance.random() < self.failing:
            raise OSError("written, but the answer was lost")

    async def read(self, sql: str, *values: object) -> list[Row]:
        await asyncio.sleep(self.chance.random() * 0.002)
        return self.connection.execute(sql, values).fetchall()

    async def close(self) -> None: ...


class Simulation:
    """Lives of a house, one after the other, on one disk; and people who play at it and remember what they were
    told."""

    def __init__(self, seed: int, games: Sequence[str], people: int = 4) -> None:
        self.chance = Random(seed)
        self.now = 1_000_000.0
        self.connection = sqlite3.connect(":memory:")
        _schema(self.connection)
        self.disk = Disk(self.connection, self.chance)
        self.people = [Person(f"p{n}", "player") for n in range(people)] + [Person("flo", "floor")]
        self.told: dict[tuple[str, int], bytes] = {}
        """What anybody was told about a table at a line of its journal."""
        self.acted = 0
        self.wrong: list[str] = []
        run(self.connection, issued(0, {person.name: MONEY for person in self.people}))
        self.live(10_000, lambda house: self._open(house, games))

    # ---- lives -----------------------------------------------------------------------------------------

    def live(self, steps: int, work: Callable[[House], Coroutine[Any, Any, None]]) -> bool:
        """One life of the process; says whether it ended by itself."""
        world = World(self.now, steps)
        world.set_exception_handler(lambda *_: None)
        asyncio.set_event_loop(world)

        async def life() -> None:
            house = House(
                SETTINGS,
                self.disk,
                clock=lambda: int(world.time() * 1000),
                secret=lambda: self.chance.randbytes(32),
                name=self.chance.randbytes(4).hex(),
                inline=True,
            )
            await house.start()
            await work(house)
            with contextlib.suppress(OSError):
                await house.stop()

        task = world.create_task(life())
        try:
            world.run_until_complete(task)
            return True
        except Died:
            return False
        finally:
            for each in asyncio.all_tasks(world):
                each._log_destroy_pending = False  # type: ignore[attr-defined]
            self.now = world.time() + SETTINGS.lease + 1  # the lease of the dead runs out
            self.connection.rollback()
            world._ready.clear()  # type: ignore[attr-defined]
            asyncio.set_event_loop(None)
            del task
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # what the dead had begun is never awaited
                gc.collect()

    async def _open(self, house: House, games: Sequence[str]) -> None:
        failing, self.disk.failing = self.disk.failing, 0.0
        for name in games:
            await house.open(Rules(game(name)), name, "house")
        self.disk.failing = failing

    # ---- people ----------------------------------------------------------------------------------------

    async def play(self, house: House, seconds: float) -> None:
        until = asyncio.get_running_loop().time() + seconds
        await asyncio.gather(*(self._plays(house, person, until) for person in self.people))

    async def _plays(self, house: House, person: Person, until: float) -> None:
        """Go to a table, do whatever comes to mind, and wander off."""
        loop = asyncio.get_running_loop()
        while loop.time() < until:
            identity = self.chance.choice(sorted(self._tables()))
            try:
                live = await house.find(identity)
            except (Refused, OSError):
                await asyncio.sleep(0.5)
                continue
            guest = Guest(person, self._hear)
            live.arrive(guest)
            for _ in range(self.chance.randrange(1, 25)):
                await asyncio.sleep(self.chance.random())
                if live.lost:
                    break
                command = self._whim(live, person)
                if command is None:
                    continue
                try:
                    await house.obey(live, person, command)
                    await house.safe()
                    self.acted += 1
                except (Refused, OSError):
                    continue
            live.depart(guest)

    def _hear(self, message: bytes) -> None:
        table = msgspec.json.decode(message)["table"]
        said = messages.encode([_plain(table), table.get("bets", []), table["round"]])
        before = self.told.setdefault((table["id"], table["line"]), said)
        if before != said:
            self.wrong.append(f"about line {table['line']} it was said {before!r}, and then {said!r}")

    def _whim(self, live: LiveTable, person: Person) -> messages.AnyCommand | None:
        table, pick = live.table, self.chance.choice
        if person.role == "floor":
            return pick(
                [
                    None,
                    None,
                    messages.Void(why="a whim"),
                    messages.Correct(seat=1, amount=pick(["5", "-5"]), why="a whim"),
                    messages.Call(irregularity=pick(table.game.data.irregularities).id),
                    messages.Bot(seat=pick([1, 2, 3]), play="simple"),
                    messages.Dismiss(seat=pick([1, 2, 3])),
                ]
            )
        seat = live.seat_of(person.name)
        if seat is None:
            return messages.Sit(seat=self.chance.randrange(1, table.rules.positions + 1), amount="300")
        if (asked := table.question(seat)) is not None and self.chance.random() < 0.9:
            choice = pick(asked.choices)
            return messages.Act(decision=choice.id, amount=written(choice.least) if choice.most else None)
        open_wagers = [] if table.playing else table.open_wagers(seat)
        bet = pick(open_wagers) if open_wagers else ""
        least = written(table.rules.limits(bet.partition("@")[0].partition(":")[0]).least) if bet else "0"
        mine = [each.wager for each in table.bets.values() if each.seat == seat]
        return pick(
            [
                messages.Bet(wager=bet or "ante", amount=least),
                messages.Bet(wager=bet or "ante", amount=least),
                messages.Ready(),
                messages.Ready(),
                messages.Ready(),
                messages.Remove(wager=pick(mine) if mine else "ante"),
                messages.Buy(amount="50"),
                messages.Leave() if self.chance.random() < 0.2 else None,
            ]
        )

    # ---- what must be true -----------------------------------------------------------------------------

    def _tables(self) -> list[str]:
        return [identity for (identity,) in self.connection.execute("SELECT id FROM tables")]

    def lines(self, identity: str) -> list[bytes]:
        rows = self.connection.execute("SELECT line FROM journal WHERE table_id = ? ORDER BY n", (identity,))
        return [line for (line,) in rows]

    def check(self) -> None:
        """No chip made or lost, no line lost, nothing told that is not so, every journal sound."""
        assert not self.wrong
        accounts = dict(self.connection.execute("SELECT name, balance FROM accounts"))
        sums = dict(self.connection.execute("SELECT account, sum(amount) FROM postings GROUP BY account"))
        assert {name: held for name, held in accounts.items() if held} == {n: s for n, s in sums.items() if s}
        assert sum(accounts.values()) == 0
        assert all(
            held >= 0 for name, held in accounts.items() if name.startswith(("wallet:", "transit:", "table:"))
        )
        for identity in self._tables():
            lines = self.lines(identity)
            final = replayed(read(lines), partial(self._was_so, identity))
            chips = sum(
                held
                for name, held in final.ledger.accounts.items()
                if name.startswith(("seat:", "layout", "pot", "centre"))
            )
            assert chips == accounts.get(f"table:{identity}", 0)
            assert final.ledger["bank"] == accounts.get(f"bank:{identity}", 0)
            assert final.ledger["fees"] == accounts.get(f"fees:{identity}", 0)
            heard = [line for table, line in self.told if table == identity]
            assert len(lines) >= max(heard, default=0), "somebody was told of a line that is gone"

    def _was_so(self, identity: str, table: Table, _: Entry) -> None:
        assert table.ledger.total == 0
        told = self.told.get((identity, table.journal.count))
        if told is None:
            return
        seats, bets, rounds = msgspec.json.decode(told)
        assert rounds == table.rounds
        assert {seat: funds for seat, _, funds in seats or ()} == {
            seat: table.chips(seat) for seat in table.seats
        }
        on_layout = {(bet["seat"], bet["wager"]): bet["stake"] for bet in bets}
        assert on_layout == {key: bet.stake for key, bet in table.bets.items()}


def _plain(table: dict[str, Any]) -> list[tuple[int, str, int]]:
    return [(seat["seat"], seat["name"], seat["funds"]) for seat in table.get("seats", [])]


def _schema(connection: sqlite3.Connection) -> None:
    for file in sorted(database._MIGRATIONS.glob("*.sql")):
        connection.executescript(file.read_text(encoding="utf-8"))
