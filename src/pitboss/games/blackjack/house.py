"""A table as the exact engine reads it: its terms, its shoe, and the result of a unit in each ending."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from pickle import dumps
from typing import Final, NamedTuple, cast

import numpy as np

from pitboss.arrays import Floats, Ints
from pitboss.book import Rules
from pitboss.book.endings import Line, line
from pitboss.games.blackjack.every_hand import ACE, TEN, all_hands, hand_of, ranks_of, third_of
from pitboss.games.blackjack.family import BlackjackGame
from pitboss.games.blackjack.hands import BlackjackTerms, End, outcome, points
from pitboss.odds.endings import unit

Shoe = tuple[int, ...]
"""How many cards of each value, ace to ten."""

SPADES: Final = 3


class Prices(NamedTuple):
    """The result of a unit, as the kernels read it."""

    original: Floats  # [ending]: of the wager that began a hand
    added: Floats  # [ending]: of what was added to it
    dealt: Floats  # [hand]: the payout of a winning hand; suited payouts weighted by their share
    split: Floats  # [hand]: the same for a split hand
    doubled: Floats  # [hand]: and for a doubled one
    tied: float  # a blackjack against the dealer's
    suited: (
        Ints  # [hand]: the row of two cards whose suits determine the payout of a third that makes 21, or -1
    )
    third: Ints  # [row]: the rank of that card
    share: Floats  # [row, cards of that rank that the dealer shows, class]: the probability of these suits …
    paid: Floats  # … and the average payout of the 21 with them


class Suits(NamedTuple):
    """A class of two cards by their suits, which determine the payout if a third makes 21."""

    named: str
    share: float
    paid: float
    square: float


UNSUITED: Final = Suits("", 1.0, 1.0, 1.0)


@dataclass(frozen=True, eq=False)
class House:
    """A table as far as its main wager is concerned: equal to another whose rules differ in nothing else."""

    terms: BlackjackTerms
    shoe: Shoe
    prices: Prices
    squares: Prices
    """The squares of the payouts, also weighted by the share of suited payouts."""
    suits: dict[tuple[int, int], list[Suits]]
    """The classes of two cards, given how many of the third card's rank the dealer shows."""

    @cached_property
    def digest(self) -> bytes:
        return sha256(dumps((self.terms, self.shoe, self.prices, self.squares, self.suits))).digest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, House) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def classes(self, hand: int, shown: Ints) -> list[Suits]:
        """For a hand against what the dealer shows; none if suits do not matter."""
        row = self.prices.suited[hand]
        return self.suits[hand, int(shown[self.prices.third[row]])] if row >= 0 else []


def game_of(rules: Rules) -> BlackjackGame:
    assert isinstance(rules.game, BlackjackGame)
    return rules.game


def house_of(rules: Rules) -> House:
    if House not in rules.ends:
        rules.ends[House] = house_from(rules, rules.pack())
    return cast(House, rules.ends[House])


def house_from(rules: Rules, cards: list[int]) -> House:
    """The same with these cards in the shoe."""
    terms, value = game_of(rules).terms(rules), Counter(points(card) for card in cards)
    shoe = tuple(value[each] for each in range(1, 11))
    suits = suits_of(rules, terms, cards)
    prices, squares = (prices_of(rules, terms, cards, power, suits) for power in (1, 2))
    return House(terms._replace(payouts=()), shoe, prices, squares, suits)


def offered(rules: Rules, wagers: tuple[str, ...]) -> str:
    """The first of these wagers that is offered: under multiple action not the plain table's (2.18(b))."""
    return next(filter(rules.offers, wagers), wagers[0])


def lines_of(rules: Rules, wager: str) -> list[Line]:
    """The line of each ending of the game; a row that this table lacks is not paid."""
    found = []
    for ending in game_of(rules).endings:
        fate = ending.fates.get(wager)
        paid = fate is None or fate.result != "win" or rules.pay(wager).get(fate.row) is not None
        found.append(line(rules, wager, fate if paid else None))
    return found


def suits_of(rules: Rules, terms: BlackjackTerms, pack: list[int]) -> dict[tuple[int, int], list[Suits]]:
    """The classes of every two cards whose suits determine the payout if a third makes 21."""
    game, hands, held = game_of(rules), all_hands(), by_value(pack)
    worth = [unit(each) for each in lines_of(rules, offered(rules, game.original))]
    found = dict[tuple[int, int], list[Suits]]()
    for hand in np.flatnonzero((hands.size == 2) & (hands.score < 21)).tolist():
        ranks, third = list(ranks_of(hands.counts[hand])), third_of(hand)
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
                    suits_in_words([cards for cards, _ in each]),
                    sum(weight for _, weight in each) / whole,
                    float(paid),
                    float(square),
                )
                for (paid, square), each in classes.items()
            ]
    return found


def third_ends(
    game: BlackjackGame, terms: BlackjackTerms, two: tuple[int, ...], third: Iterable[int]
) -> tuple[int, ...]:
    """How a 21 of two cards and each of these ends if it wins."""
    a, b = two
    return tuple(game.payout(terms.payouts, int(End.WIN), a, b, c, 21, 3, False) for c in third)


def paid_on(ends: tuple[int, ...], third: Counter[int], worth: list[Fraction]) -> tuple[Fraction, Fraction]:
    """Its average payout, and the square, given these counts of each card."""
    left = third.total()
    if left == 0:
        return Fraction(1), Fraction(1)
    counted = list(zip(third.values(), (worth[end] for end in ends), strict=True))
    paid, square = (sum((n * each**power for n, each in counted), Fraction(0)) for power in (1, 2))
    return paid / left, square / left


def suits_in_words(alike: list[tuple[int, ...]]) -> str:
    """The players' name for two cards of this kind, perhaps with the dealer's."""
    suits = {tuple(card & 3 for card in cards) for cards in alike}
    if any(a != b for a, b, *_ in suits):
        return "of two suits"
    given = "of spades" if {a for a, *_ in suits} == {SPADES} else "of one suit"
    return given + (", the dealer's too" if all(a in shown for a, _, *shown in suits) else "")


def by_value(pack: list[int]) -> dict[int, Counter[int]]:
    return {value: Counter(card for card in pack if points(card) == value + 1) for value in range(10)}


def prices_of(
    rules: Rules,
    terms: BlackjackTerms,
    pack: list[int],
    power: int,
    suits: dict[tuple[int, int], list[Suits]],
) -> Prices:
    """Every payout of the table raised to that power, by the game's own rule for winning hands."""
    game, hands = game_of(rules), all_hands()
    original, added = (
        [float(unit(each) ** power) for each in lines_of(rules, offered(rules, wagers))]
        for wagers in (game.original, game.added)
    )
    held = by_value(pack)

    def paid(hand: int, end: End, doubled: bool) -> float:
        size, score = int(hands.size[hand]), int(hands.score[hand])
        ranks = list(ranks_of(hands.counts[hand]))
        total_, weights = 0.0, 0
        for cards, weight in dealt(ranks[:3] if size <= 3 else ranks[:1], held):
            a, b, c = (*cards, 0, 0)[:3]
            total_ += weight * original[game.payout(terms.payouts, int(end), a, b, c, score, size, doubled)]
            weights += weight
        return total_ / weights if weights else 0.0  # the rest of a shoe may have no such hand

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
    """The cards that these ranks may be, each with the number of ways; no payout depends on the suits of more than
    three."""
    if not ranks:
        yield (), 1
        return
    for cards, weight in dealt(ranks[:-1], held):
        for card, count in held[ranks[-1]].items():
            if count > (gone := cards.count(card)):
                yield (*cards, card), weight * (count - gone)
