"""Journals of earlier editions: whatever is rebuilt beneath a game, its tables write the same bytes.

``python -m tests.golden.test_golden GAME…`` keeps new ones, of seeded random play; an old one is only replaced when
the rules of its game were wrong, and the commit says how.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pitboss.book import games
from pitboss.table import Memory, Table, read
from tests.properties import random_play

HERE = Path(__file__).parent


def kept() -> list[Path]:
    return sorted(HERE.glob("*.jsonl"))


@pytest.mark.parametrize("page", kept(), ids=lambda page: page.stem)
def test_a_journal_of_an_earlier_edition_replays_to_the_same_bytes(page: Path) -> None:
    lines = page.read_bytes().splitlines()
    table = Table.resume(read(lines))
    assert table.journal.count == len(lines)
    assert table.rounds >= 8
    assert table.ledger.total == 0


def test_every_game_has_one() -> None:
    assert {page.stem for page in kept()} == {each.id for each in games()}


def main(names: list[str]) -> None:
    for name in names:
        tried = 16
        while (table := random_play(name, {}, 2026, rounds=tried, irregular=False)).rounds < 8:
            tried *= 2  # many random wagers make no round
        storage = table.journal.storage
        assert isinstance(storage, Memory)
        (HERE / f"{name}.jsonl").write_bytes(b"\n".join(storage.lines) + b"\n")


if __name__ == "__main__":
    main(sys.argv[1:])
