"""What a player of three-card poker is told, against a slow program and the published strategy."""

from __future__ import annotations

from itertools import combinations

import pytest

from pitboss.equipment.cards import cards
from tests.advised import advice, asked

THREE = "three-card-poker"


def slow_rank(hand: tuple[int, ...]) -> tuple[int, ...]:
    """Three cards in their order: three of a kind above a straight above a flush."""
    ranks = sorted((card >> 2 for card in hand), reverse=True)
    flush = len({card & 3 for card in hand}) == 1
    if ranks == [12, 1, 0]:
        ranks = [1, 0, -1]
    straight = ranks[0] - 1 == ranks[1] == ranks[2] + 1
    if straight:
        return (5 if flush else 3, *ranks)
    if len(set(ranks)) == 1:
        return 4, *ranks
    if len(set(ranks)) == 2:
        pair = ranks[1]
        return 1, pair, next(rank for rank in ranks if rank != pair)
    return (2 if flush else 0, *ranks)


def slow_play(hand: list[int], gone: list[int]) -> float:
    """What ante and play net together, in antes."""
    total = deals = 0
    mine, least = slow_rank(tuple(hand)), slow_rank((40, 4, 1))  # queen, three and two
    for theirs in combinations(sorted(set(range(52)) - set(hand) - set(gone)), 3):
        rank = slow_rank(theirs)
        total += 1 if rank < least else 2 * ((mine > rank) - (mine < rank))
        deals += 1
    return total / deals


@pytest.mark.parametrize(
    ("hand", "bonus"), [("Qs 6d 4c", 0), ("2s 3d 5c", 0), ("Kh 8h 3h", 0), ("As 2d 3c", 1), ("Jd Jh Js", 4)]
)
def test_20_11_a_1_a_play_is_worth_what_all_hands_of_the_dealer_make_of_it(hand: str, bonus: int) -> None:
    values = advice(asked(THREE, {"ante": 10}, {"1": hand})).values
    assert values["fold"] == -1000
    assert values["play"] == pytest.approx(1000 * (slow_play(cards(hand), []) + bonus), abs=1e-6)


@pytest.mark.parametrize(
    ("hand", "best"), [("Qs 6d 4c", "play"), ("Qs 6d 3c", "fold"), ("Qh 5d 4c", "fold"), ("2c 2d 3h", "play")]
)
def test_20_10_b_queen_six_four_or_better_plays(hand: str, best: str) -> None:
    """The published strategy."""
    told = advice(asked(THREE, {"ante": 10}, {"1": hand}))
    assert told.decision == best
    assert told.amount == (1000 if best == "play" else 0)
    assert told.why == "Queen-six-four or better plays."


def test_20_10_b_a_fold_forfeits_pair_plus_and_leaves_the_six_card_bonus() -> None:
    alone = advice(asked(THREE, {"ante": 10}, {"1": "5c 5d 9h"}))
    told = advice(asked(THREE, {"ante": 10, "pair-plus": 5, "six-card-bonus": 5}, {"1": "5c 5d 9h"}))
    assert told.values["fold"] == -1500
    assert told.values["play"] == pytest.approx(alone.values["play"] + 500)


def test_20_10_a_cards_that_the_player_does_not_see_change_nothing() -> None:
    told = [advice(asked(THREE, {"ante": 10}, {"1": "Qs 7d 2c"}, seed=seed)) for seed in range(3)]
    told.append(advice(asked(THREE, {"ante": 10}, {"1": "Qs 7d 2c", "dealer": "As Ad Ac"})))
    assert told.count(told[0]) == 4


def test_20_6_e_a_second_hand_of_ones_own_is_seen() -> None:
    wagers = {"ante": 10, "ante@2": 10}
    named = {"1": "Qs 6d 4c", "2": "Kc Qd Ah"}
    told = advice(asked(THREE, wagers, named, seats=(1,), positions_per_player=2))
    assert told.values["play"] == pytest.approx(
        1000 * slow_play(cards(named["1"]), cards(named["2"])), abs=1e-6
    )


def test_20_10_b_who_cannot_pay_is_offered_the_fold_alone() -> None:
    told = advice(asked(THREE, {"ante": 10}, {"1": "As Ad Ac"}, funds=15))
    assert (told.decision, dict(told.values)) == ("fold", {"fold": -1000})
