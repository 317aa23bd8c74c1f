"""Cases with something wrong in them: whatever it is, the answer is a settlement or a sentence."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

from pitboss.law import Refused
from pitboss.table.case import read_case, settle

WORKED = sorted((Path(__file__).parent.parent).glob("*/worked.json"))
ODD: list[object] = [
    None, -1, 0, 1, 10**12, "x", "", [], {}, "As", [1, 2], True, 3.5, "1.2", "dealer",
    ["raise", 20], ["play"], [[]], [[7, 7]], ["call-on", "pass"],
]  # fmt: skip


def spoiled(case: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The case with a value left out or replaced somewhere."""
    whole = copy.deepcopy(case)
    node: Any = whole
    while node:
        key = chance.choice(list(node)) if isinstance(node, dict) else chance.randrange(len(node))
        if chance.random() < 0.35 or not isinstance(node[key], dict | list):
            if chance.random() < 0.3:
                del node[key]
            elif isinstance(node[key], int | float) and chance.random() < 0.5:
                node[key] *= 3
            else:
                node[key] = chance.choice(ODD)
            break
        node = node[key]
    return whole


@pytest.mark.parametrize("page", WORKED, ids=lambda page: page.parent.name)
def test_a_spoiled_case_is_settled_or_refused_in_a_sentence(page: Path) -> None:
    chance = random.Random(page.parent.name)
    cases = [each["case"] for each in json.loads(page.read_text(encoding="utf-8"))]
    refused: list[str] = []
    for _ in range(150):
        try:
            answer = settle(read_case(json.dumps(spoiled(chance.choice(cases), chance))))
            assert answer["game"]
        except Refused as refusal:
            refused.append(str(refusal))
    assert refused
    assert all(sentence and "\n" not in sentence for sentence in refused)
