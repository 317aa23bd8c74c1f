"""Mini-craps, 13:69F-1: craps at a small table, without the fire bet (1.2(a)).

The players are seated and stay seated until the round ends (1.3(f)): at a table here only seats can bet, and
nobody leaves while a wager is in play. The dice are offered from the dealer's left (1.7(b)2).
"""

from __future__ import annotations

from pitboss.games.dice.craps import Craps


class MiniCraps(Craps):
    """Craps, supervised by a floorperson instead of a boxperson."""

    supervisor = "floorperson"
