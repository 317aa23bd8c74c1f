"""Games that use each word of the vocabulary once, for the tests of the drivers."""

from __future__ import annotations

from pathlib import Path

from pitboss.book import game

HERE = Path(__file__).parent
TWO_HANDS = game(str(HERE / "two_hands.toml")).id
DRAW_THREE = game(str(HERE / "draw_three.toml")).id
