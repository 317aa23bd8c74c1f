"""Plans: as people write them, within the limits of a table (coin: 1 to 64 dollars, number: 2 to 10)."""

from __future__ import annotations

import pytest

from pitboss.law import Refused
from pitboss.sim.plan import Plan, dalembert, fibonacci, flat, martingale, paroli
from tests.sim.toys import coin, pass_line


def ladder(plan: Plan) -> list[float]:
    (bet,) = plan.bets
    return [cents / 100 for cents in bet.ladder(coin().rules())[1]]


def test_plans_add_up_and_read_as_they_are_written():
    text = "pass 10 + pass-odds 20 + martingale red 5 cap 500"
    assert flat("pass", 10) + flat("pass-odds", 20) + martingale("red", 5, cap=500) == Plan.parse(text)
    assert str(Plan.parse(text)) == text
    assert str(Plan.parse(" flat  heads   2.50 ")) == "heads 2.5"


def test_a_bare_wager_is_the_posted_minimum():
    assert (
        str(Plan.parse("heads + number:7 + paroli echo").posted(coin().rules()))
        == "heads 1 + number:7 2 + paroli echo 1"
    )


def test_the_posted_minimum_is_raised_to_a_stake_that_can_be_paid():
    assert str(flat("pass-odds").posted(pass_line().rules())) == "pass-odds 10"  # in steps of 10, from 5


def test_flat_bets_on_one_wager_are_one_bet():
    assert str(Plan.parse("heads 5 + echo 1 + heads 2").posted(coin().rules())) == "heads 7 + echo 1"


def test_ladders_of_stakes():
    assert ladder(flat("heads", 3)) == [3]
    assert ladder(martingale("heads", 3, cap=20)) == [3, 6, 12, 20]
    assert ladder(paroli("heads", 3, cap=10)) == [3, 6, 10]
    assert ladder(dalembert("heads", 3, cap=10)) == [3, 6, 9, 10]
    assert ladder(fibonacci("heads", 3, cap=20)) == [3, 3, 6, 9, 15, 20]


def test_the_table_maximum_caps_a_system():
    assert ladder(martingale("heads", 5, cap=500)) == [5, 10, 20, 40, 64]
    assert ladder(martingale("number:7", 2)) == [2, 4, 8, 10]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "'' is not a bet"),
        ("heads 5 +", "'' is not a bet"),
        ("heads five", "'five' is not an amount"),
        ("heads 5 cap 10", "'heads 5 cap 10' is not a bet"),
        ("martingale heads 5 up 10", "is not a bet"),
        ("tails 5", "coin has no wager 'tails'"),
        ("heads 65", "above the maximum of $64"),
        ("heads 0", "below the minimum"),
        ("heads 1.50", "not a multiple of $1"),
        ("heads 40 + heads 40", "above the maximum of $64"),
        ("martingale heads 5 cap 4", "starts above its cap of $4"),
        ("heads 5 + martingale heads 5", "only one system on heads"),
    ],
)
def test_a_bad_plan_is_refused_in_a_sentence(text, sentence):
    with pytest.raises(Refused) as refused:
        Plan.parse(text).posted(coin().rules())
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)
