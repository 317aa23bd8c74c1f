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


# ---- both hands of a round -----------------------------------------------------------------------------

Ends = tuple[tuple[int, int], ...]
"""The score of every hand of a player's, and the units on it."""


@cache
def chosen(cards: tuple[int, ...], up: int, shoe: Shoe) -> str:
    """The best of a hand that is not split, or no more."""
    choices = {"stand": stand(cards, up, shoe, blackjack=False, tie_22=True)}
    if count(cards)[0] < 21:
        choices["hit"] = bust_or(cards, up, shoe, True, best=True)
        if len(cards) == 2:
            choices["double"] = 2 * bust_or(cards, up, shoe, True, best=False)
    return max(choices, key=choices.__getitem__)


def ends(
    cards: tuple[int, ...], up: int, seen: Shoe, left: Shoe, aces: bool
) -> dict[tuple[tuple[int, int], Shoe], Fraction]:
    """How a hand ends, and what is left of the shoe then; it is played by what was ``seen`` beside it."""
    score = count(cards)[0]
    drawing = len(cards) == 1 or (score <= 21 and not aces)
    choice = "hit" if len(cards) == 1 else chosen(cards, up, without(seen, *cards)) if drawing else "stand"
    if choice == "stand":
        return {((score, 1), left): Fraction(1)}
    found: dict[tuple[tuple[int, int], Shoe], Fraction] = {}
    for value, n in left:
        then, rest = (*cards, value), without(left, value)
        after = (
            {((count(then)[0], 2), rest): Fraction(1)}
            if choice == "double"
            else ends(tuple(sorted(then)), up, seen, rest, aces)
        )
        for end, chance in after.items():
            found[end] = found.get(end, Fraction(0)) + chance * Fraction(n, sum(each for _, each in left))
    return found


def both_hands(
    first: tuple[int, int], second: tuple[int, int], up: int, shoe: Shoe, splits: tuple[bool, ...]
) -> dict[tuple[Fraction, Fraction], Fraction]:
    """What the two hands bring together, no hole card: one after the other, then the dealer. A blackjack of the
    dealer's takes a unit of each and returns the rest."""
    rounds: dict[tuple[tuple[Ends, ...], Shoe], Fraction] = {
        (((), ()), without(shoe, *first, *second, up)): Fraction(1)
    }
    for side, (own, other) in enumerate(((first, second), (second, first))):
        seen = without(shoe, *other, up)
        hands: list[tuple[int, ...]] = [own]
        if splits[side]:
            seen, hands = without(seen, own[0]), [own[:1], own[1:]]
        for hand in hands:
            further: dict[tuple[tuple[Ends, ...], Shoe], Fraction] = {}
            for (done, left), chance in rounds.items():
                for (end, rest), share in ends(hand, up, seen, left, splits[side] and own[0] == 1).items():
                    now = tuple((*each, end) if at == side else each for at, each in enumerate(done))
                    further[now, rest] = further.get((now, rest), Fraction(0)) + chance * share
            rounds = further
    found: dict[tuple[Fraction, Fraction], Fraction] = {}
    for (done, left), chance in rounds.items():
        for theirs, share in dealer((up,), left).items():
            one, two = (sum((brings(end, theirs) for end in each), Fraction(0)) for each in done)
            if theirs == 100:
                one = two = Fraction(-1)
            found[one, two] = found.get((one, two), Fraction(0)) + chance * share
    return found


def brings(end: tuple[int, int], theirs: int) -> Fraction:
    score, units = end
    if score > 21 or (theirs <= 21 and score < theirs):
        return Fraction(-units)
    return Fraction(units if theirs > 22 or (theirs <= 21 and score > theirs) else 0)
