"""Whether a result is chance: against arithmetic by hand and a slow convolution in whole numbers."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb

import pytest

from pitboss.book import game
from pitboss.law import Refused
from pitboss.practice.assess import Result, assess, grouped, read_results
from pitboss.practice.distribution import Distribution, Part, Total, distribution

HALF = Fraction(1, 2)
COIN = Distribution(game="", wager="heads", outcomes={Fraction(1): HALF, Fraction(-1): HALF})
SKEWED = Distribution(
    game="",
    wager="jackpot",
    outcomes={Fraction(-1): Fraction(97, 100), Fraction(9): Fraction(2, 100), Fraction(60): Fraction(1, 100)},
)


def slowly(parts: list[Part]) -> dict[Fraction, Fraction]:
    """The distribution of a sum, round by round in fractions."""
    found = {Fraction(0): Fraction(1)}
    for part in parts:
        for _ in range(part.rounds):
            after: Counter[Fraction] = Counter()
            for sum_, chance in found.items():
                for net, p in part.distribution.outcomes.items():
                    after[sum_ + part.stake * net] += chance * p  # type: ignore[assignment]
            found = dict(after)
    return found


def test_heads_sixty_times_in_a_hundred() -> None:
    exactly = sum(comb(100, heads) for heads in range(60, 101)) / 2**100
    assert Total([Part(COIN, 100, 1)]).at_least(20)[0] == pytest.approx(exactly, rel=1e-10)


@pytest.mark.parametrize("won", [-60, -40, -21, 0, 10, 75, 300])
def test_tails_of_a_skewed_wager_and_of_several_stakes(won: int) -> None:
    parts = [Part(SKEWED, 25, 2), Part(COIN, 12, 5)]
    total, whole = Total(parts), slowly(parts)
    more, less = (
        float(sum(p for sum_, p in whole.items() if (sum_ >= won if up else sum_ <= won)))
        for up in (True, False)
    )
    assert total.at_least(won)[0] == pytest.approx(more, rel=1e-9)
    assert total.at_most(won)[0] == pytest.approx(less, rel=1e-9, abs=1e-15)


def test_far_tails_keep_their_digits() -> None:
    """One in 2^200: a difference from 1 has long lost it."""
    assert Total([Part(COIN, 200, 1)]).at_least(200)[0] == pytest.approx(0.5**200, rel=1e-6)
    assert Total([Part(COIN, 200, 1)]).at_most(-200)[0] == pytest.approx(0.5**200, rel=1e-6)


def test_the_approximation_of_many_rounds_is_near_the_convolution() -> None:
    total = Total([Part(SKEWED, 4_000, 1)])
    for away in (-3, -1.5, 1.5, 3, 6):
        amount = round(total.mean + away * total.standard_deviation)
        exact = total.at_least(amount)[0]
        place = float(total.least) + -(-(amount - float(total.least)) // float(total.step)) * float(
            total.step
        )
        assert total._saddlepoint(place) == pytest.approx(exact, rel=0.05)


def test_quantiles_are_those_of_the_slow_sum() -> None:
    parts = [Part(SKEWED, 30, 1)]
    sums = sorted(slowly(parts).items())
    for chance in (0.025, 0.5, 0.975, 0.9999):
        below, found = Fraction(0), None
        for sum_, p in sums:
            below += p
            if below >= Fraction(chance):
                found = sum_
                break
        assert Total(parts).quantile(chance) == found


def test_the_house_is_safe_on_three_card_pokers_ante_after_as_many_rounds_as_published() -> None:
    found = assess(game("three-card-poker").rules(), [Result(1_000, 2_500, 300_000)])
    assert [(each.level, each.rounds) for each in found.house_safe] == [(95, 6_392), (99, 12_779)]
    assert found.theoretical_win == pytest.approx(1_000 * 25 * 0.0337298, rel=1e-6)
    assert found.z == pytest.approx((3_000 + 843.2452) / (1.6392528 * 1_000**0.5 * 25), rel=1e-6)


def test_more_players_watched_make_a_larger_result_usual() -> None:
    found = assess(game("baccarat-punto-banco").rules(), [Result(500, 10_000, 0, "player")], watched=37)
    thresholds = {each.players: each.won for each in found.remarkable}
    assert list(thresholds) == [1, 10, 37, 100, 1_000]
    assert sorted(thresholds.values()) == list(thresholds.values())
    total = Total([Part(distribution(game("baccarat-punto-banco").rules(), "player"), 500, 10_000)])
    alone = total.at_least(100 * thresholds[37] + 1)[0]
    assert 1 - (1 - alone) ** 37 <= 0.05


def test_results_of_a_file_by_player() -> None:
    found = read_results(
        b'player,rounds,stake,won\nA,100,$25,-250\nB,40,10,55.50\nA,50,25,"1,000"\n', "r.csv"
    )
    assert {name: len(each) for name, each in grouped(found, "player").items()} == {"A": 2, "B": 1}
    assert [(each.rounds, each.stake, each.won) for each in found] == [
        (100, 2_500, -25_000),
        (40, 1_000, 5_550),
        (50, 2_500, 100_000),
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "has no results"),
        (b"player,rounds,won\nA,1,2\n", "has no column stake"),
        (b"rounds,stake,won,pit\n1,1,1,1\n", "has a column .pit"),
        (b"rounds,stake,won\nx,1,1\n", "line 2: rounds is a whole number"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_in_a_sentence(text: bytes, says: str) -> None:
    with pytest.raises(Refused, match=says):
        read_results(text, "r.csv")


def test_a_result_that_the_rounds_cannot_bring_is_refused() -> None:
    with pytest.raises(Refused, match="this many rounds can bring"):
        assess(game("baccarat-punto-banco").rules(), [Result(2, 10_000, 50_000, "player")])
