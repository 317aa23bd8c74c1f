"""The mathematics of let it ride poker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import lcm
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Ints
from pitboss.book import Ask, Rules, rule
from pitboss.book.endings import brings, card_line, card_lines
from pitboss.games.advising import best_choice, hand_asked, shown, unseen
from pitboss.games.house_poker.family import low_ace, three_cards
from pitboss.games.house_poker.first_cards_mathematics import draws_to, three_card_wager
from pitboss.games.house_poker.let_it_ride_poker import (
    BETS,
    FIVE_CARDS,
    THREE_BETS,
    bonus,
    five_cards,
    three_card_bonus,
)
from pitboss.games.payout_limit import together
from pitboss.money import Cents, cents
from pitboss.odds import Advice, Chart, Strategy, WagerOdds
from pitboss.odds.endings import on_cards, packed, unit
from pitboss.sim import Simulation
from pitboss.solve.charts import described
from pitboss.solve.compiled import marked, words
from pitboss.solve.draws import Draws, Pays, every_time
from pitboss.solve.information import NOTHING, Information
from pitboss.solve.sets import distinct, number_of_four, number_of_three, numbers_of, rows_made
from pitboss.solve.stud import Stud
from pitboss.table import Table

RIDING: Final = ("", "one bet", "two bets", "three bets")
RIDE: Final = (0, 1)
TEN: Final = 8


@rule()
def of_five(cards: Sequence[int]) -> int:
    """The row of FIVE_CARDS."""
    return five_cards(cards[0], cards[1], cards[2], cards[3], cards[4])


def pays(rules: Rules) -> Pays:
    """The net of this many bets of the minimum, which no payout limit reduces (18.11(c))."""
    least = rules.limits("bet-1").least
    each = [unit(card_line(rules, THREE_BETS[0], made), least) for made in FIVE_CARDS]
    parts = lcm(*(net.denominator for net in each))
    bets = np.arange(len(RIDING))
    return Pays(np.outer(bets, [int(net * parts) for net in each]), 0 * bets, parts)


SOLVER: Final = Stud(
    game="let-it-ride-poker",
    own=3,
    draws=Draws(row=of_five, rows=len(FIVE_CARDS), sizes=(3, 4), choices=(RIDE, RIDE), final=5),
    hands=FIVE_CARDS,
    pays=pays,
    words=(("withdraw", "ride"),) * 2,
    ends=lambda made, bets: f"{made}, {RIDING[bets]}",
    charts=lambda rules, known: charts(rules, known),
    notes=("High cards are tens to aces. A straight is open if its missing cards can still come.",),
    legend={"ride": "let it ride", "even": "makes no difference", "back": "take it back"},
    wager="bet-1",
    per="unit of one of the three equal bets, those that ride included",
)
odds_knowing, strategy_knowing, situation = SOLVER.odds_knowing, SOLVER.strategy, SOLVER.situation


def odds(rules: Rules, wager: str | None) -> Iterator[WagerOdds]:
    if wager is None or wager in BETS:
        yield SOLVER.odds(rules, SOLVER.best(rules), wager=wager or "bet-1")
    five, three = bonus(rules), three_card_bonus(rules)
    if rules.offers(five.wager) and wager in (None, five.wager):
        counts = dict(zip(FIVE_CARDS, rows_made(of_five, len(FIVE_CARDS), 5).tolist(), strict=True))
        yield on_cards(rules, five, counts, nothing="losing-hand", stake=rules.limits(five.wager).least)
    if rules.offers(three.wager) and wager in (None, three.wager):
        yield three_card_wager(rules, three)


# ---- strategy ------------------------------------------------------------------------------------------


def charts(rules: Rules, known: Information = NOTHING) -> Iterator[Chart]:
    """Whether a bet rides, by the number of cards seen."""
    for bet, (size, gained) in zip(("one", "two"), SOLVER.gains(rules, known), strict=True):
        if size == SOLVER.draws.final:  # all five are seen
            continue
        sets = distinct(size, tuple(range(52)))
        yield described(
            f"Bet {bet}: {('three', 'four')[size - 3]} cards, by how many of them are high",
            ("none", *map(str, range(1, size + 1))),
            (
                (description(held), high(held), "ride" if value > 0 else "even" if value == 0 else "back")
                for held, value in zip(
                    sets.places.tolist(), gained[numbers_of(sets.places)].tolist(), strict=True
                )
            ),
            falling=True,
            empty="–",
        )


def strategy(rules: Rules) -> Strategy:
    never, always = (SOLVER.under(rules, every_time(bets)) for bets in RIDE)
    return Strategy(
        game=rules.game.id,
        rule="Let a bet ride on a hand that already pays, or where the chart says so; take it back otherwise.",
        charts=tuple(charts(rules)),
        legend=SOLVER.legend,
        notes=(
            *SOLVER.notes,
            "The second decision does not depend on the first, nor either on the bonus wagers.",
            "Computed for bets of a size that no payout limit cuts.",
        ),
        house_edge=-SOLVER.best(rules).expectation,
        simpler={
            "always take both bets back": -never.expectation,
            "always let both ride": -always.expectation,
        },
    )


def high(held: Sequence[int]) -> int:
    return sum(card >> 2 >= TEN for card in held)


def description(held: Sequence[int]) -> str:
    """Three or four cards described by what they already hold or may become."""
    ranks = [card >> 2 for card in held]
    if len(set(ranks)) < len(ranks):
        paying = len(set(ranks)) < len(ranks) - 1 or max(ranks, key=ranks.count) >= TEN
        return "pays already" if paying else "pair below tens"
    return draws_to(held)


# ---- advice --------------------------------------------------------------------------------------------


def advise(table: Table, ask: Ask) -> Advice:
    """Whether a bet rides: the three bets together over all community cards, bet two played best where it is still
    to be decided, and no more paid than the payout limit allows."""
    hand = hand_asked(table, ask)
    held = (*hand.cards, *shown(table, ask, "community"))
    made = 1 + (len(held) > 3 and hand.stake("bet-1") > 0)
    nets = Pays(riding_nets(table.rules, hand.stake("bet-3")), np.zeros(len(RIDING), np.int64), 1)
    found = SOLVER.worths(nets, held, unseen(table, ask).tolist(), made)
    return best_choice(
        ask,
        lambda decision, _: float(found[made + (decision == "ride")]),
        f"{description(held).capitalize()}; {high(held)} of {len(held)} cards are high.",
    )


def riding_nets(rules: Rules, stake: Cents) -> Ints:
    """What each of FIVE_CARDS nets in cents if none, one, two or three bets of this stake ride."""
    rows, limit = card_lines(rules, THREE_BETS[0]), cents(rules["payout-limit"])
    return np.array([[together(stake, bets, row, limit) for row in rows] for bets in range(len(RIDING))])


# ---- simulation ----------------------------------------------------------------------------------------

AT_BETS, AT_BONUS, AT_THREE_CARDS = range(3)


class LetItRideTerms(NamedTuple):
    """The rules in the form that the compiled round reads: the payout limit, the low ace, the lines of each wager, and
    where bets one and two ride, a bit for each set of cards seen."""

    limit: int
    low_ace: int
    bets: Ints
    bonus: Ints
    three_card_bonus: Ints
    ride_one: Ints
    ride_two: Ints


@rule("18.10(b)", lean=True)
def lets_one_ride(a: int, b: int, c: int, terms: LetItRideTerms) -> bool:
    """Is bet one best left on three cards?"""
    return marked(terms.ride_one, number_of_three(a, b, c))


@rule("18.10(e)", lean=True)
def lets_two_ride(a: int, b: int, c: int, d: int, terms: LetItRideTerms) -> bool:
    """Is bet two best left on three cards and the first community card?"""
    return marked(terms.ride_two, number_of_four(a, b, c, d))


@rule("18.10", "18.11", lean=True)
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Ints,
    terms: LetItRideTerms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One round: cards one at a time, to the player and to the community by turns. Nobody sees the burn card,
    so it is not drawn."""
    a, b, d = int(np.int64(tape[at])), int(np.int64(tape[at + 1])), int(np.int64(tape[at + 2]))
    c, e = int(np.int64(tape[at + 3])), int(np.int64(tape[at + 4]))  # unsigned and signed do not mix
    made = five_cards(a, b, c, d, e)
    bet, bonus, three = stakes[AT_BETS], stakes[AT_BONUS], stakes[AT_THREE_CARDS]
    if bet > 0:
        riding = 1 + lets_one_ride(a, b, c, terms) + lets_two_ride(a, b, c, d, terms)
        staked[AT_BETS] += riding * bet
        net[AT_BETS] += together(bet, riding, terms.bets[made], terms.limit)
    if bonus > 0:
        staked[AT_BONUS] += bonus
        net[AT_BONUS] += brings(bonus, terms.bonus[made])
    if three > 0:
        staked[AT_THREE_CARDS] += three
        net[AT_THREE_CARDS] += brings(three, terms.three_card_bonus[three_cards(a, b, c, terms.low_ace)])
    return at + 5


def simulation(rules: Rules) -> Simulation:
    one, two = SOLVER.best(rules).chosen
    return Simulation(
        game=rules.game.id,
        wagers=("bet-1", "let-it-ride-bonus", "three-card-bonus"),
        play=play,
        rules=LetItRideTerms(
            cents(rules["payout-limit"]),
            low_ace(rules),
            packed(card_lines(rules, THREE_BETS[0])),
            packed(card_lines(rules, bonus(rules))),
            packed(card_lines(rules, three_card_bonus(rules))),
            words(one[:, 0]),
            words(two[:, 0]),
        ),
        equipment="deck",
        size=52,
        draws=5,
        reserve=lambda stakes: int(3 * stakes[AT_BETS] + stakes[1:].sum()),
    )
