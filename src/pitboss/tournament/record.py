"""The record of a tournament, chained by hash as a table's journal is; and its audit, which replays everything."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec
from msgspec import Struct

from pitboss.book.events import Say
from pitboss.law import Refused
from pitboss.money import dollars, money
from pitboss.table import Table
from pitboss.table import journal as j
from pitboss.table.replay import replayed
from pitboss.tournament.course import Announce, Counted, Course, Dealt, Order
from pitboss.tournament.terms import Terms


class Line(Struct):
    """An order, and its results in words."""

    n: j.Count
    at: j.Time
    command: Order
    events: list[Say]
    chain: str = ""


_decode = msgspec.json.Decoder(Line).decode


class Tournament:
    """A tournament whose course is recorded."""

    def __init__(self, announced: Announce, at: int, storage: j.Storage | None = None) -> None:
        self.course = Course(Terms(announced.file), announced.promise)
        self.journal = j.Journal(storage or j.Memory())
        self.journal.write(at, announced, [])

    def do(self, order: Order, at: int) -> None:
        """Carry out an order and record it."""
        self.course.do(order, at)
        self.journal.write(at, order, [Say(words) for words in self.course.said])


def resumed(
    lines: Iterable[bytes],
    step: Callable[[Tournament, Line], None] | None = None,
    storage: j.Storage | None = None,
) -> Tournament:
    """The tournament of a record; refuses a record that does not follow from its orders."""
    found: Tournament | None = None
    for line in j.chained(lines, _decode):
        if found is not None:
            found.do(line.command, line.at)
        elif isinstance(line.command, Announce):
            found = Tournament(line.command, line.at, storage)
        else:
            raise Refused("the record of a tournament must begin with its announcement")
        if found.journal.chain != line.chain:
            raise Refused(f"line {line.n + 1} does not follow from the orders before it")
        if step:
            step(found, line)
    if found is None:
        raise Refused("the record is empty")
    return found


# ---- at the tables --------------------------------------------------------------------------------------


def arrange(course: Course, number: int, table: Table) -> None:
    """Bring a table to the tournament's state for it: its players with their chips, and the limits of the level. It
    changes only what differs, so it can be repeated after a crash."""
    seats = course.tables.get(number, {})
    for seat, who in list(table.seats.items()):
        if seats.get(seat) != who.name:
            table.leave(seat)
    for seat, name in seats.items():
        chips = course.participants[name].chips
        if chips < table.chips(seat) // 100:  # raced off
            table.leave(seat)
        if lacking := chips - table.chips(seat) // 100:
            table.sit(seat, name, lacking)
    if not seats:
        table.close("tournament")
        return
    rules = course.terms.rules(course.level)
    announced = dict(table.rules) | {name: value for _, each in table.notices for name, value in each.items()}
    if posted := {name: value for name, value in rules.items() if value != announced[name]}:
        table.change_rules(posted, table.now)
    if table.rules.chip != rules.chip:
        table.post_limits({}, chip=rules.chip // 100)


def counted(table: Table) -> Counted:
    """A table between two deals."""
    chips = {seat: table.chips(seat) // 100 for seat in sorted(table.seats)}
    return Counted(table.rounds, chips, getattr(table.state, "button", 0))


# ---- audit ----------------------------------------------------------------------------------------------


def audit(lines: Iterable[bytes], journals: Mapping[int, Iterable[bytes]]) -> dict[str, object]:
    """Re-derive places and prizes: every line of the record, and of the journals of its tables, which must have dealt
    with exactly the seats and chips of the record and end with its counts."""
    problem: str | None = None
    found: Tournament | None = None
    dealt: dict[tuple[int, int], tuple[dict[int, str], dict[int, int], Counted]] = {}
    before: dict[int, tuple[dict[int, str], dict[int, int]]] = {}

    def step(tournament: Tournament, line: Line) -> None:
        nonlocal found, before
        found = tournament
        if isinstance(line.command, Dealt):
            for number, after in line.command.tables.items():
                dealt[number, after.round] = (*before[number], after)
        course = tournament.course
        before = {number: (dict(course.tables[number]), course.stacks(number)) for number in course.tables}

    try:
        whole = resumed(lines, step)
        for number in sorted({number for number, _ in dealt}):
            if number not in journals:
                raise Refused(f"the journal of table {number} is missing")
            _compare(number, journals[number], dealt, whole)
        if dealt:
            raise Refused("a deal of table {} is not in its journal: round {}".format(*min(dealt)))
        if whole.course.ledger.total or (whole.course.phase == "over" and whole.course.ledger["pool"]):
            raise Refused(f"the pool still has {money(whole.course.ledger['pool'])}", "8.6(e)")
    except Refused as refused:
        problem = str(refused)
    course = found.course if found else None
    return {
        "verified": problem is None,
        "tournament": course.terms.file.name if course else None,
        "game": course.terms.game.id if course else None,
        "phase": course.phase if course else None,
        "participants": len(course.participants) if course else 0,
        "deals": course.deals if course else 0,
        "tables": len(journals),
        "places": {each.name: each.place for each in course.places} if course else {},
        "prizes": {each.name: dollars(each.prize) for each in course.places if each.prize} if course else {},
        "chain": found.journal.chain if found else "",
        "problem": problem,
    }


def _compare(
    number: int,
    lines: Iterable[bytes],
    dealt: dict[tuple[int, int], tuple[dict[int, str], dict[int, int], Counted]],
    tournament: Tournament,
) -> None:
    """A table's journal against the record; deals that agree are removed from the list."""

    last: tuple[dict[int, str], Counted] = ({}, Counted(0, {}))

    def step(table: Table, entry: j.Entry) -> None:
        nonlocal last
        if table.game.id != tournament.course.terms.game.id or not table.rules.on("tournament"):
            raise Refused(f"the journal of table {number} does not belong to this tournament")
        names, before = last
        known = dealt.get((number, before.round + 1))
        if isinstance(entry.command, j.Deal) and known and (names, before.chips) != known[:2]:
            raise Refused(f"table {number} dealt round {before.round + 1} to other seats or chips")
        if table.playing:
            return
        last = {seat: table.seats[seat].name for seat in sorted(table.seats)}, counted(table)
        if table.rounds > before.round and known and dealt.pop((number, table.rounds))[2] != last[1]:
            raise Refused(f"table {number} ended round {table.rounds} with other chips")

    for volume in _volumes(lines):
        replayed(j.read(volume), step)


def _volumes(lines: Iterable[bytes]) -> Iterator[list[bytes]]:
    """The volumes of a journal, one by one."""
    volume: list[bytes] = []
    for line in lines:
        if volume and line.startswith(b'{"n":0,'):
            yield volume
            volume = []
        volume.append(line)
    yield volume
