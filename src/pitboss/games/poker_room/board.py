"""Games with community cards in the middle, 14.10(g) to (i): hold 'em, pineapple and omaha."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, ClassVar, Final

from pitboss.book import Ask, Asks, Choice, Deal, Event, Round, Say, carries, cite
from pitboss.games.poker_room.betting import Play
from pitboss.games.poker_room.button import ButtonGame, ButtonState, after_blinds, left_of_button
from pitboss.games.poker_room.family import Street
from pitboss.games.poker_room.funds import Payouts
from pitboss.money import Cents
from pitboss.table import Table


@carries("14.10(e)", "14.11(d)")
def hole_cards(number: int) -> Street:
    """This many cards to each player, and a betting round opened by the blinds."""
    return Street("14.10(f)", "d" * number, after_blinds, burn=False)


FLOP: Final = Street("14.10(g)", "ccc", left_of_button)
FOURTH: Final = Street("14.10(h)", "c", left_of_button, big=True)
FIFTH: Final = Street("14.10(i)", "c", left_of_button, big=True)


HANDS: Final = tuple(map(Choice, ("one-hand", "two-hands", "three-hands", "four-hands")))


class BoardGame(Payouts, ButtonGame):
    """A game in which community cards are turned on three streets."""

    owners: ClassVar[tuple[str, ...]] = (*ButtonGame.owners, "community", "community.2")
    alternative_cite: ClassVar[str] = "14.10(l)"

    State = ButtonState

    # -- alternative hands, 14.10(l) and 14.11(j)

    @carries("14.10(l)1i-ii", "14.10(l)2", "14.10(l)3", "14.11(j)1i-ii", "14.11(j)2", "14.11(j)3")
    def alternative_hands(
        self, table: Table, play: Play, streets: Sequence[Street]
    ) -> Generator[Event, Any, bool]:
        """Before community cards, the contenders may agree to have the rest of the hand dealt up to four times, each
        time for a portion of the pot and without further betting. The lowest number that anybody names is agreed. It is
        not offered if there are too few cards, or if cards are still to be discarded."""
        offered = play.rules["alternative-hands"]
        if offered == "no" or (offered == "all-in" and len(play.able()) > 1):
            return False
        needed = sum(street.burn + len(street.deal) for street in streets)
        most = min(len(HANDS), self.left(table, play) // needed)
        if most < 2 or any(street.discard for street in streets):
            return False
        asks = [Ask(each.seat, HANDS[:most], each.owner, usual="one-hand") for each in play.contending]
        answers = yield Asks(tuple(asks))
        if any(not answer.decision for answer in answers):  # a ruling came in between
            return self.contested(table, play) and (yield from self.alternative_hands(table, play, streets))
        agreed = 1 + min([each.id for each in HANDS].index(answer.decision) for answer in answers)
        if agreed == 1:
            return False
        yield Say(f"{agreed} alternative hands", cite=cite(f"{self.alternative_cite}2"))
        play.shared = len(table.cards("community"))
        for hand in range(1, agreed + 1):
            for street in streets:
                yield from self.burn(table, play)
                for _ in street.deal:
                    yield Deal(f"community.{hand}" if hand > 1 else "community", up=True)
        return True

    def speaks_against(self, table: Table, ask: Ask, decision: str, amount: Cents = 0) -> str | None:
        """There are at most four alternative hands."""
        if decision.endswith("-hands") and decision not in [choice.id for choice in HANDS]:
            return f"{self.alternative_cite}1i"
        return super().speaks_against(table, ask, decision, amount)

    def community(self, table: Table, play: Play) -> list[list[int]]:
        first = table.cards("community")
        others = [owner for owner in table.hands if owner.startswith("community.")]
        return [first, *([*first[: play.shared], *table.cards(owner)] for owner in others)]

    @carries("14.15(o)2")
    def burn(self, table: Table, play: Play) -> Round:
        """A hole card that was dealt face up may serve as the burn card before the flop (14.15(o)2)."""
        before_flop = not table.cards("community")
        if not (before_flop and table.rules["exposed-card"] == "burn" and table.cards("exposed")):
            yield Deal("burn")
