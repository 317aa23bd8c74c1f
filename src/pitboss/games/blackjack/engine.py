"""Exact expectation and best play in the games of the family, by the composition of every hand.

Exact means that every hand of the player and of the dealer is enumerated and nothing is sampled; the
arithmetic is float64, good to about 1e-12.

Three facts carry it:

*   **A dealer's blackjack takes the original wager and returns what was added** (2.10(b), 2.11(d)). So the round is
    worth E[result if no blackjack] - P(blackjack), whatever was doubled or split, and it is the same whether the
    second card is drawn last, lies face down or went through a card reader: the cards are exchangeable, and what the
    reader reveals (no blackjack) is a common factor of all the player's choices. Every value below is therefore
    counted beside that loss, with plain draws from the shoe; only where something else happens in a round with a
    blackjack that nobody knew of (a 21 wins all the same, 36.5(b); what a busted hand added stays lost, a reading
    of 2.10(b)) is the difference added.
*   **The dealer's order of cards does not matter either**, only in how many orders a hand can arise. The
    dealer's hands are multisets with a number of orders for each upcard, fixed by 2.12(b).
*   **Split hands are alike.** A split hand is played without regard to the cards of its neighbours, and pairs
    are split again while that is allowed. Then the round is worth the sum of its hands, and a hand depends on
    its neighbours only through how many cards of the pair they took and how many others (``Splits``).
    The default, the literature's CDP, is the convention of the public analysers.

How rounds come out, their deviation and their chances to win or lose, is in `spread.py`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Final, Literal, NamedTuple

import numpy as np

from pitboss.arrays import Bytes, Floats, Ints
from pitboss.book import Game, Rules, Value, rule
from pitboss.book.endings import Line, line
from pitboss.compiler import kernel
from pitboss.games.blackjack.bones import BlackjackGame
from pitboss.games.blackjack.hands import (
    Aces,
    End,
    Hole,
    Surrender,
    Terms,
    dealer_draws,
    is_soft,
    may_double,
    may_draw,
    outcome,
    plays_blind,
    points,
    total,
)
from pitboss.odds.endings import unit

Shoe = tuple[int, ...]
"""How many cards of each value, ace to ten."""

ACE: Final = 0
TEN: Final = 9
SPADES: Final = 3
RANKS: Final = "A23456789T"
"""Cards by value, ace to ten: rank ``r`` here is worth ``r + 1`` points, ten-value cards are one rank."""

RESULTS: Final = 7
"""The dealer's results: 17 to 22 and a blackjack; what is left to one is a bust. A 22 is one where it does not push."""
BLACKJACK: Final = 6


# The table


class Prices(NamedTuple):
    """What a unit comes to, as the kernels take it."""

    original: Floats  # [ending]: of the wager with which a hand was begun
    added: Floats  # [ending]: of what was added to it
    dealt: Floats  # [hand]: what a winning hand is paid; suited payouts count by their share
    split: Floats  # [hand]: the same of a split hand
    doubled: Floats  # [hand]: and of a doubled one
    tied: float  # a blackjack against the dealer's
    suited: Ints  # [hand]: the row of two cards of whose suits it depends what a third brings that makes 21, or -1
    third: Ints  # [row]: the rank of that card
    share: Floats  # [row, cards of that rank that the dealer shows, class]: how likely such suits are …
    paid: Floats  # … and what the 21 is paid with them, on average


class Suits(NamedTuple):
    """A class of two cards by their suits, of which it depends what a third card brings."""

    told: str
    share: float
    paid: float
    square: float


UNSUITED: Final = Suits("", 1.0, 1.0, 1.0)


@dataclass(frozen=True, eq=False)
class House:
    """A table as far as its main wager is concerned; of equal rules there is one."""

    terms: Terms
    shoe: Shoe
    prices: Prices
    squares: Prices
    """The squares of them, of which suited payouts count by their share as well."""
    suits: dict[tuple[int, int], list[Suits]]
    """The classes of two cards against so many of the rank of the third that the dealer shows."""

    def classes(self, hand: int, shown: Ints) -> list[Suits]:
        """Of a hand against what the dealer shows; none if suits do not matter."""
        row = self.prices.suited[hand]
        return self.suits[hand, int(shown[self.prices.third[row]])] if row >= 0 else []


def house_of(rules: Rules) -> House:
    posted = tuple((wager, tuple(rows.items())) for wager, rows in rules.posted.items())
    return _house(rules.game, tuple(rules.options.items()), posted, rules.positions)


@lru_cache(256)
def _house(
    game: Game,
    options: tuple[tuple[str, Value], ...],
    posted: tuple[tuple[str, tuple[tuple[str, str], ...]], ...],
    positions: int,
) -> House:
    tables = {wager: dict(rows) for wager, rows in posted}
    rules = Rules(game, dict(options), pay_tables=tables, positions=positions, lawful=False)
    return house_from(rules, rules.pack())


def house_from(rules: Rules, cards: list[int]) -> House:
    """The same with these cards in the shoe."""
    assert isinstance(rules.game, BlackjackGame)
    terms, value = rules.game.terms(rules), Counter(points(card) for card in cards)
    shoe = tuple(value[each] for each in range(1, 11))
    suits = suits_of(rules, terms, cards)
    prices, squares = (prices_of(rules, terms, cards, power, suits) for power in (1, 2))
    return House(terms._replace(payouts=()), shoe, prices, squares, suits)


def offered(rules: Rules, wagers: tuple[str, ...]) -> str:
    """The first of these wagers that is offered: under multiple action others than at a plain table (2.18(b))."""
    return next(filter(rules.offers, wagers), wagers[0])


def lines_of(rules: Rules, wager: str) -> list[Line]:
    """The line of each ending of the game; a row that this table does not have is not paid."""
    game = rules.game
    assert isinstance(game, BlackjackGame)
    found = []
    for ending in game.endings:
        fate = ending.fates.get(wager)
        paid = fate is None or fate.result != "win" or rules.pay(wager).get(fate.row) is not None
        found.append(line(rules, wager, fate if paid else None))
    return found


def suits_of(rules: Rules, terms: Terms, pack: list[int]) -> dict[tuple[int, int], list[Suits]]:
    """The classes of every two cards of whose suits it depends what a third brings that makes 21."""
    game, hands, held = rules.game, all_hands(), by_value(pack)
    assert isinstance(game, BlackjackGame)
    worth = [unit(each) for each in lines_of(rules, offered(rules, game.original))]
    found = dict[tuple[int, int], list[Suits]]()
    for hand in np.flatnonzero((hands.size == 2) & (hands.score < 21)).tolist():
        ranks, third = np.repeat(np.arange(10), hands.counts[hand]).tolist(), third_of(hand)
        if (
            third < 0
            or len({third_ends(game, terms, cards, held[third]) for cards, _ in dealt(ranks, held)}) < 2
        ):
            continue
        for shown in range(3):
            classes: dict[tuple[Fraction, Fraction], list[tuple[tuple[int, ...], int]]] = {}
            for cards, weight in dealt(ranks + [third] * shown, held):
                left = held[third] - Counter(cards)
                paid = paid_on(third_ends(game, terms, cards[:2], left), left, worth)
                classes.setdefault(paid, []).append((cards, weight))
            whole = sum(weight for each in classes.values() for _, weight in each)
            found[hand, shown] = [
                Suits(
                    told_suits([cards for cards, _ in each]),
                    sum(weight for _, weight in each) / whole,
                    float(paid),
                    float(square),
                )
                for (paid, square), each in classes.items()
            ]
    return found


def third_of(hand: int) -> int:
    """The rank of the card that makes 21 of two, or -1."""
    hands = all_hands()
    found = [rank for rank in range(10) if (at := hands.child[hand, rank]) >= 0 and hands.score[at] == 21]
    return found[0] if found else -1


def third_ends(
    game: BlackjackGame, terms: Terms, two: tuple[int, ...], third: Iterable[int]
) -> tuple[int, ...]:
    """How a 21 of two cards and each of these ends if it wins."""
    a, b = two
    return tuple(game.payout(terms.payouts, int(End.WIN), a, b, c, 21, 3, False) for c in third)


def paid_on(ends: tuple[int, ...], third: Counter[int], worth: list[Fraction]) -> tuple[Fraction, Fraction]:
    """What that is paid on average, and the square of it, there being so many of each card."""
    left = third.total()
    if left == 0:
        return Fraction(1), Fraction(1)
    counted = list(zip(third.values(), (worth[end] for end in ends), strict=True))
    paid, square = (sum((n * each**power for n, each in counted), Fraction(0)) for power in (1, 2))
    return paid / left, square / left


def told_suits(alike: list[tuple[int, ...]]) -> str:
    """What players call two cards, and perhaps the dealer's behind them, that are such."""
    suits = {tuple(card & 3 for card in cards) for cards in alike}
    if any(a != b for a, b, *_ in suits):
        return "of two suits"
    told = "of spades" if {a for a, *_ in suits} == {SPADES} else "of one suit"
    return told + (", the dealer's too" if all(a in shown for a, _, *shown in suits) else "")


def by_value(pack: list[int]) -> dict[int, Counter[int]]:
    return {value: Counter(card for card in pack if points(card) == value + 1) for value in range(10)}


def prices_of(
    rules: Rules, terms: Terms, pack: list[int], power: int, suits: dict[tuple[int, int], list[Suits]]
) -> Prices:
    """Every payout of the table raised to that power, by the game's own rule of winning hands."""
    game, hands = rules.game, all_hands()
    assert isinstance(game, BlackjackGame)
    original, added = (
        [float(unit(each) ** power) for each in lines_of(rules, offered(rules, wagers))]
        for wagers in (game.original, game.added)
    )
    held = by_value(pack)

    def paid(hand: int, end: End, doubled: bool) -> float:
        size, score = int(hands.size[hand]), int(hands.score[hand])
        ranks = np.repeat(np.arange(10), hands.counts[hand]).tolist()
        total_, weights = 0.0, 0
        for cards, weight in dealt(ranks[:3] if size <= 3 else ranks[:1], held):
            a, b, c = (*cards, 0, 0)[:3]
            total_ += weight * original[game.payout(terms.payouts, int(end), a, b, c, score, size, doubled)]
            weights += weight
        return total_ / weights

    wins = {kind: np.ones(len(hands.size)) for kind in ("dealt", "split", "doubled")}
    for hand in np.flatnonzero(hands.score == 21).tolist():
        if any(n > sum(held[rank].values()) for rank, n in enumerate(hands.counts[hand])):
            continue
        natural = hands.size[hand] == 2
        wins["split"][hand] = paid(hand, End.WIN, False)
        wins["dealt"][hand] = paid(hand, End.BLACKJACK, False) if natural else wins["split"][hand]
        wins["doubled"][hand] = paid(hand, End.WIN, True)
    tied = outcome(terms, 21, 2, True, 21, 2)
    rows, most = sorted({hand for hand, _ in suits}), max(map(len, suits.values()), default=0)
    share, pays = np.zeros((2, len(rows), 3, most))
    for (hand, shown), classes in suits.items():
        for place, each in enumerate(classes):
            share[rows.index(hand), shown, place] = each.share
            pays[rows.index(hand), shown, place] = each.paid if power == 1 else each.square
    suited = np.full(len(hands.size), -1)
    suited[rows] = np.arange(len(rows))
    return Prices(
        np.array(original),
        np.array(added),
        **wins,
        tied=paid(hand_of(ACE, TEN), tied, False),
        suited=suited,
        third=np.array([third_of(hand) for hand in rows], np.int64),
        share=share,
        paid=pays,
    )


def dealt(ranks: list[int], held: dict[int, Counter[int]]) -> Iterator[tuple[tuple[int, ...], int]]:
    """The cards that these ranks may be, each with the number of ways; no payout asks for the suits of more than
    three."""
    if not ranks:
        yield (), 1
        return
    for cards, weight in dealt(ranks[:-1], held):
        for card, count in held[ranks[-1]].items():
            if count > (gone := cards.count(card)):
                yield (*cards, card), weight * (count - gone)


# Every hand there is


class Hands(NamedTuple):
    """All hands that have not busted, as multisets; a hand comes after every hand it can grow from."""

    counts: Ints  # [hand, rank]
    size: Ints
    score: Ints
    soft: Ints
    child: Ints  # [hand, rank]: the hand with one card more, -1 if that busts
    parent: Ints  # the hand without one card of its highest rank
    last: Ints  # that highest rank
    repeat: Ints  # how many of that rank the parent holds


def _multisets(points: int, highest: int) -> Iterator[tuple[int, ...]]:
    """Counts of ranks up to ``highest`` worth at most so many points."""
    if highest < 0:
        yield ()
        return
    for count in range(points // (highest + 1) + 1):
        for lower in _multisets(points - count * (highest + 1), highest - 1):
            yield (*lower, count)


@cache
def all_hands(most: int = 21) -> Hands:
    """Hands of up to so many points: where a dealer's 22 is no bust, that too. A hand's number is the same in both."""
    rows = sorted(_multisets(most, TEN), key=lambda row: sum(n * (rank + 1) for rank, n in enumerate(row)))
    index = {row: hand for hand, row in enumerate(rows)}
    child = [[index.get((*row[:r], row[r] + 1, *row[r + 1 :]), -1) for r in range(10)] for row in rows]
    counts = np.array(rows, np.int64)
    hard = [sum(n * (rank + 1) for rank, n in enumerate(row)) for row in rows]
    last = [max((rank for rank in range(10) if row[rank]), default=0) for row in rows]
    parent = [index.get((*row[:r], row[r] - 1, *row[r + 1 :]), 0) for row, r in zip(rows, last, strict=True)]
    return Hands(
        counts=counts,
        size=counts.sum(1),
        score=np.array([total(points, row[ACE] > 0) for points, row in zip(hard, rows, strict=True)]),
        soft=np.array([int(is_soft(points, row[ACE] > 0)) for points, row in zip(hard, rows, strict=True)]),
        child=np.array(child, np.int64),
        parent=np.array(parent, np.int64),
        last=np.array(last, np.int64),
        repeat=np.array([row[r] - 1 for row, r in zip(rows, last, strict=True)], np.int64),
    )


def hand_of(*ranks: int) -> int:
    """The number of the hand with these cards."""
    hand = 0
    for rank in ranks:
        hand = int(all_hands().child[hand, rank])
    return hand


# The dealer


class Dealer(NamedTuple):
    """What the dealer may show (the starts), and the finished hands that can come of it."""

    hands: Hands  # the dealer's own, to 22 where that is no bust
    start: Ints  # hand of each start: an upcard or, with the hole card up, two cards
    shown: Ints  # [start, rank]: the same as counts
    size: int
    finished: Ints  # finished hands, sorted by start and result …
    orders: Floats  # … in how many orders each can be dealt …
    bounds: Ints  # … those of start s and result r are bounds[RESULTS s + r] up to bounds[RESULTS s + r + 1]


@kernel
def dealer_orders(hands: Hands, start: int, terms: Terms) -> Ints:
    """In how many orders a dealer who shows ``start`` comes to stand on each hand."""
    orders = np.zeros(len(hands.size), np.int64)
    orders[start] = 1
    for hand in range(start, len(orders)):
        if orders[hand] > 0 and dealer_draws(terms, hands.score[hand], hands.soft[hand] == 1):
            for child in hands.child[hand]:
                if child >= 0:
                    orders[child] += orders[hand]
            orders[hand] = 0
    return orders


def dealer_of(terms: Terms) -> Dealer:
    return dealer_hands(terms.hole == Hole.UP, terms.hit_soft_17, terms.push_22)


@cache
def dealer_hands(hole_up: bool, hit_soft_17: bool, push_22: bool) -> Dealer:
    hands, terms = all_hands(22 if push_22 else 21), Terms(hit_soft_17=hit_soft_17)
    if hole_up:
        starts = [hand_of(a, b) for a in range(10) for b in range(a, 10)]
    else:
        starts = [hand_of(a) for a in range(10)]
    result = np.where((hands.size == 2) & (hands.score == 21), BLACKJACK, hands.score - 17)
    finished: list[Ints] = []
    orders: list[Ints] = []
    for start in starts:
        each = dealer_orders(hands, start, terms)
        for value in range(RESULTS):
            finished.append(np.flatnonzero((each > 0) & (result == value)))
            orders.append(each[finished[-1]])
    return Dealer(
        hands=hands,
        start=np.array(starts, np.int64),
        shown=hands.counts[starts],
        size=2 if hole_up else 1,
        finished=np.concatenate(finished),
        orders=np.concatenate(orders).astype(np.float64),
        bounds=np.cumsum([0, *map(len, finished)]),
    )


@kernel
def dealer_odds(dealer: Dealer, left: Ints, chance: Floats, odds: Floats) -> None:
    """Fill ``odds[start]`` with the probabilities of the dealer's results.

    ``left`` still counts the cards the dealer shows. ``chance[hand]`` is the probability that the next cards
    are that hand in one given order; divided by that of the start it is conditional on the start.
    """
    hands = dealer.hands
    cards = left.sum()
    chance[0] = 1.0
    for hand in range(1, len(chance)):
        have = left[hands.last[hand]] - hands.repeat[hand]
        before = chance[hands.parent[hand]]
        chance[hand] = before * have / (cards - hands.size[hand] + 1) if before > 0 and have > 0 else 0.0
    for start in range(len(dealer.start)):
        given = chance[dealer.start[start]]
        for result in range(RESULTS):
            place = RESULTS * start + result
            sum_ = 0.0
            if given > 0:
                for i in range(dealer.bounds[place], dealer.bounds[place + 1]):
                    sum_ += dealer.orders[i] * chance[dealer.finished[i]]
                sum_ /= given
            odds[start, result] = sum_


@kernel
def no_blackjack(shown: Ints, left: Ints, cards: int) -> float:
    """Probability that the dealer, showing these, has no blackjack; so many ``cards`` are unseen."""
    if shown[ACE] + shown[TEN] == 0:
        return 1.0
    if shown.sum() == 2:
        return 0.0 if shown[ACE] == 1 and shown[TEN] == 1 else 1.0
    return 1.0 - float(left[TEN if shown[ACE] == 1 else ACE]) / cards


# The player


@kernel
def stand_value(
    terms: Terms, worth: Floats, pays: float, score: int, cards: int, blackjack: bool, odds: Floats
) -> float:
    """Expectation of standing with a unit that comes to ``worth`` in each ending and ``pays`` if it wins, beside what
    a dealer's blackjack takes of any. A blackjack may win as any hand does, and a 21 like a blackjack: each ending
    has its own price then."""
    value = 0.0
    rest = 1.0
    own = End.BLACKJACK if blackjack else End.WIN
    for result in range(RESULTS):
        chance = odds[result]
        rest -= chance
        if result < BLACKJACK:
            end = outcome(terms, score, cards, blackjack, 17 + result, 3)
            value += chance * (pays if end == own else worth[end])
        elif plays_blind(terms) and not blackjack and outcome(terms, score, cards, False, 21, 2) == End.WIN:
            value += chance * (pays - worth[End.DEALERS_BLACKJACK])
    end = outcome(terms, score, cards, blackjack, 26, 3)
    return value + rest * (pays if end == own else worth[end])


@kernel
def draw_value(
    hands: Hands, shown: Ints, left: Ints, cards: int, hand: int, next_: Floats, clear: float, gone: float
) -> float:
    """Expectation of one more card, ``next_`` being the value of each hand; ``cards`` can be drawn. A bust costs so
    much in the rounds that are ``clear`` of a blackjack, and what is ``gone`` at once in any."""
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


@rule()  # asked for hand by hand, too: handing the terms over to machine code takes longer than the sum
def surrender_value(terms: Terms, clear: float, added: float) -> float:
    """Half a unit in the rounds that are ``clear`` of a blackjack. By a reading of 26.8(a)2 a blackjack nobody knew
    of takes also what was ``added`` before the cards, though not the wager of a hand from a split."""
    entire = terms.surrender_entire and plays_blind(terms) and added < 1.0
    return -clear / 2 - ((1.0 - clear) * added if entire else 0.0)


class Values(NamedTuple):
    """Expectations [start, hand] of each choice for a hand begun with one unit, beside what a dealer's blackjack takes
    of it."""

    stand: Floats
    hit: Floats
    double: Floats
    kept: Floats  # of a hand once it is doubled and not given up
    doubled: Floats  # and of one played best
    best: Floats
    wager: Floats  # what is at risk once the best has been made of it, if there is no dealer's blackjack
    drawn: Floats  # and what once it is hit
    won: Floats  # of two cards, once hit: how likely a third makes them a 21 that wins; of such a 21, that it wins
    choice: Bytes  # which that is, of STAND and the others


STAND: Final = 0
HIT: Final = 1
DOUBLE: Final = 2
SURRENDER: Final = 3
CHOICES: Final = 3
GIVEN_UP: Final = 4
"""Beside one of the choices: the hand is given up if it was doubled with its last card."""


def blank(dealer: Dealer) -> Values:
    shape = (len(dealer.start), len(all_hands().size))
    return Values._make([*(np.zeros(shape) for _ in Values._fields[:-1]), np.zeros(shape, np.uint8)])


@kernel
def hand_values(
    hands: Hands,
    dealer: Dealer,
    terms: Terms,
    prices: Prices,
    shoe: Ints,
    pair: int,
    added: float,
    values: Values,
    by: Values,
) -> None:
    """Fill in every hand of two cards and more: each as dealt or, with ``pair``, as grown from a split one. Of the unit
    on it this share was ``added``, before the cards (26.7(d)) or by a split; the rest is original.

    The choice between stand, hit and double is made ``by`` these values, most often the same ones.
    """
    split = pair >= 0
    chance = np.empty(len(dealer.hands.size))
    odds = np.empty((len(dealer.start), RESULTS))
    worth = (1.0 - added) * prices.original + added * prices.added
    kept = plays_blind(terms) and terms.added_stays_lost
    for hand in range(len(hands.size) - 1, 0, -1):
        left = shoe - hands.counts[hand]
        if hands.size[hand] < 2 or left.min() < 0 or (split and hands.counts[hand, pair] == 0):
            continue
        dealer_odds(dealer, left, chance, odds)
        score, size, two = hands.score[hand], hands.size[hand], hands.size[hand] == 2
        cards = left.sum() - dealer.size
        draws = may_draw(terms, score, size, pair == ACE)
        doubles = may_double(terms, score, size, split, pair == ACE)
        pays = prices.split[hand] if split else prices.dealt[hand]
        natural = two and score == 21 and not split
        suited = prices.suited[hand]
        for s in range(len(dealer.start)):
            shown = dealer.shown[s]
            if chance[dealer.start[s]] == 0:
                continue
            clear = no_blackjack(shown, left, cards)
            values.stand[s, hand] = stand_value(terms, worth, pays, score, size, natural, odds[s])
            lost_doubled = 0
            if size > 2:
                again = prices.doubled[hand]
                kept_ = stand_value(terms, prices.added, again, score, size, False, odds[s])
                kept_ += stand_value(terms, worth, again, score, size, False, odds[s])
                gives_up = terms.rescue or terms.surrender == Surrender.ANY_TIME
                given_up = surrender_value(terms, clear, added) - clear / 2
                if terms.rescue:
                    # 19.9(d): a rescued hand has lost its wager, though a blackjack would have returned a split one
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
                values.won[s, hand] = stand_value(terms, worth, 1.0, score, size, False, odds[s])
                values.won[s, hand] -= stand_value(terms, worth, 0.0, score, size, False, odds[s])
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


# Splits


SplitPlay = Literal["CDP", "CDP1", "CDZ-"]
"""What the player of a split hand goes by besides its cards and the upcard, in the literature's names.

CDZ-: nothing, the hand is played as if unsplit. CDP1: that one more card of the pair is gone. CDP: how many
of them are gone. The first two are exactly the worth of a strategy that can be played; CDP, the figure of the
public analysers, takes each hand at its best and is above them, with six decks by less than 1e-7."""


def split_values(
    dealer: Dealer,
    house: House,
    shoe: Ints,
    pair: int,
    room: int,
    unsplit: Values,
    play: SplitPlay,
    added: float = 0.0,
) -> tuple[Floats, Floats]:
    """Expectation and amount at risk, for each start, of splitting a pair into up to so many hands; the first keeps
    the unit of which this share was ``added`` before the cards."""
    terms = house.terms
    first, wager = _split_apart(dealer, house, shoe, pair, room, unsplit, play, added)
    if hands_alike(terms):
        return first.value(), wager.value()
    other, _ = _split_apart(dealer, house, shoe, pair, room, unsplit, play, 1.0)
    return other.value() + first.first() - other.first(), wager.value()


def hands_alike(terms: Terms) -> bool:
    """Are all hands of a split worth the same, beside what a dealer's blackjack takes?"""
    return not plays_blind(terms) or not (
        terms.added_stays_lost
        or terms.rescue
        or terms.wins_21 == 2
        or terms.closes_at
        or terms.surrender_entire
    )


def _split_apart(
    dealer: Dealer,
    house: House,
    shoe: Ints,
    pair: int,
    room: int,
    unsplit: Values,
    play: SplitPlay,
    added: float,
) -> tuple[Splits, Splits]:
    hands = all_hands()
    half = hand_of(pair)
    single = np.zeros((2, 2 * room - 3, 2, len(dealer.start)))
    by = unsplit
    for extra in range(min(2 * room - 3, int(shoe[pair]) - 1)):
        beside = shoe.copy()
        beside[pair] -= extra + 1
        values = blank(dealer)
        if play == "CDP" or (play == "CDP1" and extra == 0):
            by = values
        hand_values(hands, dealer, house.terms, house.prices, beside, pair, added, values, by)
        drawn = np.maximum(beside - hands.counts[half] - dealer.shown, 0).astype(np.float64)
        for second in range(2):
            single[0, extra, second] = (drawn * values.best[:, hands.child[half]]).sum(1) / drawn.sum(1)
            single[1, extra, second] = (drawn * values.wager[:, hands.child[half]]).sum(1) / drawn.sum(1)
            drawn[:, pair] = 0
    pairs = (shoe[pair] - 2 - dealer.shown[:, pair]).astype(np.float64)
    cards = int(shoe.sum()) - 2 - dealer.size
    return Splits(pairs, cards, room, single[0]), Splits(pairs, cards, room, single[1])


@dataclass(frozen=True)
class Splits:
    """A split as the sum of its hands, each known beside ``extra`` cards of the pair that are gone."""

    pairs: Floats  # for each start, cards of the pair left once two are split
    cards: int
    max_hands: int
    single: Floats  # [extra, second]; second 0: any second card came, 1: one that is not of the pair

    def value(self) -> Floats:
        return self._deal(2, 2)

    def first(self, hands: int = 2) -> Floats:
        """Of the first hand alone."""
        if hands == self.max_hands:
            return self._hand(0, hands - 2, 0)
        again = self._pair(hands - 2, 0)
        return again * self.first(hands + 1) + (1 - again) * self._hand(1, hands - 2, 0)

    def _deal(self, hands: int, waiting: int) -> Floats:
        """What the hands still ``waiting`` for their second card will bring."""
        extra, settled = hands - 2, hands - waiting
        if waiting == 0 or hands == self.max_hands:
            return waiting * self._hand(0, extra, settled)
        again = self._pair(extra, settled)
        apart = self._hand(1, extra, settled) + self._deal(hands, waiting - 1)
        return again * self._deal(hands + 1, waiting + 1) + (1 - again) * apart

    def _hand(self, second: int, extra: int, others: int) -> Floats:
        """One hand beside ``others`` of which only is known that their second card was not of the pair.

        Looking at one more card, which is of the pair with chance p, changes nothing on average:
        hand(extra, n) = p hand(extra + 1, n) + (1 - p) hand(extra, n + 1). Hence the last from the others.
        """
        if others == 0:
            value: Floats = self.single[extra, second]
            return value
        again = self._pair(extra, others - 1 + second)
        more = self._hand(second, extra + 1, others - 1)
        return (self._hand(second, extra, others - 1) - again * more) / (1 - again)

    def _pair(self, extra: int, others: int) -> Floats:
        return np.maximum(self.pairs - extra, 0) / (self.cards - extra - others)


def room_for(terms: Terms, pair: int) -> int:
    """Into how many hands a pair may be split."""
    return 2 if pair == ACE and not terms.resplit_aces else terms.hands


# The game


@dataclass(frozen=True)
class TwoCards:
    """The player's choices with two cards against what the dealer shows (one rank, or two with hole up)."""

    hand: tuple[int, int]
    dealer: tuple[int, ...]
    probability: float
    no_blackjack: float
    values: dict[str, float]
    """Expectation of each choice for one unit, a dealer's blackjack included: it takes the unit."""
    wager: float
    """What is put at risk by the best of them, on average."""
    suits: Suits = UNSUITED
    """Of what suits they are, where it matters."""

    @property
    def best(self) -> str:
        return max(self.values, key=self.values.__getitem__)

    @property
    def expectation(self) -> float:
        return self.values[self.best]

    def given_no_blackjack(self, choice: str) -> float:
        """The same as players with a card reader see it: once the dealer is known to have no blackjack."""
        return (self.values[choice] + 1 - self.no_blackjack) / self.no_blackjack

    def __str__(self) -> str:
        return f"{' '.join(filter(None, (_ranks(self.hand), self.suits.told)))} against {_ranks(self.dealer)}"


class Given(NamedTuple):
    """A unit when some cards are known: how likely they are, what it is worth and what is put at risk with it."""

    chance: float
    worth: float
    wager: float


@dataclass(frozen=True)
class Analysis:
    """What a round is worth to a player who makes the best of every hand."""

    expectation: float
    """Of one unit wagered before the cards are dealt, insurance left aside."""
    average_wager: float
    """All that is put at risk in a round: doubled and split wagers too, unless a blackjack returns them."""
    insurance: Fraction
    """Of one unit of insurance when the ace is all one has seen."""
    insurance_gain: float
    """What insuring whenever one's own two cards make it favourable adds to ``expectation``."""
    hands: tuple[TwoCards, ...]
    given_up: dict[tuple[tuple[int, ...], int], float]
    """Where doubled hands may be given up: what that brings on average, by what the dealer shows and the score."""
    by_cards: dict[tuple[tuple[int, ...], int, int, int], dict[str, float]]
    """Where a number of cards wins: what each choice brings with three cards and more, by what the dealer shows, the
    number of cards, whether they are soft, and the score."""
    aces: dict[tuple[tuple[int, ...], int], dict[str, float]]
    """Where a split ace gets one card and may then be doubled: what standing and that bring, by what the dealer shows
    and the score."""

    def given(self, dealer: int | None = None, first: int | None = None) -> Given:
        """A unit once the dealer's first card is of this rank, the player's of that one, or both."""
        chance = worth = wager = 0.0
        for each in self.hands:
            if dealer in (None, each.dealer[0]) and (first is None or first in each.hand):
                share = each.probability / (1 if first is None or each.hand[0] == each.hand[1] else 2)
                chance += share
                worth += share * each.expectation
                wager += share * each.wager
        return Given(chance, worth / chance, wager / chance) if chance else Given(0.0, 0.0, 0.0)

    @property
    def element_of_risk(self) -> float:
        return self.expectation / self.average_wager

    @cached_property
    def _at(self) -> dict[tuple[tuple[int, int], tuple[int, ...], str], TwoCards]:
        return {(each.hand, each.dealer, each.suits.told): each for each in self.hands}

    def at(self, hand: str, dealer: str, suits: str = "") -> TwoCards:
        """The choices with these cards, as ``at("T6", "T")``; of such suits where they matter."""
        first, second = sorted(RANKS.index(rank) for rank in hand)
        return self._at[(first, second), tuple(sorted(RANKS.index(rank) for rank in dealer)), suits]


def analyse(
    house: House,
    shoe: Shoe | None = None,
    play: SplitPlay = "CDP",
    added: float = 0.0,
    dealer: Dealer | None = None,
    first_card: int | None = None,
) -> Analysis:
    """The main wager from a full shoe, or from one that holds so many cards of each value, ace to ten. Of its unit this
    share was ``added`` before the cards. Against any dealer, or one of whom more is known; with any hand, or only with
    those that begin with one card."""
    hands, terms, prices = all_hands(), house.terms, house.prices
    hole_up = terms.hole == Hole.UP
    dealer = dealer or dealer_of(terms)
    cards = np.array(house.shoe if shoe is None else shoe, np.int64)
    unsplit = blank(dealer)
    hand_values(hands, dealer, terms, prices, cards, -1, added, unsplit, unsplit)
    firsts = range(10) if first_card is None else (first_card,)
    pairs = [pair for pair in firsts if cards[pair] >= 2]

    def parted(pair: int) -> tuple[Floats, Floats]:
        return split_values(dealer, house, cards, pair, room_for(terms, pair), unsplit, play, added)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        split = dict(zip(pairs, pool.map(parted, pairs), strict=True))
    taken = (1 - added) * prices.original[End.DEALERS_BLACKJACK] + added * prices.added[End.DEALERS_BLACKJACK]

    found: list[TwoCards] = []
    expectation = wager = gain = 0.0
    for first, second in combinations_with_replacement(range(10), 2):
        if first not in firsts and second not in firsts:
            continue
        hand = hand_of(first, second)
        left = cards - hands.counts[hand]
        for s, shown in enumerate(dealer.shown):
            probability = chance_of(cards, [hand, int(dealer.start[s])])
            if probability == 0:
                continue
            clear = no_blackjack(shown, left, int(left.sum()) - dealer.size)
            lost = 1 - clear
            choices, risk = {"stand": unsplit.stand[s, hand]}, {"stand": clear, "surrender": clear}
            if hands.score[hand] < 21:
                choices["hit"], risk["hit"] = unsplit.hit[s, hand], unsplit.drawn[s, hand]
                if may_double(terms, int(hands.score[hand]), 2, False, False):
                    choices["double"], risk["double"] = unsplit.double[s, hand], 2 * clear
                if first == second:
                    choices["split"], risk["split"] = (each[s] for each in split[first])
                if terms.surrender != Surrender.NEVER:
                    choices["surrender"] = surrender_value(terms, clear, added)
                to_blackjack = lost * taken
            else:
                to_blackjack = lost * prices.tied
            for suits in house.classes(hand, shown) or (UNSUITED,):
                values = {choice: float(worth + to_blackjack) for choice, worth in choices.items()}
                if suits is not UNSUITED:
                    usual = prices.dealt[hands.child[hand, third_of(hand)]]
                    values["hit"] += float(unsplit.won[s, hand] * (suits.paid - usual))
                best = max(values, key=values.__getitem__)
                each = TwoCards(
                    (first, second),
                    tuple(np.repeat(np.arange(10), shown).tolist()),
                    probability * suits.share,
                    clear,
                    values,
                    float(risk[best] + lost * (1 - added)),
                    suits,
                )
                found.append(each)
                expectation += each.probability * each.expectation
                wager += each.probability * each.wager
            if not hole_up and shown[ACE]:
                gain += probability * max(0.0, (3 * lost - 1) / 2)
    return Analysis(
        expectation=expectation,
        average_wager=wager,
        insurance=3 * Fraction(int(cards[TEN]), int(cards.sum()) - 1) - 1,
        insurance_gain=gain,
        hands=tuple(found),
        given_up=_given_up(dealer, cards, unsplit, terms, added)
        if terms.rescue or terms.surrender == Surrender.ANY_TIME
        else {},
        by_cards=_by_cards(dealer, cards, unsplit, terms) if terms.closes_at and first_card is None else {},
        aces=_split_aces(house, dealer, cards) if terms.split_aces == Aces.ONE_AND_DOUBLE else {},
    )


def _split_aces(
    house: House, dealer: Dealer, shoe: Ints
) -> dict[tuple[tuple[int, ...], int], dict[str, float]]:
    """Of a hand that a split has made, one more ace being gone."""
    hands, beside, values = all_hands(), shoe.copy(), blank(dealer)
    beside[ACE] -= 1
    hand_values(hands, dealer, house.terms, house.prices, beside, ACE, 1.0, values, values)
    drawn = {int(hands.score[hand]): int(hand) for hand in hands.child[hand_of(ACE)]}
    return {
        (tuple(np.repeat(np.arange(10), shown).tolist()), score): {
            "stand": float(values.stand[s, hand]),
            "double": float(values.double[s, hand]),
        }
        for s, shown in enumerate(dealer.shown)
        for score, hand in drawn.items()
        if score < 21
    }


def _by_cards(
    dealer: Dealer, shoe: Ints, values: Values, terms: Terms
) -> dict[tuple[tuple[int, ...], int, int, int], dict[str, float]]:
    """Over all hands of that many cards, each by the ways to deal it."""
    hands = all_hands()
    found: dict[tuple[tuple[int, ...], int, int, int], dict[str, float]] = {}
    for s, shown in enumerate(dealer.shown):
        dealer_shows, left = (
            tuple(np.repeat(np.arange(10), shown).tolist()),
            np.maximum(shoe - shown, 0).tolist(),
        )
        for hand in np.flatnonzero((hands.size > 2) & (hands.size <= terms.closes_at)).tolist():
            size, score = int(hands.size[hand]), int(hands.score[hand])
            ways = prod(map(comb, left, hands.counts[hand].tolist()))
            if not ways or not may_draw(terms, score, size, False):
                continue
            into = found.setdefault((dealer_shows, size, int(hands.soft[hand]), score), {})
            for choice, worth in (("stand", values.stand), ("hit", values.hit), ("double", values.double)):
                into[choice] = into.get(choice, 0.0) + ways * float(worth[s, hand])
    return found


def _given_up(
    dealer: Dealer, shoe: Ints, values: Values, terms: Terms, added: float
) -> dict[tuple[tuple[int, ...], int], float]:
    """Over the hands of three cards, each by the ways to deal it."""
    hands, found = all_hands(), dict[tuple[tuple[int, ...], int], float]()
    for s, shown in enumerate(dealer.shown):
        dealer_shows, left = tuple(np.repeat(np.arange(10), shown).tolist()), np.maximum(shoe - shown, 0)
        for hand in np.flatnonzero(hands.size == 3).tolist():
            if ways := prod(map(comb, left.tolist(), hands.counts[hand].tolist())):
                clear = no_blackjack(shown, shoe - hands.counts[hand], int(shoe.sum()) - 3 - dealer.size)
                place = dealer_shows, int(hands.score[hand])
                given_up = surrender_value(terms, clear, added) - clear / 2
                found[place] = found.get(place, 0.0) + ways * (given_up - values.kept[s, hand])
    return found


def chance_of(shoe: Ints, dealt: list[int]) -> float:
    """Probability that these hands of one or two cards are dealt one after the other from the shoe."""
    left, chance = shoe.copy(), 1.0
    for hand in dealt:
        counts = all_hands().counts[hand]
        chance *= 2.0 if counts.max() == 1 and counts.sum() == 2 else 1.0
        for rank in np.repeat(np.arange(10), counts):
            chance *= left[rank] / left.sum()
            left[rank] -= 1
    return chance


def _ranks(ranks: tuple[int, ...]) -> str:
    return "".join(RANKS[rank] for rank in ranks)


def standing_21(house: House, shoe: Shoe, dealer: Dealer) -> Floats:
    """What an ace and a ten-value card are worth that are no blackjack (2A.1), for each start of the dealer's, from a
    shoe that still counts them."""
    hand, terms, prices = hand_of(ACE, TEN), house.terms, house.prices
    chance, odds = np.empty(len(dealer.hands.size)), np.empty((len(dealer.start), RESULTS))
    dealer_odds(dealer, np.array(shoe, np.int64) - all_hands().counts[hand], chance, odds)
    return np.array(
        [stand_value(terms, prices.original, prices.split[hand], 21, 2, False, each) for each in odds]
    )


# One hand at the table


def against(shown: tuple[int, ...], terms: Terms) -> Dealer:
    """The dealer who shows these ranks and no other, with such hands alone as that takes."""
    return _against(shown, terms.hit_soft_17, terms.push_22)


@cache
def _against(shown: tuple[int, ...], hit_soft_17: bool, push_22: bool) -> Dealer:
    every = dealer_hands(len(shown) == 2, hit_soft_17, push_22)
    start = every.start.tolist().index(hand_of(*shown))
    bounds = every.bounds[RESULTS * start : RESULTS * (start + 1) + 1]
    low, high = int(bounds[0]), int(bounds[-1])
    finished = every.finished[low:high]
    used, waiting = {0}, {hand_of(*shown), *finished.tolist()}
    while waiting:
        used |= waiting
        waiting = set(every.hands.parent[list(waiting)].tolist()) - used
    hands = np.array(sorted(used))
    fewer = Hands(*(each[hands] for each in every.hands))
    return every._replace(
        hands=fewer._replace(
            parent=np.searchsorted(hands, fewer.parent), child=np.full_like(fewer.child, -1)
        ),
        start=np.searchsorted(hands, every.start[start : start + 1]),
        shown=every.shown[start : start + 1],
        finished=np.searchsorted(hands, finished),
        orders=every.orders[low:high],
        bounds=bounds - low,
    )


class Play(NamedTuple):
    """What may come of a hand in the middle of a round, for one unit."""

    values: dict[str, float]
    """Of stand, hit, double, surrender and split, and of keeping a doubled hand, beside what a dealer's blackjack
    takes."""
    clear: float
    """How likely it is that there is none."""


def play_of(
    house: House,
    shoe: Shoe,
    hand: tuple[int, ...],
    shown: tuple[int, ...],
    room: int,
    *,
    split: bool,
    added: float,
    third: float | None = None,
) -> Play:
    """A hand of two cards or more against what the dealer shows, from a shoe that still counts both. It is played
    as a split one or not, and this share of its wager was added; if it is a pair it may be split into so many hands
    (``room``). If it depends on suits what a ``third`` card brings that makes two a 21, so much by those seen."""
    hands, dealer = all_hands(), against(shown, house.terms)
    cards, held = np.array(shoe, np.int64), hand_of(*hand)
    values = blank(dealer)
    pair = hand[0] if split else -1
    hand_values(hands, dealer, house.terms, house.prices, cards, pair, added, values, values)
    found = {
        "stand": float(values.stand[0, held]),
        "hit": float(values.hit[0, held]),
        "double": float(values.double[0, held]),
        "kept": float(values.kept[0, held]),
    }
    if third is not None:
        usual = house.prices.dealt[hands.child[held, third_of(held)]]
        found["hit"] += float(values.won[0, held] * (third - usual))
    left = cards - hands.counts[held]
    clear = no_blackjack(dealer.shown[0], left, int(left.sum()) - dealer.size)
    found["surrender"] = float(surrender_value(house.terms, clear, added))
    if len(hand) == 2 and hand[0] == hand[1] and room > 1:
        found["split"] = float(split_values(dealer, house, cards, hand[0], room, values, "CDP", added)[0][0])
    return Play(found, clear)
