"""A game for the tests of the simulator: one throw a round, wagers that stand over several rounds."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.book import Game, Mathematics, Rules, rule
from pitboss.sim import Simulation

Ints = NDArray[np.int64]
PASS, ODDS = range(2)
STANDING, POINT, PASS_UP, ODDS_UP = range(4)


@rule("99.1", "99.2", lean=True)
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Ints,
    rules: Ints,  # noqa: ARG001
    memory: Ints,
    net: Ints,
    staked: Ints,
) -> int:
    throw = np.int64(tape[at])
    total = 2 + throw // 6 + throw % 6
    point = memory[POINT]
    if point == 0:
        if memory[PASS_UP] == 0:
            memory[PASS_UP] = stakes[PASS]
            staked[PASS] += stakes[PASS]
        if total == 7 or total == 11:
            net[PASS] += memory[PASS_UP]
            memory[PASS_UP] = 0
        elif total == 2 or total == 3 or total == 12:
            net[PASS] -= memory[PASS_UP]
            memory[PASS_UP] = 0
        else:
            memory[POINT] = total
    else:
        if memory[PASS_UP] > 0 and memory[ODDS_UP] == 0:
            memory[ODDS_UP] = stakes[ODDS]
            staked[ODDS] += stakes[ODDS]
        if total == point:
            ways = point - 1 if point < 7 else 13 - point
            net[PASS] += memory[PASS_UP]
            net[ODDS] += memory[ODDS_UP] * 6 // ways
            memory[POINT] = memory[PASS_UP] = memory[ODDS_UP] = 0
        elif total == 7:
            net[PASS] -= memory[PASS_UP]
            net[ODDS] -= memory[ODDS_UP]
            memory[POINT] = memory[PASS_UP] = memory[ODDS_UP] = 0
    memory[STANDING] = memory[PASS_UP] + memory[ODDS_UP]
    return at + 1


class PassLine(Mathematics, Game):
    def simulation(self, rules: Rules) -> Simulation:
        return Simulation(
            game=self.id,
            wagers=("pass", "pass-odds"),
            play=play,
            rules=np.zeros(1, np.int64),
            equipment="dice",
            size=36,
            memory=4,
        )
