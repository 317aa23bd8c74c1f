"""Five-card draw, low: 14.12."""

from __future__ import annotations

import pytest

from pitboss.book import game
from tests.poker_room import choices, dealt, play


@pytest.mark.paragraph("14.8(a)4", "14.12(d)")
def test_14_12_h_2_the_best_low_hand_is_told() -> None:
    """14.8(a)4, 14.12(a), 14.12(b), 14.12(c), 14.12(d), 14.12(e): as in the high form."""
    table = dealt("five-card-draw-low", {"1": "As 2d 3c 4c 9h", "2": "Ks Kd 3s 4h 5d"}, state={"button": 2})
    play(table, "call", "check", "stand-pat", "stand-pat")
    assert choices(table) == ["seat 1", "check", "bet $4"]  # 14.12(g)
    play(table, "check", "check")
    assert table.settlement is not None
    assert table.settlement.wagers[1]["pot"].outcome == "9-4-3-2-A low"
    seats = game("five-card-draw-low").data.seats
    assert seats is not None
    assert (seats.most, seats.cite) == (8, "14.12(b)")


def test_14_12_f_2_is_read_as_in_the_high_form() -> None:
    """14.12(f)1: the burn comes first in both."""
    high, low = (
        {option.id: option for option in game(f"five-card-draw-{form}").data.options}
        for form in ("high", "low")
    )
    assert high["reading-reshuffle"] == low["reading-reshuffle"]
