"""The basis of the web's endpoints: the house, its people, and computed answers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec

import pitboss
from pitboss.book import game, games
from pitboss.book.events import Reveal
from pitboss.book.key import Key
from pitboss.book.rules import Rules
from pitboss.law import Refused
from pitboss.money import Cents, written
from pitboss.table import public, read
from pitboss.table.audit import audit, narrated
from pitboss.table.driver import system_clock
from pitboss.table.heads import Head
from pitboss.table.journal import Continue, Entry, Seed
from pitboss.web.accounts import Accounts
from pitboss.web.apart import Apart
from pitboss.web.archive import Archive, archive_full, archived
from pitboss.web.books import differing, sum_up
from pitboss.web.database import Database
from pitboss.web.departed import clear_away
from pitboss.web.events import note
from pitboss.web.house import House
from pitboss.web.live import Guest, LiveTable
from pitboss.web.owners import HOUSE, shown
from pitboss.web.pace import Buckets
from pitboss.web.people import People, Person, Wrong, hash_of
from pitboss.web.questions import OddsProcess, Questions, asked, kept_odds, on_disk
from pitboss.web.records import Records
from pitboss.web.relay import Relay
from pitboss.web.rewatched import steps
from pitboss.web.settings import Settings
from pitboss.web.signing import Signer
from pitboss.web.tournaments import Tournaments
from pitboss.web.views import Offer, wins
from pitboss.web.watermark import Watermark

log = logging.getLogger("pitboss.service")

T = TypeVar("T")

_VOLUMES_KEPT = 32
"""The most volumes whose derived rounds stay in memory."""


_TIDY = 600.0
"""Seconds between two times that the house is tidied."""

_SWEEP = 15.0
"""Seconds between checks for ended sessions."""


class Attending(Protocol):
    """A socket of a signed-in person."""

    used: bool
    """Has it given a command since the last check?"""

    def close(self) -> None: ...


class Service:
    """One server process."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        *,
        clock: Callable[[], int] = system_clock,
        house: House | None = None,
        signer: Signer | None = None,
        odds_process: OddsProcess | None = None,
        watermark: Watermark | None = None,
        apart: Apart | None = None,
    ) -> None:
        self.settings = settings
        self.database = database
        self.clock = clock
        self.house = house or House(settings, database, clock=clock, signer=signer, watermark=watermark)
        self.tournaments = Tournaments(self.house, database)
        self.relay = Relay()
        self.people = People(
            database, clock, settings.session, settings.play_money * 100, settings.idle, settings.lock
        )
        self.accounts = Accounts(self.people)
        self.requests = Buckets(settings.requests, clock)
        self.costly = Buckets(settings.costly, clock, 20 * settings.costly)
        self.logins = Buckets(settings.logins / 60, clock, settings.logins)
        self.started = clock()
        self.sockets: Counter[str] = Counter()
        """Open, by address."""
        self.attending: dict[str, set[Attending]] = {}
        """Sockets of those who are signed in, by the hash of the token."""
        self.actions = 0
        self._warned = False
        self.stopping = False
        self._odds_process = odds_process
        self._apart = apart
        self._archive = Archive(Path(settings.archive)) if settings.archive else None
        self._past = Questions(1, "past")
        self._odds = Questions(1, "odds")
        self._advice = Questions(2, "advice")
        self._opening = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []
        self._guides: dict[str, str] = {}
        self._records: dict[tuple[str, int, int], Records] = {}

    async def start(self) -> None:
        await self.people.know_looks()
        await self._first_administrator()
        self.house.noted = self.note
        await self.note("start", says=f"Pitboss {pitboss.__version__}")
        await self.house.start()
        await self.tournaments.start()
        self._tasks = [
            asyncio.create_task(each) for each in (self._look_after_sessions(), self._tidy_forever())
        ]
        if self.settings.ahead and self._odds_process is not None:
            self._tasks.append(asyncio.create_task(self._work_ahead()))

    async def drain(self) -> None:
        """Save everything and give the tables to the other servers; what is asked here meanwhile is relayed to them."""
        if self.stopping:
            return
        self.stopping = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.note("stop")
        await self.tournaments.stop()
        await self.house.stop()

    async def stop(self) -> None:
        await self.drain()
        await self.relay.close()
        await self.database.close()
        for pool in (self._odds, self._advice, self._past):
            pool.close()
        if self._apart is not None:
            self._apart.close()
        if self._odds_process is not None:
            self._odds_process.close()

    def warn_of_proxy(self, headers: Collection[str]) -> None:
        """Warn once if a proxy is not trusted: then all requests seem to come from its address."""
        if headers and not self.settings.proxies and not self._warned:
            self._warned = True
            log.warning("requests come from a proxy that is missing in the setting proxies")

    async def note(
        self,
        kind: str,
        name: str = "",
        table: str = "",
        says: str = "",
        round: int = 0,  # noqa: A002
    ) -> None:
        """A significant event."""
        await note(self.database, self.clock(), kind, name, table, says, round)

    # ---- sessions --------------------------------------------------------------------------------------

    async def _look_after_sessions(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP)
            try:
                await self.end_sockets()
            except Exception:
                log.exception("sessions could not be checked")

    async def _tidy_forever(self) -> None:
        """Nothing grows that need not: full volumes go to the archive, and guests who have left are cleared away."""
        while True:
            await asyncio.sleep(_TIDY)
            try:
                await self.tidy()
            except Exception:
                log.exception("the house could not be tidied")

    async def tidy(self) -> None:
        if self._archive is not None:
            await archive_full(self.house, self._archive)
        if (seated := await self._seated()) is not None:
            now = self.clock()
            await clear_away(self.database, now, now - int(self.settings.departed * 1000), seated)
        await sum_up(self.database, self.clock())

    async def _seated(self) -> set[str] | None:
        """Everybody who has a seat; unknown while a table is out of order or its process does not answer."""
        rows = await self.database.read("SELECT id, address FROM tables WHERE closed IS NULL")
        taken = {
            each: {who.name for who in live.table.seats.values()} for each, live in self.house.tables.items()
        }
        for address in {address for identity, address in rows if identity not in taken}:
            taken |= {table["id"]: set(table["taken"]) for table in await self.relay.listed(address)}
        if any(identity not in taken for identity, _ in rows):
            return None
        return set().union(*taken.values())

    async def end_sockets(self) -> None:
        """A socket ends with its session, wherever that was ended; and a command keeps a session alive."""
        used = [kept for kept, sockets in self.attending.items() if any(each.used for each in sockets)]
        if used:
            await self.people.seen(used)
        lasting = await self.people.lasting() if self.attending else set()
        for kept in [each for each in self.attending if each not in lasting]:
            self.signed_out(kept)
        for sockets in self.attending.values():
            for each in sockets:
                each.used = False

    def signed_out(self, kept: str) -> None:
        """Close the sockets of an ended session."""
        for each in self.attending.pop(kept, ()):
            each.close()

    async def sign_out(self, token: str) -> None:
        await self.people.sign_out(token)
        self.signed_out(hash_of(token))

    async def sign_in(
        self, name: str, password: str, address: str = "", code: str = ""
    ) -> tuple[Person, str]:
        try:
            person, token = await self.people.sign_in(name, password, address, code)
        except Wrong:
            await self.note("sign-in refused", name[:20])
            raise
        await self.note("sign-in", person.name)
        return person, token

    async def _first_administrator(self) -> None:
        if await self.database.read("SELECT name FROM people WHERE role = 'administrator'"):
            return
        password = self.settings.administrator_password or secrets.token_urlsafe(9)
        with contextlib.suppress(Refused):  # another process was quicker
            await self.people.register("administrator", password, "administrator")
            if not self.settings.administrator_password:
                await self.people.must_change("administrator")
                log.warning("first start: sign in as administrator with the password %s", password)

    # ---- tables ----------------------------------------------------------------------------------------

    async def tables(self, here: bool = False) -> list[dict[str, Any]]:
        """Every open table (or only those that this process runs), with its postings. The processes that run the
        others list theirs; for one that does not answer, the database is used."""
        rows = await self.database.read(
            "SELECT id, name, game, opened_by, address FROM tables WHERE closed IS NULL ORDER BY opened, id"
        )
        running = self.house.tables
        others = set() if here else {address for identity, *_, address in rows if identity not in running}
        others.discard(self.settings.reached_at)
        theirs = {
            table["id"]: table
            for each in await asyncio.gather(*map(self.relay.listed, others))
            for table in each
        }
        listed = []
        for row in rows:
            live = running.get(row[0])
            if live is None and here and row[0] not in self.house.out_of_order:
                continue
            if live is None and row[0] in theirs:
                listed.append(theirs[row[0]] | {"here": False})
                continue
            try:
                listed.append(_listed(live, *row) | {"out_of_order": self.house.out_of_order.get(row[0], "")})
            except (
                Refused
            ):  # of a game that is no longer in the book, or under rules that are no longer valid
                continue
            except Exception:  # one bad table does not break the list
                log.exception("a table cannot be listed", extra={"table": row[0]})
        return listed

    async def fill_up(self, name: str) -> Cents:
        """Reset the wallet, counting chips on tables; people at a table see it at once."""
        before = await self.people.wallet(name)
        chips = await self._chips(name)
        await self.house.own_limits.check_deposit(name, self.settings.play_money * 100 - chips - before)
        after = await self.people.fill_up(name, chips)
        self.house.wallet_changed(name, after - before)
        return after

    async def _chips(self, name: str) -> Cents:
        """A person's chips, in front of them and on layouts; none may be at another process."""
        on_the_way = "SELECT 1 FROM accounts WHERE name LIKE 'transit:%' AND name LIKE ? AND balance > 0"
        elsewhere = (name in table["taken"] for table in await self.tables() if not table["here"])
        if any(elsewhere) or await self.database.read(on_the_way, f"transit:%:{name}"):
            raise Refused("you have chips at a table; leave it first")
        seats = ((live, live.seat_of(name)) for live in self.house.tables.values() if not live.tournament)
        return sum(live.table.seats[seat].base for live, seat in seats if seat is not None)

    async def guest(
        self, person: Person | None, send: Callable[[bytes], None] = lambda _: None, *, offers: bool = False
    ) -> Guest:
        wallet = await self.people.wallet(person.name) if person else 0
        return Guest(person, send, wallet, Offer() if offers else None)

    def legal(self, live: LiveTable, person: Person) -> dict[str, Any]:
        """The wagers open to a seat now, with their bounds; and the most that each of its own wagers may win."""
        table = live.table
        seat = live.seat_of(person.name)
        if seat is None:
            return {"wagers": [], "closed": "you have no seat at this table"}
        if table.playing:
            return {"wagers": [], "closed": "no more bets: the round has started"}
        wagers = []
        for spot in table.open_wagers(seat):
            name = Key.read(spot).id
            bounds = table.rules.limits(name)
            wagers.append(
                {
                    "wager": spot,
                    "name": table.rules.wagers[name].name,
                    "least": bounds.least,
                    "most": bounds.most,
                    "step": bounds.step,
                }
            )
        closed = "" if wagers else "you cannot make a bet now"
        return {"wagers": wagers, "wins": wins(table, seat), "closed": closed}

    async def odds(self, rules: Rules, **given: Any) -> list[dict[str, Any]]:
        """Exact odds of every wager at a table; computed once for the same rules."""
        if known := await self.kept_odds(rules):
            return known
        question = asked(rules)
        work = self._odds_process.odds if self._odds_process is not None else kept_odds
        found: list[dict[str, Any]] = await self._odds.answer(
            repr(sorted(question.items())), partial(work, question), **given
        )
        return found

    async def kept_odds(self, rules: Rules) -> list[dict[str, Any]]:
        """The odds of a table if they are cached; they are not computed."""
        return await self.house.work(partial(on_disk, asked(rules))) or []

    async def _work_ahead(self) -> None:
        """Compute the odds of the open tables, one after another, in advance."""
        await self.house.looked.wait()
        for live in list(self.house.tables.values()):
            with contextlib.suppress(Refused):
                await self.odds(live.table.rules, patience=None)

    def computing(self) -> int:
        """How many answers are being computed, or wait for it."""
        return sum(each.waiting for each in (self._odds, self._advice, self._past))

    async def guide(self, rules: Rules, table: str = "") -> str:
        """The gaming guide to a game, or to a table as it has been opened; rendered once."""
        from pitboss.papers.guide import guide_of

        key = repr((table, sorted(asked(rules).items())))
        if key not in self._guides:
            if len(self._guides) > 100:
                self._guides.pop(next(iter(self._guides)))
            self._guides[key] = await self.house.work(lambda: guide_of([(rules, table)]).html())
        return self._guides[key]

    async def advice(self, live: LiveTable, person: Person) -> dict[str, Any]:
        """The best answer to the question put to this person."""
        live.check_aids()
        seat = live.seat_of(person.name)
        ask = None if seat is None else live.table.question(seat)
        if ask is None:
            raise Refused("it is not your turn to decide")
        question = f"{live.id} {live.table.journal.lines} {seat}"
        advice = await self._advice.answer(
            question, lambda: live.table.game.mathematics.advise(live.table, ask), keep=False
        )
        return dict(msgspec.to_builtins(advice))

    async def open(self, rules: Rules, name: str, by: str, *, entered: bool = False) -> LiveTable:
        """A new table; at most ten for each person, even with simultaneous requests."""
        async with self._opening:
            own = await self.database.read(
                "SELECT count(*) FROM tables WHERE opened_by = ? AND closed IS NULL", by
            )
            if by != HOUSE and own[0][0] >= 10:
                raise Refused("you have ten tables open; close one first")
            return await self.house.open(rules, name, by, entered=entered)

    async def interrupted(self) -> list[dict[str, Any]]:
        """Rounds that this process found under way when it took over their tables, with the money in them."""
        return [
            {
                "table": live.id,
                "name": live.name,
                "game": live.table.game.id,
                "round": live.table.rounds + 1,
                "resumed": live.resumed,
                "stakes": {
                    who.name: sum(bet.stake for bet in live.table.bets.values() if bet.seat == seat)
                    for seat, who in live.table.seats.items()
                },
                "asked": [ask.seat for ask in live.table.asking],
            }
            for live in self.house.tables.values()
            if live.resumed and live.table.playing and live.table.rounds == live.resumed_round
        ]

    async def drill(self, live: LiveTable) -> dict[str, Any]:
        """A close decision under the rules of this table, dealt for practice."""
        from pitboss.web.drill import close_decision

        live.check_aids()
        seed = secrets.randbits(64)
        return dict(await self.house.work(lambda: close_decision(live.table.rules, seed)))

    # ---- records ---------------------------------------------------------------------------------------

    async def lines(self, identity: str, volume: int | None = None) -> list[bytes]:
        """One volume of a table's journal; the last, if none is named."""
        last = "(SELECT max(volume) FROM journal WHERE table_id = ?)"
        rows = await self.database.read(
            f"SELECT line FROM journal WHERE table_id = ? AND volume = {last if volume is None else '?'} ORDER BY n",
            identity,
            identity if volume is None else volume,
        )
        if not rows and volume is not None:
            rows = [(line,) for line in await archived(self.database, self._archive, identity, volume)]
        if not rows:
            raise Refused(
                f"there is no table {identity}" + (f" with a volume {volume}" if volume is not None else "")
            )
        return [bytes(line) for (line,) in rows]

    async def past(self, question: str, work: Callable[..., T], *given: Any, keep: bool = True) -> T:
        """An answer from journals, computed once and away from the tables: in a separate process if there is one."""
        ask = partial(self._apart, work, *given) if self._apart is not None else partial(work, *given)
        found: T = await self._past.answer(question, ask, keep=keep)
        return found

    async def volumes(self, identity: str) -> int:
        rows = await self.database.read("SELECT max(volume) FROM journal WHERE table_id = ?", identity)
        if rows[0][0] is None:
            raise Refused(f"there is no table {identity}")
        return int(rows[0][0]) + 1

    async def _later(self, identity: str, volume: int | None) -> list[list[bytes]]:
        """The volumes that reveal the secrets still hidden in this one: the next (for its shoe), and the last."""
        if volume is None:
            return []
        last = await self.volumes(identity) - 1
        return [await self.lines(identity, n) for n in sorted({volume + 1, last}) if volume < n <= last]

    async def journal(self, identity: str, person: Person | None, volume: int | None = None) -> bytes:
        """The lines that this person may see: never the chance of a round that is not over."""
        lines = await self.lines(identity, volume)
        later = list(chain.from_iterable(await self._later(identity, volume)))
        asked = f"journal {identity} {volume} {len(lines)} {len(later)}"
        shown = await self.past(asked, public, lines, later, keep=False)
        if person is not None and person.sees_all and not await self.plays(identity, person.name):
            first = next(read(lines[:1])).command
            if game(first.game).reveals == "closing":  # type: ignore[union-attr]
                last = max(
                    (n for n, line in enumerate(lines) if b'"command":"promise"' in line), default=len(shown)
                )
                shown = lines[: max(last, len(shown))]
        return b"".join(line + b"\n" for line in shown)

    async def plays(self, identity: str, name: str) -> bool:
        """Has this person a seat at that table? Then they see no more than others, whatever their role."""
        live = self.house.tables.get(identity) or await self.house.find(identity)
        return live.seat_of(name) is not None or bool(
            live.tournament and self.house.plays(live.tournament, name)
        )

    async def staff_words(self, identity: str, volume: int | None = None) -> list[dict[str, Any]]:
        """Everything that a volume says, in words, for those who may not play: cards that are face down, but not the
        order of a shoe."""
        lines = await self.lines(identity, volume)
        return await self.past(f"staff {identity} {volume} {len(lines)}", _narrated, lines, keep=False)

    async def words(self, identity: str, person: Person | None) -> list[dict[str, Any]]:
        """The journal in words, as far as it is public."""
        lines = (await self.journal(identity, person)).splitlines()
        asked = f"words {identity} {len(lines)}"
        return await self.past(asked, _narrated, lines, keep=False) if lines else []

    async def audited(self, identity: str, volume: int | None = None) -> dict[str, Any]:
        """One volume verified, including that it starts where the previous one ends."""
        volumes = await self.volumes(identity)
        number = volumes - 1 if volume is None else volume
        heads = await self._signed(identity, number)  # before the lines, which may grow meanwhile
        lines = await self.lines(identity, number)
        before = await self.lines(identity, number - 1) if number else None
        opening = next(read(lines[:1])).command
        first = opening.lines if isinstance(opening, Continue) else 0
        last = first + len(lines) if number + 1 < volumes else 2**31
        heads = [head for head in heads if first < head.lines <= last]
        asked = f"audit {identity} {number} {len(lines)} {len(heads)}"
        report = dict(await self.past(asked, audit, lines, before, heads, keep=False))
        del report[
            "chain"
        ]  # with two consecutive links, anybody could try out which card the line between them deals
        return {**report, "volume": number, "volumes": volumes}

    async def _signed(self, identity: str, volume: int) -> list[Head]:
        """The heads that the house signed in a volume, as recorded, and the last one."""
        rows = await self.database.read(
            "SELECT head FROM rounds WHERE table_id = ? AND volume IN (?, ?) ORDER BY round",
            identity,
            volume - 1,
            volume,
        )
        kept = [bytes(head) for (head,) in rows if head]
        last = self.house.heads.get(identity)
        return [msgspec.json.decode(head, type=Head) for head in (*kept, *([bytes(last)] if last else []))]

    async def heads(self, identity: str, limit: int) -> list[msgspec.Raw]:
        """The heads that the house has signed for a table, the newest first: its head now, and one for every round."""
        rows = await self.database.read(
            "SELECT head FROM rounds WHERE table_id = ? AND head IS NOT NULL ORDER BY round DESC LIMIT ?",
            identity,
            limit,
        )
        now = self.house.heads.get(identity)
        return [*([now] if now else []), *(msgspec.Raw(bytes(head)) for (head,) in rows if head)]

    async def records(self, identity: str, volume: int) -> Records:
        """The rounds of a volume from its journal; other data in the database about them is not trusted."""
        live = self.house.tables.get(identity)
        if live is not None and live.volume == volume:
            return live.records
        lines = await self.lines(identity, volume)
        key = identity, volume, len(lines)
        if key not in self._records:
            if len(self._records) >= _VOLUMES_KEPT:
                self._records.pop(next(iter(self._records)))
            self._records[key] = await self.past(f"records {key}", Records.of, lines, keep=False)
        return self._records[key]

    async def rounds(self, identity: str, before: int | None, limit: int) -> list[dict[str, Any]]:
        rows = await self.database.read(
            "SELECT round, volume FROM rounds WHERE table_id = ? AND round < ? ORDER BY round DESC LIMIT ?",
            identity,
            before if before is not None else 2**31 - 1,
            limit,
        )
        found = []
        for number, volume in rows:
            if (record := (await self.records(identity, volume)).get(number)) is not None:
                shown = {"shown": msgspec.json.decode(record.shown)} if record.shown else {}
                result = msgspec.json.decode(record.result)
                found.append({"round": number, "at": record.at, "result": result, **shown})
        return found

    async def recall(self, name: str, limit: int) -> list[dict[str, Any]]:
        """A person's last rounds anywhere, newest first, with the chips before and after."""
        rows = await self.database.read(
            "SELECT recall.table_id, tables.name, tables.game, recall.round, volume "
            "FROM recall JOIN tables ON tables.id = recall.table_id "
            "JOIN rounds ON rounds.table_id = recall.table_id AND rounds.round = recall.round "
            "WHERE recall.name = ? ORDER BY recall.at DESC, recall.round DESC LIMIT ?",
            name,
            limit,
        )
        found = []
        for identity, table, game_id, number, volume in rows:
            try:
                record = (await self.records(identity, volume)).get(number)
            except Refused:  # one table whose journal cannot be read hides no other
                continue
            share = next((each for each in record.shares if each.name == name), None) if record else None
            if record is None or share is None:
                log.error("a round is not in the journal", extra={"table": identity, "round": number})
                continue
            seats = msgspec.json.decode(record.result)["seats"]
            found.append(
                {
                    "at": record.at,
                    "table": identity,
                    "name": table,
                    "game": game_id,
                    "title": game(game_id).title,
                    "round": number,
                    "seat": share.seat,
                    "before": share.before,
                    "after": share.after,
                    "wagers": next(each["wagers"] for each in seats if each["seat"] == share.seat),
                }
            )
        return found

    async def round_steps(
        self, identity: str, number: int, person: Person | None, *, pictures: bool = False
    ) -> dict[str, Any]:
        """One round, step by step, as this person may see it, with pictures if they are wanted."""
        if person is not None and person.sees_all and await self.plays(identity, person.name):
            person = msgspec.structs.replace(person, role="player")
        rows = await self.database.read(
            "SELECT volume, first, last, at FROM rounds WHERE table_id = ? AND round = ?", identity, number
        )
        if not rows:
            raise Refused(f"table {identity} has no finished round {number}")
        volume, first, last, at = rows[0]
        lines = await self.lines(identity, volume)
        later = await self._later(identity, volume)
        sees = "everything" if person is not None and person.sees_all else person and person.name
        found, draws = await self.past(
            f"steps {identity} {number} {sees} {pictures}",
            *(steps, lines[: last + 1], first, number, person, pictures),
            keep=not pictures,
        )
        promise, secret = _promised(lines[first:], later, number)
        return {
            "table": identity,
            "round": number,
            "at": at,
            "volume": volume,
            "lines": [first, last],
            "promise": promise,
            "secret": secret,
            **({"seeds": _seeds(lines[first : last + 1]), "draws": draws} if secret else {}),
            "steps": found,
        }

    async def books(self) -> dict[str, Any]:
        """The house's accounts by kind, and their sum, which is zero."""
        rows = await self.database.read("SELECT name, balance FROM accounts ORDER BY name")
        kinds: dict[str, int] = {}
        for name, balance in rows:
            kind = name.partition(":")[0]
            kinds[kind] = kinds.get(kind, 0) + balance
        postings = (await self.database.read("SELECT coalesce(sum(amount), 0), count(*) FROM postings"))[0]
        return {
            "accounts": dict(rows),
            "kinds": kinds,
            "total": sum(kinds.values()),
            "postings": int(postings[1]),
            "postings_total": int(postings[0]),
            "different": sorted({account for account, *_ in await differing(self.database, whole=True)}),
        }


def _listed(
    live: LiveTable | None, identity: str, name: str, game_id: str, by: str, address: str
) -> dict[str, Any]:
    """A table in the list of tables."""
    rules = live.table.rules if live else Rules(game(game_id))
    return {
        "id": identity,
        "name": name,
        "game": game_id,
        "title": rules.game.title,
        "family": rules.game.data.family,
        "opened_by": shown(by),
        "seats": rules.positions,
        "taken": sorted(who.name for who in live.table.seats.values()) if live else [],
        "watching": live.watching if live else 0,
        "playing": live.table.playing if live else False,
        "rounds": live.table.rounds if live else 0,
        "options": {key: rules.options[key] for key in rules.chosen},
        "limits": limits(rules),
        "here": live is not None,
        "address": address,
        "entered": live is not None and live.table.entered,
    }


def limits(rules: Rules) -> dict[str, list[str]]:
    """The sign of 8.2(c): least and most of each wager made before the round, in dollars."""
    posted = {}
    for wager in rules.wagers.values():
        if not wager.during and not wager.bonus:
            bounds = rules.limits(wager.id)
            posted[wager.id] = [written(bounds.least), written(bounds.most)]
    return posted


def families() -> dict[str, list[Any]]:
    """The book by family, in its order."""
    found: dict[str, list[Any]] = {}
    for heading in games():
        found.setdefault(heading.family, []).append(heading)
    return found


def _seeds(lines: list[bytes]) -> list[tuple[int, str]]:
    """The seeds that players added to the chance of a round, in order."""
    commands = [msgspec.json.decode(line, type=Entry).command for line in lines if b'"seed"' in line]
    return [(each.seat, each.seed) for each in commands if isinstance(each, Seed)]


def _promised(lines: Sequence[bytes], later: Iterable[Sequence[bytes]], number: int) -> tuple[str, str]:
    """The promise and the secret of a round, read from its first line on; empty until they are revealed. Those of a
    voided promise were revealed before."""
    found = "", ""
    for volume in (lines, *later):
        for line in volume:
            if b'"reveal"' not in line:
                continue
            for event in msgspec.json.decode(line, type=Entry).events:
                if isinstance(event, Reveal) and event.round == number:
                    found = event.promise, event.secret.hex()
                elif isinstance(event, Reveal) and event.round > number and found[0]:
                    return found
    return found


def _narrated(lines: list[bytes]) -> list[dict[str, Any]]:
    return list(narrated(lines))


__all__ = ["Service", "families", "limits"]
