"""People at live tables, over sockets: what they do, what they were told, and what they were promised was done."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from typing import Any

import websockets

from tests.web.waiting import PATIENCE

Message = dict[str, Any]

WAGERS: dict[str, list[tuple[str, str]]] = {
    "three-card-poker": [("ante", "10"), ("pair-plus", "5")],
    "roulette": [("red", "5"), ("straight:17", "5"), ("straight:0", "2")],
    "blackjack": [("blackjack", "25")],
    "craps": [("field", "10"), ("pass", "10"), ("place-win-6", "12"), ("dont-pass", "10")],
    "keno": [("straight:1-7-10", "5"), ("straight:30", "2")],
    "hold-em": [],
}
"""What players of a game wager; the first one is required where any is."""

CALLS = {
    "three-card-poker": "card-face-up",
    "roulette": "foreign-object",
    "blackjack": "card-face-up",
    "craps": "die-off-table",
    "keno": "unreadable-ticket",
    "hold-em": "improper-shuffle",
}
"""An irregularity of each game."""


class Seated:
    """A socket to a table: sends commands one at a time, and remembers what it was told."""

    def __init__(self, address: str, table: str, token: str, **headers: str) -> None:
        self.address = address.replace("http", "ws", 1) + f"/api/tables/{table}/live"
        self.headers = ({"Authorization": f"Bearer {token}"} if token else {}) | headers
        self.view: Message = {}
        self.news: list[Message] = []
        self._number = 0
        self._replies: dict[int, asyncio.Future[Message]] = {}
        self.changed = asyncio.Event()
        self.closed_with: int | None = None

    async def __aenter__(self) -> Seated:
        self.line = await websockets.connect(
            self.address,
            additional_headers=self.headers,
            compression=None,
            max_size=None,
            open_timeout=PATIENCE,
        )
        self._reading = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)
        await self.line.close()

    async def _read(self) -> None:
        try:
            async for frame in self.line:
                message = json.loads(frame)
                if "reply" in message:
                    self._replies.pop(message["reply"]).set_result(message)
                else:
                    self.view = message["table"]
                    self.news += message["news"]
                    self.heard(message)
                self.changed.set()
        except websockets.WebSocketException:
            pass
        finally:
            self.closed_with = self.line.close_code
            for waiting in self._replies.values():
                if not waiting.done():
                    waiting.set_result({})
            self.changed.set()

    def heard(self, message: Message) -> None:
        """For whoever takes notes."""

    async def ask(self, do: str, **fields: object) -> Message:
        """The reply to a command."""
        self._number += 1
        waiting: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._replies[self._number] = waiting
        try:
            await self.line.send(json.dumps({"id": self._number, "do": do, **fields}))
        except websockets.WebSocketException:
            raise ConnectionResetError("the server is gone") from None
        reply = {} if self._reading.done() else await waiting
        if not reply:
            raise ConnectionResetError("the server is gone")
        return reply

    async def until(self, fits: Any) -> Message:
        """The table as soon as it fits."""
        async with asyncio.timeout(PATIENCE):
            while not (self.view and fits(self.view)):
                if self.closed_with is not None:
                    raise ConnectionResetError("the server is gone")
                self.changed.clear()
                await self.changed.wait()
        return self.view


class Player:
    """Somebody who plays on and on, whatever becomes of the server."""

    def __init__(
        self, name: str, address: str, table: str, token: str, seat: int, game: str, chance: random.Random
    ) -> None:
        self.name, self.seat, self.game, self.table, self.chance = name, seat, game, table, chance
        self._address, self._token = address, token
        self.confirmed: Counter[str] = Counter()
        """Commands the server has confirmed, by what they are."""
        self.unknown: Counter[str] = Counter()
        """Commands that were sent and never answered."""
        self.told: list[Message] = []
        """Every table shown, since somebody last looked."""
        self.refusals: Counter[str] = Counter()
        self.connections = 0
        self.connected = False
        self.server = asyncio.Event()
        """Is there a server to go to?"""
        self.firsts: list[Message] = []
        """The first table shown on each connection."""
        self.wagers_left = 0
        """Wagers that were on the layout, at most, when a connection was cut."""

    async def play(self) -> None:
        """Until cancelled."""
        while True:
            await self.server.wait()
            seated = Seated(self._address, self.table, self._token)
            seated.heard = self._note  # type: ignore[method-assign]
            try:
                async with seated:
                    self.connections += 1
                    self.connected = self._new = True
                    await self._sit_and_play(seated)
            except (OSError, websockets.WebSocketException, TimeoutError):
                await asyncio.sleep(0.03)
            finally:  # also of somebody who goes home: the house takes down what was left
                self.connected = False
                self.wagers_left += len(WAGERS[self.game])

    def _note(self, message: Message) -> None:
        if self._new:
            self._new = False
            self.firsts.append(message["table"])
        self.told.append(message["table"])

    async def _sit_and_play(self, seated: Seated) -> None:
        while True:
            seated.changed.clear()
            command = self.choose(seated.view) if seated.view else None
            if command is None:
                if seated.closed_with is not None:
                    raise ConnectionResetError("the server is gone")
                await seated.changed.wait()
                continue
            await asyncio.sleep(self.chance.random() * 0.05)
            do, fields = command
            kind = "sit" if do == "buy" else do
            try:
                reply = await seated.ask(do, **fields)
            except BaseException:
                self.unknown[kind] += 1
                raise
            if "refused" not in reply:
                self.confirmed[kind] += 1
            else:
                self.refusals[reply["refused"]] += 1
                if "try again" in reply["refused"]:
                    self.unknown[kind] += 1
                await asyncio.sleep(0.05)

    def choose(self, view: Message) -> tuple[str, dict[str, Any]] | None:
        """The next command, if there is anything to do."""
        luck = self.chance.random
        if view["you"].get("seat") is None:
            return "sit", {"seat": self.seat, "amount": "500"}
        asked = view.get("asked")
        if asked and asked["seat"] == self.seat and asked.get("choices"):
            choice = self.chance.choice(asked["choices"])
            if choice["id"] in ("fold", "all-in") and luck() < 0.7:
                choice = asked["choices"][-1] if choice["id"] == "fold" else asked["choices"][0]
            if choice.get("most"):
                return "act", {"decision": choice["id"], "amount": f"{choice['least'] / 100:.2f}"}
            return "act", {"decision": choice["id"]}
        if view.get("playing"):
            return None
        me = next(each for each in view["seats"] if each["seat"] == self.seat)
        mine = [bet["wager"] for bet in view.get("bets", ()) if bet["seat"] == self.seat]
        if me.get("ready"):
            return None
        if me["funds"] < 10_000:
            return "buy", {"amount": "200"}
        if not mine and luck() < 0.1:
            return "leave", {}
        if luck() < 0.05:
            return "buy", {"amount": "25"}
        wagers = WAGERS[self.game]
        if wagers and not mine:
            wager, amount = wagers[0]
            return "bet", {"wager": wager, "amount": amount}
        if len(wagers) > 1 and luck() < 0.4:
            wager, amount = self.chance.choice(wagers[1:])
            return "bet", {"wager": wager, "amount": amount}
        if len(mine) > 1 and luck() < 0.25:
            return "remove", {"wager": mine[-1]}
        return "ready", {}


class Floorperson(Player):
    """Calls irregularities, corrects payouts, voids a round now and then; goes from one to another."""

    def choose(self, view: Message) -> tuple[str, dict[str, Any]] | None:
        luck = self.chance.random()
        if view.get("playing") and luck < 0.3:
            return "call", {"irregularity": CALLS[self.game]}
        if view.get("playing") and luck < 0.45:
            return "void", {"why": "the floor says so"}
        if not view.get("playing") and view.get("seats") and luck < 0.2:
            seat = self.chance.choice(view["seats"])["seat"]
            return "correct", {"seat": seat, "amount": self.chance.choice(["5", "-5"]), "why": "miscounted"}
        return None
