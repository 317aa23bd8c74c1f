"""The messages on a table's socket: commands in, the table and its news out. See docs/live-tables.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct

from pitboss.book.data import Value
from pitboss.book.events import Choice
from pitboss.book.facets import Board, Marker
from pitboss.law import Refused
from pitboss.money import Cents

Dollars = Annotated[str, Meta(pattern=r"^-?[0-9]{1,9}(\.[0-9]{1,2})?$")]
Short = Annotated[str, Meta(max_length=200)]
SeatNumber = Annotated[int, Meta(ge=1, le=100)]


class Command(Struct, tag_field="do", tag=str.lower, forbid_unknown_fields=True, kw_only=True):
    """A person's command to a table. ``id`` numbers the answer."""

    id: Annotated[int, Meta(ge=0, le=2**53)] = 0


class Sit(Command):
    seat: SeatNumber
    amount: Dollars


class Buy(Command):
    amount: Dollars


class Leave(Command): ...


class Bet(Command):
    wager: Short
    amount: Dollars
    seat: SeatNumber | None = None
    """A player at the felt, for whom the dealer enters it."""


class Remove(Command):
    wager: Short
    amount: Dollars | None = None
    seat: SeatNumber | None = None


class Ready(Command): ...


class Act(Command):
    decision: Short
    amount: Dollars | None = None
    wager: Short = ""
    seat: SeatNumber | None = None


class Player(Command):
    """Seat a player at the felt, who has no device: the dealer enters wagers and decisions."""

    seat: SeatNumber
    amount: Dollars = "500"


class NoMoreBets(Command, tag="no-more-bets"):
    """Close betting at a table whose outcomes are entered."""


class Enter(Command):
    """What a real table shows: cards, faces of dice, numbers, in order."""

    shows: Short


class Amend(Command):
    """Another word for an entry of this round, counted from 0."""

    at: Annotated[int, Meta(ge=0, le=10_000)]
    shows: Short


class Bot(Command):
    seat: SeatNumber
    play: str = "best"
    amount: Dollars = "500"


class Seed(Command):
    """A player's own contribution to the chance of the next round."""

    seed: Short


class Dismiss(Command):
    seat: SeatNumber


class Chat(Command):
    """A chat message to everybody at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=120)]


class Hush(Command):
    """Mute a person's chat here; sent again, unmute."""

    name: Short


class Call(Command):
    """An irregularity called."""

    irregularity: Short
    at: tuple[Short, Annotated[int, Meta(ge=1, le=10_000)]] | None = None
    position: Short = ""
    detail: dict[Short, Short | int | bool] = {}


class Void(Command):
    why: Short


class Correct(Command):
    seat: SeatNumber
    amount: Dollars
    why: Short


class Allow(Command):
    """Allow one stake of a seat outside the posted limits (8.2(d))."""

    seat: SeatNumber
    wager: Short


class Limits(Command):
    """New limits, another smallest chip, other increments (8.3(c))."""

    limits: dict[Short, tuple[Dollars, Dollars]] = {}
    chip: Dollars | None = None
    increment: Dollars | None = None


class ChangeRules(Command, tag="rules"):
    options: dict[Short, Short | int | bool]
    minutes: Annotated[float, Meta(ge=0, le=10_080)] = 30


class Close(Command): ...


class Pause(Command):
    """No round starts until the floor resumes the table."""

    on: bool = True


class CloseAfter(Command, tag="close-after"):
    """No more wagers; the table closes when the layout is empty."""

    on: bool = True


class RemovePlayer(Command, tag="remove-player"):
    """A player leaves with the chips, at once or after the round."""

    name: Short


class Bar(Command):
    """A person may not sit here, or with ``everywhere`` at any table; if they sit here, they leave."""

    name: Short
    on: bool = True
    everywhere: bool = False


class Announce(Command):
    """An announcement to everybody at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=200)]


class CallFloor(Command, tag="call-floor"):
    """A player asks for a floorperson."""

    why: Annotated[str, Meta(max_length=120)] = ""


AnyCommand: TypeAlias = (
    Sit
    | Buy
    | Leave
    | Bet
    | Remove
    | Ready
    | Seed
    | Act
    | Bot
    | Player
    | NoMoreBets
    | Enter
    | Amend
    | Dismiss
    | Chat
    | Hush
    | Call
    | Void
    | Correct
    | Allow
    | Limits
    | ChangeRules
    | Close
    | Pause
    | CloseAfter
    | RemovePlayer
    | Bar
    | Announce
    | CallFloor
)


class Decided(Struct):
    """A case carried out; it comes from the house, never from a socket."""

    kind: str
    seat: int
    player: str
    amount: Cents
    by: str
    why: str


_LONGEST = 10_000

_decode = msgspec.json.Decoder(AnyCommand).decode
encode = msgspec.json.Encoder(enc_hook=int).encode  # for `Money`


def read_command(frame: bytes | str) -> AnyCommand:
    """A command, or a sentence about its error."""
    if len(frame) > _LONGEST:
        raise Refused("the command is too long")
    try:
        command: AnyCommand = _decode(frame)
        return command
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeError) as problem:
        raise Refused(f"this is not a command: {problem}") from None


class _Numbered(Struct):
    id: int = 0


_decode_number = msgspec.json.Decoder(_Numbered).decode


def number_of(frame: bytes | str) -> int:
    """The number of a command that may otherwise be invalid."""
    try:
        return _decode_number(frame).id
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeError):
        return 0


# ---- out -----------------------------------------------------------------------------------------------


class SeatView(Struct, omit_defaults=True):
    seat: int
    name: str
    funds: Cents
    stake: Cents
    ready: bool = False
    here: bool = False
    bot: str = ""


class BetView(Struct, omit_defaults=True):
    seat: int
    wager: str
    stake: Cents
    on: bool = False
    mark: int = 0
    swept: Cents = 0
    """The part of the stake that is in the middle."""


class AskedView(Struct, omit_defaults=True):
    """A question: the receiver's own if there is one, otherwise the first. Only the player who is asked gets the
    choices."""

    seat: int
    hand: str
    choices: tuple[Choice, ...] = ()
    parts: tuple[str, ...] = ()
    verb: str = ""
    """The action with cards: set, draw."""


class SettledView(Struct):
    stake: Cents
    result: str
    pays: Cents
    lost: Cents
    cite: str
    outcome: str


class SeatResult(Struct):
    seat: int
    name: str
    net: Cents
    wagers: dict[str, SettledView]


class ResultView(Struct):
    """A round that is over."""

    round: int
    seats: list[SeatResult]


class NoticeView(Struct):
    effective: int
    options: dict[str, Value]


class You(Struct, omit_defaults=True):
    name: str = ""
    role: str = ""
    seat: int | None = None
    wallet: Cents = 0
    choices: tuple[Choice, ...] = ()
    open: list[str] | None = None
    """The wagers open to this seat, for a guest who follows them; left out while they are as last sent."""
    wins: dict[str, Cents] | None = None
    """The most that each of its own wagers may win; sent with ``open``."""


class TableView(Struct, omit_defaults=True):
    """A table as everybody sees it."""

    id: str
    name: str
    game: str
    title: str
    line: int
    rules: int
    round: int
    now: int
    playing: bool = False
    closed: bool = False
    deadline: int | None = None
    seats: list[SeatView] = []
    bets: list[BetView] = []
    gone: list[str] = []
    shown: msgspec.Raw | None = None
    markers: Sequence[Marker] = ()
    boards: Sequence[Board] = ()
    state: dict[str, Any] = {}
    meters: dict[str, Cents] = {}
    pots: dict[str, Cents] = {}
    result: msgspec.Raw | None = None
    promise: str = ""
    seeds: dict[int, str] = {}
    """What players have added to the chance of this round (or the next)."""
    head: msgspec.Raw | None = None
    """How far the journal had come, signed by the house."""
    notices: list[NoticeView] = []
    watching: int = 0
    aids: bool = False
    """Is analysis permitted (8.1)?"""
    waits_for: str = ""
    """What the dealer does next, where outcomes are entered."""
    banner: str = ""
    """What everybody at the table should know now: a ruling, a pause, an announcement."""
    chips: bool = False
    """Do its chips have no money value? Then amounts are plain numbers."""


class Private(Struct, omit_defaults=True):
    """The part of a table's view with cards; ``you`` is separate."""

    hands: dict[str, list[str]] = {}
    called: dict[str, str] = {}
    """Their name: soft 17, pair of tens."""
    asked: AskedView | None = None
    asking: list[int] = []
    """The seats that have not answered, if several are asked at once."""


class Listed(Struct):
    """A table in the list of tables, as one process sends it to another."""

    id: str
    name: str
    game: str
    title: str
    family: str
    opened_by: str
    seats: int
    taken: list[str]
    watching: int
    playing: bool
    rounds: int
    options: dict[str, Value]
    limits: dict[str, tuple[str, str]]
    here: bool
    address: str
    entered: bool = False
    """Does a dealer enter what a real table shows?"""
    out_of_order: str = ""
    """Why it cannot be resumed; empty if it can."""


def news(table: bytes, events: bytes) -> bytes:
    return b'{"table":' + table + b',"news":[' + events + b"]}"


class Reply(Struct, omit_defaults=True):
    reply: int
    refused: str = ""
    cite: str = ""
    lacks: list[str] = []
    """Wagers that would make it possible; ``beyond``: wagers to take down; ``takes``: the amounts it may have."""
    beyond: list[str] = []
    takes: Cents = 0
