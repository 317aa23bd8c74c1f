"""Pokette, 13:69F-12: rounds worked out by hand, procedure, the compiled path, exact odds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pitboss.book import game
from tests.cases import check, worked

POKETTE = game("pokette")


@pytest.mark.parametrize("round_", worked(Path(__file__).parent))
def test_worked_rounds(round_: dict[str, Any]) -> None:
    check(round_)
