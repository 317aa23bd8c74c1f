"""What the poker games against the house share: positions, the deal, the order of settlement."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from pitboss.book import Choice, Deal, Game, Refused, Round, Shuffle
from pitboss.money import Cents
from pitboss.table import Bet, Table

FOLD = Choice("fold")


class Hand(Struct):
    """A position with its wagers and its cards."""

    position: int
    seat: int
    table: Table
    cards: list[int]

    @property
    def owner(self) -> str:
        return str(self.position)

    def key(self, wager: str) -> str:
        """The wager at this position, as the layout knows it: ``ante``, or ``ante@3`` at another's place."""
        return wager if self.position == self.seat else f"{wager}@{self.position}"

    def stake(self, wager: str) -> Cents:
        return self.table.stake(self.seat, self.key(wager))


class HousePoker(Game):
    """A game of poker hands against the dealer."""

    cards_in_hand = 3
    several_positions: str
    """The paragraph that lets a player bet at several adjacent positions."""

    def hands(self, table: Table) -> list[Hand]:
        """The positions with a wager, from the dealer's far left clockwise."""
        seats = {bet.position: bet.seat for bet in table.bets.values()}
        return [Hand(position, seats[position], table, []) for position in sorted(seats)]

    def accept_position(self, table: Table, bet: Bet) -> None:
        """Only as many positions as the house permits, and those side by side."""
        others = {each.position for each in table.bets.values() if each.seat != bet.seat}
        if bet.position in others or (bet.position != bet.seat and bet.position in table.seats):
            raise Refused(f"position {bet.position} is another player's", self.several_positions)
        mine = {each.position for each in table.bets.values() if each.seat == bet.seat} | {bet.position}
        allowed = int(table.rules["positions-per-player"])
        if len(mine) > allowed:
            raise Refused(
                f"this table lets a player bet at {allowed} position{'s' * (allowed > 1)}, not {len(mine)}",
                self.several_positions,
            )
        if max(mine) - min(mine) != len(mine) - 1:
            raise Refused("the positions of one player must be adjacent", self.several_positions)

    def deal(self, table: Table, hands: list[Hand]) -> Round:
        """Face down, clockwise, the dealer last: a card at a time by hand or from a manual shoe, a stack at
        a time from an automated shoe."""
        yield Shuffle()
        if table.rules["dealing"] == "automated-shoe":
            for hand in hands:
                for _ in range(self.cards_in_hand):
                    hand.cards.append((yield Deal(hand.owner, seats=(hand.seat,))))
            for _ in range(self.cards_in_hand):
                yield Deal("dealer")
            return
        for _ in range(self.cards_in_hand):
            for hand in hands:
                hand.cards.append((yield Deal(hand.owner, seats=(hand.seat,))))
            yield Deal("dealer")


def counterclockwise(hands: Iterable[Hand]) -> list[Hand]:
    """From the dealer's far right: the order of settlement."""
    return list(hands)[::-1]
