"""Five-card draw, low, 13:69F-14.12."""

from pitboss.games.poker_room.ends import LOW
from pitboss.games.poker_room.five_card_draw import FiveCardDraw


class FiveCardDrawLow(FiveCardDraw):
    """The best low hand wins: 14.12(h)."""

    ends = (LOW,)
    showdown_cite = "14.12(h)2"
    classic = ("As2h3d4c 9s8h6d5c2c", "As2h4d7c 3s5h6d8c", "As2h3d 4s5h6d8c")
