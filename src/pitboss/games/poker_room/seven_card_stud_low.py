"""Seven-card stud, low, 13:69F-14.9."""

from pitboss.games.poker_room.ends import LOW
from pitboss.games.poker_room.stud import (
    SevenCardStud,
    highest_ace_low,
    leads,
    low_showing,
    most,
    seven_streets,
)


class SevenCardStudLow(SevenCardStud):
    """The highest card opens, the best low showing leads after that, and the best low hand wins."""

    streets = seven_streets("14.9(d)2", most(highest_ace_low), leads(low_showing))
    ends = (LOW,)
    showdown_cite = "14.9(i)2"
    classic = ("As2h4d7cKs 3s5h6d8cQh", "2s3h5d9cTs As4h6dJcKh")
