"""Seven-card stud, low: 14.9(d)2, 14.9(f)2, 14.9(i)2; what it shares is tested with the high form."""

from __future__ import annotations

import pytest

from pitboss.book import Stake
from tests.poker_room import choices, dealt, happened, play


@pytest.mark.parametrize(
    ("ups", "opener"),
    [(["Ad", "Kh", "Qs"], 2), (["Kd", "Kh", "2s"], 2), (["Ks", "Kh", "Ac"], 1), (["As", "2c", "Ah"], 2)],
)
def test_14_9_d_2_the_highest_up_card_opens_the_ace_being_low(ups: list[str], opener: int) -> None:
    """Of equals the highest suit."""
    downs = ["9h 9c", "8h 8c", "7h 7c"]
    cards = {str(n + 1): f"{downs[n]} {ups[n]}" for n in range(3)}
    table = dealt("seven-card-stud-low", cards)
    assert happened(table, Stake) == [Stake(opener, "pot", 100, "13:69F-14.9(d)2")]


def test_14_9_f_2_the_best_low_hand_showing_leads() -> None:
    """The shared worked round s7-low-04: ace-three over ace-eight, the pair of fours last."""
    table = dealt("seven-card-stud-low", {"1": "9h 9c Ah 8c", "2": "8h 7s Ad 3d", "3": "7h 7c 4s 4h"})
    play(table, "call", "call")
    assert choices(table)[:2] == ["seat 2", "check"]


def test_14_9_f_3_of_equal_lows_showing_the_one_closest_to_the_dealers_left_leads() -> None:
    table = dealt("seven-card-stud-low", {"1": "9h 9c 8d Kc", "2": "8h 7s 3d 2d", "3": "7h 7c 3c 2c"})
    play(table, "call", "call")
    assert choices(table)[0] == "seat 2"
