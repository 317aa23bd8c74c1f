"""A floor of tables: their theoretical win, how far results stray from it, and whether a table's count is usual."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec
from msgspec import Struct, to_builtins

from pitboss import files
from pitboss.law import Refused, clipped
from pitboss.money import cents
from pitboss.odds.book import offering
from pitboss.papers.figures import amount, percent
from pitboss.papers.sheet import Columns, Section, Sheet
from pitboss.practice.distribution import row_of

if TYPE_CHECKING:
    from pitboss.book import Rules

Dollars = int | float | str
T = TypeVar("T", int, float)

PACE: Final = (209, 139, 105, 84, 70, 60, 52)
"""Rounds an hour of blackjack by players at the table, one to seven."""
SHIFT: Final = 8.0
SURE: Final = 0.95


class SideWager(Struct, frozen=True, forbid_unknown_fields=True):
    """A side wager: which one, how much, and the share of the players' rounds in which it is made."""

    wager: str
    bet: Dollars
    share: float = 1.0


class TableEntry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of the floor, or several alike (``tables``). Amounts are dollars.

    - ``players``: at each table; ``average_bet``: of each, every round; ``hours``: open;
    - ``pace``: rounds an hour; by default by players in blackjack, and the game's own elsewhere;
    - ``mistakes``: percent of the bet that players give away beyond the house edge;
    - ``side``: wagers beside it;
    - ``opener``, ``fills``, ``credits``, ``drop``, ``closer``: its count, all or none.
    """

    name: str
    game: str
    players: int
    average_bet: Dollars
    wager: str = ""
    tables: int = 1
    hours: float = SHIFT
    pace: float | None = None
    mistakes: float = 0.0
    options: dict[str, str | int | bool] = {}
    side: tuple[SideWager, ...] = ()
    opener: Dollars | None = None
    fills: Dollars | None = None
    credits: Dollars | None = None
    drop: Dollars | None = None
    closer: Dollars | None = None


class Alternative(Struct, frozen=True, forbid_unknown_fields=True):
    """A change to a table: another minimum, and therefore other players and bets."""

    name: str
    table: str
    players: int | None = None
    average_bet: Dollars | None = None
    tables: int | None = None
    pace: float | None = None
    side: tuple[SideWager, ...] | None = None


class FloorFile(Struct, frozen=True, forbid_unknown_fields=True):
    table: tuple[TableEntry, ...]
    alternative: tuple[Alternative, ...] = ()


class Counted(Struct, frozen=True):
    """A table's count: win = closer + credits + drop - opener - fills. The hold is a share of the drop, and is only
    compared with the theoretical win as a share of the same drop."""

    win: float
    drop: float
    hold: float | None
    usual: tuple[float, float]
    """The usual range of the win, 95 times in a hundred."""
    usual_hold: tuple[float, float] | None
    z: float
    ordinary: bool


class Table(Struct, frozen=True, kw_only=True):
    """A table, or several alike, in dollars."""

    name: str
    game: str
    hands_per_hour: float
    """For all players at all of its tables."""
    handle_per_hour: float
    house_edge: float
    """All first bets, with side wagers and mistakes."""
    win_per_hour: float
    standard_deviation_per_hour: float
    hours: float
    win: float
    standard_deviation: float
    chance_to_lose: float
    counted: Counted | None


class Comparison(Struct, frozen=True, kw_only=True):
    name: str
    table: str
    win_per_hour_before: float
    win_per_hour: float
    even_players: int | None
    """The fewest players a table with which the alternative wins as much."""


class Floor(Struct, frozen=True, kw_only=True):
    tables: tuple[Table, ...]
    win_per_hour: float
    win: float
    standard_deviation: float
    alternatives: tuple[Comparison, ...]
    assumptions: tuple[str, ...]

    def json(self) -> object:
        return to_builtins(self)

    def sheet(self) -> Sheet:
        lead = (
            f"The floor is expected to win {amount(self.win)}, standard deviation {amount(self.standard_deviation)}; "
            f"{amount(self.win_per_hour)} an hour."
        )
        return Sheet(kind="Floor", title="What the floor wins", lead=lead, sections=tuple(_sections(self)))


def read_floor(path: Path) -> FloorFile:
    """A floor's file, or a refusal that names what is wrong in it."""
    try:
        found = msgspec.convert(files.toml(files.read(path), str(path)), FloorFile)
    except msgspec.ValidationError as problem:
        raise Refused(f"{path}: {files.sentence(problem)}") from None
    for each in found.table:
        _check(each)
    names = [each.name for each in found.table]
    if not names or len(set(names)) < len(names):
        raise Refused(f"{path}: a floor file needs tables with different names")
    return found


def _check(table: TableEntry) -> None:
    for name, value, least in (
        ("players", table.players, 1),
        ("tables", table.tables, 1),
        ("hours", table.hours, 0.01),
        ("pace", 1 if table.pace is None else table.pace, 0.01),
    ):
        if not least <= value <= 10_000:
            raise Refused(f"{clipped(table.name)}: {name} cannot be {value:g}")
    if table.mistakes < 0 or any(not 0 <= each.share <= 1 for each in table.side):
        raise Refused(f"{clipped(table.name)}: mistakes must be 0 percent or more, and a share from 0 to 1")
    given = [each is not None for each in _count_of(table)]
    if any(given) and not all(given):
        raise Refused(f"{clipped(table.name)}: a count needs opener, fills, credits, drop and closer")


def _count_of(table: TableEntry) -> tuple[Dollars | None, ...]:
    return table.opener, table.fills, table.credits, table.drop, table.closer


def pace(rules: Rules, players: int) -> float:
    """Rounds an hour at a table with this many players.

    >>> from pitboss.book import game
    >>> [tables * players * int(pace(game("blackjack").rules(), players)) for tables, players in ((5, 7), (7, 5))]
    [1820, 2450]
    """
    if rules.game.data.family == "blackjack":
        return PACE[min(players, len(PACE)) - 1]
    return rules.game.data.house.rounds_per_hour


class _Bet(Struct, frozen=True):
    """A player's average bets a round, what the house wins of them, and the variance of that."""

    staked: float
    win: float
    variance: float


def floor(path: Path) -> Floor:
    """The figures of a floor's file."""
    read = read_floor(path)
    known = {each.name: each for each in read.table}
    tables = tuple(map(_table, read.table))
    for each in read.alternative:
        if each.table not in known:
            raise Refused(f"{clipped(each.name)}: there is no table {clipped(each.table)}")
    return Floor(
        tables=tables,
        win_per_hour=sum(each.win_per_hour for each in tables),
        win=sum(each.win for each in tables),
        standard_deviation=sqrt(sum(each.standard_deviation**2 for each in tables)),
        alternatives=tuple(_compared(each, known[each.table]) for each in read.alternative),
        assumptions=(
            "players use the best strategy, apart from the mistakes in the file",
            "the hands of a round are taken as independent; at one table they face the same dealer, so results "
            "vary somewhat more",
            "blackjack's pace depends on the number of players; other games have a fixed pace",
            "hold is win divided by drop and does not measure the house edge",
        ),
    )


def _bet(table: TableEntry) -> tuple[Rules, _Bet]:
    from pitboss.table.lawful import rules_named

    rules = rules_named(table.game, [f"{name}={_written(value)}" for name, value in table.options.items()])
    for each in table.side:
        rules = offering(rules, {}, each.wager)
    main = row_of(rules, table.wager or None)
    stake = cents(table.average_bet) / 100
    staked, win = stake, stake * (float(main.house_edge) + table.mistakes / 100)
    variance = (stake * main.standard_deviation) ** 2
    for side in table.side:
        row, bet = row_of(rules, side.wager), cents(side.bet) / 100
        mean = bet * float(row.house_edge)
        staked += side.share * bet
        win += side.share * mean
        variance += side.share * ((bet * row.standard_deviation) ** 2 + mean**2) - (side.share * mean) ** 2
    return rules, _Bet(staked, win, variance)


def _written(value: str | int | bool) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _table(table: TableEntry) -> Table:
    rules, bet = _bet(table)
    hands = table.tables * table.players * (pace(rules, table.players) if table.pace is None else table.pace)
    win, standard_deviation = hands * bet.win, sqrt(hands * bet.variance)
    whole, spread = win * table.hours, standard_deviation * sqrt(table.hours)
    return Table(
        name=table.name,
        game=rules.game.id,
        hands_per_hour=hands,
        handle_per_hour=hands * bet.staked,
        house_edge=bet.win / bet.staked,
        win_per_hour=win,
        standard_deviation_per_hour=standard_deviation,
        hours=table.hours,
        win=whole,
        standard_deviation=spread,
        chance_to_lose=NormalDist(whole, spread).cdf(0),
        counted=_counted(table, whole, spread),
    )


def _counted(table: TableEntry, expected: float, spread: float) -> Counted | None:
    amounts = [cents(each) / 100 for each in _count_of(table) if each is not None]
    if not amounts:
        return None
    opener, fills, credits_, drop, closer = amounts
    win = win_of_count(opener, fills, credits_, drop, closer)
    usual = usual_win(expected, spread)
    return Counted(
        win=win,
        drop=drop,
        hold=win / drop if drop else None,
        usual=usual,
        usual_hold=(usual[0] / drop, usual[1] / drop) if drop else None,
        z=(win - expected) / spread,
        ordinary=usual[0] <= win <= usual[1],
    )


def win_of_count(opener: T, fills: T, credits_: T, drop: T, closer: T) -> T:
    """The win of a table by its count.

    >>> win_of_count(100, 20, 5, 60, 70)
    15
    """
    return closer + credits_ + drop - opener - fills


def usual_win(expected: float, spread: float) -> tuple[float, float]:
    """The usual range of a win, 95 times in a hundred."""
    wide = NormalDist().inv_cdf((1 + SURE) / 2) * spread
    return expected - wide, expected + wide


def _compared(given: Alternative, table: TableEntry) -> Comparison:
    changes = {
        name: value
        for name in ("players", "average_bet", "tables", "pace", "side")
        if (value := getattr(given, name)) is not None
    }
    other = msgspec.structs.replace(table, **changes)
    _check(other)
    before = _table(table).win_per_hour
    rules, bet = _bet(other)

    def wins(players: int) -> float:
        rate = pace(rules, players) if other.pace is None else other.pace
        return other.tables * players * rate * bet.win

    seats: Sequence[int] = range(1, max(rules.positions, other.players) + 1)
    return Comparison(
        name=given.name,
        table=given.table,
        win_per_hour_before=before,
        win_per_hour=wins(other.players),
        even_players=next((each for each in seats if wins(each) >= before), None),
    )


def _sections(found: Floor) -> list[Section]:
    rows = tuple(
        (
            each.name,
            each.game,
            f"{each.hands_per_hour:,.0f}",
            amount(each.handle_per_hour),
            percent(each.house_edge, 2),
            amount(each.win_per_hour),
            amount(each.win),
            amount(each.standard_deviation),
            percent(each.chance_to_lose, 1),
        )
        for each in found.tables
    )
    columns = ("table", "game", "hands/h", "handle/h", "house edge", "win/h", "win", "std dev", "loses")
    sections = [
        Section(
            title="Theoretical win",
            tables=(Columns(columns=columns, rows=rows, words=2),),
            notes=found.assumptions,
        )
    ]
    counted = [(each, each.counted) for each in found.tables if each.counted is not None]
    if counted:
        lines = tuple(
            (
                table.name,
                "usual" if each.ordinary else "NOT usual",
                amount(each.win),
                amount(each.drop),
                percent(each.hold, 1),
                amount(each.usual[0]),
                amount(each.usual[1]),
                f"{each.z:+.2f}",
            )
            for table, each in counted
        )
        heads = ("table", "is it usual?", "win", "drop", "hold", "usual from", "to", "z")
        sections.append(
            Section(
                title="Counted",
                tables=(Columns(columns=heads, rows=lines, words=2),),
                notes=(
                    "usual: 95 percent of the time; one table in twenty is outside by chance",
                    "win = closer + credits + drop - opener - fills",
                ),
            )
        )
    if found.alternatives:
        compared = tuple(
            (
                each.name,
                each.table,
                amount(each.win_per_hour_before),
                amount(each.win_per_hour),
                amount(each.win_per_hour - each.win_per_hour_before),
                "–" if each.even_players is None else f"{each.even_players}",
            )
            for each in found.alternatives
        )
        named = ("alternative", "table", "win/h now", "then", "difference", "players to break even")
        sections.append(Section(title="Otherwise", tables=(Columns(columns=named, rows=compared, words=2),)))
    return sections


__all__ = ["Alternative", "Floor", "FloorFile", "TableEntry", "floor", "pace", "read_floor"]
