"""What the commands share: their parameters, and how an answer is printed or written."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

if TYPE_CHECKING:
    from pitboss.book import Rules

Json = Annotated[bool, Parameter(name="--json", help="Print the answer as JSON.")]
JsonToo = Annotated[
    bool, Parameter(name="--json", help="Print JSON on standard output, even when a file is written.")
]
GameName = Annotated[str, Parameter(help="The id of a game, or the path of its TOML file.")]
Table = Annotated[str, Parameter(help="The id of a game, the path of its TOML file, or a table file.")]
Set = Annotated[
    list[str] | None,
    Parameter(name="--set", help="Choose a house option: --set decks=8. Repeat it for several options."),
]
Games = Annotated[
    list[str] | None,
    Parameter(name="--game", help="The TOML file of a game that the input names and the book lacks."),
]
Licensee = Annotated[str, Parameter(help="The casino licensee to print, in place of the table file's.")]
Written = Annotated[
    Path | None,
    Parameter(
        name=["--output", "--out", "-o"],
        help="Write to this file; its ending is the format: .html, .pdf or .json.",
    ),
]


def print_json(value: object) -> None:
    print(as_json(value))


def as_json(value: object) -> str:
    import json

    return json.dumps(value, indent=1, ensure_ascii=False)


def rules_of(game: str, settings: list[str] | None) -> Rules:
    from pitboss.table.lawful import rules_named

    return rules_named(game, settings or [])


def open_games(pages: list[str] | None) -> None:
    """Read games outside the book, which a file may then name: a file alone makes nobody run a program."""
    from pitboss.book import game

    for page in pages or ():
        game(page)


def deliver(paper: str | bytes, output: Path | None) -> None:
    """To the file, whole or not at all; else to the screen."""
    if output is None:
        print(paper)
        return
    from pitboss.files import write

    write(output, paper.encode() if isinstance(paper, str) else paper)
    print(f"wrote {output}", file=sys.stderr)


def ending_of(output: Path | None, what: str, *endings: str) -> str:
    """How the name of a paper's file ends; what could not be written is refused before any work."""
    from pitboss.extras import require
    from pitboss.law import Refused

    if output is None:
        return ""
    *most, last = endings or (".html", ".pdf", ".json")
    if output.suffix.lower() not in (*most, last):
        raise Refused(f"{output}: {what} is written as {', '.join(most)} or {last}")
    if output.suffix.lower() == ".pdf":
        require("typst")
    if output.is_dir() or not output.parent.is_dir():
        raise Refused(f"{output}: is a folder" if output.is_dir() else f"there is no folder {output.parent}")
    if not os.access(output.parent, os.W_OK):
        raise Refused(f"nothing can be written in the folder {output.parent}")
    return output.suffix.lower()
