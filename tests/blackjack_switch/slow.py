"""A hand against the dealer by plain recursion over the cards of a small shoe; nothing of the package in it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

Shoe = tuple[tuple[int, int], ...]
"""How many cards of each value there are, aces as 1."""


def without(shoe: Shoe, *values: int) -> Shoe:
    left = Counter(dict(shoe))
    for value in values:
        assert left[value] > 0
        left[value] -= 1
    return tuple(sorted((value, n) for value, n in left.items() if n))


def count(cards: tuple[int, ...]) -> tuple[int, bool]:
    hard = sum(cards)
    soft = 1 in cards and hard <= 11
    return hard + 10 * soft, soft


@cache
def dealer(cards: tuple[int, ...], shoe: Shoe) -> dict[int, Fraction]:
    """Where the dealer ends who draws to a soft 17, two cards 21 as 100."""
    score, soft = count(cards)
    if len(cards) == 2 and score == 21:
        return {100: Fraction(1)}
    if len(cards) > 1 and score >= 17 and not (soft and score == 17):
        return {score: Fraction(1)}
    ends: dict[int, Fraction] = {}
    for value, n in shoe:
        for end, chance in dealer((*cards, value), without(shoe, value)).items():
            ends[end] = ends.get(end, Fraction(0)) + chance * Fraction(n, sum(each for _, each in shoe))
    return ends


def stand(cards: tuple[int, ...], up: int, shoe: Shoe, *, blackjack: bool, tie_22: bool) -> Fraction:
    """Over the rounds without a dealer's blackjack, of one unit."""
    score, value = count(cards)[0], Fraction(0)
    for end, chance in dealer((up,), shoe).items():
        if end == 100:
            continue
        wins = blackjack or (end > 21 and not (end == 22 and tie_22)) or (end <= 21 and score > end)
        loses = not blackjack and end <= 21 and score < end
        value += chance * (wins - loses)
    return value


def clear(up: int, shoe: Shoe) -> Fraction:
    """How likely there is no dealer's blackjack."""
    return 1 - dealer((up,), shoe).get(100, Fraction(0))


def bust_or(cards: tuple[int, ...], up: int, shoe: Shoe, tie_22: bool, best: bool) -> Fraction:
    """What one more card brings: the best after it, or standing."""
    value, left = Fraction(0), sum(n for _, n in shoe)
    for drawn, n in shoe:
        hand, rest = (*cards, drawn), without(shoe, drawn)
        if count(hand)[0] > 21:
            each = -clear(up, rest)
        elif best:
            each = played(hand, up, rest, tie_22)
        else:
            each = stand(hand, up, rest, blackjack=False, tie_22=tie_22)
        value += Fraction(n, left) * each
    return value


@cache
def played(cards: tuple[int, ...], up: int, shoe: Shoe, tie_22: bool) -> Fraction:
    """A hand that is no pair and no blackjack, played best: stand, hit, or double on two cards."""
    choices = [stand(cards, up, shoe, blackjack=False, tie_22=tie_22)]
    if count(cards)[0] < 21:
        choices.append(bust_or(cards, up, shoe, tie_22, best=True))
        if len(cards) == 2:
            choices.append(2 * bust_or(cards, up, shoe, tie_22, best=False))
    return max(choices)
