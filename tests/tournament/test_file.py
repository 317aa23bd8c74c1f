"""What the file of a tournament may say, and the days before it, 8.6."""

from datetime import date
from pathlib import Path

import pytest

from pitboss.law import Refused
from pitboss.papers.tournament import tournament
from pitboss.tournament.file import read_text
from pitboss.tournament.holidays import business_days, easter, legal_holidays
from tests.tournament.fridays import written


def papers(folder: Path, filed: date = date(2026, 11, 2), **entries: str) -> None:
    page = folder / "friday.toml"
    page.write_text(written(**entries), encoding="utf-8")
    tournament(page, filed)


def refusal(folder: Path, **entries: str) -> str:
    with pytest.raises(Refused) as refused:
        papers(folder, **entries)
    return str(refused.value)


# ---- business days, 8.6(b) --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("year", "days"),
    [
        (2026, "1-1 1-19 2-12 2-16 4-3 5-25 6-19 7-4 9-7 10-12 11-3 11-11 11-26 12-25"),
        # 2023: New Year's Day and Lincoln's Birthday are Sundays; both are kept on the Monday.
        (2023, "1-2 1-16 2-13 2-20 4-7 5-29 6-16 7-4 9-4 10-9 11-7 11-11 11-23 12-25"),
    ],
)
def test_8_6_b_the_legal_holidays_of_new_jersey(year: int, days: str) -> None:
    """By the calendars of those years."""
    expected = {date(year, *map(int, each.split("-"))) for each in days.split()}
    assert legal_holidays(year) == expected


def test_8_6_b_good_friday_follows_easter() -> None:
    """The earliest and the latest Easter of our time, and others from the almanac."""
    almanac = {2008: (3, 23), 2024: (3, 31), 2025: (4, 20), 2027: (3, 28), 2038: (4, 25), 2049: (4, 18)}
    assert {year: (easter(year).month, easter(year).day) for year in almanac} == almanac


def test_8_6_b_business_days_leave_out_holidays(tmp_path: Path) -> None:
    """From Wednesday, November 25, 2026, to Thursday, December 3: Thanksgiving does not count, so Friday and Monday to
    Thursday are five; to Wednesday four."""
    assert business_days(date(2026, 11, 25), date(2026, 12, 3)) == 5
    assert business_days(date(2026, 11, 25), date(2026, 12, 2)) == 4
    papers(tmp_path, date(2026, 11, 25), starts="2026-12-03T19:00:00")
    with pytest.raises(Refused, match=r"at least 5 business days ahead, not 4.*8\.6\(b\)"):
        papers(tmp_path, date(2026, 11, 25), starts="2026-12-02T19:00:00")


# ---- what fits its game -----------------------------------------------------------------------------------


def test_8_6_e_tips_leave_something_for_prizes(tmp_path: Path) -> None:
    assert "leave nothing for prizes (13:69F-8.6(e))" in refusal(tmp_path, tips="100")
    papers(tmp_path, tips="99")


def test_8_6_f_2_levels_are_those_of_the_game(tmp_path: Path) -> None:
    """Blackjack is played against the house, with a minimum and a maximum and without blinds; hold 'em the other way
    round, and neither with what the other has."""
    blinds, limits = (
        '[{ hands = 5, blinds = "1 2" }, {}]',
        "[{ minutes = 20, minimum = 5, maximum = 500 }, {}]",
    )
    papers(tmp_path, game='"blackjack"', level=limits)
    papers(tmp_path, level=blinds)
    assert "level 1: Blackjack has no 'blinds'" in refusal(tmp_path, game='"blackjack"', level=blinds)
    assert "level 1: Hold 'em has no 'minimum'" in refusal(tmp_path, level=limits)
    assert "level 2: Hold 'em has no 'rake'" in refusal(tmp_path, level="[{ hands = 1 }, { rake = 5 }]")
    forever = "[{ hands = 0, minimum = 5 }, {}]"
    assert "level 1 must last 1 to 10,000 hands" in refusal(tmp_path, game='"blackjack"', level=forever)
    assert "blackjack has no option 'ante-by'" in refusal(
        tmp_path, game='"blackjack"', options='{ ante-by = "each-player" }'
    )
    assert "Blackjack has at most 7 players at a table, not 8" in refusal(
        tmp_path, game='"blackjack"', seats="8"
    )


@pytest.mark.parametrize(
    ("entries", "says"),
    [
        ({"participants": '"four"'}, "friday: participants must be a whole number, not text"),
        ({"participants": "1"}, "friday: participants must be a whole number of at least 2"),
        ({"prizes": "[]"}, "friday: prizes must be a list of at least 1 entries"),
        ({"starts": '"soon"'}, "friday: starts must be a date and time, such as 2026-12-04T19:00:00"),
        ({"color": '"red"'}, "friday: there is no entry color"),
        ({"rebuy": "{ price = 5, chips = 100 }"}, "friday: levels is missing in rebuy"),
        ({"name": '""'}, "friday: name must be text of at least 1 letters"),
        ({"buy_in": '"ten"'}, "friday: buy_in: 'ten' is not an amount in dollars and whole cents"),
        ({"prizes": "[30, 70]"}, "friday: place 2 would have a larger prize than place 1 (13:69F-8.6(f)3)"),
        (
            {"level": "[{ hands = 5 }, {}]", "late": "3"},
            "friday: late has 3 levels, but there are 2 (13:69F-8.6(f)2)",
        ),
        (
            {"level": "[{ hands = 5 }, {}]", "rebuy": "{ price = 5, chips = 10, levels = 4 }"},
            "friday: rebuy.levels has 4 levels, but there are 2 (13:69F-8.6(f)2)",
        ),
    ],
)
def test_what_is_wrong_with_an_entry_is_a_sentence(entries: dict[str, str], says: str) -> None:
    with pytest.raises(Refused) as refused:
        read_text(written(**entries), "friday")
    assert str(refused.value) == says
