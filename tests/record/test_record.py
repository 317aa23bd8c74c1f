"""The mathematics of poker against the house come to what they came to before: odds to the fraction, advice, charts and
simulated rounds to the cent. `make soak` goes through all of it, `make test` through the tables by default."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest

from tests import record

SOAK = bool(os.environ.get("PITBOSS_SOAK"))


def as_json(found: object) -> Any:
    return json.loads(json.dumps(found))


@pytest.mark.parametrize("name", record.recorded_games())
def test_odds_are_what_they_were(name: str) -> None:
    known = {tuple(row) for row in record.known(name)["odds"]}
    found = [tuple(row) for row in (record.odds if SOAK else record.odds_by_default)(name)]
    assert known.issuperset(found)
    assert not SOAK or len(found) == len(known)


@pytest.mark.parametrize("name", record.recorded_games())
def test_the_strategy_is_what_it_was(name: str) -> None:
    assert as_json(record.strategy(name)) == record.known(name)["strategy"]


@pytest.mark.parametrize("name", record.recorded_games())
def test_advice_is_what_it_was(name: str) -> None:
    known = record.known(name)["advices"][: None if SOAK else 8]
    for was, now in zip(known, record.advices(name, len(known)), strict=True):
        assert now[:2] == was[:2]
        assert now[2] == pytest.approx(was[2], rel=1e-9, abs=2e-6)


@pytest.mark.parametrize("name", record.recorded_games())
def test_rounds_bring_what_they_brought(name: str) -> None:
    rounds = record.MANY if SOAK else record.FEW
    assert record.simulated(name, rounds) == record.known(name)["simulated"][str(rounds)]
