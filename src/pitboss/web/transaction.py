"""A transaction: statements with rows of values, for both SQLite and PostgreSQL, all of them or none."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple, Protocol

_LONGEST = 5000
"""Milliseconds that PostgreSQL waits for the next statement of a transaction."""

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


def opened(address: str) -> Connection:
    """A connection to the database at an address."""
    return _postgresql(address) if is_postgresql(address) else sqlite(address.removeprefix("sqlite:///"))


PATIENTLY: dict[str, Any] = {
    "connect_timeout": 4,
    "keepalives": 1,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 5000,
}
"""How long to wait for a PostgreSQL server that has gone silent."""


def _postgresql(address: str) -> Connection:
    import psycopg

    made = psycopg.connect(address, **PATIENTLY)
    # A process that is stopped in the middle of a transaction must not block the others.
    made.execute(f"SET idle_in_transaction_session_timeout = {_LONGEST}")
    made.commit()
    return made


def sqlite(path: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, check_same_thread=False, timeout=30)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")  # saved means saved, even after a loss of power
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA temp_store = MEMORY")  # no file for each statement of many rows
    return connection
