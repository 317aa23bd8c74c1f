"""The distribution of rounds of best play: their deviation, and how often they are won and lost.

A hand that is not split is followed card by card, like its expectation; hands of a split are in `split_spread.py`.
How often three or more of those are won together is not computed: such rounds, one in four hundred, are sampled.

Split hands are played by their own cards, knowing that one more of the pair is gone (CDP1): which a person can play,
and within 4e-7 of the expectation that the analysis gives.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import NamedTuple

import numpy as np

from pitboss.arrays import Bytes, Floats, Ints
from pitboss.compiler import kernel
from pitboss.games.blackjack.dealer import (
    BLACKJACK,
    OVER,
    RESULTS,
    against,
    dealer_odds,
    dealer_of,
    no_blackjack,
)
from pitboss.games.blackjack.engine import Analysis, TwoCards
from pitboss.games.blackjack.every_hand import ACE, TEN, Hands, hand_of, ranks_of, third_of
from pitboss.games.blackjack.hands import plays_blind
from pitboss.games.blackjack.house import House
from pitboss.games.blackjack.moments import (
    AHEAD,
    DOUBLED,
    MOMENTS,
    NATURAL,
    WIN,
    Ended,
    Unit,
    comes_to,
    enter,
    unit_on,
)
from pitboss.games.blackjack.split_spread import Sets, Split, counted, net_of, ways_of
from pitboss.games.blackjack.splits import hands_alike, room_for
from pitboss.games.blackjack.values import (
    CHOICES,
    DOUBLE,
    GIVEN_UP,
    HIT,
    SURRENDER,
    Tree,
    Values,
    blank,
    hand_values,
    hands_from,
    tree_of,
)


@kernel
def stand_spread(unit: Unit, ended: Ended, odds: Floats, into: Floats) -> None:
    """Enter a hand that ended this way against the dealer's results, apart from what a known blackjack takes first."""
    brings = np.empty((2, RESULTS + 1))
    comes_to(unit, ended, brings)
    for result in range(RESULTS + 1):
        if result != BLACKJACK or plays_blind(unit.terms):
            enter(odds[result], brings[0, result], brings[1, result], into)


@kernel
def draw_spread(
    hands: Hands, unit: Unit, shown: Ints, left: Ints, hand: int, way: int, next_: Floats, into: Floats
) -> None:
    """Enter a hand that gets one more card, after which hands have these results [hand, moment]; and the busts."""
    brings, cards = np.empty((2, RESULTS + 1)), left.sum() - shown.sum()
    comes_to(unit, Ended(22, hands.size[hand] + 1, way, 1.0, 1.0), brings)
    for rank in range(10):
        have = (left[rank] - shown[rank]) / cards
        if have <= 0:
            continue
        child = hands.child[hand, rank]
        if child >= 0:
            into += have * next_[child]
            continue
        left[rank] -= 1
        clear = no_blackjack(shown, left, cards - 1)
        left[rank] += 1
        enter(have * clear, brings[0, OVER], brings[1, OVER], into)
        if plays_blind(unit.terms):
            enter(have * (1 - clear), brings[0, BLACKJACK], brings[1, BLACKJACK], into)


@kernel
def hand_spread(tree: Tree, unit: Unit, shoe: Ints, choice: Bytes, found: Floats, doubled: Floats) -> None:
    """Fill in every hand of two cards and more that is not split, played by these choices."""
    hands, dealer, prices, squares = tree.hands, tree.dealer, unit.prices, unit.squares
    held = hands_from(hands, shoe, -1)
    odds = dealer_odds(dealer, shoe, hands.counts[held])
    for place in range(len(held) - 1, -1, -1):
        hand = held[place]
        left, score, size = shoe - hands.counts[hand], hands.score[hand], hands.size[hand]
        for s in range(len(dealer.start)):
            faced = odds[place, s]
            if not faced.any():
                continue
            chosen, into = choice[s, hand] & CHOICES, found[s, hand]
            if size > 2:
                way = DOUBLED | int(choice[s, hand] & GIVEN_UP)
                ended = Ended(score, size, way, prices.doubled[hand], squares.doubled[hand])
                stand_spread(unit, ended, faced, doubled[s, hand])
            if chosen == HIT or chosen == DOUBLE:
                way, next_ = (DOUBLED, doubled[s]) if chosen == DOUBLE else (0, found[s])
                draw_spread(hands, unit, dealer.shown[s], left, hand, way, next_, into)
                continue
            way = GIVEN_UP if chosen == SURRENDER else NATURAL if size == 2 and score == 21 else 0
            ended = Ended(score, size, way, prices.dealt[hand], squares.dealt[hand])
            stand_spread(unit, ended, faced, into)


class Unsplit:
    """The moments of every hand that is not split [start, hand, moment]."""

    def __init__(self, tree: Tree, unit: Unit, shoe: Ints) -> None:
        values = blank(tree.dealer)
        hand_values(tree, shoe, -1, unit.added, values, values)
        self.tree, self.unit, self.shoe = tree, unit, shoe
        self.found, self.doubled = (np.zeros((*values.best.shape, MOMENTS)) for _ in range(2))
        hand_spread(tree, unit, shoe, values.choice, self.found, self.doubled)

    def of(self, start: int, each: TwoCards) -> Floats:
        """For two cards played best."""
        hand, into = hand_of(*each.hand), np.zeros(MOMENTS)
        found: Floats = (
            self._by_suits(start, hand, each, into) if each.suits.named else self.found[start, hand]
        )
        into[:AHEAD], into[AHEAD:] = found[:AHEAD], found[WIN:AHEAD]
        return into

    def _by_suits(self, start: int, hand: int, each: TwoCards, into: Floats) -> Floats:
        hands, shown = self.tree.hands, self.tree.dealer.shown[start]
        if each.best == "stand":
            stand_spread(self.unit, Ended(int(hands.score[hand]), 2, 0), self._odds(hand, start), into)
            return into
        next_, way = (
            (self.doubled[start], DOUBLED) if each.best == "double" else (self.found[start].copy(), 0)
        )
        if each.best == "hit":
            child = int(hands.child[hand, third_of(hand)])
            next_[child] = 0
            ended = Ended(21, 3, 0, each.suits.paid, each.suits.square)
            stand_spread(self.unit, ended, self._odds(child, start), next_[child])
        left = self.shoe - hands.counts[hand]
        draw_spread(hands, self.unit, shown, left, hand, way, next_, into)
        return into

    def _odds(self, hand: int, start: int) -> Floats:
        found: Floats = dealer_odds(self.tree.dealer, self.shoe, self.tree.hands.counts[[hand]])[0, start]
        return found


# ---- rounds ----------------------------------------------------------------------------------------------


class Spread(NamedTuple):
    """The result of a round [hand of the analysis, moment]; and the probability that it has three hands or more."""

    moments: Floats
    many: Floats


def spread(house: House, analysis: Analysis, added: float = 0.0) -> Spread:
    """For each two cards and what the dealer shows, played as the analysis says."""
    terms, dealer, shoe = house.terms, dealer_of(house.terms), np.array(house.shoe)
    tree, unit, blind = tree_of(house, dealer), unit_on(house, added), plays_blind(terms)
    alone = Unsplit(tree, unit, shoe)
    starts = {ranks_of(shown): s for s, shown in enumerate(dealer.shown)}
    found, many = np.zeros((len(analysis.hands), MOMENTS)), np.zeros(len(analysis.hands))

    net = cache(partial(net_of, house, added))

    @cache
    def values_of(pair: int, share: float) -> Values:
        beside, values = shoe.copy(), blank(dealer)
        beside[pair] -= 1
        hand_values(tree, beside, pair, share, values, values)
        return values

    def split(start: tuple[int, ...]) -> None:
        """All pairs that are split against it."""
        faced, seen, s, splits = against(start, terms), Sets(), starts[start], {}
        for row, each in enumerate(analysis.hands):
            if each.best == "split" and each.dealer == start:
                pair = each.hand[0]
                ways = partial(ways_of, house, pair, dealer.shown[s])
                first = ways(values_of(pair, added), s, net)
                other = first if hands_alike(terms) else ways(values_of(pair, 1.0), s, net)
                splits[row] = Split(shoe, faced, pair, room_for(terms, pair), first, other, seen)
        odds = dealer_odds(faced, shoe, counted(seen.codes))[:, 0]
        for row in list(splits):
            found[row], many[row] = splits.pop(row).moments(odds)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(split, starts))
    given_up, taken = np.zeros((2, 2, RESULTS + 1))
    comes_to(unit, Ended(0, 2, GIVEN_UP), given_up)
    comes_to(unit, Ended(20, 2, 0), taken)
    tied = np.array((house.prices.tied, house.squares.tied))
    for row, each in enumerate(analysis.hands):
        lost = 1 - each.no_blackjack
        if each.best == "surrender":
            enter_round(each.no_blackjack, given_up[:, OVER], found[row])
            enter_round(lost * blind, given_up[:, BLACKJACK], found[row])
        elif each.best != "split":
            found[row] = alone.of(starts[each.dealer], each)
        if not blind:
            enter_round(lost, tied if each.hand == (ACE, TEN) else taken[:, BLACKJACK], found[row])
    return Spread(found, many)


def enter_round(chance: float, brings: Floats, into: Floats) -> None:
    """A round with this result, and its square."""
    value, square = brings
    into += chance * np.array([value, square, value > 0, value < 0, value > 0, value < 0])
