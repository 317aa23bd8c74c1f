"""A game's numbers: what its TOML file says, each entry with its cite.

The text below each field is what `pitboss schema game` prints.
"""

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
from pitboss.money import MOST, Cents, Odds, cents, money, written

Value = str | int
"""What an option may be set to."""

When = dict[str, list[Value]]
"""True when each named option has one of the listed values."""


class _Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    cite: str
    """Its paragraph: ``20.11(a)1`` (of chapter 13:69F); for an invented game, ``Lucky Sum 1.2(a)``. In a file that
    games share, ``.2(a)`` is a paragraph of each game's own subchapter, and a name stands for what each game's
    ``cites`` gives."""
    carries: list[str] = []
    """Other paragraphs that say the same: a definition (``99.1 "Ante"``), a cross reference, a repeated limit."""

    @property
    def full_cite(self) -> str:
        return cite(self.cite)


class Needs(_Entry, frozen=True, kw_only=True):
    """The wagers that a player needs before another is open to them; they stay as long as it does."""

    wagers: list[str]
    """They must be at the same position."""


class Wager(_Entry, frozen=True, kw_only=True):
    """A wager of the game. It has the same name everywhere, in data, cases, plans and code: ``ante``; with a
    parameter, ``straight:17``; at a position other than the player's own, ``ante@3``."""

    id: str
    """Several entries may share it if the conditions of their ``when`` exclude each other."""
    name: str
    """As people say it and as the layout shows it."""
    text: str = ""
    """What the player bets on, in a sentence or two."""
    required: bool = False
    """A player without it is not dealt in."""
    option: str | None = None
    """The option by which the house offers it; with ``no`` or ``none`` it is not offered."""
    follows: str | None = None
    """The wager that determines its amount."""
    times: tuple[int | str, int | str] | None = None
    """Made during the round, in this multiple of the wager it follows: ``[1, 4]``, ``[0, "1/2"]``."""
    during: bool = False
    """It is made during the round, by a `Stake`, and not before."""
    bonus: bool = False
    """It has no stake of its own; it is paid on another wager's. If a seat can win it more than once in a round, each
    payment names its source: ``envy:3``."""
    needs: Needs = Needs(cite="", wagers=[])
    """Others without which it is refused: ``{ wagers = ["ante"], cite = "16.6(c)" }``."""
    elsewhere: bool = False
    """It may be made at positions other than the player's own, ``ante@3``; `Game.several` says at how many and
    which."""
    stands: bool = False
    """It may remain undecided after the round; any other wager left on the layout is an error of the game."""
    params: str | None = None
    """What stands after the colon of its name, for readers of the file."""
    written: str = ""
    """How a case writes it, in a sentence with an example, where the id alone is not enough: ``straight:3-17-29``.
    Players never see it."""
    minimum: str | None = None
    """The minimum, in dollars, where the text itself sets it."""
    maximum: str | None = None
    """The maximum, in dollars, where the text itself sets it."""
    step: str | None = None
    """Its increment: dollars, ``"5"``; that many chips, ``"5 chips"``; or ``"chip"``, where the amounts that can be
    paid depend on more than the pay table and the game checks them. By default it follows from the pay table: a wager
    paid 7 to 6 is made in steps of six chips."""
    fixed: str | None = None
    """The option that holds the only amount in which it is made."""
    coin: str | None = None
    """The smallest coin allowed in it, where an ante may include coin."""
    limits_cite: str | None = None
    """The paragraph that sets these limits, if it is not the one that creates the wager."""
    parts: dict[str, int] = {}
    """A wager composed of others: this many units on each, ``{ "craps-2" = 1 }``, each settled as a wager of its
    own."""
    in_kind: When = {}
    """The options under which its prize may be merchandise: such a win pays no money."""
    pays: str | None = None
    """The wager whose pay table it shares; or the odds that every win pays, ``"1 to 1"`` or ``"at least 35 to 1"``, in
    place of a pay table with this one row."""
    pays_cite: str | None = None
    """The paragraph of those odds."""
    lies: str | None = None
    """The spot of its chips: that of another wager if it has none of its own, or the one it has once it has a
    parameter, which replaces the braces: ``place-win-{}``."""
    aside: tuple[float, float] = (0, 0)
    """Its offset from the middle of that spot, in widths and heights of the spot."""
    marks: Literal["spots", "count", "groups", "ways", "kings", "games"] | None = None
    """How it is marked on a ticket: single spots, a number of spots, groups of spots each on its own, groups in
    combination, groups in combination with single spots; or any of these for several games."""
    when: When = {}
    """The options under which it is offered."""

    @property
    def on_another(self) -> bool:
        """Has it no spot of its own?"""
        return bool(self.lies) and "{}" not in str(self.lies)


_SEVERAL = 20
"""The most amounts that an option can hold."""


class Option(_Entry, frozen=True, kw_only=True):
    """A choice of the house: one of ``choices``, a number in a ``range``, or an ``amount``."""

    id: str
    """A switchable reading of a defect is named ``reading-…``, with the choices ``as-read`` and ``as-printed``."""
    text: str
    """What it decides, in a sentence."""
    choices: list[Value] = []
    """Words or whole numbers; for a yes-or-no option ``["no", "yes"]``."""
    range: tuple[int, int] | None = None
    """Whole numbers, from the first to the second of these."""
    amount: tuple[str, str] | None = None
    """Dollars, from the first to the second of these, where the house posts an amount of its own."""
    percent: bool = False
    """The amount is a percentage, to the hundredth, and not dollars: ``"2.5"``."""
    usual: list[Value] = []
    """In a wide range, the values that houses choose; `odds --all` covers them."""
    example: Value | None = None
    """A value to try the game with, if by default the house has yet to set one."""
    procedure: bool = False
    """A matter of procedure: no round looks at it."""
    notice: bool = False
    """A charge, or a win that is not paid: the sign at the table shows it even when the house keeps the default."""
    several: bool = False
    """Any number of amounts: ``"1 2"``, or ``[1, 2]``."""
    weights: bool = False
    """The amounts are how often each of several occurs, not dollars."""
    default: Value = "no"
    """What applies if the house chooses nothing."""
    formerly: Value | None = None
    """The default in earlier editions, for their journals: a rule that changes is an option with such a default, so
    that a round under way ends under the rules with which it began."""
    since: int = 1
    """The edition of journals in which the default changed."""
    texts: dict[str, str] = {}
    """A sentence for each choice."""
    says: dict[str, str] = {}
    """What a sign says when the choice is in force, a statement without a period: ``{ hit = "Dealer hits soft 17" }``;
    ``any`` is for all other choices, which replace its braces: ``{ any = "{} decks" }``. Leave it out if the option
    only offers wagers or picks their pay table."""
    under: dict[str, list[str]] = {}
    """The paragraphs for each choice, where each has its own: ``{ A = ["99.1(a)"] }``."""
    affects: list[str] = []
    """The wagers whose odds it changes."""
    kind: Literal["rule", "limit"] = "rule"
    """Changes of rules require half an hour's notice (8.3(b)); changes of wagering requirements take effect at once
    (8.3(c))."""
    when: When = {}
    """The options under which this choice exists."""
    unless: When = {}
    """The options under which it has no effect, so that papers leave it out: ``{ time-charge = ["0"] }``."""

    def in_effect(self, options: Mapping[str, Value]) -> bool:
        """Is there anything to state under these options of the table?"""
        return holds(self.when, options) and not (self.unless and holds(self.unless, options))

    @property
    def values(self) -> list[Value]:
        if self.amount is not None:
            return list(dict.fromkeys((self.amount[0], self.default, self.amount[1])))
        return list(self.choices) if self.range is None else list(range(self.range[0], self.range[1] + 1))

    @property
    def bounds(self) -> str:
        """Its lower and upper bound, if it is a number or an amount."""
        if self.amount is None:
            return "" if self.range is None else "{} to {}".format(*self.range)
        if self.percent or self.weights:
            return "{} to {}".format(*self.amount) + " percent" * self.percent
        return " to ".join(money(cents(each)) for each in self.amount)

    def read(self, given: object) -> Value:
        """The choice that a person typed, or a refusal that lists what is allowed."""
        if isinstance(given, bool):
            given = "yes" if given else "no"
        if self.several and isinstance(given, list | tuple):
            given = " ".join(map(str, given))
        written = clipped(given) if isinstance(given, int) else str(given)
        if self.amount is not None:
            return self._amounts(written, *self.amount)
        for value in self.values:
            if str(value) == written:
                return value
        allowed = self.bounds or ", ".join(map(str, self.choices))
        raise Refused(f"{self.id} cannot be {written[:60]}; it must be {allowed}", self.cite)

    def _amounts(self, given: str, least: str, most: str) -> Value:
        try:
            amounts = [cents(each) for each in given.replace("/", " ").split(maxsplit=_SEVERAL)]
        except Refused as refused:
            raise Refused(f"{self.id} cannot be {given[:60]}: {refused}", self.cite) from None
        fit = all(cents(least) <= each <= cents(most) for each in amounts)
        if not fit or not amounts or (len(amounts) > 1 and not self.several):
            number = (
                ""
                if self.percent
                else f"{'numbers' if self.weights else 'amounts' if self.several else 'an amount'} from "
            )
            raise Refused(
                f"{self.id} cannot be {given[:60] or 'empty'}; it must be {number}{self.bounds}", self.cite
            )
        return " ".join(str(each // 100) if each % 100 == 0 else written(each) for each in amounts)


class PayTable(Struct, frozen=True):
    """What each outcome of a wager is paid under one authorized table: ``pay["straight"]`` are the odds of a row,
    ``pay.get("straight")`` those or ``None``, where another table of the wager has such a row or the outcome is
    ``unpaid``; any other name is an error of the game. ``.pays(stake)`` of the odds is the profit, ``.win`` and
    ``.stake`` are their two numbers."""

    wager: str
    table: str
    cite: str
    rows: dict[str, Odds]
    floor: bool
    own: bool = False
    stake: Cents = 0
    """The only stake for which its prizes are meant; 0: any."""
    known: frozenset[str] = frozenset()
    """Every outcome that a table of this wager may be asked for: the rows of all its tables, and the unpaid
    outcomes."""
    fixed: Mapping[str, str] = {}
    """The rows that a house may not improve, and the paragraph that says so."""

    def __getitem__(self, outcome: str) -> Odds:
        if outcome in self.rows:
            return self.rows[outcome]
        raise Slip(f"this table of {self.wager} ({self.cite}) has no row {outcome!r}: {', '.join(self.rows)}")

    def get(self, outcome: str) -> Odds | None:
        """The odds of an outcome; none if this table does not pay it. An outcome that no table of the wager knows is an
        error of the game."""
        row = self.row(outcome)
        return self.rows[row] if row is not None else None

    def row(self, outcome: str, belongs: Mapping[str, str] | None = None) -> str | None:
        """The row of an outcome: its own or else the row it belongs to, or none."""
        name = outcome
        while name not in self.rows:
            if belongs is not None and name in belongs:
                name = belongs[name]
            elif name in self.known:
                return None
            else:
                raise Slip(f"no table of {self.wager} ({self.cite}) has an outcome {name!r}")
        return name


class PayGrid(_Entry, frozen=True, kw_only=True):
    """Pay tables side by side, as the text prints them: one row for each outcome, one column for each table."""

    wager: str
    """The wager whose outcomes they pay."""
    tables: tuple[str, ...] = ("minimum",)
    """The names of the columns."""
    option: str | None = None
    """The option that picks the column."""
    floor: bool = False
    """The house may pay more."""
    own: bool = False
    """The text has no table: rows that a house posts replace these rows instead of adding to them."""
    fixed: dict[str, str] = {}
    """The rows that a house may not improve although it may improve others, and the paragraph that says so: ``{
    three-of-a-kind = "6.5(f)1" }``."""
    stakes: tuple[str, ...] = ()
    """Where prizes are meant for one stake: the stake of each table, in dollars."""
    when: When = {}
    """The options under which they apply."""
    rows: list[list[str]]
    """An outcome and a cell for each column, ``[["pair", "1 to 1"], …]``: ``7 to 6``, ``$5,000`` (a fixed prize),
    ``100% of meter``, ``push`` (the stake alone goes back), or empty, where this table has no such row."""
    unpaid: list[str] = []
    """Outcomes that no table of the wager pays, as the game names them."""
    names: dict[str, str] = {}
    """What papers call a row whose outcome is too short to be clear: ``{ four = "four points" }``."""

    def columns(self) -> Iterator[PayTable]:
        for column, table in enumerate(self.tables, 1):
            rows = {row[0]: Odds.parse(row[column]) for row in self.rows if len(row) > column and row[column]}
            stake = cents(self.stakes[column - 1]) if self.stakes else 0
            yield PayTable(
                self.wager, table, self.full_cite, rows, self.floor, self.own, stake, fixed=self.fixed
            )


class Figure(_Entry, frozen=True, kw_only=True):
    """A number of the text that is neither odds nor a limit of a wager: ``table.rules.figure("payout-limit")``."""

    id: str
    """Its name in the code."""
    value: int = 0
    """The number, if no option changes it."""
    option: str | None = None
    """The option whose value determines it."""
    values: dict[str, int] = {}
    """The number under each of them, ``{ A = 24 }``; 0 under any other."""


class Constraint(_Entry, frozen=True, kw_only=True):
    """A combination of options that the text forbids or requires."""

    says: str
    """The refusal of any other choice, a sentence."""
    when: When = {}
    """The choices to which it applies."""
    requires: When = {}
    """What must then be chosen."""
    forbids: When = {}
    """What must not."""


class Under(_Entry, frozen=True, kw_only=True):
    """The paragraph of a decision under certain options."""

    when: When
    """Those options."""


class Decision(_Entry, frozen=True, kw_only=True):
    """A choice of a player in the course of the game."""

    id: str
    """The id of the `Choice`; ``discard`` stands for every choice ``discard-4h``."""
    name: str
    """As people say it."""
    text: str = ""
    """What it does, in a sentence."""
    verb: str = ""
    """The label of its button, if people at a table use a shorter or another word: Hit."""
    idle: int = 0
    """What a player's silence means: of the choices that cost nothing, the one with the highest number."""
    gives_up: bool = False
    """It gives up a hand, a wager or a turn, so it is no answer for a player who only wants to stay in."""
    total: bool = False
    """Its amount is the total of the wager, including what is already there, and not what is added."""
    largest: bool = False
    """Players usually take it for as much as is allowed: its button is set to the maximum, not the minimum."""
    of_pot: str = ""
    """The share of the pot for which people usually take it: its button shows that until another amount is chosen."""
    makes: str | None = None
    """The wager that is made by it, or bid for: a case may list the wager instead."""
    stakes: str | None = None
    """The wager that is made by it; a case may list that too, with its amount."""
    again: list[str] = []
    """The paragraphs by which the same hand is asked a second time, a third time …"""
    limits_cite: str | None = None
    """The paragraph that limits its amount, if it is neither one of these nor the wager's."""
    under: list[Under] = []
    """Its paragraph under other options: ``[{ when = { version = ["base"] }, cite = "99.3(c)" }]``."""
    when: When = {}
    """The options under which a player can be asked for it; guides of other tables leave it out."""
    unless: When = {}
    """The options under which no player is asked for it: ``{ straddle = ["0"] }``."""

    def by(self, options: Mapping[str, Value], times: int) -> str:
        """The paragraph that gives it, under these options, to a player who has already been asked this many times."""
        for each in self.under:
            if holds(each.when, options):
                return each.cite
        return [self.cite, *self.again][min(times, len(self.again))]


class Detail(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A detail given with an irregularity."""

    id: str
    """Its key in ``irregularity.detail``."""
    kind: Literal["number", "seat", "wager", "amount", "yes-no"] = "number"
    """What it is."""
    range: tuple[int, int] | None = None
    """A number, from the first to the second of these."""
    optional: bool = False
    """It may be left out."""
    unless: str | None = None
    """It may be left out if this other detail is given."""


class IrregularityData(_Entry, frozen=True, kw_only=True):
    """An irregularity and its ruling."""

    id: str
    """Several entries may share it if the conditions of their ``when`` exclude each other."""
    ruling: str
    """The ruling, in words."""
    effect: Literal["void", "forfeit", "burn", "burn-once", "again", "none", "game"] = "game"
    """What the driver does on its own: ``void``, every wager goes back; ``forfeit``, every wager of a player is lost;
    ``burn``, the next card is discarded face up (``burn-once``: a second one voids the round); ``again``, the throw,
    spin or draw is repeated; ``none``, play goes on. ``game`` leaves it to `Game.ruling`."""
    second: str = ""
    """With ``burn-once``: the paragraph by which a second one voids the round, if it is another."""
    of: Literal["table", "player", "player-or-dealer"] = "table"
    """Whom it concerns. If it is one player, the call names a position with a wager, ``2``, or a split hand, ``2.2``;
    ``void`` and ``forfeit`` then apply to that player only."""
    points: list[str] = []
    """The steps of a round before which it may occur (a shaker fails before a ``roll``); if none is named, before any.
    Of shuffle, deal, roll, spin, draw, ask, stake, settle, move, show and say."""
    after: Literal["", "card", "deal"] = ""
    """What must have happened: a ``card`` is on the table, of the hand that it concerns if that is one player's; the
    ``deal``, which, if the call gives no point, is over when no card is about to be dealt."""
    face_down: str = ""
    """The owner of the cards that must be face down for it, ``dealer``: once all of them are turned over it changes
    nothing."""
    spares: list[str] = []
    """Wagers that a void round settles all the same."""
    late: bool = False
    """Its ruling may accept a wager that is otherwise made before the round."""
    decided: bool = False
    """It ends the decisions of its player: in a case that gives it no point it follows the last decision listed."""
    detail: list[Detail] = []
    """The details given with it: ``[{ id = "card", range = [1, 3] }]``."""
    when: When = {}
    """The equipment or choice of the house without which it cannot happen: ``{ dealing = ["automated-shoe"] }``."""

    @property
    def happens(self) -> Sequence[str]:
        """Where it may occur: a repeated step must be under way, and a card is burned while cards are dealt or while a
        player decides."""
        usual = {"again": CHANCE, "burn": CARDS, "burn-once": CARDS}
        return self.points or usual.get(self.effect, POINTS)


POSTED: Final = "posted"


class HouseWay(_Entry, frozen=True, kw_only=True):
    """How the dealer sets a hand, where the text leaves it to the licensee: one of the game's examples, or what a house
    has posted in its table file. `Game.way` reads the one in force."""

    id: str = POSTED
    """These ids are the choices of the option ``house-way``."""
    cite: str = ""
    """The paragraph that leaves it to the licensee."""
    text: str = ""
    """The house way in words."""
    aims: list[dict[str, str]] = []
    """In order of priority: of the settings that do not foul, those that reach the first attainable aim are kept. An
    aim gives the minimum of each part, ``{ high = "two-pair", low = "A" }``, or a range with ``to``,
    ``"pair to pair of 6"``. Some games read rows of their own (docs/cases.md)."""
    then: list[str] = []
    """The parts that order those settings: the highest hand of the first part named, then of the next, and so on."""


class Erratum(_Entry, frozen=True, kw_only=True):
    """A place where the text is not simply followed. It is in a separate file next to the game's,
    ``<game>.errata.toml``."""

    kind: Literal["drafting", "copy", "proposal", "reading"] = field(name="class")
    """What kind of defect it is: ``drafting``, the text contradicts itself or says what it cannot mean; ``copy``, the
    copy at hand is damaged where the text itself may be sound; ``proposal``, a proposal that is not adopted does not
    fit the text; ``reading``, the text is silent or ambiguous, and this is how we read it."""
    printed: str
    """The text as printed."""
    read: str
    """The text as read."""
    why: str
    """The reason."""
    option: str | None = None
    """The option that switches the reading, where it affects play: ``reading-…``."""


class Together(_Entry, frozen=True, kw_only=True):
    """Wagers that are placed together with one click on the first of them."""

    says: str
    """The refusal of any other proportion, a sentence."""
    wagers: dict[str, int]
    """The number of units of each: ``{ ante = 1, first = 2 }``."""
    loose: bool = False
    """A round also starts if they are not in this proportion."""
    when: When = {}
    """The options under which they belong together."""

    def broken(self, stakes: Mapping[str, Cents]) -> bool:
        """Are these stakes in another proportion?"""
        units = {Fraction(stakes.get(wager, 0), n) for wager, n in self.wagers.items()}
        return len(units) > 1 and not self.loose


class Ticket(_Entry, frozen=True, kw_only=True):
    """A ticket on which numbers of a board are marked. It costs its rate for each way and each game."""

    board: str
    """The wager whose parameters are the numbers of the board."""
    rate: str
    """The option that holds the lowest rate."""
    draws: int
    """How many numbers are drawn."""


class Deck(_Entry, frozen=True, kw_only=True):
    """The cards of the game, or its tiles: the set that a `Shuffle` shuffles."""

    of: Literal["cards", "tiles"] = "cards"
    """Pai gow uses tiles."""
    decks: Value = 1
    """A number, or the option that holds it."""
    jokers: int = 0
    """How many each deck has."""
    without: list[str] = []
    """Ranks that are removed from each deck: ``["T"]``."""

    @property
    def piece(self) -> str:
        """What one position is called."""
        return self.of.removesuffix("s")


class Seats(_Entry, frozen=True, kw_only=True):
    """The maximum number of positions at a table, where the text sets one; otherwise the house chooses."""

    most: int
    """The number."""


class Verbal(_Entry, frozen=True, kw_only=True):
    """What the text says about a verbal wager with cash."""

    accepted: bool
    """It counts once confirmed; otherwise verbal wagers never count."""
    never: dict[str, str] = {}
    """Wagers that still must be made in chips, each with its paragraph."""


class Late(_Entry, frozen=True, kw_only=True):
    """The paragraph that forbids wagers once the round has begun."""


class Dealt(_Entry, frozen=True, kw_only=True):
    """The paragraph that says how many cards a hand is dealt, if ``under`` of the option ``dealing`` does not."""

    of: dict[str, str] = {}
    """Another paragraph for the hand of this owner: ``{ dealer = "2.12(b)" }``."""


class Seated(_Entry, frozen=True, kw_only=True):
    """The paragraph by which a player with a wager and cards stays seated until the round is over."""


class Stated(_Entry, frozen=True, kw_only=True):
    """The paragraph by which odds are stated with "to" or "win" and never with "for"."""


class Area(Struct, frozen=True, forbid_unknown_fields=True):
    """A betting area on a layout other than the usual seats around a table."""

    wager: str
    """The wager that is made there."""
    label: str
    """Its label."""
    at: tuple[float, float, float, float]
    """Its place: x, y, width, height."""
    sub: str = ""
    """A second, smaller label; by default the odds of the wager."""
    color: str = ""
    """The color of its background."""
    sign: str = ""
    """Its label on the wheel, if the layout's is too long."""


class Shown(_Entry, frozen=True, kw_only=True):
    """What the layout of a table must show under the chapter on equipment."""

    licensee: bool = False
    """The name of the casino licensee."""
    areas: list[str] = []
    """An area at each position for each of these wagers that is offered."""
    odds: list[str] = []
    """The payout odds of these wagers where they are offered."""
    words: str = ""
    """These words."""
    cards: list[str] = []
    """Areas for cards in front of the dealer, with these labels."""
    left: bool = False
    """Those areas are at the dealer's left."""
    sign_cite: str | None = None
    """The paragraph by which a sign may show it instead."""
    when: When = {}
    """The options under which that applies."""


Furniture = Literal["shoe", "discards", "wheel", "upright-wheel", "dice", "shaker", "board", "roads", "boxes"]


class House(Struct, frozen=True, forbid_unknown_fields=True):
    """What a house posts if it chooses nothing; amounts are dollars."""

    positions: int = 7
    """Seats of a table."""
    chip: str = "1"
    """The smallest chip with which the table pays."""
    increment: str = "0"
    """The increment of wagers (8.2(f)); 0: the smallest chip."""
    minimum: str = "10"
    """The minimum of a wager without limits of its own."""
    maximum: str = "1000"
    """The maximum."""
    rounds_per_hour: int = 60
    """The game's pace."""
    tables: int = 1
    """How many of a hundred tables on a floor usually have this game: popular games are listed first."""
    limits: dict[str, tuple[str, str]] = {}
    """The minimum and the maximum of wagers with their own limits: ``{ pair-plus = ["1", "100"] }``."""


REQUIREMENTS: Final = ("chip", "increment")
"""What a house requires of wagers in every game in addition to limits (8.2(f)); posted at once, as limits are
(8.3(c))."""


_ITEM: Final = re.compile(r"(.*\([a-z]\))\d+\w*$")


class GameData(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game's TOML file. Amounts are dollars in quotes (``"2.50"``). A condition, ``{ version = ["base"] }``, is true
    if each named option has one of the listed values. Many small entries may be rows of one list, ``wager = [ { id =
    "field", … }, … ]``, which in TOML must precede the first ``[``."""

    id: str
    """The file's name with hyphens: ``three-card-poker``."""
    title: str
    """As people call the game."""
    family: str
    """The family under which it is listed."""
    subchapter: str
    """``13:69F-20``, or the name of an invented game's own rules sheet."""
    summary: str
    """The game in two or three sentences."""
    wagers: list[Wager] = field(name="wager")
    """Its wagers."""
    exact: str = ""
    """The paragraph by which a stake that cannot be paid in whole chips is refused. Without one it is paid to the
    cent."""
    uniform: tuple[str, ...] = ()
    """The paragraphs whose odds must be the same at all tables of a house."""
    verb: str = "deal"
    """What starts a round, as people say it: deal, roll, spin."""
    furniture: tuple[Furniture, ...] = ("shoe", "discards")
    """The equipment at the table: a wheel with a ball or an upright one with a clapper, dice that are thrown or shaken
    under a cover, a board on which numbers drawn are lit, roads (what `Game.boards` shows), boxes for markers of the
    kind ``box``."""
    shape: Literal["half-moon", "oval"] = "half-moon"
    """The table, if the game has no betting areas of its own: positions opposite the dealer, or all around."""
    hands: dict[str, str] = {}
    """Areas in front of the dealer for cards that all players use, each with its label, by owner: ``{ player = "Player"
    }``."""
    chance: dict[str, str] = {}
    """The paragraphs that say what is thrown, spun or drawn: ``{ roll = "99.2(a)" }``."""
    house: House = House()
    """What a house posts."""
    deck: Deck | None = None
    """The cards."""
    seats: Seats | None = None
    """The maximum number of positions."""
    verbal: Verbal | None = None
    """Verbal wagers."""
    late: Late | None = None
    """Late wagers."""
    dealt: Dealt | None = None
    """How many cards a hand is dealt."""
    seated: Seated | None = None
    """A player with cards stays seated."""
    stated: Stated | None = None
    """How odds are stated."""
    ticket: Ticket | None = None
    """For wagers that are marked on a board of numbers."""
    together: list[Together] = []
    """Wagers that are placed together."""
    options: list[Option] = field(name="option", default=[])
    """The choices of the house."""
    pay_grids: list[PayGrid] = field(name="pay_table", default=[])
    """The pay tables."""
    figures: list[Figure] = field(name="figure", default=[])
    """Other numbers of the text."""
    constraints: list[Constraint] = field(name="constraint", default=[])
    """Which choices go together."""
    decisions: list[Decision] = field(name="decision", default=[])
    """The choices of players."""
    bars: dict[str, str] = {}
    """What may bar a decision, as the game names it, and wagers that the text forbids by name, each with its paragraph;
    ``any other wager`` is any wager without an entry."""
    house_ways: list[HouseWay] = field(name="house_way", default=[])
    """How the dealer sets hands."""
    irregularities: list[IrregularityData] = field(name="irregularity", default=[])
    """What may go wrong."""
    errata: list[Erratum] = field(name="erratum", default=[])
    """Where the text is not simply followed, in a separate file next to this one, ``<game>.errata.toml``."""
    areas: list[Area] = field(name="area", default=[])
    """Betting areas."""
    spots: list[list[str]] = []
    """The betting areas of a position row by row, from the dealer to the player: ``[["raise"], ["ante"]]``."""
    shown: list[Shown] = field(name="layout", default=[])
    """What the layout shows."""

    @property
    def permits(self) -> str:
        """The paragraph that says which wagers exist: the one that bars any other, the head of the list that has the
        first one, or the one by which wagers are made on the layout and not verbally."""
        if other := self.bars.get("any other wager"):
            return other
        first = self.wagers[0].cite
        head = _ITEM.match(first)
        return head[1] if head else self.verbal.cite if self.verbal else first


class Heritage(Struct, frozen=True, kw_only=True):
    """What a file inherits from others next to it before its own entries."""

    based_on: str | list[str] = []
    """Files next to this one, by id: another game's, or a family's shared TOML file without a module. Everything in
    them is inherited: tables such as ``[house]`` key by key, entries whole, unless this file has one with the same id
    (pay tables and areas: the same wager)."""
    without: list[str] = []
    """Inherited entries that are left out: by id, by cite, with the option on which they depend, or all of a kind
    (``erratum``)."""
    cites: dict[str, str] = {}
    """Replacements for paragraphs of inherited entries, by the paragraph or the name that they cite: ``{ ante =
    "14.9(b)" }``."""
    defaults: dict[str, Value] = {}
    """Other defaults of inherited options: ``{ structure = "fixed-limit" }``."""
    also: str | list[str] = []
    """Files whose entries are added to this game only, not to games based on it; an entry with a known id changes that
    entry."""
    last: bool = False
    """In a file that a family shares: its entries follow the game's own."""


def read_game(path: Path) -> GameData:
    """Read a game's TOML file; an error names its place."""
    listed: dict[str, Any] = {}
    try:
        listed = _cited(_inherited(path))
        data = _with_errata_of_all_games(msgspec.convert(listed, GameData), path)
    except (msgspec.ValidationError, msgspec.DecodeError, ValueError) as problem:
        raise Refused(f"{path.name}: {_in_words(str(problem), listed)}") from None
    for mistake in mistakes(data):
        raise Refused(f"{path.name}: {mistake}")
    return data


def _with_errata_of_all_games(data: GameData, path: Path) -> GameData:
    """What applies in every game of the chapter that pays by odds and not in whole chips."""
    home = path.parent.parent / "all_games.errata.toml"
    if data.exact or not data.pay_grids or not home.is_file():
        return data
    of_all = msgspec.convert(_cited(msgspec.toml.decode(home.read_bytes()))["erratum"], list[Erratum])
    return msgspec.structs.replace(data, errata=[*data.errata, *of_all])


_KINDS = {"array": "a list", "object": "a table", "str": "text", "int": "a number", "bool": "true or false"}


def _in_words(problem: str, listed: Mapping[str, Any]) -> str:
    """What does not fit, with the entry's own name instead of its number."""
    says, _, place = problem.partition(" - at `$.")
    if kinds := re.match(r"Expected `(\w+)`, got `(\w+)`", says):
        says = "{} is expected, not {}".format(*(_KINDS.get(kind, kind) for kind in kinds.groups()))
    says = says.replace("Object contains unknown field", "there is no such field as")
    says = says.replace("Object missing required field", "it lacks")
    if not place:
        return says
    path = place.rstrip("`").replace("[...]", "")
    if (entry := re.match(r"(\w+)\[(\d+)\]\.?(.*)", path)) and entry[1] in listed:
        kind, number, rest = entry.groups()
        found = listed[kind][int(number)]
        name = found.get("id") or found.get("wager") or found.get("cite") if isinstance(found, dict) else None
        path = f"{kind} {name or int(number) + 1}" + (f", {rest}" if rest else "")
    return f"{path}: {says}"


def _inherited(path: Path, heirs: tuple[Path, ...] = ()) -> dict[str, Any]:
    """The content of the file, after everything it inherits."""
    own = _written(path)
    listed = {key: own.pop(key) for key in Heritage.__struct_fields__ if key in own}
    heritage = msgspec.convert(listed, Heritage)
    whole: dict[str, Any] = {}
    for base in _beside(path, "is based on", heritage.based_on):
        if base in (path, *heirs):
            raise Refused(f"{base.name} is based on itself")
        _merge(whole, _inherited(base, (path, *heirs)))
    dropped = set(heritage.without)
    whole = {kind: value for kind, value in whole.items() if kind not in dropped}
    also = _beside(path, "also has", heritage.also)
    _amend(whole, heritage.cites, heritage.defaults)
    _merge(whole, own, last=whole.pop("last", False))
    for page in () if heirs else also:
        _overlay(whole, _written(page))
    for key, value in whole.items():
        if _entries(value):
            whole[key] = [entry for entry in value if dropped.isdisjoint(_names(entry))]
    return {**whole, "last": True} if heritage.last else whole


def _written(path: Path) -> dict[str, Any]:
    """The content of the file, with the errata next to it."""
    own: dict[str, Any] = _spelled_out(msgspec.toml.decode(path.read_bytes()))
    errata = path.with_suffix(".errata.toml")
    if errata.is_file():
        _merge(own, msgspec.toml.decode(errata.read_bytes()))
    return own


_ODDS: Final = re.compile(r"(at least )?(\d+ to \d+)")


def _spelled_out(own: dict[str, Any]) -> dict[str, Any]:
    """With the pay tables of wagers that say what every win pays."""
    tables: list[dict[str, Any]] = []
    for wager in own.get("wager", ()):
        if isinstance(wager, dict) and (odds := _ODDS.fullmatch(str(wager.get("pays")))):
            del wager["pays"]
            rows = {"cite": wager.pop("pays_cite", wager.get("cite")), "rows": [["win", odds[2]]]}
            tables.append(
                {"wager": wager["id"], **({"floor": True} if odds[1] else {"tables": ["fixed"]}), **rows}
            )
    return {**own, "pay_table": tables + own.get("pay_table", [])} if tables else own


def _beside(path: Path, says: str, named: str | list[str]) -> list[Path]:
    """The files next to it that it names."""
    names = [named] if isinstance(named, str) else named
    found = [path.with_name(name.replace("-", "_") + ".toml") for name in names]
    for name, page in zip(names, found, strict=True):
        if not page.is_file():
            raise Refused(f"{path.name} {says} {name!r}, but there is no {page.name} next to it")
    return found


def _merge(whole: dict[str, Any], more: dict[str, Any], last: bool = False) -> None:
    """Entries after those that are there, or before them if these are ``last``, or in place of entries with the same
    id."""
    for key, value in more.items():
        if _entries(value):
            mine = {_name(entry) for entry in value}
            there = [entry for entry in whole.get(key, ()) if _name(entry) not in mine]
            whole[key] = value + there if last else there + value
        else:
            whole[key] = {**whole.get(key, {}), **value} if isinstance(value, dict) else value


def _overlay(whole: dict[str, Any], more: dict[str, Any]) -> None:
    """More entries; an entry with a known id changes that entry."""
    for key, value in more.items():
        if _entries(value):
            known = {entry["id"]: entry for entry in whole.get(key, ()) if "id" in entry}
            for entry in value:
                known.get(entry.get("id"), {}).update(entry)
            more = {**more, key: [entry for entry in value if entry.get("id") not in known]}
    _merge(whole, more)


def _amend(whole: dict[str, Any], cites: dict[str, str], defaults: dict[str, Value]) -> None:
    """Inherited entries with this file's replacements for the paragraphs or names that they cite, and with its
    defaults."""
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
        raise ValueError(f"{name!r} is neither a cite nor an option of the files it is based on")


def _entries(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, dict) for each in value)


def _cited(whole: dict[str, Any]) -> dict[str, Any]:
    """Sister games share cites such as ``.2(a)1``, which each has in its own subchapter."""
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
    """What distinguishes an entry from others of its kind: for pay tables and areas, the wager."""
    return entry.get("id") or entry.get("wager") or entry.get("printed") or entry.get("says")


def _names(entry: dict[str, Any]) -> tuple[object, ...]:
    """The names by which an entry may be left out."""
    return _name(entry), entry.get("cite"), entry.get("option")


def holds(when: When, options: Mapping[str, Value]) -> bool:
    """Do the options in force meet the condition?"""
    return all(options.get(option) in values for option, values in when.items())


class Limits(Struct, frozen=True):
    """The posted ``least`` and ``most`` of a wager, the ``step`` in which it can be paid exactly, and what is
    ``payable`` no matter what is posted: the largest stake whose win a table can pay. All in cents."""

    least: Cents
    most: Cents
    step: Cents = 1
    payable: Cents = MOST


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
