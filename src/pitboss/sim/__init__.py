"""Mass simulation: a game's compiled round, played by the million and always the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pitboss.law import Rule

if TYPE_CHECKING:
    from pitboss.arrays import Bytes, Ints

    Play = Rule[[Bytes, int, Ints, Any, Ints, Ints, Ints], int]


@dataclass(frozen=True)
class Simulation:
    """The compiled path of a ``game`` under given rules. ``wagers`` are those that a plan may name: the ones made
    before the round. Any of them may be simulated alone, to see what it costs, though a table would not take it so.

    The round is ``play``, a `kernel` (`pitboss.compiler`), which decides by `@rule` functions. What it reads from the
    tape is made ``np.int64`` first: machine code takes 2 less 3 of bytes for a huge number.

    ``play(tape, at, stakes, rules, memory, net, staked) -> at`` plays one round for one player. It reads
    chance from ``tape`` at position ``at`` and returns the position after what it used; makes the wagers
    that ``stakes`` asks for (cents, by the order of ``wagers``) as far as they can be made now; decides as
    the best strategy does; and adds to ``net`` and ``staked`` what each wager brought when it was decided and
    what was put up for it when it was made, raises included. A wager that stays up when it has won is put up
    again by the next round, not by the same one.

    ``stakes`` are for new wagers: they may change from round to round, and are all zero while a player waits
    for the last wagers to be decided. Only wagers of the plan, and those made in the course of a round, may
    bring anything. ``memory`` outlives the round and starts as zeros; its first cell is the money standing on
    the layout after the round. ``rules`` are the options and pay tables in force, as integers.

    ``equipment`` is what makes chance, and ``size`` counts the cards in the deck or shoe, pockets of the wheel,
    outcomes of a throw: the tape holds numbers below it. For two dice 36: the faces are ``1 + throw // 6`` and ``1 +
    throw % 6``. ``draws`` is the most that one round reads from the tape. A shoe is shuffled anew when fewer cards
    than ``reshuffle`` are left. ``cards`` are what a deck or shoe holds: by default whole decks of 52, or if that does
    not come out the numbers from 0 on.

    Nobody plays with money that is not there. ``reserve`` tells the cents without which a player does not begin: enough
    to make these stakes and to see the round through, a sum over the wagers; by default the stakes themselves. A game
    against a dealer's poker hand counts all that the best play may ask for, since a hand that cannot be raised is
    thrown away. Where one can play on without adding anything, as in blackjack, the round looks into a cell of the
    memory, ``purse``, before it adds: 0 where nothing limits the player, else one cent more than what is left when the
    stakes are made. What cannot be paid in full is declined, and the hand is played by the best choice that costs
    nothing.
    """

    game: str
    wagers: tuple[str, ...]
    play: Play
    rules: Any
    equipment: Literal["deck", "shoe", "dice", "wheel"]
    size: int
    draws: int = 1
    reshuffle: int = 0
    cards: bytes = b""
    memory: int = 1
    reserve: Callable[[Ints], int] | None = None
    purse: int = 0


__all__ = ["Simulation"]
