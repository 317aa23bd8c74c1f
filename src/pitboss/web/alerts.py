"""Alerts: what staff should look at now, from the house's records."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from pitboss.money import money
from pitboss.web.service import Service

_DAY: Final = 86_400_000
_WAITED: Final = 300_000
"""Milliseconds after which a call is overdue."""
_REFUSED: Final = 5
"""Refused sign-ins of one name in a day that are worth a look."""


class Alert(Struct, frozen=True):
    """A sentence, and the page where it is dealt with."""

    at: int
    says: str
    link: str


async def alerts(service: Service) -> list[Alert]:
    """The alerts of the last day, the newest first."""
    read, now = service.database.read, service.clock()
    since = now - _DAY
    found = [
        Alert(now, f"{each} is out of order: {why}", "/floor")
        for each, why in service.house.out_of_order.items()
    ]
    found += [
        Alert(now, f"the balance of {each} differs from its postings", "/surveillance")
        for each in service.house.disputed
    ]
    for at, case, amount, name in await read(
        "SELECT cases.at, cases.id, abs(due - paid), tables.name FROM cases JOIN tables ON tables.id = table_id "
        "WHERE state = 'proposed'"
    ):
        found.append(
            Alert(at, f"case {case} of {money(amount)} at {name} waits for a second person", "/cases")
        )
    for at, name, table in await read(
        "SELECT calls.at, calls.name, tables.name FROM calls JOIN tables ON tables.id = table_id "
        "WHERE taken_by = '' AND calls.at < ?",
        now - _WAITED,
    ):
        found.append(Alert(at, f"{name} has called the floor at {table} and nobody has come", "/floor"))
    most = 100 * service.settings.alert_win
    for at, name, table, title, number, net in await read(
        "SELECT recall.at, recall.name, recall.table_id, tables.name, round, funds_after - funds_before FROM recall "
        "JOIN tables ON tables.id = recall.table_id WHERE recall.at >= ? AND funds_after - funds_before >= ?",
        since,
        most,
    ):
        link = f"/surveillance/{table}/rounds/{number}"
        found.append(Alert(at, f"{name} won {money(net)} in round {number} at {title}", link))
    for name, times, at in await read(
        "SELECT name, count(*), max(at) FROM events WHERE kind = 'sign-in refused' AND at >= ? "
        "GROUP BY name HAVING count(*) >= ?",
        since,
        _REFUSED,
    ):
        link = f"/surveillance/search?act=sign-in+refused&person={name}"
        found.append(Alert(at, f"{times} sign-ins as {name} were refused", link))
    for at, table, says in await read(
        "SELECT at, table_id, says FROM events WHERE kind = 'failure' AND at >= ?", since
    ):
        where = f"/surveillance/{table}" if table else "/events"
        found.append(Alert(at, f"an error stopped {'a table' if table else 'a request'}: {says}", where))
    return sorted(found, key=lambda each: -each.at)
