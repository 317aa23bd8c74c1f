"""What the games share in which player and dealer have two cards each and all of them a board of five."""

from __future__ import annotations

from typing import ClassVar, Final

from pitboss.book import Round, Rules, carries
from pitboss.games.against_dealer import Hand
from pitboss.games.house_poker.family import ABOVE_TWO_PAIRS, HousePoker
from pitboss.money import Cents, cents
from pitboss.ranking.high import best_five
from pitboss.table import Table

KINDS: Final = ("high-card", "one-pair", "two-pairs", *ABOVE_TWO_PAIRS)
"""The kinds of hand from below, as the rows of pay tables name them."""

FLOP: Final = 3
BOARD: Final = 5


class BoardPoker(HousePoker):
    """A game of two cards each and a board."""

    owners: ClassVar[tuple[str, ...]] = (*HousePoker.owners, "community")

    def rest_of_board(self, table: Table) -> Round:
        """The community cards that have not been dealt: a burn card and the flop, another and the last two."""
        burned = sum(not held.up for held in table.hands.get("burn", ()))  # one found face up is no burn card
        for number, cards in enumerate((FLOP, BOARD), 1):
            missing = cards - len(table.cards("community"))
            if missing > 0:
                yield from self.community(missing, burn=burned < number)


@carries('28.1 "Hand"', '32.1 "Hand"', '40.1 "Hand"', "40.10(f)")
def value_of_seven(table: Table, owner: str) -> int:
    """The best five of an owner's cards and the board."""
    return best_five([*table.cards(owner), *table.cards("community")])


def undecided(hand: Hand) -> bool:
    """Has the player neither made the play wager nor left the round?"""
    return hand.stake("ante") > 0 and not hand.stake("play")


def minimum(rules: Rules, wager: str) -> Cents:
    """The minimum wager by which an aggregate limit is computed."""
    return cents(rules["table-minimum"]) or rules.limits(wager).least
