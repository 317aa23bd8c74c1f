"""Every irregularity of every game, at every kind of point of a round."""

from __future__ import annotations

from collections.abc import Iterator

from tests.core.test_irregularities import GAMES, test_every_irregularity_at_every_point

from pitboss.book import game, games
from pitboss.proof import prove


def run(times: int, seed: int) -> Iterator[tuple[str, object]]:
    """So many games: each irregularity at each kind of point, then at random under every choice of the house."""
    wrong: list[str] = []
    rounds = called = 0
    for name in GAMES[:times]:
        test_every_irregularity_at_every_point(name)
        called += len(game(name).data.irregularities)
    for heading in list(games())[:times]:
        proof = prove(game(heading.id), rounds=500, seed=seed)
        rounds += proof.rounds
        wrong += proof.slips
    yield "irregularities called at every kind of point", called
    yield "rounds at random besides", rounds
    yield "slips", wrong or 0
