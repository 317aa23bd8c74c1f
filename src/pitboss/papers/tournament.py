"""The papers of a tournament (8.6): the notice to the Division, the internal controls, and their public part, from a
tournament file."""

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
    "no matter at which tables, the player who had more chips before the deal has the better place. Players who "
    "had equal chips share the prizes of their places, with odd cents going to the earlier entry. If the "
    "tournament is ended early, chips decide the places."
)
"""How winners are determined unless the house has written its own rule."""

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
    """The papers of a tournament whose notice is given on that day."""
    given = read(path)
    found = game_named(given.game)
    check_fits(given, found)
    if (days := business_days(filed, given.starts.date())) < NOTICE_DAYS:
        raise Refused(
            f"{path}: notice must be given at least {NOTICE_DAYS} business days ahead, not {days}; "
            "Saturdays, Sundays and legal holidays do not count",
            "8.6(b)",
        )
    pool, tips, prizes = paid_out(given)
    items = _controls(given)
    return Tournament(
        game=found.id,
        name=given.name,
        filed=filed.isoformat(),
        starts=given.starts.isoformat(),
        pool=dollars(pool),
        tips=dollars(tips),
        prizes=tuple(map(dollars, prizes)),
        notice=sheet(given, "notice of a tournament", "8.6(b)", _notice(given, filed)),
        controls=sheet(given, "internal controls of a tournament", "8.6(f)", items),
        public=public(given),
    )


def public(given: TournamentFile) -> Sheet:
    """What participants and the public must know before anybody enters."""
    return sheet(given, "for the participants and the public", "8.6(g)", _controls(given)[:6])


def _controls(given: TournamentFile) -> list[Section]:
    """The internal controls of 8.6(f), item by item; the first six are public."""
    pool, tips, prizes = paid_out(given)
    between_players = not game_named(given.game).wagers_first
    ranked = given.winners or (ELIMINATION if given.level and between_players else "")
    return [
        _item("1. The game", "8.6(f)1", facts=(_game(given),)),
        _play(given),
        _prizes(given, pool, tips, prizes),
        _item("4. Dealer tips", "8.6(f)4", _tips(given)),
        _item("5. Registration", "8.6(f)5", given.registration),
        _item("6. How winners are determined", "8.6(f)6", ranked),
        _item("7. Equipment", "8.6(f)7", *given.equipment),
        _item("8. Forms", "8.6(f)8", *given.forms),
    ]


def _game(given: TournamentFile) -> tuple[str, str]:
    found = game_named(given.game)
    return "game", f"{found.title} ({edition.called(found)})"


def paid_out(given: TournamentFile) -> tuple[Cents, Cents, list[Cents]]:
    """The pool of the expected participants, the amount withheld for dealers, and the prizes."""
    pool = given.participants * cents(given.buy_in)
    tips = pool * given.tips // 100
    return pool, tips, divided(pool - tips, given.prizes, given.participants)


def sheet(given: TournamentFile, kind: str, cite: str, items: list[Section]) -> Sheet:
    facts = (("tournament", one_line(given.name)), _game(given), ("begins", clock(given.starts)))
    return Sheet(
        kind=kind,
        title=one_line(given.name),
        lead=f"Under N.J.A.C. 13:69F-{cite}.",
        sections=(Section(title="The tournament", facts=facts), *items),
    )


def _item(title: str, label: str, *text: str, facts: tuple[tuple[str, str], ...] = ()) -> Section:
    """The information given, or a blank."""
    said = tuple(("", one_line(each)) for each in text if each.strip())
    blanks = () if said or facts else (title.partition(" ")[2],)
    return Section(title=title, label=label, text=said, facts=facts, blanks=blanks)


def _notice(given: TournamentFile, filed: date) -> list[Section]:
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
        ("begins", clock(given.starts)),
        ("place", one_line(given.place)),
    )
    return [
        _item("1. Date, time and place", "8.6(b)1", facts=when),
        _item("2. Equipment", "8.6(b)2", *given.equipment),
        _item("3. Participants expected", "8.6(b)3", f"{given.participants:,}"),
        _item("4. Security and surveillance", "8.6(b)4", given.security),
        *(
            Section(title=title, label=label, blanks=tuple(f"{who}: name, signature, date" for who in people))
            for title, label, people in certified
        ),
    ]


def _play(given: TournamentFile) -> Section:
    """The house's own words, and the levels."""
    section = _item("2. Play and participation", "8.6(f)2", given.rules)
    if not given.level:
        return section
    facts = [("chips for the buy-in", f"{given.chips:,}")]
    if given.denominations:
        facts.append(("denominations", ", ".join(f"{chip:,}" for chip in given.denominations)))
        section = _item(section.title, section.label, given.rules, RACE)
    facts += [("late entry", f"to the end of level {given.late}")] if given.late else []
    facts += [("re-buy", _extra(given.rebuy, "to the end of level"))] if given.rebuy else []
    facts += [("add-on", _extra(given.add_on, "at the end of level"))] if given.add_on else []
    columns = list(dict.fromkeys(one_line(name) for level in given.level for name in level))
    rows = tuple(
        (str(n), *(one_line(str(level.get(name, "–"))) for name in columns))
        for n, level in enumerate(given.level, 1)
    )
    levels = Columns(columns=("level", *columns), rows=rows)
    return Section(
        title=section.title, label=section.label, text=section.text, facts=tuple(facts), tables=(levels,)
    )


def _extra(extra: Extra, when: str) -> str:
    most = f", at most {extra.most} for each participant" if extra.most > 1 else ""
    return f"{extra.chips:,} chips for {money(cents(extra.price))}, {when} {extra.levels}{most}"


def _prizes(given: TournamentFile, pool: Cents, tips: Cents, prizes: list[Cents]) -> Section:
    rows = tuple(
        (str(place), f"{percent}%", money(prize))
        for place, (percent, prize) in enumerate(zip(given.prizes, prizes, strict=False), 1)
    )
    facts = [("buy-in", money(cents(given.buy_in)))]
    if cents(given.fee):
        facts.append(("entry fee, not part of the pool", money(cents(given.fee))))
    facts.append((f"pool of {given.participants:,} participants", money(pool)))
    if tips:
        facts.append(("withheld for dealers", money(tips)))
    return Section(
        title="3. Prizes",
        label="8.6(f)3, 8.6(e)",
        facts=tuple(facts),
        tables=(Columns(columns=("place", "of the pool", "prize"), rows=rows),),
        notes=(
            "Everything collected for the pool is paid out as prizes; percentages apply to any number of entries. Odd "
            "cents, and prizes of places that nobody takes, go to the first place.",
        ),
    )


def _tips(given: TournamentFile) -> str:
    if not given.tips:
        return "Nothing is withheld from the pool for dealers."
    return f"{given.tips} percent of the pool is withheld for dealers; participants are informed in advance (8.6(e))."
