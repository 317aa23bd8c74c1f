"""The mathematics report as a paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

import msgspec

from pitboss.money import cents, money
from pitboss.papers.charts import contributions, funnel
from pitboss.papers.figures import (
    LEVELS,
    ROUNDS,
    Figures,
    Hold,
    Line,
    Progressive,
    Sampled,
    amount,
    chance,
    normal,
    number,
    percent,
)
from pitboss.papers.html import words
from pitboss.papers.report import Capped, Combination, Play, Report
from pitboss.papers.rules import CLASSES
from pitboss.papers.sheet import Columns, Section, Sheet

_CHARTED = 3
"""A wager with this few outcomes needs no chart."""
_TITLED = 6
"""The most wagers named in the title of a section."""


def sheet_of(report: Report) -> Sheet:
    groups = alike(report.wagers)
    where = f"as posted at table {report.table}" if report.table else "under the options below"
    return Sheet(
        kind="mathematics report",
        title=report.title,
        lead=f"Every wager under {report.rules}, {where}: its return, its distribution and its hold.",
        sections=(
            _identity(report),
            _summary(report, groups),
            _rules(report),
            *([_played(report.play)] if report.play else []),
            *([_combined(report.combinations)] if report.combinations else []),
            *map(_ceiling, report.caps),
            *(_wager(group, report.rounds_per_hour) for group in groups),
            _definitions(report),
            _verification(report),
            *([_readings(report)] if report.readings else []),
            _basis(report),
        ),
    )


def alike(wagers: Sequence[Figures]) -> list[list[Figures]]:
    """Wagers of equal odds together: they differ in their names, and perhaps in their limits."""
    groups: dict[bytes, list[Figures]] = {}
    for each in wagers:
        outcomes = sorted(
            (msgspec.structs.replace(line, outcome="") for line in each.outcomes),
            key=lambda line: (line.pays or 0, line.probability),
        )
        odds = msgspec.structs.replace(
            each,
            wager="",
            name="",
            table="",
            stake=None,
            win_per_hour=None,
            largest=None,
            names={},
            outcomes=tuple(outcomes),
        )
        groups.setdefault(msgspec.json.encode(odds), []).append(each)
    return list(groups.values())


def _identity(report: Report) -> Section:
    day = date.fromisoformat(report.date)
    facts = [
        ("game", report.title),
        ("rules", f"{report.rules[:1].upper()}{report.rules[1:]}"),
        ("casino licensee", report.licensee),
        ("table", report.table),
        ("prepared by", report.prepared_by),
        ("date", f"{day:%B} {day.day}, {day.year}"),
        ("prepared with", f"Pitboss {report.version}"),
    ]
    unnamed = () if report.prepared_by else ("Prepared by",)
    return Section(
        title="This report",
        facts=tuple((name, given) for name, given in facts if given),
        text=(("", report.source), *(("", f"{each}.") for each in report.proposed)),
        blanks=unnamed,
    )


def _rules(report: Report) -> Section:
    """The sign's content: rules, limits and pay tables."""
    tables = (
        report.choices,
        Columns(title="Limits", columns=("wager", "stakes"), rows=_together(report.limits.items()), words=2),
        *report.pay_tables,
        *([report.house_way] if report.house_way else []),
    )
    return Section(title="Rules and pay tables as posted", tables=tuple(each for each in tables if each.rows))


def _together(rows: Iterable[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Names with the same statement, in one row."""
    grouped: dict[tuple[str, ...], list[str]] = {}
    for name, *says in rows:
        grouped.setdefault(tuple(says), []).append(name)
    return tuple((", ".join(names), *says) for says, names in grouped.items())


def _definitions(report: Report) -> Section:
    """The meaning of every column and figure."""
    z = ", ".join(f"{normal(level):.3f} for {level}%" for level in LEVELS)
    rows = (
        (
            "of each",
            "The amount to which all figures of a wager refer: one unit of this wager, per decision.",
        ),
        (
            "house edge",
            "The share of that unit that the house keeps on average; 100% less the return. "
            "13:69F-8.4 calls it the house advantage.",
        ),
        (
            "return",
            "The part of that unit that is returned to players on average, including the stake of a win.",
        ),
        (
            "element of risk",
            "The house edge divided by the average total stake of a round, including raises.",
        ),
        (
            "hit rate",
            "How often a decision nets the player more than zero. A push and a partial loss are not hits.",
        ),
        (
            "standard deviation, std dev",
            "The standard deviation of the net result of one decision, in units of the wager.",
        ),
        (
            "skewness",
            "The third central moment of the net result, in cubed standard deviations: 0 if symmetric.",
        ),
        (
            "volatility index, VI 90%",
            f"{normal(90):.3f} standard deviations: z of a two-sided interval of 90% in the normal approximation.",
        ),
        (
            "per hour",
            f"The theoretical win at the minimum stake and {report.rounds_per_hour} rounds an hour.",
        ),
        (
            "maximum payout",
            "The most that the wager wins at its maximum stake. Like payout odds, it does not include the "
            "stake, which is also returned: 35 to 1 on $100 is $3,500, and the player receives $3,600.",
        ),
        ("count", "Cases with this outcome among all equally likely cases."),
        ("probability, 1 in", "The frequency of an outcome, and its reciprocal."),
        (
            "net to 1",
            "The amount that an outcome wins for each unit of the wager; −1 is the loss of the unit.",
        ),
        (
            "contribution",
            "Probability times the amount that the outcome returns, including the stake. They add up to the return.",
        ),
        (
            "hold interval",
            "The house's win as a part of all money wagered (the handle) after a number of decisions: the "
            "house edge plus and minus z standard deviations divided by the square root of the decisions, with z = "
            f"{z}. It is a normal approximation.",
        ),
        (
            "win and drop",
            "A casino's hold percentage is win divided by drop, the money exchanged for chips. The same chips "
            "are wagered many times, so it is larger than the house edge and is never compared with it.",
        ),
        (
            "method",
            "Exact: every case is counted, or a chain of cases is solved. Exact in part: the house edge is "
            "exact, and figures marked simulated are sampled. Simulated: only compiled rounds, with a confidence "
            "interval.",
        ),
    )
    return Section(
        title="Definitions and conventions",
        tables=(Columns(columns=("term", "meaning"), rows=rows, words=2),),
    )


def _summary(report: Report, groups: Sequence[Sequence[Figures]]) -> Section:
    columns = ("wager", "method", "house edge", "return", "hit rate", "std dev", "VI 90%", "per hour")
    rows = tuple(
        (
            _named(group),
            each.label,
            percent(each.house_edge),
            percent(each.returned),
            percent(each.hit_rate, 3),
            number(each.standard_deviation, 4),
            number(each.volatility_index, 4),
            _span([one.win_per_hour for one in group]),
        )
        for group in groups
        for each in group[:1]
    )
    pace = (
        "Per hour: the theoretical win, which is the house edge times the minimum stake, at "
        f"{report.rounds_per_hour} rounds an hour, if the wager is made again as soon as allowed."
    )
    losing = (f"Warning: {given}." for given in report.warnings)
    return Section(
        title="Summary", tables=(Columns(columns=columns, rows=rows, words=2),), notes=(pace, *losing)
    )


def _loses(each: Progressive | None) -> str:
    """What a house should know about a meter before it offers the wager."""
    if each is None or each.long_run_return is None or each.long_run_return <= 1:
        return ""
    return (
        f"in the long run the house loses {percent(each.long_run_return - 1)} of every wager, whatever the "
        f"meter shows today. It pays {percent(each.fixed_return)} in fixed prizes, and players eventually win "
        "everything that goes to the meter."
    )


def _played(play: Play) -> Section:
    rows = tuple((way.rule, percent(way.house_edge, 5), percent(way.cost, 5)) for way in play.ways)
    compared = Columns(columns=("strategy", "house edge", "cost"), rows=rows)
    several = len(rows) > 1
    legend = tuple(f"{cell}: {meaning}." for cell, meaning in play.legend.items())
    costs = (f"For each {play.per}. Cost: the house edge above that of best play.",) if several else ()
    return Section(
        title="Best play and simplified strategies" if several else "Best play",
        text=tuple(("", each) for each in (play.rule, *play.notes)),
        tables=(*play.charts, *((compared,) if several else ())),
        notes=((" ".join(legend),) if legend else ()) + costs,
    )


def _combined(combinations: Sequence[Combination]) -> Section:
    rows = tuple((each.wagers, number(each.staked, 4), percent(each.house_edge)) for each in combinations)
    return Section(
        title="Wagers made together",
        tables=(Columns(columns=("wagers", "staked on average", "house edge"), rows=rows),),
        notes=(
            "Staked: for each unit of the first wager, including everything that is added during the round. "
            "The house edge refers to the total stake and uses the figures of each wager below.",
        ),
    )


def _ceiling(each: Capped) -> Section:
    facts = [
        ("maximum payment", f"{money(cents(each.limit))} a {each.per}"),
        ("for", ", ".join(each.wagers)),
        ("won at the minimum", money(cents(each.most_at_minimum))),
        ("won at the maximum", money(cents(each.most_at_maximum))),
    ]
    if each.binds_above is not None:
        facts.append(("no reduction up to", f"{money(cents(each.binds_above))} on {each.base}"))
    if each.winners is not None:
        facts.append(("exceeded by winners at the maximum", str(each.winners)))
    won = (
        "Won: the most that these wagers together could win for one player, each with its best row, with "
        "wagers made during the round at their maximum, and all in the proportion of their minimums."
    )
    return Section(title="Payout limit", label=each.cite, facts=tuple(facts), notes=(won,))


def _verification(report: Report) -> Section:
    """The basis of the figures, and the rounds that were played for the report."""
    methods = {each.label for each in report.wagers}
    text = [
        "The same functions settle a wager at the table, count these figures and play compiled rounds. The "
        "tests of the program compare the figures with compiled rounds, and compiled rounds with random rounds "
        "at the table, to the cent."
    ]
    if "exact" in methods:
        text.append(
            "Exact: every case is counted, or a chain of cases is solved, in whole numbers and fractions."
        )
    if "exact in part" in methods:
        text.append(
            "Exact in part: the house edge is computed case by case; figures marked simulated are sampled."
        )
    if "simulated" in methods:
        text.append("Simulated: only compiled rounds, with the stated interval.")
    tables: tuple[Columns, ...] = ()
    found = report.verification
    if found:
        rows = tuple(
            (
                each.wager,
                each.figure,
                number(each.computed, 7),
                number(each.played, 7),
                number(each.standard_error, 7),
                f"{each.apart:+.2f}",
                f"{each.chance:.3g}",
            )
            for each in found.figures
        )
        columns = ("wager", "figure", "computed", "simulated", "standard error", "errors apart", "chance")
        heading = f"Each wager played for {found.rounds:,} rounds (seed {found.seed})"
        tables = (Columns(title=heading, columns=columns, rows=rows),)
        text.append(
            "Chance: how likely a figure that is right would be as far from the simulated rounds, or further. "
            f"{len(found.figures)} comparisons are made, and all hold if none is less likely than "
            f"{found.bound:.3g}: a report that is right fails {percent(found.level, 0)} of the time at most."
        )
        failed = ", ".join(f"{each.wager}: {each.figure}" for each in found.failed)
        text.append(f"These fail: {failed}." if failed else "All of them pass.")
    else:
        text.append(
            f"To simulate rounds for comparison: {report.command.replace(' odds ', ' report ')} --verify 1000000."
        )
    return Section(title="Verification", text=tuple(("", each) for each in text), tables=tables)


def _named(group: Sequence[Figures], most: int = 0) -> str:
    names = [each.name for each in group]
    rest = len(names) - most
    return ", ".join(names) if not most or rest <= 0 else f"{', '.join(names[:most])} and {rest} more"


def _span(amounts: Sequence[float | None]) -> str:
    """One amount, or the range of amounts."""
    known = sorted({each for each in amounts if each is not None})
    if len(known) < 2:
        return amount(known[0] if known else None)
    return f"{amount(known[0])} to {amount(known[-1])}"


def _by_wager(group: Sequence[Figures]) -> Iterator[Columns]:
    """The differences between wagers of equal odds."""
    rows = tuple(
        (
            each.name,
            "–" if each.stake is None else money(cents(each.stake)),
            amount(each.win_per_hour),
            "–" if each.largest is None else money(cents(each.largest.payout)),
        )
        for each in group
    )
    if len({row[1:] for row in rows}) > 1:
        yield Columns(columns=("wager", "minimum", "per hour", "maximum payout"), rows=rows)


def _wager(group: Sequence[Figures], rounds_per_hour: int) -> Section:
    """Wagers of equal odds, by the figures of the first."""
    each, apart = group[0], tuple(_by_wager(group))

    def labeled(given: str, figure: str) -> str:
        return f"{given} (simulated)" if figure in each.simulated else given

    fraction = (
        f" = {each.fraction}" if "/" in (each.fraction or "") and len(each.fraction or "") <= 40 else ""
    )
    facts = [
        ("house edge", percent(each.house_edge) + fraction),
        ("return", percent(each.returned)),
        ("element of risk", percent(each.element_of_risk)),
        ("hit rate", labeled(percent(each.hit_rate), "hit_rate")),
        ("standard deviation", labeled(number(each.standard_deviation), "standard_deviation")),
        ("skewness", number(each.skewness)),
        (
            f"skewness of the rounds played{_beside(each)}",
            number(each.sampled.skewness if each.sampled else None, 3),
        ),
        ("volatility index, 90%", labeled(number(each.volatility_index), "standard_deviation")),
        ("of each", each.per),
    ]
    if each.rounds_per_decision != 1:
        exactly = f" = {each.decided_in}" if "/" in (each.decided_in or "") else ""
        facts.append(("rounds per decision", number(each.rounds_per_decision) + exactly))
    if each.stake is not None and not apart:
        stake = f"at {money(cents(each.stake))} each time, {rounds_per_hour} rounds an hour"
        facts.append(("theoretical win per hour", f"{amount(each.win_per_hour)} {stake}"))
    if each.progressive is not None:
        facts += _metered(each.progressive, rounds_per_hour)
    if each.break_even_meter is not None:
        facts.append(("break-even meter", money(cents(each.break_even_meter))))
    if each.largest is not None and not apart:
        paid, staked = (money(cents(amount)) for amount in (each.largest.payout, each.largest.stake))
        cut = ", cut by the payout limit" if each.largest.cut else ""
        added = ", before any addition" if each.largest.alone else ""
        added += ", with best play" if each.largest.best_play else ""
        name = "maximum payout without the meter" if each.progressive else "maximum payout"
        by = _outcome(each, each.largest.outcome)
        facts.append((name, f"{paid} for {by}, at the maximum of {staked}{added}{cut}"))
    facts.append(("obtained", each.how))
    if len(group) > _TITLED:
        facts.insert(0, ("wagers", _named(group)))
    tables, notes = [*apart], []
    if given := _loses(each.progressive):
        notes.append(f"{given[0].upper()}{given[1:]}")
    if each.by_stake:
        rows = tuple((money(cents(one.stake)), percent(one.house_edge)) for one in each.by_stake)
        tables.append(
            Columns(
                title="House edge by stake",
                columns=("stake", "house edge"),
                rows=rows,
            )
        )
    if each.outcomes:
        tables.append(_outcomes(each, _outcome_names(group)))
    if each.sampled:
        tables.append(_sampled(each.sampled, _beside(each)))
    if each.hold:
        tables.append(_hold(each))
        if any(hold.rough for hold in each.hold):
            notes.append(
                "~ marks intervals that are inexact because the wager is too skewed after so few decisions."
            )
    return Section(
        title=_named(group, _TITLED),
        label=each.label + (f", table {each.table}" if each.table.isupper() else ""),
        facts=tuple((name, given) for name, given in facts if given != "–"),
        tables=tuple(tables),
        charts=(*contributions(each), *funnel(each)) if len(each.outcomes) > _CHARTED else (),
        notes=tuple(notes),
    )


def _metered(each: Progressive, rounds_per_hour: int) -> list[tuple[str, str]]:
    facts = [
        ("meter as assumed", money(cents(each.meter))),
        ("contribution to it", f"{percent(each.contribution, 2)} of each wager"),
        ("return without the meter", percent(each.fixed_return)),
        ("return from the meter", percent(each.meter_return)),
    ]
    if each.seed is not None:
        facts.append(("reset by the house to", money(cents(each.seed))))
    if each.long_run_return is not None:
        facts.append(("return in the long run", percent(each.long_run_return)))
        facts.append(("house edge in the long run", percent(1 - each.long_run_return)))
    if each.wagers_between_hits is not None:
        hours = each.wagers_between_hits / rounds_per_hour
        given = f"{each.wagers_between_hits:,.0f} wagers, {hours:,.0f} hours with one in each round"
        facts.append(("won on average after", given))
    return facts


def _outcome_names(group: Sequence[Figures]) -> list[str]:
    """What an outcome is called where wagers of equal odds call it differently."""
    by_wager = [sorted(each.outcomes, key=_worth) for each in group]
    names = [
        list(dict.fromkeys(_outcome(each, line.outcome) for each, line in zip(group, lines, strict=True)))
        for lines in zip(*by_wager, strict=True)
    ]
    return [f"{each[0]}, {each[1]} …" if len(each) > 2 else ", ".join(each) for each in names]


def _outcome(each: Figures, outcome: str) -> str:
    return each.names.get(outcome) or words(outcome)


def _worth(line: Line) -> tuple[float, float]:
    return -(line.pays or 0), line.probability


def _outcomes(each: Figures, names: Sequence[str]) -> Columns:
    rows = [
        (
            name,
            "–" if line.count is None else f"{line.count:,}",
            chance(line.probability),
            f"{1 / line.probability:,.2f}" if line.probability else "never",
            number(line.pays),
            percent(line.contribution, 5),
        )
        for name, line in zip(names, sorted(each.outcomes, key=_worth), strict=True)
    ]
    cases = "–" if each.cases is None else f"{each.cases:,}"
    if each.outcomes[0].contribution is not None:
        rows.append(("all", cases, "1.000000000", "", "", percent(each.returned, 5)))
    return Columns(
        title="Outcomes (simulated)" if {"hit_rate", "outcomes"} & {*each.simulated} else "Outcomes",
        columns=("outcome", "count", "probability", "1 in", "net to 1", "contribution"),
        rows=tuple(rows),
    )


def _beside(each: Figures) -> str:
    """What the simulated rounds include and the other figures do not; its prizes depend on the stake."""
    if not each.sampled or not each.sampled.beside or each.stake is None:
        return ""
    return f", at {money(cents(each.stake))} with {', '.join(each.sampled.beside)}"


def _sampled(each: Sampled, beside: str) -> Columns:
    return Columns(
        title=f"Net result of a round{beside}: {each.rounds:,} simulated rounds",
        columns=("net to 1", "rounds", "frequency", "1 in", "contribution"),
        rows=tuple(
            (
                line.outcome,
                f"{line.count:,}",
                chance(line.probability),
                f"{1 / line.probability:,.2f}",
                percent(line.contribution, 5),
            )
            for line in each.outcomes
        ),
    )


def _hold(each: Figures) -> Columns:
    def between(hold: Hold) -> str:
        return f"{'~ ' if hold.rough else ''}{percent(hold.low, 3)} to {percent(hold.high, 3)}"

    rows = tuple(
        (f"{rounds:,}", *(between(hold) for hold in each.hold if hold.rounds == rounds)) for rounds in ROUNDS
    )
    by = ", by the simulated standard deviation" if "standard_deviation" in each.simulated else ""
    return Columns(
        title=f"Hold interval{by}", columns=("rounds", *(f"{each}%" for each in LEVELS)), rows=rows
    )


def _readings(report: Report) -> Section:
    """By class: defects of the text, damage of the copy, mere proposals, and our readings."""
    columns = ("paragraph", "printed", "read", "because")
    tables = []
    for kind, title in CLASSES.items():
        rows = tuple(
            (
                each.cite,
                each.printed,
                each.read if each.adopted else f"Different here: {each.option} is {each.chosen}.",
                each.why + (f" Option {each.option}: {each.chosen}." if each.option else ""),
            )
            for each in report.readings
            if each.kind == kind
        )
        if rows:
            tables.append(Columns(title=title, columns=columns, rows=rows, words=len(columns)))
    return Section(title="Readings of the text", tables=tuple(tables))


def _basis(report: Report) -> Section:
    facts = (
        ("version", f"Pitboss {report.version}"),
        ("rules, SHA-256", report.rules_sha256),
        ("code, SHA-256", report.code_sha256),
        ("reproduce with", report.command),
    )
    return Section(title="Version", facts=facts)
