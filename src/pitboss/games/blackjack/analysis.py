"""Exact expectation and strategy of blackjack, by the composition of every hand.

Exact means that every hand of the player and of the dealer is enumerated and nothing is sampled; the
arithmetic is float64, good to about 1e-12.

Three facts carry it:

*   **The hole card does not matter.** A dealer's blackjack collects only the original wager (2.10(b),
    2.11(d)). So the round is worth E[result if no blackjack] - P(blackjack), whatever was doubled or split,
    and it is the same whether the second card is drawn last, lies face down or went through a card reader:
    the cards are exchangeable, and what the reader reveals (no blackjack) is a common factor of all the
    player's choices. Every value below is therefore counted on the rounds without a dealer's blackjack only,
    with plain draws from the shoe.
*   **The dealer's order of cards does not matter either**, only in how many orders a hand can arise. The
    dealer's hands are multisets with a number of orders for each upcard, fixed by 2.12(b).
*   **Split hands are alike.** A split hand is played without regard to the cards of its neighbours, and pairs
    are split again while that is allowed. Then the round is worth the sum of its hands, and a hand depends on
    its neighbours only through how many cards of the pair they took and how many others (``Splits``).
    The default, the literature's CDP, is the convention of the public analysers.

The deviation of a round and its chances to win or lose are left to the simulation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations_with_replacement
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiler import kernel
from pitboss.games.blackjack.hands import dealer_draws, is_soft, may_double, may_draw, outcome, total
from pitboss.law import Refused

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ACE: Final = 0
TEN: Final = 9
RANKS: Final = "A23456789T"
"""Cards by value, ace to ten: rank ``r`` here is worth ``r + 1`` points, ten-value cards are one rank."""

BLACKJACK: Final = 5
"""Place of a dealer's blackjack among the dealer's results, after 17 to 21; what is left to one is a bust."""

HIT: Final = 1
DOUBLE: Final = 2
SPLIT: Final = 4
SURRENDER: Final = 8
"""A cell of the chart: surrender, split, double if it says so and it is allowed; else hit or, lacking that,
stand."""

HARD: Final = 0
SOFT: Final = 1
PAIR: Final = 2
SCORES: Final = 32
COLUMNS: Final = 32
"""A column of the chart is what the dealer shows: its score, and ten more if that score is soft and of two
cards (hole card up). A lone ace is 11."""


@dataclass(frozen=True)
class Rules:
    """A blackjack table as far as its main wager is concerned."""

    decks: int = 6
    hit_soft_17: bool = False  # 2.12(b)2, (d), (e)
    blackjack_pays: tuple[int, int] = (3, 2)  # 2.3(e), 2.6(k)2
    double: Literal["any", "9-11"] = "any"  # 2.10(a)1, 2.6(k)4
    double_after_split: bool = True  # 2.10(a)2, (d)
    max_hands: int = 2  # 2.11(c)1, (e)
    resplit_aces: bool = False  # 2.11(e)
    surrender: bool = False  # 2.8
    hole: Literal["none", "down", "reader", "up"] = "none"  # 2.6(h), (j), (k)
    suited_678: bool = False  # 2.3(e)1
    three_sevens: bool = False  # 2.3(e)2
    designated_blackjack: tuple[int, int] | None = None  # 2.3(e)3: the ace and the face card
    five_card_21: bool = False  # 2.3(e)4
    split_21_wins: bool = False  # reading of 2.3(a)3: False as read, True as printed
    extra_returned: bool = True  # reading of 2.10(b), 2.11(d): busted hands included, as printed

    def __post_init__(self) -> None:
        if self.decks < 1:
            raise Refused(f"{self.decks} decks: blackjack is played with at least one", "2.2(a)")
        if not 2 <= self.max_hands <= 4:
            raise Refused(f"{self.max_hands} hands from a split: a house allows 2, 3 or 4", "2.11(e)")
        if self.hole == "up":
            if self.surrender:
                raise Refused("surrender is not available with the hole card up", "2.6(k)3")
            if self.double != "9-11":
                raise Refused("with the hole card up a player doubles on 9, 10 or 11 only", "2.6(k)4")
            if self.max_hands > 2:
                raise Refused("with the hole card up pairs are split once", "2.6(k)5")
            if self.blackjack_pays != (1, 1):
                raise Refused("with the hole card up blackjack pays 1 to 1", "2.6(k)2")

    @classmethod
    def hole_card_up(cls, decks: int = 6, hit_soft_17: bool = False) -> Rules:
        """The variation of 2.6(k)."""
        return cls(decks, hit_soft_17, (1, 1), double="9-11", hole="up")

    def shoe(self) -> tuple[int, ...]:
        """How many cards of each value, ace to ten."""
        return (4 * self.decks,) * 9 + (16 * self.decks,)


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
def all_hands() -> Hands:
    rows = sorted(_multisets(21, TEN), key=lambda row: sum(n * (rank + 1) for rank, n in enumerate(row)))
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

    start: Ints  # hand of each start: an upcard or, with the hole card up, two cards
    shown: Ints  # [start, rank]: the same as counts
    size: int
    finished: Ints  # finished hands, sorted by start and result …
    orders: Floats  # … in how many orders each can be dealt …
    bounds: Ints  # … those of start s and result o are bounds[6 s + o] up to bounds[6 s + o + 1]


@kernel
def dealer_orders(hands: Hands, start: int, hit_soft_17: bool) -> Ints:
    """In how many orders a dealer who shows ``start`` comes to stand on each hand."""
    orders = np.zeros(len(hands.size), np.int64)
    orders[start] = 1
    for hand in range(start, len(orders)):
        if orders[hand] > 0 and dealer_draws(hands.score[hand], hands.soft[hand] == 1, hit_soft_17):
            for child in hands.child[hand]:
                if child >= 0:
                    orders[child] += orders[hand]
            orders[hand] = 0
    return orders


@cache
def dealer_hands(hole_up: bool, hit_soft_17: bool) -> Dealer:
    hands = all_hands()
    if hole_up:
        starts = [hand_of(a, b) for a in range(10) for b in range(a, 10)]
    else:
        starts = [hand_of(a) for a in range(10)]
    result = np.where((hands.size == 2) & (hands.score == 21), BLACKJACK, hands.score - 17)
    finished: list[Ints] = []
    orders: list[Ints] = []
    for start in starts:
        each = dealer_orders(hands, start, hit_soft_17)
        for value in range(6):
            finished.append(np.flatnonzero((each > 0) & (result == value)))
            orders.append(each[finished[-1]])
    return Dealer(
        start=np.array(starts, np.int64),
        shown=hands.counts[starts],
        size=2 if hole_up else 1,
        finished=np.concatenate(finished),
        orders=np.concatenate(orders).astype(np.float64),
        bounds=np.cumsum([0, *map(len, finished)]),
    )


@kernel
def dealer_odds(hands: Hands, dealer: Dealer, left: Ints, chance: Floats, odds: Floats) -> None:
    """Fill ``odds[start]`` with the probabilities of 17 to 21 and of a blackjack.

    ``left`` still counts the cards the dealer shows. ``chance[hand]`` is the probability that the next cards
    are that hand in one given order; divided by that of the start it is conditional on the start.
    """
    cards = left.sum()
    chance[0] = 1.0
    for hand in range(1, len(chance)):
        have = left[hands.last[hand]] - hands.repeat[hand]
        before = chance[hands.parent[hand]]
        chance[hand] = before * have / (cards - hands.size[hand] + 1) if before > 0 and have > 0 else 0.0
    for start in range(len(dealer.start)):
        given = chance[dealer.start[start]]
        for result in range(6):
            sum_ = 0.0
            if given > 0:
                for i in range(dealer.bounds[6 * start + result], dealer.bounds[6 * start + result + 1]):
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


class Terms(NamedTuple):
    """The rules as the kernels take them."""

    hole_up: bool
    split_21_wins: bool
    only_9_to_11: bool
    double_after_split: bool
    pays: Floats  # [hand]: what one unit wins on it


@kernel
def stand_value(terms: Terms, hand: int, score: int, cards: int, split: bool, odds: Floats) -> float:
    """Expectation of standing, over the rounds without a dealer's blackjack."""
    pays = 1.0 if split and cards == 2 else terms.pays[hand]
    value = 0.0
    bust = 1.0 - odds[BLACKJACK]
    for result in range(6):
        if result < 5:
            chance = odds[result]
            bust -= chance
        else:
            chance = bust
        won = outcome(score, cards, split, 17 + result, 3, terms.hole_up, terms.split_21_wins)
        value += chance * (pays if won > 0 else float(won))
    return value


@kernel
def draw_value(hands: Hands, shown: Ints, left: Ints, cards: int, hand: int, next_: Floats) -> float:
    """Expectation of one more card, ``next_`` being the value of each hand; ``cards`` can be drawn."""
    value = 0.0
    for rank in range(10):
        have = left[rank] - shown[rank]
        if have > 0:
            child = hands.child[hand, rank]
            if child >= 0:
                value += have * next_[child]
            else:
                left[rank] -= 1
                value -= have * no_blackjack(shown, left, cards - 1)
                left[rank] += 1
    return value / cards


class Values(NamedTuple):
    """Expectations [start, hand] of each choice, over the rounds without a dealer's blackjack."""

    stand: Floats
    hit: Floats
    double: Floats
    best: Floats
    wager: Floats  # of a hand of two cards: what is at risk once it is doubled or not


def _blank(dealer: Dealer) -> Values:
    shape = (len(dealer.start), len(all_hands().size))
    return Values(*(np.zeros(shape) for _ in Values._fields))


@kernel
def hand_values(
    hands: Hands, dealer: Dealer, terms: Terms, shoe: Ints, pair: int, values: Values, by: Values
) -> None:
    """Fill in every hand of two cards and more: each as dealt or, with ``pair``, as grown from a split one.

    The choice between stand, hit and double is made ``by`` these values, most often the same ones.
    """
    split = pair >= 0
    chance = np.empty(len(hands.size))
    odds = np.empty((len(dealer.start), 6))
    for hand in range(len(hands.size) - 1, 0, -1):
        left = shoe - hands.counts[hand]
        if hands.size[hand] < 2 or left.min() < 0 or (split and hands.counts[hand, pair] == 0):
            continue
        dealer_odds(hands, dealer, left, chance, odds)
        score, two = hands.score[hand], hands.size[hand] == 2
        cards = left.sum() - dealer.size
        draws = may_draw(score, pair == ACE)
        doubles = two and draws and may_double(score, split, terms.only_9_to_11, terms.double_after_split)
        for s in range(len(dealer.start)):
            shown = dealer.shown[s]
            if chance[dealer.start[s]] == 0:
                continue
            values.stand[s, hand] = stand_value(terms, hand, score, hands.size[hand], split, odds[s])
            values.best[s, hand] = values.stand[s, hand]
            if draws:
                values.hit[s, hand] = draw_value(hands, shown, left, cards, hand, values.best[s])
                if by.hit[s, hand] > by.stand[s, hand]:
                    values.best[s, hand] = values.hit[s, hand]
            if two:
                values.wager[s, hand] = no_blackjack(shown, left, cards)
            if doubles:
                values.double[s, hand] = 2 * draw_value(hands, shown, left, cards, hand, values.stand[s])
                if by.double[s, hand] > max(by.stand[s, hand], by.hit[s, hand]):
                    values.best[s, hand] = values.double[s, hand]
                    values.wager[s, hand] *= 2


# Splits


SplitPlay = Literal["CDP", "CDP1", "CDZ-"]
"""What the player of a split hand goes by besides its cards and the upcard, in the literature's names.

CDZ-: nothing, the hand is played as if unsplit. CDP1: that one more card of the pair is gone. CDP: how many
of them are gone. The first two are exactly the worth of a strategy that can be played; CDP, the figure of the
public analysers, takes each hand at its best and is above them, with six decks by less than 1e-7."""


def split_values(
    dealer: Dealer, terms: Terms, shoe: Ints, pair: int, max_hands: int, unsplit: Values, play: SplitPlay
) -> tuple[Floats, Floats]:
    """Expectation and amount at risk, for each start, of splitting a pair into up to so many hands."""
    hands = all_hands()
    half = hand_of(pair)
    single = np.zeros((2, 2 * max_hands - 3, 2, len(dealer.start)))
    by = unsplit
    for extra in range(min(2 * max_hands - 3, int(shoe[pair]) - 1)):
        beside = shoe.copy()
        beside[pair] -= extra + 1
        values = _blank(dealer)
        if play == "CDP" or (play == "CDP1" and extra == 0):
            by = values
        hand_values(hands, dealer, terms, beside, pair, values, by)
        drawn = np.maximum(beside - hands.counts[half] - dealer.shown, 0).astype(np.float64)
        for second in range(2):
            single[0, extra, second] = (drawn * values.best[:, hands.child[half]]).sum(1) / drawn.sum(1)
            single[1, extra, second] = (drawn * values.wager[:, hands.child[half]]).sum(1) / drawn.sum(1)
            drawn[:, pair] = 0
    pairs = (shoe[pair] - 2 - dealer.shown[:, pair]).astype(np.float64)
    cards = int(shoe.sum()) - 2 - dealer.size
    expectation, wager = (Splits(pairs, cards, max_hands, each).value() for each in single)
    return expectation, wager


@dataclass(frozen=True)
class Splits:
    """A split as the sum of its hands, each known beside ``extra`` cards of the pair that are gone."""

    pairs: Floats  # for each start, cards of the pair left once two are split
    cards: int
    max_hands: int
    single: Floats  # [extra, second]; second 0: any second card came, 1: one that is not of the pair

    def value(self) -> Floats:
        return self._deal(2, 2)

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
        return f"{_ranks(self.hand)} against {_ranks(self.dealer)}"


@dataclass(frozen=True)
class Analysis:
    """What a round is worth to a player who makes the best of every hand."""

    rules: Rules
    expectation: float
    """Of one unit wagered before the cards are dealt, insurance left aside."""
    average_wager: float
    """All that is put at risk in a round: doubled and split wagers too, unless a blackjack returns them."""
    insurance: Fraction
    """Of one unit of insurance when the ace is all one has seen."""
    insurance_gain: float
    """What insuring whenever one's own two cards make it favourable adds to ``expectation``."""
    hands: tuple[TwoCards, ...]

    @property
    def element_of_risk(self) -> float:
        return self.expectation / self.average_wager

    @cached_property
    def _at(self) -> dict[tuple[tuple[int, int], tuple[int, ...]], TwoCards]:
        return {(each.hand, each.dealer): each for each in self.hands}

    def at(self, hand: str, dealer: str) -> TwoCards:
        """The choices with these cards, as ``at("T6", "T")``."""
        first, second = sorted(RANKS.index(rank) for rank in hand)
        return self._at[(first, second), tuple(sorted(RANKS.index(rank) for rank in dealer))]

    def chart(self) -> Chart:
        return chart(self)


def analyse(rules: Rules, shoe: tuple[int, ...] | None = None, play: SplitPlay = "CDP") -> Analysis:
    """The main wager from a full shoe, or from one that holds so many cards of each value, ace to ten."""
    if not rules.extra_returned and rules.hole in ("none", "down"):
        raise Refused(
            "the analysis takes the text as printed: a blackjack returns the split money of busted hands; "
            "the other reading can be simulated",
            "2.11(d)",
        )
    hands = all_hands()
    hole_up = rules.hole == "up"
    dealer = dealer_hands(hole_up, rules.hit_soft_17)
    cards = np.array(rules.shoe() if shoe is None else shoe, np.int64)
    terms = terms_of(rules)
    unsplit = _blank(dealer)
    hand_values(hands, dealer, terms, cards, -1, unsplit, unsplit)
    split = {}
    for pair in range(10):
        if cards[pair] >= 2:
            most = 2 if pair == ACE and not rules.resplit_aces else rules.max_hands
            split[pair] = split_values(dealer, terms, cards, pair, most, unsplit, play)

    found: list[TwoCards] = []
    expectation = wager = gain = 0.0
    for first, second in combinations_with_replacement(range(10), 2):
        hand = hand_of(first, second)
        left = cards - hands.counts[hand]
        for s, shown in enumerate(dealer.shown):
            probability = _chance(cards, [hand, int(dealer.start[s])])
            if probability == 0:
                continue
            clear = no_blackjack(shown, left, int(left.sum()) - dealer.size)
            lost = 1 - clear
            # Each choice: its worth over the rounds without a dealer's blackjack, and what those put at risk.
            choices = {"stand": (unsplit.stand[s, hand], clear)}
            if hands.score[hand] < 21:
                choices["hit"] = unsplit.hit[s, hand], clear
                if may_double(int(hands.score[hand]), False, terms.only_9_to_11, True):
                    choices["double"] = unsplit.double[s, hand], 2 * clear
                if first == second:
                    choices["split"] = split[first][0][s], split[first][1][s]
                if rules.surrender:
                    choices["surrender"] = -clear / 2, clear
                to_blackjack = -lost
            else:  # void (2.7(b)); with the hole card up the player's blackjack wins (2.6(k)1)
                to_blackjack = lost * terms.pays[hand] if hole_up else 0.0
            each = TwoCards(
                (first, second),
                tuple(np.repeat(np.arange(10), shown).tolist()),
                probability,
                clear,
                {choice: float(worth + to_blackjack) for choice, (worth, _) in choices.items()},
            )
            found.append(each)
            expectation += probability * each.expectation
            wager += probability * float(choices[each.best][1] + lost)
            if not hole_up and shown[ACE]:
                gain += probability * max(0.0, (3 * lost - 1) / 2)
    return Analysis(
        rules=rules,
        expectation=expectation,
        average_wager=wager,
        insurance=3 * Fraction(int(cards[TEN]), int(cards.sum()) - 1) - 1,
        insurance_gain=gain,
        hands=tuple(found),
    )


def terms_of(rules: Rules) -> Terms:
    return Terms(
        rules.hole == "up",
        rules.split_21_wins,
        rules.double == "9-11",
        rules.double_after_split,
        _pays(rules, all_hands()),
    )


def _pays(rules: Rules, hands: Hands) -> Floats:
    """What one unit wins on each hand; the strategy sees no suits, so suited payouts count by their share."""
    pays = np.ones(len(hands.size))
    blackjack = rules.blackjack_pays[0] / rules.blackjack_pays[1]
    if rules.designated_blackjack:
        blackjack += (2 - blackjack) / 64  # one ace of four, one ten-value card of sixteen
    pays[hand_of(ACE, TEN)] = blackjack
    if rules.suited_678:
        pays[hand_of(5, 6, 7)] = 1 + 1 / 16  # the seven and the eight follow the six's suit
    if rules.three_sevens:
        pays[hand_of(6, 6, 6)] = 3 / 2
    if rules.five_card_21:
        pays[(hands.size == 5) & (hands.score == 21)] = 2
    return pays


def _chance(shoe: Ints, dealt: list[int]) -> float:
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


# One hand at the table


def against(shown: tuple[int, ...], hit_soft_17: bool) -> Dealer:
    """The dealer who shows these ranks and no other."""
    every = dealer_hands(len(shown) == 2, hit_soft_17)
    start = every.start.tolist().index(hand_of(*shown))
    bounds = every.bounds[6 * start : 6 * start + 7]
    low, high = int(bounds[0]), int(bounds[-1])
    return Dealer(
        every.start[start : start + 1],
        every.shown[start : start + 1],
        every.size,
        every.finished[low:high],
        every.orders[low:high],
        bounds - low,
    )


class Play(NamedTuple):
    """What may come of a hand in the middle of a round, for one unit."""

    values: dict[str, float]
    """Of stand, hit, double and split, over the rounds without a dealer's blackjack."""
    clear: float
    """How likely such a round is."""


def play_of(
    rules: Rules, shoe: tuple[int, ...], hand: tuple[int, ...], shown: tuple[int, ...], split: bool, room: int
) -> Play:
    """A hand of two cards or more against what the dealer shows, from a shoe that still counts both. It is played
    as a split one or not; if it is a pair it may be split into so many hands (``room``)."""
    hands, dealer, terms = all_hands(), against(shown, rules.hit_soft_17), terms_of(rules)
    cards, held = np.array(shoe, np.int64), hand_of(*hand)
    values = _blank(dealer)
    hand_values(hands, dealer, terms, cards, hand[0] if split else -1, values, values)
    found = {
        "stand": float(values.stand[0, held]),
        "hit": float(values.hit[0, held]),
        "double": float(values.double[0, held]),
    }
    if len(hand) == 2 and hand[0] == hand[1] and room > 1:
        found["split"] = float(split_values(dealer, terms, cards, hand[0], room, values, "CDP")[0][0])
    left = cards - hands.counts[held]
    return Play(found, no_blackjack(dealer.shown[0], left, int(left.sum()) - dealer.size))


# The chart


@dataclass(frozen=True)
class Deviation:
    """Two cards that are better played otherwise than the chart says for their total."""

    hand: TwoCards
    chart: str
    gain: float

    def __str__(self) -> str:
        return f"{self.hand}: {self.hand.best}, not {self.chart} (+{self.gain:.6f})"


@dataclass(frozen=True)
class Chart:
    """Basic strategy by total."""

    cells: NDArray[np.uint8]  # [column, HARD or SOFT or PAIR, score or points of one of the pair]
    columns: tuple[int, ...]
    deviations: tuple[Deviation, ...]

    def __str__(self) -> str:
        names = {11: "A"} if len(self.columns) == 10 else {}
        heads = [f"s{c - 10}" if c > 21 else names.get(c, str(c)) for c in self.columns]
        lines = ["dealer   " + "".join(f"{head:>4}" for head in heads)]
        rows = [(f"hard {score}", self.cells[:, HARD, score]) for score in range(20, 3, -1)]
        rows += [(f"soft {score}", self.cells[:, SOFT, score]) for score in range(20, 12, -1)]
        rows += [(f"pair {RANKS[value - 1]}", self.cells[:, PAIR, value]) for value in (1, *range(10, 1, -1))]
        for label, row in rows:
            lines.append(
                f"{label:<9}" + "".join(f"{letters(int(row[column])):>4}" for column in self.columns)
            )
        return "\n".join(lines)


def letters(cell: int) -> str:
    """A cell as players write it: H, S, Dh (double, else hit), Ds, P (split), Rh (surrender, else hit) …"""
    if cell & SURRENDER:
        return "R" + ("p" if cell & SPLIT else "h" if cell & HIT else "s")
    if cell & SPLIT:
        return "P"
    if cell & DOUBLE:
        return "Dh" if cell & HIT else "Ds"
    return "H" if cell & HIT else "S"


def column(dealer: tuple[int, ...]) -> int:
    """The chart's column for what the dealer shows."""
    hand = hand_of(*dealer)
    hands = all_hands()
    return int(hands.score[hand]) + (10 if len(dealer) == 2 and hands.soft[hand] else 0)


def chart(analysis: Analysis) -> Chart:
    """For each total the choice best on average over its two-card hands; pairs have rows of their own."""
    hands = all_hands()
    sums: dict[tuple[int, int, int], dict[str, float]] = {}
    played: list[tuple[TwoCards, tuple[int, int, int]]] = []
    for each in analysis.hands:
        if each.no_blackjack == 0 or each.hand == (ACE, TEN):
            continue
        hand, shown = hand_of(*each.hand), column(each.dealer)
        cell = by_total = (shown, int(hands.soft[hand]), int(hands.score[hand]))
        if each.hand[0] == each.hand[1]:
            cell = (shown, PAIR, each.hand[0] + 1)
        played.append((each, cell))
        # Hard 4 and 20 and soft 12 come as pairs only: those stand for the total, too.
        for key in {cell, by_total} if by_total[1:] in {(HARD, 4), (HARD, 20), (SOFT, 12)} else {cell}:
            into = sums.setdefault(key, {})
            for choice, value in each.values.items():
                into[choice] = into.get(choice, 0.0) + each.probability * value
    cells = np.zeros((COLUMNS, 3, SCORES), np.uint8)
    for key, values in sums.items():
        cells[key] = _cell(values, key[1] == PAIR)
    deviations = []
    for each, key in played:
        advised = _advice(int(cells[key]))
        gain = each.expectation - each.values[advised]
        if gain > 0:
            deviations.append(Deviation(each, advised, gain))
    columns = sorted({column(each.dealer) for each, _ in played})
    return Chart(cells, tuple(columns), tuple(deviations))


def _cell(sums: dict[str, float], pair: bool) -> int:
    never = float("-inf")
    cell, best = (HIT, sums["hit"]) if sums["hit"] > sums["stand"] else (0, sums["stand"])
    if sums.get("double", never) > best:
        cell, best = cell | DOUBLE, sums["double"]
    if pair and sums.get("split", never) > best:
        cell, best = cell | SPLIT, sums["split"]
    if sums.get("surrender", never) > best:
        cell |= SURRENDER
    return cell


def _advice(cell: int) -> str:
    for flag, choice in ((SURRENDER, "surrender"), (SPLIT, "split"), (DOUBLE, "double"), (HIT, "hit")):
        if cell & flag:
            return choice
    return "stand"
