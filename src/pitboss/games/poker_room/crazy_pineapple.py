"""Crazy pineapple, 13:69F-14.10(k)2."""

from msgspec.structs import replace

from pitboss.games.poker_room.board import FIFTH, FLOP, FOURTH
from pitboss.games.poker_room.pineapple import THREE, Pineapple


class CrazyPineapple(Pineapple):
    """Pineapple in which the third card is kept until the betting on the flop is over."""

    streets = (THREE, replace(FLOP, discard=1), FOURTH, FIFTH)
    classic = ("AsKs QhQd on Qs7s2d", "AsAh JsTs on Td9s4h", "9s8s AdKd on Ts7dAc")
