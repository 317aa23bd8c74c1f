"""SIGKILL of the server and of its writer while people play, over both databases; and a house in one process, from a
seed, whose disk is full now and then and whose process dies at any await."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.web.processes import new_database, stop_postgres
from tests.web.simulated import Simulation
from tests.web.test_kills import Killings
from tests.web.test_leases import test_an_owner_asleep_and_awake_again_under_load_loses_and_doubles_nothing
from tests.web.test_simulation import GAMES


def run(times: int, seed: int) -> Iterator[tuple[str, object]]:
    """Two thirds of the kills are the server's, a third its writer's."""
    told = resumed = 0
    for kind in ("sqlite", "postgresql"):
        for server in (True, False):
            kills = times // 3 if server else times // 6
            with tempfile.TemporaryDirectory() as at:
                killings = Killings(Path(at), new_database(kind, Path(at)), seed)
                try:
                    asyncio.run(
                        killings.killed(kills) if server else killings.harmed(kills, killings.killed_off)
                    )
                finally:
                    killings.lives.end()
                told, resumed = told + killings.told, resumed + killings.resumed
            yield f"SIGKILLs of the {'server' if server else 'writer'} over {kind}", kills
    stop_postgres()
    yield "messages compared with the journals", told
    yield "rounds that went on where they stood", resumed
    yield "lost or made: chips, lines, commands", 0


def disks(times: int, seed: int) -> Iterator[tuple[str, object]]:
    """A server whose files may not grow for a while, again and again; then disks that are full or lose an answer and
    processes that die at any await, all of it simulated."""
    with tempfile.TemporaryDirectory() as at:
        killings = Killings(Path(at), new_database("sqlite", Path(at)), seed)
        try:
            asyncio.run(killings.harmed(times, killings.on_a_full_disk))
        finally:
            killings.lives.end()
    yield "times the disk of a server was full", times
    yield "messages compared with the journals", killings.told
    acted = 0
    for n in range(times):
        simulation = Simulation(seed * 1000 + n, GAMES)
        for _ in range(5):
            simulation.live(simulation.chance.randrange(200, 4_000), lambda house: simulation.play(house, 60))  # noqa: B023
            simulation.check()
        simulation.disk.failing = 0.0
        assert simulation.live(10**7, lambda house: simulation.play(house, 10))  # noqa: B023
        simulation.check()
        acted += simulation.acted
    yield "simulated houses, six lives each", times
    yield "commands carried out in them", acted
    yield "lost or made: chips, lines, commands", 0


def stopped(times: int, _: int) -> Iterator[tuple[str, object]]:
    """Servers that are stopped in the middle of play past their lease, and wake up when another has their tables."""
    for _ in range(times):
        with tempfile.TemporaryDirectory() as at:
            test_an_owner_asleep_and_awake_again_under_load_loses_and_doubles_nothing(Path(at))
    stop_postgres()
    yield "campaigns of SIGSTOP and SIGCONT over postgresql", times
    yield "lost or doubled: chips, lines, commands", 0
