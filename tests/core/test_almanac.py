"""The almanac as a data set, and what changed between two of them or between two tables."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from pitboss.book import game
from pitboss.difference import Change, difference
from pitboss.law import Refused
from pitboss.odds import WagerOdds, almanac, book
from pitboss.odds.almanac import Row
from tests.core.test_command_line import pitboss

SMALL = ("roulette", "big-six", "casino-war")
FORMS = (".csv", ".json", ".parquet")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    file = tmp_path_factory.mktemp("almanac") / "small.json"
    almanac.almanac(SMALL, file)
    return almanac.read(file)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that are computed from here on."""
    asked: list[str] = []

    def analyze(name: str, *, every: bool) -> list[WagerOdds]:
        asked.append(name)
        return book.analyze(name, every=every)

    monkeypatch.setattr(almanac, "analyze", analyze)
    return asked


def edges(rows: Sequence[Row], name: str, **options: object) -> dict[str, Fraction]:
    """The edge of each wager where these options are chosen and all others are as by default."""
    usual = dict(game(name).rules().options) | {
        key.replace("_", "-"): value for key, value in options.items()
    }
    return {
        row.wager: Fraction(row.house_edge_fraction)
        for row in rows
        if row.game == name and row.chosen.items() <= usual.items()
    }


# ---- the data set ------------------------------------------------------------------------------------


def test_5_2_roulette_under_both_wheels_and_both_rules_of_the_zeros(small: list[Row]) -> None:
    usual = edges(small, "roulette")
    assert usual["straight"] == usual["dozen"] == Fraction(2, 38)
    assert usual["first-five"] == Fraction(3, 38)  # 6 to 1 on five of 38
    assert usual["red"] == Fraction(1, 38)  # half is lost to 0 and 00
    assert edges(small, "roulette", zero_option="entire")["red"] == Fraction(2, 38)
    assert edges(small, "roulette", wheel="single-zero")["straight"] == Fraction(1, 37)
    assert edges(small, "roulette", neighbors="yes")["neighbors"] == Fraction(2, 38)


def test_5_5_big_six_from_its_54_stops(small: list[Row]) -> None:
    stops = {
        "1": (24, 1),
        "2": (15, 2),
        "5": (7, 5),
        "10": (4, 10),
        "20": (2, 20),
        "joker": (1, 45),
        "flag": (1, 45),
    }
    assert edges(small, "big-six") == {
        f"big6:{name}": 1 - Fraction(count * (pays + 1), 54) for name, (count, pays) in stops.items()
    }


@pytest.mark.parametrize("decks", [6, 7, 8])
def test_22_9_a_2_a_tie_at_casino_war_pays_10_to_1_from_every_number_of_decks(
    small: list[Row], decks: int
) -> None:
    tie = Fraction(4 * decks - 1, 52 * decks - 1)
    assert edges(small, "casino-war", decks=decks)["tie"] == 1 - 11 * tie


@pytest.mark.parametrize("ending", [".csv", ".json"])
def test_columns_by_their_earlier_names_are_read(small: list[Row], tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"odds{ending}"
    almanac.write(file, small)
    text = file.read_text(encoding="utf-8")
    for name, earlier in (
        ("house_edge_fraction", "edge"),
        ("house_edge_low", "edge_low"),
        ("house_edge_high", "edge_high"),
        ("house_edge", "edge_decimal"),
        ("hit_rate", "hit_frequency"),
        ("standard_deviation", "deviation"),
    ):
        text = text.replace(name, earlier)
    file.write_text(text, encoding="utf-8")
    assert almanac.read(file) == small


def test_a_row_has_all_that_a_data_set_needs(small: list[Row]) -> None:
    (row,) = [row for row in small if row.wager == "straight" and row.chosen["wheel"] == "double-zero"]
    assert (row.game, row.table, row.cite, row.kind) == ("roulette", "minimum", "13:69F-5.2(a)", "exact")
    assert (row.house_edge_fraction, row.per, row.paid) == ("1/19", "unit of the wager", {"win": "35 to 1"})
    assert row.house_edge == row.element_of_risk == pytest.approx(2 / 38)
    assert row.hit_rate == pytest.approx(1 / 38)
    assert row.standard_deviation == pytest.approx(
        (36**2 * (1 / 38) * (37 / 38)) ** 0.5
    )  # 36 times a throw of 1 in 38
    assert len(row.rules) == len(row.code) == 64
    assert row.version == sys.modules["pitboss"].__version__
    (war, *_) = [row for row in small if row.wager == "initial"]
    assert war.element_of_risk is not None
    assert war.house_edge is not None
    assert war.element_of_risk < war.house_edge  # the war wager is staked, too


def test_rules_are_told_apart_by_their_hash(small: list[Row]) -> None:
    assert len({row.rules for row in small}) == len(SMALL)


@pytest.mark.parametrize("form", FORMS)
def test_every_form_holds_the_same_rows(small: list[Row], tmp_path: Path, form: str) -> None:
    file = tmp_path / f"almanac{form}"
    almanac.write(file, small)
    assert almanac.read(file) == small
    assert [each.name for each in tmp_path.iterdir()] == [file.name]


def test_a_game_among_players_has_a_row_that_says_so(
    tmp_path: Path,
) -> None:
    file = tmp_path / "almanac.csv"
    written = almanac.almanac(["badugi"], file)
    (row,) = almanac.read(file)
    assert row.why == written.without["badugi"] == "badugi has no wager against the house"
    assert (row.house_edge_fraction, row.house_edge) == ("", None)


@pytest.mark.parametrize(
    ("problem", "says"),
    [(Refused("not yet", "5.2(a)"), "not yet (13:69F-5.2(a))"), (KeyError(3), "KeyError: 3")],
)
def test_a_game_that_cannot_be_computed_costs_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problem: Exception, says: str
) -> None:
    file = tmp_path / "almanac.json"

    def analyze(name: str, *, every: bool) -> list[WagerOdds]:
        if name == "roulette":
            raise problem
        return book.analyze(name, every=every)

    with monkeypatch.context() as patched:
        patched.setattr(almanac, "analyze", analyze)
        assert almanac.almanac(["roulette", "big-six"], file).without == {"roulette": says}
    assert len(almanac.read(file)) == 1 + 7
    again = almanac.almanac(["roulette", "big-six"], file)
    assert (again.computed, again.kept, again.without) == (("roulette",), ("big-six",), {})


# ---- going on with it --------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_what_is_in_the_file_is_not_computed_again(tmp_path: Path, counted: list[str], form: str) -> None:
    file = tmp_path / f"almanac{form}"
    almanac.almanac(["big-six"], file)
    written = almanac.almanac(["roulette", "big-six"], file)
    assert counted == ["big-six", "roulette"]
    assert (written.computed, written.kept) == (("roulette",), ("big-six",))
    before = file.read_bytes()
    almanac.almanac(["roulette", "big-six"], file)
    assert counted == ["big-six", "roulette"]
    assert file.read_bytes() == before


@pytest.mark.parametrize("field", ["version", "rules", "code"])
def test_what_others_made_is_computed_again(tmp_path: Path, counted: list[str], field: str) -> None:
    file = tmp_path / "almanac.csv"
    almanac.almanac(["big-six", "casino-war"], file)
    rows = almanac.read(file)
    old = [msgspec.structs.replace(row, **{field: "older"}) if row.game == "big-six" else row for row in rows]
    almanac.write(file, old)
    counted.clear()
    almanac.almanac(["big-six", "casino-war"], file)
    assert counted == ["big-six"]
    assert almanac.read(file) == rows


def test_an_interrupted_almanac_keeps_what_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "almanac.json"

    def analyze(name: str, *, every: bool) -> list[WagerOdds]:
        if name == "casino-war":
            raise KeyboardInterrupt
        return book.analyze(name, every=every)

    monkeypatch.setattr(almanac, "analyze", analyze)
    with pytest.raises(KeyboardInterrupt):
        almanac.almanac(["big-six", "casino-war", "roulette"], file)
    assert {row.game for row in almanac.read(file)} == {"big-six"}
    assert list(tmp_path.iterdir()) == [file]


def test_games_not_asked_for_stay_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "almanac.csv"
    almanac.almanac(["casino-war"], file)
    almanac.almanac(["big-six"], file)
    assert list(dict.fromkeys(row.game for row in almanac.read(file))) == ["big-six", "casino-war"]


def test_progress_goes_from_nothing_to_all(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    almanac.almanac(["big-six", "casino-war"], tmp_path / "a.csv", lambda *at: told.append(at))
    assert told == [(0, 2), (1, 2), (2, 2)]


# ---- bad input ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", "name,age\nAnn,3\n"),
        ("a.csv", ""),
        ("a.json", '{"game": "roulette"}'),
        ("a.json", "[" * 100_000),
        ("a.json", '[{"game": "big-six", "options": "[", "version": "1", "rules": "2", "code": "3"}]'),
        (
            "a.json",
            '[{"game": "big-six", "house_edge_fraction": "9e999999999", "version": "1", "rules": "2", "code": "3"}]',
        ),
        ("a.parquet", "PAR1"),
        ("a.csv", "\udcff"),
    ],
)
def test_a_file_that_is_no_almanac_is_neither_read_nor_written_over(
    tmp_path: Path, name: str, text: str
) -> None:
    file = tmp_path / name
    file.write_bytes(before := text.encode(errors="surrogateescape"))
    with pytest.raises(Refused, match="is not an almanac"):
        almanac.almanac(["big-six"], file)
    assert file.read_bytes() == before


def test_parquet_without_its_library_says_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(Refused, match=r"pip install 'pitboss\[parquet\]'"):
        almanac.almanac(["big-six"], tmp_path / "a.parquet")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["odds", "big-six", "--out", "OUT.csv"], "--all"),
        (["odds", "big-six", "--all", "--wager", "big6:1", "--out", "OUT.csv"], "give only games"),
        (["odds", "big-six", "--all", "--out", "OUT.xls"], ".parquet"),
        (["odds", "big-six", "whist", "--all", "--out", "OUT.csv"], "whist"),
        (["odds", "big-six", "--all", "--out", "OUT/OUT.csv"], "no folder"),
        (["diff", "OUT.csv", "OUT.json"], "OUT.csv"),
        (["diff", "OUT.toml", "OUT.csv"], "two almanacs"),
    ],
)
def test_bad_input_is_one_sentence_and_leaves_nothing(tmp_path: Path, words: list[str], says: str) -> None:
    done = pitboss(*(word.replace("OUT", str(tmp_path / "OUT")) for word in words))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert says in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_command_writes_the_almanac_and_tells_what_it_did(tmp_path: Path) -> None:
    file = tmp_path / "almanac.csv"
    done = pitboss("odds", "big-six", "casino-war", "--all", "--out", str(file), "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["rows"], told["computed"], told["kept"]) == (7 + 6, ["big-six", "casino-war"], [])
    assert file.read_text().count("\n") == 1 + 13
    assert "in it before: 2" in pitboss("odds", "big-six", "casino-war", "--all", "--out", str(file)).stderr


# ---- what changed ------------------------------------------------------------------------------------

ONE = """
game = "roulette"
name = "Pit 1, table 1"
[limits]
red = [5, 500]
"""
OTHER = """
game = "roulette"
name = "Pit 1, table 2"
[options]
zero-option = "entire"
[limits]
red = [10, 500]
[pay_tables.straight]
win = "36 to 1"
"""


def tables(folder: Path, *texts: str) -> list[Path]:
    files = [folder / f"{number}.toml" for number in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text)
    return files


def edge(fraction: str) -> dict[str, object]:
    return {"fraction": fraction, "percent": round(100 * float(Fraction(fraction)), 6)}


def test_two_tables_of_roulette(tmp_path: Path) -> None:
    found = difference(*tables(tmp_path, ONE, OTHER))
    even_money = ("red", "black", "odd", "even", "low", "high")
    assert found == [
        Change("option", "zero-option", "half", "entire"),
        Change("limits", "red", "$5 to $500", "$10 to $500"),
        Change("pays", "straight win", "35 to 1", "36 to 1"),
        Change("house edge", "straight", edge("1/19"), edge("1/38")),  # 37 of 38 come back
        *(Change("house edge", wager, edge("1/38"), edge("1/19")) for wager in even_money),
    ]


def test_two_tables_of_three_card_poker(tmp_path: Path) -> None:
    table = 'game = "three-card-poker"\n[pay_tables.pair-plus]\nflush = "4 to 1"\nstraight = "{} to 1"\n'
    found = difference(*tables(tmp_path, table.format(6), table.format(5)))
    # Of 22,100 hands 3,744 are pairs, 1,096 flushes, 720 straights, 52 threes, 48 straight flushes, 16,440 nothing.
    lost = {pays: 16_440 - 3_744 - 4 * 1_096 - pays * 720 - 25 * 52 - 35 * 48 for pays in (6, 5)}
    assert found == [
        Change("pays", "pair-plus straight", "6 to 1", "5 to 1"),
        Change("house edge", "pair-plus", *(edge(str(Fraction(lost[pays], 22_100))) for pays in (6, 5))),
    ]


def test_a_wager_newly_offered_is_told_with_its_limits_pays_and_edge(tmp_path: Path) -> None:
    found = difference(*tables(tmp_path, ONE, ONE + '[options]\nseven-numbers = "yes"\n'))
    assert [(each.what, each.of, each.before) for each in found] == [
        ("option", "seven-numbers", "no"),
        ("wager", "seven-numbers", None),
        ("limits", "seven-numbers", None),
        ("pays", "seven-numbers win", None),
        ("house edge", "seven-numbers", None),
    ]
    assert [each.after for each in found] == [
        "yes",
        "offered",
        "$1 to $700",
        "4 to 1",
        edge("3/38"),
    ]  # 38 - 7 * 5


def test_tables_that_differ_by_name_or_by_what_goes_without_saying_are_alike(tmp_path: Path) -> None:
    said = ONE.replace("table 1", "table 9") + '[options]\nzero-option = "half"\n'
    assert difference(*tables(tmp_path, ONE, said)) == []


def test_how_the_dealer_sets_hands_and_what_the_layout_shows_are_compared(tmp_path: Path) -> None:
    way = 'game = "asia-poker"\n[house_way]\nthen = ["low", "high", "medium"]\n[[house_way.aims]]\n'
    one, other = way + 'high = "two-pairs"\nlow = "A"\n', way + 'high = "two-pairs"\nlow = "K"\n'
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pitboss.difference._edges", lambda _: {})  # of hands that take minutes to count
        changed = difference(*tables(tmp_path, one, other))
    assert changed == [Change("house way", "1.", "high two-pairs, low A", "high two-pairs, low K")]
    felt = ONE + '[layout]\nlicensee = "Boardwalk Hall"\n'
    assert difference(*tables(tmp_path, felt, felt.replace("Hall", "Pier"))) == [
        Change("layout", "licensee", "Boardwalk Hall", "Boardwalk Pier")
    ]


def test_tables_of_two_games_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="roulette and big-six"):
        difference(*tables(tmp_path, ONE, 'game = "big-six"\n'))


def test_the_exit_code_tells_alike_from_different(tmp_path: Path) -> None:
    one, other = map(str, tables(tmp_path, ONE, OTHER))
    alike, different = pitboss("diff", one, one, "--json"), pitboss("diff", one, other, "--json")
    assert (alike.returncode, different.returncode) == (0, 1)
    assert json.loads(alike.stdout) == {"before": one, "after": one, "alike": True, "changes": []}
    assert json.loads(different.stdout)["changes"][3] == {
        "what": "house edge",
        "of": "straight",
        "before": edge("1/19"),
        "after": edge("1/38"),
    }
    assert pitboss("diff", one, one).stdout == "alike\n"
    shown = pitboss("diff", one, other)
    assert (shown.returncode, "5.2632 % 1/19" in shown.stdout) == (1, True)


def test_two_almanacs_of_two_versions(small: list[Row], tmp_path: Path) -> None:
    """A later version has another table of straight wagers, one more option and one game less."""
    old, new = tmp_path / "old.csv", tmp_path / "new.json"
    almanac.write(old, small)
    later = []
    for row in small:
        row = msgspec.structs.replace(row, version="9", code="other")
        if row.game == "roulette":
            options = json.dumps({**row.chosen, "ball": "ivory"})
            row = msgspec.structs.replace(row, rules="later", options=options)
            if row.wager == "straight" and row.chosen["wheel"] == "single-zero":
                figures = {"house_edge_fraction": "0", "house_edge": 0.0, "pays": '{"win":"36 to 1"}'}
                row = msgspec.structs.replace(row, **figures)
        if row.game != "big-six":
            later.append(row)
    almanac.write(new, later)
    rules = {row.game: row.rules for row in small}
    assert difference(old, new) == [
        Change("rules", "big-six", rules["big-six"], None),
        Change("rules", "roulette", rules["roulette"], "later"),
        Change("option", "roulette ball", None, "ivory"),
        Change("pays", "roulette straight minimum win", "35 to 1", "35 to 1 or 36 to 1"),
        Change("house edge", "roulette straight minimum wheel=single-zero", edge("1/37"), edge("0")),
    ]


def test_an_almanac_of_another_version_with_the_same_figures_is_alike(
    small: list[Row], tmp_path: Path
) -> None:
    old, new = tmp_path / "old.parquet", tmp_path / "new.csv"
    almanac.write(old, small)
    almanac.write(new, [msgspec.structs.replace(row, version="9", code="other") for row in small])
    assert difference(old, new) == []


def test_reading_parquet_leaves_no_thread_that_could_abort_the_process_when_it_ends(
    small: list[Row], tmp_path: Path
) -> None:
    """A command that had read one was aborted now and then: pyarrow's threads were still waiting."""
    file = tmp_path / "a.parquet"
    almanac.write(file, small)
    counted = (
        "import os, sys, pathlib, pyarrow.parquet; from pitboss.odds import almanac;"
        "threads = lambda: len(os.listdir('/proc/self/task')); before = threads();"
        "almanac.read(pathlib.Path(sys.argv[1])); print(threads() - before)"
    )
    told = subprocess.run([sys.executable, "-c", counted, file], capture_output=True, text=True, check=True)
    assert told.stdout == "0\n"
