"""What a round has done to each wager, so that a ruling can reverse it: void means void."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TypeAlias

from msgspec import Struct

from pitboss.book.events import Event, Move, Reverse, Settle
from pitboss.money import Cents

Made: TypeAlias = tuple[int, str]
"""A wager on the layout: its seat, and its name there."""
CENTRE: Made = (0, "centre")
"""An account that belongs to no single wager: `centre`, through which a player's bank collects and pays."""


class Deed(Struct, eq=False, gc=False):
    """Money that was moved for a wager, in which stage of the round, and the stake that was there."""

    key: Made
    event: Settle | Move
    stage: int
    stake: Cents = 0


class Deeds:
    """The record of a round. A stage ends when a player is asked, a card is dealt or the dealer's hand is shown: what
    was decided before that stands, because the round has continued from it; what has been decided since belongs to the
    current settlement."""

    def __init__(self) -> None:
        self.stage = 0
        self.done: list[Deed] = []
        self._undoing: Move | None = None

    def settled(self, event: Settle, stake: Cents) -> None:
        if event.result != "void":
            self.done.append(Deed((event.seat, event.wager), event, self.stage, stake))

    def moved(self, event: Move) -> None:
        """Money moved on account of a wager. The journal records the movement, not the reason to reverse it."""
        if event is self._undoing:
            return
        if event.on is not None or "centre" in (event.source, event.target):
            self.done.append(Deed(event.on or CENTRE, event, self.stage))
            event.on = None

    def undone(self, reopened: Callable[[Settle], bool], cite: str) -> Iterator[Event]:
        """This stage, reversed from its end: the settlements to reopen, and everything moved for these wagers since."""
        stage = self.stage
        settled = [each.event for each in self.done if each.stage == stage]
        keys = {(each.seat, each.wager) for each in settled if isinstance(each, Settle) and reopened(each)}
        keys.add(CENTRE)
        yield from self._last(lambda deed: deed.stage == stage and deed.key in keys, cite)

    def returned(self, keys: Collection[Made], cite: str) -> Iterator[Event]:
        """What these wagers, which nothing has decided, have moved in the round so far, reversed from its end."""
        yield from self._last(lambda deed: isinstance(deed.event, Move) and deed.key in keys, cite)

    def _last(self, wanted: Callable[[Deed], bool], cite: str) -> Iterator[Event]:
        """One after the other, looking up each in turn: another ruling may come between them."""
        while deed := next(filter(wanted, reversed(self.done)), None):
            self.done.remove(deed)
            event, stake = deed.event, deed.stake
            if isinstance(event, Move):
                back = Move(event.target, event.source, event.amount, f"taken back: {event.why}", cite)
                self._undoing = back
                yield back
            else:
                won, lost, stays, bank = event.pays, event.lost, event.stays, event.bank
                yield Reverse(event.seat, event.wager, stake, won, lost, cite, stays, bank)
