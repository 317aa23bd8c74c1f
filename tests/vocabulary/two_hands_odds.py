"""The compiled round of two hands: a player who has every hand set the house way."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.book import Rules, rule
from pitboss.sim import Simulation

from .two_hands import high_value, house_way, outcome

Ints = NDArray[np.int64]


@rule("99.5")
def valued(a: int, b: int, c: int) -> tuple[int, int]:
    """The value of the high hand, and the low card, as the house way sets them."""
    low = house_way(a, b, c)
    if low == 0:
        return high_value(b, c), a
    return (high_value(a, c), b) if low == 1 else (high_value(a, b), c)


@rule("99.5", "99.6", lean=True)
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Ints,
    rules: Ints,  # noqa: ARG001
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    high, low = valued(np.int64(tape[at]), np.int64(tape[at + 1]), np.int64(tape[at + 2]))
    dealer = valued(np.int64(tape[at + 3]), np.int64(tape[at + 4]), np.int64(tape[at + 5]))
    staked[0] += stakes[0]
    net[0] += stakes[0] * outcome(high, low, dealer[0], dealer[1])
    return at + 6


def simulation(rules: Rules) -> Simulation:
    return Simulation(
        game=rules.game.id,
        wagers=("ante",),
        play=play,
        rules=np.zeros(1, np.int64),
        equipment="deck",
        size=52,
        draws=6,
    )
