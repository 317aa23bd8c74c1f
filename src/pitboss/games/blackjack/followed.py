"""The value of the family's games to a player who follows a chart to the letter: the printed one, or that of a simple
rule. It is computed like the best play, hand by hand, but every choice is the chart's."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from pitboss.games.blackjack.charts import (
    ACES,
    COLUMNS,
    DOUBLE,
    DOUBLED,
    HIT,
    KINDS,
    PAIR,
    SCORES,
    SPLIT,
    SURRENDER,
    BasicStrategy,
    column,
    kind_of,
)
from pitboss.games.blackjack.dealer import Dealer, dealer_of, no_blackjack
from pitboss.games.blackjack.engine import chance_of
from pitboss.games.blackjack.every_hand import ACE, all_hands, hand_of, ranks_of
from pitboss.games.blackjack.hands import Aces, BlackjackTerms, End, Surrender, dealer_draws, may_double
from pitboss.games.blackjack.house import House
from pitboss.games.blackjack.splits import room_for, split_values
from pitboss.games.blackjack.values import Values, blank, hand_values, surrender_value, tree_of

Cells = NDArray[np.uint8]


def mimic(terms: BlackjackTerms) -> Cells:
    """Draw and stand as the dealer must; never double, split or surrender."""
    cells = np.zeros((COLUMNS, KINDS, SCORES), np.uint8)
    for cards in range(2, 7):
        for score in range(4, 22):
            for soft in (False, True):
                cells[:, kind_of(terms, soft, cards), score] = HIT * dealer_draws(terms, score, soft)
    for value in range(1, 11):
        score = 12 if value == 1 else 2 * value
        cells[:, PAIR, value] = HIT * dealer_draws(terms, score, value == 1)
    return cells


def never_bust(terms: BlackjackTerms, chart: BasicStrategy) -> Cells:
    """Stand on every hard 12 and more; otherwise follow the chart."""
    cells = chart.cells.copy()
    for cards in range(2, 7):
        cells[:, kind_of(terms, False, cards), 12:] = 0
    pairs = cells[:, PAIR, 6:]
    pairs[pairs & SPLIT == 0] = 0
    return cells


def followed(house: House, cells: Cells) -> float:
    """The value of a unit with these cells."""
    hands, cards, dealer = all_hands(), np.array(house.shoe, np.int64), dealer_of(house.terms)
    terms = house.terms
    if not (cells & SURRENDER).any():  # otherwise the engine would surrender whenever it pays
        terms = terms._replace(surrender=Surrender.NEVER, rescue=False)
        house = replace(house, terms=terms)
    tree, by, values = tree_of(house, dealer), _chosen(dealer, terms, cells), blank(dealer)
    hand_values(tree, cards, -1, 0.0, values, by)
    one_card = terms.split_aces == Aces.ONE_AND_DOUBLE
    split = {
        pair: split_values(
            tree,
            cards,
            pair,
            room_for(terms, pair),
            _chosen(dealer, terms, cells, ACES) if pair == ACE and one_card else by,
            "CDZ-",
        )[0]
        for pair in range(10)
        if cards[pair] > 1 and (cells[:, PAIR, pair + 1] & SPLIT).any()
    }
    worth = 0.0
    for first, second in combinations_with_replacement(range(10), 2):
        hand = hand_of(first, second)
        left, score = cards - hands.counts[hand], int(hands.score[hand])
        kind, row = (PAIR, first + 1) if first == second else (int(hands.soft[hand]), score)
        for s, shown in enumerate(dealer.shown):
            probability = chance_of(cards, [hand, int(dealer.start[s])])
            if probability == 0:
                continue
            cell = int(cells[_column(shown), kind, row])
            clear = no_blackjack(shown, left, int(left.sum()) - dealer.size)
            if score == 21:
                each, taken = values.stand[s, hand], house.prices.tied
            else:
                each, taken = values.best[s, hand], house.prices.original[End.DEALERS_BLACKJACK]
                if cell & SURRENDER and terms.surrender != Surrender.NEVER:
                    each = surrender_value(terms, clear, 0.0)
                elif cell & SPLIT:
                    each = split[first][s]
                elif first == second:
                    each = _unsplit(terms, cell, score, values, s, hand)
            worth += probability * (each + (1 - clear) * taken)
    return float(worth)


def _unsplit(terms: BlackjackTerms, cell: int, score: int, values: Values, s: int, hand: int) -> float:
    """A pair that is not split has its own row."""
    if cell & DOUBLE and may_double(terms, score, 2, False, False):
        return float(values.double[s, hand])
    return float(values.hit[s, hand] if cell & HIT else values.stand[s, hand])


def _chosen(dealer: Dealer, terms: BlackjackTerms, cells: Cells, pairs: int | None = None) -> Values:
    """The cells as values by which the engine chooses: the chart's choice is worth more."""
    hands, by = all_hands(), blank(dealer)
    for hand in range(len(hands.size)):
        soft, size, score = bool(hands.soft[hand]), int(hands.size[hand]), int(hands.score[hand])
        if size < 2:
            continue
        kind = pairs if pairs is not None and size == 2 else kind_of(terms, soft, size)
        for s, shown in enumerate(dealer.shown):
            cell = int(cells[_column(shown), kind, score])
            by.hit[s, hand], by.double[s, hand] = int(cell & HIT > 0), 2 * int(cell & DOUBLE > 0)
            by.doubled[s, hand] = int(cells[_column(shown), DOUBLED, score] > 0)  # it is given up
    by.stand[:] = 0.5
    return by


def _column(shown: NDArray[np.int64]) -> int:
    return column(ranks_of(shown))
