"""The mathematics of mini-tex 3 card hold 'em: every wager exactly, the three decisions played best.

Up to the names of the suits there are 1,755 sets of community cards. On each, the 1,176 hands of the other cards are
ranked once; sorted, they tell how many of the dealer's 1,081 hands are lower, equal and higher, in each case with
and without the qualifying rank, those that hold one of the player's own cards taken off again. That settles
the play wager. The river wager follows by adding up over the 48 river cards, for each of 169 distinct flops and each
hand, and the flop wager by adding up over the flops.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.book import Rules, rule
from pitboss.games.house_poker.boards_odds import (
    HANDS,
    TURNS,
    Bytes,
    Longs,
    Shorts,
    flop_place,
    flops,
    hand_cards,
    hand_classes,
    turned_hands,
)
from pitboss.games.house_poker.bones import packed, paid
from pitboss.games.house_poker.mini_tex_3_card_hold_em import (
    POCKET,
    QUALIFIER,
    ace_two,
    against_dealer,
    best_three,
    pocket_hand,
)
from pitboss.law import kernel
from pitboss.odds import Chart, Outcome, Strategy, WagerOdds, counted, net
from pitboss.sim import Simulation

Bits = NDArray[np.bool_]

DEALER_HANDS: Final = 1081
"""What the dealer may hold when board and player are known: C(47, 2)."""
RIVERS: Final = 48
FLOPS: Final = 1225
DEALS: Final = FLOPS * RIVERS * DEALER_HANDS
"""Ways to deal flop, river and the dealer's cards to one hand."""

# How a showdown may end: won and lost against a hand that qualifies or does not, and equal hands.
WON, WON_SHORT, EQUAL, LOST, LOST_SHORT = range(5)
ENDINGS: Final = 5
TOLD: Final = (
    "win against a qualifying dealer",
    "win, dealer does not qualify",
    "push",
    "lose to a qualifying dealer",
    "lose to a dealer who does not qualify",
)
EXAMPLES: Final = ((2, 1, 1), (2, 0, 1), (1, 1, 1), (0, 1, 1), (0, 1, 2))
"""Player's hand, dealer's hand and qualifying rank for each, to ask the rule about."""
ADDED: Final = {"flop": 1, "river": 1, "play": 2}
"""In antes."""
FOLDED: Final = (-1, -2, -3)
"""What a fold brings before the flop, before the river card and after it."""

# ---- counting --------------------------------------------------------------------------------------------


@kernel
def count_endings(boards: Bytes, qualifier: int, ends: Shorts) -> None:
    """For each board and each hand, how the showdowns with the dealer's hands end; zeros where hand and board meet."""
    values = np.empty(HANDS, np.int64)
    hands = np.empty(HANDS, np.int64)
    first, second = np.empty(HANDS, np.int64), np.empty(HANDS, np.int64)
    for n in range(len(boards)):
        c, d, e = boards[n, 0], boards[n, 1], boards[n, 2]
        weak = np.zeros(52, np.int64)  # hands short of qualifying with one certain card
        all_weak, found = 0, 0
        for a in range(52):
            for b in range(a):
                if a == c or a == d or a == e or b == c or b == d or b == e:
                    continue
                values[found] = best_three(a, b, c, d, e)
                hands[found], first[found], second[found] = a * (a - 1) // 2 + b, a, b
                if values[found] < qualifier:
                    all_weak += 1
                    weak[a] += 1
                    weak[b] += 1
                found += 1
        order = np.argsort(values[:found])
        below, level = np.zeros(52, np.int64), np.zeros(52, np.int64)
        start = 0
        while start < found:
            value = values[order[start]]
            end = start
            while end < found and values[order[end]] == value:
                level[first[order[end]]] += 1
                level[second[order[end]]] += 1
                end += 1
            own = value < qualifier
            for at in order[start:end]:
                a, b = first[at], second[at]
                lower = start - below[a] - below[b]
                equal = end - start - level[a] - level[b] + 1
                short = all_weak - weak[a] - weak[b] + own
                row = ends[n, hands[at]]
                row[WON_SHORT] = lower if own else short
                row[WON] = lower - row[WON_SHORT]
                row[EQUAL] = equal
                row[LOST_SHORT] = short - lower - equal if own else 0
                row[LOST] = DEALER_HANDS - lower - equal - row[LOST_SHORT]
            below += level
            level[:] = 0
            start = end


@kernel
def place_of(a: int, b: int, c: int) -> int:
    """The place of three community cards, in any order."""
    high, low = max(a, b, c), min(a, b, c)
    return flop_place(high, a + b + c - high - low, low)


@kernel
def add_rivers(
    flop: Bytes, places: Shorts, turns: Bytes, turned: Shorts, worth: Longs, meets: Bits, sums: Longs
) -> None:
    """Add up for each distinct flop and each hand, over the river cards, what the hand is then worth."""
    for n in range(len(flop)):
        for river in range(52):
            if river == flop[n, 0] or river == flop[n, 1]:
                continue
            place = place_of(flop[n, 0], flop[n, 1], river)
            board, turn = places[place], turned[turns[place]]
            for hand in range(HANDS):
                if not meets[board, turn[hand]]:
                    sums[n, hand] += worth[board, turn[hand]]


@kernel
def add_up(
    flop: Bytes,
    times: Longs,
    classes: Longs,
    places: Shorts,
    turns: Bytes,
    turned: Shorts,
    ends: Shorts,
    river_wager: Bits,
    play_wager: Bits,
    counts: Longs,
) -> None:
    """Count the deals of each class of hands that stay for the flop: folded before the river card, folded after
    it, and the endings."""
    for n in range(len(flop)):
        for river in range(52):
            if river == flop[n, 0] or river == flop[n, 1]:
                continue
            place = place_of(flop[n, 0], flop[n, 1], river)
            board, turn = places[place], turned[turns[place]]
            for hand in range(HANDS):
                row = ends[board, turn[hand]]
                if row.sum() == 0:
                    continue
                count = counts[classes[hand]]
                if not river_wager[n, hand]:
                    count[0] += times[n] * DEALER_HANDS
                elif not play_wager[board, turn[hand]]:
                    count[1] += times[n] * DEALER_HANDS
                else:
                    for ending in range(ENDINGS):
                        count[2 + ending] += times[n] * row[ending]
