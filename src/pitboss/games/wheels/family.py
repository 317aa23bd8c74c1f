"""What the wheels share: places on the layout that cover some of the stops, and one spin that decides all."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import TYPE_CHECKING

from msgspec import Struct, field

from pitboss.book import (
    Choice,
    Felt,
    Game,
    Marker,
    Mathematics,
    Posting,
    Refused,
    Round,
    Rules,
    Say,
    Settle,
    State,
    carries,
    cite,
    rule,
)
from pitboss.money import Odds
from pitboss.table import Table

if TYPE_CHECKING:
    from pitboss.odds import WagerOdds
    from pitboss.sim import Simulation


class Spot(Struct, frozen=True):
    """A place on the layout. The stops it covers, and those on which it loses only half, are the bits of a
    number (in the order of `WheelGame.numbers`); ``parts`` is the number of equal wagers it is treated as."""

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


@rule("5.1(d)", "5.1(e)1i(2)", "5.2(b)", "5.3(d)", "5.5(a)", "12.7(c)", "12.7(e)1")
def decided(
    number: int, stake: int, covered: int, half: int, parts: int, win: int, of: int
) -> tuple[int, int]:
    """What a wager is paid and how much of it is lost when the wheel has stopped."""
    if covered >> number & 1:
        part = stake // parts
        return part * win // of, stake - part
    if half >> number & 1:
        return 0, stake // 2
    return 0, stake


# ---- the layout --------------------------------------------------------------------------------------

Box = tuple[float, float, float, float]
"""Where a stop's box lies: x, y, width, height."""


def meet(group: Iterable[Box]) -> Box:
    """The common part of boxes: a line has no width or no height, a corner neither."""
    edges = [(x, y, x + w, y + h) for x, y, w, h in group]
    x, y = max(edge[0] for edge in edges), max(edge[1] for edge in edges)
    return x, y, min(edge[2] for edge in edges) - x, min(edge[3] for edge in edges) - y


def adjoining(boxes: Mapping[str, Box]) -> Iterator[tuple[str, ...]]:
    """Every two stops with a line between their boxes."""
    for pair in combinations(boxes, 2):
        *_, width, height = meet(boxes[stop] for stop in pair)
        if min(width, height) == 0 < max(width, height):
            yield pair


def corners(boxes: Mapping[str, Box]) -> set[frozenset[str]]:
    """The stops around every corner that three or four boxes share."""
    points = {(x + dx, y + dy) for x, y, w, h in boxes.values() for dx in (0, w) for dy in (0, h)}
    around = (
        frozenset(stop for stop, (x, y, w, h) in boxes.items() if x <= px <= x + w and y <= py <= y + h)
        for px, py in points
    )
    return {stops for stops in around if len(stops) > 2}


# ---- non-value chips ---------------------------------------------------------------------------------

WHEEL_CHIPS = ("aqua", "beige", "brown", "coral", "lavender", "lime", "navy", "rose")
"""Colors of non-value chips: one for each seat, none of them usual for value chips (5.1(b), 12.4(b))."""


class ChipState(State):
    """Who plays with non-value chips: color and seat. Everybody else plays with value chips."""

    chips: dict[str, int] = field(default_factory=dict)
    """The seat that plays with each color of wheel chips."""

    def __post_init__(self) -> None:
        if unknown := self.chips.keys() - set(WHEEL_CHIPS):
            raise ValueError(f"there are no {min(unknown)} wheel chips; there are: {', '.join(WHEEL_CHIPS)}")

    def seats(self) -> Iterable[int]:
        return self.chips.values()


def chip_markers(table: Table) -> list[Marker]:
    """The owner of each color of chips."""
    state = table.state
    assert isinstance(state, ChipState)
    return [
        Marker(color, str(seat), f"plays with {color} chips", "chips") for color, seat in state.chips.items()
    ]


def chip_choice(table: Table, seat: int) -> Choice:
    """The chips that a player may have: value chips, or those of a color that nobody else has."""
    used = chips_of_others(table, seat)
    return Choice("wheel-chips", of=("value", *(color for color in WHEEL_CHIPS if color not in used)))


def chips_of_others(table: Table, seat: int) -> dict[str, int]:
    state = table.state
    assert isinstance(state, ChipState)
    return {color: other for color, other in state.chips.items() if other in table.seats and other != seat}


def wheel_chips(table: Table, seat: int, color: str, paragraph: str) -> Round:
    """Non-value chips for a player, in a color that nobody else has at this table; or ``value``."""
    state = table.state
    assert isinstance(state, ChipState)
    used = chips_of_others(table, seat)
    if color in used:
        raise Refused(f"{table.seats[used[color]].name} already plays with {color} chips", paragraph)
    free = chip_choice(table, seat).of
    if color not in free:
        given = ", ".join(free)
        raise Refused(f"there are no {color or 'such'} wheel chips left; free colors: {given}", paragraph)
    state.chips = used if color == "value" else {**used, color: seat}
    yield Say(f"{table.seats[seat].name} plays with {color} chips", cite=cite(paragraph))


# ---- the game ----------------------------------------------------------------------------------------


class WheelGame(Posting, Felt, Mathematics, Game):
    """A game in which one spin decides every wager by its place."""

    @abstractmethod
    def stops(self, rules: Rules) -> tuple[str, ...]:
        """The stops of the wheel, in order; a stop that decides nothing is last."""

    @abstractmethod
    def numbered(self, rules: Rules, wager: str | None = None) -> Mapping[str, Spot]:
        """Every place on the layout that is open to a wager, or to this one, by its name."""

    def no_spin(self, rules: Rules) -> str:
        """The stop that voids the spin, if the wheel has one."""
        return ""

    def numbers(self, rules: Rules) -> tuple[str, ...]:
        """The different stops that decide."""
        return tuple(dict.fromkeys(stop for stop in self.stops(rules) if stop != self.no_spin(rules)))

    def pays(self, rules: Rules, spot: Spot) -> Odds:
        """The odds of a place: its own row of the pay table, or the only row."""
        table = rules.pay(spot.id)
        return table[spot.param if spot.param in table.rows else "win"]

    # ---- at the table --------------------------------------------------------------------------------

    def spot(self, rules: Rules, wager: str) -> str:
        if wager in (felt := self.numbered(rules)):
            return wager
        data = rules.wager(wager.partition(":")[0])
        places = [spot.wager for spot in felt.values() if spot.id == data.id]
        few = ", ".join(places[:3]) + (f" … {places[-1]}" if len(places) > 3 else "")
        raise Refused(f"this layout has no place {wager}; it has, for example, {few}", data.cite)

    def spots(self, table: Table, seat: int) -> Iterable[str]:
        return self.numbered(table.rules)

    @carries("5.3(e)", "5.6(e)", "12.7(e)2")
    def settle(self, table: Table, stop: str) -> Round:
        """Every wager on stops, in place: losers are collected, then winners paid."""
        felt, number = self.numbered(table.rules), self.numbers(table.rules).index(stop)
        settled = []
        for bet in table.bets.values():
            if (spot := felt.get(bet.wager)) is None:  # pokette: decided by more than one spin
                continue
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
        from pitboss.games.wheels.wheel_mathematics import odds

        return odds(self, rules, wager)

    odds_at_once = odds

    def simulation(self, rules: Rules) -> Simulation:
        from pitboss.games.wheels.wheel_mathematics import simulation

        return simulation(self, rules)
