"""Nobody plays with money that is not there: what happens when a bankroll does not reach for what the play asks for."""

from __future__ import annotations

import numpy as np
import pytest

from pitboss.book import game
from pitboss.sim.report import Sessions
from pitboss.sim.run import simulate

PLANS = [
    ("blackjack", "blackjack 10"),
    ("blackjack-switch", "hand-1 10 + hand-2 10"),
    ("switch-hands-blackjack", "blackjack 10 + ante-fee"),
    ("spanish-21", "spanish-21 10"),
    ("double-attack-blackjack", "initial 10"),
    ("triple-attack-blackjack", "first-attack 10"),
    ("red-dog", "ante 10"),
    ("casino-war", "initial 10"),
    ("three-card-poker", "ante 10"),
    ("craps", "buy-4 20 + lay-10 40"),
]


def finals(name: str, plan: str, bankroll: int, rounds: int, sessions: int = 20_000) -> Sessions:
    played = simulate(
        game(name).rules(), plan=plan, rounds=rounds, sessions=sessions, bankroll=bankroll, seed=3, workers=1
    ).sessions
    assert played is not None
    return played


@pytest.mark.parametrize(("name", "plan"), PLANS)
def test_no_session_ends_below_nothing(name: str, plan: str) -> None:
    for bankroll in (65, 95):
        found = finals(name, plan, bankroll, 200, 3_000)
        assert found.finals.min() >= 0
        assert found.worst_drawdown <= bankroll * 100 + found.finals.max()


def test_2_10_who_has_no_more_than_the_wager_neither_doubles_nor_splits() -> None:
    """One round with all the money in the wager: it is lost, returned, doubled, or paid 3 to 2."""
    assert {*finals("blackjack", "blackjack 10", 10, 1).finals.tolist()} <= {0, 1000, 2000, 2500}


def test_2_10_who_has_twice_the_wager_doubles_or_splits_once() -> None:
    ends = finals("blackjack", "blackjack 10", 20, 1).finals
    assert ends.min() == 0  # a double lost, never more
    assert ends.max() == 4000
    lost_or_won_double = np.isin(ends, (0, 4000)).mean()
    assert 0.05 < lost_or_won_double < 0.12  # a tenth of all hands is doubled or split, some of them pushed


def test_26_6_an_attack_that_cannot_be_paid_is_not_made() -> None:
    assert {*finals("double-attack-blackjack", "initial 10", 10, 1).finals.tolist()} <= {0, 500, 1000, 2000}


def test_1_5_vigorish_is_part_of_what_a_bet_takes() -> None:
    """A lay bet of $40 against the 10 takes its $2 too (5 percent of the stake, as the table has it): $41 is
    not enough."""
    with pytest.raises(Exception, match="takes"):
        finals("craps", "lay-10 40", 41, 1, 10)
    assert finals("craps", "lay-10 40", 42, 40, 2_000).finals.min() >= 0
