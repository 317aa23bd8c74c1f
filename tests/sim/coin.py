"""A game for the tests of the simulator."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.book import Game, Mathematics, Rules, rule
from pitboss.sim import Simulation

Ints = NDArray[np.int64]
HEADS, ECHO, SEVEN, EIGHT, ENCORE = range(5)


@rule("99.1")
def lower_half(pocket: int, pockets: int) -> bool:
    return 2 * pocket + 1 < pockets


@rule("99.1", "99.2", "99.3", lean=True)
def play(
    tape: NDArray[np.uint8], at: int, stakes: Ints, rules: Ints, memory: Ints, net: Ints, staked: Ints
) -> int:
    pocket = np.int64(tape[at])
    sign = 1 if lower_half(pocket, rules[0]) else -1
    if stakes[HEADS] > 0:
        staked[HEADS] += stakes[HEADS]
        net[HEADS] += sign * stakes[HEADS]
        if rules[1] and sign > 0:
            staked[ENCORE] += stakes[HEADS]
            net[ENCORE] += stakes[HEADS] if pocket % 2 == 0 else -stakes[HEADS]
    if stakes[ECHO] > 0:
        staked[ECHO] += stakes[ECHO]
        net[ECHO] += stakes[ECHO] * (memory[1] if memory[1] != 0 else sign)
        memory[1] = sign if memory[1] == 0 else 0
    for place, number in ((SEVEN, 7), (EIGHT, 8)):
        if stakes[place] > 0:
            staked[place] += stakes[place]
            net[place] += 35 * stakes[place] if pocket == number else -stakes[place]
    return at + 1


class Coin(Mathematics, Game):
    def simulation(self, rules: Rules) -> Simulation:
        return Simulation(
            game=self.id,
            wagers=("heads", "echo", "number:7", "number:8", "encore"),
            play=play,
            rules=np.array([rules["pockets"], rules.on("encore")], np.int64),
            equipment="wheel",
            size=int(rules["pockets"]),
            memory=2,
        )
