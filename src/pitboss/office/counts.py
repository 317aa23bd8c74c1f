"""The count of a table as the trade keeps it: opener, fills, credits, drop and closer, and the win that follows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct

from pitboss.money import Cents
from pitboss.practice.floor import win_of_count

Kind = Literal["opener", "fill", "credit", "drop", "closer"]
KINDS: Final = ("opener", "fill", "credit", "drop", "closer")


class Count(Struct, frozen=True):
    """An amount that was counted or moved at a table: on which gaming day, in which shift, by whom, when, on which
    slip."""

    table: str
    day: str
    shift: str
    kind: Kind
    amount: Cents
    by: str = ""
    at: int = 0
    slip: str = ""


class Counted(Struct, frozen=True, kw_only=True):
    """The count of a table in a shift. The win is known when it has an opener and a closer."""

    table: str
    day: str
    shift: str
    opener: Cents | None
    fills: Cents
    credits: Cents
    drop: Cents
    closer: Cents | None

    @property
    def win(self) -> Cents | None:
        if self.opener is None or self.closer is None:
            return None
        return win_of_count(self.opener, self.fills, self.credits, self.drop, self.closer)

    @property
    def hold(self) -> float | None:
        """The win as a part of the drop."""
        return self.win / self.drop if self.win is not None and self.drop else None


def counted(counts: Iterable[Count]) -> list[Counted]:
    """The counts of each table and shift. Of several openers or closers the last stands.

    >>> found, = counted([Count("BJ 1", "2026-11-18", "day", kind, amount) for kind, amount in
    ...     (("opener", 5_000_000), ("fill", 1_000_000), ("drop", 2_000_000), ("closer", 4_500_000))])
    >>> found.win, found.hold
    (500000, 0.25)
    """
    groups: defaultdict[tuple[str, str, str], list[Count]] = defaultdict(list)
    for each in counts:
        groups[each.day, each.shift, each.table].append(each)
    return [_of(*key, kept) for key, kept in sorted(groups.items())]


def _of(day: str, shift: str, table: str, counts: list[Count]) -> Counted:
    def sum_of(kind: Kind) -> Cents:
        return sum(each.amount for each in counts if each.kind == kind)

    def last(kind: Kind) -> Cents | None:
        return next((each.amount for each in reversed(counts) if each.kind == kind), None)

    return Counted(
        table=table,
        day=day,
        shift=shift,
        opener=last("opener"),
        fills=sum_of("fill"),
        credits=sum_of("credit"),
        drop=sum_of("drop"),
        closer=last("closer"),
    )
