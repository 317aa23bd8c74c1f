"""A player's turn: to hit, stand, double, split or surrender, and what follows."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.book import Ask, Choice, Discard, Round, Slide, Stake, carries
from pitboss.book.endings import Ending
from pitboss.equipment.cards import UNKNOWN
from pitboss.games.blackjack.betting import Betting
from pitboss.games.blackjack.boxes import Box, Hand, affordable, at_box, ruled
from pitboss.games.blackjack.hands import (
    Aces,
    End,
    Surrender,
    may_double,
    may_draw,
    may_split,
    plays_blind,
    points,
)
from pitboss.money import Cents
from pitboss.table import Table

HIT, STAND, SURRENDER = Choice("hit"), Choice("stand"), Choice("surrender")


class Decisions(Betting):
    """The hands of a box, as its caller plays them."""

    @carries("2A.11(b)", "19.10(b)", "26.10(b)", "36.9(b)", "2.11(b)")
    def play_box(self, table: Table, box: Box) -> Round:
        """Each hand of the box, from the dealer's left, to its end before the next."""
        while waiting := [hand for hand in box.hands if not hand.played]:
            hand = waiting[0]
            hand.played = True
            if hand.live and len(hand.cards) == 1:
                yield from self.give(table, hand.owner)
            if not hand.blackjack or hand.terms.surrender == Surrender.ANY_TIME:
                yield from self.play_hand(table, box, hand)

    def play_hand(self, table: Table, box: Box, hand: Hand) -> Round:
        finished = False
        while not finished and hand.live and hand.played and (choices := self.choices_of(table, box, hand)):
            usual = "stand" if choices == (STAND, SURRENDER) else ""
            answer = yield Ask(box.caller, choices, hand.owner, usual=usual)
            finished, forgotten = answer.decision in ("stand", "surrender"), hand.forgotten
            match answer.decision:
                case "stand":
                    hand.refused = bool(table.cards("exposed"))
                case "hit":
                    yield from self.draw(table, hand)
                case "surrender":
                    yield from self.surrender(table, hand)
                case "split":
                    yield from self.split(table, box, hand)
                case _:
                    yield from self.decide(table, box, hand, answer)
            yield from self.decided(table, box, hand)
            finished |= hand.forgotten > forgotten
        if hand.over:
            yield from self.bust(table, hand)

    @carries("19.7(f)", "26.7(f)", "2.6(g)")
    def draw(self, table: Table, hand: Hand, up: bool = True) -> Round:
        """A card that a player asked for, unless the dealer forgets it."""
        if ruled(table, "missed-hit", hand.owner) and not hand.forgotten:
            hand.forgotten = True
        else:
            yield from self.give(table, hand.owner, up=up)

    def decide(self, table: Table, box: Box, hand: Hand, answer: Ask) -> Round:
        """Any other decision: to double, or one of the game's own."""
        yield from self.double(table, box, hand, answer)

    def decided(self, table: Table, box: Box, hand: Hand) -> Round:
        """What follows at once from a decision carried out."""
        yield from ()

    def choices_of(self, table: Table, box: Box, hand: Hand) -> tuple[Choice, ...]:
        """What the caller may do with the hand now; nothing, if the hand is finished."""
        terms, score, cards = hand.terms, hand.score, len(hand.cards)
        any_time = terms.surrender == Surrender.ANY_TIME and score <= 21
        if hand.doubled:
            return (STAND, SURRENDER) if any_time else ()
        stake, refused = hand.staked(box.caller), any(each.refused for each in box.hands)
        choices: list[Choice] = []
        first, second = map(points, hand.cards[:2])
        if cards == 2 and not refused and may_split(terms, first, second, box.made_of(hand)):
            choices += [Choice("split", stake, stake)] if table.chips(box.caller) >= stake else []
        if not refused and may_double(terms, score, cards, hand.split, hand.split_aces):
            choices += self.doubles(table, box.caller, stake)
        draws = may_draw(terms, score, cards, hand.split_aces)
        first_two = terms.surrender == Surrender.FIRST_TWO and cards == 2 and not hand.split
        if any_time or (draws and first_two):
            choices.append(SURRENDER)
        if draws and not refused:
            return (HIT, STAND, *choices)
        return (STAND, *choices) if choices else ()

    def speaks_against(self, table: Table, ask: Ask, decision: str, amount: Cents = 0) -> str | None:
        """A player who stood before an exposed card draws no more."""
        if bar := self.bar(table, ask.hand, decision):
            return self.data.bars.get(bar)
        box = ask.hand.partition(".")[0]
        stood = any(each.decision == "stand" and each.hand.partition(".")[0] == box for each in table.answers)
        for each in table.happened if stood and decision in ("hit", "double-down", "split") else ():
            if each.id == "card-drawn-and-exposed":
                return table.rules.irregularity(each.id).full_cite
        return None

    def bar(self, table: Table, hand: str, decision: str) -> str:
        """What bars a decision, as the ``bars`` of the file name it, by what everybody can see: the cards of the hand,
        and the dealer's first."""
        held, dealer = table.cards(hand), table.cards("dealer")[:1]
        if not dealer or len(held) < 2 or UNKNOWN in (*held, *dealer):
            return ""
        if decision == "insurance":
            return "insurance without an ace" if points(dealer[0]) != 1 else ""
        seen = self.seen_hand(table, hand, table.hands)
        if decision == "surrender":
            return "no surrender" if seen.terms.surrender == Surrender.NEVER else ""
        doubles = ("double-down", "double-face-down")
        if any(each.hand == hand and each.decision in doubles for each in table.answers):
            return "card after a double" if decision in ("hit", "double-down") else ""
        if decision == "split" and seen.split and len(held) == 2 and points(held[0]) == points(held[1]):
            again = "second split" if seen.terms.hands == 2 else "most hands"
            return "aces split again" if seen.split_aces and not seen.terms.resplit_aces else again
        one_card = Aces.ANY if decision == "hit" else Aces.ONE_AND_DOUBLE
        if seen.split_aces and seen.terms.split_aces < one_card:
            return "card for a split ace"
        return f"{decision} on 21" if decision in ("hit", "double-down") and seen.score == 21 else ""

    def doubles(self, table: Table, seat: int, stake: Cents) -> list[Choice]:
        """Up to as much again (2.10(a))."""
        least = self.step(table.rules, "double-down")
        most = affordable(table, seat, stake, least)
        return [Choice("double-down", least, most, least, most if most == stake else 0)] if most else []

    def surrender(self, table: Table, hand: Hand) -> Round:
        """Half is collected at once, unless the dealer may yet show a blackjack (2.8(a)1, 2)."""
        hand.surrendered = True
        if points(table.cards("dealer")[0]) not in (1, 10):
            yield from hand.ends(self.endings[End.SURRENDER.name])

    def double(self, table: Table, box: Box, hand: Hand, answer: Ask) -> Round:
        """The caller doubles and the others at the box may; the hand gets one card (2.10(a), 2.13(d))."""
        for seat in hand.bettors:
            added = answer.amount
            if seat != box.caller:
                more = self.doubles(table, seat, hand.staked(seat))[:1]
                other = (yield Ask(seat, (*more, Choice("no-double")), hand.owner)) if more else None
                added = other.amount if other else 0
            paragraph = self.decision("double-down" if seat == box.caller else "no-double").full_cite
            for wager, amount in list(self.parts(hand, seat, "double-down", added)) if added else ():
                key = at_box(wager, seat, box.position, hand.number)
                hand.wagers[seat].append(key)
                yield Stake(seat, key, amount, paragraph)
        yield from self.double_card(table, hand, answer.decision)
        if not hand.forgotten:
            yield from self.doubled(table, hand)

    def parts(self, hand: Hand, seat: int, wager: str, amount: Cents) -> Iterable[tuple[str, Cents]]:
        """The wagers that make up the additions to a hand."""
        yield wager, amount

    @carries("2A.10(b)", "2A.12(a)2", "19.12(a)2", "26.12(a)2", "36.11(a)2")
    def double_card(self, table: Table, hand: Hand, decision: str) -> Round:
        """One card and no other (2.10(a), 2A.10(b))."""
        yield from self.draw(table, hand)

    def doubled(self, table: Table, hand: Hand) -> Round:
        """What follows from the card on a double."""
        yield from ()

    def split(self, table: Table, box: Box, hand: Hand) -> Round:
        """Two hands of one, the second with a wager of its own; a player who bets behind also adds one, or
        says which hand the wager follows (2.11(a), 2.13(e))."""
        yield from hand.turned_over()  # 2.6A(e)1
        number = len(box.hands) + 1
        new = Hand(f"{box.position}.{number}", table, hand.terms, {}, of=hand.of)
        box.hands.insert(box.hands.index(hand) + 1, new)
        hand.split = new.split = True
        yield Slide(hand.owner, new.owner)
        for seat in hand.bettors:
            stake = hand.staked(seat)
            if seat != box.caller:
                cover = (Choice("split", stake, stake),) if table.chips(seat) >= stake else ()
                follow = (Choice("first-hand"), Choice("second-hand"))
                answer = yield Ask(seat, (*cover, *follow), hand.owner)
                if answer.decision == "second-hand":
                    new.wagers[seat] = hand.wagers.pop(seat)
                if answer.decision != "split":
                    continue
            paragraph = self.decision("split" if seat == box.caller else "first-hand").full_cite
            new.wagers[seat] = []
            for wager, amount in list(self.parts(hand, seat, "split", stake)):
                key = at_box(wager if number == 2 else f"{wager}:{number}", seat, box.position)
                new.wagers[seat].append(key)
                yield Stake(seat, key, amount, paragraph)
        yield from self.give(table, hand.owner)

    @carries("2.6A(e)2")
    def bust(self, table: Table, hand: Hand) -> Round:
        """Over 21 loses at once. What was added to the wager stays until a dealer's blackjack, which would return it,
        is ruled out (2.10(b), 2.11(d))."""
        terms, up = self.terms_of(table), points(table.cards("dealer")[0])  # a card reader may have failed
        may_return = up in (1, 10) and plays_blind(terms) and not terms.added_stays_lost
        yield from hand.ends(self.over_21(table), self.original if may_return else ())
        yield Discard(hand.owner)

    def over_21(self, table: Table) -> Ending:
        """How a hand over 21 ends."""
        return self.endings[End.OVER_21.name]

    def missed_hits(self, table: Table, box: Box) -> Round:
        """A card asked for and forgotten is dealt after all others', or the hand is dead (2.15(i))."""
        for hand in [hand for hand in box.hands if ruled(table, "missed-hit", hand.owner) and hand.standing]:
            draws = not hand.doubled and may_draw(hand.terms, hand.score, len(hand.cards), hand.split_aces)
            if not hand.forgotten and not draws:
                continue
            hand.forgotten = True
            answer = yield Ask(box.caller, (Choice("late-card"), Choice("dead-hand")), hand.owner)
            if answer.decision == "late-card":
                yield from self.give(table, hand.owner)
                if hand.doubled:
                    yield from self.doubled(table, hand)
                yield from self.play_hand(table, box, hand)
            else:
                yield from hand.dead(table.rules.irregularity("missed-hit").full_cite)
