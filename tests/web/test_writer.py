"""The process that writes: many rows at once, its loss, and its end with the server's."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from pitboss.web.database import Threaded
from pitboss.web.people import Posting, posted
from pitboss.web.transaction import Statement, Unmet
from tests.web.processes import Server, at, gone, new_database, prepare, rows, started_by
from tests.web.waiting import eventually

both = pytest.mark.parametrize("kind", ["sqlite", "postgresql"])

DEPOSIT = "INSERT INTO accounts (name, balance) VALUES (?, ?)"
GUARD = "UPDATE accounts SET balance = balance WHERE (name, balance) IN (VALUES (?, ?))"


@both
def test_every_row_of_a_statement_is_written_once(kind: str, tmp_path: Path) -> None:
    async def work(opened: Threaded) -> None:
        for many in (1, 2, 3, 127, 128, 129, 300):
            holders = [(f"holder-{n:03}", n) for n in range(many)]
            await opened.write([Statement(DEPOSIT, holders, expect=many)])
            await opened.write([Statement(GUARD, holders, expect=many)])
            with pytest.raises(Unmet):
                await opened.write([Statement(GUARD, [*holders, ("holder-000", 1)], expect=many + 1)])
            assert await opened.read("SELECT name, balance FROM accounts ORDER BY name") == holders
            await opened.write([Statement("DELETE FROM accounts", [()])])

    at(new_database(kind, tmp_path), work)


@both
def test_balances_follow_from_many_entries_about_the_same_accounts(kind: str, tmp_path: Path) -> None:
    entries = [Posting(n, "k3x9", n, "play", {"bank": -n, "ann": n}) for n in range(1, 11)]
    entries.append(Posting(11, "k3x9", 11, "play", {"ann": -5, "bob": 5}))

    async def work(opened: Threaded) -> None:
        await opened.write(posted(*entries))
        assert await opened.read("SELECT name, balance FROM accounts ORDER BY name") == [
            ("ann", 50),
            ("bank", -55),
            ("bob", 5),
        ]
        assert await opened.read("SELECT count(*), sum(amount) FROM postings") == [(22, 0)]

    at(new_database(kind, tmp_path), work)


def test_entries_that_do_not_balance_are_not_made() -> None:
    with pytest.raises(ValueError, match="do not sum to zero"):
        posted(Posting(0, "", 0, "play", {"ann": 1, "bank": -1}), Posting(0, "", 0, "play", {"ann": 1}))


@both
def test_a_writer_that_was_lost_is_replaced_and_what_was_safe_is_there(kind: str, tmp_path: Path) -> None:
    async def work(opened: Threaded) -> None:
        await opened.write([Statement(DEPOSIT, [("ann", 1)])])
        writer = opened._apart
        assert writer is not None
        assert writer._process is not None
        writer._process.kill()
        with pytest.raises(RuntimeError, match="the writer process has ended"):
            await opened.write([Statement(DEPOSIT, [("bob", 2)])])
        await opened.write([Statement(DEPOSIT, [("cal", 3)])])
        assert await opened.read("SELECT name FROM accounts ORDER BY name") == [("ann",), ("cal",)]

    at(new_database(kind, tmp_path), work)


def writer_of(server: Server) -> int:
    (found,) = started_by(server.process.pid)
    return found


def test_the_writer_ends_with_a_server_that_was_killed_and_the_next_one_starts(tmp_path: Path) -> None:
    database = new_database("sqlite", tmp_path)
    prepare(database, ["big-six"], {})
    with Server(tmp_path, database=database) as server:
        found = writer_of(server.ready())
        server.process.kill()
        eventually(lambda: gone(found))
    with Server(tmp_path, database=database) as again:
        again.ready()
        assert again.stop() == 0


@pytest.mark.parametrize("what", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_to_the_whole_group_stops_the_server_and_loses_nothing(
    what: signal.Signals, tmp_path: Path
) -> None:
    database = new_database("sqlite", tmp_path)
    prepare(database, ["big-six"], {})
    with Server(tmp_path, database=database) as server:
        server.ready()
        for pid in (writer_of(server), server.process.pid):  # as a terminal does, and a supervisor
            os.kill(pid, what)
        assert server.ended() == 0, server.said
        assert not [line for line in server.logged if line["level"] == "error"]
    assert rows(database, "SELECT count(*) FROM tables WHERE lease <> 0") == [(0,)]


def test_the_address_of_a_database_is_in_no_list_of_processes(tmp_path: Path) -> None:
    database = new_database("postgresql", tmp_path)
    prepare(database, ["big-six"], {})
    with Server(tmp_path, database=database) as server:
        assert b"postgresql" not in Path(f"/proc/{writer_of(server.ready())}/cmdline").read_bytes()
