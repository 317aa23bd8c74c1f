"""The mathematics report as a paper."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from pitboss.money import cents, money
from pitboss.papers.charts import contributions, funnel
from pitboss.papers.figures import (
    LEVELS,
    ROUNDS,
    Figures,
    Hold,
    Progressive,
    Sampled,
    amount,
    chance,
    number,
    percent,
)
from pitboss.papers.html import words
from pitboss.papers.report import Capped, Combination, Play, Report
from pitboss.papers.sheet import Columns, Section, Sheet


def sheet_of(report: Report) -> Sheet:
    alike: dict[bytes, list[Figures]] = {}
    for each in report.wagers:
        alike.setdefault(msgspec.json.encode(msgspec.structs.replace(each, wager="", name="")), []).append(
            each
        )
    where = f"as table {report.table} has it" if report.table else "under the options below"
    return Sheet(
        kind="mathematics report",
        title=report.title,
        lead=f"Every wager under N.J.A.C. {report.subchapter}, {where}: what it returns, how it is "
        "distributed, and what it holds.",
        sections=(
            _summary(report),
            *([_played(report.play)] if report.play else []),
            *([_combined(report.combinations)] if report.combinations else []),
            *map(_ceiling, report.caps),
            *(
                _wager([each.name for each in same], same[0], report.rounds_per_hour)
                for same in alike.values()
            ),
            _verification(report),
            *([_readings(report)] if report.readings else []),
            _basis(report),
        ),
    )


def _summary(report: Report) -> Section:
    columns = ("wager", "method", "advantage", "return", "hits", "deviation", "VI 90%", "per hour")
    rows = tuple(
        (
            each.name,
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
    losing = (f"{each.name}: {told}" for each in report.wagers if (told := _loses(each.progressive)))
    return Section(
        title="Summary", tables=(Columns(columns=columns, rows=rows, words=2),), notes=(pace, *losing)
    )


def _loses(each: Progressive | None) -> str:
    """What a house should know of a meter before it offers the wager."""
    if each is None or each.long_run_return is None or each.long_run_return <= 1:
        return ""
    return (
        f"in the long run the house loses {percent(each.long_run_return - 1)} of every wager, whatever the meter shows "
        f"today. It pays {percent(each.fixed_return)} in sums of its own, and all that goes to the meter is won by "
        "players in the end."
    )


def _played(play: Play) -> Section:
    rows = tuple((way.rule, percent(way.house_edge, 5), percent(way.cost, 5)) for way in play.ways)
    compared = Columns(columns=("played so", "advantage", "cost"), rows=rows)
    several = len(rows) > 1
    return Section(
        title="Best play and simple rules" if several else "Best play",
        text=tuple(("", each) for each in (play.rule, *play.notes)),
        tables=(compared,) if several else (),
        notes=(f"Of each {play.per}. Cost: what it comes to above the best play.",) if several else (),
    )


def _combined(combinations: Sequence[Combination]) -> Section:
    rows = tuple((each.wagers, number(each.staked, 4), percent(each.house_edge)) for each in combinations)
    return Section(
        title="Wagers made together",
        tables=(Columns(columns=("wagers", "staked on average", "advantage"), rows=rows),),
        notes=(
            "Staked: for each unit of the first wager, all that follows it in the course of the round included. The "
            "advantage is of all that is staked, each wager by its own figures below.",
        ),
    )


def _ceiling(each: Capped) -> Section:
    facts = [
        ("the most that is paid", f"{money(cents(each.limit))} a {each.per}"),
        ("for", ", ".join(each.wagers)),
        ("won at the minimum", money(cents(each.most_at_minimum))),
        ("won at the maximum", money(cents(each.most_at_maximum))),
    ]
    if each.binds_above is not None:
        facts.append(("nothing is cut up to", f"{money(cents(each.binds_above))} on {each.base}"))
    if each.winners is not None:
        facts.append(("exceeded by winners at the maximum", str(each.winners)))
    told = (
        "Won: what these wagers could bring one player together, each by its best row, what is made in the course of "
        "the round as large as it may be, and all of them in the proportion of their minimums."
    )
    return Section(title="Payout limit", label=each.cite, facts=tuple(facts), notes=(told,))


def _verification(report: Report) -> Section:
    """What stands behind the figures, and the rounds that were played for the report."""
    methods = {each.label for each in report.wagers}
    text = [
        "The functions that settle a wager at the table are those by which these figures are counted and compiled "
        "rounds are played. The tests of the program hold the figures against compiled rounds, and compiled rounds "
        "against random rounds at the table, to the cent."
    ]
    if "exact" in methods:
        text.append(
            "Exact: every case is counted, or a chain of cases is solved, in whole numbers and fractions."
        )
    if "exact in part" in methods:
        text.append(
            "Exact in part: the advantage is worked out case by case; what is marked simulated is sampled."
        )
    if "simulated" in methods:
        text.append("Simulated: by compiled rounds alone, with the interval that is given.")
    tables: tuple[Columns, ...] = ()
    found = report.verification
    if found:
        rows = tuple(
            (
                each.wager,
                percent(each.house_edge, 5),
                percent(each.played, 5),
                percent(each.standard_error, 5),
                f"{each.apart:+.2f}",
            )
            for each in found.wagers
        )
        columns = ("wager", "worked out", "played", "standard error", "errors apart")
        heading = f"Each wager played for {found.rounds:,} rounds (seed {found.seed})"
        tables = (Columns(title=heading, columns=columns, rows=rows),)
        text.append(
            "Of a hundred figures about five lie more than 1.96 standard errors apart if all are right."
        )
    else:
        text.append(
            f"Played beside them by: {report.command.replace(' odds ', ' report ')} --verify 1000000."
        )
    return Section(title="Verification", text=tuple(("", each) for each in text), tables=tables)


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
        (
            f"skewness of the rounds played{_beside(each)}",
            number(each.sampled.skewness if each.sampled else None, 3),
        ),
        ("volatility index, 90%", labelled(number(each.volatility_index), "stdev")),
        ("of each", each.per),
    ]
    if each.stake is not None:
        stake = f"at {money(cents(each.stake))} a round, {rounds_per_hour} rounds an hour"
        facts.append(("theoretical win per hour", f"{amount(each.win_per_hour)} {stake}"))
    if each.progressive is not None:
        facts += _metered(each.progressive, rounds_per_hour)
    if each.break_even_meter is not None:
        facts.append(("break-even meter", money(cents(each.break_even_meter))))
    if each.largest is not None:
        paid, staked = (money(cents(amount)) for amount in (each.largest.payout, each.largest.stake))
        cut = ", cut by the payout limit" if each.largest.cut else ""
        added = ", before anything is added to it" if each.largest.alone else ""
        added += ", by the best play" if each.largest.best_play else ""
        name = "largest payout but the meter" if each.progressive else "largest payout"
        facts.append((name, f"{paid} for {words(each.largest.outcome)}, {staked} staked{added}{cut}"))
    facts.append(("obtained", each.how))
    tables, notes = [], []
    if told := _loses(each.progressive):
        notes.append(f"{told[0].upper()}{told[1:]}")
    if each.by_stake:
        rows = tuple((money(cents(one.stake)), percent(one.house_edge)) for one in each.by_stake)
        tables.append(
            Columns(
                title="House advantage by the stake",
                columns=("stake", "advantage"),
                rows=rows,
            )
        )
    if each.outcomes:
        tables.append(_outcomes(each))
    if each.sampled:
        tables.append(_sampled(each.sampled, _beside(each)))
    if each.hold:
        tables.append(_hold(each))
        notes.append(
            "Hold: the house's win as part of the wagers, by the normal law."
            + " ~ marks where the wager is too "
            "skewed for it after so few rounds." * any(hold.rough for hold in each.hold)
        )
    return Section(
        title=", ".join(names),
        label=each.label + (f", table {each.table}" if each.table else ""),
        facts=tuple((name, told) for name, told in facts if told != "–"),
        tables=tuple(tables),
        charts=(*contributions(each), *funnel(each)),
        notes=tuple(notes),
    )


def _metered(each: Progressive, rounds_per_hour: int) -> list[tuple[str, str]]:
    facts = [
        ("meter as reckoned", money(cents(each.meter))),
        ("contribution to it", f"{percent(each.contribution, 2)} of each wager"),
        ("return without it", percent(each.fixed_return)),
        ("return by it", percent(each.meter_return)),
    ]
    if each.seed is not None:
        facts.append(("house puts on it anew", money(cents(each.seed))))
    if each.long_run_return is not None:
        facts.append(("return in the long run", percent(each.long_run_return)))
        facts.append(("house advantage in the long run", percent(1 - each.long_run_return)))
    if each.wagers_between_hits is not None:
        hours = each.wagers_between_hits / rounds_per_hour
        told = f"{each.wagers_between_hits:,.0f} wagers, {hours:,.0f} hours with one in each round"
        facts.append(("won on average after", told))
    return facts


def _outcomes(each: Figures) -> Columns:
    rows = [
        (
            words(line.outcome),
            "–" if line.count is None else f"{line.count:,}",
            chance(line.probability),
            f"1 in {1 / line.probability:,.2f}" if line.probability else "never",
            number(line.pays),
            percent(line.contribution, 5),
        )
        for line in sorted(each.outcomes, key=lambda line: -(line.pays or 0))
    ]
    cases = "–" if each.cases is None else f"{each.cases:,}"
    if each.outcomes[0].contribution is not None:
        rows.append(("all", cases, "1.000000000", "", "", percent(each.returned, 5)))
    return Columns(
        title="Outcomes (simulated)" if {"hit_rate", "outcomes"} & {*each.simulated} else "Outcomes",
        columns=("outcome", "count", "probability", "comes", "net to 1", "contribution"),
        rows=tuple(rows),
    )


def _beside(each: Figures) -> str:
    """What is in the rounds that were played and not in the other figures; its prizes weigh by the stake."""
    if not each.sampled or not each.sampled.beside or each.stake is None:
        return ""
    return f", at {money(cents(each.stake))} with {', '.join(each.sampled.beside)}"


def _sampled(each: Sampled, beside: str) -> Columns:
    return Columns(
        title=f"What a round nets to 1{beside}: {each.rounds:,} rounds played",
        columns=("net to 1", "rounds", "frequency", "comes", "contribution"),
        rows=tuple(
            (
                line.outcome,
                f"{line.count:,}",
                chance(line.probability),
                f"1 in {1 / line.probability:,.2f}",
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
    by = ", by the simulated deviation" if "stdev" in each.simulated else ""
    return Columns(
        title=f"Hold interval{by}", columns=("rounds", *(f"{each}%" for each in LEVELS)), rows=rows
    )


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
        tables=(Columns(columns=columns, rows=rows, words=len(columns)),),
    )


def _basis(report: Report) -> Section:
    facts = (
        ("version", f"Pitboss {report.version}"),
        ("rules, SHA-256", report.rules_sha256),
        ("code, SHA-256", report.code_sha256),
        ("found again by", report.command),
    )
    posted = tuple(
        (called_, words(outcome), odds)
        for called_, rows in report.posted.items()
        for outcome, odds in rows.items()
    )
    tables = (
        report.choices,
        Columns(title="Limits", columns=("wager", "staked"), rows=tuple(report.limits.items()), words=2),
        Columns(
            title="Payouts of the house's own", columns=("wager", "outcome", "pays"), rows=posted, words=3
        ),
        *([report.house_way] if report.house_way else []),
    )
    filled = tuple(each for each in tables if each.rows)
    return Section(title="Rules and version", facts=facts, tables=filled)
