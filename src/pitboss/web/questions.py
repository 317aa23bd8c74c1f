"""Odds and advice, in parallel with the tables: each question computed once, few at a time, with a limited queue. Odds
are computed in a separate process, because a thread would delay the tables."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from select import select
from time import monotonic
from typing import Any

from pitboss.law import Refused
from pitboss.odds.kept import asked, kept_odds, odds, on_disk

log = logging.getLogger("pitboss.odds")

_WAITING = 64
"""The most questions that may wait."""
_KEPT = 300
_PATIENCE = 20.0
"""Seconds after which the client must ask again."""
_LOOK = 0.25
"""Seconds between looks at what a computation takes."""
_IDLE = 60
"""Seconds without a question after which the process of the odds ends."""


class Busy(Refused):
    """Not now."""


class Questions:
    """Questions, each answered once for everybody who asks it."""

    def __init__(self, threads: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(threads, name)
        self._known: dict[str, Any] = {}
        self._asked: dict[str, asyncio.Task[Any]] = {}

    @property
    def waiting(self) -> int:
        return len(self._asked)

    async def answer(
        self,
        question: str,
        work: Callable[[], Any],
        *,
        keep: bool = True,
        patience: float | None = _PATIENCE,
    ) -> Any:
        """The answer to a question, shared by everybody who asks it meanwhile."""
        if question in self._known:
            return self._known[question]
        task = self._asked.get(question)
        if task is None:
            if len(self._asked) >= _WAITING:
                raise Busy("too many odds are being computed; try again in a while")
            task = asyncio.create_task(self._compute(question, work, keep))
            self._asked[question] = task
            task.add_done_callback(lambda _: self._asked.pop(question, None))
        try:
            return await asyncio.wait_for(asyncio.shield(task), patience)
        except TimeoutError:
            raise Busy("the odds are being computed; try again in a while") from None

    async def _compute(self, question: str, work: Callable[[], Any], keep: bool) -> Any:
        found = await asyncio.get_running_loop().run_in_executor(self._threads, work)
        if keep:
            if len(self._known) >= _KEPT:
                self._known.pop(next(iter(self._known)))
            self._known[question] = found
        return found

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


class OddsProcess:
    """A process that computes odds, one question after another, at low priority and within bounds of time and memory.
    It starts with a question, restarts if it was lost, and ends when nobody asks or the server ends."""

    def __init__(self, seconds: float = 900, megabytes: int = 2_000) -> None:
        self.seconds, self.megabytes = seconds, megabytes
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._exceeded: dict[str, str] = {}

    def odds(self, question: Mapping[str, Any]) -> Any:
        asked = json.dumps(question, sort_keys=True)
        if sentence := self._exceeded.get(asked):
            raise Refused(sentence)
        answer = self._answer(asked) or self._answer(asked)  # it may just have ended because nobody asked
        if answer is None:
            raise Busy("the odds could not be computed; try again in a while")
        if isinstance(answer := json.loads(answer), str):
            raise Refused(answer)
        return answer

    def _answer(self, asked: str) -> bytes | None:
        """The line that answers a question; nothing if the process is gone."""
        if self._closed:
            return None
        process = self._process
        if process is None or process.poll() is not None:
            process = self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "pitboss.web.questions"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(asked.encode() + b"\n")
            process.stdin.flush()
        except OSError:
            return None
        until = monotonic() + self.seconds
        while not select([process.stdout], [], [], _LOOK)[0]:
            if exceeded := self._exceeds(process.pid, until):
                process.kill()
                process.wait()
                self._exceeded[asked] = f"the odds of this table {exceeded}, so they are not computed here"
                log.warning("odds of a table %s", exceeded, extra={"game": json.loads(asked)["game"]})
                raise Refused(self._exceeded[asked])
        return process.stdout.readline() or None

    def _exceeds(self, pid: int, until: float) -> str:
        if monotonic() > until:
            return f"take longer than {self.seconds:g} seconds"
        try:
            pages = int(Path(f"/proc/{pid}/statm").read_bytes().split()[1])
        except OSError:  # a system without /proc bounds the time alone
            return ""
        held = pages * os.sysconf("SC_PAGE_SIZE") >> 20
        return f"take more than {self.megabytes:,} MB of memory" if held > self.megabytes else ""

    def close(self) -> None:
        self._closed = True
        if self._process is not None:
            self._process.kill()
            self._process.wait()


def main() -> None:
    """Questions in, answers out, one on each line; a sentence if there is no answer."""
    from queue import Empty, SimpleQueue
    from threading import Thread

    os.nice(10)
    out, sys.stdout = sys.stdout.buffer, sys.stderr
    questions: SimpleQueue[bytes] = SimpleQueue()

    def listen() -> None:
        for line in sys.stdin.buffer:
            questions.put(line)
        os._exit(0)  # the server is gone: nobody waits for an answer

    Thread(target=listen, daemon=True).start()
    while True:
        try:
            question = questions.get(timeout=_IDLE)
        except Empty:
            os._exit(0)  # and with it goes the memory that the last answer took
        try:
            answer: Any = kept_odds(json.loads(question))
        except Refused as refused:
            answer = str(refused)
        except Exception as problem:
            answer = f"the odds could not be computed: {type(problem).__name__}"
        out.write(json.dumps(answer).encode() + b"\n")
        out.flush()


__all__ = ["Busy", "OddsProcess", "Questions", "asked", "kept_odds", "odds", "on_disk"]

if __name__ == "__main__":
    main()
