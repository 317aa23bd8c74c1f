"""Hold 'em, 13:69F-14.10."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pitboss.book import Ask, Choice, Deal, Round, Rules, Shuffle, Stake, cite
from pitboss.games.poker_room.bones import WAIT, Play, Player, PokerRoom, PokerState, amount, amounts, clockwise
from pitboss.ranking.high import best_five, describe
from pitboss.table import Table

if TYPE_CHECKING:
    from pitboss.odds import WagerOdds


class ButtonGame(PokerRoom):
    """A poker game with a button and blinds, 14.10(c) to (e)."""

    hole_cards = 2

    # -- the button, 14.10(c)

    def place_button(self, table: Table, seats: list[int]) -> Round:
        """At the commencement of play: to the player at the dealer's right, or by a card dealt to each."""
        state = state_of(table)
        if table.rules["first-button"] == "right-of-dealer":
            state.button = seats[-1]
            return
        yield Shuffle()
        dealt: dict[int, int] = {}
        for seat in seats:
            dealt[seat] = yield Deal("button", up=True)
        state.button = max(dealt, key=dealt.__getitem__)  # a card's number orders rank, then suit

    def rotate(self, table: Table, play: Play, blinds: int, waiting: list[int]) -> None:
        """After the round the button moves clockwise to the next player; those who waited for it count."""
        state = state_of(table)
        button, last = play.players[-1].seat, play.players[blinds - 1].seat
        dealt = [player.seat for player in play.players]
        state.button = clockwise([*dealt, *waiting], button + 1)[0]
        if table.rules.on("post-to-enter"):
            around = table.rules.positions
            passed = {
                position
                for position in range(1, around + 1)
                if 0 < (position - button) % around < (last - button) % around and position not in dealt
            }
            state.passed = sorted(({*state.passed} | passed) - {*dealt, state.button})

    # -- bets before the deal, 14.10(d)

    def enter(self, table: Table, seats: list[int], posted: list[int], waiting: list[int]) -> Round:
        """Whoever the blinds went past posts a blind or waits (14.10(d)1i), as long as two others play."""
        passed = [seat for seat in seats if seat in state_of(table).passed and seat != state_of(table).button]
        if len(seats) - len(passed) < 2:
            return
        blind = max(amounts(table.rules, "blinds"))
        for seat in passed:
            answer = yield Ask(seat, (Choice("post", blind, blind), WAIT), str(seat))
            (posted if answer.decision == "post" else waiting).append(seat)

    def blinds(self, play: Play, posted: list[int]) -> Round:
        """From the button's left, each player one blind; then those who post to enter."""
        blinds = dict(zip((player.seat for player in play.players), amounts(play.rules, "blinds"), strict=False))
        for player in play.players:
            if chips := blinds.get(player.seat, max(blinds.values()) if player.seat in posted else 0):
                play.force(player, chips)
                yield Stake(player.seat, "pot", chips, cite("14.10(d)"))

    # -- the cards, 14.10(e)

    def deal(self, play: Play) -> Round:
        """Face down, one at a time from the button's left, the button last."""
        yield Shuffle()
        for _ in range(self.hole_cards):
            for player in play.players:
                yield Deal(player.owner, seats=(player.seat,))


class HoldEm(ButtonGame):
    """Two cards of one's own, five for all, the best five win."""

    def round(self, table: Table) -> Round:
        rules, state = table.rules, state_of(table)
        seats = self.eligible(table)
        if not state.button:
            yield from self.place_button(table, seats)
        posted: list[int] = []
        waiting: list[int] = []
        if state.passed:
            yield from self.enter(table, seats, posted, waiting)
        playing = [seat for seat in seats if seat not in waiting]
        button = clockwise(playing, state.button)[0]
        order = clockwise(playing, button + 1)
        play = Play(rules, [Player(seat, str(seat), table.funds(seat)) for seat in order])
        yield from self.antes(play)
        yield from self.blinds(play, posted)
        blinds = min(len(amounts(rules, "blinds")), len(order))
        yield from self.deal(play)
        yield from self.betting(table, play, blinds % len(order), cite("14.10(f)"))
        for street, paragraph in ((3, "14.10(g)"), (1, "14.10(h)"), (1, "14.10(i)")):
            if len(play.contending) == 1:
                break
            yield from self.board(table, street)
            last_two = rules["structure"] == "fixed-limit" and street == 1
            play.begin(play.maximum if last_two else play.minimum)
            yield from self.betting(table, play, 0, cite(paragraph))
        else:
            if len(play.contending) > 1:
                yield from self.showdown(table, play)
        yield from self.award(table, play, cite("14.10(j)" if len(play.contending) > 1 else "14.6(d)"))
        self.rotate(table, play, blinds, waiting)

    def board(self, table: Table, cards: int) -> Round:
        """A card is burned, then community cards are turned. A hole card that was dealt face up may serve as
        the burn card before the flop (14.15(o)2)."""
        exposed = cards == 3 and table.rules["exposed-card"] == "burn" and table.cards("exposed")
        if not exposed:
            yield Deal("burn")
        for _ in range(cards):
            yield Deal("community", up=True)

    def value(self, table: Table, player: Player) -> int:
        """The best five of two own and five community cards, in any mix (14.10(j))."""
        return best_five(table.cards(player.owner) + table.cards("community"))

    def describe(self, value: int) -> str:
        return describe(value)

    # -- mathematics

    def odds(self, rules: Rules, wager: str | None = None) -> Iterable[WagerOdds]:  # noqa: ARG002
        """There is no wager against the house; what people compare are hands before the flop."""
        from pitboss.games.poker_room.hold_em_odds import CLASSIC, equities

        return [row for hands in CLASSIC for row in equities(hands, "")]

    def equities(self, rules: Rules, hands: str, board: str) -> Iterable[WagerOdds]:  # noqa: ARG002
        from pitboss.games.poker_room.hold_em_odds import equities

        return equities(hands, board)


def state_of(table: Table) -> PokerState:
    assert isinstance(table.state, PokerState)
    return table.state
