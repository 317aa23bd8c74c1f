"""Exact odds: the results of each wager, as fractions up to the last division."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from html import escape
from math import floor, log10, sqrt
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pitboss.book.data import PayTable, Value
from pitboss.drawing import html_table
from pitboss.money import MOST, Cents, Odds, dollars

DIGITS = 12
"""The decimals that are reliable in floating-point results."""


class Outcome(NamedTuple):
    """One way a wager can end: its name (``outcome``), its ``probability``, and its ``net`` result for each unit staked
    (-1: everything is lost)."""

    outcome: str
    probability: Fraction
    net: Fraction


class Meter(Struct, frozen=True, kw_only=True):
    """The meter of a progressive wager, as its odds use it.

    - ``shows``, ``stake``: its amount, and the stake of a wager, in cents;
    - ``rate``: percent of each wager that go to it, including those reserved for its reset;
    - ``house``: what the house adds when all of it has been won; none if that depends on more than the
      rules;
    - ``shares``: the share of it that a wager is paid on average;
    - ``won``: the probability that a wager wins all of it;
    - ``pays_all``: fixed payouts also come from it, as far as it lasts.
    """

    shows: Cents
    stake: Cents
    rate: int
    house: Cents | None
    shares: Fraction
    won: Fraction
    pays_all: bool = False

    @classmethod
    def counted(
        cls,
        pay: PayTable,
        counts: Mapping[str, int],
        shows: Cents,
        stake: Cents,
        rate: int,
        house: Cents | None,
        pays_all: bool = False,
    ) -> Meter:
        """The meter for a pay table whose rows have these counts."""
        total = sum(counts.values())
        shares = {row: odds.meter for row, odds in pay.rows.items()}
        paid = Fraction(sum(shares.get(row, 0) * n for row, n in counts.items()), 100 * total)
        won = Fraction(sum(n for row, n in counts.items() if shares.get(row) == 100), total)
        return cls(shows=shows, stake=stake, rate=rate, house=house, shares=paid, won=won, pays_all=pays_all)


class WagerOdds(Struct, frozen=True, kw_only=True):
    """A wager under one set of rules. `counted` makes one from whole numbers of equally likely cases.

    - ``wager``, ``game``, ``table`` (the pay table), ``options``: what it is for; ``per``: the unit, if it includes
      more than the wager (``unit of the ante``);
    - ``outcomes``: every way it can end;
    - ``wagered``: units staked on average, raises included: the base of the element of risk;
    - ``rounds``: rounds for each decision on average, if a wager lasts for several (the rolls of a pass bet): from the
      one in which it is made to the one that decides it, including rounds in which it is off or
      waits until it may be made. The house's win per hour follows from it, if the wager is repeated at once;
    - ``value``: the expectation, if it was computed not from these outcomes but in floating point, good to twelve
      digits; ``deviation`` in the same way;
    - ``method``: ``exact``, or ``simulated`` with the 95 percent ``interval`` of the house edge; ``simulated`` lists
      the figures that are simulated, if the rest is exact;
    - ``equity``: in games between players the average share of the pot;
    - ``meter``: that of a progressive wager; ``break_even``: the lowest one at which it breaks even;
    - ``known``: what the player knows beyond what the game shows;
    - ``proved``: the digest of what it follows from, where it comes out of the almanac.

    >>> coin = WagerOdds(wager="heads", outcomes=(
    ...     Outcome("heads", Fraction(1, 2), Fraction(9, 10)), Outcome("tails", Fraction(1, 2), Fraction(-1))))
    >>> coin.house_edge, coin.hit_rate
    (Fraction(1, 20), Fraction(1, 2))
    """

    wager: str
    outcomes: tuple[Outcome, ...]
    game: str = ""
    table: str = ""
    options: Mapping[str, Value] = {}
    per: str = "unit of the wager"
    wagered: Fraction = Fraction(1)
    rounds: Fraction = Fraction(1)
    method: Literal["exact", "simulated"] = "exact"
    interval: tuple[float, float] | None = None
    value: Fraction | None = None
    deviation: float | None = None
    simulated: tuple[str, ...] = ()
    equity: Fraction | None = None
    break_even: Cents | None = None
    meter: Meter | None = None
    known: str = ""
    proved: str = ""

    @property
    def expectation(self) -> Fraction:
        if self.value is not None:
            return self.value
        return sum((each.probability * each.net for each in self.outcomes), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        return -self.expectation

    @property
    def whole(self) -> bool:
        """Are the outcomes the wager's distribution, each counted exactly? If not, they give at most the frequency of
        a win, and no figure may be written as a fraction."""
        return self.value is None and self.method == "exact" and "outcomes" not in self.simulated

    @property
    def exactly(self) -> Fraction | None:
        """The house edge as an exact fraction; none if it was computed in floating point or simulated."""
        return self.house_edge if self.whole else None

    @property
    def digits(self) -> str:
        """The house edge with its reliable decimals: twelve, or for a simulated one those above its error."""
        places = DIGITS
        if self.interval:
            spread = self.interval[1] - self.interval[0]
            places = max(0, min(DIGITS, -floor(log10(spread)) if spread > 0 else DIGITS))
        return f"{float(self.house_edge):.{places}f}"

    @property
    def hit_rate(self) -> Fraction:
        wins = (each for each in self.outcomes if each.net > 0 or each.outcome == "win")
        return sum((each.probability for each in wins), Fraction(0))

    @property
    def variance(self) -> Fraction:
        square = sum((each.probability * each.net**2 for each in self.outcomes), Fraction(0))
        return square - self.expectation**2

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance) if self.deviation is None else self.deviation

    @property
    def long_run(self) -> Fraction | None:
        """The return of a progressive wager in the long run, no matter what its meter shows today: fixed payouts,
        contributions to the meter, which players eventually win, and what the house adds after a win. If fixed payouts
        also come from the meter, they are part of the contributions; an excess is ignored, and if there would be one in
        the long run, or the house's part is unknown, there is no figure."""
        meter = self.meter
        if meter is None or meter.house is None:
            return None
        rate, seeded = Fraction(meter.rate, 100), meter.won * meter.house / meter.stake
        fixed = 1 - self.house_edge - meter.shares * meter.shows / meter.stake
        if meter.pays_all:
            return rate + seeded if fixed < rate else None
        return fixed + rate + seeded

    @property
    def element_of_risk(self) -> Fraction:
        return self.house_edge / self.wagered

    @property
    def decided_in(self) -> str | None:
        """The rounds for each decision as a fraction, if exact."""
        return str(self.rounds) if self.whole or self.rounds == 1 else None

    def sampled(self, rounds: int) -> WagerOdds:
        """The same with rounds per decision from this many simulated rounds, with their interval."""
        edge, error = float(self.house_edge), 1.96 * self.standard_deviation / sqrt(rounds)
        return replace(self, method="simulated", interval=(edge - error, edge + error))

    def measured(self, brings: float, error: float) -> WagerOdds:
        """The same if the result of a unit is known from a sample, with its standard error."""
        interval = (-brings - 1.96 * error, -brings + 1.96 * error)
        return replace(self, method="simulated", value=Fraction(brings), interval=interval)

    def _repr_html_(self) -> str:
        return html_table(
            f"{self.wager}, per {self.per}: house edge {self.edge}",
            ("outcome", "probability", "net"),
            [
                (
                    each.outcome,
                    f"{float(each.probability):.6%}",
                    "" if self.value is not None else str(each.net),
                )
                for each in self.outcomes
            ],
        )

    @property
    def edge(self) -> str:
        """The house edge for people: in percent, and exactly if it is known exactly."""
        percent = f"{float(self.house_edge):.4%}"
        return percent if self.exactly is None else f"{percent} ({self.exactly})"

    def json(self) -> dict[str, object]:
        edge = self.house_edge
        answer: dict[str, object] = {
            "game": self.game,
            "wager": self.wager,
            "table": self.table,
            "options": dict(self.options),
            "house_edge": {
                **(
                    {"fraction": None, "decimal": self.digits}
                    if self.exactly is None
                    else {"fraction": str(self.exactly)}
                ),
                "percent": round(float(edge * 100), 6),
            },
            "hit_rate": float(self.hit_rate) if self.outcomes else None,
            "standard_deviation": round(self.standard_deviation, 9) if self.outcomes else None,
            "element_of_risk": round(float(self.element_of_risk), 12),
            "per": self.per,
            "rounds_per_decision": {"fraction": self.decided_in, "decimal": round(float(self.rounds), 12)},
            "method": self.method,
            "outcomes": [
                {
                    "outcome": each.outcome,
                    "probability": float(each.probability),
                    "fraction": str(each.probability) if self.whole else None,
                    "pays": None if self.value is not None else round(float(each.net), 12),
                }
                for each in self.outcomes
            ],
        }
        if self.known:
            answer["known"] = self.known
        if self.simulated:
            answer["simulated"] = list(self.simulated)
        if self.interval:
            answer["interval"] = list(self.interval)
        if self.equity is not None:
            sampled = self.method == "simulated"
            answer["equity"] = {
                "fraction": None if sampled else str(self.equity),
                "percent": round(float(self.equity * 100), 6),
            }
        if self.break_even is not None:
            answer["break_even_meter"] = dollars(self.break_even)
        if self.long_run is not None:
            answer["long_run_return"] = round(float(self.long_run), 12)
        return answer


class OddsRows(tuple[WagerOdds, ...]):
    """The odds of several wagers, which a notebook shows as one table: ``OddsRows(game.mathematics.odds(rules))``."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return html_table(
            "odds",
            ("wager", "house edge", "hit rate", "std dev"),
            [
                (
                    each.wager,
                    each.edge,
                    f"{float(each.hit_rate):.3%}" if each.outcomes else "",
                    f"{each.standard_deviation:.3f}" if each.outcomes else "",
                )
                for each in self
            ],
        )


def even_meter(brings: Callable[[Cents], int]) -> Cents | None:
    """The lowest meter at which a wager with this total result over all cases breaks even; none, if no meter is
    enough."""
    return bisect_left(range(MOST), 0, key=brings) if brings(MOST) >= 0 else None


def counted(
    wager: str,
    counts: Mapping[str, int],
    pays: Mapping[str, Fraction | int],
    *,
    table: str = "",
    options: Mapping[str, Value] | None = None,
    per: str = "unit of the wager",
    wagered: Fraction = Fraction(1),
    rounds: Fraction = Fraction(1),
    break_even: Cents | None = None,
    meter: Meter | None = None,
) -> WagerOdds:
    """Odds from whole numbers of equally likely cases and the net result of each outcome."""
    total = sum(counts.values())
    return WagerOdds(
        wager=wager,
        outcomes=tuple(
            Outcome(outcome, Fraction(count, total), Fraction(pays[outcome]))
            for outcome, count in counts.items()
            if count
        ),
        table=table,
        options={} if options is None else options,
        per=per,
        wagered=wagered,
        rounds=rounds,
        break_even=break_even,
        meter=meter,
    )


def net(odds: Odds | None, stake: int = 100) -> Fraction:
    """The net result of an outcome for a unit staked; no odds: the stake is lost. A fixed prize depends on the stake
    (in cents)."""
    if odds is None:
        return Fraction(-1)
    return Fraction(odds.prize, stake) if odds.prize else Fraction(odds.win, odds.stake)


def nets_by_row(pay: PayTable, rows: Iterable[str], nothing: str, stake: int = 100) -> dict[str, Fraction]:
    """The net result of each of these rows of a pay table; ``nothing`` is the common name of the unpaid outcomes."""
    return {row: Fraction(-1) if row == nothing else net(pay[row], stake) for row in rows}


class Strategy(Struct, frozen=True, kw_only=True):
    """How to play best.

    Its edges all refer to one unit, that of the odds of its ``wager`` (`WagerOdds.per`), for example the ante, with
    everything that play adds to it. They do not refer to the total stake; that is the element of risk.

    - ``game``: its id;
    - ``rule``: the best play in a sentence, or a rule close to it;
    - ``charts``: where players use them, each a `Chart`; ``legend`` explains its letters;
    - ``notes``: exceptions;
    - ``wager``: the one whose edges they are; by default the first that has odds;
    - ``house_edge``: by the best play in every single case, which is that of the wager's odds; none where it takes
      minutes to count;
    - ``chart_edge``: by the charts to the letter, where they leave something out;
    - ``simpler``: by the simple rules that people go by, each in a few words;
    - ``known``: what the player knows beyond what the game shows;
    - ``proved``: the digest of what it follows from, where it comes out of the almanac.
    """

    game: str
    rule: str
    charts: tuple[Chart, ...] = ()
    notes: tuple[str, ...] = ()
    legend: Mapping[str, str] = {}
    wager: str = ""
    house_edge: Fraction | None = None
    chart_edge: Fraction | None = None
    simpler: Mapping[str, Fraction] = {}
    known: str = ""
    proved: str = ""

    def _repr_html_(self) -> str:
        edge = [] if self.house_edge is None else [f"House edge {float(self.house_edge):.4%}."]
        simpler = [f"{rule}: {float(edge):.4%}." for rule, edge in self.simpler.items()]
        lines = [self.rule, *self.notes, *edge, *simpler, *(f"{k}: {v}" for k, v in self.legend.items())]
        charts = "".join(chart._repr_html_() for chart in self.charts)
        return charts + "".join(f"<p>{escape(line)}</p>" for line in lines)

    def json(self) -> dict[str, object]:
        known = {"known": self.known} if self.known else {}
        return {
            "game": self.game,
            **known,
            "rule": self.rule,
            "charts": [
                {
                    "title": chart.title,
                    "columns": list(chart.columns),
                    "rows": [list(row) for row in chart.rows],
                }
                for chart in self.charts
            ],
            "notes": list(self.notes),
            "legend": dict(self.legend),
            "wager": self.wager or None,
            "house_edge": None if self.house_edge is None else float(self.house_edge),
            "chart_edge": None if self.chart_edge is None else float(self.chart_edge),
            "simpler": [{"rule": rule, "house_edge": float(edge)} for rule, edge in self.simpler.items()],
        }


class Advice(Struct, frozen=True):
    """The best answer to a question, from only what the player may see.

    - ``decision``: the id of a choice, and ``amount`` the best one for it, in cents;
    - ``values``: by choice, the player's expected total win or loss with it and best play afterward, in
      cents, including wagers already made;
    - ``why``: a sentence.
    """

    decision: str
    amount: Cents = 0
    values: Mapping[str, float] = {}
    why: str = ""


class Chart(NamedTuple):
    """A strategy chart: its ``title``, its ``columns``, and ``rows`` of a label and a cell for each column."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def _repr_html_(self) -> str:
        return html_table(self.title, ("", *self.columns), self.rows)


def merge(outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
    """Outcomes of the same name and value added together."""
    together: dict[tuple[str, Fraction], Fraction] = {}
    for outcome, probability, value in outcomes:
        together[outcome, value] = together.get((outcome, value), Fraction(0)) + probability
    return tuple(Outcome(outcome, p, value) for (outcome, value), p in together.items())


__all__ = [
    "Advice",
    "Chart",
    "Meter",
    "OddsRows",
    "Outcome",
    "Strategy",
    "WagerOdds",
    "counted",
    "even_meter",
    "merge",
    "net",
    "nets_by_row",
]
