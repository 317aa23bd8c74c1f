"""How long the command line takes to answer (goal 0.3 s)."""

from __future__ import annotations

import subprocess
import sys
from time import perf_counter


def run() -> list[tuple[str, float, str]]:
    return [(f"pitboss {words}", best_of(words), "s") for words in ("--help", "games")]


def best_of(words: str) -> float:
    times = []
    for _ in range(5):
        start = perf_counter()
        subprocess.run([sys.executable, "-m", "pitboss", *words.split()], capture_output=True, check=True)
        times.append(perf_counter() - start)
    return min(times)
