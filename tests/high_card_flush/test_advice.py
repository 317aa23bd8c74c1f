"""What a player of high card flush is told, against a slow program and the published strategy."""

from __future__ import annotations

from itertools import combinations
from math import comb

import pytest

from pitboss.equipment.cards import cards
from tests.advised import advice, asked

FLUSH = "high-card-flush"
Value = tuple[int, tuple[int, ...]]


def slow_value(hand: list[int]) -> Value:
    """The longest suit, then its ranks from above."""
    suits = [sorted((card >> 2 for card in hand if card & 3 == suit), reverse=True) for suit in range(4)]
    return max((len(suit), tuple(suit)) for suit in suits)


def slow_below(left: list[int], value: Value) -> int:
    """How many hands of seven from these cards are lower: suit by suit, every set of its cards that is lower."""
    ways = [1] + [0] * 7
    for suit in range(4):
        ranks = sorted((card >> 2 for card in left if card & 3 == suit), reverse=True)
        sets = [sum((size, each) < value for each in combinations(ranks, size)) for size in range(8)]
        ways = [sum(ways[size - more] * sets[more] for more in range(size + 1)) for size in range(8)]
    return ways[7]


def slow_raise(hand: list[int], gone: list[int], times: int) -> float:
    """What a raise of so many antes nets, in antes."""
    left = [card for card in range(52) if card not in hand and card not in gone]
    mine, nine_high = slow_value(hand), (3, (7,))
    idle = slow_below(left, nine_high)
    if mine < nine_high:
        lower = up_to = idle
    else:
        lower, up_to = slow_below(left, mine), slow_below(left, (mine[0], (*mine[1], -1)))
    hands = comb(len(left), 7)
    return (idle + (1 + times) * ((lower - idle) - (hands - up_to))) / hands


@pytest.mark.parametrize(
    ("hand", "times"),
    [
        ("Ts 8s 5s Kd 3d 4c 9h", 1),
        ("7s 6s 5s Kd 3d 4c 9h", 1),
        ("Ks 6s 5s Kd Qd Td 9h", 1),
        ("2s 3s 4s 5s Kd Qd Td", 1),
        ("2s 3s 4s 5s 9s Qd Td", 2),
        ("2s 3s 4s 5s 9s Qs Td", 3),
    ],
)
def test_38_10_e_a_raise_is_worth_what_all_hands_of_the_dealer_make_of_it(hand: str, times: int) -> None:
    told = advice(asked(FLUSH, {"ante": 10}, {"1": hand}))
    expected = {"raise": 1000 * slow_raise(cards(hand), [], times), "fold": -1000}
    assert told.values == pytest.approx(expected, abs=1e-6)
    assert told.decision == max(expected, key=expected.__getitem__)
    assert told.amount == (1000 * times if told.decision == "raise" else 0)


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        ("Js 3s 2s Kd 3d 4c 9h", "raise"),
        ("Ts 9s 8s Kd 3d 4c 5h", "raise"),
        ("9s 4s 3s Kd 7d 4c 8h", "fold"),
        ("As Ks Ad Kd Ac Kc Qh", "fold"),
    ],
)
def test_38_10_b_ten_eight_six_is_about_where_raises_begin(hand: str, best: str) -> None:
    """The published strategy."""
    assert advice(asked(FLUSH, {"ante": 10}, {"1": hand})).decision == best


def test_38_12_c_a_fold_forfeits_the_progressive_and_may_not_be_worth_it() -> None:
    """Two, three and four of a suit are worth three dollars, more than a raise costs at an ante of five."""
    named = {"1": "2s 3s 4s Kd 7d 9c 8h"}
    alone = advice(asked(FLUSH, {"ante": 5}, named)).values
    table = asked(FLUSH, {"ante": 5, "progressive": 1}, named, progressive_table="A")
    told = advice(table)
    assert told.values == pytest.approx({"raise": alone["raise"] + 200, "fold": alone["fold"] - 100})
    assert (max(alone, key=alone.__getitem__), told.decision) == ("fold", "raise")


def test_38_6_e_other_hands_of_ones_own_are_seen() -> None:
    wagers, named = {"ante": 10, "ante@2": 10}, {"1": "Ts 8s 5s Kd 3d 4c 9h", "2": "As Ks Qs Js 9s Ah Kh"}
    told = advice(asked(FLUSH, wagers, named, seats=(1,), positions_per_player=2))
    expected = 1000 * slow_raise(cards(named["1"]), cards(named["2"]), 1)
    assert told.values["raise"] == pytest.approx(expected, abs=1e-6)


def test_38_10_a_cards_that_the_player_does_not_see_change_nothing() -> None:
    told = [advice(asked(FLUSH, {"ante": 10}, {"1": "Ts 8s 5s Kd 3d 4c 9h"}, seed=seed)) for seed in range(3)]
    assert told.count(told[0]) == 3
