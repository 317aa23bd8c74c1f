"""The mathematics of Asia poker: the house way compiled, the round, and the best setting of a hand.

The dealer's setting depends on the ranks of his cards alone, unless they hold a flush. So all that he may have is told
by 67,600 multisets of ranks, and beside them some 600,000 classes of hands with a flush: the ranks of the suit, and
those of the others whatever their suits. How many hands a class has follows from the cards that are left.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.book import Ask, Refused, Rules, rule, ways
from pitboss.book.endings import lines, pays
from pitboss.book.endings import loses as lost
from pitboss.book.events import Parts
from pitboss.compiler import figure, kept, kernel
from pitboss.equipment.cards import cards as cards_named
from pitboss.equipment.cards import name
from pitboss.games.house_poker.advising import best_choice, hand_asked, unseen
from pitboss.games.pai_gow import every_deal
from pitboss.games.pai_gow.asia_poker import AsiaPoker, Ended, two_of_three, wheel_lowest
from pitboss.games.pai_gow.bones import apart
from pitboss.money import written
from pitboss.odds import Advice, Chart, Outcome, Strategy, WagerOdds
from pitboss.ranking.asia import JOKER, high_value, low_value, medium_value
from pitboss.ranking.value import count
from pitboss.sim import Simulation
from pitboss.table import Table

Ints = NDArray[np.int64]

CARDS: Final = 53
WILD: Final = 13
"""The joker's rank in this module, above the ace's, so that in sorted cards it is the last."""
HIGHS: Final = 35
"""Ways to choose a high hand; each leaves three settings."""

# ---- the house way, compiled ---------------------------------------------------------------------------


class Terms(NamedTuple):
    """The order of hands and the house way of a table. Values are told by their places among all values, twelve bits
    each. The score of a setting is the aim that it reaches and below it the values in the order of the house way."""

    known: Ints
    """All values, from below."""
    choose: Ints
    """``choose[i, r]``: what the i-th of sorted ranks adds to the place of their multiset."""
    ways: Ints
    """The places of the high, medium and low cards of each setting, three settings a high hand."""
    masks: Ints
    """The places of the cards of each high hand, as a mask."""
    high: Ints
    """By the multiset of four ranks, with no flush."""
    flush: Ints
    """By whether the joker is there, and the mask of the natural ranks."""
    medium: Ints
    low: Ints
    aims: Ints
    """The aims that each value reaches as a high, medium or low hand: the first is the highest bit, none is bit 0."""
    first: Ints
    """The highest of such bits."""
    shifts: Ints
    """Where the values stand in a score."""
    scores: Ints
    """By the multiset of seven ranks, with no flush: the score of the setting,"""
    chosen: Ints
    """and which high hand it has."""
    lines: Ints
    """What becomes of the wager."""


@rule("31.12(d)", lean=True)
def score_of(ranks: Ints, way: int, flush: int, terms: Terms) -> int:
    """The score of a setting of seven cards in the order of their ranks, its high hand a flush or not; -1: it fouls."""
    choose, at = terms.choose, terms.ways
    a, b, c, d = ranks[at[way, 0]], ranks[at[way, 1]], ranks[at[way, 2]], ranks[at[way, 3]]
    if flush:
        wild = d == WILD
        high = terms.flush[int(wild), 1 << a | 1 << b | 1 << c | (0 if wild else 1 << d)]
    else:
        high = terms.high[choose[0, a] + choose[1, b] + choose[2, c] + choose[3, d]]
    medium = terms.medium[ranks[at[way, 4]], ranks[at[way, 5]]]
    low = terms.low[ranks[at[way, 6]]]
    if not high > medium > low:
        return -1
    reached = terms.first[terms.aims[0, high] & terms.aims[1, medium] & terms.aims[2, low]]
    return int(reached << 36 | high << terms.shifts[0] | medium << terms.shifts[1] | low << terms.shifts[2])


@rule("31.12(d)", lean=True)
def suited(mask: int, suits: int, wild: int) -> int:
    """Are the cards at these places a flush? The suits tell, eight bits each, where cards of each lie."""
    for suit in range(4):
        if mask & ~(suits >> 8 * suit & 0x7F | wild) == 0:
            return 1
    return 0


@rule("31.12(d)", lean=True)
def best_score(ranks: Ints, suits: int, terms: Terms) -> int:
    """The score of the house way's setting of seven cards of which some may make a flush."""
    wild = 1 << 6 if ranks[6] == WILD else 0
    place = multiset(ranks, terms.choose)
    best = int(terms.scores[place])
    if suited(terms.masks[terms.chosen[place]], suits, wild):  # other cards of the same ranks may be none
        best = -1
        for way in range(3 * HIGHS):
            flush = suited(terms.masks[way // 3], suits, wild)
            best = max(best, score_of(ranks, way, flush, terms))
        return best
    for suit in range(4):
        here = suits >> 8 * suit & 0x7F | wild
        if count(here) >= 4:
            for high in range(HIGHS):
                if terms.masks[high] & ~here == 0:
                    for way in range(3 * high, 3 * high + 3):
                        best = max(best, score_of(ranks, way, 1, terms))
    return best


@rule("31.12(d)", lean=True)
def multiset(ranks: Ints, choose: Ints) -> int:
    """The place of the multiset of seven sorted ranks."""
    place = 0
    for n in range(7):
        place += int(choose[n, ranks[n]])
    return place


@rule("31.12(c)", "31.12(d)")
def set_by_house(cards: NDArray[np.uint8], at: int, terms: Terms) -> int:
    """The values of the hands that the house way makes of seven cards: high, medium and low in one number."""
    ranks = np.empty(7, np.int64)
    keys = counts = wild = 0
    for n in range(7):
        card = int(np.int64(cards[at + n]))  # unsigned and signed do not mix
        counts += 1 << 4 * (card & 3) if card < JOKER else 0
        wild += card >= JOKER
        place = n
        while place and ranks[place - 1] > card:
            ranks[place] = ranks[place - 1]
            place -= 1
        ranks[place] = card
    for n in range(7):
        card = int(ranks[n])
        keys |= 1 << 8 * (card & 3) + n if card < JOKER else 0
        ranks[n] = card >> 2
    if counts + 0x4444 + 0x1111 * wild & 0x8888:  # four of a suit, or three and the joker
        return values_of(best_score(ranks, keys, terms), terms)
    return values_of(terms.scores[multiset(ranks, terms.choose)], terms)


@rule("31.12(d)", lean=True)
def values_of(score: int, terms: Terms) -> int:
    """High, medium and low hand, twelve bits each."""
    high, medium, low = int(terms.shifts[0]), int(terms.shifts[1]), int(terms.shifts[2])
    return (score >> high & 0xFFF) << 24 | (score >> medium & 0xFFF) << 12 | score >> low & 0xFFF


@kernel
def set_all(multisets: Ints, terms: Terms) -> None:
    """The setting of every multiset of ranks, no flush among its cards."""
    for n in range(len(multisets)):
        place = multiset(multisets[n], terms.choose)
        for way in range(3 * HIGHS):
            score = score_of(multisets[n], way, 0, terms)
            if score > terms.scores[place]:
                terms.scores[place], terms.chosen[place] = score, way // 3


def terms_of(rules: Rules) -> Terms:
    assert isinstance(rules.game, AsiaPoker)
    return _terms(rules.game, rules.way, wheel_lowest(rules))


@cache
def _terms(game: AsiaPoker, way: tuple[Any, ...], wheel: int) -> Terms:
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
    terms = Terms(
        known=np.array(known),
        choose=choose,
        ways=np.array([[*high, *medium, *low] for high, medium, low in settings]),
        masks=np.array([sum(1 << n for n in high) for high, _, _ in settings[::3]]),
        high=table(comb(17, 4), highs),
        flush=table((2, 1 << 13), flushes),
        medium=table((14, 14), mediums),
        low=table(14, lows),
        aims=reach,
        first=np.array([0] + [bits.bit_length() for bits in range(1, 2 << len(aims))]),
        shifts=shifts,
        scores=np.full(comb(20, 7), -1, np.int64),
        chosen=np.zeros(comb(20, 7), np.int64),
        lines=np.array(lines(game.rules(), game.main, Ended)),
    )
    set_all(np.array(list(_multisets())), terms)
    return terms


def _multisets() -> Iterator[tuple[int, ...]]:
    """The ranks of seven cards of the deck."""
    for ranks in combinations_with_replacement(range(WILD + 1), 7):
        if ranks[-2] != WILD and all(ranks[n] < ranks[n + 4] for n in range(3)):
            yield ranks


# ---- the round -----------------------------------------------------------------------------------------


@rule("31.12(f)", lean=True)
def compared(mine: int, theirs: int) -> Ended:
    """How hands end whose values are told in one number."""
    return two_of_three(
        mine >> 24, mine >> 12 & 0xFFF, mine & 0xFFF, theirs >> 24, theirs >> 12 & 0xFFF, theirs & 0xFFF
    )


@rule("31.12(c)", "31.12(g)", "31.12(h)", "31.12(i)")
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Ints,
    terms: Terms,
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
        rounds_per_hour=rules.game.data.house.rounds_per_hour,
    )


# ---- what the dealer may have --------------------------------------------------------------------------

NONE: Final = -1


class Classes(NamedTuple):
    """The hands that the house way may set, by class, each with the values of its setting."""

    ranks: Ints
    """The multisets of seven ranks: their settings if there is no flush."""
    values: Ints
    flushes: Ints
    """With a flush: the ranks of its suit as a mask, those of the others (-1: none), whether the joker is there, and
    the values by the ranks alone and with the flush, where they differ."""
    doubles: Ints
    """With the joker and three cards of each of two suits: both masks, and the values by the ranks alone and with the
    flushes."""


@kernel
def values_with(masks: Ints, others: Ints, wild: int, terms: Terms) -> tuple[int, int]:
    """The values of the setting of suited ranks, one suit or two, and others: by the ranks alone, and as they are."""
    ranks, suits, n = np.empty(7, np.int64), 0, 0
    for rank in range(13):
        for suit in range(len(masks)):
            if masks[suit] >> rank & 1:
                ranks[n] = rank
                suits |= 1 << 8 * suit + n
                n += 1
        for other in others:
            if other == rank:
                ranks[n] = rank
                n += 1
    if wild:
        ranks[n] = WILD
    plain = terms.scores[multiset(ranks, terms.choose)]
    return values_of(plain, terms), values_of(best_score(ranks, suits, terms), terms)


@kernel
def all_flushes(terms: Terms, found: Ints) -> int:
    """Every class of hands with one flush that is set otherwise than its ranks alone would be; returns how many."""
    size, masks = 0, np.empty(1, np.int64)
    for mask in range(1 << 13):
        for wild in range(2):
            left = 7 - wild - count(mask)
            if not 0 <= left <= 3:
                continue
            masks[0] = mask
            others = np.full(3, NONE)
            for a in range(13 if left > 0 else 1):
                for b in range(a, 13) if left > 1 else range(1):
                    for c in range(b, 13) if left > 2 else range(1):
                        others[0] = a if left > 0 else NONE
                        others[1] = b if left > 1 else NONE
                        others[2] = c if left > 2 else NONE
                        plain, flush = values_with(masks, others, wild, terms)
                        if plain != flush:
                            found[size] = mask, others[0], others[1], others[2], wild, plain, flush
                            size += 1
    return size


@kernel
def all_doubles(masks: Ints, terms: Terms, found: Ints) -> None:
    pair, others, n = np.empty(2, np.int64), np.full(3, NONE), 0
    for first in masks:
        for second in masks:
            pair[0], pair[1] = first, second
            plain, flush = values_with(pair, others, 1, terms)
            found[n] = first, second, plain, flush
            n += 1


def classes_of(rules: Rules) -> Classes:
    assert isinstance(rules.game, AsiaPoker)
    return _classes(rules.game, rules.way, wheel_lowest(rules))


@cache
def _classes(game: AsiaPoker, way: tuple[Any, ...], wheel: int) -> Classes:
    terms, key = _terms(game, way, wheel), (way, wheel)
    ranks = np.array(list(_multisets()))

    def values() -> NDArray[Any]:
        found = np.empty(len(ranks), np.int64)
        all_values(ranks, terms, found)
        return found

    def flushes() -> NDArray[Any]:
        found = np.empty((700_000, 7), np.int64)
        return found[: all_flushes(terms, found)]

    def doubles() -> NDArray[Any]:
        three = np.array([sum(1 << rank for rank in each) for each in combinations(range(13), 3)])
        found = np.empty((len(three) ** 2, 4), np.int64)
        all_doubles(three, terms, found)
        return found

    return Classes(ranks, values(), kept("asia-flushes", flushes, key), kept("asia-doubles", doubles, key))


@kernel
def all_values(multisets: Ints, terms: Terms, found: Ints) -> None:
    for n in range(len(multisets)):
        found[n] = values_of(terms.scores[multiset(multisets[n], terms.choose)], terms)


@rule(lean=True)
def chosen_from(ranks: Ints, left: Ints) -> int:
    """In how many ways these sorted ranks can be had of so many cards left of each; -1 is no rank."""
    found = run = 1
    for n in range(len(ranks)):
        if ranks[n] != NONE:
            run = run + 1 if n and ranks[n] == ranks[n - 1] else 1
            found = found * (left[ranks[n]] - run + 1) // run
    return found


@kernel
def beaten(settings: Ints, left: Ints, suits: Ints, classes: Classes, wins: Ints) -> int:
    """How many of the hands that the dealer may be dealt each of the player's settings beats: of what is left of each
    rank, and of the suits as masks. Returns how many hands there are."""
    total = 0
    for n in range(len(classes.ranks)):
        hands = chosen_from(classes.ranks[n], left)
        if hands > 0:
            total += hands
            for m in range(len(settings)):
                wins[m] += hands * compared(settings[m], classes.values[n])
    beside = np.empty(14, np.int64)
    for suit in range(4):
        for rank in range(14):
            beside[rank] = left[rank] - (suits[suit] >> rank & 1)
        for n in range(len(classes.flushes)):
            each = classes.flushes[n]
            if each[0] & ~suits[suit] == 0 and (left[WILD] or not each[4]):
                hands = chosen_from(each[1:4], beside)
                if each[4] and count(each[0]) == 3:  # three of another suit are a second flush
                    for other in range(4):
                        three = 1 << each[1] | 1 << each[2] | 1 << each[3]
                        hands -= other != suit and count(three) == 3 and three & ~suits[other] == 0
                if hands > 0:
                    for m in range(len(settings)):
                        more = compared(settings[m], each[6]) - compared(settings[m], each[5])
                        wins[m] += hands * more
    for first in range(4 if left[WILD] else 0):
        for second in range(first + 1, 4):
            for n in range(len(classes.doubles)):
                each = classes.doubles[n]
                if each[0] & ~suits[first] == 0 and each[1] & ~suits[second] == 0:
                    for m in range(len(settings)):
                        wins[m] += compared(settings[m], each[3]) - compared(settings[m], each[2])
    return total


def chances(rules: Rules, cards: Sequence[int], left: Iterable[int]) -> dict[Parts, Fraction]:
    """How likely each setting of these cards that does not foul is to win, the dealer's seven being dealt of those
    left."""
    game, terms = rules.game, terms_of(rules)
    assert isinstance(game, AsiaPoker)
    settings: dict[Parts, int] = {}
    for parts in ways(cards, **game.parts):
        values = game.values(rules, apart(cards, parts))
        if not game.fouls(rules, values):
            high, medium, low = np.searchsorted(terms.known, values).tolist()
            settings[parts] = high << 24 | medium << 12 | low
    distinct = sorted(set(settings.values()))
    ranks, suits = np.zeros(14, np.int64), np.zeros(4, np.int64)
    for card in left:
        ranks[WILD if card >= JOKER else card >> 2] += 1
        if card < JOKER:
            suits[card & 3] |= 1 << (card >> 2)
    wins = np.zeros(len(distinct), np.int64)
    total = beaten(np.array(distinct), ranks, suits, classes_of(rules), wins)
    won = {packed: Fraction(times, total) for packed, times in zip(distinct, wins.tolist(), strict=True)}
    return {parts: won[packed] for parts, packed in settings.items()}


# ---- advice --------------------------------------------------------------------------------------------


def advise(table: Table, ask: Ask) -> Advice:
    """The best setting against all that the dealer may be dealt and set by the house way."""
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
            ask, lambda decision, _: worth[decision], "Surrender gives up all that can be lost."
        )
    if len(hand.cards) != game.stack:
        raise Refused("what a hand is worth is known when all its cards are dealt")
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

    every_deal.count(counting(rules), progress)
    kept(*better(rules))


SAMPLED: Final = 4_000


def better(rules: Rules) -> tuple[str, Callable[[], NDArray[Any]], object]:
    """By how much more often hands win if set best, and lose less: so many hands, each against all that the dealer may
    then have."""

    def work() -> NDArray[Any]:
        chance = Random(31)
        hands = [chance.sample(range(CARDS), 7) for _ in range(SAMPLED)]
        classes_of(rules)
        with ThreadPoolExecutor(os.cpu_count()) as workers:
            return np.array(list(workers.map(lambda hand: changed(rules, hand), hands)))

    return "asia-poker-best", work, (rules.way, wheel_lowest(rules))


def changed(rules: Rules, own: Sequence[int]) -> tuple[float, float]:
    """The same of one hand."""
    game = rules.game
    assert isinstance(game, AsiaPoker)
    found = chances(rules, own, set(rules.pack()) - set(own))
    house = list(ways(own, **game.parts))[game.house_way(rules, own)]
    more = float(max(found.values()) - found[house])
    return more, -more


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    """Both hands set by the house way: exact if all deals have been counted, else from so many simulated rounds."""
    from pitboss.games.pai_gow.asia_poker_exact import counting

    if wager not in (None, "asia-poker"):
        return
    counted = every_deal.deals(counting(rules))
    if counted:
        won = Fraction(counted[0], every_deal.DEALS)
    else:
        key = rules.way, wheel_lowest(rules)
        won = Fraction(int(kept("asia-won", lambda: np.array(_won(rules)), key)), ROUNDS)
    row = WagerOdds(
        wager="asia-poker",
        table=rules.pay("asia-poker").table,
        options=rules.options,
        outcomes=(
            Outcome("two hands higher", won, Fraction(1)),
            Outcome("two hands lower or copies", 1 - won, Fraction(-1)),
        ),
        per="unit of the wager, the hand set by the house way",
    )
    row = row if counted else row.sampled(ROUNDS)
    if figure(*(best := better(rules))).is_file():
        yield every_deal.bettered(row, kept(*best))
    yield row


def _won(rules: Rules) -> int:
    """How many of so many rounds are won."""
    from pitboss.sim.run import simulate

    stake = written(rules.limits("asia-poker").least)
    edge = simulate(rules, plan=f"asia-poker {stake}", rounds=ROUNDS).wagers[0].edge
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
        rule="Set the hand so that two of the three stand, the low one as high as they allow; ask advice of any hand.",
        charts=(
            Chart(
                "Typical hands, best set against the house way",
                ("high", "medium", "low", "wins"),
                tuple(_typical(rules)),
            ),
        ),
        notes=("Surrender gives up the whole wager, which is all that can be lost.",),
    )


def _typical(rules: Rules) -> Iterator[tuple[str, ...]]:
    for label, names in TYPICAL:
        cards = cards_named(names)
        found = chances(rules, cards, set(rules.pack()) - set(cards))
        parts = max(found, key=found.__getitem__)
        hands = (" ".join(map(name, hand)) for hand in apart(cards, parts))
        yield label, *hands, f"{float(100 * found[parts]):.1f}%"
