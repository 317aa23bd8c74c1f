"""The mathematics of Asia poker: the house way compiled, the round, and the best setting of a hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Bytes, Ints
from pitboss.book import Ask, Refused, Rules, rule, ways
from pitboss.book.endings import lines, pays
from pitboss.book.endings import loses as lost
from pitboss.book.events import Parts
from pitboss.compiler import kept, kernel
from pitboss.equipment.cards import cards as cards_named
from pitboss.equipment.cards import name
from pitboss.games.advising import best_choice, hand_asked, unseen
from pitboss.games.pai_gow import every_deal
from pitboss.games.pai_gow.asia_poker import AsiaPoker, Ended, two_of_three, wheel_lowest
from pitboss.games.pai_gow.classes import (
    WILD,
    Left,
    flushes,
    four_at_most,
    hands_of,
    left_of,
    multisets,
    set_otherwise,
    without_flush,
)
from pitboss.games.pai_gow.family import apart
from pitboss.money import written
from pitboss.odds import Advice, Chart, Outcome, Strategy, WagerOdds
from pitboss.ranking.asia import JOKER, high_value, low_value, medium_value
from pitboss.sim import Simulation
from pitboss.table import Table

CARDS: Final = 53
HIGHS: Final = 35
"""Ways to choose a high hand; each leaves three settings."""

# ---- the house way, compiled ---------------------------------------------------------------------------


class AsiaTerms(NamedTuple):
    """The order of hands and the house way of a table. Values are given by their index among all values, twelve bits
    each. The score of a setting is the aim that it reaches and, in the lower bits, the values in the order of the house
    way."""

    known: Ints
    """All values, from the lowest."""
    choose: Ints
    """``choose[i, r]``: what the i-th of sorted ranks adds to the index of their multiset."""
    ways: Ints
    """Where the high, medium and low cards of each setting are, three settings a high hand."""
    masks: Ints
    """The places of the cards of each high hand, as a mask."""
    inside: Ints
    """By the places of some cards, as a mask: the high hands among them, and then -1."""
    high: Ints
    """By the multiset of four ranks, with no flush."""
    flush: Ints
    """By whether the joker is there, and the mask of the natural ranks."""
    medium: Ints
    low: Ints
    aims: Ints
    """The aims that each value reaches as a high, medium or low hand: the first is the highest bit, bit 0 means
    none."""
    first: Ints
    """The highest of such bits."""
    shifts: Ints
    """The position of the values in a score."""
    scores: Ints
    """By the multiset of seven ranks, with no flush: the score of the setting,"""
    chosen: Ints
    """and which high hand it has."""
    cards: Ints
    """What a card adds to a number that counts each rank, in two halves, and each suit."""
    halves: NDArray[np.int32]
    """What the ranks up to the eight, and those above, add to the index of the multiset."""
    lines: Ints
    """The results of the wager."""


@rule("31.12(d)", lean=True)
def score_of(ranks: int, way: int, flush: int, terms: AsiaTerms) -> int:
    """The score of a setting of seven cards in the order of their ranks, four bits each, its high hand a flush or not;
    -1: it fouls."""
    choose, at = terms.choose, terms.ways
    a, b, c, d = (
        ranks >> at[way, 0] & 15,
        ranks >> at[way, 1] & 15,
        ranks >> at[way, 2] & 15,
        ranks >> at[way, 3] & 15,
    )
    if flush:
        wild = d == WILD
        high = terms.flush[int(wild), 1 << a | 1 << b | 1 << c | (0 if wild else 1 << d)]
    else:
        high = terms.high[choose[0, a] + choose[1, b] + choose[2, c] + choose[3, d]]
    medium = terms.medium[ranks >> at[way, 4] & 15, ranks >> at[way, 5] & 15]
    low = terms.low[ranks >> at[way, 6] & 15]
    if not high > medium > low:
        return -1
    reached = terms.first[terms.aims[0, high] & terms.aims[1, medium] & terms.aims[2, low]]
    return int(reached << 36 | high << terms.shifts[0] | medium << terms.shifts[1] | low << terms.shifts[2])


@rule("31.12(d)", lean=True)
def suited(mask: int, suits: int, wild: int) -> int:
    """Are the cards at these places a flush? Each suit has eight bits, one for each place with a card of it."""
    for suit in range(4):
        if mask & ~(suits >> 8 * suit & 0x7F | wild) == 0:
            return 1
    return 0


@rule("31.12(d)", lean=True)
def best_score(ranks: int, suits: int, terms: AsiaTerms) -> int:
    """The score of the house way's setting of seven cards of which some may make a flush."""
    wild = wild_of(ranks)
    place, best = multiset(ranks, terms.choose), -1
    for suit in range(4):
        here, n = suits >> 8 * suit & 0x7F | wild, 0
        while terms.inside[here, n] >= 0:
            way = int(3 * terms.inside[here, n])
            for each in range(way, way + 3):
                best = max(best, score_of(ranks, each, 1, terms))
            n += 1
    plain = int(
        terms.scores[place]
    )  # the best of the settings without a flush; but the setting that has it may be one
    if best < plain and suited(terms.masks[terms.chosen[place]], suits, wild):
        for way in range(3 * HIGHS):
            if not suited(terms.masks[way // 3], suits, wild):
                best = max(best, score_of(ranks, way, 0, terms))
        return best
    return max(best, plain)


@rule("31.12(d)", lean=True)
def multiset(ranks: int, choose: Ints) -> int:
    """The index of the multiset of seven sorted ranks."""
    place = 0
    for n in range(7):
        place += int(choose[n, ranks >> 4 * n & 15])
    return place


@rule("31.12(d)", lean=True)
def wild_of(ranks: int) -> int:
    """The place of the joker, which is the last, as a mask; 0: there is no joker."""
    return 1 << 6 if ranks >> 24 == WILD else 0


@rule("31.12(d)", lean=True)
def by_rank(cards: Bytes, at: int) -> tuple[int, int]:
    """The ranks of seven cards in order, four bits each, and the places of each suit, eight bits each."""
    ranks = suits = 0
    for n in range(at, at + 7):
        card, place = int(np.int64(cards[n])), 0  # unsigned and signed do not mix
        for other in range(at, at + 7):
            place += cards[other] < cards[n]
        ranks |= card >> 2 << 4 * place
        suits |= 1 << 8 * (card & 3) + place if card < JOKER else 0
    return ranks, suits


HALF: Final = 17
"""Bits of half of the ranks, the count of each in base five."""
FLUSH: Final = 0x8888 << 2 * HALF
"""Of four bits a suit, which begin with four, the highest: four of the suit, or three and the joker."""


@rule("31.12(c)", "31.12(d)", lean=True)
def set_by_house(cards: Bytes, at: int, terms: AsiaTerms) -> int:
    """The values of the hands that the house way makes from seven cards: high, medium and low in one number."""
    given = FLUSH >> 1
    for n in range(7):
        given += int(terms.cards[cards[at + n]])
    if given & FLUSH:
        ranks, suits = by_rank(cards, at)
        return values_of(best_score(ranks, suits, terms), terms)
    lower, upper = given & (1 << HALF) - 1, given >> HALF & (1 << HALF) - 1
    return values_of(terms.scores[terms.halves[0, lower] + terms.halves[1, upper]], terms)


@rule("31.12(d)", lean=True)
def values_of(score: int, terms: AsiaTerms) -> int:
    """High, medium and low hand, twelve bits each."""
    high, medium, low = int(terms.shifts[0]), int(terms.shifts[1]), int(terms.shifts[2])
    return (score >> high & 0xFFF) << 24 | (score >> medium & 0xFFF) << 12 | score >> low & 0xFFF


@kernel
def set_all(multisets: Ints, terms: AsiaTerms) -> None:
    """The setting of every multiset of ranks, no flush among its cards."""
    for n in range(len(multisets)):
        ranks = 0
        for at in range(7):
            ranks |= multisets[n, at] << 4 * at
        place = multiset(ranks, terms.choose)
        for way in range(3 * HIGHS):
            score = score_of(ranks, way, 0, terms)
            if score > terms.scores[place]:
                terms.scores[place], terms.chosen[place] = score, way // 3


def terms_of(rules: Rules) -> AsiaTerms:
    assert isinstance(rules.game, AsiaPoker)
    return _terms(rules.game, rules.way, wheel_lowest(rules))


@cache
def _terms(game: AsiaPoker, way: tuple[Any, ...], wheel: int) -> AsiaTerms:
    aims, order = way
    choose = np.array([[comb(rank + n, n + 1) for rank in range(WILD + 1)] for n in range(7)], np.int64)

    def of_four(ranks: Iterable[int], suits: Sequence[int]) -> int:
        a, b, c, d = (
            JOKER if rank == WILD else 4 * rank + suit for rank, suit in zip(ranks, suits, strict=True)
        )
        return high_value(a, b, c, d, wheel)

    highs = {
        sum(int(choose[n, rank]) for n, rank in enumerate(ranks)): of_four(ranks, (0, 1, 2, 3))
        for ranks in combinations_with_replacement(range(WILD + 1), 4)
        if ranks.count(WILD) < 2
    }
    flushes = {
        (wild, sum(1 << rank for rank in ranks)): of_four((*ranks, *(WILD,) * wild), (0, 0, 0, 0))
        for wild in (0, 1)
        for ranks in combinations(range(13), 4 - wild)
    }
    card = [*range(0, 52, 4), JOKER]
    mediums = {(a, b): medium_value(card[a], card[b]) for a in range(14) for b in range(14)}
    lows = {a: low_value(card[a]) for a in range(14)}
    known = sorted({*highs.values(), *flushes.values(), *mediums.values(), *lows.values()})
    place = {value: n for n, value in enumerate(known)}

    def table(shape: Any, values: Any) -> Ints:
        found = np.full(shape, -1, np.int64)
        for at, value in values.items():
            found[at] = place[value]
        return found

    reach = np.ones((3, len(known)), np.int64)
    for n, aim in enumerate(aims):
        for part, (least, most) in enumerate(aim):
            reach[part] |= np.array([(least <= value <= most) << len(aims) - n for value in known])
    shifts = np.empty(3, np.int64)
    shifts[list(order)] = (24, 12, 0)
    seven = list(range(7))
    settings = sorted(apart(seven, parts) for parts in ways(seven, **game.parts))
    masks = np.array([sum(1 << n for n in high) for high, _, _ in settings[::3]])
    inside = np.full((1 << 7, HIGHS + 1), -1, np.int64)
    for here in range(1 << 7):
        (among,) = np.nonzero(masks & ~here == 0)
        inside[here, : len(among)] = among
    terms = AsiaTerms(
        known=np.array(known),
        choose=choose,
        ways=4 * np.array([[*high, *medium, *low] for high, medium, low in settings]),
        masks=masks,
        inside=inside,
        high=table(comb(17, 4), highs),
        flush=table((2, 1 << 13), flushes),
        medium=table((14, 14), mediums),
        low=table(14, lows),
        aims=reach,
        first=np.array([0] + [bits.bit_length() for bits in range(1, 2 << len(aims))]),
        shifts=shifts,
        scores=np.full(comb(20, 7), -1, np.int64),
        chosen=np.zeros(comb(20, 7), np.int64),
        cards=_cards(),
        halves=_halves(choose),
        lines=np.array(lines(game.rules(), game.main, Ended)),
    )
    set_all(multisets(), terms)
    return terms


def _cards() -> Ints:
    suits = [1 << 4 * (card % 4) for card in range(52)] + [0x1111]  # the joker belongs to every suit
    return np.array(
        [suit << 2 * HALF | 5 ** (card // 4 % 7) << HALF * (card // 28) for card, suit in enumerate(suits)]
    )


def _halves(choose: Ints) -> NDArray[np.int32]:
    found = np.zeros((2, 5**7), np.int32)
    for size in range(8):
        for ranks in filter(four_at_most, combinations_with_replacement(range(7), size)):
            given = sum(5**rank for rank in ranks)
            found[0, given] = sum(choose[n, rank] for n, rank in enumerate(ranks))
            found[1, given] = sum(choose[n, 7 + rank] for n, rank in enumerate(ranks, 7 - size))
    return found


# ---- the round -----------------------------------------------------------------------------------------


@rule("31.12(f)", lean=True)
def compared(mine: int, theirs: int) -> Ended:
    """The result of hands whose values are in one number."""
    return two_of_three(
        mine >> 24, mine >> 12 & 0xFFF, mine & 0xFFF, theirs >> 24, theirs >> 12 & 0xFFF, theirs & 0xFFF
    )


@rule("31.12(c)", "31.12(g)", "31.12(h)", "31.12(i)")
def play(
    tape: Bytes,
    at: int,
    stakes: Ints,
    terms: AsiaTerms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One round: seven cards to the player and seven to the dealer, both set by the house way."""
    end = compared(set_by_house(tape, at, terms), set_by_house(tape, at + 7, terms))
    staked[0] += stakes[0]
    net[0] += pays(stakes[0], terms.lines[end]) - lost(stakes[0], terms.lines[end])
    return at + 14


def simulation(rules: Rules) -> Simulation:
    return Simulation(
        game=rules.game.id,
        wagers=("asia-poker",),
        play=play,
        rules=terms_of(rules),
        equipment="deck",
        size=CARDS,
        draws=14,
    )


# ---- the dealer's possible hands --------------------------------------------------------------------------


class Classes(NamedTuple):
    """The hands that the house way may set, by class, each with the values of its setting."""

    ranks: Ints
    """The multisets of seven ranks: their settings if there is no flush."""
    values: Ints
    flushes: Ints
    """With a flush: the class, and the values by the ranks alone and with the flush, where they differ."""
    doubles: Ints
    """With the joker and three cards of each of two suits: both masks, and the values by the ranks alone and with the
    flushes."""


@kernel
def set_each(hands: Bytes, terms: AsiaTerms, found: Ints) -> None:
    for n in range(len(hands)):
        found[n] = set_by_house(hands[n], 0, terms)


def classes_of(rules: Rules) -> Classes:
    assert isinstance(rules.game, AsiaPoker)
    return _classes(rules.game, rules.way, wheel_lowest(rules))


@cache
def _classes(game: AsiaPoker, way: tuple[Any, ...], wheel: int) -> Classes:
    terms, key = _terms(game, way, wheel), (way, wheel)

    def values(hands: Bytes) -> Ints:
        found = np.empty(len(hands), np.int64)
        set_each(hands, terms, found)
        return found

    def doubles() -> Ints:
        threes = np.array(list(combinations(range(13), 3)))
        first, second = np.repeat(threes, len(threes), axis=0), np.tile(threes, (len(threes), 1))
        hands = np.column_stack((4 * first, 4 * second + 1, np.full(len(first), JOKER))).astype(np.uint8)
        masks = np.column_stack(((1 << first).sum(axis=1), (1 << second).sum(axis=1)))
        return set_otherwise(masks, hands, values)

    return Classes(
        multisets(),
        values(without_flush(multisets())),
        kept("asia-flushes", lambda: set_otherwise(*flushes(4), values), key),
        kept("asia-doubles", doubles, key),
    )


@kernel
def beaten(settings: Ints, left: Left, plain: Ints, flush: Ints, classes: Classes, wins: Ints) -> None:
    """How many of the dealer's possible hands each of the player's settings beats: given the counts of these ranks, and
    of these classes with a flush."""
    for n in range(len(plain)):
        if plain[n]:
            for m in range(len(settings)):
                wins[m] += plain[n] * compared(settings[m], classes.values[n])
    for n in range(len(flush)):
        if flush[n]:
            each = classes.flushes[n]
            for m in range(len(settings)):
                wins[m] += flush[n] * (compared(settings[m], each[6]) - compared(settings[m], each[5]))
    for first in range(4 if left.ranks[WILD] else 0):
        for second in range(first + 1, 4):
            for n in range(len(classes.doubles)):
                each = classes.doubles[n]
                if each[0] & ~left.suits[first] == 0 and each[1] & ~left.suits[second] == 0:
                    for m in range(len(settings)):
                        wins[m] += compared(settings[m], each[3]) - compared(settings[m], each[2])


def chances(rules: Rules, cards: Sequence[int], left: Iterable[int]) -> dict[Parts, Fraction]:
    """The probability that each setting of these cards that does not foul wins, with the dealer's seven dealt from the
    rest."""
    game, terms = rules.game, terms_of(rules)
    assert isinstance(game, AsiaPoker)
    settings: dict[Parts, int] = {}
    for parts in ways(cards, **game.parts):
        values = game.values(rules, apart(cards, parts))
        if not game.fouls(rules, values):
            high, medium, low = np.searchsorted(terms.known, values).tolist()
            settings[parts] = high << 24 | medium << 12 | low
    distinct = sorted(set(settings.values()))
    classes, theirs = classes_of(rules), left_of(left)
    plain, flush = hands_of(classes.ranks, classes.flushes, theirs)
    wins, total = np.zeros(len(distinct), np.int64), int(plain.sum())
    beaten(np.array(distinct), theirs, plain, flush, classes, wins)
    won = {packed: Fraction(times, total) for packed, times in zip(distinct, wins.tolist(), strict=True)}
    return {parts: won[packed] for parts, packed in settings.items()}


# ---- advice --------------------------------------------------------------------------------------------


def advise(table: Table, ask: Ask) -> Advice:
    """The best setting against every hand that the dealer may be dealt and set by the house way."""
    rules, hand = table.rules, hand_asked(table, ask)
    game, stake = rules.game, hand.stake("asia-poker")
    assert isinstance(game, AsiaPoker)
    won = rules.pay("asia-poker")["win"].pays(stake)
    if not ask.parts and any(choice.id == "expose" for choice in ask.choices):
        higher = (
            game.against(rules, game.set_as(table, hand.owner), game.set_as(table, "dealer")) is Ended.HIGHER
        )
        worth = {"expose": won if higher else -stake, "surrender": -stake}
        return best_choice(
            ask, lambda decision, _: worth[decision], "Surrender gives up everything that can be lost."
        )
    if len(hand.cards) != game.stack:
        raise Refused("the value of a hand is known once all its cards are dealt")
    found = {
        apart_sorted(parts): float(won * chance - stake * (1 - chance))
        for parts, chance in chances(rules, hand.cards, unseen(table, ask).tolist()).items()
    }
    best = max(found.values())
    settings = {
        choice.id: found.get(apart_sorted(choice.cards), -stake) for choice in ask.choices if choice.cards
    }
    values = {"play": best, "void": 0, "surrender": -stake} | settings
    return best_choice(
        ask, lambda decision, _: values[decision], "The setting that beats most of the dealer's hands."
    )


def apart_sorted(parts: Parts) -> Parts:
    return tuple(tuple(sorted(part)) for part in parts)


# ---- odds ----------------------------------------------------------------------------------------------

ROUNDS: Final = 5_000_000


def count_deals(rules: Rules, progress: Callable[[int, int], None] | None = None) -> None:
    from pitboss.games.pai_gow.asia_poker_exact import counting

    every_deal.count_deals(counting(rules), progress)


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    """The dealer's hand set by the house way, the player's set for the best result and by the house way too: exact if
    all deals have been counted, otherwise from this many simulated rounds, and by the house way only."""
    from pitboss.games.pai_gow.asia_poker_exact import counting

    if wager not in (None, "asia-poker"):
        return
    if found := every_deal.deals(counting(rules)):
        yield _row(rules, Fraction(found.best_wins, every_deal.DEALS), "set for the best result")
        yield _row(rules, Fraction(found.wins, every_deal.DEALS), "set by the house way")
        return
    key = rules.way, wheel_lowest(rules)
    won = Fraction(int(kept("asia-won", lambda: np.array(_won(rules)), key)), ROUNDS)
    yield _row(rules, won, "set by the house way").sampled(ROUNDS)


def _row(rules: Rules, won: Fraction, how: str) -> WagerOdds:
    return WagerOdds(
        wager="asia-poker",
        table=rules.pay("asia-poker").table,
        options=rules.options,
        outcomes=(
            Outcome("two hands higher", won, Fraction(1)),
            Outcome("two hands lower or copies", 1 - won, Fraction(-1)),
        ),
        per=f"unit of the wager, the hand {how}",
    )


def _won(rules: Rules) -> int:
    """How many of this many rounds are won."""
    from pitboss.sim.run import simulate

    stake = written(rules.limits("asia-poker").least)
    edge = simulate(rules, plan=f"asia-poker {stake}", rounds=ROUNDS).wagers[0].house_edge
    assert edge is not None
    return round((1 - edge.value) / 2 * ROUNDS)


# ---- strategy ------------------------------------------------------------------------------------------

TYPICAL: Final = (
    ("no pair", "As Kd Jh 9c 7d 5h 3c"),
    ("no pair, a flush", "Ks Js 8s 4s Qd 9h 2c"),
    ("no pair, a straight", "Kd 9s 8d 7h 6c 4d 2s"),
    ("low pair", "5s 5d Ah Qc 9d 7h 2c"),
    ("high pair", "Ks Kd Ah Jc 9d 6h 2c"),
    ("low two pairs", "5s 5d 3h 3c Ad Jh 8c"),
    ("high two pairs", "Ks Kd Jh Jc 9d 6h 2c"),
    ("three pairs", "Qs Qd 9h 9c 4d 4h Ac"),
    ("three of a kind", "8s 8d 8h Ac Jd 6h 3c"),
    ("three aces", "As Ad Ah Jc 9d 6h 3c"),
    ("joker and no pair", "Jo Kd Jh 9c 7d 5h 3c"),
)


def strategy(rules: Rules) -> Strategy:
    return Strategy(
        game=rules.game.id,
        rule="Set the hand so that two of the three hold up, the low one as high as possible; ask for advice.",
        charts=(
            Chart(
                "Typical hands: best setting and house way",
                ("high", "medium", "low", "wins"),
                tuple(_typical(rules)),
            ),
        ),
        notes=("Surrender gives up the whole wager, which is everything that can be lost.",),
    )


def _typical(rules: Rules) -> Iterator[tuple[str, ...]]:
    for label, names in TYPICAL:
        cards = cards_named(names)
        found = chances(rules, cards, set(rules.pack()) - set(cards))
        parts = max(found, key=found.__getitem__)
        hands = (" ".join(map(name, hand)) for hand in apart(cards, parts))
        yield label, *hands, f"{float(100 * found[parts]):.1f}%"
