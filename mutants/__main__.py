"""``python -m mutants [--seed N] [--sample N] [--only PART]``: plants faults drawn by a seed, and writes RESULTS.md."""

from __future__ import annotations

import argparse
import json
import random
import tomllib
from collections import Counter
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from mutants.faults import Fault, faults
from mutants.trial import PACKAGE, copy, seen

HERE: Final = Path(__file__).parent
KEPT: Final = HERE / "tried.jsonl"
"""What has been tried, a line a fault: its key, which changes with the code around it, and the test that saw it, or
nothing. So only what changed is tried again, and a run that was interrupted resumes."""

AREAS: Final = ("games", "table", "book/endings.py", "money.py", "tournament")
APART: Final = (
    "mathematics", "counting", "every_deal", "charts", "engine", "values", "spread", "equities", "phh_",
    "roads", "machines", "rates", "words", "audit", "heads", "check", "lawful", "file",
)  # fmt: skip
"""Mathematics, pictures and papers: no money moves there."""


def every_fault() -> list[Fault]:
    pages = sorted(page for page in PACKAGE.rglob("*.py") if not any(part in page.stem for part in APART))
    inside = [page for page in pages if page.relative_to(PACKAGE).as_posix().startswith(AREAS)]
    return [fault for page in inside for fault in faults(PACKAGE, page)]


def drawn(every: list[Fault], seed: int, sample: int, only: str) -> list[Fault]:
    """The faults that the seed puts first: a change elsewhere leaves the draw of a fault as it is."""
    inside = [fault for fault in every if only in fault.module]
    return sorted(sorted(inside, key=lambda fault: sha256(f"{seed} {fault.key}".encode()).digest())[:sample])


def tried() -> dict[str, str]:
    lines = KEPT.read_text(encoding="utf-8").splitlines() if KEPT.is_file() else []
    return dict(json.loads(line) for line in lines)


def work(share: list[Fault]) -> None:
    """One trial after another, each told as soon as it is over."""
    import hypothesis  # noqa: F401 - loaded once, for all trials
    import msgspec  # noqa: F401
    import numba  # type: ignore[import-untyped] # noqa: F401
    import pytest  # noqa: F401

    with copy() as package:
        for fault in share:
            line = json.dumps([fault.key, seen(fault, package)])
            with KEPT.open("a", encoding="utf-8") as kept:
                kept.write(line + "\n")


def report(seed: int, chosen: list[Fault], every: int) -> str:
    known = tried()
    explained = tomllib.loads((HERE / "explained.toml").read_text(encoding="utf-8"))
    all_, survived = Counter(each.module for each in chosen), Counter[str]()
    left = [each for each in chosen if not known[each.key]]
    for each in left:
        survived[each.module] += 1
    reasons = {each.key: reason for each in left if (reason := explained.get(each.key, ""))}
    killed, same = len(chosen) - len(left), len(reasons)
    lines = [
        "# Mutants",
        "",
        f"{len(chosen)} of {every} faults that can be planted in the code that moves money, drawn by seed {seed}; "
        f"reproduce with `make mutants SEED={seed} SAMPLE={len(chosen)}`.",
        f"The tests see {killed} ({100 * killed / len(chosen):.1f} percent). Of the other {len(left)}, {same} change "
        "nothing that could be seen, for the reason given.",
        "",
        "| module | planted | seen | not seen |",
        "|---|---|---|---|",
        *(f"| {name} | {n} | {n - survived[name]} | {survived[name]} |" for name, n in sorted(all_.items())),
        "",
        "## Not seen",
        "",
        *(
            f"- `{each}`" + (f": {reasons[each.key]}" if each.key in reasons else f" ({each.key})")
            for each in left
        ),
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m mutants")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sample", type=int, default=2000)
    parser.add_argument("--only", default="", help="a part of a module's path")
    parser.add_argument("--again", action="store_true", help="try again what was not seen")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    every = every_fault()
    chosen = drawn(every, given.seed, given.sample, given.only)
    known = tried()
    waiting = [each for each in chosen if each.key not in known or (given.again and not known[each.key])]
    random.Random(given.seed).shuffle(waiting)
    forked = get_context("fork")
    jobs = [forked.Process(target=work, args=(waiting[n :: given.jobs],)) for n in range(given.jobs)]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    text = report(given.seed, chosen, len(every))
    if given.only:
        print(text)
    else:
        (HERE / "RESULTS.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
