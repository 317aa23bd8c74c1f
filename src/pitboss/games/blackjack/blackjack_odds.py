"""The mathematics of blackjack as the drivers ask for it: odds, chart and simulation under a table's rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from pitboss.book import Ask, Choice, Rules, rule
from pitboss.equipment.cards import card
from pitboss.games.blackjack import analysis as exact
from pitboss.games.blackjack.analysis import HARD, PAIR, RANKS, SOFT, Analysis, letters
from pitboss.games.blackjack.blackjack import Blackjack, winning_row
from pitboss.games.blackjack.bones import Hand, at_box
from pitboss.games.blackjack.hands import may_double, points
from pitboss.games.blackjack.simulation import (
    NET,
    OUT,
    SPARE,
    WAGERED,
    play_round,
    rules_array,
)
from pitboss.games.blackjack.simulation import simulate as simulate_chart
from pitboss.odds import Advice, Chart, Outcome, Strategy, WagerOdds, counted
from pitboss.sim import Simulation
from pitboss.table import Table

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


# ---- advice ----------------------------------------------------------------------------------------------


class Situation:
    """A hand that somebody is asked about, as he sees it. The shoe is a full one without the cards that lie open
    on the table or are his to see; cards of earlier rounds are forgotten, as the published strategy does."""

    def __init__(self, game: Blackjack, table: Table, ask: Ask) -> None:
        view = table.view(ask.seat)
        self.rules = settings(table.rules)
        self.position = int(ask.hand.partition(".")[0])
        self.hand = Hand(ask.hand, table, {}, split=f"{self.position}.2" in view)
        self.cards = ranks(view[ask.hand])
        self.shown = ranks(view["dealer"])
        shoe = Counter(dict(enumerate(self.rules.shoe())))
        for owner, names in view.items():
            if owner not in ("dealer", ask.hand):
                shoe.subtract(ranks(names))
        self.shoe = tuple(max(shoe[rank], 0) for rank in range(10))
        self.room = self.rules.max_hands - sum(owner.startswith(f"{self.position}.") for owner in view)
        """Into how many hands this one may be split, if the others are split no more."""
        self.known = game.would_be_known(table, self.shown[0] + 1)
        self.stake = table.stake(ask.seat, at_box("blackjack", ask.seat, self.position))
        number = self.hand.number
        own = at_box("split" if number == 2 else f"split:{number}", ask.seat, self.position)
        self.original = number == 1 or not table.stake(ask.seat, own)
        """A dealer's blackjack takes the original wager alone."""
        if not self.original:
            self.stake = table.stake(ask.seat, own)

    def play(self, cards: tuple[int, ...] | None = None) -> exact.Play:
        hand = self.cards if cards is None else cards
        room = 2 if hand[:1] == (exact.ACE,) and not self.rules.resplit_aces else self.room
        return played(self.rules, self.shoe, hand, self.shown, self.hand.split, room)

    def worth(self, play: exact.Play, value: float) -> float:
        """In cents: the value over the rounds without a dealer's blackjack, and what a blackjack takes if it may
        still come."""
        if self.known:
            return self.stake * value / play.clear
        return self.stake * (value - (1 - play.clear) * self.original)

    def best(self, hand: tuple[int, ...]) -> float:
        """Two cards played best before the dealer's second card is known of, in cents."""
        play = self.play(hand)
        values = dict(play.values)
        if sorted(hand) == [exact.ACE, exact.TEN]:
            return self.stake * values["stand"]  # void to a blackjack
        if not may_double(score(hand), False, self.rules.double == "9-11", True):
            del values["double"]
        if self.rules.surrender:
            values["surrender"] = -play.clear / 2
        return self.worth(play, max(values.values()))


@lru_cache(512)
def played(
    rules: exact.Rules,
    shoe: tuple[int, ...],
    hand: tuple[int, ...],
    shown: tuple[int, ...],
    split: bool,
    room: int,
) -> exact.Play:
    return exact.play_of(rules, shoe, hand, shown, split, room)


def ranks(names: Iterable[str]) -> tuple[int, ...]:
    """The ranks of the cards that are seen, ace 0 to ten 9."""
    return tuple(points(card(name)) - 1 for name in names if name != "??")


def advise(game: Blackjack, table: Table, ask: Ask) -> Advice:
    """Exact for the cards in sight. The wagers counted are those on the hand, insurance included where it is the
    question. A hand that may be split again is taken to have all the room there is; the reading by which added
    money of busted hands is kept despite a blackjack is left aside, as it is in the chart."""
    at = Situation(game, table, ask)
    choices = {choice.id: choice for choice in ask.choices}
    at.known = at.known and not {"no-insurance", "second-card"} & choices.keys()
    if "no-insurance" in choices:
        return on_insurance(at, table, choices)
    amounts: dict[str, int] = {}
    if "first-hand" in choices:  # one card each lies there
        pair = (at.cards[0], at.cards[0])
        at.shoe = tuple(count + (rank == pair[0]) for rank, count in enumerate(at.shoe))
        at.hand.split, at.room = False, at.room + 1
        play = at.play(pair)
        at.room = 2
        follow = at.worth(play, at.play(pair).values["split"] / 2)
        values = {"first-hand": follow, "second-hand": follow}
        if "split" in choices:
            values["split"] = at.worth(play, play.values["split"])
    elif "second-card" in choices:
        left = [count - at.cards.count(rank) - at.shown.count(rank) for rank, count in enumerate(at.shoe)]
        drawn = sum(n * at.best((*at.cards, rank)) for rank, n in enumerate(left) if n > 0) / sum(left)
        values = {"second-card": drawn, "dead-hand": 0.0}
    elif "late-card" in choices:
        play = at.play()
        values = {"late-card": at.worth(play, play.values["hit"]), "dead-hand": 0.0}
    else:
        play = at.play()
        units = {"surrender": -play.clear / 2, "no-double": play.values["double"] / 2, **play.values}
        values = {name: at.worth(play, units[name]) for name in choices if name in units}
        for name in {"double-down", "double-face-down"} & choices.keys():
            each = play.values["double"] / 2
            amounts[name] = choices[name].most if each > 0 else choices[name].least
            values[name] = at.worth(play, each * (1 + amounts[name] / at.stake))
        if "split" in choices:
            amounts["split"] = choices["split"].most
    decision = max((name for name in choices if name in values), key=values.__getitem__)
    values = {name: values[name] for name in choices}
    shown = "-".join(RANKS[rank].replace("T", "10") for rank in at.shown)
    return Advice(
        decision,
        amounts.get(decision, choices[decision].most),
        values,
        f"{told(at)} against {shown}: {decision.replace('-', ' ')}.",
    )


def score(hand: tuple[int, ...]) -> int:
    return int(exact.all_hands().score[exact.hand_of(*hand)])


def told(at: Situation) -> str:
    """The hand as players call it."""
    if len(at.cards) == 2 and at.cards[0] == at.cards[1]:
        return f"A pair of {RANKS[at.cards[0]].replace('T', 'ten')}s"
    soft = exact.all_hands().soft[exact.hand_of(*at.cards)]
    return f"{'Soft' if soft else 'Hard'} {score(at.cards)}"


def on_insurance(at: Situation, table: Table, choices: Mapping[str, Choice]) -> Advice:
    """Insurance wins if the second card is a ten; nobody knows yet whether it is."""
    unseen = [n - at.cards.count(rank) - at.shown.count(rank) for rank, n in enumerate(at.shoe)]
    ten = unseen[exact.TEN] / sum(unseen)
    pays = table.rules.pay("insurance")["ten-value card"]
    each = ten * pays.win / pays.stake - (1 - ten)
    if at.hand.blackjack:
        alone = (1 - ten) * table.rules.pay("blackjack")[winning_row(table.rules, at.hand)].pays(at.stake)
    else:
        alone = at.best(at.cards)
    values = {"no-insurance": alone}
    amount = 0
    if "insurance" in choices:
        amount = choices["insurance"].most if each > 0 else choices["insurance"].least
        values["insurance"] = alone + amount * each
    if "even-money" in choices:
        values["even-money"] = float(at.stake)
    decision = max(values, key=values.__getitem__)
    return Advice(
        decision,
        amount if decision == "insurance" else 0,
        {name: values[name] for name in choices},
        f"{unseen[exact.TEN]} of {sum(unseen)} unseen cards are tens; insurance needs more than one in three (2.9).",
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
        play=play,
        rules=(rules_array(table), charted(table).cells),
        equipment="shoe",
        size=cards,
        draws=min(SPARE, cards),
        reshuffle=cards if every_round else cut,
        memory=1 + OUT,
        rounds_per_hour=rules.game.data.house.rounds_per_hour,
    )
