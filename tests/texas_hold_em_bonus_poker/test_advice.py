"""What a player of Texas hold 'em bonus poker is told, against a slow program and the published strategy."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from pitboss.equipment.cards import cards, name
from pitboss.ranking.batch import values
from pitboss.table import Table
from tests.advised import advice, asked, slow_five

TEXAS = "texas-hold-em-bonus-poker"


def before(hand: str, seed: int = 1, **options: object) -> Table:
    return asked(TEXAS, {"ante": 10}, {"1": hand}, seed=seed, **options)


def later(hand: str, board: str, *decisions: str, **options: object) -> Table:
    """Seat 1 alone, with the flop wager made and then these decisions."""
    named = {"1": hand, "community": board}
    return asked(TEXAS, {"ante": 10}, named, seats=(1,), decisions=["flop", *decisions], **options)


def slow_river(hand: list[int], board: list[int], wagers: int, straight_pays: int) -> float:
    """What the ante and so many antes of other wagers net, in antes, over rivers and hands of the dealer. The kind
    of the player's hand is told by a slow program, the comparison left to the ranking."""
    total = deals = 0
    left = set(range(52)) - set(hand) - set(board)
    for river in left:
        five = [*board, river]
        kind = max(map(slow_five, combinations(hand + five, 5)))[0]
        dealers = np.array(list(combinations(sorted(left - {river}), 2)))
        theirs = values(np.hstack((dealers, np.tile(five, (len(dealers), 1))))).astype(np.int64)
        signs = np.sign(int(values(np.array([hand + five]))[0]) - theirs)
        won, lost = int((signs > 0).sum()), int((signs < 0).sum())
        total += wagers * (won - lost) + (won if kind >= straight_pays else 0) - lost
        deals += len(dealers)
    return total / deals


@pytest.mark.parametrize("paid", ["straight", "flush"])
@pytest.mark.parametrize(
    ("hand", "board"), [("9s 8d", "7h 6c Kd 2s"), ("2c 3d", "Kh Qc 9d 8s"), ("Ah 4h", "9h 7h 2c 2d")]
)
def test_28_10_e_the_river_wager_counts_every_last_card(hand: str, board: str, paid: str) -> None:
    told = advice(later(hand, board, "turn", ante_pay_threshold=paid))
    least = 4 if paid == "straight" else 5
    worth = {
        each: slow_river(cards(hand), cards(board), n, least) for each, n in (("river", 4), ("check", 3))
    }
    assert dict(told.values) == pytest.approx({each: 1000 * value for each, value in worth.items()})
    assert told.decision == max(worth, key=worth.__getitem__)


def test_28_10_c_the_turn_wager_looks_at_every_turn_card_and_the_river_wager_after_it() -> None:
    hand, board = "Ah 9h", "Kh 7h 2c"
    told = advice(later(hand, board))
    for wager in ("turn", "check"):
        turns = [name(card) for card in range(52) if card not in cards(f"{hand} {board}")]
        then = [max(advice(later(hand, f"{board} {turn}", wager)).values.values()) for turn in turns]
        assert told.values[wager] == pytest.approx(sum(then) / len(then))
    assert (told.decision, told.amount) == ("turn", 1000)


@pytest.mark.parametrize("hand", ["2c 3d", "2c 7d", "2c 5d"])
def test_28_10_a_the_published_folds(hand: str) -> None:
    """A two with a three to seven of another suit."""
    told = advice(before(hand))
    assert told.decision == "fold"
    assert told.values["fold"] == -1000 > told.values["flop"]


@pytest.mark.parametrize("hand", ["2c 8d", "2c 7c", "2c 2d", "3c 5d", "As Ad"])
def test_28_10_a_all_other_hands_make_the_flop_wager(hand: str) -> None:
    told = advice(before(hand))
    assert (told.decision, told.amount) == ("flop", 2000)


def test_28_10_a_all_hands_together_cost_what_is_published() -> None:
    """2.0369 percent of the ante where a straight is paid, 5.5935 where a flush is needed."""
    for paid, percent in (("straight", 2.0369), ("flush", 5.5935)):
        total = 0.0
        for high in range(13):
            for low in range(high + 1):
                for suit, times in ((0, 4 if high > low else 0), (1, 12 if high > low else 6)):
                    if times:
                        table = before(f"{name(4 * high)} {name(4 * low + suit)}", ante_pay_threshold=paid)
                        total += times * max(advice(table).values.values())
        assert total / 1326 == pytest.approx(-10 * percent, abs=0.001)


def test_28_10_cards_that_the_player_does_not_see_change_nothing() -> None:
    told = [advice(before("Qs 7d", seed)) for seed in range(3)]
    assert told.count(told[0]) == 3
    assert advice(later("Qs 7d", "Kh 9c 4d Ac Ah")) == advice(later("Qs 7d", "Kh 9c 4d 7c 7h"))
