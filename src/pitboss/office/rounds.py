"""The rounds of a journal as the back office reads them: who wagered what, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, to_builtins

from pitboss.book.key import Key
from pitboss.book.rules import Rules
from pitboss.dataset import Row, settled
from pitboss.law import Refused
from pitboss.money import Cents
from pitboss.practice.recorded import base_of
from pitboss.table import Entry, Table, read
from pitboss.table.replay import replayed

PAUSE = 600_000
"""The longest time between two rounds, in milliseconds, that counts as play."""


class Round(Struct, kw_only=True):
    """A finished round. ``rows`` has a row for each wager that it decided and for each payment beside them, with the
    columns of a data set (docs/data.md)."""

    table: str
    name: str
    """The table's name."""
    pit: str = ""
    game: str
    number: int
    began: int
    """The time of its first wager or, where that is long ago, of its deal, in milliseconds since 1970."""
    ended: int
    positions: int
    """The seats of the table."""
    rows: list[Row]
    based: list[str]
    """For each row, the wager whose odds it is part of: an ante for its raise. None is empty."""
    bank: Cents
    fees: Cents
    meters: dict[str, Cents]
    odds: Any = None
    """The rules from which its odds follow."""


class Chips(Struct, frozen=True):
    """Chips that a person bought at a table or, as a negative amount, took away."""

    table: str
    at: int
    player: str
    bot: bool
    amount: Cents


class History(Struct):
    """What a journal says: its finished rounds, and the chips that people brought and took away."""

    rounds: list[Round]
    chips: list[Chips]


def history(lines: Iterable[bytes], name: str = "", pit: str = "") -> History:
    """The whole of a journal."""
    watch = _Watch(name, pit)
    replayed(read(lines), watch.step)
    return watch.found


def rounds_of(lines: Iterable[bytes], name: str = "", pit: str = "") -> list[Round]:
    """The finished rounds of a journal, in order."""
    return history(lines, name, pit).rounds


def is_bot(player: str) -> bool:
    """Does a bot have this name?"""
    return player.endswith(("(best)", "(gambler)", "(simple)"))


class _Watch:
    def __init__(self, name: str, pit: str) -> None:
        self.name, self.pit = name, pit
        self.found = History([], [])
        self.brought: dict[str, Cents] = {}
        self.rounds = -1
        self.began = 0

    def step(self, table: Table, entry: Entry) -> None:
        if self.rounds < 0:
            self.rounds, self.began, self.brought = table.rounds, entry.at, dict(table.brought)
        self._bought(table, entry.at)
        if table.rounds > self.rounds:
            self.rounds = table.rounds
            self.found.rounds.append(self._round(table, entry.at))
            self.began = entry.at

    def _bought(self, table: Table, at: int) -> None:
        if self.brought == table.brought:
            return
        for player, held in table.brought.items():
            if moved := held - self.brought.get(player, 0):
                self.found.chips.append(Chips(self._called(table), at, player, is_bot(player), moved))
        self.brought = dict(table.brought)

    def _called(self, table: Table) -> str:
        return self.name or table.identity or table.game.id

    def _round(self, table: Table, at: int) -> Round:
        settlement = table.settlement
        assert settlement is not None
        rows = list(settled(table, {}))
        for row in rows:
            row["bot"] = is_bot(row["player"])
        return Round(
            table=table.identity,
            name=self._called(table),
            pit=self.pit,
            game=table.game.id,
            number=table.rounds,
            began=max(self.began, at - PAUSE),
            ended=at,
            positions=table.rules.positions,
            rows=rows,
            based=[based(table.rules, row["wager"]) for row in rows],
            bank=settlement.bank,
            fees=settlement.fees,
            meters=dict(settlement.meters),
            odds=table.rules,
        )


def based(rules: Rules, wager: str) -> str:
    """The wager whose odds a wager is part of, without its position; none for a payment beside the wagers."""
    return Key.read(base_of(rules, wager)).spot if wager else ""


class Odds:
    """The edge and the spread of wagers, from odds that are known at once or, with ``compute``, from any."""

    def __init__(self, compute: bool = False) -> None:
        self.compute = compute
        self._known: dict[str, Mapping[str, tuple[float, float]]] = {}

    def of(self, rules: Rules, wager: str) -> tuple[float, float] | None:
        """What the house wins of a unit on average, and the standard deviation of that."""
        rows = self._rows(rules)
        return rows.get(wager) or rows.get(wager.partition(":")[0])

    def _rows(self, rules: Rules) -> Mapping[str, tuple[float, float]]:
        from pitboss.odds.kept import asked, kept_odds, on_disk

        question = asked(rules)
        key = repr(to_builtins(question))
        if key not in self._known:
            try:
                rows = kept_odds(question) if self.compute else on_disk(question)
            except Refused:  # the game has no odds
                rows = None
            self._known[key] = {
                row["wager"]: (row["house_edge"]["percent"] / 100, row["standard_deviation"])
                for row in reversed(rows or [])
                if "equity" not in row and row.get("standard_deviation")
            }
        return self._known[key]
