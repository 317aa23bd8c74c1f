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

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiler import kernel
from pitboss.games.blackjack.engine import (
    ACE,
    BLACKJACK,
    CHOICES,
    DOUBLE,
    GIVEN_UP,
    HIT,
    RESULTS,
    SURRENDER,
    TEN,
    Analysis,
    Bytes,
    Dealer,
    Floats,
    Hands,
    House,
    Ints,
    Prices,
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
)
from pitboss.games.blackjack.hands import End, Terms, outcome, plays_blind

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


@kernel
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
    """Fill in every hand of two cards and more that is not split, played by these choices; beside what is taken by a
    blackjack that is known before."""
    chance = np.empty(len(dealer.hands.size))
    odds = np.empty((len(dealer.start), RESULTS))
    brings = np.empty((2, RESULTS + 1))
    blind = plays_blind(terms)
    for hand in range(len(hands.size) - 1, 0, -1):
        left = shoe - hands.counts[hand]
        if hands.size[hand] < 2 or left.min() < 0:
            continue
        dealer_odds(dealer, left, chance, odds)
        score, size = hands.score[hand], hands.size[hand]
        cards = left.sum() - dealer.size
        for s in range(len(dealer.start)):
            if chance[dealer.start[s]] == 0:
                continue
            chosen = choice[s, hand] & CHOICES
            draws = chosen == HIT or chosen == DOUBLE
            for twice in range(2):
                way = DOUBLED if twice else NATURAL if size == 2 and score == 21 else 0
                if size == 2 if twice else draws:
                    continue
                if choice[s, hand] & GIVEN_UP if twice else chosen == SURRENDER:
                    way |= GIVEN_UP
                pay = prices.doubled[hand] if twice else prices.dealt[hand]
                square = squares.doubled[hand] if twice else squares.dealt[hand]
                comes_to(terms, prices, squares, score, size, way, pay, square, added, brings)
                into = doubled[s, hand] if twice else found[s, hand]
                rest = 1.0
                for result in range(RESULTS):
                    rest -= odds[s, result]
                    if result != BLACKJACK or blind:
                        enter(odds[s, result], brings[0, result], brings[1, result], into)
                enter(rest, brings[0, OVER], brings[1, OVER], into)
            if not draws:
                continue
            into, next_ = found[s, hand], doubled if chosen == DOUBLE else found
            shown = dealer.shown[s]
            way = DOUBLED if chosen == DOUBLE else 0
            comes_to(terms, prices, squares, 22, size + 1, way, 1.0, 1.0, added, brings)
            for rank in range(10):
                have = (left[rank] - shown[rank]) / cards
                if have <= 0:
                    continue
                child = hands.child[hand, rank]
                if child >= 0:
                    into += have * next_[s, child]
                    continue
                left[rank] -= 1
                clear = no_blackjack(shown, left, cards - 1)
                left[rank] += 1
                enter(have * clear, brings[0, OVER], brings[1, OVER], into)
                if blind:
                    enter(have * (1 - clear), brings[0, BLACKJACK], brings[1, BLACKJACK], into)


def unsplit(house: House, shoe: Ints, dealer: Dealer, added: float) -> Floats:
    """The moments of every hand that is not split [start, hand, moment]."""
    hands, values = all_hands(), blank(dealer)
    hand_values(hands, dealer, house.terms, house.prices, shoe, -1, added, values, values)
    found, doubled = (np.zeros((*values.best.shape, MOMENTS)) for _ in range(2))
    hand_spread(
        hands, dealer, house.terms, house.prices, house.squares, shoe, added, values.choice, found, doubled
    )
    found[:, :, AHEAD:] = found[:, :, WIN:AHEAD]
    return found


# ---- split hands -----------------------------------------------------------------------------------------


class Ways(NamedTuple):
    """The ways in which one hand of a split may go: what it holds, the class it belongs to by what it brings, and in
    how many orders it comes to that with any second card or with one that is not of the pair."""

    counts: Ints  # [way, rank]
    kind: Ints
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


def ways_of(house: House, pair: int, choice: Bytes, net: Callable[..., Floats]) -> Ways:
    """By how a split hand is played, and what it brings when it ended in some way."""
    hands, half = all_hands(), hand_of(pair)
    any_card, not_pair = np.eye(2, dtype=np.int64)
    rows = [(half, ALL, any_card)]
    reached: dict[int, Ints] = {}
    ends: dict[tuple[int, int], Ints] = {}
    for rank, child in enumerate(hands.child[half].tolist()):
        reached[child] = any_card + (rank != pair) * not_pair
        rows.append((child, ALL, (rank != pair) * not_pair))
    while reached:
        hand = min(reached)  # a hand comes after every hand it can grow from
        orders, chosen = reached.pop(hand), choice[hand] & CHOICES
        grown = [child for child in hands.child[hand].tolist() if child >= 0]
        if chosen == HIT:
            for child in grown:
                reached[child] = reached.get(child, 0) + orders
        elif chosen == DOUBLE:
            rows.append((hand, ALL_DOUBLED, orders))
            for child in grown:
                way = int(DOUBLED | choice[child] & GIVEN_UP)
                ends[child, way] = ends.get((child, way), 0) + orders
        else:
            ends[hand, GIVEN_UP if chosen == SURRENDER else 0] = orders
    nets = [net(22, 3, way, 1.0, 1.0) for way in (0, DOUBLED)]
    doubled, known = [False, True], dict[bytes, int]()
    for (hand, way), orders in ends.items():
        paid, square = (
            (each.doubled if way & DOUBLED else each.split)[hand] for each in (house.prices, house.squares)
        )
        brings = net(int(hands.score[hand]), int(hands.size[hand]), way, paid, square)
        kind = known.setdefault(bytes([way]) + brings.tobytes(), len(nets))
        if kind == len(nets):
            nets.append(brings)
            doubled.append(way & DOUBLED > 0)
        rows.append((hand, kind, orders))
    held, kinds, counted = zip(*rows, strict=True)
    return Ways(
        hands.counts[list(held)],
        np.array(kinds),
        np.array(counted, np.float64).T,
        np.array(doubled),
        *np.stack(nets, axis=1),
    )


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


DIGITS: Final = 32 ** np.arange(10)
"""No hand holds so many of a rank."""
CLASS: Final = 32**10

SECONDS: Final = ((0, 0), (1, 0), (1, 1))
"""Any second cards, the one's not of the pair, neither's."""


class Pairs:
    """Two hands of a split, every way of the one with every way of the other. What takes the same cards and is of the
    same classes is counted together."""

    def __init__(self, one: Ways, other: Ways) -> None:
        self.one, self.other = one, other
        cards = (one.counts @ DIGITS)[:, None] + other.counts @ DIGITS
        kinds = one.kind[:, None] * len(other.doubled) + other.kind
        keys, place = np.unique((kinds * CLASS + cards).ravel(), return_inverse=True)
        self.kinds = keys // CLASS
        codes, self.cards = np.unique(keys % CLASS, return_inverse=True)
        self.gone = codes[:, None] // DIGITS % DIGITS[1]
        self.orders = np.array(
            [
                np.bincount(place, (one.orders[a][:, None] * other.orders[b]).ravel(), len(keys))
                for a, b in SECONDS
            ]
        )

    def by_class(self, chances: Floats) -> dict[tuple[int, int], Floats]:
        """From how likely each set of cards is with each result [set, result]: how likely are two classes together
        [class, class, result]? By the second cards."""
        one, other = without_ends(self.one), without_ends(self.other)
        sums = np.zeros((len(SECONDS), len(one) * len(other), RESULTS + 1))
        add_up(self.orders, self.cards, self.kinds, chances, sums)
        every = sums.reshape(len(SECONDS), len(one), len(other), -1)
        return {
            second: np.einsum("ab,bcr,dc->adr", one, each, other, optimize=True)
            for second, each in zip(SECONDS, every, strict=True)
        }


@kernel
def add_up(orders: Floats, cards: Ints, kinds: Ints, chances: Floats, sums: Floats) -> None:
    for key in range(len(kinds)):
        for second in range(len(orders)):
            for result in range(RESULTS + 1):
                sums[second, kinds[key], result] += orders[second, key] * chances[cards[key], result]


def without_ends(ways: Ways) -> Floats:
    """The matrix by which all hands, and all doubled ones, become those that bust."""
    found = np.eye(len(ways.doubled))
    found[ALL, ~ways.doubled] -= 1
    found[ALL, [ALL, ALL_DOUBLED]] = 1, -1
    found[ALL_DOUBLED, ways.doubled] -= 1
    found[ALL_DOUBLED, ALL_DOUBLED] = 1
    return found


class Split:
    """A pair against one start of the dealer's, split into up to so many hands, the first played one way and any other
    perhaps otherwise."""

    def __init__(self, shoe: Ints, dealer: Dealer, pair: int, room: int, first: Ways, other: Ways) -> None:
        self.shoe, self.dealer, self.pair, self.room = shoe, dealer, pair, room
        self.first, self.other = first, other
        self.pairs = int(shoe[pair] - 2 - dealer.shown[0, pair])
        self.cards = int(shoe.sum()) - 2 - dealer.size
        self.both = [Pairs(first, other)]
        if room > 2:
            self.both.append(self.both[0] if first is other else Pairs(other, other))
        self._together: dict[tuple[int, int], dict[tuple[int, int], Floats]] = {}

    def again(self, extra: int, others: int) -> float:
        """How likely the next card is of the pair when so many of it are gone beside two, and so many others."""
        return max(self.pairs - extra, 0) / (self.cards - extra - others)

    def together(self, hand: int, extra: int) -> dict[tuple[int, int], Floats]:
        """The first hand (0) or another (1) and one beside it, when so many more cards of the pair are gone."""
        key = 0 if self.first is self.other else hand, extra
        if key not in self._together:
            self._together[key] = self._count(*key)
        return self._together[key]

    def _count(self, hand: int, extra: int) -> dict[tuple[int, int], Floats]:
        both = self.both[hand]
        gone, odds = both.gone.copy(), np.empty((len(both.gone), RESULTS + 1))
        gone[:, self.pair] += extra
        odds_beside(self.dealer, self.shoe, gone, odds)
        found = both.by_class(odds * self.chance(gone, 2 + extra)[:, None])
        found[1, 0] /= 1 - self.again(extra, 0)
        found[1, 1] /= (1 - self.again(extra, 0)) * (1 - self.again(extra, 1))
        return found

    def chance(self, gone: Ints, pair: int) -> Floats:
        """That these cards come in one order, of which so many of the pair are gone already."""
        left, drawn = self.shoe - self.dealer.shown[0], gone.copy()
        left[self.pair] -= pair
        drawn[:, self.pair] -= pair
        size, found = drawn.sum(1), np.ones(len(drawn))
        most = int(size.max())
        ways = np.cumprod([np.ones(10), *(np.maximum(left - n, 0) for n in range(most))], axis=0)
        for rank in range(10):
            found *= ways[drawn[:, rank], rank]
        found /= np.cumprod([1.0, *(left.sum() - n for n in range(most))])[size]
        return found

    def joint(self, hand: int, second: int, beside: int, extra: int, others: int) -> Floats:
        """The same for one kind of second card each, beside ``others`` of which only is known that their second card
        was not of the pair: by the argument of the engine's `Splits`."""
        if others == 0:
            return self.together(hand, extra)[second, beside]
        again = self.again(extra, others - 1 + second + beside)
        less = self.joint(hand, second, beside, extra, others - 1)
        if again == 0:
            return less
        return (less - again * self.joint(hand, second, beside, extra + 1, others - 1)) / (1 - again)

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

    def moments(self) -> tuple[Floats, float]:
        """Of a round, with nothing of how often three hands and more are won; and how often there are so many."""
        found, many = np.zeros(MOMENTS), 0.0
        for hands, settled, chance in self.dealt():
            found += chance * self.of_hands(hands, settled)
            many += chance * (hands > 2)
        return found, many

    def of_hands(self, hands: int, settled: int) -> Floats:
        found = np.zeros(MOMENTS)
        first, other = self.first, self.other
        second = [1] * settled + [0] * (hands - settled)
        for i, j in combinations(range(hands), 2):
            both = self.joint(min(i, 1), second[i], second[j], hands - 2, settled - second[i] - second[j])
            one = other.other if i else first.first
            found[SQUARE] += 2 * np.einsum("abr,ar,br->", both, one, other.other)
            if i == 0:
                found[MEAN] += np.einsum("abr,br->", both, other.other)
                found[SQUARE] += np.einsum("abr,br->", both, other.other_square)
            if j == 1:
                found[MEAN] += np.einsum("abr,ar->", both, one)
                found[SQUARE] += np.einsum("abr,ar->", both, first.first_square)
            if hands == 2:
                sums = one[:, None] + other.other, np.sign(one)[:, None] + np.sign(other.other)
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
    alone = unsplit(house, shoe, dealer, added)
    starts = {tuple(np.repeat(np.arange(10), shown).tolist()): s for s, shown in enumerate(dealer.shown)}
    found, many = np.zeros((len(analysis.hands), MOMENTS)), np.zeros(len(analysis.hands))

    net = cache(partial(net_of, house, added))

    @cache
    def choices(pair: int, share: float) -> Bytes:
        beside, values = shoe.copy(), blank(dealer)
        beside[pair] -= 1
        hand_values(all_hands(), dealer, terms, prices, beside, pair, share, values, values)
        return values.choice

    def split(row: int) -> None:
        each = analysis.hands[row]
        pair, s = each.hand[0], starts[each.dealer]
        first = ways_of(house, pair, choices(pair, added)[s], net)
        other = first if hands_alike(terms) else ways_of(house, pair, choices(pair, 1.0)[s], net)
        room = room_for(terms, pair)
        found[row], many[row] = Split(shoe, against(each.dealer, terms), pair, room, first, other).moments()

    rows = [row for row, each in enumerate(analysis.hands) if each.best == "split"]
    with ThreadPoolExecutor() as pool:
        list(pool.map(split, rows))
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
            found[row] = alone[starts[each.dealer], hand_of(*each.hand)]
        if not blind:
            enter_round(lost, tied if each.hand == (ACE, TEN) else taken[:, BLACKJACK], found[row])
    return Spread(found, many)


def enter_round(chance: float, brings: Floats, into: Floats) -> None:
    """A round that brings so much, and its square."""
    value, square = brings
    into += chance * np.array([value, square, value > 0, value < 0, value > 0, value < 0])
