"""What all games of baccarat share: the roads of a shoe, and cards that were drawn in error or found face up and that
neither hand can use."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any, ClassVar

from pitboss.book import Board, Cases, Event, Felt, Irregularity, Posting, Round, Say, Slide, carries
from pitboss.equipment.cards import UNKNOWN
from pitboss.games.baccarat import roads
from pitboss.games.baccarat.coup import called, points
from pitboss.games.shoe import ShoeGame, ShoeState
from pitboss.table import Table


class RoadState(ShoeState):
    """In addition to the shoe: its results."""

    road: str = ""
    """The results of this shoe's rounds, a letter each: banker, player, tie."""

    def __post_init__(self) -> None:
        if not set(self.road) <= set(roads.SIDES):
            raise ValueError(f"a road may contain only the letters {', '.join(roads.SIDES)}")


class BaccaratGame(Posting, Felt, Cases, ShoeGame):
    """A Player's and a Banker's Hand from a shoe."""

    owners: ClassVar[tuple[str, ...]] = (
        "player",
        "banker",
        "dummy.player",
        "dummy.banker",
        "exposed",
        "disclosed",
        "discard",
        "error",
        "burn",
    )
    State = RoadState
    unneeded = ("discard",)  # a case may leave out cards discarded together with another
    errors: ClassVar[str]
    """The section on irregularities."""
    dummy: ClassVar[str] = "(c)3"
    """Its paragraph on a round without wagers."""

    @staticmethod
    def state(table: Table) -> RoadState:
        assert isinstance(table.state, RoadState)
        return table.state

    # -- what is seen

    def shuffle(self, table: Table) -> Round:
        """A new shoe starts a new road; a continuous shuffler has one road forever."""
        if self.ends_shoe(table) and table.rules.get("shuffling") != "continuous":
            self.state(table).road = ""
        yield from super().shuffle(table)

    def boards(self, table: Table) -> Sequence[Board]:
        return roads.roads(self.state(table).road)

    def called(self, table: Table, owner: str, seen: Mapping[str, Sequence[int]]) -> str:
        return called(seen[owner]) if owner.endswith(("player", "banker")) else ""

    # -- cards in error

    def coup(self, table: Table, prefix: str = "") -> Generator[Event, Any, object]:
        """Two hands, dealt by the tables; with the prefix, the hands of a round without wagers."""
        raise NotImplementedError
        yield

    @carries("3.12(c)2", "4.12(h)2", "7.11(c)2")
    def disclosed(self, table: Table) -> Round:
        """A card drawn in error that everybody has seen is removed, with others, by the procedure that the house has
        chosen."""
        rules = table.rules
        match rules["error-card"]:
            case "by-value":
                yield from self.discard_by_value(table, int(rules["error-ten"]))
            case "one-unseen":
                yield from self.give(table, "discard")
                yield from self.give(table, "discard", up=False)
            case "dummy-round":
                yield from self.give(table, "disclosed")
                if not table.cards("player"):
                    yield from self.dummy_round(table)

    @carries("3.12(c)3", "4.12(h)3", "7.11(c)3")
    def dummy_round(self, table: Table) -> Round:
        """A round without wagers; a disclosed card, if there is one, is its first."""
        if not table.cards("disclosed"):
            return
        yield Say("A round without wagers", cite=self.cite(f"{self.errors}{self.dummy}"))
        for _ in table.cards("disclosed"):
            yield Slide("disclosed", "exposed")  # from there it is the first card given
        yield from self.coup(table, "dummy.")
        for owner in ("dummy.player", "dummy.banker"):
            for _ in table.cards(owner):
                yield Slide(owner, "discard")

    @carries("3.12(e)", "4.12(k)", "7.11(e)")
    def void(self, table: Table, cite: str) -> Round:
        """If the cards have run out, all of them are reshuffled before the next round."""
        yield from super().void(table, cite)
        if cite == self.cite(self.shoe(table.rules).short_cite):
            self.state(table).over = True

    def found_face_up(self, table: Table) -> Round:
        """A card found face up in the shoe is removed with as many more as its value; a ten has value zero here."""
        yield from self.discard_by_value(table, 0)

    def discard_by_value(self, table: Table, with_ten: int) -> Round:
        """A card, and as many as its value, face up; the value of an unnamed card is unknown."""
        card = yield from self.give(table, "discard")
        for _ in range((points(card) or with_ten) if card != UNKNOWN else 0):
            yield from self.give(table, "discard")

    def spare(self, table: Table, owner: str, cards: Sequence[int]) -> bool:
        """A card drawn in error and shown to nobody opens the next hand, unless it is the Banker's third."""
        error = [
            each.id for each in table.happened if each.id in ("card-drawn-in-error", "third-card-in-error")
        ]
        bankers = "third-card-in-error" in error and len(table.cards("banker")) > 2
        return owner == "error" and len(cards) == len(error) == 1 and not bankers

    def can_happen(self, table: Table, irregularity: Irregularity, pending: Event) -> bool:
        """A card is found, or shown, that comes from a shoe that has been filled."""
        return bool(table.shoe) or irregularity.id not in (
            "card-found-face-up",
            "card-drawn-in-error-disclosed",
        )
