"""Mini-dice, 13:69F-13. A round is one shake (13.1 "Shake"); every shake counts for every wager."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

import msgspec

from pitboss.book import (
    Ask,
    Cases,
    Choice,
    Felt,
    Game,
    Irregularity,
    Marker,
    Mathematics,
    Refused,
    Roll,
    Round,
    Rules,
    Say,
    Settle,
    State,
    carries,
    cite,
)
from pitboss.games.dice.family import (
    UNDECIDED,
    before_seven,
    clockwise,
    losers_first,
    one_roll,
    passes_shaker,
    spot_of,
)
from pitboss.money import Cents
from pitboss.table import Bet, Table

if TYPE_CHECKING:
    from pitboss.odds import WagerOdds
    from pitboss.sim import Simulation

ACCEPT, REFUSE, PASS = Choice("accept"), Choice("refuse"), Choice("pass-shaker")


class MiniDiceState(State):
    """Where the shaker is."""

    holder: int | None = 0
    """The seat that has accepted the shaker; 0: the dealer has it; null: a player whom the case does not name."""
    last: int = 0
    """The seat that gave it up, from whose left it is to be offered; 0: the dealer."""
    refused: dict[str, str] = msgspec.field(default_factory=dict)
    """Who has refused the shaker, by seat and name: a newcomer in the seat has not."""

    def __post_init__(self) -> None:
        if not all(map(str.isdecimal, self.refused)):
            raise ValueError('list those who refused the shaker by seat and name: {"2": "Ann"}')

    def seats(self) -> Iterable[int]:
        return (self.holder or 0, self.last, *map(int, self.refused))


class MiniDice(Felt, Cases, Mathematics, Game):
    """Ten wagers on two dice in a shaker: six on a number before a 7, four on the next shake."""

    State = MiniDiceState
    assumed: ClassVar = {"holder": None}
    aliases: ClassVar = {"reject": "refuse", "decline": "refuse"}

    @staticmethod
    def state(table: Table) -> MiniDiceState:
        assert isinstance(table.state, MiniDiceState)
        return table.state

    # -- wagers, 13.2 and 13.4: only seats bet, before the shake, and nobody leaves a wager behind (13.4(b), 13.4(d))

    def spot(self, rules: Rules, wager: str) -> str:
        if not rules.offers(wager):
            raise Refused(f"the layout has no {wager}; it has: {', '.join(rules.wagers)}", "13.2(b)")
        return wager

    def placed(self, table: Table, bet: Bet, added: Cents) -> Round:
        bet.mark += added  # a wager that no shake has counted for yet
        yield from ()

    def noted(self, table: Table, bet: Bet) -> None:
        if bet.on or not 0 <= bet.mark <= bet.stake:
            raise Refused(
                f"the mark of {bet.wager} is the amount that no shake has counted for yet, up to its stake",
                "13.2(a)1",
            )

    def release(self, table: Table, bet: Bet, amount: Cents) -> None:
        if amount > bet.mark:
            raise Refused(
                f"a shake has counted for {bet.wager}, so it stays until it is won or lost", "13.2(a)1"
            )
        if left := bet.stake - amount:
            table.rules.check_stake(bet.id, left)

    def removed(self, table: Table, bet: Bet, taken: Cents) -> Round:
        bet.mark -= taken
        yield from ()

    # -- the shake, 13.5

    def ready(self, table: Table) -> None:
        if (
            self.state(table).holder is not None
        ):  # in a case, other players may have wagers that it does not list
            super().ready(table)

    @carries('13.1 "Shake"', "13.3(a)", "13.5(f)")
    def round(self, table: Table) -> Round:
        state = self.state(table)
        yield Say("No more bets", cite=cite("13.5(b)"))
        yield Say("the dealer covers the shaker and shakes it", cite=cite("13.5(c)"))
        yield from self.offer(table)
        first, second = yield Roll()  # two dice, 13.3(a)
        total = first + second
        yield Say(f"{total}", cite=cite("13.5(e)"))
        settled = (self.settle(table, bet, first, second) for bet in table.bets.values())
        yield from losers_first(settled)  # 13.5(f)
        for bet in table.bets.values():
            bet.mark = 0
        if state.holder and passes_shaker(total):
            yield Say(f"seat {state.holder} passes the shaker", cite=cite("13.7(a)1i"))
            self.relinquish(table)

    @carries("13.4(e)", "13.6(b)2")
    def settle(self, table: Table, bet: Bet, first: int, second: int) -> Settle | None:
        """The result of the wager after the shake, by its place (13.4(e)); nothing if it continues."""
        rules, number, total = table.rules, spot_of(bet.id).number, first + second
        if number and before_seven(number, total) == UNDECIDED:
            return None
        pays, lost = one_roll(rules, bet.id, bet.stake, first, second)
        paragraph = rules.pay(bet.id).cite if pays else rules.wager(bet.id).full_cite
        return Settle(bet.seat, bet.wager, "win" if pays else "lose", pays, lost, paragraph, str(total))

    # -- the shaker, 13.5(d) and 13.7

    def choices(self, table: Table, seat: int) -> Sequence[Choice]:
        return (PASS,) if self.state(table).holder == seat else ()

    def between(self, table: Table, seat: int, decision: str, wager: str) -> Round:
        self.relinquish(table)
        yield Say(f"seat {seat} passes the shaker", cite=cite("13.7(a)"))

    def relinquish(self, table: Table) -> None:
        state = self.state(table)
        state.last, state.holder = state.holder or 0, 0

    @carries("13.7(b)", "13.7(a)2")
    def offer(self, table: Table, ordered: int = 0) -> Round:
        """Offer the shaker if it is to be offered: to each in turn until one accepts it (13.5(d), 13.7(b)), but
        not to a player who was just ordered to pass it."""
        state = self.state(table)
        if state.holder and state.holder not in table.seats:
            self.relinquish(table)
        fresh = any(state.refused.get(str(seat)) != who.name for seat, who in table.seats.items())
        if state.holder == 0 and (
            state.last or fresh
        ):  # a player gave it up, or the dealer has to (13.7(a)2)
            for seat in clockwise(table.seats, state.last):
                if seat != ordered:
                    answer = yield Ask(seat, (ACCEPT, REFUSE))
                    if answer.decision == "accept":
                        state.holder, state.last = seat, 0
                        yield Say(f"seat {seat} has the shaker", cite=cite("13.5(d)1"))
                        return
                state.refused[str(seat)] = table.seats[seat].name
            state.last = 0
        if state.holder == 0:
            yield Say("the dealer shakes on behalf of the players", cite=cite("13.5(d)2"))

    def markers(self, table: Table) -> list[Marker]:
        holder = self.state(table).holder
        return [Marker("⚄", str(holder), "has the shaker", "holder")] if holder else []

    # -- irregularities: the driver repeats invalid shakes

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        """The floorperson orders the shaker passed (13.7(a)1ii)."""
        if holder := self.state(table).holder:
            self.relinquish(table)
            yield from self.offer(table, ordered=holder)

    # -- mathematics

    def odds(self, rules: Rules, wager: str | None = None) -> Iterable[WagerOdds]:
        from pitboss.games.dice.craps_mathematics import odds

        return odds(rules, wager)

    odds_at_once = odds

    def simulation(self, rules: Rules) -> Simulation:
        from pitboss.games.dice.mini_dice_mathematics import simulation

        return simulation(rules)
