"""A figure that was worked out in floating point or sampled is nowhere written as a fraction."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.book import games
from pitboss.odds import Outcome, WagerOdds
from pitboss.odds.almanac import almanac, read
from pitboss.odds.book import analyze
from pitboss.papers.figures import figures
from pitboss.papers.guide import gaming_guide
from pitboss.terminal import show_odds

BY_FLOATS = WagerOdds(
    wager="main",
    outcomes=(Outcome("win", Fraction(1, 4), Fraction(0)), Outcome("lose", Fraction(3, 4), Fraction(0))),
    value=Fraction(-0.1),
    wagered=Fraction(1),
    deviation=1.0,
)


def test_floating_point_is_told_in_the_digits_that_hold(capsys: pytest.CaptureFixture[str]) -> None:
    """-0.1 in doubles is 3602879701896397/36028797018963968, of which twelve digits are meant."""
    assert BY_FLOATS.exactly is None
    assert BY_FLOATS.json()["house_edge"] == {"fraction": None, "decimal": "0.100000000000", "percent": 10.0}
    assert [each["fraction"] for each in BY_FLOATS.json()["outcomes"]] == [None, None]  # type: ignore[attr-defined]
    assert figures(BY_FLOATS).fraction is None
    show_odds([BY_FLOATS])
    told = capsys.readouterr().out
    assert "≈0.100000000000" in told
    assert "/" not in told


def test_a_simulated_figure_has_the_digits_above_its_error() -> None:
    sampled = WagerOdds(
        wager="main",
        outcomes=(Outcome("win", Fraction(1, 2), Fraction(1)), Outcome("lose", Fraction(1, 2), Fraction(-1))),
        equity=Fraction(1, 3),
        method="simulated",
        interval=(-0.002, 0.002),
    )
    assert sampled.exactly is None
    assert sampled.json()["house_edge"] == {"fraction": None, "decimal": "0.000", "percent": 0.0}
    assert sampled.json()["equity"] == {"fraction": None, "percent": 33.333333}


@pytest.mark.parametrize("name", [heading.id for heading in games()])
def test_no_fraction_comes_from_floating_point(name: str) -> None:
    """A double is a whole number over a power of two, a rounded one over a power of ten; what is counted is over the
    number of cases, in which other primes are."""
    for row in analyze(name):
        if row.exactly is None:
            continue
        for value in (row.exactly, row.rounds, row.wagered, *(each.probability for each in row.outcomes)):
            rest = value.denominator
            for prime in (2, 5):
                while rest % prime == 0:
                    rest //= prime
            assert rest > 1 or value.denominator < 10**6, (row.wager, value)


def test_blackjack_is_nowhere_told_as_a_fraction(tmp_path: Path) -> None:
    almanac(["spanish-21"], tmp_path / "odds.csv")
    assert {row.house_edge_fraction for row in read(tmp_path / "odds.csv") if row.wager == "spanish-21"} == {
        ""
    }
    costs = [each for each in gaming_guide("spanish-21").chapters[0].costs if each.wager == "Spanish 21"]
    assert [each.exactly for each in costs] == [""]
