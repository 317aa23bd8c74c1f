"""Before an upgrade: can this version resume the tables of a house? Nothing is written."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pitboss.law import Refused, Slip
from pitboss.table import Table, read
from pitboss.table.replay import is_earlier
from pitboss.tournament.record import resumed
from pitboss.web.transaction import Connection, in_a_sentence, is_postgresql, mark, opened

_TABLES = "SELECT id, name, game FROM tables WHERE closed IS NULL ORDER BY opened, id"
_LINES = (
    "SELECT line FROM journal WHERE table_id = ? AND volume = (SELECT max(volume) FROM journal WHERE table_id = ?) "
    "ORDER BY n"
)
_TOURNAMENTS = "SELECT id, name FROM tournaments WHERE closed IS NULL ORDER BY opened, id"
_RECORD = "SELECT line FROM tournament_record WHERE tournament = ? AND n >= 0 ORDER BY n"


@in_a_sentence()
def rehearsed(address: str) -> list[dict[str, Any]]:
    """Every open table and every tournament that is not over, with the problem if it cannot be resumed."""
    connection = looked_at(address)
    try:
        return list(_rehearsed(connection, mark(address)))
    finally:
        connection.close()


def looked_at(address: str) -> Connection:
    """A connection that only reads, while a house may run."""
    if is_postgresql(address):
        with in_a_sentence():
            connection = opened(address, impatient=True)
        connection.cursor().execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        return connection
    path = Path(address.removeprefix("sqlite:///"))
    if not path.is_file():
        raise Refused(f"there is no database {path}")
    try:
        found = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        found.execute("SELECT count(*) FROM tables")
    except sqlite3.Error as problem:
        raise Refused(f"{path} is not the database of a house: {problem}") from None
    return found


def _rehearsed(connection: Connection, sign: str) -> Iterator[dict[str, Any]]:
    def rows(sql: str, *values: object) -> list[Any]:
        cursor = connection.cursor()
        cursor.execute(sql.replace("?", sign), values)
        return list(cursor.fetchall())

    for identity, name, game in rows(_TABLES):
        found: dict[str, Any] = {
            "table": identity,
            "name": name,
            "game": game,
            "other_rules": False,
            "problem": "",
        }
        lines = [bytes(line) for (line,) in rows(_LINES, identity, identity)]
        try:
            table = Table.resume(read(lines))
            found |= {"rounds": table.rounds, "playing": table.playing}
            found["other_rules"] = is_earlier(next(iter(read(lines[:1]))).command)
        except (Refused, Slip) as problem:
            found["problem"] = str(problem)
        yield found
    for identity, name in rows(_TOURNAMENTS):
        found = {"tournament": identity, "name": name, "problem": ""}
        try:
            resumed([bytes(line) for (line,) in rows(_RECORD, identity)])
        except Refused as refused:
            found["problem"] = str(refused)
        yield found
