"""What the wagers beside the hand come to, by counting every way their three cards may lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product

from pitboss.book import Rules
from pitboss.games.blackjack.hands import points
from pitboss.games.blackjack.side_wagers import SideWager, When
from pitboss.law import Rule
from pitboss.odds import WagerOdds, counted
from pitboss.odds.endings import unit

Row = Rule[[int, int, int], int]

PER = {
    When.FIRST_CARDS: "unit of the wager",
    When.THREE_CARDS: "unit of the wager; two sevens are drawn to, not split",
    When.DEALERS_CARDS: "unit of the wager",
    When.TWO_CARDS_AND_BLACKJACK: "unit of the wager",
}


def side_odds(rules: Rules, side: SideWager, cards: Sequence[int] | None = None) -> WagerOdds:
    """From a fresh shoe, or from these cards."""
    shoe = Counter(rules.pack() if cards is None else cards)
    counts = row_counts(side.row, side.when, tuple(sorted(shoe.items())))
    nets = {side.rows[row]: unit(line) for row, line in enumerate(side.lines(rules))}
    told: Counter[str] = Counter()
    for row, count in sorted(
        counts.items()
    ):  # a match of the first card and one of the second are told alike
        told[side.rows[row]] += count
    table = rules.pay(side.wager).table
    return counted(side.wager, told, nets, table=table, options=rules.options, per=PER[side.when])


@lru_cache(64)
def row_counts(row: Row, when: When, shoe: tuple[tuple[int, int], ...]) -> Mapping[int, int]:
    """How often each row comes, of all ways to deal the cards that the wager looks at from a shoe: full, or what is
    left of one. The shoe is told as cards with their numbers."""
    return with_blackjack(row, dict(shoe)) if when == When.TWO_CARDS_AND_BLACKJACK else three_cards(row, shoe)


def three_cards(row: Row, shoe: tuple[tuple[int, int], ...]) -> Counter[int]:
    found: Counter[int] = Counter()
    for (a, first), (b, second) in product(shoe, repeat=2):
        two = first * (second - (a == b))
        for c, third in shoe if two else ():
            found[row(a, b, c)] += two * (third - (a == c) - (b == c))
    return found


def with_blackjack(row: Row, shoe: dict[int, int]) -> Counter[int]:
    """Two cards, and the dealer's two from what is left."""
    found: Counter[int] = Counter()
    left = sum(shoe.values()) - 2
    aces, tens = (sum(n for card, n in shoe.items() if points(card) == value) for value in (1, 10))
    for (a, first), (b, second) in product(shoe.items(), repeat=2):
        two = first * (second - (a == b))
        gone = [points(a), points(b)]
        blackjacks = 2 * (aces - gone.count(1)) * (tens - gone.count(10))
        found[row(a, b, 1)] += two * blackjacks
        found[row(a, b, 0)] += two * (left * (left - 1) - blackjacks)
    return found
