"""The petition for a new game, 8.4: complete, with figures by hand, and the same on paper as on the command line."""

from __future__ import annotations

import io
import json
import re
import shutil
import sys
from fractions import Fraction
from html import unescape
from pathlib import Path

import pytest
from pypdf import PdfReader

from pitboss import cli, skeleton
from pitboss.book import game
from pitboss.odds import Outcome, WagerOdds
from pitboss.odds.book import analyze
from pitboss.papers import petition as papers
from pitboss.papers.petition import Petition, against, pays, petition
from pitboss.papers.sheet import Section, Sheet
from tests.papers.test_guide import well_formed
from tests.pdf import read_back

LUCKY = "examples/lucky_sum/lucky_sum.toml"

pytestmark = pytest.mark.filterwarnings("ignore:Cyclopts application invoked")


@pytest.fixture(scope="module")
def lucky() -> Petition:
    return petition(LUCKY)


@pytest.fixture(scope="module")
def paper(lucky: Petition) -> str:
    return " ".join(read_back(lucky.sheet.pdf()))


def test_8_4_d_e_f_every_item_has_its_section(lucky: Petition, paper: str) -> None:
    small = ("i", "ii", "iii", "iv", "v")
    for paragraph in (
        *(f"8.4(d){n}" for n in range(1, 9)),
        *(f"8.4(d)3{n}" for n in small),
        *("8.4(e)", "8.4(f)", "8.4(f)1", "8.4(g)"),
        *(f"8.4(f)2{n}" for n in small),
    ):
        assert any(paragraph in each.label.split(", ") for each in lucky.sheet.sections), paragraph
        assert paragraph in paper


def test_8_4_d_1_4_5_what_only_people_know_is_blank_and_marked(lucky: Petition, paper: str) -> None:
    for told in ("Names and addresses", "The agreement, signed", "Casinos where", "Dates and times"):
        (blank,) = [each for each in lucky.sheet.blanks if each.startswith(told)]
        assert blank in paper
    assert lucky.json()["blanks"] == lucky.sheet.blanks


def test_8_4_d_2_a_game_built_upon_an_authorized_one_is_a_variation(lucky: Petition, tmp_path: Path) -> None:
    assert lucky.kind == lucky.relative == ""
    source = game("casino-war").path
    text = source.read_text(encoding="utf-8").replace('id = "casino-war"', 'id = "peace"', 1)
    (tmp_path / "peace.toml").write_text(
        text.replace('title = "Casino war"', 'title = "Peace"'), encoding="utf-8"
    )
    for shared in source.parent.glob("*.toml"):
        if shared.name != source.name:
            shutil.copy(shared, tmp_path)
    (tmp_path / "peace.py").write_text(
        "from pitboss.games.high_card.casino_war import CasinoWar\nclass Peace(CasinoWar): pass\n",
        encoding="utf-8",
    )
    found = petition(str(tmp_path / "peace.toml"), every=False)
    assert found.relative == "Casino war"
    ticked = [told for section in found.sheet.sections for yes, told in section.checks if yes]
    assert ticked == ["It is a variation of an authorized game."]
    (asked,) = [each for each in found.sheet.sections if each.label == "8.4(d)6"]
    assert "is a variation of an authorized game" in asked.text[0][1]


def test_8_4_d_3_ii_the_draft_has_the_paragraphs_and_pay_tables_in_the_chapters_structure(
    lucky: Petition,
) -> None:
    drafted = {each.title: each for each in lucky.sheet.sections if each.title.startswith("Lucky Sum 1.")}
    assert [title.split()[2:] for title in drafted] == [
        [f"1.{n}", heading]
        for n, heading in enumerate(
            ("Definitions", "Wagers", "Procedure", "Settlement", "Lucky", "Irregularities"), 1
        )
    ]
    assert [number for number, _ in drafted["Lucky Sum 1.4 Settlement"].text] == ["(a)", "(b)", "(c)"]
    (table,) = drafted["Lucky Sum 1.5 Lucky"].tables
    assert table.columns == ("outcome", "A", "B")
    assert ("4", "50 to 1", "") in table.rows


def test_8_4_d_3_ii_without_a_register_the_draft_is_made_from_the_games_file(tmp_path: Path) -> None:
    for name in ("lucky_sum.toml", "lucky_sum.py", "lucky_sum_mathematics.py"):
        shutil.copy(Path("examples/lucky_sum") / name, tmp_path)
    found = petition(str(tmp_path / "lucky_sum.toml"), every=False)
    game(LUCKY)  # the id means the true one again
    drafted = {each.title: each for each in found.sheet.sections if each.title.startswith("X.")}
    assert [*drafted][:3] == ["X.1 Definitions", "X.2 Equipment", "X.3 Wagers"]
    wagers = drafted["X.3 Wagers"].text
    assert ("(a)", "The Ante shall be made before the round by every player.") in wagers
    assert (
        "(c)",
        "The Lucky may be made before the round, at most $25, if the casino licensee offers it.",
    ) in wagers
    terms = [told for _, told in drafted["X.1 Definitions"].text]
    assert "“Ante” means a wager that wins if the player raises and the sum is 17 or more." in terms
    assert any("both dice are thrown again." in told for _, told in drafted["X.6 Irregularities"].text)
    for section in drafted.values():
        for _, told in section.text:
            assert told.endswith((".", "”."))
            assert re.search(r"\b(?:means|is|may|shall)\b", told), told
    assert not any("16" in told for _, told in drafted["X.5 Choices of the casino licensee"].text)


def test_8_4_d_3_iii_odds_of_every_table_are_those_of_the_command_line(lucky: Petition, paper: str) -> None:
    """Readings of a defect are no choice of the house and no part of a petition."""
    rows = [
        row
        for row in analyze(LUCKY, every=True)
        if row.options.get("reading-sixteen", "as-read") == "as-read"
    ]
    assert len(rows) == 3
    assert [(each.wager, each.figures.house_edge) for each in lucky.odds] == [
        (row.wager, float(row.house_edge)) for row in rows
    ]
    for row in rows:
        assert f"{float(row.house_edge) * 100:.4f}%" in paper
    # Of 13 * 36 = 468 equally likely cards and throws, one makes 23 (an ace and two sixes): 467 to 1.
    assert "467 to 1 100 to 1" in paper
    assert "467 to 1 120 to 1" in paper
    assert "as-printed" not in paper
    assert "Raise: included in the figures" in paper


def test_8_4_d_3_v_the_equipment_is_what_the_game_is_played_with(paper: str) -> None:
    for piece in ("52 cards", "Dice, thrown by hand", "A dealing shoe", "A layout with 6 positions"):
        assert piece in paper
    assert (
        "Pictures of equipment that is not drawn above: A dealing shoe; A discard rack" in paper
    )  # cards, dice and chips are


def test_8_4_d_3_ii_the_draft_describes_the_equipment_as_13_69e_does(lucky: Petition) -> None:
    (section,) = [each for each in lucky.sheet.sections if each.title.startswith("13:69E")]
    assert section.title == "13:69E-1.__ Lucky Sum table; physical characteristics"
    told = dict(section.text)
    assert [*told] == ["(a)", "(b)", "(c)", "(d)", "(e)"]
    assert "at most 6 positions" in told["(a)"]
    assert "separate areas for Ante, Raise, Lucky" in told["(c)"]
    assert "drop box and a tip box" in told["(d)"]
    assert "52 cards (Lucky Sum 1.3(a))." in told["(e)"]
    sheet = petition("baccarat-punto-banco", every=False).sheet  # whose proposal has such a section
    titles = [each.title for each in sheet.sections if each.title.startswith("13:69E")]
    assert [title.partition(" ")[0] for title in titles] == ["13:69E-1.12"]


def test_8_4_f_2_iv_the_test_is_measured_by_the_hold_after_so_many_rounds(lucky: Petition) -> None:
    (section,) = [each for each in lucky.sheet.sections if each.label == "8.4(f)2iv"]
    (table,) = section.tables
    row = next(row for row in analyze(LUCKY, every=True) if row.wager == "lucky" and row.table == "A")
    half = 1.959963984540054 * row.standard_deviation / 100  # the square root of 10,000 rounds
    (_, edge, low, high) = next(each for each in table.rows if each[0] == "Lucky, table A")
    assert edge == f"{float(row.house_edge) * 100:.3f}%"
    assert low == f"{(float(row.house_edge) - half) * 100:.2f}%"
    assert high == f"{(float(row.house_edge) + half) * 100:.2f}%"


def test_8_4_e_the_points_of_review_tell_rulings_and_programs(paper: str) -> None:
    for irregularity in game(LUCKY).data.irregularities:
        assert irregularity.ruling in paper
    assert "The sum that decides everything." not in paper  # a docstring of the program


def test_8_4_d_an_invented_game_is_never_called_part_of_the_code(tmp_path: Path) -> None:
    """Not even one whose draft has the number of a subchapter."""
    skeleton.write("odd-one", "99", "own", None, tmp_path / "odd")
    told = unescape(petition(str(tmp_path / "odd" / "odd_one.toml"), every=False).sheet.html())
    assert "13:69F-99" not in told
    assert "not part of N.J.A.C. 13:69F" in told


def test_8_4_d_3_iii_a_game_that_favors_the_player_is_said_to(
    lucky: Petition, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not lucky.favors
    good = WagerOdds(
        wager="lucky",
        outcomes=(
            Outcome("win", Fraction(51, 100), Fraction(1)),
            Outcome("lose", Fraction(49, 100), Fraction(-1)),
        ),
    )
    monkeypatch.setattr(papers, "analyze", lambda *_, **__: [good])
    found = petition(LUCKY)
    assert found.favors == ("Lucky",)
    (section,) = [each for each in found.sheet.sections if each.label == "8.4(d)3iii"]
    says = "Lucky favors the player: the house would lose 2.0000% of each unit of the wager on average."
    assert section.text == (("", says),)


def test_a_game_between_players_says_why_there_is_no_house_advantage() -> None:
    found = petition("five-card-stud", every=False)
    assert not found.odds
    (section,) = [each for each in found.sheet.sections if each.label == "8.4(d)3iii"]
    assert section.blanks
    assert "among themselves" in section.notes[0] or "worked out" in section.notes[0]


def test_the_page_is_well_formed_and_has_contents(lucky: Petition) -> None:
    page = lucky.sheet.html()
    well_formed(page)
    linked = re.findall(r'href="#([^"]+)"', page)
    assert len(linked) == len({*linked}) == len([each for each in lucky.sheet.sections if not each.part])
    assert all(f'id="{each}"' in page for each in linked)


@pytest.mark.parametrize(
    ("probability", "told"),
    [(Fraction(1, 38), "37 to 1"), (Fraction(2, 3), "0.5 to 1"), (Fraction(0), "never")],
)
def test_true_odds(probability: Fraction, told: str) -> None:
    assert against(float(probability)) == told


def test_payout_odds() -> None:
    assert [pays(net) for net in (35, 1.5, 0, -1, -2, None)] == [
        "35 to 1",
        "1.5 to 1",
        "returned",
        "loses",
        "loses 2",
        "–",
    ]


def test_the_command_writes_by_the_ending(
    lucky: Petition, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "petition.json"
    monkeypatch.setattr(sys, "argv", ["pitboss", "petition", LUCKY, "--json", "--out", str(page)])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert not ended.value.code
    told = capsys.readouterr().out
    assert json.loads(told) == json.loads(page.read_text(encoding="utf-8"))
    assert json.loads(told)["blanks"] == lucky.sheet.blanks
    assert "<svg" not in told


def test_8_4_d_3_ii_a_term_and_what_it_means_stand_in_one_line() -> None:
    """The column of the paragraphs' letters is too narrow for a term."""
    text = (('"Original deal"', "The first card to each."), ("(a)", "Cards."))
    section = Section(title="Definitions", text=text)
    made = Sheet(kind="k", title="t", lead="l", sections=(section,)).pdf()
    lines = PdfReader(io.BytesIO(made)).pages[0].extract_text().splitlines()
    assert '"Original deal" The first card to each.' in [" ".join(line.split()) for line in lines]


def test_8_4_d_3_ii_a_definition_is_one_sentence() -> None:
    """Of a note that names its term nothing is made; any other is what the term means."""
    (definitions,) = [
        section
        for section in petition("casino-war", every=False).sheet.sections
        if section.title.endswith("Definitions")
    ]
    told = dict(definitions.text)
    assert told['"Suit"'] == "The suits are clubs, diamonds, hearts and spades."
    assert not [
        says for says in told.values() if says.startswith(("means the suits", "means a burn", "means to "))
    ]
