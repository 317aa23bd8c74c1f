"""A process that replays journals for questions about past rounds: a thread would delay the tables.

It starts with the first question, again if it was killed, has a low priority, and ends with the server, no matter how
the server ends."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any, TypeVar

from pitboss.law import Refused
from pitboss.web.questions import Busy

T = TypeVar("T")


class Apart:
    """The server's end: one question after another."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def __call__(self, work: Callable[..., T], *given: Any) -> T:
        """The result of a module's function, with arguments that can be pickled."""
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "pitboss.web.apart"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            pickle.dump((work, given), self._process.stdin)
            self._process.stdin.flush()
            well, found = pickle.load(self._process.stdout)
        except (OSError, EOFError):
            self.close()
            raise Busy("that could not be looked up; try again in a while") from None
        if not well:
            raise Refused(found)
        answer: T = found
        return answer

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def main() -> None:
    """Answer questions until the input ends."""
    from queue import SimpleQueue
    from threading import Thread

    os.nice(10)
    out, sys.stdout = sys.stdout.buffer, sys.stderr  # nothing that is printed gets between the answers
    questions: SimpleQueue[Any] = SimpleQueue()

    def listen() -> None:
        while True:
            try:
                questions.put(pickle.load(sys.stdin.buffer))
            except EOFError:
                os._exit(0)  # the server is gone: nobody waits for an answer
            except Exception:
                os._exit(1)  # a question that cannot be read; the server starts another process

    Thread(target=listen, daemon=True).start()
    while True:
        work, given = questions.get()
        try:
            answer: tuple[bool, Any] = True, work(*given)
        except Refused as refused:
            answer = False, str(refused)
        except Exception as problem:
            answer = False, f"that could not be looked up: {type(problem).__name__}"
        pickle.dump(answer, out)
        out.flush()


if __name__ == "__main__":
    main()
