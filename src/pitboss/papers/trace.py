"""From every paragraph of the regulation to the code and the tests that carry it.

The registers in ``paragraphs/`` list the paragraphs; a game outside the package may have its own beside it,
``paragraphs.toml``. Code and data carry a paragraph by citing it; a test by its name (``test_20_10_b_…``), by a cite in
its text, or by the cites of its worked rounds.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import msgspec
from msgspec import Struct

from pitboss.book import Game, game, games
from pitboss.law import Refused, cite

_PACKAGE = Path(__file__).parent.parent
_ROOT = _PACKAGE.parent.parent
_CITED = re.compile(
    r"(?<![\d.])(?<!69E-)(\d{1,2}[AB]?\.\d{1,2}(?:[CD]|A?B?))"
    r"((?:\([a-z]{1,2}\))?(?:\d{1,2})?(?:[ivx]{1,4}(?![a-z]))?(?:\((?:\d|[ivx]{1,4}|[a-z]|[A-Z])\))*)"
)
_SHEET = re.compile(r"^\D.* (?=\d)")
"""The name of a rules sheet, which stands before the paragraph."""
_DEFINITION = re.compile(r'(\d{1,2}[AB]?\.1 "[^"\\]+")')
_NAME = re.compile(r"def test_(\d{1,2}[ab]?)_(\d{1,2}[a-d]?)(?:_([a-z]))?(?:_(\d{1,2}))?(?:_([ivx]{1,4}))?_")
_DEF = re.compile(r"^\s*(?:def|class) (\w+)")
_ENTRIES = {
    ".toml": re.compile(r'^(?: +\{ )?(?:id|wager) = "([^"]+)"'),
    ".json": re.compile(r'"id": "([^"]+)"'),
}


class Paragraph(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a register."""

    cite: str
    status: str
    heading: str = ""
    """The title of the section, on its first paragraph."""
    note: str = ""
    games: list[str] = []


class Register(Struct, frozen=True, forbid_unknown_fields=True):
    """The paragraphs of a subchapter, in order."""

    subchapter: str
    title: str
    paragraphs: list[Paragraph] = msgspec.field(name="paragraph")


@cache
def registers() -> dict[str, Register]:
    """Every subchapter's register, by its cite."""
    pages = sorted((_PACKAGE / "paragraphs").glob("*.toml"))
    read = (msgspec.toml.decode(page.read_bytes(), type=Register) for page in pages)
    return {register.subchapter: register for register in read}


def register_of(game: Game) -> Register | None:
    """The register of a game's paragraphs: the one beside its file, or its subchapter's."""
    page = game.path.with_name("paragraphs.toml")
    if not page.is_file():
        return registers().get(game.data.subchapter)
    try:
        return msgspec.toml.decode(page.read_bytes(), type=Register)
    except msgspec.MsgspecError as problem:
        raise Refused(f"{page.name}: {problem}") from None


def matrix(name: str | None = None) -> list[dict[str, object]]:
    """The rows of `pitboss trace`, of one game or subchapter or of all."""
    found = game(name) if name and not name[:1].isdigit() else None
    if found and not found.path.is_relative_to(_PACKAGE):
        folder = found.path.parent
        code = _scan([*folder.glob("*.py"), found.path], folder)
        tests = _scan([*folder.glob("tests/*.py"), *folder.glob("tests/*.json")], folder)
    else:
        code, tests = _code(), _tests()
    return [
        {
            "cite": cite(paragraph.cite),
            "status": paragraph.status,
            "where": _carriers(paragraph.cite, code) if paragraph.status == "rule" else [],
            "tests": _carriers(paragraph.cite, tests) if paragraph.status == "rule" else [],
            "note": paragraph.note,
        }
        for paragraph in paragraphs_of(name)
    ]


def paragraphs_of(name: str | None) -> Iterator[Paragraph]:
    """The paragraphs of a game (of its subchapter, as far as they concern it), of a subchapter, or all."""
    if name is None:
        for each in registers().values():
            yield from each.paragraphs
        return
    register = registers().get(cite(name)) if name[:1].isdigit() else register_of(game(name))
    if register is None:
        known = ", ".join(key.partition("-")[2] for key in registers())
        raise Refused(f"no register of {name}; there are subchapters {known}")
    for paragraph in register.paragraphs:
        if name[:1].isdigit() or not paragraph.games or game(name).id in paragraph.games:
            yield paragraph


def section_of(paragraph: str) -> str:
    """The section of a paragraph.

    >>> section_of("20.11(a)1"), section_of('20.1 "Ante wager"'), section_of("Lucky Sum 1.2(b)")
    ('20.11', '20.1', 'Lucky Sum 1.2')
    """
    return re.split(r'\(| "', paragraph)[0]


def _carriers(wanted: str, places: dict[str, list[str]]) -> list[str]:
    """Where a paragraph or a part of it is cited; failing that, where the paragraph around it is."""
    wanted = _SHEET.sub("", wanted)
    found = [
        place for cited, at in places.items() if cited == wanted or within(cited, wanted) for place in at
    ]
    around = wanted
    while not found and (around := _around(around)):
        found = places.get(around, [])
    return sorted(set(found))


def within(part: str, whole: str) -> bool:
    """Is it a part of this paragraph? 2.15(a) is none of 2.1."""
    return part.startswith(whole) and not (whole[-1].isdigit() and part[len(whole)].isdigit())


def _around(paragraph: str) -> str:
    """The paragraph that contains this one: 20.11(a)4i, 20.11(a)4, 20.11(a), 20.11."""
    if '"' in paragraph:
        return paragraph.partition(" ")[0]
    return re.sub(r"(\(\d\)|[ivx]+|(?<=\))\d+|\([a-zA-Z]{1,4}\))$", "", paragraph) if "(" in paragraph else ""


@cache
def _code() -> dict[str, list[str]]:
    sources = [page for page in _PACKAGE.rglob("*.py") if page.name != "trace.py"]
    places = _scan([*sources, *(_PACKAGE / "games").rglob("*.toml")])
    for heading in games():  # what a game has from its family, under the paragraphs of its own
        data = game(heading.id).data
        kinds = (
            data.wagers,
            data.options,
            data.constraints,
            data.pay_grids,
            data.decisions,
            data.irregularities,
        )
        for entry in chain.from_iterable(kinds):
            where = f"{heading.id} {getattr(entry, 'id', '') or getattr(entry, 'wager', 'constraint')}"
            places.setdefault(entry.cite, []).append(where)
        if data.deck:
            places.setdefault(data.deck.cite, []).append(f"{heading.id} deck")
    return places


@cache
def _tests() -> dict[str, list[str]]:
    folder = _ROOT / "tests"
    return _scan([*folder.rglob("*.py"), *folder.rglob("*.json")]) if folder.is_dir() else {}


def _scan(pages: Iterable[Path], root: Path = _ROOT) -> dict[str, list[str]]:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for page in sorted(pages):
        name = page.relative_to(root).as_posix()
        inside, entries = "", _ENTRIES.get(page.suffix)
        lines = page.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines, 1):
            # A decorator belongs to the function below it.
            below = (
                next((each for each in lines[number:] if _DEF.match(each)), "") if line[:1] == "@" else line
            )
            if found := (entries or _DEF).search(line if entries else below):
                inside = f" {found[1]}"
            if found := _NAME.search(line):
                subchapter, section, letter, item, roman = found.groups()
                named = f"{subchapter.upper()}.{section.upper()}"
                named += (f"({letter})" if letter else "") + (item or "") + (roman or "")
                places[named].append(f"{name}:{number}{inside}")
            for pattern in (_CITED, _DEFINITION):
                for cited in pattern.finditer(line):
                    places["".join(cited.groups())].append(f"{name}:{number}{inside}")
    return dict(places)
