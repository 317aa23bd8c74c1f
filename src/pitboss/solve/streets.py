"""What a game of poker against the house declares of its course: the round, the exact odds, best play and advice read
the same."""

from __future__ import annotations

from msgspec import Struct


class Street(Struct, frozen=True, kw_only=True):
    """Cards that come, and what a player may then do.

    - ``cite``: the paragraph of the decision; of the last cards that of their turning up;
    - ``own``, ``board``, ``up``: how many cards come to his hand, to the board, and face up to the dealer;
    - ``wager``: the one he may make here, or let ride; none: nothing is decided;
    - ``times``: in how many antes;
    - ``folds``: otherwise he leaves the round; else he goes on without it;
    - ``even``: of choices that are worth the same he stakes, the least first, as published strategies have it.
    """

    cite: str
    own: int = 0
    board: int = 0
    up: int = 0
    wager: str = ""
    times: tuple[int, ...] = ()
    folds: bool = False
    even: bool = False
