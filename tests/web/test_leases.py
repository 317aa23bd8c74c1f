"""Several servers on one database: each table is run by one of them, reached through any, and taken over by another
when its owner is gone. An owner that comes back too late can neither write nor tell."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import websockets

from pitboss.book import game
from pitboss.book.rules import Rules
from pitboss.law import Refused
from pitboss.web.database import connect
from pitboss.web.house import Elsewhere, House
from pitboss.web.live import Guest
from pitboss.web.messages import Bet, Leave, Ready, Sit
from pitboss.web.people import Person, issued
from pitboss.web.relay import Relay
from pitboss.web.settings import settings
from pitboss.web.transaction import Statement
from tests.properties import often
from tests.web.ledgers import Books
from tests.web.patient import TimeOfDay
from tests.web.players import Message, Player, Seated
from tests.web.processes import Server, postgres, prepare, rows
from tests.web.waiting import PATIENCE, eventually, eventually_so, played

LEASE = 0.6
"""Seconds, of a clock that stands still until time passes: servers look often, and no lease runs out by itself."""


class Pit:
    """Some tables in a PostgreSQL database, servers around it, and their time."""

    def __init__(self, folder: Path, *games: str) -> None:
        self.folder = folder
        self.clock = TimeOfDay(folder / "clock")
        self.database = postgres()
        self.people = ["ann", "bob"]
        self.tables, self.tokens = prepare(
            self.database, games or ("three-card-poker",), dict.fromkeys(self.people, "player")
        )
        self.table = self.tables[0]
        self.books = Books(self.database, self.tables, self.people)

    def server(self, **chosen: object) -> Server:
        return Server(
            self.folder, **{"database": self.database, "lease": LEASE, "clock": self.clock.file} | chosen
        )

    def leases_run_out(self) -> None:
        """Those that nobody renews."""
        self.clock.passes(LEASE + 1)

    def owners(self) -> dict[str, str]:
        return dict(rows(self.database, "SELECT id, address FROM tables WHERE closed IS NULL"))

    def seated(self, server: Server, name: str, **headers: str) -> Seated:
        """Somebody's socket to the first table; what it is told is held against the journal later."""
        seat = Seated(server.address, self.table, self.tokens[name], **headers)
        seat.heard = lambda message: self.books.told(message["table"])  # type: ignore[method-assign]
        return seat

    async def reached(self, server: Server, name: str) -> Seated:
        """The same, as soon as the table can be reached there."""
        async with asyncio.timeout(PATIENCE):
            while True:
                seat = self.seated(server, name)
                try:
                    await seat.__aenter__()
                    await seat.until(lambda _: True)
                    return seat
                except (OSError, websockets.WebSocketException):
                    await asyncio.sleep(0.02)


async def to_the_question(seat: Seated) -> Message:
    """Sit down, bet the ante and be asked."""
    for do, fields in (
        ("sit", {"seat": 1, "amount": "500"}),
        ("bet", {"wager": "ante", "amount": "10"}),
        ("ready", {}),
    ):
        reply = await seat.ask(do, **fields)
        assert "refused" not in reply, reply
    view = await seat.until(lambda table: "asked" in table)
    assert [choice["id"] for choice in view["asked"]["choices"]] == ["play", "fold"]
    return view


async def to_the_end(seat: Seated) -> Message:
    """Play, and see the result."""
    assert "refused" not in await seat.ask("act", decision="play")
    return await seat.until(lambda table: not table.get("playing") and "result" in table)


async def first_sight(seat: Seated) -> int | None:
    """The line at which somebody who comes in first sees the table; none if the door is closed."""
    try:
        async with seat:
            view = await seat.until(lambda _: True)
            return int(view["line"])
    except (OSError, websockets.WebSocketException):
        return None


def tables_of(server: Server) -> int:
    metrics = server.get("/metrics")[1]
    return int(float(metrics.partition("\npitboss_tables ")[2].split()[0]))


def test_each_table_is_run_by_one_of_three_servers(tmp_path: Path) -> None:
    pit = Pit(tmp_path, "three-card-poker", "roulette", "keno", "craps")
    with pit.server() as a, pit.server() as b, pit.server() as c:
        servers = [each.ready() for each in (a, b, c)]
        eventually(
            lambda: sorted(map(tables_of, servers)) in ([0, 2, 2], [1, 1, 2])
        )  # nobody hands over more
        owners = pit.owners()
        assert set(owners.values()) <= {each.address for each in servers}
        for server in servers:
            assert tables_of(server) == sum(address == server.address for address in owners.values())
        for server in servers:  # any of them will do
            for table in pit.tables:
                status, text = server.get(f"/api/tables/{table}")
                assert (status, json.loads(text)["id"]) == (200, table)
        assert pit.owners() == owners


def test_servers_that_start_at_once_open_the_book_once(tmp_path: Path) -> None:
    pit = Pit(tmp_path)
    with pit.server(open_tables=True) as a, pit.server(open_tables=True) as b:
        a.ready()
        b.ready()
        games = [game for (game,) in rows(pit.database, "SELECT game FROM tables WHERE closed IS NULL")]
        assert len(games) == len(set(games)) > 25
        eventually(lambda: tables_of(a) + tables_of(b) == len(games))  # some are being handed over


def test_a_whole_round_through_the_wrong_process(tmp_path: Path) -> None:
    pit = Pit(tmp_path)

    async def play(owner: Server, other: Server) -> None:
        async with pit.seated(other, "ann") as ann, pit.seated(owner, "bob") as bob:
            asked = await to_the_question(ann)
            assert asked["hands"]["1"][0] != "??"
            seen = await bob.until(lambda table: table["line"] == asked["line"])
            assert seen["hands"]["1"] == ["??", "??", "??"]
            over = await to_the_end(ann)
            seen = await bob.until(lambda table: table["line"] == over["line"])
            assert seen["result"] == over["result"]
            refused = await ann.ask("act", decision="play")
            assert "play is not offered" in refused["refused"]
            assert "refused" not in await ann.ask("leave")

    with pit.server() as a:
        a.ready()
        eventually(lambda: tables_of(a) == 1)
        with pit.server() as b:
            b.ready()
            asyncio.run(play(a, b))
            assert (tables_of(a), tables_of(b)) == (1, 0)
            told = [json.loads(server.get(f"/api/tables/{pit.table}/rounds")[1]) for server in (a, b)]
            assert told[0] == told[1]
            assert [each["round"] for each in told[0]] == [1]
    pit.books.balance()
    pit.books.verify()


def test_the_list_of_tables_is_the_same_at_every_process_and_a_silent_one_keeps_nobody_waiting(
    tmp_path: Path,
) -> None:
    pit = Pit(tmp_path, "three-card-poker", "roulette")

    def listed(server: Server, query: str = "") -> list[dict[str, object]]:
        found: list[dict[str, object]] = json.loads(server.get(f"/api/tables{query}")[1])
        return found

    def but_for_where(tables: list[dict[str, object]]) -> list[dict[str, object]]:
        return [{k: v for k, v in each.items() if k not in ("here", "watching")} for each in tables]

    def first_of(tables: list[dict[str, object]]) -> dict[str, object]:
        return next(each for each in tables if each["id"] == pit.table)

    async def play(server: Server) -> None:
        async with pit.seated(server, "ann") as ann:
            await to_the_question(ann)

    with pit.server() as a, pit.server() as b:
        a.ready()
        b.ready()
        eventually(lambda: tables_of(a) == tables_of(b) == 1)
        asyncio.run(play(b))
        # a list does not wait long for another process, which may have had no turn
        eventually(lambda: first_of(listed(a))["taken"] == first_of(listed(b))["taken"] == ["ann"])
        eventually(lambda: first_of(listed(a))["playing"] is first_of(listed(b))["playing"] is True)
        eventually(lambda: but_for_where(listed(a)) == but_for_where(listed(b)))
        ours = [[each["id"] for each in listed(server, "?here=true")] for server in (a, b)]
        assert sorted(ours[0] + ours[1]) == sorted(pit.tables)
        owner, other = (a, b) if pit.table in ours[0] else (b, a)
        owner.signal(signal.SIGSTOP)
        assert {each["id"] for each in listed(other)} == set(pit.tables)
        assert first_of(listed(other))["taken"] == []


LISTED = {
    "id": "k3x9",
    "name": "Four",
    "game": "big-six",
    "title": "Big six",
    "family": "wheels",
    "opened_by": "house",
    "seats": 7,
    "taken": [],
    "watching": 0,
    "playing": False,
    "rounds": 0,
    "options": {},
    "limits": {"big6": ["1.00", "100.00"]},
    "here": True,
    "address": "http://a.test",
}


@pytest.mark.parametrize(
    ("answer", "listed"),
    [
        (json.dumps([LISTED, {"id": "k3x9"}, LISTED | {"limits": {"big6": 7}}, {"id": []}, 7]), [LISTED]),
        ('{"id": "k3x9"}', []),
        ("null", []),
        ("7", []),
        ("not JSON", []),
        ("", []),
    ],
)
def test_whoever_has_the_address_of_a_process_by_now_spoils_no_list(
    answer: str, listed: list[dict[str, object]]
) -> None:
    async def stranger(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        body = answer.encode()
        writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        await writer.drain()
        writer.close()

    async def ask() -> list[dict[str, object]]:
        async with await asyncio.start_server(stranger, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            return await Relay().listed(f"http://127.0.0.1:{port}")

    assert asyncio.run(ask()) == listed


class Browser:
    """Somebody signed in through a server, with a cookie, as a page would be."""

    def __init__(self, server: Server, name: str) -> None:
        import urllib.request

        body = json.dumps({"name": name, "password": "a long password"}).encode()
        request = urllib.request.Request(
            f"{server.address}/api/accounts", body, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            self.cookie = answer.headers["Set-Cookie"].partition(";")[0]
            self.csrf = json.loads(answer.read())["csrf"]
        self.server = server

    def post(self, path: str, body: object, **changed: str | None) -> tuple[int, dict[str, Any]]:
        headers: dict[str, str | None] = {
            "Cookie": self.cookie,
            "Origin": self.server.address,
            "X-CSRF-Token": self.csrf,
            **changed,
        }
        sent = {name.replace("_", "-"): value for name, value in headers.items() if value is not None}
        status, text = self.server.ask("POST", path, body, sent)
        return status, json.loads(text)


def test_a_page_of_the_wrong_process_plays_too_and_a_foreign_page_does_not(tmp_path: Path) -> None:
    pit = Pit(tmp_path)

    async def by_socket(browser: Browser) -> None:
        cookie = {"Cookie": browser.cookie}
        with pytest.raises(websockets.InvalidStatus):
            await Seated(
                browser.server.address, pit.table, "", Origin="http://evil.example", **cookie
            ).__aenter__()
        async with Seated(
            browser.server.address, pit.table, "", Origin=browser.server.address, **cookie
        ) as dot:
            view = await dot.until(lambda table: "you" in table)
            assert (view["you"]["name"], view["you"]["seat"]) == ("dot", 1)
            assert "refused" not in await dot.ask("ready")
            await dot.until(lambda table: "asked" in table)
            await to_the_end(dot)

    with pit.server() as a:
        a.ready()
        with pit.server() as b:
            browser = Browser(b.ready(), "dot")
            commands = f"/api/tables/{pit.table}/commands"
            sit = {"id": 1, "do": "sit", "seat": 1, "amount": "500"}
            for changed in (
                {"X_CSRF_Token": "x" * 64},
                {"Origin": "http://evil.example"},
                {"X-CSRF-Token": None},
            ):
                assert browser.post(commands, sit, **changed)[0] == 403
            assert browser.post(commands, sit) == (200, {"reply": 1})
            bet = {"id": 2, "do": "bet", "wager": "ante", "amount": "10"}
            assert browser.post(commands, bet) == (200, {"reply": 2})
            status, refused = browser.post(
                commands, {"id": 3, "do": "bet", "wager": "ante", "amount": "1000000"}
            )
            assert status == 409
            assert refused["cite"].startswith("13:69F-")
            asyncio.run(by_socket(browser))
            assert (tables_of(a), tables_of(b)) == (1, 0)


def test_the_owner_is_killed_and_the_round_goes_on_where_it_stood(tmp_path: Path) -> None:
    pit = Pit(tmp_path, "three-card-poker", "roulette", "keno")

    async def play(owner: Server, others: list[Server]) -> None:
        through = others[0]
        ann = await pit.reached(through, "ann")
        asked = await to_the_question(ann)
        owner.kill()
        with pytest.raises(ConnectionResetError):
            await ann.until(lambda _: False)
        pit.leases_run_out()
        await ann.__aexit__()
        seat = await pit.reached(through, "ann")
        for name in ("line", "hands", "asked", "bets", "promise", "round"):
            assert seat.view[name] == asked[name]
        await to_the_end(seat)
        assert "refused" not in await seat.ask("leave")
        await seat.__aexit__()

    with pit.server() as a, pit.server() as b, pit.server() as c:
        servers = [each.ready() for each in (a, b, c)]
        eventually(lambda: [*map(tables_of, servers)] == [1, 1, 1])
        at = pit.owners()[pit.table]
        owner = next(each for each in servers if each.address == at)
        others = [each for each in servers if each is not owner]
        asyncio.run(play(owner, others))
        eventually(lambda: sum(map(tables_of, others)) == 3)
        assert set(pit.owners().values()) <= {each.address for each in others}
        accounts = pit.books.balance()
    assert not any(amount for name, amount in accounts.items() if name.startswith("transit:"))
    pit.books.verify()
    assert pit.books.tables[pit.table].given["act", "ann"] == 1


def test_an_owner_that_sleeps_past_its_lease_can_neither_write_nor_tell(tmp_path: Path) -> None:
    pit = Pit(tmp_path)

    async def play(sleeper: Server, other: Server) -> None:
        async with pit.seated(sleeper, "ann") as ann, pit.seated(sleeper, "bob") as bob:
            asked = await to_the_question(ann)
            await bob.until(lambda table: table["line"] == asked["line"])
            sleeper.signal(signal.SIGSTOP)
            late = asyncio.create_task(ann.ask("act", decision="fold"))  # it lies there until the owner wakes
            pit.leases_run_out()
            awake = await pit.reached(other, "ann")
            for name in ("line", "hands", "asked"):
                assert awake.view[name] == asked[name]
            arriving = asyncio.create_task(first_sight(pit.seated(sleeper, "bob")))
            over = await to_the_end(awake)
            sleeper.signal(signal.SIGCONT)
            assert await arriving in (None, over["line"])  # not what the sleeper remembers
            with contextlib.suppress(ConnectionResetError):
                assert "try again" in (await late)["refused"]
            for seat in (ann, bob):
                with pytest.raises(ConnectionResetError):
                    await seat.until(lambda _: False)
                assert seat.view["line"] == asked["line"]  # nothing was told after that
            status, text = await asyncio.to_thread(sleeper.get, f"/api/tables/{pit.table}")
            assert (status, json.loads(text)["line"]) == (200, over["line"])
            again = await pit.reached(sleeper, "ann")  # now by way of the new owner
            assert again.view["result"] == over["result"]
            assert "refused" not in await again.ask("leave")
            await again.__aexit__()
            await awake.__aexit__()

    with pit.server() as a:
        a.ready()
        eventually(lambda: tables_of(a) == 1)
        with pit.server() as b:
            b.ready()
            asyncio.run(play(a, b))
            assert (tables_of(a), tables_of(b)) == (0, 1)
            pit.books.balance()
    pit.books.verify()
    acts = pit.books.tables[pit.table].given["act", "ann"]
    assert acts == 1  # played once, and never folded


async def everybody_hears(players: list[Player], more: int) -> None:
    """So many messages more."""
    heard = {player: len(player.told) for player in players}
    await eventually_so(lambda: all(len(player.told) >= heard[player] + more for player in players))


def test_an_owner_asleep_and_awake_again_under_load_loses_and_doubles_nothing(tmp_path: Path) -> None:
    pit = Pit(tmp_path, "three-card-poker", "roulette", "blackjack")
    games = ["three-card-poker", "roulette", "blackjack"]
    luck = random.Random(7)

    async def play(servers: list[Server]) -> list[Player]:
        players = []
        for n, table in enumerate(pit.tables):
            # ann goes to one server and bob to the other, so that each has clients of its own
            for seat, (name, server) in enumerate(zip(pit.people, servers, strict=True), 1):
                player = Player(name, server.address, table, pit.tokens[name], seat, games[n], luck)
                player.server.set()
                players.append(player)
        playing = [asyncio.create_task(player.play()) for player in players]
        await everybody_hears(players, 5)
        for n in range(often(3, 20)):
            sleeper, other = servers[n % 2], servers[1 - n % 2]
            sleeper.signal(signal.SIGSTOP)
            pit.leases_run_out()
            await eventually_so(lambda other=other: set(pit.owners().values()) == {other.address})
            sleeper.signal(signal.SIGCONT)  # and its people are sent to the new owner
            await everybody_hears(players, luck.randrange(1, 10))
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        return players

    with pit.server(actions=1000) as a, pit.server(actions=1000) as b:
        players = asyncio.run(play([a.ready(), b.ready()]))
        assert (a.stop(), b.stop()) == (0, 0)
    for player in players:
        for view in player.told:
            pit.books.told(view)
    accounts = pit.books.balance()
    assert not any(amount for name, amount in accounts.items() if name.startswith("transit:"))
    pit.books.verify()
    for name in pit.people:
        own = [player for player in players if player.name == name]
        for kind in ("sit", "leave", "bet", "remove", "act"):
            given = sum(table.given[kind, name] for table in pit.books.tables.values())
            confirmed = sum(player.confirmed[kind] for player in own)
            assert confirmed <= given <= confirmed + sum(player.unknown[kind] for player in own)


def test_an_owner_that_stops_hands_its_tables_over_at_once(tmp_path: Path) -> None:
    pit = Pit(tmp_path)  # and no lease runs out

    async def play(owner: Server, address: Callable[[], Server]) -> None:
        async with pit.seated(owner, "ann") as ann:
            asked = await to_the_question(ann)
            assert await asyncio.to_thread(owner.stop) == 0
            with pytest.raises(ConnectionResetError):
                await ann.until(lambda _: False)
            assert ann.closed_with == 1012
        with address() as successor:
            await asyncio.to_thread(successor.ready)
            seat = await pit.reached(successor, "ann")
            assert (seat.view["line"], seat.view["asked"]) == (asked["line"], asked["asked"])
            await to_the_end(seat)
            await seat.__aexit__()

    with pit.server() as a:
        a.ready()
        asyncio.run(play(a, pit.server))
    pit.books.balance()
    pit.books.verify()


def test_servers_are_upgraded_one_after_the_other_and_the_round_goes_on(tmp_path: Path) -> None:
    """Both run before and after, and no lease runs out: whoever stops gives its tables to the other."""
    pit = Pit(tmp_path)

    async def hands_over(leaves: Server, stays: Server) -> Seated:
        stopped = asyncio.create_task(asyncio.to_thread(leaves.stop))
        await eventually_so(lambda: pit.owners()[pit.table] == stays.address)
        seat = await pit.reached(stays, "ann")
        assert await stopped == 0
        return seat

    async def play(one: Server, two: Server) -> None:
        async with pit.seated(one, "ann") as ann:
            asked = await to_the_question(ann)
            seat = await hands_over(one, two)
        assert (seat.view["line"], seat.view["asked"]) == (asked["line"], asked["asked"])
        await seat.__aexit__()
        with pit.server() as again:
            await asyncio.to_thread(again.ready)
            seat = await hands_over(two, again)
            assert (seat.view["line"], seat.view["asked"]) == (asked["line"], asked["asked"])
            await to_the_end(seat)
            await seat.__aexit__()

    with pit.server() as one:
        one.ready()
        eventually(lambda: tables_of(one) == 1)
        with pit.server() as two:
            asyncio.run(play(one, two.ready()))
    pit.books.balance()
    pit.books.verify()


def test_whoever_comes_to_an_owner_whose_lease_ran_out_is_told_nothing_of_what_it_remembers(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        now = 0
        database = connect(str(tmp_path / "pitboss.db"))
        chosen = settings(environment={}, open_tables=False, lease=10)
        sleeper, other = (House(chosen, database, clock=lambda: now, name=name) for name in ("a", "b"))
        await sleeper.start()
        await other.start()
        remembered = await sleeper.open(Rules(game("roulette")), "Main pit", "house")
        heard: list[bytes] = []

        async def comes_in() -> int:
            """How many messages somebody is sent on coming in."""
            before = len(heard)
            remembered.arrive(Guest(None, heard.append))
            with contextlib.suppress(Refused):
                await sleeper.safe()
            return len(heard) - before

        assert await comes_in() == 1
        now = 60_000
        assert await comes_in() == 2  # its lease ran out, but nobody has taken the table: both hear
        await other.find(remembered.id)
        assert await comes_in() == 0
        assert remembered.lost
        late, sent_away = Guest(None, heard.append), asyncio.Event()
        late.close = sent_away.set
        remembered.arrive(late)  # was on the way in
        assert sent_away.is_set()
        with pytest.raises(Elsewhere):
            await sleeper.find(remembered.id)
        with pytest.raises(Refused, match="try again"):
            await sleeper.obey(remembered, Person("ann", "player"), Leave())
        await sleeper.stop()
        await other.stop()
        await database.close()

    played(story())


def test_leases_are_renewed_while_other_tables_are_taken_over(tmp_path: Path) -> None:
    """A take-over may take longer than a lease lasts."""

    async def story() -> None:
        database, loop = connect(str(tmp_path / "pitboss.db")), asyncio.get_running_loop()
        house = House(
            settings(environment={}, open_tables=False, lease=10),
            database,
            clock=lambda: int(loop.time() * 1000),
        )
        begun = asyncio.Event()

        async def for_ever(_: object) -> None:
            begun.set()
            await asyncio.Event().wait()

        await house.start()
        house.leases.take_over = for_ever  # type: ignore[method-assign]
        table = await house.open(Rules(game("roulette")), "Main pit", "house")
        await begun.wait()
        [(first,)] = await database.read("SELECT lease FROM tables WHERE id = ?", table.id)
        for _ in range(8):
            await asyncio.sleep(5)
            [(lease,)] = await database.read("SELECT lease FROM tables WHERE id = ?", table.id)
            assert lease > house.clock()
        assert lease > first + 20_000  # twice as long as it lasts
        await house.stop()
        await database.close()

    played(story())


def test_a_table_that_is_being_opened_while_leases_are_renewed_is_not_lost(tmp_path: Path) -> None:
    """The database has no row of it yet; that does not mean that somebody else has it."""

    async def story() -> None:
        database, held = connect(str(tmp_path / "pitboss.db")), asyncio.Event()
        house = House(settings(environment={}, open_tables=False), database, clock=lambda: 0)
        await house.start()
        write = database.write

        async def slow(statements: Sequence[Statement]) -> None:
            if any("INTO journal" in each.sql for each in statements):
                await held.wait()
            await write(statements)

        database.write = slow  # type: ignore[method-assign]
        opening = asyncio.create_task(house.open(Rules(game("roulette")), "Main pit", "house"))
        await asyncio.sleep(1)
        await house.leases.renew(1)
        held.set()
        table = await opening
        assert house.tables == {table.id: table}
        assert not table.lost
        await house.leases.renew(1)
        assert not table.lost
        await house.stop()
        await database.close()

    played(story())


def test_a_table_of_which_the_lease_ran_out_is_taken_over_by_whoever_looks_and_not_before(
    tmp_path: Path,
) -> None:
    """Nobody asks for it: the other house looks by itself, three times in the time of a lease."""

    async def story() -> None:
        database, loop = connect(str(tmp_path / "pitboss.db")), asyncio.get_running_loop()
        chosen = settings(environment={}, open_tables=False, lease=9)
        gone, other = (
            House(chosen, database, clock=lambda: int(loop.time() * 1000), name=name) for name in ("a", "b")
        )
        await gone.start()
        await other.start()
        table = await gone.open(Rules(game("roulette")), "Main pit", "house")
        await asyncio.sleep(30)
        assert not other.tables  # it is renewed
        for task in gone.leases._tasks:
            task.cancel()  # killed: nothing is let go
        [(lease,)] = await database.read("SELECT lease FROM tables WHERE id = ?", table.id)
        await asyncio.sleep(lease / 1000 - loop.time())
        assert not other.tables
        await asyncio.sleep(3.1)
        assert list(other.tables) == [table.id]
        assert not other.tables[table.id].lost
        await other.stop()
        await database.close()

    played(story())


def test_a_server_that_comes_later_is_given_its_share_of_the_tables(tmp_path: Path) -> None:
    """After a rolling upgrade the first would run all of them. A round under way is not disturbed."""

    async def story() -> None:
        path = str(tmp_path / "pitboss.db")
        database, loop = connect(path), asyncio.get_running_loop()
        chosen = settings(environment={}, open_tables=False, lease=9, betting=1000, decision=1000)
        first, second = (
            House(chosen, database, clock=lambda: int(loop.time() * 1000), name=name) for name in ("a", "b")
        )
        await first.start()
        tables = [await first.open(Rules(game("three-card-poker")), f"Table {n}", "house") for n in range(5)]
        await database.write(issued(0, {"ann": 100_000}))
        ann = Person("ann", "player")
        for command in (Sit(seat=1, amount="500"), Bet(wager="ante", amount="10"), Ready()):
            await first.obey(tables[0], ann, command)
        assert tables[0].table.playing
        await asyncio.sleep(30)
        assert len(first.tables) == 5  # nobody else is there
        await second.start()
        await asyncio.sleep(30)
        assert (len(first.tables), len(second.tables)) == (3, 2)
        assert first.tables[tables[0].id] is tables[0]
        assert tables[0].table.playing
        given = next(iter(second.tables))
        with pytest.raises(Elsewhere):
            await first.find(given)
        await asyncio.sleep(300)
        assert (len(first.tables), len(second.tables)) == (3, 2)  # and it stays that way
        await first.stop()
        await asyncio.sleep(10)
        assert len(second.tables) == 5
        assert (await second.find(tables[0].id)).table.playing
        await second.stop()
        await database.close()

    played(story())


def test_what_is_asked_for_first_is_resumed_first(tmp_path: Path) -> None:
    """A house of many tables opens at once: nobody waits until all of them have been resumed."""

    async def story() -> None:
        path = str(tmp_path / "pitboss.db")
        database, loop = connect(path), asyncio.get_running_loop()

        def house(name: str) -> House:
            chosen = settings(environment={}, open_tables=False)
            return House(chosen, database, clock=lambda: int(loop.time() * 1000), name=name)

        before, after = house("a"), house("b")
        await before.start()
        tables = [await before.open(Rules(game("roulette")), f"Table {n}", "house") for n in range(6)]
        await before.stop()
        await after.start()
        assert not after.tables
        await after.find(tables[5].id)
        assert tables[5].id in after.tables
        assert len(after.tables) < 6
        await after.looked.wait()
        assert len(after.tables) == 6
        await after.stop()
        await database.close()

    played(story())
