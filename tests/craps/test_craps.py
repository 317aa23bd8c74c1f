"""Craps and mini-craps, 13:69F-1, in the order of the text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pitboss.book import Refused, game
from pitboss.book.events import Irregular
from pitboss.papers.rules import as_json
from pitboss.table import Bet, Table
from pitboss.table.case import read_case, settle
from pitboss.table.check import check
from tests.craps.tables import Dice, calls, craps, state

# ---- 1.1 and 1.2: definitions and wagers ---------------------------------------------------------------


@pytest.mark.paragraph('1.1 "Come out roll"')
def test_1_1_a_come_out_follows_every_decision_of_the_line() -> None:
    table = craps((2, 2), (6, 6), (3, 1), (3, 4), (5, 5), (3, 4))
    table.bet(1, "pass", 10)
    seen = []
    for _ in range(6):
        if not table.stake(1, "pass"):
            table.bet(1, "pass", 10)
        table.deal()
        seen.append(state(table).point)
    assert seen == [4, 4, 0, 0, 10, 0]


def test_1_2_a_forty_wagers_and_no_fire_bet_at_mini_craps() -> None:
    ids = [wager.id for wager in game("craps").data.wagers]
    assert len(ids) == len(set(ids)) == 69  # 38 by name, place bets by number, buy, lay and odds
    mini = [wager.id for wager in game("mini-craps").data.wagers]
    assert set(ids) - set(mini) == {"fire"}
    with pytest.raises(Refused, match="no wager 'fire'"):
        craps(name="mini-craps").bet(1, "fire", 1)


@pytest.mark.parametrize("wager", ["big-6", "hop-1-1", "hop-1-2", "hop-5-6", "hop-6-6", "craps-11", "put"])
def test_1_2_b_no_other_wager(wager: str) -> None:
    with pytest.raises(Refused):
        craps().bet(1, wager, 10)


@pytest.mark.parametrize(
    "wager", ["pass@2", "pass@1", "pass:6", "place-win-6:6", "come-odds:7", "horn-high-7"]
)
def test_1_2_b_no_other_spot(wager: str) -> None:
    with pytest.raises(Refused):
        craps(state={"point": 6}).bet(1, wager, 12)


def test_1_2_a_39_and_40_are_elective() -> None:
    rules = game("craps").rules(six_seven_eight="no", fire="none", buy="no", lay="no")
    gone = {wager.id for wager in game("craps").data.wagers} - set(rules.wagers)
    assert {each.partition("-")[0] for each in gone} == {"six", "fire", "buy", "lay"}


# ---- 1.3: making and removing wagers ---------------------------------------------------------------------


def test_1_3_b_a_wager_is_chips_on_the_layout() -> None:
    table = craps()
    table.bet(1, "pass", 10)
    assert (table.funds(1), table.ledger["layout"]) == (999_000, 1000)
    with pytest.raises(Refused):
        table.bet(1, "pass", 1_000_000)


def test_1_3_c_1_a_pass_bet_with_its_point_stays() -> None:
    table = craps((2, 2))
    table.bet(1, "pass", 20)
    table.remove(1, "pass", 10)
    table.deal()
    for amount in (5, None):
        with pytest.raises(Refused, match=r"1\.3\(c\)1"):
            table.remove(1, "pass", amount)


def test_1_3_d_a_dont_bet_comes_down_but_not_back() -> None:
    table = craps((2, 2), (4, 5), (3, 4))
    table.bet(1, "dont-pass", 20)
    table.deal()
    table.remove(1, "dont-pass", 10)
    assert not table.can_bet(1, "dont-pass", 10)
    table.bet(1, "dont-come", 20)
    table.deal()
    table.remove(1, "dont-come:9")
    assert not table.can_bet(1, "dont-come:9", 20)
    assert table.can_bet(1, "dont-come", 20)  # a new one, for the next throw


def test_1_3_d_chips_moved_before_the_throw_are_not_a_wager_removed() -> None:
    table = craps()
    table.bet(1, "dont-pass", 20)
    table.remove(1, "dont-pass")
    table.bet(1, "dont-pass", 20)
    assert table.stake(1, "dont-pass") == 2000


@pytest.mark.parametrize("wager", ["place-win-6", "buy-6", "hard-6"])
def test_1_3_e_off_on_the_come_out_unless_called_on(wager: str) -> None:
    table = craps((3, 4), (3, 3), (3, 4))
    table.bet(1, "pass", 10)
    table.bet(1, wager, 60)
    table.deal()
    assert table.stake(1, wager) == 6000
    table.bet(1, "pass", 10)
    assert "call-on" in {choice.id for choice in table.legal(1)}
    table.act(1, "call-on", wager=wager)
    assert {choice.id for choice in table.legal(1)} == {"call-off"}
    table.deal()
    assert table.settlement is not None
    assert table.settlement[1, wager].result == "win"
    assert table.stake(1, wager) == 6000
    table.deal()
    assert table.settlement is not None
    assert table.settlement[1, wager].result == "lose"


def test_1_3_e_all_other_wagers_are_on() -> None:
    table = craps((3, 4))
    table.bet(1, "pass", 10)
    for wager in ("place-lose-6", "lay-6"):
        table.bet(1, wager, 60)
    with pytest.raises(Refused):
        table.act(1, "call-on", wager="lay-6")
    table.deal()
    assert table.settlement is not None
    assert {name for name, each in table.settlement.wagers[1].items() if each.result == "win"} == {
        "pass",
        "place-lose-6",
        "lay-6",
    }


def test_1_3_f_only_seated_players_bet_and_they_stay() -> None:
    table = craps((2, 2), name="mini-craps")
    with pytest.raises(Refused, match="is empty"):
        table.bet(2, "pass", 10)
    table.bet(1, "pass", 10)
    table.deal()
    with pytest.raises(Refused):
        table.leave(1)


# ---- 1.4: payout odds --------------------------------------------------------------------------------------


def test_1_4_a_odds_are_stated_with_to() -> None:
    for table in as_json(game("craps"))["pay_tables"]:  # type: ignore[attr-defined]
        assert all(" to " in row["odds"] and "for" not in row["odds"] for row in table["rows"])


def test_1_4_b_forty_seven_rows_and_the_lost_one() -> None:
    rows = sum(len(grid.rows) for grid in game("craps").data.pay_grids if grid.cite == "1.4(b)")
    assert rows == 48
    printed = game("craps").rules(**{"reading-place-6-to-lose": "as-printed"})
    assert not printed.offers("place-lose-6")
    assert printed.offers("place-lose-8")


def test_1_4_b_the_house_may_pay_more_but_not_less(tmp_path: Path) -> None:
    page = tmp_path / "table.toml"
    page.write_text(
        'game = "craps"\n[pay_tables.field]\n12 = "3 to 1"\n[pay_tables.any-seven]\n7 = "9 to 2"\n'
    )
    assert check(page) == []
    page.write_text(
        'game = "craps"\n[pay_tables.hard-6]\n"3-3" = "8 to 1"\n[pay_tables.pass-odds]\n"4, 10" = "3 to 1"\n'
    )
    assert [(each.point, each.cite) for each in check(page)] == [
        ("pay_tables.hard-6.3-3", "13:69F-1.4(b)"),
        ("pay_tables.pass-odds.4, 10", "13:69F-1.6(a)"),
    ]


def test_1_4_f_steps_follow_from_odds_and_parts() -> None:
    rules = game("craps").rules()
    steps = {"place-win-6": 6, "place-lose-4": 11, "horn": 4, "horn-high-3": 5, "whirl": 5, "craps-eleven": 2}
    assert {wager: rules.step(wager) // 100 for wager in steps} == steps


def test_8_2_a_ten_times_rule_binds_even_money_wagers(tmp_path: Path) -> None:
    page = tmp_path / "table.toml"
    page.write_text('game = "craps"\n[limits]\npass = [25, 200]\nhop-2-2 = [25, 50]\nfire = [1, 10]\n')
    assert [(each.point, each.cite) for each in check(page)] == [
        ("limits.pass", "13:69F-8.2(a)"),
        ("limits.fire", "13:69F-1.12(b)1"),
    ]


# ---- 1.5: buy and lay bets ---------------------------------------------------------------------------------


def test_1_5_a_vigorish_on_what_is_added_is_the_vigorish_on_the_whole() -> None:
    table = craps(state={"point": 6, "shooter": 1})
    for _ in range(3):
        table.bet(1, "buy-4", 10 if table.stake(1, "buy-4") else 20)
    assert (
        table.ledger["fees"] == 200
    )  # 5 percent of 40, although 10 alone would owe nothing in whole dollars
    table.remove(1, "buy-4", 20)
    assert table.ledger["fees"] == 100
    table.remove(1, "buy-4")
    assert table.ledger["fees"] == 0


def test_1_5_a_a_bet_left_up_after_a_win_owes_again_when_it_can_be_decided() -> None:
    table = craps((2, 2), (5, 1), (4, 4), (6, 5), state={"point": 6, "shooter": 1})
    table.bet(1, "buy-4", 40)
    table.deal()
    assert table.ledger["fees"] == 200
    table.deal()  # on again: charged before the throw, which makes the point
    assert table.ledger["fees"] == 400
    table.bet(1, "pass", 10)
    table.deal()  # off on the come-out
    assert table.ledger["fees"] == 400


def test_1_5_a_a_winner_owes_nothing_while_it_is_off() -> None:
    table = craps((2, 2), (3, 5), state={"point": 4, "shooter": 1})
    table.stand(1, "pass", 10)
    table.bet(1, "buy-4", 40)
    table.deal()  # the point is made; the buy bet wins and stays
    assert table.stake(1, "buy-4") == 4000
    table.bet(1, "pass", 10)
    table.deal()
    assert table.ledger["fees"] == 200
    table.remove(1, "buy-4")  # decided once, paid for once: nothing to return
    assert table.ledger["fees"] == 200


def test_1_5_a_who_cannot_pay_the_vigorish_again_takes_the_bet_back() -> None:
    table = Table("craps", chance=Dice([(2, 2), (6, 5)]), state={"point": 6, "shooter": 1})
    table.sit(1, "Ann", 21)
    table.bet(1, "buy-4", 20)
    table.deal()
    table.bet(1, "place-win-5", 40)  # all that was won
    table.deal()
    assert table.stake(1, "buy-4") == 0
    assert table.funds(1) == 2000
    assert table.ledger["fees"] == 100


def test_1_5_a_the_vigorish_must_be_in_hand() -> None:
    table = Table("craps", state={"point": 6, "shooter": 1})
    table.sit(1, "Ann", 40)
    assert not table.can_bet(1, "buy-4", 40)
    assert table.can_bet(1, "buy-4", 30)


# ---- 1.6: odds -----------------------------------------------------------------------------------------------


def test_1_6_odds_are_open_where_a_bet_has_its_point() -> None:
    table = craps((2, 2), (4, 5))
    table.bet(1, "pass", 10)
    assert "pass-odds" not in table.open_wagers(1)
    table.deal()
    assert "pass-odds" in table.open_wagers(1)
    table.bet(1, "come", 10)
    assert "come-odds" not in " ".join(table.open_wagers(1))
    table.deal()
    assert "come-odds:9" in table.open_wagers(1)


# ---- 1.7 and 1.8: who has the dice ---------------------------------------------------------------------------


def test_1_7_b_1_offered_from_the_left_of_the_bank_to_the_first_with_a_line_bet() -> None:
    table = craps((1, 1), seats=3)
    table.bet(1, "field", 5)
    table.bet(3, "pass", 10)
    table.bet(2, "dont-pass", 10)
    table.deal()
    assert state(table).shooter == 2
    assert "seat 2 has the dice" in calls(table)


def test_1_7_b_2_mini_craps_offers_from_the_dealers_left() -> None:
    table = craps((1, 1), seats=2, name="mini-craps")
    table.bet(2, "pass", 10)
    table.bet(1, "pass", 10)
    table.deal()
    assert state(table).shooter == 1


def test_1_7_b_who_declines_is_passed_over() -> None:
    table = craps((1, 1), seats=2)
    table.bet(1, "pass", 10)
    assert "decline" not in {choice.id for choice in table.legal(1)}  # nobody else could shoot
    table.bet(2, "pass", 10)
    table.act(1, "decline")
    table.deal()
    assert state(table).shooter == 2
    assert state(table).declined == []


def test_1_7_c_asked_the_first_to_accept_shoots() -> None:
    table = craps((1, 1), (2, 2), seats=3, options={"dice-offered": "asked"})
    for seat in (1, 2, 3):
        table.bet(seat, "pass", 10)
    table.deal()
    assert [choice.id for choice in table.legal(1)] == ["shoot", "decline"]
    table.act(1, "decline")
    assert table.asked is not None
    assert table.asked.seat == 2
    table.act(2, "shoot")
    assert state(table).shooter == 2
    table.bet(2, "pass", 10)
    table.deal()  # the shooter is not asked again
    assert table.asked is None


def test_1_7_b_asked_and_nobody_takes_the_dice() -> None:
    table = craps((1, 1), seats=2, options={"dice-offered": "asked"})
    for seat in (1, 2):
        table.bet(seat, "pass", 10)
    table.deal()
    table.act(1, "decline")
    table.act(2, "decline")
    assert calls(table) == ["nobody takes the dice"]
    assert table.stake(1, "pass") == 1000
    table.deal()
    assert table.asked is not None
    assert table.asked.seat == 1


def test_1_8_the_shooter_has_a_line_bet_on_a_come_out() -> None:
    table = craps((2, 2), (3, 4))
    table.bet(1, "field", 5)
    with pytest.raises(Refused, match=r"1\.8"):
        table.deal()
    table.bet(1, "dont-pass", 10)
    table.deal()
    assert state(table).shooter == 1


def test_1_8_not_with_a_point_on() -> None:
    table = craps((2, 2), (1, 1), seats=2)
    table.bet(1, "dont-pass", 10)
    table.bet(2, "field", 5)
    table.deal()
    table.act(1, "pass-dice")
    table.deal()
    assert state(table).shooter == 2


# ---- 1.9 and 1.10: throws --------------------------------------------------------------------------------------


def test_1_9_a_an_invalid_roll_is_recorded_with_what_it_showed() -> None:
    table = craps((3, 4), (1, 1))
    table.bet(1, "pass", 10)
    table.irregularity("die-off-table")
    table.deal()
    (event,) = [each for each in table.said if isinstance(each, Irregular)]
    assert (event.id, event.shown, event.cite) == ("die-off-table", "(3, 4)", "13:69F-1.9(a)")


@pytest.mark.paragraph("1.10(b)")
def test_1_10_a_the_sum_is_called() -> None:
    table = craps((4, 4), (3, 4))
    table.bet(1, "pass", 10)
    table.deal()
    assert calls(table)[-1] == "Point is 8, the hard way"
    table.deal()
    assert calls(table) == ["Seven out"]


def test_1_10_a_1_a_ruling_names_a_face_of_a_die() -> None:
    table = craps((4, 4))
    table.bet(1, "pass", 10)
    for told, wrong in (
        ({"first": 9}, r"first of cocked-die must be a number from 1 to 6, not 9"),
        ({"second": "six"}, r"from 1 to 6, not 'six'"),
        ({"first": True}, r"from 1 to 6, not True"),
        ({"third": 2}, r"has no detail 'third'; its details are: first, second"),
        ({}, r"needs the detail first or second"),
    ):
        with pytest.raises(Refused, match=wrong) as refused:
            table.irregularity("cocked-die", **told)  # type: ignore[arg-type]
        assert refused.value.cite == "13:69F-1.10(a)1"


def test_1_10_a_2_ii_mini_craps_leaves_disputes_to_the_floorperson() -> None:
    assert "floorperson" in game("mini-craps").rules().irregularity("disputed-face").ruling
    assert "boxperson" in game("craps").rules().irregularity("disputed-face").ruling


# ---- 1.11: keeping and passing the dice --------------------------------------------------------------------------


def test_1_11_a_the_shooter_may_pass_the_dice_after_any_roll() -> None:
    table = craps((2, 2), (1, 1), seats=3)
    for seat in (1, 2, 3):
        table.bet(seat, "pass", 10)
    table.deal()
    assert "pass-dice" not in {choice.id for choice in table.legal(2)}
    table.act(1, "pass-dice")
    table.deal()
    assert state(table).shooter == 2


def test_1_11_a_1_a_loser_seven_passes_the_dice_a_winner_does_not() -> None:
    table = craps((3, 4), (2, 2), (3, 4), (1, 1), seats=3)
    for _ in range(4):
        for seat in (1, 2, 3):
            if not state(table).point:
                table.bet(seat, "pass", 10)
        table.deal()
        if table.rounds < 4:
            assert state(table).shooter == (0 if table.rounds == 3 else 1)
    assert state(table).shooter == 2


def test_1_11_a_1_alone_at_the_table_one_shoots_again() -> None:
    table = craps((2, 2), (3, 4), (1, 1))
    table.bet(1, "pass", 10)
    table.deal()
    table.deal()
    table.bet(1, "pass", 10)
    table.deal()
    assert state(table).shooter == 1


@pytest.mark.parametrize("point", [0, 6])
def test_1_11_a_2_ordered_to_pass(point: int) -> None:
    table = craps((1, 1), seats=3, state={"point": point, "shooter": 2})
    for seat in (1, 2, 3):
        table.stand(seat, "pass", 10)
    table.irregularity("ordered-to-pass")
    table.deal()
    assert state(table).shooter == 3


def test_1_11_a_2_ordered_to_pass_and_nobody_else_is_there() -> None:
    table = craps((1, 1), state={"shooter": 1})
    table.bet(1, "pass", 10)
    table.irregularity("ordered-to-pass", ("roll", 1))
    table.deal()
    assert state(table).shooter == 1


def test_1_11_b_numbers_are_decided_without_a_line_bet() -> None:
    table = craps((2, 2), (4, 5), (2, 2), (3, 3), (6, 6), (4, 5), seats=2)
    table.bet(1, "pass", 10)
    table.deal()
    table.bet(1, "come", 10)
    table.deal()
    table.deal()  # the point is made, and no new pass bet
    table.bet(2, "hard-6", 5)
    table.deal()
    assert (state(table).shooter, state(table).point, state(table).off) == (1, 0, True)
    assert table.stake(2, "hard-6") == 500  # every such roll is a come-out
    assert "marker off" in calls(table)[0]
    table.bet(2, "pass", 10)  # somebody makes a line bet and takes the dice
    table.deal()
    assert (state(table).shooter, state(table).off) == (2, False)
    table.bet(2, "pass", 10)
    table.deal()
    assert table.settlement is not None
    assert table.settlement[1, "come:9"].result == "win"
    assert state(table).point == 9


def test_1_11_b_no_numbers_no_throw() -> None:
    table = craps((2, 2), (2, 2))
    table.bet(1, "pass", 10)
    table.deal()
    table.deal()
    table.bet(1, "place-win-6", 12)
    with pytest.raises(Refused, match=r"1\.8"):
        table.deal()


def test_1_11_c_clockwise_from_the_left_of_the_previous_shooter() -> None:
    table = craps((1, 1), seats=4, state={"last": 3})
    for seat in (1, 2, 3):
        table.bet(seat, "pass", 10)
    table.deal()
    assert state(table).shooter == 1  # 4 has no line bet


def test_1_11_d_the_new_shooter_is_a_new_shooter_for_the_fire_bet() -> None:
    table = craps((2, 2), (1, 1), (2, 2), seats=2)
    table.bet(1, "pass", 10)
    table.deal()
    table.act(1, "pass-dice")
    assert state(table).fresh
    assert not table.can_bet(2, "fire", 1)  # with a point on, the come-out is yet to come
    table.deal()
    table.deal()
    assert table.can_bet(2, "fire", 1)  # the successor made the point; now comes the first come-out


# ---- 1.12: the fire bet --------------------------------------------------------------------------------------------


@pytest.mark.paragraph("1.12(a)6")
def test_1_12_a_4_and_6_markers_and_the_notice_to_surveillance() -> None:
    points = [(2, 2), (1, 4), (1, 5), (1, 5), (4, 4), (4, 5)]
    table = craps(*[throw for point in points for throw in (point, point)])
    table.bet(1, "fire", 5)
    noticed = []
    for _ in points:
        table.bet(1, "pass", 10)
        table.deal()
        table.deal()
        noticed.append((calls(table)[-1], len(calls(table, "surveillance"))))
    assert noticed == [
        ("fire bet marker 1 on 4", 0),
        ("fire bet marker 2 on 5", 0),
        ("fire bet marker 3 on 6", 0),
        ("fire bet marker 3 on 6", 0),
        ("fire bet marker 4 on 8", 1),
        ("fire bet marker 5 on 9", 0),
    ]


def test_1_12_a_1_one_spot_a_player() -> None:
    table = craps((2, 2), seats=2)
    table.bet(1, "pass", 10)
    table.bet(1, "fire", 1)
    table.deal()
    table.act(1, "pass-dice")
    state(table).point = 0
    with pytest.raises(Refused, match=r"1\.3\(c\)2"):
        table.bet(1, "fire", 1)


# ---- the file, the answers and the record ---------------------------------------------------------------------


def test_mini_craps_inherits_and_replaces() -> None:
    whole, mini = game("craps").data, game("mini-craps").data
    assert mini.house.positions == 8
    assert mini.house.chip == whole.house.chip
    assert [grid.wager for grid in mini.pay_grids] == [
        grid.wager for grid in whole.pay_grids if grid.wager != "fire"
    ]
    assert all(area.wager != "fire" for area in mini.areas)
    (called_by,) = [option for option in mini.options if option.id == "no-roll-called-by"]
    assert called_by.cite == "1.9(e)2"
    assert not any("fire bet" in erratum.read for erratum in mini.errata if erratum.cite.startswith("1.12"))


def test_every_wager_lies_on_the_layout() -> None:
    rules = game("craps").rules()
    areas = {area.wager for area in game("craps").felt.layout(rules)}
    assert set(rules.wagers) - areas == {"pass-odds", "dont-pass-odds", "come-odds", "dont-come-odds"}
    boxes = [area.at for area in game("craps").data.areas]
    for n, (x, y, width, height) in enumerate(boxes):
        for other, (left, top, wide, high) in enumerate(boxes):
            apart = x + width <= left or left + wide <= x or y + height <= top or top + high <= y
            assert n == other or apart


def test_a_composite_says_what_it_lost() -> None:
    case = {"game": "craps", "seats": [{"seat": 1, "wagers": {"craps-eleven": 10}}], "dice": [[1, 2]]}
    answer = settle(read_case(json.dumps(case)))
    assert answer["seats"][0]["wagers"]["craps-eleven"] == {  # type: ignore[index]
        "stake": 10,
        "result": "win",
        "pays": 35,
        "cite": "13:69F-1.4(d)",
        "outcome": "1-2",
        "lost": 5,
    }


def test_a_case_may_start_in_mid_game() -> None:
    case = {
        "game": "craps",
        "state": {"point": 6},
        "seats": [{"seat": 1, "wagers": {"pass": 10, "pass-odds": 20}}],
        "dice": [[3, 3]],
    }
    answer = settle(read_case(json.dumps(case)))
    assert answer["bank"] == -34


def test_open_wagers_are_open() -> None:
    table = craps((2, 2))
    assert "pass" in table.open_wagers(1)
    assert "come" not in table.open_wagers(1)
    table.bet(1, "pass", 10)
    table.deal()
    for spot in table.open_wagers(1):
        assert Bet(1, spot, 0).id in table.rules.wagers
    assert {"come", "dont-come", "pass-odds"} <= set(table.open_wagers(1))
    assert "fire" not in table.open_wagers(1)
