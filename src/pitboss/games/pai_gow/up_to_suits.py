"""Sets of cards up to the names of the suits: one of each kind, and how many it represents."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.arrays import Ints
from pitboss.compiler import kernel


class Pack(NamedTuple):
    """The cards of a game: which suits each rank has, which neighboring suits are alike, and the jokers."""

    suits: tuple[int, ...] = (15,) * 13
    alike: int = 7
    jokers: int = 1

    @property
    def cards(self) -> int:
        return sum(each.bit_count() for each in self.suits) + self.jokers


@cache
def alike_suits() -> tuple[Ints, Ints]:
    """Suits that have held the same ranks so far are alike. By which neighbors are alike (three bits) and which suits
    hold the next rank (four bits): how many choices this one represents, and which are alike then. Of suits that are
    alike the first are taken; any other choice is 0."""
    stand, then = np.zeros((8, 16), np.int64), np.zeros((8, 16), np.int64)
    for alike, chosen in product(range(8), range(16)):
        blocks: list[list[int]] = [[0]]
        for suit in range(1, 4):
            if alike >> suit - 1 & 1:
                blocks[-1].append(suit)
            else:
                blocks.append([suit])
        ways = 1
        for block in blocks:
            taken = [chosen >> suit & 1 for suit in block]
            ways *= comb(len(block), sum(taken)) * (taken == sorted(taken, reverse=True))
        stand[alike, chosen] = ways
        then[alike, chosen] = alike & ~(chosen ^ chosen >> 1) & 7
    return stand, then


@kernel
def sets(suits: Ints, alike: int, size: int, stand: Ints, then: Ints, found: Ints) -> int:
    """Every set of this many cards without jokers: its cards (thirteen bits a suit), which suits are alike then, how
    many sets it represents. Returns their number; they are written as far as there is room."""
    chosen, hands = np.full(13, -1, np.int64), np.zeros(14, np.int64)
    states, left, ways = np.zeros(14, np.int64), np.zeros(14, np.int64), np.zeros(14, np.int64)
    states[0], left[0], ways[0] = alike, size, 1
    number = rank = 0
    if size == 0:
        if len(found) > 0:
            found[0, 0], found[0, 1], found[0, 2] = 0, alike, 1
        return 1
    while rank >= 0:
        chosen[rank] += 1
        held = chosen[rank]
        if held == 16:
            chosen[rank] = -1
            rank -= 1
            continue
        more = ways[rank] * stand[states[rank], held]
        rest = left[rank] - (held & 1) - (held >> 1 & 1) - (held >> 2 & 1) - (held >> 3)
        if more == 0 or held & ~suits[rank] or rest < 0:
            continue
        hand = hands[rank]
        for suit in range(4):
            hand |= (held >> suit & 1) << 13 * suit + rank
        state = then[states[rank], held]
        if rest == 0:
            if number < len(found):
                found[number, 0], found[number, 1], found[number, 2] = hand, state, more
            number += 1
        elif rank < 12:
            rank += 1
            hands[rank], states[rank], left[rank], ways[rank] = hand, state, rest, more
    return number


def sets_of(pack: Pack, size: int) -> Ints:
    """All of them, a row each."""
    suits, (stand, then) = np.array(pack.suits, np.int64), alike_suits()
    number = sets(suits, pack.alike, size, stand, then, np.zeros((0, 3), np.int64))
    found = np.zeros((number, 3), np.int64)
    sets(suits, pack.alike, size, stand, then, found)
    return found
