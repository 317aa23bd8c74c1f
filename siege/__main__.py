"""`make siege`: a bounded attack on the house from a seed, which writes what it did and found to siege/RESULTS.md.

    python -m siege full            # a million messages, 1,000 SIGKILLs, … : an hour or so
    python -m siege small           # the same in a minute or two
    python -m siege small messages  # one part of it

It stops at the first thing that is wrong, which comes again with its seed.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

from siege import irregular, kills, messages, tampering

SEED = 18
Part = Callable[[int, int], Iterator[tuple[str, object]]]

PARTS: dict[str, tuple[Part, int, int]] = {
    "messages": (messages.run, 1_000_000, 4_000),
    "irregularities": (irregular.run, 58, 3),
    "kills": (kills.run, 1_000, 12),
    "stopped": (kills.stopped, 20, 1),
    "disks": (kills.disks, 100, 2),
    "tampering": (tampering.run, 10_000, 120),
}
"""What is done, how often in full, and how often in small."""

RESULTS = Path(__file__).parent / "RESULTS.md"


def main(scale: str, *wanted: str) -> None:
    logging.disable()  # what fails on purpose is no news; servers log by themselves
    told = [
        "# Siege",
        "",
        f"`python -m siege {' '.join((scale, *wanted))}` on {date.today().isoformat()}, seed {SEED}.",
    ]
    for name, (part, full, small) in PARTS.items():
        if wanted and name not in wanted:
            continue
        begun = time.monotonic()
        told += [
            "",
            f"## {name}",
            "",
            (part.__doc__ or sys.modules[part.__module__].__doc__ or "").strip(),
            "",
        ]
        told += ["| what | how often |", "|---|---:|"]
        for label, value in part(full if scale == "full" else small, SEED):
            figure = f"{value:,}" if type(value) is int else {True: "yes", False: "NO"}.get(value, value)  # type: ignore[call-overload]
            print(f"{name:>16}: {label}: {figure}", flush=True)  # noqa: T201
            told.append(f"| {label} | {figure} |")
        told.append(f"| seconds | {time.monotonic() - begun:,.0f} |")
        RESULTS.write_text("\n".join(told) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*(sys.argv[1:] or ["small"]))
