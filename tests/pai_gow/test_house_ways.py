"""A house's own way to set hands, posted row by row: 10.7(e), 11.9(d), 31.12(d), 34.12(d)."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from pitboss.book import Refused, Rules, game
from pitboss.book.data import HouseWay
from pitboss.odds.book import analyze
from pitboss.table import Table
from pitboss.table.case import read_case, settle
from pitboss.table.check import check, lawful_rules
from pitboss.table.journal import Memory, read
from pitboss.table.lawful import rules_named
from pitboss.table.replay import replayed
from pitboss.web import questions

GAMES = ("pai-gow", "pai-gow-poker", "asia-poker", "supreme-pai-gow")
EXAMPLES = [(name, way) for name in GAMES for way in game(name).data.house_ways]
ANY_HAND = {"most": "low"}
NO_PAIR = {"hand": "no pair", "low": "second and third"}
THREES = {"hand": "three of a kind", "low": "singles"}
COMPLETE = game("pai-gow-poker").data.house_ways[1].aims


def written(folder: Path, name: str, way: HouseWay) -> Path:
    """The example as a table file that posts it."""
    rows = ", ".join(
        "{ " + ", ".join(f'"{key}" = "{value}"' for key, value in row.items()) + " }" for row in way.aims
    )
    file = folder / "table.toml"
    file.write_text(f'game = "{name}"\n[house_way]\nthen = {way.then}\naims = [{rows}]\n')
    return file


@pytest.mark.parametrize(("name", "way"), EXAMPLES, ids=[f"{name}-{way.id}" for name, way in EXAMPLES])
def test_a_way_posted_is_the_way_chosen(name: str, way: HouseWay, tmp_path: Path) -> None:
    """An example copied into a table file is read as the example: settings and mathematics follow from that."""
    file = written(tmp_path, name, way)
    assert check(file) == []
    rules, _ = lawful_rules(file)
    assert rules["house-way"] == "posted"
    assert rules.way == game(name).rules(house_way=way.id).way
    assert rules.changed({"house-way": way.id})["house-way"] == way.id
    memory = Memory()
    Table(rules.game, rules, seed=1, storage=memory)
    assert replayed(read(memory.lines)).rules.way == rules.way


def test_34_12_d_odds_of_a_table_file_follow_its_house_way(tmp_path: Path) -> None:
    """The same figures from the file, from the option and from a house's server."""
    supreme = game("supreme-pai-gow")
    file = written(tmp_path, supreme.id, supreme.data.house_ways[1])
    posted = analyze(rules_named(str(file)), "supreme-pai-gow")
    chosen = analyze(supreme.id, "supreme-pai-gow", ["house-way=high-first"])
    assert [row.house_edge for row in posted] == [row.house_edge for row in chosen]
    assert [row.house_edge for row in posted] != [
        row.house_edge for row in analyze(supreme.id, "supreme-pai-gow")
    ]
    asked = questions.odds(questions.asked(lawful_rules(file)[0]))
    assert [row["house_edge"] for row in asked[:2]] == [row.json()["house_edge"] for row in posted]
    with pytest.raises(Refused, match="leave out --set"):
        rules_named(str(file), ["house-way=balanced"])


@pytest.mark.parametrize(
    ("name", "way", "says"),
    [
        ("pai-gow", {}, "last row must be for any hand"),
        ("pai-gow", {"aims": [{"high": "7", "most": "high"}]}, "last row must be for any hand"),
        ("pai-gow", {"aims": [{"high": "elf", "most": "high"}, ANY_HAND]}, "a house way has 'elf'"),
        ("pai-gow", {"aims": [{"high": "9 of 7-7", "most": "high"}, ANY_HAND]}, "a house way has '9 of 7-7'"),
        ("pai-gow", {"aims": [{"holding": "6-6", "most": "low"}, ANY_HAND]}, "must hold two tiles"),
        ("pai-gow", {"aims": [{"holding": "As Kd", "most": "low"}, ANY_HAND]}, "must hold two tiles"),
        ("pai-gow", {"aims": [{"holding": "7-7 7-7", "most": "low"}, ANY_HAND]}, "not a card"),
        ("pai-gow", {"aims": [{"most": "middle"}]}, "must say what to maximize"),
        ("pai-gow", {"aims": [{"if": "rich", "most": "low"}, ANY_HAND]}, "has 'if'"),
        ("pai-gow-poker", {}, "has no row for every hand of"),
        ("pai-gow-poker", {"aims": COMPLETE[:-1]}, "has no row for every hand of no pair"),
        ("pai-gow-poker", {"aims": [{**NO_PAIR, "if": "single >= K"}, *COMPLETE[:-1]]}, "no pair; end with"),
        (
            "pai-gow-poker",
            {"aims": [{"hand": "no pair", "low": "singles"}, *COMPLETE]},
            "would be the higher",
        ),
        ("pai-gow-poker", {"aims": [{"hand": "two pairs", "low": "pair"}, *COMPLETE]}, "would be the higher"),
        ("pai-gow-poker", {"aims": [{**THREES, "low": "pair"}, *COMPLETE]}, "no such cards for the low hand"),
        (
            "pai-gow-poker",
            {"aims": [{**NO_PAIR, "low": "kept"}, *COMPLETE]},
            "straight or flush; the row's hand must say so",
        ),
        ("asia-poker", {}, "each once"),
        ("asia-poker", {"then": ["high", "high", "low"]}, "each once"),
        ("asia-poker", {"then": ["high", "medium", "low"], "aims": [{"middle": "pair"}]}, "'middle'"),
        ("asia-poker", {"then": ["high", "medium", "low"], "aims": [{"high": "pair"}] * 13}, "at most 12"),
        ("supreme-pai-gow", {"then": ["high", "low"], "aims": [{"high": "12"}]}, "a house way has '12'"),
        ("supreme-pai-gow", {"then": ["high", "low"], "aims": [{"high": "7"}] * 61}, "at most 60 rows"),
        ("fast-action-hold-em", {"then": ["high"]}, "does not let the house post a house way"),
        ("craps", {"then": ["high"]}, "does not let the house post a house way"),
        ("supreme-pai-gow", {"then": "high"}, "house_way"),
        ("supreme-pai-gow", {"rows": []}, "house_way"),
    ],
)
def test_a_way_that_cannot_be_read_is_refused_in_a_sentence(
    name: str, way: dict[str, object], says: str, tmp_path: Path
) -> None:
    """By `check`, and by `settle` before a card is looked at."""
    rows = ", ".join(
        "{ " + ", ".join(f'"{k}" = "{v}"' for k, v in row.items()) + " }"
        for row in way.get("aims", [])  # type: ignore[attr-defined]
    )
    lines = [f"{key} = {value!r}" for key, value in way.items() if key != "aims"]
    file = tmp_path / "table.toml"
    file.write_text("\n".join([f'game = "{name}"', "[house_way]", *lines, f"aims = [{rows}]"]))
    with pytest.raises(Refused, match=says):
        check(file)
    case = {"game": name, "house_way": way, "seats": [{"seat": 1, "wagers": {name: 10}}]}
    with pytest.raises(Refused, match=says if says != "house_way" else r"then|rows"):
        settle(read_case(msgspec.json.encode(case)))


def test_a_way_is_posted_or_chosen() -> None:
    way = HouseWay(then=["high", "low"])
    with pytest.raises(Refused, match="either posted row by row or chosen"):
        Rules(game("supreme-pai-gow"), {"house-way": "balanced"}, house_way=way)
