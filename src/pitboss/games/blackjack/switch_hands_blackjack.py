"""Switch hands blackjack, 13:69F-2B."""

from __future__ import annotations

from pitboss.book import (
    Ask,
    Choice,
    Discard,
    Event,
    Irregularity,
    Reverse,
    Round,
    Rules,
    Settle,
    Show,
    Slide,
    carries,
    cite,
    rule,
)
from pitboss.book.endings import HALF, Ending, Fate, ends, lose, push, win
from pitboss.games.blackjack.boxes import Box, Hand, every, never, ruled
from pitboss.games.blackjack.family import BlackjackGame
from pitboss.games.blackjack.hands import BlackjackTerms, End, Hole, Surrender, fold, total
from pitboss.table import Table

KEEP, SWITCH = Choice("keep"), Choice("switch")


# ---- settlement, 2B.5 ----------------------------------------------------------------------------------


def on_hand(fate: Fate) -> dict[str, Fate]:
    """The wager, and what was added to it by doubling and splitting."""
    return every(("blackjack", "double-down", "split"), fate)


def to_blackjack(paragraph: str) -> dict[str, Fate]:
    """A dealer's blackjack takes the original wager and returns what was added."""
    return {"blackjack": lose(paragraph), "double_down": push("2A.10(c)"), "split": push("2A.11(d)")}


class Ended(Ending):
    """The result of the wagers on a hand."""

    OVER_21 = ends("over 21", **on_hand(lose("2B.5(a)")))
    LOWER = ends("lower", **on_hand(lose("2B.5(a)")))
    TIE_LOST = never()
    TIE = ends("equal", **on_hand(push("2B.5(b)")))
    TIED_BLACKJACKS = ends("equal", blackjack=push("2B.5(b)"))
    DEALERS_22 = never()
    DEALERS_BLACKJACK = ends("dealer's blackjack", **to_blackjack("2B.5(a)"))
    SURRENDER = ends("surrender", blackjack=lose("2A.9(a)1", HALF))
    SURRENDER_WAITED = ends("surrender", blackjack=lose("2A.9(a)2", HALF))
    SURRENDER_TO_BLACKJACK = ends("surrender", blackjack=lose("2A.9(a)2"))
    RESCUE = never()
    WIN = ends("win", **on_hand(win("2B.5(a)2")))
    BLACKJACK = ends("blackjack", blackjack=win("2B.5(f)", "blackjack"))

    COLORED_BLACKJACK = ends("colored blackjack", blackjack=win("2B.5(f)1", "colored blackjack"))
    TIED_PAID = ends("tied blackjacks", blackjack=win("2B.5(a)3", "tied blackjacks"))

    # The same under another paragraph
    DEALER_OVER_21 = ends("win", **on_hand(win("2B.5(a)1")))
    DRAWN_21_TO_BLACKJACK = ends("dealer's blackjack", **to_blackjack("2B.5(b)"))
    SPLIT_21_TO_BLACKJACK = ends("dealer's blackjack", **to_blackjack("2A.11(d)"))


class Insured(Ending):
    """The result of insurance."""

    TEN = ends("ten-value card", insurance=win("2B.5(f)", "ten-value card"))
    NO_TEN = ends("no ten-value card", insurance=lose("2B.6(i)"))


@rule('2B.1 "Colored blackjack"')
def is_of_one_color(a: int, b: int) -> bool:
    """Both red, diamonds and hearts, or both black."""
    return (a & 3 in (1, 2)) == (b & 3 in (1, 2))


@rule("2B.5(a)3", "2B.5(f)2-3", "2B.6(k)")
def payout(tied: bool, end: int, a: int, b: int, c: int, score: int, cards: int, doubled: bool) -> int:  # noqa: ARG001
    """A winning blackjack of one color pays more, and a tied one pays something if the house has chosen so."""
    if end == End.BLACKJACK and is_of_one_color(a, b):
        return Ended.COLORED_BLACKJACK.value
    return Ended.TIED_PAID.value if end == End.TIED_BLACKJACKS and tied else end


# ---- the game ------------------------------------------------------------------------------------------


class SwitchHandsBlackjack(BlackjackGame):
    """Two cards face down, for an ante."""

    owners = (*BlackjackGame.owners, "1.down", "1.discard")
    computed_by = "switch_hands_blackjack_mathematics"

    dealt_beside = ("down",)
    endings, insurance, payout = Ended, Insured, payout
    short_cite = "2A.15(f)"

    def terms(self, rules: Rules) -> BlackjackTerms:
        return BlackjackTerms(
            hole=Hole[str(rules["hole-card"]).upper()],
            hit_soft_17=True,  # 2A.12(b)
            blackjack_ties_21=rules["reading-blackjack-on-21"] == "as-printed",
            surrender=Surrender.FIRST_TWO if rules.on("surrender") else Surrender.NEVER,
            hands=int(rules["split-hands"]),
            resplit_aces=rules.on("resplit-aces"),
            added_stays_lost=rules["reading-busted-extra"] == "kept",
            payouts=rules["tied-blackjacks"] == "paid",
        )

    # ---- dealing, 2B.6(d), (e) ---------------------------------------------------------------------------

    @carries("2B.6(b)", "2B.6(d)1-3")
    def first_cards(self, table: Table, boxes: list[Box]) -> Round:
        """Two cards face down to each player, which nobody sees, before the first one face up (2B.6(b), 2B.6(d))."""
        live = [box for box in boxes if box.live]
        late = [box for box in live if ruled(table, "one-card-dealt", f"{box.position}.down")]
        for dealt in (live, [box for box in live if box not in late], late):
            for box in dealt:
                yield from self.give(table, f"{box.position}.down", up=False)
        yield from super().first_cards(table, boxes)

    def opening_wagers(self, table: Table, boxes: list[Box]) -> Round:
        """The antes, before a card reader is used and before any further card (2B.6(e))."""
        for bet in [bet for bet in table.bets.values() if bet.id == "ante-fee"]:
            taken = cite("2B.6(e)")
            yield Settle(bet.seat, bet.wager, "lose", lost=bet.stake, cite=taken, outcome="ante fee")

    # ---- which hand, 2B.6(f) to (i) ----------------------------------------------------------------------

    @carries("2B.6(h)")
    def players_hands(self, table: Table, boxes: list[Box]) -> Round:
        """Every player chooses a hand, and only then is insurance offered (2B.6(g), 2B.6(h))."""
        for box in [box for box in boxes if box.live]:
            answer = yield Ask(box.caller, (KEEP, SWITCH), box.first.owner, usual="keep")
            yield from self.chosen(box, switch=answer.decision == "switch")
        yield from super().players_hands(table, boxes)

    @carries('2B.1 "Switch hands"')
    def chosen(self, box: Box, *, switch: bool) -> Round:
        """The other pair goes to the discards, the one face down unseen."""
        up, down, rack = (f"{box.position}{part}" for part in ("", ".down", ".discard"))
        for _ in range(2):
            yield Slide(up if switch else down, rack)
        yield Discard(rack)
        if switch:
            for _ in range(2):
                yield Slide(down, up)
            yield Show(up)

    def in_play(self, table: Table) -> set[str]:
        """A rejected pair is among the discards."""
        return {owner for owner in super().in_play(table) if not owner.endswith(".discard")}

    def read(self, table: Table, boxes: list[Box], blackjack: bool) -> Round:
        """Insurance is determined before play continues, if a card reader shows that it is lost (2B.6(i))."""
        if self.would_be_known(table) and not blackjack:
            yield from self.settle_insurance(table)

    # ---- settlement --------------------------------------------------------------------------------------

    def ending(self, table: Table, hand: Hand) -> Ending:
        """Under the paragraph that decides it."""
        end, dealer = super().ending(table, hand), total(*fold(self.faced(table, hand)))
        if end == Ended.DEALERS_BLACKJACK and hand.score == 21:
            return Ended.DRAWN_21_TO_BLACKJACK if len(hand.cards) > 2 else Ended.SPLIT_21_TO_BLACKJACK
        return Ended.DEALER_OVER_21 if end == Ended.WIN and dealer > 21 else end

    # ---- irregularities, 2A.15 ---------------------------------------------------------------------------

    def can_happen(self, table: Table, irregularity: Irregularity, pending: Event) -> bool:
        """One of the face-down cards may be late; nothing depends on them before they are chosen."""
        in_the_dark = irregularity.position.endswith(".down") and irregularity.id != "one-card-dealt"
        return not in_the_dark and super().can_happen(table, irregularity, pending)

    def void(self, table: Table, cite: str) -> Round:
        """An ante is a wager (2B.5(c)): it is returned with the others, even if it was collected."""
        assert table.settlement is not None
        settled = [
            (seat, wager, each.lost)
            for seat, wagers in table.settlement.wagers.items()
            for wager, each in wagers.items()
            if wager.partition("@")[0] == "ante-fee" and each.result == "lose"
        ]
        for seat, wager, lost in settled if table.rules["reading-void-ante"] == "as-read" else ():
            yield Reverse(seat, wager, lost, 0, lost, cite)
        yield from super().void(table, cite)
