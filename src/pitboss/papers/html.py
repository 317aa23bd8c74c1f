"""HTML from templates, alike for the papers and for the pages of live tables: whatever is put in is escaped, and a name
that nothing defines is an error."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.outcomes import words

if TYPE_CHECKING:
    from jinja2 import Environment

    from pitboss.book.data import GameData


def templates(folder: Path, **filters: Callable[..., str]) -> Environment:
    """The templates of a folder, with the filters they use."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(filters, words=words, slug=slug)
    return environment


def called(game: GameData, wager: str) -> str:
    """A wager as the layout calls it, with its parameter: ``Place 6``."""
    from pitboss.table.words import named

    return named({each.id: each for each in game.wagers}, wager)


def slug(heading: str) -> str:
    """A heading as the name of a place on a page."""
    return re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-")


__all__ = ["called", "slug", "templates", "words"]
