"""An ante with a wager beside it that pays a winning hand by its rank (a blind, an X-tra bonus), and a play wager of
some antes made at one of several moments: what a showdown is worth, and the odds once all deals are counted."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import lcm
from typing import NamedTuple

import numpy as np

from pitboss.arrays import Ints
from pitboss.book.endings import OF, TAKEN, WIN, Ending, Line, line, lines, lines_by_hand
from pitboss.book.rules import Rules
from pitboss.odds import Outcome, WagerOdds, counted, merge
from pitboss.odds.endings import unit


class Priced(NamedTuple):
    """The lines on which the three wagers end at a table, by ending; the wager beside the ante also by kind of hand."""

    ante: tuple[Line, ...]
    beside: tuple[tuple[Line, ...], ...]
    play: tuple[Line, ...]
    fold: tuple[Line, Line]
    """Of the ante and the wager beside it."""


def priced(
    rules: Rules, beside: str, endings: Sequence[Ending], fold: Ending, kinds: Sequence[str]
) -> Priced:
    return Priced(
        tuple(lines(rules, "ante", endings)),
        tuple(map(tuple, lines_by_hand(rules, beside, endings, kinds))),
        tuple(lines(rules, "play", endings)),
        (line(rules, "ante", fold.fates["ante"]), line(rules, beside, fold.fates[beside])),
    )


class Worth(NamedTuple):
    """The net of the ante and its side wager together by ending and kind of hand, of each ante of the play wager
    by ending, and of a fold; in parts of an ante, as many as ``parts`` says."""

    first: Ints
    play: Ints
    fold: int
    parts: int


def worth(priced: Priced) -> Worth:
    parts = lcm(*(each[OF] for by_kind in priced.beside for each in by_kind))
    first = [
        [int(parts * (unit(ante) + unit(each))) for each in by_kind]
        for ante, by_kind in zip(priced.ante, priced.beside, strict=True)
    ]
    plays = [int(parts * unit(play)) for play in priced.play]
    fold = int(parts * sum(map(unit, priced.fold)))
    return Worth(np.array(first, np.int64), np.array(plays, np.int64), fold, parts)


class Outcomes(NamedTuple):
    """The names of a game's outcomes: the endings, the kinds of hand, and for each moment the antes of the play wager
    and its words."""

    endings: Sequence[str]
    kinds: Sequence[str]
    moments: Sequence[tuple[int, str]]


def all_together(rules: Rules, counts: Ints, priced: Priced, named: Outcomes, per: str) -> WagerOdds:
    """All three wagers, from the deals by moment, ending and kind of hand; those that fold come last."""
    value = worth(priced)
    deals = int(counts.sum())
    folded = Fraction(int(counts[-1].sum()), deals)
    outcomes = [Outcome("fold", folded, Fraction(value.fold, value.parts))]
    wagered = Fraction(2)
    for when, (antes, moment) in enumerate(named.moments):
        wagered += Fraction(antes * int(counts[when].sum()), deals)
        for (ending, name), (kind, hand) in product(enumerate(named.endings), enumerate(named.kinds)):
            if count := int(counts[when, ending, kind]):
                brings = Fraction(int(value.first[ending, kind] + antes * value.play[ending]), value.parts)
                own = f", {hand}" if priced.beside[ending][kind][WIN] else ""
                outcomes.append(Outcome(f"{name}{own}, {moment}", Fraction(count, deals), brings))
    return WagerOdds(
        wager="ante",
        table="fixed",
        options=rules.options,
        outcomes=merge(outcomes),
        per=per,
        wagered=wagered,
    )


def by_itself(
    wager: str, rules: Rules, counts: Ints, priced: Priced, named: Outcomes, *, unpaid: str, per: str
) -> WagerOdds:
    """The wager beside the ante, with the decisions that are best for all three. ``unpaid``: the winning hands that the
    table does not pay."""
    found = {"fold": int(counts[-1].sum())}
    pays = {"fold": unit(priced.fold[1])}
    for (ending, play), (kind, hand) in product(enumerate(priced.play), enumerate(named.kinds)):
        ends = priced.beside[ending][kind]
        won = hand if ends[WIN] else unpaid
        name = won if play[WIN] else "lose" if play[TAKEN] else "tie"
        found[name] = found.get(name, 0) + int(counts[:-1, ending, kind].sum())
        pays[name] = unit(ends)
    return counted(wager, found, pays, table=rules.pay(wager).table, options=rules.options, per=per)
