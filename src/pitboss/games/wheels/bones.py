"""What the wheels share: places on the layout that cover some of the stops, and one spin that decides all."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from pitboss.book import Game, Refused, Round, Rules, Settle, cite, rule
from pitboss.money import Odds
from pitboss.table import Table

if TYPE_CHECKING:
    from pitboss.odds import WagerOdds
    from pitboss.sim import Simulation


class Spot(Struct, frozen=True):
    """A place on the layout. The stops it covers, and those that cost it only half, are the bits of a number
    (the order is that of `WheelGame.numbers`); ``parts`` is how many equal wagers it is deemed to be."""

    wager: str
    covered: int
    half: int = 0
    parts: int = 1

    @property
    def id(self) -> str:
        return self.wager.partition(":")[0]

    @property
    def param(self) -> str:
        return self.wager.partition(":")[2]


@rule("5.1(d)", "5.1(e)1i(2)", "5.2(b)", "5.3(d)", "5.5(a)")
def decided(
    number: int, stake: int, covered: int, half: int, parts: int, win: int, of: int
) -> tuple[int, int]:
    """What a wager is paid and how much of it is lost when the wheel has come to rest."""
    if covered >> number & 1:
        part = stake // parts
        return part * win // of, stake - part
    if half >> number & 1:
        return 0, stake // 2
    return 0, stake


class WheelGame(Game):
    """A game in which one spin decides every wager by where it lies."""

    @abstractmethod
    def stops(self, rules: Rules) -> tuple[str, ...]:
        """What the wheel has, in its own order; a stop that decides nothing comes last."""

    @abstractmethod
    def felt(self, rules: Rules) -> Mapping[str, Spot]:
        """Every place on the layout that is open to a wager, by its name."""

    def no_spin(self, rules: Rules) -> str:
        """The stop that voids the spin, if the wheel has one."""
        return ""

    def numbers(self, rules: Rules) -> tuple[str, ...]:
        """The different stops that decide."""
        return tuple(dict.fromkeys(stop for stop in self.stops(rules) if stop != self.no_spin(rules)))

    def pays(self, rules: Rules, spot: Spot) -> Odds:
        """The odds of a place: its own row of the pay table, or the only one."""
        table = rules.pay(spot.id)
        return table.get(spot.param) or table["win"]

    # ---- at the table --------------------------------------------------------------------------------

    def spot(self, rules: Rules, wager: str) -> str:
        if wager in (felt := self.felt(rules)):
            return wager
        data = rules.wager(wager.partition("@")[0].partition(":")[0])
        places = [spot.wager for spot in felt.values() if spot.id == data.id]
        few = ", ".join(places[:3]) + (f" … {places[-1]}" if len(places) > 3 else "")
        raise Refused(f"{wager} is no place on this layout; there is {few}", data.cite)

    def spots(self, table: Table, seat: int) -> Iterable[str]:
        return self.felt(table.rules)

    def settle(self, table: Table, stop: str) -> Round:
        """Every wager where it lies: losers are collected, then winners paid, by 5.3(e) and 5.6(e)."""
        felt, number = self.felt(table.rules), self.numbers(table.rules).index(stop)
        settled = []
        for bet in table.bets.values():
            spot = felt[bet.wager]
            odds = self.pays(table.rules, spot)
            pays, lost = decided(number, bet.stake, spot.covered, spot.half, spot.parts, odds.win, odds.stake)
            paragraph = cite(self.paragraph(table.rules, spot, stop, won=pays > 0))
            settled.append(
                Settle(bet.seat, bet.wager, "win" if pays else "lose", pays, lost, paragraph, outcome=stop)
            )
        yield from sorted(settled, key=lambda each: each.result == "win")

    def paragraph(self, rules: Rules, spot: Spot, stop: str, *, won: bool) -> str:
        """The paragraph by which a wager is settled."""
        return rules.pay(spot.id).cite if won else rules.wager(spot.id).cite

    # ---- mathematics ---------------------------------------------------------------------------------

    def odds(self, rules: Rules, wager: str | None = None) -> Iterable[WagerOdds]:
        from pitboss.games.wheels.wheel_odds import odds

        return odds(self, rules, wager)

    def simulation(self, rules: Rules) -> Simulation:
        from pitboss.games.wheels.wheel_odds import simulation

        return simulation(self, rules)
