"""The facets of a game: what it defines in addition to its round. A game lists among its bases the facets in which it
defines something, and overrides methods there; `Game` has the rest as they are here."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from msgspec import Struct

from pitboss.book.data import Area, PayTable, Value
from pitboss.book.events import Ask, Choice, Round
from pitboss.book.rules import Rules
from pitboss.law import Refused, cite
from pitboss.money import Cents, Odds, cents

if TYPE_CHECKING:
    from fractions import Fraction

    from pitboss.odds import Advice, Strategy, WagerOdds
    from pitboss.sim import Simulation
    from pitboss.sim.steps import Steps
    from pitboss.solve.information import Information, Shown
    from pitboss.table import Bet, Table
    from pitboss.table.journal import Award


class Finding(Struct, frozen=True):
    """An unlawful ``point`` of a table (``options.ties``), a sentence that ``says`` what is wrong, and the ``cite``."""

    point: str
    says: str
    cite: str

    def json(self) -> dict[str, str]:
        return {"point": self.point, "says": self.says, "cite": self.cite}


class Posting:
    """What a house may post, where no constraint in its file can say it."""

    def elected(self, rules: Rules, table: PayTable) -> PayTable:
        """A pay table as the house posts it under these rules, where the text lets it change a row."""
        return table

    def way(self, rules: Rules) -> tuple[Any, ...]:
        """The house way in force, as the game's rules read it."""
        raise Refused(f"{rules.game.id} does not let the house post a house way")

    def check(self, rules: Rules) -> list[Finding]:
        """Unlawful points of a table that no ``[[constraint]]`` can express."""
        return []

    def alike(self, rules: Rules, other: Rules) -> list[Finding]:
        """What must not differ at two tables of one house, of this game or a sister game, and does."""
        uniform = tuple(cite(each) for each in rules.game.data.uniform if each in other.game.data.uniform)
        return [
            Finding(
                f"pay_tables.{wager}", "the odds differ from those of another table of the house", mine.cite
            )
            for wager, mine in rules.pay_tables.items()
            if (theirs := other.pay_tables.get(wager))
            and mine.cite == theirs.cite
            and mine.rows != theirs.rows
            and mine.cite.startswith(uniform)
        ]

    def percent_taken(self, rules: Rules, wager: str) -> int:
        """The percentage taken from a wager's win, where the text sets it and not an option: papers state it next
        to the odds."""
        return 0

    def may_become(self, table: Table, rules: Rules) -> None:
        """Refuse a change of the table's rules that the text does not allow yet."""


class Marker(Struct, frozen=True, omit_defaults=True):
    """Something on the felt that shows the state of the table: ``Marker("ON", "place-win-6", "the point is 6")``.

    - ``label``: what is written on it; for a card its name, for chips their color;
    - ``at``: a position, a spot (``place-win-6``), the place of an owner's cards, or ``middle``;
    - ``says``: the same, for people who do not see it;
    - ``kind``: a ``puck`` lies on a spot (``off``: a dark one), a ``button`` before a position, a ``box`` marker in the
      dealer's box for a position; a ``holder`` has the dice; a ``card`` is drawn as one; ``chips`` have a player's own
      color; a ``pot`` is shown in the middle.
    """

    label: str
    at: str
    says: str
    kind: Literal["puck", "off", "button", "holder", "card", "chips", "box", "pot"] = "puck"


class Board(Struct, frozen=True, omit_defaults=True):
    """A board at the table that shows the results of its rounds.

    - ``title``, and ``says``: the same, for people who do not see it;
    - ``look``: how a mark is drawn: as a ``letter``, a ``ring``, a ``bead`` or a ``slash``;
    - ``columns``: its marks, each column from the top: a letter each, lower case with a stroke, a blank for
      none;
    - ``colors``: of each letter.
    """

    title: str
    says: str
    look: Literal["letter", "ring", "bead", "slash"]
    columns: tuple[str, ...]
    colors: Mapping[str, str]


class Felt:
    """What is seen at the table."""

    def markers(self, table: Table) -> Sequence[Marker]:
        """Markers for the state of the table: the point, the button, the shooter."""
        return ()

    def swept(self, table: Table) -> Mapping[int, Cents]:
        """The part of what each seat has wagered that is in the middle, and no longer in front of its player."""
        return {}

    def boards(self, table: Table) -> Sequence[Board]:
        """The boards at the table."""
        return ()

    def called(self, table: Table, owner: str, seen: Mapping[str, Sequence[int]]) -> str:
        """The name of an owner's cards: soft 17, pair of tens. It is shown to people who see these cards and no others
        (`UNKNOWN` stands for a card face down), so it follows from them alone. House poker implements it: define
        ``worth``, ``describe`` and ``qualifies`` where hands rank differently."""
        return ""

    def stops(self, rules: Rules) -> Sequence[str]:
        """The stops of the wheel, in order; empty without a wheel."""
        return ()

    def lies(self, rules: Rules) -> Mapping[str, Sequence[tuple[float, float]]]:
        """The places of an owner's cards that are not in a row: each card's offset from the middle, in widths and
        heights of a card, to the players' right and toward the players: ``{"community": [(1, 0), (0, 0), (-1,
        0)]}``."""
        return {}

    def squeezed(self, rules: Rules) -> Sequence[str]:
        """The owners whose cards players peek at slowly."""
        return ()

    def layout(self, rules: Rules) -> Sequence[Area]:
        """The betting areas of the layout."""
        return [area for area in rules.game.data.areas if area.wager.split(":")[0] in rules.wagers]

    def usual(self, table: Table, ask: Ask, choice: Choice) -> Cents:
        """The amount for which players usually take a choice; 0 if there is none."""
        return choice.usual

    def marks(self, table: Table, ask: Ask, choice: Choice) -> tuple[tuple[str, Cents], ...]:
        """Amounts of a choice that players name: half the pot."""
        return ()


class Cases:
    """How to read a case that leaves something out or starts in the middle of a game.

    - ``needless``: decisions it may give for a player who is not asked, because they would change nothing;
    - ``unless_given``: decisions it implies where it gives no other, although a player at a table is asked;
    - ``assumed``: what the state is taken to be where it does not say: somebody has the dice;
    - ``unneeded``: owners whose cards it may omit where nothing depends on them; of ``1``, a position, all or none;
    - ``reshuffles``: the paragraph by which used cards are shuffled and dealt again in the same round;
    - ``table_stakes``: the paragraph by which chips stay on the table until their player leaves it.
    """

    needless: ClassVar[tuple[str, ...]] = ()
    unless_given: ClassVar[tuple[str, ...]] = ()
    assumed: ClassVar[Mapping[str, object]] = {}
    unneeded: ClassVar[Collection[str]] = ()
    reshuffles: ClassVar[str | None] = None
    table_stakes: ClassVar[str | None] = None

    def as_dealt(
        self, cards: dict[str, list[str]], decided: Mapping[str, Sequence[str]]
    ) -> dict[str, list[str]]:
        """The cards of a case in the order dealt, if it gives them as they are at the end of the round.
        ``decided`` lists the decisions, by hand or by seat."""
        return cards

    def stands(self, table: Table, wager: str) -> bool:
        """In a case that starts in mid-game: was this wager made before the case begins?"""
        return False

    def noted(self, table: Table, bet: Bet) -> None:
        """Refuse what cannot be noted on a wager of an earlier round: that it is on, or its mark. By default nothing is
        noted."""
        if bet.on or bet.mark:
            data = table.rules.wager(bet.id)
            raise Refused(f"{bet.wager} cannot be called on or marked", data.cite)

    def foresee(self, table: Table, seat: int, decision: str) -> None:
        """In a case, before the round: refuse a decision that cannot be reached, with the paragraph that bars it."""

    def put_in(self, table: Table, ask: Ask, given: Sequence[str | int | float]) -> tuple[str, Cents | None]:
        """The decision, and its amount, when a player puts in chips, given what the player said."""
        raise Refused(f"{table.game.id} has no decision that chips alone make; give the decision")

    def spare(self, table: Table, owner: str, cards: Sequence[int]) -> bool:
        """Can these cards, which the case gives and the round did not use, have been dealt to their owner all the same,
        for players whom the case leaves out?"""
        return False

    def no_more_cards(self, table: Table, owner: str) -> str | None:
        """The paragraph by which an owner gets no more cards than the round has dealt."""
        return table.rules.dealt(owner)

    def changes_nothing(self, table: Table, seat: int, decision: str) -> bool:
        """May a case give this decision for a player whom the round did not ask?"""
        return decision in self.needless


class Win(Struct, frozen=True, omit_defaults=True):
    """What a round has won from a fund that several tables share, to be verified and paid by the house."""

    round: int
    meter: str
    name: str
    seats: dict[int, str]
    """Who played in the round."""
    says: str
    """The hands by which it was won."""
    holders: tuple[int, ...]
    winners: tuple[int, ...] = ()
    part: int = 100
    """The percentage of the fund that is won."""


class FundMeters(NamedTuple):
    """The meters of a fund that several tables share, by name; empty if a game has no such fund."""

    payout: str = ""
    reset: str = ""
    """The meter that starts the fund again after a payout."""
    secondary: str = ""


class Funds:
    """A fund that pays at this table and at others; ``fund_meters`` are its meters."""

    fund_meters: ClassVar[FundMeters] = FundMeters()

    def fund(self, rules: Rules) -> str:
        """The fund that pays at this table and at others, named after the tables that share it: those of a ``room``, or
        of several casinos (``multi-casino``); empty if a table has its own."""
        return ""

    def fund_terms(self, rules: Rules) -> dict[str, Value]:
        """What must be the same at all tables of the fund."""
        return {}

    def check_terms(self, before: Mapping[str, Value], after: Mapping[str, Value]) -> None:
        """Refuse terms that the fund may not adopt while it holds money."""

    def wins(self, table: Table) -> Sequence[Win]:
        """What rounds of this table have won from it and is not paid yet."""
        return ()

    def shares(self, rules: Rules, win: Win, fund: Cents, elsewhere: bool) -> dict[int, Cents]:
        """What each seat receives from a fund of this many cents; seat 0 stands for everybody at other tables of the
        room, if anybody plays ``elsewhere``."""
        return {}

    def awarded(self, table: Table, award: Award) -> Round:
        """What seats have won from the fund, paid from its meter: in a round of this table, or of another."""
        yield from ()


class Cap(Struct, frozen=True):
    """A limit, the ``amount``, on what some ``wagers`` are paid together under the paragraph ``cite``: on one hand, or
    ``shared`` by all who win in a round."""

    amount: Cents
    cite: str
    wagers: tuple[str, ...]
    shared: bool = False

    @classmethod
    def posted(
        cls, rules: Rules, option: str, cite: str, wagers: tuple[str, ...], shared: bool = False
    ) -> list[Cap]:
        """The limit that an option holds, unless it is 0: the house has set none."""
        amount = cents(rules[option])
        return [cls(amount, cite, wagers, shared)] if amount else []


class Mathematics:
    """Odds, best play and simulation. Most games leave them to a module of their own (`WorkedOut`)."""

    def odds(self, rules: Rules, wager: str | None = None) -> Iterable[WagerOdds]:
        """The exact odds of each wager offered (or of one) with which a player starts a round, at a fresh table.
        Amounts added during the round are part of the wager's figure: ``per`` says so, and ``wagered`` gives the
        total."""
        raise NotImplementedError

    def odds_at_once(self, rules: Rules) -> Iterable[WagerOdds]:
        """The odds that take no time, for warnings before a house opens a table: all odds, if no decision has
        to be weighed card by card."""
        return ()

    def odds_from(self, rules: Rules, cards: Sequence[int], wager: str | None = None) -> Iterable[WagerOdds]:
        """The exact odds of each wager from these cards, the rest of a shoe."""
        raise Refused(f"odds of {rules.game.id} from part of a shoe are not available")

    def odds_knowing(self, rules: Rules, known: Information) -> Iterable[WagerOdds]:
        """The odds of the wagers whose best play changes with this information."""
        raise Refused(f"the value of information is not available for {rules.game.id}")

    def strategy_knowing(self, rules: Rules, known: Information) -> Strategy:
        """The best play of a player who knows this."""
        raise Refused(f"the value of information is not available for {rules.game.id}")

    def situation(self, rules: Rules, shown: Shown) -> Mapping[str, Fraction]:
        """The value of each choice of a player who sees these cards, in units of the first wager, which is
        included."""
        raise Refused(f"single hands of {rules.game.id} are not available")

    def variations(self, rules: Rules) -> Iterable[tuple[dict[str, Value], list[str]]]:
        """Choices of options to analyze, each with the wagers it affects (none named: all): the rules in
        force, every column of every pay table, and each option that matters flipped in turn. The caller leaves
        out combinations that the text forbids."""
        yield {}, []
        for grid in rules.game.data.pay_grids:
            here = [dict(zip(grid.when, values, strict=True)) for values in product(*grid.when.values())]
            for table in grid.tables if grid.option else [None]:
                for when in here:
                    chosen = when if table is None else {**when, str(grid.option): table}
                    yield (
                        chosen,
                        [wager.id for wager in rules.game.data.wagers if self.priced(wager.id) == grid.wager],
                    )
        for option in rules.game.data.options:
            for value in (option.usual or option.values) if option.affects else ():
                if value != rules[option.id]:
                    yield {option.id: value}, list(option.affects)

    def priced(self, wager: str) -> str:
        """The wager whose pay table determines this one's odds: its own, unless the game says otherwise."""
        return wager

    def equities(self, rules: Rules, hands: str, board: str) -> Iterable[WagerOdds]:
        """Given hands against each other, for games between players."""
        raise Refused(
            f"{rules.game.id} is played against the house; hands are compared in games between players"
        )

    def count(self, rules: Rules, progress: Callable[[int, int], None] | None = None) -> None:
        """Compute the figures that take minutes and are simulated until then: they are cached, and resumed if
        interrupted."""

    def caps(self, rules: Rules) -> list[Cap]:
        """The limits on payouts in force, whose effect the mathematics report shows."""
        return []

    def may_win(self, table: Table, bet: Bet) -> Collection[Odds]:
        """The odds at which a wager may be paid as it is: those of its parameter, or all that are in force."""
        paid_by = table.rules.pay_table(bet.id)
        rows = table.rules.paid(paid_by) if paid_by else {}
        return (rows[bet.param],) if bet.param in rows else rows.values()

    def most_won(self, table: Table, bet: Bet) -> Cents:
        """The most that a wager can win as it is, including bonuses on it and limits on them; 0 if it is unknown: the
        share of a pot, a meter."""
        on_it = [each.id for each in table.rules.wagers.values() if each.bonus and each.follows == bet.id]
        won = 0
        for wager in (bet.wager, *map(bet.beside, on_it)):
            possible = self.may_win(table, type(bet)(bet.seat, wager, bet.stake))
            if any(odds.meter for odds in possible):
                return 0
            won += max((odds.prize or bet.stake * odds.win // odds.stake for odds in possible), default=0)
        over = (cap.amount for cap in self.caps(table.rules) if self.priced(bet.id) in cap.wagers)
        return min((won, *over))

    def combinations(self, rules: Rules) -> Iterable[WagerOdds]:
        """Wagers that people make together, counted as one: a line bet with its odds."""
        return ()

    def strategy(self, rules: Rules) -> Strategy:
        """How to play a hand best."""
        raise Refused(f"{rules.game.id} has no decisions after betting")

    def advise(self, table: Table, ask: Ask) -> Advice:
        """The best answer to a question, from only what the player who is asked may see: the player's cards, the stakes
        and the rules (``table.view(ask.seat)``)."""
        raise Refused(f"the best play of a hand of {table.game.id} is not available")

    @property
    def advises(self) -> bool:
        """Is the best play of a hand known?"""
        return type(self).advise is not Mathematics.advise

    def thought(self, table: Table, ask: Ask) -> Callable[[], tuple[str, Cents] | None]:
        """How a bot plays if no best play is known: from what its seat sees now, to be calculated elsewhere. Without
        one it stays in as cheaply as it can."""
        return lambda: None

    def simulation(self, rules: Rules) -> Simulation:
        """One round as a compiled function that reads chance from a tape."""
        raise NotImplementedError

    def steps(self, rules: Rules, stakes: Mapping[str, Cents], levels: int) -> Steps:
        """A round with these stakes as compiled steps, for vector environments; decisions with an amount are open for
        this many ``levels`` of it."""
        raise Refused(f"{rules.game.id} has no compiled steps")
