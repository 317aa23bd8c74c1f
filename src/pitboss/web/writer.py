"""A process that writes to the database.

As a thread it would wait for its turn after every call while other threads are busy, and everybody waits for its
writes. It holds the server's lock, so that nobody else writes before it is done, and ends when the server ends for any
reason.
"""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
from collections.abc import Sequence

from pitboss.web.transaction import Statement, mark, opened, run


class Writer:
    """The server's side. The process starts with the first write, and again if it was lost."""

    def __init__(self, address: str, locks: Sequence[int] = ()) -> None:
        self._address = address
        self._locks = locks
        self._process: subprocess.Popen[bytes] | None = None

    def write(self, statements: Sequence[Statement]) -> None:
        """All of the statements, or none; returns when they are saved."""
        if self._process is None:
            self._process = self._started()
        try:
            problem = _asked(self._process, list(statements))
        except (EOFError, OSError):
            self.close()
            raise RuntimeError("the writer process has ended") from None
        if problem is not None:
            raise problem

    def kill(self) -> None:
        """The database has gone silent; the next write starts another process."""
        if (process := self._process) is not None:
            process.kill()

    def close(self) -> None:
        if self._process is not None:
            self._process.communicate()  # it ends when its input closes
            self._process = None

    def _started(self) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "pitboss.web.writer"],  # nothing from the folder it is started in
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=self._locks,
        )
        assert process.stdin is not None
        pickle.dump(self._address, process.stdin)  # not as an argument: it may contain a password
        return process


def _asked(process: subprocess.Popen[bytes], statements: list[Statement]) -> Exception | None:
    assert process.stdin is not None
    assert process.stdout is not None
    pickle.dump(statements, process.stdin)
    process.stdin.flush()
    problem: Exception | None = pickle.load(process.stdout)
    return problem


def main() -> None:
    """Write what arrives, report the outcome, and end when the input closes."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)  # those are for the server
    orders, answers = sys.stdin.buffer, sys.stdout.buffer
    address: str = pickle.load(orders)
    connection = None
    while True:
        try:
            statements: list[Statement] = pickle.load(orders)
        except EOFError:
            break
        problem: Exception | None = None
        try:
            connection = connection or opened(address)
            run(connection, statements, mark(address))
        except Exception as caught:
            problem = caught
            if getattr(connection, "closed", False):  # the database closed the connection
                connection = None
        pickle.dump(problem, answers)
        answers.flush()
    if connection is not None:
        connection.close()


if __name__ == "__main__":
    main()
