"""`pitboss`, on a machine that may be busy: no process gives up on another, and the time of day is that of a file, if
one is named. It stands still until a test moves it, so no lease runs out because a process had no turn."""

from __future__ import annotations

import os
from pathlib import Path

from pitboss.cli import main
from pitboss.web import pushing, relay, serve
from tests.web.waiting import PATIENCE


class TimeOfDay:
    """When a file was last touched, in milliseconds: the same for every process."""

    def __init__(self, file: Path) -> None:
        self.file = file
        file.touch()

    def __call__(self) -> int:
        return os.stat(self.file).st_mtime_ns // 1_000_000

    def passes(self, seconds: float) -> None:
        then = os.stat(self.file).st_mtime_ns + int(seconds * 1e9)
        os.utime(self.file, ns=(then, then))


def be_patient() -> None:
    serve._SILENCE = serve._GRACE = pushing._PATIENCE = relay._PATIENCE = PATIENCE  # type: ignore[assignment]
    if file := os.environ.get("PITBOSS_CLOCK"):
        serve.system_clock = TimeOfDay(Path(file))  # type: ignore[assignment]


if __name__ == "__main__":
    be_patient()
    main()
