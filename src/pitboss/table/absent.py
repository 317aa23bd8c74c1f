"""Answers for whoever gives none: a player whose time is up, and a machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.book.events import Ask, Choice
from pitboss.book.game import Game
from pitboss.money import Cents

if TYPE_CHECKING:
    from pitboss.table.driver import Table


def silence(game: Game, ask: Ask) -> tuple[str, Cents]:
    """The decision of a player whose time is up: nothing is added to a wager, and a hand is given up only where
    nothing else costs nothing."""

    def meant(choice: Choice) -> tuple[bool, int, bool]:
        decision = game.decision(choice.id)
        return choice.id == ask.usual, decision.idle, not decision.gives_up

    free = [choice for choice in ask.choices if not choice.most]
    choice = max(free, key=meant) if free else min(ask.choices, key=lambda each: each.least)
    return choice.id, choice.least


def stay_in(game: Game, ask: Ask) -> tuple[str, Cents]:
    """The decision of a machine that does not think: it stays in as cheaply as it can."""
    staying = [choice for choice in ask.choices if not game.decision(choice.id).gives_up]
    choice = min(staying or ask.choices, key=lambda each: (each.least, -game.decision(each.id).idle))
    return choice.id, choice.least


def machine(table: Table, ask: Ask) -> tuple[str, Cents]:
    """The decision of a machine: thought out where the game knows how, by what its seat sees."""
    return table.game.mathematics.thought(table, ask)() or stay_in(table.game, ask)
