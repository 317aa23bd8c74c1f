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
from pitboss.compiler import kernel
from pitboss.games.house_poker.advising import best_choice, hand_asked, unseen
from pitboss.games.house_poker.bones import packed, paid, row_of
from pitboss.games.house_poker.two_card_joker_poker import (
    BELONGS_TO,
    OWN_HAND,
    ace_three_lowest,
    against_dealer,
    call_row,
    every_tie_pushes,
    own_hand,
    value_of_hand,
)
from pitboss.money import Cents
from pitboss.odds import Advice, Chart, Outcome, Strategy, WagerOdds, counted, merge, net, nets_by_row
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

PASSED, LOWER, EQUAL, HIGHER = range(4)


@kernel
def count_against_dealer(hands: Counts, values: Counts, every_tie_pushes: int, counts: Counts) -> None:
    """For each of the player's hands (two cards a row): against how many of the dealer's hands the call is
    returned and the ante paid, both are paid, both returned, and both lost."""
    for n in range(len(hands)):
        for m in range(len(hands)):
            if (
                hands[n, 0] != hands[m, 0]
                and hands[n, 0] != hands[m, 1]
                and hands[n, 1] != hands[m, 0]
                and hands[n, 1] != hands[m, 1]
            ):
                ante, call = against_dealer(values[n], values[m], every_tie_pushes)
                counts[n, PASSED if ante > call else EQUAL - call] += 1


@cache
def hand_values(ace_three_lowest: int) -> list[int]:
    """The value of every hand."""
    return [two_card_value(a, b, ace_three_lowest) for a, b in combinations(range(CARDS), 2)]


@cache
def against(ace_three_lowest: int, every_tie_pushes: int) -> Counts:
    counts = np.zeros((HANDS, 4), np.int64)
    hands = np.array(list(combinations(range(CARDS), 2)))
    count_against_dealer(hands, np.array(hand_values(ace_three_lowest)), every_tie_pushes, counts)
    return counts


# ---- odds ----------------------------------------------------------------------------------------------


class Decided(NamedTuple):
    """A hand, what it comes to against the dealer, and whether it is worth a call."""

    value: int
    row: str
    wins: Fraction
    counts: list[int]
    calls: bool


def decided(rules: Rules) -> Iterator[Decided]:
    """Every hand of the player's, played best: folded where calling costs more."""
    pay = rules.pay("call")
    printed = ace_three_lowest(rules)
    for value, counts in zip(
        hand_values(printed), against(printed, every_tie_pushes(rules)).tolist(), strict=True
    ):
        row = call_row(rules, value)
        wins = 1 + net(pay[row])
        worth = counts[PASSED] + wins * counts[LOWER] - 2 * counts[HIGHER]
        yield Decided(value, row, wins, counts, worth > -DEALER_HANDS)


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    if wager in (None, "ante"):
        yield ante(rules)
    for name in ("pair-up", "super-flush"):
        if wager in (None, name):
            yield on_own_cards(rules, name)


def ante(rules: Rules, least: int | None = None) -> WagerOdds:
    """Ante and call together, played best, or called from a hand of this value on."""
    outcomes: list[Outcome] = []
    called = 0
    for hand in decided(rules):
        if not hand.calls if least is None else hand.value < least:
            outcomes.append(Outcome("fold", Fraction(1, HANDS), Fraction(-1)))
            continue
        called += 1
        for name, count, units in zip(
            ("dealer not queen high", f"win, {hand.row}", "tie", "lose"),
            hand.counts,
            (Fraction(1), hand.wins, Fraction(0), Fraction(-2)),
            strict=True,
        ):
            if count:
                outcomes.append(Outcome(name, Fraction(count, HANDS * DEALER_HANDS), units))
    return WagerOdds(
        wager="ante",
        table=rules.pay("call").table,
        options=rules.options,
        outcomes=merge(outcomes),
        per="unit of the ante, call wager included",
        wagered=1 + Fraction(called, HANDS),
    )


def on_own_cards(rules: Rules, wager: str) -> WagerOdds:
    """Pair up and super flush bonus: every hand has its row, or none."""
    pay = rules.pay(wager)
    made = (OWN_HAND[own_hand(value)] for value in hand_values(ace_three_lowest(rules)))
    found = Counter(row_of(pay, own, BELONGS_TO) or "nothing" for own in made)
    counts = {row: found[row] for row in (*pay.rows, "nothing")}
    pays = nets_by_row(pay, counts, "nothing")
    return counted(wager, counts, pays, table=pay.table, options=rules.options)


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
            "call with queen high or better, as the dealer needs": ante(rules, QUEEN_HIGH).house_edge,
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
        if decision == "fold":
            return -ante
        antes = {1: rules.pay("ante")["win"].pays(ante), 0: 0, -1: -ante}
        calls = {1: rules.pay("call")[call_row(rules, mine)].pays(amount), 0: 0, -1: -amount}
        return (
            sum(times * (antes[of_ante] + calls[of_call]) for (of_ante, of_call), times in met.items())
            / met.total()
        )

    return best_choice(ask, worth, f"{least_hand_named(rules).capitalize()} or better calls.")


# ---- simulation ----------------------------------------------------------------------------------------

ANTE, PAIR_UP, SUPER_FLUSH = range(3)
# How the rules lie in the integers: the least hand to call, the two readings, then the tables of call, pair up
# and super flush bonus.
LEAST, LOWEST_FLUSH, TIES, TABLES = range(4)
ROWS: Final = 3 * len(OWN_HAND)


@rule("30.10(b)", "30.11", lean=True)
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Counts,
    rules: Counts,
    memory: Counts,  # noqa: ARG001
    net: Counts,
    staked: Counts,
) -> int:
    """One round: cards one at a time, player and dealer by turns."""
    mine = two_card_value(tape[at], tape[at + 2], rules[LOWEST_FLUSH])
    row = TABLES + 3 * own_hand(mine)
    stake = stakes[ANTE]
    staked[ANTE] += stake
    if mine < rules[LEAST]:
        net[ANTE] -= stake
    else:
        staked[ANTE] += stake
        theirs = two_card_value(tape[at + 1], tape[at + 3], rules[LOWEST_FLUSH])
        ante, call = against_dealer(mine, theirs, rules[TIES])
        net[ANTE] += ante * stake + (paid(stake, rules, row) if call > 0 else call * stake)
    for wager in (PAIR_UP, SUPER_FLUSH):
        staked[wager] += stakes[wager]
        net[wager] += paid(stakes[wager], rules, row + wager * ROWS)
    return at + 4


def simulation(rules: Rules) -> Simulation:
    integers = [least_hand_to_call(rules), ace_three_lowest(rules), every_tie_pushes(rules)]
    for wager in ("call", "pair-up", "super-flush"):
        integers += packed(rules.pay(wager), OWN_HAND, BELONGS_TO)
    return Simulation(
        game=rules.game.id,
        wagers=("ante", "pair-up", "super-flush"),
        play=play,
        rules=np.array(integers, np.int64),
        equipment="deck",
        size=CARDS,
        draws=4,
        rounds_per_hour=rules.game.data.house.rounds_per_hour,
        reserve=lambda stakes: int(2 * stakes[ANTE] + stakes[PAIR_UP] + stakes[SUPER_FLUSH]),
    )
