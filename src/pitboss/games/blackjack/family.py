"""The blackjack family: the round that all its games go through. A game overrides the steps in which it
differs. Cites are to subchapter 2, blackjack; the other games have the same rules under their own numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pitboss.book import (
    Ask,
    Choice,
    Deal,
    Event,
    Irregularity,
    Round,
    Rules,
    Say,
    Settle,
    Show,
    Slide,
    Stake,
    carries,
    cite,
)
from pitboss.book.endings import Ending, ended
from pitboss.equipment.cards import UNKNOWN
from pitboss.games.blackjack.boxes import (
    Box,
    Hand,
    Placed,
    affordable,
    at_box,
    dealers_blackjack,
    ruled,
    shown,
)
from pitboss.games.blackjack.decisions import Decisions
from pitboss.games.blackjack.hands import (
    End,
    Hole,
    dealer_draws,
    fold,
    insurance_limit,
    is_blackjack,
    is_soft,
    outcome,
    points,
    total,
)
from pitboss.games.blackjack.side_wagers import SideWager, When
from pitboss.games.mathematics import WorkedOut
from pitboss.money import Cents
from pitboss.table import Table, Void


class BlackjackGame(WorkedOut, Decisions):
    """A game of the family: `round` follows the order of the law, and each of its steps is a method to override."""

    computed_by = "mathematics"

    def round(self, table: Table) -> Round:
        boxes = self.boxes_of(table)
        yield from self.fees(table, boxes)
        yield from self.shuffle(table)
        yield from self.deal(table, boxes)
        yield from self.opening_wagers(table, boxes)
        yield from self.announce(table, boxes)
        yield from self.players_hands(table, boxes)
        yield from self.dealers_hands(table, boxes)
        yield from self.close_shoe(table, {seat for box in boxes for seat in box.bettors})

    def fees(self, table: Table, boxes: list[Box]) -> Round:
        """What players pay to be dealt in."""
        yield from ()

    @carries("2.6(e)1-3", "2.6A(c)1-3", "2A.7(d)1-3", "2B.6(d)4-5", "19.7(d)1-3")
    def deal(self, table: Table, boxes: list[Box]) -> Round:
        """One card to each box, one to the dealer, a second to each box (2.6(e), 2A.7(d)); then the hole card, where
        there is one (2.6(j), (k))."""
        yield from self.first_cards(table, boxes)
        if not ruled(table, "dealer-missed-card", ""):
            yield from self.give(table, "dealer")
        yield from self.second_cards(table, boxes)
        if not table.cards("dealer"):
            yield from self.give(table, "dealer")  # 2.15(e)
        yield from self.hole_card(table)

    def first_cards(self, table: Table, boxes: list[Box]) -> Round:
        for box in boxes:
            for hand in [hand for hand in box.hands if hand.live]:
                yield from self.first_card(table, box, hand)

    def second_cards(self, table: Table, boxes: list[Box]) -> Round:
        """A player who was passed over may receive a card after all others (2.15(g))."""
        hands = [(box, hand) for box in boxes for hand in box.hands]
        late = []
        for box, hand in hands:
            if hand.live and ruled(table, "one-card-dealt", hand.owner):
                late.append((box, hand))
            elif hand.live:
                yield from self.give_hand(table, box, hand)
        for box, hand in late:
            answer = yield Ask(box.caller, (Choice("second-card"), Choice("dead-hand")), hand.owner)
            if answer.decision == "second-card":
                yield from self.give_hand(table, box, hand)
            else:
                yield from hand.dead(table.rules.irregularity("one-card-dealt").full_cite)
                # The dealer draws no card for its bonus (2.12(c)).
                for side in [side for side in self.side_wagers if side.when == When.DEALERS_CARDS]:
                    yield from self.settle_side(table, side, lambda *_: None, box)

    @carries("19.7(i)", "26.7(i)", '2A.1 "Hole card"', "2A.7(l)1-2", '2B.1 "Hole card"')
    def hole_card(self, table: Table) -> Round:
        hole = self.terms_of(table).hole
        if hole != Hole.NONE:
            yield from self.give(table, "dealer", up=hole == Hole.UP)

    def first_card(self, table: Table, box: Box, hand: Hand) -> Round:
        yield from self.give_hand(table, box, hand)

    def give_hand(self, table: Table, box: Box, hand: Hand) -> Round:
        yield from self.give(table, hand.owner, up=self.face_up(table), seats=tuple(box.bettors))

    def face_up(self, table: Table) -> bool:
        """Are the players' first two cards dealt face up?"""
        return True

    def opening_wagers(self, table: Table, boxes: list[Box]) -> Round:
        """Wagers that the first cards decide, before any other is dealt."""
        up = table.cards("dealer")[0]
        for side in self.side_wagers:
            if side.when == When.FIRST_CARDS:
                yield from self.settle_side(table, side, lambda a, b, *_, side=side: side.row(a, b, up))

    @carries("2.17(i)", "2.23(b)", "2.24(b)", "2.25(g)", "2.26(c)", "19.6(f)", "36.6(f)")
    def settle_side(
        self, table: Table, side: SideWager, row: Callable[..., int | None], box: Box | None = None
    ) -> Round:
        """The wagers of a kind, on one box or all, by the row that the cards of their hands make; none: they are not
        decided yet. All losers at the table first, or player by player from the dealer's right, as the law requires."""
        bets = [bet for bet in table.bets.values() if bet.id == side.wager]
        bets = [bet for bet in bets if box is None or bet.position == box.position]
        if not side.losers_first:
            bets.sort(key=lambda bet: -bet.position)
        settled = []
        for bet in bets:
            held = table.cards(str(bet.position))
            if len(held) < 2:
                dead = table.rules.irregularity("one-card-dealt").full_cite
                settled.append(Settle(bet.seat, bet.wager, "void", cite=dead, outcome="dead hand"))
            elif (found := row(*held)) is not None:
                yield from shown(table, str(bet.position))
                settled.append(side.settled(table.rules, bet, found))
        yield from sorted(settled, key=lambda each: side.losers_first and each.result == "win")

    def announce(self, table: Table, boxes: list[Box]) -> Round:
        """The totals of two cards; payouts that are made as soon as they are seen."""
        yield from ()

    # ---- insurance -----------------------------------------------------------------------------------

    @carries("2A.7(f)", "2A.7(k)", "2.6(j)1", "2A.8(a)2-3", "36.7(k)")
    def players_hands(self, table: Table, boxes: list[Box]) -> Round:
        """Insurance, then the decisions box by box, unless a dealer's blackjack is known."""
        terms, up = self.terms_of(table), points(table.cards("dealer")[0])
        insurable = up == 1 and terms.hole != Hole.UP
        together = table.rules.get("insurance-timing") != "before-turn"
        for box in boxes if insurable and together else ():
            yield from self.offer_insurance(table, box)
        known = self.would_be_known(table) and dealers_blackjack(table)
        yield from self.read(table, boxes, known)
        if known:
            return
        for box in boxes:
            if insurable and not together:
                yield from self.offer_insurance(table, box)
            yield from self.play_box(table, box)
        for box in boxes:
            yield from self.missed_hits(table, box)

    def would_be_known(self, table: Table) -> bool:
        """Would a card reader or an open hole card reveal a dealer's blackjack?"""
        hole, up = self.terms_of(table).hole, points(table.cards("dealer")[0])
        return hole == Hole.UP or (hole == Hole.READER and up in (1, 10))

    def read(self, table: Table, boxes: list[Box], blackjack: bool) -> Round:
        """What follows from knowing the dealer's second card before the players act."""
        yield from ()

    @carries("2.13(f)", "2A.13(e)", "19.13(f)", "26.13(g)", "36.12(g)", "2A.8(a)1")
    def offer_insurance(self, table: Table, box: Box) -> Round:
        """To each bettor of the box on each hand dealt to it, up to half the wager, rounded up to the next unit that
        can be wagered."""
        unit = table.rules.step("insurance")
        for hand, seat in [(each, seat) for each in box.hands for seat in each.bettors]:
            choices = [Choice("no-insurance"), *self.instead_of_insurance(table, hand)]
            most = insurance_limit(self.insurable(hand, seat), unit)
            if most := affordable(table, seat, most, unit):
                choices.insert(0, Choice("insurance", unit, most, unit, most))
            answer = yield Ask(seat, tuple(choices), hand.owner, usual=self.uninsured)
            if answer.decision == "insurance":
                key = at_box("insurance", seat, box.position, hand.number)
                yield Stake(seat, key, answer.amount, self.decision("insurance").full_cite)
            else:
                yield from self.not_insured(hand, seat, answer.decision)

    @carries("2.9(e)", "2.9(f)", "2A.8(e)", "19.11(e)")
    def insurable(self, hand: Hand, seat: int) -> Cents:
        """The stake of which half may be insured."""
        return hand.staked(seat)

    def instead_of_insurance(self, table: Table, hand: Hand) -> list[Choice]:
        """Other offers made with insurance."""
        return []

    def not_insured(self, hand: Hand, seat: int, decision: str) -> Round:
        """What follows from such a choice."""
        yield from ()

    @carries("2A.9(b)", "19.8(b)", "26.8(b)", "2.8(b)")
    def settle_insurance(self, table: Table) -> Round:
        """Right after the second card (2.9(d))."""
        for bet in [bet for bet in table.bets.values() if bet.id == "insurance"]:
            up, second = table.cards("dealer")[:2]
            yield from list(ended(table.rules, Placed(bet), self.insured(up, second)))

    def insured(self, up: int, second: int) -> Ending:
        """How insurance ends by the dealer's two cards."""
        return self.insurance["TEN" if points(second) == 10 else "NO_TEN"]

    # ---- the dealer's hand ---------------------------------------------------------------------------

    def dealers_hands(self, table: Table, boxes: list[Box]) -> Round:
        yield from self.dealers_hand(table, boxes)
        yield from self.settle_round(table, boxes)

    @carries("2B.6(j)", "36.7(i)")
    def dealers_hand(self, table: Table, boxes: list[Box]) -> Round:
        """The dealer's second card (2.6(h)), insurance, and the draws; no card that can change nothing (2.12(c))."""
        standing = any(hand.standing for box in boxes for hand in box.hands)
        waiting = any(hand.waiting for box in boxes for hand in box.hands) or self.waits_for_second(table)
        if len(table.cards("dealer")) > 1:
            yield Show("dealer")
        elif standing or self.draws_for(table) or (waiting and points(table.cards("dealer")[0]) in (1, 10)):
            yield Say("Dealer's Card", cite=cite(self.dealers_card(table.rules)))
            yield from self.give(table, "dealer")
        yield from self.second_card_wagers(table, boxes)
        while self.dealer_takes_a_card(table, standing):
            yield from self.give(table, "dealer")
            if len(table.cards("dealer")) == 3:
                yield from self.third_card_wagers(table)
        if table.cards("exposed"):
            yield Slide("exposed", "burn")  # 2.15(c)

    def dealer_takes_a_card(self, table: Table, standing: bool) -> bool:
        """Not on a total on which the dealer stands, nor if nobody waits for it."""
        if not standing and len(table.cards("dealer")) >= self.draws_for(table):
            return False
        hard, ace = fold(table.cards("dealer"))
        return dealer_draws(self.terms_of(table), total(hard, ace), is_soft(hard, ace))

    def waits_for_second(self, table: Table) -> bool:
        """Can a dealer's blackjack decide a wager that is not on a hand?"""
        return any(bet.id == "insurance" for bet in table.bets.values())

    def spare(self, table: Table, owner: str, cards: Sequence[int]) -> bool:
        """The dealer takes a second card even if it changes nothing (2.6(h)), and no more than that (2.12(c)); but a
        ruling on a hand may have come after the draw."""
        ruled = any(each.position for each in table.happened)
        return owner == "dealer" and (ruled or len(table.cards(owner)) + len(cards) <= 2)

    def no_more_cards(self, table: Table, owner: str) -> str | None:
        """No card that can change nothing (2.12(c)), even if the total calls for one."""
        held = table.cards(owner)
        if owner == "dealer" and UNKNOWN not in held:
            hard, ace = fold(held)
            if len(held) < 2 or dealer_draws(self.terms_of(table), total(hard, ace), is_soft(hard, ace)):
                return self.data.bars["card for nobody"]
        return super().no_more_cards(table, owner)

    def draws_for(self, table: Table) -> int:
        """How many cards the dealer takes for wagers other than those on hands, before standing: three for one on the
        third card (2.25(d))."""
        wagers = [side.wager for side in self.side_wagers if side.when == When.DEALERS_CARDS]
        return 3 if any(bet.id in wagers for bet in table.bets.values()) else 0

    def second_card_wagers(self, table: Table, boxes: list[Box]) -> Round:
        """What the dealer's second card decides: wagers on the third lose to a total of 17; insurance."""
        dealer = table.cards("dealer")
        if self.draws_for(table) and len(dealer) > 1 and total(*fold(dealer[:2])) >= 17:
            yield from self.third_card_wagers(table)
        yield from self.settle_insurance(table)

    def third_card_wagers(self, table: Table) -> Round:
        """What the dealer's third card decides."""
        a, b, c = (*table.cards("dealer"), 0)[:3]
        for side in self.side_wagers:
            if side.when == When.DEALERS_CARDS:
                yield from self.settle_side(table, side, lambda *_, side=side: side.row(a, b, c))

    def dealers_card(self, rules: Rules) -> str:
        """The paragraph by which the dealer announces the second card."""
        raise NotImplementedError

    # ---- settlement ----------------------------------------------------------------------------------

    @carries("2.6A(g)", "2A.7(m)", "19.7(h)", "26.7(h)", "36.7(j)")
    def settle_round(self, table: Table, boxes: list[Box]) -> Round:
        """From the dealer's far right (2.6(i)); cards still face down are turned over (2.6A(g), 2.10(c))."""
        for box in reversed(boxes):
            for hand in [hand for hand in box.hands if hand.live]:
                yield from hand.turned_over()
                yield from hand.ends(self.ending(table, hand))
            yield from self.settle_beside(table, boxes, box)

    def settle_beside(self, table: Table, boxes: list[Box], box: Box) -> Round:
        """Side wagers of one of the boxes that wait for settlement."""
        yield from ()

    def ending(self, table: Table, hand: Hand) -> Ending:
        """How the hand ends, now that the dealer's is known."""
        dealer = self.faced(table, hand)
        blackjack = is_blackjack(*fold(dealer), len(dealer), False)
        # Additions to a busted hand are returned; a player who knew of the blackjack had already lost to it (2.6(j)3).
        takes_no_more = not hand.terms.added_stays_lost or self.would_be_known(table)
        if hand.surrendered:
            end = End.SURRENDER_TO_BLACKJACK if blackjack else End.SURRENDER_WAITED
        elif hand.score > 21 and blackjack and takes_no_more:
            end = End.DEALERS_BLACKJACK
        else:
            score = total(*fold(dealer))
            end = outcome(hand.terms, hand.score, len(hand.cards), hand.blackjack, score, len(dealer))
        return self.paid_as(hand, end)

    def faced(self, table: Table, hand: Hand) -> list[int]:
        """The dealer's cards. If one of them is unknown, a hand that waits for no total meets the first alone, unless
        that may belong to a blackjack."""
        cards = table.cards("dealer")
        needed = hand.standing or points(cards[0]) in (1, 10)
        return cards if needed or UNKNOWN not in cards else cards[:1]

    def paid_as(self, hand: Hand, end: End) -> Ending:
        """The ending that pays a hand by its cards."""
        a, b, c = (*hand.cards, 0)[:3]
        cards = len(hand.cards)
        last = self.payout(hand.terms.payouts, int(end), a, b, c, hand.score, cards, hand.doubled)
        return list(self.endings)[last]

    # ---- irregularities ------------------------------------------------------------------------------

    def has_hand(self, table: Table, owner: str) -> bool:
        """A split may make it in a later round."""
        dealt, number = 1 + sum(map(str.isdecimal, self.dealt_beside)), owner.partition(".")[2]
        made = map(str, range(2, dealt * self.terms(table.rules).hands + 1))
        return super().has_hand(table, owner) or (not table.playing and number in made)

    def can_happen(self, table: Table, irregularity: Irregularity, pending: Event) -> bool:
        """A hole card is read by mistake if it is face down next to a card that calls for no reading; a card is drawn
        and exposed only after everybody's first two. A second card is missed once the first is dealt; a hit, on a hand
        that may be hit and has been asked, before the hole card shows. That and the card of a double, which is dealt
        face down, may concern a split hand. The dealer misses a card of the deal before receiving it, and overdraws on
        a face-up total that takes no card."""
        owner, hole = irregularity.position, self.terms_of(table).hole
        held, dealer = table.cards(owner), table.hands.get("dealer", ())
        revealed = len(dealer) > 1 and all(each.up for each in dealer)
        coming = pending if isinstance(pending, Deal) and pending.to == owner else None
        match irregularity.id:
            case "hole-card-read-revealing" | "hole-card-read-unrevealing":
                return len(dealer) > 1 and not dealer[1].up and points(dealer[0].card) not in (1, 10)
            case "card-drawn-and-exposed":
                return all(len(table.cards(str(bet.position))) > 1 for bet in table.bets.values())
            case "missed-hit":
                hits = len(held) > 1 and (UNKNOWN in held or total(*fold(held)) < 21)
                asked = [
                    each for each in (pending, *table.answers) if isinstance(each, Ask) and each.hand == owner
                ]
                turn = any(choice.id == "hit" for ask in asked for choice in ask.choices)
                return hits and turn and (hole == Hole.UP or not revealed)
            case "double-card-dealt-up":
                return len(held) > 1 and coming is not None and not coming.up
            case "dealer-missed-card":
                return self.misses_card(table, pending)
            case "dealer-overdraws":
                hard, ace = fold(each.card for each in dealer)
                return revealed and not dealer_draws(
                    self.terms_of(table), total(hard, ace), is_soft(hard, ace)
                )
        if owner.partition(".")[2] not in ("", *self.dealt_beside):
            return False
        dealt = len(held) + (coming is not None)
        if irregularity.id == "one-card-dealt" and (dealt > 1 or (dealt == 0 and irregularity.at is None)):
            return False
        return super().can_happen(table, irregularity, pending)

    def misses_card(self, table: Table, pending: Event) -> bool:
        """Is the dealer still to receive a card of the deal?"""
        return len(table.cards("dealer")) < (1 if self.terms_of(table).hole == Hole.NONE else 2)

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        match irregularity.id:
            case "card-drawn-and-exposed":
                # A card that was about to be dealt anyway goes to its hand.
                about_to = isinstance(table.pending, Deal)
                if table.cards("dealer") and not about_to and not table.cards("exposed"):
                    yield from self.give(table, "exposed")
            case "shoe-runs-out":
                yield from self.run_short(table)
            case "no-card-dealt":
                yield from self.left_out(table, irregularity)
            case "card-reader-fails":
                self.state(table).reader_failed = True
            case "ten-found":  # 19.15(b): the first is destroyed
                if sum(each.id == irregularity.id for each in table.happened) > 1:
                    raise Void(table.rules.irregularity(irregularity.id).full_cite)
            case _:
                yield from super().ruling(table, irregularity)
