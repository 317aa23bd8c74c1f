"""The name of a wager: its id, a parameter if it has one, and a position if that is not the player's own."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from pitboss.law import Refused, clipped

LONGEST: Final = 2_000
"""The longest name: a keno ticket lists every way that is chosen."""

_KEY = re.compile(r"(([^:@]+)(?::([!-?A-~]*))?)(?:@([1-9][0-9]{0,3}))?")


class Key(NamedTuple):
    """A wager by its name: ``ante``, ``straight:17``, ``ante@3``. Position 0 is the player's own.

    >>> Key.read("ante@3")
    Key(spot='ante', id='ante', param='', position=3)
    """

    spot: str
    """The name without the position."""
    id: str
    param: str = ""
    position: int = 0

    @classmethod
    def read(cls, name: str) -> Key:
        """The parts of a name, or a refusal if it is malformed."""
        if len(name) > LONGEST:
            raise Refused(f"{clipped(name)} is too long for the name of a wager")
        return _read(name)


@lru_cache(4096)
def _read(name: str) -> Key:
    if (found := _KEY.fullmatch(name)) is None:
        raise Refused(f"{clipped(name)} is not the name of a wager; write it as ante, straight:17 or ante@3")
    spot, id_, param, position = found.groups()
    return Key(spot, id_, param or "", int(position or 0))
