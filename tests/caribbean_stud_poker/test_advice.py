"""What a player of Caribbean stud is told, against a slow program and the published strategy."""

from __future__ import annotations

from itertools import combinations

import pytest

from pitboss.equipment.cards import cards
from tests.advised import advice, asked, slow_five

CARIBBEAN = "caribbean-stud-poker"


@pytest.mark.parametrize(("hand", "up", "pays"), [("As Kd Jc 8h 4s", "Jh", 1), ("9s 9d 5c 5h 2s", "Ah", 2)])
def test_16_10_e_a_bet_is_worth_what_all_hands_of_the_dealer_make_of_it(
    hand: str, up: str, pays: int
) -> None:
    """A bet of two antes wins them once, or twice with two pair; short of ace-king the ante alone wins."""
    mine, (upcard,), total, deals = slow_five(cards(hand)), cards(up), 0, 0
    for rest in combinations(sorted(set(range(52)) - set(cards(hand)) - {upcard}), 4):
        theirs = slow_five((upcard, *rest))
        if theirs < (0, 12, 11):
            total += 1
        elif mine != theirs:
            total += 1 + 2 * pays if mine > theirs else -3
        deals += 1
    told = advice(asked(CARIBBEAN, {"ante": 10}, {"1": hand, "dealer": up}))
    assert told.values == pytest.approx({"bet": 1000 * total / deals, "fold": -1000}, abs=1e-6)
    assert (told.decision, told.amount) == ("bet", 2000)


@pytest.mark.parametrize(
    ("hand", "up", "best"),
    [
        ("2s 2d 3c 4h 5s", "Ah", "bet"),  # any pair
        ("As Qd Jc Th 8s", "2h", "fold"),  # less than ace-king
        ("As Kd 9c 5h 4s", "9h", "bet"),  # the upcard matches a card
        ("As Kd Jc 5h 4s", "Kh", "bet"),  # ace or king up, a jack in hand
        ("As Kd Tc 5h 4s", "Kh", "fold"),
        ("As Kd Qc 9h 4s", "8h", "bet"),  # no match: a queen, and the fourth card above the upcard
        ("As Kd Qc 5h 4s", "8h", "fold"),
        ("As Kd Jc 9h 4s", "8h", "fold"),
    ],
)
def test_16_10_a_the_published_strategy(hand: str, up: str, best: str) -> None:
    assert advice(asked(CARIBBEAN, {"ante": 10}, {"1": hand, "dealer": up})).decision == best


def test_16_10_a_a_fold_forfeits_the_progressive_unless_it_is_kept() -> None:
    named = {"1": "As Ks 9s 5s 2s", "dealer": "8h"}  # a flush: $50 by the progressive's table
    alone = advice(asked(CARIBBEAN, {"ante": 10}, named)).values
    both = {"ante": 10, "progressive": 1}
    told = advice(asked(CARIBBEAN, both, named)).values
    assert told == pytest.approx({"bet": alone["bet"] + 4900, "fold": alone["fold"] - 100})
    kept = asked(CARIBBEAN, both, named, reading_folded_progressive="as-printed")
    assert advice(kept).values == pytest.approx(alone)


def test_16_10_b_cards_that_the_player_does_not_see_change_nothing() -> None:
    named = {"1": "As Kd Qc 9h 4s", "dealer": "8h"}
    told = [advice(asked(CARIBBEAN, {"ante": 10}, named, seed=seed)) for seed in range(3)]
    assert told.count(told[0]) == 3
