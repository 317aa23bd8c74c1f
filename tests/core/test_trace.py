"""The matrix from every paragraph to the code and the test that carry it."""

from __future__ import annotations

import pytest

from pitboss.book import games
from pitboss.papers.trace import matrix, paragraphs_of, registers


@pytest.mark.parametrize("name", [heading.id for heading in games()])
def test_every_rule_of_a_game_has_code_and_a_test(name: str) -> None:
    rules = [row for row in matrix(name) if row["status"] == "rule"]
    assert rules
    assert [row["cite"] for row in rules if not row["where"]] == []
    assert [row["cite"] for row in rules if not row["tests"]] == []


def test_subchapter_8_is_carried_too() -> None:
    rules = [row for row in matrix("8") if row["status"] == "rule"]
    assert [row["cite"] for row in rules if not row["where"]] == []
    assert [row["cite"] for row in rules if not row["tests"]] == []


@pytest.mark.parametrize("subchapter", registers())
def test_a_register_names_each_paragraph_once_and_says_something_of_it(subchapter: str) -> None:
    paragraphs = registers()[subchapter].paragraphs
    cites = [each.cite for each in paragraphs]
    assert len(cites) == len(set(cites))
    assert all(each.status in ("rule", "procedure", "outside") for each in paragraphs)
    assert all(each.note for each in paragraphs)


def test_paragraphs_of_a_shared_subchapter_are_told_apart() -> None:
    roulette = {each.cite for each in paragraphs_of("roulette")}
    big_six = {each.cite for each in paragraphs_of("big-six")}
    assert "5.2(b)" in roulette - big_six
    assert "5.5(a)" in big_six - roulette
