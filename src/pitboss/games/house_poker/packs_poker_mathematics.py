"""The mathematics of Pack's poker: every wager under every table, exactly.

Player and dealer hold five cards each and are as likely to be ahead, so the Pack's bet follows from its ties: how many
there are, of a pair or better and below it, and how often both are below a pair. For each pack, up to the names of the
suits, these are counted as if there were no flushes: by the ranks of both hands, times the cards that have them. What a
flush changes is then put right: hands that hold one leave the count of ranks, and tie among themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Ints
from pitboss.book import Rules, rule
from pitboss.book.endings import brings, lines
from pitboss.compiler import kernel
from pitboss.games.house_poker.boards_mathematics import shared
from pitboss.games.house_poker.packs_poker import (
    BONUSES,
    FIVE_CARD,
    PAIR,
    Bonus,
    PacksShowdown,
    bonus_at,
    election,
    five_card_hands,
    highest,
    packs_bet,
    royal_only,
    seven_card_hands,
    spot,
)
from pitboss.money import cents, money
from pitboss.odds import Meter, WagerOdds, counted, even_meter
from pitboss.odds.endings import brought, packed
from pitboss.ranking.batch import strength_of, tables
from pitboss.ranking.high import STRAIGHT_FLUSH, category, hand_of, high_value
from pitboss.sim import Simulation

Cards = NDArray[np.uint8]

PLAYER_HANDS: Final = comb(50, 5)
DEALS: Final = comb(52, 2) * PLAYER_HANDS * comb(45, 5)
CHOOSE: Final = np.array([[comb(n, k) for k in range(6)] for n in range(53)])
RANKS_ALONE: Final = ~0xFFFF
"""What remains of a key when the suits are forgotten."""


class Ties(NamedTuple):
    """Of all deals of a pack, a player's and a dealer's hand: how many tie with a pair or better, how many below,
    and in how many both are below a pair."""

    paired: int
    unpaired: int
    both_below: int


# ---- by ranks, as if there were no flushes -------------------------------------------------------------------


class Ranks(NamedTuple):
    """Every five ranks that a hand may have, by the number `number_of` gives them."""

    times: Ints
    """How often each rank is among them."""
    keys: Ints


@kernel
def number_of(a: int, b: int, c: int, d: int, e: int) -> int:
    """A number for five ranks in rising order, equal ones allowed."""
    return int(CHOOSE[a, 1] + CHOOSE[b + 1, 2] + CHOOSE[c + 2, 3] + CHOOSE[d + 3, 4] + CHOOSE[e + 4, 5])


@cache
def five_ranks() -> Ranks:
    rows = sorted(combinations_with_replacement(range(13), 5), key=lambda row: row[::-1])
    times = np.array([[row.count(rank) for rank in range(13)] for row in rows])
    return Ranks(times, times @ (tables().keys[::4] & RANKS_ALONE))


@kernel
def companions(
    times: Ints, left: Ints, order: Ints, strengths: Ints, pair: int, tied: Ints, below: Ints
) -> None:
    """For each five ranks, in the ``order`` of their strength with the pack, with these cards left of each rank:
    the other's hands that tie; if both are below a pair, all below a pair."""
    first = 0
    for i in range(len(order)):
        mine = times[order[i]]
        if strengths[order[i]] != strengths[order[first]]:
            first = i
        j = 0 if strengths[order[i]] < pair else first
        while j < len(order) and strengths[order[j]] <= max(strengths[order[i]], pair - 1):
            hands = 1
            for rank in range(13):
                hands *= CHOOSE[max(0, left[rank] - mine[rank]), times[order[j], rank]]
            if strengths[order[j]] == strengths[order[i]]:
                tied[order[i]] += hands
            if strengths[order[j]] < pair:
                below[order[i]] += hands
            j += 1


@kernel
def rank_strengths(keys: Ints, table: NDArray[np.uint16]) -> Ints:
    found = np.empty(len(keys), np.int64)
    for n in range(len(keys)):
        found[n] = strength_of(keys[n], 0, table)
    return found


# ---- flushes -------------------------------------------------------------------------------------------------


@kernel
def flushes(
    first: int, second: int, keys: Ints, bits: Ints, table: NDArray[np.uint16], hands: Cards, found: Ints
) -> int:
    """The hands that have a flush with this pack, in rising order of cards; of each its strength, its strength by
    ranks alone, and the number of its ranks. How many there are."""
    n = 0
    key, hand = keys[first] + keys[second], bits[first] + bits[second]
    for e in range(52):
        if e in (first, second):
            continue
        for d in range(e):
            if d in (first, second):
                continue
            for c in range(d):
                if c in (first, second):
                    continue
                three = key + keys[c] + keys[d] + keys[e]
                if not three + 0x5555 & 0x8888:  # three of a suit already, or no flush will come of it
                    continue
                for b in range(c):
                    if b in (first, second):
                        continue
                    for a in range(b):
                        if a in (first, second):
                            continue
                        five = three + keys[a] + keys[b]
                        if five + 0x3333 & 0x8888:
                            held = hand + bits[a] + bits[b] + bits[c] + bits[d] + bits[e]
                            hands[n, 0], hands[n, 1], hands[n, 2], hands[n, 3], hands[n, 4] = a, b, c, d, e
                            found[n, 0] = strength_of(five, held, table)
                            found[n, 1] = strength_of(five & RANKS_ALONE, 0, table)
                            found[n, 2] = number_of(a >> 2, b >> 2, c >> 2, d >> 2, e >> 2)
                            n += 1
    return n


@kernel
def apart(hands: Cards, labels: Ints, order: Ints, pairs: Ints) -> None:
    """Pairs of hands, this one and that one, that have the same label and no card in common, by label. Each hand is
    counted against those before it, by inclusion and exclusion over the sets of its cards that they contain."""
    one, two = np.zeros(52, np.int32), np.zeros(1326, np.int32)
    three, four = np.zeros(22_100, np.int32), np.zeros(270_725, np.int32)
    start = 0
    while start < len(order):
        end, label = start, labels[order[start]]
        while end < len(order) and labels[order[end]] == label:
            end += 1
        for sign in (1, -1):  # entered one by one, then taken out again
            for n in range(start, end):
                hand = hands[order[n]]
                met = n - start
                for i in range(5):
                    a = np.int64(hand[i])
                    met -= one[a]
                    one[a] += sign
                    for j in range(i + 1, 5):
                        b = a + CHOOSE[hand[j], 2]
                        met += two[b]
                        two[b] += sign
                        for k in range(j + 1, 5):
                            c = b + CHOOSE[hand[k], 3]
                            met -= three[c]
                            three[c] += sign
                            for m in range(k + 1, 5):
                                d = c + CHOOSE[hand[m], 4]
                                met += four[d]
                                four[d] += sign
                if sign > 0:
                    pairs[label] += 2 * met
        start = end


def pairs_apart(hands: Cards, labels: Ints) -> Ints:
    """The same, for hands in any order."""
    pairs = np.zeros(labels.max(initial=0) + 1, np.int64)
    apart(hands, labels, np.argsort(labels, kind="stable"), pairs)
    return pairs


# ---- the Pack's bet ------------------------------------------------------------------------------------------


def packs() -> list[tuple[int, int, int]]:
    """Two cards of each kind, and how many packs they stand for: a pair, or two ranks of one suit or of two."""
    pairs = [(4 * rank, 4 * rank + 1, 6) for rank in range(13)]
    suits = ((0, 4), (1, 12))  # one, and two different ones
    return pairs + [
        (4 * low, 4 * high + suit, times)
        for high in range(13)
        for low in range(high)
        for suit, times in suits
    ]


def ties_with(first: int, second: int) -> Ties:
    """Ties of the player's hand and the dealer's over all hands of both, with this pack."""
    kept, ranks = tables(), five_ranks()
    pair = int(np.searchsorted(kept.ladder, PAIR))
    left = np.full(13, 4)
    np.subtract.at(left, [first >> 2, second >> 2], 1)
    key = (kept.keys[[first, second]] & RANKS_ALONE).sum()
    strengths = rank_strengths(ranks.keys + key, kept.table)
    possible = np.flatnonzero((ranks.times <= left).all(axis=1))
    order = possible[np.argsort(strengths[possible], kind="stable")]
    tied, below = np.zeros(len(strengths), np.int64), np.zeros(len(strengths), np.int64)
    companions(ranks.times, left, order, strengths, pair, tied, below)

    hands, found = np.empty((150_000, 5), np.uint8), np.empty((150_000, 3), np.int64)
    number = flushes(first, second, kept.keys, kept.bits, kept.table, hands, found)
    hands, found = hands[:number], found[:number]
    real, by_rank, of_ranks = found.T
    # Neither has a flush: all pairs, less those in which one has, plus those in which both have.
    ways = CHOOSE[left, ranks.times].prod(axis=1) - 2 * np.bincount(of_ranks, minlength=len(strengths))
    both = pairs_apart(hands, by_rank)
    no_pair = by_rank < pair
    both_below = pairs_apart(hands[no_pair], np.zeros(no_pair.sum(), np.int64)).sum()
    low = strengths < pair
    return Ties(
        paired=int((ways * tied)[~low].sum() + both[pair:].sum() + pairs_apart(hands, real).sum()),
        unpaired=int((ways * tied)[low].sum() + both[:pair].sum()),
        both_below=int((ways * below)[low].sum() + both_below),
    )


@cache
def ties() -> Ties:
    """The ties of all deals."""
    kinds = packs()

    def some(first: int, last: int) -> list[list[int]]:
        return [[times * each for each in ties_with(a, b)] for a, b, times in kinds[first:last]]

    found = [each for part in shared(len(kinds), some) for each in part]
    return Ties(*(sum(column) for column in zip(*found, strict=True)))


def packs_wager(rules: Rules, wager: str) -> WagerOdds:
    """A Pack's bet: two hands that do not tie are each ahead half of the time, also below a pair."""
    found = ties()
    ahead = (DEALS - found.paired - found.unpaired) // 2
    ahead_below = (found.both_below - found.unpaired) // 2
    counts = {
        "win": ahead - ahead_below,
        "push": found.paired,
        "higher-without-a-pair": ahead_below,
        "tie-without-a-pair": found.unpaired,
        "lose": ahead,
    }
    # A higher hand below a pair, and such a tie, as the rule itself decides them.
    examples = {
        "win": (PAIR + 1, PAIR),
        "push": (PAIR, PAIR),
        "higher-without-a-pair": (2, 1),
        "tie-without-a-pair": (1, 1),
        "lose": (PAIR, PAIR + 1),
    }
    nets = {
        name: brought(rules, packs_bet(*hands, election(rules)), packs_1=1)
        for name, hands in examples.items()
    }
    return counted(wager, counts, nets, table=rules.pay(wager).table, options=rules.options)


# ---- the bonuses ---------------------------------------------------------------------------------------------


@kernel
def count_five(made: Ints) -> None:
    """All hands of five cards by the hands of FIVE_CARD that they make."""
    for e in range(52):
        for d in range(e):
            for c in range(d):
                for b in range(c):
                    for a in range(b):
                        made[five_card_hands(hand_of((a, b, c, d, e)))] += 1


@kernel
def count_seven(keys: Ints, bits: Ints, table: NDArray[np.uint16], strengths: Ints) -> None:
    """All hands of seven cards by their strength."""
    for g in range(52):
        for f in range(g):
            for e in range(f):
                for d in range(e):
                    key, hand = keys[g] + keys[f] + keys[e] + keys[d], bits[g] + bits[f] + bits[e] + bits[d]
                    for c in range(d):
                        for b in range(c):
                            more, held = key + keys[c] + keys[b], hand + bits[c] + bits[b]
                            for a in range(b):
                                strengths[strength_of(more + keys[a], held + bits[a], table)] += 1


@cache
def hands_made(kind: str, royal: int) -> dict[int, int]:
    """How many hands make what: the bits of FIVE_CARD, or of SEVEN_CARD, and the hands."""
    if kind == "five-card":
        found = np.zeros(1 << len(FIVE_CARD), np.int64)
        count_five(found)
        return {made: int(found[made]) for made in np.flatnonzero(found).tolist()}
    kept = tables()
    strengths = np.zeros(len(kept.ladder), np.int64)
    count_seven(kept.keys, kept.bits, kept.table, strengths)
    made_by: dict[int, int] = {}
    for value, hands in zip(kept.ladder.tolist(), strengths.tolist(), strict=True):
        if hands and category(value) < STRAIGHT_FLUSH:
            made = 1 << category(value)
            made_by[made] = made_by.get(made, 0) + hands
    for ranks in range(1 << 13):  # the cards of one suit, the others of the other three
        if (
            5 <= (size := ranks.bit_count()) <= 7
            and (made := seven_card_hands(ranks, royal)) >= 1 << STRAIGHT_FLUSH
        ):
            made_by[made] = made_by.get(made, 0) + 4 * comb(39, 7 - size)
    return made_by


def bonus(rules: Rules, kind: str, wager: str) -> WagerOdds:
    """A bonus by itself. Sums of money and shares of a meter matter less with a larger stake: they are computed at
    the least wager, and the meter at what the house first puts on it."""
    pay, least, outcomes = rules.pay(wager), rules.limits(wager).least, BONUSES[kind]
    meter = cents(rules[f"{kind}-meter"])
    bonus = bonus_at(rules, kind, wager, meter)
    counts: dict[str, int] = {}
    pays: dict[str, Fraction] = {}
    ways = hands_made(kind, royal_only(rules))
    for made, hands in sorted(ways.items(), reverse=True):
        row, nets = highest(least, made, bonus)
        outcome = outcomes[max(row, 0)]
        counts[outcome] = counts.get(outcome, 0) + hands
        pays[outcome] = Fraction(nets, least)
    per, even, found = "unit of the wager", None, None
    if any(odds.prize or odds.meter for odds in pay.rows.values()):
        per += f" at {money(least)}"
    if any(odds.meter for odds in pay.rows.values()):
        per += f", the meter at {money(meter)}"
        even = even_meter(
            lambda shows: sum(
                n * highest(least, made, bonus._replace(meter=shows))[1] for made, n in ways.items()
            )
        )
        rate, house = int(rules[f"{kind}-rate"]), cents(rules[f"{kind}-reset"])
        found = Meter.counted(pay, counts, meter, least, rate, house)
    return counted(
        wager, counts, pays, table=pay.table, options=rules.options, per=per, break_even=even, meter=found
    )


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    for number in (1, 2, 3):
        if wager in (None, f"packs-{number}"):
            yield packs_wager(rules, f"packs-{number}")
        for kind in BONUSES:
            name = spot(rules, kind, number)
            if rules.offers(name) and wager in (None, name):
                yield bonus(rules, kind, name)


# ---- simulation ----------------------------------------------------------------------------------------------


class PacksTerms(NamedTuple):
    """The rules in the form that the compiled round reads: the election of 43.10(f), the top of the seven-card tables,
    the lines of a Pack's bet, and the bonuses."""

    election: bool
    royal_only: int
    packs: Ints
    five: Bonus
    seven: Bonus


@rule("43.10(d)", "43.10(e)", "43.10(g)", "43.10(i)", lean=True)
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Ints,
    terms: PacksTerms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One round: five cards to the player, five to the dealer, two to each pack. The meters do not change: what they
    are fed and what comes off them is the table's business."""
    mine = hand_of(tape[at : at + 5])  # type: ignore[arg-type]
    theirs = hand_of(tape[at + 5 : at + 10])  # type: ignore[arg-type]
    for number in range(3):
        pack = hand_of(tape[at + 10 + 2 * number : at + 12 + 2 * number])  # type: ignore[arg-type]
        stake = stakes[number]
        if stake > 0:
            staked[number] += stake
            player, dealer = high_value(mine | pack), high_value(theirs | pack)
            net[number] += brings(stake, terms.packs[packs_bet(player, dealer, terms.election)])
        stake = stakes[3 + number]
        if stake > 0:
            staked[3 + number] += stake
            net[3 + number] += highest(stake, five_card_hands(mine), terms.five)[1]
        stake = stakes[6 + number]
        if stake > 0:
            staked[6 + number] += stake
            net[6 + number] += highest(stake, seven_card_hands(mine | pack, terms.royal_only), terms.seven)[1]
    return at + 16


def terms(rules: Rules, meters: dict[str, int]) -> PacksTerms:
    """The rules in force in the form that the compiled round reads, with the meters at this many cents."""
    five, seven = (bonus_at(rules, kind, spot(rules, kind, 1), meters[kind]) for kind in BONUSES)
    return PacksTerms(
        election(rules),
        royal_only(rules),
        packed(lines(rules, "packs-1", PacksShowdown)),
        five._replace(rows=np.array(five.rows)),
        seven._replace(rows=np.array(seven.rows)),
    )


def simulation(rules: Rules) -> Simulation:
    wagers = [f"packs-{number}" for number in (1, 2, 3)]
    wagers += [spot(rules, kind, number) for kind in BONUSES for number in (1, 2, 3)]
    return Simulation(
        game=rules.game.id,
        wagers=tuple(wagers),
        play=play,
        rules=terms(rules, {kind: cents(rules[f"{kind}-meter"]) for kind in BONUSES}),
        equipment="deck",
        size=52,
        draws=16,
    )
