"""A table's socket: commands in, news out; see docs/live-tables.md."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeAlias

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from pitboss.law import Refused
from pitboss.table.words import refusal_described
from pitboss.web import messages as m
from pitboss.web.address import ADDRESS
from pitboss.web.guard import owed, same_origin, token_of
from pitboss.web.house import Elsewhere
from pitboss.web.live import LiveTable
from pitboss.web.pace import Bucket
from pitboss.web.people import Person, hash_of
from pitboss.web.relay import relay_socket
from pitboss.web.service import Service

router = APIRouter()

_MOST_WAITING = 1000
"""Messages."""
_MOST_BEHIND = 2_000_000
"""The most bytes that a client may be behind."""
_LOOK_UP = 60_000

POLICY, RESTART, TOO_SLOW = 1008, 1012, 1013
"""The reasons for closing a socket: forbidden, the table is being restored, or the client does not keep up."""


PUSH = "pitboss.push"
Push: TypeAlias = Callable[[Iterable[bytes]], int]
"""The server's extension of ASGI: send texts at once, without waiting; returns the number of bytes not sent yet."""


class Line:
    """The queue of one client: messages wait here until they are sent, so that nobody waits for a slow client."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._push: Push | None = socket.scope.get("extensions", {}).get(PUSH)
        self._waiting: deque[bytes] = deque()
        self._news = asyncio.Event()
        self._code: int | None = None

    def send(self, message: bytes) -> None:
        if self._code == TOO_SLOW:
            return  # nothing more is queued for a client that is disconnected
        self._waiting.append(message)
        if len(self._waiting) > _MOST_WAITING:
            self.close(TOO_SLOW)
        elif self._push is None:
            self._news.set()
        elif len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._flush, self._push)

    def _flush(self, push: Push) -> None:
        """Send everything that waits, in one step."""
        behind = push(self._waiting)
        self._waiting.clear()
        if behind > _MOST_BEHIND:
            self.close(TOO_SLOW)

    def answer(self, number: int, problem: Refused | None, words: str = "") -> None:
        """The answer to a command; a refusal in the words of the table, if they differ."""
        reply = m.Reply(number)
        if problem:
            says = words or str(problem)
            reply = m.Reply(number, says, problem.cite or "", problem.lacks, problem.beyond, problem.takes)
        self.send(m.encode(reply))

    def close(self, code: int = RESTART) -> None:
        self._code = self._code or code
        self._news.set()

    async def run(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            while self._waiting and self._code != TOO_SLOW:
                await self._socket.send_text(self._waiting.popleft().decode())
            if self._code is not None:
                await self._socket.close(self._code)
                return


@router.websocket("/api/tables/{identity}/live")
async def live(socket: WebSocket, identity: str, offers: bool = False) -> None:
    service: Service = socket.app.state.service
    token, by_cookie = token_of(socket)
    if by_cookie and not same_origin(socket, service):
        await socket.close(POLICY)
        return
    address = socket.client.host if socket.client else ""
    ADDRESS.set(address)
    most = service.settings.sockets
    if service.sockets.total() >= most or service.sockets[address] >= max(1, most // 2):
        await socket.close(TOO_SLOW, "too many sockets are open")
        return
    attendance = await Attendance.of(service, token)
    try:
        table = await service.house.find(identity)
    except Refused as refused:
        await socket.close(POLICY, str(refused)[:120])
        return
    except Elsewhere as elsewhere:
        await relay_socket(socket, elsewhere.address)
        return
    await socket.accept()
    service.sockets[address] += 1
    try:
        await _attend(socket, service, table, attendance, offers)
    finally:
        service.sockets[address] -= 1
        if not service.sockets[address]:
            del service.sockets[address]


class Attendance:
    """The owner of this socket. A session may end and a role change while it is open: staff are looked up for
    each command, a player once a minute."""

    def __init__(self, service: Service, token: str, person: Person | None) -> None:
        self._service = service
        self._token = token
        self._at = service.clock()
        self.person = person
        self.kept = hash_of(token)

    @staticmethod
    async def of(service: Service, token: str) -> Attendance:
        return Attendance(service, token, await _whose(service, token) if token else None)

    async def now(self) -> Person | None:
        at = self._service.clock()
        if self.person and (self.person.role != "player" or at - self._at >= _LOOK_UP):
            self.person, self._at = await _whose(self._service, self._token), at
        return self.person


async def _whose(service: Service, token: str) -> Person | None:
    """The owner of a session; nobody while the account is not in order."""
    person = await service.people.whose(token)
    return person if person and not owed(service, person) else None


async def _attend(
    socket: WebSocket, service: Service, table: LiveTable, attendance: Attendance, offers: bool
) -> None:
    line = Line(socket)
    guest = await service.guest(attendance.person, line.send, offers=offers)
    guest.close = line.close
    table.arrive(guest)
    leaving = Leaving(line)
    if attendance.person is not None:
        service.attending.setdefault(attendance.kept, set()).add(leaving)
    sending = asyncio.create_task(line.run())
    receiving = asyncio.create_task(_receive(socket, service, table, attendance, line, leaving))
    try:
        await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        if leaving in (mine := service.attending.get(attendance.kept, set())):
            mine.remove(leaving)
            if not mine:
                del service.attending[attendance.kept]
        table.depart(guest)
        for task in (sending, receiving):
            task.cancel()
        await asyncio.gather(sending, receiving, return_exceptions=True)
        if (
            socket.client_state is WebSocketState.CONNECTED
            and socket.application_state is WebSocketState.CONNECTED
        ):
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # the client may be gone
                await socket.close()


class Leaving:
    """Close a socket together with its session."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self.used = False

    def close(self) -> None:
        self._line.close(POLICY)


async def _receive(
    socket: WebSocket,
    service: Service,
    table: LiveTable,
    attendance: Attendance,
    line: Line,
    leaving: Leaving,
) -> None:
    bucket = Bucket(service.settings.actions, service.clock)
    while True:
        frame = await socket.receive()
        if frame["type"] == "websocket.disconnect":
            return
        text = frame.get("text") or frame.get("bytes") or b""
        number = 0
        try:
            command = m.read_command(text)
            number = command.id
            if not bucket.take():
                raise Refused("too many commands; wait a moment")
            person = await attendance.now()
            if person is None:
                if leaving in service.attending.get(attendance.kept, ()):
                    line.close(POLICY)  # the session is over
                raise Refused("sign in to play")
            leaving.used = True
            await service.house.obey(table, person, command)
        except Refused as refused:
            line.answer(number or m.number_of(text), refused, refusal_described(table.table, refused))
        else:
            service.actions += 1
            service.house.when_safe(partial(line.answer, number), table)
