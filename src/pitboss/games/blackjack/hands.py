"""The value of a hand and how it ends: the rules that the games of the family share, on integers.

A hand is folded card by card into its hard total and whether it holds an ace. The differences between tables and
between games are in the `BlackjackTerms`. Nothing here needs NumPy or Numba: the table calls these functions as they
are; the exact engine and the compiled round call the same functions compiled.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Any, NamedTuple

from pitboss.law import rule


class Hole(IntEnum):
    """When and how the dealer takes the second card (2.6(h), (j), (k))."""

    NONE = 0
    DOWN = 1
    READER = 2
    UP = 3


class Surrender(IntEnum):
    """When a hand may be surrendered for half its wagers."""

    NEVER = 0
    FIRST_TWO = 1  # before anything else is done with it (2.8(a))
    ANY_TIME = 2  # until it stands, even after a split or a double (26.8(a))


class Aces(IntEnum):
    """What split aces receive."""

    ONE_CARD = 0  # 2.11(c)2
    ONE_AND_DOUBLE = 1  # one card, and then a double (36.9(e))
    ANY = 2  # like any hand (19.10)


class BlackjackTerms(NamedTuple):
    """A table of the family as integers, made from the rules in force by `BlackjackGame.terms`: the table, the exact
    engine and the compiled round all read it."""

    hole: Hole = Hole.NONE
    hit_soft_17: bool = False  # 2.12(b)2, (d), (e)
    ties_lose: bool = False  # with the hole card up (2.6(k)1)
    tied_blackjacks_win: bool = False  # 2.6(k)1, 19.5(a)3
    wins_21: int = (
        0  # a 21 that is not a blackjack wins: 1 against a drawn 21 (19.5(a)4), 2 against anything (36.5(b))
    )
    split_21_wins: bool = False  # reading of 2.3(a)3: an ace and a ten on a split hand against a drawn 21
    blackjack_ties_21: bool = False  # reading of 2B.5(b): a blackjack against a drawn 21
    blackjack_on_21: bool = False  # reading of 19.5(e): a blackjack has its own odds against a 21 only
    closes_at: int = 0  # this many cards that are not over 21 win (36.5(b)); 0: no number does
    plays_on: bool = False  # reading of 36.5(b): such a hand may still draw and double
    push_22: bool = False  # a dealer's 22 is not a bust (2A.5(c), 36.5(d))
    double_cards: int = 2  # the most cards on which one may double: two (2.10(a)), or any number (19.9(a))
    double_least: int = 4
    double_most: int = 20
    double_after_split: bool = True  # 2.10(a)2, (d)
    rescue: bool = False  # a doubled hand may be surrendered for the original wager (19.9(d))
    surrender: Surrender = Surrender.NEVER
    surrender_entire: bool = False  # reading of 26.8(a)2: a blackjack takes all wagers that began the hand
    hands: int = 2  # the most that splits can make of one (2.11(c)1, (e))
    resplit_aces: bool = False  # 2.11(e)
    split_aces: Aces = Aces.ONE_CARD
    added_stays_lost: bool = (
        False  # reading of 2.10(b), 2.11(d): additions to a busted hand are lost despite a blackjack
    )
    switched_21_ties: bool = (
        False  # an ace and a ten made by exchanging cards, against a blackjack (2A.5(b)1)
    )
    payouts: Any = ()  # what the game's own rule for winning hands reads (2.3(e))


# The count: 2.1, 2.2(b)


@rule("2.2(b)1-2", "2A.2(b)1-3", "2B.2(b)1-3", "19.2(b)1-2", "26.2(b)1-2", "36.2(a)1-2")
def points(card: int) -> int:
    """Two to ten at face value, court cards ten, an ace one; ``total`` makes one ace eleven."""
    rank = card >> 2
    face = min(rank + 2, 10)  # computed for an ace, too: a branch would be mispredicted
    return 1 if rank == 12 else face


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


@rule(
    *('19.1 "Hard total"', '19.1 "Soft total"', '2.1 "Hard total"', '2.1 "Soft total"'),
    *('2A.1 "Hard total"', '2A.1 "Soft total"', '2B.1 "Hard total"', '2B.1 "Soft total"'),
    *('26.1 "Hard total"', '26.1 "Soft total"', '36.1 "Hard total"', '36.1 "Soft total"'),
)
def is_soft(hard: int, ace: bool) -> bool:
    """A soft total counts an ace as eleven."""
    return ace and hard <= 11


@rule("2.2(b)3i", "19.2(b)3", "26.2(b)3", "36.2(a)3")
def total(hard: int, ace: bool) -> int:
    """The score: an ace is eleven unless that would exceed 21."""
    return hard + 10 if is_soft(hard, ace) else hard


@rule(
    *('19.1 "Blackjack"', '2.1 "Blackjack"', '2A.1 "Blackjack"', '2B.1 "Blackjack"'),
    *('26.1 "Blackjack"', '36.1 "Blackjack"'),
)
def is_blackjack(hard: int, ace: bool, cards: int, split: bool) -> bool:
    """An ace and a ten-value card as the initial two, never on a split hand."""
    return cards == 2 and ace and hard == 11 and not split


# What may be done with a hand


@rule("36.5(b)")
def has_enough_cards(terms: BlackjackTerms, cards: int) -> bool:
    """Does a hand of this many cards win?"""
    return 0 < terms.closes_at <= cards


@rule("36.5(b)", "36.7(h)")
def is_closed(terms: BlackjackTerms, cards: int) -> bool:
    """It has won at once and takes no more."""
    return has_enough_cards(terms, cards) and not terms.plays_on


@rule("2.12(a)", "2.11(c)2", "2A.11(c)2", "2.12(a)3", "19.12(a)1", "26.12(a)1", "36.11(a)1")
def may_draw(terms: BlackjackTerms, score: int, cards: int, split_aces: bool) -> bool:
    """Below 21; a split ace usually gets only one card."""
    return score < 21 and not (split_aces and terms.split_aces != Aces.ANY) and not is_closed(terms, cards)


@rule("2.10(a)", "2.10(d)", "2.6(k)4")
def may_double(terms: BlackjackTerms, score: int, cards: int, split: bool, split_aces: bool) -> bool:
    """Never on 21; a house may ask for 9, 10 or 11 and forbid it on split hands.

    Two cards with an ace count at least 12, so a score of 9 to 11 is always the hard total of 2.10(a)1.
    """
    if cards > terms.double_cards or not terms.double_least <= score <= terms.double_most:
        return False
    if split and not terms.double_after_split:
        return False
    return not (split_aces and terms.split_aces == Aces.ONE_CARD) and not is_closed(terms, cards)


@rule("2.11(a)", "2.11(c)1", "2.11(e)")
def may_split(terms: BlackjackTerms, first: int, second: int, hands: int) -> bool:
    """Two cards identical in value, while the box has room for another hand."""
    if first != second or hands >= terms.hands:
        return False
    return hands == 1 or first != 1 or terms.resplit_aces


@rule("2.12(b)1-2", "2.12(d)", "2.12(e)", "2A.12(b)", "19.12(b)", "26.12(b)", "36.11(b)", "2.12(b)2i-ii")
def dealer_draws(terms: BlackjackTerms, score: int, soft: bool) -> bool:
    """The dealer draws to 17, and on a soft 17 if the house says so."""
    return score < 17 or (terms.hit_soft_17 and soft and score == 17)


@rule("2.6(h)", "2.6(j)")
def plays_blind(terms: BlackjackTerms) -> bool:
    """Are hands played before anybody can know of a dealer's blackjack?"""
    return terms.hole == Hole.NONE or terms.hole == Hole.DOWN


# What a hand holds


@rule("2.3(e)1", "19.5(f)1", "19.5(f)2")
def is_678(a: int, b: int, c: int) -> bool:
    """A six, a seven and an eight, in any order."""
    low, high = min(a, b, c) >> 2, max(a, b, c) >> 2
    return low == 4 and high == 6 and (a >> 2) + (b >> 2) + (c >> 2) == 15


@rule("2.3(e)2", "19.5(f)3", "19.5(f)4")
def is_three_sevens(a: int, b: int, c: int) -> bool:
    """Three sevens of any suit."""
    return a >> 2 == 5 and b >> 2 == 5 and c >> 2 == 5


@rule("2.3(e)1", "19.5(f)2", "19.5(f)4")
def is_one_suit(a: int, b: int, c: int) -> bool:
    """Three cards of one suit."""
    return a & 3 == b & 3 == c & 3


# How a hand ends


class End(IntEnum):
    """How a hand may end. The endings of every game of the family begin with these; a game without one of them has
    `never`."""

    OVER_21 = 0
    LOWER = 1
    TIE_LOST = 2
    TIE = 3
    TIED_BLACKJACKS = 4
    DEALERS_22 = 5
    DEALERS_BLACKJACK = 6
    SURRENDER = 7
    SURRENDER_WAITED = 8
    SURRENDER_TO_BLACKJACK = 9
    RESCUE = 10
    WIN = 11
    BLACKJACK = 12


@rule("36.5(b)")
def wins_outright(terms: BlackjackTerms, score: int, cards: int) -> bool:
    """Does a hand that is not over 21 win no matter what the dealer has?"""
    return has_enough_cards(terms, cards) or (score == 21 and terms.wins_21 == 2)


@rule("2.12(c)", "2A.12(c)", "19.12(c)", "26.12(c)", "36.11(c)")
def awaits_total(terms: BlackjackTerms, score: int, cards: int, blackjack: bool) -> bool:
    """Will the dealer's total decide a hand that is not over 21, or its payout?"""
    if blackjack:
        return terms.blackjack_on_21 or terms.blackjack_ties_21
    if score == 21 and terms.wins_21 > 0:
        return terms.split_21_wins and cards == 2
    return not has_enough_cards(terms, cards)


@rule("2.12(c)", "19.12(c)")
def fears_blackjack(terms: BlackjackTerms, score: int, cards: int, blackjack: bool) -> bool:
    """Would a dealer's blackjack change the result of a hand that is not over 21?"""
    if blackjack:
        return terms.blackjack_on_21 or not terms.tied_blackjacks_win
    return not wins_outright(terms, score, cards)


@rule(
    *("2.3(a)1-2", "2.3(b)", "2.6(k)1", "2.7(b)", "2A.5(c)", "2B.5(a)", "2B.5(b)", "19.5(a)1-4", "36.5(b)"),
    *("2.16(b)", '19.1 "Push"', "26.5(a)1-3", '2A.1 "Push"', '2B.1 "Push"'),
)
def outcome(
    terms: BlackjackTerms, score: int, cards: int, blackjack: bool, dealer: int, dealer_cards: int
) -> End:
    """A hand against the dealer's, from the scores and numbers of cards.

    2.3(a)3 says "21 in two cards" where the sister games say blackjack. As printed, an ace and a ten on a
    split hand would beat a drawn 21 (``split_21_wins``); as read it is void, like any equal score. Where any 21 wins,
    such a win would even be paid like a blackjack (19.5(a)3, 19.5(e)).
    """
    if score > 21:
        return End.OVER_21
    if wins_outright(terms, score, cards):
        return End.BLACKJACK if blackjack else End.WIN
    if dealer == 21 and dealer_cards == 2:
        if not blackjack:
            return End.DEALERS_BLACKJACK
        return End.BLACKJACK if terms.tied_blackjacks_win else End.TIED_BLACKJACKS
    if blackjack and dealer == 21 and terms.blackjack_ties_21:
        return End.TIE
    if blackjack:
        return End.WIN if terms.blackjack_on_21 and dealer != 21 else End.BLACKJACK
    if dealer == 22 and terms.push_22:
        return End.DEALERS_22
    if score != dealer:
        return End.LOWER if score < dealer <= 21 else End.WIN
    if score == 21 and terms.split_21_wins and cards == 2:
        return End.BLACKJACK if terms.wins_21 > 0 else End.WIN
    if score == 21 and terms.wins_21 > 0:
        return End.WIN
    return End.TIE_LOST if terms.ties_lose else End.TIE


@rule("2.9(b)")
def insurance_limit(wager: int, unit: int) -> int:
    """Half the initial wager, or the next amount that can be made in chips of that unit."""
    return -(-wager // (2 * unit)) * unit
