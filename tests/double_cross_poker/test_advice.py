"""What a player of double cross poker is told, against a slow program and what is counted for the odds."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
import pytest

from pitboss.equipment.cards import cards, name
from pitboss.games.house_poker.boards_mathematics import categories, look
from pitboss.games.house_poker.double_cross_counting import DEALS, count_rows
from pitboss.table import Table
from tests.advised import advice, asked, bare, slow_five

DOUBLE_CROSS = "double-cross-poker"
RAISES = (1, 1, 1.5, 3, 5, 6, 7, 15, 50, 300)
"""What each raise is paid, from a high card to a royal flush, 25.11(b)."""


def facing(hand: str, far: str, right: str, *decisions: str, **more: object) -> Table:
    """Seat 1 alone; hidden cards of the cross are dealt at random."""
    seen = f"{right} {far}"
    rest = [name(card) for card in range(52) if card not in cards(f"{hand} {seen}")]
    rest = rest[int(str(more.pop("skip", 0))) :]
    named = {
        "1": hand,
        "community": f"{rest[0]} {rest[1]} {right} {far} {rest[2]}",
        "dealer": f"{rest[3]} {rest[4]}",
    }
    return asked(DOUBLE_CROSS, {"ante": 10}, named, seats=(1,), decisions=decisions, **more)  # type: ignore[arg-type]


def slowly(hand: list[int], far: int, right: int, left: list[int]) -> list[float]:
    """What ante and raises net along the row and along the column, in antes."""
    nets, deals = [0.0, 0.0], 0
    for center, beside, near in permutations(left, 3):
        row, column = (beside, center, right), (far, center, near)
        mine = [slow_five([*hand, *axis]) for axis in (row, column)]
        for dealer in combinations([card for card in left if card not in (center, beside, near)], 2):
            theirs = max(slow_five([*dealer, *axis]) for axis in (row, column))
            for axis in range(2):
                if mine[axis] > theirs:
                    nets[axis] += 1 + 2 * RAISES[mine[axis][0] + (mine[axis][:2] == (8, 12))]
                elif mine[axis] < theirs:
                    nets[axis] -= 3
            deals += 1
    return [each / deals for each in nets]


@pytest.mark.parametrize(
    ("hand", "far", "right", "left"),
    [
        ("As 9d", "Kh", "Qs", "9c 9h 4d 7s Kc Jh"),
        ("7s 7d", "2c", "7c", "2d 2h Ac As 3d Kd 8c"),
        ("4c 3c", "Ac", "9d", "2c 5c 9h 9s Ad 6h"),
        ("8h 5d", "Qc", "Jd", "Qh Jh Td 2s 8c 5c"),
    ],
)
def test_25_10_c_both_axes_against_every_hand_of_the_dealer(
    hand: str, far: str, right: str, left: str
) -> None:
    """With six or seven cards left to deal."""
    table = facing(hand, far, right)
    worth = slowly(cards(hand), *cards(f"{far} {right}"), cards(left))
    told = advice(bare(table, cards(left)))
    assert dict(told.values) == pytest.approx({"play": 1000 * max(worth), "fold": -1000})
    assert (told.decision, told.amount) == (("play", 2000) if max(worth) > -1 else ("fold", 0))
    told = advice(bare(facing(hand, far, right, "play"), cards(left)))
    assert dict(told.values) == pytest.approx({"horizontal": 1000 * worth[0], "vertical": 1000 * worth[1]})
    assert told.decision == ("horizontal" if worth[0] >= worth[1] else "vertical")
    assert told.decision in told.why


def test_25_10_c_2_the_row_is_worth_what_the_odds_count() -> None:
    """With the two of clubs as the far card, and the ten of diamonds on the right; all 102,738,240 deals."""
    found = np.zeros((13, 2, 1326, 11), np.int64)
    count_rows(0, *look(), categories(), found)
    for hand in ("Ac 3c", "7s 7d", "Qd Jd"):
        low, high = sorted(cards(hand))
        counts = found[8, 1, high * (high - 1) // 2 + low]
        table = facing(hand, "2c", "Td", "play")
        worth = sum(int(count) * (4 + 2 * pays) for count, pays in zip(counts[:10], RAISES, strict=True))
        worth += 3 * int(counts[10])
        assert advice(table).values["horizontal"] == pytest.approx(1000 * (worth / DEALS - 3))


def test_25_10_c_2_the_cross_may_be_turned_over_its_diagonal() -> None:
    one, other = (advice(facing("Ks 8d", *seen, "play")).values for seen in (("Kh", "4s"), ("4s", "Kh")))
    assert one["horizontal"] == pytest.approx(other["vertical"])
    assert one["vertical"] == pytest.approx(other["horizontal"])


def test_25_10_a_cards_that_are_concealed_lose_the_three_card_wager() -> None:
    both, named = {"ante": 10, "three-card": 5}, {"1": "As 9d", "community": "2c 3d Qs Ah 5c"}
    table = asked(DOUBLE_CROSS, both, named)
    pair = table.rules.pay("three-card")["one-pair"].pays(500)
    assert advice(table).values == {"expose": pair, "conceal": -500}
    assert advice(table).decision == "expose"
    nothing = advice(asked(DOUBLE_CROSS, both, {**named, "1": "Ks 9d"}))
    assert nothing.values == {"expose": -500, "conceal": -500}


@pytest.mark.parametrize(
    ("hand", "far", "right", "best"),
    [
        ("As 2d", "9h", "7c", "play"),  # an ace
        ("Ks 3d", "9h", "7c", "play"),  # a king
        ("2s 2d", "Kh", "Qc", "play"),  # a pair
        ("9s 4d", "Kh", "4c", "play"),
        ("9s 4d", "Kh", "Qc", "fold"),
        ("Js 4d", "9h", "7c", "fold"),
    ],
)
def test_25_10_c_what_everybody_would_play_or_fold(hand: str, far: str, right: str, best: str) -> None:
    assert advice(facing(hand, far, right)).decision == best


def test_25_10_c_cards_that_the_player_does_not_see_change_nothing() -> None:
    told = [advice(facing("Qs 7d", "Kh", "9c", skip=skip)) for skip in range(3)]
    assert told.count(told[0]) == 3


def test_25_10_a_what_another_player_has_exposed_is_gone_from_the_deck() -> None:
    both = {"ante": 10, "three-card": 5}
    hidden = {"1": "Qs 7d", "community": "2c 3d 9c Kh 5c"}
    told = [
        advice(asked(DOUBLE_CROSS, both, {**hidden, "2": other}, decisions=["expose", shows])).values["play"]
        for other, shows in (("Qh Qd", "conceal"), ("As Ad", "conceal"), ("Qh Qd", "expose"))
    ]
    assert told[0] == told[1] > told[2]
