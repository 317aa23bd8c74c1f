"""What the tests of the poker games against the house share: tables with wagers on them, what was said there, one round
at the table and compiled, a simulation beside exact odds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.book import Deal, Game, Rules, Show, Shuffle
from pitboss.sim import Simulation
from pitboss.sim.report import Estimate
from pitboss.table import Policy, Table
from tests.advised import slow_five
from tests.tape import Tape

Ints = NDArray[np.int64]

# ---- tables ----------------------------------------------------------------------------------------------


def seated(
    game: Game, *bets: tuple[int, str, float], funds: int = 1000, seed: int = 5, **options: object
) -> Table:
    """A table with these wagers on it: seat, wager, dollars."""
    table = Table(game, game.rules(**options), seed=seed)
    for seat in sorted({seat for seat, _, _ in bets}):
        table.sit(seat, f"player {seat}", funds)
    for seat, wager, amount in bets:
        table.bet(seat, wager, amount)
    return table


def all_seated(
    game: Game, seats: Iterable[int], wagers: Mapping[str, int], *, seed: int = 5, **options: object
) -> Table:
    """A table at which every seat has made the same wagers; those of no dollars are left out."""
    table = Table(game, game.rules(**options), seed=seed)
    for seat in seats:
        table.sit(seat, f"player {seat}", 1000)
        for wager, amount in wagers.items():
            if amount:
                table.bet(seat, wager, amount)
    return table


def dealt_to(table: Table) -> list[str]:
    """To whom each card of the round was dealt."""
    return [event.to for event in table.said if isinstance(event, Deal)]


def shown(table: Table) -> list[str]:
    """Whose cards were turned up, in order."""
    return [event.owner for event in table.said if isinstance(event, Show)]


def asked_in_turn(table: Table, decision: str) -> list[int]:
    """Everybody decides alike: the seats, in the order in which they were asked."""
    asked = []
    while table.asked:
        asked.append(table.asked.seat)
        table.act(table.asked.seat, decision)
    return asked


def shuffled(table: Table) -> list[int]:
    """The deck of the round, which is shuffled once, in order of its cards."""
    (shuffle,) = (event for event in table.said if isinstance(event, Shuffle))
    return sorted(shuffle.order)


# ---- at the table and compiled ---------------------------------------------------------------------------


def table_and_tape(rules: Rules, player: Policy) -> tuple[Table, Tape]:
    """A table at which seat 1 is decided for by a program, and the tape from which it is dealt."""
    tape = Tape()
    table = Table(rules.game, rules, chance=tape, players={1: player})
    table.sit(1, "Ann", 10**9)
    return table, tape


def compiled_round(
    simulation: Simulation,
    tape: Sequence[int],
    stakes: Sequence[int],
    rules: Any = None,
    every_card: bool = True,
) -> tuple[Ints, Ints]:
    """What the compiled round with these cards brings each wager, and what is staked on it, in cents; the stakes are
    in dollars. It reads every card of the tape, unless the game has rounds that need fewer."""
    net, staked = np.zeros(len(stakes), np.int64), np.zeros(len(stakes), np.int64)
    numbers = simulation.rules if rules is None else rules
    cents, memory = 100 * np.array(stakes, np.int64), np.zeros(1, np.int64)
    end = simulation.play.compiled(np.array(tape, np.uint8), 0, cents, numbers, memory, net, staked)
    assert end == len(tape) == simulation.draws or not every_card
    return net, staked


def brought(table: Table, *parts: Iterable[str]) -> list[int]:
    """What the wagers of seat 1 brought in the round, in cents: those of each part together."""
    assert table.settlement is not None
    settled = table.settlement.wagers[1]
    return [
        sum(settled[wager].pays - settled[wager].lost for wager in part if wager in settled) for part in parts
    ]


def near(measured: Estimate | None, exact: Fraction | float) -> bool:
    """Is a simulated figure within four standard errors of the exact one?"""
    assert measured is not None
    return abs(measured.value - float(exact)) < 4 * measured.standard_error


# ---- hands named by slow programs ------------------------------------------------------------------------

KINDS = (
    "high-card",
    "one-pair",
    "two-pairs",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
)


def slow_kind(hand: Iterable[int]) -> tuple[str, int]:
    """The kind of five cards, and the rank by which it is compared first."""
    kind, rank, *_ = slow_five(hand)
    return ("royal-flush" if (kind, rank) == (8, 12) else KINDS[kind]), rank


def slow_three(hand: Iterable[int], low_ace: bool) -> str:
    """What three cards make, from the text of 24.5(d), which is that of 25.5(c)."""
    ranks = sorted(card >> 2 for card in hand)
    suited = len({card & 3 for card in hand}) == 1
    run = ranks[2] - ranks[1] == ranks[1] - ranks[0] == 1 or (low_ace and ranks == [0, 1, 12])
    if run:
        return "three-card-straight-flush" if suited else "three-card-straight"
    if suited:
        return "three-card-flush"
    return {1: "three-of-a-kind", 2: "one-pair", 3: "high-card"}[len(set(ranks))]
