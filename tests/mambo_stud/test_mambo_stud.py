"""Mambo stud: 14.13A, 14.15(m)."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.book import Deal, Refused, Stake, game
from pitboss.table.case import Case, CaseEvent, CaseSeat, settle
from tests.poker_room import check_down, choices, dealt, happened, play, seated

MAMBO = game("mambo-stud")


@pytest.mark.paragraph("14.8(a)6", "14.13A(a)")
def test_14_13a_b_up_to_eleven_players() -> None:
    """14.8(a)6, 14.13A(a)"""
    table = seated(MAMBO, dict.fromkeys(range(1, 13), 100), positions=12)
    with pytest.raises(Refused, match=r"at most 11 players, not 12 \(13:69F-14.13A\(b\)\)"):
        table.deal()
    table = seated(MAMBO, dict.fromkeys(range(1, 12), 100), positions=11)
    table.deal()
    check_down(table)
    assert len(table.shoe) == 52 - 3 * 11 - 3


def test_14_13a_c_f_and_i_down_up_down_and_one_for_all() -> None:
    table = seated(MAMBO, {1: 500, 3: 500})
    table.deal()
    check_down(table)
    deals = [event for event in happened(table, Deal) if isinstance(event, Deal)]
    assert [event.to for event in deals] == ["1", "3"] * 2 + ["burn", "1", "3", "burn", "community"]
    assert [event.up for event in deals if event.to == "3"] == [False, True, False]


@pytest.mark.paragraph("14.13A(d)")
def test_14_13a_d_the_lowest_up_card_opens_the_ace_high() -> None:
    table = dealt("mambo-stud", {"1": "9h Ad", "2": "8h 2h", "3": "7h 2d"})
    assert happened(table, Stake) == [Stake(3, "pot", 100, "13:69F-14.13A(d)")]


def test_14_13a_e_who_is_merely_called_has_no_further_option() -> None:
    table = dealt("mambo-stud", {"1": "9h Ad 4s", "2": "8h 2h 5s", "3": "7h 2d 6s"})
    play(table, "call", "call")
    assert choices(table)[0] == "seat 1"


@pytest.mark.paragraph("14.13A(g)", "14.13A(j)", "14.13A(i)2")
@pytest.mark.parametrize(("community", "last"), [("4d", 1), ("9s", 3)])
def test_14_13a_f_and_i_who_leads(community: str, last: int) -> None:
    """The shared worked round mambo-05: by suit in the second betting round; in the last one a pair with the community
    card leads, else of equals the one closest to the dealer's left (14.13A(i)1, 14.13A(i)2)."""
    table = dealt("mambo-stud", {"1": "2h Kc 3h", "2": "3d Ks 4h", "3": "5d 9h 6h", "community": community})
    play(table, "call", "call")
    assert choices(table)[:2] == ["seat 2", "check"]
    play(table, "check", "check", "check")  # 14.13A(g)
    assert choices(table)[:2] == [f"seat {last}", "check"]
    play(table, "check", "bet")  # 14.13A(j)
    assert choices(table)[1] == "fold"


def test_14_15_m_the_first_hole_card_turned_over_is_the_up_card() -> None:
    table = seated(MAMBO, {1: 500, 2: 500})
    table.irregularity("hole-card-exposed", ("deal", 1))
    table.deal()
    assert [held.up for held in table.hands["1"]] == [True, False]


@pytest.mark.parametrize(
    ("decisions", "nets"),
    [
        ({1: ["raise", "stop"], 2: ["call"]}, [2, -2]),
        ({1: ["raise", "continue", "bet", "bet"], 2: ["call", "call", "call"]}, [8, -8]),
    ],
)
def test_14_15_m_1_and_m_2_the_third_card_turned_over(
    decisions: dict[int, list[Any]], nets: list[int]
) -> None:
    """Three aces have 2 in the pot and stop, after which nobody is left to bet against; or go on, for 2 and 4 more."""
    case = Case(
        game="mambo-stud",
        seats=[CaseSeat(seat, decisions=each) for seat, each in decisions.items()],
        cards={"1": ["Ah", "Ad", "As"], "2": ["9h", "9d", "8s"], "community": ["Kd"]},
        events=[CaseEvent("hole-card-exposed", ("deal", 6))],
    )
    answer: Any = settle(case)
    assert [seat["net"] for seat in answer["seats"]] == nets
