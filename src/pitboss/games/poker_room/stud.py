"""Stud: some cards are face up and determine who opens the betting. 14.9, 14.13 and 14.13A."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from pitboss.book import (
    Ask,
    Choice,
    Deal,
    Discard,
    Event,
    Irregularity,
    Round,
    Rules,
    Settle,
    Show,
    Shuffle,
    carries,
    cite,
    rule,
)
from pitboss.equipment.cards import UNKNOWN
from pitboss.games.poker_room.betting import Play, Player, amount
from pitboss.games.poker_room.family import Opener, PokerRoom, Splits, Street
from pitboss.money import Cents
from pitboss.ranking.high import best_five
from pitboss.ranking.low import ace_to_five
from pitboss.table import Table

STOP, CONTINUE = Choice("stop"), Choice("continue")


def up_cards(table: Table, player: Player) -> list[int]:
    """The face-up cards of a player, including a hole card turned over in dealing."""
    return [held.card for held in table.hands[player.owner] if held.up]


@carries("14.9(f)3")
def most(value: Callable[[Sequence[int]], int]) -> Opener:
    """The opener: the player whose up-cards rank highest; of equals, the one closest to the dealer's left."""

    def opens(table: Table, play: Play) -> int:
        left = [place for place, player in enumerate(play.players) if not player.folded]
        return max(left, key=lambda place: value(up_cards(table, play.players[place])))

    return opens


def leads(value: Callable[[Sequence[int]], int]) -> Opener:
    """The leader by the hand showing. Up to four cards, only ranks count, and there are few such hands: each is
    computed once. An unknown card counts for nothing."""

    @lru_cache(4096)
    def of(ranks: tuple[int, ...]) -> int:
        return value([4 * rank + suit for suit, rank in enumerate(ranks)])

    def shown(up: Sequence[int]) -> int:
        if UNKNOWN in up:
            up = [card for card in up if card != UNKNOWN]
        if not up:
            return -1
        return of(tuple(sorted([card >> 2 for card in up]))) if len(up) <= 4 else value(up)

    return most(shown)


@rule("14.9(d)1", "14.9(d)4", "14.13(d)", "14.13A(d)")
def lowest(up: Sequence[int]) -> int:
    """Highest for the lowest up-card, with the ace high; of equals, the lowest suit."""
    return -up[0]


@rule("14.9(d)2", "14.9(d)3")
def highest_ace_low(up: Sequence[int]) -> int:
    """Highest for the highest up-card, with the ace below the two; of equals, the highest suit."""
    return (up[0] + 4) % 52


@rule("14.9(f)1", "14.13(f)")
def showing(up: Sequence[int]) -> int:
    """The hand showing: flush, straight and full house are hands of five cards."""
    return best_five(up)


@rule("14.9(f)2")
def low_showing(up: Sequence[int]) -> int:
    """The low hand showing."""
    return ace_to_five(up)


class StudGame(PokerRoom):
    """A game of stud: no button; the deal goes around from the dealer's left."""

    owners: ClassVar[tuple[str, ...]] = (*PokerRoom.owners, "community")
    takes = PokerRoom.takes[:-1]  # a hole card that is turned over is played

    @staticmethod
    def required(rules: Rules) -> Cents:
        return amount(rules, "forced-bet")

    def opening(self, table: Table) -> Generator[Event, Any, Play]:
        seats = self.eligible(table)
        players = [Player(seat, str(seat), table.chips(seat)) for seat in seats]
        play = Play(table.rules, players, self.limits(table))
        yield from self.antes(play)
        return play

    # -- the cards

    def deal(self, table: Table, play: Play, street: Street) -> Round:
        yield from super().deal(table, play, street)
        if street.deal == "d":
            for player in play.contending:
                if player.stack and table.hands[player.owner][-1].up:
                    yield from self.disclosed(table, play, player)

    def card(self, table: Table, play: Play, player: Player, up: bool) -> Round:
        """A hole card turned over in dealing is an up-card, and the card that was to be the up-card goes face down; if
        both hole cards are, the hand is dead (14.15(k) to (m))."""
        before = len(table.happened)
        if up and len(table.hands[player.owner]) < len(self.streets[0].deal):
            turned = len(up_cards(table, player))
            if turned == 2:
                yield from self.dead_hand(play, player)
                return
            up = not turned
        yield Deal(player.owner, up, (player.seat,))
        yield from self.dealt(table, player, up, before)

    def dealt(self, table: Table, player: Player, up: bool, since: int = 0) -> Round:
        if not up and any(each.id == "hole-card-exposed" for each in table.happened[since:]):
            yield Show(player.owner, places=(len(table.hands[player.owner]) - 1,))

    def dead_hand(self, play: Play, player: Player) -> Round:
        player.folded = True
        yield Discard(player.owner)
        if player.put:
            player.put = 0
            yield Settle(player.seat, "pot", "void", cite=cite("14.15(k)"))

    def disclosed(self, table: Table, play: Play, player: Player) -> Round:
        """The last hole card was turned over: its player may bet no more and contends for the pot as it is."""
        answer = yield Ask(player.seat, (CONTINUE, STOP), player.owner, usual="continue")
        if answer.decision == "stop":
            play.stop(player)
        elif not answer.decision and self.contested(table, play) and not player.folded:
            yield from self.disclosed(table, play, player)

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        if irregularity.id != "hole-card-exposed":  # the card being dealt: `card` turns it over
            yield from super().ruling(table, irregularity)

    @staticmethod
    def fouled(irregularity: Irregularity) -> bool:
        return irregularity.id == "hand-lost-unprotected" and bool(irregularity.detail.get("fouled"))

    @carries("14.15(i)1")
    def refunded(self, irregularity: Irregularity) -> bool:
        """Hole cards count as protected against fouling (14.15(i)1)."""
        return self.fouled(irregularity) or super().refunded(irregularity)

    def ruled_by(self, table: Table, irregularity: Irregularity) -> str:
        return cite("14.15(i)1") if self.fouled(irregularity) else super().ruled_by(table, irregularity)


# ---- seven-card stud, 14.9 -----------------------------------------------------------------------------


@carries("14.9(c)")
def seven_streets(forced: str, opener: Opener, leader: Opener) -> tuple[Street, ...]:
    """Two cards down, four up, one down: who owes the forced bet, under which paragraph, and who leads after that."""
    return (
        Street("14.9(e)", "ddu", opener, forced=forced, burn=False),
        Street("14.9(g)", "u", leader),
        Street("14.9(h)", "u", leader, big=True),
        Street("14.9(h)", "u", leader, big=True),
        Street("14.9(h)", "d", leader, big=True),
    )


HIGH_LOW = Splits("14.9(i)3i", "14.9(i)3ii", "14.9(i)3iii", "14.9(j)")


@carries("14.8(a)1", "14.9(a)")
class SevenCardStud(StudGame):
    """The best five of seven cards, including community cards."""

    reshuffles = "14.9(h)"

    # -- too few cards, 14.9(h)

    def deal(self, table: Table, play: Play, street: Street) -> Round:
        if street.burn and self.short(table, play):
            yield from self.common_card(table, play)
        else:
            yield from super().deal(table, play, street)

    def short(self, table: Table, play: Play) -> bool:
        """Are there too few to burn one and deal each player another, after cards that an irregularity may take
        first?"""
        needed = len(play.contending) + (play.rules["reading-insufficient"] == "as-read")
        return self.left(table, play) < needed + self.taken_first(table, needed)

    def burn(self, table: Table, play: Play) -> Round:
        if self.left(table, play) > len(play.contending):
            yield Deal("burn")

    @carries('14.1 "Common card"')
    def common_card(self, table: Table, play: Play) -> Round:
        """One card, face up in the middle, is for everybody. It follows a burn; if the deck has only one card or none,
        the burn cards are shuffled in first."""
        if self.left(table, play) <= 1 + self.taken_first(table, 2):
            burned = [held.card for held in table.hands["burn"] if not held.up]  # the others are discards
            seen = {held.card for hand in table.hands.values() for held in hand}
            seen -= set(burned)
            play.reshuffled += len(burned)
            yield Shuffle(cards=bytes(card for card in table.rules.pack() if card not in seen))
        yield Deal("burn")
        yield Deal("community", up=True)
