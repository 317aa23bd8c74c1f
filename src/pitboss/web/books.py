"""The house's books as a whole: every account equals the sum of its postings, and only play money is issued.

What old postings come to is recorded once, so that a start does not add up a year of them."""

from __future__ import annotations

from pitboss.web.database import Database
from pitboss.web.transaction import Row, Statement, Unmet

_SUMS = (
    "SELECT account, sum(amount) AS total FROM ("
    "SELECT account, amount FROM summed WHERE 0 < ? UNION ALL "
    "SELECT account, amount FROM postings WHERE at >= ?) AS each_ GROUP BY account"
)
_DIFFERENT = (
    f"SELECT name, balance, coalesce(total, 0) FROM accounts LEFT JOIN ({_SUMS}) AS sums ON account = name "
    "WHERE balance <> coalesce(total, 0)"
)
_WITHOUT_ACCOUNT = (
    f"SELECT account, 0, total FROM ({_SUMS}) AS sums WHERE total <> 0 "
    "AND account NOT IN (SELECT name FROM accounts)"
)
_ISSUED = (
    "SELECT account, amount, 0 FROM postings WHERE at >= ? AND table_id = '' AND NOT "
    "(why = 'play money' AND (account = 'issue' OR account LIKE ? AND amount > 0) OR "
    "why = 'guest left' AND (account = 'issue' OR account LIKE ? AND amount < 0))"
)
_SUM_UP = (
    "INSERT INTO summed (account, amount) SELECT account, CAST(sum(amount) AS BIGINT) FROM postings "
    "WHERE at >= ? AND at < ? GROUP BY account "
    "ON CONFLICT (account) DO UPDATE SET amount = summed.amount + excluded.amount"
)
_SETTLED = 3_600_000
"""Milliseconds after which no posting of an earlier time is still being written."""


async def differing(database: Database, *, whole: bool = False) -> list[Row]:
    """Accounts that differ from their postings: the name, what it has, and what it should have. ``whole`` trusts no
    sum of before."""
    [(until,)] = [(0,)] if whole else await database.read("SELECT at FROM summed_until")
    rows = await database.read(_DIFFERENT, until, until)
    rows += await database.read(_WITHOUT_ACCOUNT, until, until)
    return rows + await database.read(_ISSUED, until, "wallet:%", "wallet:%")


async def sum_up(database: Database, now: int) -> None:
    """Record what the postings come to that are settled by now."""
    [(since,)] = await database.read("SELECT at FROM summed_until")
    until = now - _SETTLED
    if until <= since:
        return
    moved = Statement("UPDATE summed_until SET at = ? WHERE at = ?", [(until, since)], expect=1)
    try:
        await database.write([moved, Statement(_SUM_UP, [(since, until)])])
    except Unmet:
        return  # another server was quicker


async def forget_sums(database: Database) -> None:
    """The next sum counts every posting."""
    await database.write(
        [Statement("DELETE FROM summed", [()]), Statement("UPDATE summed_until SET at = 0", [()])]
    )
