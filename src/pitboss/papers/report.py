"""The mathematics report (PAR sheet) that a laboratory expects: how every wager is distributed, what it holds after so
many rounds, and what the figures rest on. They are those of `pitboss odds`."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, lcm, log10, sqrt
from statistics import NormalDist
from typing import Literal

import msgspec
from msgspec import Struct, field

from pitboss.book import Cap, PayTable, Refused, Rules, Wager, cite, game
from pitboss.book.data import Limits, Value
from pitboss.book.key import Key
from pitboss.drawing import SANS, tag, text, title
from pitboss.money import MOST_WON, Cents, Odds, cents, dollars, money
from pitboss.odds import WagerOdds
from pitboss.odds.almanac import origin_of, pay_table
from pitboss.odds.book import analyse
from pitboss.papers.html import called, words
from pitboss.papers.sheet import Section, Sheet, Table

LEVELS = (90, 95, 99)
ROUNDS = tuple(10**n for n in range(3, 8))
COUNTED = 2**53
"""As many cases as a reader of JSON can count."""
STAKES = tuple(100 * dollars_ for dollars_ in (1, 5, 10, 25, 50, 100, 500))
"""Stakes at which fixed prizes are told, where the limits allow them."""
SEED = 1
"""Of the rounds that are played to verify a report."""
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
    """The most that one wager can be paid, by which outcome, and whether a payout limit cuts it."""

    stake: int | float
    outcome: str
    payout: int | float
    cut: bool = False


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
    win_per_hour: float | None
    break_even_meter: int | float | None
    progressive: Progressive | None
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


class Way(Struct, frozen=True):
    """A way to play, and what it costs more than the best."""

    rule: str
    house_edge: float
    cost: float


class Play(Struct, frozen=True):
    """How the game is played best, and what the usual simple rules come to, of the same unit."""

    wager: str
    rule: str
    notes: tuple[str, ...]
    per: str
    ways: tuple[Way, ...]


class Combination(Struct, frozen=True):
    """Wagers made together: what is staked for each unit of the first on average, and what the house keeps of all
    that."""

    wagers: str
    staked: float
    house_edge: float


class Capped(Struct, frozen=True, kw_only=True):
    """A ceiling over payouts, and when it binds: what the wagers under it could win one player, each by its best row,
    at the least and at the most that may be staked; the stake of the ``base`` wager up to which it cuts nothing; and
    how many who win so much at the most exceed it together, where they share it."""

    cite: str
    wagers: tuple[str, ...]
    limit: int | float
    per: str
    most_at_minimum: int | float
    most_at_maximum: int | float
    base: str
    binds_above: int | float | None
    winners: int | None


class Verified(Struct, frozen=True):
    """A figure beside that of rounds played by the compiled rules, and how many standard errors they are apart."""

    wager: str
    house_edge: float
    played: float
    standard_error: float
    apart: float


class Verification(Struct, frozen=True):
    """Rounds played for the report, by their seed."""

    rounds: int
    seed: int
    wagers: tuple[Verified, ...]


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
    play: Play | None
    combinations: tuple[Combination, ...]
    caps: tuple[Capped, ...]
    verification: Verification | None
    readings: tuple[Reading, ...]

    def json(self) -> dict[str, object]:
        told: dict[str, object] = msgspec.to_builtins(self)
        return told

    def sheet(self) -> Sheet:
        return _sheet(self)


def report(name: str, wager: str | None = None, settings: list[str] | None = None, verify: int = 0) -> Report:
    """The report on a game as the house has chosen, or on one wager of it; with so many rounds played to verify it."""
    found = game(name)
    rules = Rules.with_settings(found, settings or [])
    rows = [row for row in analyse(name, wager, settings) if row.equity is None]
    if not rows:
        raise Refused(f"{found.id} is played among the players: no wager of it is against the house")
    asked = ["pitboss", "odds", name, *(f"--set {shlex.quote(each)}" for each in settings or [])]
    data, origin = found.data, origin_of(found)
    wagers = tuple(_figures(rules, row) for row in rows)
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
        wagers=wagers,
        play=_play(rules, rows) if wager is None else None,
        combinations=tuple(_combinations(rules, rows)) if wager is None else (),
        caps=tuple(capped(rules, cap) for cap in found.caps(rules) if any(map(rules.offers, cap.wagers))),
        verification=_verified(rules, wagers, wager, verify) if verify else None,
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
    name = called(rules.game.data, row.wager)
    if data.bonus or data.follows or data.during:
        return figures(row, None, pace, name)
    limits, pay = rules.limits(data.id), pay_table(rules.game, row, data.id)
    paid = msgspec.structs.replace(pay, rows=_rows_of(row, rules.paid(pay))) if pay else None
    return msgspec.structs.replace(
        figures(row, limits.least, pace, name),
        largest=largest(paid, limits.most, _ceiling_of(rules, data.id)) if paid else None,
        by_stake=tuple(by_stake(row, pay, limits)) if pay else (),
    )


def _rows_of(row: WagerOdds, rows: dict[str, Odds]) -> dict[str, Odds]:
    """The rows that a wager can win by, where its outcomes are called as they are: a keno ticket has a few of all."""
    names = {each.outcome for each in row.outcomes}
    return {name: odds for name, odds in rows.items() if name in names} or rows


def _ceiling_of(rules: Rules, wager: str) -> Cents:
    """The most that is paid on a wager by a payout limit."""
    return min((cap.amount for cap in rules.game.caps(rules) if wager in cap.wagers), default=MOST_WON)


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


# ---- the game as it is played ---------------------------------------------------------------------------


def _play(rules: Rules, rows: Sequence[WagerOdds]) -> Play | None:
    """Best play of the first wager beside the simple rules and the other ways to play it of which there are odds
    (the house way of pai gow); nothing where there is nothing to decide."""
    try:
        found = rules.game.strategy(rules)
    except (Refused, NotImplementedError):
        return None
    row, best = rows[0], rows[0].house_edge
    others = {each.per.partition(", ")[2]: each.house_edge for each in rows[1:] if each.wager == row.wager}
    edges = {"best play in every case": best, **found.simpler, **others}
    if found.house_edge is None or best > min(
        edges.values()
    ):  # the wager's figure is not that of the best play
        edges = {}
    ways = tuple(Way(rule, float(edge), float(edge - best)) for rule, edge in edges.items())
    return Play(row.wager, found.rule, found.notes, row.per, ways)


def _combinations(rules: Rules, rows: Sequence[WagerOdds]) -> Iterator[Combination]:
    """What the game itself puts together; and the wager that everybody makes beside each that one may add, as much on
    both."""
    for row in rules.game.combinations(rules):
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
            yield Combination(f"{names}, as much on both", float(staked), float(edge))


def _beside(rules: Rules, row: WagerOdds) -> bool:
    """May a player add it to the game, in any amount?"""
    wager = rules.wager(_id(row))
    return not (wager.required or wager.bonus or wager.follows or wager.during or wager.fixed or row.meter)


def _id(row: WagerOdds) -> str:
    return Key.read(row.wager).id


def capped(rules: Rules, cap: Cap) -> Capped:
    """When a ceiling binds."""
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
    """What the best row of a wager pays at the least or the most that may be staked."""
    if not rules.offers(name):
        return 0
    wager = rules.wager(name)
    pay = rules.pay_tables.get(name) or rules.pay_tables.get(wager.pays or "")
    return max((odds.pays(_staked(rules, wager, end)) for odds in pay.rows.values()), default=0) if pay else 0


def _staked(rules: Rules, wager: Wager, end: Literal["least", "most"]) -> Cents:
    """A wager made in the course of the round is reckoned as large as it may be."""
    if wager.follows and (wager.bonus or wager.times):
        times = Fraction(wager.times[1]) if wager.times else Fraction(1)
        return int(times * _staked(rules, rules.wager(wager.follows), end))
    limits = rules.limits(wager.id)
    return limits.least if end == "least" else limits.most


def _verified(rules: Rules, wagers: Sequence[Figures], only: str | None, rounds: int) -> Verification:
    """Play them by the compiled rules, each by itself, and compare."""
    from pitboss.sim.run import simulate

    played = {each.wager: each.edge for each in simulate(rules, plan=only, rounds=rounds, seed=SEED).wagers}
    compared = []
    for each in wagers:
        edge = played.get(each.wager)
        if edge is not None and each.method == "exact" and edge.standard_error:
            apart = (edge.value - each.house_edge) / edge.standard_error
            compared.append(Verified(each.name, each.house_edge, edge.value, edge.standard_error, apart))
    return Verification(rounds, SEED, tuple(compared))


# ---- figures -------------------------------------------------------------------------------------------


def figures(row: WagerOdds, stake: Cents | None = None, rounds_per_hour: int = 60, name: str = "") -> Figures:
    """All that follows from the odds of a wager."""
    whole = row.value is None  # the outcomes are the distribution, and do not only tell how often one wins
    exact = whole and row.method == "exact" and "outcomes" not in row.simulated
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
        break_even_meter=None if even is None else dollars(even),
        progressive=progressive(row) if row.meter else None,
    )


def progressive(row: WagerOdds) -> Progressive:
    """What a wager returns by its meter and without it."""
    meter = row.meter
    assert meter is not None
    paid = meter.shares * meter.shows / meter.stake
    fixed = 1 - row.house_edge - paid
    rate, house = Fraction(meter.rate, 100), meter.house
    known = house is not None and not meter.pays_all
    added = fixed + rate + meter.won * house / meter.stake if house is not None and known else None
    return Progressive(
        meter=dollars(meter.shows),
        contribution=float(rate),
        seed=None if house is None else dollars(house),
        fixed_return=float(fixed),
        meter_return=float(paid),
        long_run_return=None if added is None else float(added),
        wagers_between_hits=float(1 / meter.won) if meter.won else None,
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
        return f"simulated by the compiled rules{spread}"
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
        alike.setdefault(msgspec.json.encode(msgspec.structs.replace(each, wager="", name="")), []).append(
            each
        )
    return Sheet(
        kind="mathematics report",
        title=report.title,
        lead=f"Every wager under N.J.A.C. {report.subchapter} as the options below have it: what it returns, how it is "
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
    return Section(title="Summary", tables=(Table(columns=columns, rows=rows, words=2),), notes=(pace,))


def _played(play: Play) -> Section:
    rows = tuple((way.rule, percent(way.house_edge, 5), percent(way.cost, 5)) for way in play.ways)
    compared = Table(columns=("played so", "advantage", "cost"), rows=rows)
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
        tables=(Table(columns=("wagers", "staked on average", "advantage"), rows=rows),),
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
    tables: tuple[Table, ...] = ()
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
        tables = (Table(title=heading, columns=columns, rows=rows),)
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
        facts.append(("largest payout", f"{paid} for {words(each.largest.outcome)}, {staked} staked{cut}"))
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
    if each.wagers_between_hits is not None:
        hours = each.wagers_between_hits / rounds_per_hour
        told = f"{each.wagers_between_hits:,.0f} wagers, {hours:,.0f} hours with one in each round"
        facts.append(("won on average after", told))
    return facts


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
        for line in sorted(each.outcomes, key=lambda line: -(line.pays or 0))
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
WIDE = 400
"""A chart is half as wide as a page."""


def _svg(name: str, height: float, *drawn: str) -> str:
    return tag(
        "svg",
        title(name),
        text(name, 0, 10, 11.0, **{**_INK, "text_anchor": "start", "font_weight": "bold"}),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDE} {height:.0f}",
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
    scale = 160 / (left + max(0.0, *parts))
    zero = 180 + left * scale
    drawn = []
    for n, (name, part) in enumerate(largest):
        y, width = 36.0 + 17 * n, max(0.5, abs(part) * scale)
        start, colour = (zero - width, _RED) if part < 0 else (zero, _GREEN)
        drawn += [
            text(clipped(name), 174, y, 10.5, **{**_INK, "text_anchor": "end"}),
            tag("rect", x=start, y=y - 6, width=width, height=12, rx=2, fill=colour),
            text(percent(part, 3), max(zero, start + width) + 5, y, 10.5, **{**_INK, "text_anchor": "start"}),
        ]
    heading = "Contribution to the return"
    if len(lines) > DRAWN:
        heading += f", the {DRAWN} largest"
    return [_svg(heading, 32 + 17 * len(largest), *drawn)]


def clipped(name: str, most: int = 28) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"


def funnel(each: Figures) -> list[str]:
    """How the hold closes in upon the house advantage: the intervals, one in another."""
    if not each.stdev:
        return []
    first, last = log10(ROUNDS[0]), log10(ROUNDS[-1])
    widest = normal(LEVELS[-1]) * each.stdev / sqrt(ROUNDS[0])

    def x(power: float) -> float:
        return 60 + 310 * (power - first) / (last - first)

    def y(away: float) -> float:
        return 100 - 72 * away / widest

    drawn = []
    powers = [first + (last - first) * n / 80 for n in range(81)]
    for level in reversed(LEVELS):
        half = [(power, normal(level) * each.stdev / 10 ** (power / 2)) for power in powers]
        edges = [*half, *((power, -away) for power, away in reversed(half))]
        points = " ".join(f"{x(power):.1f},{y(away):.1f}" for power, away in edges)
        drawn.append(tag("polygon", title(f"{level}%"), points=points, fill=_GREEN, fill_opacity=0.28))
    drawn.append(tag("line", x1=60, x2=370, y1=100, y2=100, stroke="currentColor", stroke_width=1))
    for away in (widest, 0.0, -widest):
        told = percent(each.house_edge + away, 2)
        drawn.append(text(told, 54, y(away), 10.5, **{**_INK, "text_anchor": "end"}))
    for rounds in ROUNDS:
        drawn.append(text(f"{rounds:,}", x(log10(rounds)), 186, 10.5, **_INK))
    return [_svg("Hold after so many rounds, at 90, 95 and 99%", 196, *drawn)]


__all__ = ["Report", "figures", "report"]
