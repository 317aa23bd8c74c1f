"""The mathematics of Lucky Sum: 52 cards, 36 throws, and one round in six is hot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from pitboss.book import Rules
from pitboss.compiler import kernel
from pitboss.odds import Chart, Strategy, WagerOdds, counted
from pitboss.sim import Simulation

from .lucky_sum import count, decides, heats, sum_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Tape = NDArray[np.uint8]

THROWS = [(first, second) for first in range(1, 7) for second in range(1, 7)]
HEAT = Counter(heats(first, second) for first, second in THROWS)
"""How many throws in 36 make the next round ordinary (0) or hot (1)."""
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def is_printed(rules: Rules) -> int:
    return int(rules["reading-sixteen"] == "as-printed")


def value(card: int, hot: int, printed: int) -> int:
    """What raising brings, in 36ths of an Ante; folding brings -36."""
    return 2 * sum(decides(sum_of(card, *throw), hot, printed) for throw in THROWS)


def raises(card: int, hot: int, printed: int) -> bool:
    return value(card, hot, printed) > -36


def all_odds(rules: Rules, wager: str | None = None) -> Iterator[WagerOdds]:
    if wager in (None, "ante"):
        yield ante(rules)
    if wager in (None, "lucky") and rules.offers("lucky"):
        yield lucky(rules)


def ante(rules: Rules) -> WagerOdds:
    """The Ante and its Raise together, by the best strategy."""
    printed = is_printed(rules)
    names = {1: "win", 0: "push", -1: "lose"}
    counts: Counter[str] = Counter()
    for card in range(52):
        for hot, weight in HEAT.items():
            for throw in THROWS:
                plays = raises(card, hot, printed)
                name = names[decides(sum_of(card, *throw), hot, printed)] if plays else "fold"
                counts[name] += weight
    cases = 52 * 36 * 36
    return counted(
        "ante",
        counts,
        {"win": 2, "push": 0, "lose": -2, "fold": -1},
        options={"reading-sixteen": rules["reading-sixteen"]},
        per="unit of the Ante",
        wagered=1 + Fraction(cases - counts["fold"], cases),
    )


def lucky(rules: Rules) -> WagerOdds:
    table = rules.pay("lucky")
    counts: Counter[str] = Counter()
    for card in range(52):
        for throw in THROWS:
            total = str(sum_of(card, *throw))
            counts[total if total in table.rows else "lose"] += 1
    pays = {name: Fraction(odds.win, odds.stake) for name, odds in table.rows.items()}
    return counted("lucky", counts, {**pays, "lose": Fraction(-1)}, table=table.table)


def best(rules: Rules) -> Strategy:
    printed = is_printed(rules)
    cells = [[raises(4 * rank, hot, printed) for rank in range(13)] for hot in (0, 1)]
    lowest = [min(count(4 * rank) for rank in range(13) if row[rank]) for row in cells]
    return Strategy(
        game="lucky-sum",
        rule=f"Raise with {lowest[0]} or more, in a hot round with {lowest[1]} or more.",
        charts=(
            Chart(
                "Raise or fold",
                tuple(RANKS),
                tuple(
                    (label, *("R" if yes else "F" for yes in row))
                    for label, row in zip(("ordinary", "hot"), cells, strict=True)
                ),
            ),
        ),
        legend={"R": "raise", "F": "fold"},
        house_edge=ante(rules).house_edge,
    )


# What the compiled round knows of the rules: is 16 as printed; raise (1) or fold (0) by heat and rank; then
# what Lucky pays on each sum, as win and stake (0, 0: it loses).
RAISE, WIN, STAKE = 1, 27, 51
SIZE = 75


@kernel
def play(tape: Tape, at: int, stakes: Ints, rules: Ints, memory: Ints, net: Ints, staked: Ints) -> int:
    """One round. A pocket of the tape is a rank and a die, 78 in all; the rank of the second is not used."""
    first, second = tape[at] // 13 + 1, tape[at + 1] // 13 + 1
    rank = tape[at] % 13
    hot = memory[1]
    total = sum_of(4 * rank, first, second)
    memory[1] = heats(first, second)
    if stakes[0] == 0:
        return at + 2
    staked[0] += stakes[0]
    if rules[RAISE + 13 * hot + rank]:
        staked[0] += stakes[0]
        net[0] += 2 * stakes[0] * decides(total, hot, rules[0])
    else:
        net[0] -= stakes[0]
    if stakes[1] > 0:
        staked[1] += stakes[1]
        if rules[STAKE + total] > 0:
            net[1] += stakes[1] * rules[WIN + total] // rules[STAKE + total]
        else:
            net[1] -= stakes[1]
    return at + 2


def compiled(rules: Rules) -> Simulation:
    numbers = np.zeros(SIZE, dtype=np.int64)
    numbers[0] = is_printed(rules)
    for hot in (0, 1):
        for rank in range(13):
            numbers[RAISE + 13 * hot + rank] = raises(4 * rank, hot, is_printed(rules))
    if rules.offers("lucky"):
        for name, odds in rules.pay("lucky").rows.items():
            numbers[WIN + int(name)], numbers[STAKE + int(name)] = odds.win, odds.stake
    return Simulation(
        game="lucky-sum",
        wagers=("ante", "lucky") if rules.offers("lucky") else ("ante",),
        play=play,
        rules=numbers,
        equipment="wheel",
        size=78,
        draws=2,
        memory=2,
        reserve=reserve,
    )


def reserve(stakes: Ints) -> int:
    return int(stakes.sum() + stakes[0])
