"""Blackjack and its sisters, once compiled: the exact analysis on all cores, the simulation on one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter

from pitboss.book import Rules, game
from pitboss.games.blackjack.blackjack_switch_mathematics import worked_out
from pitboss.games.blackjack.engine import analyse, house_of
from pitboss.games.blackjack.spread import spread
from pitboss.sim.run import simulate

ROUNDS = 4_000_000

SISTERS = {
    "spanish-21": ("spanish-21 10", 5),
    "double-attack-blackjack": ("initial 10", 10),
    "triple-attack-blackjack": ("first-attack 10", 10),
}
"""What is played, and in how many seconds it is to be worked out."""


def best(work: Callable[[], object], times: int = 3) -> float:
    """Seconds, the best of some, since others may be using the machine."""
    taken = []
    for _ in range(times):
        start = perf_counter()
        work()
        taken.append(perf_counter() - start)
    return min(taken)


def rate(rules: Rules, plan: str) -> float:
    """Rounds a second."""
    simulate(rules, plan=plan, rounds=1, workers=1)
    return ROUNDS / best(lambda: simulate(rules, plan=plan, rounds=ROUNDS, workers=1))


def run() -> list[tuple[str, float, str]]:
    """Rows of label, value and unit."""
    defined = game("blackjack")
    rules = defined.rules(hole_card="none")
    six, up = house_of(rules), house_of(defined.rules(hole_card="up", double_on="9-to-11", split_hands=2))
    analysis = analyse(six)
    spread(six, analysis)
    rows = [
        ("blackjack, six decks, exact", best(lambda: analyse(six)), "s, goal 2"),
        ("blackjack, how its rounds come out, exact", best(lambda: spread(six, analysis)), "s"),
        ("blackjack, hole card up, exact", best(lambda: analyse(up)), "s, goal 2"),
        ("blackjack, simulated on one core", rate(rules, "blackjack 10"), "rounds/s, goal 10 million"),
    ]
    for sister, (plan, goal) in SISTERS.items():
        rules = game(sister).rules()
        house = house_of(rules)
        rows.append((f"{sister}, exact", best(partial(analyse, house)), f"s, goal {goal}"))
        rows.append((f"{sister}, simulated on one core", rate(rules, plan), "rounds/s, goal 3 million"))
    switch = game("blackjack-switch").rules(split_hands=4)
    both = best(lambda: list(worked_out(house_of(switch))), 1)
    played = {
        "blackjack-switch": rate(switch, "hand-1 10 + hand-2 10"),
        "switch-hands-blackjack": rate(game("switch-hands-blackjack").rules(), "blackjack 10"),
    }
    return [
        *rows,
        ("blackjack switch, both hands exact", both, "s, goal 40"),
        *(
            (f"{name}, simulated on one core", each, "rounds/s, goal 3 million")
            for name, each in played.items()
        ),
    ]


if __name__ == "__main__":
    for label, value, unit in run():
        print(f"{label:<48} {value:>14,.3f} {unit}")
