"""Poker hands per second of processor time beside PokerKit (goal: ten times as many), and exact equities.

Everybody checks and calls to the showdown; Pitboss is at a real table with its journal. Two hands before the flop, once
compiled, are compared within 0.2 s in hold 'em and within 2 s in omaha."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any

from pokerkit import (
    Automation,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitSevenCardStud,
    NoLimitTexasHoldem,
)

from pitboss.book import Ask, game
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


EQUITIES = (("hold-em", "AsKd QhJc"), ("omaha-high", "AsAh7d2c JsTs9h8h"))


def check_or_call(table: Table, ask: Ask) -> tuple[str, int]:
    first, *others = ask.choices
    return (first.id if first.id == "check" else others[0].id), 0


def pitboss(name: str, players: int, hands: int) -> float:
    table = Table(name, seed=1, players=dict.fromkeys(range(1, players + 1), check_or_call))
    for seat in range(1, players + 1):
        table.sit(seat, f"player {seat}", STACK)
    table.deal()
    start = process_time()
    for _ in range(hands):
        table.deal()
    return hands / (process_time() - start)


def pokerkit(name: str, players: int, hands: int) -> float:
    start = process_time()
    for _ in range(hands):
        state = PEERS[name](players)
        while state.status:
            if state.can_post_bring_in():
                state.post_bring_in()
            else:
                state.check_or_call()
    return hands / (process_time() - start)


def equity(game_id: str, hands: str) -> float:
    """Seconds until the equities of two hands are known."""
    start = perf_counter()
    list(game(game_id).mathematics.equities(game(game_id).rules(), hands, ""))
    return perf_counter() - start


def run(hands: int = 2000, few: int = 100) -> list[tuple[str, float, str]]:
    """Rows of label, rate and unit."""
    for compiled in EQUITIES:
        equity(*compiled)
    return [
        *(
            (f"pitboss, equity of {each}", min(equity(name, each) for _ in range(3)), "s")
            for name, each in EQUITIES
        ),
        *_rates(hands, few),
    ]


def _rates(hands: int, few: int) -> list[tuple[str, float, str]]:
    return [
        (f"{label}, {each}, {name}", max(play(each, players, number // players) for _ in range(3)), "hands/s")
        for each in PEERS
        for players, name in ((2, "heads-up"), (6, "six players"))
        for label, play, number in (("pitboss", pitboss, hands), ("pokerkit", pokerkit, few))
    ]


if __name__ == "__main__":
    for label, rate, unit in run():
        print(f"{label:<48}{rate:>16,.{0 if rate > 10 else 3}f} {unit}")
