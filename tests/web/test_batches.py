"""One bad table harms no other: neither what becomes safe together with it, nor the lists in which it stands."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.money import HELD, MOST
from pitboss.web.database import Threaded
from pitboss.web.live import LiveTable, books
from pitboss.web.people import Posting, posted
from pitboss.web.transaction import Statement, Unmet, about_rows
from tests.web.processes import at, new_database, rows
from tests.web.served import Served, Visitor, serving
from tests.web.waiting import played

both = pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
DEPOSIT = "INSERT INTO accounts (name, balance) VALUES (?, ?)"
POST = "INSERT INTO postings (account, amount, at, table_id, line, why) VALUES (?, ?, ?, ?, ?, ?)"


# ---- the books are kept in whole cents --------------------------------------------------------------------------


@both
def test_the_database_refuses_what_is_no_whole_amount(kind: str, tmp_path: Path) -> None:
    async def work(opened: Threaded) -> None:
        for sql, others in ((DEPOSIT, ()), (POST, (0, "t", 0, "play"))):
            for amount in (0.5, 1e19, float("inf"), 2**62 + 1, -(2**62) - 1, 2**63, 2**70):
                with pytest.raises(Exception, match=r".") as problem:
                    await opened.write([Statement(sql, [("ann", amount, *others)])])
                assert about_rows(problem.value), (sql, amount, problem.value)
                for table in ("accounts", "postings"):
                    assert await opened.read(f"SELECT * FROM {table}") == [], (sql, amount)

    at(new_database(kind, tmp_path), work)


@both
def test_balances_that_add_up_to_too_much_are_refused(kind: str, tmp_path: Path) -> None:
    """SQLite used to make a float of them: the books of a house summed to 2048."""

    async def work(opened: Threaded) -> None:
        await opened.write(posted(Posting(0, "t", 0, "play", {"ann": 2**62, "bank": -(2**62)})))
        with pytest.raises(Exception, match=r"(?i)constraint|range") as problem:
            await opened.write(posted(Posting(0, "t", 1, "play", {"ann": 2**61, "bank": -(2**61)})))
        assert about_rows(problem.value)

    database = new_database(kind, tmp_path)
    at(database, work)
    assert rows(database, "SELECT balance FROM accounts ORDER BY balance") == [(-(2**62),), (2**62,)]


@both
def test_books_of_before_are_taken_over(kind: str, tmp_path: Path) -> None:
    """What stood in them is there under the stricter schema."""

    async def work(opened: Threaded) -> None:
        await opened.write(posted(Posting(5, "t", 1, "play", {"ann": 7, "bank": -7})))

    database = new_database(kind, tmp_path)
    at(database, work)
    assert rows(
        database, "SELECT at, account, amount, table_id, line, why FROM postings ORDER BY amount"
    ) == [
        (5, "bank", -7, "t", 1, "play"),
        (5, "ann", 7, "t", 1, "play"),
    ]


def test_what_is_about_the_rows_and_what_about_the_database() -> None:
    import sqlite3

    import psycopg

    for problem in (
        *(
            Unmet(Statement("", [])),
            ValueError(),
            OverflowError(),
            sqlite3.IntegrityError(),
            sqlite3.ProgrammingError(),
        ),
        *(psycopg.errors.CheckViolation(), psycopg.errors.NumericValueOutOfRange()),
    ):
        assert about_rows(problem)
    for problem in (
        OSError(),
        sqlite3.OperationalError(),
        psycopg.OperationalError(),
        RuntimeError("has ended"),
    ):
        assert not about_rows(problem)


# ---- a batch that fails is tried again table by table -----------------------------------------------------------


def at_the_house(folder: Path, story: Callable[[Served], Awaitable[None]], beat: float = 0) -> None:
    """With a ``beat`` between two batches, what is done at once comes to be in one."""

    async def told() -> None:
        async with serving(folder, beat=beat) as served:
            await story(served)

    played(told())


async def seated(served: Served, name: str, game: str = "big-six") -> tuple[LiveTable, Visitor]:
    live, visitor = await served.table(game), await served.person(name)
    assert (await visitor.does(live.id, "sit", seat=1, amount="500")).status_code == 200
    return live, visitor


def spoil(live: LiveTable) -> None:
    """What the table writes next cannot be written: money that the books do not have room for."""
    live._booked = {
        **live._booked,
        f"bank:{live.id}": 2**63,
        f"table:{live.id}": books(live.id, live.table)[f"table:{live.id}"] - 2**63,
    }


def test_one_bad_table_fails_alone(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        tables = [await seated(served, f"p{n}") for n in range(4)]
        bad, worse = tables[1][0], tables[3][0]
        spoil(bad)
        worse._booked = {**worse._booked, f"bank:{worse.id}": 5}  # entries that do not sum to zero
        answers = await asyncio.gather(
            *(visitor.does(live.id, "bet", wager="big6:1", amount="5") for live, visitor in tables)
        )
        assert [answer.status_code for answer in answers] == [200, 409, 200, 409]
        assert "could not be saved" in answers[1].json()["detail"]
        assert [live.lost for live, _ in tables] == [False, True, False, True]
        for live, visitor in tables:  # and those that failed are as they were, and go on
            now = await served.service.house.find(live.id)
            assert now.table.stake(1, "big6:1") == (0 if live in (bad, worse) else 500)
            assert (await visitor.does(live.id, "bet", wager="big6:2", amount="5")).status_code == 200
        await served.balanced()

    at_the_house(tmp_path, story, beat=0.5)


def test_what_others_did_meanwhile_is_not_lost_with_it(tmp_path: Path) -> None:
    """While a batch fails, the next one gathers: only what the bad table did is taken out of it."""

    async def story(served: Served) -> None:
        (bad, one), (good, other) = await seated(served, "ann"), await seated(served, "bea")
        house, write = served.service.house, served.service.database.write
        held = asyncio.Event()

        async def slow(statements: Any) -> None:
            await held.wait()
            await write(statements)

        served.service.database.write = slow  # type: ignore[method-assign]
        spoil(bad)
        first = asyncio.create_task(one.does(bad.id, "bet", wager="big6:1", amount="5"))
        await asyncio.sleep(0.2)
        later = [
            asyncio.create_task(one.does(bad.id, "bet", wager="big6:2", amount="5")),
            asyncio.create_task(other.does(good.id, "bet", wager="big6:1", amount="5")),
        ]
        await asyncio.sleep(0.2)
        held.set()
        assert [(await each).status_code for each in (first, *later)] == [409, 409, 200]
        assert bad.lost
        assert not good.lost
        assert (await house.find(good.id)).table.stake(1, "big6:1") == 500
        await served.balanced()

    at_the_house(tmp_path, story)


def test_a_table_that_is_no_longer_ours_takes_no_other_along(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        (gone, one), (kept, other) = await seated(served, "ann"), await seated(served, "bea")
        await served.service.database.write(
            [Statement("UPDATE tables SET owner = 'another', epoch = epoch + 1 WHERE id = ?", [(gone.id,)])]
        )
        answers = await asyncio.gather(
            one.does(gone.id, "bet", wager="big6:1", amount="5"),
            other.does(kept.id, "bet", wager="big6:1", amount="5"),
        )
        assert [answer.status_code for answer in answers] == [409, 200]
        assert not kept.lost

    at_the_house(tmp_path, story, beat=0.5)


def test_a_database_that_fails_as_such_is_not_asked_again_for_each_table(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        tables = [await seated(served, f"p{n}") for n in range(3)]
        write, asked = served.service.database.write, []

        async def broken(statements: Any) -> None:
            asked.append(statements)
            raise OSError("the disk is full")

        served.service.database.write = broken  # type: ignore[method-assign]
        answers = await asyncio.gather(
            *(visitor.does(live.id, "bet", wager="big6:1", amount="5") for live, visitor in tables)
        )
        assert {answer.status_code for answer in answers} == {409}
        batches = [statements for statements in asked if len(statements) > 1]  # not leases, not events
        assert sum(len(statements[0].rows) for statements in batches) == len(tables), "each of them once"
        live, visitor = tables[0]  # gone from memory, and not to be had again before something can be written
        refused = await visitor.does(live.id, "bet", wager="big6:1", amount="5")
        assert (refused.status_code, refused.json()["detail"]) == (503, "it could not be saved; try again")
        served.service.database.write = write  # type: ignore[method-assign]
        await served.balanced()

    at_the_house(tmp_path, story, beat=0.5)


# ---- lists ------------------------------------------------------------------------------------------------------


def test_one_bad_table_spoils_no_list(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        good, bad = await served.table("big-six"), await served.table("roulette")
        bad.table.rules.unit = 0  # as a chip of nothing in a table file once made it
        bad.table.rules._known_limits.clear()
        listed = (await served.nobody.get("/api/tables")).json()
        assert [table["id"] for table in listed] == [good.id]
        assert (await served.nobody.sees("/")).status_code == 200
        floor = await served.person("flo", "floor")
        assert (await floor.sees("/floor")).status_code == 200

    at_the_house(tmp_path, story)


# ---- amounts at the socket --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "amount", ["-5", "-0", "0", "0.00", "0.001", "1e3", "１０", "999999999999", "NaN", "", " 5"]
)
def test_an_amount_that_is_none_leaves_the_table_open(amount: str, tmp_path: Path) -> None:
    """`bet red -5` used to drop the table for everybody."""

    async def story(served: Served) -> None:
        live, visitor = await seated(served, "ann", "roulette")
        assert (await visitor.does(live.id, "bet", wager="red", amount="10")).status_code == 200
        for do, fields in {
            "bet": {"wager": "red"},
            "remove": {"wager": "red"},
            "buy": {},
            "sit": {"seat": 1},
            "bot": {"seat": 2},
        }.items():
            answer = await visitor.does(live.id, do, amount=amount, **fields)
            assert answer.status_code in (400, 409), (do, answer.text)
            assert answer.json()["detail"].isprintable()
        assert not live.lost
        assert live.table.stake(1, "red") == 1000
        await served.balanced()

    at_the_house(tmp_path, story)


@pytest.mark.parametrize(
    "wager", ["red@1", "red@x", "red:", "red:1", "straight:", "straight:17@1", "straight:099", "red\n"]
)
def test_another_spelling_of_a_wager_is_none(wager: str, tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        live, visitor = await seated(served, "ann", "roulette")
        assert (await visitor.does(live.id, "bet", wager=wager, amount="10")).status_code == 409
        assert not live.table.bets

    at_the_house(tmp_path, story)


def test_8_2_d_a_permission_is_for_the_wager_however_it_was_written(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        live, visitor = await seated(served, "ann", "roulette")
        floor = await served.person("flo", "floor")
        assert (await floor.does(live.id, "allow", seat=1, wager="split:20-17")).status_code == 200
        assert (await visitor.does(live.id, "bet", wager="split:17-20", amount="1")).status_code == 200
        assert (await visitor.does(live.id, "bet", wager="split:17-20", amount="499")).status_code == 409

    at_the_house(tmp_path, story)


def test_all_tables_together_stay_far_below_what_the_database_holds() -> None:
    """A table stops taking wagers at 10**15 cents lost; a round moves at most a wager's MOST for each of them."""
    wagers_a_round = 100 * 1_000  # seats, and more wagers than a layout has
    assert HELD + wagers_a_round * MOST // 10 < 2**53
    assert 2**62 // (2 * HELD) > 2_000


def test_a_house_that_can_write_nothing_any_more_still_stops(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        await seated(served, "ann")

        async def broken(_: Any) -> None:
            raise OSError("the disk is full")

        served.service.database.write = broken  # type: ignore[method-assign]

    at_the_house(tmp_path, story)  # which raises what stopping it raises
    (kept,) = tmp_path.glob("house-*.db")
    [(balance,)] = rows(str(kept), "SELECT balance FROM accounts WHERE name LIKE 'table:%'")
    assert balance == 50_000, "what was safe is there"
