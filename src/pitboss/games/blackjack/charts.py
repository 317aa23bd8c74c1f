"""Basic strategy: what to do by the total of a hand, and which pairs of cards are exceptions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby, product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.book import rule
from pitboss.games.blackjack.engine import Analysis, TwoCards
from pitboss.games.blackjack.every_hand import ACE, RANKS, TEN, all_hands, hand_of
from pitboss.games.blackjack.hands import BlackjackTerms, add, is_soft, points, total
from pitboss.games.blackjack.house import UNSUITED

HIT: Final = 1
DOUBLE: Final = 2
SPLIT: Final = 4
SURRENDER: Final = 8
"""A cell of the chart: surrender, split, or double if it says so and it is allowed; otherwise hit or, if that is not
allowed, stand."""

HARD: Final = 0
SOFT: Final = 1
PAIR: Final = 2
DOUBLED: Final = 3
"""The last row: by the score of a doubled hand that may still be surrendered."""
BY_CARDS: Final = 4
"""Where six cards win: from here on, hard and soft totals of three, four, five and six cards."""
ACES: Final = 12
"""By the score of a split ace and its card, where it gets nothing more but a double (36.9(e))."""
BY_SUITS: Final = 13
ONE_SUIT: Final = 14
SPADES: Final = 15
SUITS_NAMED: Final = {"of two suits": BY_SUITS, "of one suit": ONE_SUIT, "of spades": SPADES}
"""Two cards that a third may improve because of their suits: by their score, or for a pair by its points."""
KINDS: Final = 16
SCORES: Final = 32
COLUMNS: Final = 32
"""A column of the chart is what the dealer shows: its score, and ten more if that score is soft and of two
cards (hole card up). A lone ace is 11."""


@rule("36.5(b)", lean=True)
def kind_of(terms: BlackjackTerms, soft: bool, cards: int) -> int:
    """The row of the chart for this many cards that are not a pair."""
    if terms.closes_at == 0 or cards == 2:
        return int(soft)
    return BY_CARDS + 2 * (min(cards, 6) - 3) + int(soft)


@rule("2.6(f)", lean=True, inline=True)
def two_cards(advice: NDArray[np.uint8], a: int, b: int) -> int:
    """The cell of two cards as dealt."""
    first, second = points(a), points(b)
    hard, ace = add(first, first == 1, second)
    kind, place = int(is_soft(hard, ace)), total(hard, ace)
    if first == second:
        kind, place = PAIR, first
    return int(advice[kind, place])


@dataclass(frozen=True)
class Deviation:
    """Two cards whose best play differs from the chart's for their total."""

    hand: TwoCards
    chart: str
    gain: float

    def __str__(self) -> str:
        return f"{self.hand}: {self.hand.best}, not {self.chart} (+{self.gain:.6f})"


@dataclass(frozen=True)
class BasicStrategy:
    """Basic strategy by total."""

    cells: NDArray[np.uint8]  # [column, kind, score or points of one of the pair]
    columns: tuple[int, ...]
    deviations: tuple[Deviation, ...]
    sizes: tuple[int, ...] = ()
    """The numbers of cards, other than two, that have rows of their own."""
    aces: bool = False
    """Split aces also have rows of their own."""

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


def chart(analysis: Analysis) -> BasicStrategy:
    """For each total, the best choice on average over its two-card hands; pairs have rows of their own."""
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
        # Hard 4 and 20 and soft 12 occur only as pairs, which here represent the total, too.
        keys = {cell, by_total} if by_total[1:] in {(HARD, 4), (HARD, 20), (SOFT, 12)} else {cell}
        if given := each.suits.named.partition(",")[0]:
            keys.add((shown, SUITS_NAMED[given], cell[2]))
        for key in keys:
            into = sums.setdefault(key, {})
            for choice, value in each.values.items():
                into[choice] = into.get(choice, 0.0) + each.probability * value
    sizes = tuple(sorted({size for _, size, _, _ in analysis.by_cards}))
    cells = np.zeros((COLUMNS, KINDS, SCORES), np.uint8)
    for key, values in sums.items():
        cells[key] = _cell(values, key[1] == PAIR or key[1] >= BY_SUITS)
    # Cards whose suits change nothing are played as their total or pair, spades as any one suit.
    listed = {key[1:] for key in sums}
    for kind, place in product((BY_SUITS, ONE_SUIT, SPADES), range(SCORES)):
        if (kind, place) not in listed:
            usual = ONE_SUIT if kind == SPADES else PAIR if place < 12 else HARD
            cells[:, kind, place] = cells[:, usual, place]
    for (dealer, size, soft, score), values in analysis.by_cards.items():
        cells[column(dealer), BY_CARDS + 2 * (size - 3) + soft, score] = _cell(values, False)
    for (dealer, score), values in analysis.aces.items():
        cells[column(dealer), ACES, score] = DOUBLE if values["double"] > values["stand"] else 0
    for (shown_, score), gain in analysis.given_up.items():
        cells[column(shown_), DOUBLED, score] = SURRENDER if gain > 0 else 0
    deviations = []
    for alike in _alike(played):
        each, key = alike[0]
        advised = _advice(int(cells[key]))
        if each.expectation > each.values[advised]:
            chance = sum(other.probability for other, _ in alike)
            gain = sum(o.probability * (o.expectation - o.values[advised]) for o, _ in alike) / chance
            deviations.append(
                Deviation(each if len(alike) == 1 else replace(each, suits=UNSUITED), advised, gain)
            )
    columns = sorted({column(each.dealer) for each, _ in played})
    return BasicStrategy(cells, tuple(columns), tuple(deviations), sizes, bool(analysis.aces))


Played = list[tuple[TwoCards, tuple[int, int, int]]]


def _alike(played: Played) -> Iterator[Played]:
    """Each hand separately; hands of the same cards together if their suits change nothing."""
    for _, group in groupby(played, lambda pair: (pair[0].hand, pair[0].dealer)):
        classes = list(group)
        if len({each.best for each, _ in classes}) == 1:
            yield classes
        else:
            yield from ([each] for each in classes)


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
