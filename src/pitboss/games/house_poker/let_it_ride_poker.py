"""Let it ride poker, 13:69F-18."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from pitboss.book import (
    Ask,
    Cap,
    Choice,
    Discard,
    Finding,
    Return,
    Round,
    Rules,
    Say,
    Settle,
    Show,
    carries,
    cite,
    rule,
)
from pitboss.book.endings import ALL, Paid, by_cards
from pitboss.games.against_dealer import Hand
from pitboss.games.house_poker.family import ABOVE_TWO_PAIRS, HousePoker, low_ace, three_cards
from pitboss.games.payout_limit import limit_over, payable, shared_cap
from pitboss.money import Cents, cents
from pitboss.ranking.high import ONE_PAIR, best_five, category, least
from pitboss.table import Table

BETS: Final = ("bet-1", "bet-2", "bet-3")
RIDE: Final = Choice("ride")
WITHDRAW: Final = Choice("withdraw")

# ---- outcomes, in the order of the rankings ----------------------------------------------------------

FIVE_CARDS: Final = ("losing-hand", "pair-of-tens-or-better", "two-pairs", *ABOVE_TWO_PAIRS)
THREE_CARDS: Final = (
    "losing-hand",
    "pair",
    "flush",
    "straight",
    "three-of-a-kind",
    "straight-flush",
    "mini-royal",
)
TENS: Final = least(ONE_PAIR, 8)


# ---- settlement --------------------------------------------------------------------------------------

THREE_BETS: Final = tuple(Paid(bet, FIVE_CARDS, lost="18.10(g)2") for bet in BETS)
BONUS: Final = {
    "kept": Paid("let-it-ride-bonus", FIVE_CARDS, taken=ALL),
    "returned": Paid("let-it-ride-bonus", FIVE_CARDS),
}
"""Does the house keep its dollar, no matter what it wins?"""
THREE_CARD_BONUS: Final = {
    "as-read": Paid("three-card-bonus", THREE_CARDS, {"mini-royal": "straight-flush"}),
    "as-printed": Paid("three-card-bonus", THREE_CARDS),
}
"""A table without a row for a mini-royal pays it as a straight flush; as printed, not at all."""


@rule("18.3(b)1-9", "18.10(g)2", "18.11(b)", "18.11(d)")
def five_cards(a: int, b: int, c: int, d: int, e: int) -> int:
    """The row of the pay tables for three cards and two community cards, as an index into FIVE_CARDS."""
    value = best_five((a, b, c, d, e))
    return category(value) if value >= TENS else 0


# ---- the game ----------------------------------------------------------------------------------------


class LetItRidePoker(HousePoker):
    """Three equal bets on five cards, two of which may be taken back on the way."""

    owners = ("1", "community", "burn")
    computed_by = "let_it_ride_poker_mathematics"
    several_positions = "18.6(e)"
    aliases: ClassVar[Mapping[str, str]] = {"let-it-ride": "ride", "let": "ride", "take-back": "withdraw"}

    # -- wagers, 18.6, 18.6A and 18.6B

    # -- the round, 18.7 to 18.10

    @carries('18.1 "Community card"', '18.1 "Round of play"', "18.10(c)", "18.10(d)", "18.10(f)")
    def round(self, table: Table) -> Round:
        hands = self.hands(table)
        yield Say("No more bets", cite=cite("18.6(c)"))
        # Of three community cards the first is at the dealer's left and is burned (18.7(c), 18.8(c)); a shoe that
        # deals stacks is read as building them from the bottom, so it is their bottom card (18.9(c)).
        yield from self.deal(table, hands, 3, instead=("burn", "community", "community"))
        for hand in hands:
            yield from self.ride_or_withdraw(hand, "bet-1", "18.10(b)2")
        yield Discard("burn")  # 18.10(c)
        yield Show("community", first=1)  # 18.10(d)
        for hand in hands:
            yield from self.ride_or_withdraw(hand, "bet-2", "18.10(e)2")
        yield Show("community")  # 18.10(f)
        yield from self.settle_in_order(table, hands)  # 18.10(g)

    @staticmethod
    def ride_or_withdraw(hand: Hand, bet: str, paragraph: str) -> Round:
        """The bet stays to the end of the round, or is returned at once."""
        answer = yield Ask(hand.seat, (RIDE, WITHDRAW), hand.owner)
        if answer.decision == "withdraw":
            yield Return(hand.seat, hand.key(bet), hand.stake(bet), cite(paragraph))

    @carries("18.10(g)3")
    def settle(self, table: Table, hand: Hand) -> Iterable[Settle]:
        """The wagers of a hand, 18.11: losers are collected before winners are paid (18.10(g)3)."""
        return sorted(self.settled(table, hand), key=lambda each: each.result != "lose")

    @carries('18.1 "Hand"', "18.6A(c)", "18.6A(d)", "18.6B(c)", "18.6B(d)")
    def settled(self, table: Table, hand: Hand) -> Iterator[Settle]:
        rules = table.rules
        a, b, c = hand.cards
        d, e = table.cards("community")
        made = FIVE_CARDS[five_cards(a, b, c, d, e)]
        riding = [each for bet in THREE_BETS for each in by_cards(rules, hand, bet, made)]
        won = sum(each.pays for each in riding)
        yield from shared_cap(riding, payable(won, cents(rules["payout-limit"])), "18.11(c)")
        # Neither bonus depends on the bets (18.6A(d), 18.6B(d)).
        yield from by_cards(rules, hand, bonus(rules), made)  # 18.6A(c)
        if hand.stake("three-card-bonus"):
            own = THREE_CARDS[three_cards(a, b, c, low_ace(rules))]
            yield from by_cards(rules, hand, three_card_bonus(rules), own)  # 18.6B(c)

    # -- mathematics

    def caps(self, rules: Rules) -> list[Cap]:
        return Cap.posted(rules, "payout-limit", "18.11(c)", ("bet-1", "bet-2", "bet-3"))

    def payout_floor(self, rules: Rules) -> Cents:
        minimum = rules.limits("bet-1").least
        return limit_over(rules, 3 * max(odds.pays(minimum) for odds in rules.pay("bet-1").rows.values()))

    def check(self, rules: Rules) -> list[Finding]:
        findings = super().check(rules)
        for bet in BETS[1:]:
            if rules.limits(bet) != rules.limits("bet-1"):
                says = f"the three bets are equal, so {bet} must have the limits of bet-1"
                findings.append(Finding(f"limits.{bet}", says, cite("18.6(d)")))
        return findings


# ---- readings ----------------------------------------------------------------------------------------


def bonus(rules: Rules) -> Paid:
    return BONUS[str(rules["reading-bonus-chip"])]


def three_card_bonus(rules: Rules) -> Paid:
    return THREE_CARD_BONUS[str(rules["reading-mini-royal"])]
