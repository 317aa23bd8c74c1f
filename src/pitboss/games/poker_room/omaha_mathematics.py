"""Hands against each other at omaha: every board, and on each the sixty ways to use two hole cards and three others."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np

from pitboss.arrays import Ints, Words
from pitboss.compiler import kernel
from pitboss.games.poker_room.equities import Hand, Ways
from pitboss.ranking.batch import strength_of, tables
from pitboss.ranking.low import EIGHT_OR_BETTER, low_ranks


def ways(held: list[Hand], board: Hand, low: bool) -> Ways:
    """The number of boards on which each hand is one of this many that share the ends of the pot."""
    look = tables()
    lows = [low_ranks(1 << (card >> 2)) & EIGHT_OR_BETTER if low else 0 for card in range(52)]
    cards = np.column_stack((look.keys, look.bits, np.array(lows)))
    pairs = np.array([[_sum(cards, two) for two in combinations(hand, 2)] for hand in held])
    known = {*board, *(each for hand in held for each in hand)}
    deck = np.array([*board, *(each for each in range(52) if each not in known)])
    found = np.zeros((len(held), len(held) + 1, len(held) + 2), np.int64)
    _deal_boards(pairs, cards[deck], len(board), look.table, found)
    assert found[0].sum() == comb(len(deck) - len(board), 5 - len(board))
    return found


def _sum(cards: Ints, chosen: tuple[int, ...]) -> Ints:
    """Key and bits of some cards, and their ranks if they can be part of an eight or better (else 0)."""
    total: Ints = cards[list(chosen)].sum(axis=0)
    lows = [int(each) for each in cards[list(chosen), 2]]
    if not all(lows) or len(set(lows)) < len(lows):
        total[2] = 0
    return total


@kernel
def _deal_boards(pairs: Ints, deck: Ints, known: int, table: Words, ways: Ways) -> None:
    """The deck begins with the community cards that are known."""
    players, chosen = pairs.shape[0], pairs.shape[1]
    three = np.zeros((10, 3), np.int64)
    values = np.zeros((players, 2), np.int64)
    place = np.arange(5)
    while True:
        t = 0
        for a in range(3):
            for b in range(a + 1, 4):
                for c in range(b + 1, 5):
                    one, two, last = deck[place[a]], deck[place[b]], deck[place[c]]
                    three[t, 0] = one[0] + two[0] + last[0]
                    three[t, 1] = one[1] + two[1] + last[1]
                    lows = one[2] and two[2] and last[2]
                    differ = not (one[2] & two[2] | one[2] & last[2] | two[2] & last[2])
                    three[t, 2] = one[2] + two[2] + last[2] if lows and differ else 0
                    t += 1
        for n in range(players):
            best = lowest = 0
            for p in range(chosen):
                key, hand, low = pairs[n, p, 0], pairs[n, p, 1], pairs[n, p, 2]
                for t in range(10):
                    best = max(best, strength_of(key + three[t, 0], hand + three[t, 1], table))
                    if low and three[t, 2] and not low & three[t, 2]:
                        lowest = max(lowest, EIGHT_OR_BETTER + 1 - (low | three[t, 2]))
            values[n, 0], values[n, 1] = best, lowest
        first = second = high = other = 0
        for n in range(players):
            if values[n, 0] > first:
                first, high = values[n, 0], 0
            if values[n, 1] > second:
                second, other = values[n, 1], 0
            high += values[n, 0] == first
            other += values[n, 1] == second
        for n in range(players):
            mine = high if values[n, 0] == first else 0
            ways[n, mine, players + 1 if second == 0 else other if values[n, 1] == second else 0] += 1
        # The next board: the last place that can advance does, and those after it follow directly.
        depth = 4
        while depth >= known and place[depth] == len(deck) - 5 + depth:
            depth -= 1
        if depth < known:
            return
        place[depth] += 1
        for later in range(depth + 1, 5):
            place[later] = place[later - 1] + 1
