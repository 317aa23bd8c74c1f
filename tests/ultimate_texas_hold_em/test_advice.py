"""What a player of ultimate Texas hold 'em is told, against a slow program and the published strategy."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import pytest

from pitboss.equipment.cards import cards, name
from pitboss.ranking.batch import values
from pitboss.table import Table
from tests.advised import advice, asked, slow_five

ULTIMATE = "ultimate-texas-hold-em"
BOTH = {"ante": 10, "blind": 10}
BLIND = {4: 1, 5: 1.5, 6: 3, 7: 10, 8: 50}
"""What the blind is paid with a straight and so on; a royal flush 500."""


def before(hand: str, **more: object) -> Table:
    return asked(ULTIMATE, BOTH, {"1": hand}, **more)  # type: ignore[arg-type]


def later(hand: str, board: str, checks: int, **others: str) -> Table:
    """Seats 1 and 2 have checked so many times."""
    named = {"1": hand, "community": board, **others}
    return asked(ULTIMATE, BOTH, named, decisions=["check"] * (2 * checks))


@cache
def slow_seven(hand: tuple[int, ...]) -> tuple[int, ...]:
    return max(map(slow_five, combinations(hand, 5)))


def slow_end(hand: list[int], board: list[int]) -> float:
    """What a play wager of one ante at the end nets with ante and blind, in antes."""
    mine = slow_seven((*hand, *board))
    blind = 500 if mine[:2] == (8, 12) else BLIND.get(mine[0], 0)
    total = deals = 0.0
    for dealer in combinations(sorted(set(range(52)) - set(hand) - set(board)), 2):
        theirs = slow_seven((*dealer, *board))
        sign = (mine > theirs) - (mine < theirs)
        total += sign + (sign if theirs[0] else 0) + (blind if sign > 0 else sign)
        deals += 1
    return total / deals


@pytest.mark.parametrize(
    ("hand", "board"),
    [
        ("As 4d", "Kh 9c 7d 5s 2h"),
        ("2c 3d", "Kh Qc Td 8s 5h"),
        ("9h 8h", "7h 6h 2h Kd Ks"),
        ("Ac Qd", "Ad As 7c 7d 2h"),
    ],
)
def test_32_10_e_the_last_decision_counts_every_hand_of_the_dealer(hand: str, board: str) -> None:
    told = advice(later(hand, board, 2))
    worth = slow_end(cards(hand), cards(board))
    assert dict(told.values) == pytest.approx({"play": 1000 * worth, "fold": -2000})
    assert told.decision == ("play" if worth > -2 else "fold")


def test_32_10_c_after_the_flop_waiting_is_worth_the_last_decision_on_every_board() -> None:
    hand, board = "Kc 9d", "Qh 7s 2d"
    told = advice(later(hand, board, 1))
    left = [name(card) for card in range(52) if card not in cards(f"{hand} {board}")]
    ends = [advice(later(hand, f"{board} {d} {e}", 2)).values for d, e in combinations(left, 2)]
    assert told.values["check"] == pytest.approx(sum(max(each.values()) for each in ends) / len(ends))
    one = sum(each["play"] for each in ends) / len(ends)
    leads = [lead(cards(hand), cards(f"{board} {d} {e}")) for d, e in combinations(left, 2)]
    assert told.values["play"] == pytest.approx(one + 1000 * sum(leads) / len(leads))  # another ante at stake
    assert (told.decision, told.amount) == ("check", 0)


def lead(hand: list[int], board: list[int]) -> float:
    """How much oftener the hand wins than loses."""
    dealers = np.array(list(combinations(sorted(set(range(52)) - set(hand) - set(board)), 2)))
    theirs = values(np.hstack((dealers, np.tile(board, (len(dealers), 1))))).astype(np.int64)
    return float(np.sign(int(values(np.array([hand + board]))[0]) - theirs).mean())


@pytest.mark.parametrize(
    ("hand", "board", "best"),
    [
        ("Kc 9d", "9h 7s 2d", "play"),  # a pair with a card of one's own
        ("4c 2d", "Kh 4s 2s", "play"),  # two pairs
        ("Kh 4d", "9h 7h 2h", "play"),  # four to a flush with a king
        ("6h 4d", "9h 7h 2h", "check"),  # with a six
        ("2c 2d", "Kh 9s 7s", "check"),  # two deuces in the hand
    ],
)
def test_32_10_c_the_published_strategy_after_the_flop(hand: str, board: str, best: str) -> None:
    told = advice(later(hand, board, 1))
    assert (told.decision, told.amount) == (best, 2000 if best == "play" else 0)


RAISED = "As2d Ks2s Kd5c Qs6s Qd8c Js8s JdTc 3c3d"
CHECKED = "Kd4c Qs5s Qd7c Js7s Jd9c Ts9s 2c2d"


@pytest.mark.parametrize("hand", RAISED.split() + CHECKED.split())
def test_32_10_a_the_published_strategy_before_the_flop(hand: str) -> None:
    told = advice(before(f"{hand[:2]} {hand[2:]}"))
    raised = hand in RAISED
    assert (told.decision, told.amount) == (("play", 4000) if raised else ("check", 0))
    assert "four antes" in told.why if raised else "waits" in told.why


def test_32_10_a_all_hands_together_cost_what_is_published() -> None:
    """2.18497 percent of the ante, by best play."""
    total = 0.0
    for high in range(13):
        for low in range(high + 1):
            offsuit = 6 if high == low else 12
            total += offsuit * worth_of(4 * high, 4 * low + 1)
            total += 4 * worth_of(4 * high, 4 * low) if high > low else 0
    assert total / 1326 == pytest.approx(-21.8497, abs=1e-4)


def worth_of(a: int, b: int) -> float:
    return max(advice(before(f"{name(a)} {name(b)}")).values.values())


def test_32_10_a_who_has_three_antes_left_is_told_of_three() -> None:
    told = advice(before("As Ad", funds=50))
    assert (told.decision, told.amount) == ("play", 3000)


def test_32_10_cards_that_the_player_does_not_see_change_nothing() -> None:
    told = [advice(before("Qs 7d", seed=seed)) for seed in range(3)]
    assert told.count(told[0]) == 3
    told = [advice(later("Qs 7d", "Kh 9c 4d", 1, dealer=dealer)) for dealer in ("As Ad", "2c 3c")]
    told.append(advice(later("Qs 7d", "Kh 9c 4d Ac Ah", 1)))
    assert told.count(told[0]) == 3
