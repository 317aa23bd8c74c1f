"""The mathematics of two-card joker poker."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Bits, Ints
from pitboss.book import Ask, Rules, rule
from pitboss.book.endings import Ending, brings, card_lines, lines, lines_by_hand
from pitboss.games.advising import best_choice, hand_asked, shown, unseen
from pitboss.games.house_poker.two_card_joker_poker import (
    CALL,
    OWN_HAND,
    PAIR_UP,
    STREET,
    SUPER_FLUSH,
    TwoCardJokerShowdown,
    ace_three_lowest,
    against_dealer,
    every_tie_pushes,
    own_hand,
)
from pitboss.law import Rule
from pitboss.money import Cents
from pitboss.odds import Advice, Chart, Strategy, WagerOdds
from pitboss.odds.endings import on_cards, packed, valued
from pitboss.ranking.two import FLUSH, QUEEN_HIGH, describe, two_card_value
from pitboss.ranking.value import NAMES, leading, least, named, spelled
from pitboss.sim import Simulation
from pitboss.solve.dealer import Dealer
from pitboss.solve.information import NOTHING, Information, Shown
from pitboss.solve.sets import rows_made
from pitboss.solve.showdown import Against
from pitboss.table import Table

PACK: Final = tuple(range(54))
FLUSHES: Final = least(FLUSH, 0)


@rule()
def as_read(cards: Sequence[int]) -> int:
    """The value of a hand."""
    return two_card_value(cards[0], cards[1], 0)


@rule()
def as_printed(cards: Sequence[int]) -> int:
    """The value of a hand, ace-three the lowest flush."""
    return two_card_value(cards[0], cards[1], 1)


@rule()
def row_as_read(cards: Sequence[int]) -> int:
    return own_hand(as_read(cards))


@rule()
def row_as_printed(cards: Sequence[int]) -> int:
    return own_hand(as_printed(cards))


ENDINGS: Final[dict[Ending, str]] = {TwoCardJokerShowdown.TIE: "tie", TwoCardJokerShowdown.LOWER: "lose"}


def outcome(rules: Rules, end: Ending, hand: str, _times: int) -> str:
    if end is TwoCardJokerShowdown.HIGHER:
        return f"win, {CALL.row(rules.pay('call'), hand) or ''}"
    return ENDINGS.get(end, end.outcome)


def declared(value: Rule[[Sequence[int]], int]) -> Dealer:
    return Dealer(
        game="two-card-joker-poker",
        street=STREET,
        against=Against(
            own=2,
            dealer=2,
            value=value,
            theirs=value,
            kind=lambda cards: own_hand(value(cards)),
            pack=PACK,
        ),
        hands=OWN_HAND,
        ends=lambda rules, mine, theirs, _hand: against_dealer(mine, theirs, every_tie_pushes(rules)),
        folds=lambda _rules: TwoCardJokerShowdown.FOLD,
        qualifies=QUEEN_HIGH,
        describe=lambda value: named(value, describe),
        says=outcome,
        table="call",
        per="unit of the ante, call wager included",
    )


SOLVERS: Final = {0: declared(as_read), 1: declared(as_printed)}
"""By the reading of the lowest flush."""


def solver(rules: Rules) -> Dealer:
    return SOLVERS[ace_three_lowest(rules)]


def odds_knowing(rules: Rules, known: Information = NOTHING) -> Iterator[WagerOdds]:
    return solver(rules).odds_knowing(rules, known)


def strategy_knowing(rules: Rules, known: Information) -> Strategy:
    return solver(rules).strategy(rules, known)


def situation(rules: Rules, shown: Shown) -> dict[str, Fraction]:
    return solver(rules).situation(rules, shown)


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    if wager in (None, "ante"):
        yield from odds_knowing(rules)
    of = row_as_printed if ace_three_lowest(rules) else row_as_read
    for paid in (PAIR_UP, SUPER_FLUSH):
        if wager in (None, paid.wager):
            counts = dict(zip(OWN_HAND, rows_made(of, len(OWN_HAND), 2, PACK).tolist(), strict=True))
            yield on_cards(rules, paid, counts, nothing="nothing")


# ---- strategy ------------------------------------------------------------------------------------------


def least_hand_named(rules: Rules) -> str:
    return spelled(leading(solver(rules).threshold(rules)))


def strategy(rules: Rules) -> Strategy:
    game, best = solver(rules), solver(rules).best(rules)
    values, calls = game.against.hands(NOTHING).values, best.gains.sum(axis=0) > 0
    highest = np.array([leading(value).bit_length() - 1 for value in values.tolist()])
    rows = [("flush or better", advice(values, calls, values >= FLUSHES))]
    for high in range(12, 1, -1):
        here = (values < FLUSHES) & (highest == high)
        rows.append((f"{NAMES[high]} high", advice(values, calls, here)))
    return Strategy(
        game=rules.game.id,
        rule=f"Call with {least_hand_named(rules)} or better; fold anything lower.",
        charts=(Chart("Your hand", ("decision",), tuple(rows)),),
        notes=("Pair up and super flush bonus are settled after a fold too and do not enter the decision.",),
        house_edge=-best.expectation,
        simpler={
            "call with queen high or better, like the dealer": -game.from_value(
                rules, QUEEN_HIGH
            ).expectation,
            "call every hand": -game.from_value(rules, 0).expectation,
        },
    )


def advice(values: Ints, calls: Bits, here: Bits) -> str:
    """What to do with hands that differ at most in their lower card."""
    if calls[here].all() or not calls[here].any():
        return "call" if calls[here].any() else "fold"
    ranks = leading(int(values[here & calls].min()))
    return f"call with {NAMES[(ranks & -ranks).bit_length() - 1]} or higher beside it, else fold"


# ---- advice --------------------------------------------------------------------------------------------


def advise(table: Table, ask: Ask) -> Advice:
    """Call or fold against every hand that the dealer may hold."""
    rules, hand = table.rules, hand_asked(table, ask)
    game, ante = solver(rules), hand.stake("ante")
    own = OWN_HAND[game.against.kind(hand.cards)]
    met = game.shares(rules, hand.cards, shown(table, ask, "dealer"), unseen(table, ask).tolist())

    def worth(decision: str, amount: Cents) -> float:
        made = {"ante": ante, "call": amount}
        if decision == "fold":
            return valued(rules, TwoCardJokerShowdown.FOLD, made)
        return sum(share * valued(rules, end, made, own) for end, share in met.items())

    return best_choice(ask, worth, f"{least_hand_named(rules).capitalize()} or better calls.")


# ---- simulation ----------------------------------------------------------------------------------------

AT_ANTE, AT_PAIR_UP, AT_SUPER_FLUSH = range(3)


class TwoCardJokerTerms(NamedTuple):
    """The rules in the form that the compiled round reads: the least hand to call, the two readings, and the lines of
    each wager; of the call by ending and hand."""

    least: int
    lowest_flush: int
    ties: int
    ante: Ints
    call: Ints
    pair_up: Ints
    super_flush: Ints


@rule("30.10(b)", "30.11", lean=True)
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Ints,
    terms: TwoCardJokerTerms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One round: cards one at a time, player and dealer by turns."""
    mine = two_card_value(tape[at], tape[at + 2], terms.lowest_flush)
    own = own_hand(mine)
    ante, pair_up, super_flush = stakes[AT_ANTE], stakes[AT_PAIR_UP], stakes[AT_SUPER_FLUSH]
    if ante > 0:
        staked[AT_ANTE] += ante
        if mine < terms.least:
            net[AT_ANTE] += brings(ante, terms.ante[TwoCardJokerShowdown.FOLD])
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
        rules=TwoCardJokerTerms(
            solver(rules).threshold(rules),
            ace_three_lowest(rules),
            every_tie_pushes(rules),
            packed(lines(rules, "ante", TwoCardJokerShowdown)),
            packed(lines_by_hand(rules, "call", TwoCardJokerShowdown, OWN_HAND)),
            *(packed(card_lines(rules, paid)) for paid in (PAIR_UP, SUPER_FLUSH)),
        ),
        equipment="deck",
        size=len(PACK),
        draws=4,
        reserve=lambda stakes: int(2 * stakes[AT_ANTE] + stakes[AT_PAIR_UP] + stakes[AT_SUPER_FLUSH]),
    )
