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
from pitboss.web.transaction import (
    PATIENTLY,
    Connection,
    Row,
    Statement,
    hang_up,
    in_a_sentence,
    is_postgresql,
    mark,
    opened,
    run,
    sqlite,
)
from pitboss.web.writer import Writer

_MIGRATIONS = Path(__file__).parent / "migrations"
_LOCK = 13_069
"""The number of the PostgreSQL lock under which one process at a time updates the schema."""

_MOMENT = 0.05
"""Seconds between attempts to lock a file."""

_HOPELESS = 1.0
"""Seconds for which a database that did not answer is not asked again, and for which it then has time to answer."""

T = TypeVar("T")


class Silent(Exception):
    """The database does not answer. Whether it has carried out a statement is unknown until it does."""


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
        patience: float | None = None,
    ) -> None:
        self._patience = patience
        """Seconds to wait for an answer; without limit if None."""
        self._silent: float | None = None
        """When it last failed to answer, if it has not answered since."""
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
        loop = asyncio.get_running_loop()
        if self._patience is None:
            return await loop.run_in_executor(threads, work)
        if self._silent is not None and loop.time() - self._silent < _HOPELESS:
            raise Silent("the database does not answer")
        future = loop.run_in_executor(threads, work)
        try:
            patience = self._patience if self._silent is None else min(_HOPELESS, self._patience)
            done = await asyncio.wait_for(asyncio.shield(future), patience)
        except TimeoutError:
            if future.done():
                raise
            future.add_done_callback(lambda late: late.cancelled() or late.exception())
            self._silent = loop.time()
            self._hang_up()
            raise Silent("the database does not answer") from None
        self._silent = None
        return done

    def _hang_up(self) -> None:
        """Cut the connections, so that nobody keeps waiting; new ones are made when needed."""
        for connection in list(self._open):
            if hasattr(connection, "pgconn"):
                hang_up(connection)
        if self._apart is not None:
            self._apart.kill()

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
        for statement in statements:
            for row in statement.rows:
                _check_text(row)

        def work() -> None:
            if self._apart is not None:
                self._apart.write(statements)
            else:
                self._with_connection(lambda connection: run(connection, statements, self._mark))

        await self._on(self._writer, work)

    async def read(self, sql: str, *values: object) -> list[Row]:
        _check_text(values)

        def rows(connection: Connection) -> list[Row]:
            cursor = connection.cursor()
            try:
                cursor.execute(sql.replace("?", self._mark), values)
                return list(cursor.fetchall())
            finally:
                cursor.close()
                if not getattr(connection, "closed", False):
                    connection.rollback()  # ends the reading transaction

        def work() -> list[Row]:
            try:
                return self._with_connection(rows)
            except Exception:
                if getattr(self._local, "connection", None) is not None or self._silent is not None:
                    raise
            return self._with_connection(
                rows
            )  # the database had closed the connection; reading changes nothing

        return await self._on(self._readers, work)

    async def close(self) -> None:
        await asyncio.to_thread(self._writer.shutdown)
        await asyncio.to_thread(self._readers.shutdown)
        if self._apart is not None:
            self._apart.close()
        for connection in self._open:
            connection.close()
        if self._lock is not None:
            self._lock.close()


def _check_text(values: Sequence[object]) -> None:
    """PostgreSQL cannot store a null byte in text."""
    if any(type(value) is str and "\0" in value for value in values):
        raise Refused("text cannot contain a null byte")


def connect(address: str, patience: float | None = None) -> Threaded:
    """The database at an address, with an up-to-date schema."""
    lock = None
    if is_postgresql(address):
        bring_up_to_date(address)
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
    return Threaded(lambda: opened(address), mark(address), writer, lock, patience)


def _for_the_owner_alone(path: str) -> None:
    """The file contains secrets that are not revealed yet; SQLite's other files get the same permissions."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    for file in (Path(path + end) for end in ("", "-wal", "-shm", ".lock")):
        if file.exists():
            file.chmod(0o600)


def bring_up_to_date(address: str) -> None:
    try:
        import psycopg
    except ImportError:
        raise Refused("a PostgreSQL database requires the package psycopg") from None
    with in_a_sentence():
        migrate(psycopg.connect(address, **PATIENTLY), "%s")


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
            raise Refused("the database was written by a newer version of Pitboss")
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
