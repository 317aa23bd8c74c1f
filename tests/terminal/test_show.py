"""What the terminal shows."""

from __future__ import annotations

import io
import re
import sys
from fractions import Fraction
from typing import Any

import pytest

from pitboss import terminal
from pitboss.book import game, games
from pitboss.odds import Chart, Outcome, Strategy, WagerOdds
from pitboss.papers.rules import CLASSES, errata


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")


def coin(**more: Any) -> WagerOdds:
    heads = Outcome("heads", Fraction(1, 2), Fraction(9, 10)), Outcome("tails", Fraction(1, 2), Fraction(-1))
    return WagerOdds(**{"wager": "heads", "outcomes": heads, **more})


@pytest.mark.usefixtures("wide")
def test_rules_show_every_entry_and_the_choice_in_force(capsys: pytest.CaptureFixture[str]) -> None:
    rules = game("three-card-poker").rules(version="20.6(f)1")
    terminal.show_rules(rules)
    told = capsys.readouterr().out
    data = rules.game.data
    for entry in (*data.wagers, *data.options, *data.decisions, *data.irregularities):
        assert entry.id in told
        assert entry.cite in told
    assert "[20.6(f)1]" in told
    assert "1,000 to 1" in told


@pytest.mark.usefixtures("wide")
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("craps", "Wagers are made in multiples of $1 (8.2(f)) and paid in chips of $1 (1.4(f))."),
        ("spanish-21", "Wagers are made in multiples of $0.50 (8.2(f)) and paid to the cent."),
    ],
)
def test_rules_say_in_what_wagers_are_made_and_paid(
    capsys: pytest.CaptureFixture[str], name: str, says: str
) -> None:
    terminal.show_rules(game(name).rules())
    assert says in capsys.readouterr().out


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("width", [80, 100, 200])
def test_games_never_run_into_each_other_nor_over_the_edge(
    width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    headings = list(games())
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setattr(sys, "stdout", screen := Screen())
    terminal.show_games(headings, {"packs-poker": "proposal"}, "the text")
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in screen.getvalue().splitlines()]
    assert max(map(len, lines)) <= width
    rows = [line for line in lines if "13:69F-" in line]
    assert len(rows) == len(headings)
    for row, heading in zip(rows, headings, strict=True):
        id_, title, *rest = re.split(r" {2,}", row)
        assert id_ == heading.id
        assert heading.title.startswith(title)
        assert heading.subchapter in rest
        assert ("proposal" in rest) == (heading.id == "packs-poker")


def test_games_in_a_pipe_are_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    headings = list(games())
    terminal.show_games(headings, {}, "the text")
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [heading.id for heading in headings]


@pytest.mark.usefixtures("wide")
def test_errata_show_printed_read_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    rows = errata("three-card-poker")
    terminal.show_errata(rows)
    told = capsys.readouterr().out
    assert "A third row, straight flush at 5 to 1, is missing." in told
    assert f"{len(rows)} errata: " in told
    shown = [told.index(title) for kind, title in CLASSES.items() if kind in {row["class"] for row in rows}]
    assert len(shown) > 1
    assert shown == sorted(shown)


@pytest.mark.paragraph("20.1")
@pytest.mark.usefixtures("wide")
def test_trace_counts_and_lists_what_is_not_carried(capsys: pytest.CaptureFixture[str]) -> None:
    rows: list[dict[str, Any]] = [
        {"cite": "13:69F-20.1", "status": "rule", "where": ["a"], "tests": ["t"], "note": "carried"},
        {"cite": "13:69F-20.1(a)", "status": "rule", "where": ["a"], "tests": [], "note": "untested"},
        {"cite": "13:69F-20.3", "status": "procedure", "where": [], "tests": [], "note": "done by hand"},
    ]
    for row, through in zip(rows, ("", "13:69F-20.1", ""), strict=True):
        row["through"] = through
    terminal.show_trace(rows)
    told = capsys.readouterr().out
    assert "█" * 15 + "▓" * 15 in told
    assert "untested" in told
    assert "done by hand" not in told
    assert (
        "3 paragraphs: 2 rule, 1 procedure; of the rules, 1 are implemented directly, 1 covered only by"
        in told
    )


@pytest.mark.usefixtures("wide")
def test_settlement_shows_each_wager_with_its_paragraph(capsys: pytest.CaptureFixture[str]) -> None:
    ante = {"stake": 10, "result": "win", "pays": 12.5, "cite": "13:69F-20.11(a)1"}
    seat = {"seat": 1, "net": 12.5, "wagers": {"ante": ante}, "standing": {"come:6": 5}}
    answer = {"game": "x", "seats": [seat], "bank": -12.5, "fees": 0, "meters": {}, "state": {"point": 6}}
    terminal.show_settlement(answer)
    told = capsys.readouterr().out
    for words in ("+$12.50", "13:69F-20.11(a)1", "come:6", "bank -$12.50", "point 6"):
        assert words in told


@pytest.mark.usefixtures("wide")
def test_settlement_of_poker_shows_how_each_pot_was_divided(capsys: pytest.CaptureFixture[str]) -> None:
    won = [{"seat": 1, "amount": 7, "cite": ""}, {"seat": 2, "amount": 5.5, "cite": ""}]
    pot = {"amount": 13.5, "eligible": [1, 2, 3], "rake": 1, "winners": won, "odd": []}
    answer = {"seats": [], "bank": 0, "fees": 1, "meters": {}, "state": {}, "pots": [pot]}
    terminal.show_settlement(answer)
    shown = capsys.readouterr().out
    assert "pot $13.50, $1 raked, open to seats 1, 2, 3: $7 to seat 1, $5.50 to seat 2" in shown


@pytest.mark.usefixtures("wide")
def test_odds_show_fractions_and_what_differs(capsys: pytest.CaptureFixture[str]) -> None:
    long = coin(
        outcomes=(Outcome("a", Fraction(1), Fraction(-123456789, 9876543211)),), per="unit of the pair"
    )
    terminal.show_odds([coin(options={"decks": 1}), coin(options={"decks": 2}), long])
    first, second, third, note = capsys.readouterr().out.splitlines()[1:]
    assert "5.0000  1/20" in first
    assert "50.000" in first
    assert "decks" not in first
    assert "decks=2" in second
    assert "123456…/987654…" in third
    assert note == "heads: per unit of the pair"


def test_odds_fit_a_narrow_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    terminal.show_odds(
        [coin(options={"some-long-option": "a"}), coin(options={"some-long-option": "another-choice"})]
    )
    assert all(len(line) <= 80 for line in capsys.readouterr().out.splitlines())


def test_figures_are_never_cut(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    terminal.show_odds([coin(options={"decks": 1})])
    heading, row = capsys.readouterr().out.splitlines()
    assert "…" not in heading + row
    assert row.split()[-5:] == ["5.0000", "1/20", "50.000", "0.950", "5.0000"]


@pytest.mark.usefixtures("wide")
def test_strategy_shows_its_charts(capsys: pytest.CaptureFixture[str]) -> None:
    chart = Chart("Hard totals", ("2", "3"), (("17", "S", "S"), ("12", "H", "S")))
    best = Strategy(
        game="x",
        rule="Look it up.",
        charts=(chart,),
        legend={"H": "hit", "S": "stand"},
        house_edge=Fraction(1, 200),
    )
    terminal.show_strategy(best)
    told = capsys.readouterr().out
    for words in ("Look it up.", "Hard totals", "12 H  S", "stand", "0.5000 %"):
        assert words in told


class Report:
    """The shape that `pitboss.sim.report.Report.json` has."""

    def json(self) -> dict[str, Any]:
        estimate = {"percent": 3.4, "standard_error": 0.36, "interval": [2.7, 4.1]}
        plan = {
            "expectation": -0.34,
            "standard_error": 0.03,
            "interval": [-0.4, -0.3],
            "standard_deviation": 16.4,
        }
        bars = [{"from": 0, "to": 100, "sessions": 5}, {"from": 100, "to": 200, "sessions": 10}]
        return {
            "game": "three-card-poker",
            "plan": "ante 10",
            "rounds": 1000,
            "seed": 1,
            "wagers": [
                {
                    "wager": "ante",
                    "made": 1000,
                    "net": -340,
                    "house_edge": estimate,
                    "element_of_risk": estimate,
                }
                | {"hit_rate": 0.45, "standard_deviation": 1.6},
                {"wager": "never", "made": 0, "net": 0, "house_edge": None, "element_of_risk": None}
                | {"hit_rate": None, "standard_deviation": None},
            ],
            "per_round": plan,
            "per_hour": None,
            "n0": 2141.0,
            "sessions": {
                "sessions": 15,
                "rounds": 200,
                "bankroll": 100,
                "ruin": {"probability": 0.056, "interval": [0.04, 0.07]},
                "goal_reached": None,
                "average_drawdown": 298.2,
                "final": {"mean": 432.4, "histogram": bars},
            },
        }


@pytest.mark.usefixtures("wide")
def test_simulation_shows_errors_and_sessions(capsys: pytest.CaptureFixture[str]) -> None:
    terminal.show_simulation(Report())
    told = capsys.readouterr().out
    for words in (
        "3.4000",
        "0.3600",
        "-$340",
        "2,141",
        "ruin 5.60 %",
        "$100 " + "█" * 46 + " 10",
        "█" * 23 + " 5",
    ):
        assert words in told


def test_progress_is_silent_in_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert terminal.progress("rounds") is None


def test_progress_draws_where_somebody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    advance = terminal.progress("rounds")
    assert advance is not None
    advance(500, 1000)
    advance(1000, 1000)
    assert "1,000 rounds" in screen.getvalue()
