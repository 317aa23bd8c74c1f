"""Tables whose dice are known."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

from pitboss.book import game
from pitboss.book.events import Say
from pitboss.equipment.chance import Live
from pitboss.equipment.entropy import Seeded
from pitboss.games.dice.craps import CrapsState
from pitboss.table import Table

Throw = tuple[int, int]


class Dice(Live):
    """Throws in a given order."""

    def __init__(self, throws: Iterable[Throw] = ()) -> None:
        super().__init__(Seeded(1))
        self.throws = deque(throws)

    def roll(self, of: int) -> tuple[int, ...]:
        return self.throws.popleft() if self.throws else super().roll(of)


def craps(
    *throws: Throw,
    seats: int = 1,
    name: str = "craps",
    options: Mapping[str, object] | None = None,
    state: Mapping[str, object] | None = None,
) -> Table:
    """A table with players 1, 2, 3 … who have ten thousand dollars each."""
    rules = game(name).rules(**(options or {}))
    table = Table(game(name), rules, chance=Dice(throws), state=state)
    for seat in range(1, seats + 1):
        table.sit(seat, f"player {seat}", 10_000)
    return table


def state(table: Table) -> CrapsState:
    assert isinstance(table.state, CrapsState)
    return table.state


def calls(table: Table, to: str = "table") -> list[str]:
    """What was said in the last round."""
    return [each.what for each in table.said if isinstance(each, Say) and each.to == to]
