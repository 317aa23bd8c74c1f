"""A table from its journal: the same commands, answered as they were answered, must give the same lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pitboss.book import game_named
from pitboss.book.events import Ask, Event
from pitboss.book.rules import Rules
from pitboss.law import Refused
from pitboss.money import written
from pitboss.table import journal as j
from pitboss.table.driver import Table
from pitboss.table.recorded import Recorded


def replayed(entries: Iterable[j.Entry], step: Callable[[Table, j.Entry], None] | None = None) -> Table:
    """The table a journal tells of; refuses one whose events do not follow from its commands. ``step`` sees the
    table after each line."""
    tape = Recorded()
    memory = j.Memory()
    table: Table | None = None
    for entry in entries:
        tape.load(entry)
        if table is None:
            table = _opened(entry.command, tape, memory)
        else:
            _apply(table, entry)
        if table.journal.chain != entry.chain:
            wrong = _difference(entry.events, table._written)
            raise Refused(f"line {entry.n + 1} does not follow from the rules: {wrong}")
        memory.lines.clear()
        if step:
            step(table, entry)
    if table is None:
        raise Refused("the journal is empty")
    table.recorded.clear()
    return table


def _opened(command: j.Command, tape: Recorded, memory: j.Memory) -> Table:
    if not isinstance(command, j.Open):
        raise Refused("a journal starts with the opening of the table")
    rules = Rules(
        game_named(command.game),
        command.options,
        pay_tables=command.pay_tables,
        limits=command.limits,
        chip=command.chip,
        increment=command.increment,
        positions=command.positions,
        house_way=command.house_way,
    )
    return Table(
        rules.game,
        rules,
        chance=tape,
        clock=tape.clock,
        storage=memory,
        state=command.state,
        identity=command.table,
        carried=command if isinstance(command, j.Continue) else None,
    )


def _apply(table: Table, entry: j.Entry) -> None:
    """Give the command again. The first answer of an `act` is the command itself."""
    asks = [event for event in entry.events if isinstance(event, Ask)]
    table.recorded.extend(asks[1:] if table.asking and isinstance(entry.command, j.Act) else asks)
    match entry.command:
        case j.Sit(seat, name, amount):
            table.sit(seat, name, written(amount))
        case j.Leave(seat):
            table.leave(seat)
        case j.Wager(seat, wager, amount, allowed_by):
            table.bet(seat, wager, written(amount), allowed_by)
        case j.Post(limits, chip, increment):
            table.post_limits(
                {wager: (written(least), written(most)) for wager, (least, most) in limits.items()},
                chip=None if chip is None else written(chip),
                increment=None if increment is None else written(increment),
            )
        case j.Notice(options, effective):
            table.change_rules(options, effective)
        case j.Stand(seat, wager, amount, on, mark):
            table.stand(seat, wager, written(amount), on=on, mark=mark)
        case j.Remove(seat, wager, amount):
            table.remove(seat, wager, written(amount))
        case j.Begin():
            table.deal()
        case j.Act(seat, decision, amount, wager):
            table.act(seat, decision, written(amount) if amount else None, wager)
        case j.Call(called):
            table.call(called)
        case j.Promise():
            table.promise_chance()
        case j.Seed(seat, seed):
            table.seed(seat, seed)
        case j.Annul(by, why):
            table.void(by, why)
        case j.Correct(seat, amount, by, why):
            table.correct(seat, written(amount), by, why)
        case j.Award():
            table.award(entry.command)
        case j.Close(by):
            table.close(by)
        case j.Open():
            raise Refused("a table is opened once")


def _difference(recorded: Sequence[Event], derived: Sequence[Event]) -> str:
    for n, (was, should) in enumerate(zip(recorded, derived, strict=False), 1):
        if was != should:
            return f"event {n} is recorded as {was}, the rules give {should}"
    return f"{len(recorded)} events are recorded, the rules give {len(derived)}"
