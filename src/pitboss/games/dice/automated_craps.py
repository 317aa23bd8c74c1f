"""Automated craps, 13:69F-1A: craps with two dice in a shaker (1A.3(a)) that a player or the dealer operates. A round
is one roll (1A.1 "Roll").

The players are seated and stay seated while they have a wager (1A.4(b)). Wagers are made, and taken down, before the
round starts with "No more bets" (1A.2(b), 1A.4(f)): late wagers are not accepted.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from pitboss.book import Game, Irregularity, Round, Say, Settle, carries, cite
from pitboss.games.dice.craps import Craps
from pitboss.games.dice.family import ONE_ROLL, passes_shaker, spot_of
from pitboss.table import Table


class AutomatedCraps(Craps):
    """Craps whose shooter operates a shaker. If nobody operates it, the dealer does, for that roll."""

    supervisor = "floorperson"
    dice = "shaker"
    aliases: ClassVar = {
        "accept": "shoot",
        "operate": "shoot",
        "reject": "decline",
        "refuse": "decline",
        "relinquish": "pass-dice",
    }
    restated: ClassVar = {
        "1.3(c)1": "1A.4(d)1",
        "1.3(d)": "1A.4(d)2",
        "1.3(e)": "1A.4(e)",
        "1.4(f)": "1A.6(c)",
        "1.7(b)": "1A.5(b)1",
        "1.10(a)": "1A.5(e)",
        "1.11(a)": "1A.7(a)",
        "1.11(d)": "1A.5(b)2",
    }

    # -- the operator, 1A.5 and 1A.7

    @staticmethod
    def others(able: Collection[int]) -> bool:
        return len(able) > 0  # the dealer can always operate it

    @carries("1A.7(a)1ii")
    def may_shoot(self, table: Table, seat: int) -> bool:
        """A player with a pass or don't pass bet is eligible, even with a point on (1A.5(b), 1A.7(a)1ii)."""
        return bool(table.stake(seat, "pass") or table.stake(seat, "dont-pass"))

    def takers(self, table: Table) -> list[int]:
        return [seat for seat in super().takers(table) if seat not in self.state(table).declined]

    def between(self, table: Table, seat: int, decision: str, wager: str) -> Round:
        yield from super().between(table, seat, decision, wager)
        if decision == "pass-dice":
            self.state(table).declined.append(seat)  # if nobody else takes it, the dealer does

    @carries("1A.7(b)", "1A.7(a)2")
    def offer(self, table: Table) -> Round:
        """Clockwise among eligible players, from the left of the last operator (1A.7(b)). If nobody accepts, the
        dealer operates it and offers it again before the next roll (1A.7(a)2)."""
        state = self.state(table)
        yield from self.accepted(table, self.takers(table))
        if not state.shooter:
            state.last, state.declined = 0, []
            yield Say("the dealer operates the shaker", cite=cite("1A.5(b)3"))

    def must_pass(self, point: int, total: int) -> bool:
        return passes_shaker(total)

    # -- the roll, 1A.5

    def ready(self, table: Table) -> None:
        if self.state(table).shooter is not None:
            Game.ready(self, table)

    @carries('1A.1 "Roll"', "1A.3(a)", "1A.5(d)")
    def round(self, table: Table) -> Round:
        if self.state(table).shooter is not None:
            yield from self.offer(table)
        yield Say("No more bets", cite=cite("1A.5(c)"))
        # The button is activated (1A.5(d)); wagers are settled where they lie (1A.4(g)), losers first (1A.5(f)).
        yield from self.throw(table)

    # -- irregularities, 1A.7(a)3 and 1A.8; invalid rolls are repeated by the driver

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        """The floorperson orders the operator to give up the shaker, which does not come back at once (1A.7(a)3)."""
        state = self.state(table)
        if operator := state.shooter:
            self.relinquish(table)
            state.declined.append(operator)
            yield from self.offer(table)

    def void(self, table: Table, cite: str) -> Round:
        """Nothing is won or lost (1A.8(b)): wagers on this roll are returned; those that outlast a roll stay as they
        were."""
        for bet in list(table.bets.values()):
            if spot_of(bet.wager).side == ONE_ROLL:
                yield Settle(bet.seat, bet.wager, "void", cite=cite)
