"""Sources of chance: the operating system at a live table, a seed in tests and simulations."""

from __future__ import annotations

import hashlib
import random
import secrets
from collections.abc import Callable
from typing import Protocol


class Entropy(Protocol):
    """A source of unbiased whole numbers."""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely."""
        ...

    def words(self, n: int) -> memoryview:
        """This many whole numbers of 32 random bits."""
        ...


class _Bits:
    """Unbiased numbers from random bits, by rejection: no remainder, no bias."""

    def __init__(self, bits: Callable[[int], int]) -> None:
        self._bits = bits

    def below(self, n: int) -> int:
        width = (n - 1).bit_length()
        bits = self._bits
        number = bits(width)
        while number >= n:
            number = bits(width)
        return number

    def words(self, n: int) -> memoryview:
        return memoryview(self._bits(32 * n).to_bytes(4 * n, "little")).cast("I")


class System(_Bits):
    """The operating system's cryptographic generator."""

    def __init__(self) -> None:
        super().__init__(secrets.randbits)


class Seeded(_Bits):
    """Chance that can be repeated from its seed. Never for a live table."""

    def __init__(self, seed: int | str) -> None:
        super().__init__(random.Random(f"pitboss:{seed}").getrandbits)


class Stream(_Bits):
    """Chance drawn from a secret: SHAKE-256 of the secret and the number of the draw, read from its beginning,
    four bytes a word, the low bits of as many bytes as a number needs."""

    def __init__(self, secret: bytes, draw: int) -> None:
        self._key = secret + draw.to_bytes(8, "big")
        self._read = 0
        self._bytes = b""
        super().__init__(self._take)

    def _take(self, width: int) -> int:
        start, self._read = self._read, self._read + (width + 7) // 8
        if self._read > len(self._bytes):
            self._bytes = hashlib.shake_256(self._key).digest(max(64, 2 * self._read))
        return int.from_bytes(self._bytes[start : self._read], "little") & ((1 << width) - 1)


def shuffled(cards: list[int], entropy: Entropy) -> list[int]:
    """The cards in random order, each order equally likely (Fisher and Yates). A place is the upper half of
    a random word times the number of places; words that would favor some places are drawn again (Lemire)."""
    for word, last in zip(entropy.words(len(cards)), range(len(cards) - 1, 0, -1), strict=False):
        product = word * (last + 1)
        if product & 0xFFFFFFFF <= last:
            other = entropy.below(last + 1) if product & 0xFFFFFFFF < 2**32 % (last + 1) else product >> 32
        else:
            other = product >> 32
        cards[last], cards[other] = cards[other], cards[last]
    return cards
