"""A progressive wager: the meter at which it breaks even, the jackpot that players win, the time until they do, what
the house owes, and the return in the long run."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, log, log1p, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct, to_builtins

from pitboss.law import Refused
from pitboss.money import Cents, money
from pitboss.odds.book import analyze
from pitboss.papers.figures import amount, percent
from pitboss.papers.sheet import Columns, Section, Sheet

if TYPE_CHECKING:
    from pitboss.book import Rules
    from pitboss.odds import WagerOdds

CHANCES: Final = (10, 50, 90, 99)


class Prize(NamedTuple):
    """The probability of a hand, its fixed payout (cents), and its share of the meter."""

    probability: Fraction
    fixed: Fraction
    share: Fraction = Fraction(0)


def break_even(stake: Cents, prizes: list[Prize]) -> Fraction:
    """The meter, in cents, at which a wager breaks even: (stake - sum of p · fixed) / sum of p · share."""
    shares = sum((each.probability * each.share for each in prizes), Fraction(0))
    if not shares:
        raise Refused("no hand is paid a share of the meter")
    return (stake - sum((each.probability * each.fixed for each in prizes), Fraction(0))) / shares


class Jackpot(NamedTuple):
    """The mean and the standard deviation of the meter when it is won, in cents."""

    mean: float
    standard_deviation: float


def jackpot(seed: float, fed: float, won: float, shares: Mapping[float, float] | None = None) -> Jackpot:
    """The jackpot of a meter that starts at ``seed``, is ``fed`` by each wager, and is won with probability ``won``;
    until then, other hands take ``shares`` of it, each with its probability.

    >>> found = jackpot(10_000, 0.5, 1 / 1000)
    >>> round(found.mean), round(found.standard_deviation, 2)
    (10500, 499.75)
    """
    kept = 1 - won
    taken = {share: chance / kept for share, chance in (shares or {}).items()}
    first = 1 - sum(share * chance for share, chance in taken.items())
    second = 1 - sum((1 - (1 - share) ** 2) * chance for share, chance in taken.items())
    part = won / (1 - kept * first)
    mean = part * (seed + fed / won)
    square = won / (1 - kept * second)
    line = 2 * fed * square / (1 - kept * first)
    rest = (square * fed**2 + kept * line * first * fed) / won
    return Jackpot(mean, sqrt(max(0.0, square * seed**2 + line * seed + rest - mean**2)))


class Progressive(Struct, frozen=True, kw_only=True):
    """A progressive wager. Amounts are dollars."""

    game: str
    wager: str
    table: str
    stake: float
    meter: float
    house_edge_now: float
    break_even: float | None
    probability: float
    wagers_between_hits: float
    hit_within: dict[int, int]
    """By percentage: the number of wagers within which it is hit that often."""
    wagers_per_hour: int
    rate: float
    seed: float | None
    mean_jackpot: float | None
    jackpot_standard_deviation: float | None
    liability: float | None
    """What the house must have on hand: the meter, and the seed of the next one."""
    long_run_return: float | None
    warnings: tuple[str, ...]
    assumptions: tuple[str, ...]


class Progressives(Struct, frozen=True):
    rows: tuple[Progressive, ...]

    def json(self) -> object:
        return [to_builtins(row) for row in self.rows]

    def sheet(self) -> Sheet:
        return Sheet(
            kind="Progressive",
            title="What a progressive wager pays and owes",
            lead="",
            sections=tuple(map(_section, self.rows)),
        )


def progressive(rules: Rules, wager: str | None = None, shows: Cents | None = None) -> Progressives:
    """Every progressive wager of a table with this amount on its meter, by default its initial amount."""
    metered = [wager] if wager else [each for each in rules.wagers if _metered(rules, each)]
    rows = [row for each in metered for row in analyze(rules, each) if row.meter is not None]
    if not rows:
        raise Refused(f"{wager or rules.game.id} has no meter under these options")
    return Progressives(tuple(_of(rules, row, shows) for row in rows))


def _metered(rules: Rules, wager: str) -> bool:
    pay = rules.pay_table(wager)
    return pay is not None and any(odds.meter for odds in pay.rows.values())


def _of(rules: Rules, row: WagerOdds, shows: Cents | None) -> Progressive:
    meter = row.meter
    assert meter is not None
    if shows is not None and shows < 0:
        raise Refused("a meter cannot be negative")
    now = meter.shows if shows is None else shows
    edge = float(row.house_edge - meter.shares * Fraction(now - meter.shows, meter.stake))
    even = row.break_even
    if even is None and meter.shares:
        even = meter.shows + ceil(row.house_edge * meter.stake / meter.shares)
    fixed = 1 - row.house_edge - meter.shares * Fraction(meter.shows, meter.stake)
    fed = float(meter.stake * (Fraction(meter.rate, 100) - (fixed if meter.pays_all else 0)))
    others = _others(rules, row)
    found = None
    if meter.house is not None and meter.won and fed > 0:
        found = jackpot(float(meter.house), fed, float(meter.won), others)
    chance = float(meter.won)
    return Progressive(
        game=row.game,
        wager=row.wager,
        table=row.table,
        stake=meter.stake / 100,
        meter=now / 100,
        house_edge_now=edge,
        break_even=None if even is None else even / 100,
        probability=chance,
        wagers_between_hits=1 / chance if chance else 0.0,
        hit_within={each: ceil(log(1 - each / 100) / log1p(-chance)) for each in CHANCES} if chance else {},
        wagers_per_hour=rules.game.data.house.rounds_per_hour,
        rate=meter.rate / 100,
        seed=None if meter.house is None else meter.house / 100,
        mean_jackpot=None if found is None else found.mean / 100,
        jackpot_standard_deviation=None if found is None else found.standard_deviation / 100,
        liability=None if meter.house is None else (now + meter.house) / 100,
        long_run_return=None if row.long_run is None else float(row.long_run),
        warnings=tuple(_warnings(row, even, now, fixed)),
        assumptions=(
            f"per {row.per.split(',')[0]}; assuming every player makes the wager",
            "fixed payouts are deducted from the meter"
            if meter.pays_all
            else "the house pays the fixed payouts",
        ),
    )


def _others(rules: Rules, row: WagerOdds) -> dict[float, float]:
    """The shares of the meter that other hands win, with their probabilities."""
    rows = rules.pay(row.wager).rows
    found: dict[float, float] = {}
    for each in row.outcomes:
        share = rows[each.outcome].meter if each.outcome in rows else 0
        if 0 < share < 100:
            found[share / 100] = found.get(share / 100, 0.0) + float(each.probability)
    return found


def _warnings(row: WagerOdds, even: Cents | None, now: Cents, fixed: Fraction) -> list[str]:
    meter, warnings = row.meter, []
    assert meter is not None
    if row.long_run is not None and row.long_run > 1:
        warnings.append(
            f"In the long run the wager returns {percent(row.long_run, 2)}: fixed payouts {percent(fixed, 2)}, the "
            f"meter's rate {meter.rate}%, and the seed. The house loses money on it, whatever the meter shows; lower "
            "the rate or the seed."
        )
    if even is not None and now >= even:
        warnings.append(f"At {money(now)} the wager favors the player: it breaks even at {money(even)}.")
    if meter.house is not None and even is not None and meter.house >= even:
        warnings.append(
            f"The seed of {money(meter.house)} by itself is above the break-even meter of {money(even)}."
        )
    if meter.pays_all and fixed * 100 > meter.rate:
        warnings.append(
            f"The fixed payouts return {percent(fixed, 2)} and the rate is {meter.rate}%: the meter is exhausted, "
            "and the long-run return depends on who pays from then on."
        )
    return warnings


def _section(row: Progressive) -> Section:
    return Section(
        title=f"{row.wager} in {row.game}",
        label=f"table {row.table}" if row.table else "",
        checks=(),
        facts=tuple(
            (name, value)
            for name, value in (
                ("stake", amount(row.stake)),
                ("meter", amount(row.meter)),
                ("house edge at this meter", percent(row.house_edge_now)),
                ("break-even meter", amount(row.break_even)),
                ("the meter is won by", f"1 wager in {row.wagers_between_hits:,.0f}"),
                ("rate, part of each wager", percent(row.rate, 2)),
                ("seed", amount(row.seed)),
                ("jackpot when won, mean", amount(row.mean_jackpot)),
                ("its standard deviation", amount(row.jackpot_standard_deviation)),
                ("liability: meter and next seed", amount(row.liability)),
                ("return in the long run", percent(row.long_run_return, 2)),
            )
        ),
        tables=(
            Columns(
                title="Time until the meter is won",
                columns=(
                    "percent of cases",
                    "within this many wagers",
                    f"hours at {row.wagers_per_hour} an hour",
                ),
                rows=tuple(
                    (f"{chance}", f"{wagers:,}", f"{wagers / row.wagers_per_hour:,.0f}")
                    for chance, wagers in row.hit_within.items()
                ),
            ),
        ),
        text=tuple(("", f"Warning: {each}") for each in row.warnings),
        notes=row.assumptions,
    )


__all__ = ["Jackpot", "Prize", "Progressive", "Progressives", "break_even", "jackpot", "progressive"]
