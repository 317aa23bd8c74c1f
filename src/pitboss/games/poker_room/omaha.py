"""What the two forms of omaha share, 14.11: hold 'em with four hole cards, of which exactly two play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

from pitboss.games.poker_room.board import FIFTH, FLOP, FOURTH, BoardGame, hole_cards
from pitboss.law import carries
from pitboss.ranking.high import best_five, rank_value
from pitboss.ranking.low import EIGHT_OR_BETTER, eight_or_better, low_ranks

if TYPE_CHECKING:
    from pitboss.games.poker_room.equities import Hand, Ways


@lru_cache(8192)
def of_ranks(ranks: int) -> int:
    """The value of five cards without a flush, by the count of each rank, three bits a rank."""
    numbers = [ranks >> 3 * rank & 7 for rank in range(13)]
    once, twice, thrice, all_four = (
        sum(1 << rank for rank, number in enumerate(numbers) if number >= enough) for enough in (1, 2, 3, 4)
    )
    return rank_value(once, twice, thrice, all_four)


def best_high(own: Sequence[int], community: Sequence[int]) -> int:
    """The best of the sixty high hands. Few of them differ in rank, and one is a flush only if the board has three
    cards of a suit and the player two."""
    twos = {(1 << 3 * (a >> 2)) + (1 << 3 * (b >> 2)) for a, b in combinations(own, 2)}
    threes = {sum(1 << 3 * (card >> 2) for card in three) for three in combinations(community, 3)}
    value = max(of_ranks(two + three) for two in twos for three in threes)
    for suit in range(4):
        held = [card for card in own if card & 3 == suit]
        if len(held) >= 2 and len(turned := [card for card in community if card & 3 == suit]) >= 3:
            flushes = [two + three for two in combinations(held, 2) for three in combinations(turned, 3)]
            value = max(value, *map(best_five, flushes))
    return value


@lru_cache
def low_of_ranks(ranks: int) -> int:
    """The value of five different ranks as a low hand."""
    return eight_or_better([rank << 2 for rank in range(13) if ranks >> rank & 1])


def best_low(own: Sequence[int], community: Sequence[int]) -> int:
    """The best of the sixty low hands, which can include only different ranks up to the eight; 0: there is none."""
    held, turned = ({1 << (card >> 2) for card in cards if card >> 2 in LOW} for cards in (own, community))
    threes = [sum(three) for three in combinations(turned, 3)]
    twos = [a | b for a, b in combinations(held, 2)] if threes else ()
    return max((low_of_ranks(two | three) for two in twos for three in threes if not two & three), default=0)


LOW: Final = frozenset(rank for rank in range(13) if low_ranks(1 << rank) & EIGHT_OR_BETTER)
BEST: Final[Mapping[str, Callable[[Sequence[int], Sequence[int]], int]]] = {
    "high": best_high,
    "low": best_low,
}


@carries("14.8(a)3", "14.11(a)", "14.11(e)")
class Omaha(BoardGame):
    """Four hole cards; community cards and betting follow 14.10."""

    streets = (hole_cards(4), FLOP, FOURTH, FIFTH)
    alternative_cite = "14.11(j)"

    def hands(self, own: list[int], community: list[int]) -> Sequence[Sequence[int]]:
        """Two hole cards with three community cards, separately for each end: 14.11(f), 14.11(h)."""
        threes = list(combinations(community, 3))
        return [two + three for two in combinations(own, 2) for three in threes]

    def values(self, own: list[int], community: list[int]) -> tuple[int, ...]:
        """The same without listing all sixty."""
        return tuple(BEST[end.name](own, community) for end in self.ends)

    def ways(self, held: list[Hand], board: Hand) -> Ways:
        from pitboss.games.poker_room.omaha_mathematics import ways

        return ways(held, board, low=len(self.ends) > 1)
