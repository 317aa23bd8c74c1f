"""Rounds taken step by step in machine code, many tables at once: what a vector environment runs.

A game declares `Steps`; the rules by which its step decides are those of the table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

from pitboss.arrays import Bytes, Ints
from pitboss.compiler import lean_kernel, specialized
from pitboss.law import Rule
from pitboss.sim.chance import State, Tape, deal

DEAL: Final = 0
"""The first action of every game: the round starts."""
OVER: Final = 0
"""The cell of the memory that says that the round is over."""
HAND: Final = 1
"""And the one with the row of the hand to decide on, from 1; 0 if there is no decision."""
FACE_DOWN: Final = 1
FIRST: Final = 2
"""In ``cards`` 0 is no card and 1 one face down; from 2 on they count as in `pitboss.equipment.cards`."""


@dataclass(frozen=True)
class Steps:
    """The compiled steps of a game at one table, for one player.

    ``step(tape, memory, action, rules, cards, mask) -> won`` takes one of the ``actions`` (by its number; 0 deals) and
    returns the cents won or lost by it. It keeps its state in the ``memory``, an array of that many cells, which starts
    as zeros, and sets the cells `OVER` and `HAND`. It writes what the player sees into ``cards``, a row for
    each of the ``owners``, and into ``mask`` which actions are legal next. The ``tape`` holds the cards in the order in
    which they are dealt: the first ``draws`` of the pack ``cards``, shuffled.
    """

    actions: tuple[str, ...]
    owners: tuple[str, ...]
    step: Rule[[Bytes, Ints, int, Any, Bytes, Bytes], int]
    rules: Any
    cards: bytes
    draws: int
    memory: int


class Tables(NamedTuple):
    """Many tables side by side."""

    tapes: Bytes
    memories: Ints
    cards: Bytes
    masks: Bytes
    won: Ints
    over: Bytes


@lean_kernel
def step(tape: Tape, memory: Ints, action: int, rules: Any, cards: Bytes, mask: Bytes) -> int:
    """Stands for the game's own step."""
    raise NotImplementedError


@lean_kernel
def step_all(actions: Ints, tables: Tables, rules: Any, draws: int, state: State) -> None:
    """A step at every table. A table whose round is over is made ready for the next, no matter the action; an action
    that is not legal changes nothing. Without ``draws`` the cards are dealt in the order given."""
    tapes, memories, cards, masks, won, over = tables
    for n in range(len(actions)):
        won[n] = over[n] = 0
        if memories[n, OVER]:
            memories[n, :] = 0
            cards[n, :, :] = 0
            masks[n, :] = 0
            masks[n, DEAL] = 1
            continue
        action = actions[n]
        if not masks[n, action]:
            continue
        if action == DEAL and draws > 0:
            deal(tapes[n], draws, state)
        masks[n, :] = 0
        won[n] = step(tapes[n], memories[n], action, rules, cards[n], masks[n])
        over[n] = memories[n, OVER] != 0


@cache
def compiled_steps(game_step: Rule[..., int]) -> Callable[..., None]:
    """The loop around a game's own step."""
    return specialized(step_all, step=game_step)
