"""Baccarat-punto banco, 13:69F-3."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.book import Choice, Event, Irregularity, Refused, Round, Say, carries
from pitboss.games.baccarat.coup import Coup
from pitboss.games.baccarat.tableau import BaccaratState, Tableau
from pitboss.table import Table

DEALER = 0
"""The dealer acts as the curator."""


class PuntoBancoState(BaccaratState):
    """In addition: who deals as the curator, and to whom the shoe is offered (0: to nobody)."""

    curator: int = DEALER
    """The seat that deals as the curator of the shoe; 0: the dealer."""
    offered: int = 0
    """The seat to which the shoe is offered; 0: to nobody."""
    refused: list[int] = []
    """Players who have declined it since it was given up."""


class BaccaratPuntoBanco(Tableau):
    """The big table: a participant deals the cards as the curator of the shoe."""

    State = PuntoBancoState
    errors = ".12"

    @staticmethod
    def state(table: Table) -> PuntoBancoState:
        assert isinstance(table.state, PuntoBancoState)
        return table.state

    # -- the curator, 3.6 and 3.11

    def choices(self, table: Table, seat: int) -> Sequence[Choice]:
        """The player who is offered the shoe takes it, declines it or names the dealer; the curator may pass it."""
        state = self.state(table)
        if state.curator == seat:
            return (Choice("pass-shoe"), Choice("dealer-curates"))
        if state.curator == DEALER and seat == self.offer(table):
            return (Choice("take-shoe"), Choice("decline-shoe"), Choice("dealer-curates"))
        return ()

    def between(self, table: Table, seat: int, decision: str, wager: str) -> Round:
        state = self.state(table)
        if wager:
            raise Refused(f"leave out the wager with {decision}")
        match decision:
            case "take-shoe":
                state.curator, state.offered, state.refused = seat, 0, []
                yield Say(f"Seat {seat} has the shoe", cite=self.cite(".6(c)"))
            case "dealer-curates":
                state.curator, state.offered, state.refused = DEALER, 0, sorted(table.seats)
                yield Say("The dealer acts as curator", cite=self.cite(".6(d)1"))
            case "decline-shoe":
                yield from self.passed(table, seat)
            case "pass-shoe":
                state.curator, state.refused = DEALER, []
                yield from self.passed(table, seat)

    @carries("3.6(d)2", "3.11(b)")
    def passed(self, table: Table, seat: int) -> Round:
        """On to the participant on the right, counterclockwise; when all have refused it, the dealer deals."""
        state = self.state(table)
        state.refused = sorted({*state.refused, seat})
        state.offered = next(self.rightwards(table, seat), 0)
        given = (
            f"The shoe is offered to seat {state.offered}" if state.offered else "The dealer acts as curator"
        )
        yield Say(given, cite=self.cite(".11(b)" if state.offered else ".6(d)2"))

    def rightwards(self, table: Table, seat: int) -> Iterator[int]:
        """Those who have not refused it, by increasing numbers from this seat's right (3.6(b), 3.11(b))."""
        seats = sorted(table.seats)
        order = [each for each in seats if each > seat] + [each for each in seats if each < seat]
        return (each for each in order if each not in self.state(table).refused)

    def offer(self, table: Table) -> int:
        """The player to whom it is offered: at the start of play the lowest number."""
        state = self.state(table)
        if state.offered in table.seats:
            return state.offered
        return next(self.rightwards(table, 0), 0)

    @carries("3.11(a)1")
    def after(self, table: Table, coup: Coup) -> None:
        """The curator passes the shoe whenever the Banker's Hand loses (3.11(a)1); if the dealer has it, it is then
        offered again, from seat one. A curator who was removed in the round has passed it already."""
        super().after(table, coup)
        state, (player, banker) = self.state(table), coup.counts
        removed = any(each.id == "curator-removed" for each in table.happened)
        if player > banker and not removed:
            loser, state.curator, state.refused = state.curator, DEALER, []
            state.refused = [loser] if loser else []
            state.offered = next(self.rightwards(table, loser), 0)

    def leaving(self, table: Table, seat: int) -> Round:
        yield from super().leaving(table, seat)
        state = self.state(table)
        if state.curator == seat:
            state.curator, state.refused = DEALER, []
            yield from self.passed(table, seat)

    # -- irregularities

    def can_happen(self, table: Table, irregularity: Irregularity, pending: Event) -> bool:
        """Only a participant who deals can be removed."""
        if irregularity.id == "curator-removed":
            return self.state(table).curator != DEALER
        return super().can_happen(table, irregularity, pending)

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        state = self.state(table)
        if irregularity.id == "curator-removed":
            curator, state.curator, state.refused = state.curator, DEALER, []
            yield from self.passed(table, curator)
        yield from super().ruling(table, irregularity)
