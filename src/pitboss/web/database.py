"""Storage: SQLite or PostgreSQL, with the same statements. A write is one transaction, and is saved when it
returns."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, BinaryIO, Protocol, TypeVar

from pitboss.law import Refused
from pitboss.web.transaction import Connection, Row, Statement, is_postgresql, mark, opened, run, sqlite
from pitboss.web.writer import Writer

_MIGRATIONS = Path(__file__).parent / "migrations"
_LOCK = 13_069
"""The number of the PostgreSQL lock under which one process at a time updates the schema."""

_MOMENT = 0.05
"""Seconds between attempts to lock a file."""

T = TypeVar("T")


class Database(Protocol):
    """Injected into the house; the tests use one that fails on purpose."""

    async def write(self, statements: Sequence[Statement]) -> None: ...

    async def read(self, sql: str, *values: object) -> list[Row]: ...

    async def close(self) -> None: ...


class Threaded:
    """A database behind its own threads: one that writes, or waits for the writer process; a few that read."""

    def __init__(
        self,
        connect: Callable[[], Connection],
        mark: str = "?",
        writer: Writer | None = None,
        lock: BinaryIO | None = None,
    ) -> None:
        self._connect = connect
        self._mark = mark
        self._apart = writer
        self._lock = lock
        self._local = threading.local()
        self._open: list[Connection] = []
        self._writer = ThreadPoolExecutor(1, "writer")
        self._readers = ThreadPoolExecutor(3, "reader")

    def _connection(self) -> Connection:
        found: Connection | None = getattr(self._local, "connection", None)
        if found is None:
            found = self._local.connection = self._connect()
            self._open.append(found)
        return found

    async def _on(self, threads: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(threads, work)

    def _with_connection(self, work: Callable[[Connection], T]) -> T:
        connection = self._connection()
        try:
            return work(connection)
        except BaseException:
            if getattr(connection, "closed", False):  # the database closed the connection
                self._local.connection = None
                self._open.remove(connection)
            raise

    async def write(self, statements: Sequence[Statement]) -> None:
        def work() -> None:
            if self._apart is not None:
                self._apart.write(statements)
            else:
                self._with_connection(lambda connection: run(connection, statements, self._mark))

        await self._on(self._writer, work)

    async def read(self, sql: str, *values: object) -> list[Row]:
        def rows(connection: Connection) -> list[Row]:
            cursor = connection.cursor()
            try:
                cursor.execute(sql.replace("?", self._mark), values)
                return list(cursor.fetchall())
            finally:
                cursor.close()
                if not getattr(connection, "closed", False):
                    connection.rollback()  # ends the reading transaction

        return await self._on(self._readers, lambda: self._with_connection(rows))

    async def close(self) -> None:
        await asyncio.to_thread(self._writer.shutdown)
        await asyncio.to_thread(self._readers.shutdown)
        if self._apart is not None:
            self._apart.close()
        for connection in self._open:
            connection.close()
        if self._lock is not None:
            self._lock.close()


def connect(address: str) -> Threaded:
    """The database at an address, with an up-to-date schema."""
    lock = None
    if is_postgresql(address):
        _bring_up_to_date(address)
    elif "://" in address and not address.startswith("sqlite:///"):
        raise Refused("a database must be a file, or an address that begins with postgresql://")
    else:
        path = address.removeprefix("sqlite:///")
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            _for_the_owner_alone(path)
            lock = alone(path)
            migrate(sqlite(path))
        except sqlite3.DatabaseError as problem:
            raise Refused(f"{path} cannot be used as a database: {problem}") from None
        except OSError as problem:
            raise Refused(f"{path} cannot be used as a database: {problem.strerror}") from None
    writer = Writer(address, () if lock is None else (lock.fileno(),))
    return Threaded(lambda: opened(address), mark(address), writer, lock)


def _for_the_owner_alone(path: str) -> None:
    """The file contains secrets that are not revealed yet; SQLite's other files get the same permissions."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    for file in (Path(path + end) for end in ("", "-wal", "-shm", ".lock")):
        if file.exists():
            file.chmod(0o600)


def _bring_up_to_date(address: str) -> None:
    try:
        import psycopg
    except ImportError:
        raise Refused("a PostgreSQL database requires the package psycopg") from None
    try:
        migrate(psycopg.connect(address), "%s")
    except psycopg.Error as problem:  # its first line: the others repeat it, and none contains the password
        raise Refused(
            f"the PostgreSQL database cannot be used: {str(problem).partition(chr(10))[0]}"
        ) from None


def alone(path: str) -> BinaryIO:
    """A file belongs to one server: lock it, or be refused. The system releases it when the process ends for any
    reason."""
    import fcntl

    made = os.open(f"{path}.lock", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    lock = os.fdopen(made, "ab")  # held as long as the database is
    for wait in (*[_MOMENT] * 20, None):
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except OSError:
            if wait is None:
                lock.close()
                raise Refused(
                    f"another server uses {path}; to share a database between servers, use PostgreSQL"
                ) from None
            time.sleep(wait)  # the writer of a killed server may be about to end
    connection = sqlite3.connect(path)
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'tables'").fetchone():
        connection.execute("UPDATE tables SET lease = 0")  # the processes that ran them are gone
        if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'tournaments'").fetchone():
            connection.execute("UPDATE tournaments SET lease = 0")
        connection.commit()
    connection.close()
    return lock


def migrate(connection: Any, mark: str = "?") -> None:
    """Apply the migrations that the schema lacks, all or none, one process at a time; then close the connection."""
    cursor = connection.cursor()
    try:
        cursor.execute("BEGIN IMMEDIATE" if mark == "?" else f"SELECT pg_advisory_xact_lock({_LOCK})")
        cursor.execute("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)")
        cursor.execute("SELECT number FROM migrations")
        done = {number for (number,) in cursor.fetchall()}
        files = {int(file.stem): file for file in sorted(_MIGRATIONS.glob("*.sql"))}
        if done - files.keys():
            raise Refused("the database belongs to a newer Pitboss than this one")
        for number, file in files.items():
            if number in done:
                continue
            for statement in _statements(file.read_text(encoding="utf-8")):
                cursor.execute(statement)
            cursor.execute(f"INSERT INTO migrations VALUES ({mark})", (number,))
        connection.commit()
    finally:
        connection.close()  # undoes uncommitted changes


def _statements(text: str) -> list[str]:
    plain = "\n".join(line for line in text.splitlines() if not line.startswith("--"))
    return [each.strip() for each in plain.split(";") if each.strip()]
