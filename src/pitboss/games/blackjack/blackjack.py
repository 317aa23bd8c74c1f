"""Blackjack, 13:69F-2."""

from __future__ import annotations

from collections.abc import Iterable
from math import lcm
from typing import TYPE_CHECKING

from pitboss.book import (
    Ask,
    Choice,
    Deal,
    Discard,
    Finding,
    Irregularity,
    Refused,
    Round,
    Rules,
    Say,
    Settle,
    Show,
    Slide,
    Stake,
    Value,
    cite,
    fee,
)
from pitboss.equipment.cards import card
from pitboss.games.blackjack import bones
from pitboss.games.blackjack.bones import Box, Hand, at_box, boxes_of, ruled
from pitboss.games.blackjack.hands import (
    dealer_draws,
    fold,
    insurance_limit,
    is_blackjack,
    is_designated_blackjack,
    is_five_card_21,
    is_soft,
    is_suited_678,
    is_three_sevens,
    may_double,
    may_draw,
    may_split,
    outcome,
    points,
    surrendered,
    total,
)
from pitboss.games.shoe import Shoe, ShoeGame, ShoeState
from pitboss.money import DOLLAR, Cents, cents, money
from pitboss.table import Bet, Table

if TYPE_CHECKING:
    from pitboss.odds import Advice, Strategy, WagerOdds
    from pitboss.sim import Simulation

HIT, STAND, SURRENDER = Choice("hit"), Choice("stand"), Choice("surrender")
SIDES = ("black", "red")
"""The sides of a double shoe, named after the suits that point to them (2.6(d)1)."""
ON_A_HAND = ("blackjack", "double-down", "split")
"""The wagers that a hand decides."""


class BlackjackState(ShoeState):
    """Besides the shoe: a card reader that failed, and the seats whose hand fee is waived."""

    reader_failed: bool = False
    waived: list[int] = []

    def seats(self) -> Iterable[int]:
        return (*super().seats(), *self.waived)


class Blackjack(ShoeGame):
    """The core of the game: 2.1 to 2.16 and 2.21."""

    State = BlackjackState
    aliases = {"draw": "hit", "double": "double-down", "no insurance": "no-insurance"}

    @staticmethod
    def state(table: Table) -> BlackjackState:
        assert isinstance(table.state, BlackjackState)
        return table.state

    # ---- wagers, 2.3 -------------------------------------------------------------------------------------

    def spots(self, table: Table, seat: int) -> Iterable[str]:
        return [at_box("blackjack", seat, position) for position in range(1, table.rules.positions + 1)]

    def accept(self, table: Table, bet: Bet) -> None:
        rules = table.rules
        stake = table.stake(bet.seat, bet.wager) + bet.stake
        if stake % (step := unit(rules, "blackjack")):
            paragraph = "2.3(d)" if rules["variation"] == "6-to-5" else "8.2(f)"
            raise Refused(f"a blackjack wager is a multiple of {money(step)}", paragraph)
        bones.admit(table, bet, several_boxes="2.14", several_bettors="2.13(a)", entry="2.3(i)")
        others = [
            each.stake for key, each in table.bets.items() if each.seat == bet.seat and key[1] != bet.wager
        ]
        if table.funds(bet.seat) - bet.stake < self.hand_fee(table, bet.seat, [stake, *others]):
            raise Refused("the hand fee is paid on top of the wager", "2.3(l)4")

    def hand_fee(self, table: Table, seat: int, stakes: list[Cents]) -> Cents:
        """Once from each player with a wager of $5 or less, unless the house waives it (2.3(l)2)."""
        owed = min(stakes) <= 5 * DOLLAR and seat not in self.state(table).waived
        return cents(table.rules["hand-fee"]) if owed else 0

    def hand_fees(self, table: Table) -> Round:
        """Collected before any card is dealt (2.3(l)3)."""
        for seat in sorted({bet.seat for bet in table.bets.values()}):
            stakes = [bet.stake for bet in table.bets.values() if bet.seat == seat]
            if amount := self.hand_fee(table, seat, stakes):
                yield fee(seat, amount, "hand fee", cite("2.3(l)"))

    # ---- the round, 2.5 to 2.12 --------------------------------------------------------------------------

    def round(self, table: Table) -> Round:
        boxes = boxes_of(table)  # 2.13(b)
        yield from self.hand_fees(table)
        yield from self.shuffle(table)
        yield from self.deal(table, boxes)
        up = points(table.cards("dealer")[0])
        yield from self.announce_blackjacks(table, boxes, up)
        insurable = up == 1 and self.hole(table) != "up"  # 2.6(k)3
        together = table.rules["insurance-timing"] == "together"
        for box in boxes if insurable and together else ():
            yield from self.offer_insurance(table, box)
        if not self.blackjack_known(table, up):
            for box in boxes:
                if insurable and not together:
                    yield from self.offer_insurance(table, box)
                yield from self.play_box(table, box)
            for box in boxes:
                yield from self.missed_hits(table, box)
        yield from self.dealers_hand(table, boxes)
        yield from self.settle_round(table, boxes)
        yield from self.close_shoe(table, {seat for box in boxes for seat in box.bettors})

    def shoe(self, rules: Rules) -> Shoe:
        """The cutting card a quarter from the back (2.5(d)), or a shuffle before every round (2.5(h)1, (i), 2.21). A
        card is burned from a fresh shoe (2.6(c)), from the hand before every round if the house likes (2.6A(c))."""
        cards, dealing = len(rules.pack()), rules["dealing"]
        every_round = dealing == "continuous" or rules["rounds-per-deck"] == "one"
        return Shoe(
            cut=cards if every_round else cards * int(rules["cutting-card"]) // 100,
            burns="each-round" if rules.on("burn-each-round") else "one" if dealing == "shoe" else "none",
            short_cite="2.15(f)",
            sides=SIDES if dealing == "double-shoe" else ("",),
        )

    def in_play(self, table: Table) -> set[str]:
        """The dealer's cards, and those of boxes with a wager on the hand; not a hand over 21, which is gone."""
        boxes = {str(bet.position) for bet in table.bets.values() if bet.id in ON_A_HAND}
        hands = (Hand(owner, table, {}) for owner in table.hands if owner.partition(".")[0] in boxes)
        return {"dealer", "exposed"} | {hand.owner for hand in hands if hand.score <= 21 or hand.hidden}

    def shuffle(self, table: Table) -> Round:
        yield from super().shuffle(table)
        if table.rules["dealing"] == "double-shoe":
            yield from self.determinant(table)

    def determinant(self, table: Table) -> Round:
        """A card from either side: hearts and diamonds point to one side, spades and clubs to the other. If it
        came from the side it points to it is the first player's first card, else it is burned (2.6(d))."""
        state = self.state(table)
        drawn_from = state.side
        drawn = yield Deal("determinant", up=True, shoe=drawn_from)
        state.side = SIDES[drawn & 3 in (1, 2)]
        if state.side != drawn_from:
            yield Slide("determinant", "burn")

    def deal(self, table: Table, boxes: list[Box]) -> Round:
        """One card to each box, one to the dealer, a second to each box, face up (2.6(e)); from the hand the
        players' cards face down (2.6A(c)). Then the hole card, where there is one (2.6(j), (k), 2.6A(h))."""
        up = table.rules["dealing"] != "hand"
        for box in boxes:
            if box.live and table.cards("determinant"):
                yield Slide("determinant", box.first.owner)
            elif box.live:
                yield from self.give(table, box.first.owner, up=up, seats=tuple(box.bettors))
        if not ruled(table, "dealer-missed-card", "dealer"):
            yield from self.give(table, "dealer")
        late = []
        for box in boxes:
            if box.live and ruled(table, "one-card-dealt", box.first.owner):
                late.append(box)
            elif box.live:
                yield from self.give(table, box.first.owner, up=up, seats=tuple(box.bettors))
        for box in late:  # 2.15(g)
            choices = (Choice("second-card"), Choice("dead-hand"))
            answer = yield Ask(box.caller, choices, box.first.owner)
            if answer.decision == "second-card":
                yield from self.give(table, box.first.owner, up=up, seats=tuple(box.bettors))
            else:
                yield from box.first.settled("void", cite("2.15(g)"), "dead hand")
        if not table.cards("dealer"):
            yield from self.give(table, "dealer")  # 2.15(e)
        if self.hole(table) != "none":
            yield from self.give(table, "dealer", up=self.hole(table) == "up")

    # ---- blackjack and insurance, 2.7 and 2.9 ------------------------------------------------------------

    def hole(self, table: Table) -> str:
        """How the second card is taken. A table whose reader failed plays on without it (2.15(k))."""
        hole = str(table.rules["hole-card"])
        if hole == "reader" and self.state(table).reader_failed:
            return "none" if table.rules["dealing"] == "hand" else "down"
        return hole

    def blackjack_known(self, table: Table, up: int) -> bool:
        """Has the dealer a blackjack that a card reader or an open hole card tells of (2.6(j)1, (k)6)?"""
        return self.would_be_known(table, up) and dealers_blackjack(table)

    def would_be_known(self, table: Table, up: int) -> bool:
        return self.hole(table) == "up" or (self.hole(table) == "reader" and up in (1, 10))

    def announce_blackjacks(self, table: Table, boxes: list[Box], up: int) -> Round:
        """Paid at once against a two to nine (2.7(a)); otherwise they wait for the dealer's second card."""
        for hand in (box.first for box in boxes if box.first.live and box.first.blackjack):
            if up in (1, 10):
                yield Say("Blackjack waits for the dealer's second card", cite=cite("2.7(b)"))
            else:
                yield from hand.turned_over()
                yield from self.pay(table, hand, cite("2.7(a)"))
                yield Discard(hand.owner)

    def offer_insurance(self, table: Table, box: Box) -> Round:
        """To each bettor of the box: up to half the wager; for a blackjack even money instead, if the house
        offers it (2.9(b), 2.13(f), 2.7(c))."""
        chip = table.rules.chip
        for bet in box.first.bets:
            choices = [Choice("no-insurance")]
            if most := affordable(table, bet.seat, insurance_limit(bet.stake, chip), chip):
                choices.insert(0, Choice("insurance", chip, most, chip, most))
            if box.first.blackjack and table.rules.on("even-money"):
                choices.append(Choice("even-money"))
            answer = yield Ask(bet.seat, tuple(choices), box.first.owner)
            if answer.decision == "insurance":
                key = at_box("insurance", bet.seat, box.position)
                yield Stake(bet.seat, key, answer.amount, cite("2.9(b)"))
            elif answer.decision == "even-money":
                yield Settle(bet.seat, bet.wager, "win", bet.stake, cite=cite("2.7(c)"), outcome="even money")

    # ---- decisions, 2.8, 2.10 to 2.13 --------------------------------------------------------------------

    def play_box(self, table: Table, box: Box) -> Round:
        """Each hand of the box, from the dealer's left, to its end before the next (2.11(b))."""
        played = 0
        while played < len(box.hands):
            hand = box.hands[played]
            if hand.live and len(hand.cards) == 1:
                yield from self.give(table, hand.owner)
            if not hand.blackjack:
                yield from self.play_hand(table, box, hand)
            played += 1

    def play_hand(self, table: Table, box: Box, hand: Hand) -> Round:
        while hand.live and (choices := self.choices_of(table, box, hand)):
            answer = yield Ask(box.caller, choices, hand.owner)
            match answer.decision:
                case "stand":
                    break
                case "hit":
                    yield from self.give(table, hand.owner)
                case "surrender":
                    yield from self.surrender(table, hand)
                    break
                case "split":
                    yield from self.split(table, box, hand)
                case "double-down" | "double-face-down":
                    down = table.rules["double-card"] == "down" or answer.decision == "double-face-down"
                    yield from self.double(table, box, hand, answer.amount, down)
                    break
        if hand.score > 21 and not hand.hidden:
            yield from self.bust(table, hand)

    def choices_of(self, table: Table, box: Box, hand: Hand) -> tuple[Choice, ...]:
        """What the caller may do with the hand now; nothing, if the hand is finished."""
        rules, score = table.rules, hand.score
        first_two = len(hand.cards) == 2
        a, b = map(points, hand.cards[:2])
        stake = table.stake(box.caller, hand.wagers[box.caller][0])
        choices: list[Choice] = []
        if first_two and may_split(a, b, len(box.hands), max_hands(rules), rules.on("resplit-aces")):
            choices += [Choice("split", stake, stake)] if table.funds(box.caller) >= stake else []
        if not may_draw(score, hand.split_aces):
            return (STAND, *choices) if choices else ()
        nine_to_eleven, after = rules["double-on"] == "9-to-11", rules.on("double-after-split")
        if first_two and may_double(score, hand.split, nine_to_eleven, after):
            choices += self.doubles(table, box.caller, stake)
        if first_two and not hand.split and may_surrender(rules):
            choices.append(SURRENDER)
        return (HIT, STAND, *choices)

    def doubles(self, table: Table, seat: int, stake: Cents) -> list[Choice]:
        """Up to as much again; where the house lets players ask, the card face down (2.10(a), (c))."""
        least = unit(table.rules, "double-down")
        most = affordable(table, seat, stake, least)
        names = ("double-down", "double-face-down")[: 1 + (table.rules["double-card"] == "on-request")]
        usual = most if most == stake else 0
        return [Choice(name, least, most, least, usual) for name in names] if most else []

    def surrender(self, table: Table, hand: Hand) -> Round:
        """Half is collected at once, unless the dealer may yet show a blackjack (2.8(a)1, 2)."""
        hand.surrendered = True
        if points(table.cards("dealer")[0]) not in (1, 10):
            yield from self.settle_surrender(hand, False, cite("2.8(a)1"))

    def double(self, table: Table, box: Box, hand: Hand, amount: Cents, down: bool) -> Round:
        """The caller doubles and the others on the box may; the hand gets one card (2.10(a), 2.13(d))."""
        if table.rules["double-on"] == "9-to-11":
            yield from hand.turned_over()  # 2.10(a)1
        for bet in hand.bets:
            added = amount
            if bet.seat != box.caller:
                more = self.doubles(table, bet.seat, bet.stake)[:1]
                answer = (yield Ask(bet.seat, (*more, Choice("no-double")), hand.owner)) if more else None
                added = answer.amount if answer else 0
            if added:
                name = "double-down" if hand.number == 1 else f"double-down:{hand.number}"
                key = at_box(name, bet.seat, box.position)
                hand.wagers[bet.seat].append(key)
                paragraph = "2.10(a)" if bet.seat == box.caller else "2.13(d)"
                yield Stake(bet.seat, key, added, cite(paragraph))
        yield from self.give(table, hand.owner, up=not down)
        if ruled(table, "double-card-dealt-up", hand.owner):
            yield from hand.turned_over()  # 2.15(p)

    def split(self, table: Table, box: Box, hand: Hand) -> Round:
        """Two hands of one, the second with a wager of its own; who bets behind adds one too, or says which
        hand the wager follows (2.11(a), 2.13(e))."""
        yield from hand.turned_over()  # 2.6A(e)1
        number = len(box.hands) + 1
        new = Hand(f"{box.position}.{number}", table, {})
        box.hands.insert(box.hands.index(hand) + 1, new)
        for each in (hand, new):
            each.split, each.split_aces = True, points(hand.cards[0]) == 1
        yield Slide(hand.owner, new.owner)
        for bet in hand.bets:
            if bet.seat != box.caller:
                cover = (Choice("split", bet.stake, bet.stake),) if table.funds(bet.seat) >= bet.stake else ()
                follow = (Choice("first-hand"), Choice("second-hand"))
                answer = yield Ask(bet.seat, (*cover, *follow), hand.owner)
                if answer.decision == "second-hand":
                    new.wagers[bet.seat] = hand.wagers.pop(bet.seat)
                if answer.decision != "split":
                    continue
            key = at_box("split" if number == 2 else f"split:{number}", bet.seat, box.position)
            new.wagers[bet.seat] = [key]
            yield Stake(bet.seat, key, bet.stake, cite("2.11(a)" if bet.seat == box.caller else "2.13(e)"))
        yield from self.give(table, hand.owner)

    def bust(self, table: Table, hand: Hand) -> Round:
        """Over 21 loses at once. Money added by doubling or splitting stays until a dealer's blackjack, which
        would return it, is ruled out (2.10(b), 2.11(d))."""
        may_return = (
            points(table.cards("dealer")[0]) in (1, 10)
            and self.hole(table) in ("none", "down")
            and table.rules["reading-busted-extra"] == "as-printed"
        )
        paragraph = cite("2.6A(e)3" if table.rules["dealing"] == "hand" else "2.3(a)")
        for bet in hand.bets:
            if bet.id == "blackjack" or not may_return:
                yield Settle(bet.seat, bet.wager, "lose", lost=bet.stake, cite=paragraph, outcome="over 21")
        yield Discard(hand.owner)

    def missed_hits(self, table: Table, box: Box) -> Round:
        """A card asked for and forgotten comes after all others', or the hand is dead (2.15(i))."""
        for hand in [hand for hand in box.hands if ruled(table, "missed-hit", hand.owner) and hand.standing]:
            doubled = any(bet.id == "double-down" for bet in hand.bets)
            if doubled or not may_draw(hand.score, hand.split_aces):
                continue
            answer = yield Ask(box.caller, (Choice("late-card"), Choice("dead-hand")), hand.owner)
            if answer.decision == "late-card":
                yield from self.give(table, hand.owner)
                yield from self.play_hand(table, box, hand)
            else:
                yield from hand.settled("void", cite("2.15(i)"), "dead hand")

    # ---- the dealer's hand, 2.6(h), 2.12 -----------------------------------------------------------------

    def dealers_hand(self, table: Table, boxes: list[Box]) -> Round:
        """The dealer's second card, insurance, and the draws; no card that can change nothing (2.12(c))."""
        standing = any(hand.standing for box in boxes for hand in box.hands)
        if len(table.cards("dealer")) > 1:
            yield Show("dealer")
        elif standing or (table.bets and points(table.cards("dealer")[0]) in (1, 10)):
            yield Say("Dealer's Card", cite=cite("2.6A(f)" if table.rules["dealing"] == "hand" else "2.6(h)"))
            yield from self.give(table, "dealer")
        yield from self.settle_insurance(table)
        while standing and not dealers_blackjack(table):
            hard, ace = fold(table.cards("dealer"))
            if not dealer_draws(total(hard, ace), is_soft(hard, ace), table.rules["soft-17"] == "hit"):
                break
            yield from self.give(table, "dealer")
        if table.cards("exposed"):
            yield Slide("exposed", "burn")  # 2.15(c)

    def settle_insurance(self, table: Table) -> Round:
        """Right after the second card (2.9(d)); a ten-value card pays 2 to 1."""
        for bet in [bet for bet in table.bets.values() if bet.id == "insurance"]:
            if points(table.cards("dealer")[1]) == 10:
                pays = table.rules.pay("insurance")["ten-value card"].pays(bet.stake)
                yield Settle(bet.seat, bet.wager, "win", pays, cite=cite("2.9(c)"), outcome="ten-value card")
            else:
                no_ten = "no ten-value card"
                yield Settle(bet.seat, bet.wager, "lose", lost=bet.stake, cite=cite("2.9(d)"), outcome=no_ten)

    # ---- settlement, 2.3 ---------------------------------------------------------------------------------

    def settle_round(self, table: Table, boxes: list[Box]) -> Round:
        """From the dealer's far right (2.6(i)); cards still face down are turned over (2.6A(g), 2.10(c))."""
        blackjack = dealers_blackjack(table)
        for hand in [hand for box in reversed(boxes) for hand in box.hands if hand.live]:
            yield from hand.turned_over()
            kept = hand.score > 21 and table.rules["reading-busted-extra"] == "kept"
            if hand.surrendered:
                yield from self.settle_surrender(hand, blackjack, cite("2.8(a)2"))
            elif blackjack and not hand.blackjack and not kept:
                yield from self.lose_to_blackjack(hand)
            elif hand.score > 21:
                yield from hand.settled("lose", cite("2.3(a)"), "over 21")
            else:
                yield from self.compare(table, hand)

    def settle_surrender(self, hand: Hand, blackjack: bool, paragraph: str) -> Round:
        for bet in hand.bets:
            lost = surrendered(bet.stake, blackjack)
            yield Settle(bet.seat, bet.wager, "lose", lost=lost, cite=paragraph, outcome="surrender")

    def lose_to_blackjack(self, hand: Hand) -> Round:
        """A dealer's blackjack collects the original wager and hands back what was added to it."""
        why = "dealer's blackjack"
        for bet in hand.bets:
            if bet.id == "blackjack":
                yield Settle(bet.seat, bet.wager, "lose", lost=bet.stake, cite=cite("2.3(b)"), outcome=why)
            else:
                paragraph = "2.10(b)" if bet.id == "double-down" else "2.11(d)"
                yield Settle(bet.seat, bet.wager, "push", cite=cite(paragraph), outcome=why)

    def compare(self, table: Table, hand: Hand) -> Round:
        """The player's hand against the dealer's (2.3(a), 2.3(b), 2.16(b); with the hole card up 2.6(k)1)."""
        dealer = table.cards("dealer")
        score = total(*fold(dealer))
        hole_up = table.rules["hole-card"] == "up"
        split_wins = table.rules["reading-split-21"] == "as-printed"
        result = outcome(hand.score, len(hand.cards), hand.split, score, len(dealer), hole_up, split_wins)
        waited = hand.blackjack and not hole_up
        if result > 0:
            yield from self.pay(table, hand, cite("2.7(b)" if waited else "2.3(a)"))
        elif result == 0:
            yield from hand.settled("push", cite("2.7(b)" if waited else "2.3(b)"), "equal")
        else:
            equal = hand.score == score
            yield from hand.settled(
                "lose", cite("2.6(k)1" if equal else "2.3(a)"), "equal" if equal else "lower"
            )

    def pay(self, table: Table, hand: Hand, paragraph: str) -> Round:
        """A winning hand at the odds of its row (2.3(e))."""
        row = winning_row(table.rules, hand)
        if row != "win" and row != "blackjack":
            paragraph = cite(OPTIONAL[row])
        elif row == "blackjack" and table.rules["hole-card"] == "up":
            paragraph = cite("2.6(k)2")
        odds = table.rules.pay("blackjack")[row]
        for bet in hand.bets:
            yield Settle(bet.seat, bet.wager, "win", odds.pays(bet.stake), cite=paragraph, outcome=row)

    # ---- irregularities, 2.15 ----------------------------------------------------------------------------

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        match irregularity.id:
            case "card-drawn-and-exposed":
                # A card that was about to be dealt anyway goes where it was going.
                about_to = irregularity.at is not None and irregularity.at[0] == "deal"
                if table.cards("dealer") and not about_to and not table.cards("exposed"):
                    yield from self.give(table, "exposed")
            case "shoe-runs-out":
                yield from self.run_short(table)
            case "no-card-dealt" if not table.cards(irregularity.position):
                for bet in [bet for bet in table.bets.values() if str(bet.position) == irregularity.position]:
                    yield Settle(bet.seat, bet.wager, "void", cite=cite("2.15(g)"), outcome="dead hand")
            case "card-reader-fails":
                self.state(table).reader_failed = True

    def check(self, rules: Rules) -> list[Finding]:
        findings = []
        limits = rules.limits("blackjack")
        if rules["split-hands"] == 4 and rules.positions > 6:
            says = "four hands from a split are for tables of six boxes or fewer"
            findings.append(Finding("options.split-hands", says, cite("2.11(e)")))
        if cents(rules["hand-fee"]) and limits.least > 5 * DOLLAR:
            says = "a hand fee is charged only at a table with a minimum of $5 or less"
            findings.append(Finding("options.hand-fee", says, cite("2.3(l)")))
        if rules["variation"] == "6-to-5" and (limits.least % (5 * DOLLAR) or limits.most % (5 * DOLLAR)):
            says = "limits of the 6 to 5 variation are multiples of $5"
            findings.append(Finding("limits.blackjack", says, cite("2.3(d)")))
        if rules.positions > 7:
            findings.append(Finding("seats", "a blackjack layout has at most seven boxes", cite("2.11(e)")))
        return findings

    # ---- mathematics -------------------------------------------------------------------------------------

    def odds(self, rules: Rules, wager: str | None = None) -> Iterable[WagerOdds]:
        from pitboss.games.blackjack.blackjack_odds import odds

        return odds(rules, wager)

    def variations(self, rules: Rules) -> Iterable[tuple[dict[str, Value], list[str]]]:
        """Any two designated cards are as likely as any other two: one pair stands for all."""
        for chosen, wagers in super().variations(rules):
            if chosen.get("designated-blackjack", "no") in ("no", "AsJs"):
                yield chosen, wagers

    def strategy(self, rules: Rules) -> Strategy:
        from pitboss.games.blackjack.blackjack_odds import strategy

        return strategy(rules)

    def advise(self, table: Table, ask: Ask) -> Advice:
        from pitboss.games.blackjack.blackjack_odds import advise

        return advise(self, table, ask)

    def simulation(self, rules: Rules) -> Simulation:
        from pitboss.games.blackjack.blackjack_odds import simulation

        return simulation(rules)


OPTIONAL = {
    "suited-6-7-8": "2.3(e)1",
    "three-sevens": "2.3(e)2",
    "designated-blackjack": "2.3(e)3",
    "five-card-21": "2.3(e)4",
}
"""The optional payouts and their paragraphs."""


def winning_row(rules: Rules, hand: Hand) -> str:
    """The row of the pay table that a winning hand takes (2.3(e), 2.16(a))."""
    cards = hand.cards
    if hand.blackjack:
        named = str(rules["designated-blackjack"])
        if named != "no" and is_designated_blackjack(cards[0], cards[1], card(named[:2]), card(named[2:])):
            return "designated-blackjack"
        return "blackjack"
    if rules.on("suited-6-7-8") and len(cards) == 3 and is_suited_678(*cards):
        return "suited-6-7-8"
    if rules.on("three-sevens") and len(cards) == 3 and is_three_sevens(*cards):
        return "three-sevens"
    if rules.on("five-card-21") and is_five_card_21(hand.score, len(cards)):
        return "five-card-21"
    return "win"


def dealers_blackjack(table: Table) -> bool:
    dealer = table.cards("dealer")
    return is_blackjack(*fold(dealer), len(dealer), False)


def affordable(table: Table, seat: int, most: Cents, step: Cents) -> Cents:
    """The most a player can add in whole steps."""
    return min(most, table.funds(seat) - table.funds(seat) % step)


def unit(rules: Rules, wager: str) -> Cents:
    """The step of a wager: $5 in the 6 to 5 variation (2.3(d)), two chips where it may be paid 3 to 2."""
    if rules["variation"] == "6-to-5":
        return lcm(5 * DOLLAR, rules.chip)
    three_to_two = rules.on("three-sevens") or (wager == "blackjack" and rules["hole-card"] != "up")
    return rules.chip * (2 if three_to_two else 1)


def may_surrender(rules: Rules) -> bool:
    unannounced = rules["dealing"] == "hand" and rules["hole-card"] == "none"  # 2.6A(d), 2.8(a)
    return rules.on("surrender") and (not unannounced or rules["reading-hand-surrender"] == "as-printed")


def max_hands(rules: Rules) -> int:
    """Four at a table of up to six boxes, three at one of seven (2.11(e))."""
    return min(int(rules["split-hands"]), 4 if rules.positions <= 6 else 3)
