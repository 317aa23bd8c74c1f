"""What the tests of punto banco and mini-baccarat share: one coup at the table and compiled, and figures by a slow
program of their own."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import numpy as np

from pitboss.book import Game
from pitboss.table import Table
from tests.tape import Tape

SCHEMES = (
    {},
    {"vigorish": "4-percent", "vigorish_rounding": "up", "bonus": "A", "total_cards": "yes"},
    {"vigorish": "six-pays-half", "bonus": "B"},
    {"vigorish": "waived-by-total-cards", "total_cards": "yes", "bonus": "C"},
    {"vigorish": "dragon-7", "dragon_7_wager": "yes"},
)


def slow_value(card: int) -> int:
    """Of a card, by its name: 3.1(b)."""
    return {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0}.get(rank := "23456789TJQKA"[card // 4], 0) or (
        int(rank) if rank.isdigit() else 0
    )


DRAWS = {
    3: "DDDDDDDDDSD",
    4: "DSSDDDDDDSS",
    5: "DSSSSDDDDSS",
    6: "SSSSSSSDDSS",
}
"""Table 2 as it is printed: the first column for no third card, then by its value."""


def slow_coup(values: list[int]) -> tuple[int, int, int, int]:
    """Both counts and numbers of cards, from the values of six cards in order."""
    deck = iter(values)
    first = [next(deck) for _ in range(4)]
    player, banker = [first[0], first[2]], [first[1], first[3]]
    if sum(player) % 10 < 8 and sum(banker) % 10 < 8:
        column = 0
        if sum(player) % 10 <= 5:
            player.append(next(deck))
            column = player[2] + 1
        count = sum(banker) % 10
        if count <= 2 or (count <= 6 and DRAWS[count][column] == "D"):
            banker.append(next(deck))
    return sum(player) % 10, sum(banker) % 10, len(player), len(banker)


def slow_distribution(shoe: dict[int, int]) -> dict[tuple[int, int, int, int], Fraction]:
    """How likely each coup is, card by card, from so many cards of each value."""
    found: dict[tuple[int, int, int, int], Fraction] = {}
    for values in product(shoe, repeat=6):
        left, total, chance = dict(shoe), sum(shoe.values()), Fraction(1)
        for value in values:
            chance *= Fraction(left[value], total)
            left[value] -= 1
            total -= 1
            if not chance:
                break
        else:
            coup = slow_coup(list(values))
            found[coup] = found.get(coup, Fraction(0)) + chance
    return found


def table_and_compiled_agree(game: Game, options: dict[str, object], seed: int, rounds: int) -> None:
    """Random coups with every wager that is offered: at the table and compiled the same money."""
    rules = game.rules(**options)
    simulation, chance, tape = game.simulation(rules), random.Random(seed), Tape()
    table = Table(game, rules, chance=tape)
    table.sit(1, "Ann", 10**9)
    play = simulation.play.compiled
    for _ in range(rounds):
        stakes = [
            100 * chance.choice((0, 10, 20, 40)) if rules.offers(wager) else 0 for wager in simulation.wagers
        ]
        if not any(stakes):
            continue
        cards = chance.sample(rules.pack(), 6)
        for wager, stake in zip(simulation.wagers, stakes, strict=True):
            if stake:
                table.bet(1, wager, stake // 100)
        tape.load(cards=cards)
        table.shoes[""] = list(range(52)) * 8  # never short, never due
        table.deal()
        net, staked = np.zeros(len(stakes), np.int64), np.zeros(len(stakes), np.int64)
        used = play(
            np.array(cards, np.uint8),
            0,
            np.array(stakes),
            simulation.rules,
            np.zeros(1, np.int64),
            net,
            staked,
        )
        assert used == len(cards) - len(tape.cards)
        assert table.settlement is not None
        assert int(net.sum()) == table.settlement.net[1]
        assert staked.tolist() == stakes
