"""High card flush, proposed 13:69F-38."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from pitboss.book import Ask, Cap, Finding, Move, Round, Rules, Say, Settle, Show, State, carries, cite, rule
from pitboss.book.endings import ALL, Ending, Paid, by_cards, ended, ends, lose, push, win
from pitboss.games.against_dealer import Hand, counterclockwise
from pitboss.games.house_poker.family import FOLD, HousePoker
from pitboss.games.meters import feed_meter, part_of
from pitboss.games.payout_limit import shared_cap
from pitboss.money import Cents, Odds, cents
from pitboss.ranking.flush import NINE_HIGH, NINE_TO_ACE, describe, flush_value, length, run
from pitboss.ranking.high import hand_of
from pitboss.ranking.value import RANKS
from pitboss.table import Bet, Table

# ---- outcomes, from the lowest ----------------------------------------------------------------------------

FLUSHES: Final = ("shorter-flush", "4-card-flush", "5-card-flush", "6-card-flush", "7-card-flush")
STRAIGHT_FLUSHES: Final = (
    "no-straight-flush",
    "3-card-straight-flush",
    "4-card-straight-flush",
    "5-card-straight-flush",
    "6-card-straight-flush",
    "ace-to-nine-suited",
    "7-card-straight-flush",
    "7-card-straight-flush-suit-specific",
)
# A table without a row of its own for these uses the row they belong to.
BELONGS_TO: Final = {
    "7-card-straight-flush-suit-specific": "7-card-straight-flush",
    "ace-to-nine-suited": "6-card-straight-flush",
}
SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
BONUSES: Final = ("flush-bonus", "straight-flush-bonus")
MAIN: Final = "meter:main"
SECONDARY: Final = "meter:secondary"


# ---- the raise, 38.6(a)5 -----------------------------------------------------------------------------


@rule("38.6(a)5(b)(i)", "38.6(a)5(b)(ii)", "38.6(a)5(b)(iii)")
def most_raised(cards: int) -> int:
    """The maximum raise, in antes, by the length of the flush held; the minimum is one."""
    return 3 if cards >= 6 else 2 if cards == 5 else 1


# ---- settlement, 38.10(e) and 38.11 --------------------------------------------------------------------


# 38.1 "Dealer's qualifying hand": the nine is required of the lowest such hand, three cards. Any flush of four
# ranks above that and is read as qualifying, whatever its cards.
@rule("38.10(e)1", '38.1 "Dealer\'s qualifying hand"')
def dealer_qualifies(dealer: int) -> bool:
    """Does the dealer have a three-card flush, nine high, or better?"""
    return dealer >= NINE_HIGH


class FlushShowdown(Ending):
    """The results of ante and raise. Under 38.10(c) a fold would spare the progressive, but 38.12(c) says twice that it
    does not."""

    FOLD = ends("fold", progressive=lose("38.12(c)"), ante=lose("38.10(b)"))
    FOLD_AS_PRINTED = ends("fold", ante=lose("38.10(b)"))
    NOT_NINE_HIGH = ends(
        "dealer not nine high", **{"ante": win("38.10(e)1(i)"), "raise": push("38.10(e)1(i)")}
    )
    HIGHER = ends("", **{"ante": win("38.10(e)1(ii)(A)"), "raise": win("38.10(e)1(ii)(A)")})
    PUSH = ends("", **{"ante": push("38.10(e)1(ii)(C)"), "raise": push("38.10(e)1(ii)(C)")})
    LOWER = ends("", **{"ante": lose("38.10(e)1(ii)(B)"), "raise": lose("38.10(e)1(ii)(B)")})


FLUSH_BONUS: Final = Paid("flush-bonus", FLUSHES)
STRAIGHT_FLUSH_BONUS: Final = Paid("straight-flush-bonus", STRAIGHT_FLUSHES, BELONGS_TO)
PROGRESSIVE: Final = Paid("progressive", STRAIGHT_FLUSHES, BELONGS_TO, taken=ALL)


@rule("38.10(e)1(i)", "38.10(e)1(ii)(A)", "38.10(e)1(ii)(B)", "38.10(e)1(ii)(C)", "38.11(b)", '38.1 "Push"')
def against_dealer(player: int, dealer: int) -> FlushShowdown:
    """How a hand that was raised ends."""
    if not dealer_qualifies(dealer):
        return FlushShowdown.NOT_NINE_HIGH
    if player > dealer:
        return FlushShowdown.HIGHER
    return FlushShowdown.PUSH if player == dealer else FlushShowdown.LOWER


@rule("38.10(e)2(i)", "38.5(c)7", "38.5(c)8", "38.5(c)9", "38.5(c)10")
def flush_row(value: int) -> int:
    """The row of the flush bonus, as an index into FLUSHES."""
    return max(0, length(value) - 3)


@rule("38.5(c)1", "38.5(c)3", "38.5(c)4", "38.5(c)5", "38.5(c)6")
def suited_row(ranks: int) -> int:
    """The straight flush in the cards of one suit, as an index into STRAIGHT_FLUSHES."""
    cards = run(ranks)
    if cards < 3:
        return 0
    if cards == 7:
        return 6
    if ranks & NINE_TO_ACE == NINE_TO_ACE:  # 38.11(e), tables C and D
        return 5
    return cards - 2


@rule("38.10(e)2(ii)", "38.10(e)2(iii)", "38.11(i)", "38.5(c)2")
def straight_flush_row(hand: int, suit: int) -> int:
    """The best straight flush among all the cards dealt, as an index into STRAIGHT_FLUSHES; ``suit`` is the one
    that the house has named, or -1."""
    best = 0
    for each in range(4):
        row = suited_row(hand >> 13 * each & RANKS)
        best = max(best, row + (row == 6 and each == suit))
    return best


@rule("38.11(e)", "38.11(f)")
def award(meter: int, percent: int, prize: int) -> int:
    """The payment of a row of the progressive: a share of the main meter as it is, or a fixed sum."""
    return part_of(meter, percent, 100) if percent else prize


# ---- the game ----------------------------------------------------------------------------------------


class HighCardFlushState(State):
    """The dollars on the meters before the wagers of the next round; empty: they are not set yet."""

    main: int | float | None = None
    """The dollars on the main meter before the wagers of the next round; null: it is not set yet."""
    secondary: int | float | None = None
    """The dollars on the secondary meter."""
    METERS: ClassVar = {"main": "main", "secondary": "secondary"}


class HighCardFlush(HousePoker):
    """The longest suit of seven cards against the dealer's, two bonuses and a dollar for the meters."""

    computed_by = "high_card_flush_mathematics"
    State = HighCardFlushState
    several_positions = "38.6(e)"  # the rest of 38.6 is data

    def speaks_against(self, table: Table, ask: Ask, decision: str, amount: Cents = 0) -> str | None:
        """A raise must be at least an ante, and at most what the flush allows."""
        if decision != "raise" or not amount:
            return None
        if amount < table.stake(ask.seat, "ante"):
            return "38.6(a)5(a)"
        most = most_raised(length(flush_value(hand_of(table.cards(ask.hand)))))
        return f"38.6(a)5(b)({'i' * most})"

    # -- the round, 38.7 to 38.10

    @carries("38.10(d)", "38.10(c)")
    def round(self, table: Table) -> Round:
        hands = self.hands(table)
        yield Say("No more bets", cite=cite("38.6(d)"))
        yield from self.feed(table)
        # 38.7(c), 38.7(d), 38.8(c), 38.8(d), 38.9(c), 38.9(d)
        yield from self.deal(table, hands, 7, stacks=True)
        for hand in hands:
            if ante := hand.stake("ante"):
                most = most_raised(length(flush_value(hand_of(hand.cards))))
                yield from self.raise_or(hand, "raise", ante, 1, most, FOLD, "38.10(b)")
        bonuses = self.bonuses(table, hands)
        for hand in hands:
            if hand.stake("ante") and not hand.stake("raise"):
                yield from self.fold(hand)
                yield from still_made(hand, bonuses)
        yield Show("dealer")  # 38.10(d)
        order = counterclockwise(hand for hand in hands if hand.staked)  # 38.10(e)
        for hand in order:
            yield Show(hand.owner)
            yield from self.settle(table, hand)
            yield from still_made(hand, bonuses)
        if table.rules["progressive-order"] == "clockwise":
            order.reverse()
        for hand in order:
            if hand.stake("progressive"):
                yield from self.pay_progressive(table, hand)

    def fold(self, hand: Hand) -> Round:
        """The ante is forfeited, the bonuses are not (38.10(c))."""
        forfeits = forfeits_progressive(hand.table.rules)
        yield from self.folded(hand, FlushShowdown.FOLD if forfeits else FlushShowdown.FOLD_AS_PRINTED)

    def settle(self, table: Table, hand: Hand) -> Iterable[Settle]:
        """Ante and raise against the dealer's hand, 38.10(e)1."""
        if not hand.stake("raise"):
            return
        mine, theirs = flush_value(hand_of(hand.cards)), flush_value(hand_of(table.cards("dealer")))
        end = against_dealer(mine, theirs)
        yield from ended(table.rules, hand, end, given=end.outcome or describe(mine))

    def bonuses(self, table: Table, hands: Sequence[Hand]) -> list[Settle]:
        """Both bonuses of every hand, in the order of settlement. Under an aggregate limit those paid share it in
        proportion (38.11(h))."""
        suit = named_suit(table.rules)
        settled = []
        for hand in counterclockwise(hands):
            cards = hand_of(hand.cards)
            made = (
                (FLUSH_BONUS, FLUSHES[flush_row(flush_value(cards))]),
                (STRAIGHT_FLUSH_BONUS, STRAIGHT_FLUSHES[straight_flush_row(cards, suit)]),
            )
            here = [each for paid, row in made for each in by_cards(table.rules, hand, paid, row)]
            settled += limited(here, table.rules, "per-hand")
        return limited(settled, table.rules, "per-round")

    # -- the progressive, 38.11(e) and (f), 38.12

    @carries("38.12(b)")
    def feed(self, table: Table) -> Round:
        """Each progressive wager contributes to both meters before a card is dealt (38.12(b), 38.11(f))."""
        if not table.rules.offers("progressive"):
            return
        wagers = [bet for bet in table.bets.values() if bet.id == "progressive"]
        fed = [each for bet in wagers for each in contributions(table.rules, bet)]
        if not table.ledger[MAIN] and not table.ledger[SECONDARY]:
            yield Move("bank", MAIN, cents(table.rules["main-meter"]), "the meter set", cite("38.11(f)"))
        yield from fed

    def pay_progressive(self, table: Table, hand: Hand) -> Round:
        """By the meter at the player's turn (38.12(f)). The dollar was collected before the deal and is not returned
        (38.12(b)); fixed dollar payments do not touch the meter."""
        stake, key, pay = hand.stake("progressive"), hand.key("progressive"), table.rules.pay("progressive")
        on = hand.seat, key
        outcome, odds = straight_flush(hand), progressive_row(table.rules, hand)
        if odds is None:
            yield Settle(hand.seat, key, "lose", 0, stake, pay.cite, outcome)
            return
        pays = award(table.ledger[MAIN], odds.meter, odds.prize)
        if odds.meter:
            yield Move(MAIN, "bank", pays, "taken off the meter", cite("38.11(f)"), on)
        yield Settle(hand.seat, key, "win", pays, stake, pay.cite, outcome)
        if odds.meter == 100:
            yield Move(SECONDARY, MAIN, table.ledger[SECONDARY], "the meter reset", cite("38.11(f)"), on)
            if (short := cents(table.rules["reset-top-up"]) - table.ledger[MAIN]) > 0:
                yield Move("bank", MAIN, short, "the house adds to the reset", cite("38.11(f)"), on)

    # -- what a table may post

    def caps(self, rules: Rules) -> list[Cap]:
        per = rules["aggregate-limit"]
        if per == "none":
            return []
        amount = cents(rules["aggregate-limit-amount"])
        return [Cap(amount, "38.11(h)", ("flush-bonus", "straight-flush-bonus"), shared=per == "per-round")]

    def check(self, rules: Rules) -> list[Finding]:
        findings = []
        for row in rules.posted.get("straight-flush-bonus", ()):
            if row not in STRAIGHT_FLUSHES[1:] or row == "ace-to-nine-suited":
                says = f"{row} is no hand that the straight flush bonus may recognize"
                findings.append(Finding(f"pay_tables.straight-flush-bonus.{row}", says, cite("38.5(c)")))
        return findings

    # -- the names of hands

    describe = staticmethod(describe)

    def worth(self, rules: Rules, cards: Sequence[int]) -> int:
        return flush_value(hand_of(cards))

    def qualifies(self, rules: Rules, value: int) -> bool:
        return dealer_qualifies(value)


def still_made(hand: Hand, settled: Iterable[Settle]) -> Iterable[Settle]:
    """Of these, the wagers of a hand that are still undecided."""
    keys = {hand.key(wager) for wager in BONUSES if hand.stake(wager)}
    return [each for each in settled if each.seat == hand.seat and each.wager in keys]


def straight_flush(hand: Hand) -> str:
    """The best straight flush among the cards of a hand."""
    return STRAIGHT_FLUSHES[straight_flush_row(hand_of(hand.cards), named_suit(hand.table.rules))]


def limited(settled: Sequence[Settle], rules: Rules, per: str) -> list[Settle]:
    """The payments under the aggregate limit, if the limit is for this bonus (38.11(h))."""
    if rules["aggregate-limit"] != per:
        return list(settled)
    return shared_cap(settled, cents(rules["aggregate-limit-amount"]), "38.11(h)")


def contributions(rules: Rules, bet: Bet) -> list[Move]:
    """A progressive wager's contribution to each meter, by the table in use (38.11(f))."""
    rates = {MAIN: rules.figure("main-meter-percent"), SECONDARY: rules.figure("secondary-meter-percent")}
    return [feed_meter(account, bet, 100 * rate, "38.11(f)") for account, rate in rates.items()]


def progressive_row(rules: Rules, hand: Hand) -> Odds | None:
    """The progressive payment for a hand, if any."""
    pay = rules.pay("progressive")
    row = PROGRESSIVE.row(pay, straight_flush(hand))
    return pay[row] if row else None


def forfeits_progressive(rules: Rules) -> bool:
    """Does a fold give up the progressive wager?"""
    return rules["reading-folded-progressive"] == "as-read"


def named_suit(rules: Rules) -> int:
    """The suit of the suit-specific seven-card straight flush, or -1 (38.5(c)2)."""
    named = rules["named-suit"]
    return SUITS.index(str(named)) if named != "none" else -1
