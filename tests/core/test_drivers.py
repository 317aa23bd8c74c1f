"""Drivers and client know no game: what they need to know of one, it declares.

A word like bank or draw is an id somewhere and a word of its own elsewhere; what is more than one word is a game's.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import pitboss
from pitboss.book import game, games

SOURCES = Path(pitboss.__file__).parent
DRIVERS = (
    *("book", "equipment", "odds", "papers", "sim", "table", "web"),
    *("cli.py", "compiler.py", "law.py", "money.py", "session.py", "terminal.py"),
)
CLIENT = sorted(
    each
    for folder in ("web/static", "web/templates", "papers/templates")
    for each in (SOURCES / folder).iterdir()
    if each.suffix in (".js", ".html")
)

ORDINARY = {"pass-odds", "house-way"}
"""An example in a help text, and what a family of games may have."""


@cache
def ids() -> frozenset[str]:
    """The ids of all games, and those of families, wagers and decisions that are more than an ordinary word."""
    found = {heading.id for heading in games()}
    for heading in games():
        data = game(heading.id).data
        several = (data.family, *(each.id for each in (*data.wagers, *data.decisions)))
        found |= {each for each in several if "-" in each}
    return frozenset(found - ORDINARY)


def modules() -> Iterator[Path]:
    for part in DRIVERS:
        path = SOURCES / part
        yield from [path] if path.is_file() else sorted(path.rglob("*.py"))


def strings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every string of a module that is no docstring."""
    docstrings = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def named_in(words: str) -> set[str]:
    """The ids that a string is, or that it contains if they are of several words."""
    return {
        id_
        for id_ in set(re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)+", words)) | {words}
        if id_ in ids() - ORDINARY
    }


@pytest.mark.parametrize("path", list(modules()), ids=lambda path: path.relative_to(SOURCES).as_posix())
def test_a_driver_names_no_game_and_no_wager(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = {(line, id_) for line, words in strings(tree) for id_ in named_in(words)}
    assert not found


@pytest.mark.parametrize("path", CLIENT, ids=lambda path: path.name)
def test_the_client_names_no_game_and_no_wager(path: Path) -> None:
    text = re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*|\{#.*?#\}", "", path.read_text(encoding="utf-8"), flags=re.S)
    literals = re.findall(r'"([^"\n]*)"|\'([^\'\n]*)\'|`([^`]*)`', text)
    words = {each for found in literals for each in found if each}
    keys = set(re.findall(r"[{,]\s*([a-z]+):", text)) if path.suffix == ".js" else set()
    assert not {id_ for each in words for id_ in named_in(each)} | (keys & ids())
    if path.suffix == ".js":
        assert not re.search(r"\bstate\b\??\.|\.state\b", text)  # what a game remembers is its own


HAND_HISTORIES = ("pitboss.games.poker_room.phh_reader", "pitboss.games.poker_room.phh_writer")


@pytest.mark.parametrize("path", list(modules()), ids=lambda path: path.relative_to(SOURCES).as_posix())
def test_a_driver_imports_no_game_and_reads_no_state(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.ImportFrom(module=str(module)):
                assert not module.startswith("pitboss.games") or module in HAND_HISTORIES
            case ast.Attribute(value=ast.Attribute(value=ast.Name(id=owner), attr="state"), attr=attr):
                assert owner not in ("self", "table") or attr in (
                    "seats",
                    "take_meters",
                    "described",
                )  # what each can say
            case ast.Call(
                func=ast.Name(id="getattr"), args=[ast.Attribute(ast.Name(id="table"), "state"), *_]
            ):
                raise AssertionError(f"line {node.lineno} looks into a state")
