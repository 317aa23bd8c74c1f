"""What a player of mini-tex 3 card hold 'em is told, against a slow program."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest

from pitboss.equipment.cards import cards, name
from pitboss.table import Table
from tests.advised import advice, asked

MINI_TEX = "mini-tex-3-card-hold-em"


def told_at(hand: str, board: str = "", *decisions: str, seed: int = 1, **options: object) -> Table:
    named = {"1": hand, "community": board}
    return asked(MINI_TEX, {"ante": 10}, named, seats=(1,), decisions=decisions, seed=seed, **options)


@cache
def slow_rank(hand: tuple[int, ...]) -> tuple[int, ...]:
    """Three cards in their order."""
    ranks = sorted((card >> 2 for card in hand), reverse=True)
    flush = len({card & 3 for card in hand}) == 1
    if ranks == [12, 1, 0]:
        ranks = [1, 0, -1]
    if ranks[0] - 1 == ranks[1] == ranks[2] + 1:
        return (5 if flush else 3, *ranks)
    if len(set(ranks)) == 1:
        return 4, *ranks
    if len(set(ranks)) == 2:
        return 1, ranks[1], next(rank for rank in ranks if rank != ranks[1])
    return (2 if flush else 0, *ranks)


def slow_hand(own: tuple[int, ...], board: list[int]) -> tuple[int, ...]:
    """The best three with a card of one's own at least."""
    return max(
        slow_rank(tuple(sorted(three))) for three in combinations((*own, *board), 3) if {*three} & {*own}
    )


def slow_play(hand: list[int], board: list[int], qualifier: tuple[int, ...]) -> float:
    """What the four wagers net in antes if the last of them, two antes, is made."""
    total = deals = 0
    mine = slow_hand(tuple(hand), board)
    for dealer in combinations(sorted(set(range(52)) - set(hand) - set(board)), 2):
        theirs = slow_hand(dealer, board)
        sign = (mine > theirs) - (mine < theirs)
        total += 3 * sign + (2 * sign if sign < 0 or theirs >= qualifier else 0)
        deals += 1
    return total / deals


@pytest.mark.parametrize(("option", "least"), [("ace-king", (0, 12, 11)), ("pair", (1,))])
@pytest.mark.parametrize(
    ("hand", "board"), [("As 4d", "Kh 9c 7d"), ("2c 3d", "Kh Jc 8d"), ("9h 8h", "7h 6c 2h")]
)
def test_37_10_e_the_play_wager_counts_every_hand_of_the_dealer(
    hand: str, board: str, option: str, least: tuple[int, ...]
) -> None:
    told = advice(told_at(hand, board, "flop", "river", dealer_qualifier=option))
    worth = slow_play(cards(hand), cards(board), least)
    assert dict(told.values) == pytest.approx({"play": 1000 * worth, "fold": -3000})
    assert (told.decision, told.amount) == (("play", 2000) if worth > -3 else ("fold", 0))


@pytest.mark.parametrize(("hand", "flop"), [("As 4d", "Kh 9c"), ("2c 3d", "Kh Jd"), ("9h 8h", "8c 2h")])
def test_37_10_c_the_river_wager_looks_at_every_river_card(hand: str, flop: str) -> None:
    told = advice(told_at(hand, flop, "flop"))
    rivers = [name(card) for card in range(52) if card not in cards(f"{hand} {flop}")]
    then = [
        max(advice(told_at(hand, f"{flop} {river}", "flop", "river")).values.values()) for river in rivers
    ]
    assert dict(told.values) == pytest.approx({"river": sum(then) / 48, "fold": -2000})


@pytest.mark.parametrize(("qualifier", "percent"), [("ace-king", 4.957797), ("pair", 8.655002)])
def test_37_10_a_all_hands_together_cost_the_edge_of_the_ante(qualifier: str, percent: float) -> None:
    total = 0.0
    for high in range(13):
        for low in range(high + 1):
            for suit, times in ((0, 4 if high > low else 0), (1, 12 if high > low else 6)):
                if times:
                    table = told_at(f"{name(4 * high)} {name(4 * low + suit)}", dealer_qualifier=qualifier)
                    told = advice(table)
                    assert told.values["fold"] == -1000
                    total += times * told.values[told.decision]
    assert total / 1326 == pytest.approx(-10 * percent, abs=1e-4)


def test_37_10_cards_that_the_player_does_not_see_change_nothing() -> None:
    told = [advice(told_at("Qs 7d", seed=seed)) for seed in range(3)]
    assert told.count(told[0]) == 3
    told = [advice(told_at("Qs 7d", board, "flop")) for board in ("Kh 9c Ac", "Kh 9c 7c")]
    assert told[0] == told[1]
    dealers = [{"1": "Qs 7d", "community": "Kh 9c 4d", "dealer": each} for each in ("Ks Kd", "2c 3c")]
    last = [
        advice(asked(MINI_TEX, {"ante": 10}, named, seats=(1,), decisions=["flop", "river"]))
        for named in dealers
    ]
    assert last[0] == last[1]
