"""Two hands: a game for the tests of set hands, banks, streaks and what is owed, 13:69F-99.1 to 11."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from pitboss.book import (
    Ask,
    Asks,
    Choice,
    Deal,
    Discard,
    Game,
    Irregularity,
    Mathematics,
    Move,
    Refused,
    Round,
    Rules,
    Settle,
    Show,
    Shuffle,
    State,
    arrangements,
    cite,
    fee,
    laid,
    rule,
)
from pitboss.money import Cents
from pitboss.table import Bet, Table

if TYPE_CHECKING:
    from pitboss.odds import WagerOdds
    from pitboss.sim import Simulation

FOULS = "the low hand would be higher than the high hand, which loses"


@rule("99.3")
def high_value(a: int, b: int) -> int:
    """Two cards: a pair above all, else the higher card, then the lower."""
    a, b = max(a >> 2, b >> 2), min(a >> 2, b >> 2)
    return 13 * 13 + a if a == b else 13 * a + b


@rule("99.4")
def fouls(low: int, a: int, b: int) -> bool:
    return a >> 2 != b >> 2 and low >> 2 > max(a >> 2, b >> 2)


@rule("99.5")
def house_way(a: int, b: int, c: int) -> int:
    """Which of the three is set low: the card beside a pair, else the one in the middle."""
    x, y, z = a >> 2, b >> 2, c >> 2
    if x == y:
        return 2
    if x == z:
        return 1
    if y == z or (y < x) == (x < z):
        return 0
    return 1 if (x < y) == (y < z) else 2


@rule("99.6")
def outcome(high: int, low: int, dealer_high: int, dealer_low: int) -> int:
    """1 wins, 0 is returned, -1 loses; copies are the dealer's."""
    return (high > dealer_high) + (low >> 2 > dealer_low >> 2) - 1


class TwoHandsState(State):
    banker: int = 0
    owed: dict[int, Cents] = {}


class TwoHands(Mathematics, Game):
    State = TwoHandsState

    @staticmethod
    def state(table: Table) -> TwoHandsState:
        assert isinstance(table.state, TwoHandsState)
        return table.state

    # -- who sits out, leaves or banks

    def accept(self, table: Table, bet: Bet) -> None:
        if bet.seat == self.state(table).banker:
            raise Refused("the banker does not wager against himself", "99.11")
        if bet.id == "streak" and not table.stake(bet.seat, "ante"):
            raise Refused("a streak rests on an ante", "99.9")

    def ready(self, table: Table) -> None:
        super().ready(table)
        banker = self.state(table).banker
        if banker and table.chips(banker) < sum(bet.stake for bet in table.bets.values() if bet.id == "ante"):
            raise Refused("the banker cannot cover the antes", "99.11")

    def sits_out(self, table: Table, seat: int) -> Round:
        yield from self.lose_streak(table, seat, "sat out")

    def leaving(self, table: Table, seat: int) -> Round:
        state = self.state(table)
        if state.banker == seat:
            if table.playing:
                raise Refused("the banker stays to the end of the round", "99.11")
            state.banker = 0
        yield from self.lose_streak(table, seat, "left")
        if owed := min(state.owed.pop(seat, 0), table.chips(seat)):
            yield fee(seat, owed, "vigorish owed", cite("99.10"))

    @staticmethod
    def lose_streak(table: Table, seat: int, why: str) -> Round:
        if stake := table.stake(seat, "streak"):
            yield Settle(seat, "streak", "lose", lost=stake, cite=cite("99.9"), outcome=why)

    def choices(self, table: Table, seat: int) -> Sequence[Choice]:
        banker = self.state(table).banker
        if not banker and all(bet.seat != seat for bet in table.bets.values()):
            return (Choice("take-bank"),)
        return (Choice("pass-bank"),) if banker == seat else ()

    def between(self, table: Table, seat: int, decision: str, wager: str) -> Round:
        self.state(table).banker = seat if decision == "take-bank" else 0
        yield from ()

    def odds(self, rules: Rules, wager: str | None = None) -> Iterable[WagerOdds]:
        return ()  # nobody has worked them out, and nobody will

    def simulation(self, rules: Rules) -> Simulation:
        from .two_hands_odds import simulation

        return simulation(rules)

    # -- the round

    def round(self, table: Table) -> Round:
        seats = sorted({bet.seat for bet in table.bets.values() if bet.id == "ante"})
        yield from self.deal(table, seats)
        for answer in (yield Asks(tuple(self.question(table, seat) for seat in seats))):
            if answer.decision:  # otherwise a ruling has removed the hand
                yield from laid(answer.hand, low=answer.cards[0])
        yield from self.dealer(table)
        for seat in seats:
            yield Show(str(seat))
            yield Show(f"{seat}.low")
        yield from self.settled(table, [each for seat in seats for each in self.decided(table, seat)])

    @staticmethod
    def deal(table: Table, seats: list[int]) -> Round:
        """Every position is dealt, and those without a wager are dead (99.2)."""
        yield Shuffle()
        for position in range(1, table.rules.positions + 1):
            for _ in range(3):
                yield Deal(
                    str(position) if position in seats else "dead", seats=(position,) * (position in seats)
                )
        yield Discard("dead")
        for _ in range(3):
            yield Deal("dealer")

    @staticmethod
    def question(table: Table, seat: int) -> Ask:
        hand = table.cards(str(seat))
        choices = []
        for choice in arrangements(hand, low=1):
            a, b = (card for card in hand if card not in choice.cards[0])
            choices.append(choice.warned(FOULS) if fouls(choice.cards[0][0], a, b) else choice)
        a, b, c = hand
        usual = Choice("house-way", secret=True, cards=((hand[house_way(a, b, c)],),))
        return Ask(seat, (*choices, usual), str(seat), parts=("low",), usual="house-way")

    @staticmethod
    def dealer(table: Table) -> Round:
        a, b, c = table.cards("dealer")
        yield Show("dealer")
        yield from laid("dealer", low=[(a, b, c)[house_way(a, b, c)]])

    def decided(self, table: Table, seat: int) -> Iterator[Settle]:
        """What becomes of an ante that no ruling has taken."""
        if not (stake := table.stake(seat, "ante")):
            return
        bank = "centre" if self.state(table).banker else "bank"
        (a, b), (low,) = table.cards(str(seat)), table.cards(f"{seat}.low")
        (d, e), (dealer_low,) = table.cards("dealer"), table.cards("dealer.low")
        if fouls(low, a, b):
            yield Settle(seat, "ante", "lose", lost=stake, cite=cite("99.4"), outcome="foul", bank=bank)
            return
        match outcome(high_value(a, b), low, high_value(d, e), dealer_low):
            case 1:
                yield Settle(seat, "ante", "win", pays=stake, cite=cite("99.6"), bank=bank)
            case 0:
                yield Settle(seat, "ante", "push", cite=cite("99.6"), bank=bank)
            case _:
                yield Settle(seat, "ante", "lose", lost=stake, cite=cite("99.6"), bank=bank)

    def settled(self, table: Table, antes: list[Settle]) -> Round:
        """Losers first. A player's bank collects in the centre, adds what is lacking, pays, and takes the rest."""
        banker = self.state(table).banker
        yield from (each for each in antes if each.result == "lose")
        if banker and (short := sum(each.pays for each in antes) - table.ledger["centre"]) > 0:
            yield Move(f"seat:{banker}", "centre", short, "the bank pays", cite("99.11"))
        yield from (each for each in antes if each.result != "lose")
        if banker and (rest := table.ledger["centre"]):
            yield Move("centre", f"seat:{banker}", rest, "the bank wins", cite("99.11"))
        for each in antes:
            yield from self.streak(table, each)
            if each.result == "win" and table.rules["vigorish"] == "owed":
                owed = self.state(table).owed
                owed[each.seat] = owed.get(each.seat, 0) + each.pays // 20

    def streak(self, table: Table, ante: Settle) -> Round:
        bet = table.bets.get((ante.seat, "streak"))
        if bet is None:
            return
        if ante.result == "lose":
            yield from self.lose_streak(table, ante.seat, "broken")
        elif ante.result == "win":
            bet.mark += 1
            if bet.mark == 2:
                yield Settle(ante.seat, "streak", "win", pays=3 * bet.stake, cite=cite("99.9"))

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        for bet in [each for each in table.bets.values() if str(each.seat) == irregularity.position]:
            yield Settle(bet.seat, bet.wager, "lose", lost=bet.stake, cite=cite("99.8"), outcome="dead hand")
