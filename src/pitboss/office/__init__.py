"""The back office: what tables, games, pits, shifts, days and people have brought the house, from journals alone.

>>> from pitboss.office import figures, rounds_of
>>> from pitboss.table import Table
>>> table = Table("roulette", seed=3)
>>> table.sit(1, "Ann", 500)
>>> for _ in range(10):
...     table.bet(1, "red", 25)
...     table.deal()
>>> found, = figures(rounds_of(table.journal.storage.lines, "Roulette 1"), by=("game",))
>>> found.key, found.rounds, found.handle, round(found.theoretical_win)
(('roulette',), 10, 25000, 658)
"""

from pitboss.office.counts import Count, Counted, counted
from pitboss.office.days import Days
from pitboss.office.figures import BY, Figures, figures
from pitboss.office.rounds import Chips, History, Odds, Round, history, rounds_of

__all__ = [
    "BY",
    "Chips",
    "Count",
    "Counted",
    "Days",
    "Figures",
    "History",
    "Odds",
    "Round",
    "counted",
    "figures",
    "history",
    "rounds_of",
]
