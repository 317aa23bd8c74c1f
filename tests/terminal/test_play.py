"""A table in the terminal, played from a script."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from pitboss.book import Refused, game, games
from pitboss.book.events import Deal
from pitboss.equipment.cards import pretty
from pitboss.session import ME, Session, play
from pitboss.table import Table, read
from pitboss.table.audit import audit
from pitboss.table.replay import replayed

BOOK = [heading.id for heading in games()]


def at_table(script: str, *, players: int = 1, journal: Path | None = None, as_json: bool = False) -> None:
    play(game("three-card-poker").rules(), 7, 500, players, journal, script, as_json)


def answers(
    capsys: pytest.CaptureFixture[str], script: str, journal: Path | None = None
) -> list[dict[str, Any]]:
    at_table(script, journal=journal, as_json=True)
    told: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return told


def test_20_10_b_a_fold_costs_ante_and_pair_plus(capsys: pytest.CaptureFixture[str]) -> None:
    (settled,) = answers(capsys, "ante 10; bet pair plus 5; deal; fold; quit")
    assert settled["bank"] == 15
    (seat,) = settled["seats"]
    assert seat["net"] == -15
    assert {wager: (each["result"], each["cite"]) for wager, each in seat["wagers"].items()} == {
        "ante": ("lose", "13:69F-20.10(b)"),
        "pair-plus": ("lose", "13:69F-20.10(b)"),
    }


def test_the_journal_replays_to_the_settlement_and_is_verified(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    journal = tmp_path / "table.jsonl"
    settled = answers(capsys, "ante 10; pair-plus 5; deal; play; ; fold; ; play; quit", journal)
    lines = journal.read_bytes().splitlines()
    report = audit(lines)
    assert report["verified"]
    assert report["rounds"] == 3
    again: list[dict[str, Any]] = []

    def step(table: Table, _: object) -> None:
        if table.settlement and len(again) < table.rounds:
            again.append(table.settlement.json())

    replayed(read(lines), step)
    assert again == settled


def test_an_empty_line_makes_the_same_bets_again(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = answers(capsys, "ante 10; pair-plus 5; deal; fold;; fold")
    assert [seat["net"] for seat in (first["seats"][0], second["seats"][0])] == [-15, -15]


@pytest.mark.parametrize("words", ["p", "pl", "play", "PLAY", "play 10", "play $10.00"])
def test_decisions_may_be_cut_short(capsys: pytest.CaptureFixture[str], words: str) -> None:
    (settled,) = answers(capsys, f"ante 10; deal; {words}")
    assert settled["seats"][0]["wagers"]["play"]["stake"] == 10


@pytest.mark.parametrize("words", ["double attack 5", "double-attack 5"])
def test_a_decision_of_several_words_may_have_an_amount(
    capsys: pytest.CaptureFixture[str], words: str
) -> None:
    rules = game("double-attack-blackjack").rules()
    play(rules, 4, 500, 1, None, f"initial 10; deal; {words}; surrender; quit", True)
    (settled,) = json.loads(capsys.readouterr().out)
    assert settled["seats"][0]["wagers"]["double-attack"]["stake"] == 5


def test_a_wager_without_an_amount_is_the_least(capsys: pytest.CaptureFixture[str]) -> None:
    (settled,) = answers(capsys, "ante; deal; fold")
    assert settled["seats"][0]["net"] == -5


def test_a_wager_may_be_taken_down(capsys: pytest.CaptureFixture[str]) -> None:
    (settled,) = answers(capsys, "ante 10; pair-plus 20; remove pair; ante 5; remove ante 5; deal; fold")
    assert settled["seats"][0]["net"] == -10


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("ante 2", "below the minimum"),
        ("six-card-bonus 1", "13:69F-20.12A(a)"),
        ("play 10", "made during the round"),
        ("blackjack 10", "no wager"),
        ("ante 10000", "above the maximum"),
        ("remove ante", "no ante on the layout"),
        ("deal", "nobody has made a wager"),
        ("shuffle the cards", "is not a command here"),
        ("irregularity earthquake", "no irregularity"),
        ("irregularity card-face-up deal three", "as in deal 3"),
        ("buy -5", "more than $0"),
    ],
)
def test_bad_input_keeps_the_table_open(
    capsys: pytest.CaptureFixture[str], words: str, sentence: str
) -> None:
    at_table(f"{words}; ante 10; deal; fold; quit")
    told = " ".join(capsys.readouterr().out.split())
    assert sentence in told
    assert "You leave with $490." in told


@pytest.mark.parametrize("words", ["hit", "raise 20", "play 5", "play ten", "x"])
def test_a_decision_that_is_not_open_is_refused_and_asked_again(
    capsys: pytest.CaptureFixture[str], words: str
) -> None:
    at_table(f"ante 10; deal; {words}; fold; quit")
    told = capsys.readouterr().out
    assert told.count("Your turn: play $10 · fold") == 2
    assert "You leave with $490." in told


def test_20_12_c_an_irregularity_voids_the_round(capsys: pytest.CaptureFixture[str]) -> None:
    (settled,) = answers(capsys, "ante 10; deal; irregularity wrong-number-of-cards")
    assert settled["seats"][0]["net"] == 0
    assert settled["seats"][0]["wagers"]["ante"]["result"] == "void"


def test_20_12_a_an_irregularity_may_wait_for_its_point(capsys: pytest.CaptureFixture[str]) -> None:
    at_table("irregularity card-face-up deal 3; ante 10; deal; fold; quit")
    told = " ".join(capsys.readouterr().out.split())
    assert "It will happen in the next round" in told
    assert "Card face up: The card goes to the discard rack" in told


def test_cards_of_others_are_never_shown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    journal = tmp_path / "table.jsonl"
    at_table("ante 10; deal", players=3, journal=journal)
    told = capsys.readouterr().out
    dealt = [
        each
        for entry in read(journal.read_bytes().splitlines())
        for each in entry.events
        if isinstance(each, Deal)
    ]
    assert len(dealt) == 12
    for each in dealt:
        assert (f"{pretty(each.card)} " in told) == (each.to == "1"), each


def test_the_commands_explain_themselves(capsys: pytest.CaptureFixture[str]) -> None:
    at_table("help; rules; ante 10; deal; fold; history; odds; buy 100; quit")
    told = capsys.readouterr().out
    for words in ("remove ante", "House options", "total -$10", "12.7964", "You leave with $590."):
        assert words in told


def test_a_journal_is_never_written_over(tmp_path: Path) -> None:
    journal = tmp_path / "table.jsonl"
    journal.write_text("{}\n", encoding="utf-8")
    with pytest.raises(Refused, match="already contains a journal"):
        at_table("quit", journal=journal)
    assert journal.read_text(encoding="utf-8") == "{}\n"


@pytest.mark.parametrize("players", [0, 8])
def test_more_players_than_seats_are_refused(players: int) -> None:
    with pytest.raises(Refused, match="1 to 7 players"):
        at_table("quit", players=players)


def test_the_keyboard_ends_like_quit(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("ante 10\ndeal\nfold\n"))
    play(game("three-card-poker").rules(), 7, 500, 1, None, None, False)
    assert "You leave with $490." in capsys.readouterr().out


@pytest.mark.parametrize("id_", BOOK)
def test_every_game_can_be_played_from_its_definition_alone(id_: str, tmp_path: Path) -> None:
    rules = game(id_).rules()
    several = 2 if rules.positions > 1 else 1
    journal = tmp_path / "table.jsonl"
    screen = Console(file=io.StringIO(), width=100)
    session = Session(rules, 11, 2000, several, journal, screen)
    table = session.table
    for _ in range(3):
        required = [wager.id for wager in rules.wagers.values() if wager.required and not wager.during]
        for spot in required or table.open_wagers(ME)[:1]:
            session.obey([spot])
        if "pot" in rules.wagers and rules.wagers["pot"].option is None and not rules.wagers["pot"].during:
            session.obey(["pot"])  # where players play for a pot, everybody is in it
        session.obey(["deal"])
        for _ in range(60):
            if table.asked is None:
                break
            choice = next(choice for choice in table.asked.choices if not choice.warning)
            amount = choice.usual or choice.least
            session.obey([choice.id, *([f"{amount / 100:.2f}"] if amount else [])])
        session.prompt()
        assert table.asked is None
    assert len(session.settlements) == 3
    assert audit(journal.read_bytes().splitlines())["verified"]


def test_8_1_the_best_answer_is_told_to_whoever_asks_for_it_in_practice(
    capsys: pytest.CaptureFixture[str],
) -> None:
    at_table("best; ante 10; deal; best; ?; fold; quit")
    told = " ".join(capsys.readouterr().out.split())
    assert "it is not your turn to decide" in told
    assert re.search(r"best: (play \$10|fold) ", told)
    assert "fold -$10" in told
    assert "quit: leave the table with your chips" in told
