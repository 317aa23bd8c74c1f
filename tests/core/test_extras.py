"""The core of the package does without the libraries of its extras, and says which extra brings a missing one."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from pitboss.extras import EXTRAS

ROOT = Path(__file__).parents[2]
WITHOUT = f"""
import sys
for module in {sorted({module for modules in EXTRAS.values() for module in modules})!r}:
    sys.modules[module] = None
sys.argv = ["pitboss", *sys.argv[1:]]
from pitboss.cli import main
main()
"""


def pitboss(*arguments: str) -> tuple[int, str]:
    """A command where no extra is installed."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, *arguments], capture_output=True, text=True, check=False, cwd=ROOT
    )
    return done.returncode, done.stdout + done.stderr


def test_every_extra_is_one_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert EXTRAS.keys() == project["optional-dependencies"].keys() - {"dev", "bench"}


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        (("serve",), "web"),
        (("guide", "big-six", "--out", "guide.pdf"), "pdf"),
        (("export", "journal.jsonl", "--out", "rounds.parquet"), "parquet"),
        (("simulate", "big-six", "--cluster", "tcp://here:1"), "cluster"),
    ],
)
def test_what_needs_an_extra_names_it(command: tuple[str, ...], extra: str) -> None:
    code, said = pitboss(*command)
    assert code == 2
    assert said.startswith("pitboss: ")
    assert f"pip install 'pitboss[{extra}]'" in said
    assert len(said.splitlines()) == 1


def test_a_round_is_played_without_any_extra() -> None:
    code, said = pitboss("play", "three-card-poker", "--seed", "3", "--script", "ante 10; deal; play")
    assert (code, "20.11(a)1" in said) == (0, True)
