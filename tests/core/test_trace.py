"""The matrix from every paragraph to the code and the test that carry it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from pitboss.book import game, games
from pitboss.law import carries, cite, short
from pitboss.registers import paragraphs_of, registers, section_of
from pitboss.trace import _PACKAGE, Carriers, _declared, _each, _entered, matrix


@pytest.fixture(scope="module")
def rules() -> list[dict[str, Any]]:
    return [row for row in matrix() if row["status"] == "rule"]


def test_every_rule_has_a_test(rules: list[dict[str, Any]]) -> None:
    assert [row["cite"] for row in rules if not row["tests"]] == []


def test_every_rule_is_carried(rules: list[dict[str, Any]]) -> None:
    assert [row["cite"] for row in rules if not row["where"]] == []


def test_mathematics_alone_carries_nothing(rules: list[dict[str, Any]]) -> None:
    """What is simulated or worked out must be done at the table, too."""
    worked_out = re.compile(r"(odds|mathematics|rounds|counting|exact|engine)\.py:")
    assert [row["cite"] for row in rules if all(map(worked_out.search, row["where"]))] == []


def test_only_what_refers_to_another_paragraph_is_carried_through_it(rules: list[dict[str, Any]]) -> None:
    told = {cite(each.cite): cite(each.through) for each in paragraphs_of(None) if each.through}
    assert {row["cite"]: row["through"] for row in rules if row["through"]} == told


def test_a_rule_and_what_a_worked_round_does_carry_a_paragraph(rules: list[dict[str, Any]]) -> None:
    rows = {short(row["cite"]): row for row in rules}
    assert any("three_card_poker.py" in place for place in rows["20.12A(a)"]["where"])  # a @rule
    assert "three-card-poker six-card-bonus" in rows["20.12A(a)"]["where"]  # an entry
    assert any("three_card_poker/worked.json" in place for place in rows["20.10(b)"]["where"])
    assert any("ranking/three.py" in place for place in rows["20.3(b)1"]["where"])  # by 20.3(b)1-5


def test_a_declaration_carries_and_a_comment_does_not(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text(
        '@rule("99.1(a)")\ndef a(): ...\n\n\nclass C:\n    @carries("99.1(b)")\n'
        '    def b(self):\n        """99.2"""  # 99.3(c)\n'
    )
    assert _declared(tmp_path) == {"99.1(a)": ["game.py:1 a"], "99.1(b)": ["game.py:6 b"]}


def test_a_declaration_may_name_paragraphs_from_to() -> None:
    assert _each("99.3(b)9-11") == ["99.3(b)9", "99.3(b)10", "99.3(b)11"]
    assert _each("99.3(l)3ii-iv") == ["99.3(l)3ii", "99.3(l)3iii", "99.3(l)3iv"]
    assert _each('99.1 "Six-card bonus"') == ['99.1 "Six-card bonus"']


def test_a_declaration_leaves_a_method_as_it_is() -> None:
    def deal() -> int:
        return 3

    assert carries("99.1(b)")(deal) is deal


def test_what_is_declared_is_a_paragraph_of_a_register() -> None:
    """A misspelt cite would carry nothing, and nobody would see it."""
    cites = {each.cite for each in paragraphs_of(None)}
    sections = set(map(section_of, cites))  # a compiled round carries all of one
    declared = {cited for heading in games() for cited in _entered(game(heading.id))} | {*_declared(_PACKAGE)}
    # Of the chapter on equipment the registers have only what the games need.
    assert sorted(each for each in declared - cites - sections if not each.startswith("13:69E")) == []


def test_what_a_paragraph_refers_to_carries_it(rules: list[dict[str, Any]]) -> None:
    rows = {short(row["cite"]): row for row in rules}
    assert rows["24.6(d)"]["through"] == cite("24.10(b)")
    assert "boston-5-stud-poker second" in rows["24.6(d)"]["where"]
    told = {each.cite: each.through for each in paragraphs_of(None) if each.through}
    assert [paragraph for paragraph in told if not rows[paragraph]["where"]] == []
    assert [paragraph for paragraph, through in told.items() if through in told] == []


def test_what_only_the_paragraph_around_it_carries_says_so() -> None:
    carriers = Carriers({"99.1(a)2": ["here"]})
    assert carriers.of("99.1(a)2") == (["here"], "")
    assert carriers.of("99.1(a)") == (["here"], "")  # by its part
    assert carriers.of("99.1(a)2ii") == (["here"], "99.1(a)2")
    assert carriers.of("99.1(a)1") == ([], "")
    assert carriers.of("99.1(b)") == ([], "")


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
