"""The house: its live tables, its books, and the rule that results are saved before they are announced.

Everything that tables write is saved in batches, one transaction each; the messages about it wait for that.
Clock, chance, database and connections are injected, so a test can run the whole house from a seed.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import re
import secrets
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from typing import Any

import msgspec

from pitboss.book import game, games
from pitboss.book.events import Ask
from pitboss.book.rules import Rules
from pitboss.equipment.chance import Promised
from pitboss.law import Refused, Slip
from pitboss.money import Cents, money
from pitboss.table import Table, read
from pitboss.table.absent import boldly, silence, stay_in
from pitboss.table.driver import system_clock
from pitboss.table.entered import EnteredTable
from pitboss.web.books import differing, forget_sums
from pitboss.web.database import Database
from pitboss.web.leases import Leases
from pitboss.web.live import LiveTable, books
from pitboss.web.messages import AnyCommand, Bot, Buy, Decided, Sit
from pitboss.web.orders import Orders
from pitboss.web.out_of_order import OutOfOrder
from pitboss.web.own_limits import OwnLimits
from pitboss.web.owners import HOUSE, tournament_of
from pitboss.web.payouts import Payouts
from pitboss.web.people import Person, Posting, posted
from pitboss.web.questions import Busy
from pitboss.web.records import Record, Records, played_by
from pitboss.web.settings import Settings
from pitboss.web.signing import Signer
from pitboss.web.transaction import Row, Statement, Unmet, about_rows
from pitboss.web.watermark import LOST, RISE, Watermark

log = logging.getLogger("pitboss.house")

_BOLD, _RIGHT = 0.25, 0.8
"""How often a gambler plays boldly, and how often a gambler or a beginner finds the best play."""

_IDENTITY = re.compile("[0-9a-f]{8}")

_OPEN = (
    "INSERT INTO tables (id, name, game, opened_by, opened, owner, address, epoch, lease) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)
_LINE = "INSERT INTO journal (table_id, volume, n, line) VALUES (?, ?, ?, ?)"
_ROUND = "INSERT INTO rounds (table_id, round, volume, first, last, at, result, head) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_RECALL = (
    "INSERT INTO recall (name, at, table_id, round, seat, funds_before, funds_after) "
    "VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_CLOSED = "UPDATE tables SET closed = ? WHERE id = ?"
_RENEWED = "UPDATE tables SET renew = 0 WHERE id = ?"
_RULERS = "SELECT name FROM ruled WHERE table_id = ?"
_RULED = "INSERT INTO ruled (table_id, name) VALUES (?, ?) ON CONFLICT DO NOTHING"
_OWN = "UPDATE tables SET lease = lease WHERE (id, owner, epoch) IN (VALUES (?, ?, ?))"


class Elsewhere(Exception):
    """The table is run by another process."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


_LOST_COMMITS = "the database has lost commits that players have seen; the operator must restore the house"

Done = Callable[[Refused | None], None]
"""Called when something is saved, or could not be."""


class Batch:
    """A batch, saved together."""

    def __init__(self) -> None:
        self.tables: dict[str, LiveTable] = {}
        self.opened: list[Row] = []
        self.lines: list[Row] = []
        self.postings: list[Posting] = []
        self.rounds: list[Row] = []
        self.recall: list[Row] = []
        self.closed: list[Row] = []
        self.renewed: list[Row] = []
        self.ruled: list[Row] = []
        self.done: list[tuple[str, Done]] = []
        """The callbacks that wait for it, by table; "" for all tables."""

    @property
    def written(self) -> bool:
        return bool(self.lines or self.postings or self.rounds or self.closed or self.renewed or self.ruled)

    def part(self, about: Callable[[str], bool]) -> Batch:
        """The part of it that concerns some of the tables."""
        part = Batch()
        part.tables = {identity: live for identity, live in self.tables.items() if about(identity)}
        part.opened = [row for row in self.opened if about(row[0])]
        part.lines = [row for row in self.lines if about(row[0])]
        part.postings = [posting for posting in self.postings if about(posting.table)]
        part.rounds = [row for row in self.rounds if about(row[0])]
        part.recall = [row for row in self.recall if about(row[2])]
        part.closed = [row for row in self.closed if about(row[1])]
        part.renewed = [row for row in self.renewed if about(row[0])]
        part.ruled = [row for row in self.ruled if about(row[0])]
        part.done = [(identity, done) for identity, done in self.done if about(identity)]
        return part

    def statements(self, owner: str, epochs: Mapping[str, int]) -> list[Statement]:
        """In a valid order, with a guard: every table written to must still belong to this process."""
        ours = [(identity, owner, epochs[identity]) for identity in sorted(self.tables)]
        together = [
            Statement(_OPEN, self.opened, expect=len(self.opened)),
            Statement(_OWN, ours, expect=len(ours)),
            Statement(_LINE, self.lines),
            *posted(*self.postings),
            Statement(_ROUND, self.rounds),
            Statement(_RECALL, self.recall),
            Statement(_CLOSED, self.closed),
            Statement(_RENEWED, self.renewed),
            Statement(_RULED, self.ruled),
        ]
        return [statement for statement in together if statement.rows]


class House:
    """All the tables that this process runs."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        *,
        clock: Callable[[], int] = system_clock,
        secret: Callable[[], bytes] = lambda: secrets.token_bytes(32),
        name: str | None = None,
        signer: Signer | None = None,
        inline: bool = False,
        watermark: Watermark | None = None,
    ) -> None:
        self.settings = settings
        self.database = database
        self.clock = clock
        self.secret = secret
        self.name = name or secrets.token_hex(8)
        self.signer = signer or Signer(secrets.token_bytes(32))
        self.watermark = watermark
        self.lost_commits = False
        """Does the database lack commits that players have seen? Then no table runs until the operator restores it."""
        self.heads: dict[str, msgspec.Raw] = {}
        """The last saved head of each table, for the public list."""
        self.tables: dict[str, LiveTable] = {}
        self.committed = 0
        """Saved transactions, and their lines, for the metrics."""
        self.lines = 0
        self.failed = 0
        """Transactions that could not be saved."""
        self.saved_in: Callable[[float], None] = lambda _: None
        """Called with the seconds that a transaction took."""
        self.stopping = False
        self.out_of_order: dict[str, str] = {}
        """Open tables that could not be resumed, and why."""
        self.disputed: set[str] = set()
        """Accounts that did not equal the sum of their postings when the house opened."""
        self.payouts = Payouts(self)
        self.orders = Orders(database, clock)
        self.own_limits = OwnLimits(database, clock)
        self._inline = inline
        self._work = ThreadPoolExecutor(3, "work")
        self._writing = asyncio.Lock()
        """One write after another raises the mark."""
        self.noted: Callable[[str, str, str, str, int], Coroutine[Any, Any, None]] | None = None
        """The store of significant events: kind, person, table, text, and round."""
        self.joined: Callable[[str], Coroutine[Any, Any, None]] | None = None
        """Called before a table of a tournament is resumed: refuses if this process does not run the tournament."""
        self.plays: Callable[[str, str], bool] = lambda _tournament, _name: False
        """Is somebody among the participants of a tournament?"""
        self.leases = Leases(self)
        self.resuming: dict[str, asyncio.Task[LiveTable]] = {}
        self.looked = asyncio.Event()
        """Has it resumed, or tried to resume, every table that it found at the start?"""
        self._batch = Batch()
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._thinking: set[asyncio.Task[None]] = set()
        self._begun: set[asyncio.Task[Refused | None]] = set()
        self._notes: set[asyncio.Task[None]] = set()

    expected: tuple[type[Exception], ...] = (Elsewhere, Refused)
    """Why a table may not be found here."""

    # ---- starting and stopping -------------------------------------------------------------------------

    async def start(self) -> None:
        """Tables are resumed when they are asked for, and the others one after another meanwhile."""
        await self._look_at_the_books()
        self._tasks = [asyncio.create_task(each) for each in (self._commit_forever(), self.payouts.forever())]
        if self.settings.open_tables:
            await self._open_the_book()
        self.leases.start()

    async def stop(self) -> None:
        """Save everything, send all messages, and release the tables."""
        self.stopping = True
        await asyncio.gather(*self._begun, *self.resuming.values(), return_exceptions=True)
        with contextlib.suppress(Refused):
            await self.safe()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.leases.stop()
        for live in list(self.tables.values()):
            live.lose()
        await asyncio.gather(*self._notes, return_exceptions=True)
        await self.leases.let_go("tables")

    async def _open_the_book(self) -> None:
        """Of two servers that start at the same time, only one opens a game: they agree on the id of its next table."""
        rows = await self.database.read("SELECT game, count(*), count(closed) FROM tables GROUP BY game")
        tables = {name: (made, made > closed) for name, made, closed in rows}
        for heading in games():
            made, opened = tables.get(heading.id, (0, False))
            if not opened:
                identity = hashlib.sha256(f"{heading.id} {made}".encode()).hexdigest()[:8]
                with contextlib.suppress(Refused):
                    live = await self.open(Rules(game(heading.id)), f"{heading.title} 1", HOUSE, identity)
                    self._beside(live.have_company(self.settings.company))

    # ---- tables ----------------------------------------------------------------------------------------

    async def open(
        self, rules: Rules, name: str, by: str, identity: str = "", *, entered: bool = False
    ) -> LiveTable:
        """A new table; at one whose outcomes are ``entered``, a dealer says what a real table shows."""
        if len(self.tables) >= self.settings.tables:
            self.tidy()
        if len(self.tables) >= self.settings.tables:
            raise Refused("the house cannot open another table; it has reached its limit")
        if rules.chips_only and not tournament_of(by):
            raise Refused("only the tournament opens its tables", "8.6(a)")
        identity = identity or self.secret().hex()[:8]
        if rules.game.funds.fund(rules):
            await self.payouts.join(identity, rules)
        live = LiveTable(self, identity, name, by)
        lease, at = self.leases.begin(identity), self.settings.reached_at
        self._batch.opened.append((identity, name, rules.game.id, by, self.clock(), self.name, at, 1, lease))
        make = EnteredTable if entered else partial(Table, chance=Promised(self.secret))
        live.take(make(rules.game, rules, clock=self.clock, storage=live, identity=identity))
        self.tables[identity] = live
        self.leases.opening.add(identity)
        try:
            await self.safe(live)
        finally:
            self.leases.opening.discard(identity)
        return live

    async def raise_ceiling(self, live: LiveTable, payout: Cents, exposure: Cents) -> None:
        """Set what a table's bank may lose, by order of an administrator: by one wager, and in all."""
        changed = Statement(
            "UPDATE tables SET payout = ?, exposure = ? WHERE id = ?", [(payout, exposure, live.id)]
        )
        await self.database.write([changed])
        live.raised = payout, exposure

    async def find(self, identity: str) -> LiveTable:
        """The table, resumed from its journal if no process runs it."""
        if (live := self.tables.get(identity)) is not None:
            with contextlib.suppress(Refused):
                await self._still_ours(live)
                return live
        if not _IDENTITY.fullmatch(identity):
            raise Refused(f"there is no table {identity[:60]!r}")
        if self.lost_commits:
            raise Busy(_LOST_COMMITS)
        if (why := self.out_of_order.get(identity)) is not None:
            raise OutOfOrder(identity, why)
        if (task := self.resuming.get(identity)) is None:
            task = self.resuming[identity] = asyncio.create_task(self._resume(identity))
            task.add_done_callback(lambda _: self.resuming.pop(identity, None))
        return await asyncio.shield(task)

    async def _resume(self, identity: str) -> LiveTable:
        rows = await self.database.read(
            "SELECT name, opened_by, owner, address, epoch, lease, payout, exposure, closed, renew FROM tables "
            "WHERE id = ?",
            identity,
        )
        if not rows:
            raise Refused(f"there is no table {identity}")
        name, by, owner, address, epoch, lease, *raised, closed, renew = rows[0]
        now = self.clock()
        if owner != self.name and lease >= now:
            raise Elsewhere(address)
        if self.stopping:
            raise Busy("this server is about to stop")
        if self.joined is not None and (tournament := tournament_of(by)):
            await self.joined(tournament)
        if len(self.tables) >= self.settings.tables:
            self.tidy()
        with contextlib.suppress(Refused):
            await self.safe()  # read again what the table wrote before it failed here
        await self.leases.take(identity, epoch)
        lines = await self.database.read(
            "SELECT volume, line FROM journal WHERE table_id = ? AND volume = "
            "(SELECT max(volume) FROM journal WHERE table_id = ?) ORDER BY n",
            identity,
            identity,
        )
        live = LiveTable(self, identity, name, by, lines[-1][0], (raised[0], raised[1]))
        entries = read(bytes(line) for _, line in lines)
        chance = Promised(self.secret)
        records = Records()
        try:
            table = await self.work(
                lambda: Table.resume(
                    entries, chance=chance, clock=self.clock, storage=live, step=records.step
                )
            )
            await self._check_books(identity, table)
        except (Refused, Slip) as problem:
            raise self._is_out_of_order(identity, str(problem), closed is None) from None
        self.out_of_order.pop(identity, None)
        await self.return_transit(identity)
        live.orders = await self.orders.of(identity)
        live.take(table, records, records[table.rounds].result if records else await self._last_result(live))
        live.ruled_by(name for (name,) in await self.database.read(_RULERS, identity))
        if self.lost_commits:  # found out meanwhile
            raise Busy(_LOST_COMMITS)
        self.tables[identity] = live
        if renew and not table.closed:
            live.renew("the database was restored")
        if table.playing:
            live.resumed, live.resumed_round = now, table.rounds
            self.note(
                "interrupted",
                "",
                identity,
                f"round {table.rounds + 1} resumes with {money(live.staked)} in it",
            )
        log.info(
            "table resumed", extra={"table": identity, "line": table.journal.lines, "playing": table.playing}
        )
        return live

    def _is_out_of_order(self, identity: str, why: str, alarm: bool) -> OutOfOrder:
        """A table that cannot be resumed raises an alarm, once, and is shown as out of order."""
        if alarm and identity not in self.out_of_order:
            log.error("a table cannot be resumed", extra={"table": identity, "why": why})
            self.note("out of order", "", identity, why)
            self.out_of_order[identity] = why
        return OutOfOrder(identity, why)

    async def _still_ours(self, live: LiveTable) -> None:
        """A process that slept past its lease does nothing and sends nothing until it knows that it still owns
        the table: a table that another process has taken is lost here."""
        if self.leases.ran_out(live):
            self.touched(live)
            await self.safe(live)
        if live.lost:
            raise Refused("this table is being restored; try again")

    async def _check_books(self, identity: str, table: Table) -> None:
        """Does the database agree with the journal: on the table's own accounts, and on what each person brought and
        took away? A table with a difference is not run."""
        held = await self.database.read(
            "SELECT name, balance FROM accounts WHERE name IN (?, ?, ?) OR name LIKE ?",
            *(f"{kind}:{identity}" for kind in ("table", "bank", "fees")),
            f"meter:{identity}:%",
        )
        moved = await self.database.read(
            "SELECT account, sum(amount) FROM postings WHERE table_id = ? AND account > 'tj' GROUP BY account",
            identity,
        )
        for name, should, found in differences(identity, table, dict(held), dict(moved)):
            log.error("the books differ from the journal", extra={"table": identity, "account": name})
            self.note("books", "", identity, f"{name} differs from the journal")
            raise Refused(
                f"the books do not agree with the journal of table {identity}: "
                f"{name} has {money(found)} but should have {money(should)}"
            )

    async def return_transit(self, identity: str) -> None:
        """Chips that left a wallet but did not reach the table before a crash are returned."""
        prefix = f"transit:{identity}:"
        for account, held in await self.database.read(
            "SELECT name, balance FROM accounts WHERE name LIKE ? AND balance > 0", prefix + "%"
        ):
            name = account.removeprefix(prefix)
            purse = "machines" if name.endswith(")") else f"wallet:{name}"
            await self.transfer(account, purse, held, "not seated", identity)

    async def _last_result(self, live: LiveTable) -> bytes:
        """The result of the last round of the previous volume."""
        rows = await self.database.read(
            "SELECT result FROM rounds WHERE table_id = ? ORDER BY round DESC LIMIT 1", live.id
        )
        return bytes(rows[0][0]) if rows else b""

    async def _look_at_the_books(self) -> None:
        """Nothing is taken from an account that differs from its postings."""
        rows = await differing(self.database)
        if rows:  # where a clock was set back, the postings are right and their sums are not
            rows = await differing(self.database, whole=True)
            if not rows:
                await forget_sums(self.database)
        for account, held, posted_ in rows:
            log.error("the books are wrong", extra={"account": account, "held": held, "posted": int(posted_)})
            self.note("books", account, "", f"has {money(held)}, by its postings {money(int(posted_))}")
        self.disputed = {account for account, *_ in rows}

    def renewed(self, live: LiveTable) -> None:
        self.touched(live).renewed.append((live.id,))

    def ruled(self, live: LiveTable, name: str) -> None:
        self.touched(live).ruled.append((live.id, name))

    def closed(self, live: LiveTable) -> None:
        self.touched(live).closed.append((self.clock(), live.id))

    # ---- what tables write -----------------------------------------------------------------------------

    def record(self, live: LiveTable, line: Row) -> None:
        self.touched(live).lines.append(line)

    def touched(self, live: LiveTable) -> Batch:
        """Add messages, and perhaps lines, of this table to the batch. Actions of a lost table are
        dropped."""
        if live.lost:
            return Batch()
        self._batch.tables[live.id] = live
        self._wake.set()
        return self._batch

    def post(self, live: LiveTable, line: int, why: str, amounts: dict[str, Cents]) -> None:
        self.touched(live).postings.append(Posting(self.clock(), live.id, line, why, amounts))

    def round_over(self, live: LiveTable, volume: int, record: Record) -> None:
        batch = self.touched(live)
        batch.rounds.append(
            (live.id, record.round, volume, record.first, record.last, record.at, record.result)
        )
        batch.recall += record.recall(live.id)
        if live.table.game.funds.fund(live.table.rules):
            self.payouts.wake()

    def when_safe(self, done: Done, live: LiveTable | None = None) -> None:
        """Call back when everything so far (at one table) is saved, or could not be."""
        if live is not None and live.lost:
            _call(partial(done, _not_written()))
            return
        self._batch.done.append((live.id if live else "", done))
        self._wake.set()

    async def safe(self, live: LiveTable | None = None) -> None:
        """Wait until everything so far (at one table) is saved."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(problem: Refused | None) -> None:
            if not future.done():
                future.set_exception(problem) if problem else future.set_result(None)

        self.when_safe(done, live)
        await future

    async def transfer(self, source: str, target: str, amount: Cents, why: str, table: str) -> None:
        """Move money from one account to another, if it is available. Bots play with the house's own play
        money. Chips leave for a table only while this process owns it, so that the next owner sees them in transit."""
        if source in self.disputed:
            raise Refused(
                f"the balance of {source} differs from its postings, so nothing can be taken from it"
            )
        statements = posted(Posting(self.clock(), table, 0, why, {source: -amount, target: amount}))
        if target.startswith("transit:"):
            own = Statement(_OWN, [(table, self.name, self.leases.epochs[table])], expect=1)
            statements.insert(0, own)
        if source != "machines":
            statements.insert(
                0,
                Statement(
                    "UPDATE accounts SET balance = balance + 0 WHERE name = ? AND balance >= ?",
                    [(source, amount)],
                    expect=1,
                ),
            )
        try:
            await self.write(statements)
        except Unmet as unmet:
            if unmet.statement.sql == _OWN:
                raise Refused("this table is being restored; try again") from None
            raise Refused("there is not enough in your wallet") from None

    def stands_up(self, name: str) -> None:
        """A person who may not play leaves the tables of this process, after the round if necessary."""
        for live in list(self.tables.values()):
            if live.seat_of(name) is not None and not live.tournament:
                live.remove(name)

    def wallet_changed(self, name: str, by: Cents) -> None:
        for live in self.tables.values():
            for guest in live.guests:
                if guest.name == name:
                    guest.wallet += by
                    self.touched(live)

    async def write(self, statements: Sequence[Statement]) -> None:
        """All of the statements or none; none if the database has lost what this server wrote."""
        if self.watermark is None:
            await self.database.write(statements)
            return
        async with self._writing:
            try:
                await self.database.write([self.watermark.rises(), *statements])
            except Unmet as unmet:
                if unmet.statement.sql != RISE:
                    raise
                await self.stop_dealing()
                raise Busy(_LOST_COMMITS) from None
            self.watermark.risen()

    async def stop_dealing(self) -> None:
        """What players have seen is gone: nothing is dealt here before the restore, nor by other servers, which would
        take over the tables."""
        self.lost_commits = True
        log.critical("the database has lost commits", extra={"tables": sorted(self.tables)})
        try:
            await self.database.write([LOST])
        except Exception:
            log.exception("other servers could not be informed")
        for live in list(self.tables.values()):
            self.drop(live)

    # ---- saved, then announced -------------------------------------------------------------------------------

    async def _commit_forever(self) -> None:
        """One transaction after another, at a rate that people do not notice: each has a cost, no matter how
        small it is."""
        loop = asyncio.get_running_loop()
        next_ = loop.time()
        while True:
            await self._wake.wait()
            await asyncio.sleep(next_ - loop.time())
            next_ = loop.time() + self.settings.beat
            self._wake.clear()
            batch, self._batch = self._batch, Batch()
            self._sign(batch)
            messages = {identity: self._messages(live) for identity, live in batch.tables.items()}
            failed = await self._commit(batch)
            for identity, sends in messages.items():
                if identity in failed:
                    continue
                if (head := batch.tables[identity].head) is not None:
                    self.heads[identity] = head
                for send in sends:
                    _call(send)
            for identity, done in batch.done:
                _call(partial(done, _not_written() if failed and identity in {"", *failed} else None))

    def _sign(self, batch: Batch) -> None:
        """Sign what is about to be published of each journal: one signature for all."""
        further = [live for live in batch.tables.values() if live.table.journal.lines > live.signed]
        if further:
            journals = [(live.id, live.table.journal.lines, live.table.journal.chain) for live in further]
            for live, head in zip(further, self.signer.sign(self.clock(), journals), strict=True):
                live.head, live.signed = msgspec.Raw(msgspec.json.encode(head)), head.lines
        batch.rounds = [(*row, bytes(batch.tables[row[0]].head or b"")) for row in batch.rounds]

    def _messages(self, live: LiveTable) -> list[Callable[[], None]]:
        try:
            return list(live.messages())
        except Exception:
            log.exception("a table could not be notified", extra={"table": live.id})
            return []

    async def _commit(self, batch: Batch) -> set[str]:
        """Save it; returns the tables that could not be saved. A batch that fails because of its content is tried
        again table by table, so that one bad table harms no other."""
        if not batch.written and not any(map(self.leases.ran_out, batch.tables.values())):
            return set()
        problem = await self._try(batch)
        if problem is None:
            return set()
        failed = set(batch.tables)
        if len(failed) > 1 and about_rows(problem):
            failed = {each for each in batch.tables if await self._try(batch.part(each.__eq__))}
        self._give_up(batch, failed)
        return failed

    async def _try(self, batch: Batch) -> Exception | None:
        tables, begun = sorted(batch.tables), asyncio.get_running_loop().time()
        try:
            await self.write(batch.statements(self.name, self.leases.epochs))
        except Unmet as unmet:
            log.warning("no longer ours", extra={"tables": tables})
            return unmet
        except Exception as problem:
            self.failed += 1
            log.exception("could not write", extra={"tables": tables})
            return problem
        self.saved_in(asyncio.get_running_loop().time() - begun)
        self.committed += 1
        self.lines += len(batch.lines)
        return None

    def _give_up(self, batch: Batch, failed: set[str]) -> None:
        """The memory of these tables is ahead of the disk, or owned by another process: drop it, with everything
        they have done meanwhile, and read them again when needed."""
        lost = self._batch.part(failed.__contains__)
        self._batch = self._batch.part(lambda identity: identity not in failed)
        for identity in failed:
            self.drop(batch.tables[identity])
        for _, done in lost.done:
            _call(partial(done, _not_written()))

    def drop(self, live: LiveTable) -> None:
        live.lose()
        if self.tables.get(live.id) is live:
            del self.tables[live.id]

    def tidy(self) -> None:
        """Closed tables with nobody present are dropped from memory; they are read again on request."""
        for live in list(self.tables.values()):
            if live.table.closed and not live.guests and live.id not in self._batch.tables:
                self.drop(live)

    # ---- time and bots -----------------------------------------------------------------------------

    async def obey(self, live: LiveTable, person: Person, command: AnyCommand | Decided) -> None:
        """Carry out a command at a table. Chips in transit arrive, even if their sender is gone."""
        await self._still_ours(live)
        if isinstance(command, Sit | Buy | Bot):
            task = asyncio.create_task(self._obey(live, person, command))
            self._begun.add(task)
            task.add_done_callback(self._begun.discard)
            problem = await asyncio.shield(task)
        else:
            problem = await self._obey(live, person, command)
        if problem is not None:
            raise problem

    async def _obey(self, live: LiveTable, person: Person, command: AnyCommand | Decided) -> Refused | None:
        """A table that fails in the middle of a command is read again."""
        try:
            await live.obey(person, command)
        except Refused as refused:
            if live.table.lost:
                self._failed(live, refused)
            return refused
        except Exception as problem:
            self._failed(live, problem, type(command).__name__)
            return Refused("an error stopped this table, and it is being restored; try again")
        return None

    def _failed(self, live: LiveTable, problem: Exception, command: str = "") -> None:
        """A table that failed halfway is dropped and read again. A round in which the game failed is void,
        because it would fail again: its chance is promised."""
        log.error("a table failed", exc_info=problem, extra={"table": live.id, "command": command})
        self.note("failure", "", live.id, f"{type(problem).__name__} {command}".strip())
        slipped = isinstance(problem, Slip) and live.table.playing
        self.drop(live)
        if slipped:
            self._beside(self._annul(live.id))

    async def _annul(self, identity: str) -> None:
        try:
            (await self.find(identity)).annul("the game failed")
        except (Elsewhere, Refused) as refused:
            log.warning("a round was not voided: %s", refused, extra={"table": identity})
        except Exception:
            log.exception("a round could not be voided", extra={"table": identity})
            self.drop(self.tables[identity])

    def later(self, seconds: float, then: Callable[[], None], live: LiveTable) -> asyncio.TimerHandle:
        def act() -> None:
            try:
                then()
            except Exception as problem:
                self._failed(live, problem)

        return asyncio.get_running_loop().call_later(seconds, act)

    def think(self, live: LiveTable, ask: Ask) -> None:
        """A bot answers after a delay, as well as it can."""
        self._beside(self._think(live, ask))

    def refill(self, live: LiveTable, seat: int) -> None:
        """A bot buys chips in the background; if a round has begun meanwhile, after the next one."""
        self._beside(self._refill(live, seat))

    async def _refill(self, live: LiveTable, seat: int) -> None:
        try:
            with contextlib.suppress(Refused):
                await live.refill(seat)
        except Exception as problem:
            self._failed(live, problem)

    def _beside(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)

    async def _think(self, live: LiveTable, ask: Ask) -> None:
        await asyncio.sleep(self.settings.bot_seconds)
        decision, amount = stay_in(live.table.game, ask)
        try:
            play = live.played_by(ask.seat)
            mood = Random(f"{live.id}/{live.table.journal.lines}/{ask.seat}").random()
            if play == "gambler" and mood < _BOLD and live.table.game.wagers_first:
                decision, amount = boldly(live.table.game, ask)
            elif play == "best" or mood < _RIGHT:
                thought = live.table.game.mathematics.thought(live.table, ask)
                decision, amount = await self.work(thought) or (decision, amount)
                with contextlib.suppress(Refused, NotImplementedError):
                    decision, amount = await self.work(lambda: _advised(live, ask))
            try:
                live.decide(ask, decision, amount)
            except Refused:
                live.decide(ask, *silence(live.table.game, ask))
        except Exception as problem:
            self._failed(live, problem)

    async def work(self, what: Callable[[], Any]) -> Any:
        """A slow task, in parallel with the tables."""
        if self._inline:
            return what()
        return await asyncio.get_running_loop().run_in_executor(self._work, what)

    def note(
        self,
        kind: str,
        name: str = "",
        table: str = "",
        says: str = "",
        round: int = 0,  # noqa: A002
    ) -> None:
        """A significant event, stored in the background."""
        if self.noted is not None:
            task = asyncio.get_running_loop().create_task(self.noted(kind, name, table, says, round))
            self._notes.add(task)
            task.add_done_callback(self._notes.discard)


def differences(
    identity: str, table: Table, held: Mapping[str, Cents], moved: Mapping[str, Cents]
) -> Iterator[tuple[str, Cents, Cents]]:
    """The differences between accounts and a table's journal: the balances ``held``, and the sums ``moved`` by its
    postings from and to people (bots play with the house's money). For a table without bound promises, only the
    balances."""
    should = books(identity, table)
    for name in sorted(should.keys() | held.keys()):
        if should.get(name, 0) != held.get(name, 0):
            yield name, should.get(name, 0), int(held.get(name, 0))
    if not table.identity or table.rules.chips_only:
        return
    transit = f"transit:{identity}:"
    taken: Counter[str] = Counter()
    for account, amount in moved.items():
        taken[account.removeprefix(transit).removeprefix("wallet:")] += int(amount)
    for name in sorted(taken.keys() | table.brought.keys()):
        if taken[name] != -table.brought[name] and not played_by(name):
            yield name, -table.brought[name], taken[name]


def _not_written() -> Refused:
    return Refused("it could not be saved; try again")


def _call(somebody: Callable[[], None]) -> None:
    try:
        somebody()
    except Exception:
        log.exception("a connection could not be notified")


def _advised(live: LiveTable, ask: Ask) -> tuple[str, Cents]:
    advice = live.table.game.mathematics.advise(live.table, ask)
    return advice.decision, advice.amount
