"""What a laboratory would try on the server: accounts, sessions, limits, and what is on record of it."""

from __future__ import annotations

import asyncio
import json
import stat
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import HTTPConnection

from pitboss.book import game
from pitboss.book.rules import Rules
from pitboss.law import Refused
from pitboss.table import Table, public
from pitboss.web.apart import Apart
from pitboss.web.database import connect
from pitboss.web.events import clock, program
from pitboss.web.guard import address_of
from pitboss.web.passwords import check_password
from pitboss.web.pushing import PromptHttp
from pitboss.web.questions import Busy, OddsProcess, Questions, asked, kept_odds, odds
from pitboss.web.records import Records
from pitboss.web.settings import settings
from pitboss.web.signing import Signer
from pitboss.web.transaction import Statement
from tests.web.served import HOST, Served, Visitor, serving
from tests.web.test_live import seated
from tests.web.waiting import PATIENCE, played

PASSWORD = "correct horse"
GAME = "three-card-poker"


async def kinds(served: Served) -> list[str]:
    rows = await served.service.database.read("SELECT kind FROM events ORDER BY at")
    return [kind for (kind,) in rows]


# ---- accounts --------------------------------------------------------------------------------------------


def test_three_wrong_passwords_lock_an_account_for_a_while(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, lock=60) as served:
            await served.service.people.register("Ann", PASSWORD)

            async def tries(password: str) -> int:
                given = {"name": "Ann", "password": password}
                return (await served.nobody.post("/api/session", json=given)).status_code

            assert [await tries("wrong horse"), await tries("wrong horse"), await tries(PASSWORD)] == [
                401,
                401,
                200,
            ]
            together = await asyncio.gather(*(tries("wrong horse") for _ in range(6)))
            assert together == [401] * 6
            assert await tries(PASSWORD) == 401
            served.clock.ahead = 61
            assert await tries(PASSWORD) == 200
            assert (await kinds(served)).count("sign-in refused") == 9

    played(story())


def test_wrong_passwords_from_elsewhere_keep_nobody_out(tmp_path: Path) -> None:
    """Three of them by anybody locked the administrator out."""

    async def story() -> None:
        async with serving(tmp_path) as served:
            people = served.service.people
            await people.register("Ann", PASSWORD)
            for _ in range(9):
                with pytest.raises(Refused, match="is wrong"):
                    await people.sign_in("Ann", "wrong horse", "203.0.113.7")
            with pytest.raises(Refused, match="is wrong"):
                await people.sign_in("Ann", PASSWORD, "203.0.113.7")
            assert (await people.sign_in("Ann", PASSWORD, "198.51.100.1"))[0].name == "Ann"
            assert await served.service.database.read("SELECT address FROM tries") == [("203.0.113.7",)]

    played(story())


def test_a_network_of_version_6_is_one_address() -> None:
    def at(host: str) -> str:
        return address_of(HTTPConnection({"type": "http", "client": (host, 1), "headers": []}))

    assert at("2001:db8:1:2::3") == at("2001:db8:1:2:ffff::4") != at("2001:db8:1:3::3")
    assert (at("192.0.2.1"), at("::ffff:192.0.2.1"), at("somewhere")) == (
        "192.0.2.1",
        "::ffff:192.0.2.1",
        "somewhere",
    )


def test_what_takes_its_time_is_not_asked_for_often(tmp_path: Path) -> None:
    """Twenty anonymous questions for past rounds held the house for a minute and a half."""

    async def story() -> None:
        async with serving(tmp_path, costly=2) as served:
            live = await served.table("roulette")
            [ann] = await seated(served, live.id, "Ann")
            await ann.say("bet", wager="red", amount="10")
            await ann.say("ready")
            path = f"/api/tables/{live.id}/rounds/1"
            asked = [(await served.nobody.get(path)).status_code for _ in range(41)]
            assert asked == [200] * 40 + [429]
            served.clock.ahead = 1
            assert (await served.nobody.get(path)).status_code == 200

    played(story())


def test_the_past_is_looked_up_by_a_process_of_its_own() -> None:
    apart, lines = Apart(), Table("roulette", seed=1).journal.storage.lines  # type: ignore[attr-defined]
    assert apart(public, lines) == lines
    with pytest.raises(Refused, match="line 1 is not a journal entry"):
        apart(Records.of, [b"no line"])
    assert apart._process is not None
    apart._process.kill()
    apart._process.wait()
    assert apart(public, lines) == lines  # by another
    with pytest.raises(Busy, match="could not be looked up"):
        apart(no_module_knows_it, lines)
    assert apart(public, lines) == lines
    assert apart._process.stdin is not None
    apart._process.stdin.close()
    assert apart._process.wait(PATIENCE) == 0  # nobody asks any more
    apart.close()


def no_module_knows_it(lines: list[bytes]) -> None:
    """The other process imports no tests, so it cannot read a question with this function."""


def test_tries_at_once_are_not_more_than_three(tmp_path: Path) -> None:
    """A password is counted before it is looked at."""

    async def story() -> None:
        async with serving(tmp_path) as served:
            await served.service.people.register("Ann", PASSWORD)
            verified, plain = [], served.service.people._verified
            served.service.people._verified = lambda *given: verified.append(plain(*given)) or verified[-1]  # type: ignore[assignment,func-returns-value]
            await asyncio.gather(
                *(served.service.people.sign_in("Ann", f"guess {n} of many") for n in range(9)),
                return_exceptions=True,
            )
            locked = await served.service.database.read("SELECT locked FROM tries WHERE name = 'Ann'")
            assert locked[0][0] > served.clock()
            with pytest.raises(Refused, match="the name or the password is wrong"):
                await served.service.people.sign_in("Ann", PASSWORD)

    played(story())


@pytest.mark.parametrize(
    "password",
    ["password", "Password1", "12345678", "qwertyuiop", "aaaaaaaa", "abcabcabc", "Annabella1", "short"],
)
def test_a_password_that_anybody_would_try_is_refused(password: str) -> None:
    with pytest.raises(Refused):
        check_password(password, "Annabella")


def test_other_passwords_are_taken() -> None:
    for password in (PASSWORD, "keys of the house", "hidden-word", "x9!kPq22"):
        check_password(password, "Annabella")


def test_a_password_is_changed_and_other_sessions_end(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            await served.service.people.register("Ann", PASSWORD)
            here, there = [
                Visitor(served.app, "Ann", (await served.service.people.sign_in("Ann", PASSWORD))[1])
                for _ in "12"
            ]
            change = {"old": PASSWORD, "new": "another horse"}
            wrong = await here.asks("PUT", "/api/me/password", json=change | {"old": "no horse"})
            assert (wrong.status_code, wrong.json()["detail"]) == (409, "the password is wrong")
            assert (
                await here.asks("PUT", "/api/me/password", json=change | {"new": "password1"})
            ).status_code == 409
            assert (await here.asks("PUT", "/api/me/password", json=change)).status_code == 204
            assert (await here.get("/api/me")).status_code == 200
            assert (await there.get("/api/me")).status_code == 401
            with pytest.raises(Refused):
                await served.service.people.sign_in("Ann", PASSWORD)
            await served.service.people.sign_in("Ann", "another horse")

    played(story())


def test_sessions_are_listed_ended_and_end_by_themselves(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, idle=3600) as served:
            ann = await served.person("Ann")
            other = Visitor(served.app, "Ann", await served.service.people.session("Ann"))
            listed = (await ann.get("/api/me/sessions")).json()
            assert len(listed) == 2
            mine = {each["id"] for each in listed}
            served.clock.ahead = 1800
            await ann.get("/api/me")
            served.clock.ahead = 3700  # the other was not used for an hour
            assert (await ann.get("/api/me")).status_code == 200
            assert (await other.get("/api/me")).status_code == 401
            (left,) = (await ann.get("/api/me/sessions")).json()
            assert left["id"] in mine
            bob = await served.person("Bob")
            assert (await bob.asks("DELETE", f"/api/me/sessions/{left['id']}")).status_code == 409
            assert (await ann.asks("DELETE", f"/api/me/sessions/{left['id']}")).status_code == 204
            assert (await ann.get("/api/me")).status_code == 401

    played(story())


def test_the_sign_in_before_is_shown(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            await served.service.people.register("Ann", PASSWORD)
            given = {"name": "Ann", "password": PASSWORD}
            first = (await served.nobody.post("/api/session", json=given)).json()
            assert first["last"] == 0
            served.clock.ahead = 100
            again = (await served.nobody.post("/api/session", json=given)).json()
            assert 0 < again["last"] < served.clock() - 90_000
            ann = Visitor(served.app, "Ann", again["token"])
            assert (await ann.get("/api/me")).json()["last"] == again["last"]
            assert "Your last sign-in was on" in (await ann.sees("/settings")).text

    played(story())


def test_sockets_end_with_their_session(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, idle=3600) as served:
            table = (await served.table(GAME)).id
            ann, bob, cas = [await served.person(name) for name in ("Ann", "Bob", "Cas")]
            leaving, idle, busy = [await who.attends(table) for who in (ann, bob, cas)]
            watcher = await served.nobody.attends(table)
            await busy.say("sit", seat=1, amount="100")
            assert (await ann.asks("DELETE", "/api/session")).status_code == 204
            assert await leaving.closes() == 1008
            served.clock.ahead = 3000
            await busy.say("buy", amount="10")
            await served.service.end_sockets()
            assert idle.closed is None
            served.clock.ahead = 3700
            await served.service.end_sockets()
            assert await idle.closes() == 1008
            await busy.say("buy", amount="10")
            assert watcher.closed is None
            assert set(served.service.sockets.values()) == {2}

    played(story())


def test_the_last_administrator_stays_one(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            boss = await served.person("Boss", "administrator")
            both = await asyncio.gather(
                *(
                    boss.asks("PUT", f"/api/people/{n}", json={"role": "player"})
                    for n in ("administrator", "Boss")
                )
            )
            left = await served.service.database.read("SELECT name FROM people WHERE role = 'administrator'")
            assert len(left) == 1
            assert sorted(answer.status_code for answer in both)[0] == 204
            with pytest.raises(Refused, match="is the last administrator and must remain one"):
                await served.service.people.appoint(left[0][0], "dealer")
            assert "appointment" in await kinds(served)

    played(story())


def test_names_are_unique_whatever_their_case_also_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            made = await asyncio.gather(
                *(served.service.people.register(name, PASSWORD) for name in ("Ann", "ann", "ANN", "aNn")),
                return_exceptions=True,
            )
            assert sum(not isinstance(each, Exception) for each in made) == 1
            rows = await served.service.database.read("SELECT name FROM people WHERE lower(name) = 'ann'")
            assert len(rows) == 1

    played(story())


# ---- staff -----------------------------------------------------------------------------------------------


def test_staff_do_not_play_where_they_rule_nor_correct_their_own_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            table = (await served.table(GAME)).id
            flo, ann = await served.person("Flo", "floor"), await served.person("Ann")
            await ann.does(table, "sit", seat=1, amount="100")
            assert (await flo.does(table, "sit", seat=2, amount="100")).status_code == 200
            for do, given in (
                ("correct", {"seat": 2, "amount": "5", "why": "mine"}),
                ("correct", {"seat": 1, "amount": "5", "why": "hers"}),
                ("limits", {"limits": {"ante": ["10", "200"]}}),
            ):
                answer = await flo.does(table, do, **given)
                assert (answer.status_code, answer.json()["detail"]) == (
                    403,
                    "you play at this table, so somebody else must make rulings",
                )
            await flo.does(table, "leave")
            assert (await flo.does(table, "correct", seat=1, amount="5", why="hers")).status_code == 200
            answer = await flo.does(table, "sit", seat=2, amount="100")
            assert answer.json()["detail"] == "you have made rulings at this table, so you cannot play at it"
            await asyncio.gather(*served.service.house._notes)
            assert "correction" in await kinds(served)
            await served.balanced()

    played(story())


# ---- limits ----------------------------------------------------------------------------------------------


def test_nobody_has_more_than_ten_tables_however_many_are_asked_for_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            ann = await served.person("Ann")
            answers = await asyncio.gather(
                *(ann.post("/api/tables", json={"game": "big-six"}) for _ in range(14))
            )
            assert sorted(answer.status_code for answer in answers) == [201] * 10 + [409] * 4

    played(story())


def test_sockets_and_tables_in_memory_are_counted(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, sockets=4, tables=3) as served:
            flo = await served.person("Flo", "floor")
            tables = [(await served.table("big-six")).id for _ in range(3)]
            sockets = [await served.nobody.attends(tables[0]) for _ in range(2)]
            assert await served.nobody.socket(tables[0]).closes() == 1013
            await sockets[0].leave()
            await served.nobody.attends(tables[0])
            with pytest.raises(Refused, match="cannot open another table"):
                await served.table("big-six")
            await flo.does(tables[2], "close")
            await served.table("big-six")
            assert tables[2] not in served.service.house.tables
            assert (await served.nobody.get(f"/api/tables/{tables[2]}")).json()["closed"]

    played(story())


def test_a_connection_that_does_not_say_what_it_wants_is_closed() -> None:
    class Loop:
        def __init__(self) -> None:
            self.later: list[Any] = []

        def call_later(self, seconds: float, then: Any) -> Any:
            self.later.append((seconds, then))
            return self

        def cancel(self) -> None:
            self.later.clear()

    class Closed:
        def close(self) -> None: ...

    connection = PromptHttp.__new__(PromptHttp)
    loop, transport = Loop(), Closed()
    connection.loop, connection.transport = loop, transport  # type: ignore[assignment]
    connection._wait()
    assert [(seconds, then.__self__) for seconds, then in loop.later] == [(20.0, transport)]
    connection._enough()
    assert not loop.later


def test_proxies_are_trusted_only_when_named() -> None:
    assert settings(None, {}).proxies == []
    assert settings(None, {"PITBOSS_PROXIES": "10.0.0.1,10.0.0.2"}).proxies == ["10.0.0.1", "10.0.0.2"]


# ---- odds and advice -------------------------------------------------------------------------------------


def test_a_question_is_worked_out_once_and_not_more_wait_than_can_be_answered() -> None:
    async def story() -> None:
        questions, worked = Questions(1, "odds"), []

        def work() -> str:
            worked.append(1)
            return "an answer"

        waiting = [asyncio.create_task(questions.answer("the same", work)) for _ in range(20)]
        others = [asyncio.create_task(questions.answer(f"other {n}", list)) for n in range(63)]
        await asyncio.sleep(0)  # all have asked, and nothing is worked out yet
        with pytest.raises(Busy, match="too many odds"):
            await questions.answer("one more", work)
        assert await asyncio.gather(*waiting) == ["an answer"] * 20
        await asyncio.gather(*others)
        assert await questions.answer("the same", work) == "an answer"
        assert len(worked) == 1
        questions.close()

    played(story())


def test_odds_are_kept_on_disk_and_worked_out_by_a_process_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    question = asked(Rules(game("big-six"), limits={"big6": (100, 5000)}))
    odds_process = OddsProcess()
    try:
        found = odds_process.odds(question)
        assert found == json.loads(json.dumps(odds(question)))
        assert kept_odds(question, lambda _: pytest.fail("it is on disk")) == found
        with pytest.raises(Refused):
            odds_process.odds(question | {"game": "no-such-game"})
    finally:
        odds_process.close()


@pytest.mark.parametrize(
    ("bounds", "says"),
    [({"seconds": 0.0}, "take longer than 0 seconds"), ({"megabytes": 1}, "take more than 1 MB of memory")],
)
def test_odds_that_take_too_much_are_stopped_and_said_to(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    bounds: dict[str, Any],
    says: str,
) -> None:
    """A process of Python takes more than a megabyte and more than no time, whatever it does."""
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    monkeypatch.setattr("pitboss.web.questions._LOOK", 0.001)
    question = asked(Rules(game("big-six"), limits={"big6": (100, 5000)}))
    odds_process = OddsProcess(**bounds)
    try:
        for _ in range(2):  # the second time it is known
            with pytest.raises(Refused, match=says):
                odds_process.odds(question)
        assert [says in each.message for each in caplog.records] == [True]
    finally:
        odds_process.close()


def test_a_process_of_the_odds_that_was_lost_is_replaced_until_the_server_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    question = asked(Rules(game("big-six"), limits={"big6": (100, 5000)}))
    odds_process = OddsProcess()
    first = odds_process.odds(question)
    lost = odds_process._process
    assert lost is not None
    lost.kill()
    lost.wait()
    assert odds_process.odds(question) == first
    odds_process.close()
    with pytest.raises(Busy):
        odds_process.odds(question)


def test_odds_of_the_almanac_start_no_process(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:

            class Unused(OddsProcess):
                def odds(self, question: object) -> Any:
                    pytest.fail("a process was asked")

            served.service._odds_process = Unused()
            table = (await served.table("big-six")).id
            assert (await served.nobody.get(f"/api/tables/{table}/odds")).status_code == 200

    asyncio.run(story())


def test_odds_asked_for_keep_nobody_from_signing_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            begun, go = threading.Event(), threading.Event()

            def odds(_: object) -> list[object]:
                begun.set()
                go.wait(PATIENCE)
                return []

            monkeypatch.setattr("pitboss.web.service.on_disk", lambda _: None)
            monkeypatch.setattr("pitboss.web.service.kept_odds", odds)
            table = (await served.table("big-six")).id
            await served.service.people.register("Ann", PASSWORD)
            asking = [asyncio.create_task(served.nobody.get(f"/api/tables/{table}/odds")) for _ in range(50)]
            await asyncio.to_thread(begun.wait, PATIENCE)
            await served.service.people.sign_in("Ann", PASSWORD)
            assert not go.is_set()  # the odds are still being worked out
            go.set()
            assert {answer.status_code for answer in await asyncio.gather(*asking)} == {200}

    monkeypatch.setitem(Questions.answer.__kwdefaults__, "patience", PATIENCE)
    asyncio.run(story())


# ---- files, readiness, failures --------------------------------------------------------------------------


def test_files_with_secrets_are_for_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "pitboss.db"
    path.write_bytes(b"")
    path.chmod(0o644)

    async def story() -> None:
        database = connect(str(path))
        await database.write([Statement("UPDATE pulse SET at = ?", [(1,)])])
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.glob("pitboss.db*")}
        assert modes.keys() >= {"pitboss.db", "pitboss.db-wal", "pitboss.db-shm", "pitboss.db.lock"}
        assert set(modes.values()) == {0o600}
        await database.close()

    played(story())
    first = Signer.at(tmp_path / "house.key")
    assert stat.S_IMODE((tmp_path / "house.key").stat().st_mode) == 0o600
    assert Signer.at(tmp_path / "house.key").key == first.key
    (tmp_path / "bad.key").write_text("no key")
    with pytest.raises(Refused, match="does not hold a key"):
        Signer.at(tmp_path / "bad.key")


def test_no_secret_is_shown_with_the_settings() -> None:
    for address in (
        "postgresql://pit:hidden-word@db.example/house",
        "postgresql://db.example/house?user=pit&password=hidden-word&x=1",
    ):
        shown = settings(None, {}, database=address, administrator_password="hidden-word", key="/k").shown
        assert "hidden-word" not in repr(shown)
        assert "db.example/house" in str(shown["database"])


def test_a_retired_setting_is_still_read(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text("machine = 3")
    assert settings(tmp_path / "house.toml", {}).bot_seconds == 3
    assert settings(None, {"PITBOSS_MACHINE": "4"}).bot_seconds == 4
    assert settings(None, {"PITBOSS_MACHINE": "4", "PITBOSS_BOT_SECONDS": "5"}).bot_seconds == 5


def test_a_server_that_cannot_write_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            assert (await served.nobody.get("/ready")).status_code == 200
            write = served.service.database.write

            async def full(_: Any) -> None:
                raise OSError("the disk is full")

            monkeypatch.setattr(served.service.database, "write", full)
            served.clock.ahead = 5
            assert (await served.nobody.get("/ready")).status_code == 503
            monkeypatch.setattr(served.service.database, "write", write)
            assert (await served.nobody.get("/ready")).status_code == 200

    played(story())


def test_every_failure_is_logged_and_carries_the_security_headers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            ann = await served.person("Ann")

            async def breaks(*_: Any) -> None:
                raise ZeroDivisionError("a secret detail")

            monkeypatch.setattr(served.service, "recall", breaks)
            transport = httpx.ASGITransport(served.app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
                answer = await client.get("/api/me/rounds", headers=ann.by_token)
            assert answer.status_code == 500
            assert "secret detail" not in answer.text
            assert "default-src 'self'" in answer.headers["content-security-policy"]
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert any("a request failed" in record.message for record in caplog.records)
            await asyncio.gather(*served.service.house._notes)
            assert "failure" in await kinds(served)

    played(story())


# ---- what is on record -----------------------------------------------------------------------------------


def test_events_are_on_record_and_exported(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            eve = await served.person("Eve", "surveillance")
            await served.service.note("appointment", "boss", says='=HYPERLINK("evil")')
            found = (await eve.get("/api/events")).json()
            assert [each["kind"] for each in found] == ["appointment", "start"]
            exported = (await eve.get("/api/events?form=csv")).text.splitlines()
            assert exported[0] == "at,kind,name,table,says,round,address"
            assert ",'=HYPERLINK" in exported[1].replace('"', "")
            assert "Significant events" in (await eve.sees("/events")).text

    played(story())


def test_an_interrupted_round_is_told_with_the_money_in_it(tmp_path: Path) -> None:
    path = str(tmp_path / "house.db")

    async def before() -> str:
        async with serving(tmp_path, database=path) as served:
            ann, table = await served.person("Ann"), (await served.table(GAME)).id
            await ann.does(table, "sit", seat=1, amount="100")
            await ann.does(table, "bet", wager="ante", amount="10")
            await ann.does(table, "ready")
            return table

    async def after() -> None:
        async with serving(tmp_path, database=path) as served:
            flo = await served.person("Flo", "floor")
            (told,) = (await flo.get("/api/interrupted")).json()
            assert (told["table"], told["round"], told["stakes"]) == (table, 1, {"Ann": 1000})
            ann = Visitor(served.app, "Ann", await served.service.people.session("Ann"))
            await ann.does(table, "act", decision="fold")
            assert (await flo.get("/api/interrupted")).json() == []
            assert "interrupted" in await kinds(served)

    table = played(before())
    played(after())


def test_the_installed_program_has_a_hash_that_is_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from pitboss.cli import app

    found, files = program()
    assert files > 100
    page = tmp_path / "program.txt"
    page.write_text(f"{found}  pitboss\n")

    def verified(*given: str) -> tuple[object, str]:
        with pytest.raises(SystemExit) as ended:
            app(["verify", *given])
        return ended.value.code, capsys.readouterr().out

    for given in (found, str(page)):
        code, told = verified(given)
        assert not code
        assert "as recorded" in told
    code, told = verified("0" * 64)
    assert code == 1
    assert "NOT as recorded" in told


def test_the_clock_says_where_it_is_from() -> None:
    before, told, after = time.time_ns() // 1_000_000, clock(), time.time_ns() // 1_000_000
    assert told["source"]
    assert told["implementation"]
    assert before <= told["now"] <= after
