"""A table of hold 'em with players, and ways to play it."""

from __future__ import annotations

from pitboss.book import game
from pitboss.table import Table
from tests import poker_room
from tests.poker_room import check_down, choices, happened, play

HOLD_EM = game("hold-em")


def seated(stacks: dict[int, int], button: int = 0, **options: object) -> Table:
    """A table with these stacks in dollars (and the button's next place), ready to deal."""
    return poker_room.seated(HOLD_EM, stacks, state={"button": button}, **options)  # type: ignore[arg-type]


__all__ = ["HOLD_EM", "check_down", "choices", "happened", "play", "seated"]
