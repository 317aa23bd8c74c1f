"""A case that describes what a table did settles as the table did, as a whole or in parts."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pitboss.book import Rules, game, games
from pitboss.law import Refused
from pitboss.table.case import read_case, settle
from tests.as_cases import from_there, rounds_played
from tests.cases import check_lines

OPTIONS: dict[str, dict[str, object]] = {
    "high-card-flush": {"progressive-table": "A"},
    "premium-hold-em": {"bonus-spin-table": "5-progressive", "wheel-weights": " ".join("1" * 12)},
    "packs-poker": {"five-card-form": "progressive", "seven-card-form": "progressive"},
}
"""Under which games keep meters."""


def compared(rounds: list[Any]) -> list[Any]:
    """Without the chips that only a case counts, and the numbers of tickets, which go by the order of purchase."""
    plain: list[Any] = json.loads(json.dumps(rounds))
    for each in plain:
        for seat in each["seats"]:
            seat.pop("funds", None)
        if tickets := each["state"].get("tickets"):
            kept = [{**ticket, "number": 0} for ticket in tickets.values()]
            each["state"]["tickets"] = sorted(kept, key=str)
    return plain


def by_round(case: dict[str, Any]) -> list[Any]:
    answer: Any = settle(read_case(json.dumps(case)))
    check_lines(answer)
    return compared(answer.get("rounds", [answer]))


def played(name: str, options: dict[str, object], seed: int) -> tuple[dict[str, Any], list[Any]]:
    case, settled = rounds_played(Rules(game(name), options), seed, 3)
    return case, compared(settled)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", [each.id for each in games()])
def test_a_case_comes_to_what_the_table_came_to_whole_or_in_parts(name: str, seed: int) -> None:
    case, settled = played(name, OPTIONS.get(name, {}), seed)
    assert by_round(case) == settled
    for first in range(1, len(settled)):
        earlier = settle(read_case(json.dumps({**case, "rounds": case["rounds"][:first]})))
        later = from_there(case, case["rounds"][first:], json.loads(json.dumps(earlier)))
        assert by_round(later) == settled[first:]


@pytest.mark.parametrize("name", ["caribbean-stud-poker", "keno", "craps", "blackjack"])
def test_the_same_file_has_the_same_answer(name: str) -> None:
    case, _ = played(name, {}, 7)
    text = json.dumps(case)
    assert json.dumps(settle(read_case(text))) == json.dumps(settle(read_case(text)))


def test_16_12_f_the_state_of_a_meter_is_what_it_shows_before_the_wagers_of_the_round() -> None:
    """70 cents of each dollar go to the meter; the straight flush takes a tenth of what it then shows."""
    given: dict[str, Any] = {
        "game": "caribbean-stud-poker",
        "state": {"meter": 20_000},
        "seats": [{"seat": 1, "wagers": {"ante": 10, "progressive": 1}, "decisions": ["bet"]}],
        "cards": {"1": ["9h", "8h", "7h", "6h", "5h"], "dealer": ["As", "Kd", "9c", "4c", "2s"]},
    }
    answer: Any = settle(read_case(json.dumps(given)))
    line = answer["seats"][0]["wagers"]["progressive"]
    assert (line["prize"], line["pays"]) == (2_000.07, 1_999.07)
    assert answer["meters"] == {"progressive": 18_000.63}
    assert answer["state"] == {"meter": 18_000.63}


@pytest.mark.parametrize(
    ("name", "state", "says"),
    [
        ("craps", {"point": 7}, "a point must be 4, 5, 6, 8, 9 or 10, not 7"),
        ("craps", {"made": [6, 12]}, "not 12"),
        ("craps", {"faces": [7, 1]}, "not the faces of two dice"),
        ("craps", {"shooter": 15}, "seat 15; this table has seats 1 to 14"),
        ("craps", {"points": 6}, "its fields are: point, shooter"),
        ("mini-dice", {"refused": {"Ann": "2"}}, "by seat and name"),
        ("mini-dice", {"holder": -1}, "seat -1"),
        ("caribbean-stud-poker", {"meter": -1}, "the meter progressive cannot show"),
        ("high-card-flush", {"secondary": -0.5}, "the meter secondary cannot show"),
        ("packs-poker", {"meter": {"six-card": 1}}, "no meter six-card; the meters are five-card"),
        ("roulette", {"chips": {"red": 1}}, "no red wheel chips"),
        ("roulette", {"chips": {"rose": 9}}, "seat 9"),
        ("hold-em", {"button": 11}, "seat 11"),
        ("winners-pot-poker", {"button": 7}, "seat 7"),
        ("blackjack", {"regulars": [7]}, "seat 7"),
        ("keno", {"game": -1}, "numbered from 1"),
        ("pokette", {"posted": ["As", "Kd", "2c"]}, "at most two cards"),
    ],
)  # fmt: skip
def test_a_state_that_cannot_be_is_refused(name: str, state: dict[str, Any], says: str) -> None:
    with pytest.raises(Refused, match=says):
        settle(read_case(json.dumps({"game": name, "state": state, "seats": []})))
