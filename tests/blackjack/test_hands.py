"""The rules that the family shares and how hands end, worked out from the text."""

from __future__ import annotations

import subprocess
import sys
from itertools import product

import pytest

from pitboss.equipment.cards import cards
from pitboss.games.blackjack import blackjack, hands
from pitboss.games.blackjack.hands import Aces, BlackjackTerms, End
from tests.blackjack.houses import BLACKJACK


def score(names: str) -> int:
    return hands.total(*hands.fold(cards(names)))


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("2c 9d", 11),
        ("Jc Qd", 20),
        ("Kc 10d", 20),
        ("As Kd", 21),
        ("As Ad", 12),
        ("As 6d", 17),
        ("As 6d Th", 17),
        ("As Ad Ah 8c", 21),
        ("As Kd Qh", 21),
        ("Tc 6d Kh", 26),
    ],
)
def test_2_2_b_an_ace_is_eleven_unless_that_exceeds_21(names: str, expected: int) -> None:
    assert score(names) == expected


@pytest.mark.paragraph(
    '2.1 "Hard total"',
    '2.1 "Soft total"',
    '2A.1 "Hard total"',
    '2A.1 "Soft total"',
    '2B.1 "Hard total"',
    '2B.1 "Soft total"',
    '19.1 "Hard total"',
    '19.1 "Soft total"',
    '26.1 "Hard total"',
    '26.1 "Soft total"',
    '36.1 "Hard total"',
    '36.1 "Soft total"',
)
def test_2_1_soft_and_hard_totals() -> None:
    assert hands.is_soft(*hands.fold(cards("As 6d")))
    assert not hands.is_soft(*hands.fold(cards("As 6d Th")))
    assert not hands.is_soft(*hands.fold(cards("Tc 7d")))


@pytest.mark.paragraph(
    '2.1 "Blackjack"',
    '2A.1 "Blackjack"',
    '2B.1 "Blackjack"',
    '19.1 "Blackjack"',
    '26.1 "Blackjack"',
    '36.1 "Blackjack"',
)
def test_2_1_blackjack_is_the_initial_two_cards_only() -> None:
    ace_king = hands.fold(cards("As Kd"))
    assert hands.is_blackjack(*ace_king, 2, False)
    assert not hands.is_blackjack(*ace_king, 2, True)
    assert not hands.is_blackjack(*hands.fold(cards("As 4d 6h")), 3, False)
    assert not hands.is_blackjack(*hands.fold(cards("5s 6d")), 2, False)


@pytest.mark.parametrize(("total", "soft"), [(16, False), (16, True), (12, True), (4, False)])
def test_2_12_b_dealer_draws_below_17(total: int, soft: bool) -> None:
    assert hands.dealer_draws(BlackjackTerms(), total, soft)
    assert hands.dealer_draws(BlackjackTerms(hit_soft_17=True), total, soft)


def test_2_12_b_soft_17_is_the_houses_choice() -> None:
    assert not hands.dealer_draws(BlackjackTerms(), 17, True)
    assert hands.dealer_draws(BlackjackTerms(hit_soft_17=True), 17, True)
    assert not hands.dealer_draws(BlackjackTerms(hit_soft_17=True), 17, False)
    assert not hands.dealer_draws(BlackjackTerms(hit_soft_17=True), 18, True)


def ends(terms: BlackjackTerms, player: str, dealer: str, *, split: bool = False) -> str:
    mine, theirs = cards(player), cards(dealer)
    natural = hands.is_blackjack(*hands.fold(mine), len(mine), split)
    return hands.outcome(terms, score(player), len(mine), natural, score(dealer), len(theirs)).name


@pytest.mark.parametrize(
    ("player", "dealer", "expected"),
    [
        ("Tc 2d", "Th 6d Tc", "WIN"),  # 2.3(a)1
        ("Tc 9d", "Th 8d", "WIN"),  # 2.3(a)2
        ("Tc 7d", "Th 8d", "LOWER"),
        ("As Kd", "7c 7d 7h", "BLACKJACK"),  # 2.3(a)3
        ("Tc 8d", "9h 9d", "TIE"),  # 2.3(b)
        ("7c 7d 7h", "5c 6d Th", "TIE"),
        ("7c 7d 7h", "As Kd", "DEALERS_BLACKJACK"),  # 2.3(b)
        ("As Kd", "Ad Qc", "TIED_BLACKJACKS"),  # 2.7(b)
        ("Tc 6d Kh", "Th 6c Kd", "OVER_21"),  # both bust: the player's wager is gone already
        ("Tc 2d", "Th 5d 7c", "WIN"),  # a dealer's 22 is a bust
    ],
)
def test_2_3_a_b_outcomes(player: str, dealer: str, expected: str) -> None:
    assert ends(BlackjackTerms(), player, dealer) == expected


def test_2_3_a_3_split_ace_ten_against_drawn_21_by_both_readings() -> None:
    printed = BlackjackTerms(split_21_wins=True)
    assert ends(BlackjackTerms(), "As Kd", "7c 7d 7h", split=True) == "TIE"
    assert ends(printed, "As Kd", "7c 7d 7h", split=True) == "WIN"
    assert ends(printed, "5s 6d Kh", "7c 7d 7h", split=True) == "TIE"
    assert ends(printed, "As Kd", "Ad Qc", split=True) == "DEALERS_BLACKJACK"


def test_2_6_k_1_hole_card_up_ties_lose_and_blackjacks_win() -> None:
    up = BlackjackTerms(ties_lose=True, tied_blackjacks_win=True)
    assert ends(up, "Tc 8d", "9h 9d") == "TIE_LOST"
    assert ends(up, "7c 7d 7h", "5c 6d Th") == "TIE_LOST"
    assert ends(up, "As Kd", "Ad Qc") == "BLACKJACK"
    assert ends(up, "As Kd", "7c 7d 7h") == "BLACKJACK"
    assert ends(up, "Tc 9d", "9h 9d") == "WIN"


def test_2a_5_c_a_dealers_22_pushes_all_but_a_blackjack() -> None:
    switch = BlackjackTerms(push_22=True)
    assert ends(switch, "Tc 2d", "Th 5d 7c") == "DEALERS_22"
    assert ends(switch, "7c 7d 7h", "Th 5d 7c") == "DEALERS_22"
    assert ends(switch, "As Kd", "Th 5d 7c") == "BLACKJACK"
    assert ends(switch, "As Kd", "Th 5d 7c", split=True) == "DEALERS_22"
    assert ends(switch, "Tc 2d", "Th 5d 8c") == "WIN"
    assert ends(switch, "Tc 6d 8h", "Th 5d 7c") == "OVER_21"


def test_19_5_a_a_players_21_beats_a_drawn_21_and_a_blackjack_beats_all() -> None:
    spanish = BlackjackTerms(wins_21=1, tied_blackjacks_win=True)
    assert ends(spanish, "7c 7d 7h", "5c 6d Kh") == "WIN"  # 19.5(a)4
    assert ends(spanish, "As Kd", "Ad Qc") == "BLACKJACK"  # 19.5(a)3
    assert ends(spanish, "7c 7d 7h", "Ad Qc") == "DEALERS_BLACKJACK"  # 19.5(b)
    assert ends(spanish, "Kc Qd", "Jc Kd") == "TIE"
    assert ends(spanish, "As Kd", "7c 7d 7h", split=True) == "WIN"
    assert ends(spanish, "As Kd", "Ad Qc", split=True) == "DEALERS_BLACKJACK"  # 19.10(d)


def test_36_5_a_21_or_six_cards_win_whatever_the_dealer_has() -> None:
    triple = BlackjackTerms(wins_21=2, closes_at=6, push_22=True)
    assert ends(triple, "7c 7d 7h", "Ad Qc") == "WIN"  # (b)
    assert ends(triple, "As Kd", "Ad Qc") == "BLACKJACK"
    assert ends(triple, "2c 2d 2h 3c 3d 3h", "Ad Qc") == "WIN"
    assert ends(triple, "2c 2d 2h 3c 3d", "Ad Qc") == "DEALERS_BLACKJACK"
    assert ends(triple, "Kc 9d 5h", "Ad Qc") == "OVER_21"  # (a)
    assert ends(triple, "Kc Qd", "Kh 5d 7c") == "DEALERS_22"  # (d)
    assert ends(triple, "Kc Qd", "Kh 5d 8c") == "WIN"  # (c)
    assert ends(triple, "Kc Qd", "Kh 4d 7c") == "LOWER"


def test_2_9_b_insurance_is_up_to_half() -> None:
    assert hands.insurance_limit(1000, 100) == 500
    assert hands.insurance_limit(500, 100) == 300  # $2.50 in $1 chips: up to $3


def test_2_10_a_doubling() -> None:
    nine = BlackjackTerms(double_least=9, double_most=11)
    assert hands.may_double(BlackjackTerms(), 12, 2, False, False)
    assert not hands.may_double(BlackjackTerms(), 21, 2, True, False)
    assert not hands.may_double(BlackjackTerms(), 12, 3, False, False)
    assert [total for total in range(4, 22) if hands.may_double(nine, total, 2, False, False)] == [9, 10, 11]
    assert not hands.may_double(BlackjackTerms(double_after_split=False), 11, 2, True, False)
    assert not hands.may_double(BlackjackTerms(), 12, 2, True, True)  # 2.11(c)2


def test_19_9_a_doubling_on_any_number_of_cards() -> None:
    spanish = BlackjackTerms(double_cards=21, split_aces=Aces.ANY)
    assert hands.may_double(spanish, 12, 5, False, False)
    assert hands.may_double(spanish, 12, 2, True, True)
    assert not hands.may_double(spanish, 21, 5, False, False)


def test_36_9_e_split_aces_get_one_card_and_may_then_double() -> None:
    triple = BlackjackTerms(split_aces=Aces.ONE_AND_DOUBLE, closes_at=6, double_cards=21)
    assert hands.may_double(triple, 15, 2, True, True)
    assert not hands.may_draw(triple, 15, 2, True)
    assert hands.may_draw(triple, 15, 5, False)
    assert not hands.may_draw(triple, 15, 6, False)  # six cards have won
    assert not hands.may_double(triple, 15, 6, False, False)


def test_2_11_splitting() -> None:
    assert hands.may_split(BlackjackTerms(hands=2), 10, 10, 1)
    assert not hands.may_split(BlackjackTerms(hands=2), 10, 9, 1)
    assert not hands.may_split(BlackjackTerms(hands=2), 8, 8, 2)  # (c)1
    assert hands.may_split(BlackjackTerms(hands=4), 8, 8, 3)  # (e)
    assert not hands.may_split(BlackjackTerms(hands=4), 8, 8, 4)
    assert not hands.may_split(BlackjackTerms(hands=4), 1, 1, 2)
    assert hands.may_split(BlackjackTerms(hands=4, resplit_aces=True), 1, 1, 2)


def test_2_12_a_drawing() -> None:
    assert hands.may_draw(BlackjackTerms(), 20, 3, False)
    assert not hands.may_draw(BlackjackTerms(), 21, 3, False)
    assert not hands.may_draw(BlackjackTerms(), 12, 2, True)
    assert hands.may_draw(BlackjackTerms(split_aces=Aces.ANY), 12, 2, True)  # 19.10


def test_2_3_e_1_suited_six_seven_eight() -> None:
    found = [
        names for names in product(range(52), repeat=3) if hands.is_678(*names) and hands.is_one_suit(*names)
    ]
    assert len(found) == 4 * 6
    assert all({n >> 2 for n in names} == {4, 5, 6} and len({n & 3 for n in names}) == 1 for names in found)


def paid_as(names: str, end: End, **offered: object) -> str:
    payouts = BLACKJACK.terms(BLACKJACK.rules(**offered)).payouts
    dealt = cards(names)
    a, b, c = (*dealt, 0)[:3]
    found = blackjack.payout(payouts, end.value, a, b, c, score(names), len(dealt), False)
    return list(blackjack.Ended)[found].name


def test_2_3_e_2_to_4_optional_payouts() -> None:
    assert paid_as("7c 7d 7c", End.WIN, three_sevens="yes") == "THREE_SEVENS"
    assert paid_as("7c 7d 7c", End.WIN) == "WIN"
    assert paid_as("7c 6d 8c", End.WIN, three_sevens="yes", suited_6_7_8="yes") == "WIN"
    assert paid_as("7c 6c 8c", End.WIN, suited_6_7_8="yes") == "SUITED_678"
    assert paid_as("Js As", End.BLACKJACK, designated_blackjack="AsJs") == "DESIGNATED"
    assert paid_as("Js Ah", End.BLACKJACK, designated_blackjack="AsJs") == "BLACKJACK"
    assert paid_as("2c 3c 4d 5d 7c", End.WIN, five_card_21="yes") == "FIVE_CARD_21"
    assert paid_as("2c 3c 9d 7c", End.WIN, five_card_21="yes") == "WIN"
    assert paid_as("2c 3c 4d 5d 6c", End.WIN, five_card_21="yes") == "WIN"
    assert paid_as("2c 3c 4d 5d 7c", End.TIE, five_card_21="yes") == "TIE"  # 2.16(b)


def test_the_table_needs_no_numpy() -> None:
    code = (
        "import sys; from pitboss.games.blackjack import hands; print({'numpy', 'numba'} & set(sys.modules))"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert printed.stdout.strip() == "set()"
