"""The way to one client: with a server that pushes, and with one that only speaks ASGI."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket

from pitboss.law import Refused
from pitboss.web.socket import PUSH, RESTART, TOO_SLOW, Line
from tests.web.waiting import played


class Client:
    """What a client gets, and in how many goes."""

    def __init__(self, pushing: bool, behind: int = 0) -> None:
        self.behind = behind
        self.goes: list[list[bytes]] = []
        self.code: int | None = None
        self.reads = asyncio.Event()
        self.reads.set()
        self.socket = cast(
            WebSocket,
            SimpleNamespace(
                scope={"extensions": {PUSH: self.push} if pushing else {}},
                send_text=self.send_text,
                close=self.close,
            ),
        )

    @property
    def heard(self) -> list[bytes]:
        return [message for go in self.goes for message in go]

    def push(self, texts: Iterable[bytes]) -> int:
        self.goes.append(list(texts))
        return self.behind

    async def send_text(self, text: str) -> None:
        await self.reads.wait()
        self.goes.append([text.encode()])

    async def close(self, code: int) -> None:
        self.code = code


def on_a_line(client: Callable[[], Client], story: Callable[[Line, Client], Awaitable[None]]) -> None:
    async def whole() -> None:
        heard = client()
        line = Line(heard.socket)
        running = asyncio.create_task(line.run())
        await asyncio.sleep(0)
        try:
            await story(line, heard)
            await asyncio.sleep(1)
        finally:
            running.cancel()

    played(whole())


both = pytest.mark.parametrize("pushing", [True, False])
MESSAGES = [b"one", b"two", "drei \u2660".encode()]


@both
def test_messages_arrive_in_order(pushing: bool) -> None:
    async def story(line: Line, client: Client) -> None:
        for message in MESSAGES:
            line.send(message)
        line.answer(7, None)
        line.answer(8, Refused("no more bets", "13:69F-5.3(a)"))
        await asyncio.sleep(1)
        assert client.heard[:3] == MESSAGES
        assert client.heard[3] == b'{"reply":7}'
        assert b'"reply":8,"refused":"no more bets' in client.heard[4]
        assert client.goes == ([client.heard] if pushing else [[each] for each in client.heard])
        line.send(b"later")
        await asyncio.sleep(1)
        assert client.heard[5:] == [b"later"]
        assert client.code is None

    on_a_line(lambda: Client(pushing), story)


@both
def test_what_waits_is_sent_before_the_line_is_closed(pushing: bool) -> None:
    async def story(line: Line, client: Client) -> None:
        for message in MESSAGES:
            line.send(message)
        line.close()
        await asyncio.sleep(1)
        assert client.heard == MESSAGES
        assert client.code == RESTART

    on_a_line(lambda: Client(pushing), story)


def test_a_client_that_is_too_far_behind_is_sent_away() -> None:
    async def story(line: Line, client: Client) -> None:
        line.send(b"one")
        await asyncio.sleep(1)
        assert client.code == TOO_SLOW

    on_a_line(lambda: Client(True, behind=10_000_000), story)


def test_a_client_that_does_not_read_is_sent_away_and_nobody_waits_for_it() -> None:
    async def story(line: Line, client: Client) -> None:
        client.reads.clear()
        for n in range(1100):
            line.send(b"%d" % n)
        client.reads.set()
        await asyncio.sleep(1)
        assert client.code == TOO_SLOW
        assert len(client.heard) < 1000

    on_a_line(lambda: Client(False), story)


@pytest.mark.parametrize("pushing", [True, False])
def test_a_line_that_was_closed_is_closed_once(pushing: bool) -> None:
    async def story(line: Line, client: Client) -> None:
        codes: list[int] = []

        async def close(code: int) -> None:
            codes.append(code)

        cast(Any, client.socket).close = close
        line.close(TOO_SLOW)
        line.close()
        line.send(b"late")
        await asyncio.sleep(1)
        assert codes == [TOO_SLOW]
        assert client.heard == []

    on_a_line(lambda: Client(pushing), story)
