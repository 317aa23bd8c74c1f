"""Shoes dealt by the game's own compiled rounds, with a count kept of every card that is seen."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from pitboss.arrays import Floats, Ints
from pitboss.compiler import lean_kernel, specialized
from pitboss.sim.chance import State, Tape, deal, seeded

if TYPE_CHECKING:
    from pitboss.sim import Simulation

COUNTS: Final = 40
"""True counts from minus this to plus this are kept separate."""
HALF_DECK: Final = 26
STAKE: Final = 10_000
"""The unit, in cents: commissions and payouts come out even."""
BLOCKS: Final = 64

HANDS, NET, SQUARE, WORTH = range(4)
"""Sums over the rounds at each count: their number, their net, its square, and their value by the effects of
removal."""


@lean_kernel
def play(tape: Tape, at: int, stakes: Ints, rules: Any, memory: Ints, net: Ints, staked: Ints) -> int:
    """Stands for the game's own round."""
    raise NotImplementedError


@lean_kernel
def deal_rounds(
    state: State,
    tape: Tape,
    rounds: int,
    draws: int,
    stakes: Ints,
    rules: Any,
    memory: Ints,
    net: Ints,
    staked: Ints,
    found: Floats,
) -> None:
    """Rounds from full shoes; ``found`` [card, the net of rounds in whose first cards it is, once for each time], and
    in two cells more the net and its square."""
    for _ in range(rounds):
        deal(tape, draws, state)
        memory[:] = 0
        play(tape, 0, stakes, rules, memory, net, staked)
        won = 0.0
        for wager in range(len(net)):
            won += float(net[wager])
            net[wager] = staked[wager] = 0
        won /= STAKE
        for place in range(draws):
            found[tape[place]] += won
        found[52] += won
        found[53] += won * won


def by_card(simulation: Simulation, wager: int, rounds: int) -> tuple[float, float, Floats, float]:
    """The player's edge from a full shoe, its deviation, the effect of each card's removal, and the standard error of
    the effect of a rank. A card that is not among the first cards of the shoe might as well not be there: the average
    of the rounds without it is the value of the wager when it is gone."""
    loop, size, draws = specialized(deal_rounds, play=simulation.play), simulation.size, simulation.draws
    cards = simulation.cards or bytes(card % 52 for card in range(size))
    each = max(1, rounds // BLOCKS)

    def block(number: int) -> Floats:
        stakes, net, staked = np.zeros((3, len(simulation.wagers)), np.int64)
        stakes[wager] = STAKE
        found = np.zeros(54)
        loop(
            seeded(np.uint64(1), np.uint64(11), np.uint64(number)),
            np.frombuffer(bytearray(cards), np.uint8),
            each,
            draws,
            stakes,
            simulation.rules,
            np.zeros(max(1, simulation.memory), np.int64),
            net,
            staked,
            found,
        )
        return found

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        sums = np.sum(list(pool.map(block, range(BLOCKS))), axis=0) / (each * BLOCKS)
    edge, deviation = float(sums[52]), float(np.sqrt(sums[53] - sums[52] ** 2))
    copies = np.bincount(np.frombuffer(cards, np.uint8), minlength=52)[:52]
    with np.errstate(divide="ignore", invalid="ignore"):
        effects = (edge - sums[:52] / copies) / (1 - draws / size) - edge
    mean = 4 * draws * float(copies.max()) / size  # cards of a rank among the first
    error = deviation * float(np.sqrt((mean + mean**2) / (each * BLOCKS))) / (4 * float(copies.max()))
    return edge, deviation, np.nan_to_num(effects), error


class Shoe(NamedTuple):
    """How a shoe is dealt."""

    cut: int  # cards behind the cutting card
    one_more: int  # one hand more after the one in which it appeared
    burns: int  # 0: none, 1: one card, 2: by the value of the first
    draws: int  # the most cards of a round
    deck: float = 52.0  # the cards of one deck


@lean_kernel
def deal_shoes(
    state: State,
    tape: Tape,
    shoe: Shoe,
    shoes: int,
    tags: Floats,
    effects: Floats,
    stakes: Ints,
    rules: Any,
    memory: Ints,
    net: Ints,
    staked: Ints,
    found: Floats,
) -> None:
    """Deal this many shoes to the cutting card; ``found`` [half decks left, true count, sum]."""
    size = len(tape)
    for _ in range(shoes):
        deal(tape, size, state)
        at = 0
        if shoe.burns == 1:
            at = 1
        elif shoe.burns == 2:
            rank = int(tape[0]) >> 2
            at = 2 if rank == 12 else min(rank + 3, 11)  # the first card, and as many as its value
        burned, running, sum_ = at, 0.0, 0.0
        memory[:] = 0
        more = shoe.one_more
        while at + shoe.draws <= size:
            if at > size - shoe.cut:
                if more == 0:
                    break
                more -= 1
            left = size - at + burned  # nobody has seen what was burned
            count = int(np.floor(running * shoe.deck / left + 1e-9))
            count = max(-COUNTS, min(COUNTS, count)) + COUNTS
            depth = (size - at) // HALF_DECK
            before = at
            at = play(tape, at, stakes, rules, memory, net, staked)
            won = 0.0
            for wager in range(len(net)):
                won += float(net[wager])
                net[wager] = staked[wager] = 0
            won /= STAKE
            found[depth, count, HANDS] += 1.0
            found[depth, count, NET] += won
            found[depth, count, SQUARE] += won * won
            found[depth, count, WORTH] += sum_ * (size - 1) / left
            for place in range(before, at):
                running += tags[tape[place]]
                sum_ += effects[tape[place]]


def dealt(
    simulation: Simulation, shoe: Shoe, wager: int, tags: Floats, effects: Floats, rounds: int, seed: int
) -> tuple[Floats, int]:
    """About this many rounds, and how many shoes they took: the sums of all blocks, in their order."""
    loop = specialized(deal_shoes, play=simulation.play)
    size = simulation.size
    each = max(1, round(rounds / BLOCKS / max(1.0, (size - shoe.cut) / 5.5)))

    def block(number: int) -> Floats:
        cards = simulation.cards or bytes(card % 52 for card in range(size))
        stakes, net, staked = np.zeros((3, len(simulation.wagers)), np.int64)
        stakes[wager] = STAKE
        found = np.zeros((size // HALF_DECK + 1, 2 * COUNTS + 1, 4))
        loop(
            seeded(np.uint64(seed % (1 << 64)), np.uint64(7), np.uint64(number)),
            np.frombuffer(bytearray(cards), np.uint8),
            shoe,
            each,
            tags,
            effects,
            stakes,
            simulation.rules,
            np.zeros(max(1, simulation.memory), np.int64),
            net,
            staked,
            found,
        )
        return found

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        blocks = list(pool.map(block, range(BLOCKS)))
    return np.sum(blocks, axis=0), each * BLOCKS
