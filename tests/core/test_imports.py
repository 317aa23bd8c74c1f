"""The parts of the package lean on each other in one direction, also where an import waits inside a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pitboss

SOURCES = Path(pitboss.__file__).parent
BOTH_WAYS = {("law", "compiler")}
"""A rule has itself compiled when somebody first needs it so."""


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


def test_no_part_of_the_package_leads_back_to_itself() -> None:
    leans: dict[str, set[str]] = {}
    for path in SOURCES.rglob("*.py"):
        part = path.relative_to(SOURCES).with_suffix("").parts[0]
        leans.setdefault(part, set()).update(each for each in imported(path) if each != part)
    for one, other in BOTH_WAYS:
        leans[one].discard(other)
    while free := {part for part in leans if not leans[part]}:
        leans = {part: others - free for part, others in leans.items() if part not in free}
    assert not leans, f"these lead to each other: {leans}"
