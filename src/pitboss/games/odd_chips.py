"""How tied players share an amount that does not divide evenly."""

from __future__ import annotations

from pitboss.book import rule


@rule("14.3(d)", "14.7(c)2", "14.9(i)3i", "14.9(i)3ii", "14.10(j)")
def share(amount: int, among: int, place: int, unit: int, coin: int = 25) -> int:
    """The share of one of several tied players. Odd chips go one each to the first in line (``place`` 0 is the first).
    Coin short of a whole chip goes, one piece each in turn, to those next in line without an odd chip, so that nobody's
    excess is more than a chip."""
    chips, rest = divmod(amount, unit)
    each, odd = divmod(chips, among)
    if place < odd:
        return (each + 1) * unit
    pieces, left = divmod(rest, coin)
    part, over = divmod(pieces, among - odd)
    return each * unit + (part + (place - odd < over)) * coin + (left if place == odd else 0)
