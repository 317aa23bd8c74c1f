"""The results of a recorded table: what every player staked and won, wager by wager."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from pitboss.book.events import Reverse, Settle
from pitboss.book.key import Key
from pitboss.book.rules import Rules
from pitboss.law import Refused
from pitboss.money import Cents
from pitboss.practice.assess import Result
from pitboss.table import journal as j
from pitboss.table.driver import Table
from pitboss.table.replay import replayed


class Made(NamedTuple):
    """A stake of a player's on a wager."""

    player: str
    wager: str
    stake: Cents


def results_of(lines: Iterable[bytes]) -> tuple[Rules, list[Result]]:
    """The rules of a journal's table and, for each player, every stake of a wager with its rounds and its net. Amounts
    added during a round and payments of a bonus count with the wager that they belong to."""
    rounds: Counter[Made] = Counter()
    won: Counter[Made] = Counter()
    stakes: dict[tuple[int, str], Cents] = {}

    def step(table: Table, entry: j.Entry) -> None:
        if isinstance(entry.command, j.Bet | j.Remove | j.Stand):
            stakes.update({place: bet.stake for place, bet in table.bets.items()})
        for event in entry.events:
            if not isinstance(event, Settle | Reverse) or event.seat not in table.seats:
                continue
            base, sign = base_of(table.rules, event.wager), -1 if isinstance(event, Reverse) else 1
            made = Made(table.seats[event.seat].name, Key.read(base).spot, stakes.get((event.seat, base), 0))
            won[made] += sign * (event.pays - event.lost)
            rounds[made] += sign * (event.wager == base)

    table = replayed(j.read(lines), step)
    found = [
        Result(count, made.stake, won[made], made.wager, made.player, table.identity)
        for made, count in rounds.items()
        if count > 0 and made.stake > 0
    ]
    if not found:
        raise Refused("no wager was decided in this journal")
    return table.rules, found


def base_of(rules: Rules, wager: str) -> str:
    """The wager in whose odds a wager is included, at the same position."""
    key = Key.read(wager)
    name = key.id
    while (data := rules.wagers.get(name)) and data.follows and (data.during or data.bonus):
        name = data.follows
    if name == key.id:
        return wager
    return name + (f"@{key.position}" if key.position else "")
