"""What a player of premium hold 'em is told, against a slow program."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import combinations

import numpy as np
import pytest

from pitboss.equipment.cards import cards
from pitboss.ranking.batch import values
from pitboss.table import Table
from tests.advised import advice, asked, bare, slow_five

PREMIUM = "premium-hold-em"
BOTH = {"ante": 10, "x-tra": 10}
X_TRA = {4: 1, 5: 1.5, 6: 3, 7: 10, 8: 100, 9: 500}
"""What X-tra is paid with a straight and so on."""


def before(hand: str, **more: object) -> Table:
    return asked(PREMIUM, BOTH, {"1": hand}, **more)  # type: ignore[arg-type]


def later(hand: str, board: str, wagers: dict[str, int] | None = None, **more: object) -> Table:
    """Both seats have checked, and the community cards lie there."""
    named = {"1": hand, "community": board}
    return asked(PREMIUM, wagers or BOTH, named, decisions=["check", "check"], **more)  # type: ignore[arg-type]


def slow_end(hand: list[int], board: list[int], dealers: Iterable[tuple[int, ...]]) -> tuple[float, float]:
    """What ante and X-tra net, and each ante of a play wager, in antes."""
    mine = max(map(slow_five, combinations(hand + board, 5)))
    kind = mine[0] + (mine[:2] == (8, 12))
    first = each = deals = 0.0
    for dealer in dealers:
        theirs = max(map(slow_five, combinations((*dealer, *board), 5)))
        sign = (mine > theirs) - (mine < theirs)
        qualifies = theirs[0] > 1 or (theirs[0] == 1 and theirs[1] > 0)  # a pair of threes
        first += sign if sign < 0 or qualifies else 0
        first += X_TRA.get(kind, 0) if sign > 0 else sign
        each += sign
        deals += 1
    return first / deals, each / deals


@pytest.mark.parametrize(
    ("hand", "board", "best"),
    [
        ("As Kd 4c", "Qh 9c 7d 5s", ("play", 1000)),
        ("2c 3d 4h", "Kh Qc Td 8s", ("fold", 0)),
        ("9h 8h 2c", "7h 6h 5h Kd", ("play", 2000)),
        ("Ac Qd 2s", "Ad As 7c 7d", ("play", 2000)),
        ("2c 3d 7h", "2h Kc Qd 9s", ("play", 1000)),
    ],
)
@pytest.mark.parametrize("reading", ["as-read", "as-printed"])
def test_40_10_d_the_second_decision_counts_every_hand_of_the_dealer(
    hand: str, board: str, best: tuple[str, int], reading: str
) -> None:
    """With fifteen cards left to deal."""
    mine, table_cards = cards(hand), cards(board)
    left = sorted(set(range(52)) - set(mine) - set(table_cards))[::3]
    table = bare(later(hand, board, reading_folded_x_tra=reading), left)
    first, each = slow_end(mine, table_cards, combinations(left, 3))
    fold = -2 if reading == "as-read" else -1
    played = max(first + each, first + 2 * each)
    told = advice(table)
    assert dict(told.values) == pytest.approx({"play": 1000 * played, "fold": 1000 * fold})
    amount = 2000 if each > 0 else 1000
    assert (told.decision, told.amount) == (("play", amount) if played > fold else ("fold", 0))
    if reading == "as-read":
        assert (told.decision, told.amount) == best


def test_40_10_d_all_hands_of_the_dealer() -> None:
    hand, board = "Kc 9d 4s", "Qh 7s 4d 2h"
    left = sorted(set(range(52)) - set(cards(f"{hand} {board}")))
    first, each = slow_end(cards(hand), cards(board), combinations(left, 3))
    told = advice(later(hand, board))
    assert told.values["play"] == pytest.approx(1000 * max(first + each, first + 2 * each))


@pytest.mark.parametrize(
    ("hand", "best"),
    [("As Ad 4c", "play"), ("Kd Ks 7c", "play"), ("7s 6d 2c", "check"), ("Ts 8d 3c", "check")],
)
def test_40_10_b_the_first_decision_is_worth_what_the_boards_make_of_it(hand: str, best: str) -> None:
    """With 150 boards that chance picks, and every hand of the dealer on each: within five standard errors."""
    pick, mine = random.Random(40), cards(hand)
    left = [card for card in range(52) if card not in mine]
    threes = np.array(list(combinations(range(len(left) - 4), 3)))
    early, late = [], []
    for _ in range(150):
        board = pick.sample(left, 4)
        dealers = np.array([card for card in left if card not in board])[threes]
        theirs = values(np.hstack((dealers, np.tile(board, (len(dealers), 1))))).astype(np.int64)
        (own,) = values(np.array([mine + board])).astype(np.int64)
        won, lost = (theirs < own).mean(), (theirs > own).mean()
        short = ((theirs < own) & (theirs < 1 << 26 | 1 << 14)).mean()
        first = won - short - 2 * lost + X_TRA.get(int(own >> 26), 0) * won
        early.append(first + 3 * (won - lost))
        late.append(max(-2, first + won - lost, first + 2 * (won - lost)))
    told = advice(before(hand))
    for decision, found in (("play", early), ("check", late)):
        error = np.std(found) / np.sqrt(len(found))
        assert abs(told.values[decision] / 1000 - np.mean(found)) < 5 * error < 2.5
    assert (told.decision, told.amount) == (best, 3000 if best == "play" else 0)
    assert "three antes" in told.why if best == "play" else "wait" in told.why


def test_40_10_d_2_where_a_folded_hand_does_not_spin_its_flush_is_worth_a_spin() -> None:
    """Twelve positions, the eleventh alone with a weight; with jacks up the cards stay, and without a flush there is
    nothing to spin for."""
    wheel = {
        "bonus_spin_table": "5-fixed",
        "wheel_weights": "0 0 0 0 0 0 0 0 0 0 1 0",
        "fixed_prize": "5000",
        "reading_folded_bonus_spin": "as-printed",
    }
    spin, board = {**BOTH, "bonus-spin": 5}, "Kh Qc Td 8s"
    prize = asked(PREMIUM, spin, {}, **wheel).rules.pay("bonus-spin")["11"].prize  # type: ignore[arg-type]
    assert prize > 0
    assert advice(later("2c 3c 4c", board, spin, **wheel)).values["fold"] == -2000 - prize
    assert advice(later("2c 3c 4d", board, spin, **wheel)).values["fold"] == -2000
    assert advice(later("2c 3c 4c", board, spin | {"player-bonus": 5}, **wheel)).values["fold"] == -2000
    assert advice(later("2c 3c 4c", board, spin, **{**wheel, "reading_folded_bonus_spin": "as-read"})).values[
        "fold"
    ] == (-2000)


def test_40_10_cards_that_the_player_does_not_see_change_nothing() -> None:
    told = [advice(before("Qs 7d 2c", seed=seed)) for seed in range(3)]
    told.append(advice(asked(PREMIUM, BOTH, {"1": "Qs 7d 2c", "community": "Qh Qd Qc 7h"})))
    assert told.count(told[0]) == 4
    told = [advice(later("Qs 7d 2c", "Kh 9c 4d 3d", seed=seed)) for seed in range(3)]
    assert told.count(told[0]) == 3
