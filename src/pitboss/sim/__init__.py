"""Mass simulation: a game's compiled round, played millions of times and reproducible by seed."""

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
    before the round. Any of them may be simulated alone, to see its cost, although a table would not accept it alone.

    The round is ``play``, a `kernel` (`pitboss.compiler`), which decides by `@rule` functions. Values read from the
    tape are converted to ``np.int64`` first: in machine code, 2 minus 3 in bytes is a huge number.

    ``play(tape, at, stakes, rules, memory, net, staked) -> at`` plays one round for one player. It reads chance from
    ``tape`` at position ``at`` and returns the position after what it used; makes the wagers in ``stakes`` (cents, in
    the order of ``wagers``) if they can be made now; decides by the best strategy; and adds to ``net`` and ``staked``
    the result of each wager when it is decided and its stake when it is made, including raises. A wager that stays up
    after a win is staked again by the next round, not by the same one.

    ``stakes`` are for new wagers: they may change from round to round, and are all zero while a player waits for the
    last wagers to be decided. Only wagers of the plan, and those made during a round, may have results. ``memory``
    outlives the round and starts as zeros; its first cell is the money on the layout after the round. ``rules`` are the
    options and pay tables in force, as integers.

    ``equipment`` is the source of chance, and ``size`` is the number of cards in the deck or shoe, pockets of the
    wheel, or outcomes of a throw: the tape holds numbers below it. For two dice 36: the faces are ``1 + throw // 6``
    and ``1 + throw % 6``. ``draws`` is the most that one round reads from the tape. A shoe is shuffled again when fewer
    cards than ``reshuffle`` are left. ``cards`` are the cards of a deck or shoe: by default whole decks of 52, or the
    numbers from 0 if that does not fit.

    Nobody plays with money they do not have. ``reserve`` is the cents a player needs to begin: enough for these stakes
    and the rest of the round, a sum over the wagers; by default the stakes themselves. A game against a dealer's poker
    hand counts everything that best play may require, because a hand that cannot be raised is folded. Where players can
    continue without adding anything, as in blackjack, the round checks a cell of the memory, ``purse``, before it adds:
    0 for no limit, else one cent more than the money left after the stakes. Amounts that cannot be paid in full are
    declined, and the hand is played by the best choice that costs nothing.
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
