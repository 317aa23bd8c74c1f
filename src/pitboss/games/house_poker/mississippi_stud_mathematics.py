"""The mathematics of Mississippi stud: what a hand is worth depends on the set of cards seen and on the antes
staked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import lcm
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pitboss.arrays import Bytes, Ints
from pitboss.book import Ask, Refused, Rules, rule
from pitboss.book.endings import card_line, card_lines
from pitboss.compiler import lean_kernel
from pitboss.games.house_poker.advising import best_choice, hand_asked, shown, unseen
from pitboss.games.house_poker.family import STUD_HANDS, stud_hand, together
from pitboss.games.house_poker.mississippi_stud import PAID, STREETS, WAGERS, limit
from pitboss.money import Cents
from pitboss.odds import Advice, Chart, Outcome, Strategy, WagerOdds
from pitboss.odds.endings import packed, unit
from pitboss.sim import Simulation
from pitboss.solve.draws import LEAVE, Best, Draws, Pays, Way
from pitboss.solve.information import NOTHING, Information, Shown
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

DRAWS: Final = Draws(
    row=stud_hand, rows=len(STUD_HANDS), sizes=(2, 3, 4), choices=((1, 2, 3, LEAVE),) * 3, final=5
)
ADDED: Final = np.array([1, 2, 3, 0])
"""The antes that each choice adds; the last is to fold."""


def knowing(known: Information) -> Draws:
    """The same with community cards that are seen from the start."""
    known.only("mississippi-stud", "board", "neighbors", "gone")
    if known.board and max(known.board) > 3:
        raise Refused(f"there are three community cards, no card {max(known.board)}")
    sizes = tuple(2 + len({*range(1, 1 + street), *known.board}) for street in range(3))
    return replace(DRAWS, sizes=sizes)


def left(known: Information) -> list[int]:
    return [card for card in range(52) if card not in known.gone]


@cache
def counted(known: Information) -> Bytes | Ints:
    """For each set of cards seen at the last bet, how many ways lead to each of STUD_HANDS."""
    return knowing(known).counted(left(known))


@cache
def solved(paid: tuple[int, tuple[int, ...]], known: Information = NOTHING) -> Best:
    if known.neighbors:
        alone = solved(paid, replace(known, neighbors=0))
        return alone._replace(
            samples=knowing(known).sampled(
                counted(replace(known, neighbors=0)), left(known), pays(paid), known.neighbors
            )
        )
    return knowing(known).best(counted(known), 52 - len(known.gone), pays(paid))


def pays(paid: tuple[int, tuple[int, ...]]) -> Pays:
    """What so many antes bring, in parts of one."""
    stake, nets = paid
    return Pays(np.outer(np.arange(11), nets), -stake * np.arange(11), stake)


def paid(rules: Rules) -> tuple[int, tuple[int, ...]]:
    """A stake that every row pays in whole, and what each of STUD_HANDS nets it."""
    each = [unit(card_line(rules, PAID[0], made)) for made in STUD_HANDS]
    stake = lcm(*(odds.denominator for odds in each))
    return stake, tuple(int(odds * stake) for odds in each)


# ---- odds ----------------------------------------------------------------------------------------------


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    if wager in (None, "ante"):
        yield from odds_knowing(rules, NOTHING)


def odds_knowing(rules: Rules, known: Information) -> Iterator[WagerOdds]:
    """The ante and its streets together, played best. At the minimum the limit of 35.11(c) cuts no payment."""
    stake, nets = paid(rules)
    best = solved((stake, nets), known)
    outcomes = [
        Outcome(f"fold on {street}, {staked} staked", Fraction(int(deals), best.ways), Fraction(-staked))
        for street, row in zip(STREETS, best.left, strict=True)
        for staked, deals in enumerate(row)
        if deals
    ]
    outcomes += [
        Outcome(
            f"{made}, {staked} staked", Fraction(int(deals), best.ways), Fraction(staked * nets[at], stake)
        )
        for at, made in enumerate(STUD_HANDS)
        for staked, deals in enumerate(best.ends[:, at])
        if deals
    ]
    found = WagerOdds(
        wager="ante",
        table=rules.pay("ante").table,
        options=rules.options,
        outcomes=tuple(outcomes),
        per="unit of the ante, the bets on all three streets included",
        wagered=best.wagered,
        known=str(known) if known else "",
    )
    yield found.measured(*best.samples) if best.samples else found


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


def charts(draws: Draws, best: Best) -> Iterator[Chart]:
    """The best bet on each kind of hand by the antes staked before, wherever best play comes to it."""
    kinds_of = {2: on_third, 3: on_fourth, 4: on_fifth}
    for street, size in enumerate(draws.sizes):
        if size not in kinds_of:  # all five are seen
            continue
        seen, bets, reached = Seen(size), ADDED[best.chosen[street]], best.reached[street]
        kinds = kinds_of[size](seen)
        stakes = draws.stakes()[street]
        columns = [column for column in range(len(stakes)) if reached[:, column].any()]
        kind, rows = np.select(list(kinds.values()), list(range(len(kinds)))), []
        for number, name in enumerate(kinds):
            places = seen.place[kind == number]
            cells = [np.unique(bets[places[reached[places, column] > 0], column]) for column in columns]
            rows.append((name, *(" or ".join(BETS[bet] for bet in cell) or "–" for cell in cells)))
        title = f"{('3rd', '4th', '5th')[street]} street: {('two', 'three', 'four')[size - 2]} cards"
        yield Chart(title, tuple(f"{stakes[column]} staked" for column in columns), tuple(rows))


NOTES: Final = (
    "Points: two for each high card (jack to ace), one for each middle card (six to ten).",
    "Take the first line that fits. The columns say how many antes are staked already, the first included.",
    "Aces count high in gaps. A dash is a hand that best play does not come to.",
)


def strategy(rules: Rules) -> Strategy:
    best = solved(paid(rules))
    first, *others = charts(DRAWS, best)
    ways = {says: DRAWS.under(counted(NOTHING), 52, best.pays, simply(bets)) for says, bets in SIMPLE.items()}
    return Strategy(
        game=rules.game.id,
        rule="At first: " + "; ".join(f"{name}, {bet}" for name, bet in first.rows) + ".",
        charts=(first, *others),
        notes=NOTES,
        house_edge=-best.expectation,
        simpler={says: -each.expectation for says, each in ways.items()},
    )


def strategy_knowing(rules: Rules, known: Information) -> Strategy:
    best = solved(paid(rules), known)
    whole = not known.gone and not known.neighbors
    return Strategy(
        game=rules.game.id,
        rule=f"Known: {known}."
        if whole
        else f"Known: {known}. No chart holds so much; ask about one hand with --hand.",
        charts=tuple(charts(knowing(known), best)) if whole else (),
        notes=NOTES if whole else (),
        house_edge=None if best.samples else -best.expectation,
        known=str(known),
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


def simply(bets: Callable[[Seen], Ints]) -> Way:
    def way(street: int) -> Ints:
        seen = Seen(2 + street)
        found = np.empty(len(seen.place), np.int64)
        found[seen.place] = (bets(seen) - 1) % len(ADDED)
        return found

    return way


# ---- one hand ------------------------------------------------------------------------------------------


def worths(
    paid: tuple[int, tuple[int, ...]], held: Sequence[int], unseen: Sequence[int], staked: int
) -> dict[int, Fraction]:
    """What so many antes are worth once the bet on these cards has been made, in antes, best play following."""
    draws = DRAWS.from_(len(held) - 2, staked)
    return draws.after(unseen, held, pays(paid))


def situation(rules: Rules, shown: Shown) -> dict[str, Fraction]:
    """What each choice is worth, in antes, after the smallest bets on the streets before."""
    if len(shown.own) != 2 or len(shown.board) > 2 or shown.dealer:
        raise Refused(
            "a hand of mississippi-stud is two cards and up to two community cards; the dealer has none"
        )
    staked, held = 1 + len(shown.board), (*shown.own, *shown.board)
    unseen = [card for card in range(52) if card not in (*held, *shown.gone)]
    found = worths(paid(rules), held, unseen, staked)
    return {"fold": Fraction(-staked)} | {BETS[made - staked]: each for made, each in found.items()}


def advise(table: Table, ask: Ask) -> Advice:
    """The ante and all bets made; the payout limit is not reckoned with, and later bets are taken to be affordable."""
    hand = hand_asked(table, ask)
    held = (*hand.cards, *shown(table, ask, "community"))
    ante, made = hand.stake("ante"), sum(map(hand.stake, WAGERS))
    found = worths(paid(table.rules), held, unseen(table, ask).tolist(), made // ante)

    def worth(decision: str, amount: Cents) -> float:
        return -made if decision == "fold" else ante * float(found[(made + amount) // ante])

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
    bets = np.concatenate([ADDED[street].T.ravel() for street in solved(paid(rules)).chosen])
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
