"""Blackjack, 13:69F-2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from pitboss.book import (
    Ask,
    Choice,
    Deal,
    Discard,
    Event,
    Game,
    Irregularity,
    Refused,
    Round,
    Rules,
    Say,
    Settle,
    Show,
    Shuffle,
    Slide,
    Stake,
    State,
    cite,
    fee,
)
from pitboss.equipment.cards import card
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
from pitboss.money import DOLLAR, Cents, cents
from pitboss.table import Bet, Table
from pitboss.table.check import Finding

if TYPE_CHECKING:
    from pitboss.odds import Strategy, WagerOdds
    from pitboss.sim import Simulation

STAND, HIT, SURRENDER = Choice("stand"), Choice("hit"), Choice("surrender")
SIDES = ("black", "red")
"""The compartments of a double shoe, named after the suits that point to them (2.6(d)1)."""


class BlackjackState(State):
    """What outlives a round: rounds since the shuffle, who has played every one of them, the side of a
    double shoe that gave the last determinant card, a card reader that failed, hand fees waived."""

    rounds: int = 0
    regulars: list[int] = []
    side: int = 0
    reader_failed: bool = False
    waived: list[int] = []


class Hand(Struct):
    """A hand in a box and the wagers on it, by player: the first is the original or the split wager."""

    owner: str
    table: Table
    wagers: dict[int, list[str]] = field(default_factory=dict)
    split: bool = False
    split_aces: bool = False
    surrendered: bool = False

    @property
    def cards(self) -> list[int]:
        return self.table.cards(self.owner)

    @property
    def score(self) -> int:
        return total(*fold(self.cards))

    @property
    def blackjack(self) -> bool:
        return is_blackjack(*fold(self.cards), len(self.cards), self.split)

    @property
    def live(self) -> bool:
        """Does any wager on the hand still wait for the dealer?"""
        return any((seat, wager) in self.table.bets for seat, wagers in self.wagers.items() for wager in wagers)

    @property
    def standing(self) -> bool:
        """A hand that the dealer's total will decide."""
        return self.live and not self.surrendered and not self.blackjack and self.score <= 21

    def stakes(self) -> Iterator[tuple[int, str, Cents]]:
        for seat, wagers in self.wagers.items():
            for wager in wagers:
                if (bet := self.table.bets.get((seat, wager))) is not None:
                    yield seat, wager, bet.stake


class Box(Struct):
    """A box with its bettors, the caller of decisions first (2.13(b), (c))."""

    position: int
    bettors: list[int]
    hands: list[Hand]

    @property
    def caller(self) -> int:
        return self.bettors[0]

    @property
    def live(self) -> bool:
        return any(hand.live for hand in self.hands)


class Blackjack(Game):
    """The core of the game: 2.1 to 2.15 and 2.21."""

    State = BlackjackState
    aliases = {"draw": "hit", "double": "double-down", "no insurance": "no-insurance"}  # noqa: RUF012

    # ---- wagers, 2.3 -------------------------------------------------------------------------------------

    def spots(self, table: Table, seat: int) -> Iterable[str]:
        for position in range(1, table.rules.positions + 1):
            yield at_box("blackjack", seat, position)

    def accept(self, table: Table, bet: Bet) -> None:
        rules, state = table.rules, table.state
        assert isinstance(state, BlackjackState)
        if rules["variation"] == "6-to-5" and bet.stake % (5 * DOLLAR):
            raise Refused("wagers at the 6 to 5 variation are multiples of $5", "2.3(d)")
        bets = table.bets.values()
        mine = {each.position for each in bets if each.seat == bet.seat} | {bet.position}
        if len(mine) > int(rules["boxes-per-player"]):
            raise Refused(f"this table lets a player wager on {rules['boxes-per-player']} box(es)", "2.14")
        others = {each.seat for each in bets if each.position == bet.position and each.seat != bet.seat}
        if bet.position != bet.seat and bet.position in table.seats:
            others |= {bet.position}  # 2.13(a): the box is first of all the seated player's
        if len(others) + 1 > int(rules["bettors-per-box"]):
            raise Refused(f"box {bet.position} has room for {rules['bettors-per-box']} bettor(s)", "2.13(a)")
        if rules["mid-shoe-entry"] == "barred" and state.rounds and bet.seat not in state.regulars:
            raise Refused("whoever sat out a round waits for the next shuffle", "2.3(i)")

    def boxes(self, table: Table) -> list[Box]:
        """The boxes with a wager, from the dealer's left."""
        boxes = []
        for position in sorted({bet.position for bet in table.bets.values()}):
            bets = [bet for bet in table.bets.values() if bet.position == position]
            # The seated player calls the decisions; without one the highest wager does (2.13(b)).
            bets.sort(key=lambda bet: (bet.seat != position, -bet.stake))
            hand = Hand(str(position), table, {bet.seat: [bet.wager] for bet in bets})
            boxes.append(Box(position, [bet.seat for bet in bets], [hand]))
        return boxes

    # ---- the round, 2.5 to 2.12 --------------------------------------------------------------------------

    def round(self, table: Table) -> Round:
        boxes = self.boxes(table)
        yield from self.hand_fees(table, boxes)
        side = yield from self.shuffle(table)
        yield from self.deal(table, boxes, side)
        up = points(table.cards("dealer")[0])
        if up in (1, 10):
            yield Say("Blackjack waits for the dealer's second card", cite=cite("2.7(b)"))
        else:
            yield from self.pay_blackjacks(table, boxes, cite("2.7(a)"))
        together = table.rules["insurance-timing"] == "together"
        if up == 1 and self.hole(table) != "up" and together:
            for box in boxes:
                yield from self.offer_insurance(table, box)
        if not self.blackjack_known(table, up):
            for box in boxes:
                if up == 1 and self.hole(table) != "up" and not together:
                    yield from self.offer_insurance(table, box)
                yield from self.play_box(table, box, side)
        yield from self.dealers_hand(table, boxes, side)
        yield from self.settle_round(table, boxes)
        self.note_regulars(table, boxes)

    def hand_fees(self, table: Table, boxes: list[Box]) -> Round:
        """At a low table, from each player whose initial wager is $5 or less (2.3(l))."""
        assert isinstance(table.state, BlackjackState)
        if table.rules["hand-fee"] == "none":
            return
        amount = cents(str(table.rules["hand-fee"]))
        for box in boxes:
            for seat, _wager, stake in box.hands[0].stakes():
                if stake <= 5 * DOLLAR and seat not in table.state.waived and table.funds(seat) >= amount:
                    yield fee(seat, amount, "hand fee", cite("2.3(l)"))

    def shuffle(self, table: Table) -> Generator[Event, Any, str]:
        """A new shoe where one is due, and the burn card; of a double shoe the side this round is dealt from."""
        rules, state = table.rules, table.state
        assert isinstance(state, BlackjackState)
        cut = len(rules.pack()) * int(rules["cutting-card"]) // 100
        if rules["dealing"] == "double-shoe":
            for side in SIDES:
                if len(table.shoes.get(side, ())) <= cut:
                    yield Shuffle(shoe=side)
                    state.rounds = 0
            return (yield from self.determinant(table))
        every_round = rules["dealing"] == "continuous" or rules["rounds-per-deck"] == "one"
        if every_round or len(table.shoe) <= cut or not state.rounds:
            yield Shuffle()
            state.rounds = 0
            if rules["dealing"] in ("shoe", "hand"):
                yield Deal("burn")  # 2.6(c)
        elif rules.on("burn-each-round"):
            yield Deal("burn")
        return ""

    def determinant(self, table: Table) -> Generator[Event, Any, str]:
        """A card from either side: hearts and diamonds point to one side, spades and clubs to the other. If it
        came from the side it points to it is the first player's first card, else it is burned (2.6(d))."""
        assert isinstance(table.state, BlackjackState)
        drawn_from = SIDES[table.state.side]
        drawn = yield Deal("determinant", up=True, shoe=drawn_from)
        side = "red" if drawn & 3 in (1, 2) else "black"
        table.state.side = 1 - table.state.side
        if side != drawn_from:
            yield Slide("determinant", "burn")
        return side

    def deal(self, table: Table, boxes: list[Box], side: str) -> Round:
        """One card to each box, one to the dealer, a second to each box (2.6(e), 2.6A(c))."""
        up = table.rules["dealing"] != "hand"
        missed = ruled(table, "dealer-missed-card")
        for box in boxes:
            if table.cards("determinant") and not table.cards(box.hands[0].owner):
                yield Slide("determinant", box.hands[0].owner)
            elif box.live:
                yield from self.give(table, box.hands[0].owner, side, up, box)
        if not missed and not ruled(table, "dealer-missed-card"):
            yield from self.give(table, "dealer", side, up=True)
        late = []
        for box in boxes:
            if box.live and ruled(table, "one-card-dealt", box.position):
                late.append(box)
            elif box.live:
                yield from self.give(table, box.hands[0].owner, side, up, box)
        for box in late:  # 2.15(g)
            choices = (Choice("second-card"), Choice("dead-hand"))
            answer = yield Ask(box.caller, choices, box.hands[0].owner)
            if answer.decision == "second-card":
                yield from self.give(table, box.hands[0].owner, side, up, box)
            else:
                yield from dead_hand(box, cite("2.15(g)"))
        if not table.cards("dealer"):
            yield from self.give(table, "dealer", side, up=True)
        if table.rules["hole-card"] != "none":
            yield from self.give(table, "dealer", side, up=table.rules["hole-card"] == "up")

    def give(self, table: Table, owner: str, side: str, up: bool, box: Box | None = None) -> Round:
        """The next card: one drawn early and exposed, if there is one (2.15(c)); else from the shoe, which is
        filled from the discards should it run out (2.15(f))."""
        if table.cards("exposed"):
            yield Slide("exposed", owner)
            return
        if not table.shoes[side]:
            yield from self.refill(table, side)
        yield Deal(owner, up=up, seats=tuple(box.bettors) if box else (), shoe=side)

    def refill(self, table: Table, side: str) -> Round:
        pack = Counter(table.rules.pack())
        on_table = Counter(held.card for owner, hand in table.hands.items() if owner != "burn" for held in hand)
        yield Say("The discards are shuffled to complete the round", cite=cite("2.15(f)"))
        yield Shuffle(cards=bytes((pack - on_table).elements()), shoe=side)
        yield Deal("burn", shoe=side)

    # ---- blackjack and insurance, 2.7 and 2.9 ------------------------------------------------------------

    def hole(self, table: Table) -> str:
        """How the second card is taken; without its reader a table plays on by the other procedures (2.15(k))."""
        assert isinstance(table.state, BlackjackState)
        hole = str(table.rules["hole-card"])
        return "down" if hole == "reader" and table.state.reader_failed else hole

    def blackjack_known(self, table: Table, up: int) -> bool:
        """Has the dealer a blackjack that a card reader or an open hole card tells of (2.6(j)1, (k)6)?"""
        known = self.hole(table) == "up" or (self.hole(table) == "reader" and up in (1, 10))
        return known and dealers_blackjack(table)

    def pay_blackjacks(self, table: Table, boxes: list[Box], paragraph: str) -> Round:
        for box in boxes:
            if box.hands[0].blackjack:
                yield from self.pay(table, box.hands[0], paragraph)
                yield Discard(box.hands[0].owner)

    def offer_insurance(self, table: Table, box: Box) -> Round:
        """To each bettor of the box: up to half the wager; for a blackjack even money instead, if the house
        offers it (2.9(b), 2.13(f), 2.7(c))."""
        hand = box.hands[0]
        for seat, wager, stake in list(hand.stakes()):
            limit = insurance_limit(stake, table.rules.chip)
            choices = [Choice("no-insurance")]
            if table.funds(seat) >= table.rules.chip:
                most = min(limit, table.funds(seat) - table.funds(seat) % table.rules.chip)
                choices.insert(0, Choice("insurance", table.rules.chip, most, table.rules.chip, most))
            if hand.blackjack and table.rules.on("even-money"):
                choices.append(Choice("even-money"))
            answer = yield Ask(seat, tuple(choices), hand.owner)
            if answer.decision == "insurance":
                key = at_box("insurance", seat, box.position)
                yield Stake(seat, key, answer.amount, cite("2.9(b)"))
            elif answer.decision == "even-money":
                yield Settle(seat, wager, "win", stake, cite=cite("2.7(c)"), outcome="even money")

    # ---- decisions, 2.8, 2.10 to 2.13 --------------------------------------------------------------------

    def play_box(self, table: Table, box: Box, side: str) -> Round:
        """Each hand of the box, from the dealer's left, to its end before the next (2.11(b))."""
        played = 0
        while played < len(box.hands):
            hand = box.hands[played]
            if len(hand.cards) == 1:
                yield from self.give(table, hand.owner, side, up=True, box=box)
            if hand.live and not hand.blackjack:
                yield from self.play_hand(table, box, hand, side)
            played += 1

    def play_hand(self, table: Table, box: Box, hand: Hand, side: str) -> Round:
        while hand.live:
            choices = self.choices_of(table, box, hand)
            if not choices:
                break
            answer = yield Ask(box.caller, choices, hand.owner)
            match answer.decision:
                case "stand":
                    break
                case "hit":
                    yield from self.give(table, hand.owner, side, up=True, box=box)
                case "surrender":
                    hand.surrendered = True
                    yield from self.surrender(table, hand)
                    break
                case "split":
                    yield from self.split(table, box, hand, side)
                case "double-down" | "double-face-down":
                    yield from self.double(table, box, hand, answer.amount)
                    down = table.rules["double-card"] == "down" or answer.decision == "double-face-down"
                    yield from self.give(table, hand.owner, side, up=not down)
                    break
        if hand.live and hand.score > 21:
            yield from self.bust(table, hand)

    def choices_of(self, table: Table, box: Box, hand: Hand) -> tuple[Choice, ...]:
        """What the caller may do with the hand now; nothing, if the hand is finished."""
        rules = table.rules
        hard, ace = fold(hand.cards)
        score = total(hard, ace)
        first_two = len(hand.cards) == 2
        a, b = (points(each) for each in hand.cards[:2])
        stake = self.first_stake(table, hand, box.caller)
        funds = table.funds(box.caller)
        choices: list[Choice] = []
        max_hands = min(int(rules["split-hands"]), 4 if rules.positions <= 6 else 3)
        again = rules.on("resplit-aces")
        if first_two and may_split(a, b, len(box.hands), max_hands, again) and funds >= stake:
            choices.append(Choice("split", stake, stake))
        if may_draw(score, hand.split_aces):
            only = rules["double-on"] == "9-to-11"
            after = rules["double-after-split"] == "yes"
            chip = rules.chip
            if first_two and may_double(score, hand.split, only, after) and funds >= chip:
                most = min(stake, funds - funds % chip)
                usual = most if most == stake else 0
                choices.append(Choice("double-down", chip, most, chip, usual))
                if rules["double-card"] == "on-request":
                    choices.append(Choice("double-face-down", chip, most, chip, usual))
            if first_two and not hand.split and self.may_surrender(table):
                choices.append(SURRENDER)
            return (HIT, STAND, *choices)
        return (STAND, *choices) if choices else ()

    @staticmethod
    def first_stake(table: Table, hand: Hand, seat: int) -> Cents:
        """The stake a split or double is measured by: the caller's, or who else has a wager on this hand."""
        for bettor in (seat, *hand.wagers):
            for wager in hand.wagers.get(bettor, ())[:1]:
                return table.stake(bettor, wager)
        return 0

    def may_surrender(self, table: Table) -> bool:
        rules = table.rules
        if rules["dealing"] == "hand" and rules["hole-card"] == "none":
            return rules.on("surrender") and rules["reading-hand-surrender"] == "as-printed"
        return rules.on("surrender")

    def surrender(self, table: Table, hand: Hand) -> Round:
        """Half is collected at once, unless the dealer may yet show a blackjack (2.8(a))."""
        if points(table.cards("dealer")[0]) not in (1, 10):
            for seat, wager, stake in list(hand.stakes()):
                lost = surrendered(stake, False)
                yield Settle(seat, wager, "lose", lost=lost, cite=cite("2.8(a)1"), outcome="surrender")

    def double(self, table: Table, box: Box, hand: Hand, amount: Cents) -> Round:
        """The caller doubles; the others on the box may follow or not (2.10(a), 2.13(d))."""
        number = "" if hand is box.hands[0] else f":{box.hands.index(hand) + 1}"
        for seat in list(hand.wagers):
            added = amount if seat == box.caller else 0
            if seat != box.caller:
                stake = table.stake(seat, hand.wagers[seat][0])
                most = min(stake, table.funds(seat) - table.funds(seat) % table.rules.chip)
                if most < table.rules.chip:
                    continue
                more = Choice("double-down", table.rules.chip, most, table.rules.chip, most)
                answer = yield Ask(seat, (more, Choice("no-double")), hand.owner)
                added = answer.amount
            if added:
                key = at_box(f"double-down{number}", seat, box.position)
                hand.wagers[seat].append(key)
                yield Stake(seat, key, added, cite("2.10(a)" if seat == box.caller else "2.13(d)"))

    def split(self, table: Table, box: Box, hand: Hand, side: str) -> Round:
        """Two hands of one, the second with a wager of its own; who bets behind adds one too, or says which
        hand the wager follows (2.11(a), 2.13(e))."""
        number = len(box.hands) + 1
        aces = points(hand.cards[0]) == 1
        new = Hand(f"{box.position}.{number}", table, {}, True, aces)
        box.hands.insert(box.hands.index(hand) + 1, new)
        hand.split, hand.split_aces = True, aces
        if table.rules["dealing"] == "hand":
            yield Show(hand.owner)  # 2.6A(e)1
        yield Slide(hand.owner, new.owner)
        key_name = "split" if number == 2 else f"split:{number}"
        for seat in list(hand.wagers):
            stake = table.stake(seat, hand.wagers[seat][0])
            follow = (Choice("first-hand"), Choice("second-hand"))
            if seat != box.caller:
                cover = (Choice("split", stake, stake),) if table.funds(seat) >= stake else ()
                answer = yield Ask(seat, (*cover, *follow), hand.owner)
                if answer.decision != "split":
                    if answer.decision == "second-hand":
                        new.wagers[seat] = hand.wagers.pop(seat)
                    continue
            key = at_box(key_name, seat, box.position)
            new.wagers[seat] = [key]
            yield Stake(seat, key, stake, cite("2.11(a)" if seat == box.caller else "2.13(e)"))
        yield from self.give(table, hand.owner, side, up=True, box=box)

    def bust(self, table: Table, hand: Hand) -> Round:
        """Over 21 loses at once. Money added by doubling or splitting stays until a dealer's blackjack, which
        would return it, is ruled out (2.10(b), 2.11(d))."""
        up = points(table.cards("dealer")[0])
        may_return = (
            up in (1, 10)
            and self.hole(table) in ("none", "down")
            and table.rules["reading-busted-extra"] == "as-printed"
        )
        for seat, wager, stake in list(hand.stakes()):
            if not may_return or wager.startswith("blackjack"):
                yield Settle(seat, wager, "lose", lost=stake, cite=cite("2.3(a)"), outcome="over 21")
        yield Discard(hand.owner)

    # ---- the dealer's hand, 2.6(h), 2.12 -----------------------------------------------------------------

    def dealers_hand(self, table: Table, boxes: list[Box], side: str) -> Round:
        """The dealer's second card, insurance, and the draws; no card that can change nothing (2.12(c))."""
        standing = any(hand.standing for box in boxes for hand in box.hands)
        waiting = any(hand.live for box in boxes for hand in box.hands) or insured(table)
        if len(table.cards("dealer")) == 1:
            up = points(table.cards("dealer")[0])
            if standing or (waiting and up in (1, 10)):
                yield Say("Dealer's Card", cite=cite("2.6(h)"))
                yield from self.give(table, "dealer", side, up=True)
        else:
            yield Show("dealer")
        yield from self.settle_insurance(table)
        hit = table.rules["soft-17"] == "hit"
        while standing and not dealers_blackjack(table):
            hard, ace = fold(table.cards("dealer"))
            if not dealer_draws(total(hard, ace), is_soft(hard, ace), hit):
                break
            yield from self.give(table, "dealer", side, up=True)
        if table.cards("exposed"):
            yield Slide("exposed", "burn")  # 2.15(c)

    def settle_insurance(self, table: Table) -> Round:
        """Right after the second card (2.9(d)); a ten-value card pays 2 to 1."""
        for bet in [bet for bet in table.bets.values() if bet.id == "insurance"]:
            won = points(table.cards("dealer")[1]) == 10
            pays = table.rules.pay("insurance")["ten-value card"].pays(bet.stake) if won else 0
            yield Settle(
                bet.seat,
                bet.wager,
                "win" if won else "lose",
                pays,
                0 if won else bet.stake,
                cite("2.9(c)" if won else "2.9(d)"),
                "ten-value card" if won else "no ten-value card",
            )

    # ---- settlement, 2.3 ---------------------------------------------------------------------------------

    def settle_round(self, table: Table, boxes: list[Box]) -> Round:
        """From the dealer's far right (2.6(i))."""
        blackjack = dealers_blackjack(table)
        for box in reversed(boxes):
            for hand in box.hands:
                if any(not held.up for held in table.hands.get(hand.owner, ())):
                    yield Show(hand.owner)
                if hand.surrendered:
                    for seat, wager, stake in list(hand.stakes()):
                        lost = surrendered(stake, blackjack)
                        yield Settle(seat, wager, "lose", lost=lost, cite=cite("2.8(a)2"), outcome="surrender")
                elif blackjack and not hand.blackjack:
                    yield from self.lose_to_blackjack(hand)
                elif hand.live and hand.score > 21:
                    for seat, wager, stake in list(hand.stakes()):
                        yield Settle(seat, wager, "lose", lost=stake, cite=cite("2.3(a)"), outcome="over 21")
                elif hand.live:
                    yield from self.compare(table, hand)

    def lose_to_blackjack(self, hand: Hand) -> Round:
        """A dealer's blackjack collects the original wager and hands back what was added to it."""
        for seat, wager, stake in list(hand.stakes()):
            if wager.startswith("blackjack"):
                yield Settle(seat, wager, "lose", lost=stake, cite=cite("2.3(b)"), outcome="dealer's blackjack")
            else:
                paragraph = "2.10(b)" if wager.startswith("double") else "2.11(d)"
                yield Settle(seat, wager, "push", cite=cite(paragraph), outcome="dealer's blackjack")

    def compare(self, table: Table, hand: Hand) -> Round:
        rules = table.rules
        dealer = table.cards("dealer")
        hole_up = rules["hole-card"] == "up"
        split_wins = rules["reading-split-21"] == "as-printed"
        score = total(*fold(dealer))
        cards = len(hand.cards)
        # A blackjack may be decided with no second card of the dealer's: then he has none.
        result = outcome(hand.score, cards, hand.split, score, max(len(dealer), 2), hole_up, split_wins)
        if hand.blackjack and len(dealer) == 1:
            result = 1
        if result > 0:
            yield from self.pay(table, hand, cite("2.7(b)" if hand.blackjack and not hole_up else "2.3(a)"))
            return
        for seat, wager, stake in list(hand.stakes()):
            if result == 0:
                paragraph = "2.7(b)" if hand.blackjack else "2.3(b)"
                yield Settle(seat, wager, "push", cite=cite(paragraph), outcome="equal")
            else:
                paragraph = "2.6(k)1" if hole_up and hand.score == score else "2.3(a)"
                yield Settle(seat, wager, "lose", lost=stake, cite=cite(paragraph), outcome="lower")

    def pay(self, table: Table, hand: Hand, paragraph: str) -> Round:
        """A winning hand at the odds of its best row (2.3(e))."""
        row = winning_row(table.rules, hand)
        odds = table.rules.pay("blackjack")[row]
        paragraphs = {
            "win": paragraph,
            "blackjack": cite("2.6(k)2") if table.rules["hole-card"] == "up" else paragraph,
            "suited-6-7-8": cite("2.3(e)1"),
            "three-sevens": cite("2.3(e)2"),
            "designated-blackjack": cite("2.3(e)3"),
            "five-card-21": cite("2.3(e)4"),
        }
        for seat, wager, stake in list(hand.stakes()):
            yield Settle(seat, wager, "win", odds.pays(stake), cite=paragraphs[row], outcome=row)

    def note_regulars(self, table: Table, boxes: list[Box]) -> None:
        state = table.state
        assert isinstance(state, BlackjackState)
        now = {seat for box in boxes for seat in box.bettors}
        state.regulars = sorted(now if not state.rounds else now & set(state.regulars))
        state.rounds += 1

    # ---- irregularities, 2.15 ----------------------------------------------------------------------------

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        owner = irregularity.position
        match irregularity.id:
            case "card-drawn-and-exposed":
                yield Deal("exposed", up=True)
            case "shoe-runs-out":
                yield from self.refill(table, "")
            case "no-card-dealt":
                yield from dead_position(table, owner, cite("2.15(g)"))
            case "missed-hit":
                seat = caller_of(table, owner)
                answer = yield Ask(seat, (Choice("late-card"), Choice("dead-hand")), owner)
                if answer.decision == "late-card":
                    yield Deal(owner, up=True)
                else:
                    yield from dead_position(table, owner, cite("2.15(i)"))
            case "card-reader-fails":
                assert isinstance(table.state, BlackjackState)
                table.state.reader_failed = True

    def check(self, rules: Rules) -> list[Finding]:
        findings = []
        if rules["split-hands"] == 4 and rules.positions > 6:
            says = "four hands from a split are for tables of six boxes or fewer"
            findings.append(Finding("options.split-hands", says, cite("2.11(e)")))
        if rules["hand-fee"] != "none" and rules.limits("blackjack").least > 5 * DOLLAR:
            says = "a hand fee is charged only at a table with a minimum of $5 or less"
            findings.append(Finding("options.hand-fee", says, cite("2.3(l)")))
        if rules["variation"] == "6-to-5" and rules.limits("blackjack").least % (5 * DOLLAR):
            says = "limits of the 6 to 5 variation are multiples of $5"
            findings.append(Finding("limits.blackjack", says, cite("2.3(d)")))
        if rules.positions > 7:
            findings.append(Finding("seats", "a blackjack layout has at most seven boxes", cite("2.11(e)")))
        return findings

    # ---- mathematics -------------------------------------------------------------------------------------

    def odds(self, rules: Rules, wager: str | None = None) -> Iterable[WagerOdds]:
        from pitboss.games.blackjack.blackjack_odds import odds

        return odds(rules, wager)

    def strategy(self, rules: Rules) -> Strategy:
        from pitboss.games.blackjack.blackjack_odds import strategy

        return strategy(rules)

    def simulation(self, rules: Rules) -> Simulation:
        from pitboss.games.blackjack.blackjack_odds import simulation

        return simulation(rules)


def at_box(wager: str, seat: int, position: int) -> str:
    """The wager's place on the layout: at the player's own box, or ``blackjack@3`` at another."""
    return wager if seat == position else f"{wager}@{position}"


def winning_row(rules: Rules, hand: Hand) -> str:
    """The row of the pay table that a winning hand takes: the best it is entitled to (2.3(e)1 to 4)."""
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


def insured(table: Table) -> bool:
    return any(bet.id == "insurance" for bet in table.bets.values())


def ruled(table: Table, irregularity: str, position: int | None = None) -> bool:
    """Has this irregularity happened in the round (at this position)?"""
    return any(
        each.id == irregularity and (position is None or each.position in ("", str(position)))
        for each in table.happened
    )


def caller_of(table: Table, owner: str) -> int:
    position = int(owner.partition(".")[0])
    bettors = [bet for bet in table.bets.values() if bet.position == position]
    return min(bettors, key=lambda bet: (bet.seat != position, -bet.stake)).seat


def dead_position(table: Table, owner: str, paragraph: str) -> Round:
    """Every wager of the box goes back."""
    position = int(owner.partition(".")[0])
    for bet in [bet for bet in table.bets.values() if bet.position == position]:
        yield Settle(bet.seat, bet.wager, "void", cite=paragraph, outcome="dead hand")


def dead_hand(box: Box, paragraph: str) -> Round:
    for hand in box.hands:
        for seat, wager, _stake in list(hand.stakes()):
            yield Settle(seat, wager, "void", cite=paragraph, outcome="dead hand")
