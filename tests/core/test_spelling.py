"""A case may be written as people write: names for ids, any letters, suits as signs, one thing without its list."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.book import game, games
from pitboss.law import Refused, cite
from pitboss.table.case import Case, read_case, settle

TESTS = Path(__file__).parent.parent
SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def settled(case: Mapping[str, Any]) -> Any:
    return settle(msgspec.convert(case, Case))


def by_people(case: dict[str, Any]) -> dict[str, Any]:
    """The case in capitals, with wagers by the names that only they have, and suits as signs."""
    data = game(case["game"]).data
    names = [each.name for each in data.wagers]
    called = {
        each.id: each.name for each in data.wagers if names.count(each.name) == 1 and "@" not in each.name
    }

    def wager(key: str) -> str:
        id_, colon, rest = key.partition(":")
        id_, at, position = id_.partition("@")
        return f"{called.get(id_, id_.upper())}{at}{position}{colon}{rest}"

    def round_(told: dict[str, Any]) -> dict[str, Any]:
        again = dict(told)
        for seat in (seats := [dict(each) for each in told.get("seats", ())]):
            if "wagers" in seat:
                seat["wagers"] = {wager(key): amount for key, amount in seat["wagers"].items()}
            if isinstance(seat.get("decisions"), list):
                seat["decisions"] = [each.title() if each == "stand" else each for each in seat["decisions"]]
        again["seats"] = seats
        again["cards"] = {
            owner.title(): [
                card[:-1] + SIGNS[card[-1]] if card[-1] in SIGNS and len(card) == 2 else card for card in hand
            ]
            for owner, hand in told.get("cards", {}).items()
        }
        return again

    again = round_(case)
    again["rounds"] = [round_(each) for each in case.get("rounds", ())]
    return {**again, "game": case["game"].replace("-", " ").title()}


def of_each_game() -> list[Any]:
    """Three worked rounds of every game, from the middle of what its tests have."""
    rounds: dict[str, list[Any]] = {}
    for page in sorted(TESTS.glob("*/worked.json")):
        for each in json.loads(page.read_text(encoding="utf-8")):
            if "expect" in each:
                rounds.setdefault(each["case"]["game"], []).append(each["case"])
    ids = {each.id for each in games()}
    return [
        pytest.param(case, id=f"{name}-{number}")
        for name, cases in rounds.items()
        if name in ids
        for number, case in enumerate(cases[len(cases) // 2 :][:3])
    ]


@pytest.mark.parametrize("case", of_each_game())
def test_written_by_people_and_by_ids_alike(case: dict[str, Any]) -> None:
    assert settled(by_people(case)) == settled(case)


THREE = {
    "game": "three-card-poker",
    "seats": [{"seat": 1, "wagers": {"ante": 10}, "decisions": ["play"]}],
    "cards": {"1": ["As", "Kd", "2c"], "dealer": ["Qh", "7d", "3s"]},
}


def test_what_is_single_needs_no_list() -> None:
    assert settled(
        {
            **THREE,
            "seats": [{"seat": 1, "wagers": {"ante": 10}, "decisions": "Play"}],
            "cards": {"1": "A♠ Kd, 2c", "dealer": "QH 7d 3S"},
        }
    ) == settled(THREE)
    dice = {"game": "craps", "seats": [{"seat": 1, "wagers": {"Pass": 5}}]}
    assert settled({**dice, "dice": [3, 4]}) == settled({**dice, "dice": [[3, 4]]})
    spun = {"game": "roulette", "seats": [{"seat": 1, "wagers": {"straight:17": 5}}]}
    assert settled({**spun, "spins": [17]}) == settled({**spun, "spins": ["17"]})
    with pytest.raises(Refused, match="one throw, or a list of faces for each"):
        settled({**dice, "dice": [[3, 4], 5]})


def test_a_wager_of_the_round_beside_its_decision() -> None:
    """20.10(b), 32.6(d): what a decision makes may be listed as it lies on the layout, and is for as much."""
    made = {"seat": 1, "wagers": {"ante": 10, "play": 10}, "decisions": ["play"]}
    assert settled({**THREE, "seats": [made]}) == settled(THREE)
    with pytest.raises(Refused, match="is never offered the play wager"):
        settled({**THREE, "seats": [{**made, "wagers": {"ante": 10, "play": 20}}]})
    with pytest.raises(Refused, match="enter it as a decision: play") as refusal:
        settled({**THREE, "seats": [{"seat": 1, "wagers": {"ante": 10, "play": 10}}]})
    assert refusal.value.cite == cite("20.10(b)")
    holdem = {
        "game": "ultimate-texas-hold-em",
        "cards": {"1": "As Kd", "dealer": "Qh 7d", "community": "2c 3d 8h 9s Jc"},
    }
    for amount, decisions in ((40, ["play"]), (40, [["play", 40]]), (20, ["check", "play"])):
        seat = {"seat": 1, "wagers": {"ante": 10, "blind": 10, "play": amount}, "decisions": decisions}
        # 32.10(g): the dealer has no pair, so only the play wager wins
        assert settled({**holdem, "seats": [seat]})["seats"][0]["net"] == amount


def test_the_answer_repeats_what_identifies_the_case() -> None:
    assert settled({**THREE, "id": "round 7", "note": "a tie at the next table"})["id"] == "round 7"
    assert "id" not in settled(THREE)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"game": "craps", "seats": [{"seat": "1"}]}', "seats[0].seat must be a whole number, not text"),
        (
            '{"game": "craps", "seats": [{"seat": 1, "decisions": 4}]}',
            'decisions is written ["hit", "stand"]',
        ),
        ('{"game": "craps", "dice": ["3-4"]}', "dice is written [[3, 4]]"),
        ('{"game": "craps", "seat": 1}', "there is no entry seat; known fields: seats, cards"),
        ('{"seats": []}', "game is missing"),
    ],
)
def test_what_cannot_be_read_is_a_sentence(text: str, says: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_case(text)
    assert says in str(refusal.value)
    assert "`" not in str(refusal.value)


DEALER = "9c 9d 5h 3c 2d 7s 8h"


def test_the_high_hand_is_the_hand_itself() -> None:
    """11.9(a): a hand that is set has a high and a low hand."""
    case = {
        "game": "pai-gow-poker",
        "seats": [{"seat": 1, "wagers": {"Pai gow poker": 10}}],
        "cards": {"1.high": "Kc Kd 2c 3d 4h", "1.low": "As Qh", "dealer": DEALER},
    }
    answer = settled(case)
    assert answer["seats"][0]["net"] == 9.5
    assert answer == settled({**case, "cards": {"1": "Kc Kd 2c 3d 4h", "1.low": "As Qh", "dealer": DEALER}})


def test_an_owner_that_the_game_has_not_is_refused_with_those_it_has() -> None:
    case = {**THREE, "cards": {"player": ["As", "Kd", "2c"], "dealer": ["Qh", "7d", "3s"]}}
    with pytest.raises(
        Refused, match="'player' has no cards in this game; the owners of cards are: 1, dealer, burn"
    ):
        settled(case)


def test_a_wager_by_two_names_is_refused() -> None:
    case = {**THREE, "seats": [{"seat": 1, "wagers": {"ante": 10, "Ante": 5}, "decisions": ["play"]}]}
    with pytest.raises(Refused, match="by two names"):
        settled(case)


def test_an_irregularity_of_the_only_player_needs_no_position() -> None:
    case = {
        "game": "baccarat-punto-banco",
        "options": {"vigorish-collected": "deferred"},
        "seats": [{"seat": 1, "wagers": {"banker": 100}}],
        "cards": {"player": "2c 5d", "banker": "Kc 8d"},
        "events": [{"irregularity": "play-ends"}],
    }
    answer = settled(case)
    assert answer["seats"][0]["net"] == 95  # 3.3(c)2: marked, and collected when the play ends
    assert answer["fees"] == 5
