"""Blackjack: the exact analysis and the simulation on one core, once compiled."""

from __future__ import annotations

from time import perf_counter

from pitboss.book import game
from pitboss.games.blackjack.blackjack_switch_mathematics import worked_out
from pitboss.games.blackjack.engine import analyse, house_of
from pitboss.sim.run import simulate

ROUNDS = 4_000_000


def run() -> list[tuple[str, float, str]]:
    """Rows of label, value and unit; the best of three, since others may be using the machine."""
    defined = game("blackjack")
    rules = defined.rules(hole_card="none")
    six, up = house_of(rules), house_of(defined.rules(hole_card="up", double_on="9-to-11", split_hands=2))
    simulate(rules, rounds=1, workers=1)
    analyse(up)
    switch = game("blackjack-switch").rules(split_hands=4)
    simulate(switch, rounds=1, workers=1)
    analysis, hole_up, rounds = [], [], []
    for _ in range(3):
        start = perf_counter()
        analyse(six)
        analysis.append(perf_counter() - start)
        start = perf_counter()
        analyse(up)
        hole_up.append(perf_counter() - start)
        start = perf_counter()
        simulate(rules, rounds=ROUNDS, workers=1)
        rounds.append(ROUNDS / (perf_counter() - start))
    start = perf_counter()
    list(worked_out(house_of(switch)))
    both_hands = perf_counter() - start
    start = perf_counter()
    simulate(switch, rounds=ROUNDS, workers=1)
    switched = ROUNDS / (perf_counter() - start)
    return [
        ("blackjack, six decks, exact", min(analysis), "s"),
        ("blackjack, hole card up, exact", min(hole_up), "s"),
        ("blackjack, simulated on one core", max(rounds), "rounds/s"),
        ("blackjack switch, both hands exact", both_hands, "s, goal 40"),
        ("blackjack switch, simulated on one core", switched, "rounds/s, goal 3 million"),
    ]


if __name__ == "__main__":
    for label, value, unit in run():
        print(f"{label:<40} {value:>14,.3f} {unit}")
