"""What the two forms of omaha share, 14.11: hold 'em with four cards of one's own, of which exactly two play."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from pitboss.games.poker_room.board import FIFTH, FLOP, FOURTH, BoardGame, hole_cards
from pitboss.law import carries

if TYPE_CHECKING:
    from pitboss.games.poker_room.equities import Hand, Ways


@carries("14.8(a)3", "14.11(a)", "14.11(e)")
class Omaha(BoardGame):
    """Cards and betting go by 14.10: 14.8(a)3, 14.11(a), 14.11(c), 14.11(d), 14.11(e)."""

    streets = (hole_cards(4), FLOP, FOURTH, FIFTH)
    alternative_cite = "14.11(j)"

    def hands(self, own: list[int], community: list[int]) -> Sequence[Sequence[int]]:
        """Two of one's own with three community cards, for each end by itself: 14.11(f), 14.11(h)."""
        threes = list(combinations(community, 3))
        return [two + three for two in combinations(own, 2) for three in threes]

    def ways(self, held: list[Hand], board: Hand) -> Ways:
        from pitboss.games.poker_room.omaha_odds import ways

        return ways(held, board, low=len(self.ends) > 1)
