"""What a player of two-card joker poker is told, against a slow program."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.book import game
from pitboss.equipment.cards import cards
from pitboss.solve.asked import situation
from tests.advised import advice, asked

JOKER = "two-card-joker-poker"


def slow_rank(hand: tuple[int, ...]) -> tuple[int, ...]:
    """Two cards in their order; a joker makes a pair of whatever lies beside it."""
    jokers = [card for card in hand if card > 51]
    if len(jokers) == 2:
        return (6,)
    if jokers:
        return 2, min(hand) >> 2
    high, low = sorted((card >> 2 for card in hand), reverse=True)
    suited = hand[0] & 3 == hand[1] & 3
    if high == low:
        return 2, high
    if high - low == 1:
        return (5 if suited and high == 12 else 4 if suited else 3), high
    if (high, low) == (12, 0):
        return (4 if suited else 3), 0
    return int(suited), high, low


def slow_call(hand: list[int], gone: list[int], pays: int) -> float:
    """What ante and call net together, in antes."""
    mine, total, deals = slow_rank(tuple(hand)), 0, 0
    for theirs in combinations(sorted(set(range(54)) - set(hand) - set(gone)), 2):
        rank = slow_rank(theirs)
        deals += 1
        if rank < (0, 10):  # short of queen high
            total += 1
        elif mine != rank:
            total += 1 + pays if mine > rank else -2
    return total / deals


@pytest.mark.parametrize(
    ("hand", "pays"),
    [
        ("Qs 5d", 1),
        ("Qs 3d", 1),
        ("2c 4d", 1),
        ("Jo 7d", 1),
        ("Ah 2c", 1),
        ("9h Kh", 1),
        ("8d 9d", 3),
        ("As Ks", 5),
        ("Jo jo", 8),
    ],
)
def test_30_10_d_a_call_is_worth_what_all_hands_of_the_dealer_make_of_it(hand: str, pays: int) -> None:
    told = advice(asked(JOKER, {"ante": 10}, {"1": hand}))
    expected = {"call": 1000 * slow_call(cards(hand), [], pays), "fold": -1000}
    assert told.values == pytest.approx(expected, abs=1e-6)
    assert told.decision == max(expected, key=expected.__getitem__)


@pytest.mark.parametrize(
    ("hand", "seen"), [("Qs 3d", "jo"), ("Qs 5d", "Kh"), ("2c 4d", "3h"), ("2c 4d", "6h"), ("Jo 7d", "As")]
)
def test_30_10_b_a_call_against_a_card_of_the_dealers(hand: str, seen: str) -> None:
    mine, (card,) = slow_rank(tuple(cards(hand))), cards(seen)
    nets = []
    for other in sorted({*range(54)} - {*cards(hand), card}):
        theirs = slow_rank(tuple(sorted((card, other))))
        nets.append(1 if theirs < (0, 10) else 2 * ((mine > theirs) - (mine < theirs)))
    worth = situation(game(JOKER).rules(), hand, f"dealer {seen}")
    assert worth.values == {"fold": -1, "call": Fraction(sum(nets), len(nets))}


@pytest.mark.parametrize(
    ("hand", "best"), [("Qs 5d", "call"), ("Qs 4d", "fold"), ("Js 9d", "fold"), ("2s 4s", "call")]
)
def test_30_10_b_queen_five_or_better_calls(hand: str, best: str) -> None:
    told = advice(asked(JOKER, {"ante": 10}, {"1": hand}))
    assert (told.decision, told.why) == (best, "Queen-five or better calls.")


def test_30_6_e_other_hands_of_ones_own_are_seen() -> None:
    wagers, named = {"ante": 10, "ante@2": 10}, {"1": "Qs 4d", "2": "Ac Ad"}
    told = advice(asked(JOKER, wagers, named, seats=(1,), positions_per_player=2))
    assert told.values["call"] == pytest.approx(1000 * slow_call(cards("Qs 4d"), cards("Ac Ad"), 1), abs=1e-6)


def test_30_10_a_cards_that_the_player_does_not_see_change_nothing() -> None:
    told = [advice(asked(JOKER, {"ante": 10}, {"1": "Qs 5d"}, seed=seed)) for seed in range(3)]
    assert told.count(told[0]) == 3
