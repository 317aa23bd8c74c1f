"""The value of splitting a pair. A split hand is played without regard to the cards of its neighbors, and pairs are
split again while that is allowed. The value of the round is then the sum of its hands, and a hand depends on its
neighbors only through how many cards of the pair they took and how many others (`Splits`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from pitboss.arrays import Floats, Ints
from pitboss.games.blackjack.every_hand import ACE, hand_of
from pitboss.games.blackjack.hands import BlackjackTerms, plays_blind
from pitboss.games.blackjack.values import Tree, Values, blank, hand_values

SplitPlay = Literal["CDP", "CDP1", "CDZ-"]
"""What the player of a split hand considers in addition to its cards and the upcard, in the literature's terms.

CDZ-: nothing, the hand is played as if unsplit. CDP1: that one more card of the pair is gone. CDP: how many
of them are gone. The first two are exact values of playable strategies; CDP, the figure of the public analyzers,
takes each hand at its best and exceeds them, with six decks by less than 1e-7."""


def split_values(
    tree: Tree, shoe: Ints, pair: int, room: int, unsplit: Values, play: SplitPlay, added: float = 0.0
) -> tuple[Floats, Floats]:
    """Expectation and amount at risk, for each start, of splitting a pair into up to this many hands; the first keeps
    the unit of which this share was ``added`` before the cards."""
    first, wager = split_apart(tree, shoe, pair, room, unsplit, play, added)
    if hands_alike(tree.terms):
        return first.value(), wager.value()
    other, _ = split_apart(tree, shoe, pair, room, unsplit, play, 1.0)
    return other.value() + first.first() - other.first(), wager.value()


def hands_alike(terms: BlackjackTerms) -> bool:
    """Do all hands of a split have the same value, apart from what a dealer's blackjack takes?"""
    return not plays_blind(terms) or not (
        terms.added_stays_lost
        or terms.rescue
        or terms.wins_21 == 2
        or terms.closes_at
        or terms.surrender_entire
    )


def split_apart(
    tree: Tree, shoe: Ints, pair: int, room: int, unsplit: Values, play: SplitPlay, added: float
) -> tuple[Splits, Splits]:
    hands, dealer, half = tree.hands, tree.dealer, hand_of(pair)
    single = np.zeros((2, 2 * room - 3, 2, len(dealer.start)))
    by = unsplit
    for extra in range(min(2 * room - 3, int(shoe[pair]) - 1)):
        beside = shoe.copy()
        beside[pair] -= extra + 1
        values = blank(dealer)
        if play == "CDP" or (play == "CDP1" and extra == 0):
            by = values
        hand_values(tree, beside, pair, added, values, by)
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
    """A split as the sum of its hands, each known with ``extra`` cards of the pair gone."""

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
        """One hand, given ``others`` whose second card is only known not to be of the pair.

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


def room_for(terms: BlackjackTerms, pair: int) -> int:
    """The number of hands that a pair may be split into."""
    return 2 if pair == ACE and not terms.resplit_aces else terms.hands
