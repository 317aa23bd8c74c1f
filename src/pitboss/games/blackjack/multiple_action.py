"""Multiple action, 2.18: one hand of a player against two or three hands of the dealer's, which share their first card.

Each wager has its own spot: ``action-2`` is decided by the dealer's second hand, as are additions to it
(``double-down-2``, ``split-2``) and its insurance (``insurance-2``)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from pitboss.book import (
    Ask,
    Choice,
    Event,
    Irregularity,
    Refused,
    Round,
    Rules,
    Say,
    Slide,
    Stake,
    carries,
    cite,
)
from pitboss.book.endings import ended
from pitboss.games.blackjack.boxes import Box, Hand, Placed, affordable, at_box
from pitboss.games.blackjack.family import BlackjackGame
from pitboss.games.blackjack.hands import insurance_limit
from pitboss.money import Cents
from pitboss.table import Bet, Table

SPOTS = (1, 2, 3)
ACTIONS = tuple(f"action-{spot}" for spot in SPOTS)


def actions(rules: Rules) -> bool:
    """Is the table one of multiple action?"""
    return rules["multiple-action"] != "no"


def on_spots(wager: str) -> tuple[str, ...]:
    """The wager itself, and what it is called on each spot."""
    return wager, *(f"{wager}-{spot}" for spot in SPOTS)


def spot_of(wager: str) -> int:
    """The spot of a wager; 0: it has none."""
    name, _, spot = Bet(0, wager, 0).id.rpartition("-")
    return int(spot) if name in ("action", "double-down", "split", "insurance") and spot.isdecimal() else 0


class MultipleAction(BlackjackGame):
    """How a multiple action table differs; at any other table this changes nothing."""

    def ready(self, table: Table) -> None:
        super().ready(table)
        if table.rules["multiple-action"] == "three":
            made = {(bet.seat, bet.position): bet for bet in table.bets.values() if bet.id == ACTIONS[0]}
            for (seat, position), bet in made.items():
                if not table.stake(seat, at_box(ACTIONS[2], seat, position)):
                    says = f"seat {bet.seat} must wager against all three dealer hands"
                    raise Refused(says, "2.18(b)")

    def begun_with(self, hand: Hand) -> tuple[str, ...]:
        return self.original

    # ---- what is added to a hand, 2.18(c) ----------------------------------------------------------------

    def doubles(self, table: Table, seat: int, stake: Cents) -> list[Choice]:
        """As much again on each wager placed."""
        if not actions(table.rules):
            return super().doubles(table, seat, stake)
        return [Choice("double-down", stake, stake)] if table.chips(seat) >= stake else []

    def parts(self, hand: Hand, seat: int, wager: str, amount: Cents) -> Iterable[tuple[str, Cents]]:
        """Additions are on the spots of the wagers on the hand, by size."""
        own = [bet for bet in hand.bets if bet.seat == seat]
        if not actions(hand.table.rules):
            yield wager, amount
        for bet in own if actions(hand.table.rules) else ():
            yield f"{wager}-{spot_of(bet.wager)}", amount * bet.stake // sum(each.stake for each in own)

    # ---- insurance, 2.18(d) ------------------------------------------------------------------------------

    def offer_insurance(self, table: Table, box: Box) -> Round:
        """For each wager separately."""
        if not actions(table.rules):
            yield from super().offer_insurance(table, box)
            return
        hand = box.first
        for bet in hand.bets:
            spot = spot_of(bet.wager)
            unit = table.rules.step(f"insurance-{spot}")
            choices = [Choice("no-insurance"), *self.instead_of_insurance(table, hand)]
            if most := affordable(table, bet.seat, insurance_limit(bet.stake, unit), unit):
                choices.insert(0, Choice("insurance", unit, most, unit, most))
            yield Say(f"Insurance against the dealer's hand {spot}", cite=cite("2.18(d)"))
            answer = yield Ask(bet.seat, tuple(choices), hand.owner)
            if answer.decision == "insurance":
                key = at_box(f"insurance-{spot}", bet.seat, box.position)
                yield Stake(bet.seat, key, answer.amount, cite("2.18(d)"))
            else:
                of_spot = self.of_spot(box, spot).first
                yield from self.not_insured(of_spot, bet.seat, answer.decision)

    def settle_insurance(self, table: Table) -> Round:
        if not actions(table.rules):
            yield from super().settle_insurance(table)
            return
        bets = [bet for bet in table.bets.values() if bet.id == f"insurance-{self.playing(table)}"]
        for bet in bets:
            yield from list(ended(table.rules, Placed(bet), self.insured(*table.cards("dealer")[:2])))

    def waits_for_second(self, table: Table) -> bool:
        insured = f"insurance-{self.playing(table)}"
        return super().waits_for_second(table) or any(bet.id == insured for bet in table.bets.values())

    # ---- the dealer's hands, 2.18(e) to (j) --------------------------------------------------------------

    @staticmethod
    def playing(table: Table) -> int:
        """The dealer's hand in play: the first with an undecided wager."""
        return min((spot for bet in table.bets.values() if (spot := spot_of(bet.wager))), default=0)

    def of_spot(self, box: Box, spot: int) -> Box:
        """The box as the wagers of one spot see it."""
        hands = [
            replace(
                hand,
                wagers={
                    seat: [key for key in keys if spot_of(key) == spot] for seat, keys in hand.wagers.items()
                },
            )
            for hand in box.hands
        ]
        return replace(box, hands=hands)

    @carries("2.18(i)", "2.18(f)1")
    def dealers_hands(self, table: Table, boxes: list[Box]) -> Round:
        """One after the other, each settled before the next; a hand with no wagers left is not dealt."""
        if not actions(table.rules):
            yield from super().dealers_hands(table, boxes)
            return
        for spot in SPOTS:
            if self.playing(table) == spot:
                yield from self.keep_first_card(table, spot)
                here = [self.of_spot(box, spot) for box in boxes]
                yield from self.dealers_hand(table, here)
                yield from self.settle_round(table, here)

    def can_happen(self, table: Table, irregularity: Irregularity, pending: Event) -> bool:
        """The first card is forgotten or discarded when one of the dealer's hands is complete and another is to be
        formed with it."""
        if irregularity.id in ("upcard-not-moved", "upcard-discarded"):
            return self.playing(table) > 1 or len(table.cards("dealer")) > 1
        return super().can_happen(table, irregularity, pending)

    @carries("2.18(f)2")
    def keep_first_card(self, table: Table, spot: int) -> Round:
        """The dealer's cards are collected but for the first, which begins the next hand (2.18(f)2, (g), (h))."""
        drawn = table.cards("dealer")[1:]
        for _ in drawn:
            yield Slide("dealer", "burn")
        if drawn:
            yield Say(f"The dealer's hand {spot}", cite=cite("2.18(g)" if spot == 2 else "2.18(h)"))
