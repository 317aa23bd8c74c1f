"""What groups of rounds have brought: handle, win, theoretical win, hold and whether it is usual, pace, occupancy."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Any, Final, Literal

from msgspec import Struct, field, to_builtins

from pitboss.book.key import Key
from pitboss.law import Refused
from pitboss.money import Cents
from pitboss.office.days import Days
from pitboss.office.rounds import Odds, Round
from pitboss.practice.floor import usual_win

Who = Literal["people", "bots", "all"]
BY: Final = ("table", "game", "pit", "shift", "day", "player", "wager")
"""By what figures can be taken together."""
_LARGEST: Final = 10


class Large(Struct, frozen=True):
    """A large result of a person in a round; positive if the person won."""

    net: Cents
    player: str
    table: str
    name: str
    round: int
    at: int


class Figures(Struct, kw_only=True):
    """The figures of one group. Amounts are cents, and what the house wins is positive."""

    key: tuple[str, ...]
    rounds: int = 0
    handle: Cents = 0
    """All that was staked on wagers that were decided."""
    win: Cents = 0
    """What the house took from the players, fees and contributions to meters included."""
    fees: Cents = 0
    """Commissions and rakes, of bots too, where figures are not by player or wager."""
    theoretical_win: float = 0
    """What the house wins on average of the wagers whose odds are known, with best play."""
    standard_deviation: float = 0
    assessed: Cents = 0
    """The win from these wagers, to be compared with it."""
    assessed_handle: Cents = 0
    """What was staked on them at first, without what followed in the round."""
    mistakes: float | None = None
    """The cost to players of decisions other than the best, if asked for: the amount by which the theoretical win of
    the actual decisions is higher."""
    hours: float = 0
    occupied: float = 0
    """The players in a round, on average."""
    occupancy: float = 0
    """The same as a part of the seats."""
    take_up: dict[str, float] = field(default_factory=dict)
    """For each wager, the part of the players' rounds in which it was made."""
    meters: dict[str, Cents] = field(default_factory=dict)
    """What the meters showed last."""
    largest: list[Large] = field(default_factory=list)

    @property
    def hold(self) -> float | None:
        """The win as a part of the handle."""
        return self.win / self.handle if self.handle else None

    @property
    def usual(self) -> tuple[float, float] | None:
        """Between which amounts the win from assessed wagers lies 95 times in a hundred."""
        if not self.standard_deviation:
            return None
        return usual_win(self.theoretical_win, self.standard_deviation)

    @property
    def usual_hold(self) -> tuple[float, float] | None:
        """The same as a part of what was staked on them at first."""
        usual = self.usual
        return (usual[0] / self.assessed_handle, usual[1] / self.assessed_handle) if usual else None

    @property
    def assessed_hold(self) -> float | None:
        return self.assessed / self.assessed_handle if self.assessed_handle else None

    @property
    def alert(self) -> bool:
        """Is the win outside what is usual?"""
        return self.usual is not None and not self.usual[0] <= self.assessed <= self.usual[1]

    @property
    def z(self) -> float | None:
        """By how many deviations the win differs from the theoretical one."""
        if not self.standard_deviation:
            return None
        return (self.assessed - self.theoretical_win) / self.standard_deviation

    @property
    def rounds_per_hour(self) -> float | None:
        return self.rounds / self.hours if self.hours else None

    def json(self) -> dict[str, Any]:
        derived = ("hold", "usual", "usual_hold", "assessed_hold", "alert", "z", "rounds_per_hour")
        whole: dict[str, Any] = to_builtins(self)
        return whole | {name: to_builtins(getattr(self, name)) for name in derived}

    def row(self, by: Sequence[str]) -> dict[str, Any]:
        """As a row of a data set: plain columns, with those by which rounds are grouped."""
        whole = self.json()
        low, high = whole.pop("usual") or (None, None)
        plain = {name: value for name, value in whole.items() if not isinstance(value, dict | list | tuple)}
        return dict(zip(by, self.key, strict=True)) | plain | {"usual_from": low, "usual_to": high}


class _Group:
    def __init__(self, key: tuple[str, ...]) -> None:
        self.figures = Figures(key=key)
        self.variance = 0.0
        self.milliseconds = 0
        self.players = self.seats = 0
        self.made: Counter[str] = Counter()

    def add(self, round_: Round, rows: Sequence[tuple[dict[str, Any], str]], odds: Odds) -> None:
        figures = self.figures
        figures.rounds += 1
        self.milliseconds += max(0, round_.ended - round_.began)
        seats = {row["seat"] for row, _ in rows if row["wager"]}
        self.players += len(seats)
        self.seats += round_.positions
        nets: defaultdict[str, Cents] = defaultdict(int)
        for row, base in rows:
            figures.handle += row["stake"] - _returned(row)
            figures.win -= row["net"]
            nets[row["player"]] -= row["net"]
            if base and (known := odds.of(round_.odds, base)) is not None:
                self._assess(row, base, *known)
        made = {(row["seat"], Key.read(row["wager"]).id) for row, _ in rows if row["wager"]}
        self.made.update(wager for _, wager in made)
        figures.meters = round_.meters or figures.meters
        large = [
            Large(-net, player, round_.table, round_.name, round_.number, round_.ended)
            for player, net in nets.items()
            if net
        ]
        figures.largest = sorted([*figures.largest, *large], key=lambda each: -abs(each.net))[:_LARGEST]

    def _assess(self, row: Mapping[str, Any], base: str, edge: float, spread: float) -> None:
        figures = self.figures
        figures.assessed -= row["net"]
        if row["wager"].partition("@")[0] == base and row["result"] != "void":
            figures.assessed_handle += row["stake"]
            figures.theoretical_win += row["stake"] * edge
            self.variance += (row["stake"] * spread) ** 2

    def done(self) -> Figures:
        figures = self.figures
        figures.standard_deviation = sqrt(self.variance)
        figures.hours = self.milliseconds / 3_600_000
        figures.occupied = self.players / figures.rounds
        figures.occupancy = self.players / self.seats if self.seats else 0
        figures.take_up = {wager: times / self.players for wager, times in self.made.most_common()}
        return figures


def _returned(row: Mapping[str, Any]) -> Cents:
    """A void wager was not decided: its stake went back."""
    return int(row["stake"]) if row["result"] == "void" else 0


def figures(
    rounds: Iterable[Round],
    by: Sequence[str] = ("table",),
    *,
    who: Who = "people",
    days: Days | None = None,
    odds: Odds | None = None,
    mistakes: Mapping[tuple[str, ...], float] | None = None,
) -> list[Figures]:
    """The figures of rounds, taken together ``by`` one or several of `BY`; of people, of bots, or of ``all``. Bots play
    with the house's own money, so their figures are apart."""
    for each in by:
        if each not in BY:
            raise Refused(f"figures are not taken together by {each!r}; they may be by: {', '.join(BY)}")
    days, odds = days or Days(), odds or Odds()
    groups: dict[tuple[str, ...], _Group] = {}
    for round_ in rounds:
        parts: defaultdict[tuple[str, ...], list[tuple[dict[str, Any], str]]] = defaultdict(list)
        for row, base in zip(round_.rows, round_.based, strict=True):
            if who == "all" or row["bot"] == (who == "bots"):
                parts[tuple(_key(each, round_, row, days) for each in by)].append((row, base))
        for key, rows in parts.items():
            group = groups.setdefault(key, _Group(key))
            group.add(round_, rows, odds)
        if parts and not {"player", "wager"}.intersection(by):
            groups[next(iter(parts))].figures.fees += round_.fees
    found = [groups[key].done() for key in sorted(groups)]
    if mistakes is not None:
        for each_ in found:
            each_.mistakes = mistakes.get(each_.key, 0.0)
    return found


def _key(by: str, round_: Round, row: Mapping[str, Any], days: Days) -> str:
    match by:
        case "table":
            return round_.name
        case "game":
            return round_.game
        case "pit":
            return round_.pit or "no pit"
        case "shift":
            return days.shift(round_.ended)
        case "day":
            return days.day(round_.ended)
        case "player":
            return str(row["player"])
    return Key.read(row["wager"]).id if row["wager"] else "beside"
