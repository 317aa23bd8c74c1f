"""What a player of flop poker is told, against a slow program."""

from __future__ import annotations

from itertools import combinations

import pytest

from pitboss.equipment.cards import cards
from tests.advised import advice, asked, slow_five

FLOP = "flop-poker"
PAYS = (2, 4, 10, 20, 30, 100, 500, 1000)
"""From two pairs to a straight flush; the royal flush comes last."""


def slow_flop(hand: str) -> float:
    """What ante and flop net together, in antes: all three own cards and the best two of the flop."""
    held, total, deals = cards(hand), 0, 0
    pairs = {two: slow_five((*held, *two)) for two in combinations(sorted(set(range(52)) - set(held)), 2)}
    for flop in combinations(sorted(set(range(52)) - set(held)), 3):
        kind, first, *_ = max(pairs[two] for two in combinations(flop, 2))
        if kind > 1:
            total += 1 + PAYS[kind - 2 + ((kind, first) == (8, 12))]
        else:
            total += 2 if kind == 1 and first >= 9 else -2
        deals += 1
    return total / deals


@pytest.mark.parametrize("hand", ["As Kd 7c", "Ts 9s 8s", "5c 5d 9h", "2c 7d 9h", "Jc 3d 5h"])
def test_29_10_a_flop_or_surrender_counts_every_flop(hand: str) -> None:
    told = advice(asked(FLOP, {"ante": 10, "pot": 5}, {"1": hand}))
    worth = slow_flop(hand)
    assert dict(told.values) == pytest.approx({"flop": 1000 * worth, "surrender": -1000})
    assert (told.decision, told.amount) == (("flop", 1000) if worth > -1 else ("surrender", 0))


@pytest.mark.parametrize(
    ("hand", "best"), [("2c 2d 9h", "flop"), ("Kc Qd 9h", "flop"), ("2c 6d 9h", "surrender")]
)
def test_29_10_a_pairs_and_high_cards_stay(hand: str, best: str) -> None:
    assert advice(asked(FLOP, {"ante": 10}, {"1": hand}, seats=(1,))).decision == best


def test_29_10_a_cards_that_the_player_does_not_see_change_nothing() -> None:
    wagers = {"ante": 10, "pot": 5}
    told = [advice(asked(FLOP, wagers, {"1": "Ks Qs 2d"}, seed=seed)) for seed in range(2)]
    told.append(advice(asked(FLOP, wagers, {"1": "Ks Qs 2d", "2": "Kc Kd Qd", "community": "As Ac Ad"})))
    assert told.count(told[0]) == 3
