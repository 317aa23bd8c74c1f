"""Tables that cannot be resumed, because their journal does not follow from the rules or differs from the books.

Nothing is dealt there, and everybody can see why. The floor pays out the chips by the journal's own ledger,
which closes the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.law import Refused
from pitboss.money import Cents, money
from pitboss.table.holdings import Holdings
from pitboss.web.live import Forbidden
from pitboss.web.people import Posting, posted
from pitboss.web.records import played_by
from pitboss.web.transaction import Statement, Unmet

if TYPE_CHECKING:
    from pitboss.web.house import House


class OutOfOrder(Refused):
    """The table cannot be resumed."""

    def __init__(self, identity: str, why: str) -> None:
        super().__init__(f"table {identity} is out of order; the floor pays out the chips on it ({why})")


async def pay_out(house: House, identity: str, by: str, why: str) -> dict[str, Cents]:
    """Players get back their chips and their undecided stakes, and the table is closed. What is left, in a pot that
    nobody has won, goes to the bank."""
    try:
        await house.find(identity)
    except OutOfOrder:
        pass
    else:
        raise Refused("this table is running; close it there")
    await house.return_transit(identity)
    lines = await house.database.read(
        "SELECT line FROM journal WHERE table_id = ? AND volume = (SELECT max(volume) FROM journal WHERE table_id = ?) "
        "ORDER BY n",
        identity,
        identity,
    )
    balance = await house.work(lambda: Holdings(bytes(line) for (line,) in lines))
    if by in balance.owed():
        raise Forbidden("you have chips at this table, so somebody else pays it out")
    account = f"table:{identity}"
    rows = await house.database.read("SELECT balance FROM accounts WHERE name = ?", account)
    held: Cents = rows[0][0] if rows else 0
    owed: dict[str, Cents] = {name: amount for name, amount in balance.owed().items() if amount}
    if held != balance.chips or min(owed.values(), default=0) < 0 or sum(owed.values()) > held:
        raise Refused(
            f"the journal has {money(balance.chips)} at table {identity} and the books {money(held)}: "
            "settle it by hand"
        )
    amounts: dict[str, Cents] = {account: -held, f"bank:{identity}": held - sum(owed.values())}
    for name, amount in owed.items():
        purse = "machines" if played_by(name) else f"wallet:{name}"
        amounts[purse] = amounts.get(purse, 0) + amount
    now = house.clock()
    as_it_was = "UPDATE accounts SET balance = balance + 0 WHERE name = ? AND balance = ?"
    closed = "UPDATE tables SET closed = ?, lease = 0 WHERE id = ? AND owner = ? AND closed IS NULL"
    try:
        await house.write(
            [
                Statement(closed, [(now, identity, house.name)], expect=1),
                *([Statement(as_it_was, [(account, held)], expect=1)] if held else []),
                *posted(
                    Posting(now, identity, len(lines), "paid out", {k: v for k, v in amounts.items() if v})
                ),
            ]
        )
    except Unmet:
        raise Refused("this table has just changed; look at it again") from None
    house.out_of_order.pop(identity, None)
    for name, amount in owed.items():
        house.wallet_changed(name, amount)
    paid = ", ".join(f"{name} {money(amount)}" for name, amount in sorted(owed.items()))
    house.note("paid out", by, identity, f"{why}: {paid or 'nothing'}")
    return owed
