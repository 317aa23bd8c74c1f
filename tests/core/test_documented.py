"""What a case may say is documented in docs/cases.md, whatever games come to use."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pitboss import dataset
from pitboss.book import game
from pitboss.book.events import POINTS
from pitboss.cli import app
from pitboss.law import Refused
from pitboss.odds.almanac import Row
from pitboss.papers.rules import as_json
from pitboss.table.case import Case, CaseEvent, CaseRound, CaseSeat
from pitboss.terminal import show_rules

TESTS = Path(__file__).parent.parent
PAGE = (TESTS.parent / "docs" / "cases.md").read_text(encoding="utf-8")
DOCUMENTED = set(re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL)))


def test_every_field_is_documented() -> None:
    fields = {name for kind in (Case, CaseRound, CaseSeat) for name in kind.__struct_fields__}
    assert fields <= DOCUMENTED
    assert all(f'"{name}"' in PAGE for name in CaseEvent.__struct_fields__)


def test_every_moment_is_documented() -> None:
    assert set(POINTS) <= DOCUMENTED


def test_options_that_list_several_amounts_are_documented_and_said_to_be_such(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`pitboss rules` says which take several; one amount alone and several in a string are read."""
    options = as_json(game("hold-em"))["options"]
    assert isinstance(options, list)
    assert {each["id"] for each in options if each["several"]} == {"blinds", "rake-levels", "rake-increments"}
    monkeypatch.setenv("COLUMNS", "400")
    show_rules(game("hold-em").rules())
    said = [row for row in capsys.readouterr().out.splitlines() if "one or more separated by spaces" in row]
    assert [row.split()[0] for row in said] == ["rake-levels", "rake-increments", "blinds"]
    assert """{"blinds": [1, 2]}""" in PAGE
    assert """{"rake-levels": "10 30 60"}""" in PAGE
    for written in ("1 2 4", "1/2/4", [1, 2, 4], ["1", "2.00", 4.0]):
        assert game("hold-em").rules(blinds=written)["blinds"] == "1 2 4"
    assert game("hold-em").rules(blinds=2)["blinds"] == "2"


@pytest.mark.parametrize(
    ("blinds", "says"),
    [
        ([], "blinds cannot be empty"),
        ([1, 0.001], "blinds cannot be 1 0.001: '0.001' is not an amount"),
        ([1, [2]], "blinds cannot be"),
    ],
)
def test_14_10_d_4_a_list_of_blinds_that_cannot_be_is_refused_by_its_paragraph(
    blinds: list[object], says: str
) -> None:
    with pytest.raises(Refused, match=re.escape(says)) as refusal:
        game("hold-em").rules(blinds=blinds)
    assert refusal.value.cite == "13:69F-14.10(d)4"


def test_every_owner_of_cards_in_a_worked_round_is_documented() -> None:
    known = {re.sub(r"\d+", "N", each) for each in DOCUMENTED}
    for page in sorted(TESTS.glob("*/worked*.json")):
        for round_ in json.loads(page.read_text(encoding="utf-8")):
            for each in round_["case"].get("rounds", [round_["case"]]):
                owners = {re.sub(r"\d+", "N", owner) for owner in each.get("cards", ())}
                assert "refused" in round_ or owners <= known, (page.parent.name, round_["id"])


def test_every_command_has_an_example_in_the_list_of_commands() -> None:
    listed = (TESTS.parent / "docs" / "commands.md").read_text(encoding="utf-8")
    shown = {example.split()[1] for example in re.findall(r"\| `(pitboss [^`]+)` \|$", listed, re.M)}
    assert shown == {name for name in app if not name.startswith("-")}


def test_every_column_of_a_data_set_is_documented() -> None:
    page = (TESTS.parent / "docs" / "data.md").read_text(encoding="utf-8")
    columns = {
        name for cell in re.findall(r"^\| (`.*?) \|", page, re.M) for name in re.findall(r"`(\w+)`", cell)
    }
    written = (dataset.WAGERS, dataset.DECISIONS, dataset.SIMULATED, Row.__struct_encode_fields__)
    assert columns == {name for one in written for name in one}
