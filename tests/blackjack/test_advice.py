"""The best play of a blackjack hand against the slow program, published strategy, and itself blindfold."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.book import Ask
from pitboss.odds import Advice
from pitboss.table import Table
from tests.blackjack.houses import analysis
from tests.blackjack.test_blackjack import BLACKJACK, TWO, UP, dealt
from tests.blackjack.test_engine import (
    ONE_DECK,
    Shoe,
    draws,
    slow_best,
    slow_dealer,
    slow_hit,
    slow_peek_hit,
    slow_stand,
    without,
)

NONE = {"hole_card": "none", "insurance_timing": "together"}


def advice(table: Table) -> Advice:
    assert table.asked
    return table.game.mathematics.advise(table, table.asked)


def cents(units: float) -> object:
    return pytest.approx(float(1000 * units), abs=1e-7)


def slow_double(hand: tuple[int, ...], up: int, shoe: Shoe, more: float = 1.0) -> float:
    """A unit and so much more on one card; a dealer's blackjack takes the unit alone (2.10(b))."""
    worth = 0.0
    for points, chance in draws(shoe):
        then, left = (*hand, points), without(shoe, points)
        blackjack = slow_dealer((up,), left, False).get("blackjack", 0.0)
        total = sum(then) + (10 if 1 in then and sum(then) <= 11 else 0)
        one = -1.0 if total > 21 else slow_stand(tuple(sorted(then)), up, left)
        worth += chance * ((1 + more) * one + more * blackjack)
    return worth


def test_2_12_a_sixteen_against_a_ten_of_one_deck() -> None:
    found = advice(dealt("Tc Td 6s 5c", decks=1, **NONE))
    left = without(ONE_DECK, 10, 6, 10)
    assert found.values["hit"] == cents(slow_hit((6, 10), 10, left))
    assert found.values["stand"] == cents(slow_stand((6, 10), 10, left))
    least = Fraction(1, 20)  # the best one can do with a double so bad is to make it small
    assert found.values["double-down"] == cents(slow_double((6, 10), 10, left, least))
    assert found.decision == "hit"
    assert "Hard 16" in found.why


def test_2_6_j_a_card_reader_has_ruled_out_a_blackjack() -> None:
    found = advice(dealt("Tc Td 6s 5c", decks=1))
    left = without(ONE_DECK, 10, 6, 10)
    assert found.values["hit"] == cents(slow_peek_hit((6, 10), 10, left))


def test_cards_of_other_boxes_that_lie_open_are_counted() -> None:
    table = dealt("Tc 9d Td 6s 8c", TWO, decks=1, **NONE)
    left = without(ONE_DECK, 10, 6, 10, 9, 8)
    assert advice(table).values["hit"] == cents(slow_hit((6, 10), 10, left))


def test_2_6a_c_hidden_cards_of_other_boxes_are_not_known() -> None:
    hidden = {"dealing": "hand", "decks": 1, "hole_card": "none", "cutting_card": 34}
    one = advice(dealt("Tc 9d Td 6s 8c", TWO, **hidden))
    assert one == advice(dealt("Tc 5d Td 6s 5c", TWO, **hidden))
    left = without(ONE_DECK, 10, 6, 10)
    assert one.values["hit"] == cents(slow_hit((6, 10), 10, left))


def test_2_6_j_the_hole_card_is_not_known() -> None:
    assert advice(dealt("Tc 7d 6s 5c")) == advice(dealt("Tc 7d 6s Ac"))


def test_2_10_a_a_double_for_less_is_advised_in_full() -> None:
    found = advice(dealt("6c 6d 5s Tc", decks=1))
    left = without(ONE_DECK, 6, 5, 6)
    assert (found.decision, found.amount) == ("double-down", 1000)
    assert found.values["double-down"] == cents(slow_double((6, 5), 6, left))


def test_2_11_one_split_hand_knows_what_its_neighbour_holds() -> None:
    table = dealt("8c 7d 8s Tc 8d 3c Th", decks=1)
    assert advice(table).decision == "split"
    table.act(1, "split")
    assert advice(table).decision == "split"  # 8 8 again
    table.act(1, "split")
    found = advice(table)  # 8 and 3 beside two hands of an eight
    left = without(ONE_DECK, 8, 8, 8, 3, 7)
    assert found.values["stand"] == cents(slow_stand((3, 8), 7, left))
    assert found.values["hit"] == cents(slow_hit((3, 8), 7, left))
    assert (found.decision, found.amount) == ("double-down", 1000)


@pytest.mark.parametrize(
    ("mine", "up", "best"),
    [
        ("Tc 6d", "7", "hit"),
        ("Tc 6d", "6", "stand"),
        ("Tc 2d", "3", "hit"),
        ("9c 3d", "4", "stand"),
        ("6c 5d", "T", "double-down"),
        ("6c 4d", "T", "hit"),
        ("6c 3d", "2", "hit"),
        ("6c 3d", "3", "double-down"),
        ("Ac 7d", "2", "stand"),
        ("Ac 7d", "3", "double-down"),
        ("Ac 7d", "9", "hit"),
        ("Ac 6d", "2", "hit"),
        ("8c 8d", "T", "split"),
        ("9c 9d", "7", "stand"),
        ("9c 9d", "8", "split"),
        ("4c 4d", "4", "hit"),
        ("4c 4d", "5", "split"),
        ("5c 5d", "9", "double-down"),
        ("Tc Td", "6", "stand"),
        ("Ac Ad", "6", "split"),
    ],
)
def test_basic_strategy_of_six_decks(mine: str, up: str, best: str) -> None:
    """As every book prints it: dealer standing on soft 17, doubling after splits."""
    first, second = mine.split()
    assert advice(dealt(f"{first} {up}s {second} 6h")).decision == best


def test_2_8_surrender_of_sixteen_against_a_ten() -> None:
    found = advice(dealt("Tc Td 6s 5c", surrender="yes"))
    assert found.decision == "surrender"
    assert found.values["surrender"] == -500


def test_2_9_insurance_loses_a_fresh_shoe_and_wins_one_short_of_low_cards() -> None:
    found = advice(dealt("5c Ad 6s 5d", decks=1))
    left = without(ONE_DECK, 5, 6, 1)
    alone = slow_best((5, 6), 1, left)
    double = slow_double((5, 6), 1, left)
    ten = Fraction(16, 49)
    assert found.decision == "no-insurance"
    assert found.values["no-insurance"] == cents(max(alone, double))
    chip = Fraction(50, 1000)
    assert found.values["insurance"] == cents(max(alone, double) + chip * (3 * ten - 1))
    rich = advice(dealt("5c 4h Ad 6s 4d 5d", TWO, decks=1))
    assert (rich.decision, rich.amount) == ("insurance", 500)  # 16 tens in 47 cards
    assert "16 of 47" in rich.why


def test_2_7_c_even_money_is_worth_less_than_waiting() -> None:
    found = advice(dealt("Ac Ad Ks 5d"))
    assert found.decision == "no-insurance"
    assert found.values["even-money"] == 1000
    tens = Fraction(95, 309)
    assert found.values["no-insurance"] == cents(Fraction(3, 2) * (1 - tens))


def test_2_6_k_with_the_hole_card_up_equal_scores_lose() -> None:
    found = advice(dealt("Tc Td 9s 9c", **UP))
    assert found.values["stand"] == -1000
    assert found.decision == "hit"


def test_2_13_whoever_bets_behind_is_advised_too() -> None:
    behind = ((1, "blackjack", 10), (2, "blackjack@1", 10))
    table = dealt("6c 6d 5s Tc 9h", behind, decks=1, bettors_per_box=2)
    table.act(1, "double-down", 10)
    found = advice(table)
    assert (table.asked and table.asked.seat, found.decision, found.amount) == (2, "double-down", 1000)
    assert found.values["double-down"] == pytest.approx(2 * found.values["no-double"])
    table = dealt("8c 6d 8s Tc 9h", behind, decks=1, bettors_per_box=2)
    table.act(1, "split")
    found = advice(table)
    assert (found.decision, found.amount) == ("split", 1000)
    assert found.values["first-hand"] == found.values["second-hand"] < found.values["split"]


def test_2_15_g_a_late_second_card_or_a_dead_hand() -> None:
    """The average of what the analysis says of every second card."""
    table = Table("blackjack", seed=3)
    table.sit(1, "Ann", 100)
    table.bet(1, "blackjack", 10)
    table.irregularity("one-card-dealt", ("deal", 1), "1")
    table.deal()
    found, view = advice(table), table.view(1)
    mine, up = (view[owner][0][0].translate(str.maketrans("JQK", "TTT")) for owner in ("1", "dealer"))
    every, left = analysis(split_hands=4), dict.fromkeys("A23456789", 24) | {"T": 96}
    left[mine] -= 1
    left[up] -= 1
    drawn = sum(n * every.at(mine + rank, up).expectation for rank, n in left.items()) / sum(left.values())
    assert found.values == pytest.approx({"second-card": 1000 * drawn, "dead-hand": 0})
    assert found.decision == ("second-card" if drawn > 0 else "dead-hand")


def test_any_question_of_random_rounds_is_answered_lawfully() -> None:
    """Machines play by the advice: no answer is refused."""
    for seed, options in enumerate(
        ({}, UP, {"surrender": "yes", "hole_card": "none", "double_card": "on-request"})
    ):
        rules = BLACKJACK.rules(**options)
        table = Table(BLACKJACK, rules, seed=seed, players=dict.fromkeys((1, 2), follow))
        for seat in (1, 2):
            table.sit(seat, f"machine {seat}", 400)
        for _ in range(6):
            for seat in (1, 2):
                table.bet(seat, "blackjack", 10)
            table.deal()
            assert not table.asked


def follow(table: Table, ask: Ask) -> tuple[str, int]:
    found = table.game.mathematics.advise(table, ask)
    assert set(found.values) == {choice.id for choice in ask.choices}
    assert found.values[found.decision] == max(found.values.values())
    return found.decision, found.amount
