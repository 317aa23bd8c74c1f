"""Boxes with their bettors, the hands in them with the wagers on each, and the results."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from msgspec import Struct

from pitboss.book import Round, Settle, Show, rule
from pitboss.book.endings import Ending, Fate, ended, ends
from pitboss.games.blackjack.hands import (
    BlackjackTerms,
    awaits_total,
    fears_blackjack,
    fold,
    is_blackjack,
    points,
    total,
)
from pitboss.money import Cents
from pitboss.table import Bet, Table

# ---- endings -------------------------------------------------------------------------------------------


def every(wagers: Iterable[str], fate: Fate) -> dict[str, Fate]:
    """The same result for each of these wagers."""
    return {wager.replace("-", "_"): fate for wager in wagers}


def never() -> tuple[str, dict[str, Fate]]:
    """An ending of the family that this game does not know."""
    given, _ = ends("never")
    return given, {}


@rule()
def as_it_is(payouts: Any, end: int, a: int, b: int, c: int, score: int, cards: int, doubled: bool) -> int:  # noqa: ARG001
    """No winning hand is paid differently from others."""
    return end


class Placed(NamedTuple):
    """A wager where it lies."""

    bet: Bet

    @property
    def seat(self) -> int:
        return self.bet.seat

    def key(self, wager: str) -> str:
        return self.bet.wager

    def stake(self, wager: str) -> Cents:
        return self.bet.stake if self.bet.id == wager else 0


# ---- hands and boxes -----------------------------------------------------------------------------------


class Hand(Struct):
    """A hand in a box and the wagers on it, by bettor: first the original wager, then additions."""

    owner: str
    table: Table
    terms: BlackjackTerms
    wagers: dict[int, list[str]]
    split: bool = False
    surrendered: bool = False
    of: int = 1
    """The number of the dealt hand that it is, or was split from: a box may be dealt two (2A.5(a))."""
    switched: bool = False
    """It was made by exchanging cards (2A.7(g))."""
    played: bool = False
    refused: bool = False
    """It stood before an exposed card: its player draws no more (2.15(c))."""
    forgotten: bool = False
    """A card that its player asked for was not dealt in turn (2.15(i))."""

    @property
    def number(self) -> int:
        """The hand's number in its box: 2 for ``1.2``, the second dealt or the first made by splitting."""
        return int(self.owner.partition(".")[2] or 1)

    @property
    def cards(self) -> list[int]:
        return self.table.cards(self.owner)

    @property
    def score(self) -> int:
        return total(*fold(self.cards))

    @property
    def blackjack(self) -> bool:
        return is_blackjack(*fold(self.cards), len(self.cards), self.split or self.switched)

    @property
    def split_aces(self) -> bool:
        return self.split and points(self.cards[0]) == 1

    @property
    def doubled(self) -> bool:
        return any(key.startswith("double-down") for keys in self.wagers.values() for key in keys)

    @property
    def bets(self) -> list[Bet]:
        """The wagers on the hand that are not yet decided."""
        found = (self.table.bets.get((seat, key)) for seat, keys in self.wagers.items() for key in keys)
        return [bet for bet in found if bet is not None]

    @property
    def bettors(self) -> list[int]:
        """The bettors whose wager on the hand is undecided, the caller first."""
        return list(dict.fromkeys(bet.seat for bet in self.bets))

    def staked(self, seat: int) -> Cents:
        """A bettor's stake on the hand."""
        return sum(self.table.stake(seat, key) for key in self.wagers.get(seat, ()))

    @property
    def live(self) -> bool:
        return bool(self.bets)

    @property
    def hidden(self) -> bool:
        """Does it hold an unknown card?"""
        return any(not held.up and not held.seats for held in self.table.hands.get(self.owner, ()))

    @property
    def over(self) -> bool:
        """Is it over 21, as far as anybody can see?"""
        return self.score > 21 and not self.hidden

    @property
    def standing(self) -> bool:
        """Will the dealer's total decide it, as far as anybody can see?"""
        open_ = self.live and not self.surrendered and not self.over
        return open_ and awaits_total(self.terms, self.score, len(self.cards), self.blackjack)

    @property
    def waiting(self) -> bool:
        """Can a dealer's blackjack change its result?"""
        open_ = self.surrendered or self.over
        return self.live and (
            open_ or fears_blackjack(self.terms, self.score, len(self.cards), self.blackjack)
        )

    def turned_over(self) -> Round:
        yield from shown(self.table, self.owner)

    def ends(self, ending: Ending, only: Collection[str] = ()) -> Round:
        """The wagers on the hand that the ending decides, or only those of these ids."""
        for bet in self.bets:
            if not only or bet.id in only:
                yield from list(ended(self.table.rules, Placed(bet), ending))

    def dead(self, paragraph: str) -> Round:
        """Every wager on the hand goes back."""
        for bet in self.bets:
            yield Settle(bet.seat, bet.wager, "void", cite=paragraph, outcome="dead hand")


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

    def made_of(self, hand: Hand) -> int:
        """How many hands splits have made from the one that this hand comes from."""
        return sum(each.of == hand.of for each in self.hands)


def at_box(wager: str, seat: int, position: int, number: int = 1) -> str:
    """The wager's place on the layout: at the player's own box, or ``blackjack@3`` at another; on a hand of a split
    ``double-down:2``."""
    name = wager if number == 1 else f"{wager}:{number}"
    return name if seat == position else f"{name}@{position}"


def shown(table: Table, owner: str) -> Round:
    """The cards of an owner turned over, if some lie face down."""
    if any(not held.up for held in table.hands.get(owner, ())):
        yield Show(owner)


def ruled(table: Table, irregularity: str, owner: str) -> bool:
    """Has this irregularity happened in the round to this hand?"""
    return any(each.id == irregularity and each.position == owner for each in table.happened)


def dealers_blackjack(table: Table) -> bool:
    dealer = table.cards("dealer")
    return is_blackjack(*fold(dealer), len(dealer), False)


def affordable(table: Table, seat: int, most: Cents, step: Cents) -> Cents:
    """The most a player can add in whole steps."""
    return min(most, table.chips(seat) - table.chips(seat) % step)
