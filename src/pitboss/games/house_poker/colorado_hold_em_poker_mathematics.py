"""The mathematics of Colorado hold 'em poker: every way of playing every hand, exactly.

Suits are alike, so 1,911 hands stand for the 22,100. For each of them and each card that may be discarded, the
boards of the 49 unseen cards are counted: those of all 50 cards beside the two kept, less those with the discard.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, lcm
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Ints
from pitboss.book import Ask, Rules, rule
from pitboss.book.endings import brings, card_line, card_lines, line
from pitboss.compiler import kernel
from pitboss.equipment.cards import RANKS, name
from pitboss.games.advising import best_choice, hand_asked, unseen
from pitboss.games.house_poker.colorado_hold_em_poker import (
    BANDS,
    BONUS,
    BONUS_WAGER,
    INSTANT_WINNERS,
    Bands,
    Left,
    ante_and_bet,
    bonus_after_fold,
    five_cards,
    instant_winner,
    row_of_five,
)
from pitboss.games.house_poker.family import low_ace
from pitboss.games.payout_limit import together
from pitboss.money import Cents, cents, money
from pitboss.odds import Advice, Chart, Outcome, Strategy, WagerOdds, merge
from pitboss.odds.endings import brought, packed, unit, valued
from pitboss.sim import Simulation
from pitboss.table import Table

MADE: Final = 22
"""What ``five_cards`` may distinguish."""
BOARDS: Final = comb(49, 3)
DEALS: Final = comb(52, 3) * BOARDS

# A player's actions: these, and from CHECK and PLAY on one for each card that may be discarded, the hand being
# in ascending order. Among equally good actions the first is taken, so nothing is staked to no purpose.
FOLD, DECLARE, CHECK, PLAY, ACTIONS = 0, 1, 2, 5, 8
BARRED: Final = -(2**62)

# ---- counting --------------------------------------------------------------------------------------------


class Hands(NamedTuple):
    """Hands of three cards in ascending order that stand for all, how many each stands for, and which one stands
    for each of the 22,100."""

    cards: Ints
    times: Ints
    standing_for: dict[tuple[int, int, int], int]


@cache
def hands() -> Hands:
    kinds: dict[tuple[int, ...], int] = {}
    standing_for = {}
    for held in combinations(range(52), 3):
        suits = list(dict.fromkeys(card & 3 for card in held))  # named in the order in which they come
        alike = tuple(card & ~3 | suits.index(card & 3) for card in held)
        standing_for[held] = kinds.setdefault(alike, len(kinds))
    times = Counter(standing_for.values())
    return Hands(np.array(list(kinds)), np.array([times[n] for n in range(len(kinds))]), standing_for)


@kernel
def count_boards(counts: Ints) -> None:
    """The hands that two cards make with three of the other 50, by ranks (the lower first) and by whether they are
    suited."""
    for low in range(13):
        for high in range(low, 13):
            for suited in range(2 if low < high else 1):
                a, b = 4 * low, 4 * high + 1 - suited
                made = counts[low, high, suited]
                for c in range(52):
                    for d in range(c):
                        for e in range(d):
                            if c != a and c != b and d != a and d != b and e != a and e != b:
                                made[five_cards(a, b, c, d, e)] += 1


@kernel
def count_with(cards: Ints, counts: Ints) -> None:
    """The hands that two cards of each hand make with its third card and two of the other 49."""
    for n in range(len(cards)):
        for third in range(3):
            c = cards[n, third]
            a, b = cards[n, (third + 1) % 3], cards[n, (third + 2) % 3]
            for d in range(52):
                for e in range(d):
                    if d != a and d != b and d != c and e != a and e != b and e != c:
                        counts[n, third, five_cards(a, b, c, d, e)] += 1


@cache
def all_boards() -> Ints:
    """The hands that two cards make on the 19,600 boards without them."""
    counts = np.zeros((13, 13, 2, MADE), np.int64)
    count_boards(counts)
    return counts


@cache
def made() -> Ints:
    """For each hand and each discard, the number of the 18,424 boards on which it makes each hand of ``five_cards``."""
    held, boards = hands().cards, all_boards()
    with_discard = np.zeros((len(held), 3, MADE), np.int64)
    count_with(held, with_discard)
    counts = -with_discard
    for discard, (low, high) in enumerate(((1, 2), (0, 2), (0, 1))):
        one, other = held[:, low], held[:, high]
        counts[:, discard] += boards[one >> 2, other >> 2, (one & 3 == other & 3).astype(int)]
    return counts


def by_rows(bands: Bands) -> Ints:
    """The same by the rows of a wager."""
    rows = np.zeros((MADE, len(bands.rows)), np.int64)
    for each in range(MADE):
        rows[each, row_of_five(each, bands.returned, bands.paid)] = 1
    return made() @ rows


# ---- decisions -------------------------------------------------------------------------------------------


class Priced(NamedTuple):
    """How a wager may end: the net for a unit of each of its rows, of each instant winner, and of a fold."""

    bands: Bands
    rows: tuple[Fraction, ...]
    instant: tuple[Fraction, ...]
    fold: Fraction


def priced(rules: Rules, wager: str) -> Priced:
    """At the minimum, which no payout limit reduces."""
    if wager == "bonus" and not rules.offers("bonus"):
        nothing = Fraction(0)
        return Priced(BONUS, (nothing,) * len(BONUS.rows), (nothing,) * 3, nothing)
    bonus = wager == "bonus"
    paid, bands = (BONUS_WAGER, BONUS) if bonus else (ante_and_bet(rules)[0], BANDS[str(rules["version"])])
    units = [unit(card_line(rules, paid, hand)) for hand in paid.hands]
    rows, instant = units[: len(bands.rows)], units[len(bands.rows) :]
    fold = brought(rules, bonus_after_fold(rules), bonus=1) if bonus else brought(rules, Left.FOLD, ante=1)
    return Priced(bands, tuple(rows), (Fraction(-1), *instant), fold)


def worth(each: Priced, times: int, rules: Rules) -> tuple[Ints, int]:
    """The net of every action with every hand, over all boards, if a play wins or loses this many units, and the
    denominator of these figures."""
    scale = lcm(*(value.denominator for value in (*each.rows, *each.instant, each.fold)))
    held = hands().cards
    values = np.full((len(held), ACTIONS), BARRED, np.int64)
    played = by_rows(each.bands) @ np.array([int(value * scale) for value in each.rows])
    values[:, PLAY:] = times * played
    if rules["version"] == "required-bet":
        values[:, FOLD] = int(each.fold * scale) * BOARDS
    else:
        values[:, CHECK:PLAY] = played
    for n, kind in enumerate(instants(low_ace(rules))):
        if kind:
            values[n, DECLARE] = int(each.instant[kind] * scale) * BOARDS
    return values, scale


@cache
def instants(low_ace: int) -> Ints:
    """Which instant winner each hand is."""
    return np.array([instant_winner(a, b, c, low_ace) for a, b, c in hands().cards.tolist()])


def decisions(rules: Rules) -> Ints:
    """The best action with each hand: the highest net of the ante and its bet; among equals, of the bonus."""
    ante, _ = worth(priced(rules, "ante"), 2, rules)
    bonus, _ = worth(priced(rules, "bonus"), 1, rules)
    equals = ante == ante.max(axis=1, keepdims=True)
    best: Ints = np.where(equals, bonus, BARRED).argmax(axis=1)
    return best


# ---- odds ------------------------------------------------------------------------------------------------


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    if wager in (None, "ante"):
        yield ante(rules)
    if wager in (None, "bonus") and rules.offers("bonus"):
        yield bonus(rules)


def ante(rules: Rules) -> WagerOdds:
    each, best = priced(rules, "ante"), decisions(rules)
    played = int(hands().times[best >= PLAY].sum())
    return WagerOdds(
        wager="ante",
        outcomes=tuple(outcomes(each, 2, best, rules)),
        table=rules.pay("ante").table,
        options=rules.options,
        per="unit of the ante, its bet included",
        wagered=1 + Fraction(played, comb(52, 3)),
    )


def bonus(rules: Rules) -> WagerOdds:
    return WagerOdds(
        wager="bonus",
        outcomes=merge(outcomes(priced(rules, "bonus"), 1, decisions(rules), rules)),
        table=rules.pay("bonus").table,
        options=rules.options,
        per="unit of the wager, the hand played as is best for the ante",
    )


def outcomes(each: Priced, times: int, best: Ints, rules: Rules) -> Iterator[Outcome]:
    """How a wager may end if every hand is played in the given way; a play multiplies the net."""
    standing = hands().times
    played = by_rows(each.bands)
    for first, factor, how in ((PLAY, times, ", bet" if times > 1 else ""), (CHECK, 1, "")):
        chosen = (best >= first) & (best < first + 3)
        discards = best[chosen] - first
        counts = standing[chosen] @ played[np.flatnonzero(chosen), discards]
        for row in reversed(range(len(each.rows))):
            if counts[row]:
                lost = row == 0 or each.rows[row] < 0
                name = each.bands.rows[0] if lost else each.bands.rows[row]
                yield Outcome(name + how, Fraction(int(counts[row]), DEALS), factor * each.rows[row])
    for kind in (2, 1):
        declared = int(standing[(best == DECLARE) & (instants(low_ace(rules)) == kind)].sum())
        if declared:
            yield Outcome(INSTANT_WINNERS[kind], Fraction(declared, comb(52, 3)), each.instant[kind])
    if folded := int(standing[best == FOLD].sum()):
        yield Outcome("fold", Fraction(folded, comb(52, 3)), each.fold)


# ---- strategy --------------------------------------------------------------------------------------------


def kept(rules: Rules) -> list[list[Fraction]]:
    """The net for a unit of two cards kept with any three of the other 50: suited above the diagonal, where the row is
    the higher rank, pairs on it, others below."""
    each = priced(rules, "ante")
    pays = [each.rows[row_of_five(made, each.bands.returned, each.bands.paid)] for made in range(MADE)]

    def value(row: int, column: int) -> Fraction:
        counts = all_boards()[min(row, column), max(row, column), int(row > column)].tolist()
        return sum((n * pay for n, pay in zip(counts, pays, strict=True)), Fraction(0)) / comb(50, 3)

    return [[value(row, column) for column in range(13)] for row in range(13)]


def by_the_chart(rules: Rules) -> Ints:
    """The action that the chart of two cards gives for each hand."""
    values = kept(rules)
    required = rules["version"] == "required-bet"
    chosen = []
    for held, instant in zip(hands().cards.tolist(), instants(low_ace(rules)).tolist(), strict=True):
        worths = []
        for discard in range(3):
            low, high = (card for n, card in enumerate(held) if n != discard)
            ranks = (high >> 2, low >> 2) if low & 3 == high & 3 else (low >> 2, high >> 2)
            worths.append(values[ranks[0]][ranks[1]])
        best = max(worths)
        if instant:
            chosen.append(DECLARE)
        elif required and best <= Fraction(-1, 2):
            chosen.append(FOLD)
        else:
            chosen.append((PLAY if required or best > 0 else CHECK) + worths.index(best))
    return np.array(chosen)


def nets(rules: Rules, wager: str, actions: Ints) -> Fraction:
    """The net of a round for a unit of the wager if every hand is played in the given way."""
    values, scale = worth(priced(rules, wager), 2 if wager == "ante" else 1, rules)
    total = (values[np.arange(len(actions)), actions] * hands().times).sum()
    return Fraction(int(total), scale * DEALS)


def strategy(rules: Rules) -> Strategy:
    required = rules["version"] == "required-bet"
    rows = (
        (RANKS[row], *(f"{round(1000 * cell):+}" for cell in cells[::-1]))
        for row, cells in reversed(list(enumerate(kept(rules))))
    )
    otherwise = (
        "play if they are worth more than -500, else fold"
        if required
        else "bet if they are worth more than nothing, else play without a bet"
    )
    edge = ante(rules).house_edge
    chart = nets(rules, "ante", decisions(rules)) - nets(rules, "ante", by_the_chart(rules))
    return Strategy(
        game=rules.game.id,
        rule=f"Declare an instant winner. Otherwise keep the two cards that the chart values most; {otherwise}.",
        charts=(
            Chart("Two cards to keep: the net of the ante, in thousandths", tuple(RANKS[::-1]), tuple(rows)),
        ),
        notes=tuple(notes(rules)),
        legend={
            "above the diagonal": "two cards of one suit",
            "below it": "two cards of different suits",
        },
        house_edge=edge,
        chart_edge=edge + chart,
        simpler={"keep two cards by the chart, whatever is discarded": edge + chart},
    )


def notes(rules: Rules) -> Iterator[str]:
    best, chart = decisions(rules), by_the_chart(rules)
    instant = instants(low_ace(rules)) > 0
    better = int(hands().times[instant & (best != DECLARE)].sum())
    yield (
        f"Of the {int(hands().times[instant].sum())} instant winners "
        f"{better or 'none'} {'are' if better > 1 else 'is'} worth more played on."
    )
    ante_best, ante_chart = nets(rules, "ante", best), nets(rules, "ante", chart)
    other = int(hands().times[best != chart].sum())
    yield (
        f"The best play looks at the card discarded too. In {other:,} of 22,100 hands it differs from the chart, "
        f"which costs {float(100 * (ante_best - ante_chart)):.4f} percent of the ante; the edge given is of the best."
    )
    if rules.offers("bonus"):
        least = rules.limits("ante").least
        yield (
            f"With the bonus beside an ante of {money(least)}, play for both together would bring "
            f"{float(joint_gain(rules)):.2f} cents a round more than play for the ante alone."
        )
    yield "Computed for wagers of a size that no payout limit cuts."


def joint_gain(rules: Rules) -> Fraction:
    """The gain of a player with the minimum ante and the bonus, in cents a round, from playing for both together."""
    stakes = rules.limits("ante").least, rules.limits("bonus").least
    ante, ante_scale = worth(priced(rules, "ante"), 2, rules)
    bonus, bonus_scale = worth(priced(rules, "bonus"), 1, rules)
    common = lcm(ante_scale, bonus_scale)
    together = np.where(ante == BARRED, 0, ante) * (stakes[0] * (common // ante_scale))
    together += np.where(ante == BARRED, 0, bonus) * (stakes[1] * (common // bonus_scale))
    together[ante == BARRED] = BARRED
    alone = together[np.arange(len(together)), decisions(rules)]
    total = ((together.max(axis=1) - alone) * hands().times).sum()
    return Fraction(int(total), common * DEALS)


# ---- advice ----------------------------------------------------------------------------------------------


@kernel
def count_made(hand: Ints, unseen: Ints, counts: Ints) -> None:
    """For each card of a hand that may be discarded, the number of boards on which the others make each hand."""
    for discard in range(3):
        a, b = hand[(discard + 1) % 3], hand[(discard + 2) % 3]
        for i in range(len(unseen)):
            for j in range(i):
                for k in range(j):
                    counts[discard, five_cards(a, b, unseen[i], unseen[j], unseen[k])] += 1


def advise(table: Table, ask: Ask) -> Advice:
    """Ante, bet and bonus together, for a discard decides them all. No payout limit is considered."""
    hand, rules = hand_asked(table, ask), table.rules
    counts = np.zeros((3, MADE), np.int64)
    count_made(np.array(hand.cards), unseen(table, ask), counts)
    main, side = priced(rules, "ante"), priced(rules, "bonus")
    on_main, on_side = (counts @ by_made(each) / counts[0].sum() for each in (main, side))
    ante, bonus = hand.stake("ante"), hand.stake("bonus")
    a, b, c = hand.cards
    instant = instant_winner(a, b, c, low_ace(rules))

    def kept(discard: int, staked: Cents) -> float:
        return float(staked * on_main[discard] + bonus * on_side[discard])

    def worth(decision: str, amount: Cents) -> float:
        match decision:
            case "fold":
                return float(ante * main.fold + bonus * side.fold)
            case "declare-instant-winner" if instant:
                return float(ante * main.instant[instant] + bonus * side.instant[instant])
            case "declare-instant-winner":  # a false one, 23.14(d)
                lost = bonus if rules["reading-bonus-after-false-declaration"] == "lost" else 0
                return valued(rules, Left.FALSE_DECLARATION, {"ante": ante, "bonus": lost})
            case "play" | "check":
                return max(kept(discard, ante + amount) for discard in range(3))
        names = [f"discard-{name(card)}" for card in hand.cards]
        return kept(names.index(decision), ante + hand.stake("bet"))

    best = max(range(3), key=lambda discard: kept(discard, 2 * ante))
    why = " and ".join(name(card) for n, card in enumerate(hand.cards) if n != best)
    if instant:
        return best_choice(ask, worth, f"An instant winner is paid at once if declared; else keep {why}.")
    return best_choice(ask, worth, f"The best two to keep are {why}.")


def by_made(each: Priced) -> NDArray[np.float64]:
    """The net for a unit by the hand made."""
    bands = each.bands
    return np.array([float(each.rows[row_of_five(n, bands.returned, bands.paid)]) for n in range(MADE)])


# ---- simulation ------------------------------------------------------------------------------------------

AT_ANTE, AT_BONUS = range(2)
BONUS_RETURNED: Final = BONUS.returned
BONUS_PAID: Final = BONUS.paid
BEFORE_INSTANT: Final = len(BONUS.rows) - 1
"""The lines of the instant winners follow those of the rows."""


class ColoradoTerms(NamedTuple):
    """The rules in the form that the compiled round reads: limit, low ace, the bands of the ante; the lines of ante and
    bonus by row and instant winner, and those of a fold; and the decisions, four bits for each hand."""

    limit: int
    low_ace: int
    returned: int
    paid: int
    ante: Ints
    bonus: Ints
    fold: Ints
    decisions: Ints


@rule("23.10(b)", "23.11(b)", lean=True)
def decision(low: int, middle: int, high: int, terms: ColoradoTerms) -> int:
    """What is best with three cards in ascending order."""
    place = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
    return int(terms.decisions[place >> 4] >> 4 * (place & 15) & 15)


@rule("23.10", "23.11", lean=True)
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Ints,
    terms: ColoradoTerms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One round: cards one at a time, to the player and to the community by turns."""
    a, d, b, e, c, f = tape[at], tape[at + 1], tape[at + 2], tape[at + 3], tape[at + 4], tape[at + 5]
    low, middle, high = min(a, b, c), max(min(a, b), min(max(a, b), c)), max(a, b, c)
    action = decision(low, middle, high, terms)
    ante, bonus = stakes[AT_ANTE], stakes[AT_BONUS]
    wagers = 2 if action >= PLAY else 1
    staked[AT_ANTE] += wagers * ante
    staked[AT_BONUS] += bonus
    if action == FOLD:
        net[AT_ANTE] += brings(ante, terms.fold[AT_ANTE])
        net[AT_BONUS] += brings(bonus, terms.fold[AT_BONUS])
    elif action == DECLARE:
        row = BEFORE_INSTANT + instant_winner(a, b, c, terms.low_ace)
        net[AT_ANTE] += together(ante, 1, terms.ante[row], terms.limit)
        net[AT_BONUS] += brings(bonus, terms.bonus[row])
    else:
        discard = (action - CHECK) % 3
        one, other = middle if discard == 0 else low, middle if discard == 2 else high
        made = five_cards(one, other, d, e, f)
        row = row_of_five(made, terms.returned, terms.paid)
        net[AT_ANTE] += together(ante, wagers, terms.ante[row], terms.limit)
        net[AT_BONUS] += brings(bonus, terms.bonus[row_of_five(made, BONUS_RETURNED, BONUS_PAID)])
    return at + 6


def packed_decisions(rules: Rules) -> Ints:
    """The best action with each hand, in the order in which ``decision`` finds them."""
    best = decisions(rules).tolist()
    standing_for = hands().standing_for
    actions = [
        best[standing_for[low, middle, high]]
        for high in range(2, 52)
        for middle in range(1, high)
        for low in range(middle)
    ]
    nibbles = np.zeros(-(-len(actions) // 16) * 16, np.uint64)
    nibbles[: len(actions)] = actions
    words = nibbles.reshape(-1, 16) << np.arange(0, 64, 4, dtype=np.uint64)
    return np.asarray(np.bitwise_or.reduce(words, axis=1)).view(np.int64)


def simulation(rules: Rules) -> Simulation:
    bands = BANDS[str(rules["version"])]
    fold = {"ante": Left.FOLD, "bonus": bonus_after_fold(rules)}
    return Simulation(
        game=rules.game.id,
        wagers=("ante", "bonus"),
        play=play,
        rules=ColoradoTerms(
            cents(rules["payout-limit"]),
            low_ace(rules),
            bands.returned,
            bands.paid,
            packed(card_lines(rules, ante_and_bet(rules)[0])),
            packed(card_lines(rules, BONUS_WAGER)),
            packed([line(rules, wager, end.fates[wager]) for wager, end in fold.items()]),
            packed_decisions(rules),
        ),
        equipment="deck",
        size=52,
        draws=6,
        reserve=lambda stakes: int(2 * stakes[AT_ANTE] + stakes[AT_BONUS]),
    )
