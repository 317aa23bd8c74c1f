"""Small doors that stood open: origins, null bytes, caches, figures, proxies, who rules where; and a database that says
nothing any more."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from fastapi import Request

from pitboss.law import Refused
from pitboss.web import keeping, rehearsal, transaction
from pitboss.web.database import Silent, Threaded, connect
from pitboss.web.keeping import backup
from pitboss.web.rehearsal import looked_at, rehearsed
from pitboss.web.relay import Relay
from pitboss.web.transaction import Statement
from tests.web.processes import new_database, rows
from tests.web.served import HOST, serving
from tests.web.test_live import seated
from tests.web.waiting import played


@pytest.mark.parametrize(
    ("secure", "origin", "status"),
    [(False, "http", 204), (False, "https", 403), (True, "http", 403), (True, "https", 204)],
)
def test_an_origin_is_compared_with_its_scheme(
    secure: bool, origin: str, status: int, tmp_path: Path
) -> None:
    async def story() -> None:
        async with serving(tmp_path, secure=secure) as house:
            ann = await house.person("Ann")
            headers = {**ann.by_cookie, "Origin": f"{origin}://{HOST}", "X-CSRF-Token": ann.csrf}
            assert (await ann.asks("DELETE", "/api/session", headers)).status_code == status

    played(story())


def test_a_null_byte_is_a_refusal(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as house:
            boss = await house.person("Bo", "administrator")
            for path in ("/api/people/%00", "/api/games/a%00b", "/?next=%00"):
                answer = await boss.asks("PUT" if "people" in path else "GET", path, json={"role": "dealer"})
                assert answer.status_code == 422, path
            name = {"name": "a\0b", "password": "long enough for it"}
            assert (await house.nobody.post("/api/session", json=name)).status_code == 401
            assert (await house.nobody.post("/api/accounts", json=name)).status_code == 409
            live = await house.table("roulette")
            [ann] = await seated(house, live.id, "Ann")
            assert (await ann.answer("bet", wager="a\0b", amount="10"))["refused"]

    played(story())


def test_the_database_is_given_no_null_byte(tmp_path: Path) -> None:
    """SQLite would keep it, PostgreSQL would fail."""

    async def story() -> None:
        async with serving(tmp_path) as house:
            database = house.service.database
            with pytest.raises(Exception, match="null byte"):
                await database.read("SELECT name FROM people WHERE name = ?", "a\0b")
            with pytest.raises(Exception, match="null byte"):
                await database.write([Statement("DELETE FROM people WHERE name = ?", [("a\0b",)])])

    played(story())


def test_pages_are_kept_by_no_cache_and_figures_are_for_the_operator(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, metrics="a word of the operator") as house:
            ann = await house.person("Ann")
            for path in ("/", "/me", "/api/me"):
                assert (await ann.sees(path)).headers["cache-control"] == "no-store", path
            assert "no-store" not in (await ann.get("/sprites.svg")).headers.get("cache-control", "")
            nobody = house.nobody
            assert (await nobody.get("/metrics")).status_code == 200
            passed_on = {"X-Forwarded-For": "203.0.113.7"}
            assert (await nobody.asks("GET", "/metrics", passed_on)).status_code == 403
            word = {**passed_on, "Authorization": "Bearer a word of the operator"}
            assert (await nobody.asks("GET", "/metrics", word)).status_code == 200

    played(story())


def test_a_proxy_that_is_not_named_is_warned_of_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(**given: Any) -> None:
        async with serving(tmp_path, **given) as house:
            for _ in range(3):
                await house.nobody.asks("GET", "/health", {"X-Forwarded-For": "203.0.113.7"})

    def warned() -> int:
        return sum("proxies" in record.getMessage() for record in caplog.records)

    with caplog.at_level(logging.WARNING):
        played(story(proxies=["127.0.0.1"]))
        assert warned() == 0
        played(story())
        assert warned() == 1


def test_who_has_ruled_at_a_table_does_not_play_there_after_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        database = str(tmp_path / "house.db")
        async with serving(tmp_path, database) as house:
            live = await house.table("roulette")
            flo = await house.person("Flo", "floor")
            posted = await flo.does(live.id, "limits", limits={"red": ["5", "500"]})
            assert posted.status_code == 200
            token = await house.service.people.session("Flo")
        async with serving(tmp_path, database) as house:
            by = {"Authorization": f"Bearer {token}"}
            sits = {"do": "sit", "seat": 1, "amount": "100"}
            refused = await house.nobody.asks("POST", f"/api/tables/{live.id}/commands", by, json=sits)
            assert "made rulings at this table" in refused.json()["detail"]

    played(story())


def test_chips_on_a_table_count_when_a_wallet_is_filled_up(tmp_path: Path) -> None:
    """Otherwise a wallet would be filled up, emptied onto a table and filled up again."""

    async def story() -> None:
        async with serving(tmp_path, play_money=10_000) as house:
            live, hold_em = await house.table("roulette"), await house.table("hold-em")
            ann = await house.person("Ann", dollars=10_000)
            fills = partial(ann.post, "/api/me/wallet")
            await ann.does(live.id, "sit", seat=1, amount="4000")
            await ann.does(hold_em.id, "sit", seat=1, amount="500")
            await ann.does(live.id, "bet", wager="red", amount="100")
            refused = await fills()
            assert refused.status_code == 409
            assert "as high as a new account's" in refused.json()["detail"]
            live.table.seats[1].base -= 100_000  # lost
            assert (await fills()).json()["wallet"] == 650_000
            live.table.seats[1].base += 100_000

    played(story())


def test_requests_for_another_process_use_one_connection_and_keep_cookies_apart() -> None:
    connections, asked = [], []

    async def other(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connections.append(writer)
        with suppress(asyncio.IncompleteReadError):
            while head := await reader.readuntil(b"\r\n\r\n"):
                asked.append(head.decode().lower())
                writer.write(b"HTTP/1.1 200 OK\r\nSet-Cookie: pitboss=Ann's\r\nContent-Length: 2\r\n\r\n[]")
        writer.close()

    async def story() -> None:
        async with await asyncio.start_server(other, "127.0.0.1", 0) as server:
            address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            relay = Relay()
            for person in range(3):
                scope = {
                    "type": "http",
                    "method": "GET",
                    "scheme": "http",
                    "server": ("house.test", 80),
                    "path": "/api/me",
                    "query_string": b"",
                    "headers": [],
                    "client": (f"203.0.113.{person}", 1),
                }

                async def empty() -> dict[str, object]:
                    return {"type": "http.request", "body": b""}

                answer = await relay.answer(Request(scope, empty), address)
                assert answer.status_code == 200
            await relay.close()

    asyncio.run(story())
    assert len(connections) == 1
    assert [f"x-forwarded-for: 203.0.113.{n}" in head for n, head in enumerate(asked)] == [True] * 3
    assert not any("cookie:" in head for head in asked)


# ---- a database that says nothing any more ---------------------------------------------------------------


def test_a_postgresql_that_goes_silent_is_not_waited_for(tmp_path: Path) -> None:
    """Its processes are stopped: an answer never comes. Everybody is told so, and the server still stops."""
    address = new_database("postgresql", tmp_path)

    async def story() -> None:
        database = connect(address)
        await database.read("SELECT 1")
        await database.write([Statement("UPDATE pulse SET at = ?", [(1,)])])
        database._patience = 0.2  # for what never comes
        behind = [
            pid
            for (pid,) in rows(
                address,
                "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
            )
        ]
        stopped = [pid for pid in behind if _stop(pid)]
        try:
            with pytest.raises(Silent):
                await database.read("SELECT 1")
            with pytest.raises(Silent):
                await database.write([Statement("UPDATE pulse SET at = ?", [(2,)])])
            await database.close()
        finally:
            for pid in stopped:
                os.kill(pid, signal.SIGCONT)
        again = connect(address)
        assert await again.read("SELECT at FROM pulse") == [(1,)]
        await again.close()

    asyncio.run(story())


def test_no_command_waits_for_a_postgresql_that_goes_silent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes silent when the command has begun: for connecting there is a limit besides."""
    address = new_database("postgresql", tmp_path)
    asyncio.run(connect(address).close())
    stopped = []

    def silent(address: str) -> Any:
        connection: Any = looked_at(address)
        monkeypatch.setattr(transaction, "SILENCE", 0.2)
        stopped.append(connection.info.backend_pid)
        os.kill(stopped[-1], signal.SIGSTOP)
        return connection

    monkeypatch.setattr(rehearsal, "looked_at", silent)
    monkeypatch.setattr(keeping, "looked_at", silent)
    for command in (lambda: rehearsed(address), lambda: backup(address, tmp_path / "kept.db")):
        with pytest.raises(Refused, match="the PostgreSQL database cannot be used"):
            command()
        os.kill(stopped[-1], signal.SIGCONT)
        monkeypatch.setattr(transaction, "SILENCE", 60)
    assert not (tmp_path / "kept.db").exists()
    assert len(stopped) == 2


def _stop(pid: int) -> bool:
    try:
        os.kill(pid, signal.SIGSTOP)
    except ProcessLookupError:
        return False
    return True


def test_a_database_that_answers_again_is_used_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as house:
            database = house.service.database
            assert isinstance(database, Threaded)
            database._patience = 60
            database._silent = asyncio.get_running_loop().time()
            with pytest.raises(Silent):
                await database.read("SELECT 1")
            answer = await house.nobody.get("/api/tables")
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
            await asyncio.sleep(2)
            assert await database.read("SELECT 1") == [(1,)]
            assert await database.read("SELECT 1") == [(1,)]

    played(story())
