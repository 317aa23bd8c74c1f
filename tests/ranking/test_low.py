"""Low hands against slow programs written from 14.3(e), 14.3(f), 14.9(j), 14.12A, 14.12B(l) and 14.13A(l)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise

import pytest

from pitboss.equipment.cards import cards
from pitboss.ranking import badugi, low, three
from pitboss.ranking.badugi import badugi_value
from pitboss.ranking.low import ace_to_five, deuce_to_seven, eight_or_better, six_or_better
from pitboss.ranking.three import best_three, three_card_value
from tests.poker_room import Slow, faults


def by_number(ranks: Sequence[int]) -> list[tuple[int, int]]:
    """How often each rank is held, most often first, then the worst first."""
    return sorted(((times, rank) for rank, times in Counter(ranks).items()), reverse=True)


def slow_deuce(hand: Sequence[int]) -> Slow:
    """The same with the ace high and straights and flushes counted."""
    ranks = [card >> 2 for card in hand]
    held = by_number(ranks)
    shapes = {(2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7}
    kind = shapes.get(tuple(times for times, _ in held), 0)
    straight = kind == 0 and max(ranks) - min(ranks) == 4
    flush = len({card & 3 for card in hand}) == 1
    kind = 8 if straight and flush else 5 if flush else 4 if straight else kind
    return (kind, *(rank for _, rank in held))


def slow_badugi(hand: Sequence[int]) -> Slow:
    """Fewer cards are worse, then the worst card decides: the least is best."""
    return min(
        (-size, *sorted((((card >> 2) + 1) % 13 for card in chosen), reverse=True))
        for size in range(1, 5)
        for chosen in combinations(hand, size)
        if len({card >> 2 for card in chosen}) == len({card & 3 for card in chosen}) == size
    )


def agree(value: Callable[[Sequence[int]], int], slow: Callable[[Sequence[int]], Slow], size: int) -> None:
    """Do both put random hands into the same order, ties included?"""
    chance = random.Random(size)
    few = [
        card for card in range(52) if card >> 2 in (0, 1, 2, 5, 12)
    ]  # where pairs and low hands are common
    hands = [chance.sample(chance.choice([range(52), few]), size) for _ in range(3000)]
    found = sorted((slow(hand), -value(hand)) for hand in hands)
    for (better, high), (worse, less) in pairwise(found):
        assert (high == less) if better == worse else (high < less)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_14_3_e_and_14_3_f_the_best_low_five_of_five_to_seven(size: int) -> None:
    agree(ace_to_five, lambda hand: min(map(faults, combinations(hand, 5))), size)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_14_9_f_2_low_hands_showing_have_two_to_four_cards(size: int) -> None:
    """No pair first, then from the worst card down."""

    def slow(hand: Sequence[int]) -> Slow:
        held = by_number([((card >> 2) + 1) % 13 for card in hand])
        shapes = [(1,) * size, (2,), (2, 1), (2, 1, 1), (2, 2), (3,), (3, 1), (4,)]
        return (shapes.index(tuple(times for times, _ in held)), *(rank for _, rank in held))

    agree(ace_to_five, slow, size)


def test_14_12a_l_deuce_to_seven() -> None:
    agree(deuce_to_seven, slow_deuce, 5)


def test_14_12_b_l_badugi() -> None:
    agree(badugi_value, slow_badugi, 4)


@pytest.mark.parametrize("size", [5, 7])
def test_14_9_j_eight_or_better_has_five_ranks_none_above_the_eight(size: int) -> None:
    chance = random.Random(8)
    for _ in range(3000):
        hand = chance.sample(range(52), size)
        qualifies = len({card >> 2 for card in hand if card >> 2 in (0, 1, 2, 3, 4, 5, 6, 12)}) >= 5
        assert eight_or_better(hand) == (ace_to_five(hand) if qualifies else 0)


@pytest.mark.parametrize("size", [3, 4])
def test_14_13a_l_six_or_better_has_three_ranks_none_above_the_six(size: int) -> None:
    def slow(hand: Sequence[int]) -> Slow:
        lows = [
            sorted((((card >> 2) + 1) % 13 for card in chosen), reverse=True)
            for chosen in combinations(hand, 3)
        ]
        return tuple(min((each for each in lows if each[0] < 6 and len(set(each)) == 3), default=[99]))

    agree(six_or_better, slow, size)
    assert six_or_better(cards("As 2d 7c")) == 0
    assert six_or_better(cards("As 2d 2c 7c")) == 0


def test_14_13a_k_the_best_three_of_four() -> None:
    chance = random.Random(3)
    for _ in range(2000):
        hand = chance.sample(range(52), 4)
        assert best_three(hand) == max(three_card_value(*each) for each in combinations(hand, 3))


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        ("5h 4h 3h 2h Ah", "5-4-3-2-A low"),
        ("Kh Qd Js Th 9c", "K-Q-J-T-9 low"),
        ("2s 2d 3c 4h 5s", "pair of twos, low"),
        ("As Ad Ac 4h 4s", "full house, aces over fours, low"),
    ],
)
def test_14_3_f_as_people_say_it(hand: str, told: str) -> None:
    assert low.describe(ace_to_five(cards(hand))) == told


def test_14_3_e_in_deuce_to_seven_the_ace_is_high_and_the_wheel_no_straight() -> None:
    """A-5-4-3-2 is ace high: worse than any king high, better than any pair; in one suit it is a flush."""
    order = [
        "7s 5d 4c 3h 2s",
        "Kd Qh Js 9c 8d",
        "Ad 5h 4s 3c 2d",
        "2s 2d 5c 4h 3s",
        "6s 5d 4c 3h 2s",
        "Ad 5d 4d 3d 2d",
    ]
    values = [deuce_to_seven(cards(hand)) for hand in order]
    assert values == sorted(values, reverse=True)
    assert low.describe_deuce_to_seven(values[2]) == "A-5-4-3-2 low"
    assert low.describe_deuce_to_seven(values[5]) == "flush, ace high"


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        ("As 2d 3h 4c", "badugi, 4-3-2-A"),
        ("As 2d 3h 3c", "three cards, 3-2-A"),
        ("As 2s Ks Kd", "two cards, K-A"),
        ("Ks Kd Kh Kc", "one card, K"),
    ],
)
def test_14_12_b_l_1_to_4_badugi_as_people_say_it(hand: str, told: str) -> None:
    assert badugi.describe(badugi_value(cards(hand))) == told


def test_14_3_c_the_order_of_three_card_hands() -> None:
    """14.3(c)1 to 6: royal flush, straight flush, three of a kind, straight, flush, pair; no K-A-2."""
    order = [
        "As Ks Qs",
        "Ks Qs Js",
        "3d 2d Ad",
        "2s 2d 2c",
        "Ad Kh Qs",
        "3d 2h As",
        "Ah Kh 2h",
        "As Ad Kc",
        "Ad Kh 2s",
    ]
    values = [best_three(cards(hand)) for hand in order]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)
    assert three.describe(values[-1]) == "ace high"
