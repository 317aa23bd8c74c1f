"""Counting in double cross poker: every cross, every hand, every hand of the dealer.

The player sees his two cards, the far card and the right-hand card of the cross. With these two and the centre
fixed, the value of every row and every column is known before anything is compared. On each row the dealer's hands
and the near cards are taken in the order of the dealer's better axis; how many of them a player's two cards forbid
is taken off again by inclusion and exclusion. Cards that make the same hands, those of one rank except in the suit
of a possible flush, are counted together; and so are far and right-hand cards that differ only in the names of the
suits.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.house_poker.boards_odds import (
    HANDS,
    SORTS,
    STRENGTHS,
    TURNS,
    categories,
    look,
    pair_of,
    shared,
    turned_hands,
)
from pitboss.law import kernel
from pitboss.ranking.batch import strength_of

Longs = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Table = NDArray[np.uint16]

KINDS: Final = 10
TIES: Final = KINDS
"""After the hands won, by their kind, the hands tied."""
SAME_SUIT: Final = 13 * 12
SEEN: Final = SAME_SUIT + 13 * 13
"""The far and the right-hand card up to the names of the suits: both clubs, or a club and a diamond."""
DEALS: Final = 48 * 47 * 46 * 990
"""What is still unseen: centre, left and near card and the dealer's two."""
PAIRS: Final = SORTS * (SORTS + 1) // 2


class Rows(NamedTuple):
    """What raises laid along the row come to."""

    far: Longs
    right: Longs
    times: Longs
    """For each sort of seen cards the two of them, and how many there are of it."""
    counts: Longs
    """By seen cards, by the player's hand (its place as in `boards_odds`), the deals won by each kind of hand, and
    those tied; of the `DEALS` the rest is lost. All zeros for a hand that holds a seen card."""


def seen_cards() -> list[tuple[int, int]]:
    """A far and a right-hand card of each sort."""
    suited = [(4 * far, 4 * right) for far in range(13) for right in range(13) if far != right]
    return suited + [(4 * far, 4 * right + 1) for far in range(13) for right in range(13)]


@cache
def rows() -> Rows:
    far, right = np.array(seen_cards()).T
    times = np.where(np.arange(SEEN) < SAME_SUIT, 4, 12)
    counts = np.zeros((SEEN, HANDS, KINDS + 1), np.int64)
    mixed = np.arange(SEEN).reshape(25, 13).T.ravel()  # so that every part has its share of flushes

    def part(start: int, end: int) -> None:
        for n in mixed[start:end]:
            count_rows(far[n], right[n], *look(), categories(), counts[n])

    shared(SEEN, part)
    return Rows(far, right, times, counts)


def columns(found: Longs) -> Longs:
    """The same for the column, which is the row of a cross turned over its diagonal: the seen cards change places,
    and where they are of different suits so do the suits."""
    ranks = np.array(seen_cards()) >> 2
    place = {(int(far), int(right), n >= SAME_SUIT): n for n, (far, right) in enumerate(ranks)}
    across = np.array([place[int(right), int(far), n >= SAME_SUIT] for n, (far, right) in enumerate(ranks)])
    turned: Longs = found[across]
    turned[SAME_SUIT:] = turned[SAME_SUIT:, turned_hands()[TURNS.index((1, 0, 2, 3))]]
    return turned


@kernel
def count_rows(
    far: int, right: int, keys: Longs, bits: Longs, table: Table, kinds: Bytes, found: Longs
) -> None:
    """Raises along the row, with these two cards seen: for each hand of the player, over all other cards."""
    sort_of = np.empty(52, np.int64)
    counts = np.empty((PAIRS, KINDS + 1), np.int64)
    for center in range(52):
        if center in (far, right):
            continue
        suit = center & 3
        flush = suit in (far & 3, right & 3)  # a flush holds the centre and one of the seen cards
        place = np.full(SORTS, -1)
        one, held, sorts = np.empty(SORTS, np.int64), np.zeros(SORTS, np.int64), 0
        for card in range(52):
            sort_of[card] = -1
            if card in (far, right, center):
                continue
            sort = 2 * (card >> 2) + (flush and card & 3 == suit)
            if place[sort] < 0:
                place[sort], one[sorts] = sorts, card
                sorts += 1
            sort_of[card] = place[sort]
            held[place[sort]] += 1
        counts[:] = 0
        add_rows(far, center, right, sorts, one, held, keys, bits, table, kinds, counts)
        for a in range(52):
            for b in range(a):
                if sort_of[a] >= 0 and sort_of[b] >= 0:
                    found[a * (a - 1) // 2 + b] += counts[pair_of(sort_of[a], sort_of[b])]


@kernel
def add_rows(
    far: int,
    center: int,
    right: int,
    sorts: int,
    one: Longs,
    held: Longs,
    keys: Longs,
    bits: Longs,
    table: Table,
    kinds: Bytes,
    counts: Longs,
) -> None:
    """With the centre known too, for each pair of sorts that the player may hold: the wins by kind, and the ties.

    ``one`` is a card of each sort, ``held`` how many of the sort are left.
    """
    pairs = sorts * (sorts + 1) // 2
    pair_at = np.empty((sorts, sorts), np.int64)
    first, second = np.empty(pairs, np.int64), np.empty(pairs, np.int64)
    column = np.empty((pairs, sorts), np.uint16)  # of two cards and the near one
    for i in range(sorts):
        for j in range(i + 1):
            pair = pair_of(i, j)
            pair_at[i, j] = pair_at[j, i] = pair
            first[pair], second[pair] = i, j
            key = keys[far] + keys[center] + keys[one[i]] + keys[one[j]]
            hand = bits[far] + bits[center] + bits[one[i]] + bits[one[j]]
            for k in range(sorts):
                column[pair, k] = strength_of(key + keys[one[k]], hand + bits[one[k]], table)
    row, ways = np.empty(pairs, np.int64), np.empty(pairs, np.int64)
    step = np.empty(STRENGTHS, np.int64)
    # What belongs to a step is chained: from its head to what came before it, and so on.
    hands, next_hand = np.empty(2 * pairs + 1, np.int64), np.empty(pairs, np.int64)
    deals, next_deal = np.empty(2 * pairs + 1, np.int64), np.empty(pairs * sorts, np.int64)
    lower = np.empty(pairs, np.int64)
    holding, both = np.empty(sorts, np.int64), np.empty(pairs, np.int64)
    for left in range(sorts):
        held[left] -= 1
        step[:] = 0
        key = keys[one[left]] + keys[center] + keys[right]
        hand = bits[one[left]] + bits[center] + bits[right]
        for pair in range(pairs):
            i, j = first[pair], second[pair]
            ways[pair] = held[i] * (held[i] - 1) // 2 if i == j else held[i] * held[j]
            row[pair] = strength_of(
                key + keys[one[i]] + keys[one[j]], hand + bits[one[i]] + bits[one[j]], table
            )
            if ways[pair]:
                step[row[pair]] = 1
        # Strengths become steps: odd those of the player's rows, even what lies below each of them.
        last = 0
        for strength in range(STRENGTHS):
            if step[strength]:
                step[strength] = last + 1
                last += 2
            else:
                step[strength] = last
        hands[: last + 1] = -1
        deals[: last + 1] = -1
        for pair in range(pairs):
            if ways[pair] == 0:
                continue
            at = step[row[pair]]
            next_hand[pair], hands[at] = hands[at], pair
            for k in range(sorts):
                at = step[max(row[pair], column[pair, k])]
                next_deal[pair * sorts + k], deals[at] = deals[at], pair * sorts + k
        # From below: how many deals are lower, how many of these hold a card of each sort and of each pair of sorts.
        below = 0
        holding[:] = 0
        both[:] = 0
        for at in range(last):
            pair = hands[at]
            while pair >= 0:
                i, j = first[pair], second[pair]
                lower[pair] = below - holding[i] // held[i] - holding[j] // held[j] + both[pair] // ways[pair]
                pair = next_hand[pair]
            deal = deals[at]
            while deal >= 0:
                pair, k = deal // sorts, deal % sorts
                i, j = first[pair], second[pair]
                number = ways[pair] * (held[k] - (k == i) - (k == j))
                if number > 0:
                    below += number
                    holding[i] += number
                    holding[j] += number
                    holding[k] += number
                    both[pair] += number
                    both[pair_at[i, k]] += number
                    both[pair_at[j, k]] += number
                deal = next_deal[deal]
            pair = hands[at]
            while pair >= 0:
                i, j = first[pair], second[pair]
                upto = below - holding[i] // held[i] - holding[j] // held[j] + both[pair] // ways[pair]
                lefts = held[left] + 1 - (left == i) - (left == j)
                counts[pair, kinds[row[pair]]] += lefts * lower[pair]
                counts[pair, TIES] += lefts * (upto - lower[pair])
                pair = next_hand[pair]
        held[left] += 1
