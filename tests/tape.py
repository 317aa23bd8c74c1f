"""Chance from a list: deals the table exactly what a compiled round reads from its tape."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.equipment.chance import Shoe


class Tape:
    """Cards, throws and pockets in the order in which they come. Burn cards are nobody's business."""

    def __init__(self) -> None:
        self.cards: list[int] = []
        self.throws: list[tuple[int, ...]] = []
        self.pockets: list[int] = []

    def load(
        self,
        cards: Iterable[int] = (),
        throws: Iterable[tuple[int, ...]] = (),
        pockets: Iterable[int] = (),
    ) -> None:
        """What comes next; pockets by their place on the wheel."""
        self.cards, self.throws, self.pockets = list(cards)[::-1], list(throws)[::-1], list(pockets)[::-1]

    def shuffle(self, cards: list[int]) -> list[int]:
        return cards

    def card(self, to: str, shoe: Shoe) -> int:
        return 0 if to == "burn" else self.cards.pop()

    def roll(self, of: int) -> tuple[int, ...]:
        throw = self.throws.pop()
        assert len(throw) == of
        return throw

    def spin(self, pockets: tuple[str, ...]) -> str:
        return pockets[self.pockets.pop()]

    def draw(self, take: int, of: int) -> tuple[int, ...]:
        raise AssertionError((take, of))
