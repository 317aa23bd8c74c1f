"""The mathematics of Mississippi stud: every decision by enumeration, exactly.

What a hand is worth depends on the set of cards seen and on the antes staked so far. From the end: each of the
270,725 sets of four cards with its 48 fifth cards, then each of the 22,100 sets of three, then each pair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from math import lcm, prod
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Ints
from pitboss.book import Ask, Rules, rule
from pitboss.book.endings import card_line, card_lines
from pitboss.compiler import kernel, lean_kernel
from pitboss.games.house_poker.advising import best_choice, hand_asked, shown
from pitboss.games.house_poker.family import STUD_HANDS, stud_hand, together
from pitboss.games.house_poker.mississippi_stud import PAID, STREETS, WAGERS, limit
from pitboss.money import Cents
from pitboss.odds import Advice, Chart, Outcome, Strategy, WagerOdds
from pitboss.odds.endings import packed, unit
from pitboss.sim import Simulation
from pitboss.table import Table

# How many sets of two, three and four cards there are, and how many deals.
TWO: Final = 1_326
THREE: Final = 22_100
FOUR: Final = 270_725
DEALS: Final = TWO * 50 * 49 * 48

# ---- sets of cards, numbered in the order in which loops over falling cards come to them ---------------


@lean_kernel
def place_of_two(a: int, b: int) -> int:
    top, low = max(a, b), min(a, b)
    return top * (top - 1) // 2 + low


@lean_kernel
def place_of_three(a: int, b: int, c: int) -> int:
    top, low = max(a, b, c), min(a, b, c)
    middle = a + b + c - top - low
    return top * (top - 1) * (top - 2) // 6 + middle * (middle - 1) // 2 + low


@lean_kernel
def place_of_four(a: int, b: int, c: int, d: int) -> int:
    top, low = max(a, b, c, d), min(a, b, c, d)
    one, other = min(max(a, b), max(c, d)), max(min(a, b), min(c, d))
    second, third = max(one, other), min(one, other)
    return (
        top * (top - 1) * (top - 2) * (top - 3) // 24
        + second * (second - 1) * (second - 2) // 6
        + third * (third - 1) // 2
        + low
    )


# ---- best play -----------------------------------------------------------------------------------------


class Course(NamedTuple):
    """The best bets in antes, 0 to fold, by the antes staked before (rows) and the set of cards (columns)."""

    third: Ints
    fourth: Ints
    fifth: Ints


@kernel
def count_hands(counts: NDArray[np.uint8]) -> None:
    """For each set of four cards, how many fifth cards make each of STUD_HANDS."""
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        made = stud_hand((a, b, c, d, e))
                        counts[place_of_four(a, b, c, d), made] += 1
                        counts[place_of_four(a, b, c, e), made] += 1
                        counts[place_of_four(a, b, d, e), made] += 1
                        counts[place_of_four(a, c, d, e), made] += 1
                        counts[place_of_four(b, c, d, e), made] += 1


@kernel
def decide(staked: int, lost: int, worths: Ints) -> tuple[int, int]:
    """Bet so that the antes then staked are worth most, or lose those staked now: the bet, and what that is worth.
    Of equal choices the smaller bet, but no fold, as the published strategy has it."""
    best, bet = -staked * lost, 0
    for more in range(1, 4):
        if worths[staked + more] > best or (bet == 0 and worths[staked + more] == best):
            best, bet = worths[staked + more], more
    return bet, best


@kernel
def solve(counts: NDArray[np.uint8], pays: Ints, third: Ints, fourth: Ints, fifth: Ints) -> None:
    """The best bets, where an ante nets what ``pays`` says with each of STUD_HANDS. Sums over the cards to come stand
    for averages."""
    lost = -pays[0]
    on_three, on_four = np.zeros((THREE, 11), np.int64), np.zeros((FOUR, 11), np.int64)
    worths = np.zeros(11, np.int64)  # of so many antes staked
    for four in range(FOUR):
        worth = 0
        for made in range(len(pays)):
            worth += counts[four, made] * pays[made]
        for staked in range(11):
            worths[staked] = staked * worth
        for staked in range(3, 8):
            fifth[staked, four], on_four[four, staked] = decide(staked, lost * 48, worths)
    two = three = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                worths[:] = 0
                for d in range(52):
                    if d != a and d != b and d != c:
                        worths += on_four[place_of_four(a, b, c, d)]
                for staked in range(2, 5):
                    fourth[staked, three], on_three[three, staked] = decide(staked, lost * 48 * 49, worths)
                three += 1
    for a in range(52):
        for b in range(a):
            worths[:] = 0
            for c in range(52):
                if c != a and c != b:
                    worths += on_three[place_of_three(a, b, c)]
            third[1, two], _ = decide(1, lost * 48 * 49 * 50, worths)
            two += 1


@kernel
def follow(counts: NDArray[np.uint8], course: Course, led: Led) -> None:
    """Where these bets lead."""
    third, fourth, fifth = course
    on_two, on_three, on_four, folds, ends = led
    two = three = 0
    for a in range(52):
        for b in range(a):
            bet = third[1, two]
            on_two[two, 1] = 1
            two += 1
            if bet == 0:
                folds[0, 1] += 50 * 49 * 48
                continue
            for c in range(52):
                if c != a and c != b:
                    on_three[place_of_three(a, b, c), 1 + bet] += 1
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for staked in range(2, 5):
                    deals, bet = on_three[three, staked], fourth[staked, three]
                    if bet == 0:
                        folds[1, staked] += deals * 49 * 48
                    elif deals > 0:
                        for d in range(52):
                            if d != a and d != b and d != c:
                                on_four[place_of_four(a, b, c, d), staked + bet] += deals
                three += 1
    for four in range(FOUR):
        for staked in range(3, 8):
            deals, bet = on_four[four, staked], fifth[staked, four]
            if bet == 0:
                folds[2, staked] += deals * 48
            elif deals > 0:
                for made in range(counts.shape[1]):
                    ends[staked + bet, made] += deals * counts[four, made]


class Led(NamedTuple):
    """Where a course leads."""

    on_two: Ints
    on_three: Ints
    """How often one comes to each set of cards (rows) with so many antes staked."""
    on_four: Ints
    folds: Ints
    """Of all deals, how many are folded on each street (rows) with so many antes staked."""
    ends: Ints
    """How many end with so many antes staked (rows) on each of STUD_HANDS."""

    @property
    def wagered(self) -> Fraction:
        """Antes staked on average."""
        folded, ended = self.folds.sum(axis=0), self.ends.sum(axis=1)
        return Fraction(int(folded @ np.arange(8) + ended @ np.arange(11)), DEALS)

    def brings(self, stake: int, nets: Sequence[int]) -> Fraction:
        """What an ante brings on average, where each of STUD_HANDS nets so much of a stake."""
        lost = Fraction(int(self.folds.sum(axis=0) @ np.arange(8)), DEALS)
        return Fraction(int(np.arange(11) @ self.ends @ np.array(nets)), DEALS * stake) - lost


class Solved(NamedTuple):
    course: Course
    led: Led


@cache
def fifth_cards() -> NDArray[np.uint8]:
    counts = np.zeros((FOUR, len(STUD_HANDS)), np.uint8)
    count_hands(counts)
    return counts


@cache
def solved(pays: tuple[int, ...]) -> Solved:
    course = no_course()
    solve(fifth_cards(), np.array(pays), *course)
    return Solved(course, led_by(course))


def no_course() -> Course:
    return Course(*(np.zeros(shape, np.int64) for shape in ((2, TWO), (5, THREE), (8, FOUR))))


def led_by(course: Course) -> Led:
    shapes = ((TWO, 2), (THREE, 5), (FOUR, 8), (3, 8), (11, len(STUD_HANDS)))
    led = Led(*(np.zeros(shape, np.int64) for shape in shapes))
    follow(fifth_cards(), course, led)
    return led


def paid(rules: Rules) -> tuple[int, tuple[int, ...]]:
    """A stake that every row pays in whole, and what each of STUD_HANDS nets it."""
    each = [unit(card_line(rules, PAID[0], made)) for made in STUD_HANDS]
    stake = lcm(*(odds.denominator for odds in each))
    return stake, tuple(int(odds * stake) for odds in each)


# ---- odds ----------------------------------------------------------------------------------------------


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    if wager in (None, "ante"):
        yield ante(rules)


def ante(rules: Rules) -> WagerOdds:
    """The ante and its streets together, played best. At the minimum the limit of 35.11(c) cuts no payment."""
    stake, nets = paid(rules)
    best = solved(nets).led
    outcomes = [
        Outcome(f"fold on {street}, {staked} staked", Fraction(int(deals), DEALS), Fraction(-staked))
        for street, row in zip(STREETS, best.folds, strict=True)
        for staked, deals in enumerate(row)
        if deals
    ]
    outcomes += [
        Outcome(f"{made}, {staked} staked", Fraction(int(deals), DEALS), Fraction(staked * nets[at], stake))
        for at, made in enumerate(STUD_HANDS)
        for staked, deals in enumerate(best.ends[:, at])
        if deals
    ]
    return WagerOdds(
        wager="ante",
        table=rules.pay("ante").table,
        options=rules.options,
        outcomes=tuple(outcomes),
        per="unit of the ante, the bets on all three streets included",
        wagered=best.wagered,
    )


# ---- strategy ------------------------------------------------------------------------------------------

FIVE, SIX, EIGHT, TEN, JACK, ACE = 3, 4, 6, 8, 9, 12
BETS = ("fold", "1 ante", "2 antes", "3 antes")


class Seen:
    """Every set of so many cards, and what matters in it."""

    def __init__(self, cards: int) -> None:
        self.cards = cards
        held = np.array(list(combinations(range(52), cards)))  # each from its lowest card up
        self.place = sum((below(held[:, n], n + 1) for n in range(cards)), np.zeros(len(held), np.int64))
        self.ranks = held >> 2
        self.low, self.top = self.ranks[:, 0], self.ranks[:, -1]
        same = self.ranks[:, 1:] == self.ranks[:, :-1]
        self.paired = same.any(axis=1)
        self.made = (same & (self.ranks[:, 1:] >= SIX)).any(axis=1) | (same.sum(axis=1) > 1)
        """A hand that pushes or wins whatever comes."""
        self.suited = (held & 3 == held[:, :1] & 3).all(axis=1)
        self.high = (self.ranks >= JACK).sum(axis=1)
        self.middle = (self.ranks >= SIX).sum(axis=1) - self.high
        self.points = 2 * self.high + self.middle
        self.gaps = np.where(self.paired, 13, self.top - self.low - cards + 1)
        """Ranks missing in the sequence, the ace high."""


def below(cards: Ints, number: int) -> Ints:
    """How many sets of this number of cards lie wholly below each card."""
    sets = np.ones_like(cards)
    for n in range(number):
        sets = sets * (cards - n) // (n + 1)
    return sets


# Kinds of hand as people tell them; a hand is of the first that it fits. What to bet on each is worked out.
Kinds = dict[str, NDArray[np.bool_]]


def on_third(seen: Seen) -> Kinds:
    return {
        "a pair": seen.paired,
        "two points or more": seen.points >= 2,
        "six-five suited": seen.suited & (seen.gaps == 0) & (seen.top == SIX),
        "anything else": seen.low >= 0,
    }


def on_fourth(seen: Seen) -> Kinds:
    return {
        "a pair of sixes or better": seen.made,
        "three to a royal flush": seen.suited & (seen.low >= TEN),
        "suited sequence, 5-6-7 or higher": seen.suited & (seen.gaps == 0) & (seen.low >= FIVE),
        "suited, one gap, a high card": seen.suited & (seen.gaps == 1) & (seen.high >= 1),
        "suited, two gaps, two high cards": seen.suited & (seen.gaps == 2) & (seen.high >= 2),
        "any other three suited": seen.suited,
        "a low pair": seen.paired,
        "three points or more": seen.points >= 3,
        "sequence, 4-5-6 or higher": (seen.gaps == 0) & (seen.low >= FIVE - 1),
        "one gap, two middle cards": (seen.gaps == 1) & (seen.middle >= 2),
        "anything else": seen.low >= 0,
    }


def on_fifth(seen: Seen) -> Kinds:
    # The ace goes below the two as well.
    five_high = (seen.top == ACE) & (seen.ranks[:, 2] <= FIVE) & ~seen.paired
    return {
        "a pair of sixes or better": seen.made,
        "four to a flush": seen.suited,
        "open straight, eight high or better": (seen.gaps == 0) & (seen.top >= EIGHT) & (seen.top < ACE),
        "any other four to a straight": (seen.gaps <= 1) | five_high,
        "a low pair": seen.paired,
        "four points or more": seen.points >= 4,
        "three points": seen.points == 3,
        "anything else": seen.low >= 0,
    }


def chart(title: str, seen: Seen, kinds: Kinds, bets: Ints, reached: Ints) -> Chart:
    """The best bet on each kind of hand by the antes staked before, wherever best play comes to it."""
    columns = [staked for staked in range(len(bets)) if reached[:, staked].any()]
    kind = np.select(list(kinds.values()), list(range(len(kinds))))
    rows = []
    for number, name in enumerate(kinds):
        places = seen.place[kind == number]
        best = [np.unique(bets[staked, places[reached[places, staked] > 0]]) for staked in columns]
        rows.append((name, *(" or ".join(BETS[bet] for bet in cell) or "–" for cell in best)))
    return Chart(title, tuple(f"{staked} staked" for staked in columns), tuple(rows))


def strategy(rules: Rules) -> Strategy:
    course, led = solved(paid(rules)[1])
    two, three, four = Seen(2), Seen(3), Seen(4)
    first = chart("3rd street: two cards", two, on_third(two), course.third, led.on_two)
    return Strategy(
        game=rules.game.id,
        rule="At first: " + "; ".join(f"{name}, {bet}" for name, bet in first.rows) + ".",
        charts=(
            first,
            chart("4th street: three cards", three, on_fourth(three), course.fourth, led.on_three),
            chart("5th street: four cards", four, on_fifth(four), course.fifth, led.on_four),
        ),
        notes=(
            "Points: two for each high card (jack to ace), one for each middle card (six to ten).",
            "Take the first line that fits. The columns say how many antes are staked already, the first included.",
            "Aces count high in gaps. A dash is a hand that best play does not come to.",
        ),
        house_edge=ante(rules).house_edge,
        simpler={way: -led_by(simply(bets)).brings(*paid(rules)) for way, bets in SIMPLE.items()},
    )


SIMPLE: Final[dict[str, Callable[[Seen], Ints]]] = {
    "three antes with a pair of sixes or better, one with a low pair or as many points as cards, else fold": (
        lambda seen: np.where(seen.made, 3, (seen.paired | (seen.points >= seen.cards)).astype(np.int64))
    ),
    "never fold: three antes with a pair of sixes or better, else one": lambda seen: np.where(
        seen.made, 3, 1
    ),
    "never fold: one ante on every street": lambda seen: np.ones(len(seen.place), np.int64),
}
"""The same bets on every street, by what is seen and nothing else."""


def simply(bets: Callable[[Seen], Ints]) -> Course:
    course = no_course()
    for seen, street in zip((Seen(2), Seen(3), Seen(4)), course, strict=True):
        street[:, seen.place] = bets(seen)
    return course


# ---- advice --------------------------------------------------------------------------------------------


@kernel
def after_four(a: int, b: int, c: int, d: int, counts: NDArray[np.uint8], pays: Ints, worths: Ints) -> None:
    """What so many antes are worth that are staked when the last bet is made, over the fifth cards to come."""
    for staked in range(len(worths)):
        worths[staked] = 0
    for made in range(len(pays)):
        worth = counts[place_of_four(a, b, c, d), made] * pays[made]
        for staked in range(len(worths)):
            worths[staked] += staked * worth


@kernel
def after_three(a: int, b: int, c: int, counts: NDArray[np.uint8], pays: Ints, worths: Ints) -> None:
    """The same after the bet on three cards, the last bet being the best."""
    then = np.zeros(11, np.int64)
    worths[:] = 0
    for d in range(52):
        if d != a and d != b and d != c:
            after_four(a, b, c, d, counts, pays, then)
            for staked in range(3, 8):
                worths[staked] += decide(staked, -pays[0] * 48, then)[1]


@kernel
def after_two(a: int, b: int, counts: NDArray[np.uint8], pays: Ints, worths: Ints) -> None:
    """The same after the bet on two cards."""
    then = np.zeros(11, np.int64)
    worths[:] = 0
    for c in range(52):
        if c != a and c != b:
            after_three(a, b, c, counts, pays, then)
            for staked in range(2, 5):
                worths[staked] += decide(staked, -pays[0] * 48 * 49, then)[1]


@lru_cache(4096)
def worths_of(held: tuple[int, ...], paid: tuple[int, tuple[int, ...]]) -> list[float]:
    """What so many antes are worth, in antes, when the bet on these cards has been made and best play follows."""
    stake, pays = paid
    worths = np.zeros(11, np.int64)
    a, b, *more = held
    counts, nets = fifth_cards(), np.array(pays)
    if not more:
        after_two(a, b, counts, nets, worths)
    elif len(more) == 1:
        after_three(a, b, more[0], counts, nets, worths)
    else:
        after_four(a, b, more[0], more[1], counts, nets, worths)
    ways = prod(range(48, 53 - len(held)))
    found: list[float] = (worths / (stake * ways)).tolist()
    return found


def advise(table: Table, ask: Ask) -> Advice:
    """The ante and all bets made; the payout limit is not reckoned with, and later bets are taken to be affordable."""
    hand = hand_asked(table, ask)
    held = (*hand.cards, *shown(table, ask, "community"))
    ante, made = hand.stake("ante"), sum(map(hand.stake, WAGERS))
    worths = worths_of(held, paid(table.rules))

    def worth(decision: str, amount: Cents) -> float:
        return -made if decision == "fold" else ante * worths[(made + amount) // ante]

    ranks = [each >> 2 for each in held]
    if any(rank >= SIX and ranks.count(rank) > 1 for rank in ranks):
        why = "A pair of sixes or better cannot lose any more (35.10(i))."
    else:
        points = sum(2 if rank >= JACK else 1 if rank >= SIX else 0 for rank in ranks)
        why = f"You have {points} points: two for each jack to ace, one for each six to ten."
    return best_choice(ask, worth, why)


# ---- simulation ----------------------------------------------------------------------------------------

ON_FOURTH: Final = TWO
ON_FIFTH: Final = ON_FOURTH + 3 * THREE


class Terms(NamedTuple):
    """The rules as the compiled round reads them: the payout limit, the lines of all wagers; then the best bets, two
    bits each: third street, fourth by the antes staked, fifth likewise."""

    limit: int
    wagers: Ints
    course: Ints


@lean_kernel
def bet_at(terms: Terms, place: int) -> int:
    """The best bet that lies at this place of the course."""
    return int(terms.course[place >> 5] >> 2 * (place & 31) & 3)


@lean_kernel
def third_street(terms: Terms, a: int, b: int) -> int:
    """The best bet on two cards, in antes; 0 to fold."""
    return bet_at(terms, place_of_two(a, b))


@lean_kernel
def fourth_street(terms: Terms, staked: int, a: int, b: int, c: int) -> int:
    """The best bet on three cards with so many antes staked."""
    return bet_at(terms, ON_FOURTH + (staked - 2) * THREE + place_of_three(a, b, c))


@lean_kernel
def fifth_street(terms: Terms, staked: int, a: int, b: int, c: int, d: int) -> int:
    """The best bet on four cards with so many antes staked."""
    return bet_at(terms, ON_FIFTH + (staked - 3) * FOUR + place_of_four(a, b, c, d))


@rule("35.10", "35.11(b)", "35.11(c)", lean=True)
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Ints,
    terms: Terms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One round: two cards, and the three for all."""
    a, b = int(np.int64(tape[at])), int(np.int64(tape[at + 1]))  # unsigned and signed do not mix
    c, d, e = int(np.int64(tape[at + 2])), int(np.int64(tape[at + 3])), int(np.int64(tape[at + 4]))
    ante, antes, made = stakes[0], 1, 0  # a fold is a losing hand
    bet = third_street(terms, a, b)
    antes += bet
    if bet > 0:
        bet = fourth_street(terms, antes, a, b, c)
        antes += bet
    if bet > 0:
        bet = fifth_street(terms, antes, a, b, c, d)
        antes += bet
    if bet > 0:
        made = stud_hand((a, b, c, d, e))
    net[0] += together(ante, antes, terms.wagers[made], terms.limit)
    staked[0] += ante * antes
    return at + 5


def simulation(rules: Rules) -> Simulation:
    third, fourth, fifth = solved(paid(rules)[1]).course
    bets = np.concatenate((third[1], fourth[2:].ravel(), fifth[3:].ravel()))
    quarters = np.pad(bets, (0, -len(bets) % 32)).reshape(-1, 32) << 2 * np.arange(32)
    return Simulation(
        game=rules.game.id,
        wagers=("ante",),
        play=play,
        rules=Terms(limit(rules), packed(card_lines(rules, PAID[0])), np.bitwise_or.reduce(quarters, axis=1)),
        equipment="deck",
        size=52,
        draws=5,
        reserve=lambda stakes: int(10 * stakes[0]),
    )
