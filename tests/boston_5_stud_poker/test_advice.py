"""What a player of Boston 5 stud is told, against a slow program and the published strategy."""

from __future__ import annotations

from itertools import combinations

import pytest

from pitboss.equipment.cards import cards
from tests.advised import advice, asked, bare, slow_five

BOSTON = "boston-5-stud-poker"
WAGERS = {"ante": 10, "first": 20}
LEFT = cards("4c 4d 7h 8c 9s Td Jh Js Qc Qh Kd 2d 3d")
BONUS = {2: 2, 3: 4, 4: 8, 5: 15, 6: 25, 7: 100, 8: 200}  # 24.11(c); no royal flush in these cards


def slow_second(hand: list[int], left: list[int], *, collected: bool = True, tie_pays: bool = True) -> float:
    """What the second wager nets in antes, over two more cards of one's own and the dealer's five."""
    total = deals = 0
    for two in combinations(left, 2):
        mine = slow_five((*hand, *two))
        bonus = BONUS.get(mine[0], 0)
        for five in combinations([card for card in left if card not in two], 5):
            theirs = slow_five(five)
            deals += 1
            if mine > theirs:
                total += 4 + bonus
            elif mine == theirs:
                total += bonus * tie_pays
            else:
                total += bonus - 4 - (collected or not bonus)
    return total / deals


@pytest.mark.parametrize("hand", ["2s 7d 4s", "Js Jd 3c", "6s 6d 6c"])
def test_24_10_f_the_second_wager_over_all_cards_to_come(hand: str) -> None:
    left = [card for card in LEFT if card not in cards(hand)][:11]
    told = advice(bare(asked(BOSTON, WAGERS, {"1": hand}), left))
    expected = {"second": 1000 * slow_second(cards(hand), left), "fold": -3000}
    assert told.values == pytest.approx(expected, abs=1e-6)


def test_24_10_f_3_the_readings_of_a_bonus_hand_count() -> None:
    left = LEFT[:11]
    options = {"reading_beaten_bonus_hand": "returned", "reading_tied_bonus_hand": "unpaid"}
    told = advice(bare(asked(BOSTON, WAGERS, {"1": "6s 6d 8d"}, **options), left))
    expected = slow_second(cards("6s 6d 8d"), left, collected=False, tie_pays=False)
    assert told.values["second"] == pytest.approx(1000 * expected, abs=1e-6)


@pytest.mark.parametrize("hand", ["2s 7d 4c", "2c 3d 7h", "Kc Qd 2h", "As Ah Ad"])
def test_24_10_b_no_three_cards_are_better_folded(hand: str) -> None:
    """The published strategy: always the second wager."""
    told = advice(asked(BOSTON, WAGERS, {"1": hand}))
    assert (told.decision, told.amount) == ("second", 2000)


def test_24_10_c_the_second_wager_is_kept_and_worth_the_same() -> None:
    second = advice(asked(BOSTON, WAGERS, {"1": "Kc Qd 2h"}, seats=(1,)))
    keep = advice(asked(BOSTON, WAGERS, {"1": "Kc Qd 2h"}, seats=(1,), decisions=("second",)))
    assert keep.decision == "keep"
    assert keep.values == {"keep": second.values["second"], "withdraw": second.values["fold"]}


@pytest.mark.parametrize(("hand", "pays"), [("Kc Kd 2h", 1), ("Kc Qd 2h", -1), ("5h 6h 7h", 40)])
def test_24_10_a_cards_are_exposed_for_the_optional_bonus(hand: str, pays: int) -> None:
    main = advice(asked(BOSTON, WAGERS, {"1": hand})).values["second"]
    told = advice(asked(BOSTON, {**WAGERS, "optional-bonus": 5}, {"1": hand}))
    assert told.decision == "expose"
    assert told.values == pytest.approx({"expose": main + 500 * pays, "conceal": main - 500})


def test_24_10_a_hidden_cards_change_nothing_and_exposed_ones_count() -> None:
    told = [advice(asked(BOSTON, WAGERS, {"1": "Kc Qd 2h"}, seed=seed)) for seed in range(3)]
    assert told.count(told[0]) == 3
    both = {**WAGERS, "optional-bonus": 5}
    named = {"1": "Kc Qd 2h", "2": "Kd Kh Qs"}
    shown = advice(asked(BOSTON, both, named, decisions=("expose", "expose")))
    hidden = advice(asked(BOSTON, both, named, decisions=("expose", "conceal")))
    assert hidden.values == told[0].values
    assert shown.values["second"] < hidden.values["second"]
