"""A table from its journal: the same commands, with the answers given then, must produce the same lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

import msgspec

from pitboss.book import game_named
from pitboss.book.data import Value
from pitboss.book.events import Ask, Event
from pitboss.book.rules import Rules, RulesRecord
from pitboss.law import Refused, Slip
from pitboss.money import written
from pitboss.table import journal as j
from pitboss.table.driver import Table
from pitboss.table.entered import EnteredTable
from pitboss.table.opening import rules_hash
from pitboss.table.recorded import Recorded

_OPEN: Final = frozenset(("choices", "usual"))
"""The other decisions open to a player, which may differ between editions; never what was done or moved."""
DESCRIPTIONS: Final = frozenset(("name", "says"))
"""Fields of a state that only describe: the name of a payout, and what won it."""


def replayed(entries: Iterable[j.Entry], step: Callable[[Table, j.Entry], None] | None = None) -> Table:
    """The table of a journal; it refuses a journal whose events do not follow from its commands: byte for byte or,
    for an earlier edition, apart from cites and prose. ``step`` sees the table after each line, and the line with the
    cites and prose that the rules give it."""
    tape = Recorded()
    memory = j.Memory()
    table: Table | None = None
    earlier = False
    for entry in entries:
        tape.load(entry)
        if table is None:
            table = _opened(entry.command, tape, memory)
            earlier = is_earlier(entry.command)
        else:
            table.earlier = entry.events if earlier else None
            try:
                apply(table, entry)
            except Slip as slip:
                if not earlier:
                    raise
                # The decisions open to players then are taken as recorded, so they may lead where no rules go.
                raise Refused(f"line {entry.n + 1} does not follow from the rules: {slip}") from slip
        if table.journal.chain != entry.chain and not (earlier and _alike(entry, memory.lines)):
            wrong = _difference(entry.events, table._written)
            raise Refused(f"line {entry.n + 1} does not follow from the rules: {wrong}")
        table.journal.chain = entry.chain
        memory.lines.clear()
        if step:
            step(table, msgspec.structs.replace(entry, events=table._written))
    if table is None:
        raise Refused("the journal is empty")
    table.recorded.clear()
    table.earlier = None
    return table


def is_earlier(opened: j.Command) -> bool:
    """Was it dealt under an earlier edition, or other rules than these?"""
    if not isinstance(opened, j.Open):
        return False
    here = rules_hash(game_named(opened.game).path.parent)
    return opened.edition < j.EDITION or opened.rules != here


def options(opened: j.Open) -> dict[str, Value]:
    """The house's choices, with the defaults of an earlier edition that have changed since."""
    if opened.edition >= j.EDITION:
        return opened.options
    former = {
        option.id: option.formerly
        for option in game_named(opened.game).data.options
        if option.formerly is not None
        and opened.edition < option.since
        and not (opened.house_way and option.id == "house-way")
    }
    return former | opened.options


def _alike(recorded: j.Entry, written: Sequence[bytes]) -> bool:
    """Does a line follow from the rules apart from cites, prose and the other choices of players? How a table opens is
    read, not derived."""
    if len(written) != 1:
        return False
    derived = msgspec.json.decode(written[0], type=j.Entry)
    same = isinstance(recorded.command, j.Open) or recorded.command == derived.command
    bare = [event.bare() for event in recorded.events]
    return same and without(_OPEN, bare) == without(_OPEN, derived.events)


def without(fields: frozenset[str], value: object) -> object:
    """As plain data, without these fields."""
    if isinstance(value, dict):
        return {name: without(fields, each) for name, each in value.items() if name not in fields}
    if isinstance(value, list | tuple):
        return [without(fields, each) for each in value]
    return without(fields, msgspec.to_builtins(value)) if isinstance(value, msgspec.Struct) else value


def _opened(command: j.Command, tape: Recorded, memory: j.Memory) -> Table:
    if not isinstance(command, j.Open):
        raise Refused("a journal starts with the opening of the table")
    record = msgspec.convert(command, RulesRecord, from_attributes=True)
    rules = Rules.of(
        game_named(command.game),
        msgspec.structs.replace(record, options=options(command)),
        # An earlier edition, or the volume before, may have accepted what this edition refuses.
        lawful=not is_earlier(command) and not isinstance(command, j.Continue),
    )
    make = EnteredTable if command.entered else partial(Table, chance=tape)
    return make(
        rules.game,
        rules,
        clock=tape.clock,
        storage=memory,
        state=command.state,
        identity=command.table,
        carried=command if isinstance(command, j.Continue) else None,
    )


def apply(table: Table, entry: j.Entry) -> None:
    """Repeat the command. The first answer of an `act` is the command itself."""
    asks = [event for event in entry.events if isinstance(event, Ask)]
    if not table.entered:
        table.recorded.extend(asks[1:] if table.asking and isinstance(entry.command, j.Act) else asks)
    match entry.command:
        case j.Sit(seat, name, amount):
            table.sit(seat, name, written(amount))
        case j.Leave(seat):
            table.leave(seat)
        case j.Bet(seat, wager, amount, allowed_by):
            table.bet(seat, wager, written(amount), allowed_by)
        case j.Limits(limits, chip, increment):
            table.post_limits(
                {wager: (written(least), written(most)) for wager, (least, most) in limits.items()},
                chip=None if chip is None else written(chip),
                increment=None if increment is None else written(increment),
            )
        case j.ChangeRules(options, effective):
            table.change_rules(options, effective)
        case j.Stand(seat, wager, amount, on, mark):
            table.stand(seat, wager, written(amount), on=on, mark=mark)
        case j.Remove(seat, wager, amount):
            table.remove(seat, wager, written(amount))
        case j.Deal():
            table.deal()
        case j.Act(seat, decision, amount, wager):
            if table.earlier is not None and asks and (asked := table.question(seat)):
                asked.choices = asks[0].choices  # the answer was one of the choices open to the player then
            table.act(seat, decision, written(amount) if amount else None, wager)
        case j.Enter(by, shows):
            table.enter(shows, by)
        case j.Amend(by, at, shows):
            table.amend(at, shows, by)
        case j.Call(called):
            table.call(called)
        case j.Promise():
            table.promise_chance()
        case j.Seed(seat, seed):
            table.seed(seat, seed)
        case j.Void(by, why):
            table.void(by, why)
        case j.Correct(seat, amount, by, why):
            table.correct(seat, written(amount), by, why)
        case j.Award():
            table.award(entry.command)
        case j.Renew(by, why):
            table.renew(by, why)
        case j.Close(by):
            table.close(by)
        case j.Open():
            raise Refused("a table opens only once")


def _difference(recorded: Sequence[Event], derived: Sequence[Event]) -> str:
    for n, (was, should) in enumerate(zip(recorded, derived, strict=False), 1):
        if was.bare() != should.bare():
            return f"event {n} is recorded as {was.bare()}, the rules give {should.bare()}"
    return f"{len(recorded)} events are recorded, the rules give {len(derived)}"
