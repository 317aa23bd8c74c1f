"""Double down stud, 13:69F-17."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from pitboss.book import (
    Ask,
    Cap,
    Choice,
    Deal,
    Finding,
    Irregularity,
    Round,
    Rules,
    Say,
    Settle,
    Show,
    Shuffle,
    Stake,
    carries,
    cite,
)
from pitboss.book.endings import Paid, by_cards
from pitboss.games.against_dealer import Hand, counterclockwise
from pitboss.games.house_poker.family import STUD_HANDS, HousePoker, stud_hand
from pitboss.games.payout_limit import limit_over, shared_cap
from pitboss.money import Cents, cents, money
from pitboss.table import Table, Void

NO_DOUBLE_DOWN: Final = Choice("no-double-down")
ORIGINAL, DOUBLE_DOWN = (
    Paid(wager, STUD_HANDS, returned="17.9(b)", lost="17.9(a)") for wager in ("original", "double-down")
)


class DoubleDownStud(HousePoker):
    """One card and four community cards; the wager may be doubled before the last of them is shown."""

    computed_by = "double_down_stud_mathematics"
    several_positions = "17.6(c)"
    aliases: ClassVar[Mapping[str, str]] = {
        "double": "double-down",
        "no double down": "no-double-down",
        "pass": "no-double-down",
        "stand": "no-double-down",
    }

    # -- the round, 17.8 and 17.9

    @carries('17.1 "Hole card"', '17.1 "Round of play"', "17.8(a)1", "17.8(a)2iv", "17.8(b)")
    def round(self, table: Table) -> Round:
        hands = self.hands(table)
        yield Say("No more bets", cite=cite("17.6(b)"))  # 17.8(a)1, 17.8(a)2iv
        yield Shuffle()  # 17.4(a)
        for hand in hands:  # 17.8(b)
            hand.cards.append((yield Deal(hand.owner, up=True)))
        yield Deal("dealer")
        for _ in range(3):
            yield Deal("dealer", up=True)
        for hand in hands:
            yield from self.double_down(hand)
        yield Say("No more bets", cite=cite("17.8(d)"))
        yield Show("dealer")
        # Losers are collected from the whole table, then pushes settled, then winners paid (17.9(a), (b), (c)).
        settled = [each for hand in counterclockwise(hands) for each in self.settle(table, hand)]
        yield from sorted(settled, key=lambda each: ("lose", "push", "win").index(each.result))

    @staticmethod
    def double_down(hand: Hand) -> Round:
        """Any amount up to the original wager, or nothing; amounts that cannot be paid exactly are not accepted
        (1.4(f))."""
        step, funds = hand.table.rules.step("double-down"), hand.table.chips(hand.seat)
        most = min(hand.stake("original"), funds - funds % step)
        double = (Choice("double-down", step, most, step, usual=most),) if most else ()
        answer = yield Ask(hand.seat, (*double, NO_DOUBLE_DOWN), hand.owner, usual=NO_DOUBLE_DOWN.id)
        if answer.decision == "double-down":
            yield Stake(hand.seat, hand.key("double-down"), answer.amount, cite("17.8(c)"))

    @carries('17.1 "Hand"', '17.1 "Push"')
    def settle(self, table: Table, hand: Hand) -> Sequence[Settle]:
        """Both wagers alike, paid together at most the limit of 17.10(c)."""
        made = STUD_HANDS[stud_hand([*hand.cards, *table.cards("dealer")])]
        wagers = ORIGINAL, DOUBLE_DOWN
        settled = [each for paid in wagers for each in by_cards(table.rules, hand, paid, made)]
        return shared_cap(settled, limit(table.rules), "17.10(c)")

    # -- irregularities, 17.11

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        """The hole card is exposed: too early before the second "No more bets"."""
        if table.count("say") < 2:
            raise Void(cite("17.11(a)"))
        yield from ()

    # -- mathematics

    def caps(self, rules: Rules) -> list[Cap]:
        return [Cap(limit(rules), "17.10(c)", ("original", "double-down"))]

    def check(self, rules: Rules) -> list[Finding]:
        findings = []
        if cents(rules["payout-limit"]) < limit(rules):
            says = f"the payout limit must be at least {money(limit(rules))}, which a player can win at the minimum"
            findings.append(Finding("options.payout-limit", says, cite("17.10(c)")))
        if rules.pay("original")["pair-of-sixes-to-tens"].win:
            says = "a pair of sixes to tens is a push: only winning wagers may get better odds"
            findings.append(Finding("pay_tables.original.pair-of-sixes-to-tens", says, cite("17.9(b)")))
        return findings


def limit(rules: Rules) -> Cents:
    """The payout limit of a hand at this table."""
    minimum = rules.limits("original").least
    if rules["reading-minimum-wager"] == "with-double-down":
        minimum *= 2
    most = max(odds.pays(minimum) for odds in rules.pay("original").rows.values())
    return max(cents(rules["payout-limit"]), limit_over(rules, most))
