"""What a round asks for and what it does: the verbs in which a game's procedure is written.

A round is a generator. It asks for all that comes from outside (a card, the dice, a player's choice)
and says all that it does with money; the driver answers, keeps the books and writes the journal::

    card = yield Deal("1")
    answer = yield Ask(1, (PLAY, FOLD))
    yield Settle(1, "ante", "win", pays=1000, cite="13:69F-20.11(a)1")
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from pitboss.equipment.cards import UNKNOWN
from pitboss.money import Cents, money

Result = Literal["win", "lose", "push", "void"]


class Choice(Struct, frozen=True, omit_defaults=True):
    """A decision open to a player, with the amounts allowed where an amount is chosen."""

    id: str
    least: Cents = 0
    most: Cents = 0
    step: Cents = 1
    usual: Cents = 0
    """The amount meant when none is said: doubling down is for as much again."""
    secret: bool = False
    """Nobody else learns that it was taken: which card was laid down unseen."""
    of: tuple[str, ...] = ()
    """Between rounds: what may be named with it, a wager or a colour; nothing named stands for all."""

    def __str__(self) -> str:
        if not self.most:
            return self.id
        if self.least == self.most:
            return f"{self.id} {money(self.most)}"
        return f"{self.id} {money(self.least)} to {money(self.most)}"


class Event(Struct, tag_field="do", tag=str.lower, omit_defaults=True, kw_only=False):
    """Something that happens at the table, in the order in which it happens."""

    def seen_by(self, seat: int | None) -> Event:
        """The event as that seat may see it (``None``: a bystander): whole, or as everybody else does."""
        return self if self.whole_to(seat) else self.hidden()

    def whole_to(self, seat: int | None) -> bool:
        """Does that seat see all of it?"""
        return True

    def hidden(self) -> Event:
        """As those see it who do not see all of it."""
        return self


# ---- asked for: the driver answers -----------------------------------------------------------------


class Shuffle(Event):
    """Fresh decks (by default the game's), or the given cards, in random order: the shoe from which `Deal` draws.
    A table may have several shoes, or a shoe of two compartments, told apart by name."""

    decks: int = 0
    jokers: int = 0
    cards: bytes = b""
    shoe: str = ""
    order: bytes = b""

    def whole_to(self, seat: int | None) -> bool:
        return False

    def hidden(self) -> Event:
        return Shuffle(self.decks, self.jokers, shoe=self.shoe)


class Deal(Event):
    """The next card, to an owner: a position ("1", or "1.2" after a split), "dealer", "community" or
    "burn". A card dealt down to a position is seen by those who play it, any other down card by nobody."""

    to: str
    up: bool = False
    seats: tuple[int, ...] = ()
    shoe: str = ""
    card: int = UNKNOWN

    def whole_to(self, seat: int | None) -> bool:
        return self.up or (seat is not None and seat in self.seats)

    def hidden(self) -> Event:
        return Deal(self.to, self.up, self.seats, self.shoe)


class Commit(Event):
    """A promise about the chance of the next round: the hash of the secret from which it will be drawn."""

    promise: str = ""
    secret: bytes = b""

    def whole_to(self, seat: int | None) -> bool:
        return False

    def hidden(self) -> Event:
        return Commit(self.promise)


class Reveal(Event):
    """The secret behind a promise, once its chance is spent: whoever has it can draw the same cards again."""

    round: int
    promise: str
    secret: bytes


class Roll(Event):
    """A throw of dice."""

    of: int = 2
    faces: tuple[int, ...] = ()


class Spin(Event):
    """A spin of a wheel with these pockets."""

    pockets: tuple[str, ...]
    pocket: str = ""


class Draw(Event):
    """So many different numbers from 1 to ``of``."""

    take: int
    of: int
    numbers: tuple[int, ...] = ()


class Ask(Event):
    """A choice that is a player's to make. ``usual`` is what a case means that does not tell of it."""

    seat: int
    choices: tuple[Choice, ...]
    hand: str = ""
    decision: str = ""
    amount: Cents = 0
    usual: str = ""

    def whole_to(self, seat: int | None) -> bool:
        return seat == self.seat

    def hidden(self) -> Event:
        """What somebody may choose tells of cards that others do not see; what was chosen is for all to see."""
        secret = any(choice.secret for choice in self.choices if choice.id == self.decision)
        return Ask(self.seat, (), self.hand, "" if secret else self.decision, self.amount)


# ---- done: the driver keeps the books ---------------------------------------------------------------


class Stake(Event):
    """A wager made during the round: from the player to the layout."""

    seat: int
    wager: str
    amount: Cents
    cite: str = ""


class Return(Event):
    """Part of a wager handed back undecided: a bank not covered, an odds bet that was off."""

    seat: int
    wager: str
    amount: Cents
    cite: str = ""


class Settle(Event):
    """A wager decided: what it is paid, how much of it is lost, and by which paragraph. ``stays`` leaves
    the wager on the layout. ``bank`` is who pays and collects: the house, or a player who banks. ``uncut`` is
    what it would have been paid if a limit had not cut it."""

    seat: int
    wager: str
    result: Result
    pays: Cents = 0
    lost: Cents = 0
    cite: str = ""
    outcome: str = ""
    stays: bool = False
    bank: str = "bank"
    uncut: Cents = 0


class Move(Event):
    """Money from one account to another: fees, pots, rakes and meters."""

    source: str
    target: str
    amount: Cents
    why: str = ""
    cite: str = ""


class Travel(Event):
    """A wager moved on the layout, to what lies there already: the come bet that goes to its number."""

    seat: int
    wager: str
    to: str


class Show(Event):
    """An owner's cards turned face up, or only the ``first`` so many of them, or those at these ``places``."""

    owner: str
    cards: tuple[int, ...] = ()
    first: int = 0
    places: tuple[int, ...] = ()


class Slide(Event):
    """An owner's last card, or the one named, moved to another: a pair split, a card drawn early that finds its
    hand, a card discarded."""

    owner: str
    to: str
    card: int = UNKNOWN

    def whole_to(self, seat: int | None) -> bool:
        return False

    def hidden(self) -> Event:
        return Slide(self.owner, self.to)


class Discard(Event):
    """An owner's cards to the discard rack. The game may still need them: it keeps what it dealt."""

    owner: str


class Say(Event):
    """A call of the dealer, or a notice to somebody outside the table."""

    what: str
    to: str = "table"
    cite: str = ""


class Irregular(Event):
    """An irregularity and its ruling."""

    id: str
    ruling: str
    cite: str
    shown: str = ""
    """What the invalid throw or spin had shown."""


AnyEvent: TypeAlias = (
    Shuffle
    | Deal
    | Roll
    | Spin
    | Draw
    | Ask
    | Stake
    | Return
    | Settle
    | Move
    | Travel
    | Show
    | Slide
    | Discard
    | Say
    | Irregular
    | Commit
    | Reveal
)

Round: TypeAlias = Generator[Event, Any, None]
"""A round's procedure. What is sent back fits what was asked: a card, faces, a pocket, an `Ask` answered."""


def fee(seat: int, amount: Cents, why: str, cite: str) -> Move:
    """Vigorish, commission or hand fee: from the player to the house, whatever happens to the wager."""
    return Move(f"seat:{seat}", "fees", amount, why, cite)


class Irregularity(Struct, frozen=True, omit_defaults=True):
    """An irregularity called at the table: which one, when, and what it concerns.

    ``at`` is the point of the round: ``["deal", 3]`` is the moment before the third card is dealt. With
    no point it happens at once, or at the start of the next round.
    """

    id: str
    at: tuple[str, int] | None = None
    position: str = ""
    detail: dict[str, str | int | bool] = {}
