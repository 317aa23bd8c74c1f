"""The mathematics of blackjack switch: two hands that are decided together, and match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb
from typing import Final, NamedTuple

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from pitboss.arrays import Floats, Ints
from pitboss.book import Ask, Rules, rule
from pitboss.book.endings import ALL, NO_LIMIT, Line, brings, line_of
from pitboss.compiler import kept
from pitboss.games.blackjack import mathematics as family
from pitboss.games.blackjack.blackjack_switch import MATCHES, match_of, paid_match, ties_blackjack
from pitboss.games.blackjack.dealer import against, dealer_of
from pitboss.games.blackjack.engine import Analysis, TwoCards, analyze, standing_21
from pitboss.games.blackjack.every_hand import ACE, RANKS, TEN
from pitboss.games.blackjack.hands import Hole, add, is_blackjack, plays_blind, points
from pitboss.games.blackjack.house import House, Shoe, house_from, house_of
from pitboss.games.blackjack.rounds import (
    CARDS,
    MEMORY,
    PURSE,
    SCORE,
    Cards,
    Dealt,
    Setting,
    dealers_first,
    play_dealer,
    play_dealt,
    settle,
)
from pitboss.games.blackjack.spread import spread
from pitboss.odds import Advice, Chart, Strategy, WagerOdds, counted, net
from pitboss.odds.endings import packed
from pitboss.sim import Simulation
from pitboss.table import Table

PER: Final = """unit wagered on each hand, of one of them, doubles and splits included; switch and play by the \
cards of the hand and the two dealt to the other, after a split by how many of the pair are gone"""

PAIRS: Final = tuple(combinations_with_replacement(range(10), 2))
"""Two cards, by rank."""
PLACE: Final = np.array([[PAIRS.index((min(a, b), max(a, b))) for b in range(10)] for a in range(10)])
BLACKJACK: Final = PAIRS.index((ACE, TEN))


# ---- both hands ------------------------------------------------------------------------------------------


class Beside(NamedTuple):
    """A unit on two cards [the other hand's, its own, upcard], played best by the visible cards: the other hand's first
    two cards are gone, and its draws do not matter, because one unseen card is as good as another. All apart from what
    a dealer's blackjack takes."""

    dealt: Floats
    switched: Floats  # an ace and a ten are not a blackjack
    wager: Floats
    clear: Floats  # the probability that the dealer has none


def beside(house: House) -> Beside:
    return Beside(*kept("blackjack-switch", lambda: np.stack(list(worked_out(house))), key_of(house)))


def key_of(house: House) -> object:
    """The inputs to the figures of both hands."""
    terms = house.terms
    if plays_blind(terms):  # it is the same without a hole card or with one that nobody reads
        terms = terms._replace(hole=Hole.DOWN)
    return terms, house.shoe, house.prices.original.tolist(), house.prices.added.tolist()


def worked_out(house: House) -> Iterator[Floats]:
    yield from np.stack([one_hand(house, gone, analyses(house).get(gone)) for gone in PAIRS], axis=1)


@lru_cache(1)
def analyses(house: House) -> dict[tuple[int, ...], Analysis]:
    """One of the family for each two cards that may be gone, on all cores."""
    gone = [each for each in PAIRS if min(taken(house.shoe, each)) >= 0]
    with ThreadPoolExecutor() as pool:
        found = pool.map(lambda each: analyze(house, taken(house.shoe, each)), gone)
        return dict(zip(gone, found, strict=True))


def one_hand(house: House, gone: tuple[int, ...] = (), analysis: Analysis | None = None) -> Floats:
    """Dealt, switched, wager and clear of every two cards and up card, when these are gone."""
    found, shoe = np.zeros((len(Beside._fields), len(PAIRS), 10)), taken(house.shoe, gone)
    if min(shoe) < 0:
        return found
    for each in (analysis or analyze(house, shoe)).hands:
        (up,), place = each.dealer, PAIRS.index(each.hand)
        takes = 0.0 if place == BLACKJACK else 1 - each.no_blackjack
        found[:, place, up] = (
            each.expectation + takes,
            each.expectation + takes,
            each.wager,
            each.no_blackjack,
        )
    if shoe[ACE] and shoe[TEN]:
        found[1, BLACKJACK] = standing_21(house, shoe, dealer_of(house.terms))
    return found


class Deals(NamedTuple):
    """Every order of the five cards: its probability, the two hands after best play and the dealer's card, whether they
    were switched, the value of both and the stakes on them; and the probability of a dealer's blackjack, and which of
    the hands it does not take."""

    chance: Floats
    first: Ints
    second: Ints
    up: Ints
    switched: NDArray[np.bool_]
    value: Floats
    wager: Floats
    lost: Floats
    kept: NDArray[np.bool_]  # [hand, deal]


@lru_cache(1)
def deals(house: House) -> Deals:
    """Over all cards in the order of the deal: the better of the two pairings for each."""
    found, terms = beside(house), house.terms
    a, b, c, d, up = (each.ravel() for each in np.indices((10, 10, 10, 10, 10)))
    chance, left = np.ones(len(a)), sum(house.shoe)
    for n, drawn in enumerate(cards := (a, b, c, d, up)):
        gone = sum((drawn == other).astype(np.int64) for other in cards[:n])
        chance *= np.maximum(np.array(house.shoe)[drawn] - gone, 0) / (left - n)
    dealt, made = np.stack((PLACE[a, b], PLACE[c, d])), np.stack((PLACE[a, d], PLACE[c, b]))
    (first, second), (new_first, new_second) = dealt, made
    lost = 1 - found.clear[second, first, up]
    # What a dealer's blackjack takes: with a card reader, before anybody switches.
    ties = dealt == BLACKJACK
    new_ties = (made == BLACKJACK) & terms.switched_21_ties if plays_blind(terms) else ties
    keep = found.dealt[second, first, up] + found.dealt[first, second, up] - lost * (~ties).sum(0)
    switch = found.switched[new_second, new_first, up] + found.switched[new_first, new_second, up]
    switch -= lost * (~new_ties).sum(0)
    better = switch > keep
    first, second = np.where(better, made, dealt)
    return Deals(
        chance,
        first,
        second,
        up,
        better,
        np.maximum(keep, switch),
        found.wager[second, first, up] + found.wager[first, second, up],
        lost,
        np.where(better, new_ties, ties),
    )


class Worth(NamedTuple):
    """A round by the best play, for a unit on each hand: the result of one of them, the amount at risk on it, and how
    often the cards are switched."""

    value: float
    wager: float
    switched: float


def worth(house: House) -> Worth:
    each = deals(house)
    value, wager, switched = (float(each.chance @ of) for of in (each.value, each.wager, each.switched))
    return Worth(value / 2, wager / 2, switched)


# ---- results of rounds ---------------------------------------------------------------------------------

LOST: Final = np.array((-1.0, 1, 0, 1, 0, 1, 0))
"""The effect on the moments of a unit that a blackjack takes."""


def one_of_two(rules: Rules, house: House) -> family.Fortune:
    """Either hand of a round; they are alike, because chance decides which is first."""
    each = deals(house)
    known = kept("blackjack-switch-rounds", lambda: come_out(rules, house), key_of(house))
    rounds = known[each.second, each.first, each.up]
    made = each.switched & (each.first == BLACKJACK)
    wins = beside(house).switched[each.second, each.first, each.up]
    rounds = np.where(made[:, None], np.outer(wins, (1, 1, 1, 0, 1, 0, 0)), rounds)
    rounds += np.outer(np.where(each.kept[0], 0, each.lost), LOST)
    return family.fortune(rounds, each.chance.tolist())


def come_out(rules: Rules, house: House) -> Floats:
    """The result of a hand [the other hand's cards, its own, upcard, moment and its error], apart from what a dealer's
    blackjack takes."""
    found, each = np.zeros((len(PAIRS), len(PAIRS), 10, len(LOST))), deals(house)
    chances = np.zeros(found.shape[:3])
    np.add.at(chances, (each.second, each.first, each.up), each.chance)
    for place, hand, rounds in played_beside(rules, house, chances):
        lost = 0 if hand.hand == PAIRS[BLACKJACK] else 1 - hand.no_blackjack
        found[place] = rounds - lost * LOST
    return found


Place = tuple[int, int, int]
"""Two cards that are gone, two that are held, the up card."""


def played_beside(rules: Rules, house: House, chances: Floats) -> Iterator[tuple[Place, TwoCards, Floats]]:
    """The result of a hand [moment and its error] for every two cards that may be gone, if it is possible."""
    for gone, analysis in analyses(house).items():
        likely = chances[PAIRS.index(gone)]
        hands = tuple(each for each in analysis.hands if likely[PAIRS.index(each.hand), each.dealer[0]])
        rest = spread(replace(house, shoe=taken(house.shoe, gone)), replace(analysis, hands=hands))
        places = [(PAIRS.index(gone), PAIRS.index(each.hand), each.dealer[0]) for each in hands]
        weights = np.array([chances[each] for each in places])
        sample = family.SAMPLE_OF_SPLITS // len(PAIRS)
        rounds = family.with_samples(rules, hands, rest, weights, gone=gone, sample=sample)
        yield from zip(places, hands, rounds, strict=True)


# ---- odds ------------------------------------------------------------------------------------------------


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    """The two hands are alike: chance decides which is first."""
    if wager in (None, "hand-1", "hand-2"):
        found = worth(house_of(rules))
        each = family.valued(rules, found.value, found.wager, one_of_two(rules, house_of(rules)), PER)
        for hand in ("hand-1", "hand-2"):
            if wager in (None, hand):
                yield structs.replace(each, wager=hand)
    yield from beside_the_hands(rules, rules.pack(), wager)


def odds_from(rules: Rules, cards: Sequence[int], wager: str | None) -> Iterable[WagerOdds]:
    """The same from these cards, the rest of a shoe."""
    house = house_from(rules, list(cards))
    for hand in ("hand-1", "hand-2"):
        if wager in (None, hand):
            found = worth(house)
            yield WagerOdds(
                wager=hand,
                table=rules.pay(hand).table,
                options=rules.options,
                outcomes=(),
                per=PER,
                value=Fraction(found.value),
                wagered=Fraction(found.wager),
            )
    yield from beside_the_hands(rules, cards, wager)


def beside_the_hands(rules: Rules, cards: Sequence[int], wager: str | None) -> Iterator[WagerOdds]:
    if wager in (None, "match"):
        yield match(rules, cards)
    if wager in (None, "insurance") and any(points(card) == 1 for card in cards):
        yield family.insurance(rules, cards)


def match(rules: Rules, cards: Sequence[int]) -> WagerOdds:
    """Four of these cards, by rank: the number of each."""
    ranks = [sum(card >> 2 == rank for card in cards) for rank in range(13)]
    pairs = [comb(n, 2) for n in ranks]
    rest = [sum(ranks) - n for n in ranks]
    ways = {
        "four of a kind": sum(comb(n, 4) for n in ranks),
        "three of a kind": sum(comb(n, 3) * others for n, others in zip(ranks, rest, strict=True)),
        "two pairs": (sum(pairs) ** 2 - sum(n * n for n in pairs)) // 2,
        "one pair": sum(
            two * (others**2 - sum(n * n for m, n in enumerate(ranks) if m != rank)) // 2
            for rank, (two, others) in enumerate(zip(pairs, rest, strict=True))
        ),
    }
    ways["no match"] = comb(sum(ranks), 4) - sum(ways.values())
    pay = rules.pay("match")
    counts: dict[str, int] = {}
    for found, given in enumerate(MATCHES):
        row = paid_match(pay, found) if found else given
        counts[row] = counts.get(row, 0) + ways[given]
    pays = {row: net(pay[row]) if row in pay.rows else Fraction(-1) for row in counts}
    return counted("match", counts, pays, table=pay.table, options=rules.options)


# ---- strategy --------------------------------------------------------------------------------------------


def values(house: House) -> tuple[Floats, Floats]:
    """The value of two cards [two cards, upcard], as dealt and after a switch, for any other hand."""
    dealt, switched, _, clear = one_hand(house, analysis=family.analyzed(house))
    if plays_blind(house.terms):
        lost, ties = 1 - clear, np.arange(len(PAIRS)) == BLACKJACK
        dealt = dealt - np.where(ties[:, None], 0, lost)
        switched = switched - np.where(ties[:, None] & house.terms.switched_21_ties, 0, lost)
    return dealt, switched


def strategy(rules: Rules) -> Strategy:
    """The chart of the family for a hand, and the numbers by which two are switched."""
    house = house_of(rules)
    found = family.charted(house)
    charts = family.printed_charts(found)
    heads = charts[0].columns
    ups = [RANKS.index(head.replace("10", "T")) for head in heads]
    dealt, switched = values(house)
    rows = [
        (f"{RANKS[b]},{RANKS[a]}", *(f"{100 * dealt[place, up]:.0f}" for up in ups))
        for place, (a, b) in enumerate(PAIRS)
    ]
    made = ("T,A made by a switch", *(f"{100 * switched[BLACKJACK, up]:.0f}" for up in ups))
    printed = family.printed(
        rules,
        (Chart("The value of two cards, in hundredths of the wager", heads, (*rows, made)), *charts),
        tuple(map(str, found.deviations)),
        worth(house).value,
        family.without("switch", house),
    )
    return structs.replace(
        printed,
        rule="Switch if the two hands it makes are worth more together than the two dealt. " + printed.rule,
        legend={cell: words for cell, words in printed.legend.items() if not cell.lstrip("-").isdecimal()},
    )


# ---- simulation ------------------------------------------------------------------------------------------

VALUES: Final = 1e9
"""Values in the compiled round are whole multiples of this small fraction."""


class Felt(NamedTuple):
    """What the compiled round reads: the setting of a hand, what two cards are worth [up card, card, card] by points,
    as dealt and after a switch, and the lines of match."""

    hand: Setting
    dealt: Ints
    switched: Ints
    match: Ints


@rule("2A.7(g)", lean=True, inline=True)
def is_better_switched(felt: Felt, up: int, a: int, b: int, c: int, d: int) -> bool:
    """Are a-d and c-b worth more than a-b and c-d?"""
    dealt, switched = felt.dealt[points(up)], felt.switched[points(up)]
    p, q, r, s = points(a), points(b), points(c), points(d)
    return bool(switched[p, s] + switched[r, q] > dealt[p, q] + dealt[r, s])


@rule("2A.5(a)", "2A.5(b)1", lean=True, inline=True)
def hand_brings(
    setting: Setting, memory: Ints, hands: int, dealt: Dealt, switched: bool, theirs: int, cards: int
) -> int:
    """The result of one of the two hands, and of those made from it by splits."""
    a, b, stake, _ = dealt
    first = points(a)
    hard, ace = add(first, first == 1, points(b))
    score, count = memory[1 + SCORE], memory[1 + CARDS]
    result = 0
    if not (theirs == 21 and cards == 2 and ties_blackjack(setting.terms, score, count, switched, hands > 1)):
        blackjack = is_blackjack(hard, ace, 2, switched)
        result = settle(setting, memory, 0, stake, stake, blackjack, theirs, cards)
    for hand in range(1, hands):
        result += settle(setting, memory, hand, stake, 0, False, theirs, cards)
    return result


@rule("2A.7(d)", "2A.7(e)", "2A.7(g)", lean=True)
def play(tape: Cards, at: int, stakes: Ints, felt: Felt, memory: Ints, net: Ints, staked: Ints) -> int:
    """One round: a card to each hand, one to the dealer, a second to each; match, the switch, both hands."""
    a, c, up, b, d = tape[at], tape[at + 1], tape[at + 2], tape[at + 3], tape[at + 4]
    setting, terms = felt.hand, felt.hand.terms
    if stakes[2] > 0:
        net[2] += brings(stakes[2], felt.match[match_of(a, b, c, d)])
        staked[2] += stakes[2]
    at, count, shown = dealers_first(tape, at + 5, up, terms, memory)
    known = is_blackjack(count.hard, count.ace, count.cards, False) and not plays_blind(terms)
    switched = not known and is_better_switched(felt, up, a, b, c, d)
    if switched:
        b, d = d, b
    advice, other = setting.cells[shown], memory[MEMORY:]
    first, second = Dealt(a, b, stakes[0], stakes[0]), Dealt(c, d, stakes[1], stakes[1])
    at, hands, live, wary, wagered = play_dealt(tape, at, first, switched, known, terms, advice, memory)
    other[PURSE] = memory[PURSE]
    at, hands_2, live_2, wary_2, wagered_2 = play_dealt(
        tape, at, second, switched, known, terms, advice, other
    )
    at, theirs, cards = play_dealer(tape, at, count, live + live_2, wary + wary_2, 0, terms, memory)
    net[0] += hand_brings(setting, memory, hands, first, switched, theirs, cards)
    net[1] += hand_brings(setting, other, hands_2, second, switched, theirs, cards)
    blackjack = theirs == 21 and cards == 2
    staked[0] += stakes[0] if blackjack else wagered
    staked[1] += stakes[1] if blackjack else wagered_2
    return at


def by_points(values_: Floats) -> Ints:
    """[up card, card, card], each by its points."""
    found = np.zeros((11, 11, 11), np.int64)
    for place, (a, b) in enumerate(PAIRS):
        found[1:, a + 1, b + 1] = found[1:, b + 1, a + 1] = np.rint(values_[place] * VALUES)
    return found


def match_lines(rules: Rules) -> list[Line]:
    pay = rules.pay("match")
    lost: Line = (0, 1, 0, NO_LIMIT, ALL)
    return [lost, *(line_of(pay[paid_match(pay, found)]) for found in range(1, len(MATCHES)))]


def felt_of(rules: Rules) -> Felt:
    dealt, switched = values(house_of(rules))
    return Felt(family.setting_of(rules), by_points(dealt), by_points(switched), packed(match_lines(rules)))


def simulation(rules: Rules) -> Simulation:
    return replace(
        family.simulation(rules),
        wagers=("hand-1", "hand-2", "match"),
        play=play,
        rules=felt_of(rules),
        memory=2 * MEMORY,
    )


# ---- advice ----------------------------------------------------------------------------------------------


class TwoHands(family.Situation):
    """A hand and the other one of its box, while both have two cards."""

    def __init__(self, table: Table, ask: Ask) -> None:
        super().__init__(table, ask)
        view = table.view(ask.seat)
        owners = {1: f"{self.position}", 2: f"{self.position}.2"}
        self.first, self.second = (family.ranks(view.get(owner, ())) for owner in owners.values())
        self.other = self.second if self.hand.of == 1 else self.first
        self.without = tuple(n + self.other.count(rank) for rank, n in enumerate(self.shoe))
        """The shoe, including the cards of both hands."""

    def beside(self, hand: tuple[int, ...], other: tuple[int, ...], *, switched: bool) -> float:
        """A hand next to the other, played best, in cents."""
        self.shoe = taken(self.without, other)
        if not switched or sorted(hand) != [ACE, TEN]:
            return self.best(hand)
        clear = self.play(hand).clear
        value = float(standing_21(self.house, self.shoe, against(self.shown, self.terms))[0])
        if self.known:
            return self.stake * value / clear
        return self.stake * (value - (0 if self.terms.switched_21_ties else 1 - clear))

    def pairing(self, *, switched: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The two hands as they were dealt, or with their second cards exchanged."""
        (a, b), (c, d) = self.first, self.second
        return ((a, b), (c, d)) if switched == self.hand.switched else ((a, d), (c, b))

    def both(self, *, switched: bool) -> float:
        first, second = self.pairing(switched=switched)
        return self.beside(first, second, switched=switched) + self.beside(second, first, switched=switched)

    def insured(self) -> float:
        """Both hands, because the switch is still to come."""
        if len(self.other) < 2:
            return super().insured()
        return max(self.both(switched=False), self.both(switched=True))


def taken(shoe: Shoe, cards: tuple[int, ...]) -> Shoe:
    return tuple(n - cards.count(rank) for rank, n in enumerate(shoe))


def named(at: TwoHands, *, switched: bool) -> str:
    """What the two hands count, as dealt or after a switch."""
    return " and ".join(f"{family.score(hand)}" for hand in at.pairing(switched=switched))


def advise(table: Table, ask: Ask) -> Advice:
    """Each hand by its cards and the other's visible cards; before the switch both are counted."""
    at = TwoHands(table, ask)
    choices = {choice.id for choice in ask.choices}
    if "switch" in choices:
        values = {"switch": at.both(switched=True), "keep": at.both(switched=False)}
        best = max(values, key=values.__getitem__)
        two = named(at, switched=best == "switch")
        return Advice(best, 0, values, f"{two} are worth more than {named(at, switched=best != 'switch')}.")
    if "switch-back" not in choices:
        return family.advise(table, ask, at)
    back = at.both(switched=False) - at.beside(at.other, at.cards, switched=True)
    if len(choices) == 2:  # two 21s
        stand = Advice("stand", 0, {"stand": at.beside(at.cards, at.other, switched=True)}, "Two 21s: stand.")
    else:
        rest = tuple(choice for choice in ask.choices if choice.id != "switch-back")
        stand = family.advise(table, structs.replace(ask, choices=rest))
    values = {**stand.values, "switch-back": back}
    if back <= max(stand.values.values()):
        return Advice(stand.decision, stand.amount, values, stand.why)
    return Advice("switch-back", 0, values, f"{named(at, switched=False)} are worth more.")
