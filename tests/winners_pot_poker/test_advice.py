"""What a player of winner's pot poker is told, against a slow program and what is counted for the odds."""

from __future__ import annotations

from itertools import combinations, permutations
from statistics import mean

import numpy as np
import pytest

from pitboss.book import Refused
from pitboss.equipment.cards import cards
from pitboss.games.house_poker import winners_pot_poker_mathematics as exact
from pitboss.table import Table
from tests.advised import advice, asked, bare, slow_five

WPP = "winners-pot-poker"
ANTE, WIN, TIE = 500, 1800, -100
"""A pot of forty dollars, less a commission of five percent; of a tie, of the half that the dealer leaves."""
JACKS_PLUS = {2: 3, 3: 7, 4: 10, 5: 15, 6: 30, 7: 50, 8: 80, 9: 400}
"""What jacks plus is paid from two pair up."""


def facing(own: str, up: str, bonus: bool = False, seats: tuple[int, ...] = (1,), **more: object) -> Table:
    """Seat 1 with three cards against one upcard of the dealer, or with four against two."""
    wagers = {"ante": 5, "jacks-plus-bonus": 5} if bonus else {"ante": 5}
    first, *second = up.split()
    rest = iter(card for card in DECK if card not in (*own.split(), *up.split()))
    named = {"1": own, "dealer": f"{next(rest)} {next(rest)} {first} {' '.join(second)}"}
    decisions = ["bet"] * len(seats) * len(second)
    return asked(WPP, wagers, named, seats=seats, decisions=decisions, **more)  # type: ignore[arg-type]


DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def slow_few(hand: list[int]) -> int:
    """Of jacks plus five dollars, in cents: three, four or five cards."""
    ranks = [card >> 2 for card in hand]
    pairs = {rank for rank in ranks if ranks.count(rank) > 1}
    most = max(map(ranks.count, ranks))
    kind = 7 if most == 4 else 3 if most == 3 else 2 if len(pairs) == 2 else int(bool(pairs))
    if len(hand) == 5:
        five = slow_five(hand)
        kind = five[0] + (five[:2] == (8, 12))
    if kind < 2:
        return 500 if kind and max(pairs) >= 9 else -500
    return 500 * JACKS_PLUS[kind]


def slow_double(four: list[int], up: list[int], left: list[int], bonus: bool) -> float:
    """What a double nets in cents, all stakes together."""
    total = deals = 0
    for fifth in left:
        mine = slow_five([*four, fifth])
        for hidden in combinations([card for card in left if card != fifth], 3):
            theirs = slow_five([*up, *hidden])
            total += WIN if mine > theirs else TIE if mine == theirs else -4 * ANTE
            total += slow_few([*four, fifth]) if bonus else 0
            deals += 1
    return total / deals


def slow_fold(own: list[int], bonus: bool) -> int:
    return -ANTE * (len(own) - 2) + (slow_few(own) if bonus else 0)


@pytest.mark.parametrize("bonus", [False, True])
@pytest.mark.parametrize(
    ("own", "up", "left"),
    [
        ("8c 8d Qs 6h", "Kc 9d", "Kd 9s 9c Qh 6d 2c 3c 4h"),
        ("Jh Js 7h 2d", "Ac Ad", "Ah 7c 2c 2h Kd Ks Td"),
        ("Ah Kh Qh Jh", "3c 5c", "Th 9h Ac 2c 4c 6c 3d 5d"),
    ],
)
def test_33_10_c_a_double_counts_every_end(own: str, up: str, left: str, bonus: bool) -> None:
    table = bare(facing(own, up, bonus), cards(left))
    double = slow_double(cards(own), cards(up), cards(left), bonus)
    fold = slow_fold(cards(own), bonus)
    told = advice(table)
    assert dict(told.values) == pytest.approx({"double": double, "fold": fold})
    assert (told.decision, told.amount) == (("double", 1000) if double > fold else ("fold", 0))


@pytest.mark.parametrize("bonus", [False, True])
@pytest.mark.parametrize(
    ("own", "up", "left"),
    [
        ("8c 8d Qs", "Kc", "Kd 9s Qh 6d 2c 8h Ah"),
        ("Jh 7h 2d", "Ad", "Ah Js 7c Kd Ks Td 2c"),
        ("Jh Jc 2d", "Ad", "Ah Ac As Kd Ks Qd Qc"),
    ],
)
def test_33_10_a_a_bet_is_worth_the_best_decision_on_every_fourth_card(
    own: str, up: str, left: str, bonus: bool
) -> None:
    ends = []
    for fourth, second in permutations(cards(left), 2):
        four, rest = [*cards(own), fourth], [card for card in cards(left) if card not in (fourth, second)]
        doubled = slow_double(four, [*cards(up), second], rest, bonus)
        ends.append(max(doubled, slow_fold(four, bonus)))
    fold = slow_fold(cards(own), bonus)
    told = advice(bare(facing(own, up, bonus), cards(left)))
    assert dict(told.values) == pytest.approx({"bet": mean(ends), "fold": fold})
    assert (told.decision, told.amount) == (("bet", 500) if mean(ends) > fold else ("fold", 0))
    assert "dealer alone" in told.why


@pytest.mark.parametrize(("own", "up"), [("8c 8d Qs 6h", "Kc 9d"), ("4d 5d 6s 7d", "Tc Th")])
def test_33_10_c_all_ends_are_those_that_the_odds_count(own: str, up: str) -> None:
    x, y = cards(up)
    pair, turn = exact.views()[x >> 2, y]
    number = exact.number_of(np.array([sorted(cards(own))]))[0]
    count = int(exact.showdowns_against(pair)[exact.places()[turn, number]])
    wins, ties = count & exact.LOW, count >> exact.EITHER
    worth = (WIN + 4 * ANTE) * wins + (TIE + 4 * ANTE) * ties - 4 * ANTE * 652_740
    assert advice(facing(own, up)).values["double"] == pytest.approx(worth / 652_740)


def test_33_10_c_the_average_of_the_fourth_card_is_the_worth_of_a_bet() -> None:
    own, up = "Kc 9d 4s", "Qh"
    left = [card for card in DECK if card not in (*own.split(), up)]
    ends = []
    for fourth, second in [*permutations(left, 2)][::40]:
        table = facing(f"{own} {fourth}", f"{up} {second}")
        ends.append(max(advice(table).values.values()))
    assert advice(facing(own, up)).values["bet"] == pytest.approx(mean(ends), abs=100)


@pytest.mark.parametrize(
    ("own", "up", "best"),
    [
        ("2s 2d 7c", "Kh", "bet"),
        ("As Kd 7c", "Qh", "bet"),
        ("9s 6d 2c", "Kh", "fold"),
        ("Ks Kd 7c 2d", "Qh 4d", "double"),
        ("Ks Td 7c 2d", "Qh Qd", "fold"),
    ],
)
def test_33_10_what_beats_the_dealers_upcards_stays_in(own: str, up: str, best: str) -> None:
    assert advice(facing(own, up)).decision == best


def test_33_10_cards_that_the_player_does_not_see_change_nothing() -> None:
    """Those that lie face up before another player do."""
    own, dealer = "Qs 7d 2c", "2d 3d Kh"
    told = []
    for down, up, hidden in (("3c 4c", "Ac", dealer), ("Qc Qd", "Ac", dealer), ("3c 4c", "Ac", "As Ad Kh")):
        named = {"1": own, "2": f"{down} {up}", "dealer": hidden}
        told.append(advice(asked(WPP, {"ante": 5}, named)))
    assert told.count(told[0]) == 3
    gone = advice(asked(WPP, {"ante": 5}, {"1": own, "2": "3c 4c Qd", "dealer": dealer}))
    assert gone.values["bet"] < told[0].values["bet"]


@pytest.mark.parametrize("exposed", ["hole-card-exposed", "both-hole-cards-exposed"])
def test_33_12_a_without_the_dealers_upcard_nothing_is_advised(exposed: str) -> None:
    table = Table(WPP, seed=1)
    table.sit(1, "Ann", 100)
    table.bet(1, "ante", 5)
    table.irregularity(exposed, ("deal", 5), position="dealer")
    table.deal()
    with pytest.raises(Refused, match="upcards"):
        advice(table)
