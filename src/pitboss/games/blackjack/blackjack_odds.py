"""The mathematics of blackjack as the drivers ask for it: odds, chart and simulation under a table's rules."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pitboss.book import Rules, rule
from pitboss.equipment.cards import card
from pitboss.games.blackjack import analysis as exact
from pitboss.games.blackjack.analysis import HARD, PAIR, RANKS, SOFT, Analysis, letters
from pitboss.games.blackjack.simulation import (
    NET,
    OUT,
    SPARE,
    WAGERED,
    play_round,
    rules_array,
)
from pitboss.games.blackjack.simulation import simulate as simulate_chart
from pitboss.odds import Chart, Outcome, Strategy, WagerOdds, counted
from pitboss.sim import Simulation

Ints = NDArray[np.int64]

SAMPLE = 4_000_000
"""Rounds simulated for what the exact analysis does not tell: how often a round wins, and its deviation."""

LEGEND = {
    "H": "hit",
    "S": "stand",
    "Dh": "double down, else hit",
    "Ds": "double down, else stand",
    "P": "split",
    "Rh": "surrender, else hit",
    "Rs": "surrender, else stand",
    "Rp": "surrender, else split",
}


def settings(rules: Rules) -> exact.Rules:
    """A table's options as the analysis takes them."""
    named = str(rules["designated-blackjack"])
    pays = rules.pay("blackjack")["blackjack"]
    return exact.Rules(
        decks=int(rules["decks"]),
        hit_soft_17=rules["soft-17"] == "hit",
        blackjack_pays=(pays.win, pays.stake),
        double="9-11" if rules["double-on"] == "9-to-11" else "any",
        double_after_split=rules.on("double-after-split"),
        max_hands=min(int(rules["split-hands"]), 4 if rules.positions <= 6 else 3),
        resplit_aces=rules.on("resplit-aces"),
        surrender=rules.on("surrender"),
        hole=str(rules["hole-card"]),  # type: ignore[arg-type]  # the option's choices are these four words
        suited_678=rules.on("suited-6-7-8"),
        three_sevens=rules.on("three-sevens"),
        designated_blackjack=None if named == "no" else (card(named[:2]), card(named[2:])),
        five_card_21=rules.on("five-card-21"),
        split_21_wins=rules["reading-split-21"] == "as-printed",
        extra_returned=rules["reading-busted-extra"] == "as-printed",
    )


@cache
def analysed(table: exact.Rules) -> Analysis:
    return exact.analyse(table)


@cache
def charted(table: exact.Rules) -> exact.Chart:
    # The reading of busted doubles changes no decision worth a cell: a busted hand is past deciding.
    known = table if table.extra_returned else _as_printed(table)
    return analysed(known).chart()


def _as_printed(table: exact.Rules) -> exact.Rules:
    from dataclasses import replace

    return replace(table, extra_returned=True)


# ---- odds ------------------------------------------------------------------------------------------------


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    if wager in (None, "blackjack"):
        yield main_wager(rules)
    if wager in (None, "insurance") and rules["hole-card"] != "up":
        yield insurance(rules)


def main_wager(rules: Rules) -> WagerOdds:
    """Best play, hand by hand. Exact but for the reading that keeps the added money of busted hands."""
    table = settings(rules)
    sampled = simulate_chart(table, charted(table), SAMPLE, seed=1)
    wins, losses = (Fraction(each, sampled.rounds) for each in (sampled.wins, sampled.losses))
    outcomes = (
        Outcome("win", wins, Fraction(0)),
        Outcome("push", 1 - wins - losses, Fraction(0)),
        Outcome("lose", losses, Fraction(0)),
    )
    known = table.extra_returned or table.hole not in ("none", "down")
    figures = analysed(table) if known else sampled
    error = 1.96 * sampled.standard_error
    edge = -figures.expectation
    return WagerOdds(
        wager="blackjack",
        table=rules.pay("blackjack").table,
        options=rules.options,
        outcomes=outcomes,
        per="unit of the initial wager, best play, doubles and splits included",
        value=Fraction(figures.expectation),
        wagered=Fraction(figures.average_wager),
        deviation=sampled.standard_deviation,
        method="exact" if known else "simulated",
        interval=None if known else (edge - error, edge + error),
        simulated=("hit_rate", "stdev", "outcomes")
        if known
        else ("house_edge", "hit_rate", "stdev", "outcomes"),
    )


def insurance(rules: Rules) -> WagerOdds:
    """When all that is known is the dealer's ace."""
    decks = int(rules["decks"])
    tens, rest = 16 * decks, 36 * decks - 1
    pays = rules.pay("insurance")["ten-value card"]
    return counted(
        "insurance",
        {"ten-value card": tens, "no ten-value card": rest},
        {"ten-value card": Fraction(pays.win, pays.stake), "no ten-value card": -1},
        table="fixed",
        options=rules.options,
        per="unit of the insurance wager, nothing known but the dealer's ace",
    )


# ---- strategy --------------------------------------------------------------------------------------------


def strategy(rules: Rules) -> Strategy:
    table = settings(rules)
    chart = charted(table)
    heads = {11: "A"} if len(chart.columns) == 10 else {}
    columns = tuple(f"soft {c - 10}" if c > 21 else heads.get(c, str(c)) for c in chart.columns)

    def rows(kind: int, labels: Iterable[tuple[str, int]]) -> tuple[tuple[str, ...], ...]:
        return tuple(
            (label, *(letters(int(chart.cells[column, kind, score])) for column in chart.columns))
            for label, score in labels
        )

    hard = rows(HARD, ((str(score), score) for score in range(20, 4, -1)))
    soft = rows(SOFT, ((f"A,{score - 11}", score) for score in range(20, 12, -1)))
    pairs = rows(PAIR, ((f"{RANKS[v - 1]},{RANKS[v - 1]}", v) for v in (1, *range(10, 1, -1))))
    used = {cell for rows_ in (hard, soft, pairs) for row in rows_ for cell in row[1:]}
    edge = None if not table.extra_returned else -analysed(table).expectation
    return Strategy(
        game=rules.game.id,
        rule="Find your hand on the left and the dealer's card above; never insure without counting cards.",
        charts=(
            Chart("Hard totals", columns, hard),
            Chart("Soft totals", columns, soft),
            Chart("Pairs", columns, pairs),
        ),
        notes=tuple(map(str, chart.deviations)),
        legend={cell: words for cell, words in LEGEND.items() if cell in used},
        house_edge=edge,
    )


# ---- simulation ------------------------------------------------------------------------------------------


@rule("2.3(a)")
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Ints,
    rules: tuple[Ints, NDArray[np.uint8]],
    memory: Ints,
    net: Ints,
    staked: Ints,
) -> int:
    """One box against the dealer, by the chart."""
    table, cells = rules
    out = memory[1:]
    at = play_round(tape, at, stakes[0], table, cells, out)
    net[0] += out[NET]
    staked[0] += out[WAGERED]
    return at


def simulation(rules: Rules) -> Simulation:
    table = settings(rules)
    cards = 52 * table.decks
    cut = cards * int(rules["cutting-card"]) // 100
    every_round = rules["dealing"] == "continuous" or rules["rounds-per-deck"] == "one"
    return Simulation(
        game=rules.game.id,
        wagers=("blackjack",),
        play=play,  # type: ignore[arg-type]  # this game's rules are two arrays, integers and the chart
        rules=(rules_array(table), charted(table).cells),  # type: ignore[arg-type]
        equipment="shoe",
        size=cards,
        draws=min(SPARE, cards),
        reshuffle=cards if every_round else cut,
        memory=1 + OUT,
        rounds_per_hour=rules.game.data.house.rounds_per_hour,
    )
