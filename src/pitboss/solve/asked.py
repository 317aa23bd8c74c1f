"""Odds and single hands for a player with more information."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from pitboss.book import Refused, Rules
from pitboss.odds import WagerOdds
from pitboss.solve import information
from pitboss.solve.information import Information


def analyse_knowing(rules: Rules, known: Information, wager: str | None = None) -> list[WagerOdds]:
    """The odds of the wagers whose best play changes if the player knows more than the game shows."""
    if wager is not None:
        rules.wager(wager)
    rows = list(rules.game.mathematics.odds_knowing(rules, known))
    if wager is not None and not (rows := [row for row in rows if row.wager == wager]):
        raise Refused(f"this knowledge does not change how {wager} is played, or never makes it worth it")
    return [replace(row, game=rules.game.id) for row in rows]


class Worth(Struct, frozen=True):
    """The value of each choice of one hand, in units of the first wager; ``hand`` and ``seen`` as they were written."""

    game: str
    hand: str
    seen: str
    values: Mapping[str, Fraction]

    @property
    def best(self) -> str:
        return max(self.values, key=self.values.__getitem__)

    def json(self) -> dict[str, object]:
        values = {name: {"fraction": str(each), "decimal": float(each)} for name, each in self.values.items()}
        return {"game": self.game, "hand": self.hand, "seen": self.seen, "best": self.best, "values": values}


def situation(rules: Rules, hand: str, seen: str = "") -> Worth:
    """The value of each choice with this hand after these cards have been seen."""
    values = rules.game.mathematics.situation(rules, information.situation(hand, seen))
    return Worth(rules.game.id, hand, seen, values)
