"""Spanish 21, 13:69F-19."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from pitboss.book import Ask, Choice, Round, Rules, Settle, carries, cite, rule
from pitboss.book.endings import HALF, Ending, Fate, ended, ends, lose, push, win
from pitboss.games.blackjack.boxes import Box, Hand, Placed, at_box, every, never
from pitboss.games.blackjack.decisions import STAND
from pitboss.games.blackjack.family import BlackjackGame
from pitboss.games.blackjack.hands import (
    Aces,
    BlackjackTerms,
    End,
    Hole,
    Surrender,
    fold,
    is_678,
    is_one_suit,
    is_three_sevens,
    total,
)
from pitboss.games.blackjack.side_wagers import MATCH_THE_DEALER
from pitboss.money import Cents, Odds, cents
from pitboss.table import Bet, Table

RESCUE = Choice("rescue")


# ---- settlement, 19.5 ----------------------------------------------------------------------------------


def on_hand(fate: Fate) -> dict[str, Fate]:
    """The wager, and what was added to it by doubling and splitting."""
    return every(("spanish-21", "double-down", "split"), fate)


def to_blackjack(paragraph: str) -> dict[str, Fate]:
    """A dealer's blackjack takes the original wager and returns what was added."""
    return {"spanish_21": lose(paragraph), "double_down": push("19.9(c)"), "split": push("19.10(d)")}


class Ended(Ending):
    """The result of the wagers on a hand."""

    OVER_21 = ends("over 21", **on_hand(lose("19.5(a)")))
    LOWER = ends("lower", **on_hand(lose("19.5(a)")))
    TIE_LOST = never()
    TIE = ends("equal", **on_hand(push("19.5(b)")))
    TIED_BLACKJACKS = never()
    DEALERS_22 = never()
    DEALERS_BLACKJACK = ends("dealer's blackjack", **to_blackjack("19.5(a)"))
    SURRENDER = ends("surrender", spanish_21=lose("19.8(a)1", HALF))
    SURRENDER_WAITED = ends("surrender", spanish_21=lose("19.8(a)2", HALF))
    SURRENDER_TO_BLACKJACK = ends("surrender", spanish_21=lose("19.8(a)2"))
    RESCUE = ends("rescue", spanish_21=lose("19.9(d)"), split=lose("19.9(d)"), double_down=push("19.9(d)"))
    WIN = ends("win", **on_hand(win("19.5(a)2")))
    BLACKJACK = ends("blackjack", **on_hand(win("19.5(e)", "blackjack")))

    MIXED_678 = ends("mixed 6-7-8", **on_hand(win("19.5(f)1", "mixed 6-7-8")))
    SUITED_678 = ends("suited 6-7-8", **on_hand(win("19.5(f)2", "suited 6-7-8")))
    SPADES_678 = ends("6-7-8 of spades", **on_hand(win("19.5(f)2", "6-7-8 of spades")))
    MIXED_777 = ends("mixed 7-7-7", **on_hand(win("19.5(f)3", "mixed 7-7-7")))
    SUITED_777 = ends("suited 7-7-7", **on_hand(win("19.5(f)4", "suited 7-7-7")))
    SPADES_777 = ends("7-7-7 of spades", **on_hand(win("19.5(f)4", "7-7-7 of spades")))
    FIVE_CARD_21 = ends("five-card 21", **on_hand(win("19.5(f)5", "five-card 21")))
    SIX_CARD_21 = ends("six-card 21", **on_hand(win("19.5(f)6", "six-card 21")))
    SEVEN_CARD_21 = ends("seven-card 21", **on_hand(win("19.5(f)7", "seven-card 21")))

    # The same under another paragraph
    DEALER_OVER_21 = ends("win", **on_hand(win("19.5(a)1")))
    DRAWN_21_ON_21 = ends("win", **on_hand(win("19.5(a)4")))
    BLACKJACK_ON_21 = ends("blackjack", **on_hand(win("19.5(a)3", "blackjack")))
    DRAWN_21_TO_BLACKJACK = ends("dealer's blackjack", **to_blackjack("19.5(b)"))
    SPLIT_21_TO_BLACKJACK = ends("dealer's blackjack", **to_blackjack("19.10(d)"))


class Insured(Ending):
    """The result of insurance, no matter what else is wagered or surrendered (19.8(b), 19.11(e))."""

    TEN = ends("ten-value card", insurance=win("19.11(c)", "ten-value card"))
    NO_TEN = ends("no ten-value card", insurance=lose("19.11(d)"))


@rule("19.5(f)", "19.9(b)")
def payout(payouts: Any, end: int, a: int, b: int, c: int, score: int, cards: int, doubled: bool) -> int:  # noqa: ARG001
    """The premium of a winning 21 that was not doubled; any other hand ends as it is."""
    if score != 21 or end != End.WIN or doubled:
        return end
    if cards == 3 and is_678(a, b, c):
        if not is_one_suit(a, b, c):
            return Ended.MIXED_678.value
        return Ended.SPADES_678.value if a & 3 == 3 else Ended.SUITED_678.value
    if cards == 3 and is_three_sevens(a, b, c):
        if not is_one_suit(a, b, c):
            return Ended.MIXED_777.value
        return Ended.SPADES_777.value if a & 3 == 3 else Ended.SUITED_777.value
    if cards >= 7:
        return Ended.SEVEN_CARD_21.value
    if cards == 6:
        return Ended.SIX_CARD_21.value
    return Ended.FIVE_CARD_21.value if cards == 5 else end


@rule("19.5(g)", "19.9(b)", "19.10(e)")
def has_super_bonus(a: int, b: int, c: int, up: int, cards: int, changed: bool) -> bool:
    """Three sevens of one suit against a seven; never on a hand that was ``changed``, doubled or split. With a seven
    up the dealer has no blackjack, so they always win."""
    sevens = cards == 3 and is_three_sevens(a, b, c) and is_one_suit(a, b, c)
    return sevens and up >> 2 == 5 and not changed


MATCH = MATCH_THE_DEALER._replace(lost="19.6(d)", needs="19.6(b)1", at_most="19.6(b)1")


# ---- the game ------------------------------------------------------------------------------------------


class Spanish21(BlackjackGame):
    """The tens are removed and a player's 21 wins."""

    computed_by = "spanish_21_mathematics"

    original = ("spanish-21",)
    endings, insurance, payout = Ended, Insured, payout
    side_wagers = (MATCH,)
    short_cite = "19.15(g)"

    def terms(self, rules: Rules) -> BlackjackTerms:
        return BlackjackTerms(
            hole=Hole[str(rules["hole-card"]).upper()],
            tied_blackjacks_win=True,  # 19.5(a)3
            wins_21=1,  # 19.5(a)4
            split_21_wins=rules["reading-split-21"] == "as-printed",
            blackjack_on_21=rules["reading-blackjack-odds"] == "as-printed",
            double_cards=21,  # any number: 19.9(a)
            rescue=True,
            surrender=Surrender.FIRST_TWO,
            hands=4,  # 19.10(c)
            resplit_aces=True,
            split_aces=Aces.ANY,
            added_stays_lost=rules["reading-busted-extra"] == "kept",
        )

    # ---- cards, 19.4 and 19.7 ----------------------------------------------------------------------------

    def dealers_card(self, rules: Rules) -> str:
        return "19.7(g)"

    # ---- rescue, 19.9(d) ---------------------------------------------------------------------------------

    @carries('19.1 "Rescue"')
    def doubled(self, table: Table, hand: Hand) -> Round:
        """A player who doubled may take the double back if the hand is not over 21."""
        doubled = [bet.seat for bet in hand.bets if bet.id == "double-down"]
        for seat in doubled if hand.score <= 21 else ():
            answer = yield Ask(seat, (STAND, RESCUE), hand.owner, usual="stand")
            for bet in [bet for bet in hand.bets if bet.seat == seat and answer.decision == "rescue"]:
                yield from list(ended(table.rules, Placed(bet), Ended.RESCUE))

    def may_win(self, table: Table, bet: Bet) -> Collection[Odds]:
        """The super bonus is paid by the size of the wager, and its envy to players other than the winner."""
        if bet.id in ("super-bonus", "envy"):
            reached = band(table.rules, bet.stake) if bet.id == "super-bonus" else None
            return (reached[1],) if reached else ()
        return super().may_win(table, bet)

    # ---- super bonus, 19.5(g) ----------------------------------------------------------------------------

    def settle_round(self, table: Table, boxes: list[Box]) -> Round:
        """Every hand, and then the fixed payouts that some bring."""
        up = table.cards("dealer")[0]
        winners = [
            (box, {seat: box.first.staked(seat) for seat in box.first.bettors})
            for box in reversed(boxes)
            if box.first.live and self.super_bonus(box.first, up)
        ]
        yield from super().settle_round(table, boxes)
        seats = sorted({seat for box in boxes for seat in box.bettors}, reverse=True)
        players = {table.person(seat): seat for seat in seats}
        for box, stakes in winners:
            prizes = {seat: prize for seat, stake in stakes.items() if (prize := band(table.rules, stake))}
            for seat, (given, odds) in prizes.items():
                key = at_box("super-bonus", seat, box.position)
                yield Settle(seat, key, "win", odds.prize, cite=cite("19.5(g)"), outcome=given)
            envy = table.rules.pay("envy")["envy"].prize
            here = {table.person(seat) for seat in box.bettors}
            for seat in [players[who] for who in sorted(players) if prizes and who not in here]:
                key = f"envy:{box.position}"
                yield Settle(seat, key, "win", envy, cite=cite("19.5(g)"), outcome="envy")

    def ending(self, table: Table, hand: Hand) -> Ending:
        """Under the paragraph that decides it."""
        end, dealer = super().ending(table, hand), total(*fold(self.faced(table, hand)))
        if end == Ended.WIN and dealer >= 21:
            return Ended.DEALER_OVER_21 if dealer > 21 else Ended.DRAWN_21_ON_21
        if end == Ended.BLACKJACK and dealer == 21:
            return Ended.BLACKJACK_ON_21
        if end == Ended.DEALERS_BLACKJACK and hand.score == 21:
            return Ended.DRAWN_21_TO_BLACKJACK if len(hand.cards) > 2 else Ended.SPLIT_21_TO_BLACKJACK
        return end

    def super_bonus(self, hand: Hand, up: int) -> bool:
        a, b, c = (*hand.cards, 0)[:3]
        return has_super_bonus(a, b, c, up, len(hand.cards), hand.doubled or hand.split)


def band(rules: Rules, stake: Cents) -> tuple[str, Odds] | None:
    """The super bonus of an original wager: the highest band that it reaches, if any."""
    found = None
    for given, odds in rules.pay("super-bonus").rows.items():
        if stake >= least(given):
            found = given, odds
    return found


def least(given: str) -> Cents:
    """The wager at which a band begins."""
    return cents(given.split()[0].removeprefix("$"))
