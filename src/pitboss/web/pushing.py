"""uvicorn's sockets, to which the application may also write without waiting: a table tells all its guests in one go.

By ASGI alone each message to each guest is a task that wakes up, which costs more than the message.
"""

from __future__ import annotations

from collections.abc import Iterable

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

from pitboss.web.socket import PUSH


class PushingSocket(WebSocketsSansIOProtocol):
    """A socket that offers `push` to the application, in the extensions of its scope."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:  # it was not refused
            self.scope["extensions"][PUSH] = self.push  # type: ignore[assignment]

    def push(self, texts: Iterable[bytes]) -> int:
        """Send these, if there is still anybody; returns how many bytes are not gone yet."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return 0
        try:
            for text in texts:
                self.conn.send_text(text)
        except InvalidState:  # the client is about to close
            return 0
        self.transport.write(b"".join(self.conn.data_to_send()))
        return self.transport.get_write_buffer_size()
