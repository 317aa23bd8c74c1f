"""`settle` as an audit tool: what it refuses, what can be told it, and what it answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.law import Refused, cite
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


# ---- the same law as `check` ---------------------------------------------------------------------------


def three_card_poker(**more: Any) -> dict[str, Any]:
    """A round that is lawful as it is: even with king high the dealer's queen high plays, and loses."""
    return {
        "game": "three-card-poker",
        "seats": [{"seat": 1, "wagers": {"ante": 10, "pair-plus": 5}, "decisions": ["play"]}],
        "cards": {"1": ["Ks", "Jd", "2c"], "dealer": ["Qh", "7d", "3s"]},
        **more,
    }


def refused(says: str, paragraph: str | None, **case: Any) -> None:
    with pytest.raises(Refused, match=says) as refusal:
        settled(**case)
    assert refusal.value.cite == (cite(paragraph) if paragraph else None), refusal.value
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("says", "paragraph", "more"),
    [
        ("4 to 1 is less than the 5 to 1", "20.11(a)2", {"pay_tables": {"pair-plus": {"straight": "4 to 1"}}}),
        ("fixed at 1 to 1", "20.11(a)3", {"pay_tables": {"ante-bonus": {"straight": "2 to 1"}}}),
        ("no wager 'pairs'", None, {"pay_tables": {"pairs": {"straight": "6 to 1"}}}),
        ("no outcome 'royal'", None, {"pay_tables": {"pair-plus": {"royal": "6 to 1"}}}),
        ("ten times the minimum", "8.2(a)", {"limits": {"ante": [10, 50]}}),
        ("exceeds the maximum", "8.2(a)", {"limits": {"ante": [50, 10]}}),
        ("no wager 'antes'", None, {"limits": {"antes": [10, 500]}}),
        ("shuffl", "20.8(b)1", {"options": {"dealing": "hand", "shuffle": "manual"}}),
    ],
)  # fmt: skip
def test_8_2_a_a_table_that_check_does_not_pass_is_not_settled(
    says: str, paragraph: str | None, more: dict[str, Any]
) -> None:
    refused(says, paragraph, **three_card_poker(**more))


def test_what_the_case_leaves_to_the_house_is_not_held_against_it() -> None:
    """16.12(d) asks a limit of $10,050 of a table with a minimum of $50, and the house's usual one is $5,000."""
    case = worked("caribbean_stud_poker", "payout-limit-follows-the-minimum")
    assert "bet-payout-limit" not in case.get("options", {})
    assert settled(**case)["seats"][0]["wagers"]["bet"]["pays"] == 10_050
    refused("less than the", "16.12(d)", **{**case, "options": {"bet-payout-limit": 5000}})


# ---- what can only be a slip ---------------------------------------------------------------------------

PASS = {"seat": 1, "wagers": {"pass": 10}}


def test_a_seat_is_told_once() -> None:
    refused("seat 1 is told 2 times", None, game="craps", seats=[PASS, PASS], dice=[[3, 4]])


def test_a_case_tells_one_round_or_several() -> None:
    rounds = [{"seats": [PASS], "dice": [[3, 4]]}]
    refused("and not both", None, game="craps", rounds=rounds, dice=[[3, 4]])


def test_standing_is_told_of_the_first_round_only() -> None:
    rounds = [
        {"seats": [PASS], "dice": [[3, 4]]},
        {"seats": [{"seat": 1, "standing": {"place-win-6": 12}}], "dice": [[3, 3]]},
    ]
    refused("round 2: what stands at seat 1", None, game="craps", rounds=rounds)


def test_20_6_a_1_nothing_stands_in_a_game_whose_rounds_decide_everything() -> None:
    seat = {"seat": 1, "standing": {"ante": 10}, "decisions": ["play"]}
    refused("does not stand from an earlier one", "20.6(a)1", **three_card_poker(seats=[seat]))
