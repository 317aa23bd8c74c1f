"""Calls of an irregularity: is what is said of it complete, and can it be?"""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING

from pitboss.book.data import Detail, IrregularityData
from pitboss.book.events import POINTS, Deal, Event, Irregular, Irregularity, Shuffle
from pitboss.book.key import Key
from pitboss.book.rules import Rules
from pitboss.law import Refused
from pitboss.money import positive

if TYPE_CHECKING:
    from pitboss.table.driver import Table


def check_call(table: Table, called: Irregularity) -> None:
    """Refuse what cannot happen at this table, or is not said as its entry wants it."""
    data = table.rules.irregularity(called.id)
    _check_point(table, called, data)
    _check_position(table, called, data)
    known = {detail.id: detail for detail in data.detail}
    for name, told in called.detail.items():
        if name not in known:
            has = ", ".join(known) or "none"
            raise Refused(f"{called.id} has no detail {name!r}; it has: {has}", data.cite)
        _check_detail(table, called.id, known[name], told, data.cite)
    for detail in data.detail:
        told_instead = detail.optional or detail.unless in called.detail
        if detail.id not in called.detail and not told_instead:
            either = f" or {detail.unless}" if detail.unless else ""
            raise Refused(f"{called.id} needs the detail {detail.id}{either}", data.cite)


def _check_point(table: Table, called: Irregularity, data: IrregularityData) -> None:
    if called.at is None:
        return
    kind, number = called.at
    if kind not in POINTS:
        raise Refused(f"{kind!r} is no point of a round; there are: {', '.join(POINTS)}")
    if kind not in data.happens and table.earlier is None:
        raise Refused(
            f"{called.id} comes about before a {' or '.join(data.happens)}, not a {kind}", data.cite
        )
    if number < 1:
        raise Refused(f"points of a round are counted from 1: {kind} 1")
    if table.playing and number <= table.count(kind):
        raise Refused(f"{kind} {number} of this round is over")


def places(table: Table) -> set[str]:
    """The positions that something can happen to: where somebody has a wager, and in a game that takes none before the
    round, where everybody is dealt in, all that are taken."""
    seated = () if table.game.wagers_first else table.seats
    return {*(str(bet.position) for bet in table.bets.values()), *map(str, seated)}


def _check_position(table: Table, called: Irregularity, data: IrregularityData) -> None:
    position = called.position
    if data.of == "table":
        if position:
            raise Refused(f"{called.id} concerns the whole table; it has no position", data.cite)
        return
    if not position:
        raise Refused(f"{called.id} concerns one player; say at which position", data.cite)
    if position == "dealer" and data.of == "player-or-dealer":
        return
    place, dot, _ = position.partition(".")
    if place not in places(table):
        raise Refused(f"nobody has a wager at position {place}", data.cite)
    if dot and not table.game.has_hand(table, position):
        raise Refused(f"there is no hand {position}", data.cite)


def _check_detail(table: Table, name: str, detail: Detail, told: str | int | bool, cite: str) -> None:
    number = isinstance(told, int) and not isinstance(told, bool)
    match detail.kind:
        case "number":
            assert detail.range is not None
            least, most = detail.range
            if not number or not least <= int(told) <= most:
                raise Refused(f"{detail.id} of {name} is a number from {least} to {most}, not {told!r}", cite)
        case "seat":
            if not number or told not in table.seats:
                raise Refused(f"{detail.id} of {name}: nobody sits at seat {told!r}", cite)
        case "wager":
            if not isinstance(told, str):
                raise Refused(f"{detail.id} of {name} is a wager, not {told!r}", cite)
            key = Key.read(told)
            table.rules.wager(key.id)
            table.game.spot(table.rules, key.spot)
        case "amount":
            positive(told)
        case "yes-no":
            if not isinstance(told, bool):
                raise Refused(f"{detail.id} of {name} is true or false, not {told!r}", cite)


def comes_about(
    table: Table, called: Irregularity, kind: str, pending: Event, *, at_once: bool = False
) -> bool:
    """Does it come about before this step, or ``at_once`` while somebody is asked? In a journal of an earlier edition,
    which had other moments where none is given, it does where the line has it."""
    data = table.rules.irregularities.get(called.id)  # rules may have changed since it was called
    if data is None or (called.at and (at_once or called.at != (kind, table.count(kind)))):
        return False
    if table.earlier is not None:
        line = table.earlier[len(table.events) :]
        return bool(line) and isinstance(line[0], Irregular) and line[0].id == called.id
    return (called.at is not None or kind in data.happens) and occasion(table, called, pending)


def occasion(table: Table, called: Irregularity, pending: Event) -> bool:
    """Can it come about before this step: do the cards lie there that it needs, and does the game see one?"""
    data = table.rules.irregularity(called.id)
    if data.after:
        dealt = [cards for owner, cards in table.hands.items() if owner != "burn"]
        lies = table.hands.get(called.position) if called.position else any(dealt)
        dealing = called.at is None and data.after == "deal" and isinstance(pending, Deal | Shuffle)
        if not lies or dealing:
            return False
    return table.game.can_happen(table, called, pending)


def schedule(rules: Rules, line: list[Irregularity], called: Irregularity) -> None:
    """Put it in line. What voids a throw comes about last, for with it the next throw is counted."""

    def voids_a_throw(each: Irregularity) -> bool:
        data = rules.irregularities.get(each.id)  # rules may have changed since it was called
        return data is not None and data.effect == "again"

    insort(line, called, key=voids_a_throw)
