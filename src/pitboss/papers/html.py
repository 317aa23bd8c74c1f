"""HTML from templates, for the papers and for the pages of live tables: all values are escaped, and an undefined name
is an error."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.outcomes import row_names, row_words, words

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
    """A wager as a player reads it, with its numbers and position.

    >>> from pitboss.book import game
    >>> called(game("keno").data, "straight:3-17-29"), called(game("blackjack").data, "blackjack@2")
    ('Straight on 3, 17 and 29', 'Blackjack at position 2')
    >>> called(game("keno").data, "multi-race:5:straight:1-14")
    'Multi-race for 5 games: Straight on 1 and 14'
    """
    from pitboss.book.key import Key
    from pitboss.law import Refused
    from pitboss.table.words import named

    wagers = {each.id: each for each in game.wagers}
    try:
        key = Key.read(wager)
    except Refused:
        return wager
    on = _on(game, key.param)
    if not on:
        return named(wagers, wager)
    where = f" at position {key.position}" if key.position else ""
    return f"{named(wagers, key.id)}{on}{where}"


def _on(game: GameData, param: str) -> str:
    """The numbers of a wager, if its parameter lists numbers: single ones, or groups of them and how they are
    combined."""
    if several := re.fullmatch(r"(\d+):(.+)", param):
        return f" for {several[1]} games: {called(game, several[2])}"
    found = re.fullmatch(r"([\dkx/-]+?)(?:\*([\d,]+)|=([\d,&x]+))?", param)
    if not found or not re.search(r"\d[/-]k?\d", param):
        return ""
    groups, times, ways = found.groups()
    within = groups.split("/")
    given = f" on {listed(groups.split('-') if len(within) == 1 else [_group(each) for each in within])}"
    if times:
        given += f", {listed(times.split(','))} of these at a time"
    if ways:
        given += f", combined as {listed([_rate(each.replace('&', '+')) for each in ways.split(',')])}"
    return given


def _group(numbers: str) -> str:
    """Numbers that are marked together, next to other groups."""
    marked = _rate(numbers)
    return f"king {marked[1:]}" if marked.startswith("k") else marked


def _rate(given: str) -> str:
    what, _, times = given.partition("x")
    return f"{what} at {times} times the rate" if times else what


def listed(names: Sequence[str]) -> str:
    """The items as a sentence lists them.

    >>> listed(["ante", "blind", "trips"])
    'ante, blind and trips'
    """
    *most, last = names or [""]
    return f"{', '.join(most)} and {last}" if most else last


def slug(heading: str) -> str:
    """A heading as the name of an anchor on a page."""
    return re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-")


__all__ = ["called", "listed", "row_names", "row_words", "slug", "templates", "words"]
