"""The whole book as a site that needs no server: a page a game, a comparison of all wagers, a search.

What takes time is worked out by a process a game and kept in the site's folder ``kept`` by what it follows from, so a
site that was interrupted, or a newer edition of it, is gone on with. What takes longer than somebody would wait for is
left out, and the page says by which command it is worked out."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct

from pitboss import files
from pitboss.book import Heading, Refused, Rules, game, games
from pitboss.odds import almanac
from pitboss.papers.guide import Chapter, Term, chapter_of, glossary, percent
from pitboss.papers.html import called, templates, words
from pitboss.papers.sheet import TEMPLATES
from pitboss.trace import matrix

if TYPE_CHECKING:
    from distributed import Client

KEPT: Final = "kept"
PATIENCE: Final = 20.0
"""Seconds for a game, unless all is asked for."""


class Leaf(Struct, frozen=True, kw_only=True):
    """What is kept of a game besides its odds under every table."""

    origin: almanac.Origin
    chapter: Chapter
    whole: bool
    """Odds and strategy are in it."""
    trace: list[dict[str, Any]]


class Site(Struct, frozen=True, kw_only=True):
    """What has been written."""

    folder: str
    pages: int
    games: int
    on_demand: tuple[str, ...]
    """Games whose odds under every table are yet to be worked out."""


def site(
    folder: Path,
    names: Sequence[str] = (),
    *,
    patience: float | None = PATIENCE,
    cluster: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Site:
    """Write the site of these games (none named: of the whole book). Where patience is nothing at all, or a cluster has
    it, everything is worked out; where it is 0, what is kept has to do."""
    headings = [each for each in games() if not names or each.id in names]
    for name in names:
        game(name)
    if cluster is not None:
        from pitboss.sim.cluster import client_of
    with nullcontext() if cluster is None else client_of(cluster) as client:
        _open(folder)
        waiting = [each.id for each in headings if not _done(each.id, folder / KEPT)]
        if client is None:
            _work(waiting, folder / KEPT, patience, progress)
        else:
            _on_cluster(client, waiting, folder / KEPT, progress)
    rows = {each.id: _rows(each.id, folder / KEPT) for each in headings}
    pages = dict(_pages(headings, folder / KEPT, rows))
    for name, page in pages.items():
        (folder / name).parent.mkdir(exist_ok=True)
        files.write(folder / name, page)
    return Site(
        folder=str(folder),
        pages=len(pages),
        games=len(headings),
        on_demand=tuple(id_ for id_, known in rows.items() if known is None),
    )


def _open(folder: Path) -> None:
    """A new folder, an empty one, or that of an earlier site; nobody's else."""
    if folder.exists() and not folder.is_dir():
        raise Refused(f"{folder} is not a folder")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / KEPT).is_dir():
        raise Refused(f"{folder} has other things in it; name a new folder, or that of an earlier site")
    if not folder.parent.is_dir():
        raise Refused(f"there is no folder {folder.parent}")
    (folder / KEPT).mkdir(parents=True, exist_ok=True)


# ---- what takes time -------------------------------------------------------------------------------------


def _work(
    waiting: Sequence[str], kept: Path, patience: float | None, progress: Callable[[int, int], None] | None
) -> None:
    """Let a process a game work it out, as many at once as there are cores."""
    running: dict[str, tuple[subprocess.Popen[bytes], float]] = {}
    total, left = len(waiting), list(waiting) if patience is None or patience > 0 else []
    try:
        while left or running:
            while left and len(running) < (os.cpu_count() or 1):
                name = left.pop(0)
                command = [sys.executable, "-P", "-m", "pitboss.site", name, str(kept)]
                process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                running[name] = process, time.monotonic()
            for name, (process, since) in list(running.items()):
                late = patience is not None and time.monotonic() - since > patience
                if late and process.poll() is None:
                    process.kill()
                    process.wait()
                if process.poll() is not None:
                    del running[name]
            if progress:
                progress(total - len(left) - len(running), total)
            time.sleep(0.05)
    finally:
        for process, _ in running.values():
            process.kill()


def _on_cluster(
    client: Client, waiting: Sequence[str], kept: Path, progress: Callable[[int, int], None] | None
) -> None:
    """Let the workers of a cluster work it out, a game each; what one cannot is left out."""
    from distributed import as_completed

    tasks = [client.submit(worked_out, name, pure=False) for name in waiting]
    for done, task in enumerate(as_completed(tasks), 1):  # type: ignore[no-untyped-call]
        for name, data in () if task.exception() else task.result().items():
            files.write(kept / name, data)
        if progress:
            progress(done, len(tasks))


def worked_out(name: str) -> dict[str, bytes]:
    """All that takes time, by the names of the files that keep it: a worker may be on another machine."""
    with TemporaryDirectory() as folder:
        work_out(name, Path(folder))
        return {page.name: page.read_bytes() for page in Path(folder).iterdir()}


def _done(name: str, kept: Path) -> bool:
    leaf = _leaf(name, kept)
    return leaf is not None and leaf.whole and _rows(name, kept) is not None


def work_out(name: str, kept: Path) -> None:
    """All that takes time, the quickest first; each is kept as soon as it is there."""
    found = game(name)
    origin = almanac.origin_of(found)
    trace = matrix(name)
    for whole in (False, True):
        leaf = Leaf(origin=origin, chapter=chapter_of(Rules(found), odds=whole), whole=whole, trace=trace)
        files.write(kept / f"{name}.page.json", msgspec.json.encode(leaf))
    almanac.almanac([name], kept / f"{name}.json")


def _leaf(name: str, kept: Path) -> Leaf | None:
    """What is kept of a game, unless its rules or programs have changed since."""
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
    """By the rules as by default."""


def _odd(heading: Heading, row: almanac.Row, first: bool) -> Odd:
    chosen = game(heading.id).data
    defaults = {option.id: option.default for option in chosen.options}
    under = [row.table] if row.table else []
    under += [f"{words(name)} {value}" for name, value in row.chosen.items() if defaults.get(name) != value]
    assert row.edge_decimal is not None
    return Odd(
        heading.id,
        heading.title,
        called(chosen, row.wager),
        ", ".join(dict.fromkeys(under)),
        row.edge_decimal,
        percent(row.edge_decimal),
        row.edge if len(row.edge) <= 20 else "" if row.kind == "exact" else "simulated",
        "" if row.hit_frequency is None else percent(row.hit_frequency, 2),
        "" if row.deviation is None else f"{row.deviation:.2f}",
        row.cite,
        first,
    )


def _pages(
    headings: Sequence[Heading], kept: Path, rows: dict[str, list[almanac.Row] | None]
) -> Iterator[tuple[str, bytes]]:
    page = templates(TEMPLATES)
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
        told = page.get_template("site-game.html").render(
            chapter=chapter,
            odds=odds,
            known=found is not None,
            whole=leaf is not None and leaf.whole,
            why=next((row.why for row in found or () if row.why), ""),
            trace=leaf.trace if leaf else [],
            terms=_terms(heading.id),
            root="../",
        )
        yield f"games/{heading.id}.html", told.encode()
    families: dict[str, list[Heading]] = {}
    for heading in headings:
        families.setdefault(words(heading.family), []).append(heading)
    wagers = {each.id: [wager.name for wager in game(each.id).data.wagers] for each in headings}
    summaries = {each.id: game(each.id).data.summary for each in headings}
    home = page.get_template("site-index.html")
    yield "index.html", home.render(families=families, wagers=wagers, summaries=summaries, root="").encode()
    usual = sorted((each for each in every if each.usual), key=lambda each: each.edge)
    compared = page.get_template("site-compare.html").render(odds=usual, root="")
    yield "compare.html", compared.encode()
    known = [row for found in rows.values() for row in found or ()]
    yield "almanac.json", almanac.as_json(known)
    yield "almanac.csv", almanac.as_csv(known)


def _terms(name: str) -> list[Term]:
    return [term for term in glossary([name]) if any(meaning.cite for meaning in term.meanings)]


if __name__ == "__main__":
    work_out(sys.argv[1], Path(sys.argv[2]))

__all__ = ["Site", "site"]
