"""Guests who open tables of every game with odds, limits, options and house ways drawn at random, and register under
names that look like the house's: no table of theirs is worse for the house than its own."""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.web.served import Served, serving
from tests.web.waiting import played

from pitboss.book import game, games
from pitboss.book.rules import Rules
from pitboss.web.names import _RESERVED

_SWAPS = {"o": "0", "l": "1", "i": "l", "m": "rn"}


def posted(chance: random.Random) -> dict[str, Any]:
    """A table that somebody would like to play at."""
    found = game(chance.choice([each.id for each in games()]))
    rules = Rules(found)
    table: dict[str, Any] = {"game": found.id}
    if rules.pay_tables and chance.random() < 0.8:
        wager = chance.choice(sorted(rules.pay_tables))
        rows = rules.pay_tables[wager].rows
        row = chance.choice(sorted(rows)) if rows else "win"
        odds = chance.choice(
            [f"{10 ** chance.randrange(9)} to 1", f"${10 ** chance.randrange(9):,}", str(rows.get(row))]
        )
        table["pay_tables"] = {wager: {row: odds}}
    if chance.random() < 0.3:
        wager = chance.choice(sorted(rules.wagers))
        table["limits"] = {wager: ["1", str(10 ** chance.randrange(1, 9))]}
    if found.data.options and chance.random() < 0.5:
        option = chance.choice(found.data.options)
        table["options"] = {option.id: chance.choice(option.values)}
    if chance.random() < 0.1:
        table["house_way"] = {"aims": [{"high": "two-pairs", "low": "A"}], "then": ["low", "high", "medium"]}
    return table


def worse(rules: Rules) -> list[str]:
    """Rows and limits by which the house does worse than by the book's."""
    usual, book = Rules(rules.game), Rules(rules.game, rules.chosen, lawful=False)
    found = []
    for wager, rows in rules.posted.items():
        for row, odds in rows.items():
            least = book.pay(wager).rows.get(row)
            if least is None or rules.odds(odds).pays(100_000) > least.pays(100_000):
                found.append(f"{rules.game.id}: {row} of {wager} pays {odds}")
    for wager in rules.wagers:
        if wager in usual.wagers and rules.limits(wager).most > usual.limits(wager).most > 0:
            found.append(f"{rules.game.id}: {wager} up to {rules.limits(wager).most}")
    return found + ([f"{rules.game.id}: a house way"] if rules.own_way is not None else [])


def disguised(chance: random.Random) -> str:
    """A reserved word as somebody would write it who wants to be taken for the house."""
    name = "".join(
        _SWAPS.get(each, each) if chance.random() < 0.4 else each for each in chance.choice(_RESERVED)
    )
    name = "".join(each.upper() if chance.random() < 0.2 else each for each in name)
    at = chance.randrange(1, len(name) + 1)
    return (name[:at] + chance.choice(["", "", "-", "_"]) + name[at:])[:20]


async def _campaign(
    house: Served, times: int, chance: random.Random, found: Counter[str], bad: list[str]
) -> None:
    for n in range(times):
        guest = await house.person(f"guest-{n:x}")
        answer = await guest.post("/api/tables", json=posted(chance))
        found[f"tables answered with {answer.status_code}"] += 1
        if answer.status_code == 201:
            live = await house.service.house.find(answer.json()["id"])
            bad += worse(live.table.rules)
            await guest.does(live.id, "close")
        name = disguised(chance)
        registered = await house.nobody.post(
            "/api/accounts", json={"name": name, "password": "a long enough word"}
        )
        found[f"names answered with {registered.status_code}"] += 1
        if registered.status_code == 201:
            bad.append(f"registered as {name}")
        await asyncio.sleep(0)


def run(times: int, seed: int) -> Iterator[tuple[str, object]]:
    chance, found, bad = random.Random(f"abuse {seed}"), Counter[str](), list[str]()

    async def story() -> None:
        with tempfile.TemporaryDirectory() as at:
            async with serving(Path(at)) as house:
                await _campaign(house, times, chance, found, bad)
                await house.balanced()

    played(story())
    yield "guests", times
    yield from sorted(found.items())
    yield "tables worse for the house than its own, and names taken for it", bad or 0
