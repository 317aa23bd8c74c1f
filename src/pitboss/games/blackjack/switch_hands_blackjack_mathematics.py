"""The mathematics of switch hands blackjack: two visible cards against two that nobody sees.

The two face down are any two of the unseen cards, so their value is the average over two cards when those face up
are gone. Those face up have their usual value: unseen cards are as good as any.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from pitboss.arrays import Floats, Ints
from pitboss.book import Ask, Rules, rule
from pitboss.compiler import kept
from pitboss.games.blackjack import mathematics as family
from pitboss.games.blackjack.blackjack_switch_mathematics import PAIRS, analyses, played_beside, taken
from pitboss.games.blackjack.dealer import against
from pitboss.games.blackjack.engine import analyze
from pitboss.games.blackjack.every_hand import RANKS
from pitboss.games.blackjack.hands import points
from pitboss.games.blackjack.house import House, game_of, house_from, house_of
from pitboss.games.blackjack.rounds import Cards, Dealt, Setting
from pitboss.games.blackjack.rounds import play_box as play_box
from pitboss.odds import Advice, Chart, Strategy, WagerOdds, counted
from pitboss.sim import Simulation
from pitboss.table import Table

PER: Final = (
    "unit of the blackjack wager, with its ante fee, doubles and splits; "
    + family.PER.partition("; ")[2]
    + ", the choice of the hand by the two cards face up"
)


# ---- which hand ------------------------------------------------------------------------------------------


def in_the_dark(house: House) -> Floats:
    """The value of two unseen cards, and the amount at risk on them [which, two gone, upcard]."""
    return kept("switch-hands-blackjack", lambda: worked_out(house), family.priced(house))


def worked_out(house: House) -> Floats:
    found = np.zeros((2, len(PAIRS), 10))
    for gone, exact in analyses(house).items():
        for up in sorted({each.dealer[0] for each in exact.hands}):
            given = exact.given(up)
            found[:, PAIRS.index(gone), up] = given.worth, given.wager
    return found


class Worth(NamedTuple):
    """A round by the best play: the result of a unit of the blackjack wager, the amount at risk with it, how often
    hands are switched; and whether they are [two cards, up card]."""

    value: float
    wager: float
    switched: float
    switches: NDArray[np.bool_]


@lru_cache(64)
def worth(house: House) -> Worth:
    dark, switches = in_the_dark(house), np.zeros((len(PAIRS), 10), np.bool_)
    value = wager = switched = 0.0
    for each in family.analyzed(house).hands:
        (up,), place = each.dealer, PAIRS.index(each.hand)
        worth_, at_risk = dark[:, place, up].tolist()
        if worth_ > each.expectation:
            switches[place, up] = True
            switched += each.probability
        value += each.probability * max(worth_, each.expectation)
        wager += each.probability * (at_risk if switches[place, up] else each.wager)
    return Worth(float(value), float(wager), float(switched), switches)


# ---- results of rounds ---------------------------------------------------------------------------------


def fortune(rules: Rules) -> family.Fortune:
    """For the cards face up or, where those face down are worth more, for any two others."""
    house = house_of(rules)
    hands, switches = family.analyzed(house).hands, worth(house).switches
    kept_ = [not switches[PAIRS.index(each.hand), each.dealer[0]] for each in hands]
    seen = np.array([each.probability for each in hands])[kept_]
    *rounds, chances = kept("switch-hands-rounds", lambda: come_out(rules), family.priced(house)).T
    return family.fortune(
        np.concatenate((family.fortunes(rules)[kept_], np.column_stack(rounds))), [*seen, *chances]
    )


def come_out(rules: Rules) -> Floats:
    """Every two cards face down, with every two for which they are taken [case, moments, error, chance]."""
    house = house_of(rules)
    chances = np.zeros((len(PAIRS), len(PAIRS), 10))
    for seen in family.analyzed(house).hands:
        (up,), place = seen.dealer, PAIRS.index(seen.hand)
        if worth(house).switches[place, up]:
            dark = analyses(house)[seen.hand]
            for each in dark.hands:
                if each.dealer == seen.dealer:
                    share = each.probability / dark.given(up).chance
                    chances[place, PAIRS.index(each.hand), up] = seen.probability * share
    return np.array([(*rounds, chances[place]) for place, _, rounds in played_beside(rules, house, chances)])


# ---- odds ------------------------------------------------------------------------------------------------


def ante(rules: Rules) -> Fraction:
    """The ante fee of a unit (2B.5(a))."""
    (both,) = rules.together
    return Fraction(both.wagers["ante-fee"], both.wagers["blackjack"])


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    house = house_of(rules)
    if wager in (None, "blackjack"):
        found, fee = worth(house), float(ante(rules))
        yield family.valued(rules, found.value - fee, found.wager + fee, fortune(rules), PER)
    yield from beside_the_hand(rules, rules.pack(), wager)


def odds_from(rules: Rules, cards: Sequence[int], wager: str | None) -> Iterable[WagerOdds]:
    """The same from these cards, the rest of a shoe."""
    house = house_from(rules, list(cards))
    if wager in (None, "blackjack"):
        found, fee = worth(house), float(ante(rules))
        yield WagerOdds(
            wager="blackjack",
            table=rules.pay("blackjack").table,
            options=rules.options,
            outcomes=(),
            per=PER,
            value=Fraction(found.value - fee),
            wagered=Fraction(found.wager + fee),
        )
    yield from beside_the_hand(rules, cards, wager)


def beside_the_hand(rules: Rules, cards: Sequence[int], wager: str | None) -> Iterator[WagerOdds]:
    if wager in (None, "ante-fee"):
        yield counted(
            "ante-fee",
            {"ante fee": 1},
            {"ante fee": -1},
            table="fixed",
            options=rules.options,
            per="unit of the ante fee alone, which the figure of the blackjack wager includes",
        )
    if wager in (None, "insurance") and any(points(card) == 1 for card in cards):
        yield family.insurance(rules, cards)


# ---- strategy --------------------------------------------------------------------------------------------


def strategy(rules: Rules) -> Strategy:
    """The chart of the family for the hand that is played, and which hand that is."""
    house = house_of(rules)
    found, charted = worth(house), family.charted(house)
    charts = family.printed_charts(charted)
    heads = charts[0].columns
    ups = [RANKS.index(head.replace("10", "T")) for head in heads]
    rows = tuple(
        (f"{RANKS[b]},{RANKS[a]}", *("X" if found.switches[place, up] else "K" for up in ups))
        for place, (a, b) in enumerate(PAIRS)
    )
    charts = (Chart("The two cards face up", heads, rows), *charts)
    fee, notes = float(ante(rules)), tuple(map(str, charted.deviations))
    simple = family.without("switch", house, fee)
    printed = family.printed(rules, charts, notes, found.value - fee, simple)
    legend = {"K": "keep the cards face up", "X": "switch to those face down", **printed.legend}
    return structs.replace(printed, legend=legend)


# ---- advice ----------------------------------------------------------------------------------------------


def advise(table: Table, ask: Ask) -> Advice:
    """The cards face up, or the average value of any two unseen. The ante is lost in either case."""
    if not any(choice.id == "switch" for choice in ask.choices):
        return family.advise(table, ask)
    at = family.Situation(table, ask)
    at.known = False  # the hole card is read later
    unseen = taken(at.shoe, at.cards)
    dark = analyze(at.house, unseen, dealer=against(at.shown, at.terms)).given(at.shown[0])
    values = {"keep": at.insured(), "switch": at.stake * dark.worth}
    best = max(values, key=values.__getitem__)
    than = "more" if best == "keep" else "less"
    return Advice(best, 0, values, f"{family.named(at)} is worth {than} than two cards in the dark.")


# ---- simulation ------------------------------------------------------------------------------------------


class Felt(NamedTuple):
    """What the compiled round reads: the setting of a hand, and whether hands are switched [up card, card, card] by
    points."""

    hand: Setting
    switches: NDArray[np.bool_]


@rule("2B.6(d)", "2B.6(e)", "2B.6(f)", lean=True)
def play(tape: Cards, at: int, stakes: Ints, felt: Felt, memory: Ints, net: Ints, staked: Ints) -> int:
    """One round: two cards face down, one face up, the dealer's, a second; the ante, the choice, the hand."""
    a, up, b, stake = tape[at + 2], tape[at + 3], tape[at + 4], stakes[0]
    if felt.switches[points(up), points(a), points(b)]:
        a, b = tape[at], tape[at + 1]
    at, result, wagered = play_box(tape, at + 5, Dealt(a, b, stake, stake), up, 0, felt.hand, memory)
    net[0] += result
    staked[0] += wagered
    net[1] -= stakes[1]
    staked[1] += stakes[1]
    return at


def felt_of(rules: Rules) -> Felt:
    switches = np.zeros((11, 11, 11), np.bool_)
    for place, (a, b) in enumerate(PAIRS):
        found = worth(house_of(rules)).switches[place]
        switches[1:, a + 1, b + 1] = switches[1:, b + 1, a + 1] = found
    return Felt(family.setting_of(rules), switches)


def simulation(rules: Rules) -> Simulation:
    return replace(
        family.simulation(rules),
        wagers=("blackjack", "ante-fee"),
        play=family.round_of(game_of(rules), play),
        rules=felt_of(rules),
    )
