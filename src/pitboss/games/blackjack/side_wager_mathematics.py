"""The results of the side wagers, by counting every arrangement of their three cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product

from pitboss.book import Rules
from pitboss.games.blackjack import bonus_wager
from pitboss.games.blackjack.bonus_wager import chance
from pitboss.games.blackjack.hands import points
from pitboss.games.blackjack.progressive_wager import PROGRESSIVE, ROWS, aces
from pitboss.games.blackjack.side_wagers import ACE, SideWager, When
from pitboss.law import Rule
from pitboss.money import DOLLAR, cents, money
from pitboss.odds import Meter, Outcome, WagerOdds, counted
from pitboss.odds.endings import unit

TOP = ROWS[-1]

Row = Rule[[int, int, int], int]

PER = {
    When.FIRST_CARDS: "unit of the wager",
    When.THREE_CARDS: "unit of the wager; two sevens are drawn to, not split",
    When.DEALERS_CARDS: "unit of the wager",
    When.TWO_CARDS_AND_BLACKJACK: "unit of the wager",
}


def side_odds(rules: Rules, side: SideWager, cards: Sequence[int] | None = None) -> WagerOdds:
    """From a fresh shoe, or from these cards."""
    shoe = Counter(rules.pack() if cards is None else cards)
    counts = row_counts(side.row, side.when, tuple(sorted(shoe.items())))
    nets = {side.rows[row]: unit(line) for row, line in enumerate(side.lines(rules))}
    given: Counter[str] = Counter()
    for row, count in sorted(counts.items()):
        given[side.rows[row]] += count  # a match of the first card and one of the second have the same name
    table = rules.pay(side.wager).table
    return counted(side.wager, given, nets, table=table, options=rules.options, per=PER[side.when])


@lru_cache(64)
def row_counts(row: Row, when: When, shoe: tuple[tuple[int, int], ...]) -> Mapping[int, int]:
    """How often each row occurs among all ways to deal the wager's cards from a shoe: full, or the rest of one. The
    shoe is given as counts of cards."""
    return with_blackjack(row, dict(shoe)) if when == When.TWO_CARDS_AND_BLACKJACK else three_cards(row, shoe)


def three_cards(row: Row, shoe: tuple[tuple[int, int], ...]) -> Counter[int]:
    found: Counter[int] = Counter()
    for (a, first), (b, second) in product(shoe, repeat=2):
        two = first * (second - (a == b))
        for c, third in shoe if two else ():
            found[row(a, b, c)] += two * (third - (a == c) - (b == c))
    return found


def with_blackjack(row: Row, shoe: dict[int, int]) -> Counter[int]:
    """Two cards, and the dealer's two from the rest."""
    found: Counter[int] = Counter()
    left = sum(shoe.values()) - 2
    aces, tens = (sum(n for card, n in shoe.items() if points(card) == value) for value in (1, 10))
    for (a, first), (b, second) in product(shoe.items(), repeat=2):
        two = first * (second - (a == b))
        gone = [points(a), points(b)]
        blackjacks = 2 * (aces - gone.count(1)) * (tens - gone.count(10))
        found[row(a, b, 1)] += two * blackjacks
        found[row(a, b, 0)] += two * (left * (left - 1) - blackjacks)
    return found


# ---- the blackjack bonus and the progressive -------------------------------------------------------------


def bonus_odds(rules: Rules, cards: Sequence[int]) -> Iterable[WagerOdds]:
    """A wager of $1 and one of $5: the chance of a blackjack, and then of each prize."""
    won, kept = chance(cards), bonus_wager.keeps_stake(rules)
    for stake in bonus_wager.STAKES:
        found = bonus_wager.prizes(rules, stake)
        tickets = sum(each.weight for each in found)
        outcomes = [Outcome("no blackjack", 1 - won, Fraction(-1))] + [
            Outcome(money(each.amount), won * each.weight / tickets, Fraction(each.amount, stake) - kept)
            for each in found
        ]
        per = f"unit of a wager of {money(stake)}, the stake {'kept' if kept else 'returned with the prize'}"
        yield WagerOdds(
            wager=bonus_wager.BONUS,
            table=money(stake),
            options=rules.options,
            outcomes=tuple(outcomes),
            per=per,
        )


def progressive_odds(rules: Rules, cards: Sequence[int]) -> WagerOdds:
    """By the first four cards of the box: best play splits aces or draws to them, so they are always dealt. The meter
    is taken at its initial amount, before this wager's contribution."""
    counts = aces_counts(tuple(sorted(Counter(cards).items())))
    pay, meter = rules.pay(PROGRESSIVE), cents(rules["progressive-seed"])
    fixed = {row: odds.prize for row, odds in pay.rows.items() if not odds.meter}
    total = sum(counts.values())
    short = total * DOLLAR - sum(counts[row] * prize for row, prize in fixed.items())
    even = round(Fraction(short, counts[TOP])) if counts[TOP] else None
    given = "four aces are not left" if even is None else f"breaks even at a meter of {money(even)}"
    nets = {row: Fraction(fixed.get(row, 0), DOLLAR) - 1 for row in ROWS} | {TOP: Fraction(meter, DOLLAR) - 1}
    per = f"unit of the wager, aces split or drawn to, the meter at {money(meter)}; {given}"
    rate, house = int(rules["progressive-rate"]), cents(rules["reset-amount"])
    found = Meter.counted(pay, counts, meter, DOLLAR, rate, house)
    return counted(
        PROGRESSIVE,
        counts,
        nets,
        table=pay.table,
        options=rules.options,
        per=per,
        break_even=even,
        meter=found,
    )


@lru_cache(16)
def aces_counts(shoe: tuple[tuple[int, int], ...]) -> Mapping[str, int]:
    """How often each row occurs among all ways to deal four cards; cards other than aces are alike."""
    suits = {card: n for card, n in shoe if card >> 2 == ACE}
    others = {0: sum(n for card, n in shoe if card not in suits)}
    found: Counter[str] = Counter()
    for cards in product({**others, **suits}, repeat=4):
        left, ways = {**others, **suits}, 1
        for card in cards:
            ways *= left[card]
            left[card] -= 1
        found[ROWS[aces(*cards)]] += ways
    return found
