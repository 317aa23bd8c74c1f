"""Hands that are paid by a pay table: cards are dealt one after the other, the player's own or common ones, and the
hand they make decides. Best play for every set of cards that may be seen, from the last decision back to the first.

A course carries a number of wagers, which all end alike. The net of a hand by their number is a whole number, and sums
over the cards to come, one by one, stand for averages, so nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import comb, perm
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct

from pitboss.arrays import Bytes, Ints
from pitboss.compiler import kernel
from pitboss.law import Refused
from pitboss.solve.sets import Hand, count_rows, dropped, estimated, number_of, raised

LEAVE: Final = -1
"""The choice that ends the course at once."""


class Pays(NamedTuple):
    """The net of a course, in parts of a wager: a wager has ``parts`` of them."""

    ends: Ints
    """By the number of wagers on it and the row of its hand."""
    leaves: Ints
    """By the number of wagers that are given up."""
    parts: int


class Best(NamedTuple):
    """The best decisions and their result. Columns are by the wagers made before, as `Draws.stakes` lists them."""

    chosen: tuple[Bytes, ...]
    """By decision: for each set of cards seen (a row), which choice is best."""
    reached: tuple[Ints, ...]
    """By decision: of all orders of the cards, how many lead to it."""
    left: Ints
    """How many are given up at each decision (a row), by the number of wagers."""
    ends: Ints
    """How many end with each number of wagers (a row) in each row of the pay table."""
    pays: Pays
    samples: tuple[float, float] | None = None
    """If sampled: the net of a wager, and its standard error."""

    @property
    def ways(self) -> int:
        return int(self.left.sum() + self.ends.sum())

    @property
    def expectation(self) -> Fraction:
        won = sum(int(n) * int(each) for n, each in zip(self.ends.flat, self.pays.ends.flat, strict=True))
        lost = sum(int(n) * int(self.pays.leaves[at]) for row in self.left for at, n in enumerate(row))
        return Fraction(won + lost, self.ways * self.pays.parts)

    @property
    def wagered(self) -> Fraction:
        """The average number of wagers made."""
        made = self.left.sum(axis=0) + self.ends.sum(axis=1)
        return Fraction(sum(at * int(n) for at, n in enumerate(made)), self.ways)


Way = Callable[[int], Ints | int]
"""A way to play: for a decision, the choice on each set of cards seen, no matter the stake; or one choice for all."""


def every_time(choice: int) -> Way:
    """The same choice on all cards."""
    return lambda _decision: choice


class Draws(Struct, frozen=True, kw_only=True):
    """Which decisions are made when.

    - ``row``: the row of the pay table, one of ``rows``, that ``final`` cards make;
    - ``sizes``: how many cards are seen at each decision;
    - ``choices``: what may be added there to the wagers made, or ``LEAVE``; of those that are worth the same the
      first is taken;
    - ``made``: how many wagers there are at first.
    """

    row: Hand
    rows: int
    sizes: tuple[int, ...]
    choices: tuple[tuple[int, ...], ...]
    final: int
    made: int = 1

    def at(self, seen: int) -> int:
        """The last decision at which at most this many cards are seen."""
        return max(decision for decision, size in enumerate(self.sizes) if size <= seen)

    def from_(self, decision: int, made: int, seen: int) -> Draws:
        """The course from a decision on, with this many cards known."""
        return Draws(
            row=self.row,
            rows=self.rows,
            sizes=tuple(max(0, size - seen) for size in self.sizes[decision:]),
            choices=self.choices[decision:],
            final=self.final - seen,
            made=made,
        )

    def counted(self, pack: Sequence[int], known: Sequence[int] = ()) -> Bytes | Ints:
        """For each set of cards seen at the last decision, how many ways lead to each row."""
        cards = np.array(pack, np.int64)
        return count_rows(self.row, self.rows, np.array(known, np.int64), cards, self.sizes[-1], self.final)

    def stakes(self) -> list[list[int]]:
        """The possible numbers of wagers at each decision, and at the end."""
        found = [[self.made]]
        for choices in self.choices:
            found.append(sorted({made + more for made in found[-1] for more in choices if more != LEAVE}))
        return found

    def leads(self) -> list[Ints]:
        """For each decision, each number of wagers made before and each choice, the column that follows, or
        ``LEAVE``."""
        stakes = self.stakes()
        return [
            np.array(
                [[LEAVE if more == LEAVE else then.index(made + more) for more in choices] for made in here]
            )
            for here, then, choices in zip(stakes, stakes[1:], self.choices, strict=False)
        ]

    def worths(self, counts: Bytes | Ints, pack: int, pays: Pays) -> Iterator[tuple[Ints, Ints, Bytes]]:
        """From the last decision to the first: the value of what follows by the number of wagers then made, the value
        of the decision, and the choices."""
        stakes, leads = self.stakes(), self.leads()
        most = max(abs(int(each)) for each in (*pays.ends.flat, *pays.leaves))
        assert most * comb(pack, self.sizes[0]) * perm(pack, self.final - self.sizes[0]) < 1 << 62
        after = np.zeros((len(counts), len(stakes[-1])), np.int64)
        _price(counts, pays.ends[stakes[-1]], after)
        for decision in range(len(self.sizes) - 1, -1, -1):
            size, here = self.sizes[decision], stakes[decision]
            worth = np.empty((len(after), len(here)), np.int64)
            chosen = np.empty(worth.shape, np.uint8)
            _choose(
                after,
                leads[decision],
                pays.leaves[here] * perm(pack - size, self.final - size),
                worth,
                chosen,
            )
            yield after, worth, chosen
            if decision:
                after = dropped(worth, size, self.sizes[decision - 1], pack)

    def best(self, counts: Bytes | Ints, pack: int, pays: Pays) -> Best:
        """Best play from a pack of this size; ``counts`` come from `counted`."""
        chosen = [each for _, _, each in self.worths(counts, pack, pays)][::-1]
        return self.led(counts, pack, pays, chosen)

    def after(self, pack: Sequence[int], known: Sequence[int], pays: Pays) -> dict[int, Fraction]:
        """The value, by their number, of wagers made at the first decision on these cards, the only ones seen
        there."""
        *_, (after, _, _) = self.worths(self.counted(pack, known), len(pack), pays)
        ways = pays.parts * perm(len(pack), self.final)
        return {
            made: Fraction(int(each), ways) for made, each in zip(self.stakes()[1], after[0], strict=True)
        }

    def sampled(
        self, counts: Bytes | Ints, pack: Sequence[int], pays: Pays, neighbors: int, size: int = 5_000
    ) -> tuple[float, float]:
        """The value of the wager for a player who sees this many cards of the neighbors, and its standard error, from
        random hands. Each is compared with its value without those cards, which is known exactly."""
        if len(pack) - neighbors < self.final:
            raise Refused(f"{max(0, len(pack) - neighbors)} cards are left, too few for a hand")
        *_, (_, worth, _) = self.worths(counts, len(pack), pays)
        seen, chance = self.sizes[0], np.random.default_rng(1)
        alone = worth[:, 0] / (pays.parts * perm(len(pack) - seen, self.final - seen))
        course, found, beside = self.from_(0, self.made, seen), np.empty(size), np.empty(size)
        for n in range(size):
            order = chance.permutation(len(pack))
            own, unseen = (
                [pack[at] for at in order[:seen]],
                sorted(pack[at] for at in order[seen + neighbors :]),
            )
            *_, (_, each, _) = course.worths(course.counted(unseen, own), len(unseen), pays)
            found[n] = int(each[0, 0]) / (pays.parts * perm(len(unseen), course.final))
            beside[n] = alone[number_of(order[:seen].tolist())]
        return estimated(found, [(beside, float(alone.mean()))])

    def under(self, counts: Bytes | Ints, pack: int, pays: Pays, way: Way) -> Best:
        """The result of a given way to play."""
        chosen = [
            np.ones((comb(pack, size), len(stakes)), np.uint8)
            * np.reshape(way(decision), (-1, 1)).astype(np.uint8)
            for decision, (size, stakes) in enumerate(zip(self.sizes, self.stakes(), strict=False))
        ]
        return self.led(counts, pack, pays, chosen)

    def led(self, counts: Bytes | Ints, pack: int, pays: Pays, chosen: Sequence[Bytes]) -> Best:
        """The result of these choices."""
        stakes, reached = self.stakes(), []
        left = np.zeros((len(self.sizes), len(pays.leaves)), np.int64)
        here = np.ones((comb(pack, self.sizes[0]), 1), np.int64)
        for decision, lead in enumerate(self.leads()):
            size = self.sizes[decision]
            reached.append(here)
            then, gone = (
                np.zeros((len(here), len(stakes[decision + 1])), np.int64),
                np.zeros(len(lead), np.int64),
            )
            _follow(here, chosen[decision], lead, then, gone)
            left[decision, stakes[decision]] = gone * perm(pack - size, self.final - size)
            here = (
                raised(then, size, self.sizes[decision + 1], pack) if decision + 1 < len(self.sizes) else then
            )
        ends = np.zeros((len(pays.ends), counts.shape[1]), np.int64)
        found = np.zeros((here.shape[1], counts.shape[1]), np.int64)
        _end(here, counts, found)
        ends[stakes[-1]] = found
        best = Best(tuple(chosen), tuple(reached), left, ends, pays)
        assert best.ways == comb(pack, self.sizes[0]) * perm(pack - self.sizes[0], self.final - self.sizes[0])
        return best


@kernel
def _price(counts: Bytes | Ints, pays: Ints, after: Ints) -> None:
    """The net of everything that may follow, by the number of wagers made."""
    for n in range(len(counts)):
        for row in range(counts.shape[1]):
            times = np.int64(counts[n, row])
            if times:
                for column in range(len(pays)):
                    after[n, column] += times * pays[column, row]


@kernel
def _choose(after: Ints, leads: Ints, leaves: Ints, worth: Ints, chosen: Bytes) -> None:
    """The best choice on each set of cards, by the number of wagers made before."""
    for n in range(len(after)):
        for column in range(len(leads)):
            for choice in range(leads.shape[1]):
                to = leads[column, choice]
                each = leaves[column] if to < 0 else after[n, to]
                if choice == 0 or each > worth[n, column]:
                    worth[n, column], chosen[n, column] = each, choice


@kernel
def _follow(here: Ints, chosen: Bytes, leads: Ints, then: Ints, left: Ints) -> None:
    for n in range(len(here)):
        for column in range(len(leads)):
            if here[n, column]:
                to = leads[column, chosen[n, column]]
                if to < 0:
                    left[column] += here[n, column]
                else:
                    then[n, to] += here[n, column]


@kernel
def _end(here: Ints, counts: Bytes | Ints, ends: Ints) -> None:
    for n in range(len(here)):
        for row in range(counts.shape[1]):
            times = np.int64(counts[n, row])
            if times:
                for column in range(len(ends)):
                    ends[column, row] += here[n, column] * times
