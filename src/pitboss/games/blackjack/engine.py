"""Exact expectation and best play in the games of the family, by the composition of every hand.

Exact means that every hand of the player and of the dealer is enumerated and nothing is sampled; the arithmetic is
float64, good to about 1e-12.

Three facts carry it:

* **A dealer's blackjack takes the original wager and returns what was added** (2.10(b), 2.11(d)). So the round is worth
E[result if no blackjack] - P(blackjack), no matter what was doubled or split, and it is the same whether the second
card is drawn last, is face down or went through a card reader: the cards are exchangeable, and what the reader reveals
(no blackjack) is a common factor of all the player's choices. Every value below therefore excludes that loss, with
plain draws from the shoe; only where something else happens in a round with an unknown blackjack (a 21 wins all the
same, 36.5(b); additions to a busted hand stay lost, a reading of 2.10(b)) is the difference added. * **The dealer's
order of cards does not matter either** (`dealer.py`), nor does the player's: a hand is a multiset, whose choices are
all valued (`values.py`). * **Split hands are alike** (`splits.py`). The default, the literature's CDP, is the
convention of the public analyzers.

The distribution of results, with its deviation and the chances to win or lose, is in `spread.py`.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb, prod
from typing import NamedTuple

import numpy as np

from pitboss.arrays import Floats, Ints
from pitboss.games.blackjack.dealer import Dealer, against, dealer_odds, dealer_of, no_blackjack
from pitboss.games.blackjack.every_hand import ACE, RANKS, TEN, all_hands, hand_of, ranks_of, third_of
from pitboss.games.blackjack.hands import Aces, BlackjackTerms, End, Hole, Surrender, may_double, may_draw
from pitboss.games.blackjack.house import UNSUITED, House, Shoe, Suits
from pitboss.games.blackjack.splits import SplitPlay, room_for, split_values
from pitboss.games.blackjack.values import (
    Tree,
    Values,
    blank,
    hand_values,
    stand_value,
    surrender_value,
    tree_of,
)


@dataclass(frozen=True)
class TwoCards:
    """The player's choices with two cards against what the dealer shows (one rank, or two with hole up)."""

    hand: tuple[int, int]
    dealer: tuple[int, ...]
    probability: float
    no_blackjack: float
    values: dict[str, float]
    """Expectation of each choice for one unit, including a dealer's blackjack, which takes the unit."""
    wager: float
    """The average amount at risk with the best of them."""
    suits: Suits = UNSUITED
    """Their suits, where they matter."""

    @property
    def best(self) -> str:
        return max(self.values, key=self.values.__getitem__)

    @property
    def expectation(self) -> float:
        return self.values[self.best]

    def given_no_blackjack(self, choice: str) -> float:
        """The same for players with a card reader: once the dealer is known to have no blackjack."""
        return (self.values[choice] + 1 - self.no_blackjack) / self.no_blackjack

    def __str__(self) -> str:
        return (
            f"{' '.join(filter(None, (_ranks(self.hand), self.suits.named)))} against {_ranks(self.dealer)}"
        )


class Given(NamedTuple):
    """A unit when some cards are known: their probability, its value and the amount at risk."""

    chance: float
    worth: float
    wager: float


@dataclass(frozen=True)
class Analysis:
    """The value of a round to a player who plays every hand best."""

    expectation: float
    """For one unit wagered before the cards are dealt, without insurance."""
    average_wager: float
    """The total at risk in a round: including doubled and split wagers, unless a blackjack returns them."""
    insurance: Fraction
    """For one unit of insurance when only the ace is visible."""
    insurance_gain: float
    """What insuring whenever the player's own two cards make it favorable adds to ``expectation``."""
    hands: tuple[TwoCards, ...]
    given_up: dict[tuple[tuple[int, ...], int], float]
    """Where doubled hands may be surrendered: the average value of that, by what the dealer shows and the score."""
    by_cards: dict[tuple[tuple[int, ...], int, int, int], dict[str, float]]
    """Where a number of cards wins: the value of each choice with three cards and more, by what the dealer shows, the
    number of cards, whether they are soft, and the score."""
    aces: dict[tuple[tuple[int, ...], int], dict[str, float]]
    """Where a split ace gets one card and may then be doubled: the value of standing and of doubling, by what the
    dealer shows and the score."""

    def given(self, dealer: int | None = None, first: int | None = None) -> Given:
        """A unit once the dealer's first card has this rank, the player's that one, or both."""
        chance = worth = wager = 0.0
        for each in self.hands:
            if dealer in (None, each.dealer[0]) and (first is None or first in each.hand):
                share = each.probability / (1 if first is None or each.hand[0] == each.hand[1] else 2)
                chance += share
                worth += share * each.expectation
                wager += share * each.wager
        return Given(chance, worth / chance, wager / chance) if chance else Given(0.0, 0.0, 0.0)

    @property
    def element_of_risk(self) -> float:
        return self.expectation / self.average_wager

    @cached_property
    def _at(self) -> dict[tuple[tuple[int, int], tuple[int, ...], str], TwoCards]:
        return {(each.hand, each.dealer, each.suits.named): each for each in self.hands}

    def at(self, hand: str, dealer: str, suits: str = "") -> TwoCards:
        """The choices with these cards, as ``at("T6", "T")``; of these suits where they matter."""
        first, second = sorted(RANKS.index(rank) for rank in hand)
        return self._at[(first, second), tuple(sorted(RANKS.index(rank) for rank in dealer)), suits]


def analyze(
    house: House,
    shoe: Shoe | None = None,
    play: SplitPlay = "CDP",
    added: float = 0.0,
    dealer: Dealer | None = None,
    first_card: int | None = None,
) -> Analysis:
    """The main wager from a full shoe, or from one with these counts of each value, ace to ten. This share of its unit
    was ``added`` before the cards. Against any dealer, or one about whom more is known; with any hand, or only those
    that begin with one card."""
    hands, terms, prices = all_hands(), house.terms, house.prices
    hole_up = terms.hole == Hole.UP
    dealer = dealer or dealer_of(terms)
    cards = np.array(house.shoe if shoe is None else shoe, np.int64)
    tree, unsplit = tree_of(house, dealer), blank(dealer)
    hand_values(tree, cards, -1, added, unsplit, unsplit)
    firsts = range(10) if first_card is None else (first_card,)
    pairs = [pair for pair in firsts if cards[pair] >= 2]

    def parted(pair: int) -> tuple[Floats, Floats]:
        return split_values(tree, cards, pair, room_for(terms, pair), unsplit, play, added)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        split = dict(zip(pairs, pool.map(parted, pairs), strict=True))
    taken = (1 - added) * prices.original[End.DEALERS_BLACKJACK] + added * prices.added[End.DEALERS_BLACKJACK]

    found: list[TwoCards] = []
    expectation = wager = gain = 0.0
    for first, second in combinations_with_replacement(range(10), 2):
        if first not in firsts and second not in firsts:
            continue
        hand = hand_of(first, second)
        left = cards - hands.counts[hand]
        for s, shown in enumerate(dealer.shown):
            probability = chance_of(cards, [hand, int(dealer.start[s])])
            if probability == 0:
                continue
            clear = no_blackjack(shown, left, int(left.sum()) - dealer.size)
            lost = 1 - clear
            choices, risk = {"stand": unsplit.stand[s, hand]}, {"stand": clear, "surrender": clear}
            if hands.score[hand] < 21:
                choices["hit"], risk["hit"] = unsplit.hit[s, hand], unsplit.drawn[s, hand]
                if may_double(terms, int(hands.score[hand]), 2, False, False):
                    choices["double"], risk["double"] = unsplit.double[s, hand], 2 * clear
                if first == second:
                    choices["split"], risk["split"] = (each[s] for each in split[first])
                if terms.surrender != Surrender.NEVER:
                    choices["surrender"] = surrender_value(terms, clear, added)
                to_blackjack = lost * taken
            else:
                to_blackjack = lost * prices.tied
            for suits in house.classes(hand, shown) or (UNSUITED,):
                values = {choice: float(worth + to_blackjack) for choice, worth in choices.items()}
                if suits is not UNSUITED:
                    usual = prices.dealt[hands.child[hand, third_of(hand)]]
                    values["hit"] += float(unsplit.won[s, hand] * (suits.paid - usual))
                best = max(values, key=values.__getitem__)
                each = TwoCards(
                    (first, second),
                    ranks_of(shown),
                    probability * suits.share,
                    clear,
                    values,
                    float(risk[best] + lost * (1 - added)),
                    suits,
                )
                found.append(each)
                expectation += each.probability * each.expectation
                wager += each.probability * each.wager
            if not hole_up and shown[ACE]:
                gain += probability * max(0.0, (3 * lost - 1) / 2)
    return Analysis(
        expectation=expectation,
        average_wager=wager,
        insurance=3 * Fraction(int(cards[TEN]), int(cards.sum()) - 1) - 1,
        insurance_gain=gain,
        hands=tuple(found),
        given_up=_given_up(dealer, cards, unsplit, terms, added)
        if terms.rescue or terms.surrender == Surrender.ANY_TIME
        else {},
        by_cards=_by_cards(dealer, cards, unsplit, terms) if terms.closes_at and first_card is None else {},
        aces=_split_aces(tree, cards) if terms.split_aces == Aces.ONE_AND_DOUBLE else {},
    )


def _split_aces(tree: Tree, shoe: Ints) -> dict[tuple[tuple[int, ...], int], dict[str, float]]:
    """For a hand made by a split, with one more ace gone."""
    hands, dealer, beside = tree.hands, tree.dealer, shoe.copy()
    values = blank(dealer)
    beside[ACE] -= 1
    hand_values(tree, beside, ACE, 1.0, values, values)
    drawn = {int(hands.score[hand]): int(hand) for hand in hands.child[hand_of(ACE)]}
    return {
        (ranks_of(shown), score): {
            "stand": float(values.stand[s, hand]),
            "double": float(values.double[s, hand]),
        }
        for s, shown in enumerate(dealer.shown)
        for score, hand in drawn.items()
        if score < 21
    }


def _by_cards(
    dealer: Dealer, shoe: Ints, values: Values, terms: BlackjackTerms
) -> dict[tuple[tuple[int, ...], int, int, int], dict[str, float]]:
    """Over all hands of that many cards, each weighted by the ways to deal it."""
    hands = all_hands()
    found: dict[tuple[tuple[int, ...], int, int, int], dict[str, float]] = {}
    for s, shown in enumerate(dealer.shown):
        dealer_shows, left = ranks_of(shown), np.maximum(shoe - shown, 0).tolist()
        for hand in np.flatnonzero((hands.size > 2) & (hands.size <= terms.closes_at)).tolist():
            size, score = int(hands.size[hand]), int(hands.score[hand])
            ways = prod(map(comb, left, hands.counts[hand].tolist()))
            if not ways or not may_draw(terms, score, size, False):
                continue
            into = found.setdefault((dealer_shows, size, int(hands.soft[hand]), score), {})
            for choice, worth in (("stand", values.stand), ("hit", values.hit), ("double", values.double)):
                into[choice] = into.get(choice, 0.0) + ways * float(worth[s, hand])
    return found


def _given_up(
    dealer: Dealer, shoe: Ints, values: Values, terms: BlackjackTerms, added: float
) -> dict[tuple[tuple[int, ...], int], float]:
    """Over the hands of three cards, each weighted by the ways to deal it."""
    hands, found = all_hands(), dict[tuple[tuple[int, ...], int], float]()
    for s, shown in enumerate(dealer.shown):
        dealer_shows, left = ranks_of(shown), np.maximum(shoe - shown, 0)
        for hand in np.flatnonzero(hands.size == 3).tolist():
            if ways := prod(map(comb, left.tolist(), hands.counts[hand].tolist())):
                clear = no_blackjack(shown, shoe - hands.counts[hand], int(shoe.sum()) - 3 - dealer.size)
                place = dealer_shows, int(hands.score[hand])
                given_up = surrender_value(terms, clear, added) - clear / 2
                found[place] = found.get(place, 0.0) + ways * (given_up - values.kept[s, hand])
    return found


def chance_of(shoe: Ints, dealt: list[int]) -> float:
    """Probability that these hands of one or two cards are dealt one after the other from the shoe."""
    left, chance = shoe.copy(), 1.0
    for hand in dealt:
        counts = all_hands().counts[hand]
        chance *= 2.0 if counts.max() == 1 and counts.sum() == 2 else 1.0
        for rank in ranks_of(counts):
            chance *= left[rank] / left.sum()
            left[rank] -= 1
    return chance


def _ranks(ranks: tuple[int, ...]) -> str:
    return "".join(RANKS[rank] for rank in ranks)


def standing_21(house: House, shoe: Shoe, dealer: Dealer) -> Floats:
    """The value of an ace and a ten-value card that are not a blackjack (2A.1), for each start of the dealer's, from a
    shoe that still counts them."""
    hand, terms, prices = hand_of(ACE, TEN), house.terms, house.prices
    (odds,) = dealer_odds(dealer, np.array(shoe, np.int64), all_hands().counts[[hand]])
    return np.array(
        [stand_value(terms, prices.original, prices.split[hand], 21, 2, False, each) for each in odds]
    )


class Play(NamedTuple):
    """The possible results of a hand in the middle of a round, for one unit."""

    values: dict[str, float]
    """Of stand, hit, double, surrender and split, and of keeping a doubled hand, apart from what a dealer's blackjack
    takes."""
    clear: float
    """The probability that there is none."""


def play_of(
    house: House,
    shoe: Shoe,
    hand: tuple[int, ...],
    shown: tuple[int, ...],
    room: int,
    *,
    split: bool,
    added: float,
    third: float | None = None,
) -> Play:
    """A hand of two cards or more against what the dealer shows, from a shoe that still counts both. It is played as a
    split hand or not, and this share of its wager was added; a pair may be split into ``room`` hands. If the payout of
    two cards that a ``third`` makes a 21 depends on suits, it is that of the suits seen."""
    hands, dealer, held = all_hands(), against(shown, house.terms), hand_of(*hand)
    tree, cards = tree_of(house, dealer), np.array(shoe, np.int64)
    values = blank(dealer)
    pair = hand[0] if split else -1
    hand_values(tree, cards, pair, added, values, values)
    found = {
        "stand": float(values.stand[0, held]),
        "hit": float(values.hit[0, held]),
        "double": float(values.double[0, held]),
        "kept": float(values.kept[0, held]),
    }
    if third is not None:
        usual = house.prices.dealt[hands.child[held, third_of(held)]]
        found["hit"] += float(values.won[0, held] * (third - usual))
    left = cards - hands.counts[held]
    clear = no_blackjack(dealer.shown[0], left, int(left.sum()) - dealer.size)
    found["surrender"] = float(surrender_value(house.terms, clear, added))
    if len(hand) == 2 and hand[0] == hand[1] and room > 1:
        found["split"] = float(split_values(tree, cards, hand[0], room, values, "CDP", added)[0][0])
    return Play(found, clear)
