"""The house under crashes, lost answers and wandering players, from a seed; a failure comes again with its seed."""

from pathlib import Path

import pytest

from tests.properties import often
from tests.web.simulated import Simulation
from tests.web.two_servers import TwoServers

GAMES = ["three-card-poker", "craps", "blackjack", "hold-em", "roulette", "caribbean-stud-poker"]


@pytest.mark.parametrize("seed", range(often(2, 40)))
def test_a_house_that_dies_at_any_await_loses_and_makes_no_chip(seed: int) -> None:
    simulation = Simulation(seed, GAMES)
    for _ in range(4):
        simulation.live(simulation.chance.randrange(200, 4_000), lambda house: simulation.play(house, 60))
        simulation.check()
    simulation.disk.failing = 0.0
    assert simulation.live(10**7, lambda house: simulation.play(house, 10)), "the last life ends by itself"
    simulation.check()
    assert simulation.acted > 50


def test_the_same_seed_gives_the_same_bytes() -> None:
    def run() -> list[bytes]:
        simulation = Simulation(99, GAMES[:3])
        for steps in (1_500, 3_000):
            simulation.live(steps, lambda house: simulation.play(house, 60))
        return [line for identity in sorted(simulation._tables()) for line in simulation.lines(identity)]

    first = run()
    assert len(first) > 30
    assert first == run()


@pytest.mark.parametrize("seed", range(often(2, 40)))
def test_two_servers_lose_and_repeat_nothing_whatever_becomes_of_the_database(
    seed: int, tmp_path: Path
) -> None:
    house = TwoServers(seed, GAMES[:4], tmp_path)
    house.run(8)
    house.check()
    assert house.acted > 50
