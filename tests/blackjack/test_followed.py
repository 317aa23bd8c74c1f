"""Charts followed to the letter: against the slow program of fractions, and beside the best play."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pitboss.games.blackjack.charts import COLUMNS, DOUBLE, HARD, HIT, KINDS, PAIR, SCORES, SOFT, SPLIT, chart
from pitboss.games.blackjack.engine import analyze
from pitboss.games.blackjack.followed import Cells, followed, mimic
from pitboss.games.blackjack.mathematics import analyzed, charted, simpler
from tests.blackjack.houses import house
from tests.blackjack.test_engine import Shoe, best_total, draws, slow_stand, without

SHOE = (2, 0, 0, 2, 2, 3, 0, 1, 0, 6)
"""By points, 1 to 10."""


def by_totals(stands: int, doubles: int = 0, splits: int = 0) -> Cells:
    """Stand from a hard total and from a soft 18; double on one hard total, split one pair."""
    cells = np.zeros((COLUMNS, KINDS, SCORES), np.uint8)
    cells[:, HARD, :stands] = cells[:, SOFT, :18] = HIT
    cells[:, HARD, doubles] |= DOUBLE * (doubles > 0)
    cells[:, PAIR, 1] = HIT
    for value in range(2, 11):
        cells[:, PAIR, value] = cells[:, HARD, 2 * value]
    cells[:, PAIR, splits] |= SPLIT * (splits > 0)
    return cells


def slow(hand: tuple[int, ...], up: int, shoe: Shoe, stands: int, doubles: int, split: bool = False) -> float:
    """A hand by such a chart; a double, like all that is added, is returned when the dealer has a blackjack."""
    total = best_total(hand)
    if total > 21:
        return -1.0
    soft = total != sum(hand)
    if len(hand) == 2 and total == doubles and not soft:
        worth = 0.0
        for points, chance in draws(shoe):
            then = without(shoe, points)
            drawn = (*hand, points)
            worth += chance * (-1.0 if best_total(drawn) > 21 else slow_stand(tuple(sorted(drawn)), up, then))
        return worth + worth + blackjacks(up, shoe)
    if total >= (18 if soft else stands):
        return slow_stand(tuple(sorted(hand)), up, shoe)
    return sum(
        (
            chance * slow((*hand, points), up, without(shoe, points), stands, doubles, split)
            for points, chance in draws(shoe)
        ),
        0.0,
    )


def blackjacks(up: int, shoe: Shoe) -> float:
    """How often the dealer has one."""
    if up not in (1, 10):
        return 0.0
    return shoe[9 if up == 1 else 0] / sum(shoe)


def slow_round(stands: int, doubles: int) -> float:
    worth = 0.0
    for first, one in draws(SHOE):
        for second, two in draws(without(SHOE, first)):
            for up, three in draws(without(SHOE, first, second)):
                left = without(SHOE, first, second, up)
                dealer = blackjacks(up, left)
                if {first, second} == {1, 10}:
                    each = 1.5 * (1 - dealer)
                else:
                    each = slow((first, second), up, left, stands, doubles)
                worth += one * two * three * each
    return worth


@pytest.mark.parametrize(("stands", "doubles"), [(17, 0), (12, 0), (13, 10)])
def test_a_chart_followed_is_worth_what_the_slow_program_finds(stands: int, doubles: int) -> None:
    table = replace(house(), shoe=SHOE)
    assert followed(table, by_totals(stands, doubles)) == pytest.approx(
        float(slow_round(stands, doubles)), abs=1e-12
    )


def test_2_12_b_to_mimic_the_dealer_is_to_stand_on_17_and_never_double_or_split() -> None:
    table = replace(house(), shoe=SHOE)
    cells = by_totals(17)
    cells[:, SOFT, 17] = 0  # he stands on a soft 17
    assert followed(table, mimic(table.terms)) == pytest.approx(followed(table, cells), abs=1e-15)


def test_a_pair_split_by_the_chart_is_worth_what_the_best_play_makes_of_it() -> None:
    """Where a chart says in every cell what is best, it is worth the best play: from a shoe of eights and tens alone,
    where one stands on all but a pair of eights."""
    table = replace(house(), shoe=(0, 0, 0, 0, 0, 0, 0, 40, 0, 60))
    best = analyze(table, play="CDZ-")
    assert followed(table, chart(best).cells) == pytest.approx(best.expectation, abs=1e-12)


def test_simple_rules_beside_the_best_play_and_published_figures() -> None:
    """Who goes by the chart loses at least what its deviations of two cards bring, and hardly more. Wizard of Odds:
    3.91% for never busting."""
    table = house(hole_card="reader", split_hands=4)
    best, chart_ = analyzed(table), charted(table)
    by_chart, never, dealer = map(float, simpler(table).values())
    gains = sum(each.gain * each.hand.probability for each in chart_.deviations)
    assert gains <= by_chart + best.expectation < 0.0001
    assert never == pytest.approx(0.0391, abs=0.0005)
    assert never < dealer < 0.06


def test_a_house_is_analysed_once_however_it_is_asked_for() -> None:
    table = house()
    assert analyzed(table) is analyzed(table, 0.0) is analyzed(table, added=0.0)
    assert charted(table) is charted(table, 0.0)
