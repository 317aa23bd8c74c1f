"""What players know beyond what the game shows them, as values that can be added::

Seen(dealer=1)                       one of the dealer's cards that lie face down
Seen(board=1), Seen(board=(2,))      the first community card from the start; the second
Sorted(dealer=3, classes=("QKA",))   the backs of three of the dealer's cards show whether it is a queen, king or ace
Seen(shoe=1)                         the next card of the shoe, before anything is dealt; Sorted(shoe=1, ...) its back
Neighbors(5)                         five cards of the neighbors'
Gone((51, 47))                       cards that are out of the deck, as everybody knows
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from pitboss.equipment.cards import NAMES, RANKS, UNKNOWN, cards
from pitboss.law import Refused, clipped


class Information(Struct, frozen=True, kw_only=True):
    """What a player knows before the first decision: a number of the dealer's cards, certain community cards (by their
    places, from 1), the class of each of a number of the dealer's cards by their backs, a number of neighbors' cards,
    a number of the next cards of a shoe and the backs of those that follow, and cards that are gone."""

    dealer: int = 0
    board: tuple[int, ...] = ()
    backs: int = 0
    classes: tuple[str, ...] = ()
    neighbors: int = 0
    shoe: int = 0
    shoe_backs: int = 0
    gone: tuple[int, ...] = ()

    def __add__(self, other: Information) -> Information:
        if self.classes and other.classes and self.classes != other.classes:
            raise Refused("cards are sorted by their backs in one way only")
        return Information(
            dealer=self.dealer + other.dealer,
            board=tuple(sorted({*self.board, *other.board})),
            backs=self.backs + other.backs,
            classes=self.classes or other.classes,
            neighbors=self.neighbors + other.neighbors,
            shoe=self.shoe + other.shoe,
            shoe_backs=self.shoe_backs + other.shoe_backs,
            gone=tuple(sorted((*self.gone, *other.gone))),
        )

    def __bool__(self) -> bool:
        return self != NOTHING

    def __str__(self) -> str:
        parts = [f"{self.dealer} of the dealer's cards seen"] if self.dealer else []
        if self.board:
            parts.append(f"community card {' and '.join(map(str, self.board))} seen from the start")
        if self.backs:
            parts.append(f"backs of {self.backs} of the dealer's cards sorted: {', '.join(self.classes)}")
        if self.shoe:
            parts.append(f"first {_cards_(self.shoe)} of the shoe seen")
        if self.shoe_backs:
            of = f"backs of the {'next' if self.shoe else 'first'} {_cards_(self.shoe_backs)} of the shoe"
            parts.append(f"{of} sorted: {', '.join(self.classes)}")
        if self.neighbors:
            parts.append(f"{self.neighbors} cards of neighbors seen")
        if self.gone:
            parts.append(f"{' '.join(NAMES[card] for card in self.gone)} gone")
        return "; ".join(parts) or "nothing"

    def only(self, game: str, *kinds: str) -> None:
        """Refuse what a game cannot answer."""
        for kind, what in KINDS.items():
            if getattr(self, kind) and kind not in kinds:
                raise Refused(f"the value of {what} is not available for {game}")


KINDS: Final = {
    "dealer": "a dealer's card seen",
    "board": "a community card seen early",
    "backs": "sorting the dealer's cards by their backs",
    "neighbors": "seeing the neighbors' cards",
    "shoe": "a card of the shoe seen before it is dealt",
    "shoe_backs": "sorting the cards of the shoe by their backs",
    "gone": "a card gone",
}
NOTHING: Final = Information()


def _cards_(number: int) -> str:
    return "card" if number == 1 else f"{number} cards"


def Seen(dealer: int = 0, board: int | Iterable[int] = (), shoe: int = 0) -> Information:  # noqa: N802 - a value
    places = range(1, board + 1) if isinstance(board, int) else board
    return Information(dealer=dealer, board=tuple(sorted({*places})), shoe=shoe)


def Sorted(dealer: int = 0, classes: Sequence[str] = (), *, shoe: int = 0) -> Information:  # noqa: N802 - a value
    named = [rank for each in classes for rank in each]
    if not classes or len({*named}) < len(named) or not {*named} <= {*RANKS}:
        raise Refused(
            f"backs are sorted by ranks, each named once, as in QKA, not {clipped(' '.join(classes))}"
        )
    return Information(backs=dealer, shoe_backs=shoe, classes=tuple(classes))


def Neighbors(number: int) -> Information:  # noqa: N802 - a value
    return Information(neighbors=number)


def Gone(gone: Iterable[int]) -> Information:  # noqa: N802 - a value
    return Information(gone=tuple(sorted(gone)))


# ---- as it is written ------------------------------------------------------------------------------------

PLACES: Final = {"1st": 1, "2nd": 2, "3rd": 3, "4th": 4, "5th": 5}


class Shown(Struct, frozen=True, kw_only=True):
    """The cards of one situation: the player's hand, and the other cards that the player sees."""

    own: tuple[int, ...]
    dealer: tuple[int, ...] = ()
    board: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()


def asked(seen: str = "", sorted_: str = "", neighbors: int = 0) -> Information:
    """What a player knows in every round.

    >>> asked("dealer 1, board 2nd", "dealer 2: QKA") == Seen(dealer=1, board=(2,)) + Sorted(2, ("QKA",))
    True
    """
    known = Information()
    for owner, what in _items(seen):
        if owner == "dealer" and what.isdecimal():
            known += Seen(dealer=int(what))
        elif owner == "shoe" and what.isdecimal():
            known += Seen(shoe=int(what))
        elif owner == "board" and (what.isdecimal() or what in PLACES):
            known += Seen(board=int(what) if what.isdecimal() else (PLACES[what],))
        elif owner == "gone":
            known += Gone(_cards(what))
        else:
            raise Refused(
                '--seen takes "dealer 1", "board 1", "board 2nd", "shoe 1" or "gone 7c 8c", '
                f"not {clipped(f'{owner} {what}'.strip())}"
            )
    if sorted_:
        found = re.fullmatch(r"(dealer|shoe) (\d+): *([\w, ]+)", sorted_.strip())
        if found is None:
            raise Refused(f'backs are sorted as in "dealer 3: QKA" or "shoe 1: 6789", not {clipped(sorted_)}')
        known += Sorted(classes=re.findall(r"\w+", found[3]), **{found[1]: int(found[2])})
    if neighbors < 0:
        raise Refused(f"the number of neighbors' cards must be 0 or more, not {neighbors}")
    return known + Neighbors(neighbors)


def situation(hand: str, seen: str = "") -> Shown:
    """One situation.

    >>> situation("Ah Kd 2c", "dealer Qh, 2: 7c 8c").gone
    (20, 24)
    """
    found: dict[str, list[int]] = {"dealer": [], "board": [], "gone": []}
    for owner, what in _items(seen):
        if what.isdecimal() or what in PLACES:
            raise Refused(f'with a hand the cards seen are named, as in "{owner} 7c", not "{owner} {what}"')
        found[owner if owner in found else "gone"] += _cards(what)
    own = _cards(hand)
    every = [*own, *(card for held in found.values() for card in held)]
    if twice := [card for card in every if every.count(card) > 1]:
        raise Refused(f"{NAMES[twice[0]]} is named twice")
    return Shown(own=tuple(own), **{owner: tuple(held) for owner, held in found.items()})


def _items(seen: str) -> Iterable[tuple[str, str]]:
    for item in filter(None, map(str.strip, seen.split(","))):
        owner, _, what = item.replace(":", " ").partition(" ")
        yield owner, what.strip()


def _cards(names: str) -> list[int]:
    found = cards(names)
    if not found or UNKNOWN in found or max(found) > 53:
        raise Refused(f"{clipped(names)} names no cards; write Qh 7c")
    return found
