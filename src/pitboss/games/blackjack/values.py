"""The value of every hand with each choice: the tree of play."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from pitboss.arrays import Bytes, Floats, Ints
from pitboss.book import rule
from pitboss.compiler import kernel
from pitboss.games.blackjack.dealer import BLACKJACK, OVER, RESULTS, Dealer, dealer_odds, no_blackjack
from pitboss.games.blackjack.every_hand import ACE, Hands, all_hands
from pitboss.games.blackjack.hands import (
    BlackjackTerms,
    End,
    Surrender,
    may_double,
    may_draw,
    outcome,
    plays_blind,
)
from pitboss.games.blackjack.house import House, Prices


@kernel
def stand_value(
    terms: BlackjackTerms, worth: Floats, pays: float, score: int, cards: int, blackjack: bool, odds: Floats
) -> float:
    """Expectation of standing with a unit whose result is ``worth`` in each ending and ``pays`` if it wins, apart from
    what a dealer's blackjack takes. A blackjack may win like any hand, and a 21 like a blackjack: then each ending has
    its own payout."""
    value = 0.0
    own = End.BLACKJACK if blackjack else End.WIN
    for result in range(RESULTS + 1):
        if result != BLACKJACK:
            end = outcome(terms, score, cards, blackjack, 26 if result == OVER else 17 + result, 3)
            value += odds[result] * (pays if end == own else worth[end])
        elif plays_blind(terms) and not blackjack and outcome(terms, score, cards, False, 21, 2) == End.WIN:
            value += odds[result] * (pays - worth[End.DEALERS_BLACKJACK])
    return value


@kernel
def draw_value(
    hands: Hands, shown: Ints, left: Ints, cards: int, hand: int, next_: Floats, clear: float, gone: float
) -> float:
    """Expectation of one more card, ``next_`` being the value of each hand; ``cards`` can be drawn. A bust loses in
    the rounds that are ``clear`` of a blackjack, and ``gone`` is lost at once in any round."""
    value = 0.0
    for rank in range(10):
        have = left[rank] - shown[rank]
        if have > 0:
            child = hands.child[hand, rank]
            if child >= 0:
                value += have * next_[child]
            else:
                left[rank] -= 1
                value -= have * (clear * no_blackjack(shown, left, cards - 1) + gone)
                left[rank] += 1
    return value / cards


@rule()  # also called hand by hand: passing the terms to machine code takes longer than the sum
def surrender_value(terms: BlackjackTerms, clear: float, added: float) -> float:
    """Half a unit in the rounds that are ``clear`` of a blackjack. By a reading of 26.8(a)2, an unknown blackjack
    also takes what was ``added`` before the cards, but not the wager of a hand from a split."""
    entire = terms.surrender_entire and plays_blind(terms) and added < 1.0
    return -clear / 2 - ((1.0 - clear) * added if entire else 0.0)


class Values(NamedTuple):
    """Expectations [start, hand] of each choice for a hand that began with one unit, apart from what a dealer's
    blackjack takes."""

    stand: Floats
    hit: Floats
    double: Floats
    kept: Floats  # of a hand once it is doubled and not given up
    doubled: Floats  # and of one played best
    best: Floats
    wager: Floats  # the amount at risk with best play, if there is no dealer's blackjack
    drawn: Floats  # and once it is hit
    won: Floats  # for two cards, once hit: the probability that a third makes them a winning 21, and wins
    choice: Bytes  # the best choice: STAND or another


STAND: Final = 0
HIT: Final = 1
DOUBLE: Final = 2
SURRENDER: Final = 3
CHOICES: Final = 3
GIVEN_UP: Final = 4
"""As an addition to one of the choices: the hand is surrendered if it was doubled with its last card."""


class Tree(NamedTuple):
    """Every hand, and how it is played."""

    hands: Hands
    dealer: Dealer
    terms: BlackjackTerms
    prices: Prices


def tree_of(house: House, dealer: Dealer) -> Tree:
    return Tree(all_hands(), dealer, house.terms, house.prices)


def blank(dealer: Dealer) -> Values:
    shape = (len(dealer.start), len(all_hands().size))
    return Values._make([*(np.zeros(shape) for _ in Values._fields[:-1]), np.zeros(shape, np.uint8)])


@kernel
def hands_from(hands: Hands, shoe: Ints, pair: int) -> Ints:
    """The hands of two cards and more that the shoe holds; with ``pair``, those with such a card."""
    held = np.empty(len(hands.size), np.bool_)
    for hand in range(len(held)):
        fits = hands.size[hand] > 1 and (pair < 0 or hands.counts[hand, pair] > 0)
        held[hand] = fits and (shoe - hands.counts[hand]).min() >= 0
    return np.flatnonzero(held)


@kernel
def hand_values(tree: Tree, shoe: Ints, pair: int, added: float, values: Values, by: Values) -> None:
    """Fill in every hand of two cards and more: each as dealt or, with ``pair``, as grown from a split one. This share
    of the unit on it was ``added``, before the cards (26.7(d)) or by a split; the rest is original.

    The choice between stand, hit and double is made ``by`` these values, most often the same ones.
    """
    hands, dealer, terms, prices = tree
    split, held = pair >= 0, hands_from(hands, shoe, pair)
    odds = dealer_odds(dealer, shoe, hands.counts[held])
    worth = (1.0 - added) * prices.original + added * prices.added
    kept = plays_blind(terms) and terms.added_stays_lost
    for place in range(len(held) - 1, -1, -1):
        hand = held[place]
        left = shoe - hands.counts[hand]
        score, size, two = hands.score[hand], hands.size[hand], hands.size[hand] == 2
        cards = left.sum() - dealer.size
        draws = may_draw(terms, score, size, pair == ACE)
        doubles = may_double(terms, score, size, split, pair == ACE)
        pays = prices.split[hand] if split else prices.dealt[hand]
        natural = two and score == 21 and not split
        suited = prices.suited[hand]
        for s in range(len(dealer.start)):
            shown, faced = dealer.shown[s], odds[place, s]
            if not faced.any():
                continue
            clear = no_blackjack(shown, left, cards)
            values.stand[s, hand] = stand_value(terms, worth, pays, score, size, natural, faced)
            lost_doubled = 0
            if size > 2:
                again = prices.doubled[hand]
                kept_ = stand_value(terms, prices.added, again, score, size, False, faced)
                kept_ += stand_value(terms, worth, again, score, size, False, faced)
                gives_up = terms.rescue or terms.surrender == Surrender.ANY_TIME
                given_up = surrender_value(terms, clear, added) - clear / 2
                if terms.rescue:
                    # 19.9(d): a rescued hand has lost its wager, although a blackjack would have returned a split one
                    given_up = -1.0 if added > 0.0 and plays_blind(terms) else -clear
                values.kept[s, hand] = kept_
                values.doubled[s, hand] = max(kept_, given_up) if gives_up else kept_
                if by.doubled[s, hand] > by.kept[s, hand]:
                    values.doubled[s, hand], lost_doubled = given_up, GIVEN_UP
                else:
                    values.doubled[s, hand] = kept_
            if draws:
                gone = added if kept else 0.0
                next_ = values.best[s]
                values.hit[s, hand] = draw_value(hands, shown, left, cards, hand, next_, 1.0 - gone, gone)
                values.drawn[s, hand] = clear
                if terms.double_cards > size and (suited >= 0 or by.hit[s, hand] > by.stand[s, hand]):
                    next_ = values.wager[s]
                    values.drawn[s, hand] = draw_value(hands, shown, left, cards, hand, next_, -1.0, 0.0)
            if doubles:
                gone = 1.0 + added if kept else 0.0
                next_ = values.doubled[s]
                values.double[s, hand] = draw_value(hands, shown, left, cards, hand, next_, 2.0 - gone, gone)
            given_up = surrender_value(terms, clear, added)
            usual, classes, row, third = 0.0, 1, 0, 0
            if len(prices.third) > 0 and size == 3 and score == 21:
                values.won[s, hand] = stand_value(terms, worth, 1.0, score, size, False, faced)
                values.won[s, hand] -= stand_value(terms, worth, 0.0, score, size, False, faced)
            if suited >= 0:
                third = prices.third[suited]
                row, child = min(shown[third], 2), hands.child[hand, third]
                usual, classes = prices.split[child], prices.share.shape[2]
                values.won[s, hand] = max(left[third] - shown[third], 0) / cards * values.won[s, child]
            for suits in range(classes):
                share, more = 1.0, 0.0
                if suited >= 0:
                    share, more = prices.share[suited, row, suits], prices.paid[suited, row, suits] - usual
                choice, best, risk = STAND, values.stand[s, hand], clear
                by_best = by.stand[s, hand]
                if draws and by.hit[s, hand] + more * by.won[s, hand] > by_best:
                    by_best = by.hit[s, hand] + more * by.won[s, hand]
                    choice, best, risk = (
                        HIT,
                        values.hit[s, hand] + more * values.won[s, hand],
                        values.drawn[s, hand],
                    )
                if doubles and by.double[s, hand] > by_best:
                    choice, best, risk = DOUBLE, values.double[s, hand], 2 * clear
                if terms.surrender == Surrender.ANY_TIME and given_up > best:
                    choice, best, risk = SURRENDER, given_up, clear
                values.best[s, hand] += share * best
                values.wager[s, hand] += share * risk
                values.choice[s, hand] = choice + lost_doubled
