"""Blackjack switch, 13:69F-2A."""

from __future__ import annotations

from collections.abc import Collection

from pitboss.book import Ask, Choice, PayTable, Refused, Round, Rules, Settle, Slide, carries, cite, rule
from pitboss.book.endings import HALF, Ending, Fate, ends, lose, push, win
from pitboss.games.blackjack.boxes import Box, Hand, at_box, every, never
from pitboss.games.blackjack.decisions import STAND
from pitboss.games.blackjack.family import BlackjackGame
from pitboss.games.blackjack.hands import BlackjackTerms, Hole, Surrender, fold, total
from pitboss.money import Cents
from pitboss.table import Bet, Table

SWITCH, KEEP, SWITCH_BACK = Choice("switch"), Choice("keep"), Choice("switch-back")


# ---- settlement, 2A.5 and 2A.8 -------------------------------------------------------------------------


def on_hand(fate: Fate) -> dict[str, Fate]:
    """The wager on a hand, and what was added to it by doubling and splitting."""
    return every(("hand-1", "hand-2", "double-down", "split"), fate)


def to_blackjack(paragraph: str) -> dict[str, Fate]:
    """A dealer's blackjack takes the original wager and returns what was added."""
    return on_hand(lose(paragraph)) | {"double_down": push("2A.10(c)"), "split": push("2A.11(d)")}


class Ended(Ending):
    """The result of the wagers on a hand."""

    OVER_21 = ends("over 21", **on_hand(lose("2A.5(b)2")))
    LOWER = ends("lower", **on_hand(lose("2A.5(a)")))
    TIE_LOST = never()
    TIE = ends("equal", **on_hand(push("2A.5(b)")))
    TIED_BLACKJACKS = ends("equal", **on_hand(push("2A.5(b)")))
    DEALERS_22 = ends("dealer's 22", **on_hand(push("2A.5(c)")))
    DEALERS_BLACKJACK = ends("dealer's blackjack", **to_blackjack("2A.5(a)"))
    SURRENDER = ends("surrender", **on_hand(lose("2A.9(a)1", HALF)))
    SURRENDER_WAITED = ends("surrender", **on_hand(lose("2A.9(a)2", HALF)))
    SURRENDER_TO_BLACKJACK = ends("surrender", **on_hand(lose("2A.9(a)2")))
    RESCUE = never()
    WIN = ends("win", **on_hand(win("2A.5(a)2")))
    BLACKJACK = ends("blackjack", **on_hand(win("2A.5(a)2")))

    # The same under another paragraph
    DEALER_OVER_22 = ends("win", **on_hand(win("2A.5(a)1")))
    BLACKJACK_OVER_22 = ends("blackjack", **on_hand(win("2A.5(a)1")))
    BLACKJACK_ON_21 = ends("blackjack", **on_hand(win("2A.5(a)3")))
    BLACKJACK_ON_22 = ends("blackjack", **on_hand(win("2A.5(c)")))
    DRAWN_21_TO_BLACKJACK = ends("dealer's blackjack", **to_blackjack("2A.5(b)1"))
    SPLIT_21_TO_BLACKJACK = ends("dealer's blackjack", **to_blackjack("2A.11(d)"))


class Insured(Ending):
    """The result of insurance, no matter what else is wagered or surrendered (2A.8(e), 2A.9(b))."""

    TEN = ends("ten-value card", insurance=win("2A.8(d)", "ten-value card"))
    NO_TEN = ends("no ten-value card", insurance=lose("2A.8(c)"))


@rule("2A.1", "2A.5(b)1")
def ties_blackjack(terms: BlackjackTerms, score: int, cards: int, switched: bool, split: bool) -> bool:
    """An ace and a ten-value card made by a switch are not a blackjack. Against a blackjack they are still void,
    because only a 21 in more than two cards loses; a split hand loses by 2A.11(d)."""
    return terms.switched_21_ties and switched and not split and score == 21 and cards == 2


# ---- match, 2A.6 ---------------------------------------------------------------------------------------

MATCHES = ("no match", "one pair", "two pairs", "three of a kind", "four of a kind")
HOLDS = ((), (1,), (2, 1), (3, 1), (4, 3, 2, 1))
"""The matches that each holds."""


@rule("2A.6(a)1-4", "2A.2(c)")
def match_of(a: int, b: int, c: int, d: int) -> int:
    """What four cards hold, by rank alone: the number of equal pairs among their six pairs."""
    a, b, c, d = a >> 2, b >> 2, c >> 2, d >> 2
    equal = int(a == b) + int(a == c) + int(a == d) + int(b == c) + int(b == d) + int(c == d)
    return min(equal, 4)


@carries("2A.6(d)")
def paid_match(pay: PayTable, found: int) -> str:
    """The match in the cards that pays most (2A.6(d)): a house may pay any of them more than the minimum."""
    return max((MATCHES[each] for each in HOLDS[found]), key=lambda row: pay[row].win / pay[row].stake)


# ---- the game ------------------------------------------------------------------------------------------


class BlackjackSwitch(BlackjackGame):
    """Two hands whose second cards may change places."""

    computed_by = "blackjack_switch_mathematics"

    dealt_beside = ("2",)
    original = ("hand-1", "hand-2")
    endings, insurance = Ended, Insured
    short_cite = "2A.15(f)"

    def terms(self, rules: Rules) -> BlackjackTerms:
        return BlackjackTerms(
            hole=Hole[str(rules["hole-card"]).upper()],
            hit_soft_17=True,  # 2A.12(b)
            push_22=True,  # 2A.5(c)
            surrender=Surrender.FIRST_TWO if rules.on("surrender") else Surrender.NEVER,
            hands=int(rules["split-hands"]),
            resplit_aces=rules.on("resplit-aces"),
            added_stays_lost=rules["reading-busted-extra"] == "kept",
            switched_21_ties=rules["reading-switched-21"] == "as-printed",
        )

    def dealers_card(self, rules: Rules) -> str:
        return "2A.7(l)"

    def boxes_of(self, table: Table) -> list[Box]:
        """Each box is dealt two hands, with a wager on each."""
        boxes = super().boxes_of(table)
        for box in boxes:
            owners, terms = (f"{box.position}", f"{box.position}.2"), box.first.terms
            box.hands = []
            for of, (owner, wager) in enumerate(zip(owners, self.original, strict=True), 1):
                wagers = {seat: [at_box(wager, seat, box.position)] for seat in box.bettors}
                box.hands.append(Hand(owner, table, terms, wagers, of=of))
        return boxes

    def seen_hand(self, table: Table, owner: str, seen: Collection[str]) -> Hand:
        """A hand's origin follows from its player's decisions: splits number the hands from the third on."""
        position = owner.partition(".")[0]
        made, split, switched = {position: 1, f"{position}.2": 2}, set[str](), False
        for answer in table.answers:
            if answer.hand in made and answer.decision == "split" and STAND in answer.choices:  # the caller's
                new = f"{position}.{len(made) + 1}"
                made[new] = made[answer.hand]
                split |= {answer.hand, new}
            elif answer.hand in made and answer.decision in ("switch", "switch-back"):
                switched = not switched
        of, terms = made.get(owner, 1), self.terms(table.rules)
        return Hand(owner, table, terms, {}, split=owner in split, of=of, switched=switched)

    # ---- match, 2A.6 -------------------------------------------------------------------------------------

    def accept(self, table: Table, bet: Bet) -> None:
        super().accept(table, bet)
        lacks = [
            each for each in self.original if not table.stake(bet.seat, at_box(each, bet.seat, bet.position))
        ]
        if bet.id == "match" and lacks:
            raise Refused("a match wager requires wagers on both hands", "2A.6(b)", lacks=lacks)

    def release(self, table: Table, bet: Bet, amount: Cents) -> None:
        matching = table.stake(bet.seat, at_box("match", bet.seat, bet.position))
        if bet.id in self.original and bet.stake == amount and matching:
            raise Refused("the match wager depends on both hands; take it down first", "2A.6(b)")

    def opening_wagers(self, table: Table, boxes: list[Box]) -> Round:
        """Match, before a card reader is used and before any further card: the losers, then the winners (2A.7(e))."""
        settled = [self.matched(table, bet) for bet in table.bets.values() if bet.id == "match"]
        yield from sorted(settled, key=lambda each: each.result == "win")

    @carries("2A.6(e)")
    def matched(self, table: Table, bet: Bet) -> Settle:
        held = [*table.cards(f"{bet.position}"), *table.cards(f"{bet.position}.2")]
        if len(held) < 4:
            return Settle(bet.seat, bet.wager, "void", cite=cite("2A.15(g)"), outcome="dead hand")
        found, pay = match_of(*held), table.rules.pay("match")
        if not found:
            lost = cite("2A.7(e)")
            return Settle(bet.seat, bet.wager, "lose", lost=bet.stake, cite=lost, outcome=MATCHES[found])
        row = paid_match(pay, found)
        return Settle(bet.seat, bet.wager, "win", pay[row].pays(bet.stake), cite=pay.cite, outcome=row)

    # ---- the switch, 2A.7(g) -----------------------------------------------------------------------------

    @carries("2A.7(i)", "2A.7(j)")
    def play_box(self, table: Table, box: Box) -> Round:
        """The caller is offered the switch, and plays the first hand to its end and then the second (2A.7(h) to (j)),
        with every card face up (2A.7(i)). Match, insurance and the card reader come before, for the whole table."""
        if all(hand.live and len(hand.cards) == 2 for hand in box.hands):
            answer = yield Ask(box.caller, (SWITCH, KEEP), box.first.owner, usual="keep")
            if answer.decision == "switch":
                yield from self.exchange(box)
        yield from super().play_box(table, box)

    @carries('2A.1 "Switch"')
    def exchange(self, box: Box) -> Round:
        """The second cards trade places; a second time, and they are as they were dealt (2A.7(g)1, 2)."""
        first, second = box.hands
        theirs = second.cards[1]
        yield Slide(first.owner, second.owner)
        yield Slide(second.owner, first.owner, theirs)
        for hand in box.hands:
            hand.switched = not hand.switched

    @carries("2A.7(g)3")
    def may_switch_back(self, box: Box) -> bool:
        """No card has been dealt to either hand, and neither was given up."""
        whole = all(hand.live and not hand.surrendered and len(hand.cards) == 2 for hand in box.hands)
        return len(box.hands) == 2 and whole and box.first.switched

    def bar(self, table: Table, hand: str, decision: str) -> str:
        """A switch that was reversed was the only one allowed (2A.7(g)3)."""
        box = [each for each in table.answers if each.hand.partition(".")[0] == hand.partition(".")[0]]
        if decision == "switch" and any(each.decision == "switch" for each in box):
            return "second switch"
        return super().bar(table, hand, decision)

    def play_hand(self, table: Table, box: Box, hand: Hand) -> Round:
        """Two 21s leave nothing to decide but this."""
        if self.may_switch_back(box) and all(each.score == 21 for each in box.hands) and hand is box.first:
            answer = yield Ask(box.caller, (STAND, SWITCH_BACK), hand.owner, usual="stand")
            if answer.decision == "switch-back":
                yield from self.decide(table, box, hand, answer)
        yield from super().play_hand(table, box, hand)

    def choices_of(self, table: Table, box: Box, hand: Hand) -> tuple[Choice, ...]:
        choices = super().choices_of(table, box, hand)
        return (*choices, SWITCH_BACK) if choices and self.may_switch_back(box) else choices

    def decide(self, table: Table, box: Box, hand: Hand, answer: Ask) -> Round:
        """After a switch is reversed, both hands are still to be played."""
        if answer.decision != "switch-back":
            yield from super().decide(table, box, hand, answer)
            return
        yield from self.exchange(box)
        for each in box.hands:
            each.played = False

    # ---- settlement --------------------------------------------------------------------------------------

    def ending(self, table: Table, hand: Hand) -> Ending:
        """Under the paragraph that decides it."""
        end, dealer = super().ending(table, hand), total(*fold(self.faced(table, hand)))
        if end == Ended.DEALERS_BLACKJACK and hand.score == 21:
            cards = len(hand.cards)
            if ties_blackjack(hand.terms, 21, cards, hand.switched, hand.split):
                return Ended.TIE
            return Ended.SPLIT_21_TO_BLACKJACK if hand.split and cards == 2 else Ended.DRAWN_21_TO_BLACKJACK
        if end == Ended.BLACKJACK:
            by_dealer = {21: Ended.BLACKJACK_ON_21, 22: Ended.BLACKJACK_ON_22}
            return by_dealer.get(dealer, Ended.BLACKJACK_OVER_22 if dealer > 22 else end)
        return Ended.DEALER_OVER_22 if end == Ended.WIN and dealer > 22 else end

    # ---- irregularities, 2A.15 ---------------------------------------------------------------------------

    def wagers_on(self, table: Table, owner: str) -> list[Bet]:
        wager = self.original["." in owner]
        return [bet for bet in super().wagers_on(table, owner.partition(".")[0]) if bet.id == wager]
