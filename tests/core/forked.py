"""The command line in children of a lean process, each measured: what it said, how it ended, what it took.

Run as a process, it reads the words of a command a line, as JSON, and answers each with a line of JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple


class Ended(NamedTuple):
    """How a command ended. Seconds are of the processor, megabytes the most it held."""

    code: int
    said: str
    seconds: float
    megabytes: float


class Forked:
    """The other end."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.core.forked", str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def run(self, *words: object) -> Ended:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([*map(str, words)]) + "\n")
        return Ended(*json.loads(self._process.stdout.readline()))

    def end(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(60)


def _child(words: list[str], out: int) -> None:
    import pitboss.cli

    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(out, 1)
    os.dup2(out, 2)
    sys.argv = ["pitboss", *words]
    code = 99
    try:
        pitboss.cli.main()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 98
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def main() -> None:
    import pitboss.cli
    import pitboss.table.audit
    import pitboss.table.case
    import pitboss.table.check  # noqa: F401 - what every child needs is there before it is born

    orders, answers = sys.stdin, os.fdopen(os.dup(1), "w")
    os.chdir(sys.argv[1])
    for line in orders:
        with tempfile.TemporaryFile() as out:
            if (child := os.fork()) == 0:
                _child(json.loads(line), out.fileno())
            _, status, used = os.wait4(child, 0)
            out.seek(0)
            said = out.read().decode(errors="replace")
        seconds = used.ru_utime + used.ru_stime
        ended = [os.waitstatus_to_exitcode(status), said[-5_000:], seconds, used.ru_maxrss / 1024]
        answers.write(json.dumps(ended) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
