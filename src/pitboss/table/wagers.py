"""Wagers made between rounds: the name is read, and the wager is accepted or refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.book.key import Key
from pitboss.law import Refused
from pitboss.money import HELD, Cents, money
from pitboss.table.felt import Bet

if TYPE_CHECKING:
    from pitboss.table.driver import Table


def key(table: Table, seat: int, wager: str) -> str:
    """The one name that a wager has at this table."""
    read = Key.read(wager)
    spot = table.game.spot(table.rules, read.spot)
    data = table.rules.wager(read.id)
    if not read.position:
        return spot
    if not data.elsewhere:
        raise Refused(f"{read.id} can be made only at your own position", data.cite)
    if read.position > table.rules.positions:
        raise no_seat(table, "position", read.position)
    return spot if read.position == seat else f"{spot}@{read.position}"


def no_seat(table: Table, word: str, number: int) -> Refused:
    """Where the number of positions comes from: from the text, or from the house."""
    most, text = table.rules.positions, table.game.data.seats
    says = f"{word} {number} does not exist; this table has {word}s 1 to {most}"
    if text and most == text.most:
        return Refused(says, text.cite)
    return Refused(f"{says}, by the house's choice")


def acceptable(table: Table, seat: int, wager: str, stake: Cents, allowed_by: str = "") -> Bet:
    """The wager, if it may be made."""
    bet = Bet(seat, wager, stake)
    data = table.rules.wager(bet.id)
    if data.bonus:
        raise Refused(f"{bet.id} is paid on another wager and has no stake of its own", data.cite)
    if data.during:
        raise Refused(f"{bet.id} is made during the round, not before it", data.cite)
    before = table.stake(seat, wager)
    table.rules.check_stake(bet.id, before + stake if stake > 0 else stake, posted=not allowed_by)
    if table.chips(seat) < stake:
        raise Refused(f"seat {seat} has {money(table.chips(seat))}, not {money(stake)}")
    if -table.ledger.accounts.get("bank", 0) > HELD:
        raise Refused(
            f"the bank of this table has lost {money(-table.ledger['bank'])} and accepts no more wagers"
        )
    table.game.accept(table, bet)
    return bet
