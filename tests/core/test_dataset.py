"""Recorded and simulated rounds as data sets, as people read them."""

from __future__ import annotations

import csv
import json
import re
from itertools import count
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl
import pytest

from pitboss import dataset
from pitboss.cli import app
from pitboss.equipment.cards import cards
from pitboss.equipment.chance import Live
from pitboss.equipment.entropy import Seeded
from pitboss.law import Refused
from pitboss.table import File, Table

PAGE = Path(__file__).parents[2] / "docs" / "data.md"


class Stacked(Live):
    """Shoes that begin with these cards, one after the other."""

    def __init__(self, *shoes: str) -> None:
        super().__init__(Seeded(1))
        self.shoes = [cards(names) for names in shoes][::-1]

    def shuffle(self, cards: list[int]) -> list[int]:
        first = self.shoes.pop()
        return first + [card for card in cards if card not in first]


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two rounds of three-card poker by two players, worked out below."""
    file = tmp_path_factory.mktemp("journals") / "table.jsonl"
    ticks = count(1_700_000_000_000, 1000)
    chance = Stacked("Qs 9c Js 7d 8c 9h 3c 7c 2d", "2s 2h Js 7d 7h 9h 3c 8h Td")
    table = Table("three-card-poker", chance=chance, clock=lambda: next(ticks), storage=File(file))
    for seat, name in ((1, "Ann"), (2, "Bea")):
        table.sit(seat, name, 500)
    for choices in (("play", "play"), ("fold", "play")):
        table.bet(1, "ante", 10)
        table.bet(2, "ante", 20)
        table.bet(2, "pair-plus", 5)
        table.deal()
        for seat, choice in enumerate(choices, 1):
            table.act(seat, choice)
    return file


@pytest.fixture(scope="module")
def written(journal: Path) -> Path:
    folder = journal.parent
    app(
        [
            "export",
            str(journal),
            "--out",
            str(folder / "rounds.parquet"),
            str(folder / "decisions.parquet"),
            "--worth",
        ],
        result_action="return_value",
    )
    return folder


# Round 1: the dealer has jack, nine, two and does not qualify: Ann's ante is paid, her play pushes. In round 2
# Ann folds seven high.
NETS = {(1, 1): 10_00, (2, 1): -10_00}


def test_wagers_sum_to_what_each_seat_won(written: Path) -> None:
    rounds = pd.read_parquet(written / "rounds.parquet")
    nets = rounds.groupby(["round", "seat"])["net"].sum()
    assert {key: nets[key] for key in NETS} == NETS
    assert list(rounds.columns) == list(dataset.WAGERS)
    assert set(rounds["player"]) == {"Ann", "Bea"}
    assert rounds["at"].dt.year.unique().tolist() == [2023]
    first = rounds[(rounds["round"] == 1) & (rounds["seat"] == 1)].set_index("wager")
    assert (first.loc["ante", "result"], first.loc["ante", "pays"]) == ("win", 10_00)
    assert (first.loc["play", "result"], first.loc["play", "net"]) == ("push", 0)


def test_decisions_show_what_was_seen_legal_chosen_and_worth(written: Path) -> None:
    decisions = pl.read_parquet(written / "decisions.parquet")
    assert decisions.columns == list(dataset.DECISIONS)
    assert decisions["chosen"].to_list() == ["play", "play", "fold", "play"]
    assert decisions["number"].to_list() == [1, 2, 1, 2]
    row = decisions.row(0, named=True)
    seen = {each["owner"]: each["cards"] for each in row["seen"]}
    assert seen == {"1": ["Qs", "7d", "3c"], "2": ["??"] * 3, "dealer": ["??"] * 3}
    assert [each["decision"] for each in row["legal"]] == ["play", "fold"]
    assert row["worth"][1] == -10_00  # whoever folds loses the ante
    assert [row["best"] for row in decisions.iter_rows(named=True)] == ["play", "play", "fold", "play"]


def test_duckdb_reads_both_together(written: Path) -> None:
    rounds, decisions = written / "rounds.parquet", written / "decisions.parquet"
    found = duckdb.sql(
        f"select d.chosen, r.cite from '{decisions}' d join '{rounds}' r using (journal, round, seat) "
        "where r.wager = 'ante' and d.seat = 1 order by round"
    ).fetchall()
    assert found == [("play", "13:69F-20.11(a)1"), ("fold", "13:69F-20.10(b)")]


def test_csv_says_the_same_without_any_library(journal: Path, written: Path, tmp_path: Path) -> None:
    app(
        ["export", str(journal), "--out", str(tmp_path / "r.csv"), str(tmp_path / "d.csv")],
        result_action="return_value",
    )
    with (tmp_path / "r.csv").open() as file:
        rows = list(csv.DictReader(file))
    parquet = pd.read_parquet(written / "rounds.parquet")
    assert [int(row["net"]) for row in rows] == parquet["net"].tolist()
    with (tmp_path / "d.csv").open() as file:
        assert json.loads(next(csv.DictReader(file))["seen"])[0]["owner"] in ("1", "2", "dealer")


def test_nothing_is_written_of_a_journal_that_was_altered(journal: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(journal.read_bytes().replace(b'"pays":1000', b'"pays":9000', 1))
    with pytest.raises(Refused, match="chain breaks"):
        app(["export", str(bad), "--out", str(tmp_path / "r.parquet")], exit_on_error=False)
    assert [page.name for page in tmp_path.iterdir()] == ["bad.jsonl"]


@pytest.mark.parametrize(
    ("out", "sentence"),
    [
        (["r.json"], "is no data set; its name ends with .parquet or .csv"),
        (["a.csv", "b.csv", "c.csv"], "one file for wagers, and one for decisions"),
        (["a.csv", "--worth"], "--worth needs a file of decisions"),
    ],
)
def test_what_cannot_be_written_is_refused_first(
    out: list[str], sentence: str, journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Refused, match=sentence):
        app(["export", str(journal), "--out", *out], exit_on_error=False)
    assert not list(tmp_path.iterdir())


def test_simulated_rounds_are_those_of_the_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rounds.parquet"
    plan = ["simulate", "big-six", "--plan", "big6:1 10 + big6:20 5", "--rounds", "3000", "--seed", "5"]
    app([*plan, "--out", str(file), "--json"], result_action="return_value")
    report = json.loads(capsys.readouterr().out)
    rows = pl.read_parquet(file)
    assert rows.columns == list(dataset.SIMULATED)
    assert rows.height == 6000
    assert rows["round"].n_unique() == 3000
    net = sum(float(each["net"]) for each in report["wagers"])
    assert rows["net"].sum() == round(net * 100)
    assert set(rows.filter(pl.col("wager") == "big6:1")["net"]) == {-10_00, 10_00}  # 1 to 1
    assert set(rows.filter(pl.col("wager") == "big6:20")["net"]) == {-5_00, 100_00}  # 20 to 1


def test_every_column_is_documented() -> None:
    documented = set(re.findall(r"`(\w+)`", PAGE.read_text(encoding="utf-8")))
    assert {*dataset.WAGERS, *dataset.DECISIONS, *dataset.SIMULATED} <= documented
