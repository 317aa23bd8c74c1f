"""Journals of every version: whatever is rebuilt or worded anew beneath a game, its tables resume from them.

``python -m tests.golden.test_golden GAME…`` keeps new ones of this version, of seeded random play with irregularities;
an old one is only replaced when the rules of its game were wrong, and the commit says how.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import pitboss
from pitboss.book import Irregular, game, games
from pitboss.book.events import Event
from pitboss.law import Refused
from pitboss.table import Journal, Memory, Table, read
from pitboss.table.audit import audit
from pitboss.table.journal import EDITION, Entry
from pitboss.table.replay import replayed
from tests.properties import bet_at_random, bet_what_is_due, random_play

HERE = Path(__file__).parent


def kept() -> list[Path]:
    return sorted(HERE.glob("*/*.jsonl"))


@pytest.mark.parametrize("page", kept(), ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_a_journal_of_an_earlier_version_is_resumed(page: Path) -> None:
    lines = page.read_bytes().splitlines()
    table = Table.resume(read(lines))
    assert table.journal.count == len(lines)
    assert table.rounds >= (8 if page.parent.name == "edition-0" else 4)
    assert table.ledger.total == 0


def relinked(lines: Iterable[bytes]) -> list[bytes]:
    """Lines under a sound chain, whatever they say."""
    made, chain = [], ""
    for line in lines:
        body = line.rpartition(b',"chain":"')[0]
        chain = hashlib.sha256(chain.encode() + body).hexdigest()
        made.append(body + b',"chain":"' + chain.encode() + b'"}')
    return made


def reworded(was: bytes, now: bytes) -> list[bytes]:
    """Three card poker's journal with some words of its lines changed, under a sound chain."""
    lines = (HERE / "edition-0/three-card-poker.jsonl").read_bytes().splitlines()
    return relinked(line.replace(was, now) for line in lines)


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


def test_a_journal_dealt_under_these_rules_is_compared_to_the_byte() -> None:
    table = random_play("three-card-poker", {}, 3)
    assert isinstance(table.journal.storage, Memory)
    lines, words = table.journal.storage.lines, b'"result":"lose"'
    assert any(words in line for line in lines)
    spoiled = relinked(line.replace(words, words + b',"cite":"13:69F-20.11(a)"') for line in lines)
    with pytest.raises(Refused, match="does not follow from the rules"):
        Table.resume(read(spoiled))


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from strings(each)


@pytest.mark.parametrize(
    "page", sorted(HERE.glob(f"{pitboss.__version__}/*.jsonl")), ids=lambda page: page.stem
)
def test_a_line_holds_no_prose_and_no_paragraph_and_opens_with_the_rules_it_was_dealt_under(
    page: Path,
) -> None:
    """So that a sentence or a cite can be put better without any table being out of reach."""
    first, *lines = map(json.loads, page.read_bytes().splitlines())
    assert first["command"]["version"] == pitboss.__version__
    assert len(bytes.fromhex(first["command"]["rules"])) == 32
    for line in lines:
        for event in line["events"]:
            event.pop("shown", "")  # what the dice showed: "(3, 4)"
            told = [*strings(event)]
            assert not [each for each in told if " " in each or each.startswith("13:69")], event


def test_what_is_worded_anew_is_the_same_journal() -> None:
    """Every ruling and every word of the dealer, under the very same rules."""
    table = random_play("three-card-poker", {}, 3)
    assert isinstance(table.journal.storage, Memory)

    def anew(event: Event) -> Event:
        fields = {each.name for each in msgspec.structs.fields(event)} & {
            "what",
            "ruling",
            "why",
            "outcome",
            "cite",
        }
        return msgspec.structs.replace(event, **dict.fromkeys(fields, "put otherwise"))

    again = Journal(Memory())
    replayed(
        read(table.journal.storage.lines),
        lambda _, entry: again.write(entry.at, entry.command, [anew(each) for each in entry.events]),
    )
    assert again.chain == table.journal.chain


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
    with pytest.raises(Refused, match="one-card-dealt can occur before a deal, not a settle"):
        table.irregularity("one-card-dealt", ("settle", 1), position="1")
    assert table.earlier is None


def test_every_game_has_one() -> None:
    """Of every edition and every version, this one among them."""
    folders = {page.parent.name for page in kept()}
    assert folders >= {"edition-0", pitboss.__version__}
    for folder in folders:
        assert {page.stem for page in (HERE / folder).glob("*.jsonl")} == {each.id for each in games()}, (
            folder
        )


def main(names: list[str]) -> None:
    folder = HERE / pitboss.__version__
    folder.mkdir(exist_ok=True)
    for name in names or [each.id for each in games()]:
        ways = [bet_what_is_due, bet_at_random] if game(name).rules().required else [bet_at_random]
        seeds = range(2026, 2126)
        tries = (random_play(name, {}, seed, rounds=8, bet=bet) for seed in seeds for bet in ways)
        table = next(each for each in tries if each.rounds >= 4)
        storage = table.journal.storage
        assert isinstance(storage, Memory)
        (folder / f"{name}.jsonl").write_bytes(b"\n".join(storage.lines) + b"\n")


if __name__ == "__main__":
    main(sys.argv[1:])
