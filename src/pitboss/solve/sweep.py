"""Large hands against the dealer's, counted and not dealt out: of all the dealer's hands up to a value, how many
contain a certain card and none of the player's.

The dealer's hands are taken in the order of their values. At every value it is known, for each set of cards, how many
of the hands so far contain it; and from that, by inclusion and exclusion over the player's cards, how many contain none
of those. One thread counts from below to the middle, another from above.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Bytes, Int32s, Ints
from pitboss.compiler import kernel, specialized
from pitboss.solve.sets import CHOOSE, Hand, hand, step

PLACE: Final = 6
"""The bits of a card's place in a packed hand."""
Few = NDArray[np.int8]


@kernel
def _packed(cards: Ints, size: int, top: int, ladder: Ints, out: Ints) -> None:
    """The dealer's hands whose highest place is ``top``: the places under the value, which is given as two for each
    step of the ladder below it and one more if it is on a step."""
    at, held = np.arange(size), np.empty(size, np.int64)
    at[size - 1] = top
    for n in range(len(out)):
        packed = 0
        for place in range(size):
            held[place] = cards[at[place]]
            packed |= at[place] << PLACE * place
        value = hand(held)
        below = np.searchsorted(ladder, value)
        on = below < len(ladder) and ladder[below] == value
        out[n] = 2 * below + on << PLACE * size | packed
        step(at)


@cache
def _packed_by(of: Hand) -> Callable[..., None]:
    return specialized(_packed, hand=of)


def in_order(of: Hand, size: int, pack: Sequence[int], ladder: Ints) -> Ints:
    """Every hand of the dealer's, packed in this way, the lowest first."""
    cards, found = np.array(pack, np.int64), np.empty(comb(len(pack), size), np.int64)
    work = _packed_by(of)

    def part(top: int) -> None:
        work(cards, size, top, ladder, found[comb(top, size) : comb(top + 1, size)])

    part(size - 1)  # compiled by one thread
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(part, range(len(pack) - 1, size - 1, -1)))
    found.sort()
    return found


@kernel
def _sweep(
    dealt: Ints,
    size: int,
    pack: int,
    hands: Ints,
    upto: Ints,
    which: Ints,
    up: bool,
    many: Int32s,
    few: Few,
    whole: Bytes,
    found: Int32s,
) -> None:
    """For each query: of the dealer's first ``upto`` hands, or of the last ones if it is negative, how many contain
    none of the cards of a hand, by the card that they contain (or of all)."""
    own, subsets = hands.shape[1], 1 << size
    # Where the sets of each size begin in their table. The second largest are in ``few``, the largest bits of
    # ``whole``.
    start = np.zeros(size + 1, np.int64)
    for each in range(1, size - 1):
        start[each] = 0 if each == 1 else start[each - 1] + CHOOSE[each - 1, pack]
    number, members = np.zeros(subsets, np.int64), np.zeros(max(subsets, 1 << own), np.int64)
    last, rest = np.zeros(len(members), np.int64), np.zeros(len(members), np.int64)
    for mask in range(1, len(members)):
        while mask >> last[mask] + 1:
            last[mask] += 1
        rest[mask] = mask ^ 1 << last[mask]
        members[mask] = members[rest[mask]] + 1
    choose, width = CHOOSE.ravel(), CHOOSE.shape[1]
    masks = np.arange(subsets)
    entry = last[:subsets] * (size + 1) + members[:subsets]
    added_by = np.zeros(
        size * (size + 1), np.int64
    )  # to where a set is, by a card's place and its place in the set
    lesser, larger = masks[1:][members[1:subsets] < size - 1], masks[members[:subsets] == size - 1]
    base, below = np.zeros(1 << own, np.int64), np.zeros(1 << own, np.int64)
    added = 0
    for query in range(len(upto)):
        while added < abs(upto[query]):
            packed = dealt[added] if upto[query] > 0 else dealt[len(dealt) - 1 - added]
            for place in range(size):
                card = packed >> PLACE * place & (1 << PLACE) - 1
                for sets in range(1, place + 2):
                    before = start[sets] - start[sets - 1]
                    added_by[place * (size + 1) + sets] = choose[sets * width + card] + before
            for mask in range(1, subsets):
                number[mask] = number[rest[mask]] + added_by[entry[mask]]
            for mask in lesser:
                many[number[mask]] += 1
            for mask in larger:
                few[number[mask]] += 1
            whole[number[-1] >> 3] |= 1 << (number[-1] & 7)
            added += 1
        mine = hands[which[query]]
        if not up:
            total = added
            for mask in range(1, 1 << own):
                base[mask] = base[rest[mask]] + CHOOSE[members[mask], mine[last[mask]]]
                sets = members[mask]
                if sets <= size:
                    at = start[sets] + base[mask]
                    if sets < size - 1:
                        held = int(many[at])
                    else:
                        held = int(few[at]) if sets < size else whole[at >> 3] >> (at & 7) & 1
                    total += -held if sets & 1 else held
            found[query, 0] = total
            continue
        for gap in range(own + 1):  # the card is higher than ``gap`` of the player's
            first, end = mine[gap - 1] + 1 if gap else 0, mine[gap] if gap < own else pack
            for card in range(first, end):
                found[query, card] = many[card]
            for mask in range(1, 1 << own):
                above = last[mask] >= gap
                base[mask] = base[rest[mask]] + CHOOSE[members[mask] + above, mine[last[mask]]]
                below[mask] = below[rest[mask]] + (not above)
                sets = members[mask] + 1
                if sets > size:
                    continue
                at, of = start[sets] + base[mask], (below[mask] + 1) * width
                sign = 1 if sets & 1 else -1
                if sets < size - 1:
                    for card in range(first, end):
                        found[query, card] += sign * many[at + choose[of + card]]
                elif sets < size:
                    for card in range(first, end):
                        found[query, card] += sign * few[at + choose[of + card]]
                else:
                    for card in range(first, end):
                        set_ = at + choose[of + card]
                        found[query, card] += sign * (whole[set_ >> 3] >> (set_ & 7) & 1)


def containing(dealt: Ints, size: int, pack: int, hands: Ints, upto: Ints, which: Ints, up: bool) -> Int32s:
    """For each query, a number of the dealer's lowest hands and one hand of the player's: how many of them contain none
    of its cards, in all, or by the card of the pack that they contain (``up``)."""
    found = np.zeros((len(upto), pack if up else 1), np.int32)
    left = pack - hands.shape[1]
    order = np.argsort(upto, kind="stable")
    middle = int(np.searchsorted(upto[order], len(dealt) // 2))
    smaller = sum(comb(pack, each) for each in range(1, size - 1))

    def part(rows: Ints, counts: Ints) -> None:
        here = np.zeros((len(rows), found.shape[1]), np.int32)
        many, few = np.zeros(max(smaller, pack), np.int32), np.zeros(comb(pack, size - 1), np.int8)
        whole = np.zeros(comb(pack, size) // 8 + 1, np.uint8)
        _sweep(dealt, size, pack, hands, counts, which[rows], up, many, few, whole, here)
        found[rows] = here

    low, high = order[:middle], order[middle:][::-1]
    with ThreadPoolExecutor(2) as threads:
        jobs = [threads.submit(part, low, upto[low]), threads.submit(part, high, upto[high] - len(dealt))]
        for job in jobs:
            job.result()
    every = comb(left - 1, size - 1) if up else comb(left, size)
    found[high] = every - found[high]
    if up:  # the dealer's own cards are in none
        np.put_along_axis(found, hands[which], 0, axis=1)
    return found
