"""Calls of an irregularity: is the call complete, and can it happen?"""

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
    """Refuse what cannot happen at this table, or a call that lacks what its entry requires."""
    data = table.rules.irregularity(called.id)
    _check_point(table, called, data)
    _check_position(table, called, data)
    known = {detail.id: detail for detail in data.detail}
    for name, given in called.detail.items():
        if name not in known:
            has = ", ".join(known) or "none"
            raise Refused(f"{called.id} has no detail {name!r}; its details are: {has}", data.cite)
        _check_detail(table, called.id, known[name], given, data.cite)
    for detail in data.detail:
        optional = detail.optional or detail.unless in called.detail
        if detail.id not in called.detail and not optional:
            either = f" or {detail.unless}" if detail.unless else ""
            raise Refused(f"{called.id} needs the detail {detail.id}{either}", data.cite)


def _check_point(table: Table, called: Irregularity, data: IrregularityData) -> None:
    if called.at is None:
        return
    kind, number = called.at
    if kind not in POINTS:
        raise Refused(f"{kind!r} is not a point of a round; the points are: {', '.join(POINTS)}")
    if kind not in data.happens and table.earlier is None:
        raise Refused(f"{called.id} can occur before a {' or '.join(data.happens)}, not a {kind}", data.cite)
    if number < 1:
        raise Refused(f"points of a round are counted from 1, as in {kind} 1")
    if table.playing and number <= table.count(kind):
        raise Refused(f"{kind} {number} of this round is already over")


def places(table: Table) -> set[str]:
    """The positions at which something can happen: those with a wager and, in a game that takes no wagers before the
    round and deals everybody in, all that are occupied."""
    seated = () if table.game.wagers_first else table.seats
    return {*(str(bet.position) for bet in table.bets.values()), *map(str, seated)}


def _check_position(table: Table, called: Irregularity, data: IrregularityData) -> None:
    position = called.position
    if data.of == "table":
        if position:
            raise Refused(f"{called.id} concerns the whole table; leave out the position", data.cite)
        return
    if not position:
        raise Refused(f"{called.id} concerns one player; say at which position", data.cite)
    if position == "dealer" and data.of == "player-or-dealer":
        return
    place, dot, _ = position.partition(".")
    if place not in places(table):
        raise Refused(f"position {place} has no wager", data.cite)
    if dot and not table.game.has_hand(table, position):
        raise Refused(f"there is no hand {position}", data.cite)


def _check_detail(table: Table, name: str, detail: Detail, given: str | int | bool, cite: str) -> None:
    number = isinstance(given, int) and not isinstance(given, bool)
    match detail.kind:
        case "number":
            assert detail.range is not None
            least, most = detail.range
            if not number or not least <= int(given) <= most:
                raise Refused(
                    f"{detail.id} of {name} must be a number from {least} to {most}, not {given!r}", cite
                )
        case "seat":
            if not number or given not in table.seats:
                raise Refused(f"{detail.id} of {name}: seat {given!r} is empty", cite)
        case "wager":
            if not isinstance(given, str):
                raise Refused(f"{detail.id} of {name} must be a wager, not {given!r}", cite)
            key = Key.read(given)
            table.rules.wager(key.id)
            table.game.spot(table.rules, key.spot)
        case "amount":
            positive(given)
        case "yes-no":
            if not isinstance(given, bool):
                raise Refused(f"{detail.id} of {name} must be true or false, not {given!r}", cite)


def comes_about(
    table: Table, called: Irregularity, kind: str, pending: Event, *, at_once: bool = False
) -> bool:
    """Does it occur before this step, or ``at_once`` while a player is asked? A journal of an earlier edition had other
    moments for a call without a point, so there the recorded line decides."""
    data = table.rules.irregularities.get(called.id)  # the rules may have changed since the call
    if data is None or (called.at and (at_once or called.at != (kind, table.count(kind)))):
        return False
    if table.earlier is not None:
        line = table.earlier[len(table.events) :]
        return bool(line) and isinstance(line[0], Irregular) and line[0].id == called.id
    return (called.at is not None or kind in data.happens) and occasion(table, called, pending)


def occasion(table: Table, called: Irregularity, pending: Event) -> bool:
    """Can it occur before this step: are the cards that it needs on the table, and does the game see an occasion?"""
    data = table.rules.irregularity(called.id)
    if data.after:
        dealt = [cards for owner, cards in table.hands.items() if owner != "burn"]
        lies = table.hands.get(called.position) if called.position else any(dealt)
        dealing = called.at is None and data.after == "deal" and isinstance(pending, Deal | Shuffle)
        if not lies or dealing:
            return False
    return table.game.can_happen(table, called, pending)


def schedule(rules: Rules, line: list[Irregularity], called: Irregularity) -> None:
    """Put it in line. What voids a throw comes last, because the next throw is counted with it."""

    def voids_a_throw(each: Irregularity) -> bool:
        data = rules.irregularities.get(each.id)  # the rules may have changed since the call
        return data is not None and data.effect == "again"

    insort(line, called, key=voids_a_throw)
