"""docs/glossary.md names everything once: what the program writes has these names, and none that are retired."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss import dataset
from pitboss.book import game
from pitboss.odds import proved
from pitboss.odds.almanac import Row
from pitboss.table import journal
from pitboss.table.case import read_case, settle
from pitboss.web import messages

PAGE = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text(encoding="utf-8")
PUBLIC = (
    *("pitboss.web.messages", "pitboss.table.case", "pitboss.table.journal", "pitboss.book.rules"),
    *("pitboss.book.events", "pitboss.odds.almanac", "pitboss.sim.report", "pitboss.office.figures"),
    *(f"pitboss.practice.{each}" for each in ("assess", "promo", "progressive", "count", "review", "floor")),
    *("pitboss.papers.report", "pitboss.papers.figures", "pitboss.papers.verification", "pitboss.difference"),
)
"""The modules of what is written as JSON."""


def column(heading: str, number: int = 0) -> list[str]:
    """A column of the table below a heading."""
    part = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return [row.split("|")[number + 1] for row in re.findall(r"^\|.*\|$", part, re.M)[2:]]


def names(heading: str) -> set[str]:
    return {name for cell in column(heading) for name in re.findall(r"`(\w+)`", cell)}


RETIRED = names("Retired names")
VERBS = {
    name for cell in column("Retired names") if "(verb" in cell for name in re.findall(r"`(\w+)`", cell)
} | {*("begin", "annul", "post", "notice")}
"""Retired as verbs only: as nouns, wagers, places, notices and irregularities remain."""


def verbs() -> set[str]:
    """What is done at a table, as sockets and journals write it."""
    kinds = (*messages.Command.__subclasses__(), *journal.Command.__subclasses__())
    own = [
        kind for kind in kinds if kind.__module__ in (messages.__name__, journal.__name__)
    ]  # and no tournament's
    return {str(kind.__struct_config__.tag) for kind in own}


def fields() -> Iterator[str]:
    """The fields of everything that is written as JSON."""
    for module in map(import_module, PUBLIC):
        for kind in vars(module).values():
            if (
                isinstance(kind, type)
                and issubclass(kind, msgspec.Struct)
                and kind.__module__ == module.__name__
            ):
                yield from kind.__struct_encode_fields__


def keys(answer: Any) -> Iterator[str]:
    if isinstance(answer, dict):
        for key, value in answer.items():
            yield key
            yield from keys(value)
    elif isinstance(answer, list | tuple):
        for each in answer:
            yield from keys(each)


def written() -> set[str]:
    """Every name in what is written, apart from verbs."""
    case: dict[str, Any] = {
        "game": "three-card-poker",
        "seats": [{"seat": 1, "wagers": {"ante": 10}, "decisions": ["play"], "funds": 100}],
        "cards": {"1": ["9s", "9d", "4c"], "dealer": ["Qh", "7d", "3s"]},
    }
    rules = game("red-dog").rules()
    answers = [settle(read_case(json.dumps(case))), *(row.json() for row in proved.odds(rules))]
    columns = (dataset.WAGERS, dataset.DECISIONS, dataset.SIMULATED, Row.__struct_encode_fields__)
    return {
        *fields(),
        *keys(answers),
        *proved.strategy(rules).json(),
        *(each for one in columns for each in one),
    }


@pytest.mark.parametrize("name", sorted(RETIRED - VERBS))
def test_no_retired_name_is_written(name: str) -> None:
    assert name not in written() | verbs()


def test_no_retired_verb_is_written() -> None:
    assert not VERBS & verbs()


def test_every_verb_of_the_glossary_is_one() -> None:
    assert names("Verbs") <= verbs() | {"ready"}


@pytest.mark.parametrize("heading", ["Figures", "Amounts", "People", "Things of a table"])
def test_every_name_of_the_glossary_is_written(heading: str) -> None:
    known = written() | {"option", "table", "decision", "player"}
    assert not names(heading) - known


def test_every_retired_name_has_another_that_is_written() -> None:
    now = {name for cell in column("Retired names", 1) for name in re.findall(r"`(\w+)`", cell)}
    assert now <= written() | verbs()
