"""The course of a game of poker against the house, as the game declares it: the round, the exact odds, best play and
advice all read it."""

from __future__ import annotations

from msgspec import Struct


class Street(Struct, frozen=True, kw_only=True):
    """Cards dealt, and the player's choices after them.

    - ``cite``: the paragraph of the decision; of the last cards that of their turning up;
    - ``own``, ``board``, ``up``: how many cards are dealt to the hand, to the board, and face up to the dealer;
    - ``wager``: the one that may be made here, or left to ride; none: nothing is decided;
    - ``times``: in how many antes;
    - ``folds``: without the wager the player leaves the round; else the round continues without it;
    - ``even``: of equally good choices the player stakes, the least first, as published strategies have it.
    """

    cite: str
    own: int = 0
    board: int = 0
    up: int = 0
    wager: str = ""
    times: tuple[int, ...] = ()
    folds: bool = False
    even: bool = False
