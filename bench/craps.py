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


def rate(rolls: int, workers: int | None) -> float:
    start = perf_counter()
    simulate(game("craps").rules(), plan="pass 10", rounds=rolls, seed=1, workers=workers)
    return rolls / (perf_counter() - start)


def run(rolls: int = 400_000_000) -> list[tuple[str, float, str]]:
    rate(1_000, 1)
    one = max(rate(rolls // 4, 1) for _ in range(3))
    every = max(rate(rolls, None) for _ in range(3))
    other = max(peer() for _ in range(3))
    return [
        ("pitboss, one core", one, "rolls/s"),
        ("pitboss, a thread a core (its default)", every, "rolls/s"),
        ("crapssim", other, "rolls/s"),
        ("ratio, one core", one / other, "times"),
        ("ratio, a thread a core", every / other, "times"),
    ]
