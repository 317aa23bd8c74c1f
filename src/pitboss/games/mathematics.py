"""Games whose mathematics are in a separate module, imported when first needed: a table runs without NumPy. Such
modules begin by counting cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar, Protocol, cast

from pitboss.book import Ask, Game, Mathematics, Refused, Rules
from pitboss.equipment.cards import UNKNOWN
from pitboss.money import Cents
from pitboss.table import Table

if TYPE_CHECKING:
    from fractions import Fraction

    from pitboss.odds import Advice, Strategy, WagerOdds
    from pitboss.sim import Simulation
    from pitboss.sim.steps import Steps
    from pitboss.solve.information import Information, Shown


def tally(
    cards: Iterable[int], kind: Callable[[int], int] = lambda card: card >> 2, kinds: int = 13
) -> list[int]:
    """How many cards there are of each rank, or of each class by another measure.

    >>> tally([0, 1, 51])
    [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    """
    counts = Counter(map(kind, cards))
    return [counts[each] for each in range(kinds)]


def unseen(table: Table, seat: int) -> list[int]:
    """The cards of the pack that a player does not see: any of them might be next."""
    seen = Counter(card for hand in table.seen(seat).values() for card in hand if card != UNKNOWN)
    return list((Counter(table.rules.pack()) - seen).elements())


def enough(cards: Sequence[int], needed: int, paragraph: str) -> None:
    """Refuse the rest of a shoe if a round may need more."""
    if len(cards) < needed:
        raise Refused(f"a round may need {needed} cards, but only {len(cards)} are left", paragraph)


class Module(Protocol):
    """What such a module has; ``odds_from`` only if it knows what a game is worth from part of a shoe, ``count_deals``
    only if there is something to count that takes minutes; ``odds_knowing``, ``strategy_knowing`` and ``situation``
    only if it knows what information is worth; ``steps`` only if its rounds are compiled step by step."""

    def odds(self, rules: Rules, wager: str | None) -> Iterable[WagerOdds]: ...
    def odds_from(self, rules: Rules, cards: Sequence[int], wager: str | None) -> Iterable[WagerOdds]: ...
    def count_deals(self, rules: Rules, progress: Callable[[int, int], None] | None) -> None: ...
    def odds_knowing(self, rules: Rules, known: Information) -> Iterable[WagerOdds]: ...
    def strategy_knowing(self, rules: Rules, known: Information) -> Strategy: ...
    def situation(self, rules: Rules, shown: Shown) -> Mapping[str, Fraction]: ...
    def strategy(self, rules: Rules) -> Strategy: ...
    def advise(self, table: Table, ask: Ask) -> Advice: ...
    def simulation(self, rules: Rules) -> Simulation: ...
    def steps(self, rules: Rules, stakes: Mapping[str, Cents], levels: int) -> Steps: ...


class WorkedOut(Mathematics, Game):
    """A game that names such a module, next to its own, as ``computed_by``. The functions of `Module` are there
    without ``self``; ``caps`` and ``combinations`` are methods of the game."""

    computed_by: ClassVar[str]
    prompt: ClassVar[tuple[str, ...] | None] = ()
    """The wagers whose odds take no time; none: all of them."""

    def worked_out(self) -> Module:
        named = next(each for each in type(self).__mro__ if "computed_by" in vars(each))
        return cast(Module, import_module(f".{self.computed_by}", named.__module__.rpartition(".")[0]))

    def odds(self, rules: Rules, wager: str | None = None) -> Iterable[WagerOdds]:
        return self.worked_out().odds(rules, wager)

    def odds_at_once(self, rules: Rules) -> Iterable[WagerOdds]:
        if self.prompt is None:
            return self.odds(rules)
        return (row for wager in self.prompt if rules.offers(wager) for row in self.odds(rules, wager))

    def odds_from(self, rules: Rules, cards: Sequence[int], wager: str | None = None) -> Iterable[WagerOdds]:
        found = self.worked_out()
        if hasattr(found, "odds_from"):
            return found.odds_from(rules, cards, wager)
        return super().odds_from(rules, cards, wager)

    def odds_knowing(self, rules: Rules, known: Information) -> Iterable[WagerOdds]:
        found = self.worked_out()
        ask = found.odds_knowing if hasattr(found, "odds_knowing") else super().odds_knowing
        return ask(rules, known)

    def strategy_knowing(self, rules: Rules, known: Information) -> Strategy:
        found = self.worked_out()
        ask = found.strategy_knowing if hasattr(found, "strategy_knowing") else super().strategy_knowing
        return ask(rules, known)

    def situation(self, rules: Rules, shown: Shown) -> Mapping[str, Fraction]:
        found = self.worked_out()
        ask = found.situation if hasattr(found, "situation") else super().situation
        return ask(rules, shown)

    def count(self, rules: Rules, progress: Callable[[int, int], None] | None = None) -> None:
        found = self.worked_out()
        if hasattr(found, "count_deals"):
            found.count_deals(rules, progress)

    def strategy(self, rules: Rules) -> Strategy:
        return self.worked_out().strategy(rules)

    def advise(self, table: Table, ask: Ask) -> Advice:
        return self.worked_out().advise(table, ask)

    def simulation(self, rules: Rules) -> Simulation:
        return self.worked_out().simulation(rules)

    def steps(self, rules: Rules, stakes: Mapping[str, Cents], levels: int) -> Steps:
        found = self.worked_out()
        ask = found.steps if hasattr(found, "steps") else super().steps
        return ask(rules, stakes, levels)
