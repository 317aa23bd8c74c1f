"""The mathematics of red dog: every board, by the values of its cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from pitboss.arrays import Bytes, Ints
from pitboss.book import Ask, Rules, rule
from pitboss.book.endings import brings, lines_by_hand
from pitboss.games.high_card.red_dog import BOARD, SPREADS, Board, RedDog, ended_by, spread_of
from pitboss.games.mathematics import enough, tally, unseen
from pitboss.law import Refused
from pitboss.odds import Advice, Chart, Outcome, Strategy, WagerOdds, merge
from pitboss.odds.endings import brought, packed
from pitboss.sim import Simulation
from pitboss.solve.first import left_of
from pitboss.solve.information import Information
from pitboss.table import Table

RANKS = range(13)
BOARD_CARDS = ("far left", "far right", "between")


def third_cards(left: Sequence[int], first: int, second: int) -> dict[Board, int]:
    """How a board ends with each third card, from these counts of each rank."""
    found: dict[Board, int] = {}
    for third in RANKS:
        ending = ended_by(4 * first, 4 * second, 4 * third)
        found[ending] = found.get(ending, 0) + left[third]
    return found


def gain(rules: Rules, spread: int, ends: dict[Board, int]) -> Fraction:
    """The result of a unit raised at this spread."""
    row = SPREADS[spread - 1]
    total = sum(ends.values())
    return sum(
        (Fraction(count, total) * brought(rules, end, row, **{"raise": 1}) for end, count in ends.items()),
        Fraction(0),
    )


def odds(rules: Rules, wager: str | None = None, shoe: Sequence[int] | None = None) -> Iterator[WagerOdds]:
    """The wager with its raise, which is made in full where it wins on average; from a fresh shoe or from these
    cards."""
    if wager in (None, "ante"):
        yield ante(rules, tally(rules.pack() if shoe is None else shoe))


def odds_knowing(rules: Rules, known: Information) -> Iterator[WagerOdds]:
    """With the third card seen early, the raise is made where it wins; the first two are seen before it in any case."""
    known.only(rules.game.id, "board", "gone")
    if known.board and max(known.board) > len(BOARD_CARDS):
        raise Refused(f"the board has {len(BOARD_CARDS)} cards, so card {max(known.board)} cannot be known")
    cards = left_of(rules, known)
    enough(cards, 3, "6.3(c)")
    yield replace(ante(rules, tally(cards), third=3 in known.board), known=str(known))


def ante(rules: Rules, deck: Sequence[int], least: int | None = None, third: bool = False) -> WagerOdds:
    """With these counts of each rank, raised where it pays, or from this spread on, or by the ``third`` card."""
    cards = sum(deck)
    boards = Fraction(1, cards * (cards - 1) * (cards - 2))
    outcomes, raised = [], Fraction(0)
    for first in RANKS:
        for second in RANKS:
            if not (ways := deck[first] * (deck[second] - (first == second))):
                continue
            left = [each - (rank == first) - (rank == second) for rank, each in enumerate(deck)]
            spread, ends = spread_of(4 * first, 4 * second), third_cards(left, first, second)
            row = SPREADS[spread - 1] if spread > 0 else ""
            worth = spread >= least if least else spread > 0 and gain(rules, spread, ends) > 0
            for end, count in ends.items():
                more = int(spread > 0 and brought(rules, end, row, **{"raise": 1}) > 0 if third else worth)
                raised += more * ways * count * boards
                name = f"{end.outcome}, {row}{', raised' * more}" if row else end.outcome
                brings = brought(rules, end, row, ante=1, **{"raise": more} if more else {})
                outcomes.append(Outcome(name, ways * count * boards, brings))
    return WagerOdds(
        wager="ante",
        table=rules.pay("ante").table,
        options=rules.options,
        outcomes=merge(outcomes),
        per="unit of the wager, with the raise",
        wagered=1 + raised,
    )


def odds_from(rules: Rules, cards: Sequence[int], wager: str | None = None) -> Iterator[WagerOdds]:
    """The same from the rest of a shoe."""
    enough(cards, 3, "6.3(c)")
    return odds(rules, wager, cards)


def least_spread(rules: Rules) -> int:
    """The spread from which a raise pays, by the two cards of the board alone."""
    same = len(rules.pack()) // 13
    for spread in range(1, 12):
        left = [same - (rank in (0, spread + 1)) for rank in RANKS]
        if gain(rules, spread, third_cards(left, 0, spread + 1)) > 0:
            return spread
    return 12


def strategy(rules: Rules) -> Strategy:
    least = least_spread(rules)
    same = len(rules.pack()) // 13
    rows = []
    for spread in range(1, 12):
        left = [same - (rank in (0, spread + 1)) for rank in RANKS]
        value = gain(rules, spread, third_cards(left, 0, spread + 1))
        rows.append((str(spread), f"{float(value):+.4f}", "raise" if value > 0 else "no raise"))
    deck = tally(rules.pack())
    return Strategy(
        game=rules.game.id,
        rule=f"Raise the maximum with a spread of {least} or more, and never otherwise.",
        charts=(Chart("Result of a unit raised", ("brings", "decision"), tuple(rows)),),
        house_edge=ante(rules, deck).house_edge,
        simpler={
            "never raise": ante(rules, deck, 12).house_edge,
            "always raise": ante(rules, deck, 1).house_edge,
        },
    )


def advise(table: Table, ask: Ask) -> Advice:
    """By the cards that lie on the table."""
    rules, hand = table.rules, ask.hand
    wager = "" if hand == str(ask.seat) else f"@{hand}"
    stake, added = table.stake(ask.seat, f"ante{wager}"), table.stake(ask.seat, f"raise{wager}")
    first, second = table.cards(BOARD)
    spread = spread_of(first, second)
    ends = third_cards(tally(unseen(table, ask.seat)), first >> 2, second >> 2)
    row, total = SPREADS[spread - 1], sum(ends.values())
    base = sum(float(Fraction(n, total) * brought(rules, end, row, ante=1)) for end, n in ends.items())
    each = float(gain(rules, spread, ends))
    if any(choice.id == "take-back" for choice in ask.choices):
        values = {"play-on": stake * base + added * each, "take-back": 0.0}
        best = max(values, key=values.__getitem__)
        return Advice(best, 0, values, f"At a spread of {spread} a unit is worth {each:+.3f}.")
    most = ask.choices[0].most
    values = {"raise": stake * base + most * each, "no-raise": stake * base}
    best = max(values, key=values.__getitem__)
    return Advice(best, most if best == "raise" else 0, values, f"A unit raised is worth {each:+.3f} here.")


# ---- simulation ----------------------------------------------------------------------------------------


class RedDogTerms(NamedTuple):
    least: int
    ante: Ints
    raised: Ints


@rule("6.5(h)", "6.5(i)", lean=True)
def play(
    tape: Bytes,
    at: int,
    stakes: Ints,
    terms: RedDogTerms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One board; the raise, where it is made, is the maximum."""
    first, second = (
        int(np.int64(tape[at])),
        int(np.int64(tape[at + 1])),
    )  # numbers on the tape are unsigned
    spread = spread_of(first, second)
    stake = stakes[0]
    staked[0] += stake
    if spread == 0:
        return at + 2
    end = ended_by(first, second, int(np.int64(tape[at + 2])))
    row = min(max(spread, 1), 4) - 1
    net[0] += brings(stake, terms.ante[end, row])
    if spread >= terms.least:
        staked[0] += stake
        net[0] += brings(stake, terms.raised[end, row])
    return at + 3


def simulation(rules: Rules) -> Simulation:
    cards = len(rules.pack())
    assert isinstance(rules.game, RedDog)
    rows = tuple(dict.fromkeys(SPREADS))
    return Simulation(
        game=rules.game.id,
        wagers=("ante",),
        play=play,
        rules=RedDogTerms(
            least_spread(rules),
            packed(lines_by_hand(rules, "ante", Board, rows)),
            packed(lines_by_hand(rules, "raise", Board, rows)),
        ),
        equipment="shoe",
        size=cards,
        draws=3,
        reshuffle=rules.game.shoe(rules).cut,
        reserve=lambda stakes: int(2 * stakes[0]),
    )
