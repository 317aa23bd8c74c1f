"""What a blackjack hand is worth and what it wins: 13:69F-2.1 to 2.12 as functions on integers.

A hand is folded card by card into its hard total and whether it holds an ace. Money is in cents.
Nothing here needs NumPy or Numba: the table calls these functions as they are, the analysis and the
simulation call the same functions compiled.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pitboss.law import rule

LOSES: Final = -1
VOID: Final = 0
WINS: Final = 1


# The count: 2.1, 2.2(b)


@rule("2.2(b)")
def points(card: int) -> int:
    """Two to ten at face value, court cards ten, an ace one; ``total`` makes one ace eleven."""
    rank = card >> 2
    return 1 if rank == 12 else min(rank + 2, 10)


@rule("2.2(b)")
def add(hard: int, ace: bool, value: int) -> tuple[int, bool]:
    """The hard total, and whether there is an ace, after one more card of that value."""
    return hard + value, ace or value == 1


def fold(cards: Iterable[int]) -> tuple[int, bool]:
    """The hard total of a hand, and whether it holds an ace."""
    hard, ace = 0, False
    for card in cards:
        hard, ace = add(hard, ace, points(card))
    return hard, ace


@rule("2.1")
def is_soft(hard: int, ace: bool) -> bool:
    """A soft total counts an ace as eleven."""
    return ace and hard <= 11


@rule("2.2(b)3i")
def total(hard: int, ace: bool) -> int:
    """The score: an ace is eleven unless that would exceed 21."""
    return hard + 10 if is_soft(hard, ace) else hard


@rule("2.1")
def is_blackjack(hard: int, ace: bool, cards: int, split: bool) -> bool:
    """An ace and a ten-value card as the initial two, never on a split hand."""
    return cards == 2 and ace and hard == 11 and not split


# What may be done with a hand: 2.10, 2.11, 2.12


@rule("2.10(a)", "2.6(k)4")
def may_double(score: int, split: bool, only_9_to_11: bool, after_split: bool) -> bool:
    """Doubling on two cards: never on 21; a house may ask for 9, 10 or 11 and forbid it on split hands.

    Two cards with an ace count at least 12, so a score of 9 to 11 is always the hard total of 2.10(a)1.
    """
    if split and not after_split:
        return False
    return 9 <= score <= 11 if only_9_to_11 else score < 21


@rule("2.11(a)", "2.11(c)1", "2.11(e)")
def may_split(first: int, second: int, hands: int, max_hands: int, resplit_aces: bool) -> bool:
    """Two cards identical in value, while the box has room for another hand."""
    if first != second or hands >= max_hands:
        return False
    return hands == 1 or first != 1 or resplit_aces


@rule("2.12(a)")
def may_draw(score: int, split_aces: bool) -> bool:
    """Below 21; a split ace gets its one card and no more."""
    return score < 21 and not split_aces


@rule("2.12(b)", "2.12(d)", "2.12(e)")
def dealer_draws(score: int, soft: bool, hit_soft_17: bool) -> bool:
    """The dealer draws to 17, and to a soft 17 too where the house says so."""
    return score < 17 or (hit_soft_17 and soft and score == 17)


# Settlement: 2.3, 2.6(k), 2.7 to 2.11


@rule("2.3(a)", "2.3(b)", "2.6(k)1", "2.7(b)")
def outcome(
    player: int, cards: int, split: bool, dealer: int, dealer_cards: int, hole_up: bool, split_21_wins: bool
) -> int:
    """Whether a hand wins (1), is void (0) or loses (-1), from the scores and numbers of cards.

    2.3(a)3 says "21 in two cards" where the sister games say blackjack. As printed, an ace and a ten on a
    split hand would beat a drawn 21 (``split_21_wins``); as read it is void, like any equal score.
    """
    if player > 21:
        return LOSES
    blackjack = player == 21 and cards == 2 and not split
    dealer_blackjack = dealer == 21 and dealer_cards == 2
    if blackjack and dealer_blackjack:
        return WINS if hole_up else VOID
    if dealer_blackjack:
        return LOSES
    if blackjack or (split_21_wins and player == 21 and cards == 2 and dealer == 21):
        return WINS
    if player == dealer:
        return LOSES if hole_up else VOID
    return WINS if dealer > 21 or player > dealer else LOSES


@rule("2.3(e)")
def winnings(wager: int, to: int, one: int) -> int:
    """What a wager wins at odds of ``to`` to ``one``; a fraction of a cent stays with the house."""
    return wager * to // one


@rule("2.8(a)1", "2.8(a)2")
def surrendered(wager: int, dealer_blackjack: bool) -> int:
    """What a surrender costs: half the wager, or all of it if the dealer has blackjack."""
    return wager if dealer_blackjack else wager // 2


@rule("2.9(a)", "2.9(c)")
def insurance(wager: int, second_card: int) -> int:
    """Net of an insurance wager: 2 to 1 if the dealer's second card (its points) is a ten, else lost."""
    return 2 * wager if second_card == 10 else -wager


@rule("2.9(b)")
def insurance_limit(wager: int, unit: int) -> int:
    """Half the initial wager, or the next amount that can be made in chips of that unit."""
    return -(-wager // (2 * unit)) * unit


@rule("2.10(b)", "2.11(d)")
def collected_by_blackjack(original: int, busted_extra: int, extra_returned: bool) -> int:
    """What a dealer's blackjack collects from a box that doubled or split: the original wager.

    The text makes no exception for hands that busted before the blackjack showed. As printed their doubled
    and split money goes back too (``extra_returned``); otherwise it stays lost.
    """
    return original if extra_returned else original + busted_extra


# Optional payouts: 2.3(e)1-4


@rule("2.3(e)1")
def is_suited_678(a: int, b: int, c: int) -> bool:
    """The six, seven and eight of one suit, in any order."""
    lowest, highest = min(a, b, c), max(a, b, c)
    return lowest >> 2 == 4 and highest == lowest + 8 and a + b + c == 3 * lowest + 12


@rule("2.3(e)2")
def is_three_sevens(a: int, b: int, c: int) -> bool:
    """Three sevens of any suit."""
    return a >> 2 == 5 and b >> 2 == 5 and c >> 2 == 5


@rule("2.3(e)3")
def is_designated_blackjack(a: int, b: int, ace: int, face: int) -> bool:
    """The ace and face card the house has named."""
    return (a == ace and b == face) or (a == face and b == ace)


@rule("2.3(e)4", "2.16(a)")
def is_five_card_21(score: int, cards: int) -> bool:
    """Five cards totaling 21. Equal to a drawn 21 of the dealer's it is void, as ``outcome`` has it."""
    return score == 21 and cards == 5
