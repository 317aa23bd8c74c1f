"""The petition for a new game: the filing package of 8.4(d) with everything that follows from the definition of the
game, the review of 8.4(e) and the test of 8.4(f). Text for every game, and what only people know, is in
``petition.toml``."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from string import ascii_lowercase
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pitboss import edition, registers
from pitboss.book import Game, Refused, Rules, game, games, in_the_book
from pitboss.book.data import GameData, Option, PayGrid, Wager
from pitboss.book.key import Key
from pitboss.drawing import CARD, at, card, chips, die, tag, title
from pitboss.equipment.cards import NAMES
from pitboss.law import Rule, cite, short
from pitboss.layout import layout_svg
from pitboss.money import money
from pitboss.odds import WagerOdds
from pitboss.odds.almanac import origin_of
from pitboss.odds.book import analyze
from pitboss.papers.figures import Figures, figures, number, percent
from pitboss.papers.html import called, row_words, words
from pitboss.papers.sheet import Columns, Section, Sheet
from pitboss.papers.statements import listed, statement
from pitboss.table.lawful import rules_named

ROUNDS, LEVEL = 10_000, 95
"""The test compares the hold after this many rounds with the interval expected at this level of confidence."""


DICE = "dice"
"""The furniture of a table that the sketch of the equipment shows."""


class Written(Struct, frozen=True, forbid_unknown_fields=True):
    """A section of ``petition.toml``."""

    title: str
    id: str = ""
    label: str = ""
    part: bool = False
    text: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    blanks: tuple[str, ...] = ()


class Form(Struct, frozen=True, forbid_unknown_fields=True):
    lead: str
    kinds: tuple[str, ...]
    table: str
    characteristics: tuple[str, ...]
    furniture: dict[str, str]
    sections: tuple[Written, ...] = msgspec.field(name="section")


class Proposed(Struct, frozen=True, kw_only=True):
    """A wager under one proposed table or choice, with its figures."""

    wager: str
    name: str
    under: str
    figures: Figures

    @property
    def heading(self) -> str:
        return f"{self.name}, {self.under}" if self.under else self.name


class Petition(Struct, frozen=True, kw_only=True):
    """What is filed."""

    game: str
    title: str
    kind: str
    """The kind of game, as far as its program shows it."""
    relative: str
    """The authorized game of which its program makes it a variation."""
    odds: tuple[Proposed, ...]
    without: str
    """Why there are no odds, if there are none."""
    favors: tuple[str, ...]
    """The wagers by which players would win in the long run."""
    sheet: Sheet

    def json(self) -> dict[str, object]:
        """The figures, the text and the blanks, without the pictures."""
        given: dict[str, Any] = msgspec.to_builtins(self)
        given["blanks"] = self.sheet.blanks
        given["sections"] = given.pop("sheet")["sections"]
        for section in given["sections"]:
            del section["pictures"], section["charts"]
        return given


def petition(name: str, settings: Sequence[str] = (), *, every: bool = True) -> Petition:
    """The petition for a game by its file or by one of its tables, with the odds under every pay table and choice in
    it, or only under the chosen ones."""
    rules = rules_named(name, settings)
    found = rules.game
    form = msgspec.toml.decode(Path(__file__).with_suffix(".toml").read_bytes(), type=Form)
    relative = _relative(found)
    rows, without = _odds(rules, every)
    odds = tuple(_proposed(rules, row) for row in rows)
    kind = form.kinds[0] if relative else ""
    write = _Writer(rules, form, odds, without, kind, relative)
    sheet = Sheet(
        kind="petition for approval of a new game",
        title=found.title,
        lead=f"{form.lead} {edition.source(found)}",
        sections=tuple(write.sections()),
        contents=True,
    )
    return Petition(
        game=found.id,
        title=found.title,
        kind=kind,
        relative=relative,
        odds=odds,
        without=without,
        favors=tuple(each.heading for each in odds if each.figures.house_edge < 0),
        sheet=sheet,
    )


def _odds(rules: Rules, every: bool) -> tuple[list[WagerOdds], str]:
    """The odds of each wager; readings of a text that is not adopted yet are not choices."""
    try:
        rows = analyze(rules, every=every)
    except (Refused, NotImplementedError) as refused:
        return [], str(refused) or "the odds are not available"
    readings = [option.id for option in rules.game.data.options if option.id.startswith("reading-")]
    rows = [
        row
        for row in rows
        if row.equity is None and all(row.options.get(each, rules[each]) == rules[each] for each in readings)
    ]
    return rows, "" if rows else "no wager is made against the house: the players wager among themselves"


def _proposed(rules: Rules, row: WagerOdds) -> Proposed:
    several = {table for grid in rules.game.data.pay_grids if len(grid.tables) > 1 for table in grid.tables}
    under = [f"table {row.table}"] if row.table in several else []
    tables = {grid.option for grid in rules.game.data.pay_grids}
    under += [
        f"{words(option)} {value}"
        for option, value in row.options.items()
        if rules[option] != value and option not in tables
    ]
    name = called(rules.game.data, row.wager)
    return Proposed(wager=row.wager, name=name, under=", ".join(under), figures=figures(row))


def _relative(found: Game) -> str:
    own = {type(game(heading.id)): heading for heading in games()}
    for base in type(found).__mro__[1:]:
        if base in own:
            return own[base].title
    return ""


def against(probability: float) -> str:
    """True odds, as people say them.

    >>> against(1 / 38), against(0.5)
    ('37 to 1', '1 to 1')
    """
    if not 0 < probability < 1:
        return "never" if probability <= 0 else "certain"
    return f"{number((1 - probability) / probability, 4)} to 1"


def pays(net: float | None) -> str:
    """The net result of an outcome for one unit staked, as payout odds."""
    if net is None or net <= 0:
        return "–" if net is None else "returned" if net == 0 else "loses" + f" {number(-net)}" * (net != -1)
    return f"{number(net)} to 1"


class _Writer:
    """Fills in the form."""

    def __init__(
        self,
        rules: Rules,
        form: Form,
        odds: tuple[Proposed, ...],
        without: str,
        kind: str,
        relative: str,
    ) -> None:
        self.rules, self.form = rules, form
        self.game, self.data = rules.game, rules.game.data
        self.proposed, self.without, self.kind, self.relative = odds, without, kind, relative

    def sections(self) -> Iterator[Section]:
        """The form's sections, each with what is known."""
        for each in self.form.sections:
            blank = Section(
                title=each.title,
                label=each.label,
                part=each.part,
                text=tuple(("", self._filled(given)) for given in each.text),
                checks=tuple((False, given) for given in each.checks),
                notes=each.notes,
                blanks=tuple(map(self._filled, each.blanks)),
            )
            if each.id:
                yield from getattr(self, each.id)(blank)
            else:
                yield blank

    def _filled(self, given: str) -> str:
        return given.format(
            title=self.game.title,
            summary=self.data.summary,
            kind=self.kind or "__________ (see 2)",
            pace=self.data.house.rounds_per_hour,
            positions=self.rules.positions,
            areas=_listed(self.data.wagers),
            pieces=" ".join(self._pieces()),
        )

    def classification(self, blank: Section) -> Iterator[Section]:
        checks = tuple((kind == self.kind, f"It is {kind}.") for kind in self.form.kinds)
        asked = "Check one box, and name the games that it varies or is composed of, if any"
        if self.relative:
            asked = f"Please confirm: the program is that of {self.relative}, changed"
        yield replace(blank, checks=checks, blanks=(asked,))

    # ---- the game ------------------------------------------------------------------------------------

    def summary(self, blank: Section) -> Iterator[Section]:
        wagers = Columns(
            title="The wagers offered",
            columns=("wager", "what it is", "made"),
            rows=tuple(
                (
                    each.name,
                    each.text or each.name,
                    _made(each).removeprefix("shall be ").removeprefix("may be "),
                )
                for each in self.data.wagers
            ),
            words=3,
        )
        decided = Columns(
            title="Decision",
            columns=("decision", "effect"),
            rows=tuple((each.name, each.text) for each in self.data.decisions),
            words=2,
        )
        yield replace(blank, tables=(wagers, decided) if decided.rows else (wagers,))

    def draft(self, blank: Section) -> Iterator[Section]:
        """The rules of the game's register in the order of its sections; without a register, those of its file, in
        the chapter's usual sections."""
        yield blank
        register = registers.register_of(self.game)
        tables = self._pay_tables()
        if register is None or not any(each.cite.startswith("13:69E") for each in register.paragraphs):
            given = enumerate(map(self._filled, self.form.characteristics))
            text = tuple((f"({_letter(n)})", each) for n, each in given)
            yield Section(title=self._filled(self.form.table), part=True, text=text)
        for number_, heading, paragraphs in self._registered(register) if register else self._generated():
            yield Section(
                title=f"{number_} {heading}".strip(),
                part=True,
                text=tuple(paragraphs),
                tables=tuple(tables.pop(cite(number_) if register else heading, ())),
            )
        if rest := tuple(table for within in tables.values() for table in within):
            yield Section(title="Payout odds", part=True, tables=rest)

    def _registered(self, register: registers.Register) -> Iterator[tuple[str, str, list[tuple[str, str]]]]:
        sections: dict[str, list[registers.Paragraph]] = {}
        for each in register.paragraphs:
            if each.status != "outside" and (not each.games or self.game.id in each.games):
                sections.setdefault(registers.section_of(each.cite), []).append(each)
        for section, paragraphs in sections.items():
            heading = next((each.heading for each in paragraphs if each.heading), "")
            yield (section, heading, [self._paragraph(section, each) for each in paragraphs])

    def _paragraph(self, section: str, each: registers.Paragraph) -> tuple[str, str]:
        """A paragraph with its letter; a defined term begins a sentence, unless the note names it."""
        place, note = each.cite.removeprefix(section).strip(), each.note
        if place.startswith('"') and not _names(note, place):
            if "." in note[:-1]:
                return place, f"means: {_lower(note)}"
            clause = re.match(r"(?:An?|The|No|Each|Every) [^,;]{0,30}?\b(?:is|are|may|counts?|has)\b", note)
            return place, f"means that {_lower(note)}" if clause else f"means {_lower(note)}"
        return place, note

    def _generated(self) -> Iterator[tuple[str, str, list[tuple[str, str]]]]:
        data = self.data
        drafted = {
            "Definitions": [*map(_defined, data.wagers)],
            "Equipment": [f"{data.title} is played with {_lower(each)}" for each in self._pieces()],
            "Wagers": [f"The {each.name} {_made(each)}{_bounds(each)}." for each in data.wagers],
            "Decisions of the players": [
                f"A player may decide “{each.name}”, with this effect: {_lower(each.text)}"
                if each.text
                else f"A player may decide “{each.name}”."
                for each in data.decisions
            ],
            "Choices of the casino licensee": [
                self._choice(each) for each in data.options if not each.id.startswith("reading-")
            ],
            "Irregularities": [
                f"Where there is “{words(each.id)}”, the ruling is: {_lower(each.ruling)}"
                for each in data.irregularities
            ],
        }
        filled = [(heading, paragraphs) for heading, paragraphs in drafted.items() if paragraphs]
        for place, (heading, paragraphs) in enumerate(filled, 1):
            yield f"X.{place}", heading, [(f"({_letter(n)})", each) for n, each in enumerate(paragraphs)]

    def _pay_tables(self) -> dict[str, list[Columns]]:
        """The pay tables proposed, by their section; wagers with one payout are listed together."""
        names = {wager.id: wager.name for wager in self.data.wagers}
        single: dict[str, list[tuple[str, str]]] = {}
        found: dict[str, list[Columns]] = {}
        for grid in self.data.pay_grids:
            readings = (option for option in grid.when if option.startswith("reading-"))
            if not all(self.rules[option] in grid.when[option] for option in readings):
                continue
            name, section = names[grid.wager] + " at least" * grid.floor, registers.section_of(grid.full_cite)
            if len(grid.rows) == len(grid.tables) == 1:
                single.setdefault(section, []).append((name, grid.rows[0][1]))
            else:
                found.setdefault(section, []).append(_grid(self.data, name, grid))
        for section, rows in single.items():
            found.setdefault(section, []).insert(0, Columns(columns=("wager", "pays"), rows=tuple(rows)))
        return found

    def layout(self, blank: Section) -> Iterator[Section]:
        yield replace(
            blank,
            facts=(("positions", str(self.rules.positions)),),
            pictures=(layout_svg(self.rules),),
        )

    def equipment(self, blank: Section) -> Iterator[Section]:
        pieces = tuple((f"{n}.", each) for n, each in enumerate(self._pieces(), 1))
        unseen = [self.form.furniture[each].removesuffix(".") for each in self.data.furniture if each != DICE]
        asked = (f"Pictures of equipment that is not drawn above: {'; '.join(unseen)}",) if unseen else ()
        yield replace(blank, text=pieces, pictures=(self._sketch(),), blanks=(*asked, *blank.blanks))

    def _pieces(self) -> Iterator[str]:
        """The equipment of the game."""
        if (deck := self.data.deck) is not None:
            decks = self.rules[deck.decks] if isinstance(deck.decks, str) else deck.decks
            many = f" in {decks} decks" if decks != 1 else ""
            yield f"{len(self.rules.pack()):,} {deck.of}{many} ({self._cited(deck.full_cite)})."
        yield from (self.form.furniture[piece] for piece in self.data.furniture)
        for meter in self.game.State.METERS.values():
            yield f"A meter that shows what a progressive pays: {words(meter)}."
        yield f"A layout with {self.rules.positions} positions."
        yield f"Gaming chips, the smallest of {money(self.rules.chip)}."

    def _sketch(self) -> str:
        drawn: list[tuple[float, str]] = []
        if self.data.deck is not None:
            pack = list(dict.fromkeys(self.rules.pack()))
            drawn += [(CARD[0], card(NAMES[each])) for each in (pack[-1], pack[len(pack) // 2], pack[0])]
            drawn.append((CARD[0], card("??")))
        if {DICE, "shaker"} & {*self.data.furniture}:
            drawn += [(50, die(face)) for face in (6, 3)]
        drawn += [(44, chips(worth * 100, f"a chip of ${worth}")) for worth in (1, 5, 25, 100)]
        x, placed = 20.0, []
        for width, each in drawn:
            placed.append(tag("g", each, transform=at(x + width / 2, 60)))
            x += width + 22
        box = f"0 0 {max(x, 700):.0f} 120"
        svg = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": box, "role": "img"}
        return tag("svg", title("The equipment"), *placed, **svg)

    # ---- figures -------------------------------------------------------------------------------------

    def odds(self, blank: Section) -> Iterator[Section]:
        if not self.proposed:
            asked = ("True odds, payout odds and house advantage of each wager",)
            yield replace(blank, notes=(f"{self.without[:1].upper()}{self.without[1:]}.",), blanks=asked)
            return
        columns = ("wager", "under", "house advantage", "exactly", "hit rate", "std dev", "method")
        rows = tuple(
            (
                each.name,
                each.under,
                percent(each.figures.house_edge),
                _short(each.figures.fraction),
                percent(each.figures.hit_rate, 3),
                number(each.figures.standard_deviation, 3),
                each.figures.label,
            )
            for each in self.proposed
        )
        yield replace(
            blank,
            text=tuple(("", each) for each in self._favors()),
            tables=(Columns(columns=columns, rows=rows, words=2),),
            notes=(*self._bases(),),
        )
        for each in self.proposed:
            if each.figures.outcomes and each.figures.outcomes[0].pays is not None:
                yield Section(title=each.heading, part=True, tables=(_outcomes(each),))

    def _favors(self) -> Iterator[str]:
        """What the Division should know first."""
        for each in self.proposed:
            if each.figures.house_edge < 0:
                lost = f"{percent(-each.figures.house_edge)} of each {each.figures.per}"
                yield f"{each.heading} favors the player: the house would lose {lost} on average."

    def _bases(self) -> Iterator[str]:
        """The units to which the figures refer, and the wagers that are part of others' figures."""
        yield "House advantage: the share of a wager that the house keeps on average, with best play."
        for per in dict.fromkeys(each.figures.per for each in self.proposed):
            names = dict.fromkeys(each.name for each in self.proposed if each.figures.per == per)
            yield f"{', '.join(names)}: of each {per}."
        known = {Key.read(each.wager).id for each in self.proposed}
        within = [
            each.name for each in self.data.wagers if each.id not in known and self.rules.offers(each.id)
        ]
        if within:
            yield f"{', '.join(within)}: included in the figures of the wagers with which they are made."

    def span(self, blank: Section) -> Iterator[Section]:
        edges = [each.figures.house_edge for each in self.proposed]
        given = (
            f"House advantages are between {percent(min(edges))} and {percent(max(edges))}." if edges else ""
        )
        given = " ".join(filter(None, (given, *self._favors())))
        yield replace(blank, text=(*blank.text, ("", given)) if given else blank.text)

    def criteria(self, blank: Section) -> Iterator[Section]:
        """The house's expected hold, for comparison with the test."""
        rows = tuple(
            (each.heading, percent(each.figures.house_edge, 3), percent(hold.low, 2), percent(hold.high, 2))
            for each in self.proposed
            for hold in each.figures.hold
            if (hold.rounds, hold.level) == (ROUNDS, LEVEL)
        )
        held = (
            f"After {ROUNDS:,} rounds, the house's hold on each wager is between the figures below with {LEVEL}% "
            f"confidence, if the game is as described."
        )
        given = [*([held] if rows else []), *(each for _, each in blank.text)]
        columns = ("wager", "house advantage", "held from", "to")
        yield replace(
            blank,
            text=tuple((f"{n}.", each) for n, each in enumerate(given, 1)),
            tables=(Columns(columns=columns, rows=rows),) if rows else (),
        )

    # ---- review --------------------------------------------------------------------------------------

    def origin(self, blank: Section) -> Iterator[Section]:
        origin = origin_of(self.game)
        name = self.game.id if in_the_book(self.game) else self.game.path.name
        facts = (
            ("computed by", f"Pitboss {origin.version}"),
            ("rules, SHA-256", origin.rules),
            ("code, SHA-256", origin.code),
            ("reproduce the odds with", f"pitboss odds {name} --all"),
            ("mathematics report", f"pitboss report {name}"),
        )
        yield replace(blank, facts=facts)

    def carried(self, blank: Section) -> Iterator[Section]:
        """The paragraphs that the game's own module implements, in its order, with their content."""
        module = sys.modules[type(self.game).__module__]
        register = registers.register_of(self.game)
        says = {cite(each.cite): each.note for each in register.paragraphs} if register else {}
        carried = dict.fromkeys(
            cite(paragraph)
            for each in vars(module).values()
            if isinstance(each, Rule) and each.function.__module__ == module.__name__
            for paragraph in each.cites
        )
        rows = tuple((self._cited(each), says.get(each, "")) for each in carried if says.get(each))
        note = "Each of these rules is a program; table, odds and simulation run the same one."
        table = Columns(columns=("paragraph", "rule"), rows=rows, words=2)
        yield replace(blank, tables=(table,), notes=(note,)) if rows else blank

    def _cited(self, paragraph: str) -> str:
        """A paragraph of a game that is not in the Code never looks as if it were."""
        return paragraph if in_the_book(self.game) else short(paragraph)

    def _choice(self, option: Option) -> str:
        """A choice of the licensee, as a sentence of the draft."""
        if option.bounds:
            return f"The casino licensee shall choose, from {option.bounds}: {_lower(option.text)}"
        said = [f"“{statement(self.data, option, each)}”" for each in option.values]
        return f"The casino licensee shall post one of the following: {listed(said)}."

    def integrity(self, blank: Section) -> Iterator[Section]:
        rows = tuple(
            (words(each.id), each.ruling, self._cited(each.full_cite)) for each in self.data.irregularities
        )
        table = Columns(columns=("irregularity", "ruling", "paragraph"), rows=rows, words=3)
        yield replace(blank, tables=(table,) if rows else ())

    def sisters(self, blank: Section) -> Iterator[Section]:
        alike = [
            f"{heading.title} ({heading.subchapter})"
            for heading in games()
            if heading.family == self.data.family and heading.id != self.game.id
        ]
        yield replace(blank, text=(("", "; ".join(alike) + "."),) if alike else ())


def _outcomes(each: Proposed) -> Columns:
    """True odds are against the outcome; payout odds are its net for one unit staked. If a raise is won or lost with
    the wager, the net includes it, and the column says so."""
    raised = any((line.pays or 0) < -1 for line in each.figures.outcomes)
    paid = "net, raises included" if raised else "payout odds"
    return Columns(
        columns=("outcome", "probability", "true odds", paid, "part of the return"),
        rows=tuple(
            (
                words(line.outcome),
                _short(line.fraction) or f"{line.probability:.9f}",
                against(line.probability),
                pays(line.pays),
                percent(line.contribution, 4),
            )
            for line in each.figures.outcomes
        ),
    )


def _grid(data: GameData, name: str, grid: PayGrid) -> Columns:
    width = 1 + len(grid.tables)
    return Columns(
        title=f"{name} pays",
        columns=("outcome", *(grid.tables if width > 2 else ("odds",))),
        rows=tuple(
            (row_words(data, grid.wager, row[0]), *row[1:width], *[""] * (width - len(row)))
            for row in grid.rows
        ),
    )


def _made(wager: Wager) -> str:
    """How a wager is made, as the rest of a sentence."""
    if wager.bonus:
        return "is paid without a stake of its own"
    when = "during the round" if wager.during else "before the round"
    return f"shall be made {when} by every player" if wager.required else f"may be made {when}"


def _defined(wager: Wager) -> str:
    """
    >>> _defined(Wager(id="a", name="Ante", cite="1.1", text="Wins on a seven."))
    '“Ante” means a wager that wins on a seven.'
    """
    text = wager.text or "on the outcome of the round."
    verb = re.match(r"(?:Wins|Loses|Pays|Is|Has|Covers)\b", text)
    said = f"a wager that {_lower(text)}" if verb else f"the following wager: {_lower(text)}"
    return f"“{wager.name}” means {said}"


def _names(note: str, term: str) -> bool:
    """Does a note begin with the term that it defines, so that it is a complete sentence?

    >>> _names("The suits are clubs and spades.", '"Suit"'), _names("The first card to each.", '"Original deal"')
    (True, False)
    >>> _names("A red/black wager is on the color of seven cards.", '"Red/black wager"')
    True
    """
    stem, begins = (re.sub(r"[^a-z -]", "", words.lower()) for words in (term, note[:40]))
    return stem[:4] in begins


def _lower(sentence: str) -> str:
    """A sentence that continues another; a name keeps its capital."""
    first = sentence.split(" ", 1)[0]
    plain = first[1:].islower() or len(first) == 1
    return sentence[:1].lower() + sentence[1:] if plain else sentence


def _listed(wagers: Sequence[Wager]) -> str:
    """The wagers that have an area on the layout; those that a house need not offer are listed last."""
    always = [each.name for each in wagers if not each.bonus and not each.option]
    offered = [each.name for each in wagers if not each.bonus and each.option]
    return ", ".join(always + [f"{each} (if offered)" for each in offered])


def _bounds(wager: Wager) -> str:
    given = f", at most ${wager.maximum}" if wager.maximum else ""
    return given + (", if the casino licensee offers it" if wager.option else "")


def _short(fraction: str | None) -> str:
    return fraction if fraction and len(fraction) <= 24 else ""


def _letter(n: int) -> str:
    """Letters of paragraphs: a … z, aa …"""
    return ascii_lowercase[n % 26] * (1 + n // 26)


__all__ = ["Petition", "petition"]
