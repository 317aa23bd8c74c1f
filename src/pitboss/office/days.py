"""Gaming days and their shifts, on New Jersey's clock."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct

NEW_JERSEY = ZoneInfo("America/New_York")


class Days(Struct, frozen=True):
    """A gaming day begins at an hour of the morning and has shifts of equal length. What happens after midnight belongs
    to the day before.

    >>> days = Days()
    >>> days.day(1_794_999_600_000), days.shift(1_794_999_600_000)
    ('2026-11-18', 'day')
    """

    begins: int = 6
    shifts: tuple[str, ...] = ("day", "swing", "graveyard")

    def _since(self, at: int) -> datetime:
        return datetime.fromtimestamp(at / 1000, NEW_JERSEY).replace(tzinfo=None) - timedelta(
            hours=self.begins
        )

    def day(self, at: int) -> str:
        """The gaming day of a time in milliseconds since 1970, as 2026-11-18."""
        return self._since(at).date().isoformat()

    def shift(self, at: int) -> str:
        return self.shifts[self._since(at).hour * len(self.shifts) // 24]

    def bounds(self, day: str) -> tuple[int, int]:
        """The first millisecond of a gaming day, and of the next."""
        first = datetime.fromisoformat(day) + timedelta(hours=self.begins)
        ends = (first, first + timedelta(days=1))
        begins, after = (int(each.replace(tzinfo=NEW_JERSEY).timestamp() * 1000) for each in ends)
        return begins, after
