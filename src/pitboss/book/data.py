"""A game's numbers: what its TOML file says, each entry with its cite."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct, field

from pitboss.book.events import CARDS, CHANCE, POINTS
from pitboss.book.proofread import mistakes
from pitboss.law import PREFIX, Refused, Slip, cite, clipped
from pitboss.money import MOST, Cents, Odds, cents, written

Value = str | int
"""What an option may be set to."""

When = dict[str, list[Value]]
"""Holds when each named option has one of the listed values."""


class _Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    cite: str
    carries: list[str] = []
    """Other paragraphs that say the same: a definition, a cross reference, a limit told again."""

    @property
    def full_cite(self) -> str:
        return cite(self.cite)


class Needs(_Entry, frozen=True, kw_only=True):
    """The wagers without which another is not open to a player; they stay as long as it does."""

    wagers: list[str]


class Wager(_Entry, frozen=True, kw_only=True):
    """A wager of the game. ``option`` names the option by which the house offers it ("no" or "none"
    means it does not); ``follows`` the wager to which its size is tied; ``during`` that it is made in the
    course of the round and not before; ``bonus`` that it has no stake of its own. A bonus that may come to one
    seat more than once in a round is settled by its source: ``envy:3``."""

    id: str
    name: str
    text: str = ""
    required: bool = False
    option: str | None = None
    follows: str | None = None
    times: tuple[int | str, int | str] | None = None
    """Made during the round, from so many to so many times the wager it follows: ``[1, 4]``, ``[0, "1/2"]``."""
    during: bool = False
    bonus: bool = False
    needs: Needs = Needs(cite="", wagers=[])
    elsewhere: bool = False
    """It may be made at other positions than one's own: ``ante@3``."""
    stands: bool = False
    """It may outlast the round undecided; any other wager left on the layout is an error of the game."""
    params: str | None = None
    minimum: str | None = None
    maximum: str | None = None
    step: str | None = None
    """``"chip"``: any whole chip; what can be paid depends on more than the pay table, and the game checks it.
    ``"5 chips"``: that many, or a multiple."""
    fixed: str | None = None
    """The option that holds the one amount in which it is made."""
    coin: str | None = None
    """The smallest coin in it, where an ante may be made in coin."""
    limits_cite: str | None = None
    """The paragraph that sets these limits, where it is not the one that creates the wager."""
    parts: dict[str, int] = {}
    """A wager composed of others: so many units on each, each settled as a wager of its own."""
    in_kind: When = {}
    """Where it may be won in merchandise: such a win pays no money."""
    pays: str | None = None
    """The wager whose pay table it shares, where it has none of its own."""
    lies: str | None = None
    """The spot on which it lies once it has a parameter, which stands for the braces: ``place-win-{}``."""
    aside: tuple[float, float] = (0, 0)
    """How far from the middle of that spot, in its widths and heights."""
    marks: Literal["spots", "count", "groups", "ways", "kings", "games"] | None = None
    """How it is marked on a ticket: spots, how many spots are wanted, groups of spots each by itself, groups combined,
    groups combined with single ones; or any of these for several games."""
    when: When = {}


_SEVERAL = 20
"""Amounts that an option can hold at most."""


class Option(_Entry, frozen=True, kw_only=True):
    """A choice of the house. ``affects`` lists the wagers whose odds it changes; ``kind`` tells rules
    (half an hour's notice, 8.3(b)) from wagering requirements (at once, 8.3(c))."""

    id: str
    text: str
    choices: list[Value] = []
    range: tuple[int, int] | None = None
    amount: tuple[str, str] | None = None
    """Dollars from the first to the second of these, where the house posts an amount of its own."""
    percent: bool = False
    """Not dollars are meant by it but percents, to the hundredth."""
    usual: list[Value] = []
    """Of many values those that houses choose, for whoever lists them all."""
    example: Value | None = None
    """A value to try the game with, where by default the house has yet to name one."""
    procedure: bool = False
    """How things are handled: no round comes out otherwise."""
    notice: bool = False
    """What is charged or not paid: the sign at the table tells it also where the house left it as it is by default."""
    several: bool = False
    """As many amounts as the house likes: ``"1 2"``."""
    default: Value = "no"
    texts: dict[str, str] = {}
    under: dict[str, list[str]] = {}
    """The paragraphs by which a choice goes, where each has its own."""
    affects: list[str] = []
    kind: str = "rule"
    when: When = {}

    @property
    def values(self) -> list[Value]:
        if self.amount is not None:
            return list(dict.fromkeys((self.amount[0], self.default, self.amount[1])))
        return list(self.choices) if self.range is None else list(range(self.range[0], self.range[1] + 1))

    def read(self, given: object) -> Value:
        """The choice a person meant, or a refusal that lists what is allowed."""
        if isinstance(given, bool):
            given = "yes" if given else "no"
        written = clipped(given) if isinstance(given, int) else str(given)
        if self.amount is not None:
            return self._amounts(written, *self.amount)
        for value in self.values:
            if str(value) == written:
                return value
        allowed = ", ".join(map(str, self.choices)) if self.range is None else "{} to {}".format(*self.range)
        raise Refused(f"{self.id} cannot be {written[:60]}; it may be {allowed}", self.cite)

    def _amounts(self, given: str, least: str, most: str) -> Value:
        amounts = [cents(each) for each in given.replace("/", " ").split(maxsplit=_SEVERAL)]
        fit = all(cents(least) <= each <= cents(most) for each in amounts)
        if not fit or not amounts or (len(amounts) > 1 and not self.several):
            number = "amounts" if self.several else "an amount"
            bounds = f"{least} to {most} percent" if self.percent else f"{number} from ${least} to ${most}"
            raise Refused(f"{self.id} cannot be {given[:60]}; it may be {bounds}", self.cite)
        return " ".join(str(each // 100) if each % 100 == 0 else written(each) for each in amounts)


class PayTable(Struct, frozen=True):
    """What each outcome of a wager is paid under one authorised table."""

    wager: str
    table: str
    cite: str
    rows: dict[str, Odds]
    floor: bool
    own: bool = False
    stake: Cents = 0
    """The one stake for which its prizes are meant; 0: any."""
    known: frozenset[str] = frozenset()
    """Every outcome that a table of this wager may be asked for: the rows of all of them, and what none pays."""
    fixed: Mapping[str, str] = {}
    """The rows that a house may not better, and by which paragraph."""

    def __getitem__(self, outcome: str) -> Odds:
        if outcome in self.rows:
            return self.rows[outcome]
        raise Slip(f"this table of {self.wager} ({self.cite}) has no row {outcome!r}: {', '.join(self.rows)}")

    def get(self, outcome: str) -> Odds | None:
        """The odds of an outcome; none if this table does not pay it. What no table of the wager knows is a slip."""
        row = self.row(outcome)
        return self.rows[row] if row is not None else None

    def row(self, outcome: str, belongs: Mapping[str, str] | None = None) -> str | None:
        """The row that an outcome takes: its own, or failing that the row it belongs to, or none."""
        name = outcome
        while name not in self.rows:
            if belongs is not None and name in belongs:
                name = belongs[name]
            elif name in self.known:
                return None
            else:
                raise Slip(f"no table of {self.wager} ({self.cite}) knows an outcome {name!r}")
        return name


class PayGrid(_Entry, frozen=True, kw_only=True):
    """Pay tables side by side, as the text prints them: a row an outcome, a column a table; an empty
    cell pays nothing. ``option`` names the option that picks the column."""

    wager: str
    tables: tuple[str, ...] = ("minimum",)
    option: str | None = None
    floor: bool = False
    own: bool = False
    """The text has no table: what a house posts stands in the place of these rows, not beside them."""
    fixed: dict[str, str] = {}
    """The rows that a house may not better although it may others, and by which paragraph."""
    stakes: tuple[str, ...] = ()
    """Where prizes are meant for one stake: that of each table, in dollars."""
    when: When = {}
    rows: list[list[str]]
    unpaid: list[str] = []
    """Outcomes that no table of the wager pays, as the game names them."""

    def columns(self) -> Iterator[PayTable]:
        for column, table in enumerate(self.tables, 1):
            rows = {row[0]: Odds.parse(row[column]) for row in self.rows if len(row) > column and row[column]}
            stake = cents(self.stakes[column - 1]) if self.stakes else 0
            yield PayTable(
                self.wager, table, self.full_cite, rows, self.floor, self.own, stake, fixed=self.fixed
            )


class Figure(_Entry, frozen=True, kw_only=True):
    """A number of the text that is neither odds nor the limit of a wager; by ``option``, where each of its values has
    another."""

    id: str
    value: int = 0
    option: str | None = None
    values: dict[str, int] = {}


class Constraint(_Entry, frozen=True, kw_only=True):
    """A combination of options the text forbids or demands."""

    says: str
    when: When = {}
    requires: When = {}
    forbids: When = {}


class Under(_Entry, frozen=True, kw_only=True):
    """The paragraph under which a decision stands when options say so."""

    when: When


class Decision(_Entry, frozen=True, kw_only=True):
    """A choice of a player in the course of the game. ``discard`` stands for every choice ``discard-4h``."""

    id: str
    name: str
    text: str = ""
    verb: str = ""
    """What its button says, where people at a table say it shorter or otherwise: Hit."""
    idle: int = 0
    """What a player's silence means: of the choices that cost nothing, the one where this is highest."""
    gives_up: bool = False
    """A hand, a wager or a turn is given up by it: no answer for somebody who only wants to stay in."""
    total: bool = False
    """Its amount is what the wager comes to, with what lies there already."""
    largest: bool = False
    """Whoever takes it does so, as a rule, for as much as is allowed, and its button says so until less is chosen."""
    makes: str | None = None
    """The wager that is made by it, or bid for: a case may tell the wager in its place."""
    again: list[str] = []
    """The paragraphs by which the same hand is asked a second time, a third time …"""
    limits_cite: str | None = None
    """The paragraph that says how much it may be, where it is neither one of these nor the wager's."""
    under: list[Under] = []

    def by(self, options: Mapping[str, Value], times: int) -> str:
        """The paragraph that gives it, under these options, to a player who has been asked so many times before."""
        for each in self.under:
            if holds(each.when, options):
                return each.cite
        return [self.cite, *self.again][min(times, len(self.again))]


class Detail(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that is told with an irregularity: a whole number of a ``range``, or what its ``kind`` says."""

    id: str
    kind: Literal["number", "seat", "wager", "amount", "yes-no"] = "number"
    range: tuple[int, int] | None = None
    optional: bool = False
    unless: str | None = None
    """It need not be told if this other detail is."""


class IrregularityData(_Entry, frozen=True, kw_only=True):
    """An irregularity and its ruling. ``effect`` says what the driver does by itself: ``void`` the round,
    ``burn`` the next card (``burn-once``: a second one voids the round), throw or spin ``again``, carry on
    (``none``); ``game`` leaves it to the game. What concerns one player names his position, and ``void`` is then
    his hand alone. The same irregularity may have other entries for other options."""

    id: str
    ruling: str
    effect: Literal["void", "forfeit", "burn", "burn-once", "again", "none", "game"] = "game"
    of: Literal["table", "player", "player-or-dealer"] = "table"
    points: list[str] = []
    """Before which steps of a round it may come about; none named: before any."""
    face_down: str = ""
    """Whose cards must lie face down for it: once all of them are turned over it changes nothing."""
    spares: list[str] = []
    """Wagers that a void round settles all the same."""
    late: bool = False
    """Its ruling may accept a wager that is otherwise made before the round."""
    detail: list[Detail] = []
    when: When = {}
    """The equipment or the election without which it cannot happen."""

    @property
    def happens(self) -> Sequence[str]:
        """Where it may come about: what is made again must be under way, and a card is burned while cards are
        dealt or while a player thinks."""
        usual = {"again": CHANCE, "burn": CARDS, "burn-once": CARDS}
        return self.points or usual.get(self.effect, POINTS)


POSTED: Final = "posted"


class HouseWay(_Entry, frozen=True, kw_only=True):
    """How the dealer sets a hand, where the text leaves it to the licensee: one of the game's examples, or what a house
    has posted. Of the settings that do not foul those are
    kept that reach the first of the ``aims`` that any of them reaches, and of these the one with the highest hand of
    the first part named in ``then``, of the next, and so on. An aim says of parts what they are to be at least, or
    from what ``to`` what: ``{ high = "two-pair", low = "A" }``."""

    id: str = POSTED
    cite: str = ""
    text: str = ""
    aims: list[dict[str, str]] = []
    then: list[str] = []


class Erratum(_Entry, frozen=True, kw_only=True):
    """A defect of the text: what is printed, what is read, and why; ``option`` where the choice matters."""

    printed: str
    read: str
    why: str
    option: str | None = None


class Together(_Entry, frozen=True, kw_only=True):
    """Wagers that are placed together, so many units of each; who places the first means them all. Unless they are
    ``loose`` a round starts only if they stand in that proportion."""

    says: str
    wagers: dict[str, int]
    loose: bool = False
    when: When = {}

    def broken(self, stakes: Mapping[str, Cents]) -> bool:
        """Are these stakes in another proportion?"""
        units = {Fraction(stakes.get(wager, 0), n) for wager, n in self.wagers.items()}
        return len(units) > 1 and not self.loose


class Ticket(_Entry, frozen=True, kw_only=True):
    """A ticket on which numbers of a board are marked. It costs its rate for each way and game."""

    board: str
    """The wager whose parameters are the numbers of the board."""
    rate: str
    """The option that holds the least rate."""
    draws: int
    """How many numbers are drawn."""


class Deck(_Entry, frozen=True, kw_only=True):
    """The cards of the game, or its tiles."""

    of: Literal["cards", "tiles"] = "cards"
    decks: Value = 1
    """A number, or the option that holds it."""
    jokers: int = 0
    without: list[str] = []
    """Ranks that are taken out of each deck: ``["T"]``."""


class Seats(_Entry, frozen=True, kw_only=True):
    """How many positions a table has at most, where the text says so; else it is up to the house."""

    most: int


class Verbal(_Entry, frozen=True, kw_only=True):
    """What the text says of a wager made by word, with cash: it counts when it is confirmed, or not at all."""

    accepted: bool
    never: dict[str, str] = {}
    """Wagers that are made in chips all the same, each with its paragraph."""


class Late(_Entry, frozen=True, kw_only=True):
    """The paragraph by which no wager is made once the round has begun."""


class Dealt(_Entry, frozen=True, kw_only=True):
    """The paragraph that says how many cards a hand is dealt, where the option of dealing does not name it."""

    of: dict[str, str] = {}
    """Another one for this owner's: the dealer's, the community's."""


class Seated(_Entry, frozen=True, kw_only=True):
    """The paragraph by which a player who has bet and has cards stays seated until the round is over."""


class Stated(_Entry, frozen=True, kw_only=True):
    """The paragraph by which odds are stated with "to" or "win" and never with "for"."""


class Area(Struct, frozen=True, forbid_unknown_fields=True):
    """A betting area of the layout: which wager, its inscription, and where it lies (x, y, width, height)."""

    wager: str
    label: str
    at: tuple[float, float, float, float]
    sub: str = ""
    color: str = ""
    sign: str = ""
    """Its inscription on the wheel, where the layout's is too long."""


class Shown(_Entry, frozen=True, kw_only=True):
    """What the layout of a table shows at least, by the chapter on equipment."""

    licensee: bool = False
    """The name of the casino licensee."""
    areas: list[str] = []
    """An area at each position for each of these wagers that is offered."""
    odds: list[str] = []
    """The payout odds of these wagers where they are offered."""
    words: str = ""
    cards: list[str] = []
    """Areas for cards with these inscriptions: before the dealer, or at his left."""
    left: bool = False
    sign_cite: str | None = None
    """The paragraph by which a sign may say it instead."""
    when: When = {}


Furniture = Literal["shoe", "discards", "wheel", "upright-wheel", "dice", "shaker", "board", "roads", "boxes"]
"""What stands at a table: a wheel with a ball or an upright one with a clapper, dice that are thrown or shaken under
a cover, a board on which numbers drawn are lit, boards that show how a shoe went; and numbered boxes before the dealer
for what players owe."""


class House(Struct, frozen=True, forbid_unknown_fields=True):
    """What a house would post if it chose nothing: limits in dollars, positions, pace."""

    positions: int = 7
    chip: str = "1"
    """The smallest chip with which the table pays."""
    increment: str = "0"
    """Wagers are multiples of it; 0: of the smallest chip."""
    minimum: str = "10"
    maximum: str = "1000"
    rounds_per_hour: int = 60
    tables: int = 1
    """How many of a hundred tables of a floor are of this game, as a rule: what most people look for comes first."""
    limits: dict[str, tuple[str, str]] = {}


REQUIREMENTS: Final = ("chip", "increment")
"""What a house requires of wagers besides limits, in every game (8.2(f)); posted at once, as they are (8.3(c))."""


_ITEM: Final = re.compile(r"(.*\([a-z]\))\d+\w*$")


class GameData(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game's TOML file."""

    id: str
    title: str
    family: str
    subchapter: str
    summary: str
    wagers: list[Wager] = field(name="wager")
    exact: str = "8.2(f)"
    """The paragraph by which a stake that cannot be paid exactly is refused."""
    uniform: tuple[str, ...] = ()
    """The paragraphs whose odds are the same at all tables of a house."""
    verb: str = "deal"
    """What starts a round, as people say it: deal, roll, spin."""
    furniture: tuple[Furniture, ...] = ("shoe", "discards")
    hands: dict[str, str] = {}
    """Areas before the dealer for cards that all play with, each with its inscription: by owner."""
    house: House = House()
    deck: Deck | None = None
    seats: Seats | None = None
    verbal: Verbal | None = None
    late: Late | None = None
    dealt: Dealt | None = None
    seated: Seated | None = None
    stated: Stated | None = None
    ticket: Ticket | None = None
    together: list[Together] = []
    options: list[Option] = field(name="option", default=[])
    pay_grids: list[PayGrid] = field(name="pay_table", default=[])
    figures: list[Figure] = field(name="figure", default=[])
    constraints: list[Constraint] = field(name="constraint", default=[])
    decisions: list[Decision] = field(name="decision", default=[])
    bars: dict[str, str] = {}
    """What may stand in the way of a decision, as the game names it, and wagers that the text forbids by name, each
    with its paragraph."""
    house_ways: list[HouseWay] = field(name="house_way", default=[])
    irregularities: list[IrregularityData] = field(name="irregularity", default=[])
    errata: list[Erratum] = field(name="erratum", default=[])
    areas: list[Area] = field(name="area", default=[])
    spots: list[list[str]] = []
    """The betting areas of a position row by row, from the dealer to the player; else as they come."""
    shown: list[Shown] = field(name="layout", default=[])

    @property
    def permits(self) -> str:
        """The paragraph that says which wagers there are: the one that bars any other, the head of the list that has
        the first one, or the one by which wagers are made on the layout and not by word."""
        if other := self.bars.get("any other wager"):
            return other
        first = self.wagers[0].cite
        head = _ITEM.match(first)
        return head[1] if head else self.verbal.cite if self.verbal else first


def read_game(path: Path) -> GameData:
    """Read a game's TOML file; what is wrong with it is told with the place."""
    told: dict[str, Any] = {}
    try:
        told = _cited(_inherited(path))
        data = msgspec.convert(told, GameData)
    except (msgspec.ValidationError, msgspec.DecodeError, ValueError) as problem:
        raise Refused(f"{path.name}: {_in_words(str(problem), told)}") from None
    for mistake in mistakes(data):
        raise Refused(f"{path.name}: {mistake}")
    return data


_KINDS = {"array": "a list", "object": "a table", "str": "text", "int": "a number", "bool": "true or false"}


def _in_words(problem: str, told: Mapping[str, Any]) -> str:
    """What does not fit, with the entry's own name in the place of its number."""
    says, _, place = problem.partition(" - at `$.")
    if kinds := re.match(r"Expected `(\w+)`, got `(\w+)`", says):
        says = "{} is expected, not {}".format(*(_KINDS.get(kind, kind) for kind in kinds.groups()))
    says = says.replace("Object contains unknown field", "there is no such field as")
    says = says.replace("Object missing required field", "it lacks")
    if not place:
        return says
    path = place.rstrip("`").replace("[...]", "")
    if entry := re.match(r"(\w+)\[(\d+)\]\.?(.*)", path):
        kind, number, rest = entry.groups()
        found = told[kind][int(number)]
        name = found.get("id") or found.get("wager") or found.get("cite") if isinstance(found, dict) else None
        path = f"{kind} {name or int(number) + 1}" + (f", {rest}" if rest else "")
    return f"{path}: {says}"


def _inherited(path: Path, heirs: tuple[Path, ...] = ()) -> dict[str, Any]:
    """What the file says, after all that the files beside it say on which it is ``based_on``: another game's, or what a
    family shares (before it, where that comes ``last``). ``without`` leaves out entries by id, by cite or by the option
    on which they hang, or all of a kind (``erratum``), and what the file writes anew replaces its namesake; ``cites``
    changes no more than the paragraph of entries, ``defaults`` no more than the default of options. What it has
    ``also`` is its own: games based on it do not take that over."""
    own: dict[str, Any] = msgspec.toml.decode(path.read_bytes())
    whole: dict[str, Any] = {}
    for base in _beside(path, "is based on", own.pop("based_on", ())):
        if base in (path, *heirs):
            raise Refused(f"{base.name} is based on itself")
        _merge(whole, _inherited(base, (path, *heirs)))
    dropped = set(own.pop("without", ()))
    whole = {kind: value for kind, value in whole.items() if kind not in dropped}
    also = _beside(path, "also has", own.pop("also", ()))
    _amend(whole, own.pop("cites", {}), own.pop("defaults", {}))
    _merge(whole, own, last=bool(whole.pop("last", False)))
    for page in () if heirs else also:
        _overlay(whole, msgspec.toml.decode(page.read_bytes()))
    for key, value in whole.items():
        if _entries(value):
            whole[key] = [entry for entry in value if dropped.isdisjoint(_names(entry))]
    return whole


def _beside(path: Path, says: str, named: str | list[str]) -> list[Path]:
    """The files that it names beside it."""
    names = [named] if isinstance(named, str) else named
    found = [path.with_name(name.replace("-", "_") + ".toml") for name in names]
    for name, page in zip(names, found, strict=True):
        if not page.is_file():
            raise Refused(f"{path.name} {says} {name!r}, but there is no {page.name} beside it")
    return found


def _merge(whole: dict[str, Any], more: dict[str, Any], last: bool = False) -> None:
    """Entries after those that are there, or before if these come ``last``, or in the place of their namesakes."""
    for key, value in more.items():
        if _entries(value):
            mine = {_name(entry) for entry in value}
            there = [entry for entry in whole.get(key, ()) if _name(entry) not in mine]
            whole[key] = value + there if last else there + value
        else:
            whole[key] = {**whole.get(key, {}), **value} if isinstance(value, dict) else value


def _overlay(whole: dict[str, Any], more: dict[str, Any]) -> None:
    """More entries; one whose id is there changes what it says of it."""
    for key, value in more.items():
        if _entries(value):
            known = {entry["id"]: entry for entry in whole.get(key, ()) if "id" in entry}
            for entry in value:
                known.get(entry.get("id"), {}).update(entry)
            more = {**more, key: [entry for entry in value if entry.get("id") not in known]}
    _merge(whole, more)


def _amend(whole: dict[str, Any], cites: dict[str, str], defaults: dict[str, Value]) -> None:
    """Inherited entries with this file's paragraphs in the place of those, or of the names, that they cite, and with
    its defaults."""
    entries = [entry for value in whole.values() if _entries(value) for entry in value]
    entries += [value for value in whole.values() if isinstance(value, dict)]
    unused = {*cites, *defaults}
    for entry in entries:
        for key in ("cite", "limits_cite"):
            if (cited := entry.get(key)) in cites:
                entry[key] = cites[cited]
                unused.discard(cited)
    for option in whole.get("option", ()):
        if option["id"] in defaults:
            option["default"] = defaults[option["id"]]
            unused.discard(option["id"])
    for name in sorted(unused):
        raise ValueError(f"{name!r} is neither a cite nor an option of what it is based on")


def _entries(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, dict) for each in value)


def _cited(whole: dict[str, Any]) -> dict[str, Any]:
    """What sister games share cites ``.2(a)1``, which each has in a subchapter of its own."""
    number = str(whole.get("subchapter", "")).removeprefix(PREFIX)
    for value in whole.values():
        for entry in value if isinstance(value, list) else [value]:
            for key in ("cite", "limits_cite") if isinstance(entry, dict) else ():
                if str(entry.get(key, "")).startswith("."):
                    entry[key] = number + entry[key]
            if isinstance(entry, dict) and "carries" in entry:
                entry["carries"] = [number + each if each[:1] == "." else each for each in entry["carries"]]
    return whole


def _name(entry: dict[str, Any]) -> object:
    """What tells an entry from others of its kind: pay tables and areas go by their wager."""
    return entry.get("id") or entry.get("wager") or entry.get("printed") or entry.get("says")


def _names(entry: dict[str, Any]) -> tuple[object, ...]:
    """By what an entry may be left out."""
    return _name(entry), entry.get("cite"), entry.get("option")


def holds(when: When, options: Mapping[str, Value]) -> bool:
    """Do the options in force meet the condition?"""
    return all(options.get(option) in values for option, values in when.items())


class Limits(Struct, frozen=True):
    """The least and the most of a wager, and the step in which it grows."""

    least: Cents
    most: Cents
    step: Cents = 1
    payable: Cents = MOST
    """The most that can be paid, whatever is posted."""


__all__ = [
    "Area",
    "Constraint",
    "Decision",
    "Deck",
    "Erratum",
    "GameData",
    "House",
    "IrregularityData",
    "Limits",
    "Option",
    "PayGrid",
    "PayTable",
    "Shown",
    "Value",
    "Wager",
    "When",
    "cents",
    "holds",
    "read_game",
]
