"""Draw three: a game for the tests of discards, 13:69F-99.21 to 25."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar

from pitboss.book import (
    Ask,
    Choice,
    Deal,
    Game,
    Mathematics,
    Round,
    Rules,
    Settle,
    Show,
    Shuffle,
    arrangements,
    cite,
    laid,
    rule,
)
from pitboss.table import Table

if TYPE_CHECKING:
    from pitboss.odds import WagerOdds

STAND_PAT = Choice("stand-pat", cards=((),))


@rule("99.24")
def pairs(a: int, b: int, c: int) -> bool:
    return a >> 2 == b >> 2 or a >> 2 == c >> 2 or b >> 2 == c >> 2


class DrawThree(Mathematics, Game):
    aliases: ClassVar[Mapping[str, str]] = {"pat": "stand-pat"}

    def odds(self, rules: Rules, wager: str | None = None) -> Iterable[WagerOdds]:
        return ()  # nobody has worked them out, and nobody will

    def round(self, table: Table) -> Round:
        yield Shuffle()
        seats = sorted({bet.seat for bet in table.bets.values()})
        for _ in range(3):
            for seat in seats:
                yield Deal(str(seat), seats=(seat,))
        for seat in seats:  # in turn, 99.23
            yield from self.draw(table, seat)
        for seat in seats:
            stake = table.stake(seat, "ante")
            yield Show(str(seat))
            a, b, c = table.cards(str(seat))
            if pairs(a, b, c):
                yield Settle(seat, "ante", "win", pays=stake, cite=cite("99.24"))
            else:
                yield Settle(seat, "ante", "lose", lost=stake, cite=cite("99.24"))

    @staticmethod
    def draw(table: Table, seat: int) -> Round:
        hand = str(seat)
        draws = arrangements(table.cards(hand), "draw", discard=range(1, 4))
        answer = yield Ask(seat, (*draws, STAND_PAT), hand, usual="stand-pat", parts=("discard",))
        for discards in answer.cards:
            yield from laid(hand, discard=discards)
            for _ in discards:
                yield Deal(hand, seats=(seat,))
