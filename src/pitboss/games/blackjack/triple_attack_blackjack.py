"""Triple attack blackjack, 13:69F-36."""

from __future__ import annotations

from typing import Any

from pitboss.book import Deal, Discard, Event, Round, Rules, carries, rule
from pitboss.book.endings import Ending, Fate, ends, lose, push, win
from pitboss.games.blackjack.attack import AttackGame
from pitboss.games.blackjack.boxes import Box, Hand, every, never
from pitboss.games.blackjack.hands import Aces, BlackjackTerms, End, Hole, is_closed, wins_outright
from pitboss.games.blackjack.side_wagers import SUITED_ROYALS, TRIPLE_MATCH
from pitboss.table import Table

ATTACKS = ("first-attack", "second-attack", "third-attack")


# ---- settlement, 36.5 ----------------------------------------------------------------------------------


def on_hand(fate: Fate) -> dict[str, Fate]:
    """The attack wagers, and what was added to them by doubling and splitting."""
    return every((*ATTACKS, "double-down", "split"), fate)


class Ended(Ending):
    """The result of the wagers on a hand; every win is paid 1 to 1 (36.5(g), 36.8(b))."""

    OVER_21 = ends("over 21", **on_hand(lose("36.5(a)")))
    LOWER = ends("lower", **on_hand(lose("36.5(g)")))
    TIE_LOST = never()
    TIE = ends("equal", **on_hand(push("36.5(d)")))
    TIED_BLACKJACKS = never()
    DEALERS_22 = ends("dealer's 22", **on_hand(push("36.5(d)")))
    DEALERS_BLACKJACK = ends(
        "dealer's blackjack",
        **every(ATTACKS, lose("36.5(g)")),
        double_down=push("36.8(c)"),
        split=push("36.9(d)"),
    )
    SURRENDER = never()
    SURRENDER_WAITED = never()
    SURRENDER_TO_BLACKJACK = never()
    RESCUE = never()
    WIN = ends("win", **on_hand(win("36.5(c)")))
    BLACKJACK = ends("blackjack", **on_hand(win("36.5(b)")))

    TWENTY_ONE = ends("21", **on_hand(win("36.5(b)")))
    SIX_CARDS = ends("six cards", **on_hand(win("36.5(b)")))


class Insured(Ending):
    """The result of insurance: a dealer's blackjack of one suit is paid more."""

    TEN = ends("ten-value card", insurance=win("36.10(c)", "ten-value card"))
    NO_TEN = ends("no ten-value card", insurance=lose("36.10(d)"))
    SUITED = ends("blackjack of one suit", insurance=win("36.10(c)", "blackjack of one suit"))


@rule("36.5(b)")
def payout(payouts: Any, end: int, a: int, b: int, c: int, score: int, cards: int, doubled: bool) -> int:  # noqa: ARG001
    """Hands that win no matter what the dealer has; any other hand ends as it is."""
    if end != End.WIN:
        return end
    return Ended.TWENTY_ONE.value if score == 21 else Ended.SIX_CARDS.value if cards >= 6 else end


# ---- the game ------------------------------------------------------------------------------------------


class TripleAttackBlackjack(AttackGame):
    """Two wagers more between the cards. A player's 21 and six cards win no matter what the dealer has; the dealer's 22
    does not lose."""

    computed_by = "triple_attack_blackjack_mathematics"

    original = ATTACKS
    attacking = ATTACKS[1:]
    uninsured = "no-insurance"
    endings, insurance, payout = Ended, Insured, payout
    side_wagers = (SUITED_ROYALS, TRIPLE_MATCH)
    short_cite = "36.14(g)"

    def terms(self, rules: Rules) -> BlackjackTerms:
        return BlackjackTerms(
            hole=Hole[str(rules["hole-card"]).upper()],
            hit_soft_17=True,  # 36.11(b)
            tied_blackjacks_win=True,
            wins_21=2,
            closes_at=6,
            plays_on=rules["reading-six-cards"] == "as-printed",
            push_22=True,
            double_cards=21,  # two or more: 36.8(a)
            hands=int(rules["split-hands"]),
            resplit_aces=True,
            split_aces=Aces.ONE_AND_DOUBLE,
            added_stays_lost=rules["reading-busted-extra"] == "kept",
        )

    # ---- cards, 36.7 -------------------------------------------------------------------------------------

    def deal(self, table: Table, boxes: list[Box]) -> Round:
        """A card to each box and the second attack; the dealer's card and the third attack; a second card to each box,
        and the hole card (36.7(d), 36.7(e), 36.7(f))."""
        yield from self.first_cards(table, boxes)
        yield from self.attack(table, boxes, "second-attack")
        yield from self.give(table, "dealer")
        yield from self.attack(table, boxes, "third-attack")
        yield from self.second_cards(table, boxes)
        yield from self.hole_card(table)

    def misses_card(self, table: Table, pending: Event) -> bool:
        """The first card alone, when it must precede the players' second ones (36.14(d))."""
        return isinstance(pending, Deal) and pending.to == "dealer" and not table.cards("dealer")

    def opening_wagers(self, table: Table, boxes: list[Box]) -> Round:
        """None before a player's turn."""
        yield from ()

    def insured(self, up: int, second: int) -> Ending:
        found = super().insured(up, second)
        return Insured.SUITED if found == Insured.TEN and up & 3 == second & 3 else found

    # ---- a player's turn, 36.7(g) and 36.7(h) ------------------------------------------------------------

    def play_box(self, table: Table, box: Box) -> Round:
        """The bonus wagers with the total of two cards, then the decisions; a blackjack is paid at once."""
        yield from self.bonus_wagers(table, box)
        if box.first.live and box.first.blackjack:
            yield from self.paid_at_once(box.first)
        yield from super().play_box(table, box)

    def play_hand(self, table: Table, box: Box, hand: Hand) -> Round:
        yield from super().play_hand(table, box, hand)
        if hand.live and not hand.over and wins_outright(hand.terms, hand.score, len(hand.cards)):
            yield from self.paid_at_once(hand)

    def bar(self, table: Table, hand: str, decision: str) -> str:
        closed = is_closed(self.terms(table.rules), len(table.cards(hand)))
        if closed and decision in ("hit", "double-down"):
            return "card after six"
        return super().bar(table, hand, decision)

    def paid_at_once(self, hand: Hand) -> Round:
        yield from hand.ends(self.paid_as(hand, End.BLACKJACK if hand.blackjack else End.WIN))
        yield Discard(hand.owner)

    @carries("36.7(k)")
    def settle_beside(self, table: Table, boxes: list[Box], box: Box) -> Round:
        """After a blackjack in the card reader, the bonus wagers are settled with the rest (36.7(k))."""
        yield from self.bonus_wagers(table, box)

    def bonus_wagers(self, table: Table, box: Box) -> Round:
        """Suited royals and triple match."""
        up = table.cards("dealer")[0]
        for side in self.side_wagers:
            yield from self.settle_side(table, side, lambda a, b, *_, side=side: side.row(a, b, up), box)

    def dealers_card(self, rules: Rules) -> str:
        return "36.7(i)"
