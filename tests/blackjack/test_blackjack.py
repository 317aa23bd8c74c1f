"""Blackjack, 13:69F-2: rounds worked out by hand, the procedure paragraph by paragraph, random play.

Cards are given in the order in which they leave the shoe."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.book import Deal, Refused, Rules, Say, Settle, Show, Shuffle, Slide, Stake, game
from pitboss.equipment.cards import cards
from pitboss.equipment.chance import Shoe
from pitboss.law import cite
from pitboss.papers.rules import as_json
from pitboss.table import Memory, Table, read
from pitboss.table.check import check as check_table
from tests.blackjack_family import Bets, dealt_to, legal, said
from tests.properties import random_play
from tests.tape import Tape

BLACKJACK = game("blackjack")
HAND = {"dealing": "hand", "decks": 2, "hole_card": "none", "cutting_card": 34}
UP = {"hole_card": "up", "double_on": "9-to-11", "split_hands": 2}


ONE: Bets = ((1, "blackjack", 10),)
TWO: Bets = (*ONE, (3, "blackjack", 10))


def dealt(in_order: str, bets: Bets = ONE, funds: int = 1000, **options: object) -> Table:
    """A table whose first round has begun, with these cards to come."""
    tape = Tape()
    tape.load(cards(in_order))
    return begun(Table(BLACKJACK, BLACKJACK.rules(**options), chance=tape), bets, funds)


def shuffled(bets: Bets = ONE, seed: int = 1, **options: object) -> Table:
    """A table whose first round has begun, from a shuffled shoe."""
    return begun(Table(BLACKJACK, BLACKJACK.rules(**options), seed=seed), bets)


def begun(table: Table, bets: Bets, funds: int = 1000, irregular: tuple[str, str] | None = None) -> Table:
    for seat in sorted({seat for seat, _, _ in bets}):
        table.sit(seat, f"player {seat}", funds)
    return again(table, bets, irregular)


def again(table: Table, bets: Bets = ONE, irregular: tuple[str, str] | None = None) -> Table:
    """Another round, in which something may happen to a hand."""
    for bet in bets:
        table.bet(*bet)
    if irregular:
        table.irregularity(irregular[0], position=irregular[1])
    table.deal()
    return table


def finished(table: Table) -> Table:
    """The round played to its end: no insurance, no second card, stand on everything."""
    while table.asked:
        quiet = ("stand", "no-insurance", "no-double", "first-hand", "second-card", "dead-hand")
        decision = next(choice.id for choice in table.asked.choices if choice.id in quiet)
        table.act(table.asked.seat, decision)
    return table


class Stacked(Tape):
    """A shoe with these cards on top; unlike a tape it runs out."""

    def __init__(self, on_top: str) -> None:
        super().__init__()
        self.on_top = cards(on_top)

    def shuffle(self, cards: list[int]) -> list[int]:
        top = [each for each in self.on_top if each in cards]
        return top + list((Counter(cards) - Counter(top)).elements())

    def card(self, to: str, shoe: Shoe) -> int:
        return shoe.pop()


def left_in_shoe(table: Table, count: int) -> None:
    del table.shoe[: len(table.shoe) - count]


# ---- wagers, 2.3 ---------------------------------------------------------------------------------------


@pytest.mark.paragraph("2.3(j)")
@pytest.mark.parametrize("options", [{}, {"dealing": "double-shoe"}], ids=["2.3(c)", "2.3(j)"])
def test_2_3_c_no_wager_is_made_or_withdrawn_after_the_first_card(options: dict[str, str]) -> None:
    """With a double shoe the determinant card is the first card: 2.3(j)."""
    table = shuffled(TWO, **options)
    for attempt in (lambda: table.bet(1, "blackjack", 10), lambda: table.remove(1, "blackjack")):
        with pytest.raises(Refused, match="no more bets"):
            attempt()


def test_2_3_f_a_player_with_a_wager_stays_until_it_is_decided() -> None:
    table = dealt("5s 6h 6d Tc")
    with pytest.raises(Refused, match="stays in this round until it ends"):
        table.leave(1)


def test_2_3_g_a_double_down_or_split_once_made_stays() -> None:
    table = dealt("8s 6h 8d Tc 3c")
    table.act(1, "split")
    with pytest.raises(Refused, match="no more bets"):
        table.remove(1, "split")


def test_2_3_i_whoever_sat_out_waits_for_the_cutting_card() -> None:
    table = shuffled(mid_shoe_entry="barred")
    finished(table)
    table.sit(2, "Bob", 100)
    with pytest.raises(Refused, match=r"2\.3\(i\)"):
        table.bet(2, "blackjack", 10)
    again(table)
    left_in_shoe(table, 70)  # the cutting card lies before the last 78 of 312
    finished(table)
    table.bet(2, "blackjack", 10)


def test_2_3_l_3_the_hand_fee_is_taken_before_any_card() -> None:
    rules = Rules(BLACKJACK, {"hand-fee": "0.20"}, limits={"blackjack": (500, 10_000)})
    table = Table(BLACKJACK, rules, seed=1)
    table.sit(1, "Ann", 100)
    table.bet(1, "blackjack", 5)
    table.deal()
    kinds = [type(event).__name__ for event in table.said]
    assert kinds.index("Move") < kinds.index("Deal")
    assert table.funds(1) == 10_000 - 500 - 20


def test_2_3_l_7_the_fee_is_the_houses_revenue_and_no_part_of_the_wager() -> None:
    table = Table(
        BLACKJACK, Rules(BLACKJACK, {"hand-fee": "0.25"}, limits={"blackjack": (100, 10_000)}), seed=3
    )
    table.sit(1, "Ann", 5)
    with pytest.raises(Refused, match=r"2\.3\(l\)4"):
        table.bet(1, "blackjack", 5)
    table.bet(1, "blackjack", 4)
    with pytest.raises(Refused, match=r"2\.3\(l\)4"):
        table.bet(1, "blackjack", 1)
    table.deal()
    finished(table)
    assert table.settlement is not None
    assert table.settlement.fees == table.ledger["fees"] == 25


def test_2_3_l_6_the_posted_rules_say_that_the_fee_is_no_wager() -> None:
    options = as_json(BLACKJACK)["options"]
    assert isinstance(options, list)
    (text,) = (option["text"] for option in options if option["id"] == "hand-fee")
    assert "not a wager" in text
    assert "neither toward the minimum nor in a payout" in text


def test_2_3_d_a_six_to_five_double_down_is_a_multiple_of_five() -> None:
    table = dealt("5s 6h 6d Tc", ((1, "blackjack", 15),), variation="6-to-5", soft_17="hit")
    with pytest.raises(Refused, match=r"in steps of \$5"):
        table.act(1, "double-down", 7)


def test_2_3_e_2_a_double_down_is_made_in_chips_though_three_sevens_be_paid_in_coin() -> None:
    """$2.25 are made in quarters; three to two of it, $3.375, would be paid to the cent."""
    table = dealt("7s 6h 7d Tc", three_sevens="yes")
    with pytest.raises(Refused, match=r"in steps of \$0\.50"):
        table.act(1, "double-down", "2.25")


def test_2_3_a_a_settlement_names_its_paragraph() -> None:
    table = dealt("Ts 9h 9d 8c", TWO[:1])
    table.act(1, "stand")
    assert [event.cite for event in said(table, Settle)] == [cite("2.3(a)2")]


# ---- shuffle and burn, 2.5 and 2.6(c), (l), 2.21 -------------------------------------------------------


def test_2_6_a_cards_come_from_the_shoe() -> None:
    table = shuffled()
    assert len(table.shoe) == 6 * 52 - len(said(table, Deal))


@pytest.mark.paragraph("2.5(i)")
@pytest.mark.parametrize(("options", "cut"), [({}, 78), ({"cutting_card": 50}, 156), (HAND, 35)])
def test_2_5_d_the_cutting_card_lies_a_quarter_from_the_back_or_deeper(
    options: dict[str, Any], cut: int
) -> None:
    """A quarter of 312 is 78; from the hand a third of 104 is 35 at least, 2.5(i)."""
    for left, shuffles in ((cut, 1), (cut + 1, 0)):
        table = finished(shuffled(**options))
        left_in_shoe(table, left)
        again(table)
        assert len(said(table, Shuffle)) == shuffles


@pytest.mark.paragraph("2.6A(j)")
def test_2_5_h_the_round_is_finished_before_the_shuffle() -> None:
    """2.6(l): the cutting card came out in mid-round; 2.6A(j) is the same from the hand."""
    table = shuffled()
    left_in_shoe(table, 60)
    finished(table)
    assert len(said(table, Shuffle)) == 1  # the one it began with
    again(table)
    assert [type(event) for event in table.said][:1] == [Shuffle]


def test_2_5_h_1_the_house_may_shuffle_after_every_round() -> None:
    table = finished(shuffled(rounds_per_deck="one"))
    again(table)
    assert len(said(table, Shuffle)) == 1


def test_2_5_a_the_cards_are_shuffled_before_play() -> None:
    table = shuffled()
    first = table.said[0]
    assert isinstance(first, Shuffle)
    assert Counter(first.order) == Counter(range(52)) + Counter(dict.fromkeys(range(52), 5))


def test_2_6_c_one_card_is_burned_from_a_full_shoe_and_none_after() -> None:
    table = shuffled()
    assert dealt_to(table)[0] == "burn"
    assert table.view(1)["burn"] == ["??"]
    again(finished(table))
    assert "burn" not in dealt_to(table)


def test_2_6a_c_from_the_hand_the_house_burns_before_every_round_or_not_at_all() -> None:
    table = shuffled(**HAND)
    assert "burn" not in dealt_to(table)
    table = shuffled(**HAND, burn_each_round="yes")
    assert dealt_to(table)[0] == "burn"
    again(finished(table))
    assert dealt_to(table)[0] == "burn"


def test_2_21_a_continuous_shuffler_has_every_card_in_every_round_and_burns_none() -> None:
    table = finished(shuffled(dealing="continuous"))
    again(table)
    assert len(said(table, Shuffle)) == 1
    assert "burn" not in dealt_to(table)


def test_2_6_d_1_the_suit_of_the_determinant_card_picks_the_side() -> None:
    """2.6(d)2: from the side it points to it is the first player's first card, else it is burned."""
    table = shuffled(TWO, dealing="double-shoe")
    met = set()
    for _ in range(30):
        first, *others = said(finished(table), Deal)
        assert first.to == "determinant"
        side = "red" if first.card % 4 in (1, 2) else "black"
        assert {event.shoe for event in others} == {side}
        used = first.shoe == side
        (slide,) = [event for event in said(table, Slide) if event.owner == "determinant"]
        assert slide.to == ("1" if used else "burn")
        assert [event.to for event in others][:2] == (["3", "dealer"] if used else ["1", "3"])
        met.add((side, used))
        again(table, TWO)
    assert len(met) == 4


def test_2_6_l_3_only_the_side_whose_cutting_card_came_out_is_shuffled() -> None:
    table = finished(shuffled(dealing="double-shoe"))
    assert [event.shoe for event in said(table, Shuffle)] == ["black", "red"]
    del table.shoes["red"][:-70]
    again(table)
    assert [event.shoe for event in said(table, Shuffle)] == ["red"]


# ---- the deal, 2.6 and 2.6A ----------------------------------------------------------------------------


def test_2_6_e_one_card_to_each_box_one_to_the_dealer_a_second_to_each_box() -> None:
    """2.6(e)1, 2.6(e)2 and 2.6(e)3, all of them face up."""
    table = shuffled(TWO, hole_card="none", seed=2)
    assert dealt_to(table) == ["burn", "1", "3", "dealer", "1", "3"]
    assert all(event.up for event in said(table, Deal)[1:])


@pytest.mark.parametrize("hole", ["down", "reader"])
def test_2_6_j_the_hole_card_follows_the_second_cards_and_is_seen_by_nobody(hole: str) -> None:
    table = dealt("5s Ts 9h 6d 9d 8c", TWO, hole_card=hole)
    assert dealt_to(table)[-2:] == ["3", "dealer"]
    for seat in (1, 3, None):
        assert table.view(seat)["dealer"] == ["9h", "??"]
    table.act(1, "stand")
    assert table.view(1)["dealer"] == ["9h", "??"]
    finished(table)
    assert table.view(None)["dealer"] == ["9h", "8c"]


def test_2_6_j_1_after_a_blackjack_in_the_reader_no_card_is_dealt() -> None:
    table = dealt("5s Th 6d Ac")
    assert not table.playing
    assert dealt_to(table) == ["burn", "1", "dealer", "1", "dealer"]


def test_2_6_j_the_reader_is_used_with_an_ace_or_ten_value_card_only() -> None:
    assert dealt("5s 9h 6d Ac").asked is not None
    assert dealt("5s Jh 6d Ac").asked is None
    assert dealt("5s Jh 6d Ac", hole_card="down").asked is not None


def test_2_6_k_the_hole_card_is_dealt_face_up() -> None:
    table = dealt("5s 9h 6d 7c", **UP)
    assert table.view(None)["dealer"] == ["9h", "7c"]


def test_2_6_k_6_against_an_open_blackjack_no_card_is_dealt() -> None:
    assert not dealt("5s Ah 6d Tc", **UP).playing


def test_2_6_k_4_with_the_hole_card_up_a_player_doubles_on_nine_to_eleven_only() -> None:
    assert "double-down" in legal(dealt("5s 9h 6d 7c", **UP))
    assert "double-down" in legal(dealt("5s 9h 4d 7c", **UP))
    assert "double-down" not in legal(dealt("4s 9h 4d 7c", **UP))
    assert "double-down" not in legal(dealt("As 9h 8d 7c", **UP))  # soft 19


def test_2_6_k_3_with_the_hole_card_up_there_is_neither_insurance_nor_even_money() -> None:
    assert legal(dealt("5s Ah 6d 7c", **UP)) == ["hit", "stand", "double-down"]
    assert not dealt("As Ah Td 7c", **UP).playing


def test_2_6_f_players_decide_from_the_dealers_left() -> None:
    table = dealt("Ts 9s 6h 9d 8d Tc 5c", ((4, "blackjack", 10), (2, "blackjack", 10)), surrender="yes")
    assert table.asked is not None
    assert table.asked.seat == 2
    assert legal(table) == ["hit", "stand", "double-down", "surrender"]
    table.act(2, "stand")
    assert table.asked.seat == 4


def test_2_6_g_further_cards_are_dealt_face_up() -> None:
    table = dealt("5s 9h 6d 7c 3d")
    table.act(1, "draw")
    assert table.view(None)["1"] == ["5s", "6d", "3d"]


@pytest.mark.parametrize(("options", "paragraph"), [({"hole_card": "none"}, "2.6(h)"), (HAND, "2.6A(f)")])
def test_2_6_h_dealers_card_is_called_before_the_second_card(options: dict[str, Any], paragraph: str) -> None:
    """2.6A(f) has the same call for cards dealt from the hand."""
    table = dealt("Ts 9h 9d 8c", **options)
    table.act(1, "stand")
    call, card_ = said(table, Say, Deal)[-2:]
    assert (call.what, call.cite) == ("Dealer's Card", cite(paragraph))
    assert (card_.to, card_.up) == ("dealer", True)


def test_2_6_i_settlement_begins_at_the_dealers_far_right() -> None:
    table = finished(dealt("Ts 9s 9h 9d 8d 8c", TWO))
    assert [event.seat for event in said(table, Settle)] == [3, 1]


def test_2_6a_c_1_from_the_hand_the_players_cards_lie_face_down() -> None:
    """2.6A(c)2 and 2.6A(c)3: the dealer's card face up between the two rounds of cards; 2.6A(d): each player
    looks at the own cards."""
    table = dealt("Ts 9s 9h 9d 8d 8c", TWO, **HAND)
    assert dealt_to(table) == ["1", "3", "dealer", "1", "3"]
    assert table.view(1) == {"1": ["Ts", "9d"], "3": ["??", "??"], "dealer": ["9h"]}
    assert table.view(3) == {"1": ["??", "??"], "3": ["9s", "8d"], "dealer": ["9h"]}
    assert table.view(None)["1"] == table.view(2)["1"] == ["??", "??"]


def test_2_6a_d_surrender_from_the_hand_needs_a_card_reader_or_the_other_reading() -> None:
    assert "surrender" not in legal(dealt("Ts 9h 6d", **HAND, surrender="yes"))
    assert "surrender" in legal(dealt("Ts 9h 6d 8c", **{**HAND, "hole_card": "reader"}, surrender="yes"))
    printed = {**HAND, "reading_hand_surrender": "as-printed"}
    assert "surrender" in legal(dealt("Ts 9h 6d", **printed, surrender="yes"))


def test_2_6a_e_from_the_hand_further_cards_are_face_up() -> None:
    table = dealt("5s 9h 6d 3d", **HAND)
    table.act(1, "hit")
    assert table.view(None)["1"] == ["??", "??", "3d"]


def test_2_6a_e_1_a_pair_is_turned_over_to_be_split() -> None:
    table = dealt("8s 9h 8d 3d", **HAND)
    table.act(1, "split")
    assert table.view(None) == {"1": ["8s", "3d"], "dealer": ["9h"], "1.2": ["8d"]}


def test_2_6a_e_2_a_busted_hand_is_discarded_face_down_and_collected() -> None:
    """2.6A(e)3: the wager is taken at once."""
    table = dealt("Ts 9s 9h 6d 8d Kc", TWO, **HAND)
    table.act(1, "hit")
    assert [event.cite for event in said(table, Settle)] == [cite("2.6A(e)3")]
    finished_view = table.view(3)
    assert finished_view["1"] == ["??", "??", "Kc"]


def test_2_6a_g_the_cards_are_turned_over_when_the_dealer_is_done() -> None:
    table = dealt("Ts 9s 9h 9d 8d 8c", TWO, **HAND)
    finished(table)
    shown = said(table, Deal, Show, Settle)
    assert [event.owner for event in shown if isinstance(event, Show)] == ["3", "1"]
    assert [type(event) for event in shown[-4:]] == [Show, Settle, Show, Settle]


def test_2_6a_h_from_the_hand_the_hole_card_may_be_dealt_down_and_read() -> None:
    table = dealt("Ts 9h 9d 8c", **{**HAND, "hole_card": "reader"})
    assert table.view(1)["dealer"] == ["9h", "??"]


def test_2_6a_a_a_blackjack_from_the_hand_is_shown_and_paid() -> None:
    table = dealt("As 9h Kd", **HAND)
    assert not table.playing
    assert table.view(None)["1"] == ["As", "Kd"]


# ---- blackjack, surrender, insurance, 2.7 to 2.9 -------------------------------------------------------


def test_2_7_a_a_blackjack_is_paid_before_any_third_card() -> None:
    table = dealt("As Ts 9h Kd 6d 8c", TWO)
    assert table.playing
    assert [(event.seat, event.cite) for event in said(table, Settle)] == [(1, cite("2.7(a)"))]


def test_2_7_b_against_a_ten_it_is_announced_and_waits() -> None:
    table = dealt("As Ts Jh Kd 6d 8c 2c", TWO)
    assert [event.cite for event in said(table, Say)] == [cite("2.7(b)")]
    assert not said(table, Settle)
    table.act(3, "stand")
    assert [(event.seat, event.pays) for event in said(table, Settle)] == [(3, 0), (1, 1500)]


def test_2_7_b_nothing_is_announced_without_a_blackjack() -> None:
    assert not said(dealt("Ts Jh 6d 8c"), Say)


def test_2_7_c_even_money_is_for_a_blackjack_against_an_ace_where_offered() -> None:
    assert legal(dealt("As Ah Kd 6c")) == ["insurance", "no-insurance", "even-money"]
    assert legal(dealt("Ts Ah Kd 6c")) == ["insurance", "no-insurance"]
    assert legal(dealt("As Ah Kd 6c", even_money="no")) == ["insurance", "no-insurance"]


def test_2_8_a_surrender_comes_before_any_other_decision() -> None:
    table = dealt("2s 9h 3d 8c 4c", surrender="yes")
    assert "surrender" in legal(table)
    table.act(1, "hit")
    assert "surrender" not in legal(table)
    table = dealt("8s 9h 8d 8c 4c", surrender="yes")
    table.act(1, "split")
    assert "surrender" not in legal(table)


def test_2_8_a_2_against_an_ace_or_ten_the_wager_waits() -> None:
    table = dealt("Ts 9s Kh 6d 9d 7c", TWO, surrender="yes")
    table.act(1, "surrender")
    assert not said(table, Settle)
    finished(table)
    assert [event.lost for event in said(table, Settle) if event.seat == 1] == [500]


def test_2_8_c_surrender_is_the_houses_choice() -> None:
    assert "surrender" not in legal(dealt("Ts 9h 6d 8c"))


def test_2_9_a_insurance_is_offered_against_an_ace_only() -> None:
    assert "insurance" in legal(dealt("Ts Ah 6d 8c"))
    assert "insurance" not in legal(dealt("Ts Kh 6d 8c"))


def test_2_9_b_insurance_is_at_most_half_or_the_next_chip() -> None:
    table = dealt("Ts Ah 6d 8c", ((1, "blackjack", 15),))
    with pytest.raises(Refused, match=r"\$0\.50 to \$7\.50"):
        table.act(1, "insurance", 8)
    rules = Rules(BLACKJACK, {"variation": "6-to-5", "soft-17": "hit"}, chip=100)
    tape = Tape()
    tape.load(cards("Ts Ah 6d 8c"))
    table = begun(Table(BLACKJACK, rules, chance=tape), ((1, "blackjack", 15),))
    assert [choice.most for choice in table.legal() if choice.id == "insurance"] == [800]


def test_2_9_b_without_money_there_is_nothing_to_insure_with() -> None:
    assert legal(dealt("Ts Ah 6d 8c", funds=10)) == ["no-insurance"]


def test_2_9_b_all_insure_together_or_each_before_the_own_turn() -> None:
    table = dealt("Ts 9s Ah 9d 8d 8c", TWO)
    table.act(1, "no-insurance")
    table.act(3, "no-insurance")
    assert table.asked is not None
    assert (table.asked.seat, legal(table)[0]) == (1, "hit")
    table = dealt("Ts 9s Ah 9d 8d 8c", TWO, hole_card="none", insurance_timing="before-turn")
    table.act(1, "no-insurance")
    assert (table.asked.seat, legal(table)[0]) == (1, "hit")  # type: ignore[union-attr]
    table.act(1, "stand")
    assert legal(table) == ["insurance", "no-insurance"]


def test_2_9_d_losing_insurance_is_collected_before_the_dealer_draws() -> None:
    table = dealt("Ts Ah 9d 5c 2c", hole_card="none", soft_17="stand")
    table.act(1, "insurance")
    table.act(1, "stand")
    events = [
        event for event in said(table, Deal, Settle) if not isinstance(event, Deal) or event.to == "dealer"
    ]
    kinds = [type(event) for event in events]
    assert kinds == [Deal, Deal, Settle, Deal, Settle]
    assert events[2].wager == "insurance"


# ---- doubling, splitting, drawing, 2.10 to 2.12 --------------------------------------------------------


def test_2_10_a_double_down_is_at_most_the_original_wager_and_on_two_cards() -> None:
    table = dealt("5s 9h 2d 7c 3d")
    with pytest.raises(Refused, match=r"\$0\.50 to \$10"):
        table.act(1, "double-down", "10.50")
    table.act(1, "hit")
    assert legal(table) == ["hit", "stand"]


def test_2_10_a_a_player_doubles_and_splits_with_what_is_left() -> None:
    table = dealt("8s 9h 8d 7c", funds=14)
    (choice,) = (choice for choice in table.legal() if choice.id == "double-down")
    assert (choice.least, choice.most) == (50, 400)
    assert "split" not in legal(table)
    with pytest.raises(Refused, match="needs an amount"):
        table.act(1, "double-down")


def test_2_10_a_1_from_the_hand_a_hard_nine_to_eleven_is_turned_over_to_double() -> None:
    options = {**HAND, "double_on": "9-to-11"}
    assert "double-down" not in legal(dealt("Ts 9h 2d", **options))
    table = dealt("5s 9s 9h 6d 9d 3c", TWO, **options)
    table.act(1, "double-down")
    assert table.view(None)["1"] == ["5s", "6d", "3c"]


@pytest.mark.parametrize(
    "options", [HAND, {"variation": "6-to-5", "soft_17": "hit"}], ids=["2.10(a)2", "2.10(d)"]
)
def test_2_10_d_doubling_after_a_split_may_be_barred(options: dict[str, Any]) -> None:
    """2.10(a)2 from the hand, 2.10(d) in the 6 to 5 variation."""
    bets: Bets = ((1, "blackjack", 10),)
    in_order = "8s 9h 8d 3c" if options is HAND else "8s 9h 8d 7c 3c"
    for barred in ("yes", "no"):
        table = dealt(in_order, bets, **options, double_after_split=barred)
        table.act(1, "split")
        assert ("double-down" in legal(table)) == (barred == "yes")


def test_2_10_c_a_double_card_face_down_is_seen_by_nobody_until_settlement() -> None:
    table = dealt("Ts 9s 6h 5d 9d Tc Kc 4s", TWO, double_card="down")
    table.act(1, "double-down")
    assert table.view(1)["1"] == table.view(3)["1"] == ["Ts", "5d", "??"]
    assert not said(table, Settle)
    finished(table)
    draws = [event for event in said(table, Deal, Show) if isinstance(event, Show) or event.to == "dealer"]
    assert [type(event) for event in draws[-3:]] == [Show, Deal, Show]
    assert draws[-1].cards == tuple(cards("Ts 5d Kc"))


def test_2_10_c_on_request_any_player_may_have_the_card_face_down() -> None:
    table = dealt("5s 9h 6d 7c 3d", double_card="on-request")
    assert legal(table) == ["hit", "stand", "double-down", "double-face-down"]


def test_2_11_b_the_first_hand_is_completed_before_the_second_gets_a_card() -> None:
    table = dealt("8s 9h 8d 7c 2c 5c 9c Ts")
    table.act(1, "split")
    table.act(1, "hit")
    assert table.view(None)["1.2"] == ["8d"]
    table.act(1, "stand")
    assert table.view(None)["1.2"] == ["8d", "9c"]
    assert table.asked is not None
    assert table.asked.hand == "1.2"


def test_2_11_c_1_a_pair_is_split_once_where_the_house_allows_no_more() -> None:
    table = dealt("8s 9h 8d 7c 8c", split_hands=2)
    table.act(1, "split")
    assert legal(table) == ["hit", "stand", "double-down"]


def test_2_11_e_seven_boxes_allow_three_hands_and_six_allow_four() -> None:
    for positions, hands in ((7, 3), (6, 4)):
        tape = Tape()
        tape.load(cards("8s 9h 8d 7c 8c 8h 8s"))
        table = begun(Table(BLACKJACK, Rules(BLACKJACK, positions=positions), chance=tape), ONE)
        for _ in range(hands - 1):
            table.act(1, "split")
        assert "split" not in legal(table)
        assert len([owner for owner in table.hands if owner.startswith("1")]) == hands


def test_2_11_a_the_second_hands_wager_equals_the_original() -> None:
    table = dealt("8s 9h 8d 7c 2c")
    with pytest.raises(Refused, match=r"\$10"):
        table.act(1, "split", 5)
    table.act(1, "split")
    assert [(event.wager, event.amount) for event in said(table, Stake)] == [("split", 1000)]


def test_2_11_a_cards_of_different_value_are_no_pair() -> None:
    assert "split" not in legal(dealt("9s 9h 8d 7c"))
    assert "split" in legal(dealt("Ks 9h Td 7c"))


def test_2_12_a_1_nobody_draws_to_21() -> None:
    table = dealt("5s 9h 6d 7c Tc 2d")
    table.act(1, "hit")
    assert not table.playing


def test_2_12_c_the_dealer_does_not_draw_for_nobody() -> None:
    table = dealt("Ts 6h 6d 9c Kc")
    table.act(1, "hit")
    assert not table.playing
    assert table.view(None)["dealer"] == ["6h", "9c"]


# ---- boxes, 2.13 and 2.14 ------------------------------------------------------------------------------


def test_2_13_a_a_place_is_kept_for_the_seated_player() -> None:
    table = Table(BLACKJACK, BLACKJACK.rules(bettors_per_box=2), seed=1)
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 100)
    table.bet(2, "blackjack@1", 10)
    with pytest.raises(Refused, match=r"2\.13\(a\)"):
        table.bet(3, "blackjack@1", 10)
    table.bet(1, "blackjack", 10)


def test_2_13_b_only_the_caller_is_asked() -> None:
    bets: Bets = ((1, "blackjack", 10), (2, "blackjack@1", 90))
    table = dealt("5s 9h 6d 7c 3d", bets, bettors_per_box=3)
    assert table.asked is not None
    assert table.asked.seat == 1
    with pytest.raises(Refused, match="seat 1's turn"):
        table.act(2, "stand")


def test_2_13_d_the_hand_gets_one_card_whoever_doubles() -> None:
    bets: Bets = ((1, "blackjack", 10), (2, "blackjack@1", 90), (3, "blackjack@1", 10))
    table = dealt("5s 9h 6d 8c 3d", bets, bettors_per_box=3)
    table.act(1, "double-down")
    table.act(2, "double-down", 50)
    table.act(3, "no-double")
    assert dealt_to(table).count("1") == 3


def test_2_13_e_who_cannot_cover_the_split_follows_a_hand() -> None:
    table = Table(BLACKJACK, BLACKJACK.rules(bettors_per_box=2), chance=(tape := Tape()))
    tape.load(cards("8s 9h 8d 7c"))
    table.sit(1, "Ann", 100)
    table.sit(2, "Bob", 30)
    again(table, ((1, "blackjack", 10), (2, "blackjack@1", 20)))
    table.act(1, "split")
    assert legal(table) == ["first-hand", "second-hand"]


def test_2_13_the_bettors_of_a_box_see_its_cards() -> None:
    bets: Bets = ((1, "blackjack", 10), (2, "blackjack@1", 10), (3, "blackjack", 10))
    table = dealt("Ts 9s 9h 9d 8d", bets, **HAND, bettors_per_box=2)
    assert table.view(1)["1"] == table.view(2)["1"] == ["Ts", "9d"]
    assert table.view(3)["1"] == ["??", "??"]


def test_2_14_each_box_of_a_player_is_played_in_turn() -> None:
    bets: Bets = ((1, "blackjack", 10), (1, "blackjack@4", 10))
    table = dealt("Ts 9s 9h 9d 8d 8c", bets, boxes_per_player=2)
    asked = []
    while table.asked:
        asked.append((table.asked.seat, table.asked.hand))
        table.act(1, "stand")
    assert asked == [(1, "1"), (1, "4")]


# ---- irregularities, 2.15 ------------------------------------------------------------------------------


def test_2_15_a_a_card_found_face_up_goes_to_the_discards() -> None:
    table = Table(BLACKJACK, seed=1)
    table.irregularity("card-face-up", ("deal", 3))
    begun(table, ONE)
    assert dealt_to(table) == ["burn", "1", "burn", "dealer", "1", "dealer"]


def test_2_15_b_an_unseen_card_is_the_next_card() -> None:
    table = shuffled()
    following = table.shoe[-1]
    table.irregularity("card-drawn-in-error")
    assert table.shoe[-1] == following


def test_2_15_c_an_exposed_card_is_the_next_card() -> None:
    table = dealt("5s 9s 9h 3d 9d 8c 2c 7h", TWO)
    table.irregularity("card-drawn-and-exposed")
    assert table.view(None)["exposed"] == ["2c"]
    table.act(1, "hit")
    assert table.view(None)["1"] == ["5s", "3d", "2c"]
    table.act(1, "hit")
    assert table.view(None)["1"][-1] == "7h"


def test_2_15_c_refused_by_all_it_is_burned() -> None:
    table = dealt("Ts 9h 9d 8c 2c")
    table.irregularity("card-drawn-and-exposed")
    table.act(1, "stand")
    assert not table.playing
    assert [(event.owner, event.to) for event in said(table, Slide)] == [("exposed", "burn")]


def test_2_15_c_before_the_first_two_cards_it_is_not_ruled_on() -> None:
    table = Table(BLACKJACK, seed=1)
    table.irregularity("card-drawn-and-exposed")
    begun(table, ONE)
    assert "exposed" not in table.hands


def test_2_15_d_a_dealer_who_stands_burns_the_card() -> None:
    table = dealt("Ts 9h 9d 8c 2c")
    table.irregularity("dealer-overdraws", ("settle", 1))
    table.act(1, "stand")
    assert table.view(None)["dealer"] == ["9h", "8c"]
    assert dealt_to(table)[-1] == "burn"


def test_2_15_e_a_dealer_who_missed_the_first_card_takes_both_after_the_players() -> None:
    table = Table(BLACKJACK, seed=2)
    table.irregularity("dealer-missed-card")
    begun(table, TWO)
    assert dealt_to(table) == ["burn", "1", "3", "1", "3", "dealer", "dealer"]


def test_2_15_f_the_discards_complete_the_round_and_then_all_cards_are_shuffled() -> None:
    """2c is burned; 5s 2d 3d and the dealer's 9h lie on the table when the shoe is empty."""
    table = begun(
        Table(BLACKJACK, BLACKJACK.rules(decks=1, hole_card="none"), chance=Stacked("2c 5s 9h 2d 3d")), ONE
    )
    left_in_shoe(table, 1)
    table.act(1, "hit")
    table.act(1, "hit")
    refilled = said(table, Shuffle)[-1]
    assert Counter(refilled.cards) == Counter(range(52)) - Counter(cards("5s 9h 2d 3d"))
    assert dealt_to(table)[-2:] == ["burn", "1"]
    assert cite("2.15(f)") in [event.cite for event in said(table, Say)]
    again(finished(table))
    assert len(said(table, Shuffle)[0].order) == 52


def test_2_15_f_a_hand_of_a_split_that_went_over_21_is_among_the_discards() -> None:
    """Eights are split; T 5 goes over with a king; 8 and 3 lie there when the shoe is empty."""
    table = begun(
        Table(BLACKJACK, BLACKJACK.rules(decks=1, hole_card="none"), chance=Stacked("2c 8s 9h 8d 5c Kd 3d")),
        ONE,
    )
    table.act(1, "split")
    table.act(1, "hit")
    left_in_shoe(table, 0)
    table.act(1, "hit")
    refilled = said(table, Shuffle)[-1]
    assert Counter(refilled.cards) == Counter(range(52)) - Counter(cards("8d 3d 9h"))


def test_2_15_g_a_box_without_cards_is_out_of_the_round() -> None:
    table = begun(Table(BLACKJACK, seed=2), TWO, irregular=("no-card-dealt", "1"))
    assert dealt_to(table) == ["burn", "3", "dealer", "3", "dealer"]
    assert table.funds(1) == 100_000
    finished(table)
    again(table, TWO)
    assert "1" in dealt_to(table)


def test_2_15_g_the_second_card_may_come_after_all_others() -> None:
    table = Table(BLACKJACK, BLACKJACK.rules(hole_card="none"), seed=2)
    begun(table, TWO, irregular=("one-card-dealt", "1"))
    assert legal(table) == ["second-card", "dead-hand"]
    table.act(1, "second-card")
    assert dealt_to(table)[:6] == ["burn", "1", "3", "dealer", "3", "1"]


def test_2_15_h_a_round_from_the_wrong_side_stands() -> None:
    table = shuffled(dealing="double-shoe", seed=4)
    table.irregularity("wrong-side-of-double-shoe")
    finished(table)
    assert table.settlement is not None
    assert table.settlement.wagers[1]["blackjack"].result in ("win", "lose", "push")


def test_2_15_i_a_missed_card_comes_after_the_others_and_before_the_hole_card_shows() -> None:
    table = dealt("Ts 9s 9h 3d 9d 8c 6c", TWO)
    table.act(1, "stand")
    table.irregularity("missed-hit", position="1")
    assert table.asked is not None
    assert table.asked.seat == 3
    table.act(3, "stand")
    assert legal(table) == ["late-card", "dead-hand"]
    assert not said(table, Show)
    table.act(1, "late-card")
    assert table.view(None)["1"] == ["Ts", "3d", "6c"]
    assert legal(table) == ["hit", "stand"]


def test_2_15_i_a_finished_hand_misses_nothing() -> None:
    table = dealt("Ts 9s 9h 5d 9d 8c Kc", TWO)
    table.act(1, "hit")
    with pytest.raises(Refused, match="position 1 has no wager"):
        table.irregularity("missed-hit", position="1")
    table.act(3, "stand")
    assert not table.playing


def test_2_15_j_1_a_reader_that_could_tell_the_players_voids_the_round() -> None:
    table = dealt("5s 9s 9h 6d 9d 8c 2c", TWO)
    table.act(1, "double-down")
    table.irregularity("hole-card-read-revealing")
    assert not table.playing
    assert table.funds(1) == table.funds(3) == 100_000


def test_2_15_j_2_a_reader_that_told_nobody_anything_does_not() -> None:
    table = dealt("Ts 9h 5d 8c")
    table.irregularity("hole-card-read-unrevealing")
    assert table.asked is not None


def test_2_15_k_a_table_whose_reader_failed_goes_on_without_it() -> None:
    table = finished(dealt("Ts 9h 9d 8c"))
    table.irregularity("card-reader-fails")
    table.chance.load(cards("5s Jh 6d Ac"))  # type: ignore[attr-defined]
    again(table)
    assert table.asked is not None  # nobody knows of the blackjack


def test_2_15_k_from_the_hand_no_hole_card_is_dealt_without_a_reader() -> None:
    table = finished(dealt("Ts 9h 9d 8c", **{**HAND, "hole_card": "reader"}))
    table.irregularity("card-reader-fails")
    table.chance.load(cards("5s Jh 6d"))  # type: ignore[attr-defined]
    again(table)
    assert table.view(None)["dealer"] == ["Jh"]


def test_2_15_p_a_double_card_dealt_up_by_mistake_is_seen_and_stands() -> None:
    table = dealt("5s 9s 9h 6d 9d 8c 2c", TWO, double_card="down")
    table.irregularity("double-card-dealt-up", ("deal", 8), position="1")
    table.act(1, "double-down")
    assert table.view(3)["1"] == ["5s", "6d", "2c"]


# ---- lawful tables -------------------------------------------------------------------------------------


SIX_TO_FIVE = {"variation": "6-to-5", "soft-17": "hit"}
OPEN = {"hole-card": "up", "double-on": "9-to-11", "split-hands": 2}
FROM_HAND = {"dealing": "hand", "decks": 1, "hole-card": "none", "cutting-card": 34}


@pytest.mark.paragraph("2.5(i)")
@pytest.mark.parametrize(
    ("options", "paragraph"),
    [
        ({**FROM_HAND, "decks": 4}, "2.2(a)1"),
        ({**FROM_HAND, "hole-card": "down"}, "2.6A(f)"),
        ({**FROM_HAND, "cutting-card": 25}, "2.5(i)"),
        ({**FROM_HAND, "decks": 2, "rounds-per-deck": "one"}, "2.5(i)"),
        ({"burn-each-round": "yes"}, "2.6A(c)"),
        ({"variation": "6-to-5"}, "2.12(d)"),
        ({**SIX_TO_FIVE, "surrender": "yes"}, "2.8(c)"),
        ({**SIX_TO_FIVE, "three-sevens": "yes"}, "2.3(e)"),
        ({**SIX_TO_FIVE, "five-card-21": "yes"}, "2.3(e)"),
        ({**OPEN, "surrender": "yes"}, "2.6(k)3"),
        ({**OPEN, "double-on": "any"}, "2.6(k)4"),
        ({**OPEN, "split-hands": 3}, "2.6(k)5"),
        ({**OPEN, **SIX_TO_FIVE}, "2.6(k)2"),
        ({"double-on": "9-to-11"}, "2.10(a)1"),
        ({"double-after-split": "no"}, "2.10(d)"),
        ({"insurance-timing": "before-turn"}, "2.9(b)"),
        ({"resplit-aces": "yes", "split-hands": 2}, "2.11(e)"),
        ({"cutting-card": 20}, "2.5(d)"),
        ({"decks": 0}, "2.2(a)"),
        ({"bettors-per-box": 4}, "2.13(a)"),
        ({"designated-blackjack": "AsTs"}, "2.3(e)3"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_unlawful_choice_is_refused_with_its_paragraph(options: dict[str, object], paragraph: str) -> None:
    with pytest.raises(Refused) as refusal:
        Rules(BLACKJACK, options)
    assert refusal.value.cite == cite(paragraph)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("seats = 7\n[options]\nsplit-hands = 4", {("options.split-hands", "2.11(e)")}),
        ("seats = 8\n[options]\nsplit-hands = 3", {("seats", "2.11(e)")}),
        ('[options]\nhand-fee = "0.25"', {("options.hand-fee", "2.3(l)")}),
        ('[options]\nhand-fee = "0.25"\n[limits]\nblackjack = [5, 500]', set()),
        ("[options]\nhand-fee = 0.25\n[limits]\nblackjack = [5, 500]", set()),
        ('[options]\nhand-fee = "0.30"\n[limits]\nblackjack = [5, 500]', {("options.hand-fee", "2.3(l)")}),
        (
            '[options]\nvariation = "6-to-5"\nsoft-17 = "hit"\n[limits]\nblackjack = [12, 500]',
            {("limits.blackjack", "2.3(d)")},
        ),
        ("[limits]\nblackjack = [25, 200]", {("limits.blackjack", "8.2(a)")}),
        (
            '[pay_tables.blackjack]\nblackjack = "7 to 5"\n[pay_tables.insurance]\n"ten-value card" = "3 to 1"',
            {
                ("pay_tables.blackjack.blackjack", "2.3(e)"),
                ("pay_tables.insurance.ten-value card", "2.9(c)"),
            },
        ),
        (
            '[options]\nvariation = "6-to-5"\nsurrender = "yes"',
            {("options.variation+soft-17", "2.12(d)"), ("options.variation+surrender", "2.8(c)")},
        ),
    ],
)
def test_a_table_file_is_told_each_unlawful_point(
    tmp_path: Path, text: str, found: set[tuple[str, str]]
) -> None:
    page = tmp_path / "table.toml"
    page.write_text('game = "blackjack"\n' + text)
    assert {(each.point, each.cite) for each in check_table(page)} == {
        (point, cite(at)) for point, at in found
    }


def test_2_16_c_the_five_card_payout_is_a_choice_of_the_house() -> None:
    option = next(each for each in BLACKJACK.data.options if each.id == "five-card-21")
    assert option.choices == ["no", "yes"]
    assert option.default == "no"


# ---- random play ---------------------------------------------------------------------------------------


TABLES: list[dict[str, object]] = [
    {"hole-card": "none", "surrender": "yes", "insurance-timing": "before-turn"},
    {"hole-card": "down", "double-card": "down", "surrender": "yes"},
    {"hole-card": "reader", "double-card": "on-request", "three-sevens": "yes", "resplit-aces": "yes"},
    OPEN,
    {**SIX_TO_FIVE, "double-after-split": "no"},
    {"dealing": "double-shoe", "decks": 1, "hole-card": "none", "reading-busted-extra": "kept"},
    {"dealing": "continuous", "five-card-21": "yes", "suited-6-7-8": "yes", "hand-fee": "0.25"},
    {**FROM_HAND, "double-on": "9-to-11", "burn-each-round": "yes", "mid-shoe-entry": "barred"},
    {**FROM_HAND, "hole-card": "reader", "decks": 2, "surrender": "yes", "double-after-split": "no"},
]

TABLES_ = st.sampled_from(TABLES)


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 2**32), options=TABLES_, bettors=st.integers(1, 3), boxes=st.integers(1, 3))
def test_random_rounds_conserve_money_and_replay(
    seed: int, options: dict[str, object], bettors: int, boxes: int
) -> None:
    table = random_play("blackjack", {**options, "bettors-per-box": bettors, "boxes-per-player": boxes}, seed)
    assert not table.bets


@pytest.mark.parametrize("options", TABLES, ids=lambda options: " ".join(map(str, options.values())))
def test_a_journal_resumed_in_mid_round_continues_identically(options: dict[str, object]) -> None:
    bets: Bets = ((1, "blackjack", 10), (2, "blackjack@1", 20), (3, "blackjack", 50))
    storage = Memory()
    rules = Rules(BLACKJACK, {**options, "bettors-per-box": 2})
    table = Table(BLACKJACK, rules, seed=11, clock=lambda: 0, storage=storage)
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 5000)
    copies, chance = [], random.Random(5)
    for _ in range(3):
        for bet in bets:
            table.bet(*bet)
        table.deal()
        while table.asked:
            copies.append(Table.resume(read(list(storage.lines)), clock=lambda: 0))
            choice = chance.choice(table.asked.choices)
            answer = (table.asked.seat, choice.id, f"{choice.most / 100:.2f}" if choice.most else None)
            shuffles = len(said(table, Shuffle))
            table.act(*answer)
            copies[-1].act(*answer)
            if len(said(table, Shuffle)) == shuffles:
                assert copies[-1].journal.chain == table.journal.chain
                assert copies[-1].view(1) == table.view(1)
                assert copies[-1].legal() == table.legal()
    assert copies


@pytest.mark.parametrize("decks", [1, 3, 5, 7, 12])
def test_2_2_a_any_number_of_decks_from_one(decks: int) -> None:
    rules = BLACKJACK.rules(decks=decks)
    assert len(rules.pack()) == 52 * decks
    with pytest.raises(Refused, match=r"2\.2\(a\)"):
        BLACKJACK.rules(decks=0)
