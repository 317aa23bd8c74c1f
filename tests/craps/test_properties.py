"""Random legal play: money is conserved, nothing is refused once a throw has begun, journals replay."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.book import Refused, Rules, game
from pitboss.proof import can_start
from pitboss.table import Memory, Table
from tests.properties import balanced, bet_at_random, call_at_random, replays, settled

OPTIONS = {
    "odds-multiple": [1, 3, 100],
    "odds-excess": ["no", "yes"],
    "buy-4-vigorish": ["at-bet", "on-win"],
    "lay": ["no", "beside-place", "instead-of-place"],
    "lay-vigorish": ["at-bet", "on-win"],
    "vigorish-returned": ["no", "yes"],
    "horn-high-area": ["no", "yes"],
    "dice-offered": ["with-line-bet", "asked"],
    "fire": ["none", "A", "B"],
}


def play(name: str, options: Mapping[str, object], seed: int, throws: int) -> Table:
    """Three players who bet, add, take down, call on and off, pass the dice and decline them; and all that can go
    wrong with a throw."""
    chance = random.Random(seed)
    ticks = iter(range(10**9))
    table = Table(name, Rules(game(name), options), seed=seed, clock=lambda: next(ticks), storage=Memory())
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 1000)
    for _ in range(throws):
        for seat in (1, 2, 3):
            line = chance.choice(["pass", "dont-pass"])
            if chance.random() < 0.7 and table.can_bet(seat, line, 10):
                table.bet(seat, line, 10)
            bet_at_random(table, seat, chance)
            for spot in table.open_wagers(seat):
                if "-odds" in spot and chance.random() < 0.5 and table.can_bet(seat, spot, 30):
                    table.bet(seat, spot, 30)
            for choice in table.legal(seat):
                if chance.random() < 0.3:
                    table.act(seat, choice.id)
                    break
            mine = [bet for bet in table.bets.values() if bet.seat == seat]
            if mine and chance.random() < 0.2:
                bet = chance.choice(mine)
                with suppress(Refused):
                    table.remove(seat, bet.wager, chance.choice([None, 5, 10, 12]))
            balanced(table)
        if not can_start(table):
            continue
        if chance.random() < 0.3:
            call_at_random(table, chance)
        before = {seat: table.seats[seat].base for seat in table.seats}
        table.deal()
        while table.asked:
            table.act(table.asked.seat, chance.choice(table.asked.choices).id)
        balanced(table)
        settled(table, before)
        for seat in (1, 2, 3):
            if table.funds(seat) < 2000:
                table.sit(seat, table.seats[seat].name, 500)
    replays(table)
    return table


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    options=st.fixed_dictionaries({name: st.sampled_from(values) for name, values in OPTIONS.items()}),
)
def test_random_craps(seed: int, options: dict[str, object]) -> None:
    play("craps", options, seed, 25)


@pytest.mark.parametrize("seed", range(3))
def test_random_mini_craps(seed: int) -> None:
    play("mini-craps", {}, seed, 30)


def test_a_long_night_reaches_everything() -> None:
    table = play("craps", {}, 7, 300)
    seen = {wager for line in table.journal.storage.lines for wager in _settled(line)}  # type: ignore[attr-defined]
    assert {
        "pass",
        "dont-pass",
        "come:6",
        "come-odds:6",
        "dont-come:8",
        "fire",
        "buy-4",
        "lay-10",
        "hard-6",
    } <= seen


def _settled(line: bytes) -> list[str]:
    return [each["wager"] for each in json.loads(line).get("events", ()) if each["do"] == "settle"]
