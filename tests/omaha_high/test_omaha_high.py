"""Omaha, high, and what the two forms share: 14.11."""

from __future__ import annotations

import pytest

from pitboss.book import Deal, Refused, Stake, game
from tests.poker_room import check_down, choices, dealt, happened, play, seated

OMAHA = game("omaha-high")


@pytest.mark.paragraph("14.8(a)3", "14.11(a)")
def test_14_11_b_at_most_ten_players() -> None:
    """14.8(a)3, 14.11(a)"""
    table = seated(OMAHA, dict.fromkeys(range(1, 12), 100), positions=11)
    with pytest.raises(Refused, match=r"at most 10 players, not 11 \(13:69F-14.11\(b\)\)"):
        table.deal()
    (ante,) = (option for option in OMAHA.data.options if option.id == "ante")
    assert ante.cite == "14.11(b)"


@pytest.mark.paragraph("14.11(d)")
def test_14_11_c_and_d_four_cards_each_the_button_last() -> None:
    table = seated(OMAHA, {1: 500, 2: 500, 3: 500}, state={"button": 2})
    table.deal()
    assert [event.to for event in happened(table, Deal) if isinstance(event, Deal)] == list("312") * 4
    assert table.view(3)["3"][3] != "??"
    assert table.view(3)["1"] == ["??"] * 4


def test_14_11_e_blinds_and_betting_as_in_hold_em() -> None:
    """The blinds come before the cards."""
    table = seated(OMAHA, {1: 500, 2: 500, 3: 500}, state={"button": 3})
    table.deal()
    assert table.said[:2] == [
        Stake(1, "pot", 100, "13:69F-14.10(d)1"),
        Stake(2, "pot", 200, "13:69F-14.10(d)2"),
    ]
    assert choices(table) == ["seat 3", "fold", "call $2", "raise $4 to $7"]
    play(table, "call", "call", "check")
    assert len(table.cards("community")) == 3
    assert choices(table)[0] == "seat 1"
    check_down(table)
    assert len(table.cards("community")) == 5
    assert len(table.cards("burn")) == 3


def test_14_15_o_an_exposed_hole_card_is_exchanged() -> None:
    table = seated(OMAHA, {1: 500, 2: 500}, state={"button": 2})
    table.irregularity("hole-card-exposed", ("deal", 8))
    table.deal()
    check_down(table)
    assert len(table.cards("1")) == len(table.cards("2")) == 4
    assert len(table.cards("exposed")) == 1


def test_14_11_f_1_two_of_ones_own_and_three_of_the_community() -> None:
    """Four of a suit in hand are no more than two."""
    cards = {"1": "As Ks Qs Js", "2": "9c 9d 2h 3h", "community": "Ts 9s 4d 5c 7h"}
    table = dealt("omaha-high", cards, state={"button": 2})
    check_down(table)
    assert table.settlement is not None
    assert [each["pot"].outcome for each in table.settlement.wagers.values()] == [
        "ace high",
        "three of a kind, nines",
    ]
