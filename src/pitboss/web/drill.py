"""A drill: the closest decision of a few rounds, with the value of each answer."""

from __future__ import annotations

import time
from typing import Any

from pitboss.book.rules import Rules
from pitboss.law import Refused
from pitboss.money import written
from pitboss.table import Table
from pitboss.web.views import by_name, called

ROUNDS = 10
SECONDS = 2.0
BANKROLL = "100000"
ME = 1


def close_decision(rules: Rules, seed: int) -> dict[str, Any]:
    """The view, the question and the value of each answer in cents, where the best and the next are closest."""
    game, end = rules.game, time.monotonic() + SECONDS
    table = Table(game, rules, seed=seed)
    table.sit(ME, "You", BANKROLL)
    found: dict[str, Any] = {}
    closest = float("inf")
    for _ in range(ROUNDS):
        _wager(table)
        table.deal()
        while (ask := table.question(ME)) is not None:
            advice = game.mathematics.advise(table, ask)
            *_, second, best = 0.0, *sorted(advice.values.values())
            if len(advice.values) > 1 and best - second < closest:
                seen = table.seen(ME)
                closest = best - second
                found = {
                    "hands": by_name(seen),
                    "called": called(table, seen, seen),
                    "stake": sum(bet.stake for bet in table.bets.values()),
                    "hand": ask.hand,
                    "decision": advice.decision,
                    "values": dict(advice.values),
                    "why": advice.why,
                }
            table.act(ME, advice.decision, written(advice.amount) if advice.amount else None)
        if found and time.monotonic() > end:
            break
    if not found:
        raise Refused(f"{game.title} has no decisions to drill")
    return found


def _wager(table: Table) -> None:
    """The wagers that a round needs, or the first that is open, with the rest of their group."""
    rules = table.rules
    for first in [wager.id for wager in rules.required] or table.open_wagers(ME)[:1]:
        group = rules.placed_with(first)
        if not group or table.stake(ME, first):
            continue
        unit = max(-(-rules.limits(wager).least // units) for wager, units in group.items())
        for wager, units in group.items():
            table.bet(ME, wager, written(unit * units))
