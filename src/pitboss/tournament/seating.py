"""Who sits where: drawn at first, then kept even. A player is moved when the big blind would reach him, so that nobody
pays one twice for being moved, and no newcomer sits down where somebody else would."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial

Tables = dict[int, dict[int, str]]
"""The names at the seats of each table."""


def clockwise(seats: Collection[int], start: int) -> list[int]:
    return sorted(seats, key=lambda seat: (seat < start, seat))


def drawn(order: Sequence[str], seats: int) -> Tables:
    """As few tables as there can be, filled in the order of the draw, one seat after the other at each."""
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
    """Where a newcomer may sit, the seat first that the big blind reaches first. From the button to the first blind
    nobody sits down: who has just had the big blind could have it again. Where there is no button, every free seat."""
    everywhere = range(1, positions + 1)
    if not button or len(seats) < 2:
        return [seat for seat in everywhere if seat not in seats]
    around = clockwise(everywhere, due(seats, button)[0] + 1)
    return [seat for seat in around[: around.index(button)] if seat not in seats]


def leaving(seats: Collection[int], button: int) -> int:
    """Who is moved from a table: whom the big blind reaches next; without a button, who is dealt to last."""
    return due(seats, button)[:2][-1] if button else max(seats)


def with_newcomers(
    tables: Mapping[int, Mapping[int, str]],
    names: Sequence[str],
    buttons: Mapping[int, int],
    positions: int,
    fresh: int,
) -> Tables:
    """Late entrants at the smallest tables that have a place for them; where every seat is taken, at a fresh one."""
    kept: Tables = {number: dict(seats) for number, seats in tables.items()}
    for name in names:
        if not _seated(name, kept, buttons, positions) and all(len(kept[each]) == positions for each in kept):
            kept[max(fresh, *(number + 1 for number in kept))] = {1: name}
    return kept


def _seated(name: str, among: Tables, buttons: Mapping[int, int], positions: int) -> bool:
    """At the smallest of these tables that has a place for a newcomer."""
    for number in sorted(among, key=lambda number: (len(among[number]), number)):
        if places := free(among[number], buttons.get(number, 0), positions):
            among[number][places[0]] = name
            return True
    return False


def rearranged(tables: Mapping[int, Mapping[int, str]], buttons: Mapping[int, int], positions: int) -> Tables:
    """The tables broken that are one too many, the smallest first, and players moved until no table has two more than
    another. What would put somebody between a button and a blind waits for the next deal."""
    kept: Tables = {number: dict(seats) for number, seats in tables.items() if seats}
    players = sum(map(len, kept.values()))
    seat = partial(_seated, buttons=buttons, positions=positions)

    def without(broken: int) -> Tables | None:
        """Its players at the others, as the big blind reaches them."""
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
