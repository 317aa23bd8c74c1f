"""The mathematics of Caribbean stud poker: every player's hand against every upcard and all the dealer's hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.book import Ask, Rules, rule
from pitboss.book.endings import ALL, NO_LIMIT, brings, lines, lines_by_hand
from pitboss.compiler import kernel
from pitboss.equipment.cards import RANKS
from pitboss.games.house_poker.advising import best_choice, hand_asked, shares, shown, unseen
from pitboss.games.house_poker.caribbean_stud_poker import (
    ACCOUNT,
    ACE_KING,
    HANDS,
    Showdown,
    against_dealer,
    dealer_qualifies,
    fold_of,
    limit,
    progressive_pays,
)
from pitboss.games.house_poker.counting import (
    FIVE_CARDS,
    WITH_UPCARD,
    Dealers,
    Hands,
    against_hand,
    dealers_hands,
    player_hands,
)
from pitboss.money import DOLLAR, Cents, cents, money
from pitboss.odds import Advice, Chart, Meter, Outcome, Strategy, WagerOdds, counted, merge
from pitboss.odds.endings import brought, packed, valued
from pitboss.ranking.batch import tables
from pitboss.ranking.high import ONE_PAIR, best_five, category, describe, least
from pitboss.ranking.value import leading
from pitboss.sim import Simulation
from pitboss.table import Table

Counts = NDArray[np.int64]
DEALS = FIVE_CARDS * 47 * WITH_UPCARD
JACK, QUEEN, KING = 9, 10, 11

# ---- counting ------------------------------------------------------------------------------------------

BET: Final = (Showdown.NO_HAND, Showdown.HIGHER, Showdown.TIE, Showdown.LOWER)
"""How a hand that is bet may end."""


@kernel
def play_best(
    mine: Hands, kinds: Counts, dealers: Dealers, worth: Counts, counts: Counts, ace_king: Counts
) -> tuple[int, int]:
    """Bet or fold, whichever is better, with every hand against every upcard: deals by kind of hand and how they
    end, where each ending brings so much. ``ace_king`` has what betting brings over folding with ace-king, by the other
    three ranks and the upcard's. Returns the lowest strength that is ever bet and the highest that is ever folded."""
    bet_from, fold_to = 1 << 16, 0
    found = np.zeros(worth.shape[1], np.int64)
    for n in range(len(mine.cards)):
        kind, strength, times = kinds[n], mine.strengths[n], mine.times[n]
        for up in range(52):
            own = False
            for card in mine.cards[n]:
                own |= card == up
            if own:
                continue
            unqualified, lower, equal = dealers.unqualified[n, up], dealers.lower[n, up], dealers.equal[n, up]
            found[Showdown.NO_HAND], found[Showdown.HIGHER], found[Showdown.TIE] = unqualified, lower, equal
            found[Showdown.LOWER] = WITH_UPCARD - unqualified - lower - equal
            better = -worth[kind, Showdown.FOLD] * WITH_UPCARD
            for end in range(len(found)):
                better += worth[kind, end] * found[end]
            if better > 0:
                for end in range(len(found)):
                    counts[kind, end] += times * found[end]
                bet_from = min(bet_from, strength)
            else:
                counts[kind, Showdown.FOLD] += times * WITH_UPCARD
                fold_to = max(fold_to, strength)
            if kind == 0:
                ranks = 0
                for card in mine.cards[n]:
                    ranks |= 1 << (card >> 2)
                if ranks >> KING == 3:
                    ace_king[ranks & (1 << KING) - 1, up >> 2] += times * better
    return bet_from, fold_to


Worth = tuple[tuple[Fraction, ...], ...]
"""What ante and bet bring together with each kind of hand (a row) by ending, in antes."""


class Best(NamedTuple):
    """The game played best at the minimum ante under one pay table."""

    counts: Counts
    """Deals by kind of hand (a row) and ending (a column)."""
    worth: Worth
    scale: int
    ace_king: Counts
    bet_from: int
    fold_to: int
    """The value of the lowest hand ever bet, and of the highest ever folded."""


def best_play(rules: Rules) -> Best:
    """No payout limit touches the minimum ante (16.12(d))."""
    return _best_play(
        tuple(
            tuple(brought(rules, end, row, ante=1, bet=2 * (end in BET)) for end in Showdown) for row in HANDS
        )
    )


@cache
def _best_play(worth: Worth) -> Best:
    mine, ladder = player_hands(), tables().ladder
    dealers = dealers_hands(int(np.searchsorted(ladder, ACE_KING)))
    scale = lcm(*(each.denominator for row in worth for each in row))
    counts = np.zeros((len(HANDS), len(Showdown)), np.int64)
    ace_king = np.zeros((1 << KING, 13), np.int64)
    scaled = np.array([[int(each * scale) for each in row] for row in worth])
    kinds = (ladder[mine.strengths] >> 26).astype(np.int64)
    bet_from, fold_to = play_best(mine, kinds, dealers, scaled, counts, ace_king)
    return Best(counts, worth, scale, ace_king, int(ladder[bet_from]), int(ladder[fold_to]))


# ---- odds ----------------------------------------------------------------------------------------------


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    for name, analyze in (("ante", ante), ("progressive", progressive)):
        if wager in (None, name):
            yield analyze(rules)


def ante(rules: Rules) -> WagerOdds:
    """Ante and bet together, played best: the hand is folded where betting costs more."""
    best = best_play(rules)
    told = {Showdown.FOLD: "fold", Showdown.NO_HAND: "no hand", Showdown.TIE: "tie", Showdown.LOWER: "lose"}
    found = best.counts.sum(axis=0).tolist()
    ends = [(name, found[end], best.worth[0][end]) for end, name in told.items()]
    wins = zip(HANDS, best.counts[:, Showdown.HIGHER].tolist(), best.worth, strict=True)
    ends += [(f"win, {row}", won, worth[Showdown.HIGHER]) for row, won, worth in wins]
    return WagerOdds(
        wager="ante",
        table=rules.pay("bet").table,
        options=rules.options,
        outcomes=merge(Outcome(end, Fraction(count, DEALS), net) for end, count, net in ends if count),
        per=f"unit of the ante, bet wager included, at an ante of {money(rules.limits('ante').least)}",
        wagered=3 - 2 * Fraction(found[Showdown.FOLD], DEALS),
    )


@cache
def hands_dealt() -> list[int]:
    """How many hands of five cards are of each kind."""
    mine = player_hands()
    kinds = (tables().ladder[mine.strengths] >> 26).astype(np.int64)
    return [int(mine.times[kinds == kind].sum()) for kind in range(len(HANDS))]


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
        per=f"dollar, with {money(meter)} on the meter; even at {money(even)}",
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
    """The least meter, in cents, at which the progressive wager costs nothing."""
    pay = rules.pay("progressive")
    fixed = shares = Fraction(0)
    for row, count in zip(HANDS, hands_dealt(), strict=True):
        if row in pay.rows:
            fixed += pay[row].prize * count
            shares += Fraction(pay[row].meter * count, 100)
    return -int((fixed - DOLLAR * FIVE_CARDS) // shares)


# ---- strategy ------------------------------------------------------------------------------------------

# With ace-king it depends on the upcard: on its rank, and on whether the player holds a card of that rank.


def matches(ranks: int, up: int) -> bool:
    """Does ace-king with these other ranks hold a card of the upcard's rank?"""
    return up >= KING or bool(ranks >> up & 1)


@cache
def least_to_bet(worth: Worth) -> tuple[int, ...]:
    """By the upcard's rank and whether it is matched: the value of the least hand worth a bet, chosen so that
    betting it and all above it is worth most."""
    gains, found = _best_play(worth).ace_king, []
    for up in range(13):
        for matched in (False, True):
            held = [ranks for ranks in range(1 << KING) if gains[ranks, up] and matches(ranks, up) is matched]
            gained, best, chosen = 0, 0, least(ONE_PAIR, 0)
            for ranks in reversed(held):
                gained += int(gains[ranks, up])
                if gained > best:
                    best, chosen = gained, (0b11 << KING | ranks) << 13
            found.append(chosen)
    return tuple(found)


def by_chart(worth: Worth, ranks: int, up: int) -> bool:
    """Is ace-king with these other ranks a bet by the chart?"""
    return (0b11 << KING | ranks) << 13 >= least_to_bet(worth)[2 * up + matches(ranks, up)]


def by_thumb(worth: Worth, ranks: int, up: int) -> bool:  # noqa: ARG001
    """The published rule for ace-king (Wizard of Odds), which leaves the fifth card out of account."""
    if up >= KING:
        return bool(ranks >> JACK)
    if ranks >> up & 1:
        return True
    fourth = (ranks & (1 << QUEEN) - 1).bit_length() - 1
    return bool(ranks >> QUEEN) and up < fourth


def cost(rules: Rules, bets: Callable[[Worth, int, int], bool]) -> Fraction:
    """What it costs, in antes, to play ace-king by this rule and not by every card."""
    best = best_play(rules)
    won = sum(
        int(best.ace_king[ranks, up])
        for ranks in range(1 << KING)
        for up in range(13)
        if best.ace_king[ranks, up] and bets(best.worth, ranks, up)
    )
    return ace_king_worth(rules) - Fraction(won, best.scale * DEALS)


def ace_king_worth(rules: Rules) -> Fraction:
    """What ace-king brings, in antes, over folding it always, played by every card."""
    best = best_play(rules)
    worth, found = best.worth[0], best.counts[0].tolist()
    return sum(((worth[end] - worth[Showdown.FOLD]) * found[end] for end in BET), Fraction(0)) / DEALS


def named(value: int) -> str:
    """A hand as the chart says it: by its cards where none of them pair."""
    if category(value):
        return describe(value)
    return "-".join(RANKS[rank] for rank in range(12, -1, -1) if leading(value) >> rank & 1)


def strategy(rules: Rules) -> Strategy:
    best, pair = best_play(rules), least(ONE_PAIR, 0)
    thresholds = least_to_bet(best.worth)

    def cell(up: int, matched: bool) -> str:
        value = thresholds[2 * up + matched]
        if up >= KING and not matched:
            return ""
        return "none" if value == pair else named(value)

    above = tables().ladder[int(np.searchsorted(tables().ladder, best.fold_to)) + 1]
    edge = ante(rules).house_edge
    chart, thumb = cost(rules, by_chart), cost(rules, by_thumb)
    every = cost(rules, lambda _worth, _ranks, _up: True)
    return Strategy(
        game=rules.game.id,
        rule=f"Always bet with {named(int(above))} or better; always fold less than {named(best.bet_from)}; "
        "with ace-king in between, bet from the hand that the chart gives for the dealer's upcard.",
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
    """Bet or fold against every hand that the dealer may hold with this upcard. The progressive wager is reckoned in,
    by the meter as it stands, where a fold forfeits it."""
    rules, hand = table.rules, hand_asked(table, ask)
    (up,) = shown(table, ask, "dealer")
    met = shares(against_hand(hand.cards, up, unseen(table, ask), ACE_KING))
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
        ends = zip(met, BET, strict=True)
        return sum(share * valued(rules, end, made, row, most) for share, end in ends) + of_dollar

    if category(mine):
        why = "A pair or better bets."
    elif dealer_qualifies(mine):
        why = "With ace-king it turns on the other three cards and the dealer's upcard."
    else:
        why = "Less than ace-king folds: it beats no dealer's hand that qualifies."
    return best_choice(ask, worth, why)


# ---- simulation ----------------------------------------------------------------------------------------

ANTE, PROGRESSIVE = range(2)


class Terms(NamedTuple):
    """The rules as the compiled round reads them: ``least_to_bet``, and the lines of each wager; of the bet by ending
    and kind of hand, of the progressive by kind of hand."""

    chart: Counts
    ante: Counts
    bet: Counts
    progressive: Counts


@rule("16.10(a)")
def worth_a_bet(mine: int, up: int, chart: Counts) -> bool:
    """Is the hand a bet by the chart?"""
    rank = up >> 2
    return bool(mine >= chart[2 * rank + (leading(mine) >> rank & 1)])


@rule("16.10(a)", "16.10(e)", "16.10(f)", "16.11(c)", "16.12(c)", "16.12(e)", lean=True)
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Counts,
    terms: Terms,
    memory: Counts,  # noqa: ARG001
    net: Counts,
    staked: Counts,
) -> int:
    """One round: cards one at a time, player and dealer by turns, the dealer's first face up. A progressive wager
    simulated by itself is one beside an ante that is not counted."""
    mine = best_five((tape[at], tape[at + 2], tape[at + 4], tape[at + 6], tape[at + 8]))
    ante, dollar = stakes[ANTE], stakes[PROGRESSIVE]
    staked[ANTE] += ante
    staked[PROGRESSIVE] += dollar
    if not worth_a_bet(mine, tape[at + 1], terms.chart):  # no hand that the progressive pays
        net[ANTE] += brings(ante, terms.ante[Showdown.FOLD])
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


def progressive_lines(rules: Rules, meter: Cents) -> Counts:
    """What the progressive pays each kind of hand, the dollar being gone in any case (16.7(b))."""
    prizes = map(rules.pay("progressive").get, HANDS)
    won = (progressive_pays(meter, prize.meter, prize.prize, 1) if prize else 0 for prize in prizes)
    return packed([(0, 1, each, NO_LIMIT, ALL) for each in won])


def simulation(rules: Rules) -> Simulation:
    """The meter stands still, at its initial amount, so that the figures are those of the exact odds."""
    return Simulation(
        game=rules.game.id,
        wagers=("ante", "progressive"),
        play=play,
        rules=Terms(
            np.array(least_to_bet(best_play(rules).worth)),
            packed(lines(rules, "ante", Showdown)),
            packed(lines_by_hand(rules, "bet", Showdown, HANDS, limit(rules))),
            progressive_lines(rules, cents(rules["progressive-reset"])),
        ),
        equipment="deck",
        size=52,
        draws=10,
        reserve=lambda stakes: int(3 * stakes[ANTE] + stakes[PROGRESSIVE]),
    )
