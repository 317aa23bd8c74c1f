"""What figures depend on: a digest of the code that the mathematics of a game reaches, and of the numbers in its
file.

The code is followed from the game's class and the module of its mathematics, definition by definition: by the names
that each uses, and by the attributes, which may belong to any class that is used. Unused code does not count, nor do
comments, docstrings, annotations of functions, the words of errors, and the paragraphs that a rule carries.

Reading all that takes a second, so the almanac also has the state of each file at the time: while no file has changed,
neither has the digest."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from pitboss.book import Game
from pitboss.book.data import GameData
from pitboss.book.rules import Rules

HOME: Final = Path(__file__).parent.parent.parent
PACKAGE: Final = HOME.name

PROSE: Final = frozenset(
    [
        "affects",
        "aside",
        "at",
        "bars",
        "carries",
        "chance",
        "cite",
        "color",
        "dealt",
        "decision",
        "decisions",
        "errata",
        "erratum",
        "example",
        "family",
        "fixed",
        "formerly",
        "furniture",
        "irregularities",
        "irregularity",
        "label",
        "late",
        "layout",
        "lies",
        "limits_cite",
        "name",
        "names",
        "notice",
        "params",
        "procedure",
        "says",
        "seated",
        "seats",
        "shown",
        "sign",
        "sub",
        "subchapter",
        "summary",
        "text",
        "texts",
        "title",
        "uniform",
        "under",
        "usual",
        "verb",
        "verbal",
        "written",
    ]
)
"""Entries of a game's file that change no figure."""


APART: Final = ("book.proofread", "compiler", "odds.proved", "table")
"""Modules that change no figure: validation of files, the compiler, the almanac, and the live driver."""


FIELDS: Final = GameData.__module__
"""Where the entries of a file are declared."""


class Origin(msgspec.Struct, frozen=True):
    """What the figures of a game depended on when they were proved."""

    data: str
    """A digest of the numbers in its file."""
    code: dict[str, str]
    """A digest of the code that each kind of figure reaches."""
    files: dict[str, str]
    """The state of each file with such code, by its place in the package."""

    def proof(self, kind: str) -> str:
        """The digest that proves a figure, shortened for people."""
        return f"{self.data[:6]}-{self.code[kind][:6]}"


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:24]


def numbers(data: GameData) -> str:
    """A digest of what counts in a game's file."""
    return digest(
        msgspec.json.encode(_without_prose(msgspec.to_builtins(data, enc_hook=str)), order="sorted")
    )


def _without_prose(value: Any) -> Any:
    """The same without empty entries, of which a later edition may have more."""
    if isinstance(value, dict):
        kept = {key: _without_prose(each) for key, each in value.items() if key not in PROSE}
        return {key: each for key, each in kept.items() if each}
    return [_without_prose(each) for each in value] if isinstance(value, list | tuple) else value


def state(file: str) -> str:
    """The state of a file of the package; nothing if it is gone."""
    try:
        return digest((HOME / file).read_bytes())
    except FileNotFoundError:
        return ""


def current(found: Game, kinds: Iterable[str]) -> Origin:
    """What its figures depend on now."""
    code, files = {}, set[str]()
    for kind in kinds:
        parts = reached(found, kind)
        whole = sorted(f"{module} {name} {each}" for (module, name), each in parts.items())
        code[kind] = digest("\n".join(whole).encode())
        files |= {_module(module).file for module, _ in parts}
    return Origin(numbers(found.data), code, {file: state(file) for file in sorted(files)})


def holds(found: Game, origin: Origin, kind: str) -> bool:
    """Do figures of this kind still depend on the same code and numbers?"""
    if kind not in origin.code or origin.data != numbers(found.data):
        return False
    if all(state(file) == was for file, was in origin.files.items()):
        return True
    return _read_again(found, kind, origin)


def _read_again(found: Game, kind: str, origin: Origin) -> bool:
    """After an edit in one of these files the code is read again; the result is cached."""
    from pitboss.compiler import _folder

    now = msgspec.json.encode([found.id, kind, origin.code[kind], [*map(state, origin.files)]])
    page = _folder("almanac") / digest(now)
    try:
        return page.read_bytes() == b"holds"
    except FileNotFoundError:
        same = current(found, [kind]).code[kind] == origin.code[kind]
        page.write_bytes(b"holds" if same else b"changed")
        return same


# ---- code ------------------------------------------------------------------------------------------------


class Part(NamedTuple):
    """A definition, or the statements of a class or a module apart from definitions."""

    digest: str
    names: frozenset[str]
    dotted: frozenset[tuple[str, str]]
    """An attribute of a name, which may be a module's."""
    attributes: frozenset[str]


class Source(NamedTuple):
    """The parts of a module that figures may depend on."""

    file: str
    imports: dict[str, tuple[str, str]]
    """A name, and the module and the name in it that it stands for."""
    parts: dict[str, Part]
    """By name; what belongs to a class as ``Class.method``."""


ALWAYS: Final = ""
"""The statements that a module runs when it is imported."""


def reached(found: Game, kind: str) -> dict[tuple[str, str], str]:
    """The parts that figures of this kind of a game follow from, with their digests."""
    bases = [each for each in type(found).__mro__ if each.__module__.startswith(PACKAGE + ".")]
    attributes = {kind}
    classes = {(each.__module__, each.__name__) for each in (*bases, Rules)}
    modules = {
        f"{each.__module__.rpartition('.')[0]}.{vars(each)['computed_by']}"
        for each in bases
        if isinstance(vars(each).get("computed_by"), str)
    }
    parts: dict[tuple[str, str], str] = {}
    waiting: list[tuple[str, str]] = [*classes]
    while waiting:
        while waiting:
            module, name = waiting.pop()
            if (module, name) in parts or name not in _module(module).parts:
                continue
            part = _module(module).parts[name]
            # The entries of a file are in the digest of its numbers, no matter which others are possible.
            parts[module, name] = "" if module == FIELDS and name in _heads(module) else part.digest
            attributes |= part.attributes
            if f"{name}." in _classes(module):
                classes.add((module, name))
            waiting.append((module, ALWAYS))
            waiting += _resolved(module, part)
        for module, name in classes:
            waiting += [
                (module, each)
                for each in _methods(module, name)
                if (method := each.rpartition(".")[2]) in attributes or method.startswith("__")
            ]
        waiting += [(module, each) for module in modules for each in attributes]
        waiting = [each for each in waiting if each not in parts and each[1] in _module(each[0]).parts]
    return parts


@cache
def _heads(module: str) -> frozenset[str]:
    """The classes of a module."""
    return frozenset(each.rstrip(".") for each in _classes(module))


@cache
def _classes(module: str) -> frozenset[str]:
    return frozenset(f"{name.partition('.')[0]}." for name in _module(module).parts if "." in name)


@cache
def _methods(module: str, name: str) -> tuple[str, ...]:
    return tuple(each for each in _module(module).parts if each.startswith(f"{name}."))


def _resolved(module: str, part: Part) -> Iterator[tuple[str, str]]:
    """The definitions that the names of a part refer to."""
    source = _module(module)
    for name in part.names:
        if name in source.parts:
            yield module, name
        elif name in source.imports and (found := _imported(*source.imports[name])):
            yield found
    for name, attribute in part.dotted:
        if name in source.imports:
            whole = ".".join(filter(None, source.imports[name]))
            if _file(whole) and (found := _imported(whole, attribute)):
                yield found


def _imported(module: str, name: str) -> tuple[str, str] | None:
    """Where a module's name is defined."""
    for _ in range(9):  # packages re-export what their modules define
        if not _file(module):
            return None
        source = _module(module)
        if name in source.parts or name not in source.imports:
            return module, name
        module, name = source.imports[name]
    return None


def counts(module: str) -> bool:
    """May figures depend on this module?"""
    return bool(_file(module))


@cache
def _file(module: str) -> str:
    """The file of a module of the package; nothing for any other."""
    first, *rest = module.split(".")
    if (module.removeprefix(f"{PACKAGE}.") + ".").startswith(tuple(f"{each}." for each in APART)):
        return ""
    place = "/".join(rest)
    files = (f"{place}.py", f"{place}/__init__.py") if place else ("__init__.py",)
    return next((file for file in files if first == PACKAGE and (HOME / file).is_file()), "")


@cache
def _module(name: str) -> Source:
    file = _file(name)
    if not file:
        return Source("", {}, {})
    tree = ast.parse((HOME / file).read_bytes())
    package = name if file.endswith("__init__.py") else name.rpartition(".")[0]
    imports: dict[str, tuple[str, str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            base = package.rsplit(".", node.level - 1)[0] if node.level else ""
            module = ".".join(filter(None, (base, node.module)))
            imports |= {each.asname or each.name: (module, each.name) for each in node.names}
        elif isinstance(node, ast.Import):
            imports |= {each.asname or each.name.partition(".")[0]: (each.name, "") for each in node.names}
    parts: dict[str, list[ast.AST]] = {ALWAYS: []}
    for statement in tree.body:
        _sort(statement, parts)
    return Source(file, imports, {each: _part(nodes) for each, nodes in parts.items()})


def _sort(node: ast.stmt, parts: dict[str, list[ast.AST]], within: str = "") -> None:
    """Put a statement where it belongs, in a module or ``within`` a class."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        parts.setdefault(within + node.name, []).append(node)
    elif isinstance(node, ast.ClassDef) and not within:
        head = ast.ClassDef(node.name, node.bases, node.keywords, [], node.decorator_list)
        parts.setdefault(node.name, []).append(head)
        parts.setdefault(f"{node.name}.", [])
        for each in node.body:
            _sort(each, parts, f"{node.name}.")
    elif isinstance(node, ast.Import | ast.ImportFrom) or _typing_only(node) or _says(node):
        return
    elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign) and not within:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        names = [each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)]
        plain = all(isinstance(each, ast.Name | ast.Tuple) for each in targets)
        for name in names if plain and names else [ALWAYS]:
            parts.setdefault(name, []).append(node)
    else:
        parts[within.rstrip(".") if within else ALWAYS].append(node)


def _typing_only(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _says(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _part(nodes: list[ast.AST]) -> Part:
    names, dotted, attributes = set[str](), set[tuple[str, str]](), set[str]()
    for node in map(_Bare().visit, nodes):
        for each in ast.walk(node):
            if isinstance(each, ast.Name):
                names.add(each.id)
            elif isinstance(each, ast.Attribute):
                attributes.add(each.attr)
                if isinstance(each.value, ast.Name):
                    dotted.add((each.value.id, each.attr))
            elif isinstance(each, ast.Call):
                named = getattr(each.func, "id", getattr(each.func, "attr", ""))
                if named in ("getattr", "hasattr", "attrgetter", "methodcaller"):
                    attributes |= {
                        arg.value
                        for arg in each.args
                        if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
                    }
    written = "\n".join(ast.dump(node) for node in nodes)
    return Part(digest(written.encode()), frozenset(names), frozenset(dotted), frozenset(attributes))


class _Bare(ast.NodeTransformer):
    """Removes from code everything that no figure depends on."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        for arg in ast.walk(node.args):
            if isinstance(arg, ast.arg):
                arg.annotation = None
        node.returns = None
        node.decorator_list = [self._mark(each) for each in node.decorator_list]
        return self.generic_visit(node)

    def _mark(self, mark: ast.expr) -> ast.expr:
        if (
            isinstance(mark, ast.Call)
            and isinstance(mark.func, ast.Name)
            and mark.func.id in ("rule", "carries")
        ):
            mark.args = [each for each in mark.args if not isinstance(each, ast.Constant)]
        return mark

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        return ast.Pass() if _says(node) else self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        return ast.Raise(ast.Constant("")) if node.exc else node

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        node.msg = None
        return self.generic_visit(node)

    def visit(self, node: ast.AST) -> Any:
        return ast.Pass() if isinstance(node, ast.Import | ast.ImportFrom) else super().visit(node)
