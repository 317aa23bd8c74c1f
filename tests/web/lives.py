"""A server with many lives: everything is imported once, and each life is a fork that is killed without warning.

Run as a process, it reads a word a line: `live` (answers with the process's id), `die` (SIGKILL), `stop` (SIGTERM;
answers with the exit code). Between two lives more time passes than a lease lasts.
"""

from __future__ import annotations

import asyncio
import gc
import os
import random
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from pitboss.web.database import Database, connect
from pitboss.web.transaction import Statement
from tests.web.patient import TimeOfDay, be_patient
from tests.web.processes import free_port, gone, started_by
from tests.web.waiting import PATIENCE, eventually

LEASE = 10.0


class Lives:
    """The other end: a process that has a server live and die."""

    def __init__(self, folder: Path, database: str, **chosen: object) -> None:
        self.port = free_port()
        self.log = folder / "lives.log"
        self._clock = TimeOfDay(folder / "clock")
        around = os.environ | {
            f"PITBOSS_{name.upper()}": str(value)
            for name, value in (
                {"port": self.port, "database": database, "log": "warning", "ahead": False, "lease": LEASE}
                | {"key": folder / "house.key", "clock": self._clock.file}
                | chosen
            ).items()
        }
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.web.lives"],
                env=around,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                bufsize=1,
            )
        self._say("hello")
        self.server = 0

    def _say(self, word: str) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(word + "\n")
        return self._process.stdout.readline().strip()

    def live(self) -> int:
        self._clock.passes(LEASE + 1)
        self.server = int(self._say("live"))
        return self.server

    def die(self) -> None:
        assert self._say("die") == str(-signal.SIGKILL)

    def stop(self) -> int:
        return int(self._say("stop"))

    def end(self) -> None:
        """Also of a life under way."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(PATIENCE)


class SlowDisk:
    """A database that takes its time, so that many a kill falls between a thing done and the same thing safe, or
    between safe and told."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.read, self.close = database.read, database.close

    async def write(self, statements: Sequence[Statement]) -> None:
        await asyncio.sleep(random.random() * 0.02)
        await self._database.write(statements)
        await asyncio.sleep(random.random() * 0.01)


def main() -> None:
    import httptools  # noqa: F401
    import uvicorn.protocols.http.auto
    import uvicorn.protocols.websockets.auto  # noqa: F401

    from pitboss.book import game, games
    from pitboss.web import app, people, serve, service, watch  # noqa: F401
    from pitboss.web.settings import settings

    for heading in games():
        if heading.id in ("three-card-poker", "roulette", "blackjack", "craps", "hold-em", "keno"):
            game(heading.id)
    be_patient()
    gc.freeze()  # what is there is there for good: a life need not go through it
    serve.connect = lambda *given: SlowDisk(connect(*given))  # type: ignore[assignment]
    child = 0
    for line in sys.stdin:
        match line.strip():
            case "hello":
                answer = 0
            case "live":
                child = os.fork()
                if not child:
                    sys.stdin.close()
                    sys.stdout = sys.stderr  # what is said here is not an answer
                    serve.serve(settings())
                    os._exit(0)
                answer = child
            case "die":
                answer, child = _ended(child, signal.SIGKILL), 0
            case "stop":
                answer, child = _ended(child, signal.SIGTERM), 0
        print(answer, flush=True)  # noqa: T201
    if child:
        _ended(child, signal.SIGKILL)


def _ended(child: int, how: signal.Signals) -> int:
    """The exit code, once whatever the server had begun to write is written."""
    writers = started_by(child)
    os.kill(child, how)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    eventually(lambda: all(map(gone, writers)))
    return code


if __name__ == "__main__":
    main()
