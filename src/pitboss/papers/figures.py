"""The figures of a wager that a laboratory asks for, all from its odds: distribution, volatility, hold, progressive."""

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
"""As many cases as a reader of JSON can count."""
STAKES = tuple(100 * dollars_ for dollars_ in (1, 5, 10, 25, 50, 100, 500))
"""Stakes at which fixed prizes are told, where the limits allow them."""
ROUGH = 0.5
"""The skewness of a sum of rounds above which the normal law tells its tails badly."""


class Line(Struct, frozen=True, kw_only=True):
    """An outcome: ``pays`` is what it nets for a unit staked, ``contribution`` its part of the return."""

    outcome: str
    probability: float
    fraction: str | None
    count: int | None
    pays: float | None
    contribution: float | None


class Hold(Struct, frozen=True, kw_only=True):
    """Between which parts of the wager the house's win lies after so many rounds, so many times in a hundred."""

    rounds: int
    level: int
    low: float
    high: float
    rough: bool | None
    """Whether the wager is too skewed for the normal law after so few rounds; nothing where that is not known."""


class ByStake(Struct, frozen=True):
    """The house advantage of a wager with fixed prizes, of one stake: a prize is the same whatever is staked."""

    stake: int | float
    house_edge: float


class Largest(Struct, frozen=True):
    """The most that one wager can win, the stake that is returned with it not included, by which outcome, and whether
    a payout limit cuts it. ``alone``: what is
    added to it in the course of the round, of which its odds tell no more than the average, could win as well.
    ``best_play``: as much is added to it as the best play does, which may be less than the rules allow."""

    stake: int | float
    outcome: str
    payout: int | float
    cut: bool = False
    alone: bool = False
    best_play: bool = False


class Progressive(Struct, frozen=True, kw_only=True):
    """A wager for a meter. What goes to the meter is paid to players in the end, so in the long run a wager returns the
    fixed payouts, its contribution, and what the house adds when the meter has been won."""

    meter: int | float
    contribution: float
    seed: int | float | None
    fixed_return: float
    meter_return: float
    long_run_return: float | None
    wagers_between_hits: float | None


class Sampled(Struct, frozen=True, kw_only=True):
    """How rounds come out where the odds tell only sums over them: so many played by the compiled rules, by what they
    net for a unit staked, all that was added to it included."""

    rounds: int
    skewness: float
    outcomes: tuple[Line, ...]
    beside: tuple[str, ...] = ()
    """Bonuses that the rounds were paid besides, though they have figures of their own."""


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
    hit_frequency: float | None
    cases: int | None
    outcomes: tuple[Line, ...]
    stdev: float | None
    skewness: float | None
    volatility_index: float | None
    hold: tuple[Hold, ...]
    stake: int | float | None
    rounds_per_decision: float
    """Rounds played for each decision, where the wager stands for several: see `WagerOdds.rounds`."""
    decided_in: str | None
    """The same as a fraction, where it is one."""
    win_per_hour: float | None
    """At the least stake and the game's pace, made again as soon as it may be."""
    break_even_meter: int | float | None
    progressive: Progressive | None
    largest: Largest | None = None
    by_stake: tuple[ByStake, ...] = ()
    sampled: Sampled | None = None
    names: Mapping[str, str] = {}
    """What outcomes are called where their ids say too little."""

    @property
    def label(self) -> str:
        return "exact in part" if self.simulated else self.method


def figures(row: WagerOdds, stake: Cents | None = None, rounds_per_hour: int = 60, name: str = "") -> Figures:
    """All that follows from the odds of a wager."""
    whole = row.value is None  # the outcomes are the distribution, and do not only tell how often one wins
    exact = row.whole
    cases = lcm(*(each.probability.denominator for each in row.outcomes)) if exact else 0
    countable = 0 < cases <= COUNTED
    stdev = row.stdev if row.outcomes else None
    skewed = skewness(row) if whole and stdev else None
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
        hit_frequency=float(row.hit_rate) if row.outcomes else None,
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
        stdev=stdev,
        skewness=skewed,
        volatility_index=None if stdev is None else normal(90) * stdev,
        hold=() if stdev is None else tuple(holds(edge, stdev, skewed)),
        stake=None if stake is None else dollars(stake),
        rounds_per_decision=float(row.rounds),
        decided_in=row.decided_in,
        win_per_hour=None if stake is None else edge * stake / 100 * rounds_per_hour / float(row.rounds),
        break_even_meter=None if even is None else dollars(even),
        progressive=progressive(row) if row.meter else None,
    )


def progressive(row: WagerOdds) -> Progressive:
    """What a wager returns by its meter and without it."""
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
    return float(third) / row.stdev**3


def sampled(played: Mapping[Fraction, int]) -> Sampled | None:
    """What follows from how many rounds netted what; nothing of no rounds."""
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
    """Within so many deviations of the mean a normal variable lies, ``level`` times in a hundred."""
    return NormalDist().inv_cdf((1 + level / 100) / 2)


def holds(edge: float, stdev: float, skewed: float | None) -> list[Hold]:
    return [
        Hold(
            rounds=rounds,
            level=level,
            low=edge - normal(level) * stdev / sqrt(rounds),
            high=edge + normal(level) * stdev / sqrt(rounds),
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
            spread = f"; the house advantage lies between {percent(low)} and {percent(high)}, 95 times in a hundred"
        return f"simulated by the compiled rules{spread}"
    if row.value is not None:
        sampled = {"hit_rate": "hit frequency", "stdev": "standard deviation", "outcomes": "outcomes"}
        rest = ", ".join(sampled.get(each, each) for each in row.simulated)
        return "computed exactly, summed in floating point" + (f"; simulated: {rest}" if rest else "")
    return "computed exactly, in fractions" + (
        f"; counts are of {cases:,}, the common denominator" if cases else ""
    )


def largest(pay: PayTable, stake: Cents, ceiling: Cents = MOST_WON) -> Largest | None:
    """The largest payout at a stake; what a meter pays besides is not bounded by the rules."""
    fixed = {outcome: odds.pays(stake) for outcome, odds in pay.rows.items() if not odds.meter}
    if not fixed:
        return None
    outcome = max(fixed, key=lambda each: fixed[each])
    payout = min(fixed[outcome], ceiling)
    return Largest(dollars(stake), outcome, dollars(payout), payout < fixed[outcome])


def by_stake(row: WagerOdds, pay: PayTable, limits: Limits) -> Iterator[ByStake]:
    """The house advantage at the stakes people make between the limits, if some outcomes pay a fixed prize. The odds
    tell what it nets at one stake, which is found from them, be the stake returned or not; else nothing is told."""
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


# ---- how they are written ------------------------------------------------------------------------------


def percent(value: Fraction | float | None, digits: int = 4) -> str:
    return "–" if value is None else f"{float(value) * 100:.{digits}f}%"


def chance(value: float) -> str:
    return f"{value:.9f}" if value == 0 or value >= 1e-6 else f"{value:.3e}"


def number(value: float | None, digits: int = 6) -> str:
    return "–" if value is None else f"{value:,.{digits}f}".rstrip("0").rstrip(".")


def amount(value: float | None) -> str:
    """Dollars that are an average, with their cents."""
    return "–" if value is None else f"{'-' if value < 0 else ''}${abs(value):,.2f}"
