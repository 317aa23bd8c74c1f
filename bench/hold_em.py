"""No-limit hold 'em hands per second, everybody checking and calling to the showdown: Pitboss at a real table
with its journal, beside PokerKit."""

from __future__ import annotations

from time import perf_counter

from pokerkit import Automation, NoLimitTexasHoldem

from pitboss.book import Ask
from pitboss.table import Table

STACK = 100_000
AUTOMATIONS = tuple(each for each in Automation)


def check_or_call(table: Table, ask: Ask) -> tuple[str, int]:
    first, *others = ask.choices
    return (first.id if first.id == "check" else others[0].id), 0


def pitboss(players: int, hands: int) -> float:
    table = Table("hold-em", seed=1, players=dict.fromkeys(range(1, players + 1), check_or_call))
    for seat in range(1, players + 1):
        table.sit(seat, f"player {seat}", STACK)
    table.deal()
    start = perf_counter()
    for _ in range(hands):
        table.deal()
    return hands / (perf_counter() - start)


def pokerkit(players: int, hands: int) -> float:
    start = perf_counter()
    for _ in range(hands):
        state = NoLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, (1, 2), 2, STACK, players)
        while state.status:
            state.check_or_call()
    return hands / (perf_counter() - start)


def run(hands: int = 2000, few: int = 100) -> list[tuple[str, float, str]]:
    """Rows of label, rate and unit."""
    return [
        (f"{label}, {name}", max(play(players, number // players) for _ in range(3)), "hands/s")
        for players, name in ((2, "heads-up"), (6, "six players"))
        for label, play, number in (("pitboss", pitboss, hands), ("pokerkit", pokerkit, few))
    ]


if __name__ == "__main__":
    for label, rate, unit in run():
        print(f"{label:<28}{rate:>16,.0f} {unit}")
