"""The mathematics of triple attack blackjack: when to attack a second and a third time.

All attack wagers of a hand have the same result, so an additional unit is made where the visible cards favor it:
the player's first, and then that and the dealer's.
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
from pitboss.games.blackjack.dealer import against
from pitboss.games.blackjack.engine import Given, analyze
from pitboss.games.blackjack.every_hand import RANKS
from pitboss.games.blackjack.hands import points
from pitboss.games.blackjack.house import House, game_of, house_of
from pitboss.games.blackjack.rounds import Cards, Dealt, Setting, puts_up
from pitboss.games.blackjack.rounds import play_box as play_box
from pitboss.games.blackjack.side_wagers import SUITED_ROYALS, TRIPLE_MATCH, suited_royals, triple_match
from pitboss.odds import Advice, Chart, Strategy, WagerOdds
from pitboss.odds.endings import packed
from pitboss.sim import Simulation
from pitboss.table import Table

PER = (
    "unit of the first attack, the others where they pay, doubles and splits included; "
    + (family.PER.partition("; ")[2])
)


# ---- odds ------------------------------------------------------------------------------------------------


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    return family.odds(rules, wager, main_wager)


def odds_from(rules: Rules, cards: Sequence[int], wager: str | None) -> Iterable[WagerOdds]:
    return family.odds_from(rules, cards, wager, worth, PER)


def main_wager(rules: Rules) -> WagerOdds:
    house, rounds, chances, units = house_of(rules), [], [], []
    for each, case in zip(family.analyzed(house).hands, family.fortunes(rules), strict=True):
        for first in each.hand:  # either of the two was first
            attacks = attacks_with(house, first), attacks_against(house, first, each.dealer[0])
            rounds.append(case)
            chances.append(each.probability / 2)
            units.append(1 + sum(attacks))
    return family.valued(rules, *worth(house), family.fortune(np.array(rounds), chances, units), PER)


def attacks_with(house: House, first: int) -> bool:
    """Is the second attack worth making with this card?"""
    return family.analyzed(house).given(first=first).worth > 0


def attacks_against(house: House, first: int, up: int) -> bool:
    """And the third, against that one?"""
    return family.analyzed(house).given(up, first).worth > 0


def worth(house: House) -> tuple[float, float]:
    """The value of a round with best play, for a unit of the first attack, and the amount at risk."""
    value = wagered = 0.0
    for first in range(10):
        second = attacks_with(house, first)
        for up in range(10):
            each = family.analyzed(house).given(up, first)
            units = 1 + second + (each.worth > 0)
            value += each.chance * units * each.worth
            wagered += each.chance * units * each.wager
    return value, wagered


# ---- strategy --------------------------------------------------------------------------------------------


def strategy(rules: Rules) -> Strategy:
    house = house_of(rules)
    chart = family.charted(house)
    charts = family.printed_charts(chart)
    columns = charts[0].columns
    ranks = {head: RANKS.index(head.replace("10", "T")) for head in columns}
    second = ("attack", *(yes(attacks_with(house, rank)) for rank in ranks.values()))
    third = tuple(
        (head, *(yes(attacks_against(house, first, up)) for up in ranks.values()))
        for head, first in ranks.items()
    )
    attacks = (
        Chart("Second attack, by your first card", columns, (second,)),
        Chart("Third attack, by your first card and the dealer's", columns, third),
    )
    notes = tuple(map(str, chart.deviations))
    simple = family.without("attack again", house)
    return family.printed(rules, (*attacks, *charts), notes, worth(house)[0], simple)


def yes(attack: bool) -> str:
    return "yes" if attack else "no"


# ---- advice ----------------------------------------------------------------------------------------------


def advise(table: Table, ask: Ask) -> Advice:
    """On an attack by the visible cards; what the third may add later is ignored in the second."""
    choices = {choice.id: choice for choice in ask.choices}
    if "no-attack" not in choices:
        return family.advise(table, ask)
    at, attack = family.Situation(table, ask), ask.choices[0]
    each, (first,) = seen(at).worth, at.cards
    values = {attack.id: (at.stake + attack.most) * each, "no-attack": at.stake * each}
    decision = attack.id if each > 0 else "no-attack"
    shown = "".join(f" against {RANKS[up].replace('T', '10')}" for up in at.shown)
    return Advice(
        decision,
        attack.most if each > 0 else 0,
        values,
        f"{RANKS[first].replace('T', '10')}{shown}: a unit is worth {each:+.3f}.",
    )


def seen(at: family.Situation) -> Given:
    """A unit by the player's first card, and by the dealer's if it is dealt."""
    (first,), up = at.cards, at.shown[0] if at.shown else None
    if at.shoe == at.house.shoe:
        return family.analyzed(at.house).given(up, first)
    dealer = against(at.shown, at.terms) if at.shown else None
    return analyze(at.house, at.shoe, dealer=dealer, first_card=first).given(up, first)


# ---- simulation ------------------------------------------------------------------------------------------


class Setup(NamedTuple):
    """What the compiled round reads: the hand's setting, whether to attack by the points of the first card, and of
    the dealer's; the lines of the bonus wagers."""

    box: Setting
    second: NDArray[np.bool_]
    third: NDArray[np.bool_]
    royals: Ints
    match: Ints


@rule("36.7(d)", "36.7(e)", "36.7(f)", "36.6(d)", "36.6(e)", lean=True)
def play(tape: Cards, at: int, stakes: Ints, setup: Setup, memory: Ints, net: Ints, staked: Ints) -> int:
    """One round: the player's card, the dealer's, the player's second, each attack before the next; then the hand."""
    a, up, b, stake = tape[at], tape[at + 1], tape[at + 2], stakes[0]
    first = points(a)
    wager = stake
    if setup.second[first] and puts_up(memory, stake):
        wager += stake
    if setup.third[first, points(up)] and puts_up(memory, stake):
        wager += stake
    at, result, wagered = play_box(tape, at + 3, Dealt(a, b, wager, wager), up, 0, setup.box, memory)
    net[0] += result
    staked[0] += wagered
    if stakes[1] > 0:
        net[1] += brings(stakes[1], setup.royals[suited_royals(a, b, up)])
        staked[1] += stakes[1]
    if stakes[2] > 0:
        net[2] += brings(stakes[2], setup.match[triple_match(a, b, up)])
        staked[2] += stakes[2]
    return at


def setup_of(rules: Rules) -> Setup:
    house = house_of(rules)
    second, third = np.zeros(11, np.bool_), np.zeros((11, 11), np.bool_)
    for first in range(10):
        second[first + 1] = attacks_with(house, first)
        for up in range(10):
            third[first + 1, up + 1] = attacks_against(house, first, up)
    royals, match = (packed(side.lines(rules)) for side in (SUITED_ROYALS, TRIPLE_MATCH))
    return Setup(family.setting_of(rules), second, third, royals, match)


def simulation(rules: Rules) -> Simulation:
    return replace(
        family.simulation(rules),
        wagers=("first-attack", "suited-royals", "triple-match"),
        play=family.round_of(game_of(rules), play),
        rules=setup_of(rules),
    )
