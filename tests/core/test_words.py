"""What people read is in plain American English, and none of it uses a word that needs a second reading."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.words import FOLDERS, PAGES, ROOT, files, findings


def test_no_word_that_needs_a_second_reading() -> None:
    assert not (found := list(findings(files()))), "\n" + "\n".join(map(str, found))


def test_american_spelling() -> None:
    """By codespell, with the vocabulary in pyproject.toml."""
    asked = [sys.executable, "-m", "codespell_lib", *FOLDERS, *PAGES, "bench", "mutants", "siege", "tests"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, "\n" + done.stdout + done.stderr


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        ("a.py", 'raise Refused("nothing is told to him")', [":1: told", ":1: him"]),
        ("a.py", '"""A page.\n\nWhoever reads it."""\n', [":3: Whoever"]),
        ("a.py", "x = 1  # worked out by hand\n", [":1: worked out"]),
        ("a.py", "def tell_all(): ...\n", [":1: tell_all"]),
        ("a.js", "// lies there\nplace();\n", [":1: lies there"]),
        ("a.toml", 'ruling = "Likewise void."\n', [":1: Likewise"]),
        ("a.py", 'x = "his or her hand-told cards"  # he or she\nthe_other = 1\n', []),
    ],
)
def test_a_word_is_found_with_its_place(tmp_path: Path, name: str, text: str, place: list[str]) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert [str(each) for each in findings([tmp_path / name])] == [f"{tmp_path / name}{at}" for at in place]
