"""Hands against each other at hold 'em: exact equities by dealing every board."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.compiler import kernel
from pitboss.equipment.cards import card, name
from pitboss.law import Refused
from pitboss.odds import Outcome, WagerOdds
from pitboss.ranking.batch import strength_of, tables

Hand = tuple[int, ...]

UNKNOWN: Final = "??"
"""A hand of which nothing is known: every other two cards, all equally likely."""

CLASSIC: Final = ("AsAh KdKc", "AsKs QhQd", "AsKd 2h2c", "JsTs 2h2d", "AsKd QhJc", "AsKs AdQd", "AsAh 7d2c")
"""The match-ups before the flop that people quote."""

PER: Final = "unit each player puts into the pot; equity is the average share of the pot"


def equities(hands: str, board: str) -> Iterator[WagerOdds]:
    """For each hand how often it wins, shares and loses, and its equity."""
    held, table = _read(hands, board)
    ways = _ways(held, table)
    players = len(held)
    total = int(ways[0].sum())
    for n, hand in enumerate(held):
        outcomes = [Outcome("win", Fraction(int(ways[n, 1]), total), Fraction(players - 1))]
        outcomes += [
            Outcome(f"tie of {k}", Fraction(int(ways[n, k]), total), Fraction(players, k) - 1)
            for k in range(2, players + 1)
        ]
        outcomes.append(Outcome("lose", Fraction(int(ways[n, 0]), total), Fraction(-1)))
        against = " ".join(_written(each) for m, each in enumerate(held) if m != n)
        yield WagerOdds(
            wager=_written(hand),
            table=f"against {against}" + (f" on {_written(table)}" if table else ""),
            outcomes=tuple(each for each in outcomes if each.probability),
            per=PER,
            equity=sum((Fraction(int(ways[n, k]), total * k) for k in range(1, players + 1)), Fraction(0)),
        )


def _read(hands: str, board: str) -> tuple[list[Hand], Hand]:
    held = [_cards(each) for each in hands.replace(",", " ").split()]
    table = _cards(board.replace(",", " ").replace(" ", ""))
    if not 2 <= len(held) <= 11:
        raise Refused(
            f'hold \'em compares two to eleven hands, as "AsAh KdKc"; {len(held)} given', "14.10(b)"
        )
    for hand in held:
        if len(hand) not in (0, 2):
            raise Refused(f"{_written(hand)} has {len(hand)} cards; a hand has two", "14.10(e)")
    if sum(not hand for hand in held) > 1:
        raise Refused("one hand may be unknown (??); more are too many to deal out")
    if len(table) not in (0, 3, 4, 5):
        raise Refused(f"{len(table)} community cards; there are none, three, four or five", "14.10(g)")
    known = [*table, *(each for hand in held for each in hand)]
    for each in known:
        if known.count(each) > 1:
            raise Refused(f"{name(each)} is dealt twice from one deck", "14.2(a)")
    return held, table


def _cards(written: str) -> Hand:
    if written == UNKNOWN:
        return ()
    if len(written) % 2:
        raise Refused(f'{written!r} is no hand; write rank and suit of each card, as "AsKd"')
    return tuple(card(written[at : at + 2]) for at in range(0, len(written), 2))


def _written(cards: Hand) -> str:
    return "".join(map(name, cards)) or UNKNOWN


def _ways(held: list[Hand], board: Hand) -> NDArray[np.int64]:
    """For each hand, on how many boards it loses (column 0), wins alone (1) or is one of 2, 3, … winners."""
    if all(held):
        return _count(held, board)
    return sum(
        (
            times * _count([hand or stranger for hand in held], board)
            for stranger, times in _strangers(held, board).items()
        ),
        np.zeros((len(held), len(held) + 1), np.int64),
    )


def _strangers(held: list[Hand], board: Hand) -> dict[Hand, int]:
    """The hands an unknown player may hold. Those that differ only by suits that the known cards do not tell
    apart are one, with the number of them."""
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
    """Deal every way the missing community cards can come, and note who has the best hand."""
    players = len(hands)
    hand_keys = np.zeros(players, np.int64)
    hand_bits = np.zeros(players, np.int64)
    for n in range(players):
        hand_keys[n] = keys[hands[n, 0]] + keys[hands[n, 1]]
        hand_bits[n] = bits[hands[n, 0]] + bits[hands[n, 1]]
    # The places in the deck of the cards dealt so far, and the sums up to each of them.
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
        # The next board: the last place that can move on does, those after it follow closely.
        depth = missing - 1
        while depth >= 0 and place[depth] == len(deck) - missing + depth:
            depth -= 1
        if depth < 0:
            return
        place[depth] += 1
        for later in range(depth + 1, missing):
            place[later] = place[later - 1] + 1
