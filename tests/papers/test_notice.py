"""Notices: what stands on a table's sign, and what a change of rules or of limits takes."""

from __future__ import annotations

import io
import json
import re
import sys
import time
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from pitboss import cli
from pitboss.book import game, games
from pitboss.law import Refused
from pitboss.papers import notice as papers
from pitboss.papers.notice import Line, Notice, Posted, as_html, as_pdf, as_text, clock, posted, time_of
from pitboss.table.check import lawful_rules
from tests.papers.test_guide import well_formed
from tests.pdf import read_back

pytestmark = pytest.mark.filterwarnings("ignore:Cyclopts application invoked")

TABLE = """game = "three-card-poker"
name = "TC-04"
[options]
version = "20.6(f)1"
positions-per-player = 2
[limits]
ante = [10, 500]
"""
EIGHT = datetime(2026, 11, 16, 20, 0)


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return written(tmp_path, "table.toml", TABLE)


@pytest.fixture
def ruled(tmp_path: Path) -> Path:
    """Another number of positions a player, and another ante bonus."""
    return written(tmp_path, "ruled.toml", TABLE.replace("player = 2", 'player = 3\nante-bonus-table = "C"'))


@pytest.fixture
def limited(tmp_path: Path) -> Path:
    """The same rules with another minimum, in increments."""
    text = TABLE.replace("[10, 500]", "[15, 500]").replace("[options]", "increment = 5\n[options]")
    return written(tmp_path, "limited.toml", text)


def sign(path: Path) -> Notice:
    return papers.sign(Posted(*lawful_rules(path)))


def change(old: Path, new: Path, given: datetime, effective: datetime, limits_only: bool = False) -> Notice:
    posted = (Posted(*lawful_rules(path)) for path in (old, new))
    return papers.change(*posted, given, effective, limits_only=limits_only)


def lines(notice: Notice, heading: str, sheet: int = 0) -> list[tuple[str, str, str]]:
    (found,) = [each for each in notice.sheets[sheet].sections if each.heading == heading]
    return [(line.what, line.says, line.cite) for line in found.lines]


def pitboss(monkeypatch: pytest.MonkeyPatch, *words: object) -> None:
    monkeypatch.setattr(sys, "argv", ["pitboss", "notice", *map(str, words)])
    try:
        cli.main()
    except SystemExit as ended:
        if ended.code:
            raise


# ---- the sign ------------------------------------------------------------------------------------------


def test_8_3_a_the_sign_tells_the_rules_in_force_with_their_paragraphs(table: Path) -> None:
    assert lines(sign(table), "Rules") == [
        ("", "Pair plus requires an ante at least as large", "13:69F-20.6(f)"),
        ("", "Up to two adjacent betting positions to a player", "13:69F-20.6(e)"),
    ]


def test_8_2_c_the_sign_tells_least_and_most_of_every_wager(table: Path) -> None:
    assert lines(sign(table), "Limits") == [
        ("Ante", "$10 to $500", ""),
        ("Pair plus", "$5 to $500", ""),
        ("Six-card bonus", "$1 to $100", ""),
        ("Play", "equal to the Ante wager", ""),
        ("Wagers in multiples of", "$0.50", "13:69F-8.2(f)"),
    ]


def test_8_3_a_the_sign_tells_the_pay_tables_in_force(table: Path) -> None:
    notice = sign(table)
    assert lines(notice, "Wins pay") == [("Ante, Play", "1 to 1", "")]
    paid = {what: says for what, says, _ in lines(notice, "Ante bonus pays")}
    assert paid == {  # 20.11(a)3i, table A
        "straight": "1 to 1",
        "three of a kind": "3 to 1",
        "straight flush": "4 to 1",
        "mini royal": "5 to 1",
        "mini royal spades": "50 to 1",
    }


def test_8_2_c_craps_limits_stand_together_where_they_are_the_same(tmp_path: Path) -> None:
    text = (
        'game = "craps"\n[options]\nodds-multiple = 3\n[limits]\npass = [15, 3000]\ndont-pass = [15, 3000]\n'
    )
    limits = lines(sign(written(tmp_path, "craps.toml", text)), "Limits")
    assert ("Pass, Don't Pass", "$15 to $3,000", "") in limits
    assert ("Fire", "$1 to $5", "") in limits  # 1.12(b)1
    # 6 to 5 and 7 to 6 are paid in whole chips of a dollar: place bets on 6 and 8 come in sixes
    assert ("Place 6 to win, Place 8 to win", "$12 to $2,400, in steps of $6", "") in limits
    assert [says for _, says, _ in limits if says.startswith("Odds up to three times the flat bet")]


def test_8_3_a_what_the_house_has_not_elected_is_not_told_as_paid(tmp_path: Path) -> None:
    plain = sign(written(tmp_path, "plain.toml", 'game = "blackjack"\n'))
    assert lines(plain, "Blackjack, Double down, Split pay") == [
        ("win", "1 to 1", ""),
        ("blackjack", "3 to 2", ""),
    ]
    text = 'game = "blackjack"\n[options]\nthree-sevens = "yes"\n'
    elected = sign(written(tmp_path, "elected.toml", text))
    assert ("three sevens", "3 to 2", "") in lines(elected, "Blackjack, Double down, Split pay")
    text = text.replace('three-sevens = "yes"', 'designated-blackjack = "AsJs"')
    designated = sign(written(tmp_path, "designated.toml", text))
    told = ("", "A blackjack of A♠ and J♠ pays 2 to 1", "13:69F-2.3(e)3")
    assert told in lines(designated, "Rules")


def test_14_14_b_the_sign_tells_what_a_poker_table_charges(tmp_path: Path) -> None:
    rules = lines(sign(written(tmp_path, "poker.toml", 'game = "hold-em"\n')), "Rules")
    assert ("", "Time charge of $12 an hour", "13:69F-14.14(b)3ii") in rules
    assert "No percentage rake" in [says for _, says, _ in rules]


def test_14_17_amounts_of_which_there_are_several_are_told_in_dollars(tmp_path: Path) -> None:
    text = 'game = "hold-em"\n[options]\nblinds = "2 5"\nrake-levels = "20 40"\nrake-increments = "0.50 1"\n'
    told = sign(written(tmp_path, "poker.toml", text))
    assert "Blinds $2 and $5" in [says for _, says, _ in lines(told, "Limits")]
    rules = [says for _, says, _ in lines(told, "Rules")]
    assert "Rake is taken when the pot reaches $20 and $40" in rules
    assert "Rake at each level: $0.50 and $1" in rules


def test_2_20_j_weights_are_no_dollars(tmp_path: Path) -> None:
    prizes = 'bonus-prizes-1 = "5 10 25 50 100 250"\nbonus-weights-1 = "48 30 13 6 2 1"\n'
    text = f'game = "blackjack"\n[options]\nblackjack-bonus = "yes"\n{prizes}'
    told = [says for _, says, _ in lines(sign(written(tmp_path, "bonus.toml", text)), "Rules")]
    assert "A $1 blackjack bonus wager wins $5, $10, $25, $50, $100 and $250" in told
    assert "Those prizes are won in the proportion 48 : 30 : 13 : 6 : 2 : 1" in told


def test_15_3_e_the_sign_is_silent_on_what_no_limit_would_mean(tmp_path: Path) -> None:
    rules = lines(sign(written(tmp_path, "keno.toml", 'game = "keno"\n')), "Rules")
    assert ("", "Winners of one game are paid $100,000 in total at most", "13:69F-15.3(e)") in rules


def test_8_2_c_a_bank_that_is_put_up_in_the_round_has_its_limits_on_the_sign(tmp_path: Path) -> None:
    limits = lines(sign(written(tmp_path, "bank.toml", 'game = "baccarat-chemin-de-fer"\n')), "Limits")
    assert limits[0][:2] == ("Bank, Against the bank", "$10 to $5,000")


def test_8_3_a_the_sign_is_silent_on_what_is_nothing_and_on_a_fund_that_there_is_not(tmp_path: Path) -> None:
    told = sign(written(tmp_path, "poker.toml", 'game = "hold-em"\n')).sheets[0]
    lines_ = [line for section in told.sections for line in section.lines]
    assert not [line for line in lines_ if "$0 " in line.says or "fund" in line.says]
    fund = 'game = "hold-em"\n[options]\npayout = "high-hand"\nrake = 5\n'
    asked = [says for _, says, _ in lines(sign(written(tmp_path, "fund.toml", fund)), "Rules")]
    assert "$1 of each qualifying pot goes to the payout fund" in asked
    assert not [says for says in asked if "bad beat payout" in says]


def test_18_11_a_a_pay_table_names_every_wager_that_it_pays(tmp_path: Path) -> None:
    notice = sign(written(tmp_path, "ride.toml", 'game = "let-it-ride-poker"\n'))
    assert lines(notice, "Bet one, two, three pay")[0][:2] == ("royal flush", "1,000 to 1")


def test_17_10_c_the_sign_tells_the_most_that_a_hand_is_paid(tmp_path: Path) -> None:
    rules = lines(sign(written(tmp_path, "stud.toml", 'game = "double-down-stud"\n')), "Rules")
    paid = [says for _, says, paragraph in rules if paragraph == "13:69F-17.10(c)"]
    assert paid == ["Both wagers of a hand are paid $100,000 in total at most"]


@pytest.mark.parametrize(
    ("name", "options", "paid"),
    [
        ("pai-gow", "", "1 to 1, less 5% vigorish"),
        ("pai-gow-poker", "", "1 to 1, less 5% vigorish"),
        ("supreme-pai-gow", "", "1 to 1, less 5% vigorish"),
        ("pai-gow-poker", 'ez = "yes"', "1 to 1"),
        ("pai-gow", 'dragons-eye = "method-1"', "1 to 1, less 5% vigorish"),
        ("pai-gow", 'dragons-eye = "method-2"', "1 to 1"),
        ("asia-poker", "", "1 to 1"),
    ],
)
@pytest.mark.paragraph("10.7(k)", "11.9(j)", "34.12(h)")
def test_8_3_a_the_sign_states_the_vigorish_that_is_taken(
    name: str, options: str, paid: str, tmp_path: Path
) -> None:
    page = written(tmp_path, "table.toml", f'game = "{name}"\n[options]\n{options}\n')
    (odds,) = {
        says
        for what, says, _ in lines(sign(page), "Wins pay")
        if game(name).title in {each.strip() for each in what.split(",")}
    }
    assert odds == paid


def test_8_2_c_the_sign_of_an_invented_game_has_the_limits_of_each_wager() -> None:
    found = game("examples/lucky_sum/lucky_sum.toml")
    limits = Posted(found.rules(), "Pit 5").limits
    assert limits["raise"] == "equal to the Ante wager"


def test_8_3_a_an_unlawful_table_gets_no_notice(tmp_path: Path) -> None:
    text = TABLE.replace("[10, 500]", "[10, 99]")  # 1 to 1: at least ten times the minimum, 8.2(a)
    with pytest.raises(Refused, match=r"limits\.ante.*ten times.*\(13:69F-8\.2\(a\)\)"):
        sign(written(tmp_path, "unlawful.toml", text))


def test_2_12_b_a_sign_states_what_is_in_force_and_asks_nothing(tmp_path: Path) -> None:
    text = 'game = "blackjack"\n[options]\nsoft-17 = "hit"\ndecks = 8\n'
    stated = [says for _, says, _ in lines(sign(written(tmp_path, "hit.toml", text)), "Rules")]
    assert {"Dealer hits soft 17", "Eight decks"} <= {*stated}
    questions = {option.text.removesuffix(".") for option in game("blackjack").data.options}
    assert questions.isdisjoint(stated)


def test_8_3_a_the_sign_bears_the_licensees_name_and_the_text_it_follows(tmp_path: Path) -> None:
    layout = 'layout = { licensee = "Boardwalk Hall" }\n'
    here = papers.at(written(tmp_path, "war.toml", 'game = "casino-war"\nname = "W1"\n' + layout))
    for told in (as_text(papers.sign(here)), as_html(papers.sign(here))):
        assert "Boardwalk Hall" in told
        assert "N.J.A.C. 13:69F, subchapters 1 through 37" in " ".join(told.split())
    (page,) = read_back(as_pdf(papers.sign(here)))
    assert "Boardwalk Hall" in page


@pytest.mark.parametrize(
    ("table", "proposed"),
    [
        ('game = "high-card-flush"\n', "High card flush is proposed, not adopted"),
        ('game = "casino-war"\n', ""),
        (
            'game = "mini-baccarat"\n[options]\ndecks = 8\nroyal-baccarat-table = "A"\n',
            "Royal Baccarat Bonus is proposed, not adopted",
        ),
        ('game = "mini-baccarat"\n', ""),
    ],
)
def test_a_sign_calls_a_proposal_one(table: str, proposed: str, tmp_path: Path) -> None:
    foot = " ".join(sign(written(tmp_path, "table.toml", table)).sheets[0].foot)
    assert ("proposed, not adopted" in foot) == bool(proposed)
    assert proposed in foot


@pytest.mark.parametrize("game", [heading.id for heading in games()])
def test_8_3_a_every_game_has_its_sign(game: str, tmp_path: Path) -> None:
    notice = sign(written(tmp_path, "table.toml", f'game = "{game}"\nname = "<b>1</b>"\n'))
    page, text = as_html(notice), as_text(notice)
    well_formed(page)
    assert "<b>" not in page
    seen = " ".join(re.sub(r"<[^>]*>", " ", unescape(page.replace("&lt;b&gt;", "").lower())).split())
    assert max(map(len, text.splitlines())) <= 78
    for section in notice.sheets[0].sections:
        assert section.lines
        for line in section.lines:
            assert line.says
            assert line.what.lower() in seen
            assert line.says.lower() in seen


# ---- changes -------------------------------------------------------------------------------------------


def test_8_3_b_a_change_of_rules_is_refused_at_29_minutes(table: Path, ruled: Path) -> None:
    with pytest.raises(Refused, match=r"half an hour.*\(13:69F-8\.3\(b\)\)"):
        change(table, ruled, EIGHT, datetime(2026, 11, 16, 20, 29))
    with pytest.raises(Refused, match="half an hour"):
        change(table, ruled, EIGHT, datetime(2026, 11, 16, 20, 29, 59))


def test_8_3_b_a_change_of_rules_at_30_minutes_has_three_notices(table: Path, ruled: Path) -> None:
    notice = change(table, ruled, EIGHT, datetime(2026, 11, 16, 20, 30))
    assert [(each.kind, each.cite) for each in notice.sheets] == [
        ("sign", "13:69F-8.3(b)1"),
        ("announcement", "13:69F-8.3(b)2"),
        ("letter", "13:69F-8.3(b)3"),
    ]
    bonus = "13:69F-20.11(a)3i"
    told = [
        Line(
            "",
            "Up to three adjacent betting positions to a player",
            "13:69F-20.6(e)",
            "Up to two adjacent betting positions to a player",
        ),
        Line("Ante bonus, straight", "not paid", bonus, "1 to 1"),  # table A to table C
        Line("Ante bonus, mini royal", "10 to 1", bonus, "5 to 1"),
        Line("Ante bonus, mini royal spades", "not paid", bonus, "50 to 1"),
    ]
    for sheet in notice.sheets:
        assert [section.lines for section in sheet.sections] == [told]
        assert "November 16, 2026, 8:30 p.m." in " ".join(sheet.lead)
    letter = " ".join([notice.sheets[2].title, *notice.sheets[2].lead])
    assert "Division" in letter
    assert "TC-04" in letter
    assert "No later than November 16, 2026, 8:00 p.m., patrons are notified by a sign" in letter
    well_formed(as_html(notice))


def test_8_3_b_the_half_hour_is_counted_across_time_zones(table: Path, ruled: Path) -> None:
    given, effective = time_of("2026-11-16T20:00-05:00"), time_of("2026-11-17T01:30Z")
    told = change(table, ruled, given, effective)
    assert told.effective == "2026-11-16T20:30:00-05:00"
    assert "New rules from November 16, 2026, 8:30 p.m." in told.sheets[0].lead  # as patrons read it
    with pytest.raises(Refused, match="half an hour"):
        change(table, ruled, given, time_of("2026-11-17T01:29Z"))


def test_8_3_b_a_wager_withdrawn_and_fewer_positions_are_changes_of_rules(
    table: Path, tmp_path: Path
) -> None:
    text = TABLE.replace("[options]", 'seats = 6\n[options]\nsix-card-bonus = "none"')
    notice = change(table, written(tmp_path, "new.toml", text), EIGHT, datetime(2026, 11, 17, 4, 0))
    assert notice.sheets[0].sections[0].lines == [
        Line("Six-card bonus", "not offered", "13:69F-20.12A(a)", "offered"),
        Line("Positions at the table", "6", "", "7"),
    ]


def test_8_3_b_how_the_dealer_sets_hands_is_a_rule(tmp_path: Path) -> None:
    way = 'game = "asia-poker"\nname = "A7"\n[house_way]\nthen = ["low", "high", "medium"]\n[[house_way.aims]]\n'
    old = written(tmp_path, "old.toml", way + 'high = "two-pairs"\nlow = "A"\n')
    new = written(tmp_path, "new.toml", way + 'high = "two-pairs"\nlow = "K"\n')
    told = change(old, new, EIGHT, datetime(2026, 11, 16, 20, 30)).sheets[0].sections[0].lines
    assert told == [Line("The dealer sets hands, 1.", "high two-pairs, low K", "", "high two-pairs, low A")]


def test_8_3_b_3_the_division_is_told_which_table_it_is(tmp_path: Path, ruled: Path) -> None:
    unnamed = written(tmp_path, "unnamed.toml", TABLE.replace('name = "TC-04"\n', ""))
    with pytest.raises(Refused, match=r"must name the table.*8\.3\(b\)3"):
        change(unnamed, ruled, EIGHT, datetime(2026, 11, 16, 21, 0))


def test_8_3_c_limits_alone_change_at_once_and_the_division_is_not_told(table: Path, limited: Path) -> None:
    notice = change(table, limited, EIGHT, EIGHT, limits_only=True)
    assert [(each.kind, each.cite) for each in notice.sheets] == [
        ("sign", "13:69F-8.3(c)"),
        ("announcement", "13:69F-8.3(c)"),
    ]
    (section,) = notice.sheets[0].sections
    assert Line("Ante", "$15 to $500", "13:69F-8.2(c)", "$10 to $500") in section.lines
    assert Line("Wagers in multiples of", "$5", "13:69F-8.2(f)", "$0.50") in section.lines


def test_8_3_c_the_quick_way_is_refused_where_rules_change(table: Path, ruled: Path) -> None:
    with pytest.raises(Refused, match=r"Up to three adjacent betting positions.*8\.3\(b\)"):
        change(table, ruled, EIGHT, datetime(2026, 11, 16, 21, 0), limits_only=True)


def test_8_3_c_limits_do_not_change_in_the_past(table: Path, limited: Path) -> None:
    with pytest.raises(Refused, match=r"before notice is given.*8\.3\(c\)"):
        change(table, limited, EIGHT, datetime(2026, 11, 16, 19, 59), limits_only=True)


def test_8_3_c_where_no_rule_changes_the_quick_way_is_named(table: Path, limited: Path) -> None:
    with pytest.raises(Refused, match="--limits"):
        change(table, limited, EIGHT, datetime(2026, 11, 16, 21, 0))


def test_changes_of_nothing_of_another_table_or_game_are_refused(table: Path, tmp_path: Path) -> None:
    later = datetime(2026, 11, 16, 21, 0)
    for text, says in (
        (TABLE, "nothing changes"),
        (TABLE.replace("TC-04", "TC-05"), "must keep the table's name: it has 'TC-04' and 'TC-05'"),
        ('game = "craps"\n', "for three-card-poker, but the change is for craps"),
        (TABLE.replace("[10, 500]", "[10, 99]"), "must be at least ten times"),
    ):
        with pytest.raises(Refused, match=says):
            change(table, written(tmp_path, "other.toml", text), EIGHT, later)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "20:30",
        "2026-11-16",
        "2026-02-30 10:00",
        "0001-01-01 00:00Z+",
        "0001-01-01 00:00+01:00",
        "9999-12-31 23:59",
    ],
)
def test_what_is_no_date_and_time_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="is not a date and time"):
        time_of(text)


def test_8_3_b_times_are_those_of_new_jersey_wherever_the_machine_stands(
    table: Path, ruled: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        assert (
            time_of("2026-11-16 20:30").timestamp() == datetime(2026, 11, 17, 1, 30, tzinfo=UTC).timestamp()
        )
        assert papers.now().utcoffset() in (timedelta(hours=-5), timedelta(hours=-4))
        asked = ("--change", ruled, "--now", "2026-11-17T01:00Z", "--at", "2026-11-16 20:30")
        pitboss(monkeypatch, table, *asked)
        assert "from November 16, 2026, 8:30 p.m. the rules" in " ".join(capsys.readouterr().out.split())
    finally:
        monkeypatch.undo()
        time.tzset()


def test_8_3_b_a_time_over_which_the_clocks_are_put_forward_is_none() -> None:
    """In 2026 from 2 to 3 in the night to March 8."""
    with pytest.raises(Refused, match=r"March 8, 2026, 2:30 a\.m\. does not exist"):
        time_of("2026-03-08 02:30")
    assert time_of("2026-03-08 03:00").timestamp() == time_of("2026-03-08 01:59:59").timestamp() + 1


def test_8_3_b_of_a_time_that_comes_twice_it_is_said_which_is_meant(table: Path, ruled: Path) -> None:
    """In 2026 from 1 to 2 in the night to November 1; half an hour before the second 1:15 is the first 1:45."""
    with pytest.raises(Refused, match=r"1:15 a\.m\. occurs twice.*-04:00.*-05:00"):
        time_of("2026-11-01 01:15")
    second = time_of("2026-11-01 01:15-05:00")
    letter = change(table, ruled, time_of("2026-11-01 01:45-04:00"), second).sheets[2].lead
    assert letter[1] == "November 1, 2026, 1:45 a.m. (EDT)"
    assert letter[2].startswith("Effective November 1, 2026, 1:15 a.m. (EST), the rules")
    with pytest.raises(Refused, match="half an hour"):
        change(table, ruled, time_of("2026-11-01 01:46-04:00"), second)


def test_times_are_told_as_people_read_them() -> None:
    assert clock(datetime(2026, 1, 2, 0, 5)) == "January 2, 2026, 12:05 a.m."
    assert clock(datetime(2026, 1, 2, 12, 0, 7)) == "January 2, 2026, 12:00:07 p.m."


# ---- on paper ------------------------------------------------------------------------------------------


def test_the_ending_of_the_file_says_what_is_written(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for ending in (".html", ".json", ".pdf"):
        pitboss(monkeypatch, table, "--out", table.with_suffix(ending))
    assert capsys.readouterr().out == ""
    assert "Pair plus requires an ante" in table.with_suffix(".html").read_text(encoding="utf-8")
    assert table.with_suffix(".pdf").read_bytes().startswith(b"%PDF")
    kept: Any = json.loads(table.with_suffix(".json").read_text(encoding="utf-8"))
    pitboss(monkeypatch, table, "--json")
    assert json.loads(capsys.readouterr().out) == kept
    assert kept["table"] == "TC-04"
    pitboss(monkeypatch, table)
    assert "Ante: $10 to $500" in capsys.readouterr().out


def test_8_3_b_the_pdf_has_a_page_for_each_notice_and_tells_the_same(table: Path, ruled: Path) -> None:
    notice = change(table, ruled, EIGHT, datetime(2026, 11, 16, 20, 30))
    pages = PdfReader(io.BytesIO(as_pdf(notice))).pages
    assert len(pages) == 3
    for sheet, page in zip(notice.sheets, pages, strict=True):
        read = " ".join(page.extract_text().split())
        assert sheet.title in read
        assert "8:30 p.m." in read
        for told in ("Ante bonus, mini royal", "10 to 1", "until then: 5 to 1", sheet.cite):
            assert told in read


def test_8_3_a_the_pdf_of_a_sign_tells_limits_rules_and_pay_tables(tmp_path: Path) -> None:
    plain = written(tmp_path, "plain.toml", TABLE.replace("TC-04", "#panic() $x$ *4*"))  # words, never markup
    (page,) = PdfReader(io.BytesIO(as_pdf(sign(plain)))).pages
    read = " ".join(page.extract_text().split())
    for told in (
        "#panic() $x$ *4*",
        "$10 to $500",
        "Pair plus requires an ante",
        "Six-card bonus pays",
        "1,000 to 1",
    ):
        assert told in read


def test_refused_on_the_command_line_in_a_sentence_with_nothing_written(
    table: Path, ruled: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = table.with_name("notice.html")
    timed = ("--change", ruled, "--now", "2026-11-16 20:00", "--out", out)
    before = sorted(table.parent.iterdir())
    for words, says in (
        ((table, *timed, "--at", "2026-11-16 20:29"), "8.3(b)"),
        ((table, *timed), "takes effect with --at"),
        ((table, *timed, "--at", "soon"), "not a date and time"),
        ((table, *timed, "--limits"), "is a rule"),
        ((table, "--at", "2026-11-16 20:30", "--out", out), "--change"),
        ((table, "--out", out.with_suffix(".doc")), ".html"),
        ((table, "--out", out / "deeper.html"), "there is no folder"),
        ((table.with_name("none.toml"), "--out", out), "No such file"),
    ):
        with pytest.raises(SystemExit) as ended:
            pitboss(monkeypatch, *words)
        told = capsys.readouterr()
        assert ended.value.code == 2
        assert told.out == ""
        assert told.err.startswith("pitboss: ")
        assert told.err.count("\n") == 1
        assert says in told.err
        assert sorted(table.parent.iterdir()) == before
    pitboss(monkeypatch, table, *timed, "--at", "2026-11-16 20:30")
    assert out.read_text(encoding="utf-8").count("<article") == 3


def test_8_3_a_and_b_a_live_table_prints_its_sign_and_what_is_announced() -> None:
    """At 8 p.m. in New Jersey, 1 a.m. on the clock of the world, the base game becomes that of 20.6(f)1."""
    rules = game("three-card-poker").rules()
    effective = round(datetime(2026, 11, 17, 1, 0, tzinfo=UTC).timestamp() * 1000)
    told = posted(rules, "Pit 3, table 4", [(effective, {"version": "20.6(f)1"})])
    assert [sheet.kind for sheet in told.sheets] == ["sign", "sign", "announcement", "letter"]
    assert "November 16, 2026, 8:00 p.m." in as_html(told)
    assert posted(rules, "Pit 3", []).sheets == papers.sign(Posted(rules, "Pit 3")).sheets


@pytest.mark.parametrize(
    ("structure", "stated"),
    [("no-limit", False), ("pot-limit", False), ("spread-limit", True), ("fixed-limit", True)],
)
def test_14_17_a_maximum_bet_is_stated_only_where_bets_have_one(
    tmp_path: Path, structure: str, stated: bool
) -> None:
    text = f'game = "hold-em"\n[options]\nstructure = "{structure}"\nmaximum-bet = "8"\n'
    limits = [says for _, says, _ in lines(sign(written(tmp_path, "poker.toml", text)), "Limits")]
    assert ("Maximum bet $8" in limits) == stated
    assert [says for says in limits if "aximum bet" in says] == ["Maximum bet $8"] * stated


def test_14_14_a_rake_or_a_kill_that_nobody_takes_has_no_amounts(tmp_path: Path) -> None:
    def rules(more: str) -> list[str]:
        text = f'game = "omaha-high-low-8"\n[options]\n{more}'
        return [says for _, says, _ in lines(sign(written(tmp_path, "poker.toml", text)), "Rules")]

    timed = rules("")
    assert "Time charge of $12 an hour" in timed
    assert "No kill" in timed
    assert not [says for says in timed if "level" in says or "Maximum rake" in says or "qualif" in says]
    raked = rules('rake = 5\ntime-charge = "0"\nkill = "kill"\n')
    assert {"Maximum rake $5", "Pots of $50 or more qualify for a kill"} <= set(raked)
    assert not [
        says for says in raked if "level" in says or "collected every" in says or "Each seated" in says
    ]


def test_7_2_a_7_a_sign_names_the_proposal_only_where_its_wager_is_offered(tmp_path: Path) -> None:
    text = 'game = "mini-baccarat"\n'
    assert "Royal Baccarat Bonus" not in sign(written(tmp_path, "mini.toml", text)).sheets[0].source
    text += '[options]\nroyal-baccarat-table = "A"\n'
    assert "Royal Baccarat Bonus" in sign(written(tmp_path, "mini.toml", text)).sheets[0].source


@pytest.mark.paragraph("9.4(b)", "1.4(b)")
@pytest.mark.parametrize(
    ("name", "heading", "line"),
    [
        ("sic-bo", "Total value pays", "4, 17: 50 to 1"),
        ("sic-bo", "Total value pays", "9, 10, 11, 12: 6 to 1"),
        ("craps", "Fire pays", "four points: 24 to 1"),
        ("big-six", "Symbol pays", "$20: 20 to 1"),
    ],
)
def test_a_sign_merges_numbers_of_equal_odds_and_names_units(name: str, heading: str, line: str) -> None:
    (sheet,) = papers.sign(papers.Posted(game(name).rules(), "")).sheets
    lines = {
        f"{each.what}: {each.says}"
        for part in sheet.sections
        if part.heading == heading
        for each in part.lines
    }
    assert line in lines


def test_1_5_a_a_sign_says_once_when_the_commission_on_buy_bets_is_collected() -> None:
    (sheet,) = papers.sign(papers.Posted(game("craps").rules(), "")).sheets
    said = [
        line.says
        for part in sheet.sections
        for line in part.lines
        if "commission on buy" in line.says.lower()
    ]
    assert len([each for each in said if "collected" in each]) == 1
