"""The mathematics of chemin de fer: two ways to play a five against four ways to play the Banker's two free cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import lcm
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Ints
from pitboss.book import Ask, Rules, rule
from pitboss.games.baccarat.baccarat_chemin_de_fer import PERCENT, players_count
from pitboss.games.baccarat.baccarat_mathematics import (
    DRAWN,
    FIVE_AGAINST_4,
    ON_FIVE,
    THREE_AGAINST_9,
    by_value,
    coups,
    dealt,
)
from pitboss.games.baccarat.coup import (
    NONE,
    banker_draws,
    counted,
    is_natural,
    player_draws,
    points,
)
from pitboss.games.mathematics import enough, unseen
from pitboss.games.vigorish import vigorish
from pitboss.odds import Advice, Chart, Strategy, WagerOdds
from pitboss.odds import counted as odds_of
from pitboss.sim import Simulation
from pitboss.table import Table
from pitboss.table.absent import stay_in

PLAYERS: Final = {"card on five": 0, "stay on five": ON_FIVE}
BANKERS: Final = {
    "draws on both": 0,
    "stays on 3 against 9": THREE_AGAINST_9,
    "stays on 5 against 4": FIVE_AGAINST_4,
    "stays on both": THREE_AGAINST_9 | FIVE_AGAINST_4,
}
"""The ways of each side."""


SPELLED: Final = ("ten", "ace", *map(str, range(2, 10)))
"""Cards by their value."""


class Worth(NamedTuple):
    """The result of a unit of each side's wager, the Banker's after vigorish."""

    players: Fraction
    banker: Fraction


# ---- the matrix ----------------------------------------------------------------------------------------


def wins(shoe: tuple[int, ...], stays: int) -> dict[str, int]:
    """The number of ways in which six cards from a shoe with these counts of each value end for either side."""
    ways = {"player wins": 0, "banker wins": 0, "stand off": 0}
    for coup, count in coups(shoe, stays).items():
        lead = coup.player - coup.banker
        ways["player wins" if lead > 0 else "banker wins" if lead < 0 else "stand off"] += count
    return ways


def kept(rules: Rules) -> Fraction:
    """What the Banker keeps of a unit won; where vigorish is rounded, at the minimum wager."""
    percent = PERCENT[str(rules["vigorish"])]
    if rules["vigorish-rounding"] == "up":
        stake = rules.limits("bank").least
        return 1 - Fraction(vigorish(stake, percent, 1), stake)
    return 1 - Fraction(percent, 100)


def matrix(rules: Rules, cards: Sequence[int] | None = None) -> dict[tuple[str, str], Worth]:
    """Each way of the players against each of the Banker's, from a fresh shoe or from these remaining ``cards``."""
    shoe, win = by_value(rules.pack() if cards is None else cards), kept(rules)
    found = {}
    for (mine, stays), (theirs, free) in product(PLAYERS.items(), BANKERS.items()):
        ways = wins(shoe, stays | free)
        won, lost, total = ways["player wins"], ways["banker wins"], sum(ways.values())
        found[mine, theirs] = Worth(Fraction(won - lost, total), (lost * win - won) / total)
    return found


def best(worth: Mapping[tuple[str, str], Worth]) -> tuple[str, str] | None:
    """The strategies in which neither side could do better on its own; none if there are no such strategies."""
    for mine, theirs in worth:
        ours = max(worth[each, theirs].players for each in PLAYERS)
        bank = max(worth[mine, each].banker for each in BANKERS)
        if worth[mine, theirs] == (ours, bank):
            return mine, theirs
    return None


def mixture(worth: Mapping[tuple[str, str], Worth]) -> dict[tuple[str, str], Fraction]:
    """How often each pair of strategies is played by sides that could not do better on their own: always the same pair
    if there is one, otherwise each side mixes so that the other's two best have the same value."""
    if pure := best(worth):
        return {pure: Fraction(1)}
    for first, second in combinations(BANKERS, 2):
        card = even(*(worth[mine, each].banker for mine in PLAYERS for each in (first, second)))
        draw = even(*(worth[mine, each].players for each in (first, second) for mine in PLAYERS))
        if card is None or draw is None:
            continue
        mine, theirs = dict(zip(PLAYERS, card, strict=True)), dict(zip((first, second), draw, strict=True))
        values = {each: sum(n * worth[way, each].banker for way, n in mine.items()) for each in BANKERS}
        if values[first] == max(values.values()):
            return {(m, t): n * k for m, n in mine.items() for t, k in theirs.items()}
    raise AssertionError("every such game has an equilibrium")


def even(a: Fraction, b: Fraction, c: Fraction, d: Fraction) -> tuple[Fraction, Fraction] | None:
    """The mix of two strategies at which the other side, with results a or b for the first and c or d for the second,
    is indifferent."""
    if a + d == b + c:
        return None
    share = (d - c) / (a - b - c + d)
    return (share, 1 - share) if 0 <= share <= 1 else None


def odds(rules: Rules, wager: str | None = None, cards: Sequence[int] | None = None) -> Iterator[WagerOdds]:
    """Both wagers with both sides at their best, for a fresh shoe or for these remaining ``cards``."""
    played = mixture(matrix(rules, cards))
    shoe = by_value(rules.pack() if cards is None else cards)
    unit = lcm(*(share.denominator for share in played.values()))
    ways: Counter[str] = Counter()
    for (mine, theirs), share in played.items():
        for end, count in wins(shoe, PLAYERS[mine] | BANKERS[theirs]).items():
            ways[end] += int(share * unit) * count
    given = "; ".join(
        f"{mine}, the Banker {theirs}" + (f": {float(share):.2%}" if share < 1 else "")
        for (mine, theirs), share in played.items()
        if share
    )
    nets: dict[str, dict[str, Fraction | int]] = {
        "bank": {"banker wins": kept(rules), "player wins": -1, "stand off": 0},
        "against": {"player wins": 1, "banker wins": -1, "stand off": 0},
    }
    for name in nets:
        if wager in (None, name):
            yield odds_of(
                name,
                ways,
                nets[name],
                options=rules.options,
                per=f"unit covered: {given}",
            )


def odds_from(rules: Rules, cards: Sequence[int], wager: str | None = None) -> Iterator[WagerOdds]:
    """The same from the rest of a shoe."""
    enough(cards, DRAWN, "4.12(k)")
    return odds(rules, wager, cards)


# ---- a hand --------------------------------------------------------------------------------------------


def taken(left: Sequence[int], *values: int) -> Iterator[tuple[int, list[int]]]:
    """The rest without cards of these values, and the number of ways to draw them."""
    after, ways = list(left), 1
    for value in values:
        ways *= after[value]
        after[value] -= 1
    if ways > 0:
        yield ways, after


def pairs(left: Sequence[int]) -> Iterator[tuple[int, int, list[int]]]:
    """Two cards: their count, the number of ways to draw them, and the rest."""
    for a, b in product(range(10), repeat=2):
        for ways, after in taken(left, a, b):
            yield (a + b) % 10, ways, after


def bankers_lead(mine: int, third: int, count: int, left: Sequence[int]) -> int:
    """In how many more ways of the next card a Banker with this count wins than loses."""
    total = sum(left)
    if is_natural(count) or not banker_draws(count, third):
        return total * sign(count - mine)
    return sum(n * sign((count + value) % 10 - mine) for value, n in enumerate(left))


def sign(difference: int) -> int:
    return (difference > 0) - (difference < 0)


def calls(left: Sequence[int], count: int) -> dict[str, Fraction]:
    """The result of a unit for players with this count, by their call, against a Banker who draws whenever allowed."""
    stay = card = 0
    for theirs, ways, after in pairs(left):
        total = sum(after)
        stay -= ways * (total - 1) * bankers_lead(count, NONE, theirs, after)
        if is_natural(theirs):
            card -= ways * (total - 1) * total * sign(theirs - count)
            continue
        for third in range(10):
            for more, rest in taken(after, third):
                card -= ways * more * bankers_lead((count + third) % 10, third, theirs, rest)
    cards = sum(left)
    whole = cards * (cards - 1) * (cards - 2) * (cards - 3)
    return {"card": Fraction(card, whole), "stay": Fraction(stay, whole), "natural": Fraction(stay, whole)}


def free_cell(left: Sequence[int], count: int, third: int, win: Fraction) -> dict[str, Fraction]:
    """The result of a unit for a Banker with this count, against players who hold five or less and drew this card, if
    the Banker keeps this share of a unit won."""
    values, whole = {"draw": Fraction(0), "stay": Fraction(0)}, 0
    for first, ways, after in pairs(left):
        if not player_draws(first):
            continue
        mine, total = (first + third) % 10, sum(after)
        whole += ways * total
        values["stay"] += ways * total * brings(count - mine, win)
        values["draw"] += ways * sum(
            n * brings((count + value) % 10 - mine, win) for value, n in enumerate(after)
        )
    return {choice: value / whole for choice, value in values.items()}


def brings(lead: int, win: Fraction) -> Fraction:
    return win if lead > 0 else Fraction(sign(lead))


def advise(table: Table, ask: Ask) -> Advice:
    """The draws, by the cards that the player sees; the choice of wagers is the player's own."""
    rules, seen = table.rules, table.seen(ask.seat)
    counts = by_value(unseen(table, ask.seat))
    if ask.hand == "player":
        stake = table.stake(ask.seat, "against")
        worth = calls(counts, players_count(seen["player"]))
    elif ask.hand == "banker":
        stake = table.stake(ask.seat, "bank")
        percent = PERCENT[str(rules["vigorish"])]
        win = 1 - Fraction(vigorish(stake, percent, rules["vigorish-rounding"] == "up"), stake)
        worth = free_cell(counts, counted(seen["banker"][:2]), points(seen["player"][-1]), win)
    else:
        decision, amount = stay_in(table.game, ask)
        given = ", ".join(f"{row.wager} {float(row.expectation):+.4%}" for row in odds(rules))
        return Advice(decision, amount, {}, f"Whether to wager is up to you. Result of a unit: {given}.")
    values = {choice.id: float(stake * worth[choice.id]) for choice in ask.choices}
    decision = max(values, key=values.__getitem__)
    return Advice(decision, 0, values, f"A unit is worth {float(worth[decision]):+.4f}.")


# ---- strategy ------------------------------------------------------------------------------------------


FREE: Final = {"A five": (5, NONE), "Three against nine": (3, 9), "Five against four": (5, 4)}
"""The choices: a count, and the third card at which the Banker has the choice."""


def strategy(rules: Rules) -> Strategy:
    worth, shoe, win = matrix(rules), by_value(rules.pack()), kept(rules)
    mine, theirs = best(worth) or ("", "")
    hands = {name: list(by_cards(shoe, *cell, win)) for name, cell in FREE.items()}
    whole = (
        ("Value of a unit against the bank, in percent", 0),
        ("Value of a unit of the bank, after vigorish, in percent", 1),
    )
    return Strategy(
        game=rules.game.id,
        rule=f"{mine.capitalize()}; the Banker {theirs}."
        if mine
        else "Neither side has a single best strategy.",
        charts=(
            *(
                Chart(
                    title,
                    tuple(BANKERS),
                    tuple(
                        (each, *(percent(worth[each, bank][side]) for bank in BANKERS)) for each in PLAYERS
                    ),
                )
                for title, side in whole
            ),
            *(
                Chart(
                    f"{name}, by its cards, in percent",
                    tuple(found[0][1])[:2],
                    tuple((cards, *list(map(percent, each.values()))[:2]) for cards, each in found),
                )
                for name, found in hands.items()
            ),
        ),
        notes=(
            "The Banker's choices assume that the players draw on a five.",
            *(
                f"{name} made of {cards}: stay."
                for name, found in hands.items()
                for cards, each in found
                if max(each, key=each.__getitem__) == "stay"
            ),
        ),
        wager="bank",
        house_edge=-worth[mine, theirs].banker if mine else None,
        simpler={
            f"the Banker {bank}": -worth[mine, bank].banker for bank in BANKERS if mine and bank != theirs
        },
    )


def by_cards(
    shoe: Sequence[int], count: int, third: int, win: Fraction
) -> Iterator[tuple[str, dict[str, Fraction]]]:
    """The value of each choice with a count, by the two cards that make it; without a third card the choice is the
    players'."""
    for low in range(10):
        high = (count - low) % 10
        if low <= high:
            for _, left in taken(shoe, low, high, *([third] if third != NONE else [])):
                worth = calls(left, count) if third == NONE else free_cell(left, count, third, win)
                yield f"{SPELLED[low]} and {SPELLED[high]}", worth


def percent(value: Fraction) -> str:
    return f"{float(100 * value):+.4f}"


# ---- simulation ----------------------------------------------------------------------------------------

BANK, AGAINST = range(2)


class CheminDeFerTerms(NamedTuple):
    """The vigorish."""

    percent: int
    rounded: int


@rule("4.10(b)", "4.10(c)", lean=True)
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Ints,
    terms: CheminDeFerTerms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One coup in which wagers of either side are fully covered, and both draw whenever allowed."""
    player, banker, player_cards, banker_cards = dealt(tape, at)
    bank, against = stakes[BANK], stakes[AGAINST]
    staked[BANK] += bank
    staked[AGAINST] += against
    if banker > player:
        net[BANK] += bank - vigorish(bank, terms.percent, terms.rounded)
        net[AGAINST] -= against
    elif player > banker:
        net[BANK] -= bank
        net[AGAINST] += against
    return at + player_cards + banker_cards


def simulation(rules: Rules) -> Simulation:
    cards = len(rules.pack())
    return Simulation(
        game=rules.game.id,
        wagers=("bank", "against"),
        play=play,
        rules=CheminDeFerTerms(PERCENT[str(rules["vigorish"])], rules["vigorish-rounding"] == "up"),
        equipment="shoe",
        size=cards,
        draws=DRAWN,
        reshuffle=min(int(rules["cutting-card"]), cards),
    )
