"""What a seat sees of its table, as arrays of a fixed shape. Nothing else of the table is read here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from gymnasium import spaces
from msgspec.structs import fields
from numpy.typing import NDArray

from pitboss.book import Draw, Roll, Rules, Shuffle, Spin
from pitboss.book.key import Key
from pitboss.equipment.cards import NAMES, UNKNOWN
from pitboss.table import Table

Observation = dict[str, Any]

FACE_DOWN, FIRST = 1, 2
"""In ``cards`` 0 is no card, 1 one that lies face down; from 2 on they count as `pitboss.equipment.cards` does."""
_UNSEEN_IN_A_ROUND = ("burn", "dead", "exposed", "disclosed", "error", "discard", "dummy")
"""What nobody plays with, or what only irregularities know."""
_SHOWN = {"roll": 3, "shake": 3, "spin": 1, "draw": 20}
"""How many numbers a game shows that has no cards: dice, a pocket, those drawn."""
_RANKS = 14


class Sight:
    """The view from one ``seat``.

    - ``cards``: a row for each owner in ``owners``, card by card;
    - ``stakes``: what lies on each wager of ``wagers``, in units, and ``on`` which of them have a button;
    - ``funds``: the chips in front of the player, in units;
    - ``hand``: which row the question is about, from 1; 0 while nothing is asked;
    - ``picked``: the cards named so far for a decision half made;
    - ``shown``: the last throw, the place of the pocket in the wheel from 1, or the numbers drawn;
    - ``state``: the numbers of ``state_fields``, which outlive a round: the point, say; -1 where there is none;
    - ``seen``: how many cards of each rank the player has seen since the shuffle, twos to aces and jokers, where a shoe
      lasts for several rounds.
    """

    def __init__(self, rules: Rules, seat: int, positions: list[int], unit: int, spots: list[str]) -> None:
        game = rules.game
        self.seat, self.unit = seat, unit
        self.owners = list(dict.fromkeys(_rows(game.owners, positions)))
        self.rows = {owner: row for row, owner in enumerate(self.owners)}
        self.width = 16 if game.reveals == "shoe" else 8
        during = [wager.id for wager in rules.wagers.values() if wager.during and not wager.bonus]
        at = [f"{wager}@{position}" for position in positions if position != seat for wager in during]
        self.wagers = list(dict.fromkeys([*spots, *during, *at]))
        self.columns = {wager: column for column, wager in enumerate(self.wagers)}
        self.state_fields = [each.name for each in fields(game.State) if each.type in (int, bool, int | None)]
        self.dice = _SHOWN.get(game.data.verb, 0)
        self.stops = list(rules.game.felt.stops(rules))
        self.counts = game.reveals == "shoe" and bool(self.owners)
        self.stands = any(wager.stands for wager in rules.wagers.values())
        self._past = Counter[int]()

    def space(self, picks: int) -> dict[str, spaces.Space[Any]]:
        """The space of each part."""
        most = 2.0**40
        found: dict[str, spaces.Space[Any]] = {
            "stakes": spaces.Box(0, most, (len(self.wagers),), np.float32),
            "funds": spaces.Box(0, most, (1,), np.float32),
        }
        if self.owners:
            found["cards"] = spaces.Box(0, FIRST + len(NAMES), (len(self.owners), self.width), np.int8)
            found["hand"] = spaces.Discrete(len(self.owners) + 1)
        if self.stands:
            found["on"] = spaces.Box(0, 1, (len(self.wagers),), np.int8)
        if picks:
            found["picked"] = spaces.Box(0, 1, (picks,), np.int8)
        if self.dice:
            found["shown"] = spaces.Box(0, 127, (self.dice,), np.int16)
        if self.state_fields:
            found["state"] = spaces.Box(-1, 2**31 - 1, (len(self.state_fields),), np.int64)
        if self.counts:
            found["seen"] = spaces.Box(0, 2**15 - 1, (_RANKS,), np.int16)
        return dict(sorted(found.items()))

    def fresh(self) -> None:
        """A new table."""
        self._past.clear()

    def round_begins(self, table: Table) -> None:
        """Take note of the cards that the last round left before they are gone."""
        self._past += self._ranks(table)

    def round_began(self, table: Table) -> None:
        if any(isinstance(event, Shuffle) for event in table.said):
            self._past.clear()

    def observe(self, table: Table, picked: tuple[int, ...], picks: int) -> Observation:
        """What the seat sees now."""
        stakes = np.zeros(len(self.wagers), np.float32)
        on = np.zeros(len(self.wagers), np.int8)
        for (seat, wager), bet in table.bets.items():
            column = self.columns.get(wager)
            if column is None:
                column = self.columns.get(Key.read(wager).id)
            if seat == self.seat and column is not None:
                stakes[column] += bet.stake / self.unit
                on[column] = bet.on
        found: Observation = {
            "stakes": stakes,
            "funds": np.array([table.chips(self.seat) / self.unit], np.float32),
        }
        if self.owners:
            found["cards"] = self._cards(table)
            ask = table.question(self.seat)
            found["hand"] = 0 if ask is None else 1 + self.rows.get(ask.hand or str(ask.seat), -1)
        if self.stands:
            found["on"] = on
        if picks:
            found["picked"] = np.isin(np.arange(picks), picked).astype(np.int8)
        if self.dice:
            found["shown"] = self._shown(table)
        if self.state_fields:
            given = table.state.described({})
            numbers = (given.get(name) for name in self.state_fields)
            found["state"] = np.array([-1 if each is None else each for each in numbers], np.int64)
        if self.counts:
            seen = self._past + self._ranks(table)
            found["seen"] = np.array([seen[rank] for rank in range(_RANKS)], np.int16)
        return dict(sorted(found.items()))

    def _cards(self, table: Table) -> NDArray[np.int8]:
        found = np.zeros((len(self.owners), self.width), np.int8)
        for owner in table.hands:
            row = self.rows.get(owner)
            if row is not None:
                seen = table.seen_of(owner, self.seat)[: self.width]
                found[row, : len(seen)] = [FACE_DOWN if card == UNKNOWN else FIRST + card for card in seen]
        return found

    def _shown(self, table: Table) -> NDArray[np.int16]:
        found = np.zeros(self.dice, np.int16)
        last = next((each for each in reversed(table.said) if isinstance(each, Roll | Spin | Draw)), None)
        match last:
            case Roll():
                numbers = last.faces
            case Draw():
                numbers = last.numbers
            case Spin():
                stops = self.stops or list(last.pockets)
                numbers = (1 + stops.index(last.pocket),)
            case _:
                numbers = ()
        found[: len(numbers)] = numbers[: self.dice]
        return found

    def _ranks(self, table: Table) -> Counter[int]:
        return Counter(
            min(card >> 2, _RANKS - 1)
            for owner in table.hands
            for card in table.seen_of(owner, self.seat)
            if card != UNKNOWN
        )


def _rows(owners: tuple[str, ...], positions: list[int]) -> Iterator[str]:
    """The owners whose cards have a row: those of each position, then those of the table."""
    for owner in owners:
        base, dot, part = owner.partition(".")
        if base in _UNSEEN_IN_A_ROUND:
            continue
        several = range(2 if base.isdecimal() else 1, 5) if part == "2" else ()
        bases = map(str, positions) if base.isdecimal() else (base,)
        for each in bases:
            yield from (f"{each}.{number}" for number in several) if several else (f"{each}{dot}{part}",)
