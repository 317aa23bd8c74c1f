"""Endings counted: their average results, priced by the lines that the table uses to pay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from pitboss.book.endings import MOST, NO_LIMIT, OF, PRIZE, TAKEN, WIN, Ending, Line, Paid, card_line, line
from pitboss.money import DOLLAR, Cents
from pitboss.odds import WagerOdds, counted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pitboss.book.rules import Rules


def unit(found: Line, stake: Cents = DOLLAR) -> Fraction:
    """The result of a line for each unit staked. The weight of a prize or a limit depends on the stake."""
    paid = Fraction(stake * found[WIN], found[OF]) + found[PRIZE]
    if found[MOST] != NO_LIMIT:
        paid = min(paid, Fraction(found[MOST]))
    return paid / stake - Fraction(found[TAKEN], 2)


def brought(rules: Rules, ending: Ending, hand: str = "", at: Cents = DOLLAR, **units: int) -> Fraction:
    """The result of an ending for the wagers together, with this many units staked on each."""
    made = {wager.replace("_", "-"): each for wager, each in units.items() if each}
    return sum(
        (
            each * unit(line(rules, wager, ending.fates.get(wager), hand), each * at)
            for wager, each in made.items()
        ),
        Fraction(0),
    )


def valued(
    rules: Rules,
    ending: Ending,
    stakes: Mapping[str, Cents],
    hand: str = "",
    most: Mapping[str, Cents] = MappingProxyType({}),
) -> float:
    """The result of an ending for these stakes, in cents; some wagers may have a payment limit."""
    return float(
        sum(
            stake * unit(line(rules, wager, ending.fates.get(wager), hand, most.get(wager, NO_LIMIT)), stake)
            for wager, stake in stakes.items()
            if stake
        )
    )


def on_cards(
    rules: Rules,
    paid: Paid,
    counts: Mapping[str, int],
    *,
    nothing: str,
    stake: Cents = DOLLAR,
    per: str = "unit of the wager",
    most: Cents = NO_LIMIT,
) -> WagerOdds:
    """The odds of a wager on the cards alone, from the frequency of each hand; ``nothing`` is the common name of
    unpaid ones, ``most`` the payment limit."""
    pay = rules.pay(paid.wager)
    assert nothing not in pay.rows, "otherwise a paid hand would be counted with the unpaid ones"
    found: dict[str, int] = {}
    nets: dict[str, Fraction] = {}
    for hand in dict.fromkeys(paid.hands):
        if count := counts.get(hand, 0):
            row = paid.row(pay, hand) or nothing
            found[row] = found.get(row, 0) + count
            nets[row] = min(unit(card_line(rules, paid, hand), stake), Fraction(most, stake))
    return counted(paid.wager, found, nets, table=pay.table, options=rules.options, per=per)


def packed(lines: Sequence[Any]) -> NDArray[np.int64]:
    """Lines for a compiled round: ``packed(lines(…))[ending]`` is one."""
    return np.array(lines, np.int64)
