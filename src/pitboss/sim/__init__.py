"""Mass simulation: a game's compiled round, played by the million and always the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pitboss.law import Rule

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Tape = NDArray[np.uint8]
    Play = Rule[[Tape, int, Ints, Ints, Ints, Ints, Ints], int]


@dataclass(frozen=True)
class Simulation:
    """The compiled path of a game under given rules.

    ``play(tape, at, stakes, rules, memory, net, staked) -> at`` plays one round for one player. It reads
    chance from ``tape`` at position ``at`` and returns the position after what it used; makes the wagers
    that ``stakes`` asks for (cents, by the order of ``wagers``) as far as they can be made now; decides as
    the best strategy does; and adds to ``net`` and ``staked`` what each wager brought and what was put up
    for it, raises included. ``memory`` outlives the round; its first cell is the money standing on the
    layout. ``rules`` are the options and pay tables in force, as integers.
    """

    game: str
    wagers: tuple[str, ...]
    play: Play
    rules: Ints
    equipment: Literal["deck", "shoe", "dice", "wheel"]
    size: int
    """Cards in the deck or shoe, pockets of the wheel, outcomes of a throw (36 for two dice: 6 × first + second)."""
    draws: int = 1
    """The most that one round reads from the tape."""
    reshuffle: int = 0
    """For a shoe: it is shuffled anew when fewer cards than this are left."""
    memory: int = 1
    rounds_per_hour: int = 60
    reserve: Callable[[Ints], int] | None = None
    """Cents a player needs to make these stakes and see the round through; by default their sum."""


__all__ = ["Simulation"]
