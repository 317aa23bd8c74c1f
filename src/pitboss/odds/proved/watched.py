"""Rules that record what is read of them, which shows the choices of a house that affect a figure.

Mathematics can learn about a table only from a few sources: its options, posted pay tables, limits, chips, seats and
house way. Each read is recorded here in the order in which the mathematics first makes it. Earlier reads therefore
decide what is read next, and all possible reads form a tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final, TypeVar

import msgspec

from pitboss.book.data import HouseWay, PayTable, Value, Wager
from pitboss.book.rules import Rules
from pitboss.money import Cents

T = TypeVar("T")

Fact = str | int | bool | None
"""What was read, so that it can be stored and compared."""

Reads = dict[str, Fact]
"""Everything that was read, in order, by its source (``option decks``)."""


def _text(value: object) -> Fact:
    return None if value is None else msgspec.json.encode(value, order="sorted").decode()


SOURCES: Final[Mapping[str, Callable[[Rules, str], Fact]]] = {
    "option": lambda rules, name: rules.options.get(name),
    "chosen": lambda rules, name: name in rules.chosen,
    "posted": lambda rules, wager: _text(rules.posted.get(wager)),
    "limits": lambda rules, wager: _text(rules.record.limits.get(wager)),
    "chip": lambda rules, _: rules.chip,
    "increment": lambda rules, _: rules.increment,
    "positions": lambda rules, _: rules.positions,
    "way": lambda rules, _: _text(rules.own_way),
}


def read(rules: Rules, source: str) -> Fact:
    """The values that these rules have there."""
    kind, _, name = source.partition(" ")
    return SOURCES[kind](rules, name)


class _Noted(Mapping[str, T]):
    """A mapping that notes each value that is read."""

    def __init__(self, names: Callable[[], Iterator[str]], value: Callable[[str], T | None]) -> None:
        self._names, self._value = names, value

    def __getitem__(self, name: str) -> T:
        if (found := self._value(name)) is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._names() if self._value(name) is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)


class Watched(Rules):
    """Rules that note what is read from them; what the caller itself has ``given`` is not noted."""

    def __init__(self, plain: Rules, reads: Reads, given: frozenset[str] = frozenset()) -> None:
        self.game, self.plain, self.reads, self._given = plain.game, plain, reads, given
        self._known_limits, self.ends = {}, {}

    def __getattribute__(self, name: str) -> Any:
        # A source that is not watched would be read without a note.
        if name in ("record", "_limits"):
            raise AttributeError(f"{name} is not watched")
        return super().__getattribute__(name)

    def __repr__(self) -> str:
        return f"{self.plain!r}, watched"  # a cached value, and no figure

    def note(self, source: str) -> None:
        if source not in self._given and source not in self.reads:
            self.reads[source] = read(self.plain, source)

    @cached_property
    def options(self) -> Mapping[str, Value]:  # type: ignore[override]
        def value(name: str) -> Value | None:
            if name in self.plain.options:
                self.note(f"option {name}")
            return self.plain.options.get(name)

        return _Noted(lambda: iter(self.plain.options), value)

    @cached_property
    def in_effect(self) -> Mapping[str, Value]:
        """Lists beside a figure do not affect it; only looking up a value is noted."""
        return _Noted(lambda: iter(self.plain.in_effect), self.options.get)

    @cached_property
    def chosen(self) -> Mapping[str, object]:  # type: ignore[override]
        def value(name: str) -> object | None:
            self.note(f"chosen {name}")
            return self.options[name] if name in self.plain.chosen else None

        return _Noted(lambda: iter(self.plain.options), value)

    @cached_property
    def posted(self) -> Mapping[str, Mapping[str, str]]:  # type: ignore[override]
        def value(wager: str) -> Mapping[str, str] | None:
            self.note(f"posted {wager}")
            return self.plain.posted.get(wager)

        return _Noted(lambda: iter(dict.fromkeys(each.id for each in self.game.data.wagers)), value)

    @property
    def chip(self) -> Cents:  # type: ignore[override]
        self.note("chip")
        return self.plain.chip

    @property
    def increment(self) -> Cents:  # type: ignore[override]
        self.note("increment")
        return self.plain.increment

    @property
    def unit(self) -> Cents:  # type: ignore[override]
        self.note("chip")
        self.note("increment")
        return self.plain.unit

    @property
    def positions(self) -> int:  # type: ignore[override]
        self.note("positions")
        return self.plain.positions

    @property
    def own_way(self) -> HouseWay | None:  # type: ignore[override]
        self.note("way")
        return self.plain.own_way

    @cached_property
    def wagers(self) -> Mapping[str, Wager]:
        known: dict[str, list[Wager]] = {}
        for wager in self.game.data.wagers:
            known.setdefault(wager.id, []).append(wager)
        return _Noted(
            lambda: iter(known), lambda name: next(filter(self._has, reversed(known.get(name, []))), None)
        )

    @cached_property
    def pay_tables(self) -> Mapping[str, PayTable]:
        paid = dict.fromkeys(grid.wager for grid in self.game.data.pay_grids)
        return _Noted(lambda: iter(paid), self._paid_by)

    def posts(self, wager: str) -> bool:
        self.note(f"limits {wager}")
        return self.plain.posts(wager)

    def _own_limits(self, wager: str) -> tuple[Cents, Cents] | None:
        self.note(f"limits {wager}")
        return self.plain._own_limits(wager)

    def changed(self, options: Mapping[str, object] | None = None, **other: Any) -> Rules:  # type: ignore[override]
        """Also watched. Whether they are lawful depends on everything that the text allows only together."""
        made = frozenset(options or {})
        if other.get("lawful", True):
            for each in self.game.data.constraints:
                tied = {*each.when, *each.requires, *each.forbids}
                if tied & made:
                    for name in sorted(tied - made):
                        self.note(f"option {name}")
        given = {f"{kind} {name}" for kind in ("option", "chosen") for name in made}
        given |= {name for name in ("chip", "increment") if other.get(name) is not None}
        given |= {f"limits {wager}" for wager in other.get("limits") or ()}
        return Watched(self.plain.changed(options, **other), self.reads, self._given | given)
