"""Chance for simulations: a fast generator, unbiased numbers from it, and the tapes a round reads.

The generator is xoshiro256++ (Blackman and Vigna); each block of a simulation has its own, started from seed, run and
block by the mixing function of SplitMix64. Several bounded numbers come from 32 bits, by multiplication, without bias:
the bits are drawn again when their remainder falls in the excess over equal shares (Brackett-Rozinsky and Lemire,
"Batched ranged random integer generation", 2024).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Bytes
from pitboss.compiler import kernel, lean_kernel

State = NDArray[np.uint64]
Tape = Bytes

# Numba turns a sum of signed and unsigned integers into a float, so every constant here is unsigned.
GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)
FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
SECOND: Final = np.uint64(0x94D049BB133111EB)
LOW: Final = np.uint64(0xFFFFFFFF)
WHOLE: Final = np.uint64(1 << 32)
ROOM: Final = np.uint64(1 << 27)
"""The largest range drawn from 32 bits, so that few have to be drawn again."""
ZERO: Final = np.uint64(0)
ONE: Final = np.uint64(1)
S17, S19, S23, S27, S30, S31, S32, S41, S45 = map(np.uint64, (17, 19, 23, 27, 30, 31, 32, 41, 45))


@lean_kernel
def mixed(word: np.uint64) -> np.uint64:
    """SplitMix64: every bit of the result depends on every bit of the word."""
    word = (word ^ (word >> S30)) * FIRST
    word = (word ^ (word >> S27)) * SECOND
    return word ^ (word >> S31)


@kernel
def seeded(seed: np.uint64, run: np.uint64, block: np.uint64) -> State:
    """The generator of one block."""
    state = np.empty(4, np.uint64)
    word = mixed(mixed(mixed(seed + GOLDEN) + run + GOLDEN) + block + GOLDEN)
    for i in range(4):
        word += GOLDEN
        state[i] = mixed(word)
    return state


@lean_kernel
def next_word(state: State) -> np.uint64:
    """64 random bits: xoshiro256++."""
    a, b, c, d = state[0], state[1], state[2], state[3]
    total = a + d
    c ^= a
    d ^= b
    state[1] = b ^ c
    state[0] = a ^ d
    state[2] = c ^ (b << S17)
    state[3] = (d << S45) | (d >> S19)
    word: np.uint64 = ((total << S23) | (total >> S41)) + a
    return word


@lean_kernel
def roll(tape: Tape, size: int, state: State) -> int:
    """Fill the tape with throws or spins, each 0 to size - 1; returns how many there are."""
    ways = np.uint64(size)
    product, count = ways, 1
    while product * ways <= ROOM:
        product *= ways
        count += 1
    uneven = WHOLE % product
    at = 0
    while at + 2 * count <= len(tape):
        word = next_word(state)
        high, low = word >> S32, word & LOW  # side by side, so that neither waits for its products
        for i in range(at, at + count):
            high *= ways
            low *= ways
            tape[i] = high >> S32
            tape[i + count] = low >> S32
            high &= LOW
            low &= LOW
        if high >= uneven and low >= uneven:  # otherwise the next word overwrites these
            at += 2 * count
    return at


@lean_kernel
def deal(cards: Tape, count: int, state: State) -> None:
    """Move this many random cards to the front, each order equally likely (Fisher and Yates).

    Their previous order does not matter, so a hand can be dealt from the deck as the last one left it, and a
    repeated draw may leave its exchanges behind.
    """
    at, end, size = ZERO, np.uint64(count), np.uint64(len(cards))  # a signed index may count from the end
    word = ZERO
    fresh = False
    while at < end:
        fresh = not fresh
        word = next_word(state) if fresh else word << S32
        half = word >> S32
        product, i = ONE, at
        while i < end:
            ways = size - i
            if product * ways > ROOM:
                break
            product *= ways
            half *= ways
            other = i + (half >> S32)
            half &= LOW
            cards[i], cards[other] = cards[other], cards[i]
            i += ONE
        if half >= product or half >= WHOLE % product:
            at = i
