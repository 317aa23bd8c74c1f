"""The book as a site: pages stand and links lead somewhere, figures are those of the command line, and what is kept is
used again."""

from __future__ import annotations

import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

from pitboss import cli
from pitboss import site as papers
from pitboss.book import Refused, game
from pitboss.odds import almanac
from pitboss.odds.book import analyze
from pitboss.site import KEPT, Site, compute, site, trace_out
from tests.papers.test_guide import well_formed
from tests.web.patrons import chromium
from tests.web.waiting import PATIENCE

NAMES = ["roulette", "casino-war"]

pytestmark = pytest.mark.filterwarnings("ignore:Cyclopts application invoked")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Site]:
    """Roulette is worked out; casino war would take too long for somebody who does not wait at all."""
    folder = tmp_path_factory.mktemp("book") / "site"
    (folder / KEPT).mkdir(parents=True)
    compute("roulette", folder / KEPT)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pitboss.site.matrix", lambda _: [])
        trace_out(["roulette"], folder / KEPT)
    return folder, site(folder, NAMES, patience=0)


def test_a_page_a_game_and_every_link_leads_to_a_file(made: tuple[Path, Site]) -> None:
    folder, told = made
    assert (told.games, told.on_demand) == (2, ("casino-war",))
    pages = sorted(folder.rglob("*.html"))
    assert [page.relative_to(folder).as_posix() for page in pages] == [
        "compare.html",
        "games/casino-war.html",
        "games/roulette.html",
        "index.html",
    ]
    for page in pages:
        text = page.read_text(encoding="utf-8")
        well_formed(text)
        for target in re.findall(r'(?:href|src)="([^"#]+)"', text):
            assert (page.parent / target).resolve().is_file(), (page, target)
        assert not re.search(r"https?://(?!www\.w3\.org)", text)  # it needs no server, not even another's


def test_the_page_tells_the_odds_under_every_table_as_the_command_line_does(made: tuple[Path, Site]) -> None:
    folder, _ = made
    text = unescape((folder / "games" / "roulette.html").read_text(encoding="utf-8"))
    rows = text[text.index("Odds under every authorized table") :]
    for row in analyze("roulette", every=True):
        assert f">{float(row.house_edge) * 100:.3f}%<" in rows
    # Single zero: one pocket of 37 is the house's; double zero: two of 38.
    assert "2.703%" in rows
    assert "5.263%" in rows
    assert "on demand" not in rows


def test_what_would_take_long_says_how_it_is_worked_out(made: tuple[Path, Site]) -> None:
    folder, _ = made
    text = (folder / "games" / "casino-war.html").read_text(encoding="utf-8")
    assert "Computed on demand: <code>pitboss odds casino-war --all</code>" in text
    assert "What is paid" in text
    assert "casino-war" not in (folder / "almanac.csv").read_text(encoding="utf-8")


def test_wagers_are_compared_the_best_first_and_games_are_found_by_their_wagers(
    made: tuple[Path, Site],
) -> None:
    folder, _ = made
    compared = (folder / "compare.html").read_text(encoding="utf-8")
    edges = [
        float(each)
        for each in re.findall(r'data-value="([\d.e-]+)">[\d.-]+%</td><td class="figure" data', compared)
    ]
    assert len(edges) == len({row.wager for row in analyze("roulette", every=True)})
    assert edges == sorted(edges)
    home = (folder / "index.html").read_text(encoding="utf-8")
    (found,) = re.findall(r'href="games/roulette.html" data-words="([^"]+)"', home)
    for wager in game("roulette").data.wagers:
        assert wager.name.lower() in unescape(found)


def test_the_almanac_lies_beside_it(made: tuple[Path, Site]) -> None:
    folder, _ = made
    rows = almanac.read(folder / "almanac.json")
    assert rows == almanac.read(folder / "almanac.csv")
    assert [row.wager for row in rows] == [row.wager for row in analyze("roulette", every=True)]


def test_what_is_kept_is_not_worked_out_again_unless_the_rules_have_changed(
    made: tuple[Path, Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, _ = made
    started: list[list[str]] = []

    def start(command: list[str], **_: object) -> None:
        started.append(command)
        raise KeyboardInterrupt

    monkeypatch.setattr(papers.subprocess, "Popen", start)
    site(folder, ["roulette"])
    assert started == []
    changed = almanac.Origin("another", "another", "another")
    monkeypatch.setattr(papers.almanac, "origin_of", lambda _: changed)
    with pytest.raises(KeyboardInterrupt):
        site(folder, ["roulette"])
    ((python, *command),) = started
    assert python == sys.executable
    # Nothing from the working folder.
    assert command == ["-P", "-m", "pitboss.site", str(folder / KEPT), "trace", "roulette"]


def test_what_fails_is_told_with_the_reason_and_not_as_slow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A process that has nothing to work out says why; the pages are written all the same."""
    failed = papers._work([papers.Job(("whist",), None)], tmp_path, 1, None)
    assert failed["whist"].startswith("there is no game 'whist'")
    monkeypatch.setattr(papers, "_work", lambda *_: {"big-six": "ZeroDivisionError: division by zero"})
    told = site(tmp_path / "site", ["big-six", "roulette"])
    assert (told.on_demand, [*told.failed]) == (("roulette",), ["big-six"])
    assert (tmp_path / "site" / "games" / "big-six.html").is_file()
    monkeypatch.setattr(sys, "argv", ["pitboss", "site", str(tmp_path / "site"), "big-six"])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 0
    assert "big-six could not be computed: ZeroDivisionError" in capsys.readouterr().err


def test_whoever_works_a_game_out_ends_well(tmp_path: Path) -> None:
    assert papers._work([papers.Job(("roulette",), None)], tmp_path, 1, None) == {}
    assert sorted(each.name for each in tmp_path.iterdir()) == ["roulette.json", "roulette.page.json"]


def test_whoever_works_a_game_out_ends_with_the_one_who_asked(tmp_path: Path) -> None:
    """Whose end of the standard input is closed, however he ended."""
    command = [sys.executable, "-P", "-m", "pitboss.site", str(tmp_path), "craps"]
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, timeout=PATIENCE, check=False)
    assert ended.returncode == 1
    assert not (tmp_path / "craps.json").exists()


@pytest.mark.parametrize("words", [("whist",), ("--all",), ("--workers", "0"), ()])
def test_bad_input_is_one_sentence_and_nothing_is_written(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
) -> None:
    """A game that there is none, a folder that is a file, and a folder with somebody's things in it."""
    out = tmp_path / "out"
    if words == ("--all",):
        out.write_text("mine", encoding="utf-8")
    elif not words:
        out.mkdir()
        (out / "mine.txt").write_text("mine", encoding="utf-8")
    before = sorted(tmp_path.rglob("*"))
    monkeypatch.setattr(sys, "argv", ["pitboss", "site", str(out), *words])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert sorted(tmp_path.rglob("*")) == before


def test_a_game_outside_the_book_has_no_page_in_its_site(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"lucky_sum\.toml is not in the book"):
        site(tmp_path / "site", ["examples/lucky_sum/lucky_sum.toml"])
    assert not (tmp_path / "site").exists()


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(Refused, match="whist"):
        site(Path("nowhere"), ["whist"])


def test_the_workers_of_a_cluster_work_it_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import LocalCluster

    monkeypatch.setattr("pitboss.site.matrix", lambda _: [])
    here = {"n_workers": 1, "processes": False, "dashboard_address": None}
    with LocalCluster(**here) as cluster:
        told = site(tmp_path / "site", ["big-six"], cluster=cluster.scheduler_address)
    assert (told.games, told.on_demand) == (1, ())
    page = (tmp_path / "site" / "games" / "big-six.html").read_text(encoding="utf-8")
    for row in analyze("big-six"):
        assert f"{float(row.house_edge) * 100:.3f}%" in page


def test_where_no_cluster_answers_no_site_is_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def silent(address: str) -> None:
        raise Refused(f"no Dask scheduler answers at {address}")

    monkeypatch.setattr("pitboss.sim.cluster.client_of", silent)
    with pytest.raises(Refused, match="no Dask scheduler answers at nowhere"):
        site(tmp_path / "site", ["big-six"], cluster="nowhere")
    assert not (tmp_path / "site").exists()


def test_pages_opened_as_files_are_searched_sorted_and_have_their_contents(
    made: tuple[Path, Site],
) -> None:
    """On a phone nothing is wider than it; on paper, with margins, tables have their columns."""
    folder, _ = made
    site(folder, NAMES, patience=0)
    with chromium() as browser:
        page = browser.new_page(viewport={"width": 390, "height": 844})
        page.goto((folder / "index.html").as_uri())
        assert page.locator("[data-words]:visible").count() == 2
        page.get_by_role("searchbox").fill("FIRST five")
        assert page.locator("[data-words]:visible h3").all_inner_texts() == ["Roulette"]
        page.get_by_role("link", name="Wagers compared").click()
        edges = page.locator(".compared tbody tr:visible td:nth-child(3)")
        ascending = edges.all_inner_texts()
        page.get_by_role("button", name="house edge").click()
        page.get_by_role("button", name="house edge").click()
        assert float(edges.first.inner_text()[:-1]) == max(float(each[:-1]) for each in ascending) > 5
        page.goto((folder / "games" / "roulette.html").as_uri())
        contents = page.get_by_role("navigation", name="On this page").get_by_role("link")
        assert contents.all_inner_texts() == page.locator("article h2").all_inner_texts()
        contents.last.click()
        assert page.url.partition("#")[2] == page.locator("article h2").last.get_attribute("id")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.set_viewport_size({"width": 700, "height": 900})
        head = page.locator(".prose thead").first
        assert not head.is_visible()
        page.emulate_media(media="print")
        assert head.is_visible()
