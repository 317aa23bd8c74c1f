"""Two simulated servers whose database stalls, is cut off and fails over without its last commits, while one of them is
replaced and people play: no server deals what another has shown, no chip is lost, no journal is unsound."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.web.test_simulation import GAMES
from tests.web.two_servers import TwoServers


def run(times: int, seed: int) -> Iterator[tuple[str, object]]:
    happened, acted, seen = Counter[str](), 0, 0
    for n in range(times):
        with tempfile.TemporaryDirectory() as at:
            house = TwoServers(seed * 1000 + n, GAMES[:4], Path(at))
            house.run(8)
            house.check()
        happened.update(house.happened)
        acted, seen = acted + house.acted, seen + len(house.seen)
    yield "simulated houses of two servers", times
    yield from ((f"times it {what.replace('_', ' ')}", often) for what, often in sorted(happened.items()))
    yield "commands carried out", acted
    yield "secrets and shoes seen and then lost", seen
    yield "dealt again, lost or made: chips, lines", 0
