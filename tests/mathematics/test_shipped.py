"""The almanac that ships: nothing in it is stale, a sample of it is proved again, and what it has is answered without
NumPy and Numba; what follows from other rules is never used."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from random import Random
from types import FrameType

import pytest

import pitboss
from pitboss.book import Refused, game
from pitboss.odds import proved
from pitboss.odds.book import analyze
from pitboss.odds.proved import origin, proving, store
from pitboss.odds.proved.watched import Reads, Watched, read

SHIPPED = sorted(page.stem for page in store.HOME.glob("*.almanac"))
PACKAGE = Path(pitboss.__file__).parent
SAMPLE = 12
QUICK = 1.0
"""Seconds that a figure took when it was proved."""


def pages(name: str) -> store.Pages:
    found = store.pages(name)
    assert found is not None
    return found


# ---- the almanac -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_nothing_shipped_is_stale(name: str) -> None:
    shipped, now = pages(name).origin, origin.current(game(name), proving.KINDS)
    assert (shipped.data, shipped.code) == (now.data, now.code), (
        "python -m pitboss.odds.proved proves it again"
    )


def test_a_sample_is_proved_again() -> None:
    quick = []
    for name in SHIPPED:
        for tree, took in pages(name).seconds.items():
            ways = list(store.paths(pages(name).tree(tree)))
            if ways and took / len(ways) < QUICK:
                quick += [(name, tree, reads, answer) for reads, answer in ways]
    for name, tree, reads, answer in Random(7).sample(quick, SAMPLE):
        kind, _, wager = tree.partition(" ")
        rules = proved.table(game(name), reads, wager)
        assert proving.computed(kind, wager, rules) == bytes(pages(name).answers[answer]), (name, tree, reads)


def test_red_dog_by_hand() -> None:
    """One deck. A pair stands off, or is paid 11 to 1 for the third. With one to eleven ranks between the cards it is
    5, 4, 2 and 1 to 1, and twice the ante where that wins on average."""
    brings = Fraction(0)
    for low in range(13):
        for high in range(low, 13):
            spread = high - low - 1
            if spread < 0:
                brings += Fraction(4 * 3, 52 * 51) * Fraction(2, 50) * 11
            elif spread:
                pays = {1: 5, 2: 4, 3: 2}.get(spread, 1)
                won = Fraction(4 * spread, 50)
                each = won * pays - (1 - won)
                brings += Fraction(2 * 4 * 4, 52 * 51) * each * (2 if each > 0 else 1)
    (row,) = proved.odds(game("red-dog").rules(decks=1))
    assert (row.house_edge, bool(row.proved)) == (-brings, True)


APART = {("pitboss.law", "rule"), ("pitboss.law", "Rule.__new__"), ("pitboss.law", "Rule.compiled"),
         ("pitboss.book.data", "IrregularityData.happens")}  # fmt: skip
"""How rules are declared and compiled, and what proofreads a file."""


@pytest.mark.parametrize("name", ["red-dog", "mini-baccarat", "roulette"])
def test_all_that_runs_for_a_figure_is_in_its_digest(name: str) -> None:
    found = type(game(name))(game(name).path)  # nothing read of its file yet
    list(found.mathematics.odds(found.rules()))
    del found.__dict__["data"]
    rules, mathematics, ran = found.rules(), found.mathematics, set[tuple[str, str]]()

    def noted(frame: FrameType, event: str, _: object) -> None:
        file = Path(frame.f_code.co_filename)
        if event == "call" and file.is_relative_to(PACKAGE):
            module = ".".join(("pitboss", *file.relative_to(PACKAGE).with_suffix("").parts))
            ran.add((module.removesuffix(".__init__"), frame.f_code.co_qualname.partition(".<locals>")[0]))

    sys.setprofile(noted)
    try:
        list(mathematics.odds(rules))
    finally:
        sys.setprofile(None)
    reached = origin.reached(found, "odds")
    told = {(module, part) for module, part in ran if origin.counts(module) and not part.startswith("<")}
    assert len(told) > 20
    assert {each for each in told - APART if each not in reached} == set()


# ---- answers ---------------------------------------------------------------------------------------------

COMMANDS = (
    "odds craps",
    "odds red-dog --json",
    "odds casino-war --all",
    "odds roulette --set wheel=double-zero --json",
    "odds mini-baccarat",
    "odds craps --wager pass --json",
    "odds sic-bo --json",
    "strategy red-dog",
    "strategy casino-war --json",
    "report red-dog --json",
)


def run(code: str, home: Path = PACKAGE, **changed: str) -> str:
    """What a program of Python prints that has the package there."""
    setting = {**os.environ, "PYTHONPATH": str(home.parent), **changed}
    found = subprocess.run(
        [sys.executable, "-c", code], env=setting, capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stderr
    return found.stdout


def test_a_new_users_first_commands_need_neither_numpy_nor_numba() -> None:
    run(
        "import sys\n"
        "sys.modules.update(numpy=None, numba=None)\n"
        "from pitboss.cli import app\n"
        f"for words in {COMMANDS!r}:\n"
        "    app(words.split(), exit_on_error=False, result_action='return_value')\n"
    )


def test_the_json_of_the_odds_is_that_of_the_computed() -> None:
    rules = game("craps").rules()
    computed = [row.json() for row in game("craps").mathematics.odds(rules)]
    assert [row.json() for row in proved.odds(rules)] == computed


def test_recompute_compares() -> None:
    (row,) = analyze("red-dog", recompute=True)
    assert row.proved.endswith("computed again with the same result")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The package, to be edited."""
    home = tmp_path / "pitboss"
    shutil.copytree(PACKAGE, home, ignore=shutil.ignore_patterns("__pycache__"))
    return home


KNOWN = """
from pitboss.odds import proved
from pitboss.book import game
print(proved.known_odds(game("red-dog").rules()) is not None)
"""


@pytest.mark.parametrize(
    ("file", "was", "becomes", "known"),
    [
        ("games/high_card/red_dog.toml", "5 to 1", "6 to 1", False),
        ("games/high_card/red_dog_mathematics.py", "4 * first", "3 * first", False),
        ("equipment/cards.py", "range(52)", "range(48)", False),
        ("games/high_card/red_dog_mathematics.py", "\n\n\n", "\n\n\n# A comment.\n", True),
        ("games/high_card/red_dog_mathematics.py", '"""The', '"""Once more the', True),
        ("table/driver.py", '"""', '"""Now. ', True),
    ],
)
def test_what_follows_from_other_rules_is_not_used(
    copy: Path, file: str, was: str, becomes: str, known: bool
) -> None:
    text = (copy / file).read_text(encoding="utf-8")
    assert was in text
    (copy / file).write_text(text.replace(was, becomes, 1), encoding="utf-8")
    cache = str(copy.parent / "cache")
    for _ in range(2):  # the second time what was found out is kept
        assert run(KNOWN, copy, PITBOSS_CACHE=cache).strip() == str(known)


def test_other_figures_of_a_table_are_not_looked_up() -> None:
    rules = game("red-dog").rules
    assert proved.known_odds(rules()) is not None
    table = game("red-dog").data.pay_grids[0]
    posted = {table.wager: {str(table.rows[0][0]): "9 to 1"}}
    other = type(rules())(game("red-dog"), pay_tables=posted, lawful=False)
    assert proved.known_odds(other) is None


# ---- what bears on a figure ------------------------------------------------------------------------------


def test_what_is_read_is_noted_and_nothing_else() -> None:
    reads: Reads = {}
    rules = Watched(game("casino-war").rules(), reads)
    assert not reads
    assert len(rules.pack()) == 6 * 52
    assert reads == {"option decks": 6}
    rules.limits("initial")
    assert {"chip", "limits initial"} <= reads.keys()
    assert all(read(game("casino-war").rules(), source) == fact for source, fact in reads.items())


def test_what_a_caller_gives_is_not_read() -> None:
    reads: Reads = {}
    changed = Watched(game("casino-war").rules(), reads).changed({"decks": 8})
    assert (changed["decks"], reads) == (8, {})


def test_a_tree_holds_to_what_was_read() -> None:
    tree = store.grown(None, [("option decks", 6), ("option soft-17", "hit")], 0)
    tree = store.grown(tree, [("option decks", 6), ("option soft-17", "stand")], 1)
    assert sorted(answer for _, answer in store.paths(tree)) == [0, 1]
    with pytest.raises(AssertionError):
        store.grown(tree, [("option soft-17", "hit")], 2)


def test_every_lawful_combination_is_there_where_a_tree_is_whole() -> None:
    shipped = pages("casino-war")
    assert "odds tie" in shipped.whole
    for decks in (6, 7, 8):
        (tie,) = proved.odds(game("casino-war").rules(decks=decks), "tie")
        cards = 52 * decks
        assert tie.proved
        assert tie.hit_rate == Fraction(4 * decks - 1, cards - 1)


def test_a_table_that_no_text_allows_is_refused() -> None:
    with pytest.raises(Refused):
        proved.table(game("casino-war"), {"option decks": 6, "chip": 1}, "tie")


def test_the_almanac_is_small() -> None:
    assert sum(page.stat().st_size for page in store.HOME.glob("*.almanac")) < 15_000_000


def test_json_answers_have_the_shape_of_ever() -> None:
    told = json.loads(json.dumps(proved.odds(game("red-dog").rules())[0].json()))
    assert told["house_edge"]["fraction"] == "17533/626665"
