"""Blocks played by the workers of a Dask cluster. A worker is told the rules and makes the game itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from pitboss.book import Rules, Value, game, in_the_book
from pitboss.book.data import HouseWay
from pitboss.compiler import sources
from pitboss.law import Refused
from pitboss.money import Cents
from pitboss.sim.block import Job, Sums, play_blocks

if TYPE_CHECKING:
    from distributed import Client

    from pitboss.sim import Simulation


class Recipe(msgspec.Struct, frozen=True):
    """From what a worker makes the same rules."""

    sources: str
    game: str
    options: dict[str, Value]
    pay_tables: dict[str, dict[str, str]]
    limits: dict[str, tuple[Cents, Cents]]
    chip: Cents
    positions: int
    increment: Cents
    house_way: HouseWay | None


def recipe(rules: Rules) -> bytes:
    return msgspec.json.encode(
        Recipe(
            sources(),
            rules.game.id if in_the_book(rules.game) else str(rules.game.path),
            {name: rules[name] for name in rules.chosen},
            rules.posted,
            rules._limits,
            rules.chip,
            rules.positions,
            rules.increment,
            rules.own_way,
        )
    )


@cache
def _simulation(text: bytes) -> Simulation:
    told = msgspec.json.decode(text, type=Recipe)
    if told.sources != sources():
        raise Refused(
            "a worker of the cluster has another version of Pitboss; same seed, same answer needs the same"
        )
    rules = Rules(
        game(told.game),
        told.options,
        pay_tables=told.pay_tables,
        limits=told.limits,
        chip=told.chip,
        increment=told.increment,
        positions=told.positions,
        house_way=told.house_way,
        lawful=False,
    )
    return rules.game.simulation(rules)


def play(text: bytes, job: Job, first: int, last: int) -> list[Sums]:
    """What a worker does."""
    return play_blocks(_simulation(text), job, first, last)


def client_of(address: str) -> Client:
    """A cluster by the address of its scheduler."""
    try:
        from distributed import Client
    except ImportError:
        raise Refused("a cluster needs Dask: pip install 'pitboss[cluster]'") from None
    try:
        return Client(address, timeout="5s")  # type: ignore[no-untyped-call]
    except (OSError, ValueError):
        raise Refused(f"no Dask scheduler answers at {address}") from None


def on_cluster(address: str, rules: Rules, spans: list[tuple[Job, int, int]]) -> Iterator[list[Sums]]:
    """The spans of blocks in their order, each as soon as it and those before it are played."""
    with client_of(address) as client:
        text = recipe(rules)
        futures = client.map(lambda span: play(text, *span), spans, pure=False)
        for future in futures:
            yield future.result()
