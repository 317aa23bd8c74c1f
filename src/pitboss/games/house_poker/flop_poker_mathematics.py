"""The mathematics of flop poker: ante and flop by enumeration, the pot by counting, both exactly.

A player's three cards are all in the hand, so only three of one suit can become a flush: 741 kinds of
hands stand for the 22,100, each with all 18,424 ways to turn the community cards. What the others hold, and the pot,
have no bearing on the decision.

The pot between equal players is worth nothing on average to any of them, being all theirs. How often it is won and
shared is counted for one and for two opponents: on each of the 1,755 distinct flops the hands that tie are taken in
pairs, and the third hands that do not touch either of them are counted by inclusion-exclusion.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb, lcm
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Bytes, Ints
from pitboss.book import Ask, Rules, rule
from pitboss.book.endings import brings, card_lines, lines, lines_by_hand, loses, pays
from pitboss.compiler import kernel
from pitboss.games.advising import best_choice, hand_asked
from pitboss.games.house_poker.boards_mathematics import flops, shared
from pitboss.games.house_poker.family import low_ace, three_cards
from pitboss.games.house_poker.first_cards_mathematics import draws_to, three_card_wager
from pitboss.games.house_poker.flop_poker import (
    FIVE_CARDS,
    THREE_CARD_BONUS,
    FlopShowdown,
    against_table,
    award,
    flop_row,
    limit,
    player_hand,
)
from pitboss.odds import Advice, Outcome, Strategy, WagerOdds
from pitboss.odds.endings import brought, packed, valued
from pitboss.ranking.batch import strength_of, tables
from pitboss.sim import Simulation
from pitboss.solve.charts import described
from pitboss.solve.compiled import marked, words
from pitboss.table import Table

DEALS: Final = 22_100
FLOPS: Final = comb(49, 3)
JACK: Final = 9

# ---- ante and flop -------------------------------------------------------------------------------------


class Hands(NamedTuple):
    """The kinds of hands a player may be dealt: the cards of one, how many there are, all of one suit or not."""

    cards: Ints
    times: Ints
    suited: NDArray[np.bool_]


@cache
def hands() -> Hands:
    kinds: dict[tuple[int, int, int, bool], list[tuple[int, ...]]] = {}
    for a, b, c in combinations(range(52), 3):
        suited = a & 3 == b & 3 == c & 3
        kinds.setdefault((a >> 2, b >> 2, c >> 2, suited), []).append((a, b, c))
    return Hands(
        np.array([alike[0] for alike in kinds.values()]),
        np.array([len(alike) for alike in kinds.values()]),
        np.array([kind[3] for kind in kinds]),
    )


@kernel
def count_rows(cards: Ints, counts: Ints) -> None:
    """For each hand how many flops make each of FIVE_CARDS."""
    for n in range(len(cards)):
        a, b, c = cards[n]
        rest = [card for card in range(52) if card != a and card != b and card != c]
        for i in range(49):
            for j in range(i):
                for k in range(j):
                    counts[n, flop_row(player_hand(a, b, c, rest[i], rest[j], rest[k]))] += 1


@cache
def rows() -> Ints:
    counts = np.zeros((len(hands().cards), len(FIVE_CARDS)), np.int64)
    count_rows(hands().cards, counts)
    return counts


def nets(rules: Rules) -> tuple[Fraction, ...]:
    """What each of FIVE_CARDS nets an ante of the minimum and its flop wager, which no limit reduces."""
    ends = map(against_table, range(len(FIVE_CARDS)))
    return tuple(brought(rules, end, row, ante=1, flop=1) for end, row in zip(ends, FIVE_CARDS, strict=True))


@cache
def worth(pays: tuple[Fraction, ...]) -> Ints:
    """By how much a flop wager is better than a surrender, which costs the ante, for each kind of hand, on all flops
    together and in units of one common denominator."""
    scale = lcm(*(each.denominator for each in pays))
    return np.asarray(rows() @ np.array([int((each + 1) * scale) for each in pays]), np.int64)


def ante(rules: Rules) -> WagerOdds:
    pays = nets(rules)
    flop = worth(pays) > 0
    times = hands().times
    deals = DEALS * FLOPS
    made = (rows() * times[:, np.newaxis])[flop].sum(axis=0).tolist()
    outcomes = [
        Outcome(outcome, Fraction(n, deals), each)
        for outcome, n, each in zip(FIVE_CARDS[::-1], made[::-1], pays[::-1], strict=True)
    ]
    surrendered = Fraction(int(times[~flop].sum()), DEALS)
    return WagerOdds(
        wager="ante",
        table=rules.pay("flop").table,
        options=rules.options,
        outcomes=(
            *outcomes,
            Outcome("surrender", surrendered, brought(rules, FlopShowdown.SURRENDER, ante=1)),
        ),
        per="unit of the ante, its flop wager included",
        wagered=2 - surrendered,
    )


# ---- the pot -------------------------------------------------------------------------------------------

# Two counts in one number, so that one look finds both: the hands that are lower than the tied ones and, shifted by
# this many bits, those that are not higher.
EITHER: Final = 32
EQUAL: Final = 1 << EITHER
LOWER: Final = EQUAL + 1
# The same for a single hand, and the sum of eighteen of them, in a byte and a little more.
FEW: Final = 5


@kernel
def strengths(
    flop: Bytes, triples: Bytes, keys: Ints, bits: Ints, table: NDArray[np.uint16], found: NDArray[np.uint16]
) -> None:
    """The strength of each hand of three cards with the best two of the flop."""
    key, hand = np.empty(3, np.int64), np.empty(3, np.int64)
    for n in range(3):  # the flop without one of its cards
        key[n] = keys[flop[(n + 1) % 3]] + keys[flop[(n + 2) % 3]]
        hand[n] = bits[flop[(n + 1) % 3]] + bits[flop[(n + 2) % 3]]
    for n in range(len(triples)):
        a, b, c = triples[n]
        own_key, own = keys[a] + keys[b] + keys[c], bits[a] + bits[b] + bits[c]
        best = 0
        for m in range(3):
            best = max(best, strength_of(own_key + key[m], own + hand[m], table))
        found[n] = best


@kernel
def note(three: Bytes, ones: Ints, twos: Ints, threes: Bytes, one: int, mark: int) -> None:
    """Enter a hand into the counts by one, two and three of its cards."""
    i, j, k = three
    for a, b, c in ((i, j, k), (j, k, i), (k, i, j)):
        ones[a] += one
        twos[a, b] += one
        twos[b, a] += one
        threes[a, b, c] = mark
        threes[b, a, c] = mark


@kernel
def count_ties(
    flop: Bytes, every: Bytes, keys: Ints, bits: Ints, table: NDArray[np.uint16]
) -> tuple[int, int, int]:
    """On one flop, of all the hands that do not touch it: pairs that tie; with a third that is lower; with a third
    that ties too."""
    touched = (1 << flop.astype(np.int64)).sum()
    triples = every[(1 << every.astype(np.int64)).sum(axis=1) & touched == 0]
    strength = np.empty(len(triples), np.uint16)
    strengths(flop, triples, keys, bits, table, strength)
    order = np.argsort(strength)
    triples, strength = triples[order], strength[order]
    masks = (1 << triples.astype(np.int64)).sum(axis=1)
    ones, twos, threes = (
        np.zeros(52, np.int64),
        np.zeros((52, 52), np.int64),
        np.zeros((52, 52, 52), np.uint8),
    )
    alone = np.empty(len(triples), np.int64)
    pairs, lower, equal = 0, 0, 0
    start = 0
    while start < len(triples):
        end = start
        while end < len(triples) and strength[end] == strength[start]:
            note(triples[end], ones, twos, threes, EQUAL, 1)
            end += 1
        for n in range(start, end):
            i, j, k = triples[n]
            alone[n] = twos[i, j] + twos[i, k] + twos[j, k] - ones[i] - ones[j] - ones[k] - EQUAL
            for m in range(start, n):
                if masks[m] & masks[n]:
                    continue
                p, q, r = triples[m]
                # of all hands without those that touch one of the six cards
                free = start * LOWER + (end - start) * EQUAL + alone[n] + alone[m]
                few = 0
                for a in (p, q, r):
                    free += twos[a, i] + twos[a, j] + twos[a, k]
                    few += threes[i, j, a] + threes[i, k, a] + threes[j, k, a]
                for a in (i, j, k):
                    few += threes[p, q, a] + threes[p, r, a] + threes[q, r, a]
                below = (free & EQUAL - 1) - (few >> FEW)
                pairs += 1
                lower += below
                equal += (free >> EITHER) - (few & (1 << FEW) - 1) - below
        for n in range(start, end):
            note(triples[n], ones, twos, threes, 1, 1 + (1 << FEW))
        start = end
    return pairs, lower, equal


@cache
def ties() -> tuple[int, int, int]:
    """On all flops together: pairs of hands that tie, with a third that is lower, with a third that ties too (in
    which case each of the three pairs counts)."""
    look = tables()
    first, times = flops().first, np.bincount(flops().place).tolist()
    every = np.array(list(combinations(range(52), 3)), np.uint8)

    def part(start: int, end: int) -> list[int]:
        sums = [0, 0, 0]
        for n in range(start, end):
            found = count_ties(first[n], every, look.keys, look.bits, look.table)
            sums = [total + times[n] * each for total, each in zip(sums, found, strict=True)]
        return sums

    pairs, lower, equal = map(sum, zip(*shared(len(first), part), strict=True))
    return pairs, lower, equal


def pot(rules: Rules) -> Iterator[WagerOdds]:
    """The pot against one and against two opponents. Two hands can come to two players in two ways; two that tie
    and a third to three players in six, in four of which a certain player has one of the two."""
    pairs, lower, equal = ties()
    two = DEALS * FLOPS * comb(46, 3)
    three = two * comb(43, 3)
    shared_by: list[dict[int, Fraction]] = [
        {2: Fraction(2 * pairs, two)},
        {2: Fraction(4 * lower, three), 3: Fraction(2 * equal, three)},
    ]
    for opponents, ties_of in enumerate(shared_by, 1):
        players = opponents + 1
        # The share of ties that include a player; otherwise each has the highest hand equally often.
        untied = 1 - sum((chance * Fraction(players, size) for size, chance in ties_of.items()), Fraction(0))
        won = untied / players
        yield WagerOdds(
            wager="pot",
            table=f"against {opponents} opponent{'s' * (opponents > 1)}",
            options=rules.options,
            outcomes=(
                Outcome("win", won, Fraction(opponents)),
                *(
                    Outcome(f"tie of {size}", chance, Fraction(players, size) - 1)
                    for size, chance in ties_of.items()
                ),
                Outcome("lose", 1 - won - sum(ties_of.values(), Fraction(0)), Fraction(-1)),
            ),
            per="unit of the pot wager, as much as each opponent's; the money is the players' own",
        )


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    if wager in (None, "ante", "flop"):
        yield ante(rules)
    if wager in (None, "pot"):
        yield from pot(rules)
    if rules.offers("three-card-bonus") and wager in (None, "three-card-bonus"):
        yield three_card_wager(rules, THREE_CARD_BONUS)


# ---- strategy ------------------------------------------------------------------------------------------


def strategy(rules: Rules) -> Strategy:
    chart = described(
        "Your three cards, by how many of them are high",
        ("none", "1", "2", "3"),
        (
            (
                description(held),
                sum(card >> 2 >= JACK for card in held),
                "flop" if value > 0 else "even" if value == 0 else "surrender",
            )
            for held, value in zip(hands().cards.tolist(), worth(nets(rules)).tolist(), strict=True)
        ),
        falling=True,
        empty="–",
    )
    made = (rows() * hands().times[:, np.newaxis]).sum(axis=0).tolist()
    every = sum((n * each for n, each in zip(made, nets(rules), strict=True)), Fraction(0))
    return Strategy(
        game=rules.game.id,
        rule="Make the flop wager where the chart says so; surrender the ante otherwise.",
        charts=(chart,),
        notes=(
            "High cards are jacks to aces. A straight is open if two community cards can complete it.",
            "The decision does not touch the pot, nor the bonus: a surrendered hand still wins them.",
            "Computed for antes of a size that the payout limit does not cut.",
        ),
        house_edge=ante(rules).house_edge,
        simpler={"make the flop wager with every hand": -every / (DEALS * FLOPS)},
    )


def description(held: list[int]) -> str:
    """Three cards described by what they already hold or may become."""
    ranks = {card >> 2 for card in held}
    if len(ranks) < 3:
        return "pair" if len(ranks) == 2 else "three of a kind"
    return draws_to(held)


# ---- advice --------------------------------------------------------------------------------------------


def advise(table: Table, ask: Ask) -> Advice:
    """Ante and flop on all sets of community cards; pot and bonus do not depend on the decision, and the payout
    limit is not considered."""
    hand = hand_asked(table, ask)
    counts = np.zeros((1, len(FIVE_CARDS)), np.int64)
    count_rows(np.array([hand.cards]), counts)
    ante = hand.stake("ante")
    flop = float(ante * (counts[0] @ np.array(nets(table.rules), float)) / FLOPS)
    surrender = valued(table.rules, FlopShowdown.SURRENDER, {"ante": ante})
    why = (
        f"With these three cards {1 - counts[0, 0] / FLOPS:.1%} of the flops make a pair of jacks or better."
    )
    return best_choice(ask, lambda decision, _: flop if decision == "flop" else surrender, why)


# ---- simulation ----------------------------------------------------------------------------------------

ANTE, POT, BONUS = range(3)
ORDERS: Final = 13**3
"""Three ranks in any order."""


class FlopTerms(NamedTuple):
    """The rules in the form that the compiled round reads: the limit, the low ace, the lines of each wager, of the flop
    by ending and row; and the decisions, a bit for each way of holding ranks, those of one suit after the others."""

    limit: int
    low_ace: int
    ante: Ints
    flop: Ints
    bonus: Ints
    flops: Ints


@rule("29.10(a)", lean=True)
def makes_flop(a: int, b: int, c: int, terms: FlopTerms) -> bool:
    """Are three cards worth a flop wager?"""
    place = 169 * (a >> 2) + 13 * (b >> 2) + (c >> 2)
    if a & 3 == b & 3 == c & 3:
        place += ORDERS
    return marked(terms.flops, place)


@rule("29.10", "29.11", lean=True)
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Ints,
    terms: FlopTerms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One round: cards one at a time, to the player, to one opponent if there is a pot, and to the community."""
    players = 2 if stakes[POT] > 0 else 1
    turn = players + 1
    a, b, c = tape[at], tape[at + turn], tape[at + 2 * turn]
    x, y, z = tape[at + players], tape[at + turn + players], tape[at + 2 * turn + players]
    mine = player_hand(a, b, c, x, y, z)
    ante = stakes[ANTE]
    if ante > 0:
        if makes_flop(a, b, c, terms):
            staked[ANTE] += 2 * ante
            row = flop_row(mine)
            end = against_table(row)
            of_ante, of_flop = terms.ante[end], terms.flop[end, row]
            net[ANTE] += min(pays(ante, of_ante) + pays(ante, of_flop), terms.limit)
            net[ANTE] -= loses(ante, of_ante) + loses(ante, of_flop)
        else:
            staked[ANTE] += ante
            net[ANTE] += brings(ante, terms.ante[FlopShowdown.SURRENDER])
    if stakes[POT] > 0:
        theirs = player_hand(tape[at + 1], tape[at + turn + 1], tape[at + 2 * turn + 1], x, y, z)
        staked[POT] += stakes[POT]
        net[POT] += award(mine, max(mine, theirs), 1 + (mine == theirs), 0, 2 * stakes[POT], 1) - stakes[POT]
    if stakes[BONUS] > 0:
        staked[BONUS] += stakes[BONUS]
        net[BONUS] += brings(stakes[BONUS], terms.bonus[three_cards(a, b, c, terms.low_ace)])
    return at + 3 * turn


def decisions(rules: Rules) -> Ints:
    """Where a flop wager is made, as bits."""
    bits = np.zeros(2 * ORDERS, np.bool_)
    for held, suited, value in zip(hands().cards, hands().suited, worth(nets(rules)), strict=True):
        for a, b, c in permutations((held >> 2).tolist()):
            bits[suited * ORDERS + 169 * a + 13 * b + c] = value > 0
    return words(bits)


def simulation(rules: Rules) -> Simulation:
    """The pot is played against one opponent, who pays as much to it."""
    return Simulation(
        game=rules.game.id,
        wagers=("ante", "pot", "three-card-bonus"),
        play=play,
        rules=FlopTerms(
            limit(rules),
            low_ace(rules),
            packed(lines(rules, "ante", FlopShowdown)),
            packed(lines_by_hand(rules, "flop", FlopShowdown, FIVE_CARDS)),
            packed(card_lines(rules, THREE_CARD_BONUS)),
            decisions(rules),
        ),
        equipment="deck",
        size=52,
        draws=9,
        reserve=lambda stakes: int(2 * stakes[ANTE] + stakes[1:].sum()),
    )
