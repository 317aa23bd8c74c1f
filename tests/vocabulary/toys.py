"""Games that use each word of the vocabulary once, for the tests of the drivers."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent
TWO_HANDS = str(HERE / "two_hands.toml")
DRAW_THREE = str(HERE / "draw_three.toml")
