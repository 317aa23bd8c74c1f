"""Backups of a house at any moment of play, put back after more was seen: no promise is dealt from twice, no chip is
lost, and every journal is verified. The same database put in place by hand is refused."""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
from tests.properties import bet_at_random, bet_what_is_due
from tests.web.served import serving
from tests.web.waiting import played

from pitboss.book.events import Commit, Shuffle
from pitboss.law import Refused
from pitboss.table import Entry, Table
from pitboss.table.audit import audit
from pitboss.web.keeping import backup, restore
from pitboss.web.transaction import opened
from pitboss.web.watermark import Watermark

GAMES = ("roulette", "blackjack", "three-card-poker", "mini-baccarat", "craps", "sic-bo", "casino-war")


def _step(table: Table, chance: random.Random) -> None:
    """Something that is allowed now."""
    if table.asking:
        ask = table.asking[0]
        choice = chance.choice(ask.choices)
        table.act(ask.seat, choice.id, f"{choice.least / 100:.2f}" if choice.most else None)
        return
    if table.funds(1) < 10_000:
        return
    (bet_what_is_due if table.rules.required else bet_at_random)(table, 1, chance)
    try:
        table.deal()
    except Refused:
        return


def chance_of(lines: list[bytes]) -> set[bytes]:
    """What was promised and shuffled, as far as somebody could know it by now."""
    events = (event for line in lines for event in msgspec.json.decode(line, type=Entry).events)
    return {
        each.secret if isinstance(each, Commit) else each.order
        for each in events
        if isinstance(each, Commit | Shuffle)
    }


async def _once(at: Path, name: str, chance: random.Random, found: Counter[str], bad: list[str]) -> None:
    database, key = str(at / "house.db"), at / "house.key"
    async with serving(at, database) as house:
        watermark = Watermark.at(key)
        watermark.check(key, opened(database), "?")
        house.service.house.watermark = watermark
        live = await house.table(name)
        ann = await (await house.person("Ann", dollars=1_000_000)).attends(live.id)
        await ann.say("sit", seat=1, amount="100000")
        for _ in range(chance.randrange(1, 12)):
            live.run(lambda table: _step(table, chance))
        await house.service.house.safe(live)
        backup(database, at / "kept.db")
        before = len(await house.lines(live.id))
        for _ in range(chance.randrange(1, 12)):
            live.run(lambda table: _step(table, chance))
        await house.service.house.safe(live)
        lines = await house.lines(live.id)
        watermark.close()
    seen = chance_of(lines)
    again = Watermark.at(key)
    try:
        again.check(key, opened(str(at / "kept.db")), "?")
        if len(lines) > before:
            bad.append(f"{name}: an older database was taken")
    except Refused:
        found["older databases refused"] += 1
    restore(at / "kept.db", str(at / "again.db"))
    async with serving(at, str(at / "again.db")) as house:
        again.check(key, opened(str(at / "again.db")), "?")
        live = await house.service.house.find(live.id)
        await house.service.house.safe(live)
        more = len(await house.lines(live.id))
        for _ in range(8):
            live.run(lambda table: _step(table, chance))
        await house.service.house.safe(live)
        lines = await house.lines(live.id)
        drawn = chance_of(lines[more:])
        found["secrets and shoes after a restore"] += len(drawn)
        if drawn & seen:
            bad.append(f"{name}: something was dealt again")
        if not audit(lines)["verified"]:
            bad.append(f"{name}: {audit(lines)['problem']}")
        await house.balanced()
    again.close()


def run(times: int, seed: int) -> Iterator[tuple[str, object]]:
    chance, found, bad = random.Random(f"restores {seed}"), Counter[str](), list[str]()
    for n in range(times):
        with tempfile.TemporaryDirectory() as at:
            played(_once(Path(at), GAMES[n % len(GAMES)], chance, found, bad))
    yield "restores", times
    yield from sorted(found.items())
    yield "dealt again, lost, or not verified", bad or 0
