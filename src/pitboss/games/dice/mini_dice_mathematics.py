"""The compiled shake of mini-dice. Its odds are those of craps: chains of throws with an end."""

from __future__ import annotations

from math import gcd

import numpy as np

from pitboss.arrays import Bytes, Ints
from pitboss.book import Rules, rule
from pitboss.games.dice.craps_mathematics import STAKE, put_up, take_down
from pitboss.games.dice.family import LOSE, THROWS, UNDECIDED, WIN, before_seven, one_roll, spot_of
from pitboss.sim import Simulation

# The rules as integers: for each wager its number (0: one shake decides it), and the payout of each throw for
# a stake of OF. The memory: the money on the layout, then that of each wager.
NUMBER, OF, PAYS = range(3)
WIDTH = PAYS + len(THROWS)


@rule("13.5(f)", lean=True)
def play(tape: Bytes, at: int, stakes: Ints, rules: Ints, memory: Ints, net: Ints, staked: Ints) -> int:
    """One shake. A decided wager is made again."""
    throw = int(np.int64(tape[at]))  # unsigned and signed do not mix
    total = throw // 6 + throw % 6 + 2
    for wager in range(len(stakes)):
        row, slot = WIDTH * wager, 1 + wager
        if memory[slot] == 0 and stakes[wager] > 0:
            put_up(wager, slot, stakes[wager], memory, staked)
        if memory[slot] == 0:
            continue
        number, won = rules[row + NUMBER], rules[row + PAYS + throw]
        result = before_seven(number, total) if number != 0 else WIN if won > 0 else LOSE
        if result != UNDECIDED:
            take_down(wager, slot, result, won, rules[row + OF], memory, net)
    return at + 1


def simulation(rules: Rules) -> Simulation:
    packed = []
    for wager in rules.wagers:
        pays = [one_roll(rules, wager, STAKE, *throw)[0] for throw in THROWS]
        unit = gcd(STAKE, *pays)
        packed += [spot_of(wager).number, STAKE // unit, *(each // unit for each in pays)]
    return Simulation(
        game=rules.game.id,
        wagers=tuple(rules.wagers),
        play=play,
        rules=np.array(packed, np.int64),
        equipment="dice",
        size=len(THROWS),
        memory=1 + len(rules.wagers),
    )
