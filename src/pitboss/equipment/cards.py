"""Playing cards as integers: four times the rank (two = 0 … ace = 12) plus the suit (clubs, diamonds,
hearts, spades = 0 … 3); jokers are 52 and 53, and the designs of pai gow tiles follow from 54 on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from pitboss.law import Refused, clipped

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
CARDS: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
JOKERS: Final = ("Jo", "jo")
PAIRED_TILES: Final = ("6-6", "1-1", "4-4", "1-3", "5-5", "3-3", "2-2", "5-6", "4-6", "1-6", "1-5")
SINGLE_TILES: Final = ("3-6", "4-5", "2-6", "3-5", "2-5", "3-4", "2-4", "1-4", "2-3", "1-2")
"""Tiles by their dots, from the highest to the lowest (10.2(g)); of the first eleven a set holds two each."""
NAMES: Final = CARDS + JOKERS + PAIRED_TILES + SINGLE_TILES
TILE: Final = NAMES.index("6-6")
"""The first tile's number."""
UNKNOWN: Final = -1
"""An unknown card, such as an unnamed burn card of a worked round."""

_NUMBERS: Final = {name: number for number, name in enumerate(NAMES)}
_NUMBERS.update({NAMES[number][::-1]: number for number in range(TILE, len(NAMES))})
_SYMBOLS: Final = "♣♦♥♠"


def card(name: str) -> int:
    """The card of that name, ``"As"``, ``"Td"`` (or ``"10d"``), or the tile: ``"1-3"`` (or ``"3-1"``).

    >>> card("2c"), card("As"), card("3-1")
    (0, 51, 57)
    """
    number = _NUMBERS.get(name if len(name) != 3 else name.replace("10", "T"))
    if number is None and len(name) > 1:
        number = _NUMBERS.get(name[:-1].replace("10", "T").upper() + name[-1].lower())
    if number is None:
        raise Refused(f"{name!r} is not a card; write rank and suit, as in As, Td or 7h")
    return number


def pack(without: Sequence[str] = (), jokers: int = 0) -> list[int]:
    """One deck, without the ranks named.

    >>> len(pack()), len(pack(without=["T"])), len(pack(jokers=1))
    (52, 48, 53)
    """
    cards = [number for number in range(52) if not without or RANKS[number >> 2] not in without]
    return cards + [_NUMBERS[joker] for joker in JOKERS[:jokers]]


def tiles() -> list[int]:
    """One set of tiles.

    >>> len(tiles())
    32
    """
    return [_NUMBERS[name] for name in (*PAIRED_TILES, *PAIRED_TILES, *SINGLE_TILES)]


def cards(names: str) -> list[int]:
    """Several cards at once, with or without spaces.

    >>> cards("As Kd 2c"), cards("AsKd 10h"), cards("6-61-3")
    ([51, 45, 0], [51, 45, 34], [54, 57])
    """
    return [card(name) for name in re.findall(r"\d-\d|10\S|\S\S?", names)]


def many(names: str) -> list[int]:
    """Many cards, in the notation of a shoe: ``Ah*3`` is three of them, ``K*3`` three kings of suits in turn.

    >>> many("Ah*2 As"), many("2*5 3c")
    ([50, 50, 51], [0, 1, 2, 3, 0, 4])
    """
    found: list[int] = []
    suits = dict.fromkeys(RANKS, 0)
    for given in names.split():
        name, star, times = given.partition("*")
        if star and not (times.isascii() and times.isdecimal() and len(times) < 5):
            raise Refused(f"{clipped(given)} does not say how many cards; write Ah*3")
        for _ in range(int(times) if star else 1):
            if name in suits:
                found.append(4 * RANKS.index(name) + suits[name] % 4)
                suits[name] += 1
            else:
                found += cards(name)
    return found


def alike(some: Iterable[int], others: Iterable[int]) -> bool:
    """Are these the same cards, in any order? All jokers are alike."""
    return _sorted(some) == _sorted(others)


def _sorted(cards: Iterable[int]) -> list[int]:
    return sorted(UNKNOWN if each == UNKNOWN else 52 if each == 53 else each for each in cards)


def name(number: int) -> str:
    """The name of a card; an unknown card is ``"??"``."""
    return "??" if number == UNKNOWN else NAMES[number]


def pretty(number: int) -> str:
    """The name with the suit's sign, for people: ``A♠``."""
    if number == UNKNOWN:
        return "🂠"
    if number >= TILE:
        return NAMES[number]
    if number >= 52:
        return "★"
    return RANKS[number >> 2].replace("T", "10") + _SYMBOLS[number & 3]


def rank(number: int) -> int:
    """Rank of a card, two = 0 … ace = 12."""
    return number >> 2


def suit(number: int) -> int:
    """Suit of a card: clubs, diamonds, hearts, spades = 0 … 3."""
    return number & 3
