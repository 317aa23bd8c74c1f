"""A learner that has nothing but the environment arrives at the edge that the mathematics prove, and at the chart."""

from __future__ import annotations

from examples.learner import Learner

from pitboss.book import game
from pitboss.equipment.cards import RANKS


def test_red_dog_is_learned_to_the_last_digit() -> None:
    """The best play is known: raise with a spread of seven ranks or more."""
    learner = Learner("pitboss/RedDog-v0", wagers={"ante": 1}, levels=1)
    learner.explore()
    value = learner.learn()
    (proved,) = game("red-dog").mathematics.odds(game("red-dog").rules(), "ante")
    assert value == -proved.house_edge
    chart = learner.chart()
    spreads = {pair: RANKS.index(pair[1]) - RANKS.index(pair[0]) - 1 for pair in chart}
    assert len(chart) == 66  # two ranks that are neither equal nor next to each other
    assert {pair for pair, action in chart.items() if action == "raise"} == {
        pair for pair, spread in spreads.items() if spread >= 7
    }
