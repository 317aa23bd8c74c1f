"""The mathematics of supreme pai gow: suits decide nothing but the bonus, so the player's hands are 2,366 multisets of
ranks, and each meets the dealer's 2,366, weighted by the cards that are left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np

from pitboss.arrays import Bytes, Ints
from pitboss.book import Ask, Refused, Rules, rule, ways
from pitboss.book.endings import NO_LIMIT, Line, line_of, lines, loses, pays
from pitboss.compiler import kernel
from pitboss.equipment.cards import cards as cards_named
from pitboss.equipment.cards import name
from pitboss.games.advising import best_choice, hand_asked, unseen
from pitboss.games.pai_gow.family import apart
from pitboss.games.pai_gow.supreme_pai_gow import Ended, SupremePaiGow, both_hands, zero_as_printed
from pitboss.games.vigorish import vigorish
from pitboss.odds import Advice, Chart, Outcome, Strategy, WagerOdds, counted, nets_by_row
from pitboss.ranking.supreme import BONUS_HANDS, JOKER, bonus_kinds, is_zero
from pitboss.sim import Simulation
from pitboss.table import Table

CARDS: Final = 54
HANDS: Final = comb(54, 4)
OTHERS: Final = comb(50, 4)
JOKERS: Final = 13
"""The jokers' rank in this module."""
WAYS: Final = 6
PACK: Final = np.array([4] * 13 + [2])
FOULS: Final = -1

# ---- hands and settings ----------------------------------------------------------------------------------


class Hands(NamedTuple):
    """Every hand by its ranks, and its six settings: the values of the high and the low hand, and the house way's
    setting."""

    ranks: Ints
    weights: Ints
    highs: Ints
    lows: Ints
    house: Ints


def hands_of(rules: Rules) -> Hands:
    assert isinstance(rules.game, SupremePaiGow)
    return _hands(rules.game, rules.way, str(rules["reading-equal-rank"]))


@cache
def _hands(game: SupremePaiGow, way: tuple[Any, ...], equal: str) -> Hands:
    rules = game.rules(reading_equal_rank=equal)
    ranks, highs, lows, house, weights = [], [], [], [], []
    for hand in combinations_with_replacement(range(JOKERS + 1), 4):
        times = Counter(hand)
        if times[JOKERS] > 2:
            continue
        cards = [JOKER + n % 2 if rank == JOKERS else 4 * rank + n for n, rank in enumerate(hand)]
        values = [settled_values(game, rules, cards, parts) for parts in ways(cards, **game.parts)]
        ranks.append(hand)
        weights.append(int(np.prod([comb(int(PACK[rank]), n) for rank, n in times.items()])))
        highs.append([high for high, _ in values])
        lows.append([low for _, low in values])
        house.append(game.set_in(way, rules, cards))
    return Hands(*(np.array(each, np.int64) for each in (ranks, weights, highs, lows, house)))


def settled_values(
    game: SupremePaiGow, rules: Rules, cards: Sequence[int], parts: Sequence[Sequence[int]]
) -> tuple[int, int]:
    """The values of a setting; one that fouls has none."""
    values = game.values(rules, apart(cards, parts))
    return (FOULS, FOULS) if game.fouls(rules, values) else (values[0], values[1])


class Side(NamedTuple):
    """Which low hands are zero, and whether the hand is the bank's, which wins copies and loses to no zero."""

    printed: int
    bank: int = 0


@rule(lean=True)
def chosen_from(ranks: Ints, left: Ints) -> int:
    """The number of ways to draw these sorted ranks, given how many cards of each are left."""
    found = run = 1
    for n in range(4):
        run = run + 1 if n and ranks[n] == ranks[n - 1] else 1
        found = found * (left[ranks[n]] - run + 1) // run
    return found


@kernel
def count_ends(highs: Ints, lows: Ints, left: Ints, hands: Hands, terms: Side, ends: Ints) -> None:
    """The number of hands, set by the house way, against which each of a hand's settings loses, pushes and wins."""
    for n in range(len(hands.ranks)):
        times = chosen_from(hands.ranks[n], left)
        if times > 0:
            high, low = hands.highs[n, hands.house[n]], hands.lows[n, hands.house[n]]
            for way in range(WAYS):
                if highs[way] == FOULS:
                    ends[way, 0] += times
                elif terms.bank:
                    zero = is_zero(low, terms.printed)
                    ends[way, Ended.HIGHER - both_hands(high, low, highs[way], lows[way], zero)] += times
                else:
                    zero = is_zero(lows[way], terms.printed)
                    ends[way, both_hands(highs[way], lows[way], high, low, zero)] += times


@kernel
def count_all(hands: Hands, pack: Ints, terms: Side, ends: Ints) -> None:
    left = np.empty(14, np.int64)
    for n in range(len(hands.ranks)):
        left[:] = pack
        for rank in hands.ranks[n]:
            left[rank] -= 1
        count_ends(hands.highs[n], hands.lows[n], left, hands, terms, ends[n])


def ends_of(rules: Rules, bank: bool = False) -> Ints:
    """By hand and setting: the number of dealer's hands against which it loses, pushes and wins, or as the bank the
    number of players' hands."""
    assert isinstance(rules.game, SupremePaiGow)
    side = Side(zero_as_printed(rules), int(bank))
    return _ends(rules.game, rules.way, str(rules["reading-equal-rank"]), side)


@cache
def _ends(game: SupremePaiGow, way: tuple[Any, ...], equal: str, side: Side) -> Ints:
    hands = _hands(game, way, equal)
    ends = np.zeros((len(hands.ranks), WAYS, 3), np.int64)
    count_all(hands, PACK, side, ends)
    return ends


# ---- odds ------------------------------------------------------------------------------------------------


def won(rules: Rules) -> Fraction:
    """The win of a unit, after vigorish; where that is rounded, for the minimum wager."""
    stake = rules.limits("supreme-pai-gow").least
    return (
        1 - Fraction(vigorish(stake, 5, rules["vigorish-rounding"] == "up"), stake) if rounded(rules) else VIG
    )


VIG: Final = Fraction(19, 20)


def rounded(rules: Rules) -> bool:
    return rules["vigorish-rounding"] == "up"


def best_settings(rules: Rules, bank: bool = False) -> Ints:
    """The best setting of every hand."""
    ends = ends_of(rules, bank)
    worth = ends[:, :, Ended.HIGHER] * float(won(rules)) - ends[:, :, Ended.LOWER]
    best: Ints = worth.argmax(axis=1)
    return best


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    if wager in (None, "supreme-pai-gow"):
        yield main(rules, best_settings(rules), "unit of the wager, every hand set for the best result")
        yield main(rules, hands_of(rules).house, "unit of the wager, set by the house way as the dealer's")
        if rules.on("player-banking"):
            per = "unit that one hand, set by the house way, wagers against a player who banks and sets"
            yield main(rules, best_settings(rules, bank=True), f"{per} for the best result", bank=True)
            yield main(rules, hands_of(rules).house, f"{per} by the house way", bank=True)
    if wager in (None, "bonus"):
        yield bonus(rules)


def main(rules: Rules, settings: Ints, per: str, bank: bool = False) -> WagerOdds:
    """The wager, or the bank's result on it: five percent are taken of its surplus as of a win."""
    hands, ends = hands_of(rules), ends_of(rules, bank)
    found = (ends[np.arange(len(settings)), settings] * hands.weights[:, None]).sum(axis=0)
    net = {Ended.LOWER: Fraction(-1), Ended.PUSH: Fraction(0), Ended.HIGHER: won(rules)}
    return WagerOdds(
        wager="supreme-pai-gow",
        table=rules.pay("supreme-pai-gow").table,
        options=rules.options,
        outcomes=tuple(
            Outcome(end.outcome, Fraction(int(found[end]), HANDS * OTHERS), net[end]) for end in net
        ),
        per=per,
    )


@kernel
def count_bonus(counts: Ints) -> None:
    """The number of hands of four cards for each mask of kinds."""
    for a in range(CARDS):
        for b in range(a + 1, CARDS):
            for c in range(b + 1, CARDS):
                for d in range(c + 1, CARDS):
                    counts[bonus_kinds(a, b, c, d)] += 1


def bonus(rules: Rules) -> WagerOdds:
    """Every hand of four cards has its row, or none; the limit is far above the win of a small stake."""
    counts, pay = np.zeros(1 << len(BONUS_HANDS), np.int64), rules.pay("bonus")
    count_bonus(counts)
    found = dict.fromkeys((*pay.rows, "nothing"), 0)
    for kinds, times in enumerate(counts.tolist()):
        found[best_row(rules, kinds) or "nothing"] += times
    return counted("bonus", found, nets_by_row(pay, found, "nothing"), table=pay.table, options=rules.options)


def best_row(rules: Rules, kinds: int) -> str | None:
    """The row that pays most of those that a hand fits."""
    pay = rules.pay("bonus")
    rows = [row for n, row in enumerate(BONUS_HANDS) if kinds >> n & 1]
    return max(rows, key=lambda row: (pay[row].pays(100), BONUS_HANDS.index(row)), default=None)


# ---- strategy and advice ---------------------------------------------------------------------------------

TYPICAL: Final = (
    ("pair of jokers and a pair", "Jo jo 9c 9d"),
    ("two pairs", "Kc Kd 7h 7s"),
    ("two low pairs", "4c 4d 3h 3s"),
    ("pair and face cards", "9c 9d Kh Qs"),
    ("high pair and little", "Ac Ad 4h 6s"),
    ("low pair and high cards", "2c 2d 7h 6s"),
    ("joker and face cards", "Jo Kc Qd 3h"),
    ("joker and a nine", "Jo 9c 8d 5h"),
    ("points alone", "Ts 8d 6h 3c"),
    ("points alone, low", "Ts 9d 4h Ac"),
)


def strategy(rules: Rules) -> Strategy:
    hands, best = hands_of(rules), best_settings(rules)
    ends = ends_of(rules)
    n = np.arange(len(best))
    differs = (ends[n, best] != ends[n, hands.house]).any(axis=1)
    share = float(hands.weights[differs].sum() / HANDS)
    return Strategy(
        game=rules.game.id,
        rule=f"Set as the house way does except for {100 * share:.1f}% of hands; ask for advice on any hand.",
        charts=(
            Chart(
                "Typical hands: best setting and house way",
                ("high", "low", "win", "push"),
                tuple(_typical(rules)),
            ),
        ),
        notes=("Surrender gives up the whole wager, which is everything that can be lost.",),
        house_edge=main(rules, best, "").house_edge,
    )


def _typical(rules: Rules) -> Iterator[tuple[str, ...]]:
    for label, names in TYPICAL:
        cards = cards_named(names)
        found = chances(rules, cards, set(rules.pack()) - set(cards))
        parts = max(found, key=lambda each: found[each][0] * won(rules) - found[each][2])
        wins, pushes, _ = found[parts]
        hands = (" ".join(map(name, hand)) for hand in apart(cards, parts))
        yield label, *hands, f"{float(100 * wins):.1f}%", f"{float(100 * pushes):.1f}%"


def chances(
    rules: Rules, cards: Sequence[int], left: Iterable[int]
) -> dict[tuple[tuple[int, ...], ...], tuple[Fraction, Fraction, Fraction]]:
    """The probability that each setting wins, pushes and loses, with the dealer's four dealt from the rest."""
    game = rules.game
    assert isinstance(game, SupremePaiGow)
    settings = list(ways(cards, **game.parts))
    values = np.array([settled_values(game, rules, cards, parts) for parts in settings], np.int64)
    ranks = np.zeros(14, np.int64)
    for card in left:
        ranks[JOKERS if card >= JOKER else card >> 2] += 1
    ends = np.zeros((WAYS, 3), np.int64)
    count_ends(
        values[:, 0].copy(), values[:, 1].copy(), ranks, hands_of(rules), Side(zero_as_printed(rules)), ends
    )
    total = int(ends[0].sum())
    return {
        parts: (Fraction(wins, total), Fraction(pushes, total), Fraction(lost, total))
        for parts, (lost, pushes, wins) in zip(settings, ends.tolist(), strict=True)
    }


def advise(table: Table, ask: Ask) -> Advice:
    """The best setting against every hand that the dealer may be dealt and set by the house way."""
    rules, hand = table.rules, hand_asked(table, ask)
    game, stake = rules.game, hand.stake("supreme-pai-gow")
    assert isinstance(game, SupremePaiGow)
    if not stake:
        raise Refused("the value of a bank against several hands is not available")
    gain = stake - game.vigorish(rules, stake)
    if not ask.parts and any(choice.id == "expose" for choice in ask.choices):
        banks = next((a.hand for a in table.answers if a.decision in ("bank", "co-bank")), "dealer")
        end = game.against(rules, game.set_as(table, hand.owner), game.set_as(table, banks))
        foul = game.fouls(rules, game.set_as(table, hand.owner))
        worth = {Ended.HIGHER: gain, Ended.PUSH: 0}.get(end, -stake) if not foul else -stake
        known = {"expose": worth, "surrender": -stake}
        return best_choice(
            ask, lambda decision, _: known[decision], "Surrender gives up everything that can be lost."
        )
    if len(hand.cards) != game.stack:
        raise Refused("the value of a hand is known once all its cards are dealt")
    found = {
        tuple(tuple(sorted(part)) for part in parts): float(gain * wins - stake * lost)
        for parts, (wins, _, lost) in chances(rules, hand.cards, unseen(table, ask).tolist()).items()
    }
    settings = {
        choice.id: found[tuple(tuple(sorted(part)) for part in choice.cards)]
        for choice in ask.choices
        if choice.cards
    }
    values = {"play": max(found.values()), "void": 0.0, "surrender": float(-stake)} | settings
    return best_choice(ask, lambda decision, _: values[decision], "The setting with the highest value.")


# ---- simulation ------------------------------------------------------------------------------------------

MAIN, BONUS = range(2)


class SupremeTerms(NamedTuple):
    """The rules in the form that the compiled round reads: values of the best and of the house way's setting by the
    ranks of a hand, high and low in one number; lines."""

    choose: Ints
    best: Ints
    house: Ints
    printed: int
    rounded: int
    main: Ints
    bonus: Ints
    """By the mask of kinds."""


@rule(lean=True)
def place_of(a: int, b: int, c: int, d: int, choose: Ints) -> int:
    """The index of the multiset of the ranks of four cards."""
    a, b, c, d = a >> 2, b >> 2, c >> 2, d >> 2
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return int(choose[0, a] + choose[1, b] + choose[2, c] + choose[3, d])


@rule("34.12(c)", "34.12(g)", "34.12(h)", "34.14(a)", lean=True)
def play(
    tape: Bytes,
    at: int,
    stakes: Ints,
    terms: SupremeTerms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One round: four cards to the player, who sets them best, and four to the dealer."""
    a, b = int(np.int64(tape[at])), int(np.int64(tape[at + 1]))  # unsigned and signed do not mix
    c, d = int(np.int64(tape[at + 2])), int(np.int64(tape[at + 3]))
    e, f = int(np.int64(tape[at + 4])), int(np.int64(tape[at + 5]))
    g, h = int(np.int64(tape[at + 6])), int(np.int64(tape[at + 7]))
    mine = int(terms.best[place_of(a, b, c, d, terms.choose)])
    theirs = int(terms.house[place_of(e, f, g, h, terms.choose)])
    zero = is_zero(mine & 0xFFFF, terms.printed)
    end = both_hands(mine >> 16, mine & 0xFFFF, theirs >> 16, theirs & 0xFFFF, int(zero))
    stake = stakes[MAIN]
    staked[MAIN] += stake
    gain = pays(stake, terms.main[end])
    net[MAIN] += gain - vigorish(gain, 5, terms.rounded) - loses(stake, terms.main[end])
    staked[BONUS] += stakes[BONUS]
    row = terms.bonus[bonus_kinds(a, b, c, d)]
    net[BONUS] += pays(stakes[BONUS], row) - loses(stakes[BONUS], row)
    return at + 8


def simulation(rules: Rules) -> Simulation:
    hands, best = hands_of(rules), best_settings(rules)
    choose = np.array([[comb(rank + n, n + 1) for rank in range(14)] for n in range(4)], np.int64)
    places = sum(choose[n, hands.ranks[:, n]] for n in range(4))
    n = np.arange(len(best))
    packed = np.full((2, comb(17, 4)), -1, np.int64)
    for row, settings in enumerate((best, hands.house)):
        packed[row, places] = hands.highs[n, settings] << 16 | hands.lows[n, settings]
    terms = SupremeTerms(
        choose,
        packed[0],
        packed[1],
        zero_as_printed(rules),
        int(rounded(rules)),
        np.array(lines(rules, "supreme-pai-gow", Ended)),
        np.array([_bonus_line(rules, kinds) for kinds in range(1 << len(BONUS_HANDS))]),
    )
    return Simulation(
        game=rules.game.id,
        wagers=("supreme-pai-gow", "bonus"),
        play=play,
        rules=terms,
        equipment="deck",
        size=CARDS,
        draws=8,
    )


def _bonus_line(rules: Rules, kinds: int) -> Line:
    row = best_row(rules, kinds)
    return line_of(rules.pay("bonus")[row]) if row else (0, 1, 0, NO_LIMIT, 2)
