"""What a player of let it ride is told, against a slow program and the published strategy."""

from __future__ import annotations

import pytest

from pitboss.equipment.cards import cards
from tests.advised import advice, asked, slow_five

RIDE = "let-it-ride-poker"
BETS = {"bet-1": 10, "bet-2": 10, "bet-3": 10}
# Table 18.11(b), from a pair of tens up to the straight flush; a royal flush below.
PAYS = {1: 1, 2: 2, 3: 3, 4: 5, 5: 8, 6: 11, 7: 50, 8: 200}


def slow_net(hand: list[int]) -> int:
    """What five cards net a bet of one."""
    kind, top, *_ = slow_five(hand)
    if kind == 0 or (kind == 1 and top < 8):
        return -1
    return 1000 if (kind, top) == (8, 12) else PAYS[kind]


def slow_values(hand: list[int]) -> dict[str, float]:
    """The first decision: bet three stays, bet one is decided, bet two rides where it wins on average."""
    left = [card for card in range(52) if card not in hand]
    alone = second = 0.0
    for first in left:
        mean = sum(slow_net([*hand, first, last]) for last in left if last != first) / 48
        alone += mean / 49
        second += max(mean, 0) / 49
    return {"ride": 1000 * (2 * alone + second), "withdraw": 1000 * (alone + second)}


@pytest.mark.parametrize("hand", ["Th 9h 8h", "Kc Kd 4s", "2c 7d Jh"])
def test_18_10_b_the_first_bet_over_all_community_cards(hand: str) -> None:
    told = advice(asked(RIDE, BETS, {"1": hand}))
    assert told.values == pytest.approx(slow_values(cards(hand)), abs=1e-6)


@pytest.mark.parametrize(("first", "riding"), [("ride", 2), ("withdraw", 1)])
def test_18_10_e_the_second_bet_over_the_last_card(first: str, riding: int) -> None:
    held = cards("Th 9h 8h 7c")
    named = {"1": "Th 9h 8h", "community": "7c"}
    told = advice(asked(RIDE, BETS, named, seats=(1,), decisions=(first,)))
    mean = sum(slow_net([*held, last]) for last in range(52) if last not in held) / 48
    assert told.values == pytest.approx(
        {"ride": 1000 * (riding + 1) * mean, "withdraw": 1000 * riding * mean}, abs=1e-6
    )


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        ("Tc Td 2h", "ride"),  # tens pay already
        ("9c 9d Ah", "withdraw"),
        ("Ah Kh Th", "ride"),  # three to a royal flush
        ("7h 6h 5h", "ride"),  # three suited in a row
        ("3h 4h 5h", "ride"),
        ("2h 3h 4h", "withdraw"),  # except A-2-3 and 2-3-4
        ("Ah 2h 3h", "withdraw"),
        ("8h 9h Jh", "ride"),  # spread of four with a high card
        ("5h 6h 8h", "withdraw"),
        ("9h Jh Kh", "ride"),  # spread of five with two high cards
        ("7h 9h Jh", "withdraw"),
        ("Ac Kd Qh", "withdraw"),
    ],
)
def test_18_10_b_the_published_strategy_with_three_cards(hand: str, best: str) -> None:
    assert advice(asked(RIDE, BETS, {"1": hand})).decision == best


@pytest.mark.parametrize(
    ("hand", "card", "best"),
    [
        ("2h 9h Kh", "5h", "ride"),  # four to a flush
        ("9c Td Jh", "Qs", "ride"),  # open at both ends with a high card
        ("Tc Jd Qh", "Ks", "ride"),
        ("Jc Qd Kh", "As", "ride"),  # four high cards: even, and the bet may stay
        ("9c Jd Qh", "Ks", "withdraw"),
        ("2c 2d 9h", "Ks", "withdraw"),
        ("2c 2d 9h", "9s", "ride"),
    ],
)
def test_18_10_e_the_published_strategy_with_four_cards(hand: str, card: str, best: str) -> None:
    table = asked(RIDE, BETS, {"1": hand, "community": card}, decisions=("withdraw", "withdraw"))
    told = advice(table)
    assert told.decision == best or told.values["ride"] == pytest.approx(told.values["withdraw"])


def test_18_10_a_cards_that_the_player_does_not_see_change_nothing() -> None:
    first = [advice(asked(RIDE, BETS, {"1": "Th 9h 8h"}, seed=seed)) for seed in range(3)]
    named = {"1": "Th 9h 8h", "community": "2c"}
    second = [advice(asked(RIDE, BETS, named, decisions=("ride", "ride"), seed=seed)) for seed in range(3)]
    assert first.count(first[0]) == second.count(second[0]) == 3


def test_18_11_c_the_payout_limit_counts() -> None:
    """Three of a hundred dollars on a royal flush to come: $50,000 for all, not 1,000 to 1 each."""
    held = cards("Ah Kh Qh Jh")
    bets = dict.fromkeys(BETS, 100)
    named = {"1": "Ah Kh Qh", "community": "Jh"}
    told = advice(asked(RIDE, bets, named, seats=(1,), decisions=("ride",), payout_limit=50_000))
    nets = (slow_net([*held, last]) for last in range(52) if last not in held)
    mean = sum(min(3 * 10_000 * each, 5_000_000) for each in nets) / 48
    assert told.values["ride"] == pytest.approx(mean)
