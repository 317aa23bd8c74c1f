"""Requests for a table that another process runs are relayed to it, so that any address works."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from functools import cached_property
from http.cookiejar import DefaultCookiePolicy
from typing import TYPE_CHECKING, Any

import msgspec
from fastapi import Request, Response, WebSocket
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocketDisconnect, WebSocketState

from pitboss.web.messages import Listed

if TYPE_CHECKING:
    import httpx

_PASSED_ON = (
    "authorization",
    "cookie",
    "content-type",
    "x-csrf-token",
    "accept",
    "origin",
    "host",
    "sec-fetch-site",
)
_PATIENCE = 10.0
"""Seconds for another process to answer a relayed request."""
_GLANCE = 1.0
"""Seconds for it to list its tables: a list does not wait for a process that hangs."""
_IDLE = 4.0
"""Seconds for which a connection waits for the next request: less than the other end waits."""
_MARK = "x-pitboss-relayed"
_RESTART = 1012
_UNSAID = (1005, 1006, 1015)
"""Codes for a broken connection; nobody may send them."""


def _headers(connection: HTTPConnection) -> dict[str, str]:
    """The headers to pass on, with the caller's address: the other process names this one among its proxies."""
    kept = {name: connection.headers[name] for name in _PASSED_ON if name in connection.headers}
    asks = {"x-forwarded-for": connection.client.host} if connection.client else {}
    return kept | asks | {"x-forwarded-proto": connection.url.scheme.replace("ws", "http"), _MARK: "1"}


def _once(headers: Mapping[str, str]) -> bool:
    """A request is relayed only once: while a table changes owners, two processes might send it back and forth."""
    return _MARK not in headers


class Relay:
    """The way to the other processes: connections are used again, for each costs both of them more than an answer."""

    @cached_property
    def _client(self) -> httpx.AsyncClient:
        import httpx

        limits = httpx.Limits(max_keepalive_connections=50, keepalive_expiry=_IDLE)
        client = httpx.AsyncClient(timeout=_PATIENCE, limits=limits, trust_env=False)
        # What is set for one person is not sent with another's request.
        client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        return client

    async def close(self) -> None:
        if "_client" in vars(self):
            await self._client.aclose()

    async def answer(self, request: Request, address: str) -> Response:
        """The other process's answer."""
        import httpx

        busy = Response(
            '{"detail":"the table is moving to another server process; try again"}', 503, {"retry-after": "1"}
        )
        busy.media_type = "application/json"
        if not _once(request.headers):
            return busy
        target = address + request.url.path + (f"?{request.url.query}" if request.url.query else "")
        try:
            answer = await self._client.request(
                request.method, target, headers=_headers(request), content=await request.body()
            )
        except httpx.HTTPError:
            return busy
        return Response(answer.content, answer.status_code, media_type=answer.headers.get("content-type"))

    async def listed(self, address: str) -> list[dict[str, Any]]:
        """The tables that another process runs, as it lists them; none, if it does not answer."""
        import httpx

        try:
            answer = await self._client.get(f"{address}/api/tables", params={"here": "true"}, timeout=_GLANCE)
            listed = answer.raise_for_status().json()
        except (httpx.HTTPError, httpx.InvalidURL, ValueError):
            return []
        tables = []
        for table in (
            listed if isinstance(listed, list) else ()
        ):  # another program may have the address by now
            with contextlib.suppress(msgspec.ValidationError):
                msgspec.convert(table, Listed)
                tables.append(table)
        return tables


async def relay_socket(socket: WebSocket, address: str) -> None:
    """Connect the two sockets."""
    import websockets

    if not _once(socket.headers):
        await socket.close(1013)
        return
    query = f"?{socket.url.query}" if socket.url.query else ""
    target = address.replace("http", "ws", 1) + socket.url.path + query
    headers = _headers(socket)
    headers.pop("host", None)
    origin = headers.pop("origin", None)
    if origin is not None:  # checked here; the other process sees its own address
        headers["origin"] = address
    try:
        there = await websockets.connect(target, additional_headers=headers, max_size=None)
    except (OSError, websockets.WebSocketException):
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(1013)
        return
    await socket.accept()

    async def out() -> None:
        async for frame in there:
            await socket.send_text(frame if isinstance(frame, str) else frame.decode())

    async def back() -> None:
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await there.send(message.get("text") or message.get("bytes") or "")

    tasks = {asyncio.create_task(out()), asyncio.create_task(back())}
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await there.close()
    if socket.application_state is WebSocketState.CONNECTED:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # the client may be gone
            await socket.close(_RESTART if there.close_code in _UNSAID else there.close_code or _RESTART)
