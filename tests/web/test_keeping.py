"""Backup, restore, and a database that is older than what was told from it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from pitboss.book import game
from pitboss.book.rules import Rules
from pitboss.law import Refused
from pitboss.table.audit import audit
from pitboss.web.database import connect
from pitboss.web.house import House
from pitboss.web.keeping import backup, restore, take_as_it_is
from pitboss.web.questions import Busy
from pitboss.web.settings import settings
from pitboss.web.transaction import Statement, mark, opened
from pitboss.web.watermark import Watermark
from tests.web.processes import at, new_database, prepare, rows
from tests.web.served import serving
from tests.web.test_live import seated
from tests.web.waiting import played


def test_what_was_seen_since_the_backup_is_not_dealt_again(tmp_path: Path) -> None:
    """The next spin was known: the promise of the backup's next round had been told with its secret meanwhile."""
    database, kept = str(tmp_path / "house.db"), tmp_path / "kept.db"

    async def before() -> tuple[str, str]:
        async with serving(tmp_path, database) as house:
            live = await house.table("roulette")
            [ann] = await seated(house, live.id, "Ann")
            await ann.say("bet", wager="red", amount="10")
            promise = live.table.promise
            backup(database, kept)  # while the house runs
            await ann.say("ready")
            assert live.table.rounds == 1
            return live.id, promise

    async def after(identity: str, promise: str) -> None:
        async with serving(tmp_path, str(tmp_path / "again.db")) as house:
            live = await house.service.house.find(identity)
            await house.service.house.safe(live)
            assert live.table.rounds == 0
            assert live.table.stake(1, "red") == 1000  # it lies there still
            assert live.table.promise not in ("", promise)
            lines = await house.lines(identity)
            told = audit(lines)
            assert told["verified"], told["problem"]
            assert told["promises_kept"] == 1  # the one made void is told, and fits
            assert await house.service.database.read("SELECT renew FROM tables") == [(0,)]
            ann = await (await house.person("Bob")).attends(identity)
            await ann.say("sit", seat=2, amount="100")
            await ann.say("bet", wager="red", amount="10")
            drawn = live.table.promise
            live._no_more_bets()
            await house.service.house.safe(live)
            round_ = (await house.nobody.get(f"/api/tables/{identity}/rounds/1")).json()
            assert round_["promise"] == drawn
            await house.balanced()

    identity, promise = played(before())
    restore(kept, str(tmp_path / "again.db"))
    played(after(identity, promise))


def test_a_shoe_and_a_round_under_way_are_void_and_the_stakes_go_back(tmp_path: Path) -> None:
    database, kept = str(tmp_path / "house.db"), tmp_path / "kept.db"

    async def before() -> str:
        async with serving(tmp_path, database) as house:
            live = await house.table("blackjack")
            [ann] = await seated(house, live.id, "Ann")
            while not live.table.playing:  # a blackjack is over at once
                await ann.say("bet", wager="blackjack", amount="10")
                await ann.say("ready")
            await house.service.house.safe(live)
            backup(database, kept)
            assert live.table.shoe
            return live.id

    async def after(identity: str) -> None:
        async with serving(tmp_path, str(tmp_path / "again.db")) as house:
            live = await house.service.house.find(identity)
            await house.service.house.safe(live)
            assert not live.table.playing
            assert not live.table.bets
            assert not live.table.shoe
            told = audit(await house.lines(identity))
            assert told["verified"], told["problem"]
            ann = await (await house.person("Bob")).attends(identity)
            await ann.say("sit", seat=2, amount="100")
            await ann.say("bet", wager="blackjack", amount="10")
            await ann.say("ready")
            assert live.table.shoe
            await house.balanced()

    identity = played(before())
    restore(kept, str(tmp_path / "again.db"))
    played(after(identity))


def test_a_table_whose_outcomes_are_entered_begins_a_new_shoe_after_a_restore(tmp_path: Path) -> None:
    """What was dealt since the backup is out of the real shoe, and nobody has entered it: the dealer shuffles."""
    database, kept = str(tmp_path / "house.db"), tmp_path / "kept.db"

    async def before() -> str:
        async with serving(tmp_path, database) as house:
            dan, table = (
                await house.person("Dan", "dealer"),
                (await house.table("casino-war", entered=True)).id,
            )
            await (await house.person("Ann")).does(table, "sit", seat=1, amount="100")
            live = house.service.house.tables[table]
            live.table.bet(1, "initial", 10)
            await dan.does(table, "no-more-bets")
            await dan.does(table, "enter", shows="As")
            await house.service.house.safe(live)
            assert live.table.playing
            assert live.table.shoe
            backup(database, kept)
            return table

    async def after(identity: str) -> None:
        async with serving(tmp_path, str(tmp_path / "again.db")) as house:
            live = await house.service.house.find(identity)
            await house.service.house.safe(live)
            assert not live.table.playing
            assert live.table.stake(1, "initial") == 0
            assert not live.table.shoe
            dan = await house.person("Don", "dealer")
            live.table.bet(1, "initial", 10)
            await dan.does(identity, "no-more-bets")
            answer = await dan.does(identity, "enter", shows="As")
            assert answer.status_code == 200, answer.text
            told = audit(await house.lines(identity))
            assert told["verified"], told["problem"]
            await house.balanced()

    identity = played(before())
    restore(kept, str(tmp_path / "again.db"))
    played(after(identity))


EVERYTHING = ("people", "tables", "journal", "accounts", "postings", "events", "rounds", "marks", "looks")


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
@pytest.mark.parametrize("into", ["sqlite", "postgresql"])
def test_a_backup_has_everything_and_goes_into_either_database(kind: str, into: str, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    database = new_database(kind, tmp_path / "a")
    [identity], _ = prepare(database, ["roulette"], {"ann": "player"})
    backup(database, tmp_path / "kept.db")
    target = new_database(into, tmp_path / "b")
    restore(tmp_path / "kept.db", target)
    for table in EVERYTHING:
        columns = "id, name, game, opened_by, opened, epoch" if table == "tables" else "*"
        sql = f"SELECT {columns} FROM {table} ORDER BY 1, 2"
        assert [*map(_plain, rows(target, sql))] == [*map(_plain, rows(database, sql))], table
    assert rows(target, "SELECT count(*) FROM sessions") == [(0,)]

    async def resumed(kept: Any) -> None:
        house = House(settings(environment={}, open_tables=False), kept)
        await house.start()
        promise = (await house.find(identity)).table.promise
        await house.stop()
        [(line,)] = rows(
            database, "SELECT line FROM journal WHERE table_id = ? ORDER BY n DESC LIMIT 1", identity
        )
        assert promise.encode() not in bytes(line)

    at(target, resumed)
    with pytest.raises(Refused, match="into a new database"):
        restore(tmp_path / "kept.db", target)


def _plain(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(bytes(each) if isinstance(each, memoryview) else each for each in row)


def test_a_backup_is_whole_or_not_there(tmp_path: Path) -> None:
    (tmp_path / "kept.db").touch()
    database = str(tmp_path / "house.db")
    prepare(database, ["roulette"], {})
    with pytest.raises(Refused, match="back up to a new file"):
        backup(database, tmp_path / "kept.db")
    with pytest.raises(Refused, match="there is no database"):
        backup(str(tmp_path / "none.db"), tmp_path / "new.db")
    assert {each.name for each in tmp_path.iterdir()} >= {"kept.db"}
    assert not (tmp_path / "new.db").exists()
    assert (tmp_path / "kept.db").stat().st_size == 0


# ---- a database that is older than what was told ---------------------------------------------------------


def checked(key: Path, database: str) -> Watermark:
    watermark = Watermark.at(key)
    try:
        watermark.check(key, opened(database), mark(database))
    except Refused:
        watermark.close()
        raise
    return watermark


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_an_older_database_is_refused_until_it_is_restored(kind: str, tmp_path: Path) -> None:
    database, key = new_database(kind, tmp_path), tmp_path / "house.key"
    prepare(database, ["roulette"], {})
    watermark = checked(key, database)
    written(database, watermark)
    older = tmp_path / "older.db"
    backup(database, older)
    written(database, watermark)  # told, and not in the backup
    watermark.close()
    checked(key, database).close()
    with pytest.raises(Refused, match="older than what players have seen"):
        checked(key, str(older))
    take_as_it_is(str(older))
    checked(key, str(older)).close()
    assert rows(str(older), "SELECT renew FROM tables") == [(1,)]
    restore(older, str(tmp_path / "third.db"))
    checked(key, str(tmp_path / "third.db")).close()


def written(database: str, watermark: Watermark) -> None:
    async def work(kept: Any) -> None:
        await kept.write([watermark.rises()])
        watermark.risen()

    at(database, work)


def test_a_new_database_is_no_older_one_and_two_servers_have_a_file_each(tmp_path: Path) -> None:
    key = tmp_path / "house.key"
    for n in range(2):
        connect_once(str(tmp_path / f"{n}.db"))
        one = checked(key, str(tmp_path / f"{n}.db"))
        other = Watermark.at(key)
        assert one.name != other.name
        written(str(tmp_path / f"{n}.db"), one)
        one.close()
        other.close()


def connect_once(database: str) -> None:
    async def nothing(_: Any) -> None: ...

    at(database, nothing)


def test_commits_lost_by_a_failover_close_the_house(tmp_path: Path) -> None:
    """The database goes on without the last commits, and the server had told of them."""

    async def story() -> None:
        database = str(tmp_path / "house.db")
        async with serving(tmp_path, database) as house:
            watermark = checked(tmp_path / "house.key", database)
            house.service.house.watermark = watermark
            live = await house.table("roulette")
            [ann] = await seated(house, live.id, "Ann")
            await ann.say("bet", wager="red", amount="10")
            assert watermark.mark >= 2
            lost = Statement("UPDATE marks SET mark = mark - 1", [()])
            await house.service.database.write([lost])
            refused = await ann.answer("bet", wager="red", amount="10")
            assert "could not be saved" in refused["refused"]
            assert (await house.nobody.get(f"/api/tables/{live.id}")).status_code == 503
            assert (await house.nobody.get("/ready")).status_code == 503
            watermark.close()

    played(story())


@pytest.mark.parametrize("dead", [False, True])
def test_no_server_deals_what_another_has_told_and_a_failover_has_lost(dead: bool, tmp_path: Path) -> None:
    """Nobody acts. The server whose commits are lost finds out when it renews its leases; if it is gone with them,
    another finds out before the leases that it left behind have run out."""

    async def story() -> None:
        path = str(tmp_path / "house.db")
        database, chosen = connect(path), settings(environment={}, open_tables=False, lease=9)
        clock = asyncio.get_running_loop().time
        houses = []
        for name in ("a", "b"):
            watermark = Watermark.at(tmp_path / f"{name}.key")
            watermark.check(tmp_path / f"{name}.key", opened(path), "?")
            houses.append(
                House(chosen, database, clock=lambda: int(clock() * 1000), name=name, watermark=watermark)
            )
            await houses[-1].start()
        a = houses[0]
        live = await a.open(Rules(game("roulette")), "Main pit", "house")
        await asyncio.sleep(4)  # both have looked
        if dead:
            for task in a.leases._tasks:
                task.cancel()
        mine = Statement("UPDATE marks SET mark = mark - 1 WHERE name = ?", [(a.watermark.name,)])  # type: ignore[union-attr]
        await database.write([mine])
        await asyncio.sleep(20)
        for house in houses[dead:]:
            assert house.lost_commits
            with pytest.raises(Busy, match="lost commits"):
                await house.find(live.id)
        third = Watermark.at(tmp_path / "new.key")
        with pytest.raises(Refused, match="older than what players have seen"):
            third.check(tmp_path / "new.key", opened(path), "?")
        for house in houses[dead:]:
            await house.stop()
        await database.close()
        take_as_it_is(path)
        third.check(tmp_path / "new.key", opened(path), "?")
        assert rows(path, "SELECT renew FROM tables") == [(1,)]

    played(story())
