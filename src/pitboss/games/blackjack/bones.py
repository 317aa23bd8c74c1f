"""The bones of the blackjack family: the boxes with their bettors, the hands in them, and the shoe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from typing import Any

from msgspec import Struct

from pitboss.book import Deal, Event, Refused, Round, Say, Settle, Show, Shuffle, Slide, State
from pitboss.book.events import Result
from pitboss.games.blackjack.hands import fold, is_blackjack, total
from pitboss.table import Bet, Table


class ShoeState(State):
    """What outlives a round: the side of a double shoe that was dealt from, whether the round was completed
    from the discards, and who has played every round since the shuffle (None: a shuffle is due)."""

    side: str = ""
    refilled: bool = False
    regulars: list[int] | None = None


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
    regulars = shoe_state(table).regulars
    if rules["mid-shoe-entry"] == "barred" and regulars is not None and bet.seat not in regulars:
        raise Refused("whoever sat out a round waits for the next shuffle", entry)


# ---- the shoe ------------------------------------------------------------------------------------------


def shoe_state(table: Table) -> ShoeState:
    assert isinstance(table.state, ShoeState)
    return table.state


def shuffle_due(table: Table, side: str, cut: int) -> bool:
    """Has the cutting card come out, or was the last round completed from the discards?"""
    state = shoe_state(table)
    return len(table.shoes.get(side, ())) <= cut or (state.refilled and side == state.side)


def shuffle(table: Table, cut: int, sides: tuple[str, ...] = ("",)) -> Generator[Event, Any, bool]:
    """Shuffle each side that is due, and say whether one was."""
    due = [side for side in sides if shuffle_due(table, side, cut)]
    for side in due:
        yield Shuffle(shoe=side)
    shoe_state(table).refilled = False
    return bool(due)


def note_regulars(table: Table, boxes: list[Box], cut: int, sides: tuple[str, ...] = ("",)) -> None:
    """Whoever played this round may play the next; if a shuffle comes first, anybody may."""
    state, now = shoe_state(table), {seat for box in boxes for seat in box.bettors}
    if any(shuffle_due(table, side, cut) for side in sides):
        state.regulars = None
    else:
        state.regulars = sorted(now if state.regulars is None else now & set(state.regulars))


def give(table: Table, owner: str, refilling: str, *, up: bool = True, box: Box | None = None) -> Round:
    """The next card: one drawn early and exposed, if there is one; else from the shoe, which is filled from
    the discards, by the paragraph named, should it run out. A card face down is seen by the box's bettors."""
    side = shoe_state(table).side
    if table.cards("exposed"):
        yield Slide("exposed", owner)
        return
    if not table.shoes[side]:
        yield from refill(table, refilling)
    yield Deal(owner, up=up, seats=tuple(box.bettors) if box else (), shoe=side)


def refill(table: Table, paragraph: str) -> Round:
    """Every card that does not lie before the dealer or on a box with a wager is shuffled; one is burned."""
    state = shoe_state(table)
    in_play = {"dealer", "exposed"} | {str(bet.position) for bet in table.bets.values()}
    on_table = Counter(
        held.card
        for owner, hand in table.hands.items()
        if owner.partition(".")[0] in in_play
        for held in hand
    )
    yield Say("The discards are shuffled to complete the round", cite=paragraph)
    yield Shuffle(cards=bytes((Counter(table.rules.pack()) - on_table).elements()), shoe=state.side)
    yield Deal("burn", shoe=state.side)
    state.refilled = True


def ruled(table: Table, irregularity: str, owner: str) -> bool:
    """Has this irregularity happened in the round to this hand, or to no hand in particular?"""
    return any(each.id == irregularity and each.position in ("", owner) for each in table.happened)
