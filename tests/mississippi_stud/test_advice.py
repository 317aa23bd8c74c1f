"""What a player of Mississippi stud is told, against a slow program and the published strategy."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from pitboss.equipment.cards import cards
from pitboss.table import Table
from tests.advised import advice, asked, slow_five

MISSISSIPPI = "mississippi-stud"
PAYS = {2: 2, 3: 3, 4: 4, 5: 6, 6: 10, 7: 40, 8: 100}
STREETS = ("third-street", "fourth-street", "fifth-street")


def told(hand: str, board: str = "", *bets: int) -> Table:
    """Seat 1 alone, after bets of so many antes, the community cards to come at random but for these."""
    table = asked(MISSISSIPPI, {"ante": 10}, {"1": hand, "community": board}, seats=(1,))
    for street, antes in zip(STREETS, bets, strict=False):
        table.act(1, street, 10 * antes)
    return table


@cache
def slow_pays(hand: tuple[int, ...]) -> int:
    """What five cards net an ante."""
    kind, first, *_ = slow_five(hand)
    if kind < 2:
        return -1 if kind == 0 or first < 4 else 0 if first < 9 else 1
    return 500 if (kind, first) == (8, 12) else PAYS[kind]


def others(held: tuple[int, ...]) -> list[int]:
    return [card for card in range(52) if card not in held]


@cache
def slow_last(four: tuple[int, ...]) -> float:
    return sum(slow_pays(tuple(sorted((*four, card)))) for card in others(four)) / 48


def slow_best(staked: int, worth: float) -> float:
    """The last decision."""
    return max(-staked, *((staked + bet) * worth for bet in (1, 2, 3)))


@pytest.mark.parametrize("held", ["As Kd 7c 2h", "Ts 9s 8s 2s", "5c 5d 9h Kd", "2c 3d 9h Ts", "Qs Qd 4h 4c"])
def test_35_10_g_the_last_street_counts_every_fifth_card(held: str) -> None:
    table = told(held[:5], held[6:], 1, 2)
    worth = slow_last(tuple(sorted(cards(held))))
    found = advice(table)
    most = 7 if worth > 0 else 5
    assert dict(found.values) == pytest.approx({"fifth-street": 1000 * most * worth, "fold": -4000})
    assert found.decision == ("fifth-street" if most * worth >= -4 else "fold")
    assert found.amount == (0 if found.decision == "fold" else 1000 * (most - 4))


@pytest.mark.parametrize("held", ["As Kd 7c", "Ts 9s 8s", "5c 5d 9h", "2c 3d 9h"])
def test_35_10_e_fourth_street_looks_at_every_fourth_card(held: str) -> None:
    three = tuple(cards(held))
    lasts = [slow_last(tuple(sorted((*three, card)))) for card in others(three)]
    worths = {bet: sum(slow_best(2 + bet, each) for each in lasts) / 49 for bet in (1, 2, 3)}
    found = advice(told(held[:5], held[6:], 1))
    assert dict(found.values) == pytest.approx({"fourth-street": 1000 * max(worths.values()), "fold": -2000})


@pytest.mark.parametrize(
    ("hand", "antes"),
    [
        ("2c 2d", 3),
        ("As 2d", 1),
        ("Jc 3d", 1),
        ("Tc 6d", 1),
        ("6s 5s", 1),
        ("6c 5d", 0),
        ("Tc 5d", 0),
        ("4s 3s", 0),
    ],
)
def test_35_10_a_the_published_strategy_of_two_cards(hand: str, antes: int) -> None:
    """Any pair three antes; two points (an own high card, or two middle ones) or six-five suited one; else fold."""
    found = advice(told(hand))
    assert (found.decision, found.amount) == (("third-street", 1000 * antes) if antes else ("fold", 0))
    assert found.values["fold"] == -1000


def test_35_10_all_hands_together_cost_what_is_published() -> None:
    """4.9149 percent of the ante, by best play."""
    kinds = Counter((a >> 2, b >> 2, a & 3 == b & 3) for a in range(52) for b in range(a))
    total = 0.0
    for (high, low, suited), times in kinds.items():
        names = "23456789TJQKA"
        total += times * max(
            advice(told(f"{names[high]}c {names[low]}{'c' if suited else 'd'}")).values.values()
        )
    assert total / 1326 == pytest.approx(-49.149, abs=1e-3)


def test_35_10_cards_that_the_player_does_not_see_change_nothing() -> None:
    boards = ("9h As Ad", "9h 2c 3c")
    assert advice(told("9s 4d", boards[0])) == advice(told("9s 4d", boards[1]))
    assert advice(told("9s 4d", boards[0], 1)) == advice(told("9s 4d", boards[1], 1))
    tables = [
        asked(MISSISSIPPI, {"ante": 10}, {"1": "9s 4d", "2": other, "community": "9h As Ad"})
        for other in ("9c 9d", "2c 3c")
    ]
    assert advice(tables[0]) == advice(tables[1])
