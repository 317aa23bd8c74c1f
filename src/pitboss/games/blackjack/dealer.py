"""The dealer: every final hand for what is shown, and its probability given the cards that are gone.

The order of the dealer's cards does not matter, only the number of orders in which a hand can arise. The dealer's
hands are therefore multisets with a number of orders for each upcard, fixed by 2.12(b)."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np

from pitboss.arrays import Floats, Ints
from pitboss.compiler import kernel
from pitboss.games.blackjack.every_hand import ACE, TEN, Hands, all_hands, hand_of
from pitboss.games.blackjack.hands import BlackjackTerms, Hole, dealer_draws

RESULTS: Final = 7
"""The dealer's results: 17 to 22 and a blackjack; the rest of the probability is a bust. A 22 is a bust where it does
not push."""
BLACKJACK: Final = 6
OVER: Final = RESULTS


class Dealer(NamedTuple):
    """What the dealer may show (the starts), and the final hands that can follow."""

    hands: Hands  # the dealer's own, up to 22 where that is not a bust
    start: Ints  # hand of each start: an upcard or, with the hole card up, two cards
    shown: Ints  # [start, rank]: the same as counts
    size: int
    finished: Ints  # finished hands, sorted by start and result …
    orders: Floats  # … in how many orders each can be dealt …
    bounds: Ints  # … those of start s and result r are bounds[RESULTS s + r] up to bounds[RESULTS s + r + 1]


@kernel
def dealer_orders(hands: Hands, start: int, terms: BlackjackTerms) -> Ints:
    """The number of orders in which a dealer who shows ``start`` ends on each hand."""
    orders = np.zeros(len(hands.size), np.int64)
    orders[start] = 1
    for hand in range(start, len(orders)):
        if orders[hand] > 0 and dealer_draws(terms, hands.score[hand], hands.soft[hand] == 1):
            for child in hands.child[hand]:
                if child >= 0:
                    orders[child] += orders[hand]
            orders[hand] = 0
    return orders


def dealer_of(terms: BlackjackTerms) -> Dealer:
    return dealer_hands(terms.hole == Hole.UP, terms.hit_soft_17, terms.push_22)


@cache
def dealer_hands(hole_up: bool, hit_soft_17: bool, push_22: bool) -> Dealer:
    hands, terms = all_hands(22 if push_22 else 21), BlackjackTerms(hit_soft_17=hit_soft_17)
    if hole_up:
        starts = [hand_of(a, b) for a in range(10) for b in range(a, 10)]
    else:
        starts = [hand_of(a) for a in range(10)]
    result = np.where((hands.size == 2) & (hands.score == 21), BLACKJACK, hands.score - 17)
    finished: list[Ints] = []
    orders: list[Ints] = []
    for start in starts:
        each = dealer_orders(hands, start, terms)
        for value in range(RESULTS):
            finished.append(np.flatnonzero((each > 0) & (result == value)))
            orders.append(each[finished[-1]])
    return Dealer(
        hands=hands,
        start=np.array(starts, np.int64),
        shown=hands.counts[starts],
        size=2 if hole_up else 1,
        finished=np.concatenate(finished),
        orders=np.concatenate(orders).astype(np.float64),
        bounds=np.cumsum([0, *map(len, finished)]),
    )


TOGETHER: Final = 32
"""This many sets of cards are evaluated side by side."""


@kernel
def dealer_odds(dealer: Dealer, shoe: Ints, gone: Ints) -> Floats:
    """The probabilities of the dealer's results [set, start, result], for each set of cards gone from a shoe that still
    counts what the dealer shows; empty if those are gone, too.

    ``chance[hand]`` is the probability that the next cards are that hand in one given order; divided by that of the
    start it is conditional on the start.
    """
    hands = dealer.hands
    chance, sums, given = np.empty((len(hands.size), TOGETHER)), np.empty(TOGETHER), np.empty(TOGETHER)
    odds = np.empty((len(gone), len(dealer.start), RESULTS + 1))
    left, share = np.empty((10, TOGETHER)), np.empty((1 + hands.size.max(), TOGETHER))
    for begin in range(0, len(gone), TOGETHER):
        here = min(TOGETHER, len(gone) - begin)
        for i in range(TOGETHER):
            beside = shoe - gone[begin + min(i, here - 1)]
            left[:, i] = beside
            for size in range(1, len(share)):
                share[size, i] = 1.0 / max(beside.sum() - size + 1, 1)
        chance[0] = 1.0
        for hand in range(1, len(chance)):
            rank, less, before = hands.last[hand], float(hands.repeat[hand]), hands.parent[hand]
            size = hands.size[hand]
            for i in range(TOGETHER):
                chance[hand, i] = chance[before, i] * max(left[rank, i] - less, 0.0) * share[size, i]
        for start in range(len(dealer.start)):
            for i in range(TOGETHER):
                given[i] = 1.0 / max(chance[dealer.start[start], i], 1e-300)
            odds[begin : begin + here, start, OVER] = chance[dealer.start[start], :here] > 0
            for result in range(RESULTS):
                sums[:] = 0.0
                place = RESULTS * start + result
                for each in range(dealer.bounds[place], dealer.bounds[place + 1]):
                    orders, hand = dealer.orders[each], dealer.finished[each]
                    for i in range(TOGETHER):
                        sums[i] += orders * chance[hand, i]
                for i in range(here):
                    odds[begin + i, start, result] = sums[i] * given[i]
                    odds[begin + i, start, OVER] -= odds[begin + i, start, result]
    return odds


@kernel
def no_blackjack(shown: Ints, left: Ints, cards: int) -> float:
    """Probability that the dealer, showing these, has no blackjack, with this many unseen ``cards``."""
    if shown[ACE] + shown[TEN] == 0:
        return 1.0
    if shown.sum() == 2:
        return 0.0 if shown[ACE] == 1 and shown[TEN] == 1 else 1.0
    return 1.0 - float(left[TEN if shown[ACE] == 1 else ACE]) / cards


def against(shown: tuple[int, ...], terms: BlackjackTerms) -> Dealer:
    """The dealer who shows these ranks and no others, with only the hands that this allows."""
    return _against(shown, terms.hit_soft_17, terms.push_22)


@cache
def _against(shown: tuple[int, ...], hit_soft_17: bool, push_22: bool) -> Dealer:
    every = dealer_hands(len(shown) == 2, hit_soft_17, push_22)
    start = every.start.tolist().index(hand_of(*shown))
    bounds = every.bounds[RESULTS * start : RESULTS * (start + 1) + 1]
    low, high = int(bounds[0]), int(bounds[-1])
    finished = every.finished[low:high]
    used, waiting = {0}, {hand_of(*shown), *finished.tolist()}
    while waiting:
        used |= waiting
        waiting = set(every.hands.parent[list(waiting)].tolist()) - used
    hands = np.array(sorted(used))
    fewer = Hands(*(each[hands] for each in every.hands))
    return every._replace(
        hands=fewer._replace(
            parent=np.searchsorted(hands, fewer.parent), child=np.full_like(fewer.child, -1)
        ),
        start=np.searchsorted(hands, every.start[start : start + 1]),
        shown=every.shown[start : start + 1],
        finished=np.searchsorted(hands, finished),
        orders=every.orders[low:high],
        bounds=bounds - low,
    )
