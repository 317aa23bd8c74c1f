"""The bones of the blackjack family: the boxes with their bettors, and the hands in them."""

from __future__ import annotations

from msgspec import Struct

from pitboss.book import Refused, Round, Settle, Show
from pitboss.book.events import Result
from pitboss.games.blackjack.hands import fold, is_blackjack, total
from pitboss.games.shoe import ShoeGame
from pitboss.table import Bet, Table


class Hand(Struct):
    """A hand in a box and the wagers on it, by bettor: the first is the original or the split wager."""

    owner: str
    table: Table
    wagers: dict[int, list[str]]
    split: bool = False
    split_aces: bool = False
    surrendered: bool = False

    @property
    def number(self) -> int:
        """The hand's number in its box: 2 for ``1.2``, the first hand made by splitting."""
        return int(self.owner.partition(".")[2] or 1)

    @property
    def cards(self) -> list[int]:
        return self.table.cards(self.owner)

    @property
    def score(self) -> int:
        return total(*fold(self.cards))

    @property
    def blackjack(self) -> bool:
        return is_blackjack(*fold(self.cards), len(self.cards), self.split)

    @property
    def bets(self) -> list[Bet]:
        """The wagers on the hand that are not yet decided."""
        found = (self.table.bets.get((seat, key)) for seat, keys in self.wagers.items() for key in keys)
        return [bet for bet in found if bet is not None]

    @property
    def live(self) -> bool:
        return bool(self.bets)

    @property
    def hidden(self) -> bool:
        """Does it hold a card that nobody has seen?"""
        return any(not held.up and not held.seats for held in self.table.hands.get(self.owner, ()))

    @property
    def standing(self) -> bool:
        """Will the dealer's total decide it, as far as anybody can see?"""
        over = self.score > 21 and not self.hidden
        return self.live and not self.surrendered and not self.blackjack and not over

    def turned_over(self) -> Round:
        if any(not held.up for held in self.table.hands.get(self.owner, ())):
            yield Show(self.owner)

    def settled(self, result: Result, paragraph: str, outcome: str) -> Round:
        """Every wager on the hand, lost whole or handed back."""
        for bet in self.bets:
            lost = bet.stake if result == "lose" else 0
            yield Settle(bet.seat, bet.wager, result, lost=lost, cite=paragraph, outcome=outcome)


class Box(Struct):
    """A box with its bettors, the one who calls the decisions first."""

    position: int
    bettors: list[int]
    hands: list[Hand]

    @property
    def caller(self) -> int:
        return self.bettors[0]

    @property
    def first(self) -> Hand:
        return self.hands[0]

    @property
    def live(self) -> bool:
        return any(hand.live for hand in self.hands)


def boxes_of(table: Table) -> list[Box]:
    """The boxes with a wager, from the dealer's left. The seated player calls the decisions, or else whoever
    has the highest wager in the box."""
    boxes = []
    for position in sorted({bet.position for bet in table.bets.values()}):
        bets = [bet for bet in table.bets.values() if bet.position == position]
        bets.sort(key=lambda bet: (bet.seat != position, -bet.stake))
        hand = Hand(str(position), table, {bet.seat: [bet.wager] for bet in bets})
        boxes.append(Box(position, [bet.seat for bet in bets], [hand]))
    return boxes


def at_box(wager: str, seat: int, position: int) -> str:
    """The wager's place on the layout: at the player's own box, or ``blackjack@3`` at another."""
    return wager if seat == position else f"{wager}@{position}"


def admit(table: Table, bet: Bet, *, several_boxes: str, several_bettors: str, entry: str) -> None:
    """Refuse a wager on too many boxes, on a box that is full, or after sitting out; each by its paragraph."""
    rules, bets = table.rules, table.bets.values()
    mine = {each.position for each in bets if each.seat == bet.seat} | {bet.position}
    if len(mine) > int(rules["boxes-per-player"]):
        raise Refused(f"this table lets a player wager on {rules['boxes-per-player']} box(es)", several_boxes)
    there = {each.seat for each in bets if each.position == bet.position} | {bet.seat}
    there |= {bet.position} & set(table.seats)  # the box is first of all the seated player's
    if len(there) > int(rules["bettors-per-box"]):
        room = f"box {bet.position} has room for {rules['bettors-per-box']} bettor(s)"
        raise Refused(room, several_bettors)
    regulars = ShoeGame.state(table).regulars
    if rules["mid-shoe-entry"] == "barred" and regulars is not None and bet.seat not in regulars:
        raise Refused("whoever sat out a round waits for the next shuffle", entry)


def ruled(table: Table, irregularity: str, owner: str) -> bool:
    """Has this irregularity happened in the round to this hand, or to no hand in particular?"""
    return any(each.id == irregularity and each.position in ("", owner) for each in table.happened)
