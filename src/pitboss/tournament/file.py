"""The file of a tournament: the source of its papers, and of how it is played."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from pitboss import files
from pitboss.law import Refused, rule
from pitboss.money import Cents, cents

Words = Annotated[str, Meta(max_length=2_000)]
Percent = Annotated[int, Meta(ge=0, le=100)]
Chips = Annotated[int, Meta(ge=1, le=1_000_000)]
"""Chips of a tournament, without money value; at its tables one counts as a dollar."""
Dollars = int | float | str


class Extra(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A re-buy or an add-on: more chips for more money, all of which goes to the pool."""

    price: Dollars
    chips: Chips
    levels: Annotated[int, Meta(ge=1, le=1_000)]
    """Re-buys are open to the end of this level; add-ons follow it."""
    most: Annotated[int, Meta(ge=1, le=100)] = 1
    """The most re-buys of one participant."""


class TournamentFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tournament file; what it leaves out is a blank in the papers."""

    game: str
    name: Annotated[str, Meta(min_length=1, max_length=100)]
    starts: datetime
    place: Words
    participants: Annotated[int, Meta(ge=2, le=100_000)]
    """The expected number; a live tournament begins when it is reached."""
    buy_in: Dollars
    fee: Dollars = 0
    """The house's own charge; not part of the pool."""
    tips: Percent = 0
    """Percent of the pool withheld for dealers; participants are informed of it."""
    prizes: Annotated[list[Percent], Meta(min_length=1, max_length=1_000)]
    """Percent of the rest, by place."""
    equipment: list[Words] = []
    rules: Words = ""
    registration: Words = ""
    winners: Words = ""
    security: Words = ""
    forms: list[Words] = []

    chips: Chips = 1_500
    """The chips that a participant gets for the buy-in."""
    denominations: list[Chips] | UnsetType = UNSET
    """The denominations of chips, the smallest first; if left out, chips are plain numbers. A record leaves out what
    the file leaves out."""
    seats: Annotated[int, Meta(ge=2, le=11)] | None = None
    """Seats of a table; by default as many as the game has."""
    options: dict[str, int | float | str] = {}
    """Options of the tables other than limits."""
    level: Annotated[list[dict[str, int | float | str]], Meta(max_length=1_000)] = []
    """Blinds and other limits of each level, and its length in hands or minutes; the last one may have no end."""
    late: Annotated[int, Meta(ge=0, le=1_000)] = 0
    """Late entries are open to the end of this level."""
    rebuy: Extra | None = None
    add_on: Extra | None = None


def read(path: Path) -> TournamentFile:
    """The tournament that a file describes."""
    return read_text(files.read(path), str(path))


def read_text(text: bytes | str, what: str) -> TournamentFile:
    try:
        found = msgspec.convert(files.toml(text, what), TournamentFile)
    except msgspec.ValidationError as problem:
        raise Refused(f"{what}: {files.sentence(problem)}") from None
    if not 1970 <= found.starts.year < 3000:
        raise Refused(f"{what}: starts: {found.starts.year} is not a possible year")
    prices = {"buy_in": found.buy_in, "fee": found.fee}
    prices |= {f"{name}.price": extra.price for name, extra in extras(found)}
    for name, price in prices.items():
        try:
            cents(price)
        except Refused as problem:
            raise Refused(f"{what}: {name}: {problem}") from None
    if cents(found.buy_in) <= 0 or cents(found.fee) < 0:
        raise Refused(f"{what}: the buy-in must be more than $0, and the fee must not be negative")
    if found.tips == 100:
        raise Refused(f"{what}: tips of 100 percent of the pool leave nothing for prizes", "8.6(e)")
    if sum(found.prizes) != 100:
        raise Refused(
            f"{what}: the prizes add up to {sum(found.prizes)} percent of the pool instead of 100",
            "8.6(e)",
        )
    for place, (better, worse) in enumerate(pairwise(found.prizes), 1):
        if better < worse:
            raise Refused(
                f"{what}: place {place + 1} would have a larger prize than place {place}", "8.6(f)3"
            )
    lasts = {"late": found.late} | {f"{name}.levels": extra.levels for name, extra in extras(found)}
    for name, levels in lasts.items():
        if found.level and levels > len(found.level):
            raise Refused(f"{what}: {name} has {levels} levels, but there are {len(found.level)}", "8.6(f)2")
    return found


def extras(file: TournamentFile) -> list[tuple[str, Extra]]:
    """The re-buy and the add-on, if there are any."""
    return [(name, extra) for name, extra in (("rebuy", file.rebuy), ("add_on", file.add_on)) if extra]


@rule("8.6(e)")
def divided(pool: Cents, percents: Sequence[int], participants: int) -> list[Cents]:
    """The prizes by place. Odd cents go to the first place, and so do prizes of places that nobody takes."""
    prizes = [pool * percent // 100 for percent in percents[:participants]]
    prizes[0] += pool - sum(prizes)
    return prizes
