"""The papers of a tournament (8.6): the notice to the Division, the internal controls, and their part for the public,
from a file that somebody writes."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from pitboss import files
from pitboss.book import game_named
from pitboss.law import Refused, one_line
from pitboss.money import Cents, cents, dollars, money
from pitboss.papers.notice import clock
from pitboss.papers.sheet import Section, Sheet, Table

NOTICE_DAYS = 5
"""Business days between the notice and the tournament."""

Words = Annotated[str, Meta(max_length=2_000)]
Percent = Annotated[int, Meta(ge=0, le=100)]


class TournamentFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a house writes down about a tournament; what it leaves out is a blank."""

    game: str
    name: Annotated[str, Meta(min_length=1, max_length=100)]
    starts: datetime
    place: Words
    participants: Annotated[int, Meta(ge=2, le=100_000)]
    buy_in: int | float | str
    fee: int | float | str = 0
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
    try:
        told = msgspec.convert(files.toml(files.read(path), str(path)), TournamentFile)
    except msgspec.ValidationError as problem:
        raise Refused(f"{path}: {problem}") from None
    found = game_named(told.game)
    if cents(told.buy_in) <= 0 or cents(told.fee) < 0:
        raise Refused(f"{path}: the buy-in is more than nothing, and a fee is no less than nothing")
    if (days := business_days(filed, told.starts.date())) < NOTICE_DAYS:
        raise Refused(
            f"{path}: notice is given at least {NOTICE_DAYS} business days ahead, not {days}", "8.6(b)"
        )
    if sum(told.prizes) != 100:
        raise Refused(
            f"{path}: the prizes come to {sum(told.prizes)} percent of the pool, and all of it is paid out",
            "8.6(e)",
        )
    pool, tips, prizes = paid_out(told)
    facts = (
        ("tournament", one_line(told.name)),
        ("game", f"{found.title} (N.J.A.C. {found.data.subchapter})"),
        ("begins", clock(told.starts)),
    )
    controls = [
        _item("1. The game", "8.6(f)1", facts=facts[1:2]),
        _item("2. Play and participation", "8.6(f)2", told.rules),
        _prizes(told, pool, tips, prizes),
        _item("4. Dealer tips", "8.6(f)4", _tips(told)),
        _item("5. Registration", "8.6(f)5", told.registration),
        _item("6. How winners are determined", "8.6(f)6", told.winners),
        _item("7. Equipment", "8.6(f)7", *told.equipment),
        _item("8. Forms", "8.6(f)8", *told.forms),
    ]
    return Tournament(
        game=found.id,
        name=told.name,
        filed=filed.isoformat(),
        starts=told.starts.isoformat(),
        pool=dollars(pool),
        tips=dollars(tips),
        prizes=tuple(map(dollars, prizes)),
        notice=_sheet(told, "notice of a tournament", "8.6(b)", facts, _notice(told, filed)),
        controls=_sheet(told, "internal controls of a tournament", "8.6(f)", facts, controls),
        public=_sheet(told, "for the participants and the public", "8.6(g)", facts, controls[:6]),
    )


def business_days(first: date, last: date) -> int:
    """Business days from one day to another, the first not counted; holidays are not known here.

    >>> business_days(date(2026, 11, 27), date(2026, 12, 4))  # from a Friday to the next
    5
    """
    days = (first + timedelta(n) for n in range(1, (last - first).days + 1))
    return sum(day.weekday() < 5 for day in days)


def paid_out(told: TournamentFile) -> tuple[Cents, Cents, list[Cents]]:
    """The pool of those expected, what is withheld for dealers, and the prizes; odd cents go to the first."""
    pool = told.participants * cents(told.buy_in)
    tips = pool * told.tips // 100
    prizes = [(pool - tips) * percent // 100 for percent in told.prizes]
    prizes[0] += pool - tips - sum(prizes)
    return pool, tips, prizes


def _sheet(
    told: TournamentFile, kind: str, cite: str, facts: tuple[tuple[str, str], ...], items: list[Section]
) -> Sheet:
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


def _prizes(told: TournamentFile, pool: Cents, tips: Cents, prizes: list[Cents]) -> Section:
    rows = tuple(
        (str(place), f"{percent}%", money(prize))
        for place, (percent, prize) in enumerate(zip(told.prizes, prizes, strict=True), 1)
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
            "All that is collected for the pool is paid out as prizes; percentages hold for any number of entries.",
        ),
    )


def _tips(told: TournamentFile) -> str:
    if not told.tips:
        return "Nothing is withheld from the pool for dealers."
    return f"{told.tips} percent of the pool is withheld for dealers; participants are told before they enter (8.6(e))."


__all__ = ["Tournament", "tournament"]
