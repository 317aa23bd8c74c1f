"""The figures of a wager that a laboratory requires, all from its odds: distribution, volatility, hold, progressive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil, lcm, sqrt
from statistics import NormalDist

from msgspec import Struct, field

from pitboss.book import PayTable
from pitboss.book.data import Limits
from pitboss.money import MOST_WON, Cents, dollars
from pitboss.odds import WagerOdds
from pitboss.papers.html import words

LEVELS = (90, 95, 99)
ROUNDS = tuple(10**n for n in range(3, 8))
COUNTED = 2**53
"""The largest number of cases that every reader of JSON counts exactly."""
STAKES = tuple(100 * dollars_ for dollars_ in (1, 5, 10, 25, 50, 100, 500))
"""Stakes for which fixed prizes are listed, where the limits allow them."""
ROUGH = 0.5
"""The skewness of a sum of rounds above which the normal approximation is poor in the tails."""


class Line(Struct, frozen=True, kw_only=True):
    """An outcome: ``pays`` is its net result for a unit staked, ``contribution`` its share of the return."""

    outcome: str
    probability: float
    fraction: str | None
    count: int | None
    pays: float | None
    contribution: float | None


class Hold(Struct, frozen=True, kw_only=True):
    """The range of the house's win as a share of the wagers after this many rounds, at this level of confidence."""

    rounds: int
    level: int
    low: float
    high: float
    rough: bool | None
    """Is the wager too skewed for the normal approximation after so few rounds? None if unknown."""


class ByStake(Struct, frozen=True):
    """The house edge of a wager with fixed prizes, at one stake: a prize is the same for any stake."""

    stake: int | float
    house_edge: float


class Largest(Struct, frozen=True):
    """The most that one wager can win, without the returned stake, the outcome that wins it, and whether a payout limit
    applies. ``alone``: amounts added during the round, which its odds give only as an average, could win as well.
    ``best_play``: the amount added is that of best play, which may be less than the rules allow."""

    stake: int | float
    outcome: str
    payout: int | float
    cut: bool = False
    alone: bool = False
    best_play: bool = False


class Progressive(Struct, frozen=True, kw_only=True):
    """A wager with a meter. Contributions to the meter are eventually paid to players, so in the long run a wager
    returns the fixed payouts, its contribution, and what the house adds after the meter is won."""

    meter: int | float
    contribution: float
    seed: int | float | None
    fixed_return: float
    meter_return: float
    long_run_return: float | None
    wagers_between_hits: float | None


class Sampled(Struct, frozen=True, kw_only=True):
    """The distribution of rounds where the odds give only sums over them: this many played by the compiled rules, by
    their net for a unit staked, including all amounts added."""

    rounds: int
    skewness: float
    outcomes: tuple[Line, ...]
    beside: tuple[str, ...] = ()
    """Bonuses that the rounds were also paid, although they have their own figures."""


class Figures(Struct, frozen=True, kw_only=True):
    """A wager."""

    wager: str
    name: str
    table: str
    per: str
    method: str
    simulated: tuple[str, ...]
    how: str
    house_edge: float
    fraction: str | None
    interval: tuple[float, float] | None
    returned: float = field(name="return")
    element_of_risk: float
    hit_rate: float | None
    cases: int | None
    outcomes: tuple[Line, ...]
    standard_deviation: float | None
    skewness: float | None
    volatility_index: float | None
    hold: tuple[Hold, ...]
    stake: int | float | None
    rounds_per_decision: float
    """Rounds played for each decision, if the wager represents several: see `WagerOdds.rounds`."""
    decided_in: str | None
    """The same as a fraction, if it is one."""
    win_per_hour: float | None
    """At the minimum stake and the game's pace, repeated as soon as possible."""
    break_even_meter: int | float | None
    progressive: Progressive | None
    largest: Largest | None = None
    by_stake: tuple[ByStake, ...] = ()
    sampled: Sampled | None = None
    names: Mapping[str, str] = {}
    """Names of outcomes whose ids are not clear enough."""

    @property
    def label(self) -> str:
        return "exact in part" if self.simulated else self.method


def figures(row: WagerOdds, stake: Cents | None = None, rounds_per_hour: int = 60, name: str = "") -> Figures:
    """Everything that follows from the odds of a wager."""
    whole = row.value is None  # the outcomes are the whole distribution, not only the frequency of a win
    exact = row.whole
    cases = lcm(*(each.probability.denominator for each in row.outcomes)) if exact else 0
    countable = 0 < cases <= COUNTED
    standard_deviation = row.standard_deviation if row.outcomes else None
    skewed = skewness(row) if whole and standard_deviation else None
    edge = float(row.house_edge)
    even = row.break_even
    if even is None and row.meter and row.meter.shares:
        even = row.meter.shows + ceil(row.house_edge * row.meter.stake / row.meter.shares)
    return Figures(
        wager=row.wager,
        name=name or words(row.wager),
        table=row.table,
        per=row.per,
        method=row.method,
        simulated=row.simulated,
        how=_how(row, cases if countable else 0),
        house_edge=edge,
        fraction=None if row.exactly is None else str(row.exactly),
        interval=row.interval,
        returned=1 - edge,
        element_of_risk=float(row.element_of_risk),
        hit_rate=float(row.hit_rate) if row.outcomes else None,
        cases=cases if countable else None,
        outcomes=tuple(
            Line(
                outcome=each.outcome,
                probability=float(each.probability),
                fraction=str(each.probability) if exact else None,
                count=int(each.probability * cases) if countable else None,
                pays=float(each.net) if whole else None,
                contribution=float(each.probability * (1 + each.net)) if whole else None,
            )
            for each in row.outcomes
        ),
        standard_deviation=standard_deviation,
        skewness=skewed,
        volatility_index=None if standard_deviation is None else normal(90) * standard_deviation,
        hold=() if standard_deviation is None else tuple(holds(edge, standard_deviation, skewed)),
        stake=None if stake is None else dollars(stake),
        rounds_per_decision=float(row.rounds),
        decided_in=row.decided_in,
        win_per_hour=None if stake is None else edge * stake / 100 * rounds_per_hour / float(row.rounds),
        break_even_meter=None if even is None else dollars(even),
        progressive=progressive(row) if row.meter else None,
    )


def progressive(row: WagerOdds) -> Progressive:
    """The return of a wager with its meter and without it."""
    meter = row.meter
    assert meter is not None
    paid = meter.shares * meter.shows / meter.stake
    fixed = 1 - row.house_edge - paid
    house = meter.house
    return Progressive(
        meter=dollars(meter.shows),
        contribution=meter.rate / 100,
        seed=None if house is None else dollars(house),
        fixed_return=float(fixed),
        meter_return=float(paid),
        long_run_return=None if row.long_run is None else float(row.long_run),
        wagers_between_hits=float(1 / meter.won) if meter.won else None,
    )


def skewness(row: WagerOdds) -> float:
    """The third moment about the mean, in units of the deviation."""
    mean = row.expectation
    third = sum((each.probability * (each.net - mean) ** 3 for each in row.outcomes), Fraction(0))
    return float(third) / row.standard_deviation**3


def sampled(played: Mapping[Fraction, int]) -> Sampled | None:
    """What follows from how many rounds had which net; nothing if there were no rounds."""
    rounds = sum(played.values())
    if not rounds:
        return None

    def moment(power: int, about: Fraction = Fraction(0)) -> Fraction:
        return sum(((net - about) ** power * count for net, count in played.items()), Fraction(0)) / rounds

    mean = moment(1)
    lines = (
        Line(
            outcome=f"{float(net):+g}" if net else "0",
            probability=count / rounds,
            fraction=None,
            count=count,
            pays=float(net),
            contribution=float(count * (1 + net)) / rounds,
        )
        for net, count in sorted(played.items(), reverse=True)
    )
    spread = float(moment(2, mean)) ** 1.5
    skewed = float(moment(3, mean)) / spread if spread else 0.0
    return Sampled(rounds=rounds, skewness=skewed, outcomes=tuple(lines))


def normal(level: int) -> float:
    """A normal variable lies within this many deviations of the mean with the probability ``level`` percent."""
    return NormalDist().inv_cdf((1 + level / 100) / 2)


def holds(edge: float, standard_deviation: float, skewed: float | None) -> list[Hold]:
    return [
        Hold(
            rounds=rounds,
            level=level,
            low=edge - normal(level) * standard_deviation / sqrt(rounds),
            high=edge + normal(level) * standard_deviation / sqrt(rounds),
            rough=None if skewed is None else abs(skewed) / sqrt(rounds) > ROUGH,
        )
        for rounds in ROUNDS
        for level in LEVELS
    ]


def _how(row: WagerOdds, cases: int) -> str:
    """How the figure was obtained."""
    if row.method == "simulated":
        spread = ""
        if row.interval:
            low, high = row.interval
            spread = f"; the house edge is between {percent(low)} and {percent(high)} with 95% confidence"
        return f"simulated by the compiled rules{spread}"
    if row.value is not None:
        sampled = {
            "hit_rate": "hit rate",
            "standard_deviation": "standard deviation",
            "outcomes": "outcomes",
        }
        rest = ", ".join(sampled.get(each, each) for each in row.simulated)
        return "computed exactly, summed in floating point" + (f"; simulated: {rest}" if rest else "")
    return "computed exactly, in fractions" + (
        f"; counts are of {cases:,}, the common denominator" if cases else ""
    )


def largest(pay: PayTable, stake: Cents, ceiling: Cents = MOST_WON) -> Largest | None:
    """The largest payout at a stake; the rules set no bound on what a meter pays in addition."""
    fixed = {outcome: odds.pays(stake) for outcome, odds in pay.rows.items() if not odds.meter}
    if not fixed:
        return None
    outcome = max(fixed, key=lambda each: fixed[each])
    payout = min(fixed[outcome], ceiling)
    return Largest(dollars(stake), outcome, dollars(payout), payout < fixed[outcome])


def by_stake(row: WagerOdds, pay: PayTable, limits: Limits) -> Iterator[ByStake]:
    """The house edge at usual stakes between the limits, if some outcomes pay a fixed prize. The odds give the
    net at one stake, which is recovered from them, with the stake returned or not; otherwise nothing is given."""
    prizes = {outcome: odds.prize for outcome, odds in pay.rows.items() if odds.prize}
    paid = [each for each in row.outcomes if each.outcome in prizes and each.net > 0]
    if row.value is not None or not paid or limits.least == limits.most:
        return
    kept = None
    for lost in (0, 1):  # of the stake, when a prize is paid
        stakes = {prizes[each.outcome] / (each.net + lost) for each in paid}
        if len(stakes) == 1 and next(iter(stakes)).denominator == 1:
            kept = lost
            break
    if kept is None:
        return
    for stake in sorted({limits.least, limits.most, *(x for x in STAKES if limits.least < x < limits.most)}):
        nets = ((each, Fraction(prizes[each.outcome], stake) - kept) for each in paid)
        more = sum((each.probability * (net - each.net) for each, net in nets), Fraction(0))
        yield ByStake(dollars(stake), float(row.house_edge - more))


# ---- formatting ------------------------------------------------------------------------------


def percent(value: Fraction | float | None, digits: int = 4) -> str:
    return "–" if value is None else f"{float(value) * 100:.{digits}f}%"


def chance(value: float) -> str:
    return f"{value:.9f}" if value == 0 or value >= 1e-6 else f"{value:.3e}"


def number(value: float | None, digits: int = 6) -> str:
    return "–" if value is None else f"{value:,.{digits}f}".rstrip("0").rstrip(".")


def amount(value: float | None) -> str:
    """Dollars that are an average, with cents."""
    return "–" if value is None else f"{'-' if value < 0 else ''}${abs(value):,.2f}"
