"""SQLite and PostgreSQL keep the same promises: a write is whole or nothing, and safe when it returns."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest

from pitboss.law import Refused
from pitboss.web import database as kept
from pitboss.web.database import Threaded, connect, migrate
from pitboss.web.transaction import Connection, Statement, Unmet, sqlite
from tests.web.processes import Server, at, free_port, new_database, not_served, rows
from tests.web.waiting import PATIENCE

both = pytest.mark.parametrize("kind", ["sqlite", "postgresql"])

TABLES = {"accounts", "journal", "migrations", "people", "postings", "recall", "rounds", "sessions", "tables"}
SCHEMA = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table'",
    "postgresql": "SELECT tablename FROM pg_tables WHERE schemaname = 'public'",
}
MIGRATIONS = sorted(int(file.stem) for file in kept._MIGRATIONS.glob("*.sql"))

DEPOSIT = "INSERT INTO accounts (name, balance) VALUES (?, ?)"
BALANCES = "SELECT name, balance FROM accounts ORDER BY name"


async def nothing(_: Threaded) -> None: ...


@both
def test_an_empty_database_gets_the_schema(kind: str, tmp_path: Path) -> None:
    database = new_database(kind, tmp_path)
    at(database, nothing)
    assert {name for (name,) in rows(database, SCHEMA[kind])} >= TABLES
    assert rows(database, "SELECT number FROM migrations ORDER BY number") == [(n,) for n in MIGRATIONS]


@both
def test_opening_a_database_again_changes_nothing(kind: str, tmp_path: Path) -> None:
    database = new_database(kind, tmp_path)

    async def deposit(opened: Threaded) -> None:
        await opened.write([Statement(DEPOSIT, [("wallet:ann", 500)])])

    at(database, deposit)
    at(database, nothing)
    assert rows(database, BALANCES) == [("wallet:ann", 500)]
    assert rows(database, "SELECT count(*) FROM migrations") == [(len(MIGRATIONS),)]


def test_connections_that_postgresql_has_closed_are_replaced_and_nobody_who_reads_notices() -> None:
    database = new_database("postgresql", Path())

    async def read(opened: Threaded) -> None:
        together = [opened.read("SELECT pg_backend_pid(), pg_sleep(0.1)") for _ in range(3)]
        pids = {pid for each in await asyncio.gather(*together) for pid, _ in each}
        rows(database, f"SELECT pg_terminate_backend(pid) FROM unnest(ARRAY{sorted(pids)}) AS pid")
        for _ in range(6):
            assert len(await opened.read("SELECT number FROM migrations")) == len(MIGRATIONS)

    at(database, read)


def connection_to(kind: str, database: str) -> Connection:
    if kind == "sqlite":
        return sqlite(database)
    import psycopg

    return psycopg.connect(database)


@both
def test_processes_that_start_at_once_bring_the_schema_up_to_date_once(kind: str, tmp_path: Path) -> None:
    database = new_database(kind, tmp_path)
    problems: list[Exception] = []
    together = threading.Barrier(6)

    def start() -> None:
        connection = connection_to(kind, database)
        together.wait(PATIENCE)
        try:
            migrate(connection, "?" if kind == "sqlite" else "%s")
        except Exception as problem:
            problems.append(problem)

    threads = [threading.Thread(target=start) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert problems == []
    assert {name for (name,) in rows(database, SCHEMA[kind])} >= TABLES
    assert rows(database, "SELECT count(*) FROM migrations") == [(len(MIGRATIONS),)]


@both
def test_a_migration_that_fails_leaves_no_trace(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = new_database(kind, tmp_path)
    at(database, nothing)
    folder = tmp_path / "migrations"
    folder.mkdir()
    for file in kept._MIGRATIONS.glob("*.sql"):
        (folder / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "9998.sql").write_text("CREATE TABLE chips (color TEXT);", encoding="utf-8")
    (folder / "9999.sql").write_text("CREATE TABLE dice (faces TEXT); CREATE NONSENSE;", encoding="utf-8")
    monkeypatch.setattr(kept, "_MIGRATIONS", folder)
    with pytest.raises(Refused, match="cannot be used"):
        connect(database)
    assert not {name for (name,) in rows(database, SCHEMA[kind])} & {"chips", "dice"}
    assert rows(database, "SELECT count(*) FROM migrations") == [(len(MIGRATIONS),)]


@both
def test_a_database_of_a_newer_program_is_refused(kind: str, tmp_path: Path) -> None:
    database = new_database(kind, tmp_path)

    async def from_the_future(opened: Threaded) -> None:
        await opened.write([Statement("INSERT INTO migrations VALUES (?)", [(9999,)])])

    at(database, from_the_future)
    with pytest.raises(Refused, match="a newer version of Pitboss"):
        connect(database)


@both
def test_what_was_written_is_read_back_as_it_was(kind: str, tmp_path: Path) -> None:
    line = bytes(range(256))

    async def write(opened: Threaded) -> None:
        insert = "INSERT INTO journal (table_id, volume, n, line) VALUES (?, ?, ?, ?)"
        await opened.write([Statement(insert, [("k3x9", 0, 0, line), ("k3x9", 0, 1, b"")])])
        await opened.write([Statement(DEPOSIT, [("100% of ann's ?", 2**62)])])
        found = await opened.read("SELECT n, line FROM journal WHERE table_id = ? ORDER BY n", "k3x9")
        assert [(n, bytes(each)) for n, each in found] == [(0, line), (1, b"")]
        assert await opened.read(BALANCES) == [("100% of ann's ?", 2**62)]

    at(new_database(kind, tmp_path), write)


@both
def test_an_expectation_that_fails_undoes_the_whole_transaction(kind: str, tmp_path: Path) -> None:
    async def write(opened: Threaded) -> None:
        await opened.write([Statement(DEPOSIT, [("wallet:ann", 500)])])
        withdraw = "UPDATE accounts SET balance = balance - 600 WHERE name = ? AND balance >= 600"
        with pytest.raises(Unmet) as unmet:
            await opened.write(
                [
                    Statement(DEPOSIT, [("wallet:bob", 1), ("wallet:cal", 2)]),
                    Statement(withdraw, [("wallet:ann",)], expect=1),
                    Statement(DEPOSIT, [("wallet:dot", 3)]),
                ]
            )
        assert unmet.value.statement.sql == withdraw
        assert await opened.read(BALANCES) == [("wallet:ann", 500)]

    at(new_database(kind, tmp_path), write)


@both
def test_an_expectation_counts_the_rows_of_all_its_values(kind: str, tmp_path: Path) -> None:
    async def write(opened: Threaded) -> None:
        await opened.write([Statement(DEPOSIT, [("ann", 1), ("bob", 2)], expect=2)])
        touch = "UPDATE accounts SET balance = balance WHERE name = ?"
        await opened.write([Statement(touch, [("ann",), ("bob",)], expect=2)])
        with pytest.raises(Unmet):
            await opened.write([Statement(touch, [("ann",), ("cal",)], expect=2)])

    at(new_database(kind, tmp_path), write)


@both
def test_a_statement_that_fails_undoes_the_transaction_and_the_next_one_works(
    kind: str, tmp_path: Path
) -> None:
    async def write(opened: Threaded) -> None:
        with pytest.raises(Exception, match=r"(?i)unique"):
            await opened.write([Statement(DEPOSIT, [("ann", 1), ("ann", 2)])])
        with pytest.raises(Exception, match=r"(?i)nonsense"):
            await opened.read("SELECT nonsense")
        await opened.write([Statement(DEPOSIT, [("bob", 3)])])
        assert await opened.read(BALANCES) == [("bob", 3)]

    at(new_database(kind, tmp_path), write)


def test_a_postgresql_that_hung_up_is_called_again(tmp_path: Path) -> None:
    database = new_database("postgresql", tmp_path)

    async def write(opened: Threaded) -> None:
        await opened.write([Statement(DEPOSIT, [("ann", 1)])])
        assert await opened.read(BALANCES) == [("ann", 1)]
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        rows(database, f"{others} AND pid <> pg_backend_pid()")
        with pytest.raises(Exception, match=r"(?i)terminat"):
            await opened.write([Statement(DEPOSIT, [("bob", 2)])])
        await opened.write([Statement(DEPOSIT, [("cal", 3)])])
        for _ in range(4):  # one for each that reads
            try:
                found = await opened.read(BALANCES)
            except Exception:
                continue
        assert found == [("ann", 1), ("cal", 3)]

    at(database, write)


def test_postgresql_hangs_up_on_a_process_that_sleeps_in_a_transaction(tmp_path: Path) -> None:
    async def look(opened: Threaded) -> None:
        assert await opened.read("SHOW idle_in_transaction_session_timeout") == [("5s",)]

    at(new_database("postgresql", tmp_path), look)


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    database = new_database("sqlite", tmp_path)

    async def another(_: Threaded) -> None:
        with pytest.raises(Refused, match=r"another server uses .*pitboss\.db; to share a database"):
            connect(database)

    at(database, another)
    at(database, nothing)  # when the first has closed it, it is free


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "holiday.jpg"
    file.write_bytes(b"not a database, but a photograph" * 100)
    with pytest.raises(Refused, match=r"holiday\.jpg cannot be used as a database: file is not a database"):
        connect(str(file))
    assert file.read_bytes() == b"not a database, but a photograph" * 100


def test_a_table_of_a_server_that_is_gone_is_free_at_once(tmp_path: Path) -> None:
    database = new_database("sqlite", tmp_path)
    at(database, nothing)
    connection = sqlite3.connect(database)
    insert = (
        "INSERT INTO tables (id, name, game, opened_by, opened, closed, owner, address, epoch, lease) "
        "VALUES ('k3x9', 'Main pit', 'keno', 'house', 0, NULL, 'gone', '', 1, 9e15)"
    )
    connection.execute(insert)
    connection.commit()
    connection.close()
    at(database, nothing)
    assert rows(database, "SELECT lease FROM tables") == [(0,)]


@pytest.mark.parametrize(
    ("database", "sentence"),
    [
        (
            "postgresql://nobody@127.0.0.1:{port}/pitboss",
            "the PostgreSQL database cannot be used: connection",
        ),
        ("postgresql://nobody:hidden-word@127.0.0.1:{port}/x", "the PostgreSQL database cannot be used: "),
        ("postgresql://[", "the PostgreSQL database cannot be used: "),
        (
            "mysql://localhost/pitboss",
            "a database must be a file, or an address that begins with postgresql://",
        ),
        ("{folder}", "cannot be used as a database: Is a directory"),
        ("{folder}/photograph.jpg", "cannot be used as a database: file is not a database"),
        ("/proc/pitboss.db", "/proc/pitboss.db"),
    ],
)
def test_a_database_that_cannot_be_used_is_one_sentence_and_exit_code_2(
    database: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "photograph.jpg").write_bytes(b"smile" * 1000)
    address = database.format(port=free_port(), folder=tmp_path)
    code, said = not_served(monkeypatch, database=address)
    assert code == 2
    assert said.startswith("pitboss: ")
    assert said.count("\n") == 1
    assert sentence in said
    assert "hidden-word" not in said


def test_a_second_serve_on_the_same_file_is_one_sentence_and_exit_code_2(tmp_path: Path) -> None:
    database = new_database("sqlite", tmp_path)
    with Server(tmp_path, database=database).ready(), Server(tmp_path, database=database) as second:
        assert second.ended() == 2
        assert second.said == (
            f"pitboss: another server uses {database}; to share a database between servers, use PostgreSQL\n"
        )
