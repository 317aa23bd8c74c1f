"""Five-card stud: 14.13, 14.15(l)."""

from __future__ import annotations

import pytest

from pitboss.book import Deal, Refused, Stake, game
from tests.poker_room import check_down, choices, dealt, happened, play, seated

STUD = game("five-card-stud")


@pytest.mark.paragraph("14.8(a)5")
def test_14_13_b_at_most_eight_players() -> None:
    """14.8(a)5, 14.13(a)"""
    table = seated(STUD, dict.fromkeys(range(1, 10), 100))
    with pytest.raises(Refused, match=r"at most 8 players, not 9 \(13:69F-14.13\(b\)\)"):
        table.deal()


@pytest.mark.paragraph("14.13(a)")
def test_14_13_c_f_and_g_one_down_one_up_then_three_up_each_after_a_burn() -> None:
    table = seated(STUD, {1: 500, 3: 500})
    table.deal()
    check_down(table)
    deals = [event for event in happened(table, Deal) if isinstance(event, Deal)]
    assert [event.to for event in deals] == ["1", "3"] * 2 + ["burn", "1", "3"] * 3
    assert [event.up for event in deals if event.to == "3"] == [False, True, True, True, True]


def test_14_13_d_the_lowest_up_card_opens_the_ace_high() -> None:
    """The shared worked round five-stud-01: the three of clubs under the three of diamonds."""
    table = dealt("five-card-stud", {"1": "9h 3d", "2": "8h Ac", "3": "7h 3c", "4": "6h 4h"})
    assert happened(table, Stake) == [Stake(3, "pot", 100, "13:69F-14.13(d)")]
    assert choices(table) == ["seat 4", "fold", "call $1", "raise $2"]


def test_14_13_e_the_forced_bettor_is_not_asked_when_he_is_called() -> None:
    table = dealt("five-card-stud", {"1": "9h 3d 4d", "2": "8h Ac 5c", "3": "7h Kc 6c"})
    play(table, "call", "call")
    assert choices(table)[0] == "seat 2"


def test_14_13_f_the_best_hand_showing_has_to_bet() -> None:
    table = dealt("five-card-stud", {"1": "9h 3d 4d", "2": "8h Ac 5c", "3": "7h Kc 6c"})
    play(table, "call", "call")
    assert choices(table) == ["seat 2", "bet $2"]
    with pytest.raises(Refused, match="check is not offered"):
        play(table, "check")
    play(table, "bet")
    assert choices(table) == ["seat 3", "fold", "call $2", "raise $4"]


def test_14_13_f_of_equal_hands_the_one_closest_to_the_dealers_left() -> None:
    table = dealt(
        "five-card-stud", {"1": "9h 3d 4d", "2": "8h Kc 5c", "3": "7h Ks 5s"}, leader="bets-or-checks"
    )
    play(table, "call", "call")
    assert choices(table) == ["seat 2", "check", "bet $2"]


def test_14_13_f_a_leader_with_less_than_a_bet_goes_all_in() -> None:
    table = dealt("five-card-stud", {"1": "9h 3d 4d", "2": "8h Ac 5c"}, funds=3, minimum_bet="2")
    play(table, "raise")
    play(table, "call")
    assert choices(table) == ["seat 2", "bet $1", "all-in $1"]


def test_14_15_l_the_hole_card_turned_over_is_the_up_card() -> None:
    table = seated(STUD, {1: 500, 2: 500, 3: 500})
    table.irregularity("hole-card-exposed", ("deal", 3))
    table.deal()
    assert [held.up for held in table.hands["3"]] == [True, False]
    assert [held.up for held in table.hands["1"]] == [False, True]
    check_down(table)
    assert len(table.cards("3")) == 5
