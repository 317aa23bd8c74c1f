"""Seven-card stud, high-low split eight or better, 13:69F-14.9."""

from pitboss.games.poker_room.ends import EIGHT, HIGH
from pitboss.games.poker_room.funds import Payouts
from pitboss.games.poker_room.stud import HIGH_LOW, SevenCardStud, leads, lowest, most, seven_streets, showing


class SevenCardStudHighLow8(Payouts, SevenCardStud):
    """The lowest card opens, the ace high; the low half needs an eight or better: 14.9(j) to 14.9(l)."""

    streets = seven_streets("14.9(d)4", most(lowest), leads(showing))
    ends = (HIGH, EIGHT)
    showdown_cite = "14.9(i)3"
    splits = HIGH_LOW
    classic = ("As2h4d7cKs QsQhJd8c3h", "9s9h9dKc2s Ah3h4h6c7d")
