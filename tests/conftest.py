"""For all tests: machines are noisy, so no example fails for taking long; properties are tried on the same examples
each time, and on new ones in `make soak`; the tests of a game run in one process, so that nothing is computed or
compiled twice; what was collected stays to the end, and nothing is left running."""

import gc
import os
import random
import re
import sys
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from tests.unchanged import Record, unchanged

settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("new", deadline=None)
settings.load_profile("new" if os.environ.get("PITBOSS_SOAK") else "same")


FOLDERS = sorted((page.parent.name for page in Path(__file__).parent.glob("*/__init__.py")), key=len)
GAME = f"({'|'.join(reversed(FOLDERS)).replace('_', '-')})(?![a-z])"
"""The id of a game at the beginning of what a test is tried with, the longest first."""

SHARED = ("book", "core", "mathematics", "papers", "web", "vocabulary", "sim", "room")
"""Folders whose files have nothing in common that would be computed twice."""

WAIT = ("test_leases.py", "test_kills.py", "test_service_process.py", "test_volumes.py")
"""Tests of servers, which wait more than they compute."""

LONG = (
    "blackjack", "spanish_21", "double_attack_blackjack", "triple_attack_blackjack", "blackjack_switch",
    "switch_hands_blackjack", "pai_gow_poker", "asia_poker", "winners_pot_poker", "flop_poker", "packs_poker",
    "ultimate_texas_hold_em", "premium_hold_em", "craps", "four_card_poker", "boston_5_stud_poker",
)  # fmt: skip
"""Games whose tests take longest."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--changed", action="store_true", help="leave out files of tests that passed as they are"
    )
    parser.addoption("--order-seed", type=int, help="files, and the tests of each, in an order of chance")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Record(config))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    page = collection_path.name
    left_out = config.getoption("changed") and page.startswith("test_") and unchanged(collection_path)
    return left_out or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Those that wait come first, beside others that compute, then games that take long: in the end nobody waits for
    them. By a seed, files come in any order, and so do the tests of each: none may need another."""
    items.sort(key=lambda item: (item.path.name not in WAIT, process(item.nodeid) not in LONG))
    if (seed := config.getoption("--order-seed")) is not None:
        chance = random.Random(seed)
        files = {item.path: chance.random() for item in items}
        order = {item: (files[item.path], chance.random()) for item in items}
        items.sort(key=order.__getitem__)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling | None:
    return Together(config, log) if config.getoption("dist") == "loadscope" else None


class Together(LoadScopeScheduling):
    """Tests that share something run in one process, in the order in which they were collected."""

    def __init__(self, config: pytest.Config, log: Producer) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False

    def _split_scope(self, nodeid: str) -> str:
        return process(nodeid)


@cache
def process(nodeid: str) -> str:
    """The tests that share a process: those of a game, wherever they stand; else those of a folder or file."""
    page, _, name = nodeid.partition("::")
    of = re.match(GAME, name.partition("[")[2])
    folder = page.split("/")[-2] if "/" in page else page
    return of[1].replace("-", "_") if of else f"{folder}/{page}" if folder in SHARED else folder


def pytest_collection_finish() -> None:
    """Thousands of tests are no garbage, and need not be looked at whenever some is collected."""
    settle_down()


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Neither is what a file of tests has loaded and compiled."""
    if nextitem is None or nextitem.path != item.path:
        settle_down()


def settle_down() -> None:
    gc.collect()
    gc.freeze()


def pytest_sessionfinish() -> None:
    if (processes := sys.modules.get("tests.web.processes")) is not None:
        processes.stop_postgres()
