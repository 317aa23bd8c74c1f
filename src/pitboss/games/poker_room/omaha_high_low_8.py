"""Omaha, high-low split eight or better, 13:69F-14.11."""

from pitboss.games.poker_room.ends import EIGHT, HIGH
from pitboss.games.poker_room.omaha import Omaha


class OmahaHighLow8(Omaha):
    """The low half needs an eight or better: 14.11(f)2, 14.11(g), 14.11(h)."""

    ends = (HIGH, EIGHT)
    showdown_cite = "14.11(f)2"
    classic = ("AsAh2s3h KdKcQdJc", "As2s3d4d KhKdQcJc")
