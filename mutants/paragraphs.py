"""Mutants of the rules: for paragraphs drawn by a seed what carries each is spoiled in a copy of the package, and the
tests that declare the paragraph are run on it; at least one has to fail.

    python -m mutants.paragraphs --seed 1 --sample 60 [--out mutants/PARAGRAPHS.md]
    python -m mutants.paragraphs --paragraph 20.10(b)

A function loses the statement that gives the paragraph as its cite; if none does, its results are altered, or it does
nothing. An entry of a game's file has its numbers changed, its choices cut or, failing that, is left out.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from pitboss.law import short
from pitboss.registers import Paragraph, paragraphs_of
from pitboss.trace import Code, matrix

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "pitboss"
WORKED_OUT = re.compile(r"(odds|mathematics|rounds|counting|exact|engine)$")
TESTS, SECONDS = 12, 120
"""So many tests of each kind are tried for a paragraph, and so long."""

ROUNDS = """
import json, sys
from tests.cases import check
for place in sys.argv[1:]:
    page, id_ = place.split("\\t")
    (round_,) = [each for each in json.load(open(page, encoding="utf-8")) if each["id"] == id_]
    try:
        check(round_)
    except BaseException as failure:
        print(id_)
        sys.exit(1)
"""


class Mutant(NamedTuple):
    """A file of the package spoiled."""

    carrier: str
    what: str
    page: Path
    text: str


# ---- code ----------------------------------------------------------------------------------------------------


def of_code(name: str, paragraph: str) -> Mutant | None:
    """The definition with what gives the paragraph left out, or with other results."""
    module = name.partition(":")[0]
    page = PACKAGE / (module.replace(".", "/") + ".py")
    definition = Code(PACKAGE, []).definition(name)
    if definition is None:
        return None
    text, node = page.read_text(encoding="utf-8"), definition.node
    lines = text.splitlines(keepends=True)
    cites = {paragraph, f"13:69F-{paragraph}", re.sub(r"^[^.]*", "", paragraph, count=1)}
    giving = [each for each in _statements(node) if each is not node and cites & set(_texts(each))]
    if giving:
        gone = min(giving, key=lambda each: (each.end_lineno or 0) - each.lineno)
        indent = lines[gone.lineno - 1][: gone.col_offset]
        lines[gone.lineno - 1 : gone.end_lineno] = [f"{indent}pass\n"]
        return Mutant(name, f"line {gone.lineno} is left out", page, "".join(lines))
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return Mutant(name, "is left out", page, _without(lines, node))
    own = [each for each in _own(node) if isinstance(each, ast.Return) and each.value is not None]
    generator = any(isinstance(each, ast.Yield | ast.YieldFrom) for each in _own(node))
    if own and not generator:
        said = ast.unparse(node.returns) if node.returns else ""
        for each in sorted(own, key=lambda each: -each.lineno):
            value = ast.unparse(each.value) if each.value else ""
            other = (
                f"not ({value})" if said == "bool" else f"~({value})" if said in ("int", "Cents") else "None"
            )
            indent = " " * each.col_offset
            lines[each.lineno - 1 : each.end_lineno] = [f"{indent}return {other}\n"]
        return Mutant(name, "returns something else", page, "".join(lines))
    first, last = node.body[0], node.body[-1]
    indent = " " * first.col_offset
    nothing = f"{indent}return\n{indent}yield\n" if generator else f"{indent}return\n"
    lines[first.lineno - 1 : last.end_lineno] = [nothing]
    return Mutant(name, "does nothing", page, "".join(lines))


def _without(lines: list[str], node: ast.stmt) -> str:
    """A module without the last definition of a name: it is there, and empty."""
    indent = lines[node.lineno - 1][: node.col_offset]
    first = min([each.lineno for each in getattr(node, "decorator_list", [])], default=node.lineno)
    return "".join([*lines[: first - 1], f"{indent}pass\n", *lines[node.end_lineno :]])


def _statements(node: ast.AST) -> Iterator[ast.stmt]:
    return (each for each in ast.walk(node) if isinstance(each, ast.stmt))


def _texts(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """What a function does itself, not those inside it."""
    for each in ast.iter_child_nodes(node):
        if not isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            yield each
            yield from _own(each)


# ---- data ----------------------------------------------------------------------------------------------------


def of_entry(name: str, paragraph: str, where: list[str]) -> Mutant | None:
    """An entry of a game's file, or of one that it is based on, spoiled."""
    kind, _, id_ = name.partition(".")
    pages = list(dict.fromkeys(page for place in where for page in _heritage(place.partition(" ")[0])))
    relative = re.sub(r"^[^.]*", "", paragraph, count=1)
    for exact in (True, False):
        for page in pages:
            text = page.read_text(encoding="utf-8")
            for found in re.finditer(rf"^\[\[?{kind}\]\]?\n(?:(?!\[).*\n)*", text, re.MULTILINE):
                block = found[0]
                named = (
                    not id_
                    or "*" in id_
                    or re.search(rf'^(id|wager) = "{re.escape(id_)}"', block, re.MULTILINE)
                )
                cited = f'"{paragraph}"' in block or f'"{relative}"' in block
                if named and (cited or not exact):
                    what, spoiled = _spoiled(block)
                    return Mutant(name, what, page, text[: found.start()] + spoiled + text[found.end() :])
            line = rf'^ +\{{ (id|wager) = "{re.escape(id_)}", .*cite = "{re.escape(paragraph)}".*\n'
            if exact and (entry := re.search(line, text, re.MULTILINE)):
                what, spoiled = _spoiled(entry[0])
                return Mutant(name, what, page, text[: entry.start()] + spoiled + text[entry.end() :])
            if kind == "bars" and (bar := re.search(rf'^"?{re.escape(id_)}"? = .*\n', text, re.MULTILINE)):
                return Mutant(name, "is left out", page, text[: bar.start()] + text[bar.end() :])
    return None


def _heritage(game: str) -> Iterator[Path]:
    """The file of a game, and those that it takes over."""
    for page in (PACKAGE / "games").rglob(game.replace("-", "_") + ".toml"):
        yield page
        told = tomllib.loads(page.read_text(encoding="utf-8"))
        for key in ("based_on", "also"):
            named = told.get(key, [])
            for each in [named] if isinstance(named, str) else named:
                yield from _heritage(each)


def _spoiled(block: str) -> tuple[str, str]:
    """An entry with other numbers, fewer choices or another effect; or none."""
    changes: list[tuple[str, str, str | Callable[[re.Match[str]], str]]] = [
        ("other odds", r"(\d+) (to|for) (\d+)", lambda at: f"{int(at[1]) + 1} {at[2]} {at[3]}"),
        ("another number", r"(?m)^(value|decks|most|jokers|times|count) = (\D*)(\d+)", _more),
        ("another effect", r'effect = "(void|forfeit|burn|burn-once|again)"', 'effect = "none"'),
        ("fewer choices", r'choices = \[(.*), "[^"]*"\]', r"choices = [\1]"),
    ]
    for what, pattern, into in changes:
        spoiled = re.sub(pattern, into, block)
        if spoiled != block:
            return what, spoiled
    return "is left out", ""


def _more(at: re.Match[str]) -> str:
    return f"{at[1]} = {at[2]}{int(at[3]) + 1}"


# ---- tests ---------------------------------------------------------------------------------------------------


def killed_by(mutant: Mutant, tests: list[str], where: list[str], sources: Path) -> str:
    """The test that fails on the mutant; nothing if it survives them all. The entry of a decision names it, and the
    proof of the game, which is a test of every game, holds the round to that."""
    place = sources / mutant.page.relative_to(PACKAGE.parent)
    whole = place.read_text(encoding="utf-8")
    place.write_text(mutant.text, encoding="utf-8")
    try:
        failed = _failing(tests, sources)
        if not failed and mutant.carrier.startswith("decision."):
            game = next(
                place.partition(" ")[0] for place in where if not place.partition(" ")[0].endswith(".py")
            )
            proof = [sys.executable, "-m", "pitboss.cli", "proof", game]
            failed = (
                "`pitboss proof`"
                if subprocess.run(proof, env=_on(sources), capture_output=True).returncode
                else ""
            )
        return failed
    finally:
        place.write_text(whole, encoding="utf-8")


def _on(sources: Path) -> dict[str, str]:
    """The environment in which the spoiled package is the one that is imported."""
    found = {**os.environ, "PYTHONPATH": os.pathsep.join([str(sources), str(ROOT)])}
    found.pop("PYTHONDONTWRITEBYTECODE", None)
    return found


def _failing(tests: list[str], sources: Path) -> str:
    places = [re.match(r"(.*):\d+ (.*)", test) for test in tests]
    told = [(at[1], at[2]) for at in places if at]
    rounds = [f"{page}\t{name}" for page, name in told if page.endswith(".json")][:TESTS]
    functions = [f"{page}::{name}" for page, name in told if page.endswith(".py")][:TESTS]
    functions.sort(key=lambda each: each.startswith("tests/web/"))
    for command, given in (
        ([sys.executable, "-c", ROUNDS], rounds),
        ([sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--no-header"], functions),
    ):
        if given:
            try:
                ended = subprocess.run(
                    [*command, *given],
                    cwd=ROOT,
                    env=_on(sources),
                    capture_output=True,
                    text=True,
                    timeout=SECONDS,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                return "(no end)"
            if ended.returncode:
                failed = re.search(r"^(?:FAILED|ERROR) tests/(\S+)", ended.stdout, re.MULTILINE)
                if failed and "::" not in failed[1] and not _reads(failed[1]):  # mutant or not
                    return _failing([test for test in tests if failed[1] not in test], sources)
                return (
                    failed[1]
                    if failed
                    else (ended.stdout.strip().splitlines() or ["it cannot be read"])[-1][:80]
                )
    return ""


def _reads(page: str) -> bool:
    """Can the tests of a file be collected with the package as it is?"""
    command = [sys.executable, "-m", "pytest", "-q", "--collect-only", f"tests/{page}"]
    return not subprocess.run(
        command, cwd=ROOT, env=_on(PACKAGE.parent), capture_output=True, check=False
    ).returncode


def main() -> int:
    said = argparse.ArgumentParser(prog="mutants", description=__doc__.split("\n\n")[0] if __doc__ else "")
    said.add_argument("--seed", type=int, default=1)
    said.add_argument("--sample", type=int, default=60)
    said.add_argument("--paragraph", action="append", help="these, and no sample")
    said.add_argument("--out", type=Path)
    given = said.parse_args()
    chance = random.Random(given.seed)
    rows = {short(str(row["cite"])): row for row in matrix()}
    rules = [each for each in paragraphs_of(None) if each.status == "rule" and _carriers(each)]
    wanted = [each for each in rules if each.cite in (given.paragraph or ())] or chance.sample(
        rules, given.sample
    )
    table = ["| paragraph | carrier | what is done to it | fails |", "|---|---|---|---|"]
    alive = 0
    with TemporaryDirectory() as folder:
        sources = Path(folder) / "src"
        shutil.copytree(PACKAGE.parent, sources, ignore=shutil.ignore_patterns("__pycache__"))
        for paragraph in wanted:
            row, name = rows[paragraph.cite], chance.choice(_carriers(paragraph))
            where, tests = list(map(str, row["where"])), list(map(str, row["tests"]))  # type: ignore[call-overload]
            code = of_code(name, paragraph.cite) if ":" in name else of_entry(name, paragraph.cite, where)
            if code is None:
                line = f"| {paragraph.cite} | `{name}` | no mutant | – |"
            else:
                failed = killed_by(code, tests, where, sources)
                alive += not failed
                line = f"| {paragraph.cite} | `{name}` | {code.what} | {failed or '**nothing**'} |"
            table.append(line)
            print(line, flush=True)
    if given.out:
        given.out.write_text(_page(given.seed, len(wanted), alive, table), encoding="utf-8")
    return 1 if alive else 0


def _carriers(paragraph: Paragraph) -> list[str]:
    """What carries it at the table; the mathematics have tests of their own."""
    return [name for name in paragraph.code if not WORKED_OUT.search(name.partition(":")[0])]


def _page(seed: int, sample: int, alive: int, table: list[str]) -> str:
    return "\n".join(
        [
            "# Mutants",
            "",
            f"`python -m mutants.paragraphs --seed {seed} --sample {sample} --out mutants/PARAGRAPHS.md`: "
            f"{sample} rules drawn from the registers, the code that carries each spoiled, the tests that declare "
            f"it run. {alive} survive.",
            "",
            *table,
            "",
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
