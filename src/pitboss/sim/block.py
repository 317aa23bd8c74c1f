"""A block of rounds: the loop in which every game's simulation runs, and its sums.

Blocks have a fixed size and a random stream each, and their sums are combined in order, so it does not matter
which worker plays which block.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from pitboss.arrays import Floats, Ints
from pitboss.compiler import Kernel, lean_kernel, specialized
from pitboss.law import Refused
from pitboss.sim.chance import State, Tape, deal, roll, seeded

if TYPE_CHECKING:
    from pitboss.sim import Play, Simulation

BLOCK: Final = 1 << 17
"""The approximate number of rounds in a block."""
THROWS: Final = 1 << 12
"""Throws or spins made ahead: they fit into the nearest cache."""
LINGER: Final = 1 << 14
"""The most rounds a player waits for the last wagers to be decided."""
NO_LIMIT: Final = -1

DECK: Final = 0
SHOE: Final = 1
THROW: Final = 2

# The counts for each wager and, in the last row, for the whole plan, where a unit is a round.
NET: Final = 0
UNITS: Final = 1  # cents staked at first; for the plan, rounds played
STAKED: Final = 2  # cents staked in total, including raises
MADE: Final = 3  # rounds in which the wager was made
WON: Final = 4  # rounds in which it won money

# Sums of squares and products: of single rounds, then of chunks, whose outcomes are independent.
SQUARE: Final = 0
NET_NET: Final = 1
NET_UNITS: Final = 2
UNITS_UNITS: Final = 3
NET_STAKED: Final = 4
STAKED_STAKED: Final = 5
CHUNKS: Final = 6

# The figures stored for each session.
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


class Desk(NamedTuple):
    """The inputs of a block."""

    state: State
    equipment: int
    size: int
    draws: int
    reshuffle: int
    tape: Tape
    rules: Any
    memory: Ints
    stakes: Ints
    net: Ints
    staked: Ints
    chunk: Ints
    bets: Ints


class Course(NamedTuple):
    """How stakes react to results, and for how long."""

    rungs: Ints
    ladders: Ints
    systems: Ints
    reserves: Ints
    purse: int
    rounds: int
    hour: int
    bankroll: int
    goal: int


class Sums(NamedTuple):
    """The result of a block, or of several together."""

    totals: Ints
    sums: Floats
    ends: Ints

    @classmethod
    def of(cls, blocks: Sequence[Sums]) -> Sums:
        """Blocks combined in order, so that sums of floats are always the same."""
        totals, sums = blocks[0].totals.copy(), blocks[0].sums.copy()
        for block in blocks[1:]:
            totals += block.totals
            sums += block.sums
        return cls(totals, sums, np.concatenate([block.ends for block in blocks]))


@lean_kernel
def play(tape: Tape, at: int, stakes: Ints, rules: Any, memory: Ints, net: Ints, staked: Ints) -> int:
    """A placeholder for the game's own round."""
    raise NotImplementedError


@lean_kernel
def supply(
    tape: Tape, at: int, end: int, equipment: int, size: int, draws: int, reshuffle: int, state: State
) -> tuple[int, int]:
    """Make sure that the tape holds chance for a round: the position to read, and the limit before more is needed."""
    if at + draws <= end:
        return at, end
    if equipment == DECK:
        deal(tape, draws, state)
        return 0, 0
    if equipment == SHOE:
        deal(tape, size, state)
        return 0, size - reshuffle + draws
    return 0, roll(tape, size, state)


@lean_kernel
def first_put(put: int, asked: int) -> int:
    """The first part of the stake: no more than was requested, if anything was."""
    return min(put, asked) if asked > 0 else put


@lean_kernel
def enter(bet: int, wager: int, net: Ints, staked: Ints, chunk: Ints, sums: Floats) -> int:
    """Record the result of a bet in one round, and return it. Adding zero is faster than testing for it:
    random branches are mispredicted."""
    won, put = net[wager], staked[wager]
    net[wager] = staked[wager] = 0
    chunk[bet, NET] += won
    chunk[bet, STAKED] += put
    chunk[bet, MADE] += put != 0
    chunk[bet, WON] += won > 0
    sums[bet, SQUARE] += float(won) * float(won)
    return int(won)


@lean_kernel
def close(rounds: int, chunk: Ints, totals: Ints, sums: Floats) -> None:
    """Add a chunk of this many rounds to the totals, and clear it."""
    whole = len(chunk) - 1
    chunk[whole, UNITS] = chunk[whole, MADE] = rounds
    for row in range(len(chunk)):
        if row < whole:
            chunk[whole, NET] += chunk[row, NET]
            chunk[whole, STAKED] += chunk[row, STAKED]
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


@lean_kernel
def play_rounds(desk: Desk, rounds: int, hour: int, found: Sums) -> None:
    """This many rounds with constant stakes, recorded by the hour."""
    state, equipment, size, draws, reshuffle, tape, rules, memory, stakes, net, staked, chunk, bets = desk
    totals, sums, _ = found
    at, end = len(tape), 0
    played = 0
    # Wagers still standing at the end are decided, but no more are made.
    while played < rounds or (memory[0] > 0 and played < rounds + LINGER):
        count = min(hour, rounds - played)
        if count <= 0:
            stakes[:] = 0
            count = 1
        square = 0.0
        for _ in range(count):
            at, end = supply(tape, at, end, equipment, size, draws, reshuffle, state)
            at = play(tape, at, stakes, rules, memory, net, staked)
            result = enter(0, bets[0], net, staked, chunk, sums)
            for bet in range(1, len(bets)):  # most plans are one bet, and need no loop
                result += enter(bet, bets[bet], net, staked, chunk, sums)
            square += float(result) * float(result)
        sums[len(bets), SQUARE] += square
        for bet in range(len(bets)):
            chunk[bet, UNITS] = first_put(chunk[bet, STAKED], stakes[bets[bet]] * chunk[bet, MADE])
        close(count, chunk, totals, sums)
        played += count


@lean_kernel
def play_each(desk: Desk, nets: Ints) -> None:
    """Round after round with the same stakes, and the result of each."""
    state, equipment, size, draws, reshuffle, tape, rules, memory, stakes, net, staked, _, _ = desk
    at, end = len(tape), 0
    for played in range(len(nets)):
        at, end = supply(tape, at, end, equipment, size, draws, reshuffle, state)
        at = play(tape, at, stakes, rules, memory, net, staked)
        nets[played] = net.sum()
        net[:] = 0


@lean_kernel
def play_apart(desk: Desk, rounds: int, nets: Ints, puts: Ints) -> int:
    """The rounds of `play_rounds` one by one: the net of each bet, and the amount staked on it. Returns how many rounds
    it took until the last wager was decided."""
    state, equipment, size, draws, reshuffle, tape, rules, memory, stakes, net, staked, _, bets = desk
    at, end = len(tape), 0
    played = 0
    while played < rounds or (memory[0] > 0 and played < rounds + LINGER):
        if played == rounds:
            stakes[:] = 0
        at, end = supply(tape, at, end, equipment, size, draws, reshuffle, state)
        at = play(tape, at, stakes, rules, memory, net, staked)
        for bet in range(len(bets)):
            nets[played, bet] = net[bets[bet]]
            puts[played, bet] = staked[bets[bet]]
            net[bets[bet]] = staked[bets[bet]] = 0
        played += 1
    return played


@lean_kernel
def play_sessions(desk: Desk, course: Course, found: Sums) -> None:
    """Sessions of at most this many rounds, with stakes that may react to results, and a bankroll that may
    run out (or none: ``NO_LIMIT``). ``found.ends`` has a row for each session."""
    state, equipment, size, draws, reshuffle, tape, rules, memory, stakes, net, staked, chunk, bets = desk
    rungs, ladders, systems, reserves, purse, rounds, hour, bankroll, goal = course
    totals, sums, ends = found
    at, end = len(tape), 0
    for session in range(len(ends)):
        memory[:] = 0
        rungs[:] = 0
        need = 0
        for bet in range(len(bets)):
            need += reserves[bet] * ladders[bet, 0] // 100
        wealth = peak = max(bankroll, 0)
        played = filled = drawdown = 0
        left = betting = False
        if equipment == SHOE:
            at = len(tape)
        # Wagers still standing at the end are decided before anybody leaves, but no more are made.
        while (played < rounds and not left) or (memory[0] > 0 and played < rounds + LINGER):
            waits = left or played >= rounds
            if bankroll >= 0 and not waits:
                free = wealth - memory[0]
                if 0 < goal <= free:
                    left = True
                    continue
                waits = free < need
                if waits and memory[0] <= 0:
                    break
            if waits == betting:
                betting = not waits
                for bet in range(len(bets)):
                    stakes[bets[bet]] = ladders[bet, rungs[bet]] if betting else 0
            if purse > 0 and bankroll >= 0:
                memory[purse] = 1 + max(0, wealth - memory[0] - stakes.sum())
            at, end = supply(tape, at, end, equipment, size, draws, reshuffle, state)
            at = play(tape, at, stakes, rules, memory, net, staked)
            result = 0
            for bet in range(len(bets)):
                wager = bets[bet]
                chunk[bet, UNITS] += first_put(staked[wager], stakes[wager])
                won = enter(bet, wager, net, staked, chunk, sums)
                result += won
                if systems[bet, RUNGS] > 1 and won != 0:
                    rung = rungs[bet] + systems[bet, WIN if won > 0 else LOSE]
                    rung = systems[bet, BEYOND] if rung >= systems[bet, RUNGS] else max(rung, 0)
                    need -= reserves[bet] * ladders[bet, rungs[bet]] // 100
                    need += reserves[bet] * ladders[bet, rung] // 100
                    rungs[bet] = rung
                    if betting:
                        stakes[wager] = ladders[bet, rung]
            sums[len(bets), SQUARE] += float(result) * float(result)
            wealth += result
            peak = max(peak, wealth)
            drawdown = max(drawdown, peak - wealth)
            played += 1
            filled += 1
            if filled == hour and played < rounds:
                close(filled, chunk, totals, sums)
                filled = 0
        if filled > 0:
            close(filled, chunk, totals, sums)
        ends[session, FINAL] = wealth
        ends[session, ROUNDS] = played
        ends[session, DRAWDOWN] = drawdown
        if 0 < goal <= wealth:
            ends[session, END] = REACHED
        elif bankroll >= 0 and wealth < need:
            ends[session, END] = RUINED


class Track(NamedTuple):
    """One bet of a plan: which of ``Simulation.wagers``, its ladder of stakes in cents, how many rungs to
    move after a win and after a loss, and the rung after the last."""

    wager: int
    ladder: tuple[int, ...] = (0,)
    win: int = 0
    lose: int = 0
    beyond: int = 0


class Job(NamedTuple):
    """What to play, apart from the game itself: plain numbers that are sent to a worker."""

    seed: int
    run: int
    """Distinguishes the streams of several plans simulated with one seed."""
    tracks: tuple[Track, ...]
    rounds: int
    """In total, or in each session."""
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
        """Rounds grouped because they may depend on each other: a session, or an hour, or as many as leave
        enough chunks to measure their variation."""
        return self.rounds if self.sessions else max(1, min(self.hour, self.rounds // 64))

    @property
    def blocks(self) -> int:
        return -(-(self.sessions or self.rounds) // self.each)


@cache
def _compiled(loop: Kernel[..., Any], game_play: Play) -> Callable[..., Any]:
    return specialized(loop, play=game_play, supply=supply, enter=enter)


def play_blocks(simulation: Simulation, job: Job, first: int, last: int) -> list[Sums]:
    """The blocks from first to last, excluding last."""
    return [_played(simulation, job, block) for block in range(first, last)]


def _played(simulation: Simulation, job: Job, block: int) -> Sums:
    here = min(job.each, (job.sessions or job.rounds) - block * job.each)
    rows = len(job.tracks) + 1
    found = Sums(
        np.zeros((rows, WON + 1), np.int64),
        np.zeros((rows, CHUNKS + 1)),
        np.zeros((here if job.sessions else 1, END + 1), np.int64),
    )
    desk = _desk(simulation, job, block)
    bets, stakes = desk.bets, desk.stakes
    if not job.sessions and all(len(track.ladder) == 1 for track in job.tracks):
        stakes[bets] = [track.ladder[0] for track in job.tracks]
        _compiled(play_rounds, simulation.play)(desk, here, job.chunk, found)
    else:
        systems = np.array([[len(track.ladder), track.win, track.lose, track.beyond] for track in job.tracks])
        ladders = np.zeros((len(bets), systems[:, RUNGS].max()), np.int64)
        for row, track in zip(ladders, job.tracks, strict=True):
            row[: len(track.ladder)] = track.ladder
        course = Course(
            np.zeros_like(bets),
            ladders,
            systems,
            reserves(simulation, bets),
            simulation.purse,
            job.rounds if job.sessions else here,
            job.chunk,
            job.bankroll,
            job.goal,
        )
        _compiled(play_sessions, simulation.play)(desk, course, found)
    if desk.net.any() or desk.staked.any():
        raise ValueError(f"{simulation.game}: a wager that is not in the plan has won money")
    return found if job.sessions else found._replace(ends=found.ends[:0])


def each_round(simulation: Simulation, job: Job, block: int) -> tuple[Ints, Ints]:
    """A block of rounds that `play_blocks` adds up, round by round and bet by bet: the net of each, and the amount
    staked."""
    here = min(job.each, job.rounds - block * job.each)
    desk = _desk(simulation, job, block)
    desk.stakes[desk.bets] = [track.ladder[0] for track in job.tracks]
    brought, put = np.zeros((2, here + LINGER, len(job.tracks)), np.int64)
    played = _compiled(play_apart, simulation.play)(desk, here, brought, put)
    return brought[:played], put[:played]


def nets(simulation: Simulation, job: Job, block: int) -> Ints:
    """The result of each round of a block, with constant stakes on all tracks together."""
    desk, found = _desk(simulation, job, block), np.empty(BLOCK, np.int64)
    desk.stakes[desk.bets] = [track.ladder[0] for track in job.tracks]
    _compiled(play_each, simulation.play)(desk, found)
    return found


def _desk(simulation: Simulation, job: Job, block: int) -> Desk:
    stakes, net, staked = np.zeros((3, len(simulation.wagers)), np.int64)
    return Desk(
        seeded(np.uint64(job.seed), np.uint64(job.run), np.uint64(block)),
        {"deck": DECK, "shoe": SHOE}.get(simulation.equipment, THROW),
        simulation.size,
        simulation.draws,
        max(simulation.reshuffle, simulation.draws),
        _tape(simulation),
        simulation.rules,
        np.zeros(max(1, simulation.memory), np.int64),
        stakes,
        net,
        staked,
        np.zeros((len(job.tracks) + 1, WON + 1), np.int64),
        np.array([track.wager for track in job.tracks]),
    )


def _tape(simulation: Simulation) -> Tape:
    if simulation.equipment in ("dice", "wheel"):
        return np.empty(THROWS + simulation.draws, np.uint8)
    cards = simulation.cards or bytes(
        card % 52 if simulation.size % 52 == 0 else card for card in range(simulation.size)
    )
    if len(cards) != simulation.size or simulation.draws > simulation.size:
        raise Refused(
            f"{simulation.game} cannot draw {simulation.draws} of {len(cards)} cards; its size is {simulation.size}"
        )
    return np.frombuffer(bytearray(cards), np.uint8)


def reserves(simulation: Simulation, bets: Sequence[int] | Ints) -> Ints:
    """Cents a player needs for each dollar of each bet."""
    reserve = simulation.reserve or (lambda stakes: int(stakes.sum()))
    dollars = np.eye(len(simulation.wagers), dtype=np.int64) * 100
    return np.array([reserve(dollars[bet]) for bet in bets], np.int64)
