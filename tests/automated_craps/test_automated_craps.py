"""Automated craps, 13:69F-1A: what differs from craps, and that all else is the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.book import Refused, Roll, Rules, Say, Settle, game
from pitboss.odds.book import analyze
from pitboss.papers.rules import as_json
from pitboss.table.check import check as check_table
from tests.cases import check, worked
from tests.craps.tables import calls, craps, state
from tests.craps.test_compiled import EVERYTHING, compiled, same, tape_of
from tests.craps.test_properties import play

AUTOMATED = game("automated-craps")
HERE = Path(__file__).parent

# Where the subchapter says anew what craps has.
ANEW = {"1.3(c)1": "1A.4(d)1", "1.3(d)": "1A.4(d)2", "1.3(e)": "1A.4(e)", "1.4(f)": "1A.6(c)"}


def automated(*throws: tuple[int, int], **given: Any) -> Any:
    return craps(*throws, name="automated-craps", **given)


def taken_over() -> list[Any]:
    """The worked rounds of craps, but those of the fire bet, of dice thrown by hand and of who throws them."""
    rounds = [each for each in worked(HERE.parent / "craps") if each.values[0]["case"]["game"] == "craps"]
    foreign = ('"fire"', '"irregularity"', '"shooter"', '"made"', '"late-wagers"')
    return [each for each in rounds if not any(word in json.dumps(each.values[0]) for word in foreign)]


@pytest.mark.parametrize("round_", taken_over())
def test_1a_2_a_settled_as_at_craps(round_: dict[str, Any]) -> None:
    text = json.dumps({**round_, "case": {**round_["case"], "game": "automated-craps"}})
    for there, here in ANEW.items():
        text = text.replace(f'"{there}"', f'"{here}"')
    check(json.loads(text))


# ---- 1A.1 to 1A.4: wagers --------------------------------------------------------------------------------


@pytest.mark.paragraph("1A.3(a)")
def test_1a_1_a_round_is_one_roll_of_two_dice() -> None:
    """By 1A.1 "Roll" and 1A.3(a)."""
    table = automated((2, 3))
    table.bet(1, "pass", 10)
    table.deal()
    assert [event.faces for event in table.said if isinstance(event, Roll)] == [(2, 3)]


def test_1a_2_a_the_wagers_of_craps_without_the_fire_bet() -> None:
    assert {each.id for each in game("craps").data.wagers} - {each.id for each in AUTOMATED.data.wagers} == {
        "fire"
    }
    with pytest.raises(Refused, match="no wager 'fire'"):
        automated().bet(1, "fire", 5)


def test_1a_2_b_no_late_wager() -> None:
    with pytest.raises(Refused, match="no irregularity 'late-wager'"):
        automated().irregularity("late-wager")


def test_1a_4_b_only_seated_players_bet_and_they_stay() -> None:
    table = automated((2, 2))
    with pytest.raises(Refused, match="is empty"):
        table.bet(2, "pass", 10)
    table.bet(1, "pass", 10)
    table.deal()
    with pytest.raises(Refused):
        table.leave(1)


def test_1a_4_f_nothing_made_or_taken_down_once_the_round_has_begun() -> None:
    table = automated(options={"dice-offered": "asked"})
    table.bet(1, "pass", 10)
    table.deal()  # the shaker is being offered
    with pytest.raises(Refused, match="no more bets"):
        table.bet(1, "field", 5)
    with pytest.raises(Refused, match="no more bets"):
        table.remove(1, "pass")


def test_1a_4_e_called_on_by_its_own_paragraph() -> None:
    table = automated()
    table.bet(1, "hard-6", 5)
    table.bet(1, "place-lose-6", 10)
    with pytest.raises(Refused, match=r"1A\.4\(e\)"):
        table.act(1, "call-on", wager="place-lose-6")
    table.act(1, "call-on", wager="hard-6")


# ---- 1A.5 and 1A.7: the round and the operator -------------------------------------------------------------


@pytest.mark.paragraph("1A.5(d)", "1A.5(e)")
def test_1a_5_c_to_f_the_order_of_a_round() -> None:
    """1A.5(c), 1A.5(d), 1A.5(e), 1A.5(f): the operator, no more bets, the roll, the call, losers, winners."""
    table = automated((1, 2))
    for wager in ("field", "dont-pass", "pass", "any-craps", "any-seven"):
        table.bet(1, wager, 10)
    table.deal()
    said = [event.cite for event in table.said if isinstance(event, Say)]
    assert said == [f"13:69F-{paragraph}" for paragraph in ("1A.5(b)2", "1A.5(c)", "1A.5(e)")]
    assert calls(table) == ["seat 1 has the shaker", "No more bets", "3"]
    assert [event.result for event in table.said if isinstance(event, Settle)] == ["lose"] * 2 + ["win"] * 3


def test_1a_5_b_3_the_dealer_sets_points_and_decides_them() -> None:
    table = automated((2, 2), (4, 5), (2, 2))
    table.bet(1, "place-lose-10", 22)
    for point in (4, 4, 0):
        table.deal()
        assert "the dealer operates the shaker" in calls(table)
        assert (state(table).shooter, state(table).point, state(table).off) == (0, point, False)


def test_1a_7_a_alone_one_may_relinquish_it_to_the_dealer() -> None:
    table = automated((2, 2), (1, 1), (1, 1))
    table.bet(1, "pass", 10)
    table.deal()
    assert [choice.id for choice in table.legal(1)] == ["pass-dice"]
    table.act(1, "pass-dice")
    table.deal()
    assert state(table).shooter == 0  # the dealer rolled, and offers it again
    table.deal()
    assert state(table).shooter == 1


def test_1a_7_a_1_i_any_seven_and_nothing_else() -> None:
    table = automated((3, 4), (2, 2), (5, 6), (2, 2), (5, 5), (3, 4), seats=2)
    operators = []
    for _ in range(6):
        for seat in (1, 2):
            if not state(table).point:
                table.bet(seat, "pass", 10)
        table.deal()
        operators.append(state(table).shooter)
    assert operators == [0, 2, 2, 2, 2, 0]


def test_1a_7_a_1_ii_a_dont_pass_bet_taken_down_ends_it() -> None:
    table = automated((2, 2), (1, 1), seats=2)
    table.bet(1, "dont-pass", 10)
    table.bet(2, "field", 5)
    table.deal()
    assert state(table).shooter == 1
    table.remove(1, "dont-pass")
    table.bet(2, "field", 5)
    table.deal()
    assert calls(table)[0] == "the dealer operates the shaker"


def test_1a_7_a_3_required_by_the_floorperson_with_nobody_holding_it() -> None:
    table = automated((1, 1))
    table.bet(1, "field", 5)
    table.irregularity("ordered-to-pass")
    table.deal()
    assert calls(table) == ["the dealer operates the shaker", "No more bets", "2"]


# ---- 1A.6: payout odds -------------------------------------------------------------------------------------


def test_1a_6_a_odds_are_stated_with_to() -> None:
    for table in as_json(AUTOMATED)["pay_tables"]:  # type: ignore[attr-defined]
        assert all(" to " in row["odds"] and "for" not in row["odds"] for row in table["rows"])


def test_1a_6_b_no_less_than_at_craps(tmp_path: Path) -> None:
    page = tmp_path / "table.toml"
    page.write_text(
        'game = "automated-craps"\n[pay_tables.field]\n12 = "3 to 1"\n[limits]\npass = [10, 100]\n'
    )
    assert check_table(page) == []
    page.write_text(
        'game = "automated-craps"\n[pay_tables.hard-6]\n"3-3" = "8 to 1"\n[limits]\npass = [10, 90]\n'
    )
    assert [each.cite for each in check_table(page)] == ["13:69F-1.4(b)", "13:69F-8.2(a)"]


def test_1a_6_b_the_edges_are_those_of_craps() -> None:
    """Which tests/craps checks against the literature and slow programs."""
    there = {
        (row.wager, row.per, row.outcomes) for row in analyze("craps", every=True) if row.wager != "fire"
    }
    here = {(row.wager, row.per, row.outcomes) for row in analyze("automated-craps", every=True)}
    assert here == there
    edges = {row.wager: str(row.house_edge) for row in analyze("automated-craps")}
    assert (edges["pass"], edges["dont-pass"], edges["place-lose-6"]) == ("7/495", "3/220", "1/55")


# ---- the table and the compiled path -------------------------------------------------------------------------

STAKES = {wager: stake for wager, stake in EVERYTHING.items() if wager != "fire"}
OPTIONS = {"lay-vigorish": "on-win", "buy-4-vigorish": "on-win", "odds-multiple": 2}


@pytest.mark.parametrize(
    ("options", "stakes", "throws"),
    [
        ({}, STAKES, 1_500),
        (OPTIONS, STAKES, 1_000),
        ({}, {wager: STAKES[wager] for wager in ("pass", "pass-odds", "place-win-6", "hard-8")}, 1_500),
    ],
)
def test_1a_5_f_compiled_and_at_the_table_the_same_money(
    options: dict[str, object], stakes: dict[str, int], throws: int
) -> None:
    """The player operates the shaker when it is his or her turn."""
    same(Rules(AUTOMATED, options), stakes, throws, throws, shooter=0)


def test_1a_6_b_simulation_is_inside_its_error_of_the_exact_edge() -> None:
    rules = AUTOMATED.rules()
    simulation = AUTOMATED.mathematics.simulation(rules)
    net, staked, _ = compiled(simulation, {"dont-pass": 10, "come": 10, "horn": 4}, tape_of(1_000_000, 7))
    exact = {row.wager: row for row in AUTOMATED.mathematics.odds(rules)}
    for wager, stake in (("dont-pass", 10), ("come", 10), ("horn", 4)):
        n = simulation.wagers.index(wager)
        error = exact[wager].standard_deviation / (staked[n] / stake / 100) ** 0.5
        assert abs(-net[n] / staked[n] - float(exact[wager].house_edge)) < 4 * error, wager


@pytest.mark.parametrize("seed", range(6))
def test_random_play_with_everything_that_can_go_wrong(seed: int) -> None:
    asked = ("with-line-bet", "asked")[seed % 2]
    play("automated-craps", {"dice-offered": asked}, seed, 40)


# ---- papers ------------------------------------------------------------------------------------------------


def test_the_layout_is_that_of_craps() -> None:
    rules = AUTOMATED.rules()
    areas = {area.wager for area in AUTOMATED.felt.layout(rules)}
    assert set(rules.wagers) - areas == {"pass-odds", "dont-pass-odds", "come-odds", "dont-come-odds"}
    assert "fire" not in areas
