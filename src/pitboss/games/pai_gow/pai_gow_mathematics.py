"""The mathematics of pai gow tiles: every hand by kind (8,130 of them) against every hand that the other 28 tiles can
make, which the dealer sets by the house way in force; 166 million pairs and three settings each, in whole numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np

from pitboss.arrays import Bytes, Ints
from pitboss.book import Ask, Refused, Rules, rule
from pitboss.compiler import kept, kernel
from pitboss.equipment.cards import NAMES, TILE, card, tiles
from pitboss.games.pai_gow.dragons_eye_mathematics import dice_odds, no_dice, sinking
from pitboss.games.pai_gow.pai_gow import Ended, PaiGow, compared, set_by
from pitboss.games.vigorish import vigorish
from pitboss.money import Cents
from pitboss.odds import Advice, Chart, Outcome, Strategy, WagerOdds
from pitboss.ranking.tiles import describe, pair_of, tile_value
from pitboss.sim import Simulation
from pitboss.table import Table

HANDS: Final = comb(32, 4)
OTHERS: Final = comb(28, 4)
"""The number of dealer's hands given the player's."""
ENDS: Final = (Ended.WIN, Ended.HIGH, Ended.LOW, Ended.LOSE)
VIGORISH: Final = Fraction(1, 20)


# ---- counting ------------------------------------------------------------------------------------------


@rule("10.2(b)")
def split_value(a: int, b: int, c: int, d: int, split: int) -> tuple[int, int]:
    """The high and the low hand of four tiles in one of three settings: the first with the second, third or fourth."""
    if split == 0:
        one, other = tile_value(a, b), tile_value(c, d)
    elif split == 1:
        one, other = tile_value(a, c), tile_value(b, d)
    else:
        one, other = tile_value(a, d), tile_value(b, c)
    return max(one, other), min(one, other)


@rule("10.7(d)", lean=True)
def set_split(a: int, b: int, c: int, d: int, way: Any) -> int:
    """Which of the three settings the house way takes."""
    low = set_by(a, b, c, d, way)
    return min(low, 5 - low)


@kernel
def set_all(numbers: Ints, way: Ints, masks: Ints, highs: Ints, lows: Ints) -> None:
    """Every hand of four of these tiles, as the house way sets it."""
    at = 0
    for i in range(len(numbers)):
        for j in range(i + 1, len(numbers)):
            for k in range(j + 1, len(numbers)):
                for m in range(k + 1, len(numbers)):
                    a, b, c, d = numbers[i], numbers[j], numbers[k], numbers[m]
                    split = set_split(a, b, c, d, way)
                    highs[at], lows[at] = split_value(a, b, c, d, split)
                    masks[at] = 1 << i | 1 << j | 1 << k | 1 << m
                    at += 1


@kernel
def count(hands: Ints, known: Ints, masks: Ints, highs: Ints, lows: Ints, bank: int, found: Ints) -> None:
    """The result of each of these hands in each of its settings against all that have none of the known tiles; or as
    the bank, the results of those against it."""
    for hand in range(len(hands)):
        a, b, c, d = hands[hand]
        first, second, third = (
            split_value(a, b, c, d, 0),
            split_value(a, b, c, d, 1),
            split_value(a, b, c, d, 2),
        )
        for other in range(len(masks)):
            if masks[other] & known[hand] == 0:
                high, low = highs[other], lows[other]
                if bank:
                    found[hand, 0, compared(high, low, first[0], first[1], True)] += 1
                    found[hand, 1, compared(high, low, second[0], second[1], True)] += 1
                    found[hand, 2, compared(high, low, third[0], third[1], True)] += 1
                    continue
                found[hand, 0, compared(first[0], first[1], high, low, True)] += 1
                found[hand, 1, compared(second[0], second[1], high, low, True)] += 1
                found[hand, 2, compared(third[0], third[1], high, low, True)] += 1


class Kinds(NamedTuple):
    """Hands by kind: their tiles in order, the number of each, and the places in the set of one such hand."""

    hands: Ints
    weights: Ints
    masks: Ints


@cache
def kinds() -> Kinds:
    numbers = sorted(tiles())
    weights = Counter(combinations(numbers, 4))
    places = {tuple(numbers[place] for place in four): four for four in combinations(range(32), 4)}
    masks = [sum(1 << place for place in places[hand]) for hand in weights]
    return Kinds(
        np.array(list(weights), np.int64), np.array(list(weights.values()), np.int64), np.array(masks)
    )


class Sets(NamedTuple):
    """All hands as a house way sets them."""

    masks: Ints
    highs: Ints
    lows: Ints


def way_of(rules: Rules) -> Ints:
    return np.array(rules.way, np.int64)


def all_set(way: Ints) -> Sets:
    found = Sets(*(np.zeros(HANDS, np.int64) for _ in range(3)))
    set_all(np.array(sorted(tiles()), np.int64), way, *found)
    return found


def endings(rules: Rules, bank: int = 0) -> Ints:
    """The number of hands of each kind that, in each setting, have each result against the dealer's house way; or as
    the bank, the results of a player's hand set this way against it."""
    way = way_of(rules)
    return kept("pai-gow", lambda: _endings(way, bank), (way.tolist(), bank))


def _endings(way: Ints, bank: int = 0) -> Ints:
    every = kinds()
    found = np.zeros((len(every.hands), 3, len(Ended)), np.int64)
    count(every.hands, every.masks, *all_set(way), bank, found)
    return found


def house_settings(way: Ints) -> Ints:
    """Which of its three settings the house way takes, kind by kind."""
    rows = way.tolist()  # NumPy booleans do not add up as Python's do
    return np.array([set_split(a, b, c, d, rows) for a, b, c, d in kinds().hands.tolist()])


def worths(rules: Rules, found: Ints, bank: int = 0) -> Ints:
    """The value of settings, in twentieths of the wager: five percent of a win, or of a bank's surplus, is one of
    them."""
    wins, loses = (Ended.LOSE, Ended.WIN) if bank else (Ended.WIN, Ended.LOSE)
    return found[..., wins] * (20 - charged(rules)) - 20 * found[..., loses]


def charged(rules: Rules) -> int:
    """Twentieths of a win that are vigorish; none under the dragon's eye's second method."""
    return int(rules["dragons-eye"] != "method-2")


# ---- odds, strategy and advice -------------------------------------------------------------------------


def odds(rules: Rules, wager: str | None = None) -> Iterator[WagerOdds]:
    if wager in (None, "pai-gow"):
        best = worths(rules, endings(rules)).argmax(axis=1)
        yield main(rules, best, "unit of the wager, every hand set for the best result")
        usual = house_settings(way_of(rules))
        yield main(rules, usual, "unit of the wager, set by the house way as the dealer's")
        if rules.on("player-banking"):
            per = "unit that one hand, set by the house way, wagers against a player who banks and sets"
            best = worths(rules, endings(rules, 1), 1).argmax(axis=1)
            yield main(rules, best, f"{per} for the best result", 1)
            yield main(rules, usual, f"{per} by the house way", 1)
    yield from dice_odds(rules, wager)


def main(rules: Rules, settings: Ints, per: str, bank: int = 0) -> WagerOdds:
    """The pai gow wager, with each kind of hand set this way; or the bank's result on it."""
    found, every = endings(rules, bank), kinds()
    ends = (found[np.arange(len(settings)), settings] * every.weights[:, None]).sum(axis=0)
    total = HANDS * OTHERS
    net = {Ended.WIN: 1 - charged(rules) * VIGORISH, Ended.LOSE: Fraction(-1)}
    if bank:
        net = {Ended.LOSE: net[Ended.WIN], Ended.WIN: Fraction(-1)}
    dealt = WagerOdds(
        wager="pai-gow",
        table=rules.pay("pai-gow").table,
        options=rules.options,
        outcomes=tuple(
            Outcome(end.outcome, Fraction(int(ends[end]), total), net.get(end, Fraction(0))) for end in ENDS
        ),
        per=per,
    )
    return sinking(rules, dealt, 1 if bank else -1)


def strategy(rules: Rules) -> Strategy:
    """How often best play splits each pair, and how often it differs from the house way."""
    found, every, way = endings(rules), kinds(), way_of(rules)
    best = worths(rules, found).argmax(axis=1)
    usual = house_settings(way)
    other = int(every.weights[best != usual].sum())
    rows = []
    for a, b in _pairs():
        held = [n for n, hand in enumerate(every.hands.tolist()) if not Counter((a, b)) - Counter(hand)]
        split = [n for n in held if a not in _hand_of(every.hands[n].tolist(), int(best[n]), b)]
        share = every.weights[split].sum() / every.weights[held].sum()
        rows.append((describe(tile_value(a, b)), f"{100 * share:.0f}%"))
    exact = list(odds(rules, "pai-gow"))
    return Strategy(
        game=rules.game.id,
        rule="Set the hands for the highest value against the dealer's possible hands; advice shows how.",
        charts=(Chart("How often a pair is split", ("split",), tuple(rows)),),
        notes=(
            f"Best play sets {100 * other / HANDS:.1f}% of all hands differently from the house way, which costs "
            f"{100 * float(exact[1].house_edge - exact[0].house_edge):.3f}% of the wager.",
        ),
        house_edge=exact[0].house_edge,
    )


def _pairs() -> list[tuple[int, int]]:
    """Two tiles that are a pair, of each kind once, from the highest."""
    numbers = range(TILE, len(NAMES))
    two = {
        pair_of(a - TILE, b - TILE): (a, b)
        for a in numbers
        for b in numbers
        if a <= b and (a < b or a < TILE + 11)
    }
    return [two[rank] for rank in sorted(two, reverse=True) if rank > 4]


def _hand_of(hand: Sequence[int], split: int, tile: int) -> list[int]:
    """The tile that is with this one."""
    a, b, c, d = hand
    for two in (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))[split]:
        if tile in two:
            left = list(two)
            left.remove(tile)
            return left
    raise AssertionError


def advise(table: Table, ask: Ask) -> Advice:
    """By the player's own tiles, and the dealer's once they are face up; all others might be anywhere."""
    stake = table.stake(ask.seat, _key(ask, "pai-gow")) or 0
    game, rules = table.game, table.rules
    assert isinstance(game, PaiGow)
    if ask.choices[0].id == "expose":
        against = "dealer" if table.cards("dealer.low") else _bank(table)
        mine, theirs = game.set_as(table, ask.hand), game.set_as(table, against)
        end = game.against(rules, mine, theirs)
        gain = {Ended.WIN: float(1 - charged(rules) * VIGORISH), Ended.LOSE: -1.0}.get(end, 0.0)
        values = {"expose": stake * gain, "surrender": -float(stake)}
        return Advice("expose", 0, values, "Surrender loses everything that could be lost.")
    if not ask.parts:
        raise Refused(
            "in the long run no way to bank, to cut or to have tiles delivered is better than another"
        )
    own = [card(each) for each in table.view(ask.seat)[ask.hand]]
    worth = weighed(rules, own)
    values = {}
    for choice in ask.choices:
        low = sorted(choice.cards[0])
        split = next(n for n in range(3) for two in _twos(own, n) if sorted(two) == low)
        values[choice.id] = _cents(worth[split], stake)
    best = max(values, key=values.__getitem__)
    return Advice(best, 0, values, f"Counted over the {OTHERS:,} hands that the dealer can have.")


def _cents(worth: int, stake: Cents) -> float:
    return stake * worth / 20 / OTHERS


def weighed(rules: Rules, own: Sequence[int]) -> list[int]:
    """The value of the three settings of a hand, in twentieths, over all the dealer's hands."""
    left, places = sorted(tiles()), []
    for tile in own:
        place = next(n for n, each in enumerate(left) if each == tile and n not in places)
        places.append(place)
    found = np.zeros((1, 3, len(Ended)), np.int64)
    mask = np.array([sum(1 << place for place in places)])
    count(np.array([own], np.int64), mask, *_sets(rules), 0, found)
    return [int(each) for each in worths(rules, found)[0]]


def _sets(rules: Rules) -> Sets:
    return _kept_sets(tuple(map(tuple, way_of(rules).tolist())))


@cache
def _kept_sets(way: tuple[tuple[int, ...], ...]) -> Sets:
    return all_set(np.array(way, np.int64))


def _twos(own: Sequence[int], split: int) -> tuple[tuple[int, int], tuple[int, int]]:
    a, b, c, d = own
    return (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))[split]


def _key(ask: Ask, wager: str) -> str:
    return wager if ask.hand in ("", str(ask.seat)) else f"{wager}@{ask.hand}"


def _bank(table: Table) -> str:
    return next(str(ask.seat) for ask in table.answers if ask.decision in ("bank", "co-bank"))


# ---- simulation ----------------------------------------------------------------------------------------


class PaiGowTerms(NamedTuple):
    best: Ints
    """The best setting of each hand, by its tiles as digits, ..."""
    usual: Ints
    """... and that of the house way."""
    vigorish: int
    up: int


DIGITS: Final = len(NAMES) - TILE


@rule()
def digits(a: int, b: int, c: int, d: int) -> int:
    """Four tiles as one number."""
    return (((a - TILE) * DIGITS + b - TILE) * DIGITS + c - TILE) * DIGITS + d - TILE


@rule(lean=True)
def in_order(tape: Bytes, at: int) -> tuple[int, int, int, int]:
    """The next four tiles in the order of their numbers."""
    a, b = int(np.int64(tape[at])), int(np.int64(tape[at + 1]))  # unsigned and signed do not mix
    c, d = int(np.int64(tape[at + 2])), int(np.int64(tape[at + 3]))
    a, b, c, d = min(a, b), max(a, b), min(c, d), max(c, d)
    a, b, c, d = min(a, c), min(b, d), max(a, c), max(b, d)
    return a, min(b, c), max(b, c), d


@rule("10.7(h)", "10.7(j)", "10.7(k)", lean=True)
def play(
    tape: Bytes,
    at: int,
    stakes: Ints,
    terms: PaiGowTerms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One round: four tiles, set for the best result, against the dealer's four."""
    a, b, c, d = in_order(tape, at)
    high, low = split_value(a, b, c, d, terms.best[digits(a, b, c, d)])
    a, b, c, d = in_order(tape, at + 4)
    their_high, their_low = split_value(a, b, c, d, terms.usual[digits(a, b, c, d)])
    end = compared(high, low, their_high, their_low, True)
    staked[0] += stakes[0]
    if end == Ended.WIN:
        net[0] += stakes[0] - terms.vigorish * vigorish(stakes[0], 5, terms.up)
    elif end == Ended.LOSE:
        net[0] -= stakes[0]
    return at + 8


def by_digits(settings: Ints) -> Ints:
    """Settings of the kinds of hands, for lookup by their tiles."""
    found = np.zeros(DIGITS**4, np.int64)
    for (a, b, c, d), split in zip(kinds().hands.tolist(), settings.tolist(), strict=True):
        found[digits(a, b, c, d)] = split
    return found


def simulation(rules: Rules) -> Simulation:
    no_dice(rules)
    best = worths(rules, endings(rules)).argmax(axis=1)
    return Simulation(
        game=rules.game.id,
        wagers=("pai-gow",),
        play=play,
        rules=PaiGowTerms(
            by_digits(best),
            by_digits(house_settings(way_of(rules))),
            charged(rules),
            int(rules["vigorish-rounding"] == "up"),
        ),
        equipment="deck",
        size=32,
        cards=bytes(tiles()),
        draws=8,
    )
