"""The mathematics of the wheels: count the stops that a place covers."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Ints
from pitboss.book import Rules, rule
from pitboss.games.wheels.family import Spot, WheelGame, decided
from pitboss.odds import WagerOdds, counted
from pitboss.sim import Simulation

# ---- odds ----------------------------------------------------------------------------------------------


def odds(game: WheelGame, rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    """Each wager once, or each of its places where they differ (big six); or the one place that is named."""
    if wager is not None and ":" in wager:
        yield counted_stops(game, rules, game.numbered(rules)[game.spot(rules, wager)], wager)
        return
    for name in rules.asked(wager):
        places = [spot for spot in game.numbered(rules, name).values() if spot.id == name]
        rows = [counted_stops(game, rules, spot, spot.wager) for spot in places]
        if len({row.outcomes for row in rows}) == 1:
            rows = [counted_stops(game, rules, places[0], name)]
        yield from rows


def counted_stops(game: WheelGame, rules: Rules, spot: Spot, name: str) -> WagerOdds:
    """The odds of a place. A spin that is void decides nothing, so it is not counted."""
    numbers = game.numbers(rules)
    counts = {"win": 0, "half back": 0, "lose": 0}
    for stop in game.stops(rules):
        if stop != game.no_spin(rules):
            bit = 1 << numbers.index(stop)
            counts["win" if spot.covered & bit else "half back" if spot.half & bit else "lose"] += 1
    pays = game.pays(rules, spot)
    won = (Fraction(pays.win, pays.stake) - (spot.parts - 1)) / spot.parts
    return counted(
        name,
        counts,
        {"win": won, "half back": Fraction(-1, 2), "lose": -1},
        table=rules.pay(spot.id).table,
        options=rules.in_effect,
    )


# ---- simulation ----------------------------------------------------------------------------------------

# The rules as integers: the number of stops on the wheel, the number each stands for (-1: no spin), then for
# each place the arguments of `decided`.
PER_SPOT = 5


@rule("5.1(d)", "5.2(d)2", "5.5(a)")
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Ints,
    rules: Ints,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One spin, repeated while it is void."""
    while rules[1 + tape[at]] < 0:
        at += 1
    number = rules[1 + tape[at]]
    for i in range(len(stakes)):
        stake = stakes[i]
        if stake > 0:
            row = 1 + rules[0] + PER_SPOT * i
            pays, lost = decided(
                number, stake, rules[row], rules[row + 1], rules[row + 2], rules[row + 3], rules[row + 4]
            )
            net[i] += pays - lost
            staked[i] += stake
    return at + 1


def simulation(game: WheelGame, rules: Rules) -> Simulation:
    """Every place is a separate wager.

    The void stop of a double-zero wheel used as a single-zero wheel is the last one. Leaving it off the tape
    is the same as spinning again whenever it comes up, and a round then reads one byte and never more.
    """
    stops, numbers, felt = game.stops(rules), game.numbers(rules), game.numbered(rules)
    packed = [len(stops), *(numbers.index(stop) if stop in numbers else -1 for stop in stops)]
    for spot in felt.values():
        pays = game.pays(rules, spot)
        packed += [spot.covered, spot.half, spot.parts, pays.win, pays.stake]
    return Simulation(
        game=rules.game.id,
        wagers=tuple(felt),
        play=play,
        rules=np.array(packed, np.int64),
        equipment="wheel",
        size=sum(stop in numbers for stop in stops),
    )
