"""What has passed and not changed since is not run again on a developer's machine.

A file of tests is known by the hash of what it can reach: its folder, what all tests share, the package, and of the
games only those its folder can reach by imports, with their data. ``make test FULL=1`` and CI run all of it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "pitboss"
GAMES = PACKAGE / "games"
IMPORT = re.compile(rb"^ *(?:from|import) +([\w.]+)", re.MULTILINE)
KEPT = ROOT / ".pytest_cache" / "passed.json"


@cache
def passed() -> dict[str, str]:
    """The files of tests that passed when last run, each with its hash."""
    return dict(json.loads(KEPT.read_bytes())) if KEPT.is_file() else {}


def unchanged(page: Path) -> bool:
    """Has this file of tests passed as it is, with all that it reaches?"""
    known = passed().get(_name(page))
    return known is not None and known == digest(page)


def digest(page: Path) -> str:
    """The hash of all that a file of tests reaches."""
    return _combined((_folder(page.parent), _shared(), _package(), *map(_folder, families(page.parent))))


@cache
def families(folder: Path) -> tuple[Path, ...]:
    """The families of games that a folder of tests can reach: for a game's own folder that of the game and what it
    imports; for any other folder all of them."""
    every = {each.name: each for each in GAMES.iterdir() if each.is_dir() and each.name[0] != "_"}
    home = next((each.parent for each in GAMES.rglob(f"{folder.name}.toml")), None)
    if home is None:
        return tuple(sorted(every.values()))
    reached, waiting = set[str](), {home.name}
    while waiting:
        reached.add(family := waiting.pop())
        waiting |= (_imported(every[family]) & every.keys()) - reached
    tests = {name for page in folder.glob("*.py") for name in _imports(page)}
    reached |= {name.split(".")[2] for name in tests if name.startswith("pitboss.games.")} & every.keys()
    return tuple(sorted(every[name] for name in reached))


@cache
def _imported(family: Path) -> frozenset[str]:
    """The families whose modules this one imports."""
    names = (name for page in family.rglob("*.py") for name in _imports(page))
    return frozenset(name.split(".")[2] for name in names if name.startswith("pitboss.games."))


def _imports(page: Path) -> Iterable[str]:
    """The modules named at the beginning of a line of imports; parsing every file would take seconds."""
    return (found.decode() for found in IMPORT.findall(page.read_bytes()))


@cache
def _shared() -> str:
    """What all tests share, and how they are run."""
    return _combined(map(_file, [*sorted((ROOT / "tests").glob("*.py")), ROOT / "pyproject.toml"]))


@cache
def _package() -> str:
    """The package without the families of games."""
    pages = (
        page for page in sorted(PACKAGE.rglob("*")) if page.is_file() and "__pycache__" not in page.parts
    )
    return _combined(_file(page) for page in pages if page.parent == GAMES or GAMES not in page.parents)


@cache
def _folder(folder: Path) -> str:
    pages = (page for page in sorted(folder.rglob("*")) if page.is_file() and "__pycache__" not in page.parts)
    return _combined(f"{page.relative_to(folder)} {_file(page)}" for page in pages)


def _file(page: Path) -> str:
    return hashlib.sha256(page.read_bytes()).hexdigest()


def _combined(parts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


class Record:
    """Keeps which files of tests have passed, of runs that left none of their tests out."""

    def __init__(self, config: pytest.Config) -> None:
        chosen = config.option.keyword or config.option.markexpr or any("::" in arg for arg in config.args)
        pages = () if chosen else (ROOT / "tests").glob("*/test_*.py")
        self.as_it_was = {_name(page): digest(page) for page in pages}
        self.ran: set[str] = set()
        self.failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        page = report.nodeid.partition("::")[0]
        self.ran.add(page)
        if report.failed:
            self.failed.add(page)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and session.config.getoption("changed"):
            session.exitstatus = pytest.ExitCode.OK
        if exitstatus not in (0, 1) or session.shouldstop or session.shouldfail:
            return
        known = passed() | {name: hash_ for name, hash_ in self.as_it_was.items() if name in self.ran}
        KEPT.parent.mkdir(exist_ok=True)
        kept = {name: hash_ for name, hash_ in sorted(known.items()) if name not in self.failed}
        KEPT.write_text(json.dumps(kept, indent=1))
