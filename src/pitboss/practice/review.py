"""The review of a recorded table: the cost of every decision by player and situation, and whether stakes follow the
count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import starmap
from math import sqrt
from typing import Final

from msgspec import Struct, to_builtins

from pitboss.book.events import Ask, Deal, Shuffle
from pitboss.equipment.cards import UNKNOWN
from pitboss.law import Refused
from pitboss.money import Cents
from pitboss.papers.figures import amount
from pitboss.papers.sheet import Columns, Section, Sheet
from pitboss.practice.removal import USUAL, VALUES, value_of
from pitboss.table import journal as j
from pitboss.table.driver import Table
from pitboss.table.replay import replayed

FEWEST: Final = 20
"""The number of rounds from which a correlation is meaningful."""
TAGS: Final = dict(zip(VALUES, USUAL["Hi-Lo"], strict=True))


class Situation(Struct, frozen=True, kw_only=True):
    """Similar decisions of a player. ``cost`` is what they gave away in all, in dollars of expectation."""

    player: str
    hand: str
    chosen: str
    best: str
    times: int
    cost: float


class Played(Struct, frozen=True, kw_only=True):
    """A player's decisions, and the correlation of stakes with the true count of Hi-Lo, with the smallest one that
    chance exceeds less than five times in a hundred."""

    player: str
    decisions: int
    not_best: int
    cost: float
    rounds: int
    correlation: float | None
    chance_below: float | None


class Review(Struct, frozen=True, kw_only=True):
    game: str
    players: tuple[Played, ...]
    situations: tuple[Situation, ...]
    notes: tuple[str, ...]

    def json(self) -> object:
        return to_builtins(self)

    def sheet(self) -> Sheet:
        players = tuple(
            (
                each.player,
                f"{each.decisions:,}",
                f"{each.not_best:,}",
                amount(each.cost),
                f"{each.rounds:,}",
                "–" if each.correlation is None else f"{each.correlation:+.3f}",
                "–" if each.chance_below is None else f"{each.chance_below:.3f}",
            )
            for each in self.players
        )
        heads = ("player", "decisions", "not best", "cost", "rounds", "stakes and count", "by chance under")
        rows = tuple(
            (each.player, each.hand, each.chosen, each.best, f"{each.times:,}", amount(each.cost))
            for each in self.situations
        )
        return Sheet(
            kind="Review",
            title=f"A table of {self.game} reviewed",
            lead="",
            sections=(
                Section(title="Players", tables=(Columns(columns=heads, rows=players),), notes=self.notes),
                Section(
                    title="Decisions, the most expensive first",
                    tables=(
                        Columns(
                            columns=("player", "hand", "chosen", "best", "times", "cost"), rows=rows, words=4
                        ),
                    ),
                ),
            ),
        )


def review(lines: Iterable[bytes]) -> Review:
    """The decisions and stakes in a journal. The cost of a decision is the difference in expectation between the best
    and the chosen one, for a player who sees what this one saw."""
    watch = _Watch()
    table = replayed(j.read(lines), watch.step)
    if not watch.rounds:
        raise Refused("no round was played in this journal")
    found = sorted(starmap(_situation, watch.costs.items()), key=lambda each: -each.cost)
    names = sorted({*watch.stakes, *watch.decisions})
    shoe = watch.counts_a_shoe(table)
    return Review(
        game=table.game.id,
        players=tuple(sorted((watch.played(name, shoe) for name in names), key=lambda each: -each.cost)),
        situations=tuple(each for each in found if each.cost > 0),
        notes=(
            *(() if table.game.mathematics.advises else ("the best play of this game is not available",)),
            "cost: expectation given away by decisions, in dollars; luck is excluded",
            *(
                (
                    "stakes and count: correlation with the true count of Hi-Lo before the round; by chance "
                    "alone, one sample in twenty exceeds the last column",
                )
                if shoe
                else ()
            ),
        ),
    )


def _situation(key: tuple[str, str, str, str], found: tuple[int, float]) -> Situation:
    player, hand, chosen, best = key
    times, cost = found
    return Situation(player=player, hand=hand, chosen=chosen, best=best, times=times, cost=cost / 100)


class _Watch:
    """Notes taken line by line."""

    def __init__(self) -> None:
        self.costs: dict[tuple[str, str, str, str], tuple[int, float]] = {}
        self.decisions: defaultdict[str, list[float]] = defaultdict(list)
        self.stakes: defaultdict[str, list[tuple[float, Cents]]] = defaultdict(list)
        self.rounds = 0
        self._made: dict[str, Cents] = {}
        self._asked: dict[int, tuple[str, str, str, dict[str, float]]] = {}
        self._running = self._seen = 0

    def step(self, table: Table, entry: j.Entry) -> None:
        command = entry.command
        if isinstance(command, j.Act) and (asked := self._asked.pop(command.seat, None)) is not None:
            self._decided(asked, command.decision)
        if isinstance(command, j.Bet | j.Remove | j.Stand):
            self._made = {}
            for bet in table.bets.values():
                name = table.seats[bet.seat].name
                self._made[name] = self._made.get(name, 0) + bet.stake
        if isinstance(command, j.Deal):
            self._begun(table)
        for event in entry.events:
            if isinstance(event, Shuffle):
                self._running = self._seen = 0
            elif isinstance(event, Deal) and event.card != UNKNOWN and event.card < 52 and event.to != "burn":
                self._running += TAGS[value_of(event.card)]
                self._seen += 1
        self._asked = {
            ask.seat: noted for ask in table.asking if (noted := self._noted(table, ask)) is not None
        }

    def counts_a_shoe(self, table: Table) -> bool:
        from pitboss.practice.count import shoe_of

        try:
            shoe_of(table.rules)
        except Refused:
            return False
        return True

    def _begun(self, table: Table) -> None:
        self.rounds += 1
        left = max(1, len(table.rules.pack()) - self._seen) if table.game.data.deck else 1
        for name, stake in self._made.items():
            self.stakes[name].append((52 * self._running / left, stake))

    def _noted(self, table: Table, ask: Ask) -> tuple[str, str, str, dict[str, float]] | None:
        if not table.game.mathematics.advises or ask.seat not in table.seats:
            return None
        try:
            advice = table.game.mathematics.advise(table, ask)
        except Refused:
            return None
        seen = table.seen(ask.seat)
        owner = ask.hand or str(ask.seat)
        hand = table.game.felt.called(table, owner, seen) if seen.get(owner) else ""
        if any(card != UNKNOWN for card in seen.get("dealer", ())) and (
            dealer := table.game.felt.called(table, "dealer", seen)
        ):
            hand += f" against {dealer}"
        return table.seats[ask.seat].name, hand or owner, advice.decision, dict(advice.values)

    def _decided(self, asked: tuple[str, str, str, dict[str, float]], decision: str) -> None:
        name, hand, best, values = asked
        if decision not in values or best not in values:
            return
        cost = max(0.0, values[best] - values[decision])
        self.decisions[name].append(cost)
        if cost > 1e-9:
            key = name, hand, decision, best
            times, whole = self.costs.get(key, (0, 0.0))
            self.costs[key] = times + 1, whole + cost

    def played(self, name: str, shoe: bool) -> Played:
        costs, stakes = self.decisions[name], self.stakes[name]
        found = correlated(stakes) if shoe and len(stakes) >= FEWEST else None
        return Played(
            player=name,
            decisions=len(costs),
            not_best=sum(cost > 1e-9 for cost in costs),
            cost=sum(costs) / 100,
            rounds=len(stakes),
            correlation=found,
            chance_below=None if found is None else 1.645 / sqrt(len(stakes) - 1),
        )


def correlated(pairs: Sequence[tuple[float, float]]) -> float | None:
    """The correlation of pairs; nothing if one side never changes.

    >>> correlated([(0, 1), (1, 3), (2, 5)])
    1.0
    """
    n = len(pairs)
    one, other = (sum(each[side] for each in pairs) / n for side in (0, 1))
    both = sum((a - one) * (b - other) for a, b in pairs)
    squares = sum((a - one) ** 2 for a, _ in pairs) * sum((b - other) ** 2 for _, b in pairs)
    return both / sqrt(squares) if squares > 1e-9 else None


__all__ = ["Played", "Review", "Situation", "correlated", "review"]
