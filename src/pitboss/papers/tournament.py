"""The papers of a tournament (8.6): the notice to the Division, the internal controls, and their part for the public,
from a file that somebody writes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from pitboss import files
from pitboss.book import game_named
from pitboss.law import Refused, one_line, rule
from pitboss.money import Cents, cents, dollars, money
from pitboss.papers.notice import clock
from pitboss.papers.sheet import Section, Sheet, Table

NOTICE_DAYS = 5
"""Business days between the notice and the tournament."""

Words = Annotated[str, Meta(max_length=2_000)]
Percent = Annotated[int, Meta(ge=0, le=100)]
Chips = Annotated[int, Meta(ge=1, le=1_000_000)]
"""Chips of a tournament, which are not money; at its tables one counts as a dollar."""
Dollars = int | float | str

ELIMINATION = (
    "Who has no chips left is out, and the last one has won. Of those who lose theirs in one deal, at whatever tables, "
    "whoever had more before it has the better place; who had as many share the prizes of their places, odd cents to "
    "who entered first. If the tournament ceases for good, places go by chips."
)
"""How winners are determined where the house has written nothing else."""


class Extra(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A re-buy or an add-on: more chips for more money, all of which goes to the pool."""

    price: Dollars
    chips: Chips
    levels: Annotated[int, Meta(ge=1, le=1_000)]
    """A re-buy is taken to the end of so many levels, an add-on when they are over."""
    most: Annotated[int, Meta(ge=1, le=100)] = 1
    """Re-buys of one participant."""


class TournamentFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a house writes down about a tournament; what it leaves out is a blank in the papers."""

    game: str
    name: Annotated[str, Meta(min_length=1, max_length=100)]
    starts: datetime
    place: Words
    participants: Annotated[int, Meta(ge=2, le=100_000)]
    """So many are expected; a live tournament begins when they are there."""
    buy_in: Dollars
    fee: Dollars = 0
    """What the house charges for itself; no part of the pool."""
    tips: Percent = 0
    """Percent of the pool withheld for dealers, of which the participants are told."""
    prizes: Annotated[list[Percent], Meta(min_length=1, max_length=1_000)]
    """Percent of what is left, by place."""
    equipment: list[Words] = []
    rules: Words = ""
    registration: Words = ""
    winners: Words = ""
    security: Words = ""
    forms: list[Words] = []

    chips: Chips = 1_500
    """What a participant has for the buy-in."""
    seats: Annotated[int, Meta(ge=2, le=11)] | None = None
    """Of a table; by default as many as the game has."""
    options: dict[str, int | float | str] = {}
    """Options of the tables that are no limits."""
    level: Annotated[list[dict[str, int | float | str]], Meta(max_length=1_000)] = []
    """Blinds and other limits of each level, and how many hands or minutes it lasts; the last one may last."""
    rebuy: Extra | None = None
    add_on: Extra | None = None


def read(path: Path) -> TournamentFile:
    """The tournament that a file tells of."""
    return read_text(files.read(path), str(path))


def read_text(text: bytes | str, what: str) -> TournamentFile:
    try:
        found = msgspec.convert(files.toml(text, what), TournamentFile)
    except msgspec.ValidationError as problem:
        raise Refused(f"{what}: {problem}") from None
    if not 1970 <= found.starts.year < 3000:
        raise Refused(f"{what}: starts: {found.starts.year} is no year for a tournament")
    if cents(found.buy_in) <= 0 or cents(found.fee) < 0:
        raise Refused(f"{what}: the buy-in is more than nothing, and a fee is no less than nothing")
    if sum(found.prizes) != 100:
        raise Refused(
            f"{what}: the prizes come to {sum(found.prizes)} percent of the pool, and all of it is paid out",
            "8.6(e)",
        )
    return found


@rule("8.6(e)")
def divided(pool: Cents, percents: Sequence[int], participants: int) -> list[Cents]:
    """The prizes by place. Odd cents go to the first place, and so does what is for places that nobody has."""
    prizes = [pool * percent // 100 for percent in percents[:participants]]
    prizes[0] += pool - sum(prizes)
    return prizes


class Tournament(Struct, frozen=True, kw_only=True):
    """A tournament and its papers."""

    game: str
    name: str
    filed: str
    starts: str
    pool: int | float
    tips: int | float
    prizes: tuple[int | float, ...]
    notice: Sheet
    controls: Sheet
    public: Sheet


def tournament(path: Path, filed: date) -> Tournament:
    """The papers of a tournament of which notice is given on that day."""
    told = read(path)
    found = game_named(told.game)
    if (days := business_days(filed, told.starts.date())) < NOTICE_DAYS:
        raise Refused(
            f"{path}: notice is given at least {NOTICE_DAYS} business days ahead, not {days}", "8.6(b)"
        )
    pool, tips, prizes = paid_out(told)
    items = _controls(told)
    return Tournament(
        game=found.id,
        name=told.name,
        filed=filed.isoformat(),
        starts=told.starts.isoformat(),
        pool=dollars(pool),
        tips=dollars(tips),
        prizes=tuple(map(dollars, prizes)),
        notice=sheet(told, "notice of a tournament", "8.6(b)", _notice(told, filed)),
        controls=sheet(told, "internal controls of a tournament", "8.6(f)", items),
        public=public(told),
    )


def public(told: TournamentFile) -> Sheet:
    """What participants and the public are to know before anybody enters."""
    return sheet(told, "for the participants and the public", "8.6(g)", _controls(told)[:6])


def _controls(told: TournamentFile) -> list[Section]:
    """The internal controls of 8.6(f), item by item; the first six are public."""
    pool, tips, prizes = paid_out(told)
    ranked = (ELIMINATION,) if told.level and not told.winners else (told.winners,)
    return [
        _item("1. The game", "8.6(f)1", facts=(_game(told),)),
        _play(told),
        _prizes(told, pool, tips, prizes),
        _item("4. Dealer tips", "8.6(f)4", _tips(told)),
        _item("5. Registration", "8.6(f)5", told.registration),
        _item("6. How winners are determined", "8.6(f)6", *ranked),
        _item("7. Equipment", "8.6(f)7", *told.equipment),
        _item("8. Forms", "8.6(f)8", *told.forms),
    ]


def _game(told: TournamentFile) -> tuple[str, str]:
    found = game_named(told.game)
    return "game", f"{found.title} (N.J.A.C. {found.data.subchapter})"


def business_days(first: date, last: date) -> int:
    """Business days from one day to another, the first not counted; holidays are not known here.

    >>> business_days(date(2026, 11, 27), date(2026, 12, 4))  # from a Friday to the next
    5
    """
    days = (first + timedelta(n) for n in range(1, (last - first).days + 1))
    return sum(day.weekday() < 5 for day in days)


def paid_out(told: TournamentFile) -> tuple[Cents, Cents, list[Cents]]:
    """The pool of those expected, what is withheld for dealers, and the prizes."""
    pool = told.participants * cents(told.buy_in)
    tips = pool * told.tips // 100
    return pool, tips, divided(pool - tips, told.prizes, told.participants)


def sheet(told: TournamentFile, kind: str, cite: str, items: list[Section]) -> Sheet:
    facts = (("tournament", one_line(told.name)), _game(told), ("begins", clock(told.starts)))
    return Sheet(
        kind=kind,
        title=one_line(told.name),
        lead=f"Under N.J.A.C. 13:69F-{cite}.",
        sections=(Section(title="The tournament", facts=facts), *items),
    )


def _item(title: str, label: str, *text: str, facts: tuple[tuple[str, str], ...] = ()) -> Section:
    """What is told, or a blank."""
    said = tuple(("", one_line(each)) for each in text if each.strip())
    blanks = () if said or facts else (title.partition(" ")[2],)
    return Section(title=title, label=label, text=said, facts=facts, blanks=blanks)


def _notice(told: TournamentFile, filed: date) -> list[Section]:
    certified = (
        (
            "5. Security and integrity are not affected",
            "8.6(b)5",
            ("Security", "Casino gaming operations", "Surveillance"),
        ),
        (
            "6. The rules are reviewed for the reporting of revenue",
            "8.6(b)6",
            ("Casino controller or designee",),
        ),
        (
            "7. The internal controls will be followed",
            "8.6(b)7",
            ("Holder of a casino key employee license",),
        ),
    )
    when = (
        ("filed", f"{filed:%B} {filed.day}, {filed.year}"),
        ("begins", clock(told.starts)),
        ("place", one_line(told.place)),
    )
    return [
        _item("1. Date, time and place", "8.6(b)1", facts=when),
        _item("2. Equipment", "8.6(b)2", *told.equipment),
        _item("3. Participants expected", "8.6(b)3", f"{told.participants:,}"),
        _item("4. Security and surveillance", "8.6(b)4", told.security),
        *(
            Section(title=title, label=label, blanks=tuple(f"{who}: name, signature, date" for who in people))
            for title, label, people in certified
        ),
    ]


def _play(told: TournamentFile) -> Section:
    """The house's own words, and the levels by which it is played."""
    section = _item("2. Play and participation", "8.6(f)2", told.rules)
    if not told.level:
        return section
    facts = [("chips for the buy-in", f"{told.chips:,}")]
    facts += [("re-buy", _extra(told.rebuy, "to the end of level"))] if told.rebuy else []
    facts += [("add-on", _extra(told.add_on, "at the end of level"))] if told.add_on else []
    columns = list(dict.fromkeys(one_line(name) for level in told.level for name in level))
    rows = tuple(
        (str(n), *(one_line(str(level.get(name, "–"))) for name in columns))
        for n, level in enumerate(told.level, 1)
    )
    levels = Table(columns=("level", *columns), rows=rows)
    return Section(
        title=section.title, label=section.label, text=section.text, facts=tuple(facts), tables=(levels,)
    )


def _extra(extra: Extra, when: str) -> str:
    most = f", {extra.most} of one participant at the most" if extra.most > 1 else ""
    return f"{extra.chips:,} chips for {money(cents(extra.price))}, {when} {extra.levels}{most}"


def _prizes(told: TournamentFile, pool: Cents, tips: Cents, prizes: list[Cents]) -> Section:
    rows = tuple(
        (str(place), f"{percent}%", money(prize))
        for place, (percent, prize) in enumerate(zip(told.prizes, prizes, strict=False), 1)
    )
    facts = [("buy-in", money(cents(told.buy_in)))]
    if cents(told.fee):
        facts.append(("entry fee, no part of the pool", money(cents(told.fee))))
    facts.append((f"pool of {told.participants:,} participants", money(pool)))
    if tips:
        facts.append(("withheld for dealers", money(tips)))
    return Section(
        title="3. Prizes",
        label="8.6(f)3, 8.6(e)",
        facts=tuple(facts),
        tables=(Table(columns=("place", "of the pool", "prize"), rows=rows),),
        notes=(
            "All that is collected for the pool is paid out as prizes; percentages hold for any number of entries. Odd "
            "cents, and what is for places that nobody has, go to the first place.",
        ),
    )


def _tips(told: TournamentFile) -> str:
    if not told.tips:
        return "Nothing is withheld from the pool for dealers."
    return f"{told.tips} percent of the pool is withheld for dealers; participants are told before they enter (8.6(e))."


__all__ = ["Tournament", "TournamentFile", "public", "read", "tournament"]
