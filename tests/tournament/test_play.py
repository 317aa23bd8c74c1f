"""Tournaments played through: every game of the poker room, the pool paid out, the record verified."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.book import Refused, game, games
from pitboss.book.events import Deal, Stake
from pitboss.cli import app
from pitboss.table import Memory, Table
from pitboss.table import journal as j
from pitboss.table.journal import Journal, Sit
from pitboss.table.words import described
from pitboss.tournament.course import Announce, Dealt, Enter, Order
from pitboss.tournament.file import TournamentFile
from pitboss.tournament.play import Played, played
from pitboss.tournament.record import Line, Tournament, audit, resumed
from pitboss.tournament.terms import Terms
from tests.properties import in_full
from tests.tournament.fridays import friday as told
from tests.tournament.fridays import written

ROOM = [heading.id for heading in games() if heading.family == "poker-room"]


def quick(identity: str = "hold-em", **changes: object) -> TournamentFile:
    """A tournament of three tables with steep levels."""
    stud = all(option.id != "blinds" for option in game(identity).data.options)
    levels = [
        {
            "hands": 3,
            **({"minimum-bet": 2 * n, "forced-bet": n, "ante": 1} if stud else {"blinds": f"{n} {2 * n}"}),
        }
        for n in (10, 20, 40, 80, 160)
    ]
    text = written(
        game=f'"{identity}"',
        name='"Quick"',
        participants="7",
        fee="1",
        tips="3",
        chips="500",
        seats="4",
        rebuy='{ price = "3.33", chips = 500, levels = 2, most = 2 }',
        add_on="{ price = 2, chips = 300, levels = 2 }",
    )
    return told(text, level=levels, **changes)


@pytest.fixture(scope="module")
def friday() -> Played:
    return played(quick(), 7)


@pytest.mark.parametrize("identity", ROOM)
def test_8_6_e_every_game_pays_out_all_that_was_collected(identity: str) -> None:
    over = played(quick(identity), len(identity))
    told, people = over.json(), over.tournament.course.places
    collected = sum(1001 + 333 * each.rebuys + 200 * each.added for each in people)
    tips = collected * 3 // 100
    assert sum(each.prize for each in people) == collected - tips
    assert over.tournament.course.ledger["tips"] == tips
    assert over.tournament.course.ledger["fees"] == 700
    assert (told["pool"], told["verified"], told["problem"]) == (0, True, None)
    assert people[0].chips == over.tournament.course.issued  # who has won has all chips there are


def test_the_same_seed_gives_the_same_tournament(friday: Played) -> None:
    again = played(quick(), 7)
    assert (again.record, again.journals) == (friday.record, friday.journals)
    assert played(quick(), 8).record[-1] != friday.record[-1]


def big_blinds(over: Played) -> dict[tuple[int, int], str]:
    """Who posted the second blind in each round of each table that had three players or more."""
    found: dict[tuple[int, int], str] = {}
    for number, lines in over.journals.items():
        names: dict[int, str] = {}
        for entry in in_full(lines):
            if isinstance(entry.command, Sit):
                names[entry.command.seat] = entry.command.name
            if isinstance(entry.command, j.Deal):
                rounds = sum(table == number for table, _ in found) + 1
                stakes = [event for event in entry.events if isinstance(event, Stake)]
                dealt = {
                    event.to for event in entry.events if isinstance(event, Deal) and event.to.isdecimal()
                }
                second = [each.seat for each in stakes if each.cite.endswith("14.10(d)2")]
                found[number, rounds] = names[second[0]] if second and len(dealt) > 2 else ""
    return found


def test_14_10_d_nobody_has_the_big_blind_in_two_deals_running() -> None:
    """Except who comes from a table that was broken; and with two players the button moves as 14.10(c) has it."""
    blinded = 0
    for seed in range(4):
        over = played(quick(participants=24, seats=6), seed)
        big = big_blinds(over)
        before: set[str] = set()
        tables: dict[int, set[str]] = {}
        record: list[tuple[Order, dict[int, set[str]]]] = []

        def step(tournament: Tournament, line: Line, record: list[Any] = record) -> None:
            at = {number: set(seats.values()) for number, seats in tournament.course.tables.items()}
            record.append((line.command, at))

        resumed(over.record, step)
        for order, at in record:
            if isinstance(order, Dealt):
                now = {big[number, each.round] for number, each in order.tables.items()} - {""}
                assert not before & now, seed
                before, blinded = now, blinded + len(now)
            broken = tables.keys() - at.keys()
            before = before.difference(*(tables[number] for number in broken))
            tables = at
    assert blinded > 100


def test_an_audit_finds_what_was_forged(friday: Played) -> None:
    assert audit(friday.record, friday.journals)["verified"]
    missing = {number: lines for number, lines in friday.journals.items() if number != 2}
    assert "table 2 is missing" in str(audit(friday.record, missing)["problem"])
    swapped = {**friday.journals, 1: friday.journals[2], 2: friday.journals[1]}
    assert "to other seats or chips" in str(audit(friday.record, swapped)["problem"])
    cut = {**friday.journals, 1: friday.journals[1][:-4]}
    assert "is not in its journal" in str(audit(friday.record, cut)["problem"])
    altered = [line.replace(b"Player 3", b"Player 4") for line in friday.record]
    assert "the chain breaks" in str(audit(altered, friday.journals)["problem"])
    other = played(quick(), 8)
    assert not audit(friday.record, other.journals)["verified"]


def test_an_audit_finds_chips_that_were_counted_otherwise(friday: Played) -> None:
    """A record that is sound in itself, of a deal after which two players' chips were exchanged."""
    orders: list[tuple[Order, int]] = []
    resumed(friday.record, lambda _, line: orders.append((line.command, line.at)))
    kept = Memory()
    first, began = orders[0]
    assert isinstance(first, Announce)
    forged = Tournament(first, began, kept)
    for order, at in orders[1:]:
        if isinstance(order, Dealt):
            chips = order.tables[1].chips
            one, other = sorted(chips)[:2]
            if chips[one] != chips[other]:
                chips[one], chips[other] = chips[other], chips[one]
                forged.do(order, at)
                break
        forged.do(order, at)
    assert "with other chips" in str(audit(kept.lines, friday.journals)["problem"])


def test_a_record_begins_with_the_announcement() -> None:
    kept = Memory()
    Journal(kept).write(0, Enter("A"), [])
    for lines, says in ((kept.lines, "announcement"), ([], "empty")):
        with pytest.raises(Refused, match=says):
            resumed(lines)


# ---- what a table of a tournament has of its own ------------------------------------------------------


def test_8_6_f_2_whoever_has_a_chip_is_dealt_in() -> None:
    """With $3 before blinds of $5 and $10 one plays for $3; at another table one would sit out (14.7(c)3)."""
    chosen = {"tournament": "yes", "time-charge": "0", "blinds": "5 10", "minimum-bet": "10"}
    table = Table("hold-em", game("hold-em").rules(**chosen), seed=1)
    for seat, chips in enumerate((3, 100, 100), 1):
        table.sit(seat, f"P{seat}", chips)
    table.deal()
    assert {bet.seat: bet.stake for bet in table.bets.values()} == {1: 300, 2: 1000}
    with pytest.raises(Refused, match=r"8\.6\(e\)"):
        game("hold-em").rules(tournament="yes")  # which would charge time


# ---- the command line ---------------------------------------------------------------------------------


def command(*words: str) -> None:
    with pytest.raises(SystemExit) as ended:
        app([*words, "--json"])
    assert not ended.value.code


def test_the_command_plays_a_file_and_audit_verifies_the_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, folder = tmp_path / "quick.toml", tmp_path / "kept"
    page.write_text(
        'game = "hold-em"\nname = "Quick"\nstarts = 2026-12-04T19:00:00\nplace = "Room"\nparticipants = 3\n'
        'buy_in = 10\nprizes = [100]\nchips = 100\nlevel = [{ blinds = "25 50" }]\n',
        encoding="utf-8",
    )
    command("tournament", str(page), "--seed", "3", "--journals", str(folder))
    told = json.loads(capsys.readouterr().out)
    assert (told["prizes"], told["pool"], told["verified"]) == (30, 0, True)
    assert [each["prize"] for each in told["places"]] == [30, 0, 0]
    assert told["public"]["sections"][2]["label"] == "8.6(f)2"
    command("audit", str(folder))
    report = json.loads(capsys.readouterr().out)
    assert (report["verified"], report["prizes"]) == (True, {told["places"][0]["name"]: 30})
    with pytest.raises(Refused, match="new folder"):
        played(quick(), 1, folder)


def test_8_6_f_5_late_entrants_are_on_record_and_at_the_tables() -> None:
    over = played(quick(late=3, participants=12), 5)
    course = over.tournament.course
    orders = [json.loads(line)["command"]["command"] for line in over.record]
    assert orders.index("begin") == 10, "nine of twelve are there in time"
    assert orders.count("enter") == 12
    assert over.json()["verified"]
    assert sum(each.prize for each in course.places) + course.ledger["tips"] == sum(
        each.paid for each in course.places
    )


def test_8_6_e_chips_are_told_as_plain_numbers() -> None:
    rules = Terms(quick()).rules(0)
    table = Table(game("hold-em"), rules, seed=1)
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", 500)
    table.deal()
    assert described(table, Stake(1, "pot", 150_000, "13:69F-14.7(b)2")) == "player 1 bets 1,500: Pot"
    assert [each.label for each in table.game.felt.markers(table) if each.kind == "pot"] == ["Pot 30"]
