"""The blackjack bonus wager, 2.20: a button draws the prize, within a range and with frequencies that the house
sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import gcd
from typing import NamedTuple

from pitboss.book import Finding, Refused, Round, Rules, Say, Settle, Spin, carries, cite
from pitboss.games.blackjack.boxes import Box, ruled, shown
from pitboss.games.blackjack.hands import points
from pitboss.money import DOLLAR, Cents, cents, dollars, money
from pitboss.table import Table

BONUS = "blackjack-bonus"
STAKES = (DOLLAR, 5 * DOLLAR)
FAILED = "bonus-system-fails"
UNKNOWN_PAYS = 21
"""To one, where the prize cannot be determined (2.15(o)): odds, so the wager is also returned."""


class Prize(NamedTuple):
    """A prize and its relative frequency."""

    amount: Cents
    weight: int


def prizes(rules: Rules, stake: Cents) -> list[Prize]:
    """The prizes for a wager of $1 or $5 at this table."""
    amounts, weights = (
        [cents(each) for each in str(rules[f"bonus-{what}-{stake // DOLLAR}"]).split()]
        for what in ("prizes", "weights")
    )
    if len(amounts) != len(weights):
        raise Refused(f"{len(amounts)} bonus prizes have {len(weights)} weights", "2.20(j)")
    whole = gcd(*weights)
    return [Prize(amount, weight // whole) for amount, weight in zip(amounts, weights, strict=True)]


def mean(rules: Rules, stake: Cents) -> Fraction:
    """The average payout of a winning wager, in cents."""
    found = prizes(rules, stake)
    return Fraction(sum(each.amount * each.weight for each in found), sum(each.weight for each in found))


def chance(cards: Sequence[int]) -> Fraction:
    """The probability of a blackjack in the first two of these cards."""
    values = Counter(map(points, cards))
    return Fraction(2 * values[1] * values[10], len(cards) * (len(cards) - 1))


def advantage(rules: Rules, stake: Cents) -> Fraction:
    """The house's advantage, with the stake kept or returned to winners (2.20(k))."""
    won, back = chance(rules.pack()), 0 if keeps_stake(rules) else 1
    return 1 - won * (mean(rules, stake) / stake + back)


def keeps_stake(rules: Rules) -> bool:
    return rules["reading-bonus-stake"] == "as-read"


def check(rules: Rules) -> list[Finding]:
    """The advantage of the house must be from 0 to 30 percent (2.20(k))."""
    findings = []
    for stake in STAKES if rules.offers(BONUS) else ():
        point = f"options.bonus-prizes-{stake // DOLLAR}+bonus-weights-{stake // DOLLAR}"
        try:
            edge = advantage(rules, stake)
        except Refused as refused:
            findings.append(Finding(point, str(refused).removesuffix(f" ({refused.cite})"), cite("2.20(j)")))
            continue
        if not 0 <= edge <= Fraction(30, 100):
            says = (
                f"the house advantage of the {money(stake)} bonus is {float(100 * edge):.2f}%, not 0 to 30%"
            )
            findings.append(Finding(point, says, cite("2.20(k)")))
    return findings


def alike(rules: Rules, other: Rules) -> list[Finding]:
    """The advantage must be the same at all tables of a house, for each of the two stakes (2.20(k))."""
    if not (rules.offers(BONUS) and other.offers(BONUS)):
        return []
    return [
        Finding(
            f"options.bonus-prizes-{stake // DOLLAR}+bonus-weights-{stake // DOLLAR}",
            f"the house advantage of the {money(stake)} bonus differs from that of another table of the house",
            cite("2.20(k)"),
        )
        for stake in STAKES
        if advantage(rules, stake) != advantage(other, stake)
    ]


def accept(stake: Cents) -> None:
    if stake not in STAKES:
        raise Refused("a blackjack bonus wager must be $1 or $5", "2.20(a)")


@carries("2.20(d)")
def collect(table: Table, boxes: list[Box]) -> Round:
    """After the second cards the losers are collected; winners wait (2.20(e))."""
    winners = {box.position for box in boxes if box.first.blackjack}
    for bet in [bet for bet in table.bets.values() if bet.id == BONUS]:
        yield from shown(table, str(bet.position))
        if bet.position in winners:
            continue
        if len(table.cards(str(bet.position))) < 2:
            dead = table.rules.irregularity("one-card-dealt").full_cite
            yield Settle(bet.seat, bet.wager, "void", cite=dead, outcome="dead hand")
        else:
            paragraph = cite("2.20(e)1")
            yield Settle(bet.seat, bet.wager, "lose", lost=bet.stake, cite=paragraph, outcome="no blackjack")


@carries("2.20(f)", "2.20(i)")
def press_buttons(table: Table) -> Round:
    """Each winner, from the dealer's left, presses the button once, after everything else is settled (2.20(f))."""
    for bet in sorted((bet for bet in table.bets.values() if bet.id == BONUS), key=lambda bet: bet.position):
        kept = bet.stake if keeps_stake(table.rules) else 0
        if ruled(table, FAILED, str(bet.position)):
            prize, paragraph, given = UNKNOWN_PAYS * bet.stake, "2.15(o)", "21 to 1"
            kept = kept if table.rules["reading-bonus-failure"] == "for-one" else 0
        else:
            weighed = prizes(table.rules, bet.stake)
            pockets = tuple(str(dollars(each.amount)) for each in weighed for _ in range(each.weight))
            prize = cents((yield Spin(pockets)))
            paragraph, given = "2.20(j)", money(prize)
        if prize < 100 * DOLLAR:
            yield Say(f"Blackjack bonus of {money(prize)}", cite=cite("2.20(g)3"))
        yield Settle(bet.seat, bet.wager, "win", prize, kept, cite(paragraph), given)
