"""Business days in New Jersey: Monday to Friday, except the legal holidays of N.J.S.A. 36:1-1."""

from __future__ import annotations

from calendar import day_name, monthrange
from datetime import date, timedelta
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from pitboss.law import carries


class Holiday(Struct, frozen=True, forbid_unknown_fields=True):
    """A day of every year: a date, the nth weekday of a month (-1: the last) and a number of days after it, or a
    day counted from Easter."""

    name: str
    month: int = 0
    day: int = 0
    weekday: str = ""
    nth: int = 0
    plus: int = 0
    after_easter: int | None = None

    def of(self, year: int) -> date:
        if self.after_easter is not None:
            return easter(year) + timedelta(self.after_easter)
        if self.day:
            return date(year, self.month, self.day)
        wanted = list(day_name).index(self.weekday)
        days = (date(year, self.month, day) for day in range(1, monthrange(year, self.month)[1] + 1))
        found = [day for day in days if day.weekday() == wanted]
        return found[self.nth - (self.nth > 0)] + timedelta(self.plus)


def easter(year: int) -> date:
    """Easter Sunday of the Gregorian calendar: the Sunday after the first full moon of spring, by the church's tables.

    >>> easter(2026)
    datetime.date(2026, 4, 5)
    """
    century, golden = year // 100, year % 19
    moon = (century - century // 4 - (8 * century + 13) // 25 + 19 * golden + 15) % 30
    moon -= (moon // 28) * (1 - (29 // (moon + 1)) * ((21 - golden) // 11))
    weekday = (year + year // 4 + moon + 2 - century + century // 4) % 7
    day = 28 + moon - weekday
    return date(year, 3, 31) + timedelta(day - 31)


@cache
def legal_holidays(year: int) -> frozenset[date]:
    """The holidays as observed: those on a Sunday are on the following Monday."""
    text = Path(__file__).with_suffix(".toml").read_bytes()
    given = msgspec.convert(msgspec.toml.decode(text)["holiday"], list[Holiday])
    days = [holiday.of(year) for holiday in given]
    return frozenset(day + timedelta(day.weekday() == 6) for day in days)


@carries("8.6(b)")
def business_days(first: date, last: date) -> int:
    """Business days from one day to another, the first not counted.

    >>> business_days(date(2026, 11, 27), date(2026, 12, 4))  # from a Friday to the next
    5
    """
    days = (first + timedelta(n) for n in range(1, (last - first).days + 1))
    return sum(day.weekday() < 5 and day not in legal_holidays(day.year) for day in days)
