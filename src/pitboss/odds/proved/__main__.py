"""Makes the almanac that ships: `python -m pitboss.odds.proved`. It resumes where it was interrupted."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from threading import Thread
from typing import Any

from pitboss import files
from pitboss.book import Refused, game, games
from pitboss.odds.proved import origin, proving, store

PATIENCE = 120.0
"""Processor seconds for a wager, after which tables that differ in several choices are left out."""


def main() -> None:
    parser = ArgumentParser("python -m pitboss.odds.proved", description=__doc__)
    parser.add_argument("games", nargs="*", help="by default the whole book")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes, one for each game")
    parser.add_argument("--cluster", help="the address of a Dask scheduler whose workers compute")
    parser.add_argument(
        "--patience", type=float, default=PATIENCE, help=f"{PATIENCE} by default; 0: one choice at a time"
    )
    parser.add_argument(
        "--farthest", type=int, default=99, help="choices in which a table may differ from the default"
    )
    parser.add_argument("--check", action="store_true", help="list what no longer holds, compute nothing")
    parser.add_argument("--prune", action="store_true", help="drop what no longer holds, compute nothing")
    parser.add_argument(
        "--here", action="store_true", help="compute in this process, which ends with its input"
    )
    asked = parser.parse_args()
    names = [game(each).id for each in asked.games] or [each.id for each in games()]
    if asked.check or asked.prune:
        sys.exit(stale(names, drop=asked.prune) and not asked.prune)
    if asked.here:
        Thread(target=_end_with_parent, daemon=True).start()
        for name in names:
            proving.prove(game(name), proving.put_down, asked.patience, asked.farthest)
    elif asked.cluster:
        on_cluster(asked.cluster, names, asked.patience)
    else:
        terms = [f"--patience={asked.patience}", f"--farthest={asked.farthest}"]
        _work(names, terms, asked.workers or 1)


def stale(names: Sequence[str], *, drop: bool) -> bool:
    """List the figures that no longer follow from the code and data here; or drop them."""
    found = False
    for name in names:
        pages = store.pages(name)
        if pages is None:
            continue
        now = origin.current(game(name), proving.KINDS)
        for kind in proving.KINDS:
            if (pages.origin.data, pages.origin.code[kind]) != (now.data, now.code[kind]):
                found = True
                _say(f"{name}: stale {kind}")
        if drop and pages.origin != now:  # files may have changed without changing a figure
            proving.put_down(proving.Grove(game(name), proving.put_down, 0).pages())
    return found


def _work(names: Sequence[str], terms: Sequence[str], workers: int) -> None:
    """A process for each game, ``workers`` at a time; the memory that a process took is freed when it ends."""
    running: dict[str, tuple[subprocess.Popen[bytes], float]] = {}
    left, failed = list(names), 0
    try:
        while left or running:
            while left and len(running) < workers:
                name = left.pop(0)
                command = [sys.executable, "-P", "-m", "pitboss.odds.proved", "--here", *terms, name]
                running[name] = subprocess.Popen(command, stdin=subprocess.PIPE), time.monotonic()
            for name, (process, since) in list(running.items()):
                if process.poll() is not None:
                    del running[name]
                    failed += process.returncode != 0
                    done = len(names) - len(left) - len(running)
                    _say(
                        f"{done}/{len(names)} {name}: {_summary(name, process.returncode)}, "
                        f"{time.monotonic() - since:.0f} s"
                    )
            time.sleep(0.1)
    finally:
        for process, _ in running.values():
            process.kill()
    sys.exit(failed > 0)


def _summary(name: str, code: int) -> str:
    if code:
        return f"FAILED with {code}"
    store.pages.cache_clear()
    pages = store.pages(name)
    assert pages is not None
    rows = sum(1 for name in pages.trees for _ in store.paths(pages.tree(name)))
    part = [each for each in pages.trees if each not in pages.whole]
    return (
        f"{rows} tables, {len(pages.answers)} answers, {store.page(name).stat().st_size:,} bytes, "
        f"{sum(pages.seconds.values()):.0f} s of the processor"
        + (f", in part: {', '.join(part)}" if part else "")
    )


def on_cluster(address: str, names: Sequence[str], patience: float) -> None:
    from pitboss.sim.cluster import client_of

    with client_of(address) as client:
        from distributed import as_completed

        tasks: dict[Any, str] = {client.submit(proved, name, patience, pure=False): name for name in names}
        for done, task in enumerate(as_completed(tasks), 1):  # type: ignore[no-untyped-call]
            if problem := task.exception():
                _say(f"{tasks[task]}: {problem}")
                continue
            store.HOME.mkdir(exist_ok=True)
            files.write(store.page(tasks[task]), task.result())
            _say(f"{done}/{len(names)} {tasks[task]}: {_summary(tasks[task], 0)}")


def proved(name: str, patience: float) -> bytes:
    return store.encoded(proving.prove(game(name), lambda _: None, patience))


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _end_with_parent() -> None:
    """Wait for the end of standard input, which the starting process holds open."""
    while os.read(sys.stdin.fileno(), 1):
        pass
    os._exit(1)


if __name__ == "__main__":
    try:
        main()
    except Refused as refused:
        sys.exit(f"pitboss: {refused}")
