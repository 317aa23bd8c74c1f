"""Who answers when a round asks for a card, a throw, a spin or a draw."""

from __future__ import annotations

from typing import Protocol

from pitboss.equipment.entropy import Entropy, shuffled

Shoe = list[int]
"""Cards to come; the next one is the last of the list."""


class Chance(Protocol):
    """The outside world's answers."""

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
