"""The mathematics of the Royal Baccarat Bonus: every pool of cards that a shoe can produce, counted.

Which cards a round takes depends only on the order of their ranks. The orders in which four, five or six ranks make a
round of exactly that many cards are therefore counted first; and then the ways in which cards have those ranks: in any
suits, and with five or six of one suit, which at most one suit can have. That is 26,572 sets of ranks instead of single
cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import perm

import numpy as np

from pitboss.arrays import Ints
from pitboss.book import Rules
from pitboss.book.endings import Paid, brings
from pitboss.compiler import kept, kernel
from pitboss.games.baccarat.coup import NONE, banker_draws, is_natural, player_draws, points
from pitboss.games.baccarat.royal import (
    HANDS,
    PROGRESSIVE,
    goes_first,
    hands_made,
    highest,
    lines_of,
    meter_hand,
)
from pitboss.money import Cents, cents, money
from pitboss.odds import Meter, WagerOdds, counted

# ---- the orders of ranks -----------------------------------------------------------------------------------


@cache
def sets_of_ranks() -> tuple[Ints, Ints]:
    """Every set of up to six ranks, repeats allowed: the count of each rank in it and, by rank, the set with one
    more."""
    sets = [ranks for size in range(7) for ranks in combinations_with_replacement(range(13), size)]
    number = {ranks: n for n, ranks in enumerate(sets)}
    more = [[number[(*sorted((*ranks, rank)),)] for rank in range(13)] for ranks in sets if len(ranks) < 6]
    return np.array([[ranks.count(rank) for rank in range(13)] for ranks in sets]), np.array(more)


@kernel
def count_orders(more: Ints, orders: Ints) -> None:
    """For each set of ranks, the orders in which they make a round that takes them all."""
    for a in range(13):
        for b in range(13):
            for c in range(13):
                for d in range(13):
                    four = more[more[more[more[0, a], b], c], d]
                    player = (points(4 * a) + points(4 * c)) % 10
                    banker = (points(4 * b) + points(4 * d)) % 10
                    if is_natural(player) or is_natural(banker):
                        orders[four] += 1
                    elif player_draws(player):
                        for e in range(13):
                            banker_third(more, orders, more[four, e], banker, points(4 * e))
                    else:
                        banker_third(more, orders, four, banker, NONE)


@kernel
def banker_third(more: Ints, orders: Ints, dealt: int, banker: int, third: int) -> None:
    if not banker_draws(banker, third):
        orders[dealt] += 1
    else:
        for rank in range(13):
            orders[more[dealt, rank]] += 1


def orders_of_ranks() -> Ints:
    times, more = sets_of_ranks()
    orders = np.zeros(len(times), np.int64)
    count_orders(more, orders)
    return orders


# ---- the cards that have them --------------------------------------------------------------------------------


@kernel
def draws(left: int, taken: int) -> int:
    """The ways to draw this many of these cards in a row."""
    ways = 1
    for n in range(taken):
        ways *= max(0, left - n)
    return ways


@kernel
def count_pools(shoe: Ints, times: Ints, orders: Ints, found: Ints) -> None:
    """The ways in which six cards are drawn from a shoe with these counts of each rank and suit, by the hands that the
    round's cards make."""
    left, of_rank = shoe.sum(), shoe.sum(axis=1)
    for n in range(len(times)):
        if not orders[n]:
            continue
        cards, key, ways = 0, 0, orders[n]
        for rank in range(13):
            cards += times[n, rank]
            key += times[n, rank] << 4 * rank
        ways *= draws(left - cards, 6 - cards)
        any_suits = ways
        for rank in range(13):
            any_suits *= draws(of_rank[rank], times[n, rank])
        if cards >= 5:
            for suit in range(4):
                any_suits -= count_suited(shoe[:, suit], of_rank, times[n], key, cards, ways, found)
        found[hands_made(key, 0)] += any_suits


@kernel
def count_suited(suit: Ints, of_rank: Ints, times: Ints, key: int, cards: int, ways: int, found: Ints) -> int:
    """The same for pools with five or six cards of one suit; the number of ways."""
    whole, every, ranks = 0, ways, 0
    for rank in range(13):
        if times[rank]:
            every *= draws(suit[rank], times[rank])
            ranks |= 1 << rank
    if every:
        found[hands_made(key, ranks)] += every
        whole += every
    if cards == 5:
        return whole
    for odd in range(13):  # one card of another suit: its rank, and when it was drawn
        if times[odd]:
            here = ways * times[odd] * (of_rank[odd] - suit[odd])
            for rank in range(13):
                here *= draws(suit[rank], times[rank] - (rank == odd))
            if here:
                found[hands_made(key, ranks if times[odd] > 1 else ranks & ~(1 << odd))] += here
                whole += here
    return whole


@cache
def pools(shoe: tuple[int, ...]) -> Mapping[int, int]:
    """From a shoe with these counts of each of the 52 cards: the ways to draw six cards, by the hands made."""
    if sum(shoe) < 6:
        raise ValueError("a round may need six cards")
    found = np.zeros(1 << len(HANDS), np.int64)
    count_pools(
        np.array(shoe).reshape(13, 4), sets_of_ranks()[0], kept("royal-orders", orders_of_ranks), found
    )
    assert int(found.sum()) == perm(sum(shoe), 6)
    return {made: int(found[made]) for made in np.flatnonzero(found).tolist()}


# ---- odds --------------------------------------------------------------------------------------------------


def royal_odds(rules: Rules, paid: Paid, ways: Mapping[int, int]) -> WagerOdds:
    """The wager at its minimum, made by one player, with the meter at its initial amount."""
    pay, stake = rules.pay(paid.wager), rules.limits(paid.wager).least
    meter = cents(rules["royal-baccarat-meter"]) if paid is PROGRESSIVE else 0
    lines, first = lines_of(rules, paid, meter), goes_first(rules)
    counts: dict[str, int] = {}
    nets: dict[str, Fraction] = {}
    for made in sorted(ways, reverse=True):
        hand = highest(stake, made, lines, first)
        counts[HANDS[hand]] = counts.get(HANDS[hand], 0) + ways[made]
        nets[HANDS[hand]] = Fraction(brings(stake, lines[hand]), stake)
    per, even, found = "unit of the wager", None, None
    if any(odds.prize for odds in pay.rows.values()):
        per += f" at {money(stake)}"
    if meter:
        even = break_even(rules, stake, ways)
        per += f" at {money(stake)}, the meter at {money(meter)}; breaks even at a meter of {money(even)}"
        rate, house = int(rules["royal-baccarat-rate"]), cents(rules["royal-baccarat-reset"])
        found = Meter.counted(pay, counts, meter, stake, rate, house)
    return counted(
        paid.wager,
        counts,
        nets,
        table=pay.table,
        options=rules.options,
        per=per,
        break_even=even,
        meter=found,
    )


def break_even(rules: Rules, stake: Cents, ways: Mapping[int, int]) -> Cents:
    """The lowest meter, in cents, at which the progressive wager breaks even for a player alone."""
    top, lines, first = meter_hand(rules), lines_of(rules, PROGRESSIVE, 0), meter_hand(rules)
    without = sum(
        count * brings(stake, lines[highest(stake, made, lines, first)]) for made, count in ways.items()
    )
    wins = sum(count for made, count in ways.items() if made >> top & 1)
    return max(0, -(without // wins))
