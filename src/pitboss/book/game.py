"""A game: one definition, from which every driver works."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from msgspec import Struct, to_builtins

from pitboss.book.data import Decision, GameData, read_game
from pitboss.book.events import Ask, Choice, Event, Irregularity, Played, Round, Settle
from pitboss.book.facets import Cases, Felt, Funds, Mathematics, Posting
from pitboss.book.rules import Rules
from pitboss.law import Refused, cite
from pitboss.money import Amount, Cents, dollars, money

if TYPE_CHECKING:
    from pitboss.table import Bet, Table


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

    Beside its round it may say more, in facets: see `pitboss.book.facets`. It declares, if not as by default:

    - ``State``: what outlives a round;
    - ``reveals``: when the secret behind a round's chance may be published at live tables: after the ``round``, when
      its ``shoe`` is spent, or at the ``closing`` of the table because hands are thrown away unseen;
    - ``dealt_beside``: what a position is dealt beside its hand: ``2`` if position 1 has a hand ``1.2``;
    - ``owners``: whose cards a round has, of the `OWNERS` that there are;
    - ``aliases``: other words people use for a decision: draw for hit.
    """

    State: ClassVar[type[State]] = State
    reveals: ClassVar[Literal["round", "shoe", "closing"]] = "round"
    dealt_beside: ClassVar[tuple[str, ...]] = ()
    owners: ClassVar[tuple[str, ...]] = ()
    aliases: ClassVar[Mapping[str, str]] = {}

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
    def posting(self) -> Posting:
        return self if isinstance(self, Posting) else Posting()

    @cached_property
    def felt(self) -> Felt:
        return self if isinstance(self, Felt) else Felt()

    @cached_property
    def cases(self) -> Cases:
        return self if isinstance(self, Cases) else Cases()

    @cached_property
    def funds(self) -> Funds:
        return self if isinstance(self, Funds) else Funds()

    @cached_property
    def mathematics(self) -> Mathematics:
        return self if isinstance(self, Mathematics) else Mathematics()

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

    def choices(self, table: Table, seat: int) -> Sequence[Choice]:
        """What a seat may do between rounds besides betting: call a wager on, pass the dice.
        ``Choice("call-on", of=("", "hard-6"))`` lists what may be named with it."""
        return ()

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

    def round(self, table: Table) -> Played:
        """One round of play, from the first card, throw or spin to the last wager settled. It changes nothing but
        ``table.state`` and the ``on`` and ``mark`` of a bet, and refuses nothing: it offers what is allowed and can be
        afforded. What it returns is added to the answer."""
        raise NotImplementedError

    def speaks_against(self, table: Table, ask: Ask, decision: str, amount: Cents = 0) -> str | None:
        """The paragraph by which a decision, or its amount, is not open to this player, where that depends on more
        than its entry can say: on his cards, or on how he came to be asked."""
        return None

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
