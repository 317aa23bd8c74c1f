"""Journals of every edition: whatever is rebuilt beneath a game, its tables write the same bytes.

``python -m tests.golden.test_golden GAME…`` keeps new ones of this edition, of seeded random play; an old one is only
replaced when the rules of its game were wrong, and the commit says how.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.book import Irregular, game, games
from pitboss.law import Refused
from pitboss.table import Memory, Table, read
from pitboss.table.audit import audit
from pitboss.table.journal import EDITION, Entry
from pitboss.table.replay import replayed
from tests.properties import bet_at_random, bet_what_is_due, random_play

HERE = Path(__file__).parent


def kept() -> list[Path]:
    return sorted(HERE.glob("edition-*/*.jsonl"))


@pytest.mark.parametrize("page", kept(), ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_a_journal_of_an_earlier_edition_replays_to_the_same_bytes(page: Path) -> None:
    lines = page.read_bytes().splitlines()
    table = Table.resume(read(lines))
    assert table.journal.count == len(lines)
    assert table.rounds >= 8
    assert table.ledger.total == 0


def reworded(was: bytes, now: bytes, edition: bytes = b"") -> list[bytes]:
    """Three card poker's journal with some words of its lines changed, under a sound chain."""
    lines, chain = [], ""
    for line in (HERE / "edition-0/three-card-poker.jsonl").read_bytes().splitlines():
        body = line.rpartition(b',"chain":"')[0].replace(was, now)
        if not chain:
            body = body.replace(b'"positions":', edition + b'"positions":')
        chain = hashlib.sha256(chain.encode() + body).hexdigest()
        lines.append(body + b',"chain":"' + chain.encode() + b'"}')
    return lines


def test_an_earlier_edition_may_cite_otherwise_and_is_still_the_same_journal() -> None:
    lines = reworded(b"13:69F-20.11(a)1", b"13:69F-20.11(a)")
    table = Table.resume(read(lines))
    assert json.loads(lines[-1])["chain"] == table.journal.chain
    told = audit(lines)
    assert told["verified"]
    assert told["edition"] == 0
    assert "which choices players had" in str(told["taken_as_recorded"])
    now = audit(Table(game("three-card-poker"), seed=1).journal.storage.lines)
    assert (now["verified"], now["edition"], now["taken_as_recorded"]) == (True, EDITION, "")


def test_no_edition_may_pay_otherwise() -> None:
    with pytest.raises(Refused, match="does not follow from the rules"):
        Table.resume(read(reworded(b'"pays":550', b'"pays":5500')))


def test_a_journal_of_this_edition_is_compared_to_the_byte() -> None:
    this = b'"edition":%d,' % EDITION
    with pytest.raises(Refused, match="does not follow from the rules"):
        Table.resume(read(reworded(b"13:69F-20.11(a)1", b"13:69F-20.11(a)", this)))


@pytest.mark.parametrize("page", sorted(HERE.glob("edition-0/called/*.jsonl")), ids=lambda page: page.stem)
def test_what_was_called_in_an_earlier_edition_comes_about_where_its_journal_has_it(page: Path) -> None:
    """Written before a call without a moment waited for its occasion (``be96e39``), with moments, choices of the house
    and stakes that this edition does not take."""
    lines = page.read_bytes().splitlines()
    called = [call["id"] for call in each_call(lines)]
    irregular = [
        each["id"] for line in lines for each in json.loads(line)["events"] if each["do"] == "irregular"
    ]
    assert irregular
    assert set(irregular) <= set(called)
    happened: list[str] = []

    def note(table: Table, entry: Entry) -> None:
        if any(isinstance(event, Irregular) for event in entry.events):
            happened.extend(each.id for each in table.happened)

    table = replayed(read(lines), note)
    assert happened == irregular
    assert table.ledger.total == 0
    assert audit(lines)["verified"]


def each_call(lines: list[bytes]) -> Iterator[dict[str, Any]]:
    commands = (json.loads(line)["command"] for line in lines)
    return (each["irregularity"] for each in commands if each["command"] == "call")


def test_a_table_that_resumes_an_earlier_journal_takes_calls_as_this_edition_does() -> None:
    table = Table.resume(read((HERE / "edition-0/called/blackjack.jsonl").read_bytes().splitlines()))
    table.bet(1, "blackjack", 10)
    with pytest.raises(Refused, match="one-card-dealt comes about before a deal, not a settle"):
        table.irregularity("one-card-dealt", ("settle", 1), position="1")
    assert table.earlier is None


def test_every_game_has_one() -> None:
    assert {page.stem for page in kept()} == {each.id for each in games()}


def main(names: list[str]) -> None:
    folder = HERE / f"edition-{EDITION}"
    folder.mkdir(exist_ok=True)
    for name in names:
        bet = bet_what_is_due if game(name).rules().required else bet_at_random
        table = random_play(name, {}, 2026, rounds=24, irregular=False, bet=bet)
        storage = table.journal.storage
        assert isinstance(storage, Memory)
        assert table.rounds >= 8
        (folder / f"{name}.jsonl").write_bytes(b"\n".join(storage.lines) + b"\n")


if __name__ == "__main__":
    main(sys.argv[1:])
