"""Names of people: no name belongs to the house, and no two look alike."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from functools import cache

from pitboss.law import Refused

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{1,19}")

_RESERVED = (
    *(
        "house",
        "casino",
        "pitboss",
        "bank",
        "banker",
        "system",
        "machine",
        "bot",
        "tournament",
        "table",
        "felt",
    ),
    *(
        "dealer",
        "boxperson",
        "floor",
        "floorperson",
        "supervisor",
        "pit",
        "pitmanager",
        "shift",
        "shiftmanager",
    ),
    *("cage", "cashier", "office", "surveillance", "auditor", "inspector", "security", "manager", "staff"),
    *("division", "commission", "regulator", "admin", "administrator", "root", "operator", "support"),
    *("moderator", "everybody", "nobody", "player", "guest"),
)
"""Somebody with one of these names would seem to speak for the house."""
_GUEST = re.compile("guest[-_]?", re.IGNORECASE)


def check_name(name: str) -> None:
    """Refuse what is not a name, and names that could be taken for the house's."""
    if not NAME.fullmatch(name):
        raise Refused("a name has 2 to 20 letters, digits, hyphens or underscores and starts with a letter")
    if looks(name) in _reserved() or _GUEST.match(name):
        raise Refused(f"{name} could be taken for the house's own; choose another name")


def looks(name: str) -> str:
    """A key for what a name looks like in any case: two names that look alike have the same key."""
    plain = name.lower().replace("-", "").replace("_", "")
    for pair, one in _pairs().items():
        plain = plain.replace(pair, one)
    return plain.translate(_alike())


@cache
def _reserved() -> frozenset[str]:
    return frozenset(map(looks, _RESERVED))


def _confusable() -> Iterator[tuple[str, str]]:
    """What Unicode lists as easily confused (UTS 39), among the characters of names."""
    from confusable_homoglyphs.confusables import confusables_data

    letters = string.ascii_letters + string.digits
    for letter in letters:
        for each in confusables_data.get(letter, ()):
            if all(other in letters for other in each["c"]):
                yield letter, each["c"]


@cache
def _pairs() -> dict[str, str]:
    """Pairs of letters that look like one, as rn does."""
    return {other.lower(): letter.lower() for letter, other in _confusable() if len(other) > 1}


@cache
def _alike() -> dict[int, str]:
    """For each letter, the one that stands for all that look like it."""
    least = {letter: letter for letter in string.ascii_lowercase + string.digits}
    for letter, other in _confusable():
        if len(other) == 1:
            one, two = sorted((least[letter.lower()], least[other.lower()]))
            least = {each: one if kept == two else kept for each, kept in least.items()}
    return str.maketrans(least)
