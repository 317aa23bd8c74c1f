"""Paragraphs of a sentence each that no other test is about."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from pitboss.book import Deal, Irregular, Refused, Say, Shuffle, cite, game
from pitboss.equipment.cards import cards
from pitboss.games.baccarat.coup import counted, points
from pitboss.games.shoe import ShoeGame
from pitboss.table import Table
from pitboss.table.case import Case, played, settle
from tests.blackjack_family import dealt, legal
from tests.cases import named


@pytest.mark.paragraph("3.1(b)1-3", "4.1(b)1-3", "7.1(b)1-3")
def test_3_1_b_aces_are_one_tens_and_courts_nothing_and_others_their_number() -> None:
    told = [points(card) for card in cards("2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As")]
    assert told == [2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 1]


def test_4_1_c_a_hand_counts_the_last_digit_of_its_sum() -> None:
    hands = ("9s 8h 7d", "Kh 9c", "5d 5c", "As 2c 3h")  # 24, 9, 10, 6
    assert [counted(cards(hand)) for hand in hands] == [4, 9, 0, 6]


@pytest.mark.paragraph("6.3(c)")
def test_6_5_k_the_round_with_the_cutting_card_is_finished_and_then_all_is_shuffled() -> None:
    """A quarter of four decks is 52 cards; a round for one player takes three at most."""
    red_dog = game("red-dog")
    assert isinstance(red_dog, ShoeGame)
    table = Table(red_dog, red_dog.rules(decks=4), seed=6)
    table.sit(1, "Ann", 1_000_000)
    left_at = []
    for _ in range(200):
        left = len(table.shoe)
        table.bet(1, "ante", 10)
        table.deal()
        while table.asked:
            table.act(1, "no-raise")
        if any(isinstance(event, Shuffle) for event in table.said):
            left_at.append(left)
    assert left_at[0] == 0
    assert len(left_at) > 2
    assert all(49 < left <= 52 for left in left_at[1:])


def test_20_5_a_the_deck_is_shuffled_before_every_round() -> None:
    poker = game("three-card-poker")
    table = Table(poker, seed=20)
    table.sit(1, "Ann", 10_000)
    orders = []
    for _ in range(3):
        table.bet(1, "ante", 10)
        table.deal()
        order = [event.order for event in table.said if isinstance(event, Shuffle)]
        assert [sorted(each) for each in order] == [list(range(52))]
        orders += order
        table.act(1, "fold")
    assert len(set(orders)) == 3


def test_2_17_g_2_no_more_than_the_house_has_set() -> None:
    blackjack = game("blackjack")
    rules = blackjack.rules(additional_wager="over-under-13").changed(limits={"over-13": (100, 1000)})
    table = Table(blackjack, rules, seed=2)
    table.sit(1, "Ann", 1000)
    table.bet(1, "blackjack", 50)
    with pytest.raises(Refused, match=r"above the maximum of \$10"):
        table.bet(1, "over-13", 11)
    table.bet(1, "over-13", 10)


def test_2_20_b_no_more_bets_is_said_before_the_first_card() -> None:
    bets = ((1, "blackjack", 10), (1, "blackjack-bonus", 1))
    table = dealt(game("blackjack"), "9s 9h 9c 5d", bets, blackjack_bonus="yes")
    said = [type(event) for event in table.said]
    told = [event for event in table.said if isinstance(event, Say) and event.cite == cite("2.20(b)")]
    assert [event.what for event in told] == ["No more bets"]
    assert table.said.index(told[0]) < said.index(Deal)
    with pytest.raises(Refused, match="no more bets"):
        table.bet(1, "blackjack-bonus", 1)


def test_2a_8_e_a_match_wager_adds_nothing_to_the_insurance() -> None:
    switch = game("blackjack-switch")
    for match in ((), ((1, "match", 10),)):
        table = dealt(
            switch, "5s 9s Ah 6d 8d Kc", ((1, "hand-1", 10), (1, "hand-2", 10), *match), hole_card="none"
        )
        while "insurance" not in legal(table):
            table.act(1, legal(table)[0])
        (insurance,) = [choice for choice in table.legal() if choice.id == "insurance"]
        assert insurance.most == 500


def test_11_10_c_the_bank_is_offered_in_turn_and_never_twice_running() -> None:
    """The first round is the house's. 1 banks the second, so the third is offered to the next, and a round at which
    the dealer is the stop is offered to nobody."""
    pai_gow = game("pai-gow-poker")
    table = Table(pai_gow, pai_gow.rules(player_banking="yes"), seed=8)
    for seat in (1, 3, 5):
        table.sit(seat, f"player {seat}", 5000)
    offered: list[list[int]] = []
    for number in range(6):
        for seat in (1, 3, 5):
            table.bet(seat, "pai-gow-poker", 10)
        table.deal()
        asked = []
        while ask := table.asked:
            if ask.choices[0].id == "bank":
                asked.append(ask.seat)
                table.act(ask.seat, "bank" if number == 1 and ask.seat == 1 else "pass-bank")
            else:
                table.act(ask.seat, ask.usual)
        offered.append(asked)
    assert offered[:2] == [[], [1]]
    assert 1 not in offered[2]
    assert offered[2][0] == 3
    assert [] in offered[3:]


def test_34_13_d_1_who_made_no_wager_when_the_house_last_banked_may_not_bank() -> None:
    case = {
        "game": "supreme-pai-gow",
        "options": {"player-banking": "yes"},
        "state": {"begun": True, "last": {"2": 1000}},
        "seats": [{"seat": 1, "decisions": ["bank"]}, {"seat": 2, "wagers": {"supreme-pai-gow": 20}}],
        "seed": 34,
    }
    with pytest.raises(Refused) as refusal:
        settle(msgspec.convert(case, Case))
    assert refusal.value.cite == cite("34.13(d)1")


def test_43_8_g_a_deck_that_the_shuffler_counts_wrong_is_ruled_on_by_packs_own_paragraph() -> None:
    round_ = named(Path(__file__).parents[1] / "packs_poker", "shuffler-counts-a-wrong-deck")
    table, _ = played(msgspec.convert(round_["case"], Case))
    assert cite("43.7(h)") in {event.cite for event in table.heard if isinstance(event, Irregular)}
