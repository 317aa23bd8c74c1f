"""The mathematics of four-card poker: five cards against the dealer's six, of which one lies face up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Ints
from pitboss.book import Ask, Rules, rule
from pitboss.book.endings import Ending, brings, by_cards, card_lines, lines
from pitboss.games.advising import best_choice, hand_asked, shown, unseen
from pitboss.games.house_poker.four_card_poker import (
    ACES_UP,
    ANTE_BONUS,
    OWN_HAND,
    STREET,
    FourCardShowdown,
    against_dealer,
    own_hand,
)
from pitboss.money import Cents
from pitboss.odds import Advice, Chart, Strategy, WagerOdds
from pitboss.odds.endings import brought, on_cards, packed, valued
from pitboss.ranking.four import PAIR, best_four, category, describe, least
from pitboss.ranking.value import NAMES, kickers, leading, plural
from pitboss.sim import Simulation
from pitboss.solve.dealer import Dealer
from pitboss.solve.information import NOTHING
from pitboss.solve.showdown import Against
from pitboss.table import Table

TIMES: Final = ("", "once", "twice", "three times")


@rule()
def of_four(cards: Sequence[int]) -> int:
    """The value of a hand."""
    return best_four(cards)


def ends(_rules: Rules, mine: int, theirs: int, _hand: str) -> FourCardShowdown:
    """The player wins ties as well."""
    end = against_dealer(mine, theirs)
    return FourCardShowdown.HIGHER if end is FourCardShowdown.TIE else end


def says(rules: Rules, end: Ending, hand: str, times: int) -> str:
    if not times:
        return end.outcome
    bonus = f", {hand}" if SOLVER.extra(rules, hand) else ""
    result = "win" if end is FourCardShowdown.HIGHER else "lose"
    return f"{result}, play {TIMES[times]}{bonus}"


SOLVER: Final = Dealer(
    game="four-card-poker",
    street=STREET,
    against=Against(
        own=5,
        dealer=6,
        shown=1,
        value=of_four,
        theirs=of_four,
        kind=lambda cards: own_hand(best_four(cards)),
    ),
    hands=OWN_HAND,
    ends=ends,
    folds=lambda _rules: FourCardShowdown.FOLD,
    bonus=ANTE_BONUS,
    says=says,
    describe=describe,
    table="ante-bonus",
    per="unit of the ante, play wager and ante bonus included",
)
odds_knowing, strategy_knowing, situation = SOLVER.odds_knowing, SOLVER.strategy, SOLVER.situation

# ---- odds ----------------------------------------------------------------------------------------------


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    if wager in (None, "ante"):
        yield from odds_knowing(rules)
    if wager in (None, "aces-up"):
        counts = dict(zip(OWN_HAND, SOLVER.against.dealt(len(OWN_HAND)), strict=True))
        yield on_cards(rules, ACES_UP, counts, nothing="less than a pair of aces")


# ---- strategy ------------------------------------------------------------------------------------------

THRICE, ONCE = range(2)
SHORT = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


class Margins(NamedTuple):
    """What playing three times the ante gains over once, and once over a fold: by whether the player holds a card
    of the up card's rank, by the value of the best four cards, by the up card's rank. Each figure is the sum over all
    hands at least as good."""

    values: Ints
    gains: Ints


def margins(rules: Rules) -> Margins:
    hands = SOLVER.against.hands(NOTHING)
    order = np.argsort(hands.values, kind="stable")
    values, starts = np.unique(hands.values[order], return_index=True)
    held = np.stack([(hands.places >> 2 == rank).any(axis=1) for rank in range(13)], axis=1)[order]
    gains = np.empty((2, 2, len(values), 13), np.int64)
    for decision, choices in ((THRICE, (3, 1)), (ONCE, (1, 0))):
        by_rank = SOLVER.over(rules, *choices).T[order]
        for held_or_not in (False, True):
            sums = np.add.reduceat(np.where(held == held_or_not, by_rank, 0), starts)
            gains[decision, int(held_or_not)] = sums[::-1].cumsum(axis=0)[::-1]
    return Margins(values, gains)


def least_hands(margins: Margins) -> Ints:
    """The lowest hands worth three times the ante and worth once, by whether a card of the up card's rank is held
    and by that rank."""
    values, gains = margins
    # The last of equal sums: the hands before it cannot be held.
    found: Ints = values[len(values) - 1 - gains[:, :, ::-1].argmax(axis=2)]
    return found


def best_pairs(margins: Margins) -> tuple[int, int]:
    """The lowest pairs (two = 0) to play three times and once, if the up card is not looked at."""
    values, gains = margins
    pairs = np.searchsorted(values, [least(PAIR, rank) for rank in range(13)])
    thrice, once = gains.sum(axis=(1, 3))[:, pairs].argmax(axis=1)
    return int(thrice), int(once)


def edge_of(rules: Rules, margins: Margins, least_hand: Ints) -> Fraction:
    """The house edge if these hands or better are played (three times and once, by rank held and up card)."""
    best, (values, gains) = SOLVER.best(rules), margins
    places = np.searchsorted(values, least_hand)[:, :, None, :]
    gained = int(np.take_along_axis(gains, places, axis=2).sum())
    fold = brought(rules, FourCardShowdown.FOLD, ante=1)
    return -fold - Fraction(gained, best.deals * best.worth.parts)


def spelled(margins: Margins, decision: int, held: int, up: int) -> str:
    """The least hand card by card; only the pair if no lower hand with that pair can be held."""
    values, gains = margins
    value = int(least_hands(margins)[decision, held, up])
    if category(value) > PAIR:
        return describe(value)
    first = [rank for rank in range(12, -1, -1) if leading(value) >> rank & 1]
    if category(value) < PAIR:
        return "-".join(SHORT[rank] for rank in first)
    below = (values[:-1] < value) & (np.diff(gains[ONCE, held, :, up]) != 0)
    lowest = leading(int(values[:-1][below][-1])) != leading(value)
    beside = [rank for rank in range(12, -1, -1) if kickers(value) >> rank & 1]
    return "-".join(SHORT[rank] for rank in first * 2 + beside * (not lowest))


def strategy(rules: Rules) -> Strategy:
    margin = margins(rules)
    chart, (thrice, once) = least_hands(margin), best_pairs(margin)
    simple = np.broadcast_to(np.array([least(PAIR, thrice), least(PAIR, once)])[:, None, None], chart.shape)
    best = -SOLVER.best(rules).expectation
    by_chart, by_pairs = edge_of(rules, margin, chart), edge_of(rules, margin, simple)
    rows = tuple(
        (NAMES[up], *(spelled(margin, decision, held, up) for held in (0, 1) for decision in (THRICE, ONCE)))
        for up in range(13)
    )
    return Strategy(
        game=rules.game.id,
        rule=f"Play three times the ante with a pair of {plural(thrice)} or better, once with a pair of "
        f"{plural(once)} or better; fold anything lower.",
        charts=(
            Chart(
                "Least hand to play by the dealer's up card",
                ("three times: none of its rank held", "once", "three times: some of its rank held", "once"),
                rows,
            ),
        ),
        notes=(
            f"The edge on the ante is {float(100 * best):.2f}% if every card of the hand is weighed, "
            f"{float(100 * by_chart):.2f}% by the chart and {float(100 * by_pairs):.2f}% by the simple rule.",
            "An amount between once and three times the ante is never best.",
            "The aces up wager stays on the layout after a fold and does not enter the decision.",
        ),
        house_edge=best,
        chart_edge=by_chart,
        simpler={"by the chart": by_chart, "by pairs alone, as said": by_pairs},
    )


# ---- advice --------------------------------------------------------------------------------------------


def advise(table: Table, ask: Ask) -> Advice:
    """Once, three times or a fold against every hand that the dealer may hold with this up card."""
    hand, rules = hand_asked(table, ask), table.rules
    met = SOLVER.shares(rules, hand.cards, shown(table, ask, "dealer"), unseen(table, ask).tolist())
    own, ante = OWN_HAND[own_hand(best_four(hand.cards))], hand.stake("ante")
    extra = sum(each.pays for each in by_cards(rules, hand, ANTE_BONUS, own))

    def worth(decision: str, amount: Cents) -> float:
        made = {"ante": ante, "play": amount}
        if decision == "fold":
            return valued(rules, FourCardShowdown.FOLD, made)
        return extra + sum(share * valued(rules, end, made) for end, share in met.items())

    won = met.get(FourCardShowdown.HIGHER, 0)
    why = f"It wins {won:.1%} of the time: over half is worth the most, over a quarter the least."
    return best_choice(ask, worth, why)


# ---- simulation ----------------------------------------------------------------------------------------

AT_ANTE, AT_ACES_UP = range(2)


class FourCardTerms(NamedTuple):
    """The rules as the compiled round reads them: ``least_hands``, and the lines of each wager."""

    least: Ints
    ante: Ints
    play: Ints
    ante_bonus: Ints
    aces_up: Ints


@rule("27.10(b)", "27.11(a)", lean=True)
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Ints,
    terms: FourCardTerms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One round: cards one at a time, player and dealer by turns, the dealer's sixth face up. By the chart."""
    a, b, c, d, e = tape[at], tape[at + 2], tape[at + 4], tape[at + 6], tape[at + 8]
    f = tape[at + 10]
    mine = best_four((a, b, c, d, e))
    own = own_hand(mine)
    ante, aces_up = stakes[AT_ANTE], stakes[AT_ACES_UP]
    if ante > 0:
        up = np.int64(f >> 2)
        held = int(a >> 2 == up or b >> 2 == up or c >> 2 == up or d >> 2 == up or e >> 2 == up)
        units = 3 if mine >= terms.least[THRICE, held, up] else int(mine >= terms.least[ONCE, held, up])
        staked[AT_ANTE] += ante + units * ante
        if units == 0:
            net[AT_ANTE] += brings(ante, terms.ante[FourCardShowdown.FOLD])
        else:
            theirs = best_four((tape[at + 1], tape[at + 3], tape[at + 5], tape[at + 7], tape[at + 9], f))
            end = against_dealer(mine, theirs)
            net[AT_ANTE] += brings(ante, terms.ante[end]) + brings(units * ante, terms.play[end])
            net[AT_ANTE] += brings(ante, terms.ante_bonus[own])
    if aces_up > 0:
        staked[AT_ACES_UP] += aces_up
        net[AT_ACES_UP] += brings(aces_up, terms.aces_up[own])
    return at + 11


def simulation(rules: Rules) -> Simulation:
    return Simulation(
        game=rules.game.id,
        wagers=("ante", "aces-up"),
        play=play,
        rules=FourCardTerms(
            least_hands(margins(rules)),
            *(packed(lines(rules, wager, FourCardShowdown)) for wager in ("ante", "play")),
            *(packed(card_lines(rules, paid)) for paid in (ANTE_BONUS, ACES_UP)),
        ),
        equipment="deck",
        size=52,
        draws=11,
        reserve=lambda stakes: int(4 * stakes[AT_ANTE] + stakes[AT_ACES_UP]),
    )
