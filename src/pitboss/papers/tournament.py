"""The papers of a tournament (8.6): the notice to the Division, the internal controls, and their part for the public,
from a file that somebody writes."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from msgspec import Struct

from pitboss import edition
from pitboss.book import game_named
from pitboss.law import Refused, one_line
from pitboss.money import Cents, cents, dollars, money
from pitboss.papers.notice import clock
from pitboss.papers.sheet import Columns, Section, Sheet
from pitboss.tournament.file import Extra, TournamentFile, divided, read
from pitboss.tournament.holidays import business_days
from pitboss.tournament.terms import check_fits

NOTICE_DAYS = 5
"""Business days between the notice and the tournament."""

ELIMINATION = (
    "A player without chips is out, and the last player left wins. Of the players who go out in one deal, "
    "at whatever tables, the player who had more chips before the deal has the better place. Players who "
    "had equal chips share the prizes of their places, with odd cents going to the earlier entry. If the "
    "tournament is ended early, chips decide the places."
)
"""How winners are determined where the house has written nothing else."""

RACE = (
    "Chips that no later level needs are raced off when the level rises. Players change whatever makes "
    "whole chips of the next denomination. Each remaining chip is a lot, and lots are drawn across all "
    "tables for the chips of the next denomination that they add up to, at most one for each player. "
    "Nobody is raced out: a player without a whole chip is served first. The house adds what is missing "
    "for a whole chip."
)
"""A rule of the house: the regulation says nothing of it."""


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
    check_fits(told, found)
    if (days := business_days(filed, told.starts.date())) < NOTICE_DAYS:
        raise Refused(
            f"{path}: notice is given at least {NOTICE_DAYS} business days ahead, not {days}; "
            "Saturdays, Sundays and legal holidays do not count",
            "8.6(b)",
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
    between_players = not game_named(told.game).wagers_first
    ranked = told.winners or (ELIMINATION if told.level and between_players else "")
    return [
        _item("1. The game", "8.6(f)1", facts=(_game(told),)),
        _play(told),
        _prizes(told, pool, tips, prizes),
        _item("4. Dealer tips", "8.6(f)4", _tips(told)),
        _item("5. Registration", "8.6(f)5", told.registration),
        _item("6. How winners are determined", "8.6(f)6", ranked),
        _item("7. Equipment", "8.6(f)7", *told.equipment),
        _item("8. Forms", "8.6(f)8", *told.forms),
    ]


def _game(told: TournamentFile) -> tuple[str, str]:
    found = game_named(told.game)
    return "game", f"{found.title} ({edition.called(found)})"


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
    if told.denominations:
        facts.append(("denominations", ", ".join(f"{chip:,}" for chip in told.denominations)))
        section = _item(section.title, section.label, told.rules, RACE)
    facts += [("late entry", f"to the end of level {told.late}")] if told.late else []
    facts += [("re-buy", _extra(told.rebuy, "to the end of level"))] if told.rebuy else []
    facts += [("add-on", _extra(told.add_on, "at the end of level"))] if told.add_on else []
    columns = list(dict.fromkeys(one_line(name) for level in told.level for name in level))
    rows = tuple(
        (str(n), *(one_line(str(level.get(name, "–"))) for name in columns))
        for n, level in enumerate(told.level, 1)
    )
    levels = Columns(columns=("level", *columns), rows=rows)
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
        tables=(Columns(columns=("place", "of the pool", "prize"), rows=rows),),
        notes=(
            "All that is collected for the pool is paid out as prizes; percentages hold for any number of entries. Odd "
            "cents, and what is for places that nobody has, go to the first place.",
        ),
    )


def _tips(told: TournamentFile) -> str:
    if not told.tips:
        return "Nothing is withheld from the pool for dealers."
    return f"{told.tips} percent of the pool is withheld for dealers; participants are told before they enter (8.6(e))."
