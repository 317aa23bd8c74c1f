"""What is won of a fund that several tables share, where a table is by itself: its meter is the fund."""

from __future__ import annotations

from pitboss.table.driver import Table
from pitboss.table.journal import Award


def pay_out(table: Table) -> None:
    """Pay what the last round has won, as part of its result. What is for the room is paid at tables that nobody here
    tells of."""
    settlement = table.settlement
    for win in list(table.game.wins(table)):
        fund = table.ledger[f"meter:{win.meter}"]
        due = table.game.shares(table.rules, win, fund, elsewhere=True)
        room = due.pop(0, 0)
        shares = {seat: amount for seat, amount in due.items() if amount}
        table.award(Award(win.meter, shares, win.name, "house", win.round, elsewhere=room))
        assert settlement is not None
        for seat, amount in shares.items():
            settlement.net[seat] += amount
        settlement.bank -= sum(shares.values())
        table._tell_state(settlement)
