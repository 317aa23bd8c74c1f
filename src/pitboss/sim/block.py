"""A block of rounds: the loop that every game's simulation runs in, and what it adds up.

Blocks have a fixed size and a random stream each, and their sums are combined in their order. So it does not
matter who plays which block.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.law import Refused, kernel, specialised
from pitboss.sim.chance import State, deal, roll, seeded

if TYPE_CHECKING:
    from pitboss.sim import Ints, Play, Simulation, Tape

Floats = NDArray[np.float64]

BLOCK: Final = 1 << 17
"""Rounds in a block, about."""
THROWS: Final = 1 << 12
"""Throws or spins made ahead: they fit into the nearest cache."""
LINGER: Final = 1 << 14
"""How many rounds a player waits at most for the last wagers to be decided."""
NO_LIMIT: Final = -1

DECK: Final = 0
SHOE: Final = 1
THROW: Final = 2

# What is counted for each wager, and in the last row for the whole plan, where a unit is a round.
NET: Final = 0
UNITS: Final = 1  # cents put up at first; for the plan, rounds played
STAKED: Final = 2  # cents put up in all, raises included
MADE: Final = 3  # rounds in which the wager was made
WON: Final = 4  # rounds in which it brought money

# Sums of squares and products: of single rounds, then of chunks, whose outcomes are independent.
SQUARE: Final = 0
NET_NET: Final = 1
NET_UNITS: Final = 2
UNITS_UNITS: Final = 3
NET_STAKED: Final = 4
STAKED_STAKED: Final = 5
CHUNKS: Final = 6

# What is kept of each session.
FINAL: Final = 0
ROUNDS: Final = 1
DRAWDOWN: Final = 2
END: Final = 3
RUINED: Final = 1
REACHED: Final = 2

# How a bet follows its system.
RUNGS: Final = 0
WIN: Final = 1
LOSE: Final = 2
BEYOND: Final = 3  # the rung after the last


@kernel
def play(tape: Tape, at: int, stakes: Ints, rules: Ints, memory: Ints, net: Ints, staked: Ints) -> int:
    """Stands for the game's own round."""
    raise NotImplementedError


@kernel
def add_rounds(won: Ints, put: Ints, stake: int, chunk: Ints, sums: Floats, results: Ints) -> None:
    """Add up what a wager of this stake came to, round by round. Adding nothing is quicker than asking
    whether there is anything: no processor guesses what chance decides."""
    net = units = staked = made = times = 0
    square = 0.0
    for i in range(len(won)):
        net += won[i]
        units += put[i] if stake == 0 else min(put[i], stake)
        staked += put[i]
        made += put[i] != 0
        times += won[i] > 0
        square += float(won[i]) * float(won[i])
        results[i] += won[i]
    chunk[NET] += net
    chunk[UNITS] += units
    chunk[STAKED] += staked
    chunk[MADE] += made
    chunk[WON] += times
    sums[SQUARE] += square


@kernel
def add_chunk(chunk: Ints, totals: Ints, sums: Floats) -> None:
    """Enter a chunk into the books and clear it."""
    for row in range(len(chunk)):
        net, units, staked = float(chunk[row, NET]), float(chunk[row, UNITS]), float(chunk[row, STAKED])
        sums[row, NET_NET] += net * net
        sums[row, NET_UNITS] += net * units
        sums[row, UNITS_UNITS] += units * units
        sums[row, NET_STAKED] += net * staked
        sums[row, STAKED_STAKED] += staked * staked
        sums[row, CHUNKS] += 1
        for column in range(chunk.shape[1]):
            totals[row, column] += chunk[row, column]
            chunk[row, column] = 0


@kernel
def play_block(
    state: State,
    equipment: int,
    size: int,
    draws: int,
    reshuffle: int,
    tape: Tape,
    rules: Ints,
    memory: Ints,
    stakes: Ints,
    bets: Ints,
    ladders: Ints,
    systems: Ints,
    reserves: Ints,
    rounds: int,
    chunk_rounds: int,
    stretch: int,
    bankroll: int,
    goal: int,
    totals: Ints,
    sums: Floats,
    ends: Ints,
) -> None:
    """Sessions, one after the other, of so many rounds each; ``ends`` has a row for each."""
    net, staked = np.zeros_like(stakes), np.zeros_like(stakes)
    won, put = np.empty((len(bets), stretch), np.int64), np.empty((len(bets), stretch), np.int64)
    results = np.empty(stretch, np.int64)
    rungs = np.empty_like(bets)
    chunk = np.zeros_like(totals)
    whole = len(bets)
    end = 0
    at = len(tape)
    for session in range(len(ends)):
        memory[:] = 0
        rungs[:] = 0
        need = 0
        for bet in range(len(bets)):
            need += reserves[bet] * ladders[bet, 0] // 100
        wealth = peak = max(bankroll, 0)
        played = drawdown = 0
        filled = 0
        left, betting = False, False
        if equipment == SHOE:
            at = len(tape)
        # Wagers still standing at the end are decided before anybody leaves, but no more are made.
        while (played < rounds and not left) or memory[0] > 0:
            waits = left or played >= rounds
            if waits:
                if played >= rounds + LINGER:
                    break
            elif bankroll >= 0:
                free = wealth - memory[0]
                if 0 < goal <= free:
                    left = True
                    continue
                if free < need:
                    if memory[0] <= 0:
                        break
                    waits = True
            if waits == betting:
                betting = not waits
                for bet in range(len(bets)):
                    stakes[bets[bet]] = ladders[bet, rungs[bet]] if betting else 0
            # Where nothing depends on the last result, a whole chunk is played before anything is added up.
            count = min(stretch, chunk_rounds - filled, max(1, rounds - played))
            for i in range(count):
                if equipment == DECK:
                    deal(tape, draws, state)
                    at = 0
                elif equipment == SHOE:
                    if len(tape) - at < reshuffle:
                        deal(tape, len(tape), state)
                        at = 0
                elif at + draws > end:
                    end = roll(tape, size, state)
                    at = 0
                at = play(tape, at, stakes, rules, memory, net, staked)
                for bet in range(len(bets)):
                    wager = bets[bet]
                    won[bet, i], put[bet, i] = net[wager], staked[wager]
                    net[wager] = staked[wager] = 0
            results[:count] = 0
            for bet in range(len(bets)):
                stake = stakes[bets[bet]]
                add_rounds(won[bet, :count], put[bet, :count], stake, chunk[bet], sums[bet], results)
                if systems[bet, RUNGS] > 1 and won[bet, 0] != 0:
                    rung = rungs[bet] + systems[bet, WIN if won[bet, 0] > 0 else LOSE]
                    rung = systems[bet, BEYOND] if rung >= systems[bet, RUNGS] else max(rung, 0)
                    need += reserves[bet] * ladders[bet, rung] // 100
                    need -= reserves[bet] * ladders[bet, rungs[bet]] // 100
                    rungs[bet] = rung
                    if betting:
                        stakes[bets[bet]] = ladders[bet, rung]
            for i in range(count):
                wealth += results[i]
                peak = max(peak, wealth)
                drawdown = max(drawdown, peak - wealth)
                chunk[whole, WON] += results[i] > 0
                chunk[whole, NET] += results[i]
                sums[whole, SQUARE] += float(results[i]) * float(results[i])
            played += count
            filled += count
            if filled == chunk_rounds:
                chunk[whole, UNITS] = chunk[whole, MADE] = filled
                add_chunk(chunk, totals, sums)
                filled = 0
        if filled > 0:
            chunk[whole, UNITS] = chunk[whole, MADE] = filled
            add_chunk(chunk, totals, sums)
        ends[session, FINAL] = wealth
        ends[session, ROUNDS] = played
        ends[session, DRAWDOWN] = drawdown
        if 0 < goal <= wealth:
            ends[session, END] = REACHED
        elif bankroll >= 0 and wealth < need:
            ends[session, END] = RUINED
    if net.any() or staked.any():
        raise ValueError("a wager that the plan does not make has brought money")


class Track(NamedTuple):
    """One bet of a plan: which of ``Simulation.wagers``, its ladder of stakes in cents, how many rungs to
    move after a win and after a loss, and the rung after the last."""

    wager: int
    ladder: tuple[int, ...] = (0,)
    win: int = 0
    lose: int = 0
    beyond: int = 0


class Job(NamedTuple):
    """What to play, apart from the game itself: plain numbers that travel to a worker."""

    seed: int
    run: int
    """Tells apart the streams of several plans simulated with one seed."""
    tracks: tuple[Track, ...]
    rounds: int
    """In all, or in each session."""
    sessions: int
    """0: one sitting without end or limit, cut into blocks."""
    bankroll: int
    goal: int
    hour: int

    @property
    def each(self) -> int:
        """Rounds in a block, or sessions where there are any. A block of rounds holds whole hours."""
        if self.sessions:
            return max(1, BLOCK // self.rounds)
        return self.chunk * max(1, BLOCK // self.chunk)

    @property
    def chunk(self) -> int:
        """Rounds that are taken together because they may depend on each other: a session, else an hour, else
        as much as leaves enough chunks to measure how they differ."""
        return self.rounds if self.sessions else max(1, min(self.hour, self.rounds // 64))

    @property
    def blocks(self) -> int:
        return -(-(self.sessions or self.rounds) // self.each)


class Sums(NamedTuple):
    """What a block, or several together, came to."""

    totals: Ints
    sums: Floats
    ends: Ints

    @classmethod
    def of(cls, blocks: Sequence[Sums]) -> Sums:
        """Blocks combined in their order, in which sums of floats are always the same."""
        totals, sums = blocks[0].totals.copy(), blocks[0].sums.copy()
        for block in blocks[1:]:
            totals += block.totals
            sums += block.sums
        return cls(totals, sums, np.concatenate([block.ends for block in blocks]))


@cache
def _kernel_for(game_play: Play) -> Callable[..., None]:
    return specialised(play_block, play=game_play)


def play_blocks(simulation: Simulation, job: Job, first: int, last: int) -> list[Sums]:
    """The blocks from first up to last, without it."""
    return [_played(simulation, job, block) for block in range(first, last)]


def _played(simulation: Simulation, job: Job, block: int) -> Sums:
    here = min(job.each, (job.sessions or job.rounds) - block * job.each)
    rounds, sessions = (job.rounds, here) if job.sessions else (here, 1)
    rows = len(job.tracks) + 1
    totals = np.zeros((rows, WON + 1), np.int64)
    sums = np.zeros((rows, CHUNKS + 1))
    ends = np.zeros((sessions, END + 1), np.int64)
    bets = np.array([track.wager for track in job.tracks])
    systems = np.array([[len(track.ladder), track.win, track.lose, track.beyond] for track in job.tracks])
    ladders = np.zeros((len(job.tracks), systems[:, RUNGS].max()), np.int64)
    for row, track in zip(ladders, job.tracks, strict=True):
        row[: len(track.ladder)] = track.ladder
    _kernel_for(simulation.play)(
        seeded(np.uint64(job.seed), np.uint64(job.run), np.uint64(block)),
        {"deck": DECK, "shoe": SHOE}.get(simulation.equipment, THROW),
        simulation.size,
        simulation.draws,
        max(simulation.reshuffle, simulation.draws),
        _tape(simulation),
        simulation.rules,
        np.zeros(max(1, simulation.memory), np.int64),
        np.zeros(len(simulation.wagers), np.int64),
        bets,
        ladders,
        systems,
        _reserves(simulation, bets),
        rounds,
        job.chunk,
        1 if job.sessions or systems[:, RUNGS].max() > 1 else job.chunk,
        job.bankroll,
        job.goal,
        totals,
        sums,
        ends,
    )
    return Sums(totals, sums, ends[: len(ends) if job.sessions else 0])


def _tape(simulation: Simulation) -> Tape:
    if simulation.equipment in ("dice", "wheel"):
        return np.empty(THROWS + simulation.draws, np.uint8)
    cards = simulation.cards or bytes(
        card % 52 if simulation.size % 52 == 0 else card for card in range(simulation.size)
    )
    if len(cards) != simulation.size or simulation.draws > simulation.size:
        raise Refused(
            f"{simulation.game} cannot draw {simulation.draws} of {len(cards)} cards, {simulation.size} said"
        )
    return np.frombuffer(bytearray(cards), np.uint8)


def _reserves(simulation: Simulation, bets: Ints) -> Ints:
    """Cents a player needs for each dollar of each bet."""
    reserve = simulation.reserve or (lambda stakes: int(stakes.sum()))
    dollars = np.eye(len(simulation.wagers), dtype=np.int64) * 100
    return np.array([reserve(dollars[bet]) for bet in bets], np.int64)
