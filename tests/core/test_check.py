"""Table files: the lawful are accepted, each unlawful point is named with its paragraph."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest

from pitboss.book import Rules, game
from pitboss.cli import app
from pitboss.law import Refused, cite
from pitboss.table.check import alike, check, read_table, rules_of

TABLES = Path(__file__).parent.parent / "tables"


def test_a_lawful_table_has_no_findings() -> None:
    assert check(TABLES / "lawful.toml") == []
    rules = rules_of(read_table(TABLES / "lawful.toml"))
    assert rules.positions == 6
    assert str(rules.pay("pair-plus")["straight"]) == "6 to 1"


def test_8_2_a_and_every_other_unlawful_point_is_named() -> None:
    found = {(each.point, each.cite) for each in check(TABLES / "unlawful.toml")}
    assert found == {
        ("options.dealing+shuffle", "13:69F-20.8(b)1"),
        ("options.version+six-card-bonus", "13:69F-20.11(a)4i"),
        ("limits.ante", "13:69F-8.2(a)"),  # 1 to 1 with a $25 minimum: the maximum must reach $250
        ("pay_tables.pair-plus.straight", "13:69F-20.11(a)2"),  # under the floor of 5 to 1
        ("pay_tables.ante-bonus.straight", "13:69F-20.11(a)3"),  # fixed, so not even better
    }


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("game = 3", "game"),
        ('game = "nope"', "no game 'nope'"),
        ('game = "three-card-poker"\nseat = 3', "seat"),
        ('game = "three-card-poker"\n[options]\nfoo = "x"', "no option 'foo'"),
        ('game = "three-card-poker"\n[limits]\nfoo = [1, 2]', "no wager 'foo'"),
        ('game = "three-card-poker"\n[limits]\nante = [1]', "limits.ante"),
        ('game = "three-card-poker"\n[pay_tables.pair-plus]\npair = "1 for 1"', "is not a payout"),
        ("game = ", "is not TOML"),
    ],
)
def test_a_bad_table_file_is_one_sentence(tmp_path: Path, text: str, says: str) -> None:
    page = tmp_path / "table.toml"
    page.write_text(text)
    with pytest.raises(Refused, match=says) as refusal:
        check(page)
    assert "\n" not in str(refusal.value)


def test_an_option_outside_its_choices_is_a_finding(tmp_path: Path) -> None:
    page = tmp_path / "table.toml"
    page.write_text('game = "three-card-poker"\n[options]\npositions-per-player = 4\n')
    (finding,) = check(page)
    assert finding.cite == "13:69F-20.6(e)"


@pytest.mark.parametrize(
    ("game", "wager", "limits", "cite"),
    [
        ("craps", "fire", "[1, 6]", "1.12(b)1"),
        ("double-cross-poker", "three-card", "[1, 200]", "25.6(d)"),
        ("boston-5-stud-poker", "optional-bonus", "[0.50, 100]", "24.6(c)"),
    ],
)
def test_limits_of_the_text_are_cited_by_their_own_paragraph(
    tmp_path: Path, game: str, wager: str, limits: str, cite: str
) -> None:
    page = tmp_path / "table.toml"
    page.write_text(f'game = "{game}"\n[limits]\n{wager} = {limits}\n')
    assert f"13:69F-{cite}" in {each.cite for each in check(page)}


@pytest.mark.paragraph(
    *(
        "1.4(a)",
        "1A.6(a)",
        "5.5(b)",
        "9.4(a)",
        "12.6(a)",
        "13.6(a)",
        "16.12(a)",
        "17.10(a)",
        "18.11(a)",
        "23.12(a)",
    ),
    *(
        "24.11(a)",
        "25.11(a)",
        "28.11(a)",
        "29.11(a)",
        "30.11(a)",
        "32.11(a)",
        "33.11(a)",
        "35.11(a)",
        "37.11(a)",
    ),
    *("38.11(a)", "40.11(a)"),
)
@pytest.mark.parametrize(
    ("name", "paragraph"),
    [
        *[
            ("craps", "1.4(a)"),
            ("mini-craps", "1.4(a)"),
            ("automated-craps", "1A.6(a)"),
            ("big-six", "5.5(b)"),
        ],
        *[("sic-bo", "9.4(a)"), ("pokette", "12.6(a)"), ("mini-dice", "13.6(a)")],
        *[("caribbean-stud-poker", "16.12(a)"), ("double-down-stud", "17.10(a)")],
        *[("let-it-ride-poker", "18.11(a)"), ("colorado-hold-em-poker", "23.12(a)")],
        *[("boston-5-stud-poker", "24.11(a)"), ("double-cross-poker", "25.11(a)")],
        *[("texas-hold-em-bonus-poker", "28.11(a)"), ("flop-poker", "29.11(a)")],
        *[("two-card-joker-poker", "30.11(a)"), ("ultimate-texas-hold-em", "32.11(a)")],
        *[("winners-pot-poker", "33.11(a)"), ("mississippi-stud", "35.11(a)")],
        *[("mini-tex-3-card-hold-em", "37.11(a)"), ("high-card-flush", "38.11(a)")],
        ("premium-hold-em", "40.11(a)"),
        ("three-card-poker", "1.4(a)"),  # its subchapter does not say it
    ],
)
def test_posted_odds_with_for_are_refused_by_the_paragraph_of_the_game(name: str, paragraph: str) -> None:
    wager, pay = next(iter(game(name).rules().pay_tables.items()))
    with pytest.raises(Refused, match="is not a payout") as refusal:
        Rules(game(name), {}, pay_tables={wager: {next(iter(pay.rows)): "7 for 1"}})
    assert refusal.value.cite == cite(paragraph)


BONUS = 'game = "blackjack"\n[options]\nhole-card = "none"\nblackjack-bonus = "yes"\neven-money = "no"\n'
SUITED = 'game = "blackjack"\n[options]\nadditional-wager = "same-suit"\nsame-suit-table = "2"\n'


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        # Better odds than the text's are uniform within the casino, at craps and mini-craps alike.
        ('game = "craps"\n[pay_tables.field]\n12 = "3 to 1"', 'game = "mini-craps"', ("field", "1.4(b)")),
        ('game = "craps"\n[pay_tables.field]\n12 = "3 to 1"', 'game = "automated-craps"', None),
        (
            'game = "mini-dice"',
            'game = "mini-dice"\n[pay_tables.field]\n"2, 12" = "3 to 1"',
            ("field", "13.6(b)"),
        ),
        # One option for all tables with as many decks.
        (SUITED, SUITED.replace('"2"', '"1"'), ("same-suit", "2.17(e)2iv")),
        (SUITED, SUITED + "decks = 8\n", None),
        # One advantage for a stake, whatever the prizes; another number of decks changes it.
        (BONUS, BONUS + 'bonus-prizes-1 = "10 5 25 50 100 250"\n', ("bonus-prizes-1", "2.20(k)")),
        (BONUS, BONUS + 'bonus-weights-1 = "96 60 26 12 4 2"\n', None),
        (BONUS, BONUS + "decks = 8\n", ("bonus-prizes-1", "2.20(k)")),
    ],
)
def test_odds_that_a_house_pays_alike(
    tmp_path: Path, one: str, other: str, found: tuple[str, str] | None
) -> None:
    pages = [tmp_path / "one.toml", tmp_path / "other.toml"]
    for page, text in zip(pages, (one, other), strict=True):
        page.write_text(text)
        assert check(page) == []
    points = [point for _, _, point in alike(pages)]
    assert bool(points) == bool(found)
    if found:
        assert found[0] in points[0].point
        assert points[0].cite == cite(found[1])


def test_the_command_checks_the_tables_of_a_house(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pages = [tmp_path / "one.toml", tmp_path / "other.toml"]
    pages[0].write_text('game = "mini-dice"')
    pages[1].write_text('game = "mini-dice"\n[pay_tables.field]\n"2, 12" = "3 to 1"')
    with pytest.raises(SystemExit):
        app(["check", *map(str, pages)])
    said = capsys.readouterr().out.splitlines()
    assert said[0].endswith(f"another table of the house, {pages[1]} (13:69F-13.6(b))")
    assert said[1] == f"{pages[1]}: lawful"


@pytest.mark.parametrize(
    ("table", "standing"),
    [
        (
            'game = "lucky-sum"',
            "conforms to the draft rules of Lucky Sum, which are not part of N.J.A.C. 13:69F",
        ),
        ('game = "high-card-flush"', "conforms to its text, which is not adopted"),
        (
            'game = "mini-baccarat"\noptions = { royal-baccarat-table = "A" }',
            "conforms to its text, part of which is not adopted",
        ),
        ('game = "mini-baccarat"', "lawful"),
    ],
)
def test_only_what_follows_adopted_text_is_called_lawful(
    table: str, standing: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "table.toml"
    page.write_text(table)
    lucky = str(Path(__file__).parents[2] / "examples" / "lucky_sum" / "lucky_sum.toml")
    with suppress(SystemExit):
        app(["check", str(page), "--game", lucky])
    assert capsys.readouterr().out.splitlines()[0] == f"{page}: {standing}"
    with suppress(SystemExit):
        app(["check", str(page), "--game", lucky, "--json"])
    assert json.loads(capsys.readouterr().out)["standing"] == standing
