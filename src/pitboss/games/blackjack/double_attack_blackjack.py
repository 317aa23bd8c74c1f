"""Double attack blackjack, 13:69F-26."""

from __future__ import annotations

from pitboss.book import Event, Round, Rules, carries
from pitboss.book.endings import HALF, Ending, Fate, ends, lose, push, win
from pitboss.games.blackjack.attack import AttackGame
from pitboss.games.blackjack.boxes import Box, Hand, every, never
from pitboss.games.blackjack.hands import BlackjackTerms, Hole, Surrender, fold, total
from pitboss.games.blackjack.side_wagers import BUST_BONUS
from pitboss.money import Cents
from pitboss.table import Table

# ---- settlement, 26.5 and 26.8 -------------------------------------------------------------------------


def on_hand(fate: Fate) -> dict[str, Fate]:
    """The initial wager, and what was added to it by attacking, doubling and splitting."""
    return every(("initial", "double-attack", "double-down", "split"), fate)


ADDED_BACK = {"double_down": push("26.9(c)"), "split": push("26.10(d)")}
"""What a dealer's blackjack returns in any case."""


class Ended(Ending):
    """The result of the wagers on a hand; a doubled one is paid like any other (26.9(b))."""

    OVER_21 = ends("over 21", **on_hand(lose("26.5(a)")))
    LOWER = ends("lower", **on_hand(lose("26.5(a)")))
    TIE_LOST = never()
    TIE = ends("equal", **on_hand(push("26.5(b)")))
    TIED_BLACKJACKS = ends("both blackjack", **on_hand(push("26.5(b)")))
    DEALERS_22 = never()
    DEALERS_BLACKJACK = ends(
        "dealer's blackjack", initial=lose("26.5(b)"), double_attack=push("26.5(b)"), **ADDED_BACK
    )
    SURRENDER = ends("surrender", **on_hand(lose("26.8(a)1", HALF)))
    SURRENDER_WAITED = ends("surrender", **on_hand(lose("26.8(a)2", HALF)))
    SURRENDER_TO_BLACKJACK = ends(
        "surrender", initial=lose("26.8(a)2"), double_attack=push("26.5(b)"), **ADDED_BACK
    )
    RESCUE = never()
    WIN = ends("win", **on_hand(win("26.5(a)2")))
    BLACKJACK = ends("blackjack", **on_hand(win("26.5(a)2")))

    SURRENDER_AT_ONCE = ends("surrender", **on_hand(lose("26.8(a)3", HALF)))
    SURRENDER_ENTIRE = ends(
        "surrender", initial=lose("26.8(a)2"), double_attack=lose("26.8(a)2"), **ADDED_BACK
    )

    # The same under another paragraph
    DEALER_OVER_21 = ends("win", **on_hand(win("26.5(a)1")))
    BLACKJACK_OVER_21 = ends("blackjack", **on_hand(win("26.5(a)1")))
    BLACKJACK_ON_21 = ends("blackjack", **on_hand(win("26.5(a)3")))


class Insured(Ending):
    """The result of insurance, no matter what else is surrendered (26.8(b))."""

    TEN = ends("ten-value card", insurance=win("26.11(c)", "ten-value card"))
    NO_TEN = ends("no ten-value card", insurance=lose("26.11(d)"))


# ---- the game ------------------------------------------------------------------------------------------


class DoubleAttackBlackjack(AttackGame):
    """The dealer's card comes first, and players who like it double their wager before their own cards."""

    computed_by = "double_attack_blackjack_mathematics"

    original = ("initial",)
    added = ("double-attack", "double-down", "split")
    attacking = ("double-attack",)
    uninsured = "no-insurance"
    endings, insurance, side_wagers = Ended, Insured, (BUST_BONUS,)
    short_cite = "26.15(g)"

    def terms(self, rules: Rules) -> BlackjackTerms:
        return BlackjackTerms(
            hole=Hole[str(rules["hole-card"]).upper()],
            double_cards=21,  # two or more: 26.9(a)
            surrender=Surrender.ANY_TIME,
            surrender_entire=rules["reading-surrender-to-blackjack"] == "as-printed",
            hands=4 if rules.positions <= 6 else 3,  # 26.10(c)
            added_stays_lost=rules["reading-busted-extra"] == "kept",
        )

    def step(self, rules: Rules, wager: str) -> Cents:
        """Half of the total on a hand can be returned in chips (26.8(a))."""
        return rules.step("initial")

    # ---- cards, 26.7 -------------------------------------------------------------------------------------

    @carries("26.7(d)1-2")
    def deal(self, table: Table, boxes: list[Box]) -> Round:
        """The dealer's card, the double attack wagers, two cards to each box; the hole card, where there is one
        (26.7(d), 26.7(i))."""
        yield from self.give(table, "dealer")
        yield from self.attack(table, boxes, "double-attack")
        yield from self.first_cards(table, boxes)
        yield from self.second_cards(table, boxes)
        yield from self.hole_card(table)

    def misses_card(self, table: Table, pending: Event) -> bool:
        """The first card alone, which precedes the players' (26.15(d))."""
        return not table.cards("dealer")

    def dealers_card(self, rules: Rules) -> str:
        return "26.7(g)"

    # ---- surrender and insurance, 26.8 and 26.11 ---------------------------------------------------------

    def surrender(self, table: Table, hand: Hand) -> Round:
        """Half at once, unless the dealer may yet show a blackjack; where a reader has ruled that out, the house may
        still settle it at once (26.8(a)1 to 3)."""
        at_once = table.rules.on("surrender-at-once") and self.would_be_known(table)
        yield from super().surrender(table, hand)
        if at_once:
            yield from hand.ends(Ended.SURRENDER_AT_ONCE)

    def ending(self, table: Table, hand: Hand) -> Ending:
        """Under the paragraph that decides it."""
        found, dealer = super().ending(table, hand), total(*fold(self.faced(table, hand)))
        if found == Ended.SURRENDER_TO_BLACKJACK and hand.terms.surrender_entire:
            return Ended.SURRENDER_ENTIRE
        if found == Ended.BLACKJACK and dealer >= 21:
            return Ended.BLACKJACK_ON_21 if dealer == 21 else Ended.BLACKJACK_OVER_21
        return Ended.DEALER_OVER_21 if found == Ended.WIN and dealer > 21 else found

    def insurable(self, hand: Hand, seat: int) -> Cents:
        """The initial wager only (26.11(b))."""
        return hand.table.stake(seat, hand.wagers[seat][0])

    # ---- the dealer's hand, 26.6 and 26.12 ---------------------------------------------------------------

    def second_card_wagers(self, table: Table, boxes: list[Box]) -> Round:
        """The bonus precedes all other wagers if two cards decide it (26.6(d)), else the dealer draws for it
        (26.12(c)); then insurance (26.11(d)) and the surrenders that waited (26.8(a)2)."""
        yield from super().second_card_wagers(table, boxes)
        for hand in [hand for box in boxes for hand in box.hands if hand.live and hand.surrendered]:
            yield from hand.ends(self.ending(table, hand))
