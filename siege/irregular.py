"""Every irregularity of every game at every point of a round, under every choice of the house."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.book import game, games
from pitboss.proof import prove


def run(times: int, seed: int) -> Iterator[tuple[str, object]]:
    """So many games, each under every choice of the house and with every irregularity."""
    wrong: list[str] = []
    rounds = 0
    for heading in games()[:times]:
        proof = prove(game(heading.id), rounds=500, seed=seed)
        rounds += proof.rounds
        wrong += proof.slips
    yield "games whose irregularities came about at every point", min(times, len(games()))
    yield "rounds of them", rounds
    yield "slips", wrong or 0
