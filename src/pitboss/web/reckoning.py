"""Odds and advice, in parallel with the tables: each question computed once, few at a time, with a limited queue. Odds
are computed in a separate process, because a thread would delay the tables."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from pitboss.law import Refused
from pitboss.odds.kept import asked, kept_odds, odds, on_disk

_WAITING = 64
"""The most questions that may wait."""
_KEPT = 300
_PATIENCE = 20.0
"""Seconds after which the client must ask again."""


class Busy(Refused):
    """Not now."""


class Reckoning:
    """Answers to questions, each computed once."""

    def __init__(self, threads: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(threads, name)
        self._known: dict[str, Any] = {}
        self._asked: dict[str, asyncio.Task[Any]] = {}

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
            task = asyncio.create_task(self._work_out(question, work, keep))
            self._asked[question] = task
            task.add_done_callback(lambda _: self._asked.pop(question, None))
        try:
            return await asyncio.wait_for(asyncio.shield(task), patience)
        except TimeoutError:
            raise Busy("the odds are being computed; try again in a while") from None

    async def _work_out(self, question: str, work: Callable[[], Any], keep: bool) -> Any:
        found = await asyncio.get_running_loop().run_in_executor(self._threads, work)
        if keep:
            if len(self._known) >= _KEPT:
                self._known.pop(next(iter(self._known)))
            self._known[question] = found
        return found

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


class Reckoner:
    """A process that computes odds, one question after another, at low priority. It starts with the first
    question, restarts if it was lost, and ends with the server."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def odds(self, question: Mapping[str, Any]) -> Any:
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "pitboss.web.reckoning"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(question).encode() + b"\n")
            self._process.stdin.flush()
            answer = json.loads(self._process.stdout.readline())
        except (OSError, ValueError):
            raise Busy("the odds could not be computed; try again in a while") from None
        if isinstance(answer, str):
            raise Refused(answer)
        return answer

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()


def main() -> None:
    """Questions in, answers out, one on each line; a sentence if there is no answer."""
    from queue import SimpleQueue
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
            answer: Any = kept_odds(json.loads(questions.get()))
        except Refused as refused:
            answer = str(refused)
        except Exception as problem:
            answer = f"the odds could not be computed: {type(problem).__name__}"
        out.write(json.dumps(answer).encode() + b"\n")
        out.flush()


__all__ = ["Busy", "Reckoner", "Reckoning", "asked", "kept_odds", "odds", "on_disk"]

if __name__ == "__main__":
    main()
