"""Hold 'em, 13:69F-14.10."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pitboss.book import Rules
from pitboss.games.poker_room.board import FIFTH, FLOP, FOURTH, BoardGame, hole_cards
from pitboss.games.poker_room.bones import End
from pitboss.ranking.high import best_five, describe

if TYPE_CHECKING:
    from pitboss.odds import WagerOdds


class HoldEm(BoardGame):
    """Two cards of one's own, five for all, the best five in any mix win: 14.8(a)2, 14.10(a), 14.10(j)."""

    most_players_cite = "14.10(b)"
    streets = (hole_cards(2), FLOP, FOURTH, FIFTH)
    ends = (End("high", best_five, describe),)
    showdown_cite = "14.10(j)"

    # -- mathematics

    def odds(self, rules: Rules, wager: str | None = None) -> Iterable[WagerOdds]:
        """There is no wager against the house; what people compare are hands before the flop."""
        from pitboss.games.poker_room.hold_em_odds import CLASSIC, equities

        return [row for hands in CLASSIC for row in equities(hands, "")]

    def equities(self, rules: Rules, hands: str, board: str) -> Iterable[WagerOdds]:
        from pitboss.games.poker_room.hold_em_odds import equities

        return equities(hands, board)
