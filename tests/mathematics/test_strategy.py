"""What the edges of a strategy are of."""

from __future__ import annotations

import pytest

from pitboss.book import Refused, game, games
from pitboss.odds.book import analyze


@pytest.mark.parametrize("name", [heading.id for heading in games()])
def test_the_edge_of_a_strategy_is_that_of_the_wager_by_the_best_play(name: str) -> None:
    try:
        found = game(name).mathematics.strategy(game(name).rules())
    except (Refused, NotImplementedError):
        return  # there is nothing to decide
    if found.house_edge is None:
        assert not found.simpler
        assert found.chart_edge is None
        return
    rows = [row for row in analyze(name) if found.wager in ("", row.wager)]
    assert found.house_edge == rows[0].house_edge
    assert found.house_edge <= min((found.chart_edge or found.house_edge, *found.simpler.values()))
    others = [row.house_edge for row in rows[1:] if row.wager == rows[0].wager and "banks" not in row.per]
    assert found.house_edge <= min((found.house_edge, *others))
