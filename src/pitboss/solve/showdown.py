"""Hands against the dealer's: of each hand of the player's, how many of the dealer's are lower, equal and higher, and
qualify; and what is best under whatever is known of the dealer's cards.

Of all that a dealer's hand is to a player's, six relations matter: it is higher, equal or lower, and does not qualify
or does. How a round ends follows from that, so nothing here knows a game's rules of settlement.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations
from math import comb
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pitboss.arrays import Bytes, Floats, Int32s, Ints
from pitboss.compiler import kernel, specialized
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
    hand,
    numbers_of,
    ranks_by_suit,
    step,
)
from pitboss.solve.sweep import PLACE, containing, in_order

HIGHER, EQUAL, LOWER = range(3)
"""The dealer's hand is higher, equal or lower; three more if it qualifies."""
QUALIFIED: Final = 3
RELATIONS: Final = 6
NEVER: Final = 255
"""The choice in an impossible situation."""
DEALT: Final = 4_000_000_000
"""The number of times that hands are dealt out before they are counted or sampled."""
IMPOSSIBLE: Final = "impossible"
CHARTED: Final = 3
"""The most cards seen for which there is a chart."""
DRAWN: Final = 120_000_000
"""The number of the dealer's hands in a sample, ..."""
MOST: Final = 500_000
"""... and the most of the player's."""


def values_of(of: Hand, size: int, pack: Sequence[int], known: Sequence[int] = ()) -> Ints:
    """The value of each set of ``size`` cards of the pack, by its number, together with the known cards."""
    values = np.empty(comb(len(pack), size), np.int64)
    by_each(of)(np.array(known, np.int64), np.array(pack, np.int64), size, values)
    return values


def relations(theirs: Ints, mine: int, qualifies: int) -> Ints:
    """How many of these values of the dealer's have each relation to the player's."""
    relation = QUALIFIED * (theirs >= qualifies) + np.where(
        theirs > mine, HIGHER, np.where(theirs < mine, LOWER, EQUAL)
    )
    return np.bincount(relation, minlength=RELATIONS)


# ---- the player's hands ----------------------------------------------------------------------------------


class Hands(NamedTuple):
    """The player's hands that differ in more than the names of the suits."""

    places: Ints
    """In the pack: one hand of each kind, in rising order."""
    times: Ints
    """How many hands it stands for."""
    values: Ints
    kinds: Ints
    """Its kind for the wagers that are paid by the hand."""


def hands_of(
    size: int,
    pack: Sequence[int],
    of: Hand,
    kind: Callable[[Sequence[int]], int],
    suits: bool = False,
) -> Hands:
    """Every hand of this many cards of the pack. Suits of which the pack has the same ranks are alike, unless they are
    distinguished by the ``kind`` (``suits``): then a hand is of each kind in turn."""
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
    """Which of the dealer's cards are seen, and of which only the backs, in every possible way."""

    masks: Ints
    """By their places in a hand: the cards seen, and those whose backs show something."""
    classes: Ints
    """The class of each card of the pack by its back; the last class is all other cards."""
    seen: int
    backs: int

    @property
    def signs(self) -> int:
        """What the backs may show: how many cards are of each class but the last."""
        return int((self.backs + 1) ** self.classes.max()) if self.backs else 1


def views(known: Information, shown: int, of: int, pack: Sequence[int]) -> Views:
    """The situations when this many of the dealer's cards are ``shown`` to everybody."""
    seen, backs = min(shown + known.dealer, of), known.backs
    if shown + known.dealer + backs > of:
        raise Refused(
            f"{shown + known.dealer + backs} of the dealer's cards cannot be known: the dealer has {of}"
        )
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
    """The net of each choice by the kind of the player's hand, the choice, and the relation of the dealer's hand, in
    parts of a wager: a wager has ``parts`` of them. Among equally good choices the first is taken."""

    brings: Ints
    parts: int
    ends: bytes = b""
    """The ending of each kind of hand by relation, a byte each, so that equal endings are counted together."""

    def differ(self, relation: int, other: int) -> bool:
        """Must they be distinguished?"""
        if not self.ends:
            return True
        ends = np.frombuffer(self.ends, np.uint8).reshape(-1, RELATIONS)
        return bool((ends[:, relation] != ends[:, other]).any())


class Best(NamedTuple):
    """The result of best play."""

    counts: Ints
    """Deals by the kind of the player's hand, choice and relation."""
    worth: Worth
    values: Ints
    """The value of each of the player's hands, summed over all its deals."""
    gains: Ints
    """The gain of the best choice over the first: by the dealer's cards seen and by the player's hands."""
    met: Ints
    """For each of the player's hands, how many of the dealer's have each relation to it, over all views."""
    chosen: Bytes
    """The best choice with each of the player's hands (a row) in each situation."""
    samples: tuple[float, float] | None = None
    """If sampled: the net of a wager, and its standard error."""

    @property
    def deals(self) -> int:
        return int(self.counts.sum())

    @property
    def expectation(self) -> Fraction:
        won = sum(
            int(n) * int(each) for n, each in zip(self.counts.flat, self.worth.brings.flat, strict=True)
        )
        return Fraction(won, self.deals * self.worth.parts)

    def share(self, choice: int) -> Fraction:
        """The number of all deals in which it is the best choice."""
        return Fraction(int(self.counts[:, choice].sum()), self.deals)


@kernel
def _decide(found: Ints, brings: Ints, times: int, counts: Ints, gains: Ints, decided: Bytes) -> int:
    """The best choice in each situation (a row: how many of the dealer's hands have each relation)."""
    total = 0
    for node in range(len(found)):
        any_ = 0
        for relation in range(found.shape[1]):
            any_ += found[node, relation]
        decided[node] = NEVER
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
        decided[node] = chosen
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
    """For every hand of the dealer's, in every view of it, how often each situation occurs with each relation."""
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
    chosen: Bytes,
) -> None:
    """All hands of the player's."""
    cards = len(classes)
    out = np.zeros(cards, np.bool_)
    unseen = np.empty(cards, np.int64)
    relation = np.zeros((RELATIONS, RELATIONS), np.int64)
    gained = np.zeros(max(len(found), RELATIONS), np.int64)
    for n in range(len(hands)):
        out[:] = False
        for card in hands[n]:
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
        if by_relation:  # everything is seen: all situations of one relation are alike
            for each in range(RELATIONS):
                relation[each, each] = found[0, each]
            worths[n] = _decide(relation, brings[kinds[n]], times[n], counts[kinds[n]], gained, chosen[n])
        else:
            worths[n] = _decide(found, brings[kinds[n]], times[n], counts[kinds[n]], gained, chosen[n])
            for node in range(len(found)):
                gains[groups[node], n] += gained[node]


def _sum(
    hands: Hands, theirs: Ints, qualifies: int, size: int, seen: Views, worth: Worth, groups: Ints
) -> Best:
    """Each of these hands against every hand of the dealer's, in two threads."""
    nodes = 1 if seen.seen == size else comb(len(seen.classes), seen.seen) * seen.signs
    masks = seen.masks if seen.seen < size else np.zeros((1, 2), np.int64)
    best = _nothing_yet(hands, worth, groups, RELATIONS if seen.seen == size else nodes)

    def part(half: slice) -> Ints:
        counts = np.zeros_like(best.counts)
        _meet_all(
            hands.places[half],
            hands.times[half],
            hands.values[half],
            hands.kinds[half],
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
            best.values[half],
            best.gains[:, half],
            best.met[half],
            groups,
            best.chosen[half],
        )
        return counts

    with ThreadPoolExecutor(2) as threads:
        one, other = threads.map(part, (slice(0, None, 2), slice(1, None, 2)))
    return best._replace(counts=one + other)


def _nothing_yet(hands: Hands, worth: Worth, groups: Ints, nodes: int) -> Best:
    every = len(hands.values)
    return Best(
        np.zeros(worth.brings.shape, np.int64),
        worth,
        np.zeros(every, np.int64),
        np.zeros((int(groups.max()) + 1, every), np.int64),
        np.zeros((every, RELATIONS), np.int64),
        np.zeros((every, nodes), np.uint8),
    )


# ---- large hands -----------------------------------------------------------------------------------------

REGIONS: Final = (
    (LOWER, EQUAL, HIGHER, QUALIFIED + HIGHER),
    (LOWER, QUALIFIED + LOWER, QUALIFIED + EQUAL, QUALIFIED + HIGHER),
)
"""The relations of the dealer's hands, from the lowest up, to a player's hand that would not qualify, and to one that
would."""


class Swept(NamedTuple):
    """The player's hands against the dealer's, with one of the dealer's cards seen, or none."""

    counted: Int32s
    """For each number of the dealer's lowest hands (a row): how many contain the card seen."""
    rows: Ints
    """For each of the player's hands, the row of those below each of REGIONS but the lowest; -1: none."""
    strong: Bytes
    """Would the player's hand qualify?"""


@cache
def _swept(against: Against, known: Information, qualifies: int, up: bool, cuts: tuple[bool, ...]) -> Swept:
    pack, hands = against.left(known), against.hands(known)
    ladder = np.unique(np.append(hands.values, qualifies))
    dealt, bits = in_order(against.theirs, against.dealer, pack, ladder), PLACE * against.dealer
    on, (line,) = np.searchsorted(ladder, hands.values), np.searchsorted(ladder, [qualifies])
    strong = hands.values >= qualifies
    lower, equal = (np.searchsorted(dealt, 2 * on + more << bits) for more in (1, 2))
    short = np.full(len(on), np.searchsorted(dealt, 2 * line + 1 << bits))
    upto = np.where(strong, (short, lower, equal), (lower, equal, short)).T
    needed = np.where(strong[:, None], cuts[3:], cuts[:3]) & (upto > 0)
    which, region = np.nonzero(needed)
    rows = np.full(upto.shape, -1, np.int64)
    rows[which, region] = np.arange(len(which))
    counted = containing(dealt, against.dealer, len(pack), hands.places, upto[which, region], which, up)
    return Swept(counted, rows, strong.astype(np.uint8))


@kernel
def _decide_all(
    swept: Swept,
    regions: Ints,
    every: int,
    hands: Ints,
    times: Ints,
    kinds: Ints,
    by_relation: bool,
    brings: Ints,
    counts: Ints,
    worths: Ints,
    gains: Ints,
    met: Ints,
    groups: Ints,
    chosen: Bytes,
) -> None:
    counted, rows, strong = swept
    columns = counted.shape[1]
    nodes = RELATIONS if by_relation else columns
    found, gained = np.zeros((nodes, RELATIONS), np.int64), np.zeros(nodes, np.int64)
    own = np.zeros(max(columns, 64), np.bool_)
    for n in range(len(hands)):
        found[:] = 0
        gained[:] = 0
        for card in hands[n]:
            own[card] = True
        for column in range(columns):
            if columns > 1 and own[column]:
                continue
            before = 0
            for region in range(4):
                upto = before
                if region == 3:
                    upto = every
                elif rows[n, region] >= 0:
                    upto = int(counted[rows[n, region], column])
                relation = regions[strong[n], region]
                found[relation if by_relation else column, relation] = upto - before
                met[n, relation] += upto - before
                before = upto
        for card in hands[n]:
            own[card] = False
        worths[n] = _decide(found, brings[kinds[n]], times[n], counts[kinds[n]], gained, chosen[n])
        if not by_relation:
            for node in range(nodes):
                gains[groups[node], n] += gained[node]


# ---- samples ---------------------------------------------------------------------------------------------


@kernel
def _draw(
    seed: int,
    which: Ints,
    hands: Hands,
    cards: Ints,
    neighbors: int,
    seen: int,
    size: int,
    masks: Ints,
    classes: Ints,
    base: int,
    signs: int,
    qualifies: int,
    brings: Ints,
    alone: Bytes,
    before: int,
    counts: Ints,
    gains: Floats,
) -> None:
    """For each of these hands, with neighbors' and dealer's cards seen at random: how much more the best choice is
    worth than the best one without them (``alone``, with ``before`` cards seen), over everything that may be hidden."""
    np.random.seed(seed)
    pack, hidden = len(cards), size - seen
    order, dealt, first = np.empty(pack, np.int64), np.empty(size, np.int64), np.empty(before, np.int64)
    found, gained = np.empty((signs, RELATIONS), np.int64), np.zeros(signs, np.int64)
    decided = np.zeros(signs, np.uint8)
    out = np.zeros(pack, np.bool_)
    for sample in range(len(which)):
        n = which[sample]
        out[:] = False
        for place in hands.places[n]:
            out[place] = True
        left = 0
        for place in range(pack):
            if not out[place]:
                order[left] = place
                left += 1
        for each in range(neighbors + seen):
            other = np.random.randint(each, left)
            order[each], order[other] = order[other], order[each]
            out[order[each]] = True
        for each in range(seen):
            dealt[each] = cards[order[neighbors + each]]
        first[:] = np.sort(order[neighbors : neighbors + before])
        node = 0
        for each in range(before):
            node += CHOOSE[each + 1, first[each]]
        left = 0
        for place in range(pack):
            if not out[place]:
                order[left] = place
                left += 1
        found[:] = 0
        at = np.arange(hidden)
        for _ in range(CHOOSE[hidden, left]):
            for each in range(hidden):
                dealt[seen + each] = cards[order[at[each]]]
            value = hand(dealt)
            relation = QUALIFIED if value >= qualifies else 0
            relation += HIGHER if value > hands.values[n] else LOWER if value < hands.values[n] else EQUAL
            for mask in masks:
                sign = 0
                for each in range(hidden):
                    if mask >> each & 1:
                        weight = 1
                        for _ in range(classes[order[at[each]]]):
                            weight *= base
                        if weight < signs:
                            sign += weight
                found[sign, relation] += 1
            step(at)
        kind = hands.kinds[n]
        best = _decide(found, brings[kind], 1, counts[kind], gained, decided)
        for sign in range(signs):
            choice = alone[n, node * signs + sign if alone.shape[1] > CHOOSE[before, pack] else node]
            for relation in range(RELATIONS):
                best -= found[sign, relation] * brings[kind, choice, relation]
        gains[sample] = best / (CHOOSE[hidden, left] * len(masks))


@cache
def _draw_by(of: Hand) -> Callable[..., None]:
    return specialized(_draw, hand=of)


class Against(Struct, frozen=True, kw_only=True):
    """A showdown after one decision: the number of the player's ``own`` cards and of the ``dealer``'s, some of them
    ``shown``; the value of a hand of the player's and of the dealer's (``value``, ``theirs``); and its ``kind`` for the
    wagers that are paid by the hand, which may distinguish ``suits``."""

    own: int
    dealer: int
    value: Hand
    theirs: Hand
    kind: Callable[[Sequence[int]], int]
    shown: int = 0
    suits: bool = False
    pack: tuple[int, ...] = tuple(range(52))

    def hands(self, known: Information) -> Hands:
        return _hands(self, known.gone)

    def dealt(self, kinds: int) -> list[int]:
        """How many of the player's hands are of each kind."""
        hands = self.hands(Information())
        return [int(hands.times[hands.kinds == kind].sum()) for kind in range(kinds)]

    def left(self, known: Information) -> list[int]:
        return [card for card in self.pack if card not in known.gone]

    def best(self, qualifies: int, worth: Worth, known: Information) -> Best:
        """Best play for a player with this information: exact or, where that would take long, from hands drawn at
        random."""
        pack = self.left(known)
        seen = views(known, self.shown, self.dealer, pack)
        if (left := len(pack) - self.own - known.neighbors) < self.dealer:
            raise Refused(f"{max(0, left)} cards are left, too few for the dealer's hand")
        hands, groups = self.hands(known), signatures(seen, pack)
        dealt = comb(len(pack) - self.own, self.dealer)
        views_ = len(seen.masks) if seen.seen < self.dealer else 1
        if known.neighbors:
            return self._sampled(qualifies, worth, known, seen)
        if dealt * len(hands.times) * views_ <= DEALT:
            theirs = values_of(self.theirs, self.dealer, pack)
            best = _sum(hands, theirs, qualifies, self.dealer, seen, worth, groups)
        elif not seen.backs and seen.seen in (0, 1, self.dealer):
            best = self.counted(qualifies, worth, known, seen.seen == 1, seen.seen == self.dealer, groups)
        else:
            return self._sampled(qualifies, worth, known, seen)
        assert best.deals == comb(len(pack), self.own) * dealt * views_, "every deal is counted in every view"
        return best

    def counted(
        self, qualifies: int, worth: Worth, known: Information, up: bool, by_relation: bool, groups: Ints
    ) -> Best:
        """Large hands are counted, not dealt out."""
        hands, pack = self.hands(known), self.left(known)
        cuts = tuple(worth.differ(one, other) for each in REGIONS for one, other in pairwise(each))
        swept = _swept(self, Information(gone=known.gone), qualifies, up, cuts)
        best = _nothing_yet(hands, worth, groups, RELATIONS if by_relation else len(pack) if up else 1)
        rest = len(pack) - self.own
        _decide_all(
            swept,
            np.array(REGIONS),
            comb(rest - 1, self.dealer - 1) if up else comb(rest, self.dealer),
            hands.places,
            hands.times,
            hands.kinds,
            by_relation,
            worth.brings,
            best.counts,
            best.values,
            best.gains,
            best.met,
            groups,
            best.chosen,
        )
        return best

    def _sampled(self, qualifies: int, worth: Worth, known: Information, seen: Views) -> Best:
        """The gain from knowing more over best play without it, which is known exactly: only the gain is estimated."""
        pack, hands = self.left(known), self.hands(known)
        alone = replace(known, neighbors=0)
        if seen.seen == self.dealer or not known.neighbors:
            alone = Information(gone=known.gone)
        base = self.best(qualifies, worth, alone)
        if base.samples:
            base = self.best(qualifies, worth, alone := Information(gone=known.gone))
        hidden = self.dealer - seen.seen
        masks = [sum(1 << each for each in turned) for turned in combinations(range(hidden), seen.backs)]
        met = comb(len(pack) - self.own - known.neighbors - seen.seen, hidden) * len(masks)
        which = np.random.default_rng(1).choice(
            len(hands.times), min(MOST, max(200, DRAWN // met)), p=hands.times / hands.times.sum()
        )
        gains, work = np.empty(len(which)), _draw_by(self.theirs)

        def part(half: int) -> Ints:
            counts = np.zeros(worth.brings.shape, np.int64)
            work(
                half,
                which[half::2],
                hands,
                np.array(pack, np.int64),
                known.neighbors,
                seen.seen,
                self.dealer,
                np.array(masks),
                seen.classes,
                seen.backs + 1,
                seen.signs,
                qualifies,
                worth.brings,
                base.chosen,
                min(self.shown + alone.dealer, self.dealer),
                counts,
                gains[half::2],
            )
            return counts

        with ThreadPoolExecutor(2) as threads:
            one, other = threads.map(part, range(2))
        more, error = estimated(gains / worth.parts, [])
        return base._replace(counts=one + other, samples=(float(base.expectation) + more, error))

    def situation(
        self, own: Sequence[int], dealer: Sequence[int], unseen: Sequence[int], qualifies: int
    ) -> Ints:
        """One hand against the dealer's hands that hold these cards and other, unseen ones: how many of each
        relation."""
        theirs = values_of(self.theirs, self.dealer - len(dealer), unseen, dealer)
        return relations(theirs, self.value(own), qualifies)


@cache
def _hands(against: Against, gone: tuple[int, ...]) -> Hands:
    pack = against.left(Information(gone=gone))
    return hands_of(against.own, pack, against.value, against.kind, against.suits)


def signatures(seen: Views, pack: Sequence[int]) -> Ints:
    """For each situation, its kinds in words: the ranks seen, what the backs show."""
    if seen.seen > CHARTED:
        return np.zeros(comb(len(pack), seen.seen) * seen.signs, np.int64)
    _, groups = _ranks(seen, pack)
    found: Ints = (groups[:, None] * seen.signs + np.arange(seen.signs)).ravel()
    return found


def _ranks(seen: Views, pack: Sequence[int]) -> tuple[Ints, Ints]:
    """The sets of ranks seen, each as one number, and the set that each set of cards belongs to."""
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
        seen_ = ", ".join(f"{n} of {each}" for n, each in zip(counts, known.classes, strict=False))
        signs.append(seen_ if sum(counts) <= seen.backs else IMPOSSIBLE)
    return [
        IMPOSSIBLE if sign == IMPOSSIBLE else " and ".join(filter(None, (rank, sign))) or "nothing"
        for rank in ranks
        for sign in signs
    ]
