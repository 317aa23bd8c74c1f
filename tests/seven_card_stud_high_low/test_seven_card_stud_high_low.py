"""Seven-card stud, high-low split: 14.9(d)3, 14.9(i)3, 14.9(k), 14.9(l)."""

from __future__ import annotations

import pytest

from pitboss.book import Say, Stake
from tests.poker_room import check_down, choices, dealt, happened, play


@pytest.mark.parametrize(
    ("ups", "opener"), [(["Ad", "Kh", "Qs"], 2), (["As", "2c", "Ah"], 2), (["2s", "2c", "Ah"], 1)]
)
def test_14_9_d_3_the_highest_up_card_opens_the_ace_under_the_two(ups: list[str], opener: int) -> None:
    downs = ["9h 9c", "8h 8c", "7h 7c"]
    cards = {str(n + 1): f"{downs[n]} {ups[n]}" for n in range(3)}
    table = dealt("seven-card-stud-high-low", cards)
    assert happened(table, Stake) == [Stake(opener, "pot", 100, "13:69F-14.9(d)3")]


def test_14_9_f_1_after_that_the_best_high_hand_showing_leads_and_the_ace_is_high() -> None:
    table = dealt("seven-card-stud-high-low", {"1": "9h 9c Kd Qd", "2": "8h 8c Ah 2h", "3": "7h 7c 9s 3s"})
    play(table, "call", "call")
    assert choices(table)[0] == "seat 2"


def test_14_6_e_5_it_is_said_who_took_which_end() -> None:
    table = dealt(
        "seven-card-stud-high-low", {"1": "Ks Kd Kc 9h 9s Qd Jc", "2": "Ts 8d 6c 4h 2s Td 8c"}, ante="1"
    )
    check_down(table)
    said = [event.what for event in happened(table, Say) if isinstance(event, Say)]
    assert said == ["Pot, high: $2 to seat 1", "Pot, low: $2 to seat 2"]
    assert table.settlement is not None
    outcomes = [each["pot"].outcome for each in table.settlement.wagers.values()]
    assert outcomes == [
        "full house, kings over nines; pair of nines, low",
        "two pairs, tens and eights; T-8-6-4-2 low",
    ]
