"""The generator against its authors' figures, and the tapes against what chance allows.

Seeds are fixed, so a test passes always or never; the bounds are those that a fair tape exceeds once in a
thousand times.
"""

from __future__ import annotations

import numpy as np
import pytest

from pitboss.compiler import kernel
from pitboss.sim.chance import deal, mixed, next_word, roll, seeded


def generator(seed: int, run: int = 0, block: int = 0) -> np.ndarray:
    return seeded(np.uint64(seed), np.uint64(run), np.uint64(block))


@kernel
def many_deals(cards, count, times, state, places):
    """How often each card came first, second, third …"""
    for _ in range(times):
        deal(cards, count, state)
        for i in range(count):
            places[i, cards[i]] += 1


@kernel
def many_orders(cards, count, times, state, orders):
    """How often each order of the first cards came, as a number in base 10."""
    for _ in range(times):
        deal(cards, count, state)
        order = 0
        for i in range(count):
            order = 10 * order + cards[i]
        orders[order] += 1


def chi_square(counts: np.ndarray) -> float:
    expected = counts.sum() / counts.size
    return float(((counts - expected) ** 2 / expected).sum())


def test_xoshiro_gives_the_words_of_the_reference_implementation():
    state = np.array([1, 2, 3, 4], np.uint64)
    words = [int(next_word(state)) for _ in range(5)]
    assert words == [41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205]


def test_splitmix_gives_the_word_of_the_reference_implementation():
    assert int(mixed(np.uint64(1234567 + 0x9E3779B97F4A7C15))) == 6457827717110365317


def test_seed_run_and_block_each_start_another_stream():
    starts = {
        tuple(generator(*key)) for key in [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (0, 1, 1), (1, 0, 1)]
    }
    assert len(starts) == 6


# Sizes, and the point that chi-square with size - 1 degrees of freedom exceeds once in a thousand times.
@pytest.mark.parametrize(("size", "bound"), [(2, 10.83), (6, 20.52), (36, 66.62), (38, 69.35), (216, 284.5)])
def test_throws_are_uniform(size, bound):
    tape = np.empty(1 << 20, np.uint8)
    filled = roll(tape, size, generator(7))
    assert filled > len(tape) - 64
    assert chi_square(np.bincount(tape[:filled], minlength=size)) < bound
    assert tape[:filled].max() == size - 1


def test_a_throw_says_nothing_about_the_next():
    tape = np.empty(1 << 20, np.uint8)
    filled = roll(tape, 36, generator(8))
    for apart in (1, 5):  # five throws come from the same 32 bits
        pairs = 36 * tape[: filled - apart].astype(np.int64) + tape[apart:filled]
        assert chi_square(np.bincount(pairs, minlength=1296)) < 1456  # 1,295 degrees of freedom


def test_every_card_comes_at_every_place_equally_often():
    places = np.zeros((6, 52), np.int64)
    many_deals(np.arange(52, dtype=np.uint8), 6, 500_000, generator(9), places)
    for place in places:
        assert chi_square(place) < 87.97  # 51 degrees of freedom


def test_every_order_of_three_out_of_five_comes_equally_often():
    orders = np.zeros(1000, np.int64)
    many_orders(np.arange(5, dtype=np.uint8), 3, 300_000, generator(10), orders)
    assert (orders > 0).sum() == 60
    assert chi_square(orders[orders > 0]) < 98.3  # 59 degrees of freedom


def test_a_whole_shuffle_gives_every_order_equally_often():
    orders = np.zeros(10_000, np.int64)
    many_orders(np.arange(4, dtype=np.uint8), 4, 240_000, generator(11), orders)
    assert (orders > 0).sum() == 24
    assert chi_square(orders[orders > 0]) < 49.73  # 23 degrees of freedom


def test_a_shuffle_loses_no_card():
    cards = np.arange(416, dtype=np.int64) % 52
    shoe = cards.astype(np.uint8)
    deal(shoe, 416, generator(12))
    assert (np.sort(shoe) == np.sort(cards)).all()
    assert (shoe != cards).sum() > 380
