"""What a player of four-card poker is told, against a slow program and the published strategy."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from pitboss.equipment.cards import cards
from tests.advised import advice, asked, bare

FOUR = "four-card-poker"


def slow_rank(hand: tuple[int, ...]) -> tuple[int, ...]:
    """Four cards in their order: four of a kind above a straight flush, three of a kind above a flush."""
    ranks = sorted((card >> 2 for card in hand), reverse=True)
    if ranks == [12, 2, 1, 0]:
        ranks = [2, 1, 0, -1]
    counts = Counter(ranks)
    order = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    flush = len({card & 3 for card in hand}) == 1
    straight = len(counts) == 4 and ranks[0] - ranks[3] == 3
    if flush or straight:
        return (6 if flush and straight else 4 if flush else 3, *order)
    return ({1: 7, 2: 5 if counts[order[0]] == 3 else 2, 3: 1, 4: 0}[len(counts)], *order)


def slow_best(hand: tuple[int, ...]) -> tuple[int, ...]:
    return max(map(slow_rank, combinations(hand, 4)))


@pytest.mark.parametrize(
    ("hand", "bonus"),
    [("Ts Td 5c 4h 2s", 0), ("9c 8d 3h 2s Kc", 0), ("7s 7d 7c 2h 3s", 2), ("6c 6d Ah Ks 2d", 0)],
)
def test_27_11_a_1_a_play_is_worth_what_all_hands_of_the_dealer_make_of_it(hand: str, bonus: int) -> None:
    """Sixteen cards are left for the dealer's other five. A tie wins."""
    own, left = cards(hand), cards("2d 3d 4s 5h 6h 7h 8s 9d 9h Tc Jc Js Qd Kh As Ad")
    table = bare(asked(FOUR, {"ante": 10}, {"1": hand, "dealer": "5d 6s 8h 9s Qc Qh"}), left)
    up = cards("Qh")
    left = [card for card in left if card not in own]
    mine = slow_best(tuple(own))
    ends = [1 if mine >= slow_best((*up, *rest)) else -1 for rest in combinations(left, 5)]
    mean = sum(ends) / len(ends)
    times = 3 if mean > 0 else 1
    told = advice(table)
    assert told.values == pytest.approx(
        {"play": 1000 * ((1 + times) * mean + bonus), "fold": -1000}, abs=1e-6
    )
    if told.decision == "play":
        assert told.amount == 1000 * times


@pytest.mark.parametrize(
    ("hand", "up", "best", "amount"),
    [
        ("As Ad 5c 4h 2s", "9h", "play", 3000),
        ("Ts Td 5c 4h 2s", "9h", "play", 3000),
        ("7s 7d 5c 4h 2s", "9h", "play", 1000),
        ("4s 4d Ac Kh 9s", "Th", "play", 1000),
        ("As Kd 9c 7h 2s", "Th", "fold", 0),
    ],
)
def test_27_10_b_the_published_strategy(hand: str, up: str, best: str, amount: int) -> None:
    """Three times from a pair of tens, once from a pair of threes, short of a pair a fold."""
    named = {"1": hand, "dealer": f"2d 3d 6c 8c Qc {up}"}
    told = advice(asked(FOUR, {"ante": 10}, named))
    assert (told.decision, told.amount) == (best, amount)


def test_27_10_b_a_raise_is_what_the_chips_allow() -> None:
    named = {"1": "As Ad 5c 4h 2s"}
    assert advice(asked(FOUR, {"ante": 10}, named, funds=35)).amount == 2500
    whole = asked(FOUR, {"ante": 10}, named, funds=35, reading_play_wager="whole-multiples")
    assert advice(whole).amount == 2000


def test_27_10_a_cards_that_the_player_does_not_see_change_nothing() -> None:
    told = [
        advice(asked(FOUR, {"ante": 10}, {"1": "9s 9d 5c 4h 2s", "dealer": f"{hidden} Jd"}, seed=seed))
        for seed, hidden in enumerate(("2c 3c 4c 5d 6d", "As Ad Ac Ah Ks"))
    ]
    assert told[0] == told[1]
