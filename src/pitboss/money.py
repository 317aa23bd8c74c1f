"""Money is integers: cents. Odds are exact ratios, printed with "to" and never with "for" (1.4(a))."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final, NamedTuple

from pitboss.law import Refused, clipped

Cents = int
DOLLAR: Final = 100


class Money(int):
    """An amount as a table returns it: whole cents, which print as dollars. Commands take it as it is, and read plain
    numbers as dollars, so an amount that comes out of a table can go into one.

    >>> least = Money(500)
    >>> least, 2 * least, least + 250, least == 500, cents(2 * least), cents(5)
    ($5, $10, $7.50, True, 1000, 500)
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return money(self)

    __str__ = __repr__

    def __add__(self, other: int) -> Money:
        return Money(int(self) + other)

    def __sub__(self, other: int) -> Money:
        return Money(int(self) - other)

    def __mul__(self, times: int) -> Money:
        return Money(int(self) * times)

    def __neg__(self) -> Money:
        return Money(-int(self))

    __radd__ = __add__
    __rmul__ = __mul__


Amount = int | float | Decimal | str
"""Dollars as a person writes them, or `Money` as a table returns it."""

MOST: Final = 10**11
"""The largest amount in cents, a billion dollars, for a stake, a limit or a prize: far above any casino's."""

MOST_WON: Final = 10**13
"""The most that one wager can win by its odds, in cents; keno pays millions to 1, up to its own limit. Sums of hundreds
stay below 2**53, up to which every reader of JSON counts exactly."""

HELD: Final = 10**15
"""The most that an account of a table may hold, or owe, when a wager is made. Including everything the wagers of
a round can move, it stays below 2**53, and far below 2**63, the limit of databases."""

MOST_ODDS: Final = 10**8
"""The largest number on either side of odds. The longest odds, keno's, are some millions to 1 (15.3(e))."""

_AMOUNT = re.compile(r"(-?)\$?([0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,15}|(?=\.))(?:\.([0-9]{1,2})0*)?")
_NUMBER = r"([0-9]{1,3}(?:,[0-9]{3}){1,3}|[0-9]{1,12})"
_TO = re.compile(rf"{_NUMBER} *to *{_NUMBER}")
_PRIZE = re.compile(r"\$([0-9,]{1,15}(?:\.[0-9]{2})?)")
_METER = re.compile(r"([0-9]{1,3})% of meter")


def cents(amount: Amount) -> Cents:
    """Dollars, or `Money`, to cents, exactly or not at all.

    >>> cents(10), cents("2.50"), cents(0.25)
    (1000, 250, 25)
    """
    if type(amount) is int:
        value = amount * 100
    elif type(amount) is str and amount.isascii() and amount.isdecimal() and len(amount) < 15:
        value = int(amount) * 100  # the most common form
    elif type(amount) is Money:
        value = int(amount)
    elif type(amount) is not bool and (found := _AMOUNT.fullmatch(str(amount))):
        sign, whole, part = found.groups()
        value = int(whole.replace(",", "") or 0) * 100 + int((part or "").ljust(2, "0"))
        value = -value if sign else value
    else:
        raise Refused(f"{clipped(amount)} is not an amount in dollars and whole cents")
    if not -MOST <= value <= MOST:
        raise Refused(f"{clipped(amount)} is more than {money(MOST)}, the largest amount allowed")
    return value


def positive(amount: Amount) -> Cents:
    """Dollars to cents, for an amount that must be more than zero."""
    if (value := cents(amount)) <= 0:
        raise Refused(f"{money(value)} is not a possible amount; it must be more than $0")
    return value


def dollars(amount: Cents) -> int | float:
    """Cents as the number of dollars in JSON: an integer if it is whole."""
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
    """The payout of a winning wager: ``win`` to ``stake``, or a fixed prize, or a share of a meter. A row that only
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
    def parse(cls, text: str, stated: str = "1.4(a)") -> Odds:
        """Odds as people write them; ``stated`` is the paragraph on how to state them."""
        if found := _TO.fullmatch(text):
            win, stake = (int(side.replace(",", "")) for side in found.groups())
            if 1 <= win <= MOST_ODDS and 1 <= stake <= MOST_ODDS:
                return cls(win, stake)
            raise Refused(f"{text} is not a payout: both sides must be from 1 to {MOST_ODDS:,}", stated)
        if (found := _PRIZE.fullmatch(text)) and (prize := cents(found[1])):
            return cls(0, 1, prize=prize)
        if (found := _METER.fullmatch(text)) and 1 <= int(found[1]) <= 100:
            return cls(0, 1, meter=int(found[1]))
        if text == "push":
            return cls(0)
        raise Refused(f'{clipped(text)} is not a payout; write "7 to 6", "$5,000" or "100% of meter"', stated)

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
        """Profit on a stake, to the cent. A fraction of a cent goes to the player: no less than the odds may be
        paid."""
        return self.prize or -(-stake * self.win // self.stake)

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
