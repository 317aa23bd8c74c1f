"""For all tests: machines are noisy, so no example fails for taking long; what was collected stays to the end, and
nothing is left running after it."""

import gc
import sys

from hypothesis import settings

settings.register_profile("pitboss", deadline=None)
settings.load_profile("pitboss")


def pytest_collection_finish() -> None:
    """Thousands of tests are no garbage, and need not be looked at whenever some is collected."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish() -> None:
    if (processes := sys.modules.get("tests.web.processes")) is not None:
        processes.stop_postgres()
