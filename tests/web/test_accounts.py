"""Accounts: passwords to change, authenticators, unlocking, limits that players set, and times with their zone."""

from __future__ import annotations

import re
from pathlib import Path

import pyotp

from pitboss.web.people import valid_step
from tests.web.served import OPENS, Served, Visitor, serving
from tests.web.waiting import played

GAME = "three-card-poker"
PASSWORD = "correct horse"


async def signs_in(served: Served, name: str, password: str, code: str = "") -> tuple[int, str]:
    """The status, and the token or what is said."""
    given = {"name": name, "password": password} | ({"code": code} if code else {})
    answer = await served.nobody.post("/api/session", json=given)
    found = answer.json()
    return answer.status_code, found.get("token") or found["detail"]


def test_a_password_that_an_administrator_chose_must_be_changed_before_anything_else(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            ada = await served.person("Ada", "administrator")
            page = (await ada.submits("/people", name="Dan", role="dealer")).text
            first = re.search(r'id="password">([^<]+)<', page)
            assert first is not None
            assert first[1] not in (await ada.sees("/people")).text, "it is shown once"
            status, token = await signs_in(served, "Dan", first[1])
            dan = Visitor(served.app, "Dan", token)
            assert (status, (await dan.get("/api/tables/00000000/dealer")).status_code) == (200, 403)
            sent = await dan.sees("/floor")
            assert (sent.status_code, sent.headers["Location"]) == (303, "/settings")
            assert "change the password first" in (await dan.sees("/settings")).text
            table = (await served.table(GAME)).id
            socket = await dan.attends(table)
            assert "sign in" in (await socket.answer("sit", seat=1, amount="100"))["refused"]
            await socket.leave()
            wrong = await dan.submits("/me/password", old="not it", new="entirely new")
            assert (wrong.status_code, "the password is wrong" in wrong.text) == (409, True)
            await dan.submits("/me/password", old=first[1], new="entirely new")
            assert (await dan.sees("/floor")).status_code == 200

    played(story())


def test_an_administrator_unlocks_and_resets_an_account(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            ada = await served.person("Ada", "administrator")
            await served.service.people.register("Bob", PASSWORD)
            bob = Visitor(served.app, "Bob", (await signs_in(served, "Bob", PASSWORD))[1])
            for _ in range(3):
                assert (await signs_in(served, "Bob", "a wrong one"))[0] == 401
            assert (await signs_in(served, "Bob", PASSWORD))[0] == 401, "it is locked"
            assert "<strong>locked</strong>" in (await ada.sees("/people")).text
            await ada.submits("/people/Bob/unlock")
            assert (await signs_in(served, "Bob", PASSWORD))[0] == 200
            page = (await ada.submits("/people/Bob/reset")).text
            assert (await bob.get("/api/me")).status_code == 401, "all sessions ended"
            assert (await signs_in(served, "Bob", PASSWORD))[0] == 401
            found = re.search(r'id="password">([^<]+)<', page)
            assert found is not None
            assert (await signs_in(served, "Bob", found[1]))[0] == 200
            assert (await ada.submits("/people/Ada/reset")).status_code == 409
            assert (await ada.submits("/people/Nobody/reset")).status_code == 409
            kinds = [each["kind"] for each in (await ada.get("/api/events")).json()]
            assert {"account unlocked", "password reset"} <= set(kinds)

    played(story())


def test_a_code_of_rfc_6238_is_taken_near_its_time() -> None:
    # The secret and the codes at 59 s and 1,111,111,109 s of RFC 6238, appendix B, by their last six digits.
    key = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    assert valid_step(key, "287082", 59_000) == 1
    assert valid_step(key, "287 082", 89_000) == 1, "a clock that is half a minute off"
    assert valid_step(key, "287082", 120_000) is None
    assert valid_step(key, "081804", 1_111_111_109_000) == 1_111_111_109 // 30


def test_signing_in_with_an_authenticator_takes_each_code_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, authenticator="staff") as served:
            await served.service.people.register("Flo", PASSWORD, "floor")
            flo = Visitor(served.app, "Flo", (await signs_in(served, "Flo", PASSWORD))[1])
            assert "set up an authenticator" in (await flo.get("/api/cases")).json()["detail"]
            page = (await flo.sees("/settings")).text
            key = re.search(r"Key <code[^>]*>(\w+)<", page)
            assert key is not None
            assert "<svg" in page
            shown = pyotp.TOTP(key[1])

            def code() -> str:
                return shown.generate_otp(served.clock() // 30_000)

            assert (await flo.submits("/settings/authenticator", code="000000")).status_code == 409
            assert (await flo.submits("/settings/authenticator", code=code())).status_code == 303
            assert (await flo.get("/api/cases")).status_code == 200
            assert "needs the code" in (await signs_in(served, "Flo", PASSWORD))[1]
            assert "has been used" in (await signs_in(served, "Flo", PASSWORD, code()))[1]
            served.clock.ahead += 30
            assert (await signs_in(served, "Flo", PASSWORD, code()))[0] == 200
            assert (await signs_in(served, "Flo", PASSWORD, code()))[0] == 401
            served.clock.ahead += 30
            await flo.submits("/settings/authenticator", do="remove", code=code())
            assert (await signs_in(served, "Flo", PASSWORD))[0] == 200

    played(story())


def test_a_player_who_sets_a_limit_brings_no_more_to_the_tables_in_a_day(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, idle=1e9, session=1e9) as served:
            ann = await served.person("Ann")
            table, other = (await served.table(GAME)).id, (await served.table(GAME)).id
            assert (await ann.submits("/settings/limits", kind="loss", amount="150")).status_code == 303
            await ann.does(table, "sit", seat=1, amount="100")
            more = (await ann.does(other, "sit", seat=1, amount="60")).json()["detail"]
            assert more.startswith("your limit is $150 a gaming day, of which $50 is left")
            await ann.does(table, "leave")
            assert (await ann.does(other, "sit", seat=1, amount="150")).status_code == 200
            await ann.submits("/settings/limits", kind="loss", amount="200")
            assert "Most chips" in (page := (await ann.sees("/settings")).text)
            assert "$200" in page, "it holds from tomorrow"
            assert (await ann.does(other, "buy", amount="10")).status_code == 409
            await ann.submits("/settings/limits", kind="loss", amount="160")
            assert (await ann.does(other, "buy", amount="10")).status_code == 409
            served.clock.ahead += 86_400
            assert (await ann.does(other, "buy", amount="160")).status_code == 200
            assert (await ann.submits("/settings/limits", kind="loss", amount="100")).status_code == 303
            assert (await ann.does(other, "buy", amount="1")).status_code == 409, "lower holds at once"
            for do, fields in (
                ("bet", {"wager": "ante", "amount": "60"}),
                ("ready", {}),
                ("act", {"decision": "fold"}),
            ):
                answer = await ann.does(other, do, **fields)
                assert answer.status_code == 200, answer.json()
            assert (await ann.submits("/settings/limits", kind="deposit", amount="50")).status_code == 303
            for do, fields in (
                ("bet", {"wager": "ante", "amount": "60"}),
                ("ready", {}),
                ("act", {"decision": "fold"}),
            ):
                assert (await ann.does(other, do, **fields)).status_code == 200
            assert "play money a gaming day" in (await ann.post("/api/me/wallet")).json()["detail"]
            assert (await ann.submits("/settings/limits", kind="sorrow", amount="1")).status_code == 409
            await served.balanced()

    played(story())


def test_a_player_who_excludes_themselves_stands_up_and_does_not_play(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, idle=1e9, session=1e9) as served:
            ann = await served.person("Ann")
            table = (await served.table(GAME)).id
            await ann.does(table, "sit", seat=1, amount="100")
            assert (await ann.submits("/settings/exclusion", how_long="30 days")).status_code == 303
            assert served.service.house.tables[table].seat_of("Ann") is None
            assert (await ann.submits("/settings/exclusion", how_long="3 days")).status_code == 303
            served.clock.ahead += 29 * 86_400
            refused = (await ann.does(table, "sit", seat=1, amount="100")).json()["detail"]
            assert "excluded yourself from play until" in refused, "a shorter time does not replace it"
            served.clock.ahead += 86_400
            assert (await ann.does(table, "sit", seat=1, amount="100")).status_code == 200

    played(story())


def test_times_are_shown_with_the_zone_of_the_reader(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            eve = await served.person("Eve", "surveillance")
            await served.service.note("start")
            # OPENS is May 28, 2026, 20:26:40 UTC.
            assert OPENS == 1_780_000_000_000
            assert "May 28, 2026, 16:26:40 EDT" in (await eve.sees("/events")).text
            assert (await eve.submits("/settings/zone", zone="Europe/Berlin")).status_code == 303
            assert "May 28, 2026, 22:26:40 CEST" in (await eve.sees("/events")).text
            assert (await eve.submits("/settings/zone", zone="Mars/Base")).status_code == 409

    played(story())
