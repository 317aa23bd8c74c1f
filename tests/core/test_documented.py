"""What a case may say is documented in docs/cases.md, whatever games come to use."""

from __future__ import annotations

import json
import re
from pathlib import Path

from pitboss.book.events import POINTS
from pitboss.table.case import Case, CaseEvent, CaseRound, CaseSeat

TESTS = Path(__file__).parent.parent
PAGE = (TESTS.parent / "docs" / "cases.md").read_text(encoding="utf-8")
DOCUMENTED = set(re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL)))


def test_every_field_is_documented() -> None:
    fields = {name for kind in (Case, CaseRound, CaseSeat) for name in kind.__struct_fields__}
    assert fields <= DOCUMENTED
    assert all(f'"{name}"' in PAGE for name in CaseEvent.__struct_fields__)


def test_every_moment_is_documented() -> None:
    assert set(POINTS) <= DOCUMENTED


def test_every_owner_of_cards_in_a_worked_round_is_documented() -> None:
    known = {re.sub(r"\d+", "N", each) for each in DOCUMENTED}
    for page in sorted(TESTS.glob("*/worked*.json")):
        for round_ in json.loads(page.read_text(encoding="utf-8")):
            for each in round_["case"].get("rounds", [round_["case"]]):
                owners = {re.sub(r"\d+", "N", owner) for owner in each.get("cards", ())}
                assert "refused" in round_ or owners <= known, (page.parent.name, round_["id"])
