"""Coupons, chips, rebates and meters: against published figures and arithmetic by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.book import game
from pitboss.law import Refused
from pitboss.practice.distribution import distribution
from pitboss.practice.progressive import Prize, break_even, jackpot, progressive
from pitboss.practice.promo import promotion, quitting

PUNTO_BANCO = game("baccarat-punto-banco")
HANDS = 2_598_960


def test_match_play_and_chips_on_the_player() -> None:
    """0.446247 won, 0.458597 lost, by the literature; a chip that is rolled wins 0.446247 / 0.458597 of its face."""
    rules, won, lost = PUNTO_BANCO.rules(), 0.4462466, 0.4585974
    worth = {
        kind: promotion(rules, kind, "player").value for kind in ("match-play", "chip", "non-negotiable")
    }  # type: ignore[arg-type]
    assert worth["match-play"] == pytest.approx(0.47953, abs=5e-6)
    assert worth["match-play"] == pytest.approx((2 * won - lost) / (won + lost), abs=1e-6)
    assert worth["chip"] == pytest.approx(won / (won + lost), abs=1e-6)
    assert worth["non-negotiable"] == pytest.approx(won / lost, abs=1e-6)


def test_a_chip_on_the_ante_of_three_card_poker_costs_what_is_raised() -> None:
    """The round as it is, and the ante of every lost one back."""
    rules = game("three-card-poker").rules()
    found = distribution(rules, "ante")
    lost, decided = float(found.chance(wins=False)), float(found.chance(wins=False) + found.chance(wins=True))
    worth = promotion(rules, "chip").value
    assert worth == pytest.approx((float(found.mean) + lost) / decided, abs=1e-9)
    assert 0.4 < worth < 0.7
    with pytest.raises(Refused, match="leave out --pays odds"):
        promotion(rules, "match-play", pays="odds")


def test_quitting_points_of_a_rebate() -> None:
    assert quitting(0.1).value == pytest.approx(0.0013165, abs=5e-8)
    assert quitting(0.2).value == pytest.approx(0.0055690, abs=5e-8)
    unit, best = 1.1417**2 / (2 * 0.0029036), quitting(0.2)
    assert (round(unit * best.win, 1), round(unit * best.loss, 1)) == (24.1, 26.0)
    assert unit * best.value == pytest.approx(1.250, abs=5e-4)


def test_a_rebate_of_everything_or_nothing_is_refused() -> None:
    for share in (0.0, 1.0):
        with pytest.raises(Refused, match="more than 0 and less than 100 percent"):
            quitting(share)


@pytest.mark.parametrize(
    ("quads", "full", "flush", "even"), [(100, 75, 50, 263_205), (500, 150, 75, 176_613)]
)
def test_break_even_meter_of_caribbean_stud(quads: int, full: int, flush: int, even: int) -> None:
    """A royal takes all of the meter, a straight flush a tenth."""
    prizes = [
        Prize(Fraction(4, HANDS), Fraction(0), Fraction(1)),
        Prize(Fraction(36, HANDS), Fraction(0), Fraction(1, 10)),
        *(
            Prize(Fraction(count, HANDS), Fraction(100 * pays))
            for count, pays in ((624, quads), (3_744, full), (5_108, flush))
        ),
    ]
    assert int(break_even(100, prizes) / 100) == even


def test_the_jackpot_without_other_shares_is_seed_and_what_the_wagers_bring() -> None:
    """The wagers until it is won are geometric: mean 1/p, variance (1 - p) / p²."""
    found = jackpot(10_000, 0.5, 1 / 400)
    assert found.mean == pytest.approx(10_000 + 0.5 * 400)
    assert found.standard_deviation == pytest.approx(0.5 * (1 - 1 / 400) ** 0.5 * 400)


def test_the_jackpot_with_other_shares_is_that_of_a_slow_sum() -> None:
    """Wager by wager: how likely it is that the meter is still there, its level and the square of it."""
    seed, fed, won, share, chance = 100.0, 1.0, 0.05, 0.25, 0.1
    alive, level, square = 1.0, seed, seed**2
    mean = second = 0.0
    for _ in range(1_000):
        level, square = level + fed * alive, square + 2 * fed * level + fed**2 * alive
        mean, second = mean + won * level, second + won * square
        alive *= 1 - won
        level *= 1 - won - chance + chance * (1 - share)
        square *= 1 - won - chance + chance * (1 - share) ** 2
    found = jackpot(seed, fed, won, {share: chance})
    assert found.mean == pytest.approx(mean)
    assert found.standard_deviation == pytest.approx((second - mean**2) ** 0.5)


def test_the_meter_in_force_and_a_warning_above_break_even() -> None:
    rules = game("caribbean-stud-poker").rules()
    (row,) = progressive(rules, shows=30_000_000).rows
    assert row.probability == pytest.approx(4 / HANDS)
    assert row.hit_within[50] == 450_366  # ln 0.5 / ln(1 - 1/649,740), rounded up
    assert row.house_edge_now < 0
    assert any("favors the player" in each for each in row.warnings)


def test_a_game_without_a_meter_is_refused() -> None:
    with pytest.raises(Refused, match="has no meter"):
        progressive(PUNTO_BANCO.rules())
