"""Who may do what: every endpoint and every command for every role, and what guards them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest

from pitboss.web.client import client
from pitboss.web.messages import AnyCommand
from pitboss.web.people import ROLES
from tests.web.served import HOST, Served, Socket, Visitor, endpoints, serving
from tests.web.waiting import played

NOBODY = "nobody"
EVERYBODY = (NOBODY, *ROLES)
SIGNED_IN = ROLES
DEALERS = ("dealer", "floor", "shift", "administrator")
FLOOR = ("floor", "shift", "administrator")
STAFF = ("dealer", "floor", "shift", "surveillance", "auditor", "administrator")
EYE = ("surveillance", "auditor", "administrator")
CAGE = ("cage", "floor", "shift", "administrator")
OFFICE = ("cage", "floor", "shift", "surveillance", "auditor", "administrator")
ADMINISTRATOR = ("administrator",)


class Door(NamedTuple):
    """An endpoint: whom it is for, what they are answered, and what they send."""

    who: tuple[str, ...]
    gives: int
    sends: dict[str, Any] = {}


FRIDAY = """
game = "hold-em"
name = "Friday"
starts = 2024-11-08T19:00:00
place = "Poker room"
participants = 9
buy_in = 10
prizes = [100]
level = [{ blinds = "10 20" }]
"""
FILED = "2024-10-31"
PASSWORD = "correct horse"
GAME = "three-card-poker"
WHEEL = "big-six"
"""A game whose odds are soon worked out."""

# {table} is a table with one round played, {role} who asks.
DOORS: dict[tuple[str, str], Door] = {
    ("GET", "/"): Door(EVERYBODY, 200),
    ("GET", "/api-docs"): Door(EVERYBODY, 200),
    ("GET", "/openapi.json"): Door(EVERYBODY, 200),
    ("GET", "/health"): Door(EVERYBODY, 200),
    ("GET", "/ready"): Door(EVERYBODY, 200),
    ("GET", "/metrics"): Door(EVERYBODY, 200),
    ("GET", "/sprites.svg"): Door(EVERYBODY, 200),
    ("GET", "/favicon.ico"): Door(EVERYBODY, 307),
    ("GET", "/sign-in"): Door(EVERYBODY, 200),
    ("POST", "/sign-in"): Door(EVERYBODY, 303, {"data": {"name": "Zoe", "password": PASSWORD}}),
    ("POST", "/guest"): Door(EVERYBODY, 303),
    ("POST", "/sign-out"): Door(SIGNED_IN, 303),
    ("GET", "/me"): Door(SIGNED_IN, 200),
    ("POST", "/me/wallet"): Door(SIGNED_IN, 409),  # it is full
    ("GET", "/people"): Door(ADMINISTRATOR, 200),
    ("POST", "/people/{name}"): Door(ADMINISTRATOR, 303, {"data": {"role": "player"}}),
    ("GET", "/games/{game_id}"): Door(EVERYBODY, 200),
    ("GET", "/games/{game_id}/guide"): Door(EVERYBODY, 200),
    ("GET", "/games/{game_id}/layout.svg"): Door(EVERYBODY, 200),
    ("GET", "/games/{game_id}/open"): Door(SIGNED_IN, 200),
    ("POST", "/games/{game_id}/open"): Door(SIGNED_IN, 303, {"data": {"name": "mine"}}),
    ("GET", "/tables/{identity}"): Door(EVERYBODY, 200),
    ("GET", "/tables/{identity}/guide"): Door(EVERYBODY, 200),
    ("GET", "/tables/{identity}/sign"): Door(EVERYBODY, 200),
    ("GET", "/tables/{identity}/rounds/{number}"): Door(EVERYBODY, 200),
    ("GET", "/floor"): Door(STAFF, 200),
    ("GET", "/surveillance"): Door(EYE, 200),
    ("GET", "/surveillance/{identity}"): Door(EYE, 200),
    ("GET", "/surveillance/{identity}/players/{name}"): Door(EYE, 200),
    ("GET", "/me/review/{identity}"): Door(SIGNED_IN, 200),
    ("GET", "/surveillance/wall"): Door(EYE, 200),
    ("GET", "/surveillance/{identity}/picture.svg"): Door(EYE, 200),
    ("GET", "/surveillance/{identity}/rounds/{number}"): Door(EYE, 200),
    ("GET", "/surveillance/search"): Door(EYE, 200),
    ("GET", "/api/surveillance/search"): Door(EYE, 200),
    ("GET", "/surveillance/files"): Door(EYE, 200),
    ("POST", "/surveillance/files"): Door(EYE, 303, {"data": {"title": "Past posting"}}),
    ("POST", "/surveillance/bookmarks"): Door(
        EYE, 409, {"data": {"table": "none", "round": "1", "step": "1"}}
    ),  # there is no such table
    ("GET", "/surveillance/files/{file}"): Door(EYE, 404),
    ("POST", "/surveillance/files/{file}"): Door(EYE, 409, {"data": {"do": "close"}}),
    ("GET", "/surveillance/files/{file}/evidence.zip"): Door(EYE, 404),
    ("POST", "/api/accounts"): Door(EVERYBODY, 201, {"json": {"name": "New-{role}", "password": PASSWORD}}),
    ("POST", "/api/session"): Door(EVERYBODY, 200, {"json": {"name": "Zoe", "password": PASSWORD}}),
    ("DELETE", "/api/session"): Door(SIGNED_IN, 204),
    ("GET", "/api/me"): Door(SIGNED_IN, 200),
    ("GET", "/api/me/rounds"): Door(SIGNED_IN, 200),
    ("POST", "/api/me/wallet"): Door(SIGNED_IN, 409),
    ("GET", "/api/people"): Door(ADMINISTRATOR, 200),
    ("PUT", "/api/people/{name}"): Door(ADMINISTRATOR, 204, {"json": {"role": "player"}}),
    ("GET", "/api/games"): Door(EVERYBODY, 200),
    ("GET", "/api/games/{game_id}"): Door(EVERYBODY, 200),
    ("GET", "/api/paragraphs/{paragraph}"): Door(EVERYBODY, 200),
    ("POST", "/api/check"): Door(EVERYBODY, 200, {"json": {"game": GAME}}),
    ("GET", "/api/payouts"): Door(EVERYBODY, 200),
    ("GET", "/api/tables"): Door(EVERYBODY, 200),
    ("POST", "/api/tables"): Door(SIGNED_IN, 201, {"json": {"game": GAME}}),
    ("GET", "/api/tables/{identity}"): Door(EVERYBODY, 200),
    ("POST", "/api/tables/{identity}/commands"): Door(SIGNED_IN, 409, {"json": {"do": "leave"}}),
    ("GET", "/api/tables/{identity}/layout"): Door(EVERYBODY, 200),
    ("GET", "/api/tables/{identity}/rules"): Door(EVERYBODY, 200),
    ("PUT", "/api/tables/{identity}/ceiling"): Door(ADMINISTRATOR, 204, {"json": {}}),
    ("POST", "/api/tables/{identity}/pay-out"): Door(FLOOR, 409, {"json": {"why": "it is in order"}}),
    ("GET", "/api/tables/{identity}/legal"): Door(SIGNED_IN, 200),
    ("GET", "/api/tables/{identity}/odds"): Door(EVERYBODY, 200),
    ("GET", "/api/tables/{identity}/advice"): Door(SIGNED_IN, 409),  # nothing is asked
    ("GET", "/api/tables/{identity}/drill"): Door(SIGNED_IN, 200),
    ("GET", "/api/tables/{identity}/rounds"): Door(EVERYBODY, 200),
    ("GET", "/api/tables/{identity}/rounds/{number}"): Door(EVERYBODY, 200),
    ("GET", "/api/tables/{identity}/journal"): Door(EVERYBODY, 200),
    ("GET", "/api/tables/{identity}/audit"): Door(STAFF, 200),
    ("GET", "/api/tables/{identity}/heads"): Door(EVERYBODY, 200),
    ("GET", "/api/heads"): Door(EVERYBODY, 200),
    ("GET", "/api/key"): Door(EVERYBODY, 200),
    ("GET", "/fair"): Door(EVERYBODY, 200),
    ("GET", "/events"): Door(EYE, 200),
    ("GET", "/api/events"): Door(EYE, 200),
    ("GET", "/api/interrupted"): Door(STAFF, 200),
    ("GET", "/api/program"): Door(STAFF, 200),
    ("GET", "/api/me/sessions"): Door(SIGNED_IN, 200),
    ("DELETE", "/api/me/sessions/{session}"): Door(SIGNED_IN, 409),  # there is no such session
    ("POST", "/me/sessions/{session}/end"): Door(SIGNED_IN, 409),
    ("PUT", "/api/me/password"): Door(
        SIGNED_IN, 409, {"json": {"old": "no", "new": "entirely new"}}
    ),  # wrong
    ("GET", "/settings"): Door(SIGNED_IN, 200),
    ("POST", "/settings/zone"): Door(SIGNED_IN, 303, {"data": {"zone": "Europe/Berlin"}}),
    ("POST", "/settings/limits"): Door(SIGNED_IN, 303, {"data": {"kind": "loss", "amount": "500000"}}),
    ("POST", "/settings/exclusion"): Door(SIGNED_IN, 409, {"data": {"how_long": "a moment"}}),
    ("POST", "/settings/authenticator"): Door(SIGNED_IN, 409, {"data": {"code": "no code"}}),
    ("POST", "/people"): Door(ADMINISTRATOR, 200, {"data": {"name": "Hired-{role}", "role": "dealer"}}),
    ("POST", "/people/{name}/unlock"): Door(ADMINISTRATOR, 303),
    ("POST", "/people/{name}/reset"): Door(ADMINISTRATOR, 200),
    ("POST", "/me/password"): Door(SIGNED_IN, 409, {"data": {"old": "no", "new": "entirely new"}}),
    ("GET", "/api/books"): Door(EYE, 200),
    ("GET", "/tournaments"): Door(EVERYBODY, 200),
    ("POST", "/tournaments"): Door(FLOOR, 303, {"data": {"file": FRIDAY, "filed": FILED}}),
    ("POST", "/tournaments/draft"): Door(
        FLOOR,
        200,
        {
            "data": {
                "template": "turbo",
                "game": "hold-em",
                "name": "Friday",
                "starts": "2026-12-04T19:00",
                "place": "Poker room",
                "players": "60",
                "buy_in": "100",
            }
        },
    ),
    ("GET", "/tournaments/{tournament}"): Door(EVERYBODY, 200),
    ("POST", "/tournaments/{tournament}"): Door(
        SIGNED_IN, 409, {"data": {"do": "rebuy"}}
    ),  # it has not begun
    ("GET", "/api/tournaments"): Door(EVERYBODY, 200),
    ("POST", "/api/tournaments"): Door(FLOOR, 201, {"json": {"file": FRIDAY, "filed": FILED}}),
    ("GET", "/api/tournaments/{tournament}"): Door(EVERYBODY, 200),
    ("POST", "/api/tournaments/{tournament}/orders"): Door(SIGNED_IN, 409, {"json": {"do": "add-on"}}),
    ("GET", "/api/tournaments/{tournament}/place"): Door(EVERYBODY, 200),
    ("GET", "/api/tournaments/{tournament}/record"): Door(EVERYBODY, 200),
    ("GET", "/api/tournaments/{tournament}/audit"): Door(STAFF, 200),
    ("socket", "/api/tables/{identity}/live"): Door(EVERYBODY, 200),
    ("files", "/static"): Door(EVERYBODY, 200),
    ("POST", "/floor/calls/{call}"): Door(FLOOR, 409),  # there is no such call
    ("GET", "/cases"): Door(OFFICE, 200),
    ("POST", "/cases"): Door(
        FLOOR, 404, {"data": {"table": "00000000", "kind": "void", "why": "misdeal"}}
    ),  # there is no such table
    ("POST", "/cases/{case}"): Door(FLOOR, 409, {"data": {"decision": "approve"}}),  # there is no such case
    ("GET", "/api/cases"): Door(OFFICE, 200),
    ("GET", "/office"): Door(OFFICE, 200),
    ("GET", "/office/counts"): Door(OFFICE, 200),
    ("POST", "/office/counts"): Door(
        CAGE, 409, {"data": {"table": "none", "kind": "fill", "amount": "100"}}
    ),  # there is no such table
    ("POST", "/office/pits"): Door(FLOOR, 409, {"data": {"table": "none", "pit": "1"}}),
    ("GET", "/office/statement"): Door(OFFICE, 200),
    ("GET", "/me/statement"): Door(SIGNED_IN, 200),
    ("GET", "/api/office/figures"): Door(OFFICE, 200),
    ("GET", "/api/office/counts"): Door(OFFICE, 200),
    ("GET", "/api/office/statements/{name}"): Door(OFFICE, 200),
    ("GET", "/school"): Door(DEALERS, 200),
    ("POST", "/school"): Door(FLOOR, 404, {"data": {"table": "none", "student": "Dan"}}),
    ("POST", "/school/{lesson}"): Door(FLOOR, 409, {"data": {"do": "end"}}),  # there is no such lesson
    ("POST", "/tables/{identity}/answers"): Door(DEALERS, 409),  # nothing is asked
    ("GET", "/tables/{identity}/dealer"): Door(DEALERS, 404),  # its outcomes are drawn
    ("POST", "/tables/{identity}/dealer"): Door(DEALERS, 404, {"data": {"do": "no-more-bets"}}),
    ("GET", "/api/tables/{identity}/dealer"): Door(DEALERS, 404),
}


async def everybody(served: Served) -> dict[str, Visitor]:
    """One of each role, by name of the role."""
    return {
        NOBODY: served.nobody,
        **{role: await served.person(f"The-{role}", role) for role in ROLES},
    }


def filled(given: Any, role: str) -> Any:
    """What is sent, with the role written in."""
    if isinstance(given, dict):
        return {key: filled(value, role) for key, value in given.items()}
    return given.replace("{role}", role) if isinstance(given, str) else given


async def plays_a_round(served: Served, table: str, name: str = "Zed") -> None:
    zed = await (await served.person(name)).attends(table)
    await zed.say("sit", seat=1, amount="100")
    await zed.say("bet", wager="ante", amount="10")
    await zed.say("ready")
    await zed.say("act", decision="fold")
    await zed.say("leave")
    await zed.leave()


def test_every_endpoint_answers_whom_it_is_for_and_refuses_everybody_else(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            assert endpoints(served.app) == set(DOORS)
            people = await everybody(served)
            await served.service.people.register("Zoe", PASSWORD)
            table, wheel = (await served.table(GAME)).id, (await served.table(WHEEL)).id
            await plays_a_round(served, table)
            announcer = await served.person("Max", "floor")
            tournament = (
                await announcer.post("/api/tournaments", json={"file": FRIDAY, "filed": FILED})
            ).json()["id"]
            for (method, path), door in DOORS.items():
                if method in ("socket", "files"):
                    continue
                at = wheel if path.endswith(("/odds", "/guide")) else table
                where = path.format(
                    identity=at,
                    tournament=tournament,
                    game_id=WHEEL,
                    number=1,
                    name="Zoe",
                    session="0" * 16,
                    case="0" * 8,
                    call="0" * 8,
                    file="0" * 8,
                    lesson="0" * 8,
                    paragraph="13:69F-20.11(a)1",
                )
                where += "?name=Zoe" * (path == "/office/statement")
                for role, who in people.items():
                    if role != NOBODY:  # signing out ends a session, so each has a fresh one
                        who = Visitor(served.app, who.name, await served.service.people.session(who.name))
                    answer = await who.asks(method, where, **filled(door.sends, role))
                    expected = door.gives if role in door.who else 401 if role == NOBODY else 403
                    assert answer.status_code == expected, (method, path, role, answer.text[:200])

    played(story())


def test_anybody_may_watch_a_table_over_its_socket(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            table = (await served.table(GAME)).id
            for role, who in (await everybody(served)).items():
                socket = await who.attends(table)
                assert socket.table.get("you", {}).get("role", NOBODY) == role
                await socket.leave()

    played(story())


def test_files_are_for_everybody_and_never_from_outside_their_folder(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            for path, kept in (
                (f"{client()}/page.css", "public, max-age=31536000, immutable"),
                ("/static/page.css", "no-cache"),
                ("/static/0123456789ab/page.css", "no-cache"),  # a page of an older edition
            ):
                answer = await served.nobody.get(path)
                assert (answer.status_code, answer.headers["Cache-Control"]) == (200, kept)
            for path in (
                "/static/../app.py",
                "/static/%2e%2e/app.py",
                "/static/..%2fapp.py",
                "/static//etc/passwd",
                f"{client()}/../app.py",
                f"{client()}/",
                "/static/",
            ):
                assert (await served.nobody.get(path)).status_code == 404

    played(story())


# ---- commands --------------------------------------------------------------------------------------------


class Order(NamedTuple):
    """A command: where its giver must stand for it, what it says, and whom it is for."""

    stands: str
    says: dict[str, Any]
    who: tuple[str, ...]


ORDERS: dict[str, Order] = {
    "sit": Order("outside", {"seat": 1, "amount": "100"}, SIGNED_IN),
    "buy": Order("seated", {"amount": "100"}, SIGNED_IN),
    "leave": Order("seated", {}, SIGNED_IN),
    "bet": Order("seated", {"wager": "ante", "amount": "10"}, SIGNED_IN),
    "remove": Order("wagered", {"wager": "ante"}, SIGNED_IN),
    "ready": Order("wagered", {}, SIGNED_IN),
    "seed": Order("seated", {"seed": "my-luck"}, SIGNED_IN),
    "act": Order("asked", {"decision": "fold"}, SIGNED_IN),
    "bot": Order("outside", {"seat": 4, "play": "simple"}, DEALERS),
    "dismiss": Order("outside", {"seat": 3}, DEALERS),
    "player": Order("outside", {"seat": 4}, DEALERS),
    "no-more-bets": Order("outside", {}, DEALERS),
    "enter": Order("outside", {"shows": "As"}, DEALERS),
    "amend": Order("outside", {"at": 0, "shows": "Ks"}, DEALERS),
    "chat": Order("seated", {"text": "good luck"}, SIGNED_IN),
    "hush": Order("outside", {"name": "Bob"}, FLOOR),
    "call": Order("outside", {"irregularity": "card-face-up"}, DEALERS),
    "void": Order("outside", {"why": "the wrong deck"}, FLOOR),
    "correct": Order("outside", {"seat": 2, "amount": "5", "why": "short paid"}, FLOOR),
    "allow": Order("outside", {"seat": 2, "wager": "ante"}, FLOOR),
    "limits": Order("outside", {"limits": {"ante": ["10", "200"]}}, FLOOR),
    "rules": Order("outside", {"options": {"ante-bonus-table": "B"}, "minutes": 30}, FLOOR),
    "close": Order("outside", {}, FLOOR),
    "pause": Order("outside", {}, FLOOR),
    "close-after": Order("outside", {}, FLOOR),
    "remove-player": Order("outside", {"name": "Bob"}, FLOOR),
    "bar": Order("outside", {"name": "Bob"}, FLOOR),
    "announce": Order("outside", {"text": "last shoe"}, FLOOR),
    "call-floor": Order("seated", {"why": "my payout"}, SIGNED_IN),
}


ENTERED = ("player", "no-more-bets", "enter", "amend")
"""What is said at a table whose outcomes are entered."""


async def prepared(served: Served, who: Visitor, order: str, bob: Visitor) -> tuple[str, Socket]:
    """A table at which that command would do, and the giver's socket."""
    table = (await served.table(GAME, entered=order in ENTERED)).id
    await bob.does(table, "sit", seat=2, amount="100")
    if order in ("void", *ENTERED):
        await bob.does(table, "bet", wager="ante", amount="10")
    if order in ("enter", "amend"):
        dealer = served.service.house.tables[table].table
        dealer.deal()
        if order == "amend":
            dealer.enter("As", "The-dealer")
    if order == "dismiss":
        await bob.does(table, "bot", seat=3, play="simple")
    socket = await who.attends(table)
    stands = ORDERS[order].stands
    if who.name and stands != "outside":
        await socket.say("sit", seat=1, amount="100")
        if stands in ("wagered", "asked"):
            await socket.say("bet", wager="ante", amount="10")
        if stands == "asked":
            await socket.say("ready")
    return table, socket


def test_every_command_is_in_the_table_of_commands() -> None:
    assert set(ORDERS) == {each.__struct_config__.tag for each in get_args(AnyCommand)}


@pytest.mark.parametrize("order", ORDERS)
def test_a_command_is_obeyed_from_whom_it_is_for_and_refused_to_everybody_else(
    tmp_path: Path, order: str
) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            people = await everybody(served)
            bob = await served.person("Bob", dollars=1_000_000)
            for role, who in people.items():
                for by in ("socket", "http"):
                    table, socket = await prepared(served, who, order, bob)
                    before = await served.lines(table)
                    if by == "socket":
                        refused = (await socket.answer(order, **ORDERS[order].says)).get("refused", "")
                    else:
                        answer = await who.does(table, order, **ORDERS[order].says)
                        refused = answer.json().get("detail", "")
                        status = 200 if role in ORDERS[order].who else 401 if role == NOBODY else 403
                        assert answer.status_code == status, (role, refused)
                    if role in ORDERS[order].who:
                        assert not refused, (role, by, refused)
                        assert len(await served.lines(table)) > len(before) or order in (
                            "ready",
                            "allow",
                            "chat",
                            "hush",
                            "pause",
                            "close-after",
                            "announce",
                            "call-floor",
                        )
                    else:
                        says = "sign in" if role == NOBODY else f" {role}"
                        assert says in refused, (role, by, refused)
                        assert await served.lines(table) == before
                    await socket.leave()
            await served.balanced()

    played(story())


def test_a_word_at_the_table_is_heard_by_all_and_a_floorperson_may_forbid_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            table = (await served.table(GAME)).id
            ann, bob = [await (await served.person(name)).attends(table) for name in ("Ann", "Bob")]
            flo = await (await served.person("Flo", "floor")).attends(table)
            assert "not a player" in (await bob.answer("chat", text="hello"))["refused"], "he only watches"
            await ann.say("sit", seat=1, amount="50")
            before = await served.lines(table)
            await ann.say("chat", text="good\x07 luck")
            await bob.until(lambda: any(each.get("words") == "Ann: good luck" for each in bob.news))
            await flo.say("hush", name="Ann")
            assert "muted you" in (await ann.answer("chat", text="but"))["refused"]
            await flo.say("hush", name="Ann")
            await ann.say("chat", text="thank you")
            assert await served.lines(table) == before, "a journal tells of play, not of talk"

    played(story())


def test_whoever_sits_at_a_table_may_seat_and_dismiss_machines(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            table = (await served.table(GAME)).id
            ann = await (await served.person("Ann")).attends(table)
            assert "not a player" in (await ann.answer("bot", seat=2))["refused"]
            await ann.say("sit", seat=1, amount="100")
            await ann.say("bot", seat=2, play="simple")
            assert "no bot at seat 1" in (await ann.answer("dismiss", seat=1))["refused"]
            await ann.say("dismiss", seat=2)
            await ann.leave()
            await served.balanced()

    played(story())


def test_whoever_opened_a_table_may_close_it_and_nobody_else(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            ann, bob = await served.person("Ann"), await served.person("Bob")
            table = (await ann.post("/api/tables", json={"game": GAME})).json()["id"]
            assert (await bob.does(table, "close")).status_code == 403
            assert (await ann.does(table, "close")).status_code == 200
            assert table not in {each["id"] for each in (await ann.get("/api/tables")).json()}
            again = await ann.does(table, "sit", seat=1, amount="10")
            assert (again.status_code, again.json()["detail"]) == (409, "this table is closed")
            assert await served.balance("wallet:Ann") == 1_000_000

    played(story())


def test_nobody_acts_for_another(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            table = (await served.table(GAME)).id
            ann = await (await served.person("Ann")).attends(table)
            bob = await (await served.person("Bob")).attends(table)
            for seat, who in ((1, ann), (2, bob)):
                await who.say("sit", seat=seat, amount="100")
                await who.say("bet", wager="ante", amount="10")
            await ann.say("ready")
            await bob.say("ready")
            assert "seat 1's turn" in (await bob.answer("act", decision="fold"))["refused"]
            assert (
                "taken by Ann"
                in (
                    await (await (await served.person("Cas")).attends(table)).answer(
                        "sit", seat=1, amount="100"
                    )
                )["refused"]
            )
            assert (await bob.answer("sit", seat=3, amount="100"))["refused"] == "you already sit at seat 2"

    played(story())


# ---- sessions --------------------------------------------------------------------------------------------


def test_a_browser_changes_things_only_with_the_token_of_its_page(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            ann, bob = await served.person("Ann", dollars=5), await served.person("Bob")
            cookie = ann.by_cookie
            for wrong in ({}, {"X-CSRF-Token": ""}, {"X-CSRF-Token": "0" * 64}, {"X-CSRF-Token": bob.csrf}):
                answer = await ann.post("/api/me/wallet", headers=cookie | wrong)
                assert (answer.status_code, answer.json()["detail"]) == (
                    403,
                    "the request lacks the token of the page; reload it",
                )
            form = await ann.post("/me/wallet", headers=cookie, data={"csrf": bob.csrf})
            assert form.status_code == 403
            assert await served.balance("wallet:Ann") == 500
            assert (
                await ann.post("/api/me/wallet", headers=cookie | {"X-CSRF-Token": ann.csrf})
            ).status_code == 200
            assert await served.balance("wallet:Ann") == 1_000_000

    played(story())


def test_reading_needs_no_token_and_a_program_needs_none_at_all(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            ann = await served.person("Ann", dollars=5)
            assert (await ann.get("/api/me", headers=ann.by_cookie)).json()["name"] == "Ann"
            assert (await ann.get("/api/me", headers={"Cookie": f"pitboss={ann.token}"})).status_code == 200
            assert (await ann.post("/api/me/wallet")).status_code == 200

    played(story())


@pytest.mark.parametrize(
    "foreign",
    [
        {"Origin": "https://evil.test"},
        {"Origin": "null"},
        {"Origin": f"http://{HOST}.evil.test"},
        {"Origin": f"http://evil.test/{HOST}"},
        {"Origin": "http://[evil"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_what_another_site_sends_in_a_visitors_name_is_refused(
    tmp_path: Path, foreign: dict[str, str]
) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            ann = await served.person("Ann", dollars=5)
            table = (await served.table(GAME)).id
            cookie = {"Cookie": f"pitboss={ann.token}"}
            answer = await ann.post("/api/me/wallet", headers=cookie | foreign | {"X-CSRF-Token": ann.csrf})
            assert (answer.status_code, answer.json()["detail"]) == (
                403,
                "the request comes from another site",
            )
            form = await ann.post("/sign-in", headers=foreign, data={"name": "Ann", "password": PASSWORD})
            assert form.status_code == 403
            socket = ann.socket(table, cookie | foreign)
            assert await socket.closes() == 1008
            assert not socket.accepted
            assert not socket.frames
            assert await served.balance("wallet:Ann") == 500

    played(story())


def test_a_socket_from_the_houses_own_page_or_a_posted_address_is_let_in(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, origins=["https://cards.test"]) as served:
            ann = await served.person("Ann")
            table = (await served.table(GAME)).id
            for origin in (f"http://{HOST}", "https://cards.test"):
                socket = await ann.attends(table, {"Cookie": f"pitboss={ann.token}", "Origin": origin})
                assert socket.table["you"]["name"] == "Ann"
                await socket.leave()

    played(story())


def test_a_session_ends_by_signing_out(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            ann = await served.person("Ann")
            assert (await ann.asks("DELETE", "/api/session")).status_code == 204
            assert (await ann.get("/api/me")).status_code == 401
            assert (await ann.get("/api/me", headers=ann.by_cookie)).status_code == 401
            bea = await served.person("Bea")
            assert (await bea.submits("/sign-out")).status_code == 303
            assert (await bea.get("/api/me")).status_code == 401

    played(story())


def test_a_session_ends_when_its_time_is_over(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, session=3600) as served:
            ann = await served.person("Ann")
            served.clock.ahead = 3590
            assert (await ann.get("/api/me")).status_code == 200
            served.clock.ahead = 3601
            assert (await ann.get("/api/me")).status_code == 401
            await served.person("Bob")  # the next session sweeps the old ones out
            rows = await served.service.database.read("SELECT name FROM sessions")
            assert rows == [("Bob",)]

    played(story())


def test_an_open_socket_obeys_no_longer_than_its_session_lasts(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            ann = await served.person("Ann")
            table = (await served.table(GAME)).id
            socket = await ann.attends(table)
            await socket.say("sit", seat=1, amount="100")
            await ann.asks("DELETE", "/api/session")
            assert await socket.closes() == 1008
            elsewhere = await ann.attends(table)  # as one that is not signed in
            assert "sign in" in (await elsewhere.answer("bet", wager="ante", amount="10"))["refused"]

    played(story())


def test_a_new_role_holds_from_the_next_command_of_a_socket_already_open(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            flo, boss = await served.person("Flo", "floor"), await served.person("Boss", "administrator")
            table = (await served.table(GAME)).id
            socket = await flo.attends(table)
            await socket.say("limits", limits={"ante": ["10", "200"]})
            await boss.asks("PUT", "/api/people/Flo", json={"role": "player"})
            refused = (await socket.answer("limits", limits={"ante": ["10", "300"]}))["refused"]
            assert refused == "only floor may do that, not a player"

    played(story())


def test_signing_in_gives_a_cookie_that_scripts_cannot_read_and_a_token(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, secure=True) as served:
            await served.service.people.register("Ann", PASSWORD)
            answer = await served.nobody.post("/api/session", json={"name": "Ann", "password": PASSWORD})
            told = answer.json()
            assert (told["name"], told["role"]) == ("Ann", "player")
            cookie = answer.headers["set-cookie"].lower()
            assert {"httponly", "samesite=lax", "secure"} <= set(cookie.split("; "))
            ann = Visitor(served.app, "Ann", told["token"])
            assert told["csrf"] == ann.csrf
            assert (await ann.get("/api/me")).json()["wallet"] == 1_000_000

    played(story())


@pytest.mark.parametrize(
    ("name", "password"),
    [("Ann", "wrong horse"), ("Nobody", PASSWORD), ("ann", PASSWORD), ("Ann", PASSWORD + " ")],
)
def test_a_wrong_name_or_password_is_refused_without_saying_which(
    tmp_path: Path, name: str, password: str
) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            await served.service.people.register("Ann", PASSWORD)
            answer = await served.nobody.post("/api/session", json={"name": name, "password": password})
            assert (answer.status_code, answer.json()["detail"]) == (401, "the name or the password is wrong")
            assert "set-cookie" not in answer.headers

    played(story())


def test_two_people_cannot_have_the_same_name_however_it_is_written(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            nobody = served.nobody
            both = await asyncio.gather(
                *(
                    nobody.post("/api/accounts", json={"name": name, "password": PASSWORD})
                    for name in ("Ann", "Ann")
                )
            )
            assert sorted(each.status_code for each in both) == [201, 409]
            third = await nobody.post("/api/accounts", json={"name": "aNN", "password": PASSWORD})
            assert (third.status_code, third.json()["detail"]) == (409, "the name aNN is taken")
            await served.balanced()

    played(story())


@pytest.mark.parametrize(
    "name", ["a", "1ann", "ann b", "Bea (best)", "house'--", "a" * 21, "", "\x00ann", "Ann\n"]
)
def test_a_name_that_is_none_makes_no_account(tmp_path: Path, name: str) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            answer = await served.nobody.post("/api/accounts", json={"name": name, "password": PASSWORD})
            assert answer.status_code in (409, 422)

    played(story())


def test_accounts_are_the_administrators_where_registration_is_closed(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, registration=False) as served:
            answer = await served.nobody.post("/api/accounts", json={"name": "Ann", "password": PASSWORD})
            assert answer.status_code == 403
            page = await served.nobody.submits("/sign-in", do="register", name="Ann", password=PASSWORD)
            assert page.status_code == 409
            assert "only the administrator creates accounts" in page.text
            assert not await served.service.database.read("SELECT 1 FROM people WHERE name = 'Ann'")

    played(story())


def test_passwords_are_kept_as_argon2_hashes_and_tokens_hashed(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            answer = await served.nobody.post("/api/accounts", json={"name": "Ann", "password": PASSWORD})
            token = answer.json()["token"]
            rows = await served.service.database.read("SELECT password FROM people")
            assert len(rows) == 2
            assert all(hashed.startswith("$argon2id$") for (hashed,) in rows)
            for (kept,) in await served.service.database.read("SELECT token FROM sessions"):
                assert kept != token
                assert len(kept) == 64
            for file in tmp_path.iterdir():
                kept_bytes = file.read_bytes()
                assert PASSWORD.encode() not in kept_bytes
                assert token.encode() not in kept_bytes
                assert answer.json()["csrf"].encode() not in kept_bytes

    played(story())


# ---- how often -------------------------------------------------------------------------------------------


def test_an_address_that_asks_too_often_waits(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, requests=0.001) as served:
            asked = [await served.nobody.get("/api/games") for _ in range(2)]
            assert [each.status_code for each in asked] == [200, 429]
            assert asked[1].json() == {"detail": "too many requests; wait a moment"}
            served.clock.ahead = 2000
            assert (await served.nobody.get("/api/games")).status_code == 200

    played(story())


def test_a_socket_that_commands_too_often_is_told_so_and_stays(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, actions=2) as served:
            table = (await served.table(GAME)).id
            ann = await (await served.person("Ann")).attends(table)
            served.clock.ahead = 10
            answers = [await ann.answer("sit", seat=1, amount="10")]
            answers += await asyncio.gather(*(ann.answer("buy", amount="1") for _ in range(40)))
            refused = [each.get("refused", "") for each in answers]
            assert refused[:4] == ["", "", "", ""]
            assert "too many commands; wait a moment" in refused
            served.clock.ahead = 20
            await ann.say("buy", amount="1")
            await served.balanced()

    played(story())


def test_an_address_may_try_so_many_passwords_a_minute(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, logins=3) as served:
            wrong = {"name": "Ann", "password": "guess after guess"}

            async def tries(door: str) -> int:
                given: dict[str, Any] = {"data": wrong} if door == "/sign-in" else {"json": wrong}
                return (await served.nobody.post(door, **given)).status_code

            assert [await tries("/api/session") for _ in range(3)] == [401, 401, 401]
            assert [await tries(door) for door in ("/api/session", "/sign-in", "/api/accounts")] == [429] * 3
            served.clock.ahead = 20
            assert [await tries("/sign-in"), await tries("/api/session")] == [409, 429]
            served.clock.ahead = 80
            assert [await tries("/api/session") for _ in range(4)] == [401, 401, 401, 429]

    played(story())


# ---- where one is sent -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("next_page", "sent_to"),
    [
        ("/me", "/me"),
        ("/tables/k3x9?a=b", "/tables/k3x9?a=b"),
        ("https://evil.test/", "/"),
        ("//evil.test/", "/"),
        ("/\\evil.test", "/"),
        ("\\\\evil.test", "/"),
        ("javascript:alert(1)", "/"),
        (" //evil.test", "/"),
        ("", "/"),
        ("/\t/evil.test", "/%09/evil.test"),
        ("/\n/evil.test", "/%0A/evil.test"),
    ],
)
def test_signing_in_leads_only_to_a_page_of_this_house(tmp_path: Path, next_page: str, sent_to: str) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            await served.service.people.register("Ann", PASSWORD)
            answer = await served.nobody.submits("/sign-in", name="Ann", password=PASSWORD, next=next_page)
            assert (answer.status_code, answer.headers["location"]) == (303, sent_to)
            shown = await served.nobody.asks(
                "GET", "/sign-in", {"Accept": "text/html"}, params={"next": next_page}
            )
            assert "evil.test" not in shown.text or "evil" in sent_to

    played(story())


def test_a_page_for_people_who_are_signed_in_leads_to_the_sign_in_page_and_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            answer = await served.nobody.sees("/games/three-card-poker/open")
            assert answer.status_code == 303
            assert answer.headers["location"] == "/sign-in?next=/games/three-card-poker/open"

    played(story())


def test_a_role_is_one_of_those_there_are(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            boss = await served.person("Boss", "administrator")
            await served.person("Ann")
            for role in ROLES:
                assert (await boss.asks("PUT", "/api/people/Ann", json={"role": role})).status_code == 204
            for wrong in ("king", "", "Player", None, 3):
                assert (await boss.asks("PUT", "/api/people/Ann", json={"role": wrong})).status_code == 422
            unknown = await boss.asks("PUT", "/api/people/Nob", json={"role": "dealer"})
            assert (unknown.status_code, unknown.json()["detail"]) == (409, "there is no account named Nob")

    played(story())


def test_answers_carry_headers_that_keep_other_sites_out(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            for path in ("/", "/api/games", "/nowhere"):
                headers = (await served.nobody.get(path)).headers
                assert "frame-ancestors 'self'" in headers["content-security-policy"]
                assert headers["x-content-type-options"] == "nosniff"
            assert (await served.nobody.get("/api/games")).headers["cache-control"] == "no-store"

    played(story())
