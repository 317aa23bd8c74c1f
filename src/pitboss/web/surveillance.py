"""What surveillance works with: searches over open and closed tables, bookmarks, and case files with their evidence."""

from __future__ import annotations

import hashlib
import io
import secrets
import zipfile
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct

from pitboss.law import Refused, one_line
from pitboss.money import cents
from pitboss.web.events import FIELDS, as_csv
from pitboss.web.live import LiveTable
from pitboss.web.people import Person
from pitboss.web.service import Service
from pitboss.web.times import NEW_JERSEY
from pitboss.web.transaction import Row, Statement, Unmet

MOST: Final = 200
"""The most of each kind that a search returns."""
_BOOKMARK: Final = ("id", "at", "by", "file", "table", "name", "round", "step", "says")
_FILE: Final = ("id", "at", "title", "by", "closed")

Page = Callable[[LiveTable, dict[str, Any]], str]
"""A round with its pictures as a page that needs nothing else."""


class Query(Struct, forbid_unknown_fields=True):
    """What is searched for. Empty fields do not narrow the search."""

    person: str = ""
    table: str = ""
    """An id, or a part of a name."""
    first: str = ""
    """Times as 2026-11-19T16:00, in the zone of the person who searches."""
    last: str = ""
    least: str = ""
    """Dollars that a player won or lost in a round, at least."""
    act: str = ""
    """A kind of event, such as void."""
    words: str = ""
    """A part of what an event says, such as the name of an irregularity."""

    @property
    def empty(self) -> bool:
        return self == Query()


class _Where:
    """The conditions of a statement, with their values."""

    def __init__(self) -> None:
        self.values: list[object] = []
        self._terms: list[str] = []

    def add(self, term: str, *values: object) -> None:
        self._terms.append(term)
        self.values += values

    def __str__(self) -> str:
        return f"WHERE {' AND '.join(self._terms)}" if self._terms else ""


class Surveillance:
    """Searches and case files of a house."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self._database = service.database
        self._looked: set[tuple[str, str]] = set()

    # ---- looking ---------------------------------------------------------------------------------------

    async def look(self, person: Person, live: LiveTable) -> None:
        """Before hidden cards of a table are shown: a person who sees them does not play there, and it is on record."""
        if not live.table.closed:
            live.rule(person, "surveillance", "auditor")
        if (person.name, live.id) not in self._looked:
            self._looked.add((person.name, live.id))
            await self.service.note("table looked at", person.name, live.id)

    # ---- searching -------------------------------------------------------------------------------------

    async def search(self, query: Query, zone: str = "") -> dict[str, list[dict[str, Any]]]:
        """Tables, rounds and events that fit, the newest first."""
        person = query.person.strip()
        if person:  # as it is written in the register
            rows = await self._database.read("SELECT name FROM people WHERE lower(name) = ?", person.lower())
            person = rows[0][0] if rows else person
        first, last = _time(query.first, zone), _time(query.last, zone)
        rounds = await self._rounds(query, person, first, last)
        return {
            "tables": await self._tables(query, person, first, last),
            "rounds": rounds,
            "events": await self._events(query, person, first, last),
        }

    async def _tables(self, query: Query, person: str, first: int, last: int) -> list[dict[str, Any]]:
        if query.act or query.words or query.least:
            return []
        where = _Where()
        _of_table(where, query.table)
        if first:
            where.add("(closed IS NULL OR closed >= ?)", first)
        if last:
            where.add("opened <= ?", last)
        if person:
            where.add("EXISTS (SELECT 1 FROM recall WHERE recall.table_id = tables.id AND name = ?)", person)
        rows = await self._database.read(
            "SELECT id, name, game, opened, coalesce(closed, 0), "
            "(SELECT count(*) FROM rounds WHERE rounds.table_id = tables.id) "
            f"FROM tables {where} ORDER BY closed IS NULL, closed DESC, opened DESC LIMIT {MOST}",
            *where.values,
        )
        return _named(("id", "name", "game", "opened", "closed", "rounds"), rows)

    async def _rounds(self, query: Query, person: str, first: int, last: int) -> list[dict[str, Any]]:
        where = _Where()
        _of_table(where, query.table)
        if first:
            where.add("rounds.at >= ?", first)
        if last:
            where.add("rounds.at <= ?", last)
        if person:
            where.add("recall.name = ?", person)
        if query.least:
            where.add("abs(funds_after - funds_before) >= ?", cents(query.least))
        if query.act or query.words:
            said = (
                "EXISTS (SELECT 1 FROM events WHERE events.table_id = rounds.table_id "
                "AND events.round = rounds.round"
            )
            values: list[object] = []
            if query.act:
                said, values = f"{said} AND kind = ?", [query.act]
            if query.words:
                said, values = f"{said} AND lower(says) LIKE ? ESCAPE '!'", [*values, _like(query.words)]
            where.add(f"{said})", *values)
        rows = await self._database.read(
            "SELECT rounds.table_id, tables.name, tables.game, rounds.round, rounds.at, coalesce(recall.name, ''), "
            "coalesce(seat, 0), coalesce(funds_after - funds_before, 0) FROM rounds "
            "JOIN tables ON tables.id = rounds.table_id "
            "LEFT JOIN recall ON recall.table_id = rounds.table_id AND recall.round = rounds.round "
            f"{where} ORDER BY rounds.at DESC, rounds.round DESC LIMIT {MOST}",
            *where.values,
        )
        return _named(("table", "name", "game", "round", "at", "player", "seat", "net"), rows)

    async def _events(self, query: Query, person: str, first: int, last: int) -> list[dict[str, Any]]:
        if query.least:
            return []
        where = _Where()
        _of_table(where, query.table)
        for term, value in (("at >= ?", first), ("at <= ?", last), ("kind = ?", query.act)):
            if value:
                where.add(f"events.{term}", value)
        if person:
            where.add("(events.name = ? OR lower(says) LIKE ? ESCAPE '!')", person, _like(person))
        if query.words:
            where.add("lower(says) LIKE ? ESCAPE '!'", _like(query.words))
        rows = await self._database.read(
            "SELECT events.at, kind, events.name, table_id, says, round, events.address, coalesce(tables.name, '') "
            f"FROM events LEFT JOIN tables ON tables.id = table_id {where} ORDER BY events.at DESC LIMIT {MOST}",
            *where.values,
        )
        return _named((*FIELDS, "at_table"), rows)

    async def acts(self) -> list[str]:
        """The kinds of events there are."""
        rows = await self._database.read("SELECT DISTINCT kind FROM events ORDER BY kind")
        return [kind for (kind,) in rows]

    # ---- bookmarks and files ---------------------------------------------------------------------------

    async def bookmark(
        self, person: Person, table: str, round_: int, step: int, says: str, file: str = ""
    ) -> None:
        """Keep a step of a round, in a file or for later."""
        found = await self._database.read(
            "SELECT 1 FROM rounds WHERE table_id = ? AND round = ?", table, round_
        )
        if not found:
            raise Refused(f"table {one_line(table)} has no finished round {round_}")
        if file:
            await self._open(file)
        at = self.service.clock()
        row = (secrets.token_hex(4), at, person.name, file, table, round_, step, one_line(says)[:500])
        insert = (
            "INSERT INTO bookmarks (id, at, name, case_file, table_id, round, step, says) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        )
        await self._database.write([Statement(insert, [row])])
        await self.service.note("bookmark", person.name, table, one_line(says), round=round_)

    async def put(self, person: Person, bookmark: str, file: str) -> None:
        """Put a bookmark that is in no file into one."""
        await self._open(file)
        update = "UPDATE bookmarks SET case_file = ? WHERE id = ? AND case_file = ''"
        try:
            await self._database.write([Statement(update, [(file, bookmark)], expect=1)])
        except Unmet:
            raise Refused("this bookmark is in a file already") from None

    async def bookmarks(self, file: str = "") -> list[dict[str, Any]]:
        """The bookmarks of a file in the order of the rounds, or those in none, the newest first."""
        order = "bookmarks.table_id, round, step, bookmarks.at" if file else "bookmarks.at DESC"
        rows = await self._database.read(
            "SELECT bookmarks.id, bookmarks.at, bookmarks.name, case_file, table_id, tables.name, round, step, says "
            f"FROM bookmarks JOIN tables ON tables.id = table_id WHERE case_file = ? ORDER BY {order} LIMIT 500",
            file,
        )
        return _named(_BOOKMARK, rows)

    async def open_file(self, person: Person, title: str) -> str:
        title = one_line(title).strip()[:100]
        if not title:
            raise Refused("a file needs a title")
        identity = secrets.token_hex(4)
        insert = "INSERT INTO case_files (id, at, title, opened_by) VALUES (?, ?, ?, ?)"
        row = (identity, self.service.clock(), title, person.name)
        await self._database.write([Statement(insert, [row])])
        await self.service.note("file opened", person.name, says=f"{identity}: {title}")
        return identity

    async def close_file(self, person: Person, file: str) -> None:
        """Nothing more is put into it."""
        await self._open(file)
        now = self.service.clock()
        await self._database.write(
            [Statement("UPDATE case_files SET closed = ? WHERE id = ?", [(now, file)])]
        )
        await self.service.note("file closed", person.name, says=file)

    async def files(self) -> list[dict[str, Any]]:
        rows = await self._database.read(
            f"SELECT id, at, title, opened_by, closed FROM case_files ORDER BY closed <> 0, at DESC LIMIT {MOST}"
        )
        return _named(_FILE, rows)

    async def file(self, identity: str) -> dict[str, Any]:
        rows = await self._database.read(
            "SELECT id, at, title, opened_by, closed FROM case_files WHERE id = ?", identity
        )
        if not rows:
            raise Refused(f"there is no file {one_line(identity)!r}")
        return _named(_FILE, rows)[0] | {"bookmarks": await self.bookmarks(identity)}

    async def _open(self, file: str) -> None:
        if (await self.file(file))["closed"]:
            raise Refused("this file is closed")

    # ---- evidence --------------------------------------------------------------------------------------

    async def evidence(self, person: Person, identity: str, page: Page) -> bytes:
        """A file with everything that proves it: the rounds as pages, the published lines of their journals, what the
        house signed of them, the acts of staff, and a signed list of their hashes."""
        service, file = self.service, await self.file(identity)
        contents: dict[str, bytes] = {"file.json": msgspec.json.format(msgspec.json.encode(file))}
        volumes: set[tuple[str, int]] = set()
        acts: list[dict[str, Any]] = []
        rounds = dict.fromkeys((each["table"], each["round"]) for each in file["bookmarks"])
        for table, number in rounds:
            live = await service.house.find(table)
            await self.look(person, live)
            steps = await service.round_steps(table, number, person, pictures=True)
            contents[f"rounds/{table}-{number}.html"] = page(live, steps).encode()
            volumes.add((table, steps["volume"]))
            acts += await self._events_of(table, number)
        for table, volume in sorted(volumes):
            lines = await service.journal(table, None, volume)
            contents[f"journals/{table}-{volume}.jsonl"] = lines
            if volume:  # an audit checks that it continues the one before
                contents[f"journals/{table}-{volume - 1}.jsonl"] = await service.journal(
                    table, None, volume - 1
                )
        for table in dict.fromkeys(table for table, _ in rounds):
            heads = [msgspec.json.decode(each) for each in await service.heads(table, MOST)]
            contents[f"heads/{table}.json"] = msgspec.json.encode(heads)
        contents["acts.csv"] = as_csv(acts).encode()
        contents["key.txt"] = f"{service.house.signer.key}\n".encode()
        contents["README.txt"] = _EXPLAINED.format(title=file["title"], id=identity).encode()
        sums = "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in contents.items())
        contents["sha256.txt"] = sums.encode()
        contents["sha256.signature"] = f"{service.house.signer.sealed(sums.encode())}\n".encode()
        await service.note("evidence", person.name, says=f"{identity}: {file['title']}")
        packed: bytes = await service.house.work(lambda: _packed(contents, file["at"]))
        return packed

    async def _events_of(self, table: str, number: int) -> list[dict[str, Any]]:
        rows = await self._database.read(
            "SELECT at, kind, name, table_id, says, round, address FROM events WHERE table_id = ? AND round = ? "
            "ORDER BY at",
            table,
            number,
        )
        return _named(FIELDS, rows)


_EXPLAINED: Final = """File {id}: {title}

file.json       the file with its bookmarks
rounds/         each round step by step, to be opened in a browser
journals/       the published lines of the journals; lines that a shoe in play still hides are published with its secret
heads/          what the house signed of these journals
acts.csv        acts of staff and chat in these rounds
key.txt         the public key of the house
sha256.txt      the hashes of all these, signed in sha256.signature (Ed25519)

Verify a journal: pitboss audit journals/TABLE-VOLUME.jsonl --head heads/TABLE.json --key KEY
(with --before journals/TABLE-PREVIOUS.jsonl for a volume that continues another)
"""


def _packed(contents: dict[str, bytes], at: int) -> bytes:
    """A zip of these files."""
    out = io.BytesIO()
    moment = datetime.fromtimestamp(at / 1000, ZoneInfo(NEW_JERSEY)).timetuple()[:6]
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in contents.items():
            packed.writestr(zipfile.ZipInfo(name, moment), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _named(fields: tuple[str, ...], rows: list[Row]) -> list[dict[str, Any]]:
    return [dict(zip(fields, row, strict=True)) for row in rows]


def _of_table(where: _Where, table: str) -> None:
    if table := table.strip():
        where.add("(tables.id = ? OR lower(tables.name) LIKE ? ESCAPE '!')", table, _like(table))


def _like(words: str) -> str:
    """A pattern for text that contains these words."""
    plain = words.strip().lower()
    for sign in "!%_":
        plain = plain.replace(sign, f"!{sign}")
    return f"%{plain}%"


def _time(given: str, zone: str) -> int:
    """A local time in milliseconds; 0 if none is given."""
    if not given:
        return 0
    try:
        return int(
            datetime.fromisoformat(given).replace(tzinfo=ZoneInfo(zone or NEW_JERSEY)).timestamp() * 1000
        )
    except (ValueError, OverflowError):
        raise Refused("write a time as 2026-11-19T16:00") from None
