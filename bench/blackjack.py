"""Blackjack and its sisters, once compiled: the exact analysis on all cores, the simulation on one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter

from pitboss.book import Rules, game
from pitboss.games.blackjack import blackjack_switch_mathematics as blackjack_switch
from pitboss.games.blackjack import switch_hands_blackjack_mathematics as switch_hands
from pitboss.games.blackjack.engine import analyze
from pitboss.games.blackjack.house import House, house_of
from pitboss.games.blackjack.spread import spread
from pitboss.sim.run import simulate

ROUNDS = 4_000_000

SISTERS = {
    "spanish-21": ("spanish-21 10", 5),
    "double-attack-blackjack": ("initial 10", 10),
    "triple-attack-blackjack": ("first-attack 10", 10),
}
"""What is played, and in how many seconds it is to be computed."""


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


def whole(house: House) -> None:
    """Best play, and how its rounds come out."""
    spread(house, analyze(house))


def run() -> list[tuple[str, float, str]]:
    """Rows of label, value and unit."""
    defined = game("blackjack")
    rules = defined.rules(hole_card="none")
    six, up = house_of(rules), house_of(defined.rules(hole_card="up", double_on="9-to-11", split_hands=2))
    one, eight = (house_of(defined.rules(hole_card="none", decks=decks)) for decks in (1, 8))
    whole(six)
    rows = [
        ("blackjack, one deck, exact", best(partial(whole, one)), "s, goal 2"),
        ("blackjack, six decks, exact", best(partial(whole, six)), "s, goal 2"),
        ("blackjack, eight decks, exact", best(partial(whole, eight)), "s, goal 2"),
        ("blackjack, hole card up, exact", best(lambda: analyze(up)), "s, goal 2"),
        ("blackjack, simulated on one core", rate(rules, "blackjack 10"), "rounds/s, goal 10 million"),
    ]
    for sister, (plan, goal) in SISTERS.items():
        rules = game(sister).rules()
        house = house_of(rules)
        whole(house)
        rows.append((f"{sister}, exact", best(partial(whole, house), 2), f"s, goal {goal}"))
        rows.append((f"{sister}, simulated on one core", rate(rules, plan), "rounds/s, goal 3 million"))
    switch, dark = game("blackjack-switch").rules(), game("switch-hands-blackjack").rules()
    house = house_of(switch)
    both = best(
        lambda: (list(blackjack_switch.worked_out(house)), blackjack_switch.come_out(switch, house)), 1
    )
    blind = best(lambda: (switch_hands.worked_out(house_of(dark)), switch_hands.come_out(dark)), 1)
    played = {
        "blackjack-switch": rate(switch, "hand-1 10 + hand-2 10"),
        "switch-hands-blackjack": rate(dark, "blackjack 10"),
    }
    return [
        *rows,
        ("blackjack switch, its deviation included, exact", both, "s, goal 40"),
        ("switch hands blackjack, exact", blind, "s, goal 10"),
        *(
            (f"{name}, simulated on one core", each, "rounds/s, goal 3 million")
            for name, each in played.items()
        ),
    ]


if __name__ == "__main__":
    for label, value, unit in run():
        print(f"{label:<48} {value:>14,.3f} {unit}")
