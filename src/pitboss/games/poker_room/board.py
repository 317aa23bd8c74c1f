"""Games with community cards in the middle, 14.10(g) to (i): hold 'em, pineapple and omaha."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any, ClassVar, Final

from pitboss.book import Ask, Asks, Choice, Deal, Event, Finding, Round, Rules, Say, carries, cite
from pitboss.games.poker_room import funds
from pitboss.games.poker_room.betting import Play
from pitboss.games.poker_room.bones import Street
from pitboss.games.poker_room.button import ButtonGame, ButtonState, after_blinds, left_of_button
from pitboss.games.poker_room.pots import Pot
from pitboss.money import Cents
from pitboss.table import Table


@carries("14.10(e)", "14.11(d)")
def hole_cards(number: int) -> Street:
    """So many cards to each player, and a betting round that the blinds have opened."""
    return Street("14.10(f)", "d" * number, after_blinds, burn=False)


FLOP: Final = Street("14.10(g)", "ccc", left_of_button)
FOURTH: Final = Street("14.10(h)", "c", left_of_button, big=True)
FIFTH: Final = Street("14.10(i)", "c", left_of_button, big=True)


HANDS: Final = tuple(map(Choice, ("one-hand", "two-hands", "three-hands", "four-hands")))


class BoardState(ButtonState):
    """Besides the button: the dollars in the payout fund, as they are displayed (14.19(o)), and those kept for the
    next payout (14.19(p))."""

    payout: int | float | None = None
    payout_reset: int | float | None = None
    METERS: ClassVar = {"payout": "payout", "payout_reset": "payout-reset"}

    def told(self, meters: Mapping[str, Cents]) -> dict[str, object]:
        return {field: value for field, value in super().told(meters).items() if value is not None}


class BoardGame(ButtonGame):
    """A game in which community cards are turned on three streets."""

    alternative_cite: ClassVar[str] = "14.10(l)"

    State = BoardState

    # -- payouts, 14.19

    def check(self, rules: Rules) -> list[Finding]:
        return super().check(rules) + funds.check(rules)

    def may_become(self, table: Table, rules: Rules) -> None:
        funds.may_become(table, rules)

    def contributed(self, table: Table, play: Play) -> Generator[Event, Any, list[Pot]]:
        if play.rules["payout"] == "none":
            return play.raked_pots()
        return (yield from funds.contributed(play, play.raked_pots()))

    def award(self, table: Table, play: Play) -> Round:
        yield from super().award(table, play)
        if play.rules["payout"] != "none":
            yield from funds.paid_out(table, play)

    # -- alternative hands, 14.10(l) and 14.11(j)

    @carries("14.10(l)3", "14.11(j)3", "14.10(l)1i-ii", "14.11(j)1i-ii")
    def alternative_hands(
        self, table: Table, play: Play, streets: Sequence[Street]
    ) -> Generator[Event, Any, bool]:
        """Before community cards those who contend may agree to have the rest of the hand dealt up to four times, each
        time for a portion of the pot and without further betting. The least that anybody names is agreed to, and
        nothing is offered for which there are too few cards, or after which cards have yet to be discarded."""
        offered = play.rules["alternative-hands"]
        asked = offered == "any-time" or (offered == "all-in" and len(play.able()) < 2)
        needed = sum(street.burn + len(street.deal) for street in streets)
        most = min(len(HANDS), self.left(table, play) // needed) if asked else 1
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
