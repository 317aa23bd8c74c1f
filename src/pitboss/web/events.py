"""Significant events: the records that a laboratory or an inspector requires, stored in the database and exported."""

from __future__ import annotations

import csv
import hashlib
import io
import logging
import platform
import sys
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pitboss
from pitboss.web.address import ADDRESS
from pitboss.web.database import Database
from pitboss.web.transaction import Statement

log = logging.getLogger("pitboss.events")

_NOTE = "INSERT INTO events (at, kind, name, table_id, says, round, address) VALUES (?, ?, ?, ?, ?, ?, ?)"
FIELDS = ("at", "kind", "name", "table", "says", "round", "address")


async def note(
    database: Database,
    at: int,
    kind: str,
    name: str = "",
    table: str = "",
    says: str = "",
    round: int = 0,  # noqa: A002
) -> None:
    """Store an event, with the address from which it was ordered. A failure to store it goes only to the log, and stops
    nobody."""
    try:
        await database.write([Statement(_NOTE, [(at, kind, name, table, says[:500], round, ADDRESS.get())])])
    except Exception:
        log.exception("an event could not be stored", extra={"kind": kind})


async def noted(database: Database, before: int, limit: int) -> list[dict[str, Any]]:
    """The last events before a time, newest first."""
    rows = await database.read(
        "SELECT at, kind, name, table_id, says, round, address FROM events WHERE at < ? AND kind <> 'chat' "
        "ORDER BY at DESC LIMIT ?",
        before,
        limit,
    )
    return [dict(zip(FIELDS, row, strict=True)) for row in rows]


def as_csv(events: list[dict[str, Any]], fields: Sequence[str] = FIELDS) -> str:
    """For a spreadsheet; no cell of text can start a formula."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(fields)
    for each in events:
        writer.writerow([_cell(each[field]) for field in fields])
    return out.getvalue()


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@")) else value


@cache
def program() -> tuple[str, int]:
    """The hash of the installed program and its number of files: every file's hash with its path, in order."""
    home = Path(pitboss.__file__).parent
    digest = hashlib.sha256()
    files = [
        file
        for file in sorted(home.rglob("*"))
        if file.is_file() and file.suffix not in (".pyc", ".pyo", ".part")
    ]
    for file in files:
        line = f"{hashlib.sha256(file.read_bytes()).hexdigest()} {file.relative_to(home).as_posix()}\n"
        digest.update(line.encode())
    return digest.hexdigest(), len(files)


def installation() -> dict[str, Any]:
    """The program that runs here, its platform, and its clock."""
    hash_, files = program()
    return {
        "version": pitboss.__version__,
        "program": hash_,
        "files": files,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "clock": clock(),
    }


def clock() -> dict[str, Any]:
    """The source of the time."""
    source = Path("/sys/devices/system/clocksource/clocksource0/current_clocksource")
    info = time.get_clock_info("time")
    return {
        "source": source.read_text().strip() if source.is_file() else sys.platform,
        "implementation": info.implementation,
        "resolution": info.resolution,
        "adjusted_by_the_system": info.adjustable,
        "now": time.time_ns() // 1_000_000,
    }
