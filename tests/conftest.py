"""For all tests: machines are noisy, so no example fails for taking long; what was collected stays to the end, and
nothing is left running after it."""

import gc
import sys

import pytest
from hypothesis import settings

settings.register_profile("pitboss", deadline=None)
settings.load_profile("pitboss")


WAIT = ("test_leases.py", "test_kills.py", "test_service_process.py", "test_volumes.py")
"""Tests of servers, which wait more than they reckon."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those that wait come first, beside others that reckon: in the end nobody waits for them."""
    items.sort(key=lambda item: item.path.name not in WAIT)


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
