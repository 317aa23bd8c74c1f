"""The results of a simulation: figures with their errors, for people and as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from pitboss.book.data import Value
from pitboss.drawing import html_table
from pitboss.money import Cents, dollars
from pitboss.sim import block as b

if TYPE_CHECKING:
    from pitboss.arrays import Ints

Z: Final = 1.959963984540054
"""Deviations on either side of the mean that cover 95 percent of a normal distribution."""


@dataclass(frozen=True)
class Estimate:
    """A simulated figure."""

    value: float
    standard_error: float

    @property
    def interval(self) -> tuple[float, float]:
        """In 95 of 100 simulations the true figure is between these."""
        return self.value - Z * self.standard_error, self.value + Z * self.standard_error

    def json(self, name: str, scale: float = 1) -> dict[str, object]:
        return {
            name: round(self.value * scale, 9),
            "standard_error": round(self.standard_error * scale, 9),
            "interval": [round(end * scale, 9) for end in self.interval],
        }


def ratio(
    numerator: float, denominator: float, squares: tuple[float, float, float], chunks: float
) -> Estimate | None:
    """The ratio of numerator to denominator, both summed over independent chunks. Rounds of one chunk may
    depend on each other: the error is measured between chunks. ``squares`` are the sums over chunks of the
    squared numerator, of the product, and of the squared denominator."""
    if not denominator:
        return None
    value = numerator / denominator
    spread = squares[0] - 2 * value * squares[1] + value * value * squares[2]
    return Estimate(value, sqrt(max(0.0, spread) * chunks / max(1.0, chunks - 1)) / denominator)


@dataclass(frozen=True)
class WagerResult:
    """One wager: money in cents. ``house_edge`` is the house's, per unit of the first stake; ``element_of_risk`` per
    unit of the total stake. Both are None if the wager was never made."""

    wager: str
    rounds: int
    made: int
    won: int
    initial: Cents
    staked: Cents
    net: Cents
    house_edge: Estimate | None
    element_of_risk: Estimate | None
    standard_deviation_per_round: float
    """Dollars."""

    @property
    def hit_rate(self) -> float | None:
        return self.won / self.made if self.made else None

    @property
    def standard_deviation(self) -> float | None:
        """Of one wager, in units of the wager."""
        return self.house_edge.standard_error * sqrt(self.made) if self.house_edge else None

    def json(self) -> dict[str, object]:
        return {
            "wager": self.wager,
            "rounds": self.rounds,
            "made": self.made,
            "initial": dollars(self.initial),
            "staked": dollars(self.staked),
            "net": dollars(self.net),
            "house_edge": self.house_edge.json("percent", 100) if self.house_edge else None,
            "element_of_risk": self.element_of_risk.json("percent", 100) if self.element_of_risk else None,
            "hit_rate": None if self.hit_rate is None else round(self.hit_rate, 9),
            "standard_deviation": None
            if self.standard_deviation is None
            else round(self.standard_deviation, 9),
            "standard_deviation_per_round": round(self.standard_deviation_per_round, 9),
        }


@dataclass(frozen=True)
class PerRound:
    """The plan in dollars a round."""

    expectation: Estimate
    standard_deviation: float

    def json(self) -> dict[str, object]:
        return {
            **self.expectation.json("expectation"),
            "standard_deviation": round(self.standard_deviation, 9),
        }


@dataclass(frozen=True)
class PerHour:
    """The plan in dollars an hour. The deviation is that of whole hours: rounds may depend on each other."""

    rounds: int
    expectation: Estimate
    standard_deviation: float

    def json(self) -> dict[str, object]:
        hour = {
            **self.expectation.json("expectation"),
            "standard_deviation": round(self.standard_deviation, 9),
        }
        return {"rounds": self.rounds, **hour}


@dataclass(frozen=True)
class Chance:
    """How often an event occurred in this many independent trials."""

    happened: int
    trials: int

    @property
    def probability(self) -> float:
        return self.happened / self.trials

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval, which is also valid at 0 and 1."""
        p, n, z = self.probability, self.trials, Z
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return max(0.0, middle - half), min(1.0, middle + half)

    def json(self) -> dict[str, object]:
        return {
            "count": self.happened,
            "probability": round(self.probability, 9),
            "interval": [round(end, 9) for end in self.interval],
        }


@dataclass(frozen=True)
class Sessions:
    """Many sessions of the same plan. Money in cents; without a bankroll there is no ruin, and ``final`` is
    the net result."""

    rounds: int
    bankroll: Cents | None
    goal: Cents | None
    ruin: Chance | None
    goal_reached: Chance | None
    finals: Ints
    """The money at the end of each session, in increasing order."""
    average_rounds: float
    average_drawdown: float
    """In dollars, like the mean of the finals."""
    worst_drawdown: Cents

    @classmethod
    def of(cls, ends: Ints, rounds: int, bankroll: Cents | None, goal: Cents | None) -> Sessions:
        count = len(ends)
        return cls(
            rounds,
            bankroll,
            goal,
            None if bankroll is None else Chance(int((ends[:, b.END] == b.RUINED).sum()), count),
            None if goal is None else Chance(int((ends[:, b.END] == b.REACHED).sum()), count),
            np.sort(ends[:, b.FINAL]),
            int(ends[:, b.ROUNDS].sum()) / count,
            int(ends[:, b.DRAWDOWN].sum()) / count / 100,
            int(ends[:, b.DRAWDOWN].max()),
        )

    @property
    def mean(self) -> float:
        return int(self.finals.sum()) / len(self.finals) / 100

    @property
    def deciles(self) -> list[Cents]:
        """The lowest final, the deciles, and the highest."""
        count = len(self.finals)
        return [int(self.finals[max(0, -(-tenth * count // 10) - 1)]) for tenth in range(11)]

    def histogram(self, bars: int = 20) -> list[tuple[Cents, Cents, int]]:
        """How many sessions ended from each amount up to the next, exclusive; the amounts are round."""
        least, most = int(self.finals[0]), int(self.finals[-1])
        steps = (step * 10**zeros for zeros in range(18) for step in (1, 2, 5))
        width = next(step for step in steps if most // step - least // step < bars)
        edges = range(least // width * width, most + width + 1, width)
        counts = np.diff(np.searchsorted(self.finals, edges))
        return [(low, low + width, int(count)) for low, count in zip(edges, counts, strict=False)]

    def json(self) -> dict[str, object]:
        return {
            "sessions": len(self.finals),
            "rounds": self.rounds,
            "bankroll": None if self.bankroll is None else dollars(self.bankroll),
            "goal": None if self.goal is None else dollars(self.goal),
            "ruin": self.ruin and self.ruin.json(),
            "goal_reached": self.goal_reached and self.goal_reached.json(),
            "average_rounds": round(self.average_rounds, 6),
            "average_drawdown": round(self.average_drawdown, 6),
            "worst_drawdown": dollars(self.worst_drawdown),
            "final": {
                "mean": round(self.mean, 6),
                "deciles": [dollars(each) for each in self.deciles],
                "histogram": [
                    {"from": dollars(low), "to": dollars(high), "sessions": count}
                    for low, high, count in self.histogram()
                ],
            },
        }


@dataclass(frozen=True)
class Report:
    """A simulation. Without a plan, each wager was simulated by itself, and there are no combined figures."""

    game: str
    options: Mapping[str, Value]
    plan: str | None
    rounds: int
    seed: int
    wagers: tuple[WagerResult, ...]
    per_round: PerRound | None = None
    per_hour: PerHour | None = None
    sessions: Sessions | None = None

    @property
    def n0(self) -> float | None:
        """Rounds until the expectation is as large as one deviation."""
        if self.per_round is None or self.per_hour is None or not self.per_round.expectation.value:
            return None
        return (
            self.per_hour.standard_deviation**2 / self.per_hour.rounds / self.per_round.expectation.value**2
        )

    def _repr_html_(self) -> str:
        rows = [
            (
                each.wager,
                f"{each.made:,}",
                "" if each.house_edge is None else f"{each.house_edge.value:.4%}",
                "" if each.house_edge is None else f"{each.house_edge.standard_error:.4%}",
                "" if each.hit_rate is None else f"{each.hit_rate:.3%}",
            )
            for each in self.wagers
        ]
        columns = ("wager", "made", "house edge", "std error", "hit rate")
        return html_table(f"{self.game}: {self.rounds:,} rounds, seed {self.seed}", columns, rows)

    def json(self) -> dict[str, object]:
        return {
            "game": self.game,
            "plan": self.plan,
            "rounds": self.rounds,
            "seed": self.seed,
            "options": dict(self.options),
            "wagers": [each.json() for each in self.wagers],
            "per_round": self.per_round and self.per_round.json(),
            "per_hour": self.per_hour and self.per_hour.json(),
            "n0": None if self.n0 is None else round(self.n0, 3),
            "sessions": self.sessions and self.sessions.json(),
            "method": "simulated",
        }


def results(names: list[str], sums: b.Sums) -> list[WagerResult]:
    """A result for each wager of the plan, in its order."""
    rounds = int(sums.totals[-1, b.UNITS])
    return [_result(name, rounds, sums, row) for row, name in enumerate(names)]


def _result(name: str, rounds: int, sums: b.Sums, row: int) -> WagerResult:
    net, units, staked, made, won = map(int, sums.totals[row])
    return WagerResult(
        wager=name,
        rounds=rounds,
        made=made,
        won=won,
        initial=units,
        staked=staked,
        net=net,
        house_edge=_edge(sums, row, b.UNITS),
        element_of_risk=_edge(sums, row, b.STAKED),
        standard_deviation_per_round=_standard_deviation(sums, row),
    )


def _edge(sums: b.Sums, row: int, base: int) -> Estimate | None:
    """The house's share per unit of the base."""
    products = (b.NET_UNITS, b.UNITS_UNITS) if base == b.UNITS else (b.NET_STAKED, b.STAKED_STAKED)
    net_net, net_base, base_base, chunks = (
        float(sums.sums[row, c]) for c in (b.NET_NET, *products, b.CHUNKS)
    )
    totals = sums.totals[row]
    return ratio(-int(totals[b.NET]), int(totals[base]), (net_net, -net_base, base_base), chunks)


def _standard_deviation(sums: b.Sums, row: int) -> float:
    """Dollars, of single rounds."""
    rounds = int(sums.totals[-1, b.UNITS])
    mean = int(sums.totals[row, b.NET]) / rounds
    return sqrt(max(0.0, float(sums.sums[row, b.SQUARE]) / rounds - mean * mean)) / 100


def together(sums: b.Sums, hour: int) -> tuple[PerRound, PerHour]:
    """The whole plan by the round and by the hour."""
    loss = _edge(sums, -1, b.UNITS)
    assert loss is not None
    per_round = Estimate(-loss.value / 100, loss.standard_error / 100)
    of_an_hour = per_round.standard_error * sqrt(int(sums.totals[-1, b.UNITS]) * hour)
    return (
        PerRound(per_round, _standard_deviation(sums, -1)),
        PerHour(hour, Estimate(per_round.value * hour, per_round.standard_error * hour), of_an_hour),
    )
