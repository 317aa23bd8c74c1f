"""Tournaments at the live tables (8.6). The record decides: an order is one transaction, its line together with the
resulting postings, and tables are brought to the state in the record, again after a crash if necessary."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import defaultdict
from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from pitboss.equipment.entropy import Stream, shuffled
from pitboss.law import Refused
from pitboss.money import DOLLAR, Cents, cents, money
from pitboss.papers.tournament import NOTICE_DAYS
from pitboss.table import Memory, Table
from pitboss.tournament.course import (
    AddOn,
    Announce,
    Begin,
    Course,
    Dealt,
    End,
    Enter,
    Go,
    Halt,
    Order,
    Race,
    Rebuy,
    Resume,
    Withdraw,
)
from pitboss.tournament.file import read_text
from pitboss.tournament.holidays import business_days
from pitboss.tournament.race import hashed
from pitboss.tournament.record import Tournament, arrange, audit, counted, resumed
from pitboss.tournament.terms import Terms
from pitboss.web.database import Database
from pitboss.web.live import MACHINES, Forbidden, LiveTable
from pitboss.web.owners import tournament as owner
from pitboss.web.people import Person, Posting, posted
from pitboss.web.records import played_by
from pitboss.web.transaction import Statement, Unmet

if TYPE_CHECKING:
    from pitboss.web.house import House

log = logging.getLogger("pitboss.tournaments")

PACE = 0.2
"""Seconds between checks of a tournament."""
MOST_OPEN = 100
SECRET = -1
"""The number of the secret from which races are drawn, which is not a line of the record and is not published."""
PLAY = "best"
"""How the bots that fill a tournament play."""

_LINE = "INSERT INTO tournament_record (tournament, n, line) VALUES (?, ?, ?)"
_ANNOUNCED = "INSERT INTO tournaments (id, name, opened_by, opened, owner, lease) VALUES (?, ?, ?, ?, ?, ?)"
_RUN = "UPDATE tournaments SET owner = ?, lease = ? WHERE id = ? AND (owner = ? OR lease < ?)"
_RULES_IN = "SELECT 1 FROM ruled JOIN tables ON id = table_id WHERE ruled.name = ? AND opened_by = ?"
_ENOUGH = "UPDATE accounts SET balance = balance + 0 WHERE name = ? AND balance >= ?"


class Tournaments:
    """All tournaments of the house, and those that this process runs."""

    def __init__(self, house: House, database: Database) -> None:
        self.house = house
        self.database = database
        house.joined = self._joined
        house.plays = self._plays
        self._known: dict[str, tuple[Tournament, Memory]] = {}
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        """Nobody sees the results of an order before it is saved."""
        self._running: dict[str, asyncio.Task[None]] = {}
        self._since: dict[str, tuple[tuple[str, int], int]] = {}
        """What each tournament waits for, and since when."""
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        await self._run_all()
        self._tasks = [asyncio.create_task(self._look_after())]

    async def stop(self) -> None:
        tasks = [*self._tasks, *self._running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._tasks = []
        await self.house.leases.let_go("tournaments")

    # ---- the record ------------------------------------------------------------------------------------

    async def listed(self) -> list[tuple[str, str, str]]:
        """The latest tournaments, newest first: id, name, and who announced it."""
        rows = await self.database.read(
            "SELECT id, name, opened_by FROM tournaments ORDER BY opened DESC, id LIMIT ?", MOST_OPEN
        )
        return [(identity, name, by) for identity, name, by in rows]

    async def announce(self, text: str, filed: str, by: Person) -> str:
        """A tournament from its file, after notice to the Division (8.6(b))."""
        if not by.may("floor"):
            raise Forbidden(f"only the floor announces tournaments, not a {by.role}")
        file = read_text(text, "the file")
        try:
            day = date.fromisoformat(filed)
        except ValueError:
            raise Refused("write the day of the notice as 2026-11-27") from None
        if business_days(day, file.starts.date()) < NOTICE_DAYS:
            raise Refused(f"notice must be given at least {NOTICE_DAYS} business days ahead", "8.6(b)")
        most, buy_in = self.house.settings.payout * DOLLAR, cents(file.buy_in)
        if buy_in * file.participants > most and by.role != "administrator":
            raise Refused(
                f"{file.participants:,} buy-ins of {money(buy_in)} are more than {money(most)}, the most to win"
            )
        open_ = await self.database.read("SELECT count(*) FROM tournaments WHERE closed IS NULL")
        if open_[0][0] >= MOST_OPEN:
            raise Refused(f"{MOST_OPEN} tournaments are open, which is the maximum")
        at, kept, secret = self.house.clock(), Memory(), self.house.secret()

        def announced() -> int:
            races = Terms(file).races
            promise = hashed(secret, races).hex() if races else ""
            Tournament(Announce(file, day.isoformat(), promise), at, kept)
            return races

        lines = [(SECRET, secret)] if await self.house.work(announced) else []
        identity = "t" + self.house.secret().hex()[:7]
        row = (identity, file.name, by.name, at, self.house.name, self._until())
        await self.house.write(
            [
                Statement(_ANNOUNCED, [row]),
                Statement(_LINE, [(identity, n, line) for n, line in (*lines, (0, kept.lines[0]))]),
            ]
        )
        self._run(identity)
        return identity

    def _plays(self, identity: str, name: str) -> bool:
        found = self._known.get(identity)
        return found is not None and name in found[0].course.participants

    async def known(self, identity: str) -> Course:
        """A tournament as far as it is saved."""
        async with self._locks[identity]:
            return (await self._read(identity))[0].course

    async def lines(self, identity: str) -> list[bytes]:
        async with self._locks[identity]:
            return list((await self._read(identity))[1].lines)

    async def _read(self, identity: str) -> tuple[Tournament, Memory]:
        """From memory, unless another process has continued it."""
        rows = await self.database.read(
            "SELECT count(*) FROM tournament_record WHERE tournament = ? AND n >= 0", identity
        )
        found = self._known.get(identity)
        if found is None or len(found[1].lines) != rows[0][0]:
            if not rows[0][0]:
                self._locks.pop(identity, None)  # nothing is stored for a missing one
                raise Refused(f"there is no tournament {identity[:60]!r}")
            lines = await self.database.read(
                "SELECT line FROM tournament_record WHERE tournament = ? AND n >= 0 ORDER BY n", identity
            )
            kept = Memory()
            tournament: Tournament = await self.house.work(
                lambda: resumed([bytes(line) for (line,) in lines], storage=kept)
            )
            found = self._known[identity] = tournament, kept
        return found

    async def order(self, identity: str, make: Order | Callable[[Course], Order]) -> None:
        """Carry out an order: its line and its postings are saved together, or nothing has happened."""
        async with self._locks[identity]:
            tournament, kept = await self._read(identity)
            course, at, n = tournament.course, self.house.clock(), len(kept.lines)
            order = make(course) if callable(make) else make
            tournament.do(order, at)  # which refuses before it does anything
            amounts = self._amounts(identity, course.moved)
            try:
                statements = [
                    *self._covered(amounts),
                    Statement(_LINE, [(identity, n, kept.lines[n])]),
                    *(posted(Posting(at, identity, n, _why(order), amounts)) if amounts else ()),
                ]
                await self.house.write(statements)
            except Unmet:
                self._known.pop(identity)
                raise Refused("there is not enough in your wallet") from None
            except BaseException as problem:
                self._known.pop(identity)  # only the database knows whether it was written
                if isinstance(problem, Refused) or not isinstance(problem, Exception):
                    raise
                log.exception("an order was not written", extra={"tournament": identity})
                raise Refused("it could not be saved; try again") from None
        for account, amount in amounts.items():
            if account.startswith("wallet:"):
                self.house.wallet_changed(account.removeprefix("wallet:"), amount)

    @staticmethod
    def _amounts(identity: str, moved: Mapping[str, Cents]) -> dict[str, Cents]:
        """The movements of an order, on the house's own accounts; bots play with its play money."""
        amounts: dict[str, Cents] = defaultdict(int)
        for account, amount in moved.items():
            kind, _, name = account.partition(":")
            theirs = "machines" if played_by(name) else account
            amounts[theirs if kind == "wallet" else f"{kind}:{identity}"] += amount
        return dict(amounts)

    def _covered(self, amounts: Mapping[str, Cents]) -> list[Statement]:
        """Nobody pays more than the wallet has."""
        paid = {
            name: -amount for name, amount in amounts.items() if name.startswith("wallet:") and amount < 0
        }
        if disputed := self.house.disputed.intersection(paid):
            raise Refused(
                f"the balance of {min(disputed)} differs from its postings, so nothing can be taken from it"
            )
        return [Statement(_ENOUGH, [each], expect=1) for each in sorted(paid.items())]

    async def audited(self, identity: str) -> dict[str, object]:
        """Places and prizes derived again, from the record and the journals of all tables."""
        lines = await self.lines(identity)
        course = await self.known(identity)
        journals = {}
        for number in range(1, course.opened + 1):
            rows = await self.database.read(
                "SELECT line FROM journal WHERE table_id = ? ORDER BY volume, n", table_of(identity, number)
            )
            journals[number] = [bytes(line) for (line,) in rows]
        report: dict[str, object] = await self.house.work(lambda: audit(lines, journals))
        return {name: value for name, value in report.items() if name != "chain"}

    # ---- what people do --------------------------------------------------------------------------------

    async def ordered(self, identity: str, person: Person, do: str, why: str = "") -> None:
        """A person's request, in one word."""
        course = await self.known(identity)
        if do in _PLAYERS:
            rows = await self.database.read("SELECT opened_by FROM tournaments WHERE id = ?", identity)
            if rows[0][0] == person.name:
                raise Forbidden("you announced this tournament, so you cannot play in it")
            if await self.database.read(_RULES_IN, person.name, owner(identity)):
                raise Forbidden("you made rulings in this tournament, so you cannot play in it")
            if do != "withdraw":
                await self.house.own_limits.check_play(person.name, _price(course, do))
            await self.order(identity, _PLAYERS[do](person.name))
        elif do not in _FLOOR:
            raise Refused(f"the commands of a tournament are: {', '.join((*_PLAYERS, *_FLOOR))}")
        elif not person.may("floor"):
            raise Forbidden(f"only the floor may do that, not a {person.role}")
        elif person.name in course.participants and do != "bots":
            raise Forbidden("you play in this tournament, so somebody else must make rulings")
        elif do == "bots":
            while len((course := await self.known(identity)).participants) < course.terms.file.participants:
                await self.order(identity, Enter(_free_machine(course)))
        elif do == "begin":
            await self.order(identity, self._drawn)
        else:
            made: dict[str, Order] = {
                "halt": Halt(person.name, why),
                "resume": Resume(person.name),
                "end": End(person.name, why),
            }
            await self.order(identity, made[do])
            self.house.note("tournament", person.name, identity, f"{do}: {why}" if why else do)

    def _drawn(self, course: Course) -> Begin:
        """Seats are drawn from a secret of the operating system; the draw is recorded."""
        if self.house.clock() < begins(course):
            raise Refused("the tournament cannot start before the time stated in its notice", "8.6(b)1")
        names = list(course.participants)
        places = shuffled(list(range(len(names))), Stream(self.house.secret(), 0))
        return Begin([names[place] for place in places])

    # ---- running them ----------------------------------------------------------------------------------

    def _until(self) -> int:
        return self.house.clock() + int(self.house.settings.lease * 1000)

    async def _joined(self, identity: str) -> None:
        """All tables of a tournament run in its process."""
        rows = await self.database.read("SELECT closed FROM tournaments WHERE id = ?", identity)
        if rows and rows[0][0] is None and identity not in self._running:
            raise Refused("this table is being restored with its tournament; try again")
        await self.known(identity)  # who plays in it rules at none of its tables

    async def _look_after(self) -> None:
        while True:
            await asyncio.sleep(self.house.settings.lease / 3)
            try:
                await self._run_all()
            except Exception:
                log.exception("tournaments could not be checked")

    async def _run_all(self) -> None:
        """Take over those that no process runs."""
        now = self.house.clock()
        rows = await self.database.read(
            "SELECT id FROM tournaments WHERE closed IS NULL AND (lease < ? OR owner = ?)",
            now,
            self.house.name,
        )
        for (identity,) in rows:
            if identity not in self._running and await self._leased(identity):
                self._run(identity)

    def _run(self, identity: str) -> None:
        task = self._running[identity] = asyncio.create_task(self._runs(identity))
        task.add_done_callback(lambda _: self._running.pop(identity, None))

    async def _leased(self, identity: str) -> bool:
        name, now = self.house.name, self.house.clock()
        try:
            await self.house.write([Statement(_RUN, [(name, self._until(), identity, name, now)], expect=1)])
        except Unmet:
            return False
        return True

    async def _runs(self, identity: str) -> None:
        """Check it repeatedly until it is over or another process has it."""
        leased = self.house.clock()
        while True:
            try:
                if self.house.clock() - leased > self.house.settings.lease * 300:
                    if not await self._leased(identity):
                        return
                    leased = self.house.clock()
                if await self._step(identity):
                    return
            except Refused as refused:
                log.info("a tournament waits: %s", refused, extra={"tournament": identity})
            except Exception:
                log.exception("a tournament failed", extra={"tournament": identity})
                await asyncio.sleep(1)
            await asyncio.sleep(PACE)

    async def _step(self, identity: str) -> bool:
        """Take the next step; is it over?"""
        course = await self.known(identity)
        match course.phase:
            case "registration":
                full = len(course.participants) >= course.terms.file.participants
                if full and not course.halted and self.house.clock() >= begins(course):
                    await self.order(identity, self._drawn)
            case "playing":
                await self._play(identity, course)
            case "re-buy" | "add-on":
                if not course.halted and self._waited(identity, course):
                    await self.order(identity, Go())
            case "race":
                if not course.halted:
                    await self.order(identity, await self._raced(identity, course))
            case "over":
                for number in range(1, course.opened + 1):
                    await self._close(identity, course, number)
                over = Statement(
                    "UPDATE tournaments SET closed = ? WHERE id = ?", [(self.house.clock(), identity)]
                )
                await self.house.write([over])
                self._since.pop(identity, None)
                return True
        return False

    async def _raced(self, identity: str, course: Course) -> Race:
        """The next race is drawn from the secret promised when the tournament was announced."""
        rows = await self.database.read(
            "SELECT line FROM tournament_record WHERE tournament = ? AND n = ?", identity, SECRET
        )
        terms = course.terms
        later = sum(map(terms.raced_off, range(course.level + 1, len(terms.file.level))))
        return Race(hashed(bytes(rows[0][0]), later).hex())

    def _waited(self, identity: str, course: Course) -> bool:
        """A pause after every deal, and the time for a decision if players may buy more chips."""
        now, asked = self.house.clock(), (course.phase, course.deals)
        waits, since = self._since.get(identity, (asked, now))
        if waits != asked:
            since = now
        self._since[identity] = asked, since
        people = any(not played_by(name) for name in course.may_buy())
        settings = self.house.settings
        seconds = settings.decision if people else settings.pause if course.phase == "re-buy" else 0
        return now - since >= seconds * 1000

    async def _play(self, identity: str, course: Course) -> None:
        """Every table deals one hand; when the last is over, and all of them are saved, chips are counted."""
        for number in range(1, course.opened + 1):
            if number not in course.tables:
                await self._close(identity, course, number)
        lives = {number: await self._table(identity, course, number) for number in course.tables}
        waiting = False
        attended = not course.deals or any(
            played_by(name) or live.here(name)
            for number, live in lives.items()
            for name in course.tables[number].values()
        )  # if everybody left has gone, hands would be folded back and forth forever
        for number, live in lives.items():
            table = live.table
            if table.playing:
                waiting = True
                if course.halted:
                    self.house.later(0, partial(live.annul, "the tournament was halted"), live)
            elif table.rounds == course.rounds.get(number, 0) and not course.halted and attended:
                deals = number in course.dealing
                waiting |= deals
                self.house.later(0, partial(self._deal, course, number, live, deals), live)
            else:
                waiting |= table.rounds == course.rounds.get(number, 0)
        if waiting:
            return
        for live in lives.values():
            await self.house.safe(live)
        dealt = {number: counted(lives[number].table) for number in course.dealing}
        await self.order(identity, Dealt(dealt))

    @staticmethod
    def _deal(course: Course, number: int, live: LiveTable, deals: bool) -> None:
        """Bring the table to the tournament's state, and deal a hand."""
        table = live.table
        if table.playing or table.closed or live.lost or table.rounds != course.rounds.get(number, 0):
            return

        def work(table: Table) -> None:
            arrange(course, number, table)
            if deals:
                table.deal()

        if deals or _differs(course, number, table):
            live.run(work, course.said)

    async def _table(self, identity: str, course: Course, number: int) -> LiveTable:
        """A table of the tournament, opened when it is first needed."""
        known = table_of(identity, number)
        if (live := self.house.tables.get(known)) is not None and not live.lost:
            return live
        if await self.database.read("SELECT id FROM tables WHERE id = ?", known):
            return await self.house.find(known)
        name = f"{course.terms.file.name}, table {number}"
        return await self.house.open(course.terms.rules(0), name, owner(identity), known)

    async def _close(self, identity: str, course: Course, number: int) -> None:
        """Close a table that was broken, or whose tournament is over."""
        known = table_of(identity, number)
        rows = await self.database.read("SELECT closed FROM tables WHERE id = ?", known)
        if not rows or rows[0][0] is not None:
            return
        live = await self.house.find(known)
        if live.table.playing:  # it was ended in the middle of a hand
            live.annul("the tournament is over")
        if not live.table.closed:
            live.run(partial(arrange, course, number), course.said)
        await self.house.safe(live)


_PLAYERS: dict[str, Callable[[str], Order]] = {
    "enter": Enter,
    "withdraw": Withdraw,
    "rebuy": Rebuy,
    "add-on": AddOn,
}
_FLOOR = ("bots", "begin", "halt", "resume", "end")


def _price(course: Course, do: str) -> Cents:
    """What a player pays for an entry or for more chips."""
    file = course.terms.file
    if do == "enter":
        return cents(file.buy_in) + cents(file.fee)
    more = file.rebuy if do == "rebuy" else file.add_on
    return cents(more.price) if more else 0


def table_of(identity: str, number: int) -> str:
    """The id of a tournament's table."""
    return hashlib.sha256(f"{identity} {number}".encode()).hexdigest()[:8]


def begins(course: Course) -> int:
    """When it begins; a time without a zone is New Jersey's."""
    starts = course.terms.file.starts
    local = starts if starts.tzinfo else starts.replace(tzinfo=ZoneInfo("America/New_York"))
    return int(local.timestamp() * 1000)


def _differs(course: Course, number: int, table: Table) -> bool:
    """Is a player waiting at a table that does not deal?"""
    return {seat: who.name for seat, who in table.seats.items()} != course.tables[number]


def _free_machine(course: Course) -> str:
    names = (f"{name} {n} ({PLAY})" if n else f"{name} ({PLAY})" for n in range(1000) for name in MACHINES)
    return next(name for name in names if name not in course.participants)


def _why(order: Order) -> str:
    return f"tournament: {type(order).__name__.lower()}"
