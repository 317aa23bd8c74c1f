"""Hands against each other at hold 'em: exact equities by dealing every board."""

from __future__ import annotations

from itertools import combinations, permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.compiler import kernel
from pitboss.games.poker_room.equities import Hand, Ways
from pitboss.ranking.batch import strength_of, tables


def ways(held: list[Hand], board: Hand) -> Ways:
    """The number of boards on which each hand is one of this many winners. One hand may be unknown."""
    found = np.zeros((len(held), len(held) + 1, len(held) + 2), np.int64)
    for stranger, times in ({(): 1} if all(held) else _strangers(held, board)).items():
        found[:, :, -1] += times * _count([hand or stranger for hand in held], board)
    return found


def _strangers(held: list[Hand], board: Hand) -> dict[Hand, int]:
    """The hands an unknown player may hold. Hands that differ only by suits that the known cards do not
    distinguish are listed once, with their number."""
    known = [set(hand) for hand in held] + [set(board)]
    turns = [
        turn
        for turn in permutations(range(4))
        if all({_turned(each, turn) for each in cards} == cards for cards in known)
    ]
    found: dict[Hand, int] = {}
    for hand in combinations(sorted(set(range(52)).difference(*known)), 2):
        least = min(tuple(sorted(_turned(each, turn) for each in hand)) for turn in turns)
        found[least] = found.get(least, 0) + 1
    return found


def _turned(each: int, turn: tuple[int, ...]) -> int:
    return each & ~3 | turn[each & 3]


def _count(held: list[Hand], board: Hand) -> NDArray[np.int64]:
    """For each hand, the number of boards on which it loses (column 0), wins alone (1) or is one of 2, 3, … winners."""
    look = tables()
    known = {*board, *(each for hand in held for each in hand)}
    deck = np.array([each for each in range(52) if each not in known], np.int64)
    hands = np.array(held, np.int64)
    ways = np.zeros((len(held), len(held) + 1), np.int64)
    _deal_boards(
        hands, np.array(board, np.int64), deck, 5 - len(board), look.keys, look.bits, look.table, ways
    )
    assert ways[0].sum() == comb(len(deck), 5 - len(board))
    return ways


@kernel
def _deal_boards(
    hands: NDArray[np.int64],
    board: NDArray[np.int64],
    deck: NDArray[np.int64],
    missing: int,
    keys: NDArray[np.int64],
    bits: NDArray[np.int64],
    table: NDArray[np.uint16],
    ways: NDArray[np.int64],
) -> None:
    """Deal every way the missing community cards can come, and record who has the best hand."""
    players = len(hands)
    hand_keys = np.zeros(players, np.int64)
    hand_bits = np.zeros(players, np.int64)
    for n in range(players):
        hand_keys[n] = keys[hands[n, 0]] + keys[hands[n, 1]]
        hand_bits[n] = bits[hands[n, 0]] + bits[hands[n, 1]]
    # The places in the deck of the cards dealt so far, and the partial sums.
    place = np.arange(missing + 1)
    key = np.zeros(missing + 1, np.int64)
    bit = np.zeros(missing + 1, np.int64)
    for each in board:
        key[0] += keys[each]
        bit[0] += bits[each]
    strengths = np.zeros(players, np.int64)
    depth = 0
    while True:
        while depth < missing:
            key[depth + 1] = key[depth] + keys[deck[place[depth]]]
            bit[depth + 1] = bit[depth] + bits[deck[place[depth]]]
            depth += 1
        best = 0
        winners = 0
        for n in range(players):
            strength = strength_of(key[missing] + hand_keys[n], bit[missing] + hand_bits[n], table)
            strengths[n] = strength
            if strength > best:
                best = strength
                winners = 1
            elif strength == best:
                winners += 1
        for n in range(players):
            ways[n, winners if strengths[n] == best else 0] += 1
        # The next board: the last place that can advance does, and those after it follow directly.
        depth = missing - 1
        while depth >= 0 and place[depth] == len(deck) - missing + depth:
            depth -= 1
        if depth < 0:
            return
        place[depth] += 1
        for later in range(depth + 1, missing):
            place[later] = place[later - 1] + 1
