"""Games with a button and blinds, 14.10(c) to (f): hold 'em and, by reference, omaha and the draw games."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import Any

from msgspec import field

from pitboss.book import Ask, Choice, Deal, Event, Marker, Round, Rules, Shuffle, Stake, carries, cite
from pitboss.games.poker_room.betting import Play, Player, amount, amounts
from pitboss.games.poker_room.family import PokerRoom, clockwise
from pitboss.games.poker_room.funds import PayoutState
from pitboss.money import Cents
from pitboss.table import Table

WAIT, NO_STRADDLE = Choice("wait"), Choice("no-straddle")


class ButtonState(PayoutState):
    """What outlives a round: the button's position (0: not yet placed), and the positions that the blinds
    passed while nobody played there (14.10(d)1i)."""

    button: int = 0
    """The position of the dealer button; 0: not yet placed."""
    passed: list[int] = field(default_factory=list)
    """Positions that the blinds passed while nobody played there (14.10(d)1i)."""

    def seats(self) -> Iterable[int]:
        return (self.button, *self.passed)


def state_of(table: Table) -> ButtonState:
    assert isinstance(table.state, ButtonState)
    return table.state


def after_blinds(_: Table, play: Play) -> int:
    """The player next to those who posted a blind or straddled, 14.10(f)."""
    return (play.blinds + play.straddled + first_blind(play)) % len(play.players)


def first_blind(play: Play) -> int:
    """The player who posts the first blind: next to the button, or by the other reading with two players on it."""
    return int(len(play.players) == 2 and play.rules["reading-two-players"] == "button-first")


def left_of_button(_: Table, __: Play) -> int:
    """The first player to the left of the button who has not folded, 14.10(g)."""
    return 0


@carries('14.1 "Button"', "14.10(c)1", "14.11(c)", "14.12(c)", "14.12A(c)", "14.12B(c)")
class ButtonGame(PokerRoom):
    """A poker game with a button and blinds."""

    State = ButtonState
    owners = (*PokerRoom.owners, "button")

    @staticmethod
    def required(rules: Rules) -> Cents:
        return max(amounts(rules, "blinds"))

    def markers(self, table: Table) -> list[Marker]:
        button = state_of(table).button
        has = [Marker("D", str(button), "has the button", "button")] if button else []
        return [*has, *super().markers(table)]

    def opening(self, table: Table) -> Generator[Event, Any, Play]:
        seats, state = self.eligible(table), state_of(table)
        if not state.button:
            yield from self.place_button(table, seats)
        posted: list[int] = []
        waiting: list[int] = []
        for seat in self.passed(state, seats):
            answer = yield Ask(seat, (self.post(table.rules), WAIT), str(seat))
            (posted if answer.decision == "post" else waiting).append(seat)
        playing = [seat for seat in seats if seat not in waiting]
        order = clockwise(playing, clockwise(playing, state.button)[0] + 1)
        players = [Player(seat, str(seat), table.chips(seat)) for seat in order]
        play = Play(table.rules, players, self.limits(table))
        play.waiting = waiting
        yield from self.antes(play)
        yield from self.post_blinds(table, play, posted)
        yield from self.straddle(table, play)
        return play

    # -- the button, 14.10(c)

    @carries("14.10(c)2i-ii")
    def place_button(self, table: Table, seats: list[int]) -> Round:
        """At the start of play: to the player at the dealer's right, or by a card dealt to each."""
        state = state_of(table)
        if table.rules["first-button"] == "right-of-dealer":
            state.button = seats[-1]
            return
        yield Shuffle()
        dealt: dict[int, int] = {}
        for seat in seats:
            dealt[seat] = yield Deal("button", up=True)
        state.button = max(dealt, key=dealt.__getitem__)  # a card's number orders rank, then suit

    @carries("14.10(c)3")
    def close(self, table: Table, play: Play) -> None:
        """After the round the button moves clockwise to the next player, including players who waited for it."""
        state = state_of(table)
        dealt = [player.seat for player in play.players]
        button, last = dealt[-1], dealt[play.blinds - 1]
        state.button = clockwise([*dealt, *play.waiting], button + 1)[0]
        if table.rules.on("post-to-enter"):
            around = table.rules.positions
            between = range(1, (last - button) % around)
            gone_past = {(button - 1 + step) % around + 1 for step in between}
            absent = [seat for seat in state.passed if seat in table.seats]
            state.passed = sorted(gone_past.union(absent).difference(dealt, [state.button]))

    # -- bets before the deal, 14.10(b) and (d)

    def who_antes(self, play: Play) -> Sequence[Player]:
        if play.rules["ante-by"] == "each-player":
            return play.players
        blinds = min(len(amounts(play.rules, "blinds")), len(play.players))
        return [play.players[(blinds - 1 + first_blind(play)) % len(play.players)]]

    @staticmethod
    def passed(state: ButtonState, seats: list[int]) -> list[int]:
        """Players whom the blinds have passed, who post a blind or wait (14.10(d)1i); nobody, if there would
        be no game without them."""
        passed = [seat for seat in seats if seat in state.passed]
        return passed if len(seats) - len(passed) >= 2 else []

    @staticmethod
    def post(rules: Rules) -> Choice:
        blind = max(amounts(rules, "blinds"))
        return Choice("post", blind, blind)

    @carries('14.1 "Blind bet"', "14.7(b)2")
    def post_blinds(self, table: Table, play: Play, posted: list[int]) -> Round:
        """From the button's left, one blind for each player; and those who post to enter, unless it is their blind."""
        blinds = amounts(play.rules, "blinds")
        play.blinds = min(len(blinds), len(play.players))
        start = first_blind(play)
        for n, player in enumerate([*play.players[start:], *play.players[:start]]):
            chips = blinds[n] if n < play.blinds else max(blinds) if player.seat in posted else 0
            if chips := play.force(player, self.blind(table, play, player, chips)):
                yield Stake(player.seat, "pot", chips, cite("14.10(d)2" if n else "14.10(d)1"))

    def blind(self, table: Table, play: Play, player: Player, chips: Cents) -> Cents:
        """The post of a player in turn, this amount or nothing."""
        return chips

    @carries('14.1 "Straddle"')
    def straddle(self, table: Table, play: Play) -> Round:
        """The player next to the blinds may straddle them, where the house offers it (14.10(d)3)."""
        chips = amount(play.rules, "straddle")
        player = play.players[after_blinds(table, play)]
        if len(play.players) <= play.blinds or player.bet or not play.level < chips <= player.stack:
            return
        choices = (Choice("straddle", chips, chips), NO_STRADDLE)
        answer = yield Ask(player.seat, choices, player.owner, usual="no-straddle")
        if answer.decision == "straddle":
            play.force(player, chips)
            play.straddled = 1
            yield Stake(player.seat, "pot", chips, cite("14.10(d)3"))
