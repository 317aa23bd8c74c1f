"""The mathematics report (PAR sheet) that a laboratory expects: the distribution of every wager, its hold after a
number of rounds, and the basis of the figures, which are those of `pitboss odds`."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Literal

import msgspec
from msgspec import Struct

from pitboss import edition
from pitboss.book import Cap, PayTable, Refused, Rules, Wager, cite
from pitboss.book.data import Value
from pitboss.book.data import holds as in_question
from pitboss.book.key import Key
from pitboss.money import MOST_WON, Cents, Odds, dollars
from pitboss.odds import Chart, WagerOdds, proved
from pitboss.odds.almanac import origin_of, pay_table
from pitboss.odds.book import analyze
from pitboss.odds.kept import keep, unfavorable
from pitboss.outcomes import numbers_together
from pitboss.papers.figures import Figures, Largest, by_stake, figures, holds, largest, sampled
from pitboss.papers.html import called, row_names, row_words
from pitboss.papers.notice import Posted
from pitboss.papers.rules import house_way, in_force
from pitboss.papers.sheet import Columns, Sheet
from pitboss.papers.statements import concerns, merged, odds_paid, statement
from pitboss.papers.verification import SEED, Verification, verified
from pitboss.places import paid_by
from pitboss.table.lawful import licensee_of, table_named

MOST_ROUNDS = 10**9
"""The most rounds played of each wager: minutes on one machine. For more, use `pitboss simulate --cluster`."""


class Reading(Struct, frozen=True, kw_only=True):
    """A defect of the text and how it is read; with the option that switches it, if there is one."""

    cite: str
    kind: str = msgspec.field(name="class")
    printed: str
    read: str
    why: str
    option: str | None
    chosen: Value | None
    adopted: bool


class Way(Struct, frozen=True):
    """A way to play, and its cost compared with the best."""

    rule: str
    house_edge: float
    cost: float


class Play(Struct, frozen=True):
    """The best play of the game, with the charts to which the rule refers, and the results of the usual simple rules,
    for the same unit."""

    wager: str
    rule: str
    charts: tuple[Columns, ...]
    legend: Mapping[str, str]
    notes: tuple[str, ...]
    per: str
    ways: tuple[Way, ...]


class Combination(Struct, frozen=True):
    """Wagers made together: the average stake for each unit of the first, and the house's share of the total."""

    wagers: str
    staked: float
    house_edge: float


class Capped(Struct, frozen=True, kw_only=True):
    """A payout limit, and when it applies: the possible win of the wagers under it for one player, each by its best
    row, at the minimum and the maximum stakes; the stake of the ``base`` wager up to which it changes nothing; and, if
    winners share it, how many maximum winners exceed it together."""

    cite: str
    wagers: tuple[str, ...]
    limit: int | float
    per: str
    most_at_minimum: int | float
    most_at_maximum: int | float
    base: str
    binds_above: int | float | None
    winners: int | None


class Report(Struct, frozen=True, kw_only=True):
    """A game under one set of rules."""

    game: str
    title: str
    table: str
    """The name of the house's table, if it is for one."""
    licensee: str
    prepared_by: str
    date: str
    """The day on which it was prepared."""
    subchapter: str
    rules: str
    """The name of the rules, such as N.J.A.C. 13:69F-20."""
    source: str
    """The text on which they are based."""
    proposed: tuple[str, ...]
    """What is only proposed."""
    options: Mapping[str, Value]
    choices: Columns
    """The same in words."""
    limits: Mapping[str, str]
    pay_tables: tuple[Columns, ...]
    """As in force, next to the minimum if the text has one."""
    posted: Mapping[str, Mapping[str, str]]
    """The rows of pay tables that the house has posted itself."""
    house_way: Columns | None
    rounds_per_hour: int
    version: str
    rules_sha256: str
    code_sha256: str
    command: str
    wagers: tuple[Figures, ...]
    play: Play | None
    combinations: tuple[Combination, ...]
    caps: tuple[Capped, ...]
    verification: Verification | None
    warnings: tuple[str, ...]
    """Wagers that do not favor the house under these choices."""
    readings: tuple[Reading, ...]

    def json(self) -> dict[str, object]:
        given: dict[str, object] = msgspec.to_builtins(self)
        return given

    def sheet(self) -> Sheet:
        from pitboss.papers.report_sheet import sheet_of

        return sheet_of(self)


def report(
    name: str,
    wager: str | None = None,
    settings: Sequence[str] = (),
    verify: int = 0,
    progress: Callable[[int, int], None] | None = None,
    *,
    prepared_by: str = "",
    day: date | None = None,
) -> Report:
    """The report on a game with the house's choices, on its table, or on one wager; with this many rounds played to
    verify it."""
    if not 0 <= verify <= MOST_ROUNDS:
        raise Refused(
            f"a report can be verified with 1 to {MOST_ROUNDS:,} rounds of each wager, not {verify:,}"
        )
    rules, table = table_named(name, settings)
    found = rules.game
    rows = [row for row in analyze(rules, wager) if row.equity is None]
    if not rows:
        raise Refused(f"{found.id} is played among the players and has no wager against the house")
    if wager is None:
        keep(rules, rows)
    chosen = [f"--set {shlex.quote(each)}" for each in settings]
    asked = ["pitboss", "odds", shlex.quote(name), *chosen]
    data, origin = found.data, origin_of(found)
    wagers = tuple(_figures(rules, row) for row in rows)
    usual = {option.id: option.default for option in data.options}
    return Report(
        game=found.id,
        title=found.title,
        table=table,
        licensee=licensee_of(name),
        prepared_by=prepared_by,
        date=(day or date.today()).isoformat(),
        subchapter=data.subchapter,
        rules=edition.called(found),
        source=edition.source(found, rules),
        proposed=tuple(edition.warnings(rules)),
        options=dict(rules.options),
        choices=Columns(
            title="Options in force",
            columns=("in force", "paragraph"),
            rows=tuple(
                merged(
                    (statement(data, each, rules[each.id]), each.full_cite)
                    for each in data.options
                    if each.in_effect(rules.options)
                    and not each.id.startswith("reading-")
                    and concerns(each, rules)
                )
            )
            + _not_offered(rules),
            words=2,
        ),
        limits={called(data, each): stakes for each, stakes in Posted(rules, table).limits.items()},
        pay_tables=tuple(_paid(rules)),
        posted={called(data, each): dict(rows) for each, rows in rules.posted.items()},
        house_way=house_way(rules),
        rounds_per_hour=data.house.rounds_per_hour,
        version=origin.version,
        rules_sha256=origin.rules,
        code_sha256=origin.code,
        command=" ".join(asked + ([f"--wager {shlex.quote(wager)}"] if wager else [])),
        wagers=wagers,
        play=_play(rules, rows) if wager is None else None,
        combinations=tuple(_combinations(rules, rows)) if wager is None else (),
        caps=tuple(
            capped(rules, cap) for cap in found.mathematics.caps(rules) if any(map(rules.offers, cap.wagers))
        ),
        verification=verified(rules, rows, wager, verify, progress) if verify else None,
        warnings=tuple(unfavorable(rules, [row.json() for row in rows])),
        readings=tuple(
            Reading(
                cite=each.full_cite,
                kind=each.kind,
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


def _not_offered(rules: Rules) -> tuple[tuple[str, str], ...]:
    """The wagers of the game that this table does not offer, in one row."""
    absent = [each for each in rules.game.data.wagers if each.id not in rules.wagers]
    names = ", ".join(dict.fromkeys(each.name for each in absent))
    return ((f"Not offered: {names}", rules.game.data.subchapter),) if names else ()


def _paid(rules: Rules) -> Iterator[Columns]:
    """Every pay table in force, next to the minimum that the text lets a house pay; wagers with one payout are in one
    table."""
    least: dict[str, dict[str, str]] = {}
    for grid in rules.game.data.pay_grids:
        chosen = str(rules[grid.option]) if grid.option else grid.tables[0]
        if grid.floor and in_question(grid.when, rules.options) and chosen in grid.tables:
            column = 1 + grid.tables.index(chosen)
            least[grid.wager] = {row[0]: row[column] for row in grid.rows}
    single: list[tuple[str, str, str]] = []
    for table in in_force(rules).values():
        minimum = least.get(table.wager, {})
        name = paid_by(rules, table.wager)
        rows = tuple(
            (
                row_words(rules.game.data, table.wager, row),
                odds_paid(rules, table.wager, odds),
                minimum.get(row, "–"),
            )
            for row, odds in table.rows.items()
        )
        if len(rows) == 1:
            single.append((name, *rows[0][1:]))
            continue
        heading = f"{name} ({table.cite}" + (f", table {table.table})" if table.table.isupper() else ")")
        yield _with_minimum(heading, "outcome", tuple((a, b, c) for a, b, c in numbers_together(rows)))
    if single:
        alike: dict[tuple[str, str], list[str]] = {}
        for name, *odds in single:
            alike.setdefault((odds[0], odds[1]), []).append(name)
        merged = tuple((", ".join(names), *odds) for odds, names in alike.items())
        yield _with_minimum("Wagers with one payout", "wager", merged)


def _with_minimum(title: str, first: str, rows: tuple[tuple[str, str, str], ...]) -> Columns:
    if all(minimum == "–" for *_, minimum in rows):
        return Columns(
            title=title, columns=(first, "pays"), rows=tuple((name, pays) for name, pays, _ in rows)
        )
    return Columns(title=title, columns=(first, "pays", "minimum allowed"), rows=rows)


def _figures(rules: Rules, row: WagerOdds) -> Figures:
    """The figures of a wager and, if it is made alone, what follows from its limits and its pay table."""
    data, pace = rules.wager(Key.read(row.wager).id), rules.game.data.house.rounds_per_hour
    name = called(rules.game.data, row.wager)
    names = row_names(rules.game.data, data.id)
    if data.bonus or data.follows or data.during:
        return msgspec.structs.replace(figures(row, None, pace, name), names=names)
    limits, pay = rules.limits(data.id), pay_table(rules.game, row, data.id)
    paid = msgspec.structs.replace(pay, rows=rows_of(row, rules.paid(pay))) if pay else None
    return msgspec.structs.replace(
        figures(row, limits.least, pace, name),
        names=names,
        largest=_largest(rules, row, data.id, paid),
        by_stake=tuple(by_stake(row, pay, limits)) if pay else (),
        **_played(rules, row),
    )


def _played(rules: Rules, row: WagerOdds) -> dict[str, object]:
    """How its rounds come out when they are played, where the odds have only sums over them, and what the hold
    interval is worth by that."""
    if row.value is None or not row.outcomes:
        return {}
    from pitboss.sim.run import outcomes

    if (found := sampled(outcomes(rules, row.wager, seed=SEED))) is None:
        return {}
    found = msgspec.structs.replace(found, beside=tuple(_bonuses(rules, row)))
    return {
        "sampled": found,
        "hold": tuple(holds(float(row.house_edge), row.standard_deviation, found.skewness)),
    }


def _bonuses(rules: Rules, row: WagerOdds) -> Iterator[str]:
    """Wins of a wager that have odds of their own."""
    for each in rules.wagers.values():
        if each.bonus and each.follows == row.wager and proved.odds(rules, each.id):
            yield each.name


def rows_of(row: WagerOdds, rows: dict[str, Odds]) -> dict[str, Odds]:
    """The rows by which a wager can win, if its outcomes have their names: a keno ticket has only a few of them. All
    rows, if outcomes only give the frequency of a win, as in blackjack."""
    if row.value is not None:
        return rows
    names = {each.outcome for each in row.outcomes}
    return {name: odds for name, odds in rows.items() if name in names} or rows


def _largest(rules: Rules, row: WagerOdds, wager: str, paid: PayTable | None) -> Largest | None:
    """The most that a wager can be paid at its maximum, including the wagers that its figure covers."""
    stake, caps = rules.limits(wager).most, rules.game.mathematics.caps(rules)
    if row.wagered > 1 and row.value is None:
        best = max(row.outcomes, key=lambda each: each.net)
        won = least = int(best.net * stake)
        following = [*_following(rules, wager)]
        added = {wager, *following}
        for cap in caps:
            if not added.isdisjoint(cap.wagers):
                uncut = added.difference(cap.wagers)
                least = min(least, cap.amount + sum(_most_won(rules, each, "most") for each in uncut))
        return Largest(dollars(stake), best.outcome, dollars(least), least < won, best_play=bool(following))
    priced = {wager, rules.wager(wager).pays}
    ceiling = min((cap.amount for cap in caps if not priced.isdisjoint(cap.wagers)), default=MOST_WON)
    several = paid is not None and len(paid.rows) > 1 and row.value is None
    if several and paid and paid.rows.keys().isdisjoint(each.outcome for each in row.outcomes):
        best = max(row.outcomes, key=lambda each: each.net)  # for several ways together, which no row shows
        games = int(row.rounds) if rules.wager(wager).stands and ceiling < MOST_WON else 1
        won = int(best.net * stake)
        least = min(won, ceiling * games)
        return Largest(dollars(stake), best.outcome, dollars(least), least < won)
    found = largest(paid, stake, ceiling) if paid else None
    if found is None or paid is None:
        return None
    if row.value is None and not any(odds.prize or odds.meter for odds in paid.rows.values()):
        left = dollars(
            int(max(each.net for each in row.outcomes) * stake)
        )  # of it, when the vigorish is taken
        found = msgspec.structs.replace(found, payout=min(found.payout, left))
    return msgspec.structs.replace(found, alone=row.wagered > 1)


def _following(rules: Rules, wager: str) -> Iterator[str]:
    """The wagers whose amount follows from this one's, directly or through others."""
    for each in rules.wagers.values():
        if each.follows == wager:
            yield each.id
            yield from _following(rules, each.id)


# ---- the game as it is played ---------------------------------------------------------------------------


def _play(rules: Rules, rows: Sequence[WagerOdds]) -> Play | None:
    """Best play of the first wager beside the simple rules and the other ways to play it of which there are odds
    (the house way of pai gow); nothing where there is nothing to decide."""
    found = proved.best_play(rules)
    if found is None:
        return None
    row, best = rows[0], rows[0].house_edge
    others = {each.per.partition(", ")[2]: each.house_edge for each in rows[1:] if each.wager == row.wager}
    edges = {"best play": best, **found.simpler, **others}
    if found.house_edge is None or best > min(
        edges.values()
    ):  # the wager's figure is not that of the best play
        edges = {}
    ways = tuple(Way(rule, float(edge), float(edge - best)) for rule, edge in edges.items())
    return Play(
        row.wager, found.rule, tuple(map(_chart, found.charts)), found.legend, found.notes, row.per, ways
    )


def _chart(chart: Chart) -> Columns:
    labeled = chart.rows and len(chart.columns) == len(chart.rows[0])
    columns = chart.columns if labeled else ("", *chart.columns)
    return Columns(title=chart.title, columns=columns, rows=chart.rows, words=len(columns), compact=True)


def _combinations(rules: Rules, rows: Sequence[WagerOdds]) -> Iterator[Combination]:
    """What the game itself puts together; and the wager that everybody makes beside each that one may add, as much on
    both."""
    for row in proved.combinations(rules):
        first = called(rules.game.data, row.wager)
        name = f"{first}, {row.per.partition(', ')[2]}"
        yield Combination(name, float(row.wagered), float(row.element_of_risk))
    raised = {each.follows for each in rules.wagers.values() if each.during}
    main = next((row for row in rows if row.wager in raised or rules.wager(_id(row)).required), None)
    for row in rows:
        if main and row.wager != main.wager and _beside(rules, row):
            staked = main.wagered + row.wagered
            names = " and ".join(called(rules.game.data, each.wager) for each in (main, row))
            edge = (main.house_edge + row.house_edge) / staked
            yield Combination(f"{names}, equal amounts", float(staked), float(edge))


def _beside(rules: Rules, row: WagerOdds) -> bool:
    """May a player add it to the game, in any amount?"""
    wager = rules.wager(_id(row))
    return not (wager.required or wager.bonus or wager.follows or wager.during or wager.fixed or row.meter)


def _id(row: WagerOdds) -> str:
    return Key.read(row.wager).id


def capped(rules: Rules, cap: Cap) -> Capped:
    """When a limit applies."""
    least, most = (sum(_most_won(rules, wager, end) for wager in cap.wagers) for end in ("least", "most"))
    base = rules.wager(next(filter(rules.offers, cap.wagers)))
    while base.follows and (base.bonus or base.times):
        base = rules.wager(base.follows)
    binds = rules.limits(base.id).least * cap.amount // least if most > cap.amount else None
    return Capped(
        cite=cite(cap.cite),
        wagers=tuple(rules.wager(each).name for each in cap.wagers),
        limit=dollars(cap.amount),
        per="round" if cap.shared else "hand",
        most_at_minimum=dollars(least),
        most_at_maximum=dollars(most),
        base=base.name,
        binds_above=None if binds is None else dollars(binds),
        winners=cap.amount // most + 1 if cap.shared and most else None,
    )


def _most_won(rules: Rules, name: str, end: Literal["least", "most"]) -> Cents:
    """The payment of the best row of a wager at the minimum or the maximum stake."""
    if not rules.offers(name):
        return 0
    wager = rules.wager(name)
    pay = rules.pay_table(name)
    return max((odds.pays(_staked(rules, wager, end)) for odds in pay.rows.values()), default=0) if pay else 0


def _staked(rules: Rules, wager: Wager, end: Literal["least", "most"]) -> Cents:
    """A wager made during the round is taken at its maximum."""
    if wager.follows and (wager.bonus or wager.times):
        times = Fraction(wager.times[1]) if wager.times else Fraction(1)
        return int(times * _staked(rules, rules.wager(wager.follows), end))
    limits = rules.limits(wager.id)
    return limits.least if end == "least" else limits.most


__all__ = ["Report", "report"]
