"""How a house way of pai gow poker sets seven cards, 11.9(d). The text has none; each house files its own. The examples
in the game's data are ordered rows; the first that fits a hand decides the low hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement, permutations
from typing import Final, TypeAlias

from pitboss.book.data import HouseWay
from pitboss.equipment.cards import RANKS as NAMES
from pitboss.equipment.cards import name
from pitboss.law import Refused, rule
from pitboss.ranking.high import held
from pitboss.ranking.pai_gow import JOKER, fouls, high_value, low_value, rank_of, straight_tops, with_joker
from pitboss.ranking.value import ACE, RANKS, best, count

Row: TypeAlias = tuple[int, ...]
Way: TypeAlias = tuple[Row, ...]
"""A row is the hand, whether it needs a straight or flush, the low hand, and then the minimum and maximum of each
measure, as masks (none is 0)."""

# ---- rows as integers --------------------------------------------------------------------------------------------

HANDS: Final = (
    "no pair",
    "pair",
    "two pairs",
    "three pairs",
    "three of a kind",
    "full house",
    "two threes",
    "four of a kind",
    "five aces",
)
MEASURES: Final = ("fours", "threes", "pair", "second", "single", "next")
ANYTHING: Final = (0, ACE) * len(MEASURES)
KEPT, SINGLES, NEXT, PAIR, SECOND, FOURS, THREES, ONE = range(8)
LOWS: Final = (
    "kept",
    "singles",
    "second and third",
    "pair",
    "second pair",
    "two of the fours",
    "two of the threes",
    "three and single",
)
_COMPLETE: Final = "straight or flush, "


def read_way(way: HouseWay) -> Way:
    """The rows of a house way as integers, or a refusal of rows that cannot be read, that leave out hands, or that
    would set hands wrongly."""
    return _read(way.id, tuple(tuple(row.items()) for row in way.aims))


@cache
def _read(name: str, aims: tuple[tuple[tuple[str, str], ...], ...]) -> Way:
    places = [f"house way {name}: {dict(row)}" for row in aims]
    rows = [(place, _row(place, dict(row))) for place, row in zip(places, aims, strict=True)]
    rows.sort(key=lambda row: row[1][0])  # no hand has two kinds, and frequent ones are found first
    for cards in examples():
        hand, joker = with_joker(cards)
        fours, threes, pairs, singles = groups = by_number(hand, joker)
        there = (fours, threes, pairs, count(pairs) > 1, singles, count(singles) > 1)
        kind, before = kind_of(hand, joker, fours, threes, pairs), list[Row]()
        for place, row in rows:
            if row[0] != kind or any(row[3 + 2 * n] and not each for n, each in enumerate(there)):
                continue
            if row[2] != KEPT and not any(covers(each, row, there) for each in before):
                if not _lies(row[2], groups):
                    raise Refused(f"{place}: {_named(cards)} has no such cards for the low hand", "11.9(d)")
                if fouls(*values_of(cards, house_way(cards, ((*row[:3], *ANYTHING),), 1), 1)):
                    raise Refused(
                        f"{place}: the low hand of {_named(cards)} would be the higher one", "11.9(d)"
                    )
            before.append(row)
        if not any(covers(each, (kind, 0, 0, *ANYTHING), there) for each in before):
            says = f"house way {name} has no row for every hand of {HANDS[kind]}; end with one without conditions"
            raise Refused(says, "11.9(d)")
    return tuple(row for _, row in rows)


@cache
def examples() -> Sequence[Sequence[int]]:
    """Seven cards of every kind, their ranks in every order, with neither a straight nor a flush."""
    shapes = [each for size in range(2, 8) for each in combinations_with_replacement((1, 2, 3, 4), size)]
    found = [
        [4 * 2 * rank for rank, times in enumerate(order) for _ in range(times)]
        for shape in shapes
        if sum(shape) == 7
        for order in sorted(set(permutations(shape)))
    ]
    aces = [48] * 4 + [JOKER]
    hands = [*found, [0, 0, *aces], [44, 44, *aces], [0, 24, *aces]]
    return [[card + place % 4 if card < JOKER else card for place, card in enumerate(each)] for each in hands]


def covers(row: Row, other: Row, there: Sequence[int]) -> bool:
    """Does this row apply to every hand of this shape that the other row applies to?"""
    within = all(
        row[3 + 2 * n] <= (max(other[3 + 2 * n], 1) if each else 0)
        and (not each or row[4 + 2 * n] >= other[4 + 2 * n])
        for n, each in enumerate(there)
    )
    return within and row[1] <= other[1]


def _lies(low: int, groups: tuple[int, int, int, int]) -> bool:
    """Does the hand have the cards for the low hand?"""
    fours, threes, pairs, singles = groups
    needed = {SINGLES: count(singles) > 1, NEXT: count(singles) > 2, PAIR: pairs, SECOND: count(pairs) > 1}
    return bool((needed | {FOURS: fours, THREES: threes, ONE: threes and singles})[low])


def _named(cards: Sequence[int]) -> str:
    return " ".join(map(name, cards))


def _row(place: str, given: Mapping[str, str]) -> Row:
    bounds = [*ANYTHING]
    hand, low = given.get("hand", ""), given.get("low", "")
    kind, complete = hand.removeprefix(_COMPLETE), hand.startswith(_COMPLETE)
    if kind not in HANDS or low not in LOWS or given.keys() - {"hand", "if", "low"}:
        raise Refused(f"{place} must give the hand and its low hand", "11.9(d)")
    if low == LOWS[KEPT] and not complete:
        raise Refused(f"{place}: the high hand is a straight or flush; the row's hand must say so", "11.9(d)")
    for each in filter(None, given.get("if", "").split(", ")):
        measure, sign, rank = (*each.split(), "", "")[:3]
        if measure not in MEASURES or sign not in ("<=", ">=") or len(rank) != 1 or rank not in NAMES:
            raise Refused(f"{place}: {each!r} is not a condition; write it as pair >= 7", "11.9(d)")
        bounds[2 * MEASURES.index(measure) + (sign == "<=")] = 1 << NAMES.index(rank)
    return HANDS.index(kind), int(complete), LOWS.index(low), *bounds


# ---- setting -----------------------------------------------------------------------------------------------------


@rule("11.9(d)")
def by_number(hand: int, joker: int) -> tuple[int, int, int, int]:
    """The ranks held four times or more, three times, twice and once; the joker is an ace."""
    once, twice, thrice, all_four = held(hand)
    if joker:
        all_four |= thrice & ACE
        thrice |= twice & ACE
        twice |= once & ACE
        once |= ACE
    return all_four, thrice ^ all_four, twice ^ thrice, once ^ twice


@rule("11.9(d)")
def kind_of(hand: int, joker: int, fours: int, threes: int, pairs: int) -> int:
    """The kind of seven cards by rank, as an index into HANDS."""
    if fours:
        return 8 if joker and held(hand)[3] & ACE else 7
    if threes:
        return 6 if count(threes) == 2 else 5 if pairs else 4
    return count(pairs)


@rule("11.9(d)")
def complete(hand: int, joker: int) -> bool:
    """Do the cards hold a straight or a flush?"""
    ranks = 0
    for suit in range(4):
        suited = hand >> 13 * suit & RANKS
        if count(suited) + joker >= 5:
            return True
        ranks |= suited
    return straight_tops(ranks, joker) != 0


@rule("11.9(d)", lean=True)
def keeping(cards: Sequence[int], hand: int, joker: int, wheel: int) -> int:
    """The best two cards that leave a straight, a flush or better in the high hand, of equal ones, those that leave the
    best: their index among the arrangements."""
    low = high = place = at = -1
    for i in range(6):
        for j in range(i + 1, 7):
            at += 1
            mine, (two, apart) = low_value(cards[i], cards[j]), with_joker((cards[i], cards[j]))
            if mine < low or not complete(hand ^ two, joker ^ apart):
                continue
            five = high_value(hand ^ two, joker ^ apart, wheel)
            if mine > low or five > high:
                low, high, place = mine, five, at
    return place


@rule("11.9(d)", lean=True)
def card_of(cards: Sequence[int], rank: int, besides: int) -> int:
    """The place of a card of this rank (a mask), other than that one; the joker counts as an ace only if there is no
    other."""
    found = -1
    for place in range(7):
        here = place != besides and rank_of(cards[place]) == rank
        if here and (found < 0 or cards[found] >= JOKER):
            found = place
    return found


@rule("11.9(d)", lean=True)
def placed(cards: Sequence[int], first: int, second: int) -> int:
    """The index among the arrangements of two cards of these ranks."""
    one = card_of(cards, first, -1)
    other = card_of(cards, second, one)
    i, j = min(one, other), max(one, other)
    return i * (13 - i) // 2 + j - i - 1


@rule("11.9(d)", lean=True)
def leaving_most(cards: Sequence[int], place: int, wheel: int) -> int:
    """Of all settings with the same low hand, which may take one card of a rank or another, the one with the best high
    hand."""
    high, low = values_of(cards, place, wheel)
    for other in range(21):
        left, laid = values_of(cards, other, wheel)
        if laid == low and left > high:
            high, place = left, other
    return place


@rule("11.9(a)")
def low_of(place: int) -> tuple[int, int]:
    """Which two of the seven cards are the low hand of a setting, given by its index among the arrangements."""
    i = 0
    while place >= 6 - i:
        place -= 6 - i
        i += 1
    return i, i + 1 + place


@rule("11.9(a)", lean=True)
def values_of(cards: Sequence[int], place: int, wheel: int) -> tuple[int, int]:
    """The values of the two hands of a setting."""
    i, j = low_of(place)
    hand, joker = with_joker(cards)
    two, apart = with_joker((cards[i], cards[j]))
    return high_value(hand ^ two, joker ^ apart, wheel), low_value(cards[i], cards[j])


@rule("11.9(c)", "11.9(d)", "11.10(e)", "11.11(i)", "11.11(j)", lean=True)
def house_way(cards: Sequence[int], way: Sequence[Sequence[int]], wheel: int) -> int:
    """How seven cards are set: the index of the two low ones among the arrangements, by the first row that fits."""
    hand, joker = with_joker(cards)
    fours, threes, pairs, singles = by_number(hand, joker)
    kind, whole = kind_of(hand, joker, fours, threes, pairs), complete(hand, joker)
    triple, pair, single = best(threes, 1), best(pairs, 1), best(singles, 1)
    second, two = best(pairs, 2) ^ pair, best(singles, 2)
    measured = (fours, triple, pair, second, single, two ^ single)
    for row in way:
        if row[0] != kind or row[1] > whole:
            continue
        fits = True
        for measure in range(6):
            if measured[measure] < row[3 + 2 * measure] or measured[measure] > row[4 + 2 * measure]:
                fits = False
        if not fits:
            continue
        low = row[2]
        if low == KEPT:
            return keeping(cards, hand, joker, wheel)
        if low == SINGLES:
            return placed(cards, single, two ^ single)
        if low == NEXT:
            return placed(cards, two ^ single, best(singles, 3) ^ two)
        rank = pair if low == PAIR else second if low == SECOND else fours if low == FOURS else triple
        place = placed(cards, rank, single if low == ONE else rank)
        return leaving_most(cards, place, wheel) if whole else place
    return -1
