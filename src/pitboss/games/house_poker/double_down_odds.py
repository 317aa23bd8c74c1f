"""The mathematics of double down stud: every four cards that can be seen, with every hole card, exactly.

A wager is decided by the four cards seen and the hole card, whichever of them is the player's own. Four cards that are
not all of one suit can grow into no flush, so that only their ranks matter: 2,535 kinds stand for the 270,725.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import comb, prod
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Ints
from pitboss.book import Ask, Rules, rule
from pitboss.book.endings import TAKEN, WIN, Line, card_line, card_lines, loses, pays
from pitboss.compiler import kernel
from pitboss.games.house_poker.advising import best_choice, hand_asked, shown, unseen
from pitboss.games.house_poker.boards_odds import marked, words
from pitboss.games.house_poker.double_down_stud import ORIGINAL, limit
from pitboss.games.house_poker.family import STUD_HANDS, payable, stud_hand, together
from pitboss.money import Cents
from pitboss.odds import Advice, Chart, Outcome, Strategy, WagerOdds
from pitboss.odds.endings import packed
from pitboss.sim import Simulation
from pitboss.table import Table

Flags = NDArray[np.bool_]

DEALS: Final = comb(52, 4) * 48
SIX, JACK, ACE = 4, 9, 12

# ---- counting ------------------------------------------------------------------------------------------


class Seen(NamedTuple):
    """The kinds of four cards: those of one, how many there are, all of one suit or not."""

    cards: Ints
    times: Ints
    suited: Flags


@cache
def seen() -> Seen:
    cards, times = [], []
    for ranks in combinations_with_replacement(range(13), 4):  # the four suits stand for every mixture
        cards.append([4 * rank + suit for suit, rank in enumerate(ranks)])
        held = Counter(ranks).values()
        times.append(prod(comb(4, each) for each in held) - (4 if len(held) == 4 else 0))
    mixed = len(cards)
    for ranks in combinations(range(13), 4):
        cards.append([4 * rank for rank in ranks])
        times.append(4)
    return Seen(np.array(cards), np.array(times), np.arange(len(cards)) >= mixed)


@kernel
def count_hands(cards: Ints, counts: Ints) -> None:
    """For each kind of four cards, how many hole cards make each of STUD_HANDS."""
    for kind in range(len(cards)):
        a, b, c, d = cards[kind]
        for hole in range(52):
            if hole != a and hole != b and hole != c and hole != d:
                counts[kind, stud_hand((a, b, c, d, hole))] += 1


@cache
def hole_cards() -> Ints:
    counts = np.zeros((len(seen().cards), len(STUD_HANDS)), np.int64)
    count_hands(seen().cards, counts)
    return counts


# ---- the decision --------------------------------------------------------------------------------------


def nets(rules: Rules, wagers: int) -> Ints:
    """What each of STUD_HANDS nets so many wagers of the minimum, in cents, the payout limit counted in."""
    stake, lines = rules.limits("original").least, card_lines(rules, ORIGINAL)
    return np.array([together(stake, wagers, row, limit(rules)) for row in lines])


def gains(rules: Rules) -> Ints:
    """What a full double down of the minimum adds on all hole cards together, by the kind of four cards. Where that
    is nothing the published figures have it doubled, and so have these."""
    gained: Ints = hole_cards() @ (nets(rules, 2) - nets(rules, 1))
    return gained


# ---- odds ----------------------------------------------------------------------------------------------


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    if wager in (None, "original"):
        yield original(rules)


def original(rules: Rules) -> WagerOdds:
    """The original wager with its double down, played best. What is added counts in proportion, so it is all or
    nothing."""
    doubles = gains(rules) >= 0
    deals = hole_cards() * seen().times[:, np.newaxis]
    minimum = rules.limits("original").least
    outcomes = [
        Outcome(f"{made}{words}", Fraction(int(times), DEALS), Fraction(int(net), minimum))
        for words, wagers, chosen in ((", doubled", 2, doubles), ("", 1, ~doubles))
        for made, net, times in zip(STUD_HANDS, nets(rules, wagers), deals[chosen].sum(axis=0), strict=True)
        if times
    ]
    return WagerOdds(
        wager="original",
        table=rules.pay("original").table,
        options=rules.options,
        outcomes=tuple(outcomes),
        per="unit of the original wager, the double down included",
        wagered=1 + Fraction(int(deals[doubles].sum()), DEALS),
    )


# ---- strategy ------------------------------------------------------------------------------------------

STRAIGHTS: Final = [0b1_0000_0000_1111, *(0b1_1111 << low for low in range(9))]
"""As masks of ranks, five high to ace high."""
POINTS: Final = range(9)


def strategy(rules: Rules) -> Strategy:
    found: dict[str, list[set[str]]] = {}
    for cards, gained in zip(seen().cards.tolist(), gains(rules).tolist(), strict=True):
        cells = found.setdefault(description(cards), [set() for _ in POINTS])
        cells[points(cards)].add("D" if gained > 0 else "=" if gained == 0 else "N")
    rows = [(label, *("/".join(sorted(cell)) for cell in found[label])) for label in sorted(found)]
    return Strategy(
        game=rules.game.id,
        rule="Double down in full on " + ", on ".join(filter(None, map(in_words, rows))) + ".",
        charts=(Chart("The four cards seen, by their points", tuple(map(str, POINTS)), tuple(rows)),),
        legend={"D": "double down in full", "=": "makes no difference", "N": "no double down"},
        notes=(
            "Points: two for each jack to ace, one for each six to ten.",
            "A straight is open if a hole card can complete it.",
            "Reckoned without the cards of other players. They lie face up: one that would have helped speaks "
            "against doubling, one that would not speaks for it.",
            "Reckoned for the minimum wager.",
        ),
        house_edge=original(rules).house_edge,
        simpler={"never double down": doubling(rules, 1), "always double down in full": doubling(rules, 2)},
    )


def doubling(rules: Rules, wagers: int) -> Fraction:
    """The house edge where so many wagers are made on every hand."""
    won = int((hole_cards() * seen().times[:, np.newaxis]).sum(axis=0) @ nets(rules, wagers))
    return Fraction(-won, DEALS * rules.limits("original").least)


def description(cards: list[int]) -> str:
    """Four cards as far as they matter: what they hold already, or what they may become."""
    held = Counter(card >> 2 for card in cards)
    if len(held) < 4:
        made = len(held) < 3 or max(held, key=held.__getitem__) >= SIX
        return "a pair of sixes or better" if made else "a pair of fives or lower"
    if len({card & 3 for card in cards}) == 1:
        return "four of one suit"
    mask = sum(1 << rank for rank in held)
    straights = sum(straight & mask == mask for straight in STRAIGHTS)
    return ("no straight open", "one straight open", "two straights open")[straights]


def points(cards: list[int]) -> int:
    return sum((card >> 2 >= SIX) + (card >> 2 >= JACK) for card in cards)


def in_words(row: tuple[str, ...]) -> str:
    """On which hands of a row to double down: all, those with so many points, or none."""
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
    hands = (STUD_HANDS[stud_hand([*seen, hole])] for hole in unseen(table, ask).tolist())
    made = Counter(card_line(rules, ORIGINAL, hand) for hand in hands)

    def netted(row: Line, double: Cents) -> Cents:
        won = sum(pays(stake, row) for stake in (original, double) if stake)
        return payable(won, limit(rules)) - loses(original + double, row)

    def worth(_: str, amount: Cents) -> float:
        return sum(times * netted(row, amount) for row, times in made.items()) / made.total()

    wins = sum(times for row, times in made.items() if row[WIN])
    pushes = sum(times for row, times in made.items() if not row[WIN] and not row[TAKEN])
    return best_choice(ask, worth, f"Of {made.total()} hole cards {wins} win and {pushes} push.")


# ---- simulation ----------------------------------------------------------------------------------------

ORDERS: Final = 13**4
"""Four ranks in any order."""


class Terms(NamedTuple):
    """The rules as the compiled round reads them: the payout limit, the lines of the wagers, and where to double down,
    a bit for each way of holding four ranks, those of one suit after the others."""

    limit: int
    wagers: Ints
    doubles: Ints


@rule("17.8(c)", lean=True)
def doubles_down(a: int, b: int, c: int, d: int, terms: Terms) -> bool:
    """Is the wager best doubled on these four cards?"""
    place = 2197 * (a >> 2) + 169 * (b >> 2) + 13 * (c >> 2) + (d >> 2)
    if a & 3 == b & 3 == c & 3 == d & 3:
        place += ORDERS
    return marked(terms.doubles, place)


@rule("17.8", "17.9", "17.10", lean=True)
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Ints,
    terms: Terms,
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


def decisions(rules: Rules) -> Ints:
    """Where to double down, as bits."""
    doubles, ranks = gains(rules) >= 0, seen().cards >> 2
    where = np.zeros((2, 13, 13, 13, 13), np.bool_)
    for order in permutations(range(4)):
        where[(seen().suited.astype(int), *ranks[:, order].T)] = doubles
    return words(where)


def simulation(rules: Rules) -> Simulation:
    return Simulation(
        game=rules.game.id,
        wagers=("original",),
        play=play,
        rules=Terms(limit(rules), packed(card_lines(rules, ORIGINAL)), decisions(rules)),
        equipment="deck",
        size=52,
        draws=5,
        reserve=lambda stakes: int(2 * stakes[0]),
    )
