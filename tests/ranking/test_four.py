"""Four-card hands. Expected values are counted by hand, or found by a slow program that tries every four."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from pitboss.compiler import kernel
from pitboss.equipment.cards import cards
from pitboss.ranking import four
from pitboss.ranking.four import best_four, category, describe, four_value
from pitboss.ranking.high import hand_of

Hand = tuple[int, ...]


def value(names: str) -> int:
    return best_four(cards(names))


def slow(hand: Hand) -> tuple[int, ...]:
    """Four cards as 27.3 orders them: the kind of hand, then its ranks, the most frequent and highest first."""
    held = Counter(card // 4 for card in hand)
    ranks = sorted(held, key=lambda rank: (held[rank], rank), reverse=True)
    shape = sorted(held.values(), reverse=True)
    if ranks == [12, 2, 1, 0]:
        ranks = [2, 1, 0, -1]
    run = len(ranks) == 4 and ranks[0] - ranks[3] == 3
    suited = len({card % 4 for card in hand}) == 1
    kinds = [run and suited, shape == [3, 1], suited, run, shape == [2, 2], shape == [2, 1, 1], True]
    return (7 if shape == [4] else 6 - kinds.index(True), *ranks)


@kernel
def _count_kinds(values: NDArray[np.int64], counts: NDArray[np.int64]) -> None:
    n = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    values[n] = best_four((a, b, c, d))
                    counts[category(values[n])] += 1
                    n += 1


def test_27_3_b_category_frequencies() -> None:
    values, counts = np.empty(270_725, np.int64), np.zeros(8, np.int64)
    _count_kinds(values, counts)
    runs = 11
    assert counts.tolist() == [
        (715 - runs) * (4**4 - 4),  # high card
        13 * 6 * 66 * 16,  # pair
        78 * 36,  # two pair
        runs * (4**4 - 4),  # straight
        4 * (715 - runs),  # flush
        13 * 4 * 48,  # three of a kind
        4 * runs,  # straight flush
        13,  # four of a kind
    ]
    # 13 fours, 11 straight flushes, 13 × 12 threes, 704 flushes, 11 straights, 78 two pair, 13 × 66 pairs, 704
    assert len(np.unique(values)) == 13 + 11 + 156 + 704 + 11 + 78 + 858 + 704


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("2c 2d 2h 2s", "Ah Kh Qh Jh"),  # four of a kind, straight flush
        ("4d 3d 2d Ad", "Ac Ad Ah Ks"),  # straight flush, three of a kind
        ("2c 2d 2h 3s", "Ac Kc Qc Tc"),  # three of a kind, flush
        ("6c 4c 3c 2c", "Ac Kd Qh Js"),  # flush, straight
        ("4c 3d 2h As", "Ac Ad Kh Ks"),  # straight, two pair
        ("3c 3d 2h 2s", "Ac Ad Kh Qs"),  # two pair, pair
        ("2c 2d 4h 3s", "Ac Kd Qh Ts"),  # pair, nothing
    ],
)
def test_27_3_b_order(higher: str, lower: str) -> None:
    assert value(higher) > value(lower)


@pytest.mark.parametrize(("suits", "kind"), [("cccc", four.STRAIGHT_FLUSH), ("cdhs", four.STRAIGHT)])
def test_27_3_b_2_ace_king_queen_jack_is_the_top_and_four_three_two_ace_the_bottom(
    suits: str, kind: int
) -> None:
    """27.3(b)2, 27.3(b)5."""
    runs = ["AKQJ", "KQJT", "QJT9", "JT98", "T987", "9876", "8765", "7654", "6543", "5432", "432A"]
    values = [value(" ".join(rank + suit for rank, suit in zip(run, suits, strict=True))) for run in runs]
    assert values == sorted(set(values), reverse=True)
    assert {category(each) for each in values} == {kind}


def test_27_3_a_ace_does_not_join_king_and_two() -> None:
    assert category(value("Kc Ad 2h 3s")) == four.HIGH_CARD
    assert category(value("Kc Ac 2c 3c")) == four.FLUSH


def test_27_3_b_1_four_aces_are_the_best_hand_of_all() -> None:
    """27.3(b)1, 27.3(b)3."""
    assert value("Ac Ad Ah As") > value("Kc Kd Kh Ks") > value("Ah Kh Qh Jh")
    assert value("Ac Ad Ah 2s") > value("Kc Kd Kh As") > value("Kc Kd Kh Qs")


def test_27_3_b_6_two_pair_go_by_the_higher_then_the_lower_pair() -> None:
    assert value("Kc Kd 3h 3s") > value("Qc Qd Jh Js")
    assert value("Kc Kd 4h 4s") > value("Kc Kd 3h 3s")


def test_27_3_b_7_a_pair_is_compared_before_the_cards_beside_it() -> None:
    assert value("Tc Td 4h 3s") > value("9c 9d Kh 2s")
    assert value("9c 9d Kh 3s") > value("9c 9d Kh 2s") > value("9c 9d Qh Js")


def test_27_3_b_4_a_flush_goes_card_by_card() -> None:
    assert value("Ac 9c 5c 3c") > value("Ad 9d 5d 2d") > value("Ad 9d 4d 3d") > value("Kd Qd Jd 9d")


def test_27_3_c_equal_hands_tie() -> None:
    assert value("Ks Kd 9c 7h 4d") == value("Kh Kc 9s 7d 6c 2h")  # 27.1: only four cards count
    assert value("As Kd 9h 6c 2s") == value("Ad Kh 9c 6s 3d 2h")
    assert value("As Kd 9h 6c") > value("As Kd 9h 5c")


@pytest.mark.parametrize(
    ("names", "phrase"),
    [
        ("6c 6d 6h 6s 2c", "four of a kind, sixes"),
        ("As Ks Qs Js Ts", "straight flush, ace high"),
        ("As 2s 3s 4s 4d 4h", "straight flush, four high"),
        ("Ac Ad Ah Kc Kd Kh", "three of a kind, aces"),
        ("7c 7d 7h 9c 5c 2c", "three of a kind, sevens"),
        ("2c Jc 7c 4c 3d 5h", "flush, jack high"),
        ("2c 3d 4h 5s Kd Kh", "straight, five high"),
        ("Ac 2d 3h 4s 9c", "straight, four high"),
        ("9c 9d 4h 4s 3c 3d", "two pair, nines and fours"),
        ("2c Jc 2d 9h 5s", "pair of twos"),
        ("2c Jc Qd 7h 5s 3d", "queen high"),
    ],
)
def test_27_10_d_the_best_four_of_five_and_of_six(names: str, phrase: str) -> None:
    assert describe(value(names)) == phrase


HANDS = st.lists(st.integers(0, 51), min_size=4, max_size=6, unique=True).map(tuple)


@given(HANDS, HANDS)
def test_27_3_c_agrees_with_a_slow_program_that_tries_every_four(one: Hand, other: Hand) -> None:
    best = [max(slow(each) for each in combinations(hand, 4)) for hand in (one, other)]
    found = [best_four(one), best_four(other)]
    assert [category(each) for each in found] == [best[0][0], best[1][0]]
    assert (found[0] > found[1]) - (found[0] < found[1]) == (best[0] > best[1]) - (best[0] < best[1])


@given(HANDS, st.permutations(range(4)), st.data())
def test_27_3_a_neither_order_nor_suits_matter(hand: Hand, suits: list[int], data: st.DataObject) -> None:
    other = [each - each % 4 + suits[each % 4] for each in data.draw(st.permutations(hand))]
    assert best_four(hand) == best_four(other)


@kernel
def _values(hands: NDArray[np.int64], found: NDArray[np.int64]) -> None:
    for n in range(len(hands)):
        found[n] = four_value(hands[n])


def test_27_3_b_plain_and_compiled_are_one() -> None:
    chance = np.random.default_rng(27)
    hands = [hand_of(chance.permutation(52)[: 4 + n % 3].tolist()) for n in range(5_000)]
    found = np.empty(len(hands), np.int64)
    _values(np.array(hands), found)
    assert found.tolist() == [four_value(hand) for hand in hands]
