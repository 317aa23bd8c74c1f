"""Is a result chance? The theoretical win, how far a result is from it, and how often chance alone goes as far. The
answer is a probability with its sample and its assumptions; it says nothing about a person."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct, to_builtins

from pitboss.drawing import html_table
from pitboss.law import Refused, clipped
from pitboss.money import Cents, cents
from pitboss.papers.figures import amount as money
from pitboss.papers.figures import percent
from pitboss.papers.sheet import Columns, Section, Sheet
from pitboss.practice.distribution import Part, Total, distribution, row_of

if TYPE_CHECKING:
    from pitboss.book import Rules

LEVELS: Final = (90, 95, 99)
ONE_SIDED: Final = {95: 1.645, 99: 2.326}
"""Deviations from the mean that a normal variable exceeds five times in a hundred and once in a hundred, as the trade
rounds them."""
WATCHED: Final = (1, 10, 100, 1_000)
SURE: Final = 0.95
"""A result is remarkable among several players if in 95 of 100 such groups no one does as well by chance."""
MOST_ROUNDS: Final = 10**9
COLUMNS: Final = ("player", "table", "shift", "wager", "rounds", "stake", "won")


class Result(NamedTuple):
    """Rounds of a wager with the same stake, and what the player won in them, in cents."""

    rounds: int
    stake: Cents
    won: Cents
    wager: str | None = None
    player: str = ""
    table: str = ""
    shift: str = ""


class Usual(Struct, frozen=True):
    """The range of a player's result ``level`` times in a hundred."""

    level: int
    low: float
    high: float


class Safe(Struct, frozen=True):
    """After how many rounds the house is ahead with this certainty: (z · deviation / edge)²."""

    level: int
    rounds: int


class Remarkable(Struct, frozen=True):
    """The result that nobody reaches by chance in 95 of 100 groups of this many players."""

    players: int
    won: float


class Assessment(Struct, frozen=True, kw_only=True):
    """A result compared with chance. Amounts are dollars, and a player's win is positive."""

    of: str
    """The player, table or shift; empty for all results together."""
    game: str
    wagers: tuple[str, ...]
    rounds: int
    staked: float
    won: float
    theoretical_win: float
    """What the house wins on average from these rounds."""
    standard_deviation: float
    z: float
    """By how many deviations the player did better than average."""
    as_much_or_more: float
    as_little_or_less: float
    method: str
    usual: tuple[Usual, ...]
    house_safe: tuple[Safe, ...]
    remarkable: tuple[Remarkable, ...]
    assumptions: tuple[str, ...]

    def _repr_html_(self) -> str:
        rows = (
            ("rounds", f"{self.rounds:,}"),
            ("staked", money(self.staked)),
            ("player won", money(self.won)),
            ("theoretical win", money(self.theoretical_win)),
            ("z", f"{self.z:+.2f}"),
            ("probability", likely(self.probability)),
        )
        return html_table(f"{self.game}: {', '.join(self.wagers)}", ("", "result"), rows)

    @property
    def probability(self) -> float:
        """The probability that chance alone does as well or, if the result is below average, as badly."""
        return self.as_much_or_more if self.z >= 0 else self.as_little_or_less


class Assessments(Struct, frozen=True):
    rows: tuple[Assessment, ...]

    def json(self) -> object:
        return [to_builtins(row) | {"probability": row.probability} for row in self.rows]

    def sheet(self) -> Sheet:
        title = "Is this result due to chance?"
        if len(self.rows) == 1:
            return Sheet(kind="Assessment", title=title, lead="", sections=tuple(_sections(self.rows[0])))
        rows = tuple(
            (
                row.of,
                f"{row.rounds:,}",
                money(row.staked),
                money(row.won),
                money(row.theoretical_win),
                f"{row.z:+.2f}",
                likely(row.probability),
            )
            for row in sorted(self.rows, key=lambda each: each.probability)
        )
        columns = ("of", "rounds", "staked", "player won", "theoretical win", "z", "probability")
        section = Section(
            title="Results, the least likely first",
            tables=(Columns(columns=columns, rows=rows),),
            notes=(
                "probability: that chance alone does as well, or as badly where z is negative",
                f"of {len(self.rows):,} results the least likely has a probability of about "
                f"{likely(1 / len(self.rows))} even if all are chance",
                *self.rows[0].assumptions,
            ),
        )
        return Sheet(kind="Assessment", title=title, lead="", sections=(section,))


def assess(
    rules: Rules, results: Iterable[Result], *, watched: int | None = None, of: str = ""
) -> Assessment:
    """Results of one player, table or shift, taken together.

    >>> from pitboss.book import game
    >>> found = assess(game("baccarat-punto-banco").rules(), [Result(100, 10_000, 250_000, "player")])
    >>> round(found.theoretical_win, 2), round(found.z, 3)
    (123.51, 2.758)
    """
    given = list(results)
    made: dict[tuple[str, Cents], int] = {}
    kinds = {each: distribution(rules, each) for each in dict.fromkeys(each.wager for each in given)}
    for each in given:
        if not 0 < each.rounds <= MOST_ROUNDS:
            raise Refused(f"a result must be for 1 to {MOST_ROUNDS:,} rounds, not {each.rounds:,}")
        if each.stake <= 0:
            raise Refused("a stake must be more than $0")
        kind = kinds[each.wager]
        made[kind.wager, each.stake] = made.get((kind.wager, each.stake), 0) + each.rounds
    by_name = {kind.wager: kind for kind in kinds.values()}
    total = Total([Part(by_name[name], rounds, stake) for (name, stake), rounds in made.items()])
    won = sum(each.won for each in given)
    if not float(total.least) - 1 <= won <= float(total.most) + 1:
        raise Refused(
            f"this many rounds can bring {money(float(total.least) / 100)} to {money(float(total.most) / 100)}, "
            f"not {money(won / 100)}"
        )
    more, how = total.at_least(won)
    less, _ = total.at_most(won)
    rounds = sum(each.rounds for each in given)
    edge, spread = -total.mean / rounds, total.standard_deviation / rounds**0.5
    named = [row_of(rules, name) for name in by_name]
    return Assessment(
        of=of,
        game=rules.game.id,
        wagers=tuple(by_name),
        rounds=rounds,
        staked=sum(each.rounds * each.stake for each in given) / 100,
        won=won / 100,
        theoretical_win=-total.mean / 100,
        standard_deviation=total.standard_deviation / 100,
        z=(won - total.mean) / total.standard_deviation,
        as_much_or_more=more,
        as_little_or_less=less,
        method=how,
        usual=tuple(
            Usual(
                level,
                total.quantile((1 - level / 100) / 2) / 100,
                total.quantile((1 + level / 100) / 2) / 100,
            )
            for level in LEVELS
        ),
        house_safe=tuple(
            Safe(level, ceil((z * spread / edge) ** 2)) for level, z in ONE_SIDED.items() if edge > 0
        ),
        remarkable=tuple(
            Remarkable(players, total.quantile(SURE ** (1 / players)) / 100)
            for players in sorted({*WATCHED, *([watched] if watched else [])})
        ),
        assumptions=(
            *(f"{row.wager}: the best play, per {row.per}" for row in named),
            *(
                f"{row.wager}: a round is one decision of it, or {float(row.rounds):.2f} of the game on average"
                for row in named
                if row.rounds != 1
            ),
            "rounds are independent of each other, and these rounds were not picked because of their result",
            *(("wagers made in the same round are taken as independent",) if len(named) > 1 else ()),
            "drop and hold are not considered",
        ),
    )


def likely(probability: float) -> str:
    """A probability as people read it."""
    if probability >= 0.01:
        return percent(probability, 2)
    if probability >= 1e-9:
        return f"{probability:.3g} (1 in {1 / probability:,.0f})"
    return f"{probability:.2e}" if probability > 1e-290 else "less than 1e-290"


def _sections(row: Assessment) -> Iterator[Section]:
    direction = "as much or more" if row.z >= 0 else "as little or less"
    side = "won" if row.won >= 0 else "lost"
    yield Section(
        title=f"{', '.join(row.wagers)} in {row.game}" + (f", {row.of}" if row.of else ""),
        label=f"{row.rounds:,} rounds",
        facts=(
            ("staked", money(row.staked)),
            ("theoretical win of the house", money(row.theoretical_win)),
            ("the player " + side, money(abs(row.won))),
            ("standard deviation", money(row.standard_deviation)),
            ("z", f"{row.z:+.3f}"),
            (f"chance wins {direction}", f"{likely(row.probability)}, {row.method}"),
        ),
        notes=row.assumptions,
    )
    yield Section(
        title="What is usual",
        tables=(
            Columns(
                columns=("percent of cases", "player's result from", "to"),
                rows=tuple((f"{each.level}", money(each.low), money(each.high)) for each in row.usual),
            ),
            Columns(
                title="Remarkable among several players",
                columns=("players watched", "a win above"),
                rows=tuple((f"{each.players:,}", money(each.won)) for each in row.remarkable),
            ),
        ),
        text=tuple(
            ("", f"The house is ahead with {each.level}% certainty after {each.rounds:,} rounds.")
            for each in row.house_safe
        ),
        notes=("In 95 of 100 groups of this many players, nobody wins more.",),
    )


# ---- results from a file --------------------------------------------------------------------------------


def read_results(text: bytes, name: str) -> list[Result]:
    """Results in a CSV file: a line each with ``rounds``, ``stake`` and ``won``, and perhaps ``player``, ``table``,
    ``shift`` and ``wager``."""
    try:
        lines = list(csv.DictReader(io.StringIO(text.decode("utf-8-sig"))))
    except (UnicodeDecodeError, csv.Error) as problem:
        raise Refused(f"{name} cannot be read as CSV: {problem}") from None
    if not lines:
        raise Refused(f"{name} has no results; it needs a heading line and at least one more")
    known = [column for column in lines[0] if column]
    missing = [each for each in ("rounds", "stake", "won") if each not in known]
    strange = [each for each in known if each not in COLUMNS]
    if missing or strange:
        said = f"has no column {missing[0]}" if missing else f"has a column {clipped(strange[0])}"
        raise Refused(f"{name} {said}; its columns are among: {', '.join(COLUMNS)}")
    return [_result(line, f"{name}, line {n}") for n, line in enumerate(lines, 2)]


def _result(line: dict[str, str], where: str) -> Result:
    try:
        rounds = int(line["rounds"].replace(",", ""))
        stake, won = (
            cents(line[each].strip().replace("$", "").removeprefix("+")) for each in ("stake", "won")
        )
    except (ValueError, AttributeError, Refused):
        raise Refused(f"{where}: rounds is a whole number, stake and won are amounts in dollars") from None
    player, table, shift = (line.get(each) or "" for each in ("player", "table", "shift"))
    return Result(rounds, stake, won, line.get("wager") or None, player, table, shift)


def grouped(results: Iterable[Result], by: str) -> dict[str, list[Result]]:
    """Results by ``player``, ``table`` or ``shift``; those that name none are left together as ``–``."""
    groups: dict[str, list[Result]] = {}
    for each in results:
        groups.setdefault(getattr(each, by) or "–", []).append(each)
    return groups


__all__ = ["Assessment", "Assessments", "Result", "assess", "grouped", "read_results"]
