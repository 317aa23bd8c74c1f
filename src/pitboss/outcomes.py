"""The ids of outcomes and choices as people read them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.book.data import GameData

_SPOKEN = {
    "ace ace": "pair of aces",
    "ace ace against ace ace": "pair of aces against the dealer's pair of aces",
    "ace king suited": "ace and king, suited",
    "ace king unsuited": "ace and king, unsuited",
    "ace queen or ace jack suited": "ace and queen or ace and jack, suited",
    "ace queen or ace jack unsuited": "ace and queen or ace and jack, unsuited",
    "king king queen queen or jack jack": "pair of kings, queens or jacks",
    "ten ten through two two": "pair of twos through tens",
    "king queen suited": "king and queen, suited",
    "draws": "keno",
    "house poker": "casino poker",
}
"""Outcomes whose ids are lists of ranks, and families known by another name."""


def words(name: object) -> str:
    """An id as people read it; numbers that belong together keep their hyphens.

    >>> words("mixed-6-7-8"), words("spread-4-to-11"), words("ace-ace")
    ('mixed 6-7-8', 'spread 4 to 11', 'pair of aces')
    """
    given = re.sub(r"(?<!\b\d)-|-(?!\d\b)", " ", str(name))
    return _SPOKEN.get(given) or given.replace("color", "color")


def row_names(data: GameData, wager: str) -> dict[str, str]:
    """The names of rows in a wager's pay tables, where their ids are not clear enough.

    >>> from pitboss.book import game
    >>> row_names(game("craps").data, "fire")["four"]
    'four points'
    """
    return {row: name for grid in data.pay_grids if grid.wager == wager for row, name in grid.names.items()}


def numbers_together(rows: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Rows of a pay table for numbers with the same payout are merged.

    >>> numbers_together([("4", "50 to 1"), ("5", "18 to 1"), ("17", "50 to 1"), ("flag", "50 to 1")])
    [('4, 17', '50 to 1'), ('5', '18 to 1'), ('flag', '50 to 1')]
    """
    found: dict[tuple[str, ...], list[str]] = {}
    for name, *says in rows:
        numbers = all(each.strip().isdigit() for each in name.split(","))
        found.setdefault((*says, "" if numbers else name), []).append(name)
    return [(", ".join(names), *says) for (*says, _), names in found.items()]


def row_words(data: GameData, wager: str, outcome: str) -> str:
    """A row of a wager's pay table as people read it."""
    return row_names(data, wager).get(outcome) or words(outcome)


__all__ = ["numbers_together", "row_names", "row_words", "words"]
