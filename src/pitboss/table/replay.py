"""A table from its journal: the same commands, answered as they were answered, must give the same lines."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pitboss.book import game
from pitboss.book.events import Ask, Deal, Draw, Event, Irregular, Roll, Shuffle, Spin
from pitboss.book.rules import Rules
from pitboss.equipment.chance import Shoe
from pitboss.law import Refused
from pitboss.money import written
from pitboss.table import journal as j
from pitboss.table.driver import Table


def replayed(entries: Iterable[j.Entry], step: Callable[[Table, j.Entry], None] | None = None) -> Table:
    """The table a journal tells of; refuses one whose events do not follow from its commands. ``step`` sees the
    table after each line."""
    tape = _Tape()
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
    table._recorded.clear()
    return table


def _opened(command: j.Command, tape: _Tape, memory: j.Memory) -> Table:
    if not isinstance(command, j.Open):
        raise Refused("a journal starts with the opening of the table")
    rules = Rules(
        game(command.game),
        command.options,
        pay_tables=command.pay_tables,
        limits=command.limits,
        chip=command.chip,
        positions=command.positions,
    )
    return Table(rules.game, rules, chance=tape, clock=tape.clock, storage=memory, state=command.state)


def _apply(table: Table, entry: j.Entry) -> None:
    """Give the command again. The first answer of an `act` is the command itself."""
    asks = [event for event in entry.events if isinstance(event, Ask)]
    table._recorded.extend(asks[1:] if table.asked and isinstance(entry.command, j.Act) else asks)
    match entry.command:
        case j.Sit(seat, name, amount):
            table.sit(seat, name, written(amount))
        case j.Leave(seat):
            table.leave(seat)
        case j.Wager(seat, wager, amount, allowed_by):
            table.bet(seat, wager, written(amount), allowed_by)
        case j.Post(limits):
            table.post_limits(
                {wager: (written(least), written(most)) for wager, (least, most) in limits.items()}
            )
        case j.Notice(options, effective):
            table.change_rules(options, effective)
        case j.Stand(seat, wager, amount):
            table.stand(seat, wager, written(amount))
        case j.Remove(seat, wager, amount):
            table.remove(seat, wager, written(amount))
        case j.Begin():
            table.deal()
        case j.Act(seat, decision, amount, wager):
            table.act(seat, decision, written(amount) if amount else None, wager)
        case j.Call(called):
            table.irregularity(called.id, called.at, called.position, **called.detail)
        case j.Open():
            raise Refused("a table is opened once")


class _Tape:
    """Chance as a journal recorded it."""

    def __init__(self) -> None:
        self.at = 0
        self._answers: dict[str, deque[Any]] = {}

    def clock(self) -> int:
        return self.at

    def load(self, entry: j.Entry) -> None:
        self.at = entry.at
        answers: dict[str, deque[Any]] = {
            "order": deque(),
            "faces": deque(),
            "pocket": deque(),
            "numbers": deque(),
        }
        for event in entry.events:
            match event:
                case Shuffle():
                    answers["order"].append(list(event.order))
                case Roll():
                    answers["faces"].append(event.faces)
                case Spin():
                    answers["pocket"].append(event.pocket)
                case Draw():
                    answers["numbers"].append(event.numbers)
                case Deal():
                    answers.setdefault(f"card {event.to}", deque()).append(event.card)
                case Irregular() if event.shown:
                    shown = event.shown
                    if shown.startswith("("):
                        faces = tuple(map(int, shown.strip("(),").split(",")))
                        answers["faces"].append(faces)
                        answers["numbers"].append(faces)
                    else:
                        answers["pocket"].append(shown)
        self._answers = answers

    def _next(self, what: str) -> Any:
        queue = self._answers.get(what)
        if not queue:
            raise Refused(f"the journal has no {what} where the rules ask for one")
        return queue.popleft()

    def shuffle(self, cards: list[int]) -> list[int]:
        order: list[int] = self._next("order")
        if sorted(order) != sorted(cards):
            raise Refused("the journal's shuffle is not of the cards in use")
        return order

    def card(self, to: str, shoe: Shoe) -> int:
        card: int = self._next(f"card {to}")
        if shoe and card == shoe[-1]:
            shoe.pop()
        elif shoe:
            raise Refused(f"the journal deals a card to {to} that is not the next of the shoe")
        return card

    def roll(self, of: int) -> tuple[int, ...]:
        faces: tuple[int, ...] = self._next("faces")
        if len(faces) != of or not all(1 <= face <= 6 for face in faces):
            raise Refused(f"the journal records {faces} for a throw of {of} dice")
        return faces

    def spin(self, pockets: tuple[str, ...]) -> str:
        pocket: str = self._next("pocket")
        if pocket not in pockets:
            raise Refused(f"the journal records {pocket}, which the wheel does not have")
        return pocket

    def draw(self, take: int, of: int) -> tuple[int, ...]:
        numbers: tuple[int, ...] = self._next("numbers")
        if len(set(numbers)) != take or not all(1 <= number <= of for number in numbers):
            raise Refused(f"the journal records a draw of {numbers}, not {take} of {of}")
        return numbers


def _difference(recorded: Sequence[Event], derived: Sequence[Event]) -> str:
    for n, (was, should) in enumerate(zip(recorded, derived, strict=False), 1):
        if was != should:
            return f"event {n} is recorded as {was}, the rules give {should}"
    return f"{len(recorded)} events are recorded, the rules give {len(derived)}"
