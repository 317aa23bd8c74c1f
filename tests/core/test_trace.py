"""The matrix from every paragraph to the code and the test that carry it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pitboss.law import cite, short
from pitboss.registers import paragraphs_of, registers
from pitboss.trace import Carriers, _declared, matrix


@pytest.fixture(scope="module")
def rules() -> list[dict[str, Any]]:
    return [row for row in matrix() if row["status"] == "rule"]


def test_every_rule_has_a_test(rules: list[dict[str, Any]]) -> None:
    assert [row["cite"] for row in rules if not row["tests"]] == []


def test_rules_that_nothing_carries_become_fewer(rules: list[dict[str, Any]]) -> None:
    """Nothing but the shape of the code: raise these shares as what is left is worked off."""
    carried = [row for row in rules if row["where"]]
    assert len(carried) >= 0.8 * len(rules)
    assert sum(not row["through"] for row in carried) >= 0.6 * len(rules)


def test_a_rule_and_what_a_worked_round_does_carry_a_paragraph(rules: list[dict[str, Any]]) -> None:
    rows = {short(row["cite"]): row for row in rules}
    assert any("three_card_poker.py" in place for place in rows["20.12A(a)"]["where"])  # a @rule
    assert "three-card-poker six-card-bonus" in rows["20.12A(a)"]["where"]  # an entry
    assert any("three_card_poker/worked.json" in place for place in rows["20.10(b)"]["where"])
    assert rows["20.3(b)1"]["through"] == cite("20.3(b)")


def test_a_comment_carries_nothing(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text(
        '@rule("99.1(a)")\ndef a(): ...\n\n\ndef b():\n    """99.2"""  # 99.3(c)\n'
    )
    assert _declared(tmp_path) == {"99.1(a)": ["game.py:1 a"]}


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
