"""Worked rounds of craps and mini-craps, 13:69F-1."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cases import check, worked


@pytest.mark.parametrize("round_", worked(Path(__file__).parent))
def test_worked_round(round_: dict[str, Any]) -> None:
    check(round_)
