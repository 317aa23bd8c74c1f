"""Seats: drawn at first, then kept even. A player is moved when next to pay the big blind, so that nobody pays it twice
because of a move, and no newcomer avoids it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial

Tables = dict[int, dict[int, str]]
"""The names at the seats of each table."""


def clockwise(seats: Collection[int], start: int) -> list[int]:
    return sorted(seats, key=lambda seat: (seat < start, seat))


def drawn(order: Sequence[str], seats: int) -> Tables:
    """As few tables as possible, filled in the order of the draw, one seat after another at each."""
    number = -(-len(order) // seats)
    tables: Tables = {table: {} for table in range(1, number + 1)}
    for place, name in enumerate(order):
        tables[place % number + 1][place // number + 1] = name
    return tables


def due(seats: Collection[int], button: int) -> list[int]:
    """Seats in the order in which the blinds reach them: the first has the first blind of the next deal, the second the
    next one, and the last the button."""
    return clockwise(seats, clockwise(seats, button)[0] + 1)


def free(seats: Collection[int], button: int, positions: int) -> list[int]:
    """The seats open to a newcomer, in the order in which the big blind reaches them. Nobody sits down between the
    button and the first blind: a player who has just paid the big blind could pay it again. Without a button, every
    free seat."""
    everywhere = range(1, positions + 1)
    if not button or len(seats) < 2:
        return [seat for seat in everywhere if seat not in seats]
    around = clockwise(everywhere, due(seats, button)[0] + 1)
    return [seat for seat in around[: around.index(button)] if seat not in seats]


def leaving(seats: Collection[int], button: int) -> int:
    """The player moved from a table: the one whom the big blind reaches next; without a button, the last to be dealt
    to."""
    return due(seats, button)[:2][-1] if button else max(seats)


def with_newcomers(
    tables: Mapping[int, Mapping[int, str]],
    names: Sequence[str],
    buttons: Mapping[int, int],
    positions: int,
    fresh: int,
) -> Tables:
    """Late entrants at the smallest tables with room; if every seat is taken, at a new table."""
    kept: Tables = {number: dict(seats) for number, seats in tables.items()}
    for name in names:
        if not _seated(name, kept, buttons, positions) and all(len(kept[each]) == positions for each in kept):
            kept[max(fresh, *(number + 1 for number in kept))] = {1: name}
    return kept


def _seated(name: str, among: Tables, buttons: Mapping[int, int], positions: int) -> bool:
    """At the smallest of these tables with room for a newcomer."""
    for number in sorted(among, key=lambda number: (len(among[number]), number)):
        if places := free(among[number], buttons.get(number, 0), positions):
            among[number][places[0]] = name
            return True
    return False


def rearranged(tables: Mapping[int, Mapping[int, str]], buttons: Mapping[int, int], positions: int) -> Tables:
    """Surplus tables broken, the smallest first, and players moved until no table has two more than another. A move
    between a button and a blind waits for the next deal."""
    kept: Tables = {number: dict(seats) for number, seats in tables.items() if seats}
    players = sum(map(len, kept.values()))
    seat = partial(_seated, buttons=buttons, positions=positions)

    def without(broken: int) -> Tables | None:
        """Its players at the other tables, as the big blind reaches them."""
        rest = {number: dict(seats) for number, seats in kept.items() if number != broken}
        first, *others = due(kept[broken], buttons.get(broken, 0))
        return rest if all(seat(kept[broken][each], rest) for each in (*others, first)) else None

    while len(kept) > -(-players // positions):
        smallest_first = sorted(kept, key=lambda number: (len(kept[number]), -number))
        if (fewer := next(filter(None, map(without, smallest_first)), None)) is None:
            break
        kept = fewer
    while True:
        largest = max(kept, key=lambda number: (len(kept[number]), -number))
        smallest = min(kept, key=lambda number: (len(kept[number]), number))
        if len(kept[largest]) - len(kept[smallest]) < 2:
            return kept
        mover = leaving(kept[largest], buttons.get(largest, 0))
        if not seat(kept[largest][mover], {smallest: kept[smallest]}):
            return kept
        del kept[largest][mover]
