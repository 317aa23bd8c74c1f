"""Decisions as compiled rounds read them: a few bits each, in words of 64."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Ints
from pitboss.compiler import lean_kernel


def words(choices: NDArray[np.integer] | NDArray[np.bool_], bits: int = 1) -> Ints:
    """Choices of one or two ``bits`` in a row, the first lowest."""
    flat = choices.ravel().astype(np.int64)
    rows = np.pad(flat, (0, -len(flat) * bits % 64 // bits)).reshape(-1, 64 // bits)
    found: Ints = np.bitwise_or.reduce(rows << bits * np.arange(64 // bits), axis=1)
    return found


@lean_kernel
def taken(words: Ints, place: int, bits: int) -> int:
    """The choice at a place."""
    at = place * bits
    return int(words[at >> 6] >> (at & 63) & (1 << bits) - 1)


@lean_kernel
def marked(words: Ints, place: int) -> bool:
    """Is the bit at this place set?"""
    return bool(words[place >> 6] >> (place & 63) & 1)
