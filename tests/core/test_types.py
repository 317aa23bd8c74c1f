"""The types hold, all over the package."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parents[2]


def test_the_types_hold() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mypy"], cwd=HERE, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
