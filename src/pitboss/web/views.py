"""What is told of a table: what everybody sees, encoded once, and to each what is for them alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.book.events import Draw, Event, Roll, Spin
from pitboss.papers.layout import discarded
from pitboss.table import Table
from pitboss.table.audit import in_words
from pitboss.web import messages as m

if TYPE_CHECKING:
    from pitboss.web.live import Guest, LiveTable


class Face:
    """What lies on a table and what is asked there, as a bystander sees it."""

    def __init__(self, table: Table) -> None:
        self._said, self._count, self._asked = table.said, len(table.said), table.asked
        last = next((each for each in reversed(table.said) if isinstance(each, Roll | Spin | Draw)), None)
        self.gone = sorted(discarded(table.said))
        """Whose cards have gone to the discard rack."""
        self.shown = msgspec.Raw(told(last)) if last else None
        """The last throw, spin or draw."""
        self.cards = private(table, None)
        self.knowing = {
            seat for hand in table.hands.values() for held in hand if not held.up for seat in held.seats
        }
        """Who sees more."""
        if table.asked is not None:
            self.knowing.add(table.asked.seat)

    def still(self, table: Table) -> bool:
        """Has nothing happened since?"""
        return self._said is table.said and self._count == len(table.said) and self._asked is table.asked


class Moment:
    """A table as of now, with what has happened, for everybody around it."""

    def __init__(self, live: LiveTable, happened: Sequence[Event | dict[str, Any]] = ()) -> None:
        self._table = table = live.table
        self._seats = {who.name: seat for seat, who in table.seats.items()}
        self._face = live.face()
        self._public = m.encode(live.public())[:-1]
        self._heard = [told(event.seen_by(None) if isinstance(event, Event) else event) for event in happened]
        self._secret = [
            (n, event)
            for n, event in enumerate(happened)
            if isinstance(event, Event) and event.seen_by(None) is not event
        ]
        self._news = b",".join(self._heard)

    def table(self, guest: Guest) -> bytes:
        """The table as this person sees it."""
        seat = self._seats.get(guest.name)
        face = self._face
        cards = private(self._table, seat) if seat in face.knowing else face.cards
        return self._public + cards + b',"you":' + m.encode(self._you(guest, seat)) + b"}"

    def news(self, guest: Guest) -> bytes:
        """The same, with what has happened as this person may know it."""
        news = self._known_to(self._seats.get(guest.name)) if self._secret else self._news
        return m.news(self.table(guest), news)

    def _known_to(self, seat: int | None) -> bytes:
        """An event is seen whole, or as a bystander sees it."""
        whole = {n: told(event) for n, event in self._secret if event.seen_by(seat) is event}
        return b",".join(whole.get(n, heard) for n, heard in enumerate(self._heard)) if whole else self._news

    def _you(self, guest: Guest, seat: int | None) -> m.You:
        if guest.person is None:
            return m.You()
        table = self._table
        choices = () if seat is None or table.playing else tuple(table.game.choices(table, seat))
        return m.You(guest.name, guest.person.role, seat, guest.wallet, choices)


def private(table: Table, seat: int | None) -> bytes:
    """The cards and the question of the moment as a seat may see them: members of the table's object."""
    asked = table.asked
    hands = {owner: cards for owner, cards in table.view(seat).items() if cards}
    own = asked is not None and asked.seat == seat
    question = m.AskedView(asked.seat, asked.hand, asked.choices if own else ()) if asked else None
    members = m.encode(m.Private(hands, question))[1:-1]
    return b"," + members if members else b""


def wire(event: Event) -> dict[str, Any]:
    """An event as it goes over the socket."""
    built: dict[str, Any] = msgspec.to_builtins(event)
    built["words"] = in_words(event)
    if isinstance(event, Spin):
        built.setdefault("pocket", "")
    return built


def told(news: Event | dict[str, Any]) -> bytes:
    return m.encode(wire(news) if isinstance(news, Event) else news)
