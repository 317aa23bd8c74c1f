"""Games whose mathematics lie in a module of their own, imported when somebody asks: a table runs without NumPy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar, Protocol, cast

from pitboss.book import Ask, Game, Rules
from pitboss.table import Table

if TYPE_CHECKING:
    from pitboss.odds import Advice, Strategy, WagerOdds
    from pitboss.sim import Simulation


class Mathematics(Protocol):
    """What such a module has; ``odds_from`` only if it knows what a game is worth from part of a shoe."""

    def odds(self, rules: Rules, wager: str | None) -> Iterable[WagerOdds]: ...
    def odds_from(self, rules: Rules, cards: Sequence[int], wager: str | None) -> Iterable[WagerOdds]: ...
    def strategy(self, rules: Rules) -> Strategy: ...
    def advise(self, table: Table, ask: Ask) -> Advice: ...
    def simulation(self, rules: Rules) -> Simulation: ...


class WorkedOut(Game):
    """A game that names such a module, beside its own."""

    mathematics: ClassVar[str]

    def worked_out(self) -> Mathematics:
        named = next(each for each in type(self).__mro__ if "mathematics" in vars(each))
        return cast(Mathematics, import_module(f".{self.mathematics}", named.__module__.rpartition(".")[0]))

    def odds(self, rules: Rules, wager: str | None = None) -> Iterable[WagerOdds]:
        return self.worked_out().odds(rules, wager)

    def odds_from(self, rules: Rules, cards: Sequence[int], wager: str | None = None) -> Iterable[WagerOdds]:
        found = self.worked_out()
        if hasattr(found, "odds_from"):
            return found.odds_from(rules, cards, wager)
        return super().odds_from(rules, cards, wager)

    def strategy(self, rules: Rules) -> Strategy:
        return self.worked_out().strategy(rules)

    def advise(self, table: Table, ask: Ask) -> Advice:
        return self.worked_out().advise(table, ask)

    def simulation(self, rules: Rules) -> Simulation:
        return self.worked_out().simulation(rules)
