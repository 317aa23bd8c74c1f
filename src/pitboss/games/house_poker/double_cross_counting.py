"""Counting in double cross poker: every cross, every hand, every hand of the dealer.

With far card and center fixed, the value of every column is known before anything is compared, and with two cards
beside the center that of every row. On each row the dealer's hands, each with every near card, are taken in the order
of the dealer's better axis; those that the player's two cards forbid are taken off again by inclusion and exclusion.
Which of the two cards beside the center is the one that is seen does not matter for that. Cards that make the same
hands, those of one rank except in the suit of a possible flush, are counted together, and so are crosses that differ
only in the names of the suits.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Final

import numpy as np

from pitboss.arrays import Bytes, Ints, Words
from pitboss.compiler import kernel
from pitboss.games.house_poker.boards_mathematics import (
    HANDS,
    PAIRS,
    SORTS,
    STRENGTHS,
    TURNS,
    Look,
    categories,
    look,
    pair_of,
    shared,
    turned_hands,
)
from pitboss.ranking.batch import strength_of

KINDS: Final = 10
TIES: Final = KINDS
"""After the hands won, by their kind, the hands tied."""
DEALS: Final = 48 * 47 * 46 * 990
"""What is still unseen when the player decides: center, left and near card and the dealer's two."""
CLUB, DIAMOND = range(2)


def seen_cards() -> Ints:
    """The cards that the player sees, up to the names of the suits: by rank of the far card, which is a club, by rank
    of the right-hand card, and by whether that is a club or a diamond."""
    far, right, suit = np.indices((13, 13, 2))
    return np.stack((4 * far, 4 * right + suit), axis=-1)


def times() -> Ints:
    """How many pairs of seen cards each of these stands for."""
    far, right = np.moveaxis(seen_cards(), -1, 0)
    return np.where(far == right, 0, np.where(right & 3 == CLUB, 4, 12))


@cache
def rows() -> Ints:
    """What raises laid along the row come to. By seen cards, then by the player's hand (its place as in
    `boards_mathematics`): the deals won with each kind of hand, and those tied; of the DEALS the rest is lost. All
    zeros for a hand that holds a seen card."""
    found = np.zeros((13, 13, 2, HANDS, KINDS + 1), np.int64)

    def part(start: int, end: int) -> None:
        for far in range(start, end):
            count_rows(4 * far, *look(), categories(), found[far])

    shared(13, part)
    return found


def columns(found: Ints) -> Ints:
    """The same for raises along the column, which is the row of the cross turned over its diagonal: the seen cards
    change places, and so do their suits where they differ."""
    turned = found.swapaxes(0, 1).copy()
    turned[:, :, DIAMOND] = turned[:, :, DIAMOND][:, :, turned_hands()[TURNS.index((1, 0, 2, 3))]]
    return turned


@kernel
def count_rows(far: int, keys: Ints, bits: Ints, table: Words, kinds: Bytes, found: Ints) -> None:
    """Raises along the row, with this club as the far card, by rank and suit of the right-hand card."""
    counts = np.empty((SORTS, PAIRS, KINDS + 1), np.int64)
    sort_of = np.empty(52, np.int64)
    for rank in range(13):
        for suit in range(2):  # a diamond stands for the other suits but that of the far card
            center = 4 * rank + suit
            if center == far:
                continue
            held = np.zeros(SORTS, np.int64)
            for card in range(52):
                if card not in (far, center):
                    held[2 * (card >> 2) + (card & 3 == suit)] += 1
            counts[:] = 0
            add_rows(far, center, held, keys, bits, table, kinds, counts)
            for other in range(suit, 1 + 3 * suit if suit else 1):
                middle = 4 * rank + other
                for card in range(52):
                    sort_of[card] = 2 * (card >> 2) + (card & 3 == other)
                for right in range(52):
                    if right & 3 > 1 or right in (far, middle):
                        continue
                    for a in range(52):
                        if a in (far, middle, right):
                            continue
                        for b in range(a):
                            if b not in (far, middle, right):
                                found[right >> 2, right & 3, a * (a - 1) // 2 + b] += counts[
                                    sort_of[right], pair_of(sort_of[a], sort_of[b])
                                ]


@kernel
def add_rows(
    far: int, center: int, held: Ints, keys: Ints, bits: Ints, table: Words, kinds: Bytes, counts: Ints
) -> None:
    """With the center known too, by sort of the right-hand card and by the two sorts that the player may hold: the
    wins by kind, and the ties. Sorts are ranks, in the suit of the center (odd) and in the others (even)."""
    suit = center & 3
    one = np.array([4 * (sort >> 1) + (suit if sort & 1 else (suit + 1) & 3) for sort in range(SORTS)])
    by_rank = np.zeros(SORTS, np.int64)  # where no flush is possible the suits are one
    column = column_strengths(far, center, one, keys, bits, table)
    pairs = len(column)
    row, lower, equal = np.empty(pairs, np.int64), np.empty(pairs, np.int64), np.empty(pairs, np.int64)
    for left in range(SORTS):
        for right in range(left + 1):
            held[left] -= 1
            held[right] -= 1
            if held[left] >= 0 and held[right] >= 0:
                flush = far & 3 == suit or left & right & 1
                if not flush:
                    for sort in range(0, SORTS, 2):
                        by_rank[sort] = held[sort] + held[sort + 1]
                key = keys[center] + keys[one[left]] + keys[one[right]]
                hand = bits[center] + bits[one[left]] + bits[one[right]]
                evaluator, found = (keys, bits, table), (row, lower, equal)
                compare(key, hand, one, held if flush else by_rank, column, evaluator, found)
                for i in range(SORTS):
                    for j in range(i + 1):
                        if held[i] == 0 or held[j] <= (i == j):
                            continue
                        pair = pair_of(i, j)
                        like = pair if flush else pair_of(i & ~1, j & ~1)
                        kind = kinds[row[like]]
                        # Either may be the card that is seen, together with this many of the other's sort.
                        lefts = held[left] + 1 - (left == i) - (left == j)
                        counts[right, pair, kind] += lefts * lower[like]
                        counts[right, pair, TIES] += lefts * equal[like]
                        if left != right:
                            rights = held[right] + 1 - (right == i) - (right == j)
                            counts[left, pair, kind] += rights * lower[like]
                            counts[left, pair, TIES] += rights * equal[like]
            held[left] += 1
            held[right] += 1


@kernel
def column_strengths(far: int, center: int, one: Ints, keys: Ints, bits: Ints, table: Words) -> Words:
    """The strength of each two cards, by their sorts, and each near card in the column."""
    found = np.empty((PAIRS, SORTS), np.uint16)
    for i in range(SORTS):
        for j in range(i + 1):
            key = keys[far] + keys[center] + keys[one[i]] + keys[one[j]]
            hand = bits[far] + bits[center] + bits[one[i]] + bits[one[j]]
            for k in range(SORTS):
                found[pair_of(i, j), k] = strength_of(key + keys[one[k]], hand + bits[one[k]], table)
    return found


@kernel
def compare(
    row_key: int,
    row_hand: int,
    one: Ints,
    held: Ints,
    column: Words,
    evaluator: tuple[Ints, Ints, Words],
    found: tuple[Ints, Ints, Ints],
) -> None:
    """On one row, for each two sorts that the player may hold: the strength of that hand, and how many deals of the
    dealer's cards and the near card leave the dealer's better axis lower, and how many equal.

    ``one`` is a card of each sort, ``held`` how many of the sort are left.
    """
    keys, bits, table = evaluator
    row, lower, equal = found
    sorts = [sort for sort in range(SORTS) if held[sort]]
    ways = np.zeros(PAIRS, np.int64)
    step = np.zeros(STRENGTHS, np.int16)
    for i in sorts:
        for j in sorts:
            if j > i:
                break
            pair = pair_of(i, j)
            ways[pair] = held[i] * (held[i] - 1) // 2 if i == j else held[i] * held[j]
            if ways[pair]:
                key, hand = row_key + keys[one[i]] + keys[one[j]], row_hand + bits[one[i]] + bits[one[j]]
                row[pair] = strength_of(key, hand, table)
                step[row[pair]] = 1
    # Strengths become steps: odd those of the player's rows, even what lies below each of them.
    last = 0
    for strength in range(STRENGTHS):
        if step[strength]:
            step[strength] = last + 1
            last += 2
        else:
            step[strength] = last
    # What belongs to a step is chained: from its head to what came before it, and so on.
    hands, next_hand = np.full(last + 1, -1), np.empty(PAIRS, np.int64)
    deals, next_deal = np.full(last + 1, -1), np.empty(PAIRS * SORTS, np.int64)
    first, second = np.empty(PAIRS, np.int64), np.empty(PAIRS, np.int64)
    for i in sorts:
        for j in sorts:
            if j > i:
                break
            pair = pair_of(i, j)
            if ways[pair] == 0:
                continue
            first[pair], second[pair] = i, j
            at = step[row[pair]]
            next_hand[pair], hands[at] = hands[at], pair
            for k in sorts:
                at = step[max(row[pair], column[pair, k])]
                next_deal[pair * SORTS + k], deals[at] = deals[at], pair * SORTS + k
    # From below: how many deals are lower, how many of these hold a card of each sort and of each two sorts.
    below = 0
    holding, both = np.zeros(SORTS, np.int64), np.zeros(PAIRS, np.int64)
    for at in range(last):
        pair = hands[at]
        while pair >= 0:
            i, j = first[pair], second[pair]
            lower[pair] = below - holding[i] // held[i] - holding[j] // held[j] + both[pair] // ways[pair]
            pair = next_hand[pair]
        deal = deals[at]
        while deal >= 0:
            pair, k = deal // SORTS, deal % SORTS
            i, j = first[pair], second[pair]
            number = ways[pair] * (held[k] - (k == i) - (k == j))
            if number > 0:
                below += number
                holding[i] += number
                holding[j] += number
                holding[k] += number
                both[pair] += number
                both[pair_of(i, k)] += number
                both[pair_of(j, k)] += number
            deal = next_deal[deal]
        pair = hands[at]
        while pair >= 0:
            i, j = first[pair], second[pair]
            passed = below - holding[i] // held[i] - holding[j] // held[j] + both[pair] // ways[pair]
            equal[pair] = passed - lower[pair]
            pair = next_hand[pair]


# ---- one hand ------------------------------------------------------------------------------------------

NONE: Final = 0xFFFF
"""No strength: above all of them, where a card cannot lie."""


def axes(hand: Sequence[int], far: int, right: int, unseen: Ints) -> tuple[Ints, int]:
    """What raises of one hand come to along the row and along the column, the cards not seen lying anywhere: the deals
    won with each kind of hand, and those tied; and how many deals there are."""
    found = np.zeros((2, KINDS + 1), np.int64)
    count_axes(np.array(hand), far, right, unseen, look(), categories(), found)
    left = len(unseen)
    return found, left * comb(left - 1, 2) * (left - 3) * (left - 4)


@kernel
def count_axes(hand: Ints, far: int, right: int, unseen: Ints, look: Look, kinds: Bytes, found: Ints) -> None:
    """With every center and every hand of the dealer, both axes with every third card."""
    size = len(unseen)
    mine, theirs = np.empty((2, size), np.uint16), np.empty((2, size), np.uint16)
    for center in range(size):
        for axis in range(2):
            middle, seen = unseen[center], far if axis else right
            along(middle, seen, hand[0], hand[1], unseen, look, mine[axis])
        for i in range(size):
            for j in range(i):
                if center in (i, j):
                    continue
                for axis in range(2):
                    middle, seen = unseen[center], far if axis else right
                    along(middle, seen, unseen[i], unseen[j], unseen, look, theirs[axis])
                    theirs[axis, center] = theirs[axis, i] = theirs[axis, j] = NONE
                for axis in range(2):
                    count_axis(mine[axis], theirs[axis], theirs[1 - axis], kinds, found[axis])


@kernel
def along(center: int, seen: int, a: int, b: int, unseen: Ints, look: Look, found: Words) -> None:
    """The strength of two cards on an axis, by the third card of the axis."""
    keys, bits, table = look
    key, hand = keys[center] + keys[seen] + keys[a] + keys[b], bits[center] + bits[seen] + bits[a] + bits[b]
    for n in range(len(unseen)):
        found[n] = strength_of(key + keys[unseen[n]], hand + bits[unseen[n]], table)


@kernel
def count_axis(mine: Words, theirs: Words, across: Words, kinds: Bytes, found: Ints) -> None:
    """A hand against the dealer's on the same axis and ``across``, by the third card of either axis."""
    counted, all_lower, all_either = NONE, 0, 0
    for third in range(len(mine)):
        strength = mine[third]
        if theirs[third] > strength:
            continue
        if strength != counted:  # cards of one rank follow each other
            counted, all_lower, all_either = strength, 0, 0
            for each in across:
                all_lower += each < strength
                all_either += each <= strength
        lower = all_lower - (across[third] < strength)  # one card does not lie on both
        either = all_either - (across[third] <= strength)
        if theirs[third] < strength:
            found[kinds[strength]] += lower
            found[TIES] += either - lower
        else:
            found[TIES] += either
