"""Playing cards as integers: four times the rank (two = 0 … ace = 12) plus the suit (clubs, diamonds,
hearts, spades = 0 … 3); jokers are 52 and 53."""

from __future__ import annotations

from typing import Final

from pitboss.law import Refused

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
NAMES: Final = tuple(rank + suit for rank in RANKS for suit in SUITS) + ("Jo", "jo")
UNKNOWN: Final = -1
"""A card nobody has seen: an unnamed burn card of a worked round."""

_NUMBERS: Final = {name: number for number, name in enumerate(NAMES)}
_SYMBOLS: Final = "♣♦♥♠"


def card(name: str) -> int:
    """The card of that name: ``"As"``, ``"Td"`` (or ``"10d"``).

    >>> card("2c"), card("As")
    (0, 51)
    """
    number = _NUMBERS.get(name if len(name) != 3 else name.replace("10", "T"))
    if number is None and len(name) > 1:
        number = _NUMBERS.get(name[:-1].replace("10", "T").upper() + name[-1].lower())
    if number is None:
        raise Refused(f"{name!r} is not a card; write rank and suit, as As, Td or 7h")
    return number


def cards(names: str) -> list[int]:
    """Several cards at once.

    >>> cards("As Kd 2c")
    [51, 45, 0]
    """
    return [card(name) for name in names.split()]


def name(number: int) -> str:
    """The name of a card; a card not seen is ``"??"``."""
    return NAMES[number] if number >= 0 else "??"


def pretty(number: int) -> str:
    """The name with the suit's sign, for people: ``A♠``."""
    if number < 0:
        return "🂠"
    if number >= 52:
        return "★"
    return RANKS[number >> 2].replace("T", "10") + _SYMBOLS[number & 3]


def rank(number: int) -> int:
    """Rank of a card, two = 0 … ace = 12."""
    return number >> 2


def suit(number: int) -> int:
    """Suit of a card: clubs, diamonds, hearts, spades = 0 … 3."""
    return number & 3
