"""One person is one player, described as one seat with wagers at two positions or by one name at two seats."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.book import Ask
from pitboss.book.key import Key
from pitboss.law import Refused, cite
from pitboss.money import dollars
from pitboss.table import Table
from pitboss.table.case import Case, played, settle

TESTS = Path(__file__).parent.parent


def rounds_at_two_positions() -> list[Any]:
    """The worked rounds of all games in which one seat has wagers at several positions, the others being free."""
    found = []
    for page in sorted(TESTS.glob("*/worked*.json")):
        for round_ in json.loads(page.read_text(encoding="utf-8")):
            seats = round_["case"].get("seats", ())
            held = {
                (each["seat"], Key.read(key).position) for each in seats for key in each.get("wagers", {})
            }
            there = [position or seat for seat, position in held]
            plain = all(
                {"seat", "wagers"} <= each.keys() <= {"seat", "wagers", "decisions"} for each in seats
            )
            if (
                "expect" in round_
                and any(position for _, position in held)
                and len(set(there)) == len(there)
                and plain
            ):
                found.append(pytest.param(round_["case"], id=f"{page.parent.name}-{round_['id']}"))
    return found


def by_name(case: dict[str, Any]) -> dict[str, Any]:
    """The case with every position of a player as a seat of one name, and what was decided about each hand."""
    again, (table, _) = deepcopy(case), played(msgspec.convert(case, Case))
    seats: dict[int, dict[str, Any]] = {}
    for each in again["seats"]:
        for wager, stake in each["wagers"].items():
            position = Key.read(wager).position or each["seat"]
            seat = seats.setdefault(
                position, {"seat": position, "name": f"player of {each['seat']}", "wagers": {}}
            )
            seat["wagers"][wager.partition("@")[0]] = stake
    for ask in (each for each in table.said if isinstance(each, Ask)):
        position = int(ask.hand.partition(".")[0] or ask.seat)
        amount = [dollars(ask.amount)] if ask.amount else []
        seats[position].setdefault("decisions", []).append([ask.decision, *amount])
    return {**again, "seats": list(seats.values())}


def lines(answer: Any) -> dict[tuple[int, str], Any]:
    """What became of each wager, by position."""
    return {
        (Key.read(wager).position or seat["seat"], wager.partition("@")[0]): {**each, "outcome": ""}
        for seat in answer["seats"]
        for wager, each in seat["wagers"].items()
    }


@pytest.mark.parametrize("case", rounds_at_two_positions())
def test_by_position_and_by_name_alike(case: dict[str, Any]) -> None:
    one, two = (settle(msgspec.convert(each, Case)) for each in (case, by_name(case)))
    assert lines(one) == lines(two)
    assert one["bank"] == two["bank"]
    assert one["fees"] == two["fees"]


def test_rounds_of_each_family_are_described_twice() -> None:
    games = {each.id.partition("-")[0] for each in rounds_at_two_positions()}
    assert {"pai_gow_poker", "supreme_pai_gow", "spanish_21", "red_dog", "three_card_poker"} <= games


POKER = {"game": "hold-em", "seats": [{"seat": 1, "name": "Ann"}, {"seat": 2, "name": "Ann"}]}


def test_14_6_b_one_person_is_not_two_players() -> None:
    with pytest.raises(Refused) as refusal:
        settle(msgspec.convert(POKER, Case))
    assert refusal.value.cite == cite("14.6(b)")


def test_14_6_b_nor_at_a_table() -> None:
    table = Table("hold-em", seed=1)
    for seat in (1, 2):
        table.sit(seat, "Ann", 500)
    with pytest.raises(Refused) as refusal:
        table.deal()
    assert refusal.value.cite == cite("14.6(b)")


def test_6_8_one_area_to_a_player_at_a_table() -> None:
    table = Table("red-dog", seed=1)
    for seat in (1, 2):
        table.sit(seat, "Ann", 500)
    table.bet(1, "ante", 10)
    with pytest.raises(Refused) as refusal:
        table.bet(2, "ante", 10)
    assert refusal.value.cite == cite("6.8")


LIMITED = {
    "game": "pai-gow-poker",
    "options": {"bonus": "yes", "bonus-payout-limit": "40000", "positions-per-player": 2},
    "cards": {
        "1": ["As", "2s", "3s", "4s", "5s"],
        "1.low": ["6s", "7s"],
        "2": ["9c", "9d", "9h", "9s", "2d"],
        "2.low": ["Kh", "Qd"],
        "dealer": ["Jd", "Jc", "8c", "6d", "3h"],
        "dealer.low": ["Ah", "Td"],
    },
}


def test_11_16_d_one_limit_for_both_seats_and_no_envy_for_ones_own_hand() -> None:
    """$10 at 8,000 to 1 and $1,000 at 25 to 1: forty thousand in all, and none of it envy."""
    wagers = [{"pai-gow-poker": 20, "bonus": 10}, {"pai-gow-poker": 20, "bonus": 1000}]
    seats = [{"seat": seat, "name": "Ann", "wagers": each} for seat, each in enumerate(wagers, 1)]
    answer: Any = settle(msgspec.convert({**LIMITED, "seats": seats}, Case))
    paid = {
        (seat["seat"], wager): each["pays"]
        for seat in answer["seats"]
        for wager, each in seat["wagers"].items()
    }
    assert not [wager for _, wager in paid if wager.startswith("envy")]
    assert paid[1, "bonus"] + paid[2, "bonus"] == 40_000


def test_10_6a_c_the_shaker_has_a_dice_bonus_at_the_other_seat() -> None:
    """The dragon's eye names seat 2, whose player has the wager at seat 1: 500 to 1 for the second triple."""
    seats = [
        {"seat": 1, "name": "Ann", "wagers": {"dice-bonus": 10}},
        {"seat": 2, "name": "Ann", "wagers": {"odd": 5}},
        {"seat": 4, "wagers": {"dice-bonus": 10}},
    ]
    options = {"dragons-eye": "method-1", "dragons-eye-alone": "yes", "positions-per-player": 2}
    rounds = [{"seats": seats, "dice": [[2, 2, 2]]}, {"seats": [], "dice": [[5, 5, 5]]}]
    answer: Any = settle(msgspec.convert({"game": "pai-gow", "options": options, "rounds": rounds}, Case))
    nets = {seat["seat"]: seat["net"] for seat in answer["seats"]}
    assert nets == {1: 250 + 5000, 2: -5, 4: 250 + 500}


def test_10_8_e_a_bank_has_no_wager_at_a_second_seat() -> None:
    seats = [
        {"seat": 1, "name": "Ann", "wagers": {"pai-gow": 20}, "decisions": ["bank"]},
        {"seat": 2, "name": "Ann", "wagers": {"pai-gow": 20}},
        {"seat": 3, "wagers": {"pai-gow": 20}},
    ]
    options = {"player-banking": "yes", "positions-per-player": 2}
    one = {"seat": 1, "wagers": {"pai-gow": 20, "pai-gow@2": 20}, "decisions": ["bank"]}
    cites = []
    for told in (seats, [one, seats[2]]):
        with pytest.raises(Refused) as refusal:
            settle(msgspec.convert({"game": "pai-gow", "options": options, "seats": told}, Case))
        cites.append(refusal.value.cite)
    assert cites[0] == cites[1]
