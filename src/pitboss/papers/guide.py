"""The gaming guide of 8.5(b): what a patron should know about a game, or about every game the house offers, as a book.

A guide is self-contained data; the templates turn it into a page or a PDF."""

from __future__ import annotations

import fnmatch
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

import pitboss
from pitboss import edition, registers
from pitboss.book import PayTable, Refused, Rules, carries, games
from pitboss.book.data import Decision, Option, PayGrid, Wager, holds
from pitboss.law import cite
from pitboss.layout import layout_svg
from pitboss.money import money
from pitboss.odds import Strategy, WagerOdds, proved
from pitboss.papers.charts import bars
from pitboss.papers.figures import percent
from pitboss.papers.html import called, row_words, templates, words
from pitboss.papers.rules import CLASSES, house_way, in_force
from pitboss.papers.sheet import TEMPLATES, Columns
from pitboss.papers.statements import concerns, merged, odds_paid, statement
from pitboss.places import paid_by
from pitboss.table.lawful import licensee_of, table_named

_CELLS = ("#cfe8d5", "#f4c9c4", "#f8e3ae", "#c8dcf0", "#e0d0ec", "#d7ecec", "#f0d8c0", "#e3e3d3")
_WORDS = Path(__file__).with_name("glossary.toml")
_MANY = 8
"""The most choices listed; for an option with more, the one in force."""

T = TypeVar("T")


class Entry(Struct, frozen=True):
    """A statement in one line, with its paragraph."""

    name: str
    text: str
    cite: str


class Stake(Struct, frozen=True, kw_only=True):
    """A wager offered and its limits."""

    id: str
    name: str
    text: str
    required: bool
    limits: str
    cite: str


class PayRow(Struct, frozen=True):
    """A row of a pay table: the outcome, what it pays, and its frequency, if known."""

    outcome: str
    odds: str
    comes: str


class Pays(Struct, frozen=True):
    """A pay table in force, with the house edge if the wager has a single figure."""

    wager: str
    cite: str
    rows: list[PayRow]
    edge: str


class Cost(Struct, frozen=True, kw_only=True):
    """What a wager costs."""

    wager: str
    table: str
    edge: str
    exactly: str
    wins: str
    deviation: str
    per: str


class Share(Struct, frozen=True, kw_only=True):
    """The chances of a hand against another in a game between players."""

    hand: str
    against: str
    share: str
    exactly: str
    wins: str


P = TypeVar("P", Pays, Cost)


class Choice(Struct, frozen=True):
    """A choice as a statement, with additional details."""

    value: str
    says: str
    meaning: str
    here: bool


class Chosen(Struct, frozen=True, kw_only=True):
    """A choice of the house, and its possible values."""

    id: str
    text: str
    choices: list[Choice]
    cite: str


class Grid(Struct, frozen=True, kw_only=True):
    """Authorized pay tables side by side; those in force are marked."""

    wager: str
    cite: str
    notes: list[str]
    columns: list[tuple[str, bool]]
    rows: list[list[str]]


class Paragraph(Struct, frozen=True):
    text: str
    cite: str


class Section(Struct, frozen=True):
    """A section of the text, paraphrased."""

    number: str
    title: str
    paragraphs: list[Paragraph]


class ColoredChart(Struct, frozen=True):
    """A strategy chart; each cell with its color."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[str, list[tuple[str, str]]]]


class Play(Struct, frozen=True):
    """How to play best."""

    rule: str
    charts: list[ColoredChart]
    legend: list[tuple[str, str, str]]
    notes: tuple[str, ...]


class Chapter(Struct, frozen=True, kw_only=True):
    """The complete guide to one game."""

    id: str
    title: str
    table: str
    """The name of the house's table, if it is for one: the guide then states what is in force there and nothing
    else."""
    family: str
    subchapter: str
    rules: str
    """The name of the rules, such as N.J.A.C. 13:69F-20."""
    source: str
    """The text on which they are based."""
    proposed: list[str]
    """What is only proposed."""
    summary: str
    in_force: list[Entry]
    """The house's choices, as statements."""
    layout: str
    wagers: list[Stake]
    others: list[str]
    """Wagers that other tables may offer."""
    unit: str
    decisions: list[Entry]
    play: Play | None
    house_way: Columns | None
    one_way: list[Pays]
    many_ways: list[Pays]
    costs: list[Cost]
    shares: list[Share]
    """Hands against each other, in games between players."""
    exact: bool
    edges: str
    """The house edges as a chart."""
    options: list[Chosen]
    constraints: list[Entry]
    grids: list[Grid]
    single: list[Entry]
    sections: list[Section]
    irregularities: list[Entry]
    errata: list[tuple[str, list[tuple[str, str, str, str]]]]
    """By class: printed, read, because and paragraph."""
    odds: list[dict[str, Any]]
    """The figures of `pitboss odds`."""


class Term(Struct, frozen=True):
    """A term of the games: its meaning, and its paragraph."""

    term: str
    meanings: list[Entry]


class Guide(Struct, frozen=True, kw_only=True):
    """A game, or all of them as a book with contents, glossary and index."""

    title: str
    licensee: str
    lead: str
    source: str
    version: str
    book: bool
    chapters: list[Chapter]
    families: list[tuple[str, list[Entry]]]
    glossary: list[Term]
    index: list[tuple[str, list[Entry]]]
    """Games, and then wagers, each with the games that offer it: title and id."""

    def html(self) -> str:
        return templates(TEMPLATES).get_template("guide.html").render(guide=self)

    def pdf(self) -> bytes:
        from pitboss.papers.pdf import pdf

        return pdf(self, "guide.typ")

    def json(self) -> dict[str, object]:
        """Everything but the pictures."""
        given: dict[str, Any] = msgspec.to_builtins(self)
        for chapter in given["chapters"]:
            del chapter["layout"], chapter["edges"]
        return given


@carries("8.5(b)")
def guide(name: str, settings: Sequence[str] = ()) -> str:
    """The guide to a game as a self-contained page."""
    return gaming_guide(name, settings=settings).html()


def gaming_guide(
    *names: str,
    settings: Sequence[str] = (),
    odds: bool = True,
    licensee: str = "",
    progress: Callable[[int, int], None] | None = None,
) -> Guide:
    """The guide to a game under the options chosen or at a table; for several games a book, limited to what is in
    force; without names, all games. With odds and advice if the house prints them."""
    if settings and len(names) != 1:
        raise Refused("options apply to one game; name it")
    found = names or [heading.id for heading in games()]
    tables = [_posted(table_named(each, settings), each) for each in found]
    licensee = licensee or next(filter(None, map(licensee_of, found)), "")
    return guide_of(tables, odds=odds, whole=not names, licensee=licensee, progress=progress)


def _posted(table: tuple[Rules, str], name: str) -> tuple[Rules, str]:
    """A table whose file gives no name still has one."""
    from pitboss.table.check import is_table

    rules, called_ = table
    return rules, called_ or ("this table" if is_table(name) else "")


def guide_of(
    tables: Sequence[tuple[Rules, str]],
    *,
    odds: bool = True,
    whole: bool = False,
    licensee: str = "",
    progress: Callable[[int, int], None] | None = None,
) -> Guide:
    """The guide to tables, each with its name: of one, or of several as a book, or as the complete one."""
    one = len(tables) == 1
    for id_, times in Counter(rules.game.id for rules, _ in tables).items():
        if times > 1:
            raise Refused(f"a guide has one chapter for each game; {id_} is named {times} times")
    chapters = []
    for done, (rules, table) in enumerate(tables):
        if progress:
            progress(done, len(tables))
        chapters.append(chapter_of(rules, odds=odds, abridged=not one, table=table))
    if progress:
        progress(len(tables), len(tables))
    heading = chapters[0].title if one else "The games of the house"
    families: dict[str, list[Entry]] = {}
    for chapter in chapters:
        here = Entry(chapter.title, chapter.id, chapter.subchapter)
        families.setdefault(words(chapter.family), []).append(here)
    which = "Every game" if whole else "The games of this guide"
    return Guide(
        title=heading,
        licensee=licensee,
        lead=f"{which} under the Rules of the Games of New Jersey, N.J.A.C. 13:69F: how to play each game, what it "
        "pays and what it costs.",
        source=chapters[0].source if one else edition.edition().source,
        version=pitboss.__version__,
        book=not one,
        chapters=chapters,
        families=list(families.items()),
        glossary=glossary(chapter.id for chapter in chapters),
        index=[] if one else _index(chapters),
    )


def chapter_of(rules: Rules, *, odds: bool = True, abridged: bool = False, table: str = "") -> Chapter:
    """A game's chapter: complete, or as in a book for patrons; for a house's table, with its name."""
    return _Writer(rules, odds).chapter(abridged=abridged, table=table)


class _Writer:
    """Writes a game's chapter."""

    def __init__(self, rules: Rules, odds: bool) -> None:
        self.rules = rules
        self.game = rules.game
        self.data = rules.game.data
        self.figures: list[WagerOdds] = []
        self.strategy: Strategy | None = None
        if odds:
            self.figures = _unless_refused(lambda: proved.odds(rules)) or []
            self.strategy = proved.best_play(rules)
        self.odds = [row for row in self.figures if row.equity is None]
        self.names = {each.id: each.name for each in self.data.wagers}

    def chapter(self, *, abridged: bool, table: str) -> Chapter:
        data, rules, posted = self.data, self.rules, bool(table)
        offered = list(rules.wagers.values())
        brief = abridged or posted
        grids = [] if brief else list(self._grids())
        paid = list(in_force(rules).values())
        return Chapter(
            id=data.id,
            title=data.title,
            table=table,
            family=data.family,
            subchapter=data.subchapter,
            rules=edition.called(self.game),
            source=edition.source(self.game, rules if posted else None),
            proposed=edition.warnings(rules),
            summary=data.summary,
            in_force=[
                Entry("", *each)
                for each in merged(
                    (statement(data, each, rules[each.id]), each.full_cite)
                    for each in data.options
                    if not _idle(each) and each.in_effect(rules.options) and concerns(each, rules)
                )
            ],
            layout=layout_svg(rules),
            wagers=[self._stake(wager) for wager in offered],
            others=[]
            if posted
            else [f"{each.name} ({each.cite})" for each in data.wagers if each.id not in rules.wagers],
            unit=money(rules.unit),
            decisions=[
                Entry(each.name, each.text, each.full_cite)
                for each in data.decisions
                if not posted or _may_come(each, rules)
            ],
            play=_play(self.strategy),
            house_way=None if self._shows_the_house_way() else house_way(rules),
            one_way=_alike([self._pays(table) for table in paid if len(table.rows) == 1]),
            many_ways=[self._pays(table) for table in paid if len(table.rows) > 1],
            costs=_alike([self._cost(row) for row in self.odds]),
            shares=[_share(row) for row in self.figures if row.equity is not None],
            exact=all(row.method == "exact" for row in self.odds),
            edges=bars([(self._name(row.wager), row.house_edge) for row in self.odds]),
            options=[
                self._option(option)
                for option in ([] if posted else data.options)
                if not (abridged and _idle(option))
            ],
            constraints=[
                Entry("", each.says, each.full_cite) for each in ([] if brief else data.constraints)
            ],
            grids=[self._grid(each) for each in grids if len(each.rows) > 1 or len(each.tables) > 1],
            single=[
                Entry(self._name(each.wager) + " at least" * each.floor, each.rows[0][1], each.full_cite)
                for each in grids
                if len(each.rows) == len(each.tables) == 1
            ],
            sections=list(sections(self.game.id, self._absent() if posted else frozenset())),
            irregularities=[
                Entry(words(each.id), each.ruling, each.full_cite)
                for each in (rules.irregularities.values() if posted else data.irregularities)
            ],
            errata=[] if brief else list(self._errata()),
            odds=[row.json() for row in self.figures],
        )

    def _errata(self) -> Iterator[tuple[str, list[tuple[str, str, str, str]]]]:
        for kind, title in CLASSES.items():
            rows = [
                (each.printed, each.read, each.why + _by(each.option), each.full_cite)
                for each in self.data.errata
                if each.kind == kind
            ]
            if rows:
                yield title, rows

    def _absent(self) -> frozenset[str]:
        """The paragraphs of wagers that are not offered, and of pay tables and irregularities that do not apply here;
        and those of the house's choices, which the guide to a table states as what is in force."""
        rules, data = self.rules, self.data
        here = {each.full_cite for each in (*rules.wagers.values(), *rules.irregularities.values())}
        here |= {table.cite for table in in_force(rules).values()}
        every = {each.full_cite for each in (*data.wagers, *data.irregularities, *data.pay_grids)}
        chosen = {
            cite(each.cite)
            for each in _paragraphs(self.game.id)
            if each.code and not any(self._plays(carrier, each.cite) for carrier in each.code)
        }
        return frozenset(every - here | chosen)

    def _plays(self, carrier: str, paragraph: str) -> bool:
        """Does the code of a paragraph take part in a round at this table? For a choice of the house, the paragraph
        of that choice does."""
        kind, _, name = carrier.partition(".")
        rules, chosen = self.rules, {grid.wager for grid in self.data.pay_grids if grid.option or grid.floor}
        match kind:
            case "constraint":
                return False
            case "option":
                return any(
                    paragraph in each.under.get(str(rules[each.id]), ())
                    for each in self.data.options
                    if fnmatch.fnmatchcase(each.id, name)
                )
            case "wager":
                return bool(fnmatch.filter(rules.wagers, name))
            case "pay_table":
                return bool(set(fnmatch.filter(in_force(rules), name)) - chosen)
            case "irregularity":
                return bool(fnmatch.filter(rules.irregularities, name))
            case "decision":
                may = [each.id for each in self.data.decisions if _may_come(each, rules)]
                return bool(fnmatch.filter(may, name))
        return True

    def _shows_the_house_way(self) -> bool:
        """Does the strategy show the house way? Then players set as the dealer does."""
        charts = self.strategy.charts if self.strategy else ()
        return any(chart.title.startswith("The house way") for chart in charts)

    def _stake(self, wager: Wager) -> Stake:
        return Stake(
            id=wager.id,
            name=wager.name,
            text=wager.text or wager.name,
            required=wager.required,
            limits=self._limits(wager),
            cite=wager.full_cite,
        )

    def _limits(self, wager: Wager) -> str:
        """The limits of a wager (8.2), and its increments."""
        if wager.bonus:
            return f"paid on the {self.names.get(wager.follows or '', 'wager')}"
        if wager.follows:
            return f"equal to the {self.names.get(wager.follows, wager.follows)}"
        limits = self.rules.limits(wager.id)
        steps = f", in steps of {money(limits.step)}" if limits.step > self.rules.unit else ""
        if limits.least == limits.most:
            return f"exactly {money(limits.least)}"
        return f"{money(limits.least)} to {money(limits.most)}{steps}"

    def _name(self, wager: str) -> str:
        return called(self.data, wager)

    def _pays(self, table: PayTable) -> Pays:
        """A pay table, with the probability of each row if the wager wins in no other way."""
        known = [row for row in self.odds if row.wager.partition(":")[0] == table.wager]
        outcomes = known[0].outcomes if len(known) == 1 else ()
        chances = {
            each.outcome: each.probability for each in outcomes if each.net > 0 or each.outcome in table.rows
        }
        given = chances if chances.keys() == table.rows.keys() else {}
        rows = [
            PayRow(
                row_words(self.data, table.wager, row),
                odds_paid(self.rules, table.wager, odds),
                one_in(given.get(row)),
            )
            for row, odds in table.rows.items()
        ]
        edges = {row.house_edge for row in known}
        return Pays(
            paid_by(self.rules, table.wager),
            table.cite,
            rows,
            percent(edges.pop(), 3) if len(edges) == 1 else "",
        )

    def _cost(self, row: WagerOdds) -> Cost:
        return Cost(
            wager=self._name(row.wager),
            table=row.table,
            edge=percent(row.house_edge, 3),
            exactly=fraction(row.exactly) if row.method == "exact" else "simulated",
            wins=percent(row.hit_rate, 2),
            deviation=f"{row.standard_deviation:.2f}",
            per=row.per.replace("unit of the ", ""),
        )

    def _option(self, option: Option) -> Chosen:
        """An option with its choices as statements, and which is in force."""
        chosen = self.rules[option.id]
        many = len(option.values) > _MANY
        values = [chosen] if option.bounds or many else option.values
        choices = [
            Choice(
                str(value),
                statement(self.data, option, value),
                option.texts.get(str(value), ""),
                value == chosen,
            )
            for value in values
        ]
        if option.bounds:
            choices.append(Choice("", f"{option.bounds} allowed", "", False))
        elif many:
            choices.append(Choice("", f"or one of {len(option.values) - 1} others", "", False))
        return Chosen(id=option.id, text=option.text, choices=choices, cite=option.full_cite)

    def _grids(self) -> Iterator[PayGrid]:
        """Every authorized pay table, without readings that were not adopted."""
        readings = {
            each.id: self.rules[each.id] for each in self.data.options if each.id.startswith("reading-")
        }
        for grid in self.data.pay_grids:
            if all(value in grid.when.get(option, [value]) for option, value in readings.items()):
                yield grid

    def _grid(self, grid: PayGrid) -> Grid:
        table = self.rules.pay_tables.get(grid.wager)
        notes = ["the minimum that may be paid"] if grid.floor else []
        notes += [
            f"{words(option)} {', '.join(map(str, values))}"
            for option, values in grid.when.items()
            if not option.startswith("reading-")
        ]
        width = len(grid.tables)
        return Grid(
            wager=self._name(grid.wager),
            cite=grid.full_cite,
            notes=notes,
            columns=[
                (column, table is not None and (table.cite, table.table) == (grid.full_cite, column))
                for column in grid.tables
            ],
            rows=[
                [
                    row_words(self.data, grid.wager, row[0]),
                    *row[1 : width + 1],
                    *[""] * (width + 1 - len(row)),
                ]
                for row in grid.rows
            ],
        )


def _unless_refused(work: Callable[[], T]) -> T | None:
    """The costs, if any; a game between players has no house edge, and some games leave nothing to decide."""
    try:
        return work()
    except (Refused, NotImplementedError):
        return None


def _alike(rows: list[P]) -> list[P]:
    """Wagers with the same statement in one row, by name."""
    found: dict[bytes, list[P]] = {}
    for row in rows:
        rest = msgspec.structs.replace(row, wager="")
        if isinstance(rest, Pays):  # with one row, whose outcome names the wager's number
            rest = msgspec.structs.replace(
                rest, rows=[PayRow("", each.odds, each.comes) for each in rest.rows]
            )
        found.setdefault(msgspec.json.encode(rest), []).append(row)
    return [
        msgspec.structs.replace(group[0], wager=", ".join(dict.fromkeys(each.wager for each in group)))
        for group in found.values()
    ]


def _idle(option: Option) -> bool:
    """Is it a matter of procedure, or of reading the text?"""
    return option.procedure or option.id.startswith("reading-")


def _may_come(decision: Decision, rules: Rules) -> bool:
    """Can a player at this table be asked for it? Not if it makes a wager, or needs a choice of the house, that the
    table does not have."""
    makes = not decision.makes or decision.makes in rules.wagers
    barred = decision.unless and holds(decision.unless, rules.options)
    return makes and holds(decision.when, rules.options) and not barred


def _share(row: WagerOdds) -> Share:
    assert row.equity is not None
    return Share(
        hand=row.wager,
        against=row.table.removeprefix("against "),
        share=percent(row.equity, 2),
        exactly=fraction(row.equity) if row.method == "exact" else "simulated",
        wins=percent(row.hit_rate, 2),
    )


def _by(option: str | None) -> str:
    return f" Option {option}." if option else ""


def _play(strategy: Strategy | None) -> Play | None:
    """The strategy with a color for each cell of its charts."""
    if strategy is None:
        return None
    cells = [cell for chart in strategy.charts for row in chart.rows for cell in row[1:]]
    order = list(dict.fromkeys([*strategy.legend, *cells]))
    color = {cell: _CELLS[place % len(_CELLS)] for place, cell in enumerate(order)}
    charts = [
        ColoredChart(
            chart.title,
            chart.columns
            if chart.rows and len(chart.columns) == len(chart.rows[0])
            else ("", *chart.columns),
            [(row[0], [(cell, color[cell]) for cell in row[1:]]) for row in chart.rows],
        )
        for chart in strategy.charts
    ]
    legend = [(cell, color[cell], meaning) for cell, meaning in strategy.legend.items()]
    return Play(strategy.rule, charts, legend, strategy.notes)


# ---- the text --------------------------------------------------------------------------------------------


def sections(name: str, absent: Collection[str] = ()) -> Iterator[Section]:
    """The rules of a game's subchapter, paraphrased section by section, without the procedure of the house and without
    paragraphs, and everything under them, that do not apply at a table."""
    paragraphs = _paragraphs(name)
    titles = {registers.section_of(each.cite): each.heading for each in paragraphs if each.heading}
    grouped: dict[str, list[Paragraph]] = {}
    for each in paragraphs:
        whole = cite(each.cite)
        if any(whole == other or re.match(re.escape(other) + r"[(\dA-Za-z]", whole) for other in absent):
            continue
        if each.status == "rule" and each.note and not _TERM.search(each.cite):
            grouped.setdefault(registers.section_of(each.cite), []).append(Paragraph(each.note, each.cite))
    for number, within in grouped.items():
        yield Section(number, titles.get(number, ""), within)


def _paragraphs(name: str) -> list[registers.Paragraph]:
    """The paragraphs of a game; a game of your own may have no register."""
    return _unless_refused(lambda: list(registers.paragraphs_of(name))) or []


_TERM = re.compile(r'^(\S+) "(.+)"$')


def glossary(names: Iterable[str]) -> list[Term]:
    """The terms these games define, and those of every guide, in alphabetical order."""
    found: dict[str, dict[str, str]] = {}
    spelt: dict[str, str] = {}
    for term, meaning in msgspec.toml.decode(_WORDS.read_bytes(), type=dict[str, str]).items():
        found[term.lower()], spelt[term.lower()] = {meaning: ""}, term
    for name in dict.fromkeys(names):
        for each in _paragraphs(name):
            if (defined := _TERM.match(each.cite)) and each.note:
                term = defined[2]
                spelt.setdefault(term.lower(), term)
                found.setdefault(term.lower(), {}).setdefault(each.note, defined[1])
    return [
        Term(spelt[key], [Entry("", meaning, where) for meaning, where in found[key].items()])
        for key in sorted(found)
    ]


def _index(chapters: Iterable[Chapter]) -> list[tuple[str, list[Entry]]]:
    """The pages where a game or a wager is found."""
    where: dict[str, list[Entry]] = {}
    for chapter in chapters:
        here = Entry(chapter.title, chapter.id, chapter.subchapter)
        for name in dict.fromkeys([chapter.title, *(wager.name for wager in chapter.wagers)]):
            where.setdefault(name, []).append(here)
    return sorted(where.items(), key=lambda each: each[0].lower())


# ---- figures ---------------------------------------------------------------------------------------------


def fraction(value: Fraction | None) -> str:
    return str(value) if value is not None and len(str(value)) <= 17 else ""


def one_in(chance: Fraction | None) -> str:
    if not chance:
        return ""
    times = 1 / chance
    return f"1 in {float(times):,.1f}" if times < 100 else f"1 in {round(times):,}"


__all__ = ["Guide", "gaming_guide", "guide", "guide_of"]
