"""The journal of a table: each command with everything that followed from it, one line of JSON, chained
by hash. A line is written before anybody is told of it; folding the lines gives the same table again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol, TypeAlias

import msgspec
from msgspec import Struct

from pitboss.book.data import Value
from pitboss.book.events import AnyEvent, Commit, Event, Irregularity, Reveal
from pitboss.law import Refused
from pitboss.money import Cents


class Command(Struct, tag_field="command", tag=str.lower, omit_defaults=True):
    """What somebody did to the table from outside."""


class Open(Command):
    """A table opened, with the rules in force."""

    game: str
    options: dict[str, Value] = {}
    pay_tables: dict[str, dict[str, str]] = {}
    limits: dict[str, tuple[Cents, Cents]] = {}
    chip: Cents = 0
    positions: int = 0
    state: dict[str, object] = {}


class Sit(Command):
    seat: int
    name: str
    amount: Cents


class Leave(Command):
    seat: int


class Wager(Command):
    seat: int
    wager: str
    amount: Cents
    allowed_by: str = ""
    """Who permitted a stake outside the posted limits."""


class Post(Command):
    """New limits."""

    limits: dict[str, tuple[Cents, Cents]]


class Notice(Command):
    """A change of rules announced, and when it takes effect."""

    options: dict[str, Value]
    effective: int


class Stand(Command):
    """A wager found on the layout when the record begins."""

    seat: int
    wager: str
    amount: Cents


class Remove(Command):
    seat: int
    wager: str
    amount: Cents


class Begin(Command):
    """No more bets: the round starts."""


class Act(Command):
    seat: int
    decision: str
    amount: Cents = 0
    wager: str = ""


class Call(Command):
    """An irregularity called."""

    irregularity: Irregularity


class Promise(Command):
    """The chance of the next round committed to."""


class Annul(Command):
    """A round declared void by order."""

    by: str
    why: str


class Correct(Command):
    """A payout put right by order: to the seat, or from it."""

    seat: int
    amount: Cents
    by: str
    why: str


class Close(Command):
    """The table closed."""

    by: str = ""


AnyCommand: TypeAlias = (
    Open
    | Sit
    | Leave
    | Wager
    | Post
    | Notice
    | Stand
    | Remove
    | Begin
    | Act
    | Call
    | Promise
    | Annul
    | Correct
    | Close
)


class Entry(Struct):
    """One line: the command, and all that happened until the table waited again."""

    n: int
    at: int
    command: AnyCommand
    events: list[AnyEvent]
    chain: str = ""


class _Body(Struct):
    n: int
    at: int
    command: Command
    events: list[Event]


class Storage(Protocol):
    """Where lines go. `append` returns when the line is safe."""

    def append(self, line: bytes) -> None: ...


class Memory:
    """Lines kept in memory."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []

    def append(self, line: bytes) -> None:
        self.lines.append(line)


class File:
    """Lines appended to a file."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("ab", buffering=0)

    def append(self, line: bytes) -> None:
        self._file.write(line + b"\n")


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Entry).decode
_CHAIN = b',"chain":"'


class Journal:
    """Writes chained lines to a storage."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.count = 0
        self.chain = ""

    def write(self, at: int, command: Command, events: list[Event]) -> None:
        body = _encode(_Body(self.count, at, command, events))[:-1]
        chain = _link(self.chain, body)
        self.storage.append(body + _CHAIN + chain.encode() + b'"}')
        self.chain = chain
        self.count += 1


def _link(previous: str, body: bytes) -> str:
    return hashlib.sha256(previous.encode() + body).hexdigest()


def public(lines: Iterable[bytes]) -> list[bytes]:
    """The lines that give nothing away any more: those before the first promise whose secret is not told."""
    kept = [line for line in map(bytes.strip, lines) if line]
    promised: dict[str, int] = {}
    for number, line in enumerate(kept):
        if b'"commit"' not in line and b'"reveal"' not in line:
            continue
        for event in _decode(line).events:
            match event:
                case Commit():
                    promised[event.promise] = number
                case Reveal():
                    promised.pop(event.promise, None)
    return kept[: min(promised.values(), default=len(kept))]


def read(lines: Iterable[bytes]) -> Iterator[Entry]:
    """The entries of a journal, each checked against the chain."""
    chain = ""
    for number, line in enumerate(filter(None, map(bytes.strip, lines))):
        body, _, tail = line.rpartition(_CHAIN)
        try:
            entry = _decode(line)
        except (msgspec.DecodeError, msgspec.ValidationError) as problem:
            raise Refused(f"line {number + 1} is not a journal entry: {problem}") from None
        chain = _link(chain, body)
        if entry.n != number or tail != chain.encode() + b'"}':
            raise Refused(f"the chain breaks at line {number + 1}: it or a line before it was altered")
        yield entry
