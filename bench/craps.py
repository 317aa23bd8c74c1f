"""Craps, a pass line player: compiled rolls a second beside crapssim in the same run (goal 5,000 times)."""

from __future__ import annotations

from time import perf_counter

import crapssim
from crapssim.strategy import BetPassLine

from pitboss.book import game
from pitboss.sim.run import simulate


def peer(rolls: int = 20_000) -> float:
    """crapssim's rolls a second."""
    table = crapssim.Table()
    table.add_player(bankroll=10**9, strategy=BetPassLine(5))
    start = perf_counter()
    table.run(max_rolls=rolls, verbose=False)
    return rolls / (perf_counter() - start)


def run(rolls: int = 200_000_000) -> list[tuple[str, float, str]]:
    rules = game("craps").rules()
    simulate(rules, plan="pass 10", rounds=1_000, seed=1, workers=1)
    best = other = 0.0
    for _ in range(3):
        start = perf_counter()
        simulate(rules, plan="pass 10", rounds=rolls, seed=1, workers=1)
        best = max(best, rolls / (perf_counter() - start))
        other = max(other, peer())
    return [
        ("pitboss", best, "rolls/s"),
        ("crapssim", other, "rolls/s"),
        ("ratio", best / other, "times"),
    ]
