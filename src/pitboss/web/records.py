"""The result of a round, derived from the table: as it is played, and later from its journal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from pitboss.money import Cents
from pitboss.table import Entry, Table, read
from pitboss.table.replay import replayed
from pitboss.web import messages as m
from pitboss.web.transaction import Row
from pitboss.web.views import shown


class Share(NamedTuple):
    """A round for one person, with the chips before and after it."""

    name: str
    seat: int
    before: Cents
    after: Cents


class Record(NamedTuple):
    """A round that is over, with its lines in the volume."""

    round: int
    at: int
    first: int
    last: int
    result: bytes
    shown: msgspec.Raw | None
    shares: list[Share]

    def recall(self, table: str) -> list[Row]:
        return [
            (each.name, self.at, table, self.round, each.seat, each.before, each.after)
            for each in self.shares
        ]


PLAYS = ("best", "gambler", "simple")


def bot(name: str) -> bool:
    """Is it a bot's name, rather than that of a person or of a player at the felt?"""
    return played_by(name) in PLAYS


def played_by(name: str) -> str:
    """What plays under this name: a bot (``best`` or ``simple``), a player at the felt, or, if empty, an account."""
    return name.partition(" (")[2].rstrip(")")


def recorded(table: Table, first: int, last: int) -> Record:
    """The round that a table has just finished."""
    settlement = table.settlement
    assert settlement is not None
    results, shares = [], []
    for seat, net in settlement.net.items():
        wagers = {
            wager: m.SettledView(s.stake, s.result, s.pays, s.lost, s.cite, s.outcome)
            for wager, s in settlement.wagers.get(seat, {}).items()
        }
        if seat not in table.seats or not wagers:
            continue
        who = table.seats[seat]
        results.append(m.SeatResult(seat, who.name, net, wagers))
        if not played_by(who.name):
            shares.append(Share(who.name, seat, who.base - net, who.base))
    result = m.encode(m.ResultView(table.rounds, results))
    return Record(table.rounds, table.now, first, last, result, shown(table), shares)


class Records(dict[int, Record]):
    """The rounds of one volume, by number."""

    def __init__(self) -> None:
        super().__init__()
        self.next = 0
        """The first line of the next round."""
        self._rounds: int | None = None

    def add(self, table: Table, last: int) -> Record:
        record = self[table.rounds] = recorded(table, self.next, last)
        self.next = last + 1
        return record

    def step(self, table: Table, entry: Entry) -> None:
        """A line of the volume, replayed."""
        if self._rounds is not None and table.rounds > self._rounds:
            self.add(table, entry.n)
        self._rounds = table.rounds

    @staticmethod
    def of(lines: Iterable[bytes]) -> Records:
        """The content of a volume, no matter what else is stored about it."""
        found = Records()
        replayed(read(lines), found.step)
        return found
