"""The mathematics of Caribbean stud poker: every player's hand against every upcard and all the dealer's hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pitboss.arrays import Bits, Ints
from pitboss.book import Ask, Rules, rule
from pitboss.book.endings import ALL, NO_LIMIT, Ending, brings, lines, lines_by_hand
from pitboss.equipment.cards import RANKS
from pitboss.games.advising import best_choice, hand_asked, shown, unseen
from pitboss.games.house_poker.caribbean_stud_poker import (
    ACCOUNT,
    ACE_KING,
    HANDS,
    STREET,
    CaribbeanStudShowdown,
    against_dealer,
    dealer_qualifies,
    fold_of,
    limit,
    progressive_pays,
)
from pitboss.money import DOLLAR, Cents, cents, money
from pitboss.odds import Advice, Chart, Meter, Strategy, WagerOdds, counted
from pitboss.odds.endings import packed, valued
from pitboss.ranking.high import ONE_PAIR, best_five, category, describe, least
from pitboss.ranking.value import leading
from pitboss.sim import Simulation
from pitboss.solve.dealer import Dealer
from pitboss.solve.information import NOTHING, Information
from pitboss.solve.showdown import Against
from pitboss.table import Table

JACK, QUEEN, KING = 9, 10, 11
ENDINGS: Final[dict[Ending, str]] = {CaribbeanStudShowdown.TIE: "tie", CaribbeanStudShowdown.LOWER: "lose"}


@rule()
def of_five(cards: Sequence[int]) -> int:
    """The value of a hand."""
    return best_five((cards[0], cards[1], cards[2], cards[3], cards[4]))


def named(value: int) -> str:
    """A hand as the chart says it: by its cards where none of them pair."""
    if category(value):
        return describe(value)
    return "-".join(RANKS[rank] for rank in range(12, -1, -1) if leading(value) >> rank & 1)


SOLVER: Final = Dealer(
    game="caribbean-stud-poker",
    street=STREET,
    against=Against(
        own=5, dealer=5, shown=1, value=of_five, theirs=of_five, kind=lambda cards: category(best_five(cards))
    ),
    hands=HANDS,
    ends=lambda _rules, mine, theirs, _hand: against_dealer(mine, theirs),
    folds=lambda _rules: CaribbeanStudShowdown.FOLD,
    qualifies=ACE_KING,
    describe=named,
    says=lambda _rules, end, hand, _times: (
        f"win, {hand}" if end is CaribbeanStudShowdown.HIGHER else ENDINGS.get(end, end.outcome)
    ),
    table="bet",
)
strategy_knowing, situation = SOLVER.strategy, SOLVER.situation


# ---- odds ----------------------------------------------------------------------------------------------


def odds_knowing(rules: Rules, known: Information = NOTHING) -> Iterator[WagerOdds]:
    """No payout limit reduces payments at the minimum ante (16.12(d))."""
    at = money(rules.limits("ante").least)
    for row in SOLVER.odds_knowing(rules, known):
        yield replace(row, per=f"unit of the ante, bet wager included, at an ante of {at}")


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    if wager in (None, "ante"):
        yield from odds_knowing(rules)
    if wager in (None, "progressive"):
        yield progressive(rules)


@cache
def hands_dealt() -> list[int]:
    """How many hands of five cards are of each kind."""
    return SOLVER.against.dealt(len(HANDS))


def progressive(rules: Rules) -> WagerOdds:
    """The dollar, at the meter's initial amount. It wins only with hands that are always bet."""
    pay, meter = rules.pay("progressive"), cents(rules["progressive-reset"])
    counts: dict[str, int] = {}
    for kind, count in enumerate(hands_dealt()):
        row = HANDS[kind] if HANDS[kind] in pay.rows else "less than a flush"
        counts[row] = counts.get(row, 0) + count
    prizes = {
        row: progressive_pays(meter, pay[row].meter, pay[row].prize, 1) if row in pay.rows else 0
        for row in counts
    }
    even = break_even(rules)
    return counted(
        "progressive",
        counts,
        {row: Fraction(prize - DOLLAR, DOLLAR) for row, prize in prizes.items()},
        table=pay.table,
        options=rules.options,
        per=f"dollar, with {money(meter)} on the meter; breaks even at a meter of {money(even)}",
        break_even=even,
        meter=Meter.counted(
            pay,
            counts,
            meter,
            DOLLAR,
            int(rules["progressive-rate"]),
            meter,
            pays_all=rules["fixed-prizes"] == "meter",
        ),
    )


def break_even(rules: Rules) -> int:
    """The meter, in cents, at which the progressive wager breaks even."""
    pay = rules.pay("progressive")
    fixed = shares = Fraction(0)
    for row, count in zip(HANDS, hands_dealt(), strict=True):
        if row in pay.rows:
            fixed += pay[row].prize * count
            shares += Fraction(pay[row].meter * count, 100)
    return -int((fixed - DOLLAR * sum(hands_dealt())) // shares)


# ---- strategy ------------------------------------------------------------------------------------------

# With ace-king it depends on the upcard: on its rank, and on whether the player holds a card of that rank.
LOWER_RANKS: Final = np.arange(1 << KING)
"""What may be held beside ace and king, as masks."""
MATCHES: Final = (np.arange(13) >= KING) | (LOWER_RANKS[:, None] >> np.arange(13) & 1 == 1)
"""Does ace-king with these other ranks hold a card of the upcard's rank?"""


def ace_king(rules: Rules) -> Ints:
    """What betting brings over folding with ace-king, by the other three ranks and the upcard's, in all deals."""
    best, hands = SOLVER.best(rules), SOLVER.against.hands(NOTHING)
    here = (hands.values >= ACE_KING) & (hands.values < least(ONE_PAIR, 0))
    gains = np.zeros((1 << KING, 13), np.int64)
    np.add.at(gains, hands.values[here] >> 13 & (1 << KING) - 1, best.gains[:, here].T)
    return gains


def valued_as(ranks: int) -> int:
    """The value of ace-king with these other ranks."""
    return (0b11 << KING | ranks) << 13


def least_to_bet(rules: Rules) -> list[int]:
    """By the upcard's rank and whether it is matched: the value of the least hand worth a bet, chosen so that
    betting it and all above it is worth most."""
    gains, found = ace_king(rules), []
    for up in range(13):
        for matched in (False, True):
            above = np.where(MATCHES[:, up] == matched, gains[:, up], 0)[::-1].cumsum()[::-1]
            least_ = np.flatnonzero(above == above.max())[-1]
            found.append(valued_as(int(least_)) if above[least_] > 0 else least(ONE_PAIR, 0))
    return found


def by_chart(rules: Rules) -> Bits:
    """Where ace-king is a bet by the chart."""
    thresholds = np.array(least_to_bet(rules)).reshape(13, 2)
    found: Bits = (
        valued_as(0) + (LOWER_RANKS[:, None] << 13) >= thresholds[np.arange(13), MATCHES.astype(int)]
    )
    return found


def by_thumb(_rules: Rules) -> Bits:
    """The published rule for ace-king (Wizard of Odds), which leaves the fifth card out of account."""
    found = np.zeros(MATCHES.shape, np.bool_)
    for ranks in range(1 << KING):
        fourth = (ranks & (1 << QUEEN) - 1).bit_length() - 1
        for up in range(13):
            if up >= KING:
                found[ranks, up] = ranks >> JACK
            else:
                found[ranks, up] = ranks >> up & 1 or (ranks >> QUEEN and up < fourth)
    return found


def cost(rules: Rules, bets: Callable[[Rules], Bits]) -> Fraction:
    """What it costs, in antes, to play ace-king by this rule and not by every card."""
    best = SOLVER.best(rules)
    won = int(ace_king(rules)[bets(rules)].sum())
    return ace_king_worth(rules) - Fraction(won, best.worth.parts * best.deals)


def ace_king_worth(rules: Rules) -> Fraction:
    """What ace-king brings, in antes, over folding it always, played by every card."""
    best, (fold, bet) = SOLVER.best(rules), SOLVER.best(rules).worth.brings[0]
    won = sum(int(n) * int(each) for n, each in zip(best.counts[0, 1], bet - fold, strict=True))
    return Fraction(won, best.worth.parts * best.deals)


def extremes(rules: Rules) -> tuple[int, int]:
    """The values of the lowest hand that is ever bet and of the highest that is ever folded."""
    best, values = SOLVER.best(rules), SOLVER.against.hands(NOTHING).values
    bet, folded = ((best.chosen == choice).any(axis=1) for choice in (1, 0))
    return int(values[bet].min()), int(values[folded].max())


def strategy(rules: Rules) -> Strategy:
    pair, thresholds = least(ONE_PAIR, 0), least_to_bet(rules)

    def cell(up: int, matched: bool) -> str:
        value = thresholds[2 * up + matched]
        if up >= KING and not matched:
            return ""
        return "none" if value == pair else named(value)

    (bet_from, fold_to), values = extremes(rules), SOLVER.against.hands(NOTHING).values
    edge = -SOLVER.best(rules).expectation
    chart, thumb = cost(rules, by_chart), cost(rules, by_thumb)
    every = cost(rules, lambda _: np.ones(MATCHES.shape, np.bool_))
    return Strategy(
        game=rules.game.id,
        rule=f"Always bet with {named(int(values[values > fold_to].min()))} or better; always fold less than "
        f"{named(bet_from)}; with ace-king in between, bet from the hand that the chart gives for the dealer's "
        "upcard.",
        charts=(
            Chart(
                "The least ace-king to bet, by the dealer's upcard",
                ("you hold one like it", "you do not"),
                tuple((RANKS[up], cell(up, True), cell(up, False)) for up in range(13)),
            ),
        ),
        notes=(
            f"By every card the house edge is {_percent(edge)} of the ante, by the chart {_percent(edge + chart)}.",
            "The usual rule of thumb (bet ace-king when the upcard, two to queen, matches one of your cards; when "
            "it is an ace or king and you hold a queen or jack; when it matches nothing, you hold a queen and your "
            f"fourth card is higher than it) comes to {_percent(edge + thumb)}.",
            "A hand that wins on the progressive is always bet, so the progressive does not enter the decision.",
        ),
        house_edge=edge,
        chart_edge=edge + chart,
        simpler={
            "bet ace-king by the chart": edge + chart,
            "bet ace-king by the rule of thumb": edge + thumb,
            "bet every ace-king": edge + every,
            "bet with a pair or better only": edge + ace_king_worth(rules),
        },
    )


def _percent(value: Fraction) -> str:
    return f"{float(100 * value):.4f}%"


# ---- advice --------------------------------------------------------------------------------------------


def advise(table: Table, ask: Ask) -> Advice:
    """Bet or fold against every hand that the dealer may hold with this upcard. The progressive wager is included,
    by the amount on the meter, where a fold forfeits it."""
    rules, hand = table.rules, hand_asked(table, ask)
    met = SOLVER.shares(rules, hand.cards, shown(table, ask, "dealer"), unseen(table, ask).tolist())
    mine, fold = best_five(hand.cards), fold_of(rules)
    row, most = HANDS[category(mine)], {"bet": limit(rules)}
    prize, dollar = rules.pay("progressive").get(row), hand.stake("progressive")
    won = progressive_pays(table.ledger[ACCOUNT], prize.meter, prize.prize, 1) if prize and dollar else 0
    of_dollar = won - dollar if "progressive" in fold.fates else 0
    stakes = {"ante": hand.stake("ante"), "progressive": dollar}

    def worth(decision: str, amount: Cents) -> float:
        if decision == "fold":
            return valued(rules, fold, stakes)
        made = {**stakes, "bet": amount}
        return sum(share * valued(rules, end, made, row, most) for end, share in met.items()) + of_dollar

    if category(mine):
        why = "A pair or better bets."
    elif dealer_qualifies(mine):
        why = "With ace-king it turns on the other three cards and the dealer's upcard."
    else:
        why = "Less than ace-king folds: it beats no dealer's hand that qualifies."
    return best_choice(ask, worth, why)


# ---- simulation ----------------------------------------------------------------------------------------

ANTE, PROGRESSIVE = range(2)


class CaribbeanStudTerms(NamedTuple):
    """The rules in the form that the compiled round reads: ``least_to_bet``, and the lines of each wager; of the bet by
    ending and kind of hand, of the progressive by kind of hand."""

    chart: Ints
    ante: Ints
    bet: Ints
    progressive: Ints


@rule("16.10(a)")
def worth_a_bet(mine: int, up: int, chart: Ints) -> bool:
    """Is the hand a bet by the chart?"""
    rank = up >> 2
    return bool(mine >= chart[2 * rank + (leading(mine) >> rank & 1)])


@rule("16.10(a)", "16.10(e)", "16.10(f)", "16.11(c)", "16.12(c)", "16.12(e)", lean=True)
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Ints,
    terms: CaribbeanStudTerms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One round: cards one at a time, player and dealer by turns, the dealer's first face up. A progressive wager
    simulated by itself is one beside an ante that is not counted."""
    mine = best_five((tape[at], tape[at + 2], tape[at + 4], tape[at + 6], tape[at + 8]))
    ante, dollar = stakes[ANTE], stakes[PROGRESSIVE]
    staked[ANTE] += ante
    staked[PROGRESSIVE] += dollar
    if not worth_a_bet(mine, tape[at + 1], terms.chart):  # no hand that the progressive pays
        net[ANTE] += brings(ante, terms.ante[CaribbeanStudShowdown.FOLD])
        net[PROGRESSIVE] -= dollar
        return at + 10
    kind = category(mine)
    theirs = best_five((tape[at + 1], tape[at + 3], tape[at + 5], tape[at + 7], tape[at + 9]))
    end = against_dealer(mine, theirs)
    staked[ANTE] += 2 * ante
    net[ANTE] += brings(ante, terms.ante[end]) + brings(2 * ante, terms.bet[end, kind])
    if dollar > 0:
        net[PROGRESSIVE] += brings(dollar, terms.progressive[kind])
    return at + 10


def progressive_lines(rules: Rules, meter: Cents) -> Ints:
    """What the progressive pays each kind of hand, the dollar is lost in any case (16.7(b))."""
    prizes = map(rules.pay("progressive").get, HANDS)
    won = (progressive_pays(meter, prize.meter, prize.prize, 1) if prize else 0 for prize in prizes)
    return packed([(0, 1, each, NO_LIMIT, ALL) for each in won])


def simulation(rules: Rules) -> Simulation:
    """The meter stays at its initial amount, so that the figures are those of the exact odds."""
    return Simulation(
        game=rules.game.id,
        wagers=("ante", "progressive"),
        play=play,
        rules=CaribbeanStudTerms(
            np.array(least_to_bet(rules)),
            packed(lines(rules, "ante", CaribbeanStudShowdown)),
            packed(lines_by_hand(rules, "bet", CaribbeanStudShowdown, HANDS, limit(rules))),
            progressive_lines(rules, cents(rules["progressive-reset"])),
        ),
        equipment="deck",
        size=52,
        draws=10,
        reserve=lambda stakes: int(3 * stakes[ANTE] + stakes[PROGRESSIVE]),
    )
