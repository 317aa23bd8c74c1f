"""How the rounds of best play come out: the deviation of what they bring, and how often they are won and lost.

A hand that is not split is followed card by card, as its expectation is. Split hands are not independent of each
other: they meet one dealer and draw from one shoe. Of two of them every way to end is taken together with every way of
the other, for each the dealer's results when the cards of both are gone; cards being exchangeable, ways that take the
same cards are alike, and what busts is what is left of all. The deviation of any number of hands follows from pairs of
them. How often three and more are won together does not: those rounds, one in four hundred, are sampled.

Split hands are played by their own cards, knowing that one more of the pair is gone (CDP1): what a person can play,
and within 4e-7 of the expectation that the analysis gives.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from heapq import heappop, heappush
from itertools import combinations
from math import prod
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Bytes, Floats, Ints
from pitboss.book import rule
from pitboss.compiler import kernel
from pitboss.games.blackjack.engine import (
    ACE,
    BLACKJACK,
    CHOICES,
    DOUBLE,
    GIVEN_UP,
    HIT,
    RESULTS,
    STAND,
    SURRENDER,
    TEN,
    Analysis,
    Dealer,
    Hands,
    House,
    Prices,
    Suits,
    TwoCards,
    Values,
    against,
    all_hands,
    blank,
    dealer_odds,
    dealer_of,
    hand_of,
    hand_values,
    hands_alike,
    no_blackjack,
    room_for,
    third_of,
)
from pitboss.games.blackjack.hands import End, Terms, may_double, outcome, plays_blind

# What is kept of a round.
MEAN: Final = 0
SQUARE: Final = 1
WIN: Final = 2
LOSE: Final = 3
AHEAD: Final = 4  # more of its hands are won than lost …
BEHIND: Final = 5  # … or fewer
MOMENTS: Final = 6
ERROR: Final = MOMENTS
"""Behind them, where some are sampled: the deviation of those chances."""

OVER: Final = RESULTS
"""The dealer's result beside those of the engine."""

NATURAL: Final = 1
DOUBLED: Final = 2
"""How a hand ended, beside being given up."""


@rule()  # asked for ending by ending, too
def comes_to(
    terms: Terms,
    prices: Prices,
    squares: Prices,
    score: int,
    cards: int,
    way: int,
    paid: float,
    paid_square: float,
    added: float,
    found: Floats,
) -> None:
    """What a hand that ended so brings against each of the dealer's results, and the square of it. A unit lay on it at
    first, of which this share was ``added``; so much is paid to a unit that wins."""
    original, more = 1.0 - added, added + (1.0 if way & DOUBLED else 0.0)
    natural, given_up = way & NATURAL > 0, way & GIVEN_UP > 0
    own = End.BLACKJACK if natural else End.WIN
    for result in range(RESULTS + 1):
        blackjack = result == BLACKJACK
        dealer = 21 if blackjack else 26 if result == OVER else 17 + result
        end = outcome(terms, score, cards, natural, dealer, 2 if blackjack else 3)
        other, kept = end, original
        if given_up:
            end = other = End.SURRENDER_TO_BLACKJACK if blackjack else End.SURRENDER
            if blackjack and terms.surrender_entire and original > 0:
                kept = 1.0  # as printed in 26.8(a)2
            if terms.rescue and way & DOUBLED:
                end, kept, other = End.RESCUE, 1.0, End.TIE
        elif score > 21 and blackjack and not terms.added_stays_lost:
            other = End.DEALERS_BLACKJACK  # what was added to a busted hand comes back
        units = original + more
        value = kept * prices.original[end] + (units - kept) * prices.added[other]
        square = value * value
        if natural and blackjack:
            value, square = prices.tied, squares.tied
        elif end == own and not given_up:
            value, square = units * paid, units * units * paid_square
        found[0, result], found[1, result] = value, square


@kernel
def enter(chance: float, value: float, square: float, into: Floats) -> None:
    into[MEAN] += chance * value
    into[SQUARE] += chance * square
    into[WIN] += chance * (value > 0)
    into[LOSE] += chance * (value < 0)


@kernel
def stand_spread(
    terms: Terms,
    prices: Prices,
    squares: Prices,
    score: int,
    cards: int,
    way: int,
    paid: float,
    paid_square: float,
    added: float,
    odds: Floats,
    into: Floats,
) -> None:
    """Enter a hand that ended so against the dealer's results, beside what is taken by a blackjack that is known
    before."""
    brings = np.empty((2, RESULTS + 1))
    comes_to(terms, prices, squares, score, cards, way, paid, paid_square, added, brings)
    rest = 1.0
    for result in range(RESULTS):
        rest -= odds[result]
        if result != BLACKJACK or plays_blind(terms):
            enter(odds[result], brings[0, result], brings[1, result], into)
    enter(rest, brings[0, OVER], brings[1, OVER], into)


@kernel
def draw_spread(
    hands: Hands,
    terms: Terms,
    prices: Prices,
    squares: Prices,
    shown: Ints,
    left: Ints,
    hand: int,
    way: int,
    added: float,
    next_: Floats,
    into: Floats,
) -> None:
    """Enter a hand that gets one more card, after which the hands come out so [hand, moment]; and what busts."""
    brings, cards = np.empty((2, RESULTS + 1)), left.sum() - shown.sum()
    comes_to(terms, prices, squares, 22, hands.size[hand] + 1, way, 1.0, 1.0, added, brings)
    for rank in range(10):
        have = (left[rank] - shown[rank]) / cards
        if have <= 0:
            continue
        child = hands.child[hand, rank]
        if child >= 0:
            into += have * next_[child]
            continue
        left[rank] -= 1
        clear = no_blackjack(shown, left, cards - 1)
        left[rank] += 1
        enter(have * clear, brings[0, OVER], brings[1, OVER], into)
        if plays_blind(terms):
            enter(have * (1 - clear), brings[0, BLACKJACK], brings[1, BLACKJACK], into)


@kernel
def hand_spread(
    hands: Hands,
    dealer: Dealer,
    terms: Terms,
    prices: Prices,
    squares: Prices,
    shoe: Ints,
    added: float,
    choice: Bytes,
    found: Floats,
    doubled: Floats,
) -> None:
    """Fill in every hand of two cards and more that is not split, played by these choices."""
    chance = np.empty(len(dealer.hands.size))
    odds = np.empty((len(dealer.start), RESULTS))
    for hand in range(len(hands.size) - 1, 0, -1):
        left = shoe - hands.counts[hand]
        if hands.size[hand] < 2 or left.min() < 0:
            continue
        dealer_odds(dealer, left, chance, odds)
        score, size = hands.score[hand], hands.size[hand]
        for s in range(len(dealer.start)):
            if chance[dealer.start[s]] == 0:
                continue
            chosen, into = choice[s, hand] & CHOICES, found[s, hand]
            if size > 2:
                way = DOUBLED | (choice[s, hand] & GIVEN_UP)
                paid, square, twice = prices.doubled[hand], squares.doubled[hand], doubled[s, hand]
                stand_spread(terms, prices, squares, score, size, way, paid, square, added, odds[s], twice)
            if chosen == HIT or chosen == DOUBLE:
                way, next_ = (DOUBLED, doubled[s]) if chosen == DOUBLE else (0, found[s])
                draw_spread(
                    hands, terms, prices, squares, dealer.shown[s], left, hand, way, added, next_, into
                )
                continue
            way = GIVEN_UP if chosen == SURRENDER else NATURAL if size == 2 and score == 21 else 0
            paid, square = prices.dealt[hand], squares.dealt[hand]
            stand_spread(terms, prices, squares, score, size, way, paid, square, added, odds[s], into)


class Unsplit:
    """The moments of every hand that is not split [start, hand, moment]."""

    def __init__(self, house: House, shoe: Ints, dealer: Dealer, added: float) -> None:
        hands, values = all_hands(), blank(dealer)
        hand_values(hands, dealer, house.terms, house.prices, shoe, -1, added, values, values)
        self.house, self.shoe, self.dealer, self.added = house, shoe, dealer, added
        self.table = house.terms, house.prices, house.squares
        self.found, self.doubled = (np.zeros((*values.best.shape, MOMENTS)) for _ in range(2))
        hand_spread(hands, dealer, *self.table, shoe, added, values.choice, self.found, self.doubled)

    def of(self, start: int, each: TwoCards) -> Floats:
        """Of two cards that are played as is best."""
        hand, into = hand_of(*each.hand), np.zeros(MOMENTS)
        found: Floats = (
            self._by_suits(start, hand, each, into) if each.suits.told else self.found[start, hand]
        )
        into[:AHEAD], into[AHEAD:] = found[:AHEAD], found[WIN:AHEAD]
        return into

    def _by_suits(self, start: int, hand: int, each: TwoCards, into: Floats) -> Floats:
        hands, shown = all_hands(), self.dealer.shown[start]
        left = self.shoe - hands.counts[hand]
        if each.best == "stand":
            score, odds = int(hands.score[hand]), self._odds(left, start)
            stand_spread(*self.table, score, 2, 0, 1.0, 1.0, self.added, odds, into)
            return into
        next_, way = (
            (self.doubled[start], DOUBLED) if each.best == "double" else (self.found[start].copy(), 0)
        )
        if each.best == "hit":
            third = third_of(hand)
            suits = each.suits
            odds = self._odds(left - np.eye(10, dtype=np.int64)[third], start)
            drawn = next_[hands.child[hand, third]]
            drawn[:] = 0
            stand_spread(*self.table, 21, 3, 0, suits.paid, suits.square, self.added, odds, drawn)
        draw_spread(hands, *self.table, shown, left, hand, way, self.added, next_, into)
        return into

    def _odds(self, left: Ints, start: int) -> Floats:
        odds = np.empty((len(self.dealer.start), RESULTS))
        dealer_odds(self.dealer, left, np.empty(len(self.dealer.hands.size)), odds)
        found: Floats = odds[start]
        return found


# ---- split hands -----------------------------------------------------------------------------------------


class Ways(NamedTuple):
    """The ways in which one hand of a split may go: what it holds, the class it belongs to by what it brings, and in
    how many orders it comes to that with any second card or with one that is not of the pair."""

    counts: Ints  # [hand, rank]
    hand: Ints  # [way]: which of these
    kind: Ints  # [way]
    orders: Floats  # [second, way]
    doubled: NDArray[np.bool_]  # [class]
    first: Floats  # [class, result]: what the first hand of the split brings
    first_square: Floats
    other: Floats  # and any other hand
    other_square: Floats


ALL: Final = 0
ALL_DOUBLED: Final = 1
"""Classes for what is no end: every hand, and every hand that is doubled. By taking away what ends otherwise they
become, in their places, what busts."""


def ways_of(house: House, pair: int, shown: Ints, values: Values, s: int, net: Callable[..., Floats]) -> Ways:
    """By how a split hand is played against one start, and what it brings when it ended in some way."""
    hands, half, choice = all_hands(), hand_of(pair), values.choice[s]
    any_card, not_pair = np.eye(2)
    rows = [(half, ALL, any_card)]
    reached: dict[int, Floats] = {}
    ends: dict[tuple[int, int, float, float], Floats] = {}
    for rank, child in enumerate(hands.child[half].tolist()):
        reached[child] = any_card + (rank != pair) * not_pair
        rows.append((child, ALL, (rank != pair) * not_pair))

    def end(hand: int, way: int, orders: Floats, suits: Suits | None = None) -> None:
        paid, square = (
            (each.doubled if way & DOUBLED else each.split)[hand] for each in (house.prices, house.squares)
        )
        key = (hand, way, suits.paid, suits.square) if suits else (hand, way, paid, square)
        ends[key] = ends.get(key, 0) + orders

    waiting = sorted(reached)
    while waiting:
        hand = heappop(waiting)  # a hand comes after every hand it can grow from
        every = reached.pop(hand)
        grown = [child for child in hands.child[hand].tolist() if child >= 0]
        for suits, chosen in chosen_by_suits(house, hand, shown, values, s) or [
            (None, choice[hand] & CHOICES)
        ]:
            orders = every * (suits.share if suits else 1.0)
            if chosen == HIT:
                for child in grown:
                    if suits and hands.score[child] == 21:
                        end(child, 0, orders, suits)
                    elif child in reached:
                        reached[child] = reached[child] + orders
                    else:
                        reached[child] = orders
                        heappush(waiting, child)
            elif chosen == DOUBLE:
                rows.append((hand, ALL_DOUBLED, orders))
                for child in grown:
                    end(child, int(DOUBLED | choice[child] & GIVEN_UP), orders)
            else:
                end(hand, GIVEN_UP if chosen == SURRENDER else 0, orders)
    nets = [net(22, 3, way, 1.0, 1.0) for way in (0, DOUBLED)]
    doubled, known = [False, True], dict[bytes, int]()
    for (hand, way, paid, square), orders in ends.items():
        brings = net(int(hands.score[hand]), int(hands.size[hand]), way, paid, square)
        kind = known.setdefault(bytes([way]) + brings.tobytes(), len(nets))
        if kind == len(nets):
            nets.append(brings)
            doubled.append(way & DOUBLED > 0)
        rows.append((hand, kind, orders))
    held, kinds, counted = zip(*rows, strict=True)
    different, hand_ = np.unique(held, return_inverse=True)
    return Ways(
        hands.counts[different],
        hand_,
        np.array(kinds),
        np.array(counted, np.float64).T,
        np.array(doubled),
        *np.stack(nets, axis=1),
    )


def chosen_by_suits(
    house: House, hand: int, shown: Ints, values: Values, s: int
) -> list[tuple[Suits | None, int]]:
    """The classes of a split hand of whose suits something depends, each with how it is played."""
    found: list[tuple[Suits | None, int]] = []
    hands, stand = all_hands(), values.stand[s, hand]
    for suits in house.classes(hand, shown):
        usual = house.prices.split[hands.child[hand, third_of(hand)]]
        hit = values.hit[s, hand] + (suits.paid - usual) * values.won[s, hand]
        doubles = may_double(house.terms, int(hands.score[hand]), 2, True, False)
        doubles = doubles and values.double[s, hand] > max(stand, hit)
        found.append((suits, DOUBLE if doubles else HIT if hit > stand else STAND))
    return found


def net_of(
    house: House, added: float, score: int, cards: int, way: int, paid: float, square: float
) -> Floats:
    """What the first hand of a split brings that ended so and its square, and the same of any other [which, result].
    Of the first hand's unit this share was ``added`` before the cards, of another's all by the split."""
    found, (terms, prices, squares) = np.zeros((4, RESULTS + 1)), (house.terms, house.prices, house.squares)
    comes_to(terms, prices, squares, score, cards, way, paid, square, added, found[:2])
    comes_to(terms, prices, squares, score, cards, way, paid, square, 1.0, found[2:])
    if not plays_blind(house.terms):
        found[:, BLACKJACK] = 0.0  # nothing is split
    return found


TOGETHER: Final = 32
"""So many sets of cards are looked at side by side."""


@kernel
def odds_beside(dealer: Dealer, shoe: Ints, gone: Ints, odds: Floats) -> None:
    """The results of a dealer of whom one start is known, each time when these cards are gone: as `dealer_odds`, for
    many sets of cards at once."""
    hands = dealer.hands
    chance, sums = np.empty((len(hands.size), TOGETHER)), np.empty(TOGETHER)
    left, share = np.empty((10, TOGETHER)), np.empty((1 + hands.size.max(), TOGETHER))
    for begin in range(0, len(gone), TOGETHER):
        for i in range(TOGETHER):
            beside = shoe - gone[min(begin + i, len(gone) - 1)]
            left[:, i] = beside
            for size in range(1, len(share)):
                share[size, i] = 1.0 / max(beside.sum() - size + 1, 1)
        chance[0] = 1.0
        for hand in range(1, len(chance)):
            rank, less, before, size = (
                hands.last[hand],
                float(hands.repeat[hand]),
                hands.parent[hand],
                hands.size[hand],
            )
            for i in range(TOGETHER):
                chance[hand, i] = chance[before, i] * max(left[rank, i] - less, 0.0) * share[size, i]
        here = min(TOGETHER, len(gone) - begin)
        odds[begin : begin + here, OVER] = 1.0
        for result in range(RESULTS):
            sums[:] = 0.0
            for each in range(dealer.bounds[result], dealer.bounds[result + 1]):
                orders, hand = dealer.orders[each], dealer.finished[each]
                for i in range(TOGETHER):
                    sums[i] += orders * chance[hand, i]
            for i in range(here):
                odds[begin + i, result] = sums[i] / max(chance[dealer.start[0], i], 1e-300)
                odds[begin + i, OVER] -= odds[begin + i, result]


Numbers = NDArray[np.int32]
SHIFTS: Final = 5 * np.arange(10)
DIGITS: Final = 1 << SHIFTS
"""No hand holds so many of a rank."""


@kernel
def number(codes: Ints, keys: Ints, places: Ints, known: Ints, count: int, found: Numbers) -> int:
    """Look every code up among so many that are known, and enter what is new. Returns how many are known then, or -1 if
    there is no room for them."""
    mask = len(keys) - 1
    for i in range(len(codes)):
        at = ((codes[i] * 0x1E3779B97F4A7C15) >> 24) & mask
        while keys[at] >= 0 and keys[at] != codes[i]:
            at = (at + 1) & mask
        if keys[at] < 0:
            if 2 * count >= len(keys):
                return -1
            keys[at], places[at], known[count] = codes[i], count, codes[i]
            count += 1
        found[i] = places[at]
    return count


class Sets:
    """Sets of cards, each of which has a number from the time it is asked for."""

    def __init__(self) -> None:
        self.codes = np.empty(0, np.int64)
        self._make_room(1 << 14)

    def _make_room(self, room: int) -> None:
        known = self.codes
        self.keys, self.places = np.full(room, -1), np.empty(room, np.int64)
        self.room = np.empty(room // 2, np.int64)
        number(known, self.keys, self.places, self.room, 0, np.empty(len(known), np.int32))

    def of(self, codes: Ints) -> Numbers:
        """Their numbers."""
        found = np.empty(len(codes), np.int32)
        arrays = self.keys, self.places, self.room
        while (count := number(codes, *arrays, len(self.codes), found)) < 0:
            self._make_room(4 * len(self.keys))
            arrays = self.keys, self.places, self.room
        self.codes = self.room[:count]
        return found

    @property
    def cards(self) -> Ints:
        """How many of each rank they hold [set, rank]."""
        return self.codes[:, None] >> SHIFTS & 31


SECONDS: Final = ((0, 0), (1, 0), (1, 1))
"""Any second cards, the one's not of the pair, neither's."""


@kernel
def multiply(place: Numbers, one: Floats, other: Floats, found: Floats) -> None:
    """What two hands bring multiplied [set, second cards, result], over every hand of the one with every hand of the
    other [second, hand, result]."""
    for i in range(one.shape[1]):
        for j in range(other.shape[1]):
            into = found[place[i, j]]
            for result in range(RESULTS + 1):
                first, behind = one[1, i, result], other[0, j, result]
                into[0, result] += one[0, i, result] * behind
                into[1, result] += first * behind
                into[2, result] += first * other[1, j, result]


@kernel
def add_up(place: Numbers, one: Ways, other: Ways, second: int, chances: Floats, sums: Floats) -> None:
    """How likely classes come together [class, class, result], both hands having such a second card, by how likely each
    set of cards is with each result."""
    some = np.flatnonzero(other.orders[second])
    for i in np.flatnonzero(one.orders[second]):
        for j in some:
            orders, into = one.orders[second, i] * other.orders[second, j], sums[one.kind[i], other.kind[j]]
            chance = chances[place[one.hand[i], other.hand[j]]]
            for result in range(RESULTS + 1):
                into[result] += orders * chance[result]


def without_ends(ways: Ways) -> Floats:
    """The matrix by which all hands, and all doubled ones, become those that bust."""
    found = np.eye(len(ways.doubled))
    found[ALL, ~ways.doubled] -= 1
    found[ALL, [ALL, ALL_DOUBLED]] = 1, -1
    found[ALL_DOUBLED, ways.doubled] -= 1
    found[ALL_DOUBLED, ALL_DOUBLED] = 1
    return found


def by_hand(ways: Ways, values: Floats) -> Floats:
    """What the ways of each hand bring, in all their orders [second, hand, result], if a class brings so much; for what
    is no end that is what those bring that bust."""
    brings = ways.orders[:, :, None] * (without_ends(ways).T @ values)[ways.kind]
    found = np.zeros((2, len(ways.counts), RESULTS + 1))
    for into, each in zip(found, brings, strict=True):
        np.add.at(into, ways.hand, each)
    return found


class Pairs:
    """Two hands of a split, every hand of the one with every hand of the other, by the set of cards that both take.
    ``seen`` numbers the sets that are gone, with so many more cards of the pair."""

    def __init__(self, one: Ways, other: Ways, pair: int, extras: int, seen: Sets) -> None:
        self.one, self.other, sets = one, other, Sets()
        codes = (one.counts @ DIGITS)[:, None] + other.counts @ DIGITS
        self.place = sets.of(codes.ravel()).reshape(codes.shape)
        self.gone = sets.cards
        self.seen = [seen.of(sets.codes + extra * DIGITS[pair]) for extra in range(extras)]

    def products(self, one: Floats, other: Floats) -> Floats:
        """What they bring multiplied [set, second cards, result], the classes of each bringing so much."""
        found = np.zeros((len(self.gone), len(SECONDS), RESULTS + 1))
        multiply(self.place, by_hand(self.one, one), by_hand(self.other, other), found)
        return found

    def by_class(self, second: int, chances: Floats) -> Floats:
        """From how likely each set of cards is with each result [set, result]: how likely are two classes together
        [class, class, result], both hands having such a second card?"""
        one, other = without_ends(self.one), without_ends(self.other)
        sums = np.zeros((len(one), len(other), RESULTS + 1))
        add_up(self.place, self.one, self.other, second, chances, sums)
        found: Floats = np.einsum("ab,bcr,dc->adr", one, sums, other, optimize=True)
        return found


class Split:
    """A pair against one start of the dealer's, split into up to so many hands, the first played one way and any other
    perhaps otherwise. All splits against that start are made before their moments are asked for, with how the dealer
    then comes out beside each set that was ``seen``."""

    def __init__(
        self, shoe: Ints, dealer: Dealer, pair: int, room: int, first: Ways, other: Ways, seen: Sets
    ) -> None:
        self.shoe, self.shown, self.pair, self.room = shoe, dealer.shown[0], pair, room
        self.first, self.other = first, other
        self.pairs = int(shoe[pair] - 2 - self.shown[pair])
        self.cards = int(shoe.sum()) - 2 - dealer.size
        self.both = [Pairs(first, other, pair, 2 * room - 3, seen)]
        if room > 2:
            alike = first is other
            self.both.append(self.both[0] if alike else Pairs(other, other, pair, 2 * room - 3, seen))

    def again(self, extra: int, others: int) -> float:
        """How likely the next card is of the pair when so many of it are gone beside two, and so many others."""
        return max(self.pairs - extra, 0) / (self.cards - extra - others)

    def chance(self, gone: Ints, pair: int) -> Floats:
        """That these cards come in one order, of which so many of the pair are gone already."""
        left, drawn = self.shoe - self.shown, gone.copy()
        left[self.pair] -= pair
        drawn[:, self.pair] -= 2
        size, found = drawn.sum(1), np.ones(len(drawn))
        most = int(size.max())
        ways = np.cumprod([np.ones(10), *(np.maximum(left - n, 0) for n in range(most))], axis=0)
        for rank in range(10):
            found *= ways[drawn[:, rank], rank]
        found /= np.cumprod([1.0, *(left.sum() - n for n in range(most))])[size]
        return found

    def likely(self, both: Pairs, odds: Floats) -> Iterator[Floats]:
        """How likely each set of cards is with each of the dealer's results, by how many more of the pair are gone."""
        for extra, seen in enumerate(both.seen):
            yield odds[seen] * self.chance(both.gone, 2 + extra)[:, None]

    def dealt(
        self, hands: int = 2, settled: int = 0, chance: float = 1.0
    ) -> Iterator[tuple[int, int, float]]:
        """How many hands there come to be, of how many the second card is known not to be of the pair, how likely."""
        if settled == hands or hands == self.room:
            yield hands, settled, chance
            return
        if again := self.again(hands - 2, settled):
            yield from self.dealt(hands + 1, settled, chance * again)
        yield from self.dealt(hands, settled + 1, chance * (1 - again))

    def moments(self, odds: Floats) -> tuple[Floats, float]:
        """Of a round, with nothing of how often three hands and more are won; and how often there are so many."""
        found, many, hands_ = np.zeros(MOMENTS), 0.0, SplitHands(self, odds)
        for hands, settled, chance in self.dealt():
            found += chance * hands_.moments(hands, settled)
            many += chance * (hands > 2)
        return found, many


class SplitHands:
    """The hands of a split: each alone and any two together, when so many more (``extra``) cards of the pair are gone,
    beside ``others`` of which only is known that their second card was not of the pair."""

    def __init__(self, split: Split, odds: Floats) -> None:
        self.split, extras = split, len(split.both[0].seen)
        self.brings = split.first.first, split.other.other
        squares = split.first.first_square, split.other.other_square
        self.alone = np.zeros((2, 2, extras, 2))
        """What the first hand (0) or another (1) brings and its square [role, second card, extra], others aside."""
        self.together = np.zeros((2, len(SECONDS), extras))
        """What a hand and one behind it bring multiplied."""
        first = split.both[0]
        likely = list(split.likely(first, odds))
        self.classes = first.by_class(int(split.room > 2), likely[0])
        for role, (ways, met) in enumerate(((first.one, first.place[:, 0]), (first.other, first.place[0]))):
            for power, values in enumerate((self.brings[role], squares[role])):
                brings = by_hand(ways, values)
                for extra, chances in enumerate(likely):
                    self.alone[role, :, extra, power] = np.einsum("ahr,hr->a", brings, chances[met])
        for role, both in enumerate(split.both):
            if both is not first:
                likely = list(split.likely(both, odds))
            if role == 0 or both is not first or not np.array_equal(*self.brings):
                products = both.products(self.brings[role], self.brings[1])
            for extra, chances in enumerate(likely):
                self.together[role, :, extra] = np.einsum("sar,sr->a", products, chances)

    def _settled(self, extra: int, hands: int) -> float:
        """How likely so many second cards, one after the other, are not of the pair."""
        return prod(1 - self.split.again(extra, each) for each in range(hands))

    def one(self, role: int, second: int, extra: int, others: int) -> Floats:
        """A hand with such a second card: by the argument of the engine's `Splits`."""
        if others == 0:
            found: Floats = self.alone[role, second, extra] / self._settled(extra, second)
            return found
        again = self.split.again(extra, others - 1 + second)
        less = self.one(role, second, extra, others - 1)
        return (less - again * self.one(role, second, extra + 1, others - 1)) / (1 - again) if again else less

    def two(self, role: int, seconds: tuple[int, int], extra: int, others: int) -> float:
        """A hand and one behind it, likewise."""
        if others == 0:
            met = self.together[role, SECONDS.index(seconds), extra]
            return float(met) / self._settled(extra, sum(seconds))
        again = self.split.again(extra, others - 1 + sum(seconds))
        less = self.two(role, seconds, extra, others - 1)
        return (
            (less - again * self.two(role, seconds, extra + 1, others - 1)) / (1 - again) if again else less
        )

    def moments(self, hands: int, settled: int) -> Floats:
        """Of so many hands, of which so many have a second card that is not of the pair."""
        found, extra = np.zeros(MOMENTS), hands - 2
        second = [1] * settled + [0] * (hands - settled)
        for i in range(hands):
            found[[MEAN, SQUARE]] += self.one(min(i, 1), second[i], extra, settled - second[i])
        for i, j in combinations(range(hands), 2):
            others = settled - second[i] - second[j]
            found[SQUARE] += 2 * self.two(min(i, 1), (second[i], second[j]), extra, others)
        if hands == 2:
            one, other = self.brings
            both = self.classes / self._settled(0, settled)
            sums = one[:, None] + other, np.sign(one)[:, None] + np.sign(other)
            found[WIN:] = [
                both[each > 0].sum() if up else both[each < 0].sum() for each in sums for up in (1, 0)
            ]
        return found


# ---- rounds ----------------------------------------------------------------------------------------------


class Spread(NamedTuple):
    """How a round comes out [hand of the analysis, moment]; and how likely it has three hands or more."""

    moments: Floats
    many: Floats


def spread(house: House, analysis: Analysis, added: float = 0.0) -> Spread:
    """For each two cards and what the dealer shows, played as the analysis says."""
    terms, prices, squares = house.terms, house.prices, house.squares
    dealer, shoe, blind = dealer_of(terms), np.array(house.shoe), plays_blind(terms)
    alone = Unsplit(house, shoe, dealer, added)
    starts = {tuple(np.repeat(np.arange(10), shown).tolist()): s for s, shown in enumerate(dealer.shown)}
    found, many = np.zeros((len(analysis.hands), MOMENTS)), np.zeros(len(analysis.hands))

    net = cache(partial(net_of, house, added))

    @cache
    def values_of(pair: int, share: float) -> Values:
        beside, values = shoe.copy(), blank(dealer)
        beside[pair] -= 1
        hand_values(all_hands(), dealer, terms, prices, beside, pair, share, values, values)
        return values

    def split(start: tuple[int, ...]) -> None:
        """All pairs that are split against it."""
        faced, seen, s, splits = against(start, terms), Sets(), starts[start], {}
        for row, each in enumerate(analysis.hands):
            if each.best == "split" and each.dealer == start:
                pair = each.hand[0]
                ways = partial(ways_of, house, pair, dealer.shown[s])
                first = ways(values_of(pair, added), s, net)
                other = first if hands_alike(terms) else ways(values_of(pair, 1.0), s, net)
                splits[row] = Split(shoe, faced, pair, room_for(terms, pair), first, other, seen)
        odds = np.empty((len(seen.codes), RESULTS + 1))
        odds_beside(faced, shoe, seen.cards, odds)
        for row in list(splits):
            found[row], many[row] = splits.pop(row).moments(odds)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(split, starts))
    given_up, taken = np.zeros((2, 2, RESULTS + 1))
    comes_to(terms, prices, squares, 0, 2, GIVEN_UP, 1.0, 1.0, added, given_up)
    comes_to(terms, prices, squares, 20, 2, 0, 1.0, 1.0, added, taken)
    tied = np.array((prices.tied, squares.tied))
    for row, each in enumerate(analysis.hands):
        lost = 1 - each.no_blackjack
        if each.best == "surrender":
            enter_round(each.no_blackjack, given_up[:, OVER], found[row])
            enter_round(lost * blind, given_up[:, BLACKJACK], found[row])
        elif each.best != "split":
            found[row] = alone.of(starts[each.dealer], each)
        if not blind:
            enter_round(lost, tied if each.hand == (ACE, TEN) else taken[:, BLACKJACK], found[row])
    return Spread(found, many)


def enter_round(chance: float, brings: Floats, into: Floats) -> None:
    """A round that brings so much, and its square."""
    value, square = brings
    into += chance * np.array([value, square, value > 0, value < 0, value > 0, value < 0])
