"""Pineapple: 14.10(k), 14.10(k)1."""

from __future__ import annotations

import pytest

from pitboss.book import Ask, Deal, Refused, Slide, game
from pitboss.table.absent import silence
from tests.poker_room import check_down, choices, dealt, happened, play, seated

PINEAPPLE = game("pineapple")


@pytest.mark.paragraph("14.10(a)")
def test_14_10_b_at_most_eleven_players() -> None:
    """14.8(a)2, 14.10(a)"""
    table = seated(PINEAPPLE, dict.fromkeys(range(1, 13), 100), positions=12)
    with pytest.raises(Refused, match=r"at most 11 players, not 12 \(13:69F-14.10\(b\)\)"):
        table.deal()


def test_14_10_k_three_cards_each_face_down_the_button_last() -> None:
    table = seated(PINEAPPLE, {1: 500, 2: 500, 3: 500}, state={"button": 2})
    table.deal()
    assert [event.to for event in happened(table, Deal) if isinstance(event, Deal)] == list("312") * 3
    assert "??" not in table.view(3)["3"]
    assert table.view(3)["1"] == ["??"] * 3


def test_14_10_k_1_discards_in_the_order_of_the_betting_before_the_flop() -> None:
    """After the blinds of seats 1 and 2 seat 3 acted first; who folded lays nothing down."""
    table = seated(PINEAPPLE, dict.fromkeys(range(1, 6), 500), state={"button": 5})
    table.deal()
    play(table, "call", "fold", "call", "call", "check")
    order = []
    while table.asked and table.asked.parts:
        order.append(table.asked.seat)
        assert not table.cards("community")
        assert len(table.asked.choices) == 3
        play(table, table.asked.choices[1].id)
    assert order == [3, 5, 1, 2]
    assert len(table.cards("community")) == 3
    assert [len(table.cards(str(seat))) for seat in range(1, 6)] == [2, 2, 2, 3, 2]
    check_down(table)
    assert len(table.cards("burn")) == 3


def test_14_10_k_1_nobody_else_sees_what_was_discarded() -> None:
    table = dealt("pineapple", {"1": "As Ad 2c", "2": "Ks Kd 3c"}, state={"button": 2})
    play(table, "call", "check")
    assert choices(table) == ["seat 1", "discard-As", "discard-Ad", "discard-2c"]
    with pytest.raises(Refused, match="discard-Ks"):
        play(table, "discard-Ks")
    play(table, "discard-2c")
    assert table.view(1)["1.discard"] == ["2c"]
    assert table.view(2)["1.discard"] == ["??"]
    (slide,) = happened(table, Slide)
    assert slide.seen_by(2) == Slide("1", "1.discard")
    ask = next(event for event in happened(table, Ask) if isinstance(event, Ask) and event.parts)
    told = ask.seen_by(2)
    assert isinstance(told, Ask)
    assert (told.choices, told.decision) == ((), "")


def test_14_10_k_1_silence_lays_down_the_first_card() -> None:
    table = dealt("pineapple", {"1": "As Ad 2c", "2": "Ks Kd 3c"}, state={"button": 2})
    play(table, "call", "check")
    assert table.asked is not None
    assert silence(PINEAPPLE, table.asked) == ("discard-As", 0)
