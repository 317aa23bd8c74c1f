"""Badugi: 14.12B."""

from __future__ import annotations

import pytest

from pitboss.book import Deal, Refused, Stake, game
from tests.poker_room import change, choices, happened, play, reshuffles, seated

BADUGI = game("badugi")


@pytest.mark.paragraph("14.8(a)7", "14.12B(a)")
def test_14_12b_b_at_most_nine_players() -> None:
    """14.8(a)7, 14.12B(a), 14.12B(b)"""
    table = seated(BADUGI, dict.fromkeys(range(1, 11), 100))
    with pytest.raises(Refused, match=r"at most 9 players, not 10 \(13:69F-14.12B\(b\)\)"):
        table.deal()


@pytest.mark.paragraph("14.12B(d)")
def test_14_12b_c_to_k_the_order_of_a_round() -> None:
    """14.12B(c), 14.12B(d): four cards each, the button last; 14.12B(g), 14.12B(i): no new blinds, and who is first at
    the button's left bets or checks."""
    table = seated(BADUGI, {1: 500, 2: 500, 3: 500}, state={"button": 2})
    table.deal()
    deals = [event.to for event in happened(table, Deal) if isinstance(event, Deal)]
    assert deals == list("312") * 4
    play(table, "call", "call", "check")
    for bet in ("bet $2", "bet $4", "bet $4"):
        assert len(choices(table)) == 1 + 15 + 1
        change(table, 1, 0, 2)
        assert choices(table) == ["seat 3", "check", bet]
        play(table, "check", "check", "check")
    deals = [event.to for event in happened(table, Deal) if isinstance(event, Deal)]
    assert deals[12:] == ["burn", "3", "2", "2"] * 3
    assert len(happened(table, Stake)) == 2 + 2


def test_14_12b_f_what_is_left_first_and_then_the_discards_of_the_others() -> None:
    """Nine players: 36 cards are dealt and one is burned, fifteen are left: twelve for seats 1 to 3, three for seat 4,
    who gets the fourth of the twelve that seats 1 to 3 discarded."""
    table = seated(BADUGI, dict.fromkeys(range(1, 10), 500), state={"button": 9})
    table.deal()
    play(table, *["call"] * 8, "check")
    change(table, 4, 4, 4, 4)
    (pile,) = reshuffles(table)
    assert pile == {card for seat in "123" for card in table.cards(f"{seat}.discard")}
    assert len(pile) == 12
    *three, last = table.cards("4")
    assert last in pile
    assert not pile & set(three)
