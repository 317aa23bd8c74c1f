"""Tables: the driver, its journal and its ledger."""

from pitboss.table.driver import Policy, Table
from pitboss.table.felt import Bet
from pitboss.table.journal import Entry, File, Journal, Memory, public, read
from pitboss.table.ledger import Ledger
from pitboss.table.running import Cancel, Void
from pitboss.table.settlement import Settled, Settlement

__all__ = [
    "Bet",
    "Cancel",
    "Entry",
    "File",
    "Journal",
    "Ledger",
    "Memory",
    "Policy",
    "Settled",
    "Settlement",
    "Table",
    "Void",
    "public",
    "read",
]
