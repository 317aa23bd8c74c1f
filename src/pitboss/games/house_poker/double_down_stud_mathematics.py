"""The mathematics of double down stud: one card of the player's own, three of the dealer's seen and one hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Ints
from pitboss.book import Ask, Rules, rule
from pitboss.book.endings import TAKEN, WIN, Line, card_lines, loses, pays
from pitboss.games.advising import best_choice, hand_asked, shown, unseen
from pitboss.games.house_poker.double_down_stud import ORIGINAL, limit
from pitboss.games.house_poker.family import STUD_HANDS, stud_hand
from pitboss.games.house_poker.first_cards_mathematics import straights_open
from pitboss.games.payout_limit import payable, together
from pitboss.money import Cents
from pitboss.odds import Advice, Chart, Strategy, WagerOdds
from pitboss.odds.endings import packed
from pitboss.sim import Simulation
from pitboss.solve.charts import described
from pitboss.solve.compiled import marked, words
from pitboss.solve.draws import Draws, Pays, every_time
from pitboss.solve.information import NOTHING, Information
from pitboss.solve.sets import distinct, number_of_four, numbers_of
from pitboss.solve.stud import Stud
from pitboss.table import Table

SIX, JACK = 4, 9
DOUBLE: Final = (1, 0)
"""What is added counts in proportion, so it is all or nothing. Where both are worth the same the published figures have
it doubled, and so have these."""


def nets(rules: Rules) -> Pays:
    """What none, one and two wagers of the minimum net, in cents, the payout limit counted in."""
    stake, lines = rules.limits("original").least, card_lines(rules, ORIGINAL)
    ends = [[together(stake, wagers, row, limit(rules)) for row in lines] for wagers in range(3)]
    return Pays(np.array(ends), np.zeros(3, np.int64), stake)


SOLVER: Final = Stud(
    game="double-down-stud",
    own=1,
    before="dealer",
    draws=Draws(row=stud_hand, rows=len(STUD_HANDS), sizes=(4,), choices=(DOUBLE,), final=5),
    hands=STUD_HANDS,
    pays=nets,
    words=(("double down", "no double down"),),
    ends=lambda made, wagers: f"{made}{', doubled' * (wagers > 1)}",
    charts=lambda rules, known: charts(rules, known),
    notes=(
        "Points: two for each jack to ace, one for each six to ten.",
        "A straight is open if a hole card can complete it.",
    ),
    legend={"D": "double down in full", "=": "makes no difference", "N": "no double down"},
    wager="original",
    per="unit of the original wager, the double down included",
)
odds_knowing, strategy_knowing, situation = SOLVER.odds_knowing, SOLVER.strategy, SOLVER.situation


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    if wager in (None, "original"):
        yield from odds_knowing(rules, NOTHING)


# ---- strategy ------------------------------------------------------------------------------------------

POINTS: Final = range(9)


def charts(rules: Rules, known: Information = NOTHING) -> Iterator[Chart]:
    ((size, lost),) = SOLVER.gains(rules, known)
    if size == SOLVER.draws.final:  # the hole card is seen
        return
    sets = distinct(size, tuple(range(52)))
    yield described(
        "The four cards seen, by their points",
        tuple(map(str, POINTS)),
        (
            (description(held), points(held), "D" if value < 0 else "=" if value == 0 else "N")
            for held, value in zip(sets.places.tolist(), lost[numbers_of(sets.places)].tolist(), strict=True)
        ),
    )


def strategy(rules: Rules) -> Strategy:
    (chart,) = charts(rules)
    always, never = (SOLVER.under(rules, every_time(choice)) for choice in range(2))
    return Strategy(
        game=rules.game.id,
        rule="Double down in full on " + ", on ".join(filter(None, map(in_words, chart.rows))) + ".",
        charts=(chart,),
        legend=SOLVER.legend,
        notes=(
            *SOLVER.notes,
            "Computed without the cards of other players. They lie face up: one that would have helped speaks "
            "against doubling, one that would not speaks for it.",
            "Computed for the minimum wager.",
        ),
        house_edge=-SOLVER.best(rules).expectation,
        simpler={
            "never double down": -never.expectation,
            "always double down in full": -always.expectation,
        },
    )


def description(cards: list[int]) -> str:
    """Four cards described by what they already hold or may become."""
    held = Counter(card >> 2 for card in cards)
    if len(held) < 4:
        made = len(held) < 3 or max(held, key=held.__getitem__) >= SIX
        return "a pair of sixes or better" if made else "a pair of fives or lower"
    if len({card & 3 for card in cards}) == 1:
        return "four of one suit"
    return ("no straight open", "one straight open", "two straights open")[straights_open(cards)]


def points(cards: list[int]) -> int:
    return sum((card >> 2 >= SIX) + (card >> 2 >= JACK) for card in cards)


def in_words(row: tuple[str, ...]) -> str:
    """On which hands of a row to double down: all, those with this many points, or none."""
    label, *cells = row
    there = [n for n, cell in enumerate(cells) if cell]
    doubled = [n for n in there if cells[n] == "D"]
    if not doubled or doubled == there:
        return label if doubled else ""
    if doubled == there[-len(doubled) :]:
        return f"{label} with at least {doubled[0]} point{'s' * (doubled[0] > 1)}"
    return f"{label} with points {', '.join(map(str, doubled))}"


# ---- advice --------------------------------------------------------------------------------------------


def advise(table: Table, ask: Ask) -> Advice:
    """Both wagers over every hole card. The cards of other players lie face up, and none of them is the hole card."""
    rules, hand = table.rules, hand_asked(table, ask)
    seen, original = [*hand.cards, *shown(table, ask, "dealer")], hand.stake("original")
    (counts,) = SOLVER.draws.from_(0, 1, len(seen)).counted(unseen(table, ask).tolist(), seen).tolist()
    made: Counter[Line] = Counter()
    for row, times in zip(card_lines(rules, ORIGINAL), counts, strict=True):
        made[row] += times

    def netted(row: Line, double: Cents) -> Cents:
        won = sum(pays(stake, row) for stake in (original, double) if stake)
        return payable(won, limit(rules)) - loses(original + double, row)

    def worth(_: str, amount: Cents) -> float:
        return sum(times * netted(row, amount) for row, times in made.items()) / made.total()

    wins = sum(times for row, times in made.items() if row[WIN])
    pushes = sum(times for row, times in made.items() if not row[WIN] and not row[TAKEN])
    return best_choice(ask, worth, f"Of {made.total()} hole cards {wins} win and {pushes} push.")


# ---- simulation ----------------------------------------------------------------------------------------


class DoubleDownTerms(NamedTuple):
    """The rules in the form that the compiled round reads: the payout limit, the lines of the wagers, and where to
    double down, a bit for each set of four cards."""

    limit: int
    wagers: Ints
    doubles: Ints


@rule("17.8(c)", lean=True)
def doubles_down(a: int, b: int, c: int, d: int, terms: DoubleDownTerms) -> bool:
    """Is the wager best doubled on these four cards?"""
    return marked(terms.doubles, number_of_four(a, b, c, d))


@rule("17.8", "17.9", "17.10", lean=True)
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Ints,
    terms: DoubleDownTerms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One round: the player's card, the hole card, and three face up."""
    own, hole = int(np.int64(tape[at])), int(np.int64(tape[at + 1]))  # unsigned and signed do not mix
    b, c, d = int(np.int64(tape[at + 2])), int(np.int64(tape[at + 3])), int(np.int64(tape[at + 4]))
    wagers = 1 + doubles_down(own, b, c, d, terms)
    staked[0] += wagers * stakes[0]
    net[0] += together(stakes[0], wagers, terms.wagers[stud_hand((own, hole, b, c, d))], terms.limit)
    return at + 5


def simulation(rules: Rules) -> Simulation:
    (chosen,) = SOLVER.best(rules).chosen
    return Simulation(
        game=rules.game.id,
        wagers=("original",),
        play=play,
        rules=DoubleDownTerms(
            limit(rules), packed(card_lines(rules, ORIGINAL)), words(chosen == DOUBLE.index(1))
        ),
        equipment="deck",
        size=52,
        draws=5,
        reserve=lambda stakes: int(2 * stakes[0]),
    )
