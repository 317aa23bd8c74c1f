"""Money is integers: cents. Odds are exact ratios, printed with "to" and never with "for" (1.4(a))."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from typing import Final, NamedTuple

from pitboss.law import Refused

Cents = int
DOLLAR: Final = 100

Amount = int | float | Decimal | str
"""Dollars as a person writes them."""

_TO = re.compile(r"([\d,]+)\s*to\s*([\d,]+)\Z")
_PRIZE = re.compile(r"\$([\d,]+(?:\.\d\d)?)\Z")
_METER = re.compile(r"(\d{1,3})% of meter\Z")


MOST = 10**17
"""No amount is larger, in cents: neither infinite nor a number that nobody can write down."""


def cents(amount: Amount) -> Cents:
    """Dollars to cents, exactly or not at all.

    >>> cents(10), cents("2.50"), cents(0.25)
    (1000, 250, 25)
    """
    if type(amount) is int:
        return amount * 100
    if type(amount) is str and amount.isascii() and amount.isdecimal() and len(amount) < 15:
        return int(amount) * 100  # what people write most
    try:
        value = Decimal(str(amount).removeprefix("$").replace(",", "")) * 100
        if abs(value) < MOST and value == value.to_integral_value():
            return int(value)
    except (InvalidOperation, ValueError):
        pass
    raise Refused(f"{amount!r} is not an amount in dollars and whole cents")


def dollars(amount: Cents) -> int | float:
    """Cents as the number of dollars that JSON carries: whole where it is whole."""
    return amount // 100 if amount % 100 == 0 else amount / 100


def written(amount: Cents) -> str:
    """Cents as dollars in a string, which `cents` reads back exactly.

    >>> written(1250), cents(written(-5))
    ('12.50', -5)
    """
    return f"{'-' if amount < 0 else ''}{abs(amount) // 100}.{abs(amount) % 100:02}"


def money(amount: Cents) -> str:
    """Cents for people.

    >>> money(1250), money(-500), money(100000000)
    ('$12.50', '-$5', '$1,000,000')
    """
    sign, whole, part = "-" if amount < 0 else "", *divmod(abs(amount), 100)
    return f"{sign}${whole:,}" + (f".{part:02}" if part else "")


class Odds(NamedTuple):
    """What a winning wager is paid: ``win`` to ``stake``, or a fixed prize, or a share of a meter. A row that only
    returns the stake is a ``push``.

    >>> Odds.parse("7 to 6"), Odds.parse("7 to 6").pays(1200)
    (7 to 6, 1400)
    >>> Odds.parse("$5,000").pays(100)
    500000
    """

    win: int
    stake: int = 1
    prize: Cents = 0
    meter: int = 0
    """Percent of a progressive meter."""

    @classmethod
    def parse(cls, text: str) -> Odds:
        if found := _TO.match(text):
            return cls(int(found[1].replace(",", "")), int(found[2].replace(",", "")))
        if found := _PRIZE.match(text):
            return cls(0, 1, prize=cents(found[1]))
        if found := _METER.match(text):
            return cls(0, 1, meter=int(found[1]))
        if text == "push":
            return cls(0)
        raise Refused(f'{text!r} is not a payout; write "7 to 6", "$5,000" or "100% of meter"', "1.4(a)")

    def __str__(self) -> str:
        if self.meter:
            return f"{self.meter}% of meter"
        if self.prize:
            return money(self.prize)
        if not self.win:
            return "push"
        return f"{self.win:,} to {self.stake:,}"

    def __repr__(self) -> str:
        return str(self)

    def pays(self, stake: Cents) -> Cents:
        """Profit on a stake. A stake that does not come out in whole cents was never accepted."""
        if self.prize:
            return self.prize
        profit, rest = divmod(stake * self.win, self.stake)
        if rest:
            raise Refused(f"{money(stake)} cannot be paid at {self}", "1.4(f)")
        return profit

    def at_least(self, floor: Odds) -> bool:
        """Is this payout as good as the floor?"""
        if self.meter or floor.meter or bool(self.prize) != bool(floor.prize):
            return (
                bool(self.prize) == bool(floor.prize)
                and bool(self.meter) == bool(floor.meter)
                and self.meter >= floor.meter
            )
        return self.prize >= floor.prize and self.win * floor.stake >= floor.win * self.stake


def percent(amount: Cents, hundredths: int, chip: Cents = 1) -> Cents:
    """A commission in hundredths of a percent (5% is 500), rounded down to the chip: a licensee may
    never take more than the percentage the paragraph allows.

    >>> percent(2000, 500), percent(2500, 500), percent(2500, 500, chip=100)
    (100, 125, 100)
    """
    exact = amount * hundredths // 10_000
    return exact - exact % chip
