"""Three-card hands. Expected values are counted by hand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from pitboss.compiler import kernel
from pitboss.equipment.cards import card, cards
from pitboss.ranking import three
from pitboss.ranking.three import QUEEN_HIGH, category, describe, mini_royal, three_card_value

HANDS = list(combinations(range(52), 3))


def value(names: str) -> int:
    return three_card_value(*cards(names))


def test_20_3_b_category_frequencies() -> None:
    counts = Counter(category(three_card_value(*hand)) for hand in HANDS)
    assert counts == {
        three.STRAIGHT_FLUSH: 12 * 4,
        three.THREE_OF_A_KIND: 13 * 4,
        three.STRAIGHT: 12 * (4**3 - 4),
        three.FLUSH: 4 * (286 - 12),
        three.PAIR: 13 * 6 * 48,
        three.HIGH_CARD: (286 - 12) * (4**3 - 4),
    }


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("3d 2d Ad", "Ac Ad Ah"),  # straight flush, three of a kind
        ("2c 2d 2h", "Ac Kd Qh"),  # three of a kind, straight
        ("3c 2d Ah", "Ac Kc Jc"),  # straight, flush
        ("5c 3c 2c", "Ac Ad Kh"),  # flush, pair
        ("2c 2d 3h", "Ac Kd Jh"),  # pair, nothing
    ],
)
def test_20_3_b_order(higher: str, lower: str) -> None:
    assert value(higher) > value(lower)


def test_20_3_b_straight_beats_flush() -> None:
    assert value("4c 3d 2h") > value("Ac Kc Jc")


@pytest.mark.parametrize("suits", ["ccc", "cdh"])
def test_20_3_b_ace_king_queen_is_the_top_and_three_two_ace_the_bottom(suits: str) -> None:
    runs = ["AKQ", "KQJ", "QJT", "JT9", "T98", "987", "876", "765", "654", "543", "432", "32A"]
    values = [value(" ".join(rank + suit for rank, suit in zip(run, suits, strict=True))) for run in runs]
    assert values == sorted(set(values), reverse=True)
    assert {category(each) for each in values} == {three.STRAIGHT_FLUSH if suits == "ccc" else three.STRAIGHT}


def test_20_3_a_ace_does_not_join_king_and_two() -> None:
    assert category(value("Kc Ad 2h")) == three.HIGH_CARD
    assert category(value("Kc Ac 2c")) == three.FLUSH


def test_20_3_b_pair_is_compared_before_the_kicker() -> None:
    assert value("Tc Td 2h") > value("9c 9d Kh")
    assert value("9c 9d Kh") > value("9h 9s Qh")
    assert value("Ac Ad Ah") > value("Kc Kd Kh")


def test_20_3_c_highest_card_not_shared_decides() -> None:
    assert value("Ac 3d 2h") == value("Ad 3h 2c")  # a straight
    assert value("Ac 5d 2h") > value("Ad 4h 3c") > value("Ad 4h 2c") > value("Kd Qh Tc")
    assert value("Ac 5c 2c") > value("Ad 4d 3d")
    assert value("Kc 9d 4h") == value("Kd 9h 4c")


def test_20_11_a_queen_high() -> None:
    below = [hand for hand in HANDS if three_card_value(*hand) < QUEEN_HIGH]
    assert {max(hand) // 4 for hand in below} == set(range(3, 10))  # five high to jack high
    assert value("Qc 3d 2h") == QUEEN_HIGH > value("Jc Td 8h")
    # Choices of three ranks below the queen without a run, in suits not all alike: (C(10,3) - 8) × 60.
    assert len(below) == (120 - 8) * 60


def test_20_11_a_2_mini_royal() -> None:
    royals = [hand for hand in HANDS if mini_royal(*hand)]
    assert royals == [tuple(card(rank + suit) for rank in "QKA") for suit in "cdhs"]


def test_14_3_c_royal_flush_is_the_highest() -> None:
    assert value("As Ks Qs") == max(three_card_value(*hand) for hand in HANDS)


@pytest.mark.parametrize(
    ("names", "phrase"),
    [
        ("As Ks Qs", "straight flush, ace high"),
        ("6c 6d 6h", "three of a kind, sixes"),
        ("2c 3d Ah", "straight, three high"),
        ("2c Jc 7c", "flush, jack high"),
        ("2c Jc 2d", "pair of twos"),
        ("2c Jc Qd", "queen high"),
    ],
)
def test_20_3_b_describe(names: str, phrase: str) -> None:
    assert describe(value(names)) == phrase


@pytest.mark.paragraph('37.1 "Suit"')
@given(
    st.lists(st.integers(0, 51), min_size=3, max_size=3, unique=True), st.permutations(range(4)), st.data()
)
def test_20_3_a_neither_order_nor_suits_matter(
    hand: list[int], suits: list[int], data: st.DataObject
) -> None:
    a, b, c = (each - each % 4 + suits[each % 4] for each in data.draw(st.permutations(hand)))
    assert three_card_value(*hand) == three_card_value(a, b, c)


@kernel
def _compiled_values(hands: NDArray[np.int64], found: NDArray[np.int64]) -> None:
    for n in range(len(hands)):
        a, b, c = hands[n]
        found[n] = three_card_value(a, b, c) * 2 + mini_royal(a, b, c)


def test_20_3_b_plain_and_compiled_are_one() -> None:
    found = np.empty(len(HANDS), np.int64)
    _compiled_values(np.array(HANDS), found)
    assert found.tolist() == [three_card_value(*hand) * 2 + mini_royal(*hand) for hand in HANDS]
