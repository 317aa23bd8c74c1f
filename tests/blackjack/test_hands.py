"""Settlement of blackjack, worked out from the text."""

from __future__ import annotations

import subprocess
import sys
from itertools import product

import pytest

from pitboss.equipment.cards import card, cards
from pitboss.games.blackjack import hands


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


def test_2_1_soft_and_hard_totals() -> None:
    assert hands.is_soft(*hands.fold(cards("As 6d")))
    assert not hands.is_soft(*hands.fold(cards("As 6d Th")))
    assert not hands.is_soft(*hands.fold(cards("Tc 7d")))


def test_2_1_blackjack_is_the_initial_two_cards_only() -> None:
    ace_king = hands.fold(cards("As Kd"))
    assert hands.is_blackjack(*ace_king, 2, False)
    assert not hands.is_blackjack(*ace_king, 2, True)
    assert not hands.is_blackjack(*hands.fold(cards("As 4d 6h")), 3, False)
    assert not hands.is_blackjack(*hands.fold(cards("5s 6d")), 2, False)


@pytest.mark.parametrize(("total", "soft"), [(16, False), (16, True), (12, True), (4, False)])
def test_2_12_b_dealer_draws_below_17(total: int, soft: bool) -> None:
    assert hands.dealer_draws(total, soft, False)
    assert hands.dealer_draws(total, soft, True)


def test_2_12_b_soft_17_is_the_houses_choice() -> None:
    assert not hands.dealer_draws(17, True, False)
    assert hands.dealer_draws(17, True, True)
    assert not hands.dealer_draws(17, False, True)
    assert not hands.dealer_draws(18, True, True)


def settle(
    player: str,
    dealer: str,
    split: bool = False,
    hole_up: bool = False,
    split_21_wins: bool = False,
) -> int:
    mine, theirs = player.split(), dealer.split()
    return hands.outcome(score(player), len(mine), split, score(dealer), len(theirs), hole_up, split_21_wins)


@pytest.mark.parametrize(
    ("player", "dealer", "expected"),
    [
        ("Tc 2d", "Th 6d Tc", hands.WINS),  # 2.3(a)1
        ("Tc 9d", "Th 8d", hands.WINS),  # 2.3(a)2
        ("Tc 7d", "Th 8d", hands.LOSES),
        ("As Kd", "7c 7d 7h", hands.WINS),  # 2.3(a)3
        ("Tc 8d", "9h 9d", hands.VOID),  # 2.3(b)
        ("7c 7d 7h", "5c 6d Th", hands.VOID),
        ("7c 7d 7h", "As Kd", hands.LOSES),  # 2.3(b)
        ("As Kd", "Ad Qc", hands.VOID),  # 2.7(b)
        ("Tc 6d Kh", "Th 6c Kd", hands.LOSES),  # both bust: the player's wager is gone already
    ],
)
def test_2_3_a_b_outcomes(player: str, dealer: str, expected: int) -> None:
    assert settle(player, dealer) == expected


def test_2_3_a_3_split_ace_ten_against_drawn_21_by_both_readings() -> None:
    assert settle("As Kd", "7c 7d 7h", split=True) == hands.VOID
    assert settle("As Kd", "7c 7d 7h", split=True, split_21_wins=True) == hands.WINS
    assert settle("5s 6d Kh", "7c 7d 7h", split=True, split_21_wins=True) == hands.VOID
    assert settle("As Kd", "Ad Qc", split=True, split_21_wins=True) == hands.LOSES


def test_2_6_k_1_hole_card_up_ties_lose_and_blackjacks_win() -> None:
    assert settle("Tc 8d", "9h 9d", hole_up=True) == hands.LOSES
    assert settle("7c 7d 7h", "5c 6d Th", hole_up=True) == hands.LOSES
    assert settle("As Kd", "Ad Qc", hole_up=True) == hands.WINS
    assert settle("As Kd", "7c 7d 7h", hole_up=True) == hands.WINS
    assert settle("Tc 9d", "9h 9d", hole_up=True) == hands.WINS


def test_2_3_e_payouts_in_cents() -> None:
    assert hands.winnings(1000, 1, 1) == 1000
    assert hands.winnings(500, 3, 2) == 750
    assert hands.winnings(500, 6, 5) == 600


def test_2_8_a_surrender_costs_half_or_all() -> None:
    assert hands.surrendered(1000, False) == 500
    assert hands.surrendered(1000, True) == 1000


def test_2_9_insurance() -> None:
    assert hands.insurance(500, hands.points(card("Qd"))) == 1000
    assert hands.insurance(500, hands.points(card("9d"))) == -500
    assert hands.insurance(500, hands.points(card("Ad"))) == -500
    assert hands.insurance_limit(1000, 100) == 500
    assert hands.insurance_limit(500, 100) == 300  # $2.50 in $1 chips: up to $3


def test_2_10_a_doubling() -> None:
    assert hands.may_double(12, False, False, True)
    assert not hands.may_double(21, True, False, True)
    assert not hands.may_double(12, False, True, True)
    assert [total for total in range(4, 22) if hands.may_double(total, False, True, True)] == [9, 10, 11]
    assert not hands.may_double(11, True, False, False)


def test_2_10_b_2_11_d_dealer_blackjack_collects_only_the_original() -> None:
    assert hands.collected_by_blackjack(1000, 0, True) == 1000
    assert hands.collected_by_blackjack(1000, 1000, True) == 1000
    assert hands.collected_by_blackjack(1000, 1000, False) == 2000


def test_2_11_splitting() -> None:
    assert hands.may_split(10, 10, 1, 2, False)
    assert not hands.may_split(10, 9, 1, 2, False)
    assert not hands.may_split(8, 8, 2, 2, False)  # (c)1
    assert hands.may_split(8, 8, 3, 4, False)  # (e)
    assert not hands.may_split(8, 8, 4, 4, False)
    assert not hands.may_split(1, 1, 2, 4, False)
    assert hands.may_split(1, 1, 2, 4, True)


def test_2_12_a_drawing() -> None:
    assert hands.may_draw(20, False)
    assert not hands.may_draw(21, False)
    assert not hands.may_draw(12, True)


def test_2_3_e_1_suited_six_seven_eight() -> None:
    found = [names for names in product(range(52), repeat=3) if hands.is_suited_678(*names)]
    assert len(found) == 4 * 6
    assert all({n >> 2 for n in names} == {4, 5, 6} and len({n & 3 for n in names}) == 1 for names in found)


def test_2_3_e_2_to_4_optional_payouts() -> None:
    assert hands.is_three_sevens(*cards("7c 7d 7c"))
    assert not hands.is_three_sevens(*cards("7c 7d 8c"))
    ace, jack = cards("As Js")
    assert hands.is_designated_blackjack(jack, ace, ace, jack)
    assert not hands.is_designated_blackjack(jack, card("Ah"), ace, jack)
    assert hands.is_five_card_21(21, 5)
    assert not hands.is_five_card_21(21, 4)


def test_the_table_needs_no_numpy() -> None:
    code = (
        "import sys; from pitboss.games.blackjack import hands; print({'numpy', 'numba'} & set(sys.modules))"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert printed.stdout.strip() == "set()"
