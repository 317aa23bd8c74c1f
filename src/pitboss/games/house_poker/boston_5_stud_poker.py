"""Boston 5 stud poker, 13:69F-24."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final

from pitboss.book import (
    Ask,
    Cap,
    Choice,
    Deal,
    Finding,
    Irregularity,
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
from pitboss.book.endings import Ending, Paid, by_cards, ended, ends, lose, push, win
from pitboss.book.events import Event
from pitboss.games.against_dealer import Hand, counterclockwise, has_folded, thinks
from pitboss.games.house_poker.family import FIVE_CARDS, FOLD, THREE_CARDS, HousePoker, low_ace, three_cards
from pitboss.games.payout_limit import limit_over, payable, shared_cap
from pitboss.money import Cents, cents
from pitboss.ranking.high import best_five, category
from pitboss.table import Table, Void

KEEP: Final = Choice("keep")
WITHDRAW: Final = Choice("withdraw")


# ---- settlement --------------------------------------------------------------------------------------


class BostonStudShowdown(Ending):
    """The results of first and second wager, and of the ante, which never wins by itself."""

    FOLD = ends("fold", ante=lose("24.10(b)"), first=lose("24.10(b)"))
    HIGHER = ends("higher hand", first=win("24.10(f)3"), second=win("24.10(f)3"), ante=push("24.10(f)3"))
    TIE = ends("push", first=push("24.10(f)2"), second=push("24.10(f)2"), ante=push("24.10(f)2"))
    LOWER = ends("lower hand", first=lose("24.10(f)1"), second=lose("24.10(f)1"), ante=lose("24.10(f)1"))
    LOWER_WITH_BONUS = ends(
        "lower hand", first=lose("24.10(f)1"), second=lose("24.10(f)1"), ante=push("24.10(f)3")
    )
    CONCEALED = ends("not exposed", optional_bonus=lose("24.10(a)"))


ANTE_BONUS: Final = Paid("ante-bonus", (*FIVE_CARDS, *THREE_CARDS), on="ante")
OPTIONAL_BONUS: Final = Paid("optional-bonus", THREE_CARDS)


# 24.10(f)1 takes the ante of every lower hand and 24.10(f)3 pays the bonus no matter what the dealer has. Both apply
# if the stake is taken and the bonus paid; by the other reading a bonus hand saves its ante.
@rule("24.5(c)", "24.10(f)1", "24.10(f)2", "24.10(f)3", '24.1 "Push"')
def against_dealer(player: int, dealer: int, bonus: bool, collected: bool) -> BostonStudShowdown:
    """How a hand that was played ends; ``bonus``: with an ante bonus hand."""
    if player > dealer:
        return BostonStudShowdown.HIGHER
    if player == dealer:
        return BostonStudShowdown.TIE
    return BostonStudShowdown.LOWER if collected or not bonus else BostonStudShowdown.LOWER_WITH_BONUS


@rule("24.10(f)2", "24.10(f)3")
def bonus_due(end: int, on_a_tie: bool) -> bool:
    """Is an ante bonus hand paid?"""
    return end != BostonStudShowdown.TIE or on_a_tie


# ---- the game ----------------------------------------------------------------------------------------


class Boston5StudPoker(HousePoker):
    """Ante and first wager, three cards, a second wager, two more; and a bonus on the first three."""

    computed_by = "boston_5_stud_poker_mathematics"
    several_positions = "24.6(e)"  # as read
    folds = ("fold", "withdraw")
    aliases: ClassVar[Mapping[str, str]] = {
        "second-wager": "second",
        "raise": "second",
        "show": "expose",
        "not-expose": "conceal",
        "decline": "conceal",
        "stay": "keep",
        "withdraw-second": "withdraw",
    }

    # -- wagers, 24.1 and 24.6

    # -- the round, 24.7 to 24.10

    @carries("24.10(d)", "24.10(d)1", "24.10(d)2", "24.10(e)", '24.1 "Hand"')
    def round(self, table: Table) -> Round:
        hands = self.hands(table)
        yield Say("No more bets", cite=cite("24.6(b)"))
        yield from self.deal(table, hands, 3, stacks=True)  # 24.7(d), 24.8(c), 24.9(c)
        yield from self.resolve_optional_bonuses(table, hands)
        for hand in hands:
            yield from self.second_or_fold(hand)
        for hand in hands:
            yield from self.keep_or_withdraw(hand)
        playing = [hand for hand in hands if hand.stake("second")]
        if not playing:
            return
        for hand in playing:  # 24.10(d)1
            for _ in range(2):
                hand.cards.append((yield Deal(hand.owner, seats=(hand.seat,))))
        for _ in range(2):  # 24.10(d)2
            yield Deal("dealer")
        yield Show("dealer")  # 24.10(e)
        yield from self.settle_in_order(table, [hand for hand in playing if hand.staked])  # 24.10(f)

    def spare(self, table: Table, owner: str, cards: Sequence[int]) -> bool:
        """The dealer's last two cards decide nothing once everybody has folded, but may have been dealt."""
        return owner == "dealer" and len(table.cards(owner)) + len(cards) == 5

    def resolve_optional_bonuses(self, table: Table, hands: list[Hand]) -> Round:
        """A player who wants the bonus exposes the three cards; losers are collected, then winners paid (24.10(a))."""

        def exposed(hand: Hand) -> Settle:
            return next(by_cards(table.rules, hand, OPTIONAL_BONUS, own_three(table, hand)))

        return self.exposed_or_lost(hands, "optional-bonus", exposed, BostonStudShowdown.CONCEALED)

    def second_or_fold(self, hand: Hand) -> Round:
        """As much as the first wager, or ante and first wager forfeited at once (24.10(b))."""
        if first := hand.stake("first"):
            yield from self.raise_or(hand, "second", first, 1, 1, FOLD, "24.10(b)")
        if hand.stake("first") and not hand.stake("second"):
            yield from self.fold(hand)

    def fold(self, hand: Hand) -> Round:
        yield from self.folded(hand, BostonStudShowdown.FOLD)

    def keep_or_withdraw(self, hand: Hand) -> Round:
        """The last chance to take the second wager back (24.10(c)). A player without one is out: a fold."""
        if second := hand.stake("second"):
            answer = yield Ask(hand.seat, (KEEP, WITHDRAW), hand.owner, usual="keep")
            if answer.decision == "withdraw":
                yield Return(hand.seat, "second", second, cite("24.10(c)"))
                yield from self.fold(hand)

    def settle(self, table: Table, hand: Hand) -> Iterator[Settle]:
        """First and second wager, then the ante bonus, then the ante itself (24.10(f)3)."""
        rules = table.rules
        mine, theirs = best_five(hand.cards), best_five(table.cards("dealer"))
        bonus = list(by_cards(rules, hand, ANTE_BONUS, FIVE_CARDS[category(mine)]))
        end = against_dealer(mine, theirs, bool(bonus), ante_collected(rules))
        *wagers, ante = ended(rules, hand, end)
        yield from capped(rules, wagers + bonus if bonus_due(end, tie_pays_bonus(rules)) else wagers)
        yield ante

    # -- irregularities, 24.12

    def can_happen(self, table: Table, irregularity: Irregularity, pending: Event) -> bool:
        """A case that does not say when the shoe failed means the failure of 24.12(f): players have three cards."""
        if irregularity.id == "dealing-shoe-failure" and irregularity.at is None:
            return any(len(table.cards(hand.owner)) >= 3 for hand in self.hands(table))
        return super().can_happen(table, irregularity, pending)

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        match irregularity.id:
            case "dealer-card-exposed":
                if any(thinks(hand, "second") for hand in self.hands(table)):
                    yield from self.pay_three_card_hands(table)
                    raise Void(cite("24.12(a)"))
            case "dealing-shoe-failure":
                yield from self.pay_three_card_hands(table)
                raise Void(cite("24.12(f)"))

    def pay_three_card_hands(self, table: Table) -> Round:
        """What a void round still owes: the optional bonus of a hand that wins it, and the ante bonus of a hand in
        both tables, which is three of a kind (24.12(a), 24.12(f))."""
        for hand in counterclockwise(self.hands(table)):
            hand.cards = table.cards(hand.owner)[:3]
            if len(hand.cards) < 3 or has_folded(hand):
                continue
            own = own_three(table, hand)
            won = by_cards(table.rules, hand, OPTIONAL_BONUS, own)
            yield from (each for each in won if each.result == "win")
            yield from capped(table.rules, list(by_cards(table.rules, hand, ANTE_BONUS, own)))

    # -- limits, 24.1 and 24.11(e)

    def caps(self, rules: Rules) -> list[Cap]:
        return Cap.posted(rules, "payout-limit", "24.11(e)", ("first", "second", "ante-bonus"))

    def payout_floor(self, rules: Rules) -> Cents:
        ante = rules.limits("ante").least
        win = rules.pay("first")["win"].pays(2 * ante)
        return limit_over(
            rules, 2 * win + max(odds.pays(ante) for odds in rules.pay("ante-bonus").rows.values())
        )

    def check(self, rules: Rules) -> list[Finding]:
        findings = super().check(rules)
        ante, first = rules.limits("ante"), rules.limits("first")
        if (first.least, first.most) != (2 * ante.least, 2 * ante.most):
            says = "the first wager is twice the ante, so its minimum and maximum must be twice the ante's"
            findings.append(Finding("limits.first", says, cite("24.1")))
        return findings

    # -- mathematics

    def priced(self, wager: str) -> str:
        return "ante-bonus" if wager in ("ante", "first") else wager


def own_three(table: Table, hand: Hand) -> str:
    """What the first three cards of a hand make."""
    a, b, c = hand.cards[:3]
    return THREE_CARDS[three_cards(a, b, c, low_ace(table.rules))]


def capped(rules: Rules, settled: list[Settle]) -> list[Settle]:
    """First wager, second wager and ante bonus of a hand under the payout limit."""
    won = sum(each.pays for each in settled)
    return shared_cap(settled, payable(won, cents(rules["payout-limit"])), "24.11(e)")


# ---- readings ----------------------------------------------------------------------------------------


def ante_collected(rules: Rules) -> bool:
    return rules["reading-beaten-bonus-hand"] == "collected"


def tie_pays_bonus(rules: Rules) -> bool:
    return rules["reading-tied-bonus-hand"] == "paid"
