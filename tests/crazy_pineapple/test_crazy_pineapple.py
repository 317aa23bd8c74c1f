"""Crazy pineapple: 14.10(k), 14.10(k)2."""

from __future__ import annotations

from pitboss.book import game
from tests.poker_room import check_down, play, seated

CRAZY = game("crazy-pineapple")


def test_14_10_k_2_discards_after_the_betting_on_the_flop_from_the_buttons_left() -> None:
    table = seated(CRAZY, dict.fromkeys(range(1, 5), 500), state={"button": 4})
    table.deal()
    play(table, "call", "call", "call", "check")
    assert len(table.cards("community")) == 3
    play(table, "check", "bet 10", "call", "fold", "call")
    order = []
    while table.asked and table.asked.parts:
        order.append(table.asked.seat)
        assert len(table.cards("community")) == 3
        play(table, table.asked.choices[2].id)
    assert order == [1, 2, 3]
    assert len(table.cards("community")) == 4
    check_down(table)
    assert [len(table.cards(str(seat))) for seat in range(1, 5)] == [2, 2, 2, 3]


def test_14_10_k_2_without_betting_on_the_flop_the_order_is_that_of_the_last_betting() -> None:
    """Seat 3 acted first after the blinds of seats 1 and 2; all three are all-in."""
    table = seated(CRAZY, dict.fromkeys(range(1, 4), 50), state={"button": 3})
    table.deal()
    play(table, "all-in", "all-in", "all-in")
    order = []
    while table.asked:
        order.append(table.asked.seat)
        assert len(table.cards("community")) == 3
        play(table, table.asked.choices[0].id)
    assert order == [3, 1, 2]
    assert len(table.cards("community")) == 5
