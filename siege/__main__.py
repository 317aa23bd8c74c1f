"""`make siege`: a bounded attack on the house from a seed, which writes what it did and found to siege/RESULTS.md.

    python -m siege full            # a million messages, 1,000 SIGKILLs, … : an hour or so
    python -m siege small           # the same in a minute or two
    python -m siege small messages  # one part of it

Each part replaces what it told before. It stops at the first thing that is wrong, which comes again with its seed.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

from siege import abuse, failovers, irregular, kills, messages, restores, tampering

SEED = 18
Part = Callable[[int, int], Iterator[tuple[str, object]]]

PARTS: dict[str, tuple[Part, int, int]] = {
    "messages": (messages.run, 1_000_000, 4_000),
    "irregularities": (irregular.run, 58, 3),
    "kills": (kills.run, 1_000, 12),
    "stopped": (kills.stopped, 20, 1),
    "disks": (kills.disks, 100, 2),
    "abuse": (abuse.run, 5_000, 40),
    "restores": (restores.run, 500, 7),
    "failovers": (failovers.run, 300, 4),
    "tampering": (tampering.run, 10_000, 120),
}
"""What is done, how often in full, and how often in small."""

RESULTS = Path(__file__).parent / "RESULTS.md"


def main(scale: str, *wanted: str) -> None:
    logging.disable()  # what fails on purpose is no news; servers log by themselves
    for name, (part, full, small) in PARTS.items():
        if wanted and name not in wanted:
            continue
        begun = time.monotonic()
        lines = [
            (part.__doc__ or sys.modules[part.__module__].__doc__ or "").strip(),
            "",
            f"`python -m siege {scale} {name}` on {date.today().isoformat()}, seed {SEED}:",
            "",
            "| what | how often |",
            "|---|---:|",
        ]
        for label, value in part(full if scale == "full" else small, SEED):
            figure = f"{value:,}" if type(value) is int else {True: "yes", False: "NO"}.get(value, value)  # type: ignore[call-overload]
            print(f"{name:>16}: {label}: {figure}", flush=True)  # noqa: T201
            lines.append(f"| {label} | {figure} |")
        lines.append(f"| seconds | {time.monotonic() - begun:,.0f} |")
        told = kept() | {name: "\n".join(lines)}
        sections = [f"## {each}\n\n{told[each]}" for each in PARTS if each in told]
        RESULTS.write_text("\n\n".join(["# Siege", *sections]) + "\n", encoding="utf-8")


def kept() -> dict[str, str]:
    """What the parts have found that were run before."""
    if not RESULTS.exists():
        return {}
    _, *sections = RESULTS.read_text(encoding="utf-8").split("\n## ")
    return {name: found.strip() for name, _, found in (each.partition("\n") for each in sections)}


if __name__ == "__main__":
    main(*(sys.argv[1:] or ["small"]))
