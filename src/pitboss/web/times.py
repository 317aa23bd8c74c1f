"""Times as people read them: always with their zone."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from pitboss.law import Refused, one_line

NEW_JERSEY = "America/New_York"


@cache
def zones() -> frozenset[str]:
    return frozenset(available_timezones())


def check_zone(zone: str) -> None:
    if zone not in zones():
        raise Refused(f"there is no time zone {one_line(zone)!r}; one is {NEW_JERSEY}")


def moment(at: int, zone: str = "") -> str:
    """A time in a zone, by default New Jersey's: ``Nov 17, 2026, 21:56:03 EST``."""
    there = datetime.fromtimestamp(at / 1000, ZoneInfo(zone or NEW_JERSEY))
    return there.strftime("%b %-d, %Y, %H:%M:%S %Z")
