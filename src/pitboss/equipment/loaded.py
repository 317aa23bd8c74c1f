"""Chance that favors rare events, so that a few hundred rounds include a royal flush, a pair to split and a long hand.

It is for proving that a game can do everything in its file; no figure is ever taken from it.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from pitboss.equipment.chance import Shoe
from pitboss.equipment.entropy import Seeded, shuffled

Taste = Callable[[int], bool]
"""Does this card fit the wish of a hand?"""


class Loaded:
    """Cards, dice and numbers that tend to occur together. The same seed always gives the same results."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(f"loaded:{seed}")
        self._entropy = Seeded(seed)
        self._tastes: dict[str, Taste] = {}
        self._will = 0.9
        self._rolled: tuple[int, ...] = ()
        self._shunned = 0

    def shuffle(self, cards: list[int]) -> list[int]:
        self._tastes.clear()
        self._will = self._random.choice((0.6, 0.9, 1.0))
        return shuffled(cards, self._entropy)

    def card(self, to: str, shoe: Shoe) -> int:
        """Usually the next card that fits the hand's wish. Some hands share a wish."""
        chance, hand = self._random, to.partition(".")[0]
        if hand not in self._tastes or chance.random() < 0.03:
            known = list(self._tastes.values())
            self._tastes[hand] = chance.choice(known) if known and chance.random() < 0.6 else self._taste()
        if chance.random() < self._will:
            likes = self._tastes[hand]
            for place in range(len(shoe) - 1, -1, -1):
                if likes(shoe[place]):
                    return shoe.pop(place)
        return shoe.pop()

    def _taste(self) -> Taste:
        """A straight of one suit or of any, a few ranks, one suit, low cards, or nothing in particular."""
        chance = self._random
        low, wide = chance.choice(
            ((8, 5), (7, 6), (6, 7), (chance.randint(-1, 8), 5))
        )  # mostly up to the ace
        suits, ranks = chance.choice(((0,), (1,), (2,), (3,), range(4))), range(low, low + wide)
        few = {chance.choice((4, 5, 6, *range(13))) for _ in range(chance.choice((1, 1, 2, 3)))}
        tastes: tuple[Taste, ...] = (
            lambda card: (card >> 2) in ranks and card & 3 in suits,
            lambda card: (card >> 2) in few,
            lambda card: (card >> 2) in few and card & 3 in suits,
            lambda card: card & 3 in suits,
            lambda card: (card >> 2) < 4,
            lambda _: True,
        )
        return chance.choice(tastes)

    def roll(self, of: int) -> tuple[int, ...]:
        """Any throw, often the last one again; and for a while one total does not occur."""
        chance = self._random
        if chance.random() < 0.005:
            self._shunned = chance.choice((0, 7, 7, 7, chance.randint(of, 6 * of)))
        if len(self._rolled) != of or chance.random() < 0.75:
            alike = chance.random() < 0.3
            self._rolled = tuple(1 + self._entropy.below(6) for _ in range(of))
            self._rolled = self._rolled[:1] * of if alike else self._rolled
        if sum(self._rolled) == self._shunned and chance.random() < 0.98:
            self._rolled = ()
            return self.roll(of)
        return self._rolled

    def spin(self, pockets: tuple[str, ...]) -> str:
        return self._random.choice(pockets)

    def draw(self, take: int, of: int) -> tuple[int, ...]:
        """Often the lowest numbers, which are also the first to be marked."""
        numbers = range(1, min(of, self._random.choice((take, take + 3, 2 * take, of))) + 1)
        return tuple(sorted(self._random.sample(numbers, take)))
