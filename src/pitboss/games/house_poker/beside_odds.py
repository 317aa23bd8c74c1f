"""An ante with a wager beside it that pays a winning hand by its rank (a blind, an X-tra bonus), and a play wager of
some antes made at one of several moments: what a showdown is worth, and the odds once all deals are counted."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import lcm
from typing import NamedTuple

import numpy as np

from pitboss.book.rules import Rules
from pitboss.games.house_poker.boards_odds import Longs
from pitboss.money import Odds
from pitboss.odds import Outcome, WagerOdds, counted, merge, net

RankOdds = tuple[Odds | None, ...]
"""What the wager beside the ante is paid for each kind of hand that wins; none: it is returned."""


def rank_odds(rules: Rules, wager: str, kinds: Sequence[str]) -> RankOdds:
    return tuple(rules.pay(wager).get(kind) for kind in kinds)


def returned_or_paid(odds: Odds | None, sign: int) -> Fraction:
    """What the wager beside the ante brings a hand that wins (1), ties (0) or loses (-1): a win is paid by its odds, or
    only returned where the table has none."""
    return Fraction(sign) if sign <= 0 else net(odds) if odds else Fraction(0)


class Worth(NamedTuple):
    """What ante and the wager beside it bring together by ending and kind of hand, what each ante of the play wager
    brings by ending, and what a fold brings; in so many parts of an ante."""

    first: Longs
    play: Longs
    fold: int
    parts: int


def worth(beside: RankOdds, endings: Sequence[tuple[int, int]], fold: int) -> Worth:
    """``endings``: what becomes of ante and play wager, as the game's rule has it for each; ``fold``: in antes."""
    parts = lcm(*(odds.stake for odds in beside if odds))
    first = [
        [int(parts * (ante + returned_or_paid(odds, play))) for odds in beside] for ante, play in endings
    ]
    plays = [parts * play for _, play in endings]
    return Worth(np.array(first, np.int64), np.array(plays, np.int64), fold * parts, parts)


class Told(NamedTuple):
    """How a game tells its outcomes: the endings, the kinds of hand, and for each moment the antes of the play wager
    and its words."""

    endings: Sequence[str]
    kinds: Sequence[str]
    moments: Sequence[tuple[int, str]]


def all_together(
    rules: Rules, counts: Longs, value: Worth, beside: RankOdds, told: Told, per: str
) -> WagerOdds:
    """All three wagers, from the deals by moment, ending and kind of hand; those that fold come last."""
    deals = int(counts.sum())
    folded = Fraction(int(counts[-1].sum()), deals)
    outcomes = [Outcome("fold", folded, Fraction(value.fold, value.parts))]
    wagered = Fraction(2)
    for when, (antes, moment) in enumerate(told.moments):
        wagered += Fraction(antes * int(counts[when].sum()), deals)
        for (ending, name), (kind, paid) in product(enumerate(told.endings), enumerate(beside)):
            if count := int(counts[when, ending, kind]):
                brings = Fraction(int(value.first[ending, kind] + antes * value.play[ending]), value.parts)
                own = f", {told.kinds[kind]}" if paid and value.play[ending] > 0 else ""
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
    wager: str,
    rules: Rules,
    counts: Longs,
    value: Worth,
    beside: RankOdds,
    told: Told,
    *,
    folded: int,
    unpaid: str,
    per: str,
) -> WagerOdds:
    """The wager beside the ante, the decisions being the best for all three. ``folded``: what it brings then;
    ``unpaid``: the winning hands that the table does not pay."""
    by_ending = counts[:-1].sum(axis=0)
    found = {
        "fold": int(counts[-1].sum()),
        "lose": int(by_ending[value.play < 0].sum()),
        "tie": int(by_ending[value.play == 0].sum()),
    }
    pays = {"fold": Fraction(folded), "lose": Fraction(-1), "tie": Fraction(0)}
    for kind, paid in enumerate(beside):
        row = told.kinds[kind] if paid else unpaid
        found[row] = found.get(row, 0) + int(by_ending[value.play > 0, kind].sum())
        pays[row] = returned_or_paid(paid, 1)
    return counted(wager, found, pays, table=rules.pay(wager).table, options=rules.options, per=per)
