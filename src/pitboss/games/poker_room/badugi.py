"""Badugi, 13:69F-14.12B."""

from pitboss.games.poker_room.draw import DrawGame, draw_before, first_cards
from pitboss.games.poker_room.family import End, Splits
from pitboss.law import carries
from pitboss.ranking.badugi import badugi_value, describe


@carries("14.8(a)7", "14.12B(a)")
class Badugi(DrawGame):
    """Four cards and three draws; the most cards that differ in suit and rank win; of equally many, the lowest; ties
    share."""

    reshuffles = "14.12B(f)"
    streets = (
        first_cards("14.12B(e)", 4),
        draw_before("14.12B(g)", big=False),
        draw_before("14.12B(i)", big=True),
        draw_before("14.12B(k)", big=True),
    )
    ends = (End("low", badugi_value, describe, odd="odd-low-chip", size=4),)
    showdown_cite = "14.12B(l)"
    splits = Splits(high="14.12B(l)5")
    classic = ("As2h3d 8s7h6d5c", "As2h3d 2s3h4d", "As2h 9s6h4d")

    def wins_by(self, n: int, value: int) -> str:
        """A badugi, three cards, two or one (14.12B(l)1 to 4)."""
        return f"14.12B(l){5 - (value >> 13)}"
