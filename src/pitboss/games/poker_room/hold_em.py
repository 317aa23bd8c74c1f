"""Hold 'em, 13:69F-14.10."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pitboss.book import Deal, Round, Rules, cite
from pitboss.games.poker_room.bones import ButtonGame, Player
from pitboss.ranking.high import best_five, describe
from pitboss.table import Table

if TYPE_CHECKING:
    from pitboss.odds import WagerOdds


class HoldEm(ButtonGame):
    """Two cards of one's own, five for all, the best five win: 14.8(a)2, 14.10(a)."""

    most_players_cite = "14.10(b)"

    def round(self, table: Table) -> Round:
        play = yield from self.opening(table)
        yield from self.deal(play)
        yield from self.betting(table, play, play.blinds % len(play.players), cite("14.10(f)"))
        for cards, paragraph in ((3, "14.10(g)"), (1, "14.10(h)"), (1, "14.10(i)")):
            if len(play.contending) == 1:
                break
            yield from self.board(table, cards)
            play.begin(play.maximum if play.structure == "fixed-limit" and cards == 1 else play.minimum)
            yield from self.betting(table, play, 0, cite(paragraph))
        if len(play.contending) > 1:
            yield from self.showdown(table, play)
        yield from self.award(table, play, cite("14.10(j)" if len(play.contending) > 1 else "14.6(d)"))
        self.rotate(table, play)

    def board(self, table: Table, cards: int) -> Round:
        """A card is burned, then community cards are turned. A hole card that was dealt face up may serve as
        the burn card before the flop (14.15(o)2)."""
        exposed = cards == 3 and table.rules["exposed-card"] == "burn" and table.cards("exposed")
        if not exposed:
            yield Deal("burn")
        for _ in range(cards):
            yield Deal("community", up=True)

    def value(self, table: Table, player: Player) -> int:
        """The best five of two own and five community cards, in any mix, 14.10(j); cards speak, 14.3(g)."""
        return best_five(table.cards(player.owner) + table.cards("community"))

    def describe(self, value: int) -> str:
        return describe(value)

    # -- mathematics

    def odds(self, rules: Rules, wager: str | None = None) -> Iterable[WagerOdds]:
        """There is no wager against the house; what people compare are hands before the flop."""
        from pitboss.games.poker_room.hold_em_odds import CLASSIC, equities

        return [row for hands in CLASSIC for row in equities(hands, "")]

    def equities(self, rules: Rules, hands: str, board: str) -> Iterable[WagerOdds]:
        from pitboss.games.poker_room.hold_em_odds import equities

        return equities(hands, board)
