"""What advice on a hand shares: the hand and the unseen cards from its player's view, and the best of the player's
choices."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from pitboss.book import Ask
from pitboss.equipment.cards import UNKNOWN, card, name
from pitboss.games.against_dealer import Hand
from pitboss.money import Cents
from pitboss.odds import Advice
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
