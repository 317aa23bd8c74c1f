"""The mathematics of ultimate Texas hold 'em: every wager exactly, the three decisions played best.

What a hand is worth on a board follows from how many of the dealer's hands are lower, equal, higher and short of
a pair; that settles the last decision. After the flop a player raises if, over all boards that may come, two
antes at once bring more than waiting: one number for each of 1,755 flops and 1,326 hands, added up from the
boards. Before the flop the sum over all flops is compared with three or four antes at once. A second pass over
the boards, with every decision known, counts how the wagers end.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.book import PayTable, Rules, rule
from pitboss.games.house_poker.boards import KINDS
from pitboss.games.house_poker.boards_odds import (
    BOARDS,
    DEALER_HANDS,
    EQUAL,
    HANDS,
    LOWER,
    PAIRS,
    SHORT,
    STRENGTH,
    Bytes,
    Ints,
    Longs,
    Shorts,
    Table,
    categories,
    count_showdowns,
    distinct_boards,
    endings,
    flop_place,
    flops,
    pair_of,
    hand_cards,
    hand_classes,
    look,
    seven_card_counts,
    shared,
    strength_at_least,
    turned_hands,
)
from pitboss.games.house_poker.ultimate_texas_hold_em import PAIR, against_dealer, limit
from pitboss.law import kernel
from pitboss.odds import Chart, Outcome, Strategy, WagerOdds, counted, merge, net
from pitboss.ranking.batch import strength_of
from pitboss.ranking.high import ONE_PAIR, STRAIGHT, THREE_OF_A_KIND, TWO_PAIRS, category, hand_of, high_value
from pitboss.sim import Simulation

# ---- what a showdown is worth ----------------------------------------------------------------------------

# How a showdown may end, in the order of ``endings``, as a pair of hands to ask the rule about.
ENDINGS: Final = ("win", "win against less than a pair", "tie", "lose", "lose to less than a pair")
EXAMPLES: Final = ((PAIR + 1, PAIR), (PAIR, PAIR - 1), (PAIR, PAIR), (PAIR - 1, PAIR), (PAIR - 2, PAIR - 1))
OUTS: Final = 21
FLOPS_OF_A_BOARD: Final = 10
DEALS: Final = FLOPS_OF_A_BOARD * BOARDS * 1081 * DEALER_HANDS
"""Ways to deal flop, other two, player and dealer."""


class Worth(NamedTuple):
    """What ante and blind together bring by ending and kind of hand, and what each ante of the play wager brings
    by ending; in so many parts of an ante."""

    first: Longs
    play: Longs
    parts: int


def worth(blind: PayTable) -> Worth:
    parts = int(np.lcm.reduce([odds.stake for odds in blind.rows.values()]))
    first = np.zeros((len(ENDINGS), len(KINDS)), np.int64)
    play = np.zeros(len(ENDINGS), np.int64)
    for n, (mine, theirs) in enumerate(EXAMPLES):
        ante, _, play[n] = against_dealer(mine, theirs)
        for kind, name in enumerate(KINDS):
            first[n, kind] = parts * (ante + blind_brings(blind, name, int(play[n])))
    return Worth(first, play * parts, parts)


def blind_brings(blind: PayTable, kind: str, sign: int) -> Fraction:
    """The blind of a hand that wins (1), ties or loses (-1)."""
    odds = blind.get(kind)
    return Fraction(sign) if sign <= 0 else net(odds) if odds else Fraction(0)


# ---- first pass: the decisions ---------------------------------------------------------------------------


@kernel
def weigh(
    boards: Bytes,
    times: Longs,
    qualifies: int,
    keys: Longs,
    bits: Longs,
    table: Table,
    kinds: Bytes,
    first: Longs,
    play: Longs,
    fold: int,
    flop_of: Shorts,
    turn_of: Bytes,
    before: Shorts,
    raised: Ints,
    sums: Longs,
) -> None:
    """Add up over these boards, for each hand: what ante and blind bring, what each ante of a play wager brings,
    and what the last decision brings (the columns of ``sums``); and for each flop and hand, what two antes
    after the flop bring more than that decision (``raised``)."""
    sort_of = np.empty(52, np.int64)
    found = np.empty((5, PAIRS), np.int64)
    ends = np.empty(5, np.int64)
    brings = np.empty((PAIRS, 4), np.int64)
    more = np.empty(HANDS, np.int32)
    for n in range(len(boards)):
        board = boards[n]
        count_showdowns(board, qualifies, keys, bits, table, sort_of, found)
        for pair in range(PAIRS):
            strength = found[STRENGTH, pair]
            if strength == 0:
                continue
            start, each = brought(found, pair, strength < qualifies, kinds[strength], first, play, ends)
            last = max(start + each, fold)
            brings[pair, 0] = times[n] * start
            brings[pair, 1] = times[n] * each
            brings[pair, 2] = times[n] * last
            brings[pair, 3] = times[n] * (start + 2 * each - last)
        more[:] = 0
        for a in range(52):
            for b in range(a) if sort_of[a] >= 0 else range(0):
                if sort_of[b] >= 0:
                    pair = pair_of(sort_of[a], sort_of[b])
                    hand = a * (a - 1) // 2 + b
                    sums[hand, 0] += brings[pair, 0]
                    sums[hand, 1] += brings[pair, 1]
                    sums[hand, 2] += brings[pair, 2]
                    more[hand] = brings[pair, 3]
        for i in range(5):
            for j in range(i + 1, 5):
                for k in range(j + 1, 5):
                    place = flop_place(board[i], board[j], board[k])
                    flop = raised[flop_of[place]]
                    turned = before[turn_of[place]]
                    for hand in range(HANDS):
                        flop[hand] += more[turned[hand]]


@kernel
def brought(
    found: Longs, pair: int, weak: bool, kind: int, first: Longs, play: Longs, ends: Longs
) -> tuple[int, int]:
    """What a hand's showdowns bring: its ante and blind together, and each ante of its play wager."""
    endings(weak, found[LOWER, pair], found[EQUAL, pair], found[SHORT, pair], ends)
    start, each = 0, 0
    for ending in range(5):
        start += ends[ending] * first[ending, kind]
        each += ends[ending] * play[ending]
    return start, each


class Decisions(NamedTuple):
    """The best decisions but the last, and what they bring."""

    multiple: Longs
    """Antes to play before the flop, for each hand; 0: check."""
    raises: Bytes
    """Whether to raise after it, for each distinct flop and each hand."""
    classes: Longs
    """For each of the 169 hands what three antes, four antes and checking bring, in parts of an ante over all
    deals of the hand."""


def decisions(value: Worth) -> Decisions:
    boards, times = distinct_boards()
    flop = flops()
    turned = turned_hands()
    back = np.argsort(turned, axis=1).astype(np.int16)
    fold = -2 * value.parts * DEALER_HANDS

    def part(start: int, end: int) -> tuple[Ints, Longs]:
        raised = np.zeros((len(flop.fixed), HANDS), np.int32)
        sums = np.zeros((HANDS, 3), np.int64)
        weigh(
            boards[start:end],
            times[start:end],
            strength_at_least(ONE_PAIR),
            *look(),
            categories(),
            value.first,
            value.play,
            fold,
            flop.place,
            flop.turn,
            back,
            raised,
            sums,
        )
        return raised, sums

    parts = shared(len(boards), part)
    raised = sum((each for each, _ in parts), np.zeros((len(flop.fixed), HANDS), np.int64))
    sums = sum((each for _, each in parts), np.zeros((HANDS, 3), np.int64))

    # A board stood for all that differ from it by a turn of the suits, so what was added up for a flop has to be
    # evened out among the turns that leave this flop as it is.
    names, classes = hand_classes()
    gain = np.zeros(len(names), np.int64)
    raises = np.zeros(raised.shape, np.uint8)
    for n, fixed in enumerate(flop.fixed):
        whole = raised[n][turned[list(fixed)]].sum(axis=0)
        raises[n] = whole > 0
        np.add.at(gain, classes, whole.clip(0) // len(fixed))
    by_class = np.zeros((len(names), 3), np.int64)
    np.add.at(by_class, classes, FLOPS_OF_A_BOARD * sums)
    start, each, last = by_class.T
    brings = np.stack([start + 3 * each, start + 4 * each, last + gain], axis=1)
    best = np.array([3, 4, 0])[brings.argmax(axis=1)]
    return Decisions(best[classes], raises, brings)


# ---- second pass: how it ends ----------------------------------------------------------------------------

BEFORE, AFTER, LAST, FOLDED = range(4)
"""When the play wager is made."""


@kernel
def count_endings(
    boards: Bytes,
    times: Longs,
    qualifies: int,
    keys: Longs,
    bits: Longs,
    table: Table,
    kinds: Bytes,
    first: Longs,
    play: Longs,
    fold: int,
    simple: bool,
    flop_of: Shorts,
    turn_of: Bytes,
    after: Shorts,
    multiple: Longs,
    raises: Bytes,
    counts: Longs,
) -> None:
    """Count the deals by when the play wager is made, how the showdown ends and the kind of the player's hand.
    The last decision is the best one, or the simple one of ``plays_last``."""
    sort_of = np.empty(52, np.int64)
    found = np.empty((5, PAIRS), np.int64)
    ends = np.empty(5, np.int64)
    raised = np.empty(HANDS, np.uint8)
    made = np.empty((PAIRS, 3), np.int64)
    for n in range(len(boards)):
        board = boards[n]
        count_showdowns(board, qualifies, keys, bits, table, sort_of, found)
        raised[:] = 0
        for i in range(5):
            for j in range(i + 1, 5):
                for k in range(j + 1, 5):
                    place = flop_place(board[i], board[j], board[k])
                    flop = raises[flop_of[place]]
                    turned = after[turn_of[place]]
                    for hand in range(HANDS):
                        raised[hand] += flop[turned[hand]]
        # Of the flops that lead to this board, on how many the hands of a pair have made which play wager.
        made[:] = 0
        for a in range(52):
            for b in range(a) if sort_of[a] >= 0 else range(0):
                if sort_of[b] >= 0:
                    pair = pair_of(sort_of[a], sort_of[b])
                    hand = a * (a - 1) // 2 + b
                    if multiple[hand]:
                        made[pair, BEFORE] += FLOPS_OF_A_BOARD
                    else:
                        made[pair, AFTER] += raised[hand]
                        made[pair, LAST] += FLOPS_OF_A_BOARD - raised[hand]
        for pair in range(PAIRS):
            strength = found[STRENGTH, pair]
            if strength == 0:
                continue
            kind = kinds[strength]
            start, each = brought(found, pair, strength < qualifies, kind, first, play, ends)
            if simple and made[pair, LAST]:
                plays = simply_played(board, pair, strength, sort_of, keys, bits, table)
            else:
                plays = start + each > fold
            if not plays:
                counts[FOLDED, 0, 0] += times[n] * made[pair, LAST] * DEALER_HANDS
                made[pair, LAST] = 0
            for when in range(3):
                for ending in range(5):
                    counts[when, ending, kind] += times[n] * made[pair, when] * ends[ending]


@kernel
def simply_played(
    board: Bytes, pair: int, strength: int, sort_of: Longs, keys: Longs, bits: Longs, table: Table
) -> bool:
    """The last decision of the simple strategy, as ``plays_last`` has it, for a pair of sorts of cards."""
    key, hand, outs = 0, 0, 0
    for card in board:
        key += keys[card]
        hand += bits[card]
    high = 0
    while (high + 1) * (high + 2) // 2 <= pair:
        high += 1
    low = pair - high * (high + 1) // 2
    if high >> 1 == low >> 1:
        return True
    for card in board:
        if card >> 2 == high >> 1 or card >> 2 == low >> 1:
            return True
    for card in range(52):
        if sort_of[card] >= 0:
            outs += strength_of(key + keys[card], hand + bits[card], table) > strength
    for sort in (high, low):  # the player's own cards are not the dealer's
        for card in range(52):
            if sort_of[card] == sort:
                outs -= strength_of(key + keys[card], hand + bits[card], table) > strength
                break
    return outs < OUTS


def ended(value: Worth, multiple: Longs, raises: Bytes, simple: bool = False) -> Longs:
    """How all deals end under these decisions: by the time of the play wager, the ending, the kind of hand."""
    boards, times = distinct_boards()
    flop = flops()

    def part(start: int, end: int) -> Longs:
        counts = np.zeros((4, len(ENDINGS), len(KINDS)), np.int64)
        count_endings(
            boards[start:end],
            times[start:end],
            strength_at_least(ONE_PAIR),
            *look(),
            categories(),
            value.first,
            value.play,
            -2 * value.parts * DEALER_HANDS,
            simple,
            flop.place,
            flop.turn,
            turned_hands(),
            multiple,
            raises,
            counts,
        )
        return counts

    counts: Longs = sum(shared(len(boards), part), np.zeros((4, len(ENDINGS), len(KINDS)), np.int64))
    assert counts.sum() == DEALS
    return counts
