"""The mathematics of pokette: stops are counted, and for the poker hands every stand of cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Ints
from pitboss.book import Rules, rule
from pitboss.games.wheels import wheel_mathematics
from pitboss.games.wheels.family import WheelGame
from pitboss.games.wheels.pokette import (
    EMPTY,
    FIRST_JOKER,
    HANDS,
    PAIR_IN_TWO,
    POCKETS,
    as_printed,
    made,
    opened,
)
from pitboss.games.wheels.wheel_mathematics import play as spin
from pitboss.odds import WagerOdds, counted, net
from pitboss.sim import Simulation

# ---- odds ----------------------------------------------------------------------------------------------


def odds(game: WheelGame, rules: Rules, wager: str | None) -> Iterator[WagerOdds]:
    yield from wheel_mathematics.odds(game, rules, wager)
    for number, hand in enumerate(HANDS):
        if wager in (None, hand.wager):
            yield hand_odds(rules, number)


def stands(hand: int) -> Iterable[tuple[int, int]]:
    """The possible stands at the stage of the wager; all are equally likely."""
    if hand == PAIR_IN_TWO:
        return ((first, EMPTY) for first in range(FIRST_JOKER))
    return ((first, second) for first in range(FIRST_JOKER) for second in range(FIRST_JOKER))


@cache
def cases(hand: int, printed: int) -> tuple[int, int, Fraction]:
    """For the stands that open the wager with every possible next card: how many win, and how many there are; and the
    number of spins for each time that it is open. A joker changes neither, so it only delays the decision (12.7(e)3)
    and is not counted; a stand takes three cards."""
    all_ = [*stands(hand)]
    open_ = [stand for stand in all_ if opened(hand, *stand, printed)]
    won = sum(made(hand, *stand, card) for stand in open_ for card in range(FIRST_JOKER))
    spins = 3 * Fraction(len(POCKETS), FIRST_JOKER)
    return won, FIRST_JOKER * len(open_), spins * len(all_) / len(open_)


def hand_odds(rules: Rules, number: int) -> WagerOdds:
    hand, pay = HANDS[number], rules.pay(HANDS[number].wager)
    won, of, waited = cases(number, as_printed(rules))
    return counted(
        hand.wager,
        {"win": won, "lose": of - won},
        {"win": net(pay["win"]), "lose": -1},
        table=pay.table,
        options=rules.options,
        per=f"unit of the wager, made with {hand.stand} on the stand",
        rounds=waited,
    )


# ---- simulation ----------------------------------------------------------------------------------------

# The integers of the wheel are followed, for each hand, by its win and the stake for it, and last by the
# reading. The memory holds the money on the layout, the two cards of the stand (0: none, else one more than the card),
# and the stake on each hand.
COUNT = len(HANDS)
FIRST, SECOND, STAKES = 1, 2, 3


@rule("12.4(d)", "12.7(e)", "12.8(e)", "12.8(g)")
def play(
    tape: NDArray[np.uint8], at: int, stakes: Ints, rules: Ints, memory: Ints, net: Ints, staked: Ints
) -> int:
    """One spin: the wagers on its stop, then those on the stand. Somebody always plays, so the wheel also
    spins while this player waits for a stand that opens a wager."""
    wheel, pays = len(stakes) - COUNT, len(rules) - 2 * COUNT - 1
    first, second = memory[FIRST] - 1, memory[SECOND] - 1
    for hand in range(COUNT):
        stake = stakes[wheel + hand]
        if stake > 0 and memory[STAKES + hand] == 0 and opened(hand, first, second, rules[-1]):
            memory[STAKES + hand] = stake
            memory[0] += stake
            staked[wheel + hand] += stake
    at = spin(tape, at, stakes[:wheel], rules, memory, net[:wheel], staked[:wheel])
    card = int(np.int64(tape[at - 1]))  # unsigned and signed do not mix
    if card >= FIRST_JOKER:
        return at
    for hand in range(COUNT):
        stake = memory[STAKES + hand]
        if stake > 0:
            won = made(hand, first, second, card)
            net[wheel + hand] += (
                stake * rules[pays + 2 * hand] // rules[pays + 2 * hand + 1] if won else -stake
            )
            memory[STAKES + hand] = 0
            memory[0] -= stake
    if first == EMPTY:
        memory[FIRST] = card + 1
    elif second == EMPTY:
        memory[SECOND] = card + 1
    else:
        memory[FIRST] = memory[SECOND] = 0
    return at


def simulation(game: WheelGame, rules: Rules) -> Simulation:
    """The wheel's places, and the poker hands as the stand opens them."""
    wheel = wheel_mathematics.simulation(game, rules)
    odds = [rules.pay(hand.wager)["win"] for hand in HANDS]
    added = [number for each in odds for number in (each.win, each.stake)]
    return replace(
        wheel,
        wagers=(*wheel.wagers, *(hand.wager for hand in HANDS)),
        play=play,
        rules=np.concatenate((wheel.rules, np.array([*added, as_printed(rules)], np.int64))),
        memory=STAKES + COUNT,
    )
