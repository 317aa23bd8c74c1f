"""A transaction: statements with rows of values, for both SQLite and PostgreSQL, all of them or none."""

from __future__ import annotations

import os
import re
import socket
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from itertools import chain
from threading import Timer
from typing import Any, NamedTuple, Protocol

from pitboss.law import Refused

_LONGEST = 5000
"""Milliseconds that PostgreSQL waits for the next statement of a transaction."""

SILENCE = 60.0
"""Seconds that PostgreSQL has for an answer to a command, or to the start of a server."""

_VALUES = re.compile(r"VALUES (\((?:\?, )*\?\))")
_TOGETHER = 128
_ARRAYS = {str: "text[]", int: "bigint[]", bytes: "bytea[]"}

Row = tuple[Any, ...]


class Statement(NamedTuple):
    """One statement for several rows of values, sent together if it has a list of ``VALUES``. ``expect``: it
    must affect that many rows, or nothing is written."""

    sql: str
    rows: Sequence[Row]
    expect: int | None = None


class Unmet(Exception):
    """A statement affected the wrong number of rows: the transaction was undone."""

    def __init__(self, statement: Statement) -> None:
        super().__init__(statement)
        self.statement = statement


_OF_ROWS = {"IntegrityError", "DataError", "ProgrammingError", "InterfaceError"}


def about_rows(problem: Exception) -> bool:
    """Did the data fail, and not the database as such? Both drivers name errors the same way."""
    if isinstance(problem, Unmet | ValueError | TypeError | ArithmeticError | LookupError):
        return True
    return not _OF_ROWS.isdisjoint(kind.__name__ for kind in type(problem).__mro__)


class Connection(Protocol):
    """The common interface of both drivers."""

    def cursor(self) -> Any: ...

    def commit(self) -> None: ...

    def rollback(self) -> None: ...

    def close(self) -> None: ...


def run(connection: Connection, statements: Iterable[Statement], mark: str = "?") -> None:
    """All of the statements, or none."""
    cursor = connection.cursor()
    try:
        for statement in statements:
            touched = 0
            for sql, values in _calls(statement, mark):
                cursor.execute(sql, values)
                touched += cursor.rowcount
            if statement.expect is not None and touched != statement.expect:
                raise Unmet(statement)
        connection.commit()
    except BaseException:
        if not getattr(connection, "closed", False):
            connection.rollback()
        raise
    finally:
        cursor.close()


def _calls(statement: Statement, mark: str) -> Iterator[tuple[str, Row]]:
    """The calls to execute: the rows of ``VALUES`` together, because each call has a cost."""
    sql, rows, _ = statement
    if (values := _VALUES.search(sql)) is None:
        yield from ((sql.replace("?", mark), row) for row in rows)
    elif mark == "?":
        yield from _in_lists(sql[: values.start(1)], values[1], sql[values.end(1) :], rows)
    elif rows:
        columns = ", ".join(f"{mark}::{_ARRAYS[type(value)]}" for value in rows[0])
        text = f"{sql[: values.start()]}SELECT * FROM unnest({columns}){sql[values.end() :]}"
        yield text, tuple(map(list, zip(*rows, strict=True)))


def _in_lists(before: str, row: str, after: str, rows: Sequence[Row]) -> Iterator[tuple[str, Row]]:
    """For SQLite, which has no arrays: in powers of two, so that there are few different texts, which it caches."""
    done = 0
    while left := len(rows) - done:
        together = min(_TOGETHER, 1 << left.bit_length() - 1)
        values = tuple(chain.from_iterable(rows[done : done + together]))
        yield before + ", ".join([row] * together) + after, values
        done += together


def is_postgresql(address: str) -> bool:
    return address.startswith(("postgresql://", "postgres://"))


def mark(address: str) -> str:
    """The placeholder for a value in a statement."""
    return "%s" if is_postgresql(address) else "?"


def opened(address: str, *, impatient: bool = False) -> Connection:
    """A connection to the database at an address; an impatient one does not wait for a silent database. A running
    server has limits of its own."""
    if is_postgresql(address):
        return _postgresql(address, impatient)
    return sqlite(address.removeprefix("sqlite:///"))


PATIENTLY: dict[str, Any] = {
    "connect_timeout": 4,
    "keepalives": 1,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 5000,
}
"""How long to wait for a PostgreSQL server that has gone silent."""


def _postgresql(address: str, impatient: bool) -> Connection:
    import psycopg

    made = psycopg.connect(address, cursor_factory=_impatient() if impatient else None, **PATIENTLY)
    # A process that is stopped in the middle of a transaction must not block the others.
    made.execute(f"SET idle_in_transaction_session_timeout = {_LONGEST}")
    made.commit()
    return made


@cache
def _impatient() -> Any:
    """Cursors that hang up on a PostgreSQL that has said nothing for a minute. It would keep the connection open
    forever, because its kernel still answers."""
    import psycopg

    class Impatient(psycopg.Cursor[Any]):
        def execute(self, *given: Any, **named: Any) -> Impatient:
            with _unless_silent(self.connection):
                return super().execute(*given, **named)

        def fetchmany(self, *given: Any) -> list[Any]:
            with _unless_silent(self.connection):
                return super().fetchmany(*given)

    return Impatient


@contextmanager
def _unless_silent(connection: Any) -> Iterator[None]:
    timer = Timer(SILENCE, hang_up, (connection,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def hang_up(connection: Any) -> None:
    """Cut the line, so that nobody keeps waiting at its other end."""
    with suppress(Exception), socket.socket(fileno=os.dup(connection.fileno())) as cut:
        cut.shutdown(socket.SHUT_RDWR)


@contextmanager
def in_a_sentence() -> Iterator[None]:
    """What PostgreSQL refuses, or leaves unanswered, for a command: the first line, which has no password."""
    try:
        yield
    except Exception as problem:
        if type(problem).__module__.partition(".")[0] != "psycopg":
            raise
        first = str(problem).partition("\n")[0]
        raise Refused(f"the PostgreSQL database cannot be used: {first}") from None


def sqlite(path: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, check_same_thread=False, timeout=30)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")  # saved means saved, even after a loss of power
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA temp_store = MEMORY")  # no file for each statement of many rows
    return connection
