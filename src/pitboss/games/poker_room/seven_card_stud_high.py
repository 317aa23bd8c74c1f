"""Seven-card stud, high, 13:69F-14.9."""

from pitboss.games.poker_room.ends import HIGH
from pitboss.games.poker_room.funds import Payouts
from pitboss.games.poker_room.stud import SevenCardStud, leads, lowest, most, seven_streets, showing


class SevenCardStudHigh(Payouts, SevenCardStud):
    """The lowest card opens, the highest hand wins."""

    streets = seven_streets("14.9(d)1", most(lowest), leads(showing))
    ends = (HIGH,)
    showdown_cite = "14.9(i)1"
    classic = ("AsAhKd7c2s QsQhJd8c3h", "9s9h9dKc2s AhKhQhJh3c", "AsKsQs7d6c 2h2d8c9hTd")
