"""The mathematics of let it ride poker: both decisions by enumeration, exactly.

A hand of three cards that are not all of one suit can grow into no flush, so that only its ranks matter: 741
kinds of hands stand for the 22,100. For each, every first community card and every second one after it.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import lcm
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Ints
from pitboss.book import Ask, Rules, rule
from pitboss.book.endings import brings, card_line, card_lines
from pitboss.compiler import kernel
from pitboss.games.house_poker.advising import best_choice, hand_asked, shown, unseen
from pitboss.games.house_poker.boards_odds import marked, words
from pitboss.games.house_poker.family import low_ace, three_cards, together
from pitboss.games.house_poker.let_it_ride_poker import (
    BETS,
    FIVE_CARDS,
    THREE_BETS,
    THREE_CARDS,
    bonus,
    five_cards,
    three_card_bonus,
)
from pitboss.money import Cents, cents
from pitboss.odds import Advice, Chart, Outcome, Strategy, WagerOdds
from pitboss.odds.endings import on_cards, packed, unit
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
    least = rules.limits("bet-1").least
    return tuple(unit(card_line(rules, THREE_BETS[0], outcome), least) for outcome in FIVE_CARDS)


# ---- odds ----------------------------------------------------------------------------------------------


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    if wager is None or wager in BETS:
        yield three_bets(rules, wager or "bet-1")
    for paid, count in ((bonus(rules), five_card_counts), (three_card_bonus(rules), three_card_counts)):
        if rules.offers(paid.wager) and wager in (None, paid.wager):
            least = rules.limits(paid.wager).least
            yield on_cards(rules, paid, count(low_ace(rules)), nothing="losing-hand", stake=least)


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


def five_card_counts(_low_ace: int) -> dict[str, int]:
    """How many deals make each of FIVE_CARDS."""
    deals = (rows() * hands().times[:, np.newaxis, np.newaxis]).sum(axis=(0, 1))
    return dict(zip(FIVE_CARDS, deals.tolist(), strict=True))


def three_card_counts(low_ace: int) -> dict[str, int]:
    """How many hands make each of THREE_CARDS."""
    counts = dict.fromkeys(THREE_CARDS, 0)
    for (a, b, c), times in zip(hands().cards.tolist(), hands().times.tolist(), strict=True):
        counts[THREE_CARDS[three_cards(a, b, c, low_ace)]] += times
    return counts


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
    nets = riding_nets(table.rules, hand.stake("bet-3"))
    worths = counts[first or left] @ nets.T  # by first community card and bets that ride
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
    rows, limit = card_lines(rules, THREE_BETS[0]), cents(rules["payout-limit"])
    return np.array([[together(stake, bets, row, limit) for row in rows] for bets in range(len(BETS) + 1)])


# ---- simulation ----------------------------------------------------------------------------------------

AT_BETS, AT_BONUS, AT_THREE_CARDS = range(3)
ORDERS: Final = 13**3
"""Three ranks in any order."""


class Terms(NamedTuple):
    """The rules as the compiled round reads them: the payout limit, the low ace, the lines of each wager, and where
    bets one and two ride, a bit for each way of holding ranks, those of one suit after the others."""

    limit: int
    low_ace: int
    bets: Ints
    bonus: Ints
    three_card_bonus: Ints
    ride_one: Ints
    ride_two: Ints


@rule("18.10(b)", lean=True)
def lets_one_ride(a: int, b: int, c: int, terms: Terms) -> bool:
    """Is bet one best left on three cards?"""
    place = 169 * (a >> 2) + 13 * (b >> 2) + (c >> 2)
    if a & 3 == b & 3 == c & 3:
        place += ORDERS
    return marked(terms.ride_one, place)


@rule("18.10(e)", lean=True)
def lets_two_ride(a: int, b: int, c: int, d: int, terms: Terms) -> bool:
    """Is bet two best left on three cards and the first community card?"""
    place = 2197 * (a >> 2) + 169 * (b >> 2) + 13 * (c >> 2) + (d >> 2)
    if a & 3 == b & 3 == c & 3 == d & 3:
        place += 13 * ORDERS
    return marked(terms.ride_two, place)


@rule("18.10", "18.11", lean=True)
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Ints,
    terms: Terms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One round: cards one at a time, to the player and to the community by turns. Nobody sees the burn card,
    so it is not drawn."""
    a, b, d, c, e = tape[at], tape[at + 1], tape[at + 2], tape[at + 3], tape[at + 4]
    made = five_cards(a, b, c, d, e)
    bet, bonus, three = stakes[AT_BETS], stakes[AT_BONUS], stakes[AT_THREE_CARDS]
    if bet > 0:
        riding = 1 + lets_one_ride(a, b, c, terms) + lets_two_ride(a, b, c, d, terms)
        staked[AT_BETS] += riding * bet
        net[AT_BETS] += together(bet, riding, terms.bets[made], terms.limit)
    if bonus > 0:
        staked[AT_BONUS] += bonus
        net[AT_BONUS] += brings(bonus, terms.bonus[made])
    if three > 0:
        staked[AT_THREE_CARDS] += three
        net[AT_THREE_CARDS] += brings(three, terms.three_card_bonus[three_cards(a, b, c, terms.low_ace)])
    return at + 5


def decisions(rules: Rules) -> tuple[Ints, Ints]:
    """Where bets one and two ride, as bits."""
    bet_one, bet_two = worth(nets(rules))
    one, two = np.zeros(2 * ORDERS, np.bool_), np.zeros(26 * ORDERS, np.bool_)
    cards = np.arange(52)
    for n, (held, suited) in enumerate(zip(hands().cards, hands().suited, strict=True)):
        for a, b, c in permutations((held >> 2).tolist()):
            place = 169 * a + 13 * b + c
            one[suited * ORDERS + place] = bet_one[n] > 0
            same = suited & (cards & 3 == held[0] & 3)
            fit = ~np.isin(cards, held)
            two[(same * 13 * ORDERS + 13 * place + (cards >> 2))[fit]] = bet_two[n, fit] > 0
    return words(one), words(two)


def simulation(rules: Rules) -> Simulation:
    ride_one, ride_two = decisions(rules)
    return Simulation(
        game=rules.game.id,
        wagers=("bet-1", "let-it-ride-bonus", "three-card-bonus"),
        play=play,
        rules=Terms(
            cents(rules["payout-limit"]),
            low_ace(rules),
            packed(card_lines(rules, THREE_BETS[0])),
            packed(card_lines(rules, bonus(rules))),
            packed(card_lines(rules, three_card_bonus(rules))),
            ride_one,
            ride_two,
        ),
        equipment="deck",
        size=52,
        draws=5,
        reserve=lambda stakes: int(3 * stakes[AT_BETS] + stakes[1:].sum()),
    )
