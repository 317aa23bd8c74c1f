"""Caribbean stud poker, 13:69F-16."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from pitboss.book import (
    Cap,
    Deal,
    Finding,
    Irregularity,
    Move,
    Round,
    Rules,
    Say,
    Settle,
    Show,
    State,
    carries,
    cite,
    rule,
)
from pitboss.book.endings import Ending, Paid, ended, ends, lose, push, void, win, win_by
from pitboss.equipment.cards import UNKNOWN
from pitboss.games.against_dealer import Hand, counterclockwise, thinks
from pitboss.games.house_poker.family import ABOVE_TWO_PAIRS, HousePoker
from pitboss.games.meters import feed_meter, part_of
from pitboss.games.payout_limit import shared_cap
from pitboss.money import Cents, cents, money
from pitboss.ranking.high import HIGH_CARD, best_five, category, describe
from pitboss.ranking.value import value_of
from pitboss.solve.streets import Street
from pitboss.table import Table, Void

# From the lowest, the row of the pay tables for each kind:
HANDS: Final = ("one-pair-or-less", "one-pair-or-less", "two-pair", *ABOVE_TWO_PAIRS)
METER: Final = "progressive"
ACCOUNT: Final = f"meter:{METER}"

ACE_KING: Final = value_of(HIGH_CARD, 0b1_1000_0000_0111, 0)
"""The value of ace, king, four, three and two: the minimum of a qualifying dealer's hand."""

STREET: Final = Street(cite="16.10(a)", own=5, up=1, wager="bet", times=(2,), folds=True)

# ---- settlement --------------------------------------------------------------------------------------


@rule('16.1 "Qualifying hand"')
def dealer_qualifies(dealer: int) -> bool:
    """Does the dealer have ace-king or better?"""
    return dealer >= ACE_KING


class CaribbeanStudShowdown(Ending):
    """The results of ante and bet, and of the progressive wager if the hand is folded."""

    FOLD = ends("fold", ante=lose("16.10(a)"), progressive=lose("16.10(a)"))
    NO_HAND = ends("no hand", ante=win("16.10(f)2"), bet=void("16.10(f)3"))
    HIGHER = ends("", ante=win("16.10(e)3"), bet=win_by(Paid("bet", HANDS), "16.12(c)"))
    TIE = ends("", ante=push("16.10(e)2"), bet=push("16.10(e)2"))
    LOWER = ends("", ante=lose("16.10(e)1"), bet=lose("16.10(e)1"))
    FOLD_AS_PRINTED = ends("fold", ante=lose("16.10(a)"))


@rule("16.10(e)1", "16.10(e)2", "16.10(e)3", "16.10(f)2", "16.10(f)3", '16.1 "Push"')
def against_dealer(player: int, dealer: int) -> CaribbeanStudShowdown:
    """How a hand that was bet ends."""
    if not dealer_qualifies(dealer):
        return CaribbeanStudShowdown.NO_HAND
    if player > dealer:
        return CaribbeanStudShowdown.HIGHER
    return CaribbeanStudShowdown.TIE if player == dealer else CaribbeanStudShowdown.LOWER


@rule("16.12(d)")
def payout_limit(posted: int, minimum: int, win: int, of: int) -> int:
    """The limit in force: as posted, but at least what ante and bet at the minimum can win at the best odds."""
    return max(posted, minimum + 2 * minimum * win // of)


@rule("16.12(e)", "16.12(g)")
def progressive_pays(meter: int, percent: int, prize: int, sharing: int) -> int:
    """The win of a progressive payout hand: a fixed sum, or at least its percentage of the meter."""
    return prize if percent == 0 else part_of(meter, percent, 100 * sharing)


# ---- the game ----------------------------------------------------------------------------------------


class CaribbeanStudState(State):
    """``meter``: the dollars on the meter before the wagers of the next round; empty: it is not set yet."""

    meter: int | float | None = None
    """The dollars on the progressive meter before the wagers of the next round; null: it is not set yet."""
    METERS: ClassVar = {"meter": METER}


class CaribbeanStudPoker(HousePoker):
    """Five cards against the dealer's five, and a dollar for the meter."""

    computed_by = "caribbean_stud_poker_mathematics"
    prompt = ("progressive",)
    several_positions = "16.6(e)"  # the rest of 16.6 is data
    State = CaribbeanStudState

    # -- the round, 16.7 to 16.10

    @carries('16.1 "Hand"', '16.1 "Hole card"', '16.1 "Round of play"', "16.10(d)")
    def round(self, table: Table) -> Round:
        hands = self.hands(table)
        yield Say("No more bets", cite=cite("16.6(b)"))
        yield from self.lock_out(table)
        short = any(each.id == "dealer-dealt-four" for each in table.happened)
        # 16.7(d), 16.8(c), 16.9(c) and 16.9(g)
        yield from self.deal(table, hands, 5, dealer=4 if short else 5, up=1)
        if short:
            yield Deal("dealer")  # 16.13(d)
        for hand in hands:
            yield from self.bet_or_fold(hand)
        yield Show("dealer")  # 16.10(d)
        order = counterclockwise(hands)
        yield from self.compare(table, [hand for hand in order if hand.stake("bet")])
        yield from self.pay_progressives(table, [hand for hand in order if hand.stake("progressive")])

    @carries("16.7(b)")
    def lock_out(self, table: Table) -> Round:
        """The progressive wagers are closed and the meter takes its share of each (16.7(b), 16.12(f))."""
        rate = 100 * int(table.rules["progressive-rate"])
        wagers = [bet for bet in table.bets.values() if bet.id == "progressive"]
        fed = [feed_meter(ACCOUNT, bet, rate, "16.12(f)") for bet in wagers]
        if not table.ledger[ACCOUNT]:
            yield self.reset(table)
        yield from fed

    def bet_or_fold(self, hand: Hand) -> Round:
        """Twice the ante, or the ante forfeited at once, and with it the progressive wager (16.10(a))."""
        if ante := hand.stake("ante"):
            yield from self.on_street(hand, STREET, ante)
        if hand.stake("ante") and not hand.stake("bet"):
            yield from self.fold(hand)

    def fold(self, hand: Hand) -> Round:
        yield from self.folded(hand, fold_of(hand.table.rules))

    def compare(self, table: Table, hands: Sequence[Hand]) -> Round:
        """Losing wagers are collected, then ties left, then winners paid, each from the dealer's right."""
        theirs = table.cards("dealer")
        if not hands and UNKNOWN in theirs:  # all have folded, and the hands are unknown
            return
        qualifies = dealer_qualifies(best_five(theirs))
        if not qualifies:
            yield Say("No hand", cite=cite("16.10(f)2"))
        turned = qualifies or table.rules.on("turn-player-cards-when-no-hand")
        for hand in hands:
            if turned or hand.stake("progressive"):  # 16.10(f)1
                yield Show(hand.owner)
        # A hand may be found void as it is turned over.
        settled = [each for hand in hands if hand.staked for each in self.settle(table, hand)]
        yield from sorted(settled, key=lambda each: ("lose", "push", "void", "win").index(each.result))

    def settle(self, table: Table, hand: Hand) -> Iterator[Settle]:
        """Ante and bet of a hand against the dealer's; the bet is paid up to the limit."""
        mine, theirs = best_five(hand.cards), best_five(table.cards("dealer"))
        end, row = against_dealer(mine, theirs), HANDS[category(mine)]
        ante, bet = ended(table.rules, hand, end, row, end.outcome or describe(mine))
        if end is CaribbeanStudShowdown.HIGHER:
            bet.outcome = row
        yield ante
        yield from shared_cap([bet], limit(table.rules), "16.12(d)")

    # -- the progressive, 16.11 and 16.12(e) to (g)

    @carries("16.11(a)", "16.11(c)")
    def pay_progressives(self, table: Table, hands: Sequence[Hand]) -> Round:
        """No matter what the dealer holds (16.11(c)), each by the meter at the player's turn; royal flushes share the
        meter equally, as the first of them finds it. The dollar was collected before the deal and is not returned
        (16.7(b))."""
        pay = table.rules.pay("progressive")
        royals = [hand for hand in hands if progressive_hand(hand) == "royal-flush"]
        share: Cents | None = None
        for hand in hands:
            stake, row = hand.stake("progressive"), progressive_hand(hand)
            if (odds := pay.get(row)) is None:
                yield Settle(hand.seat, "progressive", "lose", lost=stake, cite=pay.cite, outcome=row)
                continue
            meter, sharing = table.ledger[ACCOUNT], len(royals) if row == "royal-flush" else 1
            pays = progressive_pays(meter, odds.meter, odds.prize, sharing)
            if row == "royal-flush":
                if share is None:  # the first of them: all shares come off the meter, and it starts again
                    share = pays
                    for each in royals:
                        yield self.off_meter(each, share)
                    yield self.reset(table, hand)
                pays = share
            elif odds.meter or table.rules["fixed-prizes"] == "meter":
                yield self.off_meter(hand, pays)
            yield Settle(hand.seat, "progressive", "win", pays, stake, pay.cite, row)

    @staticmethod
    def off_meter(hand: Hand, prize: Cents) -> Move:
        """A prize, or as much of it as the meter has."""
        amount = min(prize, hand.table.ledger[ACCOUNT])
        return Move(
            ACCOUNT, "bank", amount, "prize off the meter", cite("16.12(g)"), (hand.seat, "progressive")
        )

    @staticmethod
    def reset(table: Table, won_by: Hand | None = None) -> Move:
        """The meter brought to its initial amount by the house."""
        amount = max(0, cents(table.rules["progressive-reset"]) - table.ledger[ACCOUNT])
        on = (won_by.seat, "progressive") if won_by else None
        return Move("bank", ACCOUNT, amount, "initial and reset amount", cite("16.12(f)"), on)

    # -- irregularities, 16.13

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        """A hole card is exposed: too early while a player still has to bet or fold."""
        if table.rules["reading-hole-card-exposed"] == "as-printed":
            early = not table.count("say")
        else:
            early = any(thinks(hand, "bet") for hand in self.hands(table))
        if early:
            raise Void(cite("16.13(a)"))
        yield from ()

    # -- limits, 16.12(d)

    def caps(self, rules: Rules) -> list[Cap]:
        return [Cap(limit(rules), "16.12(d)", ("bet",))]

    def check(self, rules: Rules) -> list[Finding]:
        posted = cents(rules["bet-payout-limit"])
        if posted >= limit(rules):
            return []
        says = f"the limit {money(posted)} is less than {money(limit(rules))}, which a minimum ante and its bet can win"
        return [Finding("options.bet-payout-limit", says, cite("16.12(d)"))]

    # -- mathematics

    def priced(self, wager: str) -> str:
        return "bet" if wager == "ante" else wager

    # -- the names of hands

    def qualifies(self, rules: Rules, value: int) -> bool:
        return dealer_qualifies(value)


def limit(rules: Rules) -> Cents:
    """The payout limit of a bet wager at this table."""
    best = max(rules.pay("bet").rows.values(), key=lambda odds: odds.win / odds.stake)
    minimum = rules.limits("ante").least
    return payout_limit(cents(rules["bet-payout-limit"]), minimum, best.win, best.stake)


def progressive_hand(hand: Hand) -> str:
    """The row of the progressive for a hand."""
    return HANDS[category(best_five(hand.cards))]


def fold_of(rules: Rules) -> CaribbeanStudShowdown:
    """As read, a fold also forfeits the progressive wager; as printed, it stays in play."""
    kept = rules["reading-folded-progressive"] == "as-printed"
    return CaribbeanStudShowdown.FOLD_AS_PRINTED if kept else CaribbeanStudShowdown.FOLD
