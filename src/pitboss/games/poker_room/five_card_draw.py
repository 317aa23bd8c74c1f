"""What the two forms of five-card draw share, 14.12."""

from pitboss.games.poker_room.draw import DrawGame, draw_before, first_cards
from pitboss.law import carries


@carries("14.8(a)4", "14.12(a)")
class FiveCardDraw(DrawGame):
    """Five cards, one draw, a betting round before and after it."""

    reshuffles = "14.12(f)2"
    streets = (first_cards("14.12(e)", 5), draw_before("14.12(g)", big=True))
