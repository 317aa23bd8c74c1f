"""Real tables with the journal on: three-card poker rounds a second, bets included (goal 5,000)."""

from __future__ import annotations

from time import perf_counter

from pitboss.book import Ask
from pitboss.table import Table


def plays(table: Table, ask: Ask) -> tuple[str, int]:
    return "play", ask.choices[0].most


def run(rounds: int = 2_000) -> list[tuple[str, float, str]]:
    table = Table("three-card-poker", seed=1, players={1: plays})
    table.sit(1, "Ann", 100_000_000)
    best = 0.0
    for _ in range(5):
        start = perf_counter()
        for _ in range(rounds):
            table.bet(1, "ante", 10)
            table.bet(1, "pair-plus", 5)
            table.deal()
        best = max(best, rounds / (perf_counter() - start))
    return [("three-card poker, ante and pair plus", best, "rounds/s")]
