"""Funds that several tables share, 14.19 and 14.20.

Each table keeps its contributions in its own meter. A fund is the sum of these, with the account from which it has
paid. A win is noted at its table; one transaction takes it from the fund and credits it to those who share in it; each
table pays what is owed there with its own journal line, between rounds. An interrupted payout resumes.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from pitboss.book import game
from pitboss.book.facets import FundMeters, Win
from pitboss.book.rules import Rules
from pitboss.law import Refused, carries
from pitboss.money import Cents, money
from pitboss.web.people import Posting, posted
from pitboss.web.records import bot, played_by
from pitboss.web.transaction import Statement, Unmet

if TYPE_CHECKING:
    from pitboss.web.house import House
    from pitboss.web.live import LiveTable

log = logging.getLogger("pitboss.payouts")

_PLAYED = 10 * 60_000
"""Players with a contribution to a pot of another table within this many milliseconds share in the room's part."""

_JOIN = "INSERT INTO funds (table_id, fund, casino, terms, since) VALUES (?, ?, ?, ?, ?)"
_WON = (
    "INSERT INTO payouts (fund, n, table_id, round, at, casino, amount, says) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)
_HELD = (
    "SELECT coalesce(sum(balance), 0) FROM accounts WHERE name = ? OR name IN "
    "(SELECT 'meter:' || table_id || ? FROM funds WHERE fund = ?)"
)
_ROOM = (
    "SELECT DISTINCT recall.table_id, recall.name FROM recall JOIN funds ON funds.table_id = recall.table_id "
    "JOIN tables ON tables.id = recall.table_id WHERE fund = ? AND casino = ? AND closed IS NULL "
    "AND recall.table_id <> ? AND recall.at >= ? ORDER BY recall.table_id, recall.name"
)


class Member(NamedTuple):
    """The fund of a table, and the casino whose table it is."""

    fund: str
    casino: str


class Payouts:
    """The funds of the house's tables."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.members: dict[str, Member] = {}
        self.held: dict[str, dict[str, Cents]] = {}
        """The display of each fund, by the names of its meters."""
        self._announced: dict[str, int] = {}
        """How many wins of each fund have been announced at the tables here."""
        self._wake = asyncio.Event()
        self._looking = asyncio.Lock()
        """Debts are paid once: nothing reads them while that is being written."""

    def wake(self) -> None:
        """A round is over at a table of a fund: there may be something to pay."""
        self._wake.set()

    def meters(self, live: LiveTable) -> dict[str, Cents]:
        """The display of a table's fund."""
        member = self.members.get(live.id)
        return self.held.get(member.fund, {}) if member else {}

    @carries("14.20(a)")
    async def join(self, identity: str, rules: Rules) -> None:
        """A new table: its payout rules must be those of the fund's other tables or, if none is open, rules that its
        money allows."""
        casino, terms = self.house.settings.casino, rules.game.funds.fund_terms(rules)
        fund = rules.game.funds.fund(rules).replace("room", casino or "room", 1)
        rows = await self.house.database.read(
            "SELECT terms, closed FROM funds JOIN tables ON id = table_id WHERE fund = ? ORDER BY since", fund
        )
        for known, closed in rows:
            if closed is None and msgspec.json.decode(known) != terms:
                raise Refused("the payout rules must be the same at all tables that share a fund", "14.20(a)")
        if rows and await self._held(fund, rules.game.funds.fund_meters.payout):
            rules.game.funds.check_terms(msgspec.json.decode(rows[-1][0]), terms)
        row = (identity, fund, casino, msgspec.json.encode(terms).decode(), self.house.clock())
        await self.house.write([Statement(_JOIN, [row])])
        self.members[identity] = Member(fund, casino)

    async def _held(self, fund: str, meter: str) -> Cents:
        """The amount in a meter of a fund."""
        rows = await self.house.database.read(_HELD, f"fund:{fund}:{meter}", f":{meter}", fund)
        return int(rows[0][0])

    async def _shown(self, fund: str, meters: FundMeters) -> dict[str, Cents]:
        """The display of a fund: the payout, and any amounts for the next one and for a secondary payout."""
        shown = {meter: await self._held(fund, meter) for meter in meters}
        return {meter: held for meter, held in shown.items() if held or meter == meters.payout}

    @carries("14.20(d)1", "14.20(d)1i-ii")
    async def listed(self) -> list[dict[str, Any]]:
        """The posting of each fund: the first casino that joined it is its host."""
        read, funds = self.house.database.read, dict[str, dict[str, Any]]()
        members = await read(
            "SELECT fund, casino, terms, game FROM funds JOIN tables ON id = table_id ORDER BY since, id"
        )
        meters: dict[str, FundMeters] = {}
        for fund, casino, terms, name in members:
            meters[fund] = game(name).funds.fund_meters
            known = funds.setdefault(fund, {"fund": fund, "casinos": [], "payouts": []})
            known["rules"] = msgspec.json.decode(terms)
            known["casinos"] += [casino] if casino and casino not in known["casinos"] else []
        for fund, known in funds.items():
            held = [await self._held(fund, meter) for meter in meters[fund]]
            known.update(zip(("amount", "next", "secondary"), held, strict=True))
        for fund, *row in await read(
            "SELECT fund, at, amount, casino, table_id, round, says FROM payouts ORDER BY fund, n DESC"
        ):
            names = ("at", "amount", "casino", "table", "round", "says")
            funds[fund]["payouts"].append(dict(zip(names, row, strict=True)))
        return list(funds.values())

    # ---- one check after another ----------------------------------------------------------------------

    async def forever(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), self.house.settings.lease / 3)
            self._wake.clear()
            try:
                await self.look()
            except Exception:
                log.exception("payouts could not be made")

    async def look(self) -> None:
        """Take wins out of their fund, pay what is owed, and update the display."""
        async with self._looking:
            await self._look()

    async def _look(self) -> None:
        ours = [each for each in self.house.tables.values() if each.table.game.funds.fund(each.table.rules)]
        if not ours:
            return
        rows = await self.house.database.read("SELECT table_id, fund, casino FROM funds")
        self.members = {identity: Member(fund, casino) for identity, fund, casino in rows}
        for live in ours:
            for win in list(live.table.game.funds.wins(live.table)):
                with contextlib.suppress(Refused):
                    await self._take(live, win)
        await self._pay(ours)
        await self._show(ours)

    @carries("14.20(e)4ii", "14.20(e)4iii")
    async def _take(self, live: LiveTable, win: Win) -> None:
        """The win of a round, taken from the fund and owed to those who share in it: once, and from what earlier wins
        have left."""
        read, now = self.house.database.read, self.house.clock()
        await self.house.safe(live)  # the round is on record before anything follows from it
        if await read("SELECT n FROM payouts WHERE table_id = ? AND round = ?", live.id, win.round):
            return
        fund, casino = self.members[live.id]
        before = (await read("SELECT count(*) FROM payouts WHERE fund = ?", fund))[0][0]
        held, meters = await self._held(fund, win.meter), live.table.game.funds.fund_meters
        room = await read(_ROOM, fund, casino, live.id, now - _PLAYED)
        rules = live.table.rules
        shares = rules.game.funds.shares(rules, win, held, bool(room))
        owed: defaultdict[str, Cents] = defaultdict(int)
        each, odd = divmod(shares.pop(0, 0) // rules.chip, len(room) or 1)
        for place, (table, name) in enumerate(room):
            owed[f"award:{table}:{name}"] += (each + (place < odd)) * rules.chip
        for seat, amount in shares.items():
            if not bot(win.seats[seat]):  # players paid the fund, so a bot's share stays in it
                owed[f"award:{live.id}:{win.seats[seat]}"] += amount
        paid = sum(owed.values())
        whole = win.part == 100 and win.meter == meters.payout
        kept = await self._held(fund, meters.reset) if whole else 0
        moved = owed | {f"fund:{fund}:{win.meter}": kept - paid, f"fund:{fund}:{meters.reset}": -kept}
        row = (fund, before + 1, live.id, win.round, now, casino, paid, f"{win.name}: {win.says}")
        line = live.table.journal.lines - 1
        with contextlib.suppress(Unmet):  # another win came first: this one is taken from the rest
            await self.house.write(
                [
                    Statement(_WON, [row], expect=1),
                    *posted(Posting(now, live.id, line, win.name, {k: v for k, v in moved.items() if v})),
                ]
            )
            self.house.note("payout", "", live.id, f"{money(paid)} of {fund}: {win.says}")

    async def _pay(self, ours: list[LiveTable]) -> None:
        """Pay what is owed: at the table to players there, and at the cage to players who have left (14.19(j))."""
        owed: defaultdict[str, dict[str, Cents]] = defaultdict(dict)
        rows = await self.house.database.read(
            "SELECT name, balance FROM accounts WHERE name LIKE ? AND balance > 0", "award:%"
        )
        for account, held in rows:
            _, table, name = account.split(":", 2)
            owed[table][name] = int(held)
        taken = await self.house.database.read("SELECT table_id, round FROM payouts")
        wins = set(map(tuple, taken))
        for table, names in owed.items():
            await self._at_the_cage(table, names)
        for live in ours:
            seated = {name: held for name, held in owed[live.id].items() if live.seat_of(name) is not None}
            won = [win for win in live.table.game.funds.wins(live.table) if (live.id, win.round) in wins]
            if live.lost or live.table.playing or not (seated or won):
                continue
            with contextlib.suppress(Refused):
                live.award(seated, *won)
                await self.house.safe(live)

    async def _at_the_cage(self, table: str, names: dict[str, Cents]) -> None:
        """To the wallets of those who have left the table, or whose table is closed."""
        live = self.house.tables.get(table)
        if live is None and not await self.house.database.read(
            "SELECT id FROM tables WHERE id = ? AND closed IS NOT NULL", table
        ):
            return  # another process runs it, or none yet
        for name, held in list(names.items()):
            if live is not None and (live.lost or live.seat_of(name) is not None):
                continue
            del names[name]  # who sits down while this is being written is not paid at the table as well
            purse = "machines" if played_by(name) else f"wallet:{name}"
            fund = self.members[table].fund
            with contextlib.suppress(Refused):
                await self.house.transfer(f"award:{table}:{name}", purse, held, "payout", f"fund:{fund}")
                self.house.wallet_changed(name, held)

    @carries("14.19(k)1", "14.20(e)4i")
    async def _show(self, ours: list[LiveTable]) -> None:
        """Update the display, and announce payouts at every table of the fund."""
        for fund in sorted({self.members[live.id].fund for live in ours}):
            here = [live for live in ours if self.members[live.id].fund == fund]
            shown = await self._shown(fund, here[0].table.game.funds.fund_meters)
            rows = await self.house.database.read(
                "SELECT n, amount, casino, name, says FROM payouts JOIN tables ON id = table_id "
                "WHERE fund = ? AND n > ? ORDER BY n",
                fund,
                self._announced.get(fund, -1),
            )
            known, self._announced[fund] = (
                fund in self._announced,
                max((row[0] for row in rows), default=self._announced.get(fund, 0)),
            )
            changed, self.held[fund] = self.held.get(fund) != shown, shown
            for live in here:
                for _, amount, casino, name, says in rows if known else ():
                    where = f"{name}, {casino}" if casino else name
                    live.announce(f"{says}: {money(amount)} paid, at {where}")
                if changed:
                    self.house.touched(live)
