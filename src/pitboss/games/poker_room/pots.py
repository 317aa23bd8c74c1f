"""The pot: the main pot and side pots, and shares of them, 14.7(c)4 and 14.3(d)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from pitboss.book import carries, rule
from pitboss.money import Cents


class Pot(NamedTuple):
    """The main pot or a side pot, and who can win it."""

    amount: Cents
    seats: tuple[int, ...]
    bet: Cents = 0
    """The part bet in this betting round."""


@carries("14.7(c)4i", "14.7(c)4iii")
def side_pots(
    put: Mapping[int, Cents], contending: Collection[int], bets: Mapping[int, Cents] | None = None
) -> list[Pot]:
    """The main pot and the side pots, main pot first: each level at which a contender stopped is a separate
    pot, which only those who reached it can win (14.7(c)4i, iii)."""
    levels = sorted({put[seat] for seat in contending})
    bets = bets or {}
    if len(levels) == 1:
        total = sum(put.values())
        return [Pot(total, tuple(contending), sum(bets.values()))] if total else []

    def between(below: Cents, top: Cents, amounts: Iterable[Cents]) -> Cents:
        return sum([min(each, top) - min(each, below) for each in amounts])

    pots, below = [], 0
    for level in levels:
        top = level if level < levels[-1] else max(put.values())
        amount = between(below, top, put.values())
        before = between(below, top, [put[seat] - bet for seat, bet in bets.items()])
        seats = tuple(seat for seat in contending if put[seat] >= level)
        pots.append(Pot(amount, seats, amount - before if bets else 0))
        below = level
    return [pot for pot in pots if pot.amount]


@rule("14.10(l)4", "14.11(j)4")
def portion(amount: int, hands: int, place: int, unit: int) -> int:
    """The part of a pot for which one of several alternative hands is played: equal ones in whole dollars, with the
    remainder in the first (``place`` 0)."""
    each = amount // (hands * unit) * unit
    return each if place else amount - each * (hands - 1)
