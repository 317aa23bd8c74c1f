"""The winnings of a keno ticket: the rate card as data, the requirements of 13:69F-15.3, and its settlement."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import comb, lcm
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from pitboss.book import Refused, Rules, carries, rule
from pitboss.games.draws.tickets import DRAWN, NUMBERS, marked
from pitboss.money import DOLLAR, Cents, Odds, cents, money

if TYPE_CHECKING:
    from pitboss.arrays import Ints

# ---- catches and payoffs -------------------------------------------------------------------

PAIRS: Final = 0x55_5555_5555
FOURS: Final = 0x33_3333_3333
EIGHTS: Final = 0x0F_0F0F_0F0F
COLUMNS: Final = DRAWN + 1
WAY: Final = 4
"""Integers for each way: see `Marks.packed`."""


@rule("15.2(a)", "15.5(d)2", lean=True)
def catches(low: int, high: int, drawn_low: int, drawn_high: int) -> int:
    """How many of the spots are drawn: the bits common to both, counted in both halves at once."""
    a = low & drawn_low
    b = high & drawn_high
    a -= a >> 1 & PAIRS
    b -= b >> 1 & PAIRS
    fours = (a & FOURS) + (a >> 2 & FOURS) + (b & FOURS) + (b >> 2 & FOURS)
    return ((fours & EIGHTS) + (fours >> 4 & EIGHTS)) % 255


@rule("15.3(e)", lean=True)
def payoff(rate: int, pays: int, unit: int) -> int:
    """The total payment of a way: in proportion to its rate."""
    return rate * pays // unit


@rule("15.2(c)", "15.6(a)", lean=True)
def payout(
    ways: Sequence[int] | Ints,
    first: int,
    last: int,
    drawn_low: int,
    drawn_high: int,
    rate: int,
    card: Sequence[int] | Ints,
) -> int:
    """The winnings of a ticket in a game: each of its ways is a straight ticket, evaluated separately."""
    total = 0
    for at in range(first, last, WAY):
        caught = catches(ways[at], ways[at + 1], drawn_low, drawn_high)
        total += payoff(rate * ways[at + 3], card[1 + COLUMNS * ways[at + 2] + caught], card[0])
    return total


@rule("15.4(c)11", lean=True)
def proportion(limit: int, won: int, total: int) -> int:
    """The share of the limit that winnings have in the total, to the nearest cent; by long division, since the
    product may not fit a machine word."""
    whole = rest = 0
    for bit in range(47, -1, -1):
        rest = 2 * rest + limit * (won >> bit & 1)
        whole = 2 * whole + rest // total
        rest %= total
    return whole + (2 * rest >= total)


@rule("15.3(e)", "15.4(c)11", lean=True)
def share_limit(winnings: list[int] | Ints, first: int, last: int, limit: int, equally: int) -> None:
    """Reduce the winnings of a game to the maximum for it: in equal parts or in proportion, each part rounded from
    where those before it left off, so that they add up to the limit to the cent."""
    total = 0
    for i in range(first, last):
        total += winnings[i]
    if limit == 0 or total <= limit:
        return
    if equally:
        part, most = 0, limit
        while part < most:
            middle = (part + most + 1) // 2
            needed = 0
            for i in range(first, last):
                needed += min(winnings[i], middle)
            if needed <= limit:
                part = middle
            else:
                most = middle - 1
        for i in range(first, last):
            winnings[i] = min(winnings[i], part)
        return
    won = paid = 0
    for i in range(first, last):
        won += winnings[i]
        upto = proportion(limit, won, total)
        winnings[i] = upto - paid
        paid = upto


# ---- the rate card, 15.3 ---------------------------------------------------------------------------------

ROW = re.compile(r"(\d{1,2})-of-(\d{1,2})")


class RateCard(Struct, frozen=True):
    """The total payment, by spots and catches. ``packed``: the unit in which payoffs are counted, then a row of
    21 for each number of spots."""

    packed: tuple[int, ...]
    sizes: tuple[int, ...]

    @property
    def unit(self) -> int:
        return self.packed[0]

    def pays(self, spots: int, caught: int) -> Fraction:
        """The total payment on one dollar."""
        return Fraction(self.packed[1 + COLUMNS * spots + caught], self.unit)


def rate_card(rules: Rules) -> RateCard:
    return _card(tuple(rules.pay("straight").rows.items()))


@cache
def _card(rows: tuple[tuple[str, Odds], ...]) -> RateCard:
    unit = lcm(*(odds.stake for _, odds in rows))
    packed = [unit] + [0] * (COLUMNS * (NUMBERS + 1))
    sizes = set()
    for row, odds in rows:
        found = ROW.fullmatch(row)
        caught, spots = (int(found[1]), int(found[2])) if found else (1, 0)
        if not (caught <= min(spots, DRAWN) and 1 <= spots <= NUMBERS):
            raise Refused(
                f"{row!r} is not a row of a rate card; write catches and spots, as 3-of-5", "15.3(d)"
            )
        packed[1 + COLUMNS * spots + caught] = (odds.win + odds.stake) * unit // odds.stake
        sizes.add(spots)
    return RateCard(tuple(packed), tuple(sorted(sizes)))


def draws(spots: int, caught: int) -> int:
    """The number of draws in which this many of the spots are caught."""
    return comb(spots, caught) * comb(NUMBERS - spots, DRAWN - caught)


ALL: Final = comb(NUMBERS, DRAWN)


@cache
@carries('15.1 "House advantage"')
def house_advantage(card: RateCard, spots: int, wager: Cents, limit: Cents) -> Fraction:
    """15.1 "House advantage": the share of a dollar that is not paid back on average, on a wager of this size."""
    paid = Fraction(0)
    for caught in range(min(spots, DRAWN) + 1):
        due = card.pays(spots, caught) * wager
        paid += draws(spots, caught) * (min(due, Fraction(limit)) if limit else due)
    return 1 - paid / (ALL * wager)


def limit_of(rules: Rules) -> Cents:
    return cents(str(rules["maximum-payoff"]))


def unlawful(rules: Rules) -> Iterator[tuple[str, str, str]]:
    """What 15.2 and 15.3 prohibit in a rate card: the point, the reason, and the paragraph."""
    limit, individual = limit_of(rules), cents(str(rules["individual-maximum-payoff"]))
    if 0 < limit < (least := DOLLAR * rules.figure("maximum-payoff")):
        says = f"the maximum payoff for a game must be {money(least)} or more, not {money(limit)}"
        yield "options.maximum-payoff", says, "15.3(e)"
    if individual and individual != limit:
        other = money(limit) if limit else "none"
        says = f"the maximum for a wager, {money(individual)}, must be that for a game, which is {other}"
        yield "options.individual-maximum-payoff", says, "15.3(e)"
    fixed = {row: odds for row, odds in rules.pay("straight").rows.items() if odds.prize or odds.meter}
    for row, odds in fixed.items():
        says = f"{odds} is the same for every wager; payoffs must be in proportion to the wager"
        yield f"pay_tables.straight.{row}", says, "15.3(e)"
    if fixed:
        return
    card, most = rate_card(rules), rules.figure("house-advantage-percent")
    least = max(rules.limits("straight").least, cents(str(rules["minimum-rate"])))
    for spots in range(1, max(card.sizes, default=0) + 1):
        point = f"pay_tables.straight.{spots}-spot"
        if spots not in card.sizes:
            says = f"a ticket may have from 1 to {card.sizes[-1]} spots, but {spots} of them pay nothing"
            yield point, says, "15.2(c)1"
        elif (edge := house_advantage(card, spots, least, limit)) > Fraction(most, 100):
            says = f"the house advantage on {money(least)} is {float(100 * edge):.3f} percent; the maximum is {most}"
            yield point, says, "15.3(e)"


# ---- tickets of every kind ---


def examples(card: RateCard, shift: int = 0) -> list[str]:
    """Tickets of every kind, with spots scattered over the board; 31 and 80 have no common divisor."""

    def spots(first: int, count: int) -> str:
        return "-".join(
            str(n) for n in sorted((31 * (first + i) + shift) % NUMBERS + 1 for i in range(count))
        )

    most = max(card.sizes, default=0)
    found = [f"straight:{spots(0, size)}" for size in card.sizes]
    found += [f"quick-pick:{size}" for size in card.sizes]
    pairs = "/".join(spots(2 * i, 2) for i in range(5))
    if most >= 4:
        found.append(f"split:{spots(0, 3)}/{spots(3, 2)}x3")
        found.append(f"way:{pairs}*2")
        found.append(f"combination:{spots(0, 2)}/{spots(2, 1)}/{spots(3, 2)}/{spots(5, 1)}=1,1&2,1&3,2&4x2")
        found.append(f"king:k{spots(0, 1)}/{spots(1, 2)}/{spots(3, 3)}*1")
        found.append(f"multi-race:5:straight:{spots(0, 4)}")
    return [str(marked(ticket)) for ticket in found]
