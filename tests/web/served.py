"""A house served in this process: people with sessions, tables, requests and sockets without a network."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import argon2
import httpx
from fastapi import FastAPI
from starlette.routing import Mount, WebSocketRoute

from pitboss.book import game
from pitboss.book.rules import Rules
from pitboss.equipment.entropy import Seeded
from pitboss.web.app import application
from pitboss.web.database import Threaded, migrate
from pitboss.web.house import House
from pitboss.web.live import LiveTable
from pitboss.web.people import Role, csrf_of, issued
from pitboss.web.service import Service
from pitboss.web.settings import settings
from pitboss.web.transaction import Statement, sqlite
from tests.web.waiting import PATIENCE

HOST = "house.test"
OPENS = 1_780_000_000_000
"""When the house opens: some day in May of 2026."""


class Clock:
    """The time of day, which goes with the loop's and which a test can put ahead."""

    def __init__(self) -> None:
        self.ahead = 0.0
        """Seconds."""
        self._time = asyncio.get_running_loop().time

    def __call__(self) -> int:
        return OPENS + int((self._time() + self.ahead) * 1000)


class Refusal(Exception):
    """A command was answered with a sentence."""


class Socket:
    """A table's socket: every frame is kept as it came."""

    def __init__(self, app: FastAPI, path: str, headers: dict[str, str], query: str = "") -> None:
        self.frames: list[str] = []
        self.table: dict[str, Any] = {}
        self.news: list[dict[str, Any]] = []
        self.closed: int | None = None
        self.accepted = False
        self._number = 0
        self._replies: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._changed = asyncio.Event()
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "ws",
            "server": (HOST, 80),
            "client": ("127.0.0.1", 50_000),
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "subprotocols": [],
            "headers": [(k.lower().encode(), v.encode()) for k, v in {"host": HOST, **headers}.items()],
        }
        self._out.put_nowait({"type": "websocket.connect"})
        self._running = asyncio.create_task(app(scope, self._out.get, self._heard))

    async def _heard(self, message: Any) -> None:
        match message["type"]:
            case "websocket.accept":
                self.accepted = True
            case "websocket.close":
                self.closed = message.get("code", 1000)
            case "websocket.send":
                frame = message.get("text") or message["bytes"].decode()
                self.frames.append(frame)
                told = json.loads(frame)
                if "reply" in told:
                    if (waiting := self._replies.pop(told["reply"], None)) and not waiting.done():
                        waiting.set_result(told)
                else:
                    self.table = told["table"]
                    self.news += told["news"]
        self._changed.set()

    async def until(self, true: Callable[[], object]) -> None:
        """Wait until something has been told."""
        async with asyncio.timeout(PATIENCE):
            while not true():
                if self._running.done():
                    self._running.result()
                    raise AssertionError(f"the socket is closed ({self.closed})")
                self._changed.clear()
                await asyncio.wait(
                    {asyncio.ensure_future(self._changed.wait()), self._running},
                    return_when=asyncio.FIRST_COMPLETED,
                )

    def send(self, frame: str | bytes) -> None:
        kind = "text" if isinstance(frame, str) else "bytes"
        self._out.put_nowait({"type": "websocket.receive", kind: frame})

    async def answer(self, do: str, **fields: object) -> dict[str, Any]:
        """The answer to a command, whatever it is."""
        self._number += 1
        waiting: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._replies[self._number] = waiting
        self.send(json.dumps({"id": self._number, "do": do, **fields}))
        async with asyncio.timeout(PATIENCE):
            both: set[asyncio.Future[Any]] = {waiting, self._running}
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done():
            self._running.result()
            raise AssertionError(f"the socket is closed ({self.closed})")
        return waiting.result()

    async def say(self, do: str, **fields: object) -> None:
        """A command that is carried out."""
        if refused := (await self.answer(do, **fields)).get("refused"):
            raise Refusal(refused)

    async def closes(self) -> int:
        """Wait until the server closes the socket; with what code."""
        async with asyncio.timeout(PATIENCE):
            await asyncio.wait({self._running})
        self._running.result()
        assert self.closed is not None
        return self.closed

    async def leave(self) -> None:
        self._out.put_nowait({"type": "websocket.disconnect", "code": 1000})
        async with asyncio.timeout(PATIENCE):
            await self._running


class Visitor:
    """Somebody (or nobody) who asks, by token as a program does or by cookie as a browser does."""

    def __init__(self, app: FastAPI, name: str = "", token: str = "") -> None:
        self.app, self.name, self.token = app, name, token
        self.csrf = csrf_of(token) if token else ""
        self._client = httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url=f"http://{HOST}", timeout=PATIENCE
        )
        self.by_token = {"Authorization": f"Bearer {token}"} if token else {}
        self.by_cookie = {"Cookie": f"pitboss={token}", "Origin": f"http://{HOST}"} if token else {}

    async def asks(
        self, method: str, path: str, headers: dict[str, str] | None = None, **given: Any
    ) -> httpx.Response:
        """A request by token, unless headers are given."""
        self._client.cookies.clear()
        sent = self.by_token if headers is None else headers
        return await self._client.request(method, path, headers=sent, **given)

    async def get(self, path: str, **given: Any) -> httpx.Response:
        return await self.asks("GET", path, **given)

    async def post(self, path: str, **given: Any) -> httpx.Response:
        return await self.asks("POST", path, **given)

    async def sees(self, path: str) -> httpx.Response:
        """A page, as a browser asks for it."""
        return await self.asks("GET", path, {**self.by_cookie, "Accept": "text/html"})

    async def submits(self, path: str, **fields: str) -> httpx.Response:
        """A form, as a page sends it."""
        headers = {**self.by_cookie, "Accept": "text/html"}
        return await self.asks("POST", path, headers, data={"csrf": self.csrf, **fields})

    async def does(self, table: str, do: str, **fields: object) -> httpx.Response:
        return await self.post(f"/api/tables/{table}/commands", json={"do": do, **fields})

    def socket(self, table: str, headers: dict[str, str] | None = None, query: str = "") -> Socket:
        sent = self.by_token if headers is None else headers
        return Socket(self.app, f"/api/tables/{table}/live", sent, query)

    async def attends(self, table: str, headers: dict[str, str] | None = None, query: str = "") -> Socket:
        """A socket that has heard how the table lies."""
        socket = self.socket(table, headers, query)
        await socket.until(lambda: socket.table)
        return socket


class Served:
    """The house and who comes to it."""

    def __init__(self, service: Service, clock: Clock) -> None:
        self.service, self.clock = service, clock
        self.app = application(service)
        self.nobody = Visitor(self.app)

    async def person(self, name: str, role: Role = "player", dollars: int = 10_000) -> Visitor:
        """Somebody with an account and a session, without the slow work on a password."""
        await self.service.database.write(
            [
                Statement(
                    "INSERT INTO people (name, password, role, since) VALUES (?, ?, ?, ?)",
                    [(name, "-", role, self.clock())],
                ),
                *issued(self.clock(), {name: dollars * 100}),
            ]
        )
        return Visitor(self.app, name, await self.service.people.session(name))

    async def table(
        self, game_id: str, by: str = "house", *, entered: bool = False, **options: object
    ) -> LiveTable:
        """A table of a game."""
        rules = Rules(game(game_id), options)
        return await self.service.house.open(rules, game_id, by, entered=entered)

    async def lines(self, table: str) -> list[bytes]:
        """The journal as it lies in the database: the truth."""
        return await self.service.lines(table)

    async def balance(self, account: str) -> int:
        rows = await self.service.database.read("SELECT balance FROM accounts WHERE name = ?", account)
        return int(rows[0][0]) if rows else 0

    async def balanced(self) -> None:
        """The books sum to zero, balances follow from postings, and no wallet is overdrawn."""
        await self.service.house.safe()
        books = await self.service.books()
        assert books["total"] == books["postings_total"] == 0
        sums = await self.service.database.read("SELECT account, sum(amount) FROM postings GROUP BY account")
        assert {name: held for name, held in books["accounts"].items() if held} == {
            name: held for name, held in sums if held
        }
        assert all(held >= 0 for name, held in books["accounts"].items() if name.startswith("wallet:"))
        for live in self.service.house.tables.values():
            on_table = books["accounts"].get(f"table:{live.id}", 0)
            held = live.table.ledger.accounts
            assert on_table == sum(
                held[each] for each in held if each.startswith(("seat:", "layout", "pot", "centre"))
            )


def secret() -> Callable[[], bytes]:
    """The secrets from which a house draws its chance: the same each time a test runs, new ones in `make soak`."""
    if os.environ.get("PITBOSS_SOAK"):
        return partial(secrets.token_bytes, 32)
    entropy = entropy_of(os.environ["PYTEST_CURRENT_TEST"])
    return lambda: entropy.words(8).tobytes()


@cache
def entropy_of(test: str) -> Seeded:
    """The chance of a test, for all the houses that it opens."""
    return Seeded(test)


@asynccontextmanager
async def serving(folder: Path, database: str = "", **given: object) -> AsyncIterator[Served]:
    """A house that is open, with no table yet (or with what its database has), and patient with whoever asks often."""
    path = database or str(folder / f"house-{secrets.token_hex(4)}.db")

    def quick() -> Any:  # no test loses power
        connection = sqlite(path)
        connection.execute("PRAGMA synchronous = OFF")
        return connection

    migrate(quick())
    chosen = {
        "open_tables": False,
        "company": 0,
        "requests": 1e6,
        "beat": 0,
        "actions": 1e6,
        "logins": 1e6,
        "costly": 1e6,
        "administrator_password": "keys of the house",
    }
    clock = Clock()
    hasty = partial(argon2.PasswordHasher, time_cost=1, memory_cost=64)
    with patch("argon2.PasswordHasher", hasty):
        terms, stored = settings(None, {}, **(chosen | given)), Threaded(quick)
        house = House(terms, stored, clock=clock, secret=secret())
        service = Service(terms, stored, clock=clock, house=house)
    served = Served(service, clock)
    await served.service.start()
    await house.looked.wait()  # every table has been resumed
    try:
        yield served
    finally:
        await served.service.stop()


def endpoints(app: FastAPI) -> set[tuple[str, str]]:
    """Every endpoint of the application: its method (or "socket", or "files") and path."""
    found: set[tuple[str, str]] = set()

    def gather(routes: Iterable[Any]) -> None:
        for route in routes:
            if hasattr(route, "original_router"):
                gather(route.original_router.routes)
            elif isinstance(route, Mount):
                found.add(("files", route.path))
            elif isinstance(route, WebSocketRoute):
                found.add(("socket", route.path))
            else:
                found.update((method, route.path) for method in route.methods - {"HEAD"})

    gather(app.routes)
    return found
