"""The mathematics of keno: draws are counted, never sampled, wherever possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Ints
from pitboss.book import Rules, rule
from pitboss.compiler import lean_kernel
from pitboss.games.draws.rates import (
    ALL,
    COLUMNS,
    RateCard,
    draws,
    examples,
    limit_of,
    payout,
    rate_card,
    share_limit,
)
from pitboss.games.draws.tickets import DRAWN, HALF, NUMBERS, Marks, Way, marked
from pitboss.odds import Outcome, WagerOdds
from pitboss.sim import Simulation

Counts = dict[int, int]
"""The payouts of a ticket, in units of the card, and the number of draws for each."""

MOST: Final = 300_000
"""The largest number of different cases worth counting one by one."""
SAMPLE: Final = 200_000

# ---- odds --------------------------------------------------------------------------------------------------


def odds(rules: Rules, wager: str | None) -> Iterator[WagerOdds]:
    """Straight tickets by the number of their spots, and an example of every other kind; or the ticket named.
    The effect of a limit on payoffs depends on the price and is not in these figures."""
    card = rate_card(rules)
    name, _, param = (wager or "").partition(":")
    if param and wager:
        yield ticket_odds(rules, marked(rules.game.spot(rules, wager)), wager)
        return
    for size in card.sizes if name in ("", "straight") else ():
        yield ticket_odds(rules, marked(f"straight:{size}-spot"), f"straight:{size}-spot")
    others = {each.partition(":")[0]: each for each in examples(card)}
    for kind, ticket in others.items():
        if kind != "straight" and name in ("", kind):
            yield ticket_odds(rules, marked(ticket), ticket)


def ticket_odds(rules: Rules, marks: Marks, wager: str) -> WagerOdds:
    """A ticket, for each dollar of its price."""
    card = rate_card(rules)
    known = {
        "wager": wager,
        "table": rules.pay("straight").table,
        "options": {"rate-card": rules["rate-card"]},
        "per": "unit of the price",
        "rounds": Fraction(marks.games),
    }
    if len(marks.ways) == 1 and marks.games == 1:
        spots = marks.spots(marks.ways[0])
        caught = range(min(spots, DRAWN) + 1)
        outcomes = [
            Outcome(f"{n}-of-{spots}", Fraction(draws(spots, n), ALL), card.pays(spots, n) - 1)
            for n in caught
        ]
        return WagerOdds(outcomes=tuple(outcomes), **known)  # type: ignore[arg-type]
    price = marks.units * marks.games
    counts = counted(marks, card)
    if counts is not None:
        total = ALL**marks.games
        outcomes = [
            Outcome(
                f"{_number(Fraction(paid, card.unit))} times the rate",
                Fraction(count, total),
                Fraction(paid, card.unit * price) - 1,
            )
            for paid, count in sorted(counts.items())
        ]
        return WagerOdds(outcomes=tuple(outcomes), **known)  # type: ignore[arg-type]
    mean, square = moments(marks, card)
    won = Fraction(int((sampled(marks, card) > price * card.unit).sum()), SAMPLE // marks.games)
    return WagerOdds(
        outcomes=(Outcome("win", won, Fraction(1)), Outcome("no win", 1 - won, Fraction(-1))),
        value=mean / marks.units - 1,
        deviation=sqrt((square - mean**2) / marks.games) / marks.units,
        simulated=("hit_rate",),
        **known,  # type: ignore[arg-type]
    )


def _number(value: Fraction) -> str:
    return f"{value.numerator:,}" if value.denominator == 1 else f"{float(value):,.2f}"


# ---- all draws, by the catches of each group -----------------------------------------------------------------


def counted(marks: Marks, card: RateCard) -> Counts | None:
    """The number of draws for each payout of the ticket; nothing if there are too many cases."""
    once = _counted_once(marks, card)
    counts = once
    for _ in range(marks.games - 1):
        if counts is None or once is None or len(counts) * len(once) > MOST:
            return None
        following: Counter[int] = Counter()
        for (paid, count), (more, times) in product(counts.items(), once.items()):
            following[paid + more] += count * times
        counts = dict(following)
    return counts


def _counted_once(marks: Marks, card: RateCard) -> Counts | None:
    """Only the number of spots that each group catches matters and, for interchangeable groups, only how often each
    number of catches occurs among them."""
    if not marks.groups:  # a quick-pick, for any spots
        spots = marks.picks
        return Counter(
            {card.packed[1 + COLUMNS * spots + n]: draws(spots, n) for n in range(min(spots, DRAWN) + 1)}
        )
    alike = interchangeable(marks)
    sizes = [len(marks.groups[places[0]]) for places in alike]
    if prod(comb(size + len(places), size) for size, places in zip(sizes, alike, strict=True)) > MOST:
        return None
    caught, weights = [], []
    for case in product(*(_shared_out(size, len(places)) for size, places in zip(sizes, alike, strict=True))):
        numbers = [number for each, _ in case for number in each]
        if sum(numbers) <= DRAWN:
            rest = comb(NUMBERS - sum(map(len, marks.groups)), DRAWN - sum(numbers))
            caught.append(numbers)
            weights.append(prod(weight for _, weight in case) * rest)
    places = [place for group in alike for place in group]
    counts: Counter[int] = Counter()
    for amount, weight in zip(paid(marks, card, np.array(caught), places).tolist(), weights, strict=True):
        counts[amount] += weight
    return {amount: count for amount, count in counts.items() if count}


def interchangeable(marks: Marks) -> list[list[int]]:
    """The groups, with interchangeable groups together."""
    ways = set(marks.ways)

    def swapped(a: int, b: int) -> set[Way]:
        there = {a: b, b: a}
        return {Way(tuple(sorted(there.get(g, g) for g in way.groups)), way.units) for way in marks.ways}

    alike: list[list[int]] = []
    for place, group in enumerate(marks.groups):
        for places in alike:
            if len(marks.groups[places[0]]) == len(group) and swapped(places[0], place) == ways:
                places.append(place)
                break
        else:
            alike.append([place])
    return alike


@cache
def _shared_out(size: int, groups: int) -> list[tuple[tuple[int, ...], int]]:
    """The catches possible for this many groups of one size, in order, and the number of ways for each."""
    found = []
    for caught in combinations_with_replacement(range(size + 1), groups):
        orders = factorial(groups) // prod(map(factorial, Counter(caught).values()))
        if sum(caught) <= DRAWN:
            found.append((caught, orders * prod(comb(size, number) for number in caught)))
    return found


def paid(marks: Marks, card: RateCard, caught: Ints, places: list[int]) -> Ints:
    """The payout of the ticket, given the catches of the groups in these places: one row for each case."""
    joined = np.zeros((len(places), len(marks.ways)), np.int64)
    for way, (groups, _) in enumerate(marks.ways):
        joined[[places.index(group) for group in groups], way] = 1
    rows = np.array([1 + COLUMNS * marks.spots(way) for way in marks.ways])
    units = np.array([way.units for way in marks.ways])
    pays = np.array(card.packed)
    parts = [
        pays[rows + caught[at : at + 4096] @ joined] @ units
        for at in range(0, len(caught), 4096)  # many ways of many cases would fill the memory
    ]
    return np.concatenate(parts)


# ---- expectation and deviation of any ticket ---------------------------------------------------------------


def moments(marks: Marks, card: RateCard) -> tuple[Fraction, Fraction]:
    """Mean and mean square of the payout of one game, in rates. The mean is the sum over the ways; the mean square is
    the sum over pairs of ways, which differ only by how many spots they share."""
    spots = [frozenset(n for place in way.groups for n in marks.groups[place]) for way in marks.ways]
    pairs: Counter[tuple[int, int, int]] = Counter()
    for (a, first), (b, second) in product(zip(spots, marks.ways, strict=True), repeat=2):
        pairs[len(a - b), len(b - a), len(a & b)] += first.units * second.units
    mean = sum(
        (way.units * joint(card, 0, 0, len(a)) for a, way in zip(spots, marks.ways, strict=True)), Fraction(0)
    )
    return mean, sum((units * joint(card, *pair, square=True) for pair, units in pairs.items()), Fraction(0))


@cache
def joint(card: RateCard, left: int, right: int, both: int, square: bool = False) -> Fraction:
    """The mean of the product of the payouts of two ways, by the spots that each has alone and those they share; or of
    the payout of one way."""
    total = Fraction(0)
    for x, y, z in product(range(left + 1), range(right + 1), range(both + 1)):
        if x + y + z <= DRAWN:
            count = comb(left, x) * comb(right, y) * comb(both, z)
            count *= comb(NUMBERS - left - right - both, DRAWN - x - y - z)
            pays = card.pays(left + both, x + z)
            total += count * (pays * card.pays(right + both, y + z) if square else pays)
    return total / ALL


def sampled(marks: Marks, card: RateCard) -> Ints:
    """The payout of the ticket in random draws: for what cannot be counted."""
    chance = np.random.default_rng(15)
    member = np.zeros((NUMBERS, len(marks.groups)), np.int64)
    for place, group in enumerate(marks.groups):
        member[[number - 1 for number in group], place] = 1
    games = SAMPLE // marks.games * marks.games
    parts = []
    for at in range(0, games, 4096):
        order = chance.random((min(4096, games - at), NUMBERS)).argpartition(DRAWN, axis=1)[:, :DRAWN]
        parts.append(paid(marks, card, member[order].sum(axis=1), list(range(len(marks.groups)))))
    found: Ints = np.concatenate(parts).reshape(-1, marks.games).sum(axis=1)
    return found


# ---- the tickets of a game ---------------------------------------------------------------------------------


@lean_kernel
def payouts(ways: Ints, ends: Ints, rates: Ints, low: int, high: int, card: Ints, won: Ints) -> None:
    """The winnings of each of many tickets: their ways one after another, each ticket's up to its end."""
    first = 0
    for i in range(len(ends)):
        won[i] = payout(ways, first, ends[i], low, high, rates[i], card)
        first = ends[i]


# ---- simulation --------------------------------------------------------------------------------------------

# The rules as integers: the rate card, the limit and how it is shared, then four for each ticket
# (games, units, where its ways begin and end), then the ways. The memory: the money on the layout, then for each
# ticket its price, the games left, its winnings, and its winnings in this game.
CARD: Final = 1 + COLUMNS * (NUMBERS + 1)
LIMIT: Final = CARD
EQUALLY: Final = CARD + 1
TICKETS: Final = CARD + 2


@rule("15.2(c)", "15.4(d)", "15.5(d)2", lean=True)
def play(
    tape: NDArray[np.uint8], at: int, stakes: Ints, rules: Ints, memory: Ints, net: Ints, staked: Ints
) -> int:
    """One game, for tickets bought now and those with games left."""
    low = high = np.int64(0)
    for i in range(at, at + DRAWN):
        number = np.int64(tape[i])
        if number < HALF:
            low |= np.int64(1) << number
        else:
            high |= np.int64(1) << number - HALF
    wagers = len(stakes)
    prices, left, won, now = 1, 1 + wagers, 1 + 2 * wagers, 1 + 3 * wagers
    for i in range(wagers):
        memory[now + i] = 0
        ticket = TICKETS + 4 * i
        if memory[left + i] == 0 and stakes[i] > 0:
            memory[prices + i], memory[left + i], memory[won + i] = stakes[i], rules[ticket], 0
            staked[i] += stakes[i]
        if memory[left + i] > 0:
            rate = memory[prices + i] // (rules[ticket] * rules[ticket + 1])
            memory[now + i] = payout(
                rules, rules[ticket + 2], rules[ticket + 3], int(low), int(high), rate, rules
            )
    share_limit(memory, now, now + wagers, rules[LIMIT], rules[EQUALLY])
    memory[0] = 0
    for i in range(wagers):
        if memory[left + i] > 0:
            memory[won + i] += memory[now + i]
            memory[left + i] -= 1
            if memory[left + i] == 0:
                net[i] += memory[won + i] - memory[prices + i]
            else:
                memory[0] += memory[prices + i]
    return at + DRAWN


def packed(rules: Rules, tickets: Iterable[str]) -> Ints:
    """The rules and these tickets as `play` reads them."""
    marks = [marked(ticket) for ticket in tickets]
    head = [*rate_card(rules).packed, limit_of(rules), int(rules["limit-shared"] == "equally")]
    ways: list[int] = []
    for each in marks:
        begin = TICKETS + 4 * len(marks) + len(ways)
        ways += each.packed()
        head += [each.games, each.units, begin, TICKETS + 4 * len(marks) + len(ways)]
    return np.array(head + ways, np.int64)


def simulation(rules: Rules) -> Simulation:
    """The examples, each a wager; a quick-pick is a straight ticket."""
    tickets = tuple(ticket for ticket in examples(rate_card(rules)) if not marked(ticket).picks)
    return Simulation(
        game=rules.game.id,
        wagers=tickets,
        play=play,
        rules=packed(rules, tickets),
        equipment="deck",
        size=NUMBERS,
        draws=DRAWN,
        memory=1 + 4 * len(tickets),
    )
