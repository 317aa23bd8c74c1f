"""Games whose figures are known by heart, for the tests of the simulator."""

from __future__ import annotations

from pathlib import Path

from pitboss.book import Game, game

HERE = Path(__file__).parent


def coin() -> Game:
    return game(str(HERE / "coin.toml"))


def pass_line() -> Game:
    return game(str(HERE / "pass_line.toml"))
