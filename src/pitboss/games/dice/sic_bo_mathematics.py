"""The mathematics of sic bo: count the 216 tosses that light an area."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from pitboss.arrays import Bytes, Ints
from pitboss.book import Rules, rule
from pitboss.games.dice.sic_bo import PLACES, TOSSES, SicBo, as_printed, id_of, lit, pays, row_of
from pitboss.odds import WagerOdds, counted, nets_by_row
from pitboss.sim import Simulation

# ---- odds ----------------------------------------------------------------------------------------------


def odds(game: SicBo, rules: Rules, wager: str | None) -> Iterator[WagerOdds]:
    """Each wager once, since its areas are alike, but each total separately; or the one area that is named."""
    if wager is not None and ":" in wager:
        yield counted_tosses(rules, game.spot(rules, wager))
        return
    areas: dict[str, str] = {}
    for area in PLACES:
        areas.setdefault(area if id_of(area) == "total" else id_of(area), area)
    for name, area in areas.items():
        if wager in (None, id_of(area)):
            yield counted_tosses(rules, area, name)


def counted_tosses(rules: Rules, wager: str, name: str = "") -> WagerOdds:
    """The odds of an area."""
    place, pay = PLACES[wager], rules.pay(id_of(wager))
    dice = Counter(lit(*place, as_printed(rules, place), *toss) for toss in TOSSES)
    counts = {row_of(wager, n) if n else "lose": dice[n] for n in sorted(dice, key=lambda n: n or 4)}
    pays = nets_by_row(pay, counts, "lose")
    return counted(name or wager, counts, pays, table=pay.table, options=rules.options)


# ---- simulation ----------------------------------------------------------------------------------------

# The rules as integers: for each area the arguments of `lit`, then its payout and the stake for it, by the number
# of dice that light it.
KIND, NUMBER, OTHER, PRINTED, PAID = range(5)
WIDTH = PAID + 6


@rule("9.3(c)", "9.4(b)", lean=True)
def play(
    tape: Bytes,
    at: int,
    stakes: Ints,
    rules: Ints,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One toss."""
    toss = int(np.int64(tape[at]))  # unsigned and signed do not mix
    first, second, third = 1 + toss // 36, 1 + toss // 6 % 6, 1 + toss % 6
    for i in range(len(stakes)):
        stake = stakes[i]
        if stake > 0:
            row = WIDTH * i
            dice = lit(
                rules[row + KIND],
                rules[row + NUMBER],
                rules[row + OTHER],
                rules[row + PRINTED] != 0,
                first,
                second,
                third,
            )
            odds = row + PAID + 2 * (dice - 1)
            net[i] += stake * rules[odds] // rules[odds + 1] if dice > 0 else -stake
            staked[i] += stake
    return at + 1


def simulation(rules: Rules) -> Simulation:
    """Every area is a separate wager."""
    packed: list[int] = []
    for wager, place in PLACES.items():
        packed += [*place, as_printed(rules, place)]
        for dice in (1, 2, 3):
            paid = pays(rules, wager, dice)
            packed += [paid.win, paid.stake]
    return Simulation(
        game=rules.game.id,
        wagers=tuple(PLACES),
        play=play,
        rules=np.array(packed, np.int64),
        equipment="dice",
        size=len(TOSSES),
    )
