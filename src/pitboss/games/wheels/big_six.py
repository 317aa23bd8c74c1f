"""Big six wheel, 13:69F-5.5 and 5.6."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.book import Area, Finding, Round, Rules, Say, Spin, cite
from pitboss.games.wheels.family import Spot, WheelGame
from pitboss.money import DOLLAR, money
from pitboss.table import Table

INSIGNIA = ("1", "2", "5", "10", "20", "joker", "flag")


class BigSix(WheelGame):
    """One wheel, seven symbols, and a wager on each."""

    def stops(self, rules: Rules) -> tuple[str, ...]:
        return tuple(name for name in INSIGNIA for _ in range(int(rules[f"stops-{name}"])))

    def numbered(self, rules: Rules, wager: str | None = None) -> Mapping[str, Spot]:
        return {f"big6:{name}": Spot(f"big6:{name}", 1 << n) for n, name in enumerate(INSIGNIA)}

    # -- the spin, 5.6

    def round(self, table: Table) -> Round:
        yield Say("No more bets", cite=cite("5.6(a)"))
        stop = yield Spin(self.stops(table.rules))
        yield from self.settle(table, stop)

    # -- the house's table

    def check(self, rules: Rules) -> list[Finding]:
        limits = rules.limits("big6")
        if limits.least > 100 * DOLLAR or limits.most >= 10 * limits.least:
            return []
        least, most = money(limits.least), money(limits.most)
        says = f"the maximum {most} must be at least ten times the minimum {least}"
        return [Finding("limits.big6", says, cite("8.2(a)"))]

    def layout(self, rules: Rules) -> Sequence[Area]:
        return [
            Area(
                spot.wager,
                f"${spot.param}" if spot.param.isdigit() else spot.param.capitalize(),
                (250 * (n % 4), 200 * (n // 4), 240, 190),
                sign={"joker": "★", "flag": "⚑"}.get(spot.param, ""),
            )
            for n, spot in enumerate(self.numbered(rules).values())
        ]
