"""The source of the cards, throws, spins and draws that a round asks for."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from typing import Protocol

from pitboss.equipment.entropy import Entropy, Stream, shuffled

Shoe = list[int]
"""Cards to come; the next one is the last in the list."""


class Chance(Protocol):
    """The outside world's answers. Chance that is promised before each round also has ``promise``: the secret from
    which it will be drawn."""

    def shuffle(self, cards: list[int]) -> list[int]:
        """These cards in the order in which they will be dealt."""
        ...

    def card(self, to: str, shoe: Shoe) -> int: ...

    def roll(self, of: int) -> tuple[int, ...]: ...

    def spin(self, pockets: tuple[str, ...]) -> str: ...

    def draw(self, take: int, of: int) -> tuple[int, ...]: ...


class Live:
    """Chance from a source of entropy."""

    def __init__(self, entropy: Entropy) -> None:
        self.entropy = entropy

    def shuffle(self, cards: list[int]) -> list[int]:
        return shuffled(cards, self.entropy)

    def card(self, to: str, shoe: Shoe) -> int:
        return shoe.pop()

    def roll(self, of: int) -> tuple[int, ...]:
        return tuple(1 + self.entropy.below(6) for _ in range(of))

    def spin(self, pockets: tuple[str, ...]) -> str:
        return pockets[self.entropy.below(len(pockets))]

    def draw(self, take: int, of: int) -> tuple[int, ...]:
        return tuple(sorted(shuffled(list(range(1, of + 1)), self.entropy)[:take]))


class Rooted:
    """Chance that is drawn from a root: the secret promised, bound to its table and round, mixed with the seeds that
    players have added since."""

    root = b""
    drawn = 0

    def bind(self, table: str, number: int) -> None:
        self.root = bound(self.root, table, number)

    def stir(self, seat: int, seed: str) -> None:
        self.root = hashlib.sha256(self.root + f" {seat} {seed}".encode()).digest()

    def take_over(self, root: bytes, drawn: int) -> None:
        """Continue after this many draws from a root."""
        self.root, self.drawn = root, drawn


class Promised(Rooted):
    """Chance drawn from a secret whose hash is published before the round, so that anybody with the revealed secret can
    verify every card, throw and spin. Each draw has its own stream, so an interrupted round resumes where it was."""

    def __init__(self, fresh: Callable[[], bytes] = lambda: secrets.token_bytes(32)) -> None:
        self._fresh = fresh

    def promise(self) -> bytes:
        self.take_over(self._fresh(), 0)
        return self.root

    def _next(self) -> Live:
        self.drawn += 1
        return Live(Stream(self.root, self.drawn))

    def shuffle(self, cards: list[int]) -> list[int]:
        return self._next().shuffle(cards)

    def card(self, to: str, shoe: Shoe) -> int:
        return shoe.pop()

    def roll(self, of: int) -> tuple[int, ...]:
        return self._next().roll(of)

    def spin(self, pockets: tuple[str, ...]) -> str:
        return self._next().spin(pockets)

    def draw(self, take: int, of: int) -> tuple[int, ...]:
        return self._next().draw(take, of)


def bound(secret: bytes, table: str, number: int) -> bytes:
    """A secret for one round of one table and no other; without a table name, the secret itself."""
    return hashlib.sha256(f"{table} {number} ".encode() + secret).digest() if table else secret


def promise_of(secret: bytes, table: str = "", number: int = 0) -> str:
    """The promise published before a round."""
    return hashlib.sha256(bound(secret, table, number)).hexdigest()
