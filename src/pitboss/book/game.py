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
    """What outlives a round. A game that remembers subclasses this with fields that JSON can carry. An impossible
    state is refused: ``__post_init__`` raises a `ValueError` with a sentence."""

    METERS: ClassVar[Mapping[str, str]] = {}
    """Fields that say what a meter shows, in dollars, with the meter's name. Cases and answers use them; a table keeps
    its meters in its ledger, and there these fields are empty."""

    def seats(self) -> Iterable[int]:
        """The seats that it mentions."""
        return ()

    def take_meters(self, rules: Rules) -> dict[str, Amount]:
        """What it says about the meters, by name; at a table, they are in the ledger."""
        given = {meter: getattr(self, field) for field, meter in self.METERS.items()}
        for field in self.METERS:
            setattr(self, field, None)
        return {meter: amount for meter, amount in given.items() if amount is not None}

    def described(self, meters: Mapping[str, Cents]) -> dict[str, object]:
        """As JSON carries it, including what the meters show."""
        given: dict[str, object] = to_builtins(self, str_keys=True)
        for field, name in self.METERS.items():
            if name in meters:
                given[field] = dollars(meters[name])
        return given


class Game:
    """A game of the book. Its numbers are in the TOML file beside its module; a subclass adds the round and the
    settlement, and more in facets (`pitboss.book.facets`). A game has no state: a table does. It may declare:

    - ``State``: what outlives a round;
    - ``reveals``: when the secret behind a round's chance may be published: after the ``round``, when its ``shoe`` is
      used up, or at the ``closing`` of the table, if hands are discarded unseen;
    - ``dealt_beside``: the hands of a position in addition to its first: ``2`` for ``1.2``;
    - ``owners``: whose cards a round has, from `OWNERS`; ``aliases``: other words for a decision, draw for hit.
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
        """The full cite of a paragraph; a cite that begins with a dot is in the game's own subchapter."""
        return self.data.subchapter + paragraph if paragraph.startswith(".") else cite(paragraph)

    def rules(self, **options: object) -> Rules:
        """The rules of a table with these options (underscores stand for hyphens) and defaults for the rest."""
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
        """The description of a choice: its own entry, or that of its kind (``discard`` of ``discard-4h``)."""
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
        """The outcomes in the pay tables of each wager: the rows of all of them, and the outcomes that none pays."""
        known: dict[str, frozenset[str]] = {}
        for grid in self.data.pay_grids:
            rows = {row[0] for row in grid.rows}.union(grid.unpaid)
            known[grid.wager] = known.get(grid.wager, frozenset()) | rows
        return known

    # ---- at the table --------------------------------------------------------------------------------

    def spots(self, table: Table, seat: int) -> Iterable[str]:
        """The wagers a seat could make now, including parameters (``straight:17``); `accept` has the last word."""
        return [wager.id for wager in table.rules.wagers.values() if not wager.during and not wager.bonus]

    def spot(self, rules: Rules, wager: str) -> str:
        """The layout's name of a wager, however its parameter was written (``split:17-20`` for ``split:20-17``)."""
        name, colon, _ = wager.partition(":")
        if colon:
            raise Refused(f"write {name} for {wager}", rules.wager(name).cite)
        return wager

    def accept(self, table: Table, bet: Bet) -> None:
        """Refuse a wager, or an addition to one, that the rules do not allow now: by default, one that needs another
        that is missing. Limits, steps and the offer have been checked."""
        needs = table.rules.wagers[bet.id].needs
        lacks = [each for each in needs.wagers if not table.stake(bet.seat, bet.beside(each))]
        if lacks:
            raise Refused(
                f"{bet.id} is open only to a player who has made {lacks[0]}", needs.cite, lacks=lacks
            )

    def several(self, rules: Rules, positions: Collection[int]) -> None:
        """Refuse positions that one player may not play together, where the text has such a rule."""

    def release(self, table: Table, bet: Bet, amount: Cents) -> None:
        """Refuse to take down a wager, or part of it: by default, one that another wager needs."""
        for other in table.rules.wagers.values() if amount == bet.stake else ():
            if bet.id in other.needs.wagers and table.stake(bet.seat, bet.beside(other.id)):
                raise Refused(f"{other.id} depends on {bet.id}; take {other.id} down first", other.needs.cite)

    def placed(self, table: Table, bet: Bet, added: Cents) -> Round:
        """What follows at once when a wager is made: vigorish is taken, a composite wager is split up."""
        yield from ()

    def removed(self, table: Table, bet: Bet, taken: Cents) -> Round:
        """What follows at once when a wager is taken down: vigorish is returned."""
        yield from ()

    def choices(self, table: Table, seat: int) -> Sequence[Choice]:
        """What a seat may do between rounds in addition to betting: call a wager on, pass the dice.
        ``Choice("call-on", of=("", "hard-6"))`` lists what may be named with it."""
        return ()

    def between(self, table: Table, seat: int, decision: str, wager: str) -> Round:
        """Carry out a choice made between rounds."""
        raise Refused(f"{decision} is not a choice between rounds of {self.id}")
        yield

    def ready(self, table: Table) -> None:
        """Refuse to start a round: by default without wagers, without a required wager, or out of proportion."""
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
                    says = f"{each.says}; position {position} has {laid}"
                    raise Refused(says, each.cite, lacks=[id_ for id_ in each.wagers if id_ not in stakes])

    def sits_out(self, table: Table, seat: int) -> Round:
        """What follows for a player who has no wager in the round that begins: a streak is lost."""
        yield from ()

    def leaving(self, table: Table, seat: int) -> Round:
        """What follows when a player leaves or the table closes: vigorish owed is taken, a streak is lost, and standing
        wagers are settled, or the player may not leave. It refuses before its first step or not at all."""
        yield from ()

    def round(self, table: Table) -> Played:
        """One round, from the first card, throw or spin to the last settled wager. It changes only ``table.state`` and
        the ``on`` and ``mark`` of a bet, and refuses nothing: it offers what is allowed. Its return value is added to
        the answer."""
        raise NotImplementedError

    def speaks_against(self, table: Table, ask: Ask, decision: str, amount: Cents = 0) -> str | None:
        """The paragraph that bars a decision, or its amount, because of the cards or an earlier question."""
        return None

    def has_hand(self, table: Table, owner: str) -> bool:
        """Can a position have this hand in addition to its first, ``1.2``?"""
        return owner.partition(".")[2] in self.dealt_beside or owner in table.hands

    def can_happen(self, table: Table, irregularity: Irregularity, pending: Event) -> bool:
        """Can it happen before this step, one of those at which it may occur? It waits until it can; `settle` refuses
        an irregularity that never could."""
        return True

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        """The ruling on an irregularity whose effect is ``game``: steps like those of a round. Afterward the round
        resumes; a question to a player whose wagers are all decided returns unanswered. ``raise Void(cite)``
        (`pitboss.table`) voids the round. Later the irregularity is in ``table.happened``; ``table.pending`` is the
        event before which it occurred."""
        raise Refused(f"{self.id} has no ruling for {irregularity.id}")
        yield

    def void(self, table: Table, cite: str) -> Round:
        """A round declared void: every wager goes back to its player."""
        yield from self.give_back(table, table.bets.values(), cite)

    def give_back(self, table: Table, bets: Iterable[Bet], paragraph: str) -> Round:
        """Void wagers, of a round or of one hand, are returned to their players."""
        bets = list(bets)
        yield from table.taken_back(bets, paragraph)
        for bet in bets:
            yield Settle(bet.seat, bet.wager, "void", cite=paragraph)
