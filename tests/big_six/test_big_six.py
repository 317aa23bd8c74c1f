"""Big six wheel, 13:69F-5.5 and 5.6: rounds worked out by hand, procedure, the compiled path, exact odds."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitboss.book import Irregular, Refused, Say, Settle, Spin, game
from pitboss.money import Odds
from pitboss.odds.book import analyze
from pitboss.papers.rules import as_json
from pitboss.table import Memory, Table
from pitboss.table.check import check as check_table
from tests.properties import replays

BIG_SIX = game("big-six")
USUAL = {"1": 24, "2": 15, "5": 7, "10": 4, "20": 2, "joker": 1, "flag": 1}
PAYS = {"1": 1, "2": 2, "5": 5, "10": 10, "20": 20, "joker": 45, "flag": 45}


def test_5_5_a_the_usual_wheel_has_54_stops() -> None:
    stops = BIG_SIX.felt.stops(BIG_SIX.rules())
    assert len(stops) == 54
    assert {name: stops.count(name) for name in USUAL} == USUAL


def test_5_5_a_edges_by_hand() -> None:
    rows = {row.wager: row.house_edge for row in BIG_SIX.mathematics.odds(BIG_SIX.rules())}
    assert rows == {f"big6:{name}": 1 - Fraction(n * (PAYS[name] + 1), 54) for name, n in USUAL.items()}
    assert rows["big6:1"] == Fraction(6, 54)
    assert rows["big6:joker"] == Fraction(8, 54)


def test_5_5_a_a_house_with_another_wheel() -> None:
    rules = BIG_SIX.rules(stops_1=23, stops_joker=2)
    rows = {row.wager: row.house_edge for row in BIG_SIX.mathematics.odds(rules)}
    assert rows["big6:joker"] == 1 - Fraction(2 * 46, 54)
    assert rows["big6:1"] == 1 - Fraction(23 * 2, 54)
    (joker,) = analyze("big-six", "big6:joker")
    assert joker.house_edge == Fraction(4, 27)


def test_5_5_b_odds_are_stated_with_to() -> None:
    (table,) = as_json(BIG_SIX)["pay_tables"]  # type: ignore[misc]
    assert all(" to 1" in row["odds"] for row in table["rows"])
    with pytest.raises(Refused, match="not a payout"):
        Odds.parse("46 for 1")


def test_5_5_a_check_knows_floor_and_limits(tmp_path: Path) -> None:
    def points(text: str) -> list[str]:
        page = tmp_path / "table.toml"
        page.write_text('game = "big-six"\n' + text, encoding="utf-8")
        return [finding.cite.partition("-")[2] for finding in check_table(page)]

    assert points("") == []
    assert points('[pay_tables.big6]\njoker = "47 to 1"') == []
    assert points('[pay_tables.big6]\njoker = "40 to 1"') == ["5.5(a)"]
    assert points("[limits]\nbig6 = [5, 25]") == ["8.2(a)"]  # the $1 insignia pays even money
    assert points("[limits]\nbig6 = [5, 50]") == []


def seated(*bets: tuple[str, int], **options: object) -> Table:
    table = Table(BIG_SIX, BIG_SIX.rules(**options), seed=1, storage=Memory())
    table.sit(1, "Ann", 500)
    for wager, amount in bets:
        table.bet(1, wager, amount)
    return table


def test_5_6_a_no_more_bets_before_the_spin() -> None:
    table = seated(("big6:1", 5))
    table.deal()
    assert table.said[0] == Say("No more bets", cite="13:69F-5.6(a)")
    assert isinstance(table.said[1], Spin)


def test_5_6_c_either_option_replays() -> None:
    for option in ("previously-passed", "respin"):
        for at in (None, ("spin", 1)):
            table = seated(("big6:1", 5), ("big6:flag", 1), between_stops=option)
            table.irregularity("clapper-between-stops", at)
            table.deal()
            (called,) = [event for event in table.said if isinstance(event, Irregular)]
            assert bool(called.shown) == (option == "respin")
            assert called.cite == "13:69F-5.6(c)" + ("2" if option == "respin" else "1")
            assert not table.bets
            replays(table)


def test_5_6_d_the_option_is_posted() -> None:
    option = next(each for each in BIG_SIX.data.options if each.id == "between-stops")
    assert set(option.texts) == {"previously-passed", "respin"}


def test_5_6_e_losers_first() -> None:
    table = seated(*((f"big6:{name}", 1) for name in USUAL))
    table.deal()
    assert [event.result for event in table.said if isinstance(event, Settle)] == ["lose"] * 6 + ["win"]


class Tape:
    """The wheel as a tape: each byte is the index of a stop."""

    def __init__(self, tape: np.ndarray[Any, np.dtype[np.uint8]]) -> None:
        self.tape, self.at = tape, 0

    def spin(self, pockets: tuple[str, ...]) -> str:
        self.at += 1
        return pockets[self.tape[self.at - 1]]


def test_5_5_a_compiled_and_at_the_table_the_same_money() -> None:
    rules = BIG_SIX.rules()
    simulation = BIG_SIX.mathematics.simulation(rules)
    assert simulation.size == 54
    chance = random.Random(6)
    tape = np.array([chance.randrange(54) for _ in range(10_000)], np.uint8)
    table = Table(BIG_SIX, rules, chance=Tape(tape))  # type: ignore[arg-type]
    table.sit(1, "Ann", 100_000_000)
    for at in range(len(tape)):
        stakes, net, staked = (np.zeros(7, np.int64) for _ in range(3))
        for i in chance.sample(range(7), 2):
            stakes[i] = 100 * chance.randint(1, 50)
            table.bet(1, simulation.wagers[i], int(stakes[i]) // 100)
        simulation.play.compiled(tape, at, stakes, simulation.rules, np.zeros(1, np.int64), net, staked)
        table.deal()
        assert table.settlement is not None
        came = {wager: each.pays - each.lost for wager, each in table.settlement.wagers[1].items()}
        assert came == {simulation.wagers[i]: net[i] for i in np.flatnonzero(stakes)}
