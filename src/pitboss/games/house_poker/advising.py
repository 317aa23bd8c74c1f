"""What advice on a hand shares: the hand and the unseen cards from its player's view, and the best of the player's
choices; and what is said of their hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.book import Ask
from pitboss.book.endings import Paid
from pitboss.book.rules import Rules
from pitboss.equipment.cards import UNKNOWN, card, name
from pitboss.games.house_poker.family import Hand, low_ace, three_cards
from pitboss.money import Cents
from pitboss.odds import Advice, WagerOdds
from pitboss.odds.endings import on_cards
from pitboss.solve.sets import distinct
from pitboss.table import Table

HIDDEN = name(UNKNOWN)


def hand_asked(table: Table, ask: Ask) -> Hand:
    """The hand that the question is about, its cards as its player sees them."""
    return Hand(int(ask.hand), ask.seat, table, shown(table, ask, ask.hand))


def shown(table: Table, ask: Ask, owner: str) -> list[int]:
    """An owner's cards that the player who is asked can see."""
    return [card(each) for each in table.view(ask.seat).get(owner, ()) if each != HIDDEN]


def unseen(table: Table, ask: Ask) -> NDArray[np.int64]:
    """The cards that the player who is asked does not see, in increasing order. Whether they are in another hand, among
    the burn cards or in the shoe makes no difference."""
    seen = {each for owner in table.hands for each in shown(table, ask, owner)}
    return np.array([each for each in table.rules.pack() if each not in seen])


def shares(counts: NDArray[np.int64]) -> list[float]:
    """The share of all cases that each of these has."""
    parts: list[float] = (counts / counts.sum()).tolist()
    return parts


def three_card_wager(rules: Rules, paid: Paid) -> WagerOdds:
    """A wager on the player's first three cards."""
    low, sets = low_ace(rules), distinct(3, tuple(range(52)))
    counts: Counter[str] = Counter()
    for (a, b, c), times in zip(sets.places.tolist(), sets.times.tolist(), strict=True):
        counts[paid.hands[three_cards(a, b, c, low)]] += times
    return on_cards(rules, paid, counts, nothing="losing-hand", stake=rules.limits(paid.wager).least)


STRAIGHTS: Final = (0b1_0000_0000_1111, *(0b1_1111 << low for low in range(9)))
"""The ten straights, as masks of ranks, five high to ace high."""


def straights_open(held: Iterable[int]) -> int:
    """How many straights the cards may still become, all of different ranks."""
    mask = sum(1 << rank for rank in {card >> 2 for card in held})
    return sum(straight & mask == mask for straight in STRAIGHTS)


def draws_to(held: Sequence[int]) -> str:
    """What cards of different ranks may still become."""
    suits = "one suit" if len({card & 3 for card in held}) == 1 else "mixed suits"
    straights = straights_open(held)
    return f"{suits}, {straights} straight{'s' * (straights != 1)} open"


def best_choice(ask: Ask, worth: Callable[[str, Cents], float], why: str) -> Advice:
    """The choice with the highest value. For an amount, only the minimum and the maximum are tried: the value is linear
    between them."""
    amounts: dict[str, Cents] = {}
    values: dict[str, float] = {}
    for choice in ask.choices:
        tried = {amount: worth(choice.id, amount) for amount in (choice.least, choice.most)}
        amounts[choice.id] = max(tried, key=tried.__getitem__)
        values[choice.id] = tried[amounts[choice.id]]
    decision = max(values, key=values.__getitem__)
    return Advice(decision, amounts[decision], values, why)
