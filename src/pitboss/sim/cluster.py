"""Blocks played by the workers of a Dask cluster. A worker receives the rules and makes the game itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from pitboss.book import Rules, RulesRecord, game, in_the_book
from pitboss.compiler import sources
from pitboss.extras import require
from pitboss.law import Refused
from pitboss.sim.block import Job, Sums, play_blocks

if TYPE_CHECKING:
    from distributed import Client

    from pitboss.sim import Simulation


class Recipe(msgspec.Struct, frozen=True):
    """The record from which a worker makes the same rules."""

    sources: str
    rules: RulesRecord


def recipe(rules: Rules) -> bytes:
    home = rules.game.id if in_the_book(rules.game) else str(rules.game.path)
    return msgspec.json.encode(Recipe(sources(), msgspec.structs.replace(rules.record, game=home)))


@cache
def _simulation(text: bytes) -> Simulation:
    given = msgspec.json.decode(text, type=Recipe)
    if given.sources != sources():
        raise Refused(
            "a worker of the cluster has another version of Pitboss; reproducible results need the same version"
        )
    rules = Rules.of(game(given.rules.game), given.rules, lawful=False)
    return rules.game.mathematics.simulation(rules)


def play(text: bytes, job: Job, first: int, last: int) -> list[Sums]:
    """The work of a worker."""
    return play_blocks(_simulation(text), job, first, last)


def client_of(address: str) -> Client:
    """A cluster by the address of its scheduler."""
    require("distributed")
    from distributed import Client

    try:
        return Client(address, timeout="5s")  # type: ignore[no-untyped-call]
    except (OSError, ValueError):
        raise Refused(f"no Dask scheduler answers at {address}") from None


def on_cluster(address: str, rules: Rules, spans: list[tuple[Job, int, int]]) -> Iterator[list[Sums]]:
    """The spans of blocks in order, each as soon as it and those before it are played."""
    with client_of(address) as client:
        text = recipe(rules)
        futures = client.map(lambda span: play(text, *span), spans, pure=False)
        for future in futures:
            yield future.result()
