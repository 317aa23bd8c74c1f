"""The vocabulary in which a game is written, and the book of all games."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib.machinery import ModuleSpec
from pathlib import Path

import msgspec

from pitboss.book.data import Area, Limits, Option, PayTable, Value, Wager
from pitboss.book.events import (
    Ask,
    Asks,
    Choice,
    Deal,
    Discard,
    Draw,
    Event,
    Irregular,
    Irregularity,
    Move,
    Played,
    Return,
    Reverse,
    Roll,
    Round,
    Say,
    Settle,
    Show,
    Shuffle,
    Slide,
    Spin,
    Stake,
    Travel,
    arrangements,
    fee,
    laid,
    ways,
)
from pitboss.book.facets import Board, Cap, Cases, Felt, Finding, Funds, Marker, Mathematics, Posting
from pitboss.book.game import Game, State
from pitboss.book.rules import Rules, RulesRecord
from pitboss.law import Refused, carries, cite, clipped, rule

_GAMES = Path(__file__).parent.parent / "games"


class Heading(msgspec.Struct, frozen=True):
    """A game as the list of games shows it."""

    id: str
    title: str
    subchapter: str
    family: str

    @property
    def cite(self) -> str:
        return self.subchapter


@cache
def _pages() -> dict[str, Path]:
    """The TOML file of every game: those of the package, and of the folders named in PITBOSS_BOOK."""
    folders = [_GAMES, *map(Path, filter(None, os.environ.get("PITBOSS_BOOK", "").split(os.pathsep)))]
    pages = (page for folder in folders for page in sorted(folder.rglob("*.toml")))
    return {
        page.stem.replace("_", "-"): page.resolve() for page in pages if page.with_suffix(".py").is_file()
    }


def games() -> Iterator[Heading]:
    """Every game of the book. Reads only the head of each file, so that the list appears at once."""
    for page in _pages().values():
        with page.open(encoding="utf-8") as file:
            head = "".join(iter(lambda: _above_first_table(file.readline()), ""))
        yield msgspec.convert(msgspec.toml.decode(head), Heading)


def _above_first_table(line: str) -> str:
    return "" if line.startswith("[") else line


def played_alone(identity: str) -> bool:
    """Can one player play this game of the book, against the house? Between players nobody makes a wager before the
    cards. Looks at the wagers in the file without reading the rest, so that the whole book can be asked."""
    return any(not _NOT_BEFORE.search(each) for each in _wagers_written(_pages()[identity]))


_NOT_BEFORE = re.compile(r"\b(during|bonus) = true\b")
_BASES = re.compile(r"^based_on = (.+)$", re.M)


def _wagers_written(page: Path) -> Iterator[str]:
    """The text of each wager of a file, and of those on which it is based."""
    text = page.read_text(encoding="utf-8")
    for base in re.findall(r'"([^"]+)"', "".join(_BASES.findall(text))):
        yield from _wagers_written(page.with_name(f"{base.replace('-', '_')}.toml"))
    blocks = [each.partition("\n[[")[0] for each in text.split("\n[[wager]]\n")[1:]]
    rows = text.partition("\nwager = [")[2].partition("\n]")[0].splitlines()
    yield from (each for each in (*blocks, *rows) if "id = " in each)


_outside: dict[str, Path] = {}
"""Games outside the book that this process has read from a path, by id."""


def game(name: str) -> Game:
    """The game of that id, or the game whose TOML file is at that path. The path is a program: it comes from the
    command line or from code, never out of a file (see `game_named`).

    >>> game("three-card-poker")
    <Three-card poker, 13:69F-20>
    """
    if not name.endswith(".toml"):
        return game_named(name)
    page = Path(name)
    if not page.is_file():
        raise Refused(f"there is no file {name}")
    found = _read(page.resolve())
    _outside[found.id] = found.path
    return found


def game_named(identity: str) -> Game:
    """The game that a case, a journal or a table file names: one of the book, or one that was read here from a given
    path."""
    page = _pages().get(identity) or _outside.get(identity)
    if page is None:
        raise Refused(
            f"there is no game {clipped(identity)}; `pitboss games` lists all games; give a game of your own "
            "with --game FILE.toml, or its folder in PITBOSS_BOOK"
        )
    return _read(page)


def in_the_book(found: Game) -> bool:
    """Does every process with the same book have the game by its id?"""
    return _pages().get(found.id) == found.path


@cache
def _read(page: Path) -> Game:
    module = page.with_suffix(".py")
    if not module.is_file():
        raise Refused(f"{page.name} has no module {module.name} beside it")
    return _definition(module)(page)


def _definition(path: Path) -> type[Game]:
    """The game class a module defines: the last one written in it."""
    if path.is_relative_to(_GAMES):
        package = ".".join(("pitboss", "games", *path.parent.relative_to(_GAMES).parts))
    else:  # a folder outside the package becomes a package, so that its modules can import each other
        package = f"pitboss_book_{hashlib.sha256(str(path.parent).encode()).hexdigest()[:12]}"
        if package not in sys.modules:
            spec = ModuleSpec(package, None, is_package=True)
            spec.submodule_search_locations = [str(path.parent)]
            sys.modules[package] = importlib.util.module_from_spec(spec)
    module = importlib.import_module(f"{package}.{path.stem}")
    own = [
        each
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Game) and each.__module__ == module.__name__
    ]
    if not own:
        raise Refused(f"{path.name} defines no game")
    _check_facets(own[-1])
    return own[-1]


def _check_facets(defined: type[Game]) -> None:
    """A definition of a facet that the game does not list would never be used."""
    for facet in (Posting, Felt, Cases, Funds, Mathematics):
        for kind in defined.__mro__ if not issubclass(defined, facet) else ():
            for name in vars(facet).keys() & vars(kind).keys():
                if not name.startswith("_"):
                    raise Refused(
                        f"{kind.__name__} defines {name}, so it must list {facet.__name__} as a base"
                    )


__all__ = [
    "Area",
    "Ask",
    "Asks",
    "Board",
    "Cap",
    "Cases",
    "Choice",
    "Deal",
    "Discard",
    "Draw",
    "Event",
    "Felt",
    "Finding",
    "Funds",
    "Game",
    "Heading",
    "Irregular",
    "Irregularity",
    "Limits",
    "Marker",
    "Mathematics",
    "Move",
    "Option",
    "PayTable",
    "Played",
    "Posting",
    "Refused",
    "Return",
    "Reverse",
    "Roll",
    "Round",
    "Rules",
    "RulesRecord",
    "Say",
    "Settle",
    "Show",
    "Shuffle",
    "Slide",
    "Spin",
    "Stake",
    "State",
    "Travel",
    "Value",
    "Wager",
    "arrangements",
    "carries",
    "cite",
    "fee",
    "game",
    "game_named",
    "games",
    "in_the_book",
    "laid",
    "played_alone",
    "rule",
    "ways",
]
