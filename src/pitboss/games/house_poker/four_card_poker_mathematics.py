"""The mathematics of four-card poker: every wager under every table, exactly.

The ante: each of the 2,598,960 hands a player may hold, up to the names of the suits, with each of the 47 cards
the dealer may show, against each of the 1,370,754 hands the dealer may then hold: 134,459 × 47 counts. None of
them is made by enumeration. The dealer's 20,358,520 sets of six cards are taken in the order of their strength;
at every strength it is known, for each set of up to five cards, how many of those so far contain it; and from
that, by inclusion and exclusion, how many contain the up card and none of the player's cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from math import comb, floor
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Ints
from pitboss.book import Ask, Rules, rule
from pitboss.book.endings import brings, by_cards, card_line, card_lines, lines
from pitboss.compiler import kernel
from pitboss.games.advising import best_choice, hand_asked, shares, shown, unseen
from pitboss.games.house_poker import counting
from pitboss.games.house_poker.four_card_poker import (
    ACES_UP,
    ANTE_BONUS,
    OWN_HAND,
    FourCardShowdown,
    against_dealer,
    own_hand,
)
from pitboss.money import Cents
from pitboss.odds import Advice, Chart, Outcome, Strategy, WagerOdds, merge
from pitboss.odds.endings import brought, on_cards, packed, unit, valued
from pitboss.ranking.four import PAIR, best_four, category, describe, four_value, least
from pitboss.ranking.high import hand_of
from pitboss.ranking.value import NAMES, kickers, leading, plural
from pitboss.sim import Simulation
from pitboss.table import Table

Wins = NDArray[np.int32]

HANDS: Final = comb(52, 5)
DEALER_HANDS: Final = comb(46, 5)
"""Given the player's five cards and the dealer's up card."""
DEALS: Final = HANDS * 47 * DEALER_HANDS

# ---- counting ------------------------------------------------------------------------------------------

# A set of cards, lowest first, is numbered by its cards' binomials: CHOOSE[k, c] for card c in place k. The
# subsets of six cards are masks of their places: how many there are, which is the last, and the rest.
CHOOSE = np.array([[comb(card, size) for card in range(52)] for size in range(7)])
SIZE = np.array([mask.bit_count() for mask in range(64)])
LAST = np.array([max(mask.bit_length() - 1, 0) for mask in range(64)])
REST = np.array([mask ^ 1 << mask.bit_length() - 1 if mask else 0 for mask in range(64)])
# Where the sets of each size begin in the table of those of up to four cards.
START = np.array([0, 0, 52, 52 + 1_326, 52 + 1_326 + 22_100])
CARDS_BITS: Final = 36  # six cards of six bits each, under the strength


class Hands(NamedTuple):
    """The player's hands up to the names of the suits, weakest first."""

    cards: NDArray[np.uint8]
    times: Ints
    """How many hands each stands for."""
    values: Ints
    """Of the best four cards."""
    rows: Ints
    """Which of OWN_HAND."""


@kernel
def value_hands(hands: NDArray[np.uint8], values: Ints, rows: Ints) -> None:
    for n in range(len(hands)):
        values[n] = best_four((hands[n, 0], hands[n, 1], hands[n, 2], hands[n, 3], hands[n, 4]))
        rows[n] = own_hand(values[n])


@kernel
def dealers_with_top(f: int, ladder: Ints, found: Ints) -> None:
    """The dealer's sets of six cards whose highest is ``f``, each packed under its strength."""
    n = 0
    for e in range(f):
        for d in range(e):
            for c in range(d):
                upper = hand_of((c, d, e, f))
                for b in range(c):
                    for a in range(b):
                        strength = np.searchsorted(ladder, four_value(upper | hand_of((a, b))))
                        cards = a | b << 6 | c << 12 | d << 18 | e << 24 | f << 30
                        found[n] = strength << CARDS_BITS | cards
                        n += 1


@kernel
def number_sets(cards: Ints, number: Ints) -> None:
    """The number of each subset of six cards but the whole."""
    for mask in range(1, 63):
        number[mask] = number[REST[mask]] + CHOOSE[SIZE[mask], cards[LAST[mask]]]


@kernel
def sweep(
    dealers: Ints,
    mine: NDArray[np.uint8],
    values: Ints,
    counts: Ints,
    above: bool,
    found: Wins,
) -> None:
    """For each of the player's hands and each up card: how many of the dealer's lowest hands (of the highest, if
    ``above``) contain the up card and none of the player's cards. The counts rise from the first hand to the last, or
    from the last to the first."""
    held = np.zeros(52 + 1_326 + 22_100 + 270_725, np.int32)
    fives = np.zeros(2_598_960, np.int8)  # no set of five is in more than 47 hands
    number = np.zeros(64, np.int64)
    cards = np.zeros(6, np.int64)
    added = 0
    for step in range(len(mine)):
        n = len(mine) - 1 - step if above else step
        while added < counts[n]:
            dealt = dealers[len(dealers) - 1 - added if above else added]
            for place in range(6):
                cards[place] = dealt >> 6 * place & 63
            number_sets(cards, number)
            for mask in range(1, 63):
                if SIZE[mask] == 5:
                    fives[number[mask]] += 1
                else:
                    held[START[SIZE[mask]] + number[mask]] += 1
            added += 1
        for place in range(5):
            cards[place + 1] = mine[n, place]
        hand = hand_of(mine[n])
        place = 0
        for up in range(52):
            if (
                place < 5 and cards[place + 1] == up
            ):  # the player's own; from here on the up card lies above it
                cards[place] = up
                place += 1
                found[n, up] = -1
                continue
            cards[place] = up
            number_sets(cards, number)
            # The hand of the up card and all five of the player's, then the smaller sets.
            total = -1 if (four_value(hand | hand_of((up,))) > values[n]) == above else 0
            for mask in range(1, 63):
                if mask >> place & 1:
                    if SIZE[mask] == 5:
                        total += fives[number[mask]]
                    elif SIZE[mask] & 1:
                        total += held[START[SIZE[mask]] + number[mask]]
                    else:
                        total -= held[START[SIZE[mask]] + number[mask]]
            found[n, up] = total


@cache
def player_hands() -> Hands:
    """Every hand the player may hold."""
    dealt = counting.player_hands()
    values, rows = np.empty(len(dealt.cards), np.int64), np.empty(len(dealt.cards), np.int64)
    value_hands(dealt.cards, values, rows)
    order = np.argsort(values, kind="stable")
    return Hands(dealt.cards[order], dealt.times[order], values[order], rows[order])


@cache
def wins() -> Wins:
    """For each of the player's hands and each up card, the dealer's hands that are not higher; -1 where the
    player holds that card."""
    hands = player_hands()
    cards, values = hands.cards, hands.values
    ladder = np.unique(values)
    dealers = np.empty(comb(52, 6), np.int64)
    found = np.empty((len(cards), 52), np.int32)
    with ThreadPoolExecutor(2) as threads:
        tops = [dealers[comb(top, 6) : comb(top + 1, 6)] for top in range(52)]
        list(threads.map(lambda top: dealers_with_top(top, ladder, tops[top]), range(51, 4, -1)))
        dealers.sort()
        # How many are not higher. One thread works its way up to the middle, the other down to it.
        lower = np.searchsorted(dealers, np.searchsorted(ladder, values) + 1 << CARDS_BITS)
        middle = int(np.searchsorted(lower, len(dealers) // 2))
        up, down = slice(None, middle), slice(middle, None)
        jobs = (
            threads.submit(sweep, dealers, cards[up], values[up], lower[up], False, found[up]),
            threads.submit(
                sweep, dealers, cards[down], values[down], len(dealers) - lower[down], True, found[down]
            ),
        )
        for job in jobs:
            job.result()
    found[middle:] = np.where(found[middle:] < 0, -1, DEALER_HANDS - found[middle:])
    return found


# ---- odds ----------------------------------------------------------------------------------------------


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    for name, analyze in (("ante", ante), ("aces-up", aces_up)):
        if wager in (None, name):
            yield analyze(rules)


def ante(rules: Rules) -> WagerOdds:
    """Ante, play and ante bonus together, played best: three times the ante if the player is more likely to win
    than not, once if that loses less than the ante, else a fold. What lies between once and three times is
    worth what lies between, so it is never better than both."""
    bonus = rules.pay("ante-bonus")
    hands = player_hands()
    outcomes: list[Outcome] = []
    wagered = Fraction(1)
    for row, own in enumerate(OWN_HAND):
        here = slice(*np.searchsorted(hands.rows, (row, row + 1)))
        won_of, times = wins()[here], hands.times[here, None]
        extra = unit(card_line(rules, ANTE_BONUS, own))
        ahead = 2 * won_of - DEALER_HANDS  # hands won less hands lost
        worth_it = 2 * ahead > floor(-DEALER_HANDS * (1 + extra))
        for units, chosen in ((0, ~worth_it), (1, worth_it & (ahead <= 0)), (3, worth_it & (ahead > 0))):
            weights = times * (chosen & (won_of >= 0))
            deals, won = int(weights.sum()) * DEALER_HANDS, int((weights * won_of).sum())
            wagered += Fraction(units * deals, DEALS)
            if not units:
                outcomes.append(
                    Outcome("fold", Fraction(deals, DEALS), brought(rules, FourCardShowdown.FOLD, ante=1))
                )
                continue
            name = f"play {'once' if units == 1 else 'three times'}" + (f", {own}" if extra else "")
            for result, ending, count in (
                ("win", FourCardShowdown.HIGHER, won),
                ("lose", FourCardShowdown.LOWER, deals - won),
            ):
                value = brought(rules, ending, ante=1, play=units) + extra
                outcomes.append(Outcome(f"{result}, {name}", Fraction(count, DEALS), value))
    return WagerOdds(
        wager="ante",
        table=bonus.table,
        options=rules.options,
        outcomes=tuple(each for each in merge(outcomes) if each.probability),
        per="unit of the ante, play wager and ante bonus included",
        wagered=wagered,
    )


def aces_up(rules: Rules) -> WagerOdds:
    return on_cards(rules, ACES_UP, own_hands(), nothing="less than a pair of aces")


@cache
def own_hands() -> dict[str, int]:
    """How many of the player's hands take each row."""
    hands = player_hands()
    return {own: int(hands.times[hands.rows == row].sum()) for row, own in enumerate(OWN_HAND)}


# ---- strategy ------------------------------------------------------------------------------------------

THRICE, ONCE = range(2)
SHORT = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


class Margins(NamedTuple):
    """What playing three times the ante gains over once, and once over a fold, in hands of the dealer and
    without the bonus: by whether the player holds a card of the up card's rank, by the value of the best four
    cards, by the up card's rank. Each figure is the sum over all hands at least as good."""

    values: Ints
    gains: Ints


@cache
def margins() -> Margins:
    hands = player_hands()
    values, starts = np.unique(hands.values, return_index=True)
    gains = np.empty((2, 2, len(values), 13), np.int64)
    times = hands.times[:, None]
    ahead = np.where(wins() < 0, 0, 2 * wins() - DEALER_HANDS) * times
    deals = np.where(wins() < 0, 0, DEALER_HANDS) * times
    held = np.stack([(hands.cards >> 2 == rank).any(axis=1) for rank in range(13)], axis=1)
    for decision, gain in ((THRICE, 2 * ahead), (ONCE, 2 * ahead + deals)):
        by_rank = gain.reshape(-1, 13, 4).sum(axis=2)
        for held_or_not in (False, True):
            sums = np.add.reduceat(np.where(held == held_or_not, by_rank, 0), starts)
            gains[decision, int(held_or_not)] = sums[::-1].cumsum(axis=0)[::-1]
    return Margins(values, gains)


@cache
def least_hands() -> Ints:
    """The lowest hands worth three times the ante and worth once, by whether a card of the up card's rank is held
    and by that rank. They hold no bonus, so no table changes them."""
    values, gains = margins()
    # The last of equal sums: the hands before it cannot be held.
    found: Ints = values[len(values) - 1 - gains[:, :, ::-1].argmax(axis=2)]
    return found


def best_pairs() -> tuple[int, int]:
    """The lowest pairs (two = 0) to play three times and once, if the up card is not looked at."""
    values, gains = margins()
    pairs = np.searchsorted(values, [least(PAIR, rank) for rank in range(13)])
    thrice, once = gains.sum(axis=(1, 3))[:, pairs].argmax(axis=1)
    return int(thrice), int(once)


def edge_of(rules: Rules, least_hand: Ints) -> Fraction:
    """The house edge if these hands or better are played (three times and once, by rank held and up card). Every
    hand with a bonus is."""
    values, gains = margins()
    places = np.searchsorted(values, least_hand)[:, :, None, :]
    gained = int(np.take_along_axis(gains, places, axis=2).sum())
    extra = sum((unit(card_line(rules, ANTE_BONUS, own)) * n for own, n in own_hands().items()), Fraction(0))
    return -brought(rules, FourCardShowdown.FOLD, ante=1) - Fraction(gained, DEALS) - extra / HANDS


def spelled(decision: int, held: int, up: int) -> str:
    """The least hand card by card; only the pair if no lower hand with that pair can be held."""
    values, gains = margins()
    value = int(least_hands()[decision, held, up])
    if category(value) > PAIR:
        return describe(value)
    first = [rank for rank in range(12, -1, -1) if leading(value) >> rank & 1]
    if category(value) < PAIR:
        return "-".join(SHORT[rank] for rank in first)
    below = (values[:-1] < value) & (np.diff(gains[ONCE, held, :, up]) != 0)
    lowest = leading(int(values[:-1][below][-1])) != leading(value)
    beside = [rank for rank in range(12, -1, -1) if kickers(value) >> rank & 1]
    return "-".join(SHORT[rank] for rank in first * 2 + beside * (not lowest))


def strategy(rules: Rules) -> Strategy:
    chart = least_hands()
    thrice, once = best_pairs()
    simple = np.broadcast_to(np.array([least(PAIR, thrice), least(PAIR, once)])[:, None, None], chart.shape)
    best, by_chart, by_pairs = ante(rules).house_edge, edge_of(rules, chart), edge_of(rules, simple)
    rows = tuple(
        (NAMES[up], *(spelled(decision, held, up) for held in (0, 1) for decision in (THRICE, ONCE)))
        for up in range(13)
    )
    return Strategy(
        game=rules.game.id,
        rule=f"Play three times the ante with a pair of {plural(thrice)} or better, once with a pair of "
        f"{plural(once)} or better; fold anything lower.",
        charts=(
            Chart(
                "Least hand to play by the dealer's up card",
                ("three times: none of its rank held", "once", "three times: some of its rank held", "once"),
                rows,
            ),
        ),
        notes=(
            f"The edge on the ante is {float(100 * best):.2f}% if every card of the hand is weighed, "
            f"{float(100 * by_chart):.2f}% by the chart and {float(100 * by_pairs):.2f}% by the simple rule.",
            "An amount between once and three times the ante is never best.",
            "The aces up wager stays on the layout after a fold and does not enter the decision.",
        ),
        house_edge=best,
        chart_edge=by_chart,
        simpler={"by the chart": by_chart, "by pairs alone, as said": by_pairs},
    )


# ---- advice --------------------------------------------------------------------------------------------


@kernel
def count_dealers(mine: int, up: int, unseen: Ints, found: Ints) -> None:
    """Of the dealer's hands, of the up card and five of the cards unseen: how many are not higher, how many are."""
    bits = np.array([hand_of((card,)) for card in unseen])
    shown = hand_of((up,))
    for i in range(len(bits)):
        for j in range(i):
            for k in range(j):
                for m in range(k):
                    upper = shown | bits[i] | bits[j] | bits[k] | bits[m]
                    for n in range(m):
                        found[int(four_value(upper | bits[n]) > mine)] += 1


def advise(table: Table, ask: Ask) -> Advice:
    """Once, three times or a fold against every hand that the dealer may hold with this up card."""
    hand, rules = hand_asked(table, ask), table.rules
    mine, (up,) = best_four(hand.cards), shown(table, ask, "dealer")
    counts = np.zeros(2, np.int64)
    count_dealers(mine, up, unseen(table, ask), counts)
    won, lost = shares(counts)
    ante = hand.stake("ante")
    extra = sum(each.pays for each in by_cards(rules, hand, ANTE_BONUS, OWN_HAND[own_hand(mine)]))

    def worth(decision: str, amount: Cents) -> float:
        made = {"ante": ante, "play": amount}
        if decision == "fold":
            return valued(rules, FourCardShowdown.FOLD, made)
        wins, loses = (
            valued(rules, ending, made) for ending in (FourCardShowdown.HIGHER, FourCardShowdown.LOWER)
        )
        return won * wins + lost * loses + extra

    why = f"It wins {won:.1%} of the time: over half is worth the most, over a quarter the least."
    return best_choice(ask, worth, why)


# ---- simulation ----------------------------------------------------------------------------------------

AT_ANTE, AT_ACES_UP = range(2)


class FourCardTerms(NamedTuple):
    """The rules as the compiled round reads them: ``least_hands``, and the lines of each wager."""

    least: Ints
    ante: Ints
    play: Ints
    ante_bonus: Ints
    aces_up: Ints


@rule("27.10(b)", "27.11(a)", lean=True)
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Ints,
    terms: FourCardTerms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One round: cards one at a time, player and dealer by turns, the dealer's sixth face up. By the chart."""
    a, b, c, d, e = tape[at], tape[at + 2], tape[at + 4], tape[at + 6], tape[at + 8]
    f = tape[at + 10]
    mine = best_four((a, b, c, d, e))
    own = own_hand(mine)
    ante, aces_up = stakes[AT_ANTE], stakes[AT_ACES_UP]
    if ante > 0:
        up = np.int64(f >> 2)
        held = int(a >> 2 == up or b >> 2 == up or c >> 2 == up or d >> 2 == up or e >> 2 == up)
        units = 3 if mine >= terms.least[THRICE, held, up] else int(mine >= terms.least[ONCE, held, up])
        staked[AT_ANTE] += ante + units * ante
        if units == 0:
            net[AT_ANTE] += brings(ante, terms.ante[FourCardShowdown.FOLD])
        else:
            theirs = best_four((tape[at + 1], tape[at + 3], tape[at + 5], tape[at + 7], tape[at + 9], f))
            end = against_dealer(mine, theirs)
            net[AT_ANTE] += brings(ante, terms.ante[end]) + brings(units * ante, terms.play[end])
            net[AT_ANTE] += brings(ante, terms.ante_bonus[own])
    if aces_up > 0:
        staked[AT_ACES_UP] += aces_up
        net[AT_ACES_UP] += brings(aces_up, terms.aces_up[own])
    return at + 11


def simulation(rules: Rules) -> Simulation:
    return Simulation(
        game=rules.game.id,
        wagers=("ante", "aces-up"),
        play=play,
        rules=FourCardTerms(
            least_hands(),
            *(packed(lines(rules, wager, FourCardShowdown)) for wager in ("ante", "play")),
            *(packed(card_lines(rules, paid)) for paid in (ANTE_BONUS, ACES_UP)),
        ),
        equipment="deck",
        size=52,
        draws=11,
        reserve=lambda stakes: int(4 * stakes[AT_ANTE] + stakes[AT_ACES_UP]),
    )
