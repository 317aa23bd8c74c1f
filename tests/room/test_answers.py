"""What the answer to a case of the poker room says besides nets: hands, pots, and what else can happen in a case."""

from itertools import product
from typing import Any

import pytest

from pitboss.book import Move, game
from pitboss.equipment.cards import cards
from pitboss.games.odd_chips import share
from pitboss.law import Refused, cite
from pitboss.table.case import played, read_case, settle


def settled(text: str) -> Any:
    return settle(read_case(text))


@pytest.mark.parametrize("coin", [25, 50])
def test_14_9_i_3_i_no_excess_is_above_a_dollar(coin: int) -> None:
    """Whatever is in a pot in dollar chips and coin, all of it is given out, and nobody has a dollar more than another;
    and never more than a coin more where no chip is odd."""
    for cents, among in product(range(coin, 2_500, coin), (2, 3, 4)):
        parts = [share(cents, among, place, 100, coin) for place in range(among)]
        assert sum(parts) == cents
        assert max(parts) - min(parts) <= 100
        if cents // 100 % among == 0:
            assert max(parts) - min(parts) <= coin


@pytest.mark.parametrize(
    ("held", "says"),
    [
        ("As Ks Qs 7d", "royal flush"),
        ("Ks Qs Js 7d", "straight flush, king high"),
        ("As 2s 3s 7d", "straight flush, three high"),
        ("Td Th Tc As", "three of a kind, tens"),
        ("Ah Kd Qc 7d", "straight, ace high"),
        ("9s 6s 3s Kd", "flush, nine high"),
    ],
)
def test_14_3_c_three_card_hands_have_their_names(held: str, says: str) -> None:
    high = game("mambo-stud").ends[0]  # type: ignore[attr-defined]
    assert high.describe(high.value(cards(held))) == says


def test_14_13a_k_a_royal_flush_is_called_so_in_the_answer() -> None:
    answer = settled(
        """{"game": "mambo-stud", "seats": [{"seat": 1, "decisions": ["call", "check", "check"]},
        {"seat": 2, "decisions": ["check", "check"]}], "cards": {"1": ["As", "Ks", "7d"], "2": ["9h", "4d", "9c"],
        "community": ["Qs"]}}"""
    )
    assert answer["seats"][0]["wagers"]["pot"]["outcome"] == "royal flush"


FOUR_NINES = """{"game": "hold-em", "options": {"payout": "bad-beat", %s}, "state": {"button": 3, "payout": 1000},
 "seats": [{"seat": 1, "decisions": ["call", ["bet", 10], "check", "check"]},
           {"seat": 2, "decisions": ["check", "call", "check", "check"]}, {"seat": 3, "decisions": ["call", "fold"]}],
 "cards": {"1": ["9s", "9h"], "2": ["Ts", "Th"], "3": ["7c", "2d"], "community": ["9c", "9d", "Tc", "Td", "2h"]}}"""


@pytest.mark.parametrize(
    ("options", "paragraph"),
    [
        ('"payout-reset": 0', "14.19(a)"),
        ('"payout-fund": "multi-casino"', "14.20(a)"),
        ('"payout-hand": "straight-flush", "secondary-hand": "aces-full"', "14.19(m)2"),
        (
            '"payout-hand": "straight-flush", "secondary-hand": "aces-full", "secondary-contribution": "1"',
            "14.19(m)1",
        ),
    ],
)
def test_14_19_each_payout_is_paid_by_its_own_paragraph(options: str, paragraph: str) -> None:
    table, _ = played(read_case(FOUR_NINES % options))
    paid = [each for each in table.heard if isinstance(each, Move) and each.target.startswith("seat:")]
    assert paid
    assert {each.cite for each in paid} == {cite(paragraph)}


def test_14_7_j_and_14_17_say_why_nobody_may_raise() -> None:
    """Who checked where that bars a raise; who faces the last raise that is posted; who has nothing beyond the call."""
    told = """{"game": "hold-em", "options": {%s}, "state": {"button": 2}, "seats": [
        {"seat": 1, "decisions": ["call", "check", ["raise", 8]]%s},
        {"seat": 2, "decisions": ["check", ["bet", 4]]}],
        "cards": {"1": ["As", "Ah"], "2": ["Ks", "Kh"], "community": ["2c", "7d", "9h"]}}"""
    capped = """{"game": "hold-em", "options": {"raise-cap": 1, "check-raise": "no"}, "state": {"button": 2}, "seats": [
        {"seat": 1, "decisions": [["raise", 4], ["raise", 12]]}, {"seat": 2, "decisions": [["raise", 8]]}],
        "cards": {"1": ["As", "Ah"], "2": ["Ks", "Kh"]}}"""
    for text, paragraph in (
        (told % ('"check-raise": "no"', ""), "14.7(j)"),
        (told % ("", ', "funds": 6'), "14.7(c)"),
        (capped, "14.17"),
    ):
        with pytest.raises(Refused) as refused:
            settled(text)
        assert refused.value.cite == cite(paragraph)
