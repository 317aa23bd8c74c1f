"""`settle` as an audit tool: what it refuses, what can be told it, and what it answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pitboss.table.case import read_case, settle

TESTS = Path(__file__).parent.parent


def settled(**case: Any) -> Any:
    """The answer to a case, which goes through JSON as everybody's does."""
    return settle(read_case(json.dumps(case)))


def worked(game: str, id_: str) -> Any:
    """The case of a worked round."""
    rounds = json.loads((TESTS / game / "worked.json").read_text(encoding="utf-8"))
    return next(each["case"] for each in rounds if each["id"] == id_)


# ---- paragraphs ----------------------------------------------------------------------------------------


def test_18_11_c_a_wager_cut_by_a_limit_says_so() -> None:
    """Three bets of $100 at 1,000 to 1 under $50,000: a third each, the odd cents to the first."""
    (seat,) = settled(**worked("let_it_ride_poker", "payout-limit-odd-cents"))["seats"]
    first = seat["wagers"]["bet-1"]
    assert (first["pays"], first["cite"], first["uncut"]) == (16_666.68, "13:69F-18.11(c)", 100_000)


def test_18_11_b_a_wager_under_the_limit_cites_its_odds() -> None:
    case = worked("let_it_ride_poker", "payout-limit-odd-cents")
    case["options"]["payout-limit"] = 1_000_000
    (seat,) = settled(**case)["seats"]
    assert seat["wagers"]["bet-1"] == {
        "stake": 100,
        "result": "win",
        "pays": 100_000,
        "cite": "13:69F-18.11(b)",
        "outcome": "royal-flush",
    }
