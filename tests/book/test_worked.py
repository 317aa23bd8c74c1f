"""Every worked round of every game, settled and compared with what was worked out by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pitboss.book import games
from tests.cases import check, worked

TESTS = Path(__file__).parent.parent
FOLDERS = sorted({page.parent for page in TESTS.glob("*/worked*.json")} - {TESTS / "vocabulary"})  # of toys


@pytest.mark.parametrize(
    "round_",
    [
        pytest.param(*each.values, id=f"{folder.name}-{each.id}")
        for folder in FOLDERS
        for each in worked(folder)
    ],
)
def test_worked_round(round_: dict[str, Any]) -> None:
    check(round_)


def test_every_game_has_worked_rounds() -> None:
    rounds = (each.values[0] for folder in FOLDERS for each in worked(folder))
    assert {each.id for each in games()} <= {round_["case"]["game"] for round_ in rounds}
