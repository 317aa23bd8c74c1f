"""Cards on the table that nobody has named: a round continues with them until a rule asks for their value."""

from __future__ import annotations

from typing import NoReturn, cast

from pitboss.book.events import Deal, Slide
from pitboss.equipment import cards as names
from pitboss.law import Refused
from pitboss.table.driver import Table


class Unknown(Refused):
    """The value of an unknown card is asked for."""

    def __init__(self, says: str, cite: str | None = None, owner: str = "", place: int = 0) -> None:
        super().__init__(says, cite)
        self.owner, self.place = owner, place


class Unseen:
    """An unknown card. It is on the table like any other, but a rule that asks for its value cannot be answered."""

    def __init__(self, owner: str, place: int, cite: str | None = None) -> None:
        self.owner, self.place, self.cite = owner, place, cite

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unseen) or other == names.UNKNOWN

    def __hash__(self) -> int:
        return hash(names.UNKNOWN)

    def _needed(self, *_: object) -> NoReturn:
        raise Unknown(
            f"the case does not know card {self.place} of {self.owner}, and its value decides something; "
            "name it, or give a seed",
            self.cite,
            self.owner,
            self.place,
        )

    __index__ = __int__ = __rshift__ = __rrshift__ = __lshift__ = __rlshift__ = _needed
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __invert__ = _needed
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = _needed
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __divmod__ = __rdivmod__ = _needed
    __lt__ = __le__ = __gt__ = __ge__ = _needed


class HalfSeen(Table):
    """A table that may have unknown cards."""

    def unnamed(self, owner: str) -> str | None:
        """The paragraph that deals this owner the cards that nobody has named."""
        return self.rules.dealt(owner)

    def cards(self, owner: str) -> list[int]:
        cards = super().cards(owner)
        if names.UNKNOWN not in cards:
            return cards
        lacks = self.unnamed(owner)
        return [
            cast(int, Unseen(owner, place, lacks)) if card == names.UNKNOWN else card
            for place, card in enumerate(cards, 1)
        ]

    def _deal(self, event: Deal) -> int:
        card = super()._deal(event)
        return card if card != names.UNKNOWN else self.cards(event.to)[-1]

    def _slide(self, event: Slide) -> None:
        if isinstance(event.card, Unseen):  # for any card
            hand = self.hands[event.owner]
            hand.append(hand.pop(self.cards(event.owner).index(event.card)))
            event.card = names.UNKNOWN
        super()._slide(event)
