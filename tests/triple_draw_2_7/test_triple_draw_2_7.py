"""Triple draw, deuce to seven: 14.12A."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.book import Deal, Refused, Stake, game
from tests.poker_room import change, choices, happened, play, reshuffles, seated

TRIPLE = game("triple-draw-2-7")
SEVEN = dict.fromkeys(range(1, 8), 500)


@pytest.mark.paragraph("14.8(a)4", "14.12A(a)")
def test_14_12a_b_at_most_seven_players() -> None:
    """14.8(a)4, 14.12A(a), 14.12A(b)"""
    table = seated(TRIPLE, dict.fromkeys(range(1, 9), 100))
    with pytest.raises(Refused, match=r"at most 7 players, not 8 \(13:69F-14.12A\(b\)\)"):
        table.deal()


@pytest.mark.paragraph("14.12A(d)")
def test_14_12a_c_to_k_the_order_of_a_round() -> None:
    """14.12A(c), 14.12A(d): five cards each, the button last; 14.12A(g), 14.12A(i): no new blinds, and who is first at
    the button's left bets or checks."""
    table = seated(TRIPLE, {1: 500, 2: 500, 3: 500}, state={"button": 2})
    table.deal()
    deals = [event.to for event in happened(table, Deal) if isinstance(event, Deal)]
    assert deals == list("312") * 5
    play(table, "call", "call", "check")
    for bet in ("bet $2", "bet $4", "bet $4"):
        assert choices(table)[0] == "seat 3"
        change(table, 1, 0, 2)
        assert choices(table) == ["seat 3", "check", bet]
        play(table, "check", "check", "check")
    deals = [event.to for event in happened(table, Deal) if isinstance(event, Deal)]
    assert deals[15:] == ["burn", "3", "2", "2"] * 3
    assert len(happened(table, Stake)) == 2 + 2
    assert table.asked is None


def all_stay(seed: int, **options: object) -> Any:
    """Seven players, before the first draw: 35 cards are dealt, one is burned, sixteen are left."""
    table = seated(TRIPLE, SEVEN, state={"button": 7}, seed=seed, **options)
    table.deal()
    play(table, *["call"] * 6, "check")
    return table


def test_14_12a_f_all_discards_but_his_are_reshuffled() -> None:
    """Fifteen cards for seats 1 to 3, the last one for seat 4; he gets four of the fifteen discards of the others."""
    table = all_stay(1)
    change(table, 5, 5, 5, 5)
    (pile,) = reshuffles(table)
    assert pile == {card for seat in "123" for card in table.cards(f"{seat}.discard")}
    assert len(pile) == 15
    assert set(table.cards("4")[1:]) < pile
    assert table.cards("4")[0] not in pile


@pytest.mark.parametrize("reading", ["all-draws", "this-draw"])
def test_14_12a_h_his_discards_of_earlier_draws_stay_out_as_well(reading: str) -> None:
    """First draw: five cards for seat 1, two for seat 2, so nine are left and one is burned. Second draw: five for seat
    3, two for seat 4; the last card is burned before the third draw, and seat 1 wants three."""
    table = all_stay(1, reading_reshuffle=reading)
    change(table, 5, 2, 0, 0, 0, 0, 0)
    play(table, *["check"] * 7)
    change(table, 0, 0, 5, 2, 0, 0, 0)
    play(table, *["check"] * 7)
    change(table, 3)
    (pile,) = reshuffles(table)
    first, now = set(table.cards("1.discard")[:5]), set(table.cards("1.discard")[5:])
    others = {card for seat in "234" for card in table.cards(f"{seat}.discard")}
    assert len(others) == 2 + 5 + 2
    assert pile == (others if reading == "all-draws" else others | first)
    assert not pile & now
    assert not pile & set(table.cards("burn"))


def test_14_12a_f_a_card_is_burned_even_if_the_deck_has_run_out() -> None:
    """The sixteen cards are all drawn; before the second draw the sixteen discards are shuffled, and one is burned."""
    table = all_stay(2)
    change(table, 5, 5, 5, 1, 0, 0, 0)
    assert reshuffles(table) == []
    play(table, *["check"] * 7)
    (pile,) = reshuffles(table)
    assert pile == {card for seat in "1234" for card in table.cards(f"{seat}.discard")}
    assert len(pile) == 16
    assert table.cards("burn")[1] in pile


def test_14_12a_j_if_the_others_discards_are_too_few_his_earlier_ones_serve() -> None:
    """14.12A(f): three burn cards, four cards for seat 1 and ten for seat 7 are all seventeen that were not dealt. When
    seat 7 wants five more the others have discarded four, so his first ten are shuffled with them."""
    table = all_stay(3)
    change(table, 4, 0, 0, 0, 0, 0, 5)
    play(table, *["check"] * 7)
    change(table, 0, 0, 0, 0, 0, 0, 5)
    play(table, *["check"] * 7)
    change(table, 0, 0, 0, 0, 0, 0)
    assert reshuffles(table) == []
    change(table, 5)
    (pile,) = reshuffles(table)
    assert pile == {*table.cards("1.discard"), *table.cards("7.discard")[:10]}
    assert len(pile) == 14
    assert set(table.cards("7")) < pile


@pytest.mark.parametrize("seed", range(4))
def test_14_12a_f_nobody_is_dealt_a_card_that_is_held_or_burned_or_just_discarded(seed: int) -> None:
    """14.12A(h), 14.12A(j): seven players who change five cards three times. What was reshuffled for another player may
    come back to who had discarded it."""
    table = all_stay(seed)
    for _ in range(3):
        for _ in range(7):
            assert table.asked is not None
            seat = str(table.asked.seat)
            before = table.cards(seat)
            change(table, 5)
            assert set(before).isdisjoint(table.cards(seat))
            held = [card for each in range(1, 8) for card in table.cards(str(each))]
            assert len({*held, *table.cards("burn")}) == 35 + len(table.cards("burn"))
        play(table, *["check"] * 7)
    assert len(reshuffles(table)) > 3


@pytest.mark.parametrize("error", ["card-off-table", "card-face-up", "cards-to-ineligible-player"])
@pytest.mark.parametrize("deal", [51, 52, 53, 67, 68])
def test_14_15_h_and_n_an_irregularity_may_take_the_last_card_of_the_deck(error: str, deal: int) -> None:
    """14.15(f): the fifty-second card is the last before the discards are reshuffled."""
    table = seated(TRIPLE, SEVEN, state={"button": 7})
    table.irregularity(error, ("deal", deal))
    table.deal()
    play(table, *["call"] * 6, "check")
    change(table, *[5] * 7)
    held = [card for each in range(1, 8) for card in table.cards(str(each))]
    assert len({*held, *table.cards("burn")}) == 35 + 2
