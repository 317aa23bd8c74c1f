"""Games with community cards in the middle, 14.10(g) to (i): hold 'em, pineapple and omaha."""

from __future__ import annotations

from typing import Final

from pitboss.book import Deal, Round
from pitboss.games.poker_room.betting import Play
from pitboss.games.poker_room.bones import Street
from pitboss.games.poker_room.button import ButtonGame, after_blinds, left_of_button
from pitboss.table import Table


def hole_cards(number: int) -> Street:
    """So many cards to each player, and a betting round that the blinds have opened."""
    return Street("14.10(f)", "d" * number, after_blinds, burn=False)


FLOP: Final = Street("14.10(g)", "ccc", left_of_button)
FOURTH: Final = Street("14.10(h)", "c", left_of_button, big=True)
FIFTH: Final = Street("14.10(i)", "c", left_of_button, big=True)


class BoardGame(ButtonGame):
    """A game in which community cards are turned on three streets."""

    def burn(self, table: Table, play: Play) -> Round:
        """A hole card that was dealt face up may serve as the burn card before the flop (14.15(o)2)."""
        before_flop = not table.cards("community")
        if not (before_flop and table.rules["exposed-card"] == "burn" and table.cards("exposed")):
            yield Deal("burn")
