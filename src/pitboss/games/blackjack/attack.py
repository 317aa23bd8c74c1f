"""Wagers made between the cards, in double attack and triple attack."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, ClassVar

from pitboss.book import Ask, Asks, Choice, Event, Round, Stake, carries
from pitboss.games.blackjack.boxes import Box, Hand, affordable, at_box
from pitboss.games.blackjack.family import BlackjackGame
from pitboss.money import Cents
from pitboss.table import Table


class AttackGame(BlackjackGame):
    """A game whose `deal` asks for them."""

    attacking: ClassVar[tuple[str, ...]]
    """Its attack wagers (26.7(d), 36.7(e), 36.7(f))."""

    def begun_with(self, hand: Hand) -> tuple[str, ...]:
        return *super().begun_with(hand), *self.attacking

    def speaks_against(self, table: Table, ask: Ask, decision: str, amount: Cents = 0) -> str | None:
        """A player who bets behind may attack only if the caller of the box has; as printed, an attack equals the first
        wager."""
        box = ask.hand.partition(".")[0]
        attacked = any(each.hand == box and each.decision == decision for each in table.answers)
        if decision in self.attacking and str(ask.seat) != box and not attacked:
            return self.data.bars["attack without the caller"]
        if decision in self.attacking and amount and table.rules["reading-attack-amount"] == "as-printed":
            return self.decision(decision).cite
        return super().speaks_against(table, ask, decision, amount)

    @carries("26.13(e)", "36.12(e)")
    def attack(self, table: Table, boxes: list[Box], wager: str) -> Round:
        """A wager that all players may add between two cards, asked at once. A player who bets behind may add it if
        the caller of the box does."""
        callers = [(box.caller, box) for box in boxes if box.live]
        attacked = yield from self.attacks(table, callers, wager)
        yield from self.attacks(table, [(seat, box) for box in attacked for seat in box.bettors[1:]], wager)

    def attacks(
        self, table: Table, places: list[tuple[int, Box]], wager: str
    ) -> Generator[Event, Any, list[Box]]:
        """Ask each player about their first box, then about the next; returns the boxes where the wager was made."""
        attacked = []
        while places:
            now: dict[int, Box] = {}
            for seat, box in places:
                now.setdefault(seat, box)
            places = [(seat, box) for seat, box in places if now[seat] is not box]
            asks = tuple(self.attack_of(table, seat, box, wager) for seat, box in now.items())
            asks = tuple(ask for ask in asks if len(ask.choices) > 1)
            for ask in (yield Asks(asks)) if asks else ():
                box = now[ask.seat]
                if ask.decision == wager and ask.seat in box.first.bettors:
                    key = at_box(wager, ask.seat, box.position)
                    box.first.wagers[ask.seat].append(key)
                    attacked.append(box)
                    yield Stake(ask.seat, key, ask.amount, self.decision(wager).full_cite)
        return attacked

    def attack_of(self, table: Table, seat: int, box: Box, wager: str) -> Ask:
        """Up to the wager that began the box; as printed, exactly that amount (26.1, 26.7(d), 36.1, 36.7(e))."""
        main = table.stake(seat, at_box(self.original[0], seat, box.position))
        step = self.step(table.rules, wager)
        most = affordable(table, seat, main, step)
        least = main if table.rules["reading-attack-amount"] == "as-printed" else step
        made = (Choice(wager, least, most, step, most if most == main else 0),) if least <= most else ()
        return Ask(seat, (*made, Choice("no-attack")), box.first.owner, usual="no-attack")
