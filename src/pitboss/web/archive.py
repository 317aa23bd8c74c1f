"""Full volumes of journals, compressed, in a folder instead of the database. They are read, replayed and audited as
before; `zstd -dc FILE | pitboss audit -` audits one without the house."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.law import Refused
from pitboss.web.database import Database
from pitboss.web.transaction import Statement

if TYPE_CHECKING:
    from pitboss.web.house import House

_LEVEL = 10
"""Five to six times smaller; higher levels take ten times as long for a seventh less."""
_FIRST = "SELECT min(volume) FROM journal WHERE table_id = ?"
_LINES = "SELECT line FROM journal WHERE table_id = ? AND volume = ? ORDER BY n"
_MOVED = "INSERT INTO archived (table_id, volume, lines, digest) VALUES (?, ?, ?, ?)"
_DELETED = "DELETE FROM journal WHERE table_id = ? AND volume = ?"


class Archive:
    """A folder, shared by all servers of a house."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, table: str, volume: int, lines: Iterable[bytes]) -> str:
        """Write a volume, so that it survives a loss of power. Returns its digest."""
        from zstandard import ZstdCompressor

        text = b"".join(line + b"\n" for line in lines)
        file = self._file(table, volume)
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part")
        made = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(made, "wb") as out:
            out.write(ZstdCompressor(level=_LEVEL, write_checksum=True).compress(text))
            out.flush()
            os.fsync(out.fileno())
        part.rename(file)
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
        return hashlib.sha256(text).hexdigest()

    def get(self, table: str, volume: int, digest: str) -> list[bytes]:
        """The lines of a volume, unchanged."""
        from zstandard import ZstdDecompressor, ZstdError

        try:
            text = ZstdDecompressor().decompress(self._file(table, volume).read_bytes())
        except FileNotFoundError:
            raise Refused(f"volume {volume} of table {table} is not in the archive") from None
        except ZstdError:
            text = b""
        if hashlib.sha256(text).hexdigest() != digest:
            raise Refused(f"volume {volume} of table {table} was changed in the archive")
        return text.splitlines()

    def _file(self, table: str, volume: int) -> Path:
        return self.folder / table / f"{volume:06}.jsonl.zst"


async def archive_full(house: House, archive: Archive) -> int:
    """Move the volumes of the tables here that are full, except the last of them, which a current round may need.
    Returns how many."""
    moved = 0
    for live in list(house.tables.values()):
        if live.tournament or live.volume < 2:
            continue
        [(first,)] = await house.database.read(_FIRST, live.id)
        for volume in range(first, live.volume - 1):
            lines = [bytes(line) for (line,) in await house.database.read(_LINES, live.id, volume)]
            digest = await house.work(lambda: archive.put(live.id, volume, lines))  # noqa: B023
            row = (live.id, volume, len(lines), digest)
            deleted = Statement(_DELETED, [(live.id, volume)], expect=len(lines))
            await house.database.write([Statement(_MOVED, [row]), deleted])
            moved += 1
    return moved


async def archived(database: Database, archive: Archive | None, table: str, volume: int) -> list[bytes]:
    """The lines of a volume that is no longer in the database; none if there is no such volume."""
    rows = await database.read("SELECT digest FROM archived WHERE table_id = ? AND volume = ?", table, volume)
    if not rows:
        return []
    if archive is None:
        raise Refused(f"volume {volume} of table {table} is in the archive; name it in the setting archive")
    return archive.get(table, volume, rows[0][0])
