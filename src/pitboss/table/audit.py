"""Recorded tables: replayed step by step, and verified line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import chain
from zoneinfo import ZoneInfo

import msgspec

from pitboss.book.events import (
    Ask,
    Commit,
    Deal,
    Draw,
    Event,
    Irregular,
    Move,
    Return,
    Reveal,
    Reverse,
    Roll,
    Say,
    Settle,
    Show,
    Spin,
    Stake,
    Travel,
)
from pitboss.equipment.cards import pretty
from pitboss.law import Refused, short
from pitboss.money import dollars, money
from pitboss.table import journal as j
from pitboss.table.driver import Table
from pitboss.table.heads import Head, check_signature, leaf
from pitboss.table.replay import DESCRIPTIONS, is_earlier, options, replayed, without
from pitboss.table.settlement import ending

FORMERLY = "which choices players had, and when irregularities called without a moment occurred"
"""What is taken as recorded from a journal of an earlier edition, or one dealt under other rules. Cards, money and the
chain are always derived again."""


def audit(
    lines: Iterable[bytes],
    before: Iterable[bytes] | None = None,
    heads: Sequence[Head] = (),
    key: str = "",
) -> dict[str, object]:
    """Re-derive every line of a journal: the chain of hashes, the cards against the shuffle and the promise, each
    settlement against the rules, and the ledger, which must sum to zero after every line. A volume begins with what
    the table had: where the volume ``before`` is given, it must end with exactly that. ``heads`` are heads that the
    house has signed, with ``key`` if one is given; the journal must agree with them."""
    rounds = entries = promises = seeds = 0
    opening = j.Open("")
    table: Table | None = None
    problem: str | None = None
    promised = False
    entered: set[str] = set()
    wanted: dict[int, list[Head]] = {}
    for head in heads:
        wanted.setdefault(head.lines, []).append(head)

    def step(at: Table, entry: j.Entry) -> None:
        nonlocal rounds, entries, promises, seeds, opening, table, promised
        if isinstance(entry.command, j.Open):
            opening = entry.command
        if isinstance(entry.command, j.Enter | j.Amend):
            entered.add(entry.command.by)
        chance = promised or at.entered
        if (at.playing or at.rounds > rounds) and entry.n and at.identity and not chance:
            raise Refused(
                f"round {at.rounds + at.playing} of table {at.identity} was played without a promise"
            )
        promised = bool(at.promise)
        promises += sum(isinstance(event, Reveal) for event in entry.events)
        seeds += isinstance(entry.command, j.Seed)
        table, rounds, entries = at, at.rounds, entry.n + 1
        if not entry.n and before is not None:
            _check_continued(entry.command, before, meet)
        if at.ledger.total:
            raise Refused(f"after line {entries} the accounts sum to {money(at.ledger.total)}")
        meet(at)

    def meet(at: Table) -> None:
        for head in wanted.pop(at.journal.lines, ()):
            _check_head(head, at)

    try:
        for head in heads:
            check_signature(head, key)
        whole = replayed(j.read(lines), step)
        _check_covered(whole, [*chain.from_iterable(wanted.values())])
        if key and not whole.identity:
            raise Refused("this is not the journal of a live table: its chance was never promised")
        if key and whole.journal.before and before is None:
            raise Refused(
                f"the first {whole.journal.before} lines of the table are missing; give the volume before this one"
            )
    except Refused as refused:
        problem = str(refused)
    return {
        "verified": problem is None,
        "game": table.game.id if table else None,
        "table": table.identity if table else "",
        "edition": opening.edition,
        "version": opening.version,
        "rules": opening.rules,
        "taken_as_recorded": FORMERLY if table and is_earlier(opening) else "",
        "lines": entries,
        "lines_before": table.journal.before if table else 0,
        "rounds": rounds,
        "promises_kept": promises,
        "seeds": seeds,
        "entered_by": sorted(entered),
        "heads": len(heads),
        "bank": dollars(table.ledger["bank"]) if table else 0,
        "fees": dollars(table.ledger["fees"]) if table else 0,
        "chain": table.journal.chain if table else "",
        "head": leaf(table.identity, table.journal.lines, table.journal.chain) if table else "",
        "problem": problem,
    }


def _check_head(head: Head, table: Table) -> None:
    if head.head != leaf(table.identity, head.lines, table.journal.chain):
        raise Refused(
            f"the house signed another journal: line {head.lines} of table {head.table} or an earlier line was changed"
        )


def _check_covered(table: Table, missing: Sequence[Head]) -> None:
    """A head that matches no line of the journal: its line is not there."""
    first, last = table.journal.before, table.journal.lines
    for head in missing:
        if head.table != table.identity:
            raise Refused(
                f"the head is of table {head.table}, the journal is of {table.identity or 'no live table'}"
            )
        if head.lines <= first:
            raise Refused(f"the house signed line {head.lines}, but this volume begins after line {first}")
        raise Refused(
            f"the house signed {head.lines} lines, but only {last} are here: the "
            "rest was cut off or is not published yet"
        )


def _check_continued(command: j.Command, before: Iterable[bytes], meet: Callable[[Table], None]) -> None:
    ended = replayed(j.read(before), lambda table, _: meet(table)).carried()
    if isinstance(command, j.Open):
        dealt = {name: getattr(ended, name) for name in ("edition", "version", "rules")}
        command = msgspec.structs.replace(command, options=options(command), **dealt)
    if without(DESCRIPTIONS, command) != without(DESCRIPTIONS, ended):
        raise Refused("the volume does not start where the one before it ends")


def narrated(lines: Iterable[bytes]) -> Iterator[dict[str, object]]:
    """A journal in words, one step a line; refuses one that does not follow from the rules."""
    given: list[dict[str, object]] = []

    def step(table: Table, entry: j.Entry) -> None:
        words = [*command_in_words(entry.command), *(f"  {_event(each)}" for each in entry.events)]
        given.append({"n": entry.n, "at": entry.at, "round": table.rounds, "lines": words})

    replayed(j.read(lines), step)
    yield from given


def command_in_words(command: j.Command) -> Iterator[str]:
    """A command in words."""
    match command:
        case j.Continue():
            yield f"{command.game} continues after {command.rounds} rounds in a new volume"
        case j.Open():
            chosen = ", ".join(f"{k}={v}" for k, v in command.options.items())
            yield f"{command.game} opens" + (f" with {chosen}" if chosen else "")
        case j.Sit(seat, name, amount):
            yield f"{name} sits at seat {seat} with {money(amount)}"
        case j.Leave(seat):
            yield f"seat {seat} leaves"
        case j.Bet(seat, wager, amount, allowed_by):
            yield f"seat {seat} bets {money(amount)} on {wager}" + (
                f", allowed by {allowed_by}" if allowed_by else ""
            )
        case j.Limits(limits, chip, increment):
            posted = [f"{w} {money(a)} to {money(b)}" for w, (a, b) in limits.items()]
            posted += [f"chips of {money(chip)}"] if chip is not None else []
            posted += [f"increments of {money(increment)}"] if increment is not None else []
            yield "limits posted: " + ", ".join(posted)
        case j.ChangeRules(options, effective):
            yield f"rules announced, effective {_moment(effective)}: " + ", ".join(
                f"{k}={v}" for k, v in options.items()
            )
        case j.Stand(seat, wager, amount):
            yield f"seat {seat} has {money(amount)} on {wager}"
        case j.Remove(seat, wager, amount):
            yield f"seat {seat} takes down {money(amount)} from {wager}"
        case j.Deal():
            yield "no more bets"
        case j.Act() if command.wager:
            yield f"seat {command.seat}: {command.decision} {command.wager}"
        case j.Enter(by, shows):
            yield f"{by} enters {shows}"
        case j.Amend(by, at, shows):
            yield f"{by} corrects entry {at + 1} to {shows}"
        case j.Call(irregularity):
            yield f"irregularity called: {irregularity.id}"
        case j.Promise():
            yield "the house promises the chance of the next round"
        case j.Seed(seat, seed):
            yield f"seat {seat} adds the seed {seed}"
        case j.Void(by, why):
            yield f"declared void by {by}: {why}"
        case j.Correct(seat, amount, by, why):
            yield f"seat {seat} is corrected by {money(amount)}, by {by}: {why}"
        case j.Award(meter, shares, why, by):
            paid = ", ".join(f"{money(amount)} to seat {seat}" for seat, amount in shares.items())
            yield f"{why}, by {by}: {paid or 'nothing here'} from the fund {meter}"
        case j.Renew(by, why):
            yield f"promises and shoes are void by order of {by}: {why}"
        case j.Close(by):
            yield "the table closes" + (f", by {by}" if by else "")


def _moment(milliseconds: int) -> str:
    """A time on New Jersey's clock: ``Nov 17, 2026, 21:56 EST``."""
    return datetime.fromtimestamp(milliseconds / 1000, ZoneInfo("America/New_York")).strftime(
        "%b %-d, %Y, %H:%M %Z"
    )


def _event(event: Event) -> str:
    """An event in words."""
    match event:
        case Deal():
            return f"{event.to} receives {pretty(event.card)}"
        case Roll():
            return "the dice show " + "-".join(map(str, event.faces))
        case Spin():
            return f"the wheel shows {event.pocket}"
        case Draw():
            return "drawn: " + " ".join(map(str, event.numbers))
        case Ask():
            decided = event.decision or "decides"
            if event.chosen is not None and event.chosen.cards:
                decided = " ".join((event.chosen.verb, *map(pretty, chain.from_iterable(event.cards))))
            return f"seat {event.seat}: {decided}" + (f" {money(event.amount)}" if event.amount else "")
        case Stake():
            return f"seat {event.seat} adds {event.wager} {money(event.amount)}"
        case Return():
            return f"seat {event.seat} gets back {money(event.amount)} of {event.wager}"
        case Settle():
            end = ending(event.result, event.pays, event.lost, event.outcome)
            return f"seat {event.seat} {event.wager} {end} [{short(event.cite)}]"
        case Reverse():
            return f"the settlement of seat {event.seat}'s {event.wager} is reversed [{short(event.cite)}]"
        case Move():
            return f"{money(event.amount)} from {event.source} to {event.target}: {event.why} [{short(event.cite)}]"
        case Travel():
            return f"seat {event.seat}'s {event.wager} moves to {event.to}"
        case Show():
            return f"{event.owner} shows " + " ".join(map(pretty, event.cards))
        case Say():
            return f"“{event.what}”" + (f" to {event.to}" if event.to != "table" else "")
        case Irregular():
            shown = f" (it showed {event.shown})" if event.shown else ""
            return f"irregularity {event.id}{shown}: {event.ruling} [{short(event.cite)}]"
        case Commit():
            return f"promise {event.promise[:16]}…"
        case Reveal():
            return (
                f"round {event.round} was drawn from {event.secret.hex()}, promised as {event.promise[:16]}…"
            )
    return type(event).__name__.lower()


def in_words(event: Event) -> str:
    """An event as a person would describe it."""
    return _event(event)
