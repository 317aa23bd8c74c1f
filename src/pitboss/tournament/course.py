"""The course of a tournament: the orders, and all that follows from them. Tables deal hand for hand: when each has
dealt one, chips are counted, places are given, and seats and blinds are those of the next deal.

It is pure: the same orders give the same course, so that its record can be replayed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from pitboss.equipment.chance import promise_of
from pitboss.law import Refused, carries
from pitboss.money import Cents, cents, money
from pitboss.table.journal import Command, Count
from pitboss.table.ledger import Ledger
from pitboss.tournament.file import Extra, TournamentFile, divided
from pitboss.tournament.race import raced
from pitboss.tournament.seating import Tables, drawn, rearranged, with_newcomers
from pitboss.tournament.terms import MINUTE, MOST_ENTRIES, Terms

HEXADECIMAL = re.compile("[0-9a-f]{64}")
Name = Annotated[str, Meta(min_length=1, max_length=100)]

# ---- orders ---------------------------------------------------------------------------------------------


class Announce(Command):
    """A tournament opens for registration."""

    file: TournamentFile
    filed: str = ""
    """The day of the notice to the Division (8.6(b)), at live tables."""
    promise: str = ""
    """The promise of the chance by which chips are raced off, if they are."""


class Enter(Command):
    """A participant registers, and pays the buy-in and the fee."""

    name: Name


class Withdraw(Command):
    """A participant withdraws before the tournament begins, with a refund."""

    name: Name


class Begin(Command):
    """Registration is over; everybody in the order of the draw for seats."""

    order: list[Name]


class Counted(Struct):
    """A table after a deal."""

    round: Count
    chips: dict[Count, Count]
    """By seat."""
    button: Count = 0


class Dealt(Command):
    """Every table has dealt a hand."""

    tables: dict[Count, Counted]


class Rebuy(Command):
    """A participant who has lost all chips buys new ones."""

    name: Name


class AddOn(Command):
    """A participant buys chips at the end of the levels with re-buys."""

    name: Name


class Go(Command):
    """Buying is over; the next deal."""


class Race(Command):
    """Chips that no later level needs are raced off."""

    secret: str
    """The secret behind the promise, from which the lots are drawn."""


class Halt(Command):
    """The tournament ceases at once (8.6(c))."""

    by: str
    why: str


class Resume(Command):
    """It resumes."""

    by: str


class End(Command):
    """It does not resume: the money is returned if it has not begun, and otherwise goes by everybody's chips."""

    by: str
    why: str


Order: TypeAlias = (
    Announce | Enter | Withdraw | Begin | Dealt | Rebuy | AddOn | Go | Race | Halt | Resume | End
)

Phase = Literal["registration", "playing", "re-buy", "add-on", "race", "over"]

# ---- the course ---------------------------------------------------------------------------------------


class Participant(Struct):
    """A participant."""

    number: int
    name: str
    chips: int = 0
    paid: Cents = 0
    """Paid into the pool."""
    rebuys: int = 0
    added: bool = False
    place: int = 0
    """0: still in it."""
    prize: Cents = 0


class Course:
    """A tournament so far."""

    def __init__(self, terms: Terms, promise: str = "") -> None:
        if terms.races and not promise:
            raise Refused(
                "the chance by which chips are raced off must be promised when the tournament is announced"
            )
        self.terms = terms
        self.promise = promise
        """The promise of the next race."""
        self.phase: Phase = "registration"
        self.halted = False
        self.participants: dict[str, Participant] = {}
        self.tables: Tables = {}
        self.buttons: dict[int, int] = {}
        self.rounds: dict[int, int] = {}
        """The chips at each table when it was last counted."""
        self.ledger = Ledger()
        """``wallet:…`` of each participant, ``pool``, ``fees`` of the house and ``tips`` of the dealers."""
        self.chips = Ledger()
        """Chips, without money value: those in ``play`` come from the ``stock`` of the house."""
        self.opened = 0
        """How many tables there have been."""
        self.level = 0
        self.deals = 0
        self.entered = 0
        self._before: dict[str, int] = {}
        """Everybody's chips before the last deal."""
        self._hands = 0
        """Of this level."""
        self._began = 0
        """When this level did."""
        self._stopped = 0
        self.moved: dict[str, Cents] = {}
        """The movements between accounts of the last order."""
        self.said: list[str] = []
        """What followed from it."""

    def __repr__(self) -> str:
        return f"<tournament {self.terms.file.name!r}: {self.phase}, {len(self.alive)} players>"

    @property
    def alive(self) -> list[Participant]:
        return [each for each in self.participants.values() if not each.place]

    @property
    def issued(self) -> int:
        """All chips there are."""
        return sum(each.chips for each in self.participants.values())

    @property
    def dealing(self) -> list[int]:
        """The tables that deal; a table with a single player waits until that player is moved."""
        return [number for number, seats in self.tables.items() if len(seats) > 1]

    @property
    def places(self) -> list[Participant]:
        return sorted(self.participants.values(), key=lambda each: (each.place, each.number))

    @property
    def waiting(self) -> list[str]:
        """Late entrants without a seat yet."""
        seated = {name for seats in self.tables.values() for name in seats.values()}
        return [each.name for each in self.alive if each.name not in seated]

    @property
    def takes_entries(self) -> bool:
        """Is entry open: before it has begun, and late as long as the file allows?"""
        late = self.phase != "over" and self.level < self.terms.file.late
        return self.phase == "registration" or late

    def left(self, at: int) -> tuple[int | None, int | None]:
        """The hands or the milliseconds that are left of this level, if it has an end."""
        level = self.terms.file.level[self.level]
        if self.level + 1 == len(self.terms.file.level) or self.phase in ("registration", "over"):
            return None, None
        if "hands" in level:
            return max(0, int(level["hands"]) - self._hands), None
        now = self._stopped if self.halted else at
        return None, max(0, int(level["minutes"]) * MINUTE - (now - self._began))

    def stacks(self, number: int) -> dict[int, int]:
        """The chips at the seats of a table."""
        return {seat: self.participants[name].chips for seat, name in self.tables[number].items()}

    def may_buy(self) -> list[str]:
        """The participants who may take a re-buy or an add-on now."""
        return [each.name for each in self.alive if self._extra(each)]

    @carries("8.6(c)", "8.6(f)2")
    def do(self, order: Order, at: int) -> None:
        """Carry out an order, or refuse it and change nothing."""
        if self.phase == "over":
            raise Refused("the tournament is over")
        if self.halted and not isinstance(order, Dealt | Resume | End):
            raise Refused("the tournament is halted", "8.6(c)")
        before = dict(self.ledger.accounts)
        self.said = []
        match order:
            case Announce():
                raise Refused("the tournament is already announced")
            case Enter(name):
                self._enter(name)
            case Withdraw(name):
                self._withdraw(name)
            case Begin(order=names):
                self._begin(names, at)
            case Dealt(tables):
                self._count(tables)
            case Rebuy(name) | AddOn(name):
                self._buy(name, "re-buy" if isinstance(order, Rebuy) else "add-on")
            case Go():
                self._go(at)
            case Race(secret):
                self._race(secret)
            case Halt(by, why):
                self.halted, self._stopped = True, at
                self.said.append(f"ceased by {by}: {why}")
            case Resume(by):
                if not self.halted:
                    raise Refused("the tournament is not halted")
                self.halted = False
                self._began += at - self._stopped  # only minutes of play count toward a level
                self.said.append(f"resumes, by {by}")
            case End(by, why):
                self.said.append(f"ended by {by}: {why}")
                self._end()
        accounts = self.ledger.accounts
        changes = {name: held - before.get(name, 0) for name, held in accounts.items()}
        self.moved = {name: amount for name, amount in sorted(changes.items()) if amount}

    def _in(self, *phases: Phase) -> None:
        if self.phase not in phases:
            raise Refused(
                f"that is possible only during {' or '.join(phases)}; the tournament is now in {self.phase}"
            )

    def _named(self, name: str) -> Participant:
        if name not in self.participants:
            raise Refused(f"{name} has not entered the tournament")
        return self.participants[name]

    # -- registration, 8.6(f)5

    @carries("8.6(f)5")
    def _enter(self, name: str) -> None:
        """Before it has begun; or late, to a seat from the next deal on."""
        if not self.takes_entries:
            self._in("registration")
        if not name.isprintable() or not 0 < len(name) <= 100:
            raise Refused("a name must be one line of 1 to 100 characters")
        if name in self.participants:
            raise Refused(f"{name} has already entered")
        if len(self.participants) >= MOST_ENTRIES:
            raise Refused(f"the tournament is full: it has {MOST_ENTRIES:,} participants")
        terms = self.terms
        self.entered += 1
        self.participants[name] = Participant(self.entered, name, terms.file.chips, terms.buy_in)
        self.chips.move("stock", "play", terms.file.chips)
        self.ledger.move(f"wallet:{name}", "pool", terms.buy_in)
        self.ledger.move(f"wallet:{name}", "fees", terms.fee)

    def _withdraw(self, name: str) -> None:
        self._in("registration")
        one = self._named(name)
        self._give_back(one)
        self.chips.move("play", "stock", one.chips)
        del self.participants[name]

    def _give_back(self, one: Participant) -> None:
        self.ledger.move("pool", f"wallet:{one.name}", one.paid)
        self.ledger.move("fees", f"wallet:{one.name}", self.terms.fee)

    def _begin(self, order: list[str], at: int) -> None:
        self._in("registration")
        if len(order) < 2:
            raise Refused("a tournament needs at least two participants", "14.6(b)")
        if sorted(order) != sorted(self.participants):
            raise Refused("seats must be drawn for exactly the participants who have entered")
        self.tables = drawn(order, self.terms.seats)
        self.opened = len(self.tables)
        self.phase, self._began = "playing", at

    # -- play

    def _count(self, tables: Mapping[int, Counted]) -> None:
        """Chips are counted after a deal: none are created, none lost."""
        self._in("playing")
        if sorted(tables) != sorted(self.dealing):
            raise Refused("every table must deal one hand before chips are counted")
        for number, counted in tables.items():
            before, after = self.stacks(number), counted.chips
            if before.keys() != after.keys() or sum(before.values()) != sum(after.values()):
                raise Refused(f"table {number} does not have the same total of chips as before the deal")
        self._before = {each.name: each.chips for each in self.alive}
        for number, counted in tables.items():
            self.buttons[number], self.rounds[number] = counted.button, counted.round
            for seat, chips in counted.chips.items():
                self.participants[self.tables[number][seat]].chips = chips
        self.deals += 1
        self._hands += 1
        self.phase = "re-buy"

    def _extra(self, one: Participant) -> Extra | None:
        """What a participant may buy now."""
        file = self.terms.file
        if self.phase == "re-buy" and file.rebuy and not one.place and not one.chips:
            return file.rebuy if self.level < file.rebuy.levels and one.rebuys < file.rebuy.most else None
        if self.phase == "add-on" and not one.place and not one.added:
            return file.add_on
        return None

    def _buy(self, name: str, what: Phase) -> None:
        self._in(what)
        one = self._named(name)
        if (extra := self._extra(one)) is None:
            raise Refused(f"no {what} is available to {name} now")
        if what == "re-buy":
            one.rebuys += 1
        else:
            one.added = True
        one.chips += extra.chips
        self.chips.move("stock", "play", extra.chips)
        one.paid += cents(extra.price)
        self.ledger.move(f"wallet:{name}", "pool", cents(extra.price))
        self.said.append(f"{name} has {extra.chips:,} more chips, {what}")

    def _go(self, at: int) -> None:
        self._in("re-buy", "add-on")
        file = self.terms.file
        if self.phase == "re-buy":
            self._eliminate()
            if len(self.alive) == 1:
                self._finish()
                return
            if self.terms.over(self.level, self._hands, at - self._began):
                self._rise(at)
                if file.add_on and file.add_on.levels == self.level:
                    self.phase = "add-on"
                    return
        if not self._hands and self.terms.raced_off(self.level):
            self.phase = "race"
            return
        self._next_deal()

    def _next_deal(self) -> None:
        self._seat()
        self.phase = "playing"

    def _race(self, secret: str) -> None:
        """The lots are drawn from the secret behind the promise, which is itself the promise of the next race."""
        self._in("race")
        given = bytes.fromhex(secret) if HEXADECIMAL.fullmatch(secret) else b""
        if promise_of(given) != self.promise:
            raise Refused("the race is not drawn from the secret that was promised")
        self.promise = secret
        old, new = self.terms.smallest[self.level - 1 : self.level + 1]
        before = {each.name: each.chips for each in self._by_seats()}
        after = raced(before, old, new, given)
        for name, chips in after.items():
            self.participants[name].chips = chips
            if change := chips - before[name]:
                self.said.append(f"{name} has {chips:,} chips, {change:+,} in the race")
        added = sum(after.values()) - sum(before.values())
        self.chips.move("stock", "play", added)
        self.said.append(f"chips of {old:,} are raced off" + (f"; the house adds {added:,}" if added else ""))
        assert self.chips["play"] == self.issued
        self._next_deal()

    def _by_seats(self) -> list[Participant]:
        """Participants who are still in and seated, table by table from the dealer's left."""
        seats = ((number, seat) for number, at in self.tables.items() for seat in at)
        return [self.participants[self.tables[number][seat]] for number, seat in sorted(seats)]

    def _rise(self, at: int) -> None:
        self.level += 1
        self._hands, self._began = 0, at
        posted = ", ".join(f"{name} {value}" for name, value in self.terms.limits(self.level).items())
        self.said.append(f"level {self.level + 1}: {posted}")

    @carries("8.6(f)6")
    def _eliminate(self) -> None:
        """Players without chips are out. Of those who lose them in one deal, the one who had more before it places
        higher; players who had equal chips share the place (8.6(f)6)."""
        out = [each for each in self.alive if not each.chips]
        self._give_places(out, len(self.alive) - len(out) + 1, self._before)
        for number, seats in self.tables.items():
            left = {seat: name for seat, name in seats.items() if not self.participants[name].place}
            self.tables[number] = left

    def _give_places(self, some: list[Participant], place: int, chips: Mapping[str, int]) -> None:
        ranked = sorted(some, key=lambda each: (-chips[each.name], each.number))
        for _, group in groupby(ranked, lambda each: chips[each.name]):
            tied = list(group)
            for each in tied:
                each.place = place
                self.said.append(f"{each.name} is out, place {place}")
            place += len(tied)

    def _seat(self) -> None:
        before = {name: (number, seat) for number, at in self.tables.items() for seat, name in at.items()}
        joined = with_newcomers(self.tables, self.waiting, self.buttons, self.terms.seats, self.opened + 1)
        self.tables = rearranged(joined, self.buttons, self.terms.seats)
        self.opened = max(self.opened, *self.tables)
        for number, seats in self.tables.items():
            for seat, name in seats.items():
                if before.get(name) != (number, seat):
                    moves = "moves" if name in before else "sits down"
                    at = (
                        f"to table {number}, seat {seat}"
                        if name in before
                        else f"at table {number}, seat {seat}"
                    )
                    self.said.append(f"{name} {moves} {at}")

    # -- the end, 8.6(e)

    def _end(self) -> None:
        if self.phase == "registration":
            for each in self.participants.values():
                self._give_back(each)
            self.phase = "over"
            return
        if self.phase == "re-buy":
            self._eliminate()
        self._give_places(self.alive, 1, {each.name: each.chips for each in self.alive})
        self._pay()

    def _finish(self) -> None:
        winner = self.alive[0]
        winner.place = 1
        self.said.append(f"{winner.name} has won")
        self._pay()

    @carries("8.6(f)3")
    def _pay(self) -> None:
        """The whole pool, except the tips that were announced. A shared place gets equal parts of the prizes of its
        places; odd cents go to the one who entered first."""
        file, ledger = self.terms.file, self.ledger
        ledger.move("pool", "tips", ledger["pool"] * file.tips // 100)
        prizes = divided(ledger["pool"], file.prizes, len(self.participants))
        for place, group in groupby(self.places, lambda each: each.place):
            tied = list(group)
            together = sum(prizes[place - 1 : place - 1 + len(tied)])
            for n, each in enumerate(tied):
                each.prize = together // len(tied) + (n < together % len(tied))
                ledger.move("pool", f"wallet:{each.name}", each.prize)
                if each.prize:
                    self.said.append(f"{each.name}: {money(each.prize)} for place {place}")
        assert not ledger["pool"]  # 8.6(e)
        assert not ledger.total
        self.phase, self.halted, self.tables = "over", False, {}
