"""Seven-card stud, high-low split, 13:69F-14.9."""

from pitboss.games.poker_room.ends import HIGH, LOW
from pitboss.games.poker_room.funds import Payouts
from pitboss.games.poker_room.stud import (
    HIGH_LOW,
    SevenCardStud,
    highest_ace_low,
    leads,
    most,
    seven_streets,
    showing,
)


class SevenCardStudHighLow(Payouts, SevenCardStud):
    """The highest card opens, the ace under the two; any low hand can win the low half: 14.9(k), 14.9(l)."""

    streets = seven_streets("14.9(d)3", most(highest_ace_low), leads(showing))
    ends = (HIGH, LOW)
    showdown_cite = "14.9(i)3"
    splits = HIGH_LOW
    classic = ("As2h4d7cKs QsQhJd8c3h", "9s9h9dKc2s Ah3h4h6c7d")
