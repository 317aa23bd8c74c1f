"""The mathematics of blackjack: what its own wagers add to that of the family."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from math import sqrt

import numpy as np
from msgspec import structs

from pitboss.book import Rules
from pitboss.compiler import kernel, specialised
from pitboss.games.blackjack import mathematics as family
from pitboss.games.blackjack.bonus_wager import BONUS
from pitboss.games.blackjack.mathematics import STAKE
from pitboss.games.blackjack.multiple_action import ACTIONS, actions, on_spots
from pitboss.games.blackjack.progressive_wager import PROGRESSIVE
from pitboss.games.blackjack.rounds import LOST, MEMORY, SPARE, WON, Cards, Ints, Setting
from pitboss.games.blackjack.side_wager_odds import bonus_odds, progressive_odds
from pitboss.games.blackjack.streak_wagers import STREAKS
from pitboss.law import Rule
from pitboss.odds import Outcome, WagerOdds
from pitboss.sim.block import SHOE, play, supply
from pitboss.sim.chance import State, seeded

SPOTTED = {"blackjack": ACTIONS, "insurance": on_spots("insurance")[1:]}


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    yield from by_spot(rules, wager, lambda plain: family.odds(rules, plain))
    yield from beside(rules, rules.pack(), wager)


def odds_from(rules: Rules, cards: Sequence[int], wager: str | None) -> Iterable[WagerOdds]:
    """The same from these cards, what a shoe still holds."""
    yield from by_spot(rules, wager, lambda plain: family.odds_from(rules, cards, plain))
    yield from beside(rules, cards, wager)


def by_spot(
    rules: Rules, wager: str | None, counted: Callable[[str | None], Iterable[WagerOdds]]
) -> Iterable[WagerOdds]:
    """Under multiple action each wager has the odds of a plain one: each hand of the dealer's has the same law, and the
    best play for one wager is best for all."""
    spots = {name: plain for plain, names in SPOTTED.items() for name in names}
    for row in counted(spots.get(wager, wager) if wager else None):
        names = SPOTTED.get(row.wager, (row.wager,)) if actions(rules) else (row.wager,)
        yield from (structs.replace(row, wager=name) for name in names if wager in (None, name))


def beside(rules: Rules, cards: Sequence[int], wager: str | None) -> Iterable[WagerOdds]:
    if wager in (None, BONUS) and rules.offers(BONUS):
        yield from bonus_odds(rules, cards)
    if wager in (None, PROGRESSIVE) and rules.offers(PROGRESSIVE):
        yield progressive_odds(rules, cards)
    if wager in (None, *STREAKS) and rules.offers("streak-2"):
        yield from streak_odds(rules, wager)


# ---- streaks ---------------------------------------------------------------------------------------------

ROUNDS = 16_000_000
"""Rounds simulated for how often one advances a streak, and how often it loses it."""


def streak_odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    """Rounds that move nothing aside, each is won with one chance: a streak of so many is a power of it. The rounds are
    played by the chart from a full shoe and taken as independent of each other."""
    won, lost = moves(rules)
    decided = won + lost
    deviation = sqrt(won * lost / decided) / decided
    for name, hands in STREAKS.items():
        if wager not in (None, name):
            continue
        odds_ = rules.pay(name)["streak"]
        pays = Fraction(odds_.win, odds_.stake)
        chance = Fraction(won, decided) ** hands
        low, high = (
            1 - (1 + pays) * Fraction(won / decided + side * 1.96 * deviation) ** hands for side in (1, -1)
        )
        yield WagerOdds(
            wager=name,
            table=rules.pay(name).table,
            options=rules.options,
            outcomes=(Outcome("streak", chance, pays), Outcome("no streak", 1 - chance, Fraction(-1))),
            per="unit of the wager, rounds by the chart taken as independent",
            method="simulated",
            interval=(float(low), float(high)),
        )


def moves(rules: Rules) -> tuple[int, int]:
    """Of so many rounds those that advance a streak and those that lose it."""
    plain = family.simulation(rules)
    tape = np.frombuffer(bytearray(plain.cards), np.uint8)
    found = np.zeros(2, np.int64)
    state, reshuffle = seeded(np.uint64(1), np.uint64(0), np.uint64(0)), max(plain.reshuffle, SPARE)
    _moving(plain.play)(state, tape, plain.draws, reshuffle, plain.rules, ROUNDS, found)
    won, lost = found.tolist()
    return won, lost


@kernel
def count_moves(
    state: State, tape: Cards, draws: int, reshuffle: int, setting: Setting, count: int, found: Ints
) -> None:
    memory, stakes = np.zeros(MEMORY, np.int64), np.full(1, STAKE)
    net, staked = np.zeros_like(stakes), np.zeros_like(stakes)
    at, end = len(tape), 0
    for _ in range(count):
        at, end = supply(tape, at, end, SHOE, len(tape), draws, reshuffle, state)
        at = play(tape, at, stakes, setting, memory, net, staked)
        found[0] += memory[WON] > memory[LOST]
        found[1] += memory[WON] < memory[LOST]


@cache
def _moving(played: Rule[..., int]) -> Callable[..., None]:
    return specialised(count_moves, play=played, supply=supply)
