"""Cites, rules that compile themselves, cents and odds."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.compiler import kernel
from pitboss.equipment.cards import card, name
from pitboss.equipment.entropy import Seeded, System, shuffled
from pitboss.law import CITE, Refused, cite, rule, short
from pitboss.money import MOST, Odds, cents, dollars, money, percent, written


@rule("1.4(b)")
def double(number: int) -> int:
    return number * 2


@rule("1.4(c)", "1.4(d)")
def quadruple(number: int) -> int:
    return double(double(number))


@kernel
def total(count: int) -> int:
    added = 0
    for number in range(count):
        added += quadruple(number)
    return added


def test_a_rule_is_one_function_both_ways() -> None:
    assert quadruple(5) == 20
    assert quadruple.compiled(5) == 20
    assert total(10) == 180
    assert quadruple.cites == ("13:69F-1.4(c)", "13:69F-1.4(d)")
    assert repr(quadruple) == "<rule quadruple 1.4(c) 1.4(d)>"


def test_a_cite_is_completed_and_shortened() -> None:
    assert cite("20.11(a)4ii") == "13:69F-20.11(a)4ii"
    assert short("13:69F-20.11(a)4ii") == "20.11(a)4ii"
    assert CITE.fullmatch("5.1(e)1i(2)")


@given(st.integers(-MOST, MOST))
def test_dollars_and_cents_are_the_same_money(amount: int) -> None:
    assert cents(dollars(amount)) == cents(f"{amount / 100:.2f}") == cents(written(amount)) == amount


@pytest.mark.parametrize(
    "wrong",
    [
        "ten",
        "1.005",
        "",
        "1e999x",
        "0.001",
        None,
        "1e3",
        "１０",
        "1_000",
        " 10",
        "1,00",
        True,
        nan,
        inf,
        1e-7,
    ],
)
def test_what_is_not_money_is_refused(wrong: str) -> None:
    with pytest.raises(Refused, match="not an amount"):
        cents(wrong)


def test_1_4_a_odds_are_stated_with_to_and_never_with_for() -> None:
    assert str(Odds.parse("1,000 to 1")) == "1,000 to 1"
    assert str(Odds.parse("$1,000,000")) == "$1,000,000"
    assert str(Odds.parse("100% of meter")) == "100% of meter"
    with pytest.raises(Refused, match=r"1\.4\(a\)"):
        Odds.parse("5 for 1")


@given(st.integers(1, 10**6), st.integers(1, 100), st.integers(1, 100))
def test_odds_pay_to_the_cent_and_part_of_one_to_the_player(stake: int, win: int, of: int) -> None:
    assert Odds(win, of).pays(stake) == ceil(Fraction(stake * win, of))


def test_a_floor_is_a_floor() -> None:
    floor = Odds.parse("7 to 6")
    assert Odds.parse("7 to 6").at_least(floor)
    assert Odds.parse("6 to 5").at_least(floor)
    assert not Odds.parse("1 to 1").at_least(floor)
    assert not Odds.parse("$100").at_least(floor)
    assert Odds.parse("$200").at_least(Odds.parse("$100"))
    assert not Odds.parse("50% of meter").at_least(Odds.parse("100% of meter"))


def test_1_5_a_a_commission_is_never_more_than_its_percentage() -> None:
    assert percent(2000, 500) == 100
    assert percent(2599, 500, chip=100) == 100
    assert money(percent(199, 500)) == "$0.09"


@given(st.integers(0, 74))
def test_cards_are_named_and_read_back(number: int) -> None:
    assert card(name(number)) == number


@pytest.mark.parametrize("wrong", ["1s", "Ax", "", "AsAs", "11h"])
def test_what_is_no_card_is_refused(wrong: str) -> None:
    with pytest.raises(Refused, match="not a card"):
        card(wrong)


def test_card_names_are_forgiving() -> None:
    assert card("10d") == card("Td")
    assert card("aS") == card("As")


def test_a_shuffle_keeps_every_card_and_every_order_is_as_likely() -> None:
    assert sorted(shuffled(list(range(52)), System())) == list(range(52))
    entropy = Seeded(3)
    seen: dict[tuple[int, ...], int] = {}
    for _ in range(12_000):
        order = tuple(shuffled([0, 1, 2], entropy))
        seen[order] = seen.get(order, 0) + 1
    # six orders, 2000 each; chi square of five degrees stays under 20.5 in 999 of 1000 fair runs
    assert sum((count - 2000) ** 2 / 2000 for count in seen.values()) < 20.5
    assert len(seen) == 6


def test_the_same_seed_deals_the_same_cards() -> None:
    assert shuffled(list(range(52)), Seeded(9)) == shuffled(list(range(52)), Seeded(9))
    assert shuffled(list(range(52)), Seeded(9)) != shuffled(list(range(52)), Seeded(10))
