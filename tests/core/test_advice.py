"""Machines that play by what they are told, at every game of the book."""

from __future__ import annotations

import random

import pytest

from pitboss.book import Ask, games
from pitboss.law import Refused
from pitboss.money import Cents, written
from pitboss.proof import can_start
from pitboss.table import Bet, Table

SEATS = (1, 2, 4)
ROUNDS = 6
MAY_REFUSE = ("dice", "draws", "poker-room")
"""Families whose questions have no best answer."""
TIMES = {
    ("boston-5-stud-poker", "first"): 2,
    ("flop-poker", "pot"): 1,
    ("switch-hands-blackjack", "blackjack"): 5,
}
"""Wagers that stand in another proportion to the ante, or are required at a table of several players."""


class Machine:
    """It does as it is told."""

    asked = refused = 0

    def __call__(self, table: Table, ask: Ask) -> tuple[str, Cents]:
        self.asked += 1
        offered = {choice.id: choice for choice in ask.choices}
        try:
            told = table.game.mathematics.advise(table, ask)
        except Refused:
            self.refused += 1
            choice = min(ask.choices, key=lambda each: each.least)
            return choice.id, choice.least
        choice = offered[told.decision]
        assert choice.least <= told.amount <= choice.most
        assert set(told.values) <= set(offered)
        if told.values:
            assert told.values[told.decision] == max(told.values.values())
        return told.decision, told.amount


def make_wagers(table: Table, seat: int, chance: random.Random) -> None:
    """Those that must be made, in their proportion, and of the others what chance picks, at the least."""
    rules, spots = table.rules, [spot for spot in table.open_wagers(seat) if "@" not in spot]
    wagers = {spot: rules.wagers[Bet(seat, spot, 0).id] for spot in spots}
    least = {spot: rules.limits(wagers[spot].id).least for spot in spots}
    times = {spot: TIMES.get((table.game.id, spot), int(wagers[spot].required)) for spot in spots}
    required = [spot for spot in spots if times[spot]]
    unit = max((least[spot] for spot in required), default=0)
    for spot in required:
        table.bet(seat, spot, written(unit * times[spot]))
    others = [spot for spot in spots if spot not in required]
    for spot in chance.sample(others, min(len(others), chance.randint(not required, 3))):
        if table.can_bet(seat, spot, written(least[spot])):
            table.bet(seat, spot, written(least[spot]))


@pytest.mark.parametrize("name", [heading.id for heading in games()])
def test_machines_play_by_what_they_are_told(name: str) -> None:
    """The table checks every decision and amount against what it offers."""
    chance, machine = random.Random(name), Machine()
    table = Table(name, seed=8, players=dict.fromkeys(SEATS, machine))
    for seat in SEATS:
        table.sit(seat, f"machine {seat}", 100_000)
    for _ in range(10 * ROUNDS):
        for seat in SEATS if table.rounds < ROUNDS else ():
            make_wagers(table, seat, chance)
        if table.rounds < ROUNDS and can_start(table):
            table.deal()
            assert table.asked is None
    assert table.rounds == ROUNDS
    if table.game.data.family not in MAY_REFUSE:
        assert not machine.refused
        assert bool(machine.asked) == (table.game.mathematics.advises)


@pytest.mark.parametrize("name", [heading.id for heading in games() if heading.family in MAY_REFUSE])
def test_who_cannot_be_told_is_told_so(name: str) -> None:
    table = Table(name)
    with pytest.raises(Refused, match="best play"):
        table.game.mathematics.advise(table, Ask(1, ()))
