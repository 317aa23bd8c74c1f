"""Double cross poker, 13:69F-25: rounds worked out by hand, random play, the compiled path, exact odds, strategy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cases import check, worked


@pytest.mark.parametrize("round_", worked(Path(__file__).parent))
def test_worked_rounds(round_: dict[str, Any]) -> None:
    check(round_)
