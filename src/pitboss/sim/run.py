"""Simulation: a plan played for millions of rounds. The same seed gives the same result on any number of workers."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING

from pitboss.book import Rules
from pitboss.law import Refused
from pitboss.money import MOST, Amount, Cents, cents, dollars, money, written
from pitboss.sim.block import BLOCK, NO_LIMIT, Job, Sums, Track, each_round, nets, play_blocks, reserves
from pitboss.sim.plan import Bet, Plan, flat
from pitboss.sim.report import Report, Sessions, WagerResult, results, together
from pitboss.table import Table

if TYPE_CHECKING:
    from pitboss.arrays import Ints
    from pitboss.sim import Simulation

SESSION = 4
"""Hours of play in a session, unless the number of rounds is given."""

Progress = Callable[[int, int], object]
RoundByRound = Callable[[list[str], "Ints", "Ints"], object]
"""Takes the names of the bets, and for each round and bet its net and the amount staked, in cents."""
Span = tuple[Job, int, int]
"""The blocks of a job: from the first to the last, excluding the last."""


def simulate(
    rules: Rules,
    *,
    plan: Plan | str | None = None,
    rounds: int | None = None,
    seed: int = 1,
    sessions: int | None = None,
    bankroll: Amount | None = None,
    goal: Amount | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
    round_by_round: RoundByRound | None = None,
) -> Report:
    """Play a plan for this many rounds (by default a million), or for this many sessions of them (by default four
    hours at the game's pace); without a plan, each wager by itself. An edge has its ``value``, its
    ``standard_error`` and the ``interval`` of 95 percent. ``round_by_round`` is called with the rounds of each block.

    >>> from pitboss.book import game
    >>> report = simulate(game("three-card-poker").rules(), plan="pair-plus 5", rounds=100_000)
    >>> low, high = report.wagers[0].house_edge.interval
    >>> low < 0.127964 < high
    True
    """
    for name, number in (("rounds", rounds), ("sessions", sessions), ("workers", workers)):
        if number is not None and number < 1:
            raise Refused(f"{name} must be 1 or more, not {number}")
    start = None if bankroll is None else cents(bankroll)
    target = None if goal is None else cents(goal)
    if sessions is None and start is not None:
        raise Refused("a bankroll applies to sessions; give their number")
    if target is not None and (start is None or target <= start):
        raise Refused(f"a goal of {money(target)} needs a smaller bankroll to start with")
    if isinstance(plan, str):
        plan = Plan.parse(plan)
    if plan is None and sessions is not None:
        raise Refused("sessions need a plan: the bets of every round")
    if round_by_round is not None and (plan is None or sessions is not None):
        raise Refused("--out needs a plan, without sessions")

    try:
        simulation = rules.game.mathematics.simulation(rules)
    except NotImplementedError:
        raise Refused(f"{rules.game.id} has no simulation") from None
    pace = rules.game.data.house.rounds_per_hour
    if rounds is None:
        rounds = SESSION * pace if sessions else 1_000_000
    plans = _each_wager(rules, simulation) if plan is None else [plan]
    plans = [each.posted(rules) for each in plans]
    if plan is not None:
        _check_together(rules, plans[0])
    tracks = [_tracks(each, rules, simulation) for each in plans]
    if start is not None and start < (least := _least(simulation, tracks[0])):
        raise Refused(
            f"a bankroll of {money(start)} is not enough for {plans[0]}, which takes {money(least)}"
        )
    jobs = [
        Job(
            seed=seed % (1 << 64),
            run=run,
            tracks=each,
            rounds=rounds,
            sessions=sessions or 0,
            bankroll=NO_LIMIT if start is None else start,
            goal=target or 0,
            hour=pace,
        )
        for run, each in enumerate(tracks)
    ]

    if round_by_round is not None and any(len(track.ladder) > 1 for track in tracks[0]):
        raise Refused("--out needs a plan with constant stakes")
    sums = _played(rules, simulation, jobs, workers, cluster, progress)
    if round_by_round is not None:
        named = [simulation.wagers[track.wager] for track in tracks[0]]
        for block in range(jobs[0].blocks):
            round_by_round(named, *each_round(simulation, jobs[0], block))
    found: list[WagerResult] = []
    for each, job, sum_ in zip(plans, jobs, sums, strict=True):
        rows = results([simulation.wagers[track.wager] for track in job.tracks], sum_)
        bets, others = rows[: len(each.bets)], rows[len(each.bets) :]
        found += bets[-1:] if plan is None else [*bets, *(row for row in others if row.made)]
    per_round, per_hour = together(sums[0], pace) if plan is not None else (None, None)
    return Report(
        game=rules.game.id,
        options=rules.options,
        plan=None if plan is None else str(plans[0]),
        rounds=rounds,
        seed=seed,
        wagers=tuple(found),
        per_round=per_round,
        per_hour=per_hour,
        sessions=Sessions.of(sums[0].ends, rounds, start, target) if sessions else None,
    )


def outcomes(rules: Rules, wager: str, blocks: int = 32, seed: int = 1) -> dict[Fraction, int]:
    """The number of rounds for each net result, over this many blocks, in units of the wager, including all additions.
    Nothing if the game has no simulation of it, or if it may stay up for several rounds.

    >>> from pitboss.book import game
    >>> found = outcomes(game("three-card-poker").rules(), "ante", blocks=1)
    >>> min(found), sum(found.values())
    (Fraction(-2, 1), 131072)
    """
    try:
        simulation = rules.game.mathematics.simulation(rules)
    except (NotImplementedError, Refused):
        return {}
    if wager not in simulation.wagers or rules.wager(wager.partition(":")[0]).stands:
        return {}
    tracks = _tracks(flat(wager).posted(rules), rules, simulation)
    job = Job(seed, 0, tracks, blocks * BLOCK, 0, NO_LIMIT, 0, 1)
    found: Counter[int] = Counter()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for brought in pool.map(lambda block: nets(simulation, job, block), range(blocks)):
            found.update(Counter(brought.tolist()))
    return {Fraction(net, tracks[0].ladder[0]): count for net, count in sorted(found.items(), reverse=True)}


def _each_wager(rules: Rules, simulation: Simulation) -> list[Plan]:
    """A plan for each wager offered: the wager alone, after the wagers that determine its amount."""
    plans = []
    for wager in simulation.wagers:
        name, _, _ = wager.partition(":")
        if not rules.offers(name):
            continue
        plan = flat(wager)
        while (tied := rules.wager(name).follows) and tied in simulation.wagers and rules.offers(tied):
            plan = flat(tied) + plan
            name = tied
        plans.append(plan)
    return plans


def _check_together(rules: Rules, plan: Plan) -> None:
    """Refuse wagers that a table accepts separately but not together. A wager that it accepts only with another may be
    simulated alone, to see its cost."""
    for first, second in permutations(plan.bets, 2):
        table = Table(rules.game, rules, seed=0)
        table.sit(1, "player", dollars(MOST))
        try:
            if not (_made(table, second) and _unmade(table, second) and _made(table, first)):
                continue
            if second.wager != first.wager:
                table.bet(1, second.wager, written(second.amount or 0))
        except Refused as refused:
            raise Refused(f"{first.wager} and {second.wager} cannot be made together: {refused}") from None


def _made(table: Table, bet: Bet) -> bool:
    try:
        table.bet(1, bet.wager, written(bet.amount or 0))
    except Refused:
        return False
    return True


def _unmade(table: Table, bet: Bet) -> bool:
    try:
        table.remove(1, bet.wager)
    except Refused:
        return False
    return not table.bets


def _tracks(plan: Plan, rules: Rules, simulation: Simulation) -> tuple[Track, ...]:
    """The plan in numbers, followed by the wagers that are made only during a round."""
    tracks = []
    for bet in plan.bets:
        if bet.wager not in simulation.wagers:
            near = [wager for wager in simulation.wagers if wager.partition(":")[0] == bet.id]
            names = ", ".join(near or simulation.wagers)
            raise Refused(f"{rules.game.id} has no simulation of {bet.wager}; it has: {names}")
        system, ladder = bet.ladder(rules)
        beyond = 0 if system.starts_over else len(ladder) - 1
        place = simulation.wagers.index(bet.wager)
        tracks.append(Track(place, tuple(ladder), system.win, system.lose, beyond))
    made = {track.wager for track in tracks}
    for place, wager in enumerate(simulation.wagers):
        data = rules.wagers.get(wager.partition(":")[0])
        if data and data.during and place not in made:
            tracks.append(Track(place))
    return tuple(tracks)


def _least(simulation: Simulation, tracks: tuple[Track, ...]) -> Cents:
    """The money needed to make the first bets of a plan and finish the round."""
    takes = reserves(simulation, [track.wager for track in tracks])
    return sum(int(take) * track.ladder[0] // 100 for take, track in zip(takes, tracks, strict=True))


def _played(
    rules: Rules,
    simulation: Simulation,
    jobs: list[Job],
    workers: int | None,
    cluster: str | None,
    progress: Progress | None,
) -> list[Sums]:
    """The sums of each job, with its blocks in order, no matter which worker played them."""
    hands = workers or os.cpu_count() or 1
    total = sum(job.blocks for job in jobs)
    # A worker is sent several blocks at once if there are many, but enough are left for an even share.
    several = max(1, min(64, total // (16 * hands)))
    spans = [
        (job, first, min(first + several, job.blocks))
        for job in jobs
        for first in range(0, job.blocks, several)
    ]
    if cluster is not None:
        from pitboss.sim.cluster import on_cluster

        parts = on_cluster(cluster, rules, spans)
    else:
        parts = _on_threads(simulation, spans, hands)
    blocks: dict[int, list[Sums]] = {job.run: [] for job in jobs}
    share = sum(job.rounds * (job.sessions or 1) for job in jobs)
    done = 0
    for (job, _, _), part in zip(spans, parts, strict=True):
        blocks[job.run] += part
        done += len(part)
        if progress:
            progress(share * done // total, share)
    return [Sums.of(blocks[job.run]) for job in jobs]


def _on_threads(simulation: Simulation, spans: list[Span], threads: int) -> Iterator[list[Sums]]:
    """Compiled blocks run without the interpreter's lock, so threads are enough."""
    if threads == 1 or len(spans) == 1:
        for span in spans:
            yield play_blocks(simulation, *span)
        return
    pool = ThreadPoolExecutor(threads)
    try:
        yield from pool.map(lambda span: play_blocks(simulation, *span), spans)
    finally:
        pool.shutdown(cancel_futures=True)
