"""The commands of the trade, as a stranger types them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from pitboss.cli import main


def pitboss(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["pitboss", *words])
    try:
        main()
    except SystemExit as end:
        return int(end.code or 0)
    return 0


RESULT = ("assess", "baccarat-punto-banco", "--wager", "player", "--rounds", "200", "--stake", "25")


def test_a_result_is_assessed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert pitboss(monkeypatch, *RESULT, "--won=-500", "--json") == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["theoretical_win"] == pytest.approx(200 * 25 * 0.01235081, rel=1e-6)
    assert row["probability"] == row["as_little_or_less"]
    assert pitboss(monkeypatch, *RESULT, "--won", "500") == 0
    said = capsys.readouterr().out
    assert "theoretical win of the house" in said
    assert "cheat" not in said


def test_the_results_of_a_journal_by_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "table.jsonl"
    script = "bet player 10; deal; bet player 20; deal; bet player 20; deal"
    played = ("play", "mini-baccarat", "--seed", "5", "--journal", str(journal), "--script", script)
    assert pitboss(monkeypatch, *played) == 0
    capsys.readouterr()
    assert pitboss(monkeypatch, "assess", "--journal", str(journal), "--by", "player", "--json") == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["rounds"], row["staked"], row["wagers"]) == (3, 50, ["player"])


def test_a_promotion_and_a_meter_are_priced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert pitboss(monkeypatch, "promo", "baccarat-punto-banco", "match-play", "--wager", "player") == 0
    assert "47.953% of its face" in capsys.readouterr().out
    page = tmp_path / "meter.html"
    assert pitboss(monkeypatch, "progressive", "caribbean-stud-poker", "--out", str(page)) == 0
    assert "break-even meter" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (RESULT, "together"),
        (("assess", "baccarat-punto-banco"), "give the result as --rounds"),
        (("assess", "--rounds", "1", "--stake", "1", "--won", "1"), "name the game"),
        ((*RESULT, "--won", "much"), "is not an amount"),
        ((*RESULT, "--won", "5", "--by", "player"), "--by player needs a file"),
        (("promo", "hold-em", "chip"), "played among the players"),
        (("promo", "roulette", "gift"), "gift"),
        (("progressive", "roulette"), "has no meter"),
        (("count", "craps"), "has no shoe"),
        (("count", "mini-baccarat", "--cut", "900"), "the cut must be from 1 to 415"),
        (("count", "mini-baccarat", "--tags", "none"), "tags must be ten whole numbers"),
        (("floor", "nowhere.toml"), "nowhere.toml"),
    ],
)
def test_what_is_wrong_is_one_sentence_and_exit_code_2(
    words: tuple[str, ...], says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert pitboss(monkeypatch, *words) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1
