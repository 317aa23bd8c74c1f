"""Two cards each and a board, by a player who sees one of the dealer's two cards, or cards of the flop before the first
decision: every board, every hand, and of each of them all that the dealer may still hold.

What a play wager before the flop brings is added up from the boards, up to the names of the suits. Whether one after
the flop is better than waiting is added up for one flop of each kind over every board that it may become.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Bytes, Int32s, Ints
from pitboss.compiler import kernel
from pitboss.games.house_poker.beside_mathematics import Worth
from pitboss.games.house_poker.boards import FLOP
from pitboss.games.house_poker.boards_mathematics import (
    DEALER_HANDS,
    EQUAL,
    HANDS,
    LOWER,
    PAIRS,
    SHORT,
    SORTS,
    STRENGTH,
    TURNS,
    Strengths,
    count_showdowns,
    distinct_boards,
    flops,
    pair_of,
    shared,
    sorts_of,
    turned_hands,
)
from pitboss.ranking.batch import strength_of
from pitboss.solve.sets import CHOOSE, number_of_three, step

HIDDEN: Final = 44
"""What the dealer's other card may be."""
FLOPS: Final = 10
"""Of a board."""
FIRST, EACH = range(2)

# ---- one board ------------------------------------------------------------------------------------------


@kernel
def price(
    lower: int, equal: int, short: int, every: int, weak: bool, kind: int, value: Worth
) -> tuple[int, int]:
    """What ante and the wager beside it bring, and what each ante of a play wager brings, over all of the dealer's
    hands: the number that are lower, equal, and short of qualifying, as the player's ``weak`` one would be."""
    higher = every - lower - equal
    low = lower if weak else short
    above = short - lower - equal if weak else 0
    first, play = value.first, value.play
    start = (lower - low) * first[0, kind] + low * first[1, kind] + equal * first[2, kind]
    start += (higher - above) * first[3, kind] + above * first[4, kind]
    each = (lower - low) * play[0] + low * play[1] + equal * play[2]
    each += (higher - above) * play[3] + above * play[4]
    return start, each


@kernel
def meet_unseen(
    board: Bytes, hands: Strengths, value: Worth, sort_of: Ints, found: Ints, brings: Ints
) -> None:
    """For each pair of sorts of the player's, of whom no card of the dealer's is seen."""
    qualifies, (keys, bits, table), kinds = hands
    count_showdowns(board, qualifies, keys, bits, table, sort_of, found)
    for pair in range(PAIRS):
        strength = found[STRENGTH, pair]
        if strength > 0:
            lower, equal, short = found[LOWER, pair], found[EQUAL, pair], found[SHORT, pair]
            start, each = price(
                lower, equal, short, DEALER_HANDS, strength < qualifies, kinds[strength], value
            )
            brings[0, pair, FIRST], brings[0, pair, EACH] = start, each


@kernel
def meet_seen(
    board: Bytes, hands: Strengths, value: Worth, sort_of: Ints, order: Ints, strength: Ints, brings: Ints
) -> None:
    """For each sort of the card seen and each pair of sorts of the player's. Of pairs that board and card do not
    leave nothing sensible is said."""
    qualifies, (keys, bits, table), kinds = hands
    held, one = np.zeros(SORTS, np.int64), np.zeros(SORTS, np.int64)
    key, hand = sorts_of(board, keys, bits, sort_of, held, one)
    pairs = 0
    first, second = np.empty(PAIRS, np.int64), np.empty(PAIRS, np.int64)
    for i in range(SORTS):
        for j in range(i + 1):
            strength[i, j] = strength[j, i] = 0
            if held[i] > (i == j) and held[j] > 0:
                found = strength_of(
                    key + keys[one[i]] + keys[one[j]], hand + bits[one[i]] + bits[one[j]], table
                )
                strength[i, j] = strength[j, i] = found
                order[pairs] = found << 10 | i * (i + 1) // 2 + j
                first[i * (i + 1) // 2 + j], second[i * (i + 1) // 2 + j] = i, j
                pairs += 1
    rising = np.sort(order[:pairs])
    theirs, ways = np.empty(SORTS + 1, np.int64), np.empty(SORTS + 1, np.int64)
    for seen in range(SORTS):
        if held[seen] == 0:
            continue
        # The dealer's hands with the card seen, from the lowest, and how many cards make each.
        count, weak = 0, 0
        for sort in range(SORTS):
            cards = held[sort] - (sort == seen)
            if cards > 0:
                at = count
                while at > 0 and theirs[at - 1] > strength[seen, sort]:
                    theirs[at], ways[at] = theirs[at - 1], ways[at - 1]
                    at -= 1
                theirs[at], ways[at] = strength[seen, sort], cards
                weak += cards * (strength[seen, sort] < qualifies)
                count += 1
        passed, at, same, upto, mine = 0, 0, 0, 0, -1
        for place in range(pairs):
            pair = rising[place] & (1 << 10) - 1
            if rising[place] >> 10 != mine:
                mine = rising[place] >> 10
                while at < count and theirs[at] < mine:
                    passed += ways[at]
                    at += 1
                same, upto = 0, at
                while upto < count and theirs[upto] == mine:
                    same += ways[upto]
                    upto += 1
            lower, equal, short = passed, same, weak
            for own in (first[pair], second[pair]):  # the player's cards are not the dealer's
                met = strength[seen, own]
                lower -= met < mine
                equal -= met == mine
                short -= met < qualifies
            start, each = price(lower, equal, short, HIDDEN, mine < qualifies, kinds[mine], value)
            brings[seen, pair, FIRST], brings[seen, pair, EACH] = start, each


@kernel
def spread(sort_of: Ints, pair_at: Ints) -> None:
    """The pair of sorts of each hand; one past the last for hands that meet the board."""
    for a in range(52):
        for b in range(a):
            both = sort_of[a] >= 0 and sort_of[b] >= 0
            pair_at[a * (a - 1) // 2 + b] = pair_of(sort_of[a], sort_of[b]) if both else PAIRS


# ---- all of them ----------------------------------------------------------------------------------------


@kernel
def before_the_flop(
    boards: Bytes, times: Ints, hands: Strengths, value: Worth, antes: int, raised: Ints, waits: Ints
) -> None:
    """Add up over these boards, by the card seen and the hand: what this many antes before the flop bring, and what the
    last decision brings."""
    fold = value.fold * HIDDEN
    sort_of, order, pair_at = np.empty(52, np.int64), np.empty(PAIRS, np.int64), np.empty(HANDS, np.int64)
    strength, brings = np.zeros((SORTS, SORTS), np.int64), np.zeros((SORTS, PAIRS + 1, 2), np.int64)
    by_hand = np.empty((2, HANDS), np.int64)
    for n in range(len(boards)):
        meet_seen(boards[n], hands, value, sort_of, order, strength, brings)
        spread(sort_of, pair_at)
        for seen in range(SORTS):
            if not (sort_of == seen).any():
                continue
            for hand in range(HANDS):
                start, each = brings[seen, pair_at[hand], FIRST], brings[seen, pair_at[hand], EACH]
                met = pair_at[hand] == PAIRS
                by_hand[0, hand] = 0 if met else times[n] * (start + antes * each)
                by_hand[1, hand] = 0 if met else times[n] * max(start + each, fold)
            for card in range(52):
                if sort_of[card] == seen:
                    raised[card] += by_hand[0]
                    waits[card] += by_hand[1]


@kernel
def after_the_flop(
    flop: Bytes, hands: Strengths, value: Worth, antes: Ints, seen_one: bool, figures: int, found: Int32s
) -> None:
    """Over all boards that a flop may become, by the card of the dealer's that is seen (or none) and the hand: what a
    play wager after the flop brings more than waiting; and, of more ``figures``, what one before it brings, and what
    waiting brings."""
    fold = value.fold * (HIDDEN if seen_one else DEALER_HANDS)
    sort_of, order, pair_at = np.empty(52, np.int64), np.empty(PAIRS, np.int64), np.empty(HANDS, np.int64)
    strength, brings = np.zeros((SORTS, SORTS), np.int64), np.zeros((SORTS, PAIRS + 1, 2), np.int64)
    showdowns, by_pair = np.empty((5, PAIRS), np.int64), np.zeros((3, PAIRS + 1), np.int32)
    by_hand = np.empty(HANDS, np.int32)
    board = np.empty(5, np.uint8)
    board[:3] = flop
    for turn in range(52):
        for river in range(turn):
            if (flop == turn).any() or (flop == river).any():
                continue
            board[3], board[4] = turn, river
            if seen_one:
                meet_seen(board, hands, value, sort_of, order, strength, brings)
            else:
                meet_unseen(board, hands, value, sort_of, showdowns, brings)
            spread(sort_of, pair_at)
            for seen in range(SORTS if seen_one else 1):
                if seen_one and not (sort_of == seen).any():
                    continue
                for pair in range(PAIRS):
                    start, each = brings[seen, pair, FIRST], brings[seen, pair, EACH]
                    waits = max(start + each, fold)
                    by_pair[0, pair] = start + antes[1] * each - waits
                    by_pair[1, pair], by_pair[2, pair] = start + antes[0] * each, waits
                for figure in range(figures):
                    for hand in range(HANDS):
                        by_hand[hand] = by_pair[figure, pair_at[hand]]
                    for card in range(found.shape[1]):
                        if not seen_one or sort_of[card] == seen:
                            found[figure, card] += by_hand


@kernel
def over_flops(
    flops: Bytes,
    times: Ints,
    hands: Strengths,
    value: Worth,
    antes: Ints,
    seen_one: bool,
    board: int,
    raised: Ints,
    waits: Ints,
) -> int:
    """Add up over these flops, by the cards of it that are seen before the first decision, the card of the dealer's and
    the hand: what the play wager brings before the flop, and what waiting for it brings. Of a flop that is seen whole,
    the better of them in all."""
    figures = 3 if board else 1
    found = np.empty((figures, raised.shape[1], HANDS), np.int32)
    best = 0
    for n in range(len(flops)):
        found[:] = 0
        after_the_flop(flops[n], hands, value, antes, seen_one, figures, found)
        a, b, c = np.int64(flops[n, 0]), np.int64(flops[n, 1]), np.int64(flops[n, 2])
        if board == 1:
            nodes = np.array([a, b, c])
        elif board == 2:
            nodes = np.array([a * (a - 1) // 2 + b, a * (a - 1) // 2 + c, b * (b - 1) // 2 + c])
        else:
            nodes = np.zeros(1, np.int64)
        for card in range(raised.shape[1]):
            for hand in range(HANDS):
                gain = max(np.int64(found[0, card, hand]), 0)
                early = np.int64(0)
                if board:
                    early = np.int64(found[1, card, hand])
                    gain += found[2, card, hand]
                if board == FLOP:
                    best += (
                        times[n] * max(early, gain) * (not _meets(hand, flops[n], card if seen_one else -1))
                    )
                    continue
                for node in nodes:
                    raised[node, card, hand] += times[n] * early
                    waits[node, card, hand] += times[n] * gain
    return best


@kernel
def _meets(hand: int, flop: Bytes, seen: int) -> bool:
    """Does the card seen lie in the hand or on the flop, or a card of the hand on the flop?"""
    high = 1
    while high * (high + 1) // 2 <= hand:
        high += 1
    low = hand - high * (high - 1) // 2
    return bool(seen in (high, low) or (flop == high).any() or (flop == low).any() or (flop == seen).any())


def classes(seen_one: bool, board: int) -> Ints:
    """For each set of cards seen of the flop, each card seen of the dealer's (if any) and each hand, the first of those
    that differ from them in the names of the suits; -1 where a card is there twice."""
    own = [{a, b} for a in range(52) for b in range(a)]
    sets: list[set[int]] = [set()] if board == 0 else [{card} for card in range(52)] if board == 1 else own
    cards = [{card} for card in range(52)] if seen_one else [set[int]()]
    hands = turned_hands().astype(np.int64)
    least = np.full((len(sets), len(cards), HANDS), len(sets) * len(cards) * HANDS)
    for of_hand, turn in zip(hands, TURNS, strict=True):
        of_card = np.arange(52) & ~3 | np.array(turn)[np.arange(52) & 3]
        of_set = np.zeros(1, np.int64) if board == 0 else of_card if board == 1 else of_hand
        of_seen = of_card if seen_one else np.zeros(1, np.int64)
        turned = (of_set[:, None, None] * len(cards) + of_seen[None, :, None]) * HANDS + of_hand
        least = np.minimum(least, turned)

    def apart(some: list[set[int]], others: list[set[int]]) -> NDArray[np.bool_]:
        held = [
            np.array([[card in each for card in range(52)] for each in sets_]) for sets_ in (some, others)
        ]
        found: NDArray[np.bool_] = ~(held[0].astype(np.int64) @ held[1].T.astype(np.int64)).astype(bool)
        return found

    fit = apart(sets, cards)[:, :, None] & apart(sets, own)[:, None] & apart(cards, own)[None]
    return np.where(fit, least, -1)


def knowing(hands: Strengths, value: Worth, antes: tuple[int, int], dealer: int, board: int) -> Fraction:
    """What best play brings, in antes: this many in a play wager before the flop, or after it, or one at the end,
    or none. One of the dealer's cards may be seen, and the first cards of the flop before any decision."""
    three, times = flops().first, np.bincount(flops().place)
    seen_one, of = bool(dealer), np.array(antes, np.int64)
    shape = (2, 1 if board in (0, FLOP) else comb(52, board), 52 if dealer else 1, HANDS)

    def after(start: int, end: int) -> tuple[int, Ints]:
        found = np.zeros(shape, np.int64)
        best = over_flops(three[start:end], times[start:end], hands, value, of, seen_one, board, *found)
        return best, found

    parts = shared(len(three), after)
    raised, waits = sum((found for _, found in parts), np.zeros(shape, np.int64))
    best = sum(each for each, _ in parts)
    if board == 0:
        boards, board_times = distinct_boards()

        def before(start: int, end: int) -> Ints:
            found = np.zeros((2, 52, HANDS), np.int64)
            before_the_flop(boards[start:end], board_times[start:end], hands, value, antes[0], *found)
            return found

        early, late = FLOPS * sum(shared(len(boards), before), np.zeros((2, 52, HANDS), np.int64))
        raised, waits = raised + early, waits + late
    if board != FLOP:
        where = classes(seen_one, board).ravel()
        sums = np.zeros((2, len(where)), np.int64)
        for column, each in zip(sums, (raised, waits), strict=True):
            np.add.at(column, where[where >= 0], each.ravel()[where >= 0])
        best = int(sums.max(axis=0).sum())
    left = 50 - dealer
    hidden = HIDDEN if dealer else DEALER_HANDS
    deals = HANDS * (50 if dealer else 1) * comb(left, 5) * FLOPS * comb(FLOP, board) * hidden
    return Fraction(best, deals * value.parts)


# ---- one hand ----------------------------------------------------------------------------------------------


class OneHand(NamedTuple):
    """What a hand brings on average, in antes: without a play wager, each ante of one, if waited for the last decision,
    and, before the flop, if waited for it."""

    first: Fraction
    each: Fraction
    last: Fraction
    flop: Fraction


def one_hand(
    hands: Strengths,
    value: Worth,
    antes: int,
    own: Sequence[int],
    board: Sequence[int],
    dealer: Sequence[int],
    unseen: Ints,
) -> OneHand:
    """Two cards against the dealer's, of which some may be seen, on this board and all that it may become; after the
    flop a play wager may be of this many ``antes``."""
    sums, by_flop = np.zeros(3, np.int64), np.zeros((comb(52, FLOP), 2), np.int64)
    seen, known = (np.array(each, np.int64) for each in (dealer, board))
    every = _one_hand(np.array(own), known, seen, unseen, hands, value, antes, sums, by_flop)
    parts = every * value.parts
    waits = int(by_flop.max(axis=1).sum()) if not len(board) else 0
    first, each, last = (Fraction(int(each), parts) for each in sums)
    return OneHand(first, each, last, Fraction(waits, FLOPS * parts))


@kernel
def _one_hand(
    own: Ints,
    board: Ints,
    seen: Ints,
    unseen: Ints,
    hands: Strengths,
    value: Worth,
    antes: int,
    sums: Ints,
    by_flop: Ints,
) -> int:
    qualifies, (keys, bits, table), kinds = hands
    missing, hidden = 5 - len(board), 2 - len(seen)
    at, left, whole = np.arange(missing), np.empty(len(unseen), np.int64), np.empty(5, np.int64)
    whole[: len(board)] = board
    every = 0
    for _ in range(CHOOSE[missing, len(unseen)]):
        rest, next_ = 0, 0
        for place in range(len(unseen)):
            if next_ < missing and at[next_] == place:
                whole[len(board) + next_] = unseen[place]
                next_ += 1
            else:
                left[rest] = unseen[place]
                rest += 1
        key, hand = keys[whole].sum(), bits[whole].sum()
        mine = strength_of(key + keys[own].sum(), hand + bits[own].sum(), table)
        key, hand = key + keys[seen].sum(), hand + bits[seen].sum()
        lower = equal = short = met = 0
        for i in range(rest if hidden > 0 else 1):
            one, other = (keys[left[i]], bits[left[i]]) if hidden > 0 else (0, 0)
            for j in range(i if hidden > 1 else 1):
                more, others = (keys[left[j]], bits[left[j]]) if hidden > 1 else (0, 0)
                theirs = strength_of(key + one + more, hand + other + others, table)
                lower += theirs < mine
                equal += theirs == mine
                short += theirs < qualifies
                met += 1
        start, each = price(lower, equal, short, met, mine < qualifies, kinds[mine], value)
        last = max(start + each, value.fold * met)
        sums[0] += start
        sums[1] += each
        sums[2] += last
        every += met
        if missing == 5:
            for a in range(5):
                for b in range(a):
                    for c in range(b):
                        flop = by_flop[number_of_three(whole[a], whole[b], whole[c])]
                        flop[0] += start + antes * each
                        flop[1] += last
        step(at)
    return every
