"""Best play that looks at suits, against a slow program of exact fractions that deals cards, not ranks, from a few."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from pitboss.book import game
from pitboss.equipment.cards import cards
from pitboss.games.blackjack.engine import Analysis, analyze
from pitboss.games.blackjack.house import House, house_from
from pitboss.games.blackjack.moments import MEAN
from pitboss.games.blackjack.spread import spread

PACK = cards("6s 6h 7s 7s 7s 7s 7h 7h 8s 8h 8h 3s Ks Kd As")
RANKS = "A23456789T"

Left = tuple[tuple[int, int], ...]  # cards and how many there are


def score(hand: tuple[int, ...]) -> int:
    hard = sum(points(card) for card in hand)
    return hard + 10 if hard <= 11 and any(points(card) == 1 for card in hand) else hard


def points(card: int) -> int:
    return 1 if card // 4 == 12 else min(card // 4 + 2, 10)


def without(left: Left, card: int) -> Left:
    return tuple((each, n - (each == card)) for each, n in left if n > (each == card))


def left_of(*gone: int) -> Left:
    return tuple(sorted((Counter(PACK) - Counter(gone)).items()))


def draws(left: Left) -> list[tuple[int, Fraction]]:
    return [(card, Fraction(n, sum(n for _, n in left))) for card, n in left]


@cache
def dealer(hand: tuple[int, ...], left: Left) -> dict[str, Fraction]:
    """19.12(b): stands on every 17."""
    total = score(hand)
    if len(hand) > 1 and total >= 17:
        return {
            "bust" if total > 21 else "blackjack" if total == 21 and len(hand) == 2 else str(total): Fraction(
                1
            )
        }
    found: dict[str, Fraction] = {}
    for card, chance in draws(left):
        for name, share in dealer(tuple(sorted((*hand, card))), without(left, card)).items():
            found[name] = found.get(name, Fraction(0)) + chance * share
    return found


def premium(hand: tuple[int, ...]) -> Fraction:
    """19.5(f): what a winning hand is paid."""
    ranks, suits = sorted(points(card) for card in hand), {card % 4 for card in hand}
    if score(hand) != 21:
        return Fraction(1)
    if ranks in ([6, 7, 8], [7, 7, 7]):
        return Fraction(3, 2) if len(suits) > 1 else Fraction(3) if suits == {3} else Fraction(2)
    return {5: Fraction(3, 2), 6: Fraction(2), 7: Fraction(3)}.get(min(len(hand), 7), Fraction(1))


def stand(hand: tuple[int, ...], up: int, left: Left, doubled: bool = False) -> Fraction:
    """A unit, or each of a doubled hand: lost to a blackjack as a whole, for that returns the double (19.9(c))."""
    mine, worth = score(hand), Fraction(0)
    for name, chance in dealer((up,), left).items():
        if name == "blackjack":
            worth -= chance * (Fraction(1, 2) if doubled else 1)
        elif name == "bust" or mine > int(name) or mine == int(name) == 21:
            worth += chance * (1 if doubled else premium(hand))
        else:
            worth -= chance * (mine < int(name))
    return worth


def lost(units: int, up: int, left: Left) -> Fraction:
    blackjack = dealer((up,), left).get("blackjack", Fraction(0))
    return -units * (1 - blackjack) - blackjack


class Slow:
    """A hand's choices; with ``pair``, of a split hand while one more card of that value is gone, of unknown suit."""

    def __init__(self, up: int, pair: int = 0) -> None:
        self.up, self.pair = up, pair
        self.values = cache(self._values)

    def hidden(self, left: Left) -> list[tuple[Left, Fraction]]:
        if not self.pair:
            return [(left, Fraction(1))]
        ways = [(card, n) for card, n in left if points(card) == self.pair]
        return [(without(left, card), Fraction(n, sum(n for _, n in ways))) for card, n in ways]

    def _values(self, hand: tuple[int, ...], left: Left) -> dict[str, Fraction]:
        found = {"stand": sum((p * stand(hand, self.up, rest) for rest, p in self.hidden(left)), Fraction(0))}
        if score(hand) >= 21:
            return found
        hit = double = Fraction(0)
        for rest, p in self.hidden(left):
            for card, chance in draws(rest):
                drawn, then = tuple(sorted((*hand, card))), without(rest, card)
                if score(drawn) > 21:
                    hit += p * chance * lost(1, self.up, then)
                    double += p * chance * lost(2, self.up, then)
                else:
                    hit += p * chance * max(self.values(drawn, without(left, card)).values())
                    double += p * chance * self.doubled(drawn, without(left, card))
        return found | {"hit": hit, "double": double}

    def doubled(self, hand: tuple[int, ...], left: Left) -> Fraction:
        """19.9(d): kept, or rescued for the original wager."""
        kept = rescued = Fraction(0)
        for rest, p in self.hidden(left):
            kept += p * 2 * stand(hand, self.up, rest, doubled=True)
            rescued += p * lost(1, self.up, rest)
        return max(kept, rescued)


def small_house(hands: int) -> House:
    house = house_from(game("spanish-21").rules(), PACK)
    return replace(house, terms=house.terms._replace(hands=hands))


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return analyze(small_house(2), play="CDP1")


def told(a: int, b: int, up: int) -> str:
    """The class of two cards of which a third may make a 6-7-8 or 7-7-7."""
    if a % 4 != b % 4:
        return "of two suits"
    missing = 21 - points(a) - points(b)
    too = points(up) == missing and up % 4 == a % 4
    return ("of spades" if a % 4 == 3 else "of one suit") + (", the dealer's too" if too else "")


@pytest.mark.parametrize("up", ["7s", "8h", "As"])
def test_19_5_f_two_cards_by_their_suits_equal_fractions(analysis: Analysis, up: str) -> None:
    """Each class of 6-7, 6-8, 7-8 and 7-7 there is, and hands of which suits change nothing."""
    (dealers,) = cards(up)
    seen = set()
    for pair in (
        "6s 7s",
        "6h 7h",
        "6s 7h",
        "6s 8s",
        "6h 8h",
        "7s 8s",
        "7h 8h",
        "7s 8h",
        "7s 7s",
        "7s 7h",
        "3s Kd",
    ):
        a, b = cards(pair)
        hand = "".join(RANKS[points(card) - 1] for card in (a, b))
        suits = told(a, b, dealers) if hand != "3T" else ""
        each = analysis.at(hand, RANKS[points(dealers) - 1], suits)
        slow = Slow(dealers).values(tuple(sorted((a, b))), left_of(a, b, dealers))
        assert {choice: each.values[choice] for choice in slow} == pytest.approx(
            {choice: float(worth) for choice, worth in slow.items()}, abs=1e-12
        ), (pair, up)
        seen.add(each.suits.named)
    assert {"of two suits", "of one suit", "of spades"} <= {suits.partition(",")[0] for suits in seen}


def test_19_10_split_hands_look_at_their_suits_too(analysis: Analysis) -> None:
    """Two sevens split once: each hand is worth the best of every second card, its suit and the first's being known
    and not which other seven is gone."""
    (up,) = cards("8h")
    worth, sevens = Fraction(0), [card for card in PACK if points(card) == 7]
    slow, left = Slow(up, pair=7), left_of(up)
    for seven in sevens:
        rest = without(left, seven)
        for hidden, p in slow.hidden(rest):
            for card, chance in draws(hidden):
                hand, then = tuple(sorted((seven, card))), without(rest, card)
                worth += Fraction(2, len(sevens)) * p * chance * max(slow.values(hand, then).values())
    found = {each.values["split"] for each in analysis.hands if each.hand == (6, 6) and each.dealer == (7,)}
    assert found.pop() == pytest.approx(float(worth), abs=1e-12)


def test_how_rounds_come_out_has_the_same_mean() -> None:
    """Way by way, split hands two by two, to three hands: the sum over all ways is what the analysis gives."""
    house = small_house(3)
    analysis = analyze(house, play="CDP1")
    moments = spread(house, analysis).moments
    assert moments[:, MEAN] == pytest.approx(
        np.array([each.expectation for each in analysis.hands]), abs=1e-11
    )


# ---- which hands suits change, by a pack without end -----------------------------------------------------

SHARE = dict.fromkeys(range(1, 10), 1 / 12) | {10: 3 / 12}


@cache
def endless_dealer(hard: int, ace: bool) -> dict[int, float]:
    """The dealer's totals, 22 for all that bust; against 2 to 6 there is no blackjack."""
    total = hard + 10 if ace and hard <= 11 else hard
    if total >= 17:
        return {min(total, 22): 1.0}
    found: dict[int, float] = {}
    for points, share in SHARE.items():
        for end, chance in endless_dealer(hard + points, ace or points == 1).items():
            found[end] = found.get(end, 0) + share * chance
    return found


def endless_stand(total: int, up: int, pays: float = 1) -> float:
    worth = 0.0
    for end, chance in endless_dealer(up, False).items():
        won = end == 22 or total > end or total == 21
        worth += chance * (pays if won else 0 if total == end else -1)
    return worth


@cache
def endless_best(hard: int, ace: bool, held: int, up: int) -> float:
    total = hard + 10 if ace and hard <= 11 else hard
    if total == 21:
        return endless_stand(21, up, {3: 1, 4: 1, 5: 1.5, 6: 2}.get(held, 3))
    return max(endless_stand(total, up), endless_hit(hard, ace, held, up))


def endless_hit(hard: int, ace: bool, held: int, up: int, pays: float = 0) -> float:
    """``pays``: what a win with 21 on the third card is paid."""
    worth = 0.0
    for points, share in SHARE.items():
        if hard + points > 21:
            worth -= share
        elif pays and hard + points == 21:
            worth += share * endless_stand(21, up, pays)
        else:
            worth += share * endless_best(hard + points, ace or points == 1, held + 1, up)
    return worth


def test_19_5_f_the_chart_tells_hands_that_suits_change() -> None:
    """Where other hands of 14 and 15 stand, a 6-8 or 7-8 is hit for the 6-7-8: of two suits for 3 to 2, of one for 2
    to 1 one time in four, of spades for 3 to 1. All 14s are hit against 4, so that 6-8 is no exception there. Suited
    sevens against a seven are hit for the super bonus: 4/285 for $1,000 beside $5 or more."""
    classes = {"": 1.5, " of one suit": 1.5 + 0.5 / 4, " of spades": 1.5 + 1.5 / 4}
    found = set()
    for hard, up in ((14, 5), (14, 6), *((15, up) for up in range(2, 7))):
        stands = endless_stand(hard, up)
        assert endless_hit(hard, False, 2, up) < stands
        hit = (suits for suits, pays in classes.items() if endless_hit(hard, False, 2, up, pays) > stands)
        if (first := next(hit, None)) is not None:
            found.add(f"{hard - 8}8{first} against {up}")
    notes = game("spanish-21").mathematics.strategy(game("spanish-21").rules()).notes
    told = {note.partition(":")[0] for note in notes if ": hit" in note}
    assert told == found | {"77 of one suit against 7"}
