"""What a house announces when it changes a table (8.3): limits at once, other rules half an hour before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pitboss.book.data import REQUIREMENTS, Value
from pitboss.book.events import Event, Say
from pitboss.book.rules import Rules, enough_notice
from pitboss.law import Refused, cite
from pitboss.money import Cents, money

if TYPE_CHECKING:
    from pitboss.table.driver import Table

_HALF_AN_HOUR = {"sign": "8.3(b)1", "table": "8.3(b)2", "Division": "8.3(b)3"}
_AT_ONCE = {"sign and table": "8.3(c)"}


def limits(
    rules: Rules, posted: Mapping[str, tuple[Cents, Cents]], chip: Cents | None, increment: Cents | None
) -> tuple[Rules, list[Event]]:
    """The rules with these limits, smallest chip and increments, and their announcement."""
    for wager in posted:
        rules.wager(wager)
    rules = rules.changed(None, posted, chip, increment)
    given = [f"new limits of {', '.join(posted)}"] if posted else []
    given += [f"chips of {money(rules.chip)}"] if chip is not None else []
    given += [f"increments of {money(rules.unit)}"] if increment is not None else []
    if not given:
        raise Refused("there are no limits to post")
    return rules, _announced("; ".join(given), _AT_ONCE)


def change(
    table: Table, options: Mapping[str, object], effective: int
) -> tuple[dict[str, Value], list[Event]]:
    """The options as they will be from that time on, and their announcement."""
    at_once = {option.id for option in table.game.data.options if option.kind == "limit"}
    whose = _AT_ONCE if options and options.keys() <= at_once else _HALF_AN_HOUR
    if whose is _HALF_AN_HOUR:
        enough_notice(table.now, effective)
    if asked := set(REQUIREMENTS) & options.keys():
        raise Refused(
            f"{min(asked)} is a wagering requirement; it is posted with limits and takes effect at once",
            "8.3(c)",
        )
    changed = table.rules.changed(options=options)
    table.game.posting.may_become(table, changed)
    new = {name: changed[name] for name in options}
    given = ", ".join(f"{name}={value}" for name, value in new.items())
    return new, _announced(f"from {effective}: {given}", whose)


def _announced(what: str, whose: Mapping[str, str]) -> list[Event]:
    return [Say(what, to=whom, cite=cite(text)) for whom, text in whose.items()]
