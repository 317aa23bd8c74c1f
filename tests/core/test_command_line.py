"""The command line's contract: JSON shapes, one sentence and exit code 2 for bad input, nothing heavy."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pitboss.cli import app
from pitboss.table import Table
from tests.web.waiting import PATIENCE

CASE = {
    "game": "three-card-poker",
    "options": {"six-card-bonus": "A"},
    "state": {},
    "seats": [{"seat": 1, "wagers": {"ante": 10, "pair-plus": 5}, "decisions": ["play"]}],
    "cards": {"1": ["As", "Kd", "2c"], "dealer": ["Qh", "7d", "3s"]},
    "events": [],
}


def pitboss(*words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pitboss", *words]
    return subprocess.run(command, input=given, capture_output=True, text=True, timeout=PATIENCE, check=False)


def answer(*words: str, given: str = "") -> Any:
    done = pitboss(*words, "--json", given=given)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_games_lists_id_title_subchapter_family_and_cite() -> None:
    rows = answer("games")
    (row,) = [row for row in rows if row["id"] == "three-card-poker"]
    assert row == {
        "id": "three-card-poker",
        "title": "Three-card poker",
        "subchapter": "13:69F-20",
        "family": "house-poker",
        "cite": "13:69F-20",
        "status": "adopted",
        "proposals": [],
    }
    assert {row["id"] for row in rows if "Royal Baccarat Bonus" in row["proposals"]} == {
        "baccarat-punto-banco",
        "mini-baccarat",
    }
    assert {row["id"] for row in rows if row["status"] == "proposal"} == {
        "high-card-flush",
        "packs-poker",
        "premium-hold-em",
    }


def test_help_names_every_option_once() -> None:
    """`--game` was listed for the argument and for the option."""
    for command in app:
        if command.startswith("-"):
            continue
        told = io.StringIO()
        with suppress(SystemExit), redirect_stdout(told):
            app([command, "--help"])
        options = re.findall(r"(?:^  |, )(--[\w-]+)", told.getvalue(), re.M)
        assert options
        assert len(options) == len(set(options)), (command, options)


def test_what_is_only_proposed_is_said_to_be_by_rules_and_check(tmp_path: Path) -> None:
    flush, baccarat = answer("rules", "high-card-flush"), answer("rules", "mini-baccarat")
    assert (flush["status"], baccarat["status"]) == ("proposal", "adopted")
    assert "the proposal “High Card Flush”" in flush["source"]
    proposed = {wager["id"] for wager in baccarat["wagers"] if wager.get("status") == "proposal"}
    assert proposed == {"royal-baccarat-bonus", "royal-baccarat-progressive"}
    table = tmp_path / "table.toml"
    table.write_text('game = "mini-baccarat"\n[options]\nroyal-baccarat-table = "A"\n', encoding="utf-8")
    checked = answer("check", str(table))
    assert checked["lawful"]
    assert checked["proposed"][0].startswith("Royal Baccarat Bonus is proposed, not adopted")
    assert "note: Royal Baccarat Bonus is proposed" in pitboss("check", str(table)).stdout


def test_rules_have_the_shape_of_the_contract() -> None:
    rules = answer("rules", "three-card-poker")
    assert {"game", "wagers", "options", "pay_tables", "decisions", "irregularities"} <= set(rules)
    assert {"id", "name", "cite", "required"} <= set(rules["wagers"][0])
    assert {"id", "choices", "default", "cite"} <= set(rules["options"][0])
    assert {"cite", "wager", "table", "rows"} <= set(rules["pay_tables"][0])
    pair_plus = next(table for table in rules["pay_tables"] if table["wager"] == "pair-plus")
    assert {"outcome": "three-of-a-kind", "odds": "25 to 1"} in pair_plus["rows"]
    assert {"id", "cite", "ruling"} <= set(rules["irregularities"][0])


def test_settle_answers_as_the_design_says() -> None:
    settled = answer("settle", "-", given=json.dumps(CASE))
    assert settled["seats"][0]["net"] == 15
    assert settled["seats"][0]["wagers"]["ante"]["result"] == "win"
    assert settled["seats"][0]["wagers"]["ante"]["cite"] == "13:69F-20.11(a)1"
    assert (settled["bank"], settled["fees"], settled["meters"], settled["state"]) == (-15, 0, {}, {})


NO_SPIN = {"game": "roulette", "seats": [{"seat": 1, "wagers": {"red": 10}}], "spins": ["90"]}
SPIN = {"game": "roulette", "seats": [{"seat": 1, "wagers": {"red": 10}}], "spins": ["17"]}


@pytest.mark.parametrize("array", [False, True])
def test_settle_answers_many_cases_a_line_each(array: bool) -> None:
    cases = [CASE, NO_SPIN, SPIN]
    given = json.dumps(cases, indent=1) if array else "\n".join(map(json.dumps, cases)) + "\n"
    done = pitboss("settle", "-", given=given)
    one, two, three = map(json.loads, done.stdout.splitlines())
    assert one["seats"][0]["net"] == 15
    assert two == {"line": 2, "refused": two["refused"], "cite": "13:69F-5.1(d)"}
    assert "90" in two["refused"]
    assert three["seats"][0]["net"] == -10
    assert done.returncode == 2
    assert done.stderr == "pitboss: 1 of 3 cases were refused\n"


def test_settle_prints_a_table_for_people_only_when_asked_or_at_a_terminal() -> None:
    piped, asked = (pitboss("settle", "-", *flags, given=json.dumps(SPIN)) for flags in ((), ("--text",)))
    assert json.loads(piped.stdout)["bank"] == 10
    row = next(line for line in asked.stdout.splitlines() if line.split()[:1] == ["Red"])
    assert row.split()[:3] == ["Red", "$10", "lose"]
    assert "13:69F-5" in row
    assert "bank $10" in asked.stdout


def test_odds_have_the_shape_of_the_contract() -> None:
    (row,) = answer("odds", "three-card-poker", "--wager", "pair-plus")
    assert row["house_edge"] == {"fraction": "707/5525", "percent": 12.79638}
    assert row["method"] == "exact"
    assert {"hit_rate", "standard_deviation", "element_of_risk", "per", "options", "table"} <= set(row)
    assert sum(each["probability"] for each in row["outcomes"]) == pytest.approx(1)


def test_errata_and_trace_answer() -> None:
    rows = answer("errata", "three-card-poker")
    assert {"game", "cite", "class", "printed", "read", "why", "option"} == set(rows[0])
    copies = answer("errata", "three-card-poker", "--class", "copy")
    assert copies == [row for row in rows if row["class"] == "copy"]
    assert 0 < len(copies) < len(rows)
    paragraphs = answer("trace", "three-card-poker")["paragraphs"]
    assert {"cite", "status", "where", "through", "tests", "note"} == set(paragraphs[0])


def broken(**changes: object) -> str:
    return json.dumps({**CASE, **changes})


@pytest.mark.parametrize(
    ("words", "given", "says"),
    [
        (["rules", "whist"], "", "whist"),
        (["settle", "no-such-file.json"], "", "no-such-file.json"),
        (["settle"], "", "file"),
        (["deal-me-in"], "", "deal-me-in"),
        (["odds", "three-card-poker", "--wager", "insurance"], "", "insurance"),
        (["odds", "three-card-poker", "--set", "version"], "", "--set option=value"),
        (["odds", "three-card-poker", "--set", "version=9"], "", "20.6(f)"),
        (["odds", "three-card-poker", "--set", "six-card-bonus=E"], "", "20.11(a)4i"),
        (["odds"], "", "--all"),
        (["settle", "-"], "not json", "cannot be read"),
        (["settle", "-"], '{"game": "three-card-poker", "extra": 1}', "extra"),
        (["settle", "-"], broken(cards={"1": ["As", "As", "2c"], "dealer": ["Qh"]}), "20.2(a)"),
        (["settle", "-"], broken(cards={"1": ["As", "Kd"], "dealer": ["Qh", "7d", "3s"]}), "give a seed"),
        (["settle", "-"], broken(cards={"1": ["Xx"]}), "not a card"),
        (
            ["settle", "-"],
            broken(seats=[{"seat": 1, "wagers": {"ante": 10}, "decisions": ["raise"]}]),
            "raise",
        ),
        (
            ["settle", "-"],
            broken(seats=[{"seat": 1, "wagers": {"ante": 10}, "decisions": [["play", 99]]}]),
            "99",
        ),
        (["settle", "-"], broken(seats=[{"seat": 1, "wagers": {"ante": 10}}]), "no decision"),
        (["settle", "-"], broken(seats=[{"seat": 1, "wagers": {"ante": -5}}]), "minimum"),
        (["settle", "-"], broken(seats=[{"seat": 1, "wagers": {"ante": 1.001}}]), "1.001"),
        (["settle", "-"], broken(seats=[{"seat": 12, "wagers": {"ante": 10}}]), "seat 12"),
        (["settle", "-"], broken(state={"point": 6}), "point"),
        (["settle", "-"], broken(events=[{"irregularity": "flood"}]), "flood"),
        (["settle", "-"], broken(dice=[[1, 2]]), "makes no such throw"),
        (["settle", "-"], broken(seats=[]), "wager"),
        (["replay", "pyproject.toml"], "", "journal"),
        (["check", "no-such.toml"], "", "no-such.toml"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(words: list[str], given: str, says: str) -> None:
    done = pitboss(*words, given=given)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_nothing_is_half_written(tmp_path: Path) -> None:
    page = tmp_path / "guide.html"
    done = pitboss("guide", "whist", "--output", str(page))
    assert done.returncode == 2
    assert list(tmp_path.iterdir()) == []


def test_help_and_games_import_nothing_heavy() -> None:
    script = (
        "import sys, pitboss.cli as cli; sys.argv = ['pitboss', 'games']\n"
        "try: cli.main()\nexcept SystemExit: pass\n"
        "heavy = {'numpy', 'numba', 'pydantic', 'jinja2', 'distributed'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_table_runs_without_numpy_and_numba() -> None:
    script = (
        "import sys\nfrom pitboss.table import Table\n"
        "t = Table('three-card-poker', seed=1); t.sit(1, 'Ann', 100)\n"
        "t.bet(1, 'ante', 10); t.deal(); t.act(1, 'fold')\n"
        "assert not {'numpy', 'numba'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_case_with_a_seed_fills_in_what_it_leaves_open() -> None:
    told = {**CASE, "cards": {"1": ["As", "Kd", "2c"]}, "seed": 3}
    assert answer("settle", "-", given=json.dumps(told)) == answer("settle", "-", given=json.dumps(told))


def test_the_schema_of_a_case_fits_every_worked_round_and_no_misspelt_one() -> None:
    schema = json.loads(pitboss("schema", "case").stdout)
    fits = Draft202012Validator(schema).is_valid
    pages = sorted(Path(__file__).parents[1].glob("*/worked.json"))
    cases = [round_["case"] for page in pages for round_ in json.loads(page.read_text(encoding="utf-8"))[:20]]
    assert len(cases) > 500
    assert all(map(fits, cases))
    assert not fits({**CASE, "seat": 1})
    assert not fits({key: value for key, value in CASE.items() if key != "game"})


def test_the_schemas_of_tables_and_journals() -> None:
    table = json.loads(pitboss("schema", "table").stdout)
    assert Draft202012Validator(table).is_valid({"game": "craps", "limits": {"pass": [5, "500"]}})
    assert not Draft202012Validator(table).is_valid({"game": "craps", "seats": 8.5})
    craps = Table("craps", seed=1)
    craps.sit(1, "Ann", 100)
    craps.bet(1, "pass", 10)
    craps.deal()
    written = [json.loads(line) for line in craps.journal.storage.lines]
    journal = Draft202012Validator(json.loads(pitboss("schema", "journal").stdout))
    assert [line["command"]["command"] for line in written] == ["open", "sit", "bet", "deal"]
    assert all(journal.is_valid(line) for line in written)


def test_an_unknown_field_names_the_known_ones(tmp_path: Path) -> None:
    told = pitboss("settle", "-", given=json.dumps({**CASE, "seats": [{"seat": 1, "bets": {}}]}))
    assert (told.returncode, told.stdout) == (2, "")
    assert "there is no entry bets in seats[0]" in told.stderr
    assert told.stderr.strip().endswith(
        "known fields: seat, wagers, decisions, standing, on, marks, name, funds, adds, verbal, late"
    )
    page = tmp_path / "table.toml"
    page.write_text('game = "craps"\nlimit = 5\n', encoding="utf-8")
    told = pitboss("check", str(page))
    assert told.returncode == 2
    assert "known fields: game, name, seats, chip, increment, options, limits, pay_tables" in told.stderr


def test_a_paper_is_written_and_printed_as_json_at_once(tmp_path: Path) -> None:
    """--out writes the file by its ending, --json prints besides."""
    for command in (
        ("guide", "casino-war", "--without-odds"),
        ("layout", "casino-war"),
        ("report", "casino-war"),
    ):
        for ending in (".html", ".json"):
            file = tmp_path / f"paper{ending}"
            done = pitboss(*command, "--json", "--out", str(file))
            assert done.returncode == 0, done.stderr
            told = json.loads(done.stdout)
            if ending == ".json":
                assert json.loads(file.read_text(encoding="utf-8")) == told
            else:
                assert "<html" in file.read_text(encoding="utf-8")


def test_a_table_of_a_proposed_game_is_not_called_lawful(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('game = "high-card-flush"\n', encoding="utf-8")
    done = pitboss("check", str(file))
    assert done.returncode == 0
    assert ": lawful" not in done.stdout
    assert "proposed, not adopted" in done.stdout


def test_settle_names_wagers_as_players_do() -> None:
    case = {
        "game": "keno",
        "seats": [{"seat": 1, "wagers": {"straight:3-17-29": 1}}],
        "numbers": list(range(61, 81)),
    }
    done = pitboss("settle", "-", "--text", given=json.dumps(case))
    assert "Straight on 3, 17 and 29" in done.stdout
    assert (
        "straight:3-17-29"
        in json.loads(pitboss("settle", "-", given=json.dumps(case)).stdout)["seats"][0]["wagers"]
    )


@pytest.mark.parametrize(
    "command", ["guide", "report", "odds", "check", "settle", "notice", "petition", "simulate"]
)
def test_help_lists_each_option_once_with_a_sentence(command: str) -> None:
    shown = pitboss(command, "--help").stdout
    listed = [line.strip() for line in shown.splitlines() if line.startswith("  -")]
    names = [line.split(":")[0].split()[0] for line in listed]
    assert len(names) == len(set(names))
    assert all(": " in line for line in listed), listed
