"""13:69F-8: limits, exceptions to them, and changes of rules upon notice."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from rich.console import Console

from pitboss.book import Limits, Rules, Say, game, games
from pitboss.law import Refused
from pitboss.papers.guide import guide
from pitboss.session import Session
from pitboss.table import Memory, Table, read
from pitboss.table.audit import audit, narrated
from pitboss.table.case import read_case
from pitboss.table.case import settle as settled
from tests.properties import recorded, replays

MINUTE = 60_000


class Clock:
    def __init__(self) -> None:
        self.time = 1_000_000

    def __call__(self) -> int:
        return self.time


def opened() -> tuple[Table, Clock]:
    clock = Clock()
    table = Table("three-card-poker", seed=1, clock=clock)
    table.sit(1, "Ann", 5000)
    return table, clock


def lines(table: Table) -> list[bytes]:
    assert isinstance(table.journal.storage, Memory)
    return table.journal.storage.lines


def test_8_1_odds_in_play_come_with_the_warning_that_a_casino_floor_forbids_them() -> None:
    screen = io.StringIO()
    session = Session(game("three-card-poker").rules(), 1, 500, 1, None, Console(file=screen, width=100))
    session.obey(["help"])
    assert "8.1" in screen.getvalue()


def test_8_2_b_1_each_wager_has_its_own_maximum() -> None:
    table, _ = opened()
    table.post_limits({"ante": (5, 100), "pair-plus": (5, 50)})
    table.bet(1, "ante", 100)
    with pytest.raises(Refused, match="above the maximum of \\$50"):
        table.bet(1, "pair-plus", 100)


def test_8_2_b_2_tables_differ_in_their_maximums() -> None:
    one, _ = opened()
    other, _ = opened()
    other.post_limits({"ante": (5, 1000)})
    assert not one.can_bet(1, "ante", 1000)
    assert other.can_bet(1, "ante", 1000)


def test_8_2_d_a_stake_outside_the_limits_is_accepted_where_somebody_allows_it() -> None:
    table, _ = opened()
    with pytest.raises(Refused, match=r"8\.2\(a\)"):
        table.bet(1, "ante", 1000)
    table.bet(1, "ante", 1000, allowed_by="floorperson Lee")
    assert table.stake(1, "ante") == 100_000
    told = [line for step in narrated(lines(table)) for line in step["lines"]]  # type: ignore[attr-defined]
    assert "seat 1 bets $1,000 on ante, allowed by floorperson Lee" in told


def test_8_2_e_an_accepted_wager_is_paid_or_lost_in_full() -> None:
    table, _ = opened()
    table.bet(1, "ante", 1000, allowed_by="floorperson Lee")
    table.deal()
    table.act(1, "fold")
    assert table.settlement is not None
    assert table.settlement[1, "ante"].lost == 100_000


def test_8_2_e_a_wager_stands_though_the_limits_change_after_it() -> None:
    table, _ = opened()
    table.bet(1, "ante", 500)
    table.post_limits({"ante": (5, 50)})
    table.deal()
    table.act(1, "fold")
    assert table.settlement is not None
    assert table.settlement[1, "ante"].lost == 50_000


def test_limits_of_the_text_nobody_can_lift() -> None:
    table = Table("craps", seed=1)
    table.sit(1, "Ann", 100)
    with pytest.raises(Refused, match="maximum"):
        table.bet(1, "fire", 6, allowed_by="floorperson Lee")


def test_8_3_a_the_rules_in_effect_are_on_the_sign() -> None:
    page = guide("three-card-poker", ["version=20.6(f)1"])
    assert "Pair plus needs an ante at least as large." in page


def test_8_3_b_a_change_of_rules_waits_half_an_hour() -> None:
    table, clock = opened()
    with pytest.raises(Refused, match=r"8\.3\(b\)"):
        table.change_rules({"version": "20.6(f)1"}, clock.time + 30 * MINUTE - 1)
    table.change_rules({"version": "20.6(f)1"}, clock.time + 30 * MINUTE)
    clock.time += 30 * MINUTE - 1
    table.bet(1, "pair-plus", 10)  # the old rules: no ante needed
    assert table.rules["version"] == "base"
    table.deal()
    clock.time += 1
    with pytest.raises(Refused, match=r"20\.6\(f\)1"):
        table.bet(1, "pair-plus", 10)
    assert table.rules["version"] == "20.6(f)1"


def test_8_3_b_1_2_3_sign_announcement_and_word_to_the_division() -> None:
    table, clock = opened()
    table.change_rules({"version": "20.6(f)1"}, clock.time + 45 * MINUTE)
    told = [(event.to, event.cite) for event in table.said if isinstance(event, Say)]
    assert told == [
        ("sign", "13:69F-8.3(b)1"),
        ("table", "13:69F-8.3(b)2"),
        ("Division", "13:69F-8.3(b)3"),
    ]


def test_8_3_b_a_change_never_touches_wagers_already_made() -> None:
    table, clock = opened()
    table.change_rules({"version": "20.6(f)1"}, clock.time + 30 * MINUTE)
    table.bet(1, "pair-plus", 10)
    clock.time += 31 * MINUTE
    table.deal()
    assert table.settlement is not None
    assert table.settlement[1, "pair-plus"].result in ("win", "lose")


def test_8_3_b_an_unlawful_change_is_refused_by_its_own_paragraph() -> None:
    table, clock = opened()
    with pytest.raises(Refused, match=r"20\.11\(a\)4i"):
        table.change_rules({"six-card-bonus": "E"}, clock.time + 60 * MINUTE)


def test_8_3_c_limits_change_at_once_upon_sign_and_announcement() -> None:
    table, _ = opened()
    table.post_limits({"ante": (25, 500)})
    with pytest.raises(Refused, match="minimum"):
        table.bet(1, "ante", 10)
    assert [event.cite for event in table.said if isinstance(event, Say)] == ["13:69F-8.3(c)"]


def test_changes_of_rules_and_limits_replay() -> None:
    table, clock = opened()
    table.post_limits({"ante": (10, 500)})
    table.change_rules({"version": "20.6(f)1"}, clock.time + 30 * MINUTE)
    clock.time += 40 * MINUTE
    table.bet(1, "ante", 10)
    table.bet(1, "pair-plus", 10)
    table.deal()
    table.act(1, "play")
    assert audit(lines(table))["verified"] is True
    again = Table.resume(read(lines(table)))
    assert again.rules["version"] == "20.6(f)1"


# ---- 8.2(f), increments ----------------------------------------------------------------------------------------


def case(name: str, wagers: dict[str, float], seat: dict[str, Any] | None = None, **told: object) -> str:
    return json.dumps({"game": name, "seats": [{"seat": 1, "wagers": wagers, **(seat or {})}], **told})


def settle(told: str) -> dict[str, Any]:
    return settled(read_case(told))


def test_8_2_f_the_smallest_chip_is_the_houses() -> None:
    """$2.50 at even money is paid exactly; whether it is taken is a matter of the chips in use."""
    with pytest.raises(Refused, match=r"\$2\.50 is not a multiple of \$1, the smallest chip.*8\.2\(f\)"):
        settle(case("craps", {"pass": 2.5}, dice=[[3, 4]]))
    answer = settle(case("craps", {"pass": 2.5}, dice=[[3, 4]], chip=0.5))
    assert answer["bank"] == -2.5
    assert Rules.with_settings(game("craps"), ["chip=0.50"]).limits("pass").step == 50


def test_1_4_f_what_the_chips_cannot_pay_is_not_taken() -> None:
    """1.4(f) speaks of amounts that cannot be paid at the odds: $5 at 3 to 2 is $7.50."""
    told = {"pass": 5, "pass-odds": 5}
    with pytest.raises(Refused, match=r"cannot be paid at 3 to 2 in chips of \$1.*1\.4\(f\)"):
        settle(case("craps", told, dice=[[2, 3]], state={"point": 5}))
    assert settle(case("craps", told, dice=[[2, 3]], state={"point": 5}, chip=0.5))["bank"] == -12.5
    assert settle(case("craps", told, dice=[[3, 3]], state={"point": 6}))["bank"] == -11


def test_1_6_a_as_much_as_the_pass_bet_is_taken_behind_it() -> None:
    """Also where less is posted for the pass bet than a house would post for odds."""
    table = Table(
        "craps", Rules(game("craps"), limits={"pass": (500, 50000)}), state={"point": 6, "shooter": 1}
    )
    table.sit(1, "Ann", 100)
    table.stand(1, "pass", 5)
    table.bet(1, "pass-odds", 5)
    assert table.stake(1, "pass-odds") == 500


def test_2_9_b_insurance_goes_up_to_the_next_unit_that_can_be_wagered() -> None:
    """Half of $25 is $12.50: with increments of $1, $13. The table pays 3 to 2 with chips of $0.50."""
    hands = {"1": ["Ts", "9s"], "dealer": ["As", "Kd"]}
    told = {"decisions": [["insurance", 13]]}
    with pytest.raises(Refused, match=r"\$0\.50 to \$12\.50.*2\.9\(b\)"):
        settle(case("blackjack", {"blackjack": 25}, told, cards=hands))
    answer = settle(case("blackjack", {"blackjack": 25}, told, cards=hands, increment=1))
    assert answer["bank"] == 25 - 26
    more = {"decisions": [["insurance", 14]]}
    with pytest.raises(Refused, match=r"\$1 to \$13"):
        settle(case("blackjack", {"blackjack": 25}, more, cards=hands, increment=1))


def test_8_2_f_increments_bind_every_wager_that_the_text_does_not_fix() -> None:
    table = Table("craps", Rules(game("craps"), {"increment": "5", "fire": "A"}))
    table.sit(1, "Ann", 1000)
    table.bet(1, "pass", 15)
    with pytest.raises(Refused, match=r"not a multiple of \$5, the increment of this table.*8\.2\(f\)"):
        table.bet(1, "pass", 2)
    with pytest.raises(Refused, match="multiple of"):
        table.bet(1, "place-win-6", 12)  # in steps of 6 that are steps of 5 as well
    table.bet(1, "place-win-6", 30)
    table.bet(1, "fire", 3)  # in increments of one dollar, by 1.12(b)1
    with pytest.raises(Refused, match=r"increments of \$3 cannot be paid in chips of \$2.*8\.2\(f\)"):
        Rules(game("craps"), {"increment": "3", "chip": "2"})


def test_8_3_c_chips_and_increments_are_posted_at_once_and_replayed() -> None:
    table = recorded(Rules(game("craps")), 1)
    table.sit(1, "Ann", 1000)
    table.post_limits({"pass": (5, 500)}, increment=5)
    assert table.rules.limits("pass") == Limits(500, 50000, 500)
    with pytest.raises(Refused, match=r"posted with limits.*8\.3\(c\)"):
        table.change_rules({"chip": "5"}, table.now + 10**9)
    table.post_limits({}, chip="0.50", increment=0)
    table.bet(1, "pass", "7.50")
    with pytest.raises(Refused, match="no limits to post"):
        table.post_limits({})
    replays(table)
    assert table.rules.unit == 50


@pytest.mark.parametrize("name", ["blackjack", "spanish-21", "blackjack-switch", "triple-attack-blackjack"])
def test_8_2_f_a_wager_need_not_be_payable_in_chips_at_every_odds(name: str) -> None:
    """Only craps and mini dice (1.4(f), 1A.6(c), 13.6(b)1) refuse what cannot be paid exactly."""
    rules = Rules(game(name), chip=100)
    for wager in (each for each in rules.required if not each.step):
        rules.check_stake(wager.id, 2500)
        assert rules.limits(wager.id).step == 100
    with pytest.raises(Refused, match=r"not a multiple of \$1, the smallest chip.*8\.2\(f\)"):
        rules.check_stake(rules.required[0].id, 2450)


def test_8_2_f_every_step_is_the_increment_the_texts_own_or_what_can_be_paid_exactly() -> None:
    for each in (heading.id for heading in games()):
        rules = game(each).rules()
        for wager in (
            wager for wager in rules.wagers.values() if not (wager.bonus or wager.step or wager.parts)
        ):
            assert rules.limits(wager.id).step == rules.unit or rules.game.data.exact, (each, wager.id)
