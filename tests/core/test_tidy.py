"""Worked rounds are for people to read."""

import json
from pathlib import Path

import pytest

from tests.tidy import pages, tidy


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.parent.name)
def test_a_file_of_worked_rounds_is_laid_out_for_reading(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text == tidy(json.loads(text)), "make format lays it out"
