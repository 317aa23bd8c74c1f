"""Seven-card stud, high-low split eight or better: 14.9(d)4, 14.9(j)."""

from __future__ import annotations

from pitboss.book import Stake
from tests.poker_room import choices, dealt, happened, play


def test_14_9_d_4_the_lowest_up_card_opens_the_ace_high() -> None:
    """The shared worked round s7-hl8-01: the two of diamonds under the two of hearts."""
    table = dealt(
        "seven-card-stud-high-low-8", {"1": "9h 9c Ac", "2": "8h 8c 2h", "3": "7h 7c 2d", "4": "6h 6c 3c"}
    )
    assert happened(table, Stake) == [Stake(3, "pot", 100, "13:69F-14.9(d)4")]


def test_14_9_f_1_after_that_the_best_high_hand_showing_leads() -> None:
    table = dealt("seven-card-stud-high-low-8", {"1": "9h 9c Kd Qd", "2": "8h 8c Ah 2h", "3": "7h 7c 9s 3s"})
    play(table, "call", "call")
    assert choices(table)[0] == "seat 2"
