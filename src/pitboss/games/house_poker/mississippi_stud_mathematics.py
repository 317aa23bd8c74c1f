"""The mathematics of Mississippi stud: what a hand is worth depends on the set of cards seen and on the antes
staked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import lcm
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Ints
from pitboss.book import Ask, Rules, rule
from pitboss.book.endings import card_line, card_lines
from pitboss.compiler import lean_kernel
from pitboss.games.advising import best_choice, hand_asked, shown, unseen
from pitboss.games.house_poker.family import STUD_HANDS, stud_hand
from pitboss.games.house_poker.mississippi_stud import PAID, STREETS, WAGERS, limit
from pitboss.games.payout_limit import together
from pitboss.money import Cents
from pitboss.odds import Advice, Chart, Strategy, WagerOdds
from pitboss.odds.endings import packed, unit
from pitboss.sim import Simulation
from pitboss.solve.compiled import taken, words
from pitboss.solve.draws import LEAVE, Draws, Pays, Way
from pitboss.solve.information import NOTHING, Information
from pitboss.solve.sets import every_set, number_of_four, number_of_three, number_of_two
from pitboss.solve.stud import Stud
from pitboss.table import Table

# ---- best play -----------------------------------------------------------------------------------------

CHOICES: Final = (1, 2, 3, LEAVE)
ADDED: Final = np.array([1, 2, 3, 0])
"""The antes that each choice adds; the last is to fold."""
BETS = ("fold", "1 ante", "2 antes", "3 antes")
NOTES: Final = (
    "Points: two for each high card (jack to ace), one for each middle card (six to ten).",
    "Take the first line that fits. The columns say how many antes are staked already, the first included.",
    "Aces count high in gaps. A dash is a hand that best play does not come to.",
)


def pays(rules: Rules) -> Pays:
    """The net of this many antes. At the minimum the limit of 35.11(c) reduces no payment."""
    each = [unit(card_line(rules, PAID[0], made)) for made in STUD_HANDS]
    stake = lcm(*(odds.denominator for odds in each))
    antes = np.arange(11)
    return Pays(np.outer(antes, [int(odds * stake) for odds in each]), -stake * antes, stake)


SOLVER: Final = Stud(
    game="mississippi-stud",
    own=2,
    draws=Draws(row=stud_hand, rows=len(STUD_HANDS), sizes=(2, 3, 4), choices=(CHOICES,) * 3, final=5),
    hands=STUD_HANDS,
    pays=pays,
    words=((*BETS[1:], BETS[0]),) * 3,
    ends=lambda made, staked: f"{made}, {staked} staked",
    leaves=lambda street, staked: f"fold on {tuple(STREETS)[street]}, {staked} staked",
    charts=lambda rules, known: charts(rules, known),
    notes=NOTES,
    wager="ante",
    per="unit of the ante, the bets on all three streets included",
)
odds_knowing, strategy_knowing, situation = SOLVER.odds_knowing, SOLVER.strategy, SOLVER.situation


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    if wager in (None, "ante"):
        yield from odds_knowing(rules, NOTHING)


# ---- strategy ------------------------------------------------------------------------------------------

FIVE, SIX, EIGHT, TEN, JACK, ACE = 3, 4, 6, 8, 9, 12


class Seen:
    """Every set of this many cards, and what matters in it."""

    def __init__(self, cards: int) -> None:
        self.cards = cards
        held = every_set(cards, 52)  # each from its lowest card up
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


# Kinds of hand as people name them; a hand is of the first that it fits. The bet on each is computed.
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


def charts(rules: Rules, known: Information = NOTHING) -> Iterator[Chart]:
    """The best bet on each kind of hand by the antes staked before, wherever best play comes to it."""
    draws, best = SOLVER.knowing(known), SOLVER.best(rules, known)
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
            fits = kind == number
            cells = [np.unique(bets[fits & (reached[:, column] > 0), column]) for column in columns]
            rows.append((name, *(" or ".join(BETS[bet] for bet in cell) or "–" for cell in cells)))
        title = f"{('3rd', '4th', '5th')[street]} street: {('two', 'three', 'four')[size - 2]} cards"
        yield Chart(title, tuple(f"{stakes[column]} staked" for column in columns), tuple(rows))


def strategy(rules: Rules) -> Strategy:
    best = SOLVER.best(rules)
    first, *others = charts(rules)
    return Strategy(
        game=rules.game.id,
        rule="At first: " + "; ".join(f"{name}, {bet}" for name, bet in first.rows) + ".",
        charts=(first, *others),
        notes=NOTES,
        house_edge=-best.expectation,
        simpler={says: -SOLVER.under(rules, simply(bets)).expectation for says, bets in SIMPLE.items()},
    )


SIMPLE: Final[dict[str, Callable[[Seen], Ints]]] = {
    "three antes with a pair of sixes or better, one with a low pair or as many points as cards, else fold": (
        lambda seen: np.where(seen.made, 3, (seen.paired | (seen.points >= seen.cards)).astype(np.int64))
    ),
    "never fold: three antes with a pair of sixes or better, else one": lambda seen: np.where(
        seen.made, 3, 1
    ),
    "never fold: one ante on every street": lambda seen: np.ones_like(seen.low),
}
"""The same bets on every street, by what is seen and nothing else."""


def simply(bets: Callable[[Seen], Ints]) -> Way:
    def way(street: int) -> Ints:
        return (bets(Seen(2 + street)) - 1) % len(ADDED)

    return way


# ---- one hand ------------------------------------------------------------------------------------------


def advise(table: Table, ask: Ask) -> Advice:
    """The ante and all bets made; the payout limit is not considered, and the player is assumed to afford later
    bets."""
    hand = hand_asked(table, ask)
    held = (*hand.cards, *shown(table, ask, "community"))
    ante, made = hand.stake("ante"), sum(map(hand.stake, WAGERS))
    found = SOLVER.worths(pays(table.rules), held, unseen(table, ask).tolist(), made // ante)

    def worth(decision: str, amount: Cents) -> float:
        return -made if decision == "fold" else ante * float(found[(made + amount) // ante])

    ranks = [each >> 2 for each in held]
    if any(rank >= SIX and ranks.count(rank) > 1 for rank in ranks):
        why = "A pair of sixes or better can no longer lose (35.10(i))."
    else:
        points = sum(2 if rank >= JACK else 1 if rank >= SIX else 0 for rank in ranks)
        why = f"You have {points} points: two for each jack to ace, one for each six to ten."
    return best_choice(ask, worth, why)


# ---- simulation ----------------------------------------------------------------------------------------

TWO, THREE, FOUR = 1_326, 22_100, 270_725
"""How many sets of two, three and four cards there are."""
ON_FOURTH: Final = TWO
ON_FIFTH: Final = ON_FOURTH + 3 * THREE


class MississippiStudTerms(NamedTuple):
    """The rules in the form that the compiled round reads: the payout limit, the lines of all wagers; then the best
    bets, two bits each: third street, fourth and fifth by the antes staked."""

    limit: int
    wagers: Ints
    course: Ints


@lean_kernel
def third_street(terms: MississippiStudTerms, a: int, b: int) -> int:
    """The best bet on two cards, in antes; 0 to fold."""
    return taken(terms.course, number_of_two(a, b), 2)


@lean_kernel
def fourth_street(terms: MississippiStudTerms, staked: int, a: int, b: int, c: int) -> int:
    """The best bet on three cards with this many antes staked."""
    return taken(terms.course, ON_FOURTH + (staked - 2) * THREE + number_of_three(a, b, c), 2)


@lean_kernel
def fifth_street(terms: MississippiStudTerms, staked: int, a: int, b: int, c: int, d: int) -> int:
    """The best bet on four cards with this many antes staked."""
    return taken(terms.course, ON_FIFTH + (staked - 3) * FOUR + number_of_four(a, b, c, d), 2)


@rule("35.10", "35.11(b)", "35.11(c)", lean=True)
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Ints,
    terms: MississippiStudTerms,
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
    bets = np.concatenate([ADDED[street].T.ravel() for street in SOLVER.best(rules).chosen])
    return Simulation(
        game=rules.game.id,
        wagers=("ante",),
        play=play,
        rules=MississippiStudTerms(limit(rules), packed(card_lines(rules, PAID[0])), words(bets, 2)),
        equipment="deck",
        size=52,
        draws=5,
        reserve=lambda stakes: int(10 * stakes[0]),
    )
