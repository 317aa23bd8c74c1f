"""The mathematics of winner's pot poker: one player against the dealer, exactly.

Of the dealer's two upcards there are 169 kinds up to the names of the suits. For each of them the player's hands of
five cards are taken in the order of their strength, beside the dealer's hidden three; how many of these are lower or
equal and do not touch the player's cards follows by inclusion and exclusion. The double depends only on their sums over
the player's fifth card: 14 million sums of wins and ties, whatever the pot pays. From them follows the value of a bet,
for each three cards of the player and each first upcard.

How other players bet is their own affair, and there is no best answer to what nobody knows; so the odds are those of
a player alone with the dealer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Bytes, Ints, Words
from pitboss.book import Ask, Refused, Rules, rule
from pitboss.book.endings import card_lines
from pitboss.compiler import kernel
from pitboss.equipment.cards import RANKS
from pitboss.games.advising import best_choice, hand_asked, shown, unseen
from pitboss.games.house_poker.boards_mathematics import STRENGTHS, Look, look, shared
from pitboss.games.house_poker.counting import all_hands
from pitboss.games.house_poker.flop_poker import flop_row
from pitboss.games.house_poker.winners_pot_poker import (
    BET,
    DOUBLE,
    FULL,
    HANDS,
    JACKS_PLUS,
    Left,
    ante_of,
    commission,
    divided,
    jacks_plus,
    limit_of,
    unit_of,
)
from pitboss.games.payout_limit import together
from pitboss.money import Cents
from pitboss.odds import Advice, Chart, Outcome, Strategy, WagerOdds
from pitboss.odds.endings import brought, on_cards, packed
from pitboss.ranking.batch import strength_of, strengths, tables
from pitboss.ranking.high import best_five
from pitboss.sim import Simulation
from pitboss.table import Table

Rows = NDArray[np.int32]

DECK: Final = 52
HIDDEN: Final = comb(45, 3)
SHOWDOWNS: Final = 46 * HIDDEN
"""The ways in which a doubled hand can end: the player's fifth card, and the dealer's two down cards and fifth card."""
STREETS: Final = 48 * 47
"""The player's fourth card and the dealer's."""
DEALS: Final = DECK * comb(51, 3)
"""The dealer's first upcard and the player's three cards."""

# ---- sets of cards -------------------------------------------------------------------------------------

# They are numbered by the binomials of their cards in rising order.
CHOOSE: Final = np.array([[comb(card, size) for card in range(DECK)] for size in range(5)])
SUITED, OFFSUIT = 0, 1
# Suits that may change their names without changing the upcards: all but the one of two suited upcards, or the two
# that two upcards of different suits leave.
ALIKE: Final = ((1, 2, 3), (2, 3))


class Sets(NamedTuple):
    """Sets of cards up to the names of suits that are alike."""

    first: Ints
    """The first set of each kind."""
    place: Rows
    """The kind of each set."""
    times: Ints
    """How many sets there are of each kind."""


def of_a_kind(sets: NDArray[np.integer], alike: Sequence[int]) -> Sets:
    suits = np.zeros((4, len(sets)), np.int64)
    for column in sets.T.astype(np.int64):
        for suit in range(4):
            suits[suit] |= (column & 3 == suit) << (column >> 2)
    suits[list(alike)] = np.sort(suits[list(alike)], axis=0)
    keys = suits[0] | suits[1] << 13 | suits[2] << 26 | suits[3] << 39
    _, first, place, times = np.unique(keys, return_index=True, return_inverse=True, return_counts=True)
    return Sets(first, place.astype(np.int32), times)


@cache
def subsets(size: int) -> Bytes:
    """Every set of this many cards in rising order, by its number."""
    found = np.array(list(combinations(range(DECK), size)), np.uint8)
    return found[np.argsort(number_of(found))]


def number_of(sets: NDArray[np.integer]) -> Ints:
    return sum(
        (CHOOSE[n][sets[:, n - 1]] for n in range(1, sets.shape[1] + 1)), np.zeros(len(sets), np.int64)
    )


@cache
def fours(kind: int) -> Sets:
    """The player's four cards as two upcards of a kind see them."""
    return of_a_kind(subsets(4), ALIKE[kind])


@cache
def threes() -> Sets:
    """The player's three cards as one upcard sees them."""
    return of_a_kind(subsets(3), ALIKE[SUITED])


@cache
def upcards() -> list[tuple[int, int]]:
    """Two upcards of each kind, the higher first: of one suit, then of two."""
    suited = [(4 * high, 4 * low) for high in range(13) for low in range(high)]
    return suited + [(4 * high, 4 * low + 1) for high in range(13) for low in range(high + 1)]


def kind_of(pair: int) -> int:
    return SUITED if pair < comb(13, 2) else OFFSUIT


# ---- showdowns -----------------------------------------------------------------------------------------

# Two counts in one number, so that one look finds both: the hands that are lower and, shifted by this many bits, those
# that are not higher.
EITHER: Final = 32
EQUAL: Final = 1 << EITHER
LOW: Final = EQUAL - 1


@kernel
def note(number: int, three: Bytes, one: Ints, two: Ints, count: int) -> int:
    """Enter hidden cards into the counts by one and by two of them."""
    i, j, k = three[number]
    one[i] += count
    one[j] += count
    one[k] += count
    two[i, j] += count
    two[i, k] += count
    two[j, k] += count
    return count


class Fives(NamedTuple):
    """The player's hands of five cards, weakest first, their strengths, and how many there are of each."""

    cards: Bytes
    strengths: Words
    times: Ints


@kernel
def count_showdowns(
    x: int, y: int, fives: Fives, place: Rows, three: Bytes, choose: Ints, look: Look, found: Ints
) -> None:
    """Against the upcards x and y, the player's hands from the weakest on: for each four of the cards, by their
    place, as often as the five have namesakes, how many of the dealer's hands are lower and not higher."""
    hands, strengths, times = fives
    keys, bits, table = look
    hidden = np.zeros(len(three), np.uint16)
    for n in range(len(three)):
        i, j, k = three[n]
        if i != x and i != y and j != x and j != y and k != x and k != y:
            hidden[n] = strength_of(
                keys[x] + keys[y] + keys[i] + keys[j] + keys[k],
                bits[x] + bits[y] + bits[i] + bits[j] + bits[k],
                table,
            )
    order = np.argsort(hidden)
    lower = 0
    while hidden[order[lower]] == 0:  # they touch the upcards
        lower += 1
    either = lower
    one, two = np.zeros(52, np.int64), np.zeros((52, 52), np.int64)
    total = 0
    c2, c3, c4 = choose[2], choose[3], choose[4]
    for n in range(len(hands)):
        mine = strengths[n]
        while lower < len(order) and hidden[order[lower]] < mine:
            total += note(order[lower], three, one, two, 1)
            lower += 1
        while either < len(order) and hidden[order[either]] <= mine:
            total += note(order[either], three, one, two, EQUAL)
            either += 1
        a, b, c, d, e = (
            np.int64(hands[n, 0]),
            np.int64(hands[n, 1]),
            np.int64(hands[n, 2]),
            np.int64(hands[n, 3]),
            np.int64(hands[n, 4]),
        )
        if a == x or b == x or c == x or d == x or e == x or a == y or b == y or c == y or d == y or e == y:
            continue
        free = total - one[a] - one[b] - one[c] - one[d] - one[e]
        free += two[a, b] + two[a, c] + two[a, d] + two[a, e] + two[b, c]
        free += two[b, d] + two[b, e] + two[c, d] + two[c, e] + two[d, e]
        for s in (
            hidden[a + c2[b] + c3[c]],
            hidden[a + c2[b] + c3[d]],
            hidden[a + c2[b] + c3[e]],
            hidden[a + c2[c] + c3[d]],
            hidden[a + c2[c] + c3[e]],
            hidden[a + c2[d] + c3[e]],
            hidden[b + c2[c] + c3[d]],
            hidden[b + c2[c] + c3[e]],
            hidden[b + c2[d] + c3[e]],
            hidden[c + c2[d] + c3[e]],
        ):
            free -= (s < mine) + ((s <= mine) << EITHER)
        free *= times[n]
        found[place[a + c2[b] + c3[c] + c4[d]]] += free
        found[place[a + c2[b] + c3[c] + c4[e]]] += free
        found[place[a + c2[b] + c3[d] + c4[e]]] += free
        found[place[a + c2[c] + c3[d] + c4[e]]] += free
        found[place[b + c2[c] + c3[d] + c4[e]]] += free


def showdowns_against(pair: int) -> Ints:
    """Of the SHOWDOWNS of each of ``fours`` against two upcards how many are won, and above that (by EITHER bits)
    how many are tied."""
    kind = kind_of(pair)
    sets = fours(kind)
    found = np.zeros(len(sets.first), np.int64)
    x, y = upcards()[pair]
    count_showdowns(x, y, fives(kind), sets.place, subsets(3), CHOOSE, look(), found)
    lower, either = (found & LOW) // sets.times, (found >> EITHER) // sets.times
    return lower | either - lower << EITHER


@cache
def fives(kind: int) -> Fives:
    hands, strengths = all_hands()
    sets = of_a_kind(hands, ALIKE[kind])
    order = np.argsort(sets.first)
    first = sets.first[order]
    return Fives(hands[first], strengths[first], sets.times[order])


@cache
def showdowns() -> tuple[Ints, Ints]:
    """All of them one behind the other, and where those of each pair of upcards begin. 110 MB."""
    for kind in (SUITED, OFFSUIT):
        fives(kind), fours(kind)
    pairs = range(len(upcards()))
    starts = np.cumsum([0, *(len(fours(kind_of(pair)).first) for pair in pairs)])
    together = np.empty(starts[-1], np.int64)

    def part(start: int, end: int) -> None:
        for pair in range(start, end):
            together[starts[pair] : starts[pair + 1]] = showdowns_against(pair)

    shared(len(pairs), part)
    return together, starts


# ---- the two decisions ---------------------------------------------------------------------------------

# The player's four cards as the pair of upcards of their kind sees them: the first upcard has suit 0 here, the
# second suit 0 or another; there the higher of two different suits has suit 0 and the other one suit 1.
RENAMED: Final = (
    (0, 1, 2, 3),
    (0, 1, 2, 3),
    (0, 2, 1, 3),
    (0, 3, 2, 1),
    (0, 1, 2, 3),  # where the second upcard is higher; no such thing in suit 0
    (1, 0, 2, 3),
    (1, 2, 0, 3),
    (1, 2, 3, 0),
)


@cache
def places() -> NDArray[np.int32]:
    """The place of each four cards among ``fours``, for each of RENAMED."""
    sets = subsets(4)
    found = np.empty((len(RENAMED), len(sets)), np.int32)
    for n, suits in enumerate(RENAMED):
        turned = np.sort(sets & ~np.uint8(3) | np.array(suits, np.uint8)[sets & 3], axis=1)
        found[n] = fours(OFFSUIT if n & 3 else SUITED).place[number_of(turned)]
    return found


@cache
def views() -> Rows:
    """For each rank of a first upcard (of suit 0) and each second: the pair they are, and how to rename suits."""
    pairs = {pair: n for n, pair in enumerate(upcards())}
    found = np.zeros((13, DECK, 2), np.int32)
    for first in range(13):
        for card in range(DECK):
            rank, suit = card >> 2, card & 3
            if (rank, suit) != (first, 0):
                high, low = max(first, rank), min(first, rank)
                turn = suit + 4 * (suit > 0 and rank > first)
                found[first, card] = pairs[4 * high, 4 * low + (suit > 0)], turn
    return found


class Counted(NamedTuple):
    """``showdowns`` and how to find those of four cards and two upcards among them."""

    counts: Ints
    starts: Ints
    views: Rows
    places: Rows
    choose: Ints


@cache
def all_counted() -> Counted:
    return Counted(*showdowns(), views(), places(), CHOOSE)


class Nets(NamedTuple):
    """What a doubled hand nets, in cents."""

    ante: int
    win: int
    tie: int


def nets(rules: Rules) -> Nets:
    ante = ante_of(rules)
    pot = 2 * FULL * ante
    won, tied = (divided(pot, 1, dealer, *commission(rules), unit_of(rules))[2] for dealer in (0, 1))
    return Nets(ante, won - FULL * ante, tied - FULL * ante)


@kernel
def worth_of_double(count: int, ante: int, win: int, tie: int) -> int:
    """By how much a double is better than a fold on four cards, on all SHOWDOWNS together."""
    wins, ties = count & LOW, count >> EITHER
    return win * wins + tie * ties - FULL * ante * (SHOWDOWNS - wins - ties) + (1 + BET) * ante * SHOWDOWNS


VALUE, FOLDS, WINS, TIES = range(4)


@kernel
def count_bets(first: int, hands: Ints, counted: Counted, nets: Nets, values: Ints, found: Ints) -> None:
    """Of each three cards against a first upcard of this rank, on all STREETS: by how much a bet is better than a
    loss of ante and bet, how often it ends in a fold, and the showdowns that it wins and ties. The player doubles
    where that is best or, given the ``values`` of all four cards, where these beat the dealer's upcards."""
    x = 4 * first
    ante, win, tie = nets
    showdowns, starts, views, places, choose = counted
    for y in range(52):
        if y == x:
            continue
        start, place = starts[views[first, y, 0]], places[views[first, y, 1]]
        shown = best_five((x, y))
        for n in range(len(hands)):
            a, b, c = hands[n]
            if a == x or b == x or c == x or a == y or b == y or c == y:
                continue
            value, folds, wins, ties = 0, 0, 0, 0
            for d in range(52):
                if d == a or d == b or d == c or d == x or d == y:
                    continue
                four = four_of(a, b, c, d, choose)
                count = showdowns[start + place[four]]
                worth = worth_of_double(count, ante, win, tie)
                if values[four] > shown if len(values) else worth > 0:
                    value += worth
                    wins += count & LOW
                    ties += count >> EITHER
                else:
                    folds += 1
            found[n, VALUE] += value
            found[n, FOLDS] += folds
            found[n, WINS] += wins
            found[n, TIES] += ties


@kernel
def four_of(a: int, b: int, c: int, d: int, choose: Ints) -> int:
    """The number of three cards in rising order and a fourth."""
    if d < a:
        return int(d + choose[2, a] + choose[3, b] + choose[4, c])
    if d < b:
        return int(a + choose[2, d] + choose[3, b] + choose[4, c])
    if d < c:
        return int(a + choose[2, b] + choose[3, d] + choose[4, c])
    return int(a + choose[2, b] + choose[3, c] + choose[4, d])


@cache
def bets(nets: Nets, simply: bool = False) -> Ints:
    """What ``count_bets`` finds, by the rank of the first upcard and the kind of the three cards; of the best play
    or of the simple one."""
    counted = all_counted()
    values = np.array([best_five(four) for four in subsets(4).tolist()] if simply else [], np.int64)
    found = np.zeros((13, len(own_cards()), 4), np.int64)

    def part(start: int, end: int) -> None:
        for first in range(start, end):
            count_bets(first, own_cards(), counted, nets, values, found[first])

    shared(13, part)
    return found


def own_cards() -> Ints:
    """Three cards of each kind."""
    return subsets(3)[threes().first].astype(np.int64)


def deals() -> Ints:
    """How many deals each of ``bets`` stands for; none where the upcard is one of the three."""
    clear = np.array([(own_cards() != 4 * first).all(axis=1) for first in range(13)])
    return np.where(clear, 4 * threes().times, 0)


def made(nets: Nets) -> NDArray[np.bool_]:
    """Where a bet is better than a fold: without one the ante is lost, with one no less than ante and bet."""
    return np.asarray(bets(nets)[:, :, VALUE] > BET * nets.ante * STREETS * SHOWDOWNS)


def simply_made() -> NDArray[np.bool_]:
    """Where the player's three cards beat the dealer's upcard."""
    own = own_cards().tolist()
    return np.array(
        [[stays_in(best_five(three), best_five((4 * first,))) for three in own] for first in range(13)],
        np.bool_,
    )


def ended(rules: Rules, bet: NDArray[np.bool_], found: Ints) -> WagerOdds:
    """The odds of a player who bets there and then does as was counted."""
    pays, times = nets(rules), deals()
    folded = Fraction(int(times[~bet].sum()), DEALS)
    folds, wins, ties = (found[bet] * times[bet][:, np.newaxis]).sum(axis=0).tolist()[FOLDS:]
    left = Fraction(folds, DEALS * STREETS)
    won, tied = (Fraction(each, DEALS * STREETS * SHOWDOWNS) for each in (wins, ties))
    return WagerOdds(
        wager="ante",
        table="against the dealer alone",
        options=rules.options,
        outcomes=(
            Outcome("highest hand", won, Fraction(pays.win, pays.ante)),
            Outcome("tie hand", tied, Fraction(pays.tie, pays.ante)),
            Outcome("lower hand", 1 - folded - left - won - tied, Fraction(-FULL)),
            Outcome("fold on three cards", folded, brought(rules, Left.FOLD, ante=1)),
            Outcome("fold on four cards", left, Fraction(-1 - BET)),
        ),
        per="unit of the ante, bet and double included",
        wagered=1 + BET * (1 - folded) + DOUBLE * (1 - folded - left),
    )


def ante(rules: Rules) -> WagerOdds:
    pays = nets(rules)
    return ended(rules, made(pays), bets(pays))


def simple_ante(rules: Rules) -> WagerOdds:
    """The odds of a player who stays in as long as the cards beat what the dealer shows."""
    return ended(rules, simply_made(), bets(nets(rules), simply=True))


# ---- jacks plus ----------------------------------------------------------------------------------------

FIFTH: Final = 46
"""The cards of which one is the player's fifth."""


@cache
def row_of_strength() -> Bytes:
    """The row of jacks plus that each strength takes."""
    return np.array([flop_row(value) for value in tables().ladder.tolist()], np.uint8)


class Bets(NamedTuple):
    """Three cards of each kind, how many deals they stand for, and whether they are bet."""

    hands: Ints
    times: Ints
    bet: NDArray[np.bool_]


@kernel
def count_rows(
    first: int, bets: Bets, counted: Counted, nets: Nets, look: Look, row: Bytes, found: Ints
) -> None:
    """Against a first upcard of this rank, how often the cards with which a player ends who plays best for the pot
    take each row of jacks plus, on all STREETS and with each FIFTH card."""
    x = 4 * first
    hands, times, bet = bets
    ante, win, tie = nets
    keys, bits, table = look
    showdowns, starts, views, places, choose = counted
    for n in range(len(hands)):
        a, b, c = hands[n]
        if times[n] == 0:
            continue
        if not bet[n]:
            found[jacks_plus((a, b, c))] += times[n] * STREETS * FIFTH
            continue
        key, hand = keys[a] + keys[b] + keys[c], bits[a] + bits[b] + bits[c]
        for d in range(52):
            if d == a or d == b or d == c or d == x:
                continue
            for e in range(d):
                if e != a and e != b and e != c and e != x:
                    strength = strength_of(key + keys[d] + keys[e], hand + bits[d] + bits[e], table)
                    # Either comes first; the dealer's is any other.
                    found[row[strength]] += times[n] * 2 * FIFTH
    for y in range(52):
        if y == x:
            continue
        start, place = starts[views[first, y, 0]], places[views[first, y, 1]]
        for n in range(len(hands)):
            a, b, c = hands[n]
            if times[n] == 0 or not bet[n] or a == y or b == y or c == y:
                continue
            for d in range(52):
                if d == a or d == b or d == c or d == x or d == y:
                    continue
                count = showdowns[start + place[four_of(a, b, c, d, choose)]]
                if worth_of_double(count, ante, win, tie) > 0:
                    continue
                found[jacks_plus((a, b, c, d))] += times[n] * FIFTH
                key, hand = keys[a] + keys[b] + keys[c] + keys[d], bits[a] + bits[b] + bits[c] + bits[d]
                for e in range(52):  # which the player no longer sees
                    if e != a and e != b and e != c and e != d and e != x and e != y:
                        found[row[strength_of(key + keys[e], hand + bits[e], table)]] -= times[n]


@cache
def rows_when_folding(nets: Nets) -> tuple[int, ...]:
    """How often each row of jacks plus comes up where a player plays best for the pot."""
    counted, bet, times, rows = all_counted(), made(nets), deals(), row_of_strength()

    def part(start: int, end: int) -> Ints:
        found = np.zeros(len(HANDS), np.int64)
        for first in range(start, end):
            here = Bets(own_cards(), times[first], bet[first])
            count_rows(first, here, counted, nets, look(), rows, found)
        return found

    return tuple(np.sum(shared(13, part), axis=0).tolist())


@cache
def rows_of_five() -> tuple[int, ...]:
    """How many hands of five cards take each row of jacks plus."""
    return tuple(np.bincount(row_of_strength()[all_hands()[1]], minlength=len(HANDS)).tolist())


def jacks_plus_bonus(rules: Rules) -> Iterator[WagerOdds]:
    """With five cards, and with those that the best play for the pot leaves."""
    for rows, player in (
        (rows_of_five(), "a player who stays in for five cards"),
        (rows_when_folding(nets(rules)), "a player who folds as is best for the ante, alone with the dealer"),
    ):
        counts = dict(zip(HANDS, rows, strict=True))
        per = f"unit of the wager, of {player}"
        yield on_cards(rules, JACKS_PLUS, counts, nothing=HANDS[0], per=per)


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    if wager in (None, "ante", "bet", "double", "winners-pot"):
        yield ante(rules)
    if wager in (None, "jacks-plus-bonus"):
        yield from jacks_plus_bonus(rules)


# ---- strategy ------------------------------------------------------------------------------------------

PAIRED: Final = 13
"""The row and column of a pair or better."""


def highest(sets: NDArray[np.integer]) -> Ints:
    """The highest rank of cards without a pair, PAIRED for the others."""
    ranks = np.sort(sets >> 2, axis=1)
    paired = (ranks[:, 1:] == ranks[:, :-1]).any(axis=1)
    return np.where(paired, PAIRED, ranks[:, -1]).astype(np.int64)


def bet_chart(pays: Nets) -> Chart:
    bet, times, rows = made(pays), deals(), highest(own_cards())
    shares = np.zeros((14, 13, 2), np.int64)
    for first in range(13):
        np.add.at(shares[:, first, 0], rows, times[first] * bet[first])
        np.add.at(shares[:, first, 1], rows, times[first])
    return charted("Your three cards against the dealer's upcard", "B", shares, RANKS)


def double_chart(pays: Nets) -> Chart:
    counts, starts = showdowns()
    shares = np.zeros((14, 14, 2), np.int64)
    for pair, (x, y) in enumerate(upcards()):
        sets = fours(kind_of(pair))
        cards = subsets(4)[sets.first]
        found = counts[starts[pair] : starts[pair + 1]]
        wins, ties = found & LOW, found >> EITHER
        worth = (pays.win + FULL * pays.ante) * wins + (pays.tie + FULL * pays.ante) * ties
        times = sets.times * ((cards != x) & (cards != y)).all(axis=1)
        times *= 4 if kind_of(pair) == SUITED else 6 if x >> 2 == y >> 2 else 12
        column = PAIRED if x >> 2 == y >> 2 else x >> 2
        doubles = worth > DOUBLE * pays.ante * SHOWDOWNS
        np.add.at(shares[:, column, 0], highest(cards), times * doubles)
        np.add.at(shares[:, column, 1], highest(cards), times)
    return charted(
        "Your four cards against the dealer's two upcards", "D", shares[:, 1:], (*RANKS[1:], "pair")
    )


def charted(title: str, decision: str, shares: Ints, columns: Iterable[str]) -> Chart:
    """In each cell the decision, or how often it is right where it depends on the other cards."""
    rows = [(f"{rank} high", shares[n]) for n, rank in enumerate(RANKS) if shares[n, :, 1].any()]
    return Chart(
        title,
        tuple(columns),
        tuple(
            (label, *(cell(decision, some, every) for some, every in row.tolist()))
            for label, row in [*rows, ("pair or better", shares[PAIRED])][::-1]
        ),
    )


def cell(decision: str, some: int, every: int) -> str:
    if not every:
        return "–"
    return decision if some == every else f"{100 * some / every:.0f}%" if some else "F"


def strategy(rules: Rules) -> Strategy:
    pays, best, simple = nets(rules), ante(rules), simple_ante(rules)
    cost = float(100 * (simple.house_edge - best.house_edge))
    return Strategy(
        game=rules.game.id,
        rule="Stay in as long as your cards beat what the dealer shows; fold otherwise.",
        charts=(bet_chart(pays), double_chart(pays)),
        notes=(
            f"The rule costs {cost:.2f}% of the ante more than the best play, which the charts describe: a share is "
            "how often staying in is right where it depends on the other cards, above all on straights and flushes.",
            "Computed for a player alone with the dealer. The stakes of players who fold on four cards make staying "
            "in better, further hands that stay in make it worse.",
            "Jacks plus is lost more often by a fold on three or four cards than with all five.",
        ),
        legend={"B": "bet", "D": "double", "F": "fold"},
        house_edge=best.house_edge,
        simpler={"stay in as long as your cards beat what the dealer shows": simple.house_edge},
    )


# ---- advice --------------------------------------------------------------------------------------------


@kernel
def count_doubles(
    x: int, seconds: Ints, left: Ints, hands: Ints, mine: Words, look: Look, found: Ints
) -> None:
    """Against the upcard x and each of the second ones, for each fourth card of a player, over the fifth: how many of
    the dealer's hands are lower and not higher. ``hands`` are the player's fourth and fifth card, weakest first."""
    keys, bits, table = look
    three = np.empty((len(left) * (len(left) - 1) * (len(left) - 2) // 6, 3), np.uint8)
    hidden, order = np.empty(len(three), np.int64), np.empty(len(three), np.int64)
    for n in range(len(seconds)):
        y = seconds[n]
        rest, starts, size = left[left != y], np.zeros(STRENGTHS + 1, np.int64), 0
        for k in range(len(rest)):
            for j in range(k):
                key = keys[x] + keys[y] + keys[rest[j]] + keys[rest[k]]
                hand = bits[x] + bits[y] + bits[rest[j]] + bits[rest[k]]
                for i in range(j):
                    three[size, 0], three[size, 1], three[size, 2] = rest[i], rest[j], rest[k]
                    hidden[size] = strength_of(key + keys[rest[i]], hand + bits[rest[i]], table)
                    starts[hidden[size] + 1] += 1
                    size += 1
        starts = starts.cumsum()
        for number in range(size):
            order[starts[hidden[number]]] = number
            starts[hidden[number]] += 1
        one, two = np.zeros(52, np.int64), np.zeros((52, 52), np.int64)
        total, lower, either = 0, 0, 0
        for m in range(len(hands)):
            while lower < size and hidden[order[lower]] < mine[m]:
                total += note(order[lower], three, one, two, 1)
                lower += 1
            while either < size and hidden[order[either]] <= mine[m]:
                total += note(order[either], three, one, two, EQUAL)
                either += 1
            d, e = hands[m]
            if y not in (d, e):
                free = total - one[d] - one[e] + two[d, e]
                found[n, d] += free
                found[n, e] += free


def advise(table: Table, ask: Ask) -> Advice:
    """All stakes in the pot and jacks plus together, against the dealer alone: what other players show is gone from the
    deck, but what they hold and stake is left out."""
    hand, rules = hand_asked(table, ask), table.rules
    up, left = shown(table, ask, "dealer"), unseen(table, ask)
    own, fourth = hand.cards[:3], hand.cards[3:]
    if len(up) != 1 + len(fourth):
        raise Refused(
            "the best play is known against the dealer's upcards, which are not dealt as the rules require"
        )
    main, plus = nets(rules), bonus_nets(rules, hand.stake("jacks-plus-bonus"))
    seconds, fourths = (np.array(up[1:]), np.array(fourth)) if fourth else (left, left)
    hands = np.array([pair for pair in combinations([*fourth, *left], 2) if not fourth or pair[0] in fourth])
    mine = strengths(np.hstack((np.tile(own, (len(hands), 1)), hands)))
    order = np.argsort(mine)
    found = np.zeros((len(seconds), DECK), np.int64)
    count_doubles(up[0], seconds, left, hands[order], mine[order], look(), found)
    fifths = len(left) - (0 if fourth else 2)
    deals = fifths * comb(fifths - 1, 3)
    wins = (found & LOW)[:, fourths] / deals
    ties = (found >> EITHER)[:, fourths] / deals - wins
    five = np.zeros((DECK, DECK))
    five[tuple(hands.T)] = five[tuple(hands.T[::-1])] = plus[row_of_strength()[mine]]
    bonus = (five.sum(axis=1) - five[seconds])[:, fourths] / fifths
    doubled = main.win * wins + main.tie * ties - FULL * main.ante * (1 - wins - ties) + bonus
    folded = np.array([plus[jacks_plus((*own, card))] for card in fourths.tolist()])
    folded -= (1 + BET) * main.ante
    if fourth:
        values = {"double": doubled[0, 0], "fold": folded[0]}
        why = f"Against the dealer alone you win {wins[0, 0]:.1%} of the showdowns and tie {ties[0, 0]:.1%}."
    else:
        best = np.maximum(doubled, folded)[seconds[:, np.newaxis] != fourths]
        values = {"bet": best.mean(), "fold": plus[jacks_plus(own)] - main.ante}
        why = "Against the dealer alone, with the best decision on the fourth card."
    return best_choice(ask, lambda decision, _: float(values[decision]), why)


def bonus_nets(rules: Rules, stake: Cents) -> NDArray[np.float64]:
    """What jacks plus nets, in cents, by row of HANDS."""
    limit, lines = limit_of(rules), card_lines(rules, JACKS_PLUS)
    return np.array([together(stake, 1, line, limit) for line in lines], np.float64)


# ---- simulation ----------------------------------------------------------------------------------------

AT_ANTE, AT_JACKS_PLUS = range(2)


class WinnersPotTerms(NamedTuple):
    """The rules in the form that the compiled round reads: percentage and fixed sum of the commission, unit of what is
    shared, payout limit, and the lines of jacks plus."""

    percent: int
    fixed: int
    unit: int
    limit: int
    jacks_plus: Ints


@rule("33.10(a)", "33.10(c)")
def stays_in(mine: int, shown: int) -> int:
    """1 if a player's cards beat what the dealer shows, by their values: then simple play stays in."""
    return int(mine > shown)


@rule("33.10", "33.11", lean=True)
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Ints,
    terms: WinnersPotTerms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One round of a player alone with the dealer, who has the button; each in turn receives a card."""
    a, b, c, d, e = tape[at], tape[at + 2], tape[at + 4], tape[at + 6], tape[at + 8]
    x, y, z, u, v = tape[at + 1], tape[at + 3], tape[at + 5], tape[at + 7], tape[at + 9]
    ante, bonus = stakes[AT_ANTE], stakes[AT_JACKS_PLUS]
    if not stays_in(best_five((a, b, c)), best_five((z,))):
        own = jacks_plus((a, b, c))
        staked[AT_ANTE] += ante
        net[AT_ANTE] -= ante
    elif not stays_in(best_five((a, b, c, d)), best_five((z, u))):
        own = jacks_plus((a, b, c, d))
        staked[AT_ANTE] += (1 + BET) * ante
        net[AT_ANTE] -= (1 + BET) * ante
    else:
        own = jacks_plus((a, b, c, d, e))
        mine, house = best_five((a, b, c, d, e)), best_five((x, y, z, u, v))
        staked[AT_ANTE] += FULL * ante
        net[AT_ANTE] -= FULL * ante
        if mine >= house:
            tie = int(mine == house)
            net[AT_ANTE] += divided(2 * FULL * ante, 1, tie, terms.percent, terms.fixed, terms.unit)[2]
    if bonus > 0:
        staked[AT_JACKS_PLUS] += bonus
        net[AT_JACKS_PLUS] += together(bonus, 1, terms.jacks_plus[own], terms.limit)
    return at + 10


def simulation(rules: Rules) -> Simulation:
    """One player against the dealer, by the simple strategy."""
    percent, fixed = commission(rules)
    return Simulation(
        game=rules.game.id,
        wagers=("ante", "jacks-plus-bonus"),
        play=play,
        rules=WinnersPotTerms(
            percent, fixed, unit_of(rules), limit_of(rules), packed(card_lines(rules, JACKS_PLUS))
        ),
        equipment="deck",
        size=DECK,
        draws=10,
        reserve=lambda stakes: int(FULL * stakes[AT_ANTE] + stakes[AT_JACKS_PLUS]),
    )
