"""The file of a game: its exact figures, and a tree that leads to those of a table.

A tree asks the rules one question after another, in the order in which the mathematics asked (`watched`), and ends at
the number of an answer. Tables that give the same replies share one answer."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import lcm
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from pitboss.book.rules import Rules
from pitboss.law import Slip
from pitboss.money import Cents
from pitboss.odds import Chart, Meter, Outcome, Strategy, WagerOdds
from pitboss.odds.proved.origin import Origin
from pitboss.odds.proved.watched import Fact, Reads, read

HOME: Final = Path(__file__).parent / "games"

Tree = Any
"""The number of an answer; or a read, with what follows for each value of it."""
Step = tuple[str, tuple[tuple[Fact, msgspec.Raw], ...]]
"""A read of a tree; what follows is still undecoded."""


class Row(Struct, frozen=True, array_like=True):
    """The odds of a wager."""

    wager: str
    table: str
    options: tuple[str, ...] | Literal["all", "in effect"]
    """The table's options under which it is listed."""
    per: str
    cases: str
    """The unit of the outcomes' counts."""
    outcomes: tuple[tuple[str, str, str], ...]
    """Each with its count and its net."""
    wagered: str
    rounds: str
    method: Literal["exact", "simulated"]
    interval: tuple[float, float] | None
    value: str | None
    deviation: float | None
    simulated: tuple[str, ...]
    equity: str | None
    break_even: Cents | None
    meter: bytes | None


class Nothing(Struct, frozen=True, array_like=True, tag=True):
    """The game has no decisions, or its best play is not known; the game itself says so."""


class Play(Struct, frozen=True, array_like=True, tag=True):
    """A strategy."""

    rule: str
    charts: tuple[Chart, ...]
    notes: tuple[str, ...]
    legend: dict[str, str]
    wager: str
    house_edge: str | None
    chart_edge: str | None
    simpler: dict[str, str]


class Pages(Struct, frozen=True):
    """Everything stored for a game."""

    game: str
    origin: Origin
    order: tuple[str, ...] = ()
    """The wagers whose odds, in order, are those of the table; none if they are not."""
    trees: dict[str, msgspec.Raw] = {}
    """By kind and wager: ``odds ante``, ``strategy``. Each is decoded only when it is asked for."""
    whole: tuple[str, ...] = ()
    """The trees that contain every choice that affects their figures."""
    answers: tuple[msgspec.Raw, ...] = ()
    seconds: dict[str, float] = {}
    """The time that each tree took to prove."""

    def tree(self, name: str) -> Tree | None:
        """A whole tree."""
        return msgspec.msgpack.decode(self.trees[name]) if name in self.trees else None


# ---- files -----------------------------------------------------------------------------------------------


def page(name: str) -> Path:
    return HOME / f"{name}.almanac"


@cache
def pages(name: str) -> Pages | None:
    """The part of a game that ships."""
    try:
        return decoded(page(name).read_bytes())
    except FileNotFoundError:
        return None


def decoded(data: bytes) -> Pages:
    return msgspec.msgpack.decode(zlib.decompress(data), type=Pages)


def encoded(found: Pages) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(found), 9)


# ---- trees -----------------------------------------------------------------------------------------------


def walk(tree: msgspec.Raw, rules: Rules) -> int | None:
    """The answer for these rules, if there is one."""
    step: int | Step = msgspec.msgpack.decode(tree, type=int | Step)
    while not isinstance(step, int):
        source, follows = step
        fact = read(rules, source)
        further = next((each for value, each in follows if same(value, fact)), None)
        if further is None:
            return None
        step = msgspec.msgpack.decode(further, type=int | Step)
    return step


def same(one: Fact, other: Fact) -> bool:
    return type(one) is type(other) and one == other


def grown(tree: Tree, reads: Iterable[tuple[str, Fact]], answer: int) -> Tree:
    """The tree with one more way to an answer."""
    steps = list(reads)
    if not steps:
        if tree is not None and tree != answer:
            raise AssertionError("what was read does not decide what is answered")
        return answer
    (source, fact), *rest = steps
    if tree is None:
        tree = [source, []]
    if isinstance(tree, int) or tree[0] != source:
        raise AssertionError(f"{source} was read where something else was before")
    for branch in tree[1]:
        if same(branch[0], fact):
            branch[1] = grown(branch[1], rest, answer)
            return tree
    tree[1].append([fact, grown(None, rest, answer)])
    return tree


def paths(tree: Tree, so_far: Mapping[str, Fact] | None = None) -> Iterator[tuple[Reads, int]]:
    """Every way to an answer."""
    reads = dict(so_far or {})
    if isinstance(tree, int):
        yield reads, tree
    elif tree is not None:
        for fact, follows in tree[1]:
            yield from paths(follows, {**reads, tree[0]: fact})


# ---- answers ---------------------------------------------------------------------------------------------


def stored(row: WagerOdds, rules: Rules) -> Row:
    """A row of a table as it is stored."""
    cases = lcm(*(each.probability.denominator for each in row.outcomes))
    listed: tuple[str, ...] | Literal["all", "in effect"] = tuple(row.options)
    if any(value != rules.options[name] for name, value in row.options.items()):
        raise Slip(f"the odds of {row.wager} are listed under other options than the table's")
    if row.options == rules.options:
        listed = "all"
    elif row.options == rules.in_effect:
        listed = "in effect"
    meter = row.meter and msgspec.msgpack.encode(row.meter, enc_hook=str)
    return Row(
        row.wager,
        row.table,
        listed,
        row.per,
        str(cases),
        tuple((each.outcome, str(int(each.probability * cases)), str(each.net)) for each in row.outcomes),
        str(row.wagered),
        str(row.rounds),
        row.method,
        row.interval,
        _text(row.value),
        row.deviation,
        row.simulated,
        _text(row.equity),
        row.break_even,
        meter or None,
    )


def odds(row: Row, rules: Rules, proved: str) -> WagerOdds:
    cases = int(row.cases)
    return WagerOdds(
        wager=row.wager,
        outcomes=tuple(
            Outcome(name, Fraction(int(count), cases), Fraction(net)) for name, count, net in row.outcomes
        ),
        table=row.table,
        options={name: rules.options[name] for name in row.options}
        if isinstance(row.options, tuple)
        else rules.options
        if row.options == "all"
        else rules.in_effect,
        per=row.per,
        wagered=Fraction(row.wagered),
        rounds=Fraction(row.rounds),
        method=row.method,
        interval=row.interval,
        value=_fraction(row.value),
        deviation=row.deviation,
        simulated=row.simulated,
        equity=_fraction(row.equity),
        break_even=row.break_even,
        meter=msgspec.msgpack.decode(row.meter, type=Meter, dec_hook=lambda _, text: Fraction(text))
        if row.meter
        else None,
        proved=proved,
    )


def played(best: Strategy) -> Play:
    return Play(
        best.rule,
        best.charts,
        best.notes,
        dict(best.legend),
        best.wager,
        _text(best.house_edge),
        _text(best.chart_edge),
        {rule: str(edge) for rule, edge in best.simpler.items()},
    )


def strategy(found: Play, rules: Rules, proved: str) -> Strategy:
    return Strategy(
        game=rules.game.id,
        rule=found.rule,
        charts=found.charts,
        notes=found.notes,
        legend=found.legend,
        wager=found.wager,
        house_edge=_fraction(found.house_edge),
        chart_edge=_fraction(found.chart_edge),
        simpler={rule: Fraction(edge) for rule, edge in found.simpler.items()},
        proved=proved,
    )


def _text(value: Fraction | float | None) -> str | None:
    return None if value is None else str(Fraction(value))


def _fraction(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)
