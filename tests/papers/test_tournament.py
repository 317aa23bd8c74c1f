"""The papers of a tournament, 8.6."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from pitboss.book import Refused
from pitboss.papers.tournament import Tournament, tournament
from pitboss.tournament.holidays import business_days
from tests.pdf import read_back
from tests.tournament import fridays

FRIDAY = fridays.written(
    participants="7",
    buy_in='"100"',
    fee="20",
    tips="3",
    equipment='["One table", "Two decks"]',
    registration='"At the desk until 6:30 p.m."',
)
FILED = date(2026, 11, 27)
"""The Friday before: Monday to Friday are five business days."""


def written(folder: Path, text: str = FRIDAY) -> Path:
    page = folder / "friday.toml"
    page.write_text(text, encoding="utf-8")
    return page


@pytest.fixture
def friday(tmp_path: Path) -> Tournament:
    return tournament(written(tmp_path), FILED)


def test_8_6_b_notice_is_given_five_business_days_ahead(tmp_path: Path) -> None:
    assert business_days(FILED, date(2026, 12, 4)) == 5
    assert business_days(date(2026, 11, 28), date(2026, 12, 4)) == 5  # a Saturday is none
    with pytest.raises(Refused, match=r"not 4; .*8\.6\(b\)"):
        tournament(written(tmp_path), date(2026, 11, 30))


def test_8_6_b_1_to_7_the_notice_has_every_item(friday: Tournament) -> None:
    labels = [section.label for section in friday.notice.sections]
    assert [f"8.6(b){n}" for n in range(1, 8)] == labels[1:]
    assert len([each for each in friday.notice.blanks if "signature" in each]) == 5
    assert "Security and surveillance" in friday.notice.blanks  # nobody wrote it


def test_8_6_e_the_whole_pool_is_paid_out_but_for_tips(friday: Tournament, tmp_path: Path) -> None:
    """Seven times $100 less 3 percent is $679: $339.50, $203.70 and $135.80."""
    assert (friday.pool, friday.tips) == (700, 21)
    assert friday.prizes == (339.5, 203.7, 135.8)
    with pytest.raises(Refused, match=r"99 percent.*8\.6\(e\)"):
        tournament(written(tmp_path, FRIDAY.replace("50, 30, 20", "50, 30, 19")), FILED)
    odd = tournament(
        written(tmp_path, FRIDAY.replace('"100"', "0.33").replace("tips = 3", "tips = 0")), FILED
    )
    assert odd.prizes == (1.16, 0.69, 0.46)  # of $2.31; the odd cent goes to the first


def test_8_6_f_and_g_the_public_has_the_first_six_of_the_controls(friday: Tournament) -> None:
    controls = [section.label.partition(",")[0] for section in friday.controls.sections[1:]]
    assert controls == [f"8.6(f){n}" for n in range(1, 9)]
    assert friday.public.sections[1:] == friday.controls.sections[1:7]


def test_the_pdf_tells_the_prizes(friday: Tournament) -> None:
    text = " ".join(read_back(friday.controls.pdf()))
    for told in ("$339.50", "$203.70", "$135.80", "$21", "8.6(f)8", "At the desk until 6:30 p.m."):
        assert told in text


def test_bad_files_are_refused_in_a_sentence(tmp_path: Path) -> None:
    for before, after, says in (
        ("hold-em", "whist", "whist"),
        ("participants = 7", "participants = -1", "participants"),
        ("participants = 7", "participant = 7", "participant"),
        ("[50, 30, 20]", "[]", "prizes"),
        ("2026-12-04T19:00:00", '"soon"', "starts"),
        ("2026-12-04T19:00:00", "0001-01-01T00:00:00", "not a possible year"),
        ('"100"', '"much"', "much"),
        ('"100"', '"-5"', "buy-in"),
        ("fee = 20", "fee = -1", "fee"),
        ("place", "place = ", "not TOML"),
    ):
        with pytest.raises(Refused, match=says):
            tournament(written(tmp_path, FRIDAY.replace(before, after, 1)), FILED)
