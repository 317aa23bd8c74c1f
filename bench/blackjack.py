"""Blackjack: the exact analysis and the simulation on one core, once compiled."""

from __future__ import annotations

from time import perf_counter

from pitboss.games.blackjack.analysis import Rules, analyse
from pitboss.games.blackjack.simulation import BLOCK, simulate

TABLE = Rules(6, max_hands=4)


def run() -> list[tuple[str, float, str]]:
    """Rows of label, value and unit; the best of three, since others may be using the machine."""
    chart = analyse(TABLE).chart()
    simulate(TABLE, chart, 1)
    analysis, hole_up, rounds = [], [], []
    analyse(Rules.hole_card_up())
    for _ in range(3):
        start = perf_counter()
        analyse(TABLE)
        analysis.append(perf_counter() - start)
        start = perf_counter()
        analyse(Rules.hole_card_up())
        hole_up.append(perf_counter() - start)
        start = perf_counter()
        simulate(TABLE, chart, 4 * BLOCK)
        rounds.append(4 * BLOCK / (perf_counter() - start))
    return [
        ("blackjack, six decks, exact", min(analysis), "s"),
        ("blackjack, hole card up, exact", min(hole_up), "s"),
        ("blackjack, simulated on one core", max(rounds), "rounds/s"),
    ]


if __name__ == "__main__":
    for label, value, unit in run():
        print(f"{label:<40} {value:>14,.3f} {unit}")
