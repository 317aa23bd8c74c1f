"""The mathematics of let it ride poker: both decisions by enumeration, exactly.

A hand of three cards that are not all of one suit can grow into no flush, so that only its ranks matter: 741
kinds of hands stand for the 22,100. For each, every first community card and every second one after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import lcm
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Ints
from pitboss.book import Ask, Rules, rule
from pitboss.compiler import kernel
from pitboss.games.house_poker.advising import best_choice, hand_asked, shown, unseen
from pitboss.games.house_poker.bones import low_ace, packed, paid, payable, row_of, three_cards
from pitboss.games.house_poker.let_it_ride_poker import (
    BETS,
    FIVE_CARDS,
    THREE_CARDS,
    belongs_to,
    chip_kept,
    five_cards,
)
from pitboss.money import Cents, cents
from pitboss.odds import Advice, Chart, Outcome, Strategy, WagerOdds, counted, net, nets_by_row
from pitboss.sim import Simulation
from pitboss.table import Table

Flags = NDArray[np.bool_]

DEALS: Final = 22_100 * 49 * 48
RIDING: Final = ("", "one bet", "two bets", "three bets")
TEN: Final = 8

# ---- counting ------------------------------------------------------------------------------------------


class Hands(NamedTuple):
    """The kinds of hands a player may be dealt: the cards of one, how many there are, all of one suit or not."""

    cards: Ints
    times: Ints
    suited: Flags


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
def count_second(a: int, b: int, c: int, unseen: Ints, counts: Ints) -> None:
    """For each of these cards as the first community card, how many second ones make each of FIVE_CARDS."""
    for d in unseen:
        for e in unseen:
            if e != d:
                counts[d, five_cards(a, b, c, d, e)] += 1


@kernel
def count_rows(cards: Ints, counts: Ints) -> None:
    """For each hand, all community cards."""
    for n in range(len(cards)):
        a, b, c = cards[n]
        unseen = np.array([card for card in range(52) if card != a and card != b and card != c])
        count_second(a, b, c, unseen, counts[n])


@cache
def rows() -> Ints:
    counts = np.zeros((len(hands().cards), 52, len(FIVE_CARDS)), np.int64)
    count_rows(hands().cards, counts)
    return counts


# ---- decisions -----------------------------------------------------------------------------------------


class Worth(NamedTuple):
    """What a bet that rides nets on all the cards to come, in units of one common denominator: of bet one by the
    hand, of bet two by the hand and the first community card. A bet rides where that is more than nothing."""

    bet_one: Ints
    bet_two: Ints


@cache
def worth(pays: tuple[Fraction, ...]) -> Worth:
    scale = lcm(*(each.denominator for each in pays))
    bet_two = rows() @ np.array([int(each * scale) for each in pays])
    return Worth(bet_two.sum(axis=1), bet_two)


def nets(rules: Rules) -> tuple[Fraction, ...]:
    """What each of FIVE_CARDS nets a bet of the minimum, which no payout limit touches (18.11(c))."""
    pay, least = rules.pay("bet-1"), rules.limits("bet-1").least
    return tuple(net(pay.get(outcome), least) for outcome in FIVE_CARDS)


# ---- odds ----------------------------------------------------------------------------------------------


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    if wager is None or wager in BETS:
        yield three_bets(rules, wager or "bet-1")
    for name, analyse in (("let-it-ride-bonus", let_it_ride_bonus), ("three-card-bonus", three_card_bonus)):
        if rules.offers(name) and wager in (None, name):
            yield analyse(rules)


def three_bets(rules: Rules, wager: str) -> WagerOdds:
    """The three bets together: one that stays, and two that ride where it pays."""
    pays = nets(rules)
    bet_one, bet_two = worth(pays)
    riding = 1 + (bet_one > 0)[:, np.newaxis] + (bet_two > 0)
    deals = rows() * hands().times[:, np.newaxis, np.newaxis]
    outcomes = [
        Outcome(f"{made}, {RIDING[bets]}", Fraction(int(times), DEALS), bets * net_)
        for bets in (3, 2, 1)
        for made, net_, times in zip(FIVE_CARDS, pays, deals[riding == bets].sum(axis=0), strict=True)
        if times
    ]
    return WagerOdds(
        wager=wager,
        table=rules.pay("bet-1").table,
        options=rules.options,
        outcomes=tuple(outcomes),
        per="unit of one of the three equal bets, those that ride included",
        wagered=Fraction(int((deals.sum(axis=2) * riding).sum()), DEALS),
    )


def let_it_ride_bonus(rules: Rules) -> WagerOdds:
    pay = rules.pay("let-it-ride-bonus")
    deals = (rows() * hands().times[:, np.newaxis, np.newaxis]).sum(axis=(0, 1))
    counts: dict[str, int] = {}
    for outcome, times in zip(FIVE_CARDS, deals, strict=True):
        row = outcome if pay.get(outcome) else "losing-hand"
        counts[row] = counts.get(row, 0) + int(times)
    kept = int(chip_kept(rules))
    pays = nets_by_row(pay, counts, "losing-hand", rules.limits("let-it-ride-bonus").least)
    pays |= {row: pays[row] - kept for row in counts if row != "losing-hand"}
    return counted("let-it-ride-bonus", counts, pays, table=pay.table, options=rules.options)


def three_card_bonus(rules: Rules) -> WagerOdds:
    pay = rules.pay("three-card-bonus")
    counts: dict[str, int] = {}
    for (a, b, c), times in zip(hands().cards.tolist(), hands().times.tolist(), strict=True):
        own = THREE_CARDS[three_cards(a, b, c, low_ace(rules))]
        row = row_of(pay, own, belongs_to(rules)) or "losing-hand"
        counts[row] = counts.get(row, 0) + times
    pays = nets_by_row(pay, counts, "losing-hand")
    return counted("three-card-bonus", counts, pays, table=pay.table, options=rules.options)


# ---- strategy ------------------------------------------------------------------------------------------

WINDOWS: Final = [0b1_0000_0000_1111, *(0b1_1111 << low for low in range(9))]
"""The ten straights, as masks of ranks."""


def strategy(rules: Rules) -> Strategy:
    bet_one, bet_two = worth(nets(rules))
    first = ((tuple(cards), int(value)) for cards, value in zip(hands().cards.tolist(), bet_one, strict=True))
    second = (
        ((*cards, d), int(values[d]))
        for cards, values in zip(hands().cards.tolist(), bet_two, strict=True)
        for d in range(52)
        if d not in cards
    )
    made = (rows() * hands().times[:, np.newaxis, np.newaxis]).sum(axis=(0, 1))
    one = -sum(
        (Fraction(int(times), DEALS) * each for times, each in zip(made, nets(rules), strict=True)),
        Fraction(0),
    )
    return Strategy(
        game=rules.game.id,
        rule="Let a bet ride on a hand that already pays, or where the chart says so; take it back otherwise.",
        charts=(
            chart("Bet one: three cards, by how many of them are high", first, 3),
            chart("Bet two: four cards, by how many of them are high", second, 4),
        ),
        legend={"ride": "let it ride", "even": "makes no difference", "back": "take it back"},
        notes=(
            "High cards are tens to aces. A straight is open if its missing cards can still come.",
            "The second decision does not depend on the first, nor either on the bonus wagers.",
            "Reckoned for bets of a size that no payout limit cuts.",
        ),
        house_edge=three_bets(rules, "bet-1").house_edge,
        simpler={"always take both bets back": one, "always let both ride": 3 * one},
    )


def chart(title: str, decided: Iterable[tuple[tuple[int, ...], int]], cards: int) -> Chart:
    """What is best with each description of a hand. Where hands of one description differ, all of that is said."""
    found: dict[str, list[set[str]]] = {}
    for held, value in decided:
        high = sum(card >> 2 >= TEN for card in held)
        cells = found.setdefault(description(held), [set() for _ in range(cards + 1)])
        cells[high].add("ride" if value > 0 else "even" if value == 0 else "back")
    rows = (
        (label, *("/".join(sorted(cell)) or "–" for cell in found[label]))
        for label in sorted(found, reverse=True)
    )
    return Chart(title, ("none", *map(str, range(1, cards + 1))), tuple(rows))


def description(held: tuple[int, ...]) -> str:
    """Three or four cards as far as they matter: what they hold already, or what they may become."""
    ranks = [card >> 2 for card in held]
    mask = sum(1 << rank for rank in set(ranks))
    if len(set(ranks)) < len(ranks):
        paying = len(set(ranks)) < len(ranks) - 1 or max(ranks, key=ranks.count) >= TEN
        return "pays already" if paying else "pair below tens"
    suits = "one suit" if len({card & 3 for card in held}) == 1 else "mixed suits"
    straights = sum(window & mask == mask for window in WINDOWS)
    return f"{suits}, {straights} straight{'s' * (straights != 1)} open"


# ---- advice --------------------------------------------------------------------------------------------


def advise(table: Table, ask: Ask) -> Advice:
    """Whether a bet rides: the three bets together over all community cards, bet two played best where it is still
    to be decided, and no more paid than the payout limit allows."""
    hand = hand_asked(table, ask)
    first, left = shown(table, ask, "community"), unseen(table, ask)
    counts = np.zeros((52, len(FIVE_CARDS)), np.int64)
    a, b, c = hand.cards
    count_second(a, b, c, np.union1d(first, left).astype(np.int64), counts)
    pays = riding_nets(table.rules, hand.stake("bet-3"))
    worths = counts[first or left] @ pays.T  # by first community card and bets that ride
    seconds = len(left) - (not first)

    def worth(decision: str, _: Cents) -> float:
        bets = 1 + (decision == "ride")
        if first:
            return float(worths[0, bets + bool(hand.stake("bet-1"))] / seconds)
        return float(worths[:, bets : bets + 2].max(axis=1).mean() / seconds)

    held = (*hand.cards, *first)
    high = sum(each >> 2 >= TEN for each in held)
    return best_choice(ask, worth, f"{description(held).capitalize()}; {high} of {len(held)} cards are high.")


def riding_nets(rules: Rules, stake: Cents) -> Ints:
    """What each of FIVE_CARDS nets in cents if none, one, two or three bets of this stake ride."""
    pay, limit = rules.pay("bet-1"), cents(rules["payout-limit"])
    rows = [pay.get(outcome) for outcome in FIVE_CARDS]
    return np.array(
        [
            [payable(bets * odds.pays(stake), limit) if odds else -bets * stake for odds in rows]
            for bets in range(len(BETS) + 1)
        ]
    )


# ---- simulation ----------------------------------------------------------------------------------------

THREE_BETS, LET_IT_RIDE_BONUS, THREE_CARD_BONUS = range(3)
# How the rules lie in the integers: limit, low ace and chip kept; win, stake and prize of each row of the three
# pay tables; and the decisions, a bit for each way of holding ranks, those of one suit after the others.
LIMIT, LOW_ACE, KEPT, PAYS = range(4)
BONUS_PAYS: Final = PAYS + 3 * len(FIVE_CARDS)
THREE_CARD_PAYS: Final = BONUS_PAYS + 3 * len(FIVE_CARDS)
RIDE_ONE: Final = THREE_CARD_PAYS + 3 * len(THREE_CARDS)
ORDERS: Final = 13**3
"""Three ranks in any order."""
RIDE_TWO: Final = RIDE_ONE + -(-2 * ORDERS // 64)


@rule("18.10(b)", lean=True)
def lets_one_ride(a: int, b: int, c: int, rules: Ints) -> int:
    """1 if bet one is best left on three cards, 0 if it is withdrawn."""
    place = 169 * (a >> 2) + 13 * (b >> 2) + (c >> 2)
    if a & 3 == b & 3 == c & 3:
        place += ORDERS
    return int(rules[RIDE_ONE + (place >> 6)] >> (place & 63) & 1)


@rule("18.10(e)", lean=True)
def lets_two_ride(a: int, b: int, c: int, d: int, rules: Ints) -> int:
    """1 if bet two is best left on three cards and the first community card, 0 if it is withdrawn."""
    place = 2197 * (a >> 2) + 169 * (b >> 2) + 13 * (c >> 2) + (d >> 2)
    if a & 3 == b & 3 == c & 3 == d & 3:
        place += 13 * ORDERS
    return int(rules[RIDE_TWO + (place >> 6)] >> (place & 63) & 1)


@rule("18.10", "18.11", lean=True)
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Ints,
    rules: Ints,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One round: cards one at a time, to the player and to the community by turns. Nobody sees the burn card,
    so it is not drawn."""
    a, b, d, c, e = tape[at], tape[at + 1], tape[at + 2], tape[at + 3], tape[at + 4]
    made = five_cards(a, b, c, d, e)
    if stakes[THREE_BETS] > 0:
        riding = 1 + lets_one_ride(a, b, c, rules) + lets_two_ride(a, b, c, d, rules)
        staked[THREE_BETS] += riding * stakes[THREE_BETS]
        net[THREE_BETS] += payable(riding * paid(stakes[THREE_BETS], rules, PAYS + 3 * made), rules[LIMIT])
    if stakes[LET_IT_RIDE_BONUS] > 0:
        staked[LET_IT_RIDE_BONUS] += stakes[LET_IT_RIDE_BONUS]
        won = paid(stakes[LET_IT_RIDE_BONUS], rules, BONUS_PAYS + 3 * made)
        if won > 0 and rules[KEPT]:
            won -= stakes[LET_IT_RIDE_BONUS]
        net[LET_IT_RIDE_BONUS] += won
    if stakes[THREE_CARD_BONUS] > 0:
        staked[THREE_CARD_BONUS] += stakes[THREE_CARD_BONUS]
        own = three_cards(a, b, c, rules[LOW_ACE])
        net[THREE_CARD_BONUS] += paid(stakes[THREE_CARD_BONUS], rules, THREE_CARD_PAYS + 3 * own)
    return at + 5


def decisions(rules: Rules) -> Iterator[int]:
    """Where bets one and two ride, as bits."""
    bet_one, bet_two = worth(nets(rules))
    one = np.zeros(-(-2 * ORDERS // 64) * 64, np.bool_)
    two = np.zeros(-(-26 * ORDERS // 64) * 64, np.bool_)
    cards = np.arange(52)
    for n, (held, suited) in enumerate(zip(hands().cards, hands().suited, strict=True)):
        for a, b, c in permutations((held >> 2).tolist()):
            place = 169 * a + 13 * b + c
            one[suited * ORDERS + place] = bet_one[n] > 0
            same = suited & (cards & 3 == held[0] & 3)
            fit = ~np.isin(cards, held)
            two[(same * 13 * ORDERS + 13 * place + (cards >> 2))[fit]] = bet_two[n, fit] > 0
    for bits in (one, two):
        yield from np.packbits(bits, bitorder="little").view(np.int64).tolist()


def simulation(rules: Rules) -> Simulation:
    integers = [cents(rules["payout-limit"]), low_ace(rules), int(chip_kept(rules))]
    for wager, outcomes in (
        ("bet-1", FIVE_CARDS),
        ("let-it-ride-bonus", FIVE_CARDS),
        ("three-card-bonus", THREE_CARDS),
    ):
        pay = rules.pay(wager) if rules.offers(wager) else None
        integers += packed(pay, outcomes, belongs_to(rules) if outcomes is THREE_CARDS else {})
    integers += decisions(rules)
    return Simulation(
        game=rules.game.id,
        wagers=("bet-1", "let-it-ride-bonus", "three-card-bonus"),
        play=play,
        rules=np.array(integers, np.int64),
        equipment="deck",
        size=52,
        draws=5,
        rounds_per_hour=rules.game.data.house.rounds_per_hour,
        reserve=lambda stakes: int(3 * stakes[THREE_BETS] + stakes[1:].sum()),
    )
