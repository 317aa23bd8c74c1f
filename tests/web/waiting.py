"""How a test waits. Where everything is in this process, time is simulated, and nobody waits at all; where there are
other processes, it waits for a fact. How long anything takes decides nothing."""

from __future__ import annotations

import asyncio
import selectors
import sys
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar
from unittest.mock import patch

T = TypeVar("T")

PATIENCE = 600.0
"""Seconds after which a fact that has not come about never will: no machine is that busy."""

_MOMENT = 0.01
"""Seconds between two looks at a fact of another process."""


# ---- facts of other processes ------------------------------------------------------------------------------------


def eventually(fact: Callable[[], T], *not_yet: type[Exception]) -> T:
    """What a fact is as soon as it is so; it may raise ``not_yet`` before."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with suppress(*not_yet):
            if found := fact():
                return found
        time.sleep(_MOMENT)
    raise AssertionError("that never came about")


async def eventually_so(fact: Callable[[], T]) -> T:
    """The same, while others have their turn."""
    async with asyncio.timeout(PATIENCE):
        while not (found := fact()):
            await asyncio.sleep(_MOMENT)
        return found


# ---- simulated time ----------------------------------------------------------------------------------------------


class Died(Exception):
    """The process was killed."""


class _Nothing(selectors.SelectSelector):
    """Nothing comes from outside: waiting only moves the clock."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise RuntimeError("everybody waits for ever")
        self.now += timeout
        return []


class World(asyncio.SelectorEventLoop):
    """An event loop with a clock of its own, that dies after so many steps. Its threads are none: what is given to
    them is done in its turn."""

    def __init__(self, now: float = 0.0, steps: int = sys.maxsize) -> None:
        self._nothing = _Nothing()
        self._nothing.now = now
        super().__init__(self._nothing)
        self._steps = steps

    def time(self) -> float:
        return self._nothing.now

    def _run_once(self) -> None:
        self._steps -= 1
        if self._steps < 0:
            raise Died
        super()._run_once()  # type: ignore[misc]

    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        done: asyncio.Future[T] = self.create_future()

        def work() -> None:
            try:
                found = func(*args)
            except Exception as problem:
                if not done.cancelled():
                    done.set_exception(problem)
            else:
                if not done.cancelled():
                    done.set_result(found)

        self.call_soon(work)
        return done


def played(story: Coroutine[Any, Any, T]) -> T:
    """What comes of a story, in simulated time; none lasts longer than a day."""

    async def within_a_day() -> T:
        async with asyncio.timeout(86_400):
            return await story

    async def in_turn(work: Callable[..., Any], *args: Any, **_: object) -> Any:
        return await asyncio.get_running_loop().run_in_executor(None, work, *args)

    with asyncio.Runner(loop_factory=World) as world, patch("anyio.to_thread.run_sync", in_turn):
        return world.run(within_a_day())
