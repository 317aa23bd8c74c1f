"""From every paragraph of the regulation to the code and the tests that carry it.

The registers in ``paragraphs/`` list the paragraphs; a game outside the package may have its own beside it,
``paragraphs.toml``. What carries a paragraph is a `@rule`, a method that `@carries` it, an entry of a game's file,
or what a worked round does or refuses under that cite, for which the worked rounds are played; a comment, advice or a
strategy carries nothing. Where only the paragraph around it is carried, or the one to which the register refers it, the
row says ``through`` which. A test carries a paragraph by its name
(``test_20_10_b_…``), by a cite in its text, or by the cites of its worked rounds.
"""

from __future__ import annotations

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import chain
from pathlib import Path

import msgspec
from msgspec import Struct

from pitboss.book import Game, game, games
from pitboss.law import Refused, cite, short
from pitboss.registers import Paragraph, paragraphs_of, register_of, registers
from pitboss.table.case import Case, played

Places = Mapping[str, list[str]]
"""By paragraph, where it is carried."""

_PACKAGE = Path(__file__).parent
_ROOT = _PACKAGE.parent.parent
_CITED = re.compile(
    r"(?<![\d.])(?<!69E-)(13:69E-1\.\d{1,2}[A-Z]?|\d{1,2}[AB]?\.\d{1,2}(?:[CD]|A?B?))"
    r"((?:\([a-z]{1,2}\))?(?:\d{1,2})?(?:[ivx]{1,4}(?![a-z]))?(?:\((?:\d|[ivx]{1,4}|[a-z]|[A-Z])\))*)"
)
_DECLARE = ("rule", "carries")
_DEFINED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_FROM_TO = re.compile(r"(.*(?:\)|\d(?=[ivx])))(\d+|[ivx]+)-(\d+|[ivx]+)")
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_SHEET = re.compile(r"^\D.* (?=\d)")
"""The name of a rules sheet, which stands before the paragraph."""
_DEFINITION = re.compile(r'(\d{1,2}[AB]?\.1 "[^"\\]+")')
_NAME = re.compile(r"def test_(\d{1,2}[ab]?)_(\d{1,2}[a-d]?)(?:_([a-z]))?(?:_(\d{1,2}))?(?:_([ivx]{1,4}))?_")
_DEF = re.compile(r"^\s*(?:def|class) (\w+)")
_ENTRIES = {
    ".toml": re.compile(r'^(?: +\{ )?(?:id|wager) = "([^"]+)"'),
    ".json": re.compile(r'"id": "([^"]+)"'),
}


def matrix(name: str | None = None) -> list[dict[str, object]]:
    """The rows of `pitboss trace`, of one game or subchapter or of all."""
    found = game(name) if name and not name[:1].isdigit() else None
    folder = found.path.parent if found and not found.path.is_relative_to(_PACKAGE) else None
    tests = folder / "tests" if folder else _ROOT / "tests"
    ours = {found.id} if found and folder else _concerned(name)
    code = Carriers(
        _declared(folder or _PACKAGE),
        _entered(found) if found and folder else _data(),
        _played(tests, frozenset(ours)),
    )
    tested = Carriers(_cited(tests, folder or _ROOT))
    return [_row(paragraph, code, tested) for paragraph in paragraphs_of(name)]


def _row(paragraph: Paragraph, code: Carriers, tests: Carriers) -> dict[str, object]:
    rule = paragraph.status == "rule"
    where, through = code.of(paragraph.cite) if rule else ([], "")
    if rule and paragraph.through and (through or not where):
        where, through = code.of(paragraph.through)[0], paragraph.through
    return {
        "cite": cite(paragraph.cite),
        "status": paragraph.status,
        "where": where,
        "through": through and cite(through),
        "tests": tests.of(paragraph.cite)[0] if rule else [],
        "note": paragraph.note,
    }


def _concerned(name: str | None) -> set[str]:
    """The games whose worked rounds may speak of these paragraphs: those of the subchapter, of subchapter 8 all."""
    if name is None or cite(name) == cite("8"):
        return {heading.id for heading in games()}
    register = registers().get(cite(name)) if name[:1].isdigit() else register_of(game(name))
    return {heading.id for heading in games() if register and heading.subchapter == register.subchapter}


class Carriers:
    """Where paragraphs are carried: each by itself, and with its parts."""

    def __init__(self, *places: Places) -> None:
        self.itself: defaultdict[str, set[str]] = defaultdict(set)
        self.with_parts: defaultdict[str, set[str]] = defaultdict(set)
        for cited, at in chain.from_iterable(each.items() for each in places):
            self.itself[cited].update(at)
            while cited:
                self.with_parts[cited].update(at)
                cited = _around(cited)

    def of(self, paragraph: str) -> tuple[list[str], str]:
        """Where a paragraph or a part of it is carried; failing that, where the one around it is, and which that is."""
        wanted = around = _SHEET.sub("", paragraph)
        if wanted in self.with_parts:
            return sorted(self.with_parts[wanted]), ""
        while around and around not in self.itself:
            around = _around(around)
        return sorted(self.itself[around] if around else ()), around


def _around(paragraph: str) -> str:
    """The paragraph that contains this one: 20.11(a)4i, 20.11(a)4, 20.11(a), 20.11."""
    if '"' in paragraph:
        return paragraph.partition(" ")[0]
    return re.sub(r"(\(\d\)|[ivx]+|(?<=\))\d+|\([a-zA-Z]{1,4}\))$", "", paragraph) if "(" in paragraph else ""


# ---- code -------------------------------------------------------------------------------------------------


@cache
def _declared(folder: Path) -> Places:
    """The paragraphs of every `@rule`, and of whatever else declares that it `@carries` them."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for page in sorted(folder.rglob("*.py")):
        text = page.read_text(encoding="utf-8")
        if not any(f"@{each}(" in text for each in _DECLARE):
            continue
        functions = (node for node in ast.walk(ast.parse(text)) if isinstance(node, _DEFINED))
        for function, decorator in ((each, by) for each in functions for by in each.decorator_list):
            if isinstance(decorator, ast.Call) and getattr(decorator.func, "id", "") in _DECLARE:
                place = f"{page.relative_to(folder).as_posix()}:{decorator.lineno} {function.name}"
                for cited in ast.walk(decorator):
                    if isinstance(cited, ast.Constant) and isinstance(cited.value, str):
                        for each in _each(cited.value):
                            places[each].append(place)
    return dict(places)


def _each(cited: str) -> list[str]:
    """The paragraphs that a declaration names: 20.3(b)1-5 are five, 3.3(l)3i-iii three."""
    cited = _SHEET.sub("", cited)
    if found := _FROM_TO.fullmatch(cited):
        whole, first, last = found.groups()
        items = _ROMAN if first in _ROMAN else tuple(map(str, range(1, int(last) + 1)))
        return [whole + each for each in items[items.index(first) : items.index(last) + 1]]
    return [cited]


@cache
def _data() -> Places:
    """What the files of all games of the book enter, those of their families included."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for heading in games():
        for cited, at in _entered(game(heading.id)).items():
            places[cited] += at
    return dict(places)


def _entered(found: Game) -> Places:
    """The paragraphs under which a game's file has entries; a defect of the text is none."""
    places: defaultdict[str, list[str]] = defaultdict(list)

    def enter(value: object, where: str) -> None:
        if isinstance(value, Struct):
            where = getattr(value, "id", "") or getattr(value, "wager", "") or where
            for field in value.__struct_fields__:
                given = getattr(value, field)
                if isinstance(given, str) and given and (field.endswith("cite") or field == "exact"):
                    places[_SHEET.sub("", given)].append(f"{found.id} {where}")
                elif field in ("again", "carries") or (field == "under" and isinstance(given, dict)):
                    for cited in given if isinstance(given, list) else chain.from_iterable(given.values()):
                        for each in _each(cited):
                            places[each].append(f"{found.id} {where}")
                elif field != "errata":
                    enter(given, field if value is found.data else where)
        elif isinstance(value, list | tuple):
            for each in value:
                enter(each, where)

    enter(found.data, "")
    return dict(places)


# ---- tests ------------------------------------------------------------------------------------------------


@cache
def _played(tests: Path, ours: frozenset[str]) -> Places:
    """What the worked rounds of these games do and refuse, by the paragraphs that are given for it."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for page in sorted(tests.rglob("worked*.json")):
        for round_ in json.loads(page.read_bytes()):
            if round_["case"]["game"] not in ours:
                continue
            try:
                table, _ = played(msgspec.convert(round_["case"], Case))
                given = {getattr(event, "cite", "") for event in table.heard}
            except Refused as refused:
                given = {refused.cite or ""}
            for cited in given - {""}:
                places[_SHEET.sub("", short(cited))].append(f"{page.parent.name}/{page.name} {round_['id']}")
    return dict(places)


@cache
def _cited(tests: Path, root: Path) -> Places:
    return _scan([*tests.rglob("*.py"), *tests.rglob("*.json")], root) if tests.is_dir() else {}


def _scan(pages: Iterable[Path], root: Path) -> dict[str, list[str]]:
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
