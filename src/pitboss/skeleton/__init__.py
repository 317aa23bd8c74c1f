"""`pitboss new`: the skeleton of a game, which runs at once and is then rewritten.

The templates next to this file are a small game of one card against the dealer's; ``$module`` and similar names stand
for the new game's own.
"""

from __future__ import annotations

import keyword
import re
import shutil
from pathlib import Path
from string import Template
from typing import Final

from pitboss.book import games
from pitboss.law import PREFIX, Refused, clipped

LONGEST: Final = 40
LONGEST_SHEET: Final = 24
"""The longest id or title, and name of a rules sheet: every line that holds one fits on the page."""

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_SUBCHAPTER = re.compile(r"0?([1-9]\d?[AB]?)")
_WORDS = re.compile(r"[^\W\d_][\w '’&.,!-]*")

_FILES: Final = {
    "game.toml": "$module.toml",
    "errata.toml": "$module.errata.toml",
    "game.py": "$module.py",
    "mathematics.py": "${module}_mathematics.py",
    "rules.md": "RULES.md",
    "paragraphs.toml": "paragraphs.toml",
    "test.py": "tests/test_$module.py",
    "worked.json": "tests/worked.json",
}


def write(game: str, subchapter: str, family: str, title: str | None, folder: Path | None) -> list[Path]:
    """Write the skeleton's files into a new or empty folder, all of them or none."""
    words = _words(game, subchapter, family, title)
    files = {template: name for template, name in _FILES.items() if words["rules"] or template != "rules.md"}
    target = (folder or Path(words["module"])).resolve()
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise Refused(f"{folder or target.name} already exists and is not an empty folder")
    if not target.parent.is_dir():
        raise Refused(f"there is no folder {target.parent}")
    part = target.with_name(target.name + ".part")
    part.mkdir()
    try:
        (part / "tests").mkdir()
        for template, name in files.items():
            text = (Path(__file__).parent / f"{template}.template").read_text(encoding="utf-8")
            page = part / Template(name).substitute(words)
            page.write_text(Template(text).substitute(words), encoding="utf-8")
        target.mkdir(exist_ok=True)
        for each in part.iterdir():
            each.rename(target / each.name)
    finally:
        shutil.rmtree(part)
    return [target / Template(name).substitute(words) for name in files.values()]


def _words(game: str, subchapter: str, family: str, title: str | None) -> dict[str, str]:
    """The value of each name in the templates, or a refusal."""
    module = game.replace("-", "_")
    if not _ID.fullmatch(game) or len(game) > LONGEST or keyword.iskeyword(module):
        raise Refused(
            f"{clipped(game)} is not an id: use lower-case letters and digits, words joined by hyphens, as in "
            f"three-card-poker, {LONGEST} letters at most"
        )
    if any(game == heading.id for heading in games()):
        raise Refused(f"there is already a game {game}")
    if not _ID.fullmatch(family) or len(family) > LONGEST:
        raise Refused(
            f"{clipped(family)} is not a family: use lower-case letters, words joined by hyphens, as in house-poker"
        )
    title = title or game.replace("-", " ").capitalize()
    if not _WORDS.fullmatch(title) or len(title) > LONGEST:
        raise Refused(f"{clipped(title)} is not a title: use letters, digits and spaces, {LONGEST} at most")
    of_the_law = _SUBCHAPTER.fullmatch(subchapter)
    if not of_the_law and (not _WORDS.fullmatch(subchapter) or len(subchapter) > LONGEST_SHEET):
        raise Refused(
            f"{clipped(subchapter)} is not a subchapter: use a number, such as 20 or 2A, or the name of the game's "
            f"own rules sheet, {LONGEST_SHEET} letters at most"
        )
    if of_the_law:
        subchapter = of_the_law[1]
    return {
        "id": game,
        "module": module,
        "type": "".join(word.capitalize() for word in game.split("-")) + "Game",
        "title": title,
        "family": family,
        "subchapter": PREFIX + subchapter if of_the_law else subchapter,
        "of": subchapter if of_the_law else f"{subchapter} 1",
        "rules": "" if of_the_law else " The rules are in RULES.md.",
        "section": subchapter if of_the_law else "1",
        "test": subchapter.lower() if of_the_law else "1",
    }
