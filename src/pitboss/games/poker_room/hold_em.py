"""Hold 'em, 13:69F-14.10."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from pitboss.games.poker_room.board import FIFTH, FLOP, FOURTH, BoardGame, hole_cards
from pitboss.games.poker_room.ends import HIGH
from pitboss.law import carries

if TYPE_CHECKING:
    from pitboss.games.poker_room.equities import Hand, Ways


@carries("14.8(a)2", "14.10(a)")
class HoldEm(BoardGame):
    """Two hole cards and five community cards; the best five in any combination win."""

    streets = (hole_cards(2), FLOP, FOURTH, FIFTH)
    ends = (HIGH,)
    showdown_cite = "14.10(j)"

    classic: ClassVar[tuple[str, ...]] = (
        "AsAh KdKc", "AsKs QhQd", "AsKd 2h2c", "JsTs 2h2d", "AsKd QhJc", "AsKs AdQd", "AsAh 7d2c",
    )  # fmt: skip
    unknown_hands = True

    def ties_by(self, n: int, value: int, community: list[int]) -> str:
        """If everybody plays the board, all share under 14.10(j)."""
        plays = value == self.ends[n].value(community)
        return self.showdown_cite if plays else super().ties_by(n, value, community)

    def ways(self, held: list[Hand], board: Hand) -> Ways:
        from pitboss.games.poker_room.hold_em_mathematics import ways

        return ways(held, board)
