"""The ends of a pot that games share."""

from __future__ import annotations

from typing import Final

from pitboss.games.poker_room.family import End
from pitboss.ranking import high, low
from pitboss.ranking.high import best_five
from pitboss.ranking.low import ace_to_five, eight_or_better

HIGH: Final = End("high", best_five, high.describe)
LOW: Final = End("low", ace_to_five, low.describe, odd="odd-low-chip")
EIGHT: Final = End("low", eight_or_better, low.describe, odd="odd-low-chip")
