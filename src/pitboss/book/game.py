"""A game: one definition, from which every driver works."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from msgspec import Struct, to_builtins

from pitboss.book.data import Area, Decision, GameData, PayTable, Value, read_game
from pitboss.book.events import Ask, Choice, Event, Irregularity, Played, Round, Settle
from pitboss.book.rules import Rules
from pitboss.law import Refused, cite
from pitboss.money import Amount, Cents, Odds, cents, dollars, money

if TYPE_CHECKING:
    from pitboss.odds import Advice, Strategy, WagerOdds
    from pitboss.sim import Simulation
    from pitboss.table import Bet, Table
    from pitboss.table.journal import Award


class Finding(Struct, frozen=True):
    """An unlawful ``point`` of a table (``options.ties``), what it ``says`` in a sentence, and the paragraph,
    ``cite``."""

    point: str
    says: str
    cite: str

    def json(self) -> dict[str, str]:
        return {"point": self.point, "says": self.says, "cite": self.cite}


class Cap(Struct, frozen=True):
    """A ceiling, the ``amount``, over what some ``wagers`` are paid together by the paragraph ``cite``: on one hand, or
    where it is ``shared`` to all who win in a round."""

    amount: Cents
    cite: str
    wagers: tuple[str, ...]
    shared: bool = False

    @classmethod
    def posted(
        cls, rules: Rules, option: str, cite: str, wagers: tuple[str, ...], shared: bool = False
    ) -> list[Cap]:
        """That of an option, unless it is 0: the house has set none."""
        amount = cents(rules[option])
        return [cls(amount, cite, wagers, shared)] if amount else []


class Marker(Struct, frozen=True, omit_defaults=True):
    """Something on the felt that shows how the table stands: ``Marker("ON", "place-win-6", "the point is 6")``.

    - ``label``: what is written on it; of a card its name, of chips their colour;
    - ``at``: a position, a spot (``place-win-6``), the place of an owner's cards, or ``middle``;
    - ``says``: the same to whoever does not see it;
    - ``kind``: a ``puck`` lies on a spot (``off``: a dark one), a ``button`` before a position, a ``box`` marker in the
      dealer's box for one; a ``holder`` has the dice; a ``card`` is drawn as one; ``chips`` are a player's own colour;
      a ``pot`` is told in the middle.
    """

    label: str
    at: str
    says: str
    kind: Literal["puck", "off", "button", "holder", "card", "chips", "box", "pot"] = "puck"


class Win(Struct, frozen=True, omit_defaults=True):
    """What a round has won of a fund that several tables share, to be verified and paid by the house."""

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
    """The percentage of the fund that it is."""


class FundMeters(NamedTuple):
    """The meters of a fund that several tables share, by their names; none where a game has no such fund."""

    payout: str = ""
    reset: str = ""
    """What is kept for the payout after it."""
    secondary: str = ""


class Board(Struct, frozen=True, omit_defaults=True):
    """A board at the table that shows how its rounds went.

    - ``title``, and ``says``: the same to whoever does not see it;
    - ``look``: how a mark is drawn: as a ``letter``, a ``ring``, a ``bead`` or a ``slash``;
    - ``columns``: its marks, each column from above: a letter each, a small one with a stroke, a blank where there is
      none;
    - ``colors``: of each letter.
    """

    title: str
    says: str
    look: Literal["letter", "ring", "bead", "slash"]
    columns: tuple[str, ...]
    colors: Mapping[str, str]


class State(Struct, forbid_unknown_fields=True):
    """What outlives a round. A game that remembers subclasses this with fields that JSON can carry. One that cannot
    be is refused: ``__post_init__`` raises a `ValueError` with a sentence."""

    METERS: ClassVar[Mapping[str, str]] = {}
    """Fields that say what a meter shows, in dollars, with the meter's name. They are how the state is told; a table
    keeps its meters in its books, and there these fields are empty."""

    def seats(self) -> Iterable[int]:
        """The seats it speaks of."""
        return ()

    def take_meters(self, rules: Rules) -> dict[str, Amount]:
        """What it says of the meters, by name, which is then in the table's books."""
        told = {meter: getattr(self, field) for field, meter in self.METERS.items()}
        for field in self.METERS:
            setattr(self, field, None)
        return {meter: amount for meter, amount in told.items() if amount is not None}

    def told(self, meters: Mapping[str, Cents]) -> dict[str, object]:
        """As JSON carries it, with what the meters show."""
        told: dict[str, object] = to_builtins(self, str_keys=True)
        for field, name in self.METERS.items():
            if name in meters:
                told[field] = dollars(meters[name])
        return told


class Game:
    """A game of the book. Its numbers are in the TOML file beside its module; a subclass adds the round,
    the settlement and the mathematics. A game holds no state of its own: a table does.

    What it declares, if not as by default:

    - ``State``: what outlives a round;
    - ``reveals``: when the secret behind a round's chance may be told at live tables: after the ``round``, when its
      ``shoe`` is spent, or at the ``closing`` of the table because hands are thrown away unseen;
    - ``fund_meters``: the meters of a fund that its tables may share;
    - ``dealt_beside``: what a position is dealt beside its hand: ``2`` if position 1 has a hand ``1.2``;
    - ``owners``: whose cards a round has, of the `OWNERS` that there are;
    - ``aliases``: other words people use for a decision: draw for hit.

    And of a case:

    - ``needless``: decisions it may tell of a player who is not asked for them: they would change nothing;
    - ``unless_told``: decisions it means where it tells no other, though a player at a table is asked and has to say;
    - ``untold``: what the state is taken to be where it does not say: somebody has the dice;
    - ``unneeded``: whose cards it need not tell where nothing turns on them;
    - ``reshuffles``: the paragraph by which cards that were used are shuffled and dealt again in the same round;
    - ``table_stakes``: the paragraph by which chips stay on the table till their player leaves it.
    """

    State: ClassVar[type[State]] = State
    reveals: ClassVar[Literal["round", "shoe", "closing"]] = "round"
    fund_meters: ClassVar[FundMeters] = FundMeters()
    dealt_beside: ClassVar[tuple[str, ...]] = ()
    owners: ClassVar[tuple[str, ...]] = ()
    aliases: ClassVar[Mapping[str, str]] = {}
    needless: ClassVar[tuple[str, ...]] = ()
    unless_told: ClassVar[tuple[str, ...]] = ()
    untold: ClassVar[Mapping[str, object]] = {}
    unneeded: ClassVar[Collection[str]] = ()
    reshuffles: ClassVar[str | None] = None
    table_stakes: ClassVar[str | None] = None

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def data(self) -> GameData:
        return read_game(self.path)

    @cached_property
    def id(self) -> str:
        return self.data.id

    @property
    def title(self) -> str:
        return self.data.title

    def __repr__(self) -> str:
        return f"<{self.title}, {self.data.subchapter}>"

    def cite(self, paragraph: str) -> str:
        """The full cite of a paragraph; one that begins with a dot is of the game's own subchapter."""
        return self.data.subchapter + paragraph if paragraph.startswith(".") else cite(paragraph)

    def rules(self, **options: object) -> Rules:
        """The rules of a table with these options (underscores stand for hyphens), the rest by default."""
        return Rules(self, {name.replace("_", "-"): value for name, value in options.items()})

    @cached_property
    def wagers_first(self) -> bool:
        """Are wagers made before the round? Between players nobody makes one before the cards."""
        return any(not wager.during and not wager.bonus for wager in self.data.wagers)

    def decision(self, choice: str) -> Decision:
        """What is said of a choice: its own entry, or that of its kind (``discard`` of ``discard-4h``)."""
        known = self._decisions
        name = choice
        while name not in known and "-" in name:
            name = name.rpartition("-")[0]
        return known.get(name) or Decision(id=choice, name=choice.replace("-", " ").capitalize(), cite="")

    @cached_property
    def _decisions(self) -> dict[str, Decision]:
        return {each.id: each for each in self.data.decisions}

    @cached_property
    def outcomes(self) -> dict[str, frozenset[str]]:
        """What the pay tables of each wager know: the rows of all of them, and what none of them pays."""
        known: dict[str, frozenset[str]] = {}
        for grid in self.data.pay_grids:
            rows = {row[0] for row in grid.rows}.union(grid.unpaid)
            known[grid.wager] = known.get(grid.wager, frozenset()) | rows
        return known

    def elected(self, rules: Rules, table: PayTable) -> PayTable:
        """A pay table as the house posts it under these rules, where the text lets it change a row."""
        return table

    def way(self, rules: Rules) -> tuple[Any, ...]:
        """The house way in force, as the game's rules read it."""
        raise Refused(f"{self.id} has no house way that a house could post")

    # ---- at the table --------------------------------------------------------------------------------

    def spots(self, table: Table, seat: int) -> Iterable[str]:
        """The wagers a seat could make now, parameters and all (``straight:17``); `accept` has the last word."""
        return [wager.id for wager in table.rules.wagers.values() if not wager.during and not wager.bonus]

    def spot(self, rules: Rules, wager: str) -> str:
        """The layout's one name of a wager, however its parameter was written (``split:20-17`` is ``split:17-20``),
        or a refusal. A game whose wagers have parameters reads them here; positions are the table's business."""
        name, colon, _ = wager.partition(":")
        if colon:
            raise Refused(f"there is no {wager}, but {name}", rules.wager(name).cite)
        return wager

    def accept(self, table: Table, bet: Bet) -> None:
        """Refuse a wager, or an addition to one, that the rules do not allow now. Limits, steps and the
        offer itself have been checked. By default one is refused that lacks another which it needs."""
        needs = table.rules.wagers[bet.id].needs
        lacks = [each for each in needs.wagers if not table.stake(bet.seat, bet.beside(each))]
        if lacks:
            raise Refused(f"{bet.id} is open to a player who has made {lacks[0]}", needs.cite, lacks=lacks)

    def several(self, rules: Rules, positions: Collection[int]) -> None:
        """Refuse positions that one player may not play together, where the text says something about it."""

    def release(self, table: Table, bet: Bet, amount: Cents) -> None:
        """Refuse to take down (part of) a wager while betting is open. By default it may be taken down, unless another
        needs it."""
        for other in table.rules.wagers.values() if amount == bet.stake else ():
            if bet.id in other.needs.wagers and table.stake(bet.seat, bet.beside(other.id)):
                raise Refused(f"{other.id} rests on {bet.id}; take it down first", other.needs.cite)

    def placed(self, table: Table, bet: Bet, added: Cents) -> Round:
        """What follows at once from a wager made: vigorish taken, a composite broken down."""
        yield from ()

    def removed(self, table: Table, bet: Bet, taken: Cents) -> Round:
        """What follows at once from a wager taken down: vigorish returned."""
        yield from ()

    def spare(self, table: Table, owner: str, cards: Sequence[int]) -> bool:
        """May these cards, of which a case tells and which the round did not need, have been dealt to their owner all
        the same, for players of whom it does not tell?"""
        return False

    def no_more_cards(self, table: Table, owner: str) -> str | None:
        """The paragraph by which an owner has no more cards than the round has dealt."""
        return table.rules.dealt(owner)

    def changes_nothing(self, table: Table, seat: int, decision: str) -> bool:
        """May a case give this decision of a player whom the round did not ask for it?"""
        return decision in self.needless

    def stands(self, table: Table, wager: str) -> bool:
        """In a case that starts in mid-game: was this wager made before the case begins?"""
        return False

    def noted(self, table: Table, bet: Bet) -> None:
        """Refuse what cannot be noted on a wager that earlier rounds left: that it is on, or its mark. By default
        nothing is noted."""
        if bet.on or bet.mark:
            data = table.rules.wager(bet.id)
            raise Refused(f"nothing is noted on {bet.wager}: it is not called on and has no mark", data.cite)

    def foresee(self, table: Table, seat: int, decision: str) -> None:
        """In a case, before the round: refuse a decision to which it cannot come, by the paragraph that bars it."""

    def choices(self, table: Table, seat: int) -> Sequence[Choice]:
        """What a seat may do between rounds besides betting: call a wager on, pass the dice.
        ``Choice("call-on", of=("", "hard-6"))`` lists what may be named with it."""
        return ()

    def usual(self, table: Table, ask: Ask, choice: Choice) -> Cents:
        """The amount for which people usually take a choice; 0 where there is none."""
        return choice.usual

    def between(self, table: Table, seat: int, decision: str, wager: str) -> Round:
        """Carry out a choice made between rounds."""
        raise Refused(f"{decision} is not a choice between rounds of {self.id}")
        yield

    def ready(self, table: Table) -> None:
        """Refuse to start a round that may not start: by default one in which nobody has a wager, or somebody
        lacks a wager that the game requires, or has wagers that must be in proportion and are not."""
        if not table.bets:
            raise Refused("nobody has made a wager")
        if not table.rules.required and not table.rules.together:
            return
        made: dict[tuple[int, int], dict[str, Cents]] = {}
        for bet in table.bets.values():
            made.setdefault((bet.seat, bet.position), {})[bet.id] = bet.stake
        for (seat, position), stakes in sorted(made.items()):
            if all(table.rules.wagers[id_].stands for id_ in stakes):
                continue  # they were made for an earlier round
            lacks = [wager for wager in table.rules.required if wager.id not in stakes]
            if lacks:
                says = f"seat {seat} has not made the {lacks[0].id} wager, which is required"
                raise Refused(says, lacks[0].cite, lacks=[wager.id for wager in lacks])
            for each in table.rules.together:
                if each.broken(stakes):
                    laid = ", ".join(f"{money(stakes.get(id_, 0))} {id_}" for id_ in each.wagers)
                    says = f"{each.says}; at position {position} there is {laid}"
                    raise Refused(says, each.cite, lacks=[id_ for id_ in each.wagers if id_ not in stakes])

    def sits_out(self, table: Table, seat: int) -> Round:
        """What follows for a player who has made no wager for the round that begins: a streak is lost."""
        yield from ()

    def leaving(self, table: Table, seat: int) -> Round:
        """What follows from a player's leaving, or the closing of his table: vigorish that he owes is taken, as far as
        he has it, a streak is lost, and what his standing wagers come to is settled, or he may not leave. It refuses
        before its first step or not at all."""
        yield from ()

    def fund(self, rules: Rules) -> str:
        """The fund that pays at this table and at others, beginning with whose tables share it: those of a ``room``, or
        of several casinos (``multi-casino``); nothing where a table has its own."""
        return ""

    def fund_terms(self, rules: Rules) -> dict[str, Value]:
        """What is the same at all tables of the fund."""
        return {}

    def check_terms(self, before: Mapping[str, Value], after: Mapping[str, Value]) -> None:
        """Refuse terms that the fund may not have while there is money in it."""

    def wins(self, table: Table) -> Sequence[Win]:
        """What rounds of this table have won of it and is not paid yet."""
        return ()

    def shares(self, rules: Rules, win: Win, fund: Cents, elsewhere: bool) -> dict[int, Cents]:
        """What each seat receives of a fund of so many cents; seat 0 stands for all at other tables of the room, if
        anybody plays ``elsewhere``."""
        return {}

    def awarded(self, table: Table, award: Award) -> Round:
        """What seats have won of the fund, paid from its meter: in a round of this table, or of another."""
        yield from ()

    def round(self, table: Table) -> Played:
        """One round of play, from the first card, throw or spin to the last wager settled. It changes nothing but
        ``table.state`` and the ``on`` and ``mark`` of a bet, and refuses nothing: it offers what is allowed and can be
        afforded. What it returns is added to the answer."""
        raise NotImplementedError

    def alike(self, rules: Rules, other: Rules) -> list[Finding]:
        """What is not the same at these two tables of one house, of this game or a sister, and must be."""
        uniform = tuple(cite(each) for each in self.data.uniform if each in other.game.data.uniform)
        return [
            Finding(f"pay_tables.{wager}", "the odds are not those of another table of the house", mine.cite)
            for wager, mine in rules.pay_tables.items()
            if (theirs := other.pay_tables.get(wager))
            and mine.cite == theirs.cite
            and mine.rows != theirs.rows
            and mine.cite.startswith(uniform)
        ]

    def speaks_against(self, table: Table, ask: Ask, decision: str, amount: Cents = 0) -> str | None:
        """The paragraph by which a decision, or its amount, is not open to this player, where that depends on more
        than its entry can say: on his cards, or on how he came to be asked."""
        return None

    def put_in(self, table: Table, ask: Ask, told: Sequence[str | int | float]) -> tuple[str, Cents | None]:
        """The decision, and its amount, that chips are which a player has put in, and what he said with it."""
        raise Refused(f"{self.id} does not know chips put in without a word; tell the decision")

    def has_hand(self, table: Table, owner: str) -> bool:
        """Can a position have this hand beside its first, ``1.2``?"""
        return owner.partition(".")[2] in self.dealt_beside or owner in table.hands

    def can_happen(self, table: Table, irregularity: Irregularity, pending: Event) -> bool:
        """Is there an occasion for it before this step, of those at which it may come about? Until there is it waits,
        and `settle` refuses one that never came about: a card dealt to a hand that has said Stay needs such a hand."""
        return True

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        """The ruling on an irregularity whose effect is left to the game: steps like those of a round, for all of them
        by ``irregularity.id``. When it ends the round goes on where it stood; a question to a player whose wagers it
        has all decided comes back unanswered. ``raise Void(cite)`` (`pitboss.table`) voids the round. What the round
        must know later it finds in ``table.happened``; ``table.pending`` is the event before which it came."""
        raise Refused(f"{self.id} has no ruling for {irregularity.id}")
        yield

    def void(self, table: Table, cite: str) -> Round:
        """A round declared void: every wager goes back to its player."""
        yield from self.give_back(table, table.bets.values(), cite)

    def give_back(self, table: Table, bets: Iterable[Bet], paragraph: str) -> Round:
        """Void wagers, of a round or of one hand, go back to their players."""
        bets = list(bets)
        yield from table.taken_back(bets, paragraph)
        for bet in bets:
            yield Settle(bet.seat, bet.wager, "void", cite=paragraph)

    # ---- mathematics ---------------------------------------------------------------------------------

    def odds(self, rules: Rules, wager: str | None = None) -> Iterable[WagerOdds]:
        """The exact odds of each wager offered (or of one) with which a player starts a round, at a fresh table. What
        is added in the course of the round is part of its wager's figure: ``per`` says so, and ``wagered`` how much it
        is."""
        raise NotImplementedError

    def odds_at_once(self, rules: Rules) -> Iterable[WagerOdds]:
        """Those odds that take no time, by which a house is warned before it opens a table: all, where no decision has
        to be weighed card by card."""
        return ()

    def odds_from(self, rules: Rules, cards: Sequence[int], wager: str | None = None) -> Iterable[WagerOdds]:
        """The exact odds of each wager from these cards, all that is left of a shoe."""
        raise Refused(f"what {self.id} is worth from part of a shoe has not been worked out")

    def variations(self, rules: Rules) -> Iterable[tuple[dict[str, Value], list[str]]]:
        """Choices of options to analyse, each with the wagers it touches (none named: all): the rules as they
        are, every column of every pay table, and each option that matters flipped in turn. Combinations the
        text forbids are left out by whoever asks."""
        yield {}, []
        for grid in self.data.pay_grids:
            here = [dict(zip(grid.when, values, strict=True)) for values in product(*grid.when.values())]
            for table in grid.tables if grid.option else [None]:
                for when in here:
                    chosen = when if table is None else {**when, str(grid.option): table}
                    yield (
                        chosen,
                        [wager.id for wager in self.data.wagers if self.priced(wager.id) == grid.wager],
                    )
        for option in self.data.options:
            for value in (option.usual or option.values) if option.affects else ():
                if value != rules[option.id]:
                    yield {option.id: value}, list(option.affects)

    def priced(self, wager: str) -> str:
        """The wager on whose pay table this one's odds turn: its own, unless the game says otherwise."""
        return wager

    def equities(self, rules: Rules, hands: str, board: str) -> Iterable[WagerOdds]:
        """Given hands against each other, for games between players."""
        raise Refused(f"{self.id} is played against the house; hands are compared in games between players")

    def may_become(self, table: Table, rules: Rules) -> None:
        """Refuse a change of the table's rules that the text does not allow yet."""

    def count(self, rules: Rules, progress: Callable[[int, int], None] | None = None) -> None:
        """Work out what takes minutes and is simulated till then, once: it is kept, and gone on with if broken off."""

    def check(self, rules: Rules) -> list[Finding]:
        """Unlawful points of a table that no ``[[constraint]]`` can say."""
        return []

    def caps(self, rules: Rules) -> list[Cap]:
        """The ceilings over payouts that are in force, of which the mathematics report tells what follows."""
        return []

    def may_win(self, table: Table, bet: Bet) -> Collection[Odds]:
        """The odds at which a wager may be paid as it lies there: those of its parameter, or all that are in force."""
        paid_by = table.rules.pay_table(bet.id)
        rows = table.rules.paid(paid_by) if paid_by else {}
        return (rows[bet.param],) if bet.param in rows else rows.values()

    def percent_taken(self, rules: Rules, wager: str) -> int:
        """The percentage of its win that is taken from a wager, where the text and no option of the house says so:
        papers state it beside the odds."""
        return 0

    def most_won(self, table: Table, bet: Bet) -> Cents:
        """The most that a wager wins as it lies there, bonuses on it among it and ceilings over it; 0 where nobody can
        tell: the share of a pot, a meter."""
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
        """Wagers that people make together, reckoned as one: a line bet with its odds."""
        return ()

    def strategy(self, rules: Rules) -> Strategy:
        """How to play a hand best."""
        raise Refused(f"{self.id} leaves the player no decision but which wagers to make")

    def advise(self, table: Table, ask: Ask) -> Advice:
        """The best answer to a question, from what the player who is asked may see and nothing else: his cards, the
        stakes and the rules (``table.view(ask.seat)``)."""
        raise Refused(f"the best play of a hand of {self.id} has not been worked out")

    def thought(self, table: Table, ask: Ask) -> Callable[[], tuple[str, Cents] | None]:
        """How a machine plays where no play is known to be best: from what its seat sees now, to be thought out
        elsewhere. Nothing comes of it where it stays in as cheaply as it can."""
        return lambda: None

    @property
    def advises(self) -> bool:
        """Is the best play of a hand known?"""
        return type(self).advise is not Game.advise

    def simulation(self, rules: Rules) -> Simulation:
        """One round as a compiled function that reads chance from a tape."""
        raise NotImplementedError

    # ---- what is seen --------------------------------------------------------------------------------

    def markers(self, table: Table) -> Sequence[Marker]:
        """What shows how the table stands: the point, the button, who has the dice."""
        return ()

    def boards(self, table: Table) -> Sequence[Board]:
        """What the boards at the table show."""
        return ()

    def called(self, table: Table, owner: str, seen: Mapping[str, Sequence[int]]) -> str:
        """What an owner's cards are called: soft 17, pair of tens. It is told to somebody who sees these cards and no
        others (`UNKNOWN` stands for one that lies face down), so it follows from them alone. House poker has it: give
        ``worth``, ``describe`` and ``qualifies`` where the order of hands is another."""
        return ""

    def stops(self, rules: Rules) -> Sequence[str]:
        """What the wheel has, in its own order; nothing where there is no wheel."""
        return ()

    def lies(self, rules: Rules) -> Mapping[str, Sequence[tuple[float, float]]]:
        """Where an owner's cards lie that do not lie in a row: each one's place from the middle, in widths and
        heights of a card, to the right as players see it and to them: ``{"community": [(1, 0), (0, 0), (-1, 0)]}``."""
        return {}

    def squeezed(self, rules: Rules) -> Sequence[str]:
        """The owners whose cards players bend up slowly."""
        return ()

    def layout(self, rules: Rules) -> Sequence[Area]:
        """The betting areas of the layout."""
        return [area for area in self.data.areas if area.wager.split(":")[0] in rules.wagers]
