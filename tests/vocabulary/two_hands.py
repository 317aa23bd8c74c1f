"""Two hands: a game for the tests of set hands, 13:69F-99.1 to 8."""

from __future__ import annotations

from pitboss.book import (
    Ask,
    Asks,
    Choice,
    Deal,
    Discard,
    Game,
    Irregularity,
    Round,
    Settle,
    Show,
    Shuffle,
    arrangements,
    cite,
    laid,
    rule,
)
from pitboss.table import Table

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
    if x == y or (y < z) == (z < x):
        return 2
    if x == z or (x < y) == (y < z):
        return 1
    return 0


@rule("99.6")
def outcome(high: int, low: int, dealer_high: int, dealer_low: int) -> int:
    """1 wins, 0 is returned, -1 loses; copies are the dealer's."""
    return (high > dealer_high) + (low >> 2 > dealer_low >> 2) - 1


class TwoHands(Game):
    def round(self, table: Table) -> Round:
        seats = sorted({bet.seat for bet in table.bets.values()})
        yield from self.deal(table, seats)
        for answer in (yield Asks(tuple(self.question(table, seat) for seat in seats))):
            if answer.decision:  # else a ruling has taken the hand
                yield from laid(answer.hand, low=answer.cards[0])
        yield from self.dealer(table)
        for seat in seats:
            yield from self.settle(table, seat)

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

    @staticmethod
    def settle(table: Table, seat: int) -> Round:
        if not (stake := table.stake(seat, "ante")):
            return
        yield Show(str(seat))
        yield Show(f"{seat}.low")
        (a, b), (low,) = table.cards(str(seat)), table.cards(f"{seat}.low")
        (d, e), (dealer_low,) = table.cards("dealer"), table.cards("dealer.low")
        if fouls(low, a, b):
            yield Settle(seat, "ante", "lose", lost=stake, cite=cite("99.4"), outcome="foul")
            return
        match outcome(high_value(a, b), low, high_value(d, e), dealer_low):
            case 1:
                yield Settle(seat, "ante", "win", pays=stake, cite=cite("99.6"))
            case 0:
                yield Settle(seat, "ante", "push", cite=cite("99.6"))
            case _:
                yield Settle(seat, "ante", "lose", lost=stake, cite=cite("99.6"))

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        seat = int(irregularity.position)
        yield Settle(
            seat, "ante", "lose", lost=table.stake(seat, "ante"), cite=cite("99.8"), outcome="dead hand"
        )
