"""The joint results of the hands of a split.

They are not independent: they meet one dealer and draw from one shoe. Every way for one of two hands to end is combined
with every way for the other, and with the dealer's results when the cards of both are gone. Because cards are
exchangeable, ways that take the same cards are alike; the rest are busts. The deviation of any number of hands follows
from pairs of them. How often three and more are won together does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from itertools import combinations
from math import prod
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Floats, Ints
from pitboss.compiler import kernel
from pitboss.games.blackjack.dealer import BLACKJACK, RESULTS, Dealer
from pitboss.games.blackjack.every_hand import all_hands, hand_of, third_of
from pitboss.games.blackjack.hands import may_double, plays_blind
from pitboss.games.blackjack.house import House, Suits
from pitboss.games.blackjack.moments import DOUBLED, MEAN, MOMENTS, SQUARE, WIN, Ended, comes_to, unit_on
from pitboss.games.blackjack.values import CHOICES, DOUBLE, GIVEN_UP, HIT, STAND, SURRENDER, Values


class Ways(NamedTuple):
    """The ways in which one hand of a split may end: its cards, its class by result, and the number of orders in which
    it arises with any second card or with one that is not of the pair."""

    counts: Ints  # [hand, rank]
    hand: Ints  # [way]: which of these
    kind: Ints  # [way]
    orders: Floats  # [second, way]
    doubled: NDArray[np.bool_]  # [class]
    first: Floats  # [class, result]: the result of the first hand of the split
    first_square: Floats
    other: Floats  # and any other hand
    other_square: Floats


ALL: Final = 0
ALL_DOUBLED: Final = 1
"""Classes for hands that have not ended: every hand, and every doubled hand. After subtracting the ones that end
otherwise they represent the busts."""


def ways_of(house: House, pair: int, shown: Ints, values: Values, s: int, net: Callable[..., Floats]) -> Ways:
    """How a split hand is played against one start, and its result when it ended in some way."""
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
    nets = [net(Ended(22, 3, way)) for way in (0, DOUBLED)]
    doubled, known = [False, True], dict[bytes, int]()
    for (hand, way, paid, square), orders in ends.items():
        brings = net(Ended(int(hands.score[hand]), int(hands.size[hand]), way, paid, square))
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
    """The classes of a split hand whose suits matter, each with how it is played."""
    found: list[tuple[Suits | None, int]] = []
    hands, stand = all_hands(), values.stand[s, hand]
    for suits in house.classes(hand, shown):
        usual = house.prices.split[hands.child[hand, third_of(hand)]]
        hit = values.hit[s, hand] + (suits.paid - usual) * values.won[s, hand]
        doubles = may_double(house.terms, int(hands.score[hand]), 2, True, False)
        doubles = doubles and values.double[s, hand] > max(stand, hit)
        found.append((suits, DOUBLE if doubles else HIT if hit > stand else STAND))
    return found


def net_of(house: House, added: float, ended: Ended) -> Floats:
    """The result of the first hand of a split that ended this way and its square, and the same for any other [which,
    result]. Of the first hand's unit this share was ``added`` before the cards; of another's, everything by the
    split."""
    found = np.zeros((4, RESULTS + 1))
    comes_to(unit_on(house, added), ended, found[:2])
    comes_to(unit_on(house, 1.0), ended, found[2:])
    if not plays_blind(house.terms):
        found[:, BLACKJACK] = 0.0  # nothing is split
    return found


Numbers = NDArray[np.int32]
SHIFTS: Final = 5 * np.arange(10)
DIGITS: Final = 1 << SHIFTS
"""No hand holds this many of a rank."""
NOTHING: Final = np.zeros(1, np.int64)


class Index(NamedTuple):
    """Where codes are looked up; known codes in order."""

    keys: Ints
    places: Ints
    known: Ints


@kernel
def number(one: Ints, other: Ints, alike: bool, index: Index, count: int, found: Numbers) -> int:
    """Look up every sum of one code and another among the known ones, and enter new ones. Returns how many are then
    known, or -1 if there is no room."""
    keys, places, known = index
    mask = len(keys) - 1
    for i in range(len(one)):
        for j in range(i if alike else 0, len(other)):
            code = one[i] + other[j]
            at = ((code * 0x1E3779B97F4A7C15) >> 24) & mask
            while keys[at] >= 0 and keys[at] != code:
                at = (at + 1) & mask
            if keys[at] < 0:
                if 2 * count >= len(keys):
                    return -1
                keys[at], places[at], known[count] = code, count, code
                count += 1
            found[i, j] = places[at]
            if alike:
                found[j, i] = places[at]
    return count


@kernel
def counted(codes: Ints) -> Ints:
    """How many of each rank the sets hold [set, rank]."""
    found = np.empty((len(codes), 10), np.int64)
    for i in range(len(codes)):
        for rank in range(10):
            found[i, rank] = codes[i] >> SHIFTS[rank] & 31
    return found


class Sets:
    """Sets of cards, each of which gets a number when first asked for."""

    def __init__(self) -> None:
        self.codes = np.empty(0, np.int64)
        self._make_room(1 << 14)

    def _make_room(self, room: int) -> None:
        known = self.codes
        self.index = Index(np.full(room, -1), np.empty(room, np.int64), np.empty(room // 2, np.int64))
        number(known, NOTHING, False, self.index, 0, np.empty((len(known), 1), np.int32))

    def of(self, one: Ints, other: Ints) -> Numbers:
        """The number of every sum [one, other]."""
        found = np.empty((len(one), len(other)), np.int32)
        while (count := number(one, other, one is other, self.index, len(self.codes), found)) < 0:
            self._make_room(4 * len(self.index.keys))
        self.codes = self.index.known[:count]
        return found


MOST: Final = 43
"""Two hands hold fewer cards."""

SECONDS: Final = ((0, 0), (1, 0), (1, 1))
"""Any second cards, the one's not of the pair, neither's."""


@kernel
def in_order(left: Ints, pair: int, gone: Ints, seen: Numbers, odds: Floats, found: Floats) -> None:
    """The probability of these cards in one order, given two of the pair, and then of each of the dealer's results, for
    each possible remainder [case, rank]."""
    ways, cards = np.ones((10, MOST)), np.ones(MOST)
    for case in range(len(left)):
        for n in range(1, MOST):
            cards[n] = cards[n - 1] * max(left[case].sum() - n + 1, 1)
            for rank in range(10):
                ways[rank, n] = ways[rank, n - 1] * max(left[case, rank] - n + 1, 0)
        for i in range(len(gone)):
            size, chance = 0, 1.0
            for rank in range(10):
                drawn = (gone[i] >> SHIFTS[rank] & 31) - (2 if rank == pair else 0)
                chance *= ways[rank, drawn]
                size += drawn
            found[case, i] = chance / cards[size] * odds[seen[case, i]]


@kernel
def weigh(products: Floats, likely: Floats, found: Floats) -> None:
    """The products on average [second cards, extra]."""
    for extra in range(len(likely)):
        for i in range(len(products)):
            for second in range(len(SECONDS)):
                for result in range(RESULTS + 1):
                    found[second, extra] += products[i, second, result] * likely[extra, i, result]


@kernel
def multiply(place: Numbers, one: Floats, other: Floats, alike: bool, found: Floats) -> None:
    """The product of the results of two hands [set, second cards, result], over every pair of hands [second, hand,
    result]. If both have the same ways, each pair occurs in a set twice."""
    for i in range(one.shape[1]):
        for j in range(i if alike else 0, other.shape[1]):
            into = found[place[i, j]]
            for turn in range(2 if alike and i < j else 1):
                a, b = (i, j) if turn == 0 else (j, i)
                for result in range(RESULTS + 1):
                    first, behind = one[1, a, result], other[0, b, result]
                    into[0, result] += one[0, a, result] * behind
                    into[1, result] += first * behind
                    into[2, result] += first * other[1, b, result]


@kernel
def add_up(place: Numbers, one: Ways, other: Ways, second: int, chances: Floats, sums: Floats) -> None:
    """The joint probability of classes [class, class, result], given the second cards, from the probability of each set
    of cards with each result."""
    some = np.flatnonzero(other.orders[second])
    for i in np.flatnonzero(one.orders[second]):
        for j in some:
            orders, into = one.orders[second, i] * other.orders[second, j], sums[one.kind[i], other.kind[j]]
            chance = chances[place[one.hand[i], other.hand[j]]]
            for result in range(RESULTS + 1):
                into[result] += orders * chance[result]


def without_ends(ways: Ways) -> Floats:
    """The matrix that turns all hands, and all doubled ones, into those that bust."""
    found = np.eye(len(ways.doubled))
    found[ALL, ~ways.doubled] -= 1
    found[ALL, [ALL, ALL_DOUBLED]] = 1, -1
    found[ALL_DOUBLED, ways.doubled] -= 1
    found[ALL_DOUBLED, ALL_DOUBLED] = 1
    return found


def by_hand(ways: Ways, values: Floats) -> Floats:
    """The results of each hand's ways, in all their orders [second, hand, result], given the result of each class; for
    a hand that has not ended it is that of its busts."""
    brings = ways.orders[:, :, None] * (without_ends(ways).T @ values)[ways.kind]
    found = np.zeros((2, len(ways.counts), RESULTS + 1))
    for into, each in zip(found, brings, strict=True):
        np.add.at(into, ways.hand, each)
    return found


class Pairs:
    """Two hands of a split, every hand of one with every hand of the other, by the set of cards that both take.
    ``seen`` numbers the sets that are gone, with this many more cards of the pair."""

    def __init__(self, one: Ways, other: Ways, pair: int, extras: int, seen: Sets) -> None:
        self.one, self.other, sets = one, other, Sets()
        codes = one.counts @ DIGITS
        self.place = sets.of(codes, codes if one is other else other.counts @ DIGITS)
        self.gone = sets.codes
        self.seen = seen.of(np.arange(extras) * DIGITS[pair], sets.codes)

    def products(self, one: Floats, other: Floats) -> Floats:
        """The product of their results [set, second cards, result], given the result of each class."""
        found = np.zeros((len(self.gone), len(SECONDS), RESULTS + 1))
        alike = self.one is self.other
        multiply(self.place, by_hand(self.one, one), by_hand(self.other, other), alike, found)
        return found

    def by_class(self, second: int, chances: Floats) -> Floats:
        """From the probability of each set of cards with each result [set, result]: the joint probability of two
        classes [class, class, result], given the second cards."""
        one, other = without_ends(self.one), without_ends(self.other)
        sums = np.zeros((len(one), len(other), RESULTS + 1))
        add_up(self.place, self.one, self.other, second, chances, sums)
        found: Floats = np.einsum("ab,bcr,dc->adr", one, sums, other, optimize=True)
        return found


class Split:
    """A pair against one start of the dealer's, split into at most this many hands, the first played one way and any
    other perhaps another way. All splits against that start are made before their moments are requested, with the
    dealer's results for each set that was ``seen``."""

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
        """The probability that the next card is of the pair, given how many of it are gone in addition to two, and how
        many others."""
        return max(self.pairs - extra, 0) / (self.cards - extra - others)

    def likely(self, both: Pairs, odds: Floats) -> Floats:
        """The probability of each set of cards with each of the dealer's results, by how many more of the pair are gone
        [extra, set, result]."""
        found = np.empty((*both.seen.shape, RESULTS + 1))
        left = np.tile(self.shoe - self.shown, (len(found), 1))
        left[:, self.pair] -= 2 + np.arange(len(found))
        in_order(left, self.pair, both.gone, both.seen, odds, found)
        return found

    def dealt(
        self, hands: int = 2, settled: int = 0, chance: float = 1.0
    ) -> Iterator[tuple[int, int, float]]:
        """The probability of each number of hands, and of how many second cards are known not to be of the pair."""
        if settled == hands or hands == self.room:
            yield hands, settled, chance
            return
        if again := self.again(hands - 2, settled):
            yield from self.dealt(hands + 1, settled, chance * again)
        yield from self.dealt(hands, settled + 1, chance * (1 - again))

    def moments(self, odds: Floats) -> tuple[Floats, float]:
        """For a round, without the chance that three hands and more are won; and the probability of that many."""
        found, many, hands_ = np.zeros(MOMENTS), 0.0, SplitHands(self, odds)
        for hands, settled, chance in self.dealt():
            found += chance * hands_.moments(hands, settled)
            many += chance * (hands > 2)
        return found, many


class SplitHands:
    """The hands of a split: each alone and any two together, with ``extra`` more cards of the pair gone, and ``others``
    whose second card is only known not to be of the pair."""

    def __init__(self, split: Split, odds: Floats) -> None:
        self.split, extras = split, len(split.both[0].seen)
        self.brings = split.first.first, split.other.other
        squares = split.first.first_square, split.other.other_square
        self.alone = np.zeros((2, 2, extras, 2))
        """The result of the first hand (0) or another (1) and its square [role, second card, extra], without others."""
        self.together = np.zeros((2, len(SECONDS), extras))
        """The product of the results of a hand and a later one."""
        first = split.both[0]
        likely = split.likely(first, odds)
        self.classes = first.by_class(int(split.room > 2), likely[0])
        for role, (ways, met) in enumerate(((first.one, first.place[:, 0]), (first.other, first.place[0]))):
            for power, values in enumerate((self.brings[role], squares[role])):
                brings = by_hand(ways, values)
                self.alone[role, ..., power] = np.einsum("ahr,ehr->ae", brings, likely[:, met])
        for role, both in enumerate(split.both):
            if both is not first:
                likely = split.likely(both, odds)
            if role == 0 or both is not first or not np.array_equal(*self.brings):
                products = both.products(self.brings[role], self.brings[1])
            weigh(products, likely, self.together[role])

    def _settled(self, extra: int, hands: int) -> float:
        """The probability that this many second cards in a row are not of the pair."""
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
        """A hand and a later one, by the same argument."""
        if others == 0:
            met = self.together[role, SECONDS.index(seconds), extra]
            return float(met) / self._settled(extra, sum(seconds))
        again = self.split.again(extra, others - 1 + sum(seconds))
        less = self.two(role, seconds, extra, others - 1)
        return (
            (less - again * self.two(role, seconds, extra + 1, others - 1)) / (1 - again) if again else less
        )

    def moments(self, hands: int, settled: int) -> Floats:
        """For this many hands, of which this many have a second card that is not of the pair."""
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
