"""Hands against the dealer's: of each hand of the player's, how many of the dealer's are lower, equal and higher, and
qualify; and what is best under whatever is known of the dealer's cards.

Of all that a dealer's hand is to a player's, six relations matter: it is higher, equal or lower, and does not qualify
or does. How a round ends follows from that, so nothing here knows a game's rules of settlement.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pitboss.arrays import Floats, Ints
from pitboss.compiler import kernel
from pitboss.equipment.cards import RANKS
from pitboss.law import Refused
from pitboss.solve.information import Information
from pitboss.solve.sets import (
    CHOOSE,
    Hand,
    by_each,
    distinct,
    estimated,
    every_set,
    numbers_of,
    ranks_by_suit,
    step,
)

HIGHER, EQUAL, LOWER = range(3)
"""The dealer's hand is; if it qualifies, three more."""
QUALIFIED: Final = 3
RELATIONS: Final = 6
CREDITS: Final = 4_000_000_000
"""How often a dealer's hand may be looked at before a figure is sampled, ..."""
IMPOSSIBLE: Final = "impossible"
CHARTED: Final = 3
"""So many cards seen make a chart."""
DRAWN: Final = 500_000_000
"""... and how often then."""


def values_of(of: Hand, size: int, pack: Sequence[int], known: Sequence[int] = ()) -> Ints:
    """The value of each set of ``size`` cards of the pack, by its number, the known cards beside it."""
    values = np.empty(comb(len(pack), size), np.int64)
    by_each(of)(np.array(known, np.int64), np.array(pack, np.int64), size, values)
    return values


def relations(theirs: Ints, mine: int, qualifies: int) -> Ints:
    """How many of these values of the dealer's have which relation to the player's."""
    relation = QUALIFIED * (theirs >= qualifies) + np.where(
        theirs > mine, HIGHER, np.where(theirs < mine, LOWER, EQUAL)
    )
    return np.bincount(relation, minlength=RELATIONS)


# ---- the player's hands ----------------------------------------------------------------------------------


class Hands(NamedTuple):
    """The hands of a player that differ in more than the names of the suits."""

    places: Ints
    """In the pack: of one hand of each kind, in rising order."""
    times: Ints
    """How many it stands for."""
    values: Ints
    kinds: Ints
    """What wagers paid by the hand know it as."""


def hands_of(
    size: int,
    pack: Sequence[int],
    of: Hand,
    kind: Callable[[Sequence[int]], int],
    suits: bool = False,
) -> Hands:
    """Every hand of so many cards of the pack. Suits of which the pack has the same ranks are alike, unless they are
    told apart by the ``kind`` (``suits``): then a hand is of each kind in turn."""
    cards, (at, times) = np.array(pack, np.int64), distinct(size, tuple(pack))
    values = values_of(of, size, pack)[numbers_of(at)]
    if not suits:
        _, where, same = np.unique(values, return_index=True, return_inverse=True)
        return Hands(
            at, times, values, np.array([kind(each) for each in cards[at[where]].tolist()], np.int64)[same]
        )
    ranks = ranks_by_suit(pack)
    turns = [
        turn for turn in permutations(range(4)) if all(ranks[turn[suit]] == ranks[suit] for suit in range(4))
    ]
    rows: list[tuple[int, int, int]] = []
    for n, each in enumerate(cards[at].tolist()):
        turned = [
            kind([card & ~3 | turn[card & 3] if card < 52 else card for card in each]) for turn in turns
        ]
        rows += [(n, found, turned.count(found)) for found in dict.fromkeys(turned)]
    of_which, kinds, shares = np.array(rows, np.int64).T
    return Hands(at[of_which], times[of_which] * shares // len(turns), values[of_which], kinds)


# ---- what is known of the dealer's cards -----------------------------------------------------------------


class Views(NamedTuple):
    """Which of a dealer's cards are seen, and of which the backs, in every way in which that may be."""

    masks: Ints
    """Of the places of a hand: those seen, those of which the backs tell something."""
    classes: Ints
    """Of each card of the pack, by its back; the last is that of all the rest."""
    seen: int
    backs: int

    @property
    def signs(self) -> int:
        """What the backs may tell: how many are of each class but the last."""
        return int((self.backs + 1) ** self.classes.max()) if self.backs else 1


def views(known: Information, shown: int, of: int, pack: Sequence[int]) -> Views:
    """So many of the dealer's cards are ``shown`` to everybody."""
    seen, backs = min(shown + known.dealer, of), known.backs
    if shown + known.dealer + backs > of:
        raise Refused(f"{shown + known.dealer + backs} of the dealer's cards cannot be known: he has {of}")
    places = set(range(of))
    masks = [
        (sum(1 << each for each in open_), sum(1 << each for each in turned))
        for open_ in combinations(range(of), seen)
        for turned in combinations(sorted(places - {*open_}), backs)
    ]
    order = {RANKS.index(rank): n for n, ranks in enumerate(known.classes) for rank in ranks}
    classes = [order.get(card >> 2, len(known.classes)) for card in pack]
    return Views(np.array(masks, np.int64), np.array(classes, np.int64), seen, backs)


class Worth(NamedTuple):
    """What each choice brings, in so many ``parts`` of a wager: by the kind of the player's hand, the choice, and the
    relation of the dealer's hand. Of choices that are worth the same the first is taken."""

    brings: Ints
    parts: int


class Best(NamedTuple):
    """What best play comes to."""

    counts: Ints
    """Deals by the kind of the player's hand, choice and relation."""
    worth: Worth
    values: Ints
    """What each of the player's hands is worth in all its deals together."""
    gains: Ints
    """What the best choice other than the first gains over that: by what is seen of the dealer's cards and by the
    player's hands."""
    met: Ints
    """Of each of the player's hands, how many of the dealer's have which relation to it, all views together."""
    samples: tuple[float, float] | None = None
    """Where it is sampled: what a wager brings, and its standard error."""

    @property
    def deals(self) -> int:
        return int(self.counts.sum())

    @property
    def expectation(self) -> Fraction:
        won = sum(
            int(n) * int(each) for n, each in zip(self.counts.flat, self.worth.brings.flat, strict=True)
        )
        return Fraction(won, self.deals * self.worth.parts)

    def each(self, hands: Hands) -> Floats:
        """What each of the player's hands is worth, in wagers."""
        return self.values.astype(np.float64) * (int(hands.times.sum()) / (self.deals * self.worth.parts))

    def chosen(self, choice: int) -> Fraction:
        """In how many of all deals it is the best."""
        return Fraction(int(self.counts[:, choice].sum()), self.deals)


@kernel
def _decide(found: Ints, brings: Ints, times: int, counts: Ints, gains: Ints) -> int:
    """The best choice in each situation (a row: how many of the dealer's hands have which relation)."""
    total = 0
    for node in range(len(found)):
        any_ = 0
        for relation in range(found.shape[1]):
            any_ += found[node, relation]
        if any_ == 0:
            continue
        best, chosen, first = 0, 0, 0
        other = -(1 << 62)
        for choice in range(len(brings)):
            worth = 0
            for relation in range(found.shape[1]):
                worth += found[node, relation] * brings[choice, relation]
            if choice == 0:
                best = first = worth
            else:
                other = max(other, worth)
                if worth > best:
                    best, chosen = worth, choice
        gains[node] += times * (other - first)
        total += best
        for relation in range(found.shape[1]):
            counts[chosen, relation] += times * found[node, relation]
    return total


@kernel
def _meet(
    mine: int,
    unseen: Ints,
    theirs: Ints,
    qualifies: int,
    size: int,
    masks: Ints,
    classes: Ints,
    base: int,
    signs: int,
    found: Ints,
) -> None:
    """Every hand of the dealer's, in every view of it: how often each situation comes with which relation."""
    at = np.arange(size)
    for _ in range(CHOOSE[size, len(unseen)]):
        number = 0
        for place in range(size):
            number += CHOOSE[place + 1, unseen[at[place]]]
        dealt = theirs[number]
        relation = QUALIFIED if dealt >= qualifies else 0
        relation += HIGHER if dealt > mine else LOWER if dealt < mine else EQUAL
        if len(masks) == 1 and masks[0, 0] | masks[0, 1] == 0:
            found[0, relation] += 1
            step(at)
            continue
        for view in range(len(masks)):
            node = members = sign = 0
            for place in range(size):
                if masks[view, 0] >> place & 1:
                    members += 1
                    node += CHOOSE[members, unseen[at[place]]]
                elif masks[view, 1] >> place & 1:
                    kind, weight = classes[unseen[at[place]]], 1
                    for _ in range(kind):
                        weight *= base
                    if weight < signs:
                        sign += weight
            found[node * signs + sign, relation] += 1
        step(at)


@kernel
def _meet_all(
    hands: Ints,
    times: Ints,
    values: Ints,
    kinds: Ints,
    gone: Ints,
    theirs: Ints,
    qualifies: int,
    size: int,
    masks: Ints,
    classes: Ints,
    base: int,
    signs: int,
    by_relation: bool,
    found: Ints,
    brings: Ints,
    counts: Ints,
    worths: Ints,
    gains: Ints,
    met: Ints,
    groups: Ints,
) -> None:
    """Every hand of the player's; with each, the cards of a row of ``gone`` are in nobody's."""
    cards = len(classes)
    out = np.zeros(cards, np.bool_)
    unseen = np.empty(cards, np.int64)
    relation = np.zeros((RELATIONS, RELATIONS), np.int64)
    gained = np.zeros(max(len(found), RELATIONS), np.int64)
    for n in range(len(hands)):
        out[:] = False
        for card in hands[n]:
            out[card] = True
        for card in gone[n]:
            out[card] = True
        left = 0
        for card in range(cards):
            if not out[card]:
                unseen[left] = card
                left += 1
        found[:] = 0
        gained[:] = 0
        _meet(values[n], unseen[:left], theirs, qualifies, size, masks, classes, base, signs, found)
        for node in range(len(found)):
            for each in range(RELATIONS):
                met[n, each] += found[node, each]
        if by_relation:  # all is seen: the situations of one relation are alike
            for each in range(RELATIONS):
                relation[each, each] = found[0, each]
            worths[n] = _decide(relation, brings[kinds[n]], times[n], counts[kinds[n]], gained)
        else:
            worths[n] = _decide(found, brings[kinds[n]], times[n], counts[kinds[n]], gained)
            for node in range(len(found)):
                gains[groups[node], n] += gained[node]


def _sum(
    hands: Hands, gone: Ints, theirs: Ints, qualifies: int, size: int, seen: Views, worth: Worth, groups: Ints
) -> Best:
    """Every one of these hands, with the cards gone beside it, in two threads."""
    nodes = 1 if seen.seen == size else comb(len(seen.classes), seen.seen) * seen.signs
    masks = seen.masks if seen.seen < size else np.zeros((1, 2), np.int64)
    worths, met = np.zeros(len(hands.values), np.int64), np.zeros((len(hands.values), RELATIONS), np.int64)
    gains = np.zeros((int(groups.max()) + 1, len(hands.values)), np.int64)

    def part(half: slice) -> Ints:
        counts = np.zeros((len(worth.brings), *worth.brings.shape[1:]), np.int64)
        _meet_all(
            hands.places[half],
            hands.times[half],
            hands.values[half],
            hands.kinds[half],
            gone[half],
            theirs,
            qualifies,
            size,
            masks,
            seen.classes,
            seen.backs + 1,
            seen.signs,
            seen.seen == size,
            np.zeros((nodes, RELATIONS), np.int64),
            worth.brings,
            counts,
            worths[half],
            gains[:, half],
            met[half],
            groups,
        )
        return counts

    with ThreadPoolExecutor(2) as threads:
        one, other = threads.map(part, (slice(0, None, 2), slice(1, None, 2)))
    return Best(one + other, worth, worths, gains, met)


class Against(Struct, frozen=True, kw_only=True):
    """A showdown after one decision: so many cards of the player's ``own``, so many of the ``dealer``'s, of which
    some are ``shown``; what a hand of the player's and of the dealer's is worth (``value``, ``theirs``), and as what
    the wagers that are paid by the hand know it (``kind``), which may tell suits apart (``suits``)."""

    own: int
    dealer: int
    value: Hand
    theirs: Hand
    kind: Callable[[Sequence[int]], int]
    shown: int = 0
    suits: bool = False
    pack: tuple[int, ...] = tuple(range(52))

    def hands(self, known: Information) -> Hands:
        return hands_of(self.own, self.left(known), self.value, self.kind, self.suits)

    def left(self, known: Information) -> list[int]:
        return [card for card in self.pack if card not in known.gone]

    def best(self, qualifies: int, worth: Worth, known: Information) -> Best:
        """Best play by who knows so much: exactly, or where that would take long from hands drawn at random."""
        pack = self.left(known)
        seen = views(known, self.shown, self.dealer, pack)
        if (left := len(pack) - self.own - known.neighbors) < self.dealer:
            raise Refused(f"{max(0, left)} cards are left, too few for the dealer's hand")
        hands, theirs = self.hands(known), values_of(self.theirs, self.dealer, pack)
        met = comb(len(pack) - self.own - known.neighbors, self.dealer) * len(seen.masks)
        if known.neighbors or met * len(hands.times) > CREDITS:
            without = [self.best(qualifies, worth, replace(known, neighbors=0))] if known.neighbors else []
            return self._sampled(
                hands, theirs, qualifies, worth, known, seen, max(200, DRAWN // met), without
            )
        nobody = np.empty((len(hands.times), 0), np.int64)
        best = _sum(hands, nobody, theirs, qualifies, self.dealer, seen, worth, signatures(seen, pack))
        views_ = len(seen.masks) if seen.seen < self.dealer else 1
        dealt = comb(len(pack), self.own) * comb(len(pack) - self.own, self.dealer)
        assert best.deals == dealt * views_, "every deal is counted in every view"
        return best

    def _sampled(
        self,
        hands: Hands,
        theirs: Ints,
        qualifies: int,
        worth: Worth,
        known: Information,
        seen: Views,
        size: int,
        beside: Sequence[Best],
    ) -> Best:
        """From so many hands drawn at random, beside what they are worth to who knows something else, of which the
        whole is known: only the difference has to be estimated."""
        chance, pack = np.random.default_rng(1), len(seen.classes)
        size = min(size, 20_000)
        drawn = chance.choice(len(hands.times), size, p=hands.times / hands.times.sum())
        order = chance.random((size, pack))
        np.put_along_axis(order, hands.places[drawn], 2, axis=1)
        gone = np.argsort(order, axis=1)[:, : known.neighbors]
        some = Hands(hands.places[drawn], np.ones(size, np.int64), hands.values[drawn], hands.kinds[drawn])
        best = _sum(some, gone, theirs, qualifies, self.dealer, seen, worth, signatures(seen, range(pack)))
        each = best.values.astype(np.float64) * (size / (best.deals * worth.parts))
        others = [(other.each(hands)[drawn], float(other.expectation)) for other in beside]
        return best._replace(samples=estimated(each, others))

    def situation(
        self, own: Sequence[int], dealer: Sequence[int], unseen: Sequence[int], qualifies: int
    ) -> Ints:
        """One hand against the dealer's hands that hold these cards of his and others unseen: how many of each
        relation."""
        theirs = values_of(self.theirs, self.dealer - len(dealer), unseen, dealer)
        return relations(theirs, self.value(own), qualifies)


def signatures(seen: Views, pack: Sequence[int]) -> Ints:
    """For each situation, which of the kinds of it that people tell apart: the ranks seen, what the backs tell."""
    if seen.seen > CHARTED:
        return np.zeros(comb(len(pack), seen.seen) * seen.signs, np.int64)
    _, groups = _ranks(seen, pack)
    found: Ints = (groups[:, None] * seen.signs + np.arange(seen.signs)).ravel()
    return found


def _ranks(seen: Views, pack: Sequence[int]) -> tuple[Ints, Ints]:
    """The sets of ranks that are seen, each as one number, and of each set of cards which it is."""
    ranks = np.array(pack, np.int64)[every_set(seen.seen, len(pack))] >> 2
    number = np.zeros(len(ranks), np.int64)
    for column in np.sort(ranks, axis=1)[:, ::-1].T:
        number = number * 16 + column
    found, groups = np.unique(number, return_inverse=True)
    return found, groups


def labels(known: Information, seen: Views, pack: Sequence[int]) -> list[str]:
    """These kinds in words."""
    ranks = [
        "-".join((*RANKS, "joker")[number >> 4 * place & 15] for place in range(seen.seen - 1, -1, -1))
        for number in _ranks(seen, pack)[0].tolist()
    ]
    signs = []
    for sign in range(seen.signs):
        counts = [
            sign // (seen.backs + 1) ** each % (seen.backs + 1) for each in range(int(seen.classes.max()))
        ]
        told = ", ".join(f"{n} of {each}" for n, each in zip(counts, known.classes, strict=False))
        signs.append(told if sum(counts) <= seen.backs else IMPOSSIBLE)
    return [
        IMPOSSIBLE if sign == IMPOSSIBLE else " and ".join(filter(None, (rank, sign))) or "nothing"
        for rank in ranks
        for sign in signs
    ]
