"""The mathematics of Texas hold 'em bonus poker: every wager exactly, the three decisions played best.

Turn and river wagers change nothing but the stake, so each is decided by itself: it is made if the hand wins more
often than it loses from there on. What the river wager knows are two cards and four on the table, whichever
of these came last. So the showdowns are counted for each of 16,432 distinct sets of four and each hand; those of a
flop are the sum over the sets that may grow out of it, and those before the flop the sum over all.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.book import Rules, rule
from pitboss.games.house_poker.boards_odds import (
    DEALER_HANDS,
    EQUAL,
    HANDS,
    LOWER,
    PAIRS,
    STRENGTH,
    Bytes,
    Longs,
    Shorts,
    Table,
    count_showdowns,
    flop_place,
    flops,
    hand_cards,
    hand_classes,
    look,
    pair_of,
    shared,
    strength_at_least,
    turned_hands,
)
from pitboss.games.house_poker.bones import packed, paid, share_of
from pitboss.games.house_poker.texas_hold_em_bonus_poker import (
    BELONGS_TO,
    BONUS,
    THRESHOLD,
    against_dealer,
    bonus_row,
    limit,
)
from pitboss.law import kernel
from pitboss.odds import Chart, Outcome, Strategy, WagerOdds, counted, merge, net
from pitboss.ranking.high import FLUSH, STRAIGHT, hand_of, high_value, least
from pitboss.sim import Simulation

Bits = NDArray[np.bool_]

# How a showdown may end: won with less than a straight, with a straight, with more; lost; a draw.
ENDINGS: Final = 5
LOST, DRAWN = 3, 4
EXAMPLES: Final = (
    (least(STRAIGHT, 0) - 1, 0),
    (least(STRAIGHT, 0), 0),
    (least(FLUSH, 0), 0),
    (0, 1),
    (1, 1),
)
"""A pair of hands for each, to ask the rule about."""

SETS: Final = 16_432
"""Four community cards, up to the names of the suits."""
ORDERS: Final = 4
"""Which of the four was the turn card."""
SHOWDOWNS: Final = 46 * DEALER_HANDS
"""Rivers and hands of the dealer for a hand and a set of four."""
DEALS: Final = 19_600 * 47 * SHOWDOWNS
"""Ways to deal flop, turn, river and the dealer's cards to one hand."""

# ---- four cards on the table -----------------------------------------------------------------------------


@cache
def distinct_fours() -> tuple[Bytes, Longs]:
    """Sets of four up to the names of the suits, cards from above, and how many sets each stands for."""
    fours, times = np.empty((SETS, 4), np.uint8), np.empty(SETS, np.int64)
    assert _distinct_fours(fours, times) == SETS
    return fours, times


@kernel
def _distinct_fours(fours: Bytes, times: Longs) -> int:
    """Those whose suits come in falling order, by their ranks as masks."""
    found = 0
    masks = np.zeros(4, np.int64)
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    masks[:] = 0
                    for card in (a, b, c, d):
                        masks[card & 3] |= 1 << (card >> 2)
                    if masks[0] < masks[1] or masks[1] < masks[2] or masks[2] < masks[3]:
                        continue
                    same, ways = 1, 24
                    for suit in range(1, 4):
                        same = same + 1 if masks[suit] == masks[suit - 1] else 1
                        ways //= same
                    for n, card in enumerate((a, b, c, d)):
                        fours[found, n] = card
                    times[found] = ways
                    found += 1
    return found


@kernel
def add_showdowns(
    fours: Bytes, straight: int, flush: int, keys: Longs, bits: Longs, table: Table, ends: Longs
) -> None:
    """For each set of four and each hand, over all rivers and hands of the dealer: how often the hand wins with
    less than a straight, with a straight, with more, and how often it loses. The four numbers stay below
    65,536 and are added up side by side in one integer, the first lowest."""
    board = np.empty(5, np.uint8)
    sort_of = np.empty(52, np.int64)
    found = np.empty((5, PAIRS), np.int64)
    ended = np.empty(PAIRS, np.int64)
    for n in range(len(fours)):
        board[:4] = fours[n]
        for river in range(52):
            if (fours[n] == river).any():
                continue
            board[4] = river
            count_showdowns(board, 0, keys, bits, table, sort_of, found)
            for pair in range(PAIRS):
                strength, lower = found[STRENGTH, pair], found[LOWER, pair]
                if strength:
                    kind = (strength >= straight) + (strength >= flush)
                    ended[pair] = lower << 16 * kind | DEALER_HANDS - lower - found[EQUAL, pair] << 48
            for a in range(52):
                for b in range(a) if sort_of[a] >= 0 else range(0):
                    if sort_of[b] >= 0:
                        ends[n, a * (a - 1) // 2 + b] += ended[pair_of(sort_of[a], sort_of[b])]


def showdowns() -> NDArray[np.uint16]:
    """The four numbers of ``add_showdowns`` for each set and each hand; zeros where the hand meets the set."""
    fours, _ = distinct_fours()
    ends = np.zeros((SETS, HANDS), np.int64)

    def part(start: int, end: int) -> None:
        kinds = strength_at_least(STRAIGHT), strength_at_least(FLUSH)
        add_showdowns(fours[start:end], *kinds, *look(), ends[start:end])

    shared(SETS, part)
    return ends.astype("<i8", copy=False).view("<u2").reshape(SETS, HANDS, 4)


# ---- turn and river wagers -------------------------------------------------------------------------------


@kernel
def flop_of(four: Bytes, turn_card: int) -> int:
    """The place of the flop that leads to a set of four if this one of its cards was the turn card."""
    if turn_card == 0:
        return flop_place(four[1], four[2], four[3])
    if turn_card == 1:
        return flop_place(four[0], four[2], four[3])
    return flop_place(four[0], four[1], four[5 - turn_card])


@kernel
def add_to_flops(
    fours: Bytes, times: Longs, leads: Longs, places: Shorts, turns: Bytes, before: Shorts, gains: Longs
) -> None:
    """Add up for each distinct flop and each hand how much oftener it wins than loses."""
    for n in range(len(fours)):
        for turn_card in range(ORDERS):
            place = flop_of(fours[n], turn_card)
            gain, turned = gains[places[place]], before[turns[place]]
            for hand in range(HANDS):
                gain[hand] += times[n] * leads[n, turned[hand]]


@kernel
def count_endings(
    fours: Bytes,
    times: Longs,
    ends: NDArray[np.uint16],
    places: Shorts,
    turns: Bytes,
    after: Shorts,
    classes: Longs,
    turn_wager: Bits,
    river_wager: Bits,
    counts: Longs,
) -> None:
    """Count the deals of each class of hands by turn wager, river wager and ending."""
    made = np.empty(HANDS, np.int64)
    for n in range(len(fours)):
        made[:] = 0
        for turn_card in range(ORDERS):
            place = flop_of(fours[n], turn_card)
            wager, turned = turn_wager[places[place]], after[turns[place]]
            for hand in range(HANDS):
                made[hand] += wager[turned[hand]]
        for a in range(52):
            for b in range(a) if not (fours[n] == a).any() else range(0):
                if (fours[n] == b).any():
                    continue
                hand = a * (a - 1) // 2 + b
                drawn = SHOWDOWNS
                found = counts[classes[hand], :, int(river_wager[n, hand])]
                for ending in range(DRAWN):
                    count = int(ends[n, hand, ending])
                    drawn -= count
                    found[0, ending] += times[n] * (ORDERS - made[hand]) * count
                    found[1, ending] += times[n] * made[hand] * count
                found[0, DRAWN] += times[n] * (ORDERS - made[hand]) * drawn
                found[1, DRAWN] += times[n] * made[hand] * drawn


class Analysis(NamedTuple):
    """All deals of each of the 169 hands by turn wager (0 or 1), river wager and ending: each decision the best,
    and by the simple rules."""

    best: Longs
    simple: Longs


@cache
def analysis() -> Analysis:
    fours, times = distinct_fours()
    flop, turned = flops(), turned_hands()
    names, classes = hand_classes()
    ends = showdowns()

    def counted_by(turn_wager: Bits, river_wager: Bits) -> Longs:
        counts = np.zeros((len(names), 2, 2, ENDINGS), np.int64)
        where = flop.place, flop.turn, turned, classes
        count_endings(fours, times, ends, *where, turn_wager, river_wager, counts)
        return counts

    leads = ends[..., :LOST].sum(axis=2, dtype=np.int64) - ends[..., LOST]
    sums = np.zeros((len(flop.fixed), HANDS), np.int64)
    back = np.argsort(turned, axis=1).astype(np.int16)
    add_to_flops(fours, times, leads, flop.place, flop.turn, back, sums)
    # A set stood for all that differ from it by a turn of the suits, so what was added up for a flop has to be
    # evened out among the turns that leave this flop as it is.
    gains = np.stack([sums[n][turned[list(fixed)]].sum(axis=0) for n, fixed in enumerate(flop.fixed)])

    simple_turn, simple_river = np.zeros(gains.shape, np.bool_), np.zeros(leads.shape, np.bool_)
    simply(hand_cards(), flop.first, fours, simple_turn, simple_river)
    return Analysis(counted_by(gains > 0, leads > 0), counted_by(simple_turn, simple_river))
