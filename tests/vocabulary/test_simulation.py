"""A setting is its place among the arrangements: the compiled round sets hands as the table does."""

from __future__ import annotations

import random
import sys
from itertools import combinations

import numpy as np

from pitboss.book import arrangements, game
from pitboss.money import DOLLAR
from pitboss.sim.run import simulate
from pitboss.table import Table
from tests.tape import Tape
from tests.vocabulary.toys import TWO_HANDS


def test_the_compiled_house_way_names_an_arrangement() -> None:
    house_way = sys.modules[type(game(TWO_HANDS)).__module__].house_way
    for hand in random.Random(1).sample(list(combinations(range(52), 3)), 400):
        shuffled = random.Random(hand[0]).sample(hand, 3)
        low = arrangements(shuffled, low=1)[house_way.compiled(*shuffled)].cards[0][0] >> 2
        ranks = sorted(card >> 2 for card in shuffled)
        pairs = [rank for rank in ranks if ranks.count(rank) > 1]
        assert low == (next((rank for rank in ranks if rank not in pairs), ranks[0]) if pairs else ranks[1])


def test_two_thousand_rounds_at_the_table_and_compiled() -> None:
    """The same cards, the same money."""
    tape = Tape()
    table = Table(game(TWO_HANDS), chance=tape)
    table.sit(1, "Ann", 10**6)
    simulation = table.game.mathematics.simulation(table.rules)
    play = simulation.play.compiled
    chance = random.Random(7)
    net, staked = np.zeros(1, np.int64), np.zeros(1, np.int64)
    for _ in range(2_000):
        cards = chance.sample(range(52), 6)
        tape.load(cards=[*cards[:3], *[0] * 9, *cards[3:]])
        table.bet(1, "ante", 10)
        table.deal()
        table.act(1, "house-way")
        assert table.settlement is not None
        net[:] = 0
        stakes, memory = np.array([10 * DOLLAR]), np.zeros(1, np.int64)
        read = play(np.array(cards, np.uint8), 0, stakes, simulation.rules, memory, net, staked)
        assert (read, net[0]) == (6, table.settlement.net[1])


def test_a_simulation_of_set_hands_is_the_same_for_the_same_seed() -> None:
    """Both sides set the house way, so but for the copies nobody is ahead; the copies are the dealer's."""
    first, second = (simulate(game(TWO_HANDS).rules(), rounds=200_000, seed=5).json() for _ in range(2))
    assert first == second
    assert first["wagers"][0]["house_edge"]["percent"] > 0
