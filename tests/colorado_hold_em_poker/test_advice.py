"""What a player of Colorado hold 'em is told, against a slow program."""

from __future__ import annotations

from itertools import combinations

import pytest

from pitboss.equipment.cards import cards
from pitboss.table import Table
from tests.advised import advice, asked, slow_five

COLORADO = "colorado-hold-em-poker"
PERMISSIBLE = "permissible-bet"
# From two pairs to a straight flush; the royal flush comes last.
PAYS = {
    "required-bet": (2, 3, 5, 8, 11, 40, 100, 500),
    PERMISSIBLE: (2, 3, 5, 8, 10, 25, 100, 500),
    "bonus": (1, 3, 15, 25, 50, 100, 1000, 10_000),
}
# The ranks from which pairs are returned and paid.
PAIRS = {"required-bet": (5, 8), PERMISSIBLE: (7, 9), "bonus": (9, 13)}


def slow_nets(hand: str, wager: str, gone: str = "") -> dict[str, float]:
    """What a unit nets, by the card discarded."""
    held, (returned, paid) = cards(hand), PAIRS[wager]
    left = sorted(set(range(52)) - set(held) - set(cards(gone)))
    nets = {}
    for discard, name in zip(held, hand.split(), strict=True):
        kept = [card for card in held if card != discard]
        total = deals = 0
        for board in combinations(left, 3):
            kind, first, *_ = slow_five((*kept, *board))
            if kind > 1:
                total += PAYS[wager][kind - 2 + ((kind, first) == (8, 12))]
            else:
                total += -1 if kind == 0 or first < returned else 0 if first < paid else 1
            deals += 1
        nets[f"discard-{name}"] = total / deals
    return nets


def told(
    hand: str, *decisions: str, wagers: dict[str, int] | None = None, seed: int = 1, **options: object
) -> Table:
    return asked(
        COLORADO, wagers or {"ante": 10}, {"1": hand}, seats=(1,), decisions=decisions, seed=seed, **options
    )


@pytest.mark.parametrize("hand", ["Ks Qs 2d", "7c 7d 3h"])
def test_23_10_b_play_and_discard_count_every_board(hand: str) -> None:
    nets = slow_nets(hand, "required-bet")
    best = max(nets, key=nets.__getitem__)
    first = advice(told(hand))
    expected = {"play": 2000 * nets[best], "fold": -1000, "declare-instant-winner": -1000}
    assert dict(first.values) == pytest.approx(expected)
    assert (first.decision, first.amount) == (("play", 1000) if 2 * nets[best] > -1 else ("fold", 0))
    second = advice(told(hand, "play"))
    assert dict(second.values) == pytest.approx({each: 2000 * value for each, value in nets.items()})
    assert second.decision == best


def test_23_11_b_without_a_bet_the_ante_plays_alone() -> None:
    hand = "9c 8d 2h"
    nets = slow_nets(hand, PERMISSIBLE)
    first = advice(told(hand, version=PERMISSIBLE))
    worth = max(nets.values())
    expected = {"play": 2000 * worth, "check": 1000 * worth, "declare-instant-winner": -1000}
    assert dict(first.values) == pytest.approx(expected)
    assert first.decision == "check"
    second = advice(told(hand, "check", version=PERMISSIBLE))
    assert second.values[second.decision] == pytest.approx(1000 * worth)


def test_23_10_b_3_instant_winners() -> None:
    """Five to one now, or twice what the boards bring: three of a kind is declared."""
    found = advice(told("8c 8d 8h"))
    assert (found.decision, found.values["declare-instant-winner"]) == ("declare-instant-winner", 5000)
    assert found.values["play"] < 5000


def test_23_6a_the_bonus_is_included() -> None:
    hand = "Ks Qs 2d"
    nets, bonus = slow_nets(hand, "required-bet"), slow_nets(hand, "bonus")
    wagers = {"ante": 10, "bonus": 1}
    found = advice(told(hand, "play", wagers=wagers))
    assert dict(found.values) == pytest.approx({each: 2000 * nets[each] + 100 * bonus[each] for each in nets})
    assert advice(told(hand, wagers=wagers)).values["fold"] == -1100


def test_23_6_e_a_second_hand_of_ones_own_is_seen() -> None:
    named = {"1": "Ks Qs 2d", "2": "Kc Kd Qd"}
    wagers = {"ante": 10, "ante@2": 10}
    found = advice(asked(COLORADO, wagers, named, seats=(1,), positions_per_player=2))
    assert found.values["play"] == pytest.approx(
        2000 * max(slow_nets(named["1"], "required-bet", named["2"]).values())
    )


def test_23_10_b_cards_that_the_player_does_not_see_change_nothing() -> None:
    tables = [told("Ks Qs 2d", seed=seed) for seed in range(2)]
    tables.append(asked(COLORADO, {"ante": 10}, {"1": "Ks Qs 2d", "2": "Kc Kd Qd", "community": "As Ac Ad"}))
    found = [advice(table) for table in tables]
    assert found.count(found[0]) == 3
