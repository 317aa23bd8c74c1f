"""The ids of outcomes and choices as people read them."""

from __future__ import annotations

import re

_SPOKEN = {
    "ace ace": "pair of aces",
    "ace ace against ace ace": "pair of aces against the dealer's pair of aces",
    "ace king suited": "ace and king, suited",
    "ace king unsuited": "ace and king, unsuited",
    "ace queen or ace jack suited": "ace and queen or ace and jack, suited",
    "ace queen or ace jack unsuited": "ace and queen or ace and jack, unsuited",
    "king king queen queen or jack jack": "pair of kings, queens or jacks",
    "ten ten through two two": "pair of twos through tens",
    "king queen suited": "king and queen, suited",
}
"""Outcomes whose ids are ranks in a row."""


def words(name: object) -> str:
    """An id as people read it; numbers that belong together keep their hyphens.

    >>> words("mixed-6-7-8"), words("spread-4-to-11"), words("ace-ace")
    ('mixed 6-7-8', 'spread 4 to 11', 'pair of aces')
    """
    told = re.sub(r"(?<!\b\d)-|-(?!\d\b)", " ", str(name))
    return _SPOKEN.get(told) or told.replace("colour", "color")


__all__ = ["words"]
