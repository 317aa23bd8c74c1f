"""Five-card draw, high, and what the two forms share: 14.12."""

from __future__ import annotations

import pytest

from pitboss.book import Ask, Deal, Refused, Slide, Stake, game
from pitboss.table.absent import silence
from tests.poker_room import change, choices, dealt, happened, play, reshuffles, seated

DRAW = game("five-card-draw-high")
EIGHT = dict.fromkeys(range(1, 9), 500)


@pytest.mark.paragraph("14.8(a)4")
def test_14_12_b_at_most_eight_players() -> None:
    """14.8(a)4, 14.12(a)"""
    table = seated(DRAW, dict.fromkeys(range(1, 10), 100))
    with pytest.raises(Refused, match=r"at most 8 players, not 9 \(13:69F-14.12\(b\)\)"):
        table.deal()
    (ante,) = (option for option in DRAW.data.options if option.id == "ante")
    assert ante.cite == "14.12(b)"


@pytest.mark.paragraph("14.12(a)")
def test_14_12_c_and_d_five_cards_each_the_button_last() -> None:
    table = seated(DRAW, {1: 500, 2: 500, 3: 500}, state={"button": 2})
    table.deal()
    assert [event.to for event in happened(table, Deal) if isinstance(event, Deal)] == list("312") * 5
    assert "??" not in table.view(3)["3"]
    assert table.view(3)["1"] == ["??"] * 5


def test_14_12_e_blinds_before_the_cards_and_betting_as_in_hold_em() -> None:
    table = seated(DRAW, {1: 500, 2: 500, 3: 500}, state={"button": 3})
    table.deal()
    assert table.said[:2] == [
        Stake(1, "pot", 100, "13:69F-14.10(d)1"),
        Stake(2, "pot", 200, "13:69F-14.10(d)2"),
    ]
    assert choices(table) == ["seat 3", "fold", "call $2", "raise $4"]
    play(table, "call", "call")
    assert choices(table) == ["seat 2", "check", "raise $4"]


@pytest.mark.paragraph('14.1 "Draw"')
def test_14_12_f_players_draw_one_at_a_time_from_the_buttons_left_after_one_burn() -> None:
    table = seated(DRAW, dict.fromkeys(range(1, 5), 500), state={"button": 4})
    table.deal()
    play(table, "fold", "call", "call", "check")
    before = len(happened(table, Deal))
    assert choices(table)[0] == "seat 1"
    assert len(choices(table)) == 1 + 31 + 1
    change(table, 2)
    assert choices(table)[0] == "seat 2"
    change(table, 0, 5)
    deals = [event.to for event in happened(table, Deal)[before - 1 :] if isinstance(event, Deal)]
    assert deals == ["burn", "1", "1", *"44444"]
    assert choices(table) == ["seat 1", "check", "bet $4"]


def test_14_12_f_the_others_see_how_many_cards_are_changed_and_not_which() -> None:
    table = dealt(
        "five-card-draw-high", {"1": "As Ad 2c 3c 9h 4d", "2": "Ks Kd 3s 4c 5d"}, state={"button": 2}
    )
    play(table, "call", "check", "draw-9h")
    assert table.view(2)["1"] == ["??"] * 5
    assert table.view(2)["1.discard"] == ["??"]
    assert table.view(1)["1.discard"] == ["9h"]
    (slide,) = happened(table, Slide)
    assert slide.seen_by(2) == Slide("1", "1.discard")
    ask = next(event for event in happened(table, Ask) if isinstance(event, Ask) and event.parts)
    told = ask.seen_by(2)
    assert isinstance(told, Ask)
    assert (told.choices, told.decision) == ((), "")
    with pytest.raises(Refused, match=r"draw-As is not offered to seat 2 now.*\(13:69F-14.12\(f\)\)"):
        play(table, "draw-As")


def test_14_12_f_silence_stands_pat() -> None:
    table = dealt("five-card-draw-high", {"1": "As Ad 2c 3c 9h", "2": "Ks Kd 3s 4c 5d"}, state={"button": 2})
    play(table, "call", "check")
    assert table.asked is not None
    assert silence(DRAW, table.asked) == ("stand-pat", 0)


@pytest.mark.parametrize(("reading", "reshuffled"), [("none", 15), ("this-draw", 10)])
def test_14_12_f_2_the_discards_are_reshuffled_when_the_deck_runs_out(reading: str, reshuffled: int) -> None:
    """Forty cards are dealt and one is burned, so eleven are left: five each for seats 1 and 2, one for seat 3, who
    gets four of the fifteen discards, or of the ten that are not his. What seats 4 to 8 hold stays out."""
    table = seated(DRAW, EIGHT, state={"button": 8}, reading_reshuffle=reading)
    table.deal()
    play(table, *["call"] * 7, "check")
    change(table, 5, 5, 5)
    (pile,) = reshuffles(table)
    own = set(table.cards("3.discard"))
    assert len(pile) == reshuffled
    assert pile == {*table.cards("1.discard"), *table.cards("2.discard"), *(own if reading == "none" else ())}
    assert set(table.cards("3")[1:]) < pile
    assert table.cards("burn")[0] not in pile
    change(table, 5, 5, 0, 0, 0)
    held = [card for seat in range(1, 9) for card in table.cards(str(seat))]
    assert len(set(held)) == len(held) == 40


def test_14_12_f_2_a_folded_hand_is_among_the_discards() -> None:
    table = seated(DRAW, EIGHT, state={"button": 8})
    table.deal()
    play(table, "fold", *["call"] * 6, "check")
    change(table, 5, 5, 2)
    (pile,) = reshuffles(table)
    assert len(pile) == 5 + 5 + 5 + 2
    assert set(table.cards("3")) < pile


def test_14_12_f_2_cards_that_placed_the_button_are_in_the_deck() -> None:
    table = seated(DRAW, EIGHT, first_button="card")
    table.deal()
    play(table, *["call"] * 7, "check")
    change(table, 5, 5)
    assert len(reshuffles(table)) == 1, "the shuffle after the cards for the button"
    change(table, 2)
    assert len(reshuffles(table)) == 2
    assert len(reshuffles(table)[1]) == 5 + 5 + 2
