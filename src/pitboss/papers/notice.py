"""The notices of a table: the sign with the rules and limits in force (8.3(a), 8.2(c)), and the signs, announcements
and letters before they change (8.3(b), 8.3(c))."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from msgspec import Struct

from pitboss import edition
from pitboss.book.data import Option, PayTable, Wager
from pitboss.book.rules import ABSENT, HALF_AN_HOUR, Rules, enough_notice
from pitboss.law import Refused, carries, cite, clipped, one_line, short
from pitboss.money import money
from pitboss.outcomes import numbers_together
from pitboss.papers.html import row_words, templates
from pitboss.papers.pdf import pdf
from pitboss.papers.rules import house_way_by_row, in_force
from pitboss.papers.sheet import TEMPLATES
from pitboss.papers.statements import merged, odds_paid, statement
from pitboss.places import paid_by
from pitboss.table.check import lawful_rules
from pitboss.table.lawful import licensee_of

_WIDTH = 78
"""Columns of a notice in the terminal."""


NEW_JERSEY = ZoneInfo("America/New_York")

NOTHING = "none"
"""An amount or a number of 0."""


class Line(Struct, frozen=True, omit_defaults=True):
    """What is in force, or will be: a figure with its name, or a whole statement. ``was`` is in force until then."""

    what: str
    says: str
    cite: str = ""
    was: str = ""


class Section(Struct, frozen=True):
    heading: str
    cite: str
    lines: list[Line]


class Sheet(Struct, frozen=True):
    """One sheet of paper."""

    kind: str
    """sign, announcement or letter."""
    cite: str
    licensee: str
    title: str
    lead: list[str]
    sections: list[Section]
    foot: list[str]
    source: str
    """The text on which its rules are based."""


class Notice(Struct, frozen=True):
    """Everything that is posted, announced and sent."""

    game: str
    table: str
    given: str
    """When a change is announced, and when it takes effect; both empty if nothing changes."""
    effective: str
    sheets: list[Sheet]


# ---- what is in force --------------------------------------------------------------------------------


def at(path: Path, licensee: str = "") -> Posted:
    """The sign at the table of a file; the licensee's name may be in it."""
    return Posted(*lawful_rules(path), licensee or licensee_of(str(path)))


class Posted:
    """A lawful table of a casino licensee, and its sign."""

    def __init__(self, rules: Rules, name: str, licensee: str = "") -> None:
        self.rules = rules
        self.game = rules.game
        self.table = one_line(name)
        self.licensee = one_line(licensee)
        self.names = {wager.id: wager.name for wager in self.game.data.wagers}

    @property
    def options(self) -> Iterator[Option]:
        """The choices of the house that the sign shows: those it made explicitly, those that change the odds of a wager
        offered, charges, and all wagering requirements. The text requires only some of these; a sign may show more."""
        for option in self.game.data.options:
            odds_of = any(wager.partition(":")[0] in self.rules.wagers for wager in option.affects)
            named = option.id in self.rules.chosen or option.kind == "limit" or option.notice or odds_of
            nothing = str(self.rules[option.id]) == "0" and not option.notice and not option.percent
            idle = option.procedure or option.id.startswith("reading-") or self.shown(option) or nothing
            if named and not idle and option.in_effect(self.rules.options):
                yield option

    def shown(self, option: Option) -> bool:
        """Is the choice already visible in the wagers and pay tables?"""
        data = self.game.data
        elected = {wager.option for wager in data.wagers}
        elected |= {row[0] for grid in data.pay_grids for row in grid.rows}
        plain = self.rules[option.id] in ("yes", *ABSENT)
        return (plain and option.id in elected) or any(grid.option == option.id for grid in data.pay_grids)

    def chosen(self, kind: str) -> list[Line]:
        """The options of a kind, as statements in force."""
        said = [(self.states(each), each.full_cite) for each in self.options if each.kind == kind]
        return [Line("", *each) for each in merged(said)]

    def states(self, option: Option) -> str:
        return statement(self.game.data, option, self.rules[option.id])

    def stakes(self, wager: Wager) -> str:
        """The limits of a wager (8.2(a)); empty if they follow from the rules of the game alone, or from options of
        their own."""
        stated = wager.follows or any(option.kind == "limit" for option in self.game.data.options)
        if wager.bonus or (wager.during and stated and not self.rules.posts(wager.id)):
            return self._times(wager)
        limits = self.rules.limits(wager.id)
        span = money(limits.least)
        span += f" to {money(limits.most)}" if limits.most > limits.least else " exactly"
        return f"{span}, in steps of {money(limits.step)}" if limits.step > self.rules.unit else span

    def _times(self, wager: Wager) -> str:
        if wager.bonus or not wager.times:
            return ""
        least, most = wager.times
        amounts = {1: "equal to", "1/2": "half", "3/2": "one and a half times", 2: "twice"}
        times = amounts.get(most, f"{most} times")
        if least != most:
            upto = "up to the amount of" if most == 1 else f"up to {times}"
            times = f"{least} to {most} times" if least else upto
        name = self.names.get(wager.follows or "", wager.follows) or ""
        return f"{times} the {name}" + ("" if name.lower().endswith(("wager", "bet")) else " wager")

    @property
    def limits(self) -> dict[str, str]:
        """The limits of each wager offered."""
        stated = {wager.id: self.stakes(wager) for wager in self.rules.wagers.values()}
        return {wager: stakes for wager, stakes in stated.items() if stakes}

    @property
    def pay_tables(self) -> dict[str, PayTable]:
        return in_force(self.rules)

    def pays(self) -> Iterator[Section]:
        """The pay tables in force; wagers with only one payout are listed together."""
        tables = list(self.pay_tables.values())
        single = [table for table in tables if len(table.rows) == 1]
        if single:
            pairs = [
                (odds_paid(self.rules, table.wager, odds), paid_by(self.rules, table.wager))
                for table in single
                for odds in table.rows.values()
            ]
            cites = ", ".join(dict.fromkeys(table.cite for table in single))
            yield Section("Wins pay", cites, _together(pairs))
        for table in tables:
            if len(table.rows) > 1:
                data = self.game.data
                paid = [
                    (row_words(data, table.wager, row), odds_paid(self.rules, table.wager, odds))
                    for row, odds in table.rows.items()
                ]
                rows = [Line(*each) for each in numbers_together(paid)]
                name = paid_by(self.rules, table.wager)
                yield Section(f"{name} {'pay' if ', ' in name else 'pays'}", table.cite, rows)


def _together(pairs: Iterable[tuple[str, str]]) -> list[Line]:
    """Wagers with the same statement, in one line."""
    grouped: dict[str, list[str]] = {}
    for says, name in pairs:
        grouped.setdefault(says, []).append(name)
    return [Line(", ".join(dict.fromkeys(names)), says) for says, names in grouped.items()]


@carries("8.2(c)", "8.3(a)")
def sign(here: Posted) -> Notice:
    """The sign at a table (8.3(a)) with its limits (8.2(c)), requirements (8.2(f)) and pay tables."""
    limits = _together((stakes, here.names[wager]) for wager, stakes in here.limits.items())
    limits += [*here.chosen("limit"), Line("Wagers in multiples of", money(here.rules.unit), cite("8.2(f)"))]
    sections = [
        Section("Limits", cite("8.2(c)"), limits),
        Section("Rules", cite("8.3(a)"), here.chosen("rule")),
    ]
    sections = [*(each for each in sections if each.lines), *here.pays()]
    foot = [
        f"Played under {edition.called(here.game)}.",
        *(f"{each}." for each in edition.warnings(here.rules)),
    ]
    lead = [here.table] if here.table else []
    return Notice(
        here.game.id,
        here.table,
        "",
        "",
        [_sheet(here, "sign", "8.3(a)", here.game.title, lead, sections, foot)],
    )


def _sheet(
    here: Posted,
    kind: str,
    paragraph: str,
    title: str,
    lead: list[str],
    sections: list[Section],
    foot: list[str],
) -> Sheet:
    source = edition.source(here.game, here.rules)
    return Sheet(kind, cite(paragraph), here.licensee, title, lead, sections, foot, source)


# ---- what changes ------------------------------------------------------------------------------------


@carries("8.3(b)1", "8.3(b)2", "8.3(b)3", "8.3(c)")
def change(
    old: Posted, new: Posted, given: datetime, effective: datetime, *, limits_only: bool = False
) -> Notice:
    """The notices of a change: for rules the three of 8.3(b), half an hour ahead; for limits and requirements only,
    the two of 8.3(c), at any time."""
    if old.game.id != new.game.id:
        raise Refused(f"the table is for {old.game.id}, but the change is for {new.game.id}")
    if old.table and new.table not in ("", old.table):
        raise Refused(
            f"the change must keep the table's name: it has {clipped(old.table)} and {clipped(new.table)}"
        )
    rules, limits = list(_rules_changed(old, new)), list(_limits_changed(old, new))
    if not rules and not limits:
        raise Refused("nothing changes")
    if limits_only and rules:
        first = rules[0].what or rules[0].says
        says = f"more than limits changes: “{first}” is a rule, and rules need half an hour's notice"
        raise Refused(says, "8.3(b)")
    if not limits_only and not rules:
        raise Refused("no rule changes; limits alone take effect at once with a sign: use --limits", "8.3(c)")
    if rules:
        enough_notice(_milliseconds(given), _milliseconds(effective))
        if not old.table:
            raise Refused("the notice to the Division must name the table; give the table a name", "8.3(b)3")
    elif _milliseconds(effective) < _milliseconds(given):
        raise Refused(f"limits cannot change before notice is given, {clock(given)}", "8.3(c)")
    return _noticed(old, given, effective, rules, limits)


def posted(
    rules: Rules, table: str, changes: Iterable[tuple[int, Mapping[str, object]]], licensee: str = ""
) -> Notice:
    """The papers of a live table: its sign, and the notices of coming changes, each with its time in milliseconds and
    its options. They are dated with the latest moment at which notice may be given."""
    here = Posted(rules, table, licensee)
    sheets = list(sign(here).sheets)
    for effective, options in changes:
        at = datetime.fromtimestamp(effective / 1000, NEW_JERSEY)
        after = Posted(here.rules.changed(options), table, licensee)
        sheets += change(here, after, at - timedelta(milliseconds=HALF_AN_HOUR), at).sheets
        here = after
    return Notice(here.game.id, here.table, "", "", sheets)


def _rules_changed(old: Posted, new: Posted) -> Iterator[Line]:
    seen = [*_wagers_changed(old, new), *_rows_changed(old, new)]
    for option in old.game.data.options:
        changed = option.kind == "rule" and old.rules[option.id] != new.rules[option.id]
        if changed and not (seen and old.shown(option) and new.shown(option)):
            yield _option(option, old, new)
    yield from seen
    ways = [house_way_by_row(each.rules) for each in (old, new)]
    for row in dict.fromkeys(row for way in ways for row in way):
        was, says = (way.get(row, NOTHING) for way in ways)
        if was != says:
            yield Line(f"The dealer sets hands, {row}", says, "", was)
    if old.rules.positions != new.rules.positions:
        yield Line("Positions at the table", str(new.rules.positions), "", str(old.rules.positions))


def _wagers_changed(old: Posted, new: Posted) -> Iterator[Line]:
    """The wagers newly offered, or no longer."""
    before, after = old.rules.wagers, new.rules.wagers
    for wager in old.game.data.wagers:
        if (wager.id in before) != (wager.id in after):
            says = ("not offered", "offered")
            yield Line(wager.name, says[wager.id in after], wager.full_cite, says[wager.id in before])


def _rows_changed(old: Posted, new: Posted) -> Iterator[Line]:
    """The rows of pay tables that change; for a new one, all rows."""
    for wager, after in new.pay_tables.items():
        before = old.pay_tables.get(wager)
        for outcome in dict.fromkeys([*(before.rows if before else ()), *after.rows]):
            was, now = (
                str(table.rows.get(outcome, "not paid")) if table else "" for table in (before, after)
            )
            if was != now:
                row = row_words(old.game.data, wager, outcome)
                yield Line(f"{old.names[wager]}, {row}", now, after.cite, was)


def _limits_changed(old: Posted, new: Posted) -> Iterator[Line]:
    before = old.limits
    for wager, stakes in new.limits.items():
        if before.get(wager) != stakes:
            yield Line(old.names[wager], stakes, cite("8.2(c)"), before.get(wager, ""))
    for option in old.game.data.options:
        if option.kind == "limit" and old.rules[option.id] != new.rules[option.id]:
            yield _option(option, old, new)
    for what, now, was in (
        ("Wagers in multiples of", new.rules.unit, old.rules.unit),
        ("The smallest chip", new.rules.chip, old.rules.chip),
    ):
        if now != was:
            yield Line(what, money(now), cite("8.2(f)"), money(was))


def _option(option: Option, old: Posted, new: Posted) -> Line:
    return Line("", new.states(option), option.full_cite, old.states(option))


def _noticed(
    old: Posted, given: datetime, effective: datetime, rules: list[Line], limits: list[Line]
) -> Notice:
    """The sheets of a change: a sign, an announcement and, for a change of rules, a letter."""
    title, table, at = old.game.title, old.table, clock(effective)
    sections = [
        Section(heading, paragraph, lines)
        for heading, paragraph, lines in (
            ("Rules", cite("8.3(b)"), rules),
            ("Limits", cite("8.3(c)"), limits),
        )
        if lines
    ]
    what = "rules" if rules else "limits"
    named = table if "table" in table.lower() else f"table {table}"
    where = named if table else "this table"
    paragraphs = [f"8.3(b){n}" for n in (1, 2, 3)] if rules else ["8.3(c)"] * 2
    spoken = f"Ladies and gentlemen: from {at} the {what} at {where}, {title}, change as follows."
    new = [f"New {what} from {at}", *([table] if table else [])]
    sheets = [
        _sheet(old, "sign", paragraphs[0], title, new, sections, []),
        _sheet(old, "announcement", paragraphs[1], f"To be announced at {where}", [spoken], sections, []),
    ]
    if rules:
        latest = clock(datetime.fromtimestamp(effective.timestamp() - HALF_AN_HOUR / 1000, effective.tzinfo))
        lead = [
            "To the Division of Gaming Enforcement",
            clock(given),
            f"Effective {at}, the rules at {where}, {title} ({edition.called(old.game)}), change as listed below.",
            f"No later than {latest}, patrons are notified by a sign at the table (8.3(b)1) and an announcement "
            "(8.3(b)2).",
        ]
        licensee = f"Casino licensee: {old.licensee}" if old.licensee else "Casino licensee"
        blanks = ["Sign posted at", "Announced at", licensee, "Name and signature"]
        head = f"Notice of a change of rules at {where}"
        sheets.append(_sheet(old, "letter", paragraphs[2], head, lead, sections, blanks))
    return Notice(old.game.id, table, given.isoformat(), effective.isoformat(), sheets)


# ---- time --------------------------------------------------------------------------------------------


def time_of(text: str) -> datetime:
    """A date and time as people write it, in New Jersey's time zone unless it names another; there, one hour is missing
    in spring, and in fall one occurs twice."""
    try:
        if len(text) <= len("2026-11-16"):
            raise ValueError
        stated = datetime.fromisoformat(text)
        time = stated if stated.tzinfo else stated.replace(tzinfo=NEW_JERSEY)
        here = time.astimezone(UTC).astimezone(NEW_JERSEY)
    except (ValueError, OverflowError):
        raise Refused(f'{clipped(text)} is not a date and time; write "2026-11-16 20:30"') from None
    if not stated.tzinfo and here.replace(tzinfo=None) != stated:
        raise Refused(f"{clock(stated)} does not exist: clocks are set forward past it")
    if not stated.tzinfo and _twice(here):
        raise Refused(f"{clock(stated)} occurs twice; add -04:00 for the first time, -05:00 for the second")
    return here


def _twice(time: datetime) -> bool:
    """Does the hour occur twice, because clocks are set back?"""
    return time.utcoffset() != time.replace(fold=1 - time.fold).utcoffset()


def now() -> datetime:
    return datetime.now(NEW_JERSEY).replace(microsecond=0)


def _milliseconds(time: datetime) -> int:
    return round(time.timestamp() * 1000)


def clock(time: datetime) -> str:
    """A time for people.

    >>> clock(datetime(2026, 11, 16, 20, 30))
    'November 16, 2026, 8:30 p.m.'
    """
    seconds = f":{time:%S}" if time.second or time.microsecond else ""
    half = "a.m." if time.hour < 12 else "p.m."
    zone = f" ({time.tzname()})" if _twice(time) else ""
    return f"{time:%B} {time.day}, {time.year}, {time.hour % 12 or 12}:{time:%M}{seconds} {half}{zone}"


# ---- on paper ----------------------------------------------------------------------------------------


def as_text(notice: Notice) -> str:
    """The sheets one after another, for a terminal."""
    from textwrap import fill

    def wrapped(text: str, indent: str = "") -> str:
        return fill(text, _WIDTH, initial_indent=indent, subsequent_indent=indent and indent * 2)

    lines: list[str] = []
    for sheet in notice.sheets:
        lines += ["=" * _WIDTH, f"{sheet.kind.upper()} ({sheet.cite})", ""]
        lines += [wrapped(each) for each in (sheet.licensee, sheet.title.upper()) if each]
        lines += map(wrapped, sheet.lead)
        for section in sheet.sections:
            lines += ["", wrapped(f"{section.heading} ({section.cite})")]
            for line in section.lines:
                what = f"{line.what}: " if line.what else ""
                was = f"; until then: {line.was}" if line.was else ""
                cited = f" ({short(line.cite)})" if line.cite else ""
                lines.append(wrapped(f"{what}{line.says}{was}{cited}", "  "))
        if sheet.kind == "letter":
            lines += ["", *(each if ": " in each else f"{each}: {'_' * 30}" for each in sheet.foot)]
        else:
            lines += ["", *map(wrapped, sheet.foot)]
        lines.append(wrapped(sheet.source))
    return "\n".join(lines).rstrip()


def as_html(notice: Notice) -> str:
    """The sheets as pages to print."""
    page = templates(TEMPLATES, short=short).get_template("notice.html")
    return page.render(notice=notice)


def as_pdf(notice: Notice) -> bytes:
    """The sheets as PDF, each on its own page."""
    return pdf(notice, "notice.typ")


__all__ = [
    "Notice",
    "Posted",
    "as_html",
    "as_pdf",
    "as_text",
    "at",
    "change",
    "clock",
    "now",
    "posted",
    "sign",
    "time_of",
]
