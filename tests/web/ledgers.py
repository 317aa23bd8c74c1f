"""What a house's database must hold, worked out from its journals alone."""

from __future__ import annotations

import json
import threading
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise
from queue import Queue
from typing import Any

import msgspec

from pitboss.table import Table, read
from pitboss.table import journal as j
from pitboss.table.audit import audit
from pitboss.table.replay import replayed
from tests.web.processes import GIVEN, rows

_KINDS = {
    j.Sit: "sit",
    j.Leave: "leave",
    j.Bet: "bet",
    j.Remove: "remove",
    j.Act: "act",
    j.Call: "call",
    j.Void: "void",
    j.Correct: "correct",
}
"""Commands that a person gives, as the socket calls them."""

_STAFF = ("call", "void", "correct")


class Derived(threading.Thread):
    """A table as its journal gives it, line by line as the lines come; the journal is never read twice."""

    def __init__(self, identity: str) -> None:
        super().__init__(daemon=True)
        self.id = identity
        self.lines: list[bytes] = []
        self.table: Table
        self.given: Counter[tuple[str, str]] = Counter()
        """How often each person gave each command; the floor's without a name."""
        self.moved: Counter[str] = Counter()
        """What each person has taken away from the table, less what was brought to it."""
        self.told: dict[int, list[dict[str, Any]]] = defaultdict(list)
        """Tables shown, by the number of lines they were shown at."""
        self.checked = 0
        self._names: dict[int, str] = {}
        self._funds: dict[int, int] = {}
        self._queue: Queue[bytes] = Queue()
        self._next = b""
        self._derived = 0
        self._problem: BaseException | None = None
        self._caught_up = threading.Event()
        self.start()

    def follow(self, lines: list[bytes]) -> None:
        """The journal as it is now; what was read of it before must be there, byte for byte."""
        assert lines[: len(self.lines)] == self.lines, f"lines of table {self.id} are gone or altered"
        fresh, self.lines = lines[len(self.lines) :], lines
        if self.lines and not fresh:
            self._compare()
        elif fresh:
            if len(lines) > len(fresh):
                self._compare()
            self._caught_up.clear()
            for line in fresh:
                self._queue.put(line)
            self._caught_up.wait()
        if self._problem is not None:
            raise self._problem
        assert not self.told, f"lines told of table {self.id} are gone: {sorted(self.told)} of {len(lines)}"

    def run(self) -> None:
        try:
            while True:
                replayed(read(self._volume()), self._step)
        except BaseException as problem:
            self._problem = problem
        self._caught_up.set()

    def _volume(self) -> Iterator[bytes]:
        """The lines of one volume, as they come."""
        yield self._next or self._queue.get()
        while not (line := self._queue.get()).startswith(b'{"n":0,'):
            yield line
        self._next = line

    def _step(self, table: Table, entry: j.Entry) -> None:
        self.table = table
        command = entry.command
        if (kind := _KINDS.get(type(command))) is not None:
            seat = getattr(command, "seat", 0)
            name = command.name if isinstance(command, j.Sit) else self._names.get(seat, "")
            self.given[kind, "" if kind in _STAFF else name] += 1
            if isinstance(command, j.Sit):
                self.moved[name] -= command.amount
            elif isinstance(command, j.Leave):
                self.moved[name] += self._funds[seat]
        self._names = {seat: who.name for seat, who in table.seats.items()}
        self._funds = {seat: table.chips(seat) for seat in table.seats}
        assert table.ledger.total == 0
        self._derived += 1
        assert table.journal.lines == self._derived
        self._compare()
        if self._derived == len(self.lines):
            self._caught_up.set()

    def _compare(self) -> None:
        """Whatever was shown at this line is what the journal gives."""
        for view in self.told.pop(self._derived, ()):
            self.checked += 1
            seat = view["you"].get("seat")
            shown = {name: view.get(name, nothing) for name, nothing in _NOTHING.items()}
            shown["seats"] = [
                [each[k] for k in ("seat", "name", "funds", "stake")] for each in shown["seats"]
            ]
            shown["bets"] = [[each[k] for k in ("seat", "wager", "stake")] for each in shown["bets"]]
            shown["asked"] = [shown["asked"]["seat"], shown["asked"]["hand"]] if shown["asked"] else None
            assert shown == self._seen(seat), f"table {self.id}, line {view['line']}"

    def _seen(self, seat: int | None) -> dict[str, Any]:
        table = self.table
        stakes = Counter[int]()
        for bet in table.bets.values():
            stakes[bet.seat] += bet.stake
        seen = {
            "round": table.rounds,
            "playing": table.playing,
            "closed": table.closed,
            "seats": [[n, who.name, table.chips(n), stakes[n]] for n, who in sorted(table.seats.items())],
            "bets": [[bet.seat, bet.wager, bet.stake] for bet in table.bets.values()],
            "hands": {owner: cards for owner, cards in table.view(seat).items() if cards},
            "asked": [table.asked.seat, table.asked.hand] if table.asked else None,
            "state": msgspec.to_builtins(table.state),
            "promise": table.promise,
        }
        plain: dict[str, Any] = json.loads(msgspec.json.encode(seen))
        return plain

    @property
    def volumes(self) -> list[list[bytes]]:
        starts = [n for n, line in enumerate(self.lines) if line.startswith(b'{"n":0,')]
        return [self.lines[a:b] for a, b in pairwise([*starts, len(self.lines)])]

    @property
    def accounts(self) -> dict[str, int]:
        """The table's part of the house's books."""
        kept: Counter[str] = Counter()
        for name, held in self.table.ledger.accounts.items():
            if name in ("bank", "fees"):
                kept[f"{name}:{self.id}"] += held
            elif name.startswith("meter:"):
                kept[f"meter:{self.id}:{name[6:]}"] += held
            elif name != "cage":
                kept[f"table:{self.id}"] += held
        return dict(kept)


_NOTHING: dict[str, Any] = {
    "round": 0,
    "playing": False,
    "closed": False,
    "seats": [],
    "bets": [],
    "hands": {},
    "asked": None,
    "state": {},
    "promise": "",
}


class Books:
    """The database beside what the journals give."""

    def __init__(self, database: str, tables: list[str], people: list[str]) -> None:
        self.database = database
        self.people = people
        self.tables = {identity: Derived(identity) for identity in tables}
        self.results: dict[tuple[str, int], Any] = {}
        """Results told, by table and round."""

    def told(self, view: dict[str, Any]) -> None:
        self.tables[view["id"]].told[view["line"]].append(view)
        if (result := view.get("result")) is not None:
            self.results[view["id"], result["round"]] = result

    def balance(self) -> dict[str, int]:
        """Check everything; returns the accounts."""
        kept: dict[str, list[bytes]] = {identity: [] for identity in self.tables}
        sql = "SELECT table_id, line FROM journal ORDER BY table_id, volume, n"
        for identity, line in rows(self.database, sql):
            kept[identity].append(bytes(line))
        for identity, table in self.tables.items():
            table.follow(kept[identity])
        accounts: dict[str, int] = dict(rows(self.database, "SELECT name, balance FROM accounts"))
        postings = dict(rows(self.database, "SELECT account, sum(amount) FROM postings GROUP BY account"))
        assert accounts == {name: int(amount) for name, amount in postings.items()}
        assert sum(accounts.values()) == 0
        self._check_tables(accounts)
        self._check_wallets(accounts)
        self._check_rounds()
        return accounts

    def _check_tables(self, accounts: dict[str, int]) -> None:
        expected: dict[str, int] = {}
        for table in self.tables.values():
            expected |= table.accounts
        kinds = ("table:", "bank:", "fees:", "meter:")
        held = {name: amount for name, amount in accounts.items() if name.startswith(kinds)}
        assert {k: v for k, v in held.items() if v} == {k: v for k, v in expected.items() if v}

    def _check_wallets(self, accounts: dict[str, int]) -> None:
        """Everybody has what was given, less what was taken to tables, with what came back or is on the way."""
        for name in self.people:
            on_the_way = sum(accounts.get(f"transit:{identity}:{name}", 0) for identity in self.tables)
            moved = sum(table.moved[name] for table in self.tables.values())
            assert accounts[f"wallet:{name}"] + on_the_way == GIVEN + moved, name

    def _check_rounds(self) -> None:
        """Every round is on record, with the lines that tell of it: all lines, one round after the other."""
        kept: dict[str, list[tuple[int, int, int, int]]] = {identity: [] for identity in self.tables}
        sql = "SELECT table_id, round, volume, first, last, result FROM rounds ORDER BY table_id, round"
        for identity, number, volume, first, last, result in rows(self.database, sql):
            kept[identity].append((number, volume, first, last))
            told = self.results.get((identity, number))
            assert told is None or told == json.loads(bytes(result))
        for identity, rounds in kept.items():
            table = self.tables[identity]
            assert [number for number, *_ in rounds] == list(range(1, table.table.rounds + 1))
            lengths = [len(volume) for volume in table.volumes]
            at = (0, 0)
            for _, volume, first, last in rounds:
                assert (volume, first) == at
                assert first <= last < lengths[volume]
                full = last + 1 == lengths[volume] and volume + 1 < len(lengths)
                at = (volume + 1, 0) if full else (volume, last + 1)

    def verify_all(self) -> None:
        """Everything, once."""
        self.balance()
        self.verify()

    def verify(self) -> None:
        """Audit every journal from its first line to its last."""
        for table in self.tables.values():
            before = None
            for volume in table.volumes:
                report = audit(volume, before)
                assert report["verified"], report["problem"]
                assert report["lines"] == len(volume)
                before = volume
            assert report["rounds"] == table.table.rounds
