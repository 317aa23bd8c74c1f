"""The example of a typed program runs; that its types hold, `tests/core/test_types.py` checks with all others."""

from __future__ import annotations

import pytest
from examples.typed import main


def test_it_prints_a_settlement_the_odds_and_a_simulation(capsys: pytest.CaptureFixture[str]) -> None:
    main()
    shown = capsys.readouterr().out
    assert "13:69F-20.11(a)1" in shown
    assert "ante             3.3730%" in shown
    assert shown.endswith("10,000 rounds\n")
