"""The whole book as a site that needs no server: a page for each game, a comparison of all wagers, a search.

Slow results are computed by one process for each game, and one for the trace of paragraphs, and cached in the folder
``kept`` of the site by what they depend on, so an interrupted site, or a newer edition of it, resumes. Results that
would take too long are left out, and the page gives the command that computes them.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from msgspec import Struct

import pitboss
from pitboss import edition, files
from pitboss.book import Heading, Refused, Rules, game, games
from pitboss.law import one_line
from pitboss.odds import almanac
from pitboss.papers.figures import percent
from pitboss.papers.guide import Chapter, Term, chapter_of, glossary
from pitboss.papers.html import called, templates, words
from pitboss.papers.sheet import TEMPLATES
from pitboss.trace import matrix

if TYPE_CHECKING:
    from distributed import Client

KEPT: Final = "kept"
PATIENCE: Final = 20.0
"""Seconds for a game, unless everything is requested."""


class Leaf(Struct, frozen=True, kw_only=True):
    """What is cached for a game in addition to its odds under every table."""

    origin: almanac.Origin
    chapter: Chapter
    whole: bool
    """Odds and strategy are in it."""


class Traced(Struct, frozen=True, kw_only=True):
    """The trace of each paragraph of a game."""

    origin: almanac.Origin
    rows: list[dict[str, Any]]


class Site(Struct, frozen=True, kw_only=True):
    """The files written."""

    folder: str
    pages: int
    games: int
    on_demand: tuple[str, ...]
    """Games whose odds under every table are not computed yet."""
    failed: dict[str, str]
    """What could not be computed at all, and why."""


def site(
    folder: Path,
    names: Sequence[str] = (),
    *,
    patience: float | None = PATIENCE,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Site:
    """Write the site of these games (none named: of the whole book). Without a limit of patience, or with a cluster,
    everything is computed; with 0, only cached results are used."""
    if workers is not None and workers < 1:
        raise Refused(f"workers must be 1 or more, not {workers}")
    wanted = {game(name).id: name for name in names}
    headings = [each for each in games() if not names or each.id in wanted]
    for outside in wanted.keys() - {each.id for each in headings}:
        raise Refused(
            f"{wanted[outside]} is not in the book, and a site covers only the book; use pitboss guide for its page"
        )
    if cluster is not None:
        from pitboss.sim.cluster import client_of
    with nullcontext() if cluster is None else client_of(cluster) as client:
        _open(folder)
        kept = folder / KEPT
        if client is None:
            jobs = [Job((each.id,), patience) for each in headings if not _done(each.id, kept)]
            untraced = tuple(each.id for each in headings if _trace(each.id, kept) is None)
            jobs = [*([Job((TRACE, *untraced), None)] if untraced else []), *jobs]
            failed = {} if patience == 0 else _work(jobs, kept, workers or os.cpu_count() or 1, progress)
        else:
            found = [each.id for each in headings]
            waiting = [each for each in found if not _done(each, kept) or _trace(each, kept) is None]
            failed = _on_cluster(client, waiting, kept, progress)
    rows = {each.id: _rows(each.id, folder / KEPT) for each in headings}
    pages = dict(_pages(headings, folder / KEPT, rows))
    for name, page in pages.items():
        (folder / name).parent.mkdir(exist_ok=True)
        files.write(folder / name, page)
    return Site(
        folder=str(folder),
        pages=len(pages),
        games=len(headings),
        on_demand=tuple(id_ for id_, known in rows.items() if known is None and id_ not in failed),
        failed=failed,
    )


def _open(folder: Path) -> None:
    """A new folder, an empty one, or that of an earlier site; no other."""
    if folder.exists() and not folder.is_dir():
        raise Refused(f"{folder} is not a folder")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / KEPT).is_dir():
        raise Refused(f"{folder} contains other files; name a new folder, or that of an earlier site")
    if not folder.parent.is_dir():
        raise Refused(f"there is no folder {folder.parent}")
    (folder / KEPT).mkdir(parents=True, exist_ok=True)


# ---- slow results -------------------------------------------------------------------------------------


TRACE: Final = "trace"
"""Prefix of a game's name for its trace. The program and its tests are read once for all games."""


class Job(NamedTuple):
    """What a process computes, and for how many seconds at most."""

    names: tuple[str, ...]
    patience: float | None


def _work(
    jobs: Sequence[Job], kept: Path, workers: int, progress: Callable[[int, int], None] | None
) -> dict[str, str]:
    """Run each in its own process, this many at once, and report which failed and why. Each ends when this process ends
    for any reason, because its standard input then closes."""
    running: dict[Job, tuple[subprocess.Popen[bytes], float]] = {}
    left, failed = list(jobs), {}
    try:
        while left or running:
            while left and len(running) < workers:
                job = left.pop(0)
                command = [sys.executable, "-P", "-m", "pitboss.site", str(kept), *job.names]
                process = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
                )
                running[job] = process, time.monotonic()
            for job, (process, since) in list(running.items()):
                late = job.patience is not None and time.monotonic() - since > job.patience
                if process.poll() is None and late:
                    process.kill()
                    process.communicate()
                    del running[job]
                elif process.poll() is not None:
                    said, _ = process.communicate()
                    if process.returncode:
                        failed[job.names[0]] = said.decode(errors="replace").strip() or "it was ended"
                    del running[job]
            if progress:
                progress(len(jobs) - len(left) - len(running), len(jobs))
            time.sleep(0.05)
    finally:
        for process, _ in running.values():
            process.kill()
    return failed


def _on_cluster(
    client: Client, waiting: Sequence[str], kept: Path, progress: Callable[[int, int], None] | None
) -> dict[str, str]:
    """Let the workers of a cluster compute it, one game each, and report which failed and why."""
    from distributed import as_completed

    tasks = {client.submit(computed, name, pure=False): name for name in waiting}
    failed = {}
    for done, task in enumerate(as_completed(tasks), 1):  # type: ignore[no-untyped-call]
        if problem := task.exception():
            failed[tasks[task]] = _why(problem)
        else:
            for name, data in task.result().items():
                files.write(kept / name, data)
        if progress:
            progress(done, len(tasks))
    return failed


def _why(problem: BaseException) -> str:
    return one_line(str(problem) if isinstance(problem, Refused) else f"{type(problem).__name__}: {problem}")


def computed(name: str) -> dict[str, bytes]:
    """All slow results, by the names of their cache files: a worker may be on another machine."""
    with TemporaryDirectory() as folder:
        compute(name, Path(folder))
        trace_out([name], Path(folder))
        return {page.name: page.read_bytes() for page in Path(folder).iterdir()}


def _done(name: str, kept: Path) -> bool:
    leaf = _leaf(name, kept)
    return leaf is not None and leaf.whole and _rows(name, kept) is not None


def compute(name: str, kept: Path) -> None:
    """All slow results, the quickest first; each is cached as soon as it is available."""
    found = game(name)
    origin = almanac.origin_of(found)
    for whole in (False, True):
        leaf = Leaf(origin=origin, chapter=chapter_of(Rules(found), odds=whole), whole=whole)
        files.write(kept / f"{name}.page.json", msgspec.json.encode(leaf))
    almanac.almanac([name], kept / f"{name}.json")


def trace_out(names: Sequence[str], kept: Path) -> None:
    """The trace of the paragraphs of these games; each is cached as soon as it is available."""
    for name in names:
        traced = Traced(origin=almanac.origin_of(game(name)), rows=matrix(name))
        files.write(kept / f"{name}.trace.json", msgspec.json.encode(traced))


def _trace(name: str, kept: Path) -> list[dict[str, Any]] | None:
    try:
        traced = msgspec.json.decode(files.read(kept / f"{name}.trace.json", almanac.LARGEST), type=Traced)
    except (FileNotFoundError, msgspec.MsgspecError):
        return None
    return traced.rows if traced.origin == almanac.origin_of(game(name)) else None


def _leaf(name: str, kept: Path) -> Leaf | None:
    """The cached results of a game, unless its rules or programs have changed since."""
    page = kept / f"{name}.page.json"
    try:
        leaf = msgspec.json.decode(files.read(page, almanac.LARGEST), type=Leaf)
    except (FileNotFoundError, msgspec.MsgspecError):
        return None
    return leaf if leaf.origin == almanac.origin_of(game(name)) else None


def _rows(name: str, kept: Path) -> list[almanac.Row] | None:
    try:
        rows = almanac.read(kept / f"{name}.json")
    except (FileNotFoundError, Refused):
        return None
    return rows if all(row.origin == almanac.origin_of(game(name)) for row in rows) else None


# ---- pages -----------------------------------------------------------------------------------------------


class Odd(Struct, frozen=True):
    """A wager under one table, for people."""

    game: str
    title: str
    wager: str
    under: str
    edge: float
    shown: str
    exactly: str
    wins: str
    deviation: str
    cite: str
    usual: bool
    """By the default rules, or by the first that have the wager."""


def _odd(heading: Heading, row: almanac.Row, first: bool) -> Odd:
    chosen = game(heading.id).data
    defaults = {option.id: option.default for option in chosen.options}
    under = [row.table] if row.table else []
    under += [f"{words(name)} {value}" for name, value in row.chosen.items() if defaults.get(name) != value]
    assert row.house_edge is not None
    return Odd(
        heading.id,
        heading.title,
        called(chosen, row.wager),
        ", ".join(dict.fromkeys(under)),
        row.house_edge,
        percent(row.house_edge, 3),
        row.house_edge_fraction
        if len(row.house_edge_fraction) <= 20
        else ""
        if row.kind == "exact"
        else "simulated",
        "" if row.hit_rate is None else percent(row.hit_rate, 2),
        "" if row.standard_deviation is None else f"{row.standard_deviation:.2f}",
        row.cite,
        first,
    )


def _pages(
    headings: Sequence[Heading], kept: Path, rows: dict[str, list[almanac.Row] | None]
) -> Iterator[tuple[str, bytes]]:
    page = templates(TEMPLATES)
    page.globals.update(version=pitboss.__version__, source=edition.edition().source)
    css = "".join(
        (TEMPLATES / name).read_text(encoding="utf-8") for name in ("house.css", "chapter.css", "site.css")
    )
    yield "style.css", css.encode()
    yield "site.js", (TEMPLATES / "site.js").read_bytes()
    every: list[Odd] = []
    for heading in headings:
        found, leaf = rows[heading.id], _leaf(heading.id, kept)
        odds = []
        seen: set[str] = set()
        for row in found or ():
            if not row.why:
                odds.append(_odd(heading, row, row.wager not in seen))
                seen.add(row.wager)
        every += odds
        chapter = leaf.chapter if leaf else chapter_of(Rules(game(heading.id)), odds=False)
        given = page.get_template("site-game.html").render(
            chapter=chapter,
            odds=odds,
            known=found is not None,
            whole=leaf is not None and leaf.whole,
            why=next((row.why for row in found or () if row.why), ""),
            trace=_trace(heading.id, kept) or [],
            terms=_terms(heading.id),
            root="../",
        )
        yield f"games/{heading.id}.html", given.encode()
    families: dict[str, list[Heading]] = {}
    for heading in headings:
        families.setdefault(words(heading.family), []).append(heading)
    wagers = {each.id: [wager.name for wager in game(each.id).data.wagers] for each in headings}
    summaries = {each.id: game(each.id).data.summary for each in headings}
    proposed = {each.id for each in headings if edition.proposal(each.subchapter)}
    home = page.get_template("site-index.html")
    yield (
        "index.html",
        home.render(
            families=families, wagers=wagers, summaries=summaries, proposed=proposed, root=""
        ).encode(),
    )
    usual = sorted((each for each in every if each.usual), key=lambda each: each.edge)
    compared = page.get_template("site-compare.html").render(odds=usual, root="")
    yield "compare.html", compared.encode()
    known = [row for found in rows.values() for row in found or ()]
    yield "almanac.json", almanac.as_json(known)
    yield "almanac.csv", almanac.as_csv(known)


def _terms(name: str) -> list[Term]:
    return [term for term in glossary([name]) if any(meaning.cite for meaning in term.meanings)]


def _end_with_parent() -> None:
    """Wait for the end of standard input, which the parent process holds open. Not with Python's own reader, whose
    lock would still be held when the process ends by itself."""
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


if __name__ == "__main__":
    Thread(target=_end_with_parent, daemon=True).start()
    folder_, first, *others = sys.argv[1:]
    try:
        if first == TRACE:
            trace_out(others, Path(folder_))
        else:
            compute(first, Path(folder_))
    except Exception as problem:
        sys.stdout.write(_why(problem))
        sys.exit(1)

__all__ = ["Site", "site"]
