"""Backups: a house's database as one SQLite file, taken while the house runs. A restore voids what players may have
seen."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pitboss.law import Refused
from pitboss.table.driver import system_clock
from pitboss.web.database import alone, bring_up_to_date, migrate
from pitboss.web.rehearsal import looked_at
from pitboss.web.transaction import Connection, in_a_sentence, is_postgresql, mark, opened, sqlite

_TOGETHER = 1000
"""Rows copied at once."""


@in_a_sentence()
def backup(address: str, target: Path) -> dict[str, Any]:
    """The database as of one moment, in a new file that only its owner can read."""
    if target.exists():
        raise Refused(f"{target} exists already; back up to a new file")
    source = looked_at(address)
    with _written_whole(target) as part:
        try:
            if isinstance(source, sqlite3.Connection):
                copy = sqlite3.connect(part)
                source.backup(copy)
            else:
                migrate(sqlite(str(part)))
                copy = sqlite3.connect(part)
                _check_schema(source, copy)
                for table, columns in _tables(copy):
                    copy.execute(f"DELETE FROM {table}")
                    marks = ", ".join("?" * len(columns))
                    for rows in _rows(source, table, columns):
                        copy.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)
            copy.commit()
            copy.execute("PRAGMA journal_mode = DELETE")
            found = _counted(copy)
            copy.close()
        finally:
            source.close()
    with target.open("rb") as written:
        digest = hashlib.file_digest(written, "sha256").hexdigest()
    return {"backup": str(target), "sha256": digest, **found}


@in_a_sentence()
def restore(source: Path, address: str) -> dict[str, Any]:
    """Put a backup into a database without a house. Promises and shoes are void, because players may have seen what
    comes next, and nobody is signed in."""
    part = source.with_name(f"{source.name}.restoring")
    found = looked_at(str(source))
    assert isinstance(found, sqlite3.Connection)
    try:
        with contextlib.suppress(FileNotFoundError):
            part.unlink()
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        copy = sqlite3.connect(part)
        found.backup(copy)
        copy.close()
        migrate(sqlite(str(part)))
        copy = sqlite3.connect(part)
        make_void(copy, "?")
        copy.execute("PRAGMA journal_mode = DELETE")
        counts = _counted(copy)
        _put_in(copy, address)
        copy.close()
    finally:
        found.close()
        for file in (part, *(part.with_name(part.name + end) for end in ("-wal", "-shm"))):
            file.unlink(missing_ok=True)
    return counts


@in_a_sentence()
def take_as_it_is(address: str) -> dict[str, Any]:
    """The same without a backup, for a database that has lost commits, as after a failover."""
    looked_at(address).close()
    if is_postgresql(address):
        bring_up_to_date(address)
        connection = opened(address, impatient=True)
    else:
        path = address.removeprefix("sqlite:///")
        lock = alone(path)
        migrate(sqlite(path))
        connection = sqlite(path)
    make_void(connection, mark(address))
    found = _counted(connection)
    connection.close()
    if not is_postgresql(address):
        lock.close()
    return found


def make_void(connection: Connection, sign: str) -> None:
    cursor = connection.cursor()
    cursor.execute("UPDATE tables SET renew = 1, lease = 0 WHERE closed IS NULL")
    cursor.execute("UPDATE tournaments SET lease = 0")
    cursor.execute("DELETE FROM sessions")
    cursor.execute("DELETE FROM marks WHERE mark < 0")
    cursor.execute(f"INSERT INTO restores VALUES ({sign})", (system_clock(),))
    connection.commit()


def _put_in(copy: sqlite3.Connection, address: str) -> None:
    if not is_postgresql(address):
        path = Path(address.removeprefix("sqlite:///"))
        if path.exists():
            raise Refused(f"{path} exists already; restore into a new database")
        with _written_whole(path) as part:
            target = sqlite3.connect(part)
            copy.backup(target)
            target.close()
        return
    bring_up_to_date(address)
    connection: Any = opened(address, impatient=True)
    cursor = connection.cursor()
    cursor.execute("SELECT (SELECT count(*) FROM tables) + (SELECT count(*) FROM people)")
    if cursor.fetchall() != [(0,)]:
        connection.close()
        raise Refused("this database contains a house; restore into a new database")
    for table, columns in _tables(copy):
        cursor.execute(f"DELETE FROM {table}")
        with cursor.copy(f"COPY {table} ({', '.join(columns)}) FROM STDIN") as out:
            for rows in _rows(copy, table, columns):
                for row in rows:
                    out.write_row(row)
    connection.commit()
    connection.close()


@contextlib.contextmanager
def _written_whole(target: Path) -> Iterator[Path]:
    """A file that is written completely, or not at all."""
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield part
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.rename(target)
    finally:
        for end in ("", "-wal", "-shm"):
            part.with_name(part.name + end).unlink(missing_ok=True)


def _check_schema(source: Connection, copy: sqlite3.Connection) -> None:
    cursor = source.cursor()
    cursor.execute("SELECT number FROM migrations ORDER BY number")
    if [tuple(row) for row in cursor.fetchall()] != copy.execute(
        "SELECT number FROM migrations ORDER BY number"
    ).fetchall():
        raise Refused("the database belongs to another version of Pitboss; back it up with that one")


def _tables(connection: sqlite3.Connection) -> list[tuple[str, list[str]]]:
    """The tables to copy, in an order in which no row refers to one that is missing."""
    names = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'migrations' ORDER BY rowid"
    )
    return [
        (name, [column for _, column, *_ in connection.execute(f"PRAGMA table_info({name})")])
        for (name,) in names.fetchall()
        if not name.startswith("sqlite_")
    ]


def _rows(connection: Any, table: str, columns: Sequence[str]) -> Iterator[list[Any]]:
    """Rows by the thousand, for which PostgreSQL needs a cursor with a name."""
    cursor = connection.cursor() if isinstance(connection, sqlite3.Connection) else connection.cursor("kept")
    cursor.execute(f"SELECT {', '.join(columns)} FROM {table}")
    while rows := cursor.fetchmany(_TOGETHER):
        yield rows
    cursor.close()


def _counted(connection: Any) -> dict[str, Any]:
    cursor = connection.cursor()
    found = {}
    for name, sql in (
        ("open_tables", "SELECT count(*) FROM tables WHERE closed IS NULL"),
        ("lines", "SELECT count(*) FROM journal"),
        ("postings", "SELECT count(*) FROM postings"),
    ):
        cursor.execute(sql)
        found[name] = int(cursor.fetchall()[0][0])
    return found
