"""The mathematics of three-card poker: every wager under every table, exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.book import Ask, Rules, rule
from pitboss.book.endings import brings, by_cards, card_lines, lines
from pitboss.compiler import kernel
from pitboss.games.advising import best_choice, hand_asked, shown, unseen
from pitboss.games.house_poker.three_card_poker import (
    ANTE_BONUS,
    OWN_HAND,
    PAIR_PLUS,
    SIX_CARD_BONUS,
    SIX_CARDS,
    STREET,
    ThreeCardShowdown,
    against_dealer,
    five_card_row,
    own_hand,
    six_cards,
)
from pitboss.money import Cents
from pitboss.odds import Advice, Strategy, WagerOdds
from pitboss.odds.endings import on_cards, packed, valued
from pitboss.ranking.batch import strength_of, tables
from pitboss.ranking.three import QUEEN_HIGH, describe, three_card_value
from pitboss.ranking.value import named
from pitboss.sim import Simulation
from pitboss.solve.dealer import Dealer
from pitboss.solve.information import NOTHING
from pitboss.solve.showdown import Against
from pitboss.table import Table

Counts = NDArray[np.int64]


@rule()
def of_three(cards: Sequence[int]) -> int:
    """The value of a hand."""
    return three_card_value(cards[0], cards[1], cards[2])


SOLVER = Dealer(
    game="three-card-poker",
    street=STREET,
    against=Against(
        own=3, dealer=3, value=of_three, theirs=of_three, kind=lambda cards: own_hand(*cards), suits=True
    ),
    hands=OWN_HAND,
    ends=lambda _rules, mine, theirs, _hand: against_dealer(mine, theirs),
    folds=lambda _rules: ThreeCardShowdown.FOLD,
    qualifies=QUEEN_HIGH,
    bonus=ANTE_BONUS,
    describe=lambda value: named(value, describe),
    table="ante-bonus",
    per="unit of the ante, play wager and ante bonus included",
)
odds_knowing, strategy_knowing, situation = SOLVER.odds_knowing, SOLVER.strategy, SOLVER.situation

# ---- odds ----------------------------------------------------------------------------------------------


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    if rules.offers("ante") and wager in (None, "ante"):
        yield from odds_knowing(rules, NOTHING)
    if rules.offers("pair-plus") and wager in (None, "pair-plus"):
        yield pair_plus(rules)
    if rules.offers("six-card-bonus") and wager in (None, "six-card-bonus"):
        yield six_card_bonus(rules)


def pair_plus(rules: Rules) -> WagerOdds:
    counts = Counter(OWN_HAND[own_hand(*cards)] for cards in combinations(range(52), 3))
    return on_cards(rules, PAIR_PLUS, counts, nothing="high-card")


def six_card_bonus(rules: Rules) -> WagerOdds:
    """A fixed prize matters less with a larger stake: it is computed at the minimum wager."""
    least = rules.limits("six-card-bonus").least
    prizes = any(odds.prize for odds in rules.pay("six-card-bonus").rows.values())
    per = f"unit of the wager at ${least // 100}" if prizes else "unit of the wager"
    return on_cards(rules, SIX_CARD_BONUS, six_card_counts(), nothing="nothing", stake=least, per=per)


@kernel
def count_six_cards(keys: Counts, bits: Counts, table: NDArray[np.uint16], counts: Counts) -> None:
    """How many sets of six cards have each strength of `pitboss.ranking.batch`."""
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        key = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
                        hand = bits[a] + bits[b] + bits[c] + bits[d] + bits[e]
                        for f in range(e):
                            counts[strength_of(key + keys[f], hand + bits[f], table)] += 1


@cache
def six_card_counts() -> dict[str, int]:
    """How many sets of six cards make each row of SIX_CARDS. The strengths know five cards: nine to ace of one suit
    is a royal flush to them, and there are four of those."""
    evaluator = tables()
    strengths = np.zeros(len(evaluator.ladder), np.int64)
    count_six_cards(evaluator.keys, evaluator.bits, evaluator.table, strengths)
    counts = dict.fromkeys(SIX_CARDS, 0)
    for value, count in zip(evaluator.ladder.tolist(), strengths.tolist(), strict=True):
        counts[SIX_CARDS[five_card_row(value)]] += count
    for suit in range(4):
        hand = [4 * rank + suit for rank in range(7, 13)]
        counts["royal-flush"] -= 1
        counts[SIX_CARDS[six_cards(*hand)]] += 1
    return counts


# ---- strategy ------------------------------------------------------------------------------------------


def least_hand_named(rules: Rules) -> str:
    return named(SOLVER.threshold(rules), describe)


def strategy(rules: Rules) -> Strategy:
    return Strategy(
        game=rules.game.id,
        rule=f"Play with {least_hand_named(rules)} or better; fold anything lower.",
        notes=(
            "A hand that should be folded never holds a pair, so the pair plus wager it forfeits is lost anyway.",
            "The six-card bonus stays on the layout after a fold and does not enter the decision.",
        ),
        house_edge=-SOLVER.best(rules).expectation,
        simpler={
            "play with queen high or better, like the dealer": -SOLVER.from_value(
                rules, QUEEN_HIGH
            ).expectation,
            "play every hand": -SOLVER.from_value(rules, 0).expectation,
        },
    )


# ---- advice --------------------------------------------------------------------------------------------


def advise(table: Table, ask: Ask) -> Advice:
    """Play or fold against every hand that the dealer may hold. A fold forfeits pair plus, so it is included."""
    hand, rules = hand_asked(table, ask), table.rules
    own = OWN_HAND[own_hand(*hand.cards)]
    met = SOLVER.shares(rules, hand.cards, shown(table, ask, "dealer"), unseen(table, ask).tolist())
    stakes = {wager: hand.stake(wager) for wager in ("ante", "pair-plus")}
    extra = sum(
        each.pays - each.lost for paid in (ANTE_BONUS, PAIR_PLUS) for each in by_cards(rules, hand, paid, own)
    )

    def worth(decision: str, amount: Cents) -> float:
        made = {**stakes, "play": amount}
        if decision == "fold":
            return valued(rules, ThreeCardShowdown.FOLD, made)
        return extra + sum(share * valued(rules, ending, made) for ending, share in met.items())

    return best_choice(ask, worth, f"{least_hand_named(rules).capitalize()} or better plays.")


# ---- simulation ----------------------------------------------------------------------------------------

AT_ANTE, AT_PAIR_PLUS, AT_SIX_CARDS = range(3)


class ThreeCardTerms(NamedTuple):
    """The rules in the form that the compiled round reads: the least hand to play, and the lines of each wager."""

    least: int
    ante: Counts
    play: Counts
    ante_bonus: Counts
    pair_plus: Counts
    six_cards: Counts


@rule("20.10(b)", "20.11(a)", lean=True)
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Counts,
    terms: ThreeCardTerms,
    memory: Counts,  # noqa: ARG001
    net: Counts,
    staked: Counts,
) -> int:
    """One round: cards one at a time, player and dealer by turns."""
    a, b, c = tape[at], tape[at + 2], tape[at + 4]
    d, e, f = tape[at + 1], tape[at + 3], tape[at + 5]
    ante, pair_plus, six = stakes[AT_ANTE], stakes[AT_PAIR_PLUS], stakes[AT_SIX_CARDS]
    mine = three_card_value(a, b, c)
    own = own_hand(a, b, c)
    folded = ante > 0 and mine < terms.least
    staked[AT_ANTE] += ante
    staked[AT_PAIR_PLUS] += pair_plus
    staked[AT_SIX_CARDS] += six
    if folded:
        net[AT_ANTE] += brings(ante, terms.ante[ThreeCardShowdown.FOLD])
        net[AT_PAIR_PLUS] -= pair_plus
    else:
        net[AT_PAIR_PLUS] += brings(pair_plus, terms.pair_plus[own])
        if ante > 0:
            staked[AT_ANTE] += ante
            end = against_dealer(mine, three_card_value(d, e, f))
            net[AT_ANTE] += brings(ante, terms.ante[end]) + brings(ante, terms.play[end])
            net[AT_ANTE] += brings(ante, terms.ante_bonus[own])
    if six > 0:
        net[AT_SIX_CARDS] += brings(six, terms.six_cards[six_cards(a, b, c, d, e, f)])
    return at + 6


def simulation(rules: Rules) -> Simulation:
    return Simulation(
        game=rules.game.id,
        wagers=("ante", "pair-plus", "six-card-bonus"),
        play=play,
        rules=ThreeCardTerms(
            SOLVER.threshold(rules),
            *(packed(lines(rules, wager, ThreeCardShowdown)) for wager in ("ante", "play")),
            *(packed(card_lines(rules, paid)) for paid in (ANTE_BONUS, PAIR_PLUS, SIX_CARD_BONUS)),
        ),
        equipment="deck",
        size=52,
        draws=6,
        reserve=lambda stakes: int(2 * stakes[AT_ANTE] + stakes[AT_PAIR_PLUS] + stakes[AT_SIX_CARDS]),
    )
