"""The mathematics report (PAR sheet) that a laboratory expects: how every wager is distributed, what it holds after so
many rounds, and what the figures rest on. They are those of `pitboss odds`."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import lcm, log10, sqrt
from statistics import NormalDist

import msgspec
from msgspec import Struct, field

from pitboss.book import PayTable, Refused, Rules, game
from pitboss.book.data import Limits, Value
from pitboss.book.key import Key
from pitboss.money import Cents, cents, dollars, money
from pitboss.odds import WagerOdds
from pitboss.odds.almanac import origin_of, pay_table
from pitboss.odds.book import analyse
from pitboss.papers.drawing import SANS, tag, text, title
from pitboss.papers.html import words
from pitboss.papers.sheet import Section, Sheet, Table

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
    """The most that one wager can be paid, and by which outcome."""

    stake: int | float
    outcome: str
    payout: int | float


class Figures(Struct, frozen=True, kw_only=True):
    """A wager."""

    wager: str
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
    win_per_hour: float | None
    break_even_meter: int | float | None
    largest: Largest | None = None
    by_stake: tuple[ByStake, ...] = ()

    @property
    def label(self) -> str:
        return "exact in part" if self.simulated else self.method


class Reading(Struct, frozen=True, kw_only=True):
    """A defect of the text and how it is read; by which choice, where there is one."""

    cite: str
    printed: str
    read: str
    why: str
    option: str | None
    chosen: Value | None
    adopted: bool


class Report(Struct, frozen=True, kw_only=True):
    """A game under one set of rules."""

    game: str
    title: str
    subchapter: str
    options: Mapping[str, Value]
    rounds_per_hour: int
    version: str
    rules_sha256: str
    code_sha256: str
    command: str
    wagers: tuple[Figures, ...]
    readings: tuple[Reading, ...]

    def json(self) -> dict[str, object]:
        told: dict[str, object] = msgspec.to_builtins(self)
        return told

    def sheet(self) -> Sheet:
        return _sheet(self)


def report(name: str, wager: str | None = None, settings: list[str] | None = None) -> Report:
    """The report on a game as the house has chosen, or on one wager of it."""
    found = game(name)
    rules = Rules.with_settings(found, settings or [])
    rows = [row for row in analyse(name, wager, settings) if row.equity is None]
    if not rows:
        raise Refused(f"{found.id} is played among the players: no wager of it is against the house")
    asked = ["pitboss", "odds", name, *(f"--set {shlex.quote(each)}" for each in settings or [])]
    data, origin = found.data, origin_of(found)
    usual = {option.id: option.default for option in data.options}
    return Report(
        game=found.id,
        title=found.title,
        subchapter=data.subchapter,
        options=dict(rules.options),
        rounds_per_hour=data.house.rounds_per_hour,
        version=origin.version,
        rules_sha256=origin.rules,
        code_sha256=origin.code,
        command=" ".join(asked + ([f"--wager {shlex.quote(wager)}"] if wager else [])),
        wagers=tuple(_figures(rules, row) for row in rows),
        readings=tuple(
            Reading(
                cite=each.full_cite,
                printed=each.printed,
                read=each.read,
                why=each.why,
                option=each.option,
                chosen=rules[each.option] if each.option else None,
                adopted=each.option is None or rules[each.option] == usual[each.option],
            )
            for each in data.errata
        ),
    )


def _figures(rules: Rules, row: WagerOdds) -> Figures:
    """The figures of a wager, and where it stands by itself what follows from its limits and its pay table."""
    data, pace = rules.wager(Key.read(row.wager).id), rules.game.data.house.rounds_per_hour
    if data.bonus or data.follows or data.during:
        return figures(row, None, pace)
    limits, pay = rules.limits(data.id), pay_table(rules.game, row, data.id)
    return msgspec.structs.replace(
        figures(row, limits.least, pace),
        largest=largest(pay, limits.most) if pay else None,
        by_stake=tuple(by_stake(row, pay, limits)) if pay else (),
    )


def largest(pay: PayTable, stake: Cents) -> Largest | None:
    """The largest payout at a stake; what a meter pays besides is not bounded by the rules."""
    fixed = {outcome: odds.pays(stake) for outcome, odds in pay.rows.items() if not odds.meter}
    if not fixed:
        return None
    outcome = max(fixed, key=lambda each: fixed[each])
    return Largest(dollars(stake), outcome, dollars(fixed[outcome]))


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


# ---- figures -------------------------------------------------------------------------------------------


def figures(row: WagerOdds, stake: Cents | None = None, rounds_per_hour: int = 60) -> Figures:
    """All that follows from the odds of a wager."""
    whole = row.value is None  # the outcomes are the distribution, and do not only tell how often one wins
    exact = whole and row.method == "exact" and "outcomes" not in row.simulated
    cases = lcm(*(each.probability.denominator for each in row.outcomes)) if exact else 0
    countable = 0 < cases <= COUNTED
    stdev = row.stdev if row.outcomes else None
    skewed = skewness(row) if whole and stdev else None
    edge = float(row.house_edge)
    return Figures(
        wager=row.wager,
        table=row.table,
        per=row.per,
        method=row.method,
        simulated=row.simulated,
        how=_how(row, cases if countable else 0),
        house_edge=edge,
        fraction=str(row.house_edge) if exact else None,
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
        win_per_hour=None if stake is None else edge * stake / 100 * rounds_per_hour,
        break_even_meter=None if row.break_even is None else dollars(row.break_even),
    )


def skewness(row: WagerOdds) -> float:
    """The third moment about the mean, in units of the deviation."""
    mean = row.expectation
    third = sum((each.probability * (each.net - mean) ** 3 for each in row.outcomes), Fraction(0))
    return float(third) / row.stdev**3


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
        return f"simulated by the compiled rules, best play where the game asks for any{spread}"
    if row.value is not None:
        sampled = {"hit_rate": "hit frequency", "stdev": "standard deviation", "outcomes": "outcomes"}
        rest = ", ".join(sampled.get(each, each) for each in row.simulated)
        return "worked out exactly, summed in floating point" + (f"; simulated: {rest}" if rest else "")
    return "worked out exactly, in fractions" + (
        f"; counts are of {cases:,}, the least that serves all" if cases else ""
    )


# ---- the paper -----------------------------------------------------------------------------------------


def _sheet(report: Report) -> Sheet:
    alike: dict[bytes, list[Figures]] = {}
    for each in report.wagers:
        alike.setdefault(msgspec.json.encode(msgspec.structs.replace(each, wager="")), []).append(each)
    return Sheet(
        kind="mathematics report",
        title=report.title,
        lead=f"Every wager under N.J.A.C. {report.subchapter} as the options below have it: what it returns, how it is "
        "distributed, and what it holds.",
        sections=(
            _summary(report),
            *(
                _wager([each.wager for each in same], same[0], report.rounds_per_hour)
                for same in alike.values()
            ),
            *([_readings(report)] if report.readings else []),
            _basis(report),
        ),
    )


def _summary(report: Report) -> Section:
    columns = ("wager", "method", "advantage", "return", "hits", "deviation", "VI 90%", "per hour")
    rows = tuple(
        (
            words(each.wager),
            each.label,
            percent(each.house_edge),
            percent(each.returned),
            percent(each.hit_frequency, 3),
            number(each.stdev, 4),
            number(each.volatility_index, 4),
            amount(each.win_per_hour),
        )
        for each in report.wagers
    )
    pace = (
        "Per hour, the theoretical win: the house advantage of the wager's minimum, at "
        f"{report.rounds_per_hour} rounds an hour, if it is made and decided in each."
    )
    return Section(title="Summary", tables=(Table(columns=columns, rows=rows, words=2),), notes=(pace,))


def _wager(names: list[str], each: Figures, rounds_per_hour: int) -> Section:
    def labelled(told: str, figure: str) -> str:
        return f"{told} (simulated)" if figure in each.simulated else told

    fraction = f" = {each.fraction}" if each.fraction and len(each.fraction) <= 40 else ""
    facts = [
        ("house advantage", percent(each.house_edge) + fraction),
        ("return", percent(each.returned)),
        ("element of risk", percent(each.element_of_risk)),
        ("hit frequency", labelled(percent(each.hit_frequency), "hit_rate")),
        ("standard deviation", labelled(number(each.stdev), "stdev")),
        ("skewness", number(each.skewness)),
        ("volatility index, 90%", labelled(number(each.volatility_index), "stdev")),
        ("of each", each.per),
    ]
    if each.stake is not None:
        stake = f"at {money(cents(each.stake))} a round, {rounds_per_hour} rounds an hour"
        facts.append(("theoretical win per hour", f"{amount(each.win_per_hour)} {stake}"))
    if each.break_even_meter is not None:
        facts.append(("break-even meter", money(cents(each.break_even_meter))))
    if each.largest is not None:
        paid, staked = (money(cents(amount)) for amount in (each.largest.payout, each.largest.stake))
        facts.append(("largest payout", f"{paid} for {words(each.largest.outcome)}, {staked} staked"))
    facts.append(("obtained", each.how))
    tables, notes = [], []
    if each.by_stake:
        rows = tuple((money(cents(one.stake)), percent(one.house_edge)) for one in each.by_stake)
        tables.append(
            Table(
                title="House advantage by the stake",
                columns=("stake", "advantage"),
                rows=rows,
            )
        )
    if each.outcomes:
        tables.append(_outcomes(each))
    if each.hold:
        tables.append(_hold(each))
        notes.append(
            "Hold: the house's win as part of the wagers, by the normal law."
            + " ~ marks where the wager is too "
            "skewed for it after so few rounds." * any(hold.rough for hold in each.hold)
        )
    heading = ", ".join(map(words, names))
    return Section(
        title=heading[:1].upper() + heading[1:],
        label=each.label + (f", table {each.table}" if each.table else ""),
        facts=tuple((name, told) for name, told in facts if told != "–"),
        tables=tuple(tables),
        charts=(*contributions(each), *funnel(each)),
        notes=tuple(notes),
    )


def _outcomes(each: Figures) -> Table:
    rows = [
        (
            words(line.outcome),
            "–" if line.count is None else f"{line.count:,}",
            chance(line.probability),
            f"1 in {1 / line.probability:,.2f}" if line.probability else "never",
            number(line.pays),
            percent(line.contribution, 5),
        )
        for line in each.outcomes
    ]
    cases = "–" if each.cases is None else f"{each.cases:,}"
    if each.outcomes[0].contribution is not None:
        rows.append(("all", cases, "1.000000000", "", "", percent(each.returned, 5)))
    return Table(
        title="Outcomes (simulated)" if {"hit_rate", "outcomes"} & {*each.simulated} else "Outcomes",
        columns=("outcome", "count", "probability", "comes", "net to 1", "contribution"),
        rows=tuple(rows),
    )


def _hold(each: Figures) -> Table:
    def between(hold: Hold) -> str:
        return f"{'~ ' if hold.rough else ''}{percent(hold.low, 3)} to {percent(hold.high, 3)}"

    rows = tuple(
        (f"{rounds:,}", *(between(hold) for hold in each.hold if hold.rounds == rounds)) for rounds in ROUNDS
    )
    by = ", by the simulated deviation" if "stdev" in each.simulated else ""
    return Table(title=f"Hold interval{by}", columns=("rounds", *(f"{each}%" for each in LEVELS)), rows=rows)


def _readings(report: Report) -> Section:
    rows = tuple(
        (
            each.cite,
            each.printed,
            each.read if each.adopted else f"Here otherwise: {each.option} is {each.chosen}.",
            each.why + (f" Option {each.option}: {each.chosen}." if each.option else ""),
        )
        for each in report.readings
    )
    columns = ("paragraph", "printed", "read", "because")
    return Section(
        title="Readings of the text that it rests on",
        tables=(Table(columns=columns, rows=rows, words=len(columns)),),
    )


def _basis(report: Report) -> Section:
    facts = (
        ("version", f"Pitboss {report.version}"),
        ("rules, SHA-256", report.rules_sha256),
        ("code, SHA-256", report.code_sha256),
        ("found again by", report.command),
    )
    rows = tuple((words(name), str(value)) for name, value in report.options.items())
    tables = (
        (Table(title="Options in force", columns=("option", "chosen"), rows=rows, words=2),) if rows else ()
    )
    return Section(title="Rules and version", facts=facts, tables=tables)


def percent(value: float | None, digits: int = 4) -> str:
    return "–" if value is None else f"{value * 100:.{digits}f}%"


def chance(value: float) -> str:
    return f"{value:.9f}" if value == 0 or value >= 1e-6 else f"{value:.3e}"


def number(value: float | None, digits: int = 6) -> str:
    return "–" if value is None else f"{value:,.{digits}f}".rstrip("0").rstrip(".")


def amount(value: float | None) -> str:
    """Dollars that are an average, with their cents."""
    return "–" if value is None else f"{'-' if value < 0 else ''}${abs(value):,.2f}"


# ---- charts --------------------------------------------------------------------------------------------

_INK = {"fill": "currentColor", "font_family": f"{SANS}, 'Libertinus Serif'"}
_GREEN, _RED = "#2f8f5b", "#b3382f"
DRAWN = 12
"""Bars of a chart at most."""


def _svg(name: str, height: float, *drawn: str) -> str:
    return tag(
        "svg",
        title(name),
        text(name, 0, 10, 12.0, **{**_INK, "text_anchor": "start", "font_weight": "bold"}),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 700 {height:.0f}",
        role="img",
    )


def contributions(each: Figures) -> list[str]:
    """What each outcome brings of the return: the largest, where several bring any."""
    lines = [(words(line.outcome), line.contribution) for line in each.outcomes if line.contribution]
    if len(lines) < 2:
        return []
    largest = sorted(lines, key=lambda line: abs(line[1]), reverse=True)[:DRAWN]
    parts = [part for _, part in largest]
    left = -min(0.0, *parts)
    scale = 340 / (left + max(0.0, *parts))
    zero = 270 + left * scale
    drawn = []
    for n, (name, part) in enumerate(largest):
        y, width = 38.0 + 20 * n, max(0.5, abs(part) * scale)
        start, colour = (zero - width, _RED) if part < 0 else (zero, _GREEN)
        drawn += [
            text(name, 260, y, 11.0, **{**_INK, "text_anchor": "end"}),
            tag("rect", x=start, y=y - 7, width=width, height=14, rx=2, fill=colour),
            text(percent(part, 3), max(zero, start + width) + 8, y, 11.0, **{**_INK, "text_anchor": "start"}),
        ]
    heading = "Contribution of the outcomes to the return"
    if len(lines) > DRAWN:
        heading += f", the {DRAWN} largest"
    return [_svg(heading, 34 + 20 * len(largest), *drawn)]


def funnel(each: Figures) -> list[str]:
    """How the hold closes in upon the house advantage: the intervals, one in another."""
    if not each.stdev:
        return []
    first, last = log10(ROUNDS[0]), log10(ROUNDS[-1])
    widest = normal(LEVELS[-1]) * each.stdev / sqrt(ROUNDS[0])

    def x(power: float) -> float:
        return 80 + 570 * (power - first) / (last - first)

    def y(away: float) -> float:
        return 115 - 85 * away / widest

    drawn = []
    powers = [first + (last - first) * n / 80 for n in range(81)]
    for level in reversed(LEVELS):
        half = [(power, normal(level) * each.stdev / 10 ** (power / 2)) for power in powers]
        edges = [*half, *((power, -away) for power, away in reversed(half))]
        points = " ".join(f"{x(power):.1f},{y(away):.1f}" for power, away in edges)
        drawn.append(tag("polygon", title(f"{level}%"), points=points, fill=_GREEN, fill_opacity=0.28))
    drawn.append(tag("line", x1=80, x2=650, y1=115, y2=115, stroke="currentColor", stroke_width=1.2))
    for away in (widest, 0.0, -widest):
        told = percent(each.house_edge + away, 2)
        drawn.append(text(told, 72, y(away), 11.0, **{**_INK, "text_anchor": "end"}))
    for rounds in ROUNDS:
        drawn.append(text(f"{rounds:,}", x(log10(rounds)), 214, 11.0, **_INK))
    return [_svg("Hold after so many rounds, at 90, 95 and 99%", 226, *drawn)]


__all__ = ["Report", "figures", "report"]
