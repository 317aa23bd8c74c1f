"""The mathematics of double attack blackjack: when to attack, and the bust bonus.

The result of a hand is linear in the wagers on it, so once the dealer's card is seen, either the full double attack
wager is worth making or none of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Ints
from pitboss.book import Ask, Rules, rule
from pitboss.book.endings import brings
from pitboss.games.blackjack import mathematics as family
from pitboss.games.blackjack.engine import Given
from pitboss.games.blackjack.every_hand import RANKS
from pitboss.games.blackjack.hands import points
from pitboss.games.blackjack.house import House, game_of, house_of
from pitboss.games.blackjack.rounds import DEALERS_SECOND, DEALERS_THIRD, Cards, Dealt, Setting, puts_up
from pitboss.games.blackjack.rounds import play_box as play_box
from pitboss.games.blackjack.side_wagers import BUST_BONUS, third_card_busts
from pitboss.odds import Advice, Chart, Strategy, WagerOdds
from pitboss.odds.endings import packed
from pitboss.sim import Simulation
from pitboss.table import Table

PER = (
    "unit of the initial wager, the double attack where it pays, doubles and splits included; "
    + (family.PER.partition("; ")[2])
)


# ---- odds ------------------------------------------------------------------------------------------------


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    return family.odds(rules, wager, main_wager)


def odds_from(rules: Rules, cards: Sequence[int], wager: str | None) -> Iterable[WagerOdds]:
    return family.odds_from(rules, cards, wager, worth, PER)


def attacked(house: House, rank: int) -> tuple[Given, Given]:
    """A unit when the dealer's card is of this rank: the initial wager alone, and one of two, half of them added."""
    return family.analyzed(house).given(rank), family.analyzed(house, 0.5).given(rank)


def attacks(house: House, rank: int) -> bool:
    alone, half = attacked(house, rank)
    return 2 * half.worth > alone.worth


def main_wager(rules: Rules) -> WagerOdds:
    house, rounds, chances, units = house_of(rules), [], [], []
    for added in (0.0, 0.5):
        for each, case in zip(
            family.analyzed(house, added).hands, family.fortunes(rules, added), strict=True
        ):
            if attacks(house, each.dealer[0]) == (added > 0):
                rounds.append(case)
                chances.append(each.probability)
                units.append(2 if added else 1)
    come_out = family.fortune(np.array(rounds), chances, units)
    return family.valued(rules, *worth(house), come_out, PER)


def worth(house: House) -> tuple[float, float]:
    """The value of a round with best play, for a unit of the initial wager, and the amount at risk in it."""
    value = wagered = 0.0
    for rank in range(10):
        alone, half = attacked(house, rank)
        units, each = (2, half) if attacks(house, rank) else (1, alone)
        value += each.chance * units * each.worth
        wagered += each.chance * units * each.wager
    return value, wagered


# ---- strategy --------------------------------------------------------------------------------------------


def strategy(rules: Rules) -> Strategy:
    house = house_of(rules)
    alone, with_attack = family.charted(house), family.charted(house, 0.5)
    charts = family.printed_charts(alone)
    columns = charts[0].columns
    ranks = [RANKS.index(head.replace("10", "T")) for head in columns]
    row = ("attack", *("yes" if attacks(house, rank) else "no" for rank in ranks))
    charts = (Chart("Double attack", columns, (row,)), *charts)
    if (alone.cells != with_attack.cells).any():
        charts += family.printed_charts(with_attack, " after a double attack")
    notes = tuple(map(str, alone.deviations))
    return family.printed(rules, charts, notes, worth(house)[0], family.without("attack", house))


# ---- advice ----------------------------------------------------------------------------------------------


def advise(table: Table, ask: Ask) -> Advice:
    choices = {choice.id: choice for choice in ask.choices}
    if "no-attack" not in choices:
        return family.advise(table, ask)
    at, most = family.Situation(table, ask), choices["double-attack"].most
    (up,) = at.shown
    alone = at.stake * family.analyzed(at.house).given(up).worth
    more = at.stake + most
    half = more * family.analyzed(at.house, most / more).given(up).worth
    attack = half > alone
    shown = RANKS[up].replace("T", "10")
    return Advice(
        "double-attack" if attack else "no-attack",
        most if attack else 0,
        {"double-attack": half, "no-attack": alone},
        f"The dealer shows {shown}: {'attack' if attack else 'do not attack'}.",
    )


# ---- simulation ------------------------------------------------------------------------------------------


class Setup(NamedTuple):
    """What the compiled round reads: the settings of a hand without and with a double attack, the points of a card
    to attack, and the lines of the bonus."""

    alone: Setting
    attacked: Setting
    attacks: NDArray[np.bool_]
    bonus: Ints


@rule("26.7(d)", "26.6(d)", lean=True)
def play(tape: Cards, at: int, stakes: Ints, setup: Setup, memory: Ints, net: Ints, staked: Ints) -> int:
    """One round: the dealer's card, the attack, two cards to the player; then the hand, and the bonus."""
    up, a, b, stake = tape[at], tape[at + 1], tape[at + 2], stakes[0]
    attack = setup.attacks[points(up)] and puts_up(memory, stake)
    setting = setup.attacked if attack else setup.alone
    wager, wanted = 2 * stake if attack else stake, 3 if stakes[1] > 0 else 0
    at, result, wagered = play_box(tape, at + 3, Dealt(a, b, wager, stake), up, wanted, setting, memory)
    net[0] += result
    staked[0] += wagered
    if stakes[1] > 0:
        row = third_card_busts(up, memory[DEALERS_SECOND], memory[DEALERS_THIRD])
        net[1] += brings(stakes[1], setup.bonus[row])
        staked[1] += stakes[1]
    return at


def setup_of(rules: Rules) -> Setup:
    house, alone = house_of(rules), family.setting_of(rules)
    return Setup(
        alone,
        alone._replace(cells=family.charted(house, 0.5).cells),
        np.array([False, *(attacks(house, rank) for rank in range(10))]),
        packed(BUST_BONUS.lines(rules)),
    )


def simulation(rules: Rules) -> Simulation:
    return replace(
        family.simulation(rules),
        wagers=("initial", "bust-bonus"),
        play=family.round_of(game_of(rules), play),
        rules=setup_of(rules),
    )
