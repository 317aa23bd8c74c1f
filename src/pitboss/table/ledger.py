"""Double entry: every movement takes from one account what it gives to another, so the sum of all accounts is always
zero."""

from __future__ import annotations

from collections import defaultdict

from pitboss.law import Refused
from pitboss.money import HELD, Cents, money

ACCOUNTS = ("bank", "fees", "layout", "pot", "centre")
"""Accounts of every table between which a game may move money, in addition to seats, meters and side pots."""


class Ledger:
    """Accounts of a table: ``seat:1`` (a player's chips), ``layout`` (stakes at risk), ``bank`` (the house),
    ``fees``, ``pot``, ``meter:…``, ``centre``, where a player's bank collects before it pays and which is empty
    after the round, and ``cage``, where chips come from and go to."""

    def __init__(self) -> None:
        self.accounts: defaultdict[str, Cents] = defaultdict(int)

    def move(self, source: str, target: str, amount: Cents) -> None:
        if type(amount) is not int or not 0 <= amount <= HELD:
            raise ValueError(f"cannot move {amount} from {source} to {target}")
        accounts = self.accounts
        if accounts[source] < amount and source.startswith(("seat:", "pot", "meter:", "layout", "centre")):
            raise Refused(f"{source} holds {money(accounts[source])}, less than {money(amount)}")
        accounts[source] -= amount
        accounts[target] += amount

    def __getitem__(self, account: str) -> Cents:
        return self.accounts.get(account, 0)  # reading opens no account

    @property
    def total(self) -> Cents:
        """Zero, unless money was created or lost."""
        return sum(self.accounts.values())

    def __repr__(self) -> str:
        return "<ledger " + ", ".join(f"{k} {money(v)}" for k, v in sorted(self.accounts.items()) if v) + ">"
