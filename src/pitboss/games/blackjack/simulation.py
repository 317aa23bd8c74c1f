"""Blackjack by the million: one box against the dealer, played by a chart from a real shoe.

``play_round`` takes its cards from a given shoe in the order of the table's deal, so that the table can be
dealt the same shoe, take the same decisions and must come to the same cents. Everything is integers and each
block of rounds has its own random stream, so equal seeds give equal sums on any number of workers.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.games.blackjack.analysis import DOUBLE, HIT, SPLIT, SURRENDER, Chart, Rules
from pitboss.games.blackjack.hands import (
    add,
    collected_by_blackjack,
    dealer_draws,
    is_blackjack,
    is_designated_blackjack,
    is_five_card_21,
    is_soft,
    is_suited_678,
    is_three_sevens,
    may_double,
    may_draw,
    may_split,
    outcome,
    points,
    surrendered,
    total,
    winnings,
)
from pitboss.law import Refused, kernel, rule

Cards = NDArray[np.uint8]
Ints = NDArray[np.int64]

NO_HOLE: Final = 0
HOLE_DOWN: Final = 1
HOLE_READ: Final = 2
HOLE_UP: Final = 3

# The rules as an array of integers.
HOLE: Final = 0
HIT_SOFT_17: Final = 1
BLACKJACK_TO: Final = 2
BLACKJACK_ONE: Final = 3
ONLY_9_TO_11: Final = 4
AFTER_SPLIT: Final = 5
MAX_HANDS: Final = 6
RESPLIT_ACES: Final = 7
MAY_SURRENDER: Final = 8
SPLIT_21_WINS: Final = 9
EXTRA_RETURNED: Final = 10
SUITED_678: Final = 11
THREE_SEVENS: Final = 12
FIVE_CARD_21: Final = 13
DESIGNATED_ACE: Final = 14
DESIGNATED_FACE: Final = 15

# What a round leaves behind: the money, then four integers for each hand.
NET: Final = 0
WAGERED: Final = 1  # what was at risk: a dealer's blackjack returns doubled and split money
HANDS: Final = 2
FIRST_HAND: Final = 3
SCORE: Final = 0
COUNT: Final = 1  # cards
WAGER: Final = 2
PLACE: Final = 3  # first card in the low byte, above it where in the shoe the others lie
OUT: Final = FIRST_HAND + 4 * 4

SPARE: Final = 64
"""Cards a round may need beyond the cutting card; more than four hands and the dealer ever take."""

BLOCK: Final = 1 << 20


def rules_array(rules: Rules) -> Ints:
    """The rules as ``play_round`` takes them."""
    ace, face = rules.designated_blackjack or (-1, -1)
    return np.array(
        [
            ("none", "down", "reader", "up").index(rules.hole),
            rules.hit_soft_17,
            *rules.blackjack_pays,
            rules.double == "9-11",
            rules.double_after_split,
            rules.max_hands,
            rules.resplit_aces,
            rules.surrender,
            rules.split_21_wins,
            rules.extra_returned,
            rules.suited_678,
            rules.three_sevens,
            rules.five_card_21,
            ace,
            face,
        ],
        np.int64,
    )


@rule("2.3(e)", "2.6(k)2", "2.7(a)")
def won(shoe: Cards, rules: Ints, wager: int, score: int, cards: int, place: int, blackjack: bool) -> int:
    """What a winning hand wins; ``place`` says where its cards lie in the shoe."""
    if blackjack:
        if is_designated_blackjack(
            place & 255, shoe[place >> 8], rules[DESIGNATED_ACE], rules[DESIGNATED_FACE]
        ):
            return winnings(wager, 2, 1)
        return winnings(wager, rules[BLACKJACK_TO], rules[BLACKJACK_ONE])
    if cards == 3 and score == 21:
        a, b, c = place & 255, shoe[place >> 8], shoe[place >> 16]
        if rules[SUITED_678] != 0 and is_suited_678(a, b, c):
            return winnings(wager, 2, 1)
        if rules[THREE_SEVENS] != 0 and is_three_sevens(a, b, c):
            return winnings(wager, 3, 2)
    if rules[FIVE_CARD_21] != 0 and is_five_card_21(score, cards):
        return winnings(wager, 2, 1)
    return wager
