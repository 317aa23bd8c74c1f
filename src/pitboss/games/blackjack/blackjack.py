"""Blackjack, 13:69F-2."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import lcm
from typing import ClassVar, NamedTuple

from pitboss.book import (
    Ask,
    Cap,
    Choice,
    Deal,
    Discard,
    Event,
    Finding,
    Irregularity,
    Refused,
    Round,
    Rules,
    Say,
    Slide,
    Value,
    carries,
    cite,
    fee,
    rule,
)
from pitboss.book.endings import HALF, Ending, Fate, ended, ends, lose, push, win
from pitboss.book.facets import Marker
from pitboss.book.key import Key
from pitboss.equipment.cards import UNKNOWN, card
from pitboss.games.blackjack import bonus_wager, progressive_wager, streak_wagers
from pitboss.games.blackjack.betting import TableState
from pitboss.games.blackjack.boxes import (
    Box,
    Hand,
    Placed,
    at_box,
    dealers_blackjack,
    every,
    never,
    ruled,
    shown,
)
from pitboss.games.blackjack.hands import (
    BlackjackTerms,
    End,
    Hole,
    Surrender,
    fold,
    is_678,
    is_blackjack,
    is_one_suit,
    is_three_sevens,
    points,
    total,
)
from pitboss.games.blackjack.multiple_action import ACTIONS, MultipleAction, actions, on_spots
from pitboss.games.blackjack.side_wagers import (
    IN_BETWEEN,
    MATCH_THE_DEALER,
    NO_CARD,
    OPTIONAL_BONUS,
    OVER_13,
    QUEEN_OF_HEARTS,
    SAME_SUIT,
    SEVENS,
    TWENTY_POINT_BONUS,
    UNDER_13,
    sevens,
    twenty_points,
)
from pitboss.games.blackjack.streak_wagers import STREAKS
from pitboss.games.payout_limit import shared_cap
from pitboss.games.shoe import Shoe
from pitboss.money import DOLLAR, Cents, cents, money
from pitboss.table import Bet, Table

SIDES = ("black", "red")
"""The sides of a double shoe, named after the suits that point to them (2.6(d)1)."""

NO_MORE_BETS = {
    "progressive-blackjack": "2.19(b)",
    "blackjack-bonus": "2.20(b)",
    "twenty-point-bonus": "2.24(d)",
    "in-between": "2.26(e)",
}
"""Wagers that the dealer announces."""

ADDITIONAL = ("over-13", "under-13", "same-suit", "sevens")
"""The additional wagers of 2.17(a), of which a table offers one."""


ON_HAND = ("blackjack", *ACTIONS)
"""The wagers that begin a hand: one, or under multiple action two or three (2.18(b))."""

ADDED = (*on_spots("double-down"), *on_spots("split"))


# ---- settlement, 2.3 -----------------------------------------------------------------------------------
def on_hand(fate: Fate) -> dict[str, Fate]:
    """The wager, and what was added to it by doubling and splitting."""
    return every((*ON_HAND, *ADDED), fate)


def on_wager(fate: Fate) -> dict[str, Fate]:
    """The wager that begins a hand."""
    return every(ON_HAND, fate)


ADDED_BACK = every(on_spots("double-down"), push("2.10(b)")) | every(on_spots("split"), push("2.11(d)"))
"""The wagers that a dealer's blackjack returns."""


class Ended(Ending):
    """The result of the wagers on a hand."""

    OVER_21 = ends("over 21", **on_hand(lose("2.3(a)")))
    LOWER = ends("lower", **on_hand(lose("2.3(a)")))
    TIE_LOST = ends("equal", **on_hand(lose("2.6(k)1")))
    TIE = ends("equal", **on_hand(push("2.3(b)")))
    TIED_BLACKJACKS = ends("equal", **on_wager(push("2.7(b)")))
    DEALERS_22 = never()
    DEALERS_BLACKJACK = ends(
        "dealer's blackjack",
        **on_wager(lose("2.3(a)")),
        **ADDED_BACK,
    )
    SURRENDER = ends("surrender", blackjack=lose("2.8(a)1", HALF))
    SURRENDER_WAITED = ends("surrender", blackjack=lose("2.8(a)2", HALF))
    SURRENDER_TO_BLACKJACK = ends("surrender", blackjack=lose("2.8(a)2"))
    RESCUE = never()
    WIN = ends("win", **on_hand(win("2.3(a)2")))
    BLACKJACK = ends("blackjack", **on_wager(win("2.7(b)", "blackjack")))

    BLACKJACK_AT_ONCE = ends("blackjack", **on_wager(win("2.7(a)", "blackjack")))
    BLACKJACK_HOLE_UP = ends("blackjack", blackjack=win("2.6(k)2", "blackjack"))
    EVEN_MONEY = ends("even money", **on_wager(win("2.7(c)")))
    SUITED_678 = ends("suited-6-7-8", **on_hand(win("2.3(e)1", "suited-6-7-8")))
    THREE_SEVENS = ends("three-sevens", **on_hand(win("2.3(e)2", "three-sevens")))
    DESIGNATED = ends("designated-blackjack", **on_wager(win("2.3(e)3", "designated-blackjack")))
    FIVE_CARD_21 = ends("five-card-21", **on_hand(win("2.3(e)4", "five-card-21")))
    OVER_21_FROM_HAND = ends("over 21", **on_hand(lose("2.6A(e)3")))
    OVER_21_IN_ACTION = ends("over 21", **on_hand(lose("2.18(f)")))

    # The same under another paragraph
    DEALER_OVER_21 = ends("win", **on_hand(win("2.3(a)1")))
    TWO_CARD_21 = ends("win", **on_hand(win("2.3(a)3")))
    FIVE_CARDS_TIED = ends("equal", **on_hand(push("2.16(b)")))
    SIMPLE_21_TO_BLACKJACK = ends("dealer's blackjack", **on_wager(lose("2.3(b)")), **ADDED_BACK)


class Insured(Ending):
    """The result of insurance."""

    TEN = ends("ten-value card", **every(on_spots("insurance"), win("2.9(c)", "ten-value card")))
    NO_TEN = ends("no ten-value card", **every(on_spots("insurance"), lose("2.9(d)")))


class Payouts(NamedTuple):
    """The optional payouts that the house offers (2.3(e)1 to 4), and how it pays a blackjack."""

    suited_678: bool
    three_sevens: bool
    five_card_21: bool
    ace: int  # the designated blackjack, or -1
    face: int
    hole_up: bool


@rule("2.3(e)3")
def is_designated_blackjack(a: int, b: int, ace: int, face: int) -> bool:
    """The ace and face card the house has named."""
    return (a == ace and b == face) or (a == face and b == ace)


@rule("2.3(e)", "2.3(e)4", "2.16(a)", "2.6(k)2")
def payout(payouts: Payouts, end: int, a: int, b: int, c: int, score: int, cards: int, doubled: bool) -> int:  # noqa: ARG001
    """The ending that pays a winning hand by its cards; any other hand ends as it is."""
    if score != 21:
        return end
    if end == End.BLACKJACK:
        if is_designated_blackjack(a, b, payouts.ace, payouts.face):
            return Ended.DESIGNATED.value
        return Ended.BLACKJACK_HOLE_UP.value if payouts.hole_up else end
    if end != End.WIN:
        return end
    if payouts.suited_678 and cards == 3 and is_678(a, b, c) and is_one_suit(a, b, c):
        return Ended.SUITED_678.value
    if payouts.three_sevens and cards == 3 and is_three_sevens(a, b, c):
        return Ended.THREE_SEVENS.value
    return Ended.FIVE_CARD_21.value if payouts.five_card_21 and cards == 5 else end


# ---- the game ------------------------------------------------------------------------------------------


class BlackjackState(TableState):
    """In addition to the shoe and the card reader: the seats whose hand fee is waived, and the dollars on the
    progressive and the reset meter before the wagers of the next round; empty: not set yet."""

    waived: list[int] = []
    """Seats whose hand fee is waived."""
    meter: int | float | None = None
    """The dollars on the progressive meter before the wagers of the next round; null: it is not set yet."""
    reset_meter: int | float | None = None
    """The dollars on the reset meter, for the time after a payout."""
    METERS: ClassVar = {"meter": "progressive", "reset_meter": "progressive-reset"}

    def seats(self) -> Iterable[int]:
        return (*super().seats(), *self.waived)


class Blackjack(MultipleAction):
    """The game, with its side wagers."""

    owners = (*MultipleAction.owners, "determinant")
    computed_by = "blackjack_mathematics"
    State = BlackjackState
    original, added, splits = ON_HAND, ADDED, on_spots("split")
    endings, insurance, payout = Ended, Insured, payout
    side_wagers = (
        OVER_13,
        UNDER_13,
        SAME_SUIT,
        SEVENS,
        MATCH_THE_DEALER,
        TWENTY_POINT_BONUS,
        IN_BETWEEN,
        OPTIONAL_BONUS,
    )
    short_cite = "2.15(f)"

    def terms(self, rules: Rules) -> BlackjackTerms:
        hole, named = Hole[str(rules["hole-card"]).upper()], str(rules["designated-blackjack"])
        up, nine_to_11 = hole == Hole.UP, rules["double-on"] == "9-to-11"
        unannounced = rules["dealing"] == "hand" and hole == Hole.NONE  # 2.6A(d), 2.8(a)
        surrenders = rules.on("surrender") and not (
            unannounced and rules["reading-hand-surrender"] == "as-read"
        )
        return BlackjackTerms(
            hole=hole,
            hit_soft_17=rules["soft-17"] == "hit",
            ties_lose=up,
            tied_blackjacks_win=up,
            split_21_wins=rules["reading-split-21"] == "as-printed",
            double_least=9 if nine_to_11 else 4,
            double_most=11 if nine_to_11 else 20,
            double_after_split=rules.on("double-after-split"),
            surrender=Surrender.FIRST_TWO if surrenders else Surrender.NEVER,
            hands=min(int(rules["split-hands"]), 4 if rules.positions <= 6 else 3),  # 2.11(e)
            resplit_aces=rules.on("resplit-aces"),
            added_stays_lost=rules["reading-busted-extra"] == "kept" or actions(rules),  # 2.18(f)
            payouts=Payouts(
                suited_678=rules.on("suited-6-7-8"),
                three_sevens=rules.on("three-sevens"),
                five_card_21=rules.on("five-card-21"),
                ace=-1 if named == "no" else card(named[:2]),
                face=-1 if named == "no" else card(named[2:]),
                hole_up=up,
            ),
        )

    @staticmethod
    def state(table: Table) -> BlackjackState:
        assert isinstance(table.state, BlackjackState)
        return table.state

    # ---- wagers, 2.3 -------------------------------------------------------------------------------------

    @carries("2.3(l)4")
    def accept(self, table: Table, bet: Bet) -> None:
        rules = table.rules
        stake = table.stake(bet.seat, bet.wager) + bet.stake
        if bet.id in self.original and stake % (step := self.step(rules, "blackjack")):
            raise Refused(f"a blackjack wager is a multiple of {money(step)}", "2.3(d)")
        super().accept(table, bet)
        stakes = {key: each.stake for (seat, key), each in table.bets.items() if seat == bet.seat}
        stakes[bet.wager] = stake
        main = [each for key, each in stakes.items() if Key.read(key).id in self.original]
        if table.chips(bet.seat) - bet.stake < self.hand_fee(table, bet.seat, main):
            raise Refused("the player's chips must cover the wager and the hand fee", "2.3(l)4")
        if bet.id in ADDITIONAL:
            self.accept_additional(table, bet, stake)
        if bet.id == "blackjack-bonus":
            bonus_wager.accept(stake)
        if bet.id in STREAKS:
            streak_wagers.accept(table, bet)

    def needs(self, wager: str) -> str:
        own = {
            "progressive-blackjack": "2.19(f)",
            "blackjack-bonus": "2.20(c)",
            **dict.fromkeys(STREAKS, "2.22(b)"),
        }
        return own.get(wager) or super().needs(wager)

    def release(self, table: Table, bet: Bet, amount: Cents) -> None:
        super().release(table, bet, amount)
        if bet.id in STREAKS:
            streak_wagers.release(bet)

    def noted(self, table: Table, bet: Bet) -> None:
        if bet.id in STREAKS:
            streak_wagers.noted(bet)
        else:
            super().noted(table, bet)

    def accept_additional(self, table: Table, bet: Bet, stake: Cents) -> None:
        """Over or under, not both (2.17(b)); as printed for $1 (2.17(a))."""
        if table.rules["reading-additional-amount"] == "as-printed" and stake != DOLLAR:
            raise Refused("an additional wager is $1", "2.17(a)")
        for other in {"over-13", "under-13"} - {bet.id} if bet.id in ("over-13", "under-13") else ():
            if table.stake(bet.seat, at_box(other, bet.seat, bet.position)):
                raise Refused("a player may wager on over 13 or on under 13, not on both", "2.17(b)")

    def step(self, rules: Rules, wager: str) -> Cents:
        """$5 in the 6 to 5 variation (2.3(d))."""
        return lcm(5 * DOLLAR, rules.unit) if rules["variation"] == "6-to-5" else rules.unit

    @carries("2.3(l)2")
    def hand_fee(self, table: Table, seat: int, stakes: list[Cents]) -> Cents:
        """Once from each player with a wager of $5 or less, unless the house waives it (2.3(l)2)."""
        owed = min(stakes) <= 5 * DOLLAR and seat not in self.state(table).waived
        return cents(table.rules["hand-fee"]) if owed else 0

    def ready(self, table: Table) -> None:
        """A running streak does not start a round."""
        if not any(bet.id in self.original for bet in table.bets.values()):
            raise Refused("nobody has a wager on a hand", "2.3(a)")
        super().ready(table)

    @carries("2.3(l)3", "2.3(l)5", "2.3(l)7")
    def fees(self, table: Table, boxes: list[Box]) -> Round:
        """Collected before any card is dealt (2.3(l)3); then betting is closed."""
        stakes: dict[int, list[Cents]] = {}
        bets = sorted((bet for box in boxes for bet in box.first.bets), key=lambda bet: bet.seat)
        first = {table.person(bet.seat): bet.seat for bet in reversed(bets)}
        for bet in bets:
            stakes.setdefault(first[table.person(bet.seat)], []).append(bet.stake)
        for seat, made in stakes.items():
            if amount := self.hand_fee(table, seat, made):
                yield fee(seat, amount, "hand fee", cite("2.3(l)"))
        streaks = (bet for bet in table.bets.values() if bet.id in STREAKS)
        yield from streak_wagers.abandoned(
            bet for bet in streaks if not self.main_stake(table, bet.seat, bet.position)
        )
        for wager, paragraph in NO_MORE_BETS.items():
            if table.rules.offers(wager):
                yield Say("No more bets", cite=cite(paragraph))
        yield from progressive_wager.register(table)

    def sits_out(self, table: Table, seat: int) -> Round:
        yield from streak_wagers.abandoned(
            bet for bet in table.bets.values() if bet.id in STREAKS and bet.seat == seat
        )

    def leaving(self, table: Table, seat: int) -> Round:
        yield from super().leaving(table, seat)
        yield from self.sits_out(table, seat)

    def void(self, table: Table, cite: str) -> Round:
        """A void round neither advances nor loses a streak, which stays, unless a person clears the layout."""
        stay = () if table.by_order else STREAKS
        yield from self.give_back(table, [bet for bet in table.bets.values() if bet.id not in stay], cite)

    def markers(self, table: Table) -> Sequence[Marker]:
        return streak_wagers.lammers(table)

    # ---- dealing, 2.5, 2.6, 2.6A -------------------------------------------------------------------------

    @carries("2.21", '2.1 "Double shoe"')
    def shoe(self, rules: Rules) -> Shoe:
        """The cutting card a quarter from the back (2.5(d)), or a shuffle before every round (2.5(h)1, (i), 2.21). A
        card is burned from a fresh shoe (2.6(c)), from the hand before every round if the house likes (2.6A(c))."""
        cards, dealing = len(rules.pack()), rules["dealing"]
        every_round = dealing == "continuous" or rules["rounds-per-deck"] == "one"
        return Shoe(
            cut=cards if every_round else cards * int(rules["cutting-card"]) // 100,
            burns="each-round" if rules.on("burn-each-round") else "one" if dealing == "shoe" else "none",
            short_cite=self.short_cite,
            sides=SIDES if dealing == "double-shoe" else ("",),
        )

    def shuffle(self, table: Table) -> Round:
        yield from super().shuffle(table)
        if table.rules["dealing"] == "double-shoe":
            yield from self.determinant(table)

    @carries("2.6(d)", "2.6(d)1", "2.6(d)2", '2.1 "Determinant card"')
    def determinant(self, table: Table) -> Round:
        """A card from either side: hearts and diamonds point to one side, spades and clubs to the other. If it
        came from the side it points to, it is the first player's first card; otherwise it is burned (2.6(d))."""
        state = self.state(table)
        drawn_from = state.side
        drawn = yield Deal("determinant", up=True, shoe=drawn_from)
        state.side = SIDES[drawn & 3 in (1, 2)]
        if state.side != drawn_from:
            yield Slide("determinant", "burn")

    def first_card(self, table: Table, box: Box, hand: Hand) -> Round:
        if table.cards("determinant"):
            yield Slide("determinant", hand.owner)
        else:
            yield from super().first_card(table, box, hand)

    def face_up(self, table: Table) -> bool:
        return table.rules["dealing"] != "hand"  # 2.6A(c)

    @carries("2.6A(h)")
    def terms_of(self, table: Table) -> BlackjackTerms:
        """From the hand, a hole card is there only to be read (2.6A(f), (h), 2.15(k))."""
        terms = super().terms_of(table)
        unread = terms.hole == Hole.DOWN and table.rules["dealing"] == "hand"
        return terms._replace(hole=Hole.NONE) if unread else terms

    def dealers_card(self, rules: Rules) -> str:
        return "2.6A(f)" if rules["dealing"] == "hand" else "2.6(h)"

    # ---- blackjack and insurance, 2.7 and 2.9 ------------------------------------------------------------

    def announce(self, table: Table, boxes: list[Box]) -> Round:
        """Paid at once against a two to nine (2.7(a)); otherwise they wait for the dealer's second card."""
        for box in [box for box in boxes if box.first.live and box.first.blackjack]:
            hand = box.first
            if points(table.cards("dealer")[0]) in (1, 10):
                yield Say("Blackjack waits for the dealer's second card", cite=cite("2.7(b)"))
            else:
                ending = self.paid_as(hand, End.BLACKJACK)
                yield from hand.turned_over()
                yield from hand.ends(Ended.BLACKJACK_AT_ONCE if ending == Ended.BLACKJACK else ending)
                if not any(self.holds(bet, box, "blackjack-bonus") for bet in table.bets.values()):
                    yield Discard(hand.owner)

    def bar(self, table: Table, hand: str, decision: str) -> str:
        """With the hole card up, other rules govern most decisions (2.6(k)3 to 5); from the hand, no total is announced
        before a surrender (2.6A(d))."""
        found = "" if table.rules["hole-card"] == "up" else super().bar(table, hand, decision)
        offered = found == "no surrender" and table.rules.on("surrender")
        return "surrender from the hand" if offered else found

    def instead_of_insurance(self, table: Table, hand: Hand) -> list[Choice]:
        """Even money for a blackjack, if the house offers it (2.7(c))."""
        offered = hand.blackjack and table.rules.on("even-money")
        return [Choice("even-money")] if offered else []

    def not_insured(self, hand: Hand, seat: int, decision: str) -> Round:
        for bet in [bet for bet in hand.bets if bet.seat == seat and decision == "even-money"]:
            yield from list(ended(hand.table.rules, Placed(bet), Ended.EVEN_MONEY))

    # ---- wagers beside the hand, 2.17, 2.24 and 2.25 -------------------------------------------------------

    def opening_wagers(self, table: Table, boxes: list[Box]) -> Round:
        """Two sevens wait for the third card, a pair of queens of hearts for the dealer's cards; with the hole
        card up two cards of 17 or more lose the optional bonus at once."""
        yield from super().opening_wagers(table, boxes)
        yield from bonus_wager.collect(table, boxes)
        may_be = points(table.cards("dealer")[0]) in (1, 10)
        yield from self.settle_side(
            table, SEVENS, lambda a, b, *_: None if sevens(a, b, NO_CARD) > 1 else sevens(a, b, NO_CARD)
        )
        yield from self.settle_side(
            table,
            TWENTY_POINT_BONUS,
            lambda a, b, *_: None if may_be and a == b == QUEEN_OF_HEARTS else twenty_points(a, b, 0),
        )
        if self.terms_of(table).hole == Hole.UP and total(*fold(table.cards("dealer"))) >= 17:
            yield from self.third_card_wagers(table)

    @carries("2.24(e)1", "2.24(e)1ii")
    def read(self, table: Table, boxes: list[Box], blackjack: bool) -> Round:
        """Against a known blackjack, a player with two sevens may take a third card (2.6(j)3, (k)6). Queens of hearts
        are paid at once if there is none (2.24(e)1ii)."""
        for box in boxes if blackjack else ():
            holders = [bet.seat for bet in table.bets.values() if self.holds(bet, box, "sevens")]
            if holders and box.live:
                caller = box.caller if box.caller in holders else holders[0]
                choices = (Choice("third-card"), Choice("no-third-card"))
                answer = yield Ask(caller, choices, box.first.owner, usual="third-card")
                if answer.decision == "third-card":
                    yield from self.give(table, box.first.owner)
            yield from self.pay_sevens(table, box)
        if self.would_be_known(table) and not blackjack:
            yield from self.pay_queens(table)

    @staticmethod
    def holds(bet: Bet, box: Box, wager: str) -> bool:
        return bet.id == wager and bet.position == box.position

    def decided(self, table: Table, box: Box, hand: Hand) -> Round:
        """Two sevens are paid once their player has decided and the third card is seen (2.17(e)), even if the dealer
        forgets it at first (2.15(i))."""
        if not hand.hidden and not (hand.forgotten and len(hand.cards) == 2):
            yield from self.pay_sevens(table, box)

    def pay_sevens(self, table: Table, box: Box) -> Round:
        """By the first three cards; a player who splits has two (2.11(f))."""
        for bet in [bet for bet in table.bets.values() if self.holds(bet, box, "sevens")]:
            a, b, c = (*box.first.cards, NO_CARD)[:3]
            yield from shown(table, box.first.owner)
            yield SEVENS.settled(table.rules, bet, sevens(a, b, c))

    @carries("2.24(e)")
    def pay_queens(self, table: Table) -> Round:
        """Pairs of queens of hearts that waited. The total paid to them against a dealer's blackjack may be limited and
        is then shared (2.24(h))."""
        waiting = [bet for bet in table.bets.values() if bet.id == "twenty-point-bonus"]
        if not waiting:
            return
        waiting.sort(key=lambda bet: -bet.position)
        blackjack = int(dealers_blackjack(table))
        row = twenty_points(QUEEN_OF_HEARTS, QUEEN_OF_HEARTS, blackjack)
        settled = [TWENTY_POINT_BONUS.settled(table.rules, bet, row) for bet in waiting]
        if blackjack and (limit := cents(table.rules["twenty-point-limit"])):
            settled = shared_cap(settled, limit, "2.24(h)", rest=False)
        yield from settled

    def split(self, table: Table, box: Box, hand: Hand) -> Round:
        """Split sevens are paid before another card is dealt, and forfeit the payout for three (2.11(f))."""
        if any(self.holds(bet, box, "sevens") for bet in table.bets.values()):
            yield Say("Splitting sevens forfeits the payout for three", cite=cite("2.11(f)"))
            yield from self.pay_sevens(table, box)
        yield from super().split(table, box, hand)

    def waits_for_second(self, table: Table) -> bool:
        """Queens of hearts that are not paid yet do (2.24(e))."""
        queens = any(bet.id == "twenty-point-bonus" for bet in table.bets.values())
        return queens or super().waits_for_second(table)

    @carries("2.24(e)1i", "2.24(e)2")
    def settle_round(self, table: Table, boxes: list[Box]) -> Round:
        yield from super().settle_round(table, boxes)
        yield from self.pay_queens(table)
        yield from bonus_wager.press_buttons(table)

    def ending(self, table: Table, hand: Hand) -> Ending:
        """Under the paragraph that decides it."""
        end, dealer = super().ending(table, hand), total(*fold(self.faced(table, hand)))
        if end == Ended.WIN and dealer >= 21:
            return Ended.DEALER_OVER_21 if dealer > 21 else Ended.TWO_CARD_21
        if end == Ended.TIE and hand.score == 21 and len(hand.cards) == 5 and table.rules.on("five-card-21"):
            return Ended.FIVE_CARDS_TIED
        simple_21 = end == Ended.DEALERS_BLACKJACK and hand.score == 21
        return Ended.SIMPLE_21_TO_BLACKJACK if simple_21 else end

    def settle_beside(self, table: Table, boxes: list[Box], box: Box) -> Round:
        """Sevens whose third card was face down, or that were never asked about; the progressive; streaks."""
        yield from self.pay_sevens(table, box)
        yield from progressive_wager.settle(table, boxes, box)
        yield from streak_wagers.settle(table, box.position)

    def can_happen(self, table: Table, irregularity: Irregularity, pending: Event) -> bool:
        """A light is checked before the first card; the bonus button is pressed for a blackjack."""
        held = table.cards(irregularity.position)
        if irregularity.id == "progressive-light-fails" and not set(table.hands) <= {"burn", "determinant"}:
            return False
        if irregularity.id == bonus_wager.FAILED and UNKNOWN not in held:
            return is_blackjack(*fold(held), len(held), False)
        return super().can_happen(table, irregularity, pending)

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        """If the light does not work, no progressive wager is made (2.15(n))."""
        if irregularity.id == "progressive-light-fails":
            bets = [bet for bet in table.bets.values() if bet.id == "progressive-blackjack"]
            there = [bet for bet in bets if str(bet.position) == irregularity.position]
            yield from self.give_back(table, there, cite("2.15(n)"))
        else:
            yield from super().ruling(table, irregularity)

    # ---- decisions, 2.10, 2.6A ---------------------------------------------------------------------------

    def doubles(self, table: Table, seat: int, stake: Cents) -> list[Choice]:
        """Where the house lets players request it, with the card face down (2.10(c))."""
        up = super().doubles(table, seat, stake)
        if table.rules["double-card"] != "on-request":
            return up
        return up + [Choice("double-face-down", one.least, one.most, one.step, one.usual) for one in up]

    def double(self, table: Table, box: Box, hand: Hand, answer: Ask) -> Round:
        if table.rules["double-on"] == "9-to-11":
            yield from hand.turned_over()  # 2.10(a)1
        yield from super().double(table, box, hand, answer)

    def double_card(self, table: Table, hand: Hand, decision: str) -> Round:
        down = table.rules["double-card"] == "down" or decision == "double-face-down"
        yield from self.draw(table, hand, up=not down)
        if ruled(table, "double-card-dealt-up", hand.owner):
            yield from hand.turned_over()  # 2.15(p)

    def over_21(self, table: Table) -> Ending:
        if actions(table.rules):
            return Ended.OVER_21_IN_ACTION
        return Ended.OVER_21_FROM_HAND if table.rules["dealing"] == "hand" else Ended.OVER_21

    # ---- a table of the game -----------------------------------------------------------------------------

    def caps(self, rules: Rules) -> list[Cap]:
        """Queens of hearts against a dealer's blackjack, for all players together."""
        if not rules.offers("twenty-point-bonus"):
            return []
        return Cap.posted(rules, "twenty-point-limit", "2.24(h)", ("twenty-point-bonus",), shared=True)

    def check(self, rules: Rules) -> list[Finding]:
        findings = []
        main = next(filter(rules.offers, self.original))
        limits = rules.limits(main)
        if rules["split-hands"] == 4 and rules.positions > 6:
            says = "four hands from a split are allowed only at tables of six boxes or fewer"
            findings.append(Finding("options.split-hands", says, cite("2.11(e)")))
        if cents(rules["hand-fee"]) and limits.least > 5 * DOLLAR:
            says = "a hand fee is charged only at a table with a minimum of $5 or less"
            findings.append(Finding("options.hand-fee", says, cite("2.3(l)")))
        if rules["variation"] == "6-to-5" and (limits.least % (5 * DOLLAR) or limits.most % (5 * DOLLAR)):
            says = "limits of the 6 to 5 variation are multiples of $5"
            findings.append(Finding(f"limits.{main}", says, cite("2.3(d)")))
        if rules.positions > 7:
            findings.append(Finding("seats", "a blackjack layout has at most seven boxes", cite("2.11(e)")))
        limit = cents(rules["twenty-point-limit"])
        if limit and rules.offers("twenty-point-bonus") and limit < (least := least_limit(rules)):
            says = f"the limit must be at least {money(least)}, not {money(limit)}"
            findings.append(Finding("options.twenty-point-limit", says, cite("2.24(h)")))
        return findings + bonus_wager.check(rules)

    def alike(self, rules: Rules, other: Rules) -> list[Finding]:
        return super().alike(rules, other) + (bonus_wager.alike(rules, other) if other.game is self else [])

    def variations(self, rules: Rules) -> Iterable[tuple[dict[str, Value], list[str]]]:
        """Any two designated cards are as likely as any other two: one pair represents all."""
        for chosen, wagers in super().variations(rules):
            if chosen.get("designated-blackjack", "no") in ("no", "AsJs"):
                yield chosen, wagers


def least_limit(rules: Rules) -> Cents:
    """The lowest limit on queens of hearts against a dealer's blackjack: $25,000, or what one player can win with the
    minimum wager (2.24(h))."""
    top = rules.pay("twenty-point-bonus")[TWENTY_POINT_BONUS.rows[-1]]
    return max(25_000 * DOLLAR, top.pays(rules.limits("twenty-point-bonus").least))
