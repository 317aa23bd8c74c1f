"""The mathematics of two-card joker poker: each of the 1,431 hands a player may hold, against each of the
1,326 hands the dealer may then hold, under every table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.book import Ask, Rules, rule
from pitboss.book.endings import brings, card_lines, lines, lines_by_hand
from pitboss.compiler import kernel
from pitboss.games.house_poker.advising import best_choice, hand_asked, unseen
from pitboss.games.house_poker.two_card_joker_poker import (
    CALL,
    OWN_HAND,
    PAIR_UP,
    SUPER_FLUSH,
    Showdown,
    ace_three_lowest,
    against_dealer,
    every_tie_pushes,
    own_hand,
    value_of_hand,
)
from pitboss.money import Cents
from pitboss.odds import Advice, Chart, Outcome, Strategy, WagerOdds, merge
from pitboss.odds.endings import brought, on_cards, packed, valued
from pitboss.ranking.two import FLUSH, QUEEN_HIGH, two_card_value
from pitboss.ranking.value import NAMES, leading, least
from pitboss.sim import Simulation
from pitboss.table import Table

Counts = NDArray[np.int64]
CARDS: Final = 54
HANDS: Final = 1431  # C(54, 2)
DEALER_HANDS: Final = 1326  # C(52, 2)
FLUSHES: Final = least(FLUSH, 0)

# ---- counting ------------------------------------------------------------------------------------------


@kernel
def count_against_dealer(hands: Counts, values: Counts, every_tie_pushes: int, counts: Counts) -> None:
    """For each of the player's hands (two cards a row): how many of the dealer's hands lead to each ending."""
    for n in range(len(hands)):
        for m in range(len(hands)):
            if (
                hands[n, 0] != hands[m, 0]
                and hands[n, 0] != hands[m, 1]
                and hands[n, 1] != hands[m, 0]
                and hands[n, 1] != hands[m, 1]
            ):
                counts[n, against_dealer(values[n], values[m], every_tie_pushes)] += 1


@cache
def hand_values(ace_three_lowest: int) -> list[int]:
    """The value of every hand."""
    return [two_card_value(a, b, ace_three_lowest) for a, b in combinations(range(CARDS), 2)]


@cache
def against(ace_three_lowest: int, every_tie_pushes: int) -> Counts:
    counts = np.zeros((HANDS, len(Showdown)), np.int64)
    hands = np.array(list(combinations(range(CARDS), 2)))
    count_against_dealer(hands, np.array(hand_values(ace_three_lowest)), every_tie_pushes, counts)
    return counts


# ---- odds ----------------------------------------------------------------------------------------------


class Decided(NamedTuple):
    """A hand, the row by which its call is paid, what each ending brings and how often it comes, and whether it is
    worth a call."""

    value: int
    row: str
    worth: dict[Showdown, Fraction]
    counts: list[int]
    calls: bool


def decided(rules: Rules) -> Iterator[Decided]:
    """Every hand of the player's, played best: folded where calling costs more."""
    printed, pay = ace_three_lowest(rules), rules.pay("call")
    rows = {own: (CALL.row(pay, own) or "", worth(rules, own)) for own in OWN_HAND}
    for value, counts in zip(
        hand_values(printed), against(printed, every_tie_pushes(rules)).tolist(), strict=True
    ):
        row, each = rows[OWN_HAND[own_hand(value)]]
        called = sum(each[end] * counts[end] for end in Showdown)
        yield Decided(value, row, each, counts, called > each[Showdown.FOLD] * DEALER_HANDS)


def worth(rules: Rules, own: str) -> dict[Showdown, Fraction]:
    """What each ending brings ante and call together with such a hand, in antes."""
    return {end: brought(rules, end, own, ante=1, call=end is not Showdown.FOLD) for end in Showdown}


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    if wager in (None, "ante"):
        yield ante(rules)
    for paid in (PAIR_UP, SUPER_FLUSH):
        if wager in (None, paid.wager):
            yield on_cards(rules, paid, own_hands(ace_three_lowest(rules)), nothing="nothing")


def ante(rules: Rules, least: int | None = None) -> WagerOdds:
    """Ante and call together, played best, or called from a hand of this value on."""
    outcomes: list[Outcome] = []
    called = 0
    for hand in decided(rules):
        if not hand.calls if least is None else hand.value < least:
            outcomes.append(Outcome("fold", Fraction(1, HANDS), hand.worth[Showdown.FOLD]))
            continue
        called += 1
        for end, name in (
            (Showdown.NOT_QUEEN_HIGH, "dealer not queen high"),
            (Showdown.HIGHER, f"win, {hand.row}"),
            (Showdown.TIE, "tie"),
            (Showdown.LOWER, "lose"),
        ):
            if count := hand.counts[end]:
                outcomes.append(Outcome(name, Fraction(count, HANDS * DEALER_HANDS), hand.worth[end]))
    return WagerOdds(
        wager="ante",
        table=rules.pay("call").table,
        options=rules.options,
        outcomes=merge(outcomes),
        per="unit of the ante, call wager included",
        wagered=1 + Fraction(called, HANDS),
    )


@cache
def own_hands(ace_three_lowest: int) -> Counter[str]:
    """How many hands are called what by the pay tables."""
    return Counter(OWN_HAND[own_hand(value)] for value in hand_values(ace_three_lowest))


# ---- strategy ------------------------------------------------------------------------------------------


def least_hand_to_call(rules: Rules) -> int:
    """The value of the lowest hand that is worth a call."""
    return min(hand.value for hand in decided(rules) if hand.calls)


def least_hand_named(rules: Rules) -> str:
    ranks = leading(least_hand_to_call(rules))
    return "-".join(NAMES[rank] for rank in range(12, -1, -1) if ranks >> rank & 1)


def strategy(rules: Rules) -> Strategy:
    hands = list(decided(rules))
    rows = [("flush or better", advice([hand for hand in hands if hand.value >= FLUSHES]))]
    for high in range(12, 1, -1):
        here = [hand for hand in hands if hand.value < FLUSHES and leading(hand.value) >> high == 1]
        rows.append((f"{NAMES[high]} high", advice(here)))
    return Strategy(
        game=rules.game.id,
        rule=f"Call with {least_hand_named(rules)} or better; fold anything lower.",
        charts=(Chart("Your hand", ("decision",), tuple(rows)),),
        notes=("Pair up and super flush bonus are settled after a fold too and do not enter the decision.",),
        house_edge=ante(rules).house_edge,
        simpler={
            "call with queen high or better, like the dealer": ante(rules, QUEEN_HIGH).house_edge,
            "call every hand": ante(rules, 0).house_edge,
        },
    )


def advice(hands: list[Decided]) -> str:
    """What to do with hands that differ at most in their lower card."""
    calls = [leading(hand.value) for hand in hands if hand.calls]
    if len(calls) in (0, len(hands)):
        return "call" if calls else "fold"
    lower = min(calls) & -min(calls)
    return f"call with {NAMES[lower.bit_length() - 1]} or higher beside it, else fold"


# ---- advice --------------------------------------------------------------------------------------------


def advise(table: Table, ask: Ask) -> Advice:
    """Call or fold against every hand that the dealer may hold."""
    rules, hand = table.rules, hand_asked(table, ask)
    mine, ante = value_of_hand(rules, hand.cards), hand.stake("ante")
    met = Counter(
        against_dealer(mine, value_of_hand(rules, list(theirs)), every_tie_pushes(rules))
        for theirs in combinations(unseen(table, ask).tolist(), 2)
    )

    def worth(decision: str, amount: Cents) -> float:
        made, own = {"ante": ante, "call": amount}, OWN_HAND[own_hand(mine)]
        if decision == "fold":
            return valued(rules, Showdown.FOLD, made)
        return sum(times * valued(rules, end, made, own) for end, times in met.items()) / met.total()

    return best_choice(ask, worth, f"{least_hand_named(rules).capitalize()} or better calls.")


# ---- simulation ----------------------------------------------------------------------------------------

AT_ANTE, AT_PAIR_UP, AT_SUPER_FLUSH = range(3)


class Terms(NamedTuple):
    """The rules as the compiled round reads them: the least hand to call, the two readings, and the lines of each
    wager; of the call by ending and hand."""

    least: int
    lowest_flush: int
    ties: int
    ante: Counts
    call: Counts
    pair_up: Counts
    super_flush: Counts


@rule("30.10(b)", "30.11", lean=True)
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Counts,
    terms: Terms,
    memory: Counts,  # noqa: ARG001
    net: Counts,
    staked: Counts,
) -> int:
    """One round: cards one at a time, player and dealer by turns."""
    mine = two_card_value(tape[at], tape[at + 2], terms.lowest_flush)
    own = own_hand(mine)
    ante, pair_up, super_flush = stakes[AT_ANTE], stakes[AT_PAIR_UP], stakes[AT_SUPER_FLUSH]
    if ante > 0:
        staked[AT_ANTE] += ante
        if mine < terms.least:
            net[AT_ANTE] += brings(ante, terms.ante[Showdown.FOLD])
        else:
            staked[AT_ANTE] += ante
            theirs = two_card_value(tape[at + 1], tape[at + 3], terms.lowest_flush)
            end = against_dealer(mine, theirs, terms.ties)
            net[AT_ANTE] += brings(ante, terms.ante[end]) + brings(ante, terms.call[end, own])
    if pair_up > 0:
        staked[AT_PAIR_UP] += pair_up
        net[AT_PAIR_UP] += brings(pair_up, terms.pair_up[own])
    if super_flush > 0:
        staked[AT_SUPER_FLUSH] += super_flush
        net[AT_SUPER_FLUSH] += brings(super_flush, terms.super_flush[own])
    return at + 4


def simulation(rules: Rules) -> Simulation:
    return Simulation(
        game=rules.game.id,
        wagers=("ante", "pair-up", "super-flush"),
        play=play,
        rules=Terms(
            least_hand_to_call(rules),
            ace_three_lowest(rules),
            every_tie_pushes(rules),
            packed(lines(rules, "ante", Showdown)),
            packed(lines_by_hand(rules, "call", Showdown, OWN_HAND)),
            *(packed(card_lines(rules, paid)) for paid in (PAIR_UP, SUPER_FLUSH)),
        ),
        equipment="deck",
        size=CARDS,
        draws=4,
        reserve=lambda stakes: int(2 * stakes[AT_ANTE] + stakes[AT_PAIR_UP] + stakes[AT_SUPER_FLUSH]),
    )
