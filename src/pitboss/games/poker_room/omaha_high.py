"""Omaha, high, 13:69F-14.11."""

from pitboss.games.poker_room.ends import HIGH
from pitboss.games.poker_room.omaha import Omaha


class OmahaHigh(Omaha):
    """The highest hand wins."""

    ends = (HIGH,)
    showdown_cite = "14.11(f)1"
    classic = ("AsAhKsKh 8c7c6d5d", "AsAh7d2c JsTs9h8h", "KsKhQdJd AcAd4h5h")
