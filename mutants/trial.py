"""A fault on trial: a copy of the package has it, and the tests that should see it are run in a process of their own.

The process is forked from one that has loaded all but the package, so that a trial costs what its tests do."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from mutants.faults import Fault

ROOT: Final = Path(__file__).parent.parent
PACKAGE: Final = ROOT / "src" / "pitboss"
TESTS: Final = ROOT / "tests"
PATIENCE: Final = 240
"""Seconds of computing, after which a fault counts as seen: something runs forever. What waits forever is given up
after fifteen times as long by the clock, so that a busy machine convicts nobody."""

CORE: Final = ("core/test_table.py", "core/test_distrust.py", "core/test_settle.py", "core/test_law_and_money.py",
               "core/test_irregularities.py", "core/test_one_person.py", "tables", "golden", "terminal")  # fmt: skip
TOURNAMENTS: Final = ("tournament", "papers/test_tournament.py")


class Plan(NamedTuple):
    """What is tried on a fault: worked rounds first, for they are quick, then tests."""

    worked: tuple[str, ...]
    tests: tuple[str, ...]


@cache
def folders() -> dict[str, tuple[str, ...]]:
    """The folders of tests of each family's games."""
    found: dict[str, tuple[str, ...]] = {}
    for page in sorted((PACKAGE / "games").glob("*/*.toml")):
        if (TESTS / page.stem).is_dir():
            found[page.parent.name] = (*found.get(page.parent.name, ()), page.stem)
    return found


def plan(module: str) -> Plan:
    """What should see a fault of this module."""
    parts = module.split("/")
    every = tuple(name for names in folders().values() for name in names)
    if parts[0] == "tournament":
        return Plan((), TOURNAMENTS)
    if parts[0] != "games" or len(parts) == 2:
        return Plan(every, (*CORE, "book/test_random_play.py"))
    family, own = folders().get(parts[1], ()), Path(module).stem
    if own in family:
        return Plan((own,), (own, "book/test_random_play.py::" + own.replace("_", "-")))
    return Plan(
        family, (*(f"book/test_random_play.py::{name.replace('_', '-')}" for name in family), *family)
    )


@contextmanager
def copy() -> Iterator[Path]:
    """A copy of the package for one trial after another."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        made = Path(folder) / "pitboss"
        shutil.copytree(PACKAGE, made, ignore=shutil.ignore_patterns("__pycache__"))
        yield made


def seen(fault: Fault, package: Path) -> str:
    """By what a fault is seen, or nothing."""
    page = package / fault.module
    text = page.read_bytes()
    page.write_bytes(fault.planted(text))
    try:
        return _tried(plan(fault.module), package)
    finally:
        page.write_bytes(text)


def _tried(plan: Plan, package: Path) -> str:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
        with open(os.devnull, "w") as nothing:
            os.dup2(nothing.fileno(), 1)
            os.dup2(nothing.fileno(), 2)
        try:
            os.write(writing, _verdict(plan, package).encode())
        finally:
            os._exit(0)
    os.close(writing)
    end, verdict = time.monotonic() + 15 * PATIENCE, "it does not end"
    while time.monotonic() < end:
        if os.waitpid(child, os.WNOHANG)[0]:
            verdict = os.read(reading, 1000).decode() or "the process died"
            break
        time.sleep(0.02)
    else:
        os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
    os.close(reading)
    return "" if verdict == "-" else verdict


def _verdict(plan: Plan, package: Path) -> str:
    sys.dont_write_bytecode = True
    sys.path[:0] = [str(package.parent), str(ROOT)]
    os.environ["PYTHONPATH"] = str(package.parent)
    os.chdir(ROOT)
    return _by_worked_rounds(plan.worked) or _by_tests(plan.tests) or "-"


def _by_worked_rounds(names: Sequence[str]) -> str:
    try:
        from tests.cases import check
    except BaseException as problem:
        return f"import: {type(problem).__name__}"
    for name in names:
        for page in sorted((TESTS / name).glob("worked*.json")):
            for round_ in json.loads(page.read_bytes()):
                try:
                    check(round_)
                except BaseException:
                    return f"{name}: {round_['id']}"
    return ""


def _by_tests(names: Sequence[str]) -> str:
    import pytest

    class First:
        failed = ""

        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            if report.failed and not self.failed:
                self.failed = report.nodeid

    for name in names:
        page, _, game = name.partition("::")
        first = First()
        chosen = ["-k", f"[{game}]"] if game else []
        code = pytest.main(
            ["-x", "-q", "-p", "no:cacheprovider", "--no-header", "--ignore-glob=*/test_browser.py",
             "--ignore-glob=*/test_worked.py", str(TESTS / page), *chosen], plugins=[first],
        )  # fmt: skip
        if code not in (0, 5):
            return first.failed or f"{name} cannot be run"
    return ""
