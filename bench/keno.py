"""Keno tickets settled per second on one core, once compiled: ten ways of four spots, as many tickets as a busy
evening sells, game after game; and the same tickets at a real table with its journal."""

from __future__ import annotations

import random
from time import perf_counter

import numpy as np

from pitboss.book import game
from pitboss.games.draws.keno_mathematics import payouts
from pitboss.games.draws.rates import rate_card
from pitboss.games.draws.tickets import bits, marked
from pitboss.table import Table

KENO = game("keno")


def ticket(chance: random.Random) -> str:
    """Five groups of two spots, every two of them a way."""
    spots = chance.sample(range(1, 81), 10)
    return "way:" + "/".join(f"{spots[i]}-{spots[i + 1]}" for i in range(0, 10, 2)) + "*2"


def compiled(tickets: int = 20_000, games: int = 100) -> float:
    chance = random.Random(15)
    ways = np.array([marked(ticket(chance)).packed() for _ in range(tickets)], np.int64)
    ends = np.arange(1, tickets + 1) * ways.shape[1]
    rates, won = np.full(tickets, 100), np.zeros(tickets, np.int64)
    card = np.array(rate_card(KENO.rules()).packed)
    draws = [bits(tuple(chance.sample(range(1, 81), 20))) for _ in range(games)]
    settle = payouts.compiled
    settle(ways.ravel(), ends, rates, *draws[0], card, won)
    start = perf_counter()
    for low, high in draws:
        settle(ways.ravel(), ends, rates, low, high, card, won)
    return tickets * games / (perf_counter() - start)


def at_the_table(tickets: int = 2_000) -> float:
    chance = random.Random(15)
    table = Table(KENO, seed=15)
    table.sit(1, "Ann", 1_000_000)
    for _ in range(tickets):
        table.bet(1, ticket(chance), 10)
    start = perf_counter()
    table.deal()
    return tickets / (perf_counter() - start)


def run() -> list[tuple[str, float, str]]:
    """Rows of label, rate and unit; the best of three, since others may be using the machine."""
    return [
        ("keno, ten-way tickets, compiled", max(compiled() for _ in range(3)), "tickets/s"),
        ("keno, ten-way tickets, at the table", max(at_the_table() for _ in range(3)), "tickets/s"),
    ]


if __name__ == "__main__":
    for label, rate, unit in run():
        print(f"{label:<40}{rate:>16,.0f} {unit}")
