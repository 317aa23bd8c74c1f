"""13:69F-8: limits, exceptions to them, and changes of rules upon notice."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from pitboss.book import Say, game
from pitboss.law import Refused
from pitboss.papers.guide import guide
from pitboss.session import Session
from pitboss.table import Memory, Table, read
from pitboss.table.audit import audit, retold

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
    told = [line for step in retold(lines(table)) for line in step["lines"]]  # type: ignore[attr-defined]
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
