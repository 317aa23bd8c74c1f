"""ARCHITECTURE.md draws which part of the package imports which; the imports are as drawn and have no cycles, also
where an import waits inside a function."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pitboss

SOURCES = Path(pitboss.__file__).parent
PAGE = Path(__file__).parents[2] / "ARCHITECTURE.md"
LAZY = ("law", "compiler")
"""A rule is compiled when that is first needed."""


def imported(path: Path) -> Iterator[str]:
    """The parts that a module imports, but not those that only its types name."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typing = {
        id(node)
        for guard in ast.walk(tree)
        if isinstance(guard, ast.If) and isinstance(guard.test, ast.Name) and guard.test.id == "TYPE_CHECKING"
        for body in guard.body
        for node in ast.walk(body)
    }
    for node in ast.walk(tree):
        names: list[str] = []
        match node:
            case ast.Import():
                names = [alias.name for alias in node.names]
            case ast.ImportFrom(module="pitboss"):
                names = [f"pitboss.{alias.name}" for alias in node.names]
            case ast.ImportFrom(module=str(module), level=0):
                names = [module]
        if id(node) not in typing:
            yield from (name.split(".")[1] for name in names if name.startswith("pitboss."))


def imports() -> dict[str, set[str]]:
    """What each part of the package imports, a part being a package or a module at its top."""
    graph: dict[str, set[str]] = {}
    for path in SOURCES.rglob("*.py"):
        part = path.relative_to(SOURCES).with_suffix("").parts[0]
        graph.setdefault(part, set()).update(each for each in imported(path) if each != part)
    del graph["__init__"], graph["__main__"]
    return graph


def drawn() -> dict[str, set[str]]:
    """The picture, from the top down."""
    found = re.search(r"^## Imports\n.*?^```\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    assert found, "ARCHITECTURE.md has no picture of the imports"
    rows = (line.split() for line in found[1].splitlines())
    return {part: set(others) for part, *others in rows}


def picture(graph: dict[str, set[str]]) -> str:
    """The same as text: every part below those that it imports."""
    left, lines = {part: set(others) for part, others in graph.items()}, []
    left[LAZY[0]].discard(LAZY[1])
    while left:
        free = sorted(part for part, others in left.items() if not others & left.keys())
        assert free, f"these import each other: {left}"
        lines += [f"{part:<14}{' '.join(sorted(graph[part]))}".rstrip() for part in free]
        left = {part: others for part, others in left.items() if part not in free}
    return "\n".join(lines)


def test_the_picture_of_the_imports_is_what_they_are() -> None:
    assert drawn() == imports(), f"draw it so in ARCHITECTURE.md:\n{picture(imports())}"


def test_every_part_imports_only_parts_drawn_above_it() -> None:
    above: set[str] = set()
    for part, others in drawn().items():
        assert others - above <= ({LAZY[1]} if part == LAZY[0] else set()), part
        above.add(part)


def test_every_part_is_described() -> None:
    table = PAGE.read_text(encoding="utf-8").partition("## Imports")[0]
    assert not {part for part in imports() if not re.search(rf"`{part}(/|\.py)", table)}


def test_no_family_of_games_imports_another() -> None:
    """What two families share is one floor up, in `games`."""
    games = SOURCES / "games"
    families = {each.name for each in games.iterdir() if (each / "__init__.py").is_file()}
    for page in games.glob("*/*.py"):
        used = set(re.findall(r"^ *from pitboss\.games\.(\w+)", page.read_text(encoding="utf-8"), re.M))
        assert used & families <= {page.parent.name}, page.name
