"""The matrix from every paragraph to the code and the test that carry it, as they are declared."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pitboss.book import game, games
from pitboss.law import carries, cite, short
from pitboss.registers import Paragraph, paragraphs_of, registers, section_of
from pitboss.trace import (
    _PACKAGE,
    _ROOT,
    ByTests,
    Code,
    _of_page,
    _pages,
    around,
    declared_tests,
    definitions,
    each_of,
    entries_of,
    matrix,
)

EXAMPLE = "examples/lucky_sum/lucky_sum.toml"


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


# ---- the registers and the code say the same ------------------------------------------------------------


@pytest.mark.parametrize("outside", [None, EXAMPLE])
def test_whatever_a_register_names_is_there_and_carries_the_paragraph(outside: str | None) -> None:
    book = [game(outside)] if outside else [game(heading.id) for heading in games()]
    code = Code(book[0].path.parent if outside else _PACKAGE, book)
    lost = [
        f"{paragraph.cite}: {name}"
        for paragraph in paragraphs_of(outside)
        for name in paragraph.code
        if not code.places(Paragraph(paragraph.cite, paragraph.status, code=[name]))
    ]
    assert lost == []


@pytest.mark.parametrize("outside", [None, EXAMPLE])
def test_whatever_declares_a_paragraph_stands_in_its_row(outside: str | None) -> None:
    """A decorator that slides to the next function, or a cite that is changed, is seen here."""
    named = {paragraph.cite: paragraph.code for paragraph in paragraphs_of(outside)}
    sections = set(map(section_of, named))  # a compiled round carries all of one
    folder = game(outside).path.parent if outside else _PACKAGE
    declared = [
        (paragraph, f"{'.'.join(page.relative_to(folder).with_suffix('').parts)}:{name}")
        for page in sorted(folder.rglob("*.py"))
        for name, definition in definitions(page, folder).items()
        for paragraph in definition.declares
    ]
    assert len(declared) > (5 if outside else 2000)
    assert [
        each for each in declared if each[0] not in sections and each[1] not in named.get(each[0], ())
    ] == []


@pytest.mark.parametrize("outside", [None, EXAMPLE])
def test_whatever_entry_cites_a_paragraph_stands_in_its_row(outside: str | None) -> None:
    """Of the chapter on equipment the registers have only what the games need."""
    named = {
        paragraph.cite: "|".join(re.escape(name).replace(r"\*", ".*") for name in paragraph.code)
        for paragraph in paragraphs_of(outside)
    }
    entered = {
        (paragraph, name)
        for each in ([outside] if outside else [heading.id for heading in games()])
        for name, paragraph, _ in entries_of(game(each))
        if paragraph in named or not paragraph.startswith("13:69E")
    }
    sections = set(map(section_of, named))
    entered = {each for each in entered if each[0] not in sections and not (outside and each[0][0] == "8")}
    assert [each for each in sorted(entered) if not re.fullmatch(named.get(each[0], ""), each[1])] == []


def test_a_declaration_that_slides_to_another_function_is_found(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text(
        '@rule("99.1(a)")\ndef a(): ...\n\n\nclass C:\n    cite = "99.4"\n\n    @carries("99.1(b)", "99.2(c)1-3")\n'
        '    def b(self):\n        """99.2"""  # 99.3(c)\n        return cite(".5(d)")\n'
    )
    code = Code(tmp_path, [])

    def places(paragraph: str, name: str) -> set[str]:
        return code.places(Paragraph(paragraph, "rule", code=[name]))

    assert places("99.1(a)", "game:a") == {"game.py:1 a"}
    assert places("99.1(b)", "game:C.b") == places("99.2(c)2", "game:C.b") == {"game.py:8 b"}
    assert places("99.4", "game:C.cite") == {"game.py:6 cite"}
    assert places("99.5(d)", "game:C.b") == {"game.py:8 b"}  # as sister games share it
    for paragraph, name in (
        ("99.1(b)", "game:a"),
        ("99.2", "game:C.b"),  # said about it
        ("99.3(c)", "game:C.b"),  # a comment
        ("99.1(a)", "game:b"),
        ("99.1(a)", "other:a"),
    ):
        assert places(paragraph, name) == set()


def test_a_cite_that_sisters_share_carries_no_paragraph_of_another_family() -> None:
    """``.3(c)`` at baccarat is 3.3(c) and 7.3(c), the vigorish, and never 1.3(c), the removal of a wager at craps."""
    code = Code(_PACKAGE, [game(heading.id) for heading in games()])
    vigorish = "games.baccarat.tableau:Tableau.vigorish"
    carried = {
        each: code.places(Paragraph(each, "rule", code=[vigorish])) for each in ("3.3(c)", "7.3(c)", "1.3(c)")
    }
    assert [each for each, places in carried.items() if places] == ["3.3(c)", "7.3(c)"]


def test_a_declaration_may_name_paragraphs_from_to() -> None:
    assert each_of("99.3(b)9-11") == ["99.3(b)9", "99.3(b)10", "99.3(b)11"]
    assert each_of("99.3(l)3ii-iv") == ["99.3(l)3ii", "99.3(l)3iii", "99.3(l)3iv"]
    assert each_of('99.1 "Six-card bonus"') == ['99.1 "Six-card bonus"']


def test_a_declaration_leaves_a_method_as_it_is() -> None:
    def deal() -> int:
        return 3

    assert carries("99.1(b)")(deal) is deal


def test_a_rule_and_an_entry_carry_a_paragraph(rules: list[dict[str, Any]]) -> None:
    rows = {short(row["cite"]): row for row in rules}
    assert any("three_card_poker.py" in place for place in rows["20.12A(a)"]["where"])  # a @rule
    assert "three-card-poker six-card-bonus" in rows["20.12A(a)"]["where"]  # an entry
    assert any("ranking/three.py" in place for place in rows["20.3(b)1"]["where"])  # by 20.3(b)1-5
    assert any("book/rules.py" in place and place.endswith(" wager") for place in rows["2A.5(i)"]["where"])


def test_what_a_paragraph_refers_to_carries_it(rules: list[dict[str, Any]]) -> None:
    rows = {short(row["cite"]): row for row in rules}
    assert rows["24.6(d)"]["through"] == cite("24.10(b)")
    assert "boston-5-stud-poker second" in rows["24.6(d)"]["where"]
    told = {each.cite: each.through for each in paragraphs_of(None) if each.through}
    assert [paragraph for paragraph, through in told.items() if through in told] == []
    assert {row["cite"]: row["through"] for row in rules if row["through"]} == {
        cite(paragraph): cite(through) for paragraph, through in told.items()
    }


# ---- tests ------------------------------------------------------------------------------------------------


def test_a_test_declares_paragraphs_by_its_name_and_by_marks_and_by_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "test_toy.py").write_text(
        'import pytest\n\n\ndef test_20_10_b_a_fold():\n    """20.3(a)"""\n    assert "20.3(b)1" == "HTTP/1.1"\n\n\n'
        '@pytest.mark.paragraph("20.3(b)1-2", \'20.1 "Play wager"\')\n'
        "def test_28_1_a_round_ends():\n    ...\n\n\ndef helper_20_11_a_1_x(): ...\n"
    )
    (tmp_path / "worked.json").write_text(
        json.dumps(
            [
                {
                    "id": "one",
                    "cites": ["13:69F-20.6(f)1"],
                    "case": {"why": "20.2(a)"},
                    "refused": "20.7(f)2",
                },
                {"id": "two", "cites": [], "expect": {"1": {"ante": ["win", 5, "20.11(a)1"], "net": 5}}},
            ]
        )
    )
    (tmp_path / "sample.json").write_text('["20.12(a)"]')
    folder = tmp_path.name
    assert declared_tests(tmp_path) == {
        "20.10(b)": [f"{folder}/test_toy.py:4 test_20_10_b_a_fold"],
        "28.1": [f"{folder}/test_toy.py:10 test_28_1_a_round_ends"],
        "20.3(b)1": [f"{folder}/test_toy.py:10 test_28_1_a_round_ends"],
        "20.3(b)2": [f"{folder}/test_toy.py:10 test_28_1_a_round_ends"],
        '20.1 "Play wager"': [f"{folder}/test_toy.py:10 test_28_1_a_round_ends"],
        "20.6(f)1": [f"{folder}/worked.json:1 one"],
        "20.7(f)2": [f"{folder}/worked.json:1 one"],
        "20.11(a)1": [f"{folder}/worked.json:1 two"],
    }


def test_a_test_of_a_paragraph_is_one_of_its_items_and_of_the_words_of_the_same_code() -> None:
    paragraphs = [
        Paragraph("99.1", "rule"),
        Paragraph('99.1 "Ante"', "rule", code=["wager.ante"]),
        Paragraph('99.1 "Idle"', "rule", code=["wager.idle"]),
        Paragraph("99.2(a)", "rule", code=["wager.ante"]),
        Paragraph("99.2(a)2ii", "rule"),
        Paragraph("99.2(b)", "rule"),
        Paragraph("99.3", "rule", through="99.2(a)"),
    ]
    tested = ByTests({"99.2(a)": ["t"], "99.2": ["whole section"]}, paragraphs)
    found = {each.cite: tested.of(each) for each in paragraphs}
    assert found == {
        "99.1": [],
        '99.1 "Ante"': ["t"],
        '99.1 "Idle"': [],
        "99.2(a)": ["t"],
        "99.2(a)2ii": ["t"],
        "99.2(b)": [],
        "99.3": ["t"],
    }


def test_what_a_mark_or_a_worked_round_names_is_a_paragraph() -> None:
    """A misspelt cite would declare nothing, and nobody would see it."""
    cites = {each.cite for each in paragraphs_of(None)}
    known = cites | set(map(section_of, cites)) | set(map(around, cites))
    declared = [
        (f"{page.parent.name}/{page.name}:{place}", readings[0])
        for page in _pages(_ROOT / "tests")
        for place, readings in _of_page(page)
        if len(readings) == 1  # a name may be read in several ways
    ]
    assert len(declared) > 5000
    assert [each for each in declared if each[1] not in known and not each[1].startswith("99.")] == []


def test_rounds_of_an_example_are_no_tests_of_the_regulation(rules: list[dict[str, Any]]) -> None:
    assert [row["cite"] for row in rules if any("examples/" in test for test in row["tests"])] == []


# ---- registers --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("subchapter", registers())
def test_a_register_names_each_paragraph_once_on_a_line_and_says_something_of_it(subchapter: str) -> None:
    paragraphs = registers()[subchapter].paragraphs
    cites = [each.cite for each in paragraphs]
    assert len(cites) == len(set(cites))
    assert all(each.note for each in paragraphs)


def test_a_note_is_a_sentence_that_can_be_read_alone() -> None:
    """From a capital letter or a figure to a full stop, with a subject of its own: not "Two pairs." nor "To whom."."""
    dangling = re.compile(r"(To whom|With which|In which|Which hand|As \d|See \d|Told in|On whose|Who may\.)")
    headless = re.compile(
        r"(Paid|Lost|Returned|Discarded|Settled|Shuffled|Offered|Collected|Taken|Kept|Made|Who)\b"
    )
    fragments = [
        f"{each.cite}: {each.note}"
        for each in paragraphs_of(None)
        if not re.match(r"[A-Z0-9\"'$“]", each.note)
        or not re.search(r"[.:!?)]$", each.note)
        or len(each.note.split()) < 4
        or dangling.match(each.note)
        or (each.status == "rule" and headless.match(each.note))
    ]
    assert fragments == []


def test_a_register_has_a_line_a_paragraph() -> None:
    for page in (_PACKAGE / "paragraphs").glob("*.toml"):
        lines = page.read_text(encoding="utf-8").splitlines()
        rows = sum(line.startswith("  { cite = ") for line in lines)
        assert rows == sum(line.endswith(" },") for line in lines) > 0


def test_paragraphs_of_a_shared_subchapter_are_told_apart() -> None:
    roulette = {each.cite for each in paragraphs_of("roulette")}
    big_six = {each.cite for each in paragraphs_of("big-six")}
    assert "5.2(b)" in roulette - big_six
    assert "5.5(a)" in big_six - roulette
