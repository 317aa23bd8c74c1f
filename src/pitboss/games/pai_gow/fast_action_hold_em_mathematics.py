"""The mathematics of fast action hold 'em. Some 165,000 boards by kind, 341,000 dealer's hands and the cards that each
removes from the other make 10^12 cases, too many while a person waits: the value of two cards, and with it the odds, is
simulated and given with its interval. Naturals are counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np

from pitboss.arrays import Bytes, Ints
from pitboss.book import Ask, Choice, Rules, rule
from pitboss.book.endings import brings, lines
from pitboss.compiler import kept, kernel
from pitboss.equipment.cards import RANKS, card
from pitboss.games.pai_gow.fast_action_hold_em import End, FastActionHoldEm, compared, house_way, natural
from pitboss.odds import Advice, Chart, Outcome, Strategy, WagerOdds
from pitboss.odds.endings import brought, packed, unit
from pitboss.ranking.multideck import multideck_value
from pitboss.sim import Simulation
from pitboss.sim.chance import deal, seeded
from pitboss.table import Table

Cards = Bytes

KINDS: Final = 182
"""Two cards by rank: 13 pairs and 78 others, each of one suit or of two."""
WHOLE: Final = 1_000_000
"""The value of two cards is in millionths of the wager."""
SAMPLE, ADVISED, ROUNDS = 100_000, 20_000, 5_000_000
DRAWS: Final = 13
"""Four cards of the player's, four of the dealer's, five for both."""


# ---- the value of two cards -----------------------------------------------------------------


@rule()
def kind_of(one: int, other: int) -> int:
    """Two cards by rank and whether they are of one suit: suited above the diagonal of 13 x 13, others below, pairs of
    two suits on it and pairs of one suit after that."""
    high, low = max(one >> 2, other >> 2), min(one >> 2, other >> 2)
    if one & 3 != other & 3:
        return high * 13 + low
    return 169 + high if high == low else low * 13 + high


def example(kind: int) -> tuple[int, int]:
    """Two cards of a kind."""
    if kind >= 169:
        return 4 * (kind - 169), 4 * (kind - 169)
    row, column = divmod(kind, 13)
    return 4 * row, 4 * column + (row >= column)


@kernel
def worths(shoes: Cards, examples: Ints, samples: int, worth: Ints) -> None:
    """The value of each kind of two cards, from this many deals each of the cards that are left."""
    seven, four = np.empty(7, np.int64), np.empty(4, np.int64)
    for kind in range(len(examples)):
        state = seeded(np.uint64(21), np.uint64(0), np.uint64(kind))
        shoe = shoes[kind]
        seven[:2] = examples[kind]
        total = 0
        for _ in range(samples):
            deal(shoe, 9, state)
            four[:] = shoe[:4]
            seven[2:] = shoe[4:9]
            total += 1 if beaten(four, seven) == End.HIGHER else -1
        worth[kind] = total * WHOLE // samples


@rule("21.8(g)", "21.8(h)", "21.8(k)")
def beaten(four: Any, seven: Any) -> End:
    """The result of two cards and the board against the dealer's four."""
    if natural(four[0], four[1], four[2], four[3]):
        return End.DEALERS_NATURAL
    first, second = house_way(four)
    dealers = seven.copy()
    dealers[0], dealers[1] = four[first], four[second]
    return compared(multideck_value(seven), multideck_value(dealers))


def worth_of(rules: Rules) -> Ints:
    """The value of every kind of two cards with the decks in force, in millionths."""
    pack = np.array(rules.pack(), np.uint8)
    examples = [example(kind) for kind in range(KINDS)]
    return kept(
        "fast-action",
        lambda: _worth(np.stack([_without(pack, two) for two in examples]), np.array(examples, np.int64)),
        (len(pack), SAMPLE),
    )


def _worth(shoes: Cards, examples: Ints) -> Ints:
    found = np.zeros(len(examples), np.int64)
    worths(shoes, examples, SAMPLE, found)
    return found


def _without(pack: Cards, cards: Sequence[int]) -> Cards:
    left = list(pack)
    for each in cards:
        left.remove(each)
    return np.array(left, np.uint8)


# ---- one round -----------------------------------------------------------------------------------------


@rule("21.8(a)", "21.8(c)", "21.8(f)")
def chosen(four: Any, worth: Any) -> tuple[int, int, bool]:
    """The two places to keep, and whether the others are played too; two equal places: surrender. By the average value
    of two cards: keep the best, split if that adds value, surrender if the value is below minus half."""
    first, second, split, most = 0, 0, False, -WHOLE // 2
    for one in range(4):
        for other in range(one + 1, 4):
            keep = worth[kind_of(four[one], four[other])]
            if keep > most:
                first, second, split, most = one, other, False, keep
    for other in range(1, 4):
        c, d = 1 if other > 1 else 2, 2 if other == 3 else 3
        left, right = worth[kind_of(four[0], four[other])], worth[kind_of(four[c], four[d])]
        if left + right > most:
            first, second, split, most = 0, other, True, left + right
    return first, second, split


class Ends(NamedTuple):
    """The result of a round for the wager, and for the wager on a second hand."""

    main: End
    split: End


@rule("21.8(b)", "21.8(f)", "21.8(h)", "21.8(k)")
def played(cards: Ints, worth: Ints) -> Ends:
    """A round from thirteen cards: the player's four, the dealer's four, the board."""
    seven = np.empty(7, np.int64)
    if natural(cards[0], cards[1], cards[2], cards[3]):
        return Ends(End.NATURAL, End.NO_SPLIT)
    first, second, split = chosen(cards[:4], worth)
    if first == second:
        return Ends(End.SURRENDER, End.NO_SPLIT)
    seven[0], seven[1], seven[2:] = cards[first], cards[second], cards[8:]
    main = beaten(cards[4:8], seven)
    if not split:
        return Ends(main, End.NO_SPLIT)
    place = 0
    for other in range(4):
        if other not in (first, second):
            seven[place] = cards[other]
            place += 1
    return Ends(main, beaten(cards[4:8], seven))


@kernel
def counted(shoe: Cards, known: Ints, worth: Ints, rounds: int, found: Ints) -> None:
    """This many rounds that begin with these player's cards, by result."""
    state = seeded(np.uint64(22), np.uint64(0), np.uint64(len(known)))
    cards, rest = np.empty(DRAWS, np.int64), DRAWS - len(known)
    cards[: len(known)] = known
    for _ in range(rounds):
        deal(shoe, rest, state)
        cards[len(known) :] = shoe[:rest]
        main, split = played(cards, worth)
        found[main, split] += 1


def ends(rules: Rules, worth: Ints, known: Sequence[int] = (), rounds: int = ROUNDS) -> Ints:
    found = np.zeros((len(End), len(End)), np.int64)
    pack = _without(np.array(rules.pack(), np.uint8), known)
    counted(pack, np.array(known, np.int64), worth, rounds, found)
    return found


# ---- odds, strategy and advice -------------------------------------------------------------------------


def naturals(rules: Rules) -> Fraction:
    """The probability of four of a kind as dealt."""
    cards = len(rules.pack())
    return Fraction(13 * comb(cards // 13, 4), comb(cards, 4))


def odds(rules: Rules, wager: str | None = None) -> Iterator[WagerOdds]:
    if wager not in (None, "main"):
        return
    worth = worth_of(rules)
    found = kept("fast-action-odds", lambda: ends(rules, worth), (len(rules.pack()), SAMPLE, ROUNDS))
    four = naturals(rules)
    others = int(found.sum() - found[End.NATURAL].sum())
    outcomes = [Outcome("natural", four, brought(rules, End.NATURAL, main=1))]
    wagered = Fraction(1)
    for main in End:
        for split in End:
            count = int(found[main, split])
            if not count or main is End.NATURAL:
                continue
            chance = (1 - four) * Fraction(count, others)
            net = brought(rules, main, main=1)
            words = main.outcome
            if split != End.NO_SPLIT:
                net += brought(rules, split, split=1)
                words = f"split: {main.outcome}, {split.outcome}"
                wagered += chance
            outcomes.append(Outcome(words, chance, net))
    yield WagerOdds(
        wager="main",
        table="fixed",
        options=rules.options,
        outcomes=tuple(outcomes),
        per="unit of the wager, with that of a second hand",
        wagered=wagered,
    ).sampled(others)


def strategy(rules: Rules) -> Strategy:
    worth = worth_of(rules)
    down = range(12, -1, -1)

    def in_hundredths(kind: int) -> str:
        return f"{100 * worth[kind] / WHOLE:+.0f}"

    grid = tuple((RANKS[row], *(in_hundredths(column * 13 + row) for column in down)) for row in down)
    hopeless = min(worth) < -WHOLE // 2
    return Strategy(
        game=rules.game.id,
        rule="Keep the two cards with the highest value. Play the other two as well if their value is positive. "
        + (
            "Surrender two cards worth less than -50."
            if hopeless
            else "Never surrender: no two cards are worth less than -50."
        ),
        charts=(
            Chart("Two cards: suited above the diagonal", tuple(RANKS[each] for each in down), grid),
            Chart(
                "Pairs of one suit",
                ("worth",),
                tuple((RANKS[each] * 2, in_hundredths(169 + each)) for each in down),
            ),
        ),
        notes=(
            "The value of two cards, in hundredths of the wager, is simulated; discards are not counted.",
        ),
        house_edge=next(odds(rules)).house_edge,
    )


@kernel
def weighed(shoe: Cards, own: Ints, deals: int, worth: Ints) -> None:
    """How often each two of the player's cards beat the dealer, and how often the dealer has a natural."""
    state = seeded(np.uint64(23), np.uint64(0), np.uint64(0))
    four, seven = np.empty(4, np.int64), np.empty(7, np.int64)
    for _ in range(deals):
        deal(shoe, 9, state)
        four[:] = shoe[:4]
        seven[2:] = shoe[4:9]
        way = 0
        for one in range(len(own)):
            for other in range(one + 1, len(own)):
                seven[0], seven[1] = own[one], own[other]
                worth[way, beaten(four, seven)] += 1
                way += 1


def advise(table: Table, ask: Ask) -> Advice:
    """From the cards in the player's hand; any of the others might be next."""
    rules, stake = table.rules, table.stake(ask.seat, "main")
    own = [card(each) for each in table.view(ask.seat)[ask.hand] if each != "??"]
    if ask.choices[0].id == "complete-hand":
        found = ends(rules, worth_of(rules), own, ADVISED)
        values = {"void-hand": 0.0, "complete-hand": stake * _average(rules, found)}
        return Advice(max(values, key=values.__getitem__), 0, values, "By the cards dealt so far.")
    found = np.zeros((comb(len(own), 2), len(End)), np.int64)
    weighed(_without(np.array(rules.pack(), np.uint8), own), np.array(own, np.int64), ADVISED, found)
    share = found / ADVISED
    main, split = (
        share @ np.array([float(unit(each)) for each in lines(rules, wager, End)])
        for wager in ("main", "split")
    )
    way = {tuple(sorted(two)): place for place, two in enumerate(combinations(own, 2))}

    def worth(choice: Choice) -> float:
        if choice.id == "surrender":
            return stake * float(brought(rules, End.SURRENDER, main=1))
        kept_ = choice.cards[0]
        value = float(main[way[tuple(sorted(kept_))]])
        if choice.verb == "split":
            left = list(own)
            for each in kept_:
                left.remove(each)
            value += float(split[way[tuple(sorted(left))]])
        return stake * value

    values = {choice.id: worth(choice) for choice in ask.choices}
    best = max(values, key=values.__getitem__)
    amount = next(choice.most for choice in ask.choices if choice.id == best)
    why = f"From {ADVISED:,} deals of the cards that are left; surrender two cards that win less than a quarter."
    return Advice(best, amount, values, why)


def _average(rules: Rules, found: Ints) -> float:
    main, split = (
        np.array([float(unit(each)) for each in lines(rules, wager, End)]) for wager in ("main", "split")
    )
    total = found.sum(axis=1) @ main + found.sum(axis=0) @ split
    return float(total / found.sum())


# ---- simulation ----------------------------------------------------------------------------------------


class FastActionTerms(NamedTuple):
    main: Ints
    split: Ints
    worth: Ints


@rule("21.8(c)", "21.8(n)")
def play(
    tape: Bytes,
    at: int,
    stakes: Ints,
    terms: FastActionTerms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One round; four cards to the player, four to the dealer, the board."""
    main, split = played(tape[at : at + DRAWS].astype(np.int64), terms.worth)
    staked[0] += stakes[0]
    net[0] += brings(stakes[0], terms.main[main])
    if split != End.NO_SPLIT:
        staked[0] += stakes[0]
        net[0] += brings(stakes[0], terms.split[split])
    return at + DRAWS


def simulation(rules: Rules) -> Simulation:
    assert isinstance(rules.game, FastActionHoldEm)
    return Simulation(
        game=rules.game.id,
        wagers=("main",),
        play=play,
        rules=FastActionTerms(
            packed(lines(rules, "main", End)),
            packed(lines(rules, "split", End)),
            worth_of(rules),
        ),
        equipment="shoe",
        size=len(rules.pack()),
        draws=DRAWS,
        reshuffle=rules.game.shoe(rules).cut,
        reserve=lambda stakes: int(2 * stakes[0]),
    )
