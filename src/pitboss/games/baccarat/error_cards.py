"""Cards of a baccarat shoe that were drawn in error, or found face up, and can be used by neither hand."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, ClassVar

from pitboss.book import Event, Round, Say, Slide
from pitboss.games.baccarat.coup import points
from pitboss.games.shoe import ShoeGame
from pitboss.table import Table


class ErrorCards(ShoeGame):
    """A game that loses such cards by the procedures of its section on irregularities."""

    errors: ClassVar[str]
    """That section."""
    dummy: ClassVar[str] = "(c)3"
    """Its paragraph on a round without wagers."""

    def coup(self, table: Table, prefix: str = "") -> Generator[Event, Any, object]:
        """Two hands, dealt by the tables; with the prefix those of a round without wagers."""
        raise NotImplementedError
        yield

    def disclosed(self, table: Table) -> Round:
        """A card drawn in error that everybody has seen goes, with others, by the procedure that the house has
        chosen."""
        rules = table.rules
        match rules["error-card"]:
            case "by-value":
                card = yield from self.give(table, "discard")
                for _ in range(points(card) or int(rules["error-ten"])):
                    yield from self.give(table, "discard")
            case "one-unseen":
                yield from self.give(table, "discard")
                yield from self.give(table, "discard", up=False)
            case "dummy-round":
                yield from self.give(table, "disclosed")
                if not table.cards("player"):
                    yield from self.dummy_round(table)

    def dummy_round(self, table: Table) -> Round:
        """A round without wagers, if there is a card disclosed with which it begins."""
        if not table.cards("disclosed"):
            return
        yield Say("A round without wagers", cite=self.cite(f"{self.errors}{self.dummy}"))
        for _ in table.cards("disclosed"):
            yield Slide("disclosed", "exposed")  # from there it is the first card given
        yield from self.coup(table, "dummy.")
        for owner in ("dummy.player", "dummy.banker"):
            for _ in table.cards(owner):
                yield Slide(owner, "discard")

    def found_face_up(self, table: Table) -> Round:
        """A card found face up in the shoe goes with as many more as it is worth; a ten is worth nothing here."""
        card = yield from self.give(table, "discard")
        for _ in range(points(card)):
            yield from self.give(table, "discard")
