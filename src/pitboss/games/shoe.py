"""The shoe of a card game: its cutting card, its burn, and what happens when the cards run short.

The games' paragraphs differ in only four points, and a game gives its own in a `Shoe`. Two batches of cards that
alternate (2.2(d), 7.1(d), 21.2(d), 22.2(d)) are not a fifth point: the next batch has always been shuffled whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Generator, Iterable
from typing import Any, Literal

from msgspec import Struct

from pitboss.book import (
    Deal,
    Event,
    Game,
    Irregularity,
    Round,
    Rules,
    Say,
    Show,
    Shuffle,
    Slide,
    State,
    carries,
    cite,
    rule,
)
from pitboss.equipment.cards import UNKNOWN
from pitboss.table import Bet, Cancel, Table, Void


class Shoe(Struct, frozen=True, kw_only=True):
    """A shoe by a game's paragraphs.

    - ``cut``: the cards behind the cutting card: a quarter (2.5(d)), 14 (3.5(e)); all of them where the
      cards are shuffled before every round, as by a continuous shuffler (2.21, 7.12);
    - ``burns``: from a fresh shoe the first card unseen (``one``, 2.6(c)), or the first and as many as
      its number, all shown (``by-value``, 3.5(e)); the top card before each round (``each-round``,
      2.6A(c)); ``none`` (2.21);
    - ``one_more``: the paragraph that grants one more hand after the one in which the cutting card came
      out (3.8(e)); without it the cards are shuffled after that one (2.6(l));
    - ``short``: too few cards: the ``discards`` complete the round (2.15(f)), or it is ``void`` (3.12(e),
      21.9(i)), by the paragraph ``short_cite``;
    - ``sides``: the compartments of a double shoe (2.6(d)), each with its own pack and cutting card.
    """

    cut: int
    burns: Literal["none", "one", "each-round", "by-value"] = "one"
    one_more: str = ""
    short: Literal["discards", "void"] = "discards"
    short_cite: str
    sides: tuple[str, ...] = ("",)


class ShoeState(State):
    """What outlives a round."""

    side: str = ""
    """Of a double shoe: the side dealt from."""
    refilled: bool = False
    """The last round was completed from the discards: a shuffle is due."""
    regulars: list[int] | None = None
    """The players of every round since the shuffle; None: anybody may play, because a shuffle comes first."""
    last_hand: bool = False
    """The cutting card is out and one more hand will be dealt."""
    over: bool = False
    """That hand has been dealt, or the cards have run out: a shuffle is due."""

    def seats(self) -> Iterable[int]:
        return self.regulars or ()


class ShoeGame(Game):
    """A game dealt from a shoe that lasts for several rounds. ``shoe(rules)`` returns its `Shoe`. Its round begins with
    ``yield from self.shuffle(table)``, takes every card by ``card = yield from self.give(table, "1")`` and ends with
    ``yield from self.close_shoe(table, players)``. Where the discards complete a round, ``in_play`` names the owners
    whose cards are not discards. The irregularities ``new-dealer`` and ``burn-card-asked`` (effect ``game``) are ruled
    here. With mathematics it is a ``class HighDraw(WorkedOut, ShoeGame)``."""

    State = ShoeState
    reveals = "shoe"

    def shoe(self, rules: Rules) -> Shoe:
        """The game's own shoe under these rules."""
        raise NotImplementedError

    def in_play(self, table: Table) -> Collection[str]:
        """The owners whose cards are on the layout; all others are in the discard rack. By default all owners."""
        return table.hands.keys() - {"burn"}

    @staticmethod
    def state(table: Table) -> ShoeState:
        assert isinstance(table.state, ShoeState)
        return table.state

    @carries(
        *("2.5(a)", "2A.4(a)", "2B.4(a)", "19.4(a)", "21.5(a)", "22.5(a)", "26.4(a)", "36.4(a)", "2.6(c)"),
        *("2A.7(c)", "2B.6(c)", "6.4(a)", "19.7(c)", "21.7(a)", "22.7(a)", "26.7(c)", "36.7(c)"),
    )
    def shuffle(self, table: Table) -> Round:
        """A new shoe if one is due, and its burn."""
        shoe, state = self.shoe(table.rules), self.state(table)
        if state.side not in shoe.sides:
            state.side = shoe.sides[0]
        due = [side for side in shoe.sides if self.shuffle_due(table, side)]
        if self.ends_shoe(table):
            state.last_hand = state.over = False
        for side in due:
            yield Shuffle(shoe=side)
        state.refilled = False
        if shoe.burns == "each-round" or (due and shoe.burns == "one"):
            yield Deal("burn", shoe=state.side)
        elif due and shoe.burns == "by-value":
            first = yield Deal("burn", up=True, shoe=state.side)
            for _ in range(burned_with(first) if first != UNKNOWN else 0):
                yield Deal("burn", up=True, shoe=state.side)

    @carries(
        *("2.6(l)", "2.6(l)3", "2.6A(j)", "2A.7(n)", "2A.7(n)3", "6.5(k)", "19.7(i)3", "21.5(g)"),
        *("21.7(d)", "22.5(f)", "22.7(d)", "26.7(j)", "26.7(j)3", "36.7(l)", "36.7(l)3"),
    )
    def shuffle_due(self, table: Table, side: str = "") -> bool:
        """Is the cutting card of that side out, or was the last round completed from the discards?"""
        shoe, state = self.shoe(table.rules), self.state(table)
        left = len(table.shoes.get(side, ()))
        if state.over:
            return True
        if shoe.one_more and left:
            return False
        return left <= shoe.cut or (state.refilled and side == state.side)

    def ends_shoe(self, table: Table) -> bool:
        """Is a shuffle due that ends a shoe? A table may begin in a state that says so."""
        return self.shuffle_due(table) and bool(table.rounds or self.state(table).over)

    @carries("2A.7(a)", "2B.6(a)", "19.7(a)", "26.7(a)", "36.7(a)")
    def give(
        self, table: Table, owner: str, *, up: bool = True, seats: tuple[int, ...] = ()
    ) -> Generator[Event, Any, int]:
        """The next card: one drawn early and exposed, if there is one; otherwise from the shoe."""
        if exposed := table.cards("exposed"):
            yield Slide("exposed", owner)
            return exposed[-1]
        side = self.state(table).side
        if not table.shoes[side]:
            yield from self.run_short(table)
        card: int = yield Deal(owner, up=up, seats=seats, shoe=side)
        return card

    def run_short(self, table: Table) -> Round:
        """Every card that is not on the layout is shuffled, one is burned, and the round continues; or the round is
        void."""
        shoe, state = self.shoe(table.rules), self.state(table)
        if shoe.short == "void":
            raise Void(cite(shoe.short_cite))
        on_layout = Counter(card for owner in self.in_play(table) for card in table.cards(owner))
        yield Say("The discards are shuffled to complete the round", cite=cite(shoe.short_cite))
        yield Shuffle(cards=bytes((Counter(table.rules.pack()) - on_layout).elements()), shoe=state.side)
        yield Deal("burn", shoe=state.side)
        state.refilled = True

    def can_happen(self, table: Table, irregularity: Irregularity, pending: Event) -> bool:
        """A new dealer burns only before a card is dealt, only a burned card can be shown, and a player with a card has
        not been left out of the deal."""
        if irregularity.id == "new-dealer":
            return isinstance(pending, Deal)
        if irregularity.id == "burn-card-asked":
            return bool(table.cards("burn"))
        return not irregularity.id.startswith("no-card") or not table.cards(irregularity.position)

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        """``new-dealer`` burns a card before dealing, ``burn-card-asked`` shows the burned card, where the text says so
        (2.6(c), 6.4(a), 21.7(a), 22.7(a))."""
        match irregularity.id:
            case "new-dealer":
                assert isinstance(table.pending, Deal)
                yield Deal("burn", shoe=table.pending.shoe)
                if not table.shoes[table.pending.shoe]:
                    yield from self.run_short(table)
            case "burn-card-asked":
                yield Show("burn")
            case _:
                yield from super().ruling(table, irregularity)

    def left_out(self, table: Table, irregularity: Irregularity) -> Round:
        """A player who was dealt no card takes back the wagers; the missed card is not dealt (2.15(g), 22.10(c))."""
        bets = self.wagers_on(table, irregularity.position)
        yield from self.give_back(table, bets, table.rules.irregularity(irregularity.id).full_cite)
        if isinstance(table.pending, Deal) and table.pending.to == irregularity.position:
            raise Cancel

    def wagers_on(self, table: Table, owner: str) -> list[Bet]:
        """The wagers that depend on a hand: if a position has one, all wagers made there for this round."""
        stands = {wager.id for wager in table.rules.wagers.values() if wager.stands}
        return [bet for bet in table.bets.values() if str(bet.position) == owner and bet.id not in stands]

    def close_shoe(self, table: Table, players: Collection[int]) -> Round:
        """The end of a round in which these players took part. Players in every round since the shuffle may play the
        next; if a shuffle comes first, anybody may."""
        shoe, state = self.shoe(table.rules), self.state(table)
        if state.last_hand:
            state.last_hand, state.over = False, True
        elif shoe.one_more and len(table.shoes[state.side]) <= shoe.cut:
            state.last_hand = True
            yield Say("Last hand", cite=cite(shoe.one_more))
        if any(self.shuffle_due(table, side) for side in shoe.sides):
            state.regulars = None
        else:
            state.regulars = sorted(
                set(players) if state.regulars is None else set(players) & set(state.regulars)
            )


@rule("3.5(e)", "4.4(e)", "7.5(f)")
def burned_with(card: int) -> int:
    """How many more are burned with the first card of a shoe: its number; ten for a picture, one for an ace."""
    rank = card >> 2
    return 1 if rank == 12 else min(rank + 2, 10)
