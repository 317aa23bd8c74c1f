"""Sic bo, 13:69F-9. One toss of three dice decides every wager by its area."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from pitboss.book import (
    Game,
    Irregularity,
    Mathematics,
    Refused,
    Roll,
    Round,
    Rules,
    Say,
    Settle,
    State,
    carries,
    cite,
    rule,
)
from pitboss.games.dice.family import losers_first
from pitboss.money import Odds
from pitboss.table import Bet, Table

if TYPE_CHECKING:
    from pitboss.odds import WagerOdds
    from pitboss.sim import Simulation

FACES: Final = range(1, 7)
TOSSES: Final = tuple((first, second, third) for first in FACES for second in FACES for third in FACES)
"""The tosses of the three dice (9.1), each equally likely; the index of a toss is its byte on a tape."""

# ---- what wins, 9.2 ------------------------------------------------------------------------------------


@rule("9.2(a)8", "9.4(c)")
def showing(number: int, first: int, second: int, third: int) -> int:
    """How many dice show a number."""
    return (first == number) + (second == number) + (third == number)


@rule("9.2(a)1")
def three_of_a_kind(number: int, first: int, second: int, third: int) -> bool:
    return showing(number, first, second, third) == 3


@rule("9.2(a)2")
def two_of_a_kind(number: int, printed: bool, first: int, second: int, third: int) -> bool:
    """The number on two dice; on all three it wins too, except as printed."""
    shown = showing(number, first, second, third)
    return shown == 2 or (shown == 3 and not printed)


@rule("9.2(a)3")
def any_three_of_a_kind(first: int, second: int, third: int) -> bool:
    return first == second and second == third


@rule("9.2(a)4")
def total_value(number: int, first: int, second: int, third: int) -> bool:
    return first + second + third == number


@rule("9.2(a)5")
def two_dice_combination(one: int, other: int, first: int, second: int, third: int) -> bool:
    return showing(one, first, second, third) > 0 and showing(other, first, second, third) > 0


@rule("9.2(a)6")
def small_bet(first: int, second: int, third: int) -> bool:
    return 4 <= first + second + third <= 10 and not any_three_of_a_kind(first, second, third)


@rule("9.2(a)7")
def big_bet(first: int, second: int, third: int) -> bool:
    return 11 <= first + second + third <= 17 and not any_three_of_a_kind(first, second, third)


@rule("9.2(a)8", "9.4(c)")
def one_of_a_kind(number: int, printed: bool, first: int, second: int, third: int) -> int:
    """The number of dice for which the number is paid; as printed, any two other dice alike count as two."""
    shown = showing(number, first, second, third)
    alike = first == second or second == third or first == third
    return 2 if printed and shown == 1 and alike else shown


# The kinds of wager, by number in 9.2(a).
TRIPLE, DOUBLE, ANY_TRIPLE, TOTAL, COMBO, SMALL, BIG, SINGLE = range(1, 9)


@rule("9.2(a)", "9.3(c)")
def lit(kind: int, number: int, other: int, printed: bool, first: int, second: int, third: int) -> int:
    """Is a wager's area illuminated? 0: no, it has lost. One of a kind may be lit by one, two or three dice."""
    if kind == SINGLE:
        return one_of_a_kind(number, printed, first, second, third)
    if kind == TRIPLE:
        won = three_of_a_kind(number, first, second, third)
    elif kind == DOUBLE:
        won = two_of_a_kind(number, printed, first, second, third)
    elif kind == ANY_TRIPLE:
        won = any_three_of_a_kind(first, second, third)
    elif kind == TOTAL:
        won = total_value(number, first, second, third)
    elif kind == COMBO:
        won = two_dice_combination(number, other, first, second, third)
    elif kind == SMALL:
        won = small_bet(first, second, third)
    else:
        won = big_bet(first, second, third)
    return int(won)


# ---- the layout ----------------------------------------------------------------------------------------


class Place(NamedTuple):
    """The wager that an area of the layout stands for."""

    kind: int
    number: int = 0
    other: int = 0


PLACES: Final = {
    **{f"triple:{n}": Place(TRIPLE, n) for n in FACES},
    **{f"double:{n}": Place(DOUBLE, n) for n in FACES},
    "any-triple": Place(ANY_TRIPLE),
    **{f"total:{n}": Place(TOTAL, n) for n in range(4, 18)},
    **{f"combo:{n}-{other}": Place(COMBO, n, other) for n, other in combinations(FACES, 2)},
    "small": Place(SMALL),
    "big": Place(BIG),
    **{f"single:{n}": Place(SINGLE, n) for n in FACES},
}
"""Every area, by the name of its wager."""

READINGS: Final = {DOUBLE: "reading-two-of-a-kind", SINGLE: "reading-one-of-a-kind-pair"}
DICE: Final = ("one die", "two dice", "three dice")


def id_of(wager: str) -> str:
    return wager.partition(":")[0]


def as_printed(rules: Rules, place: Place) -> bool:
    """Is the wager played by the letter of its paragraph?"""
    return place.kind in READINGS and rules[READINGS[place.kind]] == "as-printed"


def illuminated(rules: Rules, toss: tuple[int, int, int]) -> dict[str, int]:
    """The areas that the electrical device lights, each with how many dice light it (9.5(e))."""
    lights = {wager: lit(*place, as_printed(rules, place), *toss) for wager, place in PLACES.items()}
    return {wager: dice for wager, dice in lights.items() if dice}


def row_of(wager: str, dice: int) -> str:
    """The row of its pay table for a wager whose area this many dice light."""
    place = PLACES[wager]
    return DICE[dice - 1] if place.kind == SINGLE else str(place.number) if place.kind == TOTAL else "win"


def pays(rules: Rules, wager: str, dice: int) -> Odds:
    """The odds offered for it (9.4(b) and (c))."""
    return rules.pay(id_of(wager))[row_of(wager, dice)]


# ---- the game ------------------------------------------------------------------------------------------


class SicBoState(State):
    """The state of a sic bo table."""

    out_of_order: bool = False
    """The electrical device has failed and is not repaired yet (9.6(b))."""


class SicBo(Mathematics, Game):
    """Eight kinds of wager on one toss of three dice."""

    State = SicBoState

    @staticmethod
    def state(table: Table) -> SicBoState:
        assert isinstance(table.state, SicBoState)
        return table.state

    # -- wagers, 9.3

    def spot(self, rules: Rules, wager: str) -> str:
        name, _, param = wager.partition(":")
        written = f"{name}:{'-'.join(sorted(param.split('-')))}" if name == "combo" else wager
        if written in PLACES:
            return written
        data = rules.wager(name)
        areas = [each for each in PLACES if id_of(each) == data.id]
        few = areas[0] if len(areas) == 1 else f"{areas[0]} to {areas[-1]}"
        raise Refused(f"the layout has no area {wager}; it has, for example, {few}", data.cite)

    def spots(self, table: Table, seat: int) -> Iterable[str]:
        return PLACES

    def ready(self, table: Table) -> None:
        fixed = any(called.id == "device-fixed" for called in table.due)
        if self.state(table).out_of_order and not fixed:
            raise Refused("no round can be played until the electrical device is repaired", "9.6(b)")
        super().ready(table)

    # -- the toss, 9.5

    @carries("9.1", "9.5(f)")
    def round(self, table: Table) -> Round:
        yield Say("No more bets", cite=cite("9.5(c)"))
        toss = yield Roll(3)
        yield Say("{}, {}, {}".format(*toss), cite=cite("9.5(e)"))
        lights = illuminated(table.rules, toss)
        if not self.state(table).out_of_order:
            yield Say("illuminated: " + ", ".join(lights), to="layout", cite=cite("9.5(e)"))
        bets = table.bets.values()  # losers are collected, then winners paid, 9.5(f)
        yield from losers_first(
            self.settled(table.rules, bet, lights.get(bet.wager, 0), toss) for bet in bets
        )

    def settled(self, rules: Rules, bet: Bet, dice: int, toss: tuple[int, int, int]) -> Settle:
        outcome = "{}-{}-{}".format(*toss)
        if not dice:
            paragraph = rules.wager(bet.id).full_cite
            return Settle(bet.seat, bet.wager, "lose", lost=bet.stake, cite=paragraph, outcome=outcome)
        paragraph = rules.pay(bet.id).cite if dice == 1 else cite("9.4(c)")
        profit = pays(rules, bet.wager, dice).pays(bet.stake)
        return Settle(bet.seat, bet.wager, "win", profit, cite=paragraph, outcome=outcome)

    # -- irregularities, 9.6; the driver repeats a toss in which a die does not lie flat

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        state = self.state(table)
        match irregularity.id:
            case "device-malfunction":
                state.out_of_order = True
                yield Say("settle the wagers in your presence", to="casino supervisor", cite=cite("9.6(b)"))
            case "device-fixed":
                state.out_of_order = False

    # -- mathematics

    def odds(self, rules: Rules, wager: str | None = None) -> Iterable[WagerOdds]:
        from pitboss.games.dice.sic_bo_mathematics import odds

        return odds(self, rules, wager)

    odds_at_once = odds

    def simulation(self, rules: Rules) -> Simulation:
        from pitboss.games.dice.sic_bo_mathematics import simulation

        return simulation(rules)
