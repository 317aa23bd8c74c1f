"""Who is gone decides nothing: the answer that is taken when a player's time is up."""

from __future__ import annotations

from pitboss.book.events import Ask
from pitboss.money import Cents

# What a player who makes no sign is taken to mean, most welcome first: nothing is added to a wager, and a hand is
# given up only where nothing else costs nothing.
_SILENCE = (
    "check",
    "stand",
    "no-insurance",
    "no-double",
    "no-double-down",
    "decline",
    "refuse",
    "wait",
    "ride",
    "keep",
    "conceal",
    "fold",
    "surrender",
)


def silence(ask: Ask) -> tuple[str, Cents]:
    """The decision of a player whose time is up."""
    free = [choice.id for choice in ask.choices if not choice.most]
    for decision in (ask.usual, *_SILENCE):
        if decision in free:
            return decision, 0
    if free:
        return free[0], 0
    least = min(ask.choices, key=lambda choice: choice.least)
    return least.id, least.least
