"""A table that runs for weeks: its journal goes on in a new volume, which begins with everything the table has."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import msgspec
import pytest

from pitboss.book import games
from pitboss.equipment.chance import Promised, promise_of
from pitboss.money import written
from pitboss.proof import can_start
from pitboss.table import Table, public, read
from pitboss.table import journal as j
from pitboss.table.audit import audit
from tests.properties import bet_at_random
from tests.web.players import Seated
from tests.web.processes import Server, new_database, prepare, rows


def secrets(start: int = 0) -> Iterator[bytes]:
    return (n.to_bytes(32, "big") for n in count(start))


class Volumes:
    """A journal kept in volumes of so many lines."""

    def __init__(self, lines: int) -> None:
        self.volumes: list[list[bytes]] = [[]]
        self._most = lines

    def append(self, line: bytes) -> None:
        self.volumes[-1].append(line)

    def full(self, lines: int) -> bool:
        if lines >= self._most:
            self.volumes.append([])
            return True
        return False


def opened(game: str, lines: int) -> tuple[Table, Volumes]:
    kept = Volumes(lines)
    table = Table(game, chance=Promised(secrets().__next__), storage=kept, clock=count(1000).__next__)
    table.full = kept.full
    for seat in (1, 2):
        table.sit(seat, f"p{seat}", 100_000)
    return table, kept


def play(table: Table, rounds: int, luck: random.Random) -> None:
    """So many rounds of whatever is allowed; now and then somebody leaves and comes back."""
    goal = table.rounds + rounds
    while table.rounds < goal:
        for seat in (1, 2):
            if luck.random() < 0.1 and all(bet.seat != seat for bet in table.bets.values()):
                table.leave(seat)
                table.sit(seat, f"p{seat}", 100_000)
            for wager in table.rules.wagers.values():
                least = written(table.rules.limits(wager.id).least)
                if wager.required and table.can_bet(seat, wager.id, least):
                    table.bet(seat, wager.id, least)
            bet_at_random(table, seat, luck)
        if not can_start(table):
            continue
        table.deal()
        while table.asked is not None:
            choice = luck.choice(table.asked.choices)
            table.act(table.asked.seat, choice.id, written(choice.least) if choice.most else None)


def resumed(volume: list[bytes], kept: Volumes) -> Table:
    table = Table.resume(read(volume), chance=Promised(secrets(10**6).__next__), storage=kept)
    table.full = kept.full
    return table


@pytest.mark.parametrize("game", [heading.id for heading in games()])
def test_every_volume_follows_from_the_rules_and_goes_on_where_the_one_before_ends(game: str) -> None:
    table, kept = opened(game, 14)
    play(table, 30, random.Random(5))
    if game not in ("craps", "mini-craps", "automated-craps"):  # there the layout is seldom empty
        assert len(kept.volumes) > 2
    before = None
    for volume in kept.volumes:
        report = audit(volume, before)
        assert report["verified"], report["problem"]
        before = volume
    assert report["rounds"] == table.rounds == 30
    assert sum(map(len, kept.volumes)) == table.journal.lines


@pytest.mark.parametrize("game", ["three-card-poker", "blackjack", "roulette", "craps", "hold-em", "keno"])
def test_a_table_is_resumed_from_its_last_volume_alone(game: str) -> None:
    table, kept = opened(game, 14)
    play(table, 25, random.Random(6))
    again = resumed(kept.volumes[-1], kept)
    for seat in (None, 1, 2):
        assert again.view(seat) == table.view(seat)
    assert again.seats == table.seats
    assert {k: v for k, v in again.ledger.accounts.items() if v} == {
        k: v for k, v in table.ledger.accounts.items() if v
    }
    assert (again.rounds, again.state, again.shoes) == (table.rounds, table.state, table.shoes)
    assert (again.promise, again.journal.lines, again.journal.chain) == (
        table.promise,
        table.journal.lines,
        table.journal.chain,
    )
    play(again, 10, random.Random(7))  # and it goes on, in further volumes
    for before, volume in zip(kept.volumes, kept.volumes[1:], strict=False):
        assert audit(volume, before)["problem"] is None
    assert again.rounds == 35


def test_a_volume_that_does_not_go_on_where_the_one_before_ends_is_found() -> None:
    table, kept = opened("roulette", 14)
    play(table, 12, random.Random(8))
    first, second, third = kept.volumes[:3]
    assert audit(second, first)["verified"]
    assert "does not start where the one before it ends" in str(audit(third, first)["problem"])
    assert "does not start" in str(audit(second, first[:-1])["problem"])
    opening = msgspec.json.decode(second[0], type=j.Entry)
    assert isinstance(opening.command, j.Continue)
    opening.command.seats[1] = ("p1", opening.command.seats[1][1] + 500)
    forged: list[bytes] = []

    class Forger:
        append = forged.append

    j.Journal(Forger()).write(opening.at, opening.command, [])
    assert audit(forged)["verified"]  # by itself it may be true
    assert "does not start" in str(audit(forged, first)["problem"])


def test_a_secret_carried_into_a_volume_is_not_told_before_its_time() -> None:
    table, kept = opened("blackjack", 10)  # a shoe lasts for many rounds
    luck = random.Random(9)
    hidden = shown = 0
    for _ in range(60):
        play(table, 1, luck)
        volume = kept.volumes[-1]
        opening = next(read(volume[:1])).command
        if not isinstance(opening, j.Continue) or not opening.withheld:
            continue
        told = {
            event.promise
            for entry in read(volume)
            for event in entry.events
            if event.__class__.__name__ == "Reveal"
        }
        if all(promise_of(secret) in told for secret, _ in opening.withheld):
            shown += public(volume) != []
        else:
            hidden += 1
            assert public(volume) == []
    assert hidden > 10
    # What a volume had to hide is told when a later one tells the secret.
    later = [line for volume in kept.volumes[1:] for line in volume]
    assert len(public(kept.volumes[0], later)) >= len(public(kept.volumes[0]))


def test_records_of_a_table_with_many_volumes(tmp_path: Path) -> None:
    database = new_database("sqlite", tmp_path)
    (table,), tokens = prepare(database, ["three-card-poker"], {"ann": "player", "eve": "surveillance"})

    async def rounds(server: Server, first: int, last: int) -> None:
        async with Seated(server.address, table, tokens["ann"]) as ann:
            if first == 1:
                await ann.ask("sit", seat=1, amount="5000")
            line = 0
            for number in range(first, last + 1):
                await ann.ask("bet", wager="ante", amount="10")
                await ann.ask("ready")
                await ann.ask("act", decision="play")
                view = await ann.until(lambda seen, n=number: seen["round"] == n)
                assert view["line"] > line  # it only grows
                line = view["line"]

    with Server(tmp_path, database=database, volume=10).ready() as server:
        asyncio.run(rounds(server, 1, 8))
        assert server.stop() == 0
    with Server(tmp_path, database=database, volume=10).ready() as server:
        assert json.loads(server.get(f"/api/tables/{table}")[1])["result"]["round"] == 8
        asyncio.run(rounds(server, 9, 12))
        volumes = [n for (n,) in rows(database, "SELECT DISTINCT volume FROM journal ORDER BY volume")]
        assert volumes == list(range(len(volumes)))
        assert len(volumes) > 3
        for number in range(1, 13):
            told = json.loads(server.get(f"/api/tables/{table}/rounds/{number}")[1])
            assert told["promise"] == promise_of(bytes.fromhex(told["secret"]), table, number)
            words = [step["words"] for step in told["steps"]]
            assert any(each.endswith(": Play $10") for each in words)
            assert words.count("no more bets") == 1
        for volume in volumes:
            report = json.loads(server.get(f"/api/tables/{table}/audit?volume={volume}", tokens["eve"])[1])
            assert report["verified"], report
            assert (report["volume"], report["volumes"]) == (volume, len(volumes))
            text = server.get(f"/api/tables/{table}/journal?volume={volume}")[1]
            lines = text.encode().splitlines()
            assert audit(lines)["verified"]
            kept = rows(database, "SELECT count(*) FROM journal WHERE volume = ?", volume)[0][0]
            assert len(lines) == kept - (volume == volumes[-1])  # all but the promise of the next round
        assert server.get(f"/api/tables/{table}/journal?volume=99")[0] == 404
