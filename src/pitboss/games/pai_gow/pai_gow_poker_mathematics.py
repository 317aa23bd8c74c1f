"""The mathematics of pai gow poker.

All wagers on seven cards follow from one count of the C(53, 7) hands, up to the names of the suits, by the hands they
make. The pai gow poker wager is counted in `every_deal`; until that has been done, it is simulated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from pitboss.arrays import Ints
from pitboss.book import Ask, Rules, rule
from pitboss.book.endings import brings, lines
from pitboss.compiler import kept, kernel
from pitboss.games.advising import hand_asked, shown, unseen
from pitboss.games.pai_gow import every_deal
from pitboss.games.pai_gow.classes import flushes, hands_of, left_of, multisets, set_otherwise, without_flush
from pitboss.games.pai_gow.dragons_eye_mathematics import dice_odds, no_dice, sinking
from pitboss.games.pai_gow.every_deal import Counting
from pitboss.games.pai_gow.family import apart
from pitboss.games.pai_gow.pai_gow_poker import (
    BY_BANK,
    COUNTS,
    ENVY,
    HIGHS,
    Ended,
    PaiGowPoker,
    best_row,
    compared,
    queens_dragon,
    seven_card_row,
    wheel,
    worth,
)
from pitboss.games.pai_gow.pai_gow_poker_exact import counting
from pitboss.games.pai_gow.pai_gow_poker_ways import house_way, values_of
from pitboss.games.pai_gow.seven_cards import (
    PAIRED,
    THREE_CARDS,
    best_possible,
    made,
    of_color,
    three_card_row,
)
from pitboss.games.pai_gow.up_to_suits import Pack, sets_of
from pitboss.games.vigorish import vigorish
from pitboss.money import cents, money
from pitboss.odds import Advice, Chart, Meter, Strategy, WagerOdds, counted, net, nets_by_row
from pitboss.ranking.pai_gow import JOKER, fouls, no_hand, with_joker
from pitboss.sim import Simulation
from pitboss.sim.chance import deal, seeded
from pitboss.table import Table

Cards: TypeAlias = Any
"""An array of cards, which the rules read like any sequence."""

HANDS: Final = comb(53, 7)

# ---- every hand of seven cards -------------------------------------------------------------------------------


@kernel
def _count(some: Ints, joker: int, low: Ints, keys: Ints, counts: Ints) -> None:
    """Hands with or without the joker, by what they make and, if they make no pair or better, their highest card: in a
    hash table with linear probing. Next to those that make something: the number of bank hands that are nine, ten or
    jack high."""
    of_rank = np.empty(13, np.int64)
    cards: Cards = np.empty(7, np.int64)
    for each in range(len(some)):
        hand, stands = some[each, 0], some[each, 2]
        at = 0
        for rank in range(13):
            of_rank[rank] = 4
            for suit in range(4):
                if hand >> 13 * suit + rank & 1:
                    cards[at] = 4 * rank + suit
                    at += 1
                    of_rank[rank] -= 1
        if joker:
            cards[6] = JOKER
        key = made(cards) << 4 | no_hand(hand, joker) + 1
        place = (key ^ key >> 11 ^ key >> 23) % len(keys)
        while keys[place] != key and keys[place] >= 0:
            place = (place + 1) % len(keys)
        keys[place] = key
        counts[place, 0] += stands
        if key >> 4:
            for row in range(len(low)):
                counts[place, low[row, 7] - 6] += stands * banks_hands(hand, low[row], of_rank)


@cache
def counts_of_hands() -> Ints:
    """A row for each result that hands make: its key, how many do, and with how many hands of a low bank, each."""
    return kept("pai-gow-poker-hands", _tally)


@cache
def tally() -> dict[tuple[int, int], int]:
    """How many hands make each result: as `made` and `no_hand` say."""
    return {(int(key) >> 4, (int(key) & 15) - 1): int(count) for key, count, *_ in counts_of_hands()}


def _tally() -> Ints:
    keys, counts = np.full(4096, -1, np.int64), np.zeros((4096, 4), np.int64)
    for joker in (0, 1):
        _count(sets_of(Pack(), 7 - joker), joker, low_ranks(), keys, counts)
    held = keys >= 0
    return np.concatenate((keys[held, None], counts[held]), axis=1)


# ---- odds ----------------------------------------------------------------------------------------------------

ON_SEVEN: Final = (
    "bonus",
    "pai-gow-insurance",
    "seven-card-bonus",
    "dynasty-bonus",
    "protection",
    "queens-dragon",
)
"""Wagers that seven cards decide by one row of their table."""
NO_ROW: Final = "no row"


def odds(rules: Rules, wager: str | None) -> Iterator[WagerOdds]:
    for name in rules.asked(wager):
        if name == "pai-gow-poker":
            yield from main_wager(rules)
        elif name == "progressive":
            yield progressive(rules)
        elif name == "imperial-bonus":
            yield imperial(rules)
        elif name == "three-card-bonus":
            yield three_card_bonus(rules)
        elif name == "red-black":
            yield red_black(rules)
        elif name == "starting-number":
            pay = rules.pay(name)
            pays = {"number": net(pay["number"]), "another": Fraction(-1)}
            yield counted(
                name, {"number": 1, "another": 6}, pays, table=pay.table, options=rules.options, per=DOLLARS
            )
        elif name in ON_SEVEN:
            yield on_seven(rules, name)
        elif name in ENVY.values():
            yield envy(rules, name)
        else:
            yield from dice_odds(rules, name)


DOLLARS: Final = "unit of the wager, before what it pays is rounded down to whole dollars"


def by_row(rules: Rules, wager: str) -> dict[str, int]:
    """How many hands take each row of a wager's table."""
    counts: dict[str, int] = {}
    for (found, top), count in tally().items():
        row = seven_card_row(rules, wager, found, top) or NO_ROW
        counts[row] = counts.get(row, 0) + count
    return counts


def on_seven(rules: Rules, wager: str) -> WagerOdds:
    counts, pay = by_row(rules, wager), rules.pay(wager)
    pays = nets_by_row(pay, counts, NO_ROW)
    return counted(wager, counts, pays, table=pay.table, options=rules.options)


def envy(rules: Rules, wager: str) -> WagerOdds:
    counts, pay = by_row(rules, wager), rules.pay(wager)
    pays = {row: Fraction(pay[row].prize, 500) if row != NO_ROW else Fraction(0) for row in counts}
    per = "unit of a $5 wager, for each other player, in addition to the wager's own result"
    return counted(wager, counts, pays, table=pay.table, options=rules.options, per=per)


def progressive(rules: Rules) -> WagerOdds:
    """The stake is never returned; shares are of the meter as set, and the arrangement that pays most depends on it."""
    pay, meter, stake = (
        rules.pay("progressive"),
        cents(rules["progressive-reset"]),
        100 * int(rules["progressive"]),
    )
    counts: dict[str, int] = {}
    for (found, _), count in tally().items():
        row = best_row(rules, "progressive", found, meter) or NO_ROW
        counts[row] = counts.get(row, 0) + count
    pays = {row: Fraction(worth(pay[row], meter) if row != NO_ROW else 0, stake) - 1 for row in counts}
    even = break_even(rules)
    per = f"unit of the wager, the meter at {money(meter)}; breaks even at a meter of {money(even)}"
    rate = int(rules["progressive-rate"])
    metered = Meter.counted(pay, counts, meter, stake, rate, meter, pays_all=True)
    return counted(
        "progressive",
        counts,
        pays,
        table=pay.table,
        options=rules.options,
        per=per,
        break_even=even,
        meter=metered,
    )


def break_even(rules: Rules) -> int:
    """The meter, in cents, at which the progressive wager breaks even."""
    pay, stake = rules.pay("progressive"), 100 * int(rules["progressive"])
    fixed = shares = 0
    for (found, _), count in tally().items():
        row = best_row(rules, "progressive", found, 10**9)
        if row is not None:
            fixed += count * pay[row].prize
            shares += count * pay[row].meter
    return -(-(HANDS * stake - fixed) * 100 // shares)


def three_card_bonus(rules: Rules) -> WagerOdds:
    counts = dict.fromkeys(THREE_CARDS, 0)
    for three in combinations(range(53), 3):
        counts[THREE_CARDS[three_card_row(*three)]] += 1
    pay = rules.pay("three-card-bonus")
    pays = {row: net(pay.get(row)) for row in counts}
    return counted("three-card-bonus", counts, pays, table=pay.table, options=rules.options)


def red_black(rules: Rules) -> WagerOdds:
    """From 26 cards of the color and 27 others."""
    counts: dict[str, int] = {}
    for cards in range(8):
        counts[COUNTS[cards]] = counts.get(COUNTS[cards], 0) + comb(26, cards) * comb(27, 7 - cards)
    pay = rules.pay("red-black")
    pays = {row: net(pay.get(row)) for row in counts}
    return counted("red-black", counts, pays, table=pay.table, options=rules.options)


BEST: Final = "unit of the wager, the hand set for the best result, the dealer's by the house way"
BOTH: Final = "unit of the wager, both sides set by the house way"
BEST_AS_BANK: Final = (
    "unit that one hand, set by the house way, wagers against a player whose bank is set for the best result"
)
AS_BANK: Final = "unit that one hand wagers against a player who banks, both set by the house way"
UNIT: Final = 10_000


def gains(rules: Rules) -> tuple[Fraction, Fraction]:
    """The result of a unit won: to a player, and to a player who banks."""
    assert isinstance(rules.game, PaiGowPoker)
    won = int(brought(UNIT, Ended.WIN, terms_of(rules))), UNIT - rules.game.vigorish_of_bank(rules, UNIT)
    return Fraction(won[0], UNIT), Fraction(won[1], UNIT)


def countings(rules: Rules) -> tuple[Counting, ...]:
    """For a player, and for a player who banks, where allowed."""
    sides = gains(rules)[: 1 + rules.on("player-banking")]
    return tuple(counting(rules, int(100 * (1 - gain)), bank) for bank, gain in enumerate(sides))


def count_deals(rules: Rules, progress: Callable[[int, int], None] | None = None) -> None:
    for each in countings(rules):
        every_deal.count_deals(each, progress)


def main_wager(rules: Rules) -> Iterator[WagerOdds]:
    """For a player, and for a player who banks against a hand: exact if all deals have been counted for this house
    way; otherwise from this many simulated rounds, by the house way only."""
    player, *banks = (
        (every_deal.deals(each), gain) for each, gain in zip(countings(rules), gains(rules), strict=False)
    )
    if found := player[0]:
        yield sinking(rules, in_deals(rules, (*found[2:], every_deal.DEALS), player[1], BEST))
        wins, loses, cases = *found[:2], every_deal.DEALS
    else:
        key = rules.way, wheel(rules), rules.on("ez")
        ends, cases = kept("pai-gow-poker-rounds", lambda: _ends(terms_of(rules)), key).tolist(), ROUNDS
        wins, loses = ends[Ended.WIN], ends[Ended.LOWER] + ends[Ended.COPY]

    def with_unit(row: WagerOdds, triple: int = -1) -> WagerOdds:
        return sinking(rules, row if found else row.sampled(ROUNDS), triple)

    yield with_unit(in_deals(rules, (wins, loses, cases), player[1], BOTH))
    for best, gain in banks:
        if best:
            yield sinking(rules, in_deals(rules, (*best[2:], every_deal.DEALS), gain, BEST_AS_BANK), 1)
        yield with_unit(in_deals(rules, (loses, wins, cases), gain, AS_BANK), 1)


def in_deals(rules: Rules, found: tuple[int, int, int], gain: Fraction, per: str) -> WagerOdds:
    """The wager with this many wins and losses in this many deals."""
    wins, loses, cases = found
    counts = {"win": wins, "push": cases - wins - loses, "lose": loses}
    pays = {"win": gain, "push": Fraction(0), "lose": Fraction(-1)}
    return counted("pai-gow-poker", counts, pays, table="fixed", options=rules.options, per=per)


ROUNDS: Final = 5_000_000


def _ends(terms: PaiGowPokerTerms) -> Ints:
    found = np.zeros(len(Ended), np.int64)
    _rounds(terms, ROUNDS, found)
    return found


@kernel
def _rounds(terms: PaiGowPokerTerms, rounds: int, found: Ints) -> None:
    state = seeded(np.uint64(11), np.uint64(0), np.uint64(0))
    deck = np.arange(53).astype(np.uint8)
    for _ in range(rounds):
        deal(deck, 14, state)
        found[main_ends(deck[:7], deck[7:14], terms)] += 1


# ---- the imperial bonus, whose two parts are hands of one deck -------------------------------------------------


@cache
def low_ranks() -> Ints:
    """Seven ranks up to the jack of which no five are in sequence: those of a bank that pays, and its highest."""
    sets = (
        each for each in combinations(range(10), 7) if not any(_in_line(each[i : i + 5]) for i in range(3))
    )
    return np.array([(*each, each[-1]) for each in sets], np.int64)


def _in_line(five: Sequence[int]) -> bool:
    return five[4] - five[0] == 4


@rule("11.20(c)", lean=True)
def banks_hands(hand: int, ranks: Ints, left: Ints) -> int:
    """How many of the bank's hands, without the cards of a player's, have these seven ranks and no flush; ``left`` is
    how many cards of each rank remain."""
    ways = 1
    for place in range(7):
        ways *= left[ranks[place]]
    for suit in range(4):  # five, six or seven of a suit, the others of others
        suited = hand >> 13 * suit
        gone, forced, ones, squares = 0, 1, 0, 0
        for place in range(7):
            rank = ranks[place]
            if suited >> rank & 1:
                gone += 1
                forced *= left[rank]
            else:
                ones += left[rank] - 1
                squares += (left[rank] - 1) * (left[rank] - 1)
        if gone == 0:
            ways -= 1 + ones + (ones * ones - squares) // 2
        elif gone == 1:
            ways -= forced * (1 + ones)
        elif gone == 2:
            ways -= forced
    return int(ways)


def imperial(rules: Rules) -> WagerOdds:
    """The player's row and the bank's, each separately and both together."""
    pay, cases = rules.pay("imperial-bonus"), HANDS * comb(46, 7)
    counts: dict[str, int] = {}
    banks = [
        comb(46, 7) * sum(count for (_, top), count in tally().items() if top == each) for each in (7, 8, 9)
    ]
    alone = list(banks)
    for key, count, *with_bank in counts_of_hands().tolist():
        row = best_row(rules, "imperial-bonus", key >> 4)
        if row is None:
            continue
        counts[row] = counts.get(row, 0) + count * comb(46, 7) - sum(with_bank)
        for place, both in enumerate(with_bank):
            alone[place] -= both
            given = f"{row} and {BY_BANK}{HIGHS[7 + place]}"
            counts[given] = counts.get(given, 0) + both
    for place, count in enumerate(alone):
        counts[f"{BY_BANK}{HIGHS[7 + place]}"] = count
    pays = {given: sum((net(pay[row]) for row in given.split(" and ")), Fraction(0)) for given in counts}
    counts[NO_ROW], pays[NO_ROW] = cases - sum(counts.values()), Fraction(-1)
    return counted("imperial-bonus", counts, pays, table=pay.table, options=rules.options)


# ---- a round -------------------------------------------------------------------------------------------------

WAGERS: Final = (
    "pai-gow-poker",
    "progressive",
    "pai-gow-insurance",
    "bonus",
    "three-card-bonus",
    "seven-card-bonus",
    "imperial-bonus",
    "dynasty-bonus",
    "protection",
    "red-black:red",
    "red-black:black",
    "queens-dragon",
)
MAIN, PROGRESSIVE, INSURANCE, BONUS, THREE, SEVEN, IMPERIAL, DYNASTY, PROTECTION, RED, BLACK, DRAGON = range(
    12
)
BITS: Final = 2 * PAIRED


class PaiGowPokerTerms(NamedTuple):
    """What the compiled round reads: the house way, the rank of A-2-3-4-5, the lines of the main wager, the percent of
    vigorish and whether it is rounded, whether a queen's dragon pushes; and a wager's win, for a stake or as a prize,
    by the hands of seven cards, by the top of a pai gow, by three cards, and by the number of cards of a color."""

    way: Any
    wheel: int
    lines: Ints
    vigorish: int
    rounded: int
    ez: int
    by_rank: int
    made: Ints  # [wager, bit, (won, of, prize)]
    tops: Ints  # [wager, top, (won, of)]
    three: Ints
    colors: Ints


@rule("11.9(j)", "11.16(a)", "11.18(c)", "11.20(b)", "11.23(a)", lean=True)
def most(found: int, rows: Ints, stake: int) -> int:
    """The highest payout of the hands that the cards make; -1: none is paid."""
    best = -1
    for bit in range(BITS):
        if found >> bit & 1 and rows[bit, 1]:
            best = max(best, stake * rows[bit, 0] // rows[bit, 1] + rows[bit, 2])
    return best


@rule("11.9(g)", "11.9(h)", "11.9(i)", "11.9(j)", lean=True)
def main_ends(mine: Cards, theirs: Cards, terms: PaiGowPokerTerms) -> int:
    """The result of the pai gow poker wager, both sides set by the house way."""
    hand, joker = with_joker(theirs)
    if terms.ez and queens_dragon(hand, joker):
        return Ended.DRAGON.value
    high, low = values_of(mine, house_way(mine, terms.way, terms.wheel), terms.wheel)
    their_high, their_low = values_of(theirs, house_way(theirs, terms.way, terms.wheel), terms.wheel)
    return compared(high, low, their_high, their_low)


@rule("11.9(j)", lean=True)
def brought(stake: int, end: int, terms: PaiGowPokerTerms) -> int:
    """The payment of the pai gow poker wager, after vigorish."""
    won = brings(stake, terms.lines[end])
    return won - vigorish(won, terms.vigorish, terms.rounded) if won > 0 else won


@rule("11.9(i)", "11.14(c)", "11.15(d)", "11.17(f)", "11.19(c)", "11.22(d)", lean=True)
def play(
    tape: Cards,
    at: int,
    stakes: Ints,
    terms: PaiGowPokerTerms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One round: seven cards of the player's, then seven of the dealer's."""
    mine, theirs = tape[at : at + 7], tape[at + 7 : at + 14]
    for wager in range(len(stakes)):
        staked[wager] += stakes[wager]
    if stakes[MAIN]:
        net[MAIN] += brought(stakes[MAIN], main_ends(mine, theirs, terms), terms)
    hand, joker = with_joker(mine)
    dealers, wild = with_joker(theirs)
    found = made(mine) if stakes[PROGRESSIVE:].sum() > 0 else 0
    if stakes[PROGRESSIVE]:
        net[PROGRESSIVE] += (
            max(0, most(found, terms.made[PROGRESSIVE], stakes[PROGRESSIVE])) - stakes[PROGRESSIVE]
        )
    for wager in (BONUS, SEVEN, DYNASTY, PROTECTION, INSURANCE, DRAGON, IMPERIAL):
        stake = stakes[wager]
        if not stake:
            continue
        held = best_possible(found, terms.by_rank) if wager == BONUS or wager == DYNASTY else found
        won = most(held, terms.made[wager], stake)
        looked = wager == DRAGON or wager == IMPERIAL
        line = terms.tops[wager, no_hand(dealers, wild) if looked else no_hand(hand, joker)]
        if line[1] and (won < 0 or wager == IMPERIAL):
            won = max(won, 0) + stake * line[0] // line[1]
        net[wager] += won if won >= 0 else -stake
    if stakes[THREE]:
        line = terms.three[three_card_row(mine[0], mine[1], mine[2])]
        net[THREE] += stakes[THREE] * line[0] // line[1] if line[1] else -stakes[THREE]
    for red in range(2):
        wager = RED if red else BLACK
        if stakes[wager]:
            line = terms.colors[of_color(mine, red)]
            net[wager] += stakes[wager] * line[0] // line[1] if line[1] else -stakes[wager]
    return at + 14


def terms_of(rules: Rules) -> PaiGowPokerTerms:
    meter = cents(rules["progressive-reset"])
    by_made = np.zeros((len(WAGERS), BITS, 3), np.int64)
    tops = np.zeros((len(WAGERS), len(HIGHS), 2), np.int64)
    three, colors = np.zeros((len(THREE_CARDS), 2), np.int64), np.zeros((8, 2), np.int64)
    for place, spot in enumerate(WAGERS):
        wager = spot.partition(":")[0]
        if place == MAIN or not rules.offers(wager):
            continue
        pay = rules.pay(wager)
        for bit in range(1, BITS):
            if row := best_row(rules, wager, 1 << bit, meter):
                odds_ = pay[row]
                by_made[place, bit] = (
                    odds_.win,
                    odds_.stake,
                    worth(odds_, meter) if wager == "progressive" else 0,
                )
        before = BY_BANK if place == IMPERIAL else ""
        for top, high in enumerate(HIGHS):
            if (odds := pay.rows.get(before + high)) is not None:
                tops[place, top] = odds.win, odds.stake
        for rows, names in ((three, THREE_CARDS), (colors, COUNTS)):
            for index, name in enumerate(names if place in (THREE, RED) else ()):
                if (odds := pay.rows.get(name)) is not None:
                    rows[index] = odds.win, odds.stake
    free = rules.on("ez") or rules["dragons-eye"] == "method-2"
    return PaiGowPokerTerms(
        way=np.array(rules.way, np.int64),
        wheel=wheel(rules),
        lines=np.array(lines(rules, "pai-gow-poker", Ended), np.int64),
        vigorish=0 if free else 5,
        rounded=int(rules["vigorish-rounding"] == "up"),
        ez=int(rules.on("ez")),
        by_rank=int(rules["reading-three-of-a-kind"] == "as-printed"),
        made=by_made,
        tops=tops,
        three=three,
        colors=colors,
    )


def simulation(rules: Rules) -> Simulation:
    """Both sides are set by the house way; the meter stays at its initial amount. Envy, the starting number and the
    dice are not played."""
    no_dice(rules)
    return Simulation(
        game=rules.game.id,
        wagers=tuple(wager for wager in WAGERS),
        play=play,
        rules=terms_of(rules),
        equipment="deck",
        size=53,
        draws=14,
    )


# ---- strategy and advice ---------------------------------------------------------------------------------------


def strategy(rules: Rules) -> Strategy:
    rows = tuple((row["hand"], row.get("if", "any"), row["low"]) for row in rules.house_way.aims)
    return Strategy(
        game=rules.game.id,
        rule="Set as the dealer does: the first row that fits your seven cards gives the low hand. "
        "Advice on a hand tries all 21 settings against the dealer's.",
        charts=(Chart(f"The house way, {rules['house-way']}", ("if", "low"), rows),),
        notes=(
            "Ranks are of fours, threes, the highest pair, the second pair, the highest single and the next.",
        ),
    )


class Others(NamedTuple):
    """The hands of the other side by class, with the values of their settings by the house way, -1 if all wagers push:
    by the ranks, if there is no flush, and of each class with a flush by the ranks alone and with it."""

    ranks: Ints
    values: Ints
    flushes: Ints


@kernel
def _set_each(hands: Cards, way: Any, wheel: int, ez: int, found: Ints) -> None:
    for n in range(len(hands)):
        hand, joker = with_joker(hands[n])
        found[n, 0] = found[n, 1] = -1
        if not (ez and queens_dragon(hand, joker)):
            found[n, 0], found[n, 1] = values_of(hands[n], house_way(hands[n], way, wheel), wheel)


@cache
def _others(way: tuple[Any, ...], wheel: int, ez: int) -> Others:
    rows = np.array(way, np.int64)

    def values(hands: Cards) -> Ints:
        found = np.empty((len(hands), 2), np.int64)
        _set_each(hands, rows, wheel, ez, found)
        return found

    ranks, key = multisets(), (way, wheel, ez)
    return Others(
        ranks,
        kept("pai-gow-poker-ranks", lambda: values(without_flush(ranks)), key),
        kept("pai-gow-poker-flushes", lambda: set_otherwise(*flushes(5), values), key),
    )


@kernel
def _end(highs: Ints, lows: Ints, others: Others, plain: Ints, flush: Ints, found: Ints) -> None:
    """The results of each setting against the counted hands of these ranks, and of these classes with a flush."""
    for n in range(len(plain)):
        high, low = others.values[n, 0], others.values[n, 1]
        if plain[n] and high >= 0:
            for m in range(len(highs)):
                found[m, compared(highs[m], lows[m], high, low)] += plain[n]
    for n in range(len(flush)):
        if flush[n]:
            each = others.flushes[n]
            for m in range(len(highs)):
                if each[5] >= 0:
                    found[m, compared(highs[m], lows[m], each[5], each[6])] -= flush[n]
                found[m, compared(highs[m], lows[m], each[7], each[8])] += flush[n]


def endings(rules: Rules, settings: Sequence[Sequence[int]], left: Iterable[int]) -> tuple[Ints, int]:
    """The number of the other side's hands, dealt from the rest, for each result of settings by their two values, and
    the total; a queen's dragon that pushes counts as none."""
    others = _others(rules.way, wheel(rules), int(rules.on("ez")))
    found = np.zeros((len(settings), len(Ended)), np.int64)
    plain, flush = hands_of(others.ranks, others.flushes, left_of(left))
    highs, lows = np.array(settings, np.int64).T.copy()
    _end(highs, lows, others, plain, flush, found)
    return found, int(plain.sum())


def advise(table: Table, ask: Ask) -> Advice:
    """How to set, surrender or show a hand: by the result of the pai gow poker wager against all hands of the
    dealer, or of a bank that sets by the house way, from the unseen cards. Any other question gets the usual answer."""
    rules, terms, pai_gow = table.rules, terms_of(table.rules), table.game
    assert isinstance(pai_gow, PaiGowPoker)
    owner = ask.hand
    high, low = shown(table, ask, owner), shown(table, ask, f"{owner}.low")
    stake = hand_asked(table, ask).stake("pai-gow-poker")
    settings = {each.id: each.cards[0] for each in ask.choices if each.cards}
    if low:
        settings = {"expose": tuple(low)}
    if len(high) + len(low) != 7 or not settings or not stake:
        return Advice(ask.usual or ask.choices[0].id)
    hands = [apart([*high, *low], (two,)) for two in settings.values()]
    values = [pai_gow.values(rules, each) for each in hands]
    if known := [each for each in shown(table, ask, "dealer.low") if low]:
        theirs = pai_gow.values(rules, [shown(table, ask, "dealer"), known])
        ends = [[int(end == compared(*mine, *theirs)) for end in Ended] for mine in values]
        dealt, why = 1, "The hands of the other side are visible."
    else:
        found, dealt = endings(rules, values, unseen(table, ask).tolist())
        ends, why = found.tolist(), f"Against all {dealt:,} hands of the other side, set by the house way."
    worths = {
        choice: sum(count * brought(stake, end, terms) for end, count in enumerate(counts)) / dealt
        if not fouls(*mine)
        else -stake
        for choice, mine, counts in zip(settings, values, ends, strict=True)
    }
    if any(choice.id == "surrender" for choice in ask.choices):
        worths["surrender"] = -stake
    best = max(worths, key=worths.__getitem__)
    if worths.get("house-way") == worths[best]:
        best = "house-way"
    return Advice(best, 0, worths, why)
