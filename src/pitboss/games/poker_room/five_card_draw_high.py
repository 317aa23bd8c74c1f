"""Five-card draw, high, 13:69F-14.12."""

from pitboss.games.poker_room.button import ButtonState
from pitboss.games.poker_room.ends import HIGH
from pitboss.games.poker_room.five_card_draw import FiveCardDraw
from pitboss.games.poker_room.funds import Payouts


class FiveCardDrawHigh(Payouts, FiveCardDraw):
    """The highest hand wins: 14.12(h)."""

    State = ButtonState
    ends = (HIGH,)
    showdown_cite = "14.12(h)1"
    classic = ("AsAh5c KsKhKd4c", "AsKsQsJs 9s9h9d", "8s7h6d5c AhAdKc")
