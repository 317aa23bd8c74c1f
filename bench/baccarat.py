"""Baccarat on one core: a shoe exactly (goal 0.1 s), all Royal Baccarat tables (20 s), rounds (20 million a second)."""

from __future__ import annotations

from time import perf_counter

from pitboss.book import game
from pitboss.games.baccarat.baccarat_mathematics import coups
from pitboss.games.baccarat.royal_baccarat_bonus_mathematics import pools
from pitboss.odds.book import analyze
from pitboss.sim.run import simulate

ROUNDS = 40_000_000
PROGRESSIVE = "royal-baccarat-progressive"


def run() -> list[tuple[str, float, str]]:
    """Rows of label, value and unit; the best of three, since others may be using the machine."""
    mini = game("mini-baccarat")
    rules = mini.rules(total_cards="yes", bonus="A")
    royal = ["royal-baccarat-table=A"], ["royal-baccarat-table=A", "royal-baccarat-form=progressive"]
    list(mini.mathematics.odds(rules))
    analyze("mini-baccarat", "royal-baccarat-bonus", royal[0])
    simulate(rules, plan="banker 10", rounds=1, workers=1)
    shoes, tables, rounds = [], [], []
    for _ in range(3):
        coups.cache_clear()
        start = perf_counter()
        list(mini.mathematics.odds(rules))
        shoes.append(perf_counter() - start)
        pools.cache_clear()
        start = perf_counter()
        analyze("mini-baccarat", "royal-baccarat-bonus", royal[0], every=True)
        analyze("mini-baccarat", PROGRESSIVE, royal[1], every=True)
        tables.append(perf_counter() - start)
        start = perf_counter()
        simulate(rules, plan="banker 10", rounds=ROUNDS, workers=1)
        rounds.append(ROUNDS / (perf_counter() - start))
    return [
        ("mini-baccarat, every wager of a shoe, exact", min(shoes), "s"),
        ("Royal Baccarat Bonus, every table, exact", min(tables), "s"),
        ("mini-baccarat, simulated on one core", max(rounds), "rounds/s"),
    ]


if __name__ == "__main__":
    for label, value, unit in run():
        print(f"{label:<45} {value:>14,.3f} {unit}")
