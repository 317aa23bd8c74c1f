"""The words of what people read: where prose stands in the tree, and the words that are never used there."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent

INSTEAD = {
    r"(?:un)?told|tells?|telling": "describe, print, show, send, announce, give, list",
    r"who(m)?ever": "the player who, anybody who, no matter who",
    r"(?<!or )(?:he|him|his|himself)(?! or)": "they, the player",
    r"likewise|besides": "also, or nothing",
    r"worked out": "computed",
    r"by heart|an own": "simplified, of your own",
    r"lies there|of it all|to be had|held to be": "name the subject and use a plain verb",
    r"gone on with|goes on with|go on with|broken off": "resumed, interrupted",
    r"to the byte": "byte for byte",
    r"comes? about": "happens",
    r"hit frequency": "hit rate",
    r"reckon(?:s|ed)?|dearest": "compute, count; most expensive",
    r"so many|so much": "this many, a number of",
    r"anew|afresh|afterwards|towards": "again, afterward, toward",
    r"amongst|whilst|upon|hereby|thereof|whereby|whence|albeit|lest|naught": "a plain word",
}
"""Words that carry too many meanings, inverted clauses and filler, by what stands in their place."""

NEVER = re.compile(rf"(?<![\w-])(?:{'|'.join(INSTEAD)})(?![\w-])", re.IGNORECASE)
NAMES = re.compile(r"(?:^|_)(?:told|tells?|telling|untold|retell)(?:_|$)", re.IGNORECASE)

PAGES = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")
FOLDERS = ("src", "docs", "examples")
WHOLE = {".md", ".toml", ".html", ".typ", ".css", ".js", ".ts", ".sql", ".template", ".txt"}


class Finding(NamedTuple):
    place: str
    word: str

    def __str__(self) -> str:
        return f"{self.place}: {self.word}"


def files() -> Iterator[Path]:
    yield from (ROOT / page for page in PAGES)
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in WHOLE | {".py"} and "__pycache__" not in path.parts:
                yield path


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """The lines that people read: of Python the strings, docstrings and comments; of other files all."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield from enumerate(text.splitlines(), 1)
        return
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.STRING, tokenize.COMMENT):
            yield from enumerate(token.string.splitlines(), token.start[0])


def names(path: Path) -> Iterator[tuple[int, str]]:
    """The names that a Python file uses."""
    text = path.read_text(encoding="utf-8") if path.suffix == ".py" else ""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NAME:
            yield token.start[0], token.string


def findings(paths: Iterable[Path]) -> Iterator[Finding]:
    for path in paths:
        place = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
        for line, text in prose(path):
            yield from (Finding(f"{place}:{line}", found[0]) for found in NEVER.finditer(text))
        for line, name in names(path):
            if NAMES.search(name):
                yield Finding(f"{place}:{line}", name)
