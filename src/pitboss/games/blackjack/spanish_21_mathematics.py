"""The mathematics of Spanish 21: what its own wagers add to that of the family."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np
from msgspec import structs

from pitboss.book import Rules, rule
from pitboss.games.blackjack import mathematics as family
from pitboss.games.blackjack.bones import BlackjackGame
from pitboss.games.blackjack.rounds import CARDS, THIRD, Cards, Ints, Setting, box_of
from pitboss.games.blackjack.rounds import play_box as play_box
from pitboss.games.blackjack.side_wagers import MATCHES, matches
from pitboss.games.blackjack.spanish_21 import has_super_bonus
from pitboss.law import Rule, adapted
from pitboss.money import cents
from pitboss.odds import WagerOdds, counted
from pitboss.sim import Simulation

PER = family.PER + "; suits are not looked at, the super bonus is left aside"


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    for row in family.odds(rules, wager):
        yield structs.replace(row, per=PER) if row.wager == "spanish-21" else row
    if wager in (None, "super-bonus"):
        yield super_bonus(rules)


def super_bonus(rules: Rules) -> WagerOdds:
    """In the order up card, two cards, the third: a seven, then three of one suit, which is that of the up card or not.
    Whoever has two of them draws."""
    decks, cards = int(rules["decks"]), len(rules.pack())
    cases = cards * (cards - 1) * (cards - 2) * (cards - 3)
    ways = 4 * decks * sum(n * (n - 1) * (n - 2) for n in (decks - 1, decks, decks, decks))
    pay = rules.pay("super-bonus")
    told, odds_ = next(iter(pay.rows.items()))
    unit = Fraction(odds_.prize, cents(told.split()[0].removeprefix("$")))
    return counted(
        "super-bonus",
        {told: ways, "no super bonus": cases - ways},
        {told: unit, "no super bonus": 0},
        table=pay.table,
        options=rules.options,
        per="unit of an original wager of $5 or $25, beside what that brings, if two sevens of a suit are drawn to",
    )


# ---- simulation ------------------------------------------------------------------------------------------


class Table(NamedTuple):
    """What the compiled round reads: the hand's setting, what a unit of match-the-dealer is paid by each card, and
    the bands of the super bonus."""

    box: Setting
    match: Ints  # [how a card matches, (won, of so many)]
    bands: Ints  # [band, (least wager, prize)]


@rule("19.7(d)", "19.6(e)", "19.5(g)", lean=True)
def play(tape: Cards, at: int, stakes: Ints, setting: Table, memory: Ints, net: Ints, staked: Ints) -> int:
    """One round: a card to the player, one to the dealer, a second to the player; then the hand."""
    a, up, b, stake = tape[at], tape[at + 1], tape[at + 2], stakes[0]
    at, result, wagered = play_box(tape, at + 3, a, b, up, stake, stake, 0, setting.box, memory)
    c, cards = memory[1 + THIRD], memory[1 + CARDS]
    if has_super_bonus(a, b, c, up, cards, wagered != stake):
        prize = 0
        for band in setting.bands:
            if stake >= band[0]:
                prize = band[1]
        result += prize
    net[0] += result
    staked[0] += wagered
    if stakes[1] > 0:
        first, second = matches(a, up), matches(b, up)
        won = stakes[1] * setting.match[first, 0] // setting.match[first, 1]
        won += stakes[1] * setting.match[second, 0] // setting.match[second, 1]
        net[1] += won if first + second > 0 else -stakes[1]
        staked[1] += stakes[1]
    return at


@cache
def round_of(game: BlackjackGame) -> Rule[..., int]:
    return adapted(play, play_box=box_of(game.payout))


def table_of(rules: Rules) -> Table:
    match, bonus = rules.pay("match-the-dealer"), rules.pay("super-bonus").rows
    each = [(match[row].win, match[row].stake) if row else (0, 1) for row in MATCHES]
    bands = [(cents(told.split()[0].removeprefix("$")), odds_.prize) for told, odds_ in bonus.items()]
    return Table(family.setting_of(rules), np.array(each, np.int64), np.array(bands, np.int64))


def simulation(rules: Rules) -> Simulation:
    return replace(
        family.simulation(rules),
        wagers=("spanish-21", "match-the-dealer"),
        play=round_of(family.game_of(rules)),
        rules=table_of(rules),
    )
