"""uvicorn's connections, with less patience for incomplete requests; and its sockets, to which the application
may also write without waiting: a table sends to all its guests in one step.

With plain ASGI, each message to each guest wakes a task, which costs more than the message.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

from pitboss.web.socket import PUSH

_PATIENCE = 20.0
"""Seconds for a request to be complete."""


class PromptHttp(HttpToolsProtocol):
    """A connection that is closed if a request has begun, or was expected, and is not completed."""

    _due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._wait()

    def on_message_complete(self) -> None:
        self._enough()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._enough()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._enough()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._enough()
        self._due = self.loop.call_later(_PATIENCE, self.transport.close)

    def _enough(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None


class PushingSocket(WebSocketsSansIOProtocol):
    """A socket that offers `push` to the application, in the extensions of its scope."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:  # it was not refused
            self.scope["extensions"][PUSH] = self.push  # type: ignore[assignment]

    def push(self, texts: Iterable[bytes]) -> int:
        """Send these, if the client is still connected; returns the number of bytes not sent yet."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return 0
        try:
            for text in texts:
                self.conn.send_text(text)
        except InvalidState:  # the client is about to close
            return 0
        self.transport.write(b"".join(self.conn.data_to_send()))
        return self.transport.get_write_buffer_size()
