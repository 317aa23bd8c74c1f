"""From every paragraph of the regulation to the code and the tests that implement it. Everything is declared: nothing
is found by searching text.

The registers in ``paragraphs/`` list the paragraphs; a game outside the package may have its own next to it,
``paragraphs.toml``. The row of a rule names the ``code`` that implements it: a definition of a module, which declares
the paragraph by `@rule` or `@carries` or gives it as a cite, or an entry of a game's file that has it as its cite. A
paragraph of several parts may leave that to them, and one that only refers to another names it in ``through``.

A test declares the paragraphs that it covers by its name, ``test_20_10_b_…``, or by the mark `paragraph`; a worked
round by its ``cites``, its ``refused`` and the paragraphs that it expects of wagers. A test of a paragraph also covers
its items; a definition does nothing by itself, so its tests are those of the paragraphs with the same code.
"""

from __future__ import annotations

import ast
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from pitboss.book import Game, game, games
from pitboss.law import cite, short
from pitboss.registers import Paragraph, paragraphs_of

Progress = Callable[[int, int], None]

_PACKAGE = Path(__file__).parent
_ROOT = _PACKAGE.parent.parent
_DECLARE = ("rule", "carries")
_DEFINED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_FROM_TO = re.compile(r"(.*(?:\)|\d(?=[ivx])))(\d+|[ivx]+)-(\d+|[ivx]+)")
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_NAME = re.compile(
    r"test_(\d{1,2}[ab]?)_(\d{1,2}[a-d]?)(?:_([a-z]))?(?:_(\d{1,2}))?(?:_([ivx]{1,4}))?_", re.IGNORECASE
)
_ID = re.compile(r'"id": "([^"]+)"')


def matrix(name: str | None = None, progress: Progress | None = None) -> list[dict[str, object]]:
    """The rows of `pitboss trace`, of one game or subchapter or of all."""
    found = game(name) if name and not name[:1].isdigit() else None
    outside = found if found and not found.path.is_relative_to(_PACKAGE) else None
    paragraphs = list(paragraphs_of(name))
    if not outside and progress:
        _read_all(progress)
    code = Code(outside.path.parent, [outside]) if outside else _ours()
    tests = (
        declared_tests(outside.path.parent / "tests", outside.data.subchapter) if outside else _our_tests()
    )
    every = paragraphs if outside else list(paragraphs_of(None))
    where = _with_parts({each.cite: code.places(each) for each in every})
    tested = ByTests(tests, every)
    return [
        {
            "cite": cite(each.cite),
            "status": each.status,
            "where": where.get(each.through or each.cite, []) if each.status == "rule" else [],
            "through": each.through and cite(each.through),
            "tests": tested.of(each) if each.status == "rule" else [],
            "note": each.note,
        }
        for each in paragraphs
    ]


def _read_all(progress: Progress) -> None:
    """Read the slow parts, once, and report progress."""
    work: list[Callable[[], object]] = [partial(game, heading.id) for heading in games()]
    work += [partial(_of_page, page) for page in _pages(_ROOT / "tests")]
    for done, each in enumerate(work, 1):
        each()
        progress(done, len(work))


def around(paragraph: str) -> str:
    """The paragraph that contains this one: for 20.11(a)4i that is 20.11(a)4, then 20.11(a), then 20.11."""
    if '"' in paragraph:
        return paragraph.partition(' "')[0]
    return re.sub(r"(\(\d\)|[ivx]+|(?<=\))\d+|\([a-zA-Z]{1,4}\))$", "", paragraph) if "(" in paragraph else ""


def _with_parts(places: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    """By paragraph, what implements it or a part of it."""
    whole: defaultdict[str, set[str]] = defaultdict(set)
    for paragraph, at in places.items():
        cited = paragraph
        while cited:
            whole[cited].update(at)
            cited = around(cited)
    return {paragraph: sorted(at) for paragraph, at in whole.items() if at}


def each_of(cited: str) -> list[str]:
    """The paragraphs that a declaration names: 20.3(b)1-5 are five, 3.3(l)3i-iii three."""
    if found := _FROM_TO.fullmatch(cited):
        whole, first, last = found.groups()
        items = _ROMAN if first in _ROMAN else tuple(map(str, range(1, int(last) + 1)))
        return [whole + each for each in items[items.index(first) : items.index(last) + 1]]
    return [cited]


# ---- code -------------------------------------------------------------------------------------------------


class Definition(NamedTuple):
    """A function, a class or a constant of a module."""

    place: str
    node: ast.stmt
    declares: frozenset[str]
    """The paragraphs of its `@rule` or `@carries`."""

    def carries(self, paragraph: str, *, sister: bool) -> bool:
        """Does it declare the paragraph, or give it as a cite: whole, or if a ``sister`` game of this code is ruled by
        it, as sisters share it, ``.12(c)``?"""
        cites = {paragraph, cite(paragraph)}
        if sister:
            cites.add(re.sub(r"^[^.]*", "", paragraph, count=1))
        return paragraph in self.declares or not cites.isdisjoint(_texts(self.node))


class Code:
    """The modules of a folder, read when they are asked for, and the entries of games' files."""

    def __init__(self, folder: Path, book: Iterable[Game]) -> None:
        self.folder = folder
        self.entries: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        self.sisters: defaultdict[Path, set[str]] = defaultdict(set)
        """The subchapters of the games in a folder."""
        for found in book:
            self.sisters[found.path.parent].add(short(found.data.subchapter))
            for name, paragraph, place in entries_of(found):
                self.entries[paragraph].append((name, place))

    def definition(self, name: str) -> Definition | None:
        """The definition of a name such as ``games.dice.craps:Craps.spot``."""
        module, _, inside = name.partition(":")
        page = self.folder / (module.replace(".", "/") + ".py")
        return definitions(page, self.folder).get(inside) if page.is_file() else None

    def places(self, paragraph: Paragraph) -> set[str]:
        """The places of the code that the paragraph's row names, if it exists and implements it."""
        found: set[str] = set()
        for name in paragraph.code:
            if ":" not in name:
                entered = self.entries.get(paragraph.cite, ())
                found.update(place for each, place in entered if fnmatchcase(each, name))
            elif (definition := self.definition(name)) and definition.carries(
                paragraph.cite, sister=self._serves(name, paragraph.cite)
            ):
                found.add(definition.place)
        return found

    def _serves(self, name: str, paragraph: str) -> bool:
        """Is there a game of this subchapter where the definition is? Code outside the folders of games serves all."""
        module = name.partition(":")[0].replace(".", "/")
        of = self.sisters.get((self.folder / module).parent)
        return of is None or paragraph.partition(".")[0] in of


@cache
def _ours() -> Code:
    """The package, and all games of the book."""
    return Code(_PACKAGE, (game(heading.id) for heading in games()))


@cache
def definitions(page: Path, folder: Path) -> dict[str, Definition]:
    """The definitions of a module, by name."""
    found: dict[str, Definition] = {}
    where = page.relative_to(folder).as_posix()

    def define(
        within: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef, prefix: str
    ) -> None:
        for node in within.body:
            for name in _named(node):
                decorators = getattr(node, "decorator_list", [])
                declares = frozenset(
                    each
                    for by in decorators
                    if _declares(by)
                    for text in _texts(by)
                    for each in each_of(text)
                )
                line = min((by.lineno for by in decorators), default=node.lineno)
                found.setdefault(prefix + name, Definition(f"{where}:{line} {name}", node, declares))
            if isinstance(node, _DEFINED):
                define(node, f"{prefix}{node.name}.")

    define(ast.parse(page.read_text(encoding="utf-8")), "")
    return found


def _named(node: ast.stmt) -> Iterator[str]:
    """The names that a statement defines."""
    if isinstance(node, _DEFINED):
        yield node.name
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        yield from (each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name))


def _declares(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Call) and getattr(decorator.func, "id", "") in _DECLARE


def _texts(node: ast.AST) -> Iterator[str]:
    """The string literals in a piece of code; a docstring does not count."""
    match node:
        case ast.Expr(value=ast.Constant()):
            return
        case ast.Constant(value=str(text)):
            yield text
    for each in ast.iter_child_nodes(node):
        yield from _texts(each)


def entries_of(found: Game) -> Iterator[tuple[str, str, str]]:
    """The entries of a game's file, by name and paragraph, and their places. An erratum implements nothing."""

    def enter(value: object, kind: str, name: str) -> Iterator[tuple[str, str]]:
        if isinstance(value, Struct):
            name = getattr(value, "id", "") or getattr(value, "wager", "") or name
            for field in value.__struct_fields__:
                given = getattr(value, field)
                if isinstance(given, str) and given and (field.endswith("cite") or field == "exact"):
                    yield name, given
                elif field in ("again", "carries") or (field == "under" and isinstance(given, dict)):
                    for cited in given if isinstance(given, list) else chain.from_iterable(given.values()):
                        for each in each_of(cited):
                            yield name, each
                else:
                    yield from enter(given, kind, name)
        elif isinstance(value, list | tuple):
            for each in value:
                yield from enter(each, kind, name)

    data = found.data
    for field, kind in zip(data.__struct_fields__, data.__struct_encode_fields__, strict=True):
        if field != "errata":
            given = getattr(data, field)
            cites = isinstance(given, str) and given and (field.endswith("cite") or field == "exact")
            at_the_head = [("", given)] if cites else []
            for name, paragraph in (*at_the_head, *enter(given, kind, "")):
                yield f"{kind}.{name}" if name else kind, paragraph, f"{found.id} {name or kind}"
    for bar, paragraph in data.bars.items():
        yield f"bars.{bar}", paragraph, f"{found.id} {bar}"


# ---- tests ------------------------------------------------------------------------------------------------


class ByTests:
    """The tests of paragraphs: those that declare them or a part of them."""

    def __init__(self, declared: Mapping[str, Iterable[str]], paragraphs: Iterable[Paragraph]) -> None:
        self.declared = declared
        self.whole = _with_parts(declared)
        self.by_code: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for each in paragraphs:
            for name in each.code:
                self.by_code[_chapter(each.cite), name].append(each.cite)

    def of(self, paragraph: Paragraph) -> list[str]:
        """The tests of a paragraph; for an item, those of the paragraph around it; for a reference or a definition,
        those of what implements it."""
        cited = paragraph.cite
        if cited in self.whole:
            return self.whole[cited]
        if '"' in cited or paragraph.through:
            same = {each for name in paragraph.code for each in self.by_code[_chapter(cited), name]}
            same |= {paragraph.through}
            return sorted({test for each in same for test in self.whole.get(each, ())})
        while (cited := around(cited)) and "(" in cited:
            if cited in self.declared:
                return sorted(self.declared[cited])
        return []


def _chapter(paragraph: str) -> str:
    return (
        paragraph.rpartition(".")[0]
        if "(" not in paragraph
        else paragraph.partition("(")[0].rpartition(".")[0]
    )


@cache
def _our_tests() -> dict[str, list[str]]:
    return declared_tests(_ROOT / "tests")


def declared_tests(folder: Path, sheet: str = "") -> dict[str, list[str]]:
    """The paragraphs that tests in a folder declare, and where; a game with its own rules sheet names it."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    ours = {each.cite for each in paragraphs_of(None)}
    for page in _pages(folder):
        name = page.relative_to(folder.parent).as_posix()
        for place, readings in _of_page(page):
            found[_known(readings, ours, sheet)].append(f"{name}:{place}")
    return dict(found)


def _pages(folder: Path) -> list[Path]:
    """The tests and the worked rounds of a folder; those of the examples are not tests of the regulation."""
    pages = (*folder.rglob("test_*.py"), *folder.rglob("worked*.json"))
    return sorted(page for page in pages if folder / "examples" not in page.parents)


@cache
def _of_page(page: Path) -> list[tuple[str, list[str]]]:
    """The paragraphs that a file declares, each as it may be read, and its place."""
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".py":
        return [(f"{line} {test}", readings) for line, test, readings in _of_tests(ast.parse(text))]
    lines = {at[1]: n for n, line in enumerate(text.splitlines(), 1) for at in _ID.finditer(line)}
    rounds = ((round_["id"], cited) for round_ in json.loads(text) for cited in _of_round(round_))
    return [(f"{lines[id_]} {id_}", [short(cited)]) for id_, cited in rounds]


def _of_tests(module: ast.Module | ast.ClassDef) -> Iterator[tuple[int, str, list[str]]]:
    """The tests of a module, each with a paragraph that it declares: by its name as it may be read, the longest first,
    or by a mark."""
    for function in module.body:
        if isinstance(function, ast.ClassDef):
            yield from _of_tests(function)
        elif isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and function.name.startswith(
            "test_"
        ):
            if named := _NAME.match(function.name):
                subchapter, section, letter, item, roman = named.groups()
                parts = [
                    f"{subchapter}.{section}".upper(),
                    f"({letter})" if letter else "",
                    item or "",
                    roman or "",
                ]
                yield function.lineno, function.name, ["".join(parts[:n]) for n in (4, 3, 2, 1)]
            for mark in function.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.paragraph":
                    for text in _texts(mark):
                        for cited in each_of(text):
                            yield function.lineno, function.name, [cited]


def _known(readings: list[str], ours: set[str], sheet: str) -> str:
    """The first reading of a test's name that is a paragraph; the last if none is. For a game with its own rules sheet,
    it is a paragraph of that sheet."""
    if sheet and not sheet[:1].isdigit():
        return readings[0] if readings[0].startswith(sheet) else f"{sheet} {readings[0]}"
    return next((each for each in readings if each in ours), readings[0 if sheet else -1])


def _of_round(round_: Mapping[str, object]) -> set[str]:
    """The paragraphs that a worked round declares: its cites, the one that refuses it, those expected of wagers."""
    found = {*_list(round_.get("cites")), *_list([round_.get("refused")])}
    expected = round_.get("expect")
    for wagers in expected.values() if isinstance(expected, dict) else ():
        for value in wagers.values():
            found.update(_list(value[2:]) if isinstance(value, list) else ())
    return found


def _list(value: object) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
