"""Simulated rounds per second on one core."""

from __future__ import annotations

from time import perf_counter

from pitboss.book import game
from pitboss.sim.run import simulate


def run(times: int = 5) -> list[tuple[str, float, str]]:
    """Rows of label, rate and unit: the best of several runs, after one that compiles."""
    return [
        (f"{name}, {plan}", rate(name, plan, rounds, times), "rounds/s")
        for name, plan, rounds in (
            ("three-card-poker", "ante 5", 2_000_000),
            ("three-card-poker", "ante 5 + pair-plus 5", 2_000_000),
            ("craps", "pass 10", 10_000_000),
        )
    ]


def rate(name: str, plan: str, rounds: int, times: int) -> float:
    rules = game(name).rules()
    simulate(rules, plan=plan, rounds=1_000, workers=1)
    spans = []
    for _ in range(times):
        start = perf_counter()
        simulate(rules, plan=plan, rounds=rounds, workers=1)
        spans.append(perf_counter() - start)
    return rounds / min(spans)


if __name__ == "__main__":
    for label, value, unit in run():
        print(f"{label:<40}{value:>16,.0f} {unit}")
