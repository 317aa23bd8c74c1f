"""Exact equities against a slow program and the literature; the compiled ranking against the plain one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from pitboss.book import Refused, Rules
from pitboss.equipment.cards import card
from pitboss.games.poker_room.equities import equities as equities_of
from pitboss.games.poker_room.family import PokerRoom
from pitboss.odds import WagerOdds
from pitboss.odds.book import analyze
from pitboss.ranking.batch import strengths
from pitboss.ranking.high import best_five
from tests.hold_em.seated import HOLD_EM
from tests.poker_room import five


def equities(hands: str, board: str) -> Iterator[WagerOdds]:
    assert isinstance(HOLD_EM, PokerRoom)
    return equities_of(HOLD_EM, hands, board)


def slowly(hands: list[str], board: str) -> list[Fraction]:
    held = [(card(hand[:2]), card(hand[2:])) for hand in hands]
    table = tuple(card(board[at : at + 2]) for at in range(0, len(board), 2))
    deck = [each for each in range(52) if each not in table and all(each not in hand for hand in held)]
    shares, boards = [Fraction(0)] * len(held), 0
    for rest in combinations(deck, 5 - len(table)):
        values = [max(five(each) for each in combinations((*hand, *table, *rest), 5)) for hand in held]
        winners = [n for n, value in enumerate(values) if value == max(values)]
        for n in winners:
            shares[n] += Fraction(1, len(winners))
        boards += 1
    return [each / boards for each in shares]


@pytest.mark.parametrize(
    ("hands", "board"),
    [
        ("AsAh KdKc", "2c7d9hJs"),
        ("AsKs QhQd 7c7d", "2s7h9sQc"),
        ("5c6c 5d6d Ah2h JsJd", "7s8h9cKd"),
        ("AsKd AhKc", "QsJdTh2c"),
        ("AsKd 2h2c", "2s7d9hJsJc"),
        ("AsAh KsKh", "QsJsTd"),
    ],
)
def test_14_10_j_equities_agree_with_a_slow_program(hands: str, board: str) -> None:
    rows = list(equities(hands, board))
    assert [row.wager for row in rows] == hands.split()
    found = [row.equity for row in rows]
    assert found == slowly(hands.split(), board)
    assert sum(each for each in found if each is not None) == 1
    for row in rows:
        assert sum(each.probability for each in row.outcomes) == 1
        assert row.equity is not None
        assert row.expectation == len(rows) * row.equity - 1, "each puts one unit in"


# Wins, ties and losses of the first hand in 1,712,304 boards, found with eval7 as well.
PUBLISHED = {
    "AsAh KdKc": (1_388_072, 6_538, 317_694),
    "AsAh KsKh": (1_410_336, 9_308, 292_660),
    "JsTs 2h2d": (912_248, 24_087, 775_969),
}


@pytest.mark.parametrize("hands", PUBLISHED)
def test_equities_before_the_flop_are_those_of_the_literature(hands: str) -> None:
    first, second = equities(hands, "")
    win, tie, lose = (Fraction(each, 1_712_304) for each in PUBLISHED[hands])
    assert [each.probability for each in first.outcomes] == [win, tie, lose]
    assert [each.probability for each in second.outcomes] == [lose, tie, win]


def test_aces_against_kings_over_all_suits_is_the_published_81_946_percent() -> None:
    rows = [next(iter(equities(f"AsAh K{a}K{b}", ""))) for a, b in combinations("cdhs", 2)]
    mean = sum(row.equity for row in rows if row.equity is not None) / 6
    assert round(float(mean), 5) == 0.81946


def test_an_unknown_hand_is_every_other_hand() -> None:
    (known, unknown) = equities("AsKs ??", "2s7h9sQc")
    others = [
        each for each in range(52) if each not in [card(c) for c in ("As", "Ks", "2s", "7h", "9s", "Qc")]
    ]
    shares = []
    for stranger in combinations(others, 2):
        rest = [each for each in others if each not in stranger]
        for river in rest:
            table = [card(c) for c in ("2s", "7h", "9s", "Qc")] + [river]
            mine, his = best_five([*table, card("As"), card("Ks")]), best_five([*table, *stranger])
            shares.append(2 if mine > his else 1 if mine == his else 0)
    assert known.equity == Fraction(sum(shares), 2 * len(shares))
    assert unknown.wager == "??"


@pytest.mark.parametrize(
    ("hands", "board", "says"),
    [
        ("AsAh", "", "two to eleven hands"),
        ("AsAh AsKd", "", "As is dealt twice"),
        ("AsAh KdKc", "As2c3d", "As is dealt twice"),
        ("AsAh KdKcKh", "", "a hand has two"),
        ("AsAh KdK", "", "is not a hand"),
        ("AsAh KdKc", "2c3d", "none, three, four or five"),
        ("AsAh ?? ??", "", "one hand may be unknown"),
        ("AsAh KdXc", "", "is not a card"),
    ],
)
def test_hands_that_cannot_be_are_refused(hands: str, board: str, says: str) -> None:
    with pytest.raises(Refused, match=says):
        list(equities(hands, board))


def test_hands_may_be_separated_by_commas_and_boards_by_spaces() -> None:
    spaced = analyze("hold-em", hands="AsAh, KdKc", board="2c 7d 9h Js")
    assert spaced == list(equities("AsAh KdKc", "2c7d9hJs"))


def test_without_hands_the_odds_are_those_of_classic_match_ups() -> None:
    rows = analyze("hold-em", every=True)
    assert len(rows) >= 10
    assert {row.method for row in rows} == {"exact"}
    assert rows[0].wager == "AsAh"
    assert rows[0].json()["equity"] == {"fraction": "29603/36432", "percent": 81.25549}


def test_no_strategy_and_no_simulation_between_players() -> None:
    rules = Rules(HOLD_EM)
    with pytest.raises(Refused, match="against other players"):
        HOLD_EM.strategy(rules)
    with pytest.raises(Refused, match="no wager against the house"):
        HOLD_EM.simulation(rules)


def test_14_3_b_and_d_showdown_strengths_compiled_order_hands_as_plain_ones_do() -> None:
    chance = random.Random(5)
    deals = [chance.sample(range(52), 5 + 2 * 11) for _ in range(1_000)]
    hands = [[*deal[:5], *deal[5 + 2 * n : 7 + 2 * n]] for deal in deals for n in range(11)]
    compiled = strengths(np.array(hands))
    plain = np.array([best_five(hand) for hand in hands])
    assert (np.argsort(np.unique(plain)) == np.argsort(np.unique(compiled))).all()
    for start in range(0, len(hands), 11):
        table = slice(start, start + 11)
        assert (compiled[table] == compiled[table].max()).tolist() == (
            plain[table] == plain[table].max()
        ).tolist()
