"""Does every wager favor the house? As the tables stand by default it does; where a choice does not, it is said."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss import cli
from pitboss.book import game, games
from pitboss.odds.book import analyze
from pitboss.odds.kept import warnings
from pitboss.papers.report import report

EVEN = {"pass-odds", "dont-pass-odds", "come-odds", "dont-come-odds", "pot"}
"""At true odds by law (1.6), or the players' own money (29.10): nobody has an edge."""


@pytest.mark.parametrize("name", [heading.id for heading in games()])
def test_every_wager_of_a_default_table_favors_the_house(name: str) -> None:
    bonuses = {wager.id for wager in game(name).data.wagers if wager.bonus}
    for row in analyze(name):
        if (
            row.equity is not None or row.wager in bonuses
        ):  # nothing is staked on a bonus: its wager's edge has it
            continue
        where = (row.wager, row.table, row.per)
        if row.wager in EVEN:
            assert row.house_edge == 0, where
        elif (
            ", made with " in row.per
        ):  # pokette's flush is paid 3 to 1 at least, which is fair with two of a suit
            assert row.house_edge >= 0, where
        elif row.meter is None:
            assert row.house_edge > 0, where
        else:
            assert row.long_run is not None, where
            assert row.long_run < 1, where


def test_16_12_f_what_the_progressive_of_caribbean_stud_returns_in_the_long_run() -> None:
    """Of 2,598,960 hands 5108 win $50, 3744 $100 and 624 $500; four win the meter, on which the house puts $10,000
    anew. Of each dollar 70 cents go to it, which players win in the end. If the fixed sums come off the meter, that is
    all."""
    seeded = Fraction(4 * 10_000, 2_598_960)
    fixed = Fraction(5108 * 50 + 3744 * 100 + 624 * 500, 2_598_960)
    (as_default,) = analyze("caribbean-stud-poker", "progressive")
    (beside,) = analyze("caribbean-stud-poker", "progressive", ["fixed-prizes=bank"])
    assert as_default.long_run == Fraction(7, 10) + seeded
    assert beside.long_run == Fraction(7, 10) + seeded + fixed
    assert beside.json()["long_run_return"] == 1.077766491212


def test_a_choice_that_does_not_favor_the_house_is_warned_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.toml"
    file.write_text('game = "caribbean-stud-poker"\noptions = { fixed-prizes = "bank" }\n')
    with pytest.raises(SystemExit) as ended:
        cli.app(["check", str(file), "--json"])
    assert not ended.value.code
    told = json.loads(capsys.readouterr().out)
    assert told["lawful"] is True
    assert told["warnings"] == [
        "Progressive payout under table share does not favor the house: it loses 7.777% of every wager in the long "
        "run, no matter what the meter shows today"
    ]
    assert warnings(game("caribbean-stud-poker").rules()) == []
    found = report("caribbean-stud-poker", "progressive", ["fixed-prizes=bank"])
    assert found.warnings == tuple(told["warnings"])


def test_a_pay_table_of_the_house_that_pays_too_much_is_warned_of() -> None:
    """Pair plus with three of a kind at 100 to 1: 3744 pairs, 1096 flushes, 720 straights, 52 threes and 48
    straight flushes of 22,100 bring 3744 + 3 * 1096 + 5 * 720 (at least) + 5200 + 40 * 48 and lose 16,440."""
    rules = game("three-card-poker").rules()
    posted = type(rules)(
        rules.game, {}, pay_tables={"pair-plus": {"three-of-a-kind": "100 to 1"}}, lawful=False
    )
    (told,) = warnings(posted)
    assert told.startswith("Pair plus")
    assert "does not favor the house" in told
