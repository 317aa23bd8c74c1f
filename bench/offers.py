"""What a chip costs at roulette with eight browsers seated, counted: what may be wagered comes with the messages.

Each player bets a chip on a number. Browsers used to request what may be wagered after every chip; those answers are
counted beside the messages. Bytes are those of bodies, without the headers of HTTP.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.web.served import serving

PLAYERS = 8
OFFERS = "offers=true"


async def chips(query: str) -> tuple[float, float]:
    """Bytes for each chip, to all players together: of messages, and of the answers if each player requests them."""
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder)) as served:
            table = (await served.table("roulette")).id
            visitors = [await served.person(f"Player-{seat}") for seat in range(1, PLAYERS + 1)]
            sockets = [await each.attends(table, query=query) for each in visitors]
            for seat, each in enumerate(sockets, 1):
                await each.say("sit", seat=seat, amount="500")
            before = sum(len(frame) for each in sockets for frame in each.frames)
            answers = 0
            for number, each in enumerate(sockets):
                await each.say("bet", wager=f"straight:{number}", amount="5")
                await asyncio.gather(
                    *(other.until(lambda n=number, o=other: len(o.table["bets"]) > n) for other in sockets)
                )
                for visitor in visitors:
                    answers += len((await visitor.get(f"/api/tables/{table}/legal")).content)
            sent = sum(len(frame) for each in sockets for frame in each.frames) - before
            return sent / PLAYERS, answers / PLAYERS


def run() -> Iterator[tuple[str, float, str]]:
    plain, answers = asyncio.run(chips(""))
    offering, _ = asyncio.run(chips(OFFERS))
    yield (
        f"a chip: bytes of messages and of the answers to {PLAYERS} requests, as before",
        plain + answers,
        "bytes",
    )
    yield "a chip: bytes of messages that say what may be wagered, without a request", offering, "bytes"
