"""Hostile messages over HTTP and sockets against a server process."""

from __future__ import annotations

import asyncio
import json
import random
import string
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import websockets
from tests.web.ledgers import Books
from tests.web.processes import Server, prepare
from tests.web.waiting import PATIENCE

GAMES = [
    "three-card-poker",
    "roulette",
    "blackjack",
    "craps",
    "hold-em",
    "keno",
    "pai-gow-poker",
    "mini-baccarat",
]
_TOGETHER = 40
"""Frames sent before their answers are read."""

_DO = ("sit", "buy", "leave", "bet", "remove", "ready", "seed", "act", "bot", "dismiss", "call")
_ORDERS = ("void", "correct", "allow", "limits", "rules", "close", "peek", "sudo", "__class__")
_NUMBERS: list[Any] = [
    None,
    True,
    0,
    -1,
    2**31,
    2**63,
    2**200,
    1e308,
    -0.0,
    [],
    {},
    [[]] * 50,
    {"a": {"b": []}},
]
_WORDS = [
    "",
    "0",
    "-5",
    "1e9",
    "NaN",
    "10",
    "100.001",
    "\u0000",
    "\u2660",
    "ante",
    "ante@7",
    "straight:17",
    "a" * 5000,
]
_TRICKS = ["'; DROP TABLE people; --", "../../etc/passwd", "<script>", "{{ 7 * 7 }}"]
_FIELDS = (
    "id",
    "seat",
    "amount",
    "wager",
    "decision",
    "play",
    "why",
    "seed",
    "limits",
    "options",
    "minutes",
    "at",
)
_PAGES = [
    "/",
    "/me",
    "/people",
    "/floor",
    "/events",
    "/fair",
    "/sign-in",
    "/static/../app.py",
    "/metrics",
    "/openapi.json",
]
_API = [
    "me",
    "tables",
    "games",
    "check",
    "people",
    "heads",
    "events",
    "session",
    "accounts",
    "program",
    "books",
]
_OF_A_TABLE = [
    "",
    "/odds",
    "/rounds/1",
    "/journal",
    "/audit",
    "/commands",
    "/legal",
    "/layout",
    "/heads",
    "/advice",
]
_PATHS = [
    *_PAGES,
    *(f"/api/{each}" for each in _API),
    *(f"/api/tables/{{}}{each}" for each in _OF_A_TABLE),
    "/tables/{}",
]


def frame(chance: random.Random) -> bytes:
    """Something that no well-meaning client sends; now and then something it might."""
    kind = chance.random()
    if kind < 0.1:
        return chance.randbytes(chance.randrange(1, 60))
    if kind < 0.2:
        return "".join(chance.choices(string.printable, k=chance.randrange(1, 200))).encode()
    if kind < 0.25:
        return b"[" * chance.randrange(1, 3000) + b"]" * chance.randrange(1, 3000)
    command = {"do": chance.choice(_DO + _ORDERS), "id": chance.randrange(1, 10**6)}
    for field in chance.sample(_FIELDS, chance.randrange(5)):
        command[field] = chance.choice([*_NUMBERS, *_WORDS, *_TRICKS])
    text = json.dumps(command, default=str).encode(errors="replace")
    return text[: chance.randrange(1, len(text))] if kind < 0.35 else text


async def _on_a_socket(
    address: str, table: str, token: str, frames: int, chance: random.Random, found: Counter[str]
) -> None:
    target = address.replace("http", "ws", 1) + f"/api/tables/{table}/live"
    left = frames
    while left > 0:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        try:
            async with websockets.connect(
                target, additional_headers=headers, compression=None, max_size=None
            ) as line:
                while left > 0:
                    many = min(_TOGETHER, left)
                    for _ in range(many):
                        await line.send(frame(chance))
                    replies = 0
                    while replies < many:
                        replies += "reply" in json.loads(await asyncio.wait_for(line.recv(), PATIENCE))
                    left -= many
                    found["frames answered"] += many
        except websockets.ConnectionClosed:
            found["sockets closed by the server"] += 1
            left -= 1


async def _by_http(
    address: str,
    tables: list[str],
    tokens: list[str],
    requests: int,
    chance: random.Random,
    found: Counter[str],
) -> None:
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as client:
        for _ in range(requests):
            path = chance.choice(_PATHS).format(chance.choice([*tables, "zzzz", "%00", "deadbeef"]))
            token = chance.choice([*tokens, "", "wrong", "x" * 3000])
            headers = {"Authorization": f"Bearer {token}"} | chance.choice(
                [{}, {"Accept": "text/html"}, {"Origin": "https://evil.test"}]
            )
            body = chance.choice([None, frame(chance), b"x" * 500_000 if chance.random() < 0.02 else b"{}"])
            method = chance.choice(["GET", "GET", "POST", "PUT", "DELETE", "PATCH", "HEAD"])
            try:
                answer = await client.request(method, path, headers=headers, content=body)
            except httpx.HTTPError:
                found["requests cut off"] += 1
                continue
            found["requests answered"] += 1
            if answer.status_code >= 500 and answer.status_code != 503:
                found[f"{answer.status_code} of {method} {path}"] += 1


def run(times: int, seed: int) -> Iterator[tuple[str, object]]:
    chance = random.Random(f"messages {seed}")
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as at:
        folder = Path(at)
        database = str(folder / "pitboss.db")
        people = {f"p{n}": "player" for n in range(6)} | {"flo": "floor", "dee": "dealer"}
        tables, tokens = prepare(database, GAMES, people)  # type: ignore[arg-type]
        given = {"database": database, "actions": 10**6, "requests": 10**6, "logins": 10**6, "log": "warning"}
        with Server(folder, **given).ready() as server:

            async def campaign() -> None:
                each = times * 9 // 10 // len(tables)
                who = [*tokens.values(), ""]
                await asyncio.gather(
                    *(
                        _on_a_socket(
                            server.address,
                            table,
                            chance.choice(who),
                            each,
                            random.Random(chance.random()),
                            found,
                        )
                        for table in tables
                    ),
                    _by_http(
                        server.address,
                        tables,
                        [*tokens.values()],
                        times // 10,
                        random.Random(chance.random()),
                        found,
                    ),
                )

            asyncio.run(campaign())
            alive = server.get("/ready")[0] == 200
            stopped = server.stop()
            errors = [line for line in server.logged if line["level"] == "error"]
        Books(database, tables, [name for name, role in people.items() if role == "player"]).verify_all()
    yield "messages", times
    yield from sorted(found.items())
    yield "the server is ready at the end, and stops cleanly", alive and stopped == 0
    yield "errors in its log", [line["message"] for line in errors] or 0
    yield "books, postings and journals agree", True
