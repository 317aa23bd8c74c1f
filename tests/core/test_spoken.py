"""Wagers by word, with cash, and wagers that come too late: told in a case, and taken or refused by the paragraph."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from pitboss.book import game
from pitboss.law import Refused, cite
from pitboss.table.case import Case, settle

TAKEN = {
    "craps": "1.3(b)",
    "mini-craps": "1.3(b)",
    "blackjack": "2.3(d)",
    "blackjack-switch": "2A.5(d)",
    "switch-hands-blackjack": "2B.5(c)",
    "spanish-21": "19.5(c)",
    "double-attack-blackjack": "26.5(c)",
    "triple-attack-blackjack": "36.5(e)",
    "baccarat-punto-banco": "3.2(c)",
    "mini-baccarat": "7.2(c)",
    "roulette": "5.1(a)",
    "red-dog": "6.5(b)",
    "pokette": "12.4(a)",
    "keno": "15.3(b)",
}
"""Where a verbal wager may be accepted when it is confirmed."""

NOT_TAKEN = {
    "automated-craps": ("1A.4(a)", "1A.4(f)"),
    "mini-dice": ("13.4(a)", "13.4(d)"),
    "sic-bo": ("9.3(a)", "9.5(c)"),
    "pai-gow": ("10.5(a)", "10.5(c)"),
    "pai-gow-poker": ("11.7(a)", "11.7(c)"),
    "asia-poker": ("31.7(a)", "31.7(c)"),
    "supreme-pai-gow": ("34.7(a)", "34.7(c)"),
    "casino-war": ("22.6(a)", "22.6(b)"),
    "fast-action-hold-em": ("21.6(a)", "21.6(c)"),
    "caribbean-stud-poker": ("16.6(a)", "16.6(b)"),
    "double-down-stud": ("17.6(a)", "17.6(b)"),
    "let-it-ride-poker": ("18.6(a)", "18.6(c)"),
    "three-card-poker": ("20.6(b)", "20.6(d)"),
    "colorado-hold-em-poker": ("23.6(a)", "23.6(c)"),
    "boston-5-stud-poker": ("24.6(a)", "24.6(b)"),
    "double-cross-poker": ("25.6(a)", "25.6(c)"),
    "four-card-poker": ("27.6(b)", "27.6(d)"),
    "texas-hold-em-bonus-poker": ("28.6(a)", "28.6(b)"),
    "flop-poker": ("29.6(a)", "29.6(b)"),
    "two-card-joker-poker": ("30.6(a)", "30.6(b)"),
    "ultimate-texas-hold-em": ("32.6(a)", "32.6(b)"),
    "winners-pot-poker": ("33.6(a)", "33.6(b)"),
    "mississippi-stud": ("35.6(a)", "35.6(b)"),
    "mini-tex-3-card-hold-em": ("37.6(a)", "37.6(b)"),
    "high-card-flush": ("38.6(b)", "38.6(d)"),
    "premium-hold-em": ("40.6(a)", "40.6(b)"),
    "packs-poker": ("43.6(a)", "43.6(b)"),
}
"""Where it is not, with the paragraph by which no wager is made after "No more bets"."""

TOO_LATE = {name: late for name, (_, late) in NOT_TAKEN.items()} | {
    "blackjack": "2.3(c)",
    "blackjack-switch": "2A.5(e)",
    "switch-hands-blackjack": "2B.5(d)",
    "spanish-21": "19.5(d)",
    "double-attack-blackjack": "26.5(d)",
    "triple-attack-blackjack": "36.5(f)",
    "baccarat-punto-banco": "3.2(d)",
    "mini-baccarat": "7.2(d)",
    "baccarat-chemin-de-fer": "4.7(e)",
    "roulette": "5.3(b)",
    "big-six": "5.6(a)",
    "red-dog": "6.5(a)",
    "pokette": "12.7(a)",
}


def first_wager(name: str) -> str:
    return next(each.id for each in game(name).data.wagers)


def refused(name: str, **seat: Any) -> Refused:
    case = msgspec.convert({"game": name, "seats": [{"seat": 1, **seat}]}, Case)
    with pytest.raises(Refused) as refusal:
        settle(case)
    return refusal.value


@pytest.mark.parametrize("name", TAKEN)
def test_where_a_verbal_wager_may_be_accepted(name: str) -> None:
    said = game(name).data.verbal
    assert said is not None
    assert (said.cite, said.accepted) == (TAKEN[name], True)


@pytest.mark.paragraph(
    *("1A.4(a)", "13.4(a)", "9.3(a)", "10.5(a)", "11.7(a)", "31.7(a)", "34.7(a)", "22.6(a)"),
    *("21.6(a)", "16.6(a)", "17.6(a)", "18.6(a)", "20.6(b)", "23.6(a)", "24.6(a)", "25.6(a)"),
    *("27.6(b)", "28.6(a)", "29.6(a)", "30.6(a)", "32.6(a)", "33.6(a)", "35.6(a)", "37.6(a)"),
    *("38.6(b)", "40.6(a)", "43.6(a)"),
)
@pytest.mark.parametrize("name", NOT_TAKEN)
def test_where_a_verbal_wager_is_not_accepted(name: str) -> None:
    problem = refused(name, verbal={first_wager(name): 10})
    assert problem.cite == cite(NOT_TAKEN[name][0])
    assert "not accepted" in str(problem)


@pytest.mark.paragraph(
    *("1A.4(f)", "13.4(d)", "9.5(c)", "10.5(c)", "11.7(c)", "31.7(c)", "34.7(c)", "22.6(b)"),
    *("21.6(c)", "16.6(b)", "17.6(b)", "18.6(c)", "20.6(d)", "23.6(c)", "24.6(b)", "25.6(c)"),
    *("27.6(d)", "28.6(b)", "29.6(b)", "30.6(b)", "32.6(b)", "33.6(b)", "35.6(b)", "37.6(b)"),
    *("38.6(d)", "40.6(b)", "43.6(b)", "2.3(c)", "2A.5(e)", "2B.5(d)", "19.5(d)", "26.5(d)"),
    *("36.5(f)", "3.2(d)", "7.2(d)", "4.7(e)", "5.3(b)", "5.6(a)", "6.5(a)", "12.7(a)"),
)
@pytest.mark.parametrize("name", TOO_LATE)
def test_a_wager_after_the_last_call_is_refused(name: str) -> None:
    assert refused(name, late={first_wager(name): 10}).cite == cite(TOO_LATE[name])


@pytest.mark.parametrize("name", ["craps", "mini-craps"])
def test_1_3_a_a_late_wager_of_craps_is_an_irregularity_of_its_own(name: str) -> None:
    assert "as the irregularity late-wager" in str(refused(name, late={"field": 10}))


def test_games_whose_text_is_silent_say_so() -> None:
    assert "have no verbal wagers" in str(refused("hold-em", verbal={"pot": 10}))
    assert "its rules have no late wagers" in str(refused("hold-em", late={"pot": 10}))


def test_7_2_c_a_verbal_wager_that_was_confirmed_is_a_wager_like_any_other() -> None:
    """Cash is changed into chips at once; added to chips that lie there it is one wager."""
    seat = {"seat": 1, "wagers": {"player": 10}, "verbal": {"player": 15, "tie": 5}}
    cards = {"player": ["Kc", "8c"], "banker": ["Kd", "7s"]}
    answer: Any = settle(msgspec.convert({"game": "mini-baccarat", "seats": [seat], "cards": cards}, Case))
    assert answer["seats"][0]["net"] == 20
    assert answer["seats"][0]["wagers"]["player"]["stake"] == 25
