"""Recorded rounds watched again, step by step, as a person may see them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss.book.events import Event
from pitboss.layout import discarded, things_svg
from pitboss.table import Table, read
from pitboss.table.journal import Command, Entry
from pitboss.table.recorded import Recorded
from pitboss.table.replay import replayed
from pitboss.table.words import command_described, described
from pitboss.web.people import Person
from pitboss.web.views import by_name, called


def steps(
    lines: list[bytes], first: int, number: int, person: Person | None, pictures: bool = False
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The table after each event from the first line on, replayed from the journal; and the results of chance.
    With ``pictures``, each step has what lies on the felt, as SVG."""
    watched = Rewatched(person, number, pictures)
    chance = replayed(watched.entries(lines, first), watched.after).chance
    return watched.steps, chance.draws if isinstance(chance, Recorded) else []


class Rewatched:
    """A recorded round for one person: the calls and the table, step by step."""

    def __init__(self, person: Person | None, number: int, pictures: bool = False) -> None:
        self.pictures = pictures
        self.name = person.name if person else ""
        self.number = number
        self.everything = person is not None and person.may("surveillance", "auditor")
        self.steps: list[dict[str, Any]] = []
        self._table: Table | None = None
        self._command: Command | None = None

    def entries(self, lines: list[bytes], first: int) -> Iterator[Entry]:
        """The entries, watched from the first line of the round on."""
        for entry in read(lines):
            if entry.n >= first:
                self._command = entry.command
                if self._table is not None:
                    self._table.watch = self.watch
            yield entry

    def after(self, table: Table, _: Entry) -> None:
        self._table = table
        self._add_command()

    def watch(self, event: Event) -> None:
        assert self._table is not None
        self._add_command()
        self._step(described(self._table, event if self.everything else event.seen_by(self._seat)))

    def _add_command(self) -> None:
        assert self._table is not None
        if self._command is not None:
            for each in command_described(self._table, self._command):
                self._step(each)
        self._command = None

    @property
    def _seat(self) -> int | None:
        assert self._table is not None
        return next((seat for seat, who in self._table.seats.items() if who.name == self.name), None)

    def _step(self, words: str) -> None:
        table = self._table
        assert table is not None
        seen = table.seen(self._seat)
        if self.everything:
            seen = {owner: table.cards(owner) for owner in table.hands}
        if not table.playing and table.rounds < self.number:
            seen = {}  # the table still shows the previous round
        picture = {"picture": things_svg(table, by_name(seen))} if self.pictures else {}
        self.steps.append(
            {
                "at": table.now,
                "words": words,
                **picture,
                "table": {
                    "hands": by_name(seen),
                    "called": called(table, seen, seen),
                    "gone": sorted(discarded(table.said)),
                    "bets": [
                        {"seat": bet.seat, "wager": bet.wager, "stake": bet.stake, "on": bet.on}
                        for bet in table.bets.values()
                    ],
                    "seats": [
                        {"seat": seat, "name": who.name, "funds": table.chips(seat)}
                        for seat, who in table.seats.items()
                    ],
                    "markers": [msgspec.to_builtins(each) for each in table.game.felt.markers(table)],
                    "state": msgspec.to_builtins(table.state),
                },
            }
        )
