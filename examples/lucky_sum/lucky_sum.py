"""Lucky Sum: one card, two dice, raise or fold. The rules are in RULES.md."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pitboss.book import (
    Ask,
    Choice,
    Deal,
    Game,
    Irregularity,
    Mathematics,
    Refused,
    Roll,
    Round,
    Rules,
    Say,
    Settle,
    Shuffle,
    Stake,
    State,
    carries,
    cite,
    rule,
)
from pitboss.table import Bet, Table, Void

if TYPE_CHECKING:
    from pitboss.odds import Strategy, WagerOdds
    from pitboss.sim import Simulation


@rule("Lucky Sum 1.1(a)")
def count(card: int) -> int:
    """What a card counts: its pips, 10 for a picture, 11 for an ace."""
    rank = card >> 2
    if rank == 12:
        return 11
    return min(rank + 2, 10)


@rule("Lucky Sum 1.1(b)")
def sum_of(card: int, first: int, second: int) -> int:
    """The sum that decides everything."""
    return count(card) + first + second


@rule("Lucky Sum 1.1(c)")
def heats(first: int, second: int) -> int:
    """1 if this throw makes the next round a hot one."""
    return 1 if first == second else 0


@rule("Lucky Sum 1.4(a)", "Lucky Sum 1.4(b)", "Lucky Sum 1.4(c)")
def decides(total: int, hot: int, printed: int) -> int:
    """1 if the Ante and Raise win, 0 if they are returned, -1 if they lose."""
    if total == 16:
        return 1 if printed else 0
    if total == 15:
        return 1 if hot else 0
    if total > 16:
        return 1
    return -1


class LuckySumState(State):
    hot: bool = False


class LuckySum(Mathematics, Game):
    State = LuckySumState

    def accept(self, table: Table, bet: Bet) -> None:
        if bet.position != bet.seat:
            raise Refused("Lucky Sum is played at one's own seat only", "Lucky Sum 1.3(a)")

    @carries("Lucky Sum 1.3(c)")
    def round(self, table: Table) -> Round:
        state = table.state
        assert isinstance(state, LuckySumState)
        hot = int(state.hot)
        printed = int(table.rules["reading-sixteen"] == "as-printed")
        playing = sorted(seat for seat, wager in table.bets if wager == "ante")
        if hot:
            yield Say("A hot round: 15 wins.", cite=cite("Lucky Sum 1.4(b)"))
        yield Shuffle()
        cards = {}
        for seat in playing:
            cards[seat] = yield Deal(str(seat), up=True)
        raised = []
        for seat in playing:
            ante = table.stake(seat, "ante")
            choices: tuple[Choice, ...] = (Choice("fold"),)
            if table.chips(seat) >= ante:
                choices = (Choice("raise", ante, ante), *choices)
            answer = yield Ask(seat, choices, str(seat))
            if answer.decision == "fold":
                yield Settle(seat, "ante", "lose", lost=ante, cite=cite("Lucky Sum 1.3(b)"))
            else:
                yield Stake(seat, "raise", answer.amount, cite("Lucky Sum 1.3(b)"))
                raised.append(seat)
        first, second = yield Roll(2)
        for seat in playing:
            total = sum_of(cards[seat], first, second)
            if seat in raised:
                yield from self.main(table, seat, total, decides(total, hot, printed))
            if (seat, "lucky") in table.bets:
                yield self.lucky(table, seat, total)
        state.hot = bool(heats(first, second))

    def main(self, table: Table, seat: int, total: int, result: int) -> Round:
        for wager in ("ante", "raise"):
            stake = table.stake(seat, wager)
            if result > 0:
                profit = table.rules.pay(wager)["win"].pays(stake)
                paragraph = "Lucky Sum 1.4(b)" if total == 15 else "Lucky Sum 1.4(a)"
                yield Settle(seat, wager, "win", pays=profit, cite=cite(paragraph), outcome="win")
            elif result == 0:
                yield Settle(seat, wager, "push", cite=cite("Lucky Sum 1.4(b)"))
            else:
                yield Settle(seat, wager, "lose", lost=stake, cite=cite("Lucky Sum 1.4(c)"))

    def lucky(self, table: Table, seat: int, total: int) -> Settle:
        stake = table.stake(seat, "lucky")
        rows = table.rules.pay("lucky").rows
        if str(total) not in rows:
            return Settle(seat, "lucky", "lose", lost=stake, cite=cite("Lucky Sum 1.5(b)"))
        profit = rows[str(total)].pays(stake)
        return Settle(seat, "lucky", "win", pays=profit, cite=cite("Lucky Sum 1.5(a)"), outcome=str(total))

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        """A card fell off the table."""
        assert irregularity.id == "fallen-card"
        if any(wager == "raise" for _, wager in table.bets):
            raise Void(cite("Lucky Sum 1.6(c)"))
        yield Deal("burn", up=True)

    def odds(self, rules: Rules, wager: str | None = None) -> Iterable[WagerOdds]:
        from .lucky_sum_mathematics import all_odds

        return all_odds(rules, wager)

    def strategy(self, rules: Rules) -> Strategy:
        from .lucky_sum_mathematics import best

        return best(rules)

    def simulation(self, rules: Rules) -> Simulation:
        from .lucky_sum_mathematics import compiled

        return compiled(rules)
