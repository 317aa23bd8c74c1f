"""The journal of a table: each command with everything that followed from it, one line of JSON, chained by hash. A line
is written before anybody sees its results; folding the lines gives the same table again."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct

from pitboss.book import game_named
from pitboss.book.data import HouseWay, Value
from pitboss.book.events import AnyEvent, Commit, Event, Irregularity, Reveal
from pitboss.equipment.chance import promise_of
from pitboss.law import Refused

Chips = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""Cents, within the range that every reader of JSON counts exactly."""

Time = Annotated[int, Meta(ge=0, le=10**14)]
"""Milliseconds since 1970, small enough to be a date."""


Count = Annotated[int, Meta(ge=0, le=2**31)]

EDITION = 2
"""The edition of journals. It grows when a default or the content of a line changes, never for money: journals of an
earlier edition, and those dealt under other rules than these, are replayed with the defaults of their time and the
decisions that were open to players then; an irregularity occurs where they record it. Since the second edition, lines
contain no paragraphs and no prose."""


class Command(Struct, tag_field="command", tag=str.lower, omit_defaults=True):
    """A person's action on the table from outside."""


class Open(Command):
    """A table opened, with the rules in force."""

    game: str
    options: dict[str, Value] = {}
    pay_tables: dict[str, dict[str, str]] = {}
    limits: dict[str, tuple[Chips, Chips]] = {}
    chip: Chips = 0
    positions: Count = 0
    state: dict[str, object] = {}
    increment: Chips = 0
    table: str = ""
    """A live table's name, to which its promises are bound."""
    house_way: HouseWay | None = None
    edition: Count = 0
    """The edition of journals under which it began; see `EDITION`."""
    version: str = ""
    """The version of Pitboss that dealt from here on."""
    rules: str = ""
    """The hash of the rules it was dealt under: of the book's data and of the code that deals and settles."""
    entered: bool = False
    """Are the outcomes of a real table entered, instead of drawn?"""


class Continue(Open):
    """A journal continues in a new volume, between rounds and with an empty layout: the complete state of the table."""

    lines: Count = 0
    """In the volumes before this one."""
    before: str = ""
    """The last link of the chain of the volume before."""
    rounds: Count = 0
    seats: dict[Count, tuple[str, Chips]] = {}
    accounts: dict[str, Chips] = {}
    bank: Chips = 0
    fees: Chips = 0
    hands: dict[str, list[tuple[int, bool, tuple[int, ...]]]] = {}
    shoes: dict[str, bytes] = {}
    shuffled_by: dict[str, bytes] = {}
    withheld: list[tuple[bytes, int]] = []
    """Secrets of rounds that are not revealed yet."""
    notices: list[tuple[Time, dict[str, Value]]] = []
    brought: dict[str, Chips] = {}
    """What each person has brought to a live table and not taken away, in total."""


class Sit(Command):
    seat: Count
    name: str
    amount: Chips


class Leave(Command):
    seat: Count


class Bet(Command):
    seat: Count
    wager: str
    amount: Chips
    allowed_by: str = ""
    """Who permitted a stake outside the posted limits."""


class Limits(Command):
    """New limits, and what else is required of wagers."""

    limits: dict[str, tuple[Chips, Chips]]
    chip: Chips | None = None
    increment: Chips | None = None


class ChangeRules(Command, tag="rules"):
    """A change of rules announced, and when it takes effect."""

    options: dict[str, Value]
    effective: Time


class Stand(Command):
    """A wager that is on the layout when the record begins."""

    seat: Count
    wager: str
    amount: Chips
    on: bool = False
    mark: Chips = 0


class Remove(Command):
    seat: Count
    wager: str
    amount: Chips


class Deal(Command):
    """No more bets: the round starts."""


class Act(Command):
    seat: Count
    decision: str
    amount: Chips = 0
    wager: str = ""


class Enter(Command):
    """Outcomes of a real table, in the order in which they came out."""

    by: str
    shows: str


class Amend(Command):
    """Another word for an entry of the round under way: the entry number ``at``, counted from 0."""

    by: str
    at: Count
    shows: str


class Call(Command):
    """An irregularity called."""

    irregularity: Irregularity


class Promise(Command):
    """The chance of the next round committed to."""


class Seed(Command):
    """A player's own contribution to the chance of the next round."""

    seat: Count
    seed: str


class Void(Command):
    """A round declared void by order."""

    by: str
    why: str


class Correct(Command):
    """A payout corrected by order: to the seat, or from it."""

    seat: Count
    amount: Chips
    by: str
    why: str


class Award(Command):
    """What seats have won from a fund that several tables share, paid by order of the house."""

    meter: str
    shares: dict[Count, Chips]
    why: str
    by: str
    round: Count = 0
    """The round that won it, at the table where it was won."""
    brought: Chips | None = None
    """From the cage for it; absent if this table's meter holds the whole fund."""
    elsewhere: Chips = 0
    """Out of the meter to the cage, to be paid at other tables."""


class Renew(Command):
    """The open promise and the shoes are void by order of the house, because players may have seen what comes next: the
    next round has new chance."""

    by: str
    why: str


class Close(Command):
    """The table closed."""

    by: str = ""


AnyCommand: TypeAlias = (
    Open
    | Continue
    | Sit
    | Leave
    | Bet
    | Limits
    | ChangeRules
    | Stand
    | Remove
    | Deal
    | Act
    | Enter
    | Amend
    | Call
    | Promise
    | Seed
    | Void
    | Correct
    | Award
    | Renew
    | Close
)


class Entry(Struct):
    """One line: the command, and all that happened until the table waited again, without paragraphs and prose: those
    follow from the rules, as a replayed journal has them."""

    n: Count
    at: Time
    command: AnyCommand
    events: list[AnyEvent]
    chain: str = ""


class Numbered(Protocol):
    n: Count


Line = TypeVar("Line", bound=Numbered)


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


_encode = msgspec.json.Encoder(enc_hook=int).encode  # for `Money`
_FORMERLY = {b"wager": b"bet", b"begin": b"deal", b"annul": b"void", b"post": b"limits", b"notice": b"rules"}
_TAG = re.compile(b'(?<="command":{"command":")(?:' + b"|".join(_FORMERLY) + b')(?=")')
_read = msgspec.json.Decoder(Entry).decode
_CHAIN = b',"chain":"'


def _decode(line: bytes) -> Entry:
    """An entry; commands may have the names of earlier editions."""
    return _read(_TAG.sub(lambda found: _FORMERLY[found[0]], line, count=1))


class Journal:
    """Writes chained lines to a storage."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.before = 0
        """Lines in the volumes before this one."""
        self.count = 0
        self.chain = ""

    @property
    def lines(self) -> int:
        """In all volumes."""
        return self.before + self.count

    def turn(self) -> None:
        """Continue in a new volume."""
        self.before, self.count, self.chain = self.lines, 0, ""

    def write(self, at: int, command: Command, events: list[Event]) -> None:
        body = _encode(_Body(self.count, at, command, [event.bare() for event in events]))[:-1]
        chain = _link(self.chain, body)
        self.storage.append(body + _CHAIN + chain.encode() + b'"}')
        self.chain = chain
        self.count += 1


def _link(previous: str, body: bytes) -> str:
    return hashlib.sha256(previous.encode() + body).hexdigest()


def public(lines: Iterable[bytes], later: Iterable[bytes] = ()) -> list[bytes]:
    """The lines that no longer give anything away: those before the first promise whose secret is not revealed,
    including a promise of the volume before. A secret may also be revealed in ``later`` volumes."""
    kept = [line for line in map(bytes.strip, lines) if line]
    if kept and b'"entered":true' in kept[0]:
        return _finished(kept)
    promised: dict[str, int] = {}
    for number, line in enumerate(kept):
        if number and b'"commit"' not in line and b'"reveal"' not in line:
            continue
        entry = _decode(line)
        if isinstance(entry.command, Continue):
            opening = entry.command
            promised |= {promise_of(secret, opening.table, n): number for secret, n in opening.withheld}
        for event in entry.events:
            match event:
                case Commit():
                    promised[event.promise] = number
                case Reveal():
                    promised.pop(event.promise, None)
    for line in later:
        if promised and b'"reveal"' in line:
            for event in _decode(line).events:
                if isinstance(event, Reveal):
                    promised.pop(event.promise, None)
    return kept[: min(promised.values(), default=len(kept))]


_BETWEEN = (Bet, Stand, Remove, Correct, Award, Limits, Void, Close)
"""Commands that are given between rounds, or end one."""


def _finished(lines: list[bytes]) -> list[bytes]:
    """Of a table whose outcomes are entered, the lines before a round that may be under way; where hands are discarded
    unseen, before the first round until the table closes."""
    opened = _decode(lines[0]).command
    assert isinstance(opened, Open)
    closed = isinstance(_decode(lines[-1]).command, Close)
    if game_named(opened.game).reveals == "closing" and not closed:
        first = (place for place, line in enumerate(lines) if isinstance(_decode(line).command, Deal))
        return lines[: next(first, len(lines))]
    for place in range(len(lines) - 1, 0, -1):
        command = _decode(lines[place]).command
        if isinstance(command, _BETWEEN):
            break
        if isinstance(command, Deal):
            return lines[:place]
    return lines


def read(lines: Iterable[bytes]) -> Iterator[Entry]:
    """The entries of a journal, each checked against the chain."""
    return chained(lines, _decode)


def chained(lines: Iterable[bytes], decode: Callable[[bytes], Line]) -> Iterator[Line]:
    """The entries of a record that is chained as journals are, each checked against the chain."""
    chain = ""
    for number, line in enumerate(filter(None, map(bytes.strip, lines))):
        body, _, tail = line.rpartition(_CHAIN)
        try:
            entry = decode(line)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
            raise Refused(f"line {number + 1} is not a journal entry: {problem}") from None
        chain = _link(chain, body)
        if entry.n != number or tail != chain.encode() + b'"}':
            raise Refused(f"the chain breaks at line {number + 1}: it or a line before it was altered")
        yield entry
