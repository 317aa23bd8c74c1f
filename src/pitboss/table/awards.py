"""What is won from a fund that several tables share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.book.events import Move
from pitboss.law import Refused
from pitboss.money import money
from pitboss.table.journal import Award
from pitboss.table.settlement import Beside

if TYPE_CHECKING:
    from pitboss.table.driver import Table


def check(table: Table, award: Award) -> None:
    """Refuse what cannot be paid at this table."""
    shares, brought = award.shares, award.brought or 0
    for seat in shares:
        table._known(seat)
    if not table.game.funds.fund(table.rules):
        raise Refused("this table shares no fund with others")
    if min(brought, award.elsewhere, *shares.values(), 0) < 0:
        raise Refused("an award must be more than $0")
    if (held := table.ledger[f"meter:{award.meter}"]) + brought < sum(shares.values()) + award.elsewhere:
        raise Refused(f"the fund holds {money(held)} at this table, less than the award")


def pay_out(table: Table) -> None:
    """Pay what the last round has won at a table with a fund of its own, as part of the round's result: the table's
    meter is the fund. A share for the room is paid at tables that this journal does not record."""
    settlement = table.settlement
    for win in list(table.game.funds.wins(table)):
        fund = table.ledger[f"meter:{win.meter}"]
        due = table.game.funds.shares(table.rules, win, fund, elsewhere=True)
        room = due.pop(0, 0)
        shares = {seat: amount for seat, amount in due.items() if amount}
        given = len(table.said)
        table.award(Award(win.meter, shares, win.name, "house", win.round, elsewhere=room))
        assert settlement is not None
        paid = {each.target: each for each in table.said[given:] if isinstance(each, Move)}
        for seat, amount in shares.items():
            settlement.net[seat] += amount
            line = Beside(win.name, amount, paid[f"seat:{seat}"].cite)
            settlement.other.setdefault(seat, []).append(line)
        settlement.bank -= sum(shares.values())
        table._write_state(settlement)
