"""How long the command line takes to answer: every game, warm and with empty caches (goal 0.3 s).

Warm is the second run of a command, cold the first with nothing compiled or computed on this machine. What a game does
not offer (odds of poker between players) is refused as quickly and counts, too.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from pitboss.book import games

COMMANDS = ("rules", "odds", "strategy", "report", "guide")
GOAL = 0.3
PATIENCE = 300
"""Seconds after which an answer is no answer."""


def run() -> Iterator[tuple[str, float, str]]:
    for words in ("--help", "games"):
        yield f"pitboss {words}", min(took(words) for _ in range(5)), "s"
    for command in COMMANDS:
        cold, warm = {}, {}
        for name in (each.id for each in games()):
            with TemporaryDirectory() as cache:
                cold[name] = took(f"{command} {name} --json", PITBOSS_CACHE=cache)
                warm[name] = took(f"{command} {name} --json", PITBOSS_CACHE=cache)
        for state, times in (("cold", cold), ("warm", warm)):
            slowest = max(times, key=lambda name: times[name])
            quick = sum(each <= GOAL for each in times.values())
            yield f"pitboss {command}, {state}: median of {len(times)} games", median(times.values()), "s"
            yield f"pitboss {command}, {state}: slowest, {slowest}", times[slowest], "s"
            yield f"pitboss {command}, {state}: games answered in {GOAL} s", quick, "games"


def took(words: str, **changed: str) -> float:
    """The seconds of a command, from its start to its end."""
    start = perf_counter()
    command = [sys.executable, "-m", "pitboss", *words.split()]
    with suppress(subprocess.TimeoutExpired):
        subprocess.run(command, capture_output=True, check=False, timeout=PATIENCE, env=os.environ | changed)
    return perf_counter() - start
