"""Rounds worked out by hand."""

from pathlib import Path
from typing import Any

import pytest

from tests.cases import check, worked


@pytest.mark.parametrize("round_", worked(Path(__file__).parent))
def test_worked(round_: dict[str, Any]) -> None:
    check(round_)
