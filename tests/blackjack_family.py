"""What the tests of the blackjack family share: a table with known cards to come, and a habit to play by."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.book import Deal, Event, Game, Settle
from pitboss.equipment.cards import cards
from pitboss.games.blackjack import mathematics
from pitboss.games.blackjack.charts import (
    ACES,
    BY_CARDS,
    COLUMNS,
    DOUBLE,
    DOUBLED,
    HARD,
    HIT,
    KINDS,
    PAIR,
    SCORES,
    SOFT,
    SPLIT,
    SURRENDER,
    BasicStrategy,
)
from pitboss.table import Table
from tests.tape import Tape

Bets = tuple[tuple[int, str, int], ...]


def dealt(game: Game, in_order: str, bets: Bets, funds: int = 1000, **options: object) -> Table:
    """A table whose first round has begun, with these cards to come in the order in which they leave the shoe."""
    tape = Tape()
    tape.load(cards(in_order))
    table = Table(game, game.rules(**options), chance=tape)
    for seat in sorted({seat for seat, _, _ in bets}):
        table.sit(seat, f"player {seat}", funds)
    for bet in bets:
        table.bet(*bet)
    table.deal()
    return table


def legal(table: Table) -> list[str]:
    return [choice.id for choice in table.legal()]


def said(table: Table, *kinds: type[Event]) -> list[Any]:
    return [event for event in table.said if isinstance(event, kinds)]


def dealt_to(table: Table) -> list[str]:
    return [event.to for event in said(table, Deal)]


def settled(table: Table) -> list[tuple[int, str]]:
    return [(event.seat, event.wager) for event in said(table, Settle)]


# ---- a habit ---------------------------------------------------------------------------------------------------


def cell(kind: int, shown: int, score: int) -> int:
    """What somebody does who has never seen a chart: splits, doubles and gives up now and then, and fears an ace."""
    strong = shown >= 7
    if kind == PAIR:  # by the value of its cards
        return {1: SPLIT | HIT, 4: HIT, 5: DOUBLE | HIT, 10: SPLIT * (shown == 6)}.get(
            score, SPLIT | HIT * strong
        )
    if kind == ACES:
        return DOUBLE * (score < 18)
    if kind == DOUBLED:
        return SURRENDER * (strong and score < 16)
    if kind == SOFT or (kind >= BY_CARDS and kind % 2):
        return HIT * (score < 18) | DOUBLE * (shown in (4, 5, 6) and score < 19)
    drawn = HIT * (score < 12 or (strong and score < 17)) | DOUBLE * (9 <= score <= 11)
    return drawn | SURRENDER * (kind == HARD and score in (15, 16) and shown >= 9)


HABIT: NDArray[np.uint8] = np.array(
    [
        [[cell(kind, shown, score) for score in range(SCORES)] for kind in range(KINDS)]
        for shown in range(COLUMNS)
    ],
    np.uint8,
)
HABIT[:, :PAIR, 21:] = HABIT[:, BY_CARDS:, 21:] = 0


def by_habit(monkeypatch: pytest.MonkeyPatch, *, gives_up_doubles: bool = False) -> None:
    """Every table plays by habit instead of by a chart that would first have to be worked out: what the table and the
    compiled round pay must be the same however a hand is played. A double is given up only where the game knows it."""
    cells = HABIT.copy()
    cells[:, DOUBLED] *= gives_up_doubles
    monkeypatch.setattr(mathematics, "charted", lambda *_: BasicStrategy(cells, (), ()))
