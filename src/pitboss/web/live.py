"""A live table: the book's table with people around it, timers, bots, and messages for each."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.book.events import Ask, Event, Irregular, Irregularity
from pitboss.book.facets import Win
from pitboss.book.key import Key
from pitboss.book.rules import Rules
from pitboss.law import Refused, carries, cite, one_line
from pitboss.money import DOLLAR, Cents, cents, money, written
from pitboss.office.days import Days
from pitboss.table import Bet, Table
from pitboss.table.absent import silence
from pitboss.table.entered import EnteredTable
from pitboss.table.journal import Award
from pitboss.table.lawful import limit_findings, stake_findings
from pitboss.table.words import called, described, refusal_described
from pitboss.web import messages as m
from pitboss.web.ceilings import Ceiling, ceiling, check_bet
from pitboss.web.orders import EVERYWHERE, Kind
from pitboss.web.owners import HOUSE, person_of, tournament_of
from pitboss.web.people import Person, a
from pitboss.web.records import PLAYS, Records, played_by
from pitboss.web.settings import Settings
from pitboss.web.transaction import Row
from pitboss.web.views import Face, Moment, Offer

if TYPE_CHECKING:
    from pitboss.web.house import House

_HABITS = {"best": ((1, 2), 0), "gambler": ((1, 2, 4), 3), "simple": ((1,), 1)}
"""How many minimums each kind of bot bets, and how many other wagers it makes at most."""

MACHINES = ("Bea", "Cal", "Dot", "Eli", "Fay", "Gus", "Hal", "Ida", "Jan", "Kit", "Lou", "Moe", "Nan", "Ott")
AT_THE_FELT = "felt"
"""How a player without a device plays: the dealer enters what they do."""
_IN_TOURNAMENTS = (m.Act, m.Seed, m.Chat, m.Hush, m.Call, m.Void)
"""The commands of people at a table of a tournament."""


class Guest:
    """A person connected to a table, seated or watching. ``send`` must not wait."""

    def __init__(
        self,
        person: Person | None,
        send: Callable[[bytes], None],
        wallet: Cents = 0,
        offer: Offer | None = None,
    ) -> None:
        self.person = person
        self.name = person.name if person else ""
        self.send = send
        self.wallet = wallet
        self.offer = offer
        """Follows what may be wagered, if the client asks for it."""
        self.close: Callable[[], None] = lambda: None


class LiveTable:
    """A table in this process. Its commands are carried out at once; the house saves them and then announces them."""

    def __init__(
        self,
        house: House,
        identity: str,
        name: str,
        opened_by: str,
        volume: int = 0,
        raised: tuple[Cents, Cents] = (0, 0),
    ) -> None:
        self.house = house
        self.id = identity
        self.name = name
        self.opened_by = opened_by
        self.raised = raised
        """The payout and the exposure that an administrator allows here; 0 for those of the settings."""
        self.volume = volume
        self.table: Table
        self.guests: list[Guest] = []
        self.ready: set[int] = set()
        self.deadline: int | None = None
        self.version = 0
        """Counts changes of rules and limits."""
        self._allowed: dict[tuple[int, str], str] = {}
        """Who allows a seat its next stake on a wager, no matter what is posted."""
        self._put: dict[int, tuple[Ask, asyncio.TimerHandle | None]] = {}
        """The open questions, each with the timer of the person who is to answer it."""
        self._betting: asyncio.TimerHandle | None = None
        self._said: list[Event] = []
        self._heard = 0
        self._news: list[Event | dict[str, Any]] = []
        self._booked: dict[str, Cents] = {}
        self._written: list[Row] = []
        """Lines that the house does not have yet."""
        self._lines = 0
        self.records = Records()
        """The rounds of this volume."""
        self._turned: tuple[int, int, Records] | None = None
        """The volume that has just ended: its number, its lines, and its rounds."""
        self._rounds = 0
        self._rules: Rules | None = None
        self._result: msgspec.Raw | None = None
        """The result of the last round."""
        self._hushed: set[str] = set()
        """People who may not chat here."""
        self._face: Face | None = None
        self.head: msgspec.Raw | None = None
        """How far the journal had come at the last batch, signed."""
        self.signed = 0
        """The number of lines it covers."""
        self._returning = 0
        """How long to wait for people who were here before the table was resumed."""
        self.lost = False
        self.resumed = 0
        """When an interrupted round was found, and how many rounds preceded it."""
        self.resumed_round = 0
        self.orders: set[str] = set()
        """What the floor has ordered: pause, closing."""
        self._leaving: set[str] = set()
        """People who leave after the round, by order of the floor."""
        self._banner = ""
        self._banner_until = 0
        """The last round in which it is shown."""
        self._days = Days()
        self._corrected: Counter[tuple[str, str, str]] = Counter()
        """What was corrected, by day, person and player."""
        self._ruled: set[str] = set()
        """People who have acted as staff here."""

    @property
    def staked(self) -> Cents:
        """The chips on the layout and in pots."""
        elsewhere = ("seat:", "cage", "bank", "fees", "meter:")
        held = self.table.ledger.accounts
        return sum(held[name] for name in held if not name.startswith(elsewhere))

    @property
    def ceiling(self) -> Ceiling:
        """What its bank may lose."""
        return ceiling(self.house.settings, self.opened_by, self.raised)

    @property
    def tournament(self) -> str:
        """The tournament to which the table belongs."""
        return tournament_of(self.opened_by)

    def take(self, table: Table, records: Records | None = None, result: bytes = b"") -> None:
        """The table to run: a new one, or one resumed from its journal, with its rounds and the last result."""
        self.table = table
        self._returning = self.house.clock() + int(1000 * self.house.settings.decision)
        table.full = self._turn
        self._lines = table.journal.count
        self._booked = books(self.id, self.table)
        self._rounds = table.rounds
        self.records, self._result = records or Records(), msgspec.Raw(result) if result else None
        self._said, self._heard = table.said, len(table.said)
        if not table.promise and not table.closed and not table.playing:
            table.promise_chance()  # it had stopped between a round and the next promise
        self._what_now()
        self._keep()
        for seat in table.seats:
            self._watch_for_absence(seat)

    def append(self, line: bytes) -> None:
        """The table's storage: a line waits here until its command is complete."""
        self._written.append((self.id, self.volume, self._lines, line))
        self._lines += 1

    def _turn(self, lines: int) -> bool:
        """The journal continues in a new volume if this one is full."""
        if lines < self.house.settings.volume:
            return False
        self._turned = self.volume, lines, self.records
        self.volume, self._lines, self.records = self.volume + 1, 0, Records()
        return True

    # ---- who is here -----------------------------------------------------------------------------------

    def seat_of(self, name: str) -> int | None:
        for number, seat in self.table.seats.items():
            if seat.name == name:
                return number
        return None

    def played_by(self, seat: int) -> str:
        """What plays at this seat: a bot, a player at the felt, or, if empty, an account or nobody."""
        return played_by(self.table.seats[seat].name) if seat in self.table.seats else ""

    @property
    def aids(self) -> bool:
        """Is analysis permitted here (8.1)?"""
        permitted = self.house.settings.aids
        return permitted == "all" or (permitted == "house" and self.opened_by == HOUSE)

    @carries("8.1")
    def check_aids(self) -> None:
        if not self.aids:
            raise Refused("playing aids are not permitted at this table", cite("8.1"))

    def here(self, name: str) -> bool:
        return any(guest.name == name for guest in self.guests)

    @property
    def watching(self) -> int:
        seated = {who.name for who in self.table.seats.values()}
        return sum(guest.name not in seated for guest in self.guests)

    def arrive(self, guest: Guest) -> None:
        if self.lost:
            guest.close()  # it was lost while they were connecting: they must reconnect
            return
        self.guests.append(guest)
        self.house.touched(self)

    def depart(self, guest: Guest) -> None:
        if guest in self.guests:
            self.guests.remove(guest)
        if (seat := self.seat_of(guest.name)) is not None:
            self._watch_for_absence(seat)
        self.house.touched(self)

    def _watch_for_absence(self, seat: int) -> None:
        name = self.table.seats[seat].name
        self.house.later(self.house.settings.away, lambda: self._leave_if_gone(seat, name), self)

    def _leave_if_gone(self, seat: int, name: str) -> None:
        """A player who has been gone for long and has no wager leaves with the chips."""
        if (
            self.lost
            or self.seat_of(name) != seat
            or self.here(name)
            or self.played_by(seat)
            or self.tournament
        ):
            return
        try:
            self.leave(seat)
        except Refused:
            self._watch_for_absence(seat)

    # ---- commands --------------------------------------------------------------------------------------

    async def obey(self, person: Person, command: m.AnyCommand | m.Decided) -> None:
        """Carry out a command, or refuse it in a sentence; what staff do, and what is said, is on record."""
        number = self.table.rounds + 1
        await self._carry_out(person, command)
        if (act := act_of(command)) is not None:
            self.house.note(act[0], person.name, self.id, act[1], number)

    async def _carry_out(self, person: Person, command: m.AnyCommand | m.Decided) -> None:
        if self.lost:
            raise Refused("this table is being restored; try again")
        if "closing" in self.orders and isinstance(command, m.Bet | m.Sit | m.Buy | m.Bot | m.Player):
            raise Refused("this table closes after this round")
        if self.tournament and not isinstance(command, _IN_TOURNAMENTS):
            raise Refused("at this table the tournament seats, deals, moves and pays the players", "8.6(f)2")
        match command:
            case m.Sit():
                if self.played_by(command.seat) in PLAYS and self.seat_of(person.name) is None:
                    self._gives_way(command.seat)
                await self._sit(person, command.seat, command.amount)
            case m.Buy():
                await self._sit(person, self._own(person), command.amount)
            case m.Leave():
                self.leave(self._own(person))
            case m.Bet():
                seat = self._for(person, command.seat)
                wager = self.table.key(seat, command.wager)
                by = self._allowed.get((seat, wager), "")
                self._check_ceiling(seat, wager, command.amount, by)
                self.table.bet(seat, wager, command.amount, by)
                self._allowed.pop((seat, wager), None)
                self._wager_news("bet", seat, wager, cents(command.amount))
                self.ready.discard(seat)
            case m.Remove():
                seat = self._for(person, command.seat)
                before = self.table.chips(seat)
                wager = self.table.key(seat, command.wager)
                self.table.remove(seat, wager, command.amount)
                self._wager_news("remove", seat, wager, self.table.chips(seat) - before)
                self.ready.discard(seat)
            case m.Seed():
                self.table.seed(self._own(person), command.seed)
            case m.Ready():
                self._say_ready(self._own(person))
            case m.Act():
                seat = self._for(person, command.seat)
                self.table.act(seat, command.decision, command.amount, command.wager)
            case m.Player():
                self.rule(person, "dealer", "floor")
                if not self.table.entered:
                    raise Refused("players at the felt have seats only where outcomes are entered")
                self._check_chips(command.amount, self.house.settings.felt_chips, "a player at the felt buys")
                await self._bring(
                    "machines", command.seat, f"Seat {command.seat} ({AT_THE_FELT})", command.amount
                )
            case m.NoMoreBets():
                self.rule(person, "dealer", "floor")
                self._close_betting()
            case m.Enter():
                self.rule(person, "dealer", "floor")
                self.table.enter(command.shows, person.name)
            case m.Amend():
                self.rule(person, "dealer", "floor")
                self.table.amend(command.at, command.shows, person.name)
            case m.Bot():
                self._own_or(person, "dealer", "floor")
                await self._seat_bot(command)
            case m.Dismiss():
                self._own_or(person, "dealer", "floor")
                if self.played_by(command.seat) == AT_THE_FELT:
                    self.rule(person, "dealer", "floor")
                if not self.played_by(command.seat):
                    raise Refused(f"there is no bot at seat {command.seat}")
                self.leave(command.seat)
            case m.Chat():
                self._own_or(person, "dealer", "floor")
                if person.name in self._hushed:
                    raise Refused("a floorperson has muted you at this table")
                self._add_news("chat", f"{person.name}: {one_line(command.text)}", name=person.name)
            case m.Hush():
                self._staff(person, "floor")
                self._hushed ^= {command.name}
                quiet = "muted" if command.name in self._hushed else "free to chat again"
                self._add_news("say", f"{one_line(command.name)} is {quiet}", what=quiet)
            case m.Call():
                self.rule(person, "dealer", "floor")
                self.table.call(
                    Irregularity(command.irregularity, command.at, command.position, command.detail)
                )
            case m.Void():
                self.rule(person, "floor")
                self._alone(person, self.staked)
                self.table.void(person.name, command.why)
            case m.Correct():
                self.rule(person, "floor")
                moved = cents(command.amount)
                self._alone(person, abs(moved))
                if moved % self.table.rules.chip:
                    chip = money(self.table.rules.chip)
                    raise Refused(f"{money(abs(moved))} cannot be paid in chips; the smallest is {chip}")
                self._correct(person, command.seat, moved, person.name, command.why)
            case m.Decided("void", by=by, why=why):
                self.rule(person, "floor")
                self.table.void(by, why)
            case m.Decided():
                self.rule(person, "floor")
                if self.seat_of(command.player) != command.seat:
                    raise Refused(f"{command.player} no longer has seat {command.seat}")
                self._correct(person, command.seat, command.amount, command.by, command.why)
            case m.Allow():
                self.rule(person, "floor")
                if command.seat not in self.table.seats:
                    raise Refused(f"seat {command.seat} is empty")
                self._allowed[command.seat, self.table.key(command.seat, command.wager)] = person.name
            case m.Limits():
                self.rule(person, "floor")
                self._post(command)
            case m.ChangeRules():
                self.rule(person, "floor")
                if "tournament" in command.options:
                    raise Refused("a table cannot be turned into a tournament table", "8.6(a)")
                # The half hour of 8.3(b) runs from the notice, which is on record a moment from now.
                effective = self.house.clock() + int(command.minutes * 60_000) + 1_000
                self.table.change_rules(command.options, effective)
            case m.Pause():
                self.rule(person, "floor")
                await self._order("pause", command.on, person)
            case m.CloseAfter():
                self.rule(person, "floor")
                await self._order("closing", command.on, person)
            case m.RemovePlayer():
                self.rule(person, "floor")
                self.remove(command.name)
            case m.Bar():
                self.rule(person, "floor")
                await self._bar(person, command)
            case m.Announce():
                self.rule(person, "floor")
                self._show(one_line(command.text))
                self._add_news("say", self._banner, what=self._banner)
            case m.CallFloor():
                self._own(person)
                await self.house.orders.call(self.id, person.name, command.why)
                self._add_news("say", f"{person.name} calls the floor", what="the floor is called")
            case m.Close():
                if person.name != person_of(self.opened_by):
                    self._staff(person, "floor")
                self._close(person.name)
        self._after()

    def _correct(self, person: Person, seat: int, amount: Cents, by: str, why: str) -> None:
        """A correction is paid by the bank too: no approval lifts its ceiling. What one person corrects alone for one
        player in a day counts together."""
        whose = self.table.seats[seat].name if seat in self.table.seats else ""
        together = self._corrected[self._days.day(self.house.clock()), by, whose] + amount
        if by == person.name:
            self._alone(person, abs(together))
        if amount > 0 and amount - self.table.ledger["bank"] > self.ceiling.exposure:
            raise Refused(
                f"the bank of this table may lose {money(self.ceiling.exposure)}; "
                "an administrator may raise that"
            )
        self.table.correct(seat, written(amount), by, why)
        self._corrected[self._days.day(self.house.clock()), by, whose] = together

    def _check_ceiling(self, seat: int, wager: str, amount: str, allowed_by: str) -> None:
        """A wager that the rules refuse anyhow is refused by their paragraph."""
        stake = self.table.stake(seat, wager) + max(cents(amount), 0)
        try:
            check_bet(self.table, Bet(seat, wager, stake), self.ceiling)
        except Refused:
            if allowed_by or self.table.can_bet(seat, wager, amount):
                raise

    def _post(self, command: m.Limits) -> None:
        asked = {
            name: amount
            for name, amount in (("chip", command.chip), ("increment", command.increment))
            if amount is not None
        }
        limits = {wager: (cents(least), cents(most)) for wager, (least, most) in command.limits.items()}
        chip, increment = (cents(asked[name]) if name in asked else None for name in ("chip", "increment"))
        rules = self.table.rules.changed(None, limits, chip, increment)
        for point in (*limit_findings(rules, command.limits), *stake_findings(rules)):
            raise Refused(point.says, point.cite)
        self.table.post_limits(command.limits, **asked)

    def _own(self, person: Person) -> int:
        if (seat := self.seat_of(person.name)) is None:
            raise Refused("you have no seat at this table")
        return seat

    def _for(self, person: Person, seat: int | None) -> int:
        """The seat of a player, or one at the felt for which a dealer speaks."""
        if seat is None or seat == self.seat_of(person.name):
            return self._own(person)
        self.rule(person, "dealer", "floor")
        if seat not in self.table.seats or self.played_by(seat) != AT_THE_FELT:
            raise Forbidden(f"no player at the felt has seat {seat}; others play for themselves")
        return seat

    async def _order(self, kind: Kind, on: bool, person: Person) -> None:
        await self.house.orders.give(self.id, kind, on, person.name)
        self.orders = self.orders | {kind} if on else self.orders - {kind}
        self._stop_betting()

    def remove(self, name: str) -> None:
        """A player leaves by order of the floor, at once or after the round."""
        seat = self.seat_of(name)
        if seat is None:
            raise Refused(f"{one_line(name)} has no seat at this table")
        try:
            self.leave(seat)
        except Refused:
            self._leaving.add(name)
            self._add_news("say", f"{name} leaves after this round", what="removed")

    async def _bar(self, person: Person, command: m.Bar) -> None:
        if command.everywhere and not person.may("shift"):
            raise Forbidden(f"a shift manager bars people everywhere, not {a(person.role)}")
        where = EVERYWHERE if command.everywhere else self.id
        await self.house.orders.give(where, "bar", command.on, person.name, command.name)
        if command.on and self.seat_of(command.name) is not None:
            self.remove(command.name)

    def _show(self, words: str) -> None:
        """A banner for everybody, until the next round is over."""
        self._banner, self._banner_until = words, self.table.rounds + 1

    @property
    def banner(self) -> str:
        said = ["The floor has paused this table."] * ("pause" in self.orders and not self.table.closed)
        said += ["This table closes after this round."] * ("closing" in self.orders and not self.table.closed)
        if self._banner and self.table.rounds <= self._banner_until:
            said.append(self._banner)
        return " ".join(said)

    def _carry_out_orders(self) -> None:
        """Between rounds: players who were removed leave, and a table that was to close closes."""
        if self.table.playing or self.table.closed or self.lost:
            return
        for name in sorted(self._leaving):
            seat = self.seat_of(name)
            with suppress(Refused):
                if seat is not None:
                    self.leave(seat)
                self._leaving.discard(name)
        if "closing" in self.orders and not self.table.bets and not self.table.closed:
            with suppress(Refused):
                self._close("floor")

    def _close_betting(self) -> None:
        """The dealer's hand over the layout: wagers that are not complete are returned."""
        if not self.table.entered:
            raise Refused("betting at this table closes automatically")
        if self.table.playing:
            raise Refused("betting is closed already")
        self._deal_complete()

    def _staff(self, person: Person, *roles: Any) -> None:
        if not person.may(*roles):
            raise Forbidden(f"only {' and '.join(roles)} may do that, not {a(person.role)}")

    def rule(self, person: Person, *roles: Any) -> None:
        """Refuse anybody but staff, who may not play where they rule, and remember who has ruled here."""
        self._staff(person, *roles)
        if self.seat_of(person.name) is not None:
            raise Forbidden("you play at this table, so somebody else must make rulings")
        if self.tournament and self.house.plays(self.tournament, person.name):
            raise Forbidden("you play in this tournament, so somebody else must make rulings")
        if person.name not in self._ruled:
            self._ruled.add(person.name)
            self.house.ruled(self, person.name)

    def ruled_by(self, names: Iterable[str]) -> None:
        """People who gave orders here before the table was resumed."""
        self._ruled.update(names)

    def _alone(self, person: Person, amount: Cents) -> None:
        """May this person decide it without a second one?"""
        cap = alone(self.house.settings, person)
        if amount > cap:
            raise Refused(
                f"{money(amount)} is more than the {money(cap)} that you may decide alone; "
                "propose it as a case, which a shift manager approves"
            )

    def _own_or(self, person: Person, *roles: Any) -> None:
        """A player at the table, or staff."""
        if self.seat_of(person.name) is None:
            self._staff(person, *roles)

    async def _sit(self, person: Person, seat: int, amount: str) -> None:
        at = self.seat_of(person.name)
        if at is not None and at != seat:
            raise Refused(f"you already sit at seat {at}")
        if person.name in self._ruled:
            raise Forbidden("you have made rulings at this table, so you cannot play at it")
        if await self.house.orders.barred(person.name, self.id):
            raise Forbidden("the floor has barred you")
        await self.house.own_limits.check_play(person.name, max(0, cents(amount)))
        await self._bring(f"wallet:{person.name}", seat, person.name, amount)

    async def _seat_bot(self, command: m.Bot) -> None:
        self._check_chips(command.amount, self.house.settings.bot_chips, "a bot buys")
        if command.play not in PLAYS:
            raise Refused(f"a bot plays {' or '.join(PLAYS)}, not {command.play!r}")
        taken = {seat.name for seat in self.table.seats.values()}
        names = (f"{name} ({command.play})" for name in MACHINES)
        name = next((each for each in names if each not in taken), None)
        if name is None:
            raise Refused("no more bots are available")
        if command.seat in self.table.seats:
            raise Refused(f"seat {command.seat} is taken by {self.table.seats[command.seat].name}")
        await self._bring("machines", command.seat, name, command.amount)

    def _gives_way(self, seat: int) -> None:
        """A bot leaves its place to a person."""
        if self.table.playing:
            raise Refused("this bot is in a round; take its seat when the round is over")
        self.leave(seat)

    async def refill(self, seat: int) -> None:
        """Chips for a bot that has few left."""
        if not self.lost and self.played_by(seat) in PLAYS:
            await self._bring("machines", seat, self.table.seats[seat].name, written(self._bot_chips // 2))
            self._after()

    @property
    def _bot_chips(self) -> Cents:
        """What a bot needs to play on for a while: forty times the first minimum, within what it may buy."""
        first = next((each.id for each in self.table.rules.wagers.values() if not each.during), "")
        least = int(self.table.rules.limits(first).least) if first else 0
        return min(max(40 * least, 200 * DOLLAR), self.house.settings.bot_chips * DOLLAR)

    def _check_chips(self, amount: str, dollars: int, who: str) -> None:
        """Chips that nobody's wallet pays for are bounded: they are lost to players as any others are."""
        if cents(amount) > (most := dollars * DOLLAR):
            raise Refused(f"{who} up to {money(most)} at once")

    async def have_company(self, bots: int) -> None:
        """Bots at the last places, so that nobody comes to an empty table."""
        last = self.table.rules.positions
        for seat in range(last - bots + 1, last + 1):
            with suppress(Refused):
                # in a game between players a bot must calculate
                play = "simple" if self.table.game.wagers_first else "best"
                await self._seat_bot(m.Bot(seat=seat, play=play, amount="5000"))
                self._after()

    async def _bring(self, source: str, seat: int, name: str, amount: str) -> None:
        """Chips to a seat: first from the wallet, in a separate transaction that fails if there are not enough; then to
        the table, in the transaction with the journal line. Chips that a crash leaves between the two are returned."""
        bought = cents(amount)
        if bought <= 0:
            raise Refused("buy chips for more than $0")
        transit = f"transit:{self.id}:{name}"
        await self.house.transfer(source, transit, bought, "chips bought", self.id)
        try:
            if self.lost:
                raise Refused("this table is being restored; try again")
            if (at := self.seat_of(name)) not in (None, seat):  # by another command meanwhile
                raise Refused(f"{name} already sits at seat {at}")
            known = seat in self.table.seats
            self.table.sit(seat, name, amount)
            self._keep("chips bought", {transit: -bought})
        except Refused:
            await self.house.transfer(transit, source, bought, "not seated", self.id)
            raise
        verb = "buys chips for" if known else "sits down with"
        self._add_news("sit", f"{name} {verb} {money(bought)}", seat=seat, name=name, amount=bought)
        self.house.wallet_changed(name, -bought)

    def leave(self, seat: int) -> None:
        """Leave the table, with the chips returned to the wallet."""
        name, purse = self.table.seats[seat].name, self._purse(seat)
        taken = int(self.table.leave(seat))
        self._keep("chips taken", {purse: taken})
        self._hear()
        self.ready.discard(seat)
        self._allowed = {spot: by for spot, by in self._allowed.items() if spot[0] != seat}
        self._add_news("leave", f"{name} leaves with {money(taken)}", seat=seat, name=name, amount=taken)
        self.house.wallet_changed(name, taken)
        self._after()

    def annul(self, why: str) -> None:
        """The house itself returns every wager."""
        self.table.void("house", why)
        self._after()

    def renew(self, why: str) -> None:
        """Discard the chance that players may have seen; a round under way is void."""
        if self.table.playing:
            self.annul(why)
        self.table.renew("house", why)
        self._after()
        self.house.renewed(self)

    def award(self, owed: Mapping[str, Cents], *won: Win) -> None:
        """Pay what players here have won from a fund, at this table or another, by order of the house."""
        shares = {seat: owed[who.name] for seat, who in self.table.seats.items() if who.name in owed}
        elsewhere = self.table.game.funds.fund_meters.payout
        for win in won or (None,):
            why, meter, number = (win.name, win.meter, win.round) if win else ("payout", elsewhere, 0)
            self.table.award(Award(meter, shares, why, "house", number, sum(shares.values())))
            paid = {f"award:{self.id}:{self.table.seats[seat].name}": -shares[seat] for seat in shares}
            self._keep(why, paid)
            shares = {}
        self._after()

    def announce(self, words: str) -> None:
        """A message for everybody here."""
        self._add_news("say", words, what=words)
        self.house.touched(self)

    def run(self, work: Callable[[Table], None], words: Iterable[str] = ()) -> None:
        """An action of the tournament at its table, and its announcement."""
        work(self.table)
        for each in words:
            self._add_news("say", each, what=each)
        if self.table.closed:
            self.house.closed(self)
        self._after()

    def _purse(self, seat: int) -> str:
        """The destination of a seat's chips."""
        return "machines" if self.played_by(seat) else f"wallet:{self.table.seats[seat].name}"

    def _close(self, by: str) -> None:
        if self.table.game.funds.wins(self.table):
            raise Refused("a payout is pending, so the table cannot close until it is paid", cite("14.19(i)"))
        seats = {seat: (who.name, self._purse(seat)) for seat, who in self.table.seats.items()}
        back: dict[str, Cents] = {}
        for seat, amount in self.table.close(by).items():
            name, purse = seats[seat]
            back[purse] = back.get(purse, 0) + int(amount)
            self.house.wallet_changed(name, amount)
        self._keep("table closed", back)
        self.house.closed(self)

    def _add_news(self, do: str, words: str, **fields: object) -> None:
        """News other than events of the round."""
        self._news.append({"do": do, **fields, "words": words})

    def _wager_news(self, what: str, seat: int, wager: str, amount: Cents) -> None:
        verb = "bets" if what == "bet" else "takes down"
        words = f"{self.table.seats[seat].name} {verb} {money(amount)}: {called(self.table, wager)}"
        self._add_news(what, words, seat=seat, wager=wager, amount=amount)

    # ---- the course of a round -------------------------------------------------------------------------

    def _say_ready(self, seat: int) -> None:
        if self.table.playing:
            raise Refused("a round is under way")
        if self.table.game.wagers_first and all(bet.seat != seat for bet in self.table.bets.values()):
            raise Refused("you have not made a bet", lacks=self._first_wagers(seat))
        self.ready.add(seat)
        missing = self._unready()
        if self.table.entered:  # the dealer closes betting
            return
        if not missing:
            try:
                self._deal()
            except Refused:
                self.ready.discard(seat)
                self._after()
                raise
        elif not any(map(self._present, missing)):  # absent players do not delay present ones
            self._stop_betting()
            soon = min(self.house.settings.gone, self.house.settings.betting)
            self._betting = self._clock(soon, self._no_more_bets)

    def _first_wagers(self, seat: int) -> list[str]:
        """A player's first wagers: the required ones, or the first available."""
        if self.table.game.data.ticket:
            return []
        return [each.id for each in self.table.rules.required] or self.table.open_wagers(seat)[:1]

    def _unready(self) -> list[int]:
        """The players who have a wager or, if none is made before the round, a seat, and are not ready."""
        table = self.table
        seats = {bet.seat for bet in table.bets.values()} if table.game.wagers_first else set(table.seats)
        return [seat for seat in seats if seat not in self.ready and not self.played_by(seat)]

    def _present(self, seat: int) -> bool:
        """Is a person present, or possibly reconnecting since the table was resumed?"""
        return self.here(self.table.seats[seat].name) or self.house.clock() < self._returning

    def _deal(self) -> None:
        if "pause" in self.orders:
            raise Refused("the floor has paused this table")
        for seat in list(self.table.seats):
            if self.played_by(seat) in PLAYS and self.table.game.wagers_first:
                self._machine_bets(seat)
        self.table.deal()

    def _machine_bets(self, seat: int) -> None:
        """A bot makes the required wagers; if there are none, one like a person's on its own number, or the first open
        to it. It chooses its own amounts and other wagers: an expert makes no others."""
        table, own = self.table, Random(f"{self.id}/{self.table.rounds}/{seat}")
        units, others = _HABITS[self.played_by(seat)]
        made = [
            bet.wager
            for bet in table.bets.values()
            if not self.played_by(bet.seat) and bet.position == bet.seat
        ]
        required = [wager.id for wager in table.rules.wagers.values() if wager.required]
        firsts = required or [self._another(seat, each) for each in made[:1]] or table.open_wagers(seat)[:1]
        for first in firsts:
            self._bot_bets(seat, first, own.choice(units))
        if count := own.randint(0, others):
            open_ = [each for each in table.open_wagers(seat) if not table.stake(seat, each)]
            for wager in own.sample(open_, min(count, len(open_))):
                self._bot_bets(seat, wager, 1)

    def _bot_bets(self, seat: int, first: str, units: int) -> None:
        """A wager of this many minimums if it can, or of one, with the others of its group in proportion."""
        table = self.table
        group, least = table.rules.placed_with(first), table.rules.limits(Key.read(first).id).least
        for stake in (units * least, least):
            stakes = {wager: stake * each // group[first] for wager, each in group.items()}
            if not stakes or table.stake(seat, first) or sum(stakes.values()) > table.chips(seat):
                continue
            for wager, amount in stakes.items():
                if table.can_bet(seat, wager, written(amount)):
                    table.bet(seat, wager, written(amount))

    def _another(self, seat: int, wager: str) -> str:
        """A bot's own number where a person bets on one of many, so that bots do not copy players."""
        kind, game = Key.read(wager), self.table.game
        keys = map(Key.read, game.spots(self.table, seat) if kind.param else ())
        alike = [each.spot for each in keys if each.id == kind.id and each.param and not each.position]
        if not alike or (wager not in alike and not game.data.ticket):
            return wager  # the dice have put it there
        return alike[(5 * seat + 7 * self.table.rounds) % len(alike)]

    def _after(self) -> None:
        """The consequences of what has just happened."""
        self._keep()
        self._hear()
        if self.table.rounds != self._rounds:
            self._record_round()
        self._carry_out_orders()
        self.house.touched(self)
        self._what_now()

    def _hear(self) -> None:
        """What has happened at the table since."""
        if self.table.said is not self._said:
            self._said, self._heard = self.table.said, 0
        for event in self._said[self._heard :]:
            if isinstance(event, Irregular):
                self._show(described(self.table, event))
        self._news += self._said[self._heard :]
        self._heard = len(self._said)

    def _what_now(self) -> None:
        """Whose move it is, and the deadline: a bot calculates, a person's timer runs, or the betting time runs."""
        over = self.lost or self.table.closed
        asking = () if over else self.table.asking
        open_ = not self.table.entered and "pause" not in self.orders
        betting = not over and not asking and self._wagered and open_
        if not betting:
            self._stop_betting()
        put, self._put = self._put, {}
        for ask in asking:
            self._put[id(ask)] = put.pop(id(ask)) if id(ask) in put else self._ask(ask)
        for _, clock in put.values():
            if clock is not None:
                clock.cancel()
        if betting and self._betting is None:
            self._betting = self._clock(self.house.settings.betting, self._no_more_bets)
        if self._betting is None and not any(clock for _, clock in self._put.values()):
            self.deadline = None

    @property
    def _wagered(self) -> bool:
        """Has a person wagered, or said ready?"""
        return bool(self.ready) or any(not self.played_by(bet.seat) for bet in self.table.bets.values())

    def _ask(self, ask: Ask) -> tuple[Ask, asyncio.TimerHandle | None]:
        """Put a question, which has its own timer, no matter what others are asked."""
        if self.played_by(ask.seat) == AT_THE_FELT:
            return ask, None
        if self.played_by(ask.seat):
            self.house.think(self, ask)
            return ask, None
        settings = self.house.settings
        seconds = settings.decision if self._present(ask.seat) else min(settings.gone, settings.decision)
        return ask, self._clock(seconds, partial(self._time_is_up, ask))

    def _clock(self, seconds: float, then: Callable[[], None]) -> asyncio.TimerHandle:
        self.deadline = self.house.clock() + int(seconds * 1000)
        return self.house.later(seconds, then, self)

    def _stop_betting(self) -> None:
        if self._betting is not None:
            self._betting.cancel()
        self._betting = None

    def _time_is_up(self, ask: Ask) -> None:
        """A question that its player does not answer is answered by the rules."""
        if self._waits_for(ask):
            name = self.table.seats[ask.seat].name
            self.decide(ask, *silence(self.table.game, ask), f"time ran out for {name}")

    def _waits_for(self, ask: Ask) -> bool:
        return not self.lost and any(each is ask for each in self.table.asking)

    def decide(self, ask: Ask, decision: str, amount: Cents, why: str = "") -> None:
        """An answer that does not come from a person."""
        if not self._waits_for(ask):
            return
        if why:
            self._add_news("say", why, what=why)
        self.table.act(ask.seat, decision, written(amount) if amount else None)
        self._after()

    def _no_more_bets(self) -> None:
        """The betting time is over: players without complete wagers are not dealt in."""
        self._betting = None
        if self.table.playing or self.lost:
            return
        self._take_down_stale()
        try:
            self._deal_complete()
        except Refused as refused:
            self.ready.clear()
            self._add_news("say", refusal_described(self.table, refused), what=str(refused))
        self._after()

    def _deal_complete(self) -> None:
        """Deal; if wagers that are not complete prevent it, without those."""
        try:
            self._deal()
        except Refused:
            if not self._take_down_incomplete():
                raise
            self._deal()

    def _take_down_stale(self) -> None:
        """The wagers of a player who has disconnected are returned, as far as they may be taken down."""
        away = {
            seat
            for seat, who in self.table.seats.items()
            if seat not in self.ready and not self.played_by(seat) and not self.here(who.name)
        }
        for bet in [each for each in self.table.bets.values() if each.seat in away]:
            with suppress(Refused):
                self.table.remove(bet.seat, bet.wager)

    def _take_down_incomplete(self) -> bool:
        """Return the wagers of players who lack a required one, or without whom the round could start."""
        table = self.table
        needed = [wager.id for wager in table.rules.wagers.values() if wager.required]
        made: dict[int, set[str]] = {}
        for bet in table.bets.values():
            made.setdefault(bet.seat, set()).add(bet.id)
        lacking = [seat for seat, wagers in made.items() if not wagers.issuperset(needed)]
        taken = False
        for seat in lacking or self._in_the_way(sorted(made)):
            for bet in [each for each in table.bets.values() if each.seat == seat]:
                try:
                    table.remove(seat, bet.wager)
                    taken = True
                except Refused:
                    continue
        return taken

    def _in_the_way(self, seats: list[int]) -> tuple[int, ...]:
        """The fewest seats without whose wagers the round could start."""
        some = (some for few in range(1, len(seats)) for some in combinations(seats, few))
        return next((each for each in some if self.table.could_deal(without=each)), ())

    # ---- books -----------------------------------------------------------------------------------------

    def _keep(self, why: str = "play", others: Mapping[str, Cents] | None = None) -> None:
        """Give the house the lines of a command, with their changes in the books: in the table's ledger, and in
        ``others`` outside it. Neither is saved without the other."""
        for line in self._written:
            self.house.record(self, line)
        self._written.clear()
        kept, before = books(self.id, self.table), self._booked
        if kept == before and not others:
            return
        self._booked = kept
        moved = {name: kept.get(name, 0) - before.get(name, 0) for name in kept.keys() | before.keys()}
        amounts = {name: amount for name, amount in sorted({**moved, **(others or {})}.items()) if amount}
        if amounts:
            self.house.post(self, self.table.journal.lines - 1, why, amounts)

    def _record_round(self) -> None:
        table = self.table
        self.ready.clear()
        self._rounds = table.rounds
        for seat, who in table.seats.items():
            if (
                self.played_by(seat) in PLAYS
                and not self.tournament
                and 4 * table.chips(seat) < self._bot_chips
            ):
                self.house.refill(self, seat)
            if not table.game.wagers_first and not self.played_by(seat) and not self.here(who.name):
                self._watch_for_absence(seat)
        promised = 1 if table.promise else 0  # the promise of the next round does not belong to this one
        volume, lines, records = self._turned or (self.volume, table.journal.count - promised, self.records)
        self._turned = None
        record = records.add(table, lines - 1)
        self._result = msgspec.Raw(record.result)
        self.house.round_over(self, volume, record)

    # ---- messages ----------------------------------------------------------------------------------

    def messages(self) -> Iterator[Callable[[], None]]:
        """The messages for everybody here, as of now, to be sent once their content is saved."""
        happened, self._news = self._news, []
        moment = Moment(self, happened)
        for guest in list(self.guests):
            yield partial(guest.send, moment.news(guest))

    def public(self) -> m.TableView:
        """The table as everybody sees it."""
        table = self.table
        if table.rules is not self._rules:
            self._rules, self.version = table.rules, self.version + 1
        stakes: dict[int, Cents] = {}
        for bet in table.bets.values():
            stakes[bet.seat] = stakes.get(bet.seat, 0) + bet.stake
        here = {guest.name for guest in self.guests}
        accounts = table.ledger.accounts
        face = self.face()
        swept = table.game.felt.swept(table)
        return m.TableView(
            id=self.id,
            name=self.name,
            game=table.game.id,
            title=table.game.title,
            line=table.journal.lines,
            rules=self.version,
            round=table.rounds,
            now=self.house.clock(),
            playing=table.playing,
            closed=table.closed,
            deadline=self.deadline,
            seats=[
                m.SeatView(
                    seat,
                    who.name,
                    table.chips(seat),
                    stakes.get(seat, 0),
                    seat in self.ready,
                    who.name in here,
                    self.played_by(seat),
                )
                for seat, who in sorted(table.seats.items())
            ],
            bets=[
                m.BetView(bet.seat, bet.wager, bet.stake, bet.on, bet.mark, swept.get(bet.seat, 0))
                for bet in table.bets.values()
            ],
            gone=face.gone,
            shown=face.shown,
            markers=table.game.felt.markers(table),
            boards=table.game.felt.boards(table),
            state=msgspec.to_builtins(table.state),
            meters=self._meters(),
            pots={
                name: held for name, held in accounts.items() if name.startswith(("pot", "centre")) and held
            },
            result=None if table.playing else self._result,
            promise=table.promise,
            seeds=table.seeds,
            head=self.head,
            notices=[m.NoticeView(effective, options) for effective, options in table.notices],
            watching=self.watching,
            aids=self.aids,
            waits_for=table.waits_for if isinstance(table, EnteredTable) else "",
            banner=self.banner,
            chips=table.rules.chips_only,
        )

    def _meters(self) -> dict[str, Cents]:
        """The display of the meters; for a fund that other tables share, its total."""
        if self.table.game.funds.fund(self.table.rules):
            return self.house.payouts.meters(self)
        accounts = self.table.ledger.accounts
        return {name[6:]: held for name, held in accounts.items() if name.startswith("meter:")}

    def face(self) -> Face:
        """Everything on the table; refreshed only after something has happened there."""
        if self._face is None or not self._face.still(self.table):
            self._face = Face(self.table)
        return self._face

    def lose(self) -> None:
        """Memory is ahead of the disk, or another process has the table: it does and sends nothing more here."""
        self.lost = True
        self._what_now()
        for guest in self.guests:
            guest.close()


def alone(settings: Settings, person: Person) -> Cents:
    """What a person may correct or void without a second one."""
    return 100 * (settings.correction_shift if person.may("shift") else settings.correction_floor)


def act_of(command: m.AnyCommand | m.Decided) -> tuple[str, str] | None:
    """The kind of event that a command is for the record, and what it says."""
    match command:
        case m.Call(irregularity=what, position=position):
            return "call", f"{what} {position}".strip()
        case m.Void(why=why):
            return "void", why
        case m.Correct(seat=seat, amount=amount, why=why):
            return "correction", f"{amount} to seat {seat}: {why}"
        case m.Decided(kind, _, _, _, by, why):
            return kind, f"{why}, by {by}"
        case m.Allow(seat=seat, wager=wager):
            return "allowance", f"seat {seat} {wager}"
        case m.Limits(limits=limits, chip=chip, increment=increment):
            posted = [f"{wager} {least} to {most}" for wager, (least, most) in limits.items()]
            posted += [f"chip {chip}"] if chip else []
            return "limits", ", ".join(posted + ([f"increments of {increment}"] if increment else []))
        case m.ChangeRules(options=options, minutes=minutes):
            chosen = ", ".join(f"{name}={value}" for name, value in options.items())
            return "rules", f"{chosen} in {minutes:g} minutes"
        case m.Player(seat=seat, amount=amount):
            return "chips sold", f"{amount} to seat {seat} at the felt"
        case m.Close():
            return "closing", ""
        case m.Pause(on=on):
            return "pause", "paused" if on else "resumed"
        case m.CloseAfter(on=on):
            return "last round", "ordered" if on else "withdrawn"
        case m.RemovePlayer(name=name):
            return "removal", one_line(name)
        case m.Bar(name=name, on=on, everywhere=everywhere):
            where = " from all tables" * everywhere
            return "bar", f"{one_line(name)} {'barred' if on else 'admitted again'}{where}"
        case m.Announce(text=text):
            return "announcement", one_line(text)
        case m.CallFloor(why=why):
            return "floor called", one_line(why)
        case m.Hush(name=name):
            return "hush", one_line(name)
        case m.Amend(at=at, shows=shows):
            return "entry corrected", f"entry {at + 1} to {one_line(shows)}"
        case m.Chat(text=text):
            return "chat", one_line(text)
    return None


def books(identity: str, table: Table) -> dict[str, Cents]:
    """A table's ledger as accounts of the house; chips of a tournament have no money value."""
    kept: dict[str, Cents] = {}
    if table.rules.chips_only:
        return kept
    for name, held in table.ledger.accounts.items():
        if name == "cage":
            continue
        if name in ("bank", "fees"):
            account = f"{name}:{identity}"
        elif name.startswith("meter:"):
            account = f"meter:{identity}:{name[6:]}"
        else:  # chips in front of players, on the layout or in a pot
            account = f"table:{identity}"
        kept[account] = kept.get(account, 0) + held
    return kept


class Forbidden(Refused):
    """Refused because of the person who asks."""
