"""The record of poker against the house: what the mathematics of every game came to, before they are rebuilt.

``python -m tests.record GAME…`` writes the record anew for these games (none named: for all). That is only done where
the rules or the advice of a game were wrong, and the commit says how.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from pitboss.book import Ask, Refused, Rules, game, games
from pitboss.odds import WagerOdds
from pitboss.odds.book import analyze
from pitboss.proof import can_start
from pitboss.sim.run import simulate
from pitboss.table import Table
from tests.properties import bet_at_random, bet_what_is_due, recorded

HERE: Final = Path(__file__).parent
ADVICES: Final = 112
"""Of each game: two thousand in all."""
FEW, MANY = 100_000, 1_000_000
"""Rounds that are simulated."""


def recorded_games() -> list[str]:
    return [each.id for each in games() if each.family == "house-poker" and page(each.id).is_file()]


def page(name: str) -> Path:
    return HERE / f"{name}.json"


@cache
def known(name: str) -> dict[str, Any]:
    return dict(json.loads(page(name).read_bytes()))


# ---- what is recorded ------------------------------------------------------------------------------------


def odds(name: str) -> list[list[str]]:
    """Every wager under every variation."""
    return [row_of(row, game(name).rules()) for row in analyze(name, every=True)]


def odds_by_default(name: str) -> list[list[str]]:
    return [row_of(row, game(name).rules()) for row in analyze(name)]


def row_of(row: WagerOdds, default: Rules) -> list[str]:
    """A wager under one set of rules: what it is of, its edge, and all that it may end in as a digest."""
    options = {option: value for option, value in row.options.items() if value != default[option]}
    ends = sorted((each.outcome, str(each.probability), str(each.net)) for each in row.outcomes)
    digest = hashlib.sha256(json.dumps([ends, str(row.wagered), row.break_even]).encode()).hexdigest()[:16]
    return [
        row.wager,
        row.table,
        json.dumps(options, sort_keys=True),
        row.per,
        str(row.house_edge),
        digest,
    ]


def strategy(name: str) -> dict[str, Any]:
    try:
        best = game(name).mathematics.strategy(game(name).rules())
    except Refused as refused:
        return {"refused": str(refused)}
    edges = {"house_edge": best.house_edge, "chart_edge": best.chart_edge, **best.simpler}
    return {**best.json(), "exact": {rule: str(edge) for rule, edge in edges.items() if edge is not None}}


def advices(name: str, upto: int = ADVICES) -> Iterator[list[Any]]:
    """What players at a table are advised, who then decide at random: decision, amount, and what each choice is worth
    to a millionth of a cent."""
    chance = random.Random(26)
    table = recorded(game(name).rules(), 26)
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 5000)
    bet = bet_what_is_due if table.rules.required else bet_at_random
    found, rounds = 0, 0
    while found < upto and rounds < 10 * upto:
        rounds += 1
        for seat in (1, 2, 3)[: 1 + chance.randrange(3)]:
            bet(table, seat, chance)
        if not can_start(table):
            continue
        table.deal()
        while table.asked:
            asked = table.asked
            if found < upto:
                yield advised(table, asked)
                found += 1
            choice = chance.choice(asked.choices)
            amount = f"{choice.least // 100}.{choice.least % 100:02}" if choice.most else None
            table.act(asked.seat, choice.id, amount)
        for seat in (1, 2, 3):
            if table.funds(seat) < 3000_00:
                table.sit(seat, table.seats[seat].name, 5000)


def advised(table: Table, ask: Ask) -> list[Any]:
    advice = table.game.mathematics.advise(table, ask)
    return [advice.decision, advice.amount, {each: round(worth, 6) for each, worth in advice.values.items()}]


def simulated(name: str, rounds: int) -> list[list[Any]]:
    """What so many seeded rounds bring each wager by itself, in cents."""
    report = simulate(game(name).rules(), rounds=rounds, seed=26)
    return [[each.wager, each.made, each.won, each.initial, each.staked, each.net] for each in report.wagers]


def record(name: str) -> dict[str, Any]:
    return {
        "odds": odds(name),
        "strategy": strategy(name),
        "advices": [*advices(name)],
        "simulated": {str(rounds): simulated(name, rounds) for rounds in (FEW, MANY)},
    }


def write(name: str) -> None:
    lines = [f"{json.dumps(part)}: {laid_out(found)}" for part, found in record(name).items()]
    page(name).write_text("{" + ",\n".join(lines) + "}\n")


def laid_out(found: Any) -> str:
    """A list with a line for each entry."""
    if not isinstance(found, list):
        return json.dumps(found)
    return "[\n" + ",\n".join(map(json.dumps, found)) + "]"
