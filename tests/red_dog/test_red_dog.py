"""Red dog, 13:69F-6."""

import random
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from pitboss.book import Ask, Deal, Shuffle, game
from pitboss.sim.run import simulate
from pitboss.table import Table
from tests.house_poker import near
from tests.properties import often
from tests.tape import Tape

DOG = game("red-dog")


@pytest.mark.parametrize(("decks", "percent"), [(1, 3.155), (2, 3.077), (4, 2.884), (6, 2.798), (8, 2.751)])
def test_6_1_a_the_edge_at_each_number_of_decks_as_published(decks: int, percent: float) -> None:
    (row,) = DOG.mathematics.odds(DOG.rules(decks=decks))
    assert round(100 * float(row.house_edge), 3) == percent


def test_6_5_one_deck_dealt_out() -> None:
    """Every three cards of a deck in order, by a program of its own: raise from a spread of seven."""
    total = Fraction(0)
    for first, second, third in permutations([(rank, suit) for rank in range(13) for suit in range(4)], 3):
        low, high = sorted((first[0], second[0]))
        spread = high - low - 1
        if spread == 0:
            continue
        if spread < 0:
            total += 11 * (third[0] == low)
            continue
        units = 1 + (spread >= 7)
        total += units * ({1: 5, 2: 4, 3: 2}.get(spread, 1) if low < third[0] < high else -1)
    (row,) = DOG.mathematics.odds(DOG.rules(decks=1))
    assert row.expectation == Fraction(total, 52 * 51 * 50)


def test_6_5_i_simulation_agrees() -> None:
    report = simulate(DOG.rules(), plan="ante 10", rounds=1_000_000, seed=2)
    (row,) = DOG.mathematics.odds(DOG.rules())
    assert near(report.wagers[0].house_edge, row.house_edge)


def test_table_and_compiled_boards_pay_the_same() -> None:
    rules, chance, tape = DOG.rules(), random.Random(3), Tape()
    simulation = DOG.mathematics.simulation(rules)

    def player(table: Table, ask: Ask) -> tuple[str, int]:
        first, second = table.cards("community")
        return ("raise", ask.choices[0].most) if abs(first // 4 - second // 4) - 1 >= 7 else ("no-raise", 0)

    table = Table(DOG, rules, chance=tape, players={1: player})
    table.sit(1, "Ann", 10**9)
    play = simulation.play.compiled
    for _ in range(often(3_000)):
        cards = chance.sample(rules.pack(), 3)
        table.bet(1, "ante", 10)
        tape.load(cards=cards)
        table.shoes[""] = list(range(52)) * 6
        table.deal()
        net, staked = np.zeros(1, np.int64), np.zeros(1, np.int64)
        play(
            np.array(cards, np.uint8),
            0,
            np.array([1000]),
            simulation.rules,
            np.zeros(1, np.int64),
            net,
            staked,
        )
        assert table.settlement is not None
        assert int(net[0]) == table.settlement.net[1]


@pytest.mark.paragraph("6.3(a)", "6.9")
@pytest.mark.parametrize(
    ("options", "fresh", "burned"),
    [({}, False, 0), ({"shuffle": "after-each-round"}, True, 1), ({"continuous": "yes"}, True, 0)],
)
def test_6_4_a_burn_and_6_9_continuous_shuffling(
    options: dict[str, object], fresh: bool, burned: int
) -> None:
    """6.1(a), 6.3(a), 6.9: the first card of a shoe is burned; a continuous device burns nothing."""
    table = Table(DOG, DOG.rules(decks=6, **options), seed=4)
    table.sit(1, "Ann", 10_000)
    for round_ in range(2):
        table.bet(1, "ante", 10)
        table.deal()
        while table.asked:
            table.act(1, "no-raise")
        shuffled = any(isinstance(event, Shuffle) for event in table.said)
        burns = sum(isinstance(event, Deal) and event.to == "burn" for event in table.said)
        if round_:
            assert (shuffled, burns) == (fresh, burned)
        else:
            assert (shuffled, burns) == (True, 0 if "continuous" in options else 1)


def test_6_5_h_advice_raises_from_seven() -> None:
    table = Table(DOG, seed=1)
    table.sit(1, "Ann", 100_000)
    seen = set()
    for _ in range(200):
        table.bet(1, "ante", 10)
        table.deal()
        while table.asked:
            first, second = table.cards("community")
            spread = abs(first // 4 - second // 4) - 1
            advice = DOG.mathematics.advise(table, table.asked)
            assert (advice.decision == "raise") == (spread >= 7)
            seen.add(spread)
            table.act(1, "no-raise")
    assert seen == set(range(1, 12))


def test_6_5_c_the_third_card_lies_between_the_first_two() -> None:
    """The dealer's left is the players' right."""
    first, second, third = (x for x, _ in DOG.felt.lies(DOG.rules())["community"])
    assert second < third < first
