"""Guests who have left for good: their play money goes back, and only journals and postings still name them."""

from __future__ import annotations

from collections.abc import Container

from pitboss.web.database import Database
from pitboss.web.people import Posting, posted
from pitboss.web.transaction import Statement, Unmet

_MOST = 200
"""Guests cleared away at a time."""
_DEPARTED = (
    "SELECT people.name, coalesce(balance, 0) FROM people "
    "LEFT JOIN accounts ON accounts.name = 'wallet:' || people.name "
    "WHERE password = '' AND people.name LIKE 'guest-%' AND since < ? "
    "AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.name = people.name AND seen >= ?) "
    "AND NOT EXISTS (SELECT 1 FROM accounts AS theirs WHERE theirs.balance <> 0 "
    "AND (theirs.name BETWEEN 'award:' AND 'award;' OR theirs.name BETWEEN 'transit:' AND 'transit;') "
    "AND theirs.name LIKE '%:' || people.name) ORDER BY since LIMIT ?"
)
_EMPTY = "UPDATE accounts SET balance = balance WHERE name = ? AND balance <> 0"


async def clear_away(database: Database, now: int, since: int, seated: Container[str]) -> int:
    """Clear away guests who have not been here since a time, and have no chips anywhere. Returns how many."""
    cleared = 0
    for name, balance in await database.read(_DEPARTED, since, since, _MOST):
        if name in seated:
            continue
        wallet = f"wallet:{name}"
        left = Posting(now, "", 0, "guest left", {wallet: -balance, "issue": balance})
        empty = Statement(_EMPTY, [(wallet,)], expect=0)
        gone = [
            Statement(f"DELETE FROM {table} WHERE name = ?", [(each,)])
            for table, each in (
                ("accounts", wallet),
                ("sessions", name),
                ("looks", name),
                ("tries", name),
                ("recall", name),
                ("own_limits", name),
                ("people", name),
            )
        ]
        try:
            await database.write([*(posted(left) if balance else []), empty, *gone])
        except Unmet:
            continue  # somebody has just paid into it
        cleared += 1
    return cleared
