"""Answers for a player who gives none: one whose time has run out, and a bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.book.events import Ask, Choice
from pitboss.book.game import Game
from pitboss.money import Cents

if TYPE_CHECKING:
    from pitboss.table.driver import Table


def silence(game: Game, ask: Ask) -> tuple[str, Cents]:
    """The decision of a player whose time has run out: it adds nothing to a wager, and gives up a hand only if every
    other choice costs money."""

    def meant(choice: Choice) -> tuple[bool, int, bool]:
        decision = game.decision(choice.id)
        return choice.id == ask.usual, decision.idle, not decision.gives_up

    free = [choice for choice in ask.choices if not choice.most]
    choice = max(free, key=meant) if free else min(ask.choices, key=lambda each: each.least)
    return choice.id, choice.least


def stay_in(game: Game, ask: Ask) -> tuple[str, Cents]:
    """The decision of a bot that does not calculate: it stays in as cheaply as it can."""
    staying = [choice for choice in ask.choices if not game.decision(choice.id).gives_up]
    choice = min(staying or ask.choices, key=lambda each: (each.least, -game.decision(each.id).idle))
    return choice.id, choice.least


def boldly(game: Game, ask: Ask) -> tuple[str, Cents]:
    """The decision of a gambler: the largest wager on offer, if there is one."""
    raises = [choice for choice in ask.choices if choice.most and not game.decision(choice.id).gives_up]
    choice = max(raises, key=lambda each: each.most, default=None)
    return (choice.id, choice.most) if choice else stay_in(game, ask)


def bot(table: Table, ask: Ask) -> tuple[str, Cents]:
    """The decision of a bot: calculated from what its seat sees, where the game can."""
    return table.game.mathematics.thought(table, ask)() or stay_in(table.game, ask)
