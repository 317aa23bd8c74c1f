"""The view of a table: the part that everybody sees, encoded once, and the private part of each person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from pitboss.book.events import Ask, Choice, Draw, Event, Roll, Spin
from pitboss.equipment.cards import name
from pitboss.layout import discarded
from pitboss.money import Cents
from pitboss.table import Table, words
from pitboss.web import messages as m

if TYPE_CHECKING:
    from pitboss.web.live import Guest, LiveTable


def wins(table: Table, seat: int) -> dict[str, Cents]:
    """The most that each wager of a seat may win."""
    own = (bet for bet in table.bets.values() if bet.seat == seat)
    return {bet.wager: table.game.mathematics.most_won(table, bet) for bet in own}


class Offer:
    """What one client was last sent of the wagers open to its seat. It is computed again when the journal has grown
    and betting is open, and sent again only if it has changed."""

    def __init__(self) -> None:
        self._line = -1
        self._sent: tuple[list[str], dict[str, Cents]] | None = None

    def news(self, table: Table, seat: int | None) -> tuple[list[str], dict[str, Cents]] | None:
        if seat is None or table.playing or table.closed or self._line == table.journal.lines:
            return None
        self._line = table.journal.lines
        now = table.open_wagers(seat), wins(table, seat)
        if now == self._sent:
            return None
        self._sent = now
        return now


class Face:
    """The cards and questions of a table, as a bystander sees them."""

    def __init__(self, table: Table) -> None:
        self._said, self._count, self._asking = table.said, len(table.said), table.asking
        self.gone = sorted(discarded(table.said))
        """The owners whose cards are in the discard rack."""
        self.shown = shown(table)
        self._seen = table.seen()
        self._hands = by_name(self._seen)
        self._called = called(table, self._seen, self._seen)
        self._known: dict[int | None, set[str]] = {}
        """The owners whose cards only this seat sees."""
        for owner, hand in table.hands.items():
            for held in hand:
                for seat in () if held.up else held.seats:
                    self._known.setdefault(seat, set()).add(owner)
        self._others = self._members(self._hands, self._called)

    def still(self, table: Table) -> bool:
        """Has nothing happened since?"""
        return self._said is table.said and self._count == len(table.said) and self._asking is table.asking

    def members(self, table: Table, seat: int | None) -> bytes:
        """The cards and the question as a seat may see them: members of the table's object."""
        own = next((ask for ask in self._asking if ask.seat == seat), None)
        known = self._known.get(seat, ())
        if own is None and not known:
            return self._others
        if own is not None:
            own = replace(own, choices=tuple(preset(table, own, each) for each in own.choices))
        more = {owner: table.seen_of(owner, seat) for owner in known}
        names = called(table, self._seen | more, more)
        return self._members(self._hands | by_name(more), self._called | names, own)

    def _members(self, hands: dict[str, list[str]], names: dict[str, str], own: Ask | None = None) -> bytes:
        asking = [ask.seat for ask in self._asking] if len(self._asking) > 1 else []
        question = None
        if self._asking:
            first = own or self._asking[0]
            choices = own.choices if own else ()
            question = m.AskedView(first.seat, first.hand, choices, first.parts, first.verb)
        members = m.encode(m.Private(hands, names, question, asking))[1:-1]
        return b"," + members if members else b""


class Moment:
    """A table as of now, with what has happened, for everybody around it."""

    def __init__(self, live: LiveTable, happened: Sequence[Event | dict[str, Any]] = ()) -> None:
        self._table = table = live.table
        self._seats = {who.name: seat for seat, who in table.seats.items()}
        self._face = live.face()
        self._public = m.encode(live.public())[:-1]
        self._heard = [
            encoded(table, event.seen_by(None) if isinstance(event, Event) else event) for event in happened
        ]
        self._secret = [
            (n, event)
            for n, event in enumerate(happened)
            if isinstance(event, Event) and not event.whole_to(None)
        ]
        self._news = b",".join(self._heard)

    def table(self, guest: Guest) -> bytes:
        """The table as this person sees it."""
        seat = self._seats.get(guest.name)
        cards = self._face.members(self._table, seat)
        return self._public + cards + b',"you":' + m.encode(self._you(guest, seat)) + b"}"

    def news(self, guest: Guest) -> bytes:
        """The same, with events as this person may see them."""
        news = self._known_to(self._seats.get(guest.name)) if self._secret else self._news
        return m.news(self.table(guest), news)

    def _known_to(self, seat: int | None) -> bytes:
        whole = {n: encoded(self._table, event) for n, event in self._secret if event.whole_to(seat)}
        return b",".join(whole.get(n, heard) for n, heard in enumerate(self._heard)) if whole else self._news

    def _you(self, guest: Guest, seat: int | None) -> m.You:
        if guest.person is None:
            return m.You()
        table = self._table
        choices = () if seat is None or table.playing else tuple(table.game.choices(table, seat))
        opened, won = (guest.offer and guest.offer.news(table, seat)) or (None, None)
        return m.You(guest.name, guest.person.role, seat, guest.wallet, choices, opened, won)


def preset(table: Table, ask: Ask, choice: Choice) -> Choice:
    """A choice with its usual amount, if there are several."""
    ranged = choice.most > choice.least
    felt = table.game.felt
    return (
        replace(choice, usual=felt.usual(table, ask, choice), marks=felt.marks(table, ask, choice))
        if ranged
        else choice
    )


def by_name(seen: Mapping[str, Sequence[int]]) -> dict[str, list[str]]:
    return {owner: list(map(name, cards)) for owner, cards in seen.items() if cards}


def called(table: Table, seen: Mapping[str, Sequence[int]], owners: Iterable[str]) -> dict[str, str]:
    """The names of the hands of these owners, for a person who sees this."""
    names = {owner: table.game.felt.called(table, owner, seen) for owner in owners if seen[owner]}
    return {owner: words for owner, words in names.items() if words}


def wire(table: Table, event: Event) -> dict[str, Any]:
    """An event as sent over the socket."""
    built: dict[str, Any] = msgspec.to_builtins(event, enc_hook=int)  # for `Money`
    built["words"] = words.described(table, event)
    if isinstance(event, Spin):
        built.setdefault("pocket", "")
    return built


def shown(table: Table) -> msgspec.Raw | None:
    """The last throw, spin or draw of the round."""
    last = next((each for each in reversed(table.said) if isinstance(each, Roll | Spin | Draw)), None)
    return msgspec.Raw(encoded(table, last)) if last else None


def encoded(table: Table, news: Event | dict[str, Any]) -> bytes:
    return m.encode(wire(table, news) if isinstance(news, Event) else news)
