"""Ultimate Texas hold 'em: the exact analysis on all cores and the simulation on one, once compiled (goal 12 s)."""

from __future__ import annotations

from time import perf_counter

from pitboss.book import game
from pitboss.games.house_poker.ultimate_texas_hold_em_mathematics import best, blind_odds, decided, simply
from pitboss.sim.run import simulate

ROUNDS = 2_000_000


def run() -> list[tuple[str, float, str]]:
    """Rows of label, value and unit; the best of three, since others may be using the machine."""
    rules = game("ultimate-texas-hold-em").rules()
    blind = blind_odds(rules)
    exact = min(timed(best, blind, decided) for _ in range(4))
    (ante,) = rules.game.mathematics.odds(rules, "ante")
    assert round(float(ante.house_edge), 7) == 0.0218497, "the published figure is 2.18497 percent"
    by_heart = min(timed(simply, blind) for _ in range(4))
    simulate(rules, plan="ante 10 + blind 10 + trips 5", rounds=1_000, seed=1, workers=1)
    rates = []
    for _ in range(3):
        start = perf_counter()
        simulate(rules, plan="ante 10 + blind 10 + trips 5", rounds=ROUNDS, seed=1, workers=1)
        rates.append(ROUNDS / (perf_counter() - start))
    return [
        ("best play of all three decisions, exact", exact, "s"),
        ("the simplified rules, exact", by_heart, "s"),
        ("simulated on one core", max(rates), "rounds/s"),
    ]


def timed(count, given, *before) -> float:  # type: ignore[no-untyped-def]
    """Seconds of a count; its last result is forgotten first, with those of what it stands on."""
    for each in (count, *before):
        each.cache_clear()
    start = perf_counter()
    count(given)
    return perf_counter() - start


if __name__ == "__main__":
    for label, value, unit in run():
        print(f"{label:<45} {value:>14,.3f} {unit}")
