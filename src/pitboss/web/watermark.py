"""How far a server has written, recorded beside its key.

A database that has less is an older one: a backup put in place by hand, or a standby that lacks the last commits.
Players may have seen what it would deal next, so it is refused until `pitboss restore` has voided its promises and
shoes. The server that notices informs the others through the database, because they would take over its tables."""

from __future__ import annotations

import fcntl
import os
import secrets
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import BinaryIO, NamedTuple

from pitboss.law import Refused
from pitboss.table.driver import system_clock
from pitboss.web.transaction import Connection, Statement

RISE = "UPDATE marks SET mark = ? WHERE name = ? AND mark >= ?"
LOST = Statement("UPDATE marks SET mark = -1", [()])
"""Commits are lost: no server writes again before the restore."""
MARKS = "SELECT name, mark FROM marks"
_FORMAT = "{} {:020} {:020}\n"


class Remembered(NamedTuple):
    """What a server's file says: how many batches it has written, and the time of the last."""

    name: str
    mark: int
    at: int


class Watermark:
    """A server's own file, which no other running server uses."""

    def __init__(self, file: BinaryIO, name: str, mark: int) -> None:
        self._file = file
        self.name = name
        self.mark = mark
        self._others: dict[str, int] = {}

    @staticmethod
    def at(key: Path) -> Watermark:
        """The first file beside the key that no other server uses."""
        for path in _files(key):
            made = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            file = os.fdopen(made, "r+b", buffering=0)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                file.close()
                continue
            known = _read(path)
            return (
                Watermark(file, known.name, known.mark) if known else Watermark(file, secrets.token_hex(8), 0)
            )
        raise AssertionError

    def check(self, key: Path, connection: Connection, sign: str) -> None:
        """Refuse a database that is older than any file beside the key says. Closes the connection."""
        remembered = [known for path in _files(key, existing=True) if (known := _read(path))]
        cursor = connection.cursor()
        try:
            cursor.execute(MARKS)
            marks: dict[str, int] = dict(cursor.fetchall())
            cursor.execute("SELECT coalesce(max(at), 0) FROM restores")
            [(restored,)] = cursor.fetchall()
            cursor.execute("SELECT count(*) FROM tables")
            [(tables,)] = cursor.fetchall()
            older = any(
                restored < known.at and marks.get(known.name, -1) < known.mark for known in remembered
            )
            if tables and (older or min(marks.values(), default=0) < 0):
                raise Refused(
                    "this database is older than what players have seen; `pitboss restore` accepts it and voids "
                    "what they may know"
                )
            self.mark = max(self.mark, marks.get(self.name, 0))
            own = "INSERT INTO marks (name, mark) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET mark = excluded.mark"
            cursor.execute(own.replace("?", sign), (self.name, self.mark))
            connection.commit()
        finally:
            connection.close()
        self._remember()

    def rises(self) -> Statement:
        """Part of every batch, which fails if the database has lost an earlier one."""
        return Statement(RISE, [(self.mark + 1, self.name, self.mark)], expect=1)

    def risen(self) -> None:
        """A batch is saved, and not announced yet."""
        self.mark += 1
        self._remember()

    def falls(self, marks: dict[str, int]) -> bool:
        """Has another server written more than its mark says now? Then its commits are lost, even if it is gone."""
        before, self._others = self._others, marks
        return any(marks.get(name, -1) < mark for name, mark in before.items() if name != self.name)

    def _remember(self) -> None:
        os.pwrite(self._file.fileno(), _FORMAT.format(self.name, self.mark, system_clock()).encode(), 0)

    def close(self) -> None:
        self._file.close()


def _files(key: Path, *, existing: bool = False) -> Iterator[Path]:
    """Beside the key, one for each server that uses it on this machine."""
    for n in count(1):
        path = key.with_name(f"{key.name}.mark{n if n > 1 else ''}")
        if existing and not path.exists():
            return
        yield path


def _read(path: Path) -> Remembered | None:
    try:
        name, mark, at = path.read_text(encoding="ascii").split()
        return Remembered(name, int(mark), int(at))
    except (OSError, ValueError):
        return None
