"""Poker hands per second, everybody checking and calling to the showdown: Pitboss at a real table with its journal,
beside PokerKit, in no-limit hold 'em, fixed-limit seven-card stud and omaha eight or better."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from pokerkit import (
    Automation,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitSevenCardStud,
    NoLimitTexasHoldem,
)

from pitboss.book import Ask
from pitboss.table import Table

STACK = 100_000
AUTOMATIONS = tuple(each for each in Automation)
PEERS: dict[str, Callable[[int], Any]] = {
    "hold-em": lambda players: NoLimitTexasHoldem.create_state(
        AUTOMATIONS, True, 0, (1, 2), 2, STACK, players
    ),
    "seven-card-stud-high": lambda players: FixedLimitSevenCardStud.create_state(
        AUTOMATIONS, True, 0, 1, 2, 4, STACK, players
    ),
    "omaha-high-low-8": lambda players: FixedLimitOmahaHoldemHighLowSplitEightOrBetter.create_state(
        AUTOMATIONS, True, 0, (1, 2), 2, 4, STACK, players
    ),
}


def check_or_call(table: Table, ask: Ask) -> tuple[str, int]:
    first, *others = ask.choices
    return (first.id if first.id == "check" else others[0].id), 0


def pitboss(game: str, players: int, hands: int) -> float:
    table = Table(game, seed=1, players=dict.fromkeys(range(1, players + 1), check_or_call))
    for seat in range(1, players + 1):
        table.sit(seat, f"player {seat}", STACK)
    table.deal()
    start = perf_counter()
    for _ in range(hands):
        table.deal()
    return hands / (perf_counter() - start)


def pokerkit(game: str, players: int, hands: int) -> float:
    start = perf_counter()
    for _ in range(hands):
        state = PEERS[game](players)
        while state.status:
            if state.can_post_bring_in():
                state.post_bring_in()
            else:
                state.check_or_call()
    return hands / (perf_counter() - start)


def run(hands: int = 2000, few: int = 100) -> list[tuple[str, float, str]]:
    """Rows of label, rate and unit."""
    return [
        (f"{label}, {game}, {name}", max(play(game, players, number // players) for _ in range(3)), "hands/s")
        for game in PEERS
        for players, name in ((2, "heads-up"), (6, "six players"))
        for label, play, number in (("pitboss", pitboss, hands), ("pokerkit", pokerkit, few))
    ]


if __name__ == "__main__":
    for label, rate, unit in run():
        print(f"{label:<48}{rate:>16,.0f} {unit}")
