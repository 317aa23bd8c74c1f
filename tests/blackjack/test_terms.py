"""The terms by which the games of the family differ, in the exact engine: against a slow program of fractions."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import sqrt
from typing import NamedTuple

import numpy as np
import pytest

from pitboss.games.blackjack.charts import chart
from pitboss.games.blackjack.engine import analyze
from pitboss.games.blackjack.hands import Aces, BlackjackTerms, End, Surrender
from pitboss.games.blackjack.mathematics import setting_of, simulation
from pitboss.games.blackjack.rounds import MEMORY, play
from pitboss.games.blackjack.splits import Splits
from tests.blackjack.houses import house, rules_of
from tests.blackjack.test_engine import SMALL, Shoe, best_total, draws, without
from tests.blackjack.test_rounds import FRESH_SHOES, from_fresh_shoes

RANKS = "A23456789T"


class Law(NamedTuple):
    """What a game says, in its own words."""

    twenty_two_pushes: bool = False
    twenty_one_wins: str = "no"  # against a drawn 21, or anything
    closes: int = 99
    doubles_on: int = 2
    rescue: bool = False
    gives_up: bool = False  # at any time for half
    busts_keep: bool = False
    aces: str = "one card"


GAMES = {
    "2": (Law(), BlackjackTerms()),
    "2.10(b), the other reading": (Law(busts_keep=True), BlackjackTerms(added_stays_lost=True)),
    "2A.5(c)": (Law(twenty_two_pushes=True), BlackjackTerms(push_22=True)),
    "19.5(a)4": (Law(twenty_one_wins="drawn"), BlackjackTerms(wins_21=1)),
    "19.9": (Law(doubles_on=21, rescue=True), BlackjackTerms(double_cards=21, rescue=True)),
    "26.8": (
        Law(doubles_on=21, gives_up=True),
        BlackjackTerms(double_cards=21, surrender=Surrender.ANY_TIME),
    ),
    "36.5(b)": (
        Law(twenty_two_pushes=True, twenty_one_wins="any", closes=4, doubles_on=21),
        BlackjackTerms(push_22=True, wins_21=2, closes_at=4, double_cards=21),
    ),
    "36, busts keep": (
        Law(twenty_one_wins="any", closes=4, doubles_on=21, busts_keep=True),
        BlackjackTerms(wins_21=2, closes_at=4, double_cards=21, added_stays_lost=True),
    ),
    "19.10": (Law(doubles_on=21, aces="any"), BlackjackTerms(double_cards=21, split_aces=Aces.ANY)),
    "36.9(e)": (
        Law(doubles_on=21, aces="one and a double"),
        BlackjackTerms(double_cards=21, split_aces=Aces.ONE_AND_DOUBLE),
    ),
}
EVERY = pytest.mark.parametrize(("law", "terms"), GAMES.values(), ids=GAMES)


# The slow program: no hole card, hands of two cards and more, what a unit and a unit added come to


@cache
def dealers(held: tuple[int, ...], shoe: Shoe) -> dict[str, float]:
    """What becomes of the dealer: the total, "blackjack" or "bust" over 22."""
    total = best_total(held)
    if len(held) > 1 and total >= 17:
        natural = total == 21 and len(held) == 2
        return {"blackjack" if natural else str(total) if total <= 22 else "bust": 1.0}
    found: dict[str, float] = {}
    for points, chance in draws(shoe):
        for name, share in dealers(tuple(sorted((*held, points))), without(shoe, points)).items():
            found[name] = found.get(name, 0.0) + chance * share
    return found


def stood(law: Law, hand: tuple[int, ...], up: int, shoe: Shoe) -> tuple[float, float]:
    """What the original unit and an added one come to on a hand that stands."""
    total = best_total(hand)
    original = added = 0.0
    if len(hand) >= law.closes or (total == 21 and law.twenty_one_wins == "any"):
        return 1.0, 1.0
    for name, chance in dealers((up,), shoe).items():
        if name == "blackjack":
            original -= chance
            continue
        theirs = 99 if name == "bust" else int(name)
        if theirs == 22 and law.twenty_two_pushes:
            continue
        won = theirs > 21 or total > theirs or (total == theirs == 21 and law.twenty_one_wins == "drawn")
        sign = 1 if won else 0 if total == theirs else -1
        original += sign * chance
        added += sign * chance
    return original, added


def clear(up: int, shoe: Shoe) -> float:
    return 1 - dealers((up,), shoe).get("blackjack", 0.0)


def busted(law: Law, up: int, shoe: Shoe) -> tuple[float, float]:
    return -1.0, -1.0 if law.busts_keep else -clear(up, shoe)


def doubled(law: Law, hand: tuple[int, ...], up: int, shoe: Shoe, group: int) -> float:
    """A hand with its one card more, begun with the original unit (0) or an added one (1)."""
    if best_total(hand) > 21:
        ends = busted(law, up, shoe)
        return ends[group] + ends[1]
    ends = stood(law, hand, up, shoe)
    choices = [ends[group] + ends[1]]
    lost = 1 - clear(up, shoe) if group == 0 else 0.0  # to a dealer's blackjack
    if law.rescue:  # the unit is lost at once
        choices.append(-1.0)
    if law.gives_up:  # half of two
        choices.append(-clear(up, shoe) - lost)
    return max(choices)


@cache
def choices(law: Law, hand: tuple[int, ...], up: int, shoe: Shoe, group: int, aces: bool) -> dict[str, float]:
    """What each choice comes to with the hand; a group of 1: the unit was added by a split."""
    total, size = best_total(hand), len(hand)
    if total > 21:
        return {"bust": busted(law, up, shoe)[group]}
    found = {"stand": stood(law, hand, up, shoe)[group]}
    if total == 21 or size >= law.closes:
        return found
    after = [(tuple(sorted((*hand, points))), without(shoe, points), share) for points, share in draws(shoe)]
    if not aces or law.aces == "any":
        found["hit"] = sum(
            (share * max(choices(law, then, up, left, group, aces).values()) for then, left, share in after),
            0.0,
        )
    if size <= law.doubles_on and (not aces or law.aces != "one card"):
        found["double"] = sum(
            (share * doubled(law, then, up, left, group) for then, left, share in after), 0.0
        )
    if law.gives_up:
        lost = 1 - clear(up, shoe) if group == 0 else 0.0
        found["surrender"] = -clear(up, shoe) / 2 - lost
    return found


@EVERY
@pytest.mark.parametrize(
    ("hand", "up"), [("T6", "T"), ("A6", "6"), ("55", "9"), ("28", "A"), ("68", "5"), ("A2", "T")]
)
def test_every_choice_of_two_cards(law: Law, terms: BlackjackTerms, hand: str, up: str) -> None:
    held = tuple(sorted(RANKS.index(rank) + 1 for rank in hand))
    card = RANKS.index(up) + 1
    shoe = without(SMALL, *held, card)
    expected = choices(law, held, card, shoe, 0, False)
    found = analyze(replace(house(), terms=terms), SMALL).at(hand, up).values
    found.pop("split", None)
    assert found == pytest.approx({name: float(value) for name, value in expected.items()}, abs=1e-12)


@EVERY
@pytest.mark.parametrize(("pair", "up"), [("A", "T"), ("T", "A"), ("6", "T"), ("5", "6")])
def test_2_11_d_a_split_once_is_the_original_hand_and_an_added_one(
    law: Law, terms: BlackjackTerms, pair: str, up: str
) -> None:
    """Neither hand knows the other's cards, so each is drawn from all that is left when the pair is apart."""
    rank, card = RANKS.index(pair) + 1, RANKS.index(up) + 1
    shoe = without(SMALL, rank, rank, card)
    expected = 0.0
    for group in (0, 1):
        for points, share in draws(shoe):
            then = tuple(sorted((rank, points)))
            best = choices(law, then, card, without(shoe, points), group, pair == "A")
            expected += share * max(best.values())
    found = analyze(replace(house(), terms=terms), SMALL).at(pair + pair, up).values
    assert found["split"] == pytest.approx(float(expected), abs=1e-12)


def test_2_11_e_of_hands_that_are_alike_the_first_is_worth_as_much_as_the_others() -> None:
    """One hand of two; and where pairs may be split again, all hands together are worth so many times the first as
    there are hands on average, if a hand is worth one whatever it holds."""
    generator = np.random.default_rng(1)
    single = generator.random((1, 2, 1))
    pairs, cards = np.array([5.0]), 40
    single[0, 1] = (single[0, 0] * cards - pairs * 0.25) / (cards - pairs)
    assert Splits(pairs, cards, 2, single).value() == pytest.approx(
        2 * Splits(pairs, cards, 2, single).first()
    )
    ones = np.ones((5, 2, 1))
    assert Splits(pairs, cards, 4, ones).first() == pytest.approx(np.array([1.0]))


@pytest.mark.parametrize("name", ["2A.5(c)", "19.5(a)4", "19.9", "26.8", "19.10", "36.9(e)"])
def test_the_compiled_round_by_a_chart_of_totals(name: str) -> None:
    """It may cost a tenth of a percent against the best play, and no more than four deviations of chance beside."""
    rules, (_, terms) = rules_of(), GAMES[name]
    exact = analyze(replace(house(), terms=terms))
    setting = setting_of(rules)._replace(terms=terms, cells=chart(exact).cells)
    setting.original[End.RESCUE] = setting.original[End.LOWER]  # 19.9(d): the double comes back
    setting.added[End.SURRENDER] = setting.original[End.SURRENDER]  # 26.8(a): half of all
    found, wager, deviation = from_fresh_shoes(replace(simulation(rules), play=play, rules=setting), seed=3)
    assert found - exact.expectation + 4 * deviation / sqrt(FRESH_SHOES) > -0.001
    assert found - exact.expectation < 4 * deviation / sqrt(FRESH_SHOES)
    assert wager == pytest.approx(exact.average_wager, abs=0.01)


@EVERY
def test_plain_and_compiled_rounds_agree(law: Law, terms: BlackjackTerms) -> None:  # noqa: ARG001
    setting, generator = setting_of(rules_of()), np.random.default_rng(4)
    wild = generator.integers(0, 16, setting.cells.shape, np.uint8)
    wild[:, :, 21:] = 0
    setting = setting._replace(terms=terms, cells=wild)
    for _ in range(200):
        tape = generator.permutation(np.tile(np.arange(52, dtype=np.uint8), 3))
        found = []
        for way in (play, play.compiled):
            net, staked, memory = (np.zeros(size, np.int64) for size in (1, 1, MEMORY))
            used = way(tape, 0, np.full(1, 1000), setting, memory, net, staked)
            found.append((used, net[0], staked[0], memory.tolist()))
        assert found[0] == found[1]
