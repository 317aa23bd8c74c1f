"""How many rounds a wager that stands takes for each decision: by hand, by the literature, and as the compiled rounds
have it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.book import game
from pitboss.odds.book import analyze
from pitboss.papers.report import report
from pitboss.sim.run import simulate

POINT_ON = 1 - 1 / Fraction(557, 165)
"""A pass bet takes 557/165 throws (E. Shackelford, "Craps", Wizard of Odds; by hand: 1 + the sum over the points of how
likely each is times 36 over the throws that decide it), one of which is a come-out."""

BY_HAND = {
    "pass": 1
    + 2
    * (
        Fraction(3, 36) * Fraction(36, 9)
        + Fraction(4, 36) * Fraction(36, 10)
        + Fraction(5, 36) * Fraction(36, 11)
    ),
    "dont-pass": Fraction(557, 165),
    "come": Fraction(557, 165),
    "place-win-4": Fraction(36, 9) / POINT_ON,  # 3 throws win, 6 lose, none on a come-out
    "place-win-6": Fraction(36, 11) / POINT_ON,
    "buy-5": Fraction(36, 10) / POINT_ON,
    "hard-4": Fraction(36, 9) / POINT_ON,
    "hard-8": Fraction(36, 11) / POINT_ON,
    "lay-10": Fraction(36, 9),  # not off on a come-out
    "place-lose-8": Fraction(36, 11),
    "pass-odds": (Fraction(3) * Fraction(36, 9) + 4 * Fraction(36, 10) + 5 * Fraction(36, 11)) / 12,
    "field": Fraction(1),
    "fire": Fraction(
        1671, 196
    ),  # S. Ethier and F. Hoppe, "A world record in Atlantic City …", 2010: 1671/196 throws a shooter
}


@pytest.mark.parametrize("wager", BY_HAND)
def test_throws_per_decision_of_craps(wager: str) -> None:
    found, *_ = analyze("craps", wager, ["fire=A"])
    assert found.rounds == BY_HAND[wager]
    assert found.json()["rounds_per_decision"] == {
        "fraction": str(BY_HAND[wager]),
        "decimal": round(float(BY_HAND[wager]), 12),
    }


@pytest.mark.parametrize(
    ("wager", "throws"), [("place-4", Fraction(4)), ("place-6", Fraction(36, 11)), ("over-7", Fraction(1))]
)
def test_every_shake_of_mini_dice_counts(wager: str, throws: Fraction) -> None:
    assert analyze("mini-dice", wager)[0].rounds == throws


@pytest.mark.parametrize("wager", ["pass", "place-win-6", "hard-4", "lay-4", "fire"])
def test_compiled_craps_decides_as_often(wager: str) -> None:
    rules = game("craps").rules(fire="A")
    row, *_ = analyze(rules, wager)
    (played,) = simulate(rules, plan=wager, rounds=1_000_000, seed=5, workers=1).wagers
    assert played.rounds / played.made == pytest.approx(float(row.rounds), rel=0.01)
    assert played.initial == played.staked


@pytest.mark.parametrize("wager", ["pair-in-two", "trips", "flush", "straight-open"])
def test_compiled_pokette_decides_as_often(wager: str) -> None:
    """By hand: a stand takes three cards of 52 in 54 stops; it has one card in each, a pair once in thirteen, two of a
    suit once in four; an open straight with one of the eleven neighbors from 2-3 to Q-K, in either order."""
    by_hand = {
        "pair-in-two": Fraction(1),
        "trips": Fraction(1, 13),
        "flush": Fraction(1, 4),
        "straight-open": Fraction(2 * 11, 13 * 13),
    }
    (row,) = analyze("pokette", wager)
    assert row.rounds == 3 * Fraction(54, 52) / by_hand[wager]
    (played,) = simulate(game("pokette").rules(), plan=wager, rounds=1_000_000, seed=5, workers=1).wagers
    assert played.rounds / played.made == pytest.approx(float(row.rounds), rel=0.01)


def test_a_dice_bonus_lasts_as_long_as_triples_come() -> None:
    (row,) = analyze("pai-gow", "dice-bonus", ["dragons-eye=method-1"])
    assert row.rounds == 1 + Fraction(1, 36) + Fraction(1, 36) ** 2


def test_a_keno_ticket_of_several_races_is_decided_by_the_last() -> None:
    (row,) = analyze("keno", "multi-race:3:straight:8-16")
    assert row.rounds == 3


@pytest.mark.parametrize(("wager", "least", "win"), [("pass", 10, 4.189), ("fire", 1, 2.435)])
def test_win_an_hour_counts_decisions_not_rolls(wager: str, least: int, win: float) -> None:
    """At 100 rolls an hour: 7/495 of the stake in each of 100 * 165/557 decisions; the fire bet 20.7628 percent of it
    in 100 * 196/1671."""
    found, *_ = report("craps", wager, ["fire=A"]).wagers
    assert found.stake == least
    assert found.win_per_hour == pytest.approx(win, abs=0.001)
