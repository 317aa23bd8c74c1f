"""Counting in games of two cards each and a board of five: every board, every hand, every hand of the dealer.

The names of the suits do not matter, so of 2,598,960 boards 134,459 remain. On each, the 1,081 hands of the other
cards are ranked once. Sorted, they show how many of the dealer's 990 hands are lower, equal and higher: those
that hold one of the player's own cards are taken off again, by a count for each card.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import permutations
from math import comb
from typing import Final, NamedTuple, TypeVar

import numpy as np

from pitboss.arrays import Bytes, Ints, Shorts, Words
from pitboss.compiler import kernel, lean_kernel
from pitboss.games.house_poker.boards import BOARD
from pitboss.ranking.batch import strength_of, tables
from pitboss.ranking.value import category, least

T = TypeVar("T")

HANDS: Final = 1326
"""Two cards of 52. A hand's place is a(a - 1)/2 + b, the higher card first."""
DEALER_HANDS: Final = 990
"""What the dealer may hold when board and player are known: C(45, 2)."""
BOARDS: Final = 2_598_960
STRENGTHS: Final = 7463
BLOCK: Final = 6
BLOCKS: Final = (STRENGTHS >> BLOCK) + 1
"""Strengths are looked through in blocks, for most of them do not occur on a board."""

SORTS: Final = 26
"""Ranks, in the suit of a possible flush (odd) and in the others (even)."""
PAIRS: Final = SORTS * (SORTS + 1) // 2
"""Two sorts, i(i + 1)/2 + j with i not below j."""
STRENGTH, WAYS, LOWER, EQUAL, SHORT = range(5)

# ---- suits ---------------------------------------------------------------------------------------------

TURNS: Final = tuple(permutations(range(4)))
"""The ways to rename the suits: suit s becomes turn[s]."""


@cache
def hand_cards() -> Bytes:
    """The two cards of each hand, by its place."""
    return np.array([(a, b) for a in range(52) for b in range(a)], np.uint8)


@cache
def turned_hands() -> Shorts:
    """For each turn of the suits and each hand, the hand it becomes."""
    hands = hand_cards().astype(np.int64)
    turned = np.empty((len(TURNS), HANDS), np.int16)
    for n, turn in enumerate(TURNS):
        cards = hands & ~3 | np.array(turn)[hands & 3]
        high, low = cards.max(axis=1), cards.min(axis=1)
        turned[n] = high * (high - 1) // 2 + low
    return turned


@cache
def hand_classes() -> tuple[tuple[str, ...], Ints]:
    """The 169 hands that differ before the flop, as people write them (AKs), and the class of each of the 1,326."""
    ranks = "23456789TJQKA"
    names: dict[str, int] = {}
    places = np.empty(HANDS, np.int64)
    for n, (a, b) in enumerate(hand_cards()):
        suited = "" if a >> 2 == b >> 2 else "s" if a & 3 == b & 3 else "o"
        places[n] = names.setdefault(f"{ranks[a >> 2]}{ranks[b >> 2]}{suited}", len(names))
    return tuple(names), places


class Flops(NamedTuple):
    """Flops up to the names of the suits."""

    place: Shorts
    """Of each of the 22,100 flops (a > b > c, at C(a,3) + C(b,2) + c): the flop it stands for, 0 to 1,754."""
    turn: Bytes
    """The turn of the suits that makes it so."""
    fixed: tuple[tuple[int, ...], ...]
    """For each distinct flop the turns that leave it as it is."""
    first: Bytes
    """Its cards."""


@kernel
def flop_place(a: int, b: int, c: int) -> int:
    """The place of a flop among all, its cards from above."""
    return a * (a - 1) * (a - 2) // 6 + b * (b - 1) // 2 + c


@lean_kernel
def place_of(a: int, b: int, c: int) -> int:
    """The place of three cards, in any order."""
    high, low = max(a, b, c), min(a, b, c)
    return flop_place(high, a + b + c - high - low, low)


@cache
def flops() -> Flops:
    places: dict[tuple[int, ...], int] = {}
    place, turn = np.empty(22_100, np.int16), np.empty(22_100, np.uint8)
    fixed: list[tuple[int, ...]] = []
    first: list[list[int]] = []
    at = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                masks = [0] * 4
                for card in (a, b, c):
                    masks[card & 3] |= 1 << (card >> 2)
                order = sorted(range(4), key=lambda suit: -masks[suit])  # the suit that comes first becomes 0
                key = tuple(masks[suit] for suit in order)
                renamed = tuple(order.index(suit) for suit in range(4))
                if key not in places:
                    places[key] = len(places)
                    kept = [
                        n for n, each in enumerate(TURNS) if all(key[s] == key[each[s]] for s in range(4))
                    ]
                    fixed.append(tuple(kept))
                    first.append([card & ~3 | renamed[card & 3] for card in (a, b, c)])
                place[at], turn[at] = places[key], TURNS.index(renamed)
                at += 1
    return Flops(place, turn, tuple(fixed), np.array(first, np.uint8))


class Where(NamedTuple):
    """How a flop is found: the distinct one that it stands for, the turn of the suits that makes it so, and what each
    turn makes of each hand."""

    flop: Shorts
    turn: Bytes
    hands: Shorts


@cache
def where() -> Where:
    return Where(flops().place, flops().turn, turned_hands())


@cache
def where_from() -> Where:
    """The same with the hands turned back."""
    return where()._replace(hands=np.argsort(turned_hands(), axis=1).astype(np.int16))


DISTINCT: Final = {4: 16_432, 5: 134_459}
"""The number of sets of cards by their size, up to the names of the suits."""


@cache
def distinct_boards(cards: int = BOARD) -> tuple[Bytes, Ints]:
    """The boards of this many cards up to the names of the suits, the highest card first, and how many each stands
    for."""
    boards, times = np.empty((DISTINCT[cards], cards), np.uint8), np.empty(DISTINCT[cards], np.int64)
    assert _distinct_boards(boards, times) == len(boards)
    return boards, times


@kernel
def _distinct_boards(boards: Bytes, times: Ints) -> int:
    """Of boards that differ by a turn of the suits the one whose suits come in falling order, by their ranks as
    masks. Suits with the same ranks are not distinguished."""
    found, size = 0, boards.shape[1]
    masks = np.zeros(4, np.int64)
    board = np.arange(size - 1, -1, -1)
    while board[0] < 52:
        masks[:] = 0
        for card in board:
            masks[card & 3] |= 1 << (card >> 2)
        if masks[0] >= masks[1] and masks[1] >= masks[2] and masks[2] >= masks[3]:
            same, ways = 1, 24
            for suit in range(1, 4):
                same = same + 1 if masks[suit] == masks[suit - 1] else 1
                ways //= same
            for n in range(size):
                boards[found, n] = board[n]
            times[found] = ways
            found += 1
        n = size - 1  # the next board: the lowest card that can rises by one, those below it start again
        while n > 0 and board[n] + 1 == board[n - 1]:
            board[n] = size - 1 - n
            n -= 1
        board[n] += 1
    return found


# ---- one board -----------------------------------------------------------------------------------------


class Look(NamedTuple):
    """The evaluator's tables, the way kernels take them."""

    keys: Ints
    bits: Ints
    table: Words


@cache
def look() -> Look:
    found = tables()
    return Look(found.keys, found.bits, found.table)


@cache
def categories() -> Bytes:
    """The kind of hand of each strength."""
    return np.array([category(int(value)) for value in tables().ladder], np.uint8)


class Strengths(NamedTuple):
    """The least strength that qualifies, the evaluator's tables, and the kind of hand of each strength."""

    qualifies: int
    look: Look
    kinds: Bytes


def strengths_from(kind: int, rank: int = 0) -> Strengths:
    """The same where a kind of hand led by this rank or better qualifies."""
    return Strengths(strength_at_least(kind, rank), look(), categories())


def strength_at_least(kind: int, rank: int = 0) -> int:
    """The lowest strength of a kind of hand led by this rank or better."""
    return int(np.searchsorted(tables().ladder, least(kind, rank)))


@kernel
def sorts_of(board: Bytes, keys: Ints, bits: Ints, sort_of: Ints, held: Ints, one: Ints) -> tuple[int, int]:
    """The sort of each card that the board leaves, -1 for those of the board; how many of each sort there are, and one
    of them; what the board adds to the evaluator's key and hand."""
    flush = -1
    suits = np.zeros(4, np.int64)
    key, hand = 0, 0
    for card in board:
        key += keys[card]
        hand += bits[card]
        suits[card & 3] += 1
        if suits[card & 3] == 3:
            flush = card & 3
    for card in range(52):
        sort_of[card] = 2 * (card >> 2) + (card & 3 == flush)
    for card in board:
        sort_of[card] = -1
    for card in range(52):
        if sort_of[card] >= 0:
            held[sort_of[card]] += 1
            one[sort_of[card]] = card
    return key, hand


@kernel
def count_showdowns(
    board: Bytes, qualifies: int, keys: Ints, bits: Ints, table: Words, sort_of: Ints, found: Ints
) -> None:
    """For each pair of sorts of cards that the board leaves: the strength of such a hand, how many there are, and
    of the 990 hands the dealer may then hold how many are lower, how many equal, and how many short of the
    strength with which it qualifies (the rows of ``found``; strength 0 where there is no such hand).

    Cards of one sort make the same hands: those of one rank, except that the suit of a possible flush stands by
    itself. ``sort_of`` has the sort of each card, -1 for those of the board.
    """
    held, one = np.zeros(SORTS, np.int64), np.zeros(SORTS, np.int64)
    key, hand = sorts_of(
        board, keys, bits, sort_of, held, one
    )  # of a pair the one key is taken twice: no flush is near

    # The pairs of each strength are chained: from its head to the pair that came before it, and so on.
    head = np.zeros(BLOCKS << BLOCK, np.int16)
    chain = np.empty(PAIRS, np.int16)
    first, second = np.empty(PAIRS, np.int64), np.empty(PAIRS, np.int64)
    used = np.zeros(BLOCKS, np.bool_)
    weak = np.zeros(SORTS, np.int64)  # hands short of qualifying with one certain card of the sort
    all_weak = 0
    for i in range(SORTS):
        at = i * (i + 1) // 2
        for j in range(i + 1):
            ways = held[i] * (held[i] - 1) // 2 if i == j else held[i] * held[j]
            found[STRENGTH, at + j] = 0
            if ways == 0:
                continue
            strength = strength_of(
                key + keys[one[i]] + keys[one[j]], hand + bits[one[i]] + bits[one[j]], table
            )
            found[STRENGTH, at + j] = strength
            found[WAYS, at + j] = ways
            first[at + j], second[at + j] = i, j
            chain[at + j] = head[strength]
            head[strength] = at + j + 1
            used[strength >> BLOCK] = True
            if strength < qualifies:
                all_weak += ways
                weak[i] += held[j] - (i == j)
                if i != j:
                    weak[j] += held[i]

    # From below: how many hands are lower, in all and with one certain card of each sort.
    below = np.zeros(SORTS, np.int64)
    level = np.zeros(SORTS, np.int64)
    passed = 0
    for block in range(BLOCKS):
        for strength in range(block << BLOCK, block + 1 << BLOCK) if used[block] else range(0):
            if head[strength] == 0:
                continue
            same = 0
            pair = head[strength] - 1
            while pair >= 0:
                i, j = first[pair], second[pair]
                same += found[WAYS, pair]
                level[i] += held[j] - (i == j)
                if i != j:
                    level[j] += held[i]
                pair = chain[pair] - 1
            own = strength < qualifies
            pair = head[strength] - 1
            while pair >= 0:
                i, j = first[pair], second[pair]
                found[LOWER, pair] = passed - below[i] - below[j]
                found[EQUAL, pair] = same - level[i] - level[j] + 1
                found[SHORT, pair] = all_weak - weak[i] - weak[j] + own
                pair = chain[pair] - 1
            for sort in range(SORTS):
                below[sort] += level[sort]
                level[sort] = 0
            passed += same


@kernel
def pair_of(a: int, b: int) -> int:
    """The place of two sorts of cards, in either order."""
    return a * (a + 1) // 2 + b if a >= b else b * (b + 1) // 2 + a


@kernel
def endings(weak: bool, lower: int, equal: int, short: int, ends: Ints) -> None:
    """Of the dealer's hands those that qualify and are lower, that do not and are lower, that are equal, that
    qualify and are higher, that do not and are higher. ``weak`` is a player's hand that would not qualify."""
    higher = DEALER_HANDS - lower - equal
    above = short - lower - equal if weak else 0
    ends[1] = lower if weak else short
    ends[0] = lower - ends[1]
    ends[2] = equal
    ends[3] = higher - above
    ends[4] = above


# ---- one hand ------------------------------------------------------------------------------------------


class Runouts(NamedTuple):
    """Every way the board of a hand may be completed."""

    strength: Ints
    """Of the hand on each board."""
    ends: Ints
    """How the hands that the dealer may hold on it compare, in the order of ``endings``."""


def runouts(hand: Sequence[int], board: Sequence[int], unseen: Ints, qualifies: int = 0) -> Runouts:
    """For two cards and a board that lacks none, one or two of its five."""
    found = np.zeros((comb(len(unseen), BOARD - len(board)), 6), np.int64)
    _run_out(np.array(hand), np.array(board), unseen, BOARD - len(board), qualifies, look(), found)
    return Runouts(found[:, 0], found[:, 1:])


@kernel
def _run_out(
    own: Ints, board: Ints, unseen: Ints, missing: int, qualifies: int, look: Look, found: Ints
) -> None:
    keys, bits, table = look
    key, hand = keys[board].sum(), bits[board].sum()
    own_key, own_hand = keys[own].sum(), bits[own].sum()
    at = 0
    for i in range(len(unseen) if missing > 0 else 1):
        for j in range(i if missing > 1 else 1):
            board_key, board_hand = key, hand
            if missing > 0:
                board_key, board_hand = board_key + keys[unseen[i]], board_hand + bits[unseen[i]]
            if missing > 1:
                board_key, board_hand = board_key + keys[unseen[j]], board_hand + bits[unseen[j]]
            mine = strength_of(board_key + own_key, board_hand + own_hand, table)
            found[at, 0] = mine
            for m in range(len(unseen)):
                if (missing > 0 and m == i) or (missing > 1 and m == j):
                    continue
                one_key, one_hand = board_key + keys[unseen[m]], board_hand + bits[unseen[m]]
                for n in range(m):
                    if (missing > 0 and n == i) or (missing > 1 and n == j):
                        continue
                    theirs = strength_of(one_key + keys[unseen[n]], one_hand + bits[unseen[n]], table)
                    if theirs == mine:
                        found[at, 3] += 1
                    else:
                        found[at, (1 if theirs < mine else 4) + (theirs < qualifies)] += 1
            at += 1


def hand_class(hand: Sequence[int]) -> int:
    """Which of the 169 hands it is before the flop."""
    high, low = max(hand), min(hand)
    return int(hand_classes()[1][high * (high - 1) // 2 + low])


# ---- all of them ---------------------------------------------------------------------------------------


@cache
def seven_card_strengths() -> Ints:
    """How many of the 133,784,560 sets of seven cards have each strength."""
    boards, times = distinct_boards()

    def part(start: int, end: int) -> Ints:
        counts = np.zeros(STRENGTHS, np.int64)
        _count_hands(boards[start:end], times[start:end], *look(), counts)
        return counts

    counts: Ints = sum(shared(len(boards), part), np.zeros(STRENGTHS, np.int64))
    return counts // 21  # two cards of seven are the player's


def seven_card_counts() -> dict[int, int]:
    """How many of them make each kind of hand."""
    kinds = np.bincount(categories(), seven_card_strengths()).astype(np.int64)
    return {kind: int(count) for kind, count in enumerate(kinds)}


@kernel
def _count_hands(boards: Bytes, times: Ints, keys: Ints, bits: Ints, table: Words, counts: Ints) -> None:
    for n in range(len(boards)):
        key, hand = 0, 0
        dealt = np.zeros(52, np.bool_)
        for card in boards[n]:
            dealt[card] = True
            key += keys[card]
            hand += bits[card]
        for a in range(52):
            if dealt[a]:
                continue
            key_a, hand_a = key + keys[a], hand + bits[a]
            for b in range(a):
                if not dealt[b]:
                    counts[strength_of(key_a + keys[b], hand_a + bits[b], table)] += times[n]


def shared(count: int, work: Callable[[int, int], T]) -> list[T]:
    """The work from 0 to ``count`` in equal parts, a thread each: kernels run without the interpreter's lock."""
    threads = min(os.cpu_count() or 1, 8)
    ends = [count * n // threads for n in range(threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, ends[:-1], ends[1:]))


# ---- the chart of 169 hands ------------------------------------------------------------------------------

RANKS: Final = "AKQJT98765432"


def hand_name(row: int, column: int) -> str:
    """The hand at a place of the chart: suited above the diagonal, of different suits below it."""
    suits = "" if row == column else "s" if row < column else "o"
    return RANKS[min(row, column)] + RANKS[max(row, column)] + suits
